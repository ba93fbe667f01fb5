"""The bots by name."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from worldgates.bots.bot import Bot, RandomBot
from worldgates.core.chance import Chance
from worldgates.core.formats import FormatError

BOTS: Final = ("greedy", "random")


def make_bot(name: str, game: str, chance: Chance) -> Bot:
    """A bot for a game, with a stream of chance of its own."""
    if name == "random":
        return RandomBot(chance)
    if name == "greedy":
        bot = import_module(f"worldgates.bots.{game}").Greedy(chance)
        assert isinstance(bot, Bot)
        return bot
    raise FormatError(f"there is no bot {name!r}; there are: {', '.join(BOTS)}", "bot")
