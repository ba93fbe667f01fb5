"""Docstrings are there on the compiled engine too: `help()` says the same as the source."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import worldgates
from worldgates.lab.bench import is_compiled

CLASSES = [
    ("core.table", "Table"),
    ("core.chance", "Chance"),
    ("molthar.table", "MoltharTable"),
    ("clef.table", "ClefTable"),
    ("clef.cards", "Effect"),
    ("bots.policy", "Policy"),
]


def source_of(module: str) -> ast.Module:
    path = Path(worldgates.__file__).parent.joinpath(*module.split(".")).with_suffix(".py")
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.skipif(not is_compiled(), reason="the engine is not compiled here")
@pytest.mark.parametrize(("module", "name"), CLASSES)
def test_a_compiled_class_has_the_docstrings_of_its_source(module: str, name: str) -> None:
    written = next(node for node in source_of(module).body if isinstance(node, ast.ClassDef) and node.name == name)
    compiled = getattr(import_module(f"worldgates.{module}"), name)
    assert (compiled.__doc__ or "") == (ast.get_docstring(written) or "")
    checked = 0
    for node in written.body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list and ast.get_docstring(node):
            assert inspect.getdoc(getattr(compiled, node.name)) == ast.get_docstring(node), node.name
            checked += 1
    assert checked > 0


def test_every_name_of_the_front_door_is_documented() -> None:
    for name in worldgates.__all__:
        if name != "__version__":
            thing = getattr(worldgates, name)
            assert inspect.getdoc(thing), name
            for member, value in vars(thing).items() if inspect.isclass(thing) else ():
                if inspect.isfunction(value) and not member.startswith("_"):
                    assert inspect.getdoc(value), f"{name}.{member}"
