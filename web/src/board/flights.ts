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

const MOST = 12;
const CARD = 320;
const STAMPED = 480;
const APART = 40;
/** Cards that are hidden until their clones have arrived, and the sky of those that came last. */
const landing = new WeakMap<HTMLElement, HTMLElement>();
const EASE = "cubic-bezier(.2, .8, .2, 1)";

const placeOf = (root: Element, name: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-place="${CSS.escape(name)}"]`);
function cardIn(place: HTMLElement, card: string | undefined): HTMLElement | null {
  const all = [...place.querySelectorAll<HTMLElement>(".cardb")];
  if (card === undefined) return all[0] ?? null;
  return all.filter((each) => each.dataset.move === card).at(-1) ?? null;
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
      copy = source.cloneNode(true) as HTMLElement;
      copy.classList.remove("legal", "best", "sel", "off");
    }
    flights.push({ move, copy, from });
  }
  return flights;
}

/** Call after the board has updated: animates the clones to where the cards are now. */
export function fly(root: HTMLElement | undefined, flights: Flight[], kind = ""): void {
  if (!root || !flights.length) return;
  const sky = document.createElement("div");
  sky.className = `sky ${kind}`;
  sky.inert = true;
  sky.style.zoom = String(1 / enlarged());
  document.body.append(sky);
  const flown: Promise<unknown>[] = [];
  const hidden: HTMLElement[] = [];
  let delay = 0;
  for (const { move, copy: taken, from } of flights) {
    const place = placeOf(root, move.to);
    if (!place) continue;
    const target = move.sign ? null : cardIn(place, move.card);
    const to = (target ?? place).getBoundingClientRect();
    const copy = taken ?? (target?.cloneNode(true) as HTMLElement | undefined);
    if (!copy || !to.width) continue;
    const width = move.sign ? Math.min(30, from.width) : from.width,
      height = move.sign ? width : from.height;
    const left = from.left + (from.width - width) / 2,
      top = from.top + (from.height - height) / 2;
    Object.assign(copy.style, {
      position: "fixed",
      margin: "0",
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    copy.style.setProperty("--w", `${width}px`);
    sky.append(copy);
    const x = to.left + to.width / 2 - left - width / 2,
      y = to.top + to.height / 2 - top - height / 2;
    const scale = move.sign ? 0.8 : Math.max(0.15, Math.min(1.6, to.height / height));
    if (move.stamp) delay += motion.time(CARD);
    const duration = motion.time(move.stamp ? STAMPED : CARD);
    const at = (part: number, more = ""): string =>
      `perspective(800px) translate(${x * part}px, ${y * part}px) scale(${1 + (scale - 1) * part})${more}`;
    const timing: KeyframeAnimationOptions = { duration, delay, easing: EASE, fill: "both" };
    const lands = { transform: at(1), opacity: target ? 1 : 0.2 };
    if (move.turn && target) {
      // The other side becomes visible halfway. Only transform and opacity: those need no main thread.
      const face = target.cloneNode(true) as HTMLElement;
      face.classList.remove("legal", "best", "sel", "off");
      face.style.cssText = copy.style.cssText;
      sky.append(face);
      flown.push(
        copy.animate(
          [
            { transform: at(0) },
            { transform: at(0.6, " rotateY(90deg)"), offset: 0.5, opacity: 1 },
            { transform: at(0.6, " rotateY(90deg)"), offset: 0.501, opacity: 0 },
            { transform: at(0.6, " rotateY(90deg)"), opacity: 0 },
          ],
          timing,
        ).finished,
      );
      flown.push(
        face.animate(
          [
            { transform: at(0.6, " rotateY(-90deg)"), opacity: 0 },
            { transform: at(0.6, " rotateY(-90deg)"), opacity: 0, offset: 0.5 },
            { transform: at(0.6, " rotateY(-90deg)"), opacity: 1, offset: 0.501 },
            lands,
          ],
          timing,
        ).finished,
      );
    } else {
      flown.push(copy.animate([{ transform: at(0) }, lands], timing).finished);
    }
    if (!target) void flown.at(-1)!.then(() => copy.remove());
    if (target) {
      hidden.push(target);
      target.style.opacity = "0";
      landing.set(target, sky);
      if (move.stamp)
        target.animate(
          [
            { transform: "scale(1.7)", opacity: 0.3 },
            { transform: "none", opacity: 1 },
          ],
          { duration: motion.time(160), delay: delay + duration - 16, easing: "ease-in" },
        );
    }
    delay += motion.time(APART);
  }
  // In one frame: the real cards are visible where their clones have arrived.
  void Promise.allSettled(flown).then(() => {
    for (const target of hidden) if (landing.get(target) === sky) target.style.opacity = "";
    sky.remove();
  });
}
