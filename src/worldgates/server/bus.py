"""How servers reach each other. A server alone has no others to reach; many use NATS.

What a server has to tell itself takes no detour: `Bus` passes it on as it is. Losing a message is harmless: messages to
a page are numbered, and after a break everybody asks again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import urlsplit

import msgspec

from worldgates.core.formats import FormatError
from worldgates.core.text import command_for_extra
from worldgates.server.calls import ANSWERS, Call, Message, Reply
from worldgates.server.errors import MovedError, RejectedError
from worldgates.server.store import StoreUnavailableError

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

LOG = logging.getLogger(__name__)
NATS: Final = ("nats", "tls")
# Seconds between two looks whether a server that was asked is still there, and that an answer takes at most.
LOOK_EVERY: Final = 0.3
MOST_PATIENCE: Final = 20.0
_CALLS: Final = msgspec.msgpack.Decoder(Call)
_MESSAGES: Final = msgspec.msgpack.Decoder(Message)
_REPLIES: Final = msgspec.msgpack.Decoder(Reply)


class SilentError(Exception):
    """A server does not answer: it is dead, or out of reach."""


class Listener(Protocol):
    """A server, for the bus."""

    async def answer(self, call: Call) -> Any: ...

    def receive(self, message: Message) -> None: ...

    def reconnected(self) -> None:
        """Messages may have been lost."""


class Bus:
    """The bus of a server alone."""

    def __init__(self) -> None:
        self.server = ""
        self.listener: Listener

    @property
    def silent_for(self) -> float:
        """Seconds since the bus was last connected."""
        return 0.0

    async def start(self, server: str, listener: Listener) -> None:
        """Begin to hear what is for this server; again, if it has another id."""
        self.server, self.listener = server, listener

    async def ask(self, server: str, call: Call, living: Callable[[], Collection[str]]) -> Any:
        """Ask a server, and wait for its answer as long as it lives."""
        if server == self.server:
            return await self.listener.answer(call)
        return await self._ask(server, call, living)

    def send(self, server: str, message: Message) -> None:
        if server == self.server:
            self.listener.receive(message)
        else:
            self._tell(server, message)

    async def _ask(self, server: str, call: Call, living: Callable[[], Collection[str]]) -> Any:  # noqa: ARG002
        raise SilentError

    def _tell(self, server: str, message: Message) -> None:
        """There is nobody else."""

    async def close(self) -> None: ...


class NatsBus(Bus):
    """Servers that reach each other through NATS: each hears the subject worldgates.<its id>.>"""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self._client: Client | None = None
        self._subscription: Any = None
        self._broken_since: float | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def silent_for(self) -> float:
        return 0.0 if self._broken_since is None else monotonic() - self._broken_since

    async def start(self, server: str, listener: Listener) -> None:
        await super().start(server, listener)
        if self._client is None:
            self._client = await self._connect()
        if self._subscription is not None:
            with suppress(Exception):
                await self._subscription.unsubscribe()
        self._subscription = await self._client.subscribe(f"worldgates.{server}.>", cb=self._heard)

    async def _connect(self) -> Client:
        import nats

        async def broken() -> None:
            if self._broken_since is None:
                self._broken_since = monotonic()

        async def mended() -> None:
            self._broken_since = None
            self.listener.reconnected()

        async def failed(error: Exception) -> None:
            LOG.warning("bus: %s", error or type(error).__name__)

        return await nats.connect(
            self._url,
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.25,
            connect_timeout=3,
            ping_interval=2,
            max_outstanding_pings=2,
            disconnected_cb=broken,
            reconnected_cb=mended,
            error_cb=failed,
        )

    async def _ask(self, server: str, call: Call, living: Callable[[], Collection[str]]) -> Any:
        client = self._client
        if client is None or not client.is_connected:
            raise SilentError
        subject, payload = f"worldgates.{server}.table.{call.table}", msgspec.msgpack.encode(call)
        asked = self._begin(client.request(subject, payload, timeout=MOST_PATIENCE))
        while not asked.done():
            await asyncio.wait({asked}, timeout=LOOK_EVERY)
            if not asked.done() and (server not in living() or self.silent_for):
                raise SilentError
        if asked.exception() is not None:
            raise SilentError
        reply = _REPLIES.decode(asked.result().data)
        _raise(reply)
        return msgspec.msgpack.decode(reply.answer, type=ANSWERS[type(call)])

    def _tell(self, server: str, message: Message) -> None:
        if self._client is not None and not self._client.is_closed:
            kind = type(message).__name__.lower()
            self._begin(self._client.publish(f"worldgates.{server}.{kind}", msgspec.msgpack.encode(message)))

    def _begin(self, work: Any) -> asyncio.Task[Any]:
        """Do something that nobody need wait for."""
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # Whoever waits looks at the exception; if nobody does, it does not matter.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task

    async def _heard(self, message: Msg) -> None:
        if message.reply:
            # The others do not wait for this answer.
            self._begin(self._answer(message))
        else:
            self.listener.receive(_MESSAGES.decode(message.data))

    async def _answer(self, message: Msg) -> None:
        try:
            reply = Reply(msgspec.msgpack.encode(await self.listener.answer(_CALLS.decode(message.data))))
        except RejectedError as error:
            reply = Reply(error="rejected", code=error.code, text=error.text)
        except MovedError:
            reply = Reply(error="moved")
        except StoreUnavailableError:
            reply = Reply(error="store")
        except FormatError as error:
            reply = Reply(error="format", code=error.key, text=error.message)
        except Exception:
            LOG.exception("call not answered")
            reply = Reply(error="store")
        await message.respond(msgspec.msgpack.encode(reply))

    async def close(self) -> None:
        if self._client is not None:
            with suppress(Exception):
                await asyncio.wait_for(self._client.drain(), 2)


def _raise(reply: Reply) -> None:
    """Raise the error of a reply as if it had happened here."""
    match reply.error:
        case "rejected":
            raise RejectedError(reply.code, reply.text)  # type: ignore[arg-type]
        case "moved":
            raise MovedError
        case "store":
            raise StoreUnavailableError
        case "format":
            raise FormatError(reply.text, reply.code)


def make_bus(url: str) -> Bus:
    """The bus at an address, or that of a server alone."""
    if not url:
        return Bus()
    if urlsplit(url).scheme not in NATS:
        raise FormatError(f"expected an address that begins with {' or '.join(f'{s}://' for s in NATS)}", "--bus")
    try:
        import nats  # noqa: F401
    except ImportError:
        raise FormatError(f"NATS needs more packages: {command_for_extra('hosted')}", "--bus") from None
    return NatsBus(url)
