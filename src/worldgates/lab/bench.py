"""The benchmark: how fast the tables are, compiled and uncompiled, measured in turns in processes of their own.

Time is that of the processor, so that other work on the machine disturbs less.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from statistics import median
from time import process_time

from worldgates.bots.playout import playout
from worldgates.core.chance import FastChance
from worldgates.core.gametype import NAMES, Games
from worldgates.core.table import Table
from worldgates.lab import loops

PLAYERS = (2, 5)
MOST_DECISIONS = 100_000
MEASURES = ("decisions_per_s", "games_per_s", "legal_per_s", "copies_per_s", "imagine_per_s", "bytes_per_table")


def is_compiled() -> bool:
    """Whether this process runs the compiled engine."""
    return not loops.__file__.endswith(".py")


def measure(name: str, players: int, seconds: float) -> dict[str, float]:
    """Measure in this process, giving each figure about so many seconds."""
    game = Games().get(name)
    chance = FastChance.branch(1, 1)
    decisions, games, start = 0, 0, process_time()
    while (spent := process_time() - start) < seconds:
        table = game.new_table(players, FastChance.seeded(games))
        decisions += playout(table, chance, MOST_DECISIONS, game.max_rounds)
        games += 1
    tables = _moments(name, players)
    return {
        "decisions_per_s": decisions / spent,
        "games_per_s": games / spent,
        "legal_per_s": _rate(tables, seconds, lambda table, times: loops.list_legal(table, times)),
        "copies_per_s": _rate(tables, seconds, lambda table, times: loops.copy(table, times)),
        "imagine_per_s": _rate(tables, seconds, lambda table, times: loops.imagine(table, table.to_act, chance, times)),
        "bytes_per_table": _bytes(tables),
    }


def _moments(name: str, players: int) -> list[Table]:
    """Tables at different moments of random games."""
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
    """How often a second something can be done to these tables."""
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
    """The memory of a copy, on average."""
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
) -> dict[str, object]:
    """Compiled and uncompiled in turns, the median of all repeats of each figure."""
    kinds = ("compiled", "uncompiled") if is_compiled() else ("uncompiled",)
    found: dict[str, object] = {}
    for name in games:
        by_players: dict[str, object] = {}
        for players in PLAYERS:
            runs: dict[str, list[dict[str, float]]] = {kind: [] for kind in kinds}
            for repeat in range(repeats):
                for kind in kinds:
                    progress(f"{name}, {players} players, {kind}, {repeat + 1} of {repeats}")
                    runs[kind].append(_in_a_process(name, players, seconds, kind))
            by_players[str(players)] = {
                kind: {figure: round(median(run[figure] for run in runs[kind]), 1) for figure in MEASURES}
                for kind in kinds
            }
        found[name] = by_players
    return found


def _in_a_process(name: str, players: int, seconds: float, kind: str) -> dict[str, float]:
    environment = {key: value for key, value in os.environ.items() if key != "WORLDGATES_PURE"}
    if kind == "uncompiled":
        environment["WORLDGATES_PURE"] = "1"
    command = [sys.executable, "-P", "-m", "worldgates.lab.bench", name, str(players), str(seconds)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))))
