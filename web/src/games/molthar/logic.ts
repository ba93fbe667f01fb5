// What the board reads from a view and from the legal actions, in the form that its components draw. The rules are the
// server's: what a character lacks and how a payment works out is in `view.explain`.
import type {
  Choice,
  MoltharActivate,
  MoltharBanish,
  MoltharCard,
  MoltharCharacterExplain,
  MoltharDiscard,
  MoltharEndTurn,
  MoltharEvent,
  MoltharPaymentExplain,
  MoltharPeek,
  MoltharPlace,
  MoltharPlayerView,
  MoltharRedraw,
  MoltharRefresh,
  MoltharRob,
  MoltharRobPearl,
  MoltharSwap,
  MoltharTake,
  MoltharTakeBack,
  MoltharTradeTwo,
  MoltharView,
} from "../../protocol.gen";

/** A pearl: its value, as a string with a star if it carries the swap symbol. */
export type Pearl = MoltharPlayerView["hand"][number];
export const value = (pearl: Pearl): number => (typeof pearl === "number" ? pearl : parseInt(pearl, 10));
/** Whoever first has so many points brings about the last round (M22). */
export const POINTS_TO_END = 12;
export const swaps = (pearl: Pearl): boolean => typeof pearl === "string" && pearl.endsWith("*");

export const indexCards = (cards: readonly MoltharCard[]): Map<string, MoltharCard> =>
  new Map(cards.map((card) => [card.id, card]));

// Requirements.

type Requirement = MoltharCard["requirement"];
/**
 * The symbols of a requirement. A number is that pearl; "o" and "o2" are blank pearls; "=" links equal ones; "up" draws
 * stairs.
 */
export type Token =
  number | "o" | "o2" | "=" | "+" | "/" | "_" | "..." | "gem" | "up" | `s:${number}` | `set:${string}`;
const alike = (number: number, blank: "o" | "o2" = "o"): Token[] =>
  Array.from({ length: 2 * number - 1 }, (_, i) => (i % 2 ? "=" : blank));
const added = (number: number): Token[] => Array.from({ length: 2 * number - 1 }, (_, i) => (i % 2 ? "+" : "o"));
function combination(requirement: Requirement): Token[] {
  switch (requirement.kind) {
    case "of_a_kind":
      return alike(requirement.number);
    case "two_pairs":
      return [...alike(2), "_", ...alike(2, "o2")];
    case "pair_and":
      return [...alike(2), "_", ...requirement.values];
    case "three":
      return ["o", "o", "o", requirement.parity === "odd" ? "set:1357" : "set:2468"];
    case "sum":
      return requirement.cards === null
        ? ["o", "+", "o", "...", `s:${requirement.total}`]
        : [...added(requirement.cards), `s:${requirement.total}`];
    case "run":
      return ["up", ...Array<Token>(requirement.length).fill("o")];
    case "exact":
      return [...requirement.values];
    case "either":
      return requirement.choices.flatMap((values, i): Token[] => (i ? ["/", ...values] : [...values]));
  }
}
export const tokens = (requirement: Requirement): Token[] => [
  ...combination(requirement),
  ...Array.from({ length: requirement.diamonds }, (): Token[] => ["+", "gem"]).flat(),
];

// What the rules say of the position. A spectator's view says nothing.

/** What the seat still lacks for the character on a portal; undefined if that character can never be the seat's. */
export const missingAt = (view: MoltharView, seat: number, slot: number): MoltharCharacterExplain | undefined =>
  view.explain?.characters.find((each) => each.seat === seat && each.slot === slot);
/** How each payment works out, by `paymentKey`. */
export const indexPayments = (view: MoltharView | null): Map<string, MoltharPaymentExplain> =>
  new Map((view?.explain?.payments ?? []).map((payment) => [paymentKey(payment.action), payment]));
export const paymentKey = ({ seat, slot, spend, diamonds }: MoltharActivate): string =>
  [seat, slot, spend, diamonds].join(":");

/** The pearls that an event names. */
export function pearlsIn(event: MoltharEvent): Pearl[] {
  const found: Pearl[] = [];
  if ("pearl" in event && event.pearl !== undefined) found.push(event.pearl);
  if ("spend" in event) found.push(...event.spend);
  if ("pearls" in event && event.pearls) found.push(...event.pearls);
  if ("hand" in event && event.hand) found.push(...event.hand);
  return found;
}

