"""What the rules make of a position for a seat: what characters lack, and how payments work out.

What is missing is held against a solver that tries out which pearls more would do; how a payment works out is checked
step by step against M13 to M16.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement
from typing import NamedTuple

import pytest
from librt.vecs import vec
from molthar_build import NOBODY, activate, at_table, refresh, seat
from mypy_extensions import i64

from worldgates.molthar import GAME, Activate, CharacterExplain, Explain, PaymentExplain, PearlUse, Table
from worldgates.molthar.cards import (
    BY_ID,
    CHARACTERS,
    DIAMONDS_LOWER,
    ONES_AS_EIGHT,
    THREES_AS_ANYTHING,
    Character,
)
from worldgates.molthar.explain import explain
from worldgates.molthar.payment import Purse, Reckoner
from worldgates.molthar.pearls import bag_of, values_in
from worldgates.molthar.table import ACTIVATE, doing

CASES = 400


def bag(values: list[int]) -> int:
    return sum(bag_of(value) for value in values)


class Means(NamedTuple):
    """What a player can pay with."""

    hand: list[int]
    pictured: list[int] = []
    wild: int = 0
    powers: int = 0
    diamonds: int = 0

    def purse(self) -> Purse:
        return Purse(bag(self.hand), bag(self.pictured), self.wild, self.diamonds, self.powers, vec[i64]())


def payable(character: Character, means: Means) -> bool:
    purse = means.purse()
    purse.pay_for(character, 0)
    return len(purse.actions) > 0


def fewest(character: Character, means: Means, most: int) -> int:
    """How many pearls more would do, tried out; one more than `most` if that many would not."""
    for number in range(most + 1):
        for more in combinations_with_replacement(range(1, 9), number):
            if payable(character, means._replace(hand=[*means.hand, *more])):
                return number
    return most + 1


def some_means(chance: random.Random) -> Means:
    powers = (THREES_AS_ANYTHING, ONES_AS_EIGHT, DIAMONDS_LOWER)
    return Means(
        hand=sorted(chance.choices(range(1, 9), k=chance.randint(0, 6))),
        pictured=chance.choices(range(1, 9), k=chance.choice((0, 0, 1, 2))),
        wild=chance.choice((0, 0, 0, 1)),
        powers=sum(power for power in powers if chance.random() < 0.25),
        diamonds=chance.choice((0, 0, 1, 2, 3)),
    )


@pytest.mark.clause("M13", "M14", "M15", "M16")
def test_as_few_pearls_are_missing_as_would_do() -> None:
    chance = random.Random(4)
    seen = set()
    for _ in range(CASES):
        character, means = chance.choice(CHARACTERS), some_means(chance)
        missing = values_in(Reckoner(means.purse()).shortfall(character))
        enough = means._replace(diamonds=max(means.diamonds, int(character.asks_diamonds)))
        assert payable(character, enough._replace(hand=[*means.hand, *missing])), (character.id, means, missing)
        needed = fewest(character, enough, most=3)
        assert min(len(missing), 4) == needed, (character.id, means, missing)
        seen.add(needed)
    assert seen == {0, 1, 2, 3, 4}


def lacks(character: str, means: Means) -> tuple[int, ...]:
    return values_in(Reckoner(means.purse()).shortfall(CHARACTERS[BY_ID[character]]))


@pytest.mark.parametrize(
    ("character", "means", "missing"),
    [
        ("giant", Means([6, 6, 8]), (8,)),
        ("giant", Means([6, 6, 8, 8]), ()),
        ("giant", Means([6, 6, 8], pictured=[8]), ()),
        ("giant", Means([6, 6, 8], wild=1), ()),
        ("giant", Means([6, 6, 7], diamonds=1), (8,)),
        ("giant", Means([6, 6, 7, 8], diamonds=1), ()),
        ("giant", Means([6, 7, 8, 8], diamonds=1), (6,)),
        ("giant", Means([6, 7, 8, 8], diamonds=1, powers=DIAMONDS_LOWER), ()),
        ("giant", Means([1, 6, 6, 8], powers=ONES_AS_EIGHT), ()),
        ("giant", Means([3, 3, 3, 8], powers=THREES_AS_ANYTHING), ()),
        ("winged_monkey", Means([]), (2, 8)),
        ("winged_monkey", Means([8]), (2,)),
        ("mad_hatter", Means([4, 5, 7, 8]), (6,)),
        ("wisp_3_6", Means([3, 6, 6]), (6,)),
        # Its diamond cannot raise a pearl as well.
        ("pirate_captain", Means([1, 2, 2], diamonds=1), (2,)),
        ("pirate_captain", Means([1, 2, 2], diamonds=2), ()),
    ],
)
def test_what_is_missing(character: str, means: Means, missing: tuple[int, ...]) -> None:
    assert lacks(character, means) == missing


# How payments work out.


def follow(payment: PaymentExplain, table: Table, payer: int) -> None:
    """Check every step of a payment against the rules."""
    action, place = payment.action, table.seats[payer]
    character = CHARACTERS[int(table.seats[action.seat].portal(action.slot))]
    assert tuple(use.pearl for use in payment.uses) == action.spend
    stones = 0
    for use in payment.uses:
        match use.how:
            case "as_it_is":
                assert use.value == use.pearl
            case "ability":
                as_eight = place.powers & ONES_AS_EIGHT and (use.pearl, use.value) == (1, 8)
                assert as_eight or (place.powers & THREES_AS_ANYTHING and use.pearl == 3)
                assert use.value != use.pearl
            case "diamond":
                stones += 1
                assert use.value - use.pearl in ((1, -1) if place.powers & DIAMONDS_LOWER else (1,))
    assert action.diamonds == stones + character.asks_diamonds
    assert Counter(payment.pictured) <= Counter(values_in(place.pictured))
    assert len(payment.wild) <= place.wild
    values = sorted([*(use.value for use in payment.uses), *payment.pictured, *payment.wild])
    assert tuple(values) in character.requirement.bags()


def laden_table(seed: int) -> Table:
    """A table at which everybody has pearls, diamonds and characters that help to pay."""
    chance = random.Random(seed)
    helpful = [card.id for card in CHARACTERS if card.pictured or card.wild or card.power]
    helpful += ["phoenix"]
    chance.shuffle(helpful)
    others = [card.id for card in CHARACTERS if card.id not in helpful and card.id not in ("goblin", "cerberus")]
    chance.shuffle(others)
    sides = [
        seat(
            hand=chance.sample([value for value in range(1, 9) for _ in range(2)], chance.randint(2, 8)),
            portal=[others.pop(), others.pop()],
            activated=[helpful.pop() for _ in range(4)],
            diamonds=chance.randint(0, 3),
        )
        for _ in range(3)
    ]
    return at_table(*sides, turn=chance.randrange(3), seed=seed).table


@pytest.mark.clause("M13", "M14", "M15", "M16", "M21")
def test_each_legal_payment_is_explained_step_by_step() -> None:
    hows: Counter[str] = Counter()
    helped: Counter[str] = Counter()
    for seed in range(120):
        table = laden_table(seed)
        payer = int(table.to_act)
        explained = explain(table, payer)
        legal = [GAME.decode(table, action) for action in table.legal() if doing(action) == ACTIVATE]
        assert [payment.action for payment in explained.payments] == legal
        for payment in explained.payments:
            follow(payment, table, payer)
            hows.update(use.how for use in payment.uses)
            helped.update(pictured=len(payment.pictured), wild=len(payment.wild))
    assert min(hows[how] for how in ("as_it_is", "ability", "diamond")) > 50
    assert min(helped.values()) > 20


def test_nothing_is_missing_for_what_can_be_activated_and_something_for_the_rest() -> None:
    for seed in range(60):
        table = laden_table(seed)
        payer = int(table.to_act)
        explained = explain(table, payer)
        payable_now = {(payment.action.seat, payment.action.slot) for payment in explained.payments}
        enough = {
            (card.seat, card.slot)
            for card in explained.characters
            if card.place is None and not card.missing and not card.diamonds
        }
        assert payable_now == enough


def test_a_payment_with_everything_in_it() -> None:
    table = at_table(
        seat(
            hand=[1, 3, 4],
            portal=["red_riding_hood"],
            activated=["dwarf_4", "dragon", "eternal_boy", "fire_imp"],
            diamonds=1,
        ),
        seat(),
    )
    payment = PaymentExplain(
        action=Activate(seat=0, slot=0, spend=(1, 3, 4), diamonds=1),
        uses=(PearlUse(1, 8, "ability"), PearlUse(3, 6, "ability"), PearlUse(4, 5, "diamond")),
        pictured=(4,),
        wild=(7,),
    )
    assert explain(table.table, 0).payments == (payment,)


# Where it stands.


def test_characters_in_reach_are_explained_and_others_are_not() -> None:
    table = at_table(
        seat(hand=[6, 6], portal=["giant", "pirate_captain"]),
        seat(portal=["wisp_3_6", "lion"]),
        seat(portal=["tweedle"]),
        seat(portal=[None, "wisp_4_5"]),
    )
    assert explain(table.table, 0).characters == (
        CharacterExplain("goblin", (), 0, place=0),
        CharacterExplain("cerberus", (6,), 0, place=1),
        CharacterExplain("giant", (8, 8), 0, seat=0, slot=0),
        CharacterExplain("pirate_captain", (2, 2, 2), 1, seat=0, slot=1),
        CharacterExplain("wisp_3_6", (6,), 0, seat=1, slot=0),
        CharacterExplain("wisp_4_5", (4, 4, 4), 0, seat=3, slot=1),
    )
    # Seat 2 sits between the two owners of wisps.
    assert [card.character for card in explain(table.table, 2).characters][3:] == ["wisp_4_5", "wisp_3_6"]


def test_an_open_place_and_two_players_are_explained_once() -> None:
    table = at_table(seat(hand=[3, 3, 3]), seat(portal=["wisp_3_6"]))
    cards = [card for card in explain(table.table, 0).characters if card.place is None]
    assert cards == [CharacterExplain("wisp_3_6", (), 0, seat=1, slot=0)]


def test_payments_are_listed_for_the_seat_that_acts_alone() -> None:
    table = at_table(seat(hand=[8, 8], portal=["hansel_and_gretel"]), seat(hand=[1, 8], portal=["death"]))
    assert [payment.action for payment in explain(table.table, 0).payments] == [activate([8, 8])]
    assert explain(table.table, 1).payments == ()
    assert [card.missing for card in explain(table.table, 1).characters if card.seat == 1] == [()]
    table.play(activate([8, 8]), refresh(), refresh())
    assert explain(table.table, 0).payments == ()
    assert [payment.action for payment in explain(table.table, 1).payments] == [activate([1, 8], seat=1)]


def test_the_view_of_a_seat_has_it_and_that_of_a_spectator_has_not() -> None:
    table = at_table(seat(hand=[8, 8], portal=["hansel_and_gretel"]), seat())
    assert Explain.from_dict(table.view(0)["explain"]) == explain(table.table, 0)
    assert Explain.from_dict(table.view(1)["explain"]) == explain(table.table, 1)
    assert "explain" not in table.view(NOBODY)
    assert table.view(0)["explain"]["payments"] == [
        {
            "action": {"do": "activate", "seat": 0, "slot": 0, "spend": [8, 8], "diamonds": 0},
            "uses": [{"pearl": 8, "value": 8, "how": "as_it_is"}, {"pearl": 8, "value": 8, "how": "as_it_is"}],
            "pictured": [],
            "wild": [],
        }
    ]
    assert table.view(1)["explain"]["characters"][0] == {
        "character": "goblin",
        "missing": [1, 1],
        "diamonds": 0,
        "place": 0,
    }


@pytest.mark.clause("M24")
def test_what_others_hold_makes_no_difference() -> None:
    def seen(hand: list[int]) -> Explain:
        return explain(at_table(seat(hand=[8], portal=["lion"]), seat(hand=hand, portal=["wisp_3_6"])).table, 0)

    assert seen([1, 2, 3]) == seen([8, 8, 8])


def test_explaining_changes_nothing() -> None:
    for seed in range(20):
        table = laden_table(seed)
        before, legal = GAME.write_position(table, ["a", "b", "c"]), list(table.legal())
        for looker in range(3):
            explain(table, looker)
        assert GAME.write_position(table, ["a", "b", "c"]) == before
        assert list(table.legal()) == legal
