"""What the finished games of one visitor come to."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

import msgspec

from worldgates.server.table import Ended

LAST: Final = 20


@dataclass(frozen=True)
class Finished:
    """A game that is over, with the seats the visitor had."""

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


class GameStatistics(msgspec.Struct):
    game: str
    played: int = 0
    # A shared victory counts in parts.
    won: float = 0.0
    # By the number of players: games and victories.
    by_players: dict[str, tuple[int, float]] = {}
    against_bots: tuple[int, float] = (0, 0.0)
    against_people: tuple[int, float] = (0, 0.0)
    mean_score: float | None = None
    best_score: int | None = None
    mean_rounds: float = 0.0
    # Victories in a row, up to the last game, and the most there were.
    streak: int = 0
    longest_streak: int = 0
    last: list[LastGame] = []


def statistics(finished: list[Finished]) -> list[GameStatistics]:
    """Of each game that was played. Where one had several seats that tells nothing of one's play, and is left out."""
    by_game: dict[str, list[Finished]] = defaultdict(list)
    for each in finished:
        if len(each.mine) == 1:
            by_game[each.game].append(each)
    return [_of(game, sorted(games, key=lambda each: each.ended.at)) for game, games in sorted(by_game.items())]


def _of(game: str, games: list[Finished]) -> GameStatistics:
    found = GameStatistics(game)
    scores = []
    for each in games:
        ended, seat = each.ended, each.mine[0]
        won = ended.payoffs[seat]
        found.played += 1
        found.won += won
        number = str(len(ended.seats))
        found.by_players[number] = _add(found.by_players.get(number, (0, 0.0)), won)
        others = [other for index, other in enumerate(ended.seats) if index != seat]
        if all(other.kind == "bot" for other in others):
            found.against_bots = _add(found.against_bots, won)
        else:
            found.against_people = _add(found.against_people, won)
        if ended.scores:
            scores.append(ended.scores[seat])
        found.streak = found.streak + 1 if won == 1 else 0
        found.longest_streak = max(found.longest_streak, found.streak)
    if scores:
        found.mean_score, found.best_score = sum(scores) / len(scores), max(scores)
    found.mean_rounds = sum(each.ended.round for each in games) / len(games)
    found.last = [_last(each) for each in reversed(games[-LAST:])]
    return found


def _add(counted: tuple[int, float], won: float) -> tuple[int, float]:
    return counted[0] + 1, counted[1] + won


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
