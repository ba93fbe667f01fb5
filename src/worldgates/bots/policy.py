"""Policies: the decision rules of the ladder bots, compiled, on imagined tables.

A policy never sees a table with its secrets. `decide` gives it an imagined one: a copy of the table in which
everything that the seat cannot know has been dealt again.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from worldgates.core.chance import Chance
from worldgates.core.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    # Whether it reads the table at all, or only the list of legal actions.
    looks: bool = True

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def choose(self, world: Table) -> i64:
        """One of the legal actions of the deciding seat."""
        raise NotImplementedError


class RandomPolicy(Policy):
    """Chooses uniformly among the legal actions."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.looks = False

    def choose(self, world: Table) -> i64:
        actions = world.actions()
        return actions[self.chance.below(len(actions))]


def decide(policy: Policy, table: Table) -> i64:
    """The action that a policy chooses for the deciding seat of a table."""
    if not policy.looks:
        return policy.choose(table)
    return policy.choose(table.imagine(table.to_act, policy.chance))
