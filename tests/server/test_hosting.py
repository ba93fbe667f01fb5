"""What a host relies on: settings, copies of the games, health and counts, logs, limits and putting away."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import tomllib
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from time import sleep, time
from typing import Any

import pytest
from server_build import BOT, FRIEND, ME, Person, Server
from websockets.exceptions import ConnectionClosed, InvalidStatus

from worldgates.api.engine import Engine, Ok, Positioned
from worldgates.core.formats import FormatError
from worldgates.core.gametype import NAMES, Games
from worldgates.server import database
from worldgates.server.backup import check
from worldgates.server.database import FILE
from worldgates.server.protocol import BotSeat, Friend, Me, NewTable
from worldgates.server.registry import TableRegistry
from worldgates.server.settings import Notify, ServerSettings, load
from worldgates.server.store import Store, Visitor
from worldgates.server.table import TableConfig

WORLDGATES = [sys.executable, "-P", "-m", "worldgates"]
ADA = Visitor("ada", "Ada", 0, "en")
CARDS = Path(__file__).parents[1] / "clef_cards"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*WORLDGATES, *arguments], capture_output=True, text=True, check=False)


# ServerSettings.


def test_settings_are_read_from_a_file_beside_the_games(tmp_path: Path) -> None:
    assert load(tmp_path) == ServerSettings()
    (tmp_path / "worldgates.toml").write_text('public_url = "https://example.org"\n[tables]\npause = 0.5\n')
    assert load(tmp_path).public_url == "https://example.org"
    assert load(tmp_path).tables.pause == 0.5
    other = tmp_path / "other.toml"
    other.write_text('log = "json"\n')
    assert load(tmp_path, other).log == "json"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pause = 1\n", "worldgates.toml.pause: there is no such key here"),
        ("[tables]\npause = -1\n", "worldgates.toml.tables.pause"),
        ("[tables\n", "this is not TOML"),
        ('public_url = "example.org"\n', "expected an address that begins with http:// or https://"),
        ('[notify]\nwebhook = "ftp://example.org"\n', "notify.webhook"),
        ('[notify]\nsmtp = "smtp://mail.example.org"\n', "notify.mail_from"),
        ('log = "loud"\n', "expected one of json, text, got 'loud'"),
    ],
)
def test_faults_of_settings_are_told_with_their_key(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "worldgates.toml").write_text(text)
    with pytest.raises(FormatError) as error:
        load(tmp_path)
    assert said in str(error.value)
    started = run("serve", "--no-browser", "--port", "0", "--data", str(tmp_path))
    assert started.returncode == 2
    assert said in started.stderr


def test_a_file_of_settings_that_is_not_there_is_told(tmp_path: Path) -> None:
    started = run("serve", "--no-browser", "--config", str(tmp_path / "none.toml"), "--data", str(tmp_path))
    assert started.returncode == 2
    assert "none.toml" in started.stderr


# Copies of the games.


def test_a_copy_taken_under_load_is_a_moment_of_every_game(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        pages = [ada.page(ada.set_table(ME, BOT, BOT, first=0)["id"]) for _ in range(4)]
        over = threading.Event()
        moves = [0]

        def play() -> None:
            while not over.is_set():
                for page in pages:
                    if page.state["status"] == "playing" and page.wait_for_turn():
                        page.play(moves[0])
                        moves[0] += 1

        player = threading.Thread(target=play)
        player.start()
        copies = []
        for number in range(2):
            played = moves[0]
            while moves[0] < played + 10:
                threading.Event().wait(0.01)
            copies.append(tmp_path / f"copy-{number}")
            done = run("backup", str(copies[-1]), "--data", str(tmp_path / "data"))
            assert (done.returncode, done.stdout) == (0, f"{copies[-1]}: 4 tables\n"), done.stderr
        over.set()
        player.join()
        refused = run("restore", str(copies[0]), "--data", str(tmp_path / "data"), "--replace")
        assert refused.returncode == 2
        assert "stop it first" in refused.stderr
        cookie = ada.cookie
    entries = []
    for copy in copies:
        folder = tmp_path / f"restored-{copy.name}"
        assert run("restore", str(copy), "--data", str(folder)).returncode == 0
        # A server over the copy has every game, and each goes on.
        with Server(folder, pause=0) as server:
            again = Person(server)
            again.cookie = cookie
            tables = again.ask("GET", "/api/me")["tables"]
            assert len(tables) == 4
            pages = [again.page(table["id"]) for table in tables]
            for page in pages:
                if page.wait_for_turn():
                    page.play()
            entries.append(sum(page.state["number"] for page in pages))
            assert server.stop() == ""
    assert entries == sorted(entries)
    assert entries[0] < entries[-1]


def test_a_copy_replaces_nothing_that_is_there(tmp_path: Path) -> None:
    Store(tmp_path / "data").close()
    copy = tmp_path / "copy"
    assert run("backup", str(copy), "--data", str(tmp_path / "data")).returncode == 0
    assert check(copy) == 0
    again = run("backup", str(copy), "--data", str(tmp_path / "data"))
    assert again.returncode == 2
    assert "exists already" in again.stderr
    refused = run("restore", str(copy), "--data", str(tmp_path / "data"))
    assert refused.returncode == 2
    assert "--replace" in refused.stderr
    assert run("restore", str(copy), "--data", str(tmp_path / "data"), "--replace").returncode == 0
    nothing = run("backup", str(tmp_path / "other"), "--data", str(tmp_path / "empty"))
    assert nothing.returncode == 2
    assert "there are no games" in nothing.stderr


@pytest.mark.parametrize("damage", [b"", b"not a database", b"SQLite format 3\0 but only half of it"])
def test_what_is_no_copy_is_not_put_back(tmp_path: Path, damage: bytes) -> None:
    copy = tmp_path / "copy"
    copy.write_bytes(damage)
    refused = run("restore", str(copy), "--data", str(tmp_path / "data"))
    assert refused.returncode == 2
    assert str(copy) in refused.stderr
    assert not (tmp_path / "data" / FILE).exists()


# Health, counts, logs.


def test_health_counts_and_logs(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with Server(tmp_path / "data", pause=0, settings="") as server:
        settings = tmp_path / "data" / "worldgates.toml"
        server.kill()
        settings.write_text('log = "json"\n' + settings.read_text())
        server.start()
        ada = Person(server, "Ada")
        page = ada.page(ada.set_table(ME, BOT, first=0)["id"])
        page.play()
        page.send(type="play", number=0, seat=0, action={"do": "take", "from": "pile"})
        page.until("refused")
        health = ada.ask("GET", "/healthz")
        assert (health["status"], health["tables"], health["pages"]) == ("ok", 1, 1)
        counts = read(server, "/metrics")
        assert 'worldgates_moves_total{by="person",game="molthar"} 1.0' in counts
        assert 'worldgates_refused_total{code="stale"} 1.0' in counts
        assert "worldgates_pages 1.0" in counts
        assert 'worldgates_games_total{game="molthar",what="began"} 1.0' in counts
        assert 'what="over"' not in counts
        assert 'worldgates_tables{status="playing"} 1.0' in counts
        # Through a proxy somebody from elsewhere asks, and is told nothing.
        assert "worldgates_moves" not in read(server, "/metrics", {"X-Forwarded-For": "203.0.113.7"})
        page.send(type="resign", seat=0)
        while page.state["status"] == "playing":
            page.read()
        assert 'worldgates_games_total{game="molthar",what="over"} 1.0' in server.metrics()
        waiting = ada.set_table(ME, FRIEND)["id"]
        empty = ada.page(waiting)
        empty.send(type="abandon")
        while empty.state["status"] == "waiting":
            empty.read()
        counts = server.metrics()
        assert 'worldgates_games_total{game="molthar",what="abandoned"} 1.0' in counts
        assert 'worldgates_games_total{game="molthar",what="began"} 1.0' in counts
        lines = [json.loads(line) for line in server.stop().splitlines()]
    assert [line["what"] for line in lines] == ["started", "game over", "stopped"]
    assert lines[1]["game"] == "molthar"
    assert all({"at", "level", "what"} <= line.keys() for line in lines)
    # Nothing that is a secret, or opens one.
    token = ada.cookie.partition("=")[2]
    assert token not in json.dumps(lines)


def read(server: Server, path: str, headers: dict[str, str] | None = None) -> str:
    connection = HTTPConnection(server.host, server.port)
    connection.request("GET", path, headers=headers or {})
    return connection.getresponse().read().decode()


def test_behind_a_proxy_cookies_are_for_https_alone(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        # The server knows no name of its own yet: a request for another host is not for it.
        connection = HTTPConnection(server.host, server.port)
        connection.request("GET", "/metrics", headers={"Host": "play.example.org"})
        assert connection.getresponse().status == 421
        server.stop()
        (tmp_path / "data" / "worldgates.toml").write_text('public_url = "https://play.example.org"\n')
        server.start()
        connection = HTTPConnection(server.host, server.port)
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7", "Host": "play.example.org"}
        connection.request("PUT", "/api/me", json.dumps({"name": "Ada"}), headers)
        assert "Secure" in str(connection.getresponse().getheader("Set-Cookie"))
        connection = HTTPConnection(server.host, server.port)
        connection.request("PUT", "/api/me", json.dumps({"name": "Ada"}))
        assert "Secure" not in str(connection.getresponse().getheader("Set-Cookie"))


# Limits and putting away.


def test_one_visitor_has_so_many_games_and_bots(tmp_path: Path) -> None:
    with Server(tmp_path / "data", settings="most = 3\nmost_bots = 4") as server:
        ada = Person(server, "Ada", "fr")
        first = ada.set_table(ME, BOT, BOT, BOT)
        ada.ask("POST", "/api/tables", {"game": "molthar", "seats": [ME, BOT, BOT]}, expected=409)
        ada.set_table(ME, FRIEND)
        ada.set_table(ME, BOT)
        refusal = ada.ask("POST", "/api/tables", {"game": "molthar", "seats": [ME, FRIEND]}, expected=409)
        assert refusal["key"] == "not_now"
        page = ada.page(first["id"])
        page.send(type="abandon")
        while page.state["status"] != "abandoned":
            page.read()
        ada.set_table(ME, FRIEND)
        Person(server, "Bo").set_table(ME, FRIEND)


def test_tables_that_nobody_comes_back_to_are_put_away(tmp_path: Path) -> None:
    async def tidy() -> dict[str, list[str]]:
        store = Store(tmp_path)
        registry = TableRegistry(store, ServerSettings())
        seats: dict[str, Any] = {
            "waiting": [Me(), Friend()],
            "playing": [Me(), BotSeat()],
        }
        ids = {}
        for name, requested in seats.items():
            room = await registry.create(NewTable("molthar", requested, starting_seat=0), ADA)
            ids[name] = room.table.id
        now = time()
        found: dict[str, list[str]] = {}

        async def after(days: float) -> list[str]:
            await registry.tidy(now + days * 86400)
            stored = [await store.table(id) for id in ids.values()]
            return ["gone" if each is None else each[0].status for each in stored]

        found["a day"] = await after(1)
        found["eight days"] = await after(8)
        found["two months"] = await after(61)
        found["three months"] = await after(95)
        store.close()
        return found

    assert asyncio.run(tidy()) == {
        "a day": ["waiting", "playing"],
        "eight days": ["abandoned", "playing"],
        "two months": ["gone", "abandoned"],
        "three months": ["gone", "gone"],
    }


def test_a_table_in_memory_is_forgotten_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def forget() -> None:
        store = Store(tmp_path)
        registry = TableRegistry(store, ServerSettings())
        room = await registry.create(NewTable("molthar", [Me(), Friend()]), ADA)
        await registry.tidy(time())
        assert registry.rooms
        monkeypatch.setattr("worldgates.server.registry.UNLOAD_AFTER", -1.0)
        await registry.tidy(time())
        assert not registry.rooms
        again = await registry.room(room.table.id)
        assert again is not None
        assert again is not room
        assert [seat.name for seat in again.table.seats] == ["Ada", ""]
        store.close()

    asyncio.run(forget())


def test_other_cards_on_a_server(tmp_path: Path) -> None:
    refused = run("serve", "--no-browser", "--port", "0", "--data", str(tmp_path), "--cards", str(tmp_path / "none"))
    assert refused.returncode == 2
    assert "--cards" in refused.stderr

    async def play() -> tuple[str, str]:
        store = Store(tmp_path / "data")
        with_own, with_shipped = TableRegistry(store, ServerSettings(), CARDS), TableRegistry(store, ServerSettings())
        room = await with_own.create(NewTable("clef", [Me(), BotSeat()], starting_seat=0), ADA)
        # Where the server is started without them, the table is not opened with the wrong ones.
        assert await with_shipped.tables_of(ADA) == []
        try:
            await with_shipped.room(room.table.id)
        except Exception as error:
            refusal = str(error)
        again = await TableRegistry(store, ServerSettings(), CARDS).room(room.table.id)
        assert again is not None
        store.close()
        assert isinstance(again.table.config, TableConfig)
        return refusal, again.table.type.edition

    refusal, edition = asyncio.run(play())
    assert "other cards" in refusal
    assert edition != Games().get("clef").edition


def test_cards_of_one_game_leave_the_other_as_it_is(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0, cards=CARDS) as server:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        for game in NAMES:
            id = ada.set_table(ME, FRIEND, game=game, first=0)["id"]
            bo.ask("POST", f"/api/tables/{id}/join", {})
            hers, his = ada.page(id), bo.page(id)
            assert hers.play()["type"] == "state"
            if game == "clef":
                # Both choose at the same time; it is played when both have.
                assert his.play()["type"] == "state"
                hers.catch_up(2)
            his.send(type="resign", seat=1)
            while hers.state["status"] == "playing":
                hers.read()
            record = ada.ask("GET", f"/api/tables/{id}/record")
            replayed = ada.ask("POST", "/api/replay", {"record": record})
            assert (replayed["game"], len(replayed["steps"])) == (game, 3 if game == "clef" else 2)
            verdict = ada.ask("POST", "/api/verify", {"record": record, "commitment": hers.welcome["commitment"]})
            assert verdict["honest"], verdict
        assert server.stop() == ""


@pytest.mark.parametrize("game", NAMES)
def test_the_engine_with_cards_of_one_game_plays_both(game: str) -> None:
    engine = Engine(CARDS)
    assert engine.answer(json.dumps({"cmd": "new", "game": game, "seed": 1}).encode()) == Ok()
    found = engine.answer(b'{"cmd": "position"}')
    assert isinstance(found, Positioned)
    assert engine.answer(json.dumps({"cmd": "load", "position": found.position.to_dict()}).encode()) == Ok()


# Troubles of the disk.


def test_a_locked_or_full_disk_is_told_and_outlived(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        with closing(sqlite3.connect(tmp_path / "data" / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert ada.ask("GET", "/healthz", expected=503)["key"] == "disk"
            other.execute("ROLLBACK")
        assert ada.ask("GET", "/healthz")["status"] == "ok"
        page = ada.page(ada.set_table(ME, BOT, first=0)["id"])
        assert page.play()["type"] == "state"
        assert "locked" in server.stop()


def test_a_table_that_cannot_be_read_is_nobody_elses_trouble(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        bad, good = ada.set_table(ME, BOT, first=0)["id"], ada.set_table(ME, BOT, first=0)["id"]
        waiting = ada.set_table(ME, FRIEND, public=True)["id"]
        server.kill()
        with closing(sqlite3.connect(tmp_path / "data" / FILE)) as database, database:
            database.execute("UPDATE entries SET entry = '{' WHERE table_id = ?", (bad,))
        server.start()
        assert {table["id"] for table in ada.ask("GET", "/api/me")["tables"]} == {good, waiting}
        assert [table["id"] for table in ada.ask("GET", "/api/tables")] == [waiting]
        assert ada.page(good).play()["type"] == "state"
        ada.ask("GET", f"/api/tables/{bad}", expected=409)
        with pytest.raises(InvalidStatus) as refused:
            ada.page(bad)
        assert refused.value.response.status_code == 409
        complaints = server.stop()
        assert "table not read" in complaints
        assert "Exception in ASGI application" not in complaints


def test_games_are_for_their_owner_alone(tmp_path: Path) -> None:
    Store(tmp_path / "data").close()
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    assert (tmp_path / "data" / FILE).stat().st_mode & 0o077 == 0


def test_a_damaged_database_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    started = run("serve", "--no-browser", "--port", "0", "--data", str(tmp_path))
    assert started.returncode == 2
    assert "damaged" in started.stderr
    assert "Traceback" not in started.stderr


def test_a_full_disk_is_not_called_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def upgrade(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA max_page_count = 1")
        connection.execute("CREATE TABLE one (a)")
        connection.execute("CREATE TABLE two (a)")

    monkeypatch.setattr(database, "_upgrade_sqlite", upgrade)
    with pytest.raises(FormatError, match="cannot be opened: database or disk is full") as caught:
        Store(tmp_path)
    assert "damaged" not in caught.value.message


# The document.

DOCUMENT = Path(__file__).parents[2] / "docs" / "hosting.md"


def example(name: str) -> str:
    return DOCUMENT.read_text("utf-8").partition(f"<!-- {name} -->\n```")[2].partition("\n")[2].partition("```")[0]


def test_a_full_server_says_when_to_come_back(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0, settings="[sockets]\nmost = 4\nper_address = 3") as server:
        ada = Person(server, "Ada")
        table = ada.set_table(ME, BOT)["id"]
        pages = [ada.page(table) for _ in range(3)]
        with pytest.raises(ConnectionClosed) as refused:
            ada.page(table)
        assert refused.value.rcvd is not None
        assert (refused.value.rcvd.code, refused.value.rcvd.reason) == (1013, "10")
        # Nobody who is there notices, and one that goes makes room.
        assert pages[0].wait_for_turn()
        pages[1].close()
        for _ in range(100):
            try:
                ada.page(table)
                break
            except ConnectionClosed:
                sleep(0.05)
        else:
            raise AssertionError
        assert server.stop() == ""


def test_a_server_is_ready_when_it_can_take_players(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        assert Person(server).ask("GET", "/readyz")["status"] == "ok"


def test_the_settings_of_the_document_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "worldgates.toml").write_text(example("worldgates.toml"))
    settings = load(tmp_path)
    # Every config is shown, and those that have a usual value with it.
    assert settings.tables == ServerSettings().tables
    assert settings.keep == ServerSettings().keep
    assert settings.sockets == ServerSettings().sockets
    shown = tomllib.loads(example("worldgates.toml"))
    assert set(shown) == set(ServerSettings.__struct_fields__)
    assert set(shown["notify"]) == set(Notify.__struct_fields__)


@pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no Caddy here")
def test_a_game_is_played_through_the_proxy_of_the_document(tmp_path: Path) -> None:
    """Caddy with the document's lines: only names and ports are those of this test."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with Server(tmp_path / "data", pause=0) as server:
        lines = example("Caddyfile").replace("play.example.org", f"http://127.0.0.1:{port}")
        lines = lines.replace("127.0.0.1:8666", f"127.0.0.1:{server.port}")
        file = tmp_path / "Caddyfile"
        file.write_text("{\n\tadmin off\n}\n" + lines)
        environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment) as caddy:
            try:
                direct = server.port
                server.port = port
                for _ in range(200):
                    with suppress(OSError):
                        socket.create_connection(("127.0.0.1", port)).close()
                        break
                    sleep(0.05)
                ada = Person(server, "Ada")
                page = ada.page(ada.set_table(ME, BOT, first=0)["id"])
                assert page.play()["type"] == "state"
                connection = HTTPConnection(server.host, port)
                connection.request("GET", "/", headers={"Accept-Encoding": "gzip"})
                assert connection.getresponse().getheader("Content-Encoding") == "gzip"
                server.port = direct
            finally:
                caddy.terminate()
