"""The parts of a table in use, each alone: connection, projection, reaction window, driver, room."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any

import pytest

from worldgates.api.game import Game
from worldgates.clef import BadEncounterMet, React
from worldgates.core.gametype import Games
from worldgates.core.shapes import Action
from worldgates.core.table import Table
from worldgates.molthar import EndTurn, Redraw, Take
from worldgates.molthar.game import Molthar
from worldgates.server import connection as connection_module
from worldgates.server.connection import Connection
from worldgates.server.delay import NOTHING_YET, DelayedSnapshot, SpectatorDelay
from worldgates.server.driver import Driver
from worldgates.server.errors import RejectedError
from worldgates.server.projection import Projection, Viewer
from worldgates.server.protocol import BotSeat, ChatLine, Clock, Friend, Said, SeatRequest
from worldgates.server.reactions import SETTLE, Pace, ReactionWindow, next_window, open_window
from worldgates.server.room import Room
from worldgates.server.settings import Tables
from worldgates.server.store import StoreUnavailableError, Visitor
from worldgates.server.table import Answered, Entry, GameTable, Played, Sit, TableConfig, Undone, read_entry

NOW = 1_800_000_000.0


class Memory:
    """A store that remembers what was appended; it can be out of order."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.notices: list[str] = []
        self.broken = 0

    async def append(self, id: str, number: int, entries: list[bytes], status: str, **_: object) -> None:  # noqa: ARG002
        if self.broken:
            self.broken -= 1
            raise StoreUnavailableError
        self.entries += [read_entry(entry, Games().get("molthar")) for entry in entries]

    async def finish(self, *_: object) -> None: ...

    def rest(self, *_: object) -> None: ...

    async def add_notice(self, table: str, number: int, visitor: str) -> None:  # noqa: ARG002
        self.notices.append(visitor)


def game_table(*seats: SeatRequest, game: str = "molthar", clock: Clock | None = None) -> GameTable:
    """A table whose friends are visitors 0, 1, …; seat 0 begins."""
    config = TableConfig(
        game, list(seats), "00" * 32, "host", starting_seat=0, clock=clock, rules=Games().get(game).rules
    )
    table = GameTable("id", "ROSE-1000", config, Games().get(game))
    for number, seat in enumerate(seats):
        if isinstance(seat, Friend):
            table.apply(Sit(number, f"visitor {number}", f"P{number}", number, NOW))
    return table


def room_at(table: GameTable, store: Memory | None = None) -> Room:
    return Room(table, store or Memory(), Tables(pause=0.0, reaction=5.0), clock=lambda: NOW)  # type: ignore[arg-type]


def first_choice(room: Room) -> Action:
    assert room.table.game is not None
    return room.table.game.legal_actions[0]


def page_of(seat: int) -> Connection:
    return Connection(Visitor(f"visitor {seat}", f"P{seat}", 0, "en"), "en")


# Connection.


def test_a_page_that_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "MAX_QUEUED", 100)
    page = page_of(0)
    line = ChatLine(Said(0, "Ada", 0, "x" * 60, NOW))
    page.send(line)
    assert not page.dropped.is_set()
    page.send(line)
    assert page.dropped.is_set()
    assert page.queue.qsize() == 1


def test_a_page_that_reads_is_not_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "MAX_QUEUED", 100)

    async def read() -> None:
        page = page_of(0)
        for _ in range(10):
            page.send(ChatLine(Said(0, "Ada", 0, "x" * 60, NOW)))
            assert "x" * 60 in await page.next()
        assert not page.dropped.is_set()

    asyncio.run(read())


class Wire:
    """A socket whose page may stop reading."""

    def __init__(self) -> None:
        self.is_ready = True
        self.written: list[str] = []

    def write_text(self, text: str) -> None:
        self.written.append(text)


