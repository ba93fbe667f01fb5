"""Commands that let bots play many games: which bot is stronger, and what wins."""

from __future__ import annotations

import sys
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from worldgates.cli import INTERRUPTED
from worldgates.cli.common import (
    NO_VARIANTS,
    AsJson,
    Cards,
    Cluster,
    GameName,
    Lang,
    MatchSeed,
    Processes,
    Variants,
    app,
    bot_names,
    bots_parameter,
    example,
    print_json,
)
from worldgates.core.formats import FormatError
from worldgates.core.text import language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from worldgates.lab.report import ReportPlan
    from worldgates.lab.results import Results
    from worldgates.lab.simulate import Plan

LongestGame = Annotated[
    int | None,
    Parameter(
        name="--max-rounds",
        help="A longer game counts as unfinished; by default 500 rounds (Molthar) or 200 (La clef des mondes, K28).",
    ),
]
Seconds = Annotated[
    float | None,
    Parameter(help="How long a bot has for a decision; a slower one loses the game. By default 2 s for cmd: bots."),
]


@app.command(
    help_epilogue=example(
        "worldgates simulate molthar --games 10000 --players easy random --seed 1",
        "worldgates simulate clef --players easy easy easy --json",
    )
)
def simulate(
    game: GameName = "molthar",
    *,
    games: int = 1000,
    players: Annotated[list[str], bots_parameter("Two to five bots; seats rotate from game to game.")],
    seed: MatchSeed = 1,
    json: AsJson = False,
    processes: Processes = None,
    max_rounds: LongestGame = None,
    seconds: Seconds = None,
    options: Variants = NO_VARIANTS,
    cards: Cards = None,
    lang: Lang = None,
    cluster: Cluster = None,
) -> int:
    """Let bots play many games on all cores, and print the results.

    Every game has its own deal; to find out which of two bots is stronger, use match.

    Parameters
    ----------
    games
        The number of games.
    """
    from worldgates.lab.simulate import make_plan

    bots = bot_names(players) or []
    plan = make_plan(game, bots, games, seed, options.of(game), cards, max_rounds, False, None, seconds)
    return _play_and_show(plan, processes, json, lang, cluster)


@app.command(
    help_epilogue=example(
        "worldgates match molthar medium easy",
        "worldgates match clef medium mybots:Careful --games 400 --seed 3",
        'worldgates match molthar easy bots/thrifty.py:Thrifty "cmd:node mybot.js" --json',
        "worldgates match molthar mybots:New medium --games 20000 --sprt 0,30 --save new.jsonl",
        "worldgates match --resume new.jsonl",
        "worldgates match molthar easy random --record 17 > game.json",
        "worldgates match molthar expert hard --games 100000 --cluster ray://head.example.org:10001",
    )
)
def match(
    game: Annotated[str | None, Parameter(show_default=False)] = None,
    /,
    *bots: Annotated[str, bots_parameter("Two to five bots.")],
    games: int = 1000,
    seed: MatchSeed = 1,
    sprt: str | None = None,
    save: Path | None = None,
    resume: Path | None = None,
    rows: Path | None = None,
    record: int | None = None,
    json: AsJson = False,
    processes: Processes = None,
    max_rounds: LongestGame = None,
    seconds: Seconds = None,
    options: Variants = NO_VARIANTS,
    cards: Cards = None,
    lang: Lang = None,
    cluster: Cluster = None,
) -> int:
    """Find out which bot is stronger: every deal is played once per rotation of the seats.

    A bot that crashes, gives no legal action or is too slow loses the game. Ctrl-C ends the match early and prints the
    results so far; with --save, nothing of it is lost, not even to a kill.

    Parameters
    ----------
    game
        Which game.
    games
        The number of games, rounded up to whole deals.
    sprt
        Two Elo differences such as 0,30: stop as soon as it is clear that the first of two bots is stronger by the
        second of them, or not even by the first. Each error has a probability of 5 %.
    save
        Keep every game in this file while the match is played.
    resume
        Go on with the match in this file; game, bots and settings are those of the file.
    rows
        Write one row per game into this file, .csv or .parquet.
    record
        Play only the game with this number, and print its record: `worldgates replay` shows it.
    """
    from worldgates.lab.rows import read as read_rows
    from worldgates.lab.simulate import make_plan, matched, replayed
    from worldgates.lab.statistics import read_sprt

    test = None if sprt is None else read_sprt(sprt)
    if resume is not None:
        header, _, _ = read_rows(resume)
        folder = Path(header.cards) if header.cards else None
        settings = (header.games, header.seed, header.options, folder, header.max_rounds, True, False, header.seconds)
        plan = make_plan(header.game, bots or header.bots, *settings)
        test = header.sprt
    else:
        named = bot_names(list(bots)) or []
        if game is None:
            raise FormatError("expected the name of a game: molthar or clef", "GAME")
        plan = make_plan(game, named, games, seed, options.of(game), cards, max_rounds, True, False, seconds)
    if record is not None:
        print_json(replayed(plan, record).record)
        return 0
    with _playing(plan.games) as advance:
        results = matched(plan, processes, advance, sprt=test, save=save, resume=resume, rows=rows, cluster=cluster)
    return _show_results(results, json, lang, save or resume)


