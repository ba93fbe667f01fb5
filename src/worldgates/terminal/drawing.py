"""What a game has to bring along to be played in a terminal: how its table looks and how its choices are listed.

Each game does so in the module here that bears its name; everything else in this package is the same for all games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from rich.text import Text

from worldgates.core.games import Game
from worldgates.core.table import Table
from worldgates.core.text import words
from worldgates.terminal.screen import Screen


@dataclass(frozen=True)
class Choice:
    """One line in a list of choices."""

    action: int
    object: dict[str, Any]
    words: str
    note: str
    group: str


class Drawing(ABC):
    """A game on the screen, in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.words = words(language)
        self.text = game.text(language)

    @abstractmethod
    def introduction(self) -> list[str]:
        """What somebody who has never seen the game needs to know to begin, in a few short paragraphs."""

    @abstractmethod
    def table(self, screen: Screen, view: dict[str, Any], labels: list[str], compact: bool = False) -> None:
        """The whole table. Each seat has a label: its name and perhaps what else is good to know."""

    def ink(self, sentence: str) -> Text:
        """A sentence in the colours of the game, for the lists of choices."""
        return Text(sentence)

    @abstractmethod
    def reminder(self, screen: Screen, view: dict[str, Any]) -> None:
        """What the deciding seat has to have in mind, in a line or two, where the table is not shown."""

    @abstractmethod
    def piles(self, screen: Screen, view: dict[str, Any]) -> None:
        """What is known of the piles, for whoever wants to leaf through them."""

    @abstractmethod
    def ending(self, screen: Screen, view: dict[str, Any], labels: list[str]) -> None:
        """The final ranking, and what each seat has to show for it."""

    @abstractmethod
    def group(self, action: dict[str, Any]) -> str:
        """The heading under which an action stands among the choices."""

    @abstractmethod
    def rank(self, action: dict[str, Any], view: dict[str, Any]) -> tuple[int, ...]:
        """Where an action stands among the choices; equal ones stay in the order of the rules."""

    @abstractmethod
    def cards_in(self, action: dict[str, Any], view: dict[str, Any]) -> list[str]:
        """The cards that an action is about."""

    @abstractmethod
    def note(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        """What is good to know beside the words for an action, or nothing."""

    @abstractmethod
    def clause(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        """The clause that allows an action."""

    def begins_turn(self, event: dict[str, object]) -> bool:
        return event["event"] == "turn"

    @abstractmethod
    def is_remarkable(self, event: dict[str, object]) -> bool:
        """Whether nobody should miss it."""

    def choices(self, table: Table, view: dict[str, Any]) -> list[Choice]:
        """The legal actions as a list to choose from. Equal ones stay apart, so that the numbers do not move."""
        listed = []
        for action in table.legal():
            object = self.game.action_to_object(table, action)
            words, note = self.text.action(object, view), self.note(object, view)
            listed.append(Choice(int(action), object, words, note, self.group(object)))
        return sorted(listed, key=lambda choice: self.rank(choice.object, view))


def drawing(game: Game, language: str) -> Drawing:
    """The drawing of a game."""
    found = import_module(f"worldgates.terminal.{game.id}").DRAWING(game, language)
    assert isinstance(found, Drawing)
    return found
