"""The types of games there are, and what the rest of the program asks of each of them.

A game's package has a `GAME`; everything that is not rules (the library's front door, terminal, simulations, server)
goes through it. Actions, views, events, positions and options are the structs of `core/shapes.py`, as each game's
package defines them; inside a table an action is an int.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from worldgates.core.chance import Chance
from worldgates.core.formats import FormatError
from worldgates.core.lesson import Lesson
from worldgates.core.record import Record
from worldgates.core.shapes import Action, Event, Options, Outcome, Position, Shape, View
from worldgates.core.table import RuleError, Table

NAMES: Final = ("molthar", "clef")


class GameText(ABC):
    """A game's words in one language."""

    @abstractmethod
    def title(self) -> str:
        """What the game is called."""

    @abstractmethod
    def action(self, action: Action, view: View) -> str:
        """What an action does, for the player who can choose it and sees this view."""

    @abstractmethod
    def event(self, event: Event, player_names: Sequence[str]) -> str:
        """What happened, in a sentence."""

    @abstractmethod
    def question(self, view: View) -> str:
        """What has to be decided, in a sentence."""

    @abstractmethod
    def card(self, card: str) -> str:
        """The name of a card."""

    @abstractmethod
    def explain(self, card: str) -> list[tuple[str, str]]:
        """What a card says, line by line, each with the clause that rules it (or nothing)."""

    def note(self) -> str:
        """What has to be said wherever the cards are shown, or nothing."""
        return ""

    @abstractmethod
    def clause(self, event: Event) -> str:
        """The clause that an event follows."""

    @abstractmethod
    def lesson(self, topic: str) -> str:
        """What the guide says of a topic of the game's lesson; `end` is the last."""

    def cards_of_clause(self, clause: str) -> list[str]:  # noqa: ARG002
        """What a clause comes to in the card set in play, line by line."""
        return []


class Watcher:
    """Counts, by name and seat, what statistics say about one game.

    It is shown every action before it is played, and the table at the end.
    """

    # Whether it reads the table's journal at the end.
    reads_journal = False

    def __init__(self, players: int) -> None:
        self.players = players
        self.counts: dict[str, list[Counter[str]]] = {}

    def watch(self, table: Table, action: int) -> None:
        """An action is about to be played."""

    def end(self, table: Table) -> None:
        """No more is played."""

    def count(self, name: str, seat: int, what: str) -> None:
        if name not in self.counts:
            self.counts[name] = [Counter() for _ in range(self.players)]
        self.counts[name][seat][what] += 1


