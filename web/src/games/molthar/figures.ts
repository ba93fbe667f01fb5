// The glyph of each character and the symbols of each ability.
import type { MoltharAbility, MoltharCard } from "../../protocol.gen";
import type { Tint } from "../../ui/art";
import type { Figure } from "./art";

const DWARVES: Tint[] = ["bone", "gold", "ember", "rose", "violet", "sky", "leaf"];
export const FIGURES: Record<string, Figure> = {
  goblin: { glyph: "goblin-head", tint: "leaf" },
  cerberus: { glyph: "wolf-head", tint: "bone", special: "three" },
  treefolk: { glyph: "evil-tree", tint: "leaf" },
  lion: { glyph: "lion", tint: "gold" },
  fairy_godmother: { glyph: "fairy-wand", tint: "rose" },
  giant: { glyph: "giant", tint: "bone" },
  tweedle: { glyph: "propeller-beanie", tint: "ember" },
  gnome: { glyph: "bad-gnome", tint: "rose" },
  hansel_and_gretel: { glyph: "gingerbread-man", tint: "ember" },
  odd_halfling: { glyph: "hobbit-door", tint: "gold" },
  even_halfling: { glyph: "hobbit-dwelling", tint: "gold" },
  barbarian: { glyph: "barbarian", tint: "bone" },
  unicorn: { glyph: "unicorn", tint: "bone" },
  pirate_captain: { glyph: "pirate-captain", tint: "gold" },
  wisp_3_6: { glyph: "lantern-flame", tint: "ember" },
  wisp_4_5: { glyph: "fluffy-flame", tint: "ember" },
  puss_in_boots: { glyph: "cat", tint: "bone" },
  wraith: { glyph: "spectre", tint: "sky" },
  odd_golem: { glyph: "rock-golem", tint: "bone" },
  even_golem: { glyph: "ice-golem", tint: "sky" },
  pixie: { glyph: "fairy", tint: "violet" },
  medusa: { glyph: "medusa-head", tint: "leaf" },
  phoenix: { glyph: "eagle-emblem", tint: "ember" },
  dragon: { glyph: "spiked-dragon-head", tint: "bone" },
  fire_imp: { glyph: "imp-laugh", tint: "ember" },
  eternal_boy: { glyph: "robin-hood-hat", tint: "leaf" },
  winged_monkey: { glyph: "monkey", tint: "gold", special: "wings" },
  red_riding_hood: { glyph: "hood", tint: "rose" },
  amazon: { glyph: "bowman", tint: "gold" },
  snow_white: { glyph: "shiny-apple", tint: "rose" },
  mad_hatter: { glyph: "top-hat", tint: "violet" },
  wizard: { glyph: "wizard-face", tint: "sky" },
  death: { glyph: "grim-reaper", tint: "bone" },
};
for (let v = 1; v <= 7; v++) FIGURES[`dwarf_${v}`] = { glyph: "dwarf-face", tint: DWARVES[v - 1]! };
export const UNKNOWN: Figure = { glyph: "magic-portal", tint: "gold" };

/** Symbols of an ability: "g:…" is a glyph, "+3" and arrows are text, anything else is a symbol of the sprite. */
const ABILITIES: Record<Exclude<MoltharAbility["kind"], "pictured">, string[]> = {
  wisp: ["→", "g:lantern-flame", "←"],
  "take back": ["bead-o", "g:return-arrow"],
  "bonus for the next": ["→", "+1", "candle-lit"],
  "three more actions": ["+3", "candle-lit"],
  rob: ["g:all-seeing-eye", "g:robber-hand"],
  banish: ["g:card-discard"],
  "threes as anything": ["bead-3", "→", "bead-any"],
  "ones as eight": ["bead-1", "→", "bead-8"],
  "hand limit": ["+1", "hands"],
  "one more action": ["+1", "candle-lit"],
  "diamonds lower": ["gem", "−1"],
  "trade two": ["bead-2", "→", "gem"],
  swap: ["g:card-exchange"],
  peek: ["g:card-pick"],
  redraw: ["hands", "g:cycle"],
};
export const abilityMarks = (ability: MoltharAbility): string[] =>
  ability.kind === "pictured" ? [`bead-${ability.value ?? "any"}`] : ABILITIES[ability.kind];
export const TIMING: Partial<Record<MoltharCard["timing"], string>> = {
  "any time": "moon-full",
  "before first action": "moon-first",
  "after last action": "moon-last",
  "on activation": "spark",
  "while on a portal": "spark",
};
