"""The cards of Molthar: pearls, requirements, abilities and characters."""

from __future__ import annotations

from typing import Final

from worldgates.molthar.pearls import PearlName
from worldgates.molthar.requirements import (
    Ability,
    AnyRequirement,
    Either,
    Exact,
    OfAKind,
    PairAnd,
    Run,
    Sum,
    Three,
    TwoPairs,
)
from worldgates.molthar.text import CharacterCard, MoltharText
from worldgates.pictures.drawing import (
    around,
    at,
    circle,
    linear,
    number,
    paint,
    paragraph,
    path,
    polygon,
    radial,
    rect,
    seal,
    star,
    symbol,
    text,
    title,
    use,
)
from worldgates.pictures.fonts import FAMILIES, width

# Each pearl's hue, dark shade, light shade and numeral colour.
_PEARLS: Final = {
    1: ("#f3ead2", "#a08a5c", "#fffdf4", "#2b2118"),
    2: ("#f0b32f", "#8a5200", "#ffe9a3", "#2b1a00"),
    3: ("#cf4519", "#6d1505", "#ffb48a", "#fff"),
    4: ("#cc3f7d", "#5f0b36", "#ffb3d4", "#fff"),
    5: ("#7c4fcb", "#2c1163", "#cdb4ff", "#fff"),
    6: ("#2b6fd2", "#07265f", "#a6d0ff", "#fff"),
    7: ("#14866a", "#033527", "#93ecca", "#fff"),
    8: ("#332c3b", "#060409", "#a396b8", "#ffd978"),
}
# Light, middle and dark colours of the three families of characters.
_FAMILIES: Final = {
    "green": ("#5d7d3c", "#2c4423", "#0f1c12"),
    "red": ("#b3402f", "#651a1c", "#26070c"),
    "blue": ("#3f66ac", "#1c2f66", "#0a1130"),
}
# The typographic characters, not `x` and `-`.
TIMES: Final = "\N{MULTIPLICATION SIGN}"
MINUS: Final = "\N{MINUS SIGN}"
_PAGE: Final = "#f3e4bf"
_INK: Final = "#2a1c10"


# Pearls.


def _figure(value: int) -> str:
    """The figure inside a pearl, with as many corners as its value."""
    if value == 1:
        return circle(12, 12, 7, "none")
    if value == 2:
        return path("M12 5a8 8 0 0 1 0 14a8 8 0 0 1 0-14z", "none")
    step = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3}[value]
    corners = around(12, 12, 8.6, value)
    lines = [(corners[place], corners[(place + step) % value]) for place in range(value)]
    return path("".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for (a, b), (c, d) in lines), "none")


def _numeral(words: str, fill: str, outline: str) -> str:
    return (
        f'<text x="12" y="16.9" text-anchor="middle" font-family="{FAMILIES["bold"]}" font-weight="700" '
        f'font-size="13.5" fill="{fill}" stroke="{outline}" stroke-width="2.2" paint-order="stroke" '
        f'stroke-linejoin="round">{words}</text>'
    )


def _bead(name: str, rim: str, fill: str, *shapes: str) -> str:
    shine = '<ellipse cx="8.5" cy="6" rx="4" ry="2.2" fill="#fff" opacity=".55" transform="rotate(-30 8.5 6)"/>'
    return symbol(
        f"bead-{name}",
        24,
        24,
        circle(12, 12, 11.5, rim),
        circle(12, 12, 10.7, paint(fill)),
        shapes[0],
        shine,
        *shapes[1:],
    )


def _pearl_bead(value: int) -> str:
    _, deep, light, ink = _PEARLS[value]
    figure = f'<g stroke="{"#8d7646" if value == 1 else light}" stroke-width=".7" opacity=".7">{_figure(value)}</g>'
    return _bead(
        str(value), "#f2d382", f"pearl-{value}", figure, _numeral(str(value), ink, light if value < 3 else deep)
    )


