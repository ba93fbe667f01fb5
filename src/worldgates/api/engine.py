"""`worldgates engine`: the rules over standard input and output, with one JSON object per line in each direction.

The response to an error is `{"error": …, "key": …}`; it changes nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO

from worldgates.api.game import Game, begin, from_position
from worldgates.core import formats
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.core.record import Record
from worldgates.core.shapes import Action, Event, Outcome, Position, Shape, View
from worldgates.core.table import RuleError


class NewCommand(Shape, frozen=True, tag_field="cmd", tag="new"):
    game: str
    seats: int = 2
    seed: int | str = 0
    options: dict[str, Any] = {}
    names: list[str] | None = None
    starting_seat: int | None = None


class LoadCommand(Shape, frozen=True, tag_field="cmd", tag="load"):
    position: dict[str, Any]


class LegalCommand(Shape, frozen=True, tag_field="cmd", tag="legal"):
    pass


class PlayCommand(Shape, frozen=True, tag_field="cmd", tag="play"):
    action: dict[str, Any]


class ViewCommand(Shape, frozen=True, tag_field="cmd", tag="view"):
    seat: int | None = None


class PositionCommand(Shape, frozen=True, tag_field="cmd", tag="position"):
    pass


class ImagineCommand(Shape, frozen=True, tag_field="cmd", tag="imagine"):
    seat: int
    seed: int | str = 0


class RecordCommand(Shape, frozen=True, tag_field="cmd", tag="record"):
    pass


Command = (
    NewCommand
    | LoadCommand
    | LegalCommand
    | PlayCommand
    | ViewCommand
    | PositionCommand
    | ImagineCommand
    | RecordCommand
)


class Ok(Shape, frozen=True):
    ok: bool = True


class Error(Shape, frozen=True):
    error: str
    key: str


class Legal(Shape, frozen=True):
    """The deciding seat, its decision, and every legal action."""

    seat: int
    decision: str
    actions: tuple[Action, ...]


class Over(Outcome, frozen=True, kw_only=True):
    over: bool = True


class Events(Shape, frozen=True):
    """The events of an action, secrets included: the caller is the host."""

    events: tuple[Event, ...]


class Viewed(Shape, frozen=True):
    view: View


class Positioned(Shape, frozen=True):
    position: Position


class Recorded(Shape, frozen=True):
    record: Record


class Engine:
    """One game at a time, driven by commands."""

    def __init__(self, cards: Path | None = None) -> None:
        self._games = Games(cards)
        self._game: Game | None = None

    def answer(self, line: bytes) -> Shape:
        """The response to one line."""
        try:
            command: Command = formats.read(formats.parse(line), Command)  # type: ignore[arg-type]
            return self._obey(command)
        except FormatError as error:
            return Error(error.message, error.key)
        except RuleError as error:
            return Error(str(error), "action")

    @property
    def game(self) -> Game:
        if self._game is None:
            raise FormatError('there is no game yet: send "new" or "load" first', "cmd")
        return self._game

    def _obey(self, command: Command) -> Shape:
        match command:
            case NewCommand():
                self._game = self._new(command)
                return Ok()
            case LoadCommand():
                type = self._games.get(_game_of(command.position), "position.game")
                position = formats.read(command.position, type.position_type, "position")
                self._game = from_position(type, position, "position")
                return Ok()
            case LegalCommand():
                return legal(self.game)
            case PlayCommand():
                return Events(self.game.play(command.action))
            case ViewCommand():
                return Viewed(self.game.view(command.seat))
            case PositionCommand():
                return Positioned(self.game.position)
            case ImagineCommand():
                return Positioned(self.game.imagine(command.seat, command.seed).position)
            case RecordCommand():
                return Recorded(self.game.record)

    def _new(self, command: NewCommand) -> Game:
        type = self._games.get(command.game)
        if not type.min_players <= command.seats <= type.max_players:
            expected = f"expected {type.min_players} to {type.max_players} players"
            raise FormatError(f"{expected}, got {command.seats}", "seats")
        if command.names is not None and len(command.names) != command.seats:
            raise FormatError(f"expected {command.seats} names, got {len(command.names)}", "names")
        players = command.seats if command.names is None else command.names
        return begin(type, players, command.seed, command.options, command.starting_seat)


def _game_of(position: dict[str, Any]) -> object:
    if "game" not in position:
        raise FormatError("this key is missing", "position.game")
    return position["game"]


def legal(game: Game) -> Legal | Over:
    """The deciding seat, its decision, and every legal action; or the result of the game."""
    outcome = game.outcome
    if outcome is not None:
        return Over(outcome.payoffs, outcome.ranking)
    assert game.seat is not None
    return Legal(game.seat, game.decision, game.legal_actions)


def run(source: BinaryIO, sink: BinaryIO, cards: Path | None = None) -> None:
    """Respond to every line until the end of the input."""
    # An error in the card set is reported at once, not at the first game.
    Games(cards).check()
    engine = Engine(cards)
    for line in source:
        if not line.strip():
            continue
        sink.write(formats.write(engine.answer(line)) + b"\n")
        sink.flush()
