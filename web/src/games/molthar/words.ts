// Words about cards that several components need.
import type { MoltharCard } from "../../protocol.gen";
import type { Messages } from "./messages";

const TIMES: Partial<Record<MoltharCard["timing"], "any" | "first" | "last" | "once" | "portal">> = {
  "any time": "any",
  "before first action": "first",
  "after last action": "last",
  "on activation": "once",
  "while on a portal": "portal",
};

/** When an ability works, in brackets; empty if that needs no word. */
export function timingWords(character: MoltharCard, messages: Messages): string {
  const time = TIMES[character.timing];
  return time ? `(${messages[time]})` : "";
}
