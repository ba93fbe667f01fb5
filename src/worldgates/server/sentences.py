"""The server's rejections in the user's language, and the cleaning of visitors' text."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Final

from worldgates.core.text import LANGUAGES, words

NOT_WRITTEN: Final = "The server can't save anything right now. Please try again."
# The zero-width joiner, as in the emoji of a family.
_JOINER = "\u200d"
# Unicode categories of invisible characters.
_UNSEEN = ("Cc", "Cf", "Cs")
# Letters and symbols that are blank: Hangul fillers and the empty pattern of Braille.
_BLANK = "\u115f\u1160\u3164\uffa0\u2800"


def _all(tr: Callable[[str], str]) -> tuple[str, ...]:
    """Lists every sentence, so that the catalogues contain it."""
    return (
        tr("A bot plays for this seat."),
        tr("Another process is running this table."),
        tr("Expected hello first."),
        tr("First do what the guide shows, or leave the guide."),
        tr("It isn't this seat's turn."),
        tr("No bot can take over here."),
        tr("Nobody has this seat."),
        tr("The server can't save anything right now. Please try again."),
        tr("Only its player can take this seat back."),
        tr("Only the host can do this."),
        tr("Others have played since your last move."),
        tr("Others play here too: resign, or let a bot take over."),
        tr("Enter your name first."),
        tr("Too many requests. Please wait a moment."),
        tr("The game goes on."),
        tr("The game has begun."),
        tr("The game has not begun."),
        tr("The game is over."),
        tr("The host has removed you from this table."),
        tr("The e-mail couldn't be sent. Please try again later."),
        tr("The request took too long."),
        tr("The record is available once the game is over."),
        tr("The table has changed in the meantime."),
        tr("There is no game to abandon."),
        tr("No game is in progress."),
        tr("There is no lesson with these cards."),
        tr("There is no such address."),
        tr("There is no such bot."),
        tr("There is no such seat."),
        tr("There is no such table."),
        tr("There is no table with this code."),
        tr("There is no game to resign from."),
        tr("The message is empty."),
        tr("There is nothing to undo."),
        tr("This game could not be analysed."),
        tr("This game is not being analysed."),
        tr("This is not your seat."),
        tr("This is too long."),
        tr("This link is no longer valid."),
        tr("This player is here."),
        tr("This seat is taken."),
        tr("This table can't be read."),
        tr("This table uses other cards. The server has to be started with them."),
        tr("This game was played under older rules and can no longer be shown."),
        tr("Time ran out, so you let it pass."),
        tr("Wait until everybody has reacted."),
        tr("There is a new version of Worldgates. Please reload the page."),
        tr("You can't choose this."),
        tr("You already have a seat at this table."),
        tr("You can't have more time now."),
        tr("You can't react with this."),
        tr("You have many unfinished games. Finish or abandon one first."),
        tr("Your last move showed something new, so it can't be undone."),
    )


def translated(text: str, language: str) -> str:
    """A sentence in a language. Errors of the rules and of formats are not translated."""
    return text if language == "en" else _translations(language).get(text, text)


@cache
def _translations(language: str) -> dict[str, str]:
    return dict(zip(_all(str), _all(words(language).translate), strict=True))


def bot_failed(bot: str, language: str) -> str:
    """The chat line for a host's bot that failed to decide. The reason goes only to the host's log."""
    tr = words(language).translate
    return tr("The bot {bot} could not decide; the easy bot decides whenever that happens.", bot=bot)


def outdated(language: str) -> str:
    """The chat line with which a game ends that was begun under rules of an older version."""
    tr = words(language).translate
    return tr("This game was begun under older rules, which this version no longer plays. It ended without a result.")


def preferred(accepted: str) -> str:
    """The first of our languages that a browser accepts."""
    for part in accepted.split(","):
        language = part.split(";")[0].split("-")[0].strip().lower()
        if language in LANGUAGES:
            return language
    return "en"


def is_visible(text: str) -> bool:
    """Whether a text has a sign that one can see."""
    return any(
        sign not in _BLANK and unicodedata.category(sign) not in (*_UNSEEN, "Zs", "Zl", "Zp", "Mn", "Me")
        for sign in text
    )


def clean(text: str) -> str:
    """A visitor's text without control characters, direction marks and repeated spaces."""
    kept = [sign for sign in text if sign == _JOINER or sign.isspace() or unicodedata.category(sign) not in _UNSEEN]
    return " ".join("".join(kept).split())
