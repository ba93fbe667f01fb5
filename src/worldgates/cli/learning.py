"""Commands that make the bots stronger: tune their numbers, and train their evaluation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from worldgates.cli.common import Cards, Cluster, GameName, MatchSeed, Processes, app, example
from worldgates.core.formats import FormatError


@app.command(
    help_epilogue=example(
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
        raise FormatError("expected at least one pass and two games", "--passes")
    _learn(run, game, out, start, cards, processes, cluster, seed=seed, passes=passes, games=games)


@app.command(
    help_epilogue=example(
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
        raise FormatError("expected rounds of at least 20 games, with playouts of at least one turn", "--games")
    numbers = {"seed": seed, "rounds": rounds, "games": games, "playouts": playouts, "horizon": horizon}
    _learn(run, game, out, start, cards, processes, cluster, **numbers)


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
        raise FormatError(f"expected at least one process, got {processes}", "--processes")
    if not out.absolute().parent.is_dir():
        raise FormatError(f"there is no folder {out.absolute().parent}", "--out")
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
