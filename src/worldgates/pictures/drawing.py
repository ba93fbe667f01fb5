"""The drawing functions of both games: fitted texts, panels, pearls of light, seals and candles, as strings of SVG.

An id in a picture begins with the marker `ID`; `picture` replaces it, so that pictures on one page share no ids.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2s
from typing import Final, Literal

from worldgates.core.gametype import GameType
from worldgates.core.shapes import Shape
from worldgates.pictures.fonts import FAMILIES, LEADING, Face, fit, fit_lines

# A character that never occurs in a text, because `clean` removes it.
ID: Final = "\0"
WIDTH: Final = 900

Anchor = Literal["start", "middle", "end"]

GOLD: Final = "#f0c566"
# The colours of the players' discs, by seat: dark enough for white letters.
SEATS: Final = ("#2f5aa8", "#9b2f3f", "#1f7a5c", "#7a46b0", "#8a6417")

# The most combining accents per letter.
_ACCENTS: Final = 2


@lru_cache(maxsize=8)
def cards_of(type: GameType, language: str) -> tuple[Shape, ...]:
    """The cards of a game, cached: listing them takes longer than drawing them."""
    return tuple(type.cards(language))


# Texts.


@lru_cache(maxsize=2048)
def clean(text: str) -> str:
    """A text without characters that XML forbids, direction marks, and piled-up accents."""
    kept: list[str] = []
    accents = 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        accents = accents + 1 if category[0] == "M" else 0
        if category[0] == "Z":
            kept.append(letter if letter in "\u00a0\u202f" else " ")
        elif category[0] != "C" and accents <= _ACCENTS:
            kept.append(letter)
    return "".join(kept).strip()


@lru_cache(maxsize=2048)
def escape(text: str) -> str:
    """A cleaned text, escaped for XML."""
    text = clean(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#39;")


def number(value: float) -> str:
    """A number with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def title(text: str) -> str:
    """The tooltip of a group of shapes."""
    return f"<title>{escape(text)}</title>"


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str,
    room: float,
    *,
    face: Face = "text",
    anchor: Anchor = "start",
    smallest: float = 8,
) -> str:
    """A line of text in a given width; if it is too long, it is shrunk, then truncated."""
    words, size = fit(clean(words), room, size, smallest, face)
    return line_of_text(x, y, words, size, fill, face, anchor)


def paragraph(
    x: float,
    middle: float,
    words: str,
    size: float,
    fill: str,
    room: float,
    high: float,
    *,
    face: Face = "text",
    anchor: Anchor = "middle",
    smallest: float = 7,
) -> str:
    """Lines of text centred vertically in a box; if they are too long, they are shrunk, then truncated."""
    lines, size = fit_lines(clean(words), room, high, size, smallest, face)
    leading = size * LEADING
    first = middle - leading * (len(lines) - 1) / 2 + size * 0.34
    return "".join(
        line_of_text(x, first + leading * row, line, size, fill, face, anchor) for row, line in enumerate(lines)
    )


def name(x: float, middle: float, words: str, size: float, fill: str, room: float) -> str:
    """The name of a player, in two lines if it is long."""
    return paragraph(x, middle, words, size, fill, room, 26, face="name", anchor="start", smallest=9.5)


def line_of_text(x: float, y: float, words: str, size: float, fill: str, face: Face, anchor: Anchor) -> str:
    if not words:
        return ""
    family = f' font-family="{FAMILIES[face]}"' if face == "name" else ""
    weight = "" if face == "text" else ' font-weight="700"'
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{number(x)}" y="{number(y)}"{where}{family}{weight} font-size="{number(size)}" fill="{fill}">'
        f"{escape(words)}</text>"
    )


# Shapes.


def rect(
    x: float,
    y: float,
    w: float,
    h: float,
    fill: str,
    *,
    r: float = 0,
    stroke: str = "",
    line: float = 1,
    extra: str = "",
) -> str:
    edge = f' stroke="{stroke}" stroke-width="{number(line)}"' if stroke else ""
    corner = f' rx="{number(r)}"' if r else ""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'
    return f'<rect {place}{corner} fill="{fill}"{edge}{extra}/>'


