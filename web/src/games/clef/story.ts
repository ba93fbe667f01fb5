// What the end of a game tells, from its events: a player's route, and the keys that opened the way home.
import type { ClefStep, Sentence } from "../../protocol.gen";

export interface Stop {
  place: number;
  /** The rounds in which the player was there. */
  from: number;
  to: number;
}

/** The places where a player was, in order; `start` is where the pawn stood first, if the log does not say. */
export function routeOf(sentences: readonly Sentence<"clef">[], seat: number): Stop[] {
  let round = 1;
  const stops: Stop[] = [];
  const arrive = (place: number): void => void stops.push({ place, from: round, to: round });
  for (const { event } of sentences) {
    if (event.event === "turn") round = event.round;
    else if (event.event === "set_up") arrive(event.places[seat]!);
    else if (event.event === "move" && event.seat === seat) {
      if (!stops.length) arrive(event.from);
      stops.at(-1)!.to = round;
      arrive(event.place);
    }
  }
  if (stops.length) stops.at(-1)!.to = round;
  return stops;
}

/** The keys that opened the winner's way home, each with the card that paid it; empty if nobody got home. */
export function keysHome(sentences: readonly Sentence<"clef">[]): readonly ClefStep[] {
  return sentences.flatMap(({ event }) => (event.event === "over" ? (event.keys ?? []) : []));
}
