"""The command line. Each command imports what it needs when it runs, so that `--help` comes at once."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter
from cyclopts.exceptions import CycloptsError, UnusedCliTokensError

from worldgates import __version__

if TYPE_CHECKING:
    from worldgates.core.session import Session

USAGE_ERROR = 2
LONGEST_SEED = 20
INTERRUPTED = 130

GameName = Literal["molthar", "clef"]
Language = Literal["en", "fr", "it"]
Lang = Annotated[Language | None, Parameter(name="--lang", help="Language; by default that of your locale.")]
File = Annotated[
    str, Parameter(help="A position or a record in a file; - for standard input.", allow_leading_hyphen=True)
]
RecordFile = Annotated[
    str, Parameter(help="A record or a saved game in a file; - for standard input.", allow_leading_hyphen=True)
]
ActionText = Annotated[str, Parameter(help="The action as JSON; - for standard input.", allow_leading_hyphen=True)]
SeedText = Annotated[
    str | None,
    Parameter(help="A whole number, or 32 to 128 hexadecimal digits after 0x for the fair stream."),
]

Cards = Annotated[
    Path | None,
    Parameter(
        name="--cards", help="Play La clef des mondes with the cards in this folder instead of the shipped ones."
    ),
]
WispOwnerWaits = Annotated[
    bool,
    Parameter(
        name="--wisp-owner-waits",
        negative="",
        help="Molthar: the owner of a Will-o'-the-Wisp may not activate it in the turn in which it was placed (M21).",
    ),
]
RevealWhilePaying = Annotated[
    bool,
    Parameter(
        name="--reveal-while-paying",
        negative="",
        help="La clef des mondes: revealing your character is part of a payment and costs no action (K20).",
    ),
]
MaxRounds = Annotated[
    int | None,
    Parameter(name="--max-rounds", help="La clef des mondes: a draw after so many rounds (K28); by default never."),
]

VersionFlag = Annotated[
    bool, Parameter(name="--version", negative="", help="Say the version, and whether the engine is compiled.")
]

EPILOGUE = """Examples:

  worldgates                                   play in the browser
  worldgates --host 0.0.0.0                    the same, with phones and friends in your network
  worldgates play                              Molthar against a bot, in the terminal
  worldgates play clef --seats 3 --lang fr     La clef des mondes against two bots, in French
  worldgates play --resume my-game.json        go on with a saved game
  worldgates new --seed 7 > start.json         a position to work with
  worldgates legal start.json                  what can be done in it
  worldgates simulate --players greedy random  bots against bots
