"""The games there are, and what the rest of the program asks of each of them.

A game's package has a `GAME`; everything that is not rules (sessions, terminal, simulations, server) goes through it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Final

from worldgates.core.chance import Chance
from worldgates.core.formats import FormatError
from worldgates.core.lesson import Lesson
from worldgates.core.table import Event, RuleError, Table

NAMES: Final = ("molthar", "clef")
# Those that can be played with the cards in a folder instead of their own.
WITH_CARD_SETS: Final = ("clef",)


class GameText(ABC):
    """A game's words in one language."""

    @abstractmethod
    def title(self) -> str:
        """What the game is called."""

    @abstractmethod
    def action(self, action: dict[str, object], view: dict[str, object]) -> str:
        """What an action does, for the player who can choose it and sees this view."""

    @abstractmethod
    def event(self, event: dict[str, object], player_names: list[str]) -> str:
        """What happened, in a sentence."""

    @abstractmethod
    def question(self, view: dict[str, object]) -> str:
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
    def clause(self, event: dict[str, object]) -> str:
        """The clause that an event follows."""

    @abstractmethod
    def lesson(self, topic: str) -> str:
        """What a guide says of a topic of the game's lesson; `end` is the last."""

    def cards_of_clause(self, clause: str) -> list[str]:  # noqa: ARG002
        """What a clause comes to in the set of cards that is played with, a line each."""
        return []


class Watcher:
    """Counts what statistics tell of one game, by name and seat.

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


class Game(ABC):
    """One game, as the rest of the program sees it."""

    id: str
    min_players: int
    max_players: int
    # A simulated game that is longer counts as unfinished.
    max_rounds: int
    # Which cards it is played with, where there is more than one set of them; a record remembers it.
    edition: str = ""

    def with_cards(self, folder: Path) -> Game:  # noqa: ARG002
        """The same game with the cards in a folder."""
        raise FormatError(f"there are no other cards for {self.id}: leave this out", "--cards")

    @abstractmethod
    def options(self, value: object, where: str = "options") -> dict[str, object]:
        """Options from outside, checked and complete."""

    @abstractmethod
    def new(
        self,
        players: int,
        chance: Chance,
        options: dict[str, object],
        starting_seat: int | None = None,
        journal: bool = False,
    ) -> Table: ...

    @abstractmethod
    def read_position(self, value: object, where: str = "") -> tuple[Table, list[str]]: ...

    @abstractmethod
    def write_position(self, table: Table, player_names: list[str], seed: int | str | None) -> dict[str, object]: ...

    @abstractmethod
    def options_of(self, table: Table) -> dict[str, object]: ...

    @abstractmethod
    def view(self, table: Table, player_names: list[str], seat: int) -> dict[str, object]: ...

    @abstractmethod
    def action_to_object(self, table: Table, action: int) -> dict[str, object]:
        """An action as others write it, at this table."""

    @abstractmethod
    def action_from_object(self, table: Table, value: object, where: str = "action") -> int:
        """The action that an object stands for at this table, whether or not it is legal."""

    @abstractmethod
    def decision(self, table: Table) -> str:
        """What is being decided, in a word."""

    @abstractmethod
    def why_not(self, table: Table, action: int) -> RuleError:
        """Why an action is not legal, with its clause."""

    @abstractmethod
    def reveals(self, event: Event) -> bool:
        """Whether somebody has learned something from an event, so that it cannot be taken back."""

    def asks_in_secret(self, table: Table) -> bool:  # noqa: ARG002
        """Whether nobody but the seat that decides may know who it is."""
        return False

    def may_react(self, table: Table, event: Event) -> list[int]:  # noqa: ARG002
        """Who, for all that everybody knows, might react to an event; `table` is as it was before the action.

        Whether they can is their secret. In a game without reactions, nobody.
        """
        return []

    def decline(self, table: Table) -> int:
        """What somebody plays who is asked to react, and does not."""
        raise NotImplementedError

    def view_of_moment(
        self,
        view: dict[str, object],
        event: Event,  # noqa: ARG002
        action: dict[str, object],  # noqa: ARG002
        asked: bool,  # noqa: ARG002
    ) -> dict[str, object]:
        """A seat's view from before an action, at the moment for reactions to what came of it."""
        return view

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
    def cards(self, language: str) -> list[dict[str, object]]:
        """All cards with their facts and texts."""

    @abstractmethod
    def text(self, language: str) -> GameText: ...

    def lesson(self) -> Lesson | None:
        """A first game with a guide, if there is one for the cards that it is played with."""
        return None


def game(name: object, where: str = "game", cards: Path | None = None) -> Game:
    """The game of a name from outside, with its own cards or those in a folder."""
    if name not in NAMES:
        raise FormatError(f"expected one of {', '.join(NAMES)}, got {name!r}", where)
    found = import_module(f"worldgates.{name}").GAME
    assert isinstance(found, Game)
    return found if cards is None else found.with_cards(cards)


class Games:
    """All games, those with sets of cards played with the cards in one folder if one is given.

    A folder of cards belongs to one game: it says nothing about the others, which are played as they are.
    """

    def __init__(self, cards: Path | None = None) -> None:
        self.cards = cards

    def get(self, name: object, where: str = "game") -> Game:
        return game(name, where, self.cards if name in WITH_CARD_SETS else None)

    def check(self) -> None:
        """Read the cards now: an error in them is a FormatError."""
        for name in WITH_CARD_SETS:
            self.get(name)