// Choices.

export interface Offers {
  take: Map<number | "pile", MoltharTake>;
  place: Map<number | "pile", MoltharPlace[]>;
  activate: Map<string, MoltharActivate[]>;
  swap: MoltharSwap[];
  discard: Map<number, MoltharDiscard>;
  rob: Map<number, MoltharRob>;
  robPearl: Map<number, MoltharRobPearl>;
  banish: Map<string, MoltharBanish>;
  takeBack: Map<number, MoltharTakeBack>;
  refresh: MoltharRefresh | null;
  peek: MoltharPeek | null;
  redraw: MoltharRedraw | null;
  trade: MoltharTradeTwo | null;
  end: MoltharEndTurn | null;
}
export const spot = (seat: number, slot: number): string => `${seat}:${slot}`;
export function offersFrom(choices: readonly Choice<"molthar">[]): Offers {
  const offers: Offers = {
    take: new Map(),
    place: new Map(),
    activate: new Map(),
    swap: [],
    discard: new Map(),
    rob: new Map(),
    robPearl: new Map(),
    banish: new Map(),
    takeBack: new Map(),
    refresh: null,
    peek: null,
    redraw: null,
    trade: null,
    end: null,
  };
  const push = <Key, Action>(map: Map<Key, Action[]>, key: Key, action: Action) => {
    const list = map.get(key);
    if (list) list.push(action);
    else map.set(key, [action]);
  };
  for (const { action } of choices) {
    switch (action.do) {
      case "take":
        offers.take.set(action.from, action);
        break;
      case "place":
        push(offers.place, action.from, action);
        break;
      case "activate":
        push(offers.activate, spot(action.seat, action.slot), action);
        break;
      case "swap":
        offers.swap.push(action);
        break;
      case "discard":
        offers.discard.set(action.pearl, action);
        break;
      case "rob":
        offers.rob.set(action.seat, action);
        break;
      case "rob_pearl":
        offers.robPearl.set(action.pearl, action);
        break;
      case "banish":
        offers.banish.set(spot(action.seat, action.slot), action);
        break;
      case "take_back":
        offers.takeBack.set(action.pearl, action);
        break;
      case "refresh":
        offers.refresh = action;
        break;
      case "peek":
        offers.peek = action;
        break;
      case "redraw":
        offers.redraw = action;
        break;
      case "trade_two":
        offers.trade = action;
        break;
      case "end_turn":
        offers.end = action;
        break;
    }
  }
  for (const list of offers.activate.values())
    list.sort(
      (one, other) =>
        one.diamonds - other.diamonds || one.spend.length - other.spend.length || sum(one.spend) - sum(other.spend),
    );
  return offers;
}
const sum = (list: readonly number[]): number => list.reduce((total, each) => total + each, 0);

/** Whether the second list contains everything in the first. */
export function within(some: readonly number[], all: readonly number[]): boolean {
  const rest = [...all];
  return some.every((pearl) => {
    const at = rest.indexOf(pearl);
    if (at < 0) return false;
    rest.splice(at, 1);
    return true;
  });
}

/** A medal: one kind of activated character, or (with id null) all characters that only bring points. */
export interface Shared {
  id: string | null;
  times: number;
  points: number;
  names: string[];
}
/** Equal characters share a medal; if there are more than `most` medals, so do all without a lasting ability. */
export function medals(ids: readonly string[], cards: Map<string, MoltharCard>, most: number): Shared[] {
  const found = new Map<string, Shared>();
  for (const id of ids) {
    const character = cards.get(id);
    if (!character) continue;
    const had = found.get(id);
    if (had) {
      had.times++;
      had.points += character.points;
    } else found.set(id, { id, times: 1, points: character.points, names: [character.name] });
  }
  const all = [...found.values()];
  const plain = all.filter((medal) => cards.get(medal.id!)!.colour !== "blue");
  if (all.length <= most || plain.length < 2) return all;
  const sum: Shared = { id: null, times: 0, points: 0, names: [] };
  for (const medal of plain) {
    sum.times += medal.times;
    sum.points += medal.points;
    sum.names.push(...medal.names);
  }
  return [...all.filter((medal) => !plain.includes(medal)), sum];
}
