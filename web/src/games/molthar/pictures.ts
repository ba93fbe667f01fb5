// The drawings as background images, one class each: `pic-pearl-3`, `pic-bead-3`, `pic-fig-lion`. A card is then a few
// elements instead of hundreds of SVG nodes, which the browser would have to style each time something moves.
import { sprite as shared } from "../../ui/art";
import { motion } from "../../ui/motion.svelte";
import { backFace, FAMILIES, familyFace, figureFace, pearlFace, PEARLS, portalFace, sprite, type Family } from "./art";
import { FIGURES, UNKNOWN } from "./figures";

/** Gradients, clips and symbols by id. */
const DEFINITIONS = new Map<string, string>();
for (const [markup, , id] of (shared() + sprite()).matchAll(/<(\w+) id="(wg-[\w-]+)".*?<\/\1>/gs))
  DEFINITIONS.set(id!, markup);

/** The definitions that a drawing refers to, and those that they refer to. */
function definitionsFor(body: string, found = new Set<string>()): Set<string> {
  for (const [, id] of body.matchAll(/#(wg-[\w-]+)/g)) {
    const markup = DEFINITIONS.get(id!);
    if (!markup || found.has(id!)) continue;
    found.add(id!);
    definitionsFor(markup, found);
  }
  return found;
}

function image(box: string, body: string): string {
  const definitions = [...definitionsFor(body)].map((id) => DEFINITIONS.get(id)).join("");
  const [, , width, height] = box.split(" ");
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width}" height="${height}">` +
    `<defs>${definitions}</defs>${body}</svg>`;
  return `data:image/svg+xml,${svg.replace(/"/g, "'").replace(/[%#<>\n]/g, encodeURIComponent)}`;
}

const CARD = "0 0 100 140";
const symbol = (id: string): string => {
  const [, box, body] = /viewBox="([^"]+)">(.*)<\/symbol>/s.exec(DEFINITIONS.get(`wg-${id}`) ?? "") ?? [];
  return image(box ?? "0 0 24 24", body ?? "");
};

function pictures(): Map<string, string> {
  const found = new Map<string, string>();
  for (const pearl of Object.keys(PEARLS)) {
    found.set(`pearl-${pearl}`, image(CARD, pearlFace(+pearl, false)));
    found.set(`pearl-${pearl}-swap`, image(CARD, pearlFace(+pearl, true)));
    found.set(`bead-${pearl}`, symbol(`bead-${pearl}`));
  }
  for (const id of ["bead-any", "bead-o", "bead-o2", "gem", "moon-full", "moon-first", "moon-last", "spark", "hands"])
    found.set(id, symbol(id));
  found.set("seal", symbol("seal"));
  for (const kind of ["char", "pearl"] as const) found.set(`back-${kind}`, image(CARD, backFace(kind)));
  for (const family of Object.keys(FAMILIES) as Family[])
    found.set(`family-${family}`, image(CARD, familyFace(family)));
  for (const [id, figure] of [...Object.entries(FIGURES), ["unknown", UNKNOWN] as const])
    found.set(`fig-${id}`, image(CARD, figureFace(figure)));
  found.set("portal", image("0 0 352 218", portalFace()));
  return found;
}

/** The class of a character's figure. */
export const figureClass = (id: string): string => `pic-fig-${id in FIGURES ? id : "unknown"}`;

// An SVG image is a document that is laid out anew for each size at which it is drawn, so where cards move, those on
// the page become bitmaps, and the pearls before they turn up.

/** The widths in pixels at which pictures become bitmaps: the largest at which they are drawn. */
const BITMAP_WIDTHS: [RegExp, number][] = [
  [/^(pearl|back|family|fig)-/, 220],
  [/^portal$/, 510],
  [/^bead-/, 72],
  [/./, 40],
];
const MOST_DENSITY = 2;
/** Drawings that any move may turn up. */
const SOON = /^(pearl|bead)-/;
/** Bitmaps that are not on the page yet: without a reference they would be loaded again when they are. */
const loaded: HTMLImageElement[] = [];

async function bitmap(id: string, url: string): Promise<string> {
  const drawing = new Image();
  drawing.src = url;
  await drawing.decode();
  const width = BITMAP_WIDTHS.find(([pattern]) => pattern.test(id))![1] * Math.min(devicePixelRatio, MOST_DENSITY);
  const canvas = new OffscreenCanvas(width, (width * drawing.naturalHeight) / drawing.naturalWidth);
  canvas.getContext("2d")!.drawImage(drawing, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob();
  const data = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error!);
    reader.readAsDataURL(blob);
  });
  // Loaded before it is used, so that the card does not blink.
  const ready = new Image();
  ready.src = data;
  await ready.decode();
  loaded.push(ready);
  return data;
}

const idle = (): Promise<void> =>
  new Promise((resolve) =>
    "requestIdleCallback" in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 50),
  );

const drawings = new Map<string, { url: string; rule: CSSStyleRule }>();
let drawing = false;

/** At leisure, makes bitmaps of the drawings that are on the page now or soon. Without bitmaps nothing changes. */
export async function drawBitmaps(): Promise<void> {
  if (drawing || motion.pace === "off") return;
  drawing = true;
  await idle();
  const classes = new Set([...document.querySelectorAll(".pic")].flatMap((each) => [...each.classList]));
  const shown = [...drawings].filter(([id]) => SOON.test(id) || classes.has(`pic-${id}`));
  const ready: [CSSStyleRule, string][] = [];
  try {
    for (const [id, { url, rule }] of shown) {
      ready.push([rule, await bitmap(id, url)]);
      drawings.delete(id);
      await idle();
    }
  } catch {
    drawings.clear();
  }
  // All at once: each change of a rule makes the browser look for what it applies to.
  for (const [rule, url] of ready) rule.style.backgroundImage = `url("${url}")`;
  drawing = false;
}

if (typeof document !== "undefined" && "adoptedStyleSheets" in document) {
  const sheet = new CSSStyleSheet();
  const all = [...pictures()];
  sheet.replaceSync(all.map(([id, url]) => `.pic-${id}{background-image:url("${url}")}`).join("\n"));
  document.adoptedStyleSheets.push(sheet);
  for (const [number, [id, url]] of all.entries())
    drawings.set(id, { url, rule: sheet.cssRules[number] as CSSStyleRule });
}
