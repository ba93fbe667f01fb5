// What the events of a turn change on the table, for the digest and the marks of what is new.

import type { Changes } from "../../table/chronicle";
import type { MoltharCard, MoltharEvent } from "../../protocol.gen";

export function changes(event: MoltharEvent): Changes {
  switch (event.event) {
    case "reveal_pearl":
      return { fresh: [`pearl:${event.place}`] };
    case "reveal_character":
      return { fresh: [`char:${event.place}`] };
    case "place":
      return { fresh: [`portal:${event.seat}:${event.slot}`], gone: [`char:${event.from}`] };
    case "swap":
      return { fresh: [`portal:${event.seat}:${event.slot}`, `char:${event.with}`] };
    case "activate":
      return {
        fresh: [`medals:${event.seat}:${event.character}`],
        gone: [`portal:${event.owner}:${event.slot}`],
      };
    case "banish":
      return { gone: [`portal:${event.victim}:${event.slot}`] };
    case "discard_character":
      return { gone: [`portal:${event.seat}:${event.slot}`] };
    default:
      return {};
  }
}

export const points = (event: MoltharEvent, cards: readonly MoltharCard[]): number =>
  event.event === "activate" ? (cards.find((card) => card.id === event.character)?.points ?? 0) : 0;
