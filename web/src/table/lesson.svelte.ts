// The learner's side of a lesson: which answers the guide accepts, and what it says to the others.

import { equalActions } from "../board/equalActions";
import type { TableConnection } from "../net/tableConnection.svelte";
import type { Action, Guide, Wrong } from "../protocol.gen";

/** After so long the guide offers to show what is meant. */
export const PATIENCE_MS = 10_000;

export class Lesson {
  /** The last wrong answer; `reason` is empty for something that is not part of the question. */
  mistake = $state.raw<{ number: number; target: string; reason: string } | null>(null);
  /** The number of the state in which the learner chose the right thing, or asked to be shown it. */
  private known = $state(-1);
  /** The number of the state in which the guide offers help. */
  private offered = $state(-1);

  constructor(private readonly table: TableConnection) {}

  get guide(): Guide | null {
    return this.table.state?.guide ?? null;
  }

  private get number(): number {
    return this.table.state?.number ?? -1;
  }

  /** The guide asks, and the learner has not found the answer yet. */
  get asks(): boolean {
    return !!this.guide?.wrong.length && this.known !== this.number;
  }

  get helps(): boolean {
    return this.offered === this.number;
  }

  get shown(): boolean {
    return this.known === this.number;
  }

  /** What the board marks as the next step. */
  get hint(): Action | null {
    return this.asks ? null : (this.guide?.action ?? null);
  }

  /** The current wrong answer. */
  get slip(): { target: string; reason: string } | null {
    return this.mistake?.number === this.number ? this.mistake : null;
  }

  /** Whether an action is the one that the guide means; otherwise the guide says why not. */
  accepts(action: Action): boolean {
    const guide = this.guide;
    if (!guide?.action || equalActions(action, guide.action)) return true;
    const same = guide.wrong.find((each) => equalActions(each.action, action));
    this.answerWrong(same ?? guide.wrong.find((each) => each.action.do === action.do));
    return false;
  }

  /** The learner pressed one of the places that are lit for a question; returns whether it is the right one. */
  choose(target: string): boolean {
    if (target === this.guide?.target) {
      this.known = this.number;
      this.mistake = null;
      return true;
    }
    this.answerWrong(this.guide?.wrong.find((each) => each.target === target));
    return false;
  }

  answerWrong(wrong: Wrong | undefined): void {
    this.mistake = { number: this.number, target: wrong?.target ?? "", reason: wrong?.reason ?? "" };
    this.offered = this.number;
  }

  offerHelp(): void {
    this.offered = this.number;
  }

  show(): void {
    this.known = this.number;
    this.mistake = null;
  }

  back(): void {
    this.table.goBack();
  }
}
