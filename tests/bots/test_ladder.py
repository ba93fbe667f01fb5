"""A small ladder: every rung holds. docs/strength.md has the figures of large matches.

Each match is as large as it must be for a level that is as strong as it should be to pass practically always, and for
one that plays no better than the rung below to fail practically always.
"""

from __future__ import annotations

import pytest

from worldgates.lab.simulate import make_plan, play_games

pytestmark = pytest.mark.slow


def win_rate(game: str, stronger: str, weaker: str, games: int, seed: int, others: int = 1) -> float:
    bots = (stronger, *[weaker] * others)
    tally = play_games(make_plan(game, bots, games, seed, paired=True, counts=False), 0, games)
    return tally.wins[0] / tally.games


@pytest.mark.parametrize(
    ("game", "stronger", "weaker", "games", "least"),
    [
        ("molthar", "beginner", "random", 60, 0.8),
        ("molthar", "easy", "beginner", 200, 0.65),
        ("molthar", "easy", "random", 100, 0.95),
        ("molthar", "medium", "easy", 80, 0.7),
        ("molthar", "hard", "easy", 20, 0.7),
        ("clef", "beginner", "random", 40, 0.8),
        ("clef", "easy", "beginner", 100, 0.55),
        ("clef", "easy", "random", 60, 0.9),
        ("clef", "medium", "easy", 30, 0.55),
        ("clef", "hard", "easy", 6, 0.5),
    ],
)
def test_a_rung_holds(game: str, stronger: str, weaker: str, games: int, least: float) -> None:
    assert win_rate(game, stronger, weaker, games, 77) >= least


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_medium_wins_more_than_its_share_against_three_easy_bots(game: str) -> None:
    assert win_rate(game, "medium", "easy", 80, 77, others=3) >= 0.38
