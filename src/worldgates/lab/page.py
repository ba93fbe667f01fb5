"""A balance report as one self-contained HTML page, or as Markdown. Plots are inline SVG; nothing is loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape
from typing import Final

from worldgates.lab.document import markdown
from worldgates.lab.plots import NARROW, WIDE, Point, dots, histogram
from worldgates.lab.report import GAMES, KINDS, SIGNIFICANT, Influence, Played, Rate, Report
from worldgates.lab.sheets import Sheet

_STYLE: Final = """
:root{color-scheme:light}
body{font:16px/1.5 "Alegreya Sans","Segoe UI",system-ui,sans-serif;color:#2a1c10;background:#f6ecd2;margin:0}
main{max-width:45rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1,h2,h3{font-family:Almendra,Palatino,Georgia,serif;color:#6d1f1c;line-height:1.2}
h2{border-top:2px solid #b98a3e;padding-top:1rem;margin-top:2.5rem}
h3{margin:2rem 0 .5rem}
.scroll{overflow-x:auto}
svg{display:block;margin:.5rem 0;width:100%;height:auto}
.narrow{display:none}
@media(max-width:40rem){.wide{display:none}.narrow{display:block}}
table{border-collapse:collapse;margin:.5rem 0 1rem;background:#fffdf7;font-size:.9375rem}
th,td{padding:.25rem .6rem;border:1px solid #d9d0bd;text-align:right;font-variant-numeric:tabular-nums lining-nums}
td{white-space:nowrap}
th:first-child,td:first-child{text-align:left;white-space:normal}
thead th{background:#efe1bf}
code{background:#efe1bf;padding:.1rem .3rem;border-radius:3px;display:block;white-space:nowrap;overflow-x:auto}
summary{cursor:pointer;color:#7c2a20}
nav a{color:#7c2a20;margin-right:1rem}
.note{color:#5a442a}
"""
_READING: Final = (
    "All seats are played by the same bot, so without any influence each wins its fair share. Bars are 95 % intervals. "
    "Cards, characters and worlds are compared with the average of their kind, because winners do more of everything; "
    "readers with the fair share. “Clear” is a difference that chance explains with less than 5 %, corrected for the "
    "number of comparisons (Holm). Influence is not cause: a card that only a rich hand can use looks strong."
)
# Whose wins each kind of influence is about.
_WHO: Final = {
    "chosen": "seats with the reader",
    "taken": "seats that took the card",
    "used": "seats that used the card",
    "activated": "seats that activated the character",
    "drawn": "seats that drew a card in the world",
}
# Fewer seats than these tell nothing.
FEW: Final = 10
_PLACES: Final = ("first", "second", "third", "fourth", "fifth")

Sides = Sequence[tuple[str, Played]]


def html(report: Report) -> str:
    """The whole page."""
    links = "".join(f'<a href="#players-{number}">{number} players</a>' for number in _numbers(report))
    parts = [
        f"<h1>Balance: {escape(report.title)}</h1>",
        f"<p>{escape(_what(report))}</p>",
        f"<p>Made by <code>{escape(report.command)}</code></p>" if report.command else "",
        f'<p class="note">{escape(_READING)}</p>',
        f"<nav>{links}</nav>",
    ]
    if report.interrupted:
        parts.append("<p><strong>Interrupted: these are the games played until then.</strong></p>")
    if report.differences:
        parts += ["<h2>Side by side</h2>", _table(_differences(report))]
    for number in _numbers(report):
        parts.append(f'<h2 id="players-{number}">{number} players</h2>')
        parts += _section(number, _sides(report, number))
    title = escape(f"Balance: {report.title}")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{_STYLE}</style></head>'
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def text(report: Report) -> str:
    """The same as Markdown, with tables instead of plots."""
    lines = [f"# Balance: {report.title}", "", _what(report), "", f"    {report.command}", "", _READING, ""]
    if report.interrupted:
        lines += ["Interrupted: these are the games played until then.", ""]
    if report.differences:
        lines += ["## Side by side", "", markdown([_differences(report)])]
    for number in _numbers(report):
        sides = _sides(report, number)
        lines += [f"## {number} players", ""]
        for label, played in sides:
            lines += [f"**{label.capitalize()}**", ""] if len(sides) > 1 else []
            lines += [*(f"- {line}" for line in _in_short(played)), ""]
        tables = [_overview(sides), _wins(number, sides), _contacts(sides)]
        for kind in KINDS:
            tables += _influence_tables(kind, sides)
        lines.append(markdown([*tables, *_use_tables(sides)]))
    return "\n".join(lines)


def _numbers(report: Report) -> list[int]:
    return sorted({number for side in report.sides for number in side.seats})


def _sides(report: Report, number: int) -> Sides:
    return [(side.label, side.seats[number]) for side in report.sides if number in side.seats]


def _what(report: Report) -> str:
    sides = " against ".join(side.label for side in report.sides)
    return (
        f"{report.games:,} games per number of players of {report.bot} bots, seed {report.seed}; "
        f"cards and options: {sides}."
    )


def _in_short(played: Played) -> Iterable[str]:
    """What a reader wants to know first, in sentences: whatever is clear."""
    for what, rates in (("seats", played.by_seat), ("order of turns", played.by_turn)):
        fair = 1 / len(rates)
        findings = [
            f"the {_PLACES[place]} wins {'more' if rates[place].value > fair else 'less'} than its fair share, "
            f"{_rate(rates[place])}"
            for place in played.unfair(rates)
        ]
        yield f"{what.capitalize()}: {'; '.join(findings) or 'no clear difference'}."
    for kind, found in played.influences.items():
        named = {how: ", ".join(each.name for each in found if _clear(each) == how) for how in ("more", "less")}
        findings = [f"clearly {how} wins with {names}" for how, names in named.items() if names]
        yield f"{KINDS[kind].capitalize()}: {'; '.join(findings) or f'nothing clear among {len(found)}'}."
    none = "none" if played.games >= GAMES else "too few games to say"
    yield f"Dead cards: {', '.join(played.dead) or none}."


def _section(number: int, sides: Sides) -> Iterable[str]:
    legend = [label for label, _ in sides] if len(sides) > 1 else []
    for label, played in sides:
        if legend:
            yield f"<p><strong>{escape(label.capitalize())}</strong></p>"
        yield "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in _in_short(played)) + "</ul>"
    yield _table(_overview(sides))
    yield _plot(_wins_plot(number, sides, legend), [_wins(number, sides)])
    rounds = [played.rounds for _, played in sides]
    yield _plot(partial(histogram, f"Length of games, {number} players", rounds, legend, "rounds"))
    yield _plot(_halftime_plot(sides, legend))
    yield _plot(_contacts_plot(sides, legend), [_contacts(sides)])
    for kind, name in KINDS.items():
        listed = [played.influences.get(kind, ()) for _, played in sides]
        if any(listed):
            yield f"<h3>{escape(name.capitalize())}</h3>"
            yield _plot(_influence_plot(kind, listed, legend), _influence_tables(kind, sides))
    yield "<h3>How often cards are taken and used</h3>"
    for (label, played), sheet in zip(sides, _use_tables(sides), strict=True):
        yield _plot(_use_plot(label if legend else "", played), [sheet])


Plot = Callable[..., str]  # with the layout


def _plot(plot: Plot, numbers: Sequence[Sheet] = ()) -> str:
    """A plot, drawn for wide screens and for phones, and its numbers for those who ask for them."""
    captions = [f"<p>{escape(sheet.title)}</p>" if len(numbers) > 1 else "" for sheet in numbers]
    tables = "".join(caption + _table(sheet) for caption, sheet in zip(captions, numbers, strict=True))
    shown = f"<details><summary>Show as numbers</summary>{tables}</details>" if tables else ""
    wide, narrow = plot(layout=WIDE), plot(layout=NARROW)
    return f'<div class="wide">{wide}</div><div class="narrow">{narrow}</div>{shown}'


def _overview(sides: Sides) -> Sheet:
    played = [each for _, each in sides]
    rows = [
        ["games", *(f"{each.games:,}" for each in played)],
        ["unfinished", *(_percent(each.unfinished / max(1, each.games)) for each in played)],
        ["rounds, median", *(str(each.median) for each in played)],
        ["rounds, 95 % of games up to", *(str(each.p95) for each in played)],
        *(
            [f"winners {how} at half-time", *(_rate(each.halftime[how]) for each in played)]
            for how in ("ahead", "level", "behind")
        ),
        ["contacts per player and game", *(_number(each.all_contacts) for each in played)],
        ["dead cards", *(str(len(each.dead)) for each in played)],
    ]
    return Sheet("Games", ["", *(label for label, _ in sides)], rows)


def _wins(number: int, sides: Sides) -> Sheet:
    rows = [[f"seat {place + 1}", *(_rate(played.by_seat[place]) for _, played in sides)] for place in range(number)]
    rows += [
        [f"plays {_PLACES[place]}", *(_rate(played.by_turn[place]) for _, played in sides)] for place in range(number)
    ]
    return Sheet("Wins by seat, and in the order of turns", ["", *(label for label, _ in sides)], rows)


def _wins_plot(number: int, sides: Sides, legend: list[str]) -> Plot:
    rows = []
    for place in range(number):
        points = [_point(played.by_seat[place], series) for series, (_, played) in enumerate(sides)]
        rows.append((f"seat {place + 1}", points))
    for place in range(number):
        points = [_point(played.by_turn[place], series) for series, (_, played) in enumerate(sides)]
        rows.append((f"plays {_PLACES[place]}", points))
    title = "Wins by seat, and in the order of turns"
    return partial(dots, title, rows, legend, "games won, in %; dashed: the fair share", 100 / number)


def _halftime_plot(sides: Sides, legend: list[str]) -> Plot:
    rows = [
        (how, [_point(played.halftime[how], series) for series, (_, played) in enumerate(sides)])
        for how in ("ahead", "level", "behind")
    ]
    return partial(dots, "Comebacks: how winners stood at half-time", rows, legend, "of all winners, in %")


def _contacts(sides: Sides) -> Sheet:
    kinds = dict.fromkeys(kind for _, played in sides for kind in played.contacts)
    rows = [
        [kind, *(_number(played.contacts[kind]) if kind in played.contacts else "0" for _, played in sides)]
        for kind in kinds
    ]
    return Sheet("Contacts, per player and game", ["", *(label for label, _ in sides)], rows)


def _contacts_plot(sides: Sides, legend: list[str]) -> Plot:
    kinds = dict.fromkeys(kind for _, played in sides for kind in played.contacts)
    rows = [
        (
            kind,
            [_times(played.contacts[kind], side) for side, (_, played) in enumerate(sides) if kind in played.contacts],
        )
        for kind in kinds
    ]
    return partial(dots, "Interaction: what players do to each other", rows, legend, "times per player and game", 0.0)


def _influence_plot(kind: str, listed: Sequence[Sequence[Influence]], legend: list[str]) -> Plot:
    by_id = [{each.id: each for each in influences} for influences in listed]
    order = dict.fromkeys(each.id for influences in listed for each in influences)
    # One seat that won says little, and its interval would fill the plot: the numbers have it.
    common = [id for id in order if sum(side[id].seats for side in by_id if id in side) >= FEW * len(listed)]
    rows = []
    for id in common or order:
        found = [(series, side[id]) for series, side in enumerate(by_id) if id in side]
        mark = "● " if any(each.clear for _, each in found) else ""
        points = [_point(each.wins, series, not each.clear) for series, each in found]
        rows.append((f"{mark}{found[0][1].name}", points))
    expected = next(each.expected for influences in listed for each in influences)
    axis = "share of the victory, in %; ● clear; dashed: expected"
    if rare := len(order) - len(rows):
        axis = f"share of the victory, in %; ● clear; without {rare} of few seats"
    return partial(dots, f"Wins of {_WHO[kind]}", rows, legend, axis, 100 * expected)


def _influence_tables(kind: str, sides: Sides) -> list[Sheet]:
    made = []
    for label, played in sides:
        if found := played.influences.get(kind):
            rows = [
                [
                    each.name,
                    f"{each.seats:,}",
                    _rate(each.wins),
                    _percent(each.expected),
                    _chance(each.p),
                    _clear(each),
                ]
                for each in found
            ]
            title = f"Wins of {_WHO[kind]}" + (f": {label}" if len(sides) > 1 else "")
            made.append(Sheet(title, ["", "seats", "wins (95 %)", "expected", "p, corrected", "clear"], rows))
    return made


def _use_plot(label: str, played: Played) -> Plot:
    rows = [
        (f"{use.name}{' (dead)' if use.dead else ''}", [_times(use.taken, 0), _times(use.used, 1)])
        for use in played.uses
    ]
    title = "Cards taken and used" + (f": {label}" if label else "")
    return partial(dots, title, rows, ["taken", "used"], "times per game", 0.0)


def _use_tables(sides: Sides) -> list[Sheet]:
    made = []
    for label, played in sides:
        rows = [
            [use.name, _number(use.taken), _number(use.used), _part(use.used, use.taken), "dead" if use.dead else ""]
            for use in played.uses
        ]
        title = "How often cards are taken and used" + (f": {label}" if len(sides) > 1 else "")
        made.append(Sheet(title, ["", "taken per game", "used per game", "used of taken", ""], rows))
    return made


def _differences(report: Report) -> Sheet:
    first, second = (side.label for side in report.sides)
    rows = []
    for each in report.differences:
        scale, digits, unit = (100, 1, " %") if each.share else (1, 2, "")
        one, two = (f"{scale * value:.{digits}f}{unit}" for value in (each.first, each.second))
        more, low, high = (f"{scale * value:+z.{digits}f}" for value in (each.second - each.first, each.low, each.high))
        clear = "yes" if each.p < SIGNIFICANT else ""
        rows.append([each.what, str(each.seats), one, two, f"{more} ({low} to {high})", _chance(each.p), clear])
    return Sheet("Side by side", ["", "players", first, second, "difference (95 %)", "p, corrected", "clear"], rows)


def _part(used: Rate, taken: Rate) -> str:
    return f"{100 * used.value / taken.value:.0f} %" if taken.value else ""


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _rate(rate: Rate) -> str:
    return f"{_percent(rate.value)} ({100 * rate.low:.1f} to {100 * rate.high:.1f})"


def _number(rate: Rate) -> str:
    return f"{rate.value:.2f} ({rate.low:.2f} to {rate.high:.2f})"


def _chance(p: float) -> str:
    return "under 0.001" if p < 0.001 else f"{p:.3f}"


def _clear(each: Influence) -> str:
    return "" if not each.clear else "more" if each.wins.value > each.expected else "less"


def _point(rate: Rate, series: int, faint: bool = False) -> Point:
    return Point(round(100 * rate.value, 2), round(100 * rate.low, 2), round(100 * rate.high, 2), series, faint)


def _times(rate: Rate, series: int) -> Point:
    return Point(round(rate.value, 3), round(rate.low, 3), round(rate.high, 3), series)


def _table(sheet: Sheet) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in sheet.heading)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in sheet.rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
