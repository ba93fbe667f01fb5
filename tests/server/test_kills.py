"""The server is killed while fifty tables are played: nothing that was confirmed is lost, nothing is played twice."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_build import BOT, ME, Message, Person, Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from worldgates.core.gametype import NAMES, Games
from worldgates.server.database import FILE
from worldgates.server.table import GameTable, Played, read_config, read_entry

TABLES = 50
KILLS = 5
BETWEEN_KILLS = (0.8, 2.0)


@dataclass
class Player:
    """Somebody at one table who plays on whatever happens to the server."""

    server: Server
    cookie: str
    table: str
    chance: random.Random
    # Every move that was confirmed, or found when the server was back.
    played: list[Message] = field(default_factory=list)
    # What was sent and not confirmed when the connection broke.
    open: Message | None = None
    # How it went on after a break: the open move had been written, or it had not.
    found: int = 0
    sent_again: int = 0
    over: bool = False

    async def play(self, until: asyncio.Event) -> None:
        while not self.over and not until.is_set():
            # While the server is down, or when it goes down.
            with suppress(OSError, EOFError, TimeoutError, ConnectionClosed, InvalidMessage):
                async with self._connect() as socket:
                    await self._converse(socket, until)
            await asyncio.sleep(0.1)

    def _connect(self) -> connect:
        url = f"ws://{self.server.host}:{self.server.port}/api/tables/{self.table}/play"
        return connect(url, additional_headers={"Cookie": self.cookie}, open_timeout=10)

    async def _converse(self, socket: ClientConnection, until: asyncio.Event) -> None:
        await socket.send(msgspec.json.encode({"type": "hello", "v": 1}).decode())
        state = (await _read(socket, "welcome"))["state"]
        if self.open is not None:
            await self._resend(socket, state)
            state = await self._look(socket)
        while not until.is_set():
            while state["asked"] is None and state["status"] == "playing":
                state = await _read(socket, "state")
            if state["status"] != "playing":
                self.over = True
                return
            if state["reaction"] is not None:
                state = await self._let_pass(socket, state)
                continue
            await asyncio.sleep(self.chance.uniform(0, 0.4))
            action = self.chance.choice(state["asked"]["choices"])["action"]
            self.open = {"type": "play", "number": state["number"], "seat": 0, "action": action}
            await socket.send(msgspec.json.encode(self.open).decode())
            state = await _read(socket, "state", above=state["number"])
            self._confirm()

    async def _let_pass(self, socket: ClientConnection, state: Message) -> Message:
        answer = {
            "type": "play",
            "number": state["number"],
            "seat": 0,
            "action": state["asked"]["choices"][-1]["action"],
        }
        await socket.send(msgspec.json.encode(answer).decode())
        # The moment may have been over before.
        return await self._look(socket, may_be_refused=True)

    async def _resend(self, socket: ClientConnection, state: Message) -> None:
        """Send the move again of which nobody knows whether it was played: it must not be played twice."""
        assert self.open is not None
        number = self.open["number"]
        assert state["number"] >= number, "what was confirmed is there"
        await socket.send(msgspec.json.encode(self.open).decode())
        if state["number"] > number:
            assert (await _read(socket, "refused"))["code"] == "stale"
            self.found += 1
        else:
            await _read(socket, "state", above=number)
            self.sent_again += 1
        self._confirm()

    def _confirm(self) -> None:
        assert self.open is not None
        self.played.append(self.open["action"])
        self.open = None

    async def _look(self, socket: ClientConnection, may_be_refused: bool = False) -> Message:
        await socket.send('{"type": "look", "seat": 0}')
        # It has all of the chronicle.
        while (state := await _read(socket, "state", may_be_refused=may_be_refused))["kept"] > 0:
            pass
        return state


async def _read(socket: ClientConnection, kind: str, above: int = -1, may_be_refused: bool = False) -> Message:
    while True:
        message: Message = msgspec.json.decode(await asyncio.wait_for(socket.recv(), 15))
        if message["type"] == kind and message.get("number", 0) > above:
            return message
        assert may_be_refused or message["type"] != "refused", message


@pytest.mark.timeout(120)
def test_fifty_tables_live_through_kills(tmp_path: Path) -> None:
    chance = random.Random(4)
    folder = tmp_path / "data"
    with Server(folder, pause=0.05) as server:
        players = []
        for number in range(TABLES):
            if number % 20 == 0:
                person = Person(server, f"P{number}")
            game = NAMES[number % 2]
            bots = [BOT] * (1 + number % 3)
            table = person.set_table(ME, *bots, game=game)["id"]
            players.append(Player(server, person.cookie, table, random.Random(number)))
        complaints = asyncio.run(_play_and_kill(server, players, chance))
        complaints.append(server.stop())
    assert "".join(complaints) == ""
    # Kills hit moves in both ways: some were written and not yet confirmed, some were not written.
    assert sum(player.found + player.sent_again for player in players) > 5
    assert sum(len(player.played) for player in players) > 5 * TABLES
    with sqlite3.connect(folder / FILE) as database:
        for player in players:
            assert _moves_of_people(database, player.table) == player.played


async def _play_and_kill(server: Server, players: list[Player], chance: random.Random) -> list[str]:
    complaints: list[str] = []
    enough = asyncio.Event()
    playing = asyncio.gather(*(player.play(enough) for player in players))
    for _ in range(KILLS):
        await asyncio.sleep(chance.uniform(*BETWEEN_KILLS))
        complaints.append(await asyncio.to_thread(server.kill))
        await asyncio.to_thread(server.start)
    # Every table goes on.
    before = [len(player.played) for player in players]
    for _ in range(200):
        waiting = [p for p, n in zip(players, before, strict=True) if not p.over and len(p.played) < n + 2]
        if not waiting or playing.done():
            break
        await asyncio.sleep(0.1)
    assert not waiting
    enough.set()
    await playing
    return complaints


def _moves_of_people(database: sqlite3.Connection, id: str) -> list[Any]:
    """The moves of people that are on disk, after everything on disk was played again."""
    ((config, code),) = database.execute("SELECT setting, code FROM tables WHERE id = ?", (id,))
    found = read_config(config.encode())
    table = GameTable(id, code, found, Games().get(found.game))
    rows = database.execute("SELECT number, entry FROM entries WHERE table_id = ? ORDER BY number", (id,)).fetchall()
    assert [number for number, _ in rows] == list(range(len(rows)))
    entries = [read_entry(entry.encode(), table.type) for _, entry in rows]
    for entry in entries:
        table.apply(entry)
    moves = [entry.action.to_dict() for entry in entries if isinstance(entry, Played) and not entry.bot]
    # What is answered at a moment for reactions is written when the moment is over.
    return [move for move in moves if move["do"] != "react"]
