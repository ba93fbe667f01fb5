// The drawings of Molthar's cards as SVG strings: pearls, symbols, landscapes. All our own except the glyphs.
import { around, linear, radial, type Tint } from "../../ui/art";
import { GLYPHS } from "../../ui/glyphs";
import "./glyphs";
import { NUMERALS } from "./numerals";

export interface PearlColours {
  hue: string;
  deep: string;
  light: string;
  ink: string;
}
export const PEARLS: Record<number, PearlColours> = {
  1: { hue: "#f3ead2", deep: "#a08a5c", light: "#fffdf4", ink: "#2b2118" },
  2: { hue: "#f0b32f", deep: "#8a5200", light: "#ffe9a3", ink: "#2b1a00" },
  3: { hue: "#cf4519", deep: "#6d1505", light: "#ffb48a", ink: "#fff" },
  4: { hue: "#cc3f7d", deep: "#5f0b36", light: "#ffb3d4", ink: "#fff" },
  5: { hue: "#7c4fcb", deep: "#2c1163", light: "#cdb4ff", ink: "#fff" },
  6: { hue: "#2b6fd2", deep: "#07265f", light: "#a6d0ff", ink: "#fff" },
  7: { hue: "#14866a", deep: "#033527", light: "#93ecca", ink: "#fff" },
  8: { hue: "#332c3b", deep: "#060409", light: "#a396b8", ink: "#ffd978" },
};
export type Family = "green" | "red" | "blue";
export const FAMILIES: Record<Family, [string, string, string]> = {
  green: ["#5d7d3c", "#2c4423", "#0f1c12"],
  red: ["#b3402f", "#651a1c", "#26070c"],
  blue: ["#3f66ac", "#1c2f66", "#0a1130"],
};
function lines(count: number, skip: number, radius: number): string {
  const points = around(50, 50, radius, count);
  return points
    .map((from, i) => {
      const to = points[(i + skip) % count]!;
      return `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`;
    })
    .join("");
}
/** The figure inside a pearl; its symmetry is the pearl's value. */
function figure(pearl: number): string {
  if (pearl === 1) return '<circle cx="50" cy="50" r="29"/><circle cx="50" cy="50" r="23"/>';
  if (pearl === 2)
    return '<path d="M50 20a34 34 0 0 1 0 60a34 34 0 0 1 0-60z"/><path d="M20 50a34 34 0 0 1 60 0a34 34 0 0 1-60 0z" opacity=".55"/>';
  if (pearl === 3)
    return (
      around(50, 50, 14, 3)
        .map((point) => `<circle cx="${point[0]}" cy="${point[1]}" r="16"/>`)
        .join("") + `<path d="${lines(3, 1, 32)}"/>`
    );
  if (pearl === 4) return `<path d="${lines(4, 1, 32)}"/><rect x="29" y="29" width="42" height="42"/>`;
  if (pearl === 5) return `<path d="${lines(5, 2, 33)}"/>`;
  if (pearl === 6) return `<path d="${lines(6, 2, 33)}"/><path d="${lines(6, 1, 33)}" opacity=".5"/>`;
  if (pearl === 7) return `<path d="${lines(7, 3, 33)}"/>`;
  return `<path d="${lines(8, 3, 33)}"/><path d="${lines(8, 2, 33)}" opacity=".5"/>`;
}

const bead = (id: string, rim: string, fill: string, shine: number, text = "") =>
  `<symbol id="wg-bead-${id}" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11.5" fill="${rim}"/><circle cx="12" cy="12" r="10.8" fill="url(#wg-${fill})"/><ellipse cx="8.5" cy="6" rx="4" ry="2.2" fill="#fff" opacity="${shine}" transform="rotate(-30 8.5 6)"/>${text}</symbol>`;
/** A numeral with an outline, centred on x with its baseline at y. */
function numeral(
  text: string | number,
  x: number,
  y: number,
  size: number,
  fill: string,
  stroke: string,
  edge: number,
) {
  const scale = size / 1000;
  return (
    `<path transform="translate(${x} ${y}) scale(${scale})" d="${NUMERALS[text] ?? ""}" fill="${fill}"` +
    ` stroke="${stroke}" stroke-width="${(edge / scale).toFixed(0)}" paint-order="stroke" stroke-linejoin="round"/>`
  );
}
const beadNumeral = (text: string | number, fill: string, stroke: string) =>
  numeral(text, 12, 17.3, 15.5, fill, stroke, 2.3);

