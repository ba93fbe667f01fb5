"""A server among others, or alone: its lease, its bus, its tables (`Desk`) and its pages (`Gateway`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from worldgates.server.bots import HostBots
from worldgates.server.bus import make_bus
from worldgates.server.calls import Call, Deliver, Left, LookAt, Message, Moved, Spent
from worldgates.server.desk import Desk
from worldgates.server.gateway import Gateway
from worldgates.server.lease import Lease
from worldgates.server.ratelimit import RateLimiter
from worldgates.server.registry import TableRegistry
from worldgates.server.settings import ServerSettings
from worldgates.server.store import Store


class Node:
    def __init__(
        self, folder: Path, settings: ServerSettings, cards: Path | None = None, bots: HostBots | None = None
    ) -> None:
        self.store = Store(settings.database or folder)
        self.bus = make_bus(settings.bus)
        self.lease = Lease(self.store, self.bus)
        self.registry = TableRegistry(self.store, settings, cards, bots, self.lease)
        self.limiter = RateLimiter()
        self.limiter.on_taken = self._tell_others
        self.desk = Desk(self.registry, self.limiter, self.bus, self.lease)
        self.gateway = Gateway(self.registry, self.bus, self.lease)
        self.registry.ask = self.gateway.ask
        # Answers how far an analysis of this server is.
        self.on_look: Callable[[LookAt], Awaitable[bytes | None]] = _nothing
        self.lease.on_begin = self._begin
        # To others this server is another one now: its pages are known by its old id.
        self.lease.on_begun = lambda: self.gateway.refresh(all=True)
        self.lease.on_renewed = self._look_round

    async def start(self) -> None:
        await self.lease.begin()

    async def stop(self) -> None:
        """Hand the tables over."""
        await self.registry.hand_over()
        await self.bus.close()
        self.registry.bots.close()
        self.store.close()

    async def _begin(self, server: str) -> None:
        await self.bus.start(server, self)

    # What the bus brings.

    async def answer(self, call: Call) -> Any:
        if isinstance(call, LookAt):
            return await self.on_look(call)
        return await self.desk.answer(call)

    def receive(self, message: Message) -> None:
        match message:
            case Deliver() | Moved():
                self.gateway.receive(message)
            case Left() | Spent():
                self.desk.receive(message)

    def reconnected(self) -> None:
        self.gateway.refresh(all=True)
        self.desk.refresh()

    def _look_round(self) -> None:
        self.gateway.refresh(all=False)
        self.desk.look_round()

    def _tell_others(self, key: str, burst: float, per_second: float, cost: float) -> None:
        for server in self.lease.living - {self.lease.server}:
            self.bus.send(server, Spent(key, burst, per_second, cost))


async def _nothing(_: LookAt) -> bytes | None:
    return None
