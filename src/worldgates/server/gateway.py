"""The pages whose sockets this server has: their messages go to the owner of their table, wherever that is, and what
the owner sends comes back.

If the owner dies, or hands the table over, the gateway finds the next one, tells it about the page, and sends again
what was not answered.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter, OrderedDict
from time import monotonic
from typing import Any, Final

import msgspec

from worldgates.server.bus import Bus, SilentError
from worldgates.server.calls import Call, Deliver, Left, Moved, PageMessage, PageState
from worldgates.server.connection import Outbox
from worldgates.server.errors import MovedError, RejectedError
from worldgates.server.lease import Lease
from worldgates.server.protocol import Refused
from worldgates.server.registry import TableRegistry
from worldgates.server.sentences import NOT_WRITTEN, translated
from worldgates.server.store import StoreUnavailableError, Visitor

LOG = logging.getLogger(__name__)
# Seconds to find an owner that answers, and between two attempts: a lease must be able to run out meanwhile.
PATIENCE: Final = 12.0
RETRY_EVERY: Final = 0.15
# The most owners of tables that are remembered.
MOST_OWNERS: Final = 20_000


class Page(Outbox):
    """A page with a socket at this server."""

    def __init__(self, table: str, visitor: Visitor, network: str) -> None:
        super().__init__()
        self.id = secrets.token_urlsafe(9)
        self.table = table
        self.visitor = visitor
        self.network = network
        # As the owner of the table sees it.
        self.language = visitor.language
        self.seat: int | None = None
        self.greeted = False
        # Who that is, its epoch, and the number of the last message from it.
        self.owner = ""
        self.epoch = -1
        self.received = 0
        # One message at a time, so that their order stays.
        self.lock = asyncio.Lock()
        self.refreshing = False

    def state(self, server: str) -> PageState:
        return PageState(self.id, server, self.network, self.visitor, self.language, self.seat, self.greeted)


class Gateway:
    def __init__(self, registry: TableRegistry, bus: Bus, lease: Lease) -> None:
        self._registry = registry
        self._bus = bus
        self._lease = lease
        self._limits = registry.settings.sockets
        self.pages: dict[str, Page] = {}
        # How many there are from each network.
        self._from: Counter[str] = Counter()
        self._owners: OrderedDict[str, str] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    # Questions.

    async def ask(self, call: Call) -> Any:
        """Ask the owner of a table; None if there is no such table."""
        return (await self._ask(call))[1]

    async def _ask(self, call: Call) -> tuple[str, Any]:
        """The owner of a table, and its answer. If there is none that lives, this server becomes it."""
        end = monotonic() + PATIENCE
        while True:
            try:
                owner = await self._owner(call.table)
                if owner is None:
                    return "", None
                return owner, await self._bus.ask(owner, call, lambda: self._lease.living)
            except (MovedError, SilentError):
                self._owners.pop(call.table, None)
            if monotonic() > end:
                raise RejectedError("not_now", "Another process is running this table.")
            await asyncio.sleep(RETRY_EVERY)
            if isinstance(call, PageMessage):
                call = msgspec.structs.replace(call, again=True)

    async def _owner(self, table: str) -> str | None:
        """Who owns a table: this server, if it can be."""
        known = self._owners.get(table)
        if known is not None and known in self._lease.living:
            self._owners.move_to_end(table)
            return known
        if not self._lease.valid:
            raise MovedError
        owner = await self._registry.owner(table)
        if owner is not None and owner != self._lease.server:
            self._owners[table] = owner
            if len(self._owners) > MOST_OWNERS:
                self._owners.popitem(last=False)
        return owner

    # Pages.

    def has_room_for(self, network: str) -> bool:
        """Whether one more page from a network may open a socket."""
        return len(self.pages) < self._limits.most and self._from[network] < self._limits.per_address

    async def open(self, page: Page) -> bool:
        """A page opens its socket; returns whether there is such a table."""
        self.pages[page.id] = page
        self._from[page.network] += 1
        return await self._hear(page, None)

    async def on_message(self, page: Page, text: str) -> None:
        """A page says something. What comes of it is sent to it."""
        try:
            await self._hear(page, text)
        except StoreUnavailableError:
            self._refuse(page, RejectedError("not_now", NOT_WRITTEN))
        except RejectedError as error:
            self._refuse(page, error)

    async def _hear(self, page: Page, text: str | None, again: bool = False) -> bool:
        async with page.lock:
            call = PageMessage(page.table, page.state(self._bus.server), text, again)
            page.owner, greeted = await self._ask(call)
            page.greeted = bool(greeted)
            return greeted is not None

    def _refuse(self, page: Page, error: RejectedError) -> None:
        refused = Refused(error.code, translated(error.text, page.language), 0)
        page.send_text(msgspec.json.encode(refused).decode())

    def close(self, page: Page) -> None:
        """A page is gone."""
        if self.pages.pop(page.id, None) is None:
            return
        page.clear()
        self._from[page.network] -= 1
        if not self._from[page.network]:
            del self._from[page.network]
        if page.owner in self._lease.living:
            self._bus.send(page.owner, Left(page.id))

    def receive(self, message: Deliver | Moved) -> None:
        page = self.pages.get(message.page)
        if page is None:
            return
        if isinstance(message, Moved):
            self._refresh(page)
            return
        if message.epoch < page.epoch:
            # A former owner, which does not know it yet.
            return
        if message.number not in (1, page.received + 1):
            self._refresh(page)
            return
        page.epoch, page.received = message.epoch, message.number
        page.seat, page.language = message.seat, message.language
        page.send_text(message.text)

    def refresh(self, all: bool) -> None:
        """Let pages ask again for the whole state: all of other owners, or those whose owner has died."""
        for page in self.pages.values():
            alive = page.owner in self._lease.living
            if not alive or (all and page.owner != self._lease.server):
                self._refresh(page)

    def _refresh(self, page: Page) -> None:
        if page.greeted and not page.refreshing:
            page.refreshing = True
            task = asyncio.create_task(self._ask_again(page))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _ask_again(self, page: Page) -> None:
        try:
            await self._hear(page, None, again=True)
        except (RejectedError, StoreUnavailableError):
            # The page connects again, and perhaps to a server that can.
            page.dropped.set()
        finally:
            page.refreshing = False
