"""Random play at full speed: what benchmarks measure and searches look ahead with."""

from __future__ import annotations

from mypy_extensions import i64

from worldgates.core.chance import Chance
from worldgates.core.table import OVER, Table


def playout(table: Table, chance: Chance, most: int) -> int:
    """Play a table on with random actions, to its end or for so many decisions; returns how many it took."""
    decisions: i64 = 0
    limit: i64 = most
    while table.to_act != OVER and decisions < limit:
        actions = table.legal()
        table.play(actions[chance.below(len(actions))])
        decisions += 1
    return decisions
