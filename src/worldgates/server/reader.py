"""A page that looks at a table, and what it is refused."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from worldgates.server.protocol import Refused, ToBrowser
from worldgates.server.sentences import translated
from worldgates.server.store import Visitor

# A page that does not read loses its connection when so many bytes wait for it.
MOST_WAITING: Final = 2_000_000


class Refusal(Exception):  # noqa: N818 (an answer, not a failure)
    """What was asked for is not done."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


class Reader:
    """A page that looks at the table: its visitor, language, and the seat it looks from."""

    def __init__(self, visitor: Visitor, language: str) -> None:
        self.visitor = visitor
        self.language = language
        self.seat: int | None = None
        # How many sentences of the chronicle it has.
        self.told = 0
        self.waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self._bytes = 0
        # It did not read what waited for it, and is let go.
        self.dropped = asyncio.Event()

    def send(self, message: ToBrowser) -> None:
        self.give(msgspec.json.encode(message))

    def give(self, data: bytes) -> None:
        """Send what is already written as JSON."""
        if self._bytes > MOST_WAITING:
            self.dropped.set()
            return
        self._bytes += len(data)
        self.waiting.put_nowait(data)

    async def next(self) -> bytes:
        """What is to be sent next."""
        data = await self.waiting.get()
        self._bytes -= len(data)
        return data

    def forget(self) -> None:
        """Nothing waits any more."""
        self.waiting = asyncio.Queue()


def refused(error: Refusal, reader: Reader, number: int) -> Refused:
    """The answer to what is not done, in the language of its reader; what the rules say comes as it is."""
    return Refused(error.code, translated(error.text, reader.language), number)  # type: ignore[arg-type]
