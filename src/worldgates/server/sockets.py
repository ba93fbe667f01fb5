"""The WebSocket of a table: passes a page's messages to the gateway, and lets the gateway write to it."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from worldgates.server.api import RETRY_AFTER, Api, network_of
from worldgates.server.gateway import Gateway, Page
from worldgates.server.guard import is_same_origin
from worldgates.server.http import EXTENSION, DirectWebSocketProtocol
from worldgates.server.store import Visitor

# The timeout, in seconds, for a page's hello.
HELLO_TIMEOUT: Final = 10.0
# How a socket closes if the server is full.
TRY_AGAIN_LATER: Final = 1013


async def table_socket(socket: WebSocket) -> None:
    """The WebSocket endpoint."""
    if not is_same_origin(socket.headers):
        await socket.close(4403)
        return
    api: Api = socket.state.api
    network = network_of(socket)
    if not api.gateway.has_room_for(network):
        await socket.accept()
        await socket.close(TRY_AGAIN_LATER, RETRY_AFTER)
        return
    visitor = await api.visitor(socket)
    # A visitor without a name can watch. They get a new id, because the empty id belongs to the seats of bots.
    watcher = visitor or Visitor(f"nobody {secrets.token_hex(8)}", "", 0, "en")
    page = Page(socket.path_params["id"], watcher, network)
    try:
        there = await api.gateway.open(page)
        await socket.accept()
        if not there:
            await socket.close(4404)
            return
        await _converse(socket, api.gateway, page)
    finally:
        api.gateway.close(page)


async def _converse(socket: WebSocket, gateway: Gateway, page: Page) -> None:
    page.sink = protocol = socket.scope["extensions"][EXTENSION]
    sender = asyncio.create_task(_send_queued(protocol, page))
    closer = asyncio.create_task(_close_if_dropped(socket, gateway, page, sender))
    try:
        while True:
            text = await asyncio.wait_for(_receive(socket), None if page.greeted else HELLO_TIMEOUT)
            await gateway.on_message(page, text)
    except (WebSocketDisconnect, TimeoutError):
        pass
    finally:
        for task in (closer, sender):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _receive(socket: WebSocket) -> str:
    """The next raw message of a page."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    # A message of bytes is read like one of text.
    return message["bytes"].decode(errors="replace") if text is None else text


async def _send_queued(protocol: DirectWebSocketProtocol, page: Page) -> None:
    """Send what was queued while the page did not read."""
    while True:
        await protocol.writable.wait()
        # Taken and written in one step, so that nothing overtakes it.
        protocol.write_text(await page.next())


async def _close_if_dropped(socket: WebSocket, gateway: Gateway, page: Page, sender: asyncio.Task[None]) -> None:
    await page.dropped.wait()
    gateway.close(page)
    sender.cancel()
    page.clear()
    # The page receives this if it reads again; otherwise it misses the pings too, and the connection times out.
    await socket.close(4408)
