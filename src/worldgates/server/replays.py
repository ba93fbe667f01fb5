"""Looking back at a game: every step of a record, as a seat, a spectator or, with all cards open, nobody saw it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from worldgates.core.formats import FormatError, Strict
from worldgates.core.session import Session
from worldgates.core.table import SPECTATOR, Event
from worldgates.core.text import words
from worldgates.core.verify import verify
from worldgates.server.protocol import Language, SeatNumber, Sentence

LARGEST_RECORD: Final = 1_000_000
MOST_STEPS: Final = 5_000


class AskReplay(Strict):
    """POST /api/replay: a record, and whose eyes to look through; with `open`, all cards."""

    record: dict[str, Any]
    seat: SeatNumber | None = None
    open: bool = False
    language: Language = "en"


class Step(msgspec.Struct):
    """What was decided, what happened in consequence, and the table after it. The first step is the deal."""

    seat: int | None
    sentences: list[Sentence]
    view: dict[str, Any]


class Replay(msgspec.Struct):
    game: str
    edition: str
    players: list[str]
    seat: int | None
    open: bool
    resigned: list[int]
    steps: list[Step]


class AskVerify(Strict):
    """POST /api/verify: a record, and the commitment that was noted before the game."""

    record: dict[str, Any]
    commitment: Annotated[str, msgspec.Meta(max_length=200)] = ""
    language: Language = "en"


class Checked(msgspec.Struct):
    """One thing that was checked, in a sentence."""

    about: str
    good: bool
    text: str


class Verified(msgspec.Struct):
    honest: bool
    findings: list[Checked]


def replay(ask: AskReplay, cards: Path | None = None) -> Replay:
    session, form = Session.begin(ask.record, cards)
    if ask.seat is not None and ask.seat >= session.table.players:
        raise FormatError(f"there is no seat {ask.seat}", "seat")
    if len(form.actions) > MOST_STEPS:
        raise FormatError(f"expected at most {MOST_STEPS} actions, got {len(form.actions)}", "record.actions")
    seat = SPECTATOR if ask.seat is None else ask.seat
    text = session.game.text(ask.language)
    told = 0

    def step(decided: int | None, events: list[Event]) -> Step:
        nonlocal told
        sentences = []
        for event in events:
            seen = event.whole() if ask.open else event.seen_by(seat)
            sentences.append(Sentence(told, text.event(seen, session.player_names), text.clause(seen), seen))
            told += 1
        return Step(decided, sentences, session.open_view() if ask.open else session.view(seat))

    steps = [step(None, session.table.journal or [])]
    for index, action in enumerate(form.actions):
        decided = session.table.to_act
        events = session.play_recorded(index, action)
        # What nobody saw is no step of its own: it would tell that somebody had something to decide.
        if events or ask.open:
            steps.append(step(decided, events))
    game = session.game
    return Replay(game.id, game.edition, session.player_names, ask.seat, ask.open, form.resigned, steps)


def verified(ask: AskVerify, cards: Path | None = None) -> Verified:
    found = verify(ask.record, words(ask.language), ask.commitment, cards)
    checked = [Checked(finding.about, finding.good, finding.text) for finding in found]
    return Verified(all(finding.good for finding in found), checked)
