import { expect, test } from "vitest";

import type { SeenAnalysis } from "../protocol.gen";
import { playOnFrom, readRecord, sentencesOfHash, stepByKey, type Shown } from "./stepping";

function steps(at: number) {
  const went: string[] = [];
  return {
    went,
    at,
    last: 9,
    go: (to: number) => void went.push(`go ${to}`),
    turn: (direction: -1 | 1) => void went.push(`turn ${direction}`),
  };
}

test("keys go by a step, by a turn, and to both ends", () => {
  const at = steps(4);
  for (const key of ["ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"])
    expect(stepByKey(key, at)).toBe(true);
  expect(at.went).toEqual(["go 3", "go 5", "go 0", "go 9", "turn -1", "turn 1"]);
});

test("other keys are not the replay's, whatever they are called", () => {
  const at = steps(4);
  for (const key of ["x", "Enter", " ", "toString"]) expect(stepByKey(key, at)).toBe(false);
  expect(at.went).toEqual([]);
});

const shown: Shown = {
  at: 3,
  steps: [{ seat: null }, { seat: 0 }, { seat: 1 }, { seat: 2 }, { seat: 1 }],
  viewpoint: "open",
  own: undefined,
};
const analysis = (kind: string): SeenAnalysis => ({
  level: "hard",
  seat: null,
  open: true,
  steps: [],
  decisions: [{ step: 3, seat: 2, round: 1, text: "Take 6", loss: 0.1, kind }],
  accuracy: [],
  key_moments: [],
  decided: null,
  decided_log: 0,
  decided_text: "",
});

test("one plays on as whoever decides next", () => {
  expect(playOnFrom(shown, null)).toEqual({ step: 3, seat: 1 });
  expect(playOnFrom({ ...shown, at: 4 }, null)).toEqual({ step: 4, seat: 0 });
});

test("one plays on before a mistake, and as whoever made it", () => {
  expect(playOnFrom(shown, analysis("mistake"))).toEqual({ step: 2, seat: 2 });
  expect(playOnFrom(shown, analysis(""))).toEqual({ step: 3, seat: 1 });
});

test("a seat that is looked from, then one's own, comes first", () => {
  expect(playOnFrom({ ...shown, own: 0 }, analysis("slip"))).toEqual({ step: 2, seat: 0 });
  expect(playOnFrom({ ...shown, viewpoint: 1, own: 0 }, null)).toEqual({ step: 3, seat: 1 });
});

test("the hash of a link is a number of sentences or nothing", () => {
  expect(sentencesOfHash("#12")).toBe(12);
  for (const hash of ["", "#", "#main", "#1x"]) expect(sentencesOfHash(hash)).toBeNull();
});

test("a file is read, or it is said why not", async () => {
  const file = (text: string, size = text.length) => ({ size, text: () => Promise.resolve(text) });
  expect(await readRecord(file('{"game": "clef"}'))).toEqual({ record: { game: "clef" } });
  expect(await readRecord(file("game: clef"))).toEqual({ fault: "notJson" });
  expect(await readRecord(file("{}", 1_000_001))).toEqual({ fault: "tooLarge" });
  expect(await readRecord({ size: 2, text: () => Promise.reject(new Error("gone")) })).toEqual({ fault: "unreadable" });
});
