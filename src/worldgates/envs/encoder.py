"""What turns a table into numbers for learning agents: the base of the two games' encoders, compiled.

An encoder writes what one seat knows as a row of bytes, made of named parts, and numbers the actions of a fixed action
space. Seats are relative: 0 is the seat that observes or decides, 1 the next one clockwise, and so on. The same encoder
serves single games and batches, so both have the same numbers.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from worldgates.core.table import Table

MOST: Final[i64] = 255


class EncodingError(Exception):
    """A number that stands for no action here, or an action without a number; the message says which."""


@final
class Part:
    """A named part of an observation.

    A choice is a number that names one of `high + 1` things; any other number counts something, from 0 to `high`.
    """

    def __init__(self, name: str, shape: tuple[int, ...], high: int, about: str, choice: bool = False) -> None:
        self.name = name
        self.shape = shape
        self.high = high
        self.about = about
        self.choice = choice
        self.size = 1
        for length in shape:
            self.size *= length
        # Its place in the row.
        self.start = 0


@final
class Group:
    """A run of numbers of the action space that belong to one kind of action."""

    def __init__(self, name: str, start: int, size: int, about: str) -> None:
        self.name = name
        self.start = start
        self.size = size
        self.about = about


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """The observation and the action space of a game with a number of players."""

    def __init__(self, players: i64) -> None:
        self.players = players
        self.parts: list[Part] = []
        self.groups: list[Group] = []
        # The bytes of an observation, and the size of the action space.
        self.size: i64 = 0
        self.actions: i64 = 0

    def observe(self, table: Table, seat: i64, row: vec[u8], start: i64) -> None:
        """Write what a seat knows into a row, from an index on."""
        raise NotImplementedError

    def number(self, table: Table, action: i64) -> i64:
        """The number of an action of the deciding seat."""
        raise NotImplementedError

    def action(self, table: Table, number: i64) -> i64:
        """The action of the deciding seat that has a number, legal or not."""
        raise NotImplementedError

    def describe(self, number: i64) -> str:
        """What a number of the action space stands for, whatever the table."""
        raise NotImplementedError

    # The same for every game.

    def add_part(self, part: Part) -> None:
        part.start = int(self.size)
        self.size += part.size
        self.parts.append(part)

    def add_group(self, name: str, size: int, about: str) -> i64:
        """Reserve numbers for a kind of action; returns the first."""
        start = self.actions
        self.groups.append(Group(name, int(start), size, about))
        self.actions += size
        return start

    def group_of(self, number: i64) -> Group:
        for group in self.groups:
            if group.start <= number < group.start + group.size:
                return group
        raise EncodingError(f"an action is a number from 0 to {int(self.actions) - 1}, not {int(number)}")

    def legal(self, table: Table) -> vec[i64]:
        """The numbers of the legal actions, in the order in which the table lists them."""
        numbers = vec[i64](capacity=32)
        for action in table.actions():
            numbers = append(numbers, self.number(table, action))
        return numbers

    def row(self, table: Table, seat: i64) -> vec[u8]:
        """What a seat knows, as a row of its own."""
        row = vec[u8]([u8(0)] * int(self.size))
        self.observe(table, seat, row, 0)
        return row


def put(row: vec[u8], at: i64, value: i64) -> i64:
    """Write one number, cut off at what a byte holds; returns the next index."""
    row[at] = u8(value if value < MOST else MOST)
    return at + 1


def clear(row: vec[u8], at: i64, number: i64) -> None:
    for index in range(at, at + number):
        row[index] = 0
