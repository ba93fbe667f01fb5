"""Plays many games between bots, on all cores, and collects the results.

>>> import worldgates as wg
>>> result = wg.simulate("molthar", ["easy", "random"], games=20, seed=1)
>>> result.games, result.wins[0] > result.wins[1]
(20, True)
"""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Self

from worldgates.api.bot import Bot, BotError
from worldgates.api.game import Game, OptionsLike, begin, read_options
from worldgates.bots.ladder import LadderBot, SeatedBot, bot_named
from worldgates.bots.playout import play_policies
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType, Watcher
from worldgates.core.shapes import Options
from worldgates.lab import workers
from worldgates.lab.observer import Observer
from worldgates.lab.results import Results, Rounds, Verdict
from worldgates.lab.rows import Header, Row, RowFile, check_target
from worldgates.lab.rows import write as write_rows
from worldgates.lab.statistics import SequentialTest, elo_interval, interval, paired_interval, percentile

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
    # The bots as they were given, or their names.
    given: tuple[str, ...] = ()
    # Whether to play in other processes in any case: a bot that was named could end this one, and nobody else has it.
    apart: bool = False
    # Whether to count what a balance report shows (`Observer`), and who won with what (`Part.shares`).
    report: bool = False

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
    given = tuple(bot.name if isinstance(bot, Bot) else bot for bot in bots)
    apart = any(isinstance(bot, str) and not isinstance(made, LadderBot) for bot, made in zip(bots, found, strict=True))
    most = max_rounds or type.max_rounds
    return Plan(type, found, games, seed, checked, most, paired, counts, seconds, given, apart)


