"""How a game travels to another process or machine: by its name, with the files of its cards if they are one's own.

A card set in memory is made of compiled arrays, which cannot be pickled, and another machine does not have the folder
that it came from. Importing this module teaches pickle what to send instead.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from worldgates.core.gametype import NAMES, Games, GameType

Files = tuple[tuple[str, bytes], ...]
# Nothing larger belongs to a card set.
_LARGEST: Final = 4_000_000


def _send(type: GameType) -> tuple[Callable[..., GameType], tuple[Any, ...]]:
    folder = type.cards_folder
    if folder is None:
        return _receive, (type.id, "", ())
    found = [path for path in sorted(folder.iterdir()) if path.suffix in (".toml", ".json") and path.is_file()]
    small = [path for path in found if path.stat().st_size <= _LARGEST]
    return _receive, (type.id, folder.absolute().name, tuple((path.name, path.read_bytes()) for path in small))


@cache
def _receive(game: str, name_of_set: str, files: Files) -> GameType:
    if not files:
        return Games().get(game)
    # The folder has the same name, which is part of the edition. It stays as long as the machine keeps its temporary
    # files: bots may read weights from it.
    folder = Path(mkdtemp(prefix="worldgates-")) / name_of_set
    folder.mkdir()
    for name, content in files:
        (folder / name).write_bytes(content)
    return Games(folder).get(game)


for _name in NAMES:
    copyreg.pickle(type(Games().get(_name)), _send)
