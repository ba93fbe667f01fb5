"""The host's settings: `worldgates.toml` in the data folder, or the file given by `--config`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

import msgspec

from worldgates.bots.levels import HINT_LEVEL, STAND_IN
from worldgates.core import formats
from worldgates.core.formats import FormatError, Strict

FILE: Final = "worldgates.toml"

Seconds = Annotated[float, msgspec.Meta(ge=0, le=600)]
Days = Annotated[float, msgspec.Meta(gt=0, le=3650)]
Level = Literal["beginner", "easy", "medium", "hard", "expert"]
Count = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class Tables(Strict):
    """The pace of tables, and the limits per visitor."""

    # Seconds of a bot's thinking pause, so that people can follow.
    pause: Seconds = 1.1
    # Seconds of a fixed reaction window (K25), and the least of one that ends when all have answered.
    reaction: Seconds = 5.0
    least_reaction: Seconds = 1.5
    # Seconds after which others may let a bot play for an absent player.
    away: Seconds = 60.0
    # The time limit, in seconds, for a decision of a host's bot.
    bot_seconds: Annotated[float, msgspec.Meta(gt=0, le=600)] = 5.0
    # The level of hints, and the level that plays for people who left or ran out of time.
    hint_level: Level = HINT_LEVEL
    takeover_level: Level = STAND_IN
    # The level that analyses finished games: one that searches, or search:N.
    analysis_level: Annotated[str, msgspec.Meta(pattern=r"^(medium|hard|expert|search:[1-9][0-9]{0,4})$")] = HINT_LEVEL
    # The most unfinished games per visitor, and the most bots in them.
    most: Count = 30
    most_bots: Count = 60
    # The most tables in the memory of one server; more are refused until one of them rests.
    most_open: Count = 20_000


class Sockets(Strict):
    """The most open pages of one server; more are asked to come back later."""

    # In all, and from one network address (an IPv6 /64 counts as one).
    most: Count = 20_000
    per_address: Count = 1_000


class Keep(Strict):
    """The days after which unused tables are ended or deleted."""

    # Until a table with empty seats is abandoned.
    waiting: Days = 7
    # Until an idle game is abandoned, unless it is a correspondence game with a clock.
    playing: Days = 60
    # Until an abandoned game is deleted.
    abandoned: Days = 30
    # Until the entries of a finished game are packed. It can be looked at and replayed all the same.
    finished: Days = 30


class Notify(Strict):
    """How absent players are notified that it is their turn."""

    # A URL that gets a POST with JSON, signed with the secret if there is one.
    webhook: str = ""
    webhook_secret: str = ""
    # smtp://host:25, smtp+starttls://user:password@host:587 or smtps://user:password@host:465
    smtp: str = ""
    mail_from: str = ""


class ServerSettings(Strict):
    # The public URL of the server for links in messages, as in https://play.example.org.
    public_url: str = ""
    # Other names under which the server is reached; addresses, localhost and the name of this machine are known.
    hosts: list[str] = []
    # The addresses of reverse proxies whose X-Forwarded headers are trusted.
    proxies: list[str] = msgspec.field(default_factory=lambda: ["127.0.0.1", "::1"])
    # The database (postgresql://…) and the bus (nats://…) of servers that share their tables. A server alone has its
    # data folder.
    database: str = ""
    bus: str = ""
    # text: warnings and errors, for people; json: everything, for programs.
    log: Literal["text", "json"] = "text"
    tables: Tables = msgspec.field(default_factory=Tables)
    sockets: Sockets = msgspec.field(default_factory=Sockets)
    keep: Keep = msgspec.field(default_factory=Keep)
    notify: Notify = msgspec.field(default_factory=Notify)


def load(folder: Path, file: Path | None = None) -> ServerSettings:
    """The settings in a file, or the defaults if there is none."""
    path = file or folder / FILE
    if file is None and not path.exists():
        return ServerSettings()
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"this is not TOML: {error}", str(path)) from None
    settings = formats.read(content, ServerSettings, str(path))
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
