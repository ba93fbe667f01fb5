"""Responses of the API."""

from __future__ import annotations

import msgspec
from starlette.responses import Response


def json_response(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, {"Cache-Control": "no-store"}, "application/json")
