"""The database: visitors, tables, and the entries of each table.

A table consists of its configuration and its list of entries; everything else is replayed from them. One thread
writes: it commits all queued requests in one transaction, and each is answered only after the commit.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import stat
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any, Final, TypeVar

import msgspec

from worldgates.core.formats import FormatError

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Item = tuple[Work, asyncio.Future[Any]]
Done = tuple[asyncio.Future[Any], object, Exception | None]

LOG = logging.getLogger(__name__)
FILE: Final = "worldgates.sqlite3"

# Migrations: each upgrades the database from its number to the next, and never changes once released.
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
    # Invalid JSON is left as it is: that table cannot be opened, but the others can.
    """
    ALTER TABLE tables ADD COLUMN public INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN bots INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET
        public = coalesce(json_extract(setting, '$.public'), 0),
        bots = (SELECT count(*) FROM json_each(setting, '$.seats') WHERE json_extract(value, '$.kind') = 'bot')
        WHERE json_valid(setting);
    CREATE INDEX public_tables ON tables (public, status, changed);
    """,
    # A game that is over has no code, so that codes never run out. `due` is when a running game needs the server: for a
    # bot, a clock or a reaction window. Tables from before are all looked at once.
    """
    CREATE TABLE new_tables (
        id TEXT PRIMARY KEY, code TEXT UNIQUE, setting TEXT NOT NULL, status TEXT NOT NULL,
        began REAL NOT NULL, changed REAL NOT NULL, result TEXT, public INTEGER NOT NULL DEFAULT 0,
        bots INTEGER NOT NULL DEFAULT 0, host TEXT NOT NULL DEFAULT '', due REAL
    );
    INSERT INTO new_tables SELECT
        id, CASE WHEN status IN ('waiting', 'playing') THEN code END, setting, status, began, changed, result,
        public, bots,
        CASE WHEN json_valid(setting) THEN coalesce(json_extract(setting, '$.host'), '') ELSE '' END,
        CASE WHEN status = 'playing' THEN changed END
        FROM tables;
    DROP TABLE tables;
    ALTER TABLE new_tables RENAME TO tables;
    CREATE INDEX tables_by_status ON tables (status, changed) WHERE status <> 'over';
    CREATE INDEX public_tables ON tables (changed) WHERE public = 1 AND status = 'waiting';
    CREATE INDEX tables_of_host ON tables (host) WHERE status IN ('waiting', 'playing');
    CREATE INDEX tables_due ON tables (due, id) WHERE due IS NOT NULL;
    """,
    # A row to write for who asks whether the server is well.
    """
    CREATE TABLE health (id INTEGER PRIMARY KEY, at REAL NOT NULL);
    """,
    # What was found about a finished game: all of it, or only where it was decided.
    """
    CREATE TABLE analyses (
        table_id TEXT NOT NULL REFERENCES tables (id), kind TEXT NOT NULL, analysis TEXT NOT NULL,
        PRIMARY KEY (table_id, kind)
    ) WITHOUT ROWID;
    """,
)
_UNFINISHED: Final = "status IN ('waiting', 'playing')"
# Seconds after which it is written that a table rests, if nothing else is written before.
_REST_AFTER: Final = 1.0


class ConflictError(Exception):
    """A row with this key exists already."""


class StoreUnavailableError(Exception):
    """The database is unavailable: the disk is full, or another process has locked the file."""


class StoreDamagedError(StoreUnavailableError):
    """A part of the database cannot be read. Others can: only what needs this part fails."""


class LimitError(Exception):
    """The visitor has too many unfinished games, or too many bots in them."""


class Visitor(msgspec.Struct, frozen=True):
    id: str
    name: str
    colour: int
    language: str


class StoredTable(msgspec.Struct, frozen=True):
    id: str
    # Empty when the game is over.
    code: str
    config: bytes
    status: str
    began: float
    changed: float
    # The result of a finished game: enough to list it without a replay.
    result: bytes | None


_COLUMNS: Final = "id, code, setting, status, began, changed, result"


class Mail(msgspec.Struct, frozen=True):
    """A visitor's e-mail address. Until its owner confirms it with the key, it receives only the confirmation mail."""

    email: str
    key: str
    confirmed: bool


class Notice(msgspec.Struct, frozen=True):
    """A notice for an absent player that it is their turn."""

    table: str
    number: int
    visitor: str
    tries: int


