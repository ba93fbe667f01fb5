"""The server's doors: pages, the interface for programs, and the sockets of tables."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from smtplib import SMTPException
from time import monotonic, time
from typing import Any, Final, TypeVar, get_args
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from worldgates import __version__
from worldgates.bots import BOTS
from worldgates.core import formats
from worldgates.core.formats import FormatError
from worldgates.core.games import NAMES
from worldgates.core.rulebook import clauses
from worldgates.core.text import LANGUAGES
from worldgates.server import metrics, protocol
from worldgates.server.house import House, summary, visitor_id
from worldgates.server.protocol import (
    VERSION,
    About,
    Clause,
    Fault,
    FromBrowser,
    GameShown,
    Health,
    Introduction,
    Join,
    Joined,
    Known,
    MailShown,
    MailWish,
    NewTable,
    Profile,
    Status,
)
from worldgates.server.reader import Reader, Refusal, refused
from worldgates.server.replays import LARGEST_RECORD, AskReplay, AskVerify, replay, verified
from worldgates.server.room import Room
from worldgates.server.schema import openapi, socket_schema
from worldgates.server.sentences import clean, preferred, translated
from worldgates.server.settings import Settings
from worldgates.server.sight import number_shown
from worldgates.server.store import Store, Trouble, Visitor

T = TypeVar("T")

STATIC: Final = Path(__file__).parent.parent / "static"
LOG = logging.getLogger(__name__)
COOKIE: Final = "worldgates"
# Who may read what the server counts: this machine, and what asks from it.
LOCAL: Final = ("127.0.0.1", "::1")
TIME_TO_GREET: Final = 10.0
NOT_WRITTEN: Final = "Nothing can be written at the moment: try again."
A_YEAR: Final = 365 * 24 * 3600
LARGEST_BODY: Final = 16_384
# Nothing comes from elsewhere, and nothing is written into the page that could run.
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
        "form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


# What the page is as an app: files whose addresses stay the same while they change.
STANDING: Final = {
    "manifest.webmanifest": "application/manifest+json",
    "sw.js": "text/javascript",
    "offline.html": "text/html",
    "offline.js": "text/javascript",
}


class Bucket:
    """A limit on how often something is done: so many at once, and so many a second in the long run."""

    def __init__(self, most: float, per_second: float) -> None:
        self.most = most
        self.per_second = per_second
        self._left = most
        self._at = monotonic()

    def take(self) -> bool:
        now = monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Answer(Exception):  # noqa: N818 (an answer, not a failure)
    def __init__(self, status: int, text: str, key: str = "") -> None:
        super().__init__(text)
        self.status, self.text, self.key = status, text, key


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, {"Cache-Control": "no-store"}, "application/json")


class Doors:
    def __init__(self, house: House, reachable: bool) -> None:
        self.house = house
        self.reachable = reachable
        self._buckets: dict[str, Bucket] = {}
        # Long games are long work: tables come first.
        self._replaying = asyncio.Semaphore(2)

    # Who is there.

    def _limit(self, who: str, most: float, per_second: float) -> None:
        if len(self._buckets) > 50_000:
            self._buckets.clear()
        if not self._buckets.setdefault(who, Bucket(most, per_second)).take():
            raise Answer(429, "Too many requests: wait a little.")

    def _from(self, connection: HTTPConnection) -> str:
        return connection.client.host if connection.client else ""

    async def visitor(self, connection: HTTPConnection) -> Visitor | None:
        token = connection.cookies.get(COOKIE)
        return await self.house.store.visitor(visitor_id(token)) if token else None

    async def _known(self, request: Request) -> Visitor:
        visitor = await self.visitor(request)
        if visitor is None:
            raise Answer(401, "Say who you are first.")
        return visitor

    async def _body(self, request: Request, kind: type[T], largest: int = LARGEST_BODY) -> T:
        data = bytearray()
        async for chunk in request.stream():
            data += chunk
            if len(data) > largest:
                raise Answer(413, "This is too long.")
        return formats.read(formats.parse(bytes(data)), kind)

    async def _room(self, request: Request) -> Room:
        room = await self.house.room(request.path_params["id"])
        if room is None:
            raise Answer(404, "There is no such table.")
        return room

    # Routes.

    async def about(self, request: Request) -> Response:  # noqa: ARG002
        games = []
        for name in NAMES:
            game = self.house.game(name)
            titles = {language: game.text(language).title() for language in LANGUAGES}
            games.append(GameShown(game.id, titles, game.min_players, game.max_players, game.options({}), game.edition))
        return _json(About(VERSION, __version__, games, list(BOTS), list(LANGUAGES), self.reachable))

    async def openapi(self, request: Request) -> Response:  # noqa: ARG002
        return _json(openapi())

    async def socket_schema(self, request: Request) -> Response:  # noqa: ARG002
        return _json(socket_schema())

    async def nowhere(self, request: Request) -> Response:  # noqa: ARG002
        raise Answer(404, "There is no such address.")

    async def cards(self, request: Request) -> Response:
        game, language = self.house.game(request.path_params["game"]), _language(request)
        return _json(game.cards(language))

    async def rules(self, request: Request) -> Response:
        game, language = self.house.game(request.path_params["game"]), _language(request)
        return _json([Clause(**vars(clause)) for clause in clauses(game.id, language).values()])

    async def me(self, request: Request) -> Response:
        if request.method == "PUT":
            wish = await self._body(request, Introduction)
            name = clean(wish.name)
            if not name:
                raise FormatError("expected a name", "name")
            # A token that we have not given is none.
            token = request.cookies.get(COOKIE) if await self.visitor(request) is not None else None
            if token is None:
                self._limit(f"new {self._from(request)}", 60, 0.5)
                token = secrets.token_urlsafe(24)
            visitor = Visitor(visitor_id(token), name, wish.colour, wish.language)
            await self.house.store.save_visitor(visitor)
            response = _json(Profile(name, wish.colour, wish.language))
            secure = request.url.scheme == "https"
            response.set_cookie(COOKIE, token, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure)
            return response
        visitor_known = await self.visitor(request)
        if visitor_known is None:
            return _json(None)
        games = await self.house.listed(visitor_known)
        return _json(Known(visitor_known.name, visitor_known.colour, visitor_known.language, games))

    async def tables(self, request: Request) -> Response:
        visitor = await self.visitor(request)
        if request.method == "GET":
            return _json([summary(room, visitor) for room in await self.house.open_tables()])
        visitor = await self._known(request)
        self._limit(f"tables {visitor.id}", 20, 0.05)
        self._limit(f"tables {self._from(request)}", 200, 1)
        room = await self.house.set_table(await self._body(request, NewTable), visitor)
        return _json(summary(room, visitor), 201)

    async def table(self, request: Request) -> Response:
        return _json(summary(await self._room(request), await self.visitor(request)))

    async def join(self, request: Request) -> Response:
        visitor = await self._known(request)
        room = await self._room(request)
        wish = await self._body(request, Join)
        seat = await room.sit(wish.seat, visitor)
        return _json(Joined(seat=seat, **msgspec.structs.asdict(summary(room, visitor))))

    async def code(self, request: Request) -> Response:
        # Codes are short: guessing them must be slow.
        self._limit(f"code {self._from(request)}", 10, 0.2)
        room = await self.house.room_of_code(request.path_params["code"])
        if room is None:
            raise Answer(404, "There is no table with this code.")
        return _json(summary(room, await self.visitor(request)))

    async def record(self, request: Request) -> Response:
        room = await self._room(request)
        delay = 0 if room.seats_of(await self.visitor(request)) else room.table.setting.delay
        if room.status != "over" or room.table.session is None or time() < room.table.since + delay:
            raise Answer(409, "The record is there when the game is over.")
        return _json(room.table.record())

    # Looking back.

    async def replay(self, request: Request) -> Response:
        self._limit(f"replay {self._from(request)}", 20, 0.5)
        ask = await self._body(request, AskReplay, LARGEST_RECORD)
        async with self._replaying:
            return _json(await asyncio.to_thread(replay, ask, self.house.cards))

    async def verify(self, request: Request) -> Response:
        self._limit(f"verify {self._from(request)}", 20, 0.5)
        ask = await self._body(request, AskVerify, LARGEST_RECORD)
        async with self._replaying:
            return _json(await asyncio.to_thread(verified, ask, self.house.cards))

    async def statistics(self, request: Request) -> Response:
        return _json(await self.house.statistics(await self._known(request)))

    # Mail.

    async def mail(self, request: Request) -> Response:
        visitor = await self._known(request)
        offered = bool(self.house.settings.notify.smtp)
        if request.method == "PUT":
            wish = await self._body(request, MailWish)
            if wish.email != wish.email.strip():
                raise FormatError("expected an address", "email")
            if wish.email and not offered:
                raise FormatError("this server sends no mails", "email")
            self._limit(f"mail {visitor.id}", 3, 0.01)
            self._limit(f"mail {self._from(request)}", 10, 0.05)
            key = secrets.token_urlsafe(24) if wish.email else ""
            if wish.email:
                try:
                    await self.house.notifier.confirm(wish.email, key, visitor.language)
                except (OSError, SMTPException, ValueError) as error:
                    LOG.warning("mail not sent: %s", error)
                    raise Answer(502, "The mail could not be sent: try again later.") from None
            await self.house.store.set_mail(visitor.id, wish.email, key)
        known = await self.house.store.mail(visitor.id)
        return _json(MailShown(offered, known.email if known else "", bool(known and known.confirmed)))

    async def mail_answer(self, request: Request) -> Response:
        """A link in a mail: yes, write to me; or no more. It leads back to the page."""
        wanted = request.path_params["answer"] == "yes"
        self._limit(f"key {self._from(request)}", 20, 0.2)
        if not await self.house.store.answer_mail(request.path_params["key"], wanted):
            raise Answer(404, "This link is no longer good.")
        return RedirectResponse("/?mail=on" if wanted else "/?mail=off", 303)

    # For the host.

    async def health(self, request: Request) -> Response:  # noqa: ARG002
        # Only what is read from disk shows that the disk is there.
        await self.house.store.visitor("")
        rooms = self.house.rooms.values()
        return _json(Health("ok", __version__, len(rooms), sum(len(room.readers) for room in rooms)))

    async def metrics(self, request: Request) -> Response:
        if self._from(request) not in LOCAL:
            raise Answer(404, "There is no such address.")
        rooms = self.house.rooms.values()
        metrics.PAGES.set(sum(len(room.readers) for room in rooms))
        statuses = [room.status for room in rooms]
        for status in get_args(Status):
            metrics.TABLES.labels(status).set(statuses.count(status))
        return Response(metrics.text(), media_type="text/plain; version=0.0.4")

    # The socket of a table.

    async def socket(self, socket: WebSocket) -> None:
        if not _same_origin(socket):
            await socket.close(4403)
            return
        visitor = await self.visitor(socket)
        room = await self.house.room(socket.path_params["id"])
        await socket.accept()
        if room is None:
            await socket.close(4404)
            return
        # Who has no name yet can watch, as nobody who could own a seat: those of bots have no visitor either.
        watcher = visitor or Visitor(f"nobody {secrets.token_hex(8)}", "", 0, "en")
        reader = Reader(watcher, watcher.language)
        sender = asyncio.create_task(_send_all(socket, reader))
        closer = asyncio.create_task(_close_if_dropped(socket, reader, sender))
        try:
            await self._converse(socket, room, reader)
        except (WebSocketDisconnect, TimeoutError):
            pass
        finally:
            room.leave(reader)
            for task in (closer, sender):
                task.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await task

    async def _converse(self, socket: WebSocket, room: Room, reader: Reader) -> None:
        # More than anybody can click, less than would hold up others.
        bucket = Bucket(200, 30)
        greeted = False
        while True:
            # Who says nothing at first is not waited for.
            data = await asyncio.wait_for(_receive(socket), None if greeted else TIME_TO_GREET)
            # Whoever sends much at once must not keep others, nor the answers to it, waiting.
            await asyncio.sleep(0)
            try:
                if not bucket.take():
                    raise Refusal("too_fast", "Slowly: one thing after the other.")
                if len(data) > LARGEST_BODY:
                    raise Refusal("format", "This is too long.")
                try:
                    message: FromBrowser = formats.read(formats.parse(data), FromBrowser)  # type: ignore[arg-type]
                except FormatError as error:
                    raise Refusal("format", str(error)) from None
                if isinstance(message, protocol.Hello):
                    if message.v != VERSION:
                        raise Refusal("version", "Worldgates has a new version: load the page again.")
                    reader.language = message.language
                    reader.told = 0
                    reader.send(room.enter(reader, message.seat))
                    greeted = True
                elif not greeted:
                    raise Refusal("format", "Expected hello first.")
                else:
                    await self._obey(room, reader, message)
            except Trouble:
                reader.send(refused(Refusal("not_now", NOT_WRITTEN), reader, number_shown(room, reader)))
            except Refusal as error:
                metrics.REFUSED.labels(error.code).inc()
                reader.send(refused(error, reader, number_shown(room, reader)))

    async def _obey(self, room: Room, reader: Reader, message: Any) -> None:
        match message:
            case protocol.Look():
                room.look(reader, message.seat)
            case protocol.Speak():
                room.speak(reader, message.language)
            case protocol.Play():
                await room.play(reader, message.number, message.seat, message.action)
            case protocol.Undo():
                await room.undo(reader, message.number, message.seat)
            case protocol.Chat():
                await room.say(reader, message.text)
            case protocol.Hint():
                await room.hint(reader, message.seat)
            case protocol.Skip():
                room.skip(reader)
            case protocol.Replace():
                await room.replace(reader, message.seat, message.bot)
            case protocol.Resign():
                await room.resign(reader, message.seat)
            case protocol.Abandon():
                await room.abandon(reader)
            case protocol.Free():
                await room.free(reader)
            case protocol.Rematch():
                await room.follow(reader, self.house.rematch)


def _language(request: Request) -> str:
    language = request.query_params.get("lang", "en")
    if language not in LANGUAGES:
        raise FormatError(f"expected one of {', '.join(LANGUAGES)}, got {language!r}", "lang")
    return language


def _same_origin(socket: WebSocket) -> bool:
    """A page of another site must not play for its visitor."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


