"""Results of the laboratory for people: progress on standard error, tables on standard output."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from worldgates.core.games import game as game_named
from worldgates.lab.balance import sheets
from worldgates.lab.simulate import game_of

# What the watchers of the games count, and whether it counts cards, which have names.
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
def progress_bar(games: int) -> Iterator[Callable[[int], None]]:
    """A bar that shows how many games have been played; nothing where nobody watches."""
    console = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=games)
        yield lambda done: progress.update(task, completed=done)


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """A line that says what is being done."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status("") as status:
        yield status.update


def show_simulation(results: dict[str, Any], language: str) -> None:
    console = Console()
    games, rounds = results["games"], results["rounds"]
    text = game_of(results).text(language)
    table = Table(title=f"{text.title()}: {games} games, seed {results['seed']}", title_justify="left")
    headings = ["player", "wins", "win rate of finished games", "95 % interval"]
    for heading in [*headings, "points"] if "points_mean" in results else headings:
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for number, player in enumerate(results["players"]):
        rate, low, high = results["win_rate"][number]
        table.add_row(
            f"{number + 1} {player}",
            f"{results['wins'][number]:.1f}",
            f"{rate:.2%}",
            f"{low:.2%} to {high:.2%}",
            *([f"{results['points_mean'][number]:.2f}"] if "points_mean" in results else []),
        )
    console.print(table)
    console.print(
        f"Rounds: {rounds['mean']:.1f} on average, half of all games up to {rounds['p50']}, 95 % up to {rounds['p95']}."
    )
    console.print(f"Decisions: {results['decisions_mean']:.1f} a game. Unfinished: {results['unfinished']}.")
    if results["interrupted"]:
        console.print("Interrupted: the figures are those of the games played until then.")
    for name, (title, are_cards) in COUNTS.items():
        if name in results:
            _show_count(console, results, name, title, text.card if are_cards else str)
    console.print(f"{results['seconds']:.1f} s")


def _show_count(console: Console, results: dict[str, Any], name: str, title: str, tr: Callable[[str], str]) -> None:
    """How often something happened to each player, the most frequent first."""
    table = Table(title=f"{title}, times a game", title_justify="left")
    table.add_column("")
    for number, player in enumerate(results["players"]):
        table.add_column(f"{number + 1} {player}", justify="right")
    totals: dict[str, int] = {}
    for counts in results[name]:
        for what, times in counts.items():
            totals[what] = totals.get(what, 0) + times
    for what in sorted(totals, key=lambda what: -totals[what]):
        shares = (counts.get(what, 0) / max(1, results["games"]) for counts in results[name])
        heading = what if tr(what) == what else f"{tr(what)} [{what}]"
        table.add_row(heading.replace("[", r"\["), *(f"{share:.3f}" for share in shares))
    console.print(table)


def show_balance(results: dict[str, Any]) -> None:
    console = Console()
    for sheet in sheets(results):
        table = Table(title=sheet.title, title_justify="left")
        for number, heading in enumerate(sheet.heading):
            table.add_column(heading, justify="right" if number else "left")
        for row in sheet.rows:
            table.add_row(*row)
        console.print(table)
    failed = sum(not criterion["holds"] for criterion in results["criteria"])
    console.print(f"{failed} of {len(results['criteria'])} criteria fail." if failed else "All criteria hold.")
    if results["interrupted"]:
        console.print("Interrupted: the figures are those of the games played until then.")


def show_server_bench(results: dict[str, float]) -> None:
    table = Table(show_header=False)
    table.add_column("")
    table.add_column("", justify="right")
    for figure, value in results.items():
        table.add_row(figure.replace("_per_s", " a second").replace("_", " "), f"{value:,g}")
    Console().print(table)


def show_bench(results: dict[str, Any]) -> None:
    console = Console()
    for game, by_players in results.items():
        table = Table(title=game_named(game).text("en").title(), title_justify="left")
        table.add_column("")
        kinds = [(players, kind) for players, kinds in by_players.items() for kind in kinds]
        for players, kind in kinds:
            table.add_column(f"{players} players\n{kind}", justify="right")
        first_players, first_kind = kinds[0]
        for figure in by_players[first_players][first_kind]:
            cells = (by_players[players][kind][figure] for players, kind in kinds)
            table.add_row(figure.replace("_per_s", " a second").replace("_", " "), *(f"{cell:,.0f}" for cell in cells))
        console.print(table)
        for players, found in by_players.items():
            if "compiled" in found:
                ratio = found["compiled"]["decisions_per_s"] / found["uncompiled"]["decisions_per_s"]
                console.print(f"{players} players: compiled decides {ratio:.1f} times as fast as uncompiled.")
    if not any("compiled" in found for by_players in results.values() for found in by_players.values()):
        console.print("The engine is not compiled here: a C compiler was not found when it was installed.")
