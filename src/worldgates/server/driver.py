"""The background task of a table: bots play, clocks expire, reaction windows close, and absent players are notified."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from worldgates.api.bot import BotError, turn_at
from worldgates.bots.levels import STAND_IN
from worldgates.core.table import Table
from worldgates.server.bots import HostBots
from worldgates.server.errors import MovedError
from worldgates.server.reactions import ReactionWindow, reacting
from worldgates.server.room import Room
from worldgates.server.sentences import clean
from worldgates.server.store import StoreUnavailableError
from worldgates.server.table import Closed, Entry, Played, Replaced

LOG = logging.getLogger(__name__)
# Seconds until a retry when the store is unavailable.
RETRY_AFTER = 1.0
# A table may leave memory if only a clock runs that has more seconds left than this.
SLEEP_IF_LONGER = 300.0


class Driver:
    """Drives one table until it waits for a person without a clock."""

    def __init__(self, room: Room, on_notice: Callable[[], None] = lambda: None, bots: HostBots | None = None) -> None:
        """`on_notice` is called when the store has a new notice to send."""
        self.room = room
        self.bots = bots or HostBots()
        self._on_notice = on_notice
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        # The reaction window for which bots were asked, and their answers by seat.
        self._asked_in: ReactionWindow | None = None
        self._reactions: dict[int, asyncio.Task[int | BotError]] = {}
        # When the clock of a person expires, while only that is waited for.
        self._until: float | None = None
        # The decisions of bots where all decide at the same time.
        self._choices: dict[int, int | BotError] = {}
        room.on_change = self.wake
        room.thinkers = self.bots.thinkers

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and no task runs, so that the table can be dropped from memory."""
        running = self._task is not None and not self._task.done()
        return not self.room.connections and not self.room.lock.locked() and not running

    @property
    def may_sleep(self) -> bool:
        """Whether nobody is connected and nothing happens for a long time: at most the clock of a slow game runs."""
        waits = self._until is not None and self._until - self.room.timer() > SLEEP_IF_LONGER
        return self.idle or (waits and not self.room.connections and not self.room.lock.locked())

    def sleep(self) -> None:
        """Stop. The table wakes when it is due, or when somebody needs it."""
        if self._task is not None:
            self._task.cancel()

    def wake(self) -> None:
        """Wake the driver after a change: bots may have to play, or clocks may have started."""
        self._changed.set()
        if self._task is None or self._task.done():
            if self._has_nothing_to_do():
                self._rest()
            else:
                self._task = asyncio.create_task(self._run())

    def _has_nothing_to_do(self) -> bool:
        """Whether a person decides, who has no clock and has ordered nothing: after most moves it is so."""
        room, table = self.room, self.room.table
        if room.window is not None or room.skipping or table.config.clock is not None or table.to_act is None:
            return False
        return not (table.seats[table.to_act].bot_decides or table.together or table.refuses_trades(table.to_act))

    def _rest(self) -> None:
        self.room.store.rest(self.room.table.id, None, self.room.epoch)

    async def resume(self) -> None:
        """Resume after a server restart, and store the result of a game that ended before its result was stored."""
        if self.room.table.status == "over":
            await self.room.finish()
        self.wake()

    async def _run(self) -> None:
        """Run until there is nothing to do; retry while the store is unavailable."""
        while True:
            try:
                while await self._step():
                    pass
            except StoreUnavailableError:
                await asyncio.sleep(RETRY_AFTER)
            except MovedError:
                # The server that owns the table drives it.
                return
            else:
                self._rest()
                return

    async def _step(self) -> bool:
        """Do the next step, or wait for it; returns whether there may be another."""
        room = self.room
        if room.window is None and room.table.to_act is None:
            self.bots.leave(room.table.id)
            return False
        self._changed.clear()
        if room.window is not None and room.table.given_up:
            room.window = None
            room.broadcast()
            return False
        if room.window is not None:
            await self._wait_for_reactions(room.window)
            return True
        if room.table.together:
            return await self._decide_together()
        seat = room.table.to_act
        assert seat is not None
        if room.table.seats[seat].bot_decides:
            await self._bot_turn(seat)
            return True
        if room.table.refuses_trades(seat) and await self._refuse(seat):
            return True
        if room.skipping:
            room.skipping = False
            room.broadcast()
        return await self._wait_for_people()

    async def _wait(self, seconds: float | None) -> bool:
        """Wait for a change, with a timeout; returns whether it expired."""
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except TimeoutError:
            return True
        return False

    # Reaction windows.

    async def _wait_for_reactions(self, window: ReactionWindow) -> None:
        now = self.room.timer()
        if window.shows_at is not None:
            # Nothing may shorten or lengthen this wait: what somebody else does meanwhile does not end it.
            await asyncio.sleep(window.shows_after(now) - now)
            async with self.room.lock:
                if self.room.window is window:
                    await self.room.show_window(window)
            return
        missing = window.asked(self.room.table)
        if window.is_over(now, missing):
            await self.close_window()
            return
        await self._notify_absent()
        end, begin = window.next_check(missing), window.begin_asking
        if self._asked_in is not window:
            if now < begin:
                await self._wait(min(begin, end or begin) - now)
                return
            self._ask_reactions(window)
        await self._wait(None if end is None else end - now)

    def _ask_reactions(self, window: ReactionWindow) -> None:
        """Ask the bots that really can react, a little after the window has opened, so that their work does not delay
        the messages about it. The host's bots have until it closes: its duration must not reveal that one was asked."""
        game, table = self.room.table.game, self.room.table
        if game is None or self._asked_in is window:
            return
        self._asked_in, self._reactions = window, {}
        for seat, moment in reacting(game) if table.asks_in_secret and table.lesson_step is None else ():
            if table.seats[seat].bot_decides:
                self._reactions[seat] = asyncio.create_task(_or_failure(self._ask_bot(seat, moment)))

    async def _reaction(self, seat: int, moment: Table) -> int:
        """A bot's answer in a reaction window. If a host's bot gives no legal answer in time, easy decides."""
        asked, level = self._reactions.pop(seat, None), self._level(seat)
        if asked is not None and (asked.done() or not self.bots.is_given(level)):
            answer = await asked
            if isinstance(answer, BotError):
                # The failure stays secret: it would reveal that the bot was asked.
                self._log(seat, answer)
            elif answer in moment.legal():
                return answer
        elif asked is not None:
            asked.cancel()
        return await self._ask_ladder(seat, level, moment)

    async def close_window(self) -> None:
        """Play the answers of the seats that really could react. What came of it is shown later."""
        room = self.room
        async with room.lock:
            window, table, game = room.window, room.table, room.table.game
            if window is None or game is None or window.shows_at is not None:
                return
            if not window.is_over(room.timer(), window.asked(table)):
                return
            window.close(table, room.timer())
            played = await self._played_in(window) if window.log_length == len(table.events()) else []
            for task in self._reactions.values():
                task.cancel()
            self._reactions = {}
            assert window.shows_at is not None
            shown = room.clock() + max(0.0, window.shows_at - room.timer())
            # One write, however many there were to answer: its time must not tell.
            await room.append(*played, Closed(window.log_length, shown))

    async def _played_in(self, window: ReactionWindow) -> list[Entry]:
        """The decisions of the seats that really could react, up to the first that did."""
        table, game, found = self.room.table, self.room.table.game, list[Entry]()
        assert game is not None
        # In a lesson the bots react as it says.
        prescribed = table.steps_ahead
        for place, (seat, moment) in enumerate(reacting(game)):
            if table.seats[seat].bot_decides and prescribed:
                number = game.type.encode(moment, prescribed[place].action)
            elif table.seats[seat].bot_decides:
                number = await self._reaction(seat, moment)
            else:
                action = table.answers.get(seat) or window.options_of(table, seat)[-1]
                number = game.type.encode(moment, action)
            found.append(Played(seat, game.type.decode(moment, number), self.room.clock(), seat not in table.answers))
            if number != game.type.decline(moment):
                break
        return found

    # Decisions at the same time.

    async def _decide_together(self) -> bool:
        """Ask the bots where all decide at the same time; when everybody has decided, play the decisions in order."""
        room, table = self.room, self.room.table
        for seat in table.together:
            if table.seats[seat].bot_decides and seat not in self._choices and seat not in table.answers:
                self._choices[seat] = await _or_failure(self._ask_bot(seat, table.decision_of(seat)))
                return True
        if table.undecided:
            return await self._wait_for_people()
        async with room.lock:
            if table.undecided or not table.together or table.game is None:
                return True
            log_length, world, played = len(table.events()), table.game.table.copy(), list[Entry]()
            world.journal = None
            for seat in table.together:
                if seat in table.answers:
                    number = table.game.type.encode(world, table.answers[seat])
                else:
                    number = await self._choice(seat, world)
                action = table.type.decode(world, number)
                played.append(Played(seat, action, room.clock(), bot=seat not in table.answers))
                world.play(number)
            await room.append(*played)
            await room.advance(log_length)
        return True

    async def _choice(self, seat: int, moment: Table) -> int:
        """What the bot of a seat has chosen; greedy chooses if it failed to."""
        answer = self._choices.pop(seat, None)
        if isinstance(answer, BotError):
            self._log(seat, answer)
            await self.room.tell_failure(seat, self._level(seat))
        elif answer is not None and answer in moment.legal():
            return answer
        return await self._ask_ladder(seat, STAND_IN, moment)

    # Turns.

    async def _bot_turn(self, seat: int) -> None:
        """Wait for the bot's thinking pause, or let it play."""
        room = self.room
        left = room.decision_began + room.pause - room.timer()
        if left > 0 and room.connections and not room.skipping:
            await self._wait(left)
            return
        async with room.lock:
            if not self._bot_decides(seat):
                return
            number, decision = room.number, self._decision(seat)
        # The lock is free while the bot thinks, so that others can chat, leave or resign.
        answer = await _or_failure(decision)
        async with room.lock:
            if room.number != number or not self._bot_decides(seat):
                return
            if isinstance(answer, BotError):
                self._log(seat, answer)
                await room.tell_failure(seat, self._level(seat))
                assert room.table.game is not None
                answer = await self._ask_ladder(seat, STAND_IN, room.table.game.table)
            await room.play_action(seat, answer, bot=True)

    def _bot_decides(self, seat: int) -> bool:
        room = self.room
        return room.table.to_act == seat and room.window is None and room.table.seats[seat].bot_decides

    def _decision(self, seat: int) -> Awaitable[int]:
        """The decision of a seat's bot in the current state, or the one that the lesson prescribes."""
        table = self.room.table
        assert table.game is not None
        if (step := table.lesson_step) is not None:
            return asyncio.sleep(0, table.game.number_of(step.action))
        return self._ask_bot(seat, table.game.table)

    def _ask_bot(self, seat: int, moment: Table) -> Awaitable[int]:
        """The decision of a seat's bot in the given state."""
        level = self._level(seat)
        if self.bots.is_given(level):
            return self._ask_host_bot(seat, moment)
        return self._ask_ladder(seat, level, moment)

    def _level(self, seat: int) -> str:
        """The bot of a seat; one that stands in if this server no longer has that bot."""
        level = self.room.table.level(seat, self.room.settings.takeover_level)
        return level if self.bots.knows(level) else STAND_IN

    def _ask_ladder(self, seat: int, level: str, moment: Table) -> Awaitable[int]:
        table, chance = self.room.table, self.room.table.bot_chance(seat)
        # The bot gets only this table, and thinks in a process of its own if it takes long.
        world = moment.imagine(seat, chance)
        return self.bots.thinkers.choose(table.type, STAND_IN if self.bots.is_given(level) else level, world, chance)

    def _ask_host_bot(self, seat: int, moment: Table) -> Awaitable[int]:
        """The decision of a host's bot in the given state."""
        table = self.room.table
        assert table.game is not None
        turn = turn_at(table.type, moment, table.game.players, table.bot_seed(seat), self.bots.seconds)
        return self.bots.decide(table.level(seat), (table.id, seat), turn)

    def _log(self, seat: int, failure: BotError) -> None:
        # The bot's own error message is untrusted: it is logged on one line.
        LOG.warning("bot failed at table %s, seat %d: %s", self.room.table.id, seat, clean(str(failure)))

    async def _refuse(self, seat: int) -> bool:
        """Refuse an offer by a standing order; returns whether there was one."""
        room = self.room
        async with room.lock:
            table = room.table
            if table.game is None or table.to_act != seat or not table.refuses_trades(seat):
                return False
            refusal = table.type.refusal(table.game.table)
            if refusal is None:
                return False
            await room.play_action(seat, refusal, bot=True)
        return True

    async def _wait_for_people(self) -> bool:
        """Wait until the clock of a person expires, then let a bot play for them; returns whether there is a clock."""
        room, table = self.room, self.room.table
        seats = table.clocks_running
        if table.config.clock is None or not seats:
            return False
        await self._notify_absent()
        left = max(0.0, min(table.seconds_left(seat, room.clock()) or 0.0 for seat in seats))
        room.store.rest(table.id, room.clock() + left, room.epoch)
        self._until = room.timer() + left
        expired = await self._wait(left)
        self._until = None
        if expired:
            async with room.lock:
                for seat in table.clocks_running:
                    if (table.seconds_left(seat, room.clock()) or 0.0) <= 0:
                        await room.append(Replaced(seat, True, room.clock()))
                room.broadcast()
        return True

    async def _notify_absent(self) -> None:
        """In a correspondence game, queue notices for the players to move who are not connected."""
        room, table = self.room, self.room.table
        if not table.slow:
            return
        for seat in room.asked():
            visitor = table.seats[seat].visitor
            if visitor and not table.seats[seat].bot_decides and not room.is_present(seat):
                await room.store.add_notice(table.id, room.number, visitor)
                self._on_notice()


async def _or_failure(decision: Awaitable[int]) -> int | BotError:
    try:
        return await decision
    except BotError as error:
        return error
