// Which step a key leads to, and from which step and seat a visitor plays on.

import type { SeenAnalysis, Step } from "../protocol.gen";
import { decisionAt } from "./curve";
import type { Viewpoint } from "./recording.svelte";

/** What steps through a game: a `Recording`. */
export interface Steps {
  readonly at: number;
  readonly last: number;
  go: (to: number) => void;
  /** Go to the previous or the next beginning of a turn. */
  turn: (direction: -1 | 1) => void;
}

const KEYS: Readonly<Record<string, (steps: Steps) => void>> = {
  ArrowLeft: (steps) => steps.go(steps.at - 1),
  ArrowRight: (steps) => steps.go(steps.at + 1),
  Home: (steps) => steps.go(0),
  End: (steps) => steps.go(steps.last),
  PageUp: (steps) => steps.turn(-1),
  PageDown: (steps) => steps.turn(1),
};

/** Goes where a key leads; false if it is no key of the replay. */
export function stepByKey(key: string, steps: Steps): boolean {
  if (!Object.hasOwn(KEYS, key)) return false;
  KEYS[key]!(steps);
  return true;
}

/** What is shown, from where. */
export interface Shown {
  readonly at: number;
  readonly steps: readonly Pick<Step, "seat">[];
  readonly viewpoint: Viewpoint;
  /** The visitor's own seat, if this was a game of theirs. */
  readonly own: number | undefined;
}

/** Where to play on, and at which seat: before a mistake, to do better. */
export function playOnFrom(
  { at, steps, viewpoint, own }: Shown,
  analysis: SeenAnalysis | null,
): { step: number; seat: number } {
  const found = analysis ? decisionAt(analysis, at) : undefined;
  const wrong = found?.kind ? found : undefined;
  const step = wrong ? at - 1 : at;
  const seat = typeof viewpoint === "number" ? viewpoint : own;
  return { step, seat: seat ?? wrong?.seat ?? steps[step + 1]?.seat ?? 0 };
}

/** The number of sentences that the hash of a link asks for. */
export const sentencesOfHash = (hash: string): number | null => (/^#\d+$/.test(hash) ? Number(hash.slice(1)) : null);

const MOST_BYTES = 1_000_000;

/** A record file's content, or why it cannot be one. */
export async function readRecord(
  file: Pick<File, "size" | "text">,
): Promise<{ record: unknown } | { fault: "tooLarge" | "notJson" | "unreadable" }> {
  if (file.size > MOST_BYTES) return { fault: "tooLarge" };
  try {
    return { record: JSON.parse(await file.text()) as unknown };
  } catch (error) {
    return { fault: error instanceof SyntaxError ? "notJson" : "unreadable" };
  }
}
