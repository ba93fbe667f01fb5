"""An analysis in the terminal: the chances as a chart, the mistakes in sentences, how well everybody played."""

from __future__ import annotations

from collections.abc import Iterator

from worldgates.analysis.analyse import Analysis, Judged
from worldgates.core.text import Words, words

ROWS = 11
LETTERS = "ABCDE"


def lines_of(analysis: Analysis, width: int = 80) -> Iterator[str]:
    """The analysis as lines of text."""
    tr = words(analysis.language)
    yield from chart(analysis, tr, width)
    yield ""
    for each in analysis.accuracy:
        marks = [
            tr.count("{n} mistake", "{n} mistakes", each.mistakes),
            tr.count("{n} slip", "{n} slips", each.slips),
        ]
        yield f"{LETTERS[each.seat]}  {each.name:<20} {each.accuracy:6.1%}  {', '.join(marks)}"
    yield tr.translate("Accuracy: how much of the best action's chance to win each decision kept, on average.")
    if analysis.decided_text:
        yield ""
        yield analysis.decided_text
    worst = sorted((judged for judged in analysis.decisions if judged.kind), key=lambda judged: -judged.loss)
    for judged in worst:
        yield ""
        yield from mistake(analysis, judged, tr)


def mistake(analysis: Analysis, each: Judged, tr: Words) -> Iterator[str]:
    """What was played, what was better, and why."""
    sign = "!" if each.kind == "mistake" else "?"
    name = analysis.players[each.seat]
    where = tr.translate("decision {number}, round {round}", number=each.index, round=each.round)
    yield f"{sign} {name} ({where}): {each.text}  -{each.loss:.0%}"
    yield "  " + tr.translate("Better was: {action}. {why}", action=each.best_text, why=each.why)


def chart(analysis: Analysis, tr: Words, width: int) -> Iterator[str]:
    """Every seat's chance after every decision, in columns of text; a later seat hides an earlier one."""
    points = [analysis.start, *(each.after for each in analysis.decisions)]
    columns = max(10, min(len(points), width - 6))
    grid = [[" "] * columns for _ in range(ROWS)]
    for column in range(columns):
        at = points[round(column * (len(points) - 1) / max(1, columns - 1))]
        for seat, share in enumerate(at):
            grid[ROWS - 1 - round(share * (ROWS - 1))][column] = LETTERS[seat]
    yield tr.translate("Chance to win after each decision, from what was public")
    for row, cells in enumerate(grid):
        percent = 100 - 10 * row
        label = f"{percent:3} |" if percent % 50 == 0 else "    |"
        yield (label + "".join(cells)).rstrip()
    yield "    +" + "-" * columns
