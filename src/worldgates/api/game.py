"""A game in progress: a table, who plays at it, how it began, and everything that was played.

>>> import worldgates as wg
>>> game = wg.new("molthar", players=["Ada", "Bo"], seed=7)
>>> game.seat, game.decision
(1, 'action')
>>> game.legal_actions[0]
Take(source=0)
>>> game.play(game.legal_actions[0])[0]
Took(seat=1, source=0, pearl=8)
>>> game.undo()
Take(source=0)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, cast

from worldgates import __version__
from worldgates.core import formats
from worldgates.core.chance import Chance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.core.record import RECORD_VERSION, Record
from worldgates.core.shapes import Action, Event, Options, Outcome, Position, View
from worldgates.core.streams import seeded
from worldgates.core.table import SPECTATOR, JournalEntry, RuleError, Table

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    ViewT = TypeVar("ViewT", bound=View, default=Any)
else:
    from typing import TypeVar

    ViewT = TypeVar("ViewT")

# An action, and options, as a struct or as the dict that their JSON parses to.
Json = Mapping[str, object]
ActionLike = Action | Json
OptionsLike = Options | Json


class Game(Generic[ViewT]):
    """A game in progress, as its host sees it: with all cards.

    `wg.new` and `wg.load` make one. What a single seat may know comes from `view`, `events` and `imagine`.
    """

    def __init__(
        self,
        type: GameType,
        table: Table,
        players: Sequence[str],
        *,
        seed: int | str | None = None,
        starting_seat: int | None = None,
        from_seed: bool = False,
    ) -> None:
        """Wrap a table. `from_seed` says that options, seed and starting seat give the same table again."""
        self.type = type
        self.table = table
        self.players = tuple(players)
        self.seed = seed
        self._starting_seat = starting_seat
        if table.journal is None:
            table.journal = []
        # Where the game began, unless its seed tells: a table that nobody plays at.
        self._beginning = None if from_seed else table.copy()
        self._actions: list[Action] = []
        self._undo: list[tuple[Table, int]] = []
        self._legal: tuple[Action, ...] | None = None

    # Who decides, and what.

    @property
    def name(self) -> str:
        """Which game it is: "molthar" or "clef"."""
        return self.type.id

    @property
    def seat(self) -> int | None:
        """The seat that decides; None when the game is over."""
        return None if self.table.over else int(self.table.to_act)

    @property
    def decision(self) -> str:
        """What is being decided, in a word, such as "action" or "discard"; "over" when the game is over."""
        return self.type.decision(self.table)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Every action that the deciding seat may play; empty when the game is over."""
        if self._legal is None:
            self._legal = tuple(self.type.legal(self.table))
        return self._legal

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.table.over

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return int(self.table.round)

    @property
    def options(self) -> Options:
        """The options that the game is played with."""
        return self.type.options_of(self.table)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Everything that was played since the game began."""
        return tuple(self._actions)

    # Playing.

    def play(self, action: ActionLike) -> tuple[Event, ...]:
        """Play an action and return what happened, secrets included.

        An action may be given as a struct or as the dict that its JSON parses to. One that is not legal raises a
        RuleError with the reason and the clause, and changes nothing.
        """
        return tuple(entry.event for entry in self.play_number(self.number_of(action)))

    def number_of(self, action: ActionLike, where: str = "action") -> int:
        """The number that the engine uses for an action, whether or not it is legal."""
        return self.type.encode(self.table, self.read_action(action, where), where)

    def read_action(self, action: ActionLike, where: str = "action") -> Action:
        """The struct of an action that comes as a struct or as parsed JSON."""
        if isinstance(action, Action):
            return action
        read: Action = formats.read(action, self.type.action_type, where)
        return read

    def play_number(self, number: int) -> list[JournalEntry]:
        """Play an action by the number that the engine uses for it, and return what the journal says about it."""
        return self.play_listed(self.place_of(number))

    def place_of(self, number: int) -> int:
        """The place of an action among the legal ones; one that is not legal raises a RuleError with the reason."""
        for place, legal in enumerate(self.table.actions()):
            if legal == number:
                return place
        raise self.type.why_not(self.table, number)

    def play_listed(self, place: int) -> list[JournalEntry]:
        """Play the action at a place among the legal ones, which needs no further check; what the journal says."""
        table, journal = self.table, self.journal
        length = len(journal)
        # As it is called at the table before it is played: what a closed world is called changes when it opens.
        action = self.type.decode(table, int(table.actions()[place]))
        before = table.copy()
        table.play_listed(place)
        self._actions.append(action)
        self._undo.append((before, length))
        self._legal = None
        return journal[length:]

    def undo(self) -> Action:
        """Take back the last action, and return it."""
        if not self._undo:
            raise RuleError("there is nothing to undo")
        before, length = self._undo.pop()
        # A copy, because copies of this game can undo to the same table.
        table = before.copy()
        table.journal = self.journal[:length]
        self.table = table
        self._legal = None
        return self._actions.pop()

    @property
    def before(self) -> Table:
        """The table before the last action, as `undo` would go back to it. Nobody plays at it."""
        if not self._undo:
            raise RuleError("there is nothing to undo")
        return self._undo[-1][0]

    def forget(self, keep: int = 0) -> None:
        """Free the memory that only older undos need: the last `keep` actions can still be undone."""
        self._undo = self._undo[-keep:] if keep else []

    def after(self, action: ActionLike) -> Self:
        """The game after an action; this one stays as it is."""
        game = self.copy()
        game.play(action)
        return game

    def why_not(self, action: ActionLike) -> RuleError | None:
        """Why an action is not legal now, with its clause; None if it is legal."""
        number = self.number_of(action)
        return None if number in self.table.legal() else self.type.why_not(self.table, number)

    # What a seat may know.

    def view(self, seat: int | None = None) -> ViewT:
        """The table as a seat may see it; without a seat, as a spectator."""
        return cast("ViewT", self.type.view(self.table, self.players, self._viewer(seat)))

    def open_view(self) -> ViewT:
        """The table with all hands open: for replays and analysis, never for a player."""
        own = [self.view(seat) for seat in range(len(self.players))]
        return cast("ViewT", self.type.open_view(self.view(), own))

    def events(self, seat: int | None = None, *, everything: bool = False) -> tuple[Event, ...]:
        """What has happened, as a seat (or a spectator) saw it; `everything` includes all secrets."""
        viewer = self._viewer(seat)
        return tuple(entry.event if everything else entry.seen_by(viewer) for entry in self.journal)

    @property
    def journal(self) -> list[JournalEntry]:
        """What has happened, each event with the seats that see its secrets."""
        assert self.table.journal is not None
        return self.table.journal

    def imagine(self, seat: int | None = None, seed: int | str = 0) -> Game[ViewT]:
        """A game that looks the same to a seat, with everything the seat cannot know dealt again by a seed.

        It follows from what the seat knows and from the seed alone. Its past is not part of it: it begins here.
        """
        table = self.table.imagine(self._viewer(seat), seeded(seed))
        return Game(self.type, table, self.players, seed=seed)

    def _viewer(self, seat: int | None) -> int:
        if seat is None:
            return int(SPECTATOR)
        if not isinstance(seat, int) or not 0 <= seat < len(self.players):
            raise FormatError(f"expected a seat from 0 to {len(self.players) - 1}, got {seat!r}", "seat")
        return seat

    # How it ended.

    @property
    def outcome(self) -> Outcome | None:
        """Each seat's share of the victory and the ranking; None while the game goes on."""
        return self.type.outcome(self.table) if self.table.over else None

    @property
    def scores(self) -> list[int]:
        """Each seat's points so far; nothing in a game without points."""
        return self.type.scores(self.table)

    # Writing it down.

    @property
    def position(self) -> Position:
        """The whole table, secrets and all; `wg.load` goes on from it exactly as this game would."""
        return self.type.write_position(self.table, self.players, self.seed)

    @property
    def record(self) -> Record:
        """How the game began and everything that was played; `wg.load` plays it again."""
        beginning: dict[str, Any]
        if self._beginning is None:
            beginning = {"options": self.options, "seed": self.seed, "starting_seat": self._starting_seat}
        else:
            beginning = {"position": self.type.write_position(self._beginning, self.players, self.seed)}
        made: type[Any] = self.type.record_type
        record: Record = made(
            worldgates=RECORD_VERSION,
            made_by=__version__,
            cards=self.type.edition,
            players=self.players,
            actions=self.actions,
            result=self.outcome,
            **beginning,
        )
        return record

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_bytes(formats.write(self.record) + b"\n")

    def copy(self) -> Self:
        """A game of its own in the same state, with the same chance to come."""
        game = object.__new__(type(self))
        game.__dict__.update(self.__dict__)
        game.table = self.table.copy()
        game.table.journal = list(self.journal)
        game._actions = list(self._actions)
        game._undo = list(self._undo)
        return game

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether both are at the same position, with the same players and the same chance to come."""
        if not isinstance(other, Game):
            return NotImplemented
        same_cards = (self.type.id, self.type.edition) == (other.type.id, other.type.edition)
        return same_cards and self.players == other.players and self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # it changes with every action

    def _state(self) -> Position:
        return self.type.write_position(self.table, self.players)

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickle, (formats.write(self.record), self.type.cards_folder)

    # Showing it.

    def __repr__(self) -> str:
        moment = "over" if self.over else f"seat {self.seat} ({self.players[self.table.to_act]}) decides"
        return f"<Game: {self.name}, {len(self.players)} players, round {self.round}, {moment}: {self.decision}>"

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self, seat: int | None = None, language: str = "en", width: int = 80) -> str:
        """The table as text, as the terminal draws it: with all hands open, or as one seat sees it."""
        view = self.open_view() if seat is None else self.view(seat)
        # Drawing is the terminal's; it is found by name, so that nothing here depends on it.
        text: str = import_module("worldgates.terminal.picture").table_text(self, view, language, width)
        return text

    def _repr_html_(self) -> str:
        return self.to_svg()

    def to_svg(self, seat: int | None = None, language: str = "en") -> str:
        """The table as a picture, with all hands open, or as one seat sees it."""
        view = self.open_view() if seat is None else self.view(seat)
        svg: str = import_module("worldgates.pictures").svg(view, self.type, language)
        return svg


def begin(
    type: GameType,
    players: int | Sequence[str] = 2,
    seed: int | str = 0,
    options: OptionsLike | None = None,
    starting_seat: int | None = None,
    chance: Chance | None = None,
) -> Game[Any]:
    """A new game of a type; see `wg.new`."""
    if isinstance(players, str):
        raise FormatError("expected a number of players or a list of their names", "players")
    names = [f"Player {seat + 1}" for seat in range(players)] if isinstance(players, int) else list(players)
    if not all(isinstance(name, str) for name in names):
        raise FormatError("expected names that are strings", "players")
    if not type.min_players <= len(names) <= type.max_players:
        raise FormatError(f"expected {type.min_players} to {type.max_players} players, got {len(names)}", "players")
    if starting_seat is not None and not 0 <= starting_seat < len(names):
        raise FormatError(f"expected a seat from 0 to {len(names) - 1}, got {starting_seat}", "starting_seat")
    stream = seeded(seed) if chance is None else chance
    table = type.new_table(len(names), stream, read_options(type, options), starting_seat, journal=True)
    return Game(type, table, names, seed=seed, starting_seat=starting_seat, from_seed=chance is None)


def read_options(type: GameType, options: OptionsLike | None, where: str = "options") -> Options:
    """Options from outside, checked and complete."""
    if isinstance(options, Options):
        if not isinstance(options, type.options_type):
            raise FormatError(f"these are not options of {type.id}", where)
        read = options
    else:
        read = formats.read(dict(options or {}), type.options_type, where)
    type.check_options(read, where)
    return read


def from_position(type: GameType, position: Position, where: str = "") -> Game[Any]:
    """The game that goes on from a position."""
    table, names = type.read_position(position, where)
    return Game(type, table, names, seed=getattr(position, "seed", None))


def begin_record(type: GameType, record: Record) -> Game[Any]:
    """The beginning of a recorded game, before its first action."""
    _check_version(record.worldgates)
    # What the cards are counts, not what their folder is called.
    if record.cards and record.cards.rpartition("-")[2] != type.edition.rpartition("-")[2]:
        raise FormatError(
            f"this game was played with the cards {record.cards!r}, and these are {type.edition!r}: "
            "give the folder of the cards it was played with",
            "cards",
        )
    position: Position | None = getattr(record, "position", None)
    options: Options | None = record.options  # type: ignore[attr-defined]
    if position is None:
        if record.seed is None:
            raise FormatError("this key is missing", "seed")
        return begin(type, record.players, record.seed, options, record.starting_seat)
    if record.seed is not None or record.starting_seat is not None or options not in (None, type.options_type()):
        raise FormatError("a record has either a position or a seed, options and starting seat", "position")
    game = from_position(type, position, "position")
    if len(record.players) != len(game.players):
        raise FormatError("expected the number of players of the record", "position")
    game.players = record.players
    return game


def replay(type: GameType, record: Record) -> Game[Any]:
    """A recorded game, played again to its last action."""
    game = begin_record(type, record)
    for index in range(len(actions_of(record))):
        play_recorded(game, record, index)
    if record.result not in (None, game.outcome):
        raise FormatError("the game did not end like this", "result")
    return game


def play_recorded(game: Game[Any], record: Record, index: int) -> list[JournalEntry]:
    """Play one action of a record; an error names it."""
    where = f"actions[{index}]"
    try:
        return game.play_number(game.number_of(actions_of(record)[index], where))
    except RuleError as error:
        raise FormatError(f"this action is not legal here: {error}", where) from None


def actions_of(record: Record) -> tuple[Action, ...]:
    actions: tuple[Action, ...] = record.actions  # type: ignore[attr-defined]
    return actions


def read_record(value: object, games: Games) -> tuple[GameType, Record]:
    """The record that parsed JSON stands for, and the type of its game."""
    if not isinstance(value, dict) or "worldgates" not in value:
        raise FormatError("this is not a record: the key that every record has is missing", "worldgates")
    type = games.get(value.get("game"))
    _check_version(value["worldgates"])
    return type, formats.read(value, type.record_type)


def _check_version(version: object) -> None:
    if version != RECORD_VERSION:
        raise FormatError(f"expected {RECORD_VERSION}, got {version!r}", "worldgates")


def _unpickle(record: bytes, cards: Path | None) -> Game[Any]:
    return replay(*read_record(formats.parse(record), Games(cards)))
