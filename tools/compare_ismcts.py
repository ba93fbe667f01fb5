"""Compare our search with OpenSpiel's ISMCTS at equal iterations: speed and strength, both games, in one run.

    python tools/compare_ismcts.py --iterations 100 --games 20

Both play the same deals against each other, with the seats exchanged, and each has the same number of iterations per
decision: playouts of our search, simulations of ISMCTS. OpenSpiel's own rollout plays states of the Python interface;
`playouts` evaluates with our compiled random playout instead, so that ISMCTS does not pay for Python there.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from worldgates.bots.ladder import make_search, work_of
from worldgates.bots.playout import playout
from worldgates.bots.policy import decide
from worldgates.core.chance import FastChance
from worldgates.envs.openspiel import BASE, DIGITS, SpielState, name_of
from worldgates.lab.statistics import interval

UCT = 1.0
MOST_DECISIONS = 100_000


class PlayoutEvaluator(mcts.Evaluator):  # type: ignore[misc]
    """Evaluates a state with one random playout of the engine."""

    def __init__(self, seed: int) -> None:
        self.chance = FastChance.branch(seed, 1)

    def evaluate(self, state: SpielState) -> list[float]:
        table = state.table.copy()
        table.chance = self.chance
        playout(table, self.chance, MOST_DECISIONS, state.game_spec.max_rounds)
        return state.game_spec.payoffs(table)

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


def deal(game: Any, seed: int) -> SpielState:
    state: SpielState = game.new_initial_state()
    for digit in f"{seed:0{DIGITS}x}":
        state.apply_action(int(digit, BASE))
    return state


def make_bot(game: Any, evaluator: Any, iterations: int, seed: int) -> Any:
    random = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(game, evaluator, UCT, iterations, random_state=random, use_observation_string=True)


def speed_of_rollouts(game: Any, iterations: int) -> float:
    """Simulations per second of ISMCTS with OpenSpiel's own evaluator, at the first decision of a game."""
    bot = make_bot(game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), iterations, 1)
    began = process_time()
    bot.step(deal(game, 1))
    return iterations / (process_time() - began)


def compare(name: str, iterations: int, games: int) -> None:
    game = pyspiel.load_game(name_of(name))
    won, spent = 0.0, {"ours": 0.0, "theirs": 0.0}
    done = {"ours": 0, "theirs": 0}
    for number in range(games):
        state = deal(game, 1 + number // 2)
        mine = number % 2
        type = state.game_spec.type
        ours = make_search(type, work_of(f"search:{iterations}", name), FastChance.branch(2, number))
        theirs = make_bot(game, PlayoutEvaluator(number), iterations, number)
        while not state.is_terminal():
            began = process_time()
            if state.current_player() == mine:
                action = int(state.game_spec.encoder.number(state.table, decide(ours, state.table)))
                spent["ours"] += process_time() - began
            else:
                choices = len(state.legal_actions())
                action = int(theirs.step(state))
                spent["theirs"] += process_time() - began
                done["theirs"] += iterations if choices > 1 else 0
            state.apply_action(action)
        done["ours"] += int(ours.played)
        won += state.returns()[mine]
    rate, low, high = interval(won, games)
    print(
        f"{name}: {iterations} iterations per decision, {games} games\n"
        f"  our search: {done['ours'] / spent['ours']:,.0f} playouts per second\n"
        f"  ISMCTS with our playouts: {done['theirs'] / spent['theirs']:,.0f} simulations per second\n"
        f"  ISMCTS with its own rollouts: {speed_of_rollouts(game, 20):,.1f} simulations per second\n"
        f"  our search wins {rate:.3f} of the games (95 % interval {low:.3f} to {high:.3f})",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="rounded up to pairs with exchanged seats")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("game", nargs="*", default=["molthar", "clef"])
    chosen = parser.parse_args()
    for name in chosen.game:
        compare(name, chosen.iterations, chosen.games + chosen.games % 2)


if __name__ == "__main__":
    main()
