"""Pearls, and bags of them.

A pearl is an int: its value, 1 to 8, plus 8 for the one 3, the one 4 and the one 5 with the swap symbol (M1). A bag is
a multiset of pearls: a hand, a payment, the pearls pictured on characters. It is one integer with a lane of five bits
per value for its count, and above the lanes one bit for each of the three symbols.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

# The external form of a pearl: its value, with a star if it has the swap symbol, as in "3*".
PearlName = int | str

EMPTY: Final[i64] = 0
LANE: Final[i64] = 5
COUNT: Final[i64] = 31
VALUES: Final[i64] = (1 << 40) - 1
SYMBOLS: Final[i64] = 7 << 40
FIRST_SYMBOL: Final[i64] = 40
PEARLS_OF_A_VALUE: Final[i64] = 7

# A lane counts to 15: its highest bit stays free, so that all lanes can be compared at once.
_GUARD: Final[i64] = 0x10 * 0x842108421 & VALUES
_EVEN: Final[i64] = 0x1F * 0x40100401
_EVEN_ONES: Final[i64] = 0x40100401

# The bag of each pearl, by its int. (A lookup, not a shift: mypyc compiles a shifted literal to a 32-bit C int.)
_BAGS: Final[vec[i64]] = vec[i64](
    [0] + [32**lane for lane in range(8)] + [0, 0] + [32**lane + 2 ** (38 + lane) for lane in range(2, 5)]
)


def one(value: i64) -> i64:
    """The bag of a single pearl of this value."""
    return _BAGS[value]


def bag_of(pearl: i64) -> i64:
    """The bag of this single pearl."""
    return _BAGS[pearl]


def count(bag: i64, value: i64) -> i64:
    """The number of pearls of a value in the bag."""
    return bag >> LANE * (value - 1) & COUNT


def lowest(bag: i64) -> i64:
    """The lowest value in a non-empty bag."""
    value: i64 = 1
    while count(bag, value) == 0:
        value += 1
    return value


def size(bag: i64) -> i64:
    """The number of pearls in the bag."""
    pairs = (bag & _EVEN) + (bag >> LANE & _EVEN)
    return (pairs * _EVEN_ONES & 0xFFFFFFFFFF) >> 30 & 1023


def missing(wanted: i64, have: i64) -> i64:
    """The part of `wanted` that is not in `have`, by values alone."""
    difference = (wanted & VALUES | _GUARD) - (have & VALUES)
    enough = difference & _GUARD
    return difference & (enough - (enough >> 4))


def _with_symbols(symbols: i64) -> i64:
    """The values of the pearls with these symbols."""
    symbols >>= FIRST_SYMBOL
    return (symbols & 1) << 2 * LANE | (symbols & 2) << 3 * LANE - 1 | (symbols & 4) << 4 * LANE - 2


def plain(bag: i64) -> i64:
    """The pearls of the bag without a symbol."""
    return (bag & VALUES) - _with_symbols(bag & SYMBOLS)


def common(bag: i64, other: i64) -> i64:
    """The intersection of two bags."""
    symbols = bag & other & SYMBOLS
    return plain(bag) - missing(plain(bag), plain(other)) + _with_symbols(symbols) + symbols


def holds(bag: i64, part: i64) -> bool:
    """Whether the bag contains the whole part, with symbols distinguished."""
    return part & SYMBOLS & ~bag == 0 and missing(plain(part), plain(bag)) == 0


def pearls_in(bag: i64) -> vec[u8]:
    """The pearls of a bag in ascending order; the one with the symbol comes last among equals."""
    pearls = vec[u8](capacity=8)
    for value in range(i64(1), i64(9)):
        number = count(bag, value)
        symbol = bag >> FIRST_SYMBOL + value - 3 & 1 if 3 <= value <= 5 else i64(0)
        for _ in range(number - symbol):
            pearls = append(pearls, u8(value))
        if symbol:
            pearls = append(pearls, u8(value + 8))
    return pearls


def all_pearls() -> i64:
    """The bag with all 56 pearls (M1)."""
    bag = SYMBOLS
    for value in range(i64(1), i64(9)):
        bag += PEARLS_OF_A_VALUE * one(value)
    return bag


def name(pearl: i64) -> PearlName:
    """A pearl in its external form."""
    return int(pearl) if pearl <= 8 else f"{pearl - 8}*"


def names(bag: i64) -> tuple[PearlName, ...]:
    """The pearls of a bag in their external form, in ascending order."""
    return tuple([name(i64(pearl)) for pearl in pearls_in(bag)])


def values_in(bag: i64) -> tuple[int, ...]:
    """The values of the pearls in a bag, in ascending order."""
    return tuple([int(pearl) for pearl in pearls_in(bag & VALUES)])
