"""Games explained afterwards: the curve ends at the result, losses are judged by what a player could know."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import worldgates as wg
from worldgates.analysis.analyse import MISTAKE, SLIP, Analyst
from worldgates.api.bot import turn_at
from worldgates.core.formats import FormatError
from worldgates.lab.simulate import make_plan, replayed

PROGRAM = [sys.executable, "-P", "-m", "worldgates"]
QUICK = "search:16"


def recorded(name: str, number: int, bots: tuple[str, ...] = ("easy", "random")) -> wg.Game[Any]:
    plan = make_plan(name, bots, len(bots) * (number + 1), 11, paired=True, counts=False, max_rounds=60)
    return replayed(plan, number)


@pytest.mark.parametrize("name", ["molthar", "clef"])
def test_fifty_games_are_analysed_and_every_curve_ends_at_the_result(name: str) -> None:
    for number in range(25):
        game = recorded(name, number)
        found = wg.analyse(game, QUICK, seed=number)
        assert len(found.decisions) == len(game.actions)
        if game.outcome is not None:
            assert found.decisions[-1].after == found.decisions[-1].after_open == game.outcome.payoffs
        for each in found.decisions:
            assert sum(each.after) == pytest.approx(1, abs=0.01)
            assert each.kind == ("mistake" if each.loss >= MISTAKE else "slip" if each.loss >= SLIP else "")
            assert bool(each.kind) == (each.best is not None) == bool(each.why)
        assert all(0 <= each.accuracy <= 1 for each in found.accuracy)


def test_the_better_player_is_the_more_accurate_one() -> None:
    found = [wg.analyse(recorded("molthar", number), "search:64") for number in range(6)]
    # Seats rotate, so accuracies are gathered by name.
    by_name: dict[str, list[float]] = {}
    for each in found:
        for line in each.accuracy:
            by_name.setdefault(line.name[2:], []).append(line.accuracy)
    assert sum(by_name["easy"]) > sum(by_name["random"])


def test_a_seed_gives_the_same_analysis_and_its_json_reads_back() -> None:
    game = recorded("molthar", 1)
    one, other = (wg.analyse(game, QUICK, seed=3) for _ in range(2))
    assert one == other
    assert wg.analyse(game.record, QUICK, seed=3) == one
    assert json.loads(one.to_json())["decisions"][0]["after"] == list(one.decisions[0].after)


@pytest.mark.parametrize("name", ["molthar", "clef"])
def test_a_decision_is_judged_by_what_its_player_could_know(name: str) -> None:
    """The same decision at an imagined twin loses as much."""
    game = recorded(name, 2)
    analyst = Analyst(game.type, game.record, QUICK)
    for index, action in enumerate(game.actions[:60]):
        table = analyst.game.table
        if len(table.legal()) > 1:
            twin = analyst.game.imagine(analyst.game.seat, seed=index).table
            first, second = (turn_at(game.type, each, game.players, index) for each in (table, twin))
            assert analyst._compare(first, action) == analyst._compare(second, action)
        analyst.game.play(action)


def test_key_moments_and_where_it_was_decided() -> None:
    found = wg.analyse(recorded("molthar", 3), QUICK)
    assert list(found.key_moments) == sorted(found.key_moments)
    assert found.decided is not None
    assert found.decided_text.endswith(".")
    winner = max(range(2), key=lambda seat: found.decisions[-1].after[seat])
    for each in found.decisions[found.decided :]:
        assert each.after[winner] >= each.after[1 - winner]


def test_a_level_that_does_not_search_is_refused() -> None:
    with pytest.raises(FormatError, match="search:N"):
        wg.analyse(recorded("molthar", 0), "easy")


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_command_draws_a_chart_and_names_the_mistakes(language: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    recorded("molthar", 0).save(file)
    command = [*PROGRAM, "analyse", str(file), "--level", QUICK]
    shown = subprocess.run([*command, "--lang", language], capture_output=True, text=True, check=True).stdout
    assert "100 |" in shown
    assert "2 random" in shown
    if language == "en":
        found = json.loads(subprocess.run([*command, "--json"], capture_output=True, check=True).stdout)
        worst = max(found["decisions"], key=lambda each: each.get("loss", 0))
        assert worst["best_text"] in shown
        assert worst["why"] in shown
