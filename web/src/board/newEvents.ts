// What is new with a state: the sentences that came with it.

import type { Sentence, State } from "../protocol";

export class NewEvents {
  private last: State | null = null;

  /** What has happened since the last state. Whoever has just come, or is told everything anew, finds nothing new. */
  of(state: State): Sentence[] {
    const fresh = this.last === null || this.last === state || state.kept === 0 ? [] : state.sentences;
    this.last = state;
    return fresh;
  }
}
