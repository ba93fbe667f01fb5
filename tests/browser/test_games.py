"""Whole games through the page."""

from __future__ import annotations

import pytest
from browser_build import HurriedServer, Player, Visits

pytestmark = pytest.mark.xdist_group("browser games")


def test_alone_against_a_bot_in_two_clicks(server: HurriedServer, visits: Visits) -> None:
    page = visits.somebody().new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Play bots now").first.click()
    page.get_by_role("button", name="Play", exact=True).click()
    player = Player(page, "Wanderer")
    player.play_on()
    assert player.over
    print(player.moves, page.locator('dialog[open]').inner_text())
    page.screenshot(path='/tmp/lab/w/end.png')
