"""Which encoder belongs to a game."""

from __future__ import annotations

from worldgates.clef.game import Clef
from worldgates.core.gametype import GameType
from worldgates.envs.clef_encoder import ClefEncoder
from worldgates.envs.encoder import Encoder
from worldgates.envs.molthar_encoder import MoltharEncoder


def encoder_of(game: GameType, players: int) -> Encoder:
    """The encoder of a game with its card set, for a number of players."""
    return ClefEncoder(players, game.card_set) if isinstance(game, Clef) else MoltharEncoder(players)