_GEM: Final = "M6 2.5h12l5 7L12 22.5 1 9.5z"
PAINTS: Final = {
    **{
        f"pearl-{value}": radial(f"pearl-{value}", 0.36, 0.28, 0.85, (0, light), (0.38, hue), (0.82, deep), (1, hue))
        for value, (hue, deep, light, _) in _PEARLS.items()
    },
    **{
        f"card-{value}": radial(
            f"card-{value}",
            0.5,
            0.5,
            0.8,
            (0, "#8d97b5" if value == 1 else hue),
            (1, "#39425f" if value == 1 else deep),
        )
        for value, (hue, deep, _, _) in _PEARLS.items()
    },
    **{name: radial(name, 0.5, 0.42, 0.75, (0, a), (0.55, b), (1, c)) for name, (a, b, c) in _FAMILIES.items()},
    "blank": radial("blank", 0.36, 0.3, 0.85, (0, "#fff"), (0.5, "#e6e0ee"), (0.8, "#b7b3cb"), (1, "#827f9c")),
    "blank-2": radial("blank-2", 0.36, 0.3, 0.85, (0, "#fff8e6"), (0.5, "#e2cfa6"), (1, "#92794a")),
    "any": linear("any", 1, 1, (0, "#f0b32f"), (0.3, "#dd4f22"), (0.55, "#7c4fcb"), (0.8, "#2b6fd2"), (1, "#14866a")),
    "gem-blue": linear("gem-blue", 1, 1, (0, "#f2fdff"), (0.45, "#8fd6ef"), (1, "#2b7fb0")),
    "back-pearl": radial("back-pearl", 0.5, 0.5, 0.7, (0, "#8a2a35"), (1, "#2a0710")),
    "back-character": radial("back-character", 0.5, 0.5, 0.7, (0, "#2f6f8e"), (1, "#0b1a38")),
    "portal": radial("portal", 0.5, 0.55, 0.7, (0, "#6d4fc0"), (0.6, "#33257a"), (1, "#131338")),
}


def _card_shape(x: float, turn: int, fill: str) -> str:
    return rect(x, 5, 9, 13, fill, r=1.5, stroke="#2a1a08", line=0.8, extra=f' transform="rotate({turn} {x + 4.5} 12)"')


