// What the player has begun, and what a tap makes of it. Pure functions: the page draws the result, the server has the
// rules, and every action that is played is one that the server offered.
import type { Asked, Choice, ClefAction, ClefView } from "../../protocol.gen";
import {
  cardOf,
  cardsIn,
  CHARACTER,
  chosen,
  doorAt,
  effectOf,
  filled,
  HAND_LIMIT,
  HOME,
  isElsewhere,
  keysOf,
  left,
  next,
  offersFrom,
  options,
  pay,
  placeOf,
  targetOf,
  wayDraft,
  waysOf,
  wayTo,
  type CardIndex,
  type Draft,
  type Offers,
} from "./logic";

export type Turn =
  | { readonly at: "rest" }
  /** A card of the hand is selected. */
  | { readonly at: "card"; readonly card: string }
  /** The player looks at a world. */
  | { readonly at: "world"; readonly place: number }
  /** An action is being built. */
  | { readonly at: "draft"; readonly draft: Draft };

export const REST: Turn = { at: "rest" };

/** The four actions with a button of their own. */
export const MOVES = ["draw", "trade", "reveal", "pass"] as const;
export type Move = (typeof MOVES)[number];

export type Tap =
  | { readonly tap: "world"; readonly place: number }
  | { readonly tap: "card"; readonly card: string }
  | { readonly tap: "seat"; readonly seat: number }
  | { readonly tap: "move"; readonly move: Move }
  /** Play these cards for their effect. */
  | { readonly tap: "effect"; readonly cards: readonly string[] }
  | { readonly tap: "offer"; readonly card: string }
  | { readonly tap: "discard"; readonly card: string }
  | { readonly tap: "confirm" }
  | { readonly tap: "cancel" };

/** Why a tap did nothing; the page has a sentence for each. */
export type Obstacle =
  | {
      readonly why:
        | "not_turn"
        | "decide_first"
        | "drawn"
        | "full"
        | "empty_pile"
        | "revealed"
        | "while_paying"
        | "nobody"
        | "no_card"
        | "too_far"
        | "not_part"
        | "needed"
        | "not_now";
    }
  | { readonly why: "missing"; readonly place: number };

export interface Outcome {
  readonly turn: Turn;
  readonly play?: ClefAction;
  readonly refusal?: Obstacle;
}

/** What the server says of this moment. */
export interface Facts {
  readonly view: ClefView;
  readonly asked: Asked<"clef"> | null;
  readonly cards: CardIndex;
  readonly hint: ClefAction | null;
}

const choicesOf = ({ asked }: Facts): readonly Choice<"clef">[] => asked?.choices ?? [];
const decisionOf = ({ view }: Facts): ClefView["decision"]["what"] => view.decision.what;
const myPlace = ({ view }: Facts): number | null => (view.seat === null ? null : view.players[view.seat]!.place);
export const isActing = (facts: Facts): boolean => !!facts.asked && decisionOf(facts) === "action";
export const draftOf = (turn: Turn): Draft | null => (turn.at === "draft" ? turn.draft : null);
const isJourney = (draft: Draft): boolean => draft.do === "travel" || draft.do === "go_home";

/** The action that is ready to be confirmed. */
export function readyAction(turn: Turn, facts: Facts): ClefAction | null {
  const draft = draftOf(turn);
  // An encounter stays behind if it is not spent (K14).
  const kept = (item: string): boolean => facts.cards.discoveries.get(item)?.kind !== "R";
  return draft ? chosen(draft, choicesOf(facts), facts.hint, kept) : null;
}
/** What the player has to choose next, if anything. */
export function nextChoice(turn: Turn, facts: Facts): ReturnType<typeof next> {
  const draft = draftOf(turn);
  return draft ? next(draft, choicesOf(facts)) : null;
}
/** The payments that are possible for the journey being built. */
export function paymentsOf(turn: Turn, facts: Facts): ClefAction[] {
  const draft = draftOf(turn);
  return draft && isJourney(draft) ? left(draft, choicesOf(facts)) : [];
}
/** The values that a part of the action being built can take. */
export function targets(turn: Turn, facts: Facts): { seats: number[]; places: number[]; cards: string[] } {
  const draft = draftOf(turn),
    choices = choicesOf(facts);
  if (!draft || (draft.do !== "effect" && draft.do !== "offer")) return { seats: [], places: [], cards: [] };
  const cards = options(draft, choices, "card");
  if (draft.do === "offer") return { seats: options(draft, choices, "seat"), places: [], cards };
  return {
    seats: options(draft, choices, "seat"),
    places: options(draft, choices, "world").map((door) => placeOf(facts.view, door)),
    cards,
  };
}

// What glows.

