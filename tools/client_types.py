"""The TypeScript types of the web client, written from the structs that the server reads and writes.

    python tools/client_types.py            writes web/src/protocol.gen.ts
    python tools/client_types.py --check    writes nothing, and fails if the file is not up to date

The same structs give the JSON schema and the OpenAPI document (`server/schema.py`), so there is one definition of each
message, and none of them can drift.
"""

from __future__ import annotations

import argparse
import inspect as python_inspect
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from msgspec import inspect

ROOT: Final = Path(__file__).resolve().parent.parent
TARGET: Final = ROOT / "web" / "src" / "protocol.gen.ts"
HEADER: Final = """\
// The types of everything that crosses the wire. Written by tools/client_types.py from the server's structs:
// change those and run it again.
"""
# Structs of the games are told apart by the name of their game.
PREFIXES: Final = {"worldgates.molthar": "Molthar", "worldgates.clef": "Clef"}
LINE: Final = 120


class Writer:
    """Collects structs and unions, and writes each once."""

    def __init__(self) -> None:
        self._structs: dict[str, type] = {}
        self._sent: set[type] = set()
        self._unions: dict[str, str] = {}
        self._common: dict[type, str] = {}

    def union(self, name: str, form: Any, sent: bool = False) -> None:
        """Give a type a name of its own. `sent` says that only the client writes it: what has a default is optional."""
        self._unions[name] = self.typescript(inspect.type_info(form), sent)

    def common(self, base: type, forms: Iterable[Any]) -> None:
        """What messages name `base` is one of these types, one of each game."""
        self._unions[base.__name__] = " | ".join(self.typescript(inspect.type_info(form)) for form in forms)
        self._common[base] = base.__name__

    def struct(self, form: type, sent: bool = False) -> None:
        self.typescript(inspect.type_info(form), sent)

    def typescript(self, info: inspect.Type, sent: bool = False) -> str:
        """A type as TypeScript writes it."""
        match info:
            case inspect.StructType() if info.cls in self._common:
                return self._common[info.cls]
            case inspect.StructType():
                return self._name(info.cls, sent)
            case inspect.UnionType():
                written = " | ".join(dict.fromkeys(self.typescript(part, sent) for part in info.types))
                return next((name for name, union in self._unions.items() if union == written), written)
            case inspect.LiteralType():
                return " | ".join(_literal(value) for value in info.values)
            case inspect.BoolType():
                return "boolean"
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "string"
            case inspect.NoneType():
                return "null"
            case inspect.ListType() | inspect.VarTupleType():
                return f"readonly {_grouped(self.typescript(info.item_type, sent))}[]"
            case inspect.TupleType():
                return f"readonly [{', '.join(self.typescript(part, sent) for part in info.item_types)}]"
            case inspect.DictType():
                key, value = self.typescript(info.key_type, sent), self.typescript(info.value_type, sent)
                return f"Readonly<Record<{key}, {value}>>"
            case inspect.AnyType() | inspect.RawType() | inspect.CustomType():
                return "unknown"
        raise TypeError(f"there is no TypeScript for {info}")

    def _name(self, form: type, sent: bool) -> str:
        origin: type = getattr(form, "__origin__", form)
        prefix = next((name for home, name in PREFIXES.items() if origin.__module__.startswith(home)), "")
        name = prefix + origin.__name__.removeprefix("_")
        known = self._structs.get(name)
        if known is not None and known is not origin:
            raise TypeError(f"two structs are called {name}: {known} and {origin}")
        if known is None:
            self._structs[name] = origin
            if sent:
                self._sent.add(origin)
            # Visit the fields, so that what they name is written too.
            self._body(origin)
        elif not sent:
            self._sent.discard(origin)
        return name

    def _body(self, form: type) -> list[str]:
        info = inspect.type_info(form)
        assert isinstance(info, inspect.StructType)
        config = form.__struct_config__  # type: ignore[attr-defined]
        sent = form in self._sent
        lines = []
        if info.tag is not None:
            lines.append(f"  readonly {info.tag_field}: {_literal(info.tag)};")
        for field in info.fields:
            optional = not field.required and (sent or config.omit_defaults)
            written = self.typescript(field.type, sent)
            if optional and field.default is None:
                # Absent stands for null, which is never written.
                written = " | ".join(part for part in _alternatives(written) if part != "null")
            mark = "?" if optional else ""
            lines.append(_declaration(f"  readonly {_key(field.encode_name)}{mark}:", written))
        return lines

    def text(self) -> str:
        parts = [HEADER]
        for name in sorted(self._structs):
            form = self._structs[name]
            comment = _comment(python_inspect.cleandoc(form.__doc__ or ""))
            body = self._body(form)
            inside = "\n" + "\n".join(body) + "\n" if body else ""
            parts.append(f"{comment}export interface {name} {{{inside}}}\n")
        for name in sorted(self._unions):
            parts.append(_declaration(f"export type {name} =", self._unions[name]) + "\n")
        return "\n".join(parts)


