"""The pieces of Portals of Molthar: pearls, characters, and a portal for each player."""

from __future__ import annotations

from collections import Counter
from typing import Final

from worldgates.core.gametype import GameType
from worldgates.molthar.pearls import all_pearls, names
from worldgates.molthar.text import CharacterCard, MoltharText
from worldgates.pictures import molthar_cards as cards
from worldgates.pictures.drawing import (
    GOLD,
    around,
    at,
    circle,
    number,
    paint,
    path,
    polygon,
    rect,
    seal,
    star,
    symbol,
    use,
)
from worldgates.printing.pieces import CARD, HALF_SHEET, Piece, drawn, glyph, glyph_data, tint
from worldgates.printing.type import block

# The colours at the edges of fronts, of backs, and of portals.
_NIGHT: Final = "#140f0c"
_BLUE: Final = "#0b1a38"
_WINE: Final = "#2a0710"
_GROUND: Final = "#0d1226"
_PAGE: Final = "#f3e4bf"
_INK: Final = "#2a1c10"


def _rays(x: float, y: float, inner: float, outer: float, count: int) -> str:
    """Fine lines around a figure."""
    pairs = zip(around(x, y, inner, count), around(x, y, outer, count), strict=True)
    return "".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for (a, b), (c, d) in pairs)


def _corner(value: int) -> str:
    """The numeral of a corner. As a symbol it can be turned."""
    ink = (
        f'<text x="12" y="19" text-anchor="middle" font-weight="700" font-size="22" fill="#fff6dc" stroke="{_NIGHT}" '
        f'stroke-width="2.4" paint-order="stroke" stroke-linejoin="round">{value}</text>'
    )
    return symbol(f"corner-{value}", 24, 24, ink)


SYMBOLS: Final = {**cards.SYMBOLS, **{f"corner-{value}": _corner(value) for value in range(1, 9)}}


def _svg(shapes: str, size: tuple[float, float] = CARD) -> str:
    return drawn(size, shapes, SYMBOLS, cards.PAINTS)


def pearl(value: int, swap: bool) -> str:
    """A pearl card: its pearl, its value in two corners, and a ribbon if it has the swap symbol (M10)."""
    w, h = CARD
    x, y, size = w / 2, h / 2 - (8 if swap else 0), 78.0
    shapes = [
        rect(0, 0, w, h, _NIGHT),
        rect(5, 5, w - 10, h - 10, paint(f"card-{value}"), r=7, stroke=paint("gold"), line=1.6),
        path(_rays(x, y, size * 0.56, size * 0.66, 48), "none", stroke="#f2d382", line=0.5, extra=' opacity=".7"'),
        circle(x, y, size * 0.54, "none", stroke="#f2d382", line=0.9),
        *(circle(a, b, 3, "#f2d382", stroke=_NIGHT, line=0.7) for a, b in around(x, y, size * 0.54, value)),
        use(f"bead-{value}", x - size / 2, y - size / 2, size),
        use(f"corner-{value}", 9, 9, 22),
        use(f"corner-{value}", 9, 9, 22, extra=f' transform="rotate(180 {number(w / 2)} {number(h / 2)})"'),
    ]
    if swap:
        top, high = h - 46.0, 26.0
        left, right = 38.0, w - 38  # clear of the value in the corner
        ends = [(left, top), (right, top), (right - 8, top + high / 2), (right, top + high), (left, top + high)]
        shapes += [
            path(polygon([*ends, (left + 8, top + high / 2)]), "#9b1f26", stroke=paint("gold"), line=1.2),
            use("swap", w / 2 - 11, top + 2, 22),
        ]
    return _svg("".join(shapes))


def _figure(card: CharacterCard, x: float, y: float, size: float) -> str:
    """The character's glyph; Cerberus has three heads, the monkey wings."""
    found = glyph_data()["characters"].get(card.id, {"glyph": "magic-portal", "tint": "gold"})
    name, colour = found["glyph"], tint(found["tint"])
    if found.get("special") == "three":
        small = size * 0.52
        return (
            glyph(name, x + size / 2 - small * 1.02, y + size * 0.46, small, colour)
            + glyph(name, x + size / 2 + small * 0.02, y + size * 0.46, small, colour)
            + glyph(name, x + size * 0.2, y, size * 0.6, colour)
        )
    if found.get("special") == "wings":
        wings = glyph("angel-wings", x - size * 0.1, y - size * 0.06, size * 1.2, tint("bone"))
        return wings + glyph(name, x + size * 0.22, y + size * 0.26, size * 0.56, colour)
    return glyph(name, x, y, size, colour)


