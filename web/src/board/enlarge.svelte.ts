// Which card is enlarged: the one under the pointer, or one that is pinned in the middle of the page.

/** The game's own description of a card; only the game's Large.svelte reads it. */
export type Subject = object;

export const large = $state<{ of: Subject | null; at: DOMRect | null; held: Subject | null }>({
  of: null,
  at: null,
  held: null,
});

let timer: ReturnType<typeof setTimeout> | undefined;

/** Show a card enlarged next to its element after `wait` milliseconds. */
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

/** Pin a card until the player closes it; null unpins it. */
export function hold(of: Subject | null): void {
  shrink();
  large.held = of;
}
