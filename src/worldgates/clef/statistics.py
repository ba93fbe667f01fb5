"""What statistics count in games of La clef des mondes: it becomes the figures of docs/balance.md."""

from __future__ import annotations

from typing import Any

from worldgates.clef.cards import BAD_ENCOUNTER, NO_CARD, Discovery
from worldgates.clef.table import (
    ACCEPT,
    ACCEPTING,
    ACTION,
    ANSWER,
    DISCARD,
    DRAW,
    EFFECT,
    GO_HOME,
    OFFER,
    PASS,
    REACT,
    REVEAL,
    TRAVEL,
    ClefTable,
    card_of,
    doing,
    seat_of,
)
from worldgates.core.games import Watcher
from worldgates.core.table import Event, Table

# What can be done with one of the two actions of a turn.
ACTIONS = {
    DRAW: "draw",
    DISCARD: "discard",
    TRAVEL: "travel",
    GO_HOME: "go_home",
    EFFECT: "effect",
    REVEAL: "reveal",
    OFFER: "offer",
    PASS: "pass",
}


class ClefWatcher(Watcher):
    """Counts by seat.

    actions: what the actions of the turns were. trades: offered, answered, made. reactions: cancel, stop, defend
    (against a bad encounter), decline. used: cards played as a key, for their effect or in reaction, and bad encounters
    that were carried out. effects: those that were played. chosen, won_as: characters. drawn, met, cards_lost,
    turns_lost, thrown: what drawing in each world brought.
    """

    reads_journal = True

    def watch(self, table: Table, action: int) -> None:
        assert isinstance(table, ClefTable)
        do, seat = doing(action), table.to_act
        if do in ACTIONS and table.decision() == ACTION:
            self.count("actions", seat, ACTIONS[do])
        if do == OFFER:
            self.count("trades", seat, "offered")
        elif do == ANSWER and card_of(action) != NO_CARD:
            self.count("trades", seat, "answered")
        elif do == ACCEPT and table.decision() == ACCEPTING and seat_of(action) == 1:
            self.count("trades", seat, "made")
        elif do == REACT and card_of(action) == NO_CARD:
            self.count("reactions", seat, "decline")

    def end(self, table: Table) -> None:
        assert isinstance(table, ClefTable)
        assert table.journal is not None
        for number, player in enumerate(table.seats):
            if player.reader >= 0:
                self.count("chosen", number, table.cards.readers[player.reader].id)
        if table.winner >= 0:
            self.count("won_as", table.winner, table.cards.readers[table.seats[table.winner].reader].id)
        story = _Story(self, table)
        for event in table.journal:
            story.emit(event)
        story.settle()


class _Story:
    """Reads the events of a game. A bad encounter counts when it is known whether it was countered."""

    def __init__(self, watcher: ClefWatcher, table: ClefTable) -> None:
        self.watcher = watcher
        self.cards = {card.id: card for card in table.cards.discoveries}
        self.worlds = [world.id for world in table.cards.worlds]
        self.met: Discovery | None = None
        self.who = 0

    def emit(self, event: Event) -> None:
        count, facts = self.watcher.count, {**event.facts, **event.secret}
        what, seat = event.what, self.seat(event.facts)
        if what == "draw":
            count("drawn", seat, str(facts["world"]))
        elif what in ("effect", "travel", "go_home"):
            self.settle()
            played = [str(card) for card in self.names(facts) if card != "character"]
            for card in played:
                count("used", seat, card)
            if what == "effect":
                first = self.cards[played[0]]
                count("effects", seat, first.together.id if len(played) > 1 else first.effect.id)
        elif what == "meet":
            self.settle()
            self.met, self.who = self.cards[str(facts["card"])], seat
            count("drawn", seat, self.worlds[self.met.world])
            count("met", seat, self.worlds[self.met.world])
        elif what == "unharmed":
            self.met = None
        elif what in ("cancel", "stop"):
            self.react(what, seat, facts)
        elif what == "lose" and self.met is not None:
            count("cards_lost", seat, self.worlds[self.met.world])
        elif what in ("turn", "over"):
            self.settle()

    def react(self, what: str, seat: int, facts: dict[str, Any]) -> None:
        self.watcher.count("used", seat, str(facts["card"]))
        against = self.cards.get(str(facts.get("against")))
        if against is not None and against.kind == BAD_ENCOUNTER:
            self.met = None
            what = "defend"
        self.watcher.count("reactions", seat, what)

    def settle(self) -> None:
        """The bad encounter met last was carried out."""
        if self.met is None:
            return
        world, effect = self.worlds[self.met.world], self.met.effect.id
        self.watcher.count("used", self.who, self.met.id)
        if effect == "miss_turn":
            self.watcher.count("turns_lost", self.who, world)
        elif effect == "thrown":
            self.watcher.count("thrown", self.who, world)
        self.met = None

    def seat(self, facts: dict[str, Any]) -> int:
        return int(facts.get("seat", 0))

    def names(self, facts: dict[str, Any]) -> list[object]:
        return list(facts["cards"])
