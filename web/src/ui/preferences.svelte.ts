// What a visitor has chosen on this device, besides language, theme, animations and sound.

import { loadSetting, saveSetting } from "./storage";

export const CONFIRMS = ["never", "risky", "always"] as const;
export type Confirm = (typeof CONFIRMS)[number];
/** Off: nothing is marked. Legal: what can be chosen glows. Full: there is also a button for a hint. */
export const HINTS = ["off", "legal", "full"] as const;
export type Hints = (typeof HINTS)[number];
export const SPEEDS = ["slow", "normal", "fast", "instant"] as const;
export type BotSpeed = (typeof SPEEDS)[number];
const SWITCH = ["on", "off"] as const;

class Preferences {
  private shownConfirm = $state<Confirm>(loadSetting("confirm", CONFIRMS) ?? "risky");
  private shownHints = $state<Hints>(loadSetting("hints", HINTS) ?? "full");
  private shownSpeed = $state<BotSpeed>(loadSetting("botSpeed", SPEEDS) ?? "normal");
  private shownDigest = $state(loadSetting("digest", SWITCH) !== "off");

  constructor() {
    this.apply();
  }

  get confirm(): Confirm {
    return this.shownConfirm;
  }
  set confirm(value: Confirm) {
    this.shownConfirm = value;
    saveSetting("confirm", value);
  }

  get hints(): Hints {
    return this.shownHints;
  }
  set hints(value: Hints) {
    this.shownHints = value;
    saveSetting("hints", value);
    this.apply();
  }

  get botSpeed(): BotSpeed {
    return this.shownSpeed;
  }
  set botSpeed(value: BotSpeed) {
    this.shownSpeed = value;
    saveSetting("botSpeed", value);
  }

  /** Whether "since your last turn" is shown when one's turn begins. */
  get digest(): boolean {
    return this.shownDigest;
  }
  set digest(on: boolean) {
    this.shownDigest = on;
    saveSetting("digest", on ? "on" : "off");
  }

  reset(): void {
    this.confirm = "risky";
    this.hints = "full";
    this.botSpeed = "normal";
    this.digest = true;
  }

  /** Styles read the level of hints. */
  private apply(): void {
    document.documentElement.dataset.hints = this.shownHints;
  }
}

export const preferences = new Preferences();
