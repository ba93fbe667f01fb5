"""The TypeScript types of the web client, generated from the structs that the server reads and writes.

    python tools/client_types.py            writes web/src/protocol.gen.ts
    python tools/client_types.py --check    writes nothing, and fails if the file is not up to date

The JSON schema and the OpenAPI document (`server/schema.py`) come from the same structs, so there is one definition of
each message, and none of them can drift.
"""

from __future__ import annotations

import argparse
import inspect as python_inspect
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import inspect

ROOT: Final = Path(__file__).resolve().parent.parent
TARGET: Final = ROOT / "web" / "src" / "protocol.gen.ts"
HEADER: Final = """\
// The types of everything that crosses the wire. Written by tools/client_types.py from the server's structs:
// change those and run it again.
"""
# Names of the games' structs get the name of their game as a prefix.
PREFIXES: Final = {"worldgates.molthar": "Molthar", "worldgates.clef": "Clef"}
LINE: Final = 120
# The type parameter of types that depend on the game, and its declaration.
OF_GAME: Final = "<Game>"
FOR_ANY_GAME: Final = "<Game extends GameId = GameId>"


class Writer:
    """Collects structs and unions, and writes each once.

    Types that depend on the game are generic: `State` has the view of any game, `State<"clef">` La clef's.
    """

    def __init__(self) -> None:
        self._structs: dict[str, type] = {}
        self._sent: set[type] = set()
        self._unions: dict[str, str] = {}
        self._common: dict[type, str] = {}
        self._games: dict[str, dict[str, str]] = {}
        self._generic: set[type] = set()
        self._blocks: list[str] = []

    def union(self, name: str, form: Any, sent: bool = False) -> None:
        """Name a type. `sent` means that only the client writes it: fields with a default are optional."""
        self._unions[name] = self.typescript(inspect.type_info(form), sent)

    def common(self, name: str, forms: dict[str, Any], base: type | None = None) -> None:
        """Name a type that differs per game. Messages refer to its `base`, or to any of the types."""
        for game, form in forms.items():
            self._games.setdefault(game, {})[name] = self.typescript(inspect.type_info(form))
        self._unions[name] = " | ".join(types[name] for types in self._games.values())
        if base is not None:
            self._common[base] = name

    def struct(self, form: type, sent: bool = False) -> None:
        self.typescript(inspect.type_info(form), sent)

    def block(self, text: str) -> None:
        """Append other text at the end."""
        self._blocks.append(text)

    def typescript(self, info: inspect.Type, sent: bool = False) -> str:
        """A type as TypeScript writes it."""
        match info:
            case inspect.Metadata():
                allowed = (info.extra_json_schema or {}).get("enum")
                written = self.typescript(info.type, sent)
                return self._named(_choice(sorted(allowed))) if allowed else written
            case inspect.StructType() if info.cls in self._common:
                return self._common[info.cls] + OF_GAME
            case inspect.StructType():
                return self._name(info.cls, sent)
            case inspect.UnionType():
                return self._union(dict.fromkeys(self.typescript(part, sent) for part in info.types))
            case inspect.LiteralType():
                return self._named(_choice(info.values))
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
            case inspect.DictType(value_type=inspect.AnyType()):
                return "object"
            case inspect.DictType():
                key, value = self.typescript(info.key_type, sent), self.typescript(info.value_type, sent)
                return f"Readonly<Record<{key}, {value}>>"
            case inspect.AnyType() | inspect.RawType() | inspect.CustomType():
                return "unknown"
        raise TypeError(f"there is no TypeScript for {info}")

    def _union(self, parts: Iterable[str]) -> str:
        """A union, by its name if it has one; null is separate from a named union."""
        values = [part for part in parts if part != "null"]
        return " | ".join([self._named(" | ".join(values)), *(["null"] if len(values) < len(list(parts)) else [])])

    def _named(self, written: str) -> str:
        name = next((name for name, union in self._unions.items() if union == written), None)
        if name is None:
            return written
        return name + OF_GAME if self._depends_on_game(name) else name

    def _depends_on_game(self, name: str) -> bool:
        """Whether a named type differs per game."""
        return OF_GAME in self._unions[name] or any(name in types for types in self._games.values())

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
            # Visit the fields, so that the types they refer to are written too.
            if any(OF_GAME in line for line in self._body(origin)):
                self._generic.add(origin)
        elif not sent:
            self._sent.discard(origin)
        return name + OF_GAME if origin in self._generic else name

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
            if optional and field.default is None and not sent:
                # An absent key means null, which is never written.
                written = " | ".join(part for part in _alternatives(written) if part != "null")
            mark = "?" if optional else ""
            lines.append(_declaration(f"  readonly {_key(field.encode_name)}{mark}:", written))
        return lines

    def text(self) -> str:
        parts = [HEADER, *self._text_of_games()]
        for name in sorted(self._structs):
            form = self._structs[name]
            comment = _comment(python_inspect.cleandoc(form.__doc__ or ""))
            body = self._body(form)
            inside = "\n" + "\n".join(body) + "\n" if body else ""
            generic = FOR_ANY_GAME if form in self._generic else ""
            parts.append(f"{comment}export interface {name}{generic} {{{inside}}}\n")
        for name in sorted(self._unions):
            if any(name in types for types in self._games.values()):
                parts.append(f'export type {name}{FOR_ANY_GAME} = Games[Game]["{name}"];\n')
            else:
                generic = FOR_ANY_GAME if OF_GAME in self._unions[name] else ""
                parts.append(_declaration(f"export type {name}{generic} =", self._unions[name]) + "\n")
        return "\n".join([*parts, *self._blocks])

    def _text_of_games(self) -> list[str]:
        lines = []
        for game, types in self._games.items():
            lines += [f"  readonly {game}: {{", *(f"    readonly {name}: {types[name]};" for name in types), "  };"]
        comment = "/** The types of each game. A type that does not say which game stands for that of any game. */\n"
        return [comment + "export interface Games {\n" + "\n".join(lines) + "\n}\n"]


