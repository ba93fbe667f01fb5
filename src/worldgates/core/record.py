"""Records: the start of a game, and all its actions.

A record holds the start (options and seed, or a position) and the list of actions. Each game has its own record
struct, with the types of its options, positions and actions.
"""

from __future__ import annotations

from typing import Final

from worldgates.core.shapes import Outcome, Shape

# The version of the format: it increases when an older program can no longer read a record.
RECORD_VERSION: Final = 1


class Record(Shape, frozen=True, kw_only=True, omit_defaults=True, tag_field="game"):
    """The fields of every record. A game's own struct adds `actions`, `options` and `position`.

    A record has either `seed` and its companions, or the `position` in which the game started.
    """

    worldgates: int
    players: tuple[str, ...]
    made_by: str = ""
    # The number of the rules that the game was begun under. It increases when a ruling changes, so that older games
    # could no longer be replayed.
    rules: int = 1
    # The edition of the card set, if the game has more than one.
    cards: str = ""
    seed: int | str | None = None
    starting_seat: int | None = None
    # The commitment that was published before the game, and the seats that resigned, if a server hosted it.
    commitment: str = ""
    resigned: tuple[int, ...] = ()
    result: Outcome | None = None
