"""The statistics of games of La clef des mondes, from which the figures of docs/balance.md come."""

from __future__ import annotations

from worldgates.clef.actions import OWN_KEY
from worldgates.clef.cards import BAD_ENCOUNTER, NO_CARD, Discovery
from worldgates.clef.effects import MissTurn
from worldgates.clef.events import (
    BadEncounterMet,
    CardCancelled,
    CardDrawn,
    CardLost,
    EffectPlayed,
    GameOver,
    GoHomePlayed,
    MoveStopped,
    TravelPlayed,
    TurnBegan,
    Unharmed,
)
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
from worldgates.core.gametype import Watcher
from worldgates.core.shapes import Event
from worldgates.core.table import Table

# The uses of one of the two actions of a turn.
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

    actions: the actions of the turns. trades: offered, answered, made. reactions: cancel, stop, defend (against a bad
    encounter), decline. used: cards played as a key, for their effect or in reaction, and bad encounters that were
    carried out. effects: those that were played. chosen, won_as: characters. drawn, met, cards_lost, turns_lost,
    thrown: the results of drawing in each world.
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
        for entry in table.journal:
            story.read(entry.event)
        story.settle()


class _Story:
    """Read the events of a game. A bad encounter counts once it is known whether it was countered."""

    def __init__(self, watcher: ClefWatcher, table: ClefTable) -> None:
        self.watcher = watcher
        self.cards = {card.id: card for card in table.cards.discoveries}
        self.worlds = [world.id for world in table.cards.worlds]
        self.met: Discovery | None = None
        self.who = 0

    def read(self, event: Event) -> None:
        count = self.watcher.count
        match event:
            case CardDrawn():
                count("drawn", event.seat, event.world)
            case EffectPlayed() | TravelPlayed() | GoHomePlayed():
                self.settle()
                played = [card for card in event.cards if card != OWN_KEY]
                for card in played:
                    count("used", event.seat, card)
                if isinstance(event, EffectPlayed):
                    first = self.cards[played[0]]
                    count("effects", event.seat, first.together.id if len(played) > 1 else first.effect.id)
            case BadEncounterMet():
                self.settle()
                self.met, self.who = self.cards[event.card], event.seat
                count("drawn", event.seat, self.worlds[self.met.world])
                count("met", event.seat, self.worlds[self.met.world])
            case Unharmed():
                self.met = None
            case CardCancelled():
                count("used", event.seat, event.card)
                bad = self.cards[event.against].kind == BAD_ENCOUNTER
                if bad:
                    self.met = None
                count("reactions", event.seat, "defend" if bad else "cancel")
            case MoveStopped():
                count("used", event.seat, event.card)
                count("reactions", event.seat, "stop")
            case CardLost() if self.met is not None:
                count("cards_lost", event.seat, self.worlds[self.met.world])
            case TurnBegan() | GameOver():
                self.settle()

    def settle(self) -> None:
        """The last bad encounter was carried out."""
        if self.met is None:
            return
        world, effect = self.worlds[self.met.world], self.met.effect
        self.watcher.count("used", self.who, self.met.id)
        if isinstance(effect, MissTurn):
            self.watcher.count("turns_lost", self.who, world)
        elif effect.moves_player:
            self.watcher.count("thrown", self.who, world)
        self.met = None
