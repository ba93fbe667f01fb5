// The filters of this game's gallery.
import type { Filter, Sorting } from "../contract";
import { KEYS } from "./logic";
import { messagesFor } from "./messages";

export const filters: Sorting<"clef">["filters"] = (cards): Filter<"clef">[] => {
  const messages = messagesFor();
  const worlds = cards.filter((card) => card.type === "world").filter((world) => world.keys.some(Boolean));
  const effects = [...new Set(cards.filter((card) => card.type === "discovery").map((card) => card.effect.id))];
  return [
    {
      key: "sort",
      title: messages.sort,
      options: [
        { value: "world", text: messages.worlds },
        { value: "character", text: messages.readers },
        ...(["R", "O", "MR"] as const).map((kind) => ({ value: kind, text: messages.kinds[kind] })),
      ],
      of: (card) => [card.type === "discovery" ? card.kind : card.type],
    },
    {
      key: "key",
      title: messages.keyTitle,
      options: KEYS.map((key) => ({ value: key, text: messages.keyName(key) })),
      of: (card) =>
        (card.type === "world" ? card.keys : card.type === "character" ? [card.key] : [card.key ?? card.attack]).filter(
          (key) => key !== null,
        ),
    },
    {
      key: "world",
      title: messages.worldTitle,
      options: worlds.map((world) => ({ value: world.id, text: world.name })),
      of: (card) => [card.type === "world" ? card.id : card.type === "discovery" ? card.world : ""],
    },
    {
      key: "effect",
      title: messages.effect,
      options: effects.map((id) => ({ value: id, text: messages.effects[id] ?? id })),
      of: (card) => [card.type === "discovery" ? card.effect.id : ""],
    },
  ];
};
