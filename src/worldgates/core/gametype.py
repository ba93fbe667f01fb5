"""The types of games, and the interface through which the rest of the program uses them.

A game's package has a `GAME`; everything that is not rules (the public API, terminal, simulations, server) goes
through it. Actions, views, events, positions and options are the structs of `core/shapes.py`, as each game's package
defines them; inside a table an action is an int.
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
    """A game's texts in one language."""

    @abstractmethod
    def title(self) -> str:
        """The name of the game."""

    @abstractmethod
    def action(self, action: Action, view: View) -> str:
        """What an action does, for the player who can choose it and has this view."""

    @abstractmethod
    def event(self, event: Event, player_names: Sequence[str], you: int | None = None) -> str:
        """What happened, in a sentence; what seat `you` did may be told in the second person."""

    @abstractmethod
    def question(self, view: View) -> str:
        """The decision to make, in a sentence."""

    @abstractmethod
    def card(self, card: str) -> str:
        """The name of a card."""

    @abstractmethod
    def explain(self, card: str) -> list[tuple[str, str]]:
        """The text of a card, line by line, each with the clause that governs it (or an empty string)."""

    def note(self) -> str:
        """The notice that must accompany the cards wherever they are shown, or an empty string."""
        return ""

    @abstractmethod
    def clause(self, event: Event) -> str:
        """The clause that an event follows."""

    @abstractmethod
    def lesson(self, topic: str) -> str:
        """The guide's text for a topic of a lesson. A question stands on a line of its own, before the rest."""

    def cards_of_clause(self, clause: str) -> list[str]:  # noqa: ARG002
        """The effect of a clause in the current card set, line by line."""
        return []


class Watcher:
    """Counts, by name and seat, what the statistics report about one game.

    It sees every action before it is played, and the table at the end.
    """

    # Whether it reads the table's journal at the end.
    reads_journal = False

    def __init__(self, players: int) -> None:
        self.players = players
        self.counts: dict[str, list[Counter[str]]] = {}

    def watch(self, table: Table, action: int) -> None:
        """An action is about to be played."""

    def end(self, table: Table) -> None:
        """The game has ended, or was cut off."""

    def count(self, name: str, seat: int, what: str) -> None:
        if name not in self.counts:
            self.counts[name] = [Counter() for _ in range(self.players)]
        self.counts[name][seat][what] += 1


