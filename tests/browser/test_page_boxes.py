"""Nothing of one's own is covered or outside the window: measured at twelve sizes, at every kind of decision.

Each moment is laid once; the window changes its size in place.
"""

from __future__ import annotations

from functools import cache

import pytest
from browser_build import Condition, GameMoment, HurriedServer, Visits, moments
from playwright.sync_api import Page

from worldgates.server.protocol import BotSeat

pytestmark = pytest.mark.xdist_group("browser boxes")

SIZES = [
    (320, 568), (360, 640), (375, 667), (390, 664), (390, 844), (412, 915),
    (667, 375), (844, 390), (720, 450), (768, 1024), (1280, 720), (1440, 900),
]  # fmt: skip

# What must be seen whole and be hit at its middle and near its corners: one's hand, the controls of the dock or of the
# own panel, the answers to a question; and without a question one's portal and the market.
COVERED = """
async ([asked, begun]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // A phone's layout is another: it is there when its size is known.
  while (document.querySelector(".mo.board").style.getPropertyValue("--across") === "") await frame();
  await frame();
  await frame();
  const wanted = [
    ".hand .cardb", ".moment .powers button", ".moment .say", ".tools button",
    asked ? ".question .way-row, .tray button" : ".portalbox .cardb, .book .cardb, .book button, .rivals button",
    asked && !document.querySelector(".question") ? ".portalbox .cardb" : "",
  ].filter(Boolean).join(", ");
  const faults = [];
  const found = [...document.querySelectorAll(".mo.board")].flatMap((board) => [...board.querySelectorAll(wanted)]);
  const turn = document.querySelector(".lay").dataset.turn;
  if (turn !== begun) faults.push(`what was begun is gone: ${begun} became ${turn}`);
  if (found.length < 3) faults.push(`only ${found.length} boxes`);
  const scrolls = (element) => element.scrollHeight > element.clientHeight + 1;
  for (const board of document.querySelectorAll("#main, .mo.board")) {
    if (scrolls(board))
      faults.push(`${board.className || board.id} scrolls: ${board.scrollHeight} > ${board.clientHeight}`);
  }
  for (const element of found) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const name = (element.getAttribute("aria-label") ?? element.innerText).slice(0, 40) || element.className;
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2) continue;  // only for those who listen
    // A long list of payments scrolls in its sheet: what is below its edge is reached there.
    const list = element.closest(".sheet, .ways");
    if (list && bottom > list.getBoundingClientRect().bottom) continue;
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
      faults.push(`${name} is outside: ${[left, top, right, bottom].map(Math.round)}`);
      continue;
    }
    // Pearls of a large hand overlap like a fan: each shows its left edge.
    const fan = element.closest(".hand")?.childElementCount > 7 && width / 4;
    const across = [left + 5, fan ? left + fan : left + width / 2, fan ? left + 5 : right - 5];
    for (const [x, y] of [
      [across[1], top + height / 2], [across[0], top + 5], [across[2], top + 5],
      [across[0], bottom - 5], [across[2], bottom - 5],
    ]) {
      const hit = document.elementFromPoint(x, y);
      if (hit && (element.contains(hit) || hit.contains(element))) continue;
      faults.push(`${name} is covered at ${Math.round(x)},${Math.round(y)} by ${hit?.outerHTML.slice(0, 90)}`);
      break;
    }
  }
  return faults;
}
"""


def does(what: str) -> Condition:
    return lambda _, action: action["do"] == what


MOMENTS: dict[str, Condition] = {
    "acting": lambda view, action: action["do"] == "take" and view["round"] >= 6,
    "paying": lambda view, action: action["do"] == "activate" and view["round"] > 4 and len(action["spend"]) > 2,
    "replacing": lambda _, action: action["do"] == "place" and "discard" in action,
    "swapping": does("swap"),
    "after": does("end_turn"),
    "last round": lambda view, action: view["final_round"] and action["do"] == "take",
    "discard": does("discard"),
    "rob": does("rob"),
    "rob_pearl": does("rob_pearl"),
    "banish": does("banish"),
    "take_back": does("take_back"),
}


@cache
def found(players: int) -> dict[str, GameMoment]:
    return moments(MOMENTS, *[BotSeat("greedy")] * (players - 1))


def begin(page: Page, name: str, moment: GameMoment) -> None:
    """What the player begins at this moment, if a click does so."""
    action = moment.action
    if name == "paying":
        place = page.locator(f'.portalbox [data-place="portal:{action["seat"]}:{action["slot"]}"] button')
        place.first.click()
        page.locator("[data-turn=paying]").wait_for()
    elif name == "replacing":
        page.locator(f'[data-place="char:{action["from"]}"] button').click()
        page.locator("[data-turn=replacing]").wait_for()
    elif name == "swapping":
        page.locator(".powers .power").first.click()
        page.locator("[data-turn=swapping]").wait_for()
    elif name == "discard":
        page.locator(".hand button.legal").first.click()


# In the languages whose words are longer than the English ones.
@pytest.mark.parametrize(("players", "language"), [(2, "it"), (5, "fr")])
def test_nothing_of_ones_own_is_covered(players: int, language: str, server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody(*SIZES[-1], locale=language)
    page = context.new_page()
    faults = []
    for name, moment in found(players).items():
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(f"{server.address}/t/{server.lay(moment, context, language=language)}")
        page.locator(".hand, .moment").first.wait_for()
        page.locator(".lay:not([data-turn=waiting])").wait_for()
        begin(page, name, moment)
        asked = name not in ("acting", "after", "last round")
        begun = page.locator(".lay").get_attribute("data-turn")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            faults += [f"{name} {width}x{height}: {fault}" for fault in page.evaluate(COVERED, [asked, begun])]
    assert not faults, "\n".join(faults)
