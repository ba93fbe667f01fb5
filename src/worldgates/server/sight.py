"""What a page is told of a table: as its reader may see it, from their seat, in their language."""

from __future__ import annotations

from dataclasses import dataclass
from time import time
from typing import TYPE_CHECKING, Final

import msgspec

from worldgates.core.lesson import LEARNER
from worldgates.core.table import SPECTATOR, Event
from worldgates.server.protocol import (
    VERSION,
    Asked,
    BotSeat,
    Choice,
    Guide,
    Reaction,
    SeatShown,
    Sentence,
    State,
    Welcome,
)
from worldgates.server.reader import Reader
from worldgates.server.table import SeatState

if TYPE_CHECKING:
    from worldgates.server.room import Room

LONGEST_LOG: Final = 400


@dataclass(frozen=True)
class Past:
    """What those who look on could see at a time."""

    at: float
    number: int
    status: str
    view: dict[str, object] | None
    events: list[Event]

    def same(self, other: Past) -> bool:
        return (self.number, self.status, len(self.events)) == (other.number, other.status, len(other.events))


_NOTHING_YET: Final = Past(0.0, 0, "waiting", None, [])


def welcome(room: Room, reader: Reader) -> Welcome:
    table = room.table
    return Welcome(
        v=VERSION,
        id=table.id,
        code=table.code,
        name=table.setting.name,
        game=table.game.id,
        edition=table.game.edition,
        options=table.options,
        commitment=table.commitment,
        clock=table.setting.clock,
        language=reader.language,
        chat=table.chat[-LONGEST_LOG:],
        state=state(room, reader),
        delay=table.setting.delay,
    )


def state(room: Room, reader: Reader) -> State:
    """The table as a page may see it; what it has been told is remembered."""
    if room.table.setting.delay and not room.sits(reader):
        return _past_state(room, reader)
    table, moment = room.table, room.moment
    events = table.events()[: moment.told] if moment is not None else table.events()
    kept = min(reader.told, len(events))
    first = max(kept, len(events) - LONGEST_LOG)
    sentences = [sentence(room, reader, number, events[number]) for number in range(first, len(events))]
    reader.told = len(events)
    over = room.status == "over"
    asked = [number for number in room.asked() if _owns(reader, table.seats[number])]
    # A clock stands still while everybody waits.
    now = time() if moment is None else table.since
    return State(
        number=room.number,
        status=room.status,  # type: ignore[arg-type]
        seats=[_seat_shown(room, reader, number, now) for number in range(len(table.seats))],
        seat=reader.seat,
        view=seen_from(room, reader.seat),
        asked=_asked(room, reader.seat, reader.language) if reader.seat in asked else None,
        mine_asked=reader.seat if reader.seat in asked else next(iter(asked), None),
        kept=kept,
        sentences=sentences,
        can_undo=moment is None and reader.seat is not None and table.can_undo(reader.seat),
        skipping=room.skipping,
        reaction=None if moment is None else Reaction(max(0.0, moment.end() - time()), moment.seconds),
        guide=_guide(room, reader),
        payoffs=table.result()[0] if over else None,
        ranking=table.result()[1] if over else None,
        seed=table.setting.seed if over else None,
        next_table=table.next_table,
        watching=_watching(room),
    )


def number_shown(room: Room, reader: Reader) -> int:
    """The number of the state that a reader sees."""
    return _past(room).number if room.table.setting.delay and not room.sits(reader) else room.number


def _past(room: Room) -> Past:
    """What those may see by now who look on."""
    due = time() - room.table.setting.delay
    while len(room.past) > 1 and room.past[1].at <= due:
        room.past.popleft()
    return room.past[0] if room.past and room.past[0].at <= due else _NOTHING_YET


