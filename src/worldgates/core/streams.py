"""Seeds and streams of chance as others write them.

A whole number seeds the fast stream. A string of hexadecimal digits is the secret seed of the fair one.
"""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from worldgates.core import formats
from worldgates.core.chance import Chance, FairChance, FastChance
from worldgates.core.formats import FormatError, Strict

Word = Annotated[int, msgspec.Meta(ge=0, le=0xFFFFFFFF)]


class FastForm(Strict, tag_field="stream", tag="fast"):
    words: tuple[Word, Word, Word, Word]


class FairForm(Strict, tag_field="stream", tag="fair"):
    seed: str
    drawn: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]


def seeded(seed: int | str, where: str = "seed") -> Chance:
    """The stream of a seed from outside."""
    try:
        if isinstance(seed, str):
            if not re.fullmatch(r"[0-9a-fA-F]+", seed):
                raise ValueError
            return FairChance(bytes.fromhex(seed))
        return FastChance.seeded(seed)
    except ValueError:
        raise FormatError(
            "expected a whole number from 0 to 18446744073709551615, or 32 to 128 hexadecimal digits as a string", where
        ) from None


def write_stream(chance: Chance) -> dict[str, object]:
    """A stream at the place it has come to."""
    if isinstance(chance, FairChance):
        return {"stream": "fair", "seed": chance.seed.hex(), "drawn": chance.drawn}
    assert isinstance(chance, FastChance)
    return {"stream": "fast", "words": [chance.a, chance.b, chance.c, chance.counter]}


def read_stream(value: object, where: str) -> Chance:
    form: FastForm | FairForm = formats.read(value, FastForm | FairForm, where)  # type: ignore[arg-type]
    if isinstance(form, FastForm):
        return FastChance(*form.words)
    fair = seeded(form.seed, f"{where}.seed")
    assert isinstance(fair, FairChance)
    return FairChance(fair.seed, form.drawn)
