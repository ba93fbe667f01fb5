"""What attacks on the server of 0.1 found, each as a test."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, time

import msgspec
import pytest
from server_build import BOT, FRIEND, ME, PATIENCE, Person, Server
from websockets.exceptions import ConnectionClosed

import worldgates as wg
from worldgates.clef import cardset
from worldgates.clef.cardset_file import CardSetError
from worldgates.core.gametype import Games
from worldgates.server import registry as registry_module
from worldgates.server.connection import Connection
from worldgates.server.database import FILE, Database
from worldgates.server.delay import DelayedSnapshot, SpectatorDelay
from worldgates.server.driver import Driver
from worldgates.server.errors import RejectedError
from worldgates.server.protocol import BotSeat, Friend, Me, NewTable
from worldgates.server.registry import TableRegistry
from worldgates.server.room import Room
from worldgates.server.settings import ServerSettings, Tables
from worldgates.server.store import Store, StoreUnavailableError, Visitor
from worldgates.server.table import GameTable, Sit, TableConfig, write_config

ADA = Visitor("ada", "Ada", 0, "en")
BO = Visitor("bo", "Bo", 0, "en")
MOLTHAR = Games().get("molthar")


def registry_in(folder: Path, most: int = 30, most_bots: int = 60) -> TableRegistry:
    settings = Tables(pause=0, most=most, most_bots=most_bots)
    return TableRegistry(Store(folder), ServerSettings(tables=settings))


# 1. Codes.


def test_short_codes_that_run_out_give_way_to_longer_ones_and_never_spin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry_module, "_WORDS", ("ROSE",))

    async def play() -> None:
        registry = registry_in(tmp_path)
        config = write_config(TableConfig("molthar", [Me(), Friend()], "00" * 32, ""))

        def fill(db: Database) -> None:
            rows = [(f"t{number}", f"ROSE-{number}", config.decode()) for number in range(1000, 10_000)]
            insert = "INSERT INTO tables (id, code, setting, status, began, changed) VALUES (?, ?, ?, 'waiting', 0, 0)"
            db.executemany(insert, rows)

        await registry.store._do(fill)
        room = await registry.create(NewTable("molthar", [Me(), Friend()]), ADA)
        assert len(room.table.code) == len("ROSE-123456")
        assert await registry.table_of_code(room.table.code) == room.table.id
        # If there were none at all, that is an error and no endless search.
        monkeypatch.setattr(registry_module, "_codes", lambda: iter(["ROSE-1000"] * 60))
        with pytest.raises(StoreUnavailableError):
            await registry.create(NewTable("molthar", [Me(), Friend()]), ADA)
        registry.store.close()

    asyncio.run(play())


def test_a_game_that_is_over_or_abandoned_gives_its_code_back(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        tables = [ada.set_table(ME, BOT) for _ in range(2)]
        pages = [ada.page(table["id"]) for table in tables]
        pages[0].send(type="resign", seat=0)
        pages[1].send(type="abandon")
        for page, status in zip(pages, ("over", "abandoned"), strict=True):
            while page.state["status"] != status:
                page.read()
        for table in tables:
            ada.ask("GET", f"/api/codes/{table['code']}", expected=404)
            ada.ask("GET", f"/api/tables/{table['id']}")
        assert server.stop() == ""


# 2. Limits on tables.


def test_a_rematch_counts_as_a_new_table(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        id, made = ada.set_table(ME, BOT)["id"], 1
        for _ in range(30):
            page = ada.page(id)
            page.send(type="resign", seat=page.state["seat"])
            while page.state["status"] != "over":
                page.read()
            page.send(type="rematch")
            message = page.read()
            while message["type"] != "refused" and page.state["next_table"] is None:
                message = page.read()
            page.close()
            if message["type"] == "refused":
                assert message["code"] == "too_fast"
                break
            id, made = page.state["next_table"], made + 1
        # Twenty at once, and one more every twenty seconds.
        assert 20 <= made <= 23


def test_tables_for_friends_and_seats_at_others_tables_count(tmp_path: Path) -> None:
    async def play() -> None:
        registry = registry_in(tmp_path, most=3, most_bots=4)
        for _ in range(2):
            await registry.create(NewTable("molthar", [Friend(), BotSeat(), BotSeat()]), ADA)
        with pytest.raises(RejectedError, match="many unfinished games"):
            await registry.create(NewTable("molthar", [Friend(), BotSeat()]), ADA)
        others = [await registry.create(NewTable("molthar", [Me(), Friend(), Friend()]), BO) for _ in range(2)]
        await registry.join(others[0], None, ADA)
        with pytest.raises(RejectedError, match="many unfinished games"):
            await registry.join(others[1], None, ADA)
        # Who sits there already may come back.
        assert await registry.join(others[0], None, ADA) == 1
        registry.store.close()

    asyncio.run(play())


def test_the_limit_holds_for_requests_at_the_same_time(tmp_path: Path) -> None:
    async def play() -> None:
        registry = registry_in(tmp_path, most=3)
        wanted = [registry.create(NewTable("molthar", [Friend(), Friend()]), ADA) for _ in range(10)]
        done = await asyncio.gather(*wanted, return_exceptions=True)
        assert sum(isinstance(each, RejectedError) for each in done) == 7
        registry.store.close()

    asyncio.run(play())


# 7. Damage.


def test_a_damaged_page_keeps_no_other_table_from_being_played(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        tables = [ada.set_table(ME, BOT, BOT, first=0)["id"] for _ in range(8)]
        for id in tables:
            page = ada.page(id)
            for _ in range(12):
                if page.wait_for_turn():
                    page.play()
            page.close()
        server.stop()
        file = tmp_path / "data" / FILE
        with closing(sqlite3.connect(file)) as database:
            (size,) = database.execute("PRAGMA page_size").fetchone()
            root = "SELECT rootpage FROM sqlite_master WHERE name = 'entries'"
            (tree,) = database.execute(root).fetchone()
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        content = bytearray(file.read_bytes())
        # One leaf of the entries: the first page below the root.
        leaf = int.from_bytes(content[(tree - 1) * size + 8 : (tree - 1) * size + 12], "big")
        content[(leaf - 1) * size : leaf * size] = b"\x5a" * size
        file.write_bytes(content)
        server.start()
        answers = {}
        for id in tables:
            answers[id] = ada.ask("GET", f"/api/tables/{id}", expected=(200, 409))
        damaged = [id for id, answer in answers.items() if "error" in answer]
        assert 0 < len(damaged) < len(tables)
        page = ada.page(next(id for id in tables if id not in damaged))
        if page.wait_for_turn():
            page.play()
        # The others are still listed.
        assert len(ada.ask("GET", "/api/me")["tables"]) == len(tables) - len(damaged)
        assert "damaged" in server.stop()


# 8. Start.


def lay_out_many(folder: Path, unfinished: int, finished: int) -> None:
    """A database with many games of many people; every hundredth of the running ones waits for a bot."""
    Store(folder).close()
    playing = TableConfig("molthar", [Me(), BotSeat()], "00" * 32, "v1", edition=MOLTHAR.edition, starting_seat=1)
    config = write_config(playing).decode()
    entry = '{"type":"sit","seat":0,"visitor":"%s","name":"Ada","colour":0,"at":1.0}'
    result = (
        '{"round":9,"seats":[{"name":"A","colour":0,"kind":"person"},{"name":"B","colour":1,"kind":"bot"}],'
        '"payoffs":[1.0,0.0],"ranking":[[0],[1]],"scores":[12,3],"resigned":[],"at":1.0}'
    )
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute(
            "WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 999) "
            "INSERT INTO visitors (id, name, colour, language, seen) SELECT 'v' || n, 'Ada', 0, 'en', 0 FROM n"
        )
        numbers = "WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < ?) "
        columns = "INSERT INTO tables (id, code, setting, status, began, changed, result, host, due) SELECT "
        db.execute(
            f"{numbers}{columns} 'p' || n, 'ROSE-' || n, ?, 'playing', n, n, NULL, 'v' || (n % 1000),"
            " CASE WHEN n % 100 = 0 THEN n END FROM n",
            (unfinished - 1, config),
        )
        db.execute(
            f"{numbers}{columns} 'f' || n, NULL, ?, 'over', n, n, ?, 'v' || (n % 1000), NULL FROM n",
            (finished - 1, config, result),
        )
        for kind, number in (("p", unfinished), ("f", finished)):
            db.execute(f"{numbers} INSERT INTO seats SELECT '{kind}' || n, 0, 'v' || (n % 1000) FROM n", (number - 1,))
        db.execute(
            f"{numbers} INSERT INTO entries SELECT 'p' || n, 0, replace(?, '%s', 'v' || (n % 1000)), 1.0, 0 FROM n",
            (unfinished - 1, entry),
        )


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_server_with_a_million_games_answers_within_two_seconds_of_its_start(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    lay_out_many(folder, unfinished=100_000, finished=1_000_000)
    with Server(folder, pause=0) as server:
        # The process itself has started when it prints its address.
        began = monotonic()
        ada = Person(server, "Ada")
        ada.ask("GET", "/api/tables")
        ada.ask("GET", "/api/me")
        assert monotonic() - began < 2
        assert server.memory() < 250_000_000


def test_only_games_that_are_due_are_opened_and_leave_memory_again(tmp_path: Path) -> None:
    lay_out_many(tmp_path, unfinished=400, finished=10)

    async def play() -> None:
        registry = registry_in(tmp_path)
        opened = []
        read = registry._read
        registry._read = lambda stored, entries: (opened.append(stored.id), read(stored, entries))[1]  # type: ignore
        await registry.wake_due(time())
        assert opened == ["p0", "p100", "p200", "p300"]
        # The bot has played on, and waits for its opponent: nothing is due any more.
        assert registry.rooms == []
        room = await registry.room("p100")
        assert room is not None
        assert room.asked() == [0]
        assert await registry.store.due(time()) == []
        # Lists go by pages.
        first = await registry.tables_of(Visitor("v1", "Ada", 0, "en"))
        assert {each.id for each in first} == {"p1", "f1"}
        assert [each.id for each in await registry.tables_of(ADA)] == []
        registry.store.close()

    asyncio.run(play())


def test_a_list_goes_by_pages(tmp_path: Path) -> None:
    async def play() -> None:
        store = Store(tmp_path)
        for number in range(120):
            await store.add_table(f"t{number}", f"c{number}", b"{}", "waiting")
            await store.append(f"t{number}", 0, [b"{}"], "waiting", sits=[(0, ADA.id)])
        first = await store.tables_of(ADA.id)
        second = await store.tables_of(ADA.id, before=first[-1][0].changed)
        third = await store.tables_of(ADA.id, before=second[-1][0].changed)
        found = [stored.id for page in (first, second, third) for stored, _ in page]
        assert [len(first), len(second), len(third)] == [50, 50, 20]
        assert len(set(found)) == 120
        store.close()

    asyncio.run(play())


# 3, 4, 9 to 11, at one server.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that hears the address of its callers from a proxy."""
    with Server(tmp_path_factory.mktemp("attacks") / "data", pause=0) as running:
        yield running
        assert running.stop() == "", "nothing that was sent made it stumble"


