"""Balance: plays many games among equal bots to see whether a game treats seats, characters and cards fairly.

This module plays the games. `figures` computes the statistics, `criteria` judges them, `sheets` formats them as tables
and `document` writes docs/balance.md. `report` shows what wins, on a page of its own.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from worldgates.api.game import OptionsLike
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.core.shapes import Shape
from worldgates.lab.criteria import Bounds, Criterion, judge
from worldgates.lab.figures import Figures, figures_of
from worldgates.lab.simulate import Plan, Tally, further, make_plan, run

BOT = "easy"
# Of so many games one more is played against random bots, to see whether it ends.
AGAINST_RANDOM = 10


class Balance(Shape, frozen=True, kw_only=True, omit_defaults=True):
    """The results: the figures per number of players, and whether each criterion holds."""

    game: str
    # The folder of the card set, if it is not the game's own.
    cards: str = ""
    games: int
    seed: int
    bot: str
    interrupted: bool
    seats: dict[int, Figures]
    criteria: tuple[Criterion, ...]
    holds: bool

    @property
    def type(self) -> GameType:
        """The type of the game, with its cards."""
        return Games(Path(self.cards) if self.cards else None).get(self.game)

    @property
    def command(self) -> str:
        """The command that repeats this measurement."""
        cards = f" --cards {shlex.quote(self.cards)}" if self.cards else ""
        seats = " ".join(map(str, self.seats))
        bots = "" if self.bot == BOT else f" --bots {shlex.quote(self.bot)}"
        return f"./worldgates balance {self.game}{cards}{bots} --games {self.games} --seats {seats} --seed {self.seed}"


def measure(
    game: str,
    games: int,
    seats: Iterable[int],
    seed: int,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
    bounds: Bounds | None = None,
    cards: Path | None = None,
    bot: str = BOT,
    cluster: str | None = None,
) -> Balance:
    """Play `games` games per number of players, and judge them. Ctrl-C ends it early."""
    plans = plans_of(game, games, seats, seed, bot, cards)
    numbers = [len(plan.bots) for plan in plans]
    by_seats: dict[int, Figures] = {}
    interrupted = False
    for index, (number, plan) in enumerate(zip(numbers, plans, strict=True)):
        tally = run(plan, processes, further(progress, index * games), cluster=cluster)
        interrupted = tally.games < games
        against = Tally(number) if interrupted else _against_random(plan, games, processes, cluster)
        by_seats[number] = figures_of(plan.type, tally, against)
        if interrupted:
            break
    criteria = judge(by_seats, bounds or Bounds())
    return Balance(
        game=game,
        cards="" if cards is None else str(cards),
        games=games,
        seed=seed,
        bot=bot,
        interrupted=interrupted,
        seats=by_seats,
        criteria=criteria,
        holds=all(criterion.holds for criterion in criteria),
    )


def plans_of(
    game: str,
    games: int,
    seats: Iterable[int],
    seed: int,
    bot: str,
    cards: Path | None = None,
    options: OptionsLike | None = None,
    report: bool = False,
) -> list[Plan]:
    """One plan per number of players."""
    numbers = sorted(set(seats))
    if not numbers:
        raise FormatError("expected at least one number of players, such as 2 3", "seats")
    plans = [make_plan(game, (bot,) * number, games, seed, options, cards, counts=True) for number in numbers]
    return [replace(plan, report=report) for plan in plans]


def _against_random(plan: Plan, games: int, processes: int | None, cluster: str | None) -> Tally:
    """Some games of one bot against random ones."""
    bots = (plan.given[0], *("random",) * (len(plan.bots) - 1))
    number, cards = max(1, games // AGAINST_RANDOM), plan.type.cards_folder
    against = make_plan(plan.type.id, bots, number, plan.seed, cards=cards, counts=False)
    return run(against, processes, cluster=cluster)
