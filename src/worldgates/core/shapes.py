"""Shapes: the values that cross a package boundary, each with one definition for reading and writing.

Inside the engine an action is an int and a hand a bit field. Outside, every value has exactly one form: a frozen
struct with repr, equality and hash. The JSON, its schema and the web client's types are derived from the structs here
and in the games' packages.

    >>> from worldgates.molthar import Take
    >>> Take(source="pile").to_json()
    '{"do":"take","from":"pile"}'
    >>> Take.from_json('{"do": "take", "from": 2}')
    Take(source=2)
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import msgspec

from worldgates.core import formats


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, repr_omit_defaults=True):
    """A value of the public API. Unknown keys are rejected with an error that names them."""

    def to_json(self) -> str:
        """This value as JSON text."""
        return formats.write(self).decode()

    def to_dict(self) -> dict[str, Any]:
        """This value as plain dicts, lists, strings and numbers: what its JSON parses to."""
        built: dict[str, Any] = msgspec.json.decode(formats.write(self))
        return built

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Decode JSON text; anything invalid raises a FormatError that names the key."""
        return formats.read(formats.parse(text), cls)

    @classmethod
    def from_dict(cls, value: object) -> Self:
        """Convert parsed JSON to a value."""
        return formats.read(value, cls)


class Action(Shape, frozen=True, tag_field="do"):
    """What a seat does. Each game has one struct per kind of action."""


class Event(Shape, frozen=True, tag_field="event", omit_defaults=True):
    """Something that happened. Each game has one struct per kind of event.

    The fields in `secret` are for the seats in the event's audience; everybody else sees the event without them.
    These fields default to None, as does every optional field.
    """

    secret: ClassVar[tuple[str, ...]] = ()

    def public(self) -> Self:
        """The event without its secret fields."""
        return msgspec.structs.replace(self, **dict.fromkeys(self.secret)) if self.secret else self


class View(Shape, frozen=True, tag_field="game", omit_defaults=True):
    """What one seat, or a spectator, may see of a table. Each game has its own struct."""


class Options(Shape, frozen=True):
    """The options of a game. Each game has its own struct."""


class Position(Shape, frozen=True, tag_field="game"):
    """The complete state of a table, secrets included. Each game has its own struct."""


class Outcome(Shape, frozen=True):
    """The result of a game: each seat's share of the victory, and the ranking, with tied seats grouped together."""

    payoffs: tuple[float, ...]
    ranking: tuple[tuple[int, ...], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return self.ranking[0]
