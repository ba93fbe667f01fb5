"""A balance report as data: what seats, cards, characters and worlds do to winning, with intervals; one or two sides.

Each side is a card set or a variant of the rules, played by the same bots with the same seeds. `page` shows a report.
"""

from __future__ import annotations

import math
import shlex
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.core.shapes import Shape
from worldgates.lab.balance import plans_of
from worldgates.lab.figures import used_cards
from worldgates.lab.simulate import Plan, Tally, further, run
from worldgates.lab.statistics import Z95, count_interval, holm, interval, percentile, two_sided

# What a seat can have done, with how it is said; where each thing is compared with the fair share and where with the
# average of its kind, because whoever wins has done more of everything.
KINDS: Final = {
    "chosen": "readers chosen",
    "taken": "cards taken",
    "used": "cards used",
    "activated": "characters activated",
    "drawn": "worlds in which a card was drawn",
}
FAIR: Final = frozenset({"chosen"})
SIGNIFICANT: Final = 0.05
# A card that is used less often than in one game of so many, or of so few of those taken, is dead. Fewer games than
# these cannot show it.
RARE: Final = 1 / 200
LEFT: Final = 0.05
GAMES: Final = 50


class Rate(Shape, frozen=True):
    """A share, or how often something happens, with its 95 % interval."""

    value: float
    low: float
    high: float


class Influence(Shape, frozen=True, kw_only=True):
    """What goes with winning: the share of the victories of the seats that had or did something.

    `expected` is what it is compared with, `p` the probability of such a difference by chance, corrected for the
    number of comparisons of its kind (Holm).
    """

    id: str
    name: str
    seats: int
    wins: Rate
    expected: float
    p: float

    @property
    def clear(self) -> bool:
        """Whether it wins more or less than expected, beyond chance."""
        return self.p < SIGNIFICANT


class Use(Shape, frozen=True):
    """How often a card was taken and used, per game."""

    id: str
    name: str
    taken: Rate
    used: Rate
    dead: bool


class Played(Shape, frozen=True, kw_only=True):
    """The games of one side with one number of players."""

    games: int
    unfinished: int
    # How many games had how many rounds.
    rounds: dict[int, int]
    median: int
    p95: int
    by_seat: tuple[Rate, ...]
    by_turn: tuple[Rate, ...]
    influences: dict[str, tuple[Influence, ...]]
    uses: tuple[Use, ...]
    # How winners stood at half-time: ahead, level, behind.
    halftime: dict[str, Rate]
    # Deeds to other players, per player and game: all of them, and by kind.
    all_contacts: Rate
    contacts: dict[str, Rate]

    @property
    def dead(self) -> list[str]:
        return [use.name for use in self.uses if use.dead]

    def unfair(self, rates: Sequence[Rate]) -> list[int]:
        """The places, from 0, that win clearly more or less than their fair share (Holm)."""
        fair, finished = 1 / len(rates), max(1, self.games - self.unfinished)
        spread = math.sqrt(fair * (1 - fair) / finished)
        chances = holm([two_sided((rate.value - fair) / spread) for rate in rates])
        return [place for place, p in enumerate(chances) if p < SIGNIFICANT]


class Side(Shape, frozen=True, kw_only=True):
    """A card set or a variant, by its label, and its games by number of players."""

    label: str
    cards: str
    options: dict[str, bool]
    seats: dict[int, Played]


class Difference(Shape, frozen=True, kw_only=True):
    """What two sides do differently, with the 95 % interval and the corrected probability that it is chance."""

    seats: int
    what: str
    # Whether the figures are shares of something, rather than numbers of it.
    share: bool
    first: float
    second: float
    low: float
    high: float
    p: float


class Report(Shape, frozen=True, kw_only=True):
    """A balance report."""

    game: str
    title: str
    bot: str
    games: int
    seed: int
    command: str
    interrupted: bool
    sides: tuple[Side, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True, kw_only=True)
class ReportPlan:
    """What a report is about: `games` games of a bot per side and number of players.

    `versus` is the other side, if there is one: a folder of cards or an option, see `variant`.
    """

    game: str
    bot: str
    games: int
    seats: Sequence[int]
    seed: int = 1
    cards: Path | None = None
    options: dict[str, bool] = field(default_factory=dict)
    versus: str | None = None

    def sides(self) -> list[tuple[Path | None, dict[str, bool]]]:
        """The cards and options of each side."""
        first = (self.cards, self.options)
        return [first] if self.versus is None else [first, variant(self.game, *first, self.versus)]

    @property
    def total_games(self) -> int:
        return self.games * len(set(self.seats)) * (1 if self.versus is None else 2)

    def command(self, file: Path) -> str:
        """The command that writes this report."""
        words = ["worldgates", "balance", self.game, "--bots", self.bot, "--games", str(self.games)]
        words += ["--seats", *map(str, self.seats), "--seed", str(self.seed)]
        words += ["--cards", str(self.cards)] if self.cards else []
        words += ["--versus", self.versus] if self.versus else []
        return shlex.join([*words, "--report", file.name])


