"""The cards of La clef des mondes: keys, worlds, doors, discoveries and characters."""

from __future__ import annotations

from typing import Final

from worldgates.clef.cardlist import DiscoveryCard, ReaderCard, WorldCard
from worldgates.clef.text import ClefText
from worldgates.pictures.drawing import (
    ID,
    at,
    circle,
    linear,
    paint,
    paragraph,
    path,
    polygon,
    rect,
    star,
    symbol,
    text,
    title,
    use,
)
from worldgates.pictures.layout import Box

_PAGE: Final = "#f0e2c0"
_INK: Final = "#2b1b0e"

# Colour, silhouette in a box of 40 x 40, and the details on top of it.
_SHIELD: Final = "M20 1.5c5 3 10.5 4 16 4v12c0 10-6.5 17-16 21-9.5-4-16-11-16-21v-12c5.5 0 11-1 16-4z"
_HEART: Final = (
    "M20 38C9 29.5 1.5 23 1.5 13.5 1.5 7.5 6 3 11.5 3c3.7 0 6.8 2 8.5 5 "
    "1.7-3 4.8-5 8.5-5C34 3 38.5 7.5 38.5 13.5 38.5 23 31 29.5 20 38z"
)
_SWORDS: Final = "M11 10l16 17M29 10L13 27M10 23l7 7M30 23l-7 7"
_SKULL: Final = "M20 7c-6 0-9.5 4-9.5 9 0 3.5 1.5 5 3 6.5V28h13v-5.5c1.5-1.5 3-3 3-6.5 0-5-3.5-9-9.5-9z"
_BOOK: Final = "M20 13c-3-3-7-3.5-11-3.5v17c4 0 8 .5 11 3.5 3-3 7-3.5 11-3.5v-17c-4 0-8 .5-11 3.5z"
_KEYS: Final[dict[str, tuple[str, str, str]]] = {
    "magie": ("#5b2f9e", star(20, 20, 19, 13.4, 8), path(star(20, 20, 10.5, 4, 5), "#fff")),
    "connaissance": (
        "#1d5a96",
        "M5 6.5C5 5 6 4 7.5 4h25C34 4 35 5 35 6.5v27c0 1.5-1 2.5-2.5 2.5h-25C6 36 5 35 5 33.5z",
        path(_BOOK, "#fff") + path("M20 13v17", "none", stroke="#1d5a96", line=1.4),
    ),
    "combat": ("#a8321c", _SHIELD, path(_SWORDS, "none", stroke="#fff", line=3)),
    "mort": (
        "#2c2a2e",
        "M13 1.5h14l8 11-5.5 26h-19L5 12.5z",
        path(_SKULL, "#fff") + circle(16.5, 17, 2.4, "#2c2a2e") + circle(23.5, 17, 2.4, "#2c2a2e"),
    ),
    "amour": (
        "#c02f6c",
        _HEART,
        path(
            "M20 28.5c-5.5-4.2-8.8-7.6-8.8-12a4.4 4.4 0 0 1 8.8-1.6 4.4 4.4 0 0 1 8.8 1.6c0 4.4-3.3 7.8-8.8 12z", "#fff"
        ),
    ),
}

