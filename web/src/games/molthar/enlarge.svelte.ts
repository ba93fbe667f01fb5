// Which card is shown large, and beside what.
import type { Character, Pearl } from "./logic";

export type Subject = { character: Character } | { pearl: Pearl };
export const large = $state<{ of: Subject | null; at: DOMRect | null }>({ of: null, at: null });

let timer: ReturnType<typeof setTimeout> | undefined;
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
