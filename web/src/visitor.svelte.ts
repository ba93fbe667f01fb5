// Who sits at this browser: a name, a colour and a language, kept by a cookie of the server.

import * as api from "./net/api";
import type { Language, Me, TableSummary } from "./protocol";

class Visitor {
  me = $state.raw<Me | null>(null);
  known = $state(false);

  async load(): Promise<void> {
    this.me = await api.me();
    this.known = true;
  }

  /** Be somebody, and keep what is known already. */
  async introduce(name: string, language: Language, colour = this.colour): Promise<void> {
    const who = await api.introduce(name.trim().slice(0, 24), colour, language);
    this.me = { tables: this.me?.tables ?? [], ...who };
    this.known = true;
  }

  /** The games that wait for a decision. */
  get waiting(): TableSummary[] {
    return (this.me?.tables ?? []).filter((table) => table.waits_for_me && table.status === "playing");
  }

  /** The colour one has, or will have. */
  get colour(): number {
    return this.me?.colour ?? this.first;
  }
  private first = Math.floor(Math.random() * 8);
}

export const visitor = new Visitor();
