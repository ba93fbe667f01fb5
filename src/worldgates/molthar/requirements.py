"""Requirements and abilities as typed values, parsed once from the words of `data/characters.csv`.

A requirement (M13) defines the combinations of pearls that a character costs; `bags()` lists all of them. An ability
(M14, M19 to M21) has a kind, and for a pictured pearl its value. The engine, the texts, the terminal and the web client
read these values; nothing else parses the words.

    >>> parse_requirement("2 2 2 + diamond")
    Exact(values=(2, 2, 2), diamonds=1)
    >>> parse_requirement("run of 5").bags()
    ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (3, 4, 5, 6, 7), (4, 5, 6, 7, 8))
    >>> parse_ability("pictured 7")
    Ability(kind='pictured', value=7)
"""

from __future__ import annotations

import re
from typing import Final, Literal, get_args

from worldgates.core.shapes import Shape

# The values of some pearls, in ascending order.
Values = tuple[int, ...]

_VALUES: Final = range(1, 9)
_OF_A_KIND: Final = {2: "pair", 3: "three of a kind", 4: "four of a kind"}


class Requirement(Shape, frozen=True, kw_only=True, tag_field="kind"):
    """The combination that a character costs, and the diamonds that it costs besides the pearls."""

    diamonds: int = 0

    def bags(self) -> tuple[Values, ...]:
        """Every combination of pearls that meets the requirement."""
        raise NotImplementedError

    def pearls(self) -> str:
        """The pearls in the words of the data file."""
        raise NotImplementedError

    def __str__(self) -> str:
        """The requirement in the words of the data file."""
        return self.pearls() + " + diamond" * self.diamonds


class OfAKind(Requirement, frozen=True, tag="of_a_kind"):
    """Two, three or four pearls of one value."""

    number: Literal[2, 3, 4]

    def bags(self) -> tuple[Values, ...]:
        return tuple((value,) * self.number for value in _VALUES)

    def pearls(self) -> str:
        return _OF_A_KIND[self.number]


class TwoPairs(Requirement, frozen=True, tag="two_pairs"):
    """Two pairs, which may be equal."""

    def bags(self) -> tuple[Values, ...]:
        return tuple((one, one, other, other) for one in _VALUES for other in _VALUES if one <= other)

    def pearls(self) -> str:
        return "two pairs"


class PairAnd(Requirement, frozen=True, tag="pair_and"):
    """Any pair, and pearls of these values."""

    values: Values

    def bags(self) -> tuple[Values, ...]:
        return tuple(tuple(sorted((value, value, *self.values))) for value in _VALUES)

    def pearls(self) -> str:
        return f"pair + {_spaced(self.values)}"


class Three(Requirement, frozen=True, tag="three"):
    """Three odd or three even pearls."""

    parity: Literal["odd", "even"]

    def bags(self) -> tuple[Values, ...]:
        kinds = range(1 if self.parity == "odd" else 2, 9, 2)
        return tuple((a, b, c) for a in kinds for b in kinds for c in kinds if a <= b <= c)

    def pearls(self) -> str:
        return f"three {self.parity}"


class Sum(Requirement, frozen=True, tag="sum"):
    """Pearls that add up to a total: `cards` of them, or any number."""

    total: int
    cards: Literal[3] | None = None

    def bags(self) -> tuple[Values, ...]:
        return tuple(_sums(self.total, self.cards))

    def pearls(self) -> str:
        return f"{'any number of' if self.cards is None else 'three'} cards sum {self.total}"


class Run(Requirement, frozen=True, tag="run"):
    """Consecutive values."""

    length: int

    def bags(self) -> tuple[Values, ...]:
        return tuple(tuple(range(value, value + self.length)) for value in range(1, 10 - self.length))

    def pearls(self) -> str:
        return f"run of {self.length}"


class Exact(Requirement, frozen=True, tag="exact"):
    """Pearls of exactly these values."""

    values: Values

    def bags(self) -> tuple[Values, ...]:
        return (self.values,)

    def pearls(self) -> str:
        return _spaced(self.values)


