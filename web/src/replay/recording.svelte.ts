// A recorded game that is looked at: through whose eyes, at which step, and whether it plays on by itself.

import { motion } from "../ui/motion.svelte";
import * as looking from "../net/records";
import type { GameRecord, Replay, Step } from "../net/records";
import type { Language, SeatShown, Sentence, State, Summary } from "../protocol";

/** A seat, those who look on, or nobody: all cards open. */
export type Eyes = number | "spectator" | "open";

export const SPEEDS = [0.5, 1, 2, 4];
const A_STEP = 1600;

export class Recording {
  replay = $state.raw<Replay | null>(null);
  at = $state(0);
  eyes = $state<Eyes>("spectator");
  playing = $state(false);
  speed = $state(1);
  asking = $state(false);
  /** Whether the step shown followed from the one before it, so that cards may fly. */
  private onward = $state(false);
  private known = new Map<string, Promise<Replay>>();
  private wanted = "";

  readonly steps: Step[] = $derived(this.replay?.steps ?? []);
  readonly last = $derived(Math.max(0, this.steps.length - 1));
  readonly step = $derived(this.steps[this.at]);
  readonly sentences: Sentence[] = $derived(this.steps.flatMap((step) => step.sentences));
  /** For each sentence the step it belongs to. */
  readonly stepOf: number[] = $derived(this.steps.flatMap((step, number) => step.sentences.map(() => number)));
  /** The steps with which a turn begins. */
  readonly turns: number[] = $derived(this.steps.flatMap((step, number) => (step.sentences.some((each) => each.event.event === "turn") ? [number] : [])));
  /** How many sentences were told up to the step shown: the same through all eyes. */
  readonly told = $derived((this.step?.sentences.at(-1)?.number ?? this.steps.slice(0, this.at).findLast((step) => step.sentences.length)?.sentences.at(-1)?.number ?? -1) + 1);

  constructor(
    readonly record: GameRecord,
    /** The table it was played at, if this server has it: colours, and who is a bot. */
    readonly table: Summary | null,
  ) {}

  /** The game through these eyes, in this language, at the moment that was looked at before. */
  async look(eyes: Eyes, language: Language): Promise<void> {
    this.eyes = eyes;
    const key = (this.wanted = `${eyes} ${language}`);
    let found = this.known.get(key);
    if (!found) {
      found = looking.replay(this.record, typeof eyes === "number" ? eyes : null, eyes === "open", language);
      this.known.set(key, found);
      found.catch(() => this.known.delete(key));
      this.asking = true;
    }
    try {
      const replay = await found;
      if (key !== this.wanted) return;
      const told = this.told, first = this.replay === null;
      this.onward = false;
      this.replay = replay;
      if (!first) this.seek(told);
    } finally {
      if (key === this.wanted) this.asking = false;
    }
  }

  /** To the step after which so many sentences were told. */
  seek(told: number): void {
    const found = this.steps.findIndex((step) => (step.sentences.at(-1)?.number ?? -1) + 1 >= told);
    this.go(found < 0 ? this.last : found);
  }

  go(to: number): void {
    const next = Math.max(0, Math.min(this.last, to));
    this.onward = next === this.at + 1;
    this.at = next;
    if (this.at === this.last) this.playing = false;
  }

  /** To the beginning of a turn: the one before this moment, or the one after it. */
  turn(direction: -1 | 1): void {
    this.go(direction > 0 ? (this.turns.find((each) => each > this.at) ?? this.last) : (this.turns.findLast((each) => each < this.at) ?? 0));
  }

  toggle(): void {
    if (!this.playing && this.at === this.last) this.go(0);
    this.playing = !this.playing;
  }

  /** How long a step is shown. What says nothing needs no time; what says much needs more. */
  get pause(): number {
    const said = this.step?.sentences.length ?? 0;
    return (said === 0 ? 200 : A_STEP + 350 * Math.min(3, said - 1)) / this.speed + (motion.pace === "normal" ? 200 : 0);
  }

  /** The table as a page of the game would see it: with nothing that could be done. */
  readonly state: State | null = $derived.by(() => {
    const { replay, step } = this;
    if (!replay || !step) return null;
    const over = this.at === this.last && (!!this.record.result || replay.resigned.length >= replay.players.length - 1);
    const seats = replay.players.map((name, seat): SeatShown => {
      const sat = this.table?.seats[seat];
      const resigned = over && replay.resigned.includes(seat);
      return { name, colour: sat?.colour ?? seat, kind: sat?.kind ?? "person", mine: seat === replay.seat, present: true, replaced: false, resigned, level: "", clock: null, running: false };
    });
    return {
      type: "state", number: this.at, status: over ? "over" : "playing", seats, seat: replay.seat, view: step.view, asked: null, mine_asked: null,
      kept: this.onward ? 1 : 0, sentences: step.sentences, can_undo: false, skipping: false, reaction: null,
      payoffs: over ? (this.record.result?.payoffs ?? null) : null, ranking: over ? (this.record.result?.ranking ?? null) : null,
      seed: over && typeof this.record.seed === "string" ? this.record.seed : null, next_table: null, guide: null, watching: [],
    };
  });
}
