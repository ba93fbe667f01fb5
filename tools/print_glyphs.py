"""Writes src/worldgates/printing/glyphs.json: the glyphs that the page draws on cards, for printed cards.

The page's files are the source: which glyph a card has (figures.ts) and how it is drawn (glyphs.ts). Run it after they
change: python tools/print_glyphs.py
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web" / "src"
TARGET = ROOT / "src" / "worldgates" / "printing" / "glyphs.json"
CREDIT = "Glyphs of game-icons.net (Lorc, Delapouite and others), CC BY 3.0, recoloured; 512 x 512."


def _read(*names: str) -> str:
    return "\n".join((WEB / name).read_text(encoding="utf-8") for name in names)


def _table(source: str, name: str) -> dict[str, str]:
    """A table of strings in TypeScript."""
    found = re.search(rf"const {name}: Record<string, string> = \{{(.*?)\n\}};", source, re.DOTALL)
    assert found, name
    return dict(re.findall(r'^  (\w+): "([\w-]+)",$', found[1], re.MULTILINE))


def glyphs() -> str:
    """The file, as JSON."""
    molthar, clef = _read("games/molthar/figures.ts"), _read("games/clef/figures.ts")
    figures = dict(re.findall(r'^  (\w+): \{ (glyph: "[\w-]+", tint: "\w+".*) \},$', molthar, re.MULTILINE))
    characters = {card: dict(re.findall(r'(\w+): "([\w-]+)"', facts)) for card, facts in figures.items()}
    dwarves = re.search(r"const DWARVES: Tint\[\] = \[(.*)\];", molthar)
    assert dwarves
    for value, tint in enumerate(re.findall(r'"(\w+)"', dwarves[1]), start=1):
        characters[f"dwarf_{value}"] = {"glyph": "dwarf-face", "tint": tint}
    worlds = dict(re.findall(r'^  (\w+): \{\n    glyph: "([\w-]+)"', clef, re.MULTILINE))
    made: dict[str, Any] = {
        "credit": CREDIT,
        "characters": characters,
        "worlds": worlds,
        "readers": _table(clef, "READERS"),
        "discoveries": _table(clef, "DISCOVERIES"),
        "effects": _table(clef, "EFFECTS"),
    }
    drawn = _read("ui/glyphs.ts", "games/molthar/glyphs.ts", "games/clef/glyphs.ts")
    shapes = {
        name: json.loads(markup) for name, markup in re.findall(r'^  "?([\w-]+)"?: (".*"),?$', drawn, re.MULTILINE)
    }
    used = {"angel-wings", "magic-portal", "open-book", "wooden-door"}
    used |= {facts["glyph"] for facts in characters.values()}
    for kind in ("worlds", "readers", "discoveries", "effects"):
        used |= set(made[kind].values())
    made["glyphs"] = {name: shapes[name] for name in sorted(used)}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TARGET.write_text(glyphs(), encoding="utf-8")
