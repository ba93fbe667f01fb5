import { expect, test } from "vitest";

import type { MoltharAction, MoltharView } from "../../protocol.gen";
import { risk } from "./risk";

const kind = (action: MoltharAction, left = 2): string | undefined =>
  risk(action, { turn: { seat: 0, actions_left: left } } as unknown as MoltharView)?.kind;

test("refreshing, discarding and giving up actions are risky", () => {
  expect(kind({ do: "refresh" })).toBe("refresh");
  expect(kind({ do: "redraw" })).toBe("redraw");
  expect(kind({ do: "place", from: 0, discard: 1 })).toBe("discards_character");
  expect(kind({ do: "end_turn" }, 1)).toBe("gives_up_actions");
});

test("spending diamonds is risky, and says how many", () => {
  const pay = (diamonds: number): MoltharAction => ({ do: "activate", seat: 0, slot: 0, spend: [3], diamonds });
  expect(risk(pay(2), {} as MoltharView)).toEqual({ kind: "diamonds", n: 2 });
  expect(kind(pay(0))).toBeUndefined();
});

test("what everybody does in each turn is not", () => {
  expect(kind({ do: "take", from: 0 })).toBeUndefined();
  expect(kind({ do: "place", from: "pile" })).toBeUndefined();
  expect(kind({ do: "end_turn" }, 0)).toBeUndefined();
  expect(kind({ do: "discard", pearl: 3 })).toBeUndefined();
});
