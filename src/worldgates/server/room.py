"""A table that is in use: who is connected to it, the bots that play at it, and the clocks that run.

Everything that is done goes the same way: it is checked, written, applied, and told to everybody, each in their own
language and from their own seat. One thing is done at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import time
from typing import Final

import msgspec

from worldgates.core.formats import FormatError
from worldgates.core.table import SPECTATOR, Event, RuleError
from worldgates.core.text import words
from worldgates.server.protocol import (
    VERSION,
    Asked,
    BotSeat,
    ChatLine,
    Choice,
    Hinted,
    Refused,
    SeatShown,
    Sentence,
    State,
    ToBrowser,
    Welcome,
)
from worldgates.server.store import Conflict, Store, Visitor
from worldgates.server.table import (
    Abandoned,
    Entry,
    Followed,
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

# How long a bot seems to think, so that people can follow.
PAUSE: Final = 1.1
# At a table with clocks, how many seconds somebody has to react. It is on no clock: that would show who was asked (K29).
TIME_TO_REACT: Final = 60.0
# A socket that does not read loses its connection when so much waits for it.
MOST_WAITING: Final = 100
LONGEST_LOG: Final = 400


class Refusal(Exception):  # noqa: N818 (an answer, not a failure)
    """What was asked for is not done."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


class Reader:
    """A page that looks at the table: its visitor, language, and the seat it looks from."""

    def __init__(self, visitor: Visitor, language: str) -> None:
        self.visitor = visitor
        self.language = language
        self.seat: int | None = None
        # How many sentences of the chronicle it has.
        self.told = 0
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)

    def send(self, message: ToBrowser) -> None:
        try:
            self.waiting.put_nowait(msgspec.json.encode(message))
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """Let go of a page that does not read."""
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)


