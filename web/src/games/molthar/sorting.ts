// The filters of Molthar's gallery, and pearls as symbols in the text of the rules.
import type { MoltharCard } from "../../protocol.gen";
import type { Filter, Sorting } from "../contract";
import { messagesFor } from "./messages";

const FAMILIES = ["green", "red", "blue"];
const TIMES = ["any time", "before first action", "after last action", "on activation", "while on a portal"];

/** The kind of combination that a requirement is. */
const COSTS: Record<MoltharCard["requirement"]["kind"], string> = {
  of_a_kind: "alike",
  two_pairs: "alike",
  pair_and: "alike",
  sum: "sum",
  run: "row",
  three: "row",
  either: "either",
  exact: "given",
};

export const filters: Sorting<"molthar">["filters"] = (cards) => {
  const messages = messagesFor();
  const times: Record<string, string> = {
    "any time": messages.any,
    "before first action": messages.first,
    "after last action": messages.last,
    "on activation": messages.once,
    "while on a portal": messages.portal,
  };
  const numbers = (key: "points" | "diamonds"): { value: string; text: string }[] =>
    [...new Set(cards.map((card) => card[key]))]
      .sort((a, b) => a - b)
      .map((number) => ({ value: String(number), text: String(number) }));
  const found: Filter<"molthar">[] = [
    {
      key: "family",
      title: messages.ability,
      options: FAMILIES.map((value) => ({ value, text: messages.families[value]! })),
      of: (card) => [card.colour],
    },
    {
      key: "time",
      title: messages.timing,
      options: TIMES.map((value) => ({ value, text: times[value]! })),
      of: (card) => [card.timing],
    },
    {
      key: "cost",
      title: messages.cost,
      options: ["given", "alike", "sum", "row", "either"].map((value) => ({ value, text: messages.costs[value]! })),
      of: (card) => [COSTS[card.requirement.kind]],
    },
    { key: "points", title: messages.pointsTitle, options: numbers("points"), of: (card) => [String(card.points)] },
    {
      key: "diamonds",
      title: messages.diamondsTitle,
      options: numbers("diamonds"),
      of: (card) => [String(card.diamonds)],
    },
  ];
  return found;
};

/** Two or more values in a row are drawn as pearls. */
export const signs: Sorting<"molthar">["signs"] = (text) =>
  text
    .split(/((?<![\d-])\b[1-8](?: [1-8])+\b(?!\d))/)
    .map((part, i) => (i % 2 ? part.split(" ").map((pearl) => ({ mark: `bead-${pearl}`, label: pearl })) : part));
