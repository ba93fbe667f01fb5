"""Verifies that a recorded game was dealt honestly and played by the rules.

Before a game its table publishes a commitment to the secret seed, and after the game the seed. With both and the
record, anybody can verify that the seed gives these cards in this order, and that every decision was legal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from worldgates.api.game import Game, actions_of, begin_record, play_recorded, read_record
from worldgates.core.chance import commitment
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.core.record import Record
from worldgates.core.text import Words

# What a finding is about: the format of the record, its cards, the seed, a decision, where the game ends, its result.
About = Literal["form", "cards", "seed", "decision", "end", "result"]


@dataclass(frozen=True)
class Finding:
    about: About
    good: bool
    text: str


def verify(value: object, words: Words, noted: str = "", games: Games | None = None) -> list[Finding]:
    """The findings about a record, one sentence each. `noted` is the commitment that was noted before the game.

    Verification stops at an illegal decision, because the rest would be a different game.
    """
    try:
        type, record = read_record(value, games or Games())
        game = begin_record(type, record)
    except FormatError as error:
        if place := re.match(r"actions\[(\d+)\]", error.key):
            return [_does_not_fit(int(place[1]), error, words)]
        about: About = "cards" if error.key == "cards" else "form"
        return [Finding(about, False, words.translate("This record can't be checked: {reason}", reason=error))]
    found = [_seed(record, words, noted), _decisions(game, record, words)]
    return [*found, _end(game, record, words)] if found[-1].good else found


def _seed(record: Record, words: Words, noted: str) -> Finding:
    published = noted.strip().lower() or record.commitment
    if not isinstance(record.seed, str) or not published:
        text = words.translate(
            "No commitment to the seed is known: the game could have gone like this,"
            " but nothing shows that the seed was chosen before it."
        )
        return Finding("seed", False, text)
    if noted and record.commitment and record.commitment != published:
        text = words.translate("The commitment in the record is not the one that was noted before the game.")
        return Finding("seed", False, text)
    if commitment(bytes.fromhex(record.seed)) != published:
        text = words.translate(
            "The seed does not fit the commitment: it is not the seed that was chosen before the game,"
            " or one of the two was changed."
        )
        return Finding("seed", False, text)
    text = words.translate(
        "The seed is the one that the server committed to before the game (commitment {start}…).", start=published[:12]
    )
    return Finding("seed", True, text)


def _decisions(game: Game, record: Record, words: Words) -> Finding:
    decisions = len(actions_of(record))
    for index in range(decisions):
        if game.over:
            text = words.translate("The game is over after {number} decisions, but the record goes on.", number=index)
            return Finding("end", False, text)
        try:
            play_recorded(game, record, index)
        except FormatError as error:
            return _does_not_fit(index, error, words)
    text = words.count(
        "{n} decision was played again from the deal of this seed, and it was legal.",
        "All {n} decisions were played again from the deal of this seed, and each was legal.",
        decisions,
    )
    return Finding("decision", True, text)


def _does_not_fit(index: int, error: FormatError, words: Words) -> Finding:
    text = words.translate(
        "Decision {number} does not fit the game: it, or something before it, was changed. {reason}",
        number=index + 1,
        reason=error,
    )
    return Finding("decision", False, text)


def _end(game: Game, record: Record, words: Words) -> Finding:
    left = [seat for seat in range(len(game.players)) if seat not in record.resigned]
    if not game.over:
        if len(left) <= 1:
            return Finding("end", True, words.translate("The game ended because everybody else resigned."))
        return Finding("end", False, words.translate("The record stops before the game is over."))
    if record.result != game.outcome:
        return Finding(
            "result", False, words.translate("The recorded result is not the one that these decisions lead to.")
        )
    return Finding("result", True, words.translate("The game ends with the recorded result."))
