// What the components of the board share: the view and what is offered, the state machine, and words for both.
import { getContext, setContext } from "svelte";

import type { MoltharAction, MoltharCard, MoltharPlayerView, MoltharView, SeatShown } from "../../protocol.gen";
import { equalActions } from "../../board/equalActions";
import { shrink } from "../../board/enlarge.svelte";
import type { BoardProps } from "../contract";
import { layout } from "./layout.svelte";
import { indexCards, indexPayments, missingAt, offersFrom, spot } from "./logic";
import { messagesFor } from "./messages";
import { begin, questioned, step, type Decision, type Input, type Obstacle, type Turn } from "./turn";

const KEY = Symbol("molthar");
const NOTICE_MS = 5000;
const NOTHING: ReadonlySet<string> = new Set();

/** What lies over the board: a discard pile, all of a player, or the legend. */
export type Sheet = { readonly of: "discards" | "legend" } | { readonly of: "player"; readonly seat: number };

/** A character that can be activated now. */
export interface Payable {
  readonly seat: number;
  readonly slot: number;
  readonly character: MoltharCard;
}

export class Board {
  readonly #props: () => BoardProps<"molthar">;
  turn = $state.raw<Turn>({ at: "waiting" });
  sheet = $state.raw<Sheet | null>(null);
  notice = $state("");
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(props: () => BoardProps<"molthar">) {
    this.#props = props;
    setContext(KEY, this);
  }

