// The visitor at this browser: name, colour and language. The server identifies them by a cookie.

import * as api from "./net/api";
import type { Known, Language, Summary } from "./protocol.gen";

class Visitor {
  me = $state.raw<Known | null>(null);
  known = $state(false);

  async load(): Promise<void> {
    this.me = await api.me();
    this.known = true;
  }

  /** Set the visitor's name, language and colour, and keep the known tables. */
  async introduce(name: string, language: Language, colour = this.colour): Promise<void> {
    const who = await api.introduce(name.trim().slice(0, 24), colour, language);
    this.me = { tables: this.me?.tables ?? [], ...who };
    this.known = true;
  }

  /** The games that wait for this visitor's decision. */
  get waiting(): readonly Summary[] {
    return (this.me?.tables ?? []).filter((table) => table.waits_for_me && table.status === "playing");
  }

  /** The visitor's colour; random until they choose one. */
  get colour(): number {
    return this.me?.colour ?? this.first;
  }
  private first = Math.floor(Math.random() * 8);
}

export const visitor = new Visitor();
