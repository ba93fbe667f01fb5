"""One row per game: what experiments keep, in a file that survives a kill, as CSV or Parquet, or as a data frame.

A kept experiment is a file of JSON lines: what is played (`Header`), then one `Row` per game in the order in which
they ended. A line that a kill cut short is dropped when the experiment goes on.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Self

import msgspec

from worldgates.core import formats
from worldgates.core.formats import FormatError
from worldgates.core.locks import lock
from worldgates.core.shapes import Shape
from worldgates.core.text import command_for_extra


class Row(Shape, frozen=True, kw_only=True, omit_defaults=True):
    """One game. `seats[s]` is the player at seat s; shares of the victory and points are by player."""

    number: int
    seed: int
    seats: tuple[int, ...]
    starting_seat: int
    shares: tuple[float, ...]
    # Only in games with points.
    points: tuple[int, ...] = ()
    rounds: int
    decisions: int
    finished: bool = True
    # The player whose bot failed and therefore lost, and why.
    forfeit: int | None = None
    reason: str = ""


class Header(Shape, frozen=True, kw_only=True):
    """What is played: enough to go on with it, and to play any of its games again."""

    experiment: str
    version: int
    game: str
    edition: str
    cards: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: dict[str, Any]
    max_rounds: int
    seconds: float | None
    sprt: tuple[float, float] | None


class RowFile:
    """The file of an experiment: appended to while games end, and read to go on."""

    def __init__(self, path: Path, header: Header, resume: bool) -> None:
        """Begin the file, or go on with it: `rows` are then the games that it has."""
        self.path = path
        self.rows: list[Row] = []
        verb, key = ("read", "resume") if resume else ("written", "save")
        try:
            self._file = path.open("r+b" if resume else "xb")
        except FileExistsError:
            raise FormatError(f"{path} exists: --resume goes on with it, or give another name", key) from None
        except OSError as error:
            raise FormatError(f"{path} cannot be {verb}: {error.strerror}", key) from None
        try:
            self._begin(header, resume, key)
        except FormatError:
            with suppress(OSError):
                self._file.close()
            raise

    def _begin(self, header: Header, resume: bool, key: str) -> None:
        try:
            lock(self._file.fileno())
        except OSError:
            raise FormatError(f"{self.path} is in use: another process writes its games into it", key) from None
        if not resume:
            try:
                self._file.write(formats.write(header) + b"\n")
                self._file.flush()
            except OSError as error:
                raise FormatError(f"{self.path} cannot be written: {error.strerror}", key) from None
            return
        # Not a second time from its path: closing that would release the lock.
        known, self.rows, end = parse(self._file.read(), self.path)
        if known != header:
            different = [name for name in header.__struct_fields__ if getattr(known, name) != getattr(header, name)]
            raise FormatError(f"{self.path} is another experiment: {', '.join(different)} differ", key)
        self._file.truncate(end)
        self._file.seek(end)

    def add(self, rows: Iterable[Row]) -> None:
        """Append games; they are on their way to the disk when this returns."""
        self._file.write(b"".join(formats.write(row) + b"\n" for row in rows))
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()


def read(path: Path) -> tuple[Header, list[Row], int]:
    """A kept experiment: what is played, its games, and where the last whole line ends."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}", "resume") from None
    return parse(data, path)


def parse(data: bytes, path: Path) -> tuple[Header, list[Row], int]:
    """The content of a kept experiment; see `read`."""
    end = data.rfind(b"\n") + 1
    first, *lines = data[:end].splitlines() or [b""]
    try:
        header = msgspec.json.decode(first, type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise FormatError(f"{path} is not a kept experiment of `worldgates match`", "resume") from None
    rows = []
    for number, line in enumerate(lines, 2):
        try:
            rows.append(msgspec.json.decode(line, type=Row))
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise FormatError(
                f"{path}: line {number} is damaged; without it its game is played again", "resume"
            ) from None
    if header.version != 1:
        raise FormatError(f"{path} has version {header.version} of this format; this program reads 1", "resume")
    return header, rows, end


def flat(row: Row, bots: Sequence[str]) -> dict[str, Any]:
    """A row as columns: one per player for its share, points and seat."""
    found: dict[str, Any] = {"number": row.number, "seed": str(row.seed), "starting_seat": row.starting_seat}
    for player, bot in enumerate(bots):
        name = f"player_{player + 1}"
        found[f"{name}_bot"] = bot
        found[f"{name}_seat"] = row.seats.index(player)
        found[f"{name}_share"] = row.shares[player]
        found[f"{name}_points"] = row.points[player] if row.points else None
    found |= {"rounds": row.rounds, "decisions": row.decisions, "finished": row.finished}
    found["forfeit"] = None if row.forfeit is None else row.forfeit + 1
    found["reason"] = row.reason
    return found


def check_target(path: Path) -> None:
    """Check, before the games, that rows can be written to this file."""
    if path.suffix not in (".csv", ".parquet"):
        raise FormatError(f"expected a file that ends in .csv or .parquet, got {path}", "rows")
    if not path.parent.is_dir():
        raise FormatError(f"there is no folder {path.parent}", "rows")
    if path.suffix == ".parquet":
        _library("polars")


def write(rows: Sequence[Row], bots: Sequence[str], path: Path) -> None:
    """Write one line per game, as CSV or Parquet by the ending of the name."""
    check_target(path)
    columns = [flat(row, bots) for row in rows]
    if path.suffix == ".parquet":
        _library("polars").DataFrame(columns, infer_schema_length=None).write_parquet(path)
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns[0] if columns else ["number"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(columns)


def results(path: str | os.PathLike[str], library: str | None = None) -> Any:
    """The games of an experiment as a data frame, one row per game.

    `path` is what `match` kept (`save=`) or wrote (`rows=`): JSON lines, CSV or Parquet. The frame is one of polars,
    or of pandas where polars is not installed; `library` chooses. Needs one of the two: pip install 'worldgates[lab]'.
    """
    file = Path(path)
    frames = _library(library) if library else _any_library()
    if file.suffix in (".csv", ".parquet"):
        if not file.is_file():
            raise FormatError(f"there is no file {file}", "path")
        return getattr(frames, f"read_{file.suffix[1:]}")(file)
    header, rows, _ = read(file)
    columns = [flat(row, header.bots) for row in sorted(rows, key=lambda row: row.number)]
    settings = {"infer_schema_length": None} if frames.__name__ == "polars" else {}
    return frames.DataFrame(columns, **settings)


def _any_library() -> ModuleType:
    try:
        return _library("polars")
    except FormatError as error:
        try:
            return _library("pandas")
        except FormatError:
            raise error from None


def _library(name: str) -> ModuleType:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise FormatError(f"this needs {name}: {command_for_extra('lab')}", name) from None
