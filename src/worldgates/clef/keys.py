"""Keys as views, events and cards name them."""

from __future__ import annotations

from typing import Annotated

import msgspec

from worldgates.clef.cards import KEYS
from worldgates.core.shapes import Shape

# A kind of key (K8), enumerated for the schema and the client's types.
Key = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(KEYS)})]


class Step(Shape, frozen=True):
    """A due key, and the card that pays it, or None if it is missing."""

    key: Key
    card: str | None


def keys_of(opens: int) -> tuple[Key, ...]:
    """The keys in a bit field with one bit per key."""
    return tuple(KEYS[number] for number in range(len(KEYS)) if opens >> number & 1)
