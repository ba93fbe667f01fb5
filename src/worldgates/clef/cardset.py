"""Card sets: read from TOML files, checked, and every fault explained with its file and line.

Three files in a folder: `worlds.toml`, `readers.toml`, `discoveries.toml`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from functools import cache
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import Any, Final

from librt.vecs import append
from mypy_extensions import i64

from worldgates.clef import effects
from worldgates.clef.cards import (
    AS_PAIR,
    BAD_ENCOUNTER,
    DISCOVERIES,
    ENCOUNTER,
    KEYS,
    KINDS,
    OBJECT,
    ON_DRAWING,
    READERS,
    SIDES,
    WORLDS,
    CardSet,
    Discovery,
    Effect,
    Reader,
    World,
)
from worldgates.core.text import LANGUAGES

SHIPPED: Final = Path(__file__).parent / "data"
CARDS_OF_A_WORLD: Final = 8
MOST_OF_A_PILE: Final = 8
HOME: Final = "kernault"

# What each parameter of an effect may be.
PARAMETERS: Final[dict[str, dict[str, str]]] = {
    "cancel": {"symbol": "key"},
    "stop_move": {},
    "wild": {"keys": "keys"},
    "look_hand": {"where": "here anywhere"},
    "search": {"n": "number"},
    "peek": {"n": "number"},
    "draw": {"n": "number"},
    "free_travel": {"over": "side any"},
    "jump": {},
    "banish": {},
    "steal": {"how": "random choice"},
    "swap": {},
    "unmask": {"where": "here anywhere"},
    "shield": {},
    "summon": {},
    "wild_ride": {},
    "lose": {"how": "choice random key"},
    "miss_turn": {},
    "thrown": {"to": "world"},
    "show_hand": {},
}


class Fault(Exception):  # noqa: N818 (one of many, gathered and shown together)
    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}, line {line}: {message}")


class CardSetError(Exception):
    """A card set with faults; the message lists them all."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class _File:
    """One file of a set: its tables, and on which line each of their keys stands."""

    def __init__(self, folder: Path, name: str, table: str, faults: list[Fault]) -> None:
        self.name = name
        self.faults = faults
        self.tables: list[dict[str, Any]] = []
        self.lines: list[dict[str, int]] = []
        try:
            text = (folder / name).read_text(encoding="utf-8")
        except OSError as error:
            faults.append(Fault(name, 1, f"the file cannot be read: {error.strerror}"))
            return
        except UnicodeDecodeError:
            faults.append(Fault(name, 1, "the file is not UTF-8"))
            return
        try:
            content = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            faults.append(Fault(name, int(found[1]) if found else 1, f"this is not TOML: {error}"))
            return
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip() == f"[[{table}]]":
                self.lines.append({"": number})
            elif self.lines and (found := re.match(r"\s*([\w-]+)\s*=", line)):
                self.lines[-1].setdefault(found[1], number)
        for key in content:
            if key != table:
                faults.append(Fault(name, 1, f"expected only [[{table}]], found {key!r}"))
        tables = content.get(table, [])
        if isinstance(tables, list) and all(isinstance(each, dict) for each in tables):
            self.tables = tables
        if len(self.tables) != len(self.lines):
            faults.append(Fault(name, 1, f"expected every entry to begin with [[{table}]] on a line of its own"))
            self.tables = []

    def fault(self, number: int, key: str, message: str) -> None:
        lines = self.lines[number]
        said = f"{self.tables[number].get('id', '?')}, {key}: {message}" if key else message
        self.faults.append(Fault(self.name, lines.get(key, lines[""]), said))

    def last(self, message: str) -> None:
        """A fault of the file as a whole."""
        self.faults.append(Fault(self.name, self.lines[-1][""] if self.lines else 1, message))


