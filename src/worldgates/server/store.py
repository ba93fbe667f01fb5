"""The store: visitors, tables, the entries of each table, and which server owns it.

A table consists of its configuration and its list of entries; everything else is replayed from them. One thread
writes: it commits all queued requests in one transaction, and each is answered only after the commit. Where servers
share a database, a second one renews the lease.

Several servers may share a database. A table belongs to one of them at a time: to the one in `owner`, as long as that
one renews its lease in `servers`. Whoever takes a table over counts its `epoch` up, and every write for a table names
the epoch that its writer knows: a former owner, however late it wakes up, writes nothing.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import zlib
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from time import time
from typing import Any, Final, TypeVar

import msgspec

from worldgates.server import database
from worldgates.server.database import (
    CollisionError,
    DamagedError,
    Database,
    DownError,
    TakenError,
    UnsureError,
    is_postgres,
)

T = TypeVar("T")
Work = Callable[[Database], Any]
Item = tuple[Work, asyncio.Future[Any]]
Done = tuple[asyncio.Future[Any], object, Exception | None]

LOG = logging.getLogger(__name__)

_UNFINISHED: Final = "status IN ('waiting', 'playing')"
# Seconds after which it is written that a table rests.
_REST_AFTER: Final = 1.0
# Seconds after which work on a shared database is broken off.
_TOO_LONG: Final = 6.0
# The most work that waits for the database: more is refused.
MOST_WAITING: Final = 5_000
# Seconds that a server has to send a notice before another may.
_NOTICE_HOLD: Final = 120.0
# Whose lease is good, at a given time.
_LIVING: Final = "SELECT id FROM servers WHERE until > ?"


class ConflictError(Exception):
    """A row with this key exists already."""


class StoreUnavailableError(Exception):
    """The database is unavailable: the disk is full, or another process has locked the file."""


class BusyError(StoreUnavailableError):
    """The server takes no more for now: the database is slower than what it is asked, or there are too many tables."""


class StoreUnsureError(StoreUnavailableError):
    """The connection broke while something was written: only reading it again tells whether it was."""


class LostError(Exception):
    """Another server owns the table now."""


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


class Taken(msgspec.Struct, frozen=True):
    """A table that a server has taken: its entries in order, and the epoch to write with."""

    stored: StoredTable
    entries: list[bytes]
    epoch: int


class _Writer:
    """A connection with a thread of its own: what is queued is done in one transaction."""

    def __init__(self, where: Path | str, name: str) -> None:
        self.queue: queue.SimpleQueue[Item | None] = queue.SimpleQueue()
        self._where = where
        self._database: Database | None = None
        self._thread = threading.Thread(target=self._write, name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write the queue, then close the connection."""
        self.queue.put(None)
        self._thread.join()

    def break_off(self) -> None:
        if self._database is not None:
            self._database.abort()

    def _write(self) -> None:
        # SQLite wants its connection in the thread that uses it.
        self._database = db = database.connect(self._where)
        marked = False
        while True:
            waiting = [self.queue.get()]
            while not self.queue.empty():
                waiting.append(self.queue.get())
            items = [item for item in waiting if item is not None]
            try:
                done = _commit(db, items)
            except (DownError, DamagedError) as error:
                done = _after_failure(db, items, error)
            if not marked:
                # Now there is something that can be lost.
                marked = True
                db.mark(in_use=True)
            if done:
                # All are of one event loop, which is woken once.
                done[0][0].get_loop().call_soon_threadsafe(_settle, done)
            if None in waiting:
                db.close()
                db.mark(in_use=False)
                return


