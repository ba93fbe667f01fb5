import { describe, expect, it } from "vitest";

import type { MoltharAction, MoltharActivate, MoltharPlayerView, MoltharView } from "../../protocol.gen";
import { offersFrom, spot } from "./logic";
import {
  begin,
  begun,
  characterGlows,
  confirmed,
  handChosen,
  handGlows,
  placesOf,
  portalGlows,
  questioned,
  step,
  waysOf,
  type Decision,
  type Input,
  type Turn,
} from "./turn";

const player = (name: string, more: Partial<MoltharPlayerView> = {}): MoltharPlayerView => ({
  name,
  hand: [],
  hand_size: 0,
  hand_limit: 5,
  portal: [null, null],
  activated: [],
  points: 0,
  diamonds: [],
  bonus: 0,
  ...more,
});

/** A table of two, before an action of seat 0 with these pearls. */
function table(hand: (number | string)[], what: MoltharView["decision"]["what"] = "action"): MoltharView {
  return {
    game: "molthar",
    options: { wisp_owner_waits: false },
    seat: 0,
    players: [player("Ada", { hand, hand_size: hand.length, portal: ["gnome", "lion"] }), player("Bea")],
    pearls: { market: [1, 2, 3, 4], draw: 20, discard: [] },
    characters: { market: ["unicorn", "pixie"], draw: 20, discard: [] },
    starting_seat: 0,
    turn: { seat: 0, actions_left: 2, actions_taken: 1, swapped: false, peeked: false, redrew: false, new_wisps: [] },
    round: 3,
    final_round: false,
    decision: { seat: 0, what },
    explain: {
      characters: [
        { character: "gnome", missing: [], diamonds: 0, seat: 0, slot: 0 },
        { character: "lion", missing: [8], diamonds: 0, seat: 0, slot: 1 },
      ],
      payments: [],
    },
  } as unknown as MoltharView;
}

const asked = (view: MoltharView, ...actions: MoltharAction[]): Decision => ({
  view,
  asked: 0,
  offers: offersFrom(actions.map((action) => ({ action, text: "" })) as Parameters<typeof offersFrom>[0]),
  hint: null,
});
const activate = (spend: number[], diamonds = 0, slot: 0 | 1 = 0): MoltharActivate => ({
  do: "activate",
  seat: 0,
  slot,
  spend,
  diamonds,
});

/** The states after one input after another. */
function go(decision: Decision, ...inputs: Input[]): Turn {
  return inputs.reduce((turn, input) => step(turn, decision, input).turn, begin(decision));
}

describe("the beginning of a decision", () => {
  it("waits while nothing is asked", () => {
    const decision = { ...asked(table([])), asked: null };
    expect(begin(decision)).toEqual({ at: "waiting" });
    expect(questioned(begin(decision))).toBe(false);
    expect(step(begin(decision), decision, { tap: "pearl", from: 0 }).refused).toBe("not your turn");
  });
  it.each([
    ["action", "acting"],
    ["after", "acting"],
    ["discard", "discarding"],
    ["rob", "robbing"],
    ["rob_pearl", "stealing"],
    ["banish", "banishing"],
    ["take_back", "taking back"],
  ] as const)("of %s is %s", (what, at) => {
    const turn = begin(asked(table([], what)));
    expect(turn.at).toBe(at);
    expect(questioned(turn)).toBe(at !== "acting");
    expect(begun(turn)).toBe(false);
  });
});

describe("taking a pearl", () => {
  const take = { do: "take", from: 2 } as const;
  it("plays at once", () => {
    const decision = asked(table([]), take);
    expect(step({ at: "acting" }, decision, { tap: "pearl", from: 2 }).play).toBe(take);
  });
  it("says why not", () => {
    const decision = asked(table([]), take);
    expect(step({ at: "acting" }, decision, { tap: "pearl", from: 0 }).refused).toBe("not this");
    expect(step({ at: "replacing", from: 0 }, decision, { tap: "pearl", from: 2 }).refused).toBe("answer first");
    const done = asked({ ...table([]), turn: { ...table([]).turn, actions_left: 0 } });
    expect(step({ at: "acting" }, done, { tap: "pearl", from: 2 }).refused).toBe("no action left");
    const empty = asked({
      ...table([]),
      pearls: { market: [null, null, null, null], draw: 0, discard: [] },
    } as MoltharView);
    expect(step({ at: "acting" }, empty, { tap: "pearl", from: "pile" }).refused).toBe("empty pile");
  });
});

