// Which cards fly where after an event, and walking pawns. Places: pile:PLACE (the pile of the world there), hand:SEAT.
import { enlarged, type Move } from "../../board/flights";
import type { ClefEvent } from "../../protocol.gen";

/** `places` are the seats' places before these events. Cards of other players fly face down. */
export function moves(events: readonly ClefEvent[], places: number[], me: number | null): Move[] {
  const at = [...places];
  return events.flatMap((event): Move[] => {
    const cards = (list: readonly (string | undefined)[], from: string, to: string, mine: boolean): Move[] =>
      list.map((card) => ({ from, to, sound: "card", ...(mine ? { card } : { sign: "back" }) }));
    const seat = "seat" in event ? event.seat : -1,
      mine = seat === me,
      hand = `hand:${seat}`,
      pile = `pile:${at[seat]}`;
    switch (event.event) {
      case "draw":
        return cards([event.card], pile, hand, mine);
      case "discard":
      case "lose":
      case "cancel":
      case "stop":
        return cards([event.card], hand, pile, mine);
      case "travel":
      case "go_home":
      case "effect":
        return cards(
          event.cards.filter((card) => card !== "character"),
          hand,
          pile,
          mine,
        );
      case "left_behind":
        return cards(event.cards ?? Array.from<undefined>({ length: event.number }), hand, pile, mine);
      case "steal":
        return cards([event.card], `hand:${event.victim}`, hand, mine || event.victim === me);
      case "trade":
      case "swap": {
        const either = mine || event.with === me;
        return [
          ...cards([event.gave], hand, `hand:${event.with}`, either),
          ...cards([event.got], `hand:${event.with}`, hand, either),
        ];
      }
      case "pick":
        return event.picked && event.to === "hand" ? cards([event.card], pile, hand, mine) : [];
      case "open_world":
        return [{ from: "", to: "", sound: "door" }];
      case "move":
        at[event.seat] = event.place;
        return [];
      default:
        return [];
    }
  });
}

/** The pawns' positions; call it before the board updates so that they can walk from there. */
export function pawns(root: HTMLElement | undefined): Map<string, DOMRect> {
  return new Map(
    [...(root?.querySelectorAll<HTMLElement>("[data-pawn]") ?? [])].map((pawn) => [
      pawn.dataset.pawn!,
      pawn.getBoundingClientRect(),
    ]),
  );
}
export function walk(root: HTMLElement | undefined, before: Map<string, DOMRect>, duration: number): void {
  if (!root || !duration) return;
  for (const pawn of root.querySelectorAll<HTMLElement>("[data-pawn]")) {
    const from = before.get(pawn.dataset.pawn!),
      to = pawn.getBoundingClientRect();
    if (!from || Math.hypot(from.left - to.left, from.top - to.top) < 12) continue;
    pawn.animate(
      [
        { transform: `translate(${(from.left - to.left) / enlarged()}px, ${(from.top - to.top) / enlarged()}px)` },
        { transform: "none" },
      ],
      { duration, easing: "cubic-bezier(.2, .8, .2, 1)" },
    );
  }
}