def request(
    server: Server, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    connection = HTTPConnection(server.host, server.port, timeout=PATIENCE)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    answer = response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
    connection.close()
    return answer


def long_record(actions: int) -> dict[str, object]:
    """A legal game of five in which everybody only changes the pearls."""
    record: dict[str, object] = wg.new("molthar", 5, seed=1).record.to_dict()
    return {**record, "actions": [{"do": "refresh"}] * actions}


@pytest.mark.slow
def test_a_long_record_is_refused_and_records_are_limited_by_their_length(server: Server) -> None:
    for path in ("/api/replay", "/api/verify"):
        body = msgspec.json.encode({"record": long_record(30_000)})
        status, _, answer = request(server, "POST", path, body, X_Forwarded_For="10.1.1.1")
        assert (status, b"actions" in answer) == (422, True)
    # What one address may ask for in a row costs a few seconds of the processor, not a core for ever.
    body = msgspec.json.encode({"record": long_record(1500), "open": True})
    found = [request(server, "POST", "/api/replay", body, X_Forwarded_For="10.1.1.2")[0] for _ in range(9)]
    assert found[0] == 200
    assert found[-1] == 429
    assert found.count(200) <= 7


def test_codes_are_guessed_slowly_from_a_network_of_any_size(server: Server) -> None:
    def guesses(addresses: list[str]) -> int:
        return sum(request(server, "GET", "/api/codes/ROSE-1", X_Forwarded_For=each)[0] == 404 for each in addresses)

    # One network of a house, and one of a provider's customer with 65,536 such networks.
    assert guesses([f"2001:db8:1:2::{number:x}" for number in range(60)]) <= 12
    assert guesses([f"2001:db8:7:{number:x}::1" for number in range(100)]) <= 45


def test_a_page_of_another_site_can_do_nothing(server: Server) -> None:
    ada = Person(server, "Ada")
    body = b'{"game": "molthar", "seats": [{"kind": "me"}, {"kind": "bot"}]}'
    own = f"{server.host}:{server.port}"
    for headers, expected in (
        ({"Origin": "http://evil.example", "Content_Type": "text/plain"}, 403),
        ({"Origin": f"http://{server.host}:1"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Host": "rebound.example"}, 421),
        ({"Origin": f"http://{own}", "Sec_Fetch_Site": "same-origin"}, 201),
        ({}, 201),
    ):
        assert request(server, "POST", "/api/tables", body, Cookie=ada.cookie, **headers)[0] == expected, headers
    assert request(server, "GET", "/metrics", Host="rebound.example")[0] == 421
    for host in (f"localhost:{server.port}", "127.0.0.1", "[::1]:80", "192.168.1.20:8666"):
        assert request(server, "GET", "/healthz", Host=host)[0] == 200


def test_a_line_of_the_chat_says_who_plays_and_a_name_can_be_seen(server: Server) -> None:
    ada, fake = Person(server, "Ada"), Person(server, "Ada")
    id = ada.set_table(ME, BOT)["id"]
    pages = [ada.page(id), fake.page(id)]
    for page in pages:
        page.send(type="chat", text="It is me")
        pages[0].until("chat")
    lines = ada.page(id).welcome["chat"]
    assert [line["seat"] for line in lines] == [0, None]
    for name in ("\u200d", "\u3164", "\u2800", "\u115f", "\u3164 \u2800", "\u0301"):
        Person(server).ask("PUT", "/api/me", {"name": name}, expected=422)


@pytest.mark.slow
def test_half_a_request_does_not_stay_for_ever(server: Server) -> None:
    with (
        socket.create_connection((server.host, server.port), timeout=60) as half,
        socket.create_connection((server.host, server.port), timeout=60) as body,
    ):
        half.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        body.sendall(b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
        assert half.recv(1000) == b""
        assert b" 408 " in body.recv(1000)
    with socket.create_connection((server.host, server.port), timeout=60) as dropped:
        dropped.sendall(b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
    # A table's socket is no half request.
    ada = Person(server, "Ada")
    page = ada.page(ada.set_table(ME, BOT)["id"])
    page.socket.socket.sendall(b"\x81\x82\x00\x00\x00\x00\xc3\x28")
    with pytest.raises(ConnectionClosed):
        page.until("never")


def test_one_visitor_takes_one_seat_at_a_public_table(server: Server) -> None:
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    id = ada.set_table(ME, FRIEND, FRIEND, public=True)["id"]
    bo.ask("POST", f"/api/tables/{id}/join", {"seat": 1})
    bo.ask("POST", f"/api/tables/{id}/join", {"seat": 2}, expected=409)
    assert bo.ask("POST", f"/api/tables/{id}/join", {})["mine"] == [1]


def test_what_is_kept_for_ever_or_answered_with_much_is_limited(server: Server) -> None:
    ada = Person(server, "Ada")
    id = ada.set_table(ME, BOT)["id"]
    pages = [ada.page(id) for _ in range(2)]
    for message in ({"type": "speak", "language": "fr"}, {"type": "chat", "text": "again"}):
        for _ in range(30):
            for page in pages:
                page.send(**message)
        # However many sockets there are.
        assert sum(page.until("refused")["code"] == "too_fast" for page in pages) == 2


def test_hashed_files_are_kept_for_a_year_and_robots_are_told(server: Server) -> None:
    folder = Path(wg.__file__).parent / "static" / "assets"
    name = next(file.name for file in sorted(folder.iterdir()) if file.suffix == ".js")
    _, headers, _ = request(server, "GET", f"/assets/{name}")
    assert headers["cache-control"] == "public, max-age=31536000, immutable"
    status, headers, text = request(server, "GET", "/robots.txt")
    assert (status, headers["content-type"].partition(";")[0]) == (200, "text/plain")
    assert b"Disallow: /api/" in text
    _, headers, _ = request(server, "GET", "/")
    assert headers["cache-control"] == "no-cache"


# 6. A clock that is set back.


def test_a_clock_that_is_set_back_freezes_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        now = [time()]
        store = Store(tmp_path)
        await store.add_table("t", "c", b"{}", "playing")
        config = TableConfig("molthar", [BotSeat(), Friend()], "00" * 32, "", starting_seat=0)
        table = GameTable("t", "c", config, MOLTHAR)
        table.apply(Sit(1, "ada", "Ada", 0, now[0]))
        table.entries = 0
        room = Room(table, store, Tables(pause=0.05), clock=lambda: now[0])
        driver = Driver(room)
        room.enter(Connection(ADA, "en"), None)
        now[0] -= 3600
        # The bot plays its three actions all the same.
        async with asyncio.timeout(PATIENCE):
            while table.to_act == 0:
                await asyncio.sleep(0.01)
        driver.sleep()
        store.close()

    asyncio.run(play())


# 11. Spectators with a delay.


def test_with_a_delay_nothing_comes_at_once(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada, eve = Person(server, "Ada"), Person(server, "Eve")
        id = ada.set_table(ME, BOT, BOT, delay=600, first=0)["id"]
        watching, page = eve.page(id), ada.page(id)
        watching.listen(0.2)
        heard = len(watching.received)
        page.wait_for_turn()
        page.play()
        page.send(type="chat", text="I have the giant")
        page.until("chat")
        page.send(type="resign", seat=0)
        while not page.state["seats"][0]["resigned"]:
            page.read()
        watching.listen(0.3)
        assert [text for text in watching.received[heard:] if "giant" in text or '"resigned":true' in text] == []
        assert len(watching.received) == heard
        assert eve.page(id).welcome["chat"] == []
        seen, known = (person.ask("GET", f"/api/tables/{id}") for person in (eve, ada))
        assert (seen["status"], seen["round"]) == ("waiting", 0)
        assert seen["changed"] < known["changed"]
        assert server.stop() == ""


def test_what_spectators_see_later_does_not_fill_the_memory() -> None:
    delay = SpectatorDelay(3600)
    for number in range(20_000):
        delay.add(DelayedSnapshot(number * 0.03, number, "playing", None, []))
    assert len(delay._snapshots) <= 601
    assert delay._snapshots[-1].number == 19_999
    # And what everybody has seen goes, also if nobody looks.
    delay.add(DelayedSnapshot(1e6, 20_000, "playing", None, []))
    delay.add(DelayedSnapshot(1e6 + 3601, 20_001, "playing", None, []))
    assert len(delay._snapshots) <= 2


def test_the_health_of_a_server_is_that_it_can_write(tmp_path: Path) -> None:
    async def check() -> None:
        store = Store(tmp_path)
        await store.check()
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailableError):
            await store.check()
        other.close()
        store.close()

    asyncio.run(check())


def test_a_port_that_is_none_is_refused(tmp_path: Path) -> None:
    for port in ("-1", "70000"):
        command = [sys.executable, "-P", "-m", "worldgates", "serve", "--no-browser", "--data", str(tmp_path)]
        done = subprocess.run([*command, "--port", port], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert "65535" in done.stderr


def test_a_data_folder_is_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    Store(folder).close()
    assert folder.stat().st_mode & 0o777 == 0o700


# Card sets.


@pytest.mark.parametrize("line", ["{} = 1", "[[{}]]", "x = {{ {} = 1 }}"])
def test_a_key_of_many_parts_is_refused_at_once(tmp_path: Path, line: str) -> None:
    """`tomllib` takes the square of their number: half a minute for 40 KB."""
    (tmp_path / "worlds.toml").write_text(line.format(".".join("a" * 20_000)) + "\n")
    began = monotonic()
    with pytest.raises(CardSetError, match="a key has too many parts"):
        cardset.load(tmp_path)
    assert monotonic() - began < 2
