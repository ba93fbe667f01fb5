// A replay: its viewpoint, its current step, and whether it plays by itself.

import { motion } from "../ui/motion.svelte";
import * as records from "../net/records";
import type { GameRecord, Language, Replay, SeatShown, Sentence, State, Step, Summary } from "../protocol.gen";

/** A seat, the spectators, or all cards open. */
export type Viewpoint = number | "spectator" | "open";

export const SPEEDS = [0.5, 1, 2, 4];
const STEP_MS = 1600;

export class Recording {
  replay = $state.raw<Replay | null>(null);
  at = $state(0);
  viewpoint = $state<Viewpoint>("spectator");
  playing = $state(false);
  speed = $state(1);
  loading = $state(false);
  /** Whether the current step directly followed the previous one, so that cards may fly. */
  private stepForward = $state(false);
  private cache = new Map<string, Promise<Replay>>();
  private wanted = "";

  readonly steps: readonly Step[] = $derived(this.replay?.steps ?? []);
  readonly last = $derived(Math.max(0, this.steps.length - 1));
  readonly step = $derived(this.steps[this.at]);
  readonly sentences: readonly Sentence[] = $derived(this.steps.flatMap((step) => step.sentences));
  /** The step of each sentence. */
  readonly stepOf: number[] = $derived(this.steps.flatMap((step, number) => step.sentences.map(() => number)));
  /** The steps that begin a turn. */
  readonly turns: number[] = $derived(
    this.steps.flatMap((step, number) => (step.sentences.some((each) => each.event.event === "turn") ? [number] : [])),
  );
  /** The number of sentences up to the current step; it is the same for every viewpoint. */
  readonly sentencesShown = $derived(
    (this.step?.sentences.at(-1)?.number ??
      this.steps
        .slice(0, this.at)
        .findLast((step) => step.sentences.length)
        ?.sentences.at(-1)?.number ??
      -1) + 1,
  );

  constructor(
    readonly record: GameRecord,
    /** The table of the game, if this server has it: it adds colours and which seats are bots. */
    readonly table: Summary | null,
  ) {}

  /** Load the game from a viewpoint, in a language, and stay at the current moment. */
  async view(viewpoint: Viewpoint, language: Language): Promise<void> {
    this.viewpoint = viewpoint;
    const key = (this.wanted = `${viewpoint} ${language}`);
    let found = this.cache.get(key);
    if (!found) {
      found = records.replay(
        this.record,
        typeof viewpoint === "number" ? viewpoint : null,
        viewpoint === "open",
        language,
      );
      this.cache.set(key, found);
      found.catch(() => this.cache.delete(key));
      this.loading = true;
    }
    try {
      const replay = await found;
      if (key !== this.wanted) return;
      const shown = this.sentencesShown,
        first = this.replay === null;
      this.stepForward = false;
      this.replay = replay;
      if (!first) this.seek(shown);
    } finally {
      if (key === this.wanted) this.loading = false;
    }
  }

  /** Go to the step after which this many sentences have happened. */
  seek(sentences: number): void {
    const found = this.steps.findIndex((step) => (step.sentences.at(-1)?.number ?? -1) + 1 >= sentences);
    this.go(found < 0 ? this.last : found);
  }

  go(to: number): void {
    const next = Math.max(0, Math.min(this.last, to));
    this.stepForward = next === this.at + 1;
    this.at = next;
    if (this.at === this.last) this.playing = false;
  }

  /** Go to the previous or the next beginning of a turn. */
  turn(direction: -1 | 1): void {
    this.go(
      direction > 0
        ? (this.turns.find((each) => each > this.at) ?? this.last)
        : (this.turns.findLast((each) => each < this.at) ?? 0),
    );
  }

  toggle(): void {
    if (!this.playing && this.at === this.last) this.go(0);
    this.playing = !this.playing;
  }

  /** How long the current step is shown in milliseconds: longer with more sentences. */
  get pause(): number {
    const count = this.step?.sentences.length ?? 0;
    return (
      (count === 0 ? 200 : STEP_MS + 350 * Math.min(3, count - 1)) / this.speed + (motion.pace === "normal" ? 200 : 0)
    );
  }

  /** The state that a game board would get, without any choices. */
  readonly state: State | null = $derived.by(() => {
    const { replay, step } = this;
    if (!replay || !step) return null;
    const over = this.at === this.last && (!!this.record.result || replay.resigned.length >= replay.players.length - 1);
    const seats = replay.players.map((name, seat): SeatShown => {
      const sat = this.table?.seats[seat];
      const resigned = over && replay.resigned.includes(seat);
      return {
        name,
        colour: sat?.colour ?? seat,
        kind: sat?.kind ?? "person",
        mine: seat === replay.seat,
        present: true,
        replaced: false,
        resigned,
        level: "",
        clock: null,
        running: false,
        decided: false,
      };
    });
    return {
      type: "state",
      number: this.at,
      status: over ? "over" : "playing",
      seats,
      seat: replay.seat,
      view: step.view,
      asked: null,
      mine_asked: null,
      kept: this.stepForward ? 1 : 0,
      sentences: step.sentences,
      can_undo: false,
      why_no_undo: "",
      orders: null,
      bot_speed: "normal",
      hosting: false,
      skipping: false,
      reaction: null,
      payoffs: over ? (this.record.result?.payoffs ?? null) : null,
      ranking: over ? (this.record.result?.ranking ?? null) : null,
      seed: over && typeof this.record.seed === "string" ? this.record.seed : null,
      next_table: null,
      guide: null,
      watching: [],
    };
  });
}
