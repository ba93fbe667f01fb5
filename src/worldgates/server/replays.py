"""Replays: every step of a record, as a seat or a spectator saw it, or with all cards open."""

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

MAX_RECORD: Final = 1_000_000
MAX_STEPS: Final = 5_000


class ReplayRequest(Strict):
    """POST /api/replay: a record, and the seat to look from; with `open`, all cards are shown."""

    record: dict[str, Any]
    seat: SeatNumber | None = None
    open: bool = False
    language: Language = "en"


class Step(msgspec.Struct):
    """A decision, what happened because of it, and the table after it. The first step is the deal."""

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


class VerifyRequest(Strict):
    """POST /api/verify: a record, and the commitment that was noted before the game."""

    record: dict[str, Any]
    commitment: Annotated[str, msgspec.Meta(max_length=200)] = ""
    language: Language = "en"


class Checked(msgspec.Struct):
    """One result of the check, in a sentence."""

    about: str
    good: bool
    text: str


class Verified(msgspec.Struct):
    honest: bool
    findings: list[Checked]


def replay(request: ReplayRequest, cards: Path | None = None) -> Replay:
    session, form = Session.begin(request.record, cards)
    if request.seat is not None and request.seat >= session.table.players:
        raise FormatError(f"there is no seat {request.seat}", "seat")
    if len(form.actions) > MAX_STEPS:
        raise FormatError(f"expected at most {MAX_STEPS} actions, got {len(form.actions)}", "record.actions")
    seat = SPECTATOR if request.seat is None else request.seat
    text = session.game.text(request.language)
    log_length = 0

    def step(decided: int | None, events: list[Event]) -> Step:
        nonlocal log_length
        sentences = []
        for event in events:
            seen = event.whole() if request.open else event.seen_by(seat)
            sentences.append(Sentence(log_length, text.event(seen, session.player_names), text.clause(seen), seen))
            log_length += 1
        return Step(decided, sentences, session.open_view() if request.open else session.view(seat))

    steps = [step(None, session.table.journal or [])]
    for index, action in enumerate(form.actions):
        decided = session.table.to_act
        events = session.play_recorded(index, action)
        # A decision that nobody saw is no step: it would show that somebody had something to decide.
        if events or request.open:
            steps.append(step(decided, events))
    game = session.game
    return Replay(game.id, game.edition, session.player_names, request.seat, request.open, form.resigned, steps)


def verified(request: VerifyRequest, cards: Path | None = None) -> Verified:
    found = verify(request.record, words(request.language), request.commitment, cards)
    checked = [Checked(finding.about, finding.good, finding.text) for finding in found]
    return Verified(all(finding.good for finding in found), checked)