/** Gradients and symbols; Sprite.svelte adds them to the page once. */
export function sprite(): string {
  let svg = "<defs>";
  svg +=
    radial("blank", 0.36, 0.3, 0.85, [0, "#fff"], [0.5, "#e6e0ee"], [0.8, "#b7b3cb"], [1, "#827f9c"]) +
    radial("blank2", 0.36, 0.3, 0.85, [0, "#fff8e6"], [0.5, "#e2cfa6"], [1, "#92794a"]);
  svg +=
    linear("any", 1, 1, [0, "#f0b32f"], [0.3, "#dd4f22"], [0.55, "#7c4fcb"], [0.8, "#2b6fd2"], [1, "#14866a"]) +
    linear("gemg", 1, 1, [0, "#f2fdff"], [0.45, "#8fd6ef"], [1, "#2b7fb0"]);
  for (const [pearl, colours] of Object.entries(PEARLS)) {
    svg += radial(
      "p" + pearl,
      0.36,
      0.28,
      0.85,
      [0, colours.light],
      [0.38, colours.hue],
      [0.82, colours.deep],
      [1, colours.hue],
    );
    svg += radial(
      "pc" + pearl,
      0.5,
      0.5,
      0.75,
      [0, pearl === "1" ? "#8d97b5" : colours.hue, pearl === "8" ? 0.9 : 0.62],
      [1, pearl === "1" ? "#39425f" : colours.deep, pearl === "2" ? 0.25 : 0.38],
    );
  }
  for (const [family, colours] of Object.entries(FAMILIES))
    svg += radial("f-" + family, 0.5, 0.42, 0.7, [0, colours[0]], [0.55, colours[1]], [1, colours[2]]);
  svg +=
    radial("back-char", 0.5, 0.5, 0.7, [0, "#2f6f8e"], [1, "#0b1a38"]) +
    radial("back-pearl", 0.5, 0.5, 0.7, [0, "#8a2a35"], [1, "#2a0710"]) +
    radial("port", 0.5, 0.55, 0.7, [0, "#8f6ae0"], [0.6, "#3a2a86"], [1, "#131338"]);
  svg += '<clipPath id="wg-arch"><path d="M6 114V46C6 30 24 26 50 26s44 4 44 20v68z"/></clipPath></defs>';
  for (const [pearl, colours] of Object.entries(PEARLS)) {
    const number = +pearl,
      outline = number < 3 ? colours.light : colours.deep;
    const beads = around(50, 50, 45, number)
      .map(
        (point) =>
          `<circle cx="${point[0]}" cy="${point[1]}" r="3.6" fill="${colours.hue}" stroke="#fbe6a2" stroke-width="1.1"/>`,
      )
      .join("");
    svg += `<symbol id="wg-pearl-${pearl}" viewBox="0 0 100 100"><circle cx="50" cy="50" r="45" fill="none" stroke="url(#wg-gold)" stroke-width="1.2"/><circle cx="50" cy="50" r="41" fill="#0b0d18" fill-opacity=".55" stroke="url(#wg-gold)" stroke-width="1.6"/><circle cx="50" cy="50" r="38" fill="url(#wg-p${pearl})"/><g fill="none" stroke="${number === 1 ? "#8d7646" : colours.light}" stroke-width="1.5" opacity=".75">${figure(number)}</g><ellipse cx="38" cy="27" rx="15" ry="8" fill="#fff" opacity=".5" transform="rotate(-28 38 27)"/><path d="M24 66a32 32 0 0 0 52 0a36 36 0 0 1-52 0z" fill="#fff" opacity=".22"/>${beads}${numeral(pearl, 50, 66.5, 48, colours.ink, outline, 5)}</symbol>`;
    svg += bead(pearl, "#4d3413", "p" + pearl, 0.5, beadNumeral(pearl, colours.ink, outline));
  }
  svg +=
    bead("any", "#4d3413", "any", 0.55, beadNumeral("?", "#fff", "#2a1440")) +
    bead("o", "#4a4560", "blank", 0.9) +
    bead("o2", "#5a451e", "blank2", 0.9);
  svg += `<symbol id="wg-gem" viewBox="0 0 24 24"><path d="M6 2.5h12l5 7L12 22.5 1 9.5z" fill="url(#wg-gemg)" stroke="#0d3550" stroke-width="1.3" stroke-linejoin="round"/><path d="M1 9.5h22M6 2.5l2.5 7L12 22.5l3.5-13 2.5-7M8.5 9.5L12 2.5l3.5 7" fill="none" stroke="#0d3550" stroke-width=".9" opacity=".55"/><path d="M6 2.5h6l-3.5 7H1z" fill="#fff" opacity=".55"/></symbol>
<symbol id="wg-moon-full" viewBox="0 0 24 24"><circle cx="12" cy="12" r="10.5" fill="#0a1330" stroke="#dfe9ff" stroke-width="1"/><circle cx="12" cy="12" r="8" fill="#f4f0d6"/><circle cx="9.5" cy="10" r="1.8" fill="#cfc8a4"/><circle cx="14.5" cy="14" r="2.3" fill="#d8d2b0"/></symbol>
<symbol id="wg-moon-first" viewBox="0 0 24 24"><circle cx="12" cy="12" r="10.5" fill="#0a1330" stroke="#dfe9ff" stroke-width="1"/><path d="M12 4a8 8 0 0 1 0 16a10.500 10.500 0 0 0 0-16z" fill="#f4f0d6"/></symbol>
<symbol id="wg-moon-last" viewBox="0 0 24 24"><circle cx="12" cy="12" r="10.5" fill="#0a1330" stroke="#dfe9ff" stroke-width="1"/><path d="M12 4a8 8 0 0 0 0 16a10.500 10.500 0 0 1 0-16z" fill="#f4f0d6"/></symbol>
<symbol id="wg-spark" viewBox="0 0 24 24"><circle cx="12" cy="12" r="10.5" fill="#3a0a0a" stroke="#ffd9a8" stroke-width="1"/><path d="M12 3.500l1.900 6.600 6.600 1.900-6.600 1.900L12 20.500l-1.900-6.600L3.500 12l6.600-1.900z" fill="#ffd068"/></symbol>
<symbol id="wg-hands" viewBox="0 0 24 24"><g stroke="#2a1a08" stroke-width=".8"><rect x="2.5" y="6" width="9" height="13" rx="1.5" fill="#c9b07a" transform="rotate(-16 7 12)"/><rect x="7.5" y="4.5" width="9" height="13" rx="1.5" fill="#e4d0a0"/><rect x="12.5" y="6" width="9" height="13" rx="1.5" fill="#fff1cf" transform="rotate(16 17 12)"/></g></symbol>`;
  return svg;
}

