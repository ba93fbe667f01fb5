"""The reaction window (K25): everybody waits for the eligible seats, whether or not they can really react.

Who can react is secret, and neither the display nor the timing may reveal it. So everybody sees the table as it was
before the card was played, for a duration that depends on public facts alone. All eligible seats are asked and may
pass, including those that can do nothing else. When the window closes, the game continues with the answers of the
seats that really could react.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from worldgates.api.game import Game
from worldgates.core.shapes import Action, Event
from worldgates.core.table import Table
from worldgates.server.table import GameTable


@dataclass
class ReactionWindow:
    # The event to react to, the log offset just after it, and the number of the state that is shown.
    event: Event
    log_length: int
    number: int
    # The seats that might react according to public knowledge, and the options of those that really can.
    eligible: list[int]
    options: dict[int, list[Action]]
    # When the window closes, its duration, and the seats that must answer before it closes.
    until: float
    seconds: float
    waits_for: set[int]
    # In a correspondence game everybody has the time of one decision, and no longer.
    deadline: float | None = None

    def is_over(self, now: float, answered: Collection[int]) -> bool:
        if self.deadline is not None and now >= self.deadline:
            return True
        return now >= self.until and self.waits_for <= set(answered)

    def end(self) -> float:
        """The latest time at which the window closes, if it has one."""
        return self.until if self.deadline is None else self.deadline

    def is_over_at(self, table: GameTable, now: float) -> bool:
        """Whether the window closes now. It does not wait for seats that a bot has taken over."""
        bots = [number for number, seat in enumerate(table.seats) if seat.bot_decides]
        return self.is_over(now, [*table.answers, *bots])

    def asked(self, table: GameTable) -> list[int]:
        """The eligible people who have not answered yet."""
        return [seat for seat in self.eligible if not table.seats[seat].bot_decides and seat not in table.answers]

    def options_of(self, table: GameTable, seat: int) -> list[Action]:
        """The possible answers of a seat; not reacting is always one."""
        if seat in self.options:
            return self.options[seat]
        assert table.game is not None
        return [table.type.decode(table.game.table, table.type.decline(table.game.table))]


@dataclass(frozen=True)
class Pace:
    """What the duration of a window depends on besides the table: public facts only."""

    # Seconds of a bot's thinking pause, and of a reaction window.
    pause: float
    reaction: float
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
    """A reaction window for one event. Its duration depends only on who plays and who is connected."""
    assert table.game is not None
    events, seats = table.events(), table.seats
    options = real_options(table.game) if event == len(events) - 1 else {}
    people = [seat for seat in seats if not seat.bot_decides]
    waits_for = {seat for seat in eligible if not seats[seat].bot_decides}
    # A player who has handed their seat to a bot may still be watching.
    watching = pace.connected | {seat.visitor for seat in people}
    seconds, deadline = pace.pause, None
    if len(people) <= 1 and len(watching) <= 1:
        # There is nobody to keep a secret from: only seats that can react are asked.
        eligible = [seat for seat in eligible if seat in options]
        waits_for &= options.keys()
        seconds = pace.pause if pace.connected and not pace.skipping else 0.0
    elif waits_for and not table.slow:
        seconds = pace.reaction
        # Players who share a screen need time to hand it over.
        owners = [seat.visitor for seat in people]
        waits_for = {seat for seat in waits_for if owners.count(seats[seat].visitor) > 1}
    if waits_for and table.config.clock is not None and table.slow:
        # In a correspondence game nobody sits and waits: all eligible seats have the time of one decision to answer.
        seconds = table.config.clock.hours * 3600.0
        deadline = now + seconds
    until = now if deadline is not None else now + seconds
    whole = events[event].event
    return ReactionWindow(whole, event + 1, number, eligible, options, until, seconds, waits_for, deadline)


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
