"""The registry of all tables: creates and finds them, and resumes unfinished games after a restart."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from math import inf
from pathlib import Path
from time import monotonic, time
from typing import Any, Final

import msgspec

from worldgates.api.game import read_options
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.server import invitation
from worldgates.server.bots import HostBots
from worldgates.server.bus import Bus
from worldgates.server.calls import Call, Describe, FindTurn, GetRecord, Summarise, TakeSeat
from worldgates.server.connection import Connection
from worldgates.server.driver import Driver
from worldgates.server.errors import MovedError, RejectedError
from worldgates.server.lease import Lease
from worldgates.server.notify import Notifier, Turn
from worldgates.server.protocol import BotSeat, Friend, Here, Joined, Me, NewTable, SeatListed, SeatRequest, Summary
from worldgates.server.room import Room
from worldgates.server.sentences import clean, is_visible
from worldgates.server.settings import ServerSettings
from worldgates.server.statistics import Finished, GameStatistics, statistics
from worldgates.server.store import (
    BusyError,
    ConflictError,
    LimitError,
    Notice,
    Store,
    StoreDamagedError,
    StoredTable,
    StoreUnavailableError,
    Taken,
    Visitor,
)
from worldgates.server.table import GameTable, Sit, TableConfig, read_config, read_ended, read_entry, write_config

LOG = logging.getLogger(__name__)
A_DAY: Final = 24 * 3600.0
# Seconds after which an idle table is dropped from memory, and between two cleanups.
UNLOAD_AFTER: Final = 600.0
# Seconds for which a table that somebody asked for stays in any case: they may be about to connect.
IN_USE_FOR: Final = 5.0
TIDY_EVERY: Final = 60.0
# Seconds between two looks for games that need the server, and how many times 20 ms a page of them may take.
WAKE_EVERY: Final = 10.0
WAKE_PATIENCE: Final = 100
# Seconds between two looks for games whose server has died.
RESCUE_EVERY: Final = 1.0
TOO_MANY_GAMES: Final = "You have many unfinished games. Finish or abandon one first."
# Words for codes to read out over the phone: short, the same in all our languages, and easy to tell apart.
_WORDS: Final = ("ROSE", "LION", "LUNA", "DRAGO", "FATA", "GEMMA", "ORSO", "PIANO", "RADIO", "TANGO", "TAXI", "ZEBRA")


def visitor_id(token: str) -> str:
    """The visitor with this token. Only the visitor's browser stores the token itself."""
    return hashlib.blake2b(token.encode(), digest_size=16, person=b"worldgates who").hexdigest()


