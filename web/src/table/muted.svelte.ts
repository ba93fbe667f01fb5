// Whom one does not want to hear, and whether one wants to hear anybody. Remembered here; nobody is told.

import { keep, recallAll } from "../ui/storage";

class Muted {
  all = $state(recallAll("mute-all").includes("yes"));
  private names = $state.raw<string[]>(recallAll("muted"));

  has(name: string): boolean {
    return this.all || this.names.includes(name);
  }

  setAll(all: boolean): void {
    this.all = all;
    keep("mute-all", JSON.stringify(all ? ["yes"] : []));
  }

  set(name: string, muted: boolean): void {
    this.names = muted ? [...this.names.filter((each) => each !== name), name].slice(-100) : this.names.filter((each) => each !== name);
    keep("muted", JSON.stringify(this.names));
  }
}

export const muted = new Muted();