class GameType(ABC):
    """One game, as the rest of the program uses it."""

    id: str
    min_players: int
    max_players: int
    # A longer simulated game counts as unfinished.
    max_rounds: int
    # The edition of the card set, for games with more than one; records store it.
    edition: str = ""
    # The number of the rules (see `Record`), and the oldest under which games can still be replayed.
    rules: int = 1
    oldest_rules: int = 1
    # Whether other card sets are possible, and the folder of the current one if it is not the game's own.
    has_card_sets: bool = False
    cards_folder: Path | None = None

    # The structs of the game. `action_type`, `event_type` and `card_type` are unions of one struct per kind.
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
        """Raise a FormatError for an invalid value of an option."""

    @abstractmethod
    def new_table(
        self,
        players: int,
        chance: Chance,
        options: Options | None = None,
        starting_seat: int | None = None,
        journal: bool = False,
    ) -> Table:
        """A new table, ready for the first decision."""

    @abstractmethod
    def read_position(self, position: Position, where: str = "") -> tuple[Table, list[str]]:
        """The table of a position, and the names of its players."""

    @abstractmethod
    def write_position(self, table: Table, player_names: Sequence[str], seed: int | str | None = None) -> Position:
        """The complete state of a table."""

    @abstractmethod
    def options_of(self, table: Table) -> Options: ...

    @abstractmethod
    def view(self, table: Table, player_names: Sequence[str], seat: int) -> View:
        """What a seat, or `SPECTATOR`, may see of a table, with the values that the rules derive for that seat."""

    @abstractmethod
    def decode(self, table: Table, action: int) -> Action:
        """The struct of an action of this table."""

    @abstractmethod
    def encode(self, table: Table, action: Action, where: str = "action") -> int:
        """The engine's int for an action at this table, whether or not it is legal.

        Raises a FormatError for an action that names something nonexistent.
        """

    @abstractmethod
    def decision(self, table: Table) -> str:
        """The kind of the current decision, in a word."""

    @abstractmethod
    def why_not(self, table: Table, action: int) -> RuleError:
        """Why an action is not legal, with its clause."""

    @abstractmethod
    def reveals(self, event: Event) -> bool:
        """Whether an event revealed something to somebody, so that it cannot be undone."""

    def asks_in_secret(self, table: Table) -> bool:  # noqa: ARG002
        """Whether only the deciding seat may know that it decides."""
        return False

    def may_react(self, table: Table, event: Event) -> list[int]:  # noqa: ARG002
        """The seats that might react to an event according to public knowledge; `table` is the state before the action.

        Whether they really can is secret. Empty in a game without reactions.
        """
        return []

    def decline(self, table: Table) -> int:
        """The action with which a seat declines to react."""
        raise NotImplementedError

    def attacks(self, event: Event, seat: int) -> bool:  # noqa: ARG002
        """Whether an event to which seats may react is aimed at this seat."""
        return False

    def may_be_let_pass(self, event: Event, seat: int) -> bool:  # noqa: ARG002
        """Whether a seat's standing order to let everything pass covers an event: not if it would end the game."""
        return True

    def with_present_hand(self, table: Table, seat: int, events: Sequence[Event]) -> Table:  # noqa: ARG002
        """A table in which a seat holds what it holds after these events, and all else is as it was."""
        return table

    def view_in_window(
        self,
        view: View,
        event: Event,  # noqa: ARG002
        action: Action,  # noqa: ARG002
        asked: bool,  # noqa: ARG002
    ) -> View:
        """A seat's view from before an action, while the reaction window for its events is open."""
        return view

    # Decisions that seats make at the same time, though the rules ask one seat after another.

    def asks_together(self, table: Table) -> dict[int, list[Action]]:  # noqa: ARG002
        """The seats that decide at the same time and in secret, each with its choices; the deciding seat is the first.

        What a seat may choose depends on nothing that the others choose.
        """
        return {}

    def view_together(self, view: View, asked: bool) -> View:  # noqa: ARG002
        """A seat's view while several seats decide at the same time; `asked` if it has yet to decide."""
        return view

    # Standing answers.

    def refusal(self, table: Table) -> int | None:  # noqa: ARG002
        """The action with which the deciding seat refuses an offer, if it was made one."""
        return None

    def turn_of(self, table: Table) -> int:
        """The seat whose turn it is, whoever decides."""
        return int(table.to_act)

    @abstractmethod
    def open_view(self, view: View, own: Sequence[View]) -> View:
        """A spectator's view with all hands open, each seat as it sees itself: for replays, never for a player."""

    @abstractmethod
    def scores(self, table: Table) -> list[int]:
        """Each seat's points so far; empty in a game without points."""

    @abstractmethod
    def starting_seat(self, table: Table) -> int:
        """The seat that had the first turn."""

    @abstractmethod
    def watcher(self, players: int) -> Watcher:
        """The watcher that counts the statistics of one game."""

    @abstractmethod
    def cards(self, language: str) -> Sequence[Shape]:
        """All cards with their data and texts, as structs of `card_type`."""

    @abstractmethod
    def text(self, language: str) -> GameText: ...

    def why(self, language: str, action: Action, before: View, after: View) -> str:  # noqa: ARG002
        """Why an action is good, in a sentence: from the deciding seat's views before it and after it.

        `after` is that of an imagined world: what chance decided there says nothing.
        """
        return ""

    def lessons(self) -> Sequence[Lesson[Any, Any]]:
        """The chapters of the lesson, if there is one for the current cards."""
        return ()

    # The same for every game.

    def __reduce__(self) -> tuple[object, ...]:
        # A pickle names the game and its card set: whoever reads it has both.
        return _unpickle, (self.id, self.cards_folder)

    def check_rules(self, rules: int, where: str = "rules") -> None:
        """Raise a FormatError if games that were begun under these rules cannot be replayed."""
        title = self.text("en").title()
        if rules < self.oldest_rules:
            message = (
                f"this game was begun under rules {rules} of {title}, and since then rulings and cards have changed"
            )
            raise FormatError(f"{message}: this version plays rules {self.rules} and cannot go on with it", where)
        if rules > self.rules:
            message = f"this game was begun under rules {rules} of {title}, and this version knows rules {self.rules}"
            raise FormatError(f"{message}: a newer version of Worldgates is needed", where)

    def legal(self, table: Table) -> list[Action]:
        """Every legal action of the deciding seat."""
        return [self.decode(table, action) for action in table.legal()]

    def outcome(self, table: Table) -> Outcome:
        """The result of a finished game."""
        return Outcome(tuple(table.payoffs()), tuple(tuple(seats) for seats in table.ranking()))


class Games:
    """All games of a program; `cards` applies to those with card sets."""

    def __init__(self, cards: Path | None = None) -> None:
        self.cards = cards

    def get(self, name: object, where: str = "game", *, strict: bool = False) -> GameType:
        """The game with a name from the user.

        A game without card sets uses its own cards; if `strict`, a folder of cards is an error for it.
        """
        if name not in NAMES:
            raise FormatError(f"expected one of {', '.join(NAMES)}, got {name!r}", where)
        found = import_module(f"worldgates.{name}").GAME
        assert isinstance(found, GameType)
        if self.cards is None or not (strict or found.has_card_sets):
            return found
        return found.with_cards(self.cards)

    def check(self) -> None:
        """Load the card set now; raises a FormatError if it is invalid."""
        for name in NAMES:
            self.get(name)


def _unpickle(name: str, cards: Path | None) -> GameType:
    return Games(cards).get(name)
