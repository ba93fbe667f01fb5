"""The pieces of La clef des mondes: worlds, discoveries, readers and pawns, of any card set."""

from __future__ import annotations

from typing import Final

from worldgates.clef.cardlist import DiscoveryCard, ReaderCard, WorldCard
from worldgates.clef.text import ClefText
from worldgates.core.gametype import GameType
from worldgates.pictures import clef_cards as cards
from worldgates.pictures.drawing import SEATS, around, at, circle, linear, number, paint, path, rect, use
from worldgates.printing.pieces import CARD, WORLD, Piece, drawn, glyph, glyph_data
from worldgates.printing.type import block

_PAGE: Final = "#f0e2c0"
_INK: Final = "#2b1b0e"
_SECOND: Final = "#5b4124"
_WALNUT: Final = "#2a170a"
_BAD: Final = "#3a0f10"
_DARK: Final = "#1d0f06"
_TILE: Final = "#efe0bb"
# Letters on a card.
MUCH: Final = 230

PAINTS: Final = {
    **cards.PAINTS,
    "wood": linear("wood", 1, 0, (0, "#6b4222"), (0.5, "#50301a"), (1, "#3a2110")),
}


def _svg(shapes: str, size: tuple[float, float] = CARD) -> str:
    return drawn(size, shapes, cards.SYMBOLS, PAINTS)


def _sun(x: float, y: float, r: float, ink: str) -> str:
    pairs = zip(around(x, y, r + 2.5, 40), around(x, y, r + 7, 40), strict=True)
    lines = "".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for (a, b), (c, d) in pairs)
    return path(lines, "none", stroke=ink, line=0.6)


def discovery(card: DiscoveryCard, world: str, words: ClefText) -> str:
    """A discovery: its key, its kind and world, its picture, its name, and what it does in words (K13 to K16)."""
    w, h = CARD
    bad, thing = card.kind == "MR", card.kind == "O"
    light, middle = cards.colours(card.world)
    page, ink, second = (_BAD, "#f6dcb0", "#e2bd8c") if bad else (_PAGE, _INK, _SECOND)
    edge = "#c9803f" if bad else "#a9782c" if thing else middle
    data = glyph_data()
    name = data["discoveries"].get(card.id) or data["effects"].get(card.effect.id, "open-book")
    sign = card.attack if bad else card.key
    said = [card.text]
    if card.pair is not None:
        said.append(words.pair(card.id))
    if card.reaction is not None:
        said.append(words.reaction(card.id))
    # A card with much to say has a smaller picture. Below it: the name, a line, the words, the world.
    x, y, r = (w / 2, 34.0, 14.0) if sum(map(len, said)) > MUCH else (w / 2, 45.0, 21.0)
    top = y + r + 8
    shapes = [
        rect(0, 0, w, h, page),
        rect(5, 5, w - 10, h - 10, "none", r=6, stroke=edge, line=1.4),
        rect(7.5, 7.5, w - 15, h - 15, "none", r=4.5, stroke=edge, line=0.6) if thing or bad else "",
        _sun(x, y, r, edge),
        circle(x, y, r, light if not bad else "#6d1f1c", stroke=paint("brass"), line=1.6),
        glyph(name, x - r * 0.72, y - r * 0.72, r * 1.44, f' fill="{ink if bad else "#33210f"}"'),
    ]
    if sign is not None:
        shapes.append(cards.key(sign, 10, 10, 25, words))
    kind = block(34, 12, words.kind(card.kind), 6.6, second, 36, 24, anchor="end")
    shapes.append(at(w - 11 - 34, 10, rect(0, 0, 34, 24, "none"), kind))
    shapes.append(
        at(10, top, rect(0, 0, w - 20, 18, "none"), block(x - 10, 9, card.name, 12, ink, w - 20, 18, face="name"))
    )
    rule = path(f"M24 {number(top + 20)}H{number(w - 24)}", "none", stroke=edge, line=0.7)
    room = 158 - top - 22
    text = block(x - 11, room / 2, said, 8, ink, w - 24, room)
    shapes += [rule, at(11, top + 22, rect(0, 0, w - 22, room, "none"), text)]
    shapes.append(at(11, 159, rect(0, 0, w - 22, 8, "none"), block(x - 11, 4, world, 6.2, second, w - 24, 8)))
    return _svg("".join(shapes))


def reader(card: ReaderCard, words: ClefText) -> str:
    """A reader: its own key, its picture, its name, and the three keys it needs to go home (K12)."""
    w, h = CARD
    x = w / 2
    arch = f"M{x - 33} 92V52c0-20 14-33 33-33s33 13 33 33v40z"
    name = glyph_data()["readers"].get(card.id, "open-book")
    tr = words.words.translate
    needs = [cards.key(need, x - 43 + 30 * place, 139, 26, words) for place, need in enumerate(card.needs)]
    ribbon = block((w - 16) / 2, 9, card.name, 13, _INK, w - 26, 17, face="name", smallest=8)
    flavour = block((w - 24) / 2, 9, card.flavour, 7, "#f1e2c2", w - 24, 18) if card.flavour else ""
    shapes = [
        rect(0, 0, w, h, _DARK),
        rect(5, 5, w - 10, h - 10, paint("reader"), r=7, stroke=paint("brass"), line=1.6),
        path(arch, _PAGE, stroke=paint("brass"), line=2),
        glyph(name, x - 25, 32, 50, ' fill="#33210f"'),
        cards.key(card.key, 10, 10, 25, words),
        at(8, 90, rect(0, 0, w - 16, 18, _PAGE, stroke="#8a5f24", line=0.9), ribbon),
        at(12, 110, rect(0, 0, w - 24, 18, "none"), flavour),
        at(12, 128, rect(0, 0, w - 24, 10, "none"), block(x - 12, 5, tr("to go home"), 7.5, "#cdb68c", w - 24, 9.5)),
        *needs,
    ]
    return _svg("".join(shapes))


