"""The statistics of experiments: rates with intervals, Elo differences, sequential tests, corrections."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from worldgates.core.formats import FormatError
from worldgates.core.shapes import Shape

Z95 = 1.959964
# A rate with its 95 % interval.
Rate = tuple[float, float, float]


def interval(wins: float, games: float) -> Rate:
    """A rate with its 95 % interval (Wilson)."""
    if games == 0:
        return 0.0, 0.0, 1.0
    z = Z95
    rate = wins / games
    centre = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return rate, max(0.0, centre - half), min(1.0, centre + half)


def count_interval(count: float, per: float) -> Rate:
    """How often something happened per game or seat, with its 95 % interval, as of a Poisson count (by its score)."""
    if per == 0:
        return 0.0, 0.0, 0.0
    half = Z95 * math.sqrt(count + Z95 * Z95 / 4)
    return count / per, (count + Z95 * Z95 / 2 - half) / per, (count + Z95 * Z95 / 2 + half) / per


def paired_interval(wins: float, squares: float, games: int, players: int) -> Rate:
    """The same for paired deals: with the number of independent games that would have the same variance."""
    deals = games // players
    if deals < 2:
        return interval(wins, games)
    rate = wins / (deals * players)
    variance = max(0.0, squares / deals - rate * rate) / (deals - 1)
    if variance == 0.0 or not 0.0 < rate < 1.0:
        return interval(wins, games)
    effective = rate * (1.0 - rate) / variance
    return interval(rate * effective, effective)


def percentile(counts: Counter[int], part: float) -> int:
    """A quantile: the smallest number that this share of all does not exceed."""
    wanted = part * counts.total()
    seen = 0
    for number in sorted(counts):
        seen += counts[number]
        if seen >= wanted:
            return number
    return 0


def elo(rate: float, players: int = 2) -> float:
    """The Elo difference to an average opponent that a rate of victories corresponds to; at most 2,000 either way."""
    rate = min(max(rate, 1e-9), 1 - 1e-9)
    return max(-2000.0, min(2000.0, 400 * math.log10(rate * (players - 1) / (1 - rate))))


def elo_interval(rate: Rate, players: int) -> Rate:
    low, middle, high = sorted(round(elo(value, players), 1) for value in rate)
    return middle, low, high


def expected(difference: float) -> float:
    """The rate of victories between two players that an Elo difference corresponds to."""
    return 1 / (1 + 10 ** (-difference / 400))


class Sprt(Shape, frozen=True):
    """The state of a sequential test of the first of two players: is it `elo0` stronger than the other, or `elo1`?

    `llr` is the logarithm of the likelihood ratio. The test stops as soon as it leaves (`lower`, `upper`); `verdict` is
    then "accepted" (at least elo1) or "rejected" (at most elo0), and "open" as long as it goes on.
    """

    elo0: float
    elo1: float
    alpha: float
    beta: float
    llr: float
    deals: int
    verdict: str

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def sentence(self) -> str:
        bounds = f"{self.elo0:g} to {self.elo1:g} Elo, after {self.deals} deals"
        meaning = {
            "accepted": f"the first player is stronger by at least about {self.elo1:g} Elo",
            "rejected": f"the first player is not stronger by more than about {self.elo0:g} Elo",
            "open": "undecided so far",
        }[self.verdict]
        errors = f"errors of {self.alpha:.0%} and {self.beta:.0%}"
        return f"Sequential test ({bounds}): {meaning} ({errors}; log-likelihood ratio {self.llr:.2f})."


class SequentialTest:
    """A generalised sequential probability ratio test over paired deals.

    The score of a deal is the first player's mean share of its games. The likelihoods are those of normal scores with
    the variance seen so far; one deal of the largest variance is added to it, so that a lucky start decides nothing.
    """

    def __init__(self, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        if not elo0 < elo1:
            raise FormatError(f"expected two Elo differences, the smaller one first, got {elo0:g},{elo1:g}", "sprt")
        self.elo0, self.elo1, self.alpha, self.beta = elo0, elo1, alpha, beta
        self._sum = 0.0
        self._squares = 0.0
        self.deals = 0
        self.llr = 0.0
        self.verdict = "open"

    def add(self, score: float) -> str:
        """Add the score of one deal; returns the verdict."""
        self.deals += 1
        self._sum += score
        self._squares += score * score
        mean = self._sum / self.deals
        variance = (max(0.0, self._squares - self.deals * mean * mean) + 0.25) / (self.deals + 1)
        low, high = expected(self.elo0), expected(self.elo1)
        self.llr = self.deals * (high - low) * (2 * mean - low - high) / (2 * variance)
        state = self.state()
        if self.llr >= state.upper:
            self.verdict = "accepted"
        elif self.llr <= state.lower:
            self.verdict = "rejected"
        return self.verdict

    def state(self) -> Sprt:
        return Sprt(self.elo0, self.elo1, self.alpha, self.beta, round(self.llr, 6), self.deals, self.verdict)


def read_sprt(text: str) -> tuple[float, float]:
    """The two Elo differences of `--sprt 0,30`."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise FormatError(f"expected two Elo differences such as 0,30, got {text!r}", "sprt") from None
    SequentialTest(low, high)
    return low, high


def holm(p_values: Sequence[float]) -> list[float]:
    """P values corrected for the number of comparisons (Holm), in the order given."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = largest
    return corrected


def two_sided(z: float) -> float:
    """The probability of a normal deviation of at least this size, in either direction."""
    return math.erfc(abs(z) / math.sqrt(2))
