"""The command line. Each command imports its modules when it runs, so that `--help` is fast."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Group, Parameter
from cyclopts.exceptions import CycloptsError, UnusedCliTokensError

from worldgates import __version__

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from worldgates.api.game import Game
    from worldgates.lab.results import Results
    from worldgates.lab.simulate import Plan

USAGE_ERROR = 2
LONGEST_SEED = 20
INTERRUPTED = 130

GameName = Annotated[Literal["molthar", "clef"], Parameter(help="Which game.")]
Language = Literal["en", "fr", "it"]
LevelName = Literal["beginner", "easy", "medium", "hard", "expert"]
Flag = Annotated[bool, Parameter(negative="")]
Lang = Annotated[Language | None, Parameter(name="--lang", help="Language; by default that of your locale.")]
AsJson = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON.")]
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


def _bots_parameter(what: str) -> Parameter:
    levels = "beginner, easy, medium, hard, expert"
    kinds = 'module:Class or file.py:Class (a worldgates.Bot in Python), or "cmd:…" (another program)'
    text = f"{what} A bot is a level ({levels}), random, search:N (N playouts per decision), {kinds}."
    return Parameter(consume_multiple=True, negative_iterable=(), help=text)


HintLevel = Annotated[str, Parameter(help="A level of the bots, or search:N for N imagined games per decision.")]
Processes = Annotated[int | None, Parameter(help="How many processes; by default one per core.")]
Cluster = Annotated[
    str | None,
    Parameter(
        name="--cluster",
        help="Play on the Ray cluster at this address (auto, HOST:PORT, ray://HOST:PORT), not on this machine's cores.",
    ),
]
MatchSeed = Annotated[int, Parameter(help="The same seed gives the same games, whatever the number of cores.")]
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
Cards = Annotated[
    Path | None,
    Parameter(name="--cards", help="The folder of a card set for La clef des mondes, instead of the shipped one."),
]

GAME_OPTIONS = Group("Options of the games", sort_key=1)


@Parameter(name="*", group=GAME_OPTIONS)
@dataclass(frozen=True)
class Variants:
    """Variants of the rules."""

    wisp_owner_waits: Annotated[
        bool | None,
        Parameter(
            negative="--no-wisp-owner-waits",
            help="Molthar: the owner of a Will-o'-the-Wisp may not activate it in the turn in which it was placed "
            "(M21). On by default, as in the English and Italian books; off, as in the French one.",
        ),
    ] = None

    reveal_while_paying: Annotated[bool | None, Parameter(negative="")] = None
    """La clef des mondes: revealing your reader is part of a payment and costs no action (K20)."""

    def of(self, game: str) -> dict[str, object]:
        """The given options, if the game has them."""
        from worldgates.core.formats import FormatError
        from worldgates.core.gametype import Games

        given = {name: value for name, value in asdict(self).items() if value is not None}
        known = Games().get(game).options_type.__struct_fields__
        for name in given:
            if name not in known:
                raise FormatError(f"{game} has no such option: leave it out", f"--{name.replace('_', '-')}")
        return given


@Parameter(name="*", group=GAME_OPTIONS)
@dataclass(frozen=True)
class GameOptions(Variants):
    """All options of the games."""

    max_rounds: int | None = None
    """La clef des mondes: a draw after this many rounds (K28); by default never."""


@Parameter(name="*")
@dataclass(frozen=True)
class ServerOptions:
    """Where and how tables are served."""

    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 opens the server to your network."""

    port: int | None = None
    """The port; by default 8666, or another if that is taken."""

    browser: bool = True
    """Open the page in the browser."""

    data: Path | None = None
    """The folder for the games; by default in your data directory."""

    config: Path | None = None
    """The host's settings; by default worldgates.toml beside the games."""

    database: str = ""
    """Keep the games in PostgreSQL (postgresql://…), which many servers can share."""

    bus: str = ""
    """How servers that share a database reach each other (nats://…)."""

    bots: Annotated[list[str] | None, _bots_parameter("More bots that players can choose in the lobby.")] = None

    cards: Cards = None

    lang: Lang = None