# Light, middle and dark colour of each world, and its landscape in a box of 200 x 200. Other sets' worlds get the last.
_GROUND: Final = "M0 146h200v60H0z"
_WORLDS: Final[dict[str, tuple[str, str, str, str]]] = {
    "kernault": (
        "#f2cf7f",
        "#a8742a",
        "#4a2c0c",
        "M0 150c40-14 70-14 100-6s60 4 100-8v70H0zM66 142V96l34-28 34 28v46h-24v-26H90v26zM118 80V66h9v21z",
    ),
    "gaulois": (
        "#c9d98a",
        "#5c7a36",
        "#1f3315",
        "M0 140c30-16 60-18 90-6s70 2 110-10v80H0z"
        "M62 132l6-44 10-5 6 47zM92 136l8-76 12 1 7 73zM124 128l6-34 9-2 5 36z",
    ),
    "chasse": (
        "#e8b978",
        "#8a4e22",
        "#33190a",
        f"M40 150l12-72 12 72zM58 150l9-52 9 52zM84 150l14-90 14 90zM118 150l11-66 11 66zM138 150l9-48 9 48z{_GROUND}",
    ),
    "clairiere": (
        "#f4c6dd",
        "#5f8f63",
        "#1d3a33",
        "M0 142c50-20 150-20 200 0v64H0zM92 140v-32h16v32zM64 110c2-30 20-44 36-44s34 14 36 44c-22 7-50 7-72 0z",
    ),
    "miroir": (
        "#dff0f2",
        "#5f93a8",
        "#1c3b4e",
        "M0 150l20-6 20 6 20-6 20 6 20-6 20 6 20-6 20 6 20-6 20 6v58H0zM72 136V62h56v74zM80 70v58l40-50v-8z",
    ),
    "milieu": ("#f0d9a0", "#7d8a4a", "#343a18", f"M26 150l36-60 18 24 24-52 56 88z{_GROUND}"),
    "crypte": (
        "#c4bfcf",
        "#5b5570",
        "#1c1929",
        "M52 150v-38c0-10 16-10 16 0v38z"
        f"M80 150V86l20-24 20 24v64h-12v-40H92v40zM132 150v-30c0-10 16-10 16 0v30z{_GROUND}",
    ),
    "multivers": (
        "#c7b4ff",
        "#4a4aa8",
        "#12123d",
        f"M0 156c60-20 140-20 200 0v50H0z{star(100, 96, 34, 9, 4)}"
        f"{star(66, 66, 10, 3, 4)}{star(136, 120, 13, 4, 4)}{star(134, 66, 7, 2, 4)}",
    ),
    "conan": ("#ffc08a", "#a83a22", "#3b0d0a", f"M38 150l24-66 14 24 18-48 20 54 12-24 36 60z{_GROUND}"),
}
_ELSEWHERE: Final = ("#e8d6b0", "#8a6a3a", "#33220c", _GROUND)
_ARCH: Final = "M44 152V84c0-32 24-54 56-54s56 22 56 54v68z"


def _key(name: str) -> str:
    ink, shape, glyph = _KEYS[name]
    edge = path(shape, ink, stroke="#3d2609", line=3) + path(shape, ink, stroke=paint("brass"), line=1.8)
    return f'<symbol id="{ID}key-{name}" viewBox="-1 -1 42 42">{edge}{glyph}</symbol>'


def _arch(world: str) -> str:
    _, _, dark, land = _WORLDS.get(world, _ELSEWHERE)
    clip = f'<clipPath id="{ID}clip-{world}"><path d="{_ARCH}"/></clipPath>'
    moon, ground = circle(100, 80, 38, "#fff", extra=' opacity=".25"'), path(land, dark, extra=' opacity=".8"')
    return symbol(
        f"arch-{world}",
        200,
        160,
        clip,
        f'<g clip-path="url(#{ID}clip-{world})">{rect(40, 26, 120, 130, paint(f"sky-{world}"))}{moon}{ground}</g>',
        path(_ARCH, "none", stroke="#3b220c", line=6),
        path(_ARCH, "none", stroke=paint("brass"), line=3.4),
    )


