"""The store keeps the same promises over SQLite and over PostgreSQL, and a club moves from one to the other."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from time import time
from typing import Any

import pytest
from hosted_build import Postgres

from worldgates.core.formats import FormatError
from worldgates.server import database as database_module
from worldgates.server.bus import Bus
from worldgates.server.copying import copy
from worldgates.server.database import FILE, WAL, DownError, connect, prepare
from worldgates.server.lease import Lease
from worldgates.server.migrations import COPIED, NEW, UPGRADES, VERSION
from worldgates.server.protocol import BotSeat, Friend, Me, NewTable, SeatRequest
from worldgates.server.registry import TableRegistry
from worldgates.server.settings import ServerSettings
from worldgates.server.store import (
    ConflictError,
    LimitError,
    LostError,
    Store,
    StoreUnavailableError,
    Taken,
    Visitor,
)

pytestmark = pytest.mark.xdist_group("hosted")
ADA = Visitor("ada", "Ada", 1, "en")
BO = Visitor("bo", "Bo", 2, "fr")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    running = Postgres()
    yield running
    running.close()


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A database without games: a folder, or a schema of its own."""
    if request.param == "SQLite":
        return tmp_path
    return schema(request, tmp_path)


@pytest.fixture
def club(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return schema(request, tmp_path)


def schema(request: pytest.FixtureRequest, folder: Path) -> str:
    server: Postgres = request.getfixturevalue("postgres")
    name = "".join(sign if sign.isalnum() else "_" for sign in folder.name.lower())[-40:]
    return f"{server.url}?schema=s_{name}"[: len(server.url) + 50]


def use(where: Path | str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        store = Store(where)
        try:
            return await work(store)
        finally:
            store.close()

    return asyncio.run(run())


def test_visitors_tables_entries_and_lists_are_kept(where: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.check()
        await store.save_visitor(ADA)
        await store.save_visitor(Visitor("ada", "Ada L.", 1, "it"))
        assert await store.visitor("ada") == Visitor("ada", "Ada L.", 1, "it")
        assert await store.visitor("nobody") is None
        await store.add_table("t", "ROSE-1000", b'{"a":1}', "waiting", host="ada", public=True, bots=1)
        with pytest.raises(ConflictError):
            await store.add_table("u", "ROSE-1000", b"{}", "waiting")
        assert await store.table_of_code("ROSE-1000") == "t"
        assert await store.open_tables() == ["t"]
        await store.append("t", 0, [b'{"n":0}', b'{"n":1}'], "waiting", sits=[(0, "ada"), (1, "bo")], bots=2)
        with pytest.raises(ConflictError):
            await store.append("t", 1, [b'{"n":"twice"}', b"{}"], "playing")
        found = await store.table("t")
        assert found is not None
        assert found[0].status == "waiting", "nothing of what was refused is written"
        assert found[1] == [b'{"n":0}', b'{"n":1}']
        assert await store.count_open("bo") == (1, 3)
        await store.append("t", 2, [b'{"n":2}'], "waiting", leaves=[1], bots=-1)
        assert await store.count_open("bo") == (0, 0)
        assert await store.count_open("ada") == (1, 2)
        with pytest.raises(LimitError):
            await store.add_table("v", "c", b"{}", "waiting", visitor="ada", bots=0, limits=(1, 9))
        await store.append("t", 3, [b"{}"], "playing")
        assert [id for _, id in await store.due(time())] == ["t"]
        store.rest("t", None)
        assert await store.due(time() + 1) == []
        ((listed, mine),) = await store.tables_of("ada")
        assert (listed.id, listed.result, mine) == ("t", None, [0])
        assert await store.tables_of("ada", before=listed.changed) == []
        await store.finish("t", b'{"won":1}')
        ((finished, mine),) = await store.finished_of("ada")
        assert (finished.code, finished.status, finished.result, mine) == ("", "over", b'{"won":1}', [0])
        assert await store.open_tables() == []

    use(where, work)


def test_what_is_queued_together_is_written_or_refused_alone(where: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.add_table("t", "c", b"{}", "playing")
        done = await asyncio.gather(
            *(store.append("t", number % 10, [b"%d" % number], "playing") for number in range(20)),
            return_exceptions=True,
        )
        assert [type(each) for each in done] == [type(None)] * 10 + [ConflictError] * 10
        found = await store.table("t")
        assert found is not None
        assert found[1] == [b"%d" % number for number in range(10)]

    use(where, work)


def test_mail_and_notices_are_kept_and_settled(where: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.save_visitor(ADA)
        assert await store.mail("ada") is None
        await store.set_mail("ada", "ada@example.org", "key")
        assert await store.answer_mail("key", wanted=True)
        mail = await store.mail("ada")
        assert mail is not None
        assert (mail.email, mail.confirmed) == ("ada@example.org", True)
        assert not await store.answer_mail("other", wanted=True)
        await store.add_table("t", "c", b"{}", "playing")
        await store.add_notice("t", 3, "ada")
        await store.add_notice("t", 3, "ada")
        (notice,) = await store.due_notices(time())
        assert (notice.table, notice.number, notice.visitor, notice.tries) == ("t", 3, "ada", 0)
        await store.settle_notice(notice, time() + 100)
        assert await store.due_notices(time()) == []
        (notice,) = await store.due_notices(time() + 101)
        assert notice.tries == 1
        await store.settle_notice(notice, None)
        assert await store.due_notices(time() + 1000) == []

    use(where, work)


def test_old_finished_games_are_packed_and_can_still_be_read(where: Path | str) -> None:
    async def work(store: Store) -> None:
        for id in ("old", "running"):
            await store.add_table(id, id, b"{}", "playing")
            await store.append(id, 0, [b'{"n":%d}' % number for number in range(100)], "playing")
        await store.finish("old", b"{}")
        assert await store.archive(time() - 10) == 0
        assert await store.archive(time() + 10) == 1
        assert await store.archive(time() + 10) == 0
        rows = await store._do(lambda db: db.execute("SELECT table_id, count(*) FROM entries GROUP BY 1").fetchall())
        assert [tuple(row) for row in rows] == [("running", 100)]
        # Somebody says something afterwards.
        await store.append("old", 100, [b'{"n":100}'], "over")
        for id, entries in (("old", 101), ("running", 100)):
            found = await store.table(id)
            assert found is not None
            assert found[1] == [b'{"n":%d}' % number for number in range(entries)]

    use(where, work)


def test_an_abandoned_table_can_be_deleted_and_no_other(where: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.add_table("t", "c", b"{}", "playing")
        await store.append("t", 0, [b"{}"], "playing", sits=[(0, "ada")])
        await store.delete("t")
        assert await store.table("t") is not None
        await store.append("t", 1, [b"{}"], "abandoned")
        assert await store.idle("abandoned", time() + 1) == ["t"]
        await store.delete("t")
        assert await store.table("t") is None
        assert await store.table_of_code("c") is None

    use(where, work)


def test_tables_are_created_and_replayed_from_both(where: Path | str) -> None:
    async def work(store: Store) -> None:
        await store.save_visitor(ADA)
        lease = Lease(store, Bus())
        await lease.begin()
        registry = TableRegistry(store, ServerSettings(), lease=lease)
        await registry.create(NewTable("molthar", [Me(), Friend()], public=True), ADA)
        room = await registry.create(NewTable("clef", [Me(), BotSeat()]), ADA)
        again = await TableRegistry(store, ServerSettings(), lease=lease).room(room.table.id)
        assert again is not None
        assert again.table.status == "playing"
        assert again.table.commitment == room.table.commitment
        assert {table.game for table in await registry.tables_of(ADA)} == {"molthar", "clef"}

    use(where, work)


def test_a_table_that_was_woken_stays_for_whoever_has_asked_for_it_meanwhile(where: Path | str) -> None:
    async def work(store: Store) -> None:
        lease = Lease(store, Bus())
        await lease.begin()
        keeping = asyncio.create_task(lease.keep())
        first = TableRegistry(store, ServerSettings(), lease=lease)
        table = (await first.create(NewTable("molthar", [Me(), BotSeat("random")]), ADA)).table
        while table.to_act == 0:  # the bot shall begin
            table = (await first.create(NewTable("molthar", [Me(), BotSeat("random")]), ADA)).table
        id = table.id
        # It was put down while its bot was due.
        first.drop_all()
        registry = TableRegistry(store, ServerSettings(), lease=lease)
        waking = asyncio.create_task(registry.wake_due(time()))
        while not registry.rooms:
            assert not waking.done()
            await asyncio.sleep(0)
        # A page asks for the table, and connects only after it has been put down, or not.
        room = await registry.room(id)
        await waking
        assert await registry.room(id) is room, "there are two of one table"
        # Nobody has asked for the others.
        other = TableRegistry(store, ServerSettings(), lease=lease)
        await other.wake_due(time() + 1000)
        assert other.rooms == []
        keeping.cancel()

    use(where, work)


def test_moves_that_are_lost_with_their_file_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """SQLite goes on without its WAL file and says nothing."""
    code = (
        "import asyncio, os, sys\n"
        "from pathlib import Path\n"
        "from worldgates.server.store import Store, Visitor\n"
        "async def run():\n"
        "    store = Store(Path(sys.argv[1]))\n"
        "    await store.save_visitor(Visitor('ada', 'Ada', 1, 'en'))\n"
        "    os._exit(0) if sys.argv[2] == 'killed' else store.close()\n"
        "asyncio.run(run())\n"
    )
    wal = tmp_path / WAL

    def start(how: str) -> str:
        """What is said at a start after a server ended in this way."""
        caplog.clear()
        prepare(tmp_path)
        subprocess.run([sys.executable, "-P", "-c", code, str(tmp_path), how], check=True)
        return caplog.text

    assert start("in order") == ""
    assert not wal.exists()
    assert start("killed") == ""
    assert wal.exists()
    assert start("killed") == "", "what it left is there"
    wal.unlink()
    assert "-wal is missing" in start("killed")
    wal.write_bytes(b"damaged!" + wal.read_bytes()[8:])
    assert "-wal is damaged" in start("in order")
    assert start("in order") == "", "it is told once"


# One owner at a time.


def test_a_table_has_one_owner_and_a_former_one_cannot_write(club: str) -> None:
    async def work(store: Store) -> None:
        await store.register("a", 1000)
        await store.register("b", 1000)
        await store.add_table("t", "c", b"{}", "playing", owner="a")
        await store.append("t", 0, [b"0"], "playing", epoch=1)
        assert await store.take("t", "b") == "a"
        assert await store.take("none", "b") is None
        # Its bots and clocks are those of its owner, too.
        assert await store.due(time() + 1, server="b") == []
        assert len(await store.due(time() + 1, server="a")) == 1
        # The lease of a runs out, as when it is stopped; b takes the table.
        await store._do(lambda db: db.execute("UPDATE servers SET until = 0 WHERE id = 'a'").rowcount)
        assert len(await store.due(time() + 1, server="b")) == 1
        taken = await store.take("t", "b")
        assert isinstance(taken, Taken)
        assert (taken.epoch, taken.entries) == (2, [b"0"])
        # It wakes up: it writes nothing, whether or not b has written meanwhile.
        for _ in range(2):
            with pytest.raises(LostError):
                await store.append("t", 1, [b"by a"], "abandoned", epoch=1)
            with pytest.raises(LostError):
                await store.finish("t", b"{}", epoch=1)
            store.rest("t", None, 1)
            with pytest.raises(LostError):
                await store.renew("a", 1000)
            await store.append("t", len(taken.entries), [b"by b"], "playing", epoch=2)
            taken.entries.append(b"by b")
        assert len(await store.due(time() + 1, server="b")) == 1
        found = await store.table("t")
        assert found is not None
        assert found[1] == [b"0", b"by b", b"by b"]
        assert await store.renew("b", 1000) == ["b"]
        # It stops in order: the next one need not wait.
        await store.resign("b")
        await store.register("d", 1000)
        assert isinstance(await store.take("t", "d"), Taken)

    use(club, work)


def test_of_servers_that_take_a_table_at_the_same_time_one_gets_it(club: str) -> None:
    async def run() -> None:
        stores = [Store(club) for _ in range(6)]
        await stores[0].add_table("t", "c", b"{}", "playing")
        for number, store in enumerate(stores):
            await store.register(f"s{number}", 1000)
        for _ in range(10):
            taken = await asyncio.gather(*(store.take("t", f"s{number}") for number, store in enumerate(stores)))
            (owner,) = (f"s{number}" for number, each in enumerate(taken) if isinstance(each, Taken))
            assert {each for each in taken if isinstance(each, str)} == {owner}
            await stores[0]._do(lambda db: db.execute("UPDATE tables SET owner = ''").rowcount)
        for store in stores:
            store.close()

    asyncio.run(run())


def test_servers_do_not_create_more_tables_together_than_one_may(club: str) -> None:
    async def run() -> None:
        stores = [Store(club) for _ in range(4)]

        async def add(number: int) -> bool:
            try:
                await stores[number % 4].add_table(
                    f"t{number}", f"c{number}", b"{}", "waiting", host="ada", visitor="ada", limits=(5, 5)
                )
            except LimitError:
                return False
            return True

        assert sum(await asyncio.gather(*(add(number) for number in range(40)))) == 5
        for store in stores:
            store.close()

    asyncio.run(run())


def test_a_notice_is_sent_by_one_server(club: str) -> None:
    async def run() -> None:
        stores = [Store(club) for _ in range(4)]
        await stores[0].add_table("t", "c", b"{}", "playing")
        for number in range(20):
            await stores[0].add_notice("t", number, "ada")
        found = [notice for page in await asyncio.gather(*(s.due_notices(time()) for s in stores)) for notice in page]
        assert sorted(notice.number for notice in found) == list(range(20))
        # If that server dies, another sends it later.
        assert len(await stores[1].due_notices(time() + 1000)) == 20
        for store in stores:
            store.close()

    asyncio.run(run())


def test_two_clubs_in_one_database_do_not_see_each_other(postgres: Postgres) -> None:
    clubs = [f"{postgres.url}?schema=club_{number}" for number in range(2)]

    async def run() -> None:
        one, other = (Store(club) for club in clubs)
        await one.register("a", 1000)
        await one.add_table("t", "ROSE-1", b"{}", "waiting", public=True, host="ada", owner="a")
        await one.save_visitor(ADA)
        assert await other.table("t") is None
        assert await other.open_tables() == []
        assert await other.visitor("ada") is None
        await other.register("b", 1000)
        assert await other.renew("b", 1000) == ["b"]
        # The same code, and the same id.
        await other.add_table("t", "ROSE-1", b"{}", "waiting")
        one.close()
        other.close()

    asyncio.run(run())
    with pytest.raises(FormatError, match="name of a schema"):
        Store(f"{postgres.url}?schema=a;b")


def test_a_database_that_goes_away_comes_back(club: str, postgres: Postgres) -> None:
    async def work(store: Store) -> None:
        await store.add_table("t", "c", b"{}", "playing")
        await store.append("t", 0, [b"0"], "playing")
        await asyncio.to_thread(postgres.stop)
        with pytest.raises(StoreUnavailableError):
            await store.append("t", 1, [b"1"], "playing")
        await asyncio.to_thread(postgres.start)
        while True:
            try:
                await store.append("t", 1, [b"again"], "playing")
                break
            except StoreUnavailableError:
                await asyncio.sleep(0.1)
        found = await store.table("t")
        assert found is not None
        assert found[1] == [b"0", b"again"]

    use(club, work)


def test_a_server_that_was_stopped_while_it_wrote_costs_no_other_its_lease(club: str) -> None:
    stopped = connect(club)

    async def work(store: Store) -> None:
        await store.register("a", 3)
        await store.add_table("t", "c", b"{}", "playing")
        stopped.begin()
        stopped.execute("UPDATE tables SET changed = 0 WHERE id = 't'")
        waits = asyncio.create_task(store.append("t", 0, [b"0"], "playing"))
        await asyncio.sleep(0.3)
        assert await asyncio.wait_for(store.renew("a", 3), 1) == ["a"]
        assert not waits.done()
        # PostgreSQL ends what is never committed, and the others go on.
        await asyncio.wait_for(waits, 4)
        with pytest.raises(DownError):
            stopped.commit()

    use(club, work)


def test_work_that_hangs_is_broken_off(club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("worldgates.server.store._TOO_LONG", 0.3)
    monkeypatch.setattr(database_module, "STUCK_AFTER", 0.2)

    async def work(store: Store) -> None:
        with pytest.raises(StoreUnavailableError):
            await store._do(lambda db: db.execute("SELECT pg_sleep(4)").fetchone())
        await store.check()

    use(club, work)


def test_an_address_without_a_database_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be reached"):
        Store("postgresql://club@127.0.0.1:9/none")
    with pytest.raises(FormatError, match="no games here"):
        copy(tmp_path, "postgresql://club@127.0.0.1:9/none")


# Migrations.


def shape(database: sqlite3.Connection) -> dict[str, object]:
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    indexes = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    return {
        **{table: sorted(row[1:] for row in database.execute(f"PRAGMA table_info({table})")) for table in tables},
        "indexes": {name: " ".join(sql.split()) for name, sql in indexes},
    }


def test_a_new_database_is_like_one_that_went_through_all_migrations() -> None:
    with closing(sqlite3.connect(":memory:")) as new, closing(sqlite3.connect(":memory:")) as old:
        new.executescript(NEW)
        for upgrade in UPGRADES:
            old.executescript(upgrade)
        assert shape(new) == shape(old)


def test_both_databases_have_the_same_columns(club: str, tmp_path: Path) -> None:
    found = []
    prepare(tmp_path)
    prepare(club)
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        file = {table: [row[1] for row in database.execute(f"PRAGMA table_info({table})")] for table in COPIED}
    db = connect(club)
    db.begin()
    for table in COPIED:
        found.append(
            db.execute(
                "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema"
                " AND table_name = ? ORDER BY ordinal_position",
                (table,),
            ).fetchall()
        )
        # Everything is copied but who owns a table.
        assert set(COPIED[table].split(", ")) == set(file[table]) - {"owner"}
    assert [[name for (name,) in columns] for columns in found] == list(file.values())
    (number,) = db.execute("SELECT number FROM version").fetchone()
    assert number == VERSION
    db.close()


def test_data_of_a_newer_version_is_refused(club: str) -> None:
    prepare(club)
    db = connect(club)
    db.begin()
    db.execute("UPDATE version SET number = number + 1")
    db.commit()
    db.close()
    with pytest.raises(FormatError, match="newer version"):
        prepare(club)


# Copies.


def content(where: Path | str) -> dict[str, list[tuple[Any, ...]]]:
    db = connect(where)
    db.begin_snapshot()
    try:
        return {
            table: sorted((tuple(row) for row in db.read_all(f"SELECT {columns} FROM {table}")), key=repr)
            for table, columns in COPIED.items()
        }
    finally:
        db.rollback()
        db.close()


def test_a_club_moves_to_postgres_and_back(club: str, tmp_path: Path) -> None:
    begun, back = tmp_path / "begun", tmp_path / "back"

    async def fill(store: Store) -> None:
        for visitor in (ADA, BO):
            await store.save_visitor(visitor)
        registry = TableRegistry(store, ServerSettings())
        for number in range(6):
            seats: list[SeatRequest] = [Me(), BotSeat(), Friend()] if number % 2 else [Me(), BotSeat()]
            await registry.create(NewTable("molthar" if number < 3 else "clef", seats), ADA)
        await store.add_table("long", "long", b'{"name":"\\u00e9t\\u00e9"}', "playing")
        await store.append("long", 0, [b'{"n":%d}' % number for number in range(2500)], "playing")
        await store.add_notice("long", 3, "ada")
        await store.finish("long", b"{}")
        await store.archive(time() + 1)

    use(begun, fill)
    assert copy(begun, club) == 7
    assert content(club) == content(begun)
    assert copy(club, back) == 7
    assert content(back) == content(begun)
    for target in (club, back):
        with pytest.raises(FormatError, match="there are games already"):
            copy(begun, target)


def test_a_copy_that_fails_leaves_nothing(club: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fill(store: Store) -> None:
        await store.add_table("t", "c", b"{}", "playing")
        await store.append("t", 0, [b"{}"] * 10, "playing")

    use(tmp_path, fill)

    def fail(self: object, statement: str, rows: object) -> None:
        if "INTO entries" in statement:
            raise DownError("no more")
        insert(self, statement, rows)  # type: ignore[arg-type]

    insert = database_module.PostgresDatabase.executemany
    monkeypatch.setattr(database_module.PostgresDatabase, "executemany", fail)
    with pytest.raises(FormatError, match="cannot be written"):
        copy(tmp_path, club)
    monkeypatch.undo()
    assert copy(tmp_path, club) == 1


@pytest.mark.parametrize("to_postgres", [True, False])
def test_a_copy_that_is_taken_during_play_is_whole(club: str, tmp_path: Path, to_postgres: bool) -> None:
    """Entries go on being written: the copy has each table up to some entry, and nothing is refused meanwhile."""
    source, target = (tmp_path, club) if to_postgres else (club, tmp_path)

    async def work(store: Store) -> None:
        tables = [f"t{number}" for number in range(5)]
        for table in tables:
            await store.add_table(table, table, b"{}", "playing")
        done = asyncio.Event()

        async def play(table: str) -> int:
            number = 0
            while not done.is_set():
                await store.append(table, number, [b"%d" % number, b"%d" % (number + 1)], "playing")
                number += 2
            return number

        playing = [asyncio.create_task(play(table)) for table in tables]
        await asyncio.sleep(0.3)
        assert await asyncio.to_thread(copy, source, target) == 5
        done.set()
        written = await asyncio.gather(*playing)
        copied = content(target)["entries"]
        for table, number in zip(tables, written, strict=True):
            entries = sorted(row[1] for row in copied if row[0] == table)
            assert entries == list(range(len(entries)))
            assert 0 < len(entries) <= number
            assert len(entries) % 2 == 0, "what was written together was copied together"

    use(source, work)
