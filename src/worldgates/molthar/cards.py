"""The 40 kinds of characters, read from `data/characters.csv` and checked while they are read.

A requirement (M13) becomes the list of all bags of pearls that meet it, so that paying (`payment.py`) has only to see
how each of those bags can be put together.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.molthar.pearls import EMPTY, one

CARDS: Final = 54
KINDS: Final = 40
NO_CHARACTER: Final[i64] = 255

# Blue abilities that are there or not (M20), a bit each.
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
RED: Final[dict[str, int]] = {
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
    """A fault in a data file of cards; the message names file, line and field."""


@final
class Character:
    """What one kind of character card says."""

    def __init__(self, row: dict[str, str]) -> None:
        self.id = row["id"]
        self.name = row["name"]
        self.copies: i64 = 0
        self.requirement = row["requirement"]
        self.points: i64 = 0
        self.diamonds: i64 = 0
        self.colour = row["colour"]
        self.timing = row["timing"]
        self.ability = row["ability"]
        # The bags of pearls that meet the requirement, and how many diamonds it asks for beside them (M13).
        self.bags: vec[i64] = vec[i64]()
        self.asks_diamonds: i64 = 0
        # What it brings once activated (M14, M19, M20, M21).
        self.pictured: i64 = EMPTY
        self.wild: i64 = 0
        self.power: i64 = 0
        self.red: i64 = NOTHING
        self.hand_limit: i64 = 0
        self.more_actions: i64 = 0
        self.is_wisp = False


def _bag(values: list[int]) -> i64:
    bag: i64 = EMPTY
    for value in values:
        bag += one(value)
    return bag


def _sums(total: int, cards: int | None, least: int = 1) -> list[list[int]]:
    """All ascending lists of values, `cards` of them if that is given, that add up to `total`."""
    if total == 0 and not cards:
        return [[]]
    if cards == 0:
        return []
    rest = None if cards is None else cards - 1
    return [[v, *more] for v in range(least, min(8, total) + 1) for more in _sums(total - v, rest, v)]


def requirement_bags(requirement: str) -> tuple[list[list[int]], int]:
    """The lists of values that meet a requirement (M13), and the diamonds it asks for beside them.

    >>> requirement_bags("run of 5")[0]
    [[1, 2, 3, 4, 5], [2, 3, 4, 5, 6], [3, 4, 5, 6, 7], [4, 5, 6, 7, 8]]
    """
    values = range(1, 9)
    if requirement.endswith(" + diamond"):
        bags, diamonds = requirement_bags(requirement.removesuffix(" + diamond"))
        return bags, diamonds + 1
    if " or " in requirement:
        return [bag for part in requirement.split(" or ") for bag in requirement_bags(part)[0]], 0
    if requirement == "pair":
        return [[v] * 2 for v in values], 0
    if requirement == "three of a kind":
        return [[v] * 3 for v in values], 0
    if requirement == "four of a kind":
        return [[v] * 4 for v in values], 0
    if requirement == "two pairs":
        return [[v, v, w, w] for v in values for w in values if v <= w], 0
    if requirement == "pair + 6 6":
        return [sorted([v, v, 6, 6]) for v in values], 0
    if requirement in ("three odd", "three even"):
        first = 1 if requirement == "three odd" else 2
        kinds = range(first, 9, 2)
        return [[u, v, w] for u in kinds for v in kinds for w in kinds if u <= v <= w], 0
    if match := re.fullmatch(r"(three|any number of) cards sum ([1-9][0-9]?)", requirement):
        return _sums(int(match[2]), 3 if match[1] == "three" else None), 0
    if match := re.fullmatch(r"run of ([2-8])", requirement):
        length = int(match[1])
        return [list(range(v, v + length)) for v in range(1, 10 - length)], 0
    if re.fullmatch(r"[1-8]( [1-8])*", requirement):
        return [sorted(int(value) for value in requirement.split())], 0
    raise ValueError("an unknown kind of requirement")


def _number(row: dict[str, str], field: str, most: int) -> int:
    text = row[field]
    if not re.fullmatch(r"[0-9]", text) or int(text) > most:
        raise ValueError(f"{field}: expected a number from 0 to {most}, found {text!r}")
    return int(text)


def _character(row: dict[str, str]) -> Character:
    character = Character(row)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", character.id):
        raise ValueError(f"id: expected small letters, digits and _, found {character.id!r}")
    if not character.name:
        raise ValueError("name: it is missing")
    character.copies = _number(row, "copies", 9)
    if character.copies == 0:
        raise ValueError("copies: expected a number from 1 to 9, found '0'")
    character.points = _number(row, "points", 5)
    character.diamonds = _number(row, "diamonds", 4)
    try:
        bags, diamonds = requirement_bags(character.requirement)
    except ValueError as error:
        raise ValueError(f"requirement: {error}, found {character.requirement!r}") from None
    character.asks_diamonds = diamonds
    for values in bags:
        character.bags = append(character.bags, _bag(values))
    if character.colour not in TIMINGS:
        raise ValueError(f"colour: expected one of {', '.join(TIMINGS)}, found {character.colour!r}")
    if character.timing not in TIMINGS[character.colour]:
        raise ValueError(f"timing: not one that a {character.colour} character has, found {character.timing!r}")
    _give_ability(character)
    return character


def _give_ability(character: Character) -> None:
    ability = character.ability
    if match := re.fullmatch(r"pictured ([1-8?])", ability):
        if match[1] == "?":
            character.wild = 1
        else:
            character.pictured = one(int(match[1]))
    elif ability in POWERS:
        character.power = POWERS[ability]
    elif ability in RED:
        character.red = RED[ability]
    elif ability == "hand limit":
        character.hand_limit = 1
    elif ability == "one more action":
        character.more_actions = 1
    elif ability == "wisp":
        character.is_wisp = True
    elif ability:
        raise ValueError(f"ability: an unknown one, found {ability!r}")
    colour = "green" if not ability else "red" if ability in RED or ability == "wisp" else "blue"
    if colour != character.colour:
        raise ValueError(f"ability: not one that a {character.colour} character has, found {ability!r}")


def load(path: Path) -> list[Character]:
    """Read the characters of a file; a CardError names what is wrong in it."""
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
# The kinds that are wisps, a bit each.
WISPS: Final[i64] = sum([2**kind for kind, character in enumerate(CHARACTERS) if character.is_wisp])
BY_ID: Final[dict[str, int]] = {character.id: kind for kind, character in enumerate(CHARACTERS)}
