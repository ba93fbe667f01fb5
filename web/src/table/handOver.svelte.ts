// Several people share this screen: a player's cards are covered after their turn, and a curtain falls before the next
// player.

import { untrack } from "svelte";

import type { TableConnection } from "../net/tableConnection.svelte";

/** The player briefly sees the result of their move before the curtain falls. */
const DELAY_MS = 900;

export class HandOver {
  private readonly shared = $derived.by(() => {
    const state = this.table.state;
    return state?.status === "playing" && state.seats.filter((seat) => seat.mine && seat.kind === "person").length > 1;
  });
  /** The seat that plays next at this screen and is not shown yet. */
  readonly next = $derived.by(() => {
    const state = this.table.state;
    return this.shared && state && state.mine_asked !== state.seat ? state.mine_asked : null;
  });
  /** The seat that is shown has finished its turn. */
  private readonly done = $derived.by(() => {
    const state = this.table.state;
    return (
      this.shared &&
      !!state &&
      state.seat !== null &&
      state.mine_asked !== state.seat &&
      (state.view?.turn?.seat ?? null) !== state.seat
    );
  });
  /** The seat that the screen must be passed to: a curtain covers the table. */
  curtain = $state<number | null>(null);

  /** Called while the page's component is made, because it starts effects. */
  constructor(private readonly table: TableConnection) {
    $effect(() => {
      const next = this.next;
      if (next === null) {
        this.curtain = null;
        return;
      }
      const fall = (): void => {
        this.curtain = next;
        table.viewSeat(null);
      };
      const timer = setTimeout(fall, untrack(() => table.state?.seat) === null ? 0 : DELAY_MS);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (!this.done || this.next !== null) return;
      const timer = setTimeout(() => table.viewSeat(null), DELAY_MS);
      return () => clearTimeout(timer);
    });
  }

  lift = (): void => {
    this.table.viewSeat(this.curtain);
    this.curtain = null;
  };
}
