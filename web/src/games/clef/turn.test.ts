import { describe, expect, it } from "vitest";

import type { Choice, ClefAction, ClefCard, ClefView, ClefWay } from "../../protocol.gen";
import { indexCards, offersFrom } from "./logic";
import {
  canMove,
  glowingPlaces,
  isGlowing,
  isSelected,
  nextChoice,
  proposedReactions,
  readyAction,
  REST,
  sceneOf,
  selectedPlace,
  step,
  targets,
  whyNoEffect,
  type Facts,
  type Tap,
  type Turn,
} from "./turn";

// A table of two: Ada in the Glade (place 5), Bruno beside her; Conan above (2), a closed door below (8).
const card = (id: string, when: string, more: object = {}): ClefCard =>
  ({
    type: "discovery",
    id,
    name: id,
    world: "glade",
    kind: "O",
    key: "magie",
    effect: { id, when, ...more },
  }) as never;
const cards = indexCards([
  card("queen", "action"),
  card("horn", "action", { targets: ["seat", "world"] }),
  card("net", "reaction"),
  card("wand", "payment"),
  { ...card("gnome", "action"), kind: "R" } as ClefCard,
]);
const way = (place: number, missing: string[] = []): ClefWay =>
  ({ origin: 5, place, to: place, steps: [], edge: 1, missing }) as never;

interface Example {
  what?: ClefView["decision"]["what"];
  actions?: ClefAction[];
  asked?: boolean;
  hint?: ClefAction | null;
  drawn?: boolean;
  hand?: string[];
}
function facts({ what = "action", actions = [], asked = true, hint = null, drawn = false, hand }: Example = {}): Facts {
  const player = {
    name: "Ada",
    place: 5,
    hand: hand ?? ["queen", "horn", "wand"],
    hand_size: (hand ?? [1, 2, 3]).length,
  };
  const view = {
    seat: 0,
    players: [player, { name: "Bruno", place: 5, hand: [], hand_size: 2 }],
    worlds: [
      [null, null, "conan"],
      [null, "kernault", "glade"],
      [null, "hunt", null],
    ],
    turn: { seat: 0, actions_left: 2, drawn },
    options: { reveal_while_paying: false },
    decision: { seat: 0, what },
    explain: { purse: [], ways: [way(2), way(8, ["amour"])], home: way(4, ["mort"]) },
  } as unknown as ClefView;
  const choices: Choice<"clef">[] = actions.map((action) => ({ action, text: JSON.stringify(action) }) as never);
  return { view, cards, hint, asked: asked ? { seat: 0, question: "?", choices } : null };
}
const travel = (...keys: string[]): ClefAction => ({ do: "travel", to: "conan", keys }) as never;
const draw = { do: "draw" } as ClefAction;
const taps = (facts: Facts, ...list: Tap[]): ReturnType<typeof step> =>
  list.reduce<ReturnType<typeof step>>(({ turn }, tap) => step(turn, tap, facts), { turn: REST });

