"""Balance criteria: the limits within which the figures of a balanced game stay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from worldgates.core.shapes import Shape
from worldgates.lab.figures import Figures, LifeFigures


@dataclass(frozen=True)
class Bounds:
    """The limits for a balanced game, for every number of players."""

    unfinished_percent: float = 0.1
    median_rounds: tuple[int, int] = (9, 14)
    # The 95th percentile of rounds in ratio to the median.
    longest: float = 2.5
    # The largest shares of turns that are nothing but draw and pass, and of passes among actions.
    idle_percent: float = 20.0
    pass_percent: float = 11.0
    # The least of contacts and of moves by keys, per player and game, for up to three, four and five players; the least
    # of reactions per game for two, for three and four, and for five; the least share of trades made, and the least
    # number of worlds entered in a game for three.
    contacts: tuple[float, float, float] = (2.2, 2.2, 1.8)
    moves: tuple[float, float, float] = (2.7, 2.35, 2.0)
    reactions: tuple[float, float, float] = (1.2, 1.4, 1.6)
    trades_percent: float = 35.0
    worlds_entered: float = 5.9
    # Wins relative to the fair share.
    seat: tuple[float, float] = (0.8, 1.25)
    character: tuple[float, float] = (0.75, 1.33)
    # The most cards that may never be used, and the largest ratio of bad encounters between worlds.
    unused_cards: int = 4
    danger: float = 2.0


class Criterion(Shape, frozen=True):
    """One criterion for one number of players: the measured value, the limit, and whether it holds."""

    seats: int
    criterion: str
    value: str
    wanted: str
    holds: bool


def judge(by_seats: Mapping[int, Figures], bounds: Bounds) -> tuple[Criterion, ...]:
    """Every criterion for every number of players."""
    criteria: list[Criterion] = []
    for seats, figures in by_seats.items():
        criteria += _of_every_game(seats, figures, bounds)
        if figures.characters:
            criteria += _of_characters(seats, figures, bounds)
        if figures.life is not None:
            criteria += _of_life(seats, figures.life, bounds)
    return tuple(criteria)


def _of_every_game(seats: int, figures: Figures, bounds: Bounds) -> list[Criterion]:
    unfinished, limit = figures.unfinished_percent, bounds.unfinished_percent
    cards, wanted = figures.cards, figures.cards.of - bounds.unused_cards
    return [
        Criterion(seats, "unfinished games", f"{unfinished:.2f} %", f"at most {limit} %", unfinished <= limit),
        _in_range(seats, "wins of a seat", figures.wins_by_seat, bounds.seat),
        _in_range(seats, "wins by turn order", figures.wins_by_turn, bounds.seat),
        Criterion(seats, "cards used", f"{cards.used} of {cards.of}", f"at least {wanted}", cards.used >= wanted),
    ]


def _of_characters(seats: int, figures: Figures, bounds: Bounds) -> list[Criterion]:
    least, most = bounds.median_rounds
    median = figures.rounds.p50
    tail = figures.rounds.p95 / max(1, median)
    ratios = tuple(character.ratio for character in figures.characters.values())
    bad = [world.bad for world in figures.worlds.values()]
    danger = max(bad) / max(min(bad), 0.01)
    return [
        Criterion(seats, "median of rounds", str(median), f"{least} to {most}", least <= median <= most),
        Criterion(
            seats,
            "95 % of rounds",
            f"{tail:.1f} times the median",
            f"at most {bounds.longest:g} times",
            tail <= bounds.longest,
        ),
        _in_range(seats, "wins of a character", ratios, bounds.character),
        Criterion(
            seats,
            "danger of worlds",
            f"{min(bad):.0f} % to {max(bad):.0f} % bad",
            f"at least {bounds.danger:g} times",
            danger >= bounds.danger,
        ),
    ]


def _of_life(seats: int, life: LifeFigures, bounds: Bounds) -> list[Criterion]:
    size = max(0, seats - 3)
    found = [
        _at_most(seats, "unfinished against random", life.unfinished_against_random_percent, bounds.unfinished_percent),
        _at_most(seats, "turns of draw and pass", life.idle_percent, bounds.idle_percent),
        _at_most(seats, "passes among actions", life.pass_percent, bounds.pass_percent),
        _at_least(seats, "contacts per player", life.contacts, bounds.contacts[size]),
        _at_least(seats, "reactions per game", life.reactions, bounds.reactions[(seats - 1) // 2]),
        _at_least(seats, "trades made of offered", life.trades_percent, bounds.trades_percent, " %"),
        _at_least(seats, "moves by keys per player", life.moves, bounds.moves[size]),
    ]
    if seats == 3:
        found.append(_at_least(seats, "worlds entered", life.worlds_entered, bounds.worlds_entered))
    return found


def _at_most(seats: int, name: str, value: float, limit: float) -> Criterion:
    return Criterion(seats, name, f"{value:.2f} %", f"at most {limit:g} %", value <= limit)


def _at_least(seats: int, name: str, value: float, limit: float, unit: str = "") -> Criterion:
    return Criterion(seats, name, f"{value:.2f}{unit}", f"at least {limit:g}{unit}", value >= limit)


def _in_range(seats: int, name: str, values: tuple[float, ...], bounds: tuple[float, float]) -> Criterion:
    least, most = bounds
    value = f"{min(values):.2f} to {max(values):.2f}"
    return Criterion(seats, name, value, f"{least} to {most}", all(least <= each <= most for each in values))
