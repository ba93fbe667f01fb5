"""What a balance report counts beside a game's own statistics: cards taken, who led at half-time, deeds to others."""

from __future__ import annotations

from collections import Counter

from worldgates.clef.events import BadEncounterMet, CardDrawn
from worldgates.clef.table import ClefTable
from worldgates.core.gametype import GameType, Watcher
from worldgates.core.shapes import Event
from worldgates.core.table import Table
from worldgates.molthar.events import Activated, Banished, Placed, Robbed
from worldgates.molthar.table import MoltharTable


class Observer(Watcher):
    """Counts by seat, beside those of the game's own watcher.

    taken: characters placed on a portal, discoveries drawn. halftime: how each winner stood at the beginning of the
    middle round (ahead of all others, level with the first, behind). contacts (Molthar): hands robbed, characters
    banished, characters activated on another's portal.
    """

    reads_journal = True

    def __init__(self, type: GameType, players: int) -> None:
        super().__init__(players)
        self.own = type.watcher(players)
        self.standings: list[list[int]] = []
        self.round = -1

    def watch(self, table: Table, action: int) -> None:
        self.own.watch(table, action)
        if int(table.round) != self.round:
            self.round = int(table.round)
            self.standings.append(standing(table))

    def end(self, table: Table) -> None:
        self.own.end(table)
        self.counts = self.own.counts
        assert table.journal is not None
        for entry in table.journal:
            self._read(entry.event)
        if not table.over:
            return
        half = self.standings[len(self.standings) // 2]
        first = max(half)
        for seat, share in enumerate(table.payoffs()):
            if share > 0:
                alone = half.count(first) == 1
                how = "behind" if half[seat] < first else "ahead" if alone else "level"
                self.count("halftime", seat, how)

    def _read(self, event: Event) -> None:
        match event:
            case Placed():
                self.count("taken", event.seat, event.character)
            case CardDrawn(card=str(card)):
                self.count("taken", event.seat, card)
            case BadEncounterMet():
                self.count("taken", event.seat, event.card)
            case Robbed():
                self.count("contacts", event.seat, "rob")
            case Banished():
                self.count("contacts", event.seat, "banish")
            case Activated() if event.owner != event.seat:
                self.count("contacts", event.seat, "activate on another portal")


def standing(table: Table) -> list[int]:
    """How far each seat has come: points in Molthar, keys in hand of those needed to go home in La clef des mondes."""
    if isinstance(table, MoltharTable):
        return [int(seat.points) for seat in table.seats]
    assert isinstance(table, ClefTable)
    return [_keys_for_home(table, seat) for seat in range(len(table.seats))]


def _keys_for_home(table: ClefTable, number: int) -> int:
    seat = table.seats[number]
    if seat.reader < 0:
        return 0
    needs = Counter(int(key) for key in table.cards.readers[seat.reader].needs)
    have = Counter(int(table.cards.discoveries[card].key) for card in seat.hand)
    return sum((needs & have).values())
