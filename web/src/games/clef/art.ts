// The drawings of this game as SVG strings: keys, worlds, doors, discoveries, readers. All our own except the glyphs.
import { linear, radial, star } from "../../ui/art";
import { GLYPHS } from "../../ui/glyphs";
import { discoveryGlyph, readerGlyph, worldFigure, WORLDS } from "./figures";
import "./glyphs";
import type { ClefAnnounced, ClefDiscoveryCard, ClefKey, ClefReaderCard, ClefWorldCard } from "../../protocol.gen";

/** Colour, silhouette in a 40 x 40 box (star, book, shield, coffin, heart), and the glyph on it. */
const KEYS: Record<ClefKey, { ink: string; shape: string; glyph: string; scale: number; y: number }> = {
  magie: { ink: "#5b2f9e", shape: star(20, 20, 19, 13.4, 8), glyph: "star-swirl", scale: 0.039, y: 20 },
  connaissance: {
    ink: "#1d5a96",
    shape: "M5 6.5C5 5 6 4 7.5 4h25C34 4 35 5 35 6.5v27c0 1.5-1 2.5-2.5 2.5h-25C6 36 5 35 5 33.5z",
    glyph: "open-book",
    scale: 0.05,
    y: 20,
  },
  combat: {
    ink: "#a8321c",
    shape: "M20 1.5c5 3 10.5 4 16 4v12c0 10-6.5 17-16 21-9.5-4-16-11-16-21v-12c5.5 0 11-1 16-4z",
    glyph: "crossed-swords",
    scale: 0.047,
    y: 18.5,
  },
  mort: { ink: "#2c2a2e", shape: "M13 1.5h14l8 11-5.5 26h-19L5 12.5z", glyph: "death-skull", scale: 0.046, y: 18 },
  amour: {
    ink: "#c02f6c",
    shape:
      "M20 38C9 29.5 1.5 23 1.5 13.5 1.5 7.5 6 3 11.5 3c3.7 0 6.8 2 8.5 5 1.7-3 4.8-5 8.5-5C34 3 38.5 7.5 38.5 13.5 38.5 23 31 29.5 20 38z",
    glyph: "",
    scale: 0,
    y: 0,
  },
};
const HEART =
  '<path d="M20 28.5c-5.5-4.2-8.8-7.6-8.8-12a4.4 4.4 0 0 1 8.8-1.6 4.4 4.4 0 0 1 8.8 1.6c0 4.4-3.3 7.8-8.8 12z" fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round"/>';
const ARCH = "M44 152V84c0-32 24-54 56-54s56 22 56 54v68";
const glyph = (name: string, x: number, y: number, scale: number, fill: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale}) translate(-256 -256)" fill="${fill}">${GLYPHS[name] ?? ""}</g>`;

/** Gradients and symbols; Sprite.svelte adds them to the page once. */
export function sprite(): string {
  let svg = "<defs>";
  for (const [id, { colours }] of [...Object.entries(WORLDS), ["", worldFigure("")] as const]) {
    svg +=
      linear(`world-${id}`, 0, 1, [0, colours[0]], [0.75, colours[1]], [1, colours[2]]) +
      radial(`disc-${id}`, 0.5, 0.4, 0.75, [0, colours[0]], [1, colours[1]]) +
      radial(`bad-${id}`, 0.5, 0.4, 0.75, [0, colours[0]], [1, "#5a1212"]);
  }
  svg +=
    linear("reader", 0, 1, [0, "#7a4c28"], [1, "#341b0b"]) +
    linear("leaf", 1, 0, [0, "#6b4222"], [0.5, "#50301a"], [1, "#3a2110"]);
  svg += `<clipPath id="wg-arch"><path d="${ARCH}z"/></clipPath></defs>`;
  for (const [id, key] of Object.entries(KEYS)) {
    svg += `<symbol id="wg-key-${id}" viewBox="-1 -1 42 42"><path d="${key.shape}" fill="${key.ink}" stroke="#3d2609" stroke-width="3" stroke-linejoin="round"/><path d="${key.shape}" fill="${key.ink}" stroke="url(#wg-brass)" stroke-width="1.8" stroke-linejoin="round"/>${key.glyph ? glyph(key.glyph, 20, key.y, key.scale, "#fff") : HEART}</symbol>`;
  }
  svg +=
    '<symbol id="wg-pawn" viewBox="0 0 28 38"><path d="M14 2a7 7 0 0 1 4.5 12.4c2 1.2 2.5 2.6 2.5 2.6h-2.5c.5 7 2.5 11 5.5 14v4H4v-4c3-3 5-7 5.5-14H7s.5-1.4 2.5-2.6A7 7 0 0 1 14 2z" fill="currentColor" stroke="#fff3d0" stroke-width="2"/></symbol>';
  svg +=
    '<symbol id="wg-back" viewBox="0 0 20 28"><rect x=".5" y=".5" width="19" height="27" rx="2.5" fill="#5a3619" stroke="#b98a3e"/><path d="M3 22L17 6M3 14L11 5M9 23l8-9" stroke="#6b4222" stroke-width="2"/></symbol>';
  svg +=
    '<symbol id="wg-hands" viewBox="0 0 24 24"><g stroke="#2a1a08" stroke-width=".8"><rect x="2.5" y="6" width="9" height="13" rx="1.5" fill="#c9b07a" transform="rotate(-16 7 12)"/><rect x="7.5" y="4.5" width="9" height="13" rx="1.5" fill="#e4d0a0"/><rect x="12.5" y="6" width="9" height="13" rx="1.5" fill="#fff1cf" transform="rotate(16 17 12)"/></g></symbol>';
  return svg;
}

