// Keeps the keyboard focus where the next step is: what was focused, else the button that goes on with what was begun,
// else a neighbour, else the hand. Never the top of the page.

const FIT = "button:not(:disabled):not([tabindex='-1']), a[href], [tabindex='0']";

const shown = (element: HTMLElement | null | undefined): element is HTMLElement =>
  !!element && !(element as HTMLButtonElement).disabled && element.checkVisibility();

const first = (root: HTMLElement, selector: string): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>(selector)].find(shown);

/** The button that goes on with what the player has begun, such as Pay. */
const onward = (root: HTMLElement): HTMLElement | undefined => first(root, "[data-onward]:not(:disabled)");

/** Where the focus goes if nothing is focused any more. */
function nextStep(root: HTMLElement, near: readonly string[] = []): HTMLElement {
  const places = near.map((name) => root.querySelector<HTMLElement>(`[data-place="${CSS.escape(name)}"]`));
  return (
    onward(root) ??
    places.map((place) => place && first(place, FIT)).find((found) => !!found) ??
    first(root, ".best:is(button, [tabindex])") ??
    first(root, ".legal[tabindex='0']") ??
    first(root, "[data-place^='hand:'] :is(button, [tabindex='0'])") ??
    root
  );
}

const nothingFocused = (): boolean => !document.activeElement || document.activeElement === document.body;

/** Call before the page updates; call the returned function afterwards to restore the focus. */
export function rememberFocus(root: HTMLElement | undefined): () => void {
  const had = document.activeElement;
  if (!root || !(had instanceof HTMLElement) || !root.contains(had)) return () => {};
  const near: string[] = [];
  for (let each: HTMLElement | null = had; each && each !== root; each = each.parentElement) {
    if (each.dataset.place) near.push(each.dataset.place);
  }
  return () => {
    // Something else, such as a dialog, has taken the focus on purpose.
    if (!nothingFocused()) return;
    const target = had.isConnected && shown(had) ? had : nextStep(root, near);
    target.focus({ preventScroll: true });
  };
}

/** Call after a press on the board by keyboard: goes on to the next button, or back to where something can be done. */
export function focusNext(root: HTMLElement): void {
  const next = onward(root);
  if (next && !next.contains(document.activeElement)) next.focus({ preventScroll: true });
  else if (nothingFocused()) nextStep(root).focus({ preventScroll: true });
}
