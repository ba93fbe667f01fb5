"""The implementation of `GameType` for Molthar."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, cast

from msgspec.structs import replace

from worldgates.core import shapes
from worldgates.core.chance import Chance
from worldgates.core.gametype import GameType, Watcher
from worldgates.core.lesson import Lesson, read_lessons
from worldgates.core.table import RuleError, Table
from worldgates.core.text import words
from worldgates.molthar import actions, events, reasons
from worldgates.molthar.actions import AnyAction
from worldgates.molthar.cards import CHARACTERS
from worldgates.molthar.position import Options, Position, decision_of, write_position
from worldgates.molthar.position_reader import read_position
from worldgates.molthar.record import Record
from worldgates.molthar.table import MAX_PLAYERS, MIN_PLAYERS, MoltharTable
from worldgates.molthar.text import CharacterCard, MoltharText
from worldgates.molthar.view import View, view
from worldgates.molthar.why import Why

_DATA: Final = Path(__file__).parent / "data"

# Events in which somebody sees a card for the first time, or a pile is shuffled.
_REVEALING: Final = (
    events.PearlRevealed,
    events.CharacterRevealed,
    events.CharactersExchanged,
    events.Shuffled,
    events.DiamondReceived,
    events.Robbed,
    events.PearlRobbed,
    events.Peeked,
    events.Redrew,
    events.Drew,
)


class MoltharWatcher(Watcher):
    """Counts the characters that each seat activated."""

    def end(self, table: Table) -> None:
        for seat, player in enumerate(_molthar(table).seats):
            for kind in player.activated:
                self.count("activated", seat, CHARACTERS[kind].id)


class Molthar(GameType):
    """Portals of Molthar."""

    id = "molthar"
    min_players = MIN_PLAYERS
    max_players = MAX_PLAYERS
    max_rounds = 500

    action_type = AnyAction
    event_type = events.AnyEvent
    card_type = CharacterCard
    view_type = View
    position_type = Position
    record_type = Record
    options_type = Options

    def check_options(self, options: shapes.Options, where: str = "options") -> None:
        """Every value that the option's type allows is valid."""

    def new_table(
        self,
        players: int,
        chance: Chance,
        options: shapes.Options | None = None,
        starting_seat: int | None = None,
        journal: bool = False,
    ) -> MoltharTable:
        options = Options() if options is None else options
        assert isinstance(options, Options)
        return MoltharTable.new(
            players,
            chance=chance,
            wisp_owner_waits=options.wisp_owner_waits,
            starting_seat=starting_seat,
            journal=journal,
        )

    def read_position(self, position: shapes.Position, where: str = "") -> tuple[MoltharTable, list[str]]:
        assert isinstance(position, Position)
        return read_position(position, where)

    def write_position(self, table: Table, player_names: Sequence[str], seed: int | str | None = None) -> Position:
        return write_position(_molthar(table), player_names, seed)

    def options_of(self, table: Table) -> Options:
        return Options(_molthar(table).wisp_owner_waits)

    def view(self, table: Table, player_names: Sequence[str], seat: int) -> View:
        return view(_molthar(table), player_names, seat)

    def decode(self, table: Table, action: int) -> AnyAction:  # noqa: ARG002
        return actions.decode(action)

    def encode(self, table: Table, action: shapes.Action, where: str = "action") -> int:  # noqa: ARG002
        return actions.encode(action, where)

    def decision(self, table: Table) -> str:
        return decision_of(_molthar(table))

    def why_not(self, table: Table, action: int) -> RuleError:
        return reasons.why_not(_molthar(table), action)

    def reveals(self, event: shapes.Event) -> bool:
        if isinstance(event, events.Took | events.Placed):
            return event.source == "pile"
        return isinstance(event, _REVEALING)

    def open_view(self, view: shapes.View, own: Sequence[shapes.View]) -> View:
        assert isinstance(view, View)
        players = []
        for seat, seen in enumerate(own):
            assert isinstance(seen, View)
            players.append(seen.players[seat])
        return replace(view, players=tuple(players))

    def scores(self, table: Table) -> list[int]:
        return [int(seat.points) for seat in _molthar(table).seats]

    def starting_seat(self, table: Table) -> int:
        return int(_molthar(table).starting_seat)

    def watcher(self, players: int) -> MoltharWatcher:
        return MoltharWatcher(players)

    def cards(self, language: str) -> list[CharacterCard]:
        text = self.text(language)
        return [text.character_card(character) for character in CHARACTERS]

    def lessons(self) -> tuple[Lesson[Position, AnyAction], ...]:
        return _lessons()

    def why(self, language: str, action: shapes.Action, before: shapes.View, after: shapes.View) -> str:
        assert isinstance(before, View)
        assert isinstance(after, View)
        return Why(words(language), before, after).sentence(cast("AnyAction", action))

    def text(self, language: str) -> MoltharText:
        return _text(language)


@cache
def _text(language: str) -> MoltharText:
    return MoltharText(language)


@cache
def _lessons() -> tuple[Lesson[Position, AnyAction], ...]:
    return read_lessons(_DATA, Lesson[Position, AnyAction])


def _molthar(table: Table) -> MoltharTable:
    assert isinstance(table, MoltharTable)
    return table


GAME = Molthar()