def _past_state(room: Room, reader: Reader) -> State:
    """The table as it was a while ago, for somebody who looks on."""
    due = time() - room.table.setting.delay
    past = _past(room)
    events = past.events
    kept = min(reader.told, len(events))
    reader.told = len(events)
    over = past.status == "over"
    return State(
        number=past.number,
        status=past.status,  # type: ignore[arg-type]
        # Clocks would tell who has moved since.
        seats=[
            msgspec.structs.replace(_seat_shown(room, reader, number, due), clock=None, running=False)
            for number in range(len(room.table.seats))
        ],
        seat=None,
        view=past.view,
        asked=None,
        mine_asked=None,
        kept=kept,
        sentences=[sentence(room, reader, number, events[number]) for number in range(kept, len(events))],
        can_undo=False,
        skipping=room.skipping,
        payoffs=room.table.result()[0] if over else None,
        ranking=room.table.result()[1] if over else None,
        seed=room.table.setting.seed if over else None,
        next_table=room.table.next_table if over else None,
        watching=_watching(room),
    )


def seen_from(room: Room, seat: int | None) -> dict[str, object] | None:
    session, moment = room.table.session, room.moment
    if session is None:
        return None
    eyes = SPECTATOR if seat is None else seat
    if moment is None:
        return session.view(eyes)
    chain = room.table.chain
    assert chain is not None
    seen = session.game.view(chain.before, session.player_names, eyes)
    return session.game.view_of_moment(seen, moment.event, chain.action, seat in room.might_answer(moment))


def _asked(room: Room, seat: int | None, language: str) -> Asked:
    session, moment = room.table.session, room.moment
    view = seen_from(room, seat)
    assert session is not None
    assert seat is not None
    assert view is not None
    text = session.game.text(language)
    actions = session.legal() if moment is None else room.reactions(moment, seat)
    return Asked(seat, text.question(view), [Choice(action, text.action(action, view)) for action in actions])


def sentence(room: Room, reader: Reader, number: int, event: Event) -> Sentence:
    session = room.table.session
    assert session is not None
    text = session.game.text(reader.language)
    seen = event.seen_by(SPECTATOR if reader.seat is None else reader.seat)
    return Sentence(number, text.event(seen, session.player_names), text.clause(seen), seen)


def _seat_shown(room: Room, reader: Reader, number: int, now: float) -> SeatShown:
    table, seat = room.table, room.table.seats[number]
    return SeatShown(
        name=seat.name,
        colour=seat.colour,
        kind="bot" if seat.is_bot else "open" if seat.is_open else "person",
        mine=seat.visitor == reader.visitor.id,
        present=seat.is_bot or room.is_present(number),
        replaced=seat.replaced,
        resigned=seat.resigned,
        level=seat.wish.level if isinstance(seat.wish, BotSeat) else "",
        clock=table.seconds_left(number, now),
        running=_runs(room, number),
    )


def _runs(room: Room, number: int) -> bool:
    """Whether a clock is seen to run. At the moment for reactions that would tell who is asked (K29)."""
    return room.moment is None and room.table.to_act == number and not room.table.asks_in_secret


def _owns(reader: Reader, seat: SeatState) -> bool:
    return seat.visitor == reader.visitor.id and not seat.bot_decides


def _watching(room: Room) -> list[str]:
    seated = {seat.visitor for seat in room.table.seats}
    guests = {reader.visitor.id: reader.visitor.name for reader in room.readers}
    return sorted(name for visitor, name in guests.items() if visitor not in seated)


def _guide(room: Room, reader: Reader) -> Guide | None:
    """What the guide says to the learner now: on their turn, and when the lesson is over."""
    table, step = room.table, room.table.lesson_step
    if table.lesson is None or table.session is None or not room.sits(reader):
        return None
    text = table.game.text(reader.language)
    done, of = table.lesson_progress()
    if step is None:
        return Guide(done, of, text.lesson("end"), None, "")
    if LEARNER not in room.asked():
        return Guide(done, of, "", None, "")
    view = seen_from(room, LEARNER)
    assert view is not None
    return Guide(done, of, text.lesson(step.topic) if step.topic else "", step.action, text.action(step.action, view))
