"""The pages of the server benchmark, in a process of their own: players and spectators of some tables.

The process gets its tables as JSON on its standard input and opens their pages. When it is told to go, it plays every
seat for some seconds, at a human pace or as fast as moves are confirmed, and prints what it has measured. It speaks
just enough of the WebSocket protocol to cost little: the server is what is measured.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sys
from time import perf_counter, process_time
from typing import Any, Final

import msgspec

from worldgates.server.protocol import VERSION

PATIENCE: Final = 60
# A decision that all make at the same time (K5).
_IN_SECRET: Final = b'"choose_character"'
# Pages that connect at the same time.
_AT_ONCE: Final = 20
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class PageToOpen(msgspec.Struct):
    """A page to open: at which server, as whom, and at which seat, if any."""

    port: int
    headers: dict[str, str]
    seat: int | None


class TableToPlay(msgspec.Struct):
    id: str
    pages: list[PageToOpen]


class Go(msgspec.Struct):
    """For how many seconds to play, and the average seconds between two moves at a table."""

    seconds: float
    pace: float


class Measured(msgspec.Struct):
    """What a process of pages has measured: all moves, the seconds that each took to each page unless it was one in
    secret, and what it cost here."""

    moves: int
    took: list[float]
    received: int
    sent: int
    cpu: float


class _Choice(msgspec.Struct):
    action: msgspec.Raw


class _Asked(msgspec.Struct):
    seat: int
    choices: list[_Choice]


class _Reaction(msgspec.Struct):
    """An open reaction window (K25)."""


class _State(msgspec.Struct):
    """The fields of a state that the benchmark reads."""

    number: int
    asked: _Asked | None
    reaction: _Reaction | None = None
    status: str = "playing"


class _Message(msgspec.Struct):
    """The fields of a message that the benchmark reads: a state, or a welcome that contains one."""

    type: str
    number: int = -1
    asked: _Asked | None = None
    reaction: _Reaction | None = None
    status: str = "playing"
    state: _State | None = None


_MESSAGES: Final = msgspec.json.Decoder(_Message)


class Page(asyncio.Protocol):
    """An open page."""

    def __init__(self, table: str, page: PageToOpen) -> None:
        self._table = table
        self._page = page
        self._buffer = b""
        self._upgraded = False
        self.failed: BaseException | None = None
        self.number = -1
        self.asked: _Asked | None = None
        # A reaction window is open (K25), so nobody moves.
        self.waits = False
        self.over = False
        # The number of the last state in which it answered and does not do so again.
        self.answered = -1
        # The number of the state that this page waits for, and when it came.
        self.awaited = 0
        self.arrived = asyncio.Event()
        self.arrived_at = 0.0
        self.received = self.sent = 0

    async def open(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self._page.port)
        await asyncio.wait_for(self.arrived.wait(), PATIENCE)
        self.check()

    def check(self) -> None:
        if self.failed is not None:
            raise self.failed

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport
        lines = [
            f"GET /api/tables/{self._table}/play HTTP/1.1",
            f"Host: 127.0.0.1:{self._page.port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: d29ybGRnYXRlcy1iZW5jaA==",
            *(f"{name}: {value}" for name, value in self._page.headers.items()),
        ]
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        at = perf_counter()
        self.received += len(data)
        self._buffer += data
        try:
            if not self._upgraded:
                self._upgrade()
            while (frame := self._next_frame()) is not None:
                self._heard(*frame, at)
        except Exception as error:
            self._fail(error)

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(exc or ConnectionError("the server has closed a page"))

    def _fail(self, error: BaseException) -> None:
        self.failed = self.failed or error
        self.arrived.set()

    def _upgrade(self) -> None:
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return
        if not head.startswith(b"HTTP/1.1 101"):
            raise RuntimeError(f"the server refused a page: {head!r}")
        self._upgraded, self._buffer = True, rest
        self.send({"type": "hello", "v": VERSION, "seat": self._page.seat})

    def _next_frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if not self._upgraded or len(buffer) < 2:
            return None
        length, start = buffer[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return None
        self._buffer = buffer[start + length :]
        return buffer[0] & 15, buffer[start : start + length]

    def _heard(self, kind: int, data: bytes, at: float) -> None:
        if kind == _PING:
            self._write(_PONG, data)
        elif kind == _CLOSE:
            raise RuntimeError(f"the server closed a page: {data!r}")
        elif kind == _TEXT:
            message = _MESSAGES.decode(data)
            if message.type == "refused":
                raise RuntimeError(f"the server refused a move: {data!r}")
            if message.type in ("state", "welcome"):
                self._show(message.state or message, at)

    def _show(self, state: _State | _Message, at: float) -> None:
        self.number, self.asked, self.waits = state.number, state.asked, state.reaction is not None
        self.over = state.status != "playing"
        if self.number == self.answered:
            # This was sent before the server had the answer.
            self.asked = None
        if self.number >= self.awaited:
            self.arrived_at = at
            self.arrived.set()

    def send(self, message: object) -> None:
        self._write(_TEXT, msgspec.json.encode(message))

    def _write(self, kind: int, data: bytes) -> None:
        # A client masks what it says; a mask of zeros leaves it as it is.
        length = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        frame = bytes([128 | kind]) + length + bytes(4) + data
        self.sent += len(frame)
        self.transport.write(frame)

    def await_state(self, number: int) -> None:
        self.awaited = number
        self.arrived.clear()

    async def shows(self) -> float:
        """When this page received the state that it waits for."""
        if not self.arrived.is_set():
            await asyncio.wait_for(self.arrived.wait(), PATIENCE)
        self.check()
        return self.arrived_at

    def play(self, choice: _Choice) -> None:
        assert self.asked is not None
        self.send({"type": "play", "number": self.number, "seat": self.asked.seat, "action": choice.action})


async def _play_table(pages: list[Page], until: float, pace: float, took: list[float], chance: random.Random) -> int:
    """Play for both players of a table, and measure each move's latency to each page."""
    moves = 0
    # Tables start at different times, so that they don't move in step.
    await asyncio.sleep(chance.uniform(0, min(pace, 0.9 * (until - perf_counter()))))
    while perf_counter() < until and not pages[0].over:
        mover = next((page for page in pages if page.asked is not None), None)
        for page in pages:
            page.check()
        if mover is None or mover.asked is None:
            await asyncio.sleep(0.05 if pace else 0.01)
            continue
        moves += 1
        if mover.waits or _IN_SECRET in bytes(mover.asked.choices[0].action):
            # The answer is shown when the window closes, or when all have decided; that wait does not count as the
            # server's time.
            mover.play(mover.asked.choices[-1])
            mover.asked, mover.answered = None, mover.number
            continue
        for page in pages:
            page.await_state(mover.number + 1)
        sent = perf_counter()
        mover.play(chance.choice(mover.asked.choices))
        took += [await page.shows() - sent for page in pages]
        if pace:
            await asyncio.sleep(max(0.0, min(chance.expovariate(1 / pace), until - perf_counter())))
    return moves


