"""Whole games by a finger on small screens, and by keyboard alone."""

from __future__ import annotations

import pytest
from browser_build import HurriedServer, Player, Visits, moments
from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.xdist_group("browser hands")

# What a finger would miss: what is wider than the screen, smaller than 44 px, or covered by something else.
MISSED = """
() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  const top = document.querySelector("dialog[open]") ?? document.querySelector("[role=dialog]") ?? document.body;
  for (const control of top.querySelectorAll("button, a[href], input, select, summary")) {
    if (control.disabled || !control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    let box = control.getBoundingClientRect();
    const name = `${control.getAttribute("aria-label") ?? control.innerText ?? control.name} (${Math.round(box.width)} x ${Math.round(box.height)})`;
    if (box.width < 2 || box.bottom < 0) continue;  // only for those who listen
    control.scrollIntoView({ block: "nearest", inline: "nearest" });
    box = control.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const hits = (x, y) => { const hit = document.elementFromPoint(x, y); return !!hit && (control.contains(hit) || hit.contains(control) && hit.tagName === "LABEL"); };
    if (!hits(x, y)) { const hit = document.elementFromPoint(x, y); faults.push(`${name} is covered by ${hit?.tagName} ${hit?.className}`); continue; }
    if (box.width >= 44 && box.height >= 44) continue;
    for (const [across, down] of [[-21, 0], [21, 0], [0, -21], [0, 21]]) {
      if (!hits(x + across, y + down)) { faults.push(`${name} is too small: ${across || down} px ${across ? "across" : "down"} from its middle`); break; }
    }
  }
  return faults;
}
"""


def check_for_fingers(player: Player) -> None:
    assert player.page.evaluate(MISSED) == []


def tap(button: Locator) -> None:
    button.tap()


def test_a_phone(server: HurriedServer, visits: Visits) -> None:
    page = visits.phone().new_page()
    page.goto(server.address)
    assert page.evaluate(MISSED) == []
    page.get_by_role("button", name="Play bots now").first.tap()
    page.get_by_role("button", name="Play", exact=True).tap()
    player = Player(page, "Wanderer", press=tap, before_each=check_for_fingers)
    player.play_on()
    check_for_fingers(player)


def test_the_smallest_phone_late_in_a_game_of_five(server: HurriedServer, visits: Visits) -> None:
    late = moments({"late": lambda view, _: view["round"] >= 7}, players=5)["late"]
    context = visits.phone(360, 740)
    table = server.lay(late, context)
    page = context.new_page()
    page.goto(f"{server.address}/t/{table}")
    player = Player(page, "Ada", press=tap, before_each=check_for_fingers)
    player.play_on()
    check_for_fingers(player)


class Keys:
    """Ten fingers and no mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.most = 0

    def press(self, wanted: Locator) -> None:
        """Tab from group to group, arrows within one, until the button has the focus; then Enter."""
        handle = wanted.element_handle()
        pressed = 0
        while not handle.evaluate("(wanted) => wanted === document.activeElement"):
            beside = handle.evaluate(
                "(wanted) => document.activeElement.matches('[data-card]')"
                " && document.activeElement.tabIndex === 0 && wanted.tabIndex === -1"
                " && document.activeElement.closest('.row, .hand, .portalbox, .portal, .tray, .medals, .strips')"
                " === wanted.closest('.row, .hand, .portalbox, .portal, .tray, .medals, .strips')"
            )
            self.page.keyboard.press("ArrowRight" if beside else "Tab")
            pressed += 1
            assert pressed < 120, f"the keyboard does not reach {handle.get_attribute('aria-label')}"
        self.most = max(self.most, pressed)
        self.page.keyboard.press("Enter")


def test_keyboard_alone(server: HurriedServer, visits: Visits) -> None:
    page = visits.somebody().new_page()
    page.goto(server.address)
    keys = Keys(page)
    keys.press(page.get_by_role("button", name="Play bots now").first)
    keys.press(page.get_by_role("button", name="Play", exact=True))
    player = Player(page, "Wanderer", press=keys.press)
    player.play_on()
    assert player.over
    keys.press(page.get_by_role("button", name="Look at the table"))
    assert keys.most < 60
