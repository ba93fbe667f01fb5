"""Many games at once, with NumPy arrays in and out: one compiled call for all of them."""

from __future__ import annotations

from typing import NamedTuple

from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.envs.batch import TERMINATED, TRUNCATED
from worldgates.envs.spec import GameSpec, IllegalActionError, Named, Rows

import numpy as np  # isort: skip  # spec.py says what to install if it is missing
from numpy.typing import ArrayLike, NDArray  # isort: skip


class Step(NamedTuple):
    """All games after a step, one row per game.

    `observations`, `masks` and `seats` are of the seat that decides now. Where a game has ended, `rewards` has the
    shares of all seats, and the other arrays are already those of the next game. The arrays are read-only and the next
    step overwrites them: copy what you keep.
    """

    observations: Rows
    masks: Rows
    seats: Rows
    rewards: NDArray[np.float64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class VectorEnv:
    """`games` games side by side. Game number n of a seed is the same whatever `games` is."""

    def __init__(self, spec: GameSpec, games: int = 256, seed: int = 0) -> None:
        self.game_spec = spec
        self.games = games
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        self.batch = self.game_spec.batch(self.games, seed)
        self.batch.reset()
        self._chance = FastChance.branch(seed, 1 << 31)
        batch, games = self.batch, self.games
        self._observations = np.frombuffer(memoryview(batch.observations), np.uint8).reshape(games, -1)
        self._masks = np.frombuffer(memoryview(batch.masks), np.uint8).reshape(games, -1)
        self._seats = np.frombuffer(memoryview(batch.seats), np.uint8)
        self._status = np.frombuffer(memoryview(batch.status), np.uint8)
        self._rewards = np.frombuffer(memoryview(batch.rewards), np.float64).reshape(games, -1)

    def reset(self, seed: int | None = None) -> Step:
        """Begin anew, with a new seed or the same one."""
        if seed is None:
            self.batch.reset()
        else:
            self._begin(seed)
        return self.now()

    def now(self) -> Step:
        """The games as they are."""
        ended = self._status
        return Step(
            self._observations, self._masks, self._seats, self._rewards, ended == TERMINATED, ended == TRUNCATED
        )

    def step(self, actions: ArrayLike) -> Step:
        """Play one action in each game. If one of them is not legal, nothing is played."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise FormatError(f"expected {self.games} whole numbers, got {chosen.dtype} {chosen.shape}", "actions")
        try:
            self.batch.step(chosen.astype("<i8").tobytes())
        except ValueError as error:
            raise IllegalActionError(str(error)) from None
        return self.now()

    def step_random(self) -> Step:
        """Play one legal action in each game, drawn by lot from a stream that follows from the seed."""
        self.batch.step_random(self._chance)
        return self.now()

    def legal(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The numbers of all legal actions, game after game, and the index at which each game's begin, and the end."""
        return np.frombuffer(memoryview(self.batch.numbers), np.int64), np.frombuffer(
            memoryview(self.batch.starts), np.int64
        )

    def afterstates(self) -> Rows:
        """What each deciding seat would observe right after each legal action, in the order of `legal()`.

        Each action is tried in an imagined world of its own, in which all that the seat cannot know is dealt again.
        """
        return np.frombuffer(memoryview(self.batch.afterstates(self._chance)), np.uint8).reshape(
            -1, self.game_spec.size
        )

    def named(self, rows: Rows) -> Named:
        """The named parts of rows of observations."""
        return self.game_spec.named(rows)

    def features(self, rows: Rows) -> NDArray[np.float32]:
        """Rows of observations for a network: counts from 0 to 1, choices one-hot."""
        return self.game_spec.features(rows)
