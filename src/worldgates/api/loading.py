"""Starting games, and loading saved ones."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from worldgates.api.game import Game, Json, OptionsLike, begin, from_position, read_record, replay
from worldgates.core import formats
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.core.record import Record
from worldgates.core.shapes import Position

if TYPE_CHECKING:
    from worldgates.clef.view import View as ClefView
    from worldgates.molthar.view import View as MoltharView


@overload
def new(
    game: Literal["molthar"],
    players: int | Sequence[str] = 2,
    seed: int | str = 0,
    *,
    options: OptionsLike | None = None,
    starting_seat: int | None = None,
) -> Game[MoltharView]: ...
@overload
def new(
    game: Literal["clef"],
    players: int | Sequence[str] = 2,
    seed: int | str = 0,
    *,
    options: OptionsLike | None = None,
    starting_seat: int | None = None,
    cards: str | Path | None = None,
) -> Game[ClefView]: ...
@overload
def new(
    game: str,
    players: int | Sequence[str] = 2,
    seed: int | str = 0,
    *,
    options: OptionsLike | None = None,
    starting_seat: int | None = None,
    cards: str | Path | None = None,
) -> Game[Any]: ...
def new(
    game: str,
    players: int | Sequence[str] = 2,
    seed: int | str = 0,
    *,
    options: OptionsLike | None = None,
    starting_seat: int | None = None,
    cards: str | Path | None = None,
) -> Game[Any]:
    """Start a game of "molthar" or "clef".

    `players` is the number of players or a list of their names. The same `seed` always gives the same deal: an
    integer, or a string of 32 to 128 hexadecimal digits for the stream that tables of people use. `options` are the
    game's, such as {"wisp_owner_waits": True}. `cards` is a folder with a card set of La clef des mondes.

        >>> import worldgates as wg
        >>> wg.new("molthar", players=["Ada", "Bo", "Cleo"], seed=7)
        <Game: molthar, 3 players, round 1, seat 2 (Cleo) decides: action>
    """
    return begin(Games(_folder(cards)).get(game, strict=True), players, seed, options, starting_seat)


def load(
    source: Position | Record | Json | str | bytes | os.PathLike[str],
    *,
    cards: str | Path | None = None,
) -> Game[Any]:
    """Load a saved game.

    `source` is a position, a record or a saved game of the terminal: as a struct, as parsed JSON, as JSON text, or as
    the path of a file. A record is replayed to its last action. `cards` is the folder of the card set that it was
    played with.

        >>> import worldgates as wg
        >>> game = wg.new("clef", players=2, seed=7)
        >>> wg.load(game.position) == game
        True
    """
    games = Games(_folder(cards))
    if isinstance(source, Position):
        return from_position(games.get(_tag(source)), source)
    if isinstance(source, Record):
        return replay(games.get(_tag(source)), source)
    return load_json(dict(source) if isinstance(source, Mapping) else formats.parse(_text(source)), games)


def load_json(value: object, games: Games) -> Game[Any]:
    """The game in parsed JSON."""
    value = record_in(value)
    if isinstance(value, dict) and "worldgates" in value:
        return replay(*read_record(value, games))
    if not isinstance(value, dict) or "game" not in value:
        raise FormatError("this is neither a position nor a record: this key is missing", "game")
    type = games.get(value["game"])
    return from_position(type, formats.read(value, type.position_type))


def record_in(value: object) -> object:
    """The record of a saved game; any other value unchanged."""
    return value["record"] if isinstance(value, dict) and "worldgates_save" in value and "record" in value else value


def _tag(shape: Position | Record) -> object:
    return type(shape).__struct_config__.tag


def _folder(cards: str | Path | None) -> Path | None:
    return None if cards is None else Path(cards)


def _text(source: str | bytes | os.PathLike[str]) -> str | bytes:
    if isinstance(source, bytes) or (isinstance(source, str) and source.lstrip()[:1] == "{"):
        return source
    if not isinstance(source, str | os.PathLike):
        raise FormatError(f"expected a position, a record, its JSON, or the path of a file, got {source!r}", "source")
    try:
        return Path(source).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise FormatError(f"this file cannot be read: {reason}", str(source) or "source") from None