class _Reader:
    def __init__(self, folder: Path) -> None:
        self.faults: list[Fault] = []
        self.world_file = _File(folder, "worlds.toml", "world", self.faults)
        self.reader_file = _File(folder, "readers.toml", "reader", self.faults)
        self.card_file = _File(folder, "discoveries.toml", "discovery", self.faults)
        self.world_numbers: dict[str, int] = {}
        self.ids: set[str] = set()

    # Parts that all files share.

    def known_keys(self, file: _File, number: int, allowed: set[str]) -> None:
        for key in file.tables[number]:
            if key not in allowed:
                file.fault(number, key, f"there is no such key here; there are {', '.join(sorted(allowed))}")

    def id(self, file: _File, number: int) -> str:
        id = file.tables[number].get("id")
        if not isinstance(id, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", id):
            file.fault(number, "id", f"expected small letters, digits and _, found {id!r}")
            return f"?{number}"
        if id in self.ids:
            file.fault(number, "id", f"{id!r} is there twice")
        self.ids.add(id)
        return id

    def texts(self, file: _File, number: int, key: str) -> dict[str, str]:
        found = file.tables[number].get(key)
        if not isinstance(found, dict):
            file.fault(number, key, f"expected texts in {', '.join(LANGUAGES)}, found {found!r}")
            return dict.fromkeys(LANGUAGES, "")
        for language in LANGUAGES:
            text = found.get(language)
            if not isinstance(text, str) or not text.strip():
                file.fault(number, key, f"the text in {language!r} is missing")
        for language in found:
            if language not in LANGUAGES:
                file.fault(number, key, f"expected only the languages {', '.join(LANGUAGES)}, found {language!r}")
        return {language: str(found.get(language, "")) for language in LANGUAGES}

    def key(self, file: _File, number: int, where: str, value: object) -> int:
        if value not in KEYS:
            file.fault(number, where, f"expected one of {', '.join(KEYS)}, found {value!r}")
            return 0
        return KEYS.index(str(value))

    # Worlds.

    def worlds(self) -> list[World]:
        file = self.world_file
        found = []
        for number, table in enumerate(file.tables):
            self.known_keys(file, number, {"id", "name", "keys"})
            world = World(self.id(file, number), 0)
            world.names = self.texts(file, number, "name")
            keys = table.get("keys")
            if world.id == HOME:
                if keys is not None:
                    file.fault(number, "keys", "nobody leaves Kernault: it has no keys (K11)")
            elif not isinstance(keys, dict) or set(keys) != set(SIDES):
                file.fault(number, "keys", f"expected a key for each of {', '.join(SIDES)} (K9), found {keys!r}")
            else:
                for side, name in enumerate(SIDES):
                    world.keys[side] = self.key(file, number, "keys", keys[name])
            found.append(world)
        if len(found) != WORLDS:
            file.last(f"expected {WORLDS} worlds (K1), found {len(found)}")
        if HOME not in [world.id for world in found]:
            file.last(f"expected a world {HOME!r} (K3)")
        found.sort(key=lambda world: world.id != HOME)
        for number, world in enumerate(found):
            world.number = number
            self.world_numbers[world.id] = number
        return found

    # Characters.

    def readers(self) -> list[Reader]:
        file = self.reader_file
        found = []
        for number, table in enumerate(file.tables):
            self.known_keys(file, number, {"id", "name", "key", "needs", "presentation"})
            reader = Reader(self.id(file, number))
            reader.names = self.texts(file, number, "name")
            reader.presentations = self.texts(file, number, "presentation")
            reader.key = self.key(file, number, "key", table.get("key"))
            needs = table.get("needs")
            if not isinstance(needs, list) or len(needs) != 3:
                file.fault(number, "needs", f"expected three keys (K12), found {needs!r}")
            else:
                for need in needs:
                    reader.needs = append(reader.needs, i64(self.key(file, number, "needs", need)))
            found.append(reader)
        if len(found) != READERS:
            file.last(f"expected {READERS} readers (K1), found {len(found)}")
        return found

    # Discoveries.

    def discoveries(self) -> list[Discovery]:
        file = self.card_file
        found = [self.discovery(number) for number in range(len(file.tables))]
        if len(found) != DISCOVERIES:
            file.last(f"expected {DISCOVERIES} discovery cards (K1), found {len(found)}")
        counts = Counter(card.world for card in found)
        for world, number in self.world_numbers.items():
            expected = 0 if world == HOME else CARDS_OF_A_WORLD
            if counts[number] != expected:
                file.last(f"expected {expected} cards of the world {world!r} (K1), found {counts[number]}")
        self.pairs(found)
        return found

    def discovery(self, number: int) -> Discovery:
        file = self.card_file
        table = file.tables[number]
        self.known_keys(file, number, {"id", "world", "kind", "key", "attack", "effect", "pair", "name", "flavour"})
        id = self.id(file, number)
        card = Discovery(id, self.effect(number, table.get("effect"), "effect"))
        card.together = card.effect
        card.names = self.texts(file, number, "name")
        card.flavours = self.texts(file, number, "flavour")
        if table.get("world") not in self.world_numbers:
            file.fault(number, "world", f"there is no world {table.get('world')!r}")
        else:
            card.world = self.world_numbers[table["world"]]
        if table.get("kind") not in KINDS:
            file.fault(number, "kind", f"expected one of {', '.join(KINDS)}, found {table.get('kind')!r}")
            return card
        card.kind = KINDS.index(table["kind"])
        strikes = card.effect.when == ON_DRAWING
        if card.kind == BAD_ENCOUNTER:
            card.attack = self.key(file, number, "attack", table.get("attack"))
            if "key" in table:
                file.fault(number, "key", "a bad encounter carries no key (K13)")
            if not strikes:
                file.fault(number, "effect", f"{card.effect.id!r} is no effect of a bad encounter (K16)")
        else:
            card.key = self.key(file, number, "key", table.get("key"))
            card.opens = 1 << card.key
            if "attack" in table:
                file.fault(number, "attack", "only a bad encounter attacks (K16)")
            if strikes or card.effect.when == AS_PAIR:
                file.fault(number, "effect", f"{card.effect.id!r} is no effect of a card one keeps")
            if card.effect.id == "wild":
                card.opens = card.effect.keys
                if not card.opens >> card.key & 1:
                    file.fault(number, "effect", "the card's own key must be among `keys` (E3)")
        if card.effect.id == "thrown" and card.effect.to == card.world:
            file.fault(number, "effect", "nobody is thrown to where they stand (E19)")
        return card

    def effect(self, number: int, value: object, key: str) -> Effect:
        """The effect that a card names, with its parameters."""
        file = self.card_file
        nothing = effects.make("stop_move")
        if not isinstance(value, dict) or value.get("id") not in PARAMETERS:
            file.fault(number, key, f"expected an effect with one of the ids {', '.join(PARAMETERS)}, found {value!r}")
            return nothing
        effect = effects.make(str(value["id"]))
        expected = dict(PARAMETERS[effect.id])
        if effect.id == "lose":
            expected |= {"key": "key"} if value.get("how") == "key" else {"n": "number"}
        effect.parameters = {name: given for name, given in value.items() if name != "id"}
        for name in effect.parameters:
            if name not in expected:
                file.fault(number, key, f"{effect.id!r} has no parameter {name!r}")
        for name, kind in expected.items():
            if name not in effect.parameters:
                file.fault(number, key, f"{effect.id!r} needs the parameter {name!r}")
            else:
                self.parameter(number, key, effect, name, kind)
        return effect

    def parameter(self, number: int, key: str, effect: Effect, name: str, kind: str) -> None:
        file, value = self.card_file, effect.parameters[name]
        if kind == "number":
            if type(value) is not int or not 1 <= value <= MOST_OF_A_PILE:
                file.fault(number, key, f"{name}: expected a number from 1 to {MOST_OF_A_PILE}, found {value!r}")
            else:
                effect.n = value
        elif kind == "key":
            effect.key = self.key(file, number, key, value)
        elif kind == "keys":
            if not isinstance(value, list) or not value:
                file.fault(number, key, f"{name}: expected a list of keys, found {value!r}")
            else:
                for each in value:
                    effect.keys |= 1 << self.key(file, number, key, each)
        elif kind == "world":
            if value in ("opposite", "neighbour"):
                effect.how = str(value)
            elif value in self.world_numbers and value != HOME:
                effect.to = self.world_numbers[str(value)]
            else:
                file.fault(number, key, f"{name}: expected a world, opposite or neighbour, found {value!r}")
        elif value not in kind.split():
            file.fault(number, key, f"{name}: expected one of {', '.join(kind.split())}, found {value!r}")
        elif name == "how":
            effect.how = str(value)
        else:
            effect.wide = value in ("anywhere", "any")

    def pairs(self, cards: list[Discovery]) -> None:
        """Cards that can be played together name each other (K22)."""
        file = self.card_file
        numbers = {card.id: number for number, card in enumerate(cards)}
        for number, (table, card) in enumerate(zip(file.tables, cards, strict=True)):
            pair = table.get("pair")
            if pair is None:
                continue
            if not isinstance(pair, dict) or set(pair) != {"with", "id"} or pair["with"] not in numbers:
                file.fault(number, "pair", f"expected a card of this set in `with`, an effect in `id`, found {pair!r}")
                continue
            back = file.tables[numbers[pair["with"]]].get("pair")
            if not isinstance(back, dict) or back.get("with") != card.id or back.get("id") != pair["id"]:
                file.fault(number, "pair", f"{pair['with']!r} has to name {card.id!r} and the same effect")
            together = self.effect(number, {"id": pair["id"]}, "pair")
            if together.when != AS_PAIR:
                file.fault(number, "pair", f"{pair['id']!r} is no effect of two cards together")
            card.partner = numbers[pair["with"]]
            card.together = together

    # The set as a whole.

    def reachable(self, worlds: list[World], readers: list[Reader], cards: list[Discovery]) -> None:
        """Every key can be had, and every character can come home from somewhere (K11)."""
        for key, name in enumerate(KEYS):
            if not any(card.opens >> key & 1 for card in cards):
                self.card_file.last(f"no card carries the key {name!r} (K13)")
        for number, reader in enumerate(readers):
            if not any(_comes_home(reader, world, cards) for world in worlds if world.id != HOME):
                self.reader_file.fault(
                    number, "needs", "there are not enough keys to come home from any world (K11, K14, K15)"
                )

    def set(self, name: str) -> CardSet:
        worlds, readers = self.worlds(), self.readers()
        cards = self.discoveries()
        if not self.faults:
            self.reachable(worlds, readers, cards)
        if self.faults:
            raise CardSetError(self.faults)
        return CardSet(name, worlds, readers, cards)


def _comes_home(reader: Reader, world: World, cards: list[Discovery]) -> bool:
    """Whether cards exist that pay the way home from a world, whichever way it faces Kernault."""
    usable = [
        card.opens for card in cards if card.kind == OBJECT or (card.kind == ENCOUNTER and card.world == world.number)
    ]
    # Objects and the encounters of one world, each card once, against the three keys and any one or two sides.
    for side, other in product(range(4), range(-1, 4)):
        due = [*reader.needs, world.keys[side], *([world.keys[other]] if other >= 0 else [])]
        if all(sum(opens >> key & 1 for opens in usable) >= due.count(key) for key in due):
            return True
    return False


def load(folder: Path, name: str | None = None) -> CardSet:
    """The card set of a folder; a CardSetError lists every fault."""
    return _Reader(folder).set(name or folder.name)


@cache
def shipped() -> CardSet:
    """The set that this project ships, reconstructed (K31)."""
    return load(SHIPPED, "reconstructed")


def fingerprint(cards: CardSet) -> str:
    """Eight digits that change with anything that matters for play, and with no text."""
    facts = [
        [[world.id, list(world.keys)] for world in cards.worlds],
        [[reader.id, reader.key, list(reader.needs)] for reader in cards.readers],
        [
            [
                card.id,
                card.world,
                card.kind,
                card.key,
                card.attack,
                card.effect.id,
                card.effect.parameters,
                card.partner,
            ]
            for card in cards.discoveries
        ],
    ]
    return blake2b(json.dumps(facts, sort_keys=True).encode(), digest_size=4).hexdigest()