describe("a journey", () => {
  const setting = facts({ actions: [travel("queen"), travel("wand")] });
  const begun = step(REST, { tap: "world", place: 2 }, setting);

  it("is ready as soon as the world is tapped, with the first payment", () => {
    expect(readyAction(begun.turn, setting)).toEqual(travel("queen"));
    expect(selectedPlace(begun.turn, setting)).toBe(2);
    expect(isSelected(begun.turn, setting, "queen")).toBe(true);
  });
  it("is paid with the card that is tapped instead", () => {
    const { turn } = step(begun.turn, { tap: "card", card: "wand" }, setting);
    expect(readyAction(turn, setting)).toEqual(travel("wand"));
  });
  it("is paid with the card that was selected first", () => {
    const { turn } = taps(setting, { tap: "card", card: "wand" }, { tap: "world", place: 2 });
    expect(readyAction(turn, setting)).toEqual(travel("wand"));
  });
  it("refuses cards that no payment has", () => {
    expect(step(begun.turn, { tap: "card", card: "horn" }, setting)).toEqual({
      turn: begun.turn,
      refusal: { why: "not_part" },
    });
  });
  it("plays nothing before it is confirmed", () => {
    expect(begun.play).toBeUndefined();
    expect(step(begun.turn, { tap: "confirm" }, setting).play).toEqual(travel("queen"));
    expect(step(begun.turn, { tap: "cancel" }, setting).turn).toEqual(REST);
  });
  it("is paid with the encounter, which would stay behind, rather than with an object", () => {
    const either = facts({ actions: [travel("wand"), travel("gnome")] });
    const { turn } = step(REST, { tap: "world", place: 2 }, either);
    expect(readyAction(turn, either)).toEqual(travel("gnome"));
    expect(readyAction(step(turn, { tap: "card", card: "wand" }, either).turn, either)).toEqual(travel("wand"));
    const unpaid = step(turn, { tap: "card", card: "gnome" }, either).turn;
    expect(readyAction(unpaid, either)).toEqual(travel("wand"));
  });
  it("follows the hint among several payments", () => {
    const hinted = facts({ actions: [travel("queen"), travel("wand")], hint: travel("wand") });
    const { turn } = step(REST, { tap: "world", place: 2 }, hinted);
    expect(readyAction(turn, hinted)).toEqual(travel("wand"));
  });
});

describe("a world that is not legal", () => {
  const setting = facts({ actions: [travel("queen")] });
  it("is looked at, and the reason is told", () => {
    expect(step(REST, { tap: "world", place: 8 }, setting)).toEqual({
      turn: { at: "world", place: 8 },
      refusal: { why: "missing", place: 8 },
    });
    expect(step(REST, { tap: "world", place: 0 }, setting).refusal).toEqual({ why: "too_far" });
  });
  it("is let go by a second tap", () => {
    expect(step({ at: "world", place: 8 }, { tap: "world", place: 8 }, setting).turn).toEqual(REST);
  });
  it("is looked at without a reason out of turn", () => {
    expect(step(REST, { tap: "world", place: 8 }, facts({ asked: false }))).toEqual({
      turn: { at: "world", place: 8 },
    });
  });
});

describe("one's own world", () => {
  it("draws", () => {
    expect(step(REST, { tap: "world", place: 5 }, facts({ actions: [draw] })).play).toEqual(draw);
  });
  it("does not draw while a card is selected or after drawing", () => {
    const picked: Turn = { at: "card", card: "queen" };
    expect(step(picked, { tap: "world", place: 5 }, facts({ actions: [draw] })).play).toBeUndefined();
    expect(step(REST, { tap: "world", place: 5 }, facts({ drawn: true })).play).toBeUndefined();
  });
});

describe("the four buttons", () => {
  it("draw at once, and ask before the others", () => {
    const setting = facts({ actions: [draw, { do: "pass" } as ClefAction, { do: "reveal" } as ClefAction] });
    expect(step(REST, { tap: "move", move: "draw" }, setting).play).toEqual(draw);
    const { turn, play } = step(REST, { tap: "move", move: "pass" }, setting);
    expect(play).toBeUndefined();
    expect(readyAction(turn, setting)).toEqual({ do: "pass" });
  });
  it.each([
    ["draw", facts({ drawn: true }), "drawn"],
    ["draw", facts({ hand: ["a", "b", "c", "d", "e"] }), "full"],
    ["draw", facts(), "empty_pile"],
    ["trade", facts(), "nobody"],
    ["trade", facts({ hand: [] }), "no_card"],
    ["reveal", facts(), "revealed"],
    ["pass", facts({ asked: false }), "not_turn"],
    ["pass", facts({ what: "react" }), "decide_first"],
  ] as const)("say why not: %s", (move, setting, why) => {
    expect(canMove(move, setting, offersFrom(setting.view, setting.asked?.choices ?? []))).toBe(false);
    expect(step(REST, { tap: "move", move }, setting)).toEqual({ turn: REST, refusal: { why } });
  });
  it("offer the selected card", () => {
    const offer = { do: "offer", card: "wand", seat: 1 } as ClefAction;
    const setting = facts({ actions: [offer, { ...offer, card: "queen" } as ClefAction] });
    const { turn } = taps(setting, { tap: "card", card: "wand" }, { tap: "move", move: "trade" });
    expect(sceneOf(turn, setting)).toBe("trade");
    // The only partner is filled in.
    expect(readyAction(turn, setting)).toEqual(offer);
  });
});