def _play_and_show(plan: Plan, processes: int | None, json: bool, lang: str | None, cluster: str | None) -> int:
    """Play with a progress bar, and print the results."""
    from worldgates.lab.simulate import timed

    with _playing(plan.games) as advance:
        results = timed(plan, processes, advance, cluster)
    return _show_results(results, json, lang)


@contextmanager
def _playing(games: int) -> Iterator[Callable[[int], None]]:
    """A progress bar while bots play. What they print goes to standard error: standard output has the results."""
    from worldgates.lab.show import progress_bar
    from worldgates.lab.workers import WorkerError

    try:
        with redirect_stdout(sys.stderr), progress_bar(games) as advance:
            yield advance
    except WorkerError as error:
        raise FormatError(str(error)) from None


def _show_results(results: Results, json: bool, lang: str | None, saved: Path | None = None) -> int:
    from worldgates.core.text import command
    from worldgates.lab.show import show_results

    if json:
        print_json(results)
    else:
        show_results(results, language_of(lang))
    if results.interrupted and saved is not None:
        print(f"Go on with it: {command()} match --resume {saved}", file=sys.stderr)
    return INTERRUPTED if results.interrupted else 0


@app.command(
    help_epilogue=example(
        "worldgates balance clef --games 2000 --seats 2 3",
        "worldgates balance molthar --bots hard --games 400 --seats 2 --report molthar.html",
        "worldgates balance clef --versus my-cards --report compared.html",
        "worldgates balance molthar --versus no-wisp-owner-waits --report wisps.md",
    )
)
def balance(
    game: GameName = "clef",
    *,
    bots: Annotated[str, bots_parameter("The bot at every seat.")] = "easy",
    games: int | None = None,
    seats: Annotated[list[int] | None, Parameter(consume_multiple=True, negative_iterable=())] = None,
    seed: MatchSeed = 1,
    json: AsJson = False,
    write: Path | None = None,
    report: Path | None = None,
    versus: str | None = None,
    processes: Processes = None,
    cards: Cards = None,
    cluster: Cluster = None,
) -> int:
    """Let equal bots play many games, and judge whether seats, characters and cards are balanced.

    The exit code is 1 if a criterion does not hold. With --report nothing is judged: it shows what wins.

    Parameters
    ----------
    games
        The number of games per number of players; by default 20,000 of easy bots and 400 of others.
    seats
        The numbers of players; by default all that the game allows.
    write
        Write the figures into this Markdown document, between the two marked lines in it.
    report
        Write a report into this file: .html (one page with plots), .md or .json. It shows seats, length, comebacks,
        contacts, how often each card is taken and used, and what each card, reader and world does to winning.
    versus
        Compare in the report with a folder of other cards, or with an option such as no-wisp-owner-waits.
    """
    from worldgates.core.gametype import Games
    from worldgates.lab.balance import BOT, measure
    from worldgates.lab.document import check_document, write_document
    from worldgates.lab.report import ReportPlan
    from worldgates.lab.sheets import sheets
    from worldgates.lab.show import show_balance

    found = Games(cards).get(game, strict=True)
    seats = seats or list(range(found.min_players, found.max_players + 1))
    if games is None:
        games = 20_000 if bots == BOT else 400
    if report is not None:
        plan = ReportPlan(game=game, bot=bots, games=games, seats=seats, seed=seed, cards=cards, versus=versus)
        return _balance_report(plan, report, processes, cluster)
    if versus is not None:
        raise FormatError("it compares in a report: give --report FILE too", "--versus")
    if write is not None:
        check_document(write, "balance")
    with _playing(games * len(set(seats))) as advance:
        results = measure(game, games, seats, seed, processes, advance, cards=cards, bot=bots, cluster=cluster)
    if json:
        print_json(results)
    else:
        show_balance(results)
    if results.interrupted:
        return INTERRUPTED
    if write is not None:
        title = f"Balance: {found.text('en').title()}"
        write_document(write, "balance", title, results.command, sheets(results))
    return 0 if results.holds else 1


