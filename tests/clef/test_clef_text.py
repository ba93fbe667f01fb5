"""La clef des mondes in words: everything that can be on a card, be done, be asked or happen has its sentence."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import Any, Literal

import pytest
from clef_build import cards_of_tests
from msgspec.structs import replace

from worldgates.clef.actions import PlayEffect, Travel
from worldgates.clef.cards import KEYS, KINDS, CardSet, Effect
from worldgates.clef.cardset_reader import MOST_OF_A_PILE
from worldgates.clef.effects import EFFECTS, make
from worldgates.clef.events import AnyEvent, EffectPlayed
from worldgates.clef.game import GAME as SHIPPED_GAME
from worldgates.clef.game import Clef
from worldgates.clef.text import CLAUSES, ClefText
from worldgates.clef.view import Announced, Decision, Options, View
from worldgates.core import formats
from worldgates.core.chance import FastChance
from worldgates.core.rulebook import clauses
from worldgates.core.shapes import Event
from worldgates.core.table import SPECTATOR
from worldgates.core.text import LANGUAGES

# Two that begin with a vowel, before which French and Italian words change.
NAMES = ["Anna", "Bruno", "Élise", "Dario", "Chloé"]
KINDS_OF_GAMES = [(players, reveals) for players in (2, 3, 4, 5) for reveals in (False, True)]
GAMES = 12
ROUNDS = 12
CARDS = cards_of_tests()
GAME = Clef(CARDS)
TEXTS = {language: GAME.text(language) for language in LANGUAGES}
IDS = [card.id for cards in (CARDS.worlds, CARDS.readers, CARDS.discoveries) for card in cards]

# A placeholder, an id, or something that only Python would say.
RAW = re.compile(r"[{}_\[\]]|None|True|False|'event'")
# Where a word should have melted into the article or the vowel after it, or stands beside an article too many.
UNMELTED = {
    "en": re.compile(r"\b(the|an?|your|their) The\b"),
    "fr": re.compile(r"\b[Dd]e (Les? |[AEIOUYÀÉ])|\b[Àà] Les? |\b[Ll][ae] L[ea' ]|\b[Qq]ue [AEIOUYÀÉ]"),
    "it": re.compile(r"\b([Dd]i|[Dd]a|[Ii]n|[Ss]u|[Aa]) (Il |Lo |La |L'|I |Gli |Le )"),
}


def fault(language: str, sentence: str) -> str:
    """What is wrong with a sentence at first sight."""
    if not sentence.strip():
        return "empty"
    if "  " in sentence:
        return "two spaces"
    found = RAW.search(sentence) or UNMELTED[language].search(sentence)
    return found.group() if found else ""


def check(sentences: dict[str, str]) -> None:
    """The same thing said in each language: a whole sentence, and another one in each."""
    for language, sentence in sentences.items():
        assert not fault(language, sentence), (fault(language, sentence), sentence)
    assert len(set(sentences.values())) == len(LANGUAGES), sentences


# Words.


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("magie", ("magic", "magie", "magia")),
        ("connaissance", ("knowledge", "connaissance", "conoscenza")),
        ("combat", ("combat", "combat", "combattimento")),
        ("mort", ("death", "mort", "morte")),
        ("amour", ("love", "amour", "amore")),
    ],
)
def test_keys(key: str, names: tuple[str, str, str]) -> None:
    assert key in KEYS
    assert tuple(TEXTS[language].key(key) for language in LANGUAGES) == names


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("R", ("encounter", "rencontre", "incontro")),
        ("O", ("object", "objet", "oggetto")),
        ("MR", ("bad encounter", "mauvaise rencontre", "cattivo incontro")),
    ],
)
def test_kinds(kind: str, names: tuple[str, str, str]) -> None:
    assert kind in KINDS
    assert tuple(TEXTS[language].kind(kind) for language in LANGUAGES) == names


def test_a_card_is_announced_by_kind_and_key() -> None:
    assert [TEXTS[language].announced(Announced(kind="O", key="amour")) for language in LANGUAGES] == [
        "an object with a love key",
        "un objet avec une clef d’amour",
        "un oggetto con una chiave d’amore",
    ]
    kinds: list[Literal["R", "O"]] = ["R", "O"]
    for kind, key in product(kinds, KEYS):
        check({language: text.announced(Announced(kind=kind, key=key)) for language, text in TEXTS.items()})


def test_every_place_but_the_middle_has_words() -> None:
    for text in TEXTS.values():
        places = [place for place in range(9) if place != 4]
        assert len({text.door(place) for place in places} | {text.place(place) for place in places}) == 16


# Effects.


def effects() -> list[Effect]:
    """Every effect with every parameter that a card set could give it."""
    several = [["magie", "amour"], ["combat", "mort", "amour"], list(KEYS)]
    values: dict[str, list[Any]] = {
        "key": list(KEYS),
        "keys": [*([key] for key in KEYS), *several],
        "number": list(range(1, MOST_OF_A_PILE + 1)),
        "world": ["opposite", "neighbour", *(world.id for world in CARDS.worlds[1:])],
    }
    found = []
    for id, made in EFFECTS.items():
        forms = [{name: values.get(kind, kind.split()) for name, kind in made.kind.parameters.items()}]
        if id == "lose":
            forms = [{"how": ["choice", "random"], "n": values["number"]}, {"how": ["key"], "key": values["key"]}]
        for form in forms:
            found += [effect(id, dict(zip(form, given, strict=True))) for given in product(*form.values())]
    return found


def effect(id: str, parameters: dict[str, Any]) -> Effect:
    made = make(id)
    made.parameters = parameters
    made.n = parameters.get("n", 0)
    made.key = KEYS.index(parameters.get("symbol") or parameters.get("key") or KEYS[0])
    for key in parameters.get("keys", []):
        made.keys |= 1 << KEYS.index(key)
    made.wide = bool({"anywhere", "any"} & {str(value) for value in parameters.values()})
    made.how = parameters.get("how", "")
    if id == "thrown":
        to = parameters["to"]
        if to in ("opposite", "neighbour"):
            made.how = to
        else:
            made.to = [world.id for world in CARDS.worlds].index(to)
    return made


@pytest.mark.parametrize("id", EFFECTS)
def test_every_effect_has_a_sentence_for_each_of_its_parameters(id: str) -> None:
    variants = [each for each in effects() if each.id == id]
    assert variants
    for each in variants:
        sentences = {language: text.effect(each) for language, text in TEXTS.items()}
        check(sentences)
        assert all(sentence.endswith(".") for sentence in sentences.values())
    for text in TEXTS.values():
        assert len({text.effect(each) for each in variants}) == len(variants)


def test_every_effect_has_its_clause() -> None:
    assert [effect.kind.id for effect in EFFECTS.values()] == list(EFFECTS)
    assert {effect.kind.clause for effect in EFFECTS.values()} == {f"E{number}" for number in range(1, 23)}


def test_effects_of_cards_are_those_of_the_test() -> None:
    """That the effects made here are read as those of a card set are."""
    made = {(each.id, str(each.parameters)): each for each in effects()}
    for card in CARDS.discoveries:
        twin = made[card.effect.id, str(card.effect.parameters)]
        for text in TEXTS.values():
            assert text.effect(card.effect) == text.effect(twin)


@pytest.mark.parametrize(
    ("card", "sentences"),
    [
        ("ambactes", ("of the symbol combat", "le symbole «\u00a0combat\u00a0»", "il simbolo «combattimento»")),
        ("baguette_de_coudrier", ("magic or love", "magie ou amour", "magia o amore")),
        ("fiancee_pale", ("with a love key", "une clef d’amour", "una chiave d’amore")),
        ("faille", ("Conan and Dragons", "Conan et dragons", "Conan e draghi")),
        ("comte", ("2 cards at random", "2 cartes au hasard", "2 carte a caso")),
    ],
)
def test_sentences_are_made_from_the_data(card: str, sentences: tuple[str, str, str]) -> None:
    for text, part in zip(TEXTS.values(), sentences, strict=True):
        assert part in text.effect(text.discoveries[card].effect)


# What a card says.


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("game", [GAME, SHIPPED_GAME], ids=["tests", "shipped"])
def test_every_card_is_explained(id: str, game: Clef) -> None:
    known = clauses("clef", "en")
    texts = {language: game.text(language) for language in LANGUAGES}
    explained = {language: text.explain(id) for language, text in texts.items()}
    for language, lines in explained.items():
        assert lines[0] == (texts[language].card(id), "")
        assert lines[-1] == (texts[language].note(), "K31")
        assert all(not fault(language, line) for line, _ in lines)
        assert all(clause == "" or clause in known for _, clause in lines)
    assert len({tuple(clause for _, clause in lines) for lines in explained.values()}) == 1
    for number in range(1, len(explained["en"])):
        check({language: lines[number][0] for language, lines in explained.items()})


def test_all_cards_are_there() -> None:
    assert len(IDS) == 83


def test_what_an_object_says() -> None:
    assert TEXTS["fr"].explain("cor") == [
        ("Le Cor", ""),
        ("Objet. Monde\u00a0: La Chasse merveilleuse", "K15"),
        ("Clef\u00a0: amour", "K13"),
        ("Appelez ici un autre joueur dont le monde touche celui-ci par un côté ou par un angle.", "E15"),
        (
            "Avec L’Épieu\u00a0: Chevauchez sans clef jusqu’à n’importe quel autre monde et piochez-y jusqu’à deux "
            "cartes\u00a0; personne ne peut réagir.",
            "E16",
        ),
        ("Une note pour appeler, une autre pour regretter.", ""),
        ("Ces cartes sont une reconstitution, pas celles du jeu imprimé.", "K31"),
    ]


def test_what_a_bad_encounter_a_reader_and_a_world_say() -> None:
    text = TEXTS["en"]
    assert text.explain("ankou")[1:4] == [
        ("Bad encounter. World: The Wild Hunt", "K16"),
        ("Attack: death", "K16"),
        ("Lose the rest of this turn and the whole of your next one.", "E18"),
    ]
    assert text.explain("erudite")[1:3] == [
        ("Own key, for one use: knowledge", "K20"),
        ("Needs to go home: combat, love and magic", "K12"),
    ]
    assert text.explain("crypte")[1] == ("Keys of its sides: top death, right death, bottom magic, left love", "K9")


@pytest.mark.clause("K31")
def test_the_cards_say_that_they_are_reconstructed_and_others_do_not() -> None:
    check({language: text.note() for language, text in TEXTS.items()})
    others = CardSet("printed", CARDS.worlds, CARDS.readers, CARDS.discoveries)
    text = ClefText("en", others)
    assert text.note() == ""
    assert "K31" not in [clause for _, clause in text.explain("cor")]


# Games.


def lively(chance: FastChance, legal: list[dict[str, Any]]) -> int:
    """A choice that brings much about: mostly effects, reactions and trades, seldom a discard or a pass."""

    def is_dull(action: dict[str, Any]) -> bool:
        return action["do"] in ("pass", "discard") or action.get("card", "") is None or not action.get("yes", True)

    choices = list(range(len(legal)))
    rare = [index for index in choices if len(legal[index].get("cards", [])) == 2 or legal[index]["do"] == "go_home"]
    played = [index for index in choices if legal[index]["do"] in ("effect", "react")]
    bright = [index for index in choices if not is_dull(legal[index])]
    if rare:
        choices = rare
    elif played and chance.below(2):
        choices = played
    elif bright and chance.below(8):
        choices = bright
    return choices[chance.below(len(choices))]


def named(action: dict[str, Any]) -> list[str]:
    """The cards and worlds that an action names."""
    cards = [action.get("card"), action.get("against"), action.get("to"), action.get("world"), action.get("character")]
    cards += [*action.get("keys", []), *action.get("cards", [])]
    return [card for card in cards if isinstance(card, str) and card != "character"]


def secrets(event: Event) -> list[str]:
    """The cards that the secret part of an event names."""
    found: list[str] = []
    for name in event.secret:
        value = getattr(event, name)
        found += [] if value is None else [value] if isinstance(value, str) else list(value)
    return found


def play(game: Clef, players: int, reveals: bool, seed: int, seen: Counter[str]) -> None:
    """A game in which everything is put into words, for everybody, in every language."""
    names = NAMES[:players]
    options = Options(reveal_while_paying=reveals, max_rounds=ROUNDS)
    texts = {language: game.text(language) for language in LANGUAGES}
    table = game.new_table(players, FastChance.seeded(seed), options, journal=True)
    chance, reported = FastChance.seeded(seed), 0
    known = clauses("clef", "en")
    assert table.journal is not None
    while True:
        for entry in table.journal[reported:]:
            event = entry.event
            outside = [seat for seat in range(players) if not entry.audience >> seat & 1]
            inside = [seat for seat in range(players) if entry.audience >> seat & 1]
            for seat in [SPECTATOR, *outside[:1], *inside[:1]]:
                fact = entry.seen_by(seat)
                you = None if seat == SPECTATOR else seat
                sentences = {language: text.event(fact, names, you) for language, text in texts.items()}
                check(sentences)
                assert texts["en"].clause(fact) in known
                for language, text in texts.items():
                    hidden = [text.card(card) for card in secrets(event)]
                    assert all((name in sentences[language]) == (seat in inside) for name in hidden), fact
            seen[type(event).__name__] += 1
            if isinstance(event, EffectPlayed):
                cards = [texts["en"].discoveries[card] for card in event.cards]
                seen["effect " + (cards[0].effect if len(cards) == 1 else cards[0].together).id] += 1
        reported = len(table.journal)
        for seat in range(players):
            view = game.view(table, names, seat)
            check({language: text.question(view) for language, text in texts.items()})
        if table.over:
            return
        legal = game.legal(table)
        view = game.view(table, names, table.to_act)
        lines: dict[str, list[str]] = {language: [] for language in LANGUAGES}
        for action in legal:
            sentences = {language: text.action(action, view) for language, text in texts.items()}
            check(sentences)
            for language, text in texts.items():
                lines[language].append(sentences[language])
                assert all(text.card(card) in sentences[language] for card in named(action.to_dict())), action
            seen[f"do {type(action).__name__}"] += 1
        # Each choice can be told from the others.
        for language in LANGUAGES:
            assert len(set(lines[language])) == len(legal), lines[language]
        table.play(table.legal()[lively(chance, [action.to_dict() for action in legal])])


@pytest.mark.slow
def test_whole_games_in_words() -> None:
    seen: Counter[str] = Counter()
    for number, (players, reveals) in enumerate(KINDS_OF_GAMES):
        for seed in range(GAMES):
            # The cards of the tests have the older effects, the shipped ones the others.
            play(SHIPPED_GAME if seed % 3 == 0 else GAME, players, reveals, 1000 * number + seed, seen)
    # All that can happen has happened.
    assert {kind for kind in CLAUSES if not seen[kind.__name__]} == set()
    assert {id for id in list(EFFECTS)[3:18] if not seen[f"effect {id}"]} == set()


# Sentences, one by one.


def a_view(seat: int, decision: Decision) -> View:
    """A view of Anna, whose turn it is, or Bruno, with something to decide."""
    table = GAME.new_table(2, FastChance.seeded(7), starting_seat=0)
    return replace(GAME.view(table, ["Anna", "Bruno"], seat), decision=decision)


def an_event(event: dict[str, Any]) -> Event:
    found: Event = formats.read(event, AnyEvent)  # type: ignore[arg-type]
    return found


def test_closed_worlds_are_named_by_their_place_and_open_ones_by_name() -> None:
    view = a_view(0, Decision(0, "action"))
    action = Travel(to=0, keys=("herbier", "character"))
    assert [text.action(action, view) for text in TEXTS.values()] == [
        "Travel to the face-down world at the top left with The Herbal and your reader's key",
        "Voyager vers le monde caché en haut à gauche avec L'Herbier et la clef de votre personnage",
        "Viaggia verso il mondo coperto in alto a sinistra con L'Erbario e la chiave del tuo personaggio",
    ]
    to_the_hunt = TEXTS["en"].action(Travel(to="chasse", keys=action.keys), view)
    assert to_the_hunt == "Travel to The Wild Hunt with The Herbal and your reader's key"


def test_who_is_not_asked_to_react_reads_only_that_it_is_the_moment() -> None:
    played = PlayEffect(cards=("esus",), seat=1, world="chasse")
    view = replace(a_view(1, Decision(None, "react")), played=played)
    assert TEXTS["fr"].question(view) == "C’est le moment des réactions."
    view = replace(view, decision=Decision(1, "react"))
    assert TEXTS["fr"].question(view) == (
        "Anna joue Esus pour vous chasser vers La Chasse merveilleuse. Réagissez-vous\u00a0?"
    )


@pytest.mark.parametrize(
    ("event", "clause"),
    [
        ({"event": "effect", "seat": 0, "cards": ["epona"], "place": 1}, "E8"),
        ({"event": "effect", "seat": 0, "cards": ["cor"], "target": 1}, "E15"),
        ({"event": "effect", "seat": 0, "cards": ["cor", "epieu"], "place": 1}, "E16"),
        ({"event": "cancel", "seat": 0, "card": "veneur", "against": "ankou"}, "K24"),
        ({"event": "cancel", "seat": 0, "card": "ambactes", "against": "esus"}, "K25"),
        ({"event": "over", "ranking": [[0], [1]]}, "K27"),
        ({"event": "over", "ranking": [[0, 1]]}, "K28"),
    ],
)
def test_the_clause_is_that_of_the_card(event: dict[str, Any], clause: str) -> None:
    assert TEXTS["en"].clause(an_event(event)) == clause


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            {"event": "pick", "seat": 0, "to": "hand", "picked": True, "card": "cor"},
            "Anna takes The Horn into their hand.",
        ),
        ({"event": "pick", "seat": 0, "to": "hand", "picked": True}, "Anna takes one of these cards into their hand."),
        (
            {"event": "pick", "seat": 0, "to": "top", "picked": True, "card": "cor"},
            "Anna puts The Horn back on top of the pile.",
        ),
        (
            {"event": "pick", "seat": 0, "to": "hand", "picked": False},
            "Anna takes none of these cards.",
        ),
        ({"event": "show_hand", "seat": 1, "cards": []}, "Bruno shows an empty hand."),
        ({"event": "meet", "seat": 1, "card": "goule"}, 'Bruno meets The Ghoul: "Lose a card of your choice."'),
        ({"event": "over", "ranking": [[1], [0]]}, "Bruno has come home and wins."),
        (
            {"event": "over", "ranking": [[0, 1]]},
            "The last round is over and nobody got home: the game is a draw.",
        ),
        (
            {"event": "go_home", "seat": 0, "cards": ["cor", "epieu", "herbier", "character"]},
            "Anna heads home to Kernault, paying with The Horn, The Spear, The Herbal and their reader's key.",
        ),
        (
            {"event": "offer", "seat": 0, "to": 1, "kind": "O", "key": "amour"},
            "Anna offers Bruno a trade: an object with a love key.",
        ),
        (
            {"event": "offer", "seat": 0, "to": 1, "kind": "O", "key": "amour", "card": "cor"},
            "Anna offers Bruno a trade: The Horn, an object with a love key.",
        ),
    ],
)
def test_events(event: dict[str, Any], sentence: str) -> None:
    assert TEXTS["en"].event(an_event(event), ["Anna", "Bruno"]) == sentence


# To whom events are told.


@pytest.mark.parametrize(
    ("event", "reported"),
    [
        ({"event": "pass", "seat": 0}, ("You pass.", "Anna passes.", "Anna passes.")),
        (
            {"event": "travel", "seat": 0, "cards": ["herbier", "character"], "place": 0},
            (
                "You leave this world with The Herbal and your reader's key, for the world at the top left.",
                "Anna leaves this world with The Herbal and their reader's key, for the world at the top left.",
                "Anna leaves this world with The Herbal and their reader's key, for the world at the top left.",
            ),
        ),
        (
            {"event": "steal", "seat": 0, "victim": 1, "card": "cor"},
            ("You steal The Horn from Bruno.", "Anna steals The Horn from you.", "Anna steals The Horn from Bruno."),
        ),
        (
            {"event": "reveal", "seat": 1, "character": "erudite", "by": 0},
            ("You unmask Bruno: The Scholar.", "Anna unmasks you: The Scholar.", "Anna unmasks Bruno: The Scholar."),
        ),
        (
            {"event": "search", "seat": 0, "number": 2, "to": "hand"},
            (
                "You look at the top 2 cards of the pile.",
                "Anna looks at the top 2 cards of the pile.",
                "Anna looks at the top 2 cards of the pile.",
            ),
        ),
        (
            {"event": "over", "ranking": [[0], [1, 2]]},
            ("You have come home and win.", "Anna has come home and wins.", "Anna has come home and wins."),
        ),
    ],
)
def test_an_event_is_told_to_the_players_in_the_second_person(
    event: dict[str, Any], reported: tuple[str, str, str]
) -> None:
    text = TEXTS["en"]
    assert tuple(text.event(an_event(event), NAMES[:3], you) for you in (0, 1, 2)) == reported
    assert text.event(an_event(event), NAMES[:3]) == reported[2]
