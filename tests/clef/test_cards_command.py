"""`worldgates cards check` and `worldgates cards template` as a user meets them: real processes, real files (K31)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clef_build import CARDS

from worldgates.clef import template
from worldgates.clef.cards import KEYS
from worldgates.clef.cardset import SHIPPED, check, fingerprint, load, shipped
from worldgates.clef.cardset_file import FILES, LONGEST_ID
from worldgates.clef.cardset_reader import WORLD_IDS
from worldgates.clef.effects import EFFECTS

WORLD, READER, DISCOVERY = FILES
DOCS = Path(__file__).parents[2] / "docs"


def run(*arguments: str | Path, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "worldgates", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
        env={**os.environ, "WORLDGATES_COMMAND": "worldgates", "PYTHONIOENCODING": "utf-8"},
    )


class Folder:
    """A copy of the tests' set, to be spoiled."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for file in FILES:
            (path / file).write_bytes((CARDS / file).read_bytes())

    def change(self, file: str, old: str, new: str, after: str = "") -> None:
        text = (self.path / file).read_text(encoding="utf-8")
        place = text.index(old, text.index(after))
        (self.path / file).write_text(text[:place] + new + text[place + len(old) :], encoding="utf-8")

    def line(self, file: str, entry: str, field: str = "[[") -> int:
        """The line of a field of an entry; without one, that on which the entry begins."""
        lines = (self.path / file).read_text(encoding="utf-8").split("\n")
        begin = lines.index(f'id = "{entry}"')
        if field == "[[":
            return begin
        return next(number for number, each in enumerate(lines, 1) if number > begin and each.startswith(field))

    def at(self, file: str, entry: str, key: str, field: str | None = None) -> str:
        """How a fault of a field begins; `field` is what its line begins with, if that is not the field's name."""
        return f"{file}, line {self.line(file, entry, field or key.split('.')[0])}: {entry}, {key}: "


# Good sets.


@pytest.mark.clause("K31")
def test_the_shipped_set_is_in_order() -> None:
    done = run("cards", "check", SHIPPED)
    assert (done.returncode, done.stderr) == (0, "")
    *_, said, kinds, keys, defences, danger = done.stdout.splitlines()
    assert said == (
        f"data is in order: 9 worlds, 10 readers, 64 discovery cards; fingerprint {fingerprint(shipped())}."
    )
    assert re.fullmatch(r"Cards: \d+ encounters, \d+ objects, \d+ bad encounters\.", kinds)
    assert sum(map(int, re.findall(r"\d+", kinds))) == 64
    for line in (keys, defences):
        assert re.findall("[a-z]+ ", line.partition(": ")[2]) == [f"{key} " for key in KEYS]
    assert re.findall("([a-z]+) [0-8]", danger.partition(": ")[2]) == list(WORLD_IDS[1:])


