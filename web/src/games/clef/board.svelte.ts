// What all parts of the board share: the position, what the player has begun, and the texts of both.
import { shrink } from "../../board/enlarge.svelte";
import type { ClefContents, ClefDiscoveryCard, ClefWay } from "../../protocol.gen";
import type { BoardProps } from "../contract";
import {
  CHARACTER,
  HOME,
  indexCards,
  isElsewhere,
  keysOf,
  offersFrom,
  planFrom,
  wayTo,
  worldAt,
  wordsOf,
} from "./logic";
import { messagesFor } from "./messages";
import * as turns from "./turn";

/** How long a refusal stays on the screen, in milliseconds. */
const REFUSAL_MS = 5000;

export class Board {
  readonly #props: () => BoardProps<"clef">;
  turn = $state.raw<turns.Turn>(turns.REST);
  /** The world under the pointer, and the rival whose dialog is open. */
  hovered = $state<number | null>(null);
  opened = $state<number | null>(null);
  refusal = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(props: () => BoardProps<"clef">) {
    this.#props = props;
  }

  // The position.
  readonly state = $derived.by(() => this.#props().state);
  readonly fresh = $derived.by(() => this.#props().fresh ?? new Set<string>());
  readonly newMark = $derived.by(() => this.#props().t("newMark"));
  readonly orders = $derived.by(() => this.state.orders);
  readonly busy = $derived.by(() => this.#props().busy);
  readonly hint = $derived.by(() => this.#props().hint);
  readonly language = $derived.by(() => this.#props().language);
  readonly messages = $derived.by(() => messagesFor());
  readonly cards = $derived.by(() => indexCards(this.#props().cards));
  readonly view = $derived.by(() => this.state.view!);
  readonly me = $derived.by(() => this.view.seat);
  readonly my = $derived.by(() => (this.me === null ? null : this.view.players[this.me]!));
  readonly reader = $derived.by(() => (this.my?.character ? this.cards.readers.get(this.my.character) : undefined));
  readonly hand = $derived.by(() => (this.my?.hand ?? []).flatMap((id) => this.cards.discoveries.get(id) ?? []));
  readonly asked = $derived.by(() => {
    const { asked } = this.state;
    return asked && asked.seat === this.me ? asked : null;
  });
  readonly choices = $derived.by(() => this.asked?.choices ?? []);
  readonly facts = $derived.by((): turns.Facts => ({
    view: this.view,
    asked: this.asked,
    cards: this.cards,
    hint: this.hint,
  }));
  readonly offers = $derived.by(() => offersFrom(this.view, this.choices));
  readonly acting = $derived.by(() => turns.isActing(this.facts));
  /** The others, in the order of play after oneself. */
  readonly rivals = $derived.by(() => {
    const { players, first_seat } = this.view,
      from = this.me ?? first_seat - 1;
    return players.map((_, i) => (from + 1 + i + players.length) % players.length).filter((seat) => seat !== this.me);
  });
  readonly home = $derived.by(() => wayTo(this.view, HOME));
  /** The keys that are missing on the way home. */
  readonly lacking = $derived.by(() => new Set(this.home?.missing ?? []));

  // What the player has begun.
  readonly draft = $derived.by(() => turns.draftOf(this.turn));
  readonly ready = $derived.by(() => turns.readyAction(this.turn, this.facts));
  readonly need = $derived.by(() => turns.nextChoice(this.turn, this.facts));
  readonly payments = $derived.by(() => turns.paymentsOf(this.turn, this.facts));
  readonly paid = $derived.by(() => keysOf(this.ready));
  readonly targets = $derived.by(() => turns.targets(this.turn, this.facts));
  readonly scene = $derived.by(() => turns.sceneOf(this.turn, this.facts));
  readonly glowing = $derived.by(() => turns.glowingPlaces(this.turn, this.facts));
  readonly selected = $derived.by(() => turns.selectedPlace(this.turn, this.facts));
  readonly pickedCard = $derived.by(() =>
    this.turn.at === "card" ? this.cards.discoveries.get(this.turn.card) : undefined,
  );
  /** Cards that would pay for the way under the pointer. */
  readonly wouldPay = $derived.by(() => {
    const way = this.turn.at === "rest" && this.hovered !== null ? wayTo(this.view, this.hovered) : undefined;
    return new Set((way?.steps ?? []).flatMap((step) => step.card ?? []));
  });
  /** The ways whose price the board shows: those of one's own world, or the way home from the world pointed at. */
  readonly ways = $derived.by((): readonly ClefWay[] => {
    const { explain, decision } = this.view;
    if (!explain || decision.what === "choose_character" || this.targets.places.length) return [];
    return explain.ways;
  });

  contents(world: string | null | undefined): ClefContents | undefined {
    return this.view.explain?.contents?.find((each) => each.world === world);
  }
  /** The way home as it would be from a place. */
  homeFrom(place: number): ClefWay | undefined {
    return place === this.my?.place ? this.home : planFrom(this.view, place);
  }

  // Taps.
  tap = (tap: turns.Tap): void => {
    const { turn, play, refusal } = turns.step(this.turn, tap, this.facts);
    this.turn = turn;
    if (refusal) this.refuse(this.messages.refusal(refusal, this.#about(refusal)));
    else this.refusal = "";
    if (play) this.play(play);
  };
  play = (action: Parameters<BoardProps<"clef">["act"]>[0] | null | undefined): void => {
    if (!action || this.busy) return;
    shrink();
    this.#props().act(action);
  };
  /** Whether this page can send what is no move: orders, a request for time. */
  readonly canSend = $derived.by(() => !!this.#props().send && this.me !== null);
  askForTime = (): void => {
    this.#props().send?.({ type: "more", number: this.state.number, seat: this.me! });
  };
  order = (change: { let_pass?: boolean; refuse_trades?: boolean }): void => {
    const { let_pass = false, refuse_trades = false } = { ...this.orders, ...change };
    this.#props().send?.({ type: "order", seat: this.me!, let_pass, refuse_trades });
  };
  refuse(text: string): void {
    this.refusal = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.refusal = ""), REFUSAL_MS);
  }
  /** A new state discards whatever the player had begun. */
  settle(): void {
    this.turn = turns.REST;
    this.refusal = "";
    shrink();
  }

  // Texts.
  #about(refusal: turns.Obstacle): { world: string; keys: string } {
    if (refusal.why !== "missing") return { world: "", keys: "" };
    return {
      world: this.placeName(refusal.place),
      keys: this.keyNames(wayTo(this.view, refusal.place)?.missing ?? []),
    };
  }
  placeName = (place: number): string =>
    this.cards.worlds.get(worldAt(this.view, place) ?? "")?.name ??
    this.messages.doorAt({ place: this.messages.places[place]! });
  cardName = (id: string): string =>
    id === CHARACTER ? this.messages.myKey : (this.cards.discoveries.get(id)?.name ?? "");
  keyNames = (keys: readonly ClefWay["missing"][number][]): string =>
    this.messages.list(keys.map(this.messages.keyName));
  spoken = (card: ClefDiscoveryCard): string =>
    this.messages.spoken(
      card.name,
      this.messages.kinds[card.kind],
      card.key
        ? this.messages.key({ name: this.messages.keyName(card.key) })
        : card.attack
          ? this.messages.attack({ name: this.messages.keyName(card.attack) })
          : "",
      card.reaction ? `${card.text} ${this.messages.inReaction({ text: card.reaction.text })}` : card.text,
    );
  /** The names of the cards that would pay for a way. */
  payers = (way: ClefWay): string =>
    this.messages.list(way.steps.flatMap((step) => (step.card ? [this.cardName(step.card)] : [])));
  /** The server's words for an action that the player may play. */
  words = (action: Parameters<typeof wordsOf>[1]): string => wordsOf(this.choices, action);
  /** Encounters that stay behind when the player leaves, except those spent on the payment (K14). */
  leftBehind = (spent: readonly string[]): string[] =>
    this.hand
      .filter((card) => card.kind === "R" && !isElsewhere(this.view, card.id) && !spent.includes(card.id))
      .map((card) => card.name);
}
