"""The database: what an older version wrote is still there, and lists come from columns."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from worldgates.server.database import FILE
from worldgates.server.migrations import VERSION
from worldgates.server.protocol import BotSeat, Friend, Me, NewTable
from worldgates.server.registry import TableRegistry
from worldgates.server.settings import ServerSettings
from worldgates.server.store import Store, Visitor

OLD = Path(__file__).parent / "database_of_0_1.sql"
ADA = Visitor("662b06c699f46477a482d96040681c06", "Ada", 1, "en")
PUBLIC, OVER = "1jGI7qeT8-dJcm_4", "n6uo0D58AePjWwCA"
# Games that had begun: one of Molthar, and one of La clef des mondes under rules 1.
PLAYING, OUTDATED = "mr2IMbwrxtwyQv-b", "C-3sF6ogm4dTfCPq"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A data folder that version 0.1 wrote."""
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.executescript(OLD.read_text("utf-8"))
        database.execute("PRAGMA user_version = 2")
    return tmp_path


def rows(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything that version 0.1 knows of."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        return {
            "visitors": database.execute("SELECT * FROM visitors ORDER BY id").fetchall(),
            "entries": database.execute(
                "SELECT table_id, number, entry, at FROM entries ORDER BY table_id, number"
            ).fetchall(),
            "seats": database.execute("SELECT * FROM seats ORDER BY table_id, seat").fetchall(),
            "tables": database.execute(
                "SELECT id, CASE WHEN status <> 'over' THEN code END, setting, status, began, changed, result"
                " FROM tables ORDER BY id"
            ).fetchall(),
        }


def test_a_data_folder_of_version_0_1_is_opened_and_nothing_is_lost(old: Path) -> None:
    before = rows(old)
    assert [len(each) for each in before.values()] == [2, 31, 6, 5]

    async def look() -> None:
        store = Store(old)
        registry = TableRegistry(store, ServerSettings())
        # One private table has a name that looks like the setting.
        assert await store.open_tables() == [PUBLIC]
        assert await store.count_open(ADA.id) == (4, 5)
        tables = {table.id: table for table in await registry.tables_of(ADA)}
        assert len(tables) == 5
        assert tables[OVER].won
        room = await registry.room(PLAYING)
        assert room is not None
        assert (room.status, room.number, room.asked()) == ("playing", 0, [0])
        # Games of La clef des mondes are not replayed under other rules, but ended with a note.
        outdated = await registry.room(OUTDATED)
        assert outdated is not None
        assert outdated.status == "abandoned"
        assert [line.outdated for line in outdated.table.chat] == [True]
        waiting = await registry.room(PUBLIC)
        assert waiting is not None
        assert waiting.table.config.starting_seat == 1
        store.close()

    asyncio.run(look())
    after = rows(old)
    (note,) = [row for row in after["entries"] if row not in before["entries"]]
    assert note[0] == OUTDATED
    assert len(after["entries"]) == len(before["entries"]) + 1
    for kind in ("visitors", "seats", "tables"):
        others = [[row for row in each[kind] if row[0] != OUTDATED] for each in (before, after)]
        assert others[0] == others[1]
        assert len(after[kind]) == len(before[kind])
    # Opened again, it is up to date.
    Store(old).close()
    with closing(sqlite3.connect(old / FILE)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_table_that_is_damaged_does_not_keep_the_others_from_being_opened(old: Path) -> None:
    with closing(sqlite3.connect(old / FILE)) as database, database:
        database.execute("UPDATE tables SET setting = '{' WHERE id = ?", (PLAYING,))
    store = Store(old)
    assert asyncio.run(store.open_tables()) == [PUBLIC]
    store.close()


def test_new_tables_are_listed_and_counted_like_old_ones(tmp_path: Path) -> None:
    async def create() -> None:
        store = Store(tmp_path)
        registry = TableRegistry(store, ServerSettings())
        public = await registry.create(NewTable("molthar", [Me(), Friend()], public=True), ADA)
        await registry.create(NewTable("molthar", [Me(), Friend(), BotSeat()], name='"public":true'), ADA)
        await registry.create(NewTable("molthar", [Me(), BotSeat(), BotSeat()], public=True), ADA)
        assert await store.open_tables() == [public.table.id]
        assert await store.count_open(ADA.id) == (3, 3)
        store.close()

    asyncio.run(create())
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        plan = database.execute(
            "EXPLAIN QUERY PLAN SELECT id FROM tables WHERE public = 1 AND status = 'waiting' ORDER BY changed"
        ).fetchall()
    assert "public_tables" in plan[0][-1]
