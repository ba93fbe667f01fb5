"""Win probabilities in a position: playouts by ladder bots, at the speed of the engine."""

from __future__ import annotations

from worldgates.api.game import Game
from worldgates.bots.ladder import make_policy, unknown_bot
from worldgates.bots.levels import level_named
from worldgates.bots.playout import play_policies
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.shapes import Action
from worldgates.core.table import SPECTATOR


def estimate(
    game: Game,
    playouts: int = 200,
    seed: int = 1,
    *,
    seat: int | None = None,
    action: Action | None = None,
    bot: str = "easy",
) -> tuple[float, ...]:
    """Each seat's win probability: the share of playouts that it wins when bots continue the game.

    Everything that `seat` cannot know (without a seat, what a spectator cannot know) is dealt again for each playout,
    so the estimate reveals nothing about hidden cards. If an `action` is given, each playout starts with it: this
    compares legal actions. A game that never ends counts for nobody.

        >>> import worldgates as wg
        >>> wg.estimate(wg.new("molthar", players=2, seed=7), playouts=50, seat=0)
        (0.39, 0.61)
    """
    if playouts < 1:
        raise FormatError(f"expected at least one playout, got {playouts}", "playouts")
    if level_named(bot) is None:
        raise FormatError(unknown_bot(bot), "bot")
    players = len(game.players)
    wins = [0.0] * players
    if action is not None and seat != game.seat:
        raise FormatError("an action is judged by what the seat that decides may know: give that seat", "seat")
    first = None if action is None else game.number_of(action)
    if first is not None and first not in game.table.legal():
        raise game.type.why_not(game.table, first)
    for number in range(playouts):
        chance = FastChance.branch(seed, 2 * number)
        table = game.table.imagine(SPECTATOR if seat is None else seat, chance)
        policies = [make_policy(bot, game.type, FastChance.branch(seed, 2 * number + 1))] * players
        if first is not None:
            table.play(first)
        play_policies(table, policies, int(table.round) + game.type.max_rounds)
        if table.over:
            for winner, share in enumerate(table.payoffs()):
                wins[winner] += share
    return tuple(round(won / playouts, 6) for won in wins)
