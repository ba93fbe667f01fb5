"""More than a server can take: it refuses clearly, says when to come back, and goes on serving the others.

Small by default. Large, as one command: WORLDGATES_SOCKETS=5000 ./worldgates test tests/server/test_overload.py
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import pytest
from server_build import BOT, FRIEND, ME, Person, Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from worldgates.server import connection as connection_module
from worldgates.server import store as store_module
from worldgates.server.connection import Outbox
from worldgates.server.protocol import Friend, Me, NewTable
from worldgates.server.registry import TableRegistry
from worldgates.server.settings import ServerSettings, Tables
from worldgates.server.store import BusyError, Store, Visitor

SOCKETS = int(os.environ.get("WORLDGATES_SOCKETS", "300"))
ADA = Visitor("ada", "Ada", 1, "en")
HELLO = json.dumps({"type": "hello", "v": 1}).encode()


def silent_page(server: Server, table: str, cookie: str) -> socket.socket:
    """A page that says hello and then never reads, with as little room for unread messages as there can be."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.settimeout(20)
    line.connect((server.host, server.port))
    head = [
        f"GET /api/tables/{table}/play HTTP/1.1",
        f"Host: {server.host}:{server.port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: d29ybGRnYXRlcy1iZW5jaA==",
        f"Cookie: {cookie}",
    ]
    line.sendall("\r\n".join([*head, "", ""]).encode())
    assert line.recv(12) == b"HTTP/1.1 101"
    line.sendall(bytes([129, 128 | len(HELLO)]) + bytes(4) + HELLO)
    return line


@pytest.mark.slow
@pytest.mark.timeout(60 if SOCKETS <= 300 else 1200)
def test_pages_that_never_read_do_not_stop_the_others(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0, settings="[sockets]\nper_address = 20000") as server, ExitStack() as stack:
        ada = Person(server, "Ada")
        table = ada.set_table(ME, BOT, first=0)["id"]
        before = server.memory()
        for _ in range(SOCKETS):
            stack.enter_context(closing(silent_page(server, table, "")))
        idle = server.memory()
        page = ada.page(table)
        slowest = 0.0
        # Every move is sent to all of them.
        for _ in range(40):
            if not page.wait_for_turn():
                break
            began = monotonic()
            assert page.play()["type"] == "state"
            slowest = max(slowest, monotonic() - began)
        grown = server.memory() - idle
        print(f"\n{SOCKETS} sockets: {(idle - before) / SOCKETS / 1024:.0f} KB each, {grown / 1e6:.0f} MB queued,")
        print(f"slowest move {slowest:.2f} s")
        assert slowest < 2 + SOCKETS / 500
        assert grown < connection_module.MAX_QUEUED_IN_ALL + 200_000_000
        assert ada.ask("GET", "/healthz")["status"] == "ok"


def test_what_is_queued_for_all_pages_together_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "MAX_QUEUED_IN_ALL", 1_000)
    monkeypatch.setattr(connection_module, "FAIR_SHARE", 150)
    before = Outbox.queued_in_all
    pages = [Outbox() for _ in range(20)]
    for _ in range(10):
        for page in pages:
            page.send_text("x" * 50)
    assert Outbox.queued_in_all - before <= 1_000 + 20 * 200
    assert all(page.dropped.is_set() for page in pages), "none of them has read anything"
    for page in pages:
        page.clear()
    assert Outbox.queued_in_all == before
    # A page that reads stays.
    reader, other = Outbox(), Outbox()
    for _ in range(19):
        other.send_text("x" * 50)
    for _ in range(50):
        reader.send_text("y" * 50)
        assert asyncio.run(reader.next()) == "y" * 50
    assert not reader.dropped.is_set()
    other.clear()


def test_work_that_waits_for_the_database_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "MOST_WAITING", 10)

    async def run() -> None:
        store = Store(tmp_path)
        held, proceed = Event(), Event()

        def hold(_: object) -> None:
            held.set()
            proceed.wait(20)

        slow = asyncio.create_task(store._do(hold))
        await asyncio.to_thread(held.wait, 20)
        waiting = [asyncio.create_task(store.visitor("nobody")) for _ in range(10)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await store.visitor("nobody")
        # What keeps a server its tables is never refused.
        lease = asyncio.create_task(store.resign("me"))
        await asyncio.sleep(0)
        proceed.set()
        await asyncio.gather(slow, lease, *waiting)
        assert await store.visitor("nobody") is None, "it takes work again"
        store.close()

    asyncio.run(run())


def test_tables_in_memory_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store = Store(tmp_path)
        registry = TableRegistry(store, ServerSettings(tables=Tables(most_open=3)))
        new = NewTable("molthar", [Me(), Friend()])
        first = [(await registry.create(new, ADA)).table.id for _ in range(3)]
        with pytest.raises(BusyError):
            await registry.create(new, ADA)
        # Those that nobody uses make room.
        monkeypatch.setattr("worldgates.server.registry.IN_USE_FOR", -1.0)
        fourth = (await registry.create(new, ADA)).table.id
        assert len(registry.rooms) <= 3
        assert await registry.room(first[0]) is not None
        assert await registry.room(fourth) is not None
        store.close()

    asyncio.run(run())


def test_a_server_that_is_full_says_when_to_come_back(tmp_path: Path) -> None:
    settings = "most_open = 2\n[sockets]\nmost = 3\nper_address = 2"
    with Server(tmp_path / "data", settings=settings) as server:
        ada = Person(server, "Ada")
        table = ada.set_table(ME, FRIEND)["id"]
        pages = [ada.page(table) for _ in range(2)]
        url = f"ws://{server.host}:{server.port}/api/tables/{table}/play"
        with connect(url, legacy=True) as third, pytest.raises(ConnectionClosed) as closed:
            third.recv(10)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1013, "10")
        # Too many tables: an answer with the time to come back, and the table there is goes on.
        ada.set_table(ME, FRIEND)
        request = HTTPConnection(server.host, server.port, timeout=20)
        body = json.dumps({"game": "molthar", "seats": [ME, FRIEND]})
        request.request("POST", "/api/tables", body, {"Cookie": ada.cookie})
        response = request.getresponse()
        assert (response.status, response.getheader("Retry-After")) == (503, "10")
        assert json.loads(response.read())["error"]
        pages[0].send(type="chat", text="still here")
        assert pages[1].until("chat")["line"]["text"] == "still here"
        # Room for another page when one goes.
        pages[0].close()
        sleep(0.3)
        assert ada.page(table).welcome["type"] == "welcome"
