"""The protocol for programs: every request and every message of a socket as JSON schema, made from the messages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec

from worldgates import __version__
from worldgates.core.games import NAMES
from worldgates.core.session import RecordForm
from worldgates.core.text import LANGUAGES
from worldgates.server.protocol import (
    About,
    Clause,
    Fault,
    FromBrowser,
    Health,
    Introduction,
    Join,
    Joined,
    Known,
    MailShown,
    MailWish,
    NewTable,
    Profile,
    Summary,
    ToBrowser,
)
from worldgates.server.replays import AskReplay, AskVerify, Replay, Verified
from worldgates.server.statistics import GameStatistics

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

# What an answer that is not the wished one means.
ERRORS: Final = {
    401: "Nobody is known by this cookie: PUT /api/me first.",
    404: "There is nothing of this name.",
    409: "Not at this moment; `key` is the code of the refusal.",
    413: "The body is too long.",
    422: "Something cannot be read; `key` says where.",
    429: "Too many requests: wait a little.",
    502: "A mail could not be sent.",
}


@dataclass(frozen=True)
class Operation:
    """A request: what it is for, what it takes, what it answers."""

    method: str
    path: str
    says: str
    answer: Any
    body: Any = None
    status: int = 200
    errors: tuple[int, ...] = ()
    # Whether it can be read in other languages, with `?lang=`.
    translated: bool = False


_OF_A_BODY: Final = (413, 422)

OPERATIONS: Final = (
    Operation("get", "/api/about", "Versions, games, bots and languages of this server.", About),
    Operation("get", "/api/openapi.json", "This description.", dict[str, Any]),
    Operation("get", "/api/socket.json", "The messages of a table's socket.", dict[str, Any]),
    Operation(
        "get",
        "/api/games/{game}/cards",
        "All cards of a game, with their texts.",
        list[dict[str, Any]],
        errors=(422,),
        translated=True,
    ),
    Operation(
        "get", "/api/games/{game}/rules", "The rules, clause by clause.", list[Clause], errors=(422,), translated=True
    ),
    Operation("get", "/api/me", "Whoever asks, and their tables; null for somebody unknown.", Known | None),
    Operation(
        "put",
        "/api/me",
        "Say who one is. The answer sets the cookie, if there was none.",
        Profile,
        Introduction,
        errors=(*_OF_A_BODY, 429),
    ),
    Operation("get", "/api/tables", "The open tables that are listed for everybody.", list[Summary]),
    Operation(
        "post", "/api/tables", "Set a table.", Summary, NewTable, status=201, errors=(401, 409, *_OF_A_BODY, 429)
    ),
    Operation("get", "/api/tables/{id}", "A table.", Summary, errors=(404,)),
    Operation("post", "/api/tables/{id}/join", "Sit down.", Joined, Join, errors=(401, 404, 409, *_OF_A_BODY)),
    Operation("get", "/api/tables/{id}/record", "The record of a game that is over.", RecordForm, errors=(404, 409)),
    Operation("get", "/api/me/statistics", "What one's finished games come to.", list[GameStatistics], errors=(401,)),
    Operation("get", "/api/me/mail", "Where one is written to.", MailShown, errors=(401,)),
    Operation(
        "put",
        "/api/me/mail",
        "Be written to when it is one's turn; the owner of the address is asked first.",
        MailShown,
        MailWish,
        errors=(401, *_OF_A_BODY, 429, 502),
    ),
    Operation("post", "/api/replay", "Every step of a record.", Replay, AskReplay, errors=(*_OF_A_BODY, 429)),
    Operation("post", "/api/verify", "Check a record.", Verified, AskVerify, errors=(*_OF_A_BODY, 429)),
    Operation("get", "/healthz", "Whether the server is well.", Health),
    Operation("get", "/api/codes/{code}", "The table of a code.", Summary, errors=(404, 429)),
)

_PARAMETERS: Final[dict[str, dict[str, object]]] = {
    "game": {"type": "string", "enum": list(NAMES)},
    "id": {"type": "string"},
    "code": {"type": "string", "example": "ROSE-1234"},
}


@cache
def openapi() -> dict[str, Any]:
    """Every request, for programs that speak OpenAPI 3.1."""
    forms = [Fault, *(form for each in OPERATIONS for form in (each.answer, each.body) if form is not None)]
    schemas, components = _schemas(forms, "#/components/schemas/{name}")
    known = iter(schemas)
    fault = next(known)
    paths: dict[str, Any] = {}
    for each in OPERATIONS:
        answer = {"description": each.says, **_content(next(known))}
        operation: dict[str, Any] = {
            "summary": each.says,
            "parameters": [*_in_path(each.path), *([_LANGUAGE] if each.translated else [])],
            "responses": {
                str(each.status): answer,
                **{str(status): {"description": ERRORS[status], **_content(fault)} for status in each.errors},
            },
        }
        if each.body is not None:
            operation["requestBody"] = {"required": True, **_content(next(known))}
        if 401 in each.errors:
            operation["security"] = [{"cookie": []}]
        paths.setdefault(each.path, {})[each.method] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Worldgates", "version": __version__, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"cookie": {"type": "apiKey", "in": "cookie", "name": "worldgates"}},
        },
    }


@cache
def socket_schema() -> dict[str, Any]:
    """The messages of a table's socket, from the browser and to it."""
    (sent, received), components = _schemas([FromBrowser, ToBrowser], "#/$defs/{name}")
    return {"$schema": _DIALECT, "$defs": {**components, "FromBrowser": sent, "ToBrowser": received}}


_LANGUAGE: Final[dict[str, object]] = {
    "name": "lang",
    "in": "query",
    "required": False,
    "schema": {"type": "string", "enum": list(LANGUAGES), "default": "en"},
}


def _schemas(forms: list[Any], references: str) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    return msgspec.json.schema_components(forms, schema_hook=_anything, ref_template=references)


def _anything(form: type) -> dict[str, Any]:
    if form is object:
        return {"description": "Any JSON, as the game has it."}
    raise NotImplementedError(form)


def _content(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def _in_path(path: str) -> list[dict[str, object]]:
    names = [part.strip("{}") for part in path.split("/") if part.startswith("{")]
    return [{"name": name, "in": "path", "required": True, "schema": _PARAMETERS[name]} for name in names]