async def _main() -> None:
    lines = sys.stdin
    seed, tables = msgspec.json.decode(lines.readline(), type=tuple[int, list[TableToPlay]])
    chance, at_once = random.Random(seed), asyncio.Semaphore(_AT_ONCE)
    rows = [[Page(table.id, page) for page in table.pages] for table in tables]

    async def open_page(page: Page) -> None:
        async with at_once:
            await page.open()

    await asyncio.gather(*(open_page(page) for row in rows for page in row))
    # What is there stays; the collector need not look at it while times are measured.
    gc.freeze()
    gc.disable()
    print("ready", flush=True)
    go = msgspec.json.decode(await asyncio.to_thread(lines.readline), type=Go)
    pages = [page for row in rows for page in row]
    for page in pages:
        page.check()
        page.received = page.sent = 0
    cpu, until, took = process_time(), perf_counter() + go.seconds, list[float]()
    moves = sum(await asyncio.gather(*(_play_table(row, until, go.pace, took, chance) for row in rows)))
    received, sent = sum(page.received for page in pages), sum(page.sent for page in pages)
    print(msgspec.json.encode(Measured(moves, took, received, sent, process_time() - cpu)).decode(), flush=True)
    # The server is about to stop; the pages end with this process.
    lines.readline()


if __name__ == "__main__":
    asyncio.run(_main())