const SIDES: [number, number][] = [
  [83, 5],
  [161, 83],
  [83, 161],
  [5, 83],
];
const CORNERS = ["", "matrix(-1 0 0 1 200 0)", "matrix(1 0 0 -1 0 200)", "matrix(-1 0 0 -1 200 200)"];
/** A world face up, in a 200 x 200 box. */
export function worldFace(world: ClefWorldCard): string {
  const { glyph: name, colours, land } = worldFigure(world.id),
    paint = world.id in WORLDS ? world.id : "";
  return `<rect width="200" height="200" rx="10" fill="#2a170a"/><rect x="3" y="3" width="194" height="194" rx="8" fill="#efe0bb"/><rect x="9" y="9" width="182" height="182" rx="5" fill="none" stroke="${colours[1]}" stroke-width="1.6"/><rect x="12.5" y="12.5" width="175" height="175" rx="4" fill="none" stroke="${colours[1]}" stroke-width=".7"/>
<g style="color:${colours[1]}" opacity=".8">${CORNERS.map((matrix) => `<use href="#wg-corner" x="13" y="13" width="26" height="26" transform="${matrix}"/>`).join("")}</g>
<g clip-path="url(#wg-arch)"><rect x="40" y="26" width="120" height="130" fill="url(#wg-world-${paint})"/><circle cx="100" cy="84" r="40" fill="#fff" opacity=".22"/><circle cx="100" cy="84" r="28" fill="#fff" opacity=".2"/><g fill="${colours[2]}" opacity=".62">${land}</g><g opacity=".35">${glyph(name, 98.7, 90.7, 0.165, "#fff")}</g>${glyph(name, 100, 92, 0.165, colours[2])}</g>
<path d="${ARCH}" fill="none" stroke="#3b220c" stroke-width="6"/><path d="${ARCH}" fill="none" stroke="url(#wg-brass)" stroke-width="3.6"/>
${world.keys.map((key, side) => (key ? `<use href="#wg-key-${key}" x="${SIDES[side]![0]}" y="${SIDES[side]![1]}" width="34" height="34"/>` : "")).join("")}`;
}

/** Where a tile of the grid has the keys of its sides, in a 200 x 200 box. */
const TILE_SIDES: [number, number][] = [
  [81, 3],
  [159, 62],
  [81, 128.5],
  [3, 62],
];
const arch = (world: ClefWorldCard): string => {
  const { glyph: name, colours, land } = worldFigure(world.id),
    paint = world.id in WORLDS ? world.id : "";
  return `<g clip-path="url(#wg-arch)"><rect x="40" y="26" width="120" height="130" fill="url(#wg-world-${paint})"/><circle cx="100" cy="84" r="40" fill="#fff" opacity=".22"/><g fill="${colours[2]}" opacity=".62">${land}</g>${glyph(name, 100, 88, 0.16, colours[2])}</g><path d="${ARCH}" fill="none" stroke="#3b220c" stroke-width="6"/><path d="${ARCH}" fill="none" stroke="url(#wg-brass)" stroke-width="3.6"/>`;
};
/** A world of the grid: its picture above, and room for a drawer with its pile below. Home has no pile. */
export function tileFace(world: ClefWorldCard): string {
  const home = !world.keys.some(Boolean),
    colour = worldFigure(world.id).colours[1];
  const keys = world.keys.map((key, side) => {
    const [x, y] = TILE_SIDES[side]!;
    const place = side % 2 ? ' class="across"' : "";
    return key ? `<use${place} href="#wg-key-${key}" x="${x}" y="${y}" width="38" height="38"/>` : "";
  });
  const drawer = home ? "" : '<rect x="3" y="169" width="194" height="28" rx="6" fill="#f8edd0" stroke="#b98a3e"/>';
  return `<rect width="200" height="200" rx="9" fill="#2a170a"/><rect x="3" y="3" width="194" height="${home ? 194 : 163}" rx="7" fill="#efe0bb"/><rect x="8" y="8" width="184" height="${home ? 184 : 153}" rx="5" fill="none" stroke="${colour}" stroke-width="1.5"/>${drawer}<g transform="${home ? "translate(-12 -6) scale(1.12)" : "translate(16 -7) scale(.84)"}">${arch(world)}</g>${keys.join("")}`;
}

