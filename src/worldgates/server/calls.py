"""What servers say to each other: questions to the server that owns a table, and messages to the server of a page.

A message has only what its receiver may know: a page gets what its viewer may see, and nobody else gets entries, seeds
or hands.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from worldgates.server.notify import Turn
from worldgates.server.protocol import Joined, Summary
from worldgates.server.store import Notice, Visitor


class PageState(msgspec.Struct, frozen=True):
    """All that the owner of a table must know of a page: a new owner goes on with it."""

    id: str
    # The server that has its socket, and the network of its visitor, for limits.
    server: str
    network: str
    visitor: Visitor
    language: str
    seat: int | None
    greeted: bool


# Questions about a table, to its owner.


class Summarise(msgspec.Struct, frozen=True, tag="summary"):
    """The table as a list shows it to a visitor."""

    table: str
    visitor: Visitor | None


class TakeSeat(msgspec.Struct, frozen=True, tag="seat"):
    table: str
    seat: int | None
    visitor: Visitor


class GetRecord(msgspec.Struct, frozen=True, tag="record"):
    """The record of a finished game as JSON; empty if it is not yet for this visitor."""

    table: str
    visitor: Visitor | None


class Describe(msgspec.Struct, frozen=True, tag="describe"):
    """The tags that describe the table to a messenger; in this language, if its host has none."""

    table: str
    language: str


class FindTurn(msgspec.Struct, frozen=True, tag="turn"):
    """The content of a notice, if it is still true."""

    table: str
    notice: Notice


class PageMessage(msgspec.Struct, frozen=True, tag="page_message"):
    """A message of a page, or none if it only asks for the whole state. `again` if it may have been heard before."""

    table: str
    page: PageState
    text: str | None = None
    again: bool = False


class LookAt(msgspec.Struct, frozen=True, tag="look"):
    """How far an analysis is, and what it found: for a seat or the public, as JSON. It is asked of the server that
    computes it."""

    analysis: str
    seat: int | None
    all_open: bool
    language: str
    # It is about no table of that server.
    table: str = "none"


Call = Summarise | TakeSeat | GetRecord | Describe | FindTurn | PageMessage | LookAt
# What is answered; None if there is no such table. PageMessage answers whether the page has greeted.
ANSWERS: Final[dict[type, Any]] = {
    Summarise: Summary | None,
    TakeSeat: Joined | None,
    GetRecord: bytes | None,
    Describe: str | None,
    FindTurn: Turn | None,
    PageMessage: bool | None,
    LookAt: bytes | None,
}


# Messages, which nobody answers.


class Deliver(msgspec.Struct, frozen=True, tag="deliver"):
    """A message to a page, from the owner with this epoch. They have numbers, from 1 on, so that a gap shows, and say
    how the owner sees the page."""

    page: str
    epoch: int
    number: int
    seat: int | None
    language: str
    text: str


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """The table of a page has another owner now, or none."""

    page: str


class Left(msgspec.Struct, frozen=True, tag="left"):
    """A page is gone."""

    page: str


class Spent(msgspec.Struct, frozen=True, tag="spent"):
    """Somebody has used up a part of a limit, which holds for all servers together."""

    key: str
    burst: float
    per_second: float
    cost: float


Message = Deliver | Moved | Left | Spent


class Reply(msgspec.Struct):
    """An answer as it travels: the answer itself, or an error and what it says."""

    answer: bytes = b""
    error: str = ""
    code: str = ""
    text: str = ""
