// How fast things move: as designed, twice as fast, or not at all. Who asked the system for less motion gets none.

import { keep, recall } from "./storage";

export const PACES = ["normal", "fast", "off"] as const;
export type Pace = (typeof PACES)[number];

const still = matchMedia("(prefers-reduced-motion: reduce)");

class Motion {
  private chosen = $state<Pace | null>(recall("pace", PACES));
  private still = $state(still.matches);
  pace: Pace = $derived(this.chosen ?? (this.still ? "off" : "normal"));

  constructor() {
    still.addEventListener("change", () => {
      this.still = still.matches;
      this.show();
    });
    this.show();
  }

  set(pace: Pace): void {
    this.chosen = pace;
    keep("pace", pace);
    this.show();
  }

  /** A time of the design at the pace chosen, in milliseconds; 0 where nothing moves. */
  time(milliseconds: number): number {
    return { normal: milliseconds, fast: milliseconds / 2, off: 0 }[this.pace];
  }

  private show(): void {
    document.documentElement.dataset.pace = this.pace;
  }
}

export const motion = new Motion();
