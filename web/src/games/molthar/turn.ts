// What the player has begun, as a state machine without a page: `begin` gives the state that belongs to a decision,
// `step` what an input makes of it: another state, an action to send, or a refusal to explain. The rules are the
// server's: an action is possible if it is among the offers.
import type { MoltharAction, MoltharActivate, MoltharView } from "../../protocol.gen";
import { equalActions } from "../../board/equalActions";
import { missingAt, spot, value, within, type Offers, type Pearl } from "./logic";

/** A face-up card by its place, or the top of the pile. */
export type From = number | "pile";

export type Turn =
  /** Nothing is asked: somebody else decides, or this is a spectator. */
  | { readonly at: "waiting" }
  /** A free choice of action. */
  | { readonly at: "acting" }
  /** Paying for a character: the chosen places of the hand, and the way to pay that they are. */
  | {
      readonly at: "paying";
      readonly seat: number;
      readonly slot: number;
      readonly picked: readonly number[];
      readonly way: MoltharActivate | null;
    }
  /** The portal is full: which character makes room for this one? */
  | { readonly at: "replacing"; readonly from: From }
  /** The ability to swap: first a character of one's own, then a face-up one. */
  | { readonly at: "swapping"; readonly slot: number | null }
  /** Too many pearls: the chosen place of the hand. */
  | { readonly at: "discarding"; readonly picked: number | null }
  /** Whose hand to look at. */
  | { readonly at: "robbing" }
  /** Which pearl of that hand to take. */
  | { readonly at: "stealing"; readonly victim: number }
  /** Which character on any portal is discarded. */
  | { readonly at: "banishing" }
  /** Which pearl of those just spent comes back. */
  | { readonly at: "taking back" };

/** What the player does. */
export type Input =
  | { readonly tap: "pearl" | "character"; readonly from: From }
  | { readonly tap: "portal"; readonly seat: number; readonly slot: number }
  | { readonly tap: "hand"; readonly index: number }
  | { readonly tap: "way"; readonly way: MoltharActivate }
  | { readonly tap: "seat"; readonly seat: number }
  /** Take this pearl out of those that a question shows. */
  | { readonly tap: "shown"; readonly pearl: number }
  /** Activate at once if there is only one way to pay. */
  | { readonly tap: "activate"; readonly seat: number; readonly slot: number }
  | { readonly tap: "swap" | "confirm" | "cancel" };

/** Why an input does nothing. */
export type Obstacle =
  | "not your turn"
  | "answer first"
  | "no action left"
  | "not this"
  | "empty pile"
  | "place one first"
  | "own character first"
  | "not a neighbour"
  | "not exact"
  /** This character cannot be paid. */
  | { readonly short: { readonly seat: number; readonly slot: number } };

export interface Step {
  readonly turn: Turn;
  readonly play?: MoltharAction;
  readonly refused?: Obstacle;
}

/** What the machine knows of a decision. */
export interface Decision {
  readonly view: MoltharView;
  /** The seat that is asked, or null if it is not this player's. */
  readonly asked: number | null;
  readonly offers: Offers;
  readonly hint: MoltharAction | null;
}

const WAITING: Turn = { at: "waiting" };
const ACTING: Turn = { at: "acting" };

/** The state in which a decision begins. */
export function begin({ view, asked }: Decision): Turn {
  if (asked === null) return WAITING;
  switch (view.decision.what) {
    case "discard":
      return { at: "discarding", picked: null };
    case "rob":
      return { at: "robbing" };
    case "rob_pearl":
      return { at: "stealing", victim: view.decision.victim ?? 0 };
    case "banish":
      return { at: "banishing" };
    case "take_back":
      return { at: "taking back" };
    default:
      return ACTING;
  }
}

/** Whether the player began something that can be cancelled. */
export const begun = (turn: Turn): boolean => turn.at === "paying" || turn.at === "replacing" || turn.at === "swapping";

/** Whether a question is open: what else the table offers waits for its answer. */
export const questioned = (turn: Turn): boolean => turn.at !== "waiting" && turn.at !== "acting";

/** The ways to pay for the character that is being paid, the cheapest first. */
export const waysOf = (turn: Turn, offers: Offers): readonly MoltharActivate[] =>
  turn.at === "paying" ? (offers.activate.get(spot(turn.seat, turn.slot)) ?? []) : [];

/** The places in a hand of pearls with these values, each place once. */
export function placesOf(spend: readonly number[], hand: readonly Pearl[]): number[] {
  const used: number[] = [];
  for (const wanted of spend) {
    const place = hand.findIndex((pearl, at) => value(pearl) === wanted && !used.includes(at));
    if (place >= 0) used.push(place);
  }
  return used;
}

