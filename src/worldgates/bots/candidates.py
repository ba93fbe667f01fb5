"""What a search found, for those who want more than its choice: hints, analyses, experiments.

>>> import worldgates as wg
>>> from worldgates.api.bot import turn_at
>>> from worldgates.bots.candidates import search_turn
>>> game = wg.new("molthar", players=2, seed=7)
>>> best, *others = search_turn(turn_at(game.type, game.table, game.players, seed=1), "medium")
>>> best.action in game.legal_actions, len(best.chances)
(True, 2)
"""

from __future__ import annotations

from worldgates.api.bot import Turn
from worldgates.bots.ladder import make_search, work_of
from worldgates.bots.levels import LEVELS, level_named, playouts_of
from worldgates.bots.search import Candidate
from worldgates.bots.weights import make_guide, weights_of
from worldgates.core.chance import Chance, FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import GameType
from worldgates.core.shapes import Action, Shape
from worldgates.core.table import Table

# The levels that search.
SEARCHING = LEVELS[2:]


class Searched(Shape, frozen=True):
    """One action that was searched."""

    action: Action
    #: Each seat's expected share of the victory after it; the sum is 1 if it was searched at all.
    chances: tuple[float, ...]
    #: The number of imagined worlds in which it was tried; 0 if it was certain without.
    worlds: int
    #: Greedy's value, in points (Molthar) or turns (La clef des mondes).
    value: float
    #: What the search ranks by: the seat's own chance, with greedy's opinion as far as that counts.
    score: float


def search_turn(turn: Turn, level: str = "hard", *, thorough: bool = False) -> list[Searched]:
    """The actions that a level considers, from the best to the worst; its choice is the first.

    `thorough` considers every legal action and never stops early. The turn contains only what its seat may know, and
    so does the answer.
    """
    found = search_table(turn._type, turn._table, level, FastChance.seeded(turn._seed), thorough=thorough)
    return [
        Searched(
            turn._type.decode(turn._table, candidate.action),
            tuple(candidate.chances()),
            int(candidate.worlds),
            candidate.value,
            candidate.score,
        )
        for candidate in found
    ]


def search_table(
    type: GameType, world: Table, level: str, chance: Chance, *, thorough: bool = False
) -> list[Candidate]:
    """The same as the engine has it, for a table that was imagined for the deciding seat."""
    name = level_named(level)
    if name is None or (name not in SEARCHING and playouts_of(name) is None):
        raise FormatError(f"expected one of {', '.join(SEARCHING)} or search:N, got {level!r}", "level")
    return make_search(type, work_of(name, type.id), chance).search(world, thorough)


def outlook(type: GameType, world: Table) -> tuple[float, ...]:
    """Each seat's expected share of the victory at a table as it is, without any search."""
    return tuple(make_guide(weights_of(type)).outlook(world))
