"""A page that is connected to a table: who it belongs to, what it looks at, and what waits to be sent to it."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from worldgates.server.projection import Viewer
from worldgates.server.protocol import ToBrowser
from worldgates.server.store import Visitor

# A page that does not read is disconnected when this many characters are queued for it.
MAX_QUEUED: Final = 2_000_000


class Connection:
    def __init__(self, visitor: Visitor, language: str) -> None:
        self.visitor = visitor
        self.language = language
        # The seat the page looks from, or none for a spectator.
        self.seat: int | None = None
        # How many events of the table's log the page has been sent.
        self.log_length = 0
        self.queue: asyncio.Queue[str] = asyncio.Queue()
        self._queued = 0
        # Set when the page did not read what was queued for it.
        self.dropped = asyncio.Event()

    @property
    def viewer(self) -> Viewer:
        """What the messages to this page depend on."""
        return Viewer(self.visitor.id, self.seat, self.language, self.log_length)

    def send(self, message: ToBrowser) -> None:
        self.send_text(encode(message))

    def send_text(self, text: str) -> None:
        """Queue a message that is JSON already."""
        if self._queued > MAX_QUEUED:
            self.dropped.set()
            return
        self._queued += len(text)
        self.queue.put_nowait(text)

    async def next(self) -> str:
        """The next message to send."""
        text = await self.queue.get()
        self._queued -= len(text)
        return text

    def clear(self) -> None:
        """Drop what is queued."""
        self.queue = asyncio.Queue()


def encode(message: ToBrowser) -> str:
    """A message as JSON text, which is what sockets send."""
    return msgspec.json.encode(message).decode()
