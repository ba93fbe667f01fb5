"""The picture of a turn in the rules pages: an ordinary moment, as the player sees it whose turn it is."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from worldgates.api.game import begin
from worldgates.core.gametype import Games, GameType
from worldgates.core.shapes import View
from worldgates.pictures import svg

PLAYERS: Final = ("Ada", "Bruno")

_MOLTHAR: Final[dict[str, Any]] = {
    "game": "molthar",
    "options": {"wisp_owner_waits": True},
    "players": [
        {"name": "Ada", "hand": [3, 5, 6, 8], "portal": ["pixie", "lion"], "activated": ["dwarf_7"], "diamonds": 1},
        {"name": "Bruno", "hand": [1, 2], "portal": ["unicorn", None], "activated": ["goblin"]},
    ],
    "pearls": {"market": [7, 2, 4, 8], "draw": None, "discard": []},
    "characters": {"market": ["cerberus", "phoenix"], "draw": None, "discard": []},
    "starting_seat": 0,
    "turn": {"seat": 0, "actions_left": 3, "actions_taken": 0},
    "seed": 7,
}


def turn_view(type: GameType) -> View:
    """The moment that the picture shows."""
    if type.id == "molthar":
        table, names = type.read_position(type.position_type.from_dict(_MOLTHAR))
        return type.view(table, names, 0)
    played = begin(type, PLAYERS, seed=3, starting_seat=0)
    # Both choose a reader, then draw in each turn and otherwise do the last of what they can, which is to pass.
    for _ in range(14):
        actions = played.legal_actions
        draws = [action for action in actions if action.to_dict().get("do") == "draw"]
        played.play(draws[0] if draws else actions[-1])
    view: View = played.view(played.seat)
    return view


@cache
def turn_picture(game: str, language: str) -> str:
    """The picture of a turn of a game, as SVG."""
    type = Games().get(game)
    return svg(turn_view(type), type, language)
