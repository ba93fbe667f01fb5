"""Leagues: the fit recovers planted strengths, and every game is kept and counted."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import worldgates as wg
from worldgates.core.formats import FormatError
from worldgates.lab.league import Deals, fit, rate, tables_of, total_games

PROGRAM = [sys.executable, "-P", "-m", "worldgates"]
PLANTED = (0.0, 100.0, 250.0, 300.0)


def planted(players: int, deals: int, seed: int) -> Deals:
    """Deals between bots of known strength, each game won by one of them."""
    chance = random.Random(seed)
    found: Deals = {}
    for table in tables_of(len(PLANTED), players):
        weights = [10 ** (PLANTED[bot] / 400) for bot in table]
        for _ in range(deals):
            shares = [0.0] * len(PLANTED)
            for winner in chance.choices(table, weights, k=players):
                shares[winner] += 1 / players
            found.setdefault(table, []).append(tuple(shares))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_fit_recovers_planted_strengths(players: int) -> None:
    ratings = {rating.bot: rating for rating in rate("abcd", planted(players, 1500 // players, 3), 1)}
    mean = sum(PLANTED) / len(PLANTED)
    for name, strength in zip("abcd", PLANTED, strict=True):
        assert ratings[name].elo == pytest.approx(strength - mean, abs=35)
        assert ratings[name].low < ratings[name].elo < ratings[name].high


def test_bootstrap_intervals_cover_the_planted_strengths() -> None:
    mean = sum(PLANTED) / len(PLANTED)
    covered = [
        rating.low <= PLANTED["abcd".index(rating.bot)] - mean <= rating.high
        for seed in range(15)
        for rating in rate("abcd", planted(2, 60, seed), seed)
    ]
    # About 95 % of 60, which are not independent.
    assert 0.85 <= sum(covered) / len(covered) <= 1.0


def test_a_bot_that_always_wins_has_a_strength() -> None:
    strong, weak = fit({(0, 1): (100.0, [100.0, 0.0])}, 2)
    assert math.isfinite(strong)
    assert strong > weak


def test_equal_bots_are_equal() -> None:
    assert fit({(0, 1, 2): (300.0, [100.0, 100.0, 100.0])}, 3) == pytest.approx([0, 0, 0])


def test_who_sits_with_whom() -> None:
    assert tables_of(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert (0, 0, 0, 1) in tables_of(2, 4)
    assert (0, 0, 0, 0) not in tables_of(2, 4)


def test_a_league_is_the_same_for_any_number_of_processes_and_after_a_cut(tmp_path: Path) -> None:
    one = wg.league("molthar", ["greedy", "random"], games=30, seats=(2, 3), processes=1)
    two = wg.league("molthar", ["greedy", "random"], games=30, seats=(2, 3), processes=2, save=tmp_path)
    assert one.ratings == two.ratings
    files = sorted(tmp_path.iterdir())
    assert files[0].name == "molthar-greedy-greedy-random.jsonl"
    files[0].write_bytes(b"".join(files[0].read_bytes().splitlines(keepends=True)[:5]))
    assert wg.league("molthar", ["greedy", "random"], games=30, seats=(2, 3), save=tmp_path).ratings == one.ratings
    for ratings in one.ratings.values():
        assert [rating.bot for rating in ratings] == ["greedy", "random"]
        assert ratings[0].low > ratings[1].high
    assert one.ratings[2][0].games == 30
    assert total_games(2, 30, (2, 3)) == 30 + 30


def test_a_league_needs_two_bots() -> None:
    with pytest.raises(FormatError, match="two different bots"):
        wg.league("molthar", ["greedy", "greedy"])


def test_the_command_writes_table_plot_and_document(tmp_path: Path) -> None:
    document, plot = tmp_path / "strength.md", tmp_path / "strength.svg"
    command = [*PROGRAM, "league", "molthar", "--bots", "greedy", "random", "--games", "12", "--seats", "2", "3"]
    more = ["--plot", str(plot), "--write", str(document)]
    shown = subprocess.run([*command, *more], capture_output=True, text=True, check=True).stdout
    assert "Portals of Molthar, 3 players" in shown
    assert "greedy" in document.read_text(encoding="utf-8")
    assert "./worldgates league molthar --bots greedy random --seats 2 3 --games 12" in document.read_text("utf-8")
    drawn = ElementTree.parse(plot)
    assert "".join(drawn.getroot().itertext()).count("greedy") >= 1
    found = json.loads(subprocess.run([*command, "--json"], capture_output=True, check=True).stdout)
    assert set(found["ratings"]) == {"2", "3"}
