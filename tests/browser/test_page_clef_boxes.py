"""The boxes of La clef des mondes, measured: nothing of one's own and no control is covered, cut off or outside.

Twelve sizes, with two and five players, at every kind of decision. One page at a time; its window changes its size.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from browser_build import Action, Condition, GameMoment, HurriedServer, Visits, moments
from browser_clef import ClefPlayer
from playwright.sync_api import Page

from worldgates.server.protocol import BotSeat

pytestmark = [pytest.mark.xdist_group("browser clef boxes"), pytest.mark.slow]

SIZES = [
    (320, 568), (360, 640), (375, 667), (390, 664), (390, 844), (412, 915),
    (667, 375), (844, 390), (720, 450), (768, 1024), (1280, 720), (1440, 900),
]  # fmt: skip

# What is asked at each moment, and what the player has begun there before it is measured.
ASKED: dict[str, Condition] = {
    "reader": lambda _, action: action["do"] == "choose_character",
    "action": lambda view, action: action["do"] == "travel" and len(view["players"][0]["hand"]) > 3,
    "answer": lambda view, action: action["do"] == "answer" and len(view["players"][0]["hand"]) > 1,
    "accept": lambda _, action: action["do"] == "accept",
    "reaction": lambda view, action: action["do"] == "react" and action["card"] is not None and "played" in view,
    "bad encounter": lambda view, action: (
        action["do"] == "react" and action["card"] is not None and "bad_encounter" in view
    ),
    "pick": lambda view, action: action["do"] == "pick" and view["decision"].get("seen", 0) > 2,
    "steal": lambda view, action: action["do"] == "pick" and "victim" in view["decision"],
    "loss": lambda view, action: action["do"] == "discard" and view["decision"]["what"] == "discard",
    "aim": lambda _, action: action["do"] == "effect" and "seat" in action and len(action["cards"]) == 1,
    "offer": lambda view, action: action["do"] == "offer" and len(view["players"][0]["hand"]) > 2,
}  # fmt: skip


def _travel(player: ClefPlayer, _: Action) -> None:
    player.worlds.first.click()


def _card(player: ClefPlayer, _: Action) -> None:
    player.hand.first.click()


def _offer(player: ClefPlayer, _: Action) -> None:
    player.main.locator('[data-place="move:trade"]').click()
    player.hand.first.click()


def _pick(player: ClefPlayer, _: Action) -> None:
    player.question.locator("[data-card].legal").first.click()


def _aim(player: ClefPlayer, action: Action) -> None:
    player.main.locator(f'.hand [data-move="{action["cards"][0]}"]').click()
    player.main.locator(".begun .acts button").first.click()


BEGUN: dict[str, list[Callable[[ClefPlayer, Action], None]]] = {
    "reader": [_pick],
    "action": [_travel, _card],
    "answer": [_card],
    "pick": [_pick],
    "loss": [_card],
    "aim": [_aim],
    "offer": [_offer],
}

# What a player must always see and reach: the hand, the answers or buttons, what was begun, the question and its cards.
# Each is hit in its middle and near its corners, and lies inside the window.
COVERED = """
async (begun) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  const mine = ".hand [data-card], .moves button, .answers button, .begun button, .home li," +
    " .question button, .question h2, .question .says > *";
  const faults = [];
  const hit = (element, x, y) => {
    const found = document.elementFromPoint(x, y);
    return found && (element.contains(found) || found.contains(element));
  };
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than the window");
  if (document.scrollingElement.scrollHeight > innerHeight + 1) faults.push("the page is higher than the window");
  for (const element of document.querySelectorAll("main :is(" + mine + ")")) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(".unseen")) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2) continue;
    const name = (element.getAttribute("aria-label") ?? element.innerText).slice(0, 40) +
      ` [${[box.left, box.top, box.right, box.bottom].map(Math.round)}]`;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) {
      faults.push(`${name} is outside`);
      continue;
    }
    const points = [[0.5, 0.5], [0.12, 0.15], [0.88, 0.15], [0.12, 0.85], [0.88, 0.85]];
    for (const [across, down] of points) {
      const x = box.left + box.width * across, y = box.top + box.height * down;
      if (!hit(element, x, y)) {
        faults.push(`${name} is covered by ${document.elementFromPoint(x, y)?.outerHTML.slice(0, 70)}`);
        break;
      }
    }
    if (element.matches("button") && Math.min(box.width, box.height) < 32) faults.push(`${name} is too small`);
  }
  if (begun && !document.querySelector("main .sel")) faults.push("what was begun is gone");
  if (!document.querySelector(".question") && !document.querySelector(".moves")) faults.push("no buttons");
  // What was begun, and what it leaves behind, is read whole.
  for (const said of document.querySelectorAll("main .begun .what"))
    if (said.scrollHeight > said.clientHeight + 1) faults.push(`"${said.innerText}" is cut`);
  // Names of worlds, and whose turn it is, are read whole.
  for (const name of document.querySelectorAll(".tile .wname, .phone-turn")) {
    if (!name.checkVisibility()) continue;
    const range = document.createRange(), style = getComputedStyle(name);
    range.selectNodeContents(name);
    const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
    if (name.scrollWidth > name.clientWidth + 1 || lines * parseFloat(style.fontSize) * 0.9 > name.clientHeight + 1)
      faults.push(`"${name.innerText}" is cut`);
  }
  // The prices stand on the arch: never over names, keys or pawns of their world.
  for (const price of document.querySelectorAll(".tile .price")) {
    const a = price.getBoundingClientRect();
    for (const other of price.closest(".tile").querySelectorAll(".wname, .pawn, .drawer")) {
      if (!other.checkVisibility()) continue;
      const b = other.getBoundingClientRect();
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 2) faults.push(`a price covers ${other.className} of ${price.closest(".tile").ariaLabel}`);
    }
  }
  return faults;
}
"""


@cache
def found(players: int) -> dict[str, GameMoment]:
    wanted = ASKED if players > 2 else {name: condition for name, condition in ASKED.items() if name != "steal"}
    return moments(wanted, *[BotSeat("greedy")] * (players - 1), of="clef")


def measured(page: Page, name: str, begun: bool) -> list[str]:
    faults: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        faults += [f"{name}, {width}x{height}: {fault}" for fault in page.evaluate(COVERED, begun)]
    return faults


# In the languages whose words are longer than the English ones.
@pytest.mark.parametrize(("players", "language"), [(2, "it"), (5, "fr")])
def test_nothing_of_ones_own_is_covered(players: int, language: str, server: HurriedServer, visits: Visits) -> None:
    faults: list[str] = []
    context = visits.somebody(locale=language)
    page = context.new_page()
    player = ClefPlayer(page, "Ada", language)
    for name, moment in found(players).items():
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(f"{server.address}/t/{server.lay(moment, context, language=language)}")
        player.wait()
        faults += measured(page, name, begun=False)
        for begin in BEGUN.get(name, []):
            page.set_viewport_size({"width": 1440, "height": 900})
            begin(player, moment.action)
            faults += measured(page, f"{name}, {begin.__name__}", begun=True)
            page.keyboard.press("Escape")
    assert not faults, "\n".join(faults)
