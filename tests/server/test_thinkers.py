"""The worker processes in which a server's bots think."""

from __future__ import annotations

import asyncio

import pytest

from worldgates.bots.ladder import make_policy
from worldgates.core.chance import FastChance
from worldgates.core.gametype import NAMES, Games
from worldgates.core.table import Table
from worldgates.server.thinkers import Thinkers


def imagined(game: str, seed: int, steps: int) -> Table:
    """A table in the middle of a game, imagined for the seat that decides."""
    table = Games().get(game).new_table(3, FastChance.seeded(seed))
    chance = FastChance.branch(seed, 1)
    for _ in range(steps):
        table.play(table.legal()[chance.below(len(table.legal()))])
    while len(table.legal()) == 1:
        table.play(table.legal()[0])
    return table.imagine(table.to_act, chance)


def test_a_bot_chooses_the_same_in_a_process_of_its_own() -> None:
    async def run() -> None:
        thinkers = Thinkers(processes=2)
        for game in NAMES:
            type = Games().get(game)
            for seed in range(3):
                world = imagined(game, seed, 10 * seed)
                for level in ("easy", "medium"):
                    expected = make_policy(level, type, FastChance.seeded(seed)).choose(world)
                    assert await thinkers.choose(type, level, world, FastChance.seeded(seed)) == expected
        thinkers.close()

    asyncio.run(run())


def test_while_an_expert_thinks_the_server_goes_on_and_so_do_others() -> None:
    async def run() -> None:
        thinkers = Thinkers(processes=1)
        type, world = Games().get("molthar"), imagined("molthar", 1, 12)
        slow = asyncio.create_task(thinkers.choose(type, "expert", world, FastChance.seeded(1)))
        turns = 0
        while not slow.done():
            # A bot that needs no search is not kept waiting by one that does.
            await thinkers.choose(type, "easy", world, FastChance.seeded(turns))
            turns += 1
            await asyncio.sleep(0.001)
        assert await slow in world.legal()
        assert turns > 10
        thinkers.close()

    asyncio.run(run())


def test_a_process_that_was_killed_is_replaced() -> None:
    async def run() -> None:
        thinkers = Thinkers(processes=1)
        type, world = Games().get("molthar"), imagined("molthar", 2, 8)
        first = await thinkers.choose(type, "medium", world, FastChance.seeded(1))
        process = thinkers._idle[0]
        process.kill()
        process.wait()
        assert await thinkers.choose(type, "medium", world, FastChance.seeded(1)) == first
        assert thinkers._idle[0] is not process
        thinkers.close()

    asyncio.run(run())


def test_there_are_never_more_processes_than_allowed_and_closing_ends_them() -> None:
    async def run() -> None:
        thinkers = Thinkers(processes=2)
        type, world = Games().get("molthar"), imagined("molthar", 3, 8)
        tasks = [thinkers.choose(type, "medium", world, FastChance.seeded(number)) for number in range(6)]
        await asyncio.gather(*tasks)
        processes = list(thinkers._idle)
        assert len(processes) <= 2
        thinkers.close()
        for process in processes:
            assert process.wait() != 0

    asyncio.run(run())


def test_a_search_that_is_given_up_does_not_answer_the_next_one() -> None:
    async def run() -> None:
        thinkers = Thinkers(processes=1)
        type, world = Games().get("molthar"), imagined("molthar", 4, 8)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await thinkers.search(type, "expert", world, FastChance.seeded(1))
        found = await thinkers.search(type, "medium", world, FastChance.seeded(2))
        expected = make_policy("medium", type, FastChance.seeded(2)).choose(world)
        assert world.legal()[found[0].index] == expected
        thinkers.close()

    asyncio.run(run())
