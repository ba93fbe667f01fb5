"""What `molthar_v0` and `clef_v0` offer: the environments of one game, in all interfaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from worldgates.api.bot import Bot
from worldgates.envs.aec import GameEnv, wrapped
from worldgates.envs.seat import SeatEnv
from worldgates.envs.spec import GameSpec
from worldgates.envs.vector import VectorEnv


class Makers:
    """Makes the environments of a game. `spec` has `options`, `cards` and `max_rounds`, as of `GameSpec`."""

    def __init__(self, game: str) -> None:
        self.game = game

    def raw_env(
        self, players: int = 2, *, render_mode: str | None = None, render_seat: int | None = None, **spec: Any
    ) -> GameEnv:
        """The PettingZoo environment without wrappers."""
        return GameEnv(GameSpec(self.game, players, **spec), render_mode, render_seat)

    def env(
        self, players: int = 2, *, render_mode: str | None = None, render_seat: int | None = None, **spec: Any
    ) -> Any:
        """The PettingZoo environment. `render_seat` draws the table as that seat sees it, else with all hands open."""
        return wrapped(self.raw_env(players, render_mode=render_mode, render_seat=render_seat, **spec))

    def vector_env(self, games: int = 256, players: int = 2, *, seed: int = 0, **spec: Any) -> VectorEnv:
        """Many games at once, with NumPy arrays in and out."""
        return VectorEnv(GameSpec(self.game, players, **spec), games, seed)

    def seat_env(
        self,
        opponents: Sequence[Bot | str] = ("easy",),
        *,
        seat: int | None = None,
        render_mode: str | None = None,
        **spec: Any,
    ) -> SeatEnv:
        """The Gymnasium environment: one seat against these bots; there are as many players as bots, and one."""
        players = 1 + len(opponents) if not isinstance(opponents, str) else 2
        return SeatEnv(GameSpec(self.game, players, **spec), opponents, seat, render_mode)
