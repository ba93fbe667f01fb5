"""The databases that keep the games: SQLite, a file of one server, or PostgreSQL, which many servers share.

The store writes its statements once, as SQLite and PostgreSQL both understand them; here is what differs: connecting,
transactions, errors, the names of a few types, and what many writers need.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import sqlite3
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from worldgates.core.formats import FormatError
from worldgates.core.text import command_for_extra
from worldgates.server.migrations import NEW, UPGRADES, VERSION

if TYPE_CHECKING:
    import psycopg

LOG = logging.getLogger(__name__)
FILE: Final = "worldgates.sqlite3"
# What was written last and is not in the database itself yet, and a file that is there as long as this may be so.
WAL: Final = f"{FILE}-wal"
IN_USE: Final = f"{FILE}-in-use"
_WAL_BEGINS: Final = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
POSTGRES: Final = ("postgresql", "postgres")
# The schema of a club in PostgreSQL, unless its address names another (?schema=…).
SCHEMA: Final = "worldgates"
# Seconds to reach PostgreSQL, and after which what it does may be broken off.
CONNECT_TIMEOUT: Final = 5
STUCK_AFTER: Final = 5.0
# The partitions of the entries in PostgreSQL, by the id of their table.
PARTITIONS: Final = 8
NEWER: Final = "the data was written by a newer version of Worldgates: install that one, or use other data"


class TakenError(Exception):
    """A row with this key exists already."""


class DownError(Exception):
    """The database cannot be used now, and nothing was written."""


class UnsureError(DownError):
    """The connection broke during a commit: nobody knows whether it was written."""


class CollisionError(DownError):
    """Other writers were in the way of all work together; each alone can be done."""


class DamagedError(Exception):
    """A part of the database cannot be read."""


class Cursor(Protocol):
    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """A connection, for one thread. `shared` says whether other servers may write at the same time."""

    shared: bool

    def execute(self, statement: str, values: Sequence[object] = ()) -> Cursor:
        """Execute a statement with a ? for each value."""

    def executemany(self, statement: str, rows: Iterable[Sequence[object]]) -> None: ...

    def now(self) -> float:
        """The time that all who share the database agree on."""

    def lock(self, name: str) -> None:
        """Let no other writer do what needs the same lock until the transaction ends."""

    def begin(self) -> None: ...

    def read_all(self, statement: str) -> Iterator[Any]:
        """The rows of a statement, a page at a time."""

    def begin_snapshot(self) -> None:
        """Begin to read everything as it is at one moment, while others write."""

    def be_patient(self) -> None:
        """Let this transaction take as long as it takes."""

    def commit(self) -> None: ...

    def mark(self, in_use: bool) -> None:
        """Note that a server has begun to write, or has ended in order."""

    def rollback(self) -> None: ...

    def abort(self) -> None:
        """Called from another thread: break off what has taken too long."""

    def close(self) -> None: ...


def is_postgres(where: Path | str) -> bool:
    return isinstance(where, str) and where.partition("://")[0] in POSTGRES


def connect(where: Path | str) -> Database:
    """A connection to the database in a folder, or at an address."""
    return PostgresDatabase(str(where)) if is_postgres(where) else SqliteDatabase(Path(where))


def prepare(where: Path | str) -> None:
    """Create the database if there is none, and bring it up to date. Raises a FormatError if that is impossible."""
    if is_postgres(where):
        _prepare_postgres(str(where))
    else:
        _prepare_sqlite(Path(where))


# SQLite.


class SqliteDatabase:
    shared = False

    def __init__(self, folder: Path) -> None:
        self._in_use = folder / IN_USE
        self._connection = connection = sqlite3.connect(folder / FILE, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        # A committed transaction survives a power failure.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA busy_timeout = 5000")

    def execute(self, statement: str, values: Sequence[object] = ()) -> Cursor:
        try:
            return self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise _of_sqlite(error) from None

    def executemany(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        try:
            self._connection.executemany(statement, rows)
        except sqlite3.Error as error:
            raise _of_sqlite(error) from None

    def now(self) -> float:
        return time()

    def lock(self, name: str) -> None:
        """There is one writer, and a transaction has locked the file."""

    def begin(self) -> None:
        self.execute("BEGIN IMMEDIATE")

    def read_all(self, statement: str) -> Iterator[Any]:
        return iter(self.execute(statement))

    def begin_snapshot(self) -> None:
        self.execute("BEGIN")

    def be_patient(self) -> None:
        """A file waits for ever."""

    def commit(self) -> None:
        self.execute("COMMIT")

    def mark(self, in_use: bool) -> None:
        with suppress(OSError):
            if in_use:
                self._in_use.touch(0o600)
            else:
                self._in_use.unlink(missing_ok=True)

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self.execute("ROLLBACK")

    def abort(self) -> None:
        """A file is either slow or broken; the busy timeout is enough."""

    def close(self) -> None:
        self._connection.close()


def _of_sqlite(error: sqlite3.Error) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return TakenError(str(error))
    if type(error) is sqlite3.DatabaseError:
        # A damaged page. Other errors have classes of their own.
        return DamagedError(str(error))
    # The disk is full, or another process has locked the file.
    return DownError(str(error))


def of_library(error: Exception) -> Exception:
    """An error of a database's library as one of ours: it may come while rows are fetched. Others stay as they are."""
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(error)
    if "psycopg" in sys.modules and isinstance(error, _psycopg().Error):
        return _of_postgres(error)
    return error


