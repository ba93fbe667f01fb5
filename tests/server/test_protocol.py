"""What a page may send, and what happens to one that sends nonsense, too much, or reads nothing."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from server_build import BOT, FRIEND, ME, Person, Server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

MESSAGES: list[dict[str, Any]] = [
    {"type": "hello", "v": 1, "language": "fr", "seat": 0},
    {"type": "look", "seat": 0},
    {"type": "speak", "language": "it"},
    {"type": "play", "number": 0, "seat": 0, "action": {"do": "take", "from": 1}},
    {"type": "undo", "number": 0, "seat": 0},
    {"type": "chat", "text": "Hello"},
    {"type": "hint", "seat": 0},
    {"type": "skip"},
    {"type": "replace", "seat": 1, "bot": True},
    {"type": "rematch"},
]
ODD: list[Any] = [
    None,
    True,
    -1,
    2**31,
    2**63,
    2**64,
    10**400,
    0.5,
    1e308,
    "",
    "\x00",
    "\ufffe\u202e",
    "A" * 5000,
    [],
    {},
    [[[[]]]],
    {"": {"": ""}},
    "state",
    "0",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # Hints without a search: nonsense contains many requests for them.
    settings = 'hint_level = "easy"'
    with Server(tmp_path_factory.mktemp("protocol") / "data", pause=0, settings=settings) as running:
        yield running
        assert running.stop() == "", "nothing that was sent made it stumble"


def nonsense(chance: random.Random) -> str | bytes:
    """A message with something wrong, or by chance nothing."""
    message = json.loads(json.dumps(chance.choice(MESSAGES)))
    place = message["action"] if "action" in message and chance.random() < 0.6 else message
    kind = chance.randrange(9)
    if kind < 4:
        place[chance.choice(list(place))] = chance.choice(ODD)
    elif kind == 4:
        place[chance.choice(["", "seat", "number", "card", "cards", "pay", "\x00", "x" * 300])] = chance.choice(ODD)
    elif kind == 5:
        del place[chance.choice(list(place))]
    text = json.dumps(message, ensure_ascii=chance.random() < 0.5)
    if kind == 6:
        text = text[: chance.randrange(len(text))]
    if kind == 7:
        text = text.replace('"', chance.choice(["'", '"\\ud800', '""', "\\u0000"]), chance.randrange(1, 4))
    return text.encode() if chance.random() < 0.2 else text


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_nonsense_is_refused_and_the_table_plays_on(server: Server, game: str) -> None:
    chance = random.Random(game)
    ada = Person(server, "Ada")
    table = ada.set_table(ME, BOT, BOT, game=game, first=0)["id"]
    page, found = ada.page(table), set[str]()
    for turn in range(5):
        # Less at once than would be too fast.
        for _ in range(190):
            page.socket.send(nonsense(chance))
        # What was sent last is answered last.
        page.send(type=f"end {turn}")
        while f"end {turn}" not in page.until("refused")["text"]:
            pass
        page.close()
        codes = [message["code"] for message in map(json.loads, page.received) if message["type"] == "refused"]
        assert codes.count("format") > 60
        found.update(codes)
        page = ada.page(table, seat=0)
    assert {"format", "not_now"} <= found <= {"format", "version", "rules", "stale", "not_yours", "not_now", "too_fast"}
    page.send(type="replace", seat=0, bot=False)
    for _ in range(3):
        assert page.wait_for_turn()
        # A moment for reactions may be over before it is answered.
        too_late = page.state["reaction"] is not None
        assert page.play()["type"] == "state" or too_late


@pytest.mark.parametrize(
    "text",
    [
        "[" * 15_000,
        '{"type":' * 1500,
        '{"type": "chat", "text": "\\ud800"}',
        '{"type": "chat", "text": "' + "é" * 501 + '"}',
        '{"type": "chat", "text": "  \\n "}',
        '{"type": "play", "number": 1e999, "seat": 0, "action": {}}',
        '{"type": "play", "number": -1, "seat": 0, "action": {}}',
        '{"type": "play", "number": 0, "seat": 0, "action": {}, "more": 1}',
        '{"type": "play", "number": 0, "seat": 0, "action": []}',
        '{"type": "hello"}',
        "é" * 10_000,
        b"\xff\xfe",
        b"{}",
    ],
    ids=lambda text: repr(text[:30]),
)
def test_what_cannot_be_read_is_refused(server: Server, text: str | bytes) -> None:
    ada = Person(server, "Ada")
    page = ada.page(_a_table(server))
    page.socket.send(text)
    assert page.until("refused")["code"] == "format"


_tables: dict[int, str] = {}


def _a_table(server: Server) -> str:
    """One table for many tests: not everybody needs one of their own."""
    if server.port not in _tables:
        _tables[server.port] = Person(server, "Host").set_table(ME, BOT)["id"]
    return _tables[server.port]


def test_a_page_says_hello_first_and_in_the_right_version(server: Server) -> None:
    url = f"ws://{server.host}:{server.port}/api/tables/{_a_table(server)}/play"
    with connect(url) as page:
        page.send('{"type": "skip"}')
        assert json.loads(page.recv(5))["code"] == "format"
        page.send('{"type": "hello", "v": 0}')
        assert json.loads(page.recv(5))["code"] == "version"
        page.send('{"type": "hello", "v": 1}')
        assert json.loads(page.recv(5))["type"] == "welcome"


def test_a_table_that_is_not_there_closes_its_socket(server: Server) -> None:
    with connect(f"ws://{server.host}:{server.port}/api/tables/nowhere/play") as page:
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_too_large_a_frame_ends_the_socket_and_nothing_else(server: Server) -> None:
    ada = Person(server, "Ada")
    page = ada.page(_a_table(server))
    with suppress(ConnectionClosed):
        page.socket.send("x" * 200_000)
    with pytest.raises(ConnectionClosed) as closed:
        page.until("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert ada.page(_a_table(server)).welcome["type"] == "welcome"


def test_too_large_a_body_is_not_read_to_its_end(server: Server) -> None:
    connection = HTTPConnection(server.host, server.port, timeout=10)
    connection.putrequest("PUT", "/api/me")
    connection.putheader("Content-Length", "100000000")
    connection.endheaders()
    connection.send(b"x" * 100_000)
    assert connection.getresponse().status == 413
    connection.close()


def test_whoever_sends_too_fast_is_told_so_and_can_go_on(server: Server) -> None:
    ada = Person(server, "Ada")
    page = ada.page(_a_table(server))
    for _ in range(400):
        page.send(type="look", seat=4)
    while page.until("refused")["code"] != "too_fast":
        pass
    page.listen(0.3)
    page.send(type="chat", text="slowly")
    assert page.until("chat")["line"]["text"] == "slowly"


def test_stale_and_repeated_numbers_play_nothing(server: Server) -> None:
    ada = Person(server, "Ada")
    page = ada.page(ada.set_table(ME, {"kind": "here", "name": "Bo"}, first=0)["id"], seat=0)
    for _ in range(3):
        number, asked = page.state["number"], page.state["asked"]
        if asked is None:
            break
        action = asked["choices"][0]["action"]
        for wrong in (number + 1, number + 1000, max(0, number - 1)):
            if wrong != number:
                page.send(type="play", number=wrong, seat=0, action=action)
                assert page.until("refused")["code"] == "stale"
        assert page.state["number"] == number
        for _ in range(5):
            page.send(type="play", number=number, seat=0, action=action)
        assert page.until("state")["number"] == number + 1
        for _ in range(4):
            assert page.until("refused")["code"] == "stale"
        assert page.state["number"] == number + 1


def test_a_token_that_is_not_ours_opens_no_seat(server: Server) -> None:
    ada, eve = Person(server, "Ada"), Person(server)
    table = ada.set_table(ME, FRIEND)["id"]
    for cookie in ("worldgates=", "worldgates=x", f"{ada.cookie}x", ada.cookie[:-1], "worldgates=\xe9\xff", "=;=;"):
        eve.cookie = cookie
        eve.ask("POST", f"/api/tables/{table}/join", {}, expected=401)
        assert eve.ask("GET", "/api/me") is None
        page = eve.page(table, seat=0)
        assert page.state["seat"] is None
        assert not any(seat["mine"] for seat in page.state["seats"])
        page.send(type="abandon")
        assert page.until("refused")["code"] == "not_now"


def test_a_page_that_stops_reading_holds_up_nobody_and_finds_all_when_it_comes_back(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        table = ada.set_table(ME, FRIEND, BOT, first=0)["id"]
        bo.ask("POST", f"/api/tables/{table}/join", {})
        page = ada.page(table, seat=0)
        # More than one visitor may say at once.
        for number in range(8):
            talking = Person(server, f"T{number}").page(table)
            for _ in range(19):
                talking.send(type="chat", text="It was a long night. " * 23)
                talking.until("chat")
            talking.close()
        before, slowest = server.memory(), 0.0
        deaf = _deaf(bo, table)
        for _ in range(95):
            # Each of them is answered with all that was said.
            deaf.send('{"type": "hello", "v": 1}')
        present, start = True, monotonic()
        while present and monotonic() - start < 20:
            asked = monotonic()
            page.send(type="look", seat=0)
            present = page.until("state")["seats"][1]["present"]
            slowest = max(slowest, monotonic() - asked)
            sleep(0.05)
        assert not present, "the deaf one is gone"
        assert slowest < 1
        assert server.memory() - before < 30_000_000
        assert page.play()["type"] == "state"
        with pytest.raises(ConnectionClosed) as closed:
            [deaf.recv(10) for _ in range(1000)]
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4408
        back = bo.page(table)
        assert back.state["number"] == page.state["number"]
        assert back.state["seats"][1]["present"]
        assert server.stop() == ""


def _deaf(person: Person, table: str) -> ClientConnection:
    """A page that says hello and then reads nothing."""
    server = person.server
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect((server.host, server.port))
    page = connect(
        f"ws://{server.host}:{server.port}/api/tables/{table}/play",
        additional_headers={"Cookie": person.cookie},
        sock=small,
        max_queue=1,
        compression=None,
        ping_interval=None,
        legacy=True,
    )
    page.send('{"type": "hello", "v": 1}')
    return page