def test_nothing_overtakes_what_was_queued_while_a_page_did_not_read() -> None:
    async def write() -> None:
        page, wire = page_of(0), Wire()
        page.sink = wire
        page.send_text("1")
        wire.is_ready = False
        page.send_text("2")
        wire.is_ready = True
        page.send_text("3")
        assert wire.written == ["1"]
        for _ in range(2):
            wire.write_text(await page.next())
        page.send_text("4")
        assert wire.written == ["1", "2", "3", "4"]
        assert page.queue.empty()

    asyncio.run(write())


def test_a_room_remembers_when_players_left_but_no_spectators() -> None:
    room = room_at(game_table(Friend(), Friend()))
    room.on_change = lambda: None
    for number in range(50):
        connection = Connection(Visitor(f"nobody {number}", "", 0, "en"), "en")
        room.enter(connection, None)
        room.leave(connection)
    player = page_of(0)
    room.enter(player, 0)
    room.leave(player)
    assert list(room._left) == [player.visitor.id]


# Projection.


def test_a_projection_changes_nothing_and_says_how_much_of_the_log_was_sent() -> None:
    room = room_at(game_table(Friend(), Friend()))
    page = page_of(0)
    page.seat = 0
    first, log_length = room.projection().state(page.viewer)
    assert page.log_length == 0
    assert len(first.sentences) == log_length == len(room.table.events())
    again, _ = room.projection().state(page.viewer)
    assert again == first
    page.log_length = log_length
    rest, _ = room.projection().state(page.viewer)
    assert (rest.kept, rest.sentences) == (log_length, [])


def test_each_view_is_built_once_for_all_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    built: Counter[int] = Counter()
    view = Molthar.view

    def counted(self: Molthar, table: Table, player_names: list[str], seat: int) -> Any:
        built[seat] += 1
        return view(self, table, player_names, seat)

    monkeypatch.setattr(Molthar, "view", counted)

    async def play() -> None:
        room = room_at(game_table(Friend(), Friend()))
        # The player who decides has two pages in two languages, one of them new; there are three spectators.
        for seat, language in ((0, "en"), (0, "fr"), (1, "en"), (7, "en"), (8, "fr"), (9, "en")):
            page = page_of(seat)
            room.enter(page, None)
            page.language = language
        # They entered one after the other, and nothing has changed since the first.
        assert built == {0: 1, 1: 1, -1: 1}
        built.clear()
        room.broadcast()
        assert built == {}
        room.table.version += 1
        room.broadcast()

    asyncio.run(play())
    assert built == {0: 1, 1: 1, -1: 1}


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_views_that_were_kept_are_those_of_a_new_projection(game: str) -> None:
    """Whatever happens, no page gets the view of an earlier moment, or one that shows who is asked to somebody else."""
    room = room_at(game_table(Friend(), Friend(), game=game))
    table, chance, happened = room.table, random.Random(3), Counter[str]()
    assert table.game is not None

    def check(what: str) -> None:
        happened[what] += 1
        for seat in (None, 0, 1):
            assert room.projection().view(seat) == Projection(table, room.window, NOW, {}).view(seat)

    while table.status == "playing" and happened["played"] < 150:
        if table.together:
            first = next(iter(table.together))
            table.apply(Answered(first, table.together[first][0], NOW))
            check("decided")
        seat, before = table.to_act, len(table.events())
        assert seat is not None
        table.apply(Played(seat, chance.choice(table.game.legal_actions), NOW))
        check("played")
        room.window = next_window(table, before, room._pace(), 0.0)
        if room.window is not None:
            check("window")
            for other in room.asked():
                table.apply(Answered(other, room.window.options_of(table, other)[-1], NOW))
                check("answered")
            room.window = None
            while table.asks_in_secret:
                table.apply(Played(table.game.seat or 0, table.game.legal_actions[-1], NOW))
            check("closed")
        elif not table.why_no_undo(seat) and chance.random() < 0.3:
            table.apply(Undone(seat, NOW))
            check("undone")
    assert happened["undone"]
    assert game == "molthar" or (happened["decided"] and happened["answered"])


