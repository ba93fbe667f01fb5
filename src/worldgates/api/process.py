"""Bots in other processes, in any language, over JSON lines.

For every decision the process reads one line, `{"view": {…}, "legal": [ … ], "seat": 0, "seconds": 2.0}`, and responds
with one line: `{"action": {…}}`, or `{"choice": index into legal}`.
"""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import weakref
from collections import deque
from contextlib import suppress
from typing import IO, Any

import msgspec

from worldgates.api.bot import BotError, InterruptedBot, Turn
from worldgates.core import formats
from worldgates.core.formats import FormatError
from worldgates.core.shapes import Action, Shape, View

# The default timeout for a decision, and for the first one, which includes starting the process.
SECONDS = 2.0
SECONDS_TO_START = 10.0
# How long to wait for the standard error of a process that has closed its output.
SECONDS_TO_END = 1.0
LONGEST_LINE = 1_000_000
MOST_UNREAD_LINES = 100


class Question(Shape, frozen=True):
    """The request to a process."""

    view: View
    legal: tuple[Action, ...]
    seat: int
    seconds: float


class Answer(msgspec.Struct, frozen=True):
    """The response of a process: an action, or its index in the list of legal ones. Other keys are ignored."""

    action: dict[str, Any] | None = None
    choice: int | None = None


class ProcessBot(InterruptedBot):
    """A bot in another process, which is started with a command and communicates over JSON lines.

    The process is started for the first decision, and restarted after it has ended or timed out.
    """

    def __init__(self, command: str, seconds: float | None = None) -> None:
        """`seconds` is the timeout for a decision, unless the game sets its own."""
        self.command = command
        self.seconds = seconds
        self._program: _Program | None = None

    @property
    def name(self) -> str:
        return f"cmd:{self.command}"

    def choose(self, turn: Turn) -> Action:
        seconds = turn.seconds or self.seconds or SECONDS
        patience = seconds
        program = self._program
        if program is None or not program.is_usable():
            program = self._start()
            patience = max(seconds, SECONDS_TO_START)
        question = formats.write(Question(turn.view, turn.actions, turn.seat, seconds)) + b"\n"
        try:
            line = program.ask(question, patience)
        except queue.Empty:
            self.close()
            raise BotError(self.name, f"it gave no answer within {patience:g} s") from None
        if line is None:
            ending = program.last_words()
            self.close()
            raise BotError(self.name, f"its process ended{ending}")
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

    def _start(self) -> _Program:
        self.close()
        try:
            words = shlex.split(self.command, posix=sys.platform != "win32")
        except ValueError as error:
            raise BotError(self.name, f"its command cannot be read: {error}") from None
        if not words:
            raise BotError(self.name, "there is no command behind cmd:")
        try:
            self._program = _Program(words)
        except OSError as error:
            raise BotError(self.name, f"it cannot be started: {error.strerror or error}") from None
        return self._program

    def close(self) -> None:
        """Kill the process."""
        program, self._program = self._program, None
        if program is not None:
            program.end()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.command, self.seconds)


class _Program:
    """A running process. Threads read and write its pipes, because pipes have no timeouts."""

    def __init__(self, words: list[str]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        self._owner = os.getpid()
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors: deque[bytes] = deque(maxlen=20)
        self._listener = _thread(_keep_last, self._process.stderr, self._errors)
        _thread(_write, self._process.stdin, self._questions)
        _thread(_read, self._process.stdout, self._answers)
        # Also when the bot is garbage-collected, or this program exits.
        self.end = weakref.finalize(self, _end, self._process, self._questions, self._owner)

    def is_usable(self) -> bool:
        """Whether it can be used; a process that was started before a fork belongs to the parent."""
        return self._owner == os.getpid() and self._process.poll() is None

    def ask(self, question: bytes, seconds: float) -> bytes | None:
        """The next line after a request, or None if the process ended; raises queue.Empty on a timeout."""
        for _ in range(self._answers.qsize()):
            # Unsolicited output must not count as the response to the next request.
            if self._answers.get() is None:
                return None
        self._questions.put(question)
        return self._answers.get(timeout=seconds)

    def last_words(self) -> str:
        """How the process ended: its exit code and the last line of its standard error."""
        try:
            ending = f" with exit code {self._process.wait(SECONDS_TO_END)}"
        except subprocess.TimeoutExpired:
            return ", or closed its output"
        self._listener.join(SECONDS_TO_END)
        lines = [line for line in list(self._errors) if line.strip()]
        return f"{ending}: {_shortened(lines[-1])}" if lines else ending


def _thread(target: Any, *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread


def _write(sink: IO[bytes], questions: queue.SimpleQueue[bytes | None]) -> None:
    """Write every request; if the process does not read them, only this thread blocks."""
    with suppress(OSError, ValueError):
        while (question := questions.get()) is not None:
            sink.write(question)
            sink.flush()
    with suppress(OSError, ValueError):
        sink.close()


def _read(source: IO[bytes], answers: queue.SimpleQueue[bytes | None]) -> None:
    """Pass on every line of output, and None when the process ends."""
    with suppress(OSError, ValueError), source:
        while line := source.readline(LONGEST_LINE):
            # Excess output is discarded, so that it does not fill the memory.
            if line.strip() and answers.qsize() < MOST_UNREAD_LINES:
                answers.put(line)
    answers.put(None)


def _keep_last(source: IO[bytes], lines: deque[bytes]) -> None:
    with suppress(OSError, ValueError), source:
        while line := source.readline(LONGEST_LINE):
            lines.append(line[:1000])


def _end(process: subprocess.Popen[bytes], questions: queue.SimpleQueue[bytes | None], owner: int) -> None:
    """Kill a process and its children."""
    questions.put(None)
    if owner != os.getpid():
        return
    if sys.platform == "win32":
        process.kill()
    else:
        # The process group outlives its leader if the process has started others.
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _shortened(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return text if len(text) <= 80 else f"{text[:80]}…"
