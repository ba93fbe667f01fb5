"""How it looks: axe finds no serious fault in any state, light or dark.

With WORLDGATES_ARTIFACTS, a picture of each is kept in the folder that it names.
"""

from __future__ import annotations

from functools import cache

import pytest
from browser_build import Condition, GameMoment, HurriedServer, Visits, moments
from browser_checks import Looks
from browser_molthar import MoltharPlayer

pytestmark = pytest.mark.xdist_group("browser looks")

# Several ways to pay, late in a game, when there is much to see.
MOMENTS: dict[str, Condition] = {
    "paying": lambda view, action: action["do"] == "activate" and view["round"] > 5 and len(action["spend"]) > 2,
    "ending": lambda view, _: view["final_round"],
}


@cache
def found() -> dict[str, GameMoment]:
    return moments(MOMENTS)


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_every_state(screen: str, server: HurriedServer, visits: Visits) -> None:
    visit = visits.phone if screen == "phone" else visits.somebody
    looks = Looks(screen)
    context = visit()
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Play bots now").first.wait_for()
    looks.look(page, "1 lobby")
    page.get_by_role("link", name="Credits").click()
    page.get_by_role("heading", name="Credits").wait_for()
    looks.look(page, "2 credits")
    page.goto(server.address)
    page.get_by_role("button", name="Open a table").first.click()
    looks.look(page, "3 new table")
    page.get_by_role("button", name="Remove seat 3").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text("The table is ready").wait_for()
    looks.look(page, "4 waiting room")
    # A friend joins, and each sees the turn of the other.
    friend = visit().new_page()
    friend.goto(page.url)
    friend.get_by_label("Your name").fill("Bea")
    friend.get_by_role("button", name="Sit down").click()
    players = [MoltharPlayer(page, "Ada"), MoltharPlayer(friend, "Bea")]
    page.get_by_role("region", name="Pearls").wait_for()
    first, second = players if players[0].asked else reversed(players)
    first.wait()
    second.page.get_by_role("region", name="Pearls").wait_for()
    looks.look(first.page, "5 own turn")
    looks.look(second.page, "6 turn of another")
    friend.context.close()
    late = found()
    page.goto(f"{server.address}/t/{server.lay(late['paying'], context)}")
    player = MoltharPlayer(page, "Ada")
    player.wait()
    looks.look(page, "7 late in a game")
    action = late["paying"].action
    place = player.region("Ada").locator(f'[data-place="portal:{action["seat"]}:{action["slot"]}"]')
    place.get_by_role("button").first.click()
    page.get_by_role("radiogroup", name=player.words.ways).wait_for()
    looks.look(page, "8 paying")
    page.goto(f"{server.address}/t/{server.lay(late['ending'], context)}")
    player.play_on()
    looks.look(page, "9 end")
    assert looks.faults == []
