"""A first game with a guide: a real game with a known deal, whose first decisions are told and explained.

What is played is in a file beside the cards of the game: the seed, and every decision, also those of the bots, which so
play along. A decision of the learner may have a topic; what there is to say of it is among the game's texts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from worldgates.core.formats import Strict

# The learner has the first seat, bots the others.
LEARNER = 0


class LessonStep(Strict):
    action: dict[str, Any]
    topic: str = ""


class Lesson(Strict):
    # The cards that it was made for.
    edition: str
    players: int
    seed: str
    first: int
    steps: list[LessonStep]


def read_lesson(file: Path) -> Lesson:
    return msgspec.json.decode(file.read_bytes(), type=Lesson)