SYMBOLS: Final = {
    **{f"bead-{value}": _pearl_bead(value) for value in _PEARLS},
    "bead-any": _bead("any", "#f2d382", "any", "", _numeral("?", "#fff", "#2a1440")),
    "bead-o": _bead("o", "#4a4560", "blank", ""),
    "bead-o2": _bead("o2", "#5a451e", "blank-2", ""),
    "gem": symbol(
        "gem",
        24,
        24,
        path(_GEM, paint("gem-blue"), stroke="#0d3550", line=1.3),
        path("M1 9.5h22M6 2.5l2.5 7L12 22.5l3.5-13 2.5-7M8.5 9.5L12 2.5l3.5 7", "none", stroke="#0d3550", line=0.7),
        path("M6 2.5h6l-3.5 7H1z", "#fff", extra=' opacity=".55"'),
    ),
    "cards": symbol(
        "cards",
        24,
        24,
        _card_shape(2.5, -16, "#c9b07a"),
        _card_shape(7.5, 0, "#e4d0a0"),
        _card_shape(12.5, 16, "#fff1cf"),
    ),
    "swap": symbol(
        "swap",
        24,
        24,
        path("M3 5h10V2l7 5-7 5V9H3zM21 15H11v-3l-7 5 7 5v-3h10z", "#fff6dc", stroke="#4a2f0c", line=0.6),
    ),
    "eye": symbol(
        "eye",
        24,
        24,
        path("M1.5 12C6 5.5 18 5.5 22.5 12 18 18.5 6 18.5 1.5 12z", "#fff6dc", stroke="#3b2a14", line=1),
        circle(12, 12, 4.2, "#2b6fd2", stroke="#07265f"),
        circle(12, 12, 1.7, "#060409"),
    ),
    "cross": symbol("cross", 24, 24, path("M6 6l12 12M18 6L6 18", "none", stroke="#ffb48a", line=4)),
    "back": symbol("back", 24, 24, path("M20 18c0-7-4-9-11-9V4.5L2.5 11 9 17.5V13c5 0 8 1 11 5z", "#ffe2a0")),
    "cycle": symbol(
        "cycle",
        24,
        24,
        path(
            "M5 13a7 7 0 0 1 12-5l2.5-2.5v7h-7l2.5-2.5a4 4 0 0 0-6.5 3z"
            "M19 13a7 7 0 0 1-12 4l-2 2v-6h6l-2 2a4 4 0 0 0 6.5-2z",
            "#ffe2a0",
        ),
    ),
    "to": symbol("to", 24, 24, path("M2 9.5h11V4.5l9 7.5-9 7.5v-5H2z", "#ffe2a0")),
    "from": symbol("from", 24, 24, path("M22 9.5H11V4.5L2 12l9 7.5v-5h11z", "#ffe2a0")),
    "lantern": symbol(
        "lantern",
        24,
        24,
        path("M8 5a4 4 0 0 1 8 0", "none", stroke="#f2d894", line=1.5),
        path("M6 6h12l2 13H4zM4 20h16v2H4z", "#3a2a12", stroke="#f2d894", line=1.2),
        path("M12 8c3 4 3.5 6 3.5 7a3.5 3.5 0 0 1-7 0c0-2 2-3 3.5-7z", paint("flame")),
    ),
    # The habitats of the three families: a wood, a fire, a night.
    "scene-green": symbol(
        "scene-green",
        100,
        60,
        circle(50, 30, 21, "#ffe2a0", extra=' opacity=".22"'),
        path("M0 50c22-12 40-10 60-7s28-6 40-4v21H0z", "#1b3018"),
        path(
            "M20 50l8-30 8 30zM33 51l6-20 6 20zM60 46l9-36 9 36zM74 46l6-22 6 22z",
            "#16280f",
            stroke="#7d9c55",
            line=0.8,
        ),
    ),
    "scene-red": symbol(
        "scene-red",
        100,
        60,
        circle(50, 30, 21, "#ffe2a0", extra=' opacity=".22"'),
        path(
            "M50 6c4 14 17 18 17 33a17 17 0 0 1-34 0c0-9 6-11 7-19 5 3 6 7 6 10 4-5 6-13 4-24z",
            paint("flame"),
            stroke="#4a0f12",
        ),
        path("M50 32c3 6 8 8 8 14a8 8 0 0 1-16 0c0-5 5-7 8-14z", "#fff4c0"),
    ),
    "scene-blue": symbol(
        "scene-blue",
        100,
        60,
        circle(50, 30, 21, "#cfe0ff", extra=' opacity=".2"'),
        path("M55 12a18 18 0 1 0 9 32a21 21 0 0 1-9-32z", "#f4f0d6", stroke="#0a1130", line=0.6),
        path(
            star(70, 18, 6, 2.2, 4) + star(28, 38, 4, 1.5, 4) + star(77, 40, 4, 1.5, 4) + star(24, 16, 3, 1.2, 4),
            "#fff1c4",
        ),
    ),
}


def value_of(pearl: PearlName) -> int:
    return int(str(pearl).rstrip("*"))


def has_symbol(pearl: PearlName) -> bool:
    return str(pearl).endswith("*")


def bead(pearl: PearlName, x: float, y: float, size: float) -> str:
    """A pearl in a hand; the swap symbol has no effect there."""
    return use(f"bead-{value_of(pearl)}", x, y, size)


