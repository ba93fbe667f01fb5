"""The levels of the bots: how each decides. The work per decision is fixed, so a level is equally strong everywhere."""

from __future__ import annotations

from typing import Final, NamedTuple

LEVELS: Final = ("beginner", "easy", "medium", "hard", "expert")
# The level of a bot where nobody chose one, of one that stands in for another, and of hints.
DEFAULT_LEVEL: Final = "easy"
STAND_IN: Final = "easy"
HINT_LEVEL: Final = "hard"
RANDOM: Final = "random"
# The names that bots had before there were levels: saved games and tables may have them.
ALIASES: Final = {"greedy": "easy"}
# `search:N` is the search of the levels above easy with N playouts.
SEARCH: Final = "search:"
MOST_PLAYOUTS: Final = 1_000_000


class Work(NamedTuple):
    """What a search does per decision."""

    # The number of playouts with two players, and of turns until the outlook judges them.
    playouts: int
    horizon: int
    # The number of playouts with three or more players; 0 for the same as with two.
    crowd: int = 0
    # The level whose own weights it uses, if there are any (`bots/data/<game>-<level>.json`).
    weights: str = ""


class Ladder(NamedTuple):
    """The levels of one game."""

    # How far a beginner misjudges an action, in the units of greedy's values.
    slip: float
    # How often in a hundred decisions a beginner takes any action at all.
    lapses: int
    medium: Work
    hard: Work
    expert: Work
    # The horizon of `search:N`.
    horizon: int


_DEFAULTS: Final = Ladder(1.0, 5, Work(100, 2), Work(400, 4), Work(3000, 4), 4)
_LADDERS: Final = {
    "molthar": Ladder(1.5, 0, Work(160, 2, 48, "medium"), Work(200, 4, 144), Work(2000, 4), 4),
    "clef": Ladder(2.0, 12, Work(16, 2), Work(160, 8), Work(1200, 16), 8),
}


def ladder_of(game: str) -> Ladder:
    return _LADDERS.get(game, _DEFAULTS)


def level_named(name: str) -> str | None:
    """The level of a name, in its present form; None if it is none."""
    name = ALIASES.get(name, name)
    return name if name in LEVELS or name == RANDOM or playouts_of(name) is not None else None


def playouts_of(name: str) -> int | None:
    """N of `search:N`; None for any other name."""
    if not name.startswith(SEARCH):
        return None
    number = name.removeprefix(SEARCH)
    if not number.isascii() or not number.isdigit() or not 1 <= int(number) <= MOST_PLAYOUTS:
        return None
    return int(number)
