"""A game in progress: a table, its players, the start of the game, and all its actions.

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

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, cast

from worldgates import __version__
from worldgates.core import formats
from worldgates.core.chance import Chance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.core.positions import names_of
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

# An action, or options, as a struct or as the dict that their JSON parses to.
Json = Mapping[str, object]
ActionLike = Action | Json
OptionsLike = Options | Json


class Game(Generic[ViewT]):
    """A game in progress, as its host sees it: with all cards.

    `wg.new` and `wg.load` create one. `view`, `events` and `imagine` give what a single seat may know.
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
        """Wrap a table. `from_seed` means that options, seed and starting seat reproduce its start."""
        self.type = type
        self.table = table
        self.players = tuple(players)
        self.seed = seed
        self._starting_seat = starting_seat
        if table.journal is None:
            table.journal = []
        # The start of the game, unless its seed reproduces it: a table that is never played at.
        self._beginning = None if from_seed else table.copy()
        self._actions: list[Action] = []
        self._undo: list[tuple[Table, int]] = []
        self._legal: tuple[Action, ...] | None = None

    # Who decides, and what.

    @property
    def name(self) -> str:
        """The id of the game: "molthar" or "clef"."""
        return self.type.id

    @property
    def seat(self) -> int | None:
        """The seat that decides; None when the game is over."""
        return None if self.table.over else int(self.table.to_act)

    @property
    def decision(self) -> str:
        """The kind of decision, in a word such as "action" or "discard"; "over" when the game is over."""
        return self.type.decision(self.table)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action of the deciding seat; empty when the game is over."""
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
        """The options of the game."""
        return self.type.options_of(self.table)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions since the start of the game."""
        return tuple(self._actions)

    # Playing.

    def play(self, action: ActionLike) -> tuple[Event, ...]:
        """Play an action and return its events, secrets included.

        An action may be given as a struct or as the dict that its JSON parses to. An illegal one raises a RuleError
        with the reason and the clause, and changes nothing.
        """
        return tuple(entry.event for entry in self.play_number(self.number_of(action)))

    def number_of(self, action: ActionLike, where: str = "action") -> int:
        """The engine's int for an action, whether or not it is legal."""
        return self.type.encode(self.table, self.read_action(action, where), where)

    def read_action(self, action: ActionLike, where: str = "action") -> Action:
        """The struct of an action, given as a struct or as parsed JSON."""
        if isinstance(action, Action):
            return action
        if not isinstance(action, Mapping):
            raise FormatError(f"expected an action, such as one of legal_actions, or its JSON, got {action!r}", where)
        read: Action = formats.read(action, self.type.action_type, where)
        return read

    def play_number(self, number: int) -> list[JournalEntry]:
        """Play an action given as the engine's int, and return its journal entries."""
        return self.play_listed(self.place_of(number))

    def place_of(self, action: Action | int) -> int:
        """The index of an action, as a struct or the engine's int, among the legal ones; raises a RuleError with the
        reason if it is illegal."""
        if isinstance(action, Action):
            with suppress(ValueError):
                return self.legal_actions.index(action)
            action = self.number_of(action)
        for place, legal in enumerate(self.table.actions()):
            if legal == action:
                return place
        raise self.type.why_not(self.table, action)

    def play_listed(self, place: int) -> list[JournalEntry]:
        """Play the action at an index among the legal ones, without a further check; returns its journal entries."""
        table, journal = self.table, self.journal
        length = len(journal)
        # Converted before it is played: a closed world's name changes when it opens.
        action = self.legal_actions[place] if self._legal else self.type.decode(table, int(table.actions()[place]))
        before = table.copy()
        table.play_listed(place)
        self._actions.append(action)
        self._undo.append((before, length))
        self._legal = None
        return journal[length:]

    def undo(self) -> Action:
        """Undo the last action, and return it."""
        if not self._undo:
            raise RuleError("there is nothing to undo")
        before, length = self._undo.pop()
        # A copy, because copies of this game share this snapshot.
        table = before.copy()
        table.journal = self.journal[:length]
        self.table = table
        self._legal = None
        return self._actions.pop()

    @property
    def before(self) -> Table:
        """The snapshot before the last action, to which `undo` would return. It must not be played at."""
        if not self._undo:
            raise RuleError("there is nothing to undo")
        return self._undo[-1][0]

    def forget(self, keep: int = 0) -> None:
        """Drop older undo snapshots to free memory: the last `keep` actions can still be undone."""
        self._undo = self._undo[-keep:] if keep else []

    def after(self, action: ActionLike) -> Self:
        """The game after an action; this one does not change."""
        game = self.copy()
        game.play(action)
        return game

    def why_not(self, action: ActionLike) -> RuleError | None:
        """Why an action is not legal now, with its clause; None if it is legal."""
        number = self.number_of(action)
        return None if number in self.table.legal() else self.type.why_not(self.table, number)

    # What a seat may know.

    def view(self, seat: int | None = None) -> ViewT:
        """The table as a seat may see it; without a seat, as a spectator may."""
        return cast("ViewT", self.type.view(self.table, self.players, self._viewer(seat)))

    def open_view(self) -> ViewT:
        """The table with all hands open: for replays and analysis, never for a player."""
        own = [self.view(seat) for seat in range(len(self.players))]
        return cast("ViewT", self.type.open_view(self.view(), own))

    def events(self, seat: int | None = None, *, everything: bool = False) -> tuple[Event, ...]:
        """The events so far, as a seat (or a spectator) saw them; `everything` includes all secrets."""
        viewer = self._viewer(seat)
        return tuple(entry.event if everything else entry.seen_by(viewer) for entry in self.journal)

    @property
    def journal(self) -> list[JournalEntry]:
        """The events so far, each with the seats that see its secrets."""
        assert self.table.journal is not None
        return self.table.journal

    def imagine(self, seat: int | None = None, seed: int | str = 0) -> Game[ViewT]:
        """A game that looks the same to a seat, with everything that the seat cannot know dealt again from a seed.

        It depends only on what the seat knows and on the seed. It has no past: it starts in the current position.
        """
        table = self.table.imagine(self._viewer(seat), seeded(seed))
        return Game(self.type, table, self.players, seed=seed)

    def _viewer(self, seat: int | None) -> int:
        if seat is None:
            return int(SPECTATOR)
        return check_seat(seat, len(self.players), "seat", ", or none for a spectator")

    # The result.

    @property
    def outcome(self) -> Outcome | None:
        """Each seat's share of the victory, and the ranking; None while the game is running."""
        return self.type.outcome(self.table) if self.table.over else None

    @property
    def scores(self) -> list[int]:
        """Each seat's points so far; empty in a game without points."""
        return self.type.scores(self.table)

    # Saving it.

    @property
    def position(self) -> Position:
        """The complete state, secrets included; `wg.load` continues from it exactly as this game would."""
        return self.type.write_position(self.table, self.players, self.seed)

    @property
    def record(self) -> Record:
        """The start of the game and all its actions; `wg.load` replays it."""
        beginning: dict[str, Any]
        if self._beginning is None:
            beginning = {"options": self.options, "seed": self.seed, "starting_seat": self._starting_seat}
        else:
            beginning = {"position": self.type.write_position(self._beginning, self.players, self.seed)}
        made: type[Any] = self.type.record_type
        record: Record = made(
            worldgates=RECORD_VERSION,
            made_by=__version__,
            rules=self.type.rules,
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
        """An independent copy in the same state, with the same random stream."""
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
        """Whether both games have the same position, players and random stream."""
        if not isinstance(other, Game):
            return NotImplemented
        same_cards = (self.type.id, self.type.edition) == (other.type.id, other.type.edition)
        return same_cards and self.players == other.players and self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # it changes with every action

    def _state(self) -> Position:
        return self.type.write_position(self.table, self.players)

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickle, (formats.write(self.record), self.type.cards_folder)

    # Displaying it.

    def __repr__(self) -> str:
        moment = "over" if self.over else f"seat {self.seat} ({self.players[self.table.to_act]}) decides"
        return f"<Game: {self.name}, {len(self.players)} players, round {self.round}, {moment}: {self.decision}>"

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self, seat: int | None = None, language: str = "en", width: int = 80) -> str:
        """The table as text, as the terminal draws it: with all hands open, or as one seat sees it."""
        view = self.open_view() if seat is None else self.view(seat)
        # The terminal draws it. The module is imported by name, so that the API does not depend on it.
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
    """Start a game of a type; see `wg.new`."""
    if isinstance(players, str) or not isinstance(players, int | Iterable):
        raise FormatError(f"expected a number of players or a list of their names, got {players!r}", "players")
    given = [""] * players if isinstance(players, int) else list(players)
    if not all(isinstance(name, str) for name in given):
        raise FormatError("expected names that are strings", "players")
    names = names_of(given)
    if not type.min_players <= len(names) <= type.max_players:
        raise FormatError(f"expected {type.min_players} to {type.max_players} players, got {len(names)}", "players")
    if starting_seat is not None:
        check_seat(starting_seat, len(names), "starting_seat")
    stream = seeded(seed) if chance is None else chance
    table = type.new_table(len(names), stream, read_options(type, options), starting_seat, journal=True)
    return Game(type, table, names, seed=seed, starting_seat=starting_seat, from_seed=chance is None)


