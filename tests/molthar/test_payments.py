"""Paying, compared with a solver that reads M13 to M16 word by word.

The solver knows nothing of how the engine pays. It spends every possible choice of hand pearls, lets each of them be
every value it may be, adds every choice of pictured pearls, and asks of what then lies on the table whether it is the
combination. It is slow and plain on purpose.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from molthar_build import as_json

import worldgates.molthar
from worldgates.molthar import GAME, Activate, Position, Table

Values = tuple[int, ...]

with (Path(worldgates.molthar.__file__).parent / "data" / "characters.csv").open(encoding="utf-8", newline="") as file:
    CARDS = {row["id"]: row for row in csv.DictReader(file)}

# M1: seven of each value, and of the 3s, 4s and 5s one with the symbol.
PEARLS: list[int | str] = [value for value in range(1, 9) for _ in range(6 if 3 <= value <= 5 else 7)]
PEARLS += ["3*", "4*", "5*"]
PICTURES = {
    **{f"dwarf_{value}": str(value) for value in range(1, 8)},
    "phoenix": "8",
    "dragon": "?",
}
FIRE_IMP, PETER_PAN, AMAZON = "fire_imp", "eternal_boy", "amazon"


# The solver.


def is_combination(requirement: str, cards: Values) -> bool:
    """Whether these values, in ascending order, are exactly what the requirement asks for (M13)."""
    if " or " in requirement:
        return any(is_combination(part, cards) for part in requirement.split(" or "))
    number, kinds = len(cards), set(cards)
    match requirement:
        case "pair":
            return number == 2 and len(kinds) == 1
        case "three of a kind":
            return number == 3 and len(kinds) == 1
        case "four of a kind":
            return number == 4 and len(kinds) == 1
        case "two pairs":
            return number == 4 and cards[0] == cards[1] and cards[2] == cards[3]
        case "pair + 6 6":
            rest = list(cards)
            for _ in range(2):
                if 6 not in rest:
                    return False
                rest.remove(6)
            return len(rest) == 2 and rest[0] == rest[1]
        case "three odd":
            return number == 3 and all(value % 2 == 1 for value in cards)
        case "three even":
            return number == 3 and all(value % 2 == 0 for value in cards)
    words = requirement.split()
    if requirement.startswith("three cards sum"):
        return number == 3 and sum(cards) == int(words[-1])
    if requirement.startswith("any number of cards sum"):
        return sum(cards) == int(words[-1])
    if requirement.startswith("run of"):
        return number == int(words[-1]) and all(after == before + 1 for before, after in pairwise(cards))
    return sorted(int(word) for word in words) == list(cards)


@cache
def combinations_of(requirement: str) -> set[Values]:
    """All combinations that meet the requirement. None of the printed ones can have more than ten cards."""
    ascending: list[Values] = [()]
    found: set[Values] = set()
    for _ in range(10):
        ascending = [(*cards, value) for cards in ascending for value in range(cards[-1] if cards else 1, 9)]
        found.update(cards for cards in ascending if is_combination(requirement, cards))
    return found


@cache
def parts_of(requirement: str) -> set[Values]:
    """What can lie on the table on the way to a combination, and the combinations themselves."""
    parts: set[Values] = set()
    for cards in combinations_of(requirement):
        for number in range(len(cards) + 1):
            parts.update(combinations(cards, number))
    return parts


@dataclass(frozen=True)
class Means:
    """What a player has to pay with: the values of the hand, pictures, diamonds and the three abilities."""

    hand: Values
    pictures: tuple[str, ...]
    diamonds: int
    fire_imp: bool
    peter_pan: bool
    amazon: bool


def may_be(pearl: int, means: Means) -> dict[int, int]:
    """The values that a hand pearl may have, each with the diamonds it takes (M15, M16)."""
    values = {pearl: 0}
    if pearl < 8:
        values[pearl + 1] = 1
    if means.amazon and pearl > 1:
        values[pearl - 1] = 1
    if means.peter_pan and pearl == 1:
        values[8] = 0
    if means.fire_imp and pearl == 3:
        values = dict.fromkeys(range(1, 9), 0)
    return values


def with_one_more(ways: dict[Values, int], choices: dict[int, int], parts: set[Values]) -> dict[Values, int]:
    """All that can lie on the table after one more card, each with the fewest diamonds."""
    more: dict[Values, int] = {}
    for cards, diamonds in ways.items():
        for value, price in choices.items():
            together = tuple(sorted((*cards, value)))
            if together in parts:
                more[together] = min(more.get(together, 99), diamonds + price)
    return more


def by_pictures(pictures: Sequence[str], parts: set[Values]) -> set[Values]:
    """All that can be shown with pictured pearls alone, each of them at most once (M14)."""
    shown: dict[Values, int] = {(): 0}
    for picture in pictures:
        values = range(1, 9) if picture == "?" else [int(picture)]
        shown |= with_one_more(shown, dict.fromkeys(values, 0), parts)
    return set(shown)


def payments(requirement: str, means: Means) -> dict[Values, int]:
    """Every choice of hand pearls that can be spent, with the diamonds it takes."""
    asked = 1 if requirement.endswith(" + diamond") else 0
    requirement = requirement.removesuffix(" + diamond")
    wanted, parts = combinations_of(requirement), parts_of(requirement)
    shown = by_pictures(means.pictures, parts)
    found: dict[Values, int] = {}
    # All choices of hand pearls, one pearl more at a time, with what each can count as.
    choices: dict[Values, dict[Values, int]] = {(): {(): 0}}
    while choices:
        for spent, ways in choices.items():
            for cards, diamonds in ways.items():
                if any(tuple(sorted(cards + pictured)) in wanted for pictured in shown):
                    found[spent] = min(found.get(spent, 99), diamonds + asked)
        more: dict[Values, dict[Values, int]] = {}
        for spent, ways in choices.items():
            for pearl in set(means.hand):
                if spent.count(pearl) < means.hand.count(pearl) and (not spent or pearl >= spent[-1]):
                    more[(*spent, pearl)] = with_one_more(ways, may_be(pearl, means), parts)
        choices = {spent: ways for spent, ways in more.items() if ways}
    return {spent: diamonds for spent, diamonds in found.items() if diamonds <= means.diamonds}


# The engine.


def table_with(
    hand: Sequence[int | str], portal: Sequence[str], activated: Sequence[str], diamonds: int, wisps: Sequence[str] = ()
) -> Table:
    """A table at which seat 0 can pay with all this, and seat 1 has these wisps on its portal."""
    pearls, characters = list(PEARLS), [id for id in CARDS if id not in (*portal, *activated, *wisps)]
    for pearl in hand:
        pearls.remove(pearl)
    table, _ = GAME.read_position(
        Position.from_dict(
            {
                "game": "molthar",
                "players": [
                    {"hand": list(hand), "portal": two(portal), "activated": list(activated), "diamonds": diamonds},
                    {"portal": two(wisps)},
                ],
                "pearls": {"market": pearls[:4]},
                "characters": {"market": characters[:2]},
                "turn": {"seat": 0, "actions_left": 3},
            }
        )
    )
    return table


def two(characters: Sequence[str]) -> list[str | None]:
    return [*characters, None, None][:2]


def activations(table: Table) -> dict[tuple[int, int], dict[Values, int]]:
    """What the engine lists, by seat and place of the character: hand pearls spent and diamonds."""
    listed: dict[tuple[int, int], dict[Values, int]] = {}
    for action in table.legal():
        do = GAME.decode(table, action)
        if isinstance(do, Activate):
            ways = listed.setdefault((do.seat, do.slot), {})
            assert do.spend not in ways, "the same pearls are spent in two actions"
            ways[do.spend] = do.diamonds
    return listed


def value_of(pearl: int | str) -> int:
    return pearl if isinstance(pearl, int) else int(pearl[0])


def compare(
    hand: Sequence[int | str], portal: Sequence[str], activated: Sequence[str], diamonds: int, wisps: Sequence[str] = ()
) -> int:
    """Compare the engine with the solver; returns how many ways to pay there are."""
    means = Means(
        tuple(sorted(value_of(pearl) for pearl in hand)),
        tuple(PICTURES[id] for id in activated if id in PICTURES),
        diamonds,
        FIRE_IMP in activated,
        PETER_PAN in activated,
        AMAZON in activated,
    )
    listed = activations(table_with(hand, portal, activated, diamonds, wisps))
    places = {(seat, slot): id for seat, ids in enumerate((portal, wisps)) for slot, id in enumerate(ids)}
    for place, id in places.items():
        expected = payments(CARDS[id]["requirement"], means)
        assert listed.get(place, {}) == expected, f"{id} ({CARDS[id]['requirement']}) with {means}"
    return sum(len(ways) for ways in listed.values())


def some_activated(chance: random.Random, portal: Sequence[str], most_pictures: int) -> list[str]:
    """A random choice of pictures and abilities that are not on the portal."""
    left = Counter({id: int(card["copies"]) for id, card in CARDS.items()})
    left.subtract(portal)
    pictures = [id for id in PICTURES for _ in range(left[id])]
    chosen = chance.sample(pictures, chance.randint(0, min(most_pictures, len(pictures))))
    chosen += [id for id in (FIRE_IMP, PETER_PAN, AMAZON) if left[id] and chance.random() < 0.5]
    return chosen


# Random hands.


@pytest.mark.parametrize("id", CARDS)
def test_each_requirement_is_paid_in_just_the_ways_the_rules_allow(id: str) -> None:
    chance = random.Random(f"pay for {id}")
    ways = 0
    for number in range(100):
        hand = chance.sample(PEARLS, chance.randint(3, 9)) if number % 2 else almost(chance, CARDS[id]["requirement"])
        ways += compare(hand, [id], some_activated(chance, [id], 4), chance.randint(0, 5))
    assert ways > 30


def almost(chance: random.Random, requirement: str) -> list[int | str]:
    """A hand that nearly is a combination: some pearls of it, some a little off, some others."""
    combination = chance.choice(sorted(combinations_of(requirement.removesuffix(" + diamond"))))
    values = [chance.choice([value, value, value, value - 1, value + 1, 1, 3]) for value in combination]
    left = chance.sample(PEARLS, len(PEARLS))
    hand = []
    for value in values:
        fitting = [pearl for pearl in left if value_of(pearl) == value]
        if fitting and chance.random() < 0.9:
            hand.append(fitting[0])
            left.remove(fitting[0])
    return hand + left[: max(chance.randint(0, 3), 3 - len(hand))]


@pytest.mark.slow
@pytest.mark.parametrize("abilities", range(8))
def test_each_mix_of_the_three_abilities_allows_just_what_the_rules_say(abilities: int) -> None:
    chance = random.Random(f"abilities {abilities}")
    have = [id for bit, id in enumerate((FIRE_IMP, PETER_PAN, AMAZON)) if abilities >> bit & 1]
    # Hands with many of the pearls that the abilities are about.
    pearls = [pearl for pearl in PEARLS if value_of(pearl) in (1, 2, 3, 4, 7, 8)]
    for _ in range(120):
        hand = chance.sample(pearls if chance.random() < 0.7 else PEARLS, chance.randint(3, 7))
        portal = chance.sample([id for id in CARDS if id not in have], 2)
        pictures = [id for id in some_activated(chance, portal, 2) if id in PICTURES]
        compare(hand, portal, have + pictures, chance.randint(0, 5))


def test_hands_without_any_help_pay_only_what_they_hold() -> None:
    chance = random.Random("plain hands")
    for _ in range(600):
        compare(chance.sample(PEARLS, chance.randint(0, 9)), chance.sample(list(CARDS), 2), [], 0)


def test_big_hands_pay_in_just_the_ways_the_rules_allow() -> None:
    chance = random.Random("big hands")
    for _ in range(60):
        hand, portal = chance.sample(PEARLS, chance.randint(10, 25)), chance.sample(list(CARDS), 2)
        compare(hand, portal, some_activated(chance, portal, 2), chance.randint(0, 5))


def test_all_pictured_pearls_serve_together_in_one_activation() -> None:
    chance = random.Random("all pictures")
    everything = [*PICTURES, "phoenix"]
    for _ in range(60):
        portal = chance.sample([id for id in CARDS if id not in everything], 2)
        abilities = [id for id in (FIRE_IMP, PETER_PAN, AMAZON) if id not in portal and chance.random() < 0.5]
        hand = chance.sample(PEARLS, chance.randint(0, 6))
        compare(hand, portal, everything + abilities, chance.randint(0, 5))


def test_a_wisp_of_a_neighbour_is_paid_like_a_character_of_ones_own() -> None:
    chance = random.Random("wisps")
    wisps = ["wisp_3_6", "wisp_4_5"]
    for _ in range(100):
        hand, portal = chance.sample(PEARLS, chance.randint(3, 9)), [chance.choice(["goblin", "lion", "giant"])]
        compare(hand, portal, some_activated(chance, portal, 4), chance.randint(0, 5), wisps)


@st.composite
def purchases(draw: st.DrawFn) -> tuple[list[int | str], list[str], list[str], int]:
    portal = draw(st.lists(st.sampled_from(sorted(CARDS)), min_size=2, max_size=2, unique=True))
    helpers = [id for id in (*PICTURES, FIRE_IMP, PETER_PAN, AMAZON) if id not in portal or id == "phoenix"]
    activated = draw(st.lists(st.sampled_from(helpers), max_size=6, unique=True))
    chosen = draw(st.lists(st.sampled_from(range(len(PEARLS))), max_size=9, unique=True))
    return [PEARLS[index] for index in chosen], portal, activated, draw(st.integers(0, 5))


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(purchases())
def test_whatever_one_has_one_pays_in_just_the_ways_the_rules_allow(
    purchase: tuple[list[int | str], list[str], list[str], int],
) -> None:
    compare(*purchase)


def test_paying_takes_the_pearls_and_diamonds_listed_and_nothing_else() -> None:
    chance = random.Random("paid")
    paid = 0
    for _ in range(100):
        portal = chance.sample(list(CARDS), 2)
        activated = some_activated(chance, portal, 3)
        table = table_with(chance.sample(PEARLS, chance.randint(3, 9)), portal, activated, 3)
        before = mine(table)
        for action in table.legal():
            do = GAME.decode(table, action)
            if not isinstance(do, Activate):
                continue
            paid += 1
            twin = table.copy()
            twin.play(action)
            after, character = mine(twin), portal[do.slot]
            hand = Counter(value_of(pearl) for pearl in before["hand"])
            hand.subtract(do.spend)
            assert +hand == Counter(value_of(pearl) for pearl in after["hand"])
            assert after["activated"] == [*activated, character]
            # The diamonds received first are gone, those the character gives came after the others.
            kept = before["diamonds"][do.diamonds :]
            assert after["diamonds"][: len(kept)] == kept
            assert len(after["diamonds"]) == len(kept) + int(CARDS[character]["diamonds"])
    assert paid > 300


def mine(table: Table) -> dict[str, Any]:
    position = GAME.write_position(table, ["Ada", "Bo"], None)
    player: dict[str, Any] = as_json(position.players[0])
    return player


# The solver itself, held against the examples of the books.


def test_the_solver_knows_the_examples_of_the_books() -> None:
    def pay(requirement: str, hand: Values, pictures: str = "", diamonds: int = 0) -> dict[Values, int]:
        return payments(requirement, Means(hand, tuple(pictures), diamonds, False, False, False))

    assert pay("6 6 8 8", (6, 6, 8, 8)) == {(6, 6, 8, 8): 0}  # MX2
    assert pay("4 5 6 7 8", (4, 7, 8), "5?") == {(4, 7, 8): 0}  # MX3
    assert pay("4 4", (3, 4), diamonds=1) == {(3, 4): 1}  # MX4
    assert pay("5 5", (4, 5), diamonds=1) == {(4, 5): 1}
    assert pay("8 8", (7, 8, 8), diamonds=2) == {(8, 8): 0, (7, 8): 1}
    assert pay("two pairs", (2, 2, 2, 2)) == {(2, 2, 2, 2): 0}  # M13
    assert pay("pair + 6 6", (6, 6, 6, 6)) == {(6, 6, 6, 6): 0}
    assert pay("1 2", (), "12") == {(): 0}  # M14
    assert pay("2 2 2 + diamond", (2, 2, 2), diamonds=1) == {(2, 2, 2): 1}
    assert pay("2 2 2 + diamond", (2, 2, 2)) == {}
