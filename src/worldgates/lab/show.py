"""Displays the laboratory's results: progress on standard error, tables on standard output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from worldgates.core.gametype import Games
from worldgates.lab.balance import Balance
from worldgates.lab.bench import MEASURES, Bench
from worldgates.lab.results import Results
from worldgates.lab.sheets import Sheet, sheets

# What the games' watchers count, and whether it counts cards, which have names.
COUNTS = {
    "activated": ("Activated", True),
    "actions": ("Actions", False),
    "trades": ("Trades", False),
    "reactions": ("Reactions", False),
    "effects": ("Effects played", False),
    "chosen": ("Characters chosen", True),
    "won_as": ("Won as", True),
    "used": ("Cards played, bad encounters carried out", True),
    "drawn": ("Cards drawn in a world", True),
    "met": ("Bad encounters met in a world", True),
    "cards_lost": ("Cards lost in a world", True),
    "turns_lost": ("Turns lost in a world", True),
    "thrown": ("Thrown out of a world", True),
}


@contextmanager
def progress_bar(games: int, what: str = "games") -> Iterator[Callable[[int], None]]:
    """A progress bar of the games played; nothing if standard error is not a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=games)
        yield lambda done: progress.update(task, completed=done)


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """A status line."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status("") as status:
        yield status.update


def show_results(results: Results, language: str) -> None:
    """The results of many games: who won, and the watcher's counts."""
    console = Console()
    console.print(results.rich_table(language))
    for line in results.notes():
        console.print(line, highlight=False)
    text = results.type.text(language)
    for name, (title, are_cards) in COUNTS.items():
        if name in results.counts:
            _show_count(console, results, name, title, text.card if are_cards else str)
    console.print(f"{results.seconds:.1f} s")


def _show_count(console: Console, results: Results, name: str, title: str, name_of: Callable[[str], str]) -> None:
    """How often something happened to each player, most frequent first."""
    table = Table(title=f"{title}, times per game", title_justify="left")
    table.add_column("")
    for number, player in enumerate(results.players):
        table.add_column(escape(f"{number + 1} {player}"), justify="right")
    totals: Counter[str] = Counter()
    for counts in results.counts[name]:
        totals.update(counts)
    for what, _ in totals.most_common():
        shares = (counts.get(what, 0) / max(1, results.games) for counts in results.counts[name])
        heading = what if name_of(what) == what else f"{name_of(what)} [{what}]"
        table.add_row(escape(heading), *(f"{share:.3f}" for share in shares))
    console.print(table)


def show_sheets(listed: Iterable[Sheet]) -> None:
    console = Console()
    for sheet in listed:
        table = Table(title=sheet.title, title_justify="left")
        for number, heading in enumerate(sheet.heading):
            table.add_column(heading, justify="right" if number else "left")
        for row in sheet.rows:
            table.add_row(*map(escape, row))
        console.print(table)


def show_balance(balance: Balance) -> None:
    console = Console()
    show_sheets(sheets(balance))
    failed = sum(not criterion.holds for criterion in balance.criteria)
    console.print(f"{failed} of {len(balance.criteria)} criteria fail." if failed else "All criteria hold.")
    if balance.interrupted:
        console.print("Interrupted: the figures are those of the games played until then.")


def show_server_bench(results: Sequence[dict[str, float]]) -> None:
    table = Table(show_header=False)
    table.add_column("")
    for _ in results:
        table.add_column("", justify="right")
    for figure in results[0]:
        name = figure.replace("_per_s", " per second").replace("_", " ")
        table.add_row(name, *(f"{each[figure]:,g}" for each in results))
    Console().print(table)


def show_bench(results: Bench) -> None:
    console = Console()
    for game, by_players in results.items():
        table = Table(title=Games().get(game).text("en").title(), title_justify="left")
        table.add_column("")
        for players, by_kind in by_players.items():
            for kind in by_kind:
                table.add_column(f"{players} players\n{kind}", justify="right")
        for figure in MEASURES:
            cells = (getattr(speed, figure) for by_kind in by_players.values() for speed in by_kind.values())
            heading = figure.replace("_per_s", " per second").replace("_", " ")
            table.add_row(heading, *(f"{cell:,.0f}" for cell in cells))
        console.print(table)
        for players, by_kind in by_players.items():
            if "compiled" in by_kind:
                ratio = by_kind["compiled"].decisions_per_s / by_kind["uncompiled"].decisions_per_s
                console.print(f"{players} players: compiled decides {ratio:.1f} times as fast as uncompiled.")
    if not any("compiled" in by_kind for by_players in results.values() for by_kind in by_players.values()):
        console.print("The engine is not compiled here: a C compiler was not found when it was installed.")
