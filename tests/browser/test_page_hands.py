"""Games by a finger on small screens, and by keyboard alone: their beginnings and their ends."""

from __future__ import annotations

import pytest
from browser_build import HurriedServer, Visits, moments, near_the_end
from browser_checks import MISSED, Keys, check_for_fingers, tap
from browser_molthar import MoltharPlayer

from worldgates.server.protocol import BotSeat

pytestmark = pytest.mark.xdist_group("browser hands")


def test_a_phone(server: HurriedServer, visits: Visits) -> None:
    context = visits.phone()
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Play bots now").first.wait_for()
    assert page.evaluate(MISSED) == []
    page.get_by_role("button", name="Play bots now").first.tap()
    page.get_by_role("button", name="Play", exact=True).tap()
    MoltharPlayer(page, "Wanderer", press=tap, before_each=check_for_fingers).play_on(12)
    page.goto(f"{server.address}/t/{server.lay(near_the_end('molthar'), context)}")
    player = MoltharPlayer(page, "Ada", press=tap, before_each=check_for_fingers)
    player.play_on()
    check_for_fingers(player)


def test_the_smallest_phone_late_in_a_game_of_five(server: HurriedServer, visits: Visits) -> None:
    late = moments({"late": lambda view, _: view["round"] >= 8}, *[BotSeat("greedy")] * 4)["late"]
    context = visits.phone(360, 740)
    table = server.lay(late, context)
    page = context.new_page()
    page.goto(f"{server.address}/t/{table}")
    player = MoltharPlayer(page, "Ada", press=tap, before_each=check_for_fingers)
    player.play_on()
    check_for_fingers(player)


def test_keyboard_alone(server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody()
    page = context.new_page()
    page.goto(server.address)
    keys = Keys(page)
    keys.press(page.get_by_role("button", name="Play bots now").first)
    keys.press(page.get_by_role("button", name="Play", exact=True))
    MoltharPlayer(page, "Wanderer", press=keys.press).play_on(15)
    page.goto(f"{server.address}/t/{server.lay(near_the_end('molthar'), context)}")
    player = MoltharPlayer(page, "Ada", press=keys.press)
    player.play_on()
    assert player.over
    keys.press(page.get_by_role("button", name="View the final table"))
    assert keys.most < 60
