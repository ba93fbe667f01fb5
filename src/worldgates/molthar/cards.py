"""The 40 kinds of characters, loaded from `data/characters.csv` and validated.

A requirement (M13, `requirements.py`) becomes the list of all bags of pearls that meet it, so that `payment.py` only
has to find how each of those bags can be put together.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.molthar.pearls import EMPTY, one
from worldgates.molthar.requirements import RED, Ability, AnyRequirement, parse_ability, parse_requirement

CARDS: Final = 54
KINDS: Final = 40
NO_CHARACTER: Final[i64] = 255

# Blue abilities that a seat either has or lacks (M20), one bit per ability.
THREES_AS_ANYTHING: Final[i64] = 1
ONES_AS_EIGHT: Final[i64] = 2
DIAMONDS_LOWER: Final[i64] = 4
CAN_TRADE_TWO: Final[i64] = 8
CAN_SWAP: Final[i64] = 16
CAN_PEEK: Final[i64] = 32
CAN_REDRAW: Final[i64] = 64

# Red abilities (M19).
NOTHING: Final[i64] = 0
THREE_MORE_ACTIONS: Final[i64] = 1
BONUS_FOR_THE_NEXT: Final[i64] = 2
ROBS: Final[i64] = 3
BANISHES: Final[i64] = 4
TAKES_BACK: Final[i64] = 5

POWERS: Final[dict[str, int]] = {
    "threes as anything": THREES_AS_ANYTHING,
    "ones as eight": ONES_AS_EIGHT,
    "diamonds lower": DIAMONDS_LOWER,
    "trade two": CAN_TRADE_TWO,
    "swap": CAN_SWAP,
    "peek": CAN_PEEK,
    "redraw": CAN_REDRAW,
}
RED_ABILITIES: Final[dict[str, int]] = {
    "three more actions": THREE_MORE_ACTIONS,
    "bonus for the next": BONUS_FOR_THE_NEXT,
    "rob": ROBS,
    "banish": BANISHES,
    "take back": TAKES_BACK,
}
COLUMNS: Final = ["id", "name", "copies", "requirement", "points", "diamonds", "colour", "timing", "ability"]
TIMINGS: Final[dict[str, list[str]]] = {
    "green": [""],
    "red": ["on activation", "while on a portal"],
    "blue": ["any time", "before first action", "after last action"],
}


class CardError(Exception):
    """An error in a data file of cards; the message names file, line and field."""


@final
class Character:
    """One kind of character card."""

    def __init__(self, row: dict[str, str], requirement: AnyRequirement, ability: Ability | None) -> None:
        self.id = row["id"]
        self.name = row["name"]
        self.copies: i64 = 0
        self.requirement = requirement
        self.points: i64 = 0
        self.diamonds: i64 = 0
        self.colour = row["colour"]
        self.timing = row["timing"]
        self.ability = ability
        # The bags of pearls that meet the requirement, and its cost in diamonds besides them (M13).
        self.bags: vec[i64] = vec[i64]()
        for values in requirement.bags():
            self.bags = append(self.bags, _bag(values))
        self.bags_by_size: vec[i64] = vec[i64]()
        for values in sorted(requirement.bags(), key=len):
            self.bags_by_size = append(self.bags_by_size, _bag(values))
        self.asks_diamonds: i64 = requirement.diamonds
        # What it gives once activated (M14, M19, M20, M21).
        self.pictured: i64 = EMPTY
        self.wild: i64 = 0
        self.power: i64 = 0
        self.red: i64 = NOTHING
        self.hand_limit: i64 = 0
        self.more_actions: i64 = 0
        self.is_wisp = False
        if ability is not None:
            self._give(ability)

    def _give(self, ability: Ability) -> None:
        kind = ability.kind
        if kind == "pictured":
            if ability.value is None:
                self.wild = 1
            else:
                self.pictured = one(ability.value)
        self.power = POWERS.get(kind, 0)
        self.red = RED_ABILITIES.get(kind, 0)
        self.hand_limit = 1 if kind == "hand limit" else 0
        self.more_actions = 1 if kind == "one more action" else 0
        self.is_wisp = kind == "wisp"


def _bag(values: tuple[int, ...]) -> i64:
    bag: i64 = EMPTY
    for value in values:
        bag += one(value)
    return bag


def _number(row: dict[str, str], field: str, most: int) -> int:
    text = row[field]
    if not re.fullmatch(r"[0-9]", text) or int(text) > most:
        raise ValueError(f"{field}: expected a number from 0 to {most}, found {text!r}")
    return int(text)


def _character(row: dict[str, str]) -> Character:
    try:
        requirement = parse_requirement(row["requirement"])
    except ValueError as error:
        raise ValueError(f"requirement: {error}, found {row['requirement']!r}") from None
    try:
        ability = parse_ability(row["ability"])
    except ValueError as error:
        raise ValueError(f"ability: {error}, found {row['ability']!r}") from None
    character = Character(row, requirement, ability)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", character.id):
        raise ValueError(f"id: expected small letters, digits and _, found {character.id!r}")
    if not character.name:
        raise ValueError("name: it is missing")
    character.copies = _number(row, "copies", 9)
    if character.copies == 0:
        raise ValueError("copies: expected a number from 1 to 9, found '0'")
    character.points = _number(row, "points", 5)
    character.diamonds = _number(row, "diamonds", 4)
    if character.colour not in TIMINGS:
        raise ValueError(f"colour: expected one of {', '.join(TIMINGS)}, found {character.colour!r}")
    if character.timing not in TIMINGS[character.colour]:
        raise ValueError(f"timing: not one that a {character.colour} character has, found {character.timing!r}")
    colour = "green" if ability is None else "red" if ability.kind in RED else "blue"
    if colour != character.colour:
        raise ValueError(f"ability: not one that a {character.colour} character has, found {row['ability']!r}")
    return character


def load(path: Path) -> list[Character]:
    """Load the characters of a file; raises a CardError that names the mistake."""
    characters: list[Character] = []
    ids: set[str] = set()
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, strict=True)
        if rows.fieldnames != COLUMNS:
            raise CardError(f"{path}, line 1: expected the columns {','.join(COLUMNS)}")
        for row in rows:
            try:
                if None in row or None in row.values():
                    raise ValueError(f"id: expected {len(COLUMNS)} fields")
                character = _character(row)
                if character.id in ids:
                    raise ValueError(f"id: {character.id!r} is there twice")
            except ValueError as error:
                raise CardError(f"{path}, line {rows.line_num}, {error}") from None
            ids.add(character.id)
            characters.append(character)
        last = rows.line_num
    cards = sum([int(character.copies) for character in characters])
    if len(characters) != KINDS or cards != CARDS:
        raise CardError(
            f"{path}, line {last}, copies: expected {KINDS} kinds and {CARDS} cards, "
            f"found {len(characters)} kinds and {cards} cards"
        )
    return characters


CHARACTERS: Final[list[Character]] = load(Path(__file__).parent / "data" / "characters.csv")
# The kinds that are wisps, one bit per kind.
WISPS: Final[i64] = sum([2**kind for kind, character in enumerate(CHARACTERS) if character.is_wisp])
BY_ID: Final[dict[str, int]] = {character.id: kind for kind, character in enumerate(CHARACTERS)}
