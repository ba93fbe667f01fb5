"""What the server sends one page about a table: only what its viewer may see, from their seat, in their language.

Everything here is pure: a `Projection` reads the current table, changes nothing, and is discarded before the table
changes. It builds each seat's view once, however many pages show that seat, and the room keeps it for as long as the
game does not change (`Views`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final, cast

import msgspec

from worldgates.api.game import Game
from worldgates.core.lesson import LEARNER
from worldgates.core.table import SPECTATOR, JournalEntry
from worldgates.server.delay import DelayedSnapshot
from worldgates.server.protocol import (
    VERSION,
    AnyView,
    Asked,
    BotSeat,
    Choice,
    Guide,
    Orders,
    Reaction,
    Said,
    SeatShown,
    Sentence,
    State,
    Status,
    Welcome,
    Wrong,
)
from worldgates.server.reactions import ReactionWindow
from worldgates.server.sentences import bot_failed, outdated, translated
from worldgates.server.table import ChatEntry, GameTable

# The most log sentences and chat lines per message.
MAX_LOG: Final = 400


class Viewer(msgspec.Struct, frozen=True):
    """The viewer, their seat (none for a spectator), their language, and their offset in the log."""

    visitor: str
    seat: int | None
    language: str
    log_length: int = 0


class Views:
    """The views of a game that were built since it last changed: by seat, and by whether the seat is asked."""

    def __init__(self) -> None:
        self._of: tuple[int, ReactionWindow | None, bool] = (-1, None, False)
        self.built: dict[tuple[int | None, bool], AnyView | None] = {}

    def renew(self, version: int, window: ReactionWindow | None, together: bool) -> None:
        """Forget those of another game, or of another reaction window."""
        known, its_window, its_together = self._of
        if version != known or window is not its_window or together != its_together:
            self._of, self.built = (version, window, together), {}


# The public state of a table, with or without an open reaction window.


def shown_status(table: GameTable, window: ReactionWindow | None) -> Status:
    """The status to show. The end of a game stays hidden until the last reaction window closes."""
    return "playing" if window is not None and not table.given_up else table.status


def shown_number(table: GameTable, window: ReactionWindow | None) -> int:
    """The number of the state that is shown; a move must name it."""
    return table.number if window is None else window.number


def shown_round(table: GameTable, window: ReactionWindow | None) -> int:
    if table.game is None:
        return 0
    last = table.last_action if window is not None else None
    return int((table.game.table if last is None else last.before).round)


def asked_seats(table: GameTable, window: ReactionWindow | None) -> list[int]:
    """The seat that decides, or all seats that are asked at the same time."""
    if window is not None:
        return window.asked(table)
    if table.together:
        return table.undecided
    return [] if table.to_act is None else [table.to_act]


def sentence(game: Game, seat: int | None, language: str, number: int, entry: JournalEntry) -> Sentence:
    """A log event as a seat may read it."""
    text = game.type.text(language)
    seen = entry.seen_by(SPECTATOR if seat is None else seat)
    return Sentence(number, text.event(seen, game.players, seat), text.clause(seen), seen)


def said(number: int, entry: ChatEntry, language: str) -> Said:
    """A chat line. Visitors' own text is not translated."""
    text = bot_failed(entry.failed_bot, language) if entry.failed_bot else entry.text
    if entry.outdated:
        text = outdated(language)
    return Said(number, entry.name, entry.colour, text, entry.at, entry.seat)


