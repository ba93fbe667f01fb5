import { expect, test } from "vitest";

import type { Summary } from "../protocol.gen";
import { sortTables } from "./sortTables";

const table = (id: string, more: Partial<Summary>): Summary => ({
  id,
  code: id.toUpperCase(),
  name: "",
  game: "clef",
  status: "playing",
  round: 1,
  mine: [0],
  waits_for_me: false,
  seats: [],
  slow: false,
  changed: 0,
  won: false,
  host: "",
  ...more,
});
const ids = (tables: readonly Summary[]): string => tables.map((each) => each.id).join(" ");

test("games that wait for one come before those that do not, finished ones apart", () => {
  const found = sortTables(
    [
      table("other", {}),
      table("over", { status: "over" }),
      table("room", { status: "waiting" }),
      table("turn", { waits_for_me: true }),
      table("left", { status: "abandoned" }),
    ],
    [],
  );
  expect(ids(found.running)).toBe("turn other room");
  expect(ids(found.finished)).toBe("over left");
});

test("one joins a table only once", () => {
  const open = [table("free", { status: "waiting", mine: [] }), table("mine", { status: "waiting" })];
  expect(ids(sortTables([], open).joinable)).toBe("free");
});
