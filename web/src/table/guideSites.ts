// Finds on the board what a lesson speaks of. Boards name their places with data-place and mark the next step of a hint
// with the class "best".

import type { Lesson } from "./lesson.svelte";
import { visible, type Rect, type Size } from "./spotlight";

/** The learner has the first seat. */
const LEARNER = 0;

export interface Site {
  name: string;
  element: Element;
  rect: Rect;
}

export interface Sites {
  /** What has to be pressed; for a question, all answers. */
  targets: Site[];
  about: Site[];
  /** The answer that was wrong. */
  flagged: Rect | null;
  /** The cards of the learner's hand, and what was played and is answered: nothing may cover them, lit or not. */
  read: Rect[];
}

export const NOTHING: Sites = { targets: [], about: [], flagged: null, read: [] };

export function sitesFor(board: Element, lesson: Lesson, view: Size): Sites {
  const guide = lesson.guide;
  const cards = board.querySelectorAll(`:is([data-place="hand:${LEARNER}"], [data-place="played"]) [data-card]`);
  const read = seen("", cards, view).map((site) => site.rect);
  if (!guide?.action) return { ...NOTHING, read };
  const names = lesson.asks ? [...new Set([guide.target, ...guide.wrong.map((each) => each.target)])].sort() : [];
  let targets = lesson.asks
    ? names.flatMap((name) => named(board, name, view))
    : seen("", board.querySelectorAll('.best:not([aria-disabled="true"], :disabled)'), view);
  if (lesson.asks && !targets.length) return { ...NOTHING, read };
  if (lesson.asks && !targets.some((site) => site.name === guide.target)) {
    // The right answer alone is out of sight: tell instead of asking.
    lesson.show();
    targets = [];
  }
  if (!targets.length) targets = named(board, guide.target, view);
  const about = guide.about
    .flatMap((name) => named(board, name, view))
    .filter(({ element }) => !targets.some((site) => site.element.contains(element)));
  const flagged = targets.find((site) => site.name === lesson.slip?.target)?.rect ?? null;
  return { targets, about, flagged, read };
}

function named(board: Element, name: string, view: Size): Site[] {
  return name ? seen(name, board.querySelectorAll(`[data-place="${CSS.escape(name)}"]`), view).slice(0, 1) : [];
}

/** The elements that can be seen in the window. */
function seen(name: string, elements: Iterable<Element>, view: Size): Site[] {
  const found: Site[] = [];
  for (const element of elements) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const rect = width && height ? visible({ x, y, width, height }, view) : null;
    if (rect) found.push({ name, element, rect });
  }
  return found;
}
