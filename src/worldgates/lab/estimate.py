"""Who is likely to win from here: playouts by bots of the ladder, at the speed of the engine."""

from __future__ import annotations

from worldgates.api.game import Game
from worldgates.bots.ladder import BOTS, make_policy, unknown_bot
from worldgates.bots.playout import play_policies
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.table import SPECTATOR


def estimate(
    game: Game, playouts: int = 200, seed: int = 1, *, seat: int | None = None, bot: str = "random"
) -> tuple[float, ...]:
    """Each seat's chance to win: the share of games that it wins when bots play the game on.

    Everything that `seat` cannot know (without a seat, what a spectator cannot know) is dealt again for each playout,
    so the estimate says nothing about hidden cards. A game that never ends counts for nobody.

        >>> import worldgates as wg
        >>> wg.estimate(wg.new("molthar", players=2, seed=7), playouts=50, seat=0)
        (0.56, 0.44)
    """
    if playouts < 1:
        raise FormatError(f"expected at least one playout, got {playouts}", "playouts")
    if bot not in BOTS:
        raise FormatError(unknown_bot(bot), "bot")
    players = len(game.players)
    wins = [0.0] * players
    for number in range(playouts):
        chance = FastChance.branch(seed, 2 * number)
        table = game.table.imagine(SPECTATOR if seat is None else seat, chance)
        policies = [make_policy(bot, game.name, FastChance.branch(seed, 2 * number + 1))] * players
        play_policies(table, policies, int(table.round) + game.type.max_rounds)
        if table.over:
            for winner, share in enumerate(table.payoffs()):
                wins[winner] += share
    return tuple(round(won / playouts, 6) for won in wins)
