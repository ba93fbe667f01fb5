"""The narrator: what happened, told as it happens or looked up afterwards."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from worldgates.core.games import GameText
from worldgates.terminal.drawing import Drawing
from worldgates.terminal.screen import Screen

# How many events of the log are shown unless somebody asks for more.
LOG_LENGTH: Final = 20


class Narrator:
    def __init__(self, screen: Screen, text: GameText, drawing: Drawing, player_names: list[str]) -> None:
        self.screen = screen
        self.text = text
        self.drawing = drawing
        self.player_names = player_names

    def tell(self, events: list[dict[str, object]]) -> None:
        """What one action brought about, in one paragraph; turns begin under a heading of their own."""
        together: list[str] = []
        for event in events:
            sentence = self.text.event(event, self.player_names)
            if self.drawing.begins_turn(event):
                self._paragraph(together)
                self.screen.heading(sentence)
            elif self.drawing.is_remarkable(event):
                self._paragraph(together)
                self.screen.line(sentence, "bold", indent=0 if self.screen.plain else 2)
            else:
                together.append(sentence)
        self._paragraph(together)

    def _paragraph(self, sentences: list[str]) -> None:
        """The sentences gathered so far, which are then forgotten."""
        if self.screen.plain:
            for sentence in sentences:
                self.screen.line(sentence)
        elif sentences:
            self.screen.line(" ".join(sentences), indent=2, hang=2)
        sentences.clear()

    def log(self, events: list[dict[str, object]]) -> None:
        """A sentence a line, each with its clause."""
        for event in events:
            sentence = self.text.event(event, self.player_names)
            line = Text.assemble(sentence, (f" ({self.text.clause(event)})", "dim"))
            self.screen.line(line, indent=0 if self.screen.plain else 2, hang=2)
