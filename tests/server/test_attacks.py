"""What attacks on the server of 0.1 found, each as a test."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic, time

import pytest
from server_build import BOT, ME, Person, Server

from worldgates.core.gametype import Games
from worldgates.server import registry as registry_module
from worldgates.server.errors import RejectedError
from worldgates.server.protocol import BotSeat, Friend, Me, NewTable
from worldgates.server.registry import TableRegistry
from worldgates.server.settings import ServerSettings, Tables
from worldgates.server.store import FILE, Store, StoreUnavailableError, Visitor
from worldgates.server.table import TableConfig, write_config

ADA = Visitor("ada", "Ada", 0, "en")
BO = Visitor("bo", "Bo", 0, "en")
MOLTHAR = Games().get("molthar")


def registry_in(folder: Path, **tables: int) -> TableRegistry:
    return TableRegistry(Store(folder), ServerSettings(tables=Tables(pause=0, **tables)))


# 1. Codes.


def test_short_codes_that_run_out_give_way_to_longer_ones_and_never_spin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry_module, "_WORDS", ("ROSE",))

    async def play() -> None:
        registry = registry_in(tmp_path)
        config = write_config(TableConfig("molthar", [Me(), Friend()], "00" * 32, ""))

        def fill(db: sqlite3.Connection) -> None:
            rows = [(f"t{number}", f"ROSE-{number}", config.decode()) for number in range(1000, 10_000)]
            insert = "INSERT INTO tables (id, code, setting, status, began, changed) VALUES (?, ?, ?, 'waiting', 0, 0)"
            db.executemany(insert, rows)

        await registry.store._do(fill)
        room = await registry.create(NewTable("molthar", [Me(), Friend()]), ADA)
        assert len(room.table.code) == len("ROSE-123456")
        assert await registry.room_of_code(room.table.code) is room
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
        with pytest.raises(RejectedError, match="many games"):
            await registry.create(NewTable("molthar", [Friend(), BotSeat()]), ADA)
        others = [await registry.create(NewTable("molthar", [Me(), Friend(), Friend()]), BO) for _ in range(2)]
        await registry.join(others[0], None, ADA)
        with pytest.raises(RejectedError, match="many games"):
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
            f"{numbers} INSERT INTO entries SELECT 'p' || n, 0, replace(?, '%s', 'v' || (n % 1000)), 1.0 FROM n",
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
            await store.sit(f"t{number}", 0, ADA.id)
        first = await store.tables_of(ADA.id)
        second = await store.tables_of(ADA.id, before=first[-1][0].changed)
        third = await store.tables_of(ADA.id, before=second[-1][0].changed)
        found = [stored.id for page in (first, second, third) for stored, _ in page]
        assert [len(first), len(second), len(third)] == [50, 50, 20]
        assert len(set(found)) == 120
        store.close()

    asyncio.run(play())