Data = Annotated[
    Path | None, Parameter(name="--data", help="The folder that keeps the games; by default in your data directory.")
]
NO_VARIANTS = Variants()
NO_OPTIONS = GameOptions()
DEFAULT_SERVER = ServerOptions()

EPILOGUE = """Examples:

  worldgates                                   play in the browser
  worldgates --host 0.0.0.0                    the same, with phones and friends in your network
  worldgates play                              Molthar against a bot, in the terminal
  worldgates play clef --seats 3 --lang fr     La clef des mondes against two bots, in French
  worldgates play --resume my-game.json        go on with a saved game
  worldgates new --seed 7 > start.json         a position to work with
  worldgates legal start.json                  what can be done in it
  worldgates match molthar hard medium         which bot is stronger
  worldgates simulate --players easy random    many games between bots, and what happened in them
"""


def _example(*commands: str) -> str:
    listed = "".join(f"  {command}\n" for command in commands)
    return f"{'Example' if len(commands) == 1 else 'Examples'}:\n\n{listed}"


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
    from worldgates.api.loading import record_in
    from worldgates.core import formats
    from worldgates.core.formats import FormatError

    try:
        return record_in(formats.parse(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()))
    except FormatError as error:
        raise FormatError(error.message, file) from None


def _game(file: str, cards: Path | None) -> Game[Any]:
    """The game in a file: a position, a record, or a saved game of the terminal."""
    from worldgates.api.loading import load_json
    from worldgates.core.gametype import Games

    return load_json(_content(file), Games(cards))


def _bots(names: list[str] | None) -> list[str] | None:
    """The bots for these names; names may also be separated by commas, as in easy,hard."""
    if names is None:
        return None
    return [part.strip() for name in names for part in (name.split(",") if ":" not in name else [name])]


def _print_json(value: object) -> None:
    """One line for programs, indented for people."""
    import msgspec

    text = msgspec.json.encode(value)
    if sys.stdout.isatty():
        text = msgspec.json.format(text, indent=2)
    sys.stdout.buffer.write(text + b"\n")
    sys.stdout.flush()


def _language(request: str | None) -> str:
    from worldgates.core.text import language_of

    return language_of(request)


def version() -> str:
    """The version, whether the engine is compiled (and why not, if the build failed), and the Python version."""
    from importlib.util import find_spec
    from platform import python_version

    # The engine is located but not imported, which would take longer than everything else.
    found = find_spec("worldgates.core.chance")
    engine = "engine in plain Python" if found and str(found.origin).endswith(".py") else "compiled engine"
    reason = Path(__file__).with_name("plain.txt")
    if reason.exists():
        engine += f": {reason.read_text(encoding='utf-8').strip()}"
    return f"worldgates {__version__} ({engine}, Python {python_version()})"


@app.default
def default(
    *,
    version_flag: Annotated[
        bool, Parameter(name="--version", negative="", help="Version, and whether compiled.")
    ] = False,
    server: ServerOptions = DEFAULT_SERVER,
) -> int:
    """Portals of Molthar and La clef des mondes, in the browser, in the terminal and for other programs.

    Without a command it serves tables to the browser from this machine.
    """
    if version_flag:
        print(version())
        return 0
    return serve(server=server)


