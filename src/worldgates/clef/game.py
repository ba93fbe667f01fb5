"""The implementation of `GameType` for La clef des mondes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, cast

from msgspec.structs import replace

from worldgates.clef import actions, cardset, position, position_reader, reasons
from worldgates.clef import table as rules
from worldgates.clef.actions import AnyAction, ChooseCharacter, GoHome, PlayEffect, Travel
from worldgates.clef.cardlist import AnyCard, list_cards
from worldgates.clef.cards import CardSet
from worldgates.clef.cardset_file import CardSetError
from worldgates.clef.events import (
    AnyEvent,
    BadEncounterMet,
    CardCancelled,
    CardLost,
    CharacterRevealed,
    EffectPlayed,
    GoHomePlayed,
    HandShown,
    MoveStopped,
    TradeRefused,
    TravelPlayed,
    WorldOpened,
)
from worldgates.clef.hands import with_present_hand
from worldgates.clef.position import Position, Record
from worldgates.clef.position_reader import MOST_ROUNDS
from worldgates.clef.statistics import ClefWatcher
from worldgates.clef.table import MAX_PLAYERS, MIN_PLAYERS, ClefTable
from worldgates.clef.text import ClefText
from worldgates.clef.view import Decision, Options, View, asks_in_secret, decision_of, options_of, shown, view
from worldgates.clef.why import Why
from worldgates.core import shapes
from worldgates.core.chance import Chance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import GameType
from worldgates.core.lesson import Lesson, read_lessons
from worldgates.core.table import RuleError, Table
from worldgates.core.text import command

# Events that reveal something to others: cards, intentions, or what was face down.
_REVEALING: Final = (
    CharacterRevealed,
    TravelPlayed,
    GoHomePlayed,
    EffectPlayed,
    BadEncounterMet,
    WorldOpened,
    HandShown,
    CardLost,
    CardCancelled,
    MoveStopped,
    TradeRefused,
)

_DATA: Final = Path(__file__).parent / "data"


class Clef(GameType):
    id = "clef"
    min_players = MIN_PLAYERS
    max_players = MAX_PLAYERS
    # K28
    max_rounds = 200
    has_card_sets = True
    # Rules 2: a refused offer costs no action (K21), and who was stopped is held (E2).
    rules = 2
    oldest_rules = 2

    action_type = AnyAction
    event_type = AnyEvent
    card_type = AnyCard
    view_type = View
    position_type = Position
    record_type = Record
    options_type = Options

    def __init__(self, card_set: CardSet, folder: Path | None = None) -> None:
        self.card_set = card_set
        self.cards_folder = folder
        self.edition = f"{card_set.name}-{cardset.fingerprint(card_set)}"
        self._texts: dict[str, ClefText] = {}

    def with_cards(self, folder: Path) -> Clef:
        return _with_cards(folder.resolve())

    def check_options(self, options: shapes.Options, where: str = "options") -> None:
        rounds = _options(options).max_rounds
        if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
            raise FormatError(f"expected a number from 1 to {MOST_ROUNDS}, got {rounds}", f"{where}.max_rounds")

    def new_table(
        self,
        players: int,
        chance: Chance,
        options: shapes.Options | None = None,
        starting_seat: int | None = None,
        journal: bool = False,
    ) -> ClefTable:
        chosen = Options() if options is None else _options(options)
        self.check_options(chosen)
        return ClefTable.new(
            players,
            chance=chance,
            cards=self.card_set,
            reveal_while_paying=chosen.reveal_while_paying,
            max_rounds=chosen.max_rounds,
            starting_seat=starting_seat,
            journal=journal,
        )

    def read_position(self, position: shapes.Position, where: str = "") -> tuple[ClefTable, list[str]]:
        if not isinstance(position, Position):
            raise FormatError(f"{type(position).__name__} is no position of La clef des mondes", where)
        return position_reader.read_position(position, self.card_set, where)

    def write_position(self, table: Table, player_names: Sequence[str], seed: int | str | None = None) -> Position:
        return position.write_position(_clef(table), player_names, seed)

    def options_of(self, table: Table) -> Options:
        return options_of(_clef(table))

    def view(self, table: Table, player_names: Sequence[str], seat: int) -> View:
        return view(_clef(table), player_names, seat)

    def decode(self, table: Table, action: int) -> AnyAction:
        return actions.decode(_clef(table), action)

    def encode(self, table: Table, action: shapes.Action, where: str = "action") -> int:
        return actions.encode(_clef(table), action, where)

    def decision(self, table: Table) -> str:
        return decision_of(_clef(table))

    def why_not(self, table: Table, action: int) -> RuleError:
        return reasons.why_not(_clef(table), action)

    def reveals(self, event: shapes.Event) -> bool:
        return isinstance(event, _REVEALING) or any(getattr(event, name) is not None for name in event.secret)

    def asks_in_secret(self, table: Table) -> bool:
        """It is secret who can react (K29)."""
        return asks_in_secret(_clef(table))

    def may_react(self, table: Table, event: shapes.Event) -> list[int]:
        """The victim of a bad encounter (K24); players with cards in the world where a card is played (K25)."""
        clef = _clef(table)
        if not isinstance(event, BadEncounterMet | EffectPlayed | TravelPlayed | GoHomePlayed):
            return []
        seat = event.seat
        if clef.seats[seat].shielded:
            return []
        if isinstance(event, BadEncounterMet):
            return [seat]
        if isinstance(event, EffectPlayed) and len(event.cards) == 2:
            return []
        around = [(seat + step) % clef.players for step in range(1, clef.players)]
        here = [other for other in around if clef.seats[other].place == clef.seats[seat].place]
        return [other for other in here if len(clef.seats[other].hand)]

    def decline(self, table: Table) -> int:  # noqa: ARG002
        return rules.encode(rules.REACT)

    def attacks(self, event: shapes.Event, seat: int) -> bool:
        """A bad encounter is aimed at who drew it, an effect at its target."""
        if isinstance(event, BadEncounterMet):
            return event.seat == seat
        return isinstance(event, EffectPlayed) and event.target == seat

    def may_be_let_pass(self, event: shapes.Event, seat: int) -> bool:
        """Not a way home, which would end the game, and not one's own bad encounter."""
        return not isinstance(event, GoHomePlayed) and not (isinstance(event, BadEncounterMet) and event.seat == seat)

    def with_present_hand(self, table: Table, seat: int, events: Sequence[shapes.Event]) -> ClefTable:
        return with_present_hand(_clef(table), seat, events)

    def asks_together(self, table: Table) -> dict[int, list[shapes.Action]]:
        """Everybody chooses a character in secret (K5): nobody has to wait for the others."""
        clef = _clef(table)
        if clef.over or clef.decision() != rules.CHOOSING:
            return {}
        order = [(int(clef.starting_seat) + step) % clef.players for step in range(clef.players)]
        return {
            number: [ChooseCharacter(self.card_set.readers[reader].id) for reader in clef.seats[number].dealt]
            for number in order
            if clef.seats[number].reader < 0
        }

    def view_together(self, view: shapes.View, asked: bool) -> View:
        assert isinstance(view, View)
        return replace(view, decision=Decision(view.seat if asked else None, "choose_character"))

    def refusal(self, table: Table) -> int | None:
        """Answering an offer with no card (K21)."""
        clef = _clef(table)
        return None if clef.over or clef.decision() != rules.ANSWERING else rules.encode(rules.ANSWER)

    def turn_of(self, table: Table) -> int:
        return int(_clef(table).turn)

    def view_in_window(self, view: shapes.View, event: shapes.Event, action: shapes.Action, asked: bool) -> View:
        assert isinstance(view, View)
        seen = replace(view, decision=Decision(view.seat if asked else None, "react"))
        if isinstance(event, BadEncounterMet):
            return replace(seen, bad_encounter=event.card)
        assert isinstance(event, EffectPlayed | TravelPlayed | GoHomePlayed)
        assert isinstance(action, Travel | GoHome | PlayEffect)
        return replace(seen, played=shown(action, view.seat == event.seat))

    def open_view(self, view: shapes.View, own: Sequence[shapes.View]) -> View:
        assert isinstance(view, View)
        players = []
        for seat, mine in enumerate(own):
            assert isinstance(mine, View)
            players.append(mine.players[seat])
        return replace(view, players=tuple(players))

    def scores(self, table: Table) -> list[int]:  # noqa: ARG002
        """This game has no points."""
        return []

    def starting_seat(self, table: Table) -> int:
        return int(_clef(table).starting_seat)

    def watcher(self, players: int) -> ClefWatcher:
        return ClefWatcher(players)

    def cards(self, language: str) -> list[AnyCard]:
        return list_cards(self.card_set, self.text(language))

    def lessons(self) -> tuple[Lesson[Position, AnyAction], ...]:
        # They are made for the shipped cards.
        return _lessons() if self.cards_folder is None else ()

    def why(self, language: str, action: shapes.Action, before: shapes.View, after: shapes.View) -> str:  # noqa: ARG002
        assert isinstance(before, View)
        return Why(self.text(language), before).sentence(cast("AnyAction", action))

    def text(self, language: str) -> ClefText:
        if language not in self._texts:
            self._texts[language] = ClefText(language, self.card_set)
        return self._texts[language]


@cache
def _lessons() -> tuple[Lesson[Position, AnyAction], ...]:
    return read_lessons(_DATA, Lesson[Position, AnyAction])


def _clef(table: Table) -> ClefTable:
    assert isinstance(table, ClefTable)
    return table


def _options(options: shapes.Options) -> Options:
    assert isinstance(options, Options)
    return options


@cache
def _with_cards(folder: Path) -> Clef:
    if not folder.is_dir():
        raise FormatError(f"there is no folder {folder}", "--cards")
    try:
        return Clef(cardset.load(folder), folder)
    except CardSetError as error:
        number = len(error.faults)
        faults = "1 fault" if number == 1 else f"{number} faults"
        raise FormatError(
            f"this card set has {faults}: {command()} cards check {folder} explains them", "--cards"
        ) from None


GAME = Clef(cardset.shipped())