def pearl_card(pearl: PearlName, x: float, y: float, w: float, h: float) -> str:
    """A face-up pearl; one with the swap symbol has a ribbon."""
    value, swap = value_of(pearl), has_symbol(pearl)
    size = w * 0.78
    shapes = [
        rect(0, 0, w, h, "#120e1a", r=6),
        rect(2, 2, w - 4, h - 4, paint(f"card-{value}"), r=5, stroke=paint("gold"), line=1.4),
        use(f"bead-{value}", (w - size) / 2, (h - size) / 2 - (h * 0.09 if swap else 0), size),
    ]
    if swap:
        top, height = h * 0.74, h * 0.19
        ribbon = [(6, top), (w - 6, top), (w - 11, top + height / 2), (w - 6, top + height), (6, top + height)]
        ribbon.append((11, top + height / 2))
        shapes += [path(polygon(ribbon), "#9b1f26", stroke=paint("gold")), use("swap", (w - height) / 2, top, height)]
    return at(x, y, *shapes)


def back(kind: str, x: float, y: float, w: float, h: float) -> str:
    """The back of a pearl or of a character."""
    r = w * 0.26
    inside = (
        use("gem", w / 2 - r, h / 2 - r, 2 * r)
        if kind == "character"
        else "".join(
            circle(a, b, w * 0.07, paint(f"pearl-{n + 1}"))
            for n, (a, b) in enumerate(around(w / 2, h / 2, r * 0.85, 7))
        )
    )
    edge = max(1.0, w / 45)
    return at(
        x,
        y,
        rect(0, 0, w, h, "#140f0c", r=w * 0.09),
        rect(
            edge, edge, w - 2 * edge, h - 2 * edge, paint(f"back-{kind}"), r=w * 0.08, stroke=paint("gold"), line=edge
        ),
        inside,
    )


# Requirements, drawn as on the cards.


def marks_of(requirement: AnyRequirement) -> list[str]:
    """A requirement as marks: a value, `o` for any pearl, `=` between equal ones, and so on."""
    match requirement:
        case OfAKind(number=count):
            marks = " = ".join("o" * count).split()
        case TwoPairs():
            marks = ["o", "=", "o", "_", "o2", "=", "o2"]
        case PairAnd(values=values):
            marks = ["o", "=", "o", "_", *map(str, values)]
        case Three(parity=parity):
            marks = ["o", "o", "o", "1·3·5·7" if parity == "odd" else "2·4·6·8"]
        case Sum(total=total, cards=None):
            marks = ["o", "+", "o", "+…", f"= {total}"]
        case Sum(total=total):
            marks = ["o", "+", "o", "+", "o", f"= {total}"]
        case Run(length=length):
            marks = ["step"] * length
        case Either(choices=choices):
            marks = [mark for choice in choices for mark in ["/", *map(str, choice)]][1:]
        case Exact(values=values):
            marks = list(map(str, values))
    return marks + ["+", "gem"] * requirement.diamonds


def _mark_width(mark: str) -> float:
    """The width of a mark, for pearls of size 1."""
    if mark in ("=", "_", "/"):
        return {"=": 0.1, "_": 0.3, "/": 0.45}[mark]
    if mark.isdigit() or mark in ("o", "o2", "gem"):
        return 1
    return 0.85 if mark == "step" else width(mark, 0.55, "bold") + 0.1