@dataclass
class Tally:
    """The results of some games.

    Wins and points are those of the players, who rotate; seat_wins are by seat, and turn_wins by seat counted from the
    starting one. The watcher's counts are by name and player.
    """

    players: int
    games: int = 0
    unfinished: int = 0
    decisions: int = 0
    wins: list[float] = field(default_factory=list)
    # For paired deals: the sum of the squares of a player's mean share per deal.
    squares: list[float] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    rounds: Counter[int] = field(default_factory=Counter)
    seat_wins: list[float] = field(default_factory=list)
    turn_wins: list[float] = field(default_factory=list)
    counts: dict[str, list[Counter[str]]] = field(default_factory=dict)
    verdicts: Counter[tuple[int, str]] = field(default_factory=Counter)
    shares: dict[str, dict[str, Counter[float]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wins = self.wins or [0.0] * self.players
        self.squares = self.squares or [0.0] * self.players
        self.points = self.points or [0] * self.players
        self.seat_wins = self.seat_wins or [0.0] * self.players
        self.turn_wins = self.turn_wins or [0.0] * self.players

    @property
    def finished(self) -> int:
        return self.games - self.unfinished

    def total(self, name: str) -> Counter[str]:
        """A count over all players."""
        return sum(self.counts.get(name, []), Counter())

    def add(self, part: Part, paired: bool) -> None:
        """Add some games, whole deals if they are paired."""
        for row in part.rows:
            self._add_row(row)
        if paired:
            for deal in deals(part.rows, self.players):
                for player, share in enumerate(mean_shares(deal)):
                    self.squares[player] += share**2
        for name, counters in part.counts.items():
            known = self.counts.setdefault(name, [Counter() for _ in range(self.players)])
            for player, counter in enumerate(counters):
                known[player].update(counter)
        for name, by_thing in part.shares.items():
            for thing, shares in by_thing.items():
                self.shares.setdefault(name, {}).setdefault(thing, Counter()).update(shares)

    def _add_row(self, row: Row) -> None:
        self.games += 1
        self.unfinished += not row.finished
        self.decisions += row.decisions
        self.rounds[row.rounds] += 1
        if row.forfeit is not None:
            self.verdicts[row.forfeit, row.reason] += 1
        for seat, player in enumerate(row.seats):
            share = row.shares[player]
            self.wins[player] += share
            self.points[player] += row.points[player] if row.points else 0
            self.seat_wins[seat] += share
            self.turn_wins[(seat - row.starting_seat) % self.players] += share


@dataclass
class Part:
    """Some games in the order of their numbers, whole deals if they are paired, and the watcher's counts of them.

    `shares` is for reports: by count and thing, how often a seat that did this had which share of the victory. These
    are whole numbers, so that the sum does not depend on how the games were divided.
    """

    rows: list[Row] = field(default_factory=list)
    counts: dict[str, list[Counter[str]]] = field(default_factory=dict)
    shares: dict[str, dict[str, Counter[float]]] = field(default_factory=dict)

    def note_shares(self, row: Row, watcher: Watcher) -> None:
        """Note who won with what in a finished game."""
        for name, counters in watcher.counts.items():
            by_thing = self.shares.setdefault(name, {})
            for seat, player in enumerate(row.seats):
                for thing in counters[seat]:
                    by_thing.setdefault(thing, Counter())[row.shares[player]] += 1


def deals(rows: Sequence[Row], players: int) -> Iterator[Sequence[Row]]:
    """The games of each deal of a paired plan."""
    for first in range(0, len(rows), players):
        yield rows[first : first + players]


def mean_shares(deal: Sequence[Row]) -> list[float]:
    """Each player's mean share of the games of a deal."""
    return [sum(shares) / len(deal) for shares in zip(*(row.shares for row in deal), strict=True)]


def play_games(plan: Plan, first: int, last: int) -> Tally:
    """Play a range of games: whole deals, if the plan is paired."""
    total = Tally(len(plan.bots))
    for part in parts(plan, first, last):
        total.add(part, plan.paired)
    return total


def parts(plan: Plan, first: int, last: int) -> Iterator[Part]:
    """The same in parts of whole deals, so that little is lost if the user interrupts it."""
    players = len(plan.bots)
    part, start = Part(), perf_counter()
    for number in range(first, last):
        row, watcher = play_game(plan, number)
        part.rows.append(row)
        for name, counters in watcher.counts.items():
            known = part.counts.setdefault(name, [Counter() for _ in range(players)])
            for seat, player in enumerate(row.seats):
                known[player].update(counters[seat])
        if plan.report and row.finished:
            part.note_shares(row, watcher)
        if plan.paired and (number + 1) % players:
            continue
        if perf_counter() - start > SECONDS_A_PART:
            yield part
            part, start = Part(), perf_counter()
    if part.rows:
        yield part


def seated(plan: Plan, number: int) -> tuple[tuple[int, ...], list[SeatedBot]]:
    """The player at each seat of a game, and their bots."""
    seats = len(plan.bots)
    player_at = tuple((seat - number) % seats for seat in range(seats))
    names = [plan.players[player] for player in player_at]
    seed = plan.seed_of(number)
    return player_at, [SeatedBot(plan.bots[player_at[seat]], plan.type, names, seed, 1 + seat) for seat in range(seats)]


def play_game(plan: Plan, number: int) -> tuple[Row, Watcher]:
    """Play one game; returns its row, and what was counted."""
    type, seats = plan.type, len(plan.bots)
    if plan.report:
        watcher: Watcher = Observer(type, seats)
    else:
        watcher = type.watcher(seats) if plan.counts else Watcher(seats)
    seed = plan.seed_of(number)
    table = type.new_table(seats, FastChance.seeded(seed), plan.options, journal=watcher.reads_journal)
    player_at, bots = seated(plan, number)
    loser, reason, decisions = None, "", 0
    policies = [bot.policy for bot in bots if bot.policy is not None]
    if len(policies) == seats and watcher.__class__.watch is Watcher.watch:
        decisions = int(play_policies(table, policies, plan.max_rounds))
    else:
        while not table.over and table.round <= plan.max_rounds:
            seat = int(table.to_act)
            try:
                action = bots[seat].decide(table, plan.seconds)
            except BotError as error:
                loser, reason = seat, error.reason
                break
            watcher.watch(table, action)
            table.play(action)
            decisions += 1
    watcher.end(table)
    finished = table.over or loser is not None
    if loser is not None:
        # A player whose bot failed has lost the game; the others share the victory.
        payoffs = [0.0 if seat == loser else 1.0 / (seats - 1) for seat in range(seats)]
    else:
        payoffs = table.payoffs() if finished else [0.0] * seats
    scores = type.scores(table)
    seat_of = [player_at.index(player) for player in range(seats)]
    row = Row(
        number=number,
        seed=seed,
        seats=player_at,
        starting_seat=int(type.starting_seat(table)),
        shares=tuple(float(payoffs[seat]) for seat in seat_of),
        points=tuple(int(scores[seat]) for seat in seat_of) if scores else (),
        rounds=min(int(table.round), plan.max_rounds),
        decisions=decisions,
        finished=finished,
        forfeit=None if loser is None else player_at[loser],
        reason=reason,
    )
    return row, watcher


def replayed(plan: Plan, number: int) -> Game[Any]:
    """One game of a plan, played again to be looked at; a game of a failed bot ends there."""
    if not 0 <= number < plan.games:
        raise FormatError(f"expected the number of a game from 0 to {plan.games - 1}, got {number}", "record")
    player_at, bots = seated(plan, number)
    names = [f"{player + 1} {plan.players[player]}" for player in player_at]
    game = begin(plan.type, names, plan.seed_of(number), plan.options)
    try:
        while not game.over and game.round <= plan.max_rounds:
            try:
                action = bots[game.table.to_act].decide(game.table, plan.seconds)
            except BotError:
                break
            game.play_number(action)
    finally:
        for bot in plan.bots:
            bot.close()
    return game


def run(
    plan: Plan,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
    *,
    kept: RowFile | None = None,
    test: SequentialTest | None = None,
    rows: list[Row] | None = None,
    cluster: str | None = None,
) -> Tally:
    """Play all games of a plan, on all cores or on a Ray cluster, and add them up in the order of their numbers.

    Games that `kept` has already are not played again, the others are added to it. A sequential test ends it as soon
    as it is decided. Ctrl-C ends it early; the games played so far count. `rows` collects the games.
    """
    if processes is not None and processes < 1:
        raise FormatError(f"expected at least one process, got {processes}", "processes")
    total = Tally(len(plan.bots))
    have = whole_deals(kept.rows, len(plan.bots)) if kept is not None else {}
    chunks, processes = divided(plan, processes or cores(), have)
    played = sum(len(part.rows) for part in have.values())
    waiting = dict(have)
    try:
        with closing(_parts(plan, chunks, processes, cluster)) as arriving, _CtrlC() as ctrl_c:
            while total.games < plan.games:
                if (part := waiting.pop(total.games, None)) is None:
                    part = ctrl_c.next(arriving)
                    if kept is not None:
                        kept.add(part.rows)
                    waiting[part.rows[0].number] = part
                    played += len(part.rows)
                    progress(played)
                elif _add(total, part, plan.paired, test, rows):
                    break
    except KeyboardInterrupt:
        # What arrived out of order counts too.
        for number in sorted(waiting):
            if _add(total, waiting[number], plan.paired, test, rows):
                break
    finally:
        for bot in plan.bots:
            bot.close()
    return total


def further(progress: Callable[[int], None], before: int) -> Callable[[int], None]:
    """The progress of one of several plans."""
    return lambda played: progress(before + played)


class _CtrlC:
    """Ctrl-C takes effect only while games are awaited, so that no part is added by half."""

    def __init__(self) -> None:
        self._pressed = self._waiting = False
        self._main = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Self:
        if self._main:
            self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        if self._main:
            signal.signal(signal.SIGINT, self._before)

    def _press(self, *_: object) -> None:
        self._pressed = True
        if self._waiting:
            raise KeyboardInterrupt

    def next(self, arriving: Iterator[Part]) -> Part:
        self._waiting = True
        try:
            if self._pressed:
                raise KeyboardInterrupt
            return next(arriving)
        finally:
            self._waiting = False


def _add(total: Tally, part: Part, paired: bool, test: SequentialTest | None, rows: list[Row] | None) -> bool:
    """Add a part, or only what a sequential test needs of it; returns whether the test is decided."""
    decided = False
    if test is not None:
        for number, deal in enumerate(deals(part.rows, total.players), start=1):
            if test.add(mean_shares(deal)[0]) != "open":
                part = Part(part.rows[: number * total.players], part.counts, part.shares)
                decided = True
                break
    total.add(part, paired)
    if rows is not None:
        rows += part.rows
    return decided


def whole_deals(rows: Sequence[Row], players: int) -> dict[int, Part]:
    """The complete deals among kept games, by the number of their first game."""
    by_number = {row.number: row for row in rows}
    firsts = [number for number in by_number if number % players == 0]
    groups = {first: [by_number.get(first + more) for more in range(players)] for first in firsts}
    return {first: Part([row for row in group if row]) for first, group in groups.items() if all(group)}


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def divided(plan: Plan, processes: int, have: Container[int] = ()) -> tuple[Iterator[Chunk], int]:
    """Split the games into chunks of whole deals, several per process; also returns how many processes have work.

    `have` has the first games of deals that need not be played.
    """
    players = len(plan.bots)
    each = -(-plan.games // (4 * processes))
    size = min(CHUNK, -(-each // players) * players)

    def chunks() -> Iterator[Chunk]:
        for first in range(0, plan.games, size):
            last = min(first + size, plan.games)
            begin = first
            for deal in range(first, last, players):
                if deal in have:
                    if begin < deal:
                        yield begin, deal
                    begin = deal + players
            if begin < last:
                yield begin, last

    return chunks(), min(processes, -(-plan.games // size))


def _parts(plan: Plan, chunks: Iterable[Chunk], processes: int, cluster: str | None) -> Generator[Part]:
    if cluster is not None:
        from worldgates.lab.cluster import work

        yield from work(cluster, partial(parts, plan), chunks, plan.bots)
        return
    context = workers.context(plan.bots) if processes > 1 or plan.apart else None
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
    cluster: str | None = None,
) -> Results:
    """Play many games between bots on all cores, each with its own deal; the seats rotate.

    A bot is an object, a name of the ladder, `module:Class` or `cmd:…`. The same seed gives the same games, whatever
    the number of processes. `seconds` limits each decision; a bot that crashes, returns something illegal or takes
    longer loses the game, and the result says so. Only bots in other processes (`cmd:…`) are interrupted at the limit;
    a Python bot is timed when it returns. A bot object that is given twice plays against itself. `cluster` is the
    address of a Ray cluster that plays instead of this machine's cores.
    """
    plan = make_plan(game, bots, games, seed, options, cards, max_rounds, False, counts, seconds)
    return timed(plan, processes, progress, cluster)


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
    sprt: tuple[float, float] | None = None,
    save: str | Path | None = None,
    resume: str | Path | None = None,
    rows: str | Path | None = None,
    cluster: str | None = None,
) -> Results:
    """Compare bots: every deal is played once per rotation of the seats, which cancels the luck of the deal.

    The number of games is rounded up to whole deals. The 95 % intervals take into account that the games of a deal
    are not independent. `sprt` are two Elo differences: a sequential test stops the match as soon as it is clear
    whether the first of two bots is stronger by the second of them, or not even by the first. `save` keeps every game
    in a file while it is played, and `resume` goes on with such a file. `rows` writes one row per game at the end, as
    .csv or .parquet. Everything else is as for `simulate`.

        >>> import worldgates as wg
        >>> print(wg.match("molthar", ["easy", "random"], games=40, seed=1).players)
        ('easy', 'random')
    """
    plan = make_plan(game, bots, games, seed, options, cards, max_rounds, True, False, seconds)
    return matched(plan, processes, progress, sprt=sprt, save=save, resume=resume, rows=rows, cluster=cluster)


def matched(
    plan: Plan,
    processes: int | None,
    progress: Callable[[int], None],
    *,
    sprt: tuple[float, float] | None = None,
    save: str | Path | None = None,
    resume: str | Path | None = None,
    rows: str | Path | None = None,
    cluster: str | None = None,
) -> Results:
    """Play a paired plan; see `match`."""
    test = None if sprt is None else SequentialTest(*sprt)
    if test is not None and len(plan.bots) != 2:
        raise FormatError("a sequential test compares two bots", "sprt")
    if rows is not None:
        check_target(Path(rows))
    file = resume if resume is not None else save
    start = perf_counter()
    played: list[Row] | None = None if rows is None else []
    if file is None:
        tally = run(plan, processes, progress, test=test, rows=played, cluster=cluster)
    else:
        with RowFile(Path(file), header_of(plan, sprt), resume is not None) as kept:
            tally = run(plan, processes, progress, kept=kept, test=test, rows=played, cluster=cluster)
    if rows is not None:
        write_rows(played or [], plan.players, Path(rows))
    return results_of(plan, tally, perf_counter() - start, test)


def header_of(plan: Plan, sprt: tuple[float, float] | None) -> Header:
    """What a file of kept games says of its plan."""
    return Header(
        experiment="match",
        version=1,
        game=plan.type.id,
        edition=plan.type.edition,
        cards="" if plan.type.cards_folder is None else str(plan.type.cards_folder),
        bots=plan.given,
        games=plan.games,
        seed=plan.seed,
        options=plan.options.to_dict(),
        max_rounds=plan.max_rounds,
        seconds=plan.seconds,
        sprt=sprt,
    )


def timed(plan: Plan, processes: int | None, progress: Callable[[int], None], cluster: str | None = None) -> Results:
    start = perf_counter()
    tally = run(plan, processes, progress, cluster=cluster)
    return results_of(plan, tally, perf_counter() - start)


def rounds_of(tally: Tally) -> Rounds:
    mean = sum(number * times for number, times in tally.rounds.items()) / max(1, tally.games)
    return Rounds(round(mean, 3), percentile(tally.rounds, 0.5), percentile(tally.rounds, 0.95))


def results_of(plan: Plan, tally: Tally, seconds: float, test: SequentialTest | None = None) -> Results:
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
        elo=tuple(elo_interval(rate, players) for rate in rates) if plan.paired else (),
        sprt=None if test is None else test.state(),
        points_mean=tuple(round(points / max(1, games), 3) for points in tally.points) if any(tally.points) else (),
        decisions_mean=round(tally.decisions / max(1, games), 3),
        unfinished=tally.unfinished,
        verdicts=_verdicts(tally, plan.players),
        interrupted=games < plan.games and (test is None or test.verdict == "open"),
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
