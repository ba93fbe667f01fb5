"""Lessons: real games that begin in a position set by hand, with a guide who explains the learner's decisions.

A file beside the game's cards holds one chapter: the position and every decision, including those of the bots. For a
decision of the learner it names the guide's text (its topic) and where to look at the table: `target` is what to
press, `about` what the text speaks of. A step with `wrong` answers is a choice: the guide asks instead of telling,
and has a reason for each wrong answer. The texts are among the game's texts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from worldgates.core.shapes import Shape

# The learner has the first seat; bots have the others.
LEARNER: Final = 0

ActionT = TypeVar("ActionT")
PositionT = TypeVar("PositionT")
LessonT = TypeVar("LessonT")


class WrongAnswer(Shape, Generic[ActionT], frozen=True):
    """A legal action that is not the best one, and the topic of the guide's reason."""

    action: ActionT
    target: str
    reason: str


class LessonStep(Shape, Generic[ActionT], frozen=True):
    action: ActionT
    topic: str = ""
    target: str = ""
    about: tuple[str, ...] = ()
    wrong: tuple[WrongAnswer[ActionT], ...] = ()


class Lesson(Shape, Generic[PositionT, ActionT], frozen=True):
    """One chapter."""

    position: PositionT
    steps: tuple[LessonStep[ActionT], ...]
    # The topic of the guide's last text, after the last step.
    end: str


def read_lessons(folder: Path, kind: type[LessonT]) -> tuple[LessonT, ...]:
    """The chapters in a folder, with the types of one game: `read_lessons(folder, Lesson[Position, AnyAction])`."""
    files = sorted(folder.glob("lesson-*.json"))
    return tuple(msgspec.json.decode(file.read_bytes(), type=kind) for file in files)
