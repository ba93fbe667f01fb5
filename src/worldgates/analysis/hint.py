"""A hint: the best action, its chance against the next best, and the reason in a sentence.

>>> import worldgates as wg
>>> game = wg.new("molthar", players=["Ada", "Bo"], seed=7)
>>> hint = wg.hint(game)
>>> hint.action in game.legal_actions
True
"""

from __future__ import annotations

from collections.abc import Sequence

from worldgates.api.bot import turn_at
from worldgates.api.game import Game
from worldgates.bots.candidates import SEARCHING, Searched, search_turn
from worldgates.bots.ladder import LadderBot
from worldgates.bots.levels import HINT_LEVEL, level_named, playouts_of
from worldgates.core.chance import FastChance
from worldgates.core.gametype import GameType
from worldgates.core.shapes import Action, Shape
from worldgates.core.table import Table
from worldgates.core.text import words


class Hint(Shape, frozen=True, kw_only=True, omit_defaults=True):
    """What to do, why, and how good it is.

    Chances are the deciding seat's expected share of the victory, from imagined games. They are missing where nothing
    had to be searched: only one action is legal, one is certainly best, or the level does not search.
    """

    action: Action
    text: str
    why: str
    chance: float | None = None
    next_action: Action | None = None
    next_text: str = ""
    next_chance: float | None = None
    # The number of imagined games in which the action was tried.
    playouts: int = 0

    def compared(self, language: str = "en") -> str:
        """The chances of the two best actions in a sentence, or an empty string where nothing was compared."""
        if self.chance is None or self.next_chance is None:
            return ""
        values = {
            "chance": _percent(self.chance, language),
            "action": self.next_text,
            "other": _percent(self.next_chance, language),
            "number": self.playouts,
        }
        tr = words(language).translate
        # Where the games cannot tell them apart, experience decided.
        if self.next_chance >= self.chance:
            return tr("Chance to win: {chance}. “{action}” is about as good ({number} imagined games).", **values)
        return tr(
            "Chance to win: {chance}; with the next best, “{action}”: {other} ({number} imagined games).", **values
        )


def _percent(share: float, language: str) -> str:
    return f"{share * 100:.0f}\xa0%" if language == "fr" else f"{share:.0%}"


def hint(game: Game, level: str = HINT_LEVEL, *, language: str = "en", seed: int = 0) -> Hint:
    """The best action for the seat that decides, as a level of the ladder sees it, with the reason.

    It depends only on what that seat may know, on the level and on the seed.
    """
    turn = turn_at(game.type, game.table, game.players, seed)
    found = search_turn(turn, level) if searches(level) else [certain(LadderBot(level).choose(turn))]
    return hint_at(game.type, turn._table, game.players, found, language)


def searches(level: str) -> bool:
    name = level_named(level)
    return name is not None and (name in SEARCHING or playouts_of(name) is not None)


def certain(action: Action) -> Searched:
    """An action that was chosen without a search."""
    return Searched(action, (), 0, 0.0, 0.0)


def hint_at(type: GameType, imagined: Table, players: Sequence[str], found: Sequence[Searched], language: str) -> Hint:
    """The hint for the deciding seat of a table that was imagined for it; `found` has the best action first."""
    best, *others = found
    seat, text = int(imagined.to_act), type.text(language)
    view = type.view(imagined, players, seat)
    other = others[0] if others and others[0].worlds else None
    return Hint(
        action=best.action,
        text=text.action(best.action, view),
        why=why(type, imagined, players, best.action, language),
        chance=round(best.chances[seat], 4) if best.worlds else None,
        next_action=other.action if other else None,
        next_text=text.action(other.action, view) if other else "",
        next_chance=round(other.chances[seat], 4) if other else None,
        playouts=best.worlds,
    )


def why(type: GameType, imagined: Table, players: Sequence[str], action: Action, language: str) -> str:
    """The reason for an action in a sentence, from what the deciding seat may know."""
    seat = int(imagined.to_act)
    after = imagined.copy()
    after.chance = FastChance.seeded(0)
    after.play(type.encode(imagined, action))
    return type.why(language, action, type.view(imagined, players, seat), type.view(after, players, seat))