def make_report(
    plan: ReportPlan,
    command: str = "",
    processes: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
    cluster: str | None = None,
) -> Report:
    """Play the games of a report and count. Ctrl-C ends it early."""
    sides: list[Side] = []
    tallies: list[dict[int, Tally]] = []
    before, interrupted = 0, False
    for folder, options in plan.sides():
        plans = plans_of(plan.game, plan.games, plan.seats, plan.seed, plan.bot, folder, options, report=True)
        found: dict[int, Tally] = {}
        for each in plans:
            if not interrupted:
                tally = run(each, processes, further(progress, before), cluster=cluster)
                before += each.games
                interrupted = tally.games < each.games
                found[len(each.bots)] = tally
        tallies.append(found)
        sides.append(_side(plans[0], options, found))
    return Report(
        game=plan.game,
        title=Games(plan.cards).get(plan.game).text("en").title(),
        bot=plan.bot,
        games=plan.games,
        seed=plan.seed,
        command=command,
        interrupted=interrupted,
        sides=tuple(sides),
        differences=_differences(tallies) if len(tallies) == 2 else (),
    )


def variant(
    game: str, cards: Path | None, options: dict[str, bool], versus: str
) -> tuple[Path | None, dict[str, bool]]:
    """The other side: `versus` is the folder of a card set, or an option such as no-wisp-owner-waits."""
    names = Games(cards).get(game).options_type.__struct_fields__
    plain = versus.removeprefix("no-").replace("-", "_")
    if plain in names and plain != "max_rounds":
        return cards, {**options, plain: not versus.startswith("no-")}
    if Path(versus).is_dir():
        return Path(versus), options
    known = ", ".join(name.replace("_", "-") for name in names if name != "max_rounds")
    raise FormatError(f"expected a folder with cards or an option ({known}, with or without no-)", "--versus")


def _side(plan: Plan, options: dict[str, bool], tallies: dict[int, Tally]) -> Side:
    folder = plan.type.cards_folder
    parts = [str(folder)] if folder is not None else []
    parts += [f"{'' if value else 'no '}{name.replace('_', ' ')}" for name, value in options.items()]
    return Side(
        label=", ".join(parts) or "as shipped",
        cards="" if folder is None else str(folder),
        options=options,
        seats={number: games_of(plan.type, tally) for number, tally in tallies.items()},
    )


def games_of(type: GameType, tally: Tally) -> Played:
    """The figures of games with one number of players."""
    finished, halftime, contacts = tally.finished, tally.total("halftime"), tally.total("contacts")
    names, seats = names_of(type), max(1, tally.games) * tally.players
    return Played(
        games=tally.games,
        unfinished=tally.unfinished,
        rounds=dict(sorted(tally.rounds.items())),
        median=percentile(tally.rounds, 0.5),
        p95=percentile(tally.rounds, 0.95),
        by_seat=tuple(_rate(wins, finished) for wins in tally.seat_wins),
        by_turn=tuple(_rate(wins, finished) for wins in tally.turn_wins),
        influences={
            kind: _influences(kind, tally.shares[kind], tally.players, names)
            for kind in KINDS
            if tally.shares.get(kind)
        },
        uses=_uses(type, tally, names),
        halftime={how: _rate(halftime[how], halftime.total()) for how in ("ahead", "level", "behind")},
        all_contacts=_count(contacts.total(), seats),
        contacts={
            what.replace("_", " "): _count(number, seats)
            for what, number in sorted(contacts.items(), key=lambda item: (-item[1], item[0]))
        },
    )


def names_of(type: GameType) -> Callable[[str], str]:
    """The names of cards; where two cards share one, with what they cost, which tells them apart."""
    text = type.text("en")
    costs = {str(card["id"]): card.get("cost", card["id"]) for card in (card.to_dict() for card in type.cards("en"))}
    times = Counter(text.card(id) for id in costs)

    def name(id: str) -> str:
        found = text.card(id)
        return f"{found} ({costs[id]})" if times[found] > 1 else found

    return name


