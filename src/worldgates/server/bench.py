"""The server benchmark: how long a move takes to reach every page of its table while many tables are in play.

A real server runs in its own process, on one core if the system allows it. This process simulates all pages, of
players and spectators, and plays every seat at a human pace.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from worldgates.core.gametype import NAMES
from worldgates.server.protocol import VERSION

# The average number of seconds between two moves at a table.
PACE: Final = 4.0
# Tables per visitor: the server rejects more.
TABLES_OF_A_VISITOR: Final = 20
# A decision that all make at the same time (K5).
_IN_SECRET: Final = b'"choose_character"'
PATIENCE: Final = 60

_SERVE: Final = """
import sys
from contextlib import suppress
from pathlib import Path
from worldgates.server.serve import serve

with suppress(KeyboardInterrupt):
    serve("127.0.0.1", 0, Path(sys.argv[1]), False)
"""


class _Choice(msgspec.Struct):
    action: msgspec.Raw


class _Asked(msgspec.Struct):
    seat: int
    choices: list[_Choice]


class _State(msgspec.Struct):
    """The fields of a state that the benchmark reads."""

    number: int
    asked: _Asked | None
    # A reaction window is open (K25).
    reaction: dict[str, object] | None = None
    status: str = "playing"


class _Message(msgspec.Struct):
    """The fields of a message that the benchmark reads: a state, or a welcome that contains one."""

    type: str
    number: int = -1
    asked: _Asked | None = None
    reaction: dict[str, object] | None = None
    status: str = "playing"
    state: _State | None = None


@dataclass
class _Page:
    socket: ClientConnection
    number: int = -1
    asked: _Asked | None = None
    # A reaction window is open (K25), so nobody moves.
    waits: bool = False
    over: bool = False
    # The number of the state that this page waits for.
    awaited: int = 0
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    arrived_at: float = 0.0

    async def read(self) -> None:
        decoder = msgspec.json.Decoder(_Message)
        async for data in self.socket:
            at = perf_counter()
            message = decoder.decode(data)
            if message.type == "refused":
                raise RuntimeError(f"the server refused a move: {data!r}")
            if message.type not in ("state", "welcome"):
                continue
            state = message.state or message
            self.number, self.asked, self.waits = state.number, state.asked, state.reaction is not None
            self.over = state.status != "playing"
            if self.number >= self.awaited:
                self.arrived_at = at
                self.arrived.set()

    async def shows(self, number: int) -> float:
        """When this page received the state with this number."""
        await asyncio.wait_for(self.arrived.wait(), PATIENCE)
        assert self.number >= number
        return self.arrived_at


def bench(
    tables: int = 200, sockets: int = 500, seconds: float = 20.0, progress: Callable[[str], None] = lambda _: None
) -> dict[str, float]:
    """Start a server, play at its tables for the given time, and measure."""
    with (
        tempfile.TemporaryDirectory(prefix="worldgates-bench-") as folder,
        _server(Path(folder)) as (server, port),
        _apart(server.pid),
    ):
        return asyncio.run(_play(server.pid, port, tables, sockets, seconds, progress))


@contextmanager
def _server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server over an empty folder, and its port. Ctrl-C in the benchmark does not reach it."""
    server = subprocess.Popen(
        [sys.executable, "-P", "-c", _SERVE, str(folder)], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert server.stdout is not None
        found = re.search(r"http://[^:]+:(\d+)", server.stdout.readline())
        assert found, "the server says where it is"
        yield server, int(found[1])
    finally:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@contextmanager
def _apart(server: int) -> Iterator[None]:
    """Pin the server to one core and this process to the others, where the system supports it."""
    cores = sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []
    if len(cores) < 2:
        yield
        return
    for thread in Path(f"/proc/{server}/task").iterdir():
        os.sched_setaffinity(int(thread.name), cores[:1])
    os.sched_setaffinity(0, cores[1:])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


async def _play(
    server: int, port: int, tables: int, sockets: int, seconds: float, progress: Callable[[str], None]
) -> dict[str, float]:
    chance = random.Random(1)
    rows: list[list[_Page]] = []
    reading: list[asyncio.Task[None]] = []
    cookie = ""
    try:
        for number in range(tables):
            progress(f"table {number + 1} of {tables}")
            if number % TABLES_OF_A_VISITOR == 0:
                cookie = _introduce(port, number // TABLES_OF_A_VISITOR)
            id = _set_table(port, number // TABLES_OF_A_VISITOR, cookie, NAMES[number % len(NAMES)])
            # Two players, and spectators for the remaining pages.
            watching = (sockets - 2 * tables) * (number + 1) // tables - (sockets - 2 * tables) * number // tables
            visitor = number // TABLES_OF_A_VISITOR
            row = [await _open(port, id, visitor, cookie, seat) for seat in (0, 1)]
            row += [await _open(port, id, visitor, "", None) for _ in range(watching)]
            rows.append(row)
            reading += [asyncio.create_task(page.read()) for page in row]
        await asyncio.sleep(0.5)
        spent, start = _cpu(server), perf_counter()
        progress(f"playing for {seconds:.0f} seconds")
        until = start + seconds
        took: list[float] = []
        moves = sum(await asyncio.gather(*(_play_table(row, until, took, chance) for row in rows)))
        elapsed, spent = perf_counter() - start, _cpu(server) - spent
        for task in reading:
            if task.done():
                task.result()
    finally:
        for task in reading:
            task.cancel()
        # Connections close without a handshake: the server is about to stop.
        for row in rows:
            for page in row:
                page.socket.transport.abort()
    cuts = quantiles(took, n=100, method="inclusive")
    return {
        "tables": tables,
        "sockets": sum(len(row) for row in rows),
        "moves": moves,
        "moves_per_s": round(moves / elapsed, 1),
        "p50_ms": round(1000 * cuts[49], 2),
        "p99_ms": round(1000 * cuts[98], 2),
        "max_ms": round(1000 * max(took), 2),
        "cpu_s_per_1000_moves": round(1000 * spent / moves, 2),
    }


async def _play_table(pages: list[_Page], until: float, took: list[float], chance: random.Random) -> int:
    """Play for both players of a table, and measure each move's latency to each page."""
    moves = 0
    # Tables start at different times, so that they don't move in step.
    await asyncio.sleep(chance.uniform(0, min(PACE, 0.9 * (until - perf_counter()))))
    while perf_counter() < until:
        if pages[0].over:
            break
        mover = next((page for page in pages if page.asked is not None), None)
        if mover is None or mover.asked is None:
            await asyncio.sleep(0.05)
            continue
        if mover.waits or _IN_SECRET in bytes(mover.asked.choices[0].action):
            # The answer is shown when the window closes, or when all have decided; that wait does not count as the
            # server's time.
            await _answer(mover)
            continue
        number = mover.number + 1
        choice = chance.choice(mover.asked.choices)
        for page in pages:
            page.awaited = number
            page.arrived.clear()
        sent = perf_counter()
        await mover.socket.send(_move(mover.number, mover.asked.seat, choice))
        took += [await page.shows(number) - sent for page in pages]
        moves += 1
        await asyncio.sleep(max(0.0, min(chance.expovariate(1 / PACE), until - perf_counter())))
    return moves


async def _answer(page: _Page) -> None:
    assert page.asked is not None
    await page.socket.send(_move(page.number, page.asked.seat, page.asked.choices[-1]))
    page.asked = None


def _move(number: int, seat: int, choice: _Choice) -> str:
    return msgspec.json.encode({"type": "play", "number": number, "seat": seat, "action": choice.action}).decode()


def _ask(port: int, method: str, path: str, body: object, visitor: int, cookie: str = "") -> tuple[Any, str]:
    """Ask as a visitor."""
    headers = _headers(visitor, cookie)
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, path, msgspec.json.encode(body), headers)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    if response.status >= 300:
        raise RuntimeError(f"the server refused {method} {path}: {content!r}")
    return msgspec.json.decode(content), (response.getheader("Set-Cookie") or "").partition(";")[0]


def _introduce(port: int, number: int) -> str:
    return _ask(port, "PUT", "/api/me", {"name": f"Visitor {number + 1}"}, number)[1]


def _set_table(port: int, visitor: int, cookie: str, game: str) -> str:
    seats = [{"kind": "me"}, {"kind": "here", "name": "Other"}]
    return str(_ask(port, "POST", "/api/tables", {"game": game, "seats": seats}, visitor, cookie)[0]["id"])


def _headers(visitor: int, cookie: str) -> dict[str, str]:
    """Each visitor has an address of their own, as a proxy would tell it: their limits are not what is measured."""
    address = f"10.{visitor >> 16 & 255}.{visitor >> 8 & 255}.{visitor & 255}"
    return {"X-Forwarded-For": address, **({"Cookie": cookie} if cookie else {})}


async def _open(port: int, id: str, visitor: int, cookie: str, seat: int | None) -> _Page:
    headers = _headers(visitor, cookie)
    socket = await connect(f"ws://127.0.0.1:{port}/api/tables/{id}/play", additional_headers=headers)
    await socket.send(msgspec.json.encode({"type": "hello", "v": VERSION, "seat": seat}).decode())
    return _Page(socket)


def _cpu(process: int) -> float:
    """Seconds of CPU time that a process has used, where the system reports it."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0
