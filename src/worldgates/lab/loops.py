"""The inner loops of benchmarks, compiled so that they measure the table and not the loop."""

from __future__ import annotations

from mypy_extensions import i64

from worldgates.core.chance import Chance
from worldgates.core.table import Table


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