def _alternatives(text: str) -> list[str]:
    """The members of a union, without splitting inside brackets."""
    parts, depth = [""], 0
    for piece in re.split(r"([(\[<{]|[)\]>}]| \| )", text):
        depth += (piece in tuple("([<{")) - (piece in tuple(")]>}"))
        if piece == " | " and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _declaration(start: str, written: str) -> str:
    """`start` and a type on one line, or with one line per alternative if that is too long."""
    line = f"{start} {written};"
    alternatives = _alternatives(written)
    if len(line) <= LINE or len(alternatives) == 1:
        return line
    indent = "\n" + " " * (len(start) - len(start.lstrip()) + 2) + "| "
    return start + indent + indent.join(alternatives) + ";"


def _comment(text: str) -> str:
    """A docstring as a TypeScript comment."""
    if not text:
        return ""
    if "\n" not in text:
        return f"/** {text} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in text.splitlines()) + " */\n"


def _literal(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def _choice(values: Iterable[object]) -> str:
    return " | ".join(_literal(value) for value in values)


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
    """The actions, events, cards, views and records of each game, and the generic names for those of any game."""
    from worldgates.clef.keys import Key
    from worldgates.core.gametype import NAMES, Games
    from worldgates.core.shapes import Action, Event, Options
    from worldgates.server.protocol import Card, Language

    games = {name: Games().get(name) for name in NAMES}
    writer.union("GameId", Literal[NAMES])
    writer.union("Language", Language)
    writer.union("ClefKey", Key)
    for name, game in games.items():
        title = PREFIXES[f"worldgates.{name}"]
        writer.union(f"{title}Action", game.action_type)
        writer.union(f"{title}Event", game.event_type)
        writer.union(f"{title}Card", game.card_type)
    writer.common("Action", {name: game.action_type for name, game in games.items()}, Action)
    writer.common("Options", {name: game.options_type for name, game in games.items()}, Options)
    writer.common("View", {name: game.view_type for name, game in games.items()})
    # Browsers have an `Event`, TypeScript a `Record`, and the page a component `Card`.
    writer.common("GameCard", {name: game.card_type for name, game in games.items()}, Card)
    writer.common("GameEvent", {name: game.event_type for name, game in games.items()}, Event)
    writer.common("GameRecord", {name: game.record_type for name, game in games.items()})


def add_server(writer: Writer) -> None:
    """The messages of the socket, and the requests and responses of the HTTP API."""
    from worldgates.server import protocol
    from worldgates.server.errors import RejectionCode
    from worldgates.server.routes import ROUTES

    writer.union("RejectionCode", RejectionCode)
    writer.union("SeatKind", protocol.SeatKind)
    writer.union("Status", protocol.Status)
    writer.union("ServerMessage", protocol.ToBrowser)
    writer.union("SeatRequest", protocol.SeatRequest, sent=True)
    writer.union("ClientMessage", protocol.FromBrowser, sent=True)
    writer.struct(protocol.ErrorAnswer)
    writer.block(f"/** The version of the protocol. */\nexport const VERSION = {protocol.VERSION};\n")
    # Responses first: types that the server also writes have all their fields.
    answers = [writer.typescript(inspect.type_info(route.answer)) for route in ROUTES]
    bodies = [
        "undefined" if route.body is None else writer.typescript(inspect.type_info(route.body), sent=True)
        for route in ROUTES
    ]
    lines = [
        f'  readonly "{route.method} {route.path}": {{ readonly body: {body}; readonly answer: {answer} }};\n'
        for route, body, answer in zip(ROUTES, bodies, answers, strict=True)
    ]
    comment = "/** Every request of the HTTP API: its body, and the answer to it. */\n"
    writer.block(f"{comment}export interface Requests {{\n{''.join(lines)}}}\n".replace(OF_GAME, ""))


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
