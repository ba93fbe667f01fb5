"""The games in OpenSpiel, with its own tests of a game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from worldgates.envs.openspiel import DIGITS, SpielState, name_of

ROOT = Path(__file__).parents[2]
GAMES = ["molthar", "clef"]


def load(game: str, players: int = 2, max_rounds: int = 3) -> Any:
    return pyspiel.load_game(f"{name_of(game)}(players={players},max_rounds={max_rounds})")


def dealt(game: Any, seed: int = 1) -> SpielState:
    state: SpielState = game.new_initial_state()
    for digit in f"{seed:0{DIGITS}x}":
        state.apply_action(int(digit, 16))
    return state


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("game", GAMES)
def test_openspiels_random_simulations_pass(game: str, players: int) -> None:
    pyspiel.random_sim_test(load(game, players, max_rounds=2), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_playthrough_is_the_same_when_it_is_played_again(game: str) -> None:
    name = f"{name_of(game)}(players=2,max_rounds=1)"
    text = generate_playthrough.playthrough(name, None, seed=3)
    assert "IMPERFECT_INFORMATION" in text
    assert generate_playthrough.playthrough(name, actions_of(text)) == text


def actions_of(text: str) -> list[int]:
    """The actions of a playthrough."""
    return [int(line.removeprefix("action: ")) for line in text.splitlines() if line.startswith("action: ")]


@pytest.mark.parametrize("game", GAMES)
def test_a_resampled_state_looks_the_same_to_its_player_alone(game: str) -> None:
    state = dealt(load(game, max_rounds=0))
    rng = np.random.RandomState(1)
    for _ in range(60):
        state.apply_action(rng.choice(state.legal_actions()))
    player = state.current_player()
    twins = [state.resample_from_infostate(player, rng.random_sample) for _ in range(10)]
    assert {twin.observation_string(player) for twin in twins} == {state.observation_string(player)}
    assert all(twin.legal_actions() == state.legal_actions() for twin in twins)
    write = state.game_spec.type.write_position
    assert len({write(twin.table, state.game_spec.names).to_json() for twin in twins}) > 1


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_ismcts_plays_a_game(game: str) -> None:
    spiel = load(game, max_rounds=2)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        spiel, evaluator, 1.0, 12, random_state=np.random.RandomState(2), use_observation_string=True
    )
    state = dealt(spiel)
    while not state.is_terminal():
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(1)


def test_the_comparison_with_our_search_prints_its_figures() -> None:
    command = [sys.executable, "tools/compare_ismcts.py", "molthar", "--iterations", "4", "--games", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "playouts per second" in done.stdout
    assert "of the games (95 % interval" in done.stdout
