"""Whole games at the speed of the engine: loops around a table that have to be fast."""

from __future__ import annotations

from mypy_extensions import i64

from worldgates.bots.policy import Policy, decide
from worldgates.core.chance import Chance
from worldgates.core.table import OVER, Table


def playout(table: Table, chance: Chance, most: int, max_rounds: int) -> int:
    """Play a table on with random actions, to its end or so far; returns how many decisions it took."""
    decisions: i64 = 0
    limit: i64 = most
    last: i64 = max_rounds
    while table.to_act != OVER and decisions < limit and table.round <= last:
        table.play_listed(chance.below(len(table.actions())))
        decisions += 1
    return decisions


def play_policies(table: Table, policies: list[Policy], max_rounds: int) -> int:
    """Play a table to its end, a policy at each seat; returns how many decisions it took."""
    decisions: i64 = 0
    last: i64 = max_rounds
    while table.to_act != OVER and table.round <= last:
        table.play(decide(policies[table.to_act], table))
        decisions += 1
    return decisions
