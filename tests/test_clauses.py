"""Every clause of the rules has a test: `@pytest.mark.clause("M6")` says which."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from worldgates.core.gametype import NAMES

TESTS = Path(__file__).parent
# A page without a language in its name (`molthar.md`, not `molthar.fr.md`) is the one that others translate.
PAGES = sorted(page for page in (TESTS.parent / "docs" / "rules").glob("*.md") if "." not in page.stem)


def clauses_on(page: Path) -> list[str]:
    """The ids in the headings of a rules page, as in `### M6 · Take a pearl`."""
    return re.findall(r"^### (\S+) · ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)


def clauses_marked(source: Path) -> set[str]:
    """The ids that the markers of a test file name."""
    return {
        id
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "clause"
        and ast.unparse(node.func) == "pytest.mark.clause"
        for argument in node.args
        if isinstance(id := ast.literal_eval(argument), str)
    }


@cache
def marked_anywhere() -> dict[str, list[str]]:
    """Each marked id with the files that mark it."""
    marked: dict[str, list[str]] = {}
    for source in sorted(TESTS.rglob("test_*.py")):
        for id in clauses_marked(source):
            marked.setdefault(id, []).append(source.relative_to(TESTS).as_posix())
    return marked


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_clause_has_a_test(page: Path) -> None:
    if page.stem not in NAMES:
        pytest.skip("nobody can play this game yet")
    clauses = clauses_on(page)
    assert clauses, f"no clauses found in {page.name}"
    without = [id for id in clauses if id not in marked_anywhere()]
    assert not without, f"clauses of {page.name} without a test: {', '.join(without)}"


def test_every_marker_names_a_clause() -> None:
    clauses = {id for page in PAGES for id in clauses_on(page)}
    unknown = [f"{id} ({', '.join(files)})" for id, files in marked_anywhere().items() if id not in clauses]
    assert not unknown, f"markers that name no clause: {'; '.join(unknown)}"


def test_no_two_clauses_share_an_id() -> None:
    ids = [id for page in PAGES for id in clauses_on(page)]
    twice = sorted({id for id in ids if ids.count(id) > 1})
    assert not twice, f"ids that several clauses have: {', '.join(twice)}"
