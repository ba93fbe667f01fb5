"""A worker process that thinks for the bots of a server: one request per line of input, one answer per line of output.

    python -m worldgates.server.thinker

A request for a bot has an imagined table as a position, so this process never learns more than the seat for which it
thinks. Other requests are parts of the analysis of a finished game.
`thinkers.py` starts these processes; a compiled search would block the event loop of the server while it runs.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from worldgates.analysis.analyse import Analyst, Chances
from worldgates.api.bot import describe
from worldgates.bots.candidates import search_table
from worldgates.core.chance import FastChance
from worldgates.core.gametype import Games

# The server itself comes first.
NICE: Final = 5


class Request(msgspec.Struct, frozen=True, tag="search"):
    """Search a position for its deciding seat."""

    game: str
    level: str
    position: msgspec.Raw
    stream: tuple[int, int, int, int]
    cards: str | None = None
    thorough: bool = False


class Found(msgspec.Struct, frozen=True):
    """A candidate: the index of its action in the list of legal ones, and what the search found."""

    index: int
    chances: list[float]
    worlds: int
    value: float
    score: float


class Part(msgspec.Struct, frozen=True, tag="analyse"):
    """Analyse `count` decisions of a record, from the one with the index `first`; see `Analyst`."""

    game: str
    level: str
    record: msgspec.Raw
    first: int
    count: int
    judges: bool
    cards: str | None = None


class Answer(msgspec.Struct, frozen=True):
    """The candidates, from the best to the worst; or the part of an analysis; or why there is neither."""

    found: list[Found] = []
    # The decisions, in JSON because their actions depend on the game; and, with the first one, the chances before it.
    decisions: msgspec.Raw = msgspec.Raw(b"[]")
    start: tuple[Chances, Chances] | None = None
    error: str = ""


def think(request: Request) -> Answer:
    type = Games(None if request.cards is None else Path(request.cards)).get(request.game)
    position: Any = msgspec.json.decode(request.position, type=type.position_type)
    table, _ = type.read_position(position)
    candidates = search_table(type, table, request.level, FastChance(*request.stream), thorough=request.thorough)
    return Answer(
        [Found(int(each.index), each.chances(), int(each.worlds), each.value, each.score) for each in candidates]
    )


def analyse(part: Part) -> Answer:
    type = Games(None if part.cards is None else Path(part.cards)).get(part.game)
    analyst = Analyst(type, msgspec.json.decode(part.record, type=type.record_type), part.level, judges=part.judges)
    start = analyst.start() if part.first == 0 else None
    analyst.skip(part.first)
    return Answer(decisions=msgspec.Raw(msgspec.json.encode(list(islice(analyst, part.count)))), start=start)


def run(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer requests until the input ends."""
    for line in source:
        try:
            request = msgspec.json.decode(line, type=Request | Part)
            answer = think(request) if isinstance(request, Request) else analyse(request)
        except Exception as error:
            answer = Answer(error=describe(error))
        sink.write(msgspec.json.encode(answer) + b"\n")
        sink.flush()


if __name__ == "__main__":
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(KeyboardInterrupt, BrokenPipeError):
        run(sys.stdin.buffer, sys.stdout.buffer)