def test_spectators_and_players_see_who_is_there() -> None:
    table = game_table(Friend(), Friend())
    projection = Projection(table, None, NOW, {"visitor 0": "P0", "eve": "Eve"})
    state, _ = projection.state(Viewer("eve", None, "en"))
    assert state.watching == ["Eve"]
    assert [seat.present for seat in state.seats] == [True, False]
    assert not any(seat.mine for seat in state.seats)


def test_spectators_see_a_snapshot_when_it_is_old_enough() -> None:
    delay = SpectatorDelay(10)
    snapshots = [DelayedSnapshot(at, number, "playing", None, []) for number, at in enumerate((100.0, 105.0, 120.0))]
    assert [delay.add(each) for each in (*snapshots, snapshots[-1])] == [True, True, True, False]
    assert delay.due(109.0) is NOTHING_YET
    assert [delay.due(now).number for now in (110.0, 114.0, 115.0, 129.0, 130.0)] == [0, 0, 1, 1, 2]


# Reaction windows.


def window(**changes: Any) -> ReactionWindow:
    facts: dict[str, Any] = {
        "eligible": [1, 2],
        "options": {},
        "opened": 0.0,
        "until": 5.0,
        "seconds": 5.0,
        "waits_for": set(),
    }
    return ReactionWindow(BadEncounterMet(seat=0, card="esus"), 1, 1, **{**facts, **changes})


def test_a_window_closes_when_its_time_is_up_and_those_have_answered_it_waits_for() -> None:
    assert not window().is_over(4.9, [])
    assert window().is_over(5.0, [1, 2])
    waiting = window(waits_for={1})
    assert not waiting.is_over(500.0, [1])
    assert waiting.is_over(5.0, [2])
    assert window(waits_for={1}, deadline=100.0).is_over(100.0, [1])


def test_a_window_that_is_not_fixed_closes_when_all_have_answered_but_not_at_once() -> None:
    timed = window(until=10.0, earliest=1.1)
    assert [timed.is_over(now, []) for now in (1.0, 1.1)] == [False, True]
    assert [timed.is_over(now, [2]) for now in (1.1, 9.9, 10.0)] == [False, False, True]
    assert (timed.next_check([]), timed.next_check([2])) == (1.1, 10.0)


def test_who_is_eligible_and_has_not_answered_is_asked_and_may_at_least_pass() -> None:
    table = game_table(Friend(), Friend(), Friend(), game="clef")
    assert window().asked(table) == [1, 2]
    assert window().options_of(table, 1) == [React(card=None)]
    table.answers[1] = React(card=None)
    assert window().asked(table) == [2]
    table.seats[2].replaced = True
    assert window().asked(table) == []
    assert window(options={1: [EndTurn()]}).options_of(table, 1) == [EndTurn()]


@pytest.mark.parametrize(
    ("connected", "skipping", "seconds"),
    [([], False, 0.0), (["visitor 0"], False, 1.1), (["visitor 0"], True, 0.0), (["visitor 0", "eve"], True, 0.0)],
)
def test_with_bots_a_window_takes_a_pause_if_somebody_watches(
    connected: list[str], skipping: bool, seconds: float
) -> None:
    table = game_table(Friend(), BotSeat(), BotSeat(), game="clef")
    pace = Pace(1.1, 5.0, 1.5, frozenset(connected), skipping)
    found = open_window(table, len(table.events()) - 1, [1, 2], 0, pace, NOW)
    assert (found.seconds, found.until, found.deadline) == (seconds, NOW + seconds, None)


def test_among_people_a_window_takes_its_time_and_over_days_that_of_a_decision() -> None:
    pace = Pace(1.1, 5.0, 1.5, frozenset())
    quick = game_table(Friend(), Friend(), Friend(), game="clef")
    assert open_window(quick, len(quick.events()) - 1, [1], 0, pace, NOW).seconds == 5.0
    slow = game_table(Friend(), Friend(), Friend(), game="clef", clock=Clock(hours=2))
    found = open_window(slow, len(slow.events()) - 1, [1], 0, pace, NOW)
    assert (found.seconds, found.deadline, found.waits_for) == (7200.0, NOW + 7200, {1})
    assert found.next_check([]) == NOW + 1.5 - SETTLE


