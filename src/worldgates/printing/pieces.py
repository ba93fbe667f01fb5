"""What is printed: pieces of a size in millimetres with a front and a back, as SVG, and the glyphs on them.

Pieces are drawn in units of half a millimetre. A drawing fills its piece to the edge, so that a cut that is a
little off shows no white.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from worldgates.pictures.drawing import ID, PAINTS, SYMBOLS, linear, number, paint, symbol, tidy, use
from worldgates.pictures.fonts import FAMILIES

UNIT_MM: Final = 0.5
# The size of a playing card (63 x 88 mm), and of a square world or half a sheet, in units.
CARD: Final = (126.0, 176.0)
WORLD: Final = (176.0, 176.0)
HALF_SHEET: Final = (368.0, 240.0)

_TINTS: Final = {
    "gold": ("#fff6d6", "#f0c566", "#a8701f"),
    "bone": ("#fffef8", "#eadfc6", "#a3937a"),
    "ember": ("#fff0b8", "#ff9a3d", "#c2301a"),
    "leaf": ("#f2ffd0", "#b4d667", "#55802c"),
    "sky": ("#f4fbff", "#a9d2f5", "#4c7cb8"),
    "rose": ("#fff0f2", "#f5a3ae", "#b03a52"),
    "violet": ("#fbf2ff", "#cfa9f2", "#7a46b0"),
}
TINTS: Final = {
    f"tint-{name}": linear(f"tint-{name}", 0, 1, (0, light), (0.5, middle), (1, dark))
    for name, (light, middle, dark) in _TINTS.items()
}


@dataclass(frozen=True)
class Piece:
    """Something to cut out: its id and name, its size in units, its sides, and the colours at the edges of both."""

    id: str
    name: str
    size: tuple[float, float]
    front: str
    back: str
    edges: tuple[str, str]
    copies: int = 1


@cache
def glyph_data() -> Any:
    """Which glyph each card has, and how glyphs are drawn."""
    return json.loads((Path(__file__).parent / "glyphs.json").read_text(encoding="utf-8"))


def glyph(name: str, x: float, y: float, size: float, extra: str = "") -> str:
    """A glyph in a box; `drawn` defines it."""
    return use(f"glyph-{name}", x, y, size, extra=extra)


@cache
def _glyphs() -> dict[str, str]:
    return {
        f"glyph-{name}": symbol(f"glyph-{name}", 512, 512, markup) for name, markup in glyph_data()["glyphs"].items()
    }


def tint(name: str) -> str:
    """Attributes that colour a glyph."""
    return f' fill="{paint(f"tint-{name}")}" stroke="#140f0a" stroke-width="5"'


def drawn(size: tuple[float, float], shapes: str, symbols: Mapping[str, str], paints: Mapping[str, str]) -> str:
    """One side of a piece, as a picture of its own."""
    definitions = tidy(shapes, {**_glyphs(), **SYMBOLS, **symbols}, {**PAINTS, **TINTS, **paints})
    w, h = size
    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(w)} {number(h)}" '
        f'width="{number(w * UNIT_MM)}mm" height="{number(h * UNIT_MM)}mm" font-family="{FAMILIES["text"]}">'
    )
    return f"{root}{definitions}{shapes}</svg>".replace(ID, "wg-")
