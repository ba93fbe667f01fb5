"""Whole games by a finger on small screens, and by keyboard alone."""

from __future__ import annotations

import pytest
from browser_build import HurriedServer, Player, Visits, moments
from playwright.sync_api import Locator, Page

from worldgates.server.protocol import BotSeat

pytestmark = pytest.mark.xdist_group("browser hands")

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
    control.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = control.getBoundingClientRect();
    const x = box.left + width / 2, y = box.top + height / 2;
    const found = (across, down) => document.elementFromPoint(x + across, y + down);
    const hits = (hit) => hit && (control.contains(hit) || (hit.tagName === "LABEL" && hit.contains(control)));
    const name = `${control.getAttribute("aria-label") ?? control.innerText} (${width} x ${height})`;
    if (!hits(found(0, 0))) faults.push(`${name} is covered by ${found(0, 0)?.outerHTML.slice(0, 80)}`);
    else if (width < 44 || height < 44) {
      const missed = [[-21, 0], [21, 0], [0, -21], [0, 21]].find(([across, down]) => !hits(found(across, down)));
      if (missed) faults.push(`${name} is too small: ${missed} px from its middle is something else`);
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
    late = moments({"late": lambda view, _: view["round"] >= 8}, *[BotSeat("greedy")] * 4)["late"]
    context = visits.phone(360, 740)
    table = server.lay(late, context)
    page = context.new_page()
    page.goto(f"{server.address}/t/{table}")
    player = Player(page, "Ada", press=tap, before_each=check_for_fingers)
    player.play_on()
    check_for_fingers(player)


# Whether the focus is on the wanted button, or on another of the same group, which arrows move through.
WHERE = """
(wanted) => {
  const group = (button) => button.parentElement.closest(".row, .hand, .portalbox, .portal, .tray, .medals, .strips");
  const at = document.activeElement;
  if (at === wanted) return "there";
  return at.matches("[data-card]") && wanted.matches("[data-card]") && group(at) === group(wanted) ? "beside" : "";
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
        while (where := handle.evaluate(WHERE)) != "there":
            self.page.keyboard.press("ArrowRight" if where == "beside" else "Tab")
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
