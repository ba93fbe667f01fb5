// Which cards fly where after an event. Places: char:0, pearl:pile, hand:SEAT, portal:SEAT:SLOT, medals:SEAT,
// discard:char.
import type { MoltharEvent } from "../../protocol.gen";
import type { Move } from "../../board/flights";
import { value, type Pearl } from "./logic";

export function moves(event: MoltharEvent): Move[] {
  const hand = "seat" in event ? `hand:${event.seat}` : "";
  const portal = (seat: number): string => ("slot" in event ? `portal:${seat}:${event.slot}` : "");
  const pearls = (list: readonly Pearl[], from: string, to: string): Move[] =>
    list.map((pearl) => ({ from, to, card: `pearl-${value(pearl)}`, sign: `bead-${value(pearl)}` }));
  switch (event.event) {
    case "take":
      return [
        {
          from: `pearl:${event.from}`,
          to: hand,
          card: event.pearl === undefined ? undefined : `pearl-${value(event.pearl)}`,
          turn: event.from === "pile",
          sound: "pearl",
        },
      ];
    case "draw":
      return Array.from({ length: event.number }, () => ({ from: "pearl:pile", to: hand, sound: "pearl" as const }));
    case "reveal_pearl":
      return [{ from: "pearl:pile", to: `pearl:${event.place}`, card: `pearl-${value(event.pearl)}`, turn: true }];
    case "reveal_character":
      return [{ from: "char:pile", to: `char:${event.place}`, card: event.character, turn: true }];
    case "refresh":
      return event.pearls.map((pearl, i) => ({
        from: `pearl:${i}`,
        to: "discard:pearl",
        card: `pearl-${value(pearl)}`,
        sound: "card",
      }));
    case "swap_symbol":
      return event.characters.map((id, i) => ({ from: `char:${i}`, to: "discard:char", card: id, sound: "card" }));
    case "place":
      return [
        {
          from: `char:${event.from}`,
          to: portal(event.seat),
          card: event.character,
          turn: event.from === "pile",
          sound: "card",
        },
      ];
    case "swap":
      return [
        { from: portal(event.seat), to: `char:${event.with}`, card: event.gave, sound: "card" },
        { from: `char:${event.with}`, to: portal(event.seat), card: event.got },
      ];
    case "activate":
      return [
        ...pearls(event.spend, hand, portal(event.owner)),
        {
          from: portal(event.owner),
          to: `medals:${event.seat}`,
          card: event.character,
          turn: true,
          stamp: true,
          sound: "bell",
        },
      ];
    case "banish":
      return [{ from: portal(event.victim), to: "discard:char", card: event.character, sound: "card" }];
    case "discard_character":
      return [{ from: portal(event.seat), to: "discard:char", card: event.character, sound: "card" }];
    case "discard":
      return pearls([event.pearl], hand, "discard:pearl");
    case "trade_two":
      return [
        ...pearls([event.pearl], hand, "discard:pearl"),
        { from: "char:pile", to: `medals:${event.seat}`, sign: "gem", sound: "pearl" },
      ];
    case "redraw":
      return pearls(event.pearls, hand, "discard:pearl");
    case "take_back":
      return [{ ...pearls([event.pearl], "discard:pearl", hand)[0]!, sound: "pearl" }];
    case "rob_pearl":
      return [
        {
          from: `hand:${event.victim}`,
          to: hand,
          sign: event.pearl === undefined ? "hands" : `bead-${value(event.pearl)}`,
          sound: "pearl",
        },
      ];
    case "diamond":
      return [{ from: "char:pile", to: `medals:${event.seat}`, sign: "gem", sound: "pearl" }];
    default:
      return [];
  }
}
