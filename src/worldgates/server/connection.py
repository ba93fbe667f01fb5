"""A page's connection to a table: its visitor, its viewpoint, and its outgoing messages."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

import msgspec

from worldgates.server.projection import Viewer
from worldgates.server.protocol import ToBrowser
from worldgates.server.store import Visitor

# A slow page is disconnected when this many characters are queued for it.
MAX_QUEUED: Final = 2_000_000
# When so many are queued for all pages together, a page must have read all but this many, or it is disconnected, too.
MAX_QUEUED_IN_ALL: Final = 200_000_000
FAIR_SHARE: Final = 20_000


class Sink(Protocol):
    """Where the messages of a page go: its socket."""

    @property
    def is_ready(self) -> bool:
        """Whether what is written now goes out at once."""

    def write_text(self, text: str) -> None: ...


class Outbox:
    """The outgoing messages of a page: written at once while it reads them, and queued while it does not."""

    # For all pages of this server.
    queued_in_all = 0

    def __init__(self) -> None:
        self.queue: asyncio.Queue[str] = asyncio.Queue()
        self.sink: Sink | None = None
        self._queued = 0
        # Set when the queue overflowed.
        self.dropped = asyncio.Event()

    def send_text(self, text: str) -> None:
        """Send a message that is already JSON."""
        if self.sink is not None and self.sink.is_ready and not self._queued:
            self.sink.write_text(text)
            return
        if self._queued > (MAX_QUEUED if Outbox.queued_in_all < MAX_QUEUED_IN_ALL else FAIR_SHARE):
            self.dropped.set()
            return
        self._count(len(text))
        self.queue.put_nowait(text)

    async def next(self) -> str:
        """The next message to send."""
        text = await self.queue.get()
        self._count(-len(text))
        return text

    def clear(self) -> None:
        """Clear the queue: nobody will read it."""
        self._count(-self._queued)
        self.queue = asyncio.Queue()

    def _count(self, more: int) -> None:
        self._queued += more
        Outbox.queued_in_all += more


class Connection(Outbox):
    """A page as its table sees it: who looks, from which seat, in which language, and what they were sent."""

    def __init__(self, visitor: Visitor, language: str) -> None:
        super().__init__()
        self.visitor = visitor
        self.language = language
        # The seat whose view the page shows, or none for a spectator.
        self.seat: int | None = None
        # The offset in the table's event log up to which the page has been sent events.
        self.log_length = 0
        # The last state of a spectator with a delay.
        self.last_shown = ""

    @property
    def viewer(self) -> Viewer:
        """The viewer: everything that the messages to this page depend on."""
        return Viewer(self.visitor.id, self.seat, self.language, self.log_length)

    def send(self, message: ToBrowser) -> None:
        self.send_text(encode(message))


def encode(message: ToBrowser) -> str:
    """A message as JSON text, as WebSockets send it."""
    return msgspec.json.encode(message).decode()
