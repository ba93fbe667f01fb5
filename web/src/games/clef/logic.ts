// Where things are on the grid, what the server says of each way, and how an action is built step by step. The rules
// are the server's: costs, what pays and what is missing are in `view.explain`.
import { equalActions } from "../../board/equalActions";
import type {
  Choice,
  ClefAction,
  ClefCard,
  ClefCoin,
  ClefDiscoveryCard,
  ClefDraw,
  ClefEffectFacts,
  ClefKey,
  ClefPass,
  ClefReaderCard,
  ClefReveal,
  ClefView,
  ClefWay,
  ClefWorldCard,
} from "../../protocol.gen";

export const KEYS: readonly ClefKey[] = ["magie", "connaissance", "combat", "mort", "amour"];
/** A world as an action names it: by its id, or by its place while it is face down (EG10). */
export type Door = ClefWay["to"];

/** All cards, by type and id. */
export interface CardIndex {
  worlds: Map<string, ClefWorldCard>;
  readers: Map<string, ClefReaderCard>;
  discoveries: Map<string, ClefDiscoveryCard>;
}
export function indexCards(cards: readonly ClefCard[]): CardIndex {
  const index: CardIndex = { worlds: new Map(), readers: new Map(), discoveries: new Map() };
  for (const card of cards) {
    if (card.type === "world") index.worlds.set(card.id, card);
    else if (card.type === "character") index.readers.set(card.id, card);
    else index.discoveries.set(card.id, card);
  }
  return index;
}
/** The effect of a card, or of two that are played together. */
export function effectOf(cards: CardIndex, played: readonly string[]): ClefEffectFacts | undefined {
  const first = cards.discoveries.get(played[0] ?? "");
  return played.length > 1 ? first?.pair?.effect : first?.effect;
}

// The grid of worlds. Places are 0 to 8 in reading order; 4 is Kernault.

export const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
export const HOME = 4;
export const HAND_LIMIT = 5;
const row = (place: number): number => Math.floor(place / 3);
const column = (place: number): number => place % 3;
export const worldAt = (view: ClefView, place: number): string | null => view.worlds[row(place)]![column(place)]!;
export const doorAt = (view: ClefView, place: number): Door => worldAt(view, place) ?? place;
export const placeOf = (view: ClefView, door: Door): number =>
  typeof door === "number" ? door : PLACES.findIndex((place) => worldAt(view, place) === door);

/** Each key of a list and how often it is there, in the order of the list. */
export function tally(keys: readonly ClefKey[]): [ClefKey, number][] {
  const counts = new Map<ClefKey, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts];
}

// What the rules say of the position. A spectator's view says nothing.

/** Among the cards of a payment: the key of the player's own reader. */
export const CHARACTER = "character";
/** The way from the player's world to a place; undefined if none leads there. */
export const wayTo = (view: ClefView, place: number): ClefWay | undefined =>
  place === HOME ? view.explain?.home : view.explain?.ways.find((way) => way.place === place);
/** The way home from another world. */
export const planFrom = (view: ClefView, place: number): ClefWay | undefined =>
  view.explain?.plans?.find((way) => way.origin === place);
/** What a card can pay, and why it cannot pay here. */
export const coinOf = (view: ClefView, card: string): ClefCoin | undefined =>
  view.explain?.purse.find((coin) => coin.card === card);
/** Whether a card serves only in another world (K14). */
export const isElsewhere = (view: ClefView, card: string): boolean => coinOf(view, card)?.hindered === "other_world";

// The parts of an action, whatever its kind.

type Field = "to" | "keys" | "cards" | "seat" | "world" | "card" | "against" | "character" | "yes";
const fieldOf = (action: ClefAction, field: Field): unknown => (action as Partial<Record<Field, unknown>>)[field];
export const keysOf = (action: ClefAction | null): readonly string[] => (action && "keys" in action ? action.keys : []);
export const cardOf = (action: ClefAction): string | null | undefined => ("card" in action ? action.card : undefined);
/** The place that an action leads to. */
export function targetOf(view: ClefView, action: ClefAction): number | undefined {
  if (action.do === "go_home") return HOME;
  const door = action.do === "travel" ? action.to : action.do === "effect" ? action.world : undefined;
  return door === undefined ? undefined : placeOf(view, door);
}
/** All cards that an action names. */
export const cardsIn = (action: ClefAction): readonly (string | null | undefined)[] => [
  cardOf(action),
  ...("cards" in action ? action.cards : []),
  ...keysOf(action),
];

// Building an action step by step. A draft holds the choices made so far; the legal actions that agree with it are the
// ones that are left. So the page can never build an action that the server has not offered.

export interface Draft {
  do: ClefAction["do"];
  to?: Door;
  cards?: readonly string[];
  seat?: number;
  world?: Door;
  card?: string | null;
  against?: string;
  character?: string;
  yes?: boolean;
  /** Cards requested for a payment, the latest last, and cards excluded from it. */
  wanted?: readonly string[];
  without?: readonly string[];
}
// The order in which the page asks for fields; fields that an action doesn't have are skipped.
const ORDER: readonly Field[] = ["to", "cards", "seat", "world", "card", "against", "character", "yes", "keys"];

const agrees = (draft: Draft, action: ClefAction): boolean =>
  draft.do === action.do &&
  ORDER.every(
    (field) =>
      field === "keys" ||
      draft[field] === undefined ||
      JSON.stringify(draft[field]) === JSON.stringify(fieldOf(action, field)),
  );
/** The legal actions that a draft can still become. */
export const left = (draft: Draft, choices: readonly Choice<"clef">[]): ClefAction[] =>
  choices.map((choice) => choice.action).filter((action) => agrees(draft, action));

