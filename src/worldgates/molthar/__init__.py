"""Portals of Molthar.

>>> from worldgates import molthar
>>> table = molthar.Table.new(players=3, seed=7)
>>> molthar.GAME.action_to_object(table, table.legal()[0])
{'do': 'take', 'from': 0}
"""

from worldgates.molthar.game import GAME as GAME
from worldgates.molthar.table import MoltharTable as Table

__all__ = ["GAME", "Table"]
