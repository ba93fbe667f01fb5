"""Finds the line of each value in a TOML text: `tomllib` returns the values, but not their positions."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from contextlib import suppress
from typing import Final

# The path of a value: field names and list indices, as in ("world", 3, "keys", "top").
Place = tuple[str | int, ...]

_BLANK: Final = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_SPACE: Final = re.compile(r"[ \t]*")
# The long forms first, because they start like an empty short one; they may end with up to five quotation marks.
_TEXT: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})' + r"|'''.*?'''(?:'{0,2})" + r'|"(?:\\.|[^"\\\n])*"' + r"|'[^'\n]*'", re.DOTALL
)
_BARE_NAME: Final = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE: Final = re.compile(r"[^,\]}\n#]+")


class _LostError(Exception):
    """The text is not valid TOML from here on."""


class Lines:
    """The lines of the values in a text; for invalid TOML, only those up to the error.

    >>> lines = Lines('[[world]]\\nid = "chasse"\\nkeys = { top = "mort" }\\n')
    >>> lines.of("world", 0, "keys", "top"), lines.of("world", 0, "name")
    (3, 1)
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._found: dict[Place, int] = {}
        # The number of tables so far in each [[list of tables]].
        self._tables: dict[Place, int] = {}
        # The line of the last statement, and the line of a duplicate field.
        self.last_statement = 1
        self.twice: int | None = None
        with suppress(_LostError, RecursionError):
            self._read()

    def of(self, *place: str | int) -> int:
        """The line of a value; if it is missing, the line of its parent."""
        while place and place not in self._found:
            place = place[:-1]
        return self._found.get(place, 1)

    def _read(self) -> None:
        inside: Place = ()
        while self._skip(_BLANK):
            self.last_statement = self._line()
            if self._text[self._at] == "[":
                inside = self._header()
            else:
                self._field(inside)

    def _line(self) -> int:
        return bisect_right(self._ends, self._at - 1) + 1

    def _skip(self, what: re.Pattern[str]) -> bool:
        """Skip a pattern; returns whether any text is left."""
        if found := what.match(self._text, self._at):
            self._at = found.end()
        return self._at < len(self._text)

    def _next(self, mark: str) -> bool:
        """Skip a token, if it is next."""
        if not self._text.startswith(mark, self._at):
            return False
        self._at += len(mark)
        return True

    def _need(self, mark: str) -> None:
        if not self._next(mark):
            raise _LostError

    def _take(self, what: re.Pattern[str]) -> str:
        found = what.match(self._text, self._at)
        if not found:
            raise _LostError
        self._at = found.end()
        return found[0]

    def _header(self) -> Place:
        """The path of the table that a [header] or [[header]] opens."""
        line = self._line()
        many = self._next("[[")
        if not many:
            self._need("[")
        *outer, last = self._names()
        self._need("]]" if many else "]")
        place: Place = ()
        for name in outer:
            place = self._latest((*place, name))
        place = (*place, last)
        if many:
            self._found.setdefault(place, line)
            self._tables[place] = self._tables.get(place, 0) + 1
        place = self._latest(place)
        self._found.setdefault(place, line)
        return place

    def _latest(self, place: Place) -> Place:
        return (*place, self._tables[place] - 1) if place in self._tables else place

    def _names(self) -> list[str]:
        """A name, or several separated by dots."""
        names = []
        while True:
            self._skip(_SPACE)
            if self._text[self._at : self._at + 1] in ('"', "'"):
                quoted = self._take(_TEXT)
                try:
                    names.append(str(tomllib.loads(f"name = {quoted}")["name"]))
                except tomllib.TOMLDecodeError:
                    raise _LostError from None
            else:
                names.append(self._take(_BARE_NAME))
            self._skip(_SPACE)
            if not self._next("."):
                return names

    def _field(self, inside: Place) -> None:
        """A name and its value."""
        line = self._line()
        place = inside
        for name in self._names():
            place = (*place, name)
            before = self._found.setdefault(place, line)
        if before != line and self.twice is None:
            self.twice = line
        self._need("=")
        self._skip(_SPACE)
        self._value(place)

    def _value(self, place: Place) -> None:
        if self._next("["):
            number = 0
            while self._skip(_BLANK) and not self._next("]"):
                self._found[(*place, number)] = self._line()
                self._value((*place, number))
                number += 1
                self._comma("]")
        elif self._next("{"):
            while self._skip(_BLANK) and not self._next("}"):
                self._field(place)
                self._comma("}")
        elif self._text[self._at : self._at + 1] in ('"', "'"):
            self._take(_TEXT)
        else:
            self._take(_BARE_VALUE)

    def _comma(self, end: str) -> None:
        if not self._skip(_BLANK) or not (self._next(",") or self._text.startswith(end, self._at)):
            raise _LostError
