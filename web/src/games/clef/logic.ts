// What the board can work out by itself: where ways lead, what they cost, which cards would pay, and how an action is built
// step by step. The server owns the rules; this module only explains and narrows down what the server allows.
import { equalActions } from "../../board/equalActions";
import type { Action, Choice, JsonRecord } from "../../protocol";

export type KeyKind = "magie" | "connaissance" | "combat" | "mort" | "amour";
export const KEYS: readonly KeyKind[] = ["magie", "connaissance", "combat", "mort", "amour"];
/** A world as an action names it: by its id, or by its place while it is face down (EG10). */
export type Door = string | number;

export interface World { id: string; type: "world"; name: string; keys: (KeyKind | null)[] }
export interface Reader { id: string; type: "character"; name: string; key: KeyKind; needs: KeyKind[]; flavour: string }
export interface Discovery {
  id: string; type: "discovery"; name: string; world: string; kind: "R" | "O" | "MR"; key: KeyKind | null; attack: KeyKind | null;
  effect: { id: string; keys?: KeyKind[]; n?: number; symbol?: KeyKind }; text: string; flavour: string; pair?: { with: string; id: string };
}
export interface Announced { kind: "R" | "O"; key: KeyKind; card?: string }
export interface Player {
  name: string; place: number; hand_size: number; hand: string[]; character: string | null; revealed: boolean; key_spent: boolean;
  turns_to_miss: number; shielded: boolean; aside?: string; dealt?: string[];
}
export interface View {
  cards: string; options: { reveal_while_paying: boolean; max_rounds: number | null }; seat: number | null;
  worlds: (string | null)[][]; players: Player[]; piles: Record<string, (string | null)[]>;
  turn: { seat: number; actions_left: number; drawn: boolean }; first_seat: number; round: number;
  decision: { seat: number | null; what: string; with?: number; offered?: Announced; answered?: Announced; victim?: number; seen?: number; to?: "hand" | "top"; left?: number };
  played?: Action; bad_encounter?: string; ranking?: number[][]; payoffs?: number[];
}

/** All cards, by type and id. */
export interface CardIndex { worlds: Map<string, World>; readers: Map<string, Reader>; discoveries: Map<string, Discovery> }
export function indexCards(cards: JsonRecord[]): CardIndex {
  const of = <T extends { id: string }>(type: string) => new Map(cards.filter((card) => card.type === type).map((card) => [card.id as string, card as unknown as T]));
  return { worlds: of<World>("world"), readers: of<Reader>("character"), discoveries: of<Discovery>("discovery") };
}

// The grid of worlds. Places are 0 to 8 in reading order; 4 is Kernault.

export const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
export const HOME = 4;
export const HAND_LIMIT = 5;
const row = (place: number): number => Math.floor(place / 3);
const column = (place: number): number => place % 3;
export const worldAt = (view: View, place: number): string | null => view.worlds[row(place)]![column(place)]!;
export const doorAt = (view: View, place: number): Door => worldAt(view, place) ?? place;
export const placeOf = (view: View, door: Door): number => (typeof door === "number" ? door : PLACES.findIndex((place) => worldAt(view, place) === door));
export const touches = (a: number, b: number): boolean => a !== b && Math.abs(row(a) - row(b)) < 2 && Math.abs(column(a) - column(b)) < 2;
/** The direction of a neighbour: rows and columns from -1 to 1. */
export const direction = (from: number, to: number): [number, number] => [Math.sign(row(to) - row(from)), Math.sign(column(to) - column(from))];

/** The keys on the edge between a face-up world and a neighbour (K9), without the reader's keys for home. */
export function edge(view: View, cards: CardIndex, from: number, to: number): KeyKind[] {
  const keys = cards.worlds.get(worldAt(view, from) ?? "")?.keys;
  if (!keys || from === HOME || !touches(from, to)) return [];
  const [rows, columns] = direction(from, to);
  return [rows ? keys[rows < 0 ? 0 : 2] : null, columns ? keys[columns > 0 ? 1 : 3] : null].filter((key): key is KeyKind => !!key);
}
/** All keys a way costs; the way home also costs the reader's keys (K11), if the reader is known. */
export function due(view: View, cards: CardIndex, seat: number, from: number, to: number): KeyKind[] {
  const keys = edge(view, cards, from, to);
  const reader = cards.readers.get(view.players[seat]?.character ?? "");
  return to === HOME && keys.length && reader ? [...keys, ...reader.needs] : keys;
}

