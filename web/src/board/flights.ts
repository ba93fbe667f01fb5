// Animates cards from their old place to their new one. Places have a data-place attribute, cards a data-move
// attribute.
//
// `prepareFlights` clones the cards before the board updates; `fly` animates the clones afterwards. The clones are
// inert and lie above the page, so nothing has to wait for them.

import { motion } from "../ui/motion.svelte";
import { sounds, type Sound } from "./sound.svelte";

export interface Move {
  from: string;
  to: string;
  /** Which card of the place, by its data-move. */
  card?: string;
  /** A symbol of the sprite that flies when no card is visible, such as a pearl from a hidden hand. */
  sign?: string;
  /** The card turns over on its way. */
  turn?: boolean;
  /** The card flies after the earlier ones have arrived and is stamped on its target. */
  stamp?: boolean;
  sound?: Sound;
}

interface Flight {
  move: Move;
  copy: HTMLElement | null;
  from: DOMRect;
}

/** A flight whose end is known: `face` is the other side of a card that turns over; times in milliseconds. */
interface Landing {
  move: Move;
  copy: HTMLElement;
  face: HTMLElement | null;
  from: DOMRect;
  to: DOMRect;
  target: HTMLElement | null;
  start: number;
  end: number;
}

const MOST = 12;
const CARD = 320;
const STAMPED = 480;
const APART = 40;
/** Clones are held where they arrived, and removed by a timer: near the end of an animation the browser looks after it
    on the main thread, frame by frame. */
const HELD = 200;
/** Cards that are hidden until their clones have arrived, and the group of those that came last. */
const hidden = new WeakMap<HTMLElement, HTMLElement>();
const EASE = "cubic-bezier(.2, .8, .2, 1)";
/** The same curve in two, cut where it is halfway: after this part of its time. */
const HALFWAY = 0.13;
const EASE_TO_HALF = "cubic-bezier(.391, .406, .682, .735)";
const EASE_FROM_HALF = "cubic-bezier(.14, .777, .314, 1)";

