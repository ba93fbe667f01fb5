"""What is checked of any page: that fingers hit what they want, that keys reach everything, and how it looks."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

from browser_build import Player
from playwright.sync_api import Locator, Page

# What a finger would miss: what is wider than the screen, smaller than 44 px, or covered by something else.
MISSED = """
() => {
  const faults = [];
  const width = document.documentElement.scrollWidth;
  if (width > screen.width) faults.push(`the page is ${width} px wide`);
  const top = document.querySelector("dialog[open]") ?? document.querySelector("[role=dialog]") ?? document.body;
  for (const control of top.querySelectorAll("button, a[href], input, select, summary")) {
    if (control.disabled || !control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { width, height, bottom } = control.getBoundingClientRect();
    if (width < 2 || bottom < 0) continue;  // only for those who listen
    if (getComputedStyle(control).pointerEvents === "none") continue;  // a picture of what happened, which fades
    control.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = control.getBoundingClientRect();
    const x = box.left + width / 2, y = box.top + height / 2;
    const found = (across, down) => document.elementFromPoint(x + across, y + down);
    const hits = (hit) => hit && (control.contains(hit) || (hit.tagName === "LABEL" && hit.contains(control)));
    const text = control.getAttribute("aria-label") ?? control.innerText;
    const name = `${text || control.outerHTML.slice(0, 160)} (${width} x ${height})`;
    // A question may lie over what cannot be chosen while it is asked.
    const idle = control.getAttribute("aria-disabled") === "true";
    if (!hits(found(0, 0))) {
      if (!idle) faults.push(`${name} is covered by ${found(0, 0)?.outerHTML.slice(0, 80)}`);
    } else if (width < 44 || height < 44) {
      // How far from its middle it is hit, each way: it may reach further than its box.
      const far = (across, down) => {
        let steps = 0;
        while (steps < 44 && hits(found(across * (steps + 1), down * (steps + 1)))) steps += 1;
        return steps;
      };
      const wide = far(-1, 0) + far(1, 0) + 1, high = far(0, -1) + far(0, 1) + 1;
      if (wide < 44 || high < 44) faults.push(`${name} is too small: a finger hits it in ${wide} x ${high}`);
    }
  }
  return faults;
}
"""


def check_for_fingers(player: Player) -> None:
    faults = player.page.evaluate(MISSED)
    assert not faults, "\n".join(faults)


def tap(button: Locator) -> None:
    button.tap()


# The key that leads to a button, if the focus is not there: an arrow within the same group or on the board, else Tab.
WHICH = """
(wanted) => {
  const groups = ".row, .hand, .portalbox, .portal, .tray, .medals, .strips, .two, .shown, .partners, .leaf";
  const group = (button) => button.parentElement.closest(groups);
  const at = document.activeElement;
  if (at === wanted) return null;
  const [from, to] = [at.dataset.tile, wanted.dataset.tile].map(Number);
  if (from % 3 !== to % 3 && from >= 0 && to >= 0) return from % 3 < to % 3 ? "ArrowRight" : "ArrowLeft";
  if (from >= 0 && to >= 0) return from < to ? "ArrowDown" : "ArrowUp";
  const cards = at.matches("[data-card]") && wanted.matches("[data-card]");
  return cards && group(at) && group(at) === group(wanted) ? "ArrowRight" : "Tab";
}
"""


class Keys:
    """Ten fingers and no mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.most = 0

    def press(self, wanted: Locator) -> None:
        """Tab from group to group, arrows within one, until the button has the focus; then Enter."""
        handle = wanted.element_handle()
        pressed = 0
        while (key := handle.evaluate(WHICH)) is not None:
            self.page.keyboard.press(key)
            pressed += 1
            assert pressed < 120, f"the keyboard does not reach {handle.get_attribute('aria-label')}"
        self.most = max(self.most, pressed)
        self.page.keyboard.press("Enter")


AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
# A folder for pictures of what is looked at. Each takes a third of a second, so none is taken unless it is named.
ARTIFACTS = os.environ.get("WORLDGATES_ARTIFACTS")

# Nothing moves but what always moves.
STILL = """
() => document.getAnimations().every((each) =>
  each.playState !== "running" || each.effect.getTiming().iterations === Infinity)
"""


# Everything is checked in the dark; in the light only the colours are others.
THEMES = {"dark": "{}", "light": "{ runOnly: ['color-contrast'] }"}


def take_picture(page: Page, folder: str, name: str) -> None:
    """A picture of the page, if pictures are wanted."""
    if ARTIFACTS:
        page.screenshot(path=Path(ARTIFACTS, folder, f"{name}.png"))


class Looks:
    """What axe says of a visit, dark and light, and pictures of it."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.faults: list[str] = []

    def look(self, page: Page, name: str) -> None:
        page.evaluate("document.fonts.ready.then(() => 0)")
        if not page.evaluate("'axe' in globalThis"):
            page.evaluate(AXE)
        for theme, options in THEMES.items():
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
            page.wait_for_function(STILL)
            take_picture(page, f"{self.folder}-{theme}", name)
            run = f"axe.run({{ resultTypes: ['violations'], ...{options} }})"
            for fault in page.evaluate(run)["violations"]:
                if fault["impact"] in ("serious", "critical"):
                    where = [node["target"][0] for node in fault["nodes"]][:3]
                    self.faults.append(f"{name}, {theme}: {fault['id']}, {fault['help']}: {where}")
        page.emulate_media(color_scheme="dark")
