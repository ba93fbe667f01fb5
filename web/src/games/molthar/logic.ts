// What the board can work out by itself: what a character costs, what is missing, how a payment works.
// The server owns the rules; this module only explains what the server allows.
import type { Action, Choice, JsonRecord } from "../../protocol";

export type Pearl = number | string;
export const value = (pearl: Pearl): number => (typeof pearl === "number" ? pearl : parseInt(pearl, 10));
export const swaps = (pearl: Pearl): boolean => typeof pearl === "string" && pearl.endsWith("*");

export interface Character {
  id: string; name: string; copies: number; requirement: string; cost: string; points: number; diamonds: number;
  colour: "green" | "red" | "blue"; timing: string; ability: string; text: string;
}
export interface Player {
  name: string; hand_size: number; hand: Pearl[]; hand_limit: number; portal: (string | null)[]; activated: string[];
  points: number; diamonds: (string | null)[]; bonus: number;
}
export interface View {
  options: { wisp_owner_waits: boolean }; seat: number | null; players: Player[];
  pearls: { market: (Pearl | null)[]; draw: number; discard: Pearl[] };
  characters: { market: (string | null)[]; draw: number; top: string | null; discard: string[] };
  starting_seat: number;
  turn: { seat: number; actions_left: number; actions_taken: number; swapped: boolean; peeked: boolean; redrew: boolean; new_wisps: number[] };
  round: number; final_round: boolean;
  decision: { seat: number | null; what: string; victim?: number };
  ranking?: number[][]; payoffs?: number[];
}

export function indexCards(cards: JsonRecord[]): Map<string, Character> {
  return new Map(cards.map((card) => [card.id as string, card as Character]));
}

// Requirements.

const ALL = [1, 2, 3, 4, 5, 6, 7, 8];
function sums(total: number, cards: number | null, least = 1): number[][] {
  if (total === 0 && !cards) return [[]];
  if (cards === 0) return [];
  const found: number[][] = [];
  for (let pearl = least; pearl <= Math.min(8, total); pearl++) for (const more of sums(total - pearl, cards === null ? null : cards - 1, pearl)) found.push([pearl, ...more]);
  return found;
}
/** The lists of pearl values that meet a requirement, and the number of diamonds required in addition. */
export function bags(requirement: string): { bags: number[][]; diamonds: number } {
  if (requirement.endsWith(" + diamond")) {
    const rest = bags(requirement.slice(0, -10));
    return { bags: rest.bags, diamonds: rest.diamonds + 1 };
  }
  const some = (list: number[][]) => ({ bags: list, diamonds: 0 });
  if (requirement.includes(" or ")) return some(requirement.split(" or ").flatMap((part) => bags(part).bags));
  const kind = { pair: 2, "three of a kind": 3, "four of a kind": 4 }[requirement];
  if (kind) return some(ALL.map((pearl) => Array<number>(kind).fill(pearl)));
  if (requirement === "two pairs") return some(ALL.flatMap((low) => ALL.filter((high) => low <= high).map((high) => [low, low, high, high])));
  if (requirement === "pair + 6 6") return some(ALL.map((pearl) => [pearl, pearl, 6, 6].sort((a, b) => a - b)));
  if (requirement === "three odd" || requirement === "three even") {
    const kinds = ALL.filter((pearl) => pearl % 2 === (requirement === "three odd" ? 1 : 0));
    return some(kinds.flatMap((low) => kinds.filter((middle) => low <= middle).flatMap((middle) => kinds.filter((high) => middle <= high).map((high) => [low, middle, high]))));
  }
  const sum = /^(three|any number of) cards sum (\d+)$/.exec(requirement);
  if (sum) return some(sums(+sum[2]!, sum[1] === "three" ? 3 : null));
  const run = /^run of (\d)$/.exec(requirement);
  if (run) return some(ALL.filter((pearl) => pearl + +run[1]! <= 9).map((pearl) => Array.from({ length: +run[1]! }, (_, i) => pearl + i)));
  return some([requirement.split(" ").map(Number).filter(Boolean)]);
}