  readonly #state = $derived.by(() => this.#props().state);
  readonly #cardRecords = $derived.by(() => this.#props().cards);
  readonly messages = $derived.by(() => messagesFor());
  /** Names of characters that have been put together in this language. */
  readonly #spoken = $derived.by(() => {
    void this.messages;
    return new WeakMap<MoltharCard, string>();
  });
  /** Places that the others changed since this player's last turn. */
  readonly fresh = $derived.by(() => this.#props().fresh ?? NOTHING);
  readonly hint = $derived.by(() => this.#props().hint);
  readonly busy = $derived.by(() => this.#props().busy);
  readonly cards = $derived(indexCards(this.#cardRecords));
  readonly view = $derived(this.#state.view) as MoltharView;
  readonly me = $derived(this.view?.seat ?? null);
  readonly my = $derived(this.me === null ? null : (this.view.players[this.me] ?? null));
  readonly asked = $derived(this.#state.asked && this.#state.asked.seat === this.me ? this.#state.asked : null);
  readonly offers = $derived(offersFrom(this.asked ? this.asked.choices : []));
  readonly payments = $derived(indexPayments(this.view));
  readonly decision: Decision = $derived({
    view: this.view,
    asked: this.asked ? this.me : null,
    offers: this.offers,
    hint: this.hint,
  });
  /** Changes with each new decision, but not when the server repeats a state. */
  readonly moment = $derived([this.#state.number, this.#state.seat, this.asked?.seat, this.view?.decision.what].join());
  /** Who decides; null when the game is over. */
  readonly current = $derived(this.view?.decision.seat ?? null);
  /** The other players in the order in which they play after this one. */
  readonly rivals = $derived.by(() => {
    if (!this.view) return [];
    const first = (this.me ?? this.view.starting_seat - 1) + 1;
    const count = this.view.players.length;
    return this.view.players.map((_, i) => (first + i) % count).filter((seat) => seat !== this.me);
  });
  /** What the rivals' portals show also depends on how many they are. */
  readonly form = $derived(layout.rivals(this.rivals.length, this.me === null));
  /** A question is open, so nothing else glows. */
  readonly questioned = $derived(questioned(this.turn));
  readonly calm = $derived(this.turn.at === "acting");
  readonly payable: readonly Payable[] = $derived(
    [...this.offers.activate.keys()].flatMap((key) => {
      const [seat, slot] = key.split(":").map(Number) as [number, number];
      const character = this.at(seat, slot);
      return character ? [{ seat, slot, character }] : [];
    }),
  );
  /** For each pearl value, a character of one's own that still needs it. */
  readonly wanted = $derived.by(() => {
    const found = new Map<number, MoltharCard>();
    if (!this.view || this.me === null) return found;
    for (const slot of [0, 1]) {
      const character = this.at(this.me, slot);
      if (!character) continue;
      for (const pearl of missingAt(this.view, this.me, slot)?.missing ?? [])
        if (!found.has(pearl)) found.set(pearl, character);
    }
    return found;
  });

  /** Begin the decision that is due now. */
  begin(): void {
    this.turn = begin(this.decision);
    this.notice = "";
    // A sheet gives way to a question.
    if (this.questioned) this.sheet = null;
    shrink();
  }

  send(input: Input): void {
    if (this.busy && input.tap !== "cancel") return;
    const { turn, play, refused } = step(this.turn, this.decision, input);
    if (refused) this.say(this.words(refused));
    else this.notice = "";
    if (turn !== this.turn) this.sheet = null;
    this.turn = turn;
    if (play) this.play(play);
  }

  play(action: MoltharAction | null | undefined): void {
    if (!action || this.busy) return;
    shrink();
    this.sheet = null;
    this.#props().act(action);
  }

  say(text: string): void {
    this.notice = text;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = ""), NOTICE_MS);
  }

  player(seat: number): MoltharPlayerView {
    return this.view.players[seat]!;
  }
  shown(seat: number): SeatShown | undefined {
    return this.#state.seats[seat];
  }
  colour(seat: number): number {
    return this.shown(seat)?.colour ?? seat;
  }
  at(seat: number, slot: number): MoltharCard | undefined {
    const id = this.view?.players[seat]?.portal[slot];
    return id ? this.cards.get(id) : undefined;
  }
  /** Whether this action is the suggested one. */
  best(action: MoltharAction | null | undefined): boolean {
    return equalActions(action ?? null, this.hint);
  }
  /** Whether the suggested action begins with this place. */
  bestFrom(what: "place" | "take", from: number | "pile"): boolean {
    return this.hint?.do === what && this.hint.from === from;
  }
  bestAt(what: "activate" | "banish", seat: number, slot: number): boolean {
    return this.hint?.do === what && spot(this.hint.seat, this.hint.slot) === spot(seat, slot);
  }

  /** The accessible name of a character. */
  spoken(character: MoltharCard): string {
    const { messages } = this;
    const known = this.#spoken.get(character);
    if (known) return known;
    const gives = [
      character.points || !character.diamonds ? messages.points({ n: character.points }) : "",
      character.diamonds ? messages.diamonds({ n: character.diamonds }) : "",
    ].filter(Boolean);
    const spoken = messages.spoken(character.name, character.cost, messages.list(gives), character.text);
    this.#spoken.set(character, spoken);
    return spoken;
  }

  /** Why the character on a portal cannot be activated. */
  short(seat: number, slot: number): string {
    const { messages } = this;
    const character = this.at(seat, slot)!;
    const lack = missingAt(this.view, seat, slot);
    if (!lack || (!lack.missing.length && !lack.diamonds)) {
      if (this.turn.at === "waiting") return messages.notTurn;
      if (this.view.turn.actions_left === 0) return messages.noAction;
      const waits = character.ability?.kind === "wisp" && this.view.options.wisp_owner_waits;
      return waits ? messages.waits : messages.notThis;
    }
    const { name } = character;
    if (lack.missing.length > 3) return messages.shortPearlsNamed({ name, n: lack.missing.length });
    const list = [...lack.missing.map(String), ...(lack.diamonds ? [messages.diamonds({ n: lack.diamonds })] : [])];
    return messages.shortNamed({ name, pearls: list.join(", ") });
  }

  /** A word about a player: what they will do or are. */
  note(seat: number): string {
    const { messages, me, view } = this;
    const shown = this.shown(seat);
    const parts: string[] = [];
    if (this.player(seat).bonus) parts.push(messages.bonus);
    else if (me !== null && view.players.length > 2 && seat === (me + 1) % view.players.length)
      parts.push(messages.next);
    else if (view.starting_seat === seat) parts.push(messages.starts);
    if (shown?.kind === "bot" || shown?.replaced) parts.push(messages.bot);
    else if (shown && !shown.present) parts.push(messages.away);
    return parts.join(" · ");
  }

  words(refused: Obstacle): string {
    const { messages } = this;
    if (typeof refused === "object") return this.short(refused.short.seat, refused.short.slot);
    switch (refused) {
      case "not your turn":
        return messages.notTurn;
      case "answer first":
        return messages.decideFirst;
      case "no action left":
        return messages.noAction;
      case "not this":
        return messages.notThis;
      case "empty pile":
        return messages.emptyPile;
      case "place one first":
        return messages.placeOne;
      case "own character first":
        return messages.swapFirst;
      case "not a neighbour":
        return messages.notNeighbour;
      case "not exact":
        return messages.notExact;
    }
  }
}

export const useBoard = (): Board => getContext<Board>(KEY);
