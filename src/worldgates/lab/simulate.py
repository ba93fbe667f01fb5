"""Plays many games between bots, on all cores, and collects the results.

>>> import worldgates as wg
>>> result = wg.simulate("molthar", ["greedy", "random"], games=20, seed=1)
>>> result.games, result.wins[0] > result.wins[1]
(20, True)
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter

from worldgates.api.bot import Bot, BotError
from worldgates.api.game import OptionsLike, read_options
from worldgates.bots.ladder import SeatedBot, bot_named
from worldgates.bots.playout import play_policies
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType, Watcher
from worldgates.core.shapes import Options
from worldgates.lab import workers
from worldgates.lab.results import Results, Rounds, Verdict

# A multiple of every number of players, so that the games of a paired deal stay together.
CHUNK = 60
MOST_GAMES = 1_000_000_000
# The approximate number of progress reports per process.
SECONDS_A_PART = 0.2

# A range of games: the index of the first, and the index after the last.
Chunk = tuple[int, int]


@dataclass(frozen=True)
class Plan:
    """What to play.

    Player i sits at seat (i + index of the game) modulo the players, so that seats rotate. In a paired plan each deal
    is played once per rotation, which cancels the luck of the deal.
    """

    type: GameType
    bots: tuple[Bot, ...]
    games: int
    seed: int
    options: Options
    max_rounds: int
    paired: bool = False
    counts: bool = True
    # The time limit for a bot's decision, in seconds.
    seconds: float | None = None

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(bot.name for bot in self.bots)

    def seed_of(self, number: int) -> int:
        """The seed of one game, with which it can be replayed alone."""
        return self.seed << 32 | (number // len(self.bots) if self.paired else number)


def make_plan(
    game: str,
    bots: Sequence[Bot | str],
    games: int,
    seed: int,
    options: OptionsLike | None = None,
    cards: str | Path | None = None,
    max_rounds: int | None = None,
    paired: bool = False,
    counts: bool | None = None,
    seconds: float | None = None,
) -> Plan:
    """A validated plan; raises a FormatError if something is wrong."""
    type = Games(None if cards is None else Path(cards)).get(game, strict=True)
    if not type.min_players <= len(bots) <= type.max_players:
        raise FormatError(f"expected {type.min_players} to {type.max_players} players, got {len(bots)}", "players")
    if not 1 <= games <= MOST_GAMES:
        raise FormatError(f"expected a number from 1 to {MOST_GAMES}, got {games}", "games")
    if max_rounds is not None and max_rounds < 1:
        raise FormatError(f"expected at least one round, got {max_rounds}", "max_rounds")
    if seconds is not None and not seconds > 0:
        raise FormatError(f"expected more than 0 seconds, got {seconds:g}", "seconds")
    if not 0 <= seed < 1 << 32:
        raise FormatError("expected a number from 0 to 4294967295", "seed")
    found = tuple(bot_named(bot, "players") for bot in bots)
    if paired:
        games = -(-games // len(found)) * len(found)
    if counts is None:
        # Statistics of random players interest nobody; without counting they run at the speed of the engine.
        counts = not all(bot.name == "random" for bot in found)
    checked = read_options(type, options)
    return Plan(type, found, games, seed, checked, max_rounds or type.max_rounds, paired, counts, seconds)


@dataclass
class Tally:
    """The results of some games. Tallies can be added in any order.

    Wins and points are those of the players, who rotate; seat_wins are by seat, and turn_wins by seat counted from the
    starting one. The watcher's counts are by name and player.
    """

    players: int
    games: int = 0
    unfinished: int = 0
    decisions: int = 0
    wins: list[float] = field(default_factory=list)
    # For paired deals: the sum of the squares of a player's wins per deal.
    squares: list[float] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    rounds: Counter[int] = field(default_factory=Counter)
    seat_wins: list[float] = field(default_factory=list)
    turn_wins: list[float] = field(default_factory=list)
    counts: dict[str, list[Counter[str]]] = field(default_factory=dict)
    verdicts: Counter[tuple[int, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.wins = self.wins or [0.0] * self.players
        self.squares = self.squares or [0.0] * self.players
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
        """A count over all players."""
        return sum(self.counts.get(name, []), Counter())

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.unfinished += other.unfinished
        self.decisions += other.decisions
        self.rounds += other.rounds
        self.verdicts += other.verdicts
        for player in range(self.players):
            self.wins[player] += other.wins[player]
            self.squares[player] += other.squares[player]
            self.points[player] += other.points[player]
            self.seat_wins[player] += other.seat_wins[player]
            self.turn_wins[player] += other.turn_wins[player]
        for name, counters in other.counts.items():
            for player, counter in enumerate(counters):
                self.count(name, player, counter)


def play_games(plan: Plan, first: int, last: int) -> Tally:
    """Play a range of games: whole deals, if the plan is paired."""
    total = Tally(len(plan.bots))
    for tally in parts(plan, first, last):
        total.add(tally)
    return total


def parts(plan: Plan, first: int, last: int) -> Iterator[Tally]:
    """The same in parts of whole deals, so that little is lost if the user interrupts it."""
    players = len(plan.bots)
    tally, start = Tally(players), perf_counter()
    won_in_deal = [0.0] * players
    for number in range(first, last):
        won = play_game(plan, number, tally)
        if plan.paired:
            for player, share in enumerate(won):
                won_in_deal[player] += share
            if (number + 1) % players:
                continue
            for player, share in enumerate(won_in_deal):
                tally.squares[player] += (share / players) ** 2
            won_in_deal = [0.0] * players
        if perf_counter() - start > SECONDS_A_PART:
            yield tally
            tally, start = Tally(players), perf_counter()
    if tally.games:
        yield tally


def play_game(plan: Plan, number: int, tally: Tally) -> list[float]:
    """Play one game, add its result, and return the players' shares of the victory."""
    type, seats = plan.type, len(plan.bots)
    seed = plan.seed_of(number)
    watcher = type.watcher(seats) if plan.counts else Watcher(seats)
    table = type.new_table(seats, FastChance.seeded(seed), plan.options, journal=watcher.reads_journal)
    player_at = [(seat - number) % seats for seat in range(seats)]
    names = [plan.players[player] for player in player_at]
    bots = [SeatedBot(plan.bots[player_at[seat]], type, names, seed, 1 + seat) for seat in range(seats)]
    loser = None
    policies = [bot.policy for bot in bots if bot.policy is not None]
    if len(policies) == seats and watcher.__class__.watch is Watcher.watch:
        tally.decisions += play_policies(table, policies, plan.max_rounds)
    else:
        while not table.over and table.round <= plan.max_rounds:
            seat = table.to_act
            try:
                action = bots[seat].decide(table, plan.seconds)
            except BotError as error:
                loser = seat
                tally.verdicts[player_at[seat], error.reason] += 1
                break
            watcher.watch(table, action)
            table.play(action)
            tally.decisions += 1
    watcher.end(table)
    tally.games += 1
    tally.rounds[min(int(table.round), plan.max_rounds)] += 1
    if loser is not None:
        # A player whose bot failed has lost the game; the others share the victory.
        payoffs = [0.0 if seat == loser else 1.0 / (seats - 1) for seat in range(seats)]
    elif table.over:
        payoffs = table.payoffs()
    else:
        tally.unfinished += 1
        payoffs = [0.0] * seats
    scores, starting_seat = type.scores(table), type.starting_seat(table)
    won = [0.0] * seats
    for seat, player in enumerate(player_at):
        won[player] = payoffs[seat]
        tally.wins[player] += payoffs[seat]
        tally.points[player] += scores[seat] if scores else 0
        tally.seat_wins[seat] += payoffs[seat]
        tally.turn_wins[(seat - starting_seat) % seats] += payoffs[seat]
        for name, counters in watcher.counts.items():
            tally.count(name, player, counters[seat])
    return won


