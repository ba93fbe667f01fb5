"""Parses the rules pages (docs/rules) clause by clause, so that programs can quote a rule."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

# What follows in a clause describes the shipped cards and is generated from their data (tools/rules_pages.py).
CARDS: Final = "<!-- The shipped cards: -->"

_INSTALLED = Path(__file__).parent.parent / "rules"
_CHECKOUT = Path(__file__).parents[3] / "docs" / "rules"


@dataclass(frozen=True)
class Clause:
    id: str
    title: str
    text: str
    section: str


def _page(game: str, language: str) -> str:
    file = f"{game}.md" if language == "en" else f"{game}.{language}.md"
    return ((_INSTALLED if _INSTALLED.is_dir() else _CHECKOUT) / file).read_text(encoding="utf-8")


@cache
def overview(game: str, language: str) -> tuple[Clause, Clause]:
    """What a reader needs first: the goal and a turn in short, which are no clauses. The picture is left out."""
    title, *sections = re.split(r"^##? ", _page(game, language), flags=re.MULTILINE)[1:4]
    parts = [section.partition("\n") for section in sections]
    goal, turn = (
        Clause(id, heading.strip(), re.sub(r"^!\[.*\n", "", text.strip()).strip(), title.strip())
        for id, (heading, _, text) in zip(("goal", "turn"), parts, strict=True)
    )
    return goal, turn


@cache
def clauses(game: str, language: str) -> dict[str, Clause]:
    """All clauses of a game's rules by id, in order, without the text about the shipped cards."""
    found: dict[str, Clause] = {}
    for section in re.split(r"^## ", _page(game, language), flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        for part in re.split(r"^### ", body, flags=re.MULTILINE)[1:]:
            line, _, text = part.partition("\n")
            id, _, title = line.partition(" · ")
            found[id] = Clause(id, title.strip(), text.partition(CARDS)[0].strip(), heading.strip())
    return found
