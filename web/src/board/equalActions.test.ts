import { expect, test } from "vitest";

import { equalActions } from "./equalActions";

test("the order of the fields does not matter, and lists are compared by content", () => {
  expect(
    equalActions(
      { do: "activate", seat: 0, slot: 1, spend: [2, 3], diamonds: 0 },
      { do: "activate", diamonds: 0, spend: [2, 3], slot: 1, seat: 0 },
    ),
  ).toBe(true);
  expect(
    equalActions(
      { do: "activate", seat: 0, slot: 1, spend: [2, 3], diamonds: 0 },
      { do: "activate", seat: 0, slot: 1, spend: [2, 4], diamonds: 0 },
    ),
  ).toBe(false);
});

test("one action with more fields differs, and nothing equals no action", () => {
  expect(equalActions({ do: "place", from: 0 }, { do: "place", from: 0, discard: 1 })).toBe(false);
  expect(equalActions(null, null)).toBe(false);
});