def character(card: CharacterCard, words: MoltharText) -> str:
    """A character: what it costs, its picture, its ability in words, its name, what it brings."""
    w, h = CARD
    said = [line for line, _ in words.explain(card.id)][3:] if card.text else []
    # Requirement 10 to 36, picture and words, name 132 to 149, foot 151 to 168.
    words_top = 100.0 if said else 129.0
    size = words_top - 44 if said else 76.0
    x, y = w / 2, 40 + (words_top - 42) / 2
    shapes = [
        rect(0, 0, w, h, _NIGHT),
        rect(5, 5, w - 10, h - 10, paint(card.colour), r=7, stroke=paint("gold"), line=1.6),
        cards.requirement(card.requirement, 10, 10, w - 20, 26),
        path(_rays(x, y, 8, 46, 40), "none", stroke="#fff1c4", line=0.4, extra=' opacity=".28"'),
        circle(x, y, min(40.0, size * 0.62), "#000", extra=' opacity=".22"'),
        _figure(card, x - size / 2, y - size / 2, size),
    ]
    if said:
        box = rect(0, 0, w - 20, 30, "#0a0c18", r=4, extra=' fill-opacity=".62"')
        shapes.append(at(10, words_top, box, block((w - 20) / 2, 15, said, 7.4, "#fff6dc", w - 25, 29)))
    name = block((w - 12) / 2, 8.5, card.name, 14, _INK, w - 22, 16, face="name", smallest=8)
    shapes.append(at(6, 132, rect(0, 0, w - 12, 17, _PAGE, stroke="#9a6a22", line=0.9), name))
    if card.points:
        shapes.append(seal(9, 149.5, 20, card.points))
    shapes += [use("gem", w - 10 - 17 * (place + 1), 151.5, 16) for place in range(card.diamonds)]
    if card.ability is not None:
        left, right = 33.0, w - 12 - 17 * card.diamonds
        if not card.diamonds:
            right = w - 33
        plate = rect(left, 151, right - left, 17, "#0a0c18", r=6, extra=' fill-opacity=".7"')
        shapes += [plate, cards.draw_ability(card.ability, left + 4, 152.5, right - left - 8, 14)]
    return _svg("".join(shapes))


def back(kind: str) -> str:
    """The back of a pearl, or of a character: the diamond that it can be (M2)."""
    w, h = CARD
    x, y = w / 2, h / 2
    inside = (
        use("gem", x - 27, y - 25, 54)
        if kind == "character"
        else "".join(circle(a, b, 8.5, paint(f"pearl-{n + 1}")) for n, (a, b) in enumerate(around(x, y, 22, 7)))
        + circle(x, y, 8.5, paint("pearl-8"))
    )
    shapes = [
        rect(0, 0, w, h, _BLUE if kind == "character" else _WINE),
        rect(7, 7, w - 14, h - 14, paint(f"back-{kind}"), r=7, stroke=paint("gold"), line=1.6),
        path(_rays(x, y, 40, 54, 64), "none", stroke="#f2d382", line=0.5, extra=' opacity=".6"'),
        circle(x, y, 38, _NIGHT, stroke=paint("gold"), line=1.4, extra=' fill-opacity=".35"'),
        inside,
        *(path(star(a, b, 6, 2.2, 4), "#f2d382") for a in (20.0, w - 20) for b in (20.0, h - 20)),
    ]
    return _svg("".join(shapes))


