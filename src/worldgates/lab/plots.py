"""Plots as SVG text, without a library: values with their intervals and histograms, for leagues and balance reports."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from worldgates.pictures.fonts import shorten, width

# Told apart by hue, lightness and shape.
COLOURS = ("#1f5fa8", "#c2571a", "#2f7d4f", "#8b3a8f")
INK, FAINT, PAPER = "#2b2118", "#d9d0bd", "#fffdf7"
RIGHT, STEP, GAP = 30, 15, 8
# Where a plot begins under its title, and under its legend.
TITLE, LEGEND = 42, 58
# The height of a label above its row, and how many rows are so many that the numbers of the axis stand above them too.
ABOVE, MANY = 17, 12
# Of a histogram: the room for its percentages, the height, and the share of the games that have bars of their own.
PERCENT, TALL, MOST = 60, 200, 0.995


@dataclass(frozen=True)
class Layout:
    """Where a plot has its rows: right of their labels, or below them, as there is room for on a phone."""

    left: int
    plot: int
    beside: bool

    @property
    def width(self) -> int:
        return self.left + self.plot + RIGHT


WIDE, NARROW = Layout(250, 440, True), Layout(20, 330, False)


@dataclass(frozen=True)
class Point:
    """A value with its interval; `series` is its index in the legend. A faint one is not what the plot is about."""

    value: float
    low: float
    high: float
    series: int = 0
    faint: bool = False


def dots(
    title: str,
    rows: Sequence[tuple[str, Sequence[Point]]],
    legend: Sequence[str] = (),
    axis: str = "",
    line: float | None = None,
    layout: Layout = WIDE,
) -> str:
    """A plot of values with their 95 % intervals, one group of points per row; `line` marks a value to compare with."""
    ends = [end for _, points in rows for point in points for end in (point.low, point.high, point.value)]
    ends += [] if line is None else [line]
    low, high, step = _scale(min(ends, default=0.0), max(ends, default=1.0))
    above = 0 if layout.beside else ABOVE
    heights = [max(1, len(points)) * STEP + GAP + above for _, points in rows]
    top = (LEGEND if legend else TITLE) + (STEP if len(rows) >= MANY else 0)
    bottom = top + sum(heights)

    def x(value: float) -> float:
        return round(layout.left + (value - low) / (high - low) * layout.plot, 1)

    parts = [*_legend(layout.left, layout, legend, _marker)]
    for value in _ticks(low, high, step):
        parts.append(f'<path d="M{x(value)} {top - 6}V{bottom}" stroke="{FAINT}"/>')
        for line_of_text in (top - 10, bottom + 18) if len(rows) >= MANY else (bottom + 18,):
            parts.append(f'<text x="{x(value)}" y="{line_of_text}" text-anchor="middle">{_signed(value)}</text>')
    if line is not None:
        parts.append(f'<path d="M{x(line)} {top - 6}V{bottom}" stroke="{INK}" stroke-dasharray="4 3"/>')
    row = top
    for (label, points), tall in zip(rows, heights, strict=True):
        middle = row + (tall + above) / 2
        if layout.beside:
            short, at = shorten(label, layout.left - 22, 13), f'x="{layout.left - 12}" y="{middle + 4.5:g}"'
            parts.append(f'<text {at} text-anchor="end">{escape(short)}</text>')
        else:
            short = shorten(label, layout.width - 28, 13)
            parts.append(f'<text x="14" y="{row + 14}">{escape(short)}</text>')
        for index, point in enumerate(points):
            y = middle + (index - (len(points) - 1) / 2) * STEP
            spoken = f"{label}: {point.value:g} ({point.low:g} to {point.high:g})"
            colour = COLOURS[point.series % len(COLOURS)]
            bar = f'<path d="M{x(point.low)} {y:g}H{x(point.high)}" stroke="{colour}" stroke-width="2.5"/>'
            faint = ' opacity=".45"' if point.faint else ""
            mark = _marker(x(point.value), y, point.series)
            parts.append(f"<g{faint}><title>{escape(spoken)}</title>{bar}{mark}</g>")
        row += tall
    parts.append(_axis(axis, layout.left + layout.plot / 2 if layout.beside else layout.width / 2, bottom, layout))
    return _drawing(title, layout, bottom + 46, parts)


def histogram(
    title: str, series: Sequence[dict[int, int]], legend: Sequence[str], axis: str, layout: Layout = WIDE
) -> str:
    """How often each number occurred, in per cent; the rare long tail shares the last bar."""
    plot, bottom = layout.width - RIGHT - PERCENT, (LEGEND if legend else TITLE) + TALL
    counts: dict[int, int] = {}
    for each in series:
        for value, times in each.items():
            counts[value] = counts.get(value, 0) + times
    seen, first, last = 0, min(counts, default=0), max(counts, default=1)
    for value in sorted(counts):
        seen += counts[value]
        if seen >= MOST * sum(counts.values()):
            last = value
            break
    shares = [_shares(each, last) for each in series]
    _, highest, step = _scale(0.0, 100 * max((share for each in shares for share in each.values()), default=1.0))
    slot = plot / (last - first + 1)
    bar = slot * 0.86 / max(1, len(series))

    def shown(value: int) -> str:
        return f"{value}+" if value == last < max(counts, default=1) else str(value)

    parts = [*_legend(PERCENT, layout, legend, _square)]
    for tick in _ticks(0.0, highest, step):
        y = bottom - TALL * tick / highest
        parts.append(f'<path d="M{PERCENT} {y:g}H{PERCENT + plot}" stroke="{FAINT}"/>')
        parts.append(f'<text x="{PERCENT - 6}" y="{y + 4.5:g}" text-anchor="end">{tick:g} %</text>')
    for index, bars in enumerate(shares):
        for number, share in sorted(bars.items()):
            x = PERCENT + (number - first) * slot + slot * 0.07 + index * bar
            high = 100 * TALL * share / highest
            parts.append(
                f'<rect x="{x:.1f}" y="{bottom - high:.1f}" width="{bar:.1f}" height="{high:.1f}" '
                f'fill="{COLOURS[index % len(COLOURS)]}"><title>{shown(number)}: {100 * share:.1f} %</title></rect>'
            )
    every = max(1, -(-(last - first + 1) // (plot // 40)))
    for number in range(first, last + 1, every):
        x = PERCENT + (number - first + 0.5) * slot
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{shown(number)}</text>')
    parts.append(_axis(axis, PERCENT + plot / 2, bottom, layout))
    return _drawing(title, layout, bottom + 46, parts)


def _signed(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


def _axis(text: str, x: float, bottom: float, layout: Layout) -> str:
    short = shorten(text, layout.width - 10, 13)
    return f'<text x="{x:g}" y="{bottom + 37:g}" text-anchor="middle">{escape(short)}</text>'


def _drawing(title: str, layout: Layout, high: int, parts: Sequence[str]) -> str:
    """A sheet of paper with a title, and what is drawn on it."""
    wide, size = layout.width, 15 if layout.beside else 13
    short = shorten(title, wide - 28, size)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
            f'role="img" aria-label="{escape(title, quote=True)}" font-family="sans-serif" font-size="13" '
            f'fill="{INK}">',
            f'<rect width="{wide}" height="{high}" rx="8" fill="{PAPER}"/>',
            f'<text x="14" y="24" font-size="{size}" font-weight="bold">{escape(short)}</text>',
            *parts,
            "</svg>",
        ]
    )


def _legend(
    left: float, layout: Layout, names: Sequence[str], mark: Callable[[float, float, int], str]
) -> Iterator[str]:
    at, room = left, (layout.width - RIGHT - left) / max(1, len(names)) - 30
    for index, name in enumerate(names):
        short = shorten(name, room, 13)
        yield mark(at, 40, index) + f'<text x="{at + 10:g}" y="44.5">{escape(short)}</text>'
        at += width(short, 13) + 30


def _square(x: float, y: float, series: int) -> str:
    colour = COLOURS[series % len(COLOURS)]
    return f'<rect x="{x - 4.5:g}" y="{y - 4.5:g}" width="9" height="9" fill="{colour}"/>'


def _marker(x: float, y: float, series: int) -> str:
    colour, shape = COLOURS[series % len(COLOURS)], series % 4
    if shape == 0:
        return f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="{colour}"/>'
    if shape == 1:
        return _square(x, y, series)
    corners = ((-6, 0), (0, -6), (6, 0), (0, 6)) if shape == 2 else ((-6, 5), (0, -6), (6, 5))
    points = " ".join(f"{x + right:g},{y + down:g}" for right, down in corners)
    return f'<polygon points="{points}" fill="{colour}"/>'


def _scale(low: float, high: float) -> tuple[float, float, float]:
    """Round ends and a round step for an axis of about six marks."""
    span = (high - low) or 1.0
    rough = span / 6
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return first * step, (last if last > first else first + 1) * step, step


def _ticks(low: float, high: float, step: float) -> list[float]:
    return [low + number * step for number in range(round((high - low) / step) + 1)]


def _shares(counts: dict[int, int], last: int) -> dict[int, float]:
    total = max(1, sum(counts.values()))
    found: dict[int, float] = {}
    for value, times in counts.items():
        found[min(value, last)] = found.get(min(value, last), 0.0) + times / total
    return found
