"""What the commands share: the application, kinds of parameters, and reading and printing games.

Each command imports its modules when it runs, so that `--help` is fast.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Group, Parameter

from worldgates.core.formats import FormatError

if TYPE_CHECKING:
    from worldgates.api.game import Game

LONGEST_SEED = 20
GameName = Annotated[Literal["molthar", "clef"], Parameter(help="Which game.")]
Language = Literal["en", "fr", "it"]
Lang = Annotated[Language | None, Parameter(name="--lang", help="Language; by default that of your locale.")]
AsJson = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON.")]
File = Annotated[
    str, Parameter(help="A position or a record in a file; - for standard input.", allow_leading_hyphen=True)
]
RecordFile = Annotated[
    str, Parameter(help="A record or a saved game in a file; - for standard input.", allow_leading_hyphen=True)
]
HintLevel = Annotated[str, Parameter(help="A level of the bots, or search:N for N imagined games per decision.")]
SeedText = Annotated[
    str | None,
    Parameter(help="A whole number, or 32 to 128 hexadecimal digits after 0x for the fair stream."),
]
MatchSeed = Annotated[int, Parameter(help="The same seed gives the same games, whatever the number of cores.")]
Processes = Annotated[int | None, Parameter(help="How many processes; by default one per core.")]
Cluster = Annotated[
    str | None,
    Parameter(
        name="--cluster",
        help="Play on the Ray cluster at this address (auto, HOST:PORT, ray://HOST:PORT), not on this machine's cores.",
    ),
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


NO_VARIANTS = Variants()
NO_OPTIONS = GameOptions()
EPILOGUE = """Examples:

  worldgates                                 play in the browser
  worldgates --host 0.0.0.0                  the same, with phones and friends
  worldgates play                            Molthar in the terminal
  worldgates play clef --seats 3 --lang fr   La clef des mondes, in French
  worldgates play --resume my-game.json      go on with a saved game
  worldgates new --seed 7 > start.json       a position to work with
  worldgates legal start.json                what can be done in it
  worldgates match molthar hard medium       which bot is stronger
  worldgates simulate --players easy random  what happens in many games
"""
app = App(
    name="worldgates",
    help="Portals of Molthar and La clef des mondes, in the browser, in the terminal and for other programs.",
    help_epilogue=EPILOGUE,
    help_format="plaintext",
    version_flags=[],
)


def example(*commands: str) -> str:
    listed = "".join(f"  {command}\n" for command in commands)
    return f"{'Example' if len(commands) == 1 else 'Examples'}:\n\n{listed}"


def bots_parameter(what: str) -> Parameter:
    levels = "beginner, easy, medium, hard, expert"
    kinds = 'module:Class or file.py:Class (a worldgates.Bot in Python), or "cmd:…" (another program)'
    text = f"{what} A bot is a level ({levels}), random, search:N (N playouts per decision), {kinds}."
    return Parameter(consume_multiple=True, negative_iterable=(), help=text)


def seed_of(text: str | None, default: int = 0) -> int | str:
    """A seed from the command line: 7 for the fast stream, 0x… for the fair one."""
    if text is None:
        return default
    if text.startswith("0x"):
        return text[2:]
    if not text.isascii() or not text.isdigit() or len(text) > LONGEST_SEED:
        raise FormatError(f"expected a whole number, or hexadecimal digits after 0x, got {text!r}", "--seed")
    return int(text)


def content_of(file: str) -> object:
    """The JSON in a file; the record, if the file holds a saved game."""
    from worldgates.api.loading import record_in
    from worldgates.core import formats

    try:
        return record_in(formats.parse(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()))
    except FormatError as error:
        raise FormatError(error.message, file) from None


def game_in(file: str, cards: Path | None) -> Game[Any]:
    """The game in a file: a position, a record, or a saved game of the terminal."""
    from worldgates.api.loading import load_json
    from worldgates.core.gametype import Games

    return load_json(content_of(file), Games(cards))


def bot_names(names: list[str] | None) -> list[str] | None:
    """The bots for these names; names may also be separated by commas, as in easy,hard."""
    if names is None:
        return None
    return [part.strip() for name in names for part in (name.split(",") if ":" not in name else [name])]


def print_json(value: object) -> None:
    """One line for programs, indented for people."""
    import msgspec

    text = msgspec.json.encode(value)
    if sys.stdout.isatty():
        text = msgspec.json.format(text, indent=2)
    sys.stdout.buffer.write(text + b"\n")
    sys.stdout.flush()
