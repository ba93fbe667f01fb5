import { expect, test } from "vitest";

import { splitAtNames } from "./splitAtNames";

test("every second part is a name", () => {
  expect(splitAtNames("Ada places the Unicorn.", ["Ada", "Unicorn"])).toEqual([
    "",
    "Ada",
    " places the ",
    "Unicorn",
    ".",
  ]);
});

test("of two names that begin alike the longer one is found", () => {
  expect(splitAtNames("The Dwarf of 7 rests.", ["The Dwarf", "The Dwarf of 7"])).toContain("The Dwarf of 7");
});

test("a name inside a word is none", () => {
  expect(splitAtNames("Adalbert plays.", ["Ada"])).toEqual(["Adalbert plays."]);
});
