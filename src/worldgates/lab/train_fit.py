"""Learns the weights of an outlook: conditional logistic regression, by Newton's method, without any library.

Each example is a position: the features of all seats, and the share of the victory that each seat got in the end. The
weights maximise the likelihood of the shares under a softmax of the seats' utilities, less a small penalty for large
weights.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

_PENALTY: Final = 1.0
_STEPS: Final = 12


@final
class Examples:
    """Positions with their results, game by game."""

    def __init__(self, width: int) -> None:
        """`width` is the number of features of a seat."""
        self.width: i64 = width
        self.games: list[vec[float]] = []
        self.shares: list[vec[float]] = []
        self.positions: i64 = 0

    def add(self, features: list[float], shares: list[float]) -> None:
        """Add the positions of a game, all with the same result."""
        self.games.append(vec[float](features))
        self.shares.append(vec[float](shares))
        self.positions += i64(len(features)) // (self.width * i64(len(shares)))


def chances(features: vec[float], start: i64, players: i64, weights: vec[float]) -> vec[float]:
    """Each seat's chance in the position whose features begin at an index."""
    width = i64(len(weights))
    found = vec[float](capacity=players)
    top = -1e9
    at = start
    for _ in range(players):
        utility = 0.0
        for each in range(width):
            utility += weights[each] * features[at + each]
        at += width
        found = append(found, utility)
        top = max(top, utility)
    whole = 0.0
    for seat in range(players):
        found[seat] = math.exp(found[seat] - top)
        whole += found[seat]
    for seat in range(players):
        found[seat] = found[seat] / whole
    return found


def loss(examples: Examples, weights: list[float]) -> float:
    """The mean log loss of weights over examples."""
    used = vec[float](weights)
    total = 0.0
    for game in range(i64(len(examples.games))):
        features, shares = examples.games[game], examples.shares[game]
        players = i64(len(shares))
        size = players * examples.width
        for position in range(i64(len(features)) // size):
            found = chances(features, position * size, players, used)
            for seat in range(players):
                if shares[seat] > 0.0:
                    total -= shares[seat] * math.log(max(found[seat], 1e-12))
    return total / float(max(examples.positions, i64(1)))


def fit(examples: Examples, start: list[float]) -> list[float]:
    """The weights that explain the examples best."""
    width = examples.width
    weights = vec[float](start)
    for _ in range(_STEPS):
        gradient = vec[float]([0.0] * int(width))
        hessian = vec[float]([0.0] * int(width * width))
        for each in range(width):
            gradient[each] = _PENALTY * weights[each]
            hessian[each * width + each] = _PENALTY
        for game in range(i64(len(examples.games))):
            _add_game(examples.games[game], examples.shares[game], weights, gradient, hessian)
        step = solve(hessian, gradient)
        largest = 0.0
        for each in range(width):
            weights[each] -= step[each]
            largest = max(largest, abs(step[each]))
        if largest < 1e-6:
            break
    return [round(each, 4) for each in weights]


def _add_game(
    features: vec[float], shares: vec[float], weights: vec[float], gradient: vec[float], hessian: vec[float]
) -> None:
    """Add the gradient and the upper triangle of the Hessian of all positions of a game."""
    width = i64(len(weights))
    players = i64(len(shares))
    mean = vec[float]([0.0] * int(width))
    offset = vec[float]([0.0] * int(width))
    size = players * width
    for position in range(i64(len(features)) // size):
        start = position * size
        found = chances(features, start, players, weights)
        for each in range(width):
            mean[each] = 0.0
        for seat in range(players):
            at = start + seat * width
            share, error = found[seat], found[seat] - shares[seat]
            for each in range(width):
                feature = features[at + each]
                mean[each] += share * feature
                gradient[each] += error * feature
        for seat in range(players):
            at = start + seat * width
            share = found[seat]
            for each in range(width):
                offset[each] = features[at + each] - mean[each]
            for row in range(width):
                scaled = share * offset[row]
                if scaled != 0.0:
                    line = row * width
                    for column in range(row, width):
                        hessian[line + column] += scaled * offset[column]


def solve(matrix: vec[float], right: vec[float]) -> vec[float]:
    """Solve a symmetric positive definite system, of which the upper triangle is given, by Cholesky's method."""
    width = i64(len(right))
    root = vec[float]([0.0] * int(width * width))
    for row in range(width):
        for column in range(row, width):
            total = matrix[row * width + column]
            for each in range(row):
                total -= root[each * width + row] * root[each * width + column]
            if row == column:
                root[row * width + row] = math.sqrt(max(total, 1e-12))
            else:
                root[row * width + column] = total / root[row * width + row]
    found = vec[float](capacity=width)
    for row in range(width):
        total = right[row]
        for each in range(row):
            total -= root[each * width + row] * found[each]
        found = append(found, total / root[row * width + row])
    for back in range(width):
        row = width - 1 - back
        total = found[row]
        for each in range(row + 1, width):
            total -= root[row * width + each] * found[each]
        found[row] = total / root[row * width + row]
    return found