/** The symbols of a requirement. A number is that pearl; "o" and "o2" are blank pearls; "=" links equal ones; "up" draws stairs. */
export type Token = number | "o" | "o2" | "=" | "+" | "/" | "_" | "..." | "gem" | "up" | `s:${string}` | `set:${string}`;
export function tokens(requirement: string): Token[] {
  if (requirement.endsWith(" + diamond")) return [...tokens(requirement.slice(0, -10)), "+", "gem"];
  if (requirement.includes(" or ")) return requirement.split(" or ").flatMap((part, i) => (i ? ["/" as const, ...tokens(part)] : tokens(part)));
  switch (requirement) {
    case "pair": return ["o", "=", "o"];
    case "three of a kind": return ["o", "=", "o", "=", "o"];
    case "four of a kind": return ["o", "=", "o", "=", "o", "=", "o"];
    case "two pairs": return ["o", "=", "o", "_", "o2", "=", "o2"];
    case "pair + 6 6": return ["o", "=", "o", "_", 6, 6];
    case "three odd": return ["o", "o", "o", "set:1357"];
    case "three even": return ["o", "o", "o", "set:2468"];
  }
  const sum = /^(three|any number of) cards sum (\d+)$/.exec(requirement);
  if (sum) return sum[1] === "three" ? ["o", "+", "o", "+", "o", `s:${sum[2]}`] : ["o", "+", "o", "...", `s:${sum[2]}`];
  const run = /^run of (\d)$/.exec(requirement);
  if (run) return ["up", ...Array<Token>(+run[1]!).fill("o")];
  return requirement.split(" ").map(Number).filter(Boolean);
}

// Paying.

export interface Means { hand: number[]; pictured: number[]; wild: number; imp: boolean; boy: boolean; lower: boolean; diamonds: number }
export function meansOf(player: Player, cards: Map<string, Character>): Means {
  const means: Means = { hand: player.hand.map(value), pictured: [], wild: 0, imp: false, boy: false, lower: false, diamonds: player.diamonds.length };
  for (const id of player.activated) {
    const ability = cards.get(id)?.ability ?? "";
    const pictured = /^pictured (.)$/.exec(ability);
    if (pictured) { if (pictured[1] === "?") means.wild++; else means.pictured.push(+pictured[1]!); }
    if (ability === "threes as anything") means.imp = true;
    if (ability === "ones as eight") means.boy = true;
    if (ability === "diamonds lower") means.lower = true;
  }
  return means;
}

export interface Use { pearl: number; as: number; how: "plain" | "any" | "gem" }
export interface Shown { uses: Use[]; pictured: number[]; wild: number[]; gems: number }
/** How these pearls pay: what each counts as, and which pictured pearls help. Null if the page can't work it out. */
export function explain(requirement: string, spend: number[], diamonds: number, means: Means): Shown | null {
  const asked = bags(requirement);
  const gems = diamonds - asked.diamonds;
  for (const bag of asked.bags) {
    if (bag.length < spend.length || bag.length - spend.length > means.pictured.length + means.wild) continue;
    const left = new Map<number, number>();
    for (const pearl of bag) left.set(pearl, (left.get(pearl) ?? 0) + 1);
    const uses: Use[] = [];
    const place = (i: number, stones: number): Shown | null => {
      if (i === spend.length) {
        if (stones !== 0) return null;
        const pictured: number[] = [], wild: number[] = [], mine = [...means.pictured];
        for (const [pearl, count] of left) for (let k = 0; k < count; k++) {
          const at = mine.indexOf(pearl);
          if (at >= 0) { mine.splice(at, 1); pictured.push(pearl); } else wild.push(pearl);
        }
        return wild.length <= means.wild ? { uses: [...uses], pictured, wild, gems: diamonds } : null;
      }
      const paid = spend[i]!;
      const tries: [number, Use["how"]][] = [[paid, "plain"]];
      if (means.boy && paid === 1) tries.push([8, "any"]);
      if (means.imp && paid === 3) for (const pearl of ALL) if (pearl !== 3) tries.push([pearl, "any"]);
      if (stones > 0) { tries.push([paid + 1, "gem"]); if (means.lower) tries.push([paid - 1, "gem"]); }
      for (const [pearl, how] of tries) {
        const count = left.get(pearl) ?? 0;
        if (count === 0) continue;
        left.set(pearl, count - 1);
        uses.push({ pearl: paid, as: pearl, how });
        const found = place(i + 1, stones - (how === "gem" ? 1 : 0));
        uses.pop();
        left.set(pearl, count);
        if (found) return found;
      }
      return null;
    };
    const found = place(0, gems);
    if (found) return found;
  }
  return null;
}

