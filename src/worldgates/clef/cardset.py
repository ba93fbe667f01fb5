"""Card sets: read from TOML files, checked, and every fault explained with its file and line.

Three files in a folder: `worlds.toml`, `readers.toml`, `discoveries.toml`. What they hold: docs/card-sets.md.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import msgspec
from librt.vecs import append
from mypy_extensions import i64

from worldgates.clef import effects
from worldgates.clef.cards import (
    AS_ACTION,
    AS_PAIR,
    AS_REACTION,
    BAD_ENCOUNTER,
    DISCOVERIES,
    ENCOUNTER,
    IN_PAYMENT,
    KEYS,
    KINDS,
    NO_CARD,
    NO_KEY,
    OBJECT,
    ON_DRAWING,
    READERS,
    SIDES,
    CardSet,
    Discovery,
    Effect,
    Reader,
    World,
)
from worldgates.clef.effects import PARAMETERS
from worldgates.clef.lines import Lines
from worldgates.core.formats import FormatError
from worldgates.core.text import LANGUAGES, command

SHIPPED: Final = Path(__file__).parent / "data"
WORLD_FILE, READER_FILE, CARD_FILE = FILES = ("worlds.toml", "readers.toml", "discoveries.toml")
CARDS_OF_A_WORLD: Final = 8
MOST_OF_A_PILE: Final = 8

# The worlds of every set (K2): positions and actions name them by these ids, only their names and keys may differ.
HOME: Final = "kernault"
WORLD_IDS: Final = (HOME, "gaulois", "chasse", "clairiere", "miroir", "milieu", "crypte", "multivers", "conan")

# What no card may be called: among the keys of an action the word stands for one's character.
RESERVED: Final = ("character",)
LONGEST_ID: Final = 40
LONGEST_NAME: Final = 60
LONGEST_TEXT: Final = 500
# A set has some 50 kB; what is far larger was meant for something else.
LARGEST_FILE: Final = 1_000_000
MOST_ENTRIES: Final = 500

# What would confuse a terminal or a page: control characters, bidirectional marks and the like.
_UNFIT: Final = frozenset(("Cc", "Cf", "Co", "Cs", "Zl", "Zp"))


class Fault(msgspec.Struct, frozen=True):
    """Something wrong in a file of a set. `entry` is a card's id, `key` the field, as in `effect.n`."""

    file: str
    line: int
    entry: str
    key: str
    message: str

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.entry, self.key) if part)
        return f"{self.file}, line {self.line}: {f'{where}: ' if where else ''}{self.message}"


def _place(fault: Fault) -> tuple[int, int]:
    return FILES.index(fault.file), fault.line


