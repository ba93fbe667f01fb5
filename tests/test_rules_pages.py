"""What the rules pages say of the shipped cards is what the cards say."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from worldgates.core.rulebook import CARDS, clauses
from worldgates.core.text import LANGUAGES

TOOL = runpy.run_path(str(Path(__file__).parent.parent / "tools" / "rules_pages.py"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_pages_speak_of_the_shipped_cards_as_they_are(language: str) -> None:
    text = TOOL["page"](language).read_text(encoding="utf-8")
    assert TOOL["written"](text, language).rstrip() == text.rstrip(), "python tools/rules_pages.py writes it"
    # Every effect, the worlds' keys and mix, and the readers.
    assert text.count(CARDS) == 22 + 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_alone_speaks_of_no_set_of_cards(language: str) -> None:
    assert all("K31" not in clause.text or clause.id[0] == "K" for clause in clauses("clef", language).values())
    assert not any(CARDS in clause.text for clause in clauses("clef", language).values())
