"""Learn Portals of Molthar from nothing, with scikit-learn, on one core in ten minutes: examples/learn.py --minutes 10

A network learns from games against itself how many points a seat will still gain, soon ones counting more (temporal
differences, as in TD-Gammon). It plays the action after which the points and that value are highest: `afterstates`
shows what the seat would see after each of its actions, without anything that it may not know. Almost everybody beats
`random`, so what counts is how fast: the rounds until the end of the game, fewer are better.
"""

import argparse
import time
from itertools import pairwise
from typing import Any

import numpy as np
from sklearn.neural_network import MLPRegressor

import worldgates as wg
from worldgates.envs import molthar_v0

DISCOUNT = 0.96  # per decision


def values(env: Any, model: Any) -> tuple[Any, Any, Any]:
    """Of each legal action of each game: the afterstate as features, its points, and their sum with the value."""
    rows = env.afterstates()
    features, points = env.features(rows), env.named(rows)["points"][:, 0].astype(float)
    return features, points, points + model.predict(features)


def best(env: Any, scores: Any, by_lot: Any, rng: Any) -> Any:
    """The index of the action with the highest score in each game, or of any action."""
    starts = env.legal()[1]
    scores = np.where(np.repeat(by_lot, np.diff(starts)), rng.random(len(scores)), scores)
    return np.array([first + scores[first:end].argmax() for first, end in pairwise(starts)])


def train(model: Any, minutes: float, rng: Any, games: int = 128) -> None:
    """Play against itself; each decision corrects the value of the seat's decision before it."""
    env = molthar_v0.vector_env(games, seed=1, max_rounds=60)
    before: dict[tuple[int, int], tuple[Any, float]] = {}
    began, lessons = time.process_time(), [(np.zeros(env.game_spec.number_of_features), 0.0)]
    model.partial_fit([lessons[0][0]], [0.0])
    while time.process_time() - began < 60 * minutes:  # of this core, however busy it is
        features, points, scores = values(env, model)
        chosen = best(env, scores, rng.random(games) < 0.02, rng)
        for game, (seat, index) in enumerate(zip(env.now().seats.tolist(), chosen, strict=True)):
            if (game, seat) in before:
                old, had = before[game, seat]
                lessons.append((old, DISCOUNT * (scores[index] - had)))
            before[game, seat] = features[index], points[index]
        step = env.step(env.legal()[0][chosen])
        for game in np.flatnonzero(step.terminated | step.truncated).tolist():
            last = [before.pop((game, seat)) for seat in (0, 1) if (game, seat) in before]
            lessons += [(old, 0.0) for old, _ in last if step.terminated[game]]
        if len(lessons) > 1000:
            model.partial_fit(np.array([old for old, _ in lessons]), [target for _, target in lessons])
            lessons = []


def against_random(model: Any, rng: Any, games: int) -> tuple[float, float]:
    """The share of games that the model wins against `random`, and the rounds that a game takes."""
    env, won, rounds = molthar_v0.vector_env(games, seed=99), np.full(games, np.nan), np.zeros(games)
    mine = np.arange(games) % 2
    while (playing := np.isnan(won)).any():
        rounds[playing] = env.named(env.now().observations)["round"][playing, 0]
        step = env.step(env.legal()[0][best(env, values(env, model)[2], env.now().seats != mine, rng)])
        ended = playing & (step.terminated | step.truncated)
        won[ended] = step.rewards[ended, mine[ended]]
    return float(won.mean()), float(rounds.mean())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=256)
    arguments, rng, model = parser.parse_args(), np.random.default_rng(1), MLPRegressor(hidden_layer_sizes=64)
    train(model, arguments.minutes, rng)
    print("learned: {:.3f} of the games won, {:.1f} rounds".format(*against_random(model, rng, arguments.games)))
    easy = wg.match("molthar", ["easy", "random"], games=arguments.games, seed=1)
    print(f"easy: {easy.wins[0] / easy.games:.3f} of the games won, {easy.rounds.mean:.1f} rounds")