class TableRegistry:
    def __init__(
        self,
        store: Store,
        settings: ServerSettings,
        cards: Path | None = None,
        bots: HostBots | None = None,
        lease: Lease | None = None,
    ) -> None:
        self.store = store
        # Who this server is among those that share the database, and until when its tables are its own.
        self.lease = lease or Lease(store, Bus())
        self.lease.on_lost = self.drop_all
        # Asks the owner of a table; a server alone is the owner of all.
        self.ask: Callable[[Call], Awaitable[Any]] = self._answer_here
        # Called when a table is no longer this server's.
        self.on_dropped: Callable[[Room], None] = lambda _: None
        self.settings = settings
        # The games, with this server's cards.
        self.games = Games(cards)
        self.bots = bots or HostBots(seconds=settings.tables.bot_seconds)
        self._drivers: dict[str, Driver] = {}
        self.notifier = Notifier(store, settings.notify, settings.public_url, self._turn)
        self._opening: dict[str, asyncio.Task[Driver | str | None]] = {}
        # Tables that could not be read: they are not tried again by themselves.
        self._unreadable: set[str] = set()

    @property
    def rooms(self) -> list[Room]:
        """The tables in memory."""
        return [driver.room for driver in self._drivers.values()]

    def _new_driver(self, id: str, code: str, config: TableConfig) -> Driver:
        table = GameTable(id, code, config, self.games.get(config.game))
        room = Room(table, self.store, self.settings.tables)
        room.on_lost = lambda: self._drop(room)
        return Driver(room, self.notifier.wake, self.bots)

    async def keep_awake(self) -> None:
        """Open the running games that need the server: for a bot, a clock or a reaction window. Others are opened when
        somebody needs them."""
        last = -WAKE_EVERY
        while True:
            try:
                # Tables of servers that have died are looked for more often than this server's own.
                own = monotonic() - last >= WAKE_EVERY
                if self.lease.valid:
                    await self.wake_due(time(), own)
                    last = monotonic() if own else last
            except StoreUnavailableError:
                LOG.warning("tables not woken")
            except Exception:
                LOG.exception("tables not woken")
            await asyncio.sleep(RESCUE_EVERY if self.store.shared else WAKE_EVERY)

    async def wake_due(self, now: float, own: bool = True) -> None:
        last = (-1.0, "")
        server = self.lease.server if own else ""
        while page := await self.store.due(now + WAKE_EVERY, last, server=server):
            last = page[-1]
            woken = [driver for _, id in page if (driver := await self._wake(id)) is not None]
            # Not more at a time: they go on until they wait for somebody, and leave memory again.
            for _ in range(WAKE_PATIENCE):
                if all(driver.idle for driver in woken):
                    break
                await asyncio.sleep(0.02)
            for driver in woken:
                # Whoever has asked for a table is about to use it, though they may not be connected to it yet.
                if driver.idle and driver.room.last_used is None:
                    self._forget(driver.room.table.id)

    async def _wake(self, id: str) -> Driver | None:
        """Open a table that is not in memory, and let its bots play on."""
        if id in self._unreadable or (id in self._drivers and not self._drivers[id].idle):
            return None
        try:
            driver = await self._find(id)
            if isinstance(driver, Driver):
                await driver.resume()
                return driver
        except RejectedError:
            # It was logged; the other tables go on.
            self._unreadable.add(id)
        except MovedError:
            # Another server plays it, or this one has lost its lease.
            pass
        return None

    def _forget(self, id: str) -> None:
        """Drop a table from memory."""
        self._drivers.pop(id, None)
        self.bots.leave(id)

    # Whose a table is.

    async def room(self, id: str) -> Room | None:
        """A table by its id, loaded from the store if it is not in memory. Raises a MovedError if it is another
        server's."""
        found = await self._find(id)
        if isinstance(found, str):
            raise MovedError
        if found is None:
            return None
        found.room.last_used = monotonic()
        return found.room

    async def owner(self, id: str) -> str | None:
        """The server that owns a table: this one, if no other does that lives."""
        found = await self._find(id)
        if not isinstance(found, Driver):
            return found
        found.room.last_used = monotonic()
        return self.lease.server

    def _drop(self, room: Room) -> None:
        """A table is no longer this server's, or not known well enough: it is read again when somebody needs it."""
        driver = self._drivers.get(room.table.id)
        if driver is not None and driver.room is room:
            self._forget(room.table.id)
            driver.sleep()
        room.lost = True
        self.on_dropped(room)

    def drop_all(self) -> None:
        """The tables of this server are no longer its own."""
        for room in self.rooms:
            self._drop(room)

    async def hand_over(self) -> None:
        """Give all tables back, when what is being done at them is done."""
        rooms = self.rooms
        for room in rooms:
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await room.lock.acquire()
        await self.lease.end()
        self.drop_all()
        for room in rooms:
            if room.lock.locked():
                room.lock.release()

    async def _find(self, id: str) -> Driver | str | None:
        """A table of this server, taken if it can be; or the server that has it; or None if there is none."""
        if not self.lease.valid:
            raise MovedError
        if id in self._drivers:
            return self._drivers[id]
        if id not in self._opening:
            self._make_room()
            self._opening[id] = asyncio.create_task(self._open(id))
        try:
            return await self._opening[id]
        finally:
            self._opening.pop(id, None)

    def _make_room(self) -> None:
        """Raise a BusyError if another table would be one too many, though all that rest leave memory."""
        most = self.settings.tables.most_open
        if len(self._drivers) + len(self._opening) < most:
            return
        for id, driver in list(self._drivers.items()):
            if driver.idle and monotonic() - (driver.room.last_used or driver.room.opened) > IN_USE_FOR:
                self._forget(id)
        if len(self._drivers) + len(self._opening) >= most:
            raise BusyError

    async def _open(self, id: str) -> Driver | str | None:
        server = self.lease.server
        try:
            taken = await self.store.take(id, server)
            if not isinstance(taken, Taken):
                return taken
            if self.lease.server != server:
                # It was taken with a lease that has been lost meanwhile.
                raise MovedError
            driver = self._read(taken.stored, taken.entries)
            driver.room.epoch = taken.epoch
            if driver.room.table.outdated:
                await driver.room.end_outdated()
            return driver
        except (RejectedError, MovedError):
            raise
        except StoreUnavailableError as error:
            if not isinstance(error, StoreDamagedError):
                raise
            LOG.error("table not read: it is damaged", extra={"table": id})
            raise RejectedError("not_now", "This table can't be read.") from None
        except Exception:
            LOG.exception("table not read", extra={"table": id})
            raise RejectedError("not_now", "This table can't be read.") from None

    def _read(self, stored: StoredTable, entries: list[bytes]) -> Driver:
        id, config = stored.id, read_config(stored.config)
        if config.rules < self.games.get(config.game).oldest_rules:
            return self._read_outdated(stored, config, entries)
        # The edition ends in a hash of the cards; the folder's name before it does not matter.
        if config.edition.rpartition("-")[2] != self.games.get(config.game).edition.rpartition("-")[2]:
            text = "This table uses other cards. The server has to be started with them."
            raise RejectedError("not_now", text)
        driver = self._new_driver(id, stored.code, config)
        for entry in entries:
            driver.room.table.apply(read_entry(entry, driver.room.table.type))
        driver.room.restore()
        return self._drivers.setdefault(id, driver)

    def _read_outdated(self, stored: StoredTable, config: TableConfig, entries: list[bytes]) -> Driver:
        """A table that was begun under older rules: its people and what they said, but not its game."""
        if stored.result is not None:
            raise RejectedError("not_now", "This game was played under older rules and can no longer be shown.")
        driver = self._new_driver(stored.id, stored.code, config)
        table = driver.room.table
        for data in entries:
            if msgspec.json.decode(data)["type"] in ("sit", "chat", "next", "abandon", "outdated"):
                table.apply(read_entry(data, table.type))
        table.entries = len(entries)
        return self._drivers.setdefault(stored.id, driver)

    async def table_of_code(self, code: str) -> str | None:
        """The table that a code leads to."""
        # The hyphen between word and number is optional.
        word = "".join(sign for sign in code.upper() if sign.isalpha())
        number = "".join(sign for sign in code if sign.isdigit())
        return await self.store.table_of_code(f"{word}-{number}")

    async def create(self, request: NewTable, host: Visitor) -> Room:
        """Create a table. Its host takes a seat at once, with the people who share the screen."""
        game = self.games.get(request.game)
        if request.lesson:
            chapters = game.lessons()
            if not 1 <= request.lesson <= len(chapters):
                raise RejectedError("not_now", "There is no lesson with these cards.")
            bots = [BotSeat() for _ in chapters[request.lesson - 1].position.players[1:]]
            request = NewTable(request.game, [Me(), *bots], lesson=request.lesson)
        _check(request, self.bots)
        if not game.min_players <= len(request.seats) <= game.max_players:
            expected = f"expected {game.min_players} to {game.max_players}"
            raise FormatError(f"{expected} seats, got {len(request.seats)}", "seats")
        config = TableConfig(
            game=game.id,
            edition=game.edition,
            rules=game.rules,
            seats=request.seats,
            seed=secrets.token_hex(32),
            host=host.id,
            name=clean(request.name),
            options=read_options(game, request.options).to_dict(),
            starting_seat=request.starting_seat,
            clock=request.clock,
            public=request.public,
            delay=request.delay,
            lesson=request.lesson > 0,
            chapter=request.lesson,
            reactions=request.reactions,
            bot_speed=request.bot_speed,
        )
        room = await self._add(config, host)
        for number, seat in enumerate(request.seats):
            if isinstance(seat, Me):
                await room.sit(number, host)
            elif isinstance(seat, Here):
                await room.sit(number, Visitor(host.id, clean(seat.name), number, host.language))
        return room

    async def play_on(self, game: GameType, position: dict[str, Any], seat: int, level: str, host: Visitor) -> Room:
        """Create a table that begins in a position, with the host at a seat and bots of a level at the others.

        Like a lesson, it counts in no statistics, and its deal proves nothing.
        """
        seats: list[SeatRequest] = [BotSeat(level) for _ in position["players"]]
        seats[seat] = Me()
        config = TableConfig(
            game=game.id,
            edition=game.edition,
            rules=game.rules,
            seats=seats,
            seed=secrets.token_hex(32),
            host=host.id,
            options=position["options"],
            lesson=True,
            reactions=10,
            position=position,
        )
        room = await self._add(config, host)
        await room.sit(seat, host)
        return room

    @property
    def _limits(self) -> tuple[int, int]:
        return self.settings.tables.most, self.settings.tables.most_bots

    async def _add(self, config: TableConfig, visitor: Visitor) -> Room:
        """Add a table that counts among the visitor's."""
        if not self.lease.valid:
            raise StoreUnavailableError
        self._make_room()
        id, server = secrets.token_urlsafe(12), self.lease.server
        for code in _codes():
            try:
                await self.store.add_table(
                    id,
                    code,
                    write_config(config),
                    "waiting",
                    host=config.host,
                    owner=server,
                    public=config.public,
                    bots=_bots(config.seats),
                    visitor=visitor.id,
                    limits=self._limits,
                )
            except ConflictError:
                continue
            except LimitError:
                raise RejectedError("not_now", TOO_MANY_GAMES) from None
            driver = self._new_driver(id, code, config)
            # The first epoch of a table that has an owner.
            driver.room.epoch = 1 if server else 0
            if self.lease.server == server:
                self._drivers[id] = driver
            return driver.room
        raise StoreUnavailableError

    async def join(self, room: Room, seat: int | None, visitor: Visitor) -> int:
        """Take a seat at a table. It counts among the visitor's games."""
        if not room.table.seats_of(visitor.id):
            await self._check_limits(visitor, games=1, bots=0)
        return await room.sit(seat, visitor)

    async def _check_limits(self, visitor: Visitor, games: int, bots: int) -> None:
        try:
            await self.store.check_limits(visitor.id, games, bots, self._limits)
        except LimitError:
            raise RejectedError("not_now", TOO_MANY_GAMES) from None

    async def rematch(self, old: GameTable, visitor: Visitor) -> str:
        """Create a table with the same players, each moved on by one seat, for the visitor who asks for it."""
        config = old.config
        seats: list[SeatRequest] = [
            Friend() if isinstance(seat.request, Me) else seat.request for seat in [*old.seats[1:], old.seats[0]]
        ]
        new = TableConfig(
            game=config.game,
            edition=config.edition,
            rules=old.type.rules,
            seats=seats,
            seed=secrets.token_hex(32),
            host=visitor.id,
            name=old.name,
            options=config.options,
            clock=config.clock,
            delay=config.delay,
            reactions=config.reactions,
            bot_speed=old.bot_speed,
        )
        room = await self._add(new, visitor)
        for number, seat in enumerate([*old.seats[1:], old.seats[0]]):
            if seat.visitor:
                await room.append(Sit(number, seat.visitor, seat.name, seat.colour, time()))
        room.on_change()
        return room.table.id

    async def fill(self, room: Room, connection: Connection, seats: list[int] | None, level: str) -> None:
        """Give free seats of a table to bots: those given, or all."""
        if not self.bots.knows(level):
            raise RejectedError("format", "There is no such bot.")
        free = sum(seat.is_open for seat in room.table.seats)
        await self._check_limits(connection.visitor, games=0, bots=free if seats is None else len(seats))
        await room.fill(connection, seats, level)

    # Lists.

    async def open_tables(self, visitor: Visitor | None) -> list[Summary]:
        """Public tables with a free seat."""
        return await self._summaries(await self.store.open_tables(), visitor)

    async def tables_of(self, visitor: Visitor, before: float = inf) -> list[Summary]:
        """A visitor's tables, most recently changed first. Finished games are listed without a replay."""
        tables = await self.store.tables_of(visitor.id, before)
        unfinished = [stored.id for stored, _ in tables if stored.result is None]
        shown = {each.id: each for each in await self._summaries(unfinished, visitor)}
        shown |= {stored.id: _of_ended(stored, seats) for stored, seats in tables if stored.result is not None}
        return [shown[stored.id] for stored, _ in tables if stored.id in shown]

    async def statistics(self, visitor: Visitor) -> list[GameStatistics]:
        finished = []
        for stored, seats in await self.store.finished_of(visitor.id):
            config = read_config(stored.config)
            if stored.result is not None and not config.lesson:
                finished.append(Finished(stored.id, config.game, read_ended(stored.result), seats))
        return statistics(finished)

    async def _summaries(self, ids: list[str], visitor: Visitor | None) -> list[Summary]:
        """Those of these tables that can be opened, wherever they are."""

        async def find(id: str) -> Summary | None:
            with suppress(RejectedError):
                found: Summary | None = await self.ask(Summarise(id, visitor))
                return found
            return None

        return [each for each in await asyncio.gather(*map(find, ids)) if each is not None]

    # Answers about a table of this server.

    async def _answer_here(self, call: Call) -> Any:
        room = await self.room(call.table)
        return None if room is None else await self.answer(room, call)

    async def answer(self, room: Room, call: Call) -> Any:
        match call:
            case Summarise():
                return summary(room, call.visitor)
            case TakeSeat():
                seat = await self.join(room, call.seat, call.visitor)
                return Joined(seat=seat, **msgspec.structs.asdict(summary(room, call.visitor)))
            case GetRecord():
                seated = call.visitor is not None and bool(room.table.seats_of(call.visitor.id))
                delay = 0 if seated else room.table.config.delay
                if room.status != "over" or room.table.game is None or time() < room.table.since + delay:
                    return b""
                return msgspec.json.encode(room.table.record())
            case Describe():
                host = await self.store.visitor(room.table.config.host)
                return invitation.head(room.table, self.settings.public_url, host.language if host else call.language)
            case FindTurn():
                return await self._turn_at(room, call.notice)

    # Notices.

    async def _turn(self, notice: Notice) -> Turn | None:
        found: Turn | None = await self.ask(FindTurn(notice.table, notice))
        return found

    async def _turn_at(self, room: Room, notice: Notice) -> Turn | None:
        """The content of a notice, if it is still that person's turn and they are not connected."""
        if room.number != notice.number:
            return None
        table = room.table
        for seat in room.asked():
            state = table.seats[seat]
            if state.visitor == notice.visitor and not state.bot_decides and not room.is_present(seat):
                visitor = await self.store.visitor(notice.visitor)
                language = visitor.language if visitor else "en"
                url = f"{self.settings.public_url}/t/{table.id}"
                return Turn(state.name, language, table.type.id, table.type.text(language).title(), table.id, url)
        return None

    # Cleanup.

    async def tidy(self, now: float) -> None:
        """Drop idle tables from memory, and end abandoned games."""
        keep = self.settings.keep
        await self.store.archive(now - keep.finished * A_DAY)
        for id, driver in list(self._drivers.items()):
            if driver.may_sleep and monotonic() - (driver.room.last_used or driver.room.opened) > UNLOAD_AFTER:
                driver.sleep()
                self._forget(id)
        for id in await self.store.idle("abandoned", now - keep.abandoned * A_DAY):
            self._forget(id)
            await self.store.delete(id)
        for status, days in (("waiting", keep.waiting), ("playing", keep.playing)):
            for id in await self.store.idle(status, now - days * A_DAY):
                with suppress(RejectedError, MovedError):
                    room = await self.room(id)
                    if room is not None and not room.connections and not room.table.slow:
                        await room.expire()

    async def keep_tidy(self) -> None:
        while True:
            try:
                await self.tidy(time())
            except (StoreUnavailableError, MovedError):
                LOG.warning("tables not tidied")
            except Exception:
                LOG.exception("tables not tidied")
            await asyncio.sleep(TIDY_EVERY)