def _prepare_sqlite(folder: Path) -> None:
    # The file holds the seeds of running games: only its owner may read it.
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(OSError):
        # Also a folder that somebody else has made.
        folder.chmod(stat.S_IMODE(folder.stat().st_mode) & 0o700)
    path = folder / FILE
    if lost := _lost(folder):
        LOG.warning("%s: what was played last may be lost. If you have a copy, put it back.", lost)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    try:
        database = SqliteDatabase(folder)
        _upgrade_sqlite(database._connection)
    except sqlite3.DatabaseError as error:
        # A full or locked disk is an OperationalError, and no reason to put a copy back.
        full = isinstance(error, sqlite3.OperationalError)
        message = "this cannot be opened" if full else "this is damaged, put a copy back"
        raise FormatError(f"{message}: {error}", str(path)) from None
    database.close()


def _lost(folder: Path) -> str:
    """What is wrong with the moves that a server which did not end in order left beside the database; empty if nothing
    is. SQLite itself goes on without them and says nothing."""
    wal, in_use = folder / WAL, folder / IN_USE
    if not in_use.exists():
        return ""
    in_use.unlink()
    try:
        with wal.open("rb") as file:
            begins = file.read(4)
    except FileNotFoundError:
        return f"{wal} is missing"
    return "" if not begins or begins in _WAL_BEGINS else f"{wal} is damaged"


def _upgrade_sqlite(connection: sqlite3.Connection) -> None:
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    if number > VERSION:
        raise FormatError(NEWER, "--data")
    # While tables are rebuilt, others refer to them.
    connection.execute("PRAGMA foreign_keys = OFF")
    scripts = [(NEW, VERSION)] if number == 0 else [(UPGRADES[step], step + 1) for step in range(number, VERSION)]
    for script, reached in scripts:
        connection.executescript(f"BEGIN; {script}; PRAGMA user_version = {reached}; COMMIT;")


# PostgreSQL.


