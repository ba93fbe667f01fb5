"""The shape of the project: who may import whom (docs/design.md)."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "worldgates"

# Each may import itself and what stands before it in its row.
LAYERS = {
    "core": set[str](),
    "molthar": {"core"},
    "clef": {"core"},
    "api": {"core", "molthar", "clef"},
    "bots": {"core", "molthar", "clef", "api"},
    "envs": {"core", "molthar", "clef", "api", "bots"},
    "lab": {"core", "molthar", "clef", "api", "bots", "envs", "pictures"},
    "analysis": {"core", "molthar", "clef", "api", "bots"},
    "pictures": {"core", "molthar", "clef", "api", "bots"},
    "printing": {"core", "molthar", "clef", "api", "bots", "pictures"},
    "terminal": {"core", "molthar", "clef", "api", "bots", "analysis", "pictures"},
    "server": {"core", "molthar", "clef", "api", "bots", "analysis", "pictures"},
    "cli": {"core", "molthar", "clef", "api", "bots", "lab", "analysis", "terminal", "server", "pictures", "printing"},
}


def modules() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.stem == "cli")


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_layers(source: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if match := re.match(r"worldgates\.([a-z]+)", name):
                found.add(match[1])
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_only_go_leftwards(path: Path) -> None:
    layer = layer_of(path)
    assert imported_layers(path.read_text(encoding="utf-8")) <= LAYERS[layer] | {layer}


def test_the_check_sees_an_import_that_goes_the_wrong_way() -> None:
    assert imported_layers("from worldgates.bots import decide\nimport worldgates.lab.bench") == {"bots", "lab"}


def test_every_compiled_module_exists_and_speaks_no_json() -> None:
    project = (SOURCE.parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    compiled = re.findall(r'"(src/worldgates/[\w/]+\.py)"', project)
    assert len(compiled) > 5
    for name in compiled:
        assert "msgspec" not in (SOURCE.parents[1] / name).read_text(encoding="utf-8")
