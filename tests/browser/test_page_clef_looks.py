"""How the table of La clef des mondes looks: axe finds no serious fault in any state, and a picture of each is kept."""

from __future__ import annotations

from functools import cache

import pytest
from browser_build import HurriedServer, Moment, Visits, Wish, moments
from browser_checks import Looks
from browser_clef import ClefPlayer

from worldgates.server.protocol import BotSeat

pytestmark = pytest.mark.xdist_group("browser clef looks")

# What is asked at each moment; before it is done, the page is looked at.
ASKED: dict[str, Wish] = {
    "1 reader": lambda _, action: action["do"] == "choose_character",
    "2 own turn": lambda view, action: action["do"] == "travel" and view["round"] > 3,
    "5 answer to a trade": lambda _, action: action["do"] == "answer",
    "6 agreement": lambda _, action: action["do"] == "accept",
    "7 reaction": lambda view, action: action["do"] == "react" and "against" in action and "played" in view,
    "8 bad encounter": lambda view, action: action["do"] == "react" and "bad_encounter" in view,
    "9 picking": lambda view, action: action["do"] == "pick" and view["decision"].get("to") == "hand",
}
GO_HOME: Wish = lambda _, action: action["do"] == "go_home"  # noqa: E731


@cache
def found() -> dict[str, Moment]:
    return moments({**ASKED, "home": GO_HOME}, of="clef")


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_every_state(screen: str, server: HurriedServer, visits: Visits) -> None:
    visit = visits.phone if screen == "phone" else visits.somebody
    looks, context = Looks(f"clef-{screen}"), visit()
    page = context.new_page()
    player = ClefPlayer(page, "Ada")
    for name in ASKED:
        page.goto(f"{server.address}/t/{server.lay(found()[name], context)}")
        player.wait()
        looks.look(page, name)
        if name == "2 own turn":
            player.worlds.first.click()
            looks.look(page, "3 paying")
            page.keyboard.press("Escape")
    page.goto(f"{server.address}/t/{server.lay(found()['home'], context)}")
    player.wait()
    player.do(found()["home"].action)
    player.wait()
    looks.look(page, "end")
    assert looks.faults == []


def test_five_at_a_small_screen(server: HurriedServer, visits: Visits) -> None:
    late = moments({"late": lambda view, _: view["round"] > 4}, *[BotSeat()] * 4, of="clef")["late"]
    looks = Looks("clef-five")
    for name, context in (("laptop", visits.somebody(1280, 720)), ("phone", visits.phone(360, 740))):
        page = context.new_page()
        page.goto(f"{server.address}/t/{server.lay(late, context)}")
        ClefPlayer(page, "Ada").wait()
        looks.look(page, name)
    assert looks.faults == []
