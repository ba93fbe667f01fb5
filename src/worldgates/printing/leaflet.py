"""The words of a printed game, as Typst markup: a page of instructions, a page with a turn in short, and the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from worldgates.core.gametype import GameType
from worldgates.core.rulebook import clauses, overview
from worldgates.core.text import Words, words
from worldgates.printing.pieces import CARD, UNIT_MM, WORLD, Piece, glyph_data

_SPECIAL = re.compile(r"([\\#*_$@<>`~\[\]\"'=+/-])")


def escaped(text: str) -> str:
    """A text that Typst prints as it is."""
    return _SPECIAL.sub(r"\\\1", text)


def inline(text: str) -> str:
    """A line of Markdown: strong, emphasised and linked words."""
    made = []
    for part in re.split(r"(\*\*.+?\*\*|\*.+?\*|\[.+?\]\(.+?\))", text):
        if part.startswith("**"):
            made.append(f"#strong[{escaped(part[2:-2])}]")
        elif part.startswith("*") and len(part) > 2:
            made.append(f"#emph[{escaped(part[1:-1])}]")
        elif found := re.fullmatch(r"\[(.+?)\]\(.+?\)", part):
            made.append(escaped(found[1]))
        else:
            made.append(escaped(part))
    return "".join(made)


def markup(text: str) -> str:
    """Paragraphs and lists of Markdown."""
    made = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        if not paragraph or paragraph.startswith("<!--"):
            continue
        items = re.split(r"^- ", paragraph, flags=re.MULTILINE)
        if items[0].strip():
            made.append(inline(" ".join(items[0].split())))
        if len(items) > 1:
            listed = "".join(f"[{inline(' '.join(item.split()))}]," for item in items[1:])
            made.append(f"#list({listed})")
    return "\n\n".join(made)


def _millimetres(size: tuple[float, float]) -> str:
    return " \N{MULTIPLICATION SIGN} ".join(f"{length * UNIT_MM:g}" for length in size)


def cover(type: GameType, language: str, pieces: Sequence[Piece], sheets: int) -> str:
    """The first page: what this is, how to print and cut it, and a ruler that shows whether the scale is right."""
    tr, text = words(language).translate, type.text(language)
    heading = tr("Print and play")
    cards = sum(piece.copies for piece in pieces if piece.size == CARD)
    worlds = sum(piece.copies for piece in pieces if piece.size == WORLD and piece.id != "pawns")
    steps = [
        tr("Print at actual size (100 %), on both sides, flipped on the long edge: {sheets} sheets.", sheets=sheets),
        tr("Measure the ruler below: it must be 100 mm long."),
        tr("Cut along the marks at the edges of each sheet, from mark to mark."),
        tr(
            "Cards are {size} mm, as the sleeves for playing cards: {number} of them.",
            size=_millimetres(CARD),
            number=cards,
        ),
    ]
    if worlds:
        steps.append(tr("Worlds are {size} mm: {number} of them.", size=_millimetres(WORLD), number=worlds))
    notes = [
        text.note(),
        tr("Unofficial: our own drawings and our own words, with no art or text of a publisher."),
        glyph_data()["credit"],
        "Almendra, Alegreya Sans: SIL Open Font License 1.1.",
    ]
    listed = "".join(f"[{escaped(step)}]," for step in steps)
    said = "\\ ".join(escaped(note) for note in notes if note)
    return f"""
#align(center)[#text(font: "Almendra", size: 34pt, fill: rgb("#6d1f1c"))[{escaped(text.title())}]

#text(size: 14pt)[{escaped(heading)}]]
#v(8mm)
#text(size: 13pt)[#enum(spacing: 9pt, {listed})]
#v(8mm)
{_ruler()}
#v(1fr)
#text(size: 9pt, fill: rgb("#5b4124"))[{said}]
"""


def _ruler() -> str:
    ticks = [
        f"#place(dx: {tick * 10}mm, line(angle: 90deg, length: {5 if tick % 5 else 8}mm, stroke: 0.6pt))"
        f"#place(dx: {tick * 10 - 5}mm, dy: 9mm, box(width: 10mm, align(center, text(size: 8pt)[{tick * 10}])))"
        for tick in range(11)
    ]
    return (
        "#align(center, block(width: 100mm, height: 16mm, align(top + left)[#place(line(length: 100mm, stroke: 0.8pt))"
        f"{''.join(ticks)}]))"
    )


def turn(type: GameType, language: str, picture: bool) -> str:
    """The second page: the goal and a turn in short, for everybody to see during the game."""
    goal, in_short = overview(type.id, language)
    image = '#align(center, image("turn.svg", width: 100%))' if picture else ""
    return f"""
{_heading(goal.title)}
{markup(goal.text)}
{_heading(in_short.title)}
{image}
{markup(in_short.text)}
"""


def _heading(title: str) -> str:
    return (
        f'#block(above: 14pt, below: 8pt, text(font: "Almendra", size: 17pt, fill: rgb("#6d1f1c"))[{escaped(title)}])'
    )


def rules(type: GameType, language: str) -> str:
    """The rules in two columns, without the lists of the shipped cards, which are printed themselves."""
    made, section = [], ""
    for clause in clauses(type.id, language).values():
        if clause.section != section:
            section = clause.section
            made.append(_heading(section))
        name = f"{clause.id} · {clause.title}"
        made.append(f"#block(above: 9pt, below: 4pt, sticky: true)[#strong[{escaped(name)}]]")
        made.append(markup(clause.text))
    return "#columns(2, gutter: 7mm)[\n" + "\n".join(made) + "\n]"


def footer(type: GameType, language: str) -> str:
    """The running foot of the pages with rules."""
    title = type.text(language).title()
    word: Words = words(language)
    return escaped(word.translate("{title} · rules", title=title))
