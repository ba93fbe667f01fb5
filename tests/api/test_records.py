"""Records, saved games and positions that older versions wrote still load, and go on as they would have then.

Games of La clef des mondes that were begun under rules 1 are the exception: they are refused, and a sentence says why.
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


# Positions hold no history, so those of La clef des mondes still load.
REFUSED = [name for name in EXPECTED if name.startswith("clef") and name != "clef-position"]
GOING_ON = [name for name in EXPECTED if name not in REFUSED]


@pytest.mark.parametrize("name", GOING_ON)
def test_an_old_game_loads_and_is_where_it_was(name: str) -> None:
    game, expected = load(name), EXPECTED[name]
    assert game.decision == expected["decision"]
    assert [json.loads(action.to_json()) for action in game.legal_actions[:3]] == [
        json.loads(action) for action in expected["legal"]
    ]
    assert len(game.legal_actions) == expected["legal_number"]
    assert game.round == expected["round"]
    assert game.position.to_dict()["chance"] == expected["chance"]


@pytest.mark.parametrize("name", GOING_ON)
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


@pytest.mark.parametrize("name", REFUSED)
def test_a_game_of_clef_begun_under_rules_1_is_refused_with_a_sentence(name: str) -> None:
    assert REFUSED
    with pytest.raises(FormatError, match="begun under rules 1 of La clef des mondes") as caught:
        load(name)
    assert caught.value.key == "rules"


def test_a_record_and_a_saved_game_carry_the_number_of_their_rules() -> None:
    for name, rules in (("molthar", 1), ("clef", 2)):
        record = wg.new(name, players=2, seed=7).record
        assert record.rules == rules
        assert wg.load(record).record.rules == rules
        newer = {**record.to_dict(), "rules": rules + 1}
        with pytest.raises(FormatError, match="a newer version of Worldgates is needed"):
            wg.load(newer)


def test_old_games_of_molthar_keep_the_option_they_were_begun_with() -> None:
    for name in GOING_ON:
        value = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
        value = value.get("record", value)
        options = value.get("options") or value.get("position", {}).get("options")
        if name.startswith("molthar") and options:
            assert load(name).record.to_dict().get("options", options) == options
            assert load(name).position.to_dict()["options"] == options


def test_a_record_of_other_cards_is_refused_by_name() -> None:
    record = wg.new("clef", players=2, seed=7, cards=TESTS / "clef_cards").record
    with pytest.raises(FormatError, match="give the folder of the cards") as caught:
        wg.load(record)
    assert caught.value.key == "cards"
