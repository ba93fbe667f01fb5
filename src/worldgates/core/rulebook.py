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


@cache
def clauses(game: str, language: str) -> dict[str, Clause]:
    """All clauses of a game's rules by id, in order, without the text about the shipped cards."""
    file = f"{game}.md" if language == "en" else f"{game}.{language}.md"
    page = ((_INSTALLED if _INSTALLED.is_dir() else _CHECKOUT) / file).read_text(encoding="utf-8")
    found: dict[str, Clause] = {}
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        for part in re.split(r"^### ", body, flags=re.MULTILINE)[1:]:
            line, _, text = part.partition("\n")
            id, _, title = line.partition(" · ")
            found[id] = Clause(id, title.strip(), text.partition(CARDS)[0].strip(), heading.strip())
    return found