const corners = (colour: string) =>
  `<g style="color:${colour}">${["", "matrix(-1 0 0 1 100 0)", "matrix(1 0 0 -1 0 140)", "matrix(-1 0 0 -1 100 140)"].map((matrix) => `<use href="#wg-corner" x="3.5" y="3.5" width="15" height="15" transform="${matrix}"/>`).join("")}</g>`;
const flourishes = (x: number, y: number, width: number, height: number) =>
  `<g style="color:#f2d382" opacity=".85"><use href="#wg-flourish" x="${x}" y="${y}" width="${width}" height="${height}"/><use href="#wg-flourish" x="${x}" y="${y}" width="${width}" height="${height}" transform="rotate(180 50 70)"/></g>`;

const corner = (pearl: number) => numeral(pearl, 15, 24, 22, "#fff6dc", "#120e1a", 3);

/** The face of a pearl card, in a 100 x 140 box. */
export function pearlFace(pearl: number, swap: boolean): string {
  return `<rect width="100" height="140" rx="6" fill="#120e1a"/><rect x="2" y="2" width="96" height="136" rx="4.5" fill="url(#wg-pc${pearl})"/><rect x="3.5" y="3.5" width="93" height="133" rx="3.5" fill="none" stroke="url(#wg-gold)" stroke-width="1.2"/><rect x="6" y="6" width="88" height="128" rx="2" fill="none" stroke="#f2d382" stroke-width=".5" opacity=".6"/>${flourishes(27, 17, 46, 8)}<use href="#wg-pearl-${pearl}" x="9" y="${swap ? 21 : 29}" width="82" height="82"/>${corner(pearl)}${swap ? "" : `<g transform="rotate(180 50 70)">${corner(pearl)}</g>`}${swap ? `<path d="M14 105h72l-6 11.500 6 11.500H14l6-11.500z" fill="#9b1f26" stroke="url(#wg-gold)" stroke-width="1.6"/><g transform="translate(50 116.5) scale(.042) translate(-256 -256)" fill="#fff0c8">${GLYPHS["card-exchange"]}</g>` : ""}`;
}

