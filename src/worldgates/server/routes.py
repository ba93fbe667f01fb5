"""Every request that the server answers.

`ROUTES` is the only list: the application's routes, the operations of the OpenAPI document and the web client's types
are generated from it.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from worldgates.server.analyses import AnalysisProgress, AnalysisRequest, PlayOn
from worldgates.server.api import Api
from worldgates.server.protocol import (
    About,
    AnyRecord,
    Card,
    Clause,
    Health,
    Introduction,
    Join,
    Joined,
    Known,
    MailRequest,
    MailShown,
    NewTable,
    Profile,
    Summary,
)
from worldgates.server.replays import Replay, ReplayRequest, Verified, VerifyRequest
from worldgates.server.responses import json_response
from worldgates.server.schema import Endpoint, JsonSchema, openapi, socket_schema
from worldgates.server.statistics import GameStatistics

_BODY: Final = (413, 422)
# Every request that uses the database can fail with it.
_STORE: Final = (503,)


async def _openapi(api: Api, request: Request) -> Response:  # noqa: ARG001
    return json_response(document())


async def _socket_schema(api: Api, request: Request) -> Response:  # noqa: ARG001
    return json_response(socket_schema())


ROUTES: Final = (
    Endpoint("GET", "/api/about", Api.about, "Versions, games, bots and languages of this server.", About),
    Endpoint("GET", "/api/openapi.json", _openapi, "This description.", JsonSchema),
    Endpoint("GET", "/api/socket.json", _socket_schema, "The messages of a table's socket.", JsonSchema),
    Endpoint(
        "GET",
        "/api/games/{game}/cards",
        Api.cards,
        "All cards of a game, with their texts.",
        list[Card],
        errors=(422,),
        translated=True,
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/rules",
        Api.rules,
        "The rules, clause by clause.",
        list[Clause],
        errors=(422,),
        translated=True,
    ),
    Endpoint(
        "GET",
        "/api/me",
        Api.me,
        "The visitor of the cookie, and their tables; null for an unknown visitor.",
        Known | None,
        errors=_STORE,
    ),
    Endpoint(
        "PUT",
        "/api/me",
        Api.introduce,
        "Set one's name, colour and language. The answer sets the cookie, if there was none.",
        Profile,
        Introduction,
        errors=(*_BODY, 429, *_STORE),
    ),
    Endpoint("GET", "/api/tables", Api.open_tables, "Public tables with a free seat.", list[Summary], errors=_STORE),
    Endpoint(
        "POST",
        "/api/tables",
        Api.create_table,
        "Create a table.",
        Summary,
        NewTable,
        status=201,
        errors=(401, 409, *_BODY, 429, *_STORE),
    ),
    Endpoint("GET", "/api/tables/{id}", Api.table, "A table.", Summary, errors=(404, *_STORE)),
    Endpoint(
        "POST",
        "/api/tables/{id}/join",
        Api.join,
        "Take a seat.",
        Joined,
        Join,
        errors=(401, 404, 409, *_BODY, *_STORE),
    ),
    Endpoint(
        "GET",
        "/api/tables/{id}/record",
        Api.record,
        "The record of a finished game.",
        AnyRecord,
        errors=(404, 409, *_STORE),
    ),
    Endpoint(
        "GET",
        "/api/me/tables",
        Api.my_tables,
        "Up to 50 of one's tables, most recently changed first; with `?before=`, those that changed before that time.",
        list[Summary],
        errors=(401, 422, *_STORE),
    ),
    Endpoint(
        "GET",
        "/api/me/statistics",
        Api.statistics,
        "Statistics of one's finished games.",
        list[GameStatistics],
        errors=(401, *_STORE),
    ),
    Endpoint("GET", "/api/me/mail", Api.mail, "One's e-mail address for notices.", MailShown, errors=(401, *_STORE)),
    Endpoint(
        "PUT",
        "/api/me/mail",
        Api.set_mail,
        "Set the e-mail address for notices; its owner is asked to confirm it.",
        MailShown,
        MailRequest,
        errors=(401, *_BODY, 429, 502, *_STORE),
    ),
    Endpoint("POST", "/api/replay", Api.replay, "Every step of a record.", Replay, ReplayRequest, errors=(*_BODY, 429)),
    Endpoint("POST", "/api/verify", Api.verify, "Check a record.", Verified, VerifyRequest, errors=(*_BODY, 429)),
    Endpoint(
        "POST",
        "/api/analyses",
        Api.analyse,
        "Analyse a finished game or a record, for as long as somebody asks how far it is.",
        AnalysisProgress,
        AnalysisRequest,
        errors=(404, 409, *_BODY, 429, *_STORE),
    ),
    Endpoint(
        "GET",
        "/api/analyses/{id}",
        Api.analysis,
        "How far an analysis is, and in the end what it found: for the public, with `?seat=`, or with `?open=1`.",
        AnalysisProgress,
        errors=(404, 422, 429),
        translated=True,
    ),
    Endpoint(
        "POST",
        "/api/play-on",
        Api.play_on,
        "A new table from a step of a replay, against bots.",
        Summary,
        PlayOn,
        status=201,
        errors=(401, 404, 409, *_BODY, 429, *_STORE),
    ),
    Endpoint("GET", "/healthz", Api.health, "Whether the server is well.", Health, errors=_STORE),
    Endpoint("GET", "/api/codes/{code}", Api.code, "The table of a code.", Summary, errors=(404, 429, *_STORE)),
)


@cache
def document() -> JsonSchema:
    """The OpenAPI document of this server."""
    return openapi(ROUTES)
