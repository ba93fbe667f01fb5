"""Card sets (K31): the shipped one is as the book wants it; faults of others are explained with file and line.

The sets that are spoiled here are copies of the tests' own, so that the shipped one can be tuned.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from clef_build import CARDS

from worldgates.clef.cards import BAD_ENCOUNTER, DISCOVERIES, KEYS, NO_CARD, NO_KEY, READERS, WORLDS
from worldgates.clef.cardset import SHIPPED, check, fingerprint, load, shipped
from worldgates.clef.cardset_file import FILES, CardSetError
from worldgates.clef.cardset_reader import WORLD_IDS
from worldgates.clef.effects import EFFECTS
from worldgates.clef.lines import Lines
from worldgates.core.formats import FormatError
from worldgates.core.text import LANGUAGES

WORLD, READER, DISCOVERY = FILES


class Folder:
    """A copy of the tests' set, to be spoiled."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for file in FILES:
            self.write(file, (CARDS / file).read_text(encoding="utf-8"))

    def read(self, file: str) -> str:
        return (self.path / file).read_text(encoding="utf-8")

    def write(self, file: str, text: str) -> None:
        (self.path / file).write_text(text, encoding="utf-8")

    def change(self, file: str, entry: str, old: str, new: str) -> int:
        """Change the first such text in an entry; returns the line where it stands."""
        text = self.read(file)
        place = text.index(old, text.index(f'id = "{entry}"\n'))
        self.write(file, text[:place] + new + text[place + len(old) :])
        return text[:place].count("\n") + 1

    def line_of(self, file: str, text: str) -> int:
        return self.read(file).split(text)[0].count("\n") + 1

    def faults(self) -> list[str]:
        with pytest.raises(CardSetError) as caught:
            load(self.path)
        assert str(caught.value).splitlines() == [str(fault) for fault in caught.value.faults]
        return [str(fault) for fault in caught.value.faults]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


# The shipped set.


@pytest.mark.clause("K31", "K1", "K2", "K13")
def test_the_shipped_set_loads() -> None:
    cards = shipped()
    assert cards.name == "reconstructed"
    assert (len(cards.worlds), len(cards.readers), len(cards.discoveries)) == (WORLDS, READERS, DISCOVERIES)
    assert cards.worlds[0].id == "kernault"
    assert Counter(card.world for card in cards.discoveries) == Counter(dict.fromkeys(range(1, 9), 8))
    for card in cards.discoveries:
        bad = card.kind == BAD_ENCOUNTER
        assert (card.key == NO_KEY, card.attack != NO_KEY) == (bad, bad)
        assert bad == (card.opens == 0)
    assert sum(card.kind == BAD_ENCOUNTER for card in cards.discoveries) >= 8


@pytest.mark.clause("K31")
def test_every_card_has_its_texts_in_every_language() -> None:
    cards = shipped()
    texts = [world.names for world in cards.worlds]
    texts += [text for reader in cards.readers for text in (reader.names, reader.presentations)]
    texts += [text for card in cards.discoveries for text in (card.names, card.flavours)]
    for text in texts:
        assert set(text) == set(LANGUAGES)
        assert all(text.values())


@pytest.mark.clause("K30")
def test_what_the_book_fixes_is_so() -> None:
    cards = {card.id: card for card in shipped().discoveries}
    numbers = {card.id: number for number, card in enumerate(shipped().discoveries)}
    assert (cards["cor"].partner, cards["epieu"].partner) == (numbers["epieu"], numbers["cor"])
    assert cards["cor"].together.id == cards["epieu"].together.id == "wild_ride"
    assert [card.id for card in cards.values() if card.partner != NO_CARD] == ["cor", "epieu"]
    defence, stop = cards["ambactes"].reaction, cards["roi_des_elfes"].reaction
    assert defence is not None
    assert (defence.id, defence.key) == ("cancel", cards["esus"].key)
    assert cards["ambactes"].world == cards["esus"].world
    assert stop is not None
    assert stop.id == "stop_move"
    assert "miss_turn" in {card.effect.id for card in cards.values()}
    hunt = next(world for world in shipped().worlds if world.id == "chasse")
    assert len({hunt.keys[0], hunt.keys[1], hunt.keys[3]}) == 3


@pytest.mark.clause("K31")
def test_every_effect_of_the_rules_is_on_some_card() -> None:
    used = {card.effect.id for card in shipped().discoveries} | {card.together.id for card in shipped().discoveries}
    used |= {card.reaction.id for card in shipped().discoveries if card.reaction is not None}
    assert used == set(EFFECTS)
    assert len(used) == 22


@pytest.mark.clause("K31")
def test_a_set_of_ones_own_loads_and_has_its_own_name(folder: Folder) -> None:
    folder.change("discoveries.toml", "chaudron", "n = 3", "n = 8")
    cards = load(folder.path, "mine")
    assert cards.name == "mine"
    assert next(card for card in cards.discoveries if card.id == "chaudron").effect.n == 8
    assert load(folder.path).name == folder.path.name


# Faults, one at a time.