/** The places that can be tapped to go on. */
export function glowingPlaces(turn: Turn, facts: Facts): Set<number> {
  if (!isActing(facts)) return new Set();
  const draft = draftOf(turn);
  if (draft && !isJourney(draft)) return new Set(targets(turn, facts).places);
  if (turn.at === "card") return waysOf(facts.view, choicesOf(facts), turn.card);
  return offersFrom(facts.view, choicesOf(facts)).ways;
}
/** Whether a tap on a card of the hand leads on. */
export function isGlowing(turn: Turn, facts: Facts, card: string, offers: Offers): boolean {
  if (!facts.asked) return false;
  if (!isActing(facts)) {
    const asks = ["discard", "answer", "react"].includes(decisionOf(facts));
    return asks && choicesOf(facts).some(({ action }) => cardOf(action) === card);
  }
  const draft = draftOf(turn);
  if (!draft) return offers.effects.has(card) || offers.keys.has(card);
  const payments = paymentsOf(turn, facts);
  if (payments.length)
    return !keysOf(readyAction(turn, facts)).includes(card) && payments.some((action) => keysOf(action).includes(card));
  return draft.card !== card && targets(turn, facts).cards.includes(card);
}
/** Whether a card of the hand, or the reader's key, is part of what the player has begun. */
export function isSelected(turn: Turn, facts: Facts, card: string): boolean {
  if (turn.at === "card") return turn.card === card;
  const draft = draftOf(turn);
  if (!draft) return false;
  return keysOf(readyAction(turn, facts)).includes(card) || draft.card === card || (draft.cards ?? []).includes(card);
}
/** The place that the action being built leads to, or that is looked at. */
export function selectedPlace(turn: Turn, facts: Facts): number | null {
  if (turn.at === "world") return turn.place;
  const draft = draftOf(turn);
  if (!draft) return null;
  if (draft.do === "go_home") return HOME;
  const door = draft.to ?? draft.world;
  return door === undefined ? null : placeOf(facts.view, door);
}
/** Which of the four buttons can be used. */
export function canMove(move: Move, facts: Facts, offers: Offers): boolean {
  if (!isActing(facts)) return false;
  return !!{ draw: offers.draw, trade: offers.offers.size, reveal: offers.reveal, pass: offers.pass }[move];
}
/** Whether the hint says to use it. */
export const isHinted = (move: Move, hint: ClefAction | null): boolean =>
  !!hint && (hint.do === move || (hint.do === "offer" && move === "trade"));
export const hintsAt = (card: string, hint: ClefAction | null): boolean => !!hint && cardsIn(hint).includes(card);
/** The reaction that is proposed: the hint's, or else the first with a card; a tapped card replaces it. */
export function proposedReactions(turn: Turn, facts: Facts): ClefAction[] {
  const reactions = choicesOf(facts).flatMap(({ action }) => (action.do === "react" && action.card ? [action] : []));
  const draft = draftOf(turn),
    hinted = facts.hint?.do === "react" ? facts.hint.card : null,
    card = draft?.do === "react" ? draft.card : (hinted ?? reactions[0]?.card);
  return reactions.filter((action) => action.card === card);
}

// Why not.

function refusalNow(facts: Facts): Obstacle | null {
  if (!facts.asked) return { why: "not_turn" };
  return isActing(facts) ? null : { why: "decide_first" };
}
function refuseMove(move: Move, facts: Facts): Obstacle {
  const now = refusalNow(facts);
  if (now) return now;
  const { view } = facts,
    size = view.seat === null ? 0 : view.players[view.seat]!.hand_size;
  if (move === "draw") return { why: view.turn.drawn ? "drawn" : size >= HAND_LIMIT ? "full" : "empty_pile" };
  if (move === "reveal") return { why: view.options.reveal_while_paying ? "while_paying" : "revealed" };
  if (move === "trade") return { why: size ? "nobody" : "no_card" };
  return { why: "not_now" };
}
function refusePlace(place: number, facts: Facts): Obstacle {
  const now = refusalNow(facts);
  if (now) return now;
  const way = wayTo(facts.view, place);
  if (!way) return { why: "too_far" };
  return way.missing.length ? { why: "missing", place } : { why: "not_now" };
}
export type NoEffect = "elsewhere" | "reacts" | "pays" | "no_target";
/** Why a card of the hand cannot be played for its effect. */
export function whyNoEffect(card: string, { view, cards }: Facts): NoEffect {
  if (isElsewhere(view, card)) return "elsewhere";
  const when = cards.discoveries.get(card)?.effect.when;
  return when === "reaction" ? "reacts" : when === "payment" ? "pays" : "no_target";
}

// Taps.

const begin = (draft: Draft, facts: Facts): Outcome => ({
  turn: { at: "draft", draft: filled(draft, choicesOf(facts)) },
});

