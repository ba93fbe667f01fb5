"""The reference of the library, docs/api.md, generated from signatures and docstrings.

python tools/api_reference.py            writes docs/api.md
python tools/api_reference.py --check    writes nothing, and fails if the file is not up to date
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import msgspec.inspect

from worldgates.core.shapes import Action

ROOT: Final = Path(__file__).resolve().parent.parent
TARGET: Final = ROOT / "docs" / "api.md"
HEAD: Final = """\
# Library reference

<!-- Written by tools/api_reference.py from signatures and docstrings. Changes here are lost. -->

The [guide](library.md) shows how these belong together. Everything in the first part is a name of `worldgates`
(`import worldgates as wg`); actions, events and views are names of `worldgates.molthar` and `worldgates.clef`.
"""
FRONT_DOOR: Final = (
    ("Games", ("new", "load", "Game", "Outcome")),
    ("Bots", ("Bot", "Turn", "BotError")),
    ("Many games", ("simulate", "match", "estimate", "Results")),
    ("Values and errors", ("Action", "Event", "View", "Position", "Record", "Options", "RuleError", "FormatError")),
)
GAMES: Final = (("molthar", "Portals of Molthar"), ("clef", "La clef des mondes"))


def reference() -> str:
    worldgates = import_module("worldgates")
    lines = [HEAD]
    for title, names in FRONT_DOOR:
        lines.append(f"## {title}\n")
        for name in names:
            lines += _entry(f"wg.{name}", getattr(worldgates, name))
    for game, title in GAMES:
        package = import_module(f"worldgates.{game}")
        type = package.GAME
        for kind, union in (("actions", type.action_type), ("events", type.event_type)):
            lines.append(f"## {title}: {kind}\n")
            lines += [_row(form) for form in get_args(union)] + [""]
        lines.append(f"## {title}: view\n")
        for form in _structs_of(type.view_type):
            lines += [f"### {game}.{form.__name__}\n", _summary(form), "", *_fields(form), ""]
    return "\n".join(lines).rstrip() + "\n"


def _entry(name: str, thing: Any) -> Iterator[str]:
    yield f"### `{name}{_signature(thing)}`\n"
    yield _text(thing)
    yield ""
    if not inspect.isclass(thing):
        return
    if issubclass(thing, msgspec.Struct) and thing.__struct_fields__:
        yield from _fields(thing)
        yield ""
    for member, value in vars(thing).items():
        if member.startswith("_") or not (inspect.isfunction(value) or isinstance(value, property) or _cached(value)):
            continue
        inner = value.fget if isinstance(value, property) else value.func if _cached(value) else value
        call = _signature(inner) if inspect.isfunction(value) else ""
        yield f"- **`{member}{call}`**: {_first(inner)}"
    yield ""


def _cached(value: object) -> bool:
    return type(value).__name__ == "cached_property"


def _signature(thing: Any) -> str:
    if inspect.isclass(thing):
        return ""
    signature = inspect.signature(thing)
    shown = []
    for parameter in signature.parameters.values():
        if parameter.name == "self":
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in shown:
            shown.append("*")
        default = parameter.default
        text = parameter.name
        if default is not parameter.empty:
            text += "=…" if callable(default) else f"={default!r}"
        shown.append(text)
    return f"({', '.join(shown)})"


def _text(thing: Any) -> str:
    """A docstring, with its examples as code blocks."""
    blocks = []
    for block in re.split(r"\n\n+", inspect.getdoc(thing) or ""):
        if block.lstrip().startswith(">>>"):
            blocks.append("```pycon\n" + textwrap.dedent(block) + "\n```")
        else:
            blocks.append(block)
    return "\n\n".join(blocks)


def _first(thing: Any) -> str:
    """The first paragraph of a docstring."""
    return " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())


def _summary(form: type) -> str:
    return _first(form) if form.__doc__ else ""


def _row(form: type) -> str:
    fields = ", ".join(form.__struct_fields__)  # type: ignore[attr-defined]
    summary = _summary(form)
    tag = form.__struct_config__.tag  # type: ignore[attr-defined]
    return f"- **`{form.__name__}({fields})`** `{tag}`" + (f": {summary}" if summary else "")


def _fields(form: type[msgspec.Struct]) -> list[str]:
    info = msgspec.structs.fields(form)
    return [f"- `{field.name}`: `{_type(form.__annotations__.get(field.name, field.type))}`" for field in info]


def _type(annotation: object) -> str:
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    return str(text)


def _structs_of(root: type) -> list[type]:
    """A struct and all structs in its fields, each once."""
    found: list[type] = []

    def visit(info: msgspec.inspect.Type) -> None:
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls not in found:
                found.append(info.cls)
                for field in info.fields:
                    visit(field.type)
        elif isinstance(info, msgspec.inspect.UnionType):
            for part in info.types:
                visit(part)
        elif isinstance(info, msgspec.inspect.VarTupleType | msgspec.inspect.ListType):
            visit(info.item_type)
        elif isinstance(info, msgspec.inspect.TupleType):
            for part in info.item_types:
                visit(part)
        elif isinstance(info, msgspec.inspect.DictType):
            visit(info.value_type)

    visit(msgspec.inspect.type_info(root))
    return [form for form in found if not issubclass(form, Action)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if the file is not up to date")
    text = reference()
    if parser.parse_args().check:
        if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET.relative_to(ROOT)} is not up to date: run python tools/api_reference.py", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8", newline="\n")
    print(f"{TARGET.relative_to(ROOT)}: {len(text):,} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
