import { expect, test } from "vitest";

import type { ClefExplain, ClefView } from "../../protocol.gen";
import { risk } from "./risk";

const explain = {
  purse: [],
  ways: [],
  home: {
    origin: 0,
    place: 4,
    to: "E",
    edge: 1,
    steps: [
      { key: "love", card: "torque" },
      { key: "magic", card: null },
    ],
    missing: ["magic"],
  },
  trades: [
    { gives: "torque", missing: ["love", "magic"] },
    { gives: "epieu", missing: ["magic"] },
  ],
} as unknown as ClefExplain;
const view = { explain, turn: { seat: 0, actions_left: 2 } } as unknown as ClefView;

test("paying a door with a key that is ready for the way home is risky", () => {
  expect(risk({ do: "travel", to: "N", keys: ["torque", "epieu"] }, view)).toEqual({ kind: "ready_keys", n: 1 });
  expect(risk({ do: "travel", to: "N", keys: ["epieu"] }, view)).toBeNull();
  expect(risk({ do: "effect", cards: ["torque"] }, view)).toEqual({ kind: "ready_keys", n: 1 });
});

test("giving away a key that one needs is risky, in every step of a trade", () => {
  expect(risk({ do: "offer", seat: 1, card: "torque" }, view)).toEqual({ kind: "needed_key", n: 1 });
  expect(risk({ do: "answer", card: "torque" }, view)).toEqual({ kind: "needed_key", n: 1 });
  expect(risk({ do: "offer", seat: 1, card: "epieu" }, view)).toBeNull();
  expect(risk({ do: "answer", card: null }, view)).toBeNull();
  const last = { ...view, explain: { ...explain, trades: explain.trades!.slice(0, 1) } };
  expect(risk({ do: "accept", yes: true }, last)).toEqual({ kind: "needed_key", n: 1 });
  expect(risk({ do: "accept", yes: false }, last)).toBeNull();
});

test("passing a whole turn is risky, passing its last action is not", () => {
  expect(risk({ do: "pass" }, view)).toEqual({ kind: "gives_up_actions" });
  expect(risk({ do: "pass" }, { ...view, turn: { ...view.turn!, actions_left: 1 } })).toBeNull();
  expect(risk({ do: "draw" }, view)).toBeNull();
});
