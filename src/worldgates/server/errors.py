"""What the server refuses to do, with a code for the page and a sentence for its reader."""

from __future__ import annotations

from typing import Literal

RejectionCode = Literal["version", "format", "rules", "stale", "not_yours", "too_fast", "not_now"]


class RejectedError(Exception):
    """A request that is not carried out."""

    def __init__(self, code: RejectionCode, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
