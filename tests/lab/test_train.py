"""Tuning and training: they find what is there to be found, the same every time, and go on after an interruption."""

from __future__ import annotations

import math
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from clef_build import CARDS

from worldgates.bots.weights import FILE, Made, Weights, read_weights, weights_of
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.lab.train import train
from worldgates.lab.train_fit import Examples, fit, loss
from worldgates.lab.tune import duel, tune

MOLTHAR = Games().get("molthar")
TUNED = Made("worldgates tune molthar", 1, "2026-01-01")


def test_the_weights_that_made_the_results_are_found() -> None:
    truth = [1.5, -0.7, 0.0]
    chance = random.Random(1)
    examples = Examples(3)
    for _ in range(3000):
        players = chance.choice((2, 2, 3))
        rows = [[chance.gauss(0, 1) for _ in truth] for _ in range(players)]
        odds = [math.exp(sum(each * weight for each, weight in zip(row, truth, strict=True))) for row in rows]
        winner = chance.choices(range(players), odds)[0]
        examples.add([each for row in rows for each in row], [float(seat == winner) for seat in range(players)])
    found = fit(examples, [0.0, 0.0, 0.0])
    assert found == pytest.approx(truth, abs=0.12)
    assert loss(examples, found) < loss(examples, [0.0, 0.0, 0.0])
    assert loss(examples, found) <= loss(examples, truth)


def program(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "worldgates", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def small(out: Path, **more: object) -> Weights:
    """A training of a few games."""
    start = Weights("molthar", {"diamond": 0.6}, made=(TUNED, Made("worldgates train molthar", 1, "2026-01-02")))
    return train(MOLTHAR, out, start, seed=3, rounds=1, games=60, playouts=2, match=4, **more)  # type: ignore[arg-type]


def test_a_training_is_the_same_whatever_the_number_of_processes(tmp_path: Path) -> None:
    one, two = small(tmp_path / "one.json"), small(tmp_path / "two.json", processes=2)
    assert one.outlook == two.outlook
    assert any(one.outlook.values())
    assert one.numbers == {"diamond": 0.6}
    assert one.made[-1].result == two.made[-1].result
    # An earlier training has no part in the result.
    assert [made.command for made in one.made[:-1]] == [TUNED.command]
    assert "wins" in one.made[-1].result
    assert read_weights(tmp_path / "one.json", "molthar") == one
    # Nothing else is left.
    assert sorted(each.name for each in tmp_path.iterdir()) == ["one.json", "two.json"]


def test_an_interrupted_training_continues(tmp_path: Path) -> None:
    def interrupt(said: str) -> None:
        if said.startswith("round 1: 50"):
            raise KeyboardInterrupt

    out = tmp_path / "weights.json"
    with pytest.raises(KeyboardInterrupt):
        small(out, progress=interrupt)
    assert (tmp_path / "weights.json.training").is_dir()
    with pytest.raises(FormatError, match="another training"):
        train(MOLTHAR, out, Weights("molthar"), seed=4, rounds=1, games=60, playouts=2, match=4)
    said: list[str] = []
    found = small(out, progress=said.append)
    # The games of the first round were not played again.
    assert "round 0: 50 of 60 games" not in said
    assert found.outlook == small(tmp_path / "other.json").outlook


def test_a_duel_sees_which_numbers_are_better() -> None:
    foolish = Weights("molthar", {"nearness_0": 0.0, "nearness_1": 0.5, "sure": 0.1, "activation": 0.0})
    assert duel(MOLTHAR, (Weights("molthar"), foolish), 1, 100) > 0.7
    assert duel(MOLTHAR, (foolish, foolish), 1, 20) == 0.5


def test_an_interrupted_tuning_continues(tmp_path: Path) -> None:
    def interrupt(said: str) -> None:
        if "5 of" in said:
            raise KeyboardInterrupt

    out = tmp_path / "weights.json"
    with pytest.raises(KeyboardInterrupt):
        tune(MOLTHAR, out, Weights("molthar"), seed=2, passes=1, games=6, progress=interrupt)
    with pytest.raises(FormatError, match="another tuning"):
        tune(MOLTHAR, out, Weights("molthar"), seed=3, passes=1, games=6)
    found = tune(MOLTHAR, out, Weights("molthar"), seed=2, passes=1, games=6)
    again = tune(MOLTHAR, tmp_path / "other.json", Weights("molthar"), seed=2, passes=1, games=6, processes=2)
    assert found.numbers == again.numbers
    assert found.made[-1].command == "worldgates tune molthar --seed 2 --passes 1 --games 6"


def test_cards_of_ones_own_have_weights_of_their_own(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    shutil.copytree(CARDS, folder)
    # Without any, the shipped ones serve.
    assert weights_of(Games(folder).get("clef")) == weights_of(Games().get("clef"))
    command = ["train", "clef", "--cards", str(folder), "--out", str(folder / FILE), "--rounds", "0", "--games", "20"]
    done = program(*command, "--processes", "1")
    assert done.returncode == 0, done.stderr
    weights = read_weights(folder / FILE, "clef")
    assert any(weights.outlook.values())


@pytest.mark.parametrize(
    "arguments",
    [
        ["tune", "molthar", "--out", "no/such/folder.json"],
        ["train", "clef", "--out", "w.json", "--games", "1"],
        ["train", "molthar", "--out", "w.json", "--start", "missing.json"],
        ["tune", "clef", "--out", "w.json", "--processes", "0"],
    ],
)
def test_wrong_parameters_are_refused_at_once(arguments: list[str], tmp_path: Path) -> None:
    done = program(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
