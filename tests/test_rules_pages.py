"""What the rules pages say of the shipped cards is what the cards say."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from worldgates.core.rulebook import CARDS, clauses, overview
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_the_goal_comes_first_and_then_a_turn_with_its_picture(game: str, language: str) -> None:
    page = Path(__file__).parent.parent / "docs" / "rules" / TOOL["page"](language).name.replace("clef", game)
    goal, turn = overview(game, language)
    text = page.read_text(encoding="utf-8")
    assert text.index(f"## {goal.title}") < text.index(f"## {turn.title}") < text.index("### ")
    assert set(re.findall(r"\b[MK]\d+\b", goal.text + turn.text)) <= set(clauses(game, language))
    [picture] = [path for path in TOOL["pictures"]() if f"pictures/{path.name})" in text]
    assert picture.name.startswith(f"{game}-turn")
    assert "!" not in turn.text


def test_the_pictures_are_up_to_date() -> None:
    for path, drawn in TOOL["pictures"]().items():
        assert path.read_text(encoding="utf-8") == drawn, "python tools/rules_pages.py writes it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_heading_has_a_programmers_name(language: str) -> None:
    for game in ("molthar", "clef"):
        assert not [clause.title for clause in clauses(game, language).values() if "`" in clause.title]
