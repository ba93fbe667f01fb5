"""Words: terms of the printed books, forms without gender, no private dialect, in everything that players read."""

from __future__ import annotations

import re
import runpy
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from worldgates import clef
from worldgates.core.text import LANGUAGES

Texts = Callable[[str], list[str]]

ROOT = Path(__file__).parent.parent
TOOL = runpy.run_path(str(ROOT / "tools" / "catalogues.py"))

# Words that must not appear, as regular expressions, each with the word to use instead.
FORBIDDEN = {
    "en": {
        r"\blooks? on\b|\blooking on\b|\blookers?\b": "watch, spectators",
        r"\btold\b": "published, shown",
        r"\bhonest bots\b": "bots that can't see your cards",
        r"\bthe turn of\b": "{name}'s turn",
        r"\btakes? back\b(?=\.?$)": "undo",
        r"\bload (it |the page )?again\b": "reload",
        r"\brules of the house\b": "house rules",
        r"\bgive the table up\b": "cancel this table",
        r"\bat one screen\b": "on one screen",
        r"\bvery often\b": "too many requests",
        r"\bbots hurry\b": "fast-forwarding",
        r"\bwhat (glows|shines)\b": "anything that glows",
        r"\bsteady\b|\bclumsy\b|\bgreedy\b": "the names of the levels",
        r"\bfirst to 12\b|\b30 minutes\b": "the most points once somebody reaches 12; 45 minutes",
        r"\bnine worlds, gather\b": "eight worlds",
        r"\bof the right key\b": "a card that cancels its symbol",
        r"\bin so many rounds\b|\bso many rounds\b": "this many rounds",
        r"\b(is|are) laid\b(?! out)|\bto be had\b|\blies here\b": "plain words",
    },
    "fr": {
        r"\bpoints? de puissance\b": "points de Pouvoir",
        r"(?<!points de )(?<!point de )\bpouvoirs?\b": "capacité; Pouvoir only of points",
        r"\bcoins?\b": "angle",
        r"\bfouiller la pile\b|\bla pile\b(?! est vide)": "pioche",
        r"\b(votre|vos|son|un|deux|du|le) lecteurs?\b": "personnage",
        r"\bperd (ce|un) tour\b|\bperdre un tour\b": "passer un tour",
        r"\bjeté ailleurs\b": "projeté ailleurs",
        r"\branger la pioche\b": "préparer la pioche",
        r"(?<!{)\bbots?\b": "robot",
        r"\bfeuille de partie\b": "enregistrement",
        r"\btours? de table\b": "manche",
        r"\bLumière\b|\bMouvement :": "Thème, Animations",
        r"\bd’ailleurs, le lien\b": "le lien ne marchera pas ailleurs",
        r"\bUne clef sur deux\b": "L’une de deux clefs",
        r"\bmanque un point\b": "points are what wins",
        r"\bd’ici (peut|peuvent)\b|\bpioche d’ici\b": "de ce monde",
        r"\brenouveler les perles\b": "remplacer les perles",
        r"\bLe faire\b|\bsérieux\b|\bmaladroits?\b|\bSourdine\b": "the words of the glossary",
    },
    "it": {
        r"\bmazz[oi]\b": "pila",
        r"\bbrutt[oi] incontr[oi]\b": "cattivo incontro",
        r"\brobot\b": "bot",
        r"\bverbale\b": "registrazione",
        r"\bingresso\b": "pagina iniziale",
        r"\bLuce\b|\bMovimento:": "Tema, Animazioni",
        r"\bFallo\b": "Fai questa mossa",
        r"\bapparecchia\b": "preparazione del tavolo",
        r"\bmanca un punto\b": "points are what wins",
        r"\b(pila|carta|carte) di qui\b": "di questo mondo",
        r"\brinnov(a|are|ando) le perle\b": "rimpiazzare le perle",
        r"\bcambia le quattro perle\b": "rimpiazza; Cambio is the symbol",
        r"\b(vostr[oaie]|per voi|L’Altro voi|Salite)\b": "tu",
    },
}

# Forms of address with a gender: what is said to the reader must suit everybody.
GENDERED = {
    "fr": r"\b[Vv]ous (êtes|serez|étiez|voilà) (tombée?|rentrée?|protégée?|arrivée?|retenue?|seule?|premi\w+)\b"
    r"|\b[Vv]ous seule? le savez\b|\bvous finissez derni|\bvous a retirée?\b",
    "it": r"\b[Ss]ei (cadut|tornat|protett|tenut|arrivat|trattenut|stat)[oa]\b"
    r"|\barrivi ultim[oa]\b|\bsi è ritirat[oa]\b",
}

