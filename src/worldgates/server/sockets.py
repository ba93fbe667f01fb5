"""The WebSocket of a table: passes a page's messages to the room, and sends the page's queue."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket, WebSocketDisconnect

from worldgates.core import formats
from worldgates.core.formats import FormatError
from worldgates.server import metrics, protocol
from worldgates.server.api import MAX_BODY, Api
from worldgates.server.connection import Connection
from worldgates.server.errors import RejectedError
from worldgates.server.guard import is_same_origin
from worldgates.server.protocol import VERSION, Refused, client_messages
from worldgates.server.ratelimit import TokenBucket
from worldgates.server.room import Room
from worldgates.server.sentences import NOT_WRITTEN, translated
from worldgates.server.store import StoreUnavailableError, Visitor

# The timeout, in seconds, for a page's hello.
HELLO_TIMEOUT: Final = 10.0
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


async def table_socket(socket: WebSocket) -> None:
    """The WebSocket endpoint."""
    if not is_same_origin(socket.headers):
        await socket.close(4403)
        return
    api: Api = socket.state.api
    visitor = await api.visitor(socket)
    room = await api.registry.room(socket.path_params["id"])
    await socket.accept()
    if room is None:
        await socket.close(4404)
        return
    # A visitor without a name can watch. They get a new id, because the empty id belongs to the seats of bots.
    watcher = visitor or Visitor(f"nobody {secrets.token_hex(8)}", "", 0, "en")
    connection = Connection(watcher, watcher.language)
    sender = asyncio.create_task(_send_all(socket, connection))
    closer = asyncio.create_task(_close_if_dropped(socket, connection, sender))
    try:
        await _receive_all(socket, api, room, connection)
    except (WebSocketDisconnect, TimeoutError):
        pass
    finally:
        room.leave(connection)
        for task in (closer, sender):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _receive_all(socket: WebSocket, api: Api, room: Room, connection: Connection) -> None:
    bucket = TokenBucket(BURST, PER_SECOND)
    greeted = False
    while True:
        text = await asyncio.wait_for(_receive(socket), None if greeted else HELLO_TIMEOUT)
        # A page that floods the socket must not delay other pages, or the replies to itself.
        await asyncio.sleep(0)
        try:
            if not bucket.take():
                raise RejectedError("too_fast", "Too many requests. Please wait a moment.")
            message = _read(text, room)
            if isinstance(message, protocol.Hello):
                _limit(api, connection, message)
                _greet(room, connection, message)
                greeted = True
            elif not greeted:
                raise RejectedError("format", "Expected hello first.")
            else:
                _limit(api, connection, message)
                await _carry_out(socket, api, room, connection, message)
        except StoreUnavailableError:
            _refuse(room, connection, RejectedError("not_now", NOT_WRITTEN))
        except HTTPException as error:
            _refuse(room, connection, RejectedError("too_fast", error.detail))
        except RejectedError as error:
            metrics.REFUSED.labels(error.code).inc()
            _refuse(room, connection, error)


def _limit(api: Api, connection: Connection, message: Any) -> None:
    """Limits by visitor, however many sockets they have."""
    kind = type(message)
    if kind in LIMITS and not api.limiter.allows(f"{kind.__name__} {connection.visitor.id}", *LIMITS[kind]):
        raise RejectedError("too_fast", "Too many requests. Please wait a moment.")


def _read(text: str | bytes, room: Room) -> Any:
    """A decoded message, with the actions of this table's game."""
    # For an ASCII string, the number of bytes is the number of characters.
    size = len(text) if isinstance(text, bytes) or text.isascii() else len(text.encode())
    if size > MAX_BODY:
        raise RejectedError("format", "This is too long.")
    try:
        return formats.decode(text, client_messages(room.table.type.action_type))
    except FormatError as error:
        raise RejectedError("format", str(error)) from None


def _greet(room: Room, connection: Connection, hello: protocol.Hello) -> None:
    if hello.v != VERSION:
        raise RejectedError("version", "There is a new version of Worldgates. Please reload the page.")
    connection.language = hello.language
    connection.log_length = 0
    connection.send(room.enter(connection, hello.seat))


async def _carry_out(socket: WebSocket, api: Api, room: Room, connection: Connection, message: Any) -> None:
    registry = api.registry
    match message:
        case protocol.Look():
            room.look(connection, message.seat)
        case protocol.Speak():
            room.speak(connection, message.language)
        case protocol.Play():
            await room.play(connection, message.number, message.seat, message.action)
        case protocol.Undo():
            await room.undo(connection, message.number, message.seat)
        case protocol.Chat():
            await room.say(connection, message.text)
        case protocol.Hint():
            await room.hint(connection, message.seat)
        case protocol.Skip():
            room.skip(connection)
        case protocol.Replace():
            await room.replace(connection, message.seat, message.bot)
        case protocol.Resign():
            await room.resign(connection, message.seat)
        case protocol.Abandon():
            await room.abandon(connection)
        case protocol.Free():
            await room.leave_lesson(connection)
        case protocol.More():
            await room.more(connection, message.number, message.seat)
        case protocol.Order():
            await room.order(connection, message)
        case protocol.Fill():
            await registry.fill(room, connection, [message.seat], message.level)
        case protocol.Start():
            await registry.fill(room, connection, None, message.level)
        case protocol.Remove():
            await room.remove(connection, message.seat)
        case protocol.Rename():
            await room.rename(connection, message.name)
        case protocol.SetSpeed():
            await room.set_speed(connection, message.speed)
        case protocol.Back():
            await room.rewind(connection, message.number)
        case protocol.Rematch():
            if room.table.next_table is None:
                api.limit_tables(connection.visitor, socket)
            await room.rematch(connection, registry.rematch)


def _refuse(room: Room, connection: Connection, error: RejectedError) -> None:
    """Send a rejection, in the page's language. Errors of the rules are not translated."""
    text = translated(error.text, connection.language)
    connection.send(Refused(error.code, text, room.number_for(connection)))


async def _receive(socket: WebSocket) -> str | bytes:
    """The next raw message of a page."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    data: str | bytes = message["bytes"] if text is None else text
    return data


async def _send_all(socket: WebSocket, connection: Connection) -> None:
    while True:
        await socket.send_text(await connection.next())


async def _close_if_dropped(socket: WebSocket, connection: Connection, sender: asyncio.Task[None]) -> None:
    await connection.dropped.wait()
    sender.cancel()
    connection.clear()
    # The page receives this if it reads again; otherwise it misses the pings too, and the connection times out.
    await socket.close(4408)