@app.command(
    help_epilogue=_example(
        "worldgates play molthar --seats 3 --bots easy hard --lang fr",
        "worldgates play --bots mybots:Thrifty",
    )
)
def play(
    game: GameName = "molthar",
    *,
    seats: int | None = None,
    bots: Annotated[list[str] | None, _bots_parameter("Who you play against.")] = None,
    lang: Lang = None,
    seed: SeedText = None,
    plain: bool = False,
    resume: Path | None = None,
    save: Path | None = None,
    name: str | None = None,
    hint_level: LevelName = "hard",
    cards: Cards = None,
    options: GameOptions = NO_OPTIONS,
) -> int:
    """Play a game in the terminal against bots.

    Parameters
    ----------
    game
        Which game.
    seats
        The number of players, including you.
    plain
        Plain lines of text only: for a screen reader, a log, a simple terminal.
    resume
        Resume a saved game.
    save
        Where q saves the game; by default a new file in this directory.
    name
        Your name at the table.
    hint_level
        The level of the bot that gives hints.
    """
    from worldgates.terminal.play import play as play_in_terminal

    return play_in_terminal(
        game,
        seats=seats,
        bots=_bots(bots),
        language=_language(lang),
        seed=None if seed is None else _seed(seed),
        plain=plain,
        resume=resume,
        save=save,
        name=name,
        options=options.of(game),
        cards=cards,
        hint_level=hint_level,
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
    """Replay a recorded game, step by step.

    Parameters
    ----------
    seat
        Show what this seat saw, counted from 0 (your seat in your own games); by default what a spectator saw.
    all_open
        Show everything, including hidden cards.
    plain
        Plain lines of text only.
    whole
        Print the whole game at once instead of step by step.
    """
    from worldgates.terminal.replay import replay as replay_in_terminal

    step = sys.stdin.isatty() and sys.stdout.isatty() and not whole
    return replay_in_terminal(
        _content(record), language=_language(lang), seat=seat, all_open=all_open, step=step, plain=plain, cards=cards
    )


@app.command(
    help_epilogue=_example("worldgates hint game.json", "worldgates new molthar | worldgates hint - --lang fr")
)
def hint(
    file: File,
    *,
    level: HintLevel = "hard",
    seed: Annotated[int, Parameter(help="The same seed gives the same hint.")] = 0,
    json: AsJson = False,
    lang: Lang = None,
    cards: Cards = None,
) -> None:
    """Print the best action for the seat that decides, what it is worth, and why.

    The hint uses only what that seat may know.
    """
    from worldgates.analysis.hint import hint as find
    from worldgates.core.formats import FormatError

    game = _game(file, cards)
    if game.over:
        raise FormatError("the game is over: nobody decides", "FILE")
    language = _language(lang)
    found = find(game, level, language=language, seed=seed)
    if json:
        _print_json(found)
        return
    print(f"{found.text}. {found.why}")
    if compared := found.compared(language):
        print(compared)


@app.command(
    help_epilogue=_example(
        "worldgates analyse game.json", "worldgates analyse game.json --level expert --json > why.json"
    )
)
def analyse(
    record: RecordFile,
    *,
    level: HintLevel = "hard",
    seed: Annotated[int, Parameter(help="The same seed gives the same analysis.")] = 0,
    json: AsJson = False,
    lang: Lang = None,
    cards: Cards = None,
) -> None:
    """Explain a recorded game: every seat's chance after every decision, the largest mistakes and what was better.

    Each decision is judged by what its player could know. Ctrl-C ends it.
    """
    import shutil

    from worldgates.analysis.analyse import Analyst
    from worldgates.api.game import read_record
    from worldgates.api.loading import record_in
    from worldgates.core.gametype import Games
    from worldgates.lab.show import progress_bar
    from worldgates.terminal.analysis import lines_of

    type, read = read_record(record_in(_content(record)), Games(cards))
    analyst = Analyst(type, read, level, _language(lang), seed)
    with progress_bar(analyst.steps, "decisions") as advance:
        found = analyst.run(advance)
    if json:
        _print_json(found)
        return
    for line in lines_of(found, shutil.get_terminal_size().columns):
        print(line)


@app.command(help_epilogue=_example("worldgates verify game.json --commitment 5f0c…"))
def verify(
    record: RecordFile,
    *,
    commitment: Annotated[str, Parameter(help="The commitment that you noted before the game.")] = "",
    lang: Lang = None,
    cards: Cards = None,
) -> int:
    """Verify that a recorded game was dealt honestly and played by the rules.

    Prints one sentence per check; the exit code is 1 if anything is wrong or could not be verified.
    """
    from worldgates.api.verify import verify as verify_record
    from worldgates.core.gametype import Games
    from worldgates.core.text import words

    found = verify_record(_content(record), words(_language(lang)), commitment, Games(cards))
    for finding in found:
        print(f"{'✓' if finding.good else '✗'} {finding.text}")
    return 0 if all(finding.good for finding in found) else 1


@app.command(help_epilogue=_example("""echo '{"cmd": "new", "game": "molthar"}' | worldgates engine"""))
def engine(*, cards: Cards = None) -> None:
    """Serve the rules over standard input and output, with one JSON object per line in each direction."""
    from worldgates.api.engine import run

    run(sys.stdin.buffer, sys.stdout.buffer, cards)


@app.command(help_epilogue=_example("worldgates new molthar --seats 3 --seed 7 > start.json"))
def new(
    game: GameName = "molthar",
    *,
    seats: int = 2,
    seed: SeedText = None,
    starting_seat: int | None = None,
    cards: Cards = None,
    options: GameOptions = NO_OPTIONS,
) -> None:
    """Print the position at the start of a new game.

    Parameters
    ----------
    seats
        The number of players.
    starting_seat
        The seat that has the first turn, counted from 0; by default drawn by lot.
    """
    from worldgates.api.loading import new as begin

    begun = begin(game, seats, _seed(seed), options=options.of(game), starting_seat=starting_seat, cards=cards)
    _print_json(begun.position)


@app.command(help_epilogue=_example("worldgates new --seed 7 | worldgates legal -"))
def legal(file: File, *, cards: Cards = None) -> None:
    """Print the deciding seat of a position, its decision, and every legal action."""
    from worldgates.api.engine import legal as legal_in

    _print_json(legal_in(_game(file, cards)))


@app.command(help_epilogue=_example('worldgates apply start.json \'{"do": "take", "from": 0}\''))
def apply(file: File, action: ActionText, *, cards: Cards = None) -> None:
    """Print the position after an action."""
    from worldgates.core import formats
    from worldgates.core.formats import FormatError

    if file == action == "-":
        raise FormatError("only one of position and action can come from standard input", "ACTION")
    game = _game(file, cards)
    value = formats.parse(sys.stdin.buffer.read() if action == "-" else action.encode(errors="surrogateescape"))
    game.play(formats.read(value, dict, "action"))
    _print_json(game.position)


@app.command(help_epilogue=_example("worldgates view start.json --seat 1"))
def view(file: File, *, seat: int | None = None, cards: Cards = None) -> None:
    """Print what a seat may see of a position; without --seat, what a spectator sees.

    Parameters
    ----------
    seat
        The seat, counted from 0.
    """
    from worldgates.core.formats import FormatError

    try:
        _print_json(_game(file, cards).view(seat))
    except FormatError as error:
        raise FormatError(error.message, "--seat" if error.key == "seat" else error.key) from None


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
    json: AsJson = False,
    lang: Lang = None,
    cards: Annotated[Path | None, Parameter(name="--cards")] = None,
) -> None:
    """List the cards of a game; check a card set of your own, or start one.

    Parameters
    ----------
    game
        Which game.
    cards
        La clef des mondes: list the cards in this folder instead of the shipped ones.
    """
    from worldgates.core.gametype import Games

    found = Games(cards).get(game, strict=True)
    language = _language(lang)
    listed = found.cards(language)
    if json:
        _print_json(listed)
        return
    text = found.text(language)
    if note := text.note():
        print(note)
    for card in listed:
        facts = card.to_dict()
        lines = [line for line in text.explain(facts["id"]) if line[0] != note]
        copies = f"  x{facts['copies']}" if "copies" in facts else ""
        print(f"{lines[0][0]}{copies}  [{facts['id']}]")
        for line, clause in lines[1:]:
            print(f"    {line}  {clause}".rstrip())