def requirement(wanted: AnyRequirement, x: float, y: float, w: float, h: float) -> str:
    """A requirement on its plaque."""
    marks = marks_of(wanted)
    units = sum(map(_mark_width, marks))
    size = min(h * 0.78, (w - 8) / units)
    left, shapes = (w - size * units) / 2, [rect(0, 0, w, h, _PAGE, r=3, stroke="#9a6a22", line=0.8)]
    top, steps = (h - size) / 2, marks.count("step")
    for place, mark in enumerate(marks):
        wide = size * _mark_width(mark)
        if mark.isdigit() or mark in ("o", "o2"):
            shapes.append(use(f"bead-{mark}", left, top, size))
        elif mark == "gem":
            shapes.append(use("gem", left, top, size))
        elif mark == "step":
            # Stairs: each pearl is a little higher than the one before it.
            rise = (h - size) * (0.85 - 0.7 * place / max(1, steps - 1))
            shapes.append(rect(left, rise + size * 0.9, wide, max(1.0, h - rise - size * 0.9 - 1), "#b98a3e"))
            shapes.append(use("bead-o", left - size * 0.075, rise, size))
        elif mark == "=":
            # A link between two equal pearls, which are drawn over its ends.
            shapes.append(rect(left - size * 0.15, h / 2 - size * 0.1, wide + size * 0.3, size * 0.2, "#c98a1e", r=1))
        elif mark == "/":
            start = left + wide * 0.2
            shapes.append(
                path(f"M{number(start)} {number(h - 4)}L{number(start + wide * 0.6)} 4", "none", stroke=_INK, line=1.6)
            )
        elif mark != "_":
            room = wide + 0.5
            letters = text(
                left + wide / 2,
                h / 2 + size * 0.2,
                mark,
                size * 0.55,
                _INK,
                room,
                face="bold",
                anchor="middle",
                smallest=4,
            )
            shapes.append(letters)
        left += wide
    return at(x, y, *shapes)


# Abilities, as marks.

_ABILITIES: Final[dict[str, tuple[str, ...]]] = {
    "wisp": ("to", "lantern", "from"),
    "take back": ("bead-o", "back"),
    "bonus for the next": ("to", "+1", "candle-lit"),
    "three more actions": ("+3", "candle-lit"),
    "rob": ("eye", "cards"),
    "banish": ("cards", "cross"),
    "threes as anything": ("bead-3", "to", "bead-any"),
    "ones as eight": ("bead-1", "to", "bead-8"),
    "hand limit": ("+1", "cards"),
    "one more action": ("+1", "candle-lit"),
    "diamonds lower": ("gem", f"{MINUS}1"),
    "trade two": ("bead-2", "to", "gem"),
    "swap": ("cards", "swap"),
    "peek": ("eye",),
    "redraw": ("cards", "cycle"),
}


def ability_marks(ability: Ability) -> tuple[str, ...]:
    if ability.is_pictured:
        return (f"bead-{ability.value or 'any'}",)
    return _ABILITIES[ability.kind]


def _ability_width(mark: str) -> float:
    if mark == "candle-lit":
        return 0.6
    if mark in ("to", "from"):
        return 0.7
    return width(mark, 0.75, "bold") if mark[0] in f"+{MINUS}" else 1


def draw_ability(ability: Ability, x: float, y: float, w: float, h: float) -> str:
    """An ability as marks, centred in a box."""
    marks = ability_marks(ability)
    units = sum(map(_ability_width, marks))
    size = min(h, w / units)
    left, middle, shapes = x + (w - size * units) / 2, y + h / 2, []
    for mark in marks:
        wide = size * _ability_width(mark)
        if mark[0] in f"+{MINUS}":
            shapes.append(
                text(
                    left + wide / 2,
                    middle + size * 0.27,
                    mark,
                    size * 0.75,
                    "#fff6dc",
                    wide + 0.5,
                    face="bold",
                    anchor="middle",
                    smallest=4,
                )
            )
        elif mark == "candle-lit":
            shapes.append(use(mark, left, middle - size * 0.55, wide, size * 1.1))
        else:
            inner = wide * 0.96
            shapes.append(use(mark, left + (wide - inner) / 2, middle - inner / 2, inner))
        left += wide
    return "".join(shapes)


# Characters.


def tooltip(card: CharacterCard, words: MoltharText) -> str:
    """The text of a character card, in lines."""
    return title(" — ".join(line for line, _ in words.explain(card.id)))