ALL_KEYS = '["magie", "connaissance", "combat", "mort", "amour"]'
# The file, the card, what is changed into what, and what is said of it.
ONE_CHANGE = [
    # Texts.
    (DISCOVERY, "esus", 'name = { fr = "Esus", ', "name = { ", "esus, name: the text is still missing in fr"),
    (
        DISCOVERY,
        "esus",
        'en = "Esus", it = "Esus"',
        'en = "", it = ""',
        "esus, name: the text is still missing in en, it",
    ),
    (DISCOVERY, "esus", 'en = "Esus"', 'en = " "', "esus, name.en: expected a text in quotation marks"),
    (DISCOVERY, "esus", 'en = "Esus"', "en = 7", 'esus, name.en: expected a text in quotation marks, "…", found 7'),
    (DISCOVERY, "esus", 'en = "Esus"', 'en = "Es\\nus"', "esus, name.en: expected a single line without control"),
    (DISCOVERY, "esus", 'en = "Esus"', 'en = "\\u001b[2J"', "esus, name.en: expected a single line without control"),
    (DISCOVERY, "esus", 'en = "Esus"', f'en = "{"E" * 61}"', "esus, name.en: expected at most 60 letters, found 61"),
    (DISCOVERY, "esus", 'en = "Esus"', 'en = "Esus", de = "Esus"', "esus, name.de: there is no such language here"),
    (
        DISCOVERY,
        "esus",
        "flavour = {",
        "flavours = {",
        "esus, flavours: there is no such field here: expected id, world",
    ),
    (READER, "reveur", "presentation = {", 'presentation = "" #', "reveur, presentation: still empty: expected a text"),
    (
        READER,
        "reveur",
        "presentation = {",
        'presentation = "x" #',
        "expected a text in each language, presentation = { en",
    ),
    (
        WORLD,
        "chasse",
        'name = { fr = "La Chasse merveilleuse", ',
        "name = { ",
        "chasse, name: the text is still missing in fr",
    ),
    # Keys and ids.
    (
        DISCOVERY,
        "esus",
        'key = "combat"',
        'key = "combat"\ncolour = "red"',
        "esus, colour: there is no such field here",
    ),
    (
        DISCOVERY,
        "esus",
        'key = "combat"',
        'key = "fight"',
        "esus, key: expected one of magie, connaissance, combat, mort",
    ),
    (DISCOVERY, "esus", 'key = "combat"', 'key = ""', "esus, key: still empty: expected one of magie"),
    (DISCOVERY, "esus", 'key = "combat"', 'key = ["combat"]', "esus, key: expected one of magie, connaissance"),
    (DISCOVERY, "esus", 'world = "gaulois"', 'world = "gaul"', "esus, world: expected one of gaulois, chasse"),
    (DISCOVERY, "esus", 'world = "gaulois"', 'world = ["gaulois"]', "esus, world: expected one of gaulois, chasse"),
    (DISCOVERY, "esus", 'kind = "R"', 'kind = "X"', "esus, kind: expected R for an encounter, O for an object, MR for"),
    (DISCOVERY, "esus", 'kind = "R"', "kind = { R = 1 }", "esus, kind: expected R for an encounter"),
    (
        DISCOVERY,
        "epona",
        'id = "epona"',
        'id = "esus"',
        "esus, id: this id is there already (discoveries.toml, line 6)",
    ),
    (
        DISCOVERY,
        "epona",
        'id = "epona"',
        'id = "reveur"',
        "reveur, id: this id is there already (readers.toml, line 5)",
    ),
    (DISCOVERY, "epona", 'id = "epona"', 'id = "conan"', "conan, id: this id is there already (worlds.toml, line"),
    (DISCOVERY, "epona", 'id = "epona"', 'id = "character"', "character, id: 'character' has a meaning of its own"),
    (DISCOVERY, "epona", 'id = "epona"', 'id = "Epona!"', "[[discovery]] number 3, id: expected a letter from a to z"),
    (DISCOVERY, "epona", 'id = "epona"', 'id = ["epona"]', "[[discovery]] number 3, id: expected a letter from a to z"),
    (
        DISCOVERY,
        "epona",
        'id = "epona"',
        f'id = "{"e" * 41}"',
        "[[discovery]] number 3, id: expected a letter from a to z",
    ),
    (
        WORLD,
        "chasse",
        'left = "amour"',
        'west = "amour"',
        "chasse, keys.west: there is no such side: expected top, right",
    ),
    (WORLD, "chasse", ', left = "amour"', "", "chasse, keys: the key is still missing at left (K9)"),
    (WORLD, "chasse", 'left = "amour"', 'left = "love"', "chasse, keys.left: expected one of magie"),
    (WORLD, "chasse", "keys = {", 'keys = "amour" #', "chasse, keys: expected a key on each side (K9), keys = { top"),
    (
        READER,
        "reveur",
        '"amour", "connaissance", "mort"',
        '"amour", "mort"',
        "reveur, needs: expected three keys (K12)",
    ),
    (READER, "reveur", '["amour", "connaissance", "mort"]', '"amour"', "reveur, needs: expected three keys (K12)"),
    (
        READER,
        "reveur",
        '"amour", "connaissance", "mort"',
        '"", "", ""',
        "reveur, needs: still empty: expected three keys",
    ),
    (
        READER,
        "reveur",
        '"amour", "connaissance", "mort"',
        '"amour", "mort", "x"',
        "reveur, needs: expected one of magie",
    ),
    (READER, "reveur", 'key = "magie"', 'key = "x"', "reveur, key: expected one of magie"),
    # Effects.
    (
        DISCOVERY,
        "esus",
        'id = "banish"',
        'id = "vanish"',
        "esus, effect.id: expected an effect with one of the ids cancel",
    ),
    (DISCOVERY, "esus", 'id = "banish"', 'id = ["banish"]', "esus, effect.id: expected an effect with one of the ids"),
    (DISCOVERY, "esus", '{ id = "banish" }', '"banish"', "esus, effect: expected an effect with one of the ids"),
    (DISCOVERY, "esus", 'id = "banish"', 'id = "banish", n = 2', "esus, effect.n: 'banish' has no such parameter"),
    (DISCOVERY, "chaudron", ", n = 3", "", "chaudron, effect.n: this is missing: expected a number from 1 to 8"),
    (DISCOVERY, "chaudron", "n = 3", "n = 0", "chaudron, effect.n: expected a number from 1 to 8, found 0"),
    (DISCOVERY, "chaudron", "n = 3", "n = 9", "chaudron, effect.n: expected a number from 1 to 8, found 9"),
    (DISCOVERY, "chaudron", "n = 3", "n = true", "chaudron, effect.n: expected a number from 1 to 8, found true"),
    (
        DISCOVERY,
        "chaudron",
        "n = 3",
        f"n = 0x{'f' * 5000}",
        "chaudron, effect.n: expected a number from 1 to 8, found a n",
    ),
    (
        DISCOVERY,
        "chaudron",
        "n = 3",
        "n = 1979-05-27",
        "chaudron, effect.n: expected a number from 1 to 8, found a date",
    ),
    (DISCOVERY, "ambactes", 'symbol = "combat"', 'symbol = "x"', "ambactes, effect.symbol: expected one of magie"),
    (DISCOVERY, "ambactes", 'symbol = "combat"', "symbol = {}", "ambactes, effect.symbol: expected one of magie"),
    (DISCOVERY, "epona", 'over = "side"', 'over = "corner"', "epona, effect.over: expected one of side, any"),
    (
        DISCOVERY,
        "grand_cerf",
        'where = "here"',
        'where = "there"',
        "grand_cerf, effect.where: expected one of here, any",
    ),
    (DISCOVERY, "barbare", 'how = "choice"', 'how = "key"', "barbare, effect.how: expected one of random, choice"),
    (
        DISCOVERY,
        "passe_partout",
        ALL_KEYS,
        "[]",
        "passe_partout, effect.keys: this is missing: expected a list",
    ),
    (
        DISCOVERY,
        "passe_partout",
        '["magie", ',
        "[",
        "effect.keys: the card's own key 'magie' has to be among them (E3)",
    ),
    (DISCOVERY, "passe_partout", '"mort", ', '"magie", ', "passe_partout, effect.keys: 'magie' is there twice"),
    (
        DISCOVERY,
        "faille",
        'to = "conan"',
        'to = "kernault"',
        "faille, effect.to: expected opposite, neighbour or one of",
    ),
    (DISCOVERY, "faille", 'to = "conan"', "to = []", "faille, effect.to: expected opposite, neighbour or one of"),
    (DISCOVERY, "faille", 'to = "conan"', 'to = "multivers"', "effect.to: nobody is thrown to where they stand (E19)"),
    (DISCOVERY, "taranis", 'how = "random"', 'how = "key"', "taranis, effect.n: 'lose' has no such parameter"),
    # Kinds.
    (DISCOVERY, "taranis", 'attack = "combat"', 'attack = "x"', "taranis, attack: expected one of magie"),
    (DISCOVERY, "taranis", 'attack = "combat"', 'attack = ""', "taranis, attack: still empty: expected one of magie"),
    (
        DISCOVERY,
        "taranis",
        'attack = "combat"',
        'attack = "mort"\nkey = "mort"',
        "taranis, key: a bad encounter carries no key",
    ),
    (
        DISCOVERY,
        "esus",
        'key = "combat"',
        'key = "mort"\nattack = "mort"',
        "esus, attack: only a bad encounter attacks",
    ),
    (
        DISCOVERY,
        "taranis",
        'id = "lose", how = "random", n = 1',
        'id = "jump"',
        "no effect of a bad encounter (K16): expected",
    ),
    (DISCOVERY, "esus", 'id = "banish"', 'id = "miss_turn"', "'miss_turn' is only for bad encounters (K16): expected"),
    (
        DISCOVERY,
        "esus",
        'id = "banish"',
        'id = "wild_ride"',
        "'wild_ride' takes two cards (E16): it belongs into `pair`",
    ),
    # Pairs.
    (
        DISCOVERY,
        "epieu",
        'with = "cor"',
        'with = "esus"',
        "epieu, pair.with: 'esus' has to name this card too (K22), pair",
    ),
    (
        DISCOVERY,
        "epieu",
        'with = "cor"',
        'with = "nobody"',
        "epieu, pair.with: expected the id of another discovery card",
    ),
    (
        DISCOVERY,
        "epieu",
        'with = "cor"',
        'with = ["cor"]',
        "epieu, pair.with: expected the id of another discovery card",
    ),
    (
        DISCOVERY,
        "epieu",
        'with = "cor"',
        'with = "epieu"',
        "epieu, pair.with: expected the id of another discovery card",
    ),
    (
        DISCOVERY,
        "epieu",
        'id = "wild_ride"',
        'id = "jump"',
        "epieu, pair.id: expected an effect of two cards, one of wild",
    ),
    (DISCOVERY, "epieu", 'id = "wild_ride"', "id = [1]", "epieu, pair.id: expected an effect of two cards"),
    (
        DISCOVERY,
        "epieu",
        "pair = {",
        'pair = "cor" #',
        "epieu, pair: expected a card and an effect, as in pair = { with",
    ),
]


