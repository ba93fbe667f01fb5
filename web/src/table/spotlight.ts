// Where the spotlight of a lesson falls, and where its bubble stands: geometry without a page, in CSS pixels.

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Side = "left" | "right" | "above" | "below";

export interface Spot {
  x: number;
  y: number;
  /** The side of the target on which the bubble stands, and where along its edge the arrow is; null without one. */
  arrow: { side: Side; at: number } | null;
  /** How much of what is meant the bubble covers, in square pixels. */
  covers: number;
}

const EDGE = 4;
const GAP = 14;
const STEP = 5;
const CORNER = 22;

/** The common area of two rectangles. */
export function overlap(one: Rect, other: Rect): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** A rectangle with a margin on every side. */
export function grow(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by };
}

/** The smallest rectangle around all of them. */
export function around(rects: readonly Rect[]): Rect | null {
  if (!rects.length) return null;
  const x = Math.min(...rects.map((rect) => rect.x)),
    y = Math.min(...rects.map((rect) => rect.y));
  return {
    x,
    y,
    width: Math.max(...rects.map((rect) => rect.x + rect.width)) - x,
    height: Math.max(...rects.map((rect) => rect.y + rect.height)) - y,
  };
}

/** The part of a rectangle that is in the window, or null. */
export function visible(rect: Rect, view: Size): Rect | null {
  const x = Math.max(0, rect.x),
    y = Math.max(0, rect.y);
  const width = Math.min(view.width, rect.x + rect.width) - x,
    height = Math.min(view.height, rect.y + rect.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/**
 * The place for a bubble: beside what has to be pressed, and over nothing that is lit. If there is no such place
 * anywhere, it covers as little as possible, and what has to be pressed last of all.
 */
export function placeBubble(bubble: Size, targets: readonly Rect[], others: readonly Rect[], view: Size): Spot {
  const target = around(targets);
  const most = {
    x: Math.max(EDGE, view.width - bubble.width - EDGE),
    y: Math.max(EDGE, view.height - bubble.height - EDGE),
  };
  const inside = (x: number, y: number): { x: number; y: number } => ({
    x: Math.min(Math.max(EDGE, x), most.x),
    y: Math.min(Math.max(EDGE, y), most.y),
  });
  if (!target)
    return { ...inside((view.width - bubble.width) / 2, (view.height - bubble.height) / 2), arrow: null, covers: 0 };

  const covered = ({ x, y }: { x: number; y: number }): { weight: number; area: number } => {
    const box = grow({ x, y, ...bubble }, 2);
    const onTarget = targets.reduce((sum, rect) => sum + overlap(box, rect), 0),
      onOthers = others.reduce((sum, rect) => sum + overlap(box, rect), 0);
    return { weight: 8 * onTarget + onOthers, area: onTarget + onOthers };
  };
  const centre = { x: target.x + target.width / 2, y: target.y + target.height / 2 };
  const beside = [
    inside(target.x + target.width + GAP, centre.y - bubble.height / 2),
    inside(centre.x - bubble.width / 2, target.y + target.height + GAP),
    inside(centre.x - bubble.width / 2, target.y - bubble.height - GAP),
    inside(target.x - bubble.width - GAP, centre.y - bubble.height / 2),
  ];
  let best = beside.find((place) => covered(place).weight === 0);
  if (!best) {
    let least = Infinity;
    const places = [...beside];
    for (let x = EDGE; x <= most.x; x += STEP) for (let y = EDGE; y <= most.y; y += STEP) places.push({ x, y });
    for (let x = EDGE; x <= most.x; x += STEP) places.push({ x, y: most.y });
    for (let y = EDGE; y <= most.y; y += STEP) places.push({ x: most.x, y });
    for (const place of places) {
      const away = Math.hypot(place.x + bubble.width / 2 - centre.x, place.y + bubble.height / 2 - centre.y);
      const cost = covered(place).weight * 100 + away;
      if (cost < least) [least, best] = [cost, place];
    }
  }
  const { x, y } = best!;
  return { x, y, arrow: arrowOf({ x, y, ...bubble }, target), covers: covered({ x, y }).area };
}

/** The arrow points straight at the target, so the two must face each other. */
function arrowOf(bubble: Rect, target: Rect): Spot["arrow"] {
  const along = (start: number, length: number, at: number): number | null => {
    const place = Math.min(Math.max(at - start, CORNER), length - CORNER);
    return Math.abs(start + place - at) < Math.max(30, CORNER) ? place : null;
  };
  const across = along(bubble.x, bubble.width, target.x + target.width / 2),
    down = along(bubble.y, bubble.height, target.y + target.height / 2);
  if (bubble.y >= target.y + target.height && across !== null) return { side: "below", at: across };
  if (bubble.y + bubble.height <= target.y && across !== null) return { side: "above", at: across };
  if (bubble.x >= target.x + target.width && down !== null) return { side: "right", at: down };
  if (bubble.x + bubble.width <= target.x && down !== null) return { side: "left", at: down };
  return null;
}
