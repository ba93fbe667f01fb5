"""The invitation: what a messenger shows of the link to a table, before anybody has opened it.

The page is the same for all tables; its head says which game it is, whose table, and how long a game takes. Whoever has
the link may know all of that. The picture shows a deal of this game that nobody plays.
"""

from __future__ import annotations

from functools import cache
from html import escape
from importlib import import_module
from types import ModuleType
from typing import Final

from worldgates.api.game import begin
from worldgates.bots.ladder import make_policy
from worldgates.bots.seating import BOT_NAMES
from worldgates.core.chance import FastChance
from worldgates.core.gametype import GameType
from worldgates.core.text import words
from worldgates.server.table import GameTable

# Minutes of a game, with two players and with five.
MINUTES: Final = {"molthar": (30, 60), "clef": (20, 60)}
WIDTH: Final = 1200
# How far the game in the picture has got, in decisions per player.
DECISIONS: Final = 14


def head(table: GameTable, url: str, language: str) -> str:
    """The tags that describe a table, for the head of its page."""
    title, description = title_of(table, language), description_of(table, language)
    picture = f"{url}/t/{table.id}/preview.png" if renderer() else f"{url}/icons/icon-512.png"
    tags = {
        "og:type": "website",
        "og:site_name": "Worldgates",
        "og:title": title,
        "og:description": description,
        "og:url": f"{url}/t/{table.id}",
        "og:image": picture,
        "og:image:alt": table.type.text(language).title(),
        "og:locale": {"en": "en_GB", "fr": "fr_FR", "it": "it_IT"}[language],
        "twitter:card": "summary_large_image" if renderer() else "summary",
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()]
    return "\n    ".join(lines)


def title_of(table: GameTable, language: str) -> str:
    """Which game, and whose table."""
    tr, game = words(language).translate, table.type.text(language).title()
    host = next((seat.name for seat in table.seats if seat.visitor and seat.visitor == table.config.host), "")
    if table.status != "waiting":
        return tr("{game}: watch the table of {name}", game=game, name=host) if host else game
    return tr("{name} invites you to {game}", name=host, game=game) if host else game


def description_of(table: GameTable, language: str) -> str:
    """How many play, how many seats are free, and how long it takes."""
    text = words(language)
    free, seats = sum(seat.is_open for seat in table.seats), len(table.seats)
    parts = [table.name] if table.name else []
    parts.append(text.translate("{n} players.", n=seats))
    if table.status == "waiting":
        parts.append(text.count("One seat is free.", "{n} seats are free.", free))
    clock = table.config.clock
    if table.slow and clock is not None:
        parts.append(text.count("{n} hour for each decision.", "{n} hours for each decision.", clock.hours))
    else:
        parts.append(text.translate("About {n} minutes.", n=minutes(table.type.id, seats)))
    return " · ".join(part.rstrip(".") for part in parts)


def minutes(game: str, players: int) -> int:
    """How long a game takes, to five minutes."""
    least, most = MINUTES[game]
    return round((least + (most - least) * (players - 2) / 3) / 5) * 5


@cache
def preview(type: GameType, players: int, language: str) -> bytes | None:
    """A picture of a game as PNG, if this server can make one. It is not drawn from the table: that is secret."""
    found = renderer()
    if found is None:
        return None
    game = begin(type, BOT_NAMES[:players], seed=players)
    policy = make_policy("easy", type, FastChance.seeded(players))
    for _ in range(DECISIONS * players):
        if game.seat is not None:
            game.play_number(int(policy.choose(game.table.imagine(game.seat, policy.chance))))
    return bytes(found.svg_to_bytes(svg_string=game.to_svg(language=language), width=WIDTH))


@cache
def renderer() -> ModuleType | None:
    """The library that turns SVG into PNG. Messengers show no SVG; a server without it shows the icon."""
    try:
        return import_module("resvg_py")
    except ImportError:
        return None
