"""The reaction window (K25): everybody waits for the eligible seats, whether or not they can really react.

Who can react is secret, and neither the display nor the timing may reveal it. So everybody sees the table as it was
before the card was played, and all eligible people are asked and may pass, including those that can do nothing else.
The window closes when all of them have answered, but not at once, or when its time is up; or, if the table has fixed
windows, always when its time is up. When it has closed, the answers of the seats that really could react are played,
and the result is shown a fixed time later, by which it is on disk in any case.

All times are those of a monotonic clock.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from worldgates.api.game import Game
from worldgates.core.shapes import Action, Event
from worldgates.core.table import Table
from worldgates.server.table import GameTable

# Seconds between the close of a window and the message that says what came of it.
SETTLE: Final = 0.4
# Seconds to answer a card that is aimed at oneself, at least; and seconds that a player may ask for.
ATTACKED: Final = 20.0
MORE: Final = 15.0
# Seconds after the opening until bots are asked.
BEGIN_ASKING: Final = 0.2


@dataclass
class ReactionWindow:
    # The event to react to, the log offset just after it, and the number of the state that is shown.
    event: Event
    log_length: int
    number: int
    # The seats that might react according to public knowledge, and the options of those that really can.
    eligible: list[int]
    options: dict[int, list[Action]]
    # When it opened, when its time is up, its duration, and the seats that must answer before it closes.
    opened: float
    until: float
    seconds: float
    waits_for: set[int]
    # When it closes at the earliest, if all have answered; None if it lasts until its time is up.
    earliest: float | None = None
    # In a correspondence game everybody has the time of one decision, and no longer.
    deadline: float | None = None
    # Seconds from the close to the message about it.
    settle: float = SETTLE
    # The seats that have asked for more time.
    extended: set[int] = field(default_factory=set)
    # Once it has closed: when to show what came of it, and the people who did not answer in time.
    shows_at: float | None = None
    missed: list[int] = field(default_factory=list)

    def is_over(self, now: float, missing: Collection[int]) -> bool:
        """Whether it closes now; `missing` are the people who have not answered."""
        if self.deadline is not None and now >= self.deadline:
            return True
        if not self.waits_for.isdisjoint(missing):
            return False
        return now >= (self.until if missing or self.earliest is None else self.earliest)

    def next_check(self, missing: Collection[int]) -> float | None:
        """When it may close if nobody answers meanwhile; None if it waits for an answer."""
        if self.deadline is not None and missing:
            return self.deadline
        if not self.waits_for.isdisjoint(missing):
            return None
        return self.until if missing or self.earliest is None else self.earliest

    @property
    def begin_asking(self) -> float:
        """When bots are asked: a little after the opening and well before the end, or at once if nothing is secret."""
        if not self.settle:
            return self.opened
        first_end = self.until if self.earliest is None else self.earliest
        return self.opened + min(BEGIN_ASKING, (first_end - self.opened) / 2)

    def end(self) -> float:
        """The latest time at which the window closes, if it has one."""
        return self.until if self.deadline is None else self.deadline

    def asked(self, table: GameTable) -> list[int]:
        """The eligible people who have not answered yet, in person or by a standing order."""
        if self.shows_at is not None:
            return []
        return [seat for seat in self.eligible if self._is_missing(table, seat)]

    def _is_missing(self, table: GameTable, seat: int) -> bool:
        state = table.seats[seat]
        if state.bot_decides or seat in table.answers:
            return False
        return not (state.let_pass and table.type.may_be_let_pass(self.event, seat))

    def options_of(self, table: GameTable, seat: int) -> list[Action]:
        """The possible answers of a seat; not reacting is always one."""
        if seat in self.options:
            return self.options[seat]
        assert table.game is not None
        return [table.type.decode(table.game.table, table.type.decline(table.game.table))]

    # More time.

    def may_extend(self, table: GameTable, seat: int) -> bool:
        timed = self.earliest is not None and self.deadline is None and not self.waits_for
        return timed and seat not in self.extended and seat in self.asked(table)

    def extend(self, seat: int) -> None:
        self.extended.add(seat)
        self.until += MORE
        self.seconds += MORE

    def close(self, table: GameTable, now: float) -> None:
        """Take no more answers."""
        self.missed = self.asked(table)
        self.shows_at = now + self.settle

    def shows_after(self, now: float) -> float:
        """When to show the result if it is on disk only now: at the planned time, or a multiple of it later."""
        assert self.shows_at is not None
        late = max(0.0, now - self.shows_at)
        return self.shows_at + ceil(late / SETTLE) * SETTLE


@dataclass(frozen=True)
class Pace:
    """What the duration of a window depends on besides the table: public facts only."""

    # Seconds of a bot's thinking pause, of a fixed reaction window, and the least of any other.
    pause: float
    fixed: float
    least: float
    # The connected visitors, and whether they asked to skip the bots' pauses.
    connected: frozenset[str]
    skipping: bool = False


def next_window(table: GameTable, log_length: int, pace: Pace, now: float) -> ReactionWindow | None:
    """The window to open after the events from offset `log_length` on, if a seat might react to one of them."""
    assert table.game is not None
    events = table.events()
    reactions = [number for number in range(log_length, len(events)) if table.eligible(events[number].event)]
    if reactions:
        # The numbers of later windows are reserved already.
        eligible = table.eligible(events[reactions[0]].event)
        return open_window(table, reactions[0], eligible, table.number - len(reactions), pace, now)
    if table.asks_in_secret:
        # A reaction that was not publicly possible.
        return open_window(table, len(events) - 1, [table.game.table.to_act], table.number, pace, now)
    return None


def open_window(
    table: GameTable, event: int, eligible: list[int], number: int, pace: Pace, now: float
) -> ReactionWindow:
    """A reaction window for one event. Its duration depends only on who plays, and on who is connected."""
    assert table.game is not None
    events = table.events()
    whole = events[event].event
    options = real_options(table.game) if event == len(events) - 1 else {}
    window = ReactionWindow(whole, event + 1, number, eligible, options, now, now + pace.pause, pace.pause, set())
    people = [seat for seat in eligible if not table.seats[seat].bot_decides]
    if is_alone(table, pace.connected):
        # There is nobody to keep a secret from: only seats that can react are asked.
        window.eligible = [seat for seat in eligible if seat in options]
        window.waits_for = {seat for seat in people if seat in options}
        window.seconds = pace.pause if pace.connected and not pace.skipping else 0.0
        window.until = window.earliest = now + window.seconds
        window.settle = 0.0
        return window
    window.settle = min(SETTLE, pace.pause)
    if not people:
        # Only bots are asked: the pause includes the time until the result is shown.
        window.until = now + pace.pause - window.settle
        return window
    fixed = table.config.reactions == "fixed"
    least = pace.fixed if fixed else pace.least
    window.settle = min(SETTLE, least)
    if table.slow:
        # In a correspondence game nobody sits and waits: all eligible seats have the time of one decision to answer.
        assert table.config.clock is not None
        window.seconds = table.config.clock.hours * 3600.0
        window.deadline = now + window.seconds
        window.waits_for = set(people)
        window.until = window.earliest = now + pace.least - window.settle
        return window
    # Players who share a screen need time to hand it over.
    owners = [seat.visitor for seat in table.seats if not seat.bot_decides]
    window.waits_for = {seat for seat in people if owners.count(table.seats[seat].visitor) > 1}
    if table.config.reactions == "fixed":
        window.seconds = pace.fixed
    else:
        window.seconds = float(table.config.reactions)
        if any(table.type.attacks(whole, seat) for seat in people):
            window.seconds = max(window.seconds, ATTACKED)
        window.earliest = now + pace.least - window.settle
    window.until = now + window.seconds
    return window


def is_alone(table: GameTable, connected: Collection[str]) -> bool:
    """Whether only one person plays. A player who has handed their seat to a bot may take it back while they watch;
    other spectators do not count, because there is nobody whom they could tell a secret."""
    playing = [seat for seat in table.seats if seat.visitor and not seat.resigned]
    people = [seat for seat in playing if not seat.replaced]
    watching = {seat.visitor for seat in playing if seat.replaced and seat.visitor in connected}
    return len(people) <= 1 and len(watching | {seat.visitor for seat in people}) <= 1


def real_options(game: Game) -> dict[int, list[Action]]:
    """The options of each seat that can react now, if the seats before it do not."""
    return {seat: game.type.legal(table) for seat, table in reacting(game)}


def reacting(game: Game) -> Iterator[tuple[int, Table]]:
    """Each seat that can react now, with a copy of the table in which the seats before it have passed."""
    table = game.table.copy()
    table.journal = []
    # The game continues as soon as the last of them has passed.
    while not table.journal and not table.over and game.type.asks_in_secret(table):
        yield int(table.to_act), table
        table.play(game.type.decline(table))