const planks = (lefts: number[]) =>
  lefts
    .map(
      (at) =>
        `<rect x="${at}" y="12" width="40" height="176" fill="#5f3a1f"/><path d="M${at + 11} 14v170M${at + 25} 18v168" stroke="#4a2b15" stroke-width="1.5" opacity=".7"/>`,
    )
    .join("");
const rivets = (x: number[]) =>
  x
    .map(
      (at) =>
        `<circle cx="${at}" cy="48" r="3.2" fill="#f2d894" stroke="#4a2f0c"/><circle cx="${at}" cy="152" r="3.2" fill="#f2d894" stroke="#4a2f0c"/>`,
    )
    .join("");
const LOCK =
  '<circle cx="100" cy="100" r="25" fill="#2a170a"/><circle cx="100" cy="100" r="23" fill="url(#wg-brass)"/><circle cx="100" cy="100" r="18" fill="none" stroke="#5a3b10" stroke-width="1"/><path d="M100 86a8 8 0 0 1 4.5 14.6l3.5 15.4h-16l3.5-15.4A8 8 0 0 1 100 86z" fill="#1a0d04"/>';
/** A closed door. Both wings are halves of the same picture, so that the door can open. */
export function doorFace(): string {
  return `<rect width="200" height="200" rx="10" fill="#2a170a"/><rect x="3" y="3" width="194" height="194" rx="8" fill="#50301a"/>${planks([14, 58, 102, 146])}<path d="M12 48h176M12 152h176" stroke="#2a170a" stroke-width="15"/><path d="M12 48h176M12 152h176" stroke="url(#wg-brass)" stroke-width="11"/>${rivets([24, 62, 138, 176])}<path d="M100 12v176" stroke="#2a170a" stroke-width="2"/>${LOCK}<rect x="4" y="4" width="192" height="192" rx="8" fill="none" stroke="#1e1006" stroke-width="3"/>`;
}

/** A closed door of the grid, above the drawer with its pile. */
export function doorTile(): string {
  const bands = "M10 36h180M10 132h180";
  const boards = [12, 57, 102, 147].map(
    (at) =>
      `<rect x="${at}" y="9" width="41" height="151" fill="#5f3a1f"/><path d="M${at + 11} 11v146M${at + 26} 14v144" stroke="#4a2b15" stroke-width="1.5" opacity=".7"/>`,
  );
  const nails = [22, 61, 100, 139, 178].map(
    (at) =>
      `<circle cx="${at}" cy="36" r="3" fill="#f2d894" stroke="#4a2f0c"/><circle cx="${at}" cy="132" r="3" fill="#f2d894" stroke="#4a2f0c"/>`,
  );
  return `<rect width="200" height="200" rx="9" fill="#2a170a"/><rect x="3" y="3" width="194" height="163" rx="7" fill="#50301a"/>${boards.join("")}<path d="${bands}" stroke="#2a170a" stroke-width="14"/><path d="${bands}" stroke="url(#wg-brass)" stroke-width="10"/>${nails.join("")}<g class="lock" transform="translate(0 -16)">${LOCK}</g><rect x="3" y="169" width="194" height="28" rx="6" fill="#3a2110" stroke="#6b4a22"/>`;
}