@pytest.mark.clause("K31")
def test_a_good_set_as_json() -> None:
    done = run("cards", "check", CARDS, "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert (found["ok"], found["faults"]) == (True, [])
    numbers = found["summary"]
    assert numbers["name"] == CARDS.name
    assert numbers["fingerprint"] == fingerprint(load(CARDS))
    assert (numbers["worlds"], numbers["readers"]) == (9, 10)
    assert numbers["cards"] == {"R": 24, "O": 21, "MR": 19}
    assert numbers["keys"] == {"magie": 9, "connaissance": 9, "combat": 10, "mort": 9, "amour": 8}
    assert numbers["bad_encounters"]["crypte"] == 4
    assert set(numbers["ways_home"].values()) == {64}


@pytest.mark.clause("K31", "K24")
def test_a_warning_is_told_apart_and_is_no_fault(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    line = folder.line(DISCOVERY, "bal_des_damnes", "attack")
    said = "no defence answers this attack: no object cancels it, nor an encounter of this world"
    done = run("cards", "check", tmp_path)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == f"Warning: discoveries.toml, line {line}: bal_des_damnes, attack: {said}"
    found = json.loads(run("cards", "check", tmp_path, "--json").stdout)
    assert found["warnings"] == [
        {"file": DISCOVERY, "line": line, "entry": "bal_des_damnes", "key": "attack", "message": said}
    ]


# Broken sets: how each is spoiled, and what is said of it, with its line.


def a_slip_in_every_file(folder: Folder) -> list[str]:
    folder.change(WORLD, "[[world]]", "[[world]")
    folder.change(READER, "key = ", "key : ")
    (folder.path / DISCOVERY).unlink()
    return [
        f"worlds.toml, line {folder.line(WORLD, 'kernault')}: this is not TOML: expected ']]' at the end of an array",
        f"readers.toml, line {folder.line(READER, 'reveur', 'key')}: this is not TOML: expected '=' after a key",
        "discoveries.toml, line 1: there is no such file; `worldgates cards template DIR` writes all three anew",
    ]


def wrong_counts(folder: Folder) -> list[str]:
    folder.change(DISCOVERY, 'world = "gaulois"', 'world = "chasse"', after='id = "torque"')
    text = (folder.path / READER).read_text(encoding="utf-8")
    (folder.path / READER).write_text(text[: text.rindex("[[reader]]")], encoding="utf-8")
    last = folder.line(DISCOVERY, "idole_aux_cent_yeux")
    return [
        f"readers.toml, line {folder.line(READER, 'romantique')}: expected 10 readers (K1), found 9",
        folder.at(DISCOVERY, "bal_des_damnes", "world") + "expected 8 cards of the world 'chasse' (K1), found 9",
        f"discoveries.toml, line {last}: expected 8 cards of the world 'gaulois' (K1), found 7",
    ]


def ids_that_clash(folder: Folder) -> list[str]:
    folder.change(WORLD, 'id = "conan"', 'id = "barsoom"')
    folder.change(READER, 'id = "reveur"', 'id = "miroir"')
    folder.change(DISCOVERY, 'id = "esus"', 'id = "character"')
    folder.change(DISCOVERY, 'id = "epona"', 'id = "Épona"')
    there = f"worlds.toml, line {folder.line(WORLD, 'miroir', 'id')}"
    third = f"discoveries.toml, line {folder.line(DISCOVERY, 'Épona', 'id')}: [[discovery]] number 3, id: "
    return [
        f"worlds.toml, line {folder.line(WORLD, 'barsoom')}: expected nine worlds (K2), found 9; missing: conan",
        folder.at(WORLD, "barsoom", "id") + "expected one of kernault, gaulois, chasse",
        folder.at(READER, "miroir", "id") + f"this id is there already ({there}): ",
        folder.at(DISCOVERY, "character", "id") + "'character' has a meaning of its own in actions: choose another id",
        third + "expected a letter from a to z, then such letters, digits and _",
    ]


def keys_and_parameters_that_do_not_exist(folder: Folder) -> list[str]:
    folder.change(WORLD, 'left = "magie"', 'left = "love"', after='id = "gaulois"')
    folder.change(READER, "needs = [", "needs = [\n  ", after='id = "erudite"')
    folder.change(READER, '"amour"', '\n  "love"', after='id = "erudite"')
    folder.change(DISCOVERY, "n = 3", "n = 30", after='id = "chaudron"')
    folder.change(DISCOVERY, 'how = "random"', 'who = "all", how = "some"', after='id = "jabberwock"')
    folder.change(DISCOVERY, 'to = "conan"', 'to = "multivers"', after='id = "faille"')
    return [
        folder.at(WORLD, "gaulois", "keys.left")
        + "expected one of magie, connaissance, combat, mort, amour, found 'love'",
        folder.at(READER, "erudite", "needs", field='  "love"') + "expected one of magie, connaissance",
        folder.at(DISCOVERY, "chaudron", "effect.n") + "expected a number from 1 to 8, found 30",
        folder.at(DISCOVERY, "jabberwock", "effect.who") + "'lose' has no such parameter: it takes how, n",
        folder.at(DISCOVERY, "jabberwock", "effect.how") + "expected one of choice, random, key, found 'some'",
        folder.at(DISCOVERY, "faille", "effect.to") + "nobody is thrown to where they stand (E19)",
    ]


def texts_that_are_missing(folder: Folder) -> list[str]:
    folder.change(WORLD, 'fr = "Kernault", ', "")
    folder.change(READER, "presentation = ", "# ", after='id = "gothique"')
    folder.change(DISCOVERY, 'it = "Epona"', 'it = ""')
    folder.change(DISCOVERY, 'en = "Ogmios"', 'en = "Ogmios", de = "Ogmios"')
    return [
        folder.at(WORLD, "kernault", "name") + "the text is still missing in fr",
        folder.at(READER, "gothique", "presentation", field="[[") + "this is missing: expected a text in each language",
        folder.at(DISCOVERY, "epona", "name") + "the text is still missing in it",
        folder.at(DISCOVERY, "ogmios", "name.de") + "there is no such language here: expected en, fr, it",
    ]


def kinds_that_do_not_fit(folder: Folder) -> list[str]:
    folder.change(DISCOVERY, 'kind = "R"', 'kind = "MR"', after='id = "esus"')
    folder.change(DISCOVERY, 'pair = { with = "cor"', 'pair = { with = "torque"')
    folder.change(DISCOVERY, '["magie", "amour"]', '["mort", "amour"]', after='id = "baguette_de_coudrier"')
    strikes = "'banish' is no effect of a bad encounter (K16): expected one of lose, miss_turn, thrown, show_hand"
    return [
        folder.at(DISCOVERY, "esus", "attack", field="[[") + "this is missing: expected one of magie",
        folder.at(DISCOVERY, "esus", "key") + "a bad encounter carries no key (K13): delete it",
        folder.at(DISCOVERY, "esus", "effect") + strikes,
        folder.at(DISCOVERY, "cor", "pair.with") + "'epieu' has to name this card too (K22)",
        folder.at(DISCOVERY, "epieu", "pair.with") + "'torque' has to name this card too (K22), pair = { with = ",
        folder.at(DISCOVERY, "baguette_de_coudrier", "effect.keys") + "the card's own key 'magie' has to be among them",
    ]


def no_love_in_the_worlds(folder: Folder) -> list[str]:
    text = (folder.path / DISCOVERY).read_text(encoding="utf-8")
    text = re.sub(r'{ id = "wild".*}', '{ id = "jump" }', text)
    text = re.sub(r'^key = "amour"$', 'key = "mort"', text, flags=re.MULTILINE)
    (folder.path / DISCOVERY).write_text(text, encoding="utf-8")
    # Who has love as its own key would come home with it.
    readers = tomllib.loads((folder.path / READER).read_text(encoding="utf-8"))["reader"]
    stuck = [reader["id"] for reader in readers if "amour" in reader["needs"] and reader["key"] != "amour"]
    last = folder.line(DISCOVERY, "idole_aux_cent_yeux")
    return [
        *(folder.at(READER, reader, "needs") + "with the cards of this set there is no way home" for reader in stuck),
        f"discoveries.toml, line {last}: the key 'amour' cannot be had: no object carries it",
    ]


BROKEN: list[Callable[[Folder], list[str]]] = [
    a_slip_in_every_file,
    wrong_counts,
    ids_that_clash,
    keys_and_parameters_that_do_not_exist,
    texts_that_are_missing,
    kinds_that_do_not_fit,
    no_love_in_the_worlds,
]


@pytest.mark.clause("K31")
@pytest.mark.parametrize("spoil", BROKEN, ids=lambda spoil: spoil.__name__)
def test_a_broken_set_is_explained_fault_by_fault(tmp_path: Path, spoil: Callable[[Folder], list[str]]) -> None:
    expected = spoil(Folder(tmp_path))
    done = run("cards", "check", tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    *faults, number = done.stdout.splitlines()
    assert number == f"{len(expected)} faults."
    assert len(faults) == len(expected), done.stdout
    for fault, begin in zip(faults, expected, strict=True):
        assert fault.startswith(begin)
    done = run("cards", "check", "--json", tmp_path)
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert (found["ok"], found["summary"]) == (False, None)
    for fault, line in zip(found["faults"], faults, strict=True):
        assert set(fault) == {"file", "line", "entry", "key", "message"}
        assert line.startswith(f"{fault['file']}, line {fault['line']}: ")
        assert line.endswith(f": {fault['message']}")
        assert fault["key"] in line


@pytest.mark.clause("K31")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "nowhere"], "nowhere: there is no such folder; `worldgates cards template DIR` makes one"),
        (["check", "a-file"], "a-file: this is a file: expected the folder of a card set"),
        (["check"], "DIR"),
        (["check", ".", "--frob"], "--frob"),
        (["template", "a-file"], "a-file: this is a file: name a folder that does not exist yet"),
        (["template", "."], "this folder is not empty: name one that is empty or does not exist yet"),
        (["template", "a-file/inside"], "a-file/inside: Not a directory"),
        (["template"], "DIR"),
        (["clef", "--cards", "nowhere"], "nowhere"),
    ],
)
def test_an_error_of_use_is_one_line_that_says_what_to_do(tmp_path: Path, arguments: list[str], said: str) -> None:
    (tmp_path / "a-file").write_text("mine")
    done = run("cards", *arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert [each.name for each in tmp_path.iterdir()] == ["a-file"]
    assert (tmp_path / "a-file").read_text() == "mine"


@pytest.mark.parametrize("command", ["check", "template"])
def test_help_has_an_example(command: str) -> None:
    done = run("cards", command, "--help")
    assert done.returncode == 0
    assert f"Example:\n\n  worldgates cards {command} my-cards" in done.stdout


def test_cards_of_a_game_are_still_listed() -> None:
    assert "Goblin" in run("cards", "--lang", "en").stdout
    assert "Goblin" in run("cards", "molthar", "--lang", "en").stdout
    done = run("cards", "clef", "--lang", "en", "--cards", CARDS)
    assert done.returncode == 0
    assert "Ambactes  [ambactes]" in done.stdout
    assert {card["set"] for card in json.loads(run("cards", "clef", "--json", "--cards", CARDS).stdout)} == {CARDS.name}


# The template.


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    folder = tmp_path / "my cards"
    done = run("cards", "template", folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        *(str(folder / file) for file in FILES),
        f"Fill them in, and ask for what is still missing: worldgates cards check '{folder}'",
    ]
    return folder


def entries(folder: Path, file: str) -> list[dict[str, Any]]:
    (found,) = tomllib.loads((folder / file).read_text(encoding="utf-8")).values()
    assert isinstance(found, list)
    return found


@pytest.mark.clause("K31", "K1", "K2")
def test_a_template_has_everything_that_the_book_tells(fresh: Path) -> None:
    worlds = {world["id"]: world["name"] for world in entries(fresh, WORLD)}
    assert list(worlds) == list(WORLD_IDS)
    assert worlds["crypte"] == {
        "fr": "La Crypte de l’effroi",
        "en": "The Crypt of Dread",
        "it": "La Cripta del terrore",
    }
    assert [reader["id"] for reader in entries(fresh, READER)] == [f"reader_{number}" for number in range(1, 11)]
    cards = entries(fresh, DISCOVERY)
    assert [card["world"] for card in cards] == [id for id in WORLD_IDS[1:] for _ in range(8)]
    placeholders = [card["id"] for card in cards if re.fullmatch(r"[a-z]+_[1-8]", card["id"])]
    assert len(placeholders) == 64 - 5


@pytest.mark.clause("K30", "K31")
def test_the_cards_that_the_book_names_are_filled_in_as_far_as_it_tells(fresh: Path) -> None:
    cards = {card["id"]: card for card in entries(fresh, DISCOVERY)}
    assert cards["esus"]["world"] == cards["ambactes"]["world"] == "gaulois"
    assert cards["ambactes"]["effect"] == {"id": "cancel", "symbol": ""}
    assert cards["roi_des_elfes"]["effect"] == {"id": "stop_move"}
    assert cards["cor"]["pair"] == {"with": "epieu", "id": "wild_ride"}
    assert cards["epieu"]["pair"] == {"with": "cor", "id": "wild_ride"}
    names = {id: cards[id]["name"]["fr"] for id in ("cor", "epieu", "esus", "ambactes", "roi_des_elfes")}
    assert list(names.values()) == ["Le Cor", "L’Épieu", "Esus", "Ambactes", "Le Roi des Elfes"]
    for id in names:
        assert (cards[id]["kind"], cards[id]["key"]) == ("", "")


@pytest.mark.clause("K31")
def test_a_fresh_template_lists_exactly_what_is_still_to_be_typed_in(fresh: Path) -> None:
    done = run("cards", "check", fresh)
    assert done.returncode == 1
    *faults, number = done.stdout.splitlines()
    reported = set()
    for fault in faults:
        match = re.match(
            r"([a-z]+\.toml), line (\d+): ([a-z_0-9]+), ([a-z.]+): (the \w+ is )?still (empty|missing)", fault
        )
        assert match, fault
        reported.add((match[1], int(match[2])))
    # A card has a line for its key and one for its attack: only one of them will be filled.
    empty = {
        (file, line)
        for file in FILES
        for line, text in enumerate((fresh / file).read_text(encoding="utf-8").splitlines(), 1)
        if '""' in text and not text.startswith(("#", "attack"))
    }
    assert reported == empty
    assert number == f"{len(empty)} faults."


@pytest.mark.clause("K31")
def test_a_template_explains_every_field_and_every_effect_with_its_clause(fresh: Path) -> None:
    rules = (DOCS / "rules" / "clef.md").read_text(encoding="utf-8")
    clauses = {id: effect.kind.clause for id, effect in EFFECTS.items()}
    assert set(clauses.values()) == set(re.findall(r"^### (E\d+) · ", rules, flags=re.MULTILINE))
    notes = [line for line in (fresh / DISCOVERY).read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    for id, effect in EFFECTS.items():
        (note,) = [note for note in notes if f'{{ id = "{id}"' in note and "as in" not in note]
        assert note.split()[1] == clauses[id]
        for name, kind in effect.kind.parameters.items():
            assert f"{name} = " in note
            assert kind in ("key", "keys", "number", "world") or all(f'"{word}"' in note for word in kind.split())
    for file in FILES:
        text = (fresh / file).read_text(encoding="utf-8")
        for field in {field for entry in entries(fresh, file) for field in entry}:
            assert re.search(rf"^#   {field}  ", text, flags=re.MULTILINE), field
        assert f"# {'':4}worldgates cards check '{fresh}'\n" in text
        assert max(map(len, text.splitlines())) <= 120


@pytest.mark.clause("K31")
def test_a_template_never_overwrites_anything(fresh: Path) -> None:
    before = {path: path.read_bytes() for path in fresh.iterdir()}
    done = run("cards", "template", fresh)
    assert done.returncode == 2
    assert "this folder is not empty" in done.stderr
    assert {path: path.read_bytes() for path in fresh.iterdir()} == before


@pytest.mark.clause("K31")
def test_a_template_goes_into_an_empty_folder_or_a_new_one_of_any_name(tmp_path: Path) -> None:
    for name in ("empty", "new/deeper", "odd\nname \\ {x} é"):
        folder = tmp_path / name
        if name == "empty":
            folder.mkdir()
        template.write(folder)
        assert len(check(folder).faults) > 300
        assert all("not TOML" not in str(fault) for fault in check(folder).faults)


# A template filled in.


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml(each)}" for name, each in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def fill_in(folder: Path) -> None:
    """Type in the tests' set, as an owner would the printed one: only between what stands empty."""
    for file in FILES:
        cards = iter(entries(CARDS, file))
        card: dict[str, Any] = {}
        lines = []
        for line in (folder / file).read_text(encoding="utf-8").split("\n"):
            if line.startswith("[["):
                card = next(cards)
            field = line.partition(" = ")[0]
            if '""' in line and not line.startswith("#") and field in card:
                line = f"{field} = {toml(card[field])}"
            lines.append(line)
        assert next(cards, None) is None
        (folder / file).write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.clause("K31")
def test_a_template_filled_in_is_a_set_to_play_with(fresh: Path) -> None:
    fill_in(fresh)
    assert check(fresh).faults == []
    cards, ours = load(fresh), load(CARDS)
    assert cards.name == "my cards"
    assert [list(world.keys) for world in cards.worlds] == [list(world.keys) for world in ours.worlds]
    assert [list(reader.needs) for reader in cards.readers] == [list(reader.needs) for reader in ours.readers]
    for card, same in zip(cards.discoveries, ours.discoveries, strict=True):
        assert (card.world, card.kind, card.key, card.attack) == (same.world, same.kind, same.key, same.attack)
        assert (card.effect.id, card.effect.parameters) == (same.effect.id, same.effect.parameters)
        assert (card.partner, card.names, card.flavours) == (same.partner, same.names, same.flavours)
        assert len(card.id) <= LONGEST_ID
    done = run("cards", "check", fresh)
    assert done.returncode == 0
    assert "my cards is in order: 9 worlds, 10 readers, 64 discovery cards" in done.stdout
    started = run("new", "clef", "--cards", fresh, "--seed", "7")
    assert json.loads(started.stdout)["cards"] == "my cards"


# The documentation.


@pytest.mark.clause("K31")
def test_the_page_on_card_sets_lists_every_effect_with_its_clause_and_its_parameters() -> None:
    page = (DOCS / "card-sets.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\|([^|]*)\| (E\d+) \|$", page, flags=re.MULTILINE)
    assert list(EFFECTS) == [row[0] for row in rows]
    # The template lists them in the same order.
    assert re.findall(r"^# +(E\d+)", template.files()[DISCOVERY], flags=re.MULTILINE) == [row[3] for row in rows]
    for id, parameters, _, clause in rows:
        kind = EFFECTS[id].kind
        assert clause == kind.clause
        expected = [*kind.parameters, *dict.fromkeys(name for more in kind.variants.values() for name in more)]
        assert re.findall(r"`(\w+)`:", parameters) == expected
        for words in kind.parameters.values():
            if " " in words:
                assert all(f"`{word}`" in parameters for word in words.split())


def shown(command: str) -> list[str]:
    """What the page shows under a command."""
    page = (DOCS / "card-sets.md").read_text(encoding="utf-8")
    (lines,) = re.findall(rf"    \$ worldgates {re.escape(command)}\n((?:    .*\n)+)", page)
    return [line.strip() for line in lines.splitlines()]


@pytest.mark.clause("K31")
def test_what_the_page_on_card_sets_shows_of_the_commands_is_true(tmp_path: Path) -> None:
    assert run("cards", "template", "my-cards", folder=tmp_path).stdout.splitlines() == shown("cards template my-cards")
    said = run("cards", "check", "my-cards", folder=tmp_path).stdout.splitlines()
    assert [line for line in shown("cards check my-cards") if line not in said] == ["…", "…", "…"]
    # The shipped set may be tuned: its numbers may differ.
    said = [line for line in run("cards", "check", SHIPPED).stdout.splitlines() if not line.startswith("Warning: ")]
    for line, other in zip(said, shown("cards check src/worldgates/clef/data"), strict=True):
        assert re.sub(r"[0-9a-f]{8}|\d+", "0", line) == re.sub(r"[0-9a-f]{8}|\d+", "0", other)


@pytest.mark.clause("K31")
def test_the_cards_and_effects_that_the_page_shows_are_in_order(tmp_path: Path) -> None:
    page = (DOCS / "card-sets.md").read_text(encoding="utf-8")
    (card,) = re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)
    folder = Folder(tmp_path)
    text = (tmp_path / DISCOVERY).read_text(encoding="utf-8")
    text = re.sub(r'\[\[discovery\]\]\nid = "livre_a_l_envers"\n(.+\n)+', lambda _: card, text)
    (tmp_path / DISCOVERY).write_text(text, encoding="utf-8")
    assert check(tmp_path).faults == []
    effects = re.findall(r"\| `(\{ id = .*? \})` \|", page)
    assert len(effects) == 5
    for effect in effects:
        bad = '"lose"' in effect or '"thrown"' in effect
        old = '{ id = "lose", how = "random", n = 1 }' if bad else '{ id = "shield" }'
        folder.change(DISCOVERY, old, effect, after=f'id = "{"taranis" if bad else "torque"}"')
        assert check(tmp_path).faults == [], effect
        (tmp_path / DISCOVERY).write_text(text, encoding="utf-8")
