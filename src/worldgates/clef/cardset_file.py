"""The files of a card set: TOML, parsed with the line of every value, and errors that name file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from worldgates.clef.lines import Lines
from worldgates.core.text import command

WORLD_FILE, READER_FILE, CARD_FILE = FILES = ("worlds.toml", "readers.toml", "discoveries.toml")

LONGEST_ID: Final = 40
LONGEST_NAME: Final = 60
LONGEST_TEXT: Final = 500
# A set has some 50 kB; a much larger file is not a card set.
LARGEST_FILE: Final = 1_000_000
# The most parts of a key.
MOST_PARTS: Final = 200
MOST_ENTRIES: Final = 500


class Fault(msgspec.Struct, frozen=True):
    """An error in a file of a set. `entry` is a card's id, `key` the field, as in `effect.n`."""

    file: str
    line: int
    entry: str
    key: str
    message: str

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.entry, self.key) if part)
        return f"{self.file}, line {self.line}: {f'{where}: ' if where else ''}{self.message}"


def place_of(fault: Fault) -> tuple[int, int]:
    return FILES.index(fault.file), fault.line


class CardSetError(Exception):
    """A card set with errors; the message lists them all."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


def _line_with_many_parts(text: str) -> int:
    """The line of a key with more parts (a.b.c) than any file needs, or 0: `tomllib` takes their number squared."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_PARTS and any(
            part.count(".") > MOST_PARTS for part in re.split(r"[=\[\]{},#]", line)
        ):
            return number
    return 0


# Messages.

# The errors of `tomllib`, and what to do about them.
_TOML_ADVICE: Final = {
    "Invalid initial character for a key part": "{ } has to stand on one line, with no comma before the }",
    "Unclosed inline table": "{ } has to stand on one line, with commas between its fields",
    "Invalid value": 'a value stands in straight quotation marks, "so", unless it is a number',
    "Illegal character": 'a text begins and ends with " on the same line',
    "Unterminated string": 'a text begins and ends with "',
    "Unescaped '\\'": "a \\ in a text is written \\\\",
    "Expected newline": 'a value is followed by the end of the line; a " inside a text is written \\"',
    "Unclosed array": "what begins with [ ends with ]",
    "Expected '='": "a field is written name = value",
    "Expected ']": "an entry begins with two brackets on both sides, as in [[world]]",
}


def shown(value: object) -> str:
    """A value as written in the file, shortened to fit a line."""
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_ID else value[:LONGEST_ID] + "…")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        # Converting an integer with very many digits raises an error.
        return str(value) if abs(value) < 10**12 else "a number far too large"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "a table in { }" if isinstance(value, dict) else "a date or time"


def wanted(expected: str, value: object) -> str:
    """What was expected instead of a value."""
    if value is None:
        return f"this is missing: expected {expected}"
    if value == "":
        return f"still empty: expected {expected}"
    return f"expected {expected}, found {shown(value)}"


def one_of(words: Iterable[str]) -> str:
    return f"one of {', '.join(words)}"