const placeOf = (root: Element, name: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-place="${CSS.escape(name)}"]`);
function cardIn(place: HTMLElement, card: string | undefined): HTMLElement | null {
  const all = [...place.querySelectorAll<HTMLElement>(".cardb")];
  if (card === undefined) return all[0] ?? null;
  return all.filter((each) => each.dataset.move === card).at(-1) ?? null;
}

/** A clone that does not say what can be done with the card. */
function bare(card: HTMLElement): HTMLElement {
  const clone = card.cloneNode(true) as HTMLElement;
  clone.classList.remove("legal", "best", "sel", "off");
  return clone;
}

/** The page's zoom factor (the big screen zooms): getBoundingClientRect includes it, CSS lengths don't. */
export const enlarged = (): number => Number(document.documentElement.style.zoom) || 1;

/** Call before the board updates: clones every card that is about to move. */
export function prepareFlights(root: HTMLElement | undefined, moves: Move[]): Flight[] {
  for (const { sound } of moves) if (sound) sounds.play(sound);
  if (!root || document.hidden || motion.pace === "off") return [];
  const flights: Flight[] = [];
  for (const move of moves.slice(0, MOST)) {
    const place = placeOf(root, move.from);
    if (!place) continue;
    const source = cardIn(place, move.card) ?? (move.card && !move.sign ? cardIn(place, undefined) : null);
    const from = (source ?? place).getBoundingClientRect();
    if (!from.width) continue;
    let copy: HTMLElement | null = null;
    if (move.sign) {
      copy = document.createElement("span");
      copy.className = "sign";
      copy.innerHTML = `<svg><use href="#wg-${CSS.escape(move.sign)}"/></svg>`;
    } else if (source) {
      copy = bare(source);
    }
    flights.push({ move, copy, from });
  }
  return flights;
}

/** What clones fly in. It stays on the page: what comes and goes in it leaves the layout of the rest alone. */
function theSky(): HTMLElement {
  const found = document.querySelector<HTMLElement>("body > .sky");
  if (found) return found;
  const sky = document.createElement("div");
  sky.className = "sky";
  sky.inert = true;
  document.body.append(sky);
  return sky;
}

/** Call after the board has updated: animates the clones to where the cards are now. */
export function fly(root: HTMLElement | undefined, flights: Flight[], kind = ""): void {
  if (!root || !flights.length) return;
  let delay = 0;
  // Everything is measured before the first clone is added: each change in between would lay the page out again.
  const landings = flights.flatMap(({ move, copy, from }): Landing[] => {
    const place = placeOf(root, move.to);
    if (!place) return [];
    const target = move.sign ? null : cardIn(place, move.card);
    const to = (target ?? place).getBoundingClientRect();
    const flying = copy ?? (target?.cloneNode(true) as HTMLElement | undefined);
    if (!flying || !to.width) return [];
    if (move.stamp) delay += motion.time(CARD);
    const start = delay;
    delay += motion.time(APART);
    const end = start + motion.time(move.stamp ? STAMPED : CARD);
    return [{ move, copy: flying, face: move.turn && target ? bare(target) : null, from, to, target, start, end }];
  });
  if (!landings.length) return;
  const total = Math.max(...landings.map(({ end }) => end));
  const group = document.createElement("div");
  group.className = kind;
  for (const { copy, face } of landings) group.append(copy, ...(face ? [face] : []));
  const sky = theSky();
  sky.style.zoom = String(1 / enlarged());
  sky.append(group);
  const started = landings.map((landing) => takeOff(landing, total + HELD).ready);
  for (const { target } of landings) {
    if (!target) continue;
    target.style.opacity = "0";
    hidden.set(target, group);
  }
  // In one frame: the real cards are visible where their clones have arrived.
  void Promise.allSettled(started).then(() =>
    setTimeout(() => {
      for (const { target } of landings) if (target && hidden.get(target) === group) target.style.opacity = "";
      group.remove();
    }, total),
  );
}

/** Animates the clones of one card. Only transform and opacity: those need no main thread. */
function takeOff({ move, copy, face, from, to, target, start, end }: Landing, duration: number): Animation {
  const width = move.sign ? Math.min(30, from.width) : from.width,
    height = move.sign ? width : from.height;
  const left = from.left + (from.width - width) / 2,
    top = from.top + (from.height - height) / 2;
  for (const each of [copy, face]) {
    if (!each) continue;
    Object.assign(each.style, {
      position: "fixed",
      margin: "0",
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    each.style.setProperty("--w", `${width}px`);
  }
  const x = to.left + to.width / 2 - left - width / 2,
    y = to.top + to.height / 2 - top - height / 2;
  const scale = move.sign ? 0.8 : Math.max(0.15, Math.min(1.6, to.height / height));
  const at = (part: number, more = ""): string =>
    `perspective(800px) translate(${x * part}px, ${y * part}px) scale(${1 + (scale - 1) * part})${more}`;
  // One timeline for all clones, in keyframes: a delay has an end of its own.
  const [leaves, arrives] = [start / duration, end / duration];
  const waits = { offset: 0, transform: at(0) };
  if (target && move.stamp)
    target.animate(
      [
        { transform: "scale(1.7)", opacity: 0.3 },
        { transform: "none", opacity: 1 },
      ],
      { duration: motion.time(160), delay: end - 16, easing: "ease-in" },
    );
  if (face) {
    // The other side becomes visible halfway.
    const turns = leaves + (arrives - leaves) * HALFWAY;
    const [away, back] = [at(0.6, " rotateY(90deg)"), at(0.6, " rotateY(-90deg)")];
    copy.animate(
      [
        { ...waits, opacity: 1 },
        { offset: leaves, transform: at(0), opacity: 1, easing: EASE_TO_HALF },
        { offset: turns, transform: away, opacity: 1 },
        { offset: turns, transform: away, opacity: 0 },
        { offset: 1, transform: away, opacity: 0 },
      ],
      { duration, fill: "both" },
    );
    return face.animate(
      [
        { offset: 0, transform: back, opacity: 0 },
        { offset: turns, transform: back, opacity: 0 },
        { offset: turns, transform: back, opacity: 1, easing: EASE_FROM_HALF },
        { offset: arrives, transform: at(1), opacity: 1 },
        { offset: 1, transform: at(1), opacity: 1 },
      ],
      { duration, fill: "both" },
    );
  }
  // Where there is no card to land on, the clone fades and is gone.
  const last = target ? 1 : 0;
  return copy.animate(
    [
      { ...waits, opacity: 1 },
      { offset: leaves, transform: at(0), opacity: 1, easing: EASE },
      { offset: arrives, transform: at(1), opacity: target ? 1 : 0.2 },
      { offset: arrives, transform: at(1), opacity: last },
      { offset: 1, transform: at(1), opacity: last },
    ],
    { duration, fill: "both" },
  );
}
