"""The screen: line-based output and input. Nothing moves the cursor, so it works over ssh, in a pipe and on paper.

A plain page has no colours, rules or columns: a screen reader can read it aloud. A player can leave by Ctrl-C, by
ending the input, or because the system terminates the program. `PlayerLeftError` is raised only while the screen waits
for a line, never in the middle of a move.
"""

from __future__ import annotations

import io
import os
import select
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
    """The player leaves. `for_good`: nobody can answer prompts any more. `save`: whether to save the game."""

    def __init__(self, *, for_good: bool, save: bool = True) -> None:
        super().__init__()
        self.for_good = for_good
        self.save = save


class Page(ABC):
    """Lines of text, wrapped to `width`."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain

    @property
    @abstractmethod
    def width(self) -> int: ...

    @abstractmethod
    def _write(self, line: Text) -> None:
        """Write one line."""

    @abstractmethod
    def can_show(self, signs: str) -> bool:
        """Whether the page's encoding supports these characters."""

    def line(self, text: str | Text = "", style: str = "", indent: int = 0, hang: int = 0) -> None:
        """Write a text, wrapped between words; `hang` is the extra indent of its second and later lines."""
        whole = fit(Text(text, style) if isinstance(text, str) else text)
        for number, (start, end) in enumerate(_breaks(whole.plain, self.width - indent, hang)):
            margin = indent + (hang if number else 0)
            self._write(Text(" " * margin) + whole[start:end])

    def verbatim(self, text: str) -> None:
        """Write a text for copying, without wrapping."""
        self._write(Text("  ") + fit(Text(text)))

    def entries(self, entries: list[Text], hang: int) -> None:
        """Write the entries of a list; short entries share a line."""
        short: list[Text] = []
        for entry in entries:
            if not self.plain and cell_len(entry.plain) + 2 <= self.width // 2:
                short.append(entry)
            else:
                self._side_by_side(short)
                self.line(entry, hang=hang)
        self._side_by_side(short)

    def _side_by_side(self, entries: list[Text]) -> None:
        """Write the collected short entries in balanced columns, and clear the list."""
        if entries:
            cell = max(cell_len(entry.plain) for entry in entries) + 2
            rows = -(-len(entries) // (self.width // cell))
            columns = -(-len(entries) // rows)
            for first in range(0, len(entries), columns):
                row = [pad(entry, cell) for entry in entries[first : first + columns]]
                self.line(Text("").join(row))
        entries.clear()

    def heading(self, sentence: str) -> None:
        """Write a sentence as the heading of something new."""
        self.line()
        dash = "─" if self.can_show("─") else "-"
        if self.plain or cell_len(sentence) + 6 > self.width:
            self.line(sentence, "bold")
        else:
            rest = dash * (self.width - cell_len(sentence) - 4)
            self.line(Text.assemble((dash * 2, "dim"), (f" {sentence} ", "bold"), (rest, "dim")))


class TextPage(Page):
    """A page that collects its lines in a string, without colours."""

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
        # No-break spaces matter only for wrapping.
        self._lines.append(line.plain.replace("\xa0", " ").rstrip())

    @property
    def text(self) -> str:
        """The content of the page, without leading and trailing empty lines."""
        return "\n".join(self._lines).strip("\n")


class Screen(Page):
    """The terminal, or a pipe in its place."""

    def __init__(self, plain: bool) -> None:
        super().__init__(plain)
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                # A character that the terminal's encoding does not support must not crash the game.
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
        # What was typed ahead, and the end of a pipe that becomes readable with every signal.
        self._typed = b""
        self._wakeup: int | None = None

    @property
    def width(self) -> int:
        return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))

    # Output.

    def can_show(self, signs: str) -> bool:
        """Whether the terminal's encoding supports these characters."""
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
            # The terminal, or the other end of the pipe, is gone: nobody reads the output any more.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise PlayerLeftError(for_good=True) from None

    # Input.

    def ask(self, prompt: str) -> str:
        """The next line of input."""
        self._print(prompt + " ")
        try:
            answer: str = self.wait_for(self._read_line)
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

    def _read_line(self) -> str:
        """The next line of standard input; empty at its end.

        A plain `readline` misses a signal that arrives just before it blocks, and waits for a key. So this waits for
        input and for signals at once.
        """
        if self._wakeup is None:
            return sys.stdin.readline()
        while b"\n" not in self._typed:
            ready, _, _ = select.select([sys.stdin, self._wakeup], [], [])
            if self._wakeup in ready:
                # The signal's handler runs between these two lines.
                os.read(self._wakeup, 512)
                self._leave()
            elif not (data := os.read(sys.stdin.fileno(), 4096)):
                break
            else:
                self._typed += data
        line, newline, self._typed = self._typed.partition(b"\n")
        return (line + newline).decode(sys.stdin.encoding or "utf-8", errors="replace")

    def pause(self, seconds: float) -> None:
        """Pause between two turns, if a person is watching."""
        if self.interactive and not self.plain:
            self.wait_for(lambda: time.sleep(seconds))

    def wait_for(self, wait: Callable[[], T]) -> T:
        """Wait for a result; signals can end the game only during this wait."""
        self._waiting = True
        try:
            self._leave()
            return wait()
        finally:
            self._waiting = False

    @contextmanager
    def attentive(self) -> Iterator[None]:
        """Turn Ctrl-C and termination signals into a `PlayerLeftError` the next time the screen waits."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        names = ("SIGINT", "SIGTERM", "SIGHUP")
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        before = {number: signal.getsignal(number) for number in numbers}
        self._wakeup, end, old = _signal_pipe()
        try:
            for number, handler in before.items():
                # A signal that was ignored at the start, as nohup does, stays ignored.
                if handler is not signal.SIG_IGN:
                    signal.signal(number, self._signalled)
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            if self._wakeup is not None:
                signal.set_wakeup_fd(old)
                os.close(end)
                os.close(self._wakeup)
                self._wakeup = None

    def _signalled(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 (the form of a handler)
        self._leaving = PlayerLeftError(for_good=number != signal.SIGINT)
        if self._waiting:
            self._leave()

    def _leave(self) -> None:
        if self._leaving is not None:
            self._waiting = False
            leaving, self._leaving = self._leaving, None
            raise leaving


def _signal_pipe() -> tuple[int | None, int, int]:
    """A pipe that becomes readable with every signal: its two ends, and what signals woke before.

    There is none where standard input is not a file that can be waited for.
    """
    try:
        select.select([sys.stdin], [], [], 0)
    except (OSError, ValueError, TypeError):
        return None, -1, -1
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    return reader, writer, signal.set_wakeup_fd(writer, warn_on_full_buffer=False)


def fit(text: Text) -> Text:
    """The text with U+FFFD for every character that a terminal would interpret instead of displaying it."""
    fitting = text.copy()
    fitting.plain = "".join(letter if _is_shown(letter) else "\ufffd" for letter in text.plain)
    return fitting


def _is_shown(letter: str) -> bool:
    """Whether a terminal displays a character. Python counts only the ordinary space as printable."""
    return letter.isprintable() or unicodedata.category(letter) == "Zs"


def pad(text: str | Text, width: int) -> Text:
    """The text, padded with spaces to a width."""
    return Text.assemble(text, " " * (width - cell_len(str(text))))


def _breaks(text: str, width: int, hang: int) -> list[tuple[int, int]]:
    """The start and end of each line of a wrapped text; only a word longer than a line overflows."""
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
    """The text, truncated with two dots if it is too long."""
    if cell_len(text) <= width:
        return text
    while cell_len(text) > width - 2:
        text = text[:-1]
    return f"{text.rstrip()}.."
