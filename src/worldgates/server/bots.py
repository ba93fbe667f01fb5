"""The bots that players can choose: those of the ladder, and the host's own.

A host's bot is a third-party program, which may crash, hang or return nonsense. Each of its decisions runs in a
thread of its own, with a timeout. A thread cannot be killed, so a bot that hangs keeps its thread; the number of
threads is limited, and a bot gets no further request until it has answered. The bot sees a `Turn`, built from what its
seat knows.
"""

from __future__ import annotations

import asyncio
import shlex
import shutil
import sys
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import PurePath
from threading import Thread
from typing import Final

from worldgates.api.bot import Bot, BotError, InterruptedBot, Turn, ask, describe
from worldgates.api.process import SECONDS_TO_START, ProcessBot
from worldgates.bots.ladder import BOTS, bot_named
from worldgates.bots.levels import ALIASES
from worldgates.core.formats import FormatError
from worldgates.server.protocol import LONGEST_BOT
from worldgates.server.sentences import clean
from worldgates.server.thinkers import Thinkers

OPTION: Final = "--bots"
SECONDS: Final = 5.0
# Grace period for a bot that enforces its time limit itself.
GRACE: Final = 0.5
# The most concurrent decisions, and the most bots kept in memory. A bot that was dropped is recreated when needed.
MAX_THREADS: Final = 16
MAX_SEATED: Final = 64
# The timeout, in seconds, for closing all bots when the server stops.
SECONDS_TO_CLOSE: Final = 1.0

# A seat: the id of its table, and its index.
Seat = tuple[str, int]


class _Given:
    """A host's bot: its specification, and the object itself if all seats share it."""

    def __init__(self, given: str) -> None:
        self.given = given
        bot = bot_named(given, OPTION)
        if isinstance(bot, ProcessBot):
            _check_program(bot)
        self.is_interrupted = isinstance(bot, InterruptedBot)
        self.name = _public_name(bot)
        # `module:Class` creates one bot per seat; `module:bot` is one shared object.
        self.shared = bot if bot_named(given, OPTION) is bot else None


class _Seated:
    """A bot at a seat. Its methods run in worker threads."""

    def __init__(self, given: _Given) -> None:
        self.given = given
        self.bot: Bot | None = None
        # Held while a thread runs.
        self.lock = asyncio.Lock()
        # Whether a decision timed out and its thread still runs, and whether any decision has ever failed.
        self.hangs = False
        self.has_failed = False

    def limit(self, seconds: float) -> float:
        """The timeout for a decision. A process gets extra time for its first one, to start."""
        if not self.given.is_interrupted:
            return seconds
        return (seconds if self.has_failed else max(seconds, SECONDS_TO_START)) + GRACE

    def choose(self, turn: Turn) -> int:
        """The index of the chosen action. Call it only in a worker thread."""
        try:
            if self.bot is None:
                self.bot = self.given.shared or bot_named(self.given.given, OPTION)
                self.bot.new_game()
            return ask(self.bot, turn)
        except BotError:
            raise
        except BaseException as error:
            raise BotError(self.given.name, f"it crashed with {describe(error)}") from None

    def close(self) -> None:
        """Close the bot and ignore its errors."""
        with suppress(BaseException):
            if self.bot is not None:
                self.bot.close()


