// What the end of a game tells, from its events: everybody's points round by round, and who brought the end about.
import type { MoltharCard, Sentence } from "../../protocol.gen";

export interface Story {
  /** The first round of the log, and for each round everybody's points at its end. */
  first: number;
  points: number[][];
  twelve: { seat: number; round: number } | null;
}

/** `now` are the points at the end: games that began in a position had some before the log began. */
export function storyOf(
  sentences: readonly Sentence<"molthar">[],
  cards: ReadonlyMap<string, MoltharCard>,
  now: readonly number[],
): Story {
  const gained = now.map(() => 0),
    rounds: number[][] = [];
  let first = 0,
    round = 0,
    twelve: Story["twelve"] = null;
  const note = (): void => void (rounds[round - first] = [...gained]);
  for (const { event } of sentences) {
    if (event.event === "turn" && event.round !== round) {
      if (first) note();
      first ||= event.round;
      round = event.round;
    } else if (event.event === "activate") {
      gained[event.seat]! += cards.get(event.character)?.points ?? 0;
    } else if (event.event === "twelve") twelve = { seat: event.seat, round };
  }
  if (!first) first = round = 1;
  note();
  // A log that begins in the middle of a turn names that round with the next turn.
  if (twelve) twelve.round ||= first;
  const before = now.map((points, seat) => points - gained[seat]!);
  return { first, points: rounds.map((list) => list.map((points, seat) => points + before[seat]!)), twelve };
}
