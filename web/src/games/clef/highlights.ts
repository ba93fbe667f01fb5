// Events that deserve a picture: a bad encounter and its consequences, a cancelled card, a hand that was seen, a card played
// against me. The sentences come from the server; this module groups those that belong to one event.
import type { ClefEvent, Sentence } from "../../protocol.gen";

export interface Highlight {
  kind: "bad" | "stopped" | "seen" | "aimed";
  cards: readonly string[];
  lines: string[];
  /** More may belong to it. */ open: boolean;
}

// Events that continue the current highlight.
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

/** The highlight after these sentences: a new one, the last one extended, or the last one unchanged. */
export function nextHighlight(
  last: Highlight | null,
  newSentences: readonly Sentence<"clef">[],
  me: number | null,
): Highlight | null {
  let shown = last;
  const begin = (kind: Highlight["kind"], cards: readonly string[], line: string): void =>
    void (shown = { kind, cards, lines: [line], open: true });
  const extend = (cards: readonly string[], line: string): void =>
    void (shown = { ...shown!, cards: [...shown!.cards, ...cards], lines: [...shown!.lines, line] });
  for (const { text, event } of newSentences) {
    if (event.event === "meet") begin("bad", [event.card], text);
    else if (event.event === "cancel" && shown?.open && shown.kind === "bad") extend([event.card], text);
    else if (event.event === "cancel") begin("stopped", [event.against, event.card], text);
    else if (event.event === "stop") begin("stopped", [event.card], text);
    else if (event.event === "look" && event.cards) begin("seen", event.cards, text);
    else if (event.event === "effect" && me !== null && event.target === me) begin("aimed", event.cards, text);
    else if (shown?.open && FOLLOWS.includes(event.event))
      extend(event.event === "show_hand" ? event.cards : event.event === "lose" ? [event.card] : [], text);
    else if (shown?.open) shown = { ...shown, open: false };
  }
  return shown;
}