describe("an effect", () => {
  const aim = (seat: number, world: string): ClefAction => ({ do: "effect", cards: ["horn"], seat, world }) as never;
  const setting = facts({
    actions: [aim(1, "conan"), aim(1, "hunt"), { do: "effect", cards: ["queen"] } as ClefAction],
  });

  it("without a target is played at once", () => {
    expect(step(REST, { tap: "effect", cards: ["queen"] }, setting).play).toEqual({ do: "effect", cards: ["queen"] });
  });
  it("asks only for what is open", () => {
    const { turn } = step(REST, { tap: "effect", cards: ["horn"] }, setting);
    expect(targets(turn, setting)).toEqual({ seats: [1], places: [2, 7], cards: [] });
    expect(nextChoice(turn, setting)).toBe("world");
    expect(glowingPlaces(turn, setting)).toEqual(new Set([2, 7]));
    expect(step(turn, { tap: "world", place: 8 }, setting).refusal).toEqual({ why: "not_now" });
    const aimed = step(turn, { tap: "world", place: 7 }, setting);
    expect(readyAction(aimed.turn, setting)).toEqual(aim(1, "hunt"));
  });
  it("that cannot be played has a reason", () => {
    expect(["net", "wand", "horn"].map((id) => whyNoEffect(id, setting))).toEqual(["reacts", "pays", "no_target"]);
  });
});

describe("questions", () => {
  const react = (card: string | null, against?: string): ClefAction => ({ do: "react", card, against }) as never;
  const glows = (setting: Facts, id: string, turn: Turn = REST): boolean =>
    isGlowing(turn, setting, id, offersFrom(setting.view, setting.asked?.choices ?? []));

  it("of a reaction propose the first card, then the tapped one; a card may stop one of several", () => {
    const actions = [react("net", "a"), react("net", "b"), react("horn"), react(null)];
    const setting = facts({ what: "react", actions });
    expect(sceneOf(REST, setting)).toBe("react");
    expect(proposedReactions(REST, setting)).toEqual(actions.slice(0, 2));
    const { turn } = step(REST, { tap: "card", card: "horn" }, setting);
    expect(proposedReactions(turn, setting)).toEqual([react("horn")]);
    expect(["net", "horn", "queen"].map((id) => glows(setting, id))).toEqual([true, true, false]);
  });
  it("of a loss take a card of the hand", () => {
    const discard = { do: "discard", card: "queen" } as ClefAction;
    const setting = facts({ what: "discard", actions: [discard] });
    const { turn } = step(REST, { tap: "card", card: "queen" }, setting);
    expect(readyAction(turn, setting)).toEqual(discard);
    expect(step(REST, { tap: "card", card: "horn" }, setting).refusal).toEqual({ why: "not_now" });
  });
  it("name their scene, asked or not", () => {
    expect(sceneOf(REST, facts({ what: "choose_character" }))).toBe("choose");
    expect(sceneOf(REST, facts({ what: "choose_character", asked: false }))).toBe("chosen");
    expect(sceneOf(REST, facts({ what: "accept", asked: false }))).toBe("trade");
    expect(sceneOf(REST, facts({ what: "pick", asked: false }))).toBeNull();
    expect(sceneOf(REST, facts())).toBeNull();
  });
});
