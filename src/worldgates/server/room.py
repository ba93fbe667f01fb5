"""A table that is in use: who is connected to it, the bots that play at it, and the clocks that run.

Everything that is done goes the same way: it is checked, written, applied, and told to everybody, each in their own
language and from their own seat. One thing is done at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic, time

import msgspec

from worldgates.core.formats import FormatError
from worldgates.core.table import RuleError
from worldgates.server.metrics import GAMES, MOVE_SECONDS, MOVES
from worldgates.server.moment import Moment, real_choices
from worldgates.server.protocol import ChatLine, Hinted, Welcome
from worldgates.server.reader import Reader, Refusal
from worldgates.server.sentences import clean
from worldgates.server.sight import Past, seen_from, state, welcome
from worldgates.server.store import Conflict, Store, Trouble, Visitor
from worldgates.server.table import (
    Abandoned,
    Answered,
    Entry,
    Followed,
    Freed,
    GameTable,
    Played,
    Replaced,
    Resigned,
    SeatState,
    Sit,
    Spoke,
    Undone,
    write_entry,
)

LOG = logging.getLogger(__name__)


class Room:
    def __init__(self, table: GameTable, store: Store, pause: float, reaction: float, away: float = 0.0) -> None:
        self.table = table
        self.store = store
        self.pause = pause
        self.reaction = reaction
        # After how many seconds a bot may take over for somebody who left, and when who left.
        self.away = away
        self._left: dict[str, float] = {}
        self._opened = monotonic()
        self.readers: set[Reader] = set()
        self.skipping = False
        self.moment: Moment | None = None
        # Called when somebody is to be told that it is their turn.
        self.noticed: Callable[[], None] = lambda: None
        # When the table was last looked for, and what onlookers may see by now.
        self.touched = monotonic()
        self.past: deque[Past] = deque()
        self._lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()

    # Doing.

    async def do(self, entry: Entry) -> None:
        """Write an entry, then let it happen. The lock is held by the caller."""
        table = self.table
        status = self._status_after(entry)
        try:
            await self.store.append(table.id, table.entries, write_entry(entry), status)
        except Conflict:
            raise Refusal("stale", "Another process plays this table.") from None
        table.apply(entry)

    def _status_after(self, entry: Entry) -> str:
        """What the list of tables says. That a game is over is seen when it is read; here only that it goes on."""
        if isinstance(entry, Abandoned):
            return "abandoned"
        if isinstance(entry, Sit):
            others = [seat for number, seat in enumerate(self.table.seats) if number != entry.seat]
            return "waiting" if any(seat.is_open for seat in others) else "playing"
        return self.table.status

    async def sit(self, seat: int | None, visitor: Visitor) -> int:
        """Take an open seat, that one or the first."""
        async with self._lock:
            table = self.table
            mine = self.seats_of(visitor)
            if mine and seat is None:
                return mine[0]
            if table.status != "waiting":
                raise Refusal("not_now", "This seat is taken.")
            free = [number for number, state in enumerate(table.seats) if state.is_open]
            if seat is None and free:
                seat = free[0]
            if seat is None or seat not in free:
                raise Refusal("not_now", "This seat is taken.")
            await self.store.sit(table.id, seat, visitor.id)
            await self.do(Sit(seat, visitor.id, visitor.name, visitor.colour, time()))
            self.tell_all()
        self.wake()
        return seat

    async def play(self, reader: Reader, number: int, seat: int, action: dict[str, object]) -> None:
        async with self._lock:
            self._must_play(reader, seat)
            self._must_be_new(number)
            self._must_follow(action)
            with MOVE_SECONDS.time():
                await self._play(seat, action, bot=False)
        self.wake()

    async def _play(self, seat: int, action: dict[str, object], bot: bool) -> None:
        table = self.table
        if self.moment is not None:
            await self._answer(self.moment, seat, action)
            return
        if table.to_act != seat or table.session is None:
            raise Refusal("not_now", "It is not this seat's turn.")
        session = table.session
        try:
            known = session.action(action)
            if known not in session.table.legal():
                raise session.game.why_not(session.table, known)
        except FormatError as error:
            raise Refusal("format", str(error)) from None
        except RuleError as error:
            raise Refusal("rules", str(error)) from None
        told = len(table.events())
        await self.do(Played(seat, session.game.action_to_object(session.table, known), time(), bot))
        MOVES.labels(table.game.id, "bot" if bot else "person").inc()
        await self._go_on_from(told)

    async def _finish(self) -> None:
        table = self.table
        await self.store.finish(table.id, msgspec.json.encode(table.ended()))
        GAMES.labels(table.game.id, "over").inc()
        LOG.info("game over", extra={"table": table.id, "game": table.game.id, "round": table.ended().round})

    # Reactions.

    async def _go_on_from(self, told: int) -> None:
        """Tell what has happened, up to the next moment for reactions."""
        table, session = self.table, self.table.session
        assert session is not None
        if self.moment is not None:
            # Whether or not somebody was asked in secret, time runs from here.
            table.since = time()
        events = table.events()
        moments = [number for number in range(told, len(events)) if table.might_react(events[number])]
        if moments:
            # The numbers of what is told later are counted already.
            self.moment = self._moment(moments[0], table.might_react(events[moments[0]]), table.number - len(moments))
        elif table.asks_in_secret:
            # Nobody could know that somebody might react here.
            self.moment = self._moment(len(events) - 1, [session.table.to_act], table.number)
        else:
            self.moment = None
            if table.status == "over":
                await self._finish()
        self.tell_all()

    def _moment(self, event: int, might: list[int], number: int) -> Moment:
        """How long it takes follows from who sits there and looks on, and from nothing else."""
        assert self.table.session is not None
        events = self.table.events()
        choices = real_choices(self.table.session) if event == len(events) - 1 else {}
        seats = self.table.seats
        people = [seat for seat in seats if not seat.bot_decides]
        waits_for = {seat for seat in might if not seats[seat].bot_decides}
        # Also who has left a seat to a bot looks on.
        watching = {reader.visitor.id for reader in self.readers} | {seat.visitor for seat in people}
        seconds, deadline, now = self.pause, None, time()
        if len(people) <= 1 and len(watching) <= 1:
            # There is nobody it could be given away to: only who can react is asked.
            might = [seat for seat in might if seat in choices]
            waits_for &= choices.keys()
            seconds = self.pause if self.readers and not self.skipping else 0.0
        elif waits_for and not self.table.slow:
            seconds = self.reaction
            # Who shares a screen needs time to hand it over.
            owners = [seat.visitor for seat in people]
            waits_for = {seat for seat in waits_for if owners.count(seats[seat].visitor) > 1}
        if waits_for and self.table.setting.clock is not None and self.table.slow:
            # Over days nobody sits and waits: all who might react have the time of a decision to answer.
            seconds = self.table.setting.clock.hours * 3600.0
            deadline = now + seconds
        until = now if deadline is not None else now + seconds
        return Moment(events[event], event + 1, number, might, choices, until, seconds, waits_for, deadline)

    async def _answer(self, moment: Moment, seat: int, action: dict[str, object]) -> None:
        """Somebody who might react does, or lets it pass; what comes of it shows when the moment is over."""
        if seat not in self.might_answer(moment):
            raise Refusal("not_now", "It is not this seat's turn.")
        if action not in self.reactions(moment, seat):
            raise Refusal("rules", "You cannot react with this.")
        await self.do(Answered(seat, action, time()))
        for reader in self.readers:
            if reader.visitor.id == self.table.seats[seat].visitor:
                reader.send(state(self, reader))

    def might_answer(self, moment: Moment) -> list[int]:
        seats = self.table.seats
        return [seat for seat in moment.might if not seats[seat].bot_decides and seat not in self.table.answers]

    def reactions(self, moment: Moment, seat: int) -> list[dict[str, object]]:
        """What a seat can answer at the moment for reactions: at least, not to react."""
        session = self.table.session
        assert session is not None
        if seat in moment.choices:
            return moment.choices[seat]
        return [session.game.action_to_object(session.table, session.game.decline(session.table))]

    def _is_over(self, moment: Moment) -> bool:
        # Nobody waits for a seat that a bot plays by now.
        bots = [seat for seat, state in enumerate(self.table.seats) if state.bot_decides]
        return moment.is_over(time(), [*self.table.answers, *bots])

    async def _end_moment(self) -> None:
        """Play what was answered, then go on."""
        async with self._lock:
            moment, table, session = self.moment, self.table, self.table.session
            if moment is None or session is None or not self._is_over(moment):
                return
            while table.asks_in_secret and len(table.events()) == moment.told:
                seat = session.table.to_act
                if table.seats[seat].bot_decides:
                    action = await self._bot_chooses(seat)
                else:
                    action = table.answers.get(seat) or self.reactions(moment, seat)[-1]
                await self.do(Played(seat, action, time(), seat not in table.answers))
            table.answers = {}
            await self._go_on_from(moment.told)

    async def undo(self, reader: Reader, number: int, seat: int) -> None:
        async with self._lock:
            self._must_play(reader, seat)
            self._must_be_new(number)
            if self.moment is not None or not self.table.can_undo(seat):
                raise Refusal("not_now", "This cannot be taken back.")
            await self.do(Undone(seat, time()))
            self.tell_all()
        self.wake()

    async def say(self, reader: Reader, text: str) -> None:
        async with self._lock:
            text = clean(text)
            if not text:
                raise Refusal("format", "There is nothing to say.")
            if not reader.visitor.name:
                raise Refusal("not_yours", "Say who you are first.")
            mine = [seat for seat in self.table.seats if seat.visitor == reader.visitor.id]
            name, colour = (mine[0].name, mine[0].colour) if mine else (reader.visitor.name, reader.visitor.colour)
            await self.do(Spoke(name, colour, text, time()))
            for other in self.readers:
                other.send(ChatLine(self.table.chat[-1]))

    async def replace(self, reader: Reader, seat: int, bot: bool) -> None:
        """A bot plays for a seat of one's own, or for one whose player has left; it gives back to its own player."""
        async with self._lock:
            table = self.table
            state = self._seat(seat)
            if state.is_bot or state.is_open or state.resigned or self.status != "playing":
                raise Refusal("not_now", "No bot can take over here.")
            mine = state.visitor == reader.visitor.id
            if bot and not mine and (not self.sits(reader) or table.slow or self._away(seat) < self.away):
                raise Refusal("not_yours", "This player is here.")
            if not bot and not mine:
                raise Refusal("not_yours", "Only its player can take this seat back.")
            if state.replaced != bot:
                await self.do(Replaced(seat, bot, time()))
                self.tell_all()
        self.wake()

    async def resign(self, reader: Reader, seat: int) -> None:
        async with self._lock:
            self._must_own(reader, seat)
            if self.status != "playing" or self.table.seats[seat].resigned:
                raise Refusal("not_now", "There is nothing to resign.")
            await self.do(Resigned(seat, time()))
            if self.table.status == "over":
                await self._finish()
            self.tell_all()
        self.wake()

    async def abandon(self, reader: Reader) -> None:
        """End the game without a result: where nobody else's game is taken away by it."""
        async with self._lock:
            table = self.table
            if not self.sits(reader) or self.status not in ("waiting", "playing"):
                raise Refusal("not_now", "There is no game to abandon.")
            for seat in table.seats:
                if seat.visitor not in ("", reader.visitor.id) and not seat.resigned:
                    raise Refusal("not_yours", "Others play here too: resign, or let a bot take over.")
            await self.do(Abandoned(time()))
            self.tell_all()

    async def put_away(self) -> None:
        """End a game that nobody comes back to."""
        async with self._lock:
            if self.table.status in ("waiting", "playing"):
                await self.do(Abandoned(time()))
                self.tell_all()

    async def follow(self, reader: Reader, make: Callable[[GameTable], Awaitable[str]]) -> str:
        """The table of the rematch; the first to ask makes it."""
        async with self._lock:
            self._must_sit(reader)
            if self.status != "over":
                raise Refusal("not_now", "The game goes on.")
            if self.table.next_table is None:
                await self.do(Followed(await make(self.table)))
                self.tell_all()
            assert self.table.next_table is not None
            return self.table.next_table

    async def free(self, reader: Reader) -> None:
        """Leave the guide of a lesson."""
        async with self._lock:
            self._must_sit(reader)
            if self.table.lesson is not None:
                await self.do(Freed(time()))
                self.tell_all()
        self.wake()

    def skip(self, reader: Reader) -> None:
        self._must_sit(reader)
        self.skipping = True
        self.wake()
        self.tell_all()

    async def hint(self, reader: Reader, seat: int) -> None:
        """What a bot would do, knowing no more than the seat does."""
        async with self._lock:
            self._must_play(reader, seat)
            table = self.table
            session = table.session
            # At a moment for reactions who really decides is a secret.
            if self.moment is not None or table.to_act != seat or session is None:
                raise Refusal("not_now", "It is not this seat's turn.")
            bot, number = table.hint_bot(seat), self.number
            world = session.table.imagine(seat, bot.chance)
        action = await asyncio.to_thread(bot.choose, world)
        if self.number == number and table.to_act == seat:
            found = session.game.action_to_object(session.table, action)
            view = session.view(seat)
            reader.send(Hinted(number, found, session.game.text(reader.language).action(found, view)))

    # Who may do what.

    def _seat(self, seat: int) -> SeatState:
        if seat >= len(self.table.seats):
            raise Refusal("format", "There is no such seat.")
        return self.table.seats[seat]

    def _must_own(self, reader: Reader, seat: int) -> None:
        if self._seat(seat).visitor != reader.visitor.id:
            raise Refusal("not_yours", "This is not your seat.")

    def _must_play(self, reader: Reader, seat: int) -> None:
        self._must_own(reader, seat)
        if self.table.seats[seat].bot_decides:
            raise Refusal("not_now", "A bot plays for this seat.")

    def _must_be_new(self, number: int) -> None:
        """What is sent twice, or after something else has happened, is not done."""
        if number != self.number:
            raise Refusal("stale", "The table has changed since.")

    def _must_follow(self, action: dict[str, object]) -> None:
        """In a lesson, what the guide shows is done, or nothing."""
        step = self.table.lesson_step
        if step is not None and action != step.action:
            raise Refusal("not_now", "First do what the guide shows, or leave the guide.")

    def _must_sit(self, reader: Reader) -> None:
        if not self.sits(reader):
            raise Refusal("not_yours", "This is not your seat.")

    def sits(self, reader: Reader) -> bool:
        return bool(self.seats_of(reader.visitor))

    def seats_of(self, visitor: Visitor | None) -> list[int]:
        return [n for n, seat in enumerate(self.table.seats) if visitor is not None and seat.visitor == visitor.id]

    def _away(self, seat: int) -> float:
        """For how many seconds nobody has looked from a seat's own page."""
        visitor = self.table.seats[seat].visitor
        return 0.0 if self.is_present(seat) else monotonic() - self._left.get(visitor, self._opened)

    def is_present(self, seat: int) -> bool:
        visitor = self.table.seats[seat].visitor
        return any(reader.visitor.id == visitor and not reader.dropped.is_set() for reader in self.readers)

    # Bots and clocks.

    def wake(self) -> None:
        """Something has changed: bots may have to play, clocks to run."""
        self._woken.set()
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._go_on())

    async def resume(self) -> None:
        """Go on after a start of the server. A game that was over, and not yet noted to be, is noted now."""
        if self.table.status == "over":
            await self._finish()
        self.wake()

    async def _go_on(self) -> None:
        """Go on, also where the disk does not, as soon as it does again."""
        while True:
            try:
                await self._go_on_while_written()
            except Trouble:
                await asyncio.sleep(1)
            else:
                return

    async def _go_on_while_written(self) -> None:
        """Play for bots, and for those whose time is up, until a person is asked who has time."""
        while self.moment is not None or self.table.to_act is not None:
            self._woken.clear()
            if self.moment is not None and self.table.given_up:
                self.moment = None
                self.tell_all()
                return
            if self.moment is None and self.table.asks_in_secret:
                # The server was stopped at a moment for reactions: it is the last thing that was told.
                async with self._lock:
                    await self._go_on_from(len(self.table.events()) - 1)
            if self.moment is not None:
                left = max(0.0, self.moment.end() - time())
                if self._is_over(self.moment):
                    await self._end_moment()
                else:
                    await self._notice()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._woken.wait(), left or None)
                continue
            seat = self.table.to_act
            assert seat is not None
            if self.table.seats[seat].bot_decides:
                left = min(self.pause, self.table.since + self.pause - time())
                if left > 0 and self.readers and not self.skipping:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._woken.wait(), left)
                else:
                    await self._bot_plays(seat)
                continue
            if self.skipping:
                self.skipping = False
                self.tell_all()
            time_left = self.table.seconds_left(seat, time())
            if time_left is None:
                return
            await self._notice()
            try:
                await asyncio.wait_for(self._woken.wait(), max(0.0, time_left))
            except TimeoutError:
                async with self._lock:
                    if self.table.to_act == seat and (self.table.seconds_left(seat, time()) or 0.0) <= 0:
                        await self.do(Replaced(seat, True, time()))
                        self.tell_all()

    async def _notice(self) -> None:
        """In a game over days, have those told who are asked and not here."""
        if not self.table.slow:
            return
        for seat in self.asked():
            visitor = self.table.seats[seat].visitor
            if visitor and not self.table.seats[seat].bot_decides and not self.is_present(seat):
                await self.store.add_notice(self.table.id, self.number, visitor)
                self.noticed()

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing goes on: the table can be read from the store again when it is needed."""
        return not self.readers and not self._lock.locked() and (self._bots is None or self._bots.done())

    async def _bot_plays(self, seat: int) -> None:
        async with self._lock:
            if self.table.to_act == seat and self.moment is None and self.table.seats[seat].bot_decides:
                await self._play(seat, await self._bot_chooses(seat), bot=True)

    async def _bot_chooses(self, seat: int) -> dict[str, object]:
        session, step = self.table.session, self.table.lesson_step
        assert session is not None
        if step is not None:
            return step.action
        bot = self.table.bot(seat)
        # The bot sees no more than this, and thinks where it holds up nobody.
        world = session.table.imagine(seat, bot.chance)
        action = await asyncio.to_thread(bot.choose, world)
        return session.game.action_to_object(session.table, action)

    # Telling.

    def enter(self, reader: Reader, seat: int | None) -> Welcome:
        """A page comes to the table."""
        new = reader not in self.readers
        self.readers.add(reader)
        mine = self.seats_of(reader.visitor)
        if seat in mine:
            reader.seat = seat
        elif len(mine) == 1:
            reader.seat = mine[0]
        told = welcome(self, reader)
        if new:
            self.tell_all(but=reader)
        self.wake()
        return told

    def leave(self, reader: Reader) -> None:
        self.readers.discard(reader)
        if self.sits(reader):
            self._left[reader.visitor.id] = monotonic()
        self.tell_all()
        if self.table.slow and self.table.status == "playing":
            self.wake()

    def look(self, reader: Reader, seat: int | None) -> None:
        if seat is not None:
            self._must_own(reader, seat)
        reader.seat = seat
        reader.told = 0
        reader.send(state(self, reader))

    def speak(self, reader: Reader, language: str) -> None:
        reader.language = language
        reader.told = 0
        reader.send(welcome(self, reader))

    def tell_all(self, but: Reader | None = None) -> None:
        if self.table.setting.delay:
            self._remember()
        self.readers = {reader for reader in self.readers if not reader.dropped.is_set()}
        # Whoever sees the same is sent the same, and it is written once.
        written: dict[tuple[int | None, str, int, str], tuple[bytes, int]] = {}
        for reader in self.readers:
            if reader is but:
                continue
            who = reader.visitor.id if self.sits(reader) else ""
            sight = (reader.seat, reader.language, reader.told, who)
            if sight not in written:
                written[sight] = (msgspec.json.encode(state(self, reader)), reader.told)
            data, reader.told = written[sight]
            reader.give(data)

    # Looking on, with a delay.

    def _remember(self) -> None:
        """Keep what those who look on may see a while later, and tell them then."""
        events = self.table.events() if self.moment is None else self.table.events()[: self.moment.told]
        past = Past(time(), self.number, self.status, seen_from(self, None), list(events))
        if self.past and self.past[-1].same(past):
            return
        self.past.append(past)
        asyncio.get_running_loop().call_later(self.table.setting.delay, self._tell_late)

    def _tell_late(self) -> None:
        for reader in self.readers:
            if not self.sits(reader):
                reader.send(state(self, reader))

    @property
    def status(self) -> str:
        """What everybody may know of the table's status: that a game is over shows after the last reactions."""
        return "playing" if self.moment is not None and not self.table.given_up else self.table.status

    @property
    def number(self) -> int:
        """The number of the state that is shown: what a move has to name."""
        return self.table.number if self.moment is None else self.moment.number

    @property
    def round(self) -> int:
        if self.table.session is None:
            return 0
        chain = self.table.chain if self.moment is not None else None
        return int((self.table.session.table if chain is None else chain.before).round)

    def asked(self) -> list[int]:
        """The seats that are asked: the one that decides, or all who might react."""
        if self.moment is not None:
            return self.might_answer(self.moment)
        return [] if self.table.to_act is None else [self.table.to_act]
