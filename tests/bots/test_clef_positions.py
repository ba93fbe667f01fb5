"""Positions of La clef des mondes in which the best move is beyond doubt: the levels that search find it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from clef_build import Action, LaidWorlds, answer, at_worlds, cards_of_tests, go_home, offer, seat, to_object

from worldgates.bots.ladder import make_policy
from worldgates.bots.policy import decide
from worldgates.clef.cards import OBJECT
from worldgates.clef.table import MIDDLE, way
from worldgates.core.chance import FastChance

# Leaving the Wild Hunt downwards costs knowledge; the Dreamer needs love, knowledge and death.
HOME = ["cor", "carte_ancienne", "boussole_affolee", "chaudron"]
Good = Callable[[Action], bool]


def does(kind: str, **details: object) -> Good:
    return lambda action: action["do"] == kind and all(action.get(key) == value for key, value in details.items())


def hand_for_home(world: str, reader: str, without: tuple[str, ...] = ()) -> list[str]:
    """Objects with exactly the keys of the way home of a character from a world."""
    table = at_worlds(seat(world, [], reader), seat("gaulois" if world != "gaulois" else "conan")).table
    cards = cards_of_tests()
    place = table.seats[0].place
    due = [int(key) for key in table.keys_of_way(place, *way(place, MIDDLE))]
    due += [int(key) for each in cards.readers if each.id == reader for key in each.needs]
    hand: list[str] = []
    for key in due:
        hand.append(
            next(
                card.id
                for card in cards.discoveries
                if card.kind == OBJECT
                and card.key == key
                and card.id not in (*hand, *without)
                and card.effect.id not in ("wild", "shield")
            )
        )
    return hand


def from_home(world: str, reader: str) -> tuple[LaidWorlds, Good]:
    other = "gaulois" if world != "gaulois" else "conan"
    return at_worlds(seat(world, hand_for_home(world, reader), reader), seat(other)), does("go_home")


def stopped(card: str, world: str = "chasse", reader: str = "reveur") -> tuple[LaidWorlds, Good]:
    """Another goes home from the same world, and a card can prevent it."""
    hand = HOME if world == "chasse" else hand_for_home(world, reader, without=(card,))
    table = at_worlds(seat(world, hand, reader), seat(world, [card]))
    table.play(go_home(*hand))
    return table, does("react", card=card)


def shielded(card: str) -> tuple[LaidWorlds, Good]:
    table = at_worlds(seat("chasse", [*HOME, card], "reveur"), seat("chasse", ["epieu", "veneur"]))
    return table, does("effect", cards=[card])


def traded() -> tuple[LaidWorlds, Good]:
    """The key that was missing is offered for a card of no use."""
    table = at_worlds(seat("chasse", [*HOME[:3], "epee_vorpale"], "reveur"), seat("chasse", ["chaudron"]), drawn=True)
    table.play(offer(1, "epee_vorpale"), answer("chaudron"))
    return table, does("accept", yes=True)


def asked_for_a_key() -> tuple[LaidWorlds, Good]:
    """Every card in hand is a key of the way home."""
    table = at_worlds(seat("chasse", ["epieu"], "gothique"), seat("chasse", HOME, "reveur"))
    table.play(offer(1, "epieu"))
    return table, does("answer", card=None)


POSITIONS: dict[str, Callable[[], tuple[LaidWorlds, Good]]] = {
    **{
        f"go home from {world} as {reader}": lambda world=world, reader=reader: from_home(world, reader)  # type: ignore[misc]
        for world, reader in (
            ("gaulois", "reveur"),
            ("chasse", "erudite"),
            ("clairiere", "gothique"),
            ("miroir", "conteur"),
            ("milieu", "roliste"),
            ("crypte", "reveur"),
            ("multivers", "gothique"),
            ("conan", "erudite"),
        )
    },
    "go home with the last action": lambda: (
        at_worlds(seat("chasse", HOME, "reveur"), seat("gaulois"), actions=1, drawn=True),
        does("go_home"),
    ),
    "go home before another does": lambda: (
        at_worlds(seat("chasse", HOME, "reveur"), seat("milieu", ["epee_vorpale", "torque"], revealed=True)),
        does("go_home"),
    ),
    "go home although a card could be drawn": lambda: (
        at_worlds(seat("chasse", HOME, "reveur"), seat("gaulois"), seat("conan"), drawn=False),
        does("go_home"),
    ),
    "cancel who goes home, with an encounter": lambda: stopped("veneur"),
    "cancel who goes home, with an object": lambda: stopped("chapelet_d_ail"),
    "stop who goes home": lambda: stopped("filet_du_belluaire"),
    "stop who goes home from the crypt": lambda: stopped("filet_du_belluaire", "crypte", "erudite"),
    "stop who goes home from the mirror": lambda: stopped("filet_du_belluaire", "miroir", "reveur"),
    "stop who goes home from Conan's world": lambda: stopped("filet_du_belluaire", "conan", "gothique"),
    "stop who goes home from the clearing": lambda: stopped("roi_des_elfes", "clairiere", "reveur"),
    "shield before going home among others": lambda: shielded("torque"),
    "shield with the hourglass": lambda: shielded("sablier_renverse"),
    "reveal the key that is missing": lambda: (
        at_worlds(seat("chasse", ["epieu", "cor", "torque"], "erudite"), seat("gaulois"), actions=1, drawn=True),
        does("reveal"),
    ),
    "reveal, then go home": lambda: (
        at_worlds(seat("chasse", ["epieu", "cor", "torque"], "erudite"), seat("gaulois"), drawn=True),
        does("reveal"),
    ),
    "take the missing key in a trade": traded,
    "keep the keys of the way home": asked_for_a_key,
    "do not wait with an empty hand": lambda: (
        at_worlds(seat("chasse", [], "reveur"), seat("gaulois")),
        lambda action: action["do"] != "pass",
    ),
}


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize("name", POSITIONS)
def test_the_best_move_is_found(name: str, level: str) -> None:
    table, good = POSITIONS[name]()
    for seed in range(2):
        policy = make_policy(level, "clef", FastChance.seeded(seed))
        action = to_object(table.table, decide(policy, table.table))
        assert good(action), action


def test_there_are_two_dozen_positions() -> None:
    assert len(POSITIONS) >= 24
