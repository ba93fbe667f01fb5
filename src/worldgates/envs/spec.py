"""A game with its options, as all environments use it: how it is dealt, encoded, described as spaces and drawn."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final

from worldgates.api.game import Game, OptionsLike, read_options
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.core.table import RuleError, Table
from worldgates.envs.batch import Batch
from worldgates.envs.encoder import EncodingError
from worldgates.envs.encoders import encoder_of
from worldgates.envs.extra import need

need("numpy", "gymnasium")

import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

Rows = NDArray[np.uint8]
# Observations, infos and parameters, as the interfaces of the libraries have them.
Named = dict[str, Any]
# The ways to draw a table.
RENDER_MODES: Final = ("human", "ansi", "svg", "png", "rgb_array")
PICTURE_WIDTH: Final = 1200


class IllegalActionError(ValueError):
    """A number that stands for no legal action of the deciding seat; the message says why."""


class GameSpec:
    """A game, its number of players and options.

    `cards` is a folder with a card set. A game of more than `max_rounds` rounds is cut off and counts as a draw.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        options: OptionsLike | None = None,
        cards: str | Path | None = None,
        max_rounds: int | None = None,
    ) -> None:
        self.type = Games(None if cards is None else Path(cards)).get(game, strict=True)
        if not isinstance(players, int) or not self.type.min_players <= players <= self.type.max_players:
            least, most = self.type.min_players, self.type.max_players
            raise FormatError(f"expected {least} to {most} players, got {players!r}", "players")
        self.players = players
        self.options = read_options(self.type, options)
        if max_rounds is not None and (not isinstance(max_rounds, int) or max_rounds < 1):
            raise FormatError(f"expected a number of rounds from 1 on, got {max_rounds!r}", "max_rounds")
        self.max_rounds = max_rounds or self.type.max_rounds
        self.names = tuple(f"Player {seat + 1}" for seat in range(players))
        self.encoder = encoder_of(self.type, players)
        self.parts = tuple(self.encoder.parts)
        self.size = int(self.encoder.size)
        self.actions = int(self.encoder.actions)
        self._scales = np.concatenate([np.full(part.size, max(1, part.high), np.float32) for part in self.parts])
        self._choices = np.concatenate([np.full(part.size, part.choice) for part in self.parts])
        lengths = (self._scales[self._choices] + 1).astype(np.int64)
        self._one_hots = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        self._one_hot_size = int(lengths.sum())
        #: The number of features that `features` makes of a row.
        self.number_of_features = int((~self._choices).sum()) + self._one_hot_size

    def __repr__(self) -> str:
        return f"<GameSpec: {self.type.id}, {self.players} players, {self.size} bytes, {self.actions} actions>"

    # Tables.

    def deal(self, seed: int, number: int = 0) -> Table:
        """A new table: one of the many deals of a seed."""
        if not isinstance(seed, int | np.integer) or not 0 <= seed < 1 << 64:
            raise FormatError(f"expected a whole number from 0 to 2**64 - 1, got {seed!r}", "seed")
        return self.type.new_table(self.players, FastChance.branch(int(seed), number), self.options)

    def batch(self, games: int, seed: int) -> Batch:
        """Many games at once, with the deals of a seed from number 0 on."""
        if not isinstance(games, int) or games < 1:
            raise FormatError(f"expected a number of games from 1 on, got {games!r}", "games")
        self.deal(seed)
        return Batch(self.encoder, games, lambda number: self.deal(seed, number), self.max_rounds)

    def too_long(self, table: Table) -> bool:
        """Whether a game is cut off: it counts as a draw."""
        return not table.over and table.round > self.max_rounds

    def payoffs(self, table: Table) -> list[float]:
        """Each seat's share of the victory; a game that is cut off is shared by all."""
        return table.payoffs() if table.over else [1.0 / self.players] * self.players

    # Observations.

    def spaces(self) -> tuple[spaces.Dict, spaces.Discrete]:
        """The observation space and the action space."""
        named: dict[str, spaces.Space[Any]] = {}
        for part in self.parts:
            if part.choice:
                named[part.name] = spaces.MultiDiscrete(np.full(part.shape, part.high + 1), dtype=np.uint8)
            else:
                named[part.name] = spaces.Box(0, part.high, part.shape, np.uint8)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": spaces.Dict(named), "action_mask": mask}), spaces.Discrete(self.actions)

    def row(self, table: Table, seat: int) -> Rows:
        """What a seat knows, as one row of bytes."""
        return np.frombuffer(memoryview(self.encoder.row(table, seat)), np.uint8)

    def named(self, rows: Rows) -> dict[str, Rows]:
        """The named parts of one row or of many: views, nothing is copied."""
        before = rows.shape[:-1]
        return {
            part.name: rows[..., part.start : part.start + part.size].reshape(*before, *part.shape)
            for part in self.parts
        }

    def mask(self, table: Table, seat: int) -> NDArray[np.int8]:
        """1 for every legal action of a seat; all 0 if it does not decide."""
        mask = np.zeros(self.actions, np.int8)
        if table.to_act == seat:
            mask[np.frombuffer(memoryview(self.encoder.legal(table)), np.int64)] = 1
        return mask

    def observe(self, table: Table, seat: int) -> Named:
        """What a seat observes, in the observation space."""
        return {"observation": self.named(self.row(table, seat)), "action_mask": self.mask(table, seat)}

    def features(self, rows: Rows) -> NDArray[np.float32]:
        """Rows for a network: counts from 0 to 1, choices one-hot, in the order of the parts."""
        rows = np.atleast_2d(rows)
        found = np.zeros((len(rows), self.number_of_features), np.float32)
        counts = ~self._choices
        found[:, : counts.sum()] = rows[:, counts] / self._scales[counts]
        places = self._one_hots + rows[:, self._choices] + counts.sum()
        found[np.arange(len(rows))[:, None], places] = 1
        return found

    # Actions.

    def action(self, table: Table, number: object) -> int:
        """The engine's action for a number; raises an error that says why it is not legal."""
        if isinstance(number, np.ndarray) and number.ndim == 0:
            number = number[()]
        if not isinstance(number, int | np.integer) or isinstance(number, bool):
            raise IllegalActionError(f"an action is a whole number, not {number!r}")
        try:
            action = int(self.encoder.action(table, int(number)))
        except EncodingError as error:
            raise IllegalActionError(f"action {number} is not legal now: {error}") from None
        if action not in list(table.actions()):
            reason: RuleError = self.type.why_not(table, action)
            raise IllegalActionError(
                f"action {number} ({self.encoder.describe(int(number))}) is not legal now: {reason}"
            )
        return action

    # Pictures.

    def check_render_mode(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise FormatError(f"expected one of {', '.join(RENDER_MODES)}, got {mode!r}", "render_mode")
        if mode in ("png", "rgb_array"):
            need("resvg_py", *(["PIL"] if mode == "rgb_array" else []))

    def render(self, table: Table, mode: str | None, seat: int | None) -> Any:
        """The table as a seat sees it, or with all hands open: text (`human` prints it), or a picture.

        The picture is the one that notebooks show.
        """
        if mode is None:
            return None
        game: Game[Any] = Game(self.type, table.copy(), self.names)
        if mode in ("human", "ansi"):
            text = game.to_text(seat)
            if mode == "ansi":
                return text
            print(text)
            return None
        picture = game.to_svg(seat)
        if mode == "svg":
            return picture
        import resvg_py

        png = bytes(resvg_py.svg_to_bytes(svg_string=picture, width=PICTURE_WIDTH))
        if mode == "png":
            return png
        from PIL import Image

        return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
