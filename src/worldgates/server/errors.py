"""The server's rejections, each with a code for the client and a sentence for the user; and a table that has moved."""

from __future__ import annotations

from typing import Literal

RejectionCode = Literal["version", "format", "rules", "stale", "not_yours", "too_fast", "not_now"]


class MovedError(Exception):
    """This server does not own the table, or no longer: ask the owner."""


class RejectedError(Exception):
    """A request that the server rejects."""

    def __init__(self, code: RejectionCode, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
