"""The games in PettingZoo's interface: agents decide one after the other."""

from __future__ import annotations

from typing import Any

from worldgates.core.table import Table
from worldgates.envs.extra import need
from worldgates.envs.spec import RENDER_MODES, GameSpec, Named

need("pettingzoo")

from gymnasium.utils import seeding  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import OrderEnforcingWrapper  # noqa: E402


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game. The agents `player_0`, `player_1`, … are the seats.

    The reward comes with the end of the game: the share of the victory, 1 for the only winner. A game that gets too
    long is truncated and shared by all.
    """

    def __init__(self, spec: GameSpec, render_mode: str | None = None, render_seat: int | None = None) -> None:
        super().__init__()
        spec.check_render_mode(render_mode)
        self.game_spec = spec
        self.render_mode = render_mode
        self.render_seat = render_seat
        self.metadata = {
            "name": f"{spec.type.id}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(spec.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: spec.spaces() for agent in self.possible_agents}
        self._random: Any = None
        self.table: Table = spec.deal(0)

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: Named | None = None) -> None:  # noqa: ARG002
        """Deal a new game. The same seed deals the same game; without one, deals follow from the last seed."""
        if seed is not None or self._random is None:
            self._random, drawn = seeding.np_random(seed)
            seed = drawn % (1 << 64) if seed is None else seed
        else:
            seed = int(self._random.integers(1 << 62))
        self.begin(self.game_spec.deal(seed))

    def begin(self, table: Table) -> None:
        """Go on from a table."""
        self.table = table
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Named] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[int(table.to_act)]

    def observe(self, agent: str) -> Any:
        return self.game_spec.observe(self.table, self._seats[agent])

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        table = self.table
        table.play(self.game_spec.action(table, action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        truncated = self.game_spec.too_long(table)
        if table.over or truncated:
            shares = self.game_spec.payoffs(table)
            self.rewards = {agent: shares[self._seats[agent]] for agent in self.agents}
            ended = self.truncations if truncated else self.terminations
            for agent in self.agents:
                ended[agent] = True
        self._accumulate_rewards()
        if table.over:
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[int(table.to_act)]
            if truncated:
                self._deads_step_first()

    def render(self) -> Any:
        return self.game_spec.render(self.table, self.render_mode, self.render_seat)

    def close(self) -> None:
        """There is nothing to close."""


def wrapped(env: GameEnv) -> Any:
    """With PettingZoo's check that the calls come in the right order."""
    return OrderEnforcingWrapper(env)