const valuesAt = (picked: readonly number[], hand: readonly Pearl[]): number[] =>
  picked.map((place) => value(hand[place]!)).sort((low, high) => low - high);

const sameValues = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && within(one, other);

/** Whether some way to pay contains all these pearls. */
const fits = (spend: readonly number[], ways: readonly MoltharActivate[]): boolean =>
  ways.some((way) => within(spend, way.spend));

/** Whether the pearl at this place of the hand can be chosen now. */
export function handGlows(turn: Turn, { view, asked, offers }: Decision, index: number): boolean {
  if (asked === null) return false;
  const hand = view.players[asked]!.hand;
  const pearl = value(hand[index]!);
  if (turn.at === "discarding") return turn.picked !== index && offers.discard.has(pearl);
  if (turn.at !== "paying" || turn.picked.includes(index)) return false;
  const ways = waysOf(turn, offers);
  return fits([...valuesAt(turn.picked, hand), pearl], ways) || fits([pearl], ways);
}

/** The places of the hand that are chosen. */
export const handChosen = (turn: Turn): readonly number[] =>
  turn.at === "paying" ? turn.picked : turn.at === "discarding" && turn.picked !== null ? [turn.picked] : [];

/** Whether a face-up character or the pile can be chosen now. */
export function characterGlows(turn: Turn, { offers }: Decision, from: From): boolean {
  if (turn.at === "swapping")
    return turn.slot !== null && offers.swap.some((action) => action.slot === turn.slot && action.with === from);
  return (turn.at === "acting" || (turn.at === "replacing" && turn.from === from)) && offers.place.has(from);
}

/** Whether the character on this portal can be chosen now. */
export function portalGlows(turn: Turn, { asked, offers }: Decision, seat: number, slot: number): boolean {
  switch (turn.at) {
    case "acting":
      return offers.activate.has(spot(seat, slot));
    case "banishing":
      return offers.banish.has(spot(seat, slot));
    case "replacing":
      return seat === asked;
    case "swapping":
      return seat === asked && turn.slot === null && offers.swap.some((action) => action.slot === slot);
    default:
      return false;
  }
}

/** The action that the confirm button plays now. */
export function confirmed(turn: Turn, { view, asked, offers }: Decision): MoltharAction | null {
  if (turn.at === "paying") return turn.way;
  if (turn.at === "discarding" && turn.picked !== null && asked !== null)
    return offers.discard.get(value(view.players[asked]!.hand[turn.picked]!)) ?? null;
  return null;
}

/** Why nothing can be done at all, or null. */
function blocked(turn: Turn, { view }: Decision): Obstacle | null {
  if (turn.at === "waiting") return "not your turn";
  if (questioned(turn)) return "answer first";
  if (view.turn.actions_left === 0) return "no action left";
  return null;
}

/** What an input makes of the state. */
export function step(turn: Turn, decision: Decision, input: Input): Step {
  const { offers } = decision;
  const refuse = (refused: Obstacle): Step => ({ turn, refused });
  const play = (action: MoltharAction | null | undefined): Step =>
    action ? { turn, play: action } : refuse("not this");
  switch (input.tap) {
    case "cancel":
      return { turn: begun(turn) ? ACTING : turn };
    case "confirm": {
      const action = confirmed(turn, decision);
      return action ? play(action) : refuse(turn.at === "paying" ? "not exact" : "answer first");
    }
    case "swap":
      return offers.swap.length ? { turn: { at: "swapping", slot: null } } : refuse("not this");
    case "seat":
      return turn.at === "robbing" ? play(offers.rob.get(input.seat)) : refuse(blocked(turn, decision) ?? "not this");
    case "shown":
      return play(turn.at === "stealing" ? offers.robPearl.get(input.pearl) : offers.takeBack.get(input.pearl));
    case "way":
      return turn.at === "paying" ? { turn: choose(turn, decision, input.way) } : refuse("not this");
    case "activate": {
      const ways = offers.activate.get(spot(input.seat, input.slot)) ?? [];
      return ways.length === 1 ? play(ways[0]) : tapPortal(ACTING, decision, input.seat, input.slot);
    }
    case "pearl":
      return tapPearl(turn, decision, input.from);
    case "character":
      return tapCharacter(turn, decision, input.from);
    case "portal":
      return tapPortal(turn, decision, input.seat, input.slot);
    case "hand":
      return tapHand(turn, decision, input.index);
  }
}

function tapPearl(turn: Turn, decision: Decision, from: From): Step {
  const { view, offers } = decision;
  const action = turn.at === "acting" ? offers.take.get(from) : undefined;
  if (action) return { turn, play: action };
  const empty = from === "pile" && view.pearls.draw + view.pearls.discard.length === 0;
  return { turn, refused: empty ? "empty pile" : (blocked(turn, decision) ?? "not this") };
}