class Store:
    """The database in a folder, or at an address of PostgreSQL."""

    def __init__(self, where: Path | str) -> None:
        self.shared = is_postgres(where)
        database.prepare(where)
        # The tables that rest, with the epoch, and when they are due; not written yet.
        self._rests: dict[tuple[str, int], float | None] = {}
        self._writer = _Writer(where, "store")
        # A lease waits for nothing: a table that another server has locked, and died, must not cost all the others.
        self._leases = _Writer(where, "leases") if self.shared else self._writer

    def close(self) -> None:
        """Write the queue, then close the database."""
        self._writer.close()
        if self._leases is not self._writer:
            self._leases.close()

    async def _do(self, work: Callable[[Database], T], *, lease: bool = False) -> T:
        """Do work in the next transaction. What a server's lease depends on is never refused."""
        writer = self._leases if lease else self._writer
        if not lease and writer.queue.qsize() >= MOST_WAITING:
            raise BusyError
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        writer.queue.put((work, future))
        if not self.shared:
            return await future
        patience = loop.call_later(_TOO_LONG, writer.break_off)
        try:
            return await future
        finally:
            patience.cancel()

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
        owner: str = "",
        public: bool = False,
        bots: int = 0,
        visitor: str = "",
        limits: tuple[int, int] | None = None,
    ) -> None:
        """Add a table with a number of bots; raises a ConflictError if its id or code is taken. The server that owns
        it writes with epoch 1.

        With `limits`, the most unfinished games of the visitor and the most bots in them, it raises a LimitError if
        there are as many already.
        """
        now = time()

        def work(db: Database) -> None:
            if limits is not None:
                _check_limits(db, visitor, 1, bots, limits)
            try:
                db.execute(
                    "INSERT INTO tables (id, code, setting, status, began, changed, public, bots, host, owner, epoch)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (id, code, config.decode(), status, now, now, int(public), bots, host, owner, int(bool(owner))),
                )
            except TakenError:
                raise ConflictError from None

        await self._do(work)

    async def append(
        self,
        id: str,
        number: int,
        entries: Sequence[bytes],
        status: str,
        *,
        epoch: int = 0,
        sits: Sequence[tuple[int, str]] = (),
        leaves: Sequence[int] = (),
        bots: int = 0,
    ) -> None:
        """Add entries, the first with this number, all or none, with what they change: who sits, which seats are free,
        and how many bots there are. Raises a ConflictError if a number is taken, and a LostError if another server owns
        the table."""
        now = time()
        # It does not rest any more: what is not written yet must not be written after this.
        self._rests.pop((id, epoch), None)
        rows = [(id, number + step, entry.decode(), now, epoch) for step, entry in enumerate(entries)]
        # Until somebody says that it rests, a running game is due.
        due = now if status == "playing" else None

        def work(db: Database) -> None:
            # First of all: it locks the table against whoever takes it over, or waits until they have it.
            changed = db.execute(
                "UPDATE tables SET status = ?, changed = ?, due = ?, bots = bots + ? WHERE id = ? AND epoch = ?",
                (status, now, due, bots, id, epoch),
            )
            if changed.rowcount != 1:
                raise LostError
            try:
                # There is hardly ever more than one. Not executemany: see `_write_rests`.
                for row in rows:
                    db.execute("INSERT INTO entries (table_id, number, entry, at, epoch) VALUES (?, ?, ?, ?, ?)", row)
            except TakenError:
                raise ConflictError from None
            for seat, visitor in sits:
                insert = "INSERT INTO seats (table_id, seat, visitor) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
                db.execute(insert, (id, seat, visitor))
            for seat in leaves:
                db.execute("DELETE FROM seats WHERE table_id = ? AND seat = ?", (id, seat))
            if status == "abandoned":
                db.execute("UPDATE tables SET code = NULL WHERE id = ?", (id,))

        await self._do(work)

    def rest(self, id: str, due: float | None, epoch: int = 0) -> None:
        """Note that a table needs nothing before a given time, or until somebody moves. It is written a little later,
        with others: if it is lost, the table is looked at once more."""
        if not self._rests:
            asyncio.get_running_loop().call_later(_REST_AFTER, self._write_rests)
        self._rests[id, epoch] = due

    def _write_rests(self) -> None:
        if not self._rests:
            return
        rests = [(due, id, epoch) for (id, epoch), due in self._rests.items()]
        self._rests = {}
        update = "UPDATE tables SET due = ? WHERE id = ? AND epoch = ? AND status = 'playing'"
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        # Nobody waits for it.
        future.add_done_callback(lambda done: done.exception())

        def work(db: Database) -> None:
            # Not executemany, which sends all at once: PostgreSQL would not end the transaction of a server that was
            # stopped in the middle of it as one that idles.
            for row in rests:
                db.execute(update, row)

        self._writer.queue.put((work, future))

    async def due(
        self, now: float, after: tuple[float, str] = (-1.0, ""), limit: int = 50, server: str = ""
    ) -> list[tuple[float, str]]:
        """The running games that need a server by now and that this one may take, in order, after a given one."""

        def work(db: Database) -> list[tuple[float, str]]:
            found: list[tuple[float, str]] = db.execute(
                "SELECT due, id FROM tables WHERE due IS NOT NULL AND due <= ? AND (due, id) > (?, ?)"
                f" AND (owner IN ('', ?) OR owner NOT IN ({_LIVING})) ORDER BY due, id LIMIT ?",
                (now, *after, server, db.now(), limit),
            ).fetchall()
            return found

        self._write_rests()
        return await self._do(work)

    async def finish(self, id: str, result: bytes, epoch: int = 0) -> None:
        """Store that a game is over, and its result."""

        def work(db: Database) -> None:
            written = db.execute(
                "UPDATE tables SET status = 'over', result = ?, code = NULL, due = NULL WHERE id = ? AND epoch = ?",
                (result.decode(), id, epoch),
            )
            if written.rowcount != 1:
                raise LostError

        await self._do(work)

    async def table(self, id: str) -> tuple[StoredTable, list[bytes]] | None:
        """A table with its entries in order."""
        return await self._do(lambda db: _table(db, id))

    # Servers, and whose a table is.

    async def take(self, id: str, server: str) -> Taken | str | None:
        """Take a table for a server and read it; or the living server that has it, if that is another; or None if
        there is no such table."""

        def work(db: Database) -> Taken | str | None:
            if db.shared:
                # It waits for what the former owner is about to commit, and locks out all that it commits later.
                take = (
                    "UPDATE tables SET owner = ?, epoch = epoch + 1 WHERE id = ?"
                    f" AND (owner IN ('', ?) OR owner NOT IN ({_LIVING}))"
                )
                taken = db.execute(take, (server, id, server, db.now())).rowcount == 1
                row = db.execute("SELECT owner FROM tables WHERE id = ?", (id,)).fetchone()
                if not taken:
                    return None if row is None else str(row[0])
            found = _table(db, id)
            if found is None:
                return None
            (epoch,) = db.execute("SELECT epoch FROM tables WHERE id = ?", (id,)).fetchone()
            return Taken(*found, epoch)

        return await self._do(work)

    async def register(self, server: str, seconds: float) -> None:
        """A server is there, with a lease of so many seconds."""

        def work(db: Database) -> None:
            now = db.now()
            # Nobody will ask again for those that have been gone for long.
            db.execute("DELETE FROM servers WHERE until < ?", (now - 3600.0,))
            db.execute("INSERT INTO servers (id, until) VALUES (?, ?)", (server, now + seconds))

        await self._do(work, lease=True)

    async def renew(self, server: str, seconds: float) -> list[str]:
        """Renew a lease; returns all living servers. Raises a LostError if it is too late."""

        def work(db: Database) -> list[str]:
            now = db.now()
            update = "UPDATE servers SET until = ? WHERE id = ? AND until > ?"
            if db.execute(update, (now + seconds, server, now)).rowcount != 1:
                raise LostError
            return [id for (id,) in db.execute(_LIVING, (now,))]

        return await self._do(work, lease=True)

    async def resign(self, server: str) -> None:
        """End a lease: others may take this server's tables at once."""
        await self._do(lambda db: db.execute("DELETE FROM servers WHERE id = ?", (server,)).rowcount, lease=True)

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

    # Lists and limits.

    async def tables_of(
        self, visitor: str, before: float = inf, limit: int = 50
    ) -> list[tuple[StoredTable, list[int]]]:
        """A visitor's tables with their seats at each, most recently changed first; before a given time."""

        def work(db: Database) -> list[tuple[StoredTable, list[int]]]:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM tables WHERE id IN (SELECT table_id FROM seats WHERE visitor = ?)"
                " AND changed < ? ORDER BY changed DESC LIMIT ?",
                (visitor, before, limit),
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

        def work(db: Database) -> list[tuple[StoredTable, list[int]]]:
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
        self._write_rests()
        rows = await self._do(
            lambda db: db.execute(
                "SELECT id FROM tables WHERE status = ? AND status <> 'over' AND changed < ? AND due IS NULL"
                " ORDER BY changed LIMIT ?",
                (status, before, limit),
            ).fetchall()
        )
        return [id for (id,) in rows]

    async def delete(self, id: str) -> None:
        """Delete an abandoned table."""

        def work(db: Database) -> None:
            if db.execute("SELECT 1 FROM tables WHERE id = ? AND status = 'abandoned'", (id,)).fetchone() is None:
                return
            for table, column in (
                ("analyses", "table_id"),
                ("notices", "table_id"),
                ("seats", "table_id"),
                ("entries", "table_id"),
                ("tables", "id"),
            ):
                db.execute(f"DELETE FROM {table} WHERE {column} = ?", (id,))

        await self._do(work)

    async def archive(self, before: float, limit: int = 20) -> int:
        """Make one value of the entries of games that have been over since a given time; returns how many games."""

        def work(db: Database) -> int:
            ids = db.execute(
                "SELECT id FROM tables WHERE status = 'over' AND archive IS NULL AND changed < ?"
                " ORDER BY changed LIMIT ?",
                (before, limit),
            ).fetchall()
            for (id,) in ids:
                # It locks the table, in which somebody may still chat.
                pack = "UPDATE tables SET archive = ? WHERE id = ? AND archive IS NULL"
                if db.execute(pack, (b"", id)).rowcount != 1:
                    continue
                entries = db.execute("SELECT entry FROM entries WHERE table_id = ? ORDER BY number", (id,))
                packed = zlib.compress("\n".join(entry for (entry,) in entries).encode(), 9)
                db.execute("UPDATE tables SET archive = ? WHERE id = ?", (packed, id))
                db.execute("DELETE FROM entries WHERE table_id = ?", (id,))
            return len(ids)

        return await self._do(work)

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
                    "INSERT INTO notices (table_id, number, visitor, due) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    (table, number, visitor, time()),
                ).rowcount
            )
        )

    async def due_notices(self, now: float) -> list[Notice]:
        """The notices that are due. Where others might send them too, they are this server's for a while."""

        def work(db: Database) -> list[Notice]:
            rows = db.execute(
                "SELECT table_id, number, visitor, tries, due FROM notices WHERE done = 0 AND due <= ?"
                " ORDER BY due LIMIT 50",
                (now,),
            ).fetchall()
            found = []
            for table, number, visitor, tries, due in rows:
                hold = "UPDATE notices SET due = ? WHERE table_id = ? AND number = ? AND visitor = ? AND due = ?"
                held = (now + _NOTICE_HOLD, table, number, visitor, due)
                if not db.shared or db.execute(hold, held).rowcount == 1:
                    found.append(Notice(table, number, visitor, tries))
            return found

        return await self._do(work)

    async def settle_notice(self, notice: Notice, again: float | None) -> None:
        """Mark a notice as done, or schedule the retry."""
        key = (notice.table, notice.number, notice.visitor)

        def work(db: Database) -> None:
            where = "WHERE table_id = ? AND number = ? AND visitor = ?"
            if again is None:
                db.execute(f"UPDATE notices SET done = 1 {where}", key)
            else:
                db.execute(f"UPDATE notices SET tries = tries + 1, due = ? {where}", (again, *key))

        await self._do(work)


