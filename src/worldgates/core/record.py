"""Records: how a game began, and everything that was played.

A game is its beginning (options and seed, or a position) and its list of actions. Each game has a struct of its own
for its records, with the types of its options, positions and actions.
"""

from __future__ import annotations

from typing import Final

from worldgates.core.shapes import Outcome, Shape

# The version of the format: it grows when an older program could no longer read a record.
RECORD_VERSION: Final = 1


class Record(Shape, frozen=True, kw_only=True, omit_defaults=True, tag_field="game"):
    """What every record has. A game's own struct adds `actions`, `options` and `position`.

    A record has either `seed` and what goes with it, or the `position` that the game began from.
    """

    worldgates: int
    players: tuple[str, ...]
    made_by: str = ""
    # Which card set, where a game has more than one.
    cards: str = ""
    seed: int | str | None = None
    starting_seat: int | None = None
    # What the table committed itself to before the game, and who resigned, where a server kept it.
    commitment: str = ""
    resigned: tuple[int, ...] = ()
    result: Outcome | None = None
