"""The screen: lines out, lines in. Nothing moves the cursor, so it works over ssh, in a pipe and on paper.

A plain screen has no colours, rules or columns: what is on it can be read aloud. Whoever leaves, by Ctrl-C, by the end
of the input or because the system ends the program, does so while the screen waits for a line, never in the middle of
a move: that is when a `Leave` is raised.
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
# What would confuse a terminal if it stood in the name of a player: control characters and the like.
_UNFIT: Final = frozenset(("Cc", "Cf", "Co", "Cs", "Zl", "Zp"))


class Leave(Exception):  # noqa: N818 (nothing went wrong)
    """Whoever plays stops here. `for_good`: there is nobody left who could be asked anything."""

    def __init__(self, for_good: bool) -> None:
        super().__init__()
        self.for_good = for_good


class Screen:
    def __init__(self, plain: bool) -> None:
        self.plain = plain
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
        self._leaving: Leave | None = None

    @property
    def width(self) -> int:
        return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))

    # Out.

    def line(self, text: str | Text = "", style: str = "", indent: int = 0, hang: int = 0) -> None:
        """A text, broken between words where it is too long; `hang` is how much further its later lines begin."""
        whole = fit(Text(text, style) if isinstance(text, str) else text)
        for number, (start, end) in enumerate(_breaks(whole.plain, self.width - indent, hang)):
            margin = indent + (hang if number else 0)
            self._write(self._coloured(Text(" " * margin) + whole[start:end]) + "\n")

    def verbatim(self, text: str) -> None:
        """A text that is meant to be copied: never broken, however long it is."""
        self._write(self._coloured(Text("  ") + fit(Text(text))) + "\n")

    def entries(self, entries: list[Text], hang: int) -> None:
        """The entries of a list, those that are short enough side by side."""
        short: list[Text] = []
        for entry in entries:
            if not self.plain and cell_len(entry.plain) + 2 <= self.width // 2:
                short.append(entry)
            else:
                self._side_by_side(short)
                self.line(entry, hang=hang)
        self._side_by_side(short)

    def _side_by_side(self, entries: list[Text]) -> None:
        """Some short entries in columns, as even as can be; they are then forgotten."""
        if entries:
            cell = max(cell_len(entry.plain) for entry in entries) + 2
            rows = -(-len(entries) // (self.width // cell))
            columns = -(-len(entries) // rows)
            for first in range(0, len(entries), columns):
                row = [pad(entry, cell) for entry in entries[first : first + columns]]
                self.line(Text("").join(row))
        entries.clear()

    def heading(self, sentence: str) -> None:
        """A sentence under which something new begins."""
        self.line()
        dash = self._rule()
        if self.plain or cell_len(sentence) + 6 > self.width:
            self.line(sentence, "bold")
        else:
            rest = dash * (self.width - cell_len(sentence) - 4)
            self.line(Text.assemble((dash * 2, "dim"), (f" {sentence} ", "bold"), (rest, "dim")))

    def _rule(self) -> str:
        return "─" if self.can_show("─") else "-"

    def can_show(self, signs: str) -> bool:
        """Whether the terminal's encoding has these signs."""
        try:
            signs.encode(sys.stdout.encoding or "ascii")
        except UnicodeError:
            return False
        return True

    def _coloured(self, text: Text) -> str:
        self._ink.seek(0)
        self._ink.truncate()
        self._console.print(text, end="")
        return self._ink.getvalue()

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except OSError:
            # The terminal, or the other end of the pipe, is gone: from here on nobody reads.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise Leave(for_good=True) from None

    # In.

    def ask(self, prompt: str) -> str:
        """The next line of input."""
        self._write(prompt + " ")
        try:
            answer: str = self._quietly(sys.stdin.readline)
        except OSError:
            answer = ""
        except Leave:
            self.line()
            raise
        if not answer:
            self.line()
            raise Leave(for_good=True)
        if not sys.stdin.isatty():
            self.line(answer.strip())
        return answer.strip()

    def pause(self, seconds: float) -> None:
        """A breath between two turns, for those who watch."""
        if self.interactive and not self.plain:
            self._quietly(lambda: time.sleep(seconds))

    def _quietly(self, wait: Callable[[], T]) -> T:
        """Wait for something; meanwhile a signal may end the game."""
        self._waiting = True
        try:
            self._leave()
            return wait()
        finally:
            self._waiting = False

    @contextmanager
    def attentive(self) -> Iterator[None]:
        """While this lasts, Ctrl-C and the system's requests to end raise a `Leave` at the next quiet moment."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        names = ("SIGINT", "SIGTERM", "SIGHUP")
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        before = {number: signal.getsignal(number) for number in numbers}
        try:
            for number, handler in before.items():
                # Who started the program with a signal switched off, as nohup does, meant it.
                if handler is not signal.SIG_IGN:
                    signal.signal(number, self._signalled)
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _signalled(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 (the form of a handler)
        self._leaving = Leave(for_good=number != signal.SIGINT)
        if self._waiting:
            self._leave()

    def _leave(self) -> None:
        if self._leaving is not None:
            self._waiting = False
            leaving, self._leaving = self._leaving, None
            raise leaving


def fit(text: Text) -> Text:
    """The text without anything a terminal would obey instead of showing it."""
    fitting = text.copy()
    fitting.plain = "".join("\ufffd" if unicodedata.category(letter) in _UNFIT else letter for letter in text.plain)
    return fitting


def pad(text: str | Text, width: int) -> Text:
    """The text, filled up with spaces to a width."""
    return Text.assemble(text, " " * (width - cell_len(str(text))))


def _breaks(text: str, width: int, hang: int) -> list[tuple[int, int]]:
    """Where each line of a text begins and ends; only a word longer than a line sticks out."""
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
