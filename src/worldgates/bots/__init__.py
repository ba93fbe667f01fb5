"""Bots: those of the ladder, by name, and every other way to specify a bot."""

from worldgates.bots.ladder import BOTS, LadderBot, SeatedBot, bot_named
from worldgates.bots.policy import Policy, RandomPolicy, decide

__all__ = ["BOTS", "LadderBot", "Policy", "RandomPolicy", "SeatedBot", "bot_named", "decide"]
