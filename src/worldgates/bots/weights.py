"""The numbers of the bots as data: one file per game, with the commands that made it.

`worldgates tune` makes the numbers of the valuation, `worldgates train` the weights of the outlook. A level may have a
file of its own, `<game>-<level>.json`. A folder with a card set may have a file for all levels, `weights.json`; a set
without one uses the shipped numbers, which suit it less.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import msgspec

from worldgates.bots.guide import Guide
from worldgates.core.formats import FormatError
from worldgates.core.gametype import GameType
from worldgates.core.shapes import Shape

FILE: Final = "weights.json"


class Made(Shape, frozen=True):
    """How numbers were made: the same command with the same seed makes them again."""

    command: str
    seed: int
    date: str
    #: What came out, in a sentence.
    result: str = ""


class Weights(Shape, frozen=True):
    """The numbers of one game."""

    game: str
    #: The numbers of the valuation, by name; missing ones have the defaults of the code.
    numbers: dict[str, float] = {}
    #: The weights of the outlook, by feature; missing ones are 0.
    outlook: dict[str, float] = {}
    #: The edition of the cards for which they were made; empty for a game with only one.
    cards: str = ""
    made: tuple[Made, ...] = ()


def read_weights(file: Path, game: str) -> Weights:
    """The weights in a file; raises a FormatError that names what is wrong."""
    try:
        found = Weights.from_json(file.read_bytes())
    except OSError as error:
        raise FormatError(f"{file} cannot be read: {error.strerror}", "weights") from None
    except (msgspec.DecodeError, FormatError) as error:
        raise FormatError(f"{file} does not contain weights: {error}", "weights") from None
    if found.game != game:
        raise FormatError(f"{file} is for {found.game}, not for {game}", "weights")
    return found


def write_weights(file: Path, weights: Weights) -> None:
    """Write weights so that a person can read them; a crash leaves the old file or the new one."""
    new = file.with_name(file.name + ".new")
    new.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=1) + b"\n")
    new.replace(file)


@cache
def shipped_weights(game: str, level: str = "") -> Weights:
    """The weights that come with the program, those of a level if it has its own; without any, the game's defaults."""
    folder = Path(__file__).parent / "data"
    for name in (f"{game}-{level}.json", f"{game}.json"):
        if (folder / name).exists():
            return read_weights(folder / name, game)
    return Weights(game)


@cache
def _own_weights(folder: Path, game: str) -> Weights | None:
    file = folder / FILE
    return read_weights(file, game) if file.exists() else None


def weights_of(type: GameType, level: str = "") -> Weights:
    """The weights for a game with its card set, those of a level if it has its own."""
    own = None if type.cards_folder is None else _own_weights(type.cards_folder, type.id)
    return own or shipped_weights(type.id, level)


def make_guide(weights: Weights) -> Guide:
    """A new guide with these weights."""
    guide = import_module(f"worldgates.bots.{weights.game}_guide").make(weights.numbers, weights.outlook)
    assert isinstance(guide, Guide)
    return guide
