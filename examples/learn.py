"""Learn Portals of Molthar from nothing, with scikit-learn, on one core in two minutes: examples/learn.py --minutes 2

From games against itself it learns how many points a seat will still gain, soon ones counting more (as TD-Gammon did),
after each action that it may choose. Almost everybody beats `random`: what counts is in how few rounds.
"""

import argparse
import time
from itertools import pairwise
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from sklearn.neural_network import MLPRegressor

import worldgates as wg
from worldgates.envs import molthar_v0

DISCOUNT, LONGEST = 0.96, 60  # per decision; a game is cut off after so many rounds


def look(env: Any, model: Any, rng: Any, by_lot: Any, worlds: int = 1) -> tuple[Any, Any, Any, Any]:
    """Features, points and scores after each action, on average of imagined worlds; the best action of each game."""
    rows, starts = [env.afterstates() for _ in range(worlds)], env.legal()[1]
    features = np.mean([env.features(each) for each in rows], axis=0)
    points = np.mean([env.named(each)["points"][:, 0] for each in rows], axis=0)
    scores = points + model.predict(features)
    ranks = np.where(np.repeat(by_lot, np.diff(starts)), rng.random(len(scores)), scores)
    return features, points, scores, [start + ranks[start:end].argmax() for start, end in pairwise(starts)]


def train(model: Any, minutes: float, rng: Any, seed: int, games: int = 128) -> None:
    """Play against itself; each decision corrects the value of the seat's decision before it."""
    env = molthar_v0.vector_env(games, seed=seed, max_rounds=LONGEST)
    before: dict[tuple[int, int], tuple[Any, float]] = {}
    lessons, began = [(np.zeros(env.game_spec.number_of_features), 0.0)], time.process_time()
    model.partial_fit([lessons[0][0]], [0.0])
    while time.process_time() - began < 60 * minutes:  # of this core, however busy it is
        features, points, scores, chosen = look(env, model, rng, rng.random(games) < 0.02)
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


def against_random(model: Any, rng: Any, seed: int, games: int) -> tuple[Any, Any]:
    """Of each game of the model against `random`: the share of the victory, and the rounds."""
    env = molthar_v0.vector_env(games, seed=seed, max_rounds=LONGEST)
    shares, rounds, mine = np.full(games, np.nan), np.zeros(games), np.arange(games) % 2
    while (playing := np.isnan(shares)).any():
        rounds[playing] = env.named(env.now().observations)["round"][playing, 0]
        step = env.step(env.legal()[0][look(env, model, rng, env.now().seats != mine, worlds=4)[3]])
        ended = playing & (step.terminated | step.truncated)
        shares[ended] = step.rewards[ended, mine[ended]] * step.terminated[ended]
    return shares, rounds


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for option, usual in (("--minutes", 2.0), ("--games", 512), ("--seed", 1)):
        parser.add_argument(option, type=type(usual), default=usual)
    given = parser.parse_args()
    rng, model = np.random.default_rng(given.seed), MLPRegressor(hidden_layer_sizes=64, random_state=given.seed)
    train(model, given.minutes, rng, given.seed)
    shares, rounds = against_random(model, rng, given.seed + 1_000_000, given.games)
    with TemporaryDirectory() as at:
        wg.match("molthar", ["easy", "random"], given.games, given.seed, max_rounds=LONGEST, rows=f"{at}/easy.csv")
        easy = np.genfromtxt(f"{at}/easy.csv", delimiter=",", names=True)
    for name, won, took in (("learned", shares, rounds), ("easy", easy["player_1_share"], easy["rounds"])):
        print(f"{name}: {won.mean():.4f} of the games won, {took.mean():.2f} rounds")
    less, error = easy["rounds"].mean() - rounds.mean(), 1.96 * np.hypot(rounds.std(), easy["rounds"].std())
    print(f"learned needs {less:.2f} ± {error / given.games**0.5:.2f} rounds fewer than easy (95 %)")