def _balance_report(plan: ReportPlan, file: Path, processes: int | None, cluster: str | None) -> int:
    """Write what wins into a file, in the form that its ending asks for."""
    from worldgates.lab.page import html, text
    from worldgates.lab.report import Report, make_report

    forms: dict[str, Callable[[Report], str]] = {".html": html, ".md": text, ".json": Report.to_json}
    if file.suffix not in forms:
        raise FormatError(f"expected a file that ends in .html, .md or .json, got {file}", "--report")
    if not file.absolute().parent.is_dir():
        raise FormatError(f"there is no folder {file.absolute().parent}", "--report")
    with _playing(plan.total_games) as advance:
        made = make_report(plan, plan.command(file), processes, advance, cluster)
    file.write_text(forms[file.suffix](made), encoding="utf-8")
    print(f"{file} is written.")
    return INTERRUPTED if made.interrupted else 0


@app.command(
    help_epilogue=example(
        "worldgates league molthar",
        "worldgates league clef --bots easy random mybots:Careful --seats 2 4 --games 2000 --save league",
        "worldgates league molthar --plot strength.svg --write docs/strength.md",
    )
)
def league(
    game: GameName,
    /,
    *,
    bots: Annotated[list[str] | None, bots_parameter("The bots; by default all levels of the ladder.")] = None,
    games: int = 1000,
    seats: Annotated[list[int] | None, Parameter(consume_multiple=True, negative_iterable=())] = None,
    seed: MatchSeed = 1,
    save: Path | None = None,
    plot: Path | None = None,
    write: Path | None = None,
    json: AsJson = False,
    processes: Processes = None,
    seconds: Seconds = None,
    options: Variants = NO_VARIANTS,
    cards: Cards = None,
    cluster: Cluster = None,
) -> int:
    """Rate bots: all against all, at each number of players, with intervals.

    Ratings are Elo differences to the average of the league: a Plackett-Luce model of who wins, with 95 % intervals
    from a Bayesian bootstrap over deals. Ctrl-C ends it early and rates the games played so far.

    Parameters
    ----------
    games
        The number of games for each number of players, divided among all selections of the bots.
    seats
        The numbers of players; by default all that the game allows.
    save
        Keep every game in this folder while the league is played. The same command goes on with it.
    plot
        Write the ratings as a picture (SVG) into this file.
    write
        Write the ratings into this Markdown document, between the two marked lines in it.
    """
    from worldgates.bots.ladder import BOTS
    from worldgates.core.gametype import Games
    from worldgates.lab.document import check_document, write_document
    from worldgates.lab.league import league as play
    from worldgates.lab.league import sheets, total_games
    from worldgates.lab.show import show_sheets

    found = Games(cards).get(game, strict=True)
    named: list[Any] = bot_names(bots or list(BOTS)) or []
    numbers = sorted(set(seats or range(found.min_players, found.max_players + 1)))
    if write is not None:
        check_document(write, f"league {game}")
    if plot is not None and not plot.absolute().parent.is_dir():
        raise FormatError(f"there is no folder {plot.absolute().parent}", "--plot")
    with _playing(total_games(len(named), games, numbers)) as advance:
        results = play(
            game,
            named,
            games,
            seed,
            seats=numbers,
            options=options.of(game),
            cards=cards,
            seconds=seconds,
            processes=processes,
            progress=advance,
            save=save,
            cluster=cluster,
        )
    if json:
        print_json(results)
    else:
        show_sheets(sheets(results))
    if plot is not None:
        plot.write_text(results.plot() + "\n", encoding="utf-8")
    if results.interrupted:
        further = "" if save is None else " The same command goes on with them."
        print(f"Interrupted: the ratings are those of the games played until then.{further}", file=sys.stderr)
        return INTERRUPTED
    if write is not None:
        title = f"Strength: {found.text('en').title()}"
        made_by = results.command if plot is None else f"{results.command} --plot {plot.as_posix()}"
        write_document(write, f"league {game}", title, made_by, sheets(results), plot)
    return 0


@app.command(help_epilogue=example("worldgates bots --lang it"))
def bots(*, lang: Lang = None) -> None:
    """List the levels of the bots, from the weakest to the strongest, with what each does."""
    from worldgates.bots.level_text import level_line, level_name
    from worldgates.bots.levels import LEVELS

    language = language_of(lang)
    for level in LEVELS:
        name = level_name(level, language)
        print(f"{level:10}{'' if name == level else name + ': '}{level_line(level, language)}")
