"""The owner's side of a table: answers what other servers, or this one, ask about it, and hears its pages."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any, Final

import msgspec

from worldgates.core import formats
from worldgates.core.formats import FormatError
from worldgates.core.gametype import GameType
from worldgates.server import metrics, protocol
from worldgates.server.bus import Bus
from worldgates.server.calls import Call, Deliver, Left, Moved, PageMessage, PageState, Spent
from worldgates.server.connection import Connection
from worldgates.server.errors import RejectedError
from worldgates.server.lease import Lease
from worldgates.server.protocol import VERSION, Refused, client_messages
from worldgates.server.ratelimit import RateLimiter, TokenBucket, may_create_table
from worldgates.server.registry import TableRegistry
from worldgates.server.room import Room
from worldgates.server.sentences import NOT_WRITTEN, translated
from worldgates.server.store import StoreUnavailableError

MAX_MESSAGE: Final = 16_384
# More messages than a person can click, but too few to slow down others.
BURST, PER_SECOND = 200, 30
# Of messages that are stored for ever, or that are answered with much: how many at once, and per second.
LIMITS: Final[dict[type, tuple[float, float]]] = {
    protocol.Hello: (100, 2),
    protocol.Speak: (20, 1),
    protocol.Look: (60, 5),
    protocol.Chat: (20, 1),
    protocol.Undo: (60, 2),
    protocol.Hint: (20, 1),
    protocol.Rename: (10, 0.1),
    protocol.SetSpeed: (20, 0.5),
    protocol.Order: (30, 1),
    protocol.Replace: (20, 0.5),
    protocol.Fill: (30, 1),
    protocol.Remove: (30, 1),
}
TOO_FAST: Final = "Too many requests. Please wait a moment."
# Lines of the chat among which one is looked for that may have been said before.
LAST_LINES: Final = 20


class Line(Connection):
    """The owner's end of the connection to a page: what is sent goes to the server that has its socket."""

    def __init__(self, page: PageState, room: Room, bus: Bus) -> None:
        super().__init__(page.visitor, page.language)
        self.id = page.id
        self.server = page.server
        self.network = page.network
        self.room = room
        self.greeted = False
        self.bucket = TokenBucket(BURST, PER_SECOND)
        self._bus = bus
        self._number = 0

    def send_text(self, text: str) -> None:
        self._number += 1
        message = Deliver(self.id, self.room.epoch, self._number, self.seat, self.language, text)
        self._bus.send(self.server, message)