def _alternatives(text: str) -> list[str]:
    """The parts of a union, without taking apart what stands in brackets."""
    parts, depth = [""], 0
    for piece in re.split(r"([(\[<{]|[)\]>}]| \| )", text):
        depth += (piece in tuple("([<{")) - (piece in tuple(")]>}"))
        if piece == " | " and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _declaration(start: str, written: str) -> str:
    """`start` and a type, on one line, or with a line for each alternative where that is too long."""
    line = f"{start} {written};"
    alternatives = _alternatives(written)
    if len(line) <= LINE or len(alternatives) == 1:
        return line
    indent = "\n" + " " * (len(start) - len(start.lstrip()) + 2) + "| "
    return start + indent + indent.join(alternatives) + ";"


def _comment(text: str) -> str:
    """A docstring as TypeScript writes it."""
    if not text:
        return ""
    if "\n" not in text:
        return f"/** {text} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in text.splitlines()) + " */\n"


def _literal(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def _grouped(text: str) -> str:
    return f"({text})" if " " in text else text


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else f'"{name}"'


def client_types() -> str:
    """The whole file."""
    writer = Writer()
    add_games(writer)
    add_server(writer)
    return writer.text()


def add_games(writer: Writer) -> None:
    """The actions, events, cards, views and records of each game."""
    from worldgates.core.gametype import NAMES, Games

    for name in NAMES:
        game, title = Games().get(name), PREFIXES[f"worldgates.{name}"]
        writer.union(f"{title}Action", game.action_type)
        writer.union(f"{title}Event", game.event_type)
        writer.union(f"{title}Card", game.card_type)
        writer.struct(game.view_type)
        writer.struct(game.record_type)


def add_server(writer: Writer) -> None:
    """The messages of the socket, and the requests and answers of the HTTP API."""
    from worldgates.server.protocol import FromBrowser, ToBrowser
    from worldgates.server.routes import ROUTES
    from worldgates.server.schema import game_types

    for base, forms in game_types().items():
        writer.common(base, forms)

    writer.union("ServerMessage", ToBrowser)
    writer.union("ClientMessage", FromBrowser, sent=True)
    for form in _structs(route.answer for route in ROUTES):
        writer.struct(form)
    for form in _structs(route.body for route in ROUTES):
        writer.struct(form, sent=True)


def _structs(forms: Iterable[Any]) -> list[type]:
    """The structs that requests and answers are made of."""
    found: list[type] = []

    def visit(info: inspect.Type) -> None:
        if isinstance(info, inspect.StructType):
            found.append(info.cls)
        elif isinstance(info, inspect.UnionType):
            for part in info.types:
                visit(part)
        elif isinstance(info, inspect.ListType | inspect.VarTupleType):
            visit(info.item_type)

    for form in forms:
        if form is not None:
            visit(inspect.type_info(form))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if the file is not up to date")
    text = client_types()
    if parser.parse_args().check:
        if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET.relative_to(ROOT)} is not up to date: run python tools/client_types.py", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8", newline="\n")
    print(f"{TARGET.relative_to(ROOT)}: {len(text):,} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
