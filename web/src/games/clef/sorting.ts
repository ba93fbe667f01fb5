// By what the cards of this game are found.
import type { Filter, Sorting } from "../contract";
import { KEYS, type KeyKind } from "./logic";
import { words } from "./messages";

export const filters: Sorting["filters"] = (cards, language): Filter[] => {
  const w = words(language);
  const worlds = cards.filter((card) => card.type === "world" && card.keys[0]);
  const effects = [...new Set(cards.filter((card) => card.type === "discovery").map((card) => String(card.effect.id)))];
  return [
    { key: "sort", title: w.sort, options: [{ value: "world", text: w.worlds }, { value: "character", text: w.readers }, ...(["R", "O", "MR"] as const).map((kind) => ({ value: kind, text: w.kinds[kind] }))], of: (card) => [card.kind ?? card.type] },
    { key: "key", title: w.keyTitle, options: KEYS.map((key) => ({ value: key, text: w.keys[key] })), of: (card) => (Array.isArray(card.keys) ? (card.keys as (KeyKind | null)[]).filter((key) => key !== null) : [card.key ?? card.attack]) },
    { key: "world", title: w.worldTitle, options: worlds.map((world) => ({ value: String(world.id), text: String(world.name) })), of: (card) => [card.type === "world" ? card.id : (card.world ?? "")] },
    { key: "effect", title: w.effect, options: effects.map((id) => ({ value: id, text: w.effects[id] ?? id })), of: (card) => [card.effect?.id ?? ""] },
  ];
};