class Desk:
    def __init__(self, registry: TableRegistry, limiter: RateLimiter, bus: Bus, lease: Lease) -> None:
        self._registry = registry
        self._limiter = limiter
        self._bus = bus
        self._lease = lease
        self._lines: dict[str, Line] = {}
        registry.on_dropped = self._dropped

    async def answer(self, call: Call) -> Any:
        """Answer a question about a table of this server."""
        room = await self._registry.room(call.table)
        if room is None:
            return None
        if not isinstance(call, PageMessage):
            return await self._registry.answer(room, call)
        line = self._line(room, call)
        if call.text is not None:
            await self._hear(line, call.text, call.again)
        return line.greeted

    def _line(self, room: Room, call: PageMessage) -> Line:
        """The line to a page. A new one gets the whole state, if the page was there before."""
        line = self._lines.get(call.page.id)
        if (
            line is None
            or line.room is not room
            or line.server != call.page.server
            or (call.again and call.text is None)
        ):
            if line is not None:
                line.room.connections.discard(line)
            line = self._lines[call.page.id] = Line(call.page, room, self._bus)
            if call.page.greeted:
                line.greeted = True
                line.send(room.enter(line, call.page.seat))
        return line

    def receive(self, message: Left | Spent) -> None:
        if isinstance(message, Spent):
            self._limiter.spend(message.key, message.burst, message.per_second, message.cost)
            return
        line = self._lines.pop(message.page, None)
        if line is not None:
            line.room.leave(line)

    def look_round(self) -> None:
        """The pages of a server that died are gone."""
        for line in list(self._lines.values()):
            if line.server not in self._lease.living:
                self.receive(Left(line.id))

    def refresh(self) -> None:
        """Messages may have been lost: pages of other servers get the whole state again."""
        for line in list(self._lines.values()):
            if line.server != self._lease.server:
                self._bus.send(line.server, Moved(line.id))

    def _dropped(self, room: Room) -> None:
        """A table is no longer here: its pages ask for it elsewhere."""
        for connection in list(room.connections):
            if isinstance(connection, Line) and self._lines.pop(connection.id, None) is not None:
                self._bus.send(connection.server, Moved(connection.id))

    # Messages of pages.

    async def _hear(self, line: Line, text: str, again: bool) -> None:
        try:
            allowed = line.bucket.take()
            if line.bucket.left < BURST / 2:
                # A page that floods its socket must not delay other pages, or the replies to itself.
                await asyncio.sleep(0)
            if not allowed:
                raise RejectedError("too_fast", TOO_FAST)
            message = _read(text, line.room)
            if isinstance(message, protocol.Hello):
                self._limit(line, message)
                _greet(line, message)
            elif not line.greeted:
                raise RejectedError("format", "Expected hello first.")
            elif not (again and _was_said(line, message)):
                self._limit(line, message)
                await self._carry_out(line, message)
        except StoreUnavailableError:
            _refuse(line, RejectedError("not_now", NOT_WRITTEN))
        except RejectedError as error:
            metrics.REFUSED.labels(error.code).inc()
            # What was sent again may have been carried out the first time; the whole state shows it.
            if not (again and error.code == "stale"):
                _refuse(line, error)

    def _limit(self, line: Line, message: Any) -> None:
        """Limits by visitor, however many sockets they have."""
        kind = type(message)
        if kind in LIMITS and not self._limiter.allows(f"{kind.__name__} {line.visitor.id}", *LIMITS[kind]):
            raise RejectedError("too_fast", TOO_FAST)

    async def _carry_out(self, line: Line, message: Any) -> None:
        registry, room = self._registry, line.room
        match message:
            case protocol.Look():
                room.look(line, message.seat)
            case protocol.Speak():
                room.speak(line, message.language)
            case protocol.Play():
                await room.play(line, message.number, message.seat, message.action)
            case protocol.Undo():
                await room.undo(line, message.number, message.seat)
            case protocol.Chat():
                await room.say(line, message.text)
            case protocol.Hint():
                await room.hint(line, message.seat)
            case protocol.Skip():
                room.skip(line)
            case protocol.Replace():
                await room.replace(line, message.seat, message.bot)
            case protocol.Resign():
                await room.resign(line, message.seat)
            case protocol.Abandon():
                await room.abandon(line)
            case protocol.Free():
                await room.leave_lesson(line)
            case protocol.More():
                await room.more(line, message.number, message.seat)
            case protocol.Order():
                await room.order(line, message)
            case protocol.Fill():
                await registry.fill(room, line, [message.seat], message.level)
            case protocol.Start():
                await registry.fill(room, line, None, message.level)
            case protocol.Remove():
                await room.remove(line, message.seat)
            case protocol.Rename():
                await room.rename(line, message.name)
            case protocol.SetSpeed():
                await room.set_speed(line, message.speed)
            case protocol.Back():
                await room.rewind(line, message.number)
            case protocol.Rematch():
                if room.table.next_table is None and not may_create_table(self._limiter, line.visitor.id, line.network):
                    raise RejectedError("too_fast", "Too many requests. Please wait a moment.")
                await room.rematch(line, registry.rematch)


def _read(text: str, room: Room) -> Any:
    """A decoded message, with the actions of this table's game."""
    # For an ASCII string, the number of bytes is the number of characters.
    size = len(text) if text.isascii() else len(text.encode(errors="surrogatepass"))
    if size > MAX_MESSAGE:
        raise RejectedError("format", "This is too long.")
    try:
        return _messages(room.table.type).decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        # Again, for an error that names the key.
        try:
            return formats.decode(text, client_messages(room.table.type.action_type))
        except FormatError as error:
            raise RejectedError("format", str(error)) from None


@cache
def _messages(type: GameType) -> msgspec.json.Decoder[Any]:
    """The decoder of messages at a table of a game: finding it by the type of actions takes as long as using it."""
    return msgspec.json.Decoder(client_messages(type.action_type))


def _greet(line: Line, hello: protocol.Hello) -> None:
    if hello.v != VERSION:
        raise RejectedError("version", "There is a new version of Worldgates. Please reload the page.")
    line.language = hello.language
    line.log_length = 0
    line.greeted = True
    line.send(line.room.enter(line, hello.seat))


def _was_said(line: Line, message: Any) -> bool:
    """Whether a line of the chat that was sent again is there already."""
    if not isinstance(message, protocol.Chat):
        return False
    mine = line.room.table.seats_of(line.visitor.id)
    seat = mine[0] if mine else None
    said = line.room.table.chat[-LAST_LINES:]
    return any(each.seat == seat and each.text == message.text.strip() for each in said)


def _refuse(line: Line, error: RejectedError) -> None:
    """Send a rejection, in the page's language. Errors of the rules are not translated."""
    line.send(Refused(error.code, translated(error.text, line.language), line.room.number_for(line)))
