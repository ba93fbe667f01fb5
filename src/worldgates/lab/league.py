"""A league: all bots against all, at 2 to 5 players, and how strong each of them is.

Strengths are those of a Plackett-Luce model of first places: a player wins a game with a probability proportional to
its strength, among those at the table. They are given as Elo differences to the average of the league, with intervals
from a Bayesian bootstrap over deals: every deal counts with a random weight, and so do the imaginary games that keep a
bot finite that always wins. Deals drawn with replacement would give such a bot an interval without any width, and one
that is too narrow where every table has only a few deals.
"""

from __future__ import annotations

import math
import operator
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from time import perf_counter

from worldgates.api.bot import Bot
from worldgates.api.game import OptionsLike
from worldgates.bots.ladder import bot_named
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.core.shapes import Shape
from worldgates.lab.plots import Point, dots
from worldgates.lab.rows import Row, RowFile
from worldgates.lab.sheets import Sheet
from worldgates.lab.simulate import Plan, deals, further, header_of, make_plan, mean_shares, run

# One less than a round number: 2.5 % of all places are then at whole numbers.
SAMPLES = 399


class Rating(Shape, frozen=True):
    """The strength of a bot as an Elo difference to the average of the league, with its 95 % interval.

    `share` is the bot's share of the victories in its games; where nobody is stronger, it is one part of as many as
    there are players.
    """

    bot: str
    elo: float
    low: float
    high: float
    share: float
    games: int


class League(Shape, frozen=True, kw_only=True, omit_defaults=True):
    """The ratings per number of players, strongest first."""

    game: str
    cards: str = ""
    bots: tuple[str, ...]
    games: int
    seed: int
    ratings: dict[int, tuple[Rating, ...]]
    interrupted: bool
    seconds: float

    @property
    def type(self) -> GameType:
        return Games(Path(self.cards) if self.cards else None).get(self.game)

    @property
    def command(self) -> str:
        """The command that repeats it."""
        cards = f" --cards {self.cards}" if self.cards else ""
        numbers = " ".join(map(str, self.ratings))
        bots = " ".join(self.bots)
        options = f"--seats {numbers} --games {self.games} --seed {self.seed}"
        return f"./worldgates league {self.game}{cards} --bots {bots} {options}"

    def plot(self) -> str:
        """The ratings as a picture (SVG)."""
        legend = [f"{players} players" for players in self.ratings]
        found: dict[str, list[Point]] = {}
        for series, ratings in enumerate(self.ratings.values()):
            for rating in ratings:
                found.setdefault(rating.bot, []).append(Point(rating.elo, rating.low, rating.high, series))
        title = f"{self.type.text('en').title()}: strength of the bots"
        return dots(title, list(found.items()), legend, "Elo, 0 is the average of the league", 0.0)


def sheets(league: League) -> list[Sheet]:
    """The ratings as tables, one per number of players."""
    heading = ["bot", "Elo", "95 % interval", "share of victories", "games"]
    title = league.type.text("en").title()
    return [
        Sheet(f"{title}, {players} players", heading, [_cells(rating) for rating in ratings])
        for players, ratings in league.ratings.items()
    ]


def _cells(rating: Rating) -> list[str]:
    bounds = f"{rating.low:+.0f} to {rating.high:+.0f}"
    return [rating.bot, f"{rating.elo:+.0f}", bounds, f"{rating.share:.1%}", str(rating.games)]


# For each table, that is who sits there: the share of every bot, deal by deal.
Deals = dict[tuple[int, ...], list[tuple[float, ...]]]


