"""Backups of all games: taken while the server runs, restored while it does not."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from worldgates.core.formats import FormatError
from worldgates.server.database import FILE
from worldgates.server.datadir import DataDirInUseError, DataDirLock
from worldgates.server.migrations import VERSION


def backup(folder: Path, file: Path) -> int:
    """Copy a consistent snapshot of all games into a file; returns the number of tables in it."""
    path = folder / FILE
    if not path.exists():
        raise FormatError(f"there are no games in {folder}", "--data")
    if file.exists():
        raise FormatError("this file exists already: take another name", str(file))
    # Written to a temporary file first, so that an interrupted copy is never mistaken for a backup.
    half = file.with_name(file.name + ".part")
    half.unlink(missing_ok=True)
    try:
        os.close(os.open(half, os.O_RDWR | os.O_CREAT, 0o600))
        with closing(_reading(path)) as games, closing(sqlite3.connect(half)) as copy:
            # In one transaction: the copy has nothing that the server writes meanwhile.
            games.backup(copy)
            # A single file, without a write-ahead log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
        number = check(half)
        half.rename(file)
    finally:
        half.unlink(missing_ok=True)
    return number


def restore(folder: Path, file: Path, replace: bool = False) -> int:
    """Restore the games of a backup into a folder; returns the number of tables."""
    number = check(file)
    path = folder / FILE
    try:
        lock = DataDirLock(folder)
    except DataDirInUseError as other:
        raise FormatError(f"in use by the server at {other.address}: stop it first", str(folder)) from None
    with lock:
        if path.exists() and not replace:
            raise FormatError(f"there are games in {folder}: back them up, then restore with --replace", "--data")
        new = path.with_name(path.name + ".new")
        new.unlink(missing_ok=True)
        os.close(os.open(new, os.O_RDWR | os.O_CREAT, 0o600))
        with closing(_reading(file)) as copy, closing(sqlite3.connect(new)) as games:
            copy.backup(games)
        # SQLite would read these files of the old database into the new one.
        for beside in ("-wal", "-shm", "-in-use"):
            path.with_name(path.name + beside).unlink(missing_ok=True)
        new.replace(path)
    return number


def check(file: Path) -> int:
    """The number of tables in a backup; raises a FormatError if the file is not a backup or is damaged."""
    if not file.exists():
        raise FormatError("there is no such file", str(file))
    try:
        with closing(_reading(file)) as copy:
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
            (version,) = copy.execute("PRAGMA user_version").fetchone()
            if verdict != "ok" or not 0 < version <= VERSION:
                raise sqlite3.DatabaseError
            (number,) = copy.execute("SELECT count(*) FROM tables").fetchone()
    except sqlite3.DatabaseError:
        raise FormatError("this is no copy of games, or it is damaged, or of a newer Worldgates", str(file)) from None
    return int(number)


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
