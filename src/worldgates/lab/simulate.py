"""Simulation: many games between bots on all cores, and what came of them."""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from worldgates.bots import BOTS, decide, make_bot
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.games import Game
from worldgates.core.games import game as game_named

CHUNK = 50
MOST_GAMES = 1_000_000_000


@dataclass(frozen=True)
class Plan:
    """What to simulate. Player i sits at seat (i + number of the game) modulo the players, so that seats rotate."""

    game: str
    players: tuple[str, ...]
    games: int
    seed: int
    options: tuple[tuple[str, object], ...] = ()
    # A game that is longer counts as unfinished; without a number it is up to the game.
    max_rounds: int | None = None
    # The folder of the cards to play with, if not the game's own.
    cards: Path | None = None

    def check(self) -> None:
        found = game_named(self.game, cards=self.cards)
        if not found.min_players <= len(self.players) <= found.max_players:
            raise FormatError(
                f"expected {found.min_players} to {found.max_players} players, got {len(self.players)}", "players"
            )
        for player in self.players:
            if player not in BOTS:
                raise FormatError(f"there is no bot {player!r}; there are: {', '.join(BOTS)}", "players")
        if not 1 <= self.games <= MOST_GAMES:
            raise FormatError(f"expected a number from 1 to {MOST_GAMES}, got {self.games}", "games")
        if self.max_rounds is not None and self.max_rounds < 1:
            raise FormatError(f"expected at least one round, got {self.max_rounds}", "max_rounds")
        if not 0 <= self.seed < 1 << 32:
            raise FormatError("expected a number from 0 to 4294967295", "seed")
        found.options(dict(self.options))

    def seed_of(self, number: int) -> int:
        """The seed of a game, with which it can be looked at alone."""
        return self.seed << 32 | number


