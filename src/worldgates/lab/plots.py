"""Plots as SVG text, without a library: values with their intervals, for leagues and balance reports."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

# Told apart by hue, lightness and shape.
COLOURS = ("#1f5fa8", "#c2571a", "#2f7d4f", "#8b3a8f")
INK, FAINT, PAPER = "#2b2118", "#d9d0bd", "#fffdf7"
LABEL, PLOT, RIGHT, TOP, STEP, GAP = 190, 470, 30, 58, 15, 12


@dataclass(frozen=True)
class Point:
    """A value with its interval; `series` is its index in the legend."""

    value: float
    low: float
    high: float
    series: int = 0


def dots(
    title: str,
    rows: Sequence[tuple[str, Sequence[Point]]],
    legend: Sequence[str] = (),
    axis: str = "",
    line: float | None = None,
) -> str:
    """A plot of values with their 95 % intervals, one group of points per row; `line` marks a value to compare with."""
    ends = [end for _, points in rows for point in points for end in (point.low, point.high, point.value)]
    ends += [] if line is None else [line]
    low, high, step = _scale(min(ends, default=0.0), max(ends, default=1.0))
    heights = [max(1, len(points)) * STEP + GAP for _, points in rows]
    bottom = TOP + sum(heights)
    width, height = LABEL + PLOT + RIGHT, bottom + 46

    def x(value: float) -> float:
        return round(LABEL + (value - low) / (high - low) * PLOT, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label="{escape(title, quote=True)}" font-family="sans-serif" font-size="13" fill="{INK}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
        f'<text x="14" y="24" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    for index, name in enumerate(legend):
        at = LABEL + index * 118
        parts.append(_marker(at, 40, index) + f'<text x="{at + 10}" y="44">{escape(name)}</text>')
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        parts.append(f'<path d="M{x(value)} {TOP - 6}V{bottom}" stroke="{FAINT}"/>')
        parts.append(f'<text x="{x(value)}" y="{bottom + 18}" text-anchor="middle">{value:g}</text>')
    if line is not None:
        parts.append(f'<path d="M{x(line)} {TOP - 6}V{bottom}" stroke="{INK}" stroke-dasharray="4 3"/>')
    y = TOP
    for (label, points), tall in zip(rows, heights, strict=True):
        parts.append(f'<text x="{LABEL - 12}" y="{y + tall / 2:.0f}" text-anchor="end">{escape(_short(label))}</text>')
        for index, point in enumerate(points):
            at = y + index * STEP + STEP // 2
            spoken = f"{label}: {point.value:g} ({point.low:g} to {point.high:g})"
            colour = COLOURS[point.series % len(COLOURS)]
            bar = f'<path d="M{x(point.low)} {at}H{x(point.high)}" stroke="{colour}" stroke-width="2.5"/>'
            parts.append(f"<g><title>{escape(spoken)}</title>{bar}{_marker(x(point.value), at, point.series)}</g>")
        y += tall
    parts.append(f'<text x="{LABEL + PLOT / 2:g}" y="{bottom + 37}" text-anchor="middle">{escape(axis)}</text></svg>')
    return "\n".join(parts)


def _marker(x: float, y: float, series: int) -> str:
    colour, shape = COLOURS[series % len(COLOURS)], series % 4
    if shape == 0:
        return f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'
    if shape == 1:
        return f'<rect x="{x - 4.5:g}" y="{y - 4.5:g}" width="9" height="9" fill="{colour}"/>'
    corners = ((-6, 0), (0, -6), (6, 0), (0, 6)) if shape == 2 else ((-6, 5), (0, -6), (6, 5))
    points = " ".join(f"{x + right:g},{y + down:g}" for right, down in corners)
    return f'<polygon points="{points}" fill="{colour}"/>'


def _short(label: str) -> str:
    return label if len(label) <= 26 else label[:25] + "…"


def _scale(low: float, high: float) -> tuple[float, float, float]:
    """Round ends and a round step for an axis of about six marks."""
    span = (high - low) or 1.0
    rough = span / 6
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return first * step, (last if last > first else first + 1) * step, step
