"""What goes on at a table without a command: bots play, clocks run out, reaction windows close, absent players are
notified."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from worldgates.server.reactions import ReactionWindow
from worldgates.server.room import Room
from worldgates.server.store import StoreUnavailableError
from worldgates.server.table import GameTable, Played, Replaced

# Seconds until the next try when the store could not be written.
RETRY_AFTER = 1.0


class Driver:
    """Drives one table until a person has to decide who has no clock."""

    def __init__(self, room: Room, on_notice: Callable[[], None] = lambda: None) -> None:
        """`on_notice` is called when the store has a new notice to send."""
        self.room = room
        self._on_notice = on_notice
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        room.on_change = self.wake

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and nothing goes on, so that the table can be dropped from memory."""
        running = self._task is not None and not self._task.done()
        return not self.room.connections and not self.room.lock.locked() and not running

    def wake(self) -> None:
        """Something has changed: bots may have to play, clocks to run."""
        self._changed.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def resume(self) -> None:
        """Go on after a start of the server, and store the end of a game that was over and not stored as such."""
        if self.room.table.status == "over":
            await self.room.finish()
        self.wake()

    async def _run(self) -> None:
        """Go on until there is nothing to do; if the store cannot be written, as soon as it can be again."""
        while True:
            try:
                while await self._step():
                    pass
            except StoreUnavailableError:
                await asyncio.sleep(RETRY_AFTER)
            else:
                return

    async def _step(self) -> bool:
        """Do the next thing, or wait for it; whether there may be another."""
        room = self.room
        if room.window is None and room.table.to_act is None:
            return False
        self._changed.clear()
        if room.window is not None and room.table.given_up:
            room.window = None
            room.broadcast()
            return False
        if room.window is None and room.table.asks_in_secret:
            await self._reopen_window()
        if room.window is not None:
            await self._wait_for_reactions(room.window)
            return True
        seat = room.table.to_act
        assert seat is not None
        if room.table.seats[seat].bot_decides:
            await self._bot_turn(seat)
            return True
        if room.skipping:
            room.skipping = False
            room.broadcast()
        return await self._wait_for_person(seat)

    async def _wait(self, seconds: float | None) -> bool:
        """Wait until something changes, but no longer than that; whether the time is up."""
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except TimeoutError:
            return True
        return False

    # Reaction windows.

    async def _reopen_window(self) -> None:
        """The server was stopped in a reaction window: the last event is the one to react to."""
        async with self.room.lock:
            await self.room.advance(len(self.room.table.events()) - 1)

    async def _wait_for_reactions(self, window: ReactionWindow) -> None:
        now = self.room.clock()
        if window.is_over_at(self.room.table, now):
            await self.close_window()
            return
        left = max(0.0, window.end() - now)
        await self._notify_absent()
        # Where the time is up and answers are still awaited, only an answer ends the wait.
        await self._wait(left or None)

    async def close_window(self) -> None:
        """Play the answers of those who really could react, then go on."""
        room = self.room
        async with room.lock:
            window, table, session = room.window, room.table, room.table.session
            if window is None or session is None or not window.is_over_at(table, room.clock()):
                return
            while table.asks_in_secret and len(table.events()) == window.log_length:
                seat = session.table.to_act
                if table.seats[seat].bot_decides:
                    action = session.game.action_to_object(session.table, await bot_action(table, seat))
                else:
                    action = table.answers.get(seat) or window.options_of(table, seat)[-1]
                await room.append(Played(seat, action, room.clock(), seat not in table.answers))
            table.answers = {}
            await room.advance(window.log_length)

    # Turns.

    async def _bot_turn(self, seat: int) -> None:
        """Wait until the bot has seemed to think, or let it play."""
        room = self.room
        left = min(room.pause, room.table.since + room.pause - room.clock())
        if left > 0 and room.connections and not room.skipping:
            await self._wait(left)
            return
        async with room.lock:
            if room.table.to_act == seat and room.window is None and room.table.seats[seat].bot_decides:
                await room.play_action(seat, await bot_action(room.table, seat), bot=True)

    async def _wait_for_person(self, seat: int) -> bool:
        """Wait for a person as long as their clock runs, then let a bot play for them; whether there is a clock."""
        room = self.room
        left = room.table.seconds_left(seat, room.clock())
        if left is None:
            return False
        await self._notify_absent()
        if await self._wait(max(0.0, left)):
            async with room.lock:
                if room.table.to_act == seat and (room.table.seconds_left(seat, room.clock()) or 0.0) <= 0:
                    await room.append(Replaced(seat, True, room.clock()))
                    room.broadcast()
        return True

    async def _notify_absent(self) -> None:
        """In a game over days, note that those are to be notified who are asked and not here."""
        room, table = self.room, self.room.table
        if not table.slow:
            return
        for seat in room.asked():
            visitor = table.seats[seat].visitor
            if visitor and not table.seats[seat].bot_decides and not room.is_present(seat):
                await room.store.add_notice(table.id, room.number, visitor)
                self._on_notice()


async def bot_action(table: GameTable, seat: int) -> int:
    """What the bot of a seat decides, or what the lesson has it do."""
    session, step = table.session, table.lesson_step
    assert session is not None
    if step is not None:
        return session.action(step.action)
    bot = table.bot(seat)
    # The bot sees no more than this, and thinks in a thread so that it holds up nobody.
    world = session.table.imagine(seat, bot.chance)
    return int(await asyncio.to_thread(bot.choose, world))
