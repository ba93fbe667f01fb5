"""The games in OpenSpiel: `python_worldgates_molthar` and `python_worldgates_clef`, once this module is imported.

A game begins with eight chance nodes that draw the hexadecimal digits of a seed; all deals and shuffles follow from it.
The observation is the one of the other environments. It remembers what the seat has seen, but not the seat's own
actions, so it is no information state in OpenSpiel's sense: search with `use_observation_string=True`.

    game = pyspiel.load_game("python_worldgates_molthar(players=3)")

`max_rounds` cuts games off; 0 leaves it at the many rounds after which all environments do.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from worldgates.api.game import Game as WorldgatesGame
from worldgates.core.chance import FastChance
from worldgates.core.gametype import NAMES
from worldgates.core.table import Table
from worldgates.envs.extra import need
from worldgates.envs.spec import GameSpec, Named

need("pyspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

DIGITS: Final = 8
BASE: Final = 16
# No game gets so long: each is cut off after a number of rounds.
LONGEST: Final = 1_000_000


def name_of(game: str) -> str:
    """The name of a game in OpenSpiel."""
    return f"python_worldgates_{game}"


def _game_type(game: str) -> Any:
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name={"molthar": "Portals of Molthar", "clef": "La clef des mondes"}[game],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "max_rounds": 0},
    )


_TYPES: Final = {game: _game_type(game) for game in NAMES}


@cache
def _spec(game: str, players: int, max_rounds: int) -> GameSpec:
    return GameSpec(game, players, max_rounds=max_rounds or None)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games, for a number of players."""

    game = ""

    def __init__(self, params: Named | None = None) -> None:
        parameters = {"players": 2, "max_rounds": 0, **(params or {})}
        self.game_spec = _spec(self.game, parameters["players"], parameters["max_rounds"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game_spec.actions,
            max_chance_outcomes=BASE,
            num_players=self.game_spec.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPES[self.game], info, parameters)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:  # noqa: ARG002
        if params:
            raise ValueError(f"there are no parameters for an observation, got {params}")
        return SpielObserver(self.game_spec)


class MoltharGame(SpielGame):
    game = "molthar"


class ClefGame(SpielGame):
    game = "clef"


class _Seated:
    """A table that OpenSpiel can clone, with `deepcopy`, and write down, with `pickle`."""

    def __init__(self, spec: GameSpec, table: Table) -> None:
        self.game_spec = spec
        self.table = table

    def __deepcopy__(self, memo: dict[int, object]) -> _Seated:
        return _Seated(self.game_spec, self.table.copy())

    def __reduce__(self) -> tuple[object, ...]:
        position = self.game_spec.type.write_position(self.table, self.game_spec.names)
        spec = self.game_spec
        return _read_seated, (spec.type.id, spec.players, spec.max_rounds, position.to_json())


def _read_seated(game: str, players: int, max_rounds: int, position: str) -> _Seated:
    spec = _spec(game, players, max_rounds)
    table, _ = spec.type.read_position(spec.type.position_type.from_json(position))
    return _Seated(spec, table)


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._words = game.game, game.game_spec.players, game.game_spec.max_rounds
        self._drawn = 0
        self._seed = 0
        self._seated: _Seated | None = None

    @property
    def game_spec(self) -> GameSpec:
        return _spec(*self._words)

    @property
    def table(self) -> Table:
        """The table, once it is dealt."""
        assert self._seated is not None
        return self._seated.table

    @table.setter
    def table(self, table: Table) -> None:
        self._seated = _Seated(self.game_spec, table)

    def current_player(self) -> Any:
        if self._seated is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else int(self.table.to_act)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(digit, 1.0 / BASE) for digit in range(BASE)]

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return sorted(int(number) for number in self.game_spec.encoder.legal(self.table))

    def _apply_action(self, action: int) -> None:
        if self._seated is not None:
            self.table.play(self.game_spec.action(self.table, action))
            return
        self._seed = BASE * self._seed + action
        self._drawn += 1
        if self._drawn == DIGITS:
            self.table = self.game_spec.deal(self._seed)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"digit {action:x} of the seed"
        return str(self.game_spec.encoder.describe(action))

    def is_terminal(self) -> bool:
        return self._seated is not None and (self.table.over or self.game_spec.too_long(self.table))

    def returns(self) -> list[float]:
        return self.game_spec.payoffs(self.table) if self.is_terminal() else [0.0] * self.game_spec.players

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state that looks the same to a player, with everything that it cannot know dealt again.

        Its history still names the seed of the original, so it can be searched, but not written down.
        """
        resampled: SpielState = self.clone()
        resampled.table = self.table.imagine(player, FastChance.seeded(int(sampler() * (1 << 53))))
        return resampled

    def __str__(self) -> str:
        if self._seated is None:
            return f"{self._drawn} digits of the seed"
        game: WorldgatesGame[Any] = WorldgatesGame(self.game_spec.type, self.table.copy(), self.game_spec.names)
        return game.to_text()


class SpielObserver:
    """What a player observes: the named parts, as floats; as a string, the bytes of the row in hexadecimal digits."""

    def __init__(self, spec: GameSpec) -> None:
        self.game_spec = spec
        self.tensor = np.zeros(spec.size, np.float32)
        self.dict = {
            part.name: self.tensor[part.start : part.start + part.size].reshape(part.shape) for part in spec.parts
        }

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = 0 if state._seated is None else self.game_spec.row(state.table, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return "" if state._seated is None else self.game_spec.row(state.table, player).tobytes().hex()


for _game in (MoltharGame, ClefGame):
    pyspiel.register_game(_TYPES[_game.game], _game)
