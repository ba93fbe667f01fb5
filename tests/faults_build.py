"""Three servers with faults of every kind, players who note what was confirmed to them, and the check of a history."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import nats
from hosted_build import Nats, Postgres, free_port
from nats.aio.msg import Msg
from server_build import Message, Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from worldgates.server.calls import Call, Deliver
from worldgates.server.calls import Message as BusMessage

# Seconds after which a page that hears nothing goes to another server.
PATIENCE = 5.0
# Seconds that it does not go back to a server that has failed, unless all have.
LEFT_OUT = 10.0
BROKEN = (OSError, EOFError, TimeoutError, ConnectionClosed, InvalidMessage, InvalidHandshake, HTTPException)
# The seed of a game, and the commitment to it.
SEEDS = re.compile(rb"[0-9a-f]{64}")


# The check of a history.


@dataclass(frozen=True)
class Written:
    """An entry as the database has it; `move` is the action of a person, if it is one."""

    number: int
    epoch: int
    move: Message | None = None


def check(confirmed: Sequence[Message], written: Sequence[Written], open: Message | None = None) -> list[str]:
    """What is wrong with the history of a table with one player: moves that were confirmed must be there, each once and
    in order, and the entries of two owners must not be mixed. `open` is a move that was sent and not confirmed."""
    faults = []
    if [each.number for each in written] != list(range(len(written))):
        faults.append("entries are missing, or are there twice")
    epochs = [each.epoch for each in written]
    if epochs != sorted(epochs):
        faults.append("a former owner wrote after its successor")
    moves = [each.move for each in written if each.move is not None]
    if moves[: len(confirmed)] != list(confirmed):
        at = next((n for n, (a, b) in enumerate(zip(confirmed, moves, strict=False)) if a != b), len(moves))
        faults.append(f"confirmed move {at} of {len(confirmed)} is lost, or another one is in its place")
    elif moves[len(confirmed) :] not in ([], [open]):
        faults.append("moves were written that nobody has sent, or one was written twice")
    return faults


# Players.


@dataclass
class History:
    """A table, and what its player knows to be played there."""

    table: str
    confirmed: list[Message] = field(default_factory=list)
    # What was sent and not confirmed.
    open: Message | None = None


@dataclass
class Player:
    """Somebody with one table at a time who plays on whatever happens, at one server or another. After a game there is
    the next."""

    servers: Sequence[Server]
    # The cookie, and an address of their own.
    headers: dict[str, str]
    # What is sent to set the next table.
    request: Message
    chance: random.Random
    # The most seconds that they think.
    thinks: float
    games: list[History] = field(default_factory=list)
    # When servers last failed: a proxy would leave them out for a while.
    failed: dict[int, float] = field(default_factory=dict)
    # Moves of which only the next connection showed whether they had been written.
    found: int = 0
    sent_again: int = 0
    progressed: float = 0.0
    # Moves that were refused, and reactions, which may come after their time.
    refused: list[Message] = field(default_factory=list)
    late: list[Message] = field(default_factory=list)

    @property
    def game(self) -> History:
        return self.games[-1]

    async def play(self, until: asyncio.Event) -> None:
        while not until.is_set():
            well = [each for each in self.servers if monotonic() - self.failed.get(each.port, -LEFT_OUT) >= LEFT_OUT]
            server = self.chance.choice(well or self.servers)
            try:
                if not self.games:
                    self.games.append(History(await asyncio.to_thread(self._set_table, server)))
                url = f"ws://127.0.0.1:{server.port}/api/tables/{self.game.table}/play"
                async with connect(
                    url, additional_headers=self.headers, open_timeout=3, close_timeout=0.2, proxy=None
                ) as socket:
                    await self._converse(socket, until)
                if not until.is_set():
                    # The game is over.
                    self.games.append(History(await asyncio.to_thread(self._set_table, server)))
            except BROKEN:
                self.failed[server.port] = monotonic()
            await asyncio.sleep(0.1)

    def _set_table(self, server: Server) -> str:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=3)
        connection.request("POST", "/api/tables", msgspec.json.encode(self.request), self.headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.status != 201:
            assert answer.status == 503, content
            raise TimeoutError
        return str(msgspec.json.decode(content)["id"])

    async def _converse(self, socket: ClientConnection, until: asyncio.Event) -> None:
        """Play until the game is over."""
        game = self.game
        await socket.send('{"type": "hello", "v": 1}')
        state = (await self._read(socket, "welcome"))["state"]
        if game.open is not None and state["number"] > game.open["number"]:
            self.found += 1
            self._confirm()
        elif game.open is not None:
            self.sent_again += 1
        while not until.is_set():
            while state["asked"] is None and state["status"] == "playing":
                state = await self._next_state(socket, state["number"] - 1)
            if state["status"] != "playing":
                return
            if state["reaction"] is not None:
                await self._send(socket, state, state["asked"]["choices"][-1]["action"])
                state = await self._next_state(socket, state["number"] - 1)
                continue
            await asyncio.sleep(self.chance.uniform(0, self.thinks))
            if game.open is None:
                action = self.chance.choice(state["asked"]["choices"])["action"]
                game.open = {"number": state["number"], "action": action}
            assert game.open["number"] == state["number"], "a state that was shown is there"
            await self._send(socket, state, game.open["action"])
            state = await self._next_state(socket, state["number"])
            self._confirm()

    async def _send(self, socket: ClientConnection, state: Message, action: Message) -> None:
        play = {"type": "play", "number": state["number"], "seat": 0, "action": action}
        await socket.send(msgspec.json.encode(play).decode())

    async def _next_state(self, socket: ClientConnection, above: int) -> Message:
        while True:
            message = await self._read(socket, "state", "welcome")
            state: Message = message.get("state", message)
            if state["number"] > above:
                return state

    async def _read(self, socket: ClientConnection, *kinds: str) -> Message:
        while True:
            message: Message = msgspec.json.decode(await asyncio.wait_for(socket.recv(), PATIENCE))
            if message["type"] in kinds:
                self.progressed = monotonic()
                return message
            if message["type"] == "refused":
                # Nobody knows whether it was written: the next connection shows it.
                (self.late if self.game.open is None else self.refused).append(message)
                assert message["code"] in ("not_now", "stale"), message
                raise TimeoutError

    def _confirm(self) -> None:
        game = self.game
        assert game.open is not None
        if game.open["action"]["do"] != "react":
            game.confirmed.append(game.open["action"])
        game.open = None


# Servers, and what happens to them.


class Cut:
    """A line that can be cut: between one server, and the database or the bus."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.port = free_port()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def mend(self) -> None:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", self.port)

    async def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in list(self._writers):
            writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, other_writer}
        await asyncio.gather(_pump(reader, other_writer), _pump(other_reader, writer))
        self._writers -= {writer, other_writer}


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()