def _codes() -> Iterator[str]:
    """Codes to try for a new table: short ones, and longer ones if the short ones are nearly used up."""
    for digits, tries in ((4, 20), (6, 20), (8, 20)):
        for _ in range(tries):
            yield f"{secrets.choice(_WORDS)}-{secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"


def _bots(seats: list[SeatRequest]) -> int:
    return sum(isinstance(seat, BotSeat) for seat in seats)


def _check(request: NewTable, bots: HostBots) -> None:
    """Validate a request for a table, as far as it does not depend on the game."""
    if request.clock is not None and (request.clock.minutes > 0) == (request.clock.hours > 0):
        raise FormatError("expected either minutes for the game or hours for each decision", "clock")
    for number, each in enumerate(request.seats):
        if isinstance(each, Here) and not is_visible(clean(each.name)):
            raise FormatError("expected a name", f"seats[{number}].name")
        if isinstance(each, BotSeat) and not bots.knows(each.level):
            raise FormatError(f"expected one of {', '.join(bots.names)}, got {each.level!r}", f"seats[{number}].level")
    if sum(isinstance(seat, Me) for seat in request.seats) > 1:
        raise FormatError("expected at most one seat of your own", "seats")
    if all(isinstance(seat, BotSeat) for seat in request.seats):
        raise FormatError("expected at least one person", "seats")
    if request.starting_seat is not None and request.starting_seat >= len(request.seats):
        raise FormatError(f"there is no seat {request.starting_seat}", "first")


