"""Statistics of one visitor's finished games."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

import msgspec

from worldgates.server.table import Ended

LAST: Final = 20


@dataclass(frozen=True)
class Finished:
    """A finished game, with the visitor's seats."""

    table: str
    game: str
    ended: Ended
    mine: list[int]


class LastGame(msgspec.Struct):
    table: str
    at: float
    players: list[str]
    place: int
    of: int
    score: int | None


class Tally(msgspec.Struct):
    """Games and victories; a shared victory counts as a fraction."""

    played: int = 0
    won: float = 0.0

    def count(self, won: float) -> None:
        self.played += 1
        self.won += won


class GameStatistics(msgspec.Struct):
    game: str
    all: Tally
    against_bots: Tally
    against_people: Tally
    by_players: dict[str, Tally]
    mean_score: float | None = None
    best_score: int | None = None
    mean_rounds: float = 0.0
    # The current winning streak, and the longest one.
    streak: int = 0
    longest_streak: int = 0
    last: list[LastGame] = []


def statistics(finished: list[Finished]) -> list[GameStatistics]:
    """One entry per game. Tables at which the visitor had several seats are skipped."""
    by_game: dict[str, list[Finished]] = defaultdict(list)
    for each in finished:
        if len(each.mine) == 1:
            by_game[each.game].append(each)
    return [_of(game, sorted(games, key=lambda each: each.ended.at)) for game, games in sorted(by_game.items())]


def _of(game: str, games: list[Finished]) -> GameStatistics:
    found = GameStatistics(game, Tally(), Tally(), Tally(), {})
    scores = []
    for each in games:
        ended, seat = each.ended, each.mine[0]
        won = ended.payoffs[seat]
        alone = all(other.kind == "bot" for index, other in enumerate(ended.seats) if index != seat)
        by_players = found.by_players.setdefault(str(len(ended.seats)), Tally())
        for tally in (found.all, by_players, found.against_bots if alone else found.against_people):
            tally.count(won)
        if ended.scores:
            scores.append(ended.scores[seat])
        found.streak = found.streak + 1 if won == 1 else 0
        found.longest_streak = max(found.longest_streak, found.streak)
    if scores:
        found.mean_score, found.best_score = sum(scores) / len(scores), max(scores)
    found.mean_rounds = sum(each.ended.round for each in games) / len(games)
    found.last = [_last(each) for each in reversed(games[-LAST:])]
    return found


def _last(each: Finished) -> LastGame:
    ended, seat = each.ended, each.mine[0]
    ahead = 0
    for places in ended.ranking:
        if seat in places:
            break
        ahead += len(places)
    score = ended.scores[seat] if ended.scores else None
    names = [other.name for other in ended.seats]
    return LastGame(each.table, ended.at, names, ahead + 1, len(names), score)
