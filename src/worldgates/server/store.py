"""What is kept on disk: visitors, tables, and everything that was done at each table.

A table is how it was set and the list of its entries; everything else is replayed from them. One thread writes. What
waits to be written when it is free goes into one transaction, and whoever waits hears of it only after the commit.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from time import time
from typing import Any, Final, TypeVar

import msgspec

from worldgates.core.formats import FormatError

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]

LOG = logging.getLogger(__name__)
FILE: Final = "worldgates.sqlite3"

# Each step brings the database from its number to the next; none is ever changed once released.
SCHEMA: Final = (
    """
    CREATE TABLE visitors (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, colour INTEGER NOT NULL, language TEXT NOT NULL, seen REAL NOT NULL
    );
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, setting TEXT NOT NULL, status TEXT NOT NULL,
        began REAL NOT NULL, changed REAL NOT NULL
    );
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, entry TEXT NOT NULL, at REAL NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, visitor TEXT NOT NULL,
        PRIMARY KEY (table_id, seat, visitor)
    ) WITHOUT ROWID;
    CREATE INDEX seats_of_visitor ON seats (visitor);
    CREATE INDEX tables_by_status ON tables (status, changed);
    """,
    """
    ALTER TABLE visitors ADD COLUMN email TEXT NOT NULL DEFAULT '';
    ALTER TABLE visitors ADD COLUMN email_key TEXT NOT NULL DEFAULT '';
    ALTER TABLE visitors ADD COLUMN email_confirmed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN result TEXT;
    CREATE TABLE notices (
        table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, visitor TEXT NOT NULL,
        due REAL NOT NULL, tries INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (table_id, number, visitor)
    ) WITHOUT ROWID;
    CREATE INDEX notices_due ON notices (done, due);
    """,
)


class Conflict(Exception):  # noqa: N818 (not a fault: somebody else was faster)
    """There is such a row already."""


class Trouble(Exception):  # noqa: N818 (that of the disk)
    """Nothing can be written at the moment."""


class Visitor(msgspec.Struct, frozen=True):
    id: str
    name: str
    colour: int
    language: str


class StoredTable(msgspec.Struct, frozen=True):
    id: str
    code: str
    setting: bytes
    status: str
    began: float
    changed: float
    # How the game ended, once it has: enough to list it without playing it again.
    result: bytes | None


_COLUMNS: Final = "id, code, setting, status, began, changed, result"


class Mail(msgspec.Struct, frozen=True):
    """Where a visitor wants to be written to. Nothing but the question whether it is theirs goes to an address
    before that was answered with the key."""

    email: str
    key: str
    confirmed: bool


class Notice(msgspec.Struct, frozen=True):
    """That it is somebody's turn, to be told to them while they are away."""

    table: str
    number: int
    visitor: str
    tries: int


