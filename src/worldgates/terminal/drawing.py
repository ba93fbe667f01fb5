"""The interface that a game implements to be played in a terminal: how its table and its choices are displayed.

The module here with the game's name implements it; everything else in this package is the same for all games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, TypeVar

from rich.text import Text

from worldgates.core.gametype import GameText, GameType
from worldgates.core.shapes import Action, Event, View
from worldgates.core.text import words
from worldgates.terminal.screen import Page

ViewT = TypeVar("ViewT", bound=View)


@dataclass(frozen=True)
class Choice:
    """One line in a list of choices."""

    action: Action
    words: str
    note: str
    group: str


class Drawing(ABC, Generic[ViewT]):
    """A game on the screen, in one language. `ViewT` is the game's own struct for views."""

    def __init__(self, game: GameType, language: str) -> None:
        self.game = game
        self.words = words(language)
        self.text: GameText = game.text(language)

    @property
    @abstractmethod
    def card_ids(self) -> list[str]:
        """The ids of all cards."""

    @abstractmethod
    def introduction(self) -> list[str]:
        """A short introduction for new players, in a few paragraphs."""

    @abstractmethod
    def table(self, page: Page, view: ViewT, labels: Sequence[str], compact: bool = False) -> None:
        """Draw the whole table. Each seat has a label: its name and perhaps a remark."""

    def ink(self, sentence: str) -> Text:
        """A sentence in the game's colours, for the lists of choices."""
        return Text(sentence)

    @abstractmethod
    def reminder(self, page: Page, view: ViewT) -> None:
        """Draw a line or two that the deciding seat needs for its decision, when the table is not shown."""

    @abstractmethod
    def piles(self, page: Page, view: ViewT) -> None:
        """Write the known cards of the piles."""

    @abstractmethod
    def ending(self, page: Page, view: ViewT, labels: Sequence[str]) -> None:
        """Write the final ranking, and each seat's result."""

    @abstractmethod
    def group(self, action: Action) -> str:
        """The heading of an action among the choices."""

    @abstractmethod
    def rank(self, action: Action, view: ViewT) -> tuple[int, ...]:
        """The sort key of an action among the choices; the sort is stable."""

    @abstractmethod
    def cards_in(self, action: Action, view: ViewT) -> list[str]:
        """The cards that an action involves."""

    @abstractmethod
    def note(self, action: Action, view: ViewT) -> str:
        """A remark on an action, besides its description, or an empty string."""

    @abstractmethod
    def clause(self, action: Action, view: ViewT) -> str:
        """The clause that allows an action."""

    @abstractmethod
    def turn_begun(self, event: Event) -> int | None:
        """The seat whose turn begins with an event, if one does."""

    @abstractmethod
    def is_remarkable(self, event: Event) -> bool:
        """Whether an event gets a line of its own, in bold."""

    def choices(self, actions: Sequence[Action], view: ViewT) -> list[Choice]:
        """The legal actions as a list of choices."""
        listed = [
            Choice(action, self.text.action(action, view), self.note(action, view), self.group(action))
            for action in actions
        ]
        return sorted(listed, key=lambda choice: self.rank(choice.action, view))


def around(seat: int | None, players: int) -> list[int]:
    """The seats clockwise, the viewer's last: it is on this side of the table.

    >>> around(1, 3), around(None, 3)
    ([2, 0, 1], [0, 1, 2])
    """
    first = 0 if seat is None else seat + 1
    return [(first + step) % players for step in range(players)]


def ranks(ranking: Sequence[Sequence[int]] | None) -> Iterator[tuple[int, int]]:
    """The rank of each seat, from first to last; tied seats have the same rank.

    >>> list(ranks([(2,), (0, 1), (3,)]))
    [(1, 2), (2, 0), (2, 1), (4, 3)]
    """
    rank = 1
    for seats in ranking or ():
        for seat in seats:
            yield rank, seat
        rank += len(seats)


def drawing(game: GameType, language: str) -> Drawing[Any]:
    """The drawing of a game."""
    found = import_module(f"worldgates.terminal.{game.id}").DRAWING(game, language)
    assert isinstance(found, Drawing)
    return found