/** What is missing to activate a character: as few pearls as possible, and the diamonds it requires. */
export interface Missing { pearls: number[]; diamonds: number }
export function missing(requirement: string, means: Means): Missing {
  const asked = bags(requirement);
  const counts = (list: number[]): number[] => list.reduce((total, pearl) => { total[pearl]!++; return total; }, Array<number>(10).fill(0));
  const hand = counts(means.hand), pictured = counts(means.pictured);
  const sources = means.hand.length + means.pictured.length + means.wild;
  let best = null as number[] | null;
  for (const bag of [...asked.bags].sort((a, b) => a.length - b.length)) {
    if (best && bag.length - sources >= best.length) continue;
    const own = [...hand], open = [...pictured], lack: number[] = [];
    /** Tries every way to supply the bag from index i on; stops when the result can't beat the best one. */
    const supply = (i: number, wild: number, stones: number): void => {
      if (best && lack.length >= best.length) return;
      if (i === bag.length) { best = [...lack]; return; }
      const pearl = bag[i]!;
      // A pictured pearl has no other use, so using it is never wrong.
      if (open[pearl]) { open[pearl]--; supply(i + 1, wild, stones); open[pearl]++; return; }
      const spend = (pearl: number, stone: number): void => {
        if (!own[pearl] || stone > stones) return;
        own[pearl]--;
        supply(i + 1, wild, stones - stone);
        own[pearl]++;
      };
      spend(pearl, 0);
      if (means.boy && pearl === 8) spend(1, 0);
      if (means.imp && pearl !== 3) spend(3, 0);
      if (wild) supply(i + 1, wild - 1, stones);
      if (pearl > 1) spend(pearl - 1, 1);
      if (means.lower && pearl < 8) spend(pearl + 1, 1);
      lack.push(pearl);
      supply(i + 1, wild, stones);
      lack.pop();
    };
    supply(0, means.wild, Math.max(0, means.diamonds - asked.diamonds));
  }
  return { pearls: best ?? [], diamonds: Math.max(0, asked.diamonds - means.diamonds) };
}

// Choices.

export interface Offers {
  take: Map<number | "pile", Action>;
  place: Map<number | "pile", Action[]>;
  activate: Map<string, Action[]>;
  swap: Action[];
  discard: Map<number, Action>;
  rob: Map<number, Action>;
  robPearl: Map<number, Action>;
  banish: Map<string, Action>;
  takeBack: Map<number, Action>;
  refresh: Action | null; peek: Action | null; redraw: Action | null; trade: Action | null; end: Action | null;
  any: boolean;
}
export const spot = (seat: number, slot: number): string => `${seat}:${slot}`;
export function offersFrom(choices: Choice[]): Offers {
  const offers: Offers = { take: new Map(), place: new Map(), activate: new Map(), swap: [], discard: new Map(), rob: new Map(), robPearl: new Map(), banish: new Map(), takeBack: new Map(), refresh: null, peek: null, redraw: null, trade: null, end: null, any: choices.length > 0 };
  const push = <K>(map: Map<K, Action[]>, key: K, action: Action) => { const list = map.get(key); if (list) list.push(action); else map.set(key, [action]); };
  for (const { action } of choices) {
    switch (action.do) {
      case "take": offers.take.set(action.from, action); break;
      case "place": push(offers.place, action.from, action); break;
      case "activate": push(offers.activate, spot(action.seat, action.slot), action); break;
      case "swap": offers.swap.push(action); break;
      case "discard": offers.discard.set(action.pearl, action); break;
      case "rob": offers.rob.set(action.seat, action); break;
      case "rob_pearl": offers.robPearl.set(action.pearl, action); break;
      case "banish": offers.banish.set(spot(action.seat, action.slot), action); break;
      case "take_back": offers.takeBack.set(action.pearl, action); break;
      case "refresh": offers.refresh = action; break;
      case "peek": offers.peek = action; break;
      case "redraw": offers.redraw = action; break;
      case "trade_two": offers.trade = action; break;
      case "end_turn": offers.end = action; break;
    }
  }
  for (const list of offers.activate.values()) list.sort((a, b) => a.diamonds - b.diamonds || a.spend.length - b.spend.length || sum(a.spend) - sum(b.spend));
  return offers;
}
const sum = (list: number[]): number => list.reduce((a, b) => a + b, 0);

/** Whether the second list contains everything in the first. */
export function within(some: number[], all: number[]): boolean {
  const rest = [...all];
  return some.every((pearl) => { const at = rest.indexOf(pearl); if (at < 0) return false; rest.splice(at, 1); return true; });
}

/** A medal: one kind of activated character, or (with id null) all characters that only bring points. */
export interface Shared { id: string | null; times: number; points: number; names: string[] }
/** Equal characters share a medal; if there are more than `most` medals, so do all without a lasting ability. */
export function medals(ids: string[], cards: Map<string, Character>, most: number): Shared[] {
  const found = new Map<string, Shared>();
  for (const id of ids) {
    const character = cards.get(id);
    if (!character) continue;
    const had = found.get(id);
    if (had) { had.times++; had.points += character.points; } else found.set(id, { id, times: 1, points: character.points, names: [character.name] });
  }
  const all = [...found.values()];
  const plain = all.filter((medal) => cards.get(medal.id!)!.colour !== "blue");
  if (all.length <= most || plain.length < 2) return all;
  const sum: Shared = { id: null, times: 0, points: 0, names: [] };
  for (const medal of plain) { sum.times += medal.times; sum.points += medal.points; sum.names.push(...medal.names); }
  return [...all.filter((medal) => !plain.includes(medal)), sum];
}
