import { expect, test } from "vitest";

import type { SeenAnalysis, SeenDecision } from "../protocol.gen";
import { decisionAt, ends, largest, marks, nextMistake, path, stepAt } from "./curve";

const decision = (step: number, seat: number, loss: number, kind: string): SeenDecision => ({
  step,
  seat,
  round: 1,
  text: "Take 6",
  loss,
  kind,
});
const ANALYSIS: SeenAnalysis = {
  level: "hard",
  seat: null,
  open: true,
  steps: [
    [0.5, 0.5],
    [0.75, 0.25],
    [1, 0],
  ],
  decisions: [
    decision(1, 0, 0, ""),
    decision(2, 1, 0.04, "slip"),
    decision(2, 0, 0.09, "mistake"),
    decision(5, 1, 0.05, "slip"),
    decision(7, 0, 0.2, "mistake"),
  ],
  accuracy: [],
  key_moments: [2],
  decided: 1,
  decided_log: 3,
  decided_text: "Ada led.",
};

test("a line goes through the chances of its seat, from the deal to the result", () => {
  expect(path(ANALYSIS.steps, 0, 200)).toBe("M0 50L100 25L200 0");
  expect(path(ANALYSIS.steps, 1, 200)).toBe("M0 50L100 75L200 100");
  expect(path([[1]], 0, 200)).toBe("M0 0");
});

test("letters at the ends keep apart and stay in the box", () => {
  expect(ends([1, 0], 20)).toEqual([0, 100]);
  expect(ends([1, 0, 0, 0], 20)).toEqual([0, 60, 80, 100]);
  expect(ends([0.5, 0.5], 20)).toEqual([50, 70]);
});

test("mistakes come one after the other, and begin again", () => {
  const all = ANALYSIS.decisions.filter((each) => each.kind);
  expect(nextMistake(all, 0)?.step).toBe(2);
  expect(nextMistake(all, 2)?.step).toBe(5);
  expect(nextMistake(all, 7)?.step).toBe(2);
  expect(nextMistake([], 0)).toBeUndefined();
  expect(largest(ANALYSIS).map((each) => each.loss)).toEqual([0.2, 0.09, 0.05, 0.04]);
});

test("a step shows its worst decision and has its mark", () => {
  expect([...marks(ANALYSIS)]).toEqual([
    [2, "mistake"],
    [5, "slip"],
    [7, "mistake"],
  ]);
  expect(decisionAt(ANALYSIS, 2)?.loss).toBe(0.09);
  expect(decisionAt(ANALYSIS, 1)?.kind).toBe("");
  expect(decisionAt(ANALYSIS, 3)).toBeUndefined();
});

test("a press on the curve goes to the nearest step", () => {
  expect(stepAt(0.49, 10)).toBe(5);
  expect(stepAt(-1, 10)).toBe(0);
  expect(stepAt(3, 10)).toBe(10);
});