def _check_limits(db: Database, visitor: str, games: int, bots: int, limits: tuple[int, int]) -> None:
    # Not by two servers at the same time, which would count the same games.
    db.lock(visitor)
    has_games, has_bots = _count_open(db, visitor)
    if has_games + games > limits[0] or has_bots + bots > limits[1]:
        raise LimitError


def _count_open(db: Database, visitor: str) -> tuple[int, int]:
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


def _table(db: Database, id: str) -> tuple[StoredTable, list[bytes]] | None:
    row = db.execute(f"SELECT {_COLUMNS}, archive FROM tables WHERE id = ?", (id,)).fetchone()
    if row is None:
        return None
    *columns, archive = row
    entries = zlib.decompress(archive).splitlines() if archive else []
    rows = db.execute("SELECT entry FROM entries WHERE table_id = ? ORDER BY number", (id,))
    entries += [entry.encode() for (entry,) in rows]
    return _stored(tuple(columns)), entries


def _commit(db: Database, items: list[Item]) -> list[Done]:
    """Do all work in one transaction. If a part of it is rejected, which is rare, all is done again so that the others
    are written."""
    try:
        db.begin()
        done: list[Done] = []
        for item in items:
            done.append(_do(db, item))
            if done[-1][2] is not None:
                break
        if done and done[-1][2] is not None:
            db.rollback()
            if len(items) == 1:
                # There is nothing else to keep.
                return done
            db.begin()
            done = [_do_or_undo(db, item) for item in items]
        db.commit()
    except (DownError, DamagedError):
        db.rollback()
        raise
    return done


