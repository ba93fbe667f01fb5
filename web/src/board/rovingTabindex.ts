// Roving tabindex: arrow keys move within a group of elements, Tab moves from group to group.
import type { Action } from "svelte/action";

/** `of` selects the elements of the group; with `last` the group is entered at its end. */
interface Options {
  of: string;
  last: boolean;
}

export const rovingTabindex: Action<HTMLElement, Options | undefined> = (
  node,
  { of, last } = { of: "[data-card]", last: false },
) => {
  const cards = () => [...node.querySelectorAll<HTMLElement>(of)].filter((card) => card.checkVisibility());
  let current: HTMLElement | null = null;
  function update() {
    const all = cards();
    if (!current || !all.includes(current))
      current = all.find((card) => card.classList.contains("legal")) ?? all.at(last ? -1 : 0) ?? null;
    for (const card of all) {
      const index = card === current ? "0" : "-1";
      // The browser restyles what is written, even where nothing changes; the chronicle has a hundred of them.
      if (card.getAttribute("tabindex") !== index) card.setAttribute("tabindex", index);
    }
  }
  function onFocusin(event: FocusEvent) {
    const card = (event.target as Element).closest<HTMLElement>(of);
    if (card) {
      current = card;
      update();
    }
  }
  function onKeydown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = cards(),
      at = all.indexOf((event.target as Element).closest<HTMLElement>(of)!);
    if (at < 0) return;
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? all.length - 1
          : step
            ? (at + step + all.length) % all.length
            : -1;
    if (to < 0) return;
    event.preventDefault();
    all[to]!.focus();
  }
  node.addEventListener("focusin", onFocusin);
  node.addEventListener("keydown", onKeydown);
  const observer = new MutationObserver(update);
  observer.observe(node, { childList: true, subtree: true });
  update();
  return {
    destroy() {
      observer.disconnect();
      node.removeEventListener("focusin", onFocusin);
      node.removeEventListener("keydown", onKeydown);
    },
  };
};
