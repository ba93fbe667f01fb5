"""Records of Molthar: the start of a game, and all its actions."""

from __future__ import annotations

from worldgates.core import record
from worldgates.molthar.actions import AnyAction
from worldgates.molthar.position import Options, Position


class Record(record.Record, frozen=True, kw_only=True, tag="molthar"):
    """A game from its seed and options, or from a position, with all its actions."""

    options: Options = Options()
    position: Position | None = None
    actions: tuple[AnyAction, ...]
