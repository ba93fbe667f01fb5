"""The screen: lines out, lines in. Nothing moves the cursor, so it works over ssh, in a pipe and on paper.

A plain page has no colours, rules or columns: a screen reader can read it aloud. A player can leave by Ctrl-C, by
ending the input or because the system ends the program. `PlayerLeftError` is raised only while the screen waits for a
line, never in the middle of a move.
"""

from __future__ import annotations

import io
import os
import shutil
import signal
import sys
import threading
import time
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

T = TypeVar("T")

WIDEST: Final = 96
NARROWEST: Final = 40


class PlayerLeftError(Exception):
    """The player stops here. `for_good`: nobody can answer questions any more. `save`: whether to save the game."""

    def __init__(self, *, for_good: bool, save: bool = True) -> None:
        super().__init__()
        self.for_good = for_good
        self.save = save


class Page(ABC):
    """Lines of text, as wide as `width` allows."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain

    @property
    @abstractmethod
    def width(self) -> int: ...

    @abstractmethod
    def _write(self, line: Text) -> None:
        """Put one line on the page."""

    @abstractmethod
    def can_show(self, signs: str) -> bool:
        """Whether the encoding of the page has these signs."""

    def line(self, text: str | Text = "", style: str = "", indent: int = 0, hang: int = 0) -> None:
        """Write a text, wrapped between words; `hang` is the further indent of its second and later lines."""
        whole = fit(Text(text, style) if isinstance(text, str) else text)
        for number, (start, end) in enumerate(_breaks(whole.plain, self.width - indent, hang)):
            margin = indent + (hang if number else 0)
            self._write(Text(" " * margin) + whole[start:end])

    def verbatim(self, text: str) -> None:
        """Write a text for copying: it is never wrapped."""
        self._write(Text("  ") + fit(Text(text)))

    def entries(self, entries: list[Text], hang: int) -> None:
        """Write the entries of a list; entries that are short enough stand side by side."""
        short: list[Text] = []
        for entry in entries:
            if not self.plain and cell_len(entry.plain) + 2 <= self.width // 2:
                short.append(entry)
            else:
                self._side_by_side(short)
                self.line(entry, hang=hang)
        self._side_by_side(short)

    def _side_by_side(self, entries: list[Text]) -> None:
        """Write some short entries in columns, as evenly as possible, and empty the list."""
        if entries:
            cell = max(cell_len(entry.plain) for entry in entries) + 2
            rows = -(-len(entries) // (self.width // cell))
            columns = -(-len(entries) // rows)
            for first in range(0, len(entries), columns):
                row = [pad(entry, cell) for entry in entries[first : first + columns]]
                self.line(Text("").join(row))
        entries.clear()

    def heading(self, sentence: str) -> None:
        """Write a sentence under which something new begins."""
        self.line()
        dash = "─" if self.can_show("─") else "-"
        if self.plain or cell_len(sentence) + 6 > self.width:
            self.line(sentence, "bold")
        else:
            rest = dash * (self.width - cell_len(sentence) - 4)
            self.line(Text.assemble((dash * 2, "dim"), (f" {sentence} ", "bold"), (rest, "dim")))


class TextPage(Page):
    """A page that collects its lines as a string, without colours."""

    def __init__(self, width: int, plain: bool = False) -> None:
        super().__init__(plain)
        self._width = max(NARROWEST, width)
        self._lines: list[str] = []

    @property
    def width(self) -> int:
        return self._width

    def can_show(self, signs: str) -> bool:  # noqa: ARG002 (a string has every sign)
        return True

    def _write(self, line: Text) -> None:
        # Spaces that cannot break serve the wrapping only.
        self._lines.append(line.plain.replace("\xa0", " ").rstrip())

    @property
    def text(self) -> str:
        """What is on the page, without empty lines at its beginning and end."""
        return "\n".join(self._lines).strip("\n")


class Screen(Page):
    """The terminal, or the pipe that stands for it."""

    def __init__(self, plain: bool) -> None:
        super().__init__(plain)
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                # A letter that the terminal's encoding does not have must not end the game.
                stream.reconfigure(errors="replace")
        terminal = Console()
        self._ink = io.StringIO()
        self._console = Console(
            file=self._ink,
            force_terminal=True,
            color_system=None if plain else terminal.color_system,  # type: ignore[arg-type]
            no_color=terminal.no_color,
            legacy_windows=False,
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=True,
        )
        self._waiting = False
        self._leaving: PlayerLeftError | None = None

    @property
    def width(self) -> int:
        return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))

    # Out.

    def can_show(self, signs: str) -> bool:
        """Whether the terminal's encoding has these signs."""
        try:
            signs.encode(sys.stdout.encoding or "ascii")
        except UnicodeError:
            return False
        return True

    def _write(self, line: Text) -> None:
        self._ink.seek(0)
        self._ink.truncate()
        self._console.print(line, end="")
        self._print(self._ink.getvalue() + "\n")

    def _print(self, text: str) -> None:
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except OSError:
            # The terminal, or the other end of the pipe, is gone: from here on nobody reads.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise PlayerLeftError(for_good=True) from None

    # In.

    def ask(self, prompt: str) -> str:
        """The next line of input."""
        self._print(prompt + " ")
        try:
            answer: str = self.wait_for(sys.stdin.readline)
        except OSError:
            answer = ""
        except PlayerLeftError:
            self.line()
            raise
        if not answer:
            self.line()
            raise PlayerLeftError(for_good=True)
        if not sys.stdin.isatty():
            self.line(answer.strip())
        return answer.strip()

    def pause(self, seconds: float) -> None:
        """Wait for a moment between two turns, if somebody is watching."""
        if self.interactive and not self.plain:
            self.wait_for(lambda: time.sleep(seconds))

    def wait_for(self, wait: Callable[[], T]) -> T:
        """Wait for something; only during the wait can a signal end the game."""
        self._waiting = True
        try:
            self._leave()
            return wait()
        finally:
            self._waiting = False

    @contextmanager
    def attentive(self) -> Iterator[None]:
        """Turn Ctrl-C and the system's requests to end into a `PlayerLeftError` when the screen next waits."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        names = ("SIGINT", "SIGTERM", "SIGHUP")
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        before = {number: signal.getsignal(number) for number in numbers}
        try:
            for number, handler in before.items():
                # A signal that was switched off at the start, as nohup does, stays off.
                if handler is not signal.SIG_IGN:
                    signal.signal(number, self._signalled)
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _signalled(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 (the form of a handler)
        self._leaving = PlayerLeftError(for_good=number != signal.SIGINT)
        if self._waiting:
            self._leave()

    def _leave(self) -> None:
        if self._leaving is not None:
            self._waiting = False
            leaving, self._leaving = self._leaving, None
            raise leaving


def fit(text: Text) -> Text:
    """The text with U+FFFD for every character that a terminal would obey instead of showing it."""
    fitting = text.copy()
    fitting.plain = "".join(letter if _is_shown(letter) else "\ufffd" for letter in text.plain)
    return fitting


def _is_shown(letter: str) -> bool:
    """Whether a terminal shows a character. For Python, of all spaces only the usual one is printable."""
    return letter.isprintable() or unicodedata.category(letter) == "Zs"


def pad(text: str | Text, width: int) -> Text:
    """The text, padded with spaces to a width."""
    return Text.assemble(text, " " * (width - cell_len(str(text))))


def _breaks(text: str, width: int, hang: int) -> list[tuple[int, int]]:
    """Where each line of a wrapped text begins and ends; only a word longer than a line sticks out."""
    lines: list[tuple[int, int]] = []
    start, end, place = 0, 0, 0
    for word in text.split(" "):
        after = place + len(word)
        room = width - (hang if lines else 0)
        if end > start and word and cell_len(text[start:after]) > room:
            lines.append((start, end))
            start = place
        if word:
            end = after
        place = after + 1
    return [*lines, (start, end)]


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text, broken between words; a word longer than a line is cut."""
    return [shortened(text[start:end], width) for start, end in _breaks(text, width, 0)]


def shortened(text: str, width: int) -> str:
    """The text, cut where it is too long; two dots show that it was."""
    if cell_len(text) <= width:
        return text
    while cell_len(text) > width - 2:
        text = text[:-1]
    return f"{text.rstrip()}.."