_NAMES: Final = (*_WORLDS, "elsewhere")
PAINTS: Final = {
    **{
        f"sky-{name}": linear(f"sky-{name}", 0, 1, (0, light), (0.75, middle), (1, dark))
        for name in _NAMES
        for light, middle, dark, _ in [_WORLDS.get(name, _ELSEWHERE)]
    },
    "reader": linear("reader", 0, 1, (0, "#7a4c28"), (1, "#341b0b")),
    "leaf": linear("leaf", 1, 0, (0, "#6b4222"), (0.5, "#50301a"), (1, "#3a2110")),
}
SYMBOLS: Final = {
    **{f"key-{name}": _key(name) for name in _KEYS},
    **{f"arch-{name}": _arch(name) for name in _NAMES},
    "lock": symbol(
        "lock",
        50,
        50,
        circle(25, 25, 24, "#2a170a"),
        circle(25, 25, 22, paint("brass")),
        path("M25 11a8 8 0 0 1 4.5 14.6l3.5 15.4h-16l3.5-15.4A8 8 0 0 1 25 11z", "#1a0d04"),
    ),
}


def paint_of(world: str) -> str:
    """Whose arch and sky a world has; those of other sets share one."""
    return world if world in _WORLDS else "elsewhere"


def colours(world: str) -> tuple[str, str]:
    """The light and the middle colour of a world."""
    light, middle, _, _ = _WORLDS.get(world, _ELSEWHERE)
    return light, middle


def key(name: str, x: float, y: float, size: float, words: ClefText, *, spent: bool = False) -> str:
    """A key, by its own name; a spent one is faint."""
    faint = ' opacity=".3"' if spent else ""
    return f"<g{faint}>{title(words.key(name))}{use(f'key-{name}', x, y, size)}</g>"


def world(card: WorldCard, x: float, y: float, size: float, words: ClefText) -> str:
    """A face-up world: a square with the keys at the middle of each side."""
    middle = _WORLDS.get(card.id, _ELSEWHERE)[1]
    side, edge = size * 0.18, size * 0.02
    centre = (size - side) / 2
    places = [(centre, edge), (size - side - edge, centre), (centre, size - side - edge), (edge, centre)]
    band = size * 0.62
    return at(
        x,
        y,
        rect(0, 0, size, size, "#2a170a", r=7),
        title(card.name),
        rect(2, 2, size - 4, size - 4, "#efe0bb", r=6),
        rect(5.5, 5.5, size - 11, size - 11, "none", r=4, stroke=middle, line=1.2),
        use(f"arch-{paint_of(card.id)}", size * 0.05, size * 0.01, size * 0.9, size * 0.72),
        rect(4, band, size - 8, 24, _PAGE, stroke="#8a5f24", line=0.8),
        paragraph(size / 2, band + 12, card.name, 11, _INK, size - 14, 22, face="name", smallest=8),
        *(key(name, *place, side, words) for name, place in zip(card.keys, places, strict=True) if name),
    )


def door(x: float, y: float, size: float) -> str:
    """A face-down world."""
    plank = (size - 16) / 4
    planks = [rect(8 + place * plank, 8, plank - 2, size - 16, "#5f3a1f") for place in range(4)]
    bars = [rect(8, top, size - 16, 9, paint("brass"), stroke="#2a170a") for top in (size * 0.2, size * 0.74)]
    lock = size * 0.26
    return at(
        x,
        y,
        rect(0, 0, size, size, "#2a170a", r=7),
        rect(3, 3, size - 6, size - 6, "#50301a", r=6),
        *planks,
        *bars,
        use("lock", (size - lock) / 2, (size - lock) / 2, lock),
    )