@pytest.mark.clause("K31")
@pytest.mark.parametrize(("file", "entry", "old", "new", "message"), ONE_CHANGE, ids=[each[4] for each in ONE_CHANGE])
def test_a_fault_is_explained_with_its_file_and_line(
    folder: Folder, file: str, entry: str, old: str, new: str, message: str
) -> None:
    line = folder.change(file, entry, old, new)
    faults = folder.faults()
    explained = [fault for fault in faults if message in fault]
    assert len(explained) == 1, faults
    # A key that was added stands on the next line.
    assert re.match(rf"{re.escape(file)}, line ({line}|{line + new.count(chr(10))}): ", explained[0])


@pytest.mark.clause("K31", "K22")
def test_a_pair_that_only_one_card_names_is_a_fault(folder: Folder) -> None:
    folder.change(DISCOVERY, "cor", 'pair = { with = "epieu", id = "wild_ride" }\n', "")
    line = folder.line_of(DISCOVERY, "pair = {")
    assert folder.faults() == [
        f"discoveries.toml, line {line}: epieu, pair.with: 'cor' has to name this card too (K22), "
        'pair = { with = "epieu", id = "wild_ride" }'
    ]


@pytest.mark.clause("K31", "K22")
def test_a_pair_with_a_card_that_names_another_is_a_fault(folder: Folder) -> None:
    line = folder.change(DISCOVERY, "torque", "name = {", 'pair = { with = "cor", id = "wild_ride" }\nname = {')
    (fault,) = folder.faults()
    assert fault.startswith(f"discoveries.toml, line {line}: torque, pair.with: 'cor' has to name this card too (K22)")


