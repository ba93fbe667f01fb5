"""Pictures of a table, for notebooks and documents: self-contained SVG, drawn from a seat's view.

>>> import worldgates as wg
>>> from worldgates.pictures import svg
>>> game = wg.new("molthar", players=["Ada", "Bo"], seed=7)
>>> svg(game.view(0), game.type, "fr")[:40]
'<svg xmlns="http://www.w3.org/2000/svg" '
"""

from __future__ import annotations

from worldgates.clef.view import View as ClefView
from worldgates.core.gametype import GameType
from worldgates.core.shapes import View
from worldgates.molthar.view import View as MoltharView
from worldgates.pictures import clef, molthar


def svg(view: View, type: GameType, language: str = "en") -> str:
    """A picture of a table as a seat sees it. The same view gives the same picture."""
    if isinstance(view, MoltharView):
        return molthar.draw(view, type, language)
    if isinstance(view, ClefView):
        return clef.draw(view, type, language)
    raise TypeError(f"there is no picture of {view!r}")