def run(plan: Plan, processes: int | None = None, progress: Callable[[int], None] = lambda _: None) -> Tally:
    """Play all games of a plan, on all cores. Ctrl-C ends it early; the games played so far count."""
    if processes is not None and processes < 1:
        raise FormatError(f"expected at least one process, got {processes}", "processes")
    total = Tally(len(plan.bots))
    chunks, processes = divided(plan, processes or cores())
    try:
        with closing(_tallies(plan, chunks, processes)) as tallies:
            for tally in tallies:
                total.add(tally)
                progress(total.games)
    except KeyboardInterrupt:
        pass
    finally:
        for bot in plan.bots:
            bot.close()
    return total


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def divided(plan: Plan, processes: int) -> tuple[Iterator[Chunk], int]:
    """Split the games into chunks of whole deals, several per process; also returns how many processes have work."""
    players = len(plan.bots)
    each = -(-plan.games // (4 * processes))
    size = min(CHUNK, -(-each // players) * players)
    chunks = ((first, min(first + size, plan.games)) for first in range(0, plan.games, size))
    return chunks, min(processes, -(-plan.games // size))


def _tallies(plan: Plan, chunks: Iterable[Chunk], processes: int) -> Generator[Tally]:
    context = workers.context(plan.bots) if processes > 1 else None
    if context is not None:
        yield from workers.work(context, processes, partial(parts, plan), chunks, plan.bots)
        return
    for chunk in chunks:
        yield from parts(plan, *chunk)


def simulate(
    game: str,
    bots: Sequence[Bot | str],
    games: int = 1000,
    seed: int = 1,
    *,
    options: OptionsLike | None = None,
    cards: str | Path | None = None,
    max_rounds: int | None = None,
    counts: bool | None = None,
    seconds: float | None = None,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Results:
    """Play many games between bots on all cores, each with its own deal; the seats rotate.

    A bot is an object, a name of the ladder, `module:Class` or `cmd:…`. The same seed gives the same games, whatever
    the number of processes. `seconds` limits each decision; a bot that crashes, returns something illegal or takes
    longer loses the game, and the result says so. Only bots in other processes (`cmd:…`) are interrupted at the limit;
    a Python bot is timed when it returns. A bot object that is given twice plays against itself.
    """
    plan = make_plan(game, bots, games, seed, options, cards, max_rounds, False, counts, seconds)
    return timed(plan, processes, progress)


def match(
    game: str,
    bots: Sequence[Bot | str],
    games: int = 1000,
    seed: int = 1,
    *,
    options: OptionsLike | None = None,
    cards: str | Path | None = None,
    max_rounds: int | None = None,
    seconds: float | None = None,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Results:
    """Compare bots: every deal is played once per rotation of the seats, which cancels the luck of the deal.

    The number of games is rounded up to whole deals. The 95 % intervals take into account that the games of a deal
    are not independent. Everything else is as for `simulate`.

        >>> import worldgates as wg
        >>> print(wg.match("molthar", ["greedy", "random"], games=40, seed=1).players)
        ('greedy', 'random')
    """
    plan = make_plan(game, bots, games, seed, options, cards, max_rounds, True, False, seconds)
    return timed(plan, processes, progress)


def timed(plan: Plan, processes: int | None, progress: Callable[[int], None]) -> Results:
    start = perf_counter()
    tally = run(plan, processes, progress)
    return results_of(plan, tally, perf_counter() - start)


# Statistics of the results.


def interval(wins: float, games: float) -> tuple[float, float, float]:
    """A rate with its 95 % interval (Wilson)."""
    if games == 0:
        return 0.0, 0.0, 1.0
    z = 1.959964
    rate = wins / games
    centre = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return rate, max(0.0, centre - half), min(1.0, centre + half)


def paired_interval(wins: float, squares: float, games: int, players: int) -> tuple[float, float, float]:
    """The same for paired deals: with the number of independent games that would have the same variance."""
    deals = games // players
    if deals < 2:
        return interval(wins, games)
    rate = wins / (deals * players)
    variance = max(0.0, squares / deals - rate * rate) / (deals - 1)
    if variance == 0.0 or not 0.0 < rate < 1.0:
        return interval(wins, games)
    effective = rate * (1.0 - rate) / variance
    return interval(rate * effective, effective)


def percentile(counts: Counter[int], part: float) -> int:
    """A quantile: the smallest number that this share of all does not exceed."""
    wanted = part * counts.total()
    seen = 0
    for number in sorted(counts):
        seen += counts[number]
        if seen >= wanted:
            return number
    return 0


def rounds_of(tally: Tally) -> Rounds:
    mean = sum(number * times for number, times in tally.rounds.items()) / max(1, tally.games)
    return Rounds(round(mean, 3), percentile(tally.rounds, 0.5), percentile(tally.rounds, 0.95))


def results_of(plan: Plan, tally: Tally, seconds: float) -> Results:
    games, players = tally.games, len(plan.bots)
    rates = []
    for player, wins in enumerate(tally.wins):
        if plan.paired and not tally.unfinished:
            rates.append(paired_interval(wins, tally.squares[player], games, players))
        else:
            rates.append(interval(wins, tally.finished))
    return Results(
        game=plan.type.id,
        cards="" if plan.type.cards_folder is None else str(plan.type.cards_folder),
        players=plan.players,
        games=games,
        seed=plan.seed,
        options=plan.options.to_dict(),
        paired=plan.paired,
        wins=tuple(round(wins, 6) for wins in tally.wins),
        win_rate=tuple((round(rate, 6), round(low, 6), round(high, 6)) for rate, low, high in rates),
        rounds=rounds_of(tally),
        points_mean=tuple(round(points / max(1, games), 3) for points in tally.points) if any(tally.points) else (),
        decisions_mean=round(tally.decisions / max(1, games), 3),
        unfinished=tally.unfinished,
        verdicts=_verdicts(tally, plan.players),
        interrupted=games < plan.games,
        counts={name: tuple(map(most_first, counters)) for name, counters in sorted(tally.counts.items())},
        seconds=round(seconds, 3),
    )


def _verdicts(tally: Tally, players: tuple[str, ...]) -> tuple[Verdict, ...]:
    """Why bots forfeited games, most frequent reason first."""
    found = sorted(tally.verdicts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Verdict(player, players[player], reason, games) for (player, reason), games in found[:20])


def most_first(counter: Counter[str]) -> dict[str, int]:
    """A count in a fixed order: tallies arrive in any order."""
    return dict(sorted(counter.items(), key=lambda item: (-item[1], item[0])))
