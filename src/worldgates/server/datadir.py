"""The lock on the data folder: two servers over the same data would both play the same tables."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from worldgates.core.locks import lock

FILE: Final = "server.lock"


class DataDirInUseError(Exception):
    """Another process has locked the folder; `address` is the URL of that server."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class DataDirLock:
    """Locks a folder for this process and publishes its address. The system releases the lock when the process ends."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock(self._file)
        except OSError:
            address = os.read(self._file, 1000).decode(errors="replace")
            os.close(self._file)
            raise DataDirInUseError(address) from None

    def write(self, address: str) -> None:
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, address.encode(), 0)

    def __enter__(self) -> DataDirLock:
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._file)
