"""The lease of a server: as long as it renews it, its tables are its own.

A server alone has no lease: the lock on its data folder keeps others out. Where many share a database, each renews its
lease every second. One that could not for too long, because it was stopped or cut off, knows by its own clock that
others may have taken its tables: it gives up all of them and begins anew under another id.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from math import inf
from time import monotonic
from typing import Final

from worldgates.server.bus import Bus
from worldgates.server.store import LostError, Store, StoreUnavailableError

LOG = logging.getLogger(__name__)
# Seconds that a lease is good for, and between two renewals.
SECONDS: Final = 3.0
RENEW_EVERY: Final = 0.8
# Seconds without the bus after which a server gives its tables up: others cannot reach them.
PATIENCE: Final = 2.0


class Lease:
    def __init__(self, store: Store, bus: Bus) -> None:
        self._store = store
        self._bus = bus
        # Empty if there are no other servers.
        self.server = ""
        self.living: frozenset[str] = frozenset({""})
        self._until = 0.0 if store.shared else inf
        # Called when the tables of this server are no longer its own; with its new id, before and after it has a lease;
        # after each renewal.
        self.on_lost: Callable[[], None] = lambda: None
        self.on_begun: Callable[[], None] = lambda: None
        self.on_begin: Callable[[str], Awaitable[None]] = _nothing
        self.on_renewed: Callable[[], None] = lambda: None

    @property
    def valid(self) -> bool:
        return monotonic() < self._until

    async def begin(self) -> None:
        """Get a lease, under a new id."""
        server = secrets.token_hex(8) if self._store.shared else ""
        await self.on_begin(server)
        if self._store.shared:
            await self._store.register(server, SECONDS)
            began = monotonic()
            living = await self._store.renew(server, SECONDS)
            self.server, self.living, self._until = server, frozenset(living), began + SECONDS
            self.on_begun()

    async def keep(self) -> None:
        """Renew the lease, for as long as the server runs."""
        while self._store.shared:
            await asyncio.sleep(RENEW_EVERY)
            try:
                await self._renew()
            except StoreUnavailableError:
                if not self.valid:
                    self._lose("the database cannot be reached")
            except Exception:
                LOG.exception("lease not renewed")

    async def _renew(self) -> None:
        if self._bus.silent_for > PATIENCE:
            if self.server:
                self._lose("the bus cannot be reached")
            return
        if not self.server:
            if not self._bus.silent_for:
                await self.begin()
            return
        began = monotonic()
        try:
            self.living = frozenset(await self._store.renew(self.server, SECONDS))
        except LostError:
            self._lose("the lease has run out")
            await self.begin()
            return
        self._until = began + SECONDS
        self.on_renewed()

    def _lose(self, why: str) -> None:
        if self.server:
            LOG.warning("tables given up: %s", why)
            self.server, self.living, self._until = "", frozenset(), 0.0
            self.on_lost()

    async def end(self) -> None:
        """Give the lease back: others may take the tables at once."""
        server, self._until = self.server, 0.0
        if server:
            self.server = ""
            await self._store.resign(server)


async def _nothing(_: str) -> None: ...