@pytest.mark.clause("K31", "K16", "K22")
def test_a_bad_encounter_is_never_half_of_a_pair(folder: Folder) -> None:
    folder.change(DISCOVERY, "cor", 'with = "epieu"', 'with = "ankou"')
    folder.change(DISCOVERY, "epieu", 'pair = { with = "cor", id = "wild_ride" }\n', "")
    folder.change(DISCOVERY, "ankou", "name = {", 'pair = { with = "cor", id = "wild_ride" }\nname = {')
    assert [fault.split(": ")[1:] for fault in folder.faults()] == [
        [f"{card}, pair", "a bad encounter is never played, alone or with another card (K16)"]
        for card in ("cor", "ankou")
    ]


@pytest.mark.clause("K31", "K1")
def test_seven_cards_of_a_world_are_a_fault(folder: Folder) -> None:
    text = folder.read(DISCOVERY)
    folder.write(DISCOVERY, re.sub(r'\[\[discovery\]\]\nid = "barbare"\n(.+\n)+\n', "", text))
    last = folder.read(DISCOVERY).rindex("[[discovery]]")
    line = folder.read(DISCOVERY)[:last].count("\n") + 1
    assert folder.faults() == [
        f"discoveries.toml, line {line}: expected 64 discovery cards (K1), found 63",
        f"discoveries.toml, line {line}: expected 8 cards of the world 'conan' (K1), found 7",
    ]


@pytest.mark.clause("K31", "K1")
def test_the_ninth_card_of_a_world_is_the_one_too_many(folder: Folder) -> None:
    line = folder.change(DISCOVERY, "idole_aux_cent_yeux", 'world = "conan"', 'world = "gaulois"')
    assert folder.faults() == [
        f"discoveries.toml, line {line - 2}: expected 8 cards of the world 'conan' (K1), found 7",
        f"discoveries.toml, line {line}: idole_aux_cent_yeux, world: "
        "expected 8 cards of the world 'gaulois' (K1), found 9",
    ]


@pytest.mark.clause("K31", "K1")
def test_kernault_has_no_cards(folder: Folder) -> None:
    line = folder.change(DISCOVERY, "torque", 'world = "gaulois"', 'world = "kernault"')
    first, second = folder.faults()
    assert first.startswith(f"discoveries.toml, line {line}: torque, world: Kernault has no discovery cards (K1)")
    assert "expected 8 cards of the world 'gaulois' (K1), found 7" in second


@pytest.mark.clause("K31", "K1")
def test_nine_readers_are_a_fault(folder: Folder) -> None:
    readers = folder.read(READER)
    folder.write(READER, readers[: readers.rindex("[[reader]]")])
    last = folder.read(READER)[: folder.read(READER).rindex("[[reader]]")].count("\n") + 1
    assert folder.faults() == [f"readers.toml, line {last}: expected 10 readers (K1), found 9"]


@pytest.mark.clause("K31", "K2", "K3")
@pytest.mark.parametrize("world", WORLD_IDS)
def test_the_worlds_of_a_set_are_those_of_the_book(folder: Folder, world: str) -> None:
    line = folder.change(WORLD, world, f'id = "{world}"', 'id = "atlantis"')
    faults = [fault for fault in folder.faults() if "nobody leaves" not in fault and "atlantis, keys" not in fault]
    assert len(faults) == 2
    assert any(f"line {line}: atlantis, id: expected one of kernault, gaulois" in fault for fault in faults)
    assert any(f"expected nine worlds (K2), found 9; missing: {world}" in fault for fault in faults)


@pytest.mark.clause("K31", "K2")
def test_a_world_may_have_another_name(folder: Folder) -> None:
    folder.change(WORLD, "milieu", 'en = "Middle-earth"', 'en = "The Land between"')
    assert next(world for world in load(folder.path).worlds if world.id == "milieu").names["en"] == "The Land between"


@pytest.mark.clause("K31")
def test_a_fault_in_one_file_makes_none_in_the_others(folder: Folder) -> None:
    folder.write(WORLD, folder.read(WORLD).replace("[[world]]", "[[world", 1))
    (fault,) = folder.faults()
    assert fault.startswith("worlds.toml, line 4: this is not TOML: ")


@pytest.mark.clause("K31", "K16")
def test_an_effect_that_does_not_exist_is_one_fault(folder: Folder) -> None:
    folder.change(DISCOVERY, "taranis", 'id = "lose", how = "random", n = 1', 'id = "weep"')
    assert len(folder.faults()) == 1


# Keys that cannot be had, and readers that cannot come home (K11, K13 to K15).


def without_wild_cards(text: str) -> str:
    return re.sub(r"\{ id = \"wild\".*\}", '{ id = "jump" }', text)


@pytest.mark.clause("K31", "K11")
def test_a_reader_that_cannot_come_home_is_a_fault(folder: Folder) -> None:
    # Only two cards carry death, and the Dreamer needs three.
    line = folder.change(READER, "reveur", '["amour", "connaissance", "mort"]', '["mort", "mort", "mort"]')
    text = folder.read(DISCOVERY)
    kept = iter(["mort", "mort"])
    text = re.sub(r'^key = "mort"$', lambda _: f'key = "{next(kept, "combat")}"', text, flags=re.MULTILINE)
    folder.write(DISCOVERY, without_wild_cards(text))
    (fault,) = folder.faults()
    assert fault.startswith(
        f"readers.toml, line {line}: reveur, needs: with the cards of this set there is no way home"
    )


