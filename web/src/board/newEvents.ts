// Finds the sentences that a state adds to the previous one.

import type { GameId, Sentence, State } from "../protocol.gen";

export class NewEvents<Game extends GameId> {
  private last: State<Game> | null = null;

  /** The sentences since the last state. Empty for the first state and after the server has resent everything. */
  of(state: State<Game>): readonly Sentence<Game>[] {
    const fresh = this.last === null || this.last === state || state.kept === 0 ? [] : state.sentences;
    this.last = state;
    return fresh;
  }
}
