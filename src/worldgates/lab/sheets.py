"""Balance as tables, for the terminal and for the document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from worldgates.lab.balance import Balance
from worldgates.lab.figures import Figures, WorldFigures

# A function that returns a figure, or None if there is none for this number of players.
Find = Callable[[Figures], "float | None"]


@dataclass(frozen=True)
class Sheet:
    """A table of text."""

    title: str
    heading: list[str]
    rows: list[list[str]]


def sheets(balance: Balance) -> list[Sheet]:
    """The results as tables, most of them with one column per number of players."""
    name = balance.type.text("en").card
    made = [_criteria(balance), _games(balance), _wins(balance)]
    if any(figures.characters for figures in balance.seats.values()):
        made += [_character_wins(balance, name), _characters_chosen(balance, name), _worlds(balance, name)]
    return [*made, _least_used(balance, name)]


def _criteria(balance: Balance) -> Sheet:
    rows = [
        [str(each.seats), each.criterion, each.value, each.wanted, "yes" if each.holds else "NO"]
        for each in balance.criteria
    ]
    return Sheet("Criteria", ["players", "criterion", "value", "wanted", "holds"], rows)


def _games(balance: Balance) -> Sheet:
    everywhere = list(balance.seats.values())
    rows: list[tuple[str, Find, str]] = [
        ("games", lambda figures: figures.games, "{:,}"),
        ("unfinished", lambda figures: figures.unfinished_percent, "{:.2f} %"),
        ("rounds, median", lambda figures: figures.rounds.p50, "{}"),
        ("rounds, 95 % of games up to", lambda figures: figures.rounds.p95, "{}"),
        *(
            (name, _life_of(field), form)
            for name, field, form in (
                ("turns of draw and pass", "idle_percent", "{:.1f} %"),
                ("contacts per player", "contacts", "{:.2f}"),
                ("reactions a game", "reactions", "{:.2f}"),
                ("trades made of offered", "trades_percent", "{:.1f} %"),
                ("moves by keys per player", "moves", "{:.2f}"),
                ("worlds entered", "worlds_entered", "{:.2f}"),
                ("unfinished against random", "unfinished_against_random_percent", "{:.2f} %"),
            )
            if any(figures.life for figures in everywhere)
        ),
        ("cards used", lambda figures: figures.cards.used, f"{{}} of {everywhere[0].cards.of}"),
    ]
    for action in _largest_first(figures.actions_percent for figures in everywhere):
        rows.append((f"actions: {action}", _share_of(action), "{:.1f} %"))
    for what in ("trades", "reactions", "effects"):
        for kind in _largest_first(figures.times_a_game.get(what, {}) for figures in everywhere):
            rows.append((f"{what} a game: {kind}", _times_of(what, kind), "{:.2f}"))
    return _by_seats("Games", balance, rows)


def _life_of(field: str) -> Find:
    return lambda figures: None if figures.life is None else getattr(figures.life, field)


def _share_of(action: str) -> Find:
    return lambda figures: figures.actions_percent.get(action)


def _times_of(what: str, kind: str) -> Find:
    return lambda figures: figures.times_a_game.get(what, {}).get(kind)


def _wins(balance: Balance) -> Sheet:
    rows: list[tuple[str, Find, str]] = []
    most = max(balance.seats)
    rows += [
        (f"seat {number + 1}", _at(lambda figures: figures.wins_by_seat, number), "{:.2f}") for number in range(most)
    ]
    rows += [
        (f"turn {number + 1}", _at(lambda figures: figures.wins_by_turn, number), "{:.2f}") for number in range(most)
    ]
    return _by_seats("Wins in ratio to 1 / players, by seat and in the order of turns", balance, rows)


def _at(values: Callable[[Figures], tuple[float, ...]], number: int) -> Find:
    return lambda figures: values(figures)[number] if number < len(values(figures)) else None


def _character_wins(balance: Balance, name: Callable[[str], str]) -> Sheet:
    def ratio(character: str) -> Find:
        return lambda figures: figures.characters[character].ratio if character in figures.characters else None

    title = "Wins of characters in ratio to 1 / players of the games in which a seat chose them"
    return _by_seats(title, balance, [(name(each), ratio(each), "{:.2f}") for each in _characters(balance)])


def _characters_chosen(balance: Balance, name: Callable[[str], str]) -> Sheet:
    def chosen(character: str) -> Find:
        return lambda figures: figures.characters[character].chosen if character in figures.characters else None

    rows = [(name(each), chosen(each), "{:,}") for each in _characters(balance)]
    return _by_seats("How often characters were chosen", balance, rows)


def _characters(balance: Balance) -> list[str]:
    return sorted({character for figures in balance.seats.values() for character in figures.characters})


def _worlds(balance: Balance, name: Callable[[str], str]) -> Sheet:
    """Worlds from the most to the least dangerous, averaged over all numbers of players."""
    worlds = sorted({world for figures in balance.seats.values() for world in figures.worlds})

    def mean(world: str, value: Callable[[WorldFigures], float]) -> float:
        found = [figures.worlds[world] for figures in balance.seats.values() if world in figures.worlds]
        return sum(map(value, found)) / len(balance.seats)

    def bad(world: str) -> float:
        return mean(world, lambda figures: figures.bad)

    rows = [
        [
            name(world),
            f"{bad(world):.1f}",
            f"{mean(world, lambda figures: figures.cards_lost):.1f}",
            f"{mean(world, lambda figures: figures.turns_lost):.1f}",
            f"{mean(world, lambda figures: figures.thrown_out):.1f}",
        ]
        for world in sorted(worlds, key=lambda world: -bad(world))
    ]
    heading = ["", "bad encounters", "cards lost", "turns lost", "thrown out"]
    return Sheet("What a hundred cards drawn in a world brought", heading, rows)


def _least_used(balance: Balance, name: Callable[[str], str]) -> Sheet:
    def times(card: str) -> Find:
        return lambda figures: figures.cards.times_a_game.get(card)

    used: Counter[str] = Counter()
    for figures in balance.seats.values():
        used.update(figures.cards.times_a_game)
    rows = [(name(card), times(card), "{:.3f}") for card in sorted(used, key=lambda card: used[card])[:10]]
    return _by_seats("The ten cards used least, times a game", balance, rows)


def _largest_first(everywhere: Iterable[Mapping[str, float]]) -> list[str]:
    """The names of all figures, by decreasing sum."""
    found: dict[str, float] = {}
    for figures in everywhere:
        for name, value in figures.items():
            found[name] = found.get(name, 0.0) + value
    return sorted(found, key=lambda name: (-found[name], name))


def _by_seats(title: str, balance: Balance, rows: Iterable[tuple[str, Find, str]]) -> Sheet:
    """A table with one column per number of players."""
    cells = []
    for name, find, form in rows:
        values = [find(figures) for figures in balance.seats.values()]
        cells.append([name, *("" if value is None else form.format(value) for value in values)])
    return Sheet(title, ["", *(f"{seats} players" for seats in balance.seats)], cells)
