"""The bots that a person plays against in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from worldgates.api.bot import Bot
from worldgates.bots.ladder import LadderBot, SeatedBot, bot_named
from worldgates.bots.levels import level_named
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import GameType
from worldgates.core.streams import FastStream


class Opponent(SeatedBot):
    """A bot at a seat, with the name that identifies it in a saved game, and its random stream."""

    def __init__(self, bot: Bot | str, game: GameType, players: Sequence[str], chance: FastChance, where: str) -> None:
        """`where` is the key for error messages."""
        made = bot_named(bot, where)
        super().__init__(made, game, players, seed=0, number=0)
        if self.failure is not None:
            raise FormatError(f"{made.name} cannot begin a game: {self.failure.reason}", where)
        self.named = named(bot)
        # The stream of a saved game continues from its saved state.
        self._chance = chance
        if self.policy is not None:
            self.policy.chance = chance

    @property
    def stream(self) -> FastStream:
        """The state of the random stream."""
        chance = self._chance
        return FastStream((int(chance.a), int(chance.b), int(chance.c), int(chance.counter)))


def named(bot: Bot | str) -> str:
    """The specification from which `bot_named` recreates a bot."""
    if isinstance(bot, str):
        return bot
    return bot.level if isinstance(bot, LadderBot) else f"{type(bot).__module__}:{type(bot).__qualname__}"


def runs_other_code(bot: str) -> bool:
    """Whether a bot is an external program or class rather than one of the ladder."""
    return level_named(bot) is None
