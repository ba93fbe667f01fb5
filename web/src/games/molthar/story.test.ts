import { expect, test } from "vitest";

import type { MoltharCard, Sentence } from "../../protocol.gen";
import { storyOf } from "./story";

const cards = new Map([
  ["goblin", { id: "goblin", points: 1 } as MoltharCard],
  ["lion", { id: "lion", points: 5 } as MoltharCard],
]);
const log = (...events: object[]): Sentence<"molthar">[] =>
  events.map((event, number) => ({ number, text: "", clause: "", event }) as unknown as Sentence<"molthar">);
const turn = (seat: number, round: number): object => ({ event: "turn", seat, round, actions: 3 });
const activate = (seat: number, character: string): object => ({ event: "activate", seat, character });

test("points are those at the end of each round", () => {
  const story = storyOf(
    log(turn(0, 1), activate(0, "goblin"), turn(1, 1), turn(0, 2), turn(1, 2), activate(1, "lion"), turn(0, 3)),
    cards,
    [1, 5],
  );
  expect(story).toEqual({ first: 1, points: [[1, 0], [1, 5], [1, 5]], twelve: null }); // prettier-ignore
});

test("a game that began in a position had points before its log", () => {
  const story = storyOf(
    log(activate(0, "goblin"), { event: "twelve", seat: 0 }, turn(1, 10), activate(1, "lion")),
    cards,
    [12, 7],
  );
  expect(story.points.at(-1)).toEqual([12, 7]);
  expect(story.twelve?.seat).toBe(0);
});