class Store:
    """The database in a folder."""

    def __init__(self, folder: Path) -> None:
        # Seeds of running games lie here: nobody else may read them.
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._path = folder / FILE
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
        self._queue: queue.SimpleQueue[tuple[Work, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        try:
            connection = self._connect()
            _bring_up_to_date(connection)
        except sqlite3.DatabaseError as error:
            raise FormatError(f"this is damaged, put a copy back: {error}", str(self._path)) from None
        connection.close()
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        # A commit is on disk when it is confirmed, also if the power fails.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA busy_timeout = 5000")
        return connection

    def close(self) -> None:
        """Write what still waits, then let go of the file."""
        self._queue.put(None)
        self._thread.join()

    def _write(self) -> None:
        connection = self._connect()
        while True:
            waiting = [self._queue.get()]
            while not self._queue.empty():
                waiting.append(self._queue.get())
            done: list[tuple[asyncio.Future[Any], object, Exception | None]] = []
            try:
                connection.execute("BEGIN IMMEDIATE")
                for item in waiting:
                    if item is None:
                        continue
                    work, future = item
                    connection.execute("SAVEPOINT work")
                    try:
                        result = work(connection)
                    except Exception as error:
                        connection.execute("ROLLBACK TO work")
                        done.append((future, None, error))
                    else:
                        done.append((future, result, None))
                    connection.execute("RELEASE work")
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                # The disk is full, or somebody else holds the file: nothing was written, and the next may be.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                LOG.warning("nothing can be written: %s", error)
                done = [(item[1], None, Trouble()) for item in waiting if item is not None]
            for future, result, failure in done:
                future.get_loop().call_soon_threadsafe(_settle, future, result, failure)
            if None in waiting:
                connection.close()
                return

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put((work, future))
        return await future

    # Visitors.

    async def save_visitor(self, visitor: Visitor) -> None:
        await self._do(
            lambda db: (
                db.execute(
                    "INSERT INTO visitors (id, name, colour, language, seen) VALUES (?, ?, ?, ?, ?)"
                    " ON CONFLICT (id) DO UPDATE SET"
                    " name = excluded.name, colour = excluded.colour, language = excluded.language,"
                    " seen = excluded.seen",
                    (visitor.id, visitor.name, visitor.colour, visitor.language, time()),
                ).rowcount
            )
        )

    async def visitor(self, id: str) -> Visitor | None:
        row = await self._do(
            lambda db: db.execute("SELECT id, name, colour, language FROM visitors WHERE id = ?", (id,)).fetchone()
        )
        return Visitor(*row) if row else None

    # Tables.

    async def add_table(self, id: str, code: str, setting: bytes, status: str) -> None:
        now = time()

        def work(db: sqlite3.Connection) -> None:
            try:
                db.execute(
                    "INSERT INTO tables (id, code, setting, status, began, changed) VALUES (?, ?, ?, ?, ?, ?)",
                    (id, code, setting.decode(), status, now, now),
                )
            except sqlite3.IntegrityError:
                raise Conflict from None

        await self._do(work)

    async def append(self, id: str, number: int, entry: bytes, status: str) -> None:
        """Add an entry; a Conflict if there is one of that number."""
        now = time()

        def work(db: sqlite3.Connection) -> None:
            try:
                db.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (id, number, entry.decode(), now))
            except sqlite3.IntegrityError:
                raise Conflict from None
            db.execute("UPDATE tables SET status = ?, changed = ? WHERE id = ?", (status, now, id))

        await self._do(work)

    async def finish(self, id: str, result: bytes) -> None:
        """Note that a game is over, and how it ended."""
        await self._do(
            lambda db: (
                db.execute("UPDATE tables SET status = 'over', result = ? WHERE id = ?", (result.decode(), id)).rowcount
            )
        )

    async def table(self, id: str) -> tuple[StoredTable, list[bytes]] | None:
        """A table with its entries in their order."""

        def work(db: sqlite3.Connection) -> tuple[StoredTable, list[bytes]] | None:
            row = db.execute(f"SELECT {_COLUMNS} FROM tables WHERE id = ?", (id,)).fetchone()
            if row is None:
                return None
            entries = db.execute("SELECT entry FROM entries WHERE table_id = ? ORDER BY number", (id,))
            return _stored(row), [entry.encode() for (entry,) in entries]

        return await self._do(work)

    async def table_of_code(self, code: str) -> str | None:
        row = await self._do(lambda db: db.execute("SELECT id FROM tables WHERE code = ?", (code,)).fetchone())
        return str(row[0]) if row else None

    async def tables(self, *status: str) -> list[StoredTable]:
        """The tables in one of these states, those changed last first."""
        marks = ", ".join("?" * len(status))
        rows = await self._do(
            lambda db: db.execute(
                f"SELECT {_COLUMNS} FROM tables WHERE status IN ({marks}) ORDER BY changed DESC", status
            ).fetchall()
        )
        return [_stored(row) for row in rows]

    async def open_tables(self, limit: int = 100) -> list[StoredTable]:
        """Tables that are listed for everybody and wait for players."""
        rows = await self._do(
            lambda db: db.execute(
                f"SELECT {_COLUMNS} FROM tables WHERE status = 'waiting' AND setting LIKE '%\"public\":true%'"
                " ORDER BY changed DESC LIMIT ?",
                (limit,),
            ).fetchall()
        )
        return [_stored(row) for row in rows]

    # Who sits where.

    async def sit(self, id: str, seat: int, visitor: str) -> None:
        await self._do(
            lambda db: db.execute("INSERT OR IGNORE INTO seats VALUES (?, ?, ?)", (id, seat, visitor)).rowcount
        )

    async def tables_of(self, visitor: str, limit: int = 50) -> list[StoredTable]:
        rows = await self._do(
            lambda db: db.execute(
                f"SELECT DISTINCT {_COLUMNS} FROM tables JOIN seats ON seats.table_id = tables.id WHERE visitor = ?"
                " ORDER BY changed DESC LIMIT ?",
                (visitor, limit),
            ).fetchall()
        )
        return [_stored(row) for row in rows]

    async def seats_of(self, visitor: str) -> dict[str, list[int]]:
        """Where a visitor sits, by table."""
        rows = await self._do(
            lambda db: db.execute(
                "SELECT table_id, seat FROM seats WHERE visitor = ? ORDER BY seat", (visitor,)
            ).fetchall()
        )
        found: dict[str, list[int]] = {}
        for table, seat in rows:
            found.setdefault(table, []).append(seat)
        return found

    async def finished_of(self, visitor: str) -> list[StoredTable]:
        """All games of a visitor that are over."""
        rows = await self._do(
            lambda db: db.execute(
                f"SELECT {_COLUMNS} FROM tables WHERE status = 'over' AND result IS NOT NULL"
                " AND id IN (SELECT table_id FROM seats WHERE visitor = ?) ORDER BY changed",
                (visitor,),
            ).fetchall()
        )
        return [_stored(row) for row in rows]

    async def count_open(self, visitor: str) -> tuple[int, int]:
        """The games of a visitor that are not over; and how many seats there are of bots or still free."""
        rows = await self._do(
            lambda db: db.execute(
                "SELECT setting FROM tables WHERE status IN ('waiting', 'playing')"
                " AND id IN (SELECT table_id FROM seats WHERE visitor = ?)",
                (visitor,),
            ).fetchall()
        )
        return len(rows), sum(setting.count('"kind":"bot"') for (setting,) in rows)

    # Putting away.

    async def idle(self, status: str, before: float) -> list[str]:
        """The tables in a state that nobody has touched since then."""
        rows = await self._do(
            lambda db: db.execute("SELECT id FROM tables WHERE status = ? AND changed < ?", (status, before)).fetchall()
        )
        return [id for (id,) in rows]

    async def delete(self, id: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            for table, column in (
                ("notices", "table_id"),
                ("seats", "table_id"),
                ("entries", "table_id"),
                ("tables", "id"),
            ):
                db.execute(f"DELETE FROM {table} WHERE {column} = ?", (id,))

        await self._do(work)

    # Writing to people.

    async def mail(self, visitor: str) -> Mail | None:
        row = await self._do(
            lambda db: db.execute(
                "SELECT email, email_key, email_confirmed FROM visitors WHERE id = ? AND email <> ''", (visitor,)
            ).fetchone()
        )
        return Mail(row[0], row[1], bool(row[2])) if row else None

    async def set_mail(self, visitor: str, email: str, key: str) -> None:
        await self._do(
            lambda db: (
                db.execute(
                    "UPDATE visitors SET email = ?, email_key = ?, email_confirmed = 0 WHERE id = ?",
                    (email, key, visitor),
                ).rowcount
            )
        )

    async def answer_mail(self, key: str, wanted: bool) -> bool:
        """The owner of an address wants messages, or none; whether the key is known."""
        change = "email_confirmed = 1" if wanted else "email = '', email_key = '', email_confirmed = 0"
        found: int = await self._do(
            lambda db: (
                db.execute(f"UPDATE visitors SET {change} WHERE email_key = ? AND email_key <> ''", (key,)).rowcount
            )
        )
        return found > 0

    async def add_notice(self, table: str, number: int, visitor: str) -> None:
        """Note that somebody is to be told, once for each time."""
        await self._do(
            lambda db: (
                db.execute(
                    "INSERT OR IGNORE INTO notices (table_id, number, visitor, due) VALUES (?, ?, ?, ?)",
                    (table, number, visitor, time()),
                ).rowcount
            )
        )

    async def due_notices(self, now: float) -> list[Notice]:
        rows = await self._do(
            lambda db: db.execute(
                "SELECT table_id, number, visitor, tries FROM notices WHERE done = 0 AND due <= ?"
                " ORDER BY due LIMIT 50",
                (now,),
            ).fetchall()
        )
        return [Notice(*row) for row in rows]

    async def settle_notice(self, notice: Notice, again: float | None) -> None:
        """A notice is done with, or to be tried again then."""
        key = (notice.table, notice.number, notice.visitor)

        def work(db: sqlite3.Connection) -> None:
            where = "WHERE table_id = ? AND number = ? AND visitor = ?"
            if again is None:
                db.execute(f"UPDATE notices SET done = 1 {where}", key)
            else:
                db.execute(f"UPDATE notices SET tries = tries + 1, due = ? {where}", (again, *key))

        await self._do(work)


def _stored(row: tuple[Any, ...]) -> StoredTable:
    id, code, setting, status, began, changed, result = row
    return StoredTable(id, code, setting.encode(), status, began, changed, result.encode() if result else None)


def _settle(future: asyncio.Future[Any], result: object, failure: Exception | None) -> None:
    if future.cancelled():
        return
    if failure is not None:
        future.set_exception(failure)
    else:
        future.set_result(result)


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    if number > len(SCHEMA):
        raise FormatError(
            "the data was written by a newer version of Worldgates: install that one, or use other data", "--data"
        )
    for step in range(number, len(SCHEMA)):
        connection.executescript(f"BEGIN; {SCHEMA[step]}; PRAGMA user_version = {step + 1}; COMMIT;")
