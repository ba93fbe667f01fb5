"""The narrator: writes events as they happen, or as a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.text import Text

from worldgates.core.shapes import Event
from worldgates.terminal.drawing import Drawing
from worldgates.terminal.screen import Page

# The number of log events that are shown by default.
LOG_LENGTH: Final = 20


class Narrator:
    """Tells events to the player at seat `you`, or to somebody who watches a replay."""

    def __init__(self, page: Page, drawing: Drawing[Any], player_names: Sequence[str], you: int | None = None) -> None:
        self.page = page
        self.text = drawing.text
        self.drawing = drawing
        self.player_names = player_names
        self.you = you

    def narrate(self, events: Sequence[Event]) -> None:
        """Write the events of one action as one paragraph; a new turn starts with a heading."""
        together: list[str] = []
        for event in events:
            sentence = self.text.event(event, self.player_names, self.you)
            if self.drawing.turn_begun(event) is not None:
                self._paragraph(together)
                self.page.heading(sentence)
            elif self.drawing.is_remarkable(event):
                self._paragraph(together)
                self.page.line(sentence, "bold", indent=0 if self.page.plain else 2)
            else:
                together.append(sentence)
        self._paragraph(together)

    def _paragraph(self, sentences: list[str]) -> None:
        """Write the collected sentences, and clear the list."""
        if self.page.plain:
            for sentence in sentences:
                self.page.line(sentence)
        elif sentences:
            self.page.line(" ".join(sentences), indent=2, hang=2)
        sentences.clear()

    def log(self, events: Sequence[Event]) -> None:
        """Write one sentence per line, each with its clause."""
        for event in events:
            sentence = self.text.event(event, self.player_names, self.you)
            line = Text.assemble(sentence, (f" ({self.text.clause(event)})", "dim"))
            self.page.line(line, indent=0 if self.page.plain else 2, hang=2)
