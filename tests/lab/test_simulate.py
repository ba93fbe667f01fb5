from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from typing import Any

import pytest

from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.lab.simulate import make_plan, play_games, results_of, run, simulate
from worldgates.lab.statistics import interval, percentile

COMMAND = [sys.executable, "-P", "-m", "worldgates", "simulate", "molthar"]


def results(*arguments: str) -> dict[str, Any]:
    done = subprocess.run([*COMMAND, "--json", *arguments], capture_output=True, text=True, check=True, timeout=120)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_same_seed_gives_the_same_games_on_however_many_cores() -> None:
    arguments = ("--games", "120", "--players", "greedy", "random", "--seed", "1")
    one, two = results(*arguments, "--processes", "1"), results(*arguments, "--processes", "2")
    del one["seconds"], two["seconds"]
    assert one == two
    assert one["games"] == 120
    assert sum(one["wins"]) == 120
    assert one["unfinished"] == 0
    assert not one["interrupted"]
    assert one["rounds"]["p50"] <= one["rounds"]["p95"]
    rate, low, high = one["win_rate"][0]
    assert low < rate <= high
    activated = one["counts"]["activated"]
    assert sum(activated[0].values()) > sum(activated[1].values())


def test_another_seed_gives_other_games() -> None:
    one, two = (play_games(make_plan("molthar", ("random",) * 3, 4, seed), 0, 4) for seed in (1, 2))
    assert one.decisions != two.decisions


def test_players_take_turns_at_the_seats() -> None:
    tally = play_games(make_plan("molthar", ("random", "random"), 200, 5), 0, 200)
    assert 70 < tally.wins[0] < 130


def test_a_game_that_takes_too_long_counts_as_unfinished() -> None:
    plan = make_plan("molthar", ("random", "random"), 10, 1, max_rounds=3)
    tally = run(plan, processes=1)
    assert tally.unfinished == 10
    assert results_of(plan, tally, 1.0).wins == (0.0, 0.0)


def test_the_longest_game_is_up_to_the_game() -> None:
    assert tuple(Games().get(name).max_rounds for name in ("molthar", "clef")) == (500, 200)
    tally = play_games(make_plan("clef", ("random", "random"), 3, 1), 0, 3)
    assert max(tally.rounds) <= 200
    assert tally.rounds[200] >= tally.unfinished


def test_the_figures_of_the_worlds_come_as_json_too() -> None:
    command = [*COMMAND[:-1], "clef", "--json", "--games", "6", "--players", "greedy", "random"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout)
    assert [sum(counts.values()) for counts in found["counts"]["chosen"]] == [6, 6]
    assert sum(sum(counts.values()) for counts in found["counts"]["won_as"]) == 6 - found["unfinished"]
    assert found["counts"]["actions"][0]["draw"] > 0


@pytest.mark.parametrize(
    ("game", "bots", "settings", "key"),
    [
        ("molthar", ("greedy",), {}, "players"),
        ("molthar", ("greedy",) * 6, {}, "players"),
        ("molthar", ("greedy", "genius"), {}, "players"),
        ("molthar", ("greedy", "random"), {"games": 0}, "games"),
        ("molthar", ("greedy", "random"), {"seed": -1}, "seed"),
        ("molthar", ("greedy", "random"), {"seed": 2**32}, "seed"),
        ("molthar", ("greedy", "random"), {"options": {"speed": 1}}, "options.speed"),
        ("molthar", ("greedy", "random"), {"max_rounds": 0}, "max_rounds"),
        ("molthar", ("greedy", "random"), {"seconds": 0.0}, "seconds"),
        ("molthar", ("greedy", "random"), {"processes": 0}, "processes"),
        ("molthar", ("greedy", "random"), {"cards": "somewhere"}, "--cards"),
        ("chess", ("greedy", "random"), {}, "game"),
    ],
)
def test_what_cannot_be_simulated_is_refused(
    game: str, bots: tuple[str, ...], settings: dict[str, Any], key: str
) -> None:
    with pytest.raises(FormatError) as caught:
        simulate(game, bots, **settings)
    assert caught.value.key == key


def test_ctrl_c_keeps_what_was_played_and_leaves_nobody_behind() -> None:
    process = subprocess.Popen(
        [*COMMAND, "--json", "--games", "10000000", "--players", "random", "random"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(4)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    found = json.loads(out)
    assert process.returncode == 130
    assert found["interrupted"]
    assert 0 < found["games"] < 10_000_000
    assert "Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_the_interval_is_the_one_of_wilson() -> None:
    rate, low, high = interval(9712, 10_000)
    assert rate == 0.9712
    assert (round(low, 4), round(high, 4)) == (0.9677, 0.9743)
    assert interval(0, 10)[1] == 0.0


def test_percentiles() -> None:
    counts = Counter({10: 50, 20: 45, 99: 5})
    assert percentile(counts, 0.5) == 10
    assert percentile(counts, 0.95) == 20
    assert percentile(counts, 1.0) == 99
