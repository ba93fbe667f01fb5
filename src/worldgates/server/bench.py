"""The server benchmark: how long a move takes to reach every page of its table while many tables are in play, and what
it costs.

Real servers run in processes of their own: one alone over a folder, or several that share PostgreSQL and NATS, which
the benchmark starts. The pages are simulated in other processes (bench_pages.py).
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from time import perf_counter, sleep
from typing import Any, Final

import msgspec

from worldgates.core.gametype import NAMES
from worldgates.server.bench_pages import Go, Measured, PageToOpen, TableToPlay
from worldgates.server.services import Nats, Postgres, cpu, memory
from worldgates.server.settings import FILE

# Tables per visitor: the server rejects more.
TABLES_OF_A_VISITOR: Final = 20
# Tables whose pages one process simulates.
TABLES_OF_A_PROCESS: Final = 500
PATIENCE: Final = 60
Figures = dict[str, float]
# The average number of seconds between two moves of people at a table.
PACE: Final = 4.0
# Where pages move as fast as they can, nothing else is waited for either.
_WITHOUT_PAUSES: Final = "[tables]\npause = 0\nreaction = 0\nleast_reaction = 0\n"

_SERVE: Final = """
import sys
from contextlib import suppress
from pathlib import Path
from worldgates.server.serve import serve

with suppress(KeyboardInterrupt):
    serve("127.0.0.1", 0, Path(sys.argv[1]), False, database=sys.argv[2], bus=sys.argv[3])
