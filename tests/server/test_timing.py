"""Whether the time of a message tells who could react (K29): measured over a thousand moments, with a real database.

Two people and a bot are at a table. One plays a card; the other, who is elsewhere, sees when the moment begins and
when it is over. The bot can react to every second card. The area under the ROC curve says how well the time between
the two messages tells those moments apart: 0.5 is a coin, 1.0 is certainty.
"""

from __future__ import annotations

import asyncio
import random
from math import sqrt
from pathlib import Path
from time import monotonic

import pytest
from clef_build import CARDS, at_worlds, seat

from worldgates.clef import PlayEffect
from worldgates.core.gametype import Games
from worldgates.core.table import Table
from worldgates.server import reactions
from worldgates.server.connection import Connection
from worldgates.server.driver import Driver
from worldgates.server.protocol import BotSeat, Friend
from worldgates.server.room import Room
from worldgates.server.settings import Tables
from worldgates.server.store import Store, Visitor
from worldgates.server.table import GameTable, Sit, TableConfig, write_config

MOMENTS = 1000
ROOMS = 100
# Not shorter than it is: a bot needs some of it.
PAUSE = 1.1


class Watch(Connection):
    """A page that notes when it is sent something."""

    def __init__(self, seat: int) -> None:
        super().__init__(Visitor(f"visitor {seat}", f"P{seat}", 0, "en"), "en")
        self.times: list[float] = []

    def send_text(self, text: str) -> None:  # noqa: ARG002
        self.times.append(monotonic())


async def new_room(store: Store, id: str) -> tuple[Room, Driver]:
    config = TableConfig("clef", [Friend(), BotSeat("greedy"), Friend()], "00" * 32, "host", reactions=10, rules=2)
    table = GameTable(id, id, config, Games(CARDS).get("clef"))
    for number in (0, 2):
        table.apply(Sit(number, f"visitor {number}", f"P{number}", number, 0.0))
    await store.add_table(id, id, write_config(config), "playing")
    table.entries = 0
    room = Room(table, store, Tables(pause=PAUSE))
    return room, Driver(room)


async def moment(room: Room, page: Watch, could: bool) -> float:
    """A card is played: how long until the other player hears what came of it."""
    game = room.table.game
    assert game is not None
    hand = ["ambactes", "torque"] if could else ["chaudron", "torque"]
    laid = at_worlds(seat("gaulois", hand=["esus"]), seat("gaulois", hand=hand), seat("conan")).table.copy()
    laid.journal = []
    game.table, game._legal = laid, None
    room.table.answers, page.times = {}, []
    await room.move(0, PlayEffect(cards=("esus",), seat=1, world=1))
    assert room.window is not None
    assert bool(room.window.options) == could
    room.on_change()
    while len(page.times) < 2:
        await asyncio.sleep(0.02)
    # There are no more messages at one kind of moment than at the other.
    assert len(page.times) == 2
    return page.times[1] - page.times[0]


async def measure(folder: Path, moments: int) -> float:
    store, chance = Store(folder), random.Random(1)
    times: dict[bool, list[float]] = {True: [], False: []}

    async def play(number: int) -> None:
        room, driver = await new_room(store, f"t{number}")
        page = Watch(2)
        room.connections.add(page)
        page.seat = 2
        for _ in range(moments // ROOMS):
            await asyncio.sleep(chance.uniform(0, 0.2))
            could = chance.random() < 0.5
            times[could].append(await moment(room, page, could))
            while driver._task is not None and not driver._task.done():
                await asyncio.sleep(0.01)

    await asyncio.gather(*(play(number) for number in range(ROOMS)))
    store.close()
    return area_under_curve(times[True], times[False])


def area_under_curve(positive: list[float], negative: list[float]) -> float:
    """The probability that a positive case has the higher value."""
    ranked = sorted([(value, 1) for value in positive] + [(value, 0) for value in negative])
    below, won = 0, 0
    for _, could in ranked:
        if could:
            won += below
        else:
            below += 1
    return won / (len(positive) * len(negative))


def test_the_area_under_the_curve_is_a_half_for_a_coin_and_one_for_certainty() -> None:
    assert area_under_curve([2.0, 3.0], [0.0, 1.0]) == 1.0
    assert area_under_curve([0.0, 3.0], [1.0, 2.0]) == 0.5


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot thinks for 50 ms and passes: if it reacted, everybody would see that it could."""
    asked = Driver._ask_ladder

    async def think(self: Driver, seat: int, level: str, moment: Table) -> int:
        await asyncio.sleep(0.05)
        await asked(self, seat, level, moment)
        return self.room.table.type.decline(moment)

    monkeypatch.setattr(Driver, "_ask_ladder", think)


@pytest.mark.clause("K29")
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("passing")
def test_the_time_of_a_message_does_not_tell_who_could_react(tmp_path: Path) -> None:
    off = abs(asyncio.run(measure(tmp_path / "first", MOMENTS)) - 0.5)
    if off > 0.05:
        # One time in two hundred that is chance: then twice as many moments decide, less two standard errors.
        standard_error = 1 / sqrt(6 * MOMENTS)
        off = abs(asyncio.run(measure(tmp_path / "second", 2 * MOMENTS)) - 0.5) - 2 * standard_error
    assert off <= 0.05


@pytest.mark.usefixtures("passing")
def test_without_the_wait_it_would(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure finds what there is to find: here the bot is asked at the end of the moment."""
    monkeypatch.setattr(Driver, "_ask_reactions", lambda *_: None)
    monkeypatch.setattr(reactions, "SETTLE", 0.000001)
    assert asyncio.run(measure(tmp_path, ROOMS)) > 0.6
