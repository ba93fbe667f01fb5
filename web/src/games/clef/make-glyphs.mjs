// Writes glyphs.ts: the glyphs of game-icons.net that this game draws. Run: node src/games/clef/make-glyphs.mjs
import { readFileSync, writeFileSync } from "node:fs";

const here = new URL(".", import.meta.url);
const { icons } = JSON.parse(readFileSync(new URL("../../../node_modules/@iconify-json/game-icons/icons.json", here), "utf8"));
// Every name in quotation marks that figures.ts gives a card, and what keys and buttons show.
const ALSO = ["star-swirl", "open-book", "crossed-swords", "death-skull", "card-draw", "card-discard", "shaking-hands", "queen-crown", "exit-door", "laurels", "night-sleep", "padlock"];
const figures = readFileSync(new URL("figures.ts", here), "utf8");
const names = [...new Set([...figures.matchAll(/"([a-z0-9-]+)"/g)].map((found) => found[1]).concat(ALSO))].filter((name) => name in icons).sort();
// A tenth of a unit of 512 is finer than any screen; it halves the file.
const brief = (body) => body.replace(/(\d)?(-?)(\d*\.\d+)/g, (_, before = "", sign, number) => {
  const short = String(+Number(number).toFixed(1)), text = short === "0" ? "0" : sign + short;
  return before + (before && !text.startsWith("-") ? " " : "") + text;
});
const line = (name) => `  ${JSON.stringify(name)}: ${JSON.stringify(brief(icons[name].body.replaceAll(' fill="currentColor"', "")))},`;
writeFileSync(new URL("glyphs.ts", here), `// Made by make-glyphs.mjs. Glyphs of game-icons.net (Lorc, Delapouite and others), CC BY 3.0, recoloured; 512 x 512.
export const GLYPHS: Record<string, string> = {\n${names.map(line).join("\n")}\n};\n`);
