"""The pictures of the rules pages, and their parts about the shipped cards of La clef des mondes, from the data.

    python tools/rules_pages.py            writes docs/rules/clef.md and its translations
    python tools/rules_pages.py --check    writes nothing, and fails if a page is not up to date

In a clause everything after the marked line is generated: the keys of the worlds, the readers, and the cards with an
effect, each in the cards' own words.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from worldgates.clef.cardset import shipped
from worldgates.clef.text import ClefText
from worldgates.core.gametype import NAMES
from worldgates.core.rulebook import CARDS
from worldgates.core.text import LANGUAGES
from worldgates.pictures.turns import turn_picture

LEADS = {
    "en": "With the reconstructed cards (K31):",
    "fr": "Avec les cartes reconstituées (K31)\u00a0:",
    "it": "Con le carte ricostruite (K31):",
}
RULES = Path(__file__).resolve().parent.parent / "docs" / "rules"


def page(language: str) -> Path:
    return RULES / ("clef.md" if language == "en" else f"clef.{language}.md")


def written(text: str, language: str) -> str:
    """The page with what its clauses come to in the shipped set."""
    words = ClefText(language, shipped())

    def clause(found: re.Match[str]) -> str:
        lines = words.cards_of_clause(found["id"])
        body = found["body"].partition(CARDS)[0].rstrip()
        cards = "\n".join([CARDS, "", LEADS[language], "", *(f"- {line}" for line in lines)])
        return f"### {found['id']} {body}\n\n" + (f"{cards}\n\n" if lines else "")

    return re.sub(r"^### (?P<id>[A-Z]+[0-9]+) (?P<body>.*?)(?=^##|\Z)", clause, text, flags=re.MULTILINE | re.DOTALL)


def pictures() -> dict[Path, str]:
    """The picture of a turn for each page."""
    return {
        RULES.parent / "pictures" / (f"{game}-turn.svg" if language == "en" else f"{game}-turn.{language}.svg"): (
            turn_picture(game, language) + "\n"
        )
        for game in NAMES
        for language in LANGUAGES
    }


def main() -> int:
    stale = []
    for path, drawn in pictures().items():
        if not path.exists() or path.read_text(encoding="utf-8") != drawn:
            stale.append(path.name)
            if "--check" not in sys.argv[1:]:
                path.write_text(drawn, encoding="utf-8")
    for language in LANGUAGES:
        text = page(language).read_text(encoding="utf-8")
        new = written(text, language).rstrip() + "\n"
        if new != text:
            stale.append(page(language).name)
            if "--check" not in sys.argv[1:]:
                page(language).write_text(new, encoding="utf-8")
    if "--check" in sys.argv[1:] and stale:
        print(f"not up to date: {', '.join(stale)}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
