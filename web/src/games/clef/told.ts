// Small events worth a picture: a bad encounter and what came of it, a card cancelled, a hand that was seen, and what
// others play on me. Sentences come from the server; here they are gathered by what they belong to.
import type { Sentence } from "../../protocol";

export interface Told { id: number; kind: "bad" | "stopped" | "seen" | "aimed"; cards: string[]; lines: string[]; seat: number }

// What still belongs to the event that was told last.
const FOLLOWS = ["lose", "nothing_lost", "miss_turn", "show_hand", "unharmed", "move", "left_behind", "open_world", "steal", "swap", "reveal", "shield", "cancel"];

/** The event to be shown after these sentences, given the one that is still being told; null if there is none. */
export function tell(last: Told | null, news: Sentence[], me: number | null): Told | null {
  let now = last, changed = false;
  for (const { number, text, event } of news) {
    const begin = (kind: Told["kind"], cards: string[]): void => { now = { id: number, kind, cards, lines: [text], seat: event.seat }; changed = true; };
    if (event.event === "meet") begin("bad", [event.card]);
    else if (now?.kind === "bad" && event.event === "cancel") { now = { ...now, cards: [...now.cards, event.card], lines: [...now.lines, text] }; changed = true; }
    else if (event.event === "cancel") begin("stopped", [event.against, event.card]);
    else if (event.event === "stop") begin("stopped", [event.card]);
    else if (event.event === "look" && event.cards) begin("seen", event.cards);
    else if (event.event === "effect" && event.target === me && me !== null) begin("aimed", event.cards);
    else if (now && FOLLOWS.includes(event.event)) { now = { ...now, cards: event.event === "show_hand" || event.event === "lose" ? [...now.cards, ...(event.cards ?? [event.card])] : now.cards, lines: [...now.lines, text] }; changed = true; }
    else now = null;
  }
  return changed ? now : last && now ? last : null;
}