class HostBots:
    def __init__(self, given: Sequence[str] = (), seconds: float = SECONDS) -> None:
        """`given` are bots as named on the command line; raises a FormatError for one that cannot be used."""
        self.seconds = seconds
        self._given: dict[str, _Given] = {}
        for each in given:
            if each in BOTS or each in ALIASES:
                continue
            bot = _Given(each)
            if bot.name in self.names:
                raise FormatError(f"two bots are called {bot.name}: give one of them another name", OPTION)
            self._given[bot.name] = bot
        # Where the levels of the ladder think.
        self.thinkers = Thinkers()
        self._seated: OrderedDict[Seat, _Seated] = OrderedDict()
        self._threads = asyncio.Semaphore(MAX_THREADS)
        self._hanging = 0

    @property
    def names(self) -> list[str]:
        """Every bot that a seat can have."""
        return [*BOTS, *self._given]

    def knows(self, name: str) -> bool:
        """Whether a seat can have this bot, under its present or a former name."""
        return name in ALIASES or name in self.names

    def is_given(self, name: str) -> bool:
        """Whether a bot is one of the host's own."""
        return name in self._given

    async def decide(self, name: str, seat: Seat, turn: Turn) -> int:
        """The index of the action that a host's bot chooses; raises a BotError that says what went wrong."""
        seated = self._at(name, seat)
        if seated.hangs:
            raise BotError(name, "it still has not answered an earlier question")
        if self._hanging >= MAX_THREADS:
            raise BotError(name, f"{MAX_THREADS} bots of this server do not answer: no more are asked")
        limit = seated.limit(self.seconds)
        # Read before the bot gets the turn, which it could modify.
        legal = list(turn._table.legal())
        try:
            async with asyncio.timeout(limit):
                # This also waits for the thread of an earlier request that timed out.
                await seated.lock.acquire()
                try:
                    await self._threads.acquire()
                except BaseException:
                    seated.lock.release()
                    raise
                number = await self._start(seated, turn)
        except TimeoutError:
            if seated.lock.locked():
                self._hang(seated)
                raise BotError(name, f"it gave no answer within {limit:g} s") from None
            raise BotError(name, f"too many other bots were thinking for {limit:g} s") from None
        if number not in legal:
            raise BotError(name, "it has changed its turn and chose something that is not a legal action")
        return number

    def _at(self, name: str, seat: Seat) -> _Seated:
        given = self._given[name]
        key = seat if given.shared is None else (given.name, -1)
        if key not in self._seated:
            self._drop_oldest()
            self._seated[key] = _Seated(given)
        self._seated.move_to_end(key)
        return self._seated[key]

    def _drop_oldest(self) -> None:
        while len(self._seated) >= MAX_SEATED:
            free = next((key for key, seated in self._seated.items() if not seated.lock.locked()), None)
            if free is None:
                return
            self._close([self._seated.pop(free)])

    def _start(self, seated: _Seated, turn: Turn) -> asyncio.Future[int]:
        """Run a bot's decision in a thread, which releases the bot's lock when it ends."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[int] = loop.create_future()

        def end(number: int | None, error: BaseException | None) -> None:
            seated.lock.release()
            self._threads.release()
            self._hanging -= seated.hangs
            seated.hangs = False
            if future.done():
                return
            if number is None:
                seated.has_failed = True
                assert error is not None
                future.set_exception(error)
            else:
                future.set_result(number)

        def run() -> None:
            number, failure = None, None
            try:
                number = seated.choose(turn)
            except BaseException as error:
                failure = error
            # The server may have stopped in the meantime.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(end, number, failure)

        try:
            Thread(target=run, name=f"bot {seated.given.name}", daemon=True).start()
        except RuntimeError as error:
            # The system cannot start another thread.
            end(None, BotError(seated.given.name, str(error)))
        return future

    def _hang(self, seated: _Seated) -> None:
        self._hanging += not seated.hangs
        seated.hangs = seated.has_failed = True
        if isinstance(seated.bot, ProcessBot):
            # A process can be killed, which unblocks its thread.
            seated.close()

    def leave(self, table: str) -> None:
        """Drop the bots of a table."""
        for key in [key for key in self._seated if key[0] == table]:
            self._close([self._seated.pop(key)])

    def close(self) -> None:
        """On shutdown, kill all bot processes and let the other bots close."""
        self.thinkers.close()
        seated = list(self._seated.values())
        self._seated.clear()
        for thread in self._close(seated):
            thread.join(SECONDS_TO_CLOSE / len(seated))

    def _close(self, seated: list[_Seated]) -> list[Thread]:
        """Close bots: processes at once, others in threads because their `close` may block."""
        threads = []
        for each in seated:
            if isinstance(each.bot, ProcessBot):
                each.close()
            elif each.bot is not None and each.given.shared is None:
                threads.append(Thread(target=each.close, daemon=True))
                threads[-1].start()
        return threads


def _public_name(bot: Bot) -> str:
    """The name of a bot in the lobby. It is public, so a command is shortened to the name of its program."""
    try:
        name = _program_name(bot) if isinstance(bot, ProcessBot) else bot.name
        name = clean(name)[:LONGEST_BOT]
    except Exception as error:
        raise FormatError(f"a bot has no name: {describe(error)}", OPTION) from error
    if not name:
        raise FormatError("a bot has no name", OPTION)
    return name


def _program_name(bot: ProcessBot) -> str:
    words = _words(bot)
    # After an interpreter comes the program's file.
    file = next((word for word in words[1:] if PurePath(word).suffix and not word.startswith("-")), words[0])
    return PurePath(file).name


def _check_program(bot: ProcessBot) -> None:
    try:
        words = _words(bot)
    except ValueError as error:
        raise FormatError(f"{bot.name} cannot be read: {error}", OPTION) from None
    if not words:
        raise FormatError("there is no command behind cmd:", OPTION)
    if shutil.which(words[0]) is None:
        raise FormatError(f"there is no program {words[0]}", OPTION)


def _words(bot: ProcessBot) -> list[str]:
    return shlex.split(bot.command, posix=sys.platform != "win32")
