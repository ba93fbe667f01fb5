"""Random play with a liking for what makes a game short and lively, for tests of whole games."""

from __future__ import annotations

from worldgates.api.game import Game
from worldgates.core.chance import FastChance
from worldgates.core.shapes import Action

# How much each kind of action is liked, beside the others.
LIKED: dict[str, dict[str, int]] = {
    "molthar": {"activate": 200, "take": 12, "place": 30, "peek": 40, "swap": 10, "redraw": 3, "trade_two": 3},
    "clef": {"go_home": 900, "draw": 90, "travel": 4, "effect": 6, "react": 9, "answer": 3, "accept": 9, "reveal": 4},
}


def choose(game: Game, chance: FastChance) -> Action:
    """One of the legal actions, those that are liked more often than others."""
    weights = [_weight(LIKED[game.name], action) for action in game.legal_actions]
    lot = chance.below(sum(weights))
    for action, weight in zip(game.legal_actions, weights, strict=True):
        lot -= weight
        if lot < 0:
            return action
    raise AssertionError


def _weight(liked: dict[str, int], action: Action) -> int:
    facts = action.to_dict()
    return 1 if _is_dull(facts) else liked.get(facts["do"], 1)


def _is_dull(action: dict[str, object]) -> bool:
    """To throw a character off the portal, to let a moment pass, to refuse."""
    if action["do"] in ("react", "answer"):
        return action["card"] is None
    return "discard" in action or action.get("yes") is False
