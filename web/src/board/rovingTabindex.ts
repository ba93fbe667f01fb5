// Arrow keys move within a group of cards; Tab goes from group to group.
import type { Action } from "svelte/action";

/** What the group is made of, if not of cards, and whether one enters it at its end. */
interface Of { of: string; last: boolean }

export const group: Action<HTMLElement, Of | undefined> = (node, { of, last } = { of: "[data-card]", last: false }) => {
  const cards = () => [...node.querySelectorAll<HTMLElement>(of)].filter((c) => c.offsetParent !== null);
  let current: HTMLElement | null = null;
  function tidy() {
    const all = cards();
    if (!current || !all.includes(current)) current = all.find((c) => c.classList.contains("legal")) ?? all.at(last ? -1 : 0) ?? null;
    for (const c of all) c.tabIndex = c === current ? 0 : -1;
  }
  function focus(event: FocusEvent) {
    const card = (event.target as Element).closest<HTMLElement>(of);
    if (card) { current = card; tidy(); }
  }
  function key(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = cards(), at = all.indexOf((event.target as Element).closest<HTMLElement>(of)!);
    if (at < 0) return;
    const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : step ? (at + step + all.length) % all.length : -1;
    if (to < 0) return;
    event.preventDefault();
    all[to]!.focus();
  }
  node.addEventListener("focusin", focus);
  node.addEventListener("keydown", key);
  const watch = new MutationObserver(tidy);
  watch.observe(node, { childList: true, subtree: true });
  tidy();
  return { destroy() { watch.disconnect(); node.removeEventListener("focusin", focus); node.removeEventListener("keydown", key); } };
};
