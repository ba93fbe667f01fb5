"""The protocols of connections: HTTP with a time limit for the head of a request, so that half a request holds no
connection for ever, and WebSockets that read on while a message or two wait to be heard."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_SECONDS: Final = 15.0
# Messages of a page that may wait before no more are read.
READ_AHEAD: Final = 4


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


class UnhurriedWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn stops reading after each message until it is heard, which costs two system calls. Pages mostly send one
    message at a time."""

    def send_receive_event_to_app(self) -> None:
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= READ_AHEAD:
            self.read_paused = True
            self.transport.pause_reading()
