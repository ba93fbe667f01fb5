"""Commands that measure speed: of the engine, and of a server."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter

from worldgates.cli.common import AsJson, app, example, print_json
from worldgates.core.formats import FormatError

benches = App(name="bench", help_epilogue=example("worldgates bench --json"))
app.command(benches)


@benches.default
def bench(*, json: AsJson = False, repeats: int = 5, seconds: float = 0.4) -> None:
    """Measure the speed of the engine, compiled and uncompiled.

    Parameters
    ----------
    repeats
        How often each figure is measured; the median is reported.
    seconds
        The approximate duration of each measurement.
    """
    from worldgates.lab.bench import bench as measure
    from worldgates.lab.show import show_bench, status_line

    if repeats < 1 or not 0 < seconds <= 60:
        raise FormatError("expected at least one repeat of more than 0 and at most 60 seconds", "--repeats")
    with status_line() as status:
        results = measure(repeats=repeats, seconds=seconds, progress=status)
    if json:
        print_json(results)
    else:
        show_bench(results)


@benches.command(
    name="server",
    help_epilogue=example(
        "worldgates bench server --tables 1000 --sockets 2500 --json",
        "worldgates bench server --processes 1 2 3 --pace 0",
    ),
)
def bench_server(
    *,
    json: AsJson = False,
    tables: int = 200,
    sockets: int = 500,
    seconds: float = 20.0,
    pace: float = 4.0,
    processes: Annotated[list[int] | None, Parameter(consume_multiple=True, negative_iterable=())] = None,
) -> None:
    """Measure how long a move takes to reach every page, and what it costs, with many tables on a real server.

    Parameters
    ----------
    tables
        The number of tables, each with two players.
    sockets
        The number of open pages; those without a player are spectators.
    seconds
        How long to play.
    pace
        Seconds between two moves at a table, on average. With 0 every table moves again as soon as all its pages show
        the last move: that finds how many moves the servers can do. Bots and reaction windows have no pauses then.
    processes
        Measure so many servers that share PostgreSQL and NATS, which are started for it; one after the other, if
        there are several numbers. By default one server that shares nothing, on one core.
    """
    from worldgates.lab.show import show_server_bench, status_line
    from worldgates.server.bench import bench as measure

    if not 1 <= tables <= 5000 or not 0 < seconds <= 3600:
        raise FormatError("expected 1 to 5000 tables and more than 0 and at most 3600 seconds", "--tables")
    if not 0 <= pace <= 3600:
        raise FormatError("expected 0 to 3600 seconds", "--pace")
    if not 2 * tables <= sockets <= 20 * tables:
        raise FormatError(f"expected {2 * tables} to {20 * tables} pages for {tables} tables", "--sockets")
    if not all(1 <= number <= 16 for number in processes or ()):
        raise FormatError("expected 1 to 16", "--processes")
    with status_line() as status:
        results = [measure(tables, sockets, seconds, number, pace, status) for number in processes or (0,)]
    if json:
        print_json(results if processes else results[0])
    else:
        show_server_bench(results)
