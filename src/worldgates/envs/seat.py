"""One seat against bots, in Gymnasium's interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from worldgates.api.bot import Bot
from worldgates.bots.ladder import SeatedBot, bot_named
from worldgates.core.formats import FormatError
from worldgates.core.table import Table
from worldgates.envs.spec import RENDER_MODES, GameSpec, Named

import gymnasium  # isort: skip  # spec.py says what to install if it is missing
import numpy as np  # isort: skip
from numpy.typing import NDArray  # isort: skip


class SeatEnv(gymnasium.Env[Named, int]):
    """A seat among bots: anything that names a bot, from `"easy"` to an object. The reward is its share of the victory.

    `seat` is the seat to play; None draws it by lot for each game. `info["action_mask"]` and `action_masks()` have the
    same mask as the observation, where libraries look for it.
    """

    def __init__(
        self,
        spec: GameSpec,
        opponents: Sequence[Bot | str],
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if isinstance(opponents, str) or len(opponents) != spec.players - 1:
            raise FormatError(f"expected a list of {spec.players - 1} bots", "opponents")
        if seat is not None and not 0 <= seat < spec.players:
            raise FormatError(f"expected a seat from 0 to {spec.players - 1}, got {seat!r}", "seat")
        spec.check_render_mode(render_mode)
        self.game_spec = spec
        self.opponents = [bot_named(bot, "opponents") for bot in opponents]
        self.render_mode = render_mode
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}
        self.observation_space, self.action_space = spec.spaces()  # type: ignore[assignment]
        self._chosen_seat = seat
        self.seat = 0
        self.table: Table = spec.deal(0)
        self._bots: dict[int, SeatedBot] = {}

    def reset(self, *, seed: int | None = None, options: Named | None = None) -> tuple[Named, Named]:
        super().reset(seed=seed, options=options)
        deal, bots = (int(self.np_random.integers(1 << 62)) for _ in range(2))
        players = self.game_spec.players
        self.seat = int(self.np_random.integers(players)) if self._chosen_seat is None else self._chosen_seat
        self.table = self.game_spec.deal(deal)
        others = [(self.seat + step) % players for step in range(1, players)]
        self._bots = {
            other: SeatedBot(bot, self.game_spec.type, self.game_spec.names, bots, number + 1)
            for number, (other, bot) in enumerate(zip(others, self.opponents, strict=True))
        }
        self._let_bots_play()
        return self._observed()

    def step(self, action: Any) -> tuple[Named, float, bool, bool, Named]:
        self.table.play(self.game_spec.action(self.table, action))
        self._let_bots_play()
        terminated, truncated = self.table.over, self.game_spec.too_long(self.table)
        reward = self.game_spec.payoffs(self.table)[self.seat] if terminated or truncated else 0.0
        observation, info = self._observed()
        return observation, reward, terminated, truncated, info

    def _let_bots_play(self) -> None:
        """Until it is this seat's turn, or the game has ended."""
        table = self.table
        while not table.over and table.to_act != self.seat and not self.game_spec.too_long(table):
            table.play(self._bots[int(table.to_act)].decide(table))

    def _observed(self) -> tuple[Named, Named]:
        observation = self.game_spec.observe(self.table, self.seat)
        return observation, {"action_mask": observation["action_mask"], "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask as sb3-contrib asks for it."""
        return self.game_spec.mask(self.table, self.seat).astype(bool)

    def render(self) -> Any:
        return self.game_spec.render(self.table, self.render_mode, self.seat)

    def close(self) -> None:
        for bot in self.opponents:
            bot.close()
