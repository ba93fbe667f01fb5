"""All tables of a server: setting new ones, finding them, and waking those that were played when it last stopped."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Final

from worldgates.core.formats import FormatError
from worldgates.core.games import Game
from worldgates.core.games import game as game_called
from worldgates.server.protocol import BotSeat, Friend, Here, Me, NewTable, SeatWish
from worldgates.server.room import Refusal, Room
from worldgates.server.settings import Settings
from worldgates.server.store import Conflict, Store, StoredTable, Visitor
from worldgates.server.table import GameTable, Setting, Sit, read_entry, read_setting, write_setting

# Words for codes that can be said over a telephone: short, alike in our languages, none that sounds like another.
_WORDS: Final = ("ROSE", "LION", "LUNA", "DRAGO", "FATA", "GEMMA", "ORSO", "PIANO", "RADIO", "TANGO", "TAXI", "ZEBRA")


def visitor_id(token: str) -> str:
    """Who a token belongs to. The token itself is kept nowhere but in its visitor's browser."""
    return hashlib.blake2b(token.encode(), digest_size=16, person=b"worldgates who").hexdigest()


class House:
    def __init__(self, store: Store, settings: Settings, cards: Path | None = None) -> None:
        self.store = store
        self.settings = settings
        self._cards = cards
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room | None]] = {}

    def game(self, name: object) -> Game:
        """A game by its name, with the cards that this server plays it with."""
        return game_called(name, cards=self._cards if name == "clef" else None)

    def _new_room(self, id: str, code: str, setting: Setting) -> Room:
        tables = self.settings.tables
        return Room(GameTable(id, code, setting, self.game(setting.game)), self.store, tables.pause, tables.reaction)

    async def wake(self) -> None:
        """Go on with everything that was being played."""
        for stored in await self.store.tables("playing"):
            with suppress(Refusal):
                room = await self.room(stored.id)
                if room is not None:
                    room.wake()

    async def room(self, id: str) -> Room | None:
        """A table by its id, read from the store where it is not in use."""
        if id in self.rooms:
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
        stored, entries = found
        setting = read_setting(stored.setting)
        # What the cards are counts, not what their folder is called.
        if setting.edition.rpartition("-")[2] != self.game(setting.game).edition.rpartition("-")[2]:
            raise Refusal("not_now", "This table was set with other cards: the server has to be started with them.")
        room = self._new_room(id, stored.code, setting)
        for entry in entries:
            room.table.apply(read_entry(entry))
        return self.rooms.setdefault(id, room)

    async def room_of_code(self, code: str) -> Room | None:
        id = await self.store.table_of_code(code.strip().upper())
        return await self.room(id) if id else None

    async def set_table(self, wish: NewTable, host: Visitor) -> Room:
        """A new table; whoever sets it sits down at once, with those who share the screen."""
        game = self.game(wish.game)
        if not game.least_players <= len(wish.seats) <= game.most_players:
            expected = f"expected {game.least_players} to {game.most_players}"
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
            seed=secrets.token_hex(32),
            host=host.id,
            name=" ".join(wish.name.split()),
            options=game.options(wish.options),
            first=wish.first,
            clock=wish.clock,
            public=wish.public,
        )
        room = await self._add(setting)
        for number, seat in enumerate(wish.seats):
            if isinstance(seat, Me):
                await room.sit(number, host)
            elif isinstance(seat, Here):
                await room.sit(number, Visitor(host.id, seat.name, number, host.language))
        return room

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
        )
        room = await self._add(new)
        for number, seat in enumerate([*old.seats[1:], old.seats[0]]):
            if seat.visitor:
                await self.store.sit(room.table.id, number, seat.visitor)
                await room.do(Sit(number, seat.visitor, seat.name, seat.colour, time()))
        room.wake()
        return room.table.id

    async def open_tables(self) -> list[Room]:
        """Tables listed for everybody at which a seat is free."""
        rooms = await self._rooms((await self.store.tables("waiting"))[:100])
        return [room for room in rooms if room.table.setting.public]

    async def tables_of(self, visitor: Visitor) -> list[Room]:
        return await self._rooms(await self.store.tables_of(visitor.id))

    async def _rooms(self, tables: list[StoredTable]) -> list[Room]:
        found = []
        for stored in tables:
            with suppress(Refusal):
                room = await self.room(stored.id)
                if room is not None:
                    found.append(room)
        return found


__all__ = ["House", "Refusal", "visitor_id"]