class LoggingServer(Server):
    """A server that writes its complaints to a file: nobody reads them while it runs."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        folder.mkdir()
        self._log = (folder / "log").open("ab")
        super().__init__(folder, **settings)

    def start(self) -> None:
        command = [*self._command, "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._log, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://([^:]+):(\d+)", self.process.stdout.readline())
        assert found
        self.host, self.port = found[1], int(found[2])


@dataclass
class Scene:
    """Servers with a line each to PostgreSQL and to NATS."""

    postgres: Postgres
    nats: Nats
    servers: list[LoggingServer]
    lines: list[dict[str, Cut]]
    chance: random.Random
    stopped: tuple[float, float]
    happened: Counter[str] = field(default_factory=Counter)

    async def fault(self, kind: str) -> None:
        """Let something go wrong; returns when it is over."""
        number = self.chance.randrange(len(self.servers))
        server = self.servers[number]
        if kind == "kill":
            server.process.kill()
            await asyncio.to_thread(server.process.wait)
            await asyncio.sleep(self.chance.uniform(0, 2))
            await asyncio.to_thread(server.start)
        elif kind == "stop":
            server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(self.chance.uniform(*self.stopped))
            server.process.send_signal(signal.SIGCONT)
        elif kind == "term":
            server.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(server.process.wait, 20)
            await asyncio.to_thread(server.start)
        elif kind in ("cut postgres", "cut nats"):
            line = self.lines[number][kind.split()[1]]
            await line.cut()
            await asyncio.sleep(self.chance.uniform(1, 6))
            await line.mend()
        else:
            service = self.postgres if kind == "restart postgres" else self.nats
            await asyncio.to_thread(service.stop)
            await asyncio.sleep(self.chance.uniform(0, 1))
            await asyncio.to_thread(service.start)
        self.happened[kind] += 1

    def close(self) -> None:
        for server in self.servers:
            server.process.send_signal(signal.SIGCONT)
            server.process.kill()
            server.process.wait()


KINDS = ("kill", "stop", "term", "cut postgres", "cut nats", "restart postgres", "restart nats")


async def open_scene(
    folder: Path,
    postgres: Postgres,
    bus: Nats,
    chance: random.Random,
    stopped: tuple[float, float] = (0, 0),
    pause: float = 0.05,
) -> Scene:
    servers, lines = [], []
    for number in range(3):
        cuts = {"postgres": Cut(postgres.port), "nats": Cut(bus.port)}
        for cut in cuts.values():
            await cut.mend()
        options = (
            "--database",
            f"postgresql://club@127.0.0.1:{cuts['postgres'].port}/postgres?schema=faults",
            "--bus",
            f"nats://127.0.0.1:{cuts['nats'].port}",
        )
        settings = "most = 100\nmost_bots = 300\nleast_reaction = 0.3"
        made = await asyncio.to_thread(
            LoggingServer, folder / f"s{number}", pause=pause, settings=settings, options=options
        )
        servers.append(made)
        lines.append(cuts)
    return Scene(postgres, bus, servers, lines, chance, stopped)


class Ear:
    """Hears everything on the bus."""

    def __init__(self) -> None:
        self.heard = 0
        self.kinds: Counter[str] = Counter()
        # What looks like a seed: in what pages get, and in everything else.
        self.delivered: set[bytes] = set()
        self.others: set[bytes] = set()
        # Messages with an entry.
        self.entries = 0

    async def listen(self, url: str) -> None:
        self._client = await nats.connect(url, max_reconnect_attempts=-1, reconnect_time_wait=0.2)
        await self._client.subscribe("worldgates.>", cb=self._hear)

    async def _hear(self, message: Msg) -> None:
        self.heard += 1
        found = msgspec.msgpack.decode(message.data, type=Call if message.reply else BusMessage)
        self.kinds[type(found).__name__] += 1
        (self.delivered if isinstance(found, Deliver) else self.others).update(SEEDS.findall(message.data))
        self.entries += b'"type":"sit"' in message.data

    async def close(self) -> None:
        with suppress(Exception):
            await self._client.close()
