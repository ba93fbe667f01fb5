// The muted chat participants, or everybody. Stored in this browser only.

import { saveSetting, loadList } from "../ui/storage";

class Muted {
  all = $state(loadList("mute-all").includes("yes"));
  private names = $state.raw<string[]>(loadList("muted"));

  has(name: string): boolean {
    return this.all || this.names.includes(name);
  }

  setAll(all: boolean): void {
    this.all = all;
    saveSetting("mute-all", JSON.stringify(all ? ["yes"] : []));
  }

  set(name: string, muted: boolean): void {
    this.names = muted
      ? [...this.names.filter((each) => each !== name), name].slice(-100)
      : this.names.filter((each) => each !== name);
    saveSetting("muted", JSON.stringify(this.names));
  }
}

export const muted = new Muted();
