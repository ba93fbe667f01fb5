"""Analyses over the server: they end at the result, stop when nobody looks, cost their address, and keep secrets."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_build import BOT, ME, Person, Server

import worldgates as wg
from worldgates.analysis.analyse import Analyst, read_analysis
from worldgates.analysis.seen import view_analysis
from worldgates.lab.simulate import make_plan, replayed
from worldgates.server.analyses import MOST_RUNNING, Analyses, PlayOn, position_at
from worldgates.server.store import Store
from worldgates.server.thinkers import Thinkers

LEVEL = "search:8"
SETTINGS = f'analysis_level = "{LEVEL}"'
EASY = {"kind": "bot", "level": "easy"}


def recorded(name: str, seed: int = 1, bots: tuple[str, ...] = ("easy", "random")) -> wg.Game[Any]:
    """A whole game of bots."""
    plan = make_plan(name, bots, len(bots) * (seed + 1), 11, paired=True, counts=False, max_rounds=60)
    return replayed(plan, seed)


def played_out(person: Person, game: str = "molthar") -> str:
    """A table at which bots have played to the end, one of them for this person."""
    id: str = person.set_table(ME, EASY, game=game)["id"]
    page = person.page(id)
    page.send(type="replace", seat=0, bot=True)
    page.send(type="skip")
    while page.state["status"] == "playing":
        page.read()
    page.close()
    return id


def analysed(person: Person, body: dict[str, Any], query: str = "") -> tuple[dict[str, Any], list[int]]:
    """The analysis of a game, and how far it was each time."""
    found = person.ask("POST", "/api/analyses", body)
    heard = [found["done"]]
    for _ in range(600):
        found = person.ask("GET", f"/api/analyses/{found['id']}?{query}")
        heard.append(found["done"])
        if "analysis" in found:
            return found["analysis"], heard
        time.sleep(0.1)
    raise AssertionError(heard)


def test_a_game_is_analysed_with_progress_and_kept(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0, settings=SETTINGS) as server:
        ada = Person(server, "Ada")
        id = played_out(ada)
        record = ada.ask("GET", f"/api/tables/{id}/record")
        shown, heard = analysed(ada, {"table": id}, "open=1")
        # The same as the library finds, decision by decision.
        game = wg.load(record)
        alone = view_analysis(game.type, game.record, wg.analyse(game, LEVEL), None, all_open=True, language="en")
        assert shown["steps"] == [list(step) for step in alone.steps]
        assert shown["decisions"] == alone.to_dict()["decisions"]
        assert shown["steps"][-1] == record["result"]["payoffs"]
        assert len(shown["steps"]) == len(record["actions"]) + 1
        assert heard == sorted(heard)
        assert any(0 < done < len(record["actions"]) for done in heard), heard
        # From her seat there are only her own judgements, and the steps of a replay.
        own, heard = analysed(ada, {"table": id}, "seat=0&lang=fr")
        assert heard == [len(record["actions"])] * 2
        replay = ada.ask("POST", "/api/replay", {"record": record, "seat": 0})
        assert len(own["steps"]) == len(replay["steps"])
        assert {each["seat"] for each in own["decisions"]} == {0}
        assert [each["seat"] for each in own["accuracy"]] == [0]
        assert own["steps"][-1] == record["result"]["payoffs"]
        # What was found is kept with the game.
        server.stop()
        server.start()
        again = ada.ask("POST", "/api/analyses", {"table": id})
        assert again["done"] == again["of"] == len(record["actions"])
        public, _ = analysed(ada, {"table": id})
        assert public["decisions"] == public["accuracy"] == []
        assert ada.ask("GET", "/api/analyses/nothing", expected=404)
        assert ada.ask("GET", f"/api/analyses/{again['id']}?seat=2", expected=422)


def test_where_a_game_was_decided_is_found_in_short(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0, settings=SETTINGS) as server:
        ada = Person(server, "Ada")
        for _ in range(6):
            id = played_out(ada)
            brief, _heard = analysed(ada, {"table": id, "brief": True})
            if 1.0 in brief["steps"][-1]:
                break
            assert not brief["decided_text"], "a shared victory is decided nowhere"
        full, _heard = analysed(ada, {"table": id})
        assert brief["decided_text"]
        assert [brief[key] for key in ("steps", "decided", "decided_log", "decided_text")] == [
            full[key] for key in ("steps", "decided", "decided_log", "decided_text")
        ]
        assert brief["decisions"] == []


def test_a_record_is_analysed_and_another_one_is_refused(tmp_path: Path) -> None:
    record = recorded("clef").record.to_dict()
    with Server(tmp_path / "data", pause=0, settings=SETTINGS) as server:
        eve = Person(server)
        shown, _ = analysed(eve, {"record": record, "brief": True})
        assert shown["steps"][-1] == list(record["result"]["payoffs"])
        broken = {**record, "actions": record["actions"][1:]}
        assert eve.ask("POST", "/api/analyses", {"record": broken}, expected=422)["key"].startswith("actions[")
        assert eve.ask("POST", "/api/analyses", {}, expected=422)["key"] == "record"
        assert eve.ask("POST", "/api/analyses", {"table": "nowhere"}, expected=404)


def test_a_game_that_goes_on_is_not_analysed(tmp_path: Path) -> None:
    with Server(tmp_path / "data", settings=SETTINGS) as server:
        ada = Person(server, "Ada")
        id = ada.set_table(ME, BOT, first=0)["id"]
        ada.ask("POST", "/api/analyses", {"table": id}, expected=409)
        ada.ask("POST", "/api/play-on", {"table": id, "seat": 0, "step": 0}, expected=409)


def test_an_address_has_a_limit_by_the_length_of_games(tmp_path: Path) -> None:
    """Each record is another one, so each costs its length; so few are not too many at the same time."""
    game = recorded("molthar", bots=("random",) * 5).record.to_dict()
    length = len(game["actions"])
    assert 2_000 / length < MOST_RUNNING - 1
    with Server(tmp_path / "data", pause=0, settings=SETTINGS) as server:
        eve, allowed = Person(server), 0
        for number in range(MOST_RUNNING):
            record = {**game, "players": [f"Ada {number}", *game["players"][1:]]}
            if "error" in eve.ask("POST", "/api/analyses", {"record": record}, expected=(200, 429)):
                break
            allowed += 1
        assert allowed == int(2_000 / length) or allowed == 1 > 2_000 / length


class Parts(Thinkers):
    """Counts the parts that are asked for."""

    parts = 0

    async def analyse(self, part: Any) -> Any:
        self.parts += 1
        return await super().analyse(part)


def test_the_work_stops_when_nobody_looks_and_goes_on_when_somebody_comes_back(tmp_path: Path) -> None:
    async def run() -> None:
        now = 0.0
        game, thinkers, store = recorded("molthar"), Parts(processes=1), Store(tmp_path)
        analyses = Analyses(thinkers, store, LEVEL, clock=lambda: now)
        id = analyses.id_of(game.record, brief=False)
        job = await analyses.add(id, game.type, game.record, "", brief=False)
        analyses.look(job)
        while len(job.decisions) < 3:
            await asyncio.sleep(0.01)
        assert job.running
        now += 60
        while job.running:
            await asyncio.sleep(0.01)
        done, asked = len(job.decisions), thinkers.parts
        assert done < len(game.actions)
        await asyncio.sleep(0.3)
        assert (len(job.decisions), thinkers.parts) == (done, asked)
        # Somebody comes back: nothing is done twice.
        assert analyses.find(id) is job
        analyses.look(job)
        while job.running:
            analyses.look(job)
            await asyncio.sleep(0.01)
        assert job.analysis == wg.analyse(game, LEVEL)
        assert thinkers.parts == len(game.actions)
        thinkers.close()
        store.close()

    asyncio.run(run())


def test_bots_come_before_analyses() -> None:
    async def run() -> None:
        thinkers = Thinkers(processes=1)
        order: list[str] = []

        async def take(name: str, later: bool) -> None:
            async with thinkers._slots.taken(later):
                order.append(name)
                await asyncio.sleep(0.01)

        first = asyncio.create_task(take("first", later=False))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(take("analysis", later=True))]
        await asyncio.sleep(0)
        given_up = asyncio.create_task(take("given up", later=False))
        waiting += [asyncio.create_task(take(f"bot {number}", later=False)) for number in range(2)]
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(first, *waiting)
        assert order == ["first", "bot 0", "bot 1", "analysis"]
        thinkers.close()

    asyncio.run(run())


@pytest.mark.parametrize("name", ["molthar", "clef"])
def test_an_analysis_reads_back_from_its_json(name: str) -> None:
    game = recorded(name)
    analyst = Analyst(game.type, game.record, LEVEL)
    judged = [each for _, each in zip(range(12), analyst, strict=False)]
    found = analyst.finish(((0.5, 0.5), (0.5, 0.5)), judged)
    assert read_analysis(game.type, msgspec.json.encode(found)) == found


# Playing on.


def test_a_game_goes_on_from_a_moment_against_bots(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0, settings=SETTINGS) as server:
        ada = Person(server, "Ada")
        id = played_out(ada)
        record = ada.ask("GET", f"/api/tables/{id}/record")
        step = len(record["actions"]) // 2
        moment = ada.ask("POST", "/api/replay", {"record": record, "seat": 0})["steps"][step]["view"]
        table = ada.ask(
            "POST", "/api/play-on", {"table": id, "seat": 0, "step": step, "viewer": 0, "level": "medium"}, expected=201
        )
        assert (table["status"], table["mine"]) == ("playing", [0])
        page = ada.page(table["id"])
        assert [seat["level"] for seat in page.state["seats"]] == ["", "medium"]
        # The bot may have played already, but the round and her own cards are those of the moment.
        if page.state["number"] == 0:
            assert page.state["view"]["players"][0] == {**moment["players"][0], "name": "Ada"}
        page.send(type="replace", seat=0, bot=True)
        page.send(type="skip")
        while page.state["status"] == "playing":
            page.read()
        assert page.state["ranking"]
        # It is no game for the statistics, and begins again from the same moment after a restart.
        (statistics,) = ada.ask("GET", "/api/me/statistics")
        assert statistics["all"]["played"] == 1
        server.stop()
        server.start()
        assert ada.page(table["id"]).state["ranking"] == page.state["ranking"]
        last = len(ada.ask("POST", "/api/replay", {"record": record, "seat": 0})["steps"]) - 1
        over = {"table": id, "seat": 0, "step": last, "viewer": 0}
        ada.ask("POST", "/api/play-on", over, expected=409)
        for wrong in ({"step": last + 1}, {"seat": 2}, {"viewer": 2}, {"level": "genius"}):
            ada.ask("POST", "/api/play-on", {**over, "step": step, **wrong}, expected=422)


@pytest.mark.parametrize("name", ["molthar", "clef"])
@pytest.mark.parametrize("viewer", [0, None])
def test_who_plays_on_learns_nothing_that_the_replay_did_not_show(name: str, viewer: int | None) -> None:
    """What the viewer does not see is dealt again: it depends on the new seed, and the viewer sees the same."""
    game = recorded(name, 2)
    for step in range(4, 23, 6):
        request = PlayOn(0, step, viewer=viewer)
        positions = [position_at(game.type, game.record, request, f"{n:064x}") for n in range(4)]
        assert len({msgspec.json.encode(wg.load(each).view(viewer)) for each in positions}) == 1
        assert len({msgspec.json.encode({**each, "chance": None}) for each in positions}) > 1
        opened = [position_at(game.type, game.record, PlayOn(0, step, open=True), f"{n:064x}") for n in range(2)]
        assert {**opened[0], "chance": None} == {**opened[1], "chance": None}
        assert opened[0]["chance"] != opened[1]["chance"]