describe("placing a character", () => {
  it("plays at once while the portal has room", () => {
    const place = { do: "place", from: 1 } as const;
    expect(step({ at: "acting" }, asked(table([]), place), { tap: "character", from: 1 }).play).toBe(place);
  });
  it("asks who makes room", () => {
    const room = ([0, 1] as const).map((discard) => ({ do: "place", from: 0, discard }) as const);
    const other = { do: "place", from: 1, discard: 0 } as const;
    const decision = asked(table([]), ...room, other);
    const turn = go(decision, { tap: "character", from: 0 });
    expect(turn).toEqual({ at: "replacing", from: 0 });
    expect(begun(turn)).toBe(true);
    expect(portalGlows(turn, decision, 0, 1)).toBe(true);
    expect(portalGlows(turn, decision, 1, 1)).toBe(false);
    expect(characterGlows(turn, decision, 1)).toBe(false);
    expect(step(turn, decision, { tap: "portal", seat: 0, slot: 1 }).play).toBe(room[1]);
    expect(step(turn, decision, { tap: "character", from: 1 }).turn).toEqual({ at: "replacing", from: 1 });
    expect(step(turn, decision, { tap: "character", from: 0 }).turn).toEqual({ at: "acting" });
    expect(step(turn, decision, { tap: "cancel" }).turn).toEqual({ at: "acting" });
  });
});

describe("paying", () => {
  const cheap = activate([5, 6]);
  const dear = activate([4, 4, 6]);
  const gem = activate([4, 4, 6], 1);
  const decision = asked(table([1, 4, "4*", 5, 6, 8]), dear, gem, cheap);

  it("begins with the cheapest way, its pearls chosen", () => {
    const turn = go(decision, { tap: "portal", seat: 0, slot: 0 });
    expect(turn).toEqual({ at: "paying", seat: 0, slot: 0, picked: [3, 4], way: cheap });
    expect(confirmed(turn, decision)).toBe(cheap);
    expect(waysOf(turn, decision.offers)).toEqual([cheap, dear, gem]);
    expect(step(turn, decision, { tap: "confirm" }).play).toBe(cheap);
  });
  it("begins with the suggested way", () => {
    const turn = go({ ...decision, hint: { ...dear } }, { tap: "portal", seat: 0, slot: 0 });
    expect(handChosen(turn)).toEqual([1, 2, 4]);
  });
  it("lifts the pearls of a chosen way, also of one that differs only in diamonds", () => {
    const turn = go(decision, { tap: "portal", seat: 0, slot: 0 }, { tap: "way", way: gem });
    expect(handChosen(turn)).toEqual([1, 2, 4]);
    expect(confirmed(turn, decision)).toBe(gem);
  });
  it("finds the way of chosen pearls", () => {
    const first = go(decision, { tap: "portal", seat: 0, slot: 0 }, { tap: "hand", index: 1 });
    expect(first).toMatchObject({ picked: [1], way: null });
    expect(confirmed(first, decision)).toBeNull();
    expect(step(first, decision, { tap: "confirm" }).refused).toBe("not exact");
    expect([0, 1, 2, 3, 4, 5].map((index) => handGlows(first, decision, index))).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
    const all = [2, 4].reduce((turn, index) => step(turn, decision, { tap: "hand", index }).turn, first);
    expect(confirmed(all, decision)).toBe(dear);
    expect(step(all, decision, { tap: "hand", index: 2 }).turn).toMatchObject({ picked: [1, 4], way: null });
  });
  it("refuses a pearl that belongs to no way", () => {
    const turn = go(decision, { tap: "portal", seat: 0, slot: 0 });
    expect(step(turn, decision, { tap: "hand", index: 5 })).toEqual({ turn, refused: "not exact" });
  });
  it("begins with a pearl if only one character can be paid", () => {
    expect(go(decision, { tap: "hand", index: 3 })).toMatchObject({ at: "paying", seat: 0, slot: 0, picked: [3] });
    const two = asked(table([5, 6]), cheap, activate([5], 0, 1));
    expect(step({ at: "acting" }, two, { tap: "hand", index: 0 }).refused).toBe("not this");
  });
  it("is done at once by Activate if there is one way", () => {
    const one = asked(table([5, 6]), cheap);
    expect(step({ at: "acting" }, one, { tap: "activate", seat: 0, slot: 0 }).play).toBe(cheap);
    expect(step({ at: "acting" }, decision, { tap: "activate", seat: 0, slot: 0 }).turn.at).toBe("paying");
  });
  it("says what is short", () => {
    expect(step({ at: "acting" }, decision, { tap: "portal", seat: 0, slot: 1 }).refused).toEqual({
      short: { seat: 0, slot: 1 },
    });
    expect(step({ at: "acting" }, decision, { tap: "portal", seat: 1, slot: 0 }).refused).toBe("place one first");
  });
});

