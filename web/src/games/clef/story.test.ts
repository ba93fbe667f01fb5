import { expect, test } from "vitest";

import type { Sentence } from "../../protocol.gen";
import { keysHome, routeOf } from "./story";

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
    move(0, 0, 4),
  );
  expect(routeOf(sentences, 0)).toEqual([
    { place: 3, from: 1, to: 2 },
    { place: 0, from: 2, to: 3 },
    { place: 4, from: 3, to: 3 },
  ]);
});

test("a game that began in a position starts where the pawn first left", () => {
  expect(routeOf(log(turn(0, 5), move(0, 1, 4)), 0).map((stop) => stop.place)).toEqual([1, 4]);
});

test("the keys that opened the way home are those of the end", () => {
  const keys = [
    { key: "amour", card: "b" },
    { key: "mort", card: "character" },
  ];
  expect(keysHome(log(turn(0, 3), move(0, 0, 4), { event: "over", ranking: [[0], [1]], keys }))).toEqual(keys);
  expect(keysHome(log(turn(0, 3), { event: "over", ranking: [[0, 1]] }))).toEqual([]);
});