"""


def bench(
    tables: int = 200,
    sockets: int = 500,
    seconds: float = 20.0,
    processes: int = 0,
    pace: float = PACE,
    progress: Callable[[str], None] = lambda _: None,
) -> Figures:
    """Start servers, play at their tables for the given time, and measure. Without a number of processes, there is one
    server that shares nothing. Between two moves of a table there are `pace` seconds on average; with 0 it moves again
    as soon as all its pages show the last move."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="worldgates-bench-")))
        services: dict[str, Postgres | Nats] = {}
        if processes:
            progress("starting PostgreSQL and NATS")
            services = {"database": Postgres(), "bus": Nats()}
            for service in services.values():
                stack.callback(service.close)
        database, bus = (services[name].url if processes else "" for name in ("database", "bus"))
        settings = "" if pace else _WITHOUT_PAUSES
        servers = [
            stack.enter_context(_server(folder / f"server{number}", database, bus, settings))
            for number in range(max(1, processes))
        ]
        clients = -(-tables // TABLES_OF_A_PROCESS)
        pages = [stack.enter_context(_process("pages", "-m", "worldgates.server.bench_pages")) for _ in range(clients)]
        if len(servers) == 1:
            stack.enter_context(_apart(servers[0][0].pid, [process.pid for process in pages]))
        figures = _measure(servers, services, pages, tables, sockets, Go(seconds, pace), progress)
    return {"processes": float(processes), **figures} if processes else figures


Server = tuple[subprocess.Popen[str], int]


def _measure(
    servers: Sequence[Server],
    services: dict[str, Postgres | Nats],
    pages: Sequence[subprocess.Popen[str]],
    tables: int,
    sockets: int,
    go: Go,
    progress: Callable[[str], None],
) -> Figures:
    ports, ids = [port for _, port in servers], [process.pid for process, _ in servers]
    parts = {"": ids, **{f"{name}_": [service.process.pid] for name, service in services.items()}}
    # The first request loads what every server needs.
    _set_tables(ports, 2, 4, -1, lambda _: None)
    empty = _memory(ids)
    to_play = _set_tables(ports, tables, sockets, 0, progress)
    laid = _memory(ids)
    progress(f"opening {sockets} pages")
    for number, process in enumerate(pages):
        _tell(process, msgspec.json.encode((number, to_play[number :: len(pages)])).decode())
    for process in pages:
        _hear(process)
    sleep(1)
    opened = _memory(ids)
    progress(f"playing for {go.seconds:.0f} seconds")
    before, start = {name: cpu(ids) for name, ids in parts.items()}, perf_counter()
    for process in pages:
        _tell(process, msgspec.json.encode(go).decode())
    measured = [msgspec.json.decode(_hear(process), type=Measured) for process in pages]
    elapsed = perf_counter() - start
    spent = {name: cpu(ids) - before[name] for name, ids in parts.items()}
    moves, took = sum(each.moves for each in measured), [each for part in measured for each in part.took]
    spent["pages_"] = sum(each.cpu for each in measured)
    cuts = quantiles(took, n=100, method="inclusive")
    return {
        "tables": tables,
        "sockets": sum(len(table.pages) for table in to_play),
        "moves": moves,
        "moves_per_s": round(moves / elapsed, 1),
        "p50_ms": round(1000 * cuts[49], 2),
        "p99_ms": round(1000 * cuts[98], 2),
        "max_ms": round(1000 * max(took), 2),
        **{f"{name}cpu_s_per_1000_moves": round(1000 * each / moves, 2) for name, each in spent.items()},
        "bytes_sent_per_move": round(sum(each.received for each in measured) / moves),
        "bytes_received_per_move": round(sum(each.sent for each in measured) / moves),
        "kb_per_table": round((laid - empty) / 1024 / tables, 1),
        "kb_per_socket": round((opened - laid) / 1024 / sockets, 1),
    }


def _memory(processes: Sequence[int]) -> int:
    return sum(memory(each) for each in processes)


@contextmanager
def _server(folder: Path, database: str, bus: str, settings: str) -> Iterator[Server]:
    """A server with a folder of its own, and its port."""
    folder.mkdir()
    (folder / FILE).write_text(settings)
    with _process("server", "-c", _SERVE, str(folder), database, bus) as server:
        found = re.search(r"http://[^:]+:(\d+)", _hear(server))
        assert found, "the server says where it is"
        yield server, int(found[1])


@contextmanager
def _process(what: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Another process. Ctrl-C in the benchmark does not reach it."""
    process = subprocess.Popen(
        [sys.executable, "-P", *arguments],
        stdin=subprocess.PIPE if what == "pages" else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if what == "pages":
            process.kill()
        else:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _tell(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def _hear(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError("a process of the benchmark has failed")
    return line


@contextmanager
def _apart(server: int, pages: Sequence[int]) -> Iterator[None]:
    """Pin the server to one core and the pages to the others, where the system supports it."""
    cores = sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []
    if len(cores) > 1:
        for thread in Path(f"/proc/{server}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores[:1])
        for process in pages:
            with suppress(OSError):
                os.sched_setaffinity(process, cores[1:])
    yield


# Tables.


def _set_tables(
    ports: Sequence[int], tables: int, sockets: int, first: int, progress: Callable[[str], None]
) -> list[TableToPlay]:
    """Set tables of two players, and spectators for the remaining pages. Each page goes to the next server."""
    connections = [HTTPConnection("127.0.0.1", port, timeout=PATIENCE) for port in ports]
    found: list[TableToPlay] = []
    cookie = ""
    for number in range(tables):
        progress(f"table {number + 1} of {tables}")
        server, visitor = number % len(ports), first + number // TABLES_OF_A_VISITOR
        if number % TABLES_OF_A_VISITOR == 0:
            cookie = _ask(connections[server], "PUT", "/api/me", {"name": f"Visitor {visitor}"}, _headers(visitor))[1]
        seats = [{"kind": "me"}, {"kind": "here", "name": "Other"}]
        body = {"game": NAMES[number % len(NAMES)], "seats": seats}
        id = str(_ask(connections[server], "POST", "/api/tables", body, _headers(visitor, cookie))[0]["id"])
        watching = (sockets - 2 * tables) * (number + 1) // tables - (sockets - 2 * tables) * number // tables
        seated: list[int | None] = [0, 1, *[None] * watching]
        pages = []
        for place, seat in enumerate(seated):
            as_player = _headers(visitor, "" if seat is None else cookie)
            pages.append(PageToOpen(ports[(server + place) % len(ports)], as_player, seat))
        found.append(TableToPlay(id, pages))
    for connection in connections:
        connection.close()
    return found


def _ask(connection: HTTPConnection, method: str, path: str, body: object, headers: dict[str, str]) -> tuple[Any, str]:
    connection.request(method, path, msgspec.json.encode(body), headers)
    response = connection.getresponse()
    content = response.read()
    if response.status >= 300:
        raise RuntimeError(f"the server refused {method} {path}: {content!r}")
    return msgspec.json.decode(content), (response.getheader("Set-Cookie") or "").partition(";")[0]


def _headers(visitor: int, cookie: str = "") -> dict[str, str]:
    """Each visitor has an address of their own, as a proxy would tell it: their limits are not what is measured."""
    address = f"10.{visitor >> 16 & 255}.{visitor >> 8 & 255}.{visitor & 255}"
    return {"X-Forwarded-For": address, **({"Cookie": cookie} if cookie else {})}
