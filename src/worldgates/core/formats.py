"""Input JSON: decoded strictly, with errors that name the key and the expected value."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T")


class FormatError(Exception):
    """Invalid input. `key` is its path, as in `players[0].hand[2]`."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message, key)
        self.message = message
        self.key = key

    def __str__(self) -> str:
        return f"{self.key}: {self.message}" if self.key else self.message


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A schema that rejects unknown keys."""


def parse(text: str | bytes | bytearray) -> object:
    """Any JSON value."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise FormatError(f"this is not JSON: {error}") from None
    except UnicodeDecodeError:
        raise FormatError("this is not JSON: it is not UTF-8") from None
    except RecursionError:
        raise FormatError("this is not JSON that can be read: it is nested too deeply") from None


def decode(text: str | bytes | bytearray, form: type[T], where: str = "") -> T:
    """Decode JSON text into a type, in one step."""
    try:
        found: T = _decoder(form).decode(text)  # type: ignore[arg-type]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        # In two steps, for an error that names the key and its allowed values.
        return read(parse(text), form, where)
    return found


@cache
def _decoder(form: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(form)


def read(value: object, form: type[T], where: str = "") -> T:
    """Convert a JSON value to a type."""
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        raise _named(str(error), value, form, where) from None


def write(value: object) -> bytes:
    return msgspec.json.encode(value)


def _named(message: str, value: object, form: object, where: str) -> FormatError:
    """The message of a validation error, with its path in our notation."""
    text, _, path = message.partition(" - at `$")
    key = path.rstrip("`").lstrip(".")
    if match := re.search(r"unknown field `(.*)`", text):
        key = f"{key}.{match[1]}" if key else match[1]
        text = "there is no such key here"
    elif match := re.search(r"missing required field `(.*)`", text):
        key = f"{key}.{match[1]}" if key else match[1]
        text = "this key is missing"
    elif match := re.match(r"Invalid (?:enum )?value (.*)", text):
        choices = _choices(inspect.type_info(form), value, [part for part in re.split(r"[.\[\]]", key) if part])
        text = f"expected one of {', '.join(map(str, choices))}, got {match[1]}"
    else:
        text = text.replace("`", "")
        text = text[:1].lower() + text[1:]
    joint = "." if where and key and not key.startswith("[") else ""
    return FormatError(text, where + joint + key)


def _choices(form: inspect.Type, value: object, path: list[str]) -> list[object]:
    """The allowed values of an enumerated key in a type."""
    if isinstance(form, inspect.UnionType):
        tag = next((part.tag_field for part in form.types if isinstance(part, inspect.StructType)), None)
        if tag is not None and path == [tag]:
            return [part.tag for part in form.types if isinstance(part, inspect.StructType)]
        found: list[object] = []
        for part in form.types:
            if not isinstance(part, inspect.StructType) or tag is None:
                found += _choices(part, value, path)
            elif isinstance(value, dict) and part.tag == value.get(tag):
                return _choices(part, value, path)
        return found
    if isinstance(form, inspect.LiteralType):
        return list(form.values)
    if isinstance(form, inspect.ListType | inspect.VarTupleType) and isinstance(value, list):
        return _choices(form.item_type, value[int(path[0])], path[1:])
    if isinstance(form, inspect.StructType) and isinstance(value, dict):
        field = next(field for field in form.fields if field.encode_name == path[0])
        return _choices(field.type, value[path[0]], path[1:])
    return []