def character(card: CharacterCard, x: float, y: float, w: float, h: float, words: MoltharText, *, spoken: bool) -> str:
    """A character; if `spoken`, with its ability in words too."""
    plaque = h * 0.19
    foot = max(23.0, h * 0.135)
    name = 19.0 if spoken else 25.0
    name_top = h - foot - name - 3
    scene = (plaque + 6, name_top - 2)
    shapes = [
        rect(0, 0, w, h, "#140f0c", r=6),
        tooltip(card, words),
        rect(1.5, 1.5, w - 3, h - 3, paint(card.colour), r=5, stroke=paint("gold"), line=1.4),
        requirement(card.requirement, 5, 5, w - 10, plaque - 2),
    ]
    room = scene[1] - scene[0]
    words_room = room * 0.64 if spoken and card.text else 0.0
    # The scenes are 100 x 60.
    picture_room = min(room - words_room, (w - 6) * 0.6)
    across = picture_room / 0.6
    top = scene[0] + (room - words_room - picture_room) / 2
    shapes.append(use(f"scene-{card.colour}", (w - across) / 2, top, across, picture_room))
    if words_room:
        middle = scene[1] - words_room / 2
        shapes.append(paragraph(w / 2, middle, card.text, 10.5, "#fff6dc", w - 14, words_room, smallest=8))
    shapes.append(rect(2.5, name_top, w - 5, name, _PAGE, stroke="#9a6a22", line=0.8))
    shapes.append(
        paragraph(
            w / 2,
            name_top + name / 2,
            card.name,
            13 if spoken else 10,
            _INK,
            w - 12,
            name - 1,
            face="name",
            smallest=8,
        )
    )
    low = h - foot - 1
    if card.points:
        shapes.append(seal(4, low - 1, foot - 1, card.points))
    gem = foot - 6
    shapes += [use("gem", w - 5 - gem * (place + 1), low + 2, gem) for place in range(card.diamonds)]
    if card.ability is not None:
        left, right = foot + 6, w - 6 - gem * card.diamonds
        plate = rect(left, low + 1, right - left, foot - 4, "#0a0c18", r=5, extra=' fill-opacity=".7"')
        shapes += [plate, draw_ability(card.ability, left + 3, low + 2, right - left - 6, foot - 6)]
    return at(x, y, *shapes)


def _arch(w: float, h: float) -> str:
    """The outline of a door in a box."""
    high, low, side = number(h * 0.1), number(h * 0.42), number(w * 0.2)
    return f"M0 {number(h)}V{low}C0 {high} {side} 0 {number(w / 2)} 0S{number(w)} {high} {number(w)} {low}V{number(h)}z"


def medal(card: CharacterCard, times: int, x: float, y: float, w: float, h: float, words: MoltharText) -> str:
    """An activated character: only its ability and its points, which still matter."""
    shapes = [tooltip(card, words), path(_arch(w, h), paint(card.colour), stroke=paint("gold"), line=1.2)]
    if card.ability is not None and card.colour == "blue":
        shapes.append(draw_ability(card.ability, w * 0.1, h * 0.18, w * 0.8, h * 0.46))
    else:
        shapes.append(use(f"scene-{card.colour}", 0, h * 0.14, w, h * 0.56))
    if card.points:
        shapes.append(seal(w * 0.56, h * 0.6, w * 0.46, card.points))
    if times > 1:
        count = w * 0.36
        shapes.append(circle(w * 0.24, h * 0.8, w * 0.22, "#0a0c18", stroke="#c9a04c", line=0.7))
        shapes.append(
            text(
                w * 0.24,
                h * 0.8 + count * 0.3,
                f"{TIMES}{times}",
                count * 0.8,
                "#fff6dc",
                w * 0.42,
                face="bold",
                anchor="middle",
                smallest=4,
            )
        )
    return at(x, y, *shapes)


def empty_place(x: float, y: float, w: float, h: float) -> str:
    """An empty slot of a portal: a glowing arch."""
    dashes = ' stroke-dasharray="4 3"'
    return at(x + 3, y + 4, path(_arch(w - 6, h - 7), paint("portal"), stroke="#a8803a", line=1.2, extra=dashes))
