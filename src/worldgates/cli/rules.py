"""Commands for programs: the rules through JSON."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from worldgates.cli.common import (
    NO_OPTIONS,
    Cards,
    File,
    GameName,
    GameOptions,
    SeedText,
    app,
    example,
    game_in,
    print_json,
    seed_of,
)
from worldgates.core.formats import FormatError

ActionText = Annotated[str, Parameter(help="The action as JSON; - for standard input.", allow_leading_hyphen=True)]


@app.command(help_epilogue=example("""echo '{"cmd": "new", "game": "molthar"}' | worldgates engine"""))
def engine(*, cards: Cards = None) -> None:
    """Serve the rules over standard input and output, with one JSON object per line in each direction."""
    from worldgates.api.engine import run

    run(sys.stdin.buffer, sys.stdout.buffer, cards)


@app.command(help_epilogue=example("worldgates new molthar --seats 3 --seed 7 > start.json"))
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

    begun = begin(game, seats, seed_of(seed), options=options.of(game), starting_seat=starting_seat, cards=cards)
    print_json(begun.position)


@app.command(help_epilogue=example("worldgates new --seed 7 | worldgates legal -"))
def legal(file: File, *, cards: Cards = None) -> None:
    """Print the deciding seat of a position, its decision, and every legal action."""
    from worldgates.api.engine import legal as legal_in

    print_json(legal_in(game_in(file, cards)))


@app.command(help_epilogue=example('worldgates apply start.json \'{"do": "take", "from": 0}\''))
def apply(file: File, action: ActionText, *, cards: Cards = None) -> None:
    """Print the position after an action."""
    from worldgates.core import formats

    if file == action == "-":
        raise FormatError("only one of position and action can come from standard input", "ACTION")
    game = game_in(file, cards)
    try:
        value = formats.parse(sys.stdin.buffer.read() if action == "-" else action.encode(errors="surrogateescape"))
    except FormatError as error:
        raise FormatError(error.message, "ACTION") from None
    game.play(formats.read(value, dict, "action"))
    print_json(game.position)


@app.command(help_epilogue=example("worldgates view start.json --seat 1"))
def view(file: File, *, seat: int | None = None, cards: Cards = None) -> None:
    """Print what a seat may see of a position; without --seat, what a spectator sees.

    Parameters
    ----------
    seat
        The seat, counted from 0.
    """
    try:
        print_json(game_in(file, cards).view(seat))
    except FormatError as error:
        raise FormatError(error.message, "--seat" if error.key == "seat" else error.key) from None
