"""Translations: English, French and Italian, from gettext catalogues.

English sentences are the message ids. A sentence is always translated whole, with placeholders in braces; it is never
concatenated from fragments.
"""

from __future__ import annotations

import gettext
import os
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
        return self._catalogue.gettext(sentence).format_map(values)

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """A translated sentence with a plural form, which depends on `n`."""
        return self._catalogue.ngettext(one, many, number).format_map({"n": number, **values})


@cache
def words(language: str) -> Words:
    return Words(language)


def command() -> str:
    """The command that started the program, for commands that are printed to be typed."""
    return os.environ.get("WORLDGATES_COMMAND", "worldgates")


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