/** The rays around the medallion of a discovery. */
const HATCH = Array.from({ length: 40 }, (_, i) => {
  const angle = (i * Math.PI) / 20,
    outer = i % 2 ? 27 : 29,
    at = (radius: number) =>
      `${(50 + radius * Math.cos(angle)).toFixed(1)} ${(48 + radius * Math.sin(angle)).toFixed(1)}`;
  return `M${at(24)}L${at(outer)}`;
}).join("");
/** A discovery in a 100 x 140 box: objects have a double brass rim, bad encounters are oxblood. */
export function discoveryFace(card: ClefDiscoveryCard): string {
  const { colours } = worldFigure(card.world),
    paint = card.world in WORLDS ? card.world : "",
    bad = card.kind === "MR",
    object = card.kind === "O";
  const line = bad ? "#e0a15a" : "#6b4616";
  return `<rect width="100" height="140" rx="6" fill="#23130a"/><rect x="1.5" y="1.5" width="97" height="137" rx="5" fill="${bad ? "#3a0f10" : "#f0e2c0"}"/><rect x="4" y="4" width="92" height="132" rx="3.5" fill="none" stroke="${bad ? "#c9803f" : object ? "#a9782c" : colours[1]}" stroke-width="${object ? 2 : 1.2}"/>${object ? '<rect x="6.5" y="6.5" width="87" height="127" rx="2" fill="none" stroke="#a9782c" stroke-width=".6"/>' : ""}
<g class="dpic"><circle cx="50" cy="48" r="23" fill="url(#wg-${bad ? "bad" : "disc"}-${paint})" stroke="${line}" stroke-width="1"/><path d="${HATCH}" stroke="${line}" stroke-width=".7"/>${glyph(discoveryGlyph(card.id, card.effect.id), 50, 48, 0.071, bad ? "#2a0708" : colours[2])}</g>
${bad ? '<path d="M4 4h30l-6 6 4 5-7 4 2 6-9 2-2 7-6-2-2 6-4-2z" fill="#7d1c1a"/>' : ""}<use class="dk" href="#wg-key-${card.key ?? card.attack}" x="6" y="6" width="25" height="25"/>`;
}
/** A card announced in a trade: only its kind and its key. */
export function announcedFace({ kind, key }: ClefAnnounced): string {
  const object = kind === "O";
  return `<rect width="100" height="140" rx="6" fill="#23130a"/><rect x="1.5" y="1.5" width="97" height="137" rx="5" fill="#f0e2c0"/><rect x="4" y="4" width="92" height="132" rx="3.5" fill="none" stroke="#a9782c" stroke-width="${object ? 2 : 1.2}"/>${object ? '<rect x="6.5" y="6.5" width="87" height="127" rx="2" fill="none" stroke="#a9782c" stroke-width=".6"/>' : ""}<path d="${HATCH}" stroke="#6b4616" stroke-width=".7" opacity=".5"/><use href="#wg-key-${key}" x="29" y="27" width="42" height="42"/>`;
}
const READER_CORNERS = ["", "matrix(-1 0 0 1 100 0)", "matrix(1 0 0 -1 0 140)", "matrix(-1 0 0 -1 100 140)"];
const corners = `<g style="color:#d9b267">${READER_CORNERS.map((matrix) => `<use href="#wg-corner" x="3.5" y="3.5" width="15" height="15" transform="${matrix}"/>`).join("")}</g>`;
/** A reader: its own key at the top left, the three keys of the way home at the bottom. */
export function readerFace(reader: ClefReaderCard): string {
  return `<rect width="100" height="140" rx="6" fill="#1d0f06"/><rect x="1.5" y="1.5" width="97" height="137" rx="5" fill="url(#wg-reader)"/><rect x="4" y="4" width="92" height="132" rx="3.5" fill="none" stroke="url(#wg-brass)" stroke-width="1.4"/>${corners}
<path d="M24 86V50c0-16 11-27 26-27s26 11 26 27v36z" fill="#f0e2c0" stroke="url(#wg-brass)" stroke-width="2"/>${glyph(readerGlyph(reader.id), 50, 58, 0.088, "#3a2110")}<path class="ribbon" d="M8 86h84l-4 7.500 4 7.500H8l4-7.500z" fill="#f0e2c0" stroke="#8a5f24" stroke-width="1"/>
<use class="own" href="#wg-key-${reader.key}" x="8" y="9" width="25" height="25"/>${reader.needs.map((key, i) => `<use href="#wg-key-${key}" x="${17.5 + i * 22}" y="111" width="21" height="21"/>`).join("")}`;
}
/** The back of a discovery, with the glyph of its world if that is known, or the back of a reader. */
export function backFace(world = ""): string {
  const name = world in WORLDS ? WORLDS[world]!.glyph : "skeleton-key";
  return `<rect width="100" height="140" rx="6" fill="#1d0f06"/><rect x="2" y="2" width="96" height="136" rx="4.5" fill="url(#wg-leaf)"/><rect x="4.5" y="4.5" width="91" height="131" rx="3.5" fill="none" stroke="url(#wg-brass)" stroke-width="1.4"/>${corners}<circle cx="50" cy="70" r="27" fill="#1a0d0466" stroke="url(#wg-brass)" stroke-width="1.4"/>${glyph(name, 50, 70, 0.08, "#e2b455")}`;
}
