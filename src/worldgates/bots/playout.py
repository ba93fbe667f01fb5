"""Random play at full speed, and other loops around a table that have to be fast."""

from __future__ import annotations

from mypy_extensions import i64

from worldgates.core.chance import Chance
from worldgates.core.table import OVER, Table


def playout(table: Table, chance: Chance, most: int, max_rounds: int) -> int:
    """Play a table on with random actions, to its end or so far; returns how many decisions it took."""
    decisions: i64 = 0
    limit: i64 = most
    last: i64 = max_rounds
    while table.to_act != OVER and decisions < limit and table.round <= last:
        actions = table.actions()
        table.play(actions[chance.below(len(actions))])
        decisions += 1
    return decisions


# What benchmarks repeat, looped here so that they time the table and not the loop.


def list_legal(table: Table, times: int) -> None:
    for _ in range(i64(times)):
        table._legal_valid = False
        table.actions()


def copy(table: Table, times: int) -> None:
    for _ in range(i64(times)):
        table.copy()


def imagine(table: Table, seat: i64, chance: Chance, times: int) -> None:
    for _ in range(i64(times)):
        table.imagine(seat, chance)
