"""Positions of Molthar in which the best move is beyond doubt: the levels that search find it, whatever their luck."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from molthar_build import LaidTable, at_table, seat, take

from worldgates.bots.ladder import make_policy
from worldgates.bots.policy import decide
from worldgates.core.chance import FastChance
from worldgates.core.shapes import Action
from worldgates.molthar import (
    GAME,
    Activate,
    Banish,
    Discard,
    Peek,
    Place,
    Refresh,
    Rob,
    RobPearl,
    Take,
    TakeBack,
    TradeTwo,
)

# What players have activated, by its points; cards that no position needs elsewhere.
NINE = ["treefolk", "tweedle", "pirate_captain"]
TEN = [*NINE, "unicorn"]
THEIR_NINE = ["tweedle", "gnome", "gnome", "odd_halfling", "even_halfling"]
THEIR_TEN = ["tweedle", "gnome", "gnome", "cerberus", "odd_halfling"]
THEIR_ELEVEN = [*THEIR_NINE, "cerberus"]
Good = Callable[[Action], bool]


def activates(slot: int, owner: int = 0) -> Good:
    return lambda action: isinstance(action, Activate) and (action.seat, action.slot) == (owner, slot)


def is_one_of(*actions: Action) -> Good:
    return lambda action: action in actions


def after(table: LaidTable, *actions: Action) -> LaidTable:
    for action in actions:
        table.play(action)
    return table


def activation(table: LaidTable, slot: int, owner: int = 0) -> Action:
    return next(each for each in GAME.legal(table.table) if activates(slot, owner)(each))


def activated(table: LaidTable, slot: int) -> LaidTable:
    return after(table, activation(table, slot))


POSITIONS: dict[str, Callable[[], tuple[LaidTable, Good]]] = {
    "last action: activate": lambda: (
        at_table(
            seat([6, 6, 8, 8], ["giant", None], TEN),
            seat(activated=THEIR_ELEVEN),
            actions=1,
            final_round=True,
            starting_seat=1,
        ),
        activates(0),
    ),
    "last action: the one with more points": lambda: (
        at_table(
            seat([7, 7, 7, 7, 8, 8], ["hansel_and_gretel", "fairy_godmother"], TEN),
            seat(activated=THEIR_ELEVEN),
            actions=1,
            final_round=True,
            starting_seat=1,
        ),
        activates(1),
    ),
    "last action: a diamond breaks the tie": lambda: (
        at_table(
            seat([2, 5], ["snow_white", "lion"], NINE),
            seat(activated=THEIR_NINE),
            actions=1,
            final_round=True,
            starting_seat=1,
        ),
        activates(0),
    ),
    "last action: a diamond is worth more than an ability": lambda: (
        at_table(
            seat([1, 1], ["phoenix", None], NINE, diamonds=1),
            seat(activated=THEIR_NINE),
            actions=1,
            final_round=True,
            starting_seat=1,
        ),
        lambda action: not isinstance(action, Activate),
    ),
    "last two actions: the missing pearl": lambda: (
        at_table(
            seat([6, 6, 8], ["giant", None], TEN),
            seat(activated=THEIR_ELEVEN),
            actions=2,
            final_round=True,
            starting_seat=1,
        ),
        is_one_of(Take(3)),
    ),
    "last two actions: three points are more than two": lambda: (
        at_table(
            seat([6, 8, 8], ["giant", "hansel_and_gretel"], TEN),
            seat(activated=[*THEIR_ELEVEN, "goblin"]),
            pearls=(1, 2, 7, 6),
            actions=2,
            final_round=True,
            starting_seat=1,
        ),
        is_one_of(Take(3)),
    ),
    "last two actions: both that are ready": lambda: (
        at_table(
            seat([7, 7, 8, 8], ["dwarf_7", "hansel_and_gretel"], TEN),
            seat(activated=THEIR_ELEVEN),
            actions=2,
            final_round=True,
            starting_seat=1,
        ),
        lambda action: isinstance(action, Activate),
    ),
    "last two actions: place what the hand can pay": lambda: (
        at_table(
            seat([7, 7], [None, None], TEN),
            seat(activated=THEIR_TEN),
            characters=("dwarf_7", "lion"),
            actions=2,
            final_round=True,
            starting_seat=1,
        ),
        lambda action: isinstance(action, Place) and action.source == 0,
    ),
    "last two actions: discard what can no longer be paid": lambda: (
        at_table(
            seat([7, 7], ["lion", "giant"], TEN),
            seat(activated=THEIR_TEN),
            characters=("dwarf_7", "medusa"),
            actions=2,
            final_round=True,
            starting_seat=1,
        ),
        lambda action: isinstance(action, Place) and action.source == 0,
    ),
    "last action: three more actions first": lambda: (
        at_table(
            seat([1, 3, 5, 7, 6, 6, 8], ["odd_golem", "barbarian"], NINE),
            seat(activated=THEIR_TEN),
            actions=1,
            final_round=True,
            starting_seat=1,
        ),
        activates(0),
    ),
    "last action: the neighbour's wisp": lambda: (
        at_table(
            seat([6, 6, 6], ["lion", None], TEN),
            seat(portal=["wisp_3_6", None], activated=THEIR_ELEVEN),
            actions=1,
            final_round=True,
            starting_seat=1,
        ),
        activates(0, 1),
    ),
    "deny a wisp": lambda: (
        at_table(seat([6, 6, 6], ["lion", None]), seat(portal=["wisp_3_6", None])),
        activates(0, 1),
    ),
    "deny a wisp rather than collect": lambda: (
        at_table(seat([4, 4, 4, 8], ["goblin", "lion"]), seat([4, 4], ["wisp_4_5", None], THEIR_TEN), actions=1),
        activates(0, 1),
    ),
    "do not leave one's own wisp": lambda: (
        at_table(seat([3, 3, 3], ["wisp_3_6", "lion"]), seat([6, 6], activated=THEIR_TEN), actions=1),
        activates(0),
    ),
    "activate what is ready": lambda: (
        at_table(seat([8, 8, 8, 8], ["lion", None]), seat()),
        activates(0),
    ),
    "activate what is ready, with the last action and a full hand": lambda: (
        at_table(seat([8, 8, 8, 8, 1], ["lion", "goblin"]), seat(), actions=1),
        activates(0),
    ),
    "take the pearl that completes": lambda: (
        at_table(seat([8, 8, 8], ["lion", None], NINE), seat([6, 6], ["giant", None], THEIR_TEN), actions=2),
        is_one_of(Take(3)),
    ),
    "pay without the diamond": lambda: (
        at_table(seat([5, 5, 4], ["goblin", None], diamonds=1), seat(), actions=1),
        lambda action: not isinstance(action, Activate) or action.diamonds == 0,
    ),
    "pay with what the other does not need": lambda: (
        at_table(seat([8, 8, 8, 1, 1], ["goblin", "lion"]), seat(), actions=2),
        lambda action: not isinstance(action, Activate) or action.spend == (1, 1),
    ),
    "peek first: it is free": lambda: (
        at_table(seat([8, 8], ["lion", None], ["wizard"]), seat()),
        is_one_of(Peek()),
    ),
    "discard what is not needed": lambda: (
        after(
            at_table(
                seat([8, 8, 7, 7, 7], ["fairy_godmother", "hansel_and_gretel"], NINE),
                seat([6, 6], ["giant", None], THEIR_TEN),
                actions=1,
            ),
            take(0),
        ),
        is_one_of(Discard(1)),
    ),
    "banish the best": lambda: (
        activated(
            at_table(seat([1, 1, 5], ["medusa", None]), seat([8, 8, 8, 8], ["goblin", "lion"], ["giant"]), actions=2),
            0,
        ),
        is_one_of(Banish(1, 1)),
    ),
    "take back what the other needs": lambda: (
        activated(at_table(seat([3, 4, 5, 5], ["puss_in_boots", "dwarf_5"]), seat(), actions=2), 0),
        is_one_of(TakeBack(5)),
    ),
    "rob what completes": lambda: (
        after(
            activated(at_table(seat([5, 6, 7, 8, 8, 8], ["pixie", "lion"]), seat([1, 2, 8]), actions=2), 0),
            Rob(1),
        ),
        is_one_of(RobPearl(8)),
    ),
    "after the last action: a diamond for a 2": lambda: (
        after(
            at_table(
                seat([2], [None, None], [*NINE, "snow_white"]),
                seat(activated=THEIR_NINE),
                actions=1,
                final_round=True,
                starting_seat=1,
            ),
            take(0),
        ),
        is_one_of(TradeTwo()),
    ),
    "never refresh with the last action": lambda: (
        at_table(seat([8, 8, 8], ["lion", None]), seat(), pearls=(1, 2, 3, 4), actions=1),
        lambda action: not isinstance(action, Refresh),
    ),
}

# Where it makes no difference whether the move comes first or later: nobody can interfere. While there is room in hand
# and on the portal, what is ready can even wait for the next turn, and the levels that look that far first take the
# pearl that another could take.
IN_ANY_ORDER = {"activate what is ready"}


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
@pytest.mark.parametrize("name", POSITIONS)
def test_the_best_move_is_found(name: str, level: str) -> None:
    table, good = POSITIONS[name]()
    for seed in range(1 if level == "expert" else 3):
        policy = make_policy(level, "molthar", FastChance.seeded(seed))
        world = table.table.copy()
        done: list[Action] = []
        while world.turn == table.table.turn and (not done or name in IN_ANY_ORDER):
            action = decide(policy, world)
            done.append(GAME.decode(world, action))
            world.play(action)
        assert any(good(action) for action in done), done


def test_there_are_two_dozen_positions() -> None:
    assert len(POSITIONS) >= 24