/** The back of a card: a diamond for characters, eight pearls for pearls. */
export function backFace(kind: "char" | "pearl"): string {
  let rays = "";
  for (let i = 0; i < 32; i++)
    rays += `<path d="M50 70L${(50 + 90 * Math.cos((i * Math.PI) / 16)).toFixed(1)} ${(70 + 90 * Math.sin((i * Math.PI) / 16)).toFixed(1)}" stroke="#f2d382" stroke-width=".5" opacity=".25"/>`;
  const heart =
    kind === "char"
      ? '<use href="#wg-gem" x="27" y="48" width="46" height="46"/>'
      : around(50, 70, 17, 7)
          .map((point, i) => `<circle cx="${point[0]}" cy="${point[1]}" r="6.6" fill="url(#wg-p${i + 1})"/>`)
          .join("") + '<circle cx="50" cy="70" r="9.5" fill="url(#wg-p8)" stroke="#f2d382" stroke-width=".8"/>';
  return `<rect width="100" height="140" rx="6" fill="#140f0c"/><rect x="2" y="2" width="96" height="136" rx="4.5" fill="url(#wg-back-${kind})"/>${rays}<rect x="3.5" y="3.5" width="93" height="133" rx="3.5" fill="none" stroke="url(#wg-gold)" stroke-width="1.3"/>${corners("#f2d382")}<circle cx="50" cy="70" r="31" fill="#0b0d18" fill-opacity=".45" stroke="url(#wg-gold)" stroke-width="1.2"/><circle cx="50" cy="70" r="34" fill="none" stroke="#f2d382" stroke-width=".6" stroke-dasharray=".5 3" stroke-linecap="round"/>${heart}${flourishes(25, 22, 50, 9)}`;
}

function scene(family: Family): string {
  let svg = "";
  for (let i = 0; i < 24; i++)
    svg += `<path d="M50 62L${(50 + 80 * Math.cos((i * Math.PI) / 12)).toFixed(1)} ${(62 + 80 * Math.sin((i * Math.PI) / 12)).toFixed(1)}" stroke="#ffe2a0" stroke-width="${i % 2 ? 0.35 : 0.8}" opacity=".2"/>`;
  svg +=
    '<circle cx="50" cy="62" r="33" fill="none" stroke="#ffe2a0" stroke-width=".6" opacity=".55"/><circle cx="50" cy="62" r="35.5" fill="none" stroke="#ffe2a0" stroke-width=".4" stroke-dasharray=".4 2.2" stroke-linecap="round" opacity=".8"/>';
  if (family === "green")
    svg +=
      '<path d="M4 92c14-9 26-5 40-8s34-12 56-4v36H4z" fill="#1b3018"/><path d="M4 99c20-6 38 3 56-1 16-4 26-6 40-2v20H4z" fill="#11210f"/><g fill="#1b3018"><path d="M14 86l4-15 4 15zM21 87l3-10 3 10zM82 80l4-16 4 16zM76 81l3-9 3 9z"/></g>';
  if (family === "red")
    svg +=
      '<path d="M4 106c5-16 10-8 12-20 6 8 4 12 10 6 5-5 2-14 5-18 5 10 10 10 9 22 5 2 6-6 6-10 6 6 9 6 9 14 6-3 3-13 7-21 4 8 9 8 8 18 7 2 8-8 8-13 6 7 7 14 18 20v12H4z" fill="#4a0f12"/><path d="M4 112c9-12 14 2 22-8 6-6 6 6 14 2s8 6 16 0 10 4 18-2 14 4 22-2v14H4z" fill="#300709"/>';
  if (family === "blue")
    svg +=
      '<g fill="#fff1c4"><path d="M16 42l1 3.500 3.500 1-3.500 1-1 3.500-1-3.500-3.500-1 3.500-1zM84 38l.8 2.800 2.800.8-2.800.8-.8 2.800-.8-2.800-2.800-.8 2.800-.8z"/><circle cx="24" cy="34" r=".7"/><circle cx="78" cy="52" r=".8"/><circle cx="12" cy="60" r=".7"/><circle cx="90" cy="64" r=".7"/><circle cx="70" cy="33" r=".6"/><circle cx="31" cy="48" r=".6"/></g><path d="M4 98c10-2 14-9 24-9 8 0 10 5 18 5s14-8 26-8 14 8 28 8v22H4z" fill="#12204c"/><path d="M4 104c16-4 24 3 40 1s30-7 56-1v12H4z" fill="#0a1434"/>';
  return svg;
}

