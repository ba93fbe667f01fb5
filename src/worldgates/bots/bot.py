"""What a bot is, and how it is asked.

A bot never sees a table with its secrets. Who asks it goes through `decide`, which shows it a world: a copy of the
table in which everything the seat cannot know has been dealt again.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from worldgates.core.chance import Chance
from worldgates.core.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    # Whether the bot looks at the table at all, or only at the list of legal actions.
    looks: bool = True

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def choose(self, world: Table) -> i64:
        """One of the legal actions of the seat that decides."""
        raise NotImplementedError


class RandomBot(Bot):
    """Every legal action is as likely as any other."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.looks = False

    def choose(self, world: Table) -> i64:
        actions = world.actions()
        return actions[self.chance.below(len(actions))]


def decide(bot: Bot, table: Table) -> i64:
    """The action of a bot for the seat that decides at a table."""
    if not bot.looks:
        return bot.choose(table)
    return bot.choose(table.imagine(table.to_act, bot.chance))
