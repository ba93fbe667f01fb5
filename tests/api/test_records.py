"""Records, saved games and positions that older versions wrote still load, and go on as they would have then.

The files in `records/` were written by 0.1; `expected.json` says what 0.1 made of each: the decision that is due, the
first legal actions and how many there are, the round, and where the random stream stands.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import worldgates as wg
from worldgates.core.formats import FormatError

TESTS = Path(__file__).parents[1]
RECORDS = TESTS / "records"
EXPECTED: dict[str, dict[str, Any]] = json.loads((RECORDS / "expected.json").read_text(encoding="utf-8"))


def cards_of(name: str) -> Path | None:
    return TESTS / "clef_cards" if "own-cards" in name else None


def load(name: str) -> wg.Game:
    return wg.load(RECORDS / f"{name}.json", cards=cards_of(name))


def test_every_file_has_an_expectation() -> None:
    assert {file.stem for file in RECORDS.glob("*.json")} - {"expected"} == set(EXPECTED)
    assert len(EXPECTED) >= 12


@pytest.mark.parametrize("name", EXPECTED)
def test_an_old_game_loads_and_is_where_it_was(name: str) -> None:
    game, expected = load(name), EXPECTED[name]
    assert game.decision == expected["decision"]
    assert [json.loads(action.to_json()) for action in game.legal_actions[:3]] == [
        json.loads(action) for action in expected["legal"]
    ]
    assert len(game.legal_actions) == expected["legal_number"]
    assert game.round == expected["round"]
    assert game.position.to_dict()["chance"] == expected["chance"]


@pytest.mark.parametrize("name", EXPECTED)
def test_an_old_game_is_written_again_without_loss(name: str) -> None:
    game = load(name)
    old = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    old = old.get("record", old)
    again = wg.load(game.record, cards=cards_of(name))
    assert again == game
    assert again.record == game.record
    if "worldgates" in old:
        new = game.record.to_dict()
        assert new["actions"] == old["actions"]
        assert new["players"] == old["players"]
        assert new.get("result") == old["result"]
        assert new.get("seed") == old.get("seed")


def test_a_record_of_other_cards_is_refused_by_name() -> None:
    with pytest.raises(FormatError, match="give the folder of the cards") as caught:
        wg.load(RECORDS / "clef-own-cards.json")
    assert caught.value.key == "cards"