"""


def _example(command: str) -> str:
    return f"Example:\n\n  {command}\n"


app = App(
    name="worldgates",
    help="Portals of Molthar and La clef des mondes, in the browser, in the terminal and for other programs.",
    help_epilogue=EPILOGUE,
    help_format="plaintext",
    version_flags=[],
)


def _seed(text: str | None, default: int = 0) -> int | str:
    """A seed from the command line: 7 for the fast stream, 0x… for the fair one."""
    from worldgates.core.formats import FormatError

    if text is None:
        return default
    if text.startswith("0x"):
        return text[2:]
    if not text.isascii() or not text.isdigit() or len(text) > LONGEST_SEED:
        raise FormatError(f"expected a whole number, or hexadecimal digits after 0x, got {text!r}", "--seed")
    return int(text)


def _content(file: str) -> object:
    """The JSON in a file; the record, if the file holds a saved game."""
    from worldgates.core import formats
    from worldgates.core.formats import FormatError

    try:
        content = formats.parse(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    except FormatError as error:
        raise FormatError(error.message, file) from None
    return content["record"] if isinstance(content, dict) and "record" in content else content


def _session(file: str, cards: Path | None) -> Session:
    """The game in a file: a position, a record, or a saved game of the terminal."""
    from worldgates.core.session import Session

    content = _content(file)
    if isinstance(content, dict) and "worldgates" in content:
        return Session.replay(content, cards)
    return Session.load(content, cards=cards)


def _options(game: str, **options: bool | int | None) -> dict[str, object]:
    """The options that were asked for, if the game has them."""
    from worldgates.core.formats import FormatError
    from worldgates.core.games import game as game_named

    given = {name: value for name, value in options.items() if value not in (None, False)}
    for name in given:
        if name not in game_named(game).options({}):
            raise FormatError(f"{game} has no such option: leave it out", f"--{name.replace('_', '-')}")
    return dict(given)


def _print_json(value: object) -> None:
    """One line for programs, indented for people."""
    import msgspec

    text = msgspec.json.encode(value)
    if sys.stdout.isatty():
        text = msgspec.json.format(text, indent=2)
    sys.stdout.buffer.write(text + b"\n")
    sys.stdout.flush()


def _language(wish: str | None) -> str:
    from worldgates.core.text import language_of

    return language_of(wish)


def version() -> str:
    """The version, whether the engine is compiled (and if the build could not do it, why), and the Python."""
    from importlib.util import find_spec
    from platform import python_version

    # Where the engine would come from tells enough, and importing it would take longer than all the rest.
    found = find_spec("worldgates.core.chance")
    engine = "engine in plain Python" if found and str(found.origin).endswith(".py") else "compiled engine"
    reason = Path(__file__).with_name("plain.txt")
    if reason.exists():
        engine += f": {reason.read_text(encoding='utf-8').strip()}"
    return f"worldgates {__version__} ({engine}, Python {python_version()})"


Host = Annotated[
    str, Parameter(name="--host", help="The address to listen at; 0.0.0.0 lets others in the same network in.")
]
Port = Annotated[int | None, Parameter(name="--port", help="The port; by default 8666, or another if that is taken.")]
Browser = Annotated[bool, Parameter(name="--browser", help="Open the page in the browser.")]
Data = Annotated[
    Path | None, Parameter(name="--data", help="The folder that keeps the games; by default in your data directory.")
]
Config = Annotated[
    Path | None, Parameter(name="--config", help="Settings of the host; by default worldgates.toml beside the games.")
]


@app.default
def default(
    *,
    version_flag: Annotated[
        bool, Parameter(name="--version", negative="", help="Version, and whether compiled.")
    ] = False,
    host: Host = "127.0.0.1",
    port: Port = None,
    browser: Browser = True,
    data: Data = None,
    config: Config = None,
    cards: Cards = None,
    lang: Lang = None,
) -> int:
    """Portals of Molthar and La clef des mondes, in the browser, in the terminal and for other programs.

    Without a command: the tables in the browser, served from this machine.
    """
    if version_flag:
        print(version())
        return 0
    return serve(host=host, port=port, browser=browser, data=data, config=config, cards=cards, lang=lang)


@app.command(help_epilogue=_example("worldgates play molthar --seats 3 --bots greedy,random --lang fr"))
def play(
    game: GameName = "molthar",
    *,
    seats: int | None = None,
    bots: str | None = None,
    lang: Lang = None,
    seed: SeedText = None,
    plain: bool = False,
    resume: Path | None = None,
    save: Path | None = None,
    name: str | None = None,
    cards: Cards = None,
    wisp_owner_waits: WispOwnerWaits = False,
    reveal_while_paying: RevealWhilePaying = False,
    max_rounds: MaxRounds = None,
) -> int:
    """Play a game in the terminal against bots.

    Parameters
    ----------
    game
        Which game.
    seats
        Players in all, you and the bots.
    bots
        The bots by their levels, as in greedy,greedy. The levels: greedy, random.
    plain
        Only plain lines of text: for a screen reader, a log, a bare terminal.
    resume
        Go on with a saved game.
    save
        Where q saves the game; by default a new file in this directory.
    name
        Your name at the table.
    """
    from worldgates.terminal.play import play as play_in_terminal

    return play_in_terminal(
        game,
        seats=seats,
        bots=[bot.strip() for bot in bots.split(",")] if bots else None,
        language=_language(lang),
        seed=None if seed is None else _seed(seed),
        plain=plain,
        resume=resume,
        save=save,
        name=name,
        options=_options(
            game, wisp_owner_waits=wisp_owner_waits, reveal_while_paying=reveal_while_paying, max_rounds=max_rounds
        ),
        cards=cards,
    )


@app.command(help_epilogue=_example("worldgates replay game.json --seat 0"))
def replay(
    record: RecordFile,
    *,
    lang: Lang = None,
    seat: int | None = None,
    all_open: Annotated[bool, Parameter(name="--open", negative="")] = False,
    plain: bool = False,
    whole: Annotated[bool, Parameter(negative="")] = False,
    cards: Cards = None,
) -> int:
    """Show a recorded game again, step by step.

    Parameters
    ----------
    seat
        Show what this seat saw, counted from 0 (in a game of yours that is you); by default what a spectator saw.
    all_open
        Show everything, hidden cards too.
    plain
        Only plain lines of text.
    whole
        Print the whole game at once instead of step by step.
    """
    from worldgates.terminal.replay import replay as replay_in_terminal

    step = sys.stdin.isatty() and sys.stdout.isatty() and not whole
    return replay_in_terminal(
        _content(record), language=_language(lang), seat=seat, all_open=all_open, step=step, plain=plain, cards=cards
    )


@app.command(help_epilogue=_example("worldgates verify game.json --commitment 5f0c…"))
def verify(
    record: RecordFile,
    *,
    commitment: Annotated[str, Parameter(help="The commitment that you noted before the game.")] = "",
    lang: Lang = None,
    cards: Cards = None,
) -> int:
    """Check that a recorded game was dealt honestly and played by the rules.

    Says what was checked, a sentence each; exit code 1 if anything is wrong or could not be checked.
    """
    from worldgates.core.text import words
    from worldgates.core.verify import verify as verify_record

    found = verify_record(_content(record), words(_language(lang)), commitment, cards)
    for finding in found:
        print(f"{'✓' if finding.good else '✗'} {finding.text}")
    return 0 if all(finding.good for finding in found) else 1


@app.command(help_epilogue=_example("""echo '{"cmd": "new", "game": "molthar"}' | worldgates engine"""))
def engine(*, cards: Cards = None) -> None:
    """The rules over standard input and output: one JSON object a line in, one out."""
    from worldgates.core.engine import run

    run(sys.stdin.buffer, sys.stdout.buffer, cards)


@app.command(help_epilogue=_example("worldgates new molthar --seats 3 --seed 7 > start.json"))
def new(
    game: GameName = "molthar",
    *,
    seats: int = 2,
    seed: SeedText = None,
    starting_seat: int | None = None,
    cards: Cards = None,
    wisp_owner_waits: WispOwnerWaits = False,
    reveal_while_paying: RevealWhilePaying = False,
    max_rounds: MaxRounds = None,
) -> None:
    """Print the position at the start of a new game."""
    from worldgates.core.games import game as game_named
    from worldgates.core.session import Session

    options = _options(
        game, wisp_owner_waits=wisp_owner_waits, reveal_while_paying=reveal_while_paying, max_rounds=max_rounds
    )
    found = game_named(game, cards=cards)
    session = Session.new(found, seats, _seed(seed), options, starting_seat=starting_seat)
    _print_json(session.position())


@app.command(help_epilogue=_example("worldgates new --seed 7 | worldgates legal -"))
def legal(file: File, *, cards: Cards = None) -> None:
    """Print who decides in a position, and every legal action."""
    from worldgates.core.engine import legal as legal_in

    _print_json(legal_in(_session(file, cards)))


@app.command(help_epilogue=_example('worldgates apply start.json \'{"do": "take", "from": 0}\''))
def apply(file: File, action: ActionText, *, cards: Cards = None) -> None:
    """Print the position after an action."""
    from worldgates.core import formats
    from worldgates.core.formats import FormatError

    if file == action == "-":
        raise FormatError("only one of position and action can come from standard input", "ACTION")
    session = _session(file, cards)
    value = formats.parse(sys.stdin.buffer.read() if action == "-" else action.encode(errors="surrogateescape"))
    session.play(session.action(value))
    _print_json(session.position())


@app.command(help_epilogue=_example("worldgates view start.json --seat 1"))
def view(file: File, *, seat: int | None = None, cards: Cards = None) -> None:
    """Print what a seat may see of a position; without --seat, what a spectator sees."""
    from worldgates.core.formats import FormatError
    from worldgates.core.table import SPECTATOR

    session = _session(file, cards)
    if seat is not None and not 0 <= seat < session.table.players:
        raise FormatError(f"expected a seat from 0 to {session.table.players - 1}, got {seat}", "--seat")
    _print_json(session.view(SPECTATOR if seat is None else seat))


cards = App(
    name="cards",
    help="List the cards of a game; check a card set of your own, or begin one.",
    help_epilogue=_example("worldgates cards clef --lang fr"),
)
app.command(cards)


@cards.default
def list_cards(
    game: GameName = "molthar",
    *,
    json: Annotated[bool, Parameter(negative="")] = False,
    lang: Lang = None,
    cards: Annotated[Path | None, Parameter(name="--cards")] = None,
) -> None:
    """List the cards of a game; check a card set of your own, or begin one.

    Parameters
    ----------
    game
        Which game.
    json
        As JSON.
    cards
        La clef des mondes: list the cards in this folder instead of the shipped ones.
    """
    from worldgates.core.games import game as game_named

    found = game_named(game, cards=cards)
    language = _language(lang)
    listed = found.cards(language)
    if json:
        _print_json(listed)
        return
    text = found.text(language)
    if note := text.note():
        print(note)
    for card in listed:
        lines = [line for line in text.explain(str(card["id"])) if line[0] != note]
        copies = f"  x{card['copies']}" if "copies" in card else ""
        print(f"{lines[0][0]}{copies}  [{card['id']}]")
        for line, clause in lines[1:]:
            print(f"    {line}  {clause}".rstrip())


@cards.command(help_epilogue=_example("worldgates cards check my-cards"))
def check(dir: Path, /, *, json: Annotated[bool, Parameter(negative="")] = False) -> int:
    """Check a card set of La clef des mondes, and explain every fault with its file and line.

    Parameters
    ----------
    dir
        Where its files are: worlds.toml, readers.toml, discoveries.toml.
    json
        As JSON.
    """
    from worldgates.clef.cardset import check as check_set
    from worldgates.clef.cardset import describe, summary

    found = check_set(dir)
    if json:
        numbers = None if found.cards is None else summary(found.cards)
        remarks = {"faults": found.faults, "warnings": found.warnings}
        _print_json({"ok": not found.faults, **remarks, "summary": numbers})
    else:
        print("\n".join(describe(found)))
    return 1 if found.faults else 0


@cards.command(help_epilogue=_example("worldgates cards template my-cards"))
def template(dir: Path, /) -> None:
    """Write the files of a new card set for La clef des mondes, for you to type in the printed cards.

    Parameters
    ----------
    dir
        A folder that is empty or does not exist yet.
    """
    import shlex

    from worldgates.clef.template import write
    from worldgates.core.text import command

    for file in write(dir):
        print(file)
    print(f"Fill them in, and ask for what is still missing: {command()} cards check {shlex.quote(str(dir))}")


@app.command(help_epilogue=_example("worldgates simulate molthar --games 10000 --players greedy random --seed 1"))
def simulate(
    game: GameName = "molthar",
    *,
    games: int = 1000,
    players: Annotated[list[str], Parameter(consume_multiple=True, negative_iterable=())],
    seed: int = 1,
    json: Annotated[bool, Parameter(negative="")] = False,
    processes: int | None = None,
    max_rounds: int | None = None,
    wisp_owner_waits: WispOwnerWaits = False,
    reveal_while_paying: RevealWhilePaying = False,
    cards: Cards = None,
    lang: Lang = None,
) -> int:
    """Let bots play many games on all cores, and say what came of it.

    Parameters
    ----------
    games
        How many.
    players
        The bots, two to five of: greedy, random. Seats rotate from game to game.
    seed
        The same seed gives the same games, on however many cores.
    json
        As JSON.
    processes
        How many at once; by default one for each core.
    max_rounds
        A game that is longer than this counts as unfinished; by default 500 (Molthar) or 200 (La clef des mondes, K28).
    """
    from worldgates.lab.show import progress_bar, show_simulation
    from worldgates.lab.simulate import Plan, timed

    options = _options(game, wisp_owner_waits=wisp_owner_waits, reveal_while_paying=reveal_while_paying)
    plan = Plan(game, tuple(players), games, seed, tuple(options.items()), max_rounds, cards)
    plan.check()
    with progress_bar(games) as advance:
        results = timed(plan, processes, advance)
    if json:
        _print_json(results)
    else:
        show_simulation(results, _language(lang))
    return INTERRUPTED if results["interrupted"] else 0


@app.command(help_epilogue=_example("worldgates balance clef --games 2000 --seats 2 3"))
def balance(
    game: GameName = "clef",
    *,
    games: int = 20_000,
    seats: Annotated[list[int] | None, Parameter(consume_multiple=True, negative_iterable=())] = None,
    seed: int = 1,
    json: Annotated[bool, Parameter(negative="")] = False,
    write: Path | None = None,
    processes: int | None = None,
    cards: Cards = None,
) -> int:
    """Let greedy bots play many games, and judge whether seats, characters and cards are balanced.

    Exit code 1 says that a criterion does not hold.

    Parameters
    ----------
    games
        How many for each number of players.
    seats
        The numbers of players; by default all that the game allows.
    seed
        The same seed gives the same games, on however many cores.
    json
        As JSON.
    write
        Write the figures into this Markdown document, between the two marked lines in it.
    processes
        How many at once; by default one for each core.
    """
    from worldgates.core.games import game as game_named
    from worldgates.lab.balance import check_document, measure, write_document
    from worldgates.lab.show import progress_bar, show_balance

    found = game_named(game, cards=cards)
    seats = seats or list(range(found.least_players, found.most_players + 1))
    if write is not None:
        check_document(write)
    with progress_bar(games * len(set(seats))) as advance:
        results = measure(game, games, seats, seed, processes, advance, cards=cards)
    if json:
        _print_json(results)
    else:
        show_balance(results)
    if results["interrupted"]:
        return INTERRUPTED
    if write is not None:
        write_document(results, write)
    return 0 if results["holds"] else 1


benches = App(name="bench", help_epilogue=_example("worldgates bench --json"))
app.command(benches)


@benches.default
def bench(*, json: Annotated[bool, Parameter(negative="")] = False, repeats: int = 5, seconds: float = 0.4) -> None:
    """Measure how fast the engine is, compiled and uncompiled.

    Parameters
    ----------
    json
        As JSON.
    repeats
        How often each figure is measured; the median counts.
    seconds
        About how long each measurement takes.
    """
    from worldgates.core.formats import FormatError
    from worldgates.lab.bench import bench as measure
    from worldgates.lab.show import show_bench, status_line

    if repeats < 1 or not 0 < seconds <= 60:
        raise FormatError("expected at least one repeat of more than 0 and at most 60 seconds", "--repeats")
    with status_line() as say:
        results = measure(repeats=repeats, seconds=seconds, progress=say)
    if json:
        _print_json(results)
    else:
        show_bench(results)


@benches.command(name="server", help_epilogue=_example("worldgates bench server --tables 50 --sockets 120 --json"))
def bench_server(
    *,
    json: Annotated[bool, Parameter(negative="")] = False,
    tables: int = 200,
    sockets: int = 500,
    seconds: float = 20.0,
) -> None:
    """Measure how long a move takes to every screen, with many tables at a real server on one core.

    Parameters
    ----------
    json
        As JSON.
    tables
        How many tables are played at once, each with two players.
    sockets
        How many pages are open; those that are not players' look on.
    seconds
        How long they play.
    """
    from worldgates.core.formats import FormatError
    from worldgates.lab.show import show_server_bench, status_line
    from worldgates.server.bench import bench as measure

    if not 1 <= tables <= 1000 or not 0 < seconds <= 3600:
        raise FormatError("expected 1 to 1000 tables and more than 0 and at most 3600 seconds", "--tables")
    if not 2 * tables <= sockets <= 20 * tables:
        raise FormatError(f"expected {2 * tables} to {20 * tables} pages for {tables} tables", "--sockets")
    with status_line() as say:
        results = measure(tables, sockets, seconds, say)
    if json:
        _print_json(results)
    else:
        show_server_bench(results)


@app.command(help_epilogue=_example("worldgates serve --host 0.0.0.0 --no-browser"))
def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = None,
    browser: Browser = True,
    data: Data = None,
    config: Config = None,
    cards: Cards = None,
    lang: Lang = None,
) -> int:
    """Serve tables to browsers, on this machine or for the whole network."""
    from worldgates.server.serve import serve as serve_tables

    return serve_tables(host, port, data, browser, _language(lang), config, cards)


@app.command(help_epilogue=_example("worldgates backup games.backup"))
def backup(file: Path, *, data: Data = None) -> int:
    """Copy all games into a file; the server may go on meanwhile."""
    from worldgates.server.backup import backup as back_up
    from worldgates.server.serve import data_folder

    tables = back_up(data or data_folder(), file)
    print(f"{file}: {tables} tables")
    return 0


@app.command(help_epilogue=_example("worldgates restore games.backup --data games"))
def restore(
    file: Path,
    *,
    data: Data = None,
    replace: Annotated[bool, Parameter(negative="", help="Replace the games that are there.")] = False,
) -> int:
    """Put the games of a copy back; no server may be running over them."""
    from worldgates.server.backup import restore as put_back
    from worldgates.server.serve import data_folder

    folder = data or data_folder()
    tables = put_back(folder, file, replace)
    print(f"{folder}: {tables} tables")
    return 0


@app.command(help_epilogue=_example("./worldgates test"))
def test() -> int:
    """Run all checks and tests of a checkout."""
    print("worldgates: the tests belong to a checkout: run ./worldgates test there", file=sys.stderr)
    return USAGE_ERROR


def main() -> None:
    """Run the command line; every error ends in one line that says what is wrong."""
    from worldgates.core.formats import FormatError
    from worldgates.core.table import RuleError
    from worldgates.core.text import command

    _mend_streams()
    try:
        code = app(exit_on_error=False, print_error=False, result_action="return_value")
    except UnusedCliTokensError as error:
        _fail(f"there is no command {' '.join(error.unused_tokens or [])!r}: {command()} --help lists them")
    except CycloptsError as error:
        _fail(f"{error} See {command()} --help.")
    except (FormatError, RuleError) as error:
        _fail(str(error))
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    else:
        sys.exit(code if isinstance(code, int) else 0)


def _mend_streams() -> None:
    """What is closed reads as empty and swallows what is written; a letter that a terminal lacks does no harm."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _fail(message: str) -> None:
    print(f"worldgates: {message}", file=sys.stderr)
    sys.exit(USAGE_ERROR)
