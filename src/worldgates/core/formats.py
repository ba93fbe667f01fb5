"""JSON from outside: read strictly, with an error that names the key and what was expected."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

T = TypeVar("T")


class FormatError(Exception):
    """Something from outside that cannot be read. `key` says where it stands, as in `players[0].hand[2]`."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key

    def __str__(self) -> str:
        message = super().__str__()
        return f"{self.key}: {message}" if self.key else message

    @property
    def message(self) -> str:
        return super().__str__()


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A form that refuses keys it does not know."""


def parse(text: str | bytes) -> object:
    """Any JSON value."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise FormatError(f"this is not JSON: {error}") from None
    except RecursionError:
        raise FormatError("this is not JSON that can be read: it is nested too deeply") from None


def read(value: object, form: type[T], where: str = "") -> T:
    """A JSON value as a form."""
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        raise _named(str(error), where) from None


def write(value: object) -> bytes:
    return msgspec.json.encode(value)


def _named(message: str, where: str) -> FormatError:
    """The message of a failed check with its place in words of ours."""
    text, _, path = message.partition(" - at `$")
    key = path.rstrip("`").lstrip(".")
    if match := re.search(r"unknown field `(.*)`", text):
        key = f"{key}.{match[1]}" if key else match[1]
        text = "there is no such key here"
    elif match := re.search(r"missing required field `(.*)`", text):
        key = f"{key}.{match[1]}" if key else match[1]
        text = "this key is missing"
    else:
        text = text.replace("`", "")
        text = text[:1].lower() + text[1:]
    joint = "." if where and key and not key.startswith("[") else ""
    return FormatError(text, where + joint + key)
