"""Experiments on a real Ray cluster of two nodes: the same results as here, also when a worker or a node is killed."""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

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

pytestmark = [pytest.mark.xdist_group("ray"), pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A cluster of two nodes with one core each, on this machine."""
    pytest.importorskip("ray", reason="ray is not installed")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    utils: Any = importlib.import_module("ray.cluster_utils")
    ray: Any = importlib.import_module("ray")
    # Nodes import what this process imports, the test's own modules too.
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    made = utils.Cluster()
    add_node(made, include_dashboard=False)
    add_node(made)
    yield made
    ray.shutdown()
    made.shutdown()


# What a node of Ray listens at. It would wait for its helpers to choose these, for too short a time on a busy machine.
PORTS = ("metrics_agent_port", "metrics_export_port", "runtime_env_agent_port", "dashboard_agent_listen_port")


SECONDS_TO_START = 180.0


def add_node(nodes: Any, **settings: Any) -> None:
    """Add a node with one core. Ray gives one 30 seconds to start, too little on a busy machine: this asks longer."""
    services: Any = importlib.import_module("ray._private.services")
    ask = services.get_node

    def ask_for_long(*what: Any) -> Any:
        until = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                return ask(*what)
            except RuntimeError:
                if time.monotonic() > until:
                    raise

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "get_node", ask_for_long)
        nodes.add_node(num_cpus=1, **free_ports(), **settings)
    nodes.wait_for_nodes(timeout=SECONDS_TO_START)


def free_ports() -> dict[str, int]:
    with ExitStack() as open_until_all_are_known:
        taken = [open_until_all_are_known.enter_context(socket.socket()) for _ in PORTS]
        for each in taken:
            each.bind(("127.0.0.1", 0))
        return {name: each.getsockname()[1] for name, each in zip(PORTS, taken, strict=True)}


@pytest.fixture
def address(nodes: Any) -> str:
    return str(nodes.address)


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
    own = f"{Path(__file__).parents[2] / 'examples/thrifty.py'}:Thrifty"
    mine = [
        same(match("molthar", [own, "random"], 24, 3, **where)) for where in ({"processes": 1}, {"cluster": address})
    ]
    assert mine[0] == mine[1]
    worlds = [same(match("clef", ["easy", "random"], 24, 3, processes=workers)) for workers in (1, 4)]
    assert worlds[0] == worlds[1] == same(match("clef", ["easy", "random"], 24, 3, cluster=address))
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


class Start(NamedTuple):
    """A chunk that was begun: its first game, the process and the node."""

    first: int
    process: int
    node: str


def play_and_strike(address: str, notes: Path, strike: Callable[[Start], bool]) -> list[Start]:
    """Play four chunks, which note each start in a file, and strike once at one of them while it is played.

    `strike` returns whether it did. Returns all starts, the struck one first; the games are those of one core.
    """
    struck: list[Start] = []

    def watch() -> None:
        while not struck:
            struck.extend([start for start in read() if strike(start)][:1])
            time.sleep(0.01)

    def read() -> list[Start]:
        lines = notes.read_text().splitlines() if notes.exists() else []
        return [Start(int(first), int(process), node) for first, process, node in map(str.split, lines)]

    def play(first: int, last: int) -> Iterator[tuple[int, float]]:
        import os
        import time

        import ray

        from worldgates.lab.simulate import make_plan, play_game

        line = f"{first} {os.getpid()} {ray.get_runtime_context().get_node_id()}\n"
        with open(notes, "a") as file:  # noqa: PTH123
            file.write(line)
        plan = make_plan("molthar", ["easy", "random"], 40, 1)
        # Long enough for the test to find the worker.
        time.sleep(1.5)
        for number in range(first, last):
            yield number, play_game(plan, number)[0].shares[0]

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    found = sorted(on_cluster.work(address, play, [(0, 10), (10, 20), (20, 30), (30, 40)]))
    thread.join(30)
    assert struck
    assert [number for number, _ in found] == list(range(40))
    plan = make_plan("molthar", ["easy", "random"], 40, 1)
    assert sum(share for _, share in found) == play_games(plan, 0, 40).wins[0]
    return [struck[0], *(start for start in read() if start != struck[0])]


def test_a_killed_worker_costs_only_its_unfinished_games_which_are_played_again(address: str, tmp_path: Path) -> None:
    def kill(start: Start) -> bool:
        os.kill(start.process, signal.SIGKILL)
        return True

    killed, *others = play_and_strike(address, tmp_path / "starts", kill)
    # Each of the four chunks is complete once, and only the killed one began a second time.
    assert sorted(start.first for start in others) == [0, 10, 20, 30]
    assert killed.process not in [start.process for start in others]


def test_a_lost_node_costs_only_its_unfinished_games_which_are_played_again(nodes: Any, tmp_path: Path) -> None:
    (second,) = nodes.worker_nodes
    try:

        def remove(start: Start) -> bool:
            if start.node != second.node_id:
                return False
            nodes.remove_node(second, allow_graceful=False)
            return True

        lost, *others = play_and_strike(nodes.address, tmp_path / "starts", remove)
        # Whatever the node had not finished began again, on the node that was left, and all others began once.
        assert sorted(start.first for start in others) == [0, 10, 20, 30]
        assert lost.node not in [start.node for start in others if start.first == lost.first]
    finally:
        add_node(nodes)


def test_an_address_without_a_cluster_is_an_error() -> None:
    ray = pytest.importorskip("ray")
    if ray.is_initialized():
        ray.shutdown()
    with pytest.raises(FormatError, match="no Ray cluster"):
        on_cluster.connect("127.0.0.1:1")
