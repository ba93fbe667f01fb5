"""The words of the glossary (docs/glossary.md): what had a name of its own once is called by the word of the trade."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Names that no code uses any more.
GONE = {
    "House", "Doors", "Keeper", "InUse", "Moment", "Chain", "_Before", "Past", "Setting", "Settings", "Refusal",
    "Trouble", "Conflict", "Leave", "ask_instead", "asked_about", "is_listed", "list_actions", "list_one",
    "carry_out", "go_on", "comes_unseen", "parted", "least_players", "most_players", "wish", "tell_all", "told",
    "RecordForm", "PositionForm", "Session", "seen_from", "hear", "Hear", "Wish",
}  # fmt: skip
FOLDERS = ("src", "tools", "tests", "examples", "web/harness")
SOURCES = sorted([*(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")), ROOT / "worldgates"])


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_old_name_is_left(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    found = {
        f"{path.name}:{token.start[0]} {token.string}"
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.NAME and token.string in GONE
    }
    assert found == set()
    assert path == Path(__file__) or "noqa: N818" not in source


def test_few_dicts_without_a_shape_are_left() -> None:
    """What crosses a border is a struct; a dict of anything is for JSON that is really free-form."""
    pattern = re.compile(r"dict\[str, (?:object|Any)\]|Mapping\[str, (?:object|Any)\]")
    places = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if path.is_relative_to(ROOT / "src")
        for _ in pattern.findall(line)
    ]
    assert len(places) <= 40, "\n".join(places)
