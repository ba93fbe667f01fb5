"""The reaction window (K25): everybody waits for the seats that might react, whether or not they can.

Who can react is their secret, and neither what is shown nor how long it takes may give it away. So everybody sees the
table as it was before the card was played, for a time that follows from public facts alone. All eligible seats are
asked and may pass, including those that can do nothing else. When the window closes, the game goes on with the answers
of those who really could react.
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
    # The event to react to, the length of the log up to and including it, and the number of the state that is shown.
    event: Event
    log_length: int
    number: int
    # The seats that might react as far as everybody knows, and what those seats can do that really can.
    eligible: list[int]
    options: dict[int, list[Action]]
    # When the window closes, how long it takes in all, and the seats that must have answered before.
    until: float
    seconds: float
    waits_for: set[int]
    # In a game over days everybody has the time of one decision, and no longer.
    deadline: float | None = None

    def is_over(self, now: float, answered: Collection[int]) -> bool:
        if self.deadline is not None and now >= self.deadline:
            return True
        return now >= self.until and self.waits_for <= set(answered)

    def end(self) -> float:
        """The latest time at which the window closes, as far as that is known."""
        return self.until if self.deadline is None else self.deadline

    def is_over_at(self, table: GameTable, now: float) -> bool:
        """Whether the window closes now. It waits for no seat that a bot plays by now."""
        bots = [number for number, seat in enumerate(table.seats) if seat.bot_decides]
        return self.is_over(now, [*table.answers, *bots])

    def asked(self, table: GameTable) -> list[int]:
        """The eligible people who have not answered yet."""
        return [seat for seat in self.eligible if not table.seats[seat].bot_decides and seat not in table.answers]

    def options_of(self, table: GameTable, seat: int) -> list[Action]:
        """What a seat can answer: at least, not to react."""
        if seat in self.options:
            return self.options[seat]
        assert table.game is not None
        return [table.type.decode(table.game.table, table.type.decline(table.game.table))]


@dataclass(frozen=True)
class Pace:
    """What the length of a window depends on besides the table: only facts that everybody knows."""

    # Seconds that a bot seems to think, and that everybody waits for a reaction.
    pause: float
    reaction: float
    # The visitors who have a page open, and whether they asked to skip the pauses of bots.
    connected: frozenset[str]
    skipping: bool = False


def next_window(table: GameTable, log_length: int, pace: Pace, now: float) -> ReactionWindow | None:
    """The window to open after the events from `log_length` on, if somebody might react to one of them."""
    assert table.game is not None
    events = table.events()
    reactions = [number for number in range(log_length, len(events)) if table.eligible(events[number].event)]
    if reactions:
        # The numbers of the later windows are counted already.
        eligible = table.eligible(events[reactions[0]].event)
        return open_window(table, reactions[0], eligible, table.number - len(reactions), pace, now)
    if table.asks_in_secret:
        # A reaction that nobody could know of.
        return open_window(table, len(events) - 1, [table.game.table.to_act], table.number, pace, now)
    return None


def open_window(
    table: GameTable, event: int, eligible: list[int], number: int, pace: Pace, now: float
) -> ReactionWindow:
    """A window for reactions to one event. Its length follows from who sits there and watches, and nothing else."""
    assert table.game is not None
    events, seats = table.events(), table.seats
    options = real_options(table.game) if event == len(events) - 1 else {}
    people = [seat for seat in seats if not seat.bot_decides]
    waits_for = {seat for seat in eligible if not seats[seat].bot_decides}
    # A player who has left the seat to a bot still watches.
    watching = pace.connected | {seat.visitor for seat in people}
    seconds, deadline = pace.pause, None
    if len(people) <= 1 and len(watching) <= 1:
        # Nobody else could learn anything: only seats that can react are asked.
        eligible = [seat for seat in eligible if seat in options]
        waits_for &= options.keys()
        seconds = pace.pause if pace.connected and not pace.skipping else 0.0
    elif waits_for and not table.slow:
        seconds = pace.reaction
        # Players who share a screen need time to hand it over.
        owners = [seat.visitor for seat in people]
        waits_for = {seat for seat in waits_for if owners.count(seats[seat].visitor) > 1}
    if waits_for and table.config.clock is not None and table.slow:
        # In a game over days nobody sits and waits: all eligible seats have the time of one decision to answer.
        seconds = table.config.clock.hours * 3600.0
        deadline = now + seconds
    until = now if deadline is not None else now + seconds
    whole = events[event].event
    return ReactionWindow(whole, event + 1, number, eligible, options, until, seconds, waits_for, deadline)


def real_options(game: Game) -> dict[int, list[Action]]:
    """What each seat can do that can react now, if the seats before it do not."""
    return {seat: game.type.legal(table) for seat, table in reacting(game)}


def reacting(game: Game) -> Iterator[tuple[int, Table]]:
    """Each seat that can react now, with the table at which the seats before it did not."""
    table = game.table.copy()
    table.journal = []
    # Something happens as soon as the last of them has passed.
    while not table.journal and not table.over and game.type.asks_in_secret(table):
        yield int(table.to_act), table
        table.play(game.type.decline(table))
