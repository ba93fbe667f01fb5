"""Puts pieces onto sheets, with cut marks and backs, and prints them together with the rules into one PDF.

A sheet is two pages: fronts, and backs mirrored from left to right, so that a back meets its front when the paper is
turned over its long edge. Every drawing runs a little over its cut, so that a cut or a print that is off by a
millimetre shows no white. Typst sets the pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.core.text import command_for_extra
from worldgates.pictures.turns import turn_picture
from worldgates.printing import clef, leaflet, molthar
from worldgates.printing.pieces import UNIT_MM, Piece
from worldgates.printing.type import FONTS, DoesNotFitError

Paper = Literal["a4", "letter"]
# Width and height in millimetres.
PAPERS: Final[dict[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
# Printers reach no further to the edge of the paper.
MARGIN: Final = 5.0
BLEED: Final = 1.5
# A cut mark: its distance from the pieces, and its length.
MARK: Final = (2.2, 3.5)


@dataclass(frozen=True)
class Place:
    """A piece on a sheet: its upper left corner and size in millimetres."""

    piece: Piece
    x: float
    y: float
    w: float
    h: float


def sheets(pieces: Sequence[Piece], paper: tuple[float, float]) -> list[list[Place]]:
    """The sheets: pieces of one size side by side, as many as fit, in the middle of the paper."""
    found: list[list[Place]] = []
    for size in dict.fromkeys(piece.size for piece in pieces):
        w, h = size[0] * UNIT_MM, size[1] * UNIT_MM
        columns, rows = (int((length - 2 * MARGIN) / side) for length, side in zip(paper, (w, h), strict=True))
        left, top = (paper[0] - columns * w) / 2, (paper[1] - rows * h) / 2
        all_copies = [piece for piece in pieces if piece.size == size for _ in range(piece.copies)]
        for first in range(0, len(all_copies), columns * rows):
            found.append(
                [
                    Place(piece, left + number % columns * w, top + number // columns * h, w, h)
                    for number, piece in enumerate(all_copies[first : first + columns * rows])
                ]
            )
    return found


def mirrored(sheet: Sequence[Place], width: float) -> list[Place]:
    """The places of the backs, on the other side of the paper."""
    return [Place(each.piece, width - each.x - each.w, each.y, each.w, each.h) for each in sheet]


def cut_marks(sheet: Sequence[Place]) -> list[tuple[float, float, float, float]]:
    """The marks around the pieces of a sheet, each from a point to a point: one at both ends of every cut."""
    away, long = MARK
    left, right = min(each.x for each in sheet), max(each.x + each.w for each in sheet)
    top, bottom = min(each.y for each in sheet), max(each.y + each.h for each in sheet)
    across = sorted({round(x, 3) for each in sheet for x in (each.x, each.x + each.w)})
    down = sorted({round(y, 3) for each in sheet for y in (each.y, each.y + each.h)})
    marks = []
    for x in across:
        marks += [(x, top - away - long, x, top - away), (x, bottom + away, x, bottom + away + long)]
    for y in down:
        marks += [(left - away - long, y, left - away, y), (right + away, y, right + away + long, y)]
    return marks


def _page(sheet: Sequence[Place], side: Literal["front", "back"], names: dict[str, str]) -> Iterator[str]:
    """One side of a sheet, as Typst markup."""
    for each in sheet:
        colour = each.piece.edges[side == "back"]
        x, y, w, h = each.x - BLEED, each.y - BLEED, each.w + 2 * BLEED, each.h + 2 * BLEED
        yield f'#place(dx: {x:.3f}mm, dy: {y:.3f}mm, rect(width: {w:.3f}mm, height: {h:.3f}mm, fill: rgb("{colour}")))'
    for each in sheet:
        image = names[each.piece.front if side == "front" else each.piece.back]
        place = f"dx: {each.x:.3f}mm, dy: {each.y:.3f}mm"
        yield f'#place({place}, image("{image}", width: {each.w:.3f}mm, height: {each.h:.3f}mm))'
    for x, y, to_x, to_y in cut_marks(sheet):
        yield (f"#place(line(start: ({x:.3f}mm, {y:.3f}mm), end: ({to_x:.3f}mm, {to_y:.3f}mm), stroke: 0.35pt))")


def pieces_of(type: GameType, language: str) -> list[Piece]:
    """All pieces of a game."""
    try:
        return molthar.pieces(type, language) if type.id == "molthar" else clef.pieces(type, language)
    except DoesNotFitError as error:
        raise FormatError(f"{error}: give it a shorter text", "cards") from None


def write_pdf(
    game: str, target: str | Path, language: str = "en", paper: Paper = "a4", cards: str | Path | None = None
) -> tuple[int, int]:
    """Print a game into a PDF; returns how many pages it has, and how many of them are sheets of pieces.

    `cards` is the folder of a card set of one's own. Needs typst: pip install 'worldgates[print]'.
    """
    try:
        typst = import_module("typst")
    except ImportError:
        raise FormatError(f"this needs typst: {command_for_extra('print')}", "typst") from None
    type = Games(None if cards is None else Path(cards)).get(game, strict=True)
    size = PAPERS[paper]
    pieces = pieces_of(type, language)
    laid = sheets(pieces, size)
    with TemporaryDirectory() as folder:
        root = Path(folder)
        names: dict[str, str] = {}
        for side in dict.fromkeys(side for piece in pieces for side in (piece.front, piece.back)):
            names[side] = f"{len(names)}.svg"
            (root / names[side]).write_text(side, encoding="utf-8")
        with_picture = cards is None
        if with_picture:
            (root / "turn.svg").write_text(_fixed(turn_picture(game, language)), encoding="utf-8")
        source = _document(type, language, size, pieces, laid, names, with_picture)
        (root / "main.typ").write_text(source, encoding="utf-8")
        compiler = typst.Compiler(root / "main.typ", root=root, font_paths=[str(FONTS)], ignore_system_fonts=True)
        made = compiler.compile(format="pdf")
        pages = int(compiler.query("<pages>", field="value", one=True).strip())
    Path(target).write_bytes(made)
    return pages, 2 * len(laid)


def _fixed(svg: str) -> str:
    """A picture for paper: with its own size instead of the width of a page on a screen."""
    return svg.replace('width="100%" ', "", 1)


def _document(
    type: GameType,
    language: str,
    size: tuple[float, float],
    pieces: Sequence[Piece],
    laid: Sequence[Sequence[Place]],
    names: dict[str, str],
    with_picture: bool,
) -> str:
    """The whole document, as Typst markup."""
    width, height = size
    title = leaflet.escaped(type.text(language).title())
    lines = [
        f"#set document(title: [{title}], date: none)",
        f"#set page(width: {width}mm, height: {height}mm, margin: 18mm)",
        '#set text(font: ("Alegreya Sans", "Libertinus Serif"), size: 11pt, fill: rgb("#2b1b0e"))',
        f'#set text(number-type: "lining", lang: "{language}")',
        "#set par(justify: false, leading: 0.55em, spacing: 0.8em)",
        leaflet.cover(type, language, pieces, len(laid)),
        "#pagebreak()",
        leaflet.turn(type, language, with_picture),
        "#set page(margin: 0mm)",
    ]
    for number, sheet in enumerate(laid):
        lines.append("#pagebreak()" if number else "")
        lines += _page(sheet, "front", names)
        lines.append("#pagebreak()")
        lines += _page(mirrored(sheet, width), "back", names)
    foot = leaflet.footer(type, language)
    lines += [
        f"#let foot = context align(center, text(size: 8pt)[{foot} · #counter(page).display()])",
        "#set page(margin: (x: 14mm, y: 15mm), footer: foot)",
        "#set text(size: 9.2pt)",
        leaflet.rules(type, language),
        "#context [#metadata(counter(page).final().first())<pages>]",
    ]
    return "\n".join(lines)