// Paying.

export const CHARACTER = "character";
export interface Coin { card: string; opens: KeyKind[] }
/** Whether a card can be played in a world at all (K14, K15). */
export const playable = (card: Discovery | undefined, world: string | null): boolean => !!card && (card.kind === "O" || card.world === world);
/** What a seat can pay with in its world: each card, and possibly the reader, with the keys it can stand for (E3). */
export function purse(view: View, cards: CardIndex, seat: number): Coin[] {
  const player = view.players[seat]!, here = worldAt(view, player.place);
  const coins: Coin[] = player.hand
    .map((id) => cards.discoveries.get(id))
    .filter((card): card is Discovery => playable(card, here))
    .map((card) => ({ card: card.id, opens: card.effect.id === "wild" ? card.effect.keys! : card.key ? [card.key] : [] }));
  const reader = cards.readers.get(player.character ?? "");
  if (reader && !player.key_spent && (player.revealed || view.options.reveal_while_paying)) coins.push({ card: CHARACTER, opens: [reader.key] });
  return coins;
}
/** The card that pays each key: as many keys as possible, each card once, null for a key that stays unpaid. */
export function cover(coins: Coin[], keys: KeyKind[]): (string | null)[] {
  const serves = new Map<number, number>();
  const find = (key: number, tried: Set<number>): boolean =>
    coins.some((coin, i) => {
      if (tried.has(i) || !coin.opens.includes(keys[key]!)) return false;
      tried.add(i);
      const had = serves.get(i);
      if (had !== undefined && !find(had, tried)) return false;
      serves.set(i, key);
      return true;
    });
  keys.forEach((_, key) => find(key, new Set()));
  return keys.map((_, key) => [...serves].find(([, served]) => served === key)).map((found) => (found ? coins[found[0]]!.card : null));
}
/** A key of a way, with the card that would pay for it. */
export interface Step { key: KeyKind; card: string | null }
export function priced(view: View, cards: CardIndex, seat: number, keys: KeyKind[]): Step[] {
  const paid = cover(purse(view, cards, seat), keys);
  return keys.map((key, i) => ({ key, card: paid[i]! }));
}
/** The key of a still hidden reader, if it would pay for a missing key of the way home. */
export function revealHelps(view: View, cards: CardIndex, seat: number, keys: KeyKind[]): KeyKind | null {
  const player = view.players[seat]!, reader = cards.readers.get(player.character ?? "");
  if (!reader || player.revealed || view.options.reveal_while_paying) return null;
  const coins = purse(view, cards, seat), paid = (list: Coin[]) => cover(list, keys).filter(Boolean).length;
  return paid([...coins, { card: CHARACTER, opens: [reader.key] }]) > paid(coins) ? reader.key : null;
}

// Building an action step by step. A draft holds the choices made so far; the legal actions that agree with it are the
// ones that are left. So the page can never build an action that the server has not offered.

export type Field = "to" | "keys" | "cards" | "seat" | "world" | "card" | "against" | "character" | "yes";
export interface Draft {
  do: string; to?: Door; cards?: string[]; seat?: number; world?: Door; card?: string | null; against?: string; character?: string; yes?: boolean;
  /** Cards requested for a payment, the latest last, and cards excluded from it. */
  wanted?: string[]; without?: string[];
}
// The order in which the page asks for fields; fields that an action doesn't have are skipped.
const ORDER: readonly Field[] = ["to", "cards", "seat", "world", "card", "against", "character", "yes", "keys"];

const agrees = (draft: Draft, action: Action): boolean =>
  draft.do === action.do && ORDER.every((field) => field === "keys" || draft[field] === undefined || JSON.stringify(draft[field]) === JSON.stringify(action[field]));
/** The legal actions that a draft can still become. */
export const left = (draft: Draft, choices: Choice[]): Action[] => choices.map((choice) => choice.action).filter((action) => agrees(draft, action));

