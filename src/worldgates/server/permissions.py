"""Who may do what at a table. Each function raises a RejectedError if the visitor may not."""

from __future__ import annotations

from worldgates.core.shapes import Action
from worldgates.server.errors import RejectedError
from worldgates.server.store import Visitor
from worldgates.server.table import GameTable, SeatState


def existing_seat(table: GameTable, seat: int) -> SeatState:
    if seat >= len(table.seats):
        raise RejectedError("format", "There is no such seat.")
    return table.seats[seat]


def must_own(table: GameTable, visitor: Visitor, seat: int) -> None:
    if existing_seat(table, seat).visitor != visitor.id:
        raise RejectedError("not_yours", "This is not your seat.")


def must_play(table: GameTable, visitor: Visitor, seat: int) -> None:
    """The visitor owns the seat and decides for it."""
    must_own(table, visitor, seat)
    if table.seats[seat].bot_decides:
        raise RejectedError("not_now", "A bot plays for this seat.")


def must_sit(table: GameTable, visitor: Visitor) -> None:
    if not table.seats_of(visitor.id):
        raise RejectedError("not_yours", "This is not your seat.")


def must_follow_lesson(table: GameTable, action: Action) -> None:
    """In a lesson, only what the guide shows can be played."""
    step = table.learner_step
    if step is not None and action != step.action:
        raise RejectedError("not_now", "First do what the guide shows, or leave the guide.")


def must_be_rewindable(table: GameTable) -> None:
    if not table.can_rewind():
        raise RejectedError("not_now", "There is nothing to undo.")


def must_be_replaceable(table: GameTable, seat: int, status: str) -> SeatState:
    """A person's seat in a running game, which a bot can take over."""
    state = existing_seat(table, seat)
    if state.is_bot or state.is_open or state.resigned or status != "playing":
        raise RejectedError("not_now", "No bot can take over here.")
    return state


def must_be_alone(table: GameTable, visitor: Visitor) -> None:
    """No other person still plays at this table."""
    for seat in table.seats:
        if seat.visitor not in ("", visitor.id) and not seat.resigned:
            raise RejectedError("not_yours", "Others play here too: resign, or let a bot take over.")


def must_host(table: GameTable, visitor: Visitor) -> None:
    """The visitor created the table, and its game has not begun."""
    if visitor.id != table.config.host:
        raise RejectedError("not_yours", "Only the host can do this.")
    if table.status != "waiting":
        raise RejectedError("not_now", "The game has begun.")
