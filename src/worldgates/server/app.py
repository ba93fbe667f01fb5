"""The web application: routes, pages, error responses, and the tasks that start and stop with the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from worldgates import __version__
from worldgates.core.formats import FormatError
from worldgates.server import invitation
from worldgates.server.api import RETRY_AFTER, Api
from worldgates.server.bots import HostBots
from worldgates.server.calls import Call, Describe, Summarise
from worldgates.server.errors import MovedError, RejectedError
from worldgates.server.guard import Guard, own_names
from worldgates.server.node import Node
from worldgates.server.protocol import ErrorAnswer, Summary
from worldgates.server.responses import json_response
from worldgates.server.routes import ROUTES
from worldgates.server.sentences import NOT_WRITTEN, preferred, translated
from worldgates.server.settings import ServerSettings
from worldgates.server.sockets import table_socket
from worldgates.server.store import StoreUnavailableError

LOG = logging.getLogger(__name__)
STATIC: Final = Path(__file__).parent.parent / "static"
# The page loads nothing from other sites and runs no inline scripts.
SECURITY_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
        "form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
# Files of the installable app: their content changes but their URLs do not.
APP_FILES: Final = {
    "manifest.webmanifest": "application/manifest+json",
    "sw.js": "text/javascript",
    "offline.html": "text/html",
    "offline.js": "text/javascript",
}


def make_app(
    folder: Path,
    settings: ServerSettings,
    cards: Path | None = None,
    reachable: bool = False,
    bots: HostBots | None = None,
) -> Starlette:
    """The application over a data folder; with `cards`, La clef des mondes is played with the cards in that folder."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Api]]:  # noqa: ARG001
        node = Node(folder, settings, cards, bots)
        await node.start()
        registry = node.registry
        background = (node.lease.keep(), registry.keep_awake(), registry.keep_tidy(), registry.notifier.run())
        tasks = [asyncio.create_task(task) for task in background]
        LOG.info("started", extra={"version": __version__, "tables": len(registry.rooms)})
        api = Api(node, reachable)
        yield {"api": api}
        for task in tasks:
            task.cancel()
        api.analyses.close()
        await node.stop()
        LOG.info("stopped")

    return Starlette(
        routes=_routes(),
        lifespan=lifespan,
        middleware=[
            Middleware(_SecurityHeaders),
            Middleware(Guard, names=own_names(settings)),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
        ],
        exception_handlers={
            HTTPException: _http_error,
            FormatError: _format_error,
            RejectedError: _rejected,
            StoreUnavailableError: _store_unavailable,
            MovedError: _store_unavailable,
            ClientDisconnect: _gone,
        },
    )


def _routes() -> list[BaseRoute]:
    return [
        *(Route(each.path, _endpoint(each.handler), methods=[each.method]) for each in ROUTES),
        WebSocketRoute("/api/tables/{id}/play", table_socket),
        Route("/mail/{answer}/{key}", _endpoint(Api.mail_link)),
        Route("/metrics", _endpoint(Api.metrics)),
        Route("/readyz", _endpoint(Api.ready)),
        Route("/api/{path:path}", _endpoint(Api.nowhere), methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
        Route("/robots.txt", _robots),
        Mount("/assets", _Assets(directory=STATIC / "assets", check_dir=False)),
        Mount("/icons", StaticFiles(directory=STATIC / "icons", check_dir=False)),
        *(Route(f"/{name}", _app_file) for name in APP_FILES),
        Route("/t/{id}", _table_page),
        Route("/t/{id}/preview.png", _preview),
        Route("/{path:path}", _page),
    ]


def _endpoint(handler: Callable[..., Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """A method of `Api` as an endpoint of the application that is running."""

    async def endpoint(request: Request) -> Response:
        return await handler(request.state.api, request)

    return endpoint


async def _page(request: Request) -> Response:  # noqa: ARG001
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


async def _table_page(request: Request) -> Response:
    """The page with a head that describes the table, for messengers that show what a link leads to."""
    tags = await _ask(request, Describe(request.path_params["id"], _preferred(request)))
    if tags is None:
        return await _page(request)
    page = (STATIC / "index.html").read_text("utf-8").replace("</head>", f"  {tags}\n  </head>", 1)
    return Response(page, headers={"Cache-Control": "no-cache"}, media_type="text/html")


async def _preview(request: Request) -> Response:
    """The picture of a table's game."""
    api: Api = request.state.api
    table: Summary | None = await _ask(request, Summarise(request.path_params["id"], None))
    picture = None
    if table is not None:
        game = api.registry.games.get(table.game)
        picture = await asyncio.to_thread(invitation.preview, game, len(table.seats), _preferred(request))
    if picture is None:
        return FileResponse(STATIC / "icons" / "icon-512.png")
    return Response(picture, headers={"Cache-Control": "public, max-age=86400"}, media_type="image/png")


async def _ask(request: Request, call: Call) -> Any:
    """An answer about a table, if it can be opened."""
    api: Api = request.state.api
    with suppress(RejectedError, StoreUnavailableError):
        return await api.registry.ask(call)
    return None


def _preferred(request: Request) -> str:
    return preferred(request.headers.get("accept-language", ""))


class _Assets(StaticFiles):
    """Files whose names have a hash of their content: they never change, so browsers may keep them for a year."""

    def file_response(self, *args: Any, **options: Any) -> Response:
        response = super().file_response(*args, **options)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


async def _robots(request: Request) -> Response:  # noqa: ARG001
    """Search engines may show the pages, but neither the API nor tables, whose addresses are invitations."""
    return Response("User-agent: *\nDisallow: /api/\nDisallow: /t/\nDisallow: /mail/\n", media_type="text/plain")


async def _app_file(request: Request) -> Response:
    name = request.url.path[1:]
    return FileResponse(STATIC / name, headers={"Cache-Control": "no-cache"}, media_type=APP_FILES[name])


# Errors.


def _error(request: Request, text: str, key: str, status: int) -> Response:
    """The error response to a request, in a language the client accepts."""
    language = preferred(request.headers.get("accept-language", ""))
    return json_response(ErrorAnswer(translated(text, language), key), status)


async def _http_error(request: Request, error: Any) -> Response:
    response = _error(request, error.detail, "", error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _format_error(request: Request, error: Any) -> Response:  # noqa: ARG001
    return json_response(ErrorAnswer(error.message, error.key), 422)


async def _rejected(request: Request, error: Any) -> Response:
    return _error(request, error.text, error.code, 409)


async def _gone(request: Request, error: Any) -> Response:  # noqa: ARG001
    """The client went away in the middle of its request: nobody reads the answer."""
    return Response(status_code=400)


async def _store_unavailable(request: Request, error: Any) -> Response:  # noqa: ARG001
    response = _error(request, NOT_WRITTEN, "disk", 503)
    response.headers["Retry-After"] = RETRY_AFTER
    return response


class _SecurityHeaders:
    """Adds the security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY_HEADERS)
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)