class Either(Requirement, frozen=True, tag="either"):
    """One of several lists of values."""

    choices: tuple[Values, ...]

    def bags(self) -> tuple[Values, ...]:
        return self.choices

    def pearls(self) -> str:
        return " or ".join(_spaced(values) for values in self.choices)


AnyRequirement = OfAKind | TwoPairs | PairAnd | Three | Sum | Run | Exact | Either


def _spaced(values: Values) -> str:
    return " ".join(str(value) for value in values)


def _sums(total: int, cards: int | None, least: int = 1) -> list[Values]:
    """All ascending lists of values, `cards` of them if that is given, that add up to `total`."""
    if total == 0 and not cards:
        return [()]
    if cards == 0:
        return []
    rest = None if cards is None else cards - 1
    return [(value, *more) for value in range(least, min(8, total) + 1) for more in _sums(total - value, rest, value)]


def _values(text: str) -> Values | None:
    return tuple(sorted(map(int, text.split()))) if re.fullmatch(r"[1-8]( [1-8])*", text) else None


def parse_requirement(text: str) -> AnyRequirement:
    """Parse a requirement from the words of the data file; raises a ValueError for an unknown one."""
    pearls = text.removesuffix(" + diamond")
    diamonds = int(pearls != text)
    for number, words in _OF_A_KIND.items():
        if pearls == words:
            return OfAKind(number, diamonds=diamonds)  # type: ignore[arg-type]
    if pearls == "two pairs":
        return TwoPairs(diamonds=diamonds)
    if pearls in ("three odd", "three even"):
        return Three("odd" if pearls == "three odd" else "even", diamonds=diamonds)
    if pearls.startswith("pair + ") and (beside := _values(pearls.removeprefix("pair + "))):
        return PairAnd(beside, diamonds=diamonds)
    if match := re.fullmatch(r"(three|any number of) cards sum ([1-9][0-9]?)", pearls):
        return Sum(int(match[2]), 3 if match[1] == "three" else None, diamonds=diamonds)
    if match := re.fullmatch(r"run of ([2-8])", pearls):
        return Run(int(match[1]), diamonds=diamonds)
    choices = [_values(part) for part in pearls.split(" or ")]
    known = tuple(values for values in choices if values is not None)
    if len(known) < len(choices):
        raise ValueError("an unknown kind of requirement")
    return Exact(known[0], diamonds=diamonds) if len(known) == 1 else Either(known, diamonds=diamonds)


# Abilities.

BlueAbility = Literal[
    "pictured",
    "threes as anything",
    "ones as eight",
    "diamonds lower",
    "hand limit",
    "one more action",
    "trade two",
    "swap",
    "peek",
    "redraw",
]
RedAbility = Literal["wisp", "three more actions", "bonus for the next", "rob", "banish", "take back"]
AbilityKind = Literal[BlueAbility, RedAbility]

BLUE: Final = frozenset(get_args(BlueAbility))
RED: Final = frozenset(get_args(RedAbility))


class Ability(Shape, frozen=True, omit_defaults=True):
    """What a character can do. `value` is that of a pictured pearl; a pictured pearl without a value is a `?` (M14)."""

    kind: AbilityKind
    value: int | None = None

    @property
    def is_pictured(self) -> bool:
        return self.kind == "pictured"

    @property
    def clause(self) -> str:
        """The clause of the rules that governs it."""
        if self.kind == "wisp":
            return "M21"
        if self.kind == "pictured":
            return "M14"
        return "M19" if self.kind in RED else "M20"

    def __str__(self) -> str:
        """The ability in the words of the data file."""
        return f"pictured {self.value or '?'}" if self.is_pictured else self.kind


def parse_ability(text: str) -> Ability | None:
    """Parse an ability from the words of the data file, if there are any; raises a ValueError for an unknown one."""
    if not text:
        return None
    if match := re.fullmatch(r"pictured ([1-8?])", text):
        return Ability("pictured", None if match[1] == "?" else int(match[1]))
    if text == "pictured" or text not in BLUE | RED:
        raise ValueError("an unknown one")
    return Ability(text)  # type: ignore[arg-type]