/** What a tap makes of a turn. */
export function step(turn: Turn, tap: Tap, facts: Facts): Outcome {
  switch (tap.tap) {
    case "cancel":
      return { turn: REST };
    case "confirm": {
      const play = readyAction(turn, facts);
      return play ? { turn, play } : { turn };
    }
    case "seat":
      return tapSeat(turn, tap.seat, facts);
    case "world":
      return tapWorld(turn, tap.place, facts);
    case "card":
      return tapCard(turn, tap.card, facts);
    case "move":
      return tapMove(turn, tap.move, facts);
    case "offer":
      return begin({ do: "offer", card: tap.card }, facts);
    case "discard":
      return { turn, play: left({ do: "discard", card: tap.card }, choicesOf(facts))[0] };
    case "effect":
      // Without a target there is nothing left to choose.
      if (effectOf(facts.cards, tap.cards)?.targets?.length) return begin({ do: "effect", cards: tap.cards }, facts);
      return { turn, play: left({ do: "effect", cards: tap.cards }, choicesOf(facts))[0] };
  }
}

function tapSeat(turn: Turn, seat: number, facts: Facts): Outcome {
  const draft = draftOf(turn);
  if (!draft || !targets(turn, facts).seats.includes(seat)) return { turn };
  return begin({ ...draft, seat }, facts);
}

function tapWorld(turn: Turn, place: number, facts: Facts): Outcome {
  const draft = draftOf(turn),
    offers = offersFrom(facts.view, choicesOf(facts));
  if (draft?.do === "effect") {
    if (targets(turn, facts).places.includes(place))
      return begin({ ...draft, world: doorAt(facts.view, place) }, facts);
    if (nextChoice(turn, facts) === "world") return { turn, refusal: { why: "not_now" } };
  }
  if (isActing(facts) && offers.ways.has(place)) {
    const way = wayDraft(facts.view, place);
    if (draft?.do === way.do && draft.to === way.to) return { turn };
    const pays = turn.at === "card" && waysOf(facts.view, choicesOf(facts), turn.card).has(place);
    return begin({ ...way, wanted: pays ? [turn.card] : [] }, facts);
  }
  const here = place === myPlace(facts);
  // One's own world is its pile: a tap draws.
  if (here && isActing(facts) && offers.draw && turn.at !== "card" && turn.at !== "draft")
    return { turn: REST, play: offers.draw };
  if (turn.at === "world" && turn.place === place) return { turn: REST };
  const looks: Turn = { at: "world", place };
  return isActing(facts) && !here && place !== HOME
    ? { turn: looks, refusal: refusePlace(place, facts) }
    : { turn: looks };
}

function tapCard(turn: Turn, card: string, facts: Facts): Outcome {
  const decision = decisionOf(facts),
    draft = draftOf(turn);
  if (facts.asked && (decision === "discard" || decision === "answer" || decision === "react")) {
    if (!choicesOf(facts).some(({ action }) => cardOf(action) === card)) return { turn, refusal: { why: "not_now" } };
    // A reaction is chosen as a whole, since a card may stop one of several.
    if (decision === "react") return { turn: { at: "draft", draft: { do: "react", card } } };
    return begin({ do: decision, card }, facts);
  }
  if (draft && paymentsOf(turn, facts).length) {
    const paid = pay(draft, choicesOf(facts), card, readyAction(turn, facts));
    if (paid) return { turn: { at: "draft", draft: paid } };
    const part = keysOf(readyAction(turn, facts)).includes(card);
    return { turn, refusal: { why: part ? "needed" : "not_part" } };
  }
  if (draft && targets(turn, facts).cards.includes(card)) return begin({ ...draft, card }, facts);
  if (draft?.do === "effect" && nextChoice(turn, facts) === "card") return { turn, refusal: { why: "not_now" } };
  if (card === CHARACTER) return { turn };
  return { turn: turn.at === "card" && turn.card === card ? REST : { at: "card", card } };
}

function tapMove(turn: Turn, move: Move, facts: Facts): Outcome {
  const offers = offersFrom(facts.view, choicesOf(facts));
  if (!canMove(move, facts, offers)) return { turn, refusal: refuseMove(move, facts) };
  if (move === "draw") return { turn: REST, play: offers.draw! };
  if (move !== "trade") return begin({ do: move }, facts);
  const card = turn.at === "card" && offers.offers.has(turn.card) ? { card: turn.card } : {};
  return begin({ do: "offer", ...card }, facts);
}

/** What the question area shows: a question of the game, or a trade that the player begins. */
export type Scene = "choose" | "chosen" | "trade" | "react" | "pick" | "lose";
export function sceneOf(turn: Turn, facts: Facts): Scene | null {
  const decision = decisionOf(facts),
    asked = !!facts.asked;
  if (decision === "choose_character") return asked ? "choose" : "chosen";
  if (draftOf(turn)?.do === "offer" || decision === "answer" || decision === "accept") return "trade";
  if (decision === "react") return "react";
  if (decision === "pick" && asked) return "pick";
  return decision === "discard" && asked ? "lose" : null;
}

/** The place that a hint points at. */
export const hintedPlace = ({ view, hint }: Facts): number | undefined => (hint ? targetOf(view, hint) : undefined);
