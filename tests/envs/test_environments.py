"""The environments in the interfaces of PettingZoo, Gymnasium and NumPy, with PettingZoo's own tests."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
import warnings
from contextlib import redirect_stdout
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import worldgates as wg
from worldgates.core.formats import FormatError
from worldgates.envs import clef_v0, molthar_v0
from worldgates.envs.spec import GameSpec, IllegalActionError

GAMES = [molthar_v0, clef_v0]
# PettingZoo's tests expect one array, and know by name the environments that have named parts.
EXPECTED = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("module", GAMES)
def test_pettingzoo_accepts_the_interface(module: ModuleType, players: int) -> None:
    with warnings.catch_warnings(record=True) as found, redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        api_test(module.env(players=players), num_cycles=100)
    assert [str(each.message) for each in found if not str(each.message).startswith(EXPECTED)] == []


@pytest.mark.parametrize("module", GAMES)
def test_a_whole_game_passes_pettingzoos_test(module: ModuleType) -> None:
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        api_test(module.env(players=2, max_rounds=6), num_cycles=1000)


@pytest.mark.parametrize("module", GAMES)
def test_seeds_reproduce(module: ModuleType) -> None:
    seed_test(lambda: module.env(players=3), num_cycles=100)


@pytest.mark.parametrize("module", GAMES)
def test_every_way_to_draw_the_table_works(module: ModuleType) -> None:
    custom = {
        "ansi": lambda text: "Player 1" in text,
        "svg": lambda text: text.startswith("<svg"),
        "png": lambda data: data.startswith(b"\x89PNG"),
    }
    with redirect_stdout(io.StringIO()) as printed:
        render_test(lambda render_mode: module.env(render_mode=render_mode), custom)
    assert "Player 1" in printed.getvalue()


def test_the_picture_is_the_one_that_notebooks_show() -> None:
    env = molthar_v0.raw_env(render_mode="svg")
    env.reset(seed=7)
    game = wg.new("molthar", players=["Player 1", "Player 2"], seed=7)
    assert env.render() == game._repr_html_()
    env.render_seat = 1
    assert env.render() == game.to_svg(seat=1)


@pytest.mark.parametrize("module", GAMES)
def test_pettingzoos_benchmark_runs(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    # It plays for five seconds by this clock: here for a fiftieth of that.
    real = time.time
    monkeypatch.setattr(time, "time", lambda: 50 * real())
    with redirect_stdout(io.StringIO()) as printed:
        performance_benchmark(module.env())
    assert "turns per second" in printed.getvalue()


def test_only_the_deciding_agent_has_legal_actions() -> None:
    env = molthar_v0.env(players=3)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


@pytest.mark.parametrize("module", GAMES)
def test_many_games_at_once_equal_games_one_by_one(module: ModuleType) -> None:
    games, players, steps = 6, 3, 400
    many = module.vector_env(games, players, seed=11, max_rounds=12)
    spec = GameSpec(module.GAME, players, max_rounds=12)
    single = [module.raw_env(players, max_rounds=12) for _ in range(games)]
    for number, env in enumerate(single):
        env.begin(spec.deal(11, number))
    dealt = games
    rng = np.random.default_rng(1)
    step, ends = many.now(), 0
    for _ in range(steps):
        for game, env in enumerate(single):
            observed = env.observe(env.agent_selection)
            assert env.agent_selection == f"player_{step.seats[game]}"
            assert np.array_equal(step.masks[game], observed["action_mask"])
            for name, part in many.named(step.observations[game]).items():
                assert np.array_equal(part, observed["observation"][name])
        actions = [rng.choice(np.flatnonzero(mask)) for mask in step.masks]
        step = many.step(actions)
        for game, env in enumerate(single):
            env.step(actions[game])
            assert env.terminations["player_0"] == step.terminated[game]
            assert env.truncations["player_0"] == step.truncated[game]
            assert list(env.rewards.values()) == list(step.rewards[game])
            if step.terminated[game] or step.truncated[game]:
                assert sum(step.rewards[game]) == pytest.approx(1)
                env.begin(spec.deal(11, dealt))
                dealt += 1
                ends += 1
    assert ends > 0


def test_a_seed_gives_the_same_many_games_again() -> None:
    env = molthar_v0.vector_env(8, seed=3)
    first = [env.step_random().observations.copy() for _ in range(50)]
    env.reset(seed=3)
    again = [env.step_random().observations.copy() for _ in range(50)]
    assert np.array_equal(first, again)
    env.reset(seed=4)
    assert not np.array_equal(first[-1], [env.step_random().observations.copy() for _ in range(50)][-1])


def test_the_observations_after_each_action_are_those_of_the_seat() -> None:
    env = molthar_v0.vector_env(4, seed=5)
    for _ in range(20):
        env.step_random()
    rows, (numbers, starts) = env.afterstates(), env.legal()
    assert len(rows) == len(numbers)
    # Taking a face-up pearl adds it to the seat's own hand, whatever the imagined world.
    before, after = env.named(env.now().observations), env.named(rows)
    for game in range(4):
        for index in range(starts[game], starts[game + 1]):
            if numbers[index] < 4 and before["decision"][game, 0] == 0:
                pearl = before["face_up_pearls"][game, numbers[index]]
                value = pearl - 1 if pearl <= 8 else pearl - 7
                gained = after["hands"][index, 0].astype(int) - before["hands"][game, 0]
                assert gained[value] == 1


class Masked(gymnasium.ActionWrapper[Any, Any, Any]):
    """Gymnasium's test plays actions without looking at the mask: this takes the next legal one."""

    def action(self, action: Any) -> Any:
        legal = np.flatnonzero(self.unwrapped.action_masks())  # type: ignore[attr-defined]
        return legal[np.searchsorted(legal, action) % len(legal)]


