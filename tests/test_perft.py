"""Trees of decisions, counted: how many different sequences of actions there are from a position.

The files in `perft/`, one for each game, hold odd positions, what is odd about each, and the counts. A sequence that
ends the game earlier counts once, at its end. Chance is part of a position: after the same actions the same cards come,
so the counts are fixed. After a change of the rules that is meant to change them:

    python tests/test_perft.py --write
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from worldgates.core import formats
from worldgates.core.gametype import Games
from worldgates.core.table import Table

TESTS = Path(__file__).parent
# The worlds with the cards of the tests, so that the shipped ones can be tuned.
GAMES = {name: Games(TESTS / "clef_cards").get(name) for name in ("molthar", "clef")}
Entry = dict[str, Any]


def file_of(name: str) -> Path:
    return TESTS / "perft" / f"{name}.json"


def entries(name: str) -> list[Entry]:
    found: list[Entry] = json.loads(file_of(name).read_text(encoding="utf-8"))
    return found


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


def counts(name: str, entry: Entry) -> list[int]:
    game = GAMES[name]
    table, _ = game.read_position(formats.read(entry["position"], game.position_type))
    return [perft(table, depth) for depth in range(1, len(entry["counts"]) + 1)]


@pytest.mark.parametrize(
    ("name", "entry"), [pytest.param(name, entry, id=entry["name"]) for name in GAMES for entry in entries(name)]
)
def test_the_tree_of_decisions_has_as_many_leaves_as_it_had(name: str, entry: Entry) -> None:
    assert counts(name, entry) == entry["counts"], f"{entry['odd']}; to write new counts: {COMMAND}"


COMMAND = "python tests/test_perft.py --write"


def write() -> None:
    """Count again and write the files, a line for each part of a position."""
    for name in GAMES:
        written = []
        for entry in entries(name):
            entry["counts"] = counts(name, entry)
            position = entry["position"].items()
            lines = ",\n".join(f"      {json.dumps(key)}: {_compact(value)}" for key, value in position)
            parts = [f'    "{key}": {_compact(entry[key])}' for key in ("name", "odd", "counts")]
            written.append("  {\n" + ",\n".join(parts) + ',\n    "position": {\n' + lines + "\n    }\n  }")
            print(f"{entry['name']}: {entry['counts']}")
        file_of(name).write_text("[\n" + ",\n".join(written) + "\n]\n", encoding="utf-8")


def _compact(value: object) -> str:
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return "[\n" + ",\n".join(f"        {json.dumps(item)}" for item in value) + "\n      ]"
    return json.dumps(value)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {COMMAND}")
    write()
