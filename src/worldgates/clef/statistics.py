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
    PawnMoved,
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
    MIDDLE,
    OFFER,
    PASS,
    PLACES,
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
    PASS: "pass",
}
# A trade that is made is one of them too (K21).
TRADE = "trade"


class ClefWatcher(Watcher):
    """Counts by seat.

    actions: the actions of the turns; a refused offer is none (K21). turns: all, and those that were idle: nothing but
    draw and pass. trades: offered, answered, made. reactions: cancel, stop, defend (against a bad encounter), decline.
    contacts: reactions, trades made, and effects aimed at another player. used: cards played as a key, for their effect
    or in reaction, and bad encounters that were carried out. effects: those that were played. moves: pawns that left a
    world for another by keys. entered: the worlds that were face up at the end (counted for the first seat). chosen,
    won_as: characters. drawn, met, cards_lost, turns_lost, thrown: the results of drawing in each world.
    """

    reads_journal = True

    def __init__(self, players: int) -> None:
        super().__init__(players)
        # The actions of the current turn.
        self.seat = 0
        self.turn: list[str] = []

    def watch(self, table: Table, action: int) -> None:
        assert isinstance(table, ClefTable)
        do, seat = doing(action), table.to_act
        if table.decision() == ACTION:
            if table.actions_left == 2 and not table.offered:
                self.end_turn()
            self.seat = seat
            if do in ACTIONS:
                self.act(seat, ACTIONS[do])
        if do == OFFER:
            self.count("trades", seat, "offered")
        elif do == ANSWER and card_of(action) != NO_CARD:
            self.count("trades", seat, "answered")
        elif do == ACCEPT and table.decision() == ACCEPTING and seat_of(action) == 1:
            self.count("trades", seat, "made")
            self.count("contacts", seat, TRADE)
            self.act(seat, TRADE)
        elif do == REACT and card_of(action) == NO_CARD:
            self.count("reactions", seat, "decline")

    def act(self, seat: int, action: str) -> None:
        self.count("actions", seat, action)
        self.turn.append(action)

    def end_turn(self) -> None:
        if self.turn:
            self.count("turns", self.seat, "all")
            if self.turn == ["draw", "pass"]:
                self.count("turns", self.seat, "idle")
        self.turn = []

    def end(self, table: Table) -> None:
        assert isinstance(table, ClefTable)
        assert table.journal is not None
        self.end_turn()
        for place in range(PLACES):
            if place != MIDDLE and table.face_up >> place & 1:
                self.count("entered", 0, table.cards.worlds[table.worlds[place]].id)
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
        # The seat whose keys are played and not yet cancelled or stopped.
        self.leaving = -1

    def read(self, event: Event) -> None:
        count = self.watcher.count
        match event:
            case CardDrawn():
                count("drawn", event.seat, event.world)
            case EffectPlayed() | TravelPlayed() | GoHomePlayed():
                self.settle()
                self.leaving = event.seat if isinstance(event, TravelPlayed) else -1
                played = [card for card in event.cards if card != OWN_KEY]
                for card in played:
                    count("used", event.seat, card)
                if isinstance(event, EffectPlayed):
                    first = self.cards[played[0]]
                    effect = first.together.id if len(played) > 1 else first.effect.id
                    count("effects", event.seat, effect)
                    if event.target is not None:
                        count("contacts", event.seat, effect)
            case PawnMoved() if event.seat == self.leaving:
                count("moves", event.seat, "keys")
                self.leaving = -1
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
                else:
                    self.leaving = -1
                self.react(event.seat, "defend" if bad else "cancel")
            case MoveStopped():
                count("used", event.seat, event.card)
                self.leaving = -1
                self.react(event.seat, "stop")
            case CardLost() if self.met is not None:
                count("cards_lost", event.seat, self.worlds[self.met.world])
            case TurnBegan() | GameOver():
                self.settle()

    def react(self, seat: int, how: str) -> None:
        self.watcher.count("reactions", seat, how)
        self.watcher.count("contacts", seat, how)

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