async def _receive(socket: WebSocket) -> bytes:
    """What a page sends, as text or as bytes."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    data: bytes = message["bytes"] if text is None else text.encode()
    return data


async def _send_all(socket: WebSocket, reader: Reader) -> None:
    while True:
        await socket.send_text((await reader.next()).decode())


async def _close_if_dropped(socket: WebSocket, reader: Reader, sender: asyncio.Task[None]) -> None:
    await reader.dropped.wait()
    sender.cancel()
    reader.forget()
    # It hears this if it ever reads again; if not, it does not answer pings either, and the connection ends.
    await socket.close(4408)


def _guarded(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """A handler whose refusals become answers."""

    def said(text: str, request: Request) -> str:
        return translated(text, preferred(request.headers.get("accept-language", "")))

    async def guarded(request: Request) -> Response:
        try:
            return await handler(request)
        except Answer as answer:
            return _json(Fault(said(answer.text, request), answer.key), answer.status)
        except FormatError as error:
            return _json(Fault(error.message, error.key), 422)
        except Refusal as error:
            return _json(Fault(said(error.text, request), error.code), 409)
        except Trouble:
            return _json(Fault(said(NOT_WRITTEN, request), "disk"), 503)

    return guarded


class _Headers:
    """Adds the safety headers to every answer."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                added = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


