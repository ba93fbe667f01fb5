"""Balance: plays many games among easy bots to see whether a game treats seats, characters and cards fairly.

This module plays the games. `figures` computes the statistics, `criteria` judges them, `sheets` formats them as tables
and `document` writes docs/balance.md.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from pathlib import Path

from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.core.shapes import Shape
from worldgates.lab.criteria import Bounds, Criterion, judge
from worldgates.lab.figures import Figures, figures_of
from worldgates.lab.simulate import Plan, Tally, make_plan, run

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
        return f"./worldgates balance {self.game}{cards} --games {self.games} --seats {seats} --seed {self.seed}"


def measure(
    game: str,
    games: int,
    seats: Iterable[int],
    seed: int,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
    bounds: Bounds | None = None,
    cards: Path | None = None,
) -> Balance:
    """Play `games` games per number of players, and judge them. Ctrl-C ends it early."""
    numbers = sorted(set(seats))
    if not numbers:
        raise FormatError("expected at least one number of players, such as 2 3", "seats")
    plans = [make_plan(game, (BOT,) * number, games, seed, cards=cards) for number in numbers]
    by_seats: dict[int, Figures] = {}
    interrupted = False
    for index, (number, plan) in enumerate(zip(numbers, plans, strict=True)):
        tally = run(plan, processes, _further(progress, index * games))
        interrupted = tally.games < games
        against = Tally(number) if interrupted else _against_random(plan, game, games, cards, processes)
        by_seats[number] = figures_of(plan.type, tally, against)
        if interrupted:
            break
    criteria = judge(by_seats, bounds or Bounds())
    return Balance(
        game=game,
        cards="" if cards is None else str(cards),
        games=games,
        seed=seed,
        bot=BOT,
        interrupted=interrupted,
        seats=by_seats,
        criteria=criteria,
        holds=all(criterion.holds for criterion in criteria),
    )


def _against_random(plan: Plan, game: str, games: int, cards: Path | None, processes: int | None) -> Tally:
    """Some games of one bot against random ones."""
    bots = (BOT, *("random",) * (len(plan.bots) - 1))
    return run(make_plan(game, bots, max(1, games // AGAINST_RANDOM), plan.seed, cards=cards, counts=False), processes)


def _further(progress: Callable[[int], None], before: int) -> Callable[[int], None]:
    """The progress of one of several plans."""
    return lambda played: progress(before + played)
