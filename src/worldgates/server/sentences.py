"""What the server says to people: why it does not do something, in their language."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from worldgates.core.text import LANGUAGES, words

# What joins the parts of one sign, as in the emoji of a family.
_JOINER = "\u200d"
# Categories of signs that are not seen themselves.
_UNSEEN = ("Cc", "Cf", "Cs")


def _all(say: Callable[[str], str]) -> tuple[str, ...]:
    """Every sentence, said here so that the catalogues know it."""
    return (
        say("A bot plays for this seat."),
        say("Another process plays this table."),
        say("Expected hello first."),
        say("First do what the guide shows, or leave the guide."),
        say("It is not this seat's turn."),
        say("No bot can take over here."),
        say("Nothing can be written at the moment: try again."),
        say("Only its player can take this seat back."),
        say("Others play here too: resign, or let a bot take over."),
        say("Say who you are first."),
        say("Slowly: one thing after the other."),
        say("The game goes on."),
        say("The mail could not be sent: try again later."),
        say("The record is there when the game is over."),
        say("The table has changed since."),
        say("There is no game to abandon."),
        say("There is no lesson with these cards."),
        say("There is no such address."),
        say("There is no such seat."),
        say("There is no such table."),
        say("There is no table with this code."),
        say("There is nothing to resign."),
        say("There is nothing to say."),
        say("This cannot be taken back."),
        say("This is not your seat."),
        say("This is too long."),
        say("This link is no longer good."),
        say("This player is here."),
        say("This seat is taken."),
        say("This table cannot be read."),
        say("This table was set with other cards: the server has to be started with them."),
        say("Too many requests: wait a little."),
        say("Worldgates has a new version: load the page again."),
        say("You cannot react with this."),
        say("You have many games that are not over: finish or abandon one first."),
    )


def translated(text: str, language: str) -> str:
    """A sentence in a language. What the rules or a format say comes as it is."""
    if language == "en":
        return text
    return dict(zip(_all(str), _all(words(language).say), strict=True)).get(text, text)


def preferred(accepted: str) -> str:
    """The first of our languages that a browser accepts."""
    for part in accepted.split(","):
        language = part.split(";")[0].split("-")[0].strip().lower()
        if language in LANGUAGES:
            return language
    return "en"


def clean(text: str) -> str:
    """What somebody wrote, without signs that only confuse: control signs, changes of direction, runs of spaces."""
    kept = [sign for sign in text if sign == _JOINER or sign.isspace() or unicodedata.category(sign) not in _UNSEEN]
    return " ".join("".join(kept).split())
