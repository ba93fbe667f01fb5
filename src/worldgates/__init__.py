"""Worldgates: Portals of Molthar and La clef des mondes, as rules that people and programs can play.

    >>> import worldgates as wg
    >>> game = wg.new("molthar", players=["Ada", "Bo"], seed=7)
    >>> game.legal_actions[0]
    Take(source=0)

`new` and `load` return a `Game`. A `Bot` is a class with a method `choose`. `simulate` and `match` play many games
between bots. Actions, views and events are typed: `from worldgates.molthar import Take, Activate`.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0.dev0"

if os.environ.get("WORLDGATES_PURE"):
    # Import the source of every module even if there is a compiled one: for debugging, coverage and comparisons.
    from worldgates._pure import use_source

    use_source()

if TYPE_CHECKING:
    from worldgates.analysis.analyse import analyse as analyse
    from worldgates.analysis.hint import hint as hint
    from worldgates.api.bot import Bot as Bot
    from worldgates.api.bot import BotError as BotError
    from worldgates.api.bot import Turn as Turn
    from worldgates.api.game import Game as Game
    from worldgates.api.loading import load as load
    from worldgates.api.loading import new as new
    from worldgates.core.formats import FormatError as FormatError
    from worldgates.core.record import Record as Record
    from worldgates.core.shapes import Action as Action
    from worldgates.core.shapes import Event as Event
    from worldgates.core.shapes import Options as Options
    from worldgates.core.shapes import Outcome as Outcome
    from worldgates.core.shapes import Position as Position
    from worldgates.core.shapes import View as View
    from worldgates.core.table import RuleError as RuleError
    from worldgates.lab.estimate import estimate as estimate
    from worldgates.lab.league import league as league
    from worldgates.lab.results import Results as Results
    from worldgates.lab.rows import results as results
    from worldgates.lab.simulate import match as match
    from worldgates.lab.simulate import simulate as simulate

# The module of each public name. Names are imported on first use: `worldgates --version` and the terminal need only
# some of them.
_HOMES = {
    "Action": "core.shapes",
    "Bot": "api.bot",
    "BotError": "api.bot",
    "Event": "core.shapes",
    "FormatError": "core.formats",
    "Game": "api.game",
    "Options": "core.shapes",
    "Outcome": "core.shapes",
    "Position": "core.shapes",
    "Record": "core.record",
    "Results": "lab.results",
    "RuleError": "core.table",
    "Turn": "api.bot",
    "View": "core.shapes",
    "analyse": "analysis.analyse",
    "estimate": "lab.estimate",
    "hint": "analysis.hint",
    "league": "lab.league",
    "load": "api.loading",
    "match": "lab.simulate",
    "new": "api.loading",
    "results": "lab.rows",
    "simulate": "lab.simulate",
}

__all__ = [*_HOMES, "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'worldgates' has no attribute {name!r}")
    value = getattr(import_module(f"worldgates.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_HOMES, "__version__", "__doc__", "__name__"])
