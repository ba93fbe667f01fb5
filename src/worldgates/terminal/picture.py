"""The table as plain text, as the terminal draws it: for `print(game)`."""

from __future__ import annotations

from worldgates.api.game import Game
from worldgates.core.shapes import View
from worldgates.terminal.drawing import drawing
from worldgates.terminal.screen import TextPage


def table_text(game: Game, view: View, language: str, width: int) -> str:
    """The table of a game as a view shows it, without colours, in lines of at most `width` characters."""
    page = TextPage(width)
    drawing(game.type, language).table(page, view, game.players, compact=True)
    return page.text