@pytest.mark.clause("K31", "K11", "E3")
@pytest.mark.parametrize(("wild", "home"), [(1, False), (2, True)])
def test_a_wild_card_stands_for_one_key_of_the_way_home(folder: Folder, wild: int, home: bool) -> None:
    # No card carries death or love; the Dreamer needs both, so one card that stands for either is not enough.
    folder.change(READER, "reveur", '["amour", "connaissance", "mort"]', '["amour", "mort", "combat"]')
    text = without_wild_cards(folder.read(DISCOVERY))
    text = re.sub(r'^key = "(mort|amour)"$', 'key = "combat"', text, flags=re.MULTILINE)
    for card in ("torque", "chaudron")[:wild]:
        effect = '{ id = "wild", keys = ["combat", "mort", "amour"] }'
        text = re.sub(rf'(id = "{card}"\n(?:.+\n)*?key = ).*\neffect = .*', rf'\1"combat"\neffect = {effect}', text)
    folder.write(DISCOVERY, text)
    text = re.sub('"(mort|amour)"', '"combat"', folder.read(WORLD))
    folder.write(WORLD, text)
    assert home == (not any("reveur, needs: " in str(fault) for fault in check(folder.path).faults))


@pytest.mark.clause("K31", "K11", "K12")
@pytest.mark.parametrize(("key", "home"), [("magie", False), ("mort", True)])
def test_a_readers_own_key_helps_it_home(folder: Folder, key: str, home: bool) -> None:
    # One card with a death key, and two of them due.
    folder.change(READER, "reveur", '["amour", "connaissance", "mort"]', '["combat", "mort", "mort"]')
    folder.change(READER, "reveur", 'key = "magie"', f'key = "{key}"')
    text = without_wild_cards(folder.read(DISCOVERY))
    kept = iter(["mort"])
    text = re.sub(r'^key = "mort"$', lambda _: f'key = "{next(kept, "combat")}"', text, flags=re.MULTILINE)
    folder.write(DISCOVERY, text)
    assert home == (not any("reveur, needs: " in str(fault) for fault in check(folder.path).faults))


@pytest.mark.clause("K31", "K11", "K14")
@pytest.mark.parametrize(("worlds", "home"), [(("gaulois", "chasse"), False), (("gaulois", "gaulois"), True)])
def test_the_encounters_of_two_worlds_never_pay_together(folder: Folder, worlds: tuple[str, str], home: bool) -> None:
    # Two cards with a death key, both due; both are encounters.
    folder.change(READER, "reveur", '["amour", "connaissance", "mort"]', '["combat", "mort", "mort"]')
    text = without_wild_cards(folder.read(DISCOVERY))
    text = re.sub(r'^key = "mort"$', 'key = "combat"', text, flags=re.MULTILINE)
    folder.write(DISCOVERY, text)
    cards = {"gaulois": iter(("epona", "ogmios")), "chasse": iter(("grand_cerf",))}
    for world in worlds:
        folder.change(DISCOVERY, next(cards[world]), "key = ", 'key = "mort" # ')
    assert home == (not any("reveur, needs: " in str(fault) for fault in check(folder.path).faults))


@pytest.mark.clause("K31", "K13")
def test_a_key_that_no_card_carries_is_a_fault(folder: Folder) -> None:
    text = re.sub(r'^key = "amour"$', 'key = "mort"', folder.read(DISCOVERY), flags=re.MULTILINE)
    folder.write(DISCOVERY, without_wild_cards(text))
    faults = folder.faults()
    assert [key for key in KEYS if any(f"the key '{key}' cannot be had" in fault for fault in faults)] == ["amour"]


@pytest.mark.clause("K31", "K13", "K14")
@pytest.mark.parametrize(("side", "had"), [("magie", False), ("amour", True)])
def test_a_key_of_an_encounter_counts_where_it_opens_a_way(folder: Folder, side: str, had: bool) -> None:
    # Only an encounter of the Otherworld carries love; no reader needs it.
    text = re.sub(r'^key = "amour"$', 'key = "mort"', without_wild_cards(folder.read(DISCOVERY)), flags=re.MULTILINE)
    folder.write(DISCOVERY, text)
    folder.change(DISCOVERY, "epona", 'key = "magie"', 'key = "amour"')
    readers = re.sub("^needs = .*", 'needs = ["magie", "mort", "combat"]', folder.read(READER), flags=re.MULTILINE)
    folder.write(READER, readers)
    folder.change(WORLD, "gaulois", 'left = "magie"', f'left = "{side}"')
    assert had == (not any("the key 'amour' cannot be had" in str(fault) for fault in check(folder.path).faults))


# Warnings: no faults, but worth a look.


@pytest.mark.clause("K31", "K24")
def test_an_attack_that_nothing_answers_is_worth_a_warning(folder: Folder) -> None:
    text = folder.read(DISCOVERY)
    folder.write(
        DISCOVERY, re.sub(r'\{ id = "cancel", symbol = "(amour|mort)" \}', '{ id = "cancel", symbol = "mort" }', text)
    )
    found = check(folder.path)
    assert found.faults == []
    assert found.cards is not None
    attacks = {card.id for card in found.cards.discoveries if card.attack == KEYS.index("amour")}
    assert {warning.entry for warning in found.warnings} == attacks
    for warning in found.warnings:
        assert folder.read(DISCOVERY).splitlines()[warning.line - 1] == 'attack = "amour"'


@pytest.mark.clause("K31", "K14", "K24")
def test_a_defence_of_another_world_answers_no_attack_unless_it_is_an_object(folder: Folder) -> None:
    # Ondine and the vampire hunter are encounters, so nothing helps against the ball of the damned.
    assert [warning.entry for warning in check(folder.path).warnings] == ["bal_des_damnes"]
    folder.change(DISCOVERY, "torque", '{ id = "shield" }', '{ id = "cancel", symbol = "amour" }')
    assert check(folder.path).warnings == []


