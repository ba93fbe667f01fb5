"""The data file of characters: what it holds, and what is said when it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from worldgates.molthar import cards
from worldgates.molthar.cards import CHARACTERS, CardError, load
from worldgates.molthar.requirements import parse_requirement

DATA = Path(cards.__file__).parent / "data" / "characters.csv"


@pytest.mark.clause("M2")
def test_there_are_54_cards_of_40_kinds() -> None:
    assert len(CHARACTERS) == 40
    assert sum(character.copies for character in CHARACTERS) == 54
    assert len({character.id for character in CHARACTERS}) == 40


FAULTS = [
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "lion,Lion,1,8 8 8 9,5,0,green,,", 5, "requirement"),
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "lion,Lion,1,five of a kind,5,0,green,,", 5, "requirement"),
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "lion,Lion,1,8 8 8 8,6,0,green,,", 5, "points"),
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "lion,Lion,1,8 8 8 8,5,x,green,,", 5, "diamonds"),
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "lion,Lion,0,8 8 8 8,5,0,green,,", 5, "copies"),
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "lion,Lion,2,8 8 8 8,5,0,green,,", 41, "copies"),
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "lion,Lion,1,8 8 8 8,5,0,purple,,", 5, "colour"),
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "lion,Lion,1,8 8 8 8,5,0,green,any time,", 5, "timing"),
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "lion,Lion,1,8 8 8 8,5,0,green,,peek", 5, "ability"),
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "lion,,1,8 8 8 8,5,0,green,,", 5, "name"),
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "Lion!,Lion,1,8 8 8 8,5,0,green,,", 5, "id"),
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "goblin,Lion,1,8 8 8 8,5,0,green,,", 5, "id"),
    ("lion,Lion,1,8 8 8 8,5,0,green,,", "lion,Lion,1,8 8 8 8,5,0,green", 5, "id"),
    ("wizard,Wizard,1,run of 3,1,0,blue,before first action,peek", "", 40, "copies"),
    (",any time,trade two", ",any time,trade three", 38, "ability"),
    ("id,name,copies", "id,title,copies", 1, "columns"),
]


@pytest.mark.parametrize(("old", "new", "line", "field"), FAULTS, ids=[f"{f[2]}-{f[3]}" for f in FAULTS])
def test_a_mistake_names_file_line_and_field(tmp_path: Path, old: str, new: str, line: int, field: str) -> None:
    text = DATA.read_text(encoding="utf-8")
    assert text.count(old) == 1
    faulty = tmp_path / "characters.csv"
    faulty.write_text(text.replace(old, new) if new else text.replace(old + "\n", new), encoding="utf-8")
    with pytest.raises(CardError) as caught:
        load(faulty)
    message = str(caught.value)
    assert str(faulty) in message
    assert f"line {line}" in message
    assert field in message


@pytest.mark.clause("M13")
@pytest.mark.parametrize(
    ("requirement", "number", "example"),
    [
        ("pair", 8, [3, 3]),
        ("two pairs", 36, [5, 5, 5, 5]),
        ("pair + 6 6", 8, [6, 6, 6, 6]),
        ("three even", 20, [2, 2, 8]),
        ("three odd", 20, [1, 3, 7]),
        ("three cards sum 20", 4, [6, 6, 8]),
        ("three cards sum 7", 4, [1, 1, 5]),
        ("run of 3", 6, [6, 7, 8]),
        ("3 3 3 or 6 6 6", 2, [6, 6, 6]),
    ],
)
def test_a_requirement_lists_everything_that_meets_it(requirement: str, number: int, example: list[int]) -> None:
    bags = parse_requirement(requirement).bags()
    assert len(bags) == number
    assert tuple(example) in bags
