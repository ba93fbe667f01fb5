import { expect, test } from "vitest";

import type { ClefKey, ClefWorldCard, Sentence } from "../../protocol.gen";
import { keysHome, keysOfDoor, match, routeOf } from "./story";

const log = (...events: object[]): Sentence<"clef">[] =>
  events.map((event, number) => ({ number, text: "", clause: "", event }) as unknown as Sentence<"clef">);
const turn = (seat: number, round: number): object => ({ event: "turn", seat, round, actions: 2 });
const move = (seat: number, from: number, place: number): object => ({ event: "move", seat, from, place, world: "x" });

test("a route has the rounds of each stop", () => {
  const sentences = log(
    { event: "set_up", first_seat: 0, worlds: [], places: [3, 3] },
    turn(0, 1),
    turn(1, 1),
    turn(0, 2),
    move(0, 3, 0),
    turn(1, 2),
    move(1, 3, 6),
    turn(0, 3),
    { event: "go_home", seat: 0, cards: ["a", "b"] },
    move(0, 0, 4),
  );
  expect(routeOf(sentences, 0)).toEqual([
    { place: 3, from: 1, to: 2 },
    { place: 0, from: 2, to: 3 },
    { place: 4, from: 3, to: 3 },
  ]);
  expect(keysHome(sentences, 0)).toEqual(["a", "b"]);
  expect(keysHome(sentences, 1)).toEqual([]);
});

test("a game that began in a position starts where the pawn first left", () => {
  expect(routeOf(log(turn(0, 5), move(0, 1, 4)), 0).map((stop) => stop.place)).toEqual([1, 4]);
});

test("a door has the keys of the sides that face Kernault", () => {
  const world = { keys: ["mort", "amour", "magie", null] } as unknown as ClefWorldCard;
  const doors = [0, 1, 2, 3, 5, 6, 7, 8].map((place) => keysOfDoor(world, place));
  expect(doors).toEqual([
    ["magie", "amour"],
    ["magie"],
    ["magie"],
    ["amour"],
    [],
    ["mort", "amour"],
    ["mort"],
    ["mort"],
  ]);
});

test("each key is paid by a card that opens it, in whatever order they were paid", () => {
  const opens = (...cards: [string, ...ClefKey[]][]): Map<string, ClefKey[]> =>
    new Map(cards.map(([card, ...keys]) => [card, keys]));
  const love = opens(["idol", "amour"], ["knight", "amour"], ["red", "amour"], ["white", "connaissance"]);
  expect(match(["connaissance", "amour", "amour", "amour"], love)).toEqual(["white", "idol", "knight", "red"]);
  // The first card could open the door too, but then nothing opens the second lock.
  expect(match(["magie", "mort"], opens(["any", "magie", "mort"], ["wand", "magie"]))).toEqual(["wand", "any"]);
  expect(match(["mort"], opens(["wand", "magie"]))).toBeNull();
});
