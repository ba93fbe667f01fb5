"""The type of printed cards: texts set in the fonts that are shipped, measured exactly.

A picture on a screen does not know its fonts (`pictures.fonts` estimates them); a printed card brings them along.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from struct import unpack_from
from typing import Final

from worldgates.pictures.drawing import Anchor, clean, line_of_text
from worldgates.pictures.fonts import LEADING, Face, fit_paragraphs, lines_high

FONTS: Final = Path(__file__).parent / "fonts"
_FILES: Final[dict[Face, str]] = {
    "text": "AlegreyaSans-Regular.ttf",
    "bold": "AlegreyaSans-Bold.ttf",
    "name": "Almendra-Bold.ttf",
}


@cache
def _advances(face: Face) -> dict[int, float]:
    """The width of every character of a font, for the size 1."""
    data = (FONTS / _FILES[face]).read_bytes()
    tables = {}
    for number in range(unpack_from(">H", data, 4)[0]):
        tag, _, start, _ = unpack_from(">4sIII", data, 12 + 16 * number)
        tables[tag] = start
    units = unpack_from(">H", data, tables[b"head"] + 18)[0]
    metrics = unpack_from(">H", data, tables[b"hhea"] + 34)[0]

    def advance(glyph: int) -> float:
        (wide,) = unpack_from(">H", data, tables[b"hmtx"] + 4 * min(glyph, metrics - 1))
        return float(wide) / float(units)

    return {code: advance(glyph) for code, glyph in _glyphs(data, tables[b"cmap"]).items()}


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """The glyph of every character: the subtable of format 4, which all our fonts have."""
    starts = [cmap + unpack_from(">HHI", data, cmap + 4 + 8 * number)[2] for number in range(data[cmap + 3])]
    start = next(start for start in starts if unpack_from(">H", data, start)[0] == 4)
    double = unpack_from(">H", data, start + 6)[0]
    ends, begins = start + 14, start + 16 + double
    found: dict[int, int] = {}
    for place in range(0, double, 2):
        last, first = unpack_from(">H", data, ends + place)[0], unpack_from(">H", data, begins + place)[0]
        delta = unpack_from(">H", data, begins + double + place)[0]
        offset = unpack_from(">H", data, begins + 2 * double + place)[0]
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if offset:
                glyph = unpack_from(">H", data, begins + 2 * double + place + offset + 2 * (code - first))[0]
            if glyph or not offset:
                found[code] = (glyph + delta) & 0xFFFF
    return found


def has(letter: str, face: Face = "text") -> bool:
    """Whether a font has a character; others come from another font or are left out."""
    return ord(letter) in _advances(face)


@cache
def width(text: str, size: float, face: Face = "text") -> float:
    """The width of a text; a character that the font lacks counts as a wide one."""
    advances = _advances(face)
    narrow = advances[ord(" ")]
    return size * sum(advances.get(ord(sign), narrow if sign.isspace() else 1.0) for sign in text)


class DoesNotFitError(Exception):
    """A text that does not fit its place on a card."""


def block(
    x: float,
    middle: float,
    texts: str | list[str],
    size: float,
    fill: str,
    room: float,
    high: float,
    *,
    face: Face = "text",
    anchor: Anchor = "middle",
    smallest: float = 5.0,
) -> str:
    """Paragraphs centred vertically in a box, shrunk until they fit; a DoesNotFitError if they never do."""
    given = [clean(each) for each in ([texts] if isinstance(texts, str) else texts) if each]
    blocks, size, fits = fit_paragraphs(given, room, high, size, smallest, face, width, 0.2)
    if not fits:
        raise DoesNotFitError(f"{' '.join(given)!r} is too long for its place on the card")
    leading = size * LEADING
    y, shapes = middle - lines_high(blocks) * leading / 2 + leading * 0.5 + size * 0.3, []
    for lines in blocks:
        for line in lines:
            shapes.append(line_of_text(x, y, line, size, fill, face, anchor))
            y += leading
        y += leading / 2
    return "".join(shapes)