def _do(db: Database, item: Item) -> Done:
    """Do some work: its result, or why it is rejected."""
    work, future = item
    try:
        return future, work(db), None
    except Exception as met:
        error = database.of_library(met)
        if isinstance(error, (DownError, DamagedError)):
            raise error from None
        return future, None, error


def _do_or_undo(db: Database, item: Item) -> Done:
    """Do some work in a transaction with others, of which nothing stays if it is rejected."""
    db.execute("SAVEPOINT work")
    done = _do(db, item)
    if done[2] is not None:
        db.execute("ROLLBACK TO work")
    db.execute("RELEASE work")
    return done


def _after_failure(db: Database, items: list[Item], error: Exception) -> list[Done]:
    """What becomes of work whose transaction failed."""
    alone = len(items) == 1
    if isinstance(error, CollisionError) or (isinstance(error, DamagedError) and not alone):
        # One of them met a damaged page, or other writers were in the way: each goes on alone.
        done: list[Done] = []
        for item in items:
            try:
                done += _commit(db, [item])
            except CollisionError as again:
                done += _after_failure(db, [item], DownError(str(again)))
            except (DownError, DamagedError) as again:
                done += _after_failure(db, [item], again)
        return done
    if isinstance(error, DamagedError):
        LOG.error("the database is damaged, put a copy back: %s", error)
        return [(items[0][1], None, StoreDamagedError())]
    # Nothing was written, and a retry may succeed; or the connection broke in the middle of the commit.
    LOG.warning("nothing can be written: %s", error)
    failure = StoreUnsureError if isinstance(error, UnsureError) else StoreUnavailableError
    return [(future, None, failure()) for _, future in items]


def _settle(done: list[Done]) -> None:
    for future, result, failure in done:
        if future.cancelled():
            continue
        if failure is not None:
            future.set_exception(failure)
        else:
            future.set_result(result)
