"""What a search asks of a game, and the bot that needs nothing else: greedy.

A guide is a game's judgement: the value of each action, which action a playout plays, whose turn it is, and each
seat's chance to win. It sees only imagined tables. It reuses its own memory, so every bot has one for itself.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from worldgates.bots.policy import Policy
from worldgates.core.chance import Chance
from worldgates.core.table import OVER, Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    # The part of a victory that one unit of `values` is worth, and for how many playouts that opinion counts.
    trust: float = 0.0
    doubt: float = 16.0
    # Whether `values` and `pick` read cards that the deciding seat may not know, so that they need an imagined table.
    reads_hidden: bool = True

    def values(self, world: Table, chance: Chance) -> vec[float]:
        """The value of each action in `world.actions()`, in their order: higher is better.

        A value that exceeds all others by `SURE` or more needs no search.
        """
        raise NotImplementedError

    def pick(self, world: Table, chance: Chance) -> i64:
        """The index of the action that easy plays, also in playouts: the one with the highest value, or nearly so."""
        return highest(self.values(world, chance))

    def turn(self, world: Table) -> i64:
        """The seat whose turn it is."""
        raise NotImplementedError

    def group(self, world: Table, action: i64) -> i64:  # noqa: ARG002
        """A number that actions share if they do the same and only pay in different ways; else the action itself."""
        return action

    def feature_names(self) -> list[str]:
        """The names of a seat's features."""
        raise NotImplementedError

    def features(self, world: Table) -> vec[float]:
        """All seats' features, one seat after the other."""
        raise NotImplementedError

    def utilities(self, world: Table) -> vec[float]:
        """How well each seat stands in a game that is not over; only the differences between seats count."""
        raise NotImplementedError

    def outlook(self, world: Table) -> vec[float]:
        """Each seat's expected share of the victory; the payoffs once the game is over. The sum is 1."""
        result = vec[float](capacity=world.players)
        if world.to_act == OVER:
            for payoff in world.payoffs():
                result = append(result, payoff)
            return result
        return softmax(self.utilities(world))


SURE: Final = 50.0


def highest(values: vec[float]) -> i64:
    """The index of the highest value, the first among equals."""
    best: i64 = 0
    for index in range(i64(1), i64(len(values))):
        if values[index] > values[best]:
            best = index
    return best


def softmax(utilities: vec[float]) -> vec[float]:
    """Shares that sum to 1, each in proportion to the exponential of its utility. Changes the argument."""
    top = utilities[0]
    for each in utilities:
        if each > top:
            top = each
    whole = 0.0
    for seat in range(i64(len(utilities))):
        share = math.exp(utilities[seat] - top)
        utilities[seat] = share
        whole += share
    for seat in range(i64(len(utilities))):
        utilities[seat] = utilities[seat] / whole
    return utilities


class Greedy(Policy):
    """Plays the action with the highest value and looks no further."""

    def __init__(self, chance: Chance, guide: Guide) -> None:
        super().__init__(chance)
        self.guide = guide

    def choose(self, world: Table) -> i64:
        actions = world.actions()
        if len(actions) == 1:
            return actions[0]
        return actions[self.guide.pick(world, self.chance)]


class Careless(Greedy):
    """Greedy that misjudges every action by a random amount of up to `slip`, and `lapses` times in a hundred does not
    judge at all. It overlooks nothing that is as good as won."""

    def __init__(self, chance: Chance, guide: Guide, slip: float, lapses: int) -> None:
        super().__init__(chance, guide)
        self.slip = slip
        self.lapses: i64 = lapses

    def choose(self, world: Table) -> i64:
        actions = world.actions()
        if len(actions) == 1:
            return actions[0]
        values = self.guide.values(world, self.chance)
        if self.chance.below(100) < self.lapses and values[highest(values)] < SURE:
            return actions[self.chance.below(len(actions))]
        for index in range(i64(len(values))):
            values[index] += self.slip * float(self.chance.below(1024)) / 1024.0
        return actions[highest(values)]
