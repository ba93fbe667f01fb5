"""A recorded game explained: every seat's chance after every decision, what was a mistake, and what was better.

Each decision is judged by what its player could know: the search sees an imagined table. The curve is that of a
spectator, who knows what was public; a second one is drawn with all cards open.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from worldgates.analysis.hint import searches, why
from worldgates.api.bot import Turn, turn_at
from worldgates.api.game import Game, actions_of, begin_record, play_recorded
from worldgates.bots.candidates import SEARCHING, search_table
from worldgates.bots.ladder import make_search, work_of
from worldgates.bots.levels import HINT_LEVEL
from worldgates.bots.search import Candidate, Search
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.core.record import Record
from worldgates.core.shapes import Action, Shape
from worldgates.core.table import SPECTATOR, Table
from worldgates.core.text import words

# A decision that loses so much of the chance to win is a slip, or a mistake.
SLIP, MISTAKE = 0.03, 0.07
# The most and fewest imagined games for each point of a curve, and the fewest to compare two actions.
MOST_FOR_CURVE, LEAST_FOR_CURVE, LEAST_TO_COMPARE = 48, 8, 24
# A loss counts only if it exceeds so many of its standard errors.
SURE = 2.0

Chances = tuple[float, ...]


class Judged(Shape, frozen=True, kw_only=True, omit_defaults=True):
    """One decision: who made it, what was played and what was best, and every seat's chance after it.

    `index` counts the actions of the record from 0. `loss` is the part of a victory that the decision gave away, by
    what its player could know; it is 0 where nothing else was legal. `kind` is "slip" or "mistake" if it is large.
    """

    index: int
    seat: int
    round: int
    text: str
    loss: float = 0.0
    chance: float | None = None
    best_chance: float | None = None
    best: Action | None = None
    best_text: str = ""
    why: str = ""
    kind: str = ""
    after: Chances
    after_open: Chances


class Accuracy(Shape, frozen=True):
    """How well a seat played: the part of the best action's chance that its decisions kept on average."""

    seat: int
    name: str
    accuracy: float
    slips: int
    mistakes: int


class Analysis(Shape, frozen=True, kw_only=True, omit_defaults=True):
    """A game explained. `start` and `start_open` are the chances before the first decision."""

    game: str
    players: tuple[str, ...]
    level: str
    language: str
    start: Chances
    start_open: Chances
    decisions: tuple[Judged, ...]
    accuracy: tuple[Accuracy, ...]
    # The indices of the decisions to look at first, in their order.
    key_moments: tuple[int, ...]
    # Where the game was decided: the index of that decision, and a sentence.
    decided: int | None = None
    decided_text: str = ""


