// Keyboard shortcuts of a table. A control of the board names its key with `data-key`; the page presses it.

import type { PlainKey } from "../i18n/index.svelte";

/** The shortcuts of the page itself, by the key that is pressed. */
export const SHORTCUTS = {
  h: "hint",
  u: "undo",
  s: "skipBots",
  c: "chat",
  l: "chronicle",
  m: "menu",
  "?": "keys",
} as const satisfies Record<string, PlainKey>;

export type Shortcut = keyof typeof SHORTCUTS;

const visible = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });

/** The controls that have a key now; if two have the same, the first that is visible counts. */
export function keyedControls(): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>();
  for (const control of document.querySelectorAll<HTMLElement>("main [data-key]")) {
    const key = control.dataset.key!.toLowerCase();
    if (!found.has(key) && visible(control)) found.set(key, control);
  }
  return found;
}

/** Whether a key press is meant for something else: a field, a dialog, the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  return (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    document.querySelector("dialog[open]") !== null ||
    (event.target instanceof HTMLElement && event.target.matches("input, textarea, select, [contenteditable]"))
  );
}

/** Presses the control of the board that has this key. */
export function pressKeyed(key: string): boolean {
  const control = keyedControls().get(key);
  if (!control || (control as HTMLButtonElement).disabled) return false;
  control.focus({ preventScroll: true });
  control.click();
  return true;
}
