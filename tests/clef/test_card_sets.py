"""Card sets (K31): the shipped one is as the book wants it; faults of others are explained with file and line."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from worldgates.clef.cards import BAD_ENCOUNTER, DISCOVERIES, KEYS, NO_CARD, NO_KEY, READERS, WORLDS
from worldgates.clef.cardset import SHIPPED, CardSetError, load, shipped
from worldgates.core.text import LANGUAGES

FILES = ("worlds.toml", "readers.toml", "discoveries.toml")


class Folder:
    """A copy of the shipped set, to be spoiled."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for file in FILES:
            self.write(file, (SHIPPED / file).read_text(encoding="utf-8"))

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
    assert sum(card.kind == BAD_ENCOUNTER for card in cards.discoveries) == 19


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
    assert (cards["ambactes"].effect.id, cards["ambactes"].effect.key) == ("cancel", cards["esus"].key)
    assert cards["ambactes"].world == cards["esus"].world
    assert cards["roi_des_elfes"].effect.id == "stop_move"
    assert "miss_turn" in {card.effect.id for card in cards.values()}
    hunt = next(world for world in shipped().worlds if world.id == "chasse")
    assert len({hunt.keys[0], hunt.keys[1], hunt.keys[3]}) == 3


@pytest.mark.clause("K31")
def test_every_effect_of_the_rules_is_on_some_card() -> None:
    used = {card.effect.id for card in shipped().discoveries} | {card.together.id for card in shipped().discoveries}
    assert len(used) == 20


@pytest.mark.clause("K31")
def test_a_set_of_ones_own_loads_and_has_its_own_name(folder: Folder) -> None:
    folder.change("discoveries.toml", "chaudron", "n = 3", "n = 8")
    cards = load(folder.path, "mine")
    assert cards.name == "mine"
    assert next(card for card in cards.discoveries if card.id == "chaudron").effect.n == 8
    assert load(folder.path).name == folder.path.name


# Faults, one at a time.

