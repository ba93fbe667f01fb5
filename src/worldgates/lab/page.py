"""A balance report as one self-contained HTML page, or as Markdown. Plots are inline SVG; nothing is loaded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from worldgates.lab.document import markdown
from worldgates.lab.plots import COLOURS, FAINT, INK, PAPER, Point, dots
from worldgates.lab.report import KINDS, SIGNIFICANT, Influence, Played, Rate, Report
from worldgates.lab.sheets import Sheet

_STYLE: Final = """
:root{color-scheme:light}
body{font:16px/1.5 "Alegreya Sans","Segoe UI",system-ui,sans-serif;color:#2a1c10;background:#f6ecd2;margin:0}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1,h2,h3{font-family:Almendra,Palatino,Georgia,serif;color:#6d1f1c;line-height:1.2}
h2{border-top:2px solid #b98a3e;padding-top:1rem;margin-top:2.5rem}
svg{max-width:100%;height:auto;display:block;margin:.5rem 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;margin:.5rem 0 1rem;background:#fffdf7}
th,td{padding:.25rem .6rem;border:1px solid #d9d0bd;text-align:right;font-variant-numeric:tabular-nums lining-nums}
th:first-child,td:first-child{text-align:left}
thead th{background:#efe1bf}
code{background:#efe1bf;padding:.1rem .3rem;border-radius:3px;overflow-wrap:anywhere}
details summary{cursor:pointer;color:#7c2a20}
nav a{color:#7c2a20;margin-right:1rem}
.note{color:#5a442a}
"""
_READING: Final = (
    "All seats are played by the same bot, so without any influence each wins its fair share. Bars are 95 % intervals. "
    "Cards, characters and worlds are compared with the average of their kind, because winners do more of everything; "
    "readers with the fair share. “Clear” is a difference that chance explains with less than 5 %, corrected for the "
    "number of comparisons (Holm). Influence is not cause: a card that only a rich hand can use looks strong."
)


def html(report: Report) -> str:
    """The whole page."""
    numbers = sorted({number for side in report.sides for number in side.seats})
    links = "".join(f'<a href="#players-{number}">{number} players</a>' for number in numbers)
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
    for number in numbers:
        parts.append(f'<h2 id="players-{number}">{number} players</h2>')
        parts += _section(number, [(side.label, side.seats[number]) for side in report.sides if number in side.seats])
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
    for number in sorted({number for side in report.sides for number in side.seats}):
        lines += [f"## {number} players", ""]
        sides = [(side.label, side.seats[number]) for side in report.sides if number in side.seats]
        tables = [_overview(sides), _wins(number, sides)]
        for kind in KINDS:
            tables += _influence_tables(kind, sides)
        lines.append(markdown([*tables, *_use_tables(sides)]))
    return "\n".join(lines)


Sides = Sequence[tuple[str, Played]]


def _what(report: Report) -> str:
    sides = " against ".join(side.label for side in report.sides)
    return (
        f"{report.games:,} games per number of players of {report.bot} bots, seed {report.seed}; "
        f"cards and options: {sides}."
    )


def _section(number: int, sides: Sides) -> Iterable[str]:
    legend = [label for label, _ in sides] if len(sides) > 1 else []
    yield _table(_overview(sides))
    yield _wins_plot(number, sides, legend)
    yield histogram(f"Length of games for {number}", [played.rounds for _, played in sides], legend, "rounds")
    for kind, name in KINDS.items():
        listed = [played.influences.get(kind, ()) for _, played in sides]
        if any(listed):
            yield f"<h3>{escape(name.capitalize())}</h3>"
            yield _influence_plot(name, listed, legend)
            for sheet in _influence_tables(kind, sides):
                yield f"<details><summary>Show as numbers</summary>{_table(sheet)}</details>"
    for sheet, (_, played) in zip(_use_tables(sides), sides, strict=True):
        yield f"<h3>{escape(sheet.title)}</h3>"
        dead = ", ".join(played.dead)
        yield f"<p>Dead cards: {escape(dead or 'none')}.</p>"
        yield f"<details><summary>Show as numbers</summary>{_table(sheet)}</details>"


def _overview(sides: Sides) -> Sheet:
    played = [each for _, each in sides]
    rows = [
        ["games", *(f"{each.games:,}" for each in played)],
        ["unfinished", *(f"{each.unfinished / max(1, each.games):.2%}" for each in played)],
        ["rounds, median", *(str(each.median) for each in played)],
        ["rounds, 95 % of games up to", *(str(each.p95) for each in played)],
        *(
            [f"winners {how} at half-time", *(_rate(each.halftime[how]) for each in played)]
            for how in ("ahead", "level", "behind")
        ),
        ["contacts per player and game", *(f"{sum(each.contacts.values()):.2f}" for each in played)],
    ]
    kinds = dict.fromkeys(kind for each in played for kind in each.contacts)
    rows += [[f"contacts: {kind}", *(f"{each.contacts.get(kind, 0):.3f}" for each in played)] for kind in kinds]
    rows.append(["dead cards", *(str(len(each.dead)) for each in played)])
    return Sheet("Games", ["", *(label for label, _ in sides)], rows)


def _wins(number: int, sides: Sides) -> Sheet:
    rows = []
    for place in range(number):
        rows.append([f"seat {place + 1}", *(_rate(played.by_seat[place]) for _, played in sides)])
    for place in range(number):
        rows.append([f"turn {place + 1}", *(_rate(played.by_turn[place]) for _, played in sides)])
    return Sheet("Wins by seat, and in the order of turns", ["", *(label for label, _ in sides)], rows)


def _wins_plot(number: int, sides: Sides, legend: list[str]) -> str:
    rows = [
        (f"{what} {place + 1}", [_point(rates[place], series) for series, rates in enumerate(listed)])
        for what, listed in (
            ("seat", [played.by_seat for _, played in sides]),
            ("turn", [played.by_turn for _, played in sides]),
        )
        for place in range(number)
    ]
    return dots(f"Wins by seat and by turn, {number} players", rows, legend, "share of the games in %", 100 / number)


def _influence_plot(name: str, listed: Sequence[Sequence[Influence]], legend: list[str]) -> str:
    by_id = [{each.id: each for each in influences} for influences in listed]
    order = dict.fromkeys(each.id for influences in listed for each in influences)
    rows = []
    for id in order:
        found = [(series, side[id]) for series, side in enumerate(by_id) if id in side]
        mark = "● " if any(each.clear for _, each in found) else ""
        rows.append((f"{mark}{found[0][1].name}", [_point(each.wins, series) for series, each in found]))
    expected = next(each.expected for influences in listed for each in influences)
    axis = "share of the victory of the seats that did, in %; ● clear; dashed: expected"
    return dots(f"Wins with {name}", rows, legend, axis, 100 * expected)


def _influence_tables(kind: str, sides: Sides) -> list[Sheet]:
    made = []
    for label, played in sides:
        if found := played.influences.get(kind):
            rows = [
                [each.name, f"{each.seats:,}", _rate(each.wins), f"{each.expected:.1%}", _chance(each.p), _clear(each)]
                for each in found
            ]
            title = f"Wins with {KINDS[kind]}" + (f": {label}" if len(sides) > 1 else "")
            made.append(Sheet(title, ["", "seats", "wins (95 %)", "expected", "p, corrected", "clear"], rows))
    return made


def _use_tables(sides: Sides) -> list[Sheet]:
    made = []
    for label, played in sides:
        rows = [
            [use.name, f"{use.taken:.3f}", f"{use.used:.3f}", _part(use.used, use.taken), "dead" if use.dead else ""]
            for use in played.uses
        ]
        title = "How often cards are taken and used" + (f": {label}" if len(sides) > 1 else "")
        made.append(Sheet(title, ["", "taken a game", "used a game", "used of taken", ""], rows))
    return made


def _differences(report: Report) -> Sheet:
    first, second = (side.label for side in report.sides)
    rows = [
        [
            f"{each.what}, {each.seats} players",
            f"{each.first:.3f}",
            f"{each.second:.3f}",
            f"{each.second - each.first:+.3f} ({each.low:+.3f} to {each.high:+.3f})",
            _chance(each.p),
            "yes" if each.p < SIGNIFICANT else "",
        ]
        for each in report.differences
    ]
    return Sheet("Side by side", ["", first, second, "difference (95 %)", "p, corrected", "clear"], rows)


def _part(used: float, taken: float) -> str:
    return f"{used / taken:.0%}" if taken else ""


def _rate(rate: Rate) -> str:
    return f"{rate.value:.1%} ({rate.low:.1%} to {rate.high:.1%})"


def _chance(p: float) -> str:
    return "under 0.001" if p < 0.001 else f"{p:.3f}"


def _clear(each: Influence) -> str:
    return "" if not each.clear else "more" if each.wins.value > each.expected else "less"


def _point(rate: Rate, series: int) -> Point:
    return Point(round(100 * rate.value, 2), round(100 * rate.low, 2), round(100 * rate.high, 2), series)


def _table(sheet: Sheet) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in sheet.heading)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in sheet.rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def histogram(title: str, series: Sequence[dict[int, int]], legend: Sequence[str], axis: str) -> str:
    """How often each number occurred, in per cent; the rare long tail shares the last bar."""
    left, plot, top, tall, right = 60, 600, 58, 200, 30
    counts: dict[int, int] = {}
    for each in series:
        for value, times in each.items():
            counts[value] = counts.get(value, 0) + times
    total, seen, last = sum(counts.values()), 0, max(counts, default=1)
    for value in sorted(counts):
        seen += counts[value]
        if seen >= 0.995 * total:
            last = value
            break
    first = min(counts, default=0)
    shares = [_shares(each, last) for each in series]
    highest = max((share for each in shares for share in each.values()), default=1.0)
    width, height, bottom = left + plot + right, top + tall + 46, top + tall
    slot = plot / (last - first + 1)
    bar = slot * 0.86 / len(series)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label="{escape(title, quote=True)}" font-family="sans-serif" font-size="13" fill="{INK}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
        f'<text x="14" y="24" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    for index, name in enumerate(legend):
        parts.append(f'<rect x="{left + index * 180}" y="35" width="9" height="9" fill="{COLOURS[index]}"/>')
        parts.append(f'<text x="{left + 14 + index * 180}" y="44">{escape(name)}</text>')
    for part in range(5):
        y = bottom - tall * part / 4
        parts.append(f'<path d="M{left} {y:g}H{left + plot}" stroke="{FAINT}"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:g}" text-anchor="end">{100 * highest * part / 4:.1f} %</text>')
    for index, bars in enumerate(shares):
        for value, share in sorted(bars.items()):
            x = left + (value - first) * slot + slot * 0.07 + index * bar
            high = tall * share / highest
            spoken = f"{value}{' or more' if value == last else ''}: {share:.2%}"
            parts.append(
                f'<rect x="{x:.1f}" y="{bottom - high:.1f}" width="{bar:.1f}" height="{high:.1f}" '
                f'fill="{COLOURS[index]}"><title>{escape(spoken)}</title></rect>'
            )
    step = max(1, -(-(last - first + 1) // 15))
    for value in range(first, last + 1, step):
        x = left + (value - first + 0.5) * slot
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{value}</text>')
    parts.append(f'<text x="{left + plot / 2:g}" y="{bottom + 37}" text-anchor="middle">{escape(axis)}</text></svg>')
    return "\n".join(parts)


def _shares(counts: dict[int, int], last: int) -> dict[int, float]:
    total = max(1, sum(counts.values()))
    found: dict[int, float] = {}
    for value, times in counts.items():
        found[min(value, last)] = found.get(min(value, last), 0.0) + times / total
    return found