def _rate(wins: float, games: float) -> Rate:
    value, low, high = interval(wins, games)
    return Rate(round(value, 5), round(max(0.0, low), 5), round(high, 5))


def _count(number: int, per: int) -> Rate:
    value, low, high = count_interval(number, per)
    return Rate(round(value, 5), round(low, 5), round(high, 5))


def _won(shares: Counter[float]) -> tuple[float, int]:
    """The victories and the number of seats; the sum is taken in a fixed order."""
    return sum(share * shares[share] for share in sorted(shares)), shares.total()


def _influences(
    kind: str, by_thing: dict[str, Counter[float]], players: int, name: Callable[[str], str]
) -> tuple[Influence, ...]:
    things = sorted(by_thing)
    won = [_won(by_thing[thing]) for thing in things]
    seats = sum(number for _, number in won)
    expected = 1 / players if kind in FAIR else sum(wins for wins, _ in won) / seats
    spread = math.sqrt(max(expected * (1 - expected), 1e-12))
    chances = [two_sided((wins / number - expected) / (spread / math.sqrt(number))) for wins, number in won]
    found = [
        Influence(
            id=thing,
            name=name(thing),
            seats=number,
            wins=_rate(wins, number),
            expected=round(expected, 5),
            p=round(p, 6),
        )
        for thing, (wins, number), p in zip(things, won, holm(chances), strict=True)
    ]
    return tuple(sorted(found, key=lambda each: (-each.wins.value, each.id)))


def _uses(type: GameType, tally: Tally, name: Callable[[str], str]) -> tuple[Use, ...]:
    """All cards that can be taken, the least used first."""
    games = max(1, tally.games)
    taken, used = tally.total("taken"), tally.total("activated") + tally.total("used")
    found = [
        Use(
            card,
            name(card),
            _count(taken[card], games),
            _count(used[card], games),
            games >= GAMES and (used[card] < RARE * games or used[card] < LEFT * taken[card]),
        )
        for card in used_cards(type)
    ]
    return tuple(sorted(found, key=lambda use: (use.used.value, use.id)))


def _differences(tallies: Sequence[dict[int, Tally]]) -> tuple[Difference, ...]:
    """The largest figures of both sides, compared; corrected together."""
    found: list[tuple[int, str, float, float, float]] = []
    for number in sorted(set(tallies[0]) & set(tallies[1])):
        one, two = (side[number] for side in tallies)
        for what, measure in _COMPARED.items():
            (first, error), (second, other) = measure(one), measure(two)
            found.append((number, what, first, second, math.hypot(error, other)))
    chances = holm([two_sided((second - first) / error) if error else 1.0 for _, _, first, second, error in found])
    return tuple(
        Difference(
            seats=number,
            what=what,
            share=what in _SHARES,
            first=round(first, 4),
            second=round(second, 4),
            low=round(second - first - Z95 * error, 4),
            high=round(second - first + Z95 * error, 4),
            p=round(p, 6),
        )
        for (number, what, first, second, error), p in zip(found, chances, strict=True)
    )


def _mean_rounds(tally: Tally) -> tuple[float, float]:
    games = max(1, tally.games)
    mean = sum(rounds * times for rounds, times in tally.rounds.items()) / games
    variance = sum((rounds - mean) ** 2 * times for rounds, times in tally.rounds.items()) / games
    return mean, math.sqrt(variance / games)


def _first_turn(tally: Tally) -> tuple[float, float]:
    return _share(tally.turn_wins[0], tally.finished)


def _unfinished(tally: Tally) -> tuple[float, float]:
    return _share(tally.unfinished, tally.games)


def _behind(tally: Tally) -> tuple[float, float]:
    halftime = tally.total("halftime")
    return _share(halftime["behind"], halftime.total())


def _contacts(tally: Tally) -> tuple[float, float]:
    """As of a Poisson count: deeds come one by one."""
    deeds, seats = tally.total("contacts").total(), max(1, tally.games * tally.players)
    return deeds / seats, math.sqrt(deeds) / seats


def _share(wins: float, games: float) -> tuple[float, float]:
    rate = wins / max(1, games)
    return rate, math.sqrt(max(0.0, rate * (1 - rate)) / max(1, games))


_SHARES: Final[dict[str, Callable[[Tally], tuple[float, float]]]] = {
    "wins of who begins": _first_turn,
    "winners behind at half-time": _behind,
    "unfinished games": _unfinished,
}
_COMPARED: Final = {"rounds, mean": _mean_rounds, "contacts per player and game": _contacts, **_SHARES}
