"""The greedy bot for La clef des mondes: what it does in positions that leave no doubt, and over many games."""

from __future__ import annotations

from clef_build import LaidWorlds, at_worlds, go_home, seat

from worldgates.bots.ladder import make_policy
from worldgates.bots.policy import decide
from worldgates.clef import GAME, AnyAction, GoHome, PlayEffect, React, Reveal
from worldgates.core.chance import FastChance
from worldgates.lab.simulate import make_plan, play_games

# Leaving the Wild Hunt downwards costs knowledge; the Dreamer needs love, knowledge and death.
HOME = ["cor", "carte_ancienne", "boussole_affolee", "chaudron"]


def decisions(table: LaidWorlds, times: int = 20) -> list[AnyAction]:
    """What the bot decides, with so many different whims and guesses."""
    found = []
    for number in range(times):
        action = decide(make_policy("greedy", "clef", FastChance.branch(number, 1)), table.table)
        found.append(GAME.decode(table.table, action))
    return found


def test_it_wins_more_than_95_percent_against_random() -> None:
    tally = play_games(make_plan("clef", ("greedy", "random"), 200, 1), 0, 200)
    assert tally.wins[0] / tally.games > 0.95


def test_games_among_greedy_bots_end() -> None:
    for players in (2, 3):
        tally = play_games(make_plan("clef", ("greedy",) * players, 60, 3), 0, 60)
        assert tally.unfinished == 0


def test_it_uses_every_kind_of_action_trades_and_defends_itself() -> None:
    tally = play_games(make_plan("clef", ("greedy",) * 4, 60, 2), 0, 60)
    assert set(tally.total("actions")) == {
        "draw",
        "discard",
        "travel",
        "go_home",
        "effect",
        "reveal",
        "trade",
        "pass",
    }
    assert tally.total("trades")["made"] > 20
    assert tally.total("reactions")["defend"] > 20
    assert tally.total("reactions")["cancel"] > 3
    assert len(tally.total("effects")) >= 11


def test_it_goes_home_when_it_can() -> None:
    table = at_worlds(seat("chasse", HOME, "reveur"), seat("gaulois"))
    assert all(isinstance(decision, GoHome) for decision in decisions(table))


def test_it_shields_itself_before_it_goes_home_among_others() -> None:
    table = at_worlds(seat("chasse", [*HOME, "torque"], "reveur"), seat("chasse", ["epieu", "veneur"]))
    assert all(decision == PlayEffect(cards=("torque",)) for decision in decisions(table))
    alone = at_worlds(seat("chasse", [*HOME, "torque"], "reveur"), seat("gaulois", ["epieu"]))
    assert all(isinstance(decision, GoHome) for decision in decisions(alone))


def test_it_keeps_others_from_going_home() -> None:
    for card in ("veneur", "filet_du_belluaire"):
        table = at_worlds(seat("chasse", HOME, "reveur"), seat("chasse", [card]))
        table.play(go_home(*HOME))
        assert all(isinstance(decision, React) and decision.card == card for decision in decisions(table))


def test_it_reveals_its_character_for_the_key_that_is_missing() -> None:
    # Knowledge is missing, and the Scholar has it.
    table = at_worlds(seat("chasse", ["epieu", "cor", "torque"], "erudite"), seat("gaulois"), actions=1, drawn=True)
    assert all(decision == Reveal() for decision in decisions(table))
