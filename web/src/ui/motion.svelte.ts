// Animation speed: normal, twice as fast, or off. Off by default if the system asks for reduced motion.

import { saveSetting, loadSetting } from "./storage";

export const PACES = ["normal", "fast", "off"] as const;
export type Pace = (typeof PACES)[number];

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

class Motion {
  private chosen = $state<Pace | null>(loadSetting("pace", PACES));
  private reduced = $state(reducedMotion.matches);
  pace: Pace = $derived(this.chosen ?? (this.reduced ? "off" : "normal"));

  constructor() {
    reducedMotion.addEventListener("change", () => {
      this.reduced = reducedMotion.matches;
      this.apply();
    });
    this.apply();
  }

  /** Null follows the system again. */
  set(pace: Pace | null): void {
    this.chosen = pace;
    saveSetting("pace", pace ?? "");
    this.apply();
  }

  /** A duration scaled to the chosen pace, in milliseconds; 0 if animations are off. */
  time(milliseconds: number): number {
    return { normal: milliseconds, fast: milliseconds / 2, off: 0 }[this.pace];
  }

  private apply(): void {
    document.documentElement.dataset.pace = this.pace;
  }
}

export const motion = new Motion();
