// Keeps keyboard focus in place across updates: if the focused element disappears, a neighbour gets the focus.

const FIT = "button:not(:disabled):not([tabindex='-1']), a[href], [tabindex='0']";

/** Call before the page updates; call the returned function afterwards to restore the focus. */
export function rememberFocus(root: HTMLElement | undefined): () => void {
  const had = document.activeElement;
  if (!root || !(had instanceof HTMLElement) || !root.contains(had)) return () => {};
  const near: string[] = [];
  for (let each: HTMLElement | null = had; each && each !== root; each = each.parentElement) {
    if (each.dataset.place) near.push(each.dataset.place);
  }
  return () => {
    if (had.isConnected && document.activeElement === had) return;
    // Something else, such as a dialog, has taken the focus on purpose.
    if (document.activeElement && document.activeElement !== document.body) return;
    if (had.isConnected && !(had as HTMLButtonElement).disabled && had.offsetParent !== null) {
      had.focus({ preventScroll: true });
      return;
    }
    const places = near.map((name) => root.querySelector<HTMLElement>(`[data-place="${CSS.escape(name)}"]`));
    const next =
      places.map((place) => place?.querySelector<HTMLElement>(FIT)).find(Boolean) ??
      root.querySelector<HTMLElement>(`.legal[tabindex='0'], ${FIT}`);
    (next ?? root).focus({ preventScroll: true });
  };
}