@pytest.mark.clause("K31", "K9", "K14")
def test_a_side_that_no_card_opens_is_worth_a_warning(folder: Folder) -> None:
    # Death is left to the encounters of the crypt.
    text = without_wild_cards(folder.read(DISCOVERY))
    text = re.sub(r'(kind = "O"\nkey = )"mort"', r'\1"combat"', text)
    folder.write(DISCOVERY, text)
    found = [warning for warning in check(folder.path).warnings if warning.file == WORLD]
    cards = load(CARDS)
    encounters = {card.world for card in cards.discoveries if card.kind == 0 and card.key == KEYS.index("mort")}
    assert {warning.entry for warning in found} == {
        world.id for world in cards.worlds if KEYS.index("mort") in world.keys and world.number not in encounters
    }
    for warning in found:
        side = warning.key.removeprefix("keys.")
        assert f'{side} = "mort"' in folder.read(WORLD).splitlines()[warning.line - 1]


@pytest.mark.clause("K31")
def test_two_cards_of_one_name_are_worth_a_warning(folder: Folder) -> None:
    line = folder.change(DISCOVERY, "torque", 'fr = "Le Torque d\'or"', 'fr = "Epona"')
    assert f"discoveries.toml, line {line}: torque, name.fr: the same name as 'epona', line 29" in [
        str(warning) for warning in check(folder.path).warnings
    ]


# Files as they come from editors, and files that are none.


@pytest.mark.clause("K31")
@pytest.mark.parametrize("file", FILES)
def test_broken_toml_is_explained_with_its_line(folder: Folder, file: str) -> None:
    lines = folder.read(file).splitlines()
    at = next(number for number, line in enumerate(lines) if number > 5 and line.startswith("id = "))
    lines[at] = "id = "
    folder.write(file, "\n".join(lines))
    (fault,) = folder.faults()
    assert fault.startswith(f"{file}, line {at + 1}: this is not TOML: invalid value, column 6: a value stands in ")


BROKEN = [
    # What is written instead of the effect of Esus (line 10), the line of the fault, and what is said.
    ('effect = {\n  id = "banish"\n}', 10, "has to stand on one line"),
    ('effect = { id = "banish", }', 10, "with no comma before the }"),
    ('effect = { id = "banish"', 10, "{ } has to stand on one line"),
    ('effect = { id = "banish }', 10, 'begins and ends with " on the same line'),
    ("effect = { id = “banish” }", 10, "straight quotation marks"),
    ('effect = { id = "banish" } { }', 10, "followed by the end of the line"),
    ("effect", 10, "a field is written name = value"),
    ('effect = { id = "banish" }\nkey = "mort"', 11, "the same field is there twice"),
    ('effect = { id = "banish" }\nkey = """\nmort"""', 11, "the same field is there twice"),
    ('effect = { id = "banish", id = "jump" }', 10, "the same field is there twice"),
    ('effect = """', 10, 'a text begins and ends with "'),
    ("effect = [", 11, "in what begins on line 10"),
    (f"effect = {'[' * 5000}", 10, "too much is nested"),
    (f"effect = {'9' * 5000}", 10, "a number has too many digits"),
]


@pytest.mark.clause("K31")
@pytest.mark.parametrize(("written", "line", "said"), BROKEN, ids=[each[0][:40] for each in BROKEN])
def test_a_slip_in_toml_is_told_where_it_is_made(folder: Folder, written: str, line: int, said: str) -> None:
    folder.change(DISCOVERY, "esus", 'effect = { id = "banish" }', written)
    (fault,) = [fault for fault in folder.faults() if fault.startswith(DISCOVERY)]
    assert re.match(f"discoveries.toml, line {line}: this (is not TOML|cannot be read): ", fault)
    assert said in fault


@pytest.mark.clause("K31")
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("begin", ["", "\ufeff"])
def test_any_editor_will_do(folder: Folder, begin: str, end: str) -> None:
    """Line ends of any system, a byte order mark or none: the set is the same, and so are the lines of faults."""
    for file in FILES:
        (folder.path / file).write_bytes((begin + folder.read(file).replace("\n", end)).encode())
    assert fingerprint(load(folder.path)) == fingerprint(load(CARDS))
    text = (folder.path / DISCOVERY).read_bytes().replace(b'id = "banish"', b'id = "vanish"', 1)
    (folder.path / DISCOVERY).write_bytes(text)
    assert [fault[:29] for fault in folder.faults()] == ["discoveries.toml, line 10: es"]


@pytest.mark.clause("K31")
def test_a_line_is_right_however_the_file_is_written() -> None:
    text = """# [[card]]
  [[ card ]]   # [[card]]
"id" = 'one [[card]] \\'
name.fr = "a = [ # \\" b"
name."en" = '''
[[card]]
id = 3''''
keys = [
  "x",  # ]
  [ "y", { deep = 1 } ],
]
effect = { id = "e", n = 1979-05-27 07:32:00, more = [ 1,
  2 ] }
  [card.flavour]
  fr = ""
  en = ""\"a""\"\"\"

[[card]]
\t[card.name]
\tfr = ""
[[card.list]]
a = 1
[[card.list]]
a = 2
""".replace('""\\"a""\\"\\"\\"', '"""a"""""')
    content = tomllib.loads(text)
    assert [len(content["card"]), len(content["card"][1]["list"])] == [2, 2]
    lines = Lines(text)
    for place, line in {
        ("card",): 2,
        ("card", 0): 2,
        ("card", 0, "id"): 3,
        ("card", 0, "name", "fr"): 4,
        ("card", 0, "name", "en"): 5,
        ("card", 0, "name", "it"): 4,
        ("card", 0, "keys"): 8,
        ("card", 0, "keys", 0): 9,
        ("card", 0, "keys", 1, 1, "deep"): 10,
        ("card", 0, "effect", "n"): 12,
        ("card", 0, "effect", "more", 1): 13,
        ("card", 0, "flavour"): 14,
        ("card", 0, "flavour", "en"): 16,
        ("card", 0, "nothing"): 2,
        ("card", 1): 18,
        ("card", 1, "name", "fr"): 20,
        ("card", 1, "list", 0, "a"): 22,
        ("card", 1, "list", 1, "a"): 24,
        ("other",): 1,
    }.items():
        assert lines.of(*place) == line, place