# Parts of pages that are no prose: code, links, pictures.
NO_PROSE = re.compile(r"`[^`]*`|\]\([^)]*\)")
# What players may search for, which is not what Worldgates says.
SEARCHED = re.compile(r"^(reshuffle|tie|win|hand limit|first player|defend|steal|move), ")


def catalogue_texts(language: str) -> list[str]:
    """The sentences of server, terminal and web client."""
    messages = [message for message in TOOL["read"]("fr" if language == "en" else language) if message.id]
    messages = [message for message in messages if not SEARCHED.match(TOOL["texts"](message.id)[0])]
    return [text for each in messages for text in TOOL["texts"](each.id if language == "en" else each.string)]


def rules_texts(language: str) -> list[str]:
    """The paragraphs of the rules pages, also those about the cards."""
    names = [f"{game}.md" if language == "en" else f"{game}.{language}.md" for game in ("molthar", "clef")]
    pages = [(ROOT / "docs" / "rules" / name).read_text(encoding="utf-8") for name in names]
    parts = [part for page in pages for part in re.split(r"\n\n|\n(?=- )", page)]
    return [re.sub(r"[ \n]+", " ", NO_PROSE.sub("", part)) for part in parts]


def card_texts(language: str) -> list[str]:
    """The names and flavours of the shipped cards of La clef des mondes."""
    found: list[str] = []

    def collect(value: object, key: str = "") -> None:
        if isinstance(value, dict):
            for name, each in value.items():
                collect(each, name)
        elif isinstance(value, list):
            for each in value:
                collect(each, key)
        elif isinstance(value, str) and key == language:
            found.append(value)

    for file in (Path(clef.__file__).parent / "data").glob("*.toml"):
        collect(tomllib.loads(file.read_text(encoding="utf-8")))
    return found


TEXTS: list[Texts] = [catalogue_texts, rules_texts, card_texts]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("texts", TEXTS)
def test_there_are_texts_to_check(texts: Texts, language: str) -> None:
    assert len(texts(language)) > 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_the_glossary_replaces_do_not_come_back(language: str) -> None:
    sentences = [text for texts in TEXTS[:2] for text in texts(language)]
    found = {
        (instead, text)
        for pattern, instead in FORBIDDEN[language].items()
        for text in sentences
        if re.search(pattern, text, re.IGNORECASE)
    }
    assert found == set()


@pytest.mark.parametrize("language", GENDERED)
def test_nobody_is_addressed_as_a_man_or_a_woman(language: str) -> None:
    sentences = [text for texts in TEXTS for text in texts(language)]
    assert [text for text in sentences if re.search(GENDERED[language], text)] == []


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("fr", "Il vous faut 12 points de puissance."),
        ("fr", "Une clef pour un côté, deux pour un coin."),
        ("it", "Prendi la prima carta del mazzo."),
        ("it", "Un brutto incontro!"),
        ("en", "The turn of Ada"),
        ("en", "Two card games, with honest bots."),
    ],
)
def test_the_table_of_words_finds_what_it_is_for(language: str, sentence: str) -> None:
    assert any(re.search(pattern, sentence, re.IGNORECASE) for pattern in FORBIDDEN[language])


@pytest.mark.parametrize(
    ("language", "sentence"), [("fr", "Vous êtes rentré chez vous."), ("it", "Sei tornato a casa.")]
)
def test_gendered_address_is_found(language: str, sentence: str) -> None:
    assert re.search(GENDERED[language], sentence)


# Spaces and apostrophes. Addresses such as https: have no space before the colon, nor have tables, pictures and marks.
NO_TEXT = re.compile(r"https?:|\b\d+:\d+\b|^[-:| ]+$|!\[|<!--.*?-->")


@pytest.mark.parametrize("texts", TEXTS)
def test_french_has_no_break_spaces_and_one_apostrophe(texts: Texts) -> None:
    strings = [NO_TEXT.sub("", text) for text in texts("fr")]
    assert [text for text in strings if re.search("(?<!\u00a0)[:;!?»]|«(?!\u00a0)|'", text)] == []


@pytest.mark.parametrize("texts", TEXTS)
def test_italian_has_one_apostrophe(texts: Texts) -> None:
    assert [text for text in texts("it") if "'" in text] == []