function tapCharacter(turn: Turn, decision: Decision, from: From): Step {
  const { offers } = decision;
  if (turn.at === "swapping") {
    const swap = offers.swap.find((action) => action.slot === turn.slot && action.with === from);
    return swap ? { turn, play: swap } : { turn, refused: turn.slot === null ? "own character first" : "not this" };
  }
  // A second tap on the character that waits for room takes the choice back; a tap on another changes it.
  if (turn.at === "replacing" && turn.from === from) return { turn: ACTING };
  const ready = turn.at === "acting" || turn.at === "replacing";
  const list = ready ? offers.place.get(from) : undefined;
  if (!list) return { turn, refused: blocked(turn, decision) ?? "not this" };
  return list[0]!.discard === undefined ? { turn, play: list[0]! } : { turn: { at: "replacing", from } };
}

function tapPortal(turn: Turn, decision: Decision, seat: number, slot: number): Step {
  const { view, asked, offers } = decision;
  const refuse = (refused: Obstacle): Step => ({ turn, refused });
  if (turn.at === "banishing") {
    const banish = offers.banish.get(spot(seat, slot));
    return banish ? { turn, play: banish } : refuse("not this");
  }
  if (turn.at === "replacing" && seat === asked) {
    const place = offers.place.get(turn.from)?.find((action) => action.discard === slot);
    return place ? { turn, play: place } : refuse("not this");
  }
  if (turn.at === "swapping" && seat === asked) {
    const possible = offers.swap.some((action) => action.slot === slot);
    return possible ? { turn: { at: "swapping", slot } } : refuse("not this");
  }
  const payable = (turn.at === "acting" || turn.at === "paying") && offers.activate.has(spot(seat, slot));
  if (payable) return { turn: pay(decision, seat, slot) };
  if (view.players[seat]!.portal[slot] === null) return refuse(blocked(turn, decision) ?? "place one first");
  if (missingAt(view, seat, slot)) return refuse({ short: { seat, slot } });
  return refuse(blocked(turn, decision) ?? "not a neighbour");
}

function tapHand(turn: Turn, decision: Decision, index: number): Step {
  const { view, asked, offers } = decision;
  if (asked === null) return { turn, refused: "not your turn" };
  const hand = view.players[asked]!.hand;
  const pearl = value(hand[index]!);
  if (turn.at === "discarding") {
    if (!offers.discard.has(pearl)) return { turn, refused: "not this" };
    return { turn: { at: "discarding", picked: turn.picked === index ? null : index } };
  }
  if (turn.at === "acting") {
    // With one character to pay, its pearls begin the payment.
    const [only, ...more] = offers.activate.entries();
    if (!only || more.length || !fits([pearl], only[1]))
      return { turn, refused: blocked(turn, decision) ?? "not this" };
    const [seat, slot] = only[0].split(":").map(Number) as [number, number];
    return { turn: pick({ at: "paying", seat, slot, picked: [], way: null }, decision, [index]) };
  }
  if (turn.at !== "paying") return { turn, refused: blocked(turn, decision) ?? "not this" };
  const ways = waysOf(turn, offers);
  if (turn.picked.includes(index)) {
    return {
      turn: pick(
        turn,
        decision,
        turn.picked.filter((place) => place !== index),
      ),
    };
  }
  if (fits([...valuesAt(turn.picked, hand), pearl], ways))
    return { turn: pick(turn, decision, [...turn.picked, index]) };
  // It belongs to another way: begin that one.
  if (fits([pearl], ways)) return { turn: pick(turn, decision, [index]) };
  return { turn, refused: "not exact" };
}

type Paying = Extract<Turn, { at: "paying" }>;

/** Begin to pay: with the suggested way, or the cheapest. */
function pay(decision: Decision, seat: number, slot: number): Turn {
  const ways = decision.offers.activate.get(spot(seat, slot)) ?? [];
  const best = ways.find((way) => equalActions(way, decision.hint)) ?? ways[0] ?? null;
  const turn: Paying = { at: "paying", seat, slot, picked: [], way: null };
  return best ? choose(turn, decision, best) : turn;
}

const choose = (turn: Paying, { view, asked }: Decision, way: MoltharActivate): Turn => ({
  ...turn,
  way,
  picked: placesOf(way.spend, view.players[asked!]!.hand),
});

function pick(turn: Paying, { view, asked, offers }: Decision, picked: readonly number[]): Turn {
  const spend = valuesAt(picked, view.players[asked!]!.hand);
  return { ...turn, picked, way: waysOf(turn, offers).find((way) => sameValues(spend, way.spend)) ?? null };
}