def places(value: object, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    inside: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    for name, each in inside:
        yield (*place, name)
        yield from places(each, (*place, name))


@pytest.mark.clause("K31")
@pytest.mark.parametrize("file", FILES)
def test_every_value_of_the_shipped_files_has_its_line(file: str) -> None:
    text = (SHIPPED / file).read_text(encoding="utf-8")
    lines, written = Lines(text), text.splitlines()
    found = list(places(tomllib.loads(text)))
    assert len(found) > 60
    for place in found:
        if isinstance(place[-1], str) and len(place) > 2:
            assert re.search(rf"\b{place[-1]} = ", written[lines.of(*place) - 1])
    first = [lines.of(*place) for place in found if len(place) == 2]
    assert [written[line - 1] for line in first] == [f"[[{found[0][0]}]]"] * len(first)
    assert first == sorted(set(first))


@pytest.mark.clause("K31")
def test_texts_may_stand_in_a_table_of_their_own(folder: Folder) -> None:
    text = folder.read(DISCOVERY)
    begin = text.index("flavour = ", text.index('id = "esus"'))
    end = text.index("\n", begin)
    folder.write(DISCOVERY, text[:begin] + '[discovery.flavour]\nfr = "f"\n\nen = ""\nit = 5' + text[end:])
    line = text[:begin].count("\n") + 1
    assert [fault.split(": ")[0] for fault in folder.faults()] == [
        f"discoveries.toml, line {line}",
        f"discoveries.toml, line {line + 4}",
    ]


@pytest.mark.clause("K31")
def test_entries_may_be_written_as_a_list(folder: Folder) -> None:
    rows = [line for line in folder.read(READER).splitlines() if line and not line.startswith("#")]
    entries = " ".join(rows).split("[[reader]]")[1:]
    fields = [re.sub(r" (?=(name|key|needs|presentation) = )", ", ", entry.strip()) for entry in entries]
    text = "reader = [\n" + "".join(f"  {{ {entry} }},\n" for entry in fields) + "]\n"
    folder.write(READER, text)
    assert fingerprint(load(folder.path)) == fingerprint(load(CARDS))
    folder.write(READER, text.replace('id = "erudite", name = { fr', 'id = "erudite", nom = { fr'))
    assert [fault[:33] for fault in folder.faults()] == [
        "readers.toml, line 3: erudite, no",
        "readers.toml, line 3: erudite, na",
    ]


@pytest.mark.clause("K31")
@pytest.mark.parametrize("file", FILES)
def test_a_file_that_cannot_be_read_is_one_fault(folder: Folder, file: str) -> None:
    path = folder.path / file
    path.unlink()
    (fault,) = folder.faults()
    assert fault.startswith(f"{file}, line 1: there is no such file; ")
    path.mkdir()
    assert folder.faults() == [f"{file}, line 1: this is a folder: expected a file of this name"]
    path.rmdir()
    os.mkfifo(path)
    assert folder.faults() == [f"{file}, line 1: this is not a plain file"]
    path.unlink()
    path.write_bytes(b"# one\n# two \xe9\n")
    assert folder.faults() == [f"{file}, line 2: this is not UTF-8: save the file as UTF-8 in your editor"]
    path.write_bytes(b"#" * 1_000_001)
    assert folder.faults() == [f"{file}, line 1: the file is larger than 1000 kB: that is no card set"]


@pytest.mark.clause("K31")
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_a_fault(folder: Folder) -> None:
    (folder.path / READER).chmod(0)
    assert folder.faults() == ["readers.toml, line 1: the file cannot be read: Permission denied"]


@pytest.mark.clause("K31")
def test_an_empty_set_is_told_what_is_missing(folder: Folder) -> None:
    for file in FILES:
        folder.write(file, "")
    assert folder.faults() == [
        f"worlds.toml, line 1: expected nine worlds (K2), found 0; missing: {', '.join(WORLD_IDS)}",
        "readers.toml, line 1: expected 10 readers (K1), found 0",
        "discoveries.toml, line 1: expected 64 discovery cards (K1), found 0",
        *(f"discoveries.toml, line 1: expected 8 cards of the world '{id}' (K1), found 0" for id in WORLD_IDS[1:]),
    ]


@pytest.mark.clause("K31")
def test_a_flood_of_entries_is_one_fault(folder: Folder) -> None:
    folder.write(READER, "[[reader]]\n" * 90_000)
    assert folder.faults() == ["readers.toml, line 1: there are 90000 entries [[reader]]: that is no card set"]


@pytest.mark.clause("K31")
@pytest.mark.parametrize("value", ["3", '"x"', "{ a = 1 }", "[1, 2]"])
def test_entries_that_are_none_are_a_fault(folder: Folder, value: str) -> None:
    folder.write(READER, f"\n\nreader = {value}\n")
    assert folder.faults() == ["readers.toml, line 3: every entry has to begin with [[reader]]"]


@pytest.mark.clause("K31")
def test_other_tables_than_expected_are_a_fault(folder: Folder) -> None:
    line = folder.read(WORLD).count("\n") + 2
    folder.write(WORLD, folder.read(WORLD) + '\n[[planet]]\nid = "mars"\n')
    assert folder.faults() == [f"worlds.toml, line {line}: expected only entries [[world]], found 'planet'"]


@pytest.mark.clause("K31")
def test_a_folder_that_is_none_is_no_set(folder: Folder) -> None:
    with pytest.raises(FormatError, match="there is no such folder; `worldgates cards template DIR` makes one"):
        load(folder.path / "nowhere")
    with pytest.raises(FormatError, match="this is a file: expected the folder of a card set"):
        load(folder.path / WORLD)


@pytest.mark.clause("K31")
def test_a_set_is_called_as_its_folder(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.path)
    assert load(Path()).name == folder.path.name


VALUES = [
    "",
    "x",
    0,
    -1,
    2.5,
    float("nan"),
    True,
    [],
    [1],
    ["x"],
    [["magie"]],
    {},
    {"id": "x"},
    {"id": ["x"]},
    {"fr": {}},
]


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')


FIELDS = [
    *((WORLD, "chasse", field) for field in ("id", "name", "keys")),
    *((READER, "reveur", field) for field in ("id", "name", "key", "needs", "presentation")),
    *((DISCOVERY, "cor", field) for field in ("id", "world", "kind", "key", "effect", "pair", "name", "flavour")),
    (DISCOVERY, "ankou", "attack"),
]


@pytest.mark.clause("K31")
@pytest.mark.parametrize(("file", "entry", "field"), FIELDS)
def test_no_value_of_any_type_does_more_than_a_fault_on_its_line(
    folder: Folder, file: str, entry: str, field: str
) -> None:
    whole = folder.read(file)
    begin = whole.index(f"\n{field} = ", whole.index(f'id = "{entry}"\n') - 1) + 1
    line = whole[:begin].count("\n") + 1
    for value in VALUES:
        if field == "id" and value == "x":
            continue
        folder.write(file, whole[:begin] + f"{field} = {toml(value)}" + whole[whole.index("\n", begin) :])
        assert any(fault.startswith(f"{file}, line {line}: ") for fault in folder.faults()), value


@pytest.mark.clause("K31", "K11")
def test_kernault_has_no_keys(folder: Folder) -> None:
    line = folder.change(WORLD, "kernault", "name = {", 'keys = { top = "mort" }\nname = {')
    (fault,) = folder.faults()
    assert fault.startswith(f"worlds.toml, line {line}: kernault, keys: nobody leaves Kernault, it has no keys (K11)")


@pytest.mark.clause("K31")
def test_a_name_from_the_file_cannot_garble_the_list_of_faults(folder: Folder) -> None:
    folder.change(DISCOVERY, "esus", "key = ", '"a\\n\\u001b[2J" = 1\nkey = ')
    folder.change(DISCOVERY, "epona", 'id = "epona"', 'id = "\\n\\u001b[2J"')
    assert len(folder.faults()) == 2
    assert all(fault.isprintable() for fault in folder.faults())


# Several at once.


@pytest.mark.clause("K31")
def test_all_faults_are_listed_together(folder: Folder) -> None:
    lines = {
        WORLD: folder.change(WORLD, "chasse", 'left = "amour"', 'left = "love"'),
        READER: folder.change(READER, "conteur", 'key = "amour"', 'key = "tales"'),
        DISCOVERY: folder.change(DISCOVERY, "esus", 'id = "banish"', 'id = "vanish"'),
    }
    more = folder.change(DISCOVERY, "idole_aux_cent_yeux", 'attack = "connaissance"', 'attack = "knowledge"')
    faults = folder.faults()
    assert len(faults) == 4
    for fault, (file, line) in zip(faults, [*lines.items(), (DISCOVERY, more)], strict=True):
        assert fault.startswith(f"{file}, line {line}: ")


# The fingerprint: a record of one set is never replayed with another.


@pytest.mark.clause("K31")
@pytest.mark.parametrize(
    ("file", "entry", "old", "new"),
    [
        (DISCOVERY, "esus", 'en = "Esus"', 'en = "The Axe"'),
        (DISCOVERY, "esus", 'flavour = { fr = "', 'flavour = { fr = "Tiens : '),
        (READER, "reveur", 'en = "The Dreamer"', 'en = "The Sleeper"'),
        (WORLD, "milieu", 'en = "Middle-earth"', 'en = "The Land between"'),
        (DISCOVERY, "esus", 'key = "combat"', 'key = "combat"\nattack = ""  # none'),
        (DISCOVERY, "passe_partout", '["magie", "connaissance"', '["connaissance", "magie"'),
    ],
)
def test_a_change_of_text_leaves_the_fingerprint(folder: Folder, file: str, entry: str, old: str, new: str) -> None:
    folder.change(file, entry, old, new)
    assert fingerprint(load(folder.path, "another name")) == fingerprint(load(CARDS))


FACTS = [
    (DISCOVERY, "esus", 'key = "combat"', 'key = "mort"'),
    (DISCOVERY, "esus", 'kind = "R"', 'kind = "O"'),
    (DISCOVERY, "esus", 'id = "banish"', 'id = "jump"'),
    (DISCOVERY, "esus", 'id = "esus"', 'id = "the_axe"'),
    (DISCOVERY, "chaudron", "n = 3", "n = 4"),
    (DISCOVERY, "epona", 'over = "side"', 'over = "any"'),
    (DISCOVERY, "ankou", 'attack = "mort"', 'attack = "amour"'),
    (DISCOVERY, "baguette_de_coudrier", '["magie", "amour"]', '["magie", "mort"]'),
    (READER, "reveur", 'key = "magie"', 'key = "combat"'),
    (READER, "reveur", '["amour", "connaissance", "mort"]', '["amour", "connaissance", "combat"]'),
    (WORLD, "chasse", 'left = "amour"', 'left = "mort"'),
]


@pytest.mark.clause("K31")
def test_a_change_of_what_matters_for_play_changes_the_fingerprint(folder: Folder) -> None:
    known = {fingerprint(load(CARDS))}
    for file, entry, old, new in FACTS:
        before = folder.read(file)
        folder.change(file, entry, old, new)
        known.add(fingerprint(load(folder.path)))
        folder.write(file, before)
    # The order of the cards is that of their numbers, and so of chance.
    cards = folder.read(DISCOVERY).split("[[discovery]]")
    folder.write(DISCOVERY, "[[discovery]]".join([cards[0], cards[2], cards[1], *cards[3:]]))
    known.add(fingerprint(load(folder.path)))
    assert len(known) == len(FACTS) + 2
    assert all(re.fullmatch("[0-9a-f]{8}", each) for each in known)


@pytest.mark.clause("K31")
def test_a_fingerprint_is_the_same_everywhere_and_for_good() -> None:
    # Of the tests' set, which is not tuned: records keep it, so another way to reckon would lock them out.
    assert fingerprint(load(CARDS)) == "51686245"