/** The next field to choose; null if only the payment is open or nothing at all. */
export function next(draft: Draft, choices: readonly Choice<"clef">[]): Field | null {
  const actions = left(draft, choices);
  return (
    ORDER.find(
      (field) =>
        field !== "keys" &&
        draft[field] === undefined &&
        actions.some((action) => fieldOf(action, field) !== undefined),
    ) ?? null
  );
}
/** The values that a field can still take. */
export function options<F extends Exclude<Field, "keys">>(
  draft: Draft,
  choices: readonly Choice<"clef">[],
  field: F,
): NonNullable<Draft[F]>[] {
  const found = new Map<string, NonNullable<Draft[F]>>();
  for (const action of left({ ...draft, [field]: undefined }, choices)) {
    const value = fieldOf(action, field);
    if (value !== undefined) found.set(JSON.stringify(value), value as NonNullable<Draft[F]>);
  }
  return [...found.values()];
}
/** The draft with every field filled in that has only one possible value. */
export function filled(draft: Draft, choices: readonly Choice<"clef">[]): Draft {
  const field = next(draft, choices);
  if (!field || field === "keys") return draft;
  const values = options(draft, choices, field);
  return values.length === 1 ? filled({ ...draft, [field]: values[0] }, choices) : draft;
}
/**
 * The action of a complete draft, else null. If several payments fit, the one with the most recently requested cards,
 * then the one that spends the fewest of the items that could be `kept`.
 */
export function chosen(
  draft: Draft,
  choices: readonly Choice<"clef">[],
  hint: ClefAction | null = null,
  kept: (item: string) => boolean = () => false,
): ClefAction | null {
  if (next(draft, choices)) return null;
  let actions = left(draft, choices);
  if (!actions[0] || !("keys" in actions[0])) return actions.length === 1 ? actions[0]! : null;
  for (const card of draft.without ?? []) {
    const fewer = actions.filter((action) => !keysOf(action).includes(card));
    if (fewer.length) actions = fewer;
  }
  for (const card of [...(draft.wanted ?? [])].reverse()) {
    const fewer = actions.filter((action) => keysOf(action).includes(card));
    if (fewer.length) actions = fewer;
  }
  const spent = (action: ClefAction): number => keysOf(action).filter(kept).length;
  const cheapest = [...actions].sort((one, other) => spent(one) - spent(other))[0];
  return actions.find((action) => equalActions(action, hint)) ?? cheapest ?? null;
}
/** Adds a card to a payment or removes it. Null if no payment contains the card, or every payment needs it. */
export function pay(
  draft: Draft,
  choices: readonly Choice<"clef">[],
  card: string,
  now: ClefAction | null = chosen(draft, choices),
): Draft | null {
  const actions = left(draft, choices);
  if (keysOf(now).includes(card)) {
    if (actions.every((action) => keysOf(action).includes(card))) return null;
    return {
      ...draft,
      wanted: (draft.wanted ?? []).filter((each) => each !== card),
      without: [...(draft.without ?? []).filter((each) => each !== card), card].slice(-1),
    };
  }
  if (!actions.some((action) => keysOf(action).includes(card))) return null;
  return {
    ...draft,
    wanted: [...(draft.wanted ?? []).filter((each) => each !== card), card],
    without: (draft.without ?? []).filter((each) => each !== card),
  };
}

/** The legal actions, grouped by the element of the board that starts them. */
export interface Offers {
  /** Places the player can travel to; 4 if the player can go home. */
  ways: Set<number>;
  /** For each card in hand, the sets of cards it can be played with, including alone. */
  effects: Map<string, (readonly string[])[]>;
  discards: Set<string>;
  offers: Set<string>;
  partners: Set<number>;
  keys: Set<string>;
  draw: ClefDraw | null;
  reveal: ClefReveal | null;
  pass: ClefPass | null;
}
export function offersFrom(view: ClefView, choices: readonly Choice<"clef">[]): Offers {
  const offers: Offers = {
    ways: new Set(),
    effects: new Map(),
    discards: new Set(),
    offers: new Set(),
    partners: new Set(),
    keys: new Set(),
    draw: null,
    reveal: null,
    pass: null,
  };
  for (const { action } of choices) {
    switch (action.do) {
      case "travel":
        offers.ways.add(placeOf(view, action.to));
        break;
      case "go_home":
        offers.ways.add(HOME);
        break;
      case "effect":
        for (const card of action.cards) {
          const list = offers.effects.get(card) ?? [];
          if (!list.some((cards) => cards.join() === action.cards.join())) list.push(action.cards);
          offers.effects.set(card, list);
        }
        break;
      case "discard":
        offers.discards.add(action.card);
        break;
      case "offer":
        offers.offers.add(action.card);
        offers.partners.add(action.seat);
        break;
      case "draw":
        offers.draw = action;
        break;
      case "reveal":
        offers.reveal = action;
        break;
      case "pass":
        offers.pass = action;
        break;
    }
    for (const key of keysOf(action)) offers.keys.add(key);
  }
  return offers;
}
/** The draft of a journey to a place. */
export const wayDraft = (view: ClefView, place: number): Draft =>
  place === HOME ? { do: "go_home" } : { do: "travel", to: doorAt(view, place) };
/** The ways that a card could help to pay for. */
export const waysOf = (view: ClefView, choices: readonly Choice<"clef">[], card: string): Set<number> =>
  new Set(
    choices.filter(({ action }) => keysOf(action).includes(card)).flatMap(({ action }) => targetOf(view, action) ?? []),
  );
/** The server's text for a choice. */
export const wordsOf = (choices: readonly Choice<"clef">[], action: ClefAction | null): string =>
  choices.find((choice) => equalActions(choice.action, action))?.text ?? "";
