"""The loops of learning and tuning, compiled: games that are noted for learning, and duels."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.bots.guide import Guide
from worldgates.bots.policy import Policy, decide
from worldgates.core.table import OVER, Table


def noted_game(table: Table, policies: list[Policy], guide: Guide, max_rounds: int) -> vec[float]:
    """Play a game to its end; returns the features of all seats at the start of every turn but the first."""
    notes = vec[float]()
    last: i64 = max_rounds
    turn = guide.turn(table)
    while table.to_act != OVER and table.round <= last:
        table.play(decide(policies[table.to_act], table))
        if table.to_act != OVER and guide.turn(table) != turn:
            turn = guide.turn(table)
            for each in guide.features(table):
                notes = append(notes, each)
    return notes


def open_game(table: Table, guides: list[Guide], max_rounds: int) -> None:
    """Play a game among greedy bots that look at the table itself: for guides that look at nothing hidden."""
    last: i64 = max_rounds
    while table.to_act != OVER and table.round <= last:
        if len(table.actions()) == 1:
            table.play_listed(0)
        else:
            table.play_listed(guides[table.to_act].pick(table, table.chance))