describe("discarding a pearl", () => {
  const drop = { do: "discard", pearl: 4 } as const;
  const decision = asked(table([4, 4, 8], "discard"), drop);
  it("chooses first, then confirms", () => {
    expect(confirmed(begin(decision), decision)).toBeNull();
    expect(step(begin(decision), decision, { tap: "confirm" }).refused).toBe("answer first");
    const turn = go(decision, { tap: "hand", index: 1 });
    expect(handChosen(turn)).toEqual([1]);
    expect(handGlows(turn, decision, 0)).toBe(true);
    expect(handGlows(turn, decision, 1)).toBe(false);
    expect(step(turn, decision, { tap: "confirm" }).play).toBe(drop);
    expect(handChosen(step(turn, decision, { tap: "hand", index: 1 }).turn)).toEqual([]);
  });
  it("cannot be cancelled, and nothing else can be done", () => {
    expect(step(begin(decision), decision, { tap: "cancel" }).turn).toEqual(begin(decision));
    expect(step(begin(decision), decision, { tap: "pearl", from: 0 }).refused).toBe("answer first");
    expect(step(begin(decision), decision, { tap: "hand", index: 2 }).refused).toBe("not this");
  });
});

describe("questions", () => {
  it("asks first for one's own character of a swap, then for the other", () => {
    const swap = { do: "swap", slot: 1, with: 0 } as const;
    const decision = asked(table([]), swap);
    const turn = go(decision, { tap: "swap" });
    expect(turn).toEqual({ at: "swapping", slot: null });
    expect([0, 1].map((slot) => portalGlows(turn, decision, 0, slot))).toEqual([false, true]);
    expect(step(turn, decision, { tap: "character", from: 0 }).refused).toBe("own character first");
    const then = step(turn, decision, { tap: "portal", seat: 0, slot: 1 }).turn;
    expect(then).toEqual({ at: "swapping", slot: 1 });
    expect([0, 1].map((from) => characterGlows(then, decision, from))).toEqual([true, false]);
    expect(step(then, decision, { tap: "character", from: 0 }).play).toBe(swap);
  });
  it("plays the answer", () => {
    const rob = { do: "rob", seat: 1 } as const;
    expect(step({ at: "robbing" }, asked(table([], "rob"), rob), { tap: "seat", seat: 1 }).play).toBe(rob);
    const steal = { do: "rob_pearl", pearl: 7 } as const;
    const stealing = begin(asked({ ...table([], "rob_pearl"), decision: { seat: 0, what: "rob_pearl", victim: 1 } }));
    expect(stealing).toEqual({ at: "stealing", victim: 1 });
    expect(step(stealing, asked(table([]), steal), { tap: "shown", pearl: 7 }).play).toBe(steal);
    const back = { do: "take_back", pearl: 2 } as const;
    expect(step({ at: "taking back" }, asked(table([]), back), { tap: "shown", pearl: 2 }).play).toBe(back);
    expect(step({ at: "taking back" }, asked(table([]), back), { tap: "shown", pearl: 3 }).refused).toBe("not this");
    const banish = { do: "banish", seat: 1, slot: 0 } as const;
    const decision = asked(table([], "banish"), banish);
    expect(portalGlows({ at: "banishing" }, decision, 1, 0)).toBe(true);
    expect(step({ at: "banishing" }, decision, { tap: "portal", seat: 1, slot: 0 }).play).toBe(banish);
    expect(step({ at: "banishing" }, decision, { tap: "portal", seat: 0, slot: 0 }).refused).toBe("not this");
  });
});

it("finds each pearl of a hand once", () => {
  expect(placesOf([4, 4, 8], [4, "8*", 4, 4])).toEqual([0, 2, 1]);
  expect(spot(2, 1)).toBe("2:1");
});
