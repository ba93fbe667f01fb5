"""A table in use: its connected pages, and their commands.

Every command takes the same path: acquire the lock, check, append the entry to the store, apply it, and broadcast the
result to every page, in its language and from its seat. The driver (driver.py) takes the same path for bots, clocks
and the end of a reaction window.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic, time
from typing import Final, Literal

import msgspec

from worldgates.analysis.hint import certain, hint_at, searches
from worldgates.api.game import Game
from worldgates.bots.candidates import Searched
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import GameType
from worldgates.core.shapes import Action
from worldgates.core.table import RuleError, Table
from worldgates.server.connection import Connection, encode
from worldgates.server.delay import DelayedSnapshot, SpectatorDelay
from worldgates.server.errors import MovedError, RejectedError
from worldgates.server.metrics import GAMES, MOVE_SECONDS, MOVES
from worldgates.server.permissions import (
    existing_seat,
    must_be_alone,
    must_be_replaceable,
    must_be_rewindable,
    must_follow_lesson,
    must_host,
    must_own,
    must_play,
    must_sit,
)
from worldgates.server.projection import (
    Projection,
    Viewer,
    Views,
    asked_seats,
    said,
    shown_number,
    shown_round,
    shown_status,
)
from worldgates.server.protocol import BotSpeed, ChatLine, Hinted, Notice, Order, Status, Welcome
from worldgates.server.reactions import Pace, ReactionWindow, next_window
from worldgates.server.sentences import clean, translated
from worldgates.server.settings import Tables
from worldgates.server.store import ConflictError, LostError, Store, StoreUnsureError, Visitor
from worldgates.server.table import (
    Abandoned,
    Answered,
    BotFailed,
    Closed,
    Entry,
    Filled,
    Followed,
    Freed,
    GameTable,
    Ordered,
    Outdated,
    Paced,
    Played,
    Removed,
    Renamed,
    Replaced,
    Resigned,
    Rewound,
    Sit,
    Spoke,
    Undone,
    write_entry,
)
from worldgates.server.thinkers import Thinkers

LOG = logging.getLogger(__name__)
# How much longer or shorter than the host's setting the bots' pauses are.
PAUSES: Final[dict[BotSpeed, float]] = {"slow": 2.0, "normal": 1.0, "fast": 0.35}


class Room:
    def __init__(
        self,
        table: GameTable,
        store: Store,
        settings: Tables,
        clock: Callable[[], float] = time,
        timer: Callable[[], float] = monotonic,
        epoch: int = 0,
    ) -> None:
        """`clock` is the time of day, which entries store; `timer` never goes back, and is what waits go by."""
        self.table = table
        self.store = store
        self.settings = settings
        self.clock = clock
        self.timer = timer
        # When the current decision started, by the timer.
        self.decision_began = timer()
        # The lease under which this server writes, and what to do when it finds that it has lost it.
        self.epoch = epoch
        self.on_lost: Callable[[], None] = lambda: None
        self.lost = False
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.window: ReactionWindow | None = None
        self.skipping = False
        # Called after every change that bots or clocks may have to follow up.
        self.on_change: Callable[[], None] = lambda: None
        self._played = [MOVES.labels(table.type.id, by) for by in ("person", "bot")]
        # Where hints are computed.
        self.thinkers = Thinkers()
        # When the table was opened, when somebody last asked for it, and when each visitor left.
        self.opened = monotonic()
        self.last_used: float | None = None
        self._left: dict[str, float] = {}
        self._delay = SpectatorDelay(table.config.delay)
        self._views = Views()

    # Public state.

    @property
    def status(self) -> Status:
        return shown_status(self.table, self.window)

    @property
    def number(self) -> int:
        return shown_number(self.table, self.window)

    @property
    def round(self) -> int:
        return shown_round(self.table, self.window)

    def asked(self) -> list[int]:
        return asked_seats(self.table, self.window)

    def is_present(self, seat: int) -> bool:
        return self.table.seats[seat].visitor in self._connected()

    def _seconds_away(self, seat: int) -> float:
        """How long the player of a seat has been disconnected."""
        visitor = self.table.seats[seat].visitor
        return 0.0 if self.is_present(seat) else monotonic() - self._left.get(visitor, self.opened)

    def _connected(self) -> dict[str, str]:
        """The names of all connected visitors, by id."""
        return {each.visitor.id: each.visitor.name for each in self.connections if not each.dropped.is_set()}

    @property
    def pause(self) -> float:
        """Seconds of a bot's thinking pause."""
        return self.settings.pause * PAUSES[self.table.bot_speed]

    # Entries. The caller holds the lock.

    async def append(self, *entries: Entry, place: int | None = None) -> None:
        """Write entries to the store, all or none, then apply them. `place` is the index of the action of a single
        one, if it was validated."""
        table = self.table
        if self.lost:
            raise MovedError
        waiting = table.game is None
        written = [write_entry(entry) for entry in entries]
        removed = [entry.seat for entry in entries if isinstance(entry, Removed)]
        filled = sum(isinstance(entry, Filled) for entry in entries)
        try:
            await self.store.append(
                table.id,
                table.entries,
                written,
                self._status_after(entries),
                epoch=self.epoch,
                sits=[(entry.seat, entry.visitor) for entry in entries if isinstance(entry, Sit)],
                leaves=[seat for seat in removed if not table.seats[seat].is_bot],
                bots=filled - sum(table.seats[seat].is_bot for seat in removed),
            )
        except (ConflictError, LostError, StoreUnsureError):
            # Another server plays this table, or what was written may not be what is known here.
            self.on_lost()
            raise MovedError from None
        for entry in entries:
            table.apply(entry, place)
            if isinstance(entry, Played | Undone | Closed | Sit | Filled):
                self.decision_began = self.timer()
            if isinstance(entry, Abandoned):
                GAMES.labels(table.type.id, "abandoned").inc()
        if waiting and table.game is not None:
            GAMES.labels(table.type.id, "began").inc()

    def _status_after(self, entries: Sequence[Entry]) -> Status:
        """The status to store with entries; `finish` stores the end of a game."""
        last = entries[-1]
        if isinstance(last, Abandoned | Outdated):
            return "abandoned"
        if isinstance(last, Removed):
            return "waiting"
        if isinstance(last, Sit | Filled):
            taken = {entry.seat for entry in entries if isinstance(entry, Sit | Filled)}
            others = [seat for number, seat in enumerate(self.table.seats) if number not in taken]
            return "waiting" if any(seat.is_open for seat in others) else "playing"
        return self.table.status

    async def finish(self) -> None:
        """Store the result of the game."""
        table = self.table
        try:
            await self.store.finish(table.id, msgspec.json.encode(table.ended()), self.epoch)
        except LostError:
            self.on_lost()
            raise MovedError from None
        GAMES.labels(table.type.id, "over").inc()
        LOG.info("game over", extra={"table": table.id, "game": table.type.id, "round": table.ended().round})

    async def advance(self, log_length: int) -> None:
        """Broadcast the events from this log offset on, up to the next reaction window."""
        self.window = next_window(self.table, log_length, self._pace(), self.timer())
        if self.window is None and self.table.status == "over":
            await self.finish()
        self.broadcast()

    def restore(self) -> None:
        """After a table was read: what spectators with a delay see, and the window in which the server stopped, whether
        or not anybody can react."""
        self._reopen_window()
        if self._delay.seconds:
            projection = self.projection()
            projection.now = self.table.since
            self._delay.add(projection.snapshot())

    def _reopen_window(self) -> None:
        last = self.table.last_action
        if last is not None and self.window is None and not self.table.given_up:
            begin = max(self.table.windows_closed, last.log_length)
            self.window = next_window(self.table, begin, self._pace(), self.timer())

    async def show_window(self, window: ReactionWindow) -> None:
        """Show what came of a window that has closed. The caller holds the lock."""
        self.decision_began = self.timer()
        await self.advance(window.log_length)
        for seat in window.missed:
            self._notify(seat, "time_ran_out", "Time ran out, so you let it pass.")

    def _notify(self, seat: int, code: Literal["time_ran_out", "removed"], text: str) -> None:
        """Tell the player of a seat something that concerns nobody else."""
        visitor = self.table.seats[seat].visitor
        for connection in self.connections:
            if connection.visitor.id == visitor:
                connection.send(Notice(code, translated(text, connection.language), seat, self.number))

    def _pace(self) -> Pace:
        connected = frozenset(connection.visitor.id for connection in self.connections)
        settings = self.settings
        return Pace(self.pause, settings.reaction, settings.least_reaction, connected, self.skipping)

    # Moves.

    async def play(self, connection: Connection, number: int, seat: int, action: Action) -> None:
        async with self.lock:
            must_play(self.table, connection.visitor, seat)
            self._must_be_current(number)
            must_follow_lesson(self.table, action)
            with MOVE_SECONDS.time():
                await self.move(seat, action)
        self.on_change()

    async def move(self, seat: int, action: Action) -> None:
        """Carry out a person's decision: an answer in a reaction window, or an action. The caller holds the lock."""
        if self.window is not None:
            await self._answer(self.window, seat, action)
            return
        if together := self.table.together:
            await self._decide(together, seat, action)
            return
        await self.play_action(seat, action, bot=False)

    async def play_action(self, seat: int, action: Action | int, bot: bool) -> None:
        """Play an action if it is legal. This is the only legality check of a live move. The caller holds the lock."""
        game = self._game_of(seat)
        try:
            place = game.place_of(action)
        except FormatError as error:
            raise RejectedError("format", str(error)) from None
        except RuleError as error:
            raise RejectedError("rules", str(error)) from None
        log_length = len(self.table.events())
        await self.append(Played(seat, game.legal_actions[place], self.clock(), bot), place=place)
        self._played[bot].inc()
        await self.advance(log_length)

    def _game_of(self, seat: int) -> Game:
        """The game, if it is this seat's turn."""
        if self.table.to_act != seat or self.table.game is None:
            raise RejectedError("not_now", "It isn't this seat's turn.")
        return self.table.game

    async def _answer(self, window: ReactionWindow, seat: int, action: Action) -> None:
        """Store an answer in a reaction window. Others see its effect when the window closes."""
        if seat not in window.asked(self.table):
            raise RejectedError("not_now", "It isn't this seat's turn.")
        if action not in window.options_of(self.table, seat):
            raise RejectedError("rules", "You can't react with this.")
        await self.append(Answered(seat, action, self.clock()))
        self._send_to_player(seat)

    def _send_to_player(self, seat: int) -> None:
        """Send a state to the pages of one player: for the others nothing has changed."""
        projection = self.projection()
        for connection in self.connections:
            if connection.visitor.id == self.table.seats[seat].visitor:
                self._send_state(connection, projection)

    async def _decide(self, together: dict[int, list[Action]], seat: int, action: Action) -> None:
        """Store a decision where all decide at the same time. It is played when everybody has decided."""
        if seat not in together or seat in self.table.answers:
            raise RejectedError("not_now", "It isn't this seat's turn.")
        if action not in together[seat]:
            raise RejectedError("rules", "You can't choose this.")
        await self.append(Answered(seat, action, self.clock()))
        # Everybody may see who has decided.
        self.broadcast()

    async def more(self, connection: Connection, number: int, seat: int) -> None:
        """Extend the reaction window, once per player."""
        async with self.lock:
            must_play(self.table, connection.visitor, seat)
            self._must_be_current(number)
            if self.window is None or not self.window.may_extend(self.table, seat):
                raise RejectedError("not_now", "You can't have more time now.")
            self.window.extend(seat)
            self.broadcast()
        self.on_change()

    async def order(self, connection: Connection, order: Order) -> None:
        """Set the standing orders of a seat."""
        async with self.lock:
            must_own(self.table, connection.visitor, order.seat)
            if self.status != "playing":
                raise RejectedError("not_now", "No game is in progress.")
            await self.append(Ordered(order.seat, order.let_pass, order.refuse_trades))
            self._send_to_player(order.seat)
        self.on_change()

    async def undo(self, connection: Connection, number: int, seat: int) -> None:
        async with self.lock:
            must_play(self.table, connection.visitor, seat)
            self._must_be_current(number)
            if why := "Wait until everybody has reacted." if self.window else self.table.why_no_undo(seat):
                raise RejectedError("not_now", why)
            await self.append(Undone(seat, self.clock()))
            self.broadcast()
        self.on_change()

    def _must_be_current(self, number: int) -> None:
        """Reject a request that was sent twice, or for an outdated state."""
        if number != self.number:
            raise RejectedError("stale", "The table has changed in the meantime.")

    async def hint(self, connection: Connection, seat: int) -> None:
        """The choice of a bot that knows no more than the seat does."""
        async with self.lock:
            must_play(self.table, connection.visitor, seat)
            # In a reaction window it is secret which seats really decide.
            if self.window is not None:
                raise RejectedError("not_now", "It isn't this seat's turn.")
            if self.table.game is None or seat not in self.asked():
                raise RejectedError("not_now", "It isn't this seat's turn.")
            game, moment = self.table.game, self.table.decision_of(seat)
            chance, number = self.table.hint_chance(seat), self.number
            world = moment.imagine(seat, chance)
        found = await self._searched(game.type, world, chance)
        if self.number == number and seat in self.asked():
            hint = hint_at(game.type, world, game.players, found, connection.language)
            compared = (hint.chance, hint.next_text, hint.next_chance, hint.playouts)
            connection.send(Hinted(number, hint.action, hint.text, hint.why, *compared))

    async def _searched(self, type: GameType, world: Table, chance: FastChance) -> list[Searched]:
        """What the level of hints finds at a table that was imagined for its deciding seat, the best first."""
        level, legal = self.settings.hint_level, world.legal()
        if not searches(level):
            return [certain(type.decode(world, await self.thinkers.choose(type, level, world, chance)))]
        candidates = await self.thinkers.search(type, level, world, chance)
        actions = [type.decode(world, int(legal[each.index])) for each in candidates]
        return [
            Searched(action, tuple(each.chances), each.worlds, each.value, each.score)
            for action, each in zip(actions, candidates, strict=True)
        ]

    # Seats.

    async def sit(self, seat: int | None, visitor: Visitor) -> int:
        """Take an open seat: the given one, or the first."""
        async with self.lock:
            table = self.table
            mine = table.seats_of(visitor.id)
            if mine and seat is None:
                return mine[0]
            if table.status != "waiting":
                raise RejectedError("not_now", "This seat is taken.")
            if visitor.id in table.banned:
                raise RejectedError("not_yours", "The host has removed you from this table.")
            free = [number for number, state in enumerate(table.seats) if state.is_open]
            if mine and table.config.public and visitor.id != table.config.host:
                raise RejectedError("not_now", "You already have a seat at this table.")
            if seat is None and free:
                seat = free[0]
            if seat is None or seat not in free:
                raise RejectedError("not_now", "This seat is taken.")
            await self.append(Sit(seat, visitor.id, visitor.name, visitor.colour, self.clock()))
            self.broadcast()
        self.on_change()
        return seat

    # The waiting room.

    async def fill(self, connection: Connection, seats: list[int] | None, level: str) -> None:
        """Give free seats to bots: those given, or all."""
        async with self.lock:
            table = self.table
            must_host(table, connection.visitor)
            free = [number for number, state in enumerate(table.seats) if state.is_open]
            if seats is None:
                seats = free
            if not seats or not set(seats) <= set(free):
                raise RejectedError("not_now", "This seat is taken.")
            await self.append(*(Filled(seat, level, self.clock()) for seat in seats))
            self.broadcast()
        self.on_change()

    async def remove(self, connection: Connection, seat: int) -> None:
        """Free a seat before the game: the host anybody's, others their own."""
        async with self.lock:
            table, visitor = self.table, connection.visitor
            state = existing_seat(table, seat)
            mine = state.visitor == visitor.id
            if not mine or visitor.id == table.config.host:
                must_host(table, visitor)
            elif table.status != "waiting":
                raise RejectedError("not_now", "The game has begun.")
            if state.is_open:
                raise RejectedError("not_now", "Nobody has this seat.")
            if not state.is_bot:
                self._notify(seat, "removed", "The host has removed you from this table." if not mine else "")
            for page in self.connections:
                if page.visitor.id == state.visitor and page.seat == seat:
                    page.seat = None
            await self.append(Removed(seat, banned=not mine and not state.is_bot, at=self.clock()))
            self.broadcast()

    async def rename(self, connection: Connection, name: str) -> None:
        """Give the table another name. Its pages get everything again, because the name is part of the welcome."""
        async with self.lock:
            if connection.visitor.id != self.table.config.host:
                raise RejectedError("not_yours", "Only the host can do this.")
            await self.append(Renamed(clean(name)))
            for page in self.connections:
                page.log_length = 0
                page.send(self._welcome(page))

    async def set_speed(self, connection: Connection, speed: BotSpeed) -> None:
        """Change the speed of the bots."""
        async with self.lock:
            must_sit(self.table, connection.visitor)
            await self.append(Paced(speed))
            self.broadcast()
        self.on_change()

    async def replace(self, connection: Connection, seat: int, bot: bool) -> None:
        """Let a bot play for the visitor's own seat or for an absent player, or take the own seat back."""
        async with self.lock:
            table, visitor = self.table, connection.visitor
            state = must_be_replaceable(table, seat, self.status)
            mine = state.visitor == visitor.id
            seated = bool(table.seats_of(visitor.id))
            away = self._seconds_away(seat) >= self.settings.away
            if bot and not mine and (not seated or table.slow or not away):
                raise RejectedError("not_yours", "This player is here.")
            if not bot and not mine:
                raise RejectedError("not_yours", "Only its player can take this seat back.")
            if state.replaced != bot:
                await self.append(Replaced(seat, bot, self.clock()))
                self.broadcast()
        self.on_change()

    async def resign(self, connection: Connection, seat: int) -> None:
        async with self.lock:
            must_own(self.table, connection.visitor, seat)
            if self.status != "playing" or self.table.seats[seat].resigned:
                raise RejectedError("not_now", "There is no game to resign from.")
            await self.append(Resigned(seat, self.clock()))
            if self.table.status == "over":
                await self.finish()
            self.broadcast()
        self.on_change()

    # The table as a whole.

    async def say(self, connection: Connection, text: str) -> None:
        async with self.lock:
            text, visitor = clean(text), connection.visitor
            if not text:
                raise RejectedError("format", "The message is empty.")
            if not visitor.name:
                raise RejectedError("not_yours", "Enter your name first.")
            mine = self.table.seats_of(visitor.id)
            speaker = self.table.seats[mine[0]] if mine else visitor
            await self.append(Spoke(speaker.name, speaker.colour, text, self.clock(), mine[0] if mine else None))
            self._send_last_line()

    async def tell_failure(self, seat: int, bot: str) -> None:
        """Announce, once, that the bot of a seat failed to decide. The caller holds the lock."""
        if seat not in self.table.failed_bots:
            await self.append(BotFailed(seat, bot, self.clock()))
            self._send_last_line()

    def _send_last_line(self) -> None:
        """Broadcast the last line of the chat, to spectators with their delay."""
        number = len(self.table.chat) - 1
        entry, projection, late = self.table.chat[number], self.projection(), False
        for connection in self.connections:
            if projection.may_read(connection.viewer, entry):
                connection.send(ChatLine(said(number, entry, connection.language)))
            else:
                late = True
        if late:
            asyncio.get_running_loop().call_later(self._delay.seconds, self._send_late_line, number)

    def _send_late_line(self, number: int) -> None:
        for connection in self.connections:
            if not self.table.seats_of(connection.visitor.id):
                connection.send(ChatLine(said(number, self.table.chat[number], connection.language)))

    async def abandon(self, connection: Connection) -> None:
        """End the game without a result, unless that would cost another person their game."""
        async with self.lock:
            visitor = connection.visitor
            mine = self.table.seats_of(visitor.id) or visitor.id == self.table.config.host
            if not mine or self.status not in ("waiting", "playing"):
                raise RejectedError("not_now", "There is no game to abandon.")
            must_be_alone(self.table, connection.visitor)
            await self.append(Abandoned(self.clock()))
            self.broadcast()

    async def end_outdated(self) -> None:
        """End a game that was begun under older rules, with a note."""
        async with self.lock:
            if self.table.status in ("waiting", "playing"):
                await self.append(Outdated(self.clock()))

    async def expire(self) -> None:
        """End an abandoned game."""
        async with self.lock:
            if self.table.status in ("waiting", "playing"):
                await self.append(Abandoned(self.clock()))
                self.broadcast()

    async def rematch(self, connection: Connection, create: Callable[[GameTable, Visitor], Awaitable[str]]) -> str:
        """The table of the rematch; the first request creates it."""
        async with self.lock:
            must_sit(self.table, connection.visitor)
            if self.status != "over":
                raise RejectedError("not_now", "The game goes on.")
            if self.table.next_table is None:
                await self.append(Followed(await create(self.table, connection.visitor)))
                self.broadcast()
            assert self.table.next_table is not None
            return self.table.next_table

    async def leave_lesson(self, connection: Connection) -> None:
        """Play on without the guide."""
        async with self.lock:
            must_sit(self.table, connection.visitor)
            if self.table.lesson is not None:
                await self.append(Freed(self.clock()))
                self.broadcast()
        self.on_change()

    async def rewind(self, connection: Connection, number: int) -> None:
        """Go back to the learner's last decision in a lesson."""
        async with self.lock:
            must_sit(self.table, connection.visitor)
            self._must_be_current(number)
            must_be_rewindable(self.table)
            self.window = None
            await self.append(Rewound(self.clock()))
            # The decision may be one in a reaction window.
            self._reopen_window()
            self.broadcast()
        self.on_change()

    def skip(self, connection: Connection) -> None:
        """Let the bots play without pauses until a person has to decide."""
        must_sit(self.table, connection.visitor)
        self.skipping = True
        self.on_change()
        self.broadcast()

    # Pages.

    def enter(self, connection: Connection, seat: int | None) -> Welcome:
        """A page connects, or says hello again."""
        new = connection not in self.connections
        self.connections.add(connection)
        mine = self.table.seats_of(connection.visitor.id)
        if seat in mine:
            connection.seat = seat
        elif len(mine) == 1:
            connection.seat = mine[0]
        welcome = self._welcome(connection)
        if new:
            self.broadcast(but=connection)
        self.on_change()
        return welcome

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        if self.table.seats_of(connection.visitor.id):
            self._left[connection.visitor.id] = monotonic()
        self.broadcast()
        if self.table.slow and self.table.status == "playing":
            self.on_change()

    def look(self, connection: Connection, seat: int | None) -> None:
        """Switch to another of the visitor's own seats, or to none."""
        if seat is not None:
            must_own(self.table, connection.visitor, seat)
        connection.seat = seat
        connection.log_length = 0
        self._send_state(connection, self.projection())

    def speak(self, connection: Connection, language: str) -> None:
        """Change the language of a page."""
        connection.language = language
        connection.log_length = 0
        connection.send(self._welcome(connection))

    def _welcome(self, connection: Connection) -> Welcome:
        welcome, connection.log_length = self.projection().welcome(connection.viewer)
        return welcome

    def _send_state(self, connection: Connection, projection: Projection) -> None:
        state, connection.log_length = projection.state(connection.viewer)
        connection.send(state)

    # Broadcast.

    def projection(self) -> Projection:
        """A projection of the current table, to be used before anything changes."""
        now = self.clock()
        delayed = self._delay.due(now) if self._delay.seconds else None
        return Projection(
            self.table, self.window, now, self._connected(), self.skipping, delayed, self.timer(), self._views
        )

    def number_for(self, connection: Connection) -> int:
        """The number of the state that a page shows."""
        return self.projection().number_for(connection.viewer)

    def broadcast(self, but: Connection | None = None) -> None:
        """Broadcast the table to every page, as its viewer may see it."""
        if any(connection.dropped.is_set() for connection in self.connections):
            self.connections = {connection for connection in self.connections if not connection.dropped.is_set()}
        projection = self.projection()
        delayed = bool(self._delay.seconds)
        if delayed and self._delay.add(projection.snapshot()):
            asyncio.get_running_loop().call_later(self._delay.seconds, self._send_delayed)
        # Pages with the same view get the same text, which is built once.
        built: dict[Viewer, tuple[str, int]] = {}
        for connection in self.connections:
            if connection is but:
                continue
            viewer = key = connection.viewer
            if not self.table.seats_of(viewer.visitor):
                if delayed and not self._is_news(connection, projection):
                    # That something happened now would show in a message, whatever it says.
                    continue
                # Spectators differ only in language and log offset.
                key = Viewer("", None, viewer.language, viewer.log_length)
            if key not in built:
                state, log_length = projection.state(viewer)
                built[key] = (encode(state), log_length)
            text, connection.log_length = built[key]
            connection.send_text(text)

    def _is_news(self, connection: Connection, projection: Projection) -> bool:
        """Whether a delayed spectator sees something else than before."""
        state, _ = projection.state(msgspec.structs.replace(connection.viewer, log_length=0))
        shown = encode(state)
        changed, connection.last_shown = shown != connection.last_shown, shown
        return changed

    def delayed(self) -> DelayedSnapshot | None:
        """What spectators see, if that is not the present."""
        return self._delay.due(self.clock()) if self._delay.seconds else None

    def _send_delayed(self) -> None:
        """Send spectators the snapshot that is due."""
        projection = self.projection()
        for connection in self.connections:
            if not self.table.seats_of(connection.visitor.id):
                self._send_state(connection, projection)