def fit(
    tables: Mapping[tuple[int, ...], tuple[float, Sequence[float]]],
    bots: int,
    imaginary: Sequence[tuple[float, float]] | None = None,
    start: Sequence[float] | None = None,
) -> list[float]:
    """The strengths that explain the results best, their logarithms having a mean of 0.

    For each table (the bots at it, one per player): how many games, and how many each bot won. Every bot also plays
    imaginary games against an average bot, so that one that always wins has a strength too: `imaginary` says how many
    it wins and loses, half a game each by default. The search begins at `start`.
    """
    imagined = imaginary or [(0.5, 0.5)] * bots
    wins = [won for won, _ in imagined]
    for _, won in tables.values():
        for bot, share in enumerate(won):
            wins[bot] += share
    sizes = [(Counter(table), games) for table, (games, _) in tables.items()]
    alone = [(Counter((bot,)), won + lost) for bot, (won, lost) in enumerate(imagined)]
    logs = list(start or [0.0] * bots)
    # Newton's method: the likelihood has one maximum, and a step of at most 1 does not leap over it.
    for _ in range(100):
        slopes, curves = list(wins), [[0.0] * bots for _ in range(bots)]
        for table, games in [*sizes, *alone]:
            powers = {bot: times * math.exp(logs[bot]) for bot, times in table.items()}
            # The average bot sits at the tables of the imaginary games.
            total = sum(powers.values()) + (1.0 if len(table) == 1 else 0.0)
            for bot, power in powers.items():
                share = games * power / total
                slopes[bot] -= share
                curves[bot][bot] += share
                for other, weight in powers.items():
                    curves[bot][other] -= share * weight / total
        step = _solve(curves, slopes)
        longest = max(map(abs, step))
        logs = [log + change / max(1.0, longest) for log, change in zip(logs, step, strict=True)]
        if longest < 1e-9:
            break
    mean = sum(logs) / bots
    return [log - mean for log in logs]


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations with a positive definite matrix, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column, pivot in enumerate(rows):
        for row in rows[column + 1 :]:
            factor = row[column] / pivot[column]
            for place in range(column, len(row)):
                row[place] -= factor * pivot[place]
    solution = [0.0] * len(rows)
    for place in reversed(range(len(rows))):
        row = rows[place]
        known = sum(row[other] * solution[other] for other in range(place + 1, len(rows)))
        solution[place] = (row[-1] - known) / row[place]
    return solution


def rate(names: Sequence[str], played: Deals, seed: int) -> tuple[Rating, ...]:
    """The ratings of bots from their deals, strongest first."""
    chance = random.Random(seed)
    best = _fit_sample(played, len(names), None)
    samples = [_fit_sample(played, len(names), chance, best) for _ in range(SAMPLES)]
    ratings = []
    for bot, name in enumerate(names):
        drawn = sorted(400 / math.log(10) * sample[bot] for sample in samples)
        games = sum(len(shares) * len(table) for table, shares in played.items() if bot in table)
        seats = sum(len(shares) * len(table) * table.count(bot) for table, shares in played.items())
        won = sum(share[bot] * len(table) for table, shares in played.items() for share in shares)
        tail = round(0.025 * (SAMPLES + 1))
        low, high = drawn[tail - 1], drawn[-tail]
        elo = 400 / math.log(10) * best[bot]
        share = won / seats if seats else 0.0
        ratings.append(Rating(name, round(elo, 1), round(low, 1), round(high, 1), round(share, 4), games))
    return tuple(sorted(ratings, key=lambda rating: (-rating.elo, rating.bot)))


def _fit_sample(
    played: Deals, bots: int, chance: random.Random | None, start: Sequence[float] | None = None
) -> list[float]:
    """A fit of all deals, or of deals with random weights, around 1."""
    tables = {}
    for table, shares in played.items():
        weights = [1.0 if chance is None else chance.expovariate(1.0) for _ in shares]
        won = [sum(map(operator.mul, weights, column)) * len(table) for column in zip(*shares, strict=True)]
        tables[table] = (math.fsum(weights) * len(table), won)
    if chance is None:
        return fit(tables, bots)
    # As in the fit of all deals half a win and half a loss, but a deal's worth: its games may all end the same way.
    size = max(map(len, played))
    imaginary = [(size * chance.gammavariate(0.5, 1.0), size * chance.gammavariate(0.5, 1.0)) for _ in range(bots)]
    return fit(tables, bots, imaginary, start)