export interface Figure {
  glyph: string;
  tint: Tint;
  special?: "three" | "wings";
}

/** The frame and landscape of a family in a 100 x 140 box, without plaque, figure, name and footer. */
export const familyFace = (family: Family): string =>
  `<rect width="100" height="140" rx="6" fill="#140f0c"/>` +
  `<rect x="1.5" y="1.5" width="97" height="137" rx="5" fill="${FAMILIES[family][2]}"/>` +
  `<g clip-path="url(#wg-arch)"><rect x="4" y="20" width="92" height="100" fill="url(#wg-f-${family})"/>` +
  `${scene(family)}</g>` +
  `<path d="M6 114V46C6 30 24 26 50 26s44 4 44 20v68" fill="none" stroke="url(#wg-gold)" stroke-width="1.1"/>` +
  `<rect x="3" y="3" width="94" height="134" rx="3.8" fill="none" stroke="url(#wg-gold)" stroke-width="1.3"/>`;

const SHADE = 'fill="#08060c" opacity=".55"';

/** The figure of a character in a 100 x 140 box. */
export function figureFace({ glyph, tint, special }: Figure): string {
  const shape = GLYPHS[glyph] ?? "";
  const drawn = (edge: number, more = "") =>
    `<g fill="url(#wg-t-${tint})" stroke="#140f0a" stroke-width="${edge}"${more}>${shape}</g>`;
  if (special === "three") {
    const heads = [
      [27, 74, -0.066, 0.066, -8],
      [73, 74, 0.066, 0.066, 8],
      [50, 53, 0.084, 0.084, 0],
    ];
    return heads
      .map(
        ([x, y, wide, high, turn]) =>
          `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${wide} ${high}) translate(-256 -256)">` +
          `<g ${SHADE} transform="translate(10 16)">${shape}</g>${drawn(16, ' paint-order="stroke"')}</g>`,
      )
      .join("");
  }
  const winged = special === "wings";
  const wings = winged
    ? `<g fill="url(#wg-t-bone)" stroke="#140f0a" stroke-width="5" transform="translate(-26 -30) scale(1.1)">` +
      `${GLYPHS["angel-wings"]}</g>`
    : "";
  return (
    `<g transform="translate(50 63) scale(.122) translate(-256 -256)">${wings}` +
    `<g ${winged ? 'transform="translate(108 128) scale(.58)"' : ""}>` +
    `<g ${SHADE} transform="translate(10 14)">${shape}</g>${drawn(5)}</g></g>`
  );
}

/** A portal with two slots between three pillars, for cards 140 wide, in a 352 x 218 box. */
export function portalFace(): string {
  const pillar = (x: number) =>
    `<g transform="translate(${x} 0)"><rect x="-6" y="14" width="12" height="196" fill="url(#wg-brass)"/>` +
    `<path d="M-2 16v190M2.5 16v190" stroke="#5a3a10" stroke-width="1.2" opacity=".7"/>` +
    `<path d="M-10 8h20l-3 7H-7zM-10 217h20v-6l-3-3H-7l-3 3z" fill="url(#wg-brass)" stroke="#3d2609"/>` +
    `<circle cy="4.2" r="4" fill="url(#wg-p6)" stroke="#f2d894"/></g>`;
  const hole = (x: number) =>
    `<path d="M${x} 216V40c0-20 28-34 70-34s70 14 70 34v176z" fill="url(#wg-port)" stroke="url(#wg-gold)"` +
    ` stroke-width="1.5"/>`;
  return hole(24) + hole(188) + pillar(12) + pillar(176) + pillar(340);
}
