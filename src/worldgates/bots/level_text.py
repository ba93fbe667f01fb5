"""The names of the levels in the languages of the program, each with a line on what it does."""

from __future__ import annotations

from worldgates.bots.levels import LEVELS, level_named
from worldgates.core.text import words


def level_name(level: str, language: str) -> str:
    """The name of a level; any other bot keeps the name that it has."""
    tr = words(language).translate
    names = (tr("beginner"), tr("easy"), tr("medium"), tr("hard"), tr("expert"))
    return dict(zip(LEVELS, names, strict=True)).get(level_named(level) or level, level)


def level_line(level: str, language: str) -> str:
    """What a level does, in a sentence."""
    tr = words(language).translate
    lines = (
        tr("Plays sensibly but often misjudges a move: for your second game."),
        tr("Takes what looks best this turn and looks no further."),
        tr("Imagines how its best moves could go on until its next turn."),
        tr("Imagines more of that, and further ahead."),
        tr("Imagines thousands of continuations. Takes its time and gives nothing away."),
    )
    return dict(zip(LEVELS, lines, strict=True))[level]