/** The next field to choose; null if only the payment is open or nothing at all. */
export function next(draft: Draft, choices: Choice[]): Field | null {
  const actions = left(draft, choices);
  return ORDER.find((field) => field !== "keys" && draft[field] === undefined && actions.some((action) => action[field] !== undefined)) ?? null;
}
/** The values that a field can still take. */
export function options<F extends Exclude<Field, "keys">>(draft: Draft, choices: Choice[], field: F): NonNullable<Draft[F]>[] {
  const found = new Map<string, NonNullable<Draft[F]>>();
  for (const action of left({ ...draft, [field]: undefined }, choices)) if (action[field] !== undefined) found.set(JSON.stringify(action[field]), action[field]);
  return [...found.values()];
}
/** The draft with every field filled in that has only one possible value. */
export function filled(draft: Draft, choices: Choice[]): Draft {
  const field = next(draft, choices);
  if (!field || field === "keys") return draft;
  const values = options(draft, choices, field);
  return values.length === 1 ? filled({ ...draft, [field]: values[0] }, choices) : draft;
}
/** The action of a complete draft, else null. If several payments fit, the one with the most recently requested cards. */
export function chosen(draft: Draft, choices: Choice[], hint: Action | null = null): Action | null {
  if (next(draft, choices)) return null;
  let actions = left(draft, choices);
  if (!actions[0]?.keys) return actions.length === 1 ? actions[0]! : null;
  for (const card of draft.without ?? []) {
    const fewer = actions.filter((action) => !action.keys.includes(card));
    if (fewer.length) actions = fewer;
  }
  for (const card of [...(draft.wanted ?? [])].reverse()) {
    const fewer = actions.filter((action) => action.keys.includes(card));
    if (fewer.length) actions = fewer;
  }
  return actions.find((action) => equalActions(action, hint)) ?? actions[0] ?? null;
}
/** Adds a card to a payment or removes it. Null if no payment contains the card, or every payment needs it. */
export function pay(draft: Draft, choices: Choice[], card: string): Draft | null {
  const actions = left(draft, choices), now = chosen(draft, choices);
  if (now?.keys.includes(card)) {
    if (actions.every((action) => action.keys.includes(card))) return null;
    return { ...draft, wanted: (draft.wanted ?? []).filter((each) => each !== card), without: [...(draft.without ?? []).filter((each) => each !== card), card].slice(-1) };
  }
  if (!actions.some((action) => action.keys.includes(card))) return null;
  return { ...draft, wanted: [...(draft.wanted ?? []).filter((each) => each !== card), card], without: (draft.without ?? []).filter((each) => each !== card) };
}

/** The legal actions, grouped by the element of the board that starts them. */
export interface Offers {
  /** Places the player can travel to; 4 if the player can go home. */
  ways: Set<number>;
  /** For each card in hand, the sets of cards it can be played with, including alone. */
  effects: Map<string, string[][]>;
  discards: Set<string>; offers: Set<string>; partners: Set<number>; keys: Set<string>;
  draw: Action | null; reveal: Action | null; pass: Action | null;
}
export function offersFrom(view: View, choices: Choice[]): Offers {
  const offers: Offers = { ways: new Set(), effects: new Map(), discards: new Set(), offers: new Set(), partners: new Set(), keys: new Set(), draw: null, reveal: null, pass: null };
  for (const { action } of choices) {
    switch (action.do) {
      case "travel": offers.ways.add(placeOf(view, action.to)); break;
      case "go_home": offers.ways.add(HOME); break;
      case "effect":
        for (const card of action.cards as string[]) {
          const list = offers.effects.get(card) ?? [];
          if (!list.some((cards) => cards.join() === action.cards.join())) list.push(action.cards);
          offers.effects.set(card, list);
        }
        break;
      case "discard": offers.discards.add(action.card); break;
      case "offer": offers.offers.add(action.card); offers.partners.add(action.seat); break;
      case "draw": offers.draw = action; break;
      case "reveal": offers.reveal = action; break;
      case "pass": offers.pass = action; break;
    }
    for (const key of action.keys ?? []) offers.keys.add(key);
  }
  return offers;
}
/** The draft of a journey to a place. */
export const wayDraft = (view: View, place: number): Draft => (place === HOME ? { do: "go_home" } : { do: "travel", to: doorAt(view, place) });
/** The ways that a card could help to pay for. */
export const waysOf = (view: View, choices: Choice[], card: string): Set<number> =>
  new Set(choices.filter(({ action }) => action.keys?.includes(card)).map(({ action }) => (action.do === "go_home" ? HOME : placeOf(view, action.to))));
/** The server's text for a choice. */
export const wordsOf = (choices: Choice[], action: Action | null): string => choices.find((choice) => equalActions(choice.action, action))?.text ?? "";
