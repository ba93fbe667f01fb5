// Finds the sentences that a state adds to the previous one.

import type { Sentence, State } from "../protocol";

export class NewEvents {
  private last: State | null = null;

  /** The sentences since the last state. Empty for the first state and after the server has resent everything. */
  of(state: State): Sentence[] {
    const fresh = this.last === null || this.last === state || state.kept === 0 ? [] : state.sentences;
    this.last = state;
    return fresh;
  }
}
