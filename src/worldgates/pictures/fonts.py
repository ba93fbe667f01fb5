"""Estimates the width of a text, without a font: enough to make it fit its box.

The viewer's system provides the fonts of a picture. The table below has the widths of DejaVu, the widest of the usual
fallback fonts; in any other font of the lists in `FAMILIES` a text is narrower than computed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Literal

# Body text, numerals and labels, and the names of cards and players.
Face = Literal["text", "bold", "name"]
# The width of a text: estimated here, exact where a font is at hand (`printing.type`).
Measure = Callable[[str, float, Face], float]

FAMILIES: Final[dict[Face, str]] = {
    "text": "'Alegreya Sans','Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif",
    "bold": "'Alegreya Sans','Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif",
    "name": "Almendra,Palatino,'Palatino Linotype',Georgia,'DejaVu Serif',serif",
}

# Ascent and descent, as fractions of the font size.
ASCENT: Final = 0.78
DESCENT: Final = 0.24
# The line height.
LEADING: Final = 1.12

# The advance widths of the characters from the space to the tilde, in hundredths of the font size.
_TABLES: Final[dict[Face, str]] = {
    "text": "32 41 46 84 64 96 78 28 40 40 50 84 32 37 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 54 100 69 69 "
    "70 78 64 58 78 76 30 30 66 56 87 75 79 61 79 70 64 62 74 69 99 69 62 69 40 34 40 84 50 50 62 64 55 64 62 36 64 64 "
    "28 28 58 28 98 64 62 64 64 42 53 40 64 60 82 60 60 53 64 34 64 84",
    "bold": "35 46 53 84 70 101 88 31 46 46 53 84 38 42 38 37 70 70 70 70 70 70 70 70 70 70 40 40 84 84 84 59 100 78 "
    "77 74 84 69 69 83 84 38 38 78 64 100 84 86 74 86 78 73 69 82 78 111 78 73 73 46 37 46 84 50 50 68 72 60 72 68 44 "
    "72 72 35 35 67 35 105 72 69 72 72 50 60 48 72 66 93 65 66 59 72 37 72 84",
    "name": "35 44 53 84 70 96 91 31 48 48 53 84 35 42 35 37 70 70 70 70 70 70 70 70 70 70 37 37 84 84 84 59 100 78 85 "
    "80 87 77 71 86 95 47 48 87 71 111 92 88 76 88 84 73 75 88 78 113 78 72 73 48 37 48 84 50 50 65 70 61 70 64 44 70 "
    "73 38 37 70 38 106 73 67 70 70 53 57 47 73 59 87 60 59 57 65 37 65 84",
}
_WIDTHS: Final[dict[Face, dict[str, float]]] = {
    face: {chr(32 + number): int(width) / 100 for number, width in enumerate(table.split())}
    for face, table in _TABLES.items()
}
_OTHERS: Final = {
    "·": 0.38,
    "\u2019": 0.38,
    "\u2018": 0.38,
    "\u00a0": 0.36,
    "\u202f": 0.25,
    "«": 0.66,
    "»": 0.66,
    "\N{MINUS SIGN}": 0.84,
    "\N{MULTIPLICATION SIGN}": 0.84,
    "…": 1.0,
}
# The widest letters of other alphabets, and emoji.
_UNKNOWN: Final = 1.15
_FULL_WIDTH: Final = 1.4

ELLIPSIS: Final = "…"


@lru_cache(maxsize=4096)
def _advance(letter: str, face: Face) -> float:
    if (known := _WIDTHS[face].get(letter) or _OTHERS.get(letter)) is not None:
        return known
    if unicodedata.combining(letter):
        return 0.0
    base = unicodedata.normalize("NFD", letter)[0]
    if base in _WIDTHS[face]:
        return _WIDTHS[face][base]
    return _FULL_WIDTH if unicodedata.east_asian_width(letter) in "WF" else _UNKNOWN


@lru_cache(maxsize=4096)
def width(text: str, size: float, face: Face = "text") -> float:
    """An upper bound for the width of a text."""
    return size * sum(_advance(letter, face) for letter in text)


def shorten(text: str, room: float, size: float, face: Face = "text") -> str:
    """A text that fits, truncated with an ellipsis if necessary."""
    if width(text, size, face) <= room:
        return text
    while text and width(text + ELLIPSIS, size, face) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def fit(text: str, room: float, size: float, smallest: float, face: Face = "text") -> tuple[str, float]:
    """A text that fits, and its font size: it is shrunk first, then truncated."""
    needed = width(text, size, face)
    if needed > room:
        size = max(smallest, int(10 * size * room / needed) / 10)
    return shorten(text, room, size, face), size


def wrap(text: str, room: float, size: float, face: Face = "text", measure: Measure = width) -> list[str]:
    """A text wrapped to a width; only a longer word overflows."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and measure(f"{lines[-1]} {word}", size, face) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def fit_paragraphs(
    texts: Sequence[str],
    room: float,
    high: float,
    size: float,
    smallest: float,
    face: Face = "text",
    measure: Measure = width,
    step: float = 0.5,
) -> tuple[list[list[str]], float, bool]:
    """Paragraphs in lines, half a line apart, and the largest size at which they fit a box; whether they fit at all."""
    while True:
        blocks = [wrap(text, room, size, face, measure) for text in texts]
        fits = lines_high(blocks) * size * LEADING <= high and all(
            measure(line, size, face) <= room for block in blocks for line in block
        )
        if fits or size <= smallest:
            return blocks, size, fits
        size = max(smallest, round(size - step, 1))


def lines_high(blocks: Sequence[Sequence[str]]) -> float:
    """The height of paragraphs, in lines."""
    return sum(map(len, blocks)) + 0.5 * (len(blocks) - 1)


def fit_lines(
    text: str, room: float, high: float, size: float, smallest: float, face: Face = "text"
) -> tuple[list[str], float]:
    """A text wrapped to fit a box, and its font size: it is shrunk first, then truncated."""
    (lines,), size, fits = fit_paragraphs([text], room, high, size, smallest, face)
    if fits:
        return lines, size
    most = max(1, int(high / (size * LEADING)))
    if len(lines) > most:
        # The rest of the text goes onto the last line, which is then truncated.
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [shorten(line, room, size, face) for line in lines], size
