// News that deserve a picture: a bad encounter and its consequences, a cancelled card, a hand that was seen, a card
// played against me. The sentences come from the server; this module groups those that belong to one event.
import type { ClefEvent, Sentence } from "../../protocol.gen";
import { withoutQuote } from "../../table/chronicle";

export interface News {
  /** Whose panel shows it. */
  seat: number;
  kind: "bad" | "stopped" | "seen" | "aimed";
  cards: readonly string[];
  lines: string[];
  /** More may belong to it. */
  open: boolean;
}

// Events that continue the current news.
const FOLLOWS: readonly ClefEvent["event"][] = [
  "lose",
  "nothing_lost",
  "miss_turn",
  "show_hand",
  "unharmed",
  "move",
  "left_behind",
  "open_world",
  "steal",
  "swap",
  "reveal",
  "shield",
];

/** The news after these sentences: a new one, the last one extended, or the last one unchanged. */
export function nextNews(last: News | null, newSentences: readonly Sentence<"clef">[], me: number | null): News | null {
  let shown = last;
  const begin = (kind: News["kind"], seat: number, cards: readonly string[], line: string): void =>
    void (shown = { seat, kind, cards, lines: [line], open: true });
  const extend = (cards: readonly string[], line: string): void =>
    void (shown = { ...shown!, cards: [...shown!.cards, ...cards], lines: [...shown!.lines, line] });
  for (const { text, event } of newSentences) {
    if (event.event === "meet") begin("bad", event.seat, [event.card], `${withoutQuote(text)}.`);
    else if (event.event === "cancel" && shown?.open && shown.kind === "bad") extend([event.card], text);
    else if (event.event === "cancel") begin("stopped", event.seat, [event.against, event.card], text);
    else if (event.event === "stop") begin("stopped", event.seat, [event.card], text);
    else if (event.event === "look" && event.cards) begin("seen", event.victim, event.cards, text);
    else if (event.event === "effect" && me !== null && event.target === me)
      begin("aimed", event.seat, event.cards, text);
    else if (shown?.open && FOLLOWS.includes(event.event))
      extend(event.event === "show_hand" ? event.cards : event.event === "lose" ? [event.card] : [], text);
    else if (shown?.open) shown = { ...shown, open: false };
  }
  return shown;
}
