// Cards fly between the places they leave and reach. Events say which; places carry data-place.
import type { Facts, Sentence } from "../../protocol";

interface Flight { card: HTMLElement; from: DOMRect; to: string }

const MOST = 6;
const place = (root: Element, name: string) => root.querySelector(`[data-place="${name}"]`);

function route(event: Facts): [string, string] | null {
  switch (event.event) {
    case "take": return [`pearl:${event.from}`, `hand:${event.seat}`];
    case "place": return [`char:${event.from}`, `portal:${event.seat}:${event.slot}`];
    case "activate": return [`portal:${event.owner}:${event.slot}`, `medals:${event.seat}`];
    case "banish": return [`portal:${event.victim}:${event.slot}`, "discard:char"];
    case "discard_character": return [`portal:${event.seat}:${event.slot}`, "discard:char"];
    case "diamond": return ["char:pile", `medals:${event.seat}`];
    case "draw": return ["pearl:pile", `hand:${event.seat}`];
    default: return null;
  }
}

/** Before the table changes: take a copy of every card that will leave its place. */
export function prepare(root: HTMLElement | undefined, news: Sentence[]): Flight[] {
  if (!root || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return [];
  const flights: Flight[] = [];
  for (const { event } of news) {
    const way = flights.length < MOST ? route(event) : null;
    const source = way && place(root, way[0])?.querySelector<HTMLElement>(".cardb:not(.line), .cardb");
    if (!way || !source) continue;
    const card = source.cloneNode(true) as HTMLElement;
    card.classList.remove("legal", "best", "sel", "off");
    flights.push({ card, from: source.getBoundingClientRect(), to: way[1] });
  }
  return flights;
}

/** After it has changed: let the copies fly to where the cards are now. They never stand in the way. */
export function fly(root: HTMLElement | undefined, flights: Flight[]): void {
  if (!root || !flights.length) return;
  const sky = document.createElement("div");
  sky.className = "mo mo-sky";
  sky.inert = true;
  document.body.append(sky);
  const flown = flights.map(({ card, from, to }, i) => {
    const target = place(root, to);
    if (!target || !from.width) return null;
    const box = target.getBoundingClientRect();
    Object.assign(card.style, { position: "fixed", left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px` });
    card.style.setProperty("--w", `${from.width}px`);
    sky.append(card);
    const last = to.startsWith("hand:") ? (target.querySelector(".spot:last-child") ?? target).getBoundingClientRect() : box;
    const x = last.left + last.width / 2 - from.left - from.width / 2, y = last.top + last.height / 2 - from.top - from.height / 2;
    const scale = card.classList.contains("line") ? 0.4 : Math.max(0.2, Math.min(1.3, last.height / from.height));
    return card.animate(
      [{ transform: "none", opacity: 1 }, { transform: `translate(${x * 0.9}px, ${y * 0.9}px) scale(${1 + (scale - 1) * 0.9})`, opacity: 1, offset: 0.8 }, { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0 }],
      { duration: to.startsWith("medals:") ? 480 : 380, delay: 40 * i, easing: "cubic-bezier(.2, .8, .2, 1)", fill: "both" },
    ).finished;
  });
  void Promise.allSettled(flown).then(() => sky.remove());
}
