"""Games put aside: the file that holds a record, who plays, and how far the chance of each bot has come.

    {"worldgates_save": 1, "record": {…}, "seats": [{"human": true}, {"bot": "greedy", "stream": {…}}]}

A person sits at the first seat, bots at the others. A game goes on from its file exactly as it would have.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from worldgates.bots import Bot, make_bot
from worldgates.core import formats
from worldgates.core.formats import FormatError, Strict
from worldgates.core.session import Session
from worldgates.core.streams import read_stream, write_stream

SAVE_VERSION: Final = 1


class SeatForm(Strict):
    human: bool = False
    bot: str = ""
    stream: object = None


class SaveForm(Strict):
    worldgates_save: int
    record: dict[str, object]
    seats: list[SeatForm]


@dataclass
class Match:
    """A game with who plays it: a person at the first seat, bots at the others."""

    session: Session
    kinds: list[str]
    bots: list[Bot]

    def to_object(self) -> dict[str, object]:
        seats: list[dict[str, object]] = [{"human": True}]
        for kind, bot in zip(self.kinds, self.bots, strict=True):
            seats.append({"bot": kind, "stream": write_stream(bot.chance)})
        return {"worldgates_save": SAVE_VERSION, "record": self.session.record(), "seats": seats}

    @staticmethod
    def from_object(value: object, cards: Path | None = None) -> Match:
        keys = formats.read(value, dict[str, object])
        if "worldgates_save" not in keys and "worldgates" in keys:
            raise FormatError("this is the record of a game and not a saved game; replay shows it", "worldgates_save")
        form = formats.read(value, SaveForm)
        if form.worldgates_save != SAVE_VERSION:
            raise FormatError(f"expected {SAVE_VERSION}, got {form.worldgates_save}", "worldgates_save")
        try:
            session = Session.replay(form.record, cards)
        except FormatError as error:
            raise FormatError(error.message, f"record.{error.key}" if error.key else "record") from None
        if len(form.seats) != session.table.players:
            raise FormatError(f"expected one for each of {session.table.players} players", "seats")
        if not form.seats[0].human or form.seats[0].bot:
            raise FormatError("expected a person at the first seat", "seats[0]")
        kinds, bots = [], []
        for seat, place in enumerate(form.seats[1:], start=1):
            if place.human or not place.bot:
                raise FormatError("expected a bot at every seat but the first", f"seats[{seat}]")
            chance = read_stream(place.stream, f"seats[{seat}].stream")
            kinds.append(place.bot)
            try:
                bots.append(make_bot(place.bot, session.game.id, chance))
            except FormatError as error:
                raise FormatError(error.message, f"seats[{seat}].bot") from None
        return Match(session, kinds, bots)


def read(path: Path, cards: Path | None = None) -> Match:
    """The game saved in a file, played with the cards in a folder if one is given."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}", "resume") from None
    return Match.from_object(formats.parse(content), cards)


def write(path: Path, value: object, over: bool) -> bytes:
    """Write a file whole or not at all; what it then holds. Unless it may be written `over`, it must not exist yet."""
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
    """Where a game goes if nobody says otherwise: the current folder, else the one of the user."""
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
