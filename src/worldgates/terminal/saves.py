"""Saved games: a file with the record, the players, and the state of each bot's random stream.

    {"worldgates_save": 1, "record": {…}, "seats": [{"human": true}, {"bot": "easy", "stream": {…}}]}

A person has the first seat, bots the others. A resumed game continues exactly as it would have.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from worldgates.api.bot import Bot
from worldgates.api.game import Game, read_record, replay
from worldgates.core import formats
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.core.shapes import Shape
from worldgates.core.streams import FastStream
from worldgates.terminal.opponents import Opponent, named, runs_other_code

SAVE_VERSION: Final = 1


class SavedSeat(Shape, frozen=True, omit_defaults=True):
    """The player of a seat: a person, or a bot with its random stream."""

    human: bool = False
    bot: str = ""
    stream: FastStream | None = None


class SavedGame(Shape, frozen=True):
    """The content of a saved game. The struct of `record` depends on the game that the record names."""

    worldgates_save: int
    record: Any
    seats: tuple[SavedSeat, ...]


@dataclass
class Match:
    """A game and its players: a person at the first seat, bots at the others."""

    game: Game[Any]
    opponents: list[Opponent]

    def saved(self) -> SavedGame:
        """The content of a saved game from which it can be resumed."""
        bots = [SavedSeat(bot=bot.named, stream=bot.stream) for bot in self.opponents]
        return SavedGame(SAVE_VERSION, self.game.record, (SavedSeat(human=True), *bots))

    @staticmethod
    def load(value: object, cards: Path | None = None, bots: Sequence[Bot | str] | None = None) -> Match:
        """The match in the parsed JSON of a file.

        A file from somebody else must not start programs without consent: a game with external bots loads only if
        `bots` names them again.
        """
        if isinstance(value, dict) and "worldgates_save" not in value and "worldgates" in value:
            raise FormatError("this is the record of a game and not a saved game; replay shows it", "worldgates_save")
        saved = formats.read(value, SavedGame)
        if saved.worldgates_save != SAVE_VERSION:
            raise FormatError(f"expected {SAVE_VERSION}, got {saved.worldgates_save}", "worldgates_save")
        try:
            game = replay(*read_record(saved.record, Games(cards)))
        except FormatError as error:
            raise FormatError(error.message, f"record.{error.key}" if error.key else "record") from None
        if len(saved.seats) != len(game.players):
            raise FormatError(f"expected one for each of {len(game.players)} players", "seats")
        if not saved.seats[0].human or saved.seats[0].bot:
            raise FormatError("expected a person at the first seat", "seats[0]")
        for seat, place in enumerate(saved.seats[1:], start=1):
            if place.human or not place.bot:
                raise FormatError("expected a bot at every seat but the first", f"seats[{seat}]")
            if place.stream is None:
                raise FormatError("this key is missing", f"seats[{seat}].stream")
        _check_bots([place.bot for place in saved.seats[1:]], bots)
        opponents = []
        for seat, place in enumerate(saved.seats[1:], start=1):
            assert place.stream is not None
            chance = FastChance(*place.stream.words)
            bot = bots[seat - 1] if bots else place.bot
            opponents.append(Opponent(bot, game.type, game.players, chance, f"seats[{seat}].bot"))
        return Match(game, opponents)


def _check_bots(saved: list[str], given: Sequence[Bot | str] | None) -> None:
    if given:
        if [named(bot) for bot in given] != saved:
            raise FormatError("a saved game goes on as it began: this cannot be chosen anew", "bots")
    elif any(runs_other_code(bot) for bot in saved):
        raise FormatError(
            f"this game runs bots from outside the ladder: name them again to allow it, here {', '.join(saved)}", "bots"
        )


def read(path: Path, cards: Path | None = None, bots: Sequence[Bot | str] | None = None) -> Match:
    """Load the game from a file, with the cards in a folder if one is given."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}", "resume") from None
    try:
        value = formats.parse(content)
    except FormatError as error:
        raise FormatError(error.message, str(path)) from None
    return Match.load(value, cards, bots)


def write(path: Path, value: Shape, over: bool) -> bytes:
    """Write a file atomically, and return its content. Unless `over`, the file must not exist yet."""
    content = formats.write(value) + b"\n"
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if not over and path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return content


def new_paths(game: str) -> list[Path]:
    """The default folder for saved games: the current folder, else the home folder."""
    name = f"worldgates-{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    folders = [Path()]
    with suppress(RuntimeError):
        folders.append(Path.home())
    paths = []
    for folder in folders:
        path, number = folder / f"{name}.json", 2
        while path.exists():
            path, number = folder / f"{name}-{number}.json", number + 1
        paths.append(path)
    return paths
