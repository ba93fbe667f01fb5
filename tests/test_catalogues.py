"""The catalogues: complete, true to their originals, up to date; and the game speaks all three languages."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from worldgates.api.game import begin
from worldgates.core.chance import FastChance
from worldgates.core.table import SPECTATOR
from worldgates.core.text import LANGUAGES, fill, language_of, words
from worldgates.molthar import GAME, Activate
from worldgates.molthar.cards import CHARACTERS

TOOL = runpy.run_path(str(Path(__file__).parent.parent / "tools" / "catalogues.py"))
TRANSLATED = [language for language in LANGUAGES if language != "en"]


# What the tool finds on disk.


def test_the_catalogues_are_up_to_date_and_complete() -> None:
    assert TOOL["run"](check=True) == []


def test_every_language_has_a_catalogue() -> None:
    assert sorted(TOOL["LANGUAGES"]) == sorted(TRANSLATED)


@pytest.mark.parametrize(
    ("language", "sentence", "name", "expected"),
    [
        ("fr", "La main de {name}", "Ada", "La main d’Ada"),
        ("fr", "La main de {name}", "Élise", "La main d’Élise"),
        ("fr", "La main de {name}", "Yasmine", "La main de Yasmine"),
        ("fr", "La main de {name}", "Bruno", "La main de Bruno"),
        ("fr", "plus que {name}", "Ada", "plus qu’Ada"),
        ("fr", "aide {name}", "Ada", "aide Ada"),
        ("it", "Tocca a {name}", "Ada", "Tocca ad Ada"),
        ("it", "Tocca a {name}", "Elena", "Tocca a Elena"),
        ("it", "Bruno e {name}", "Elena", "Bruno ed Elena"),
        ("en", "a {name}", "Ada", "a Ada"),
    ],
)
def test_words_adapt_to_the_name_after_them(language: str, sentence: str, name: str, expected: str) -> None:
    assert fill(sentence, {"name": name}, language) == expected


@pytest.mark.parametrize("area", ["i18n", "games/molthar", "games/clef", "replay"])
def test_every_sentence_of_the_client_is_used(area: str) -> None:
    client: Path = TOOL["CLIENT"]
    folder = client / area if area.startswith("games") else client
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.suffix in (".ts", ".svelte") and path.name not in ("english.ts", "protocol.gen.ts")
    )
    # A group of sentences, such as the effects of the cards, is used as a whole. The names of a game's options are
    # looked up by the option's id.
    keys = re.findall(r"^  (\w+):", (client / area / "english.ts").read_text(encoding="utf-8"), re.MULTILINE)
    used = re.compile(r"(?:[\"'`]|>{)(\w+)(?:[\"'`]|}<)" if area == "i18n" else r"(?:\.|[\"'`])(\w+)")
    assert len(keys) > 50
    assert {key for key in keys if not key.startswith("option_")} - set(used.findall(code)) == set()


# How the tool works.


def test_sentences_of_the_client_are_texts_and_pairs() -> None:
    source = """export const area = {
  // A comment with "quotes".
  close: "Close",
  long:
    "Say \\"please\\".",
  cards: ["{n} card", "{n} cards"],
  group: {
    1: "one",
  },
} as const;
"""
    assert [message for _, message in TOOL["client_sentences"](source)] == [
        "Close",
        'Say "please".',
        ("{n} card", "{n} cards"),
        "one",
    ]
    for odd in ('close: "a" + "b",', 'close: ["a"],', 'close: f("a"),'):
        with pytest.raises(ValueError, match=r"english\.ts"):
            TOOL["client_sentences"](source.replace('close: "Close",', odd))


def test_messages_are_gathered_from_literals_alone(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(
        'tr("A {b}", b=words.translate("B"))\n'
        'count("one", "many", hand.count(3))\n'
        'tr(name)\nhand.count("x")\ncount(bag, 2)\nother("C")\n'
    )
    code = [message.id for message in TOOL["gather"](tmp_path) if ("src/worldgates/code.py", 1) in message.locations]
    assert sorted(code) == ["A {b}", "B"]
    found = {message.id for message in TOOL["gather"](tmp_path)}
    assert ("one", "many") in found
    assert not found & {"x", "C", "name"}


def test_sentences_of_events_are_gathered_for_each_listener(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(
        'teller.did(event.seat, "You pass.", "{player} passes.")\n'
        'did_to(seat, names[0], "You rob {other}.", "{player} robs you.", "{player} robs " "{other}.", card=x(1))\n'
        'did_count(seat, "You lose a card.", "You lose {n}.", "{player} loses a card.", "{player} loses {n}.", n)\n'
        "did(seat, yours, theirs)\n"
    )
    found = {message.id for message in TOOL["gather"](tmp_path)}
    assert {
        "You pass.",
        "{player} passes.",
        "You rob {other}.",
        "{player} robs you.",
        "{player} robs {other}.",
    } <= found
    assert {("You lose a card.", "You lose {n}."), ("{player} loses a card.", "{player} loses {n}.")} <= found


def test_translations_are_kept_and_never_guessed() -> None:
    template, known = TOOL["Catalogue"](), Catalog("fr")
    for message in ("Hello", "Hello there", ("{n} card", "{n} cards"), "Bye"):
        template.add(message)
    known.add("Hello", "Bonjour")
    known.add("Gone", "Parti")
    known.add("{n} card", "{n} carte")
    known.add("Bye", "Salut", flags=["fuzzy"])
    updated = TOOL["translate"](template, "fr", known)
    assert {message.id: message.string for message in updated if message.id} == {
        "Hello": "Bonjour",
        "Hello there": "",
        ("{n} card", "{n} cards"): ("", ""),
        "Bye": "",
    }


@pytest.mark.parametrize(
    ("original", "translation", "fault"),
    [
        ("{player} wins", "{player} gagne", None),
        ("{player} wins", "", "not translated"),
        ("{player} wins", "{joueur} gagne", "placeholders"),
        ("{player} wins", "gagne", "placeholders"),
        ("{player} wins", "{player gagne", "placeholders"),
        (("{n} card", "{n} cards"), ("une carte", "{n} cartes"), None),
        (("{n} card", "{n} cards"), ("{n} carte", "des cartes"), "placeholders"),
        (("{n} card", "{n} cards"), ("{n} carte", ""), "not translated"),
    ],
)
def test_faults_are_found(
    original: str | tuple[str, str], translation: str | tuple[str, str], fault: str | None
) -> None:
    catalogue = Catalog("fr")
    catalogue.add(original, translation)
    found = TOOL["faults"](catalogue)
    assert found == [] if fault is None else fault in found[0]


# The languages.


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "it"}, "it"),
        ({"LANG": "it-IT"}, "it"),
        ({"LANGUAGE": "it:en", "LANG": "de_DE.UTF-8"}, "it"),
        ({"LC_ALL": "it_IT.UTF-8", "LANG": "fr_FR.UTF-8"}, "it"),
        ({"LC_MESSAGES": "fr_CA.UTF-8", "LANG": "it_IT.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANGUAGE": "fr", "LANG": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_follows_the_environment(environment: dict[str, str], language: str) -> None:
    assert language_of(None, environment) == language


def test_a_wish_goes_before_the_environment() -> None:
    assert language_of("it", {"LANG": "fr_FR.UTF-8"}) == "it"


@pytest.mark.parametrize(
    ("language", "counted"),
    [
        ("en", ["0 diamonds", "1 diamond", "2 diamonds"]),
        ("fr", ["0 Diamant", "1 Diamant", "2 Diamants"]),
        ("it", ["0 Diamanti", "1 Diamante", "2 Diamanti"]),
    ],
)
def test_plurals(language: str, counted: list[str]) -> None:
    assert [words(language).count("{n} diamond", "{n} diamonds", number) for number in range(3)] == counted


# The cards.

NAMES = {
    "cerberus": ("Cerberus", "Cerbère", "Cerbero"),
    "unicorn": ("Unicorn", "Licorne", "Unicorno"),
    "wisp_3_6": ("Will-o'-the-Wisp", "Feu Follet", "Fuoco Fatuo"),
    "wisp_4_5": ("Will-o'-the-Wisp", "Feu Follet", "Fuoco Fatuo"),
    "puss_in_boots": ("Puss in Boots", "Chat botté", "Gatto con gli stivali"),
    "dwarf_1": ("Dwarf of 1", "Nain du 1", "Nano dell’1"),
    "dwarf_5": ("Dwarf of 5", "Nain du 5", "Nano del 5"),
    "phoenix": ("Phoenix", "Phénix", "Fenice"),
    "eternal_boy": ("Peter Pan", "Peter Pan", "Peter Pan"),
    "red_riding_hood": ("Little Red Riding Hood", "Le Petit Chaperon rouge", "Cappuccetto Rosso"),
    "snow_white": ("Snow White", "Blanche-Neige", "Biancaneve"),
    "death": ("Death", "La Mort", "La Morte"),
}


@pytest.mark.parametrize("card", NAMES)
def test_cards_have_the_names_of_the_rules(card: str) -> None:
    assert tuple(GAME.text(language).card(card) for language in LANGUAGES) == NAMES[card]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_named_and_explained(language: str) -> None:
    text = GAME.text(language)
    assert len(CHARACTERS) == 40
    names = [text.card(character.id) for character in CHARACTERS]
    # The two wisps share a name.
    assert len(set(names)) == 39
    for character in CHARACTERS:
        lines = [line for line, _ in text.explain(character.id)]
        assert lines[0] == text.card(character.id)
        assert len(lines) == (4 if character.ability else 3)
        assert all(line and not set(line) & set("{}") for line in lines)


# A game.


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_in_words(language: str, players: int) -> None:
    text, english = GAME.text(language), GAME.text("en")
    names = ["Anna", "Bruno", "Chloé", "Dario", "Élise"][:players]
    game = begin(GAME, names, seed=7)
    chance, shown = FastChance.seeded(7), 0

    def check(sentence: str, original: str) -> None:
        assert sentence
        assert not set(sentence) & set("{}")
        assert (sentence == original) == (language == "en")

    while True:
        for seat in range(players):
            view = game.view(seat)
            check(text.question(view), english.question(view))
        for entry in game.journal[shown:]:
            for seat in [*range(players), SPECTATOR]:
                seen = entry.seen_by(seat)
                check(text.event(seen, names), english.event(seen, names))
        shown = len(game.journal)
        if game.over:
            break
        view, legal = game.view(game.seat), game.legal_actions
        for action in legal:
            check(text.action(action, view), english.action(action, view))
        # Mostly activations, so that the game comes to its end and many abilities are seen.
        activations = [action for action in legal if isinstance(action, Activate)]
        game.play(activations[0] if activations else legal[chance.below(len(legal))])
