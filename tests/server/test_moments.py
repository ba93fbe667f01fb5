"""How long a moment for reactions takes, measured at a real server: the same whether or not somebody could react."""

from __future__ import annotations

import asyncio
from pathlib import Path
from statistics import median
from time import monotonic

import pytest
from lively import choose
from server_build import Person, Server

from worldgates.clef import PlayEffect, Travel
from worldgates.core.chance import FastChance
from worldgates.core.gametype import Games
from worldgates.core.shapes import Action
from worldgates.server.protocol import Friend
from worldgates.server.reactions import real_options
from worldgates.server.registry import visitor_id
from worldgates.server.store import Store, Visitor
from worldgates.server.table import Entry, GameTable, Played, Sit, TableConfig, write_config, write_entry

OF_EACH = 10
WAIT = 0.3
TOKENS = ("token-of-ada", "token-of-bo")


def before_a_card(seed: int) -> tuple[TableConfig, list[Entry], Action, bool] | None:
    """A game of two up to a card to which the other might react; and whether they could."""
    config = TableConfig("clef", [Friend(), Friend()], f"{seed:064x}", "", edition=Games().get("clef").edition, rules=2)
    table = GameTable("", "", config, Games().get("clef"))
    chance = FastChance.seeded(seed)
    entries: list[Entry] = []

    def do(entry: Entry) -> None:
        entries.append(entry)
        table.apply(entry)

    for number, token in enumerate(TOKENS):
        do(Sit(number, visitor_id(token), f"P{number}", number, 0.0))
    game = table.game
    assert game is not None
    for _ in range(120):
        seat = table.to_act
        if seat is None:
            return None
        action = choose(game, chance)
        if isinstance(action, PlayEffect | Travel) and not table.asks_in_secret:
            trial = game.copy()
            first, *later = trial.play(action)
            if len(entries) > 20 and game.type.may_react(game.table, first):
                # If more has happened, nobody could: what they are asked now is about something else.
                return config, entries, action, not later and bool(real_options(trial))
        do(Played(seat, action, 0.0))
    return None


async def lay_out(folder: Path) -> list[tuple[str, int, Action, bool]]:
    """Tables in a store, as many of each kind: who is about to play what at each, and whether the other could react."""
    store = Store(folder)
    for token, name in zip(TOKENS, ("Ada", "Bo"), strict=True):
        await store.save_visitor(Visitor(visitor_id(token), name, 0, "en"))
    found: dict[bool, int] = {True: 0, False: 0}
    tables = []
    seed = 0
    while min(found.values()) < OF_EACH:
        seed += 1
        laid = before_a_card(seed)
        if laid is None or found[laid[3]] >= OF_EACH:
            continue
        config, entries, action, could = laid
        found[could] += 1
        await store.add_table(f"t{seed}", f"ROSE-{seed}", write_config(config), "playing")
        for number, entry in enumerate(entries):
            await store.append(f"t{seed}", number, [write_entry(entry)], "playing")
        table = GameTable("", "", config, Games().get("clef"))
        for entry in entries:
            table.apply(entry)
        assert table.to_act is not None
        tables.append((f"t{seed}", table.to_act, action, could))
    store.close()
    return tables


@pytest.mark.clause("K25")
def test_a_moment_takes_as_long_whether_or_not_somebody_could_react(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    tables = asyncio.run(lay_out(tmp_path / "data"))
    times: dict[bool, list[float]] = {True: [], False: []}
    with Server(tmp_path / "data", pause=0, reaction=WAIT) as server:
        people = [Person(server), Person(server)]
        for person, token in zip(people, TOKENS, strict=True):
            person.cookie = f"worldgates={token}"
        for id, actor, action, could in tables:
            pages = [person.page(id) for person in people]
            mine, other = pages[actor], pages[1 - actor]
            mine.send(type="play", number=mine.state["number"], seat=actor, action=action.to_dict())
            while mine.state["reaction"] is None:
                mine.read()
            began = monotonic()
            while other.state["reaction"] is None:
                other.read()
            # The other is asked in any case; only they know whether there is anything to choose.
            assert (len(other.state["asked"]["choices"]) > 1) == could
            other.send(type="play", number=other.state["number"], seat=1 - actor, action={"do": "react", "card": None})
            first = other.state["number"]
            while mine.state["number"] == first:
                mine.read()
            times[could].append(monotonic() - began)
            for page in pages:
                page.close()
        assert server.stop() == ""
    assert [len(each) for each in times.values()] == [OF_EACH, OF_EACH]
    for each in times.values():
        # The window, and the wait until the result is shown.
        assert min(each) > 2 * WAIT - 0.05
        assert median(each) < 2 * WAIT + 0.2
    assert abs(median(times[True]) - median(times[False])) < 0.05
