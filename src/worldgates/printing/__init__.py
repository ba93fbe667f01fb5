"""Print and play: a PDF of a whole game to cut out, from our own drawings.

`pieces` says what a piece is, `molthar` and `clef` draw them, `type` sets their texts, `leaflet` has the words around
them, and `book` puts everything onto pages.
"""

from worldgates.printing.book import write_pdf

__all__ = ["write_pdf"]