DISCOVERY, READER, WORLD = "discoveries.toml", "readers.toml", "worlds.toml"
ONE_CHANGE = [
    # Texts.
    (DISCOVERY, "esus", 'name = { fr = "Esus", ', "name = { ", "esus, name: the text in 'fr' is missing"),
    (DISCOVERY, "esus", 'en = "Esus"', 'en = " "', "esus, name: the text in 'en' is missing"),
    (DISCOVERY, "esus", 'en = "Esus"', 'en = "Esus", de = "Esus"', "esus, name: expected only the languages"),
    (DISCOVERY, "esus", "flavour = {", "flavours = {", "esus, flavours: there is no such key here"),
    (READER, "reveur", "presentation = {", 'presentation = "" #', "reveur, presentation: expected texts in"),
    (WORLD, "chasse", 'name = { fr = "La Chasse merveilleuse", ', "name = { ", "chasse, name: the text in 'fr'"),
    # Keys and ids.
    (DISCOVERY, "esus", 'key = "combat"', 'key = "combat"\ncolour = "red"', "esus, colour: there is no such key here"),
    (DISCOVERY, "esus", 'key = "combat"', 'key = "fight"', "esus, key: expected one of magie, connaissance"),
    (DISCOVERY, "esus", 'world = "gaulois"', 'world = "gaul"', "esus, world: there is no world 'gaul'"),
    (DISCOVERY, "esus", 'kind = "R"', 'kind = "X"', "esus, kind: expected one of R, O, MR"),
    (DISCOVERY, "epona", 'id = "epona"', 'id = "esus"', "esus, id: 'esus' is there twice"),
    (DISCOVERY, "epona", 'id = "epona"', 'id = "Epona!"', "Epona!, id: expected small letters"),
    (WORLD, "chasse", 'left = "amour"', 'west = "amour"', "chasse, keys: expected a key for each of top, right"),
    (WORLD, "chasse", 'left = "amour"', 'left = "love"', "chasse, keys: expected one of magie"),
    (
        READER,
        "reveur",
        '"amour", "connaissance", "mort"',
        '"amour", "mort"',
        "reveur, needs: expected three keys (K12)",
    ),
    (READER, "reveur", '"amour", "connaissance", "mort"', '"amour", "mort", "x"', "reveur, needs: expected one of"),
    (READER, "reveur", 'key = "magie"', 'key = "x"', "reveur, key: expected one of"),
    # Effects.
    (DISCOVERY, "esus", 'id = "banish"', 'id = "vanish"', "esus, effect: expected an effect with one of the ids"),
    (DISCOVERY, "esus", '{ id = "banish" }', '"banish"', "esus, effect: expected an effect with one of the ids"),
    (DISCOVERY, "esus", 'id = "banish"', 'id = "banish", n = 2', "esus, effect: 'banish' has no parameter 'n'"),
    (DISCOVERY, "chaudron", ", n = 3", "", "chaudron, effect: 'search' needs the parameter 'n'"),
    (DISCOVERY, "chaudron", "n = 3", "n = 0", "chaudron, effect: n: expected a number from 1 to 8, found 0"),
    (DISCOVERY, "chaudron", "n = 3", "n = 9", "chaudron, effect: n: expected a number from 1 to 8, found 9"),
    (DISCOVERY, "chaudron", "n = 3", "n = true", "chaudron, effect: n: expected a number from 1 to 8, found True"),
    (DISCOVERY, "ambactes", 'symbol = "combat"', 'symbol = "x"', "ambactes, effect: expected one of magie"),
    (DISCOVERY, "epona", 'over = "side"', 'over = "corner"', "epona, effect: over: expected one of side, any"),
    (DISCOVERY, "grand_cerf", 'where = "here"', 'where = "there"', "grand_cerf, effect: where: expected one of here"),
    (DISCOVERY, "barbare", 'how = "choice"', 'how = "key"', "barbare, effect: how: expected one of random, choice"),
    (
        DISCOVERY,
        "passe_partout",
        '["magie", "connaissance", "combat", "mort", "amour"]',
        "[]",
        "passe_partout, effect: keys",
    ),
    (DISCOVERY, "passe_partout", '["magie", ', "[", "the card's own key must be among `keys` (E3)"),
    (DISCOVERY, "faille", 'to = "conan"', 'to = "kernault"', "faille, effect: to: expected a world, opposite"),
    (DISCOVERY, "faille", 'to = "conan"', 'to = "multivers"', "nobody is thrown to where they stand (E19)"),
    (
        DISCOVERY,
        "taranis",
        'how = "random", n = 1',
        'how = "key", n = 1',
        "taranis, effect: 'lose' has no parameter 'n'",
    ),
    # Kinds.
    (DISCOVERY, "taranis", 'attack = "combat"', 'attack = "x"', "taranis, attack: expected one of"),
    (
        DISCOVERY,
        "taranis",
        'attack = "combat"',
        'attack = "combat"\nkey = "mort"',
        "a bad encounter carries no key (K13)",
    ),
    (DISCOVERY, "esus", 'key = "combat"', 'key = "combat"\nattack = "mort"', "only a bad encounter attacks (K16)"),
    (
        DISCOVERY,
        "taranis",
        '{ id = "lose", how = "random", n = 1 }',
        '{ id = "jump" }',
        "no effect of a bad encounter (K16)",
    ),
    (DISCOVERY, "esus", 'id = "banish"', 'id = "miss_turn"', "'miss_turn' is no effect of a card one keeps"),
    (DISCOVERY, "esus", 'id = "banish"', 'id = "wild_ride"', "'wild_ride' is no effect of a card one keeps"),
    # Pairs.
    (DISCOVERY, "epieu", 'with = "cor"', 'with = "esus"', "epieu, pair: 'esus' has to name 'epieu'"),
    (DISCOVERY, "epieu", 'with = "cor"', 'with = "nobody"', "epieu, pair: expected a card of this set in `with`"),
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
        f"discoveries.toml, line {line}: epieu, pair: 'cor' has to name 'epieu' and the same effect"
    ]