class CardFile:
    """One file of a set: its entries, and the line of each of their fields."""

    def __init__(self, folder: Path, name: str, table: str, faults: list[Fault]) -> None:
        self.name = name
        self.table = table
        self.faults = faults
        self.text = ""
        self.entries: list[dict[str, Any]] = []
        self._lines: Lines | None = None
        # Whether its entries could be parsed, so that their number is meaningful.
        self.readable = False
        if self.read_text(folder / name):
            self.read_entries()

    @property
    def lines(self) -> Lines:
        # Computed on demand: most sets have no errors, and then no lines are needed.
        if self._lines is None:
            self._lines = Lines(self.text)
        return self._lines

    def read_text(self, path: Path) -> bool:
        raw = b""
        try:
            if path.is_dir():
                return self.whole("this is a folder: expected a file of this name")
            if not path.exists():
                return self.whole(f"there is no such file; `{command()} cards template DIR` writes all three anew")
            if not path.is_file():
                return self.whole("this is not a plain file")
            with path.open("rb") as file:
                raw = file.read(LARGEST_FILE + 1)
        except OSError as error:
            return self.whole(f"the file cannot be read: {error.strerror}")
        if len(raw) > LARGEST_FILE:
            return self.whole(f"the file is larger than {LARGEST_FILE // 1000} kB: that is no card set")
        try:
            # Some editors begin a file with a byte order mark, and line endings differ between systems.
            self.text = raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError as error:
            line = len(raw[: error.start].split(b"\n"))
            return self.whole("this is not UTF-8: save the file as UTF-8 in your editor", line)
        return True

    def read_entries(self) -> None:
        if line := _line_with_many_parts(self.text):
            self.whole("this cannot be read: a key has too many parts", line)
            return
        try:
            content = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            self.no_toml(str(error))
            return
        except ValueError:
            self.whole("this cannot be read: a number has too many digits", self.line_with(r"[\d_]{999}"))
            return
        except RecursionError:
            self.whole("this cannot be read: too much is nested", self.line_with(r"(?:[\[{] ?){50}"))
            return
        for key in content:
            if key != self.table:
                self.whole(f"expected only entries [[{self.table}]], found {shown(key)}", self.lines.of(key))
        found = content.get(self.table, [])
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            self.whole(f"every entry has to begin with [[{self.table}]]", self.lines.of(self.table))
        elif len(found) > MOST_ENTRIES:
            self.whole(f"there are {len(found)} entries [[{self.table}]]: that is no card set")
        else:
            self.entries = found
            self.readable = True

    def line_with(self, pattern: str) -> int:
        found = re.search(pattern, self.text)
        return self.text.count("\n", 0, found.start()) + 1 if found else 1

    def no_toml(self, said: str) -> None:
        what, _, where = said.partition(" (at ")
        line = begin = self.lines.last_statement
        if found := re.match(r"line (\d+), column (\d+)", where):
            line = int(found[1])
            where = f", column {found[2]}"
            if begin < line:
                where += f", in what begins on line {begin}"
        else:
            where = ""
        advice = next((advice for begin, advice in _TOML_ADVICE.items() if what.startswith(begin)), "")
        if self.lines.twice is not None and ("overwrite" in what or "twice" in what or "Duplicate" in what):
            line, where = self.lines.twice, ""
        if "overwrite" in what or "Duplicate" in what:
            advice = "the same field is there twice in one entry; begin every entry with "
            advice += f"[[{self.table}]] on a line of its own"
        self.whole(f"this is not TOML: {what[:1].lower()}{what[1:]}{where}{f': {advice}' if advice else ''}", line)

    # Errors of an entry and of the file.

    def line(self, number: int, *path: str | int) -> int:
        return self.lines.of(self.table, number, *path)

    def remark(self, number: int, path: tuple[str | int, ...], message: str) -> Fault:
        id = self.entries[number].get("id")
        entry = id if is_id(id) else f"[[{self.table}]] number {number + 1}"
        # List indices matter only for the line; a name may be anything that TOML allows.
        names = [name if re.fullmatch(r"[\w-]{1,40}", name) else shown(name) for name in path if isinstance(name, str)]
        return Fault(self.name, self.line(number, *path), str(entry), ".".join(names), message)

    def fault(self, number: int, path: str | tuple[str | int, ...], message: str) -> None:
        self.faults.append(self.remark(number, (path,) if isinstance(path, str) else path, message))

    def whole(self, message: str, line: int = 1) -> bool:
        """Report an error of the whole file; always returns False, for callers that have to stop."""
        self.faults.append(Fault(self.name, line, "", "", message))
        return False

    def last(self, message: str) -> None:
        """Report too many or too few entries, at the line of the last entry."""
        self.whole(message, self.line(len(self.entries) - 1) if self.entries else 1)


def is_id(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_ID and bool(re.fullmatch(r"[a-z][a-z0-9_]*", value))
