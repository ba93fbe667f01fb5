// What is drawn of an analysis: lines, marks, and which mistake comes next.

import type { SeenAnalysis, SeenDecision } from "../protocol.gen";

/** The dashes of the lines, which tell players apart without colour. */
export const DASHES = ["", "7 4", "2 4", "10 3 2 3", "4 4"];

/** The path of a seat's chances, in a box that is `width` wide and 100 high. */
export function path(steps: readonly (readonly number[])[], seat: number, width: number): string {
  const last = Math.max(1, steps.length - 1);
  return steps
    .map((step, i) => `${i ? "L" : "M"}${round((width * i) / last)} ${round(100 * (1 - (step[seat] ?? 0)))}`)
    .join("");
}
const round = (value: number): number => Math.round(value * 100) / 100;

/** The heights, in percent from above, of the letters at the ends of the lines: moved apart where they would meet. */
export function ends(last: readonly number[], apart: number): number[] {
  const order = last.map((share, seat) => ({ seat, y: 100 * (1 - share) })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < order.length; i++) order[i]!.y = Math.max(order[i]!.y, order[i - 1]!.y + apart);
  const over = Math.max(0, (order.at(-1)?.y ?? 0) - 100);
  for (let i = order.length - 1, most = 100; i >= 0 && over > 0; i--, most -= apart)
    order[i]!.y = Math.min(order[i]!.y, most);
  const found: number[] = [];
  for (const { seat, y } of order) found[seat] = y;
  return found;
}

/** The slips and mistakes in the order of the game. */
export const mistakes = (analysis: SeenAnalysis): SeenDecision[] => analysis.decisions.filter((each) => each.kind);

/** The slips and mistakes, the largest first. */
export const largest = (analysis: SeenAnalysis): SeenDecision[] =>
  mistakes(analysis).sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0) || a.step - b.step);

/** The first mistake after a step; after the last one, the first of all. */
export function nextMistake(all: readonly SeenDecision[], at: number): SeenDecision | undefined {
  return all.find((each) => each.step > at) ?? all[0];
}

/** The worst mark of each step. */
export function marks(analysis: SeenAnalysis): Map<number, "slip" | "mistake"> {
  const found = new Map<number, "slip" | "mistake">();
  for (const { step, kind } of mistakes(analysis))
    if (kind === "mistake" || !found.has(step)) found.set(step, kind === "mistake" ? "mistake" : "slip");
  return found;
}

/** The decision that a step shows: the one that lost most. */
export const decisionAt = (analysis: SeenAnalysis, step: number): SeenDecision | undefined =>
  analysis.decisions.filter((each) => each.step === step).sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0))[0];

/** The step nearest to a place on the curve, from 0 at its left to 1 at its right. */
export const stepAt = (part: number, last: number): number => Math.round(Math.min(1, Math.max(0, part)) * last);
