"""Whole games at the speed of the engine: compiled loops around a table."""

from __future__ import annotations

from mypy_extensions import i64

from worldgates.bots.policy import Policy, decide
from worldgates.core.chance import Chance
from worldgates.core.table import OVER, Table


def playout(table: Table, chance: Chance, most: int, max_rounds: int) -> int:
    """Play random actions to the end of the game or up to a limit; returns the number of decisions."""
    decisions: i64 = 0
    limit: i64 = most
    last: i64 = max_rounds
    while table.to_act != OVER and decisions < limit and table.round <= last:
        table.play_listed(chance.below(len(table.actions())))
        decisions += 1
    return decisions


def play_policies(table: Table, policies: list[Policy], max_rounds: int) -> int:
    """Play a table to its end, with one policy per seat; returns the number of decisions."""
    decisions: i64 = 0
    last: i64 = max_rounds
    while table.to_act != OVER and table.round <= last:
        table.play(decide(policies[table.to_act], table))
        decisions += 1
    return decisions
