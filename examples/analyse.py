"""What each legal action of a position is worth: playouts from what the deciding player may know.

python examples/analyse.py [position.json]
"""

import sys
from pathlib import Path

import worldgates as wg
from worldgates.molthar import Redraw

source = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_name("position.json")
game = wg.load(source)
print(game)
print()

seat = game.seat
assert seat is not None
chances = {
    action: wg.estimate(game, playouts=40, seed=1, seat=seat, action=action)[seat] for action in game.legal_actions
}
for action, chance in sorted(chances.items(), key=lambda item: -item[1]):
    print(f"{chance:6.1%}  {action}")

print()
print("Why not draw the hand anew?", game.why_not(Redraw()))
