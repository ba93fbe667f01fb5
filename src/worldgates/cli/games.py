"""Commands for people: play in the terminal, and look at games that were played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from worldgates.cli.common import (
    NO_OPTIONS,
    AsJson,
    Cards,
    File,
    GameName,
    GameOptions,
    HintLevel,
    Lang,
    RecordFile,
    SeedText,
    app,
    bot_names,
    bots_parameter,
    content_of,
    example,
    game_in,
    print_json,
    seed_of,
)
from worldgates.core.formats import FormatError
from worldgates.core.text import language_of

LevelName = Literal["beginner", "easy", "medium", "hard", "expert"]


@app.command(
    help_epilogue=example(
        "worldgates play molthar --seats 3 --bots easy hard --lang fr",
        "worldgates play --bots mybots:Thrifty",
    )
)
def play(
    game: GameName = "molthar",
    *,
    seats: int | None = None,
    bots: Annotated[list[str] | None, bots_parameter("Who you play against.")] = None,
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
        bots=bot_names(bots),
        language=language_of(lang),
        seed=None if seed is None else seed_of(seed),
        plain=plain,
        resume=resume,
        save=save,
        name=name,
        options=options.of(game),
        cards=cards,
        hint_level=hint_level,
    )


@app.command(help_epilogue=example("worldgates replay game.json --seat 0"))
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
        content_of(record),
        language=language_of(lang),
        seat=seat,
        all_open=all_open,
        step=step,
        plain=plain,
        cards=cards,
    )


@app.command(help_epilogue=example("worldgates hint game.json", "worldgates new molthar | worldgates hint - --lang fr"))
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

    game = game_in(file, cards)
    if game.over:
        raise FormatError("the game is over: nobody decides", "FILE")
    language = language_of(lang)
    found = find(game, level, language=language, seed=seed)
    if json:
        print_json(found)
        return
    print(f"{found.text}. {found.why}")
    if compared := found.compared(language):
        print(compared)


@app.command(
    help_epilogue=example(
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

    type, read = read_record(record_in(content_of(record)), Games(cards))
    analyst = Analyst(type, read, level, language_of(lang), seed)
    with progress_bar(analyst.steps, "decisions") as advance:
        found = analyst.run(advance)
    if json:
        print_json(found)
        return
    for line in lines_of(found, shutil.get_terminal_size().columns):
        print(line)


@app.command(help_epilogue=example("worldgates verify game.json --commitment 5f0c…"))
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

    found = verify_record(content_of(record), words(language_of(lang)), commitment, Games(cards))
    for finding in found:
        print(f"{'✓' if finding.good else '✗'} {finding.text}")
    return 0 if all(finding.good for finding in found) else 1
