"""A bot in ten lines. Play against it:  worldgates play molthar --bots examples/thrifty.py:Thrifty"""

import worldgates as wg
from worldgates.molthar import Activate


class Thrifty(wg.Bot):
    def choose(self, turn: wg.Turn) -> wg.Action:
        ready = [action for action in turn.actions if isinstance(action, Activate)]
        return min(ready, key=lambda action: len(action.spend), default=turn.rng.choice(turn.actions))


if __name__ == "__main__":
    print(wg.match("molthar", [Thrifty(), "random"], games=200, seed=1).table())
