"""Files that are written from the code say what the code says."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("tool", "make", "target"),
    [
        ("client_types.py", "client_types", "web/src/protocol.gen.ts"),
        ("api_reference.py", "reference", "docs/api.md"),
        ("environment_tables.py", "page", "docs/environments.md"),
        ("print_glyphs.py", "glyphs", "src/worldgates/printing/glyphs.json"),
    ],
)
def test_a_generated_file_is_up_to_date(tool: str, make: str, target: str) -> None:
    made: str = runpy.run_path(str(ROOT / "tools" / tool))[make]()
    written = (ROOT / target).read_text(encoding="utf-8")
    assert made == written, f"run: python tools/{tool}"
