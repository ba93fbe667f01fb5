"""Experiments on a real Ray cluster of two nodes: the same results as here, also when a worker is killed."""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from worldgates.bots.weights import shipped_weights
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.lab import cluster as on_cluster
from worldgates.lab.league import league
from worldgates.lab.report import ReportPlan, make_report
from worldgates.lab.simulate import make_plan, match, play_games, simulate
from worldgates.lab.train import train
from worldgates.lab.tune import duel

pytestmark = [pytest.mark.xdist_group("ray"), pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two nodes with one core each, on this machine."""
    pytest.importorskip("ray", reason="ray is not installed")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    nodes: Any = importlib.import_module("ray.cluster_utils")
    ray: Any = importlib.import_module("ray")
    # Nodes import what this process imports, the test's own modules too.
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    made = nodes.Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    made.wait_for_nodes()
    yield made.address
    ray.shutdown()
    made.shutdown()


def same(results: Any) -> Any:
    """Results without how long they took."""
    return msgspec.structs.replace(results, seconds=0.0)


def test_a_game_travels_with_its_own_cards(tmp_path: Path) -> None:
    shipped = Games().get("clef")
    assert pickle.loads(pickle.dumps(shipped)) is shipped
    data = next((Path(__file__).parents[2] / "src/worldgates/clef/data").rglob("worlds.toml")).parent
    folder = tmp_path / "cards"
    folder.mkdir()
    for file in data.glob("*.toml"):
        text = file.read_text(encoding="utf-8").replace('"The Horn"', '"The Kettle"')
        (folder / file.name).write_text(text, encoding="utf-8")
    own = Games(folder).get("clef")
    sent = pickle.dumps(own)
    for file in folder.iterdir():
        file.unlink()
    arrived = pickle.loads(sent)
    assert arrived.edition == own.edition
    assert arrived.text("en").card("cor") == "The Kettle"


def test_the_cluster_has_two_nodes(address: str) -> None:
    ray = on_cluster.connect(address)
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2


def test_match_and_simulate_give_the_same_for_any_number_of_workers_and_on_the_cluster(address: str) -> None:
    here = [same(match("molthar", ["easy", "random"], 240, 3, processes=workers)) for workers in (1, 2, 4)]
    there = same(match("molthar", ["easy", "random"], 240, 3, cluster=address))
    assert here[0] == here[1] == here[2] == there
    counted = same(simulate("molthar", ["easy", "easy", "random"], 120, 4, processes=1))
    assert counted == same(simulate("molthar", ["easy", "easy", "random"], 120, 4, cluster=address))
    assert counted.counts["activated"]


def test_league_report_and_duel_give_the_same_on_the_cluster(address: str) -> None:
    settings: dict[str, Any] = {"games": 24, "seed": 2, "seats": (2,)}
    bots = ["easy", "random", "beginner"]
    assert same(league("molthar", bots, processes=1, **settings)) == same(
        league("molthar", bots, cluster=address, **settings)
    )
    plan = ReportPlan(game="molthar", bot="easy", games=24, seats=[2])
    assert make_report(plan, processes=1) == make_report(plan, cluster=address)
    weights = shipped_weights("molthar")
    type = Games().get("molthar")
    assert duel(type, (weights, weights), 5, 400, 1) == duel(type, (weights, weights), 5, 400, 1, address)


def test_training_gives_the_same_on_the_cluster(address: str, tmp_path: Path) -> None:
    type, start = Games().get("molthar"), shipped_weights("molthar")
    here = train(type, tmp_path / "here.json", start, rounds=0, games=40, processes=1)
    there = train(type, tmp_path / "there.json", start, rounds=0, games=40, cluster=address)
    assert here.outlook == there.outlook
    assert any(here.outlook.values())


def test_a_killed_worker_costs_only_its_unfinished_games_which_are_played_again(address: str, tmp_path: Path) -> None:
    """Chunks note each start in a file; the worker of the first is killed, and only that one starts a second time."""
    notes = tmp_path / "starts"
    killed = threading.Event()

    def kill() -> None:
        while not (notes.exists() and notes.read_text().strip()):
            time.sleep(0.01)
        os.kill(int(notes.read_text().split()[1]), signal.SIGKILL)
        killed.set()

    def play(first: int, last: int) -> Iterator[tuple[int, float]]:
        import os
        import time

        from worldgates.lab.simulate import make_plan, play_game

        with open(notes, "a") as file:  # noqa: PTH123
            file.write(f"{first} {os.getpid()}\n")
        plan = make_plan("molthar", ["easy", "random"], 40, 1)
        # Long enough for the test to find the worker.
        time.sleep(1.5)
        for number in range(first, last):
            yield number, play_game(plan, number)[0].shares[0]

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    found = sorted(on_cluster.work(address, play, [(0, 10), (10, 20), (20, 30), (30, 40)]))
    thread.join(10)
    assert killed.is_set()
    assert [number for number, _ in found] == list(range(40))
    plan = make_plan("molthar", ["easy", "random"], 40, 1)
    assert sum(share for _, share in found) == play_games(plan, 0, 40).wins[0]
    starts = [line.split()[0] for line in notes.read_text().splitlines()]
    assert len(starts) == 5, "one chunk was played a second time"
    assert sorted(set(starts)) == ["0", "10", "20", "30"]
    assert starts.count(starts[0]) == 2


def test_an_address_without_a_cluster_is_an_error() -> None:
    ray = pytest.importorskip("ray")
    if ray.is_initialized():
        ray.shutdown()
    with pytest.raises(FormatError, match="no Ray cluster"):
        on_cluster.connect("127.0.0.1:1")