class Projection:
    def __init__(
        self,
        table: GameTable,
        window: ReactionWindow | None,
        now: float,
        connected: Mapping[str, str],
        skipping: bool = False,
        delayed: DelayedSnapshot | None = None,
        timer: float = 0.0,
        views: Views | None = None,
    ) -> None:
        """`now` is the time of day, `timer` that of the monotonic clock by which reaction windows go. `connected` maps
        the ids of connected visitors to their names; `delayed` is the snapshot for spectators, and `views` has what was
        built before.
        """
        self.table = table
        self.window = window
        self.now = now
        self.timer = timer
        self.connected = connected
        self.skipping = skipping
        self.delayed = delayed
        self.status = shown_status(table, window)
        self.number = shown_number(table, window)
        self.asked = asked_seats(table, window)
        # The seats that decide at the same time, and those whose clock runs. In a reaction window clocks are stopped:
        # they would reveal who decides (K29).
        self.together = table.together if window is None else {}
        secret = window is not None or table.asks_in_secret
        self.running = [] if secret else [seat for seat in self.asked if not table.seats[seat].bot_decides]
        self.events = table.events() if window is None else table.events()[: window.log_length]
        # What is the same for several viewers: whose seats they are, and how seats are shown.
        self._owned: dict[str, list[int]] = {}
        self._shown_to: dict[str, list[SeatShown]] = {}
        self._views = views or Views()
        self._views.renew(table.version, window, bool(self.together))

    # Messages.

    def welcome(self, viewer: Viewer) -> tuple[Welcome, int]:
        """The whole table, and the page's new offset in the log."""
        table = self.table
        state, log_length = self.state(viewer)
        welcome = Welcome(
            v=VERSION,
            id=table.id,
            code=table.code,
            name=table.name,
            game=table.type.id,
            edition=table.type.edition,
            options=table.options,
            commitment=table.commitment,
            clock=table.config.clock,
            language=viewer.language,
            chat=self._chat(viewer),
            state=state,
            lesson=table.config.lesson,
            delay=table.config.delay,
            reactions=table.config.reactions,
        )
        return welcome, log_length

    def state(self, viewer: Viewer) -> tuple[State, int]:
        """The current table, or the snapshot for a delayed spectator, and the page's new offset in the log."""
        if self._is_delayed(viewer):
            assert self.delayed is not None
            return self._delayed_state(viewer, self.delayed)
        table, window, seat = self.table, self.window, viewer.seat
        kept = min(viewer.log_length, len(self.events))
        over = self.status == "over"
        mine = [number for number in self._seats_of(viewer.visitor) if self._decides(number)]
        why_no_undo = self._why_no_undo(seat)
        state = State(
            number=self.number,
            status=self.status,
            seats=self._seats(viewer),
            seat=seat,
            view=self.view(seat),
            asked=self._asked(seat, viewer.language) if seat is not None and seat in mine else None,
            mine_asked=seat if seat in mine else next(iter(mine), None),
            kept=kept,
            sentences=self._sentences(viewer, self.events, max(kept, len(self.events) - MAX_LOG)),
            can_undo=seat is not None and not why_no_undo,
            skipping=self.skipping,
            reaction=None if window is None else self._reaction(window, seat),
            guide=self._guide(viewer),
            payoffs=table.result().payoffs if over else None,
            ranking=table.result().ranking if over else None,
            seed=table.config.seed if over else None,
            next_table=table.next_table,
            watching=self.watching,
            why_no_undo=translated(why_no_undo, viewer.language),
            orders=self._orders(seat),
            bot_speed=table.bot_speed,
            hosting=self.hosts(viewer),
        )
        return state, len(self.events)

    def number_for(self, viewer: Viewer) -> int:
        """The number of the state that this viewer sees."""
        if self._is_delayed(viewer):
            assert self.delayed is not None
            return self.delayed.number
        return self.number

    def snapshot(self) -> DelayedSnapshot:
        """A snapshot of what a spectator sees now, to be shown later."""
        seats = tuple((seat.resigned, seat.replaced) for seat in self.table.seats)
        round = shown_round(self.table, self.window)
        return DelayedSnapshot(self.now, self.number, self.status, self.view(None), list(self.events), round, seats)

    def view(self, seat: int | None) -> AnyView | None:
        """The game as a seat, or a spectator, may see it."""
        key, built = (seat, seat in self.asked), self._views.built
        if key not in built:
            built[key] = self._build_view(seat)
        return built[key]

    # Parts of messages.

    def _build_view(self, seat: int | None) -> AnyView | None:
        game, window = self.table.game, self.window
        if game is None:
            return None
        if window is None:
            view = game.view(seat)
            if self.together:
                view = game.type.view_together(view, seat in self.asked)
            return cast("AnyView", view)
        last = self.table.last_action
        assert last is not None
        before, asked = last.before, seat in self.asked
        if seat is not None and asked:
            events = [entry.event for entry in self.events[last.log_length :]]
            before = game.type.with_present_hand(before, seat, events)
        view = game.type.view(before, game.players, SPECTATOR if seat is None else seat)
        return cast("AnyView", game.type.view_in_window(view, window.event, last.action, asked))

    def _reaction(self, window: ReactionWindow, seat: int | None) -> Reaction:
        return Reaction(
            left=max(0.0, window.end() - self.timer),
            seconds=window.seconds,
            fixed=window.earliest is None,
            waits=bool(window.waits_for) and window.deadline is None,
            attack=seat is not None and self.table.type.attacks(window.event, seat),
            more=seat is not None and window.may_extend(self.table, seat),
        )

    def _why_no_undo(self, seat: int | None) -> str:
        if seat is None:
            return ""
        return "Wait until everybody has reacted." if self.window is not None else self.table.why_no_undo(seat)

    def _orders(self, seat: int | None) -> Orders | None:
        if seat is None or self.status != "playing":
            return None
        return Orders(self.table.seats[seat].let_pass, self.table.refuses_trades(seat))

    def hosts(self, viewer: Viewer) -> bool:
        return viewer.visitor == self.table.config.host

    def _is_delayed(self, viewer: Viewer) -> bool:
        return bool(self.table.config.delay) and not self._seats_of(viewer.visitor)

    def _delayed_state(self, viewer: Viewer, past: DelayedSnapshot) -> tuple[State, int]:
        table = self.table
        kept = min(viewer.log_length, len(past.events))
        over = past.status == "over"
        state = State(
            number=past.number,
            status=past.status,
            seats=[self._delayed_seat(viewer, number, past) for number in range(len(table.seats))],
            seat=None,
            view=past.view,
            asked=None,
            mine_asked=None,
            kept=kept,
            sentences=self._sentences(viewer, past.events, kept),
            can_undo=False,
            skipping=self.skipping,
            bot_speed=table.bot_speed,
            hosting=self.hosts(viewer),
            payoffs=table.result().payoffs if over else None,
            ranking=table.result().ranking if over else None,
            seed=table.config.seed if over else None,
            next_table=table.next_table if over else None,
            watching=self.watching,
        )
        return state, len(past.events)

    def _delayed_seat(self, viewer: Viewer, number: int, past: DelayedSnapshot) -> SeatShown:
        """A seat without its clock, which would reveal who has moved since, and without what happened since."""
        resigned, replaced = past.seats[number] if past.seats else (False, False)
        return msgspec.structs.replace(
            self._seat(viewer, number), clock=None, running=False, decided=False, resigned=resigned, replaced=replaced
        )

    def _sentences(self, viewer: Viewer, events: list[JournalEntry], start: int) -> list[Sentence]:
        game, seat = self.table.game, viewer.seat
        if game is None:
            return []
        return [sentence(game, seat, viewer.language, n, events[n]) for n in range(start, len(events))]

    def _chat(self, viewer: Viewer) -> list[Said]:
        chat = self.table.chat
        recent = range(max(0, len(chat) - MAX_LOG), len(chat))
        return [said(n, chat[n], viewer.language) for n in recent if self.may_read(viewer, chat[n])]

    def may_read(self, viewer: Viewer, entry: ChatEntry) -> bool:
        """Players could tell what is yet to be seen: spectators read that late, too."""
        if entry.seat is None or not self._is_delayed(viewer):
            return True
        return entry.at <= self.now - self.table.config.delay

    def _asked(self, seat: int, language: str) -> Asked:
        game, window, view = self.table.game, self.window, self.view(seat)
        assert game is not None
        assert view is not None
        text = game.type.text(language)
        if window is not None:
            actions = window.options_of(self.table, seat)
        else:
            actions = self.together.get(seat) or list(game.legal_actions)
        return Asked(seat, text.question(view), [Choice(action, text.action(action, view)) for action in actions])

    def _decides(self, seat: int) -> bool:
        """Whether the person at a seat has to decide."""
        return seat in self.asked and not self.table.seats[seat].bot_decides

    def _seats_of(self, visitor: str) -> list[int]:
        """The seats of a visitor, looked for once."""
        found = self._owned.get(visitor)
        if found is None:
            found = self._owned[visitor] = self.table.seats_of(visitor)
        return found

    def _seats(self, viewer: Viewer) -> list[SeatShown]:
        """All seats: the same for all pages of a visitor, and for all who only watch."""
        key = viewer.visitor if self._seats_of(viewer.visitor) else ""
        shown = self._shown_to.get(key)
        if shown is None:
            shown = [self._seat(viewer, number) for number in range(len(self.table.seats))]
            self._shown_to[key] = shown
        return shown

    def _seat(self, viewer: Viewer, number: int) -> SeatShown:
        table, seat = self.table, self.table.seats[number]
        # Clocks are stopped during a reaction window.
        now = self.now if self.window is None else table.since
        return SeatShown(
            name=seat.name,
            colour=seat.colour,
            kind="bot" if seat.is_bot else "open" if seat.is_open else "person",
            mine=seat.visitor == viewer.visitor,
            present=seat.is_bot or seat.visitor in self.connected,
            replaced=seat.replaced,
            resigned=seat.resigned,
            level=seat.request.level if isinstance(seat.request, BotSeat) else "",
            clock=table.seconds_left(number, now),
            running=number in self.running,
            decided=number in self.together and number not in self.asked,
        )

    @cached_property
    def watching(self) -> list[str]:
        """The names of those who have no seat."""
        seated = {seat.visitor for seat in self.table.seats}
        return sorted(name for visitor, name in self.connected.items() if visitor not in seated)

    def _guide(self, viewer: Viewer) -> Guide | None:
        """The guide's current text for the learner: on their turn, and at the end of the lesson."""
        table, step = self.table, self.table.learner_step
        if table.lesson is None or table.game is None or not table.seats_of(viewer.visitor):
            return None
        text = table.type.text(viewer.language)
        done, of = table.lesson_progress()
        guide = Guide(table.config.chapter, len(table.type.lessons()), done, of, can_go_back=table.can_rewind())
        if table.lesson_step is None:
            guide.text = text.lesson(table.lesson.end)
        elif step is not None and LEARNER in self.asked:
            view = self.view(LEARNER)
            assert view is not None
            guide.text = text.lesson(step.topic) if step.topic else ""
            guide.action, guide.action_text = step.action, text.action(step.action, view)
            guide.target, guide.about = step.target, step.about
            guide.wrong = tuple(Wrong(each.action, each.target, text.lesson(each.reason)) for each in step.wrong)
        return guide
