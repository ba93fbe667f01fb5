"""Balance: many games among greedy bots, and whether a game treats seats, characters and cards fairly.

The figures become tables; docs/balance.md is written from them.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from worldgates.core.formats import FormatError
from worldgates.core.games import Game
from worldgates.core.games import game as game_named
from worldgates.lab.simulate import Plan, Tally, game_of, percentile, simulate

BOT = "greedy"
BEGIN = "<!-- Written by `worldgates balance --write`: begin. Changes here are lost. -->"
END = "<!-- Written by `worldgates balance --write`: end. -->"


@dataclass(frozen=True)
class Bounds:
    """What a balanced game keeps to, for every number of players."""

    unfinished_percent: float = 0.5
    median_rounds: tuple[int, int] = (8, 25)
    # Wins in ratio to the fair share.
    seat: tuple[float, float] = (0.8, 1.25)
    character: tuple[float, float] = (0.75, 1.33)
    # Of all cards: how many may never be used; between worlds: how many times as many bad encounters.
    unused_cards: int = 4
    danger: float = 2.0


@dataclass(frozen=True)
class Sheet:
    """A table of results, for the terminal and for the document."""

    title: str
    heading: list[str]
    rows: list[list[str]]


def measure(
    game: str,
    games: int,
    seats: list[int],
    seed: int,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
    bounds: Bounds | None = None,
    cards: Path | None = None,
) -> dict[str, Any]:
    """Play so many games for each number of players, and judge them. A Ctrl-C ends it early."""
    seats = sorted(set(seats))
    if not seats:
        raise FormatError("expected at least one number of players, such as 2 3", "seats")
    plans = [Plan(game, (BOT,) * number, games, seed, cards=cards) for number in seats]
    for plan in plans:
        plan.check()
    found = game_named(game, cards=cards)
    results: dict[str, Any] = {
        "game": game,
        **({} if cards is None else {"cards": str(cards)}),
        "games": games,
        "seed": seed,
        "bot": BOT,
        "interrupted": False,
    }
    by_seats: dict[str, Any] = {}
    for number, plan in enumerate(plans):
        tally = simulate(plan, processes, _further(progress, number * games))
        by_seats[str(len(plan.players))] = _figures(found, tally)
        if tally.games < games:
            results["interrupted"] = True
            break
    results["seats"] = by_seats
    results["criteria"] = _criteria(results, bounds or Bounds())
    results["holds"] = all(criterion["holds"] for criterion in results["criteria"])
    return results


def _further(progress: Callable[[int], None], before: int) -> Callable[[int], None]:
    """The progress of one of several plans."""
    return lambda played: progress(before + played)


# Figures.


def _figures(game: Game, tally: Tally) -> dict[str, Any]:
    """All that is told of games with one number of players."""
    games, seats = max(1, tally.games), tally.players
    fair = max(1, tally.finished) / seats
    figures: dict[str, Any] = {
        "games": tally.games,
        "unfinished_percent": round(100 * tally.unfinished / games, 3),
        "rounds": {
            "p50": percentile(tally.rounds, 0.5),
            "p95": percentile(tally.rounds, 0.95),
            "mean": round(sum(number * times for number, times in tally.rounds.items()) / games, 2),
        },
        "wins_by_seat": [round(wins / fair, 3) for wins in tally.seat_wins],
        "wins_by_turn": [round(wins / fair, 3) for wins in tally.turn_wins],
    }
    cards = [str(card["id"]) for card in game.cards("en") if card.get("type", "discovery") == "discovery"]
    used = tally.total("activated") + tally.total("used")
    figures["cards"] = {
        "used": sum(used[card] > 0 for card in cards),
        "of": len(cards),
        "unused": [card for card in cards if not used[card]],
        "times_a_game": {card: round(used[card] / games, 4) for card in sorted(cards, key=lambda card: used[card])},
    }
    if tally.counts.get("chosen"):
        figures |= _figures_of_characters(tally) | _figures_of_play(tally) | _figures_of_worlds(tally)
    return figures


def _figures_of_characters(tally: Tally) -> dict[str, Any]:
    """The wins of each character in ratio to its fair share: of the games in which a seat chose it, 1 / players."""
    chosen, won = tally.total("chosen"), tally.total("won_as")
    return {
        "characters": {
            character: {
                "chosen": chosen[character],
                "wins": won[character],
                "ratio": round(won[character] * tally.players / chosen[character], 3),
            }
            for character in sorted(chosen)
        }
    }


def _figures_of_play(tally: Tally) -> dict[str, Any]:
    games = max(1, tally.games)
    actions = tally.total("actions")
    names = ("actions", "trades", "reactions", "effects")
    return {
        "actions_percent": {
            action: round(100 * times / max(1, actions.total()), 2) for action, times in actions.most_common()
        },
        "times_a_game": {
            name: {what: round(times / games, 3) for what, times in tally.total(name).most_common()} for name in names
        },
    }


def _figures_of_worlds(tally: Tally) -> dict[str, Any]:
    """What a hundred cards drawn in each world brought."""
    drawn = tally.total("drawn")
    names = {"bad": "met", "cards_lost": "cards_lost", "turns_lost": "turns_lost", "thrown_out": "thrown"}
    return {
        "worlds": {
            world: {name: round(100 * tally.total(count)[world] / drawn[world], 2) for name, count in names.items()}
            for world in sorted(drawn)
        }
    }


# Criteria.


def _criteria(results: dict[str, Any], bounds: Bounds) -> list[dict[str, Any]]:
    criteria: list[dict[str, Any]] = []

    def judge(seats: str, name: str, value: str, wanted: str, holds: bool) -> None:
        criteria.append({"seats": int(seats), "criterion": name, "value": value, "wanted": wanted, "holds": holds})

    def judge_range(seats: str, name: str, values: list[float], range: tuple[float, float]) -> None:
        least, most = range
        value = f"{min(values):.2f} to {max(values):.2f}"
        judge(seats, name, value, f"{least} to {most}", all(least <= each <= most for each in values))

    for seats, figures in results["seats"].items():
        unfinished = figures["unfinished_percent"]
        limit = bounds.unfinished_percent
        judge(seats, "unfinished games", f"{unfinished:.2f} %", f"at most {limit} %", unfinished <= limit)
        judge_range(seats, "wins of a seat", figures["wins_by_seat"], bounds.seat)
        judge_range(seats, "wins by turn order", figures["wins_by_turn"], bounds.seat)
        cards = figures["cards"]
        wanted = cards["of"] - bounds.unused_cards
        judge(seats, "cards used", f"{cards['used']} of {cards['of']}", f"at least {wanted}", cards["used"] >= wanted)
        if "characters" not in figures:
            continue
        least, most = bounds.median_rounds
        median = figures["rounds"]["p50"]
        judge(seats, "median of rounds", str(median), f"{least} to {most}", least <= median <= most)
        ratios = [character["ratio"] for character in figures["characters"].values()]
        judge_range(seats, "wins of a character", ratios, bounds.character)
        bad = [world["bad"] for world in figures["worlds"].values()]
        ratio = max(bad) / max(min(bad), 0.01)
        value = f"{min(bad):.0f} % to {max(bad):.0f} % bad"
        judge(seats, "danger of worlds", value, f"at least {bounds.danger:g} times", ratio >= bounds.danger)
    return criteria


# Tables.


def sheets(results: dict[str, Any]) -> list[Sheet]:
    """The results as tables, most of them with a column for each number of players."""
    by_seats: dict[str, Any] = results["seats"]
    tr = game_of(results).text("en").card
    everywhere = list(by_seats.values())
    # Each row has a name and the path to its figure.
    games = [
        ("games", "games", "{:,}"),
        ("unfinished", "unfinished_percent", "{:.2f} %"),
        ("rounds, median", "rounds.p50", "{}"),
        ("rounds, 95 % of games up to", "rounds.p95", "{}"),
        ("cards used", "cards.used", f"{{}} of {everywhere[0]['cards']['of']}"),
    ]
    for action in _names(everywhere, "actions_percent"):
        games.append((f"actions: {action}", f"actions_percent.{action}", "{:.1f} %"))
    for name in ("trades", "reactions", "effects"):
        for what in _names(everywhere, f"times_a_game.{name}"):
            games.append((f"{name} a game: {what}", f"times_a_game.{name}.{what}", "{:.2f}"))
    wins = []
    for name, key in (("seat", "wins_by_seat"), ("turn", "wins_by_turn")):
        for number in range(max(int(seats) for seats in by_seats)):
            wins.append((f"{name} {number + 1}", f"{key}.{number}", "{:.2f}"))
    made = [
        _criteria_sheet(results),
        _sheet("Games", by_seats, games),
        _sheet("Wins in ratio to 1 / players, by seat and in the order of turns", by_seats, wins),
    ]
    characters = _names(everywhere, "characters")
    if characters:
        title = "Wins of characters in ratio to 1 / players of the games in which a seat chose them"
        rows = [(tr(each), f"characters.{each}.ratio", "{:.2f}") for each in characters]
        made.append(_sheet(title, by_seats, rows))
        rows = [(tr(each), f"characters.{each}.chosen", "{:,}") for each in characters]
        made.append(_sheet("How often characters were chosen", by_seats, rows))
        made.append(_worlds_sheet(by_seats, tr))
    used: Counter[str] = Counter()
    for figures in everywhere:
        used.update(figures["cards"]["times_a_game"])
    rows = [(tr(card), f"cards.times_a_game.{card}", "{:.3f}") for card in sorted(used, key=lambda card: used[card])]
    made.append(_sheet("The ten cards used least, times a game", by_seats, rows[:10]))
    return made


def _names(everywhere: list[Any], path: str) -> list[str]:
    """The names of all figures at a path, the largest first."""
    found: dict[str, float] = {}
    for figures in everywhere:
        for name, value in (_at(figures, path) or {}).items():
            found[name] = found.get(name, 0.0) + (value if isinstance(value, int | float) else 0.0)
    return sorted(found, key=lambda name: (-found[name], name))


def _at(figures: Any, path: str) -> Any:
    """The figure at a path such as rounds.p50, or None."""
    for step in path.split("."):
        if isinstance(figures, list):
            figures = figures[int(step)] if int(step) < len(figures) else None
        else:
            figures = figures.get(step) if figures is not None else None
    return figures


def _sheet(title: str, by_seats: dict[str, Any], rows: list[tuple[str, str, str]]) -> Sheet:
    cells = []
    for name, path, form in rows:
        values = [_at(figures, path) for figures in by_seats.values()]
        cells.append([name, *("" if value is None else form.format(value) for value in values)])
    return Sheet(title, ["", *(f"{seats} players" for seats in by_seats)], cells)


def _criteria_sheet(results: dict[str, Any]) -> Sheet:
    rows = [
        [
            str(criterion["seats"]),
            criterion["criterion"],
            criterion["value"],
            criterion["wanted"],
            "yes" if criterion["holds"] else "NO",
        ]
        for criterion in results["criteria"]
    ]
    return Sheet("Criteria", ["players", "criterion", "value", "wanted", "holds"], rows)


def _worlds_sheet(by_seats: dict[str, Any], tr: Callable[[str], str]) -> Sheet:
    """Worlds from the most dangerous to the least, the mean of all numbers of players."""
    names = ("bad", "cards_lost", "turns_lost", "thrown_out")
    worlds = sorted({world for figures in by_seats.values() for world in figures.get("worlds", {})})
    means = {
        world: [
            sum(figures.get("worlds", {}).get(world, {}).get(name, 0.0) for figures in by_seats.values())
            / len(by_seats)
            for name in names
        ]
        for world in worlds
    }
    rows = [
        [tr(world), *(f"{mean:.1f}" for mean in means[world])]
        for world in sorted(worlds, key=lambda world: -means[world][0])
    ]
    return Sheet(
        "What a hundred cards drawn in a world brought",
        ["", "bad encounters", "cards lost", "turns lost", "thrown out"],
        rows,
    )


# The document.


def command_of(results: dict[str, Any]) -> str:
    seats = " ".join(results["seats"])
    cards = f" --cards {shlex.quote(results['cards'])}" if "cards" in results else ""
    settings = f"--games {results['games']} --seats {seats} --seed {results['seed']}"
    return f"./worldgates balance {results['game']}{cards} {settings}"


def markdown(results: dict[str, Any], file: Path) -> str:
    """The part of a document that is written from the results."""
    lines = [BEGIN, "", f"    {command_of(results)} --write {file.as_posix()}", ""]
    for sheet in sheets(results):
        lines += [f"### {sheet.title}", "", "| " + " | ".join(sheet.heading) + " |"]
        # The first column holds names, the others mostly numbers.
        lines.append("|" + "|".join("---" if number == 0 else "---:" for number in range(len(sheet.heading))) + "|")
        lines += ["| " + " | ".join(row) + " |" for row in sheet.rows]
        lines.append("")
    return "\n".join([*lines, END])


def check_document(file: Path) -> None:
    """See before hours of games whether the document can be written."""
    if file.is_dir() or not file.parent.is_dir():
        raise FormatError(f"expected a file in a folder that exists, got {file}", "--write")
    if file.exists():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise FormatError(f"{file} is no text in UTF-8", "--write") from None
        if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
            raise FormatError(f"{file} lacks the two lines between which figures go:\n{BEGIN}\n{END}", "--write")


def write_document(results: dict[str, Any], file: Path) -> None:
    """Write the figures into a document; what stands outside of the marked part stays."""
    check_document(file)
    part = markdown(results, file)
    if file.exists():
        text = file.read_text(encoding="utf-8")
        text = text[: text.index(BEGIN)] + part + text[text.index(END) + len(END) :]
    else:
        text = f"# Balance: {game_of(results).text('en').title()}\n\n{part}\n"
    file.write_text(text, encoding="utf-8")