def summary(room: Room, visitor: Visitor | None) -> Summary:
    table = room.table
    mine = [] if visitor is None else table.seats_of(visitor.id)
    # Spectators see no more here than at the table.
    late = None if mine else room.delayed()
    return Summary(
        id=table.id,
        code=table.code,
        name=table.name,
        game=table.type.id,
        status=room.status if late is None else late.status,
        round=room.round if late is None else late.round,
        mine=mine,
        waits_for_me=any(seat in mine for seat in room.asked()),
        slow=table.slow,
        changed=table.since if late is None else late.at,
        host=next((seat.name for seat in table.seats if seat.visitor == table.config.host), ""),
        seats=[
            SeatListed(seat.name, seat.colour, "bot" if seat.is_bot else "open" if seat.is_open else "person")
            for seat in table.seats
        ],
    )


def _of_ended(stored: StoredTable, mine: list[int]) -> Summary:
    config, ended = read_config(stored.config), read_ended(stored.result or b"")
    return Summary(
        id=stored.id,
        code=stored.code,
        name=config.name,
        game=config.game,
        status="over",
        round=ended.round,
        mine=mine,
        waits_for_me=False,
        slow=config.clock is not None and config.clock.hours > 0,
        changed=ended.at,
        won=any(ended.payoffs[seat] > 0 for seat in mine),
        seats=[SeatListed(seat.name, seat.colour, seat.kind) for seat in ended.seats],
    )
