"""The spectator delay: a queue of snapshots of the public view, and the one that is due."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from worldgates.core.table import JournalEntry
from worldgates.server.protocol import AnyView, Status


@dataclass(frozen=True)
class DelayedSnapshot:
    """What spectators could see at a given time."""

    at: float
    number: int
    status: Status
    view: AnyView | None
    events: list[JournalEntry]
    round: int = 0
    # For each seat, whether its player had resigned, and whether a bot played for them.
    seats: tuple[tuple[bool, bool], ...] = ()

    def same(self, other: DelayedSnapshot) -> bool:
        mine, theirs = (self.number, self.status, self.seats), (other.number, other.status, other.seats)
        return mine == theirs and len(self.events) == len(other.events)


# The most snapshots that a table keeps.
MAX_SNAPSHOTS: Final = 600
NOTHING_YET: Final = DelayedSnapshot(0.0, 0, "waiting", None, [])


class SpectatorDelay:
    """Keeps snapshots until a newer one is old enough to show."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._snapshots: deque[DelayedSnapshot] = deque()

    def add(self, snapshot: DelayedSnapshot) -> bool:
        """Add a snapshot; returns whether it differs from the last one."""
        if self._snapshots and self._snapshots[-1].same(snapshot):
            return False
        self.due(snapshot.at)
        # Whoever plays very fast fills no memory: between two snapshots that are kept there is some time.
        if len(self._snapshots) > 1 and snapshot.at - self._snapshots[-2].at < self.seconds / MAX_SNAPSHOTS:
            self._snapshots.pop()
        self._snapshots.append(snapshot)
        return True

    def due(self, now: float) -> DelayedSnapshot:
        """The snapshot that spectators may see now."""
        until = now - self.seconds
        while len(self._snapshots) > 1 and self._snapshots[1].at <= until:
            self._snapshots.popleft()
        first = self._snapshots[0] if self._snapshots else None
        return first if first is not None and first.at <= until else NOTHING_YET
