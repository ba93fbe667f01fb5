"""Locks on files between processes. The system releases a lock when its process ends, or closes the file."""

from __future__ import annotations

import os
import sys


def lock(file: int) -> None:
    """Lock a file, open for writing, for this process; an OSError if another one has it."""
    if sys.platform == "win32":
        import msvcrt

        # Locks one byte far beyond the content, so that other processes can still read it.
        at = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, 2_000_000_000, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, at, os.SEEK_SET)
    else:
        import fcntl

        # Not flock: its locks are inherited, so workers would hold them after this process was killed.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
