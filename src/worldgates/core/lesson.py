"""A first game with a guide: a real game with a known deal, whose first decisions are shown and explained.

What is played is in a file beside the cards of the game: the seed, and every decision, also those of the bots, which
play along that way. A decision of the learner may have a topic; what the guide says about it is among the game's texts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from worldgates.core.shapes import Shape

# The learner has the first seat, bots the others.
LEARNER: Final = 0

ActionT = TypeVar("ActionT")
LessonT = TypeVar("LessonT")


class LessonStep(Shape, Generic[ActionT], frozen=True):
    action: ActionT
    topic: str = ""


class Lesson(Shape, Generic[ActionT], frozen=True):
    # The card set that it was made for.
    edition: str
    players: int
    seed: str
    steps: tuple[LessonStep[ActionT], ...]
    starting_seat: int = msgspec.field(name="first")


def read_lesson(file: Path, kind: type[LessonT]) -> LessonT:
    """The lesson in a file, with the actions of one game: `read_lesson(file, Lesson[AnyAction])`."""
    return msgspec.json.decode(file.read_bytes(), type=kind)
