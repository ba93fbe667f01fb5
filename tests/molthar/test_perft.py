"""Trees of decisions, counted: how many different sequences of actions there are from a position.

`perft.json` holds odd positions, what is odd about each, and the counts. A sequence that ends the game earlier counts
once, at its end. Chance is part of a position: after the same actions the same cards come, so the counts are fixed.
After a change of the rules that is meant to change them:

    python tests/molthar/test_perft.py --write
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from worldgates.core.table import Table
from worldgates.molthar import GAME

FILE = Path(__file__).with_name("perft.json")
ENTRIES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def perft(table: Table, depth: int) -> int:
    """The number of sequences of so many actions."""
    if table.over:
        return 1
    actions = table.legal()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = table.copy()
        after.play(action)
        total += perft(after, depth - 1)
    return total


def counts(entry: dict[str, Any]) -> list[int]:
    table, _ = GAME.read_position(entry["position"])
    return [perft(table, depth) for depth in range(1, len(entry["counts"]) + 1)]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_the_tree_of_decisions_has_as_many_leaves_as_it_had(
    entry: dict[str, Any],
) -> None:
    assert counts(entry) == entry["counts"], f"{entry['odd']}; to write new counts: {COMMAND}"


COMMAND = "python tests/molthar/test_perft.py --write"


def write() -> None:
    """Count again and write the file, a line for each part of a position."""
    entries = []
    for entry in ENTRIES:
        entry["counts"] = counts(entry)
        position = ",\n".join(f"      {json.dumps(key)}: {_compact(value)}" for key, value in entry["position"].items())
        parts = [f'    "{key}": {_compact(entry[key])}' for key in ("name", "odd", "counts")]
        entries.append("  {\n" + ",\n".join(parts) + ',\n    "position": {\n' + position + "\n    }\n  }")
        print(f"{entry['name']}: {entry['counts']}")
    FILE.write_text("[\n" + ",\n".join(entries) + "\n]\n", encoding="utf-8")


def _compact(value: object) -> str:
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return "[\n" + ",\n".join(f"        {json.dumps(item)}" for item in value) + "\n      ]"
    return json.dumps(value)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {COMMAND}")
    write()
