import { expect, test } from "vitest";

import type { MoltharEvent, Sentence } from "../protocol.gen";
import { changes } from "../games/molthar/news";
import { digestOf, freshPlaces, groupTurns, predicateOf, textOf, turnsSince, withoutQuote } from "./chronicle";

const NAMES = ["Ada", "Bruno"];
const turn = (seat: number, round: number): MoltharEvent => ({ event: "turn", seat, actions: 3, round });
const take = (seat: number, from: number, pearl: number): MoltharEvent => ({ event: "take", seat, from, pearl });
const reveal = (place: number, pearl: number): MoltharEvent => ({ event: "reveal_pearl", place, pearl });

function told(...events: MoltharEvent[]): Sentence[] {
  return events.map((event, number) => {
    const name = "seat" in event ? NAMES[event.seat] : "";
    const texts: Partial<Record<MoltharEvent["event"], string>> = {
      take: `${name} took ${"pearl" in event ? event.pearl : ""}.`,
      place: `${name} placed the Lion.`,
      activate: `${name} activated the Lion.`,
    };
    return { number, text: texts[event.event] ?? event.event, clause: "M1", event };
  });
}

const GAME = told(
  { event: "set_up", starting_seat: 0, pearls: [1, 2, 3, 4], characters: ["lion", "goblin"] },
  turn(0, 1),
  take(0, 0, 1),
  reveal(0, 5),
  turn(1, 1),
  take(1, 0, 5),
  reveal(0, 7),
  take(1, 0, 7),
  reveal(0, 2),
  { event: "place", seat: 1, from: 1, slot: 0, character: "lion" },
  { event: "reveal_character", place: 1, character: "goblin" },
  turn(0, 2),
);

test("each turn is a group, and what turned up belongs to the sentence before it", () => {
  const turns = groupTurns(GAME);
  expect(turns.map(({ seat, round }) => [seat, round])).toEqual([
    [null, 0],
    [0, 1],
    [1, 1],
    [0, 2],
  ]);
  expect(turns[1]!.lines).toEqual([{ sentence: GAME[2], asides: [GAME[3]] }]);
  expect(turns[2]!.lines.map(({ asides }) => asides.length)).toEqual([1, 1, 1]);
});

test("turns that have not changed stay the same objects", () => {
  const before = groupTurns(GAME.slice(0, 8));
  const after = groupTurns(GAME, before);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  expect(after[2]).not.toBe(before[2]);
});

test("since the last turn are the turns of the others, also while they still play", () => {
  const seats = (sentences: readonly Sentence[], seat: number): (number | null)[] =>
    turnsSince(groupTurns(sentences), seat).map((each) => each.seat);
  expect(seats(GAME, 0)).toEqual([1]);
  expect(seats(GAME.slice(0, 8), 0)).toEqual([1]);
  expect(seats(GAME, 1)).toEqual([0]);
  expect(seats(GAME.slice(0, 4), 0)).toEqual([]);
});

test("a digest says what somebody did in a line", () => {
  const line = digestOf(groupTurns(GAME)[2]!, "Bruno", "en", ({ event }) => (event.event === "place" ? 2 : 0));
  expect(textOf(line)).toBe("took 5 7 and placed the Lion");
  expect(line.points).toBe(2);
  expect(textOf(digestOf(groupTurns(GAME)[2]!, "Bruno", "fr"))).toBe("took 5 7 et placed the Lion");
});

test("a sentence about somebody else has no predicate", () => {
  expect(predicateOf("Bruno took 5.", "Bruno")).toBe("took 5");
  expect(predicateOf("Brunoberta took 5.", "Bruno")).toBeNull();
});

test("what is new is marked at its place, and no longer when it is gone", () => {
  expect([...freshPlaces<"molthar">(turnsSince(groupTurns(GAME), 0), changes)].sort()).toEqual([
    "char:1",
    "pearl:0",
    "portal:1:0",
  ]);
  const used = told(turn(0, 1), turn(1, 1), GAME[9]!.event as MoltharEvent, {
    event: "activate",
    seat: 1,
    owner: 1,
    slot: 0,
    character: "lion",
    spend: [8, 8],
    diamonds: [],
  });
  expect([...freshPlaces<"molthar">(turnsSince(groupTurns(used), 0), changes)]).toEqual(["medals:1:lion"]);
});

test("a digest leaves out what cards say, and hidden draws beside anything else", () => {
  expect(withoutQuote("meets The Jabberwock: “You lose a card.”")).toBe("meets The Jabberwock");
  expect(withoutQuote("rencontre Le Dragon rouge\u00a0: «\u00a0Vous perdez une carte.\u00a0»")).toBe(
    "rencontre Le Dragon rouge",
  );
  expect(withoutQuote("offers Ada a trade: an object")).toBe("offers Ada a trade: an object");
  const sentence = (number: number, text: string, event: object): Sentence =>
    ({ number, text, clause: "", event }) as unknown as Sentence;
  const begins = sentence(0, "", turn(1, 1)),
    draws = sentence(1, "Bruno draws a card without showing it.", { event: "draw", seat: 1, world: "conan" }),
    meets = sentence(2, 'Bruno meets The Wolf: "Lose a card."', { event: "meet", seat: 1, card: "wolf" });
  const digest = (...lines: Sentence[]): string => textOf(digestOf(groupTurns([begins, ...lines])[0]!, "Bruno", "en"));
  expect(digest(draws, meets)).toBe("meets The Wolf");
  expect(digest(draws)).toBe("draws a card without showing it");
});