# Driver.


async def rest(driver: Driver) -> None:
    """Let the driver go on until it waits for a person."""
    for _ in range(500):
        await asyncio.sleep(0.01)
        if driver.idle:
            return
    raise AssertionError


def test_a_driver_plays_for_bots_until_a_person_decides() -> None:
    async def play() -> Memory:
        store = Memory()
        table = game_table(BotSeat(), BotSeat(), Friend())
        driver = Driver(room_at(table, store))
        driver.wake()
        await rest(driver)
        assert table.to_act == 2
        return store

    seats = [entry.seat for entry in asyncio.run(play()).entries]  # type: ignore[union-attr]
    assert set(seats) == {0, 1}


def test_a_driver_goes_on_when_the_store_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("worldgates.server.driver.RETRY_AFTER", 0.0)

    async def play() -> None:
        store = Memory()
        store.broken = 3
        driver = Driver(room_at(game_table(BotSeat(), Friend()), store))
        driver.wake()
        await rest(driver)
        assert store.broken == 0
        assert store.entries

    asyncio.run(play())


def test_over_days_those_are_notified_who_are_not_here() -> None:
    async def play() -> list[str]:
        store, woken = Memory(), []
        room = room_at(game_table(Friend(), Friend(), clock=Clock(hours=1)), store)
        driver = Driver(room, lambda: woken.append(1))
        page = page_of(0)
        room.enter(page, None)
        await asyncio.sleep(0.05)
        assert not store.notices
        room.leave(page)
        await asyncio.sleep(0.05)
        assert len(woken) == len(store.notices)
        assert driver._task is not None
        driver._task.cancel()
        return store.notices

    assert asyncio.run(play()) == ["visitor 0"]


# Room.


def test_a_move_is_checked_once_before_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    store, done = Memory(), list[tuple[str, int]]()
    for name in ("place_of", "play", "play_number", "play_listed", "why_not"):
        whole = getattr(Game, name)

        def noted(self: Game, *arguments: Any, name: str = name, whole: Any = whole) -> Any:
            done.append((name, len(store.entries)))
            return whole(self, *arguments)

        monkeypatch.setattr(Game, name, noted)

    async def move() -> None:
        room = room_at(game_table(Friend(), Friend()), store)
        choice = first_choice(room)
        done.clear()
        await room.play(page_of(0), 0, 0, choice)
        assert room.number == 1

    asyncio.run(move())
    # Checked when nothing was written yet, played when it was, and nothing else.
    assert done == [("place_of", 0), ("play_listed", 1)]


def test_what_is_refused_is_not_written() -> None:
    async def refuse(number: int, seat: int, action: Action) -> str:
        store = Memory()
        room = room_at(game_table(Friend(), Friend()), store)
        with pytest.raises(RejectedError) as found:
            await room.play(page_of(0), number, seat, action)
        assert store.entries == []
        assert room.number == 0
        return found.value.code

    legal = Take(source=0)
    assert asyncio.run(refuse(0, 0, Redraw())) == "rules"
    assert asyncio.run(refuse(0, 0, React(card=None))) == "format"
    assert asyncio.run(refuse(7, 0, legal)) == "stale"
    assert asyncio.run(refuse(0, 1, legal)) == "not_yours"
    assert asyncio.run(refuse(0, 4, legal)) == "format"


def test_a_move_that_is_not_written_is_not_played() -> None:
    async def play() -> None:
        store = Memory()
        store.broken = 1
        room = room_at(game_table(Friend(), Friend()), store)
        choice = first_choice(room)
        with pytest.raises(StoreUnavailableError):
            await room.play(page_of(0), 0, 0, choice)
        assert room.number == 0
        await room.play(page_of(0), 0, 0, choice)
        assert room.number == 1

    asyncio.run(play())
