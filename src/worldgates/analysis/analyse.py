"""A recorded game explained: every seat's chance after every decision, what was a mistake, and what was better.

Each decision is judged by what its player could know: the search sees an imagined table. The curve is that of a
spectator, who knows what was public; a second one is drawn with all cards open.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from worldgates.analysis.hint import searches, why
from worldgates.api.bot import Turn, turn_at
from worldgates.api.game import Game, actions_of, begin_record, play_recorded, play_step, step_ends
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
    `after` is what the public could think: it does not change with a decision that only its player knows of.
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
    # The part of the best action's chance that it kept, if there was a choice.
    kept: float | None = None
    after: Chances = ()
    after_open: Chances = ()


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
    seed: int = 0
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
    """Analyses one record decision by decision, so that a caller can show progress, stop, or have it done in parts.

    Without `judges`, it only finds the public's chances: that is much cheaper, and shows where the game was decided.
    """

    def __init__(
        self,
        type: GameType,
        record: Record,
        level: str = HINT_LEVEL,
        language: str = "en",
        seed: int = 0,
        *,
        judges: bool = True,
    ):
        if not searches(level):
            raise FormatError(
                f"expected a level that searches: {', '.join(SEARCHING)} or search:N, got {level!r}", "level"
            )
        self.type = type
        self.record = record
        self.level = level
        self.language = language
        self.seed = seed
        self.judges = judges
        self.game: Game[Any] = begin_record(type, record)
        work = work_of(level, type.id)
        self.search: Search = make_search(type, work, FastChance.seeded(seed))
        self.compared = max(LEAST_TO_COMPARE, work.playouts * 3 // 5)
        self.curve = min(MOST_FOR_CURVE, max(LEAST_FOR_CURVE, work.playouts // 8))
        self.steps = len(actions_of(record))
        # The number of decisions that were played, and those after which a step ends for the public.
        self.index = 0
        self._step_ends = frozenset(step_ends(type, record))

    def run(self, progress: Callable[[int], None] = lambda _: None) -> Analysis:
        """The whole analysis; `progress` is told how many decisions are done."""
        start = self.start()
        decisions = []
        for judged in self:
            decisions.append(judged)
            progress(len(decisions))
        return self.finish(start, decisions)

    def start(self) -> tuple[Chances, Chances]:
        """The chances before the first decision: for the public, and with all cards open."""
        return self._public(), self._open()

    def __iter__(self) -> Iterator[Judged]:
        """The decisions from the current one on. An empty `after` is as before; `finish` fills it in."""
        while self.index < self.steps:
            yield self._judge()

    def skip(self, index: int) -> None:
        """Play on to a decision, without a judgement of those before."""
        while self.index < index:
            self._play()

    def _play(self) -> None:
        play_recorded(self.game, self.record, self.index)
        self.game.forget()
        self.index += 1

    def _judge(self) -> Judged:
        game, index = self.game, self.index
        action = actions_of(self.record)[index]
        facts: dict[str, Any] = {"index": index, "seat": int(game.table.to_act), "round": game.round, "text": ""}
        if self.judges:
            turn = turn_of(self.type, game, self.seed)
            facts["text"] = self.type.text(self.language).action(action, turn.view)
            if len(game.table.legal()) > 1:
                facts |= self._compare(turn, action)
        self._play()
        if self.index in self._step_ends:
            facts["after"] = self._public()
        if self.judges:
            facts["after_open"] = self._open()
        return Judged(**facts)

    def _compare(self, turn: Turn, action: Action) -> dict[str, Any]:
        """The action that was played against the best one, in the same imagined worlds."""
        table, seat = turn._table, turn.seat
        played = self.type.encode(table, action)
        found = search_table(self.type, table, self.level, FastChance.seeded(turn._seed))
        best = found[0]
        if best.action == played:
            return {"chance": _rounded(best.chances()[seat]), "kept": 1.0} if best.worlds else {}
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
        kept = 1.0 if not loss or best_chance <= 0 else max(0.0, 1 - loss / best_chance)
        facts: dict[str, Any] = {"chance": _rounded(chance), "loss": _rounded(loss), "kept": _rounded(kept)}
        if loss >= SLIP:
            better = self.type.decode(table, int(best.action))
            facts |= {"best": better, "best_chance": _rounded(best_chance)}
            facts |= {"kind": "mistake" if loss >= MISTAKE else "slip"}
            facts |= better_words(turn, better, self.language)
        return facts

    def _public(self) -> Chances:
        """Every seat's chance to win, for a spectator."""
        return self._result() or self._imagined(all_open=False)

    def _open(self) -> Chances:
        """Every seat's chance to win with all cards open."""
        return self._result() or self._imagined(all_open=True)

    def _result(self) -> Chances:
        """Every seat's share of the victory, once that is known: also if all others have resigned."""
        if self.game.table.over:
            return tuple(float(share) for share in self.game.table.payoffs())
        remaining = [seat for seat in range(len(self.game.players)) if seat not in self.record.resigned]
        if self.index == self.steps and len(remaining) == 1:
            return tuple(float(seat in remaining) for seat in range(len(self.game.players)))
        return ()

    def _imagined(self, all_open: bool) -> Chances:
        table = self.game.table
        sums = [0.0] * len(self.game.players)
        turn = self.search.guide.turn(table)
        for number in range(self.curve):
            chance = FastChance.branch(moment_seed(self.game, self.seed), 2 * number + all_open)
            world = table.copy() if all_open else table.imagine(SPECTATOR, chance)
            world.chance = chance
            for seat, share in enumerate(self.search.playout(world, turn, chance)):
                sums[seat] += share
        return tuple(_rounded(total / self.curve) for total in sums)

    def finish(self, start: tuple[Chances, Chances], raw: Iterable[Judged]) -> Analysis:
        """The analysis of all decisions, wherever each was judged."""
        decisions: list[Judged] = []
        for each in raw:
            before = decisions[-1].after if decisions else start[0]
            decisions.append(each if each.after else msgspec.structs.replace(each, after=before))
        decided = _decided(decisions)
        return Analysis(
            game=self.type.id,
            players=self.record.players,
            level=self.level,
            language=self.language,
            seed=self.seed,
            start=start[0],
            start_open=start[1],
            decisions=tuple(decisions),
            accuracy=_accuracies(self.record.players, decisions) if self.judges else (),
            key_moments=key_moments(start[0], decisions),
            decided=decided,
            decided_text="" if decided is None else decided_words(self.type, self.record, decisions, self.language),
        )


