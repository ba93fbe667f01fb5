"""All tables of a server: setting new ones, finding them, and waking those that were played when it last stopped."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from contextlib import suppress
from pathlib import Path
from time import monotonic, time
from typing import Final

from worldgates.core.formats import FormatError
from worldgates.core.games import Game
from worldgates.core.games import game as game_called
from worldgates.server.notify import Notifier, Turn
from worldgates.server.protocol import BotSeat, Friend, Here, Me, NewTable, SeatListed, SeatWish, Summary
from worldgates.server.reader import Refusal
from worldgates.server.room import Room
from worldgates.server.sentences import clean
from worldgates.server.settings import Settings
from worldgates.server.statistics import Finished, GameStatistics, statistics
from worldgates.server.store import Conflict, Notice, Store, StoredTable, Visitor
from worldgates.server.table import GameTable, Setting, Sit, read_ended, read_entry, read_setting, write_setting

LOG = logging.getLogger(__name__)
A_DAY: Final = 24 * 3600.0
# Seconds after which a table that nobody uses is forgotten, and between two looks for such tables.
FORGET_AFTER: Final = 600.0
TIDY_EVERY: Final = 60.0
# Words for codes that can be said over a telephone: short, alike in our languages, none that sounds like another.
_WORDS: Final = ("ROSE", "LION", "LUNA", "DRAGO", "FATA", "GEMMA", "ORSO", "PIANO", "RADIO", "TANGO", "TAXI", "ZEBRA")


def visitor_id(token: str) -> str:
    """Who a token belongs to. The token itself is kept nowhere but in its visitor's browser."""
    return hashlib.blake2b(token.encode(), digest_size=16, person=b"worldgates who").hexdigest()


