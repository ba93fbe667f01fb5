"""Seeds and random streams in their external form.

An integer seeds the fast stream. A string of hexadecimal digits is the secret seed of the fair one.
"""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from worldgates.core.chance import Chance, FairChance, FastChance
from worldgates.core.formats import FormatError
from worldgates.core.shapes import Shape

Word = Annotated[int, msgspec.Meta(ge=0, le=0xFFFFFFFF)]


class FastStream(Shape, frozen=True, tag_field="stream", tag="fast"):
    """The state of a fast stream: its four words."""

    words: tuple[Word, Word, Word, Word]


class FairStream(Shape, frozen=True, tag_field="stream", tag="fair"):
    """The state of a fair stream: its secret seed, and the number of words drawn."""

    seed: str
    drawn: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]


Stream = FastStream | FairStream


def seeded(seed: int | str, where: str = "seed") -> Chance:
    """The stream of a seed in its external form."""
    try:
        if isinstance(seed, int):
            return FastChance.seeded(seed)
        if isinstance(seed, str) and re.fullmatch(r"[0-9a-fA-F]+", seed):
            return FairChance(bytes.fromhex(seed))
        raise ValueError
    except ValueError:
        raise FormatError(
            "expected a whole number from 0 to 18446744073709551615, or 32 to 128 hexadecimal digits as a string", where
        ) from None


def write_stream(chance: Chance) -> Stream | None:
    """The state of a stream; None for a kind of stream without an external form."""
    if isinstance(chance, FairChance):
        return FairStream(chance.seed.hex(), int(chance.drawn))
    if isinstance(chance, FastChance):
        return FastStream((int(chance.a), int(chance.b), int(chance.c), int(chance.counter)))
    return None


def read_stream(stream: Stream, where: str) -> Chance:
    if isinstance(stream, FastStream):
        return FastChance(*stream.words)
    fair = seeded(stream.seed, f"{where}.seed")
    assert isinstance(fair, FairChance)
    return FairChance(fair.seed, stream.drawn)
