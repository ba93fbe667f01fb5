"""Translations: English, French and Italian, from gettext catalogues.

English sentences are the message ids. A sentence is always translated whole, with placeholders in braces; it is never
concatenated from fragments.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "fr", "it")
LOCALE: Final = Path(__file__).parent.parent / "locale"


class Words:
    """The sentences of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue: gettext.NullTranslations = (
            gettext.NullTranslations()
            if language == "en"
            else gettext.translation("worldgates", localedir=LOCALE, languages=[language])
        )

    def translate(self, sentence: str, **values: object) -> str:
        """A translated sentence, with its placeholders filled in."""
        return fill(self._catalogue.gettext(sentence), values, self.language)

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """A translated sentence with a plural form, which depends on `n`."""
        return fill(self._catalogue.ngettext(one, many, number), {"n": number, **values}, self.language)


# A word before a value that adapts to it: French "de" and "que" are elided, Italian "a" and "e" get a d.
_ADAPTING: Final = {
    "fr": re.compile(r"(?<![\w’])(d|qu)e \{(\w+)\}", re.IGNORECASE),
    "it": re.compile(r"(?<![\w’])([ae]) \{(\w+)\}", re.IGNORECASE),
}
_VOWEL: Final = re.compile(r"[aeiouàáâäæèéêëìíîïòóôöœùúûü]|y(?![aeiouàâéèêëîïôöûü])", re.IGNORECASE)


def fill(sentence: str, values: Mapping[str, object], language: str) -> str:
    """A sentence with its placeholders filled in: "de {name}" with Ada is "d’Ada", "a {name}" is "ad Ada".

    >>> fill("Au tour de {name}", {"name": "Ada"}, "fr"), fill("Tocca a {name}", {"name": "Ada"}, "it")
    ('Au tour d’Ada', 'Tocca ad Ada')
    """
    adapting = _ADAPTING.get(language)
    if adapting is not None and values:

        def adapted(found: re.Match[str]) -> str:
            word, name = str(found[1]), str(found[2])
            value = str(values.get(name, ""))
            if language == "fr":
                return f"{word}’{{{name}}}" if _VOWEL.match(value) else str(found[0])
            return f"{word}d {{{name}}}" if value[:1].casefold() == word.casefold() else str(found[0])

        sentence = adapting.sub(adapted, sentence)
    return sentence.format_map(values)


@cache
def words(language: str) -> Words:
    return Words(language)


def command() -> str:
    """The command that started the program, for commands that are printed to be typed."""
    return os.environ.get("WORLDGATES_COMMAND", "worldgates")


def command_for_extra(extra: str) -> str:
    """The command that installs an extra, whichever way Worldgates itself was installed."""
    started = os.environ.get("WORLDGATES_COMMAND")
    return f"{started} extra {extra}" if started else f"pip install 'worldgates[{extra}]'"


def language_of(requested: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The requested language, else the one of the environment's locale, else English."""
    if requested is not None:
        return requested
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if setting := environment.get(variable):
            # In the C locale there is no translation, whatever LANGUAGE lists.
            listed = environment.get("LANGUAGE", "").split(":") if setting not in ("C", "POSIX") else []
            for name in [*listed, setting]:
                language = name.replace("-", "_").split("_")[0].split(".")[0].lower()
                if language in LANGUAGES:
                    return language
            return "en"
    return "en"
