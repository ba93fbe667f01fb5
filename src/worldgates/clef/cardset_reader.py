"""Reads a card set: turns the entries of its files into cards, and reports everything that is wrong in them."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from worldgates.clef import effects
from worldgates.clef.cards import (
    AS_ACTION,
    AS_PAIR,
    AS_REACTION,
    BAD_ENCOUNTER,
    DISCOVERIES,
    IN_PAYMENT,
    KEYS,
    KINDS,
    ON_DRAWING,
    READERS,
    SIDES,
    CardSet,
    Discovery,
    Effect,
    Reader,
    World,
)
from worldgates.clef.cardset_file import (
    CARD_FILE,
    LONGEST_ID,
    LONGEST_NAME,
    LONGEST_TEXT,
    READER_FILE,
    WORLD_FILE,
    CardFile,
    Fault,
    is_id,
    one_of,
    shown,
    wanted,
)
from worldgates.clef.effects import EFFECTS
from worldgates.core.formats import FormatError
from worldgates.core.text import LANGUAGES, command

CARDS_OF_A_WORLD: Final = 8
MOST_OF_A_PILE: Final = 8

# The worlds of every set (K2): positions and actions name them by these ids; only their names and keys may differ.
HOME: Final = "kernault"
WORLD_IDS: Final = (HOME, "gaulois", "chasse", "clairiere", "miroir", "milieu", "crypte", "multivers", "conan")

# A reserved id: among the keys of an action the word means the player's character.
RESERVED: Final = ("character",)

# The word for a side of a world without a key (K9).
NO_WAY: Final = "none"

# Characters that would confuse a terminal or a page: control characters, bidirectional marks and the like.
_UNFIT: Final = frozenset(("Cc", "Cf", "Co", "Cs", "Zl", "Zp"))


class CardSetReader:
    """The cards of a folder, and their errors. cardset_check.py checks counts and ways."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            what = "this is a file: expected the folder of a card set" if folder.exists() else "there is no such folder"
            raise FormatError(f"{what}; `{command()} cards template DIR` makes one to begin with", str(folder))
        self.folder = folder
        self.faults: list[Fault] = []
        self.world_file = CardFile(folder, WORLD_FILE, "world", self.faults)
        self.reader_file = CardFile(folder, READER_FILE, "reader", self.faults)
        self.card_file = CardFile(folder, CARD_FILE, "discovery", self.faults)
        self.world_numbers: dict[str, int] = {}
        # The file and entry of each id.
        self.ids: dict[str, tuple[CardFile, int]] = {}
        self.worlds = self.read_worlds()
        self.readers = self.read_readers()
        self.cards = self.read_discoveries()

    # Parts that all files share.

    def known_fields(self, file: CardFile, number: int, allowed: tuple[str, ...]) -> None:
        for name in file.entries[number]:
            if name not in allowed:
                file.fault(number, name, f"there is no such field here: expected {', '.join(allowed)}")

    def id(self, file: CardFile, number: int) -> str:
        id = file.entries[number].get("id")
        if not is_id(id):
            expected = f"a letter from a to z, then such letters, digits and _, {LONGEST_ID} at most"
            file.fault(number, "id", wanted(expected, id))
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

    def texts(self, file: CardFile, number: int, field: str, longest: int = LONGEST_TEXT) -> dict[str, str]:
        found = file.entries[number].get(field)
        example = "{ " + ", ".join(f'{language} = "…"' for language in LANGUAGES) + " }"
        if not isinstance(found, dict):
            file.fault(number, field, wanted(f"a text in each language, {field} = {example}", found))
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
                    file.fault(number, place, wanted('a text in quotation marks, "…"', text))
                elif not text.isprintable() and any(unicodedata.category(letter) in _UNFIT for letter in text):
                    file.fault(number, place, "expected a single line without control characters")
                elif len(text) > longest:
                    file.fault(number, place, f"expected at most {longest} letters, found {len(text)}")
        return {language: str(found.get(language)) for language in LANGUAGES}

    def key(self, file: CardFile, number: int, place: str | tuple[str | int, ...], value: object) -> int:
        """The number of a key (K8)."""
        if not isinstance(value, str) or value not in KEYS:
            file.fault(number, place, wanted(one_of(KEYS), value))
            return 0
        return KEYS.index(value)

    # Worlds.

    def read_worlds(self) -> list[World]:
        file = self.world_file
        found = [self.world(number) for number in range(len(file.entries))]
        if file.readable and (missing := [id for id in WORLD_IDS if id not in [world.id for world in found]]):
            file.last(f"expected nine worlds (K2), found {len(found)}; missing: {', '.join(missing)}")
        # Kernault comes first, wherever it is in the file.
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
            file.fault(number, "id", f"expected {one_of(WORLD_IDS)} (K2): only the name of a world may differ")
        world.names = self.texts(file, number, "name", LONGEST_NAME)
        keys = file.entries[number].get("keys")
        if world.id == HOME:
            if keys is not None:
                file.fault(number, "keys", "nobody leaves Kernault, it has no keys (K11): delete this line")
            return world
        if not isinstance(keys, dict):
            example = "{ " + ", ".join(f'{side} = "…"' for side in SIDES) + " }"
            file.fault(number, "keys", wanted(f"a key on each side (K9), keys = {example}", keys))
            return world
        if empty := [side for side in SIDES if keys.get(side) in (None, "")]:
            expected = f"expected {one_of(KEYS)}, or {NO_WAY} for a side without a key"
            file.fault(number, "keys", f"the key is still missing at {', '.join(empty)} (K9): {expected}")
        elif all(keys[side] == NO_WAY for side in SIDES):
            file.fault(number, "keys", "nobody could leave this world: expected a key on a side at least (K9)")
        for side, key in keys.items():
            if side not in SIDES:
                file.fault(number, ("keys", side), f"there is no such side: expected {', '.join(SIDES)} (K9)")
            elif side not in empty and key != NO_WAY:
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
            file.fault(number, "needs", wanted('three keys (K12), needs = ["…", "…", "…"]', needs))
        elif any(need == "" for need in needs):
            file.fault(number, "needs", f"still empty: expected three keys (K12), each {one_of(KEYS)}")
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
        fields = ("id", "world", "kind", "key", "attack", "effect", "reaction", "pair", "name", "flavour")
        self.known_fields(file, number, fields)
        id = self.id(file, number)
        effect = self.effect(number, entry.get("effect"))
        card = Discovery(id, effect or effects.make("stop_move"))
        self.reaction(number, card, effect)
        card.names = self.texts(file, number, "name", LONGEST_NAME)
        card.flavours = self.texts(file, number, "flavour")
        world = entry.get("world")
        if not isinstance(world, str) or world not in WORLD_IDS:
            file.fault(number, "world", wanted(one_of(WORLD_IDS[1:]), world))
        else:
            card.world = self.world_numbers.get(world, 0)
            if effect is not None and effect.parameters.get("to") == world:
                place = ("effect", "to")
                file.fault(number, place, "nobody is thrown to where they stand (E19): name another world")
        # A template has a line for either; an empty one counts as absent.
        key, attack = entry.get("key"), entry.get("attack")
        kind = entry.get("kind")
        if not isinstance(kind, str) or kind not in KINDS:
            file.fault(number, "kind", wanted("R for an encounter, O for an object, MR for a bad encounter", kind))
            if key in (None, "") and attack in (None, ""):
                file.fault(number, "key", f"still empty: expected {one_of(KEYS)}; for a bad encounter, as `attack`")
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
            if entry.get("reaction") is not None:
                file.fault(number, "reaction", "a bad encounter is never played, in reaction either (K16): delete it")
            if effect is not None and effect.when != ON_DRAWING:
                message = (
                    f"{effect.id!r} is no effect of a bad encounter (K16): expected {one_of(_effects_at(ON_DRAWING))}"
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
            expected = one_of(_effects_at(AS_ACTION, AS_REACTION, IN_PAYMENT))
            file.fault(number, "effect", f"{effect.id!r} is only for bad encounters (K16): expected {expected}")
        elif effect.keys:
            card.opens = effect.keys
            if not effect.keys >> card.key & 1:
                message = f"the card's own key {KEYS[card.key]!r} has to be among them (E3)"
                file.fault(number, ("effect", "keys"), message)
        return card

    def reaction(self, number: int, card: Discovery, effect: Effect | None) -> None:
        """The reaction that a card carries beside its effect (EG12)."""
        file = self.card_file
        value = file.entries[number].get("reaction")
        if value is None:
            return
        reaction = self.effect(number, value, "reaction")
        if reaction is None:
            return
        if reaction.when != AS_REACTION:
            expected = one_of(_effects_at(AS_REACTION))
            file.fault(number, ("reaction", "id"), f"{reaction.id!r} is no reaction (EG12): expected {expected}")
        elif effect is not None and effect.when == AS_REACTION:
            file.fault(
                number, "reaction", f"its effect {effect.id!r} is a reaction already: delete one of the two (EG12)"
            )
        card.reaction = reaction

    def effect(self, number: int, value: object, field: str = "effect") -> Effect | None:
        """The effect that a card names in a field, with its parameters; none if there is no such effect."""
        file = self.card_file
        ids = f"an effect with one of the ids {', '.join(EFFECTS)}"
        if not isinstance(value, dict):
            file.fault(number, field, wanted(f'{ids}, as in effect = {{ id = "jump" }}', value))
            return None
        id = value.get("id")
        if not isinstance(id, str) or id not in EFFECTS:
            # Do not list all of them for every card of a template.
            file.fault(number, (field, "id"), wanted("the id of an effect (E1 to E22)" if id == "" else ids, id))
            return None
        effect = effects.make(id)
        expected = EFFECTS[id].kind.parameters_for(value.get("how"))
        effect.parameters = {name: given for name, given in value.items() if name != "id"}
        for name in effect.parameters:
            if name not in expected:
                takes = f"it takes {', '.join(expected)}" if expected else "it takes none"
                file.fault(number, (field, name), f"{id!r} has no such parameter: {takes}")
        for name, kind in expected.items():
            self.parameter(number, effect, name, kind, field)
        return effect

    def parameter(self, number: int, effect: Effect, name: str, kind: str, field: str) -> None:
        file, value, place = self.card_file, effect.parameters.get(name), (field, name)
        if kind == "number":
            if type(value) is not int or not 1 <= value <= MOST_OF_A_PILE:
                file.fault(number, place, wanted(f"a number from 1 to {MOST_OF_A_PILE}", value))
            else:
                effect.n = value
        elif kind == "key":
            effect.key = self.key(file, number, place, value)
        elif kind == "keys":
            if not isinstance(value, list) or not value:
                file.fault(number, place, wanted('a list of keys, as in keys = ["magie", "amour"]', value or None))
                return
            for which, each in enumerate(value):
                if value.index(each) != which:
                    file.fault(number, (*place, which), f"{shown(each)} is there twice")
                effect.keys |= 1 << self.key(file, number, (*place, which), each)
        elif kind == "world":
            if not isinstance(value, str) or value not in ("opposite", "neighbour", *WORLD_IDS[1:]):
                file.fault(number, place, wanted(f"opposite, neighbour or {one_of(WORLD_IDS[1:])} (E19)", value))
            elif value in WORLD_IDS:
                effect.to = self.world_numbers.get(value, 0)
            else:
                effect.how = value
        elif not isinstance(value, str) or value not in kind.split():
            file.fault(number, place, wanted(one_of(kind.split()), value))
        elif name == "how":
            effect.how = value
        else:
            effect.wide = value in ("anywhere", "any")

    def pairs(self, cards: list[Discovery]) -> None:
        """Check that cards that can be played together name each other (K22)."""
        file = self.card_file
        numbers = {card.id: number for number, card in enumerate(cards)}
        for number, (entry, card) in enumerate(zip(file.entries, cards, strict=True)):
            pair = entry.get("pair")
            if pair is None:
                continue
            if not isinstance(pair, dict) or set(pair) != {"with", "id"}:
                message = wanted('a card and an effect, as in pair = { with = "epieu", id = "wild_ride" }', pair)
                file.fault(number, "pair", message)
                continue
            other, id = pair["with"], pair["id"]
            together = _effects_at(AS_PAIR)
            if not isinstance(id, str) or id not in together:
                file.fault(number, ("pair", "id"), wanted(f"an effect of two cards, {one_of(together)} (E16)", id))
                continue
            if not isinstance(other, str) or other not in numbers or other == card.id:
                file.fault(number, ("pair", "with"), wanted("the id of another discovery card", other))
                continue
            back = file.entries[numbers[other]].get("pair")
            if not isinstance(back, dict) or back.get("with") != card.id or back.get("id") != id:
                expected = f'pair = {{ with = "{card.id}", id = "{id}" }}'
                file.fault(number, ("pair", "with"), f"{other!r} has to name this card too (K22), {expected}")
            if BAD_ENCOUNTER in (card.kind, cards[numbers[other]].kind):
                file.fault(number, "pair", "a bad encounter is never played, alone or with another card (K16)")
            card.partner = numbers[other]
            card.together = effects.make(id)

    def set(self, name: str) -> CardSet:
        return CardSet(name or self.folder.resolve().name, self.worlds, self.readers, self.cards)


def _effects_at(*when: int) -> tuple[str, ...]:
    """The effects that apply at certain times."""
    return tuple(id for id, effect in EFFECTS.items() if effect.kind.when in when)