def check_seat(seat: object, players: int, where: str, otherwise: str = "") -> int:
    """The seat; raises a FormatError if there is none with this number."""
    if not isinstance(seat, int) or not 0 <= seat < players:
        raise FormatError(f"expected a seat from 0 to {players - 1}{otherwise}, got {seat!r}", where)
    return seat


def read_options(type: GameType, options: OptionsLike | None, where: str = "options") -> Options:
    """Validated and complete options."""
    if isinstance(options, Options):
        if not isinstance(options, type.options_type):
            raise FormatError(f"these are not options of {type.id}", where)
        read = options
    else:
        given = dict(options or {}) if isinstance(options, Mapping | None) else options
        read = formats.read(given, type.options_type, where)
    type.check_options(read, where)
    return read


def from_position(type: GameType, position: Position, where: str = "") -> Game[Any]:
    """The game that continues from a position."""
    table, names = type.read_position(position, where)
    return Game(type, table, names, seed=getattr(position, "seed", None))


def begin_record(type: GameType, record: Record) -> Game[Any]:
    """The start of a recorded game, before its first action."""
    _check_version(record.worldgates)
    type.check_rules(record.rules)
    # Only the hash of the cards counts, not the name of their folder.
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
    """A recorded game, replayed to its last action."""
    game = begin_record(type, record)
    for index in range(len(actions_of(record))):
        play_recorded(game, record, index)
    if record.result not in (None, game.outcome):
        raise FormatError("the game did not end like this", "result")
    return game