class GameType(ABC):
    """One game, as the rest of the program sees it."""

    id: str
    min_players: int
    max_players: int
    # A simulated game that is longer counts as unfinished.
    max_rounds: int
    # Which card set it is played with, where there is more than one; a record remembers it.
    edition: str = ""
    # Whether it can be played with other card sets, and the folder of the one in play, if it is not the game's own.
    has_card_sets: bool = False
    cards_folder: Path | None = None

    # The structs of the game. `action_type`, `event_type` and `card_type` are unions of one struct for each kind.
    action_type: Any
    event_type: Any
    card_type: Any
    view_type: type[View]
    position_type: type[Position]
    record_type: type[Record]
    options_type: type[Options]

    def with_cards(self, folder: Path) -> GameType:  # noqa: ARG002
        """The same game with the card set in a folder."""
        raise FormatError(f"there are no other cards for {self.id}: leave this out", "--cards")

    @abstractmethod
    def check_options(self, options: Options, where: str = "options") -> None:
        """Raise a FormatError for a value that no option may have."""

    @abstractmethod
    def new_table(
        self,
        players: int,
        chance: Chance,
        options: Options | None = None,
        starting_seat: int | None = None,
        journal: bool = False,
    ) -> Table:
        """A new table, set up for the first decision."""

    @abstractmethod
    def read_position(self, position: Position, where: str = "") -> tuple[Table, list[str]]:
        """The table of a position, and the names of its players."""

    @abstractmethod
    def write_position(self, table: Table, player_names: Sequence[str], seed: int | str | None = None) -> Position:
        """The whole table, in full."""

    @abstractmethod
    def options_of(self, table: Table) -> Options: ...

    @abstractmethod
    def view(self, table: Table, player_names: Sequence[str], seat: int) -> View:
        """What a seat, or `SPECTATOR`, may see of a table, with what the rules make of it for that seat."""

    @abstractmethod
    def decode(self, table: Table, action: int) -> Action:
        """The struct of an action of this table."""

    @abstractmethod
    def encode(self, table: Table, action: Action, where: str = "action") -> int:
        """The int that an action stands for at this table, whether or not it is legal there.

        An action that names something that does not exist raises a FormatError.
        """

    @abstractmethod
    def decision(self, table: Table) -> str:
        """What is being decided, in a word."""

    @abstractmethod
    def why_not(self, table: Table, action: int) -> RuleError:
        """Why an action is not legal, with its clause."""

    @abstractmethod
    def reveals(self, event: Event) -> bool:
        """Whether somebody has learned something from an event, so that it cannot be undone."""

    def asks_in_secret(self, table: Table) -> bool:  # noqa: ARG002
        """Whether nobody but the seat that decides may know who it is."""
        return False

    def may_react(self, table: Table, event: Event) -> list[int]:  # noqa: ARG002
        """Who, for all that everybody knows, might react to an event; `table` is as it was before the action.

        Whether they can is their secret. In a game without reactions, nobody.
        """
        return []

    def decline(self, table: Table) -> int:
        """The action of a seat that could react and does not."""
        raise NotImplementedError

    def view_in_window(
        self,
        view: View,
        event: Event,  # noqa: ARG002
        action: Action,  # noqa: ARG002
        asked: bool,  # noqa: ARG002
    ) -> View:
        """A seat's view from before an action, while the window for reactions to what came of it is open."""
        return view

    @abstractmethod
    def open_view(self, view: View, own: Sequence[View]) -> View:
        """A spectator's view with all hands open, each seat as it sees itself: for replays, never for a player."""

    @abstractmethod
    def scores(self, table: Table) -> list[int]:
        """Each seat's points so far; nothing in a game without points."""

    @abstractmethod
    def starting_seat(self, table: Table) -> int:
        """Who had the first turn."""

    @abstractmethod
    def watcher(self, players: int) -> Watcher:
        """What counts for statistics in one game."""

    @abstractmethod
    def cards(self, language: str) -> Sequence[Shape]:
        """All cards with their facts and texts, as structs of `card_type`."""

    @abstractmethod
    def text(self, language: str) -> GameText: ...

    def lesson(self) -> Lesson[Any] | None:
        """A first game with a guide, if there is one for the cards in play."""
        return None

    # What holds for every game.

    def legal(self, table: Table) -> list[Action]:
        """Every legal action of the seat that decides."""
        return [self.decode(table, action) for action in table.legal()]

    def outcome(self, table: Table) -> Outcome:
        """How a game that is over ended."""
        return Outcome(tuple(table.payoffs()), tuple(tuple(seats) for seats in table.ranking()))


class Games:
    """The games as one program plays them: a folder of cards is for those that have card sets."""

    def __init__(self, cards: Path | None = None) -> None:
        self.cards = cards

    def get(self, name: object, where: str = "game", *, strict: bool = False) -> GameType:
        """The game of a name from outside.

        A game that has no card sets is played with its own cards; if `strict`, a folder of cards is an error for it.
        """
        if name not in NAMES:
            raise FormatError(f"expected one of {', '.join(NAMES)}, got {name!r}", where)
        found = import_module(f"worldgates.{name}").GAME
        assert isinstance(found, GameType)
        if self.cards is None or not (strict or found.has_card_sets):
            return found
        return found.with_cards(self.cards)

    def check(self) -> None:
        """Read the card set now: an error in it is a FormatError."""
        for name in NAMES:
            self.get(name)
