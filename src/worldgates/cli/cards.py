"""Commands for cards: list them, check a card set, print a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from worldgates.cli.common import AsJson, Cards, GameName, Lang, app, example, print_json
from worldgates.core.text import language_of

cards = App(
    name="cards",
    help="List the cards of a game; check a card set of your own, or begin one.",
    help_epilogue=example("worldgates cards clef --lang fr"),
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
    language = language_of(lang)
    listed = found.cards(language)
    if json:
        print_json(listed)
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


@cards.command(help_epilogue=example("worldgates cards check my-cards"))
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
        print_json({"ok": not found.faults, **remarks, "summary": numbers})
    else:
        print("\n".join(describe(found)))
    return 1 if found.faults else 0


@cards.command(help_epilogue=example("worldgates cards template my-cards"))
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
    help_epilogue=example(
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
    pages, sheets = write_pdf(game, target, language_of(lang), paper, cards)
    print(f"{target}: {pages} pages, {sheets // 2} sheets of cards among them. Print it at 100 %, on both sides.")
