"""Leagues: the fit recovers planted strengths, and every game is kept and counted."""

from __future__ import annotations

import json
import math
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from subprocess import PIPE
from xml.etree import ElementTree

import pytest

import worldgates as wg
from worldgates.core.formats import FormatError
from worldgates.lab.league import Deals, fit, rate, tables_of, total_games

PROGRAM = [sys.executable, "-P", "-m", "worldgates"]
PLANTED = (0.0, 100.0, 250.0, 300.0)


def planted(players: int, deals: int, seed: int, strengths: Sequence[float] = PLANTED) -> Deals:
    """Deals between bots of known strength, each game won by one of them."""
    chance = random.Random(seed)
    found: Deals = {}
    for table in tables_of(len(strengths), players):
        weights = [10 ** (strengths[bot] / 400) for bot in table]
        for _ in range(deals):
            shares = [0.0] * len(strengths)
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


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("strengths", "players", "deals"), [((0.0, 100.0, 300.0), 2, 20), ((0.0, 100.0, 300.0), 3, 20)]
)
def test_intervals_cover_the_planted_strengths(strengths: tuple[float, ...], players: int, deals: int) -> None:
    # Of 600 intervals, on always the same deals.
    covered = coverage(strengths, players, deals, leagues=200)
    assert covered == pytest.approx(0.95, abs=0.015)


def test_intervals_of_a_bot_that_nearly_always_wins_cover_its_strength() -> None:
    """Deals drawn with replacement would give a bot that has won all of them an interval without any width."""
    assert coverage((0.0, 1000.0), 2, 100, leagues=50) >= 0.92


def coverage(strengths: tuple[float, ...], players: int, deals: int, leagues: int) -> float:
    """The share of the intervals of many leagues that have the strength in them."""
    mean, names = sum(strengths) / len(strengths), "abcd"[: len(strengths)]
    covered = [
        rating.low <= strengths[names.index(rating.bot)] - mean <= rating.high
        for seed in range(leagues)
        for rating in rate(names, planted(players, deals, seed, strengths), seed)
    ]
    return sum(covered) / len(covered)


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
    assert "](strength.svg)\n" in document.read_text("utf-8")
    drawn = ElementTree.parse(plot)
    assert "".join(drawn.getroot().itertext()).count("greedy") >= 1
    found = json.loads(subprocess.run([*command, "--json"], capture_output=True, check=True).stdout)
    assert set(found["ratings"]) == {"2", "3"}


def test_a_plot_that_cannot_be_written_is_refused_before_the_games(tmp_path: Path) -> None:
    command = [*PROGRAM, "league", "molthar", "--bots", "greedy", "random", "--games", "100000000"]
    done = subprocess.run(
        [*command, "--plot", str(tmp_path / "none" / "strength.svg")], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert "--plot: there is no folder" in done.stderr


def test_an_interrupted_league_says_so_and_goes_on(tmp_path: Path) -> None:
    command = [*PROGRAM, "league", "molthar", "--bots", "greedy", "random", "--seats", "2", "--processes", "1"]
    process = subprocess.Popen(
        [*command, "--games", "1000000", "--save", str(tmp_path)], stdout=PIPE, stderr=PIPE, text=True
    )
    file, deadline = tmp_path / "molthar-greedy-random.jsonl", time.monotonic() + 60
    while time.monotonic() < deadline and (not file.exists() or file.read_bytes().count(b"\n") < 20):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "greedy" in printed
    assert "Interrupted: the ratings are those of the games played until then. The same command goes on" in said
