// What the end of a game tells, from its events: a player's route, and the keys that opened the way home.
import type { Sentence } from "../../protocol.gen";

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

/** The cards with which a player went home, in the order in which they paid; empty if they did not get there. */
export function keysHome(sentences: readonly Sentence<"clef">[], seat: number): readonly string[] {
  const paid = sentences.flatMap(({ event }) =>
    event.event === "go_home" && event.seat === seat ? [event.cards] : [],
  );
  return paid.at(-1) ?? [];
}
