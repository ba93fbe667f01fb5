// Which card is shown large: beside the pointer while it rests on it, or held in the middle of the page.

/** What a game calls a card: whatever its own drawing of large cards understands. */
export type Subject = object;

export const large = $state<{ of: Subject | null; at: DOMRect | null; held: Subject | null }>({ of: null, at: null, held: null });

let timer: ReturnType<typeof setTimeout> | undefined;

/** Show a card large beside its element, after a while. */
export function enlarge(of: Subject, element: Element, wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!element.isConnected) return;
    large.of = of;
    large.at = element.getBoundingClientRect();
  }, wait);
}

export function shrink(): void {
  clearTimeout(timer);
  large.of = null;
}

/** Keep a card large, to read it and to go on from it, until somebody closes it. */
export function hold(of: Subject | null): void {
  shrink();
  large.held = of;
}
