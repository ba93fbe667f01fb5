"""The protocol for programs: the OpenAPI document and the JSON schema of socket messages, generated from the structs.

Messages use the base types that all games share (`Action`, `Event`, …). In a schema each of these is the union of the
games' concrete structs.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec
from starlette.responses import Response

from worldgates import __version__
from worldgates.core.gametype import NAMES, Games
from worldgates.core.shapes import Action, Event, Options, Shape
from worldgates.core.text import LANGUAGES
from worldgates.server.protocol import Card, ErrorAnswer, FromBrowser, ToBrowser

# A schema, or a part of one. The OpenAPI and JSON Schema standards define its content.
JsonSchema = dict[str, Any]

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

# The meaning of each error status.
ERRORS: Final = {
    401: "The cookie is missing or unknown: PUT /api/me first.",
    404: "There is no such thing.",
    409: "Not now; `key` is the code of the refusal.",
    413: "The body is too long.",
    422: "The request cannot be read; `key` says where.",
    429: "Too many requests. Please wait a moment.",
    502: "The e-mail could not be sent.",
    503: "The database cannot be used at the moment: try again.",
}


@dataclass(frozen=True)
class Endpoint:
    """A request: its handler, and what the OpenAPI document says about it."""

    method: str
    path: str
    handler: Callable[..., Awaitable[Response]]
    summary: str
    answer: Any
    body: Any = None
    status: int = 200
    errors: tuple[int, ...] = ()
    # Whether `?lang=` selects the language of the response.
    translated: bool = False


_PARAMETERS: Final[dict[str, JsonSchema]] = {
    "game": {"type": "string", "enum": list(NAMES)},
    "id": {"type": "string"},
    "code": {"type": "string", "example": "ROSE-1234"},
}

_LANGUAGE: Final[JsonSchema] = {
    "name": "lang",
    "in": "query",
    "required": False,
    "schema": {"type": "string", "enum": list(LANGUAGES), "default": "en"},
}


def openapi(endpoints: Sequence[Endpoint]) -> JsonSchema:
    """Every request, as an OpenAPI 3.1 document."""
    types = [ErrorAnswer, *(each for endpoint in endpoints for each in (endpoint.answer, endpoint.body) if each)]
    schemas, components = _schemas(types, "#/components/schemas/{name}")
    remaining = iter(schemas)
    error = next(remaining)
    paths: JsonSchema = {}
    for endpoint in endpoints:
        answer = {"description": endpoint.summary, **_content(next(remaining))}
        operation: JsonSchema = {
            "summary": endpoint.summary,
            "parameters": [*_in_path(endpoint.path), *([_LANGUAGE] if endpoint.translated else [])],
            "responses": {
                str(endpoint.status): answer,
                **{str(status): {"description": ERRORS[status], **_content(error)} for status in endpoint.errors},
            },
        }
        if endpoint.body:
            operation["requestBody"] = {"required": True, **_content(next(remaining))}
        if 401 in endpoint.errors:
            operation["security"] = [{"cookie": []}]
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
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
def socket_schema() -> JsonSchema:
    """The messages of a table's socket, in both directions."""
    (sent, received), components = _schemas([FromBrowser, ToBrowser], "#/$defs/{name}")
    return {"$schema": _DIALECT, "$defs": {**components, "FromBrowser": sent, "ToBrowser": received}}


@cache
def game_types() -> dict[type[Shape], tuple[Any, ...]]:
    """The concrete types of each base type that the games share."""
    games = [Games().get(name) for name in NAMES]
    return {
        Action: tuple(game.action_type for game in games),
        Card: tuple(game.card_type for game in games),
        Event: tuple(game.event_type for game in games),
        Options: tuple(game.options_type for game in games),
    }


def _schemas(types: list[Any], references: str) -> tuple[list[JsonSchema], JsonSchema]:
    """The schemas of types, and of all types that they refer to."""
    common = game_types()
    asked = [*types, *common, *(each for found in common.values() for each in found)]
    schemas, components = msgspec.json.schema_components(asked, ref_template=references)
    remaining = iter(schemas[len(types) :])
    names = [next(remaining)["$ref"].rpartition("/")[2] for _ in common]
    for name, base, found in zip(names, common, common.values(), strict=True):
        components[name] = {
            "title": base.__name__,
            "description": str(base.__doc__).partition("\n")[0],
            "anyOf": [next(remaining) for _ in found],
        }
    # Converted to plain JSON: defaults may be tuples.
    found_schemas, found_components = msgspec.json.decode(msgspec.json.encode((schemas[: len(types)], components)))
    return found_schemas, found_components


def _content(schema: JsonSchema) -> JsonSchema:
    return {"content": {"application/json": {"schema": schema}}}


def _in_path(path: str) -> list[JsonSchema]:
    names = [part.strip("{}") for part in path.split("/") if part.startswith("{")]
    return [{"name": name, "in": "path", "required": True, "schema": _PARAMETERS[name]} for name in names]