def portal(words: MoltharText, first: bool) -> str:
    """A portal: two places for characters, the four actions, and on one the mark of the starting player (M4, M8)."""
    tr = words.words.translate
    (w, h), (card_w, card_h) = HALF_SHEET, CARD
    top = (h - card_h) / 2 + 10
    shapes = [
        rect(0, 0, w, h, _GROUND),
        rect(5, 5, w - 10, h - 10, "#1d2547", r=9, stroke=paint("gold"), line=1.8),
        block(14 + card_w + 4, 25, tr("Portal"), 20, GOLD, 2 * card_w, 24, face="name"),
    ]
    for place in range(2):
        left = 14 + place * (card_w + 8)
        shapes.append(rect(left, top, card_w, card_h, paint("portal"), r=7, stroke="#a8803a", line=1.4))
        shapes.append(path(_rays(left + card_w / 2, top + 92, 20, 50, 40), "none", stroke="#cdb4ff", line=0.5))
        shapes.append(glyph("magic-portal", left + 33, top + 62, 60, ' fill="#cdb4ff" opacity=".55"'))
    column = 14 + 2 * (card_w + 8)
    room = w - column - 14
    actions = [
        ("bead-o", tr("Take a pearl")),
        ("cycle", tr("Refresh the pearls")),
        ("cards", tr("Place a character")),
        ("gem", tr("Activate a character")),
    ]
    shapes.append(use("candle-lit", column + room / 2 - 30, 14, 16, 29))
    shapes.append(use("candle-lit", column + room / 2 - 8, 14, 16, 29))
    shapes.append(use("candle-lit", column + room / 2 + 14, 14, 16, 29))
    shapes.append(block(column + room / 2, 53, tr("Three actions a turn"), 8.5, GOLD, room, 16, face="bold"))
    for row, (mark, said) in enumerate(actions):
        y = 66.0 + 27 * row
        line = rect(0, 0, room, 23, "#0a0c18", r=5, extra=' fill-opacity=".6"')
        label = block(26, 11.5, said, 8.5, "#f3e8cf", room - 30, 21, anchor="start")
        shapes.append(at(column, y, line, use(mark, 4, 3, 17), label))
    notes = [tr("At most five pearls in hand at the end of a turn"), tr("12 points: the end is near")]
    shapes.append(at(column, 178, rect(0, 0, room, 36, "none"), block(room / 2, 18, notes, 8, "#c6bda6", room, 36)))
    if first:
        shapes.append(seal_of_start(14 + card_w - 9, h - 27))
    return _svg("".join(shapes), HALF_SHEET)


def seal_of_start(x: float, y: float) -> str:
    """The mark of the starting player."""
    return use("seal", x, y, 22) + path(star(x + 11, y + 11, 6.5, 2.8, 5), "#2f1c05")


def _portal_back() -> str:
    w, h = HALF_SHEET
    shapes = [
        rect(0, 0, w, h, _GROUND),
        rect(8, 8, w - 16, h - 16, paint("back-character"), r=9, stroke=paint("gold"), line=1.8),
        path(_rays(w / 2, h / 2, 62, 100, 72), "none", stroke="#f2d382", line=0.6, extra=' opacity=".6"'),
        glyph("magic-portal", w / 2 - 50, h / 2 - 50, 100, tint("gold")),
    ]
    return _svg("".join(shapes), HALF_SHEET)


def pieces(type: GameType, language: str) -> list[Piece]:
    """All pieces: 56 pearls, 54 characters, five portals (M1, M2, M4)."""
    words = type.text(language)
    assert isinstance(words, MoltharText)
    tr = words.words.translate
    pearl_back, diamond, gate = back("pearl"), back("character"), _portal_back()
    found = []
    for pearl_name, copies in Counter(names(all_pearls())).items():
        value, swap = cards.value_of(pearl_name), cards.has_symbol(pearl_name)
        said, front = tr("Pearl {value}", value=value), pearl(value, swap)
        found.append(Piece(f"pearl-{pearl_name}", said, CARD, front, pearl_back, (_NIGHT, _WINE), copies))
    for card in type.cards(language):
        assert isinstance(card, CharacterCard)
        found.append(Piece(card.id, card.name, CARD, character(card, words), diamond, (_NIGHT, _BLUE), card.copies))
    first, others = portal(words, True), portal(words, False)
    found.append(Piece("portal-first", tr("Portal"), HALF_SHEET, first, gate, (_GROUND, _GROUND)))
    found.append(Piece("portal", tr("Portal"), HALF_SHEET, others, gate, (_GROUND, _GROUND), type.max_players - 1))
    return found
