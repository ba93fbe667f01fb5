"""An analysis as somebody may see it: the public, one seat, or everybody with all cards open.

From a seat, nothing depends on cards that the seat did not see: the curve is the public's, and only the seat's own
decisions are judged. With all cards open, the curve is that of the open table, and everybody is judged, each by what
they could know. The steps are those of a replay from the same viewpoint.
"""

from __future__ import annotations

from typing import Final

import msgspec

from worldgates.analysis.analyse import (
    Accuracy,
    Analysis,
    Chances,
    better_words,
    decided_words,
    key_moments,
    turn_of,
)
from worldgates.api.game import actions_of, begin_record, play_recorded, step_ends
from worldgates.core.gametype import GameType
from worldgates.core.record import Record
from worldgates.core.shapes import Shape

_JUDGEMENT: Final = ("seat", "round", "loss", "chance", "best_chance", "kind")


class SeenDecision(Shape, frozen=True, kw_only=True, omit_defaults=True):
    """A judged decision: the step of the replay that shows it, what was played, what was better and why."""

    step: int
    seat: int
    round: int
    text: str
    loss: float = 0.0
    chance: float | None = None
    best_chance: float | None = None
    best_text: str = ""
    why: str = ""
    kind: str = ""


class SeenAnalysis(Shape, frozen=True, kw_only=True):
    """An analysis from one viewpoint; `seat` is None for a spectator."""

    level: str
    seat: int | None
    open: bool
    # Every seat's chance to win after each step of the replay; the first is the deal.
    steps: tuple[Chances, ...]
    decisions: tuple[SeenDecision, ...]
    accuracy: tuple[Accuracy, ...]
    # The steps to look at first.
    key_moments: tuple[int, ...]
    # The step in which the game was decided, the length of the log after it, and a sentence.
    decided: int | None
    decided_log: int
    decided_text: str


def view_analysis(
    type: GameType, record: Record, analysis: Analysis, seat: int | None, *, all_open: bool, language: str
) -> SeenAnalysis:
    """What may be seen of an analysis from a viewpoint, in a language."""
    game, actions, text = begin_record(type, record), actions_of(record), type.text(language)
    ends = frozenset(range(len(actions) + 1) if all_open else step_ends(type, record))
    steps, log_lengths = [analysis.start_open if all_open else analysis.start], [len(game.journal)]
    decisions: list[SeenDecision] = []
    step_of: list[int] = []
    for each in analysis.decisions:
        step_of.append(len(steps))
        if each.chance is not None and (all_open or each.seat == seat):
            turn = turn_of(type, game, analysis.seed)
            better = {} if each.best is None else better_words(turn, each.best, language)
            played = text.action(actions[each.index], turn.view)
            judgement = {
                name: getattr(each, name) for name in ("seat", "round", "loss", "chance", "best_chance", "kind")
            }
            decisions.append(SeenDecision(step=len(steps), text=played, **(judgement | better)))
        play_recorded(game, record, each.index)
        game.forget()
        if each.index + 1 in ends:
            steps.append(each.after_open if all_open else each.after)
            log_lengths.append(len(game.journal))
    moments = analysis.key_moments if all_open else _own_moments(analysis, seat)
    decided = None if analysis.decided is None else step_of[analysis.decided]
    return SeenAnalysis(
        level=analysis.level,
        seat=None if all_open else seat,
        open=all_open,
        steps=tuple(steps),
        decisions=tuple(decisions),
        accuracy=tuple(each for each in analysis.accuracy if all_open or each.seat == seat),
        key_moments=tuple(sorted({step_of[moment] for moment in moments})),
        decided=decided,
        decided_log=0 if decided is None else log_lengths[decided],
        decided_text=decided_words(type, record, analysis.decisions, language),
    )


def _own_moments(analysis: Analysis, seat: int | None) -> tuple[int, ...]:
    """The key moments by the public's chances and a seat's own losses."""
    own = [each if each.seat == seat else msgspec.structs.replace(each, loss=0.0) for each in analysis.decisions]
    return key_moments(analysis.start, own)
