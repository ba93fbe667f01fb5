"""Bots. `make_bot` gives one by its name; `decide` is the only way to ask it for an action."""

from worldgates.bots.bot import Bot, RandomBot, decide
from worldgates.bots.levels import BOTS, make_bot

__all__ = ["BOTS", "Bot", "RandomBot", "decide", "make_bot"]
