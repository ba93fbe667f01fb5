"""A first game with a guide: a real game with a fixed deal, whose first decisions are shown and explained.

A file beside the game's cards holds the seed and every decision, including those of the bots. A decision of the
learner may have a topic; the guide's text for it is among the game's texts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from worldgates.core.shapes import Shape

# The learner has the first seat; bots have the others.
LEARNER: Final = 0

ActionT = TypeVar("ActionT")
LessonT = TypeVar("LessonT")


class LessonStep(Shape, Generic[ActionT], frozen=True):
    action: ActionT
    topic: str = ""


class Lesson(Shape, Generic[ActionT], frozen=True):
    # The edition of the cards that it was made for.
    edition: str
    players: int
    seed: str
    steps: tuple[LessonStep[ActionT], ...]
    starting_seat: int = msgspec.field(name="first")


def read_lesson(file: Path, kind: type[LessonT]) -> LessonT:
    """Load the lesson from a file, with the actions of one game: `read_lesson(file, Lesson[AnyAction])`."""
    return msgspec.json.decode(file.read_bytes(), type=kind)
