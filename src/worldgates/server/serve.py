"""Starts a server on this machine: its data folder, its address, and how it stops."""

from __future__ import annotations

import gc
import io
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Final
from urllib.parse import urlsplit

import uvicorn

from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.core.text import command, words
from worldgates.server import log
from worldgates.server.app import make_app
from worldgates.server.bots import HostBots
from worldgates.server.bus import make_bus
from worldgates.server.database import is_postgres, prepare
from worldgates.server.datadir import DataDirInUseError, DataDirLock
from worldgates.server.http import DirectWebSocketProtocol, TimedHttpProtocol
from worldgates.server.settings import ServerSettings, load

DEFAULT_HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8666
# Seconds after which a server that still has not stopped may be interrupted.
SECONDS_TO_STOP: Final = 10.0


def data_folder() -> Path:
    """The folder in which this system stores application data of a user."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "worldgates"


def address(host: str, port: int) -> str:
    """The URL to open in a browser; for a server open to its network, the one that other machines can reach."""
    shown = own_address() if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def own_address() -> str:
    """The address of this machine in its network. Finding it sends no packets."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return DEFAULT_HOST
    return found


def serve(
    host: str,
    port: int | None,
    data: Path | None,
    browser: bool,
    language: str = "en",
    config: Path | None = None,
    cards: Path | None = None,
    bots: Sequence[str] = (),
    database: str = "",
    bus: str = "",
) -> int:
    """Serve until Ctrl-C; returns the exit code. The lobby offers `bots` besides those of the ladder."""
    folder = data or data_folder()
    settings = load(folder, config)
    settings.database = database or os.environ.get("WORLDGATES_DATABASE", "") or settings.database
    settings.bus = bus or os.environ.get("WORLDGATES_BUS", "") or settings.bus
    _check_sharing(settings)
    # Errors in the cards and the bots are reported before anything starts.
    Games(cards).check()
    host_bots = HostBots(bots, settings.tables.bot_seconds)
    tr = words(language).translate
    try:
        # Servers that share a database may share a folder: it has only their settings.
        lock = nullcontext(None) if settings.database else DataDirLock(folder)
    except DataDirInUseError as other:
        if port is not None or host != DEFAULT_HOST:
            raise FormatError(
                f"{folder} is in use by the server at {other.address}: stop that one first", "--data"
            ) from None
        print(tr("Worldgates is already running: {address}", address=other.address), flush=True)
        if browser:
            webbrowser.open(other.address)
        return 0
    with lock as locked:
        # Errors in the database are reported before anybody connects.
        prepare(settings.database or folder)
        listener = _listen(host, port)
        url = address(host, listener.getsockname()[1])
        settings.public_url = settings.public_url.rstrip("/") or url
        if locked is not None:
            locked.write(url)
        print(tr("Worldgates is at {address}", address=url))
        if is_open(host):
            print(tr("On phones and computers in the same network, open this address or scan this code:"))
            print(code(url, sys.stdout.isatty()))
        else:
            more = f"{command()} --host 0.0.0.0"
            print(
                tr(
                    "Only this computer can connect. To let in phones and friends in the same network: {command}",
                    command=more,
                )
            )
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            print(tr("Worldgates is running as root and doesn't need to: give it its own user."))
        kept = without_password(settings.database) or folder
        print(tr("Games are saved in {folder}. Ctrl-C stops the server.", folder=kept), flush=True)
        log.set_up(settings.log)
        _allow_many_sockets()
        running = uvicorn.Config(
            make_app(folder, settings, cards, is_open(host), host_bots),
            log_config=None,
            access_log=False,
            forwarded_allow_ips=settings.proxies,
            timeout_graceful_shutdown=2,
            ws_max_size=65_536,
            # A state is a few KB: compressing it would take longer than sending it.
            ws_per_message_deflate=False,
            server_header=False,
            http=TimedHttpProtocol,
            ws=DirectWebSocketProtocol,
        )
        _collect_rarely()
        if browser:
            threading.Timer(0.5, webbrowser.open, [url]).start()
        _Server(running).run(sockets=[listener])
    return 0


class _Server(uvicorn.Server):
    """A server that also stops in order if Ctrl-C is pressed again: uvicorn would then leave out what ends with it, and
    show where that was interrupted."""

    _stops_since: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        now = monotonic()
        if self._stops_since is None:
            self._stops_since = now
        elif now - self._stops_since < SECONDS_TO_STOP:
            return
        super().handle_exit(sig, frame)


def _check_sharing(settings: ServerSettings) -> None:
    """Servers that share tables need a database and a bus."""
    if settings.database and not is_postgres(settings.database):
        raise FormatError("expected an address that begins with postgresql://", "--database")
    if settings.bus and not settings.database:
        raise FormatError("servers that share a bus need a database to share: --database postgresql://…", "--bus")
    make_bus(settings.bus)


def without_password(url: str) -> str:
    """An address to show."""
    parts = urlsplit(url)
    return url if parts.password is None else url.replace(f":{parts.password}@", "@", 1)


def _allow_many_sockets() -> None:
    """Raise the limit of open files to the system's maximum: each connection needs one."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _collect_rarely() -> None:
    """What was loaded until now stays: the garbage collector need not look at it again and again. What a move leaves
    behind is freed without it, so that it may come less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def is_open(host: str) -> bool:
    """Whether other machines can connect to a server that listens on this address."""
    return host not in ("localhost", "::1") and not host.startswith("127.")


def code(url: str, coloured: bool) -> str:
    """The URL as a QR code for the terminal, in black and white if the terminal has colours."""
    import segno  # takes longer than all else here, and most servers show none

    drawn = io.StringIO()
    segno.make_qr(url).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().rstrip("\n").split("\n")
    # The printed blocks are the light modules of the code.
    return "\n".join(f"  \x1b[97;40m{line}\x1b[0m" if coloured else f"  {line}" for line in lines)


def _listen(host: str, port: int | None) -> socket.socket:
    """Listen on the given port; by default on the default port, or on a free one if that is taken."""
    if port is not None and not 0 <= port <= 65_535:
        raise FormatError(f"expected a number from 0 to 65535, got {port}", "--port")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in (DEFAULT_PORT, 0) if port is None else (port,):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except OSError as error:
            listener.close()
            if port is not None or candidate == 0:
                raise FormatError(f"{host}:{candidate} cannot be used: {error.strerror}", "--port") from None
        else:
            listener.listen(512)
            return listener
    raise AssertionError