async def _page(request: Request) -> Response:  # noqa: ARG001
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


async def _standing(request: Request) -> Response:
    name = request.url.path[1:]
    return FileResponse(STATIC / name, headers={"Cache-Control": "no-cache"}, media_type=STANDING[name])


def make_app(folder: Path, settings: Settings, cards: Path | None = None, reachable: bool = False) -> Any:
    """The application over the data in a folder; La clef des mondes is played with the cards in another, if given."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = Store(folder)
        house = House(store, settings, cards)
        doors.house = house
        app.state.house = house
        await house.wake()
        tasks = [asyncio.create_task(task) for task in (house.keep_tidy(), house.notifier.run())]
        LOG.info("started", extra={"version": __version__, "tables": len(house.rooms)})
        yield
        for task in tasks:
            task.cancel()
        store.close()
        LOG.info("stopped")

    doors = Doors(None, reachable)  # type: ignore[arg-type]
    routes = [
        Route("/api/about", _guarded(doors.about)),
        Route("/api/openapi.json", _guarded(doors.openapi)),
        Route("/api/socket.json", _guarded(doors.socket_schema)),
        Route("/api/games/{game}/cards", _guarded(doors.cards)),
        Route("/api/games/{game}/rules", _guarded(doors.rules)),
        Route("/api/me", _guarded(doors.me), methods=["GET", "PUT"]),
        Route("/api/tables", _guarded(doors.tables), methods=["GET", "POST"]),
        Route("/api/tables/{id}", _guarded(doors.table)),
        Route("/api/tables/{id}/join", _guarded(doors.join), methods=["POST"]),
        Route("/api/tables/{id}/record", _guarded(doors.record)),
        Route("/api/codes/{code}", _guarded(doors.code)),
        Route("/api/me/statistics", _guarded(doors.statistics)),
        Route("/api/me/mail", _guarded(doors.mail), methods=["GET", "PUT"]),
        Route("/api/replay", _guarded(doors.replay), methods=["POST"]),
        Route("/api/verify", _guarded(doors.verify), methods=["POST"]),
        Route("/mail/{answer}/{key}", _guarded(doors.mail_answer)),
        Route("/healthz", _guarded(doors.health)),
        Route("/metrics", _guarded(doors.metrics)),
        WebSocketRoute("/api/tables/{id}/play", doors.socket),
        Route("/api/{path:path}", _guarded(doors.nowhere), methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
        Mount("/assets", StaticFiles(directory=STATIC / "assets", check_dir=False)),
        Mount("/icons", StaticFiles(directory=STATIC / "icons", check_dir=False)),
        *(Route(f"/{name}", _standing) for name in STANDING),
        Route("/{path:path}", _page),
    ]
    return _Headers(GZipMiddleware(Starlette(routes=routes, lifespan=lifespan), minimum_size=1000))