@pytest.mark.clause("K31", "K22")
def test_a_pair_with_a_card_that_names_another_is_a_fault(folder: Folder) -> None:
    line = folder.change(DISCOVERY, "torque", "name = {", 'pair = { with = "cor", id = "wild_ride" }\nname = {')
    assert folder.faults() == [
        f"discoveries.toml, line {line}: torque, pair: 'cor' has to name 'torque' and the same effect"
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
def test_a_card_that_moves_to_another_world_leaves_both_with_a_wrong_number(folder: Folder) -> None:
    folder.change(DISCOVERY, "torque", 'world = "gaulois"', 'world = "kernault"')
    faults = folder.faults()
    assert len(faults) == 2
    assert "expected 0 cards of the world 'kernault' (K1), found 1" in faults[0]
    assert "expected 8 cards of the world 'gaulois' (K1), found 7" in faults[1]


@pytest.mark.clause("K31", "K1", "K3")
def test_a_missing_world_or_reader_is_a_fault(folder: Folder) -> None:
    readers = folder.read(READER)
    folder.write(READER, readers[: readers.rindex("[[reader]]")])
    last = folder.read(READER)[: folder.read(READER).rindex("[[reader]]")].count("\n") + 1
    assert folder.faults() == [f"readers.toml, line {last}: expected 10 readers (K1), found 9"]
    folder.write(READER, readers)
    folder.change(WORLD, "kernault", 'id = "kernault"', 'id = "home"')
    assert any("expected a world 'kernault' (K3)" in fault for fault in folder.faults())


@pytest.mark.clause("K31", "K11")
def test_a_reader_that_cannot_come_home_is_a_fault(folder: Folder) -> None:
    # Only two cards carry death, and the Dreamer needs three.
    line = folder.change(READER, "reveur", '["amour", "connaissance", "mort"]', '["mort", "mort", "mort"]')
    text = folder.read(DISCOVERY)
    kept = iter(["mort", "mort"])
    text = re.sub(r'^key = "mort"$', lambda _: f'key = "{next(kept, "combat")}"', text, flags=re.MULTILINE)
    folder.write(DISCOVERY, re.sub(r"\{ id = \"wild\".*\}", '{ id = "jump" }', text))
    (fault,) = folder.faults()
    assert fault.startswith(f"readers.toml, line {line}: reveur, needs: there are not enough keys to come home")


@pytest.mark.clause("K31", "K13")
def test_a_key_that_no_card_carries_is_a_fault(folder: Folder) -> None:
    text = re.sub(r'^key = "amour"$', 'key = "mort"', folder.read(DISCOVERY), flags=re.MULTILINE)
    folder.write(DISCOVERY, re.sub(r"\{ id = \"wild\".*\}", '{ id = "jump" }', text))
    faults = folder.faults()
    assert any("no card carries the key 'amour' (K13)" in fault for fault in faults)
    assert set(KEYS) - {"amour"} == {key for key in KEYS if f"no card carries the key '{key}'" not in "".join(faults)}


@pytest.mark.clause("K31")
@pytest.mark.parametrize("file", FILES)
def test_broken_toml_is_explained_with_its_line(folder: Folder, file: str) -> None:
    lines = folder.read(file).splitlines()
    at = next(number for number, line in enumerate(lines) if number > 5 and line.startswith("id = "))
    lines[at] = "id = "
    folder.write(file, "\n".join(lines))
    faults = [fault for fault in folder.faults() if "this is not TOML" in fault]
    assert len(faults) == 1
    assert faults[0].startswith(f"{file}, line {at + 1}: this is not TOML: ")


@pytest.mark.clause("K31")
@pytest.mark.parametrize("file", FILES)
def test_a_file_that_cannot_be_read_is_a_fault(folder: Folder, file: str) -> None:
    (folder.path / file).unlink()
    assert any(fault.startswith(f"{file}, line 1: the file cannot be read") for fault in folder.faults())
    (folder.path / file).write_bytes(b"\xff\xfe")
    assert any(fault == f"{file}, line 1: the file is not UTF-8" for fault in folder.faults())


@pytest.mark.clause("K31")
def test_other_tables_than_expected_are_a_fault(folder: Folder) -> None:
    folder.write(WORLD, folder.read(WORLD) + '\n[[planet]]\nid = "mars"\n')
    assert folder.faults() == ["worlds.toml, line 1: expected only [[world]], found 'planet'"]


@pytest.mark.clause("K31", "K11")
def test_kernault_has_no_keys(folder: Folder) -> None:
    line = folder.change(WORLD, "kernault", "name = {", 'keys = { top = "mort" }\nname = {')
    assert folder.faults() == [
        f"worlds.toml, line {line}: kernault, keys: nobody leaves Kernault: it has no keys (K11)"
    ]


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
