"""The worker processes in which a server's bots think.

There are few of them, started when they are needed, and each thinks for one seat at a time. So any number of experts
at any number of tables leaves the event loop, and with it all other tables, alone. Analyses of finished games use the
same processes, part by part, when no bot waits for one.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections import deque
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Final

import msgspec

from worldgates.api.bot import BotError
from worldgates.bots.candidates import SEARCHING
from worldgates.bots.ladder import make_policy
from worldgates.bots.levels import level_named
from worldgates.core.chance import FastChance
from worldgates.core.gametype import GameType
from worldgates.core.table import Table
from worldgates.server.thinker import Answer, Found, Part, Request

MOST_PROCESSES: Final = 4
# An expert takes less than a second compiled, and a minute or two in plain Python.
SECONDS: Final = 180.0

Process = subprocess.Popen[bytes]


class _Slots:
    """A semaphore with two queues: whoever comes `later` gets a slot only when nobody waits in the first one."""

    def __init__(self, number: int) -> None:
        self._free = number
        self._queues: tuple[deque[asyncio.Future[None]], ...] = (deque(), deque())

    @asynccontextmanager
    async def taken(self, later: bool) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._queues[later].append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    # It was given a slot in the same moment.
                    self._pass_on()
                raise
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        for queue in self._queues:
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1


class Thinkers:
    def __init__(self, processes: int | None = None) -> None:
        """One process fewer than there are cores, but at least one, unless `processes` says otherwise."""
        self.processes = processes or max(1, min(MOST_PROCESSES, (os.cpu_count() or 2) - 1))
        self._slots = _Slots(self.processes)
        self._threads = ThreadPoolExecutor(self.processes, "thinker")
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._closed = False

    async def choose(self, type: GameType, level: str, world: Table, chance: FastChance) -> int:
        """The number of the action that a level of the ladder chooses at an imagined table."""
        if level_named(level) not in SEARCHING:
            # This takes microseconds.
            return int(make_policy(level, type, chance).choose(world))
        found = await self.search(type, level, world, chance)
        return int(world.legal()[found[0].index])

    async def search(
        self, type: GameType, level: str, world: Table, chance: FastChance, *, thorough: bool = False
    ) -> list[Found]:
        """The candidates of a search at an imagined table, from the best to the worst."""
        position = type.write_position(world, [""] * int(world.players))
        cards = None if type.cards_folder is None else str(type.cards_folder)
        stream = (int(chance.a), int(chance.b), int(chance.c), int(chance.counter))
        request = Request(type.id, level, msgspec.Raw(msgspec.json.encode(position)), stream, cards, thorough)
        return (await self._answer(request, level)).found

    async def analyse(self, part: Part) -> Answer:
        """A part of an analysis. It waits until no bot waits."""
        return await self._answer(part, "analysis", later=True)

    async def _answer(self, request: Request | Part, who: str, *, later: bool = False) -> Answer:
        line = msgspec.json.encode(request) + b"\n"
        async with self._slots.taken(later):
            answer = await self._ask(line)
            if answer is None:
                # The process has died, perhaps while it was idle: another one gets the request.
                answer = await self._ask(line)
        if answer is None:
            raise BotError(who, "the process in which it thinks has ended")
        if answer.error:
            raise BotError(who, answer.error)
        return answer

    async def _ask(self, line: bytes) -> Answer | None:
        """A process's answer; None if it has ended."""
        process = self._idle.pop() if self._idle else self._start()
        self._busy.add(process)
        answer = None
        try:
            # Its pipes block, so a thread waits for them; it ends at the latest when the process does.
            async with asyncio.timeout(SECONDS):
                found = await asyncio.get_running_loop().run_in_executor(self._threads, _exchange, process, line)
            if found:
                answer = msgspec.json.decode(found, type=Answer)
        except TimeoutError:
            pass
        finally:
            self._busy.discard(process)
            if answer is None or self._closed:
                # It has ended, or nobody waits for its answer any more.
                process.kill()
            else:
                self._idle.append(process)
        return answer

    def _start(self) -> Process:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "worldgates.server.thinker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Ctrl-C in a terminal is for the server, which then closes these.
            start_new_session=True,
        )

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        for process in [*self._idle, *self._busy]:
            process.kill()
        for process in self._idle:
            _exchange(process, b"")
        self._idle.clear()
        self._threads.shutdown(wait=False)


def _exchange(process: Process, line: bytes) -> bytes:
    """Send a line and wait for the answer; an empty one means that the process has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(line)
        process.stdin.flush()
        answer = process.stdout.readline()
    except (OSError, ValueError):
        answer = b""
    if not answer:
        with suppress(OSError):
            process.stdin.close()
        process.stdout.close()
        process.wait()
    return answer
