"""Games that version 0.1 saved: they load, and go on as that version would have; those of Clef are refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from terminal_build import ALWAYS_THE_FIRST, content, piped

from worldgates.core.formats import FormatError
from worldgates.terminal.saves import Match

# Each game was saved after 14 choices of the first action.
SAVES = Path(__file__).parent / "saves"


def test_a_saved_game_of_version_0_1_goes_on(tmp_path: Path) -> None:
    game, file = "molthar", tmp_path / "game.json"
    shutil.copy(SAVES / f"{game}.json", file)
    assert content(file)["record"]["made_by"] == "0.1.0"
    shown = piped(ALWAYS_THE_FIRST, tmp_path, resume=str(file), save=str(file))
    assert "The game goes on." in shown
    ended, before = content(file), content(SAVES / f"{game}.json")["record"]
    # Its bots play on as they play now.
    assert ended["actions"][: len(before["actions"])] == before["actions"]
    assert len(ended["actions"]) > len(before["actions"])
    assert ended["result"]
    assert ended["seed"] == before["seed"]
    assert ended["players"] == before["players"]


def test_a_saved_game_of_clef_begun_under_rules_1_is_refused() -> None:
    with pytest.raises(FormatError, match="begun under rules 1 of La clef des mondes") as caught:
        Match.load(content(SAVES / "clef.json"))
    assert caught.value.key == "record.rules"


def test_a_saved_game_is_written_as_it_was_read() -> None:
    saved = content(SAVES / "molthar.json")
    written = json.loads(Match.load(saved).saved().to_json())
    assert written["worldgates_save"] == saved["worldgates_save"]
    assert written["seats"] == saved["seats"]
    assert written["record"]["actions"] == saved["record"]["actions"]
    assert Match.load(written).game == Match.load(saved).game