class Room:
    def __init__(self, table: GameTable, store: Store, pause: float = PAUSE) -> None:
        self.table = table
        self.store = store
        self.pause = pause
        self.readers: set[Reader] = set()
        self.skipping = False
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
            mine = [number for number, state in enumerate(table.seats) if state.visitor == visitor.id]
            if mine and seat is None:
                return mine[0]
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
            self._must_own(reader, seat)
            self._must_be_new(reader, number)
            await self._play(seat, action, bot=False)
        self.wake()

    async def _play(self, seat: int, action: dict[str, object], bot: bool) -> None:
        table = self.table
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
        before = table.number
        await self.do(Played(seat, session.game.action_to_object(session.table, known), time(), bot))
        if table.status == "over":
            await self.store.set_status(table.id, "over")
        if table.number > before:
            self.tell_all()
        else:
            # Nobody else may notice that somebody was asked.
            concerned = {table.seats[each].visitor for each in (seat, table.to_act) if each is not None}
            for reader in self.readers:
                if reader.visitor.id in concerned:
                    reader.send(self.state(reader))

    async def undo(self, reader: Reader, number: int, seat: int) -> None:
        async with self._lock:
            self._must_own(reader, seat)
            self._must_be_new(reader, number)
            if not self.table.can_undo(seat):
                raise Refusal("not_now", "This cannot be taken back.")
            await self.do(Undone(seat, time()))
            self.tell_all()
        self.wake()

    async def say(self, reader: Reader, text: str) -> None:
        async with self._lock:
            text = " ".join(text.split())
            if not text:
                raise Refusal("format", "There is nothing to say.")
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
            if state.is_bot or state.is_open or state.resigned or table.status != "playing":
                raise Refusal("not_now", "No bot can take over here.")
            mine = state.visitor == reader.visitor.id
            if bot and not mine and (self._sits(reader) is False or self.is_present(seat)):
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
            if self.table.status != "playing" or self.table.seats[seat].resigned:
                raise Refusal("not_now", "There is nothing to resign.")
            await self.do(Resigned(seat, time()))
            if self.table.status == "over":
                await self.store.set_status(self.table.id, "over")
            self.tell_all()
        self.wake()

    async def abandon(self, reader: Reader) -> None:
        """End the game without a result: where nobody else's game is taken away by it."""
        async with self._lock:
            table = self.table
            if not self._sits(reader) or table.status not in ("waiting", "playing"):
                raise Refusal("not_now", "There is no game to abandon.")
            for number, seat in enumerate(table.seats):
                others = seat.visitor not in ("", reader.visitor.id)
                if others and not seat.resigned and (self.is_present(number) or not seat.replaced):
                    raise Refusal("not_yours", "Others play here too: resign, or let a bot take over.")
            await self.do(Abandoned(time()))
            self.tell_all()

    async def follow(self, reader: Reader, make: Callable[[GameTable], Awaitable[str]]) -> str:
        """The table of the rematch; the first to ask makes it."""
        async with self._lock:
            self._must_sit(reader)
            if self.table.status != "over":
                raise Refusal("not_now", "The game goes on.")
            if self.table.next_table is None:
                await self.do(Followed(await make(self.table)))
                self.tell_all()
            assert self.table.next_table is not None
            return self.table.next_table

    def skip(self, reader: Reader) -> None:
        self._must_sit(reader)
        self.skipping = True
        self.wake()
        self.tell_all()

    async def hint(self, reader: Reader, seat: int) -> None:
        """What a bot would do, knowing no more than the seat does."""
        async with self._lock:
            self._must_own(reader, seat)
            table = self.table
            session = table.session
            if table.to_act != seat or session is None:
                raise Refusal("not_now", "It is not this seat's turn.")
            bot, number = table.hint_bot(seat), table.number_for(reader.visitor.id)
            world = session.table.imagine(seat, bot.chance)
        action = await asyncio.to_thread(bot.choose, world)
        if table.number_for(reader.visitor.id) == number:
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

    def _must_be_new(self, reader: Reader, number: int) -> None:
        """What is sent twice, or after something else has happened, is not done."""
        if number != self.table.number_for(reader.visitor.id):
            raise Refusal("stale", "The table has changed since.")

    def _must_sit(self, reader: Reader) -> None:
        if not self._sits(reader):
            raise Refusal("not_yours", "This is not your seat.")

    def _sits(self, reader: Reader) -> bool:
        return any(seat.visitor == reader.visitor.id for seat in self.table.seats)

    def is_present(self, seat: int) -> bool:
        return any(reader.visitor.id == self.table.seats[seat].visitor for reader in self.readers)

    # Bots and clocks.

    def wake(self) -> None:
        """Something has changed: bots may have to play, clocks to run."""
        self._woken.set()
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        """Play for bots, and for those whose time is up, until a person is asked who has time."""
        while self.table.to_act is not None:
            seat = self.table.to_act
            self._woken.clear()
            # Where several people play, only one of them may know whether a bot or a person is asked.
            secret = self.table.asks_in_secret and sum(not each.bot_decides for each in self.table.seats) > 1
            if self.table.seats[seat].bot_decides:
                left = min(self.pause, self.table.since + self.pause - time())
                if left > 0 and self.readers and (secret or not self.skipping):
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._woken.wait(), left)
                else:
                    await self._bot_plays(seat)
                continue
            if self.skipping and not secret:
                self.skipping = False
                self.tell_all()
            left = self.table.seconds_left(seat, time())
            if left is None:
                return
            if self.table.asks_in_secret:
                left = self.table.asked + TIME_TO_REACT - time()
            try:
                await asyncio.wait_for(self._woken.wait(), max(0.0, left))
            except TimeoutError:
                if self.table.asks_in_secret:
                    await self._bot_plays(seat, too_late=True)
                    continue
                async with self._lock:
                    if self.table.to_act == seat and (self.table.seconds_left(seat, time()) or 0.0) <= 0:
                        await self.do(Replaced(seat, True, time()))
                        self.tell_all()

    async def _bot_plays(self, seat: int, too_late: bool = False) -> None:
        async with self._lock:
            table = self.table
            session = table.session
            if table.to_act != seat or session is None or not (table.seats[seat].bot_decides or (too_late and table.asks_in_secret)):
                return
            bot = table.bot(seat)
            # The bot sees no more than this, and thinks where it holds up nobody.
            world = session.table.imagine(seat, bot.chance)
            action = await asyncio.to_thread(bot.choose, world)
            await self._play(seat, session.game.action_to_object(session.table, action), bot=True)

    # Telling.

    def enter(self, reader: Reader, seat: int | None) -> Welcome:
        """A page comes to the table."""
        self.readers.add(reader)
        mine = [number for number, state in enumerate(self.table.seats) if state.visitor == reader.visitor.id]
        if seat in mine:
            reader.seat = seat
        elif len(mine) == 1:
            reader.seat = mine[0]
        welcome = self.welcome(reader)
        self.tell_all(but=reader)
        self.wake()
        return welcome

    def leave(self, reader: Reader) -> None:
        self.readers.discard(reader)
        self.tell_all()

    def look(self, reader: Reader, seat: int | None) -> None:
        if seat is not None:
            self._must_own(reader, seat)
        reader.seat = seat
        reader.told = 0
        reader.send(self.state(reader))

    def speak(self, reader: Reader, language: str) -> None:
        reader.language = language
        reader.told = 0
        reader.send(self.welcome(reader))

    def tell_all(self, but: Reader | None = None) -> None:
        for reader in self.readers:
            if reader is not but:
                reader.send(self.state(reader))

    def welcome(self, reader: Reader) -> Welcome:
        table = self.table
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
            state=self.state(reader),
        )

    def state(self, reader: Reader) -> State:
        """The table as a page may see it; what it has been told is remembered."""
        table, now = self.table, time()
        session = table.session
        events = table.events()
        kept = min(reader.told, len(events))
        first = max(kept, len(events) - LONGEST_LOG)
        sentences = [self._sentence(reader, number, events[number]) for number in range(first, len(events))]
        reader.told = len(events)
        over = table.status == "over"
        mine = next((n for n, seat in enumerate(table.seats) if n == table.to_act and self._owns(reader, seat)), None)
        return State(
            number=table.number_for(reader.visitor.id),
            status=table.status,  # type: ignore[arg-type]
            seats=[self._seat_shown(reader, number, now) for number in range(len(table.seats))],
            seat=reader.seat,
            view=session.view(SPECTATOR if reader.seat is None else reader.seat) if session else None,
            asked=self._asked(reader),
            mine_asked=mine,
            kept=kept,
            sentences=sentences,
            can_undo=reader.seat is not None and table.can_undo(reader.seat),
            skipping=self.skipping,
            payoffs=table.result()[0] if over else None,
            ranking=table.result()[1] if over else None,
            seed=table.setting.seed if over else None,
            next_table=table.next_table,
        )

    def _owns(self, reader: Reader, seat: SeatState) -> bool:
        return seat.visitor == reader.visitor.id and not seat.bot_decides

    def _seat_shown(self, reader: Reader, number: int, now: float) -> SeatShown:
        table, seat = self.table, self.table.seats[number]
        return SeatShown(
            name=seat.name,
            colour=seat.colour,
            kind="bot" if seat.is_bot else "open" if seat.is_open else "person",
            mine=seat.visitor == reader.visitor.id,
            present=seat.is_bot or self.is_present(number),
            replaced=seat.replaced,
            resigned=seat.resigned,
            level=seat.wish.level if isinstance(seat.wish, BotSeat) else "",
            clock=table.seconds_left(number, now),
            running=self._runs(number),
        )

    def _runs(self, number: int) -> bool:
        """Whether a clock is seen to run. At the moment for reactions that would tell who is asked (K29)."""
        return self.table.to_act == number and not self.table.asks_in_secret

    def _asked(self, reader: Reader) -> Asked | None:
        table, session = self.table, self.table.session
        seat = table.to_act
        if session is None or seat is None or reader.seat != seat or not self._owns(reader, table.seats[seat]):
            return None
        text = session.game.text(reader.language)
        view = session.view(seat)
        return Asked(
            seat, text.question(view), [Choice(action, text.action(action, view)) for action in session.legal()]
        )

    def _sentence(self, reader: Reader, number: int, event: Event) -> Sentence:
        session = self.table.session
        assert session is not None
        text = session.game.text(reader.language)
        seen = event.seen_by(SPECTATOR if reader.seat is None else reader.seat)
        return Sentence(number, text.event(seen, session.player_names), text.clause(seen), seen)


def sentences(say: Callable[[str], str]) -> tuple[str, ...]:
    """Everything that a server refuses with, said here so that the catalogues know it."""
    return (
        say("Another process plays this table."),
        say("Expected hello first."),
        say("It is not this seat's turn."),
        say("No bot can take over here."),
        say("Only its player can take this seat back."),
        say("Others play here too: resign, or let a bot take over."),
        say("Slowly: one thing after the other."),
        say("The game goes on."),
        say("The table has changed since."),
        say("There is no game to abandon."),
        say("There is no such seat."),
        say("There is nothing to resign."),
        say("There is nothing to say."),
        say("This cannot be taken back."),
        say("This is not your seat."),
        say("This is too long."),
        say("This player is here."),
        say("This seat is taken."),
        say("Worldgates has a new version: load the page again."),
    )


def refused(error: Refusal, reader: Reader, number: int) -> Refused:
    """The answer to what is not done, in the language of its reader; what the rules say comes as it is."""
    texts = dict(zip(sentences(str), sentences(words(reader.language).say), strict=True))
    return Refused(error.code, texts.get(error.text, error.text), number)  # type: ignore[arg-type]