class CardSetError(Exception):
    """A card set with faults; the message lists them all."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


# What a fault says.

# What `tomllib` says in the words of its standard, and what to do about it.
_TOML_ADVICE: Final = {
    "Invalid initial character for a key part": "{ } has to stand on one line, with no comma before the }",
    "Unclosed inline table": "{ } has to stand on one line, with commas between its fields",
    "Invalid value": 'a value stands in straight quotation marks, "so", unless it is a number',
    "Illegal character": 'a text begins and ends with " on the same line',
    "Unterminated string": 'a text begins and ends with "',
    "Unescaped '\\'": "a \\ in a text is written \\\\",
    "Expected newline": 'a value is followed by the end of the line; a " inside a text is written \\"',
    "Unclosed array": "what begins with [ ends with ]",
    "Expected '='": "a field is written name = value",
    "Expected ']": "an entry begins with two brackets on both sides, as in [[world]]",
}


def _shown(value: object) -> str:
    """A value as the file may have it, short enough for a line."""
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_ID else value[:LONGEST_ID] + "…")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        # To write out a number of very many digits is an error of its own.
        return str(value) if abs(value) < 10**12 else "a number far too large"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "a table in { }" if isinstance(value, dict) else "a date or time"


def _wanted(expected: str, value: object) -> str:
    """What was expected instead of a value."""
    if value is None:
        return f"this is missing: expected {expected}"
    if value == "":
        return f"still empty: expected {expected}"
    return f"expected {expected}, found {_shown(value)}"


def _one_of(words: Iterable[str]) -> str:
    return f"one of {', '.join(words)}"


# Reading.


class _File:
    """One file of a set: its entries, and on which line each of their fields stands."""

    def __init__(self, folder: Path, name: str, table: str, faults: list[Fault]) -> None:
        self.name = name
        self.table = table
        self.faults = faults
        self.text = ""
        self.entries: list[dict[str, Any]] = []
        self._lines: Lines | None = None
        # Whether its entries could be read, so that their number says something.
        self.readable = False
        if self.read_text(folder / name):
            self.read_entries()

    @property
    def lines(self) -> Lines:
        # Most sets have no faults, and then nobody asks for lines.
        if self._lines is None:
            self._lines = Lines(self.text)
        return self._lines

    def read_text(self, path: Path) -> bool:
        raw = b""
        try:
            if path.is_dir():
                return self.whole("this is a folder: expected a file of this name")
            if not path.exists():
                return self.whole(f"there is no such file; `{command()} cards template DIR` writes all three anew")
            if not path.is_file():
                return self.whole("this is not a plain file")
            with path.open("rb") as file:
                raw = file.read(LARGEST_FILE + 1)
        except OSError as error:
            return self.whole(f"the file cannot be read: {error.strerror}")
        if len(raw) > LARGEST_FILE:
            return self.whole(f"the file is larger than {LARGEST_FILE // 1000} kB: that is no card set")
        try:
            # Some editors begin a file with a byte order mark, and lines end differently from system to system.
            self.text = raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError as error:
            line = len(raw[: error.start].split(b"\n"))
            return self.whole("this is not UTF-8: save the file as UTF-8 in your editor", line)
        return True

    def read_entries(self) -> None:
        try:
            content = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            self.no_toml(str(error))
            return
        except ValueError:
            self.whole("this cannot be read: a number has too many digits", self.line_with(r"[\d_]{999}"))
            return
        except RecursionError:
            self.whole("this cannot be read: too much is nested", self.line_with(r"(?:[\[{] ?){50}"))
            return
        for key in content:
            if key != self.table:
                self.whole(f"expected only entries [[{self.table}]], found {_shown(key)}", self.lines.of(key))
        found = content.get(self.table, [])
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            self.whole(f"every entry has to begin with [[{self.table}]]", self.lines.of(self.table))
        elif len(found) > MOST_ENTRIES:
            self.whole(f"there are {len(found)} entries [[{self.table}]]: that is no card set")
        else:
            self.entries = found
            self.readable = True

    def line_with(self, pattern: str) -> int:
        found = re.search(pattern, self.text)
        return self.text.count("\n", 0, found.start()) + 1 if found else 1

    def no_toml(self, said: str) -> None:
        what, _, where = said.partition(" (at ")
        line = begin = self.lines.last_statement
        if found := re.match(r"line (\d+), column (\d+)", where):
            line = int(found[1])
            where = f", column {found[2]}"
            if begin < line:
                where += f", in what begins on line {begin}"
        else:
            where = ""
        advice = next((advice for begin, advice in _TOML_ADVICE.items() if what.startswith(begin)), "")
        if self.lines.twice is not None and ("overwrite" in what or "twice" in what or "Duplicate" in what):
            line, where = self.lines.twice, ""
        if "overwrite" in what or "Duplicate" in what:
            advice = "the same field is there twice in one entry; begin every entry with "
            advice += f"[[{self.table}]] on a line of its own"
        self.whole(f"this is not TOML: {what[:1].lower()}{what[1:]}{where}{f': {advice}' if advice else ''}", line)

    # Faults of an entry and of the file.

    def line(self, number: int, *path: str | int) -> int:
        return self.lines.of(self.table, number, *path)

    def remark(self, number: int, path: tuple[str | int, ...], message: str) -> Fault:
        id = self.entries[number].get("id")
        entry = id if _is_id(id) else f"[[{self.table}]] number {number + 1}"
        # The numbers of a list are only for the line; a name may be anything that TOML allows.
        names = [name if re.fullmatch(r"[\w-]{1,40}", name) else _shown(name) for name in path if isinstance(name, str)]
        return Fault(self.name, self.line(number, *path), str(entry), ".".join(names), message)

    def fault(self, number: int, path: str | tuple[str | int, ...], message: str) -> None:
        self.faults.append(self.remark(number, (path,) if isinstance(path, str) else path, message))

    def whole(self, message: str, line: int = 1) -> bool:
        """A fault of the file as a whole; always False, for who has to give up now."""
        self.faults.append(Fault(self.name, line, "", "", message))
        return False

    def last(self, message: str) -> None:
        """Too much or too little in the file: told where the last entry stands."""
        self.whole(message, self.line(len(self.entries) - 1) if self.entries else 1)


def _is_id(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_ID and bool(re.fullmatch(r"[a-z][a-z0-9_]*", value))


class _Reader:
    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            what = "this is a file: expected the folder of a card set" if folder.exists() else "there is no such folder"
            raise FormatError(f"{what}; `{command()} cards template DIR` makes one to begin with", str(folder))
        self.folder = folder
        self.faults: list[Fault] = []
        self.world_file = _File(folder, WORLD_FILE, "world", self.faults)
        self.reader_file = _File(folder, READER_FILE, "reader", self.faults)
        self.card_file = _File(folder, CARD_FILE, "discovery", self.faults)
        self.world_numbers: dict[str, int] = {}
        # Where each id stands.
        self.ids: dict[str, tuple[_File, int]] = {}
        self.worlds = self.read_worlds()
        self.readers = self.read_readers()
        self.cards = self.read_discoveries()
        if not self.faults:
            self.check_ways()
        self.faults.sort(key=_place)

    # Parts that all files share.

    def known_fields(self, file: _File, number: int, allowed: tuple[str, ...]) -> None:
        for name in file.entries[number]:
            if name not in allowed:
                file.fault(number, name, f"there is no such field here: expected {', '.join(allowed)}")

    def id(self, file: _File, number: int) -> str:
        id = file.entries[number].get("id")
        if not _is_id(id):
            expected = f"a letter from a to z, then such letters, digits and _, {LONGEST_ID} at most"
            file.fault(number, "id", _wanted(expected, id))
            return f"?{number}"
        id = str(id)
        if id in RESERVED:
            file.fault(number, "id", f"{id!r} has a meaning of its own in actions: choose another id")
        if id in self.ids:
            there, before = self.ids[id]
            line = f"{there.name}, line {there.line(before, 'id')}"
            file.fault(number, "id", f"this id is there already ({line}): worlds, readers and cards need different ids")
        else:
            self.ids[id] = (file, number)
        return id

    def texts(self, file: _File, number: int, field: str, longest: int = LONGEST_TEXT) -> dict[str, str]:
        found = file.entries[number].get(field)
        example = "{ " + ", ".join(f'{language} = "…"' for language in LANGUAGES) + " }"
        if not isinstance(found, dict):
            file.fault(number, field, _wanted(f"a text in each language, {field} = {example}", found))
            return {}
        empty = [language for language in LANGUAGES if found.get(language) in (None, "")]
        if empty:
            file.fault(number, field, f"the text is still missing in {', '.join(empty)}")
        for language, text in found.items():
            place = (field, language)
            if language not in LANGUAGES:
                file.fault(number, place, f"there is no such language here: expected {', '.join(LANGUAGES)}")
            elif language not in empty:
                if not isinstance(text, str) or not text.strip():
                    file.fault(number, place, _wanted('a text in quotation marks, "…"', text))
                elif not text.isprintable() and any(unicodedata.category(letter) in _UNFIT for letter in text):
                    file.fault(number, place, "expected a single line without control characters")
                elif len(text) > longest:
                    file.fault(number, place, f"expected at most {longest} letters, found {len(text)}")
        return {language: str(found.get(language)) for language in LANGUAGES}

    def key(self, file: _File, number: int, place: str | tuple[str | int, ...], value: object) -> int:
        """The number of a key (K8)."""
        if not isinstance(value, str) or value not in KEYS:
            file.fault(number, place, _wanted(_one_of(KEYS), value))
            return 0
        return KEYS.index(value)

    # Worlds.

    def read_worlds(self) -> list[World]:
        file = self.world_file
        found = [self.world(number) for number in range(len(file.entries))]
        if file.readable and (missing := [id for id in WORLD_IDS if id not in [world.id for world in found]]):
            file.last(f"expected nine worlds (K2), found {len(found)}; missing: {', '.join(missing)}")
        # Kernault comes first, wherever the file has it.
        found.sort(key=lambda world: world.id != HOME)
        for number, world in enumerate(found):
            world.number = number
            self.world_numbers[world.id] = number
        return found

    def world(self, number: int) -> World:
        file = self.world_file
        self.known_fields(file, number, ("id", "name", "keys"))
        world = World(self.id(file, number), 0)
        if not world.id.startswith("?") and world.id not in WORLD_IDS:
            file.fault(number, "id", f"expected {_one_of(WORLD_IDS)} (K2): only the name of a world may differ")
        world.names = self.texts(file, number, "name", LONGEST_NAME)
        keys = file.entries[number].get("keys")
        if world.id == HOME:
            if keys is not None:
                file.fault(number, "keys", "nobody leaves Kernault, it has no keys (K11): delete this line")
            return world
        if not isinstance(keys, dict):
            example = "{ " + ", ".join(f'{side} = "…"' for side in SIDES) + " }"
            file.fault(number, "keys", _wanted(f"a key on each side (K9), keys = {example}", keys))
            return world
        if empty := [side for side in SIDES if keys.get(side) in (None, "")]:
            file.fault(number, "keys", f"the key is still missing at {', '.join(empty)} (K9): expected {_one_of(KEYS)}")
        for side, key in keys.items():
            if side not in SIDES:
                file.fault(number, ("keys", side), f"there is no such side: expected {', '.join(SIDES)} (K9)")
            elif side not in empty:
                world.keys[SIDES.index(side)] = self.key(file, number, ("keys", side), key)
        return world

    # Characters.

    def read_readers(self) -> list[Reader]:
        file = self.reader_file
        found = [self.reader(number) for number in range(len(file.entries))]
        if file.readable and len(found) != READERS:
            file.last(f"expected {READERS} readers (K1), found {len(found)}")
        return found

    def reader(self, number: int) -> Reader:
        file = self.reader_file
        self.known_fields(file, number, ("id", "name", "key", "needs", "presentation"))
        entry = file.entries[number]
        reader = Reader(self.id(file, number))
        reader.names = self.texts(file, number, "name", LONGEST_NAME)
        reader.presentations = self.texts(file, number, "presentation")
        reader.key = self.key(file, number, "key", entry.get("key"))
        needs = entry.get("needs")
        if not isinstance(needs, list) or len(needs) != 3:
            file.fault(number, "needs", _wanted('three keys (K12), needs = ["…", "…", "…"]', needs))
        elif any(need == "" for need in needs):
            file.fault(number, "needs", f"still empty: expected three keys (K12), each {_one_of(KEYS)}")
        else:
            for which, need in enumerate(needs):
                reader.needs = append(reader.needs, i64(self.key(file, number, ("needs", which), need)))
        return reader

    # Discoveries.

    def read_discoveries(self) -> list[Discovery]:
        file = self.card_file
        found = [self.discovery(number) for number in range(len(file.entries))]
        if not file.readable:
            return found
        if len(found) != DISCOVERIES:
            file.last(f"expected {DISCOVERIES} discovery cards (K1), found {len(found)}")
        where: dict[str, list[int]] = {id: [] for id in WORLD_IDS}
        for number, entry in enumerate(file.entries):
            if isinstance(world := entry.get("world"), str) and world in where:
                where[world].append(number)
        for world, numbers in where.items():
            message = f"expected {CARDS_OF_A_WORLD} cards of the world {world!r} (K1), found {len(numbers)}"
            if world == HOME:
                for number in numbers:
                    file.fault(number, "world", "Kernault has no discovery cards (K1): name another world")
            elif len(numbers) > CARDS_OF_A_WORLD:
                file.fault(numbers[CARDS_OF_A_WORLD], "world", message)
            elif len(numbers) < CARDS_OF_A_WORLD:
                file.last(message)
        self.pairs(found)
        return found

    def discovery(self, number: int) -> Discovery:
        file = self.card_file
        entry = file.entries[number]
        fields = ("id", "world", "kind", "key", "attack", "effect", "pair", "name", "flavour")
        self.known_fields(file, number, fields)
        id = self.id(file, number)
        effect = self.effect(number, entry.get("effect"))
        card = Discovery(id, effect or effects.make("stop_move"))
        card.names = self.texts(file, number, "name", LONGEST_NAME)
        card.flavours = self.texts(file, number, "flavour")
        world = entry.get("world")
        if not isinstance(world, str) or world not in WORLD_IDS:
            file.fault(number, "world", _wanted(_one_of(WORLD_IDS[1:]), world))
        else:
            card.world = self.world_numbers.get(world, 0)
            if effect is not None and effect.id == "thrown" and effect.parameters.get("to") == world:
                place = ("effect", "to")
                file.fault(number, place, "nobody is thrown to where they stand (E19): name another world")
        # A template has a line for either, and the one that stays empty says nothing.
        key, attack = entry.get("key"), entry.get("attack")
        kind = entry.get("kind")
        if not isinstance(kind, str) or kind not in KINDS:
            file.fault(number, "kind", _wanted("R for an encounter, O for an object, MR for a bad encounter", kind))
            if key in (None, "") and attack in (None, ""):
                file.fault(number, "key", f"still empty: expected {_one_of(KEYS)}; for a bad encounter, as `attack`")
            for field in ("key", "attack"):
                if entry.get(field) not in (None, ""):
                    self.key(file, number, field, entry[field])
            return card
        card.kind = KINDS.index(kind)
        if card.kind == BAD_ENCOUNTER:
            card.attack = self.key(file, number, "attack", attack)
            if key not in (None, ""):
                file.fault(
                    number, "key", "a bad encounter carries no key (K13): delete it; its symbol is `attack` (K16)"
                )
            if effect is not None and effect.when != ON_DRAWING:
                message = (
                    f"{effect.id!r} is no effect of a bad encounter (K16): expected {_one_of(_effects_at(ON_DRAWING))}"
                )
                file.fault(number, "effect", message)
            return card
        card.key = self.key(file, number, "key", key)
        card.opens = 1 << card.key
        if attack not in (None, ""):
            file.fault(number, "attack", "only a bad encounter attacks (K16): delete it, or make `kind` MR")
        if effect is None:
            return card
        if effect.when == AS_PAIR:
            file.fault(number, "effect", f"{effect.id!r} takes two cards (E16): it belongs into `pair` of both")
        elif effect.when == ON_DRAWING:
            expected = _one_of(_effects_at(AS_ACTION, AS_REACTION, IN_PAYMENT))
            file.fault(number, "effect", f"{effect.id!r} is only for bad encounters (K16): expected {expected}")
        elif effect.id == "wild":
            card.opens = effect.keys
            if effect.keys and not effect.keys >> card.key & 1:
                message = f"the card's own key {KEYS[card.key]!r} has to be among them (E3)"
                file.fault(number, ("effect", "keys"), message)
        return card

    def effect(self, number: int, value: object) -> Effect | None:
        """The effect that a card names, with its parameters; none if the card names none that exists."""
        file = self.card_file
        ids = f"an effect with one of the ids {', '.join(PARAMETERS)}"
        if not isinstance(value, dict):
            file.fault(number, "effect", _wanted(f'{ids}, as in effect = {{ id = "jump" }}', value))
            return None
        id = value.get("id")
        if not isinstance(id, str) or id not in PARAMETERS:
            # Not all twenty of them for every card of a template.
            file.fault(number, ("effect", "id"), _wanted("the id of an effect (E1 to E20)" if id == "" else ids, id))
            return None
        effect = effects.make(id)
        expected = dict(PARAMETERS[id])
        if id == "lose":
            expected |= {"key": "key"} if value.get("how") == "key" else {"n": "number"}
        effect.parameters = {name: given for name, given in value.items() if name != "id"}
        for name in effect.parameters:
            if name not in expected:
                takes = f"it takes {', '.join(expected)}" if expected else "it takes none"
                file.fault(number, ("effect", name), f"{id!r} has no such parameter: {takes}")
        for name, kind in expected.items():
            self.parameter(number, effect, name, kind)
        return effect

    def parameter(self, number: int, effect: Effect, name: str, kind: str) -> None:
        file, value, place = self.card_file, effect.parameters.get(name), ("effect", name)
        if kind == "number":
            if type(value) is not int or not 1 <= value <= MOST_OF_A_PILE:
                file.fault(number, place, _wanted(f"a number from 1 to {MOST_OF_A_PILE}", value))
            else:
                effect.n = value
        elif kind == "key":
            effect.key = self.key(file, number, place, value)
        elif kind == "keys":
            if not isinstance(value, list) or not value:
                file.fault(number, place, _wanted('a list of keys, as in keys = ["magie", "amour"]', value or None))
                return
            for which, each in enumerate(value):
                if value.index(each) != which:
                    file.fault(number, (*place, which), f"{_shown(each)} is there twice")
                effect.keys |= 1 << self.key(file, number, (*place, which), each)
        elif kind == "world":
            if not isinstance(value, str) or value not in ("opposite", "neighbour", *WORLD_IDS[1:]):
                file.fault(number, place, _wanted(f"opposite, neighbour or {_one_of(WORLD_IDS[1:])} (E19)", value))
            elif value in WORLD_IDS:
                effect.to = self.world_numbers.get(value, 0)
            else:
                effect.how = value
        elif not isinstance(value, str) or value not in kind.split():
            file.fault(number, place, _wanted(_one_of(kind.split()), value))
        elif name == "how":
            effect.how = value
        else:
            effect.wide = value in ("anywhere", "any")

    def pairs(self, cards: list[Discovery]) -> None:
        """Cards that can be played together name each other (K22)."""
        file = self.card_file
        numbers = {card.id: number for number, card in enumerate(cards)}
        for number, (entry, card) in enumerate(zip(file.entries, cards, strict=True)):
            pair = entry.get("pair")
            if pair is None:
                continue
            if not isinstance(pair, dict) or set(pair) != {"with", "id"}:
                message = _wanted('a card and an effect, as in pair = { with = "epieu", id = "wild_ride" }', pair)
                file.fault(number, "pair", message)
                continue
            other, id = pair["with"], pair["id"]
            together = _effects_at(AS_PAIR)
            if not isinstance(id, str) or id not in together:
                file.fault(number, ("pair", "id"), _wanted(f"an effect of two cards, {_one_of(together)} (E16)", id))
                continue
            if not isinstance(other, str) or other not in numbers or other == card.id:
                file.fault(number, ("pair", "with"), _wanted("the id of another discovery card", other))
                continue
            back = file.entries[numbers[other]].get("pair")
            if not isinstance(back, dict) or back.get("with") != card.id or back.get("id") != id:
                expected = f'pair = {{ with = "{card.id}", id = "{id}" }}'
                file.fault(number, ("pair", "with"), f"{other!r} has to name this card too (K22), {expected}")
            if BAD_ENCOUNTER in (card.kind, cards[numbers[other]].kind):
                file.fault(number, "pair", "a bad encounter is never played, alone or with another card (K16)")
            card.partner = numbers[other]
            card.together = effects.make(id)

    # The set as a whole.

    def check_ways(self) -> None:
        """Every key can be had where it opens a way, and every character can come home from somewhere (K11)."""
        outside = self.worlds[1:]
        for number, reader in enumerate(self.readers):
            if not any(any(_ways_home(reader, world, self.cards)) for world in outside):
                message = "with the cards of this set there is no way home for this reader (K11, K14, K15): "
                needs = ", ".join(KEYS[need] for need in reader.needs)
                message += f"there are never enough of {needs} in one hand, with a key of the world left"
                self.reader_file.fault(number, "needs", message)
        for key, name in enumerate(KEYS):
            if not any(card.opens >> key & 1 and self.serves(card, key) for card in self.cards):
                message = f"the key {name!r} cannot be had: no object carries it, nor an encounter in whose world "
                self.card_file.last(message + "it opens a way (K13, K14)")

    def serves(self, card: Discovery, key: int) -> bool:
        """Whether a card's key opens a way where the card can be played: an encounter's only in its world (K14)."""
        world = self.worlds[card.world]
        if card.kind == OBJECT or key in world.keys:
            return True
        return any(key in reader.needs and any(_ways_home(reader, world, self.cards)) for reader in self.readers)

    def set(self, name: str) -> CardSet:
        return CardSet(name or self.folder.resolve().name, self.worlds, self.readers, self.cards)

    def warnings(self) -> list[Fault]:
        """What is no fault, but may be a slip of the pen."""
        found = []
        numbers = {entry["id"]: number for number, entry in enumerate(self.world_file.entries)}
        for world in self.worlds[1:]:
            usable = _usable_in(world, self.cards)
            for side, name in enumerate(SIDES):
                if not any(card.opens >> world.keys[side] & 1 for card in usable):
                    key = KEYS[world.keys[side]]
                    message = f"no card opens this side: no object carries {key!r}, nor does an encounter of this world"
                    found.append(self.world_file.remark(numbers[world.id], ("keys", name), message))
            defences = {card.effect.key for card in usable if card.effect.id == "cancel"}
            for number, card in enumerate(self.cards):
                if card.world == world.number and card.kind == BAD_ENCOUNTER and card.attack not in defences:
                    message = "no defence answers this attack: no object cancels it, nor an encounter of this world"
                    found.append(self.card_file.remark(number, ("attack",), message))
        for file, names in (
            (self.world_file, [entry["name"] for entry in self.world_file.entries]),
            (self.reader_file, [reader.names for reader in self.readers]),
            (self.card_file, [card.names for card in self.cards]),
        ):
            for language in LANGUAGES:
                seen: dict[str, int] = {}
                for number, texts in enumerate(names):
                    before = seen.setdefault(texts[language], number)
                    if before != number:
                        message = f"the same name as {file.entries[before]['id']!r}, line {file.line(before, 'name')}"
                        found.append(file.remark(number, ("name", language), message))
        return sorted(found, key=_place)


@cache
def _effects_at(*when: int) -> tuple[str, ...]:
    """The effects that come into play at certain times."""
    return tuple(id for id in PARAMETERS if effects.make(id).when in when)


def _usable_in(world: World, cards: list[Discovery]) -> list[Discovery]:
    """The cards that can be played in a world: all objects and its own encounters (K14, K15)."""
    return [card for card in cards if card.kind == OBJECT or (card.kind == ENCOUNTER and card.world == world.number)]


def _ways_home(reader: Reader, world: World, cards: list[Discovery]) -> Iterator[bool]:
    """Whether the way home can be paid, for each of a world's eight places around Kernault (K11).

    Four or five keys are due, and a hand holds five cards beside the character's own key: there is always room.
    """
    opens = [card.opens for card in _usable_in(world, cards)] + [1 << reader.key]
    for side in range(4):
        over_the_side = [*reader.needs, world.keys[side]]
        yield _can_pay(opens, over_the_side)
        yield _can_pay(opens, [*over_the_side, world.keys[(side + 1) % 4]])


def _can_pay(opens: list[int], due: list[int]) -> bool:
    """Whether the keys due can be matched one to one with cards (E3).

    They can if any of them, taken together, find as many cards that open one of them (Hall's theorem).
    """
    for number in range(1, len(due) + 1):
        for some in combinations(due, number):
            mask = 0
            for key in some:
                mask |= 1 << key
            if sum(1 for card in opens if card & mask) < number:
                return False
    return True


# What others ask.


class Check(msgspec.Struct, frozen=True):
    """What there is to say of a set: faults, and what may be a slip; without faults, its cards."""

    cards: CardSet | None
    faults: list[Fault]
    warnings: list[Fault]


def check(folder: Path) -> Check:
    """A folder's set with all there is to say of it, file by file and line by line."""
    found = _Reader(folder)
    if found.faults:
        return Check(None, found.faults, [])
    return Check(found.set(""), [], found.warnings())


def load(folder: Path, name: str = "") -> CardSet:
    """The card set of a folder, by default called as the folder; a CardSetError lists every fault."""
    found = _Reader(folder)
    if found.faults:
        raise CardSetError(found.faults)
    return found.set(name)


@cache
def shipped() -> CardSet:
    """The set that this project ships, reconstructed (K31)."""
    return load(SHIPPED, "reconstructed")


def fingerprint(cards: CardSet) -> str:
    """Eight digits that stay while the texts of a set change, and change with anything that matters for play."""

    def key(number: int) -> str | None:
        return None if number == NO_KEY else KEYS[number]

    facts = {
        "worlds": [[world.id, [key(side) for side in world.keys]] for world in cards.worlds],
        "readers": [[reader.id, key(reader.key), [key(need) for need in reader.needs]] for reader in cards.readers],
        "discoveries": [
            {
                "id": card.id,
                "world": cards.worlds[card.world].id,
                "kind": KINDS[card.kind],
                "key": key(card.key),
                "attack": key(card.attack),
                "effect": card.effect.id,
                # The keys that a wild card stands for are the same in any order.
                "parameters": {
                    name: sorted(value) if isinstance(value, list) else value
                    for name, value in card.effect.parameters.items()
                },
                "pair": None if card.partner == NO_CARD else [cards.discoveries[card.partner].id, card.together.id],
            }
            for card in cards.discoveries
        ],
    }
    return blake2b(msgspec.json.encode(facts, order="sorted"), digest_size=4).hexdigest()


def summary(cards: CardSet) -> dict[str, object]:
    """What a set has of everything, in numbers."""
    kinds = Counter(KINDS[card.kind] for card in cards.discoveries)
    keys = Counter(KEYS[card.key] for card in cards.discoveries if card.key != NO_KEY)
    defences = Counter(KEYS[card.effect.key] for card in cards.discoveries if card.effect.id == "cancel")
    outside = cards.worlds[1:]
    bad = Counter(cards.worlds[card.world].id for card in cards.discoveries if card.kind == BAD_ENCOUNTER)
    return {
        "name": cards.name,
        "fingerprint": fingerprint(cards),
        "worlds": len(cards.worlds),
        "readers": len(cards.readers),
        "cards": {kind: kinds[kind] for kind in KINDS},
        "keys": {key: keys[key] for key in KEYS},
        "defences": {key: defences[key] for key in KEYS},
        "bad_encounters": {world.id: bad[world.id] for world in outside},
        "ways_home": {
            reader.id: sum(sum(_ways_home(reader, world, cards.discoveries)) for world in outside)
            for reader in cards.readers
        },
    }


def describe(found: Check) -> list[str]:
    """What there is to say of a set, line by line."""
    if found.cards is None:
        number = len(found.faults)
        return [*map(str, found.faults), f"{number} faults." if number > 1 else "1 fault."]
    cards, numbers = found.cards, summary(found.cards)

    def listed(what: str) -> str:
        counts = numbers[what]
        assert isinstance(counts, dict)
        return ", ".join(f"{name} {count}" for name, count in counts.items())

    kinds = Counter(card.kind for card in cards.discoveries)
    return [
        *(f"Warning: {warning}" for warning in found.warnings),
        f"{cards.name} is in order: {len(cards.worlds)} worlds, {len(cards.readers)} readers, "
        f"{len(cards.discoveries)} discovery cards; fingerprint {numbers['fingerprint']}.",
        f"Cards: {kinds[ENCOUNTER]} encounters, {kinds[OBJECT]} objects, {kinds[BAD_ENCOUNTER]} bad encounters.",
        f"Keys: {listed('keys')}.",
        f"Defences: {listed('defences')}.",
        f"Bad encounters among the {CARDS_OF_A_WORLD} cards of each world: {listed('bad_encounters')}.",
    ]
