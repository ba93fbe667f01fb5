"""Replays: every step of a record, as a seat or a spectator saw it, or with all cards open."""

from __future__ import annotations

from typing import Annotated, Any, Final, cast

import msgspec

from worldgates.api.game import actions_of, begin_record, play_step, read_record
from worldgates.api.verify import verify
from worldgates.core.formats import FormatError, Strict
from worldgates.core.gametype import Games
from worldgates.core.table import SPECTATOR, JournalEntry
from worldgates.core.text import words
from worldgates.server.protocol import AnyView, Language, SeatNumber, Sentence

MAX_RECORD: Final = 1_000_000
MAX_STEPS: Final = 3_000


class ReplayRequest(Strict):
    """POST /api/replay: a record, and the seat to view; with `open`, all cards are face up."""

    # Decoded in a second step, for errors that say what is wrong with it.
    record: dict[str, Any]
    seat: SeatNumber | None = None
    open: bool = False
    language: Language = "en"


class Step(msgspec.Struct):
    """A decision, its events, and the table after it. The first step is the deal."""

    seat: int | None
    sentences: list[Sentence]
    view: AnyView


class Replay(msgspec.Struct):
    game: str
    edition: str
    players: tuple[str, ...]
    seat: int | None
    open: bool
    resigned: tuple[int, ...]
    steps: list[Step]


class VerifyRequest(Strict):
    """POST /api/verify: a record, and the commitment that was published before the game."""

    record: dict[str, Any]
    commitment: Annotated[str, msgspec.Meta(max_length=200)] = ""
    language: Language = "en"


class Checked(msgspec.Struct):
    """One result of the verification, as a sentence."""

    about: str
    good: bool
    text: str


class Verified(msgspec.Struct):
    honest: bool
    findings: list[Checked]


def replay(request: ReplayRequest, games: Games | None = None) -> Replay:
    check_length(request.record)
    type, record = read_record(request.record, games or Games())
    game, actions = begin_record(type, record), actions_of(record)
    if request.seat is not None and request.seat >= len(game.players):
        raise FormatError(f"there is no seat {request.seat}", "seat")
    seat = SPECTATOR if request.seat is None else request.seat
    text = type.text(request.language)
    log_length = 0

    def step(decided: int | None, entries: list[JournalEntry]) -> Step:
        nonlocal log_length
        sentences = []
        for entry in entries:
            seen = entry.event if request.open else entry.seen_by(seat)
            sentences.append(
                Sentence(log_length, text.event(seen, game.players, request.seat), text.clause(seen), seen)
            )
            log_length += 1
        return Step(decided, sentences, cast("AnyView", game.open_view() if request.open else game.view(request.seat)))

    steps = [step(None, game.journal)]
    index = 0
    while index < len(actions):
        decided = game.seat
        entries, index = play_step(game, record, index, all_open=request.open)
        # A replay has no undo.
        game.forget()
        steps.append(step(decided, entries))
    return Replay(type.id, type.edition, game.players, request.seat, request.open, record.resigned, steps)


def verified(request: VerifyRequest, games: Games | None = None) -> Verified:
    found = verify(request.record, words(request.language), request.commitment, games)
    checked = [Checked(finding.about, finding.good, finding.text) for finding in found]
    return Verified(all(finding.good for finding in found), checked)


def check_length(record: dict[str, Any]) -> None:
    """The first thing to look at: what follows takes time with the length of a record."""
    actions = record.get("actions")
    if isinstance(actions, list) and len(actions) > MAX_STEPS:
        raise FormatError(f"expected at most {MAX_STEPS} actions, got {len(actions)}", "record.actions")