@cards.command(help_epilogue=_example("worldgates cards check my-cards"))
def check(dir: Path, /, *, json: AsJson = False) -> int:
    """Check a card set of La clef des mondes, and explain every error with its file and line.

    Parameters
    ----------
    dir
        The folder with its files: worlds.toml, readers.toml, discoveries.toml.
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


@app.command(
    name="print",
    help_epilogue=_example(
        "worldgates print molthar",
        "worldgates print clef --lang fr --paper letter --out clef.pdf",
        "worldgates print clef --cards my-cards",
    ),
)
def print_game(
    game: GameName,
    /,
    *,
    lang: Lang = None,
    cards: Cards = None,
    paper: Literal["a4", "letter"] = "a4",
    out: Path | None = None,
) -> None:
    """Print a game to cut out: a PDF of all cards with backs and cut marks, the portals or worlds, and the rules.

    Needs the extra print: pip install 'worldgates[print]', or in a checkout ./worldgates extra print.

    Parameters
    ----------
    paper
        The size of the paper.
    out
        The file; by default the name of the game, such as molthar.pdf.
    """
    from worldgates.printing import write_pdf

    target = out or Path(f"{game}.pdf")
    pages, sheets = write_pdf(game, target, _language(lang), paper, cards)
    print(f"{target}: {pages} pages, {sheets // 2} sheets of cards among them. Print it at 100 %, on both sides.")


@app.command(
    help_epilogue=_example(
        "worldgates simulate molthar --games 10000 --players easy random --seed 1",
        "worldgates simulate clef --players easy easy easy --json",
    )
)
def simulate(
    game: GameName = "molthar",
    *,
    games: int = 1000,
    players: Annotated[list[str], _bots_parameter("Two to five bots; seats rotate from game to game.")],
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

    bots = _bots(players) or []
    plan = make_plan(game, bots, games, seed, options.of(game), cards, max_rounds, False, None, seconds)
    return _play_and_show(plan, processes, json, lang, cluster)


@app.command(
    help_epilogue=_example(
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
    *bots: Annotated[str, _bots_parameter("Two to five bots.")],
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
    from worldgates.core.formats import FormatError
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
        named = _bots(list(bots)) or []
        if game is None:
            raise FormatError("expected the name of a game: molthar or clef", "GAME")
        plan = make_plan(game, named, games, seed, options.of(game), cards, max_rounds, True, False, seconds)
    if record is not None:
        _print_json(replayed(plan, record).record)
        return 0
    with _games_bar(plan.games) as advance:
        results = matched(plan, processes, advance, sprt=test, save=save, resume=resume, rows=rows, cluster=cluster)
    return _show_results(results, json, lang, save or resume)


def _play_and_show(plan: Plan, processes: int | None, json: bool, lang: str | None, cluster: str | None) -> int:
    """Play with a progress bar, and print the results."""
    from worldgates.lab.simulate import timed

    with _games_bar(plan.games) as advance:
        results = timed(plan, processes, advance, cluster)
    return _show_results(results, json, lang)


def _games_bar(games: int) -> AbstractContextManager[Callable[[int], None]]:
    from worldgates.lab.show import progress_bar

    return progress_bar(games)


def _show_results(results: Results, json: bool, lang: str | None, saved: Path | None = None) -> int:
    from worldgates.core.text import command
    from worldgates.lab.show import show_results

    if json:
        _print_json(results)
    else:
        show_results(results, _language(lang))
    if results.interrupted and saved is not None:
        print(f"Go on with it: {command()} match --resume {saved}", file=sys.stderr)
    return INTERRUPTED if results.interrupted else 0


@app.command(
    help_epilogue=_example(
        "worldgates balance clef --games 2000 --seats 2 3",
        "worldgates balance molthar --bots hard --games 400 --seats 2 --report molthar.html",
        "worldgates balance clef --versus my-cards --report compared.html",
        "worldgates balance molthar --versus no-wisp-owner-waits --report wisps.md",
    )
)
def balance(
    game: GameName = "clef",
    *,
    bots: Annotated[str, _bots_parameter("The bot at every seat.")] = "easy",
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
    from worldgates.lab.sheets import sheets
    from worldgates.lab.show import progress_bar, show_balance

    found = Games(cards).get(game, strict=True)
    seats = seats or list(range(found.min_players, found.max_players + 1))
    if games is None:
        games = 20_000 if bots == BOT else 400
    if report is not None:
        return _balance_report(game, bots, games, seats, seed, report, versus, processes, cards, cluster)
    if versus is not None:
        raise _format_error("it compares in a report: give --report FILE too", "--versus")
    if write is not None:
        check_document(write, "balance")
    with progress_bar(games * len(set(seats))) as advance:
        results = measure(game, games, seats, seed, processes, advance, cards=cards, bot=bots, cluster=cluster)
    if json:
        _print_json(results)
    else:
        show_balance(results)
    if results.interrupted:
        return INTERRUPTED
    if write is not None:
        title = f"Balance: {found.text('en').title()}"
        write_document(write, "balance", title, results.command, sheets(results))
    return 0 if results.holds else 1


def _balance_report(
    game: str,
    bot: str,
    games: int,
    seats: list[int],
    seed: int,
    file: Path,
    versus: str | None,
    processes: int | None,
    cards: Path | None,
    cluster: str | None,
) -> int:
    """Write what wins into a file, in the form that its ending asks for."""
    import shlex

    from worldgates.lab.page import html, text
    from worldgates.lab.report import Report, make_report, total_games
    from worldgates.lab.show import progress_bar

    forms: dict[str, Callable[[Report], str]] = {".html": html, ".md": text, ".json": Report.to_json}
    if file.suffix not in forms:
        raise _format_error(f"expected a file that ends in .html, .md or .json, got {file}", "--report")
    if not file.absolute().parent.is_dir():
        raise _format_error(f"there is no folder {file.absolute().parent}", "--report")
    words = ["worldgates", "balance", game, "--bots", bot, "--games", str(games), "--seats", *map(str, seats)]
    words += [
        "--seed",
        str(seed),
        *(["--cards", str(cards)] if cards else []),
        *(["--versus", versus] if versus else []),
    ]
    command = shlex.join([*words, "--report", file.name])
    with progress_bar(total_games(games, seats, versus)) as advance:
        made = make_report(
            game,
            games,
            seats,
            seed,
            bot,
            cards=cards,
            versus=versus,
            command=command,
            processes=processes,
            progress=advance,
            cluster=cluster,
        )
    file.write_text(forms[file.suffix](made), encoding="utf-8")
    print(f"{file} is written.")
    return INTERRUPTED if made.interrupted else 0


@app.command(
    help_epilogue=_example(
        "worldgates league molthar",
        "worldgates league clef --bots easy random mybots:Careful --seats 2 4 --games 2000 --save league",
        "worldgates league molthar --plot strength.svg --write docs/strength.md",
    )
)
def league(
    game: GameName,
    /,
    *,
    bots: Annotated[list[str] | None, _bots_parameter("The bots; by default all levels of the ladder.")] = None,
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
    from a bootstrap over deals. Ctrl-C ends it early and rates the games played so far.

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
    from worldgates.lab.show import progress_bar, show_sheets

    found = Games(cards).get(game, strict=True)
    named: list[Any] = _bots(bots or list(BOTS)) or []
    numbers = sorted(set(seats or range(found.min_players, found.max_players + 1)))
    if write is not None:
        check_document(write, f"league {game}")
    with progress_bar(total_games(len(named), games, numbers)) as advance:
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
        _print_json(results)
    else:
        show_sheets(sheets(results))
    if plot is not None:
        plot.write_text(results.plot() + "\n", encoding="utf-8")
    if results.interrupted:
        return INTERRUPTED
    if write is not None:
        title = f"Strength: {found.text('en').title()}"
        write_document(write, f"league {game}", title, results.command, sheets(results))
    return 0


@app.command(
    help_epilogue=_example(
        "worldgates tune molthar --out molthar.json",
        "worldgates tune clef --cards my-cards --out my-cards/weights.json --passes 1",
    )
)
def tune(
    game: GameName,
    *,
    out: Path,
    start: Annotated[Path | None, Parameter(help="Weights to begin with; by default those in the code.")] = None,
    seed: MatchSeed = 1,
    passes: int = 2,
    games: int = 2500,
    processes: Processes = None,
    cards: Cards = None,
    cluster: Cluster = None,
) -> None:
    """Tune the numbers with which bots value actions, by games of the easy bot against itself.

    One number at a time is changed by a step; what wins twice stays. An interrupted tuning continues where it stopped.

    Parameters
    ----------
    out
        The file for the result. While it runs, FILE.tuning keeps how far it has come.
    passes
        How often each number is tried.
    games
        The number of games in each duel.
    """
    from worldgates.lab.tune import tune as run

    if passes < 1 or games < 2:
        raise _format_error("expected at least one pass and two games", "--passes")
    _learn(run, game, out, start, cards, processes, cluster, seed=seed, passes=passes, games=games)


@app.command(
    help_epilogue=_example(
        "worldgates train molthar --start molthar.json --out molthar.json",
        "worldgates train clef --cards my-cards --out my-cards/weights.json --rounds 1 --games 1000",
    )
)
def train(
    game: GameName,
    *,
    out: Path,
    start: Annotated[Path | None, Parameter(help="Weights with tuned numbers; by default the shipped ones.")] = None,
    seed: MatchSeed = 1,
    rounds: int = 2,
    games: int = 4000,
    playouts: int = 32,
    horizon: int = 2,
    processes: Processes = None,
    cards: Cards = None,
    cluster: Cluster = None,
) -> None:
    """Learn how good a position is for each player, from games of the easy bot and then of the search itself.

    After each round the new weights play a match against those of the round before. An interrupted training continues
    where it stopped. A file weights.json beside the cards of a set is used wherever that set is played.

    Parameters
    ----------
    out
        The file for the result. While it runs, the folder FILE.training keeps the games.
    rounds
        The number of rounds after the first, which learns from games of the easy bot.
    games
        The number of games in each round.
    playouts
        What the search does per decision in these games.
    horizon
        The number of turns of a playout.
    """
    from worldgates.lab.train import train as run

    if rounds < 0 or games < 20 or playouts < 1 or horizon < 1:
        raise _format_error("expected rounds of at least 20 games, with playouts of at least one turn", "--games")
    numbers = {"seed": seed, "rounds": rounds, "games": games, "playouts": playouts, "horizon": horizon}
    _learn(run, game, out, start, cards, processes, cluster, **numbers)


def _format_error(message: str, key: str) -> Exception:
    from worldgates.core.formats import FormatError

    return FormatError(message, key)


def _learn(
    run: Any,
    game: str,
    out: Path,
    start: Path | None,
    cards: Path | None,
    processes: int | None,
    cluster: str | None,
    **numbers: int,
) -> None:
    from worldgates.bots.weights import Weights, read_weights, shipped_weights
    from worldgates.core.gametype import Games
    from worldgates.lab.show import status_line
    from worldgates.lab.simulate import cores

    if processes is not None and processes < 1:
        raise _format_error(f"expected at least one process, got {processes}", "--processes")
    if not out.absolute().parent.is_dir():
        raise _format_error(f"there is no folder {out.absolute().parent}", "--out")
    type = Games(cards).get(game, strict=True)
    if start is not None:
        weights = read_weights(start, game)
    else:
        weights = Weights(game) if "passes" in numbers else shipped_weights(game)
    with status_line() as status:
        found = run(type, out, weights, processes=processes or cores(), progress=status, cluster=cluster, **numbers)
    for line in found.made[-1].result.split("; round"):
        print(line)
    print(f"{out} is written.")


@app.command(help_epilogue=_example("worldgates bots --lang it"))
def bots(*, lang: Lang = None) -> None:
    """List the levels of the bots, from the weakest to the strongest, with what each does."""
    from worldgates.bots.level_text import level_line, level_name
    from worldgates.bots.levels import LEVELS

    language = _language(lang)
    for level in LEVELS:
        name = level_name(level, language)
        print(f"{level:10}{'' if name == level else name + ': '}{level_line(level, language)}")


benches = App(name="bench", help_epilogue=_example("worldgates bench --json"))
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
    from worldgates.core.formats import FormatError
    from worldgates.lab.bench import bench as measure
    from worldgates.lab.show import show_bench, status_line

    if repeats < 1 or not 0 < seconds <= 60:
        raise FormatError("expected at least one repeat of more than 0 and at most 60 seconds", "--repeats")
    with status_line() as status:
        results = measure(repeats=repeats, seconds=seconds, progress=status)
    if json:
        _print_json(results)
    else:
        show_bench(results)


@benches.command(
    name="server",
    help_epilogue=_example(
        "worldgates bench server --tables 1000 --sockets 2500 --json", "worldgates bench server --processes 1 2 3"
    ),
)
def bench_server(
    *,
    json: AsJson = False,
    tables: int = 200,
    sockets: int = 500,
    seconds: float = 20.0,
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
    processes
        Measure so many servers that share PostgreSQL and NATS, which are started for it; one after the other, if
        there are several numbers. By default one server that shares nothing, on one core.
    """
    from worldgates.core.formats import FormatError
    from worldgates.lab.show import show_server_bench, status_line
    from worldgates.server.bench import bench as measure

    if not 1 <= tables <= 5000 or not 0 < seconds <= 3600:
        raise FormatError("expected 1 to 5000 tables and more than 0 and at most 3600 seconds", "--tables")
    if not 2 * tables <= sockets <= 20 * tables:
        raise FormatError(f"expected {2 * tables} to {20 * tables} pages for {tables} tables", "--sockets")
    if not all(1 <= number <= 16 for number in processes or ()):
        raise FormatError("expected 1 to 16", "--processes")
    with status_line() as status:
        results = [measure(tables, sockets, seconds, number, status) for number in processes or (0,)]
    if json:
        _print_json(results if processes else results[0])
    else:
        show_server_bench(results)