def moment_seed(game: Game, seed: int) -> int:
    """The seed of everything that is imagined at a moment. It goes by the length of the log, which everybody knows:
    the number of actions tells how often somebody was asked in secret (K29)."""
    return seed << 20 | len(game.journal)


def turn_of(type: GameType, game: Game, seed: int) -> Turn:
    """The turn of the deciding seat at a moment of an analysed game."""
    return turn_at(type, game.table, game.players, moment_seed(game, seed))


def better_words(turn: Turn, better: Action, language: str) -> dict[str, str]:
    """A better action in words, and the reason for it."""
    type = turn._type
    return {
        "best_text": type.text(language).action(better, turn.view),
        "why": why(type, turn._table, turn.players, better, language),
    }


def _accuracies(players: Sequence[str], decisions: Sequence[Judged]) -> tuple[Accuracy, ...]:
    found = []
    for seat, name in enumerate(players):
        own = [each for each in decisions if each.seat == seat]
        kept = [each.kept for each in own if each.kept is not None]
        accuracy = round(sum(kept) / len(kept), 4) if kept else 1.0
        slips, mistakes = (sum(each.kind == kind for each in own) for kind in ("slip", "mistake"))
        found.append(Accuracy(seat, name, accuracy, slips, mistakes))
    return tuple(found)


def _decided(decisions: Sequence[Judged]) -> int | None:
    """The decision after which the winner led for good, if one won alone."""
    if not decisions or 1.0 not in decisions[-1].after:
        return None
    winner = decisions[-1].after.index(1.0)
    at = 0
    for number, each in enumerate(decisions):
        if each.after[winner] < max(share for seat, share in enumerate(each.after) if seat != winner):
            at = number + 1
    return at


def decided_words(type: GameType, record: Record, decisions: Sequence[Judged], language: str) -> str:
    """Where a game was decided, in a sentence that has only what everybody saw."""
    at = _decided(decisions)
    if at is None:
        return ""
    game, players, index = begin_record(type, record), record.players, 0
    while index <= at:
        # The whole step, as the public sees it.
        entries, index = play_step(game, record, index, all_open=False)
    tr = words(language).translate
    name, number = players[decisions[-1].after.index(1.0)], decisions[at].round
    if not entries:
        return tr("{name} led for good from round {round} on.", name=name, round=number)
    event = type.text(language).event(entries[0].seen_by(SPECTATOR), players, None)
    return tr("{name} led for good from round {round} on: {event}", name=name, round=number, event=event)


def _candidate(table: Table, index: int, action: int) -> Candidate:
    return Candidate(index, action, 0.0, table.players)


def _rounded(share: float) -> float:
    return round(float(share), 4)


def key_moments(start: Chances, decisions: Sequence[Judged], most: int = 5) -> tuple[int, ...]:
    """The decisions that lost most, and those after which the chances moved most."""
    weights = []
    before = start
    for each in decisions:
        swing = max(abs(now - then) for now, then in zip(each.after, before, strict=True))
        weights.append((max(each.loss * 2, swing), each.index))
        before = each.after
    return tuple(sorted(index for weight, index in sorted(weights, reverse=True)[:most] if weight >= SLIP))


def read_judged(type: GameType, data: msgspec.Raw | bytes) -> list[Judged]:
    """Decisions from JSON; their actions are those of the game."""
    return [_read_judged(type, each) for each in msgspec.json.decode(data)]


def _read_judged(type: GameType, each: dict[str, Any]) -> Judged:
    best = each.pop("best", None)
    judged = msgspec.convert(each, Judged)
    if best is None:
        return judged
    return msgspec.structs.replace(judged, best=msgspec.convert(best, type.action_type))


def read_analysis(type: GameType, data: bytes) -> Analysis:
    """An analysis from its JSON."""
    raw = msgspec.json.decode(data)
    decisions = tuple(_read_judged(type, each) for each in raw.pop("decisions"))
    return msgspec.structs.replace(msgspec.convert({**raw, "decisions": ()}, Analysis), decisions=decisions)


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
