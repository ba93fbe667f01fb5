"""The results of many games as one value: to print, to compute with, to write as JSON."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from worldgates.core.gametype import Games, GameType
from worldgates.core.shapes import Shape
from worldgates.lab.statistics import Sprt


class Rounds(Shape, frozen=True):
    """The number of rounds per game: the mean, the median and the 95th percentile."""

    mean: float
    p50: int
    p95: int


class Verdict(Shape, frozen=True):
    """Why a player forfeited games."""

    player: int
    name: str
    reason: str
    games: int


class Text(str):
    """A string that the Python prompt displays unquoted."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class Results(Shape, frozen=True, kw_only=True, omit_defaults=True):
    """The results of many games. `players[i]` is a player, not a seat: seats rotate.

    A shared victory counts as a fraction. A rate comes with its 95 % interval, as (rate, low, high).
    """

    game: str
    # The folder of the card set, if it is not the game's own.
    cards: str = ""
    players: tuple[str, ...]
    games: int
    seed: int
    options: dict[str, Any]
    paired: bool
    wins: tuple[float, ...]
    win_rate: tuple[tuple[float, float, float], ...]
    # Of paired deals: the Elo difference to the average of the others that each rate corresponds to.
    elo: tuple[tuple[float, float, float], ...] = ()
    sprt: Sprt | None = None
    rounds: Rounds
    # Only in games with points.
    points_mean: tuple[float, ...] = ()
    decisions_mean: float
    unfinished: int
    verdicts: tuple[Verdict, ...]
    interrupted: bool
    # The watcher's counts: by name and player, how often each thing happened.
    counts: dict[str, tuple[dict[str, int], ...]]
    seconds: float

    @property
    def type(self) -> GameType:
        """The type of the game, with its cards."""
        return Games(Path(self.cards) if self.cards else None).get(self.game)

    def table(self, language: str = "en") -> Text:
        """The results as a table of text."""
        out = StringIO()
        console = Console(file=out, width=100, color_system=None)
        console.print(self.rich_table(language))
        for line in self.notes():
            console.print(line, highlight=False)
        return Text(out.getvalue().rstrip("\n"))

    def rich_table(self, language: str = "en") -> Table:
        """The players with their wins, for a terminal."""
        what = f"{self.games // len(self.players)} deals, {self.games} games" if self.paired else f"{self.games} games"
        title = f"{self.type.text(language).title()}: {what}, seed {self.seed}"
        table = Table(title=title, title_justify="left")
        headings = ["player", "wins", "win rate", "95 % interval"]
        headings += [*(["Elo difference"] if self.elo else []), *(["points"] if self.points_mean else [])]
        for heading in headings:
            table.add_column(heading, justify="left" if heading == "player" else "right")
        for number, player in enumerate(self.players):
            rate, low, high = self.win_rate[number]
            points = [f"{self.points_mean[number]:.2f}"] if self.points_mean else []
            elo = ["{:+.0f} ({:+.0f} to {:+.0f})".format(*self.elo[number])] if self.elo else []
            cells = [f"{self.wins[number]:.1f}", f"{rate:.2%}", f"{low:.2%} to {high:.2%}", *elo, *points]
            table.add_row(escape(f"{number + 1} {player}"), *cells)
        return table

    def notes(self) -> list[str]:
        """Further results, in sentences."""
        rounds = self.rounds
        lines = [
            f"Rounds: {rounds.mean:.1f} on average, half of all games up to {rounds.p50}, 95 % up to {rounds.p95}.",
            f"Decisions: {self.decisions_mean:.1f} per game. Unfinished: {self.unfinished}.",
        ]
        for verdict in self.verdicts:
            games = "1 game" if verdict.games == 1 else f"{verdict.games} games"
            lines.append(f"Player {verdict.player + 1} ({verdict.name}) lost {games}: {verdict.reason}.")
        if self.sprt is not None:
            lines.append(self.sprt.sentence())
        if self.interrupted:
            lines.append("Interrupted: the figures are those of the games played until then.")
        return lines
