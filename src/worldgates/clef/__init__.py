"""La clef des mondes.

>>> from worldgates import clef
>>> table = clef.Table.new(players=2, seed=7)
>>> clef.GAME.action_to_object(table, table.legal()[0])["do"]
'choose_character'
"""

from worldgates.clef.cardset import shipped as shipped
from worldgates.clef.game import GAME as GAME
from worldgates.clef.table import ClefTable as Table

__all__ = ["GAME", "Table", "shipped"]