@pytest.mark.parametrize("module", GAMES)
def test_gymnasium_accepts_one_seat_against_bots(module: ModuleType) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Masked(module.seat_env(["easy", "random"])), skip_render_check=True)


class First(wg.Bot):
    def choose(self, turn: wg.Turn) -> wg.Action:
        return turn.actions[0]


def test_one_seat_plays_whole_games_against_any_bot() -> None:
    env = molthar_v0.seat_env(["easy", First()], seat=1)
    shares = []
    for seed in range(2):
        observation, info = env.reset(seed=seed)
        rng, over = np.random.default_rng(seed), False
        while not over:
            assert np.array_equal(observation["action_mask"], info["action_mask"])
            action = rng.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        assert info["seat"] == 1
        shares.append(reward)
    assert shares == [0.0, 0.0]  # easy wins


def test_the_same_seed_gives_the_same_game_against_bots() -> None:
    played = []
    for _ in range(2):
        env = clef_v0.seat_env(["easy"])
        observation, _ = env.reset(seed=5)
        for _ in range(30):
            observation, _, over, _, _ = env.step(int(np.flatnonzero(observation["action_mask"])[-1]))
            if over:
                break
        played.append(env.game_spec.row(env.table, env.seat).tobytes())
    assert played[0] == played[1]


def test_another_card_set_has_its_own_action_space(tmp_path: Any) -> None:
    spec = GameSpec("clef", 2)
    with pytest.raises(FormatError, match="no other cards for molthar"):
        molthar_v0.env(cards=tmp_path)
    assert spec.actions == sum(group.size for group in spec.encoder.groups)


@pytest.mark.parametrize("action", [-1, 10**6, 2.5, None, "take", True])
def test_a_wrong_action_is_refused_with_a_reason(action: Any) -> None:
    env = molthar_v0.raw_env()
    env.reset(seed=1)
    before = env.observe(env.agent_selection)["observation"]["hands"]
    with pytest.raises(IllegalActionError, match=r"whole number|number from 0"):
        env.step(action)
    assert np.array_equal(before, env.observe(env.agent_selection)["observation"]["hands"])


def test_an_illegal_action_is_refused_with_the_rule() -> None:
    env = molthar_v0.raw_env()
    env.reset(seed=1)
    redraw = int(next(group.start for group in env.game_spec.encoder.groups if group.name == "redraw"))
    with pytest.raises(IllegalActionError, match=r"redraw.*is not legal now.*M20"):
        env.step(redraw)
    many = molthar_v0.vector_env(2, seed=1)
    with pytest.raises(IllegalActionError, match=f"game 1: action {redraw} is not legal"):
        many.step([0, redraw])
    with pytest.raises(FormatError, match="expected 2 whole numbers"):
        many.step([0.5, 1.0])
    with pytest.raises(FormatError, match="expected 2 whole numbers"):
        many.step([0])


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(FormatError, match="2 to 5 players, got 6"):
        molthar_v0.env(players=6)
    with pytest.raises(FormatError, match="expected one of human"):
        molthar_v0.env(render_mode="film")
    with pytest.raises(FormatError, match="seed"):
        molthar_v0.vector_env(2, seed=-1)
    with pytest.raises(FormatError, match="games"):
        molthar_v0.vector_env(0)
    with pytest.raises(FormatError, match="there is no bot 'nobody'"):
        molthar_v0.seat_env(["nobody"])
    with pytest.raises(FormatError, match="a list of 1 bots"):
        molthar_v0.seat_env("easy")


@pytest.mark.parametrize(
    ("module", "package"), [("molthar_v0", "numpy"), ("clef_v0", "pettingzoo"), ("openspiel", "pyspiel")]
)
def test_a_missing_package_is_named_with_what_to_install(module: str, package: str) -> None:
    # A process of its own, in which the package cannot be found.
    code = (
        "import importlib.util as util, sys; real = util.find_spec\n"
        f"util.find_spec = lambda name, *more: None if name == {package!r} else real(name, *more)\n"
        f"import worldgates.envs.{module}"
    )
    elsewhere = {name: value for name, value in os.environ.items() if name != "WORLDGATES_COMMAND"}
    for environment, command in (
        (elsewhere, "pip install 'worldgates[envs]'"),
        ({**elsewhere, "WORLDGATES_COMMAND": "./worldgates"}, "./worldgates extra envs"),
    ):
        done = subprocess.run(
            [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False, env=environment
        )
        assert done.returncode == 1
        assert done.stderr.rstrip().endswith(f"worldgates.envs needs {package}: {command}")
