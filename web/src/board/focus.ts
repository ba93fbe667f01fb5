// Who plays with the keyboard stays where they were: when the thing that had the focus is gone, its neighbour has it.

const FIT = "button:not(:disabled):not([tabindex='-1']), a[href], [tabindex='0']";

/** Before the page changes: remember where the focus is. The answer is called after it has changed. */
export function rememberFocus(root: HTMLElement | undefined): () => void {
  const had = document.activeElement;
  if (!root || !(had instanceof HTMLElement) || !root.contains(had)) return () => {};
  const near: string[] = [];
  for (let each: HTMLElement | null = had; each && each !== root; each = each.parentElement) {
    if (each.dataset.place) near.push(each.dataset.place);
  }
  return () => {
    if (had.isConnected && document.activeElement === had) return;
    // Somebody has taken the focus on purpose, as a dialog does.
    if (document.activeElement && document.activeElement !== document.body) return;
    if (had.isConnected && !(had as HTMLButtonElement).disabled && had.offsetParent !== null) {
      had.focus({ preventScroll: true });
      return;
    }
    const places = near.map((name) => root.querySelector<HTMLElement>(`[data-place="${CSS.escape(name)}"]`));
    const next = places.map((place) => place?.querySelector<HTMLElement>(FIT)).find(Boolean) ?? root.querySelector<HTMLElement>(`.legal[tabindex='0'], ${FIT}`);
    (next ?? root).focus({ preventScroll: true });
  };
}
