// Writes glyphs.ts: the few glyphs of game-icons.net that the cards need. Run: node src/cards/make-glyphs.mjs
import { readFileSync, writeFileSync } from "node:fs";
const NAMES = `goblin-head wolf-head evil-tree lion fairy-wand giant propeller-beanie gingerbread-man bad-gnome hobbit-door
hobbit-dwelling barbarian unicorn pirate-captain lantern-flame fluffy-flame cat spectre rock-golem ice-golem fairy medusa-head
dwarf-face eagle-emblem spiked-dragon-head imp-laugh robin-hood-hat monkey angel-wings hood bowman shiny-apple top-hat wizard-face
grim-reaper cycle card-exchange card-draw card-pick robber-hand all-seeing-eye card-discard return-arrow shaking-hands
queen-crown quill-ink magic-portal three-keys robot-golem laurel-crown hourglass`.split(/\s+/);
const root = new URL("../..", import.meta.url);
const { icons } = JSON.parse(readFileSync(new URL("node_modules/@iconify-json/game-icons/icons.json", root), "utf8"));
const lines = NAMES.filter((n) => icons[n] || console.error("missing", n)).map((n) => `  ${JSON.stringify(n)}: ${JSON.stringify(icons[n].body.replaceAll(' fill="currentColor"', "").replaceAll("fill=\"currentColor\"", ""))},`);
writeFileSync(new URL("src/cards/glyphs.ts", root), `// Made by make-glyphs.mjs. Glyphs of game-icons.net (Lorc, Delapouite and others), CC BY 3.0, recoloured; 512 x 512.
export const GLYPHS: Record<string, string> = {\n${lines.join("\n")}\n};\n`);
