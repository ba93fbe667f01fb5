"""A bot in a file outside the project plays in the browser against a person."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser_build import HurriedServer, Visits
from browser_molthar import MoltharPlayer

pytestmark = pytest.mark.xdist_group("browser hands")

BOT = """
import pathlib
import worldgates as wg
from worldgates.molthar import Activate


class Thrifty(wg.Bot):
    def choose(self, turn: wg.Turn) -> wg.Action:
        pathlib.Path(__file__).with_name("asked").touch()
        ready = [action for action in turn.actions if isinstance(action, Activate)]
        return min(ready, key=lambda action: len(action.spend), default=turn.rng.choice(turn.actions))
"""


def test_a_bot_from_a_file_elsewhere_sits_at_the_table(tmp_path: Path, visits: Visits) -> None:
    (tmp_path / "mine.py").write_text(BOT, encoding="utf-8")
    with HurriedServer(tmp_path / "data", bots=[f"{tmp_path / 'mine.py'}:Thrifty"]) as server:
        page = visits.somebody().new_page()
        page.goto(server.address)
        page.get_by_role("button", name="Play bots now").first.click()
        page.get_by_role("radio", name="Thrifty").check()
        page.get_by_role("button", name="Play", exact=True).click()
        player = MoltharPlayer(page, "Wanderer")
        player.play_on(8)
        assert (tmp_path / "asked").exists()
        page.close()
        assert server.stop() == ""
