"""What a host can set: in a file, `worldgates.toml` in the folder of the games or the one named by `--config`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

import msgspec

from worldgates.core import formats
from worldgates.core.formats import FormatError, Strict

FILE: Final = "worldgates.toml"

Seconds = Annotated[float, msgspec.Meta(ge=0, le=600)]
Days = Annotated[float, msgspec.Meta(gt=0, le=3650)]
Many = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class Tables(Strict):
    """How tables are played, and how many one visitor may have."""

    # How long a bot seems to think, so that people can follow.
    pause: Seconds = 1.1
    # How long everybody waits for those who might react (K25).
    reaction: Seconds = 5.0
    # After how many seconds a bot may take over for somebody who left.
    away: Seconds = 60.0
    # Games that are not over, of one visitor; and bots at them.
    most: Many = 30
    most_bots: Many = 60


class Keep(Strict):
    """When tables that nobody comes back to are put away."""

    # A table at which seats stay empty.
    waiting: Days = 7
    # A game without a clock that nobody goes on with.
    playing: Days = 60
    # A game that was abandoned is deleted.
    abandoned: Days = 30


class Notify(Strict):
    """How people hear that it is their turn while they are away."""

    # An address that gets a POST with JSON; with a secret, signed with it.
    webhook: str = ""
    webhook_secret: str = ""
    # smtp://host:25, smtp+starttls://user:password@host:587 or smtps://user:password@host:465
    smtp: str = ""
    mail_from: str = ""


class Settings(Strict):
    # How people reach the server, as in https://play.example.org: for links in messages.
    public_url: str = ""
    # The addresses of reverse proxies that are believed when they say who asks.
    proxies: list[str] = msgspec.field(default_factory=lambda: ["127.0.0.1", "::1"])
    # What is written about the server: what goes wrong, for people, or everything that happens, for programs.
    log: Literal["text", "json"] = "text"
    tables: Tables = msgspec.field(default_factory=Tables)
    keep: Keep = msgspec.field(default_factory=Keep)
    notify: Notify = msgspec.field(default_factory=Notify)


def load(folder: Path, file: Path | None = None) -> Settings:
    """The settings of a host: those of a file, or the usual ones where there is none."""
    path = file or folder / FILE
    if file is None and not path.exists():
        return Settings()
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"this is not TOML: {error}", str(path)) from None
    settings = formats.read(content, Settings, str(path))
    _must_be_url(settings.public_url, ("http", "https"), f"{path}.public_url")
    _must_be_url(settings.notify.webhook, ("http", "https"), f"{path}.notify.webhook")
    _must_be_url(settings.notify.smtp, ("smtp", "smtp+starttls", "smtps"), f"{path}.notify.smtp")
    if settings.notify.smtp and not settings.notify.mail_from:
        raise FormatError("this key is missing: who the mails are from", f"{path}.notify.mail_from")
    return settings


def _must_be_url(value: str, schemes: tuple[str, ...], where: str) -> None:
    if not value:
        return
    try:
        parts = urlsplit(value)
        good = parts.scheme in schemes and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good:
        raise FormatError(f"expected an address that begins with {' or '.join(f'{s}://' for s in schemes)}", where)