class Analyst:
    """Analyses one record step by step, so that a caller can show progress or stop."""

    def __init__(self, type: GameType, record: Record, level: str = HINT_LEVEL, language: str = "en", seed: int = 0):
        if not searches(level):
            raise FormatError(
                f"expected a level that searches: {', '.join(SEARCHING)} or search:N, got {level!r}", "level"
            )
        self.type = type
        self.record = record
        self.level = level
        self.language = language
        self.seed = seed
        self.game: Game[Any] = begin_record(type, record)
        work = work_of(level, type.id)
        self.search: Search = make_search(type, work, FastChance.seeded(seed))
        self.compared = max(LEAST_TO_COMPARE, work.playouts * 3 // 5)
        self.curve = min(MOST_FOR_CURVE, max(LEAST_FOR_CURVE, work.playouts // 8))
        self.steps = len(actions_of(record))
        self._kept: list[list[float]] = [[] for _ in self.game.players]

    def run(self, progress: Callable[[int], None] = lambda _: None) -> Analysis:
        """The whole analysis; `progress` is told how many decisions are done."""
        decisions = []
        for judged in self:
            decisions.append(judged)
            progress(len(decisions))
        return self.finish(decisions)

    def __iter__(self) -> Iterator[Judged]:
        self._start = self._chances(self.game.table, 0)
        for index, action in enumerate(actions_of(self.record)):
            yield self._judge(index, action)

    def _judge(self, index: int, action: Action) -> Judged:
        game = self.game
        seat, text = int(game.table.to_act), self.type.text(self.language)
        turn = turn_at(self.type, game.table, game.players, self.seed << 20 | index)
        facts: dict[str, Any] = {"text": text.action(action, turn.view)}
        if len(game.table.legal()) > 1:
            facts |= self._compare(turn, action)
        round = game.round
        play_recorded(game, self.record, index)
        after, after_open = self._chances(game.table, index + 1)
        return Judged(index=index, seat=seat, round=round, after=after, after_open=after_open, **facts)

    def _compare(self, turn: Turn, action: Action) -> dict[str, Any]:
        """The action that was played against the best one, in the same imagined worlds."""
        table, seat = turn._table, turn.seat
        played = self.type.encode(table, action)
        found = search_table(self.type, table, self.level, FastChance.seeded(turn._seed))
        best = found[0]
        if best.action == played:
            if best.worlds:
                self._kept[seat].append(1.0)
            return {"chance": _rounded(best.chances()[seat])} if best.worlds else {}
        legal = [int(number) for number in table.legal()]
        pair = [_candidate(table, legal.index(int(number)), int(number)) for number in (best.action, played)]
        self.search.chance = FastChance.seeded(turn._seed + 1)
        for _ in range(self.compared):
            self.search.try_in_a_world(table, pair, 2, seat)
        best_chance, chance = (candidate.chances()[seat] for candidate in pair)
        number = self.compared
        mean = pair[1].behind / number
        error = math.sqrt(max(pair[1].squares / number - mean * mean, 0.0) / number)
        loss = max(0.0, mean) if mean > SURE * error else 0.0
        self._kept[seat].append(1.0 if not loss or best_chance <= 0 else max(0.0, 1 - loss / best_chance))
        facts: dict[str, Any] = {"chance": _rounded(chance), "loss": _rounded(loss)}
        if loss >= SLIP:
            better = self.type.decode(table, int(best.action))
            facts |= {
                "best": better,
                "best_text": self.type.text(self.language).action(better, turn.view),
                "best_chance": _rounded(best_chance),
                "why": why(self.type, table, turn.players, better, self.language),
                "kind": "mistake" if loss >= MISTAKE else "slip",
            }
        return facts

    def _chances(self, table: Table, index: int) -> tuple[Chances, Chances]:
        """Every seat's chance to win, for a spectator and with all cards open."""
        if table.over:
            result = tuple(float(share) for share in table.payoffs())
            return result, result
        return self._imagined(table, index, False), self._imagined(table, index, True)

    def _imagined(self, table: Table, index: int, all_open: bool) -> Chances:
        sums = [0.0] * len(self.game.players)
        turn = self.search.guide.turn(table)
        for number in range(self.curve):
            chance = FastChance.branch(self.seed << 20 | index, 2 * number + all_open)
            world = table.copy() if all_open else table.imagine(SPECTATOR, chance)
            world.chance = chance
            for seat, share in enumerate(self.search.playout(world, turn, chance)):
                sums[seat] += share
        return tuple(_rounded(total / self.curve) for total in sums)

    def finish(self, decisions: Sequence[Judged]) -> Analysis:
        """The analysis of all decisions."""
        decided, sentence = self._decided(decisions)
        return Analysis(
            game=self.type.id,
            players=self.game.players,
            level=self.level,
            language=self.language,
            start=self._start[0],
            start_open=self._start[1],
            decisions=tuple(decisions),
            accuracy=tuple(self._accuracy(seat, decisions) for seat in range(len(self.game.players))),
            key_moments=_key_moments(decisions, self._start[0]),
            decided=decided,
            decided_text=sentence,
        )

    def _accuracy(self, seat: int, decisions: Sequence[Judged]) -> Accuracy:
        kept = self._kept[seat]
        own = [each for each in decisions if each.seat == seat]
        return Accuracy(
            seat,
            self.game.players[seat],
            round(sum(kept) / len(kept), 4) if kept else 1.0,
            sum(each.kind == "slip" for each in own),
            sum(each.kind == "mistake" for each in own),
        )

    def _decided(self, decisions: Sequence[Judged]) -> tuple[int | None, str]:
        """The decision after which the winner led for good, in a sentence."""
        outcome = self.game.outcome
        if outcome is None or len(outcome.winners) != 1 or not decisions:
            return None, ""
        winner = outcome.winners[0]
        at = 0
        for number, each in enumerate(decisions):
            if each.after[winner] < max(share for seat, share in enumerate(each.after) if seat != winner):
                at = number + 1
        at = min(at, len(decisions) - 1)
        there = decisions[at]
        sentence = words(self.language).translate(
            "{name} led for good from round {round} on, after: {action}.",
            name=self.game.players[winner],
            round=there.round,
            action=there.text,
        )
        return at, sentence


def _candidate(table: Table, index: int, action: int) -> Candidate:
    return Candidate(index, action, 0.0, table.players)


def _rounded(share: float) -> float:
    return round(float(share), 4)


def _key_moments(decisions: Sequence[Judged], start: Chances, most: int = 5) -> tuple[int, ...]:
    """The decisions that lost most, and those after which the chances moved most."""
    weights = []
    before = start
    for each in decisions:
        swing = max(abs(now - then) for now, then in zip(each.after, before, strict=True))
        weights.append((max(each.loss * 2, swing), each.index))
        before = each.after
    return tuple(sorted(index for weight, index in sorted(weights, reverse=True)[:most] if weight >= SLIP))


def analyse(
    game: Game | Record,
    level: str = HINT_LEVEL,
    *,
    language: str = "en",
    seed: int = 0,
    cards: str | Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Analysis:
    """Explain a game after it was played: chances, mistakes with what was better and why, accuracy.

    `level` is a level of the ladder that searches, or `search:N`. `cards` is the folder of the card set of a record.
    `progress` is told how many decisions are done.
    """
    if isinstance(game, Game):
        return Analyst(game.type, game.record, level, language, seed).run(progress)
    type_ = Games(None if cards is None else Path(cards)).get(type(game).__struct_config__.tag)
    return Analyst(type_, game, level, language, seed).run(progress)
