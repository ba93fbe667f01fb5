"""Layout: panels in columns, small items in rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from worldgates.pictures.drawing import WIDTH

MARGIN = 12
GAP = 10


class Box(NamedTuple):
    """A rectangle in the picture."""

    x: float
    y: float
    w: float
    h: float


def around_the_table(players: int, seat: int | None) -> list[int]:
    """The seats clockwise, the viewer's last: it is on this side of the table."""
    first = 0 if seat is None else seat + 1
    return [(first + step) % players for step in range(players)]


def two_columns(players: int, top: float, height: float) -> list[Box]:
    """One panel per player, two per row; with an odd number the last one has its own row."""
    half = (WIDTH - 2 * MARGIN - GAP) / 2
    boxes = []
    for place in range(players):
        row, column = divmod(place, 2)
        alone = place == players - 1 and column == 0
        width = WIDTH - 2 * MARGIN if alone else half
        boxes.append(Box(MARGIN + column * (half + GAP), top + row * (height + GAP), width, height))
    return boxes


def bottom(boxes: Sequence[Box]) -> float:
    """The bottom of the lowest box."""
    return max(box.y + box.h for box in boxes)


def cells(count: int, box: Box, ratio: float, largest: float, gap: float = 3) -> list[Box]:
    """Boxes for `count` equal items in a box, row by row from the left, as large as possible.

    `ratio` is their height divided by their width, `largest` their maximum width.
    """
    if not count:
        return []
    width = 0.0
    columns = 1
    for candidate in range(1, count + 1):
        rows = -(-count // candidate)
        size = min(
            largest,
            (box.w - gap * (candidate - 1)) / candidate,
            (box.h - gap * (rows - 1)) / rows / ratio,
        )
        if size >= width:
            width, columns = size, candidate
    height = width * ratio
    return [
        Box(box.x + place % columns * (width + gap), box.y + place // columns * (height + gap), width, height)
        for place in range(count)
    ]