class PostgresDatabase:
    shared = True

    def __init__(self, url: str) -> None:
        self._address, self._schema = _parts(url)
        self._connection: psycopg.Connection[Any] | None = None
        # When the transaction began, for whoever waits for it.
        self._began: float | None = None

    def _connected(self) -> psycopg.Connection[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = _open_postgres(self._address)
            self._connection.execute(f'SET search_path = "{self._schema}"'.encode())
            # A transaction of a server that was stopped in it keeps no other from its tables for long.
            self._connection.execute(b"SET idle_in_transaction_session_timeout = '2s'")
            self._connection.execute(b"SET statement_timeout = '5s'")
        return self._connection

    def execute(self, statement: str, values: Sequence[object] = ()) -> Cursor:
        assert self._connection is not None
        try:
            return self._connection.execute(_translated(statement), values)
        except _psycopg().Error as error:
            raise _of_postgres(error) from None

    def executemany(self, statement: str, rows: Iterable[Sequence[object]]) -> None:
        assert self._connection is not None
        try:
            self._connection.cursor().executemany(_translated(statement), rows)
        except _psycopg().Error as error:
            raise _of_postgres(error) from None

    def now(self) -> float:
        (now,) = self.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()
        return float(now)

    def lock(self, name: str) -> None:
        self.execute("SELECT pg_advisory_xact_lock(hashtextextended(current_schema || ?, 0))", (name,))

    def begin(self) -> None:
        self._began = monotonic()
        try:
            self._connected()
            self.execute("BEGIN")
        except _psycopg().Error as error:
            raise DownError(str(error)) from None

    def read_all(self, statement: str) -> Iterator[Any]:
        assert self._connection is not None
        with self._connection.cursor("all") as cursor:
            cursor.execute(statement.encode())
            yield from cursor

    def begin_snapshot(self) -> None:
        self.begin()
        self.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        # It takes as long as it takes, and waits for whoever writes the copy.
        self.be_patient()

    def be_patient(self) -> None:
        self.execute("SET LOCAL statement_timeout = 0")
        self.execute("SET LOCAL idle_in_transaction_session_timeout = 0")

    def commit(self) -> None:
        try:
            self.execute("COMMIT")
        except CollisionError:
            raise
        except Exception as error:
            raise UnsureError(str(error)) from None
        finally:
            self._began = None

    def mark(self, in_use: bool) -> None:
        """PostgreSQL knows by itself."""

    def rollback(self) -> None:
        self._began = None
        if self._connection is not None and not self._connection.closed:
            try:
                self.execute("ROLLBACK")
            except DownError:
                self._connection.close()

    def abort(self) -> None:
        began, connection = self._began, self._connection
        if began is None or connection is None or monotonic() - began < STUCK_AFTER:
            return
        # The thread that waits finds its connection broken.
        with suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _psycopg() -> Any:
    """The package of PostgreSQL, which only hosts of many processes install."""
    try:
        import psycopg
    except ImportError:
        raise FormatError(f"PostgreSQL needs more packages: {command_for_extra('hosted')}", "--database") from None
    return psycopg


def _parts(url: str) -> tuple[str, str]:
    """The address of PostgreSQL without the name of a club's schema, and that name."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    schema = query.pop("schema", SCHEMA)
    if not re.fullmatch(r"[a-z_][a-z0-9_]{0,40}", schema):
        raise FormatError(f"expected small letters, digits and _ as the name of a schema, got {schema!r}", "--database")
    return urlunsplit(parts._replace(query=urlencode(query))), schema


def _open_postgres(address: str) -> psycopg.Connection[Any]:
    connection: psycopg.Connection[Any] = _psycopg().connect(
        address, autocommit=True, connect_timeout=CONNECT_TIMEOUT, tcp_user_timeout=CONNECT_TIMEOUT * 1000
    )
    return connection


@cache
def _translated(statement: str) -> bytes:
    return statement.replace("?", "%s").encode()


def _of_postgres(error: psycopg.Error) -> Exception:
    errors = _psycopg().errors
    if isinstance(error, errors.IntegrityError):
        return TakenError(str(error))
    if isinstance(error, errors.DeadlockDetected | errors.SerializationFailure):
        return CollisionError(str(error))
    if isinstance(error, errors.DataCorrupted | errors.IndexCorrupted):
        return DamagedError(str(error))
    return DownError(str(error))


def _prepare_postgres(url: str) -> None:
    address, schema = _parts(url)
    package = _psycopg()
    try:
        with _open_postgres(address) as connection, connection.transaction():
            # Several servers may start at the same time.
            connection.execute(b"SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (schema,))
            connection.execute(f'CREATE SCHEMA IF NOT EXISTS "{schema}"'.encode())
            connection.execute(f'SET LOCAL search_path = "{schema}"'.encode())
            connection.execute(b"CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)")
            row = connection.execute(b"SELECT number FROM version").fetchone()
            number = row[0] if row else 0
            if number > VERSION:
                raise FormatError(NEWER, "--database")
            if number == 0:
                connection.execute(_in_postgres(NEW))
                for part in range(PARTITIONS):
                    values = f"FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {part})"
                    connection.execute(f"CREATE TABLE entries_{part} PARTITION OF entries {values}".encode())
                connection.execute(b"INSERT INTO version VALUES (0)")
            for step in range(number, VERSION) if number else ():
                connection.execute(_in_postgres(UPGRADES[step]))
            connection.execute(b"UPDATE version SET number = %s", (VERSION,))
    except package.OperationalError as error:
        raise FormatError(f"PostgreSQL cannot be reached: {str(error).strip()}", "--database") from None
    except package.Error as error:
        raise FormatError(f"PostgreSQL refuses: {str(error).strip()}", "--database") from None


def _in_postgres(script: str) -> bytes:
    entries = r"(?s)(CREATE TABLE entries \(.*?\n\)) WITHOUT ROWID"
    script = re.sub(entries, r"\1 PARTITION BY HASH (table_id)", script).replace(" WITHOUT ROWID", "")
    return re.sub(r"\bBLOB\b", "BYTEA", re.sub(r"\bREAL\b", "DOUBLE PRECISION", script)).encode()
