"""A tournament of three bots, all against all, and a table of who beats whom."""

from itertools import combinations

import worldgates as wg
from worldgates.molthar import Activate, Place


class Eager(wg.Bot):
    """Activates whatever it can, fills its portal otherwise, and leaves the rest to chance."""

    def choose(self, turn: wg.Turn) -> wg.Action:
        for kind in (Activate, Place):
            found = [action for action in turn.actions if isinstance(action, kind)]
            if found and not (kind is Place and None not in turn.view.players[turn.seat].portal):
                return turn.rng.choice(found)
        return turn.rng.choice(turn.actions)


if __name__ == "__main__":
    bots: list[wg.Bot | str] = [Eager(), "greedy", "random"]
    for one, other in combinations(bots, 2):
        result = wg.match("molthar", [one, other], games=100, seed=1)
        rate, low, high = result.win_rate[0]
        print(f"{result.players[0]:>8} beats {result.players[1]:<8} in {rate:.0%} ({low:.0%} to {high:.0%}) of games")
    print(wg.match("molthar", bots, games=150, seed=2).table())
