"""Estimates: who wins how often when bots play on, seen from what a seat may know."""

from __future__ import annotations

import pytest

import worldgates as wg
from worldgates.molthar import Redraw


@pytest.mark.parametrize("name", ["molthar", "clef"])
def test_an_estimate_follows_from_what_the_seat_knows(name: str) -> None:
    game = wg.new(name, players=2, seed=3)
    for _ in range(12):
        game.play(game.legal_actions[len(game.legal_actions) // 2])
    twin = game.imagine(seat=0, seed=9)
    found = wg.estimate(game, playouts=12, seed=5, seat=0)
    assert found == wg.estimate(twin, playouts=12, seed=5, seat=0)
    assert sum(found) <= 1.0 + 1e-6
    assert found != wg.estimate(game, playouts=12, seed=6, seat=0)


def test_an_action_that_wins_is_worth_more_than_one_that_does_not() -> None:
    game = wg.load("examples/position.json")
    assert game.seat == 0
    worth = {action: wg.estimate(game, playouts=30, seat=0, action=action)[0] for action in game.legal_actions}
    assert len(set(worth.values())) > 1
    assert all(0.0 <= chance <= 1.0 for chance in worth.values())


def test_what_makes_no_sense_is_refused() -> None:
    game = wg.new("molthar", players=2, seed=7)
    assert game.seat == 1
    with pytest.raises(wg.FormatError, match="give that seat"):
        wg.estimate(game, seat=0, action=game.legal_actions[0])
    with pytest.raises(wg.RuleError, match="M20"):
        wg.estimate(game, seat=1, action=Redraw())
    with pytest.raises(wg.FormatError, match="playouts"):
        wg.estimate(game, playouts=0)
    with pytest.raises(wg.FormatError, match="there is no bot"):
        wg.estimate(game, bot="nobody")