def discovery(card: DiscoveryCard, x: float, y: float, w: float, h: float, words: ClefText) -> str:
    """A discovery in a hand: its key, its name and its kind."""
    bad, thing = card.kind == "MR", card.kind == "O"
    middle = _WORLDS.get(card.world, _ELSEWHERE)[1]
    ink, page = ("#f6dcb0", "#3a0f10") if bad else (_INK, _PAGE)
    edge = "#c9803f" if bad else "#a9782c" if thing else middle
    size = min(w * 0.34, h * 0.3)
    sign, kind = card.attack if bad else card.key, words.kind(card.kind)
    # On a small card only the frame shows the kind.
    labelled = h >= 45
    name_top, kind_base = size + 6, h - 6.5 if labelled else h + 2
    ribbon = [(w - 6, 3), (w - 6 - size * 0.5, 3), (w - 6 - size * 0.25, 3 + size * 0.9)]
    name_room = kind_base - 6 - name_top
    shapes = [
        rect(0, 0, w, h, "#23130a", r=4),
        title(f"{card.name} — {kind} — {card.text}"),
        rect(1, 1, w - 2, h - 2, page, r=3.5),
        rect(3, 3, w - 6, h - 6, "none", r=2.5, stroke=edge, line=1.8 if thing else 1),
        # A ribbon in the colour of the card's world.
        path(polygon(ribbon), middle),
        paragraph(w / 2, name_top + name_room / 2, card.name, 10, ink, w - 7, name_room, smallest=5),
    ]
    if labelled:
        shapes.append(text(w / 2, kind_base, kind, 8, ink, w - 7, anchor="middle", smallest=4.8))
    if sign is not None:
        shapes.append(key(sign, 4.5, 4.5, size, words))
    return at(x, y, *shapes)


def reader(
    card: ReaderCard, x: float, y: float, w: float, h: float, words: ClefText, *, spent: bool, shown: bool
) -> str:
    """A character: its own key, its name, and the keys it needs to go home; a crown if it is revealed.

    In landscape, its own key and its name are side by side.
    """
    tr, low = words.words.translate, h < w
    size = 18.0 if low else w * 0.25
    band = Box(4, 4, w - 8, h - size - 14) if low else Box(4, size + 8, w - 8, h - 2 * size - 17)
    beside = size + 4 if low else 0.0
    middle = band.y + band.h / 2
    needs = tr("key {key}, needs {needs}", key=words.key(card.key), needs=", ".join(map(words.key, card.needs)))
    row = 6.0 if low else (w - 3 * size - 4) / 2
    shapes = [
        rect(0, 0, w, h, "#1d0f06", r=4),
        title(f"{card.name}: {needs}"),
        rect(1.5, 1.5, w - 3, h - 3, paint("reader"), r=3.5, stroke=paint("brass"), line=1.4),
        rect(*band, _PAGE, r=2, stroke="#8a5f24", line=0.7),
        paragraph(
            w / 2 + beside / 2, middle, card.name, 11, _INK, band.w - beside - 6, band.h - 2, face="name", smallest=7
        ),
        key(card.key, 6, middle - size / 2 if low else 5, size, words, spent=spent),
        *(key(need, row + place * (size + 2), h - size - 5, size, words) for place, need in enumerate(card.needs)),
    ]
    if shown:
        wide = size * 0.9
        left, top = w - wide - 7, h - wide if low else 8.0
        tips = [(0, 0.7), (0, 0), (0.25, 0.35), (0.5, -0.05), (0.75, 0.35), (1, 0), (1, 0.7)]
        crown = polygon((left + a * wide, top + b * wide) for a, b in tips)
        shapes.append(path(crown, paint("gold"), stroke="#3d2609", line=0.8))
    return at(x, y, *shapes)


def empty_place(x: float, y: float, w: float, h: float) -> str:
    """An empty slot in a hand."""
    dashes = ' stroke-dasharray="4 4" opacity=".6"'
    return rect(x + 1, y + 1, w - 2, h - 2, "none", r=4, stroke="#7a5526", extra=dashes)


def back(x: float, y: float, w: float, h: float) -> str:
    """The back of a discovery or of a character."""
    edge = max(0.8, w / 45)
    return at(
        x,
        y,
        rect(0, 0, w, h, "#1d0f06", r=w * 0.07),
        rect(edge, edge, w - 2 * edge, h - 2 * edge, paint("leaf"), r=w * 0.06, stroke=paint("brass"), line=edge),
        use("lock", w * 0.28, h / 2 - w * 0.22, w * 0.44),
    )
