// The filters of this game's gallery.
import type { Filter, Sorting } from "../contract";
import { KEYS, type KeyKind } from "./logic";
import { messagesFor } from "./messages";

export const filters: Sorting["filters"] = (cards, language): Filter[] => {
  const messages = messagesFor(language);
  const worlds = cards.filter((card) => card.type === "world" && card.keys[0]);
  const effects = [...new Set(cards.filter((card) => card.type === "discovery").map((card) => String(card.effect.id)))];
  return [
    { key: "sort", title: messages.sort, options: [{ value: "world", text: messages.worlds }, { value: "character", text: messages.readers }, ...(["R", "O", "MR"] as const).map((kind) => ({ value: kind, text: messages.kinds[kind] }))], of: (card) => [card.kind ?? card.type] },
    { key: "key", title: messages.keyTitle, options: KEYS.map((key) => ({ value: key, text: messages.keys[key] })), of: (card) => (Array.isArray(card.keys) ? (card.keys as (KeyKind | null)[]).filter((key) => key !== null) : [card.key ?? card.attack]) },
    { key: "world", title: messages.worldTitle, options: worlds.map((world) => ({ value: String(world.id), text: String(world.name) })), of: (card) => [card.type === "world" ? card.id : (card.world ?? "")] },
    { key: "effect", title: messages.effect, options: effects.map((id) => ({ value: id, text: messages.effects[id] ?? id })), of: (card) => [card.effect?.id ?? ""] },
  ];
};