def circle(x: float, y: float, r: float, fill: str, *, stroke: str = "", line: float = 1, extra: str = "") -> str:
    edge = f' stroke="{stroke}" stroke-width="{number(line)}"' if stroke else ""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{fill}"{edge}{extra}/>'


def path(d: str, fill: str, *, stroke: str = "", line: float = 1, extra: str = "") -> str:
    edge = f' stroke="{stroke}" stroke-width="{number(line)}" stroke-linejoin="round"' if stroke else ""
    return f'<path d="{d}" fill="{fill}"{edge}{extra}/>'


def at(x: float, y: float, *shapes: str) -> str:
    """Shapes, translated to a position."""
    return f'<g transform="translate({number(x)} {number(y)})">{"".join(shapes)}</g>'


def use(name: str, x: float, y: float, w: float, h: float | None = None, extra: str = "") -> str:
    """A symbol in a box, by its id among the picture's symbols."""
    size = f'width="{number(w)}" height="{number(w if h is None else h)}"'
    return f'<use href="#{ID}{name}" x="{number(x)}" y="{number(y)}" {size}{extra}/>'


def paint(name: str) -> str:
    """A gradient of the picture, as a colour."""
    return f"url(#{ID}{name})"


def around(x: float, y: float, radius: float, corners: int) -> list[tuple[float, float]]:
    """The corners of a regular polygon, starting at the top."""
    angles = [2 * math.pi * corner / corners - math.pi / 2 for corner in range(corners)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def polygon(corners: Iterable[tuple[float, float]]) -> str:
    """A closed path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "z"


def star(x: float, y: float, outer: float, inner: float, points: int) -> str:
    """The path of a star."""
    tips, notches = around(x, y, outer, 2 * points), around(x, y, inner, 2 * points)
    return polygon(notches[corner] if corner % 2 else tips[corner] for corner in range(2 * points))


def radial(name: str, x: float, y: float, r: float, *stops: tuple[float, str]) -> str:
    return f'<radialGradient id="{ID}{name}" cx="{x}" cy="{y}" r="{r}">{_stops(stops)}</radialGradient>'


def linear(name: str, x: float, y: float, *stops: tuple[float, str]) -> str:
    return f'<linearGradient id="{ID}{name}" x1="0" y1="0" x2="{x}" y2="{y}">{_stops(stops)}</linearGradient>'


def _stops(stops: Sequence[tuple[float, str]]) -> str:
    return "".join(f'<stop offset="{offset}" stop-color="{colour}"/>' for offset, colour in stops)


def symbol(name: str, w: float, h: float, *shapes: str) -> str:
    return f'<symbol id="{ID}{name}" viewBox="0 0 {number(w)} {number(h)}">{"".join(shapes)}</symbol>'


# Elements of both games.

PAINTS: Final = {
    "gold": linear("gold", 0, 1, (0, "#fbe6a2"), (0.5, "#d3a14a"), (1, "#8d5f1d")),
    "brass": linear("brass", 1, 1, (0, "#f2d894"), (0.45, "#b98a3e"), (1, "#74501a")),
    "seal-gold": radial("seal-gold", 0.38, 0.3, 0.8, (0, "#fff0b8"), (0.45, "#e3b04a"), (1, "#8f5b14")),
    "flame": linear("flame", 0, 1, (0, "#fff4c0"), (0.5, "#ffc24a"), (1, "#e2661a")),
    "wax": linear("wax", 1, 0, (0, "#fff3da"), (0.6, "#ead6ac"), (1, "#b59b6a")),
}

_FLAME: Final = "M12 2c3.2 4.5 4.5 7 4.5 9.6a4.5 4.5 0 0 1-9 0C7.5 9 9.3 6.5 12 2z"
_WAX: Final = "M6.5 20c0-1.6 1.5-2.2 5.5-2.2s5.5.6 5.5 2.2v21h-11z"
_STUB: Final = "M6.5 29c0-1.6 1.5-2.2 5.5-2.2s5.5.6 5.5 2.2v12h-11z"
_SMOKE: Final = "M12 22c-3-3 3-5 0-9s2-5 1-8"
_DISH: Final = "M3.5 40.5h17v2.5h-17z"

SYMBOLS: Final = {
    "seal": symbol(
        "seal",
        40,
        40,
        path(star(20, 20, 19.5, 17, 16), "#6b430c"),
        path(star(20, 20, 18.6, 16.3, 16), paint("seal-gold")),
        circle(20, 20, 13.8, "none", stroke="#7b4d10"),
    ),
    "candle-lit": symbol(
        "candle-lit",
        24,
        44,
        path(_FLAME, paint("flame")),
        path("M12 14v5", "none", stroke="#3b2a14", line=1.3),
        path(_WAX, paint("wax")),
        path(_DISH, paint("brass")),
    ),
    "candle-out": symbol(
        "candle-out",
        24,
        44,
        path(_SMOKE, "none", stroke="#c6bda6", line=1.2, extra=' opacity=".5"'),
        path("M12 25v3", "none", stroke="#3b2a14", line=1.3),
        path(_STUB, "#8f846f"),
        path(_DISH, "#6d5a37"),
    ),
}


def seal(x: float, y: float, size: float, points: int) -> str:
    """A seal with a number of points; the position is its upper left corner."""
    big = size * (0.5 if points < 10 else 0.42)
    numeral = text(
        x + size / 2,
        y + size / 2 + big * 0.36,
        str(points),
        big,
        "#2f1c05",
        size,
        face="bold",
        anchor="middle",
        smallest=5,
    )
    return use("seal", x, y, size) + numeral


def letters(player_names: Sequence[str]) -> list[str]:
    """The label on each player's disc: the initial, or a number if initials are ambiguous."""
    first = [clean(player)[:1].upper() for player in player_names]
    return [
        letter if letter.isalnum() and first.count(letter) == 1 else str(seat + 1) for seat, letter in enumerate(first)
    ]


def disc(x: float, y: float, r: float, letter: str, seat: int) -> str:
    """A player's disc."""
    sign = text(x, y + r * 0.42, letter, r * 1.2, "#fff", 1.7 * r, face="bold", anchor="middle", smallest=5)
    return circle(x, y, r, SEATS[seat % len(SEATS)], stroke="#fff3d0", line=max(1, r / 9)) + sign


def candles(x: float, y: float, h: float, lit: int, out: int) -> str:
    """The actions of a turn, from right to left: lit ones are left, smoking ones are spent."""
    w = h * 24 / 44
    names = ["candle-lit"] * lit + ["candle-out"] * out
    return "".join(use(name, x - w * (len(names) - place), y, w, h) for place, name in enumerate(names))


def tidy(shapes: str, symbols: Mapping[str, str], paints: Mapping[str, str]) -> str:
    """The definitions that shapes refer to."""
    wanted = _references(shapes)
    used = "".join(markup for name, markup in symbols.items() if name in wanted)
    # Symbols refer to gradients, and to symbols defined before them.
    wanted |= _references(used)
    used = "".join(markup for name, markup in symbols.items() if name in wanted)
    wanted |= _references(used)
    return "<defs>" + "".join(markup for name, markup in paints.items() if name in wanted) + used + "</defs>"


def _references(shapes: str) -> set[str]:
    return set(re.findall(f"#{ID}([a-z0-9-]+)", shapes))


def picture(
    height: float, heading: str, description: str, shapes: str, symbols: Mapping[str, str], paints: Mapping[str, str]
) -> str:
    """A whole picture. Its ids are derived from its content: only equal pictures have equal ids."""
    body = (
        f'<title id="{ID}title">{escape(heading)}</title><desc id="{ID}desc">{escape(description)}</desc>'
        f"{tidy(shapes, {**SYMBOLS, **symbols}, {**PAINTS, **paints})}{shapes}"
    )
    # Notebooks look for formulas between dollar signs, unless a class disables it.
    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tex2jax_ignore mathjax_ignore" role="img" '
        f'aria-labelledby="{ID}title {ID}desc" viewBox="0 0 {WIDTH} {number(height)}" width="100%" '
        f'style="max-width:{WIDTH}px" font-family="{FAMILIES["text"]}">'
    )
    prefix = f"wg{blake2s(body.encode(), digest_size=5).hexdigest()}-"
    return f"{root}{body}</svg>".replace(ID, prefix)
