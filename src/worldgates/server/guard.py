"""Keeps pages of other sites out: requests for names that are not this server's, and writes that come from elsewhere.

A cookie with SameSite=Lax does not travel with requests from other sites, but it does with those from another port of
the same host or a sibling domain. And a page whose name was bound to this machine's address (DNS rebinding) reads
whatever this machine may read.
"""

from __future__ import annotations

import socket
from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from worldgates.server.protocol import ErrorAnswer
from worldgates.server.responses import json_response
from worldgates.server.settings import ServerSettings

READING: Final = ("GET", "HEAD", "OPTIONS")


def own_names(settings: ServerSettings) -> frozenset[str]:
    """The names under which this server may be asked for."""
    machine = socket.gethostname().lower()
    public = urlsplit(settings.public_url).hostname if settings.public_url else None
    return frozenset(
        {"localhost", machine, f"{machine}.local", *(name.lower() for name in settings.hosts), public or ""}
    )


def is_known(host: str, names: Collection[str]) -> bool:
    """Whether a Host header names this server. A numeric address cannot be bound to anything else."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return not host or name in names or name.endswith(".localhost")
    return True


def is_same_origin(headers: Headers) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return False
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


class Guard:
    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not is_known(headers.get("host", ""), self.names):
            reason = "This server does not know that name: its host sets public_url or hosts in worldgates.toml."
            await _refuse(scope, receive, send, 421, reason)
        elif scope["type"] == "http" and scope["method"] not in READING and not is_same_origin(headers):
            await _refuse(scope, receive, send, 403, "This request comes from a page of another site.")
        else:
            await self.app(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, text: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": ""})
    else:
        await json_response(ErrorAnswer(text, ""), status)(scope, receive, send)