def tables_of(bots: int, players: int) -> list[tuple[int, ...]]:
    """Who sits with whom: every selection of the bots; with too few bots, several of one kind."""
    if bots >= players:
        return list(combinations(range(bots), players))
    return [table for table in combinations_with_replacement(range(bots), players) if len(set(table)) > 1]


def league(
    game: str,
    bots: Sequence[Bot | str],
    games: int = 1000,
    seed: int = 1,
    *,
    seats: Sequence[int] = (2, 3, 4, 5),
    options: OptionsLike | None = None,
    cards: str | Path | None = None,
    seconds: float | None = None,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
    save: str | Path | None = None,
    cluster: str | None = None,
) -> League:
    """Play all bots against all and rate them: about `games` games for each number of players in `seats`.

    `save` is a folder that keeps every game while it is played; a league with the same settings goes on with it.
    """
    found = tuple(bot_named(bot, "bots") for bot in bots)
    given = tuple(bot.name if isinstance(bot, Bot) else bot for bot in bots)
    if len(set(given)) != len(given) or len(found) < 2:
        raise FormatError("expected at least two different bots", "bots")
    plans = [
        (players, table, _plan(game, found, given, table, games, seed, options, cards, seconds))
        for players in sorted(set(seats))
        for table in tables_of(len(found), players)
    ]
    folder = None if save is None else Path(save)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    start, before, interrupted = perf_counter(), 0, False
    played: dict[int, Deals] = {}
    for players, table, plan in plans:
        rows = _play(plan, folder, processes, further(progress, before), cluster)
        before += plan.games
        if shares := [_by_bot(table, mean_shares(deal), len(found)) for deal in deals(rows, players)]:
            played.setdefault(players, {})[table] = shares
        if len(rows) < plan.games:
            interrupted = True
            break
    return League(
        game=game,
        cards="" if cards is None else str(cards),
        bots=given,
        games=games,
        seed=seed,
        ratings={players: rate(given, tables, seed) for players, tables in played.items()},
        interrupted=interrupted,
        seconds=round(perf_counter() - start, 3),
    )


def total_games(bots: int, games: int, seats: Sequence[int]) -> int:
    """How many games a league plays in all."""
    found = 0
    for players in set(seats):
        tables = len(tables_of(bots, players))
        each = math.ceil(games / tables) if tables else 0
        found += tables * math.ceil(each / players) * players
    return found


def _plan(
    game: str,
    bots: Sequence[Bot],
    given: Sequence[str],
    table: tuple[int, ...],
    games: int,
    seed: int,
    options: OptionsLike | None,
    cards: str | Path | None,
    seconds: float | None,
) -> Plan:
    """The match of one table of the league."""
    each = math.ceil(games / len(tables_of(len(bots), len(table))))
    plan = make_plan(game, [bots[bot] for bot in table], each, seed, options, cards, None, True, False, seconds)
    return replace(plan, given=tuple(given[bot] for bot in table))


def _play(
    plan: Plan, folder: Path | None, processes: int | None, progress: Callable[[int], None], cluster: str | None
) -> list[Row]:
    rows: list[Row] = []
    if folder is None:
        run(plan, processes, progress, rows=rows, cluster=cluster)
        return rows
    name = "-".join("".join(sign if sign.isalnum() else "_" for sign in bot) for bot in plan.given)
    path = folder / f"{plan.type.id}-{name}.jsonl"
    with RowFile(path, header_of(plan, None), path.exists()) as kept:
        run(plan, processes, progress, kept=kept, rows=rows, cluster=cluster)
    return rows


def _by_bot(table: tuple[int, ...], shares: Sequence[float], bots: int) -> tuple[float, ...]:
    found = [0.0] * bots
    for bot, share in zip(table, shares, strict=True):
        found[bot] += share
    return tuple(found)