class Store:
    """The database in a folder."""

    def __init__(self, folder: Path) -> None:
        # The file holds the seeds of running games: only its owner may read it.
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(OSError):
            # Also a folder that somebody else has made.
            folder.chmod(stat.S_IMODE(folder.stat().st_mode) & 0o700)
        self._path = folder / FILE
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
        self._queue: queue.SimpleQueue[Item | None] = queue.SimpleQueue()
        try:
            connection = self._connect()
            _bring_up_to_date(connection)
        except sqlite3.DatabaseError as error:
            raise FormatError(f"this is damaged, put a copy back: {error}", str(self._path)) from None
        connection.close()
        # The tables that rest, and when they are due; not written yet.
        self._rests: dict[str, float | None] = {}
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        # A committed transaction survives a power failure.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA busy_timeout = 5000")
        return connection

    def close(self) -> None:
        """Write the queue, then close the file."""
        self._queue.put(None)
        self._thread.join()

    def _write(self) -> None:
        connection = self._connect()
        while True:
            waiting = [self._queue.get()]
            while not self._queue.empty():
                waiting.append(self._queue.get())
            items = [item for item in waiting if item is not None]
            try:
                done = _commit(connection, items)
            except sqlite3.Error as error:
                done = _after_failure(connection, items, error)
            for future, result, failure in done:
                future.get_loop().call_soon_threadsafe(_settle, future, result, failure)
            if None in waiting:
                connection.close()
                return

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        self._write_rests()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put((work, future))
        return await future

    async def check(self) -> None:
        """Write something: only that shows that moves can be written."""
        write = "INSERT INTO health VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
        await self._do(lambda db: db.execute(write, (time(),)).rowcount)

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

    async def add_table(
        self,
        id: str,
        code: str,
        config: bytes,
        status: str,
        *,
        host: str = "",
        public: bool = False,
        bots: int = 0,
        visitor: str = "",
        limits: tuple[int, int] | None = None,
    ) -> None:
        """Add a table with a number of bots; raises a ConflictError if its id or code is taken.

        With `limits`, the most unfinished games of the visitor and the most bots in them, it raises a LimitError if
        there are as many already.
        """
        now = time()

        def work(db: sqlite3.Connection) -> None:
            if limits is not None:
                _check_limits(db, visitor, 1, bots, limits)
            try:
                db.execute(
                    "INSERT INTO tables (id, code, setting, status, began, changed, public, bots, host)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (id, code, config.decode(), status, now, now, public, bots, host),
                )
            except sqlite3.IntegrityError:
                raise ConflictError from None

        await self._do(work)

    async def append(self, id: str, number: int, entries: Sequence[bytes], status: str) -> None:
        """Add entries, the first with this number, all or none; raises a ConflictError if a number is taken."""
        now = time()
        rows = [(id, number + step, entry.decode(), now) for step, entry in enumerate(entries)]

        def work(db: sqlite3.Connection) -> None:
            try:
                db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
            except sqlite3.IntegrityError:
                raise ConflictError from None
            # Until somebody says that it rests, a running game is due.
            due = now if status == "playing" else None
            db.execute("UPDATE tables SET status = ?, changed = ?, due = ? WHERE id = ?", (status, now, due, id))
            if status == "abandoned":
                db.execute("UPDATE tables SET code = NULL WHERE id = ?", (id,))

        await self._do(work)

    def rest(self, id: str, due: float | None) -> None:
        """Note that a table needs nothing before a given time, or until somebody moves. It is written with the next
        write, or a little later: if it is lost, the table is looked at once more."""
        if not self._rests:
            asyncio.get_running_loop().call_later(_REST_AFTER, self._write_rests)
        self._rests[id] = due

    def _write_rests(self) -> None:
        if not self._rests:
            return
        rests = [(due, id) for id, due in self._rests.items()]
        self._rests = {}
        update = "UPDATE tables SET due = ? WHERE id = ? AND status = 'playing'"
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        # Nobody waits for it.
        future.add_done_callback(lambda done: done.exception())
        self._queue.put((lambda db: db.executemany(update, rests).rowcount, future))

    async def due(self, now: float, after: tuple[float, str] = (-1.0, ""), limit: int = 50) -> list[tuple[float, str]]:
        """The running games that need the server by now, in order, after a given one."""
        rows: list[tuple[float, str]] = await self._do(
            lambda db: db.execute(
                "SELECT due, id FROM tables WHERE due IS NOT NULL AND due <= ? AND (due, id) > (?, ?)"
                " ORDER BY due, id LIMIT ?",
                (now, *after, limit),
            ).fetchall()
        )
        return rows

    async def finish(self, id: str, result: bytes) -> None:
        """Store that a game is over, and its result."""
        await self._do(
            lambda db: (
                db.execute(
                    "UPDATE tables SET status = 'over', result = ?, code = NULL, due = NULL WHERE id = ?",
                    (result.decode(), id),
                ).rowcount
            )
        )

    async def table(self, id: str) -> tuple[StoredTable, list[bytes]] | None:
        """A table with its entries in order."""

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

    async def open_tables(self, limit: int = 100) -> list[str]:
        """The public tables with open seats, most recently changed first."""
        rows = await self._do(
            lambda db: db.execute(
                "SELECT id FROM tables WHERE public = 1 AND status = 'waiting' ORDER BY changed DESC LIMIT ?", (limit,)
            ).fetchall()
        )
        return [id for (id,) in rows]

    # Seats.

    async def sit(self, id: str, seat: int, visitor: str) -> None:
        await self._do(
            lambda db: db.execute("INSERT OR IGNORE INTO seats VALUES (?, ?, ?)", (id, seat, visitor)).rowcount
        )

    async def leave(self, id: str, seat: int) -> None:
        """Free a seat."""
        await self._do(lambda db: db.execute("DELETE FROM seats WHERE table_id = ? AND seat = ?", (id, seat)).rowcount)

    async def count_bots(self, id: str, more: int) -> None:
        """Change the number of bots at a table."""
        await self._do(lambda db: db.execute("UPDATE tables SET bots = bots + ? WHERE id = ?", (more, id)).rowcount)

    async def tables_of(
        self, visitor: str, before: float | None = None, limit: int = 50
    ) -> list[tuple[StoredTable, list[int]]]:
        """A visitor's tables with their seats at each, most recently changed first; before a given time."""

        def work(db: sqlite3.Connection) -> list[tuple[StoredTable, list[int]]]:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM tables WHERE id IN (SELECT table_id FROM seats WHERE visitor = ?)"
                " AND (? IS NULL OR changed < ?) ORDER BY changed DESC LIMIT ?",
                (visitor, before, before, limit),
            ).fetchall()
            found = []
            for row in rows:
                seats = db.execute(
                    "SELECT seat FROM seats WHERE table_id = ? AND visitor = ? ORDER BY seat", (row[0], visitor)
                )
                found.append((_stored(row), [seat for (seat,) in seats]))
            return found

        return await self._do(work)

    async def finished_of(self, visitor: str, limit: int = 10_000) -> list[tuple[StoredTable, list[int]]]:
        """The last finished games of a visitor in order, with their seats."""

        def work(db: sqlite3.Connection) -> list[tuple[StoredTable, list[int]]]:
            seats: dict[str, list[int]] = {}
            for table, seat in db.execute(
                "SELECT table_id, seat FROM seats WHERE visitor = ? ORDER BY seat", (visitor,)
            ):
                seats.setdefault(table, []).append(seat)
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM tables WHERE status = 'over' AND result IS NOT NULL"
                " AND id IN (SELECT table_id FROM seats WHERE visitor = ?) ORDER BY changed DESC LIMIT ?",
                (visitor, limit),
            ).fetchall()
            return [(_stored(row), seats[row[0]]) for row in reversed(rows)]

        return await self._do(work)

    async def count_open(self, visitor: str) -> tuple[int, int]:
        """The number of a visitor's unfinished games, and of the bots in them."""
        return await self._do(lambda db: _count_open(db, visitor))

    async def check_limits(self, visitor: str, games: int, bots: int, limits: tuple[int, int]) -> None:
        """Raise a LimitError if a visitor cannot have so many more unfinished games and bots in them."""
        await self._do(lambda db: _check_limits(db, visitor, games, bots, limits))

    # Cleanup.

    async def idle(self, status: str, before: float, limit: int = 200) -> list[str]:
        """Tables with a status that have not changed since a given time, and that nothing will change."""
        rows = await self._do(
            lambda db: db.execute(
                "SELECT id FROM tables WHERE status = ? AND status <> 'over' AND changed < ? AND due IS NULL"
                " ORDER BY changed LIMIT ?",
                (status, before, limit),
            ).fetchall()
        )
        return [id for (id,) in rows]

    async def delete(self, id: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            for table, column in (
                ("analyses", "table_id"),
                ("notices", "table_id"),
                ("seats", "table_id"),
                ("entries", "table_id"),
                ("tables", "id"),
            ):
                db.execute(f"DELETE FROM {table} WHERE {column} = ?", (id,))

        await self._do(work)

    # Analyses.

    async def analysis(self, id: str, kind: str) -> bytes | None:
        """What was found about a finished game."""
        row = await self._do(
            lambda db: db.execute(
                "SELECT analysis FROM analyses WHERE table_id = ? AND kind = ?", (id, kind)
            ).fetchone()
        )
        return row[0].encode() if row else None

    async def keep_analysis(self, id: str, kind: str, analysis: bytes) -> None:
        await self._do(
            lambda db: (
                db.execute(
                    "INSERT INTO analyses VALUES (?, ?, ?)"
                    " ON CONFLICT (table_id, kind) DO UPDATE SET analysis = excluded.analysis",
                    (id, kind, analysis.decode()),
                ).rowcount
            )
        )

    # Mail and notices.

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
        """Confirm or delete an address; returns whether the key is known."""
        change = "email_confirmed = 1" if wanted else "email = '', email_key = '', email_confirmed = 0"
        found: int = await self._do(
            lambda db: (
                db.execute(f"UPDATE visitors SET {change} WHERE email_key = ? AND email_key <> ''", (key,)).rowcount
            )
        )
        return found > 0

    async def add_notice(self, table: str, number: int, visitor: str) -> None:
        """Add a notice, once per visitor and state."""
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
        """Mark a notice as done, or schedule the retry."""
        key = (notice.table, notice.number, notice.visitor)

        def work(db: sqlite3.Connection) -> None:
            where = "WHERE table_id = ? AND number = ? AND visitor = ?"
            if again is None:
                db.execute(f"UPDATE notices SET done = 1 {where}", key)
            else:
                db.execute(f"UPDATE notices SET tries = tries + 1, due = ? {where}", (again, *key))

        await self._do(work)


def _check_limits(db: sqlite3.Connection, visitor: str, games: int, bots: int, limits: tuple[int, int]) -> None:
    has_games, has_bots = _count_open(db, visitor)
    if has_games + games > limits[0] or has_bots + bots > limits[1]:
        raise LimitError


def _count_open(db: sqlite3.Connection, visitor: str) -> tuple[int, int]:
    """The number of a visitor's unfinished games, and of the bots in them. Whoever created a table counts, and whoever
    has a seat at it."""
    found: tuple[int, int] = db.execute(
        f"SELECT count(*), coalesce(sum(bots), 0) FROM tables WHERE {_UNFINISHED} AND id IN ("
        f"SELECT id FROM tables WHERE host = ? AND {_UNFINISHED} UNION SELECT table_id FROM seats WHERE visitor = ?)",
        (visitor, visitor),
    ).fetchone()
    return found


def _stored(row: tuple[Any, ...]) -> StoredTable:
    id, code, config, status, began, changed, result = row
    return StoredTable(id, code or "", config.encode(), status, began, changed, result.encode() if result else None)


def _commit(connection: sqlite3.Connection, items: list[Item]) -> list[Done]:
    """Do all work in one transaction. If a part of it is rejected, the others are written."""
    done: list[Done] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for work, future in items:
            connection.execute("SAVEPOINT work")
            try:
                result = work(connection)
            except Exception as error:
                if type(error) is sqlite3.DatabaseError:
                    # A damaged page. Other errors of the database have classes of their own.
                    raise
                connection.execute("ROLLBACK TO work")
                done.append((future, None, error))
            else:
                done.append((future, result, None))
            connection.execute("RELEASE work")
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return done


def _after_failure(connection: sqlite3.Connection, items: list[Item], error: sqlite3.Error) -> list[Done]:
    """What becomes of work whose transaction failed."""
    if type(error) is not sqlite3.DatabaseError:
        # The disk is full, or another process has locked the file: nothing was written. A retry may succeed.
        LOG.warning("nothing can be written: %s", error)
        return [(future, None, StoreUnavailableError()) for _, future in items]
    if len(items) == 1:
        LOG.error("the database is damaged, put a copy back: %s", error)
        return [(items[0][1], None, StoreDamagedError())]
    # One of them met a damaged page: the others go on alone.
    done: list[Done] = []
    for item in items:
        try:
            done += _commit(connection, [item])
        except sqlite3.Error as alone:
            done += _after_failure(connection, [item], alone)
    return done


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
    # While tables are rebuilt, others refer to them.
    connection.execute("PRAGMA foreign_keys = OFF")
    for step in range(number, len(SCHEMA)):
        connection.executescript(f"BEGIN; {SCHEMA[step]}; PRAGMA user_version = {step + 1}; COMMIT;")
