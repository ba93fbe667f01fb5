"""Commands for hosts: serve tables, and keep their games."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from worldgates.cli import USAGE_ERROR, version
from worldgates.cli.common import Cards, Lang, app, bot_names, bots_parameter, example
from worldgates.core.text import language_of


@Parameter(name="*")
@dataclass(frozen=True)
class ServerOptions:
    """Where and how tables are served."""

    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 opens the server to your network."""

    port: int | None = None
    """The port; by default 8666, or another if that is taken."""

    browser: bool = True
    """Open the page in the browser."""

    data: Path | None = None
    """The folder for the games; by default in your data directory."""

    config: Path | None = None
    """The host's settings; by default worldgates.toml beside the games."""

    database: str = ""
    """Keep the games in PostgreSQL (postgresql://…), which many servers can share."""

    bus: str = ""
    """How servers that share a database reach each other (nats://…)."""

    bots: Annotated[list[str] | None, bots_parameter("More bots that players can choose in the lobby.")] = None

    cards: Cards = None

    lang: Lang = None


DEFAULT_SERVER = ServerOptions()
Data = Annotated[
    Path | None, Parameter(name="--data", help="The folder that keeps the games; by default in your data directory.")
]


@app.default
def default(
    *,
    version_flag: Annotated[
        bool, Parameter(name="--version", negative="", help="Version, and whether compiled.")
    ] = False,
    server: ServerOptions = DEFAULT_SERVER,
) -> int:
    """Portals of Molthar and La clef des mondes, in the browser, in the terminal and for other programs.

    Without a command it serves tables to the browser from this machine.
    """
    if version_flag:
        print(version())
        return 0
    return serve(server=server)


@app.command(
    help_epilogue=example(
        "worldgates serve --host 0.0.0.0 --no-browser",
        'worldgates serve --bots mybots:Thrifty "cmd:node mybot.js"',
    )
)
def serve(*, server: ServerOptions = DEFAULT_SERVER) -> int:
    """Serve tables to browsers, on this machine or for the whole network."""
    from worldgates.server.serve import serve as serve_tables

    return serve_tables(
        server.host,
        server.port,
        server.data,
        server.browser,
        language_of(server.lang),
        server.config,
        server.cards,
        bots=bot_names(server.bots) or [],
        database=server.database,
        bus=server.bus,
    )


@app.command(help_epilogue=example("worldgates backup games.backup"))
def backup(file: Path, *, data: Data = None) -> int:
    """Back up all games to a file; the server may keep running.

    Parameters
    ----------
    file
        The backup to write.
    """
    from worldgates.server.backup import backup as back_up
    from worldgates.server.serve import data_folder

    tables = back_up(data or data_folder(), file)
    print(f"{file}: {tables} tables")
    return 0


@app.command(help_epilogue=example("worldgates restore games.backup --data games"))
def restore(
    file: Path,
    *,
    data: Data = None,
    replace: Annotated[bool, Parameter(negative="", help="Replace the games that are there.")] = False,
) -> int:
    """Restore the games of a backup; no server may be running on the same data.

    Parameters
    ----------
    file
        The backup to read.
    """
    from worldgates.server.backup import restore as put_back
    from worldgates.server.serve import data_folder

    folder = data or data_folder()
    tables = put_back(folder, file, replace)
    print(f"{folder}: {tables} tables")
    return 0


@app.command(
    help_epilogue=example(
        "worldgates copy /srv/worldgates/data postgresql://club@db.example.org/club",
        "worldgates copy postgresql://club@db.example.org/club /srv/worldgates/data",
    )
)
def copy(source: str, target: str) -> int:
    """Copy all games from a data folder to PostgreSQL or back, into a database without games."""
    from worldgates.server.copying import copy as copy_all

    print(f"{target}: {copy_all(source, target)} tables")
    return 0


@app.command(help_epilogue=example("./worldgates test"))
def test() -> int:
    """Run all checks and tests of a checkout."""
    print("worldgates: the tests belong to a checkout: run ./worldgates test there", file=sys.stderr)
    return USAGE_ERROR
