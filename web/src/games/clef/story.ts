// What the end of a game tells, from its events: a player's route, and the keys that opened the way home.
import type { ClefKey, ClefWorldCard, Sentence } from "../../protocol.gen";

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

/** The keys on the sides of a world that face Kernault; a corner has two such sides (K11). */
export function keysOfDoor(world: ClefWorldCard, place: number): ClefKey[] {
  const [top, right, bottom, left] = world.keys,
    vertical = place < 3 ? bottom : place > 5 ? top : null,
    horizontal = place % 3 === 0 ? right : place % 3 === 2 ? left : null;
  return [vertical, horizontal].flatMap((key) => key ?? []);
}

/** Which item of a payment paid each due key; `opens` has the keys that an item can count as. Null if they do not fit. */
export function match(due: readonly ClefKey[], opens: ReadonlyMap<string, readonly ClefKey[]>): string[] | null {
  const [key, ...rest] = due;
  if (key === undefined) return [];
  for (const [item, keys] of opens) {
    if (!keys.includes(key)) continue;
    const others = match(rest, new Map([...opens].filter(([other]) => other !== item)));
    if (others) return [item, ...others];
  }
  return null;
}
