// The tables of the lobby: one's own that go on, one's own that have ended, and those that one may join.

import type { Summary } from "../protocol.gen";

export interface LobbyTables {
  /** One's own games that go on; those that wait for one's move come first. */
  readonly running: readonly Summary[];
  readonly finished: readonly Summary[];
  readonly joinable: readonly Summary[];
}

export function sortTables(own: readonly Summary[], open: readonly Summary[]): LobbyTables {
  const goesOn = own.filter((table) => table.status === "waiting" || table.status === "playing");
  return {
    running: [...goesOn.filter((table) => table.waits_for_me), ...goesOn.filter((table) => !table.waits_for_me)],
    finished: own.filter((table) => table.status === "over" || table.status === "abandoned"),
    joinable: open.filter((table) => table.mine.length === 0),
  };
}
