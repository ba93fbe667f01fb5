"""The protocols of connections: HTTP with a time limit for the head of a request, so that half a request holds no
connection for ever, and WebSockets that cost less for each message."""

from __future__ import annotations

import asyncio
from struct import Struct
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

HEAD_SECONDS: Final = 15.0
# Messages of a page that may wait before no more are read.
READ_AHEAD: Final = 4
# Where an application finds the protocol of its socket.
EXTENSION: Final = "worldgates.socket"
# The begin of a frame: the whole of a text, and its size.
_TEXT: Final = 0x81
_MEDIUM: Final = Struct("!BBH")
_LONG: Final = Struct("!BBQ")


class TimedHttpProtocol(H11Protocol):
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_head()

    def _watch_head(self) -> None:
        """Start the timer when a request is expected or begun, and stop it when its head is there."""
        expected = self.cycle is None or self.cycle.response_complete
        if expected and self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self._drop)
        elif not expected and self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _drop(self) -> None:
        self._head_timer = None
        if (self.cycle is None or self.cycle.response_complete) and not self.transport.is_closing():
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: object) -> None:
        """A socket is not a request: it goes on for as long as it likes."""
        if self._head_timer is not None:
            self._head_timer.cancel()
        # The timer of this object must not come back after the upgrade.
        self._watch_head = lambda: None  # type: ignore[method-assign]
        super().handle_websocket_upgrade(event)  # type: ignore[arg-type]


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """The sockets of pages, without what uvicorn does for each message of any application.

    It stops reading after each message until it is heard, which costs two system calls, while pages mostly send one
    message at a time. And a message to a page passes a dozen layers, of which none has anything to do: the application
    finds this object in the scope of its connection (`EXTENSION`) and writes to it.
    """

    def send_receive_event_to_app(self) -> None:
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= READ_AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    @property
    def is_ready(self) -> bool:
        return self.writable.is_set()

    def write_text(self, text: str) -> None:
        """Send a message as one frame, which a server does not mask (RFC 6455, 5.2). Nobody reads what comes after the
        end."""
        if self.close_sent or self.transport.is_closing():
            return
        data = text.encode()
        size = len(data)
        if size < 126:
            head = bytes((_TEXT, size))
        elif size < 65_536:
            head = _MEDIUM.pack(_TEXT, 126, size)
        else:
            head = _LONG.pack(_TEXT, 127, size)
        self.transport.write(head + data)
