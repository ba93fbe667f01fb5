// Where the keyboard goes when the state of the turn changes: to Pay, to the character that makes room, to the pearls.
import { questioned, type Turn } from "./turn";

const TARGETS: Partial<Record<Turn["at"], string>> = {
  paying: "[data-onward]",
  replacing: ".portalbox .legal",
  swapping: ".portalbox .legal, .book .legal",
  discarding: ".hand .legal",
  stealing: ".tray .legal",
  "taking back": ".tray .legal",
  robbing: ".tray button",
  banishing: ".tray .legal, .rivals .legal, .portalbox .legal",
};
const BACK = ".hand [tabindex='0'], .book .legal[tabindex='0']";

let before: Turn["at"] | null = null;

/** Call before the board updates; call the result, if any, afterwards. Focus elsewhere on the page stays there. */
export function nextFocus(root: HTMLElement | undefined, turn: Turn): (() => void) | null {
  const was = before;
  before = turn.at;
  const had = document.activeElement;
  if (!root || !had || was === turn.at || !root.contains(had)) return null;
  const paid = was === "paying" && !questioned(turn);
  return () => {
    const target = TARGETS[turn.at] ?? (paid || !had.isConnected ? BACK : null);
    if (!target || (document.activeElement !== document.body && !root.contains(document.activeElement))) return;
    root.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  };
}
