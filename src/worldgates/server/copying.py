"""Moves a club from SQLite to PostgreSQL, and back: everything in one transaction, into a database without games."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Final

from worldgates.core.formats import FormatError
from worldgates.server.database import FILE, Database, DownError, connect, is_postgres, prepare
from worldgates.server.migrations import COPIED

# Rows that are copied at a time.
PAGE: Final = 1000


def copy(source: Path | str, target: Path | str) -> int:
    """Copy all games; returns the number of tables. The source may be in use: the copy is a consistent snapshot."""
    if not is_postgres(source) and not (Path(source) / FILE).exists():
        raise FormatError("there are no games here", str(source))
    prepare(source)
    prepare(target)
    from_, to = connect(source), connect(target)
    try:
        return _copy_all(from_, to, str(target))
    except DownError as error:
        raise FormatError(f"this cannot be written: {error}", str(target)) from None
    finally:
        from_.close()
        to.close()


def _copy_all(source: Database, target: Database, name: str) -> int:
    source.begin_snapshot()
    target.begin()
    target.be_patient()
    if target.execute("SELECT 1 FROM tables LIMIT 1").fetchone() or target.execute("SELECT 1 FROM visitors").fetchone():
        raise FormatError("there are games already: copy into an empty database", name)
    counts = {table: _copy_table(source, target, table, columns) for table, columns in COPIED.items()}
    target.commit()
    source.rollback()
    return counts["tables"]


def _copy_table(source: Database, target: Database, table: str, columns: str) -> int:
    values = ", ".join("?" for _ in columns.split(", "))
    rows, copied = source.read_all(f"SELECT {columns} FROM {table}"), 0
    while page := list(islice(rows, PAGE)):
        target.executemany(f"INSERT INTO {table} ({columns}) VALUES ({values})", page)
        copied += len(page)
    return copied
