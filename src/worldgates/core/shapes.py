"""Shapes: the values that cross a border of a package, each with one definition that is both read and written.

Inside the engine an action is an int and a hand a bag of bits. Outside, every thing has exactly one form: a frozen
struct with repr, equality and hash. The JSON, its schema and the types of the web client follow from the structs here
and in the packages of the games.

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
    """A value as others read and write it. Unknown keys are refused with an error that names them."""

    def to_json(self) -> str:
        """This value as JSON text."""
        return formats.write(self).decode()

    def to_dict(self) -> dict[str, Any]:
        """This value as plain dicts, lists, strings and numbers: what its JSON parses to."""
        built: dict[str, Any] = msgspec.json.decode(formats.write(self))
        return built

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The value that JSON text stands for; anything else raises a FormatError that names the key."""
        return formats.read(formats.parse(text), cls)

    @classmethod
    def from_dict(cls, value: object) -> Self:
        """The value that parsed JSON stands for."""
        return formats.read(value, cls)


class Action(Shape, frozen=True, tag_field="do"):
    """What a seat does. Each game has a struct for each kind of action."""


class Event(Shape, frozen=True, tag_field="event", omit_defaults=True):
    """Something that happened. Each game has a struct for each kind of event.

    Fields named in `secret` are for the seats in the event's audience; everybody else sees the event without them.
    They default to None, and so does every field that an event may do without.
    """

    secret: ClassVar[tuple[str, ...]] = ()

    def public(self) -> Self:
        """The event as everybody may see it."""
        return msgspec.structs.replace(self, **dict.fromkeys(self.secret)) if self.secret else self


class View(Shape, frozen=True, tag_field="game", omit_defaults=True):
    """What one seat, or a spectator, may see of a table. Each game has a struct for it."""


class Options(Shape, frozen=True):
    """The options of a game. Each game has a struct for them."""


class Position(Shape, frozen=True, tag_field="game"):
    """A whole table, secrets and all. Each game has a struct for it."""


class Outcome(Shape, frozen=True):
    """How a game ended: each seat's share of the victory, and the seats from first to last, equals together."""

    payoffs: tuple[float, ...]
    ranking: tuple[tuple[int, ...], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return self.ranking[0]
