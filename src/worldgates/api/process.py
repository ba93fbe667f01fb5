"""Bots in other processes, in any language, which speak JSON lines.

For every decision the process reads one line, `{"view": {…}, "legal": [ … ], "seat": 0, "seconds": 2.0}`, and answers
with one line: `{"action": {…}}`, or `{"choice": index into legal}`.
"""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from typing import IO, Any

import msgspec

from worldgates.api.bot import Bot, BotError, Turn
from worldgates.core import formats
from worldgates.core.formats import FormatError
from worldgates.core.shapes import Action, Shape, View

# How long a process may take for a decision, and how long for the first one, which includes its start.
SECONDS = 2.0
SECONDS_TO_START = 10.0
LONGEST_LINE = 1_000_000


class Question(Shape, frozen=True):
    """What a process is asked."""

    view: View
    legal: tuple[Action, ...]
    seat: int
    seconds: float


class Answer(msgspec.Struct, frozen=True):
    """What a process answers: an action, or its place in the list of legal ones. Other keys are ignored."""

    action: dict[str, Any] | None = None
    choice: int | None = None


class ProcessBot(Bot):
    """A bot that is another program, started with a command and spoken to in JSON lines."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.command = command
        self.seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors: IO[bytes] | None = None

    @property
    def name(self) -> str:
        return f"cmd:{self.command}"

    def choose(self, turn: Turn) -> Action:
        seconds = self.seconds if turn.seconds is None else min(self.seconds, turn.seconds)
        patience = seconds
        if self._process is None or self._process.poll() is not None:
            self._start()
            patience = max(seconds, SECONDS_TO_START)
        process = self._process
        assert process is not None
        assert process.stdin is not None
        while not self._answers.empty():
            # What nobody asked for is no answer to the next question.
            if self._answers.get() is None:
                raise BotError(self.name, f"its process ended{self._last_words()}")
        question = formats.write(Question(turn.view, turn.actions, turn.seat, seconds)) + b"\n"
        try:
            process.stdin.write(question)
            process.stdin.flush()
            line = self._answers.get(timeout=patience)
        except queue.Empty:
            self.close()
            raise BotError(self.name, f"it gave no answer within {patience:g} seconds") from None
        except OSError:
            line = None
        if line is None:
            raise BotError(self.name, f"its process ended{self._last_words()}")
        return self._read(line, turn)

    def _read(self, line: bytes, turn: Turn) -> Action:
        try:
            answer = formats.read(formats.parse(line), Answer)
            if answer.action is not None:
                action: Action = formats.read(answer.action, turn._type.action_type, "action")
                return action
        except FormatError as error:
            raise BotError(self.name, f"its answer cannot be read ({error}): {_shortened(line)}") from None
        if answer.choice is None:
            raise BotError(self.name, f'its answer has neither "action" nor "choice": {_shortened(line)}')
        if not 0 <= answer.choice < len(turn.actions):
            raise BotError(
                self.name, f"it chose number {answer.choice}, and there are {len(turn.actions)} actions, from 0 on"
            )
        return turn.actions[answer.choice]

    def _start(self) -> None:
        self.close()
        words = shlex.split(self.command, posix=sys.platform != "win32")
        if not words:
            raise BotError(self.name, "there is no command behind cmd:")
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (open as long as the process)
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, start_new_session=True
            )
        except OSError as error:
            raise BotError(self.name, f"it cannot be started: {error.strerror or error}") from None
        self._answers = queue.SimpleQueue()
        threading.Thread(target=_pump, args=(self._process.stdout, self._answers), daemon=True).start()

    def _last_words(self) -> str:
        """The last line that the process wrote to its standard error."""
        code = self._process.wait(timeout=5) if self._process is not None else None
        ending = f" with exit code {code}" if code is not None else ""
        if self._errors is None:
            return ending
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return f"{ending}: {lines[-1]}" if lines else ending

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        for pipe in (process.stdin, process.stdout, self._errors):
            if pipe is not None:
                pipe.close()

    def __del__(self) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.command, self.seconds)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and whatever it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _pump(source: IO[bytes] | None, answers: queue.SimpleQueue[bytes | None]) -> None:
    """Hand on every line that a process writes, and None when it ends: a pipe itself knows no time limit."""
    assert source is not None
    try:
        while line := source.readline(LONGEST_LINE):
            if line.strip():
                answers.put(line)
    except ValueError:
        pass  # closed while it was read
    answers.put(None)


def _shortened(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return text if len(text) <= 80 else f"{text[:80]}…"