class House:
    def __init__(self, store: Store, settings: Settings, cards: Path | None = None) -> None:
        self.store = store
        self.settings = settings
        self.cards = cards
        self.rooms: dict[str, Room] = {}
        self.notifier = Notifier(store, settings.notify, settings.public_url, self._turn)
        self._opening: dict[str, asyncio.Task[Room | None]] = {}

    def game(self, name: object) -> Game:
        """A game by its name, with the cards that this server plays it with."""
        return game_called(name, cards=self.cards if name == "clef" else None)

    def _new_room(self, id: str, code: str, setting: Setting) -> Room:
        tables = self.settings.tables
        table = GameTable(id, code, setting, self.game(setting.game))
        room = Room(table, self.store, tables.pause, tables.reaction, tables.away)
        room.noticed = self.notifier.wake
        return room

    async def wake(self) -> None:
        """Go on with everything that was being played."""
        for stored in await self.store.tables("playing"):
            with suppress(Refusal):
                room = await self.room(stored.id)
                if room is not None:
                    await room.resume()

    async def room(self, id: str) -> Room | None:
        """A table by its id, read from the store where it is not in use."""
        if id in self.rooms:
            self.rooms[id].touched = monotonic()
            return self.rooms[id]
        if id not in self._opening:
            self._opening[id] = asyncio.create_task(self._open(id))
        try:
            return await self._opening[id]
        finally:
            self._opening.pop(id, None)

    async def _open(self, id: str) -> Room | None:
        found = await self.store.table(id)
        if found is None:
            return None
        try:
            return self._read(*found)
        except Refusal:
            raise
        except Exception:
            LOG.exception("table not read", extra={"table": id})
            raise Refusal("not_now", "This table cannot be read.") from None

    def _read(self, stored: StoredTable, entries: list[bytes]) -> Room:
        id, setting = stored.id, read_setting(stored.setting)
        # What the cards are counts, not what their folder is called.
        if setting.edition.rpartition("-")[2] != self.game(setting.game).edition.rpartition("-")[2]:
            raise Refusal("not_now", "This table was set with other cards: the server has to be started with them.")
        room = self._new_room(id, stored.code, setting)
        for entry in entries:
            room.table.apply(read_entry(entry))
        return self.rooms.setdefault(id, room)

    async def room_of_code(self, code: str) -> Room | None:
        # As it was said: with or without what stands between word and number.
        word = "".join(sign for sign in code.upper() if sign.isalpha())
        number = "".join(sign for sign in code if sign.isdigit())
        id = await self.store.table_of_code(f"{word}-{number}")
        return await self.room(id) if id else None

    async def set_table(self, wish: NewTable, host: Visitor) -> Room:
        """A new table; whoever sets it sits down at once, with those who share the screen."""
        lesson = self.game(wish.game).lesson() if wish.lesson else None
        if wish.lesson:
            if lesson is None:
                raise Refusal("not_now", "There is no lesson with these cards.")
            bots = [BotSeat() for _ in range(lesson.players - 1)]
            wish = NewTable(wish.game, [Me(), *bots], first=lesson.first, lesson=True)
        await self._must_have_few(host, sum(isinstance(seat, BotSeat) for seat in wish.seats))
        if wish.clock is not None and (wish.clock.minutes > 0) == (wish.clock.hours > 0):
            raise FormatError("expected either minutes for the game or hours for each decision", "clock")
        for number, each in enumerate(wish.seats):
            if isinstance(each, Here) and not clean(each.name):
                raise FormatError("expected a name", f"seats[{number}].name")
        game = self.game(wish.game)
        if not game.min_players <= len(wish.seats) <= game.max_players:
            expected = f"expected {game.min_players} to {game.max_players}"
            raise FormatError(f"{expected} seats, got {len(wish.seats)}", "seats")
        if sum(isinstance(seat, Me) for seat in wish.seats) > 1:
            raise FormatError("expected at most one seat of your own", "seats")
        if all(isinstance(seat, BotSeat) for seat in wish.seats):
            raise FormatError("expected at least one person", "seats")
        if wish.first is not None and wish.first >= len(wish.seats):
            raise FormatError(f"there is no seat {wish.first}", "first")
        setting = Setting(
            game=game.id,
            edition=game.edition,
            seats=wish.seats,
            seed=secrets.token_hex(32) if lesson is None else lesson.seed,
            host=host.id,
            name=clean(wish.name),
            options=game.options(wish.options),
            first=wish.first,
            clock=wish.clock,
            public=wish.public,
            delay=wish.delay,
            lesson=wish.lesson,
        )
        room = await self._add(setting)
        for number, seat in enumerate(wish.seats):
            if isinstance(seat, Me):
                await room.sit(number, host)
            elif isinstance(seat, Here):
                await room.sit(number, Visitor(host.id, clean(seat.name), number, host.language))
        return room

    async def _must_have_few(self, host: Visitor, bots: int) -> None:
        """One visitor has no more games and bots than others leave room for."""
        limits = self.settings.tables
        games, bots_now = await self.store.count_open(host.id)
        if games >= limits.most or bots_now + bots > limits.most_bots:
            raise Refusal("not_now", "You have many games that are not over: finish or abandon one first.")

    async def _add(self, setting: Setting) -> Room:
        id = secrets.token_urlsafe(12)
        while True:
            code = f"{secrets.choice(_WORDS)}-{secrets.randbelow(9000) + 1000}"
            with suppress(Conflict):
                await self.store.add_table(id, code, write_setting(setting), "waiting")
                break
        room = self._new_room(id, code, setting)
        self.rooms[id] = room
        return room

    async def rematch(self, old: GameTable) -> str:
        """The same players at a new table, each one seat further on."""
        setting = old.setting
        seats: list[SeatWish] = [
            Friend() if isinstance(seat.wish, Me) else seat.wish for seat in [*old.seats[1:], old.seats[0]]
        ]
        new = Setting(
            game=setting.game,
            edition=setting.edition,
            seats=seats,
            seed=secrets.token_hex(32),
            host=setting.host,
            name=setting.name,
            options=setting.options,
            clock=setting.clock,
            delay=setting.delay,
        )
        room = await self._add(new)
        for number, seat in enumerate([*old.seats[1:], old.seats[0]]):
            if seat.visitor:
                await self.store.sit(room.table.id, number, seat.visitor)
                await room.do(Sit(number, seat.visitor, seat.name, seat.colour, time()))
        room.wake()
        return room.table.id

    # Lists.

    async def open_tables(self) -> list[Room]:
        """Tables listed for everybody at which a seat is free."""
        return await self._rooms(await self.store.open_tables())

    async def listed(self, visitor: Visitor) -> list[Summary]:
        """A visitor's tables, those touched last first. Games that are over are not played again for that."""
        seats = await self.store.seats_of(visitor.id)
        found = []
        for stored in await self.store.tables_of(visitor.id):
            if stored.result is not None:
                found.append(_of_ended(stored, seats[stored.id]))
            else:
                found += [summary(room, visitor) for room in await self._rooms([stored])]
        return found

    async def statistics(self, visitor: Visitor) -> list[GameStatistics]:
        seats = await self.store.seats_of(visitor.id)
        finished = []
        for stored in await self.store.finished_of(visitor.id):
            setting = read_setting(stored.setting)
            if stored.result is not None and not setting.lesson:
                finished.append(Finished(stored.id, setting.game, read_ended(stored.result), seats[stored.id]))
        return statistics(finished)

    async def _rooms(self, tables: list[StoredTable]) -> list[Room]:
        found = []
        for stored in tables:
            with suppress(Refusal):
                room = await self.room(stored.id)
                if room is not None:
                    found.append(room)
        return found

    # Telling people who are away.

    async def _turn(self, notice: Notice) -> Turn | None:
        """What a notice is about, if it still is that person's turn and they are not here."""
        room = await self.room(notice.table)
        if room is None or room.number != notice.number:
            return None
        table = room.table
        for seat in room.asked():
            state = table.seats[seat]
            if state.visitor == notice.visitor and not state.bot_decides and not room.is_present(seat):
                visitor = await self.store.visitor(notice.visitor)
                language = visitor.language if visitor else "en"
                url = f"{self.settings.public_url}/t/{table.id}"
                return Turn(state.name, language, table.game.id, table.game.text(language).title(), table.id, url)
        return None

    # Putting away.

    async def tidy(self, now: float) -> None:
        """Forget tables that nobody uses, and end those that nobody comes back to."""
        keep = self.settings.keep
        for id, room in list(self.rooms.items()):
            if room.idle and monotonic() - room.touched > FORGET_AFTER:
                del self.rooms[id]
        for id in await self.store.idle("abandoned", now - keep.abandoned * A_DAY):
            self.rooms.pop(id, None)
            await self.store.delete(id)
        for status, days in (("waiting", keep.waiting), ("playing", keep.playing)):
            for id in await self.store.idle(status, now - days * A_DAY):
                with suppress(Refusal):
                    room_of = await self.room(id)
                    if room_of is not None and not room_of.readers and not room_of.table.slow:
                        await room_of.put_away()

    async def keep_tidy(self) -> None:
        while True:
            try:
                await self.tidy(time())
            except Exception:
                LOG.exception("not tidied")
            await asyncio.sleep(TIDY_EVERY)


def summary(room: Room, visitor: Visitor | None) -> Summary:
    table = room.table
    mine = room.seats_of(visitor)
    return Summary(
        id=table.id,
        code=table.code,
        name=table.setting.name,
        game=table.game.id,
        status=room.status,  # type: ignore[arg-type]
        round=room.round,
        mine=mine,
        waits_for_me=any(seat in mine for seat in room.asked()),
        slow=table.slow,
        changed=table.since,
        seats=[
            SeatListed(seat.name, seat.colour, "bot" if seat.is_bot else "open" if seat.is_open else "person")
            for seat in table.seats
        ],
    )


def _of_ended(stored: StoredTable, mine: list[int]) -> Summary:
    setting, ended = read_setting(stored.setting), read_ended(stored.result or b"")
    return Summary(
        id=stored.id,
        code=stored.code,
        name=setting.name,
        game=setting.game,
        status="over",
        round=ended.round,
        mine=mine,
        waits_for_me=False,
        slow=setting.clock is not None and setting.clock.hours > 0,
        changed=ended.at,
        won=any(ended.payoffs[seat] > 0 for seat in mine),
        seats=[SeatListed(seat.name, seat.colour, seat.kind) for seat in ended.seats],
    )