@dataclass
class Tally:
    """What came of some games. Tallies add up in any order.

    Wins and points are those of the players, who rotate; seat_wins and turn_wins those of the seats, and of the seats
    counted from the one that began. The counts of the game's watcher are by name and player.
    """

    players: int
    games: int = 0
    unfinished: int = 0
    decisions: int = 0
    wins: list[float] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    rounds: Counter[int] = field(default_factory=Counter)
    seat_wins: list[float] = field(default_factory=list)
    turn_wins: list[float] = field(default_factory=list)
    counts: dict[str, list[Counter[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wins = self.wins or [0.0] * self.players
        self.points = self.points or [0] * self.players
        self.seat_wins = self.seat_wins or [0.0] * self.players
        self.turn_wins = self.turn_wins or [0.0] * self.players

    @property
    def finished(self) -> int:
        return self.games - self.unfinished

    def count(self, name: str, player: int, counter: Counter[str]) -> None:
        if name not in self.counts:
            self.counts[name] = [Counter() for _ in range(self.players)]
        self.counts[name][player].update(counter)

    def total(self, name: str) -> Counter[str]:
        """A count of all players together."""
        return sum(self.counts.get(name, []), Counter())

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.unfinished += other.unfinished
        self.decisions += other.decisions
        self.rounds += other.rounds
        for player in range(self.players):
            self.wins[player] += other.wins[player]
            self.points[player] += other.points[player]
            self.seat_wins[player] += other.seat_wins[player]
            self.turn_wins[player] += other.turn_wins[player]
        for name, counters in other.counts.items():
            for player, counter in enumerate(counters):
                self.count(name, player, counter)


def play_games(plan: Plan, first: int, last: int) -> Tally:
    """Play the games with these numbers."""
    game = game_named(plan.game, cards=plan.cards)
    options = game.options(dict(plan.options))
    max_rounds = game.max_rounds if plan.max_rounds is None else plan.max_rounds
    seats = len(plan.players)
    tally = Tally(seats)
    for number in range(first, last):
        seed = plan.seed_of(number)
        watcher = game.watcher(seats)
        table = game.new(seats, FastChance.seeded(seed), options, journal=watcher.reads_journal)
        player_at = [(seat - number) % seats for seat in range(seats)]
        bots = [
            make_bot(plan.players[player_at[seat]], plan.game, FastChance.branch(seed, 1 + seat))
            for seat in range(seats)
        ]
        while not table.over and table.round <= max_rounds:
            action = decide(bots[table.to_act], table)
            watcher.watch(table, action)
            table.play(action)
            tally.decisions += 1
        watcher.end(table)
        tally.games += 1
        tally.rounds[min(table.round, max_rounds)] += 1
        if table.over:
            payoffs = table.payoffs()
        else:
            tally.unfinished += 1
            payoffs = [0.0] * seats
        scores, starting_seat = game.scores(table), game.starting_seat(table)
        for seat, player in enumerate(player_at):
            tally.wins[player] += payoffs[seat]
            tally.points[player] += scores[seat] if scores else 0
            tally.seat_wins[seat] += payoffs[seat]
            tally.turn_wins[(seat - starting_seat) % seats] += payoffs[seat]
            for name, counters in watcher.counts.items():
                tally.count(name, player, counters[seat])
    return tally


def simulate(plan: Plan, processes: int | None = None, progress: Callable[[int], None] = lambda _: None) -> Tally:
    """Play all games of a plan. A Ctrl-C ends it early; what was played until then counts."""
    plan.check()
    total = Tally(len(plan.players))
    if processes is not None and processes < 1:
        raise FormatError(f"expected at least one process, got {processes}", "processes")
    chunks = ((plan, first, min(first + CHUNK, plan.games)) for first in range(0, plan.games, CHUNK))
    processes = min(processes or os.cpu_count() or 1, -(-plan.games // CHUNK))
    try:
        for tally in _tallies(chunks, processes):
            total.add(tally)
            progress(total.games)
    except KeyboardInterrupt:
        pass
    return total


def _tallies(chunks: Iterable[tuple[Plan, int, int]], processes: int) -> Iterator[Tally]:
    if processes == 1:
        for chunk in chunks:
            yield play_games(*chunk)
        return
    with multiprocessing.Pool(processes, initializer=_leave_ctrl_c_to_the_parent) as pool:
        yield from pool.imap_unordered(_play_chunk, chunks)


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_chunk(chunk: tuple[Plan, int, int]) -> Tally:
    return play_games(*chunk)


# What is said of the results.


def interval(wins: float, games: int) -> tuple[float, float, float]:
    """A rate with its 95 % interval (Wilson)."""
    if games == 0:
        return 0.0, 0.0, 1.0
    z = 1.959964
    rate = wins / games
    centre = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return rate, max(0.0, centre - half), min(1.0, centre + half)


def percentile(counts: Counter[int], part: float) -> int:
    """The smallest number that so large a part of all does not exceed."""
    wanted = part * counts.total()
    seen = 0
    for number in sorted(counts):
        seen += counts[number]
        if seen >= wanted:
            return number
    return 0


def report(plan: Plan, tally: Tally, seconds: float) -> dict[str, object]:
    """The results as JSON."""
    games = tally.games
    return {
        "game": plan.game,
        **({} if plan.cards is None else {"cards": str(plan.cards)}),
        "players": list(plan.players),
        "games": games,
        "seed": plan.seed,
        "options": dict(plan.options),
        "wins": [round(wins, 6) for wins in tally.wins],
        "win_rate": [[round(part, 6) for part in interval(wins, tally.finished)] for wins in tally.wins],
        "rounds": {
            "mean": round(sum(number * times for number, times in tally.rounds.items()) / max(1, games), 3),
            "p50": percentile(tally.rounds, 0.5),
            "p95": percentile(tally.rounds, 0.95),
        },
        **({"points_mean": [round(points / max(1, games), 3) for points in tally.points]} if any(tally.points) else {}),
        "decisions_mean": round(tally.decisions / max(1, games), 3),
        "unfinished": tally.unfinished,
        "interrupted": games < plan.games,
        **{name: [_most_first(counter) for counter in counters] for name, counters in sorted(tally.counts.items())},
        "seconds": round(seconds, 3),
    }


def _most_first(counter: Counter[str]) -> dict[str, int]:
    return dict(sorted(counter.items(), key=lambda item: (-item[1], item[0])))


def timed(plan: Plan, processes: int | None, progress: Callable[[int], None]) -> dict[str, object]:
    start = perf_counter()
    tally = simulate(plan, processes, progress)
    return report(plan, tally, perf_counter() - start)


def game_of(results: dict[str, Any]) -> Game:
    """The game that results are about, with the cards it was played with."""
    return game_named(results["game"], cards=Path(results["cards"]) if "cards" in results else None)
