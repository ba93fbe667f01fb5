"""The benchmark: the speed of the tables, compiled and uncompiled, measured alternately in separate processes.

It measures CPU time, so that other work on the machine disturbs it less.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Literal

from worldgates.bots.ladder import make_policy, make_search
from worldgates.bots.levels import Work
from worldgates.bots.playout import playout
from worldgates.bots.policy import decide
from worldgates.core.chance import FastChance
from worldgates.core.gametype import NAMES, Games, GameType
from worldgates.core.shapes import Shape
from worldgates.core.table import Table
from worldgates.envs.batch import Batch
from worldgates.envs.encoders import encoder_of
from worldgates.lab import loops

PLAYERS = (2, 5)
MOST_DECISIONS = 100_000
# Of the searches.
PLAYOUTS = 200
HORIZON = 2
# Of the environment.
GAMES_AT_ONCE = 64


class Speed(Shape, frozen=True):
    """The measurements of one engine with one number of players."""

    decisions_per_s: float
    games_per_s: float
    legal_per_s: float
    copies_per_s: float
    imagine_per_s: float
    search_playouts_per_s: float
    env_decisions_per_s: float
    bytes_per_table: float


MEASURES = Speed.__struct_fields__
Kind = Literal["compiled", "uncompiled"]
# By game, number of players and kind of engine.
Bench = dict[str, dict[int, dict[Kind, Speed]]]


def is_compiled() -> bool:
    """Whether this process runs the compiled engine."""
    return not loops.__file__.endswith(".py")


def measure(name: str, players: int, seconds: float) -> Speed:
    """Measure in this process, with about this many seconds per figure."""
    game = Games().get(name)
    chance = FastChance.branch(1, 1)
    decisions, games, start = 0, 0, process_time()
    while (spent := process_time() - start) < seconds:
        table = game.new_table(players, FastChance.seeded(games))
        decisions += playout(table, chance, MOST_DECISIONS, game.max_rounds)
        games += 1
    tables = _moments(name, players)
    return Speed(
        decisions_per_s=decisions / spent,
        games_per_s=games / spent,
        legal_per_s=_rate(tables, seconds, lambda table, times: loops.list_legal(table, times)),
        copies_per_s=_rate(tables, seconds, lambda table, times: loops.copy(table, times)),
        imagine_per_s=_rate(tables, seconds, lambda table, times: loops.imagine(table, table.to_act, chance, times)),
        search_playouts_per_s=_playouts(game, players, seconds),
        env_decisions_per_s=_env_decisions(game, players, seconds),
        bytes_per_table=_bytes(tables),
    )


def _playouts(game: GameType, players: int, seconds: float) -> float:
    """The playouts per second of the bots' search with a horizon of two turns, in positions of easy bots."""
    tables = []
    for number in range(20):
        table = game.new_table(players, FastChance.seeded(number))
        policy = make_policy("easy", game, FastChance.branch(3, number))
        for _ in range(5 * number):
            if not table.over:
                table.play(decide(policy, table))
        if not table.over:
            tables.append(table)
    search = make_search(game, Work(PLAYOUTS, HORIZON), FastChance.branch(4, 1))
    start = process_time()
    while (spent := process_time() - start) < seconds:
        for table in tables:
            if process_time() - start < seconds:
                search.choose(table)
    return int(search.played) / spent


def _env_decisions(game: GameType, players: int, seconds: float) -> float:
    """The random decisions per second of many games at once, with observations, masks and legal actions."""
    encoder = encoder_of(game, players)
    batch = Batch(
        encoder, GAMES_AT_ONCE, lambda number: game.new_table(players, FastChance.branch(5, number)), game.max_rounds
    )
    batch.reset()
    chance, decisions, start = FastChance.branch(6, 1), 0, process_time()
    while (spent := process_time() - start) < seconds:
        batch.step_random(chance)
        decisions += GAMES_AT_ONCE
    return decisions / spent


def _moments(name: str, players: int) -> list[Table]:
    """Tables in different states of random games."""
    game = Games().get(name)
    chance = FastChance.branch(2, 1)
    tables = []
    for number in range(40):
        table = game.new_table(players, FastChance.seeded(number))
        playout(table, chance, 10 * number, game.max_rounds)
        if not table.over:
            tables.append(table)
    return tables


def _rate(tables: list[Table], seconds: float, run: Callable[[Table, int], None]) -> float:
    """How often per second an operation can be done on these tables."""
    times, spent = 1, 0.0
    while True:
        start = process_time()
        for table in tables:
            run(table, times)
        spent = process_time() - start
        if spent >= seconds:
            return len(tables) * times / spent
        times = max(times + 1, int(times * 1.2 * seconds / max(spent, 1e-6)))


def _bytes(tables: list[Table]) -> float:
    """The average memory of a copy."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    copies = [table.copy() for table in tables for _ in range(20)]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(copies)


def bench(
    games: tuple[str, ...] = NAMES,
    repeats: int = 5,
    seconds: float = 0.4,
    progress: Callable[[str], None] = lambda _: None,
) -> Bench:
    """Measure compiled and uncompiled alternately; each figure is the median of its repeats."""
    kinds: tuple[Kind, ...] = ("compiled", "uncompiled") if is_compiled() else ("uncompiled",)
    found: Bench = {}
    for name in games:
        found[name] = {}
        for players in PLAYERS:
            runs: dict[Kind, list[Speed]] = {kind: [] for kind in kinds}
            for repeat in range(repeats):
                for kind in kinds:
                    progress(f"{name}, {players} players, {kind}, {repeat + 1} of {repeats}")
                    runs[kind].append(_in_a_process(name, players, seconds, kind))
            found[name][players] = {kind: _median(runs[kind]) for kind in kinds}
    return found


def _median(runs: list[Speed]) -> Speed:
    return Speed(*(round(median(getattr(run, figure) for run in runs), 1) for figure in MEASURES))


def _in_a_process(name: str, players: int, seconds: float, kind: Kind) -> Speed:
    environment = {key: value for key, value in os.environ.items() if key != "WORLDGATES_PURE"}
    if kind == "uncompiled":
        environment["WORLDGATES_PURE"] = "1"
    command = [sys.executable, "-P", "-m", "worldgates.lab.bench", name, str(players), str(seconds)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return Speed.from_json(done.stdout)


if __name__ == "__main__":
    print(measure(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])).to_json())
