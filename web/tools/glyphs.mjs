// Writes ui/glyphs.ts and each game's glyphs.ts with the glyphs of game-icons.net that are used. Run: node
// tools/glyphs.mjs
import { readFileSync, writeFileSync } from "node:fs";

import { optimize } from "svgo";

const root = new URL("..", import.meta.url);
const { icons } = JSON.parse(readFileSync(new URL("node_modules/@iconify-json/game-icons/icons.json", root), "utf8"));

// Glyphs of the interface; the games list those of their cards below.
const UI = `magic-portal white-book conversation cog world robot-golem quill-ink hamburger-menu candle-holder three-keys
  exit-door person hourglass laurels return-arrow cycle owl speaker speaker-off magnifying-glass card-pick
  all-seeing-eye laurel-crown silenced lantern-flame`;
const GAMES = {
  molthar: `goblin-head wolf-head evil-tree lion fairy-wand giant propeller-beanie gingerbread-man bad-gnome hobbit-door
    hobbit-dwelling barbarian unicorn pirate-captain fluffy-flame cat spectre rock-golem ice-golem fairy medusa-head
    dwarf-face eagle-emblem spiked-dragon-head imp-laugh robin-hood-hat monkey angel-wings hood bowman shiny-apple
    top-hat wizard-face grim-reaper robber-hand card-discard card-exchange`,
  clef: `family-house menhir stag-head spotted-mushroom mirror-mirror mountaintop crypt-entrance galaxy dragon-head
    wooden-door candle-holder spectacle-lenses flashlight bookshelf dice-twenty-faces-twenty book-pile raven owl rose
    scroll-unfurled open-book battle-axe roman-shield horse-head sonic-shout torc cauldron lightning-storm fog
    hunting-horn barbed-spear cloaked-figure-on-horseback hound grim-reaper wolf-howl skeleton elf-helmet fairy
    bad-gnome mermaid fairy-wand dew herbs-bundle fluffy-flame chess-queen big-egg chess-knight spell-book
    shining-sword cake-slice spiked-dragon-head queen-crown bowman wizard-face woman-elf-face chain-mail
    treasure-map bread troll shadow-grasp hasty-grave crossbow garlic vampire-cape vampire-dracula female-vampire
    shambling-zombie sarcophagus canoe double-face-mask archive-research compass skeleton-key hourglass infinity
    earth-crack barbarian raise-skeleton fishing-net emerald-necklace round-potion dragon-breath snake-totem
    totem-head all-seeing-eye card-draw exit-door robber-hand shaking-hands star-swirl crossed-swords death-skull
    card-discard night-sleep three-keys`,
};
// Our own signs.
const OWN = {
  skip: '<path d="M40 96l184 160L40 416zM264 96l184 160-184 160z"/>',
  close: '<path d="M112 80l144 144L400 80l32 32-144 144 144 144-32 32-144-144-144 144-32-32 144-144L80 112z"/>',
  plus: '<path d="M228 80h56v148h148v56H284v148h-56V284H80v-56h148z"/>',
  copy: '<path d="M176 64h240v272h-64v-48h16V112H224v16h-48zM96 160h240v288H96z"/>',
};

// One unit of 512 is finer than a pixel, so rounding to whole units makes the files a third as large without a visible
// change.
function brief(body) {
  const { data } = optimize(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${body}</svg>`, {
    floatPrecision: 0,
    multipass: true,
  });
  return data.replace(/^<svg[^>]*>|<\/svg>$/g, "");
}
function found(names) {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => {
        if (!icons[name]) throw new Error(`game-icons has no ${name}`);
        return [name, brief(icons[name].body.replaceAll(/ ?fill="currentColor"/g, ""))];
      }),
  );
}
const lines = (glyphs) =>
  Object.entries(glyphs)
    .map(([name, body]) => `  ${JSON.stringify(name)}: ${JSON.stringify(body)},`)
    .join("\n");
const SOURCE =
  "Made by tools/glyphs.mjs. Glyphs of game-icons.net (Lorc, Delapouite and others), CC BY 3.0, recoloured; 512 x 512.";

writeFileSync(
  new URL("src/ui/glyphs.ts", root),
  `// ${SOURCE}
// The last ones are our own. A game adds those of its cards when it is loaded.
export const GLYPHS: Record<string, string> = {\n${lines({ ...found(UI), ...OWN })}\n};\n`,
);
for (const [game, names] of Object.entries(GAMES)) {
  writeFileSync(
    new URL(`src/games/${game}/glyphs.ts`, root),
    `// ${SOURCE}
import { GLYPHS } from "../../ui/glyphs";\n\nObject.assign(GLYPHS, {\n${lines(found(names))}\n});\n`,
  );
}