@app.command(
    help_epilogue=_example(
        "worldgates serve --host 0.0.0.0 --no-browser",
        'worldgates serve --bots mybots:Thrifty "cmd:node mybot.js"',
    )
)
def serve(*, server: ServerOptions = DEFAULT_SERVER) -> int:
    """Serve tables to browsers, on this machine or for the whole network."""
    from worldgates.server.serve import serve as serve_tables

    return serve_tables(
        server.host,
        server.port,
        server.data,
        server.browser,
        _language(server.lang),
        server.config,
        server.cards,
        bots=_bots(server.bots) or [],
        database=server.database,
        bus=server.bus,
    )


@app.command(help_epilogue=_example("worldgates backup games.backup"))
def backup(file: Path, *, data: Data = None) -> int:
    """Back up all games to a file; the server may keep running.

    Parameters
    ----------
    file
        The backup to write.
    """
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
    """Restore the games of a backup; no server may be running on the same data.

    Parameters
    ----------
    file
        The backup to read.
    """
    from worldgates.server.backup import restore as put_back
    from worldgates.server.serve import data_folder

    folder = data or data_folder()
    tables = put_back(folder, file, replace)
    print(f"{folder}: {tables} tables")
    return 0


@app.command(
    help_epilogue=_example(
        "worldgates copy /srv/worldgates/data postgresql://club@db.example.org/club",
        "worldgates copy postgresql://club@db.example.org/club /srv/worldgates/data",
    )
)
def copy(source: str, target: str) -> int:
    """Copy all games from a data folder to PostgreSQL or back, into a database without games."""
    from worldgates.server.copying import copy as copy_all

    print(f"{target}: {copy_all(source, target)} tables")
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
        # The reader of our output has closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    else:
        sys.exit(code if isinstance(code, int) else 0)


def _mend_streams() -> None:
    """Replace closed streams by the null device, and unencodable characters by a question mark."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _fail(message: str) -> None:
    print(f"worldgates: {message}", file=sys.stderr)
    sys.exit(USAGE_ERROR)
