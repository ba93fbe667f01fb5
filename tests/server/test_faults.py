"""Three servers, one PostgreSQL and one NATS under faults: no confirmed move is lost, none is played twice.

Small by default. Large, for an hour or two: WORLDGATES_FAULTS=300 ./worldgates test tests/server/test_faults.py
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from faults_build import KINDS, Ear, Player, Scene, Written, check, open_scene
from hosted_build import Nats, Postgres
from server_build import BOT, ME, Person

from worldgates.core.gametype import NAMES, Games
from worldgates.server.store import Store
from worldgates.server.table import GameTable, Played, read_config, read_entry

pytestmark = pytest.mark.xdist_group("hosted")
FAULTS = int(os.environ.get("WORLDGATES_FAULTS", "0"))
TABLES = 60 if FAULTS else 12
# The most seconds that a player thinks, and that a bot does: many tables for an hour need no more moves.
THINKS, PAUSE = (2.0, 1.0) if FAULTS else (0.3, 0.05)
# Seconds until every table goes on after a fault.
STUCK = 15.0


# The checker itself.

MOVES = [{"do": "take", "n": number} for number in range(4)]
GOOD = [
    Written(0, 1),
    Written(1, 1, MOVES[0]),
    Written(2, 1, MOVES[1]),
    Written(3, 2),
    Written(4, 2, MOVES[2]),
    Written(5, 3, MOVES[3]),
]


def test_the_checker_accepts_a_good_history() -> None:
    assert check(MOVES, GOOD) == []
    assert check(MOVES[:3], GOOD, open=MOVES[3]) == [], "it was written, and nobody was told"
    assert check(MOVES, [*GOOD, Written(6, 3)], open=MOVES[0]) == [], "it was not written"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (GOOD[:-1], "lost"),
        ([*GOOD[:2], *GOOD[3:]], "missing"),
        ([GOOD[0], GOOD[1], Written(2, 1, MOVES[0]), *GOOD[3:]], "another one"),
        ([*GOOD, Written(6, 3, MOVES[3])], "twice"),
        ([*GOOD[:4], Written(4, 1, MOVES[2]), GOOD[5]], "former owner"),
        ([*GOOD[:5], Written(4, 3, MOVES[3])], "missing"),
        ([*GOOD, Written(6, 3, {"do": "fly"})], "nobody has sent"),
        ([GOOD[0], Written(1, 1, MOVES[1]), Written(2, 1, MOVES[0]), *GOOD[3:]], "another one"),
    ],
)
def test_the_checker_finds_planted_faults(written: list[Written], said: str) -> None:
    assert said in " ".join(check(MOVES, written))


def test_the_checker_finds_a_move_that_was_written_though_another_was_sent() -> None:
    assert check(MOVES[:3], GOOD, open=MOVES[0]) != []
    assert check(MOVES[:3], GOOD, open=None) != []


# Three servers.


@dataclass
class Play:
    """A scene in which everybody plays."""

    scene: Scene
    ear: Ear
    players: list[Player]
    playing: asyncio.Future[Any]
    # The longest that somebody had to wait, in seconds.
    slowest: float = 0.0

    @property
    def moves(self) -> int:
        """The number of confirmed moves."""
        return sum(len(game.confirmed) for player in self.players for game in player.games)

    @property
    def unsure(self) -> int:
        return sum(player.found + player.sent_again for player in self.players)

    async def until_all_go_on(self, after: str) -> float:
        """Seconds until each player has seen something new."""
        began = monotonic()
        while waiting := [player for player in self.players if player.progressed < began]:
            if self.playing.done():
                await self.playing
            stuck = monotonic() - began
            assert stuck < STUCK, f"{len(waiting)} tables are stuck after {after}"
            await asyncio.sleep(0.05)
        took = monotonic() - began
        self.slowest = max(self.slowest, took)
        return took


@asynccontextmanager
async def everybody_plays(
    folder: Path, chance: random.Random, stopped: tuple[float, float] = (0, 0), pause: float = 0.05
) -> AsyncIterator[Play]:
    """Everybody plays as long as the block lasts; then what was written is checked against what they know."""
    postgres, bus = Postgres(), Nats()
    ear, enough = Ear(), asyncio.Event()
    try:
        await ear.listen(bus.url)
        scene = await open_scene(folder, postgres, bus, chance, stopped, pause)
        try:
            players = await asyncio.to_thread(_seat_players, scene)
            play = Play(scene, ear, players, asyncio.gather(*(player.play(enough) for player in players)))
            await play.until_all_go_on("start")
            play.slowest = 0.0
            yield play
            enough.set()
            await play.playing
        finally:
            enough.set()
            scene.close()
            await ear.close()
        await _check_all(players, f"{postgres.url}?schema=faults", ear)
    finally:
        postgres.close()
        bus.close()


@pytest.mark.timeout(200 if not FAULTS else 4 * 3600)
def test_nothing_is_lost_and_nothing_is_played_twice(tmp_path: Path) -> None:
    asyncio.run(_play_on_under_faults(tmp_path))


async def _play_on_under_faults(folder: Path) -> None:
    # Whoever sets a table at a server that was stopped keeps nobody else waiting.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(TABLES))
    chance = random.Random(15)
    kinds = [chance.choice(KINDS) for _ in range(FAULTS)] or list(KINDS)
    async with everybody_plays(folder, chance, (5, 60) if FAULTS else (4, 6), PAUSE) as play:
        for kind in kinds:
            await asyncio.sleep(chance.uniform(0.3, 1.0))
            fault = asyncio.create_task(play.scene.fault(kind))
            if kind == "stop":
                # Others play its tables long before it wakes.
                await play.until_all_go_on(kind)
            await fault
            took = await play.until_all_go_on(kind)
            print(f"{kind}: all go on after {took:.1f} s", flush=True)
    games = sum(len(player.games) for player in play.players)
    print(
        f"\n{len(kinds)} faults {dict(play.scene.happened)}, {play.moves} confirmed moves in {games} games at {TABLES}"
        f" tables at a time, {play.unsure} unsure ones, {play.ear.heard} messages {dict(play.ear.kinds)};"
        f" slowest to go on: {play.slowest:.1f} s"
    )
    assert play.moves > 5 * TABLES
    assert {"PageMessage", "Deliver"} <= set(play.ear.kinds)


@pytest.mark.timeout(200)
def test_a_rolling_restart_during_play_loses_no_input(tmp_path: Path) -> None:
    """Three servers are stopped in order and started again, one after the other, while everybody plays."""
    asyncio.run(_restart_all(tmp_path))


async def _restart_all(folder: Path) -> None:
    async with everybody_plays(folder, random.Random(5)) as play:
        for server in play.scene.servers:
            await asyncio.sleep(1)
            server.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(server.process.wait, 20)
            # With two servers, before the third is back.
            await play.until_all_go_on("SIGTERM")
            await asyncio.to_thread(server.start)
            await play.until_all_go_on("start")
    # What was under way either was written, or is sent again by the page when it connects: no player was ever told
    # that their move is refused, nor a reaction, unless it came too late.
    assert [player.refused for player in play.players] == [[]] * len(play.players)
    assert {each["code"] for player in play.players for each in player.late} <= {"stale"}
    print(f"\n{play.moves} confirmed moves, {play.unsure} unsure ones; slowest to go on: {play.slowest:.1f} s")
    assert play.moves > 3 * TABLES


def _seat_players(scene: Scene) -> list[Player]:
    players = []
    for number in range(TABLES):
        person = Person(scene.servers[number % 3], f"P{number}")
        request = {"game": NAMES[number % 2], "seats": [ME, *[BOT] * (1 + number % 3)]}
        headers = {"Cookie": person.cookie, "X-Forwarded-For": f"10.0.0.{number}"}
        players.append(Player(scene.servers, headers, request, random.Random(number), THINKS))
    return players


async def _check_all(players: list[Player], database: str, ear: Ear) -> None:
    store = Store(database)
    for game in (game for player in players for game in player.games):
        rows = await store._do(
            lambda db, id=game.table: db.execute(  # type: ignore[misc]
                "SELECT number, epoch, entry FROM entries WHERE table_id = ? ORDER BY number", (id,)
            ).fetchall()
        )
        found = await store.table(game.table)
        assert found is not None
        config = read_config(found[0].config)
        # Everything can be replayed.
        table = GameTable(game.table, "", config, Games().get(config.game))
        written = []
        for number, epoch, text in rows:
            entry = read_entry(text.encode(), table.type)
            table.apply(entry)
            mine = isinstance(entry, Played) and not entry.bot and entry.action.to_dict()["do"] != "react"
            written.append(Written(number, epoch, entry.action.to_dict() if mine else None))  # type: ignore[union-attr]
        open = game.open["action"] if game.open is not None else None
        assert check(game.confirmed, written, open) == [], game.table
        # Nothing on the bus tells the secret of a game that is not over; no entry is ever sent.
        assert config.seed.encode() not in ear.others
        assert table.status == "over" or config.seed.encode() not in ear.delivered
    assert ear.entries == 0
    store.close()
