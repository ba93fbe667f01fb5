"""The HTTP API for programs: its handlers. routes.py maps requests to them."""

from __future__ import annotations

import asyncio
import gzip
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from smtplib import SMTPException
from typing import Any, Final, TypeVar, get_args

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from worldgates import __version__
from worldgates.analysis.seen import view_analysis
from worldgates.api.game import actions_of, read_options, read_record
from worldgates.core import formats
from worldgates.core.formats import FormatError
from worldgates.core.gametype import NAMES, GameType
from worldgates.core.record import Record
from worldgates.core.rulebook import clauses, overview
from worldgates.core.text import LANGUAGES
from worldgates.server import metrics
from worldgates.server.analyses import Analyses, AnalysisProgress, AnalysisRequest, Job, PlayOn, position_at
from worldgates.server.bus import SilentError
from worldgates.server.calls import Call, GetRecord, LookAt, Summarise, TakeSeat
from worldgates.server.errors import RejectedError
from worldgates.server.node import Node
from worldgates.server.protocol import (
    VERSION,
    About,
    Clause,
    GameShown,
    Health,
    Introduction,
    Join,
    Known,
    MailRequest,
    MailShown,
    NewTable,
    Profile,
    Status,
)
from worldgates.server.ratelimit import may_create_table, network, wide_network
from worldgates.server.registry import summary, visitor_id
from worldgates.server.replays import MAX_RECORD, ReplayRequest, VerifyRequest, check_length, replay, verified
from worldgates.server.responses import json_response
from worldgates.server.sentences import NOT_WRITTEN, clean, is_visible
from worldgates.server.store import Visitor

T = TypeVar("T")

LOG = logging.getLogger(__name__)
COOKIE: Final = "worldgates"
COOKIE_AGE: Final = 365 * 24 * 3600
# Only these addresses, which are this machine's, may read the metrics.
LOCAL: Final = ("127.0.0.1", "::1")
MAX_BODY: Final = 16_384
# Seconds in which the body of a request must be there.
BODY_SECONDS: Final = 20.0
# Seconds after which somebody who was refused may come back.
RETRY_AFTER: Final = "10"
TOO_MANY: Final = "Too many requests. Please wait a moment."


