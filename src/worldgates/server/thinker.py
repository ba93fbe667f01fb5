"""A worker process that thinks for the bots of a server: one request per line of input, one answer per line of output.

    python -m worldgates.server.thinker

A request has an imagined table as a position, so this process never learns more than the seat for which it thinks.
`thinkers.py` starts these processes; a compiled search would block the event loop of the server while it runs.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from worldgates.api.bot import describe
from worldgates.bots.candidates import search_table
from worldgates.core.chance import FastChance
from worldgates.core.gametype import Games

# The server itself comes first.
NICE: Final = 5


class Request(msgspec.Struct, frozen=True):
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


class Answer(msgspec.Struct, frozen=True):
    """The candidates, from the best to the worst; or why there are none."""

    found: list[Found] = []
    error: str = ""


def think(request: Request) -> Answer:
    type = Games(None if request.cards is None else Path(request.cards)).get(request.game)
    position: Any = msgspec.json.decode(request.position, type=type.position_type)
    table, _ = type.read_position(position)
    candidates = search_table(type, table, request.level, FastChance(*request.stream), thorough=request.thorough)
    return Answer(
        [Found(int(each.index), each.chances(), int(each.worlds), each.value, each.score) for each in candidates]
    )


def run(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer requests until the input ends."""
    for line in source:
        try:
            answer = think(msgspec.json.decode(line, type=Request))
        except Exception as error:
            answer = Answer(error=describe(error))
        sink.write(msgspec.json.encode(answer) + b"\n")
        sink.flush()


if __name__ == "__main__":
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(KeyboardInterrupt, BrokenPipeError):
        run(sys.stdin.buffer, sys.stdout.buffer)
