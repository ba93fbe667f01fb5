"""What all games share in reading a position: errors that name the key, numbers in a range, the random stream."""

from __future__ import annotations

from collections.abc import Sequence

from worldgates.core.chance import Chance
from worldgates.core.formats import FormatError
from worldgates.core.streams import Stream, read_stream, seeded


class PositionReader:
    """Turns a position into a table. `where` is the key of the position itself, if any."""

    def __init__(self, players: int, where: str) -> None:
        self.players = players
        self.where = where

    def key(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key

    def error(self, message: str, key: str) -> FormatError:
        return FormatError(message, self.key(key))

    def number(self, value: int, least: int, most: int, key: str) -> int:
        if not least <= value <= most:
            raise self.error(f"expected a number from {least} to {most}, got {value}", key)
        return value

    def seat_number(self, value: int, key: str) -> int:
        return self.number(value, 0, self.players - 1, key)

    def chance(self, stream: Stream | None, seed: int | str | None) -> Chance:
        """The random stream in the state that a position stores, or the one of its seed."""
        if stream is not None:
            return read_stream(stream, self.key("chance"))
        return seeded(0 if seed is None else seed, self.key("seed"))


def names_of(given: Sequence[str]) -> list[str]:
    """The names of the players, by seat; an empty one becomes Player 1, Player 2 and so on."""
    return [name or f"Player {seat + 1}" for seat, name in enumerate(given)]