class Api:
    def __init__(self, node: Node, reachable: bool) -> None:
        """`reachable` says whether other machines reach this server."""
        self._node = node
        self.registry = node.registry
        self.gateway = node.gateway
        self.limiter = node.limiter
        self.reachable = reachable
        # Replaying a long game is slow: one at a time, so that live tables stay responsive; and one per network.
        self._replaying = asyncio.Semaphore(1)
        self._replaying_for: set[str] = set()
        level = self.registry.settings.tables.analysis_level
        self.analyses = Analyses(self.registry.bots.thinkers, self.registry.store, level)
        node.on_look = self._look_from_elsewhere

    # Visitors and limits.

    def _limit(self, key: str, burst: float, per_second: float, cost: float = 1.0) -> None:
        if not self.limiter.allows(key, burst, per_second, cost):
            raise HTTPException(429, TOO_MANY, {"Retry-After": RETRY_AFTER})

    async def visitor(self, connection: HTTPConnection) -> Visitor | None:
        token = connection.cookies.get(COOKIE)
        return await self.registry.store.visitor(visitor_id(token)) if token else None

    async def _known_visitor(self, request: Request) -> Visitor:
        visitor = await self.visitor(request)
        if visitor is None:
            raise HTTPException(401, "Enter your name first.")
        return visitor

    async def _ask(self, call: Call) -> Any:
        """Ask the owner of a table."""
        found = await self.registry.ask(call)
        if found is None:
            raise HTTPException(404, "There is no such table.")
        return found

    # The server and its games.

    async def about(self, request: Request) -> Response:  # noqa: ARG002
        games = []
        for name in NAMES:
            game = self.registry.games.get(name)
            titles = {language: game.text(language).title() for language in LANGUAGES}
            options = read_options(game, None)
            games.append(GameShown(game.id, titles, game.min_players, game.max_players, options, game.edition))
        bots = self.registry.bots.names
        return json_response(About(VERSION, __version__, games, bots, list(LANGUAGES), self.reachable))

    async def cards(self, request: Request) -> Response:
        game, language = self.registry.games.get(request.path_params["game"]), _language(request)
        return json_response(game.cards(language))

    async def rules(self, request: Request) -> Response:
        from worldgates.pictures.turns import turn_picture  # a server that starts need not draw

        game, language = self.registry.games.get(request.path_params["game"]), _language(request)
        pictures = {"turn": turn_picture(game.id, language)}
        entries = [*overview(game.id, language), *clauses(game.id, language).values()]
        return json_response([Clause(**vars(clause), picture=pictures.get(clause.id, "")) for clause in entries])

    # Visitors.

    async def me(self, request: Request) -> Response:
        visitor = await self.visitor(request)
        if visitor is None:
            return json_response(None)
        tables = await self.registry.tables_of(visitor)
        return json_response(Known(visitor.name, visitor.colour, visitor.language, tables))

    async def introduce(self, request: Request) -> Response:
        body = await _body(request, Introduction)
        name = clean(body.name)
        if not is_visible(name):
            raise FormatError("expected a name", "name")
        # A token that this server did not issue is replaced.
        token = request.cookies.get(COOKIE) if await self.visitor(request) is not None else None
        if token is None:
            self._limit(f"new {network_of(request)}", 60, 0.5)
            token = secrets.token_urlsafe(24)
        await self.registry.store.save_visitor(Visitor(visitor_id(token), name, body.colour, body.language))
        response = json_response(Profile(name, body.colour, body.language))
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, token, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=secure)
        return response

    async def my_tables(self, request: Request) -> Response:
        """The next page of one's tables: those that changed before a given time."""
        try:
            before = float(request.query_params.get("before", "inf"))
        except ValueError:
            raise FormatError("expected a number", "before") from None
        return json_response(await self.registry.tables_of(await self._known_visitor(request), before))

    async def statistics(self, request: Request) -> Response:
        return json_response(await self.registry.statistics(await self._known_visitor(request)))

    async def mail(self, request: Request) -> Response:
        return json_response(await self._mail_shown(await self._known_visitor(request)))

    async def set_mail(self, request: Request) -> Response:
        visitor = await self._known_visitor(request)
        email = (await _body(request, MailRequest)).email
        if email != email.strip():
            raise FormatError("expected an address", "email")
        if email and not self.registry.settings.notify.smtp:
            raise FormatError("this server sends no mails", "email")
        self._limit(f"mail {visitor.id}", 3, 0.01)
        self._limit(f"mail {network_of(request)}", 10, 0.05)
        key = secrets.token_urlsafe(24) if email else ""
        if email:
            try:
                await self.registry.notifier.confirm(email, key, visitor.language)
            except (OSError, SMTPException, ValueError) as error:
                LOG.warning("mail not sent: %s", error)
                raise HTTPException(502, "The e-mail couldn't be sent. Please try again later.") from None
        await self.registry.store.set_mail(visitor.id, email, key)
        return json_response(await self._mail_shown(visitor))

    async def _mail_shown(self, visitor: Visitor) -> MailShown:
        offered = bool(self.registry.settings.notify.smtp)
        mail = await self.registry.store.mail(visitor.id)
        return MailShown(offered, mail.email if mail else "", bool(mail and mail.confirmed))

    async def mail_link(self, request: Request) -> Response:
        """The link in an e-mail that confirms or deletes the address. It redirects to the web page."""
        wanted = request.path_params["answer"] == "yes"
        self._limit(f"key {network_of(request)}", 20, 0.2)
        if not await self.registry.store.answer_mail(request.path_params["key"], wanted):
            raise HTTPException(404, "This link is no longer valid.")
        return RedirectResponse("/?mail=on" if wanted else "/?mail=off", 303)

    # Tables.

    async def open_tables(self, request: Request) -> Response:
        return json_response(await self.registry.open_tables(await self.visitor(request)))

    def _limit_tables(self, visitor: Visitor, request: Request) -> None:
        if not may_create_table(self.limiter, visitor.id, network_of(request)):
            raise HTTPException(429, TOO_MANY, {"Retry-After": RETRY_AFTER})

    async def create_table(self, request: Request) -> Response:
        visitor = await self._known_visitor(request)
        self._limit_tables(visitor, request)
        room = await self.registry.create(await _body(request, NewTable), visitor)
        return json_response(summary(room, visitor), 201)

    async def table(self, request: Request) -> Response:
        return json_response(await self._ask(Summarise(request.path_params["id"], await self.visitor(request))))

    async def join(self, request: Request) -> Response:
        visitor = await self._known_visitor(request)
        # It is told first whether there is such a table.
        await self._ask(Summarise(request.path_params["id"], visitor))
        body = await _body(request, Join)
        self._limit(f"joins {visitor.id}", 30, 0.2)
        return json_response(await self._ask(TakeSeat(request.path_params["id"], body.seat, visitor)))

    async def code(self, request: Request) -> Response:
        # Codes are short, so guessing them must be slow.
        self._limit(f"code {network_of(request)}", 10, 0.2)
        misses = ((f"miss {wide_network(_address(request))}", 40, 0.5), ("miss", 400, 5.0))
        for key, burst, per_second in misses:
            # Asked before it is known whether it is a miss, so that the answer does not tell.
            self._limit(key, burst, per_second, cost=0.0)
        table = await self.registry.table_of_code(request.path_params["code"])
        if table is None:
            for key, burst, per_second in misses:
                self.limiter.allows(key, burst, per_second)
            raise HTTPException(404, "There is no table with this code.")
        return json_response(await self._ask(Summarise(table, await self.visitor(request))))

    async def record(self, request: Request) -> Response:
        return json_response(msgspec.Raw(await self._record(request, request.path_params["id"])))

    async def _record(self, request: Request, table: str) -> bytes:
        """The record of a finished game, if the visitor may have it by now."""
        record: bytes = await self._ask(GetRecord(table, await self.visitor(request)))
        if not record:
            raise HTTPException(409, "The record is available once the game is over.")
        return record

    # Records.

    async def replay(self, request: Request) -> Response:
        body = await _body(request, ReplayRequest, MAX_RECORD)
        return await self._write_beside(
            request, "replay", _length(body.record), lambda: replay(body, self.registry.games)
        )

    async def verify(self, request: Request) -> Response:
        body = await _body(request, VerifyRequest, MAX_RECORD)
        return await self._write_beside(
            request, "verify", _length(body.record), lambda: verified(body, self.registry.games)
        )

    async def _write_beside(self, request: Request, what: str, length: int, work: Callable[[], object]) -> Response:
        """The answer of slow work on a record of a length. It is also written and compressed beside the event loop."""
        compress = "gzip" in request.headers.get("accept-encoding", "")

        def write() -> bytes:
            written = msgspec.json.encode(work())
            return gzip.compress(written, 4) if compress else written

        async with self._record_work(request, what, length):
            content = await asyncio.to_thread(write)
        response = Response(content, headers={"Cache-Control": "no-store"}, media_type="application/json")
        if compress:
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Vary"] = "Accept-Encoding"
        return response

    @asynccontextmanager
    async def _record_work(self, request: Request, what: str, length: int) -> AsyncIterator[None]:
        """Limits for slow work on records, which go by their length."""
        key = f"{what} {network_of(request)}"
        self._limit(key, 10_000, 50, cost=100 + length)
        self._limit("records", 40_000, 500, cost=100 + length)
        if key in self._replaying_for:
            raise HTTPException(429, TOO_MANY, {"Retry-After": RETRY_AFTER})
        self._replaying_for.add(key)
        try:
            async with self._replaying:
                yield
        finally:
            self._replaying_for.discard(key)

    # Analyses.

    async def analyse(self, request: Request) -> Response:
        body = await _body(request, AnalysisRequest, MAX_RECORD)
        type, record = await self._recorded(request, body.table, body.record)
        id, length = self.analyses.id_of(record, brief=body.brief), len(actions_of(record))
        async with self._record_work(request, "analyse", length):
            job = self.analyses.find(id)
            if job is None:
                job = await self.analyses.add(id, type, record, body.table, brief=body.brief)
        if job.analysis is None and not job.decisions:
            # By the work that is to be done.
            cost = length / 20 if body.brief else float(length)
            self._limit(f"analysed {network_of(request)}", 2_000, 0.5, cost=cost)
            self._limit("analysed", 20_000, 5, cost=cost)
        if job.failed:
            raise RejectedError("not_now", "This game could not be analysed.")
        self._look(job)
        return json_response(self._progress(job))

    def _progress(self, job: Job) -> AnalysisProgress:
        """How far an analysis is. Its id tells other servers which one to ask."""
        progress, server = job.progress(), self.registry.lease.server
        progress.id += f".{server}" if server else ""
        return progress

    def _look(self, job: Job) -> None:
        if not self.analyses.look(job):
            raise HTTPException(429, TOO_MANY, {"Retry-After": RETRY_AFTER})

    async def analysis(self, request: Request) -> Response:
        self._limit(f"looks {network_of(request)}", 100, 10)
        id, _, server = request.path_params["id"].partition(".")
        seat = _seat(request)
        call = LookAt(id, seat, request.query_params.get("open") == "1", _language(request))
        job = self.analyses.find(id)
        if job is None and server and server in self.registry.lease.living:
            # Another server computes it.
            with suppress(SilentError):
                found: bytes | None = await self._node.bus.ask(server, call, lambda: self.registry.lease.living)
                if found is not None:
                    return json_response(msgspec.Raw(found))
        if job is None or job.failed:
            raise HTTPException(404, "This game is not being analysed.")
        self._look(job)
        if job.analysis is None:
            return json_response(self._progress(job))
        return await self._write_beside(request, "analysis", job.analyst.steps, lambda: self._seen(job, call))

    def _seen(self, job: Job, call: LookAt) -> AnalysisProgress:
        """What an analysis has found, for whoever asks."""
        type, record, found = job.analyst.type, job.analyst.record, job.analysis
        progress = self._progress(job)
        if call.seat is not None and call.seat >= len(record.players):
            raise FormatError(f"there is no seat {call.seat}", "seat")
        if found is not None:
            # A brief analysis is about what was public.
            all_open = call.all_open and job.analyst.judges
            progress.analysis = view_analysis(type, record, found, call.seat, all_open=all_open, language=call.language)
        return progress

    async def _look_from_elsewhere(self, call: LookAt) -> bytes | None:
        """Somebody asks another server how far an analysis of this one is."""
        job = self.analyses.find(call.analysis)
        if job is None or job.failed:
            return None
        if not self.analyses.look(job):
            raise RejectedError("too_fast", TOO_MANY)
        async with self._replaying:
            return await asyncio.to_thread(lambda: msgspec.json.encode(self._seen(job, call)))

    async def play_on(self, request: Request) -> Response:
        visitor = await self._known_visitor(request)
        body = await _body(request, PlayOn, MAX_RECORD)
        if not self.registry.bots.knows(body.level):
            raise FormatError(f"expected one of {', '.join(self.registry.bots.names)}, got {body.level!r}", "level")
        self._limit_tables(visitor, request)
        type, record = await self._recorded(request, body.table, body.record)
        async with self._record_work(request, "play on", len(actions_of(record))):
            position = await asyncio.to_thread(position_at, type, record, body, secrets.token_hex(32))
        room = await self.registry.play_on(type, position, body.seat, body.level, visitor)
        return json_response(summary(room, visitor), 201)

    async def _recorded(self, request: Request, table: str, record: dict[str, Any] | None) -> tuple[GameType, Record]:
        """The record of a table, or one that was sent."""
        if table:
            return read_record(msgspec.json.decode(await self._record(request, table)), self.registry.games)
        if record is None:
            raise FormatError("this key is missing", "record")
        check_length(record)
        return read_record(record, self.registry.games)

    # For the host.

    async def health(self, request: Request) -> Response:  # noqa: ARG002
        await self.registry.store.check()
        rooms = self.registry.rooms
        return json_response(Health("ok", __version__, len(rooms), sum(len(room.connections) for room in rooms)))

    async def ready(self, request: Request) -> Response:
        """Whether this server can take players: a proxy sends them elsewhere if not."""
        if not self.registry.lease.valid:
            raise HTTPException(503, NOT_WRITTEN, {"Retry-After": "5"})
        return await self.health(request)

    async def metrics(self, request: Request) -> Response:
        if _address(request) not in LOCAL:
            raise HTTPException(404, "There is no such address.")
        rooms = self.registry.rooms
        metrics.PAGES.set(sum(len(room.connections) for room in rooms))
        statuses = [room.status for room in rooms]
        for status in get_args(Status):
            metrics.TABLES.labels(status).set(statuses.count(status))
        return Response(metrics.text(), media_type="text/plain; version=0.0.4")

    async def nowhere(self, request: Request) -> Response:  # noqa: ARG002
        raise HTTPException(404, "There is no such address.")


async def _body(request: Request, type: type[T], max_bytes: int = MAX_BODY) -> T:
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                data += chunk
                if len(data) > max_bytes:
                    raise HTTPException(413, "This is too long.")
    except TimeoutError:
        raise HTTPException(408, "The request took too long.") from None
    return formats.decode(data, type)


def _length(record: dict[str, Any]) -> int:
    """The number of actions in a record that was not read yet."""
    check_length(record)
    actions = record.get("actions")
    return len(actions) if isinstance(actions, list) else 0


def _seat(request: Request) -> int | None:
    seat = request.query_params.get("seat", "")
    if seat and not (seat.isdecimal() and seat.isascii() and len(seat) == 1):
        raise FormatError(f"there is no seat {seat}", "seat")
    return int(seat) if seat else None


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def network_of(connection: HTTPConnection) -> str:
    return network(_address(connection))


def _language(request: Request) -> str:
    language = request.query_params.get("lang", "en")
    if language not in LANGUAGES:
        raise FormatError(f"expected one of {', '.join(LANGUAGES)}, got {language!r}", "lang")
    return language