def world(card: WorldCard, words: ClefText) -> str:
    """A world, with the key on each of its sides (K9)."""
    w, h = WORLD
    _, middle = cards.colours(card.id)
    name = glyph_data()["worlds"].get(card.id, "wooden-door")
    side, edge = 30.0, 4.0
    centre = (w - side) / 2
    places = [(centre, edge), (w - side - edge, centre), (centre, h - side - edge), (edge, centre)]
    ribbon = block(58, 9, card.name, 12, _INK, 112, 17, face="name", smallest=7)
    shapes = [
        rect(0, 0, w, h, _TILE),
        rect(6, 6, w - 12, h - 12, "none", r=6, stroke=middle, line=1.6),
        rect(9, 9, w - 18, h - 18, "none", r=4, stroke=middle, line=0.6),
        use(f"arch-{cards.paint_of(card.id)}", w / 2 - 80, 16, 160, 128),
        glyph(name, w / 2 - 25, 66, 50, ' fill="#1d0f06" opacity=".88"'),
        at(w / 2 - 58, 120, rect(0, 0, 116, 18, _PAGE, stroke="#8a5f24", line=0.9), ribbon),
        *(cards.key(key, *place, side, words) for key, place in zip(card.keys, places, strict=True) if key),
    ]
    if not any(card.keys):
        # Kernault has no sides to leave by, and room to say why.
        said = block(60, 12, words.explain(card.id)[1][0], 8, _SECOND, 118, 24)
        shapes.append(at(w / 2 - 60, 141, rect(0, 0, 120, 24, "none"), said))
    return _svg("".join(shapes), WORLD)


def door() -> str:
    """The back of a world."""
    w, h = WORLD
    planks = [rect(4 + 42 * place, 0, 40, h, "#5f3a1f") for place in range(4)]
    bars = [rect(0, top, w, 12, paint("brass"), stroke=_WALNUT) for top in (32.0, 132.0)]
    shapes = [rect(0, 0, w, h, "#50301a"), *planks, *bars, use("lock", w / 2 - 23, h / 2 - 23, 46)]
    return _svg("".join(shapes), WORLD)


def back(kind: str) -> str:
    """The back of a discovery or a reader. All discoveries have the same: a hand tells nobody where it was drawn."""
    w, h = CARD
    fill = paint("wood") if kind == "discovery" else paint("reader")
    mark = (
        use("lock", w / 2 - 26, h / 2 - 26, 52)
        if kind == "discovery"
        else glyph("open-book", w / 2 - 30, h / 2 - 30, 60, f' fill="{paint("brass")}"')
    )
    frame = rect(7, 7, w - 14, h - 14, fill, r=7, stroke=paint("brass"), line=1.8)
    inner = rect(13, 13, w - 26, h - 26, "none", r=5, stroke="#b98a3e", line=0.7)
    return _svg("".join([rect(0, 0, w, h, _DARK), frame, inner, _sun(w / 2, h / 2, 34, "#b98a3e"), mark]))


def pawns(players: int, mirrored: bool) -> str:
    """One round pawn for each player, to cut out (K1). Seen from the back they stand the other way round."""
    w, h = WORLD
    shapes = [rect(0, 0, w, h, "#fff")]
    for seat, (place, y) in enumerate(around(w / 2, h / 2, 55, players)):
        x = w - place if mirrored else place
        shapes.append(circle(x, y, 24, SEATS[seat], stroke="#2b1b0e", line=0.8))
        shapes.append(circle(x, y, 19.5, "none", stroke="#fff3d0", line=1.4))
        shapes.append(block(x, y, str(seat + 1), 22, "#fff", 30, 30, face="bold"))
    return _svg("".join(shapes), WORLD)


def pieces(type: GameType, language: str) -> list[Piece]:
    """All pieces: worlds, readers, discoveries, pawns (K1)."""
    words = type.text(language)
    assert isinstance(words, ClefText)
    listed = type.cards(language)
    names = {card.id: card.name for card in listed if isinstance(card, WorldCard)}
    shut, reader_back, found_back = door(), back("reader"), back("discovery")
    found = []
    for card in listed:
        if isinstance(card, WorldCard):
            found.append(Piece(card.id, card.name, WORLD, world(card, words), shut, (_TILE, "#50301a")))
        elif isinstance(card, ReaderCard):
            found.append(Piece(card.id, card.name, CARD, reader(card, words), reader_back, (_DARK, _DARK)))
        elif isinstance(card, DiscoveryCard):
            front, edge = discovery(card, names[card.world], words), _BAD if card.kind == "MR" else _PAGE
            found.append(Piece(card.id, card.name, CARD, front, found_back, (edge, _DARK)))
    said = words.words.translate("Pawns")
    front, other = pawns(type.max_players, False), pawns(type.max_players, True)
    found.append(Piece("pawns", said, WORLD, front, other, ("#fff", "#fff")))
    return found