def play_recorded(game: Game[Any], record: Record, index: int) -> list[JournalEntry]:
    """Play one action of a record; errors name the action."""
    where = f"actions[{index}]"
    try:
        return game.play_number(game.number_of(actions_of(record)[index], where))
    except RuleError as error:
        raise FormatError(f"this action is not legal here: {error}", where) from None


def play_step(game: Game[Any], record: Record, index: int, *, all_open: bool) -> tuple[list[JournalEntry], int]:
    """Play one step of a record, from the action at `index`: its events, and the index of the next step.

    Unless all cards are open, a step lasts until something has been seen and the next decision is public: a reaction as
    a step of its own would reveal that somebody was asked (K29).
    """
    entries, actions = play_recorded(game, record, index), len(actions_of(record))
    index += 1
    while not all_open and index < actions and (not entries or game.type.asks_in_secret(game.table)):
        entries = entries + play_recorded(game, record, index)
        index += 1
    return entries, index


def step_ends(type: GameType, record: Record) -> list[int]:
    """The number of actions after each step that the public sees; see `play_step`."""
    game, index, ends = begin_record(type, record), 0, []
    while index < len(actions_of(record)):
        _, index = play_step(game, record, index, all_open=False)
        game.forget()
        ends.append(index)
    return ends


def actions_of(record: Record) -> tuple[Action, ...]:
    actions: tuple[Action, ...] = record.actions  # type: ignore[attr-defined]
    return actions


def read_record(value: object, games: Games) -> tuple[GameType, Record]:
    """The record in parsed JSON, and the type of its game."""
    if not isinstance(value, dict) or "worldgates" not in value:
        raise FormatError('this is not a record of a game, which has the key "worldgates"')
    type = games.get(value.get("game"))
    _check_version(value["worldgates"])
    return type, formats.read(value, type.record_type)


def _check_version(version: object) -> None:
    if version != RECORD_VERSION:
        raise FormatError(f"expected {RECORD_VERSION}, got {version!r}", "worldgates")


def _unpickle(record: bytes, cards: Path | None) -> Game[Any]:
    return replay(*read_record(formats.parse(record), Games(cards)))
