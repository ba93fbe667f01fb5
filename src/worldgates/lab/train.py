"""Learns the outlook of a game: which features of a position mean how good a chance to win.

Round 0 learns from games among greedy bots. Every further round learns from games of the search with the weights of
the round before, and plays a match against it. All games depend only on the seed and their number, so the result is
the same whatever the number of processes; what has been played is kept in a folder, and an interrupted training
continues there.
"""

from __future__ import annotations

import shlex
import shutil
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from worldgates.bots.guide import Greedy
from worldgates.bots.playout import play_policies
from worldgates.bots.policy import Policy
from worldgates.bots.search import Search
from worldgates.bots.weights import Made, Weights, make_guide, write_weights
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import GameType
from worldgates.lab.statistics import interval
from worldgates.lab.train_fit import Examples, fit, loss
from worldgates.lab.train_loop import noted_game
from worldgates.lab.tune import in_processes

CHUNK: Final = 50
# The number of players of game 0, 1, …, again and again: mostly two, as people play.
PLAYERS: Final = (2, 2, 3, 2, 4, 2, 2, 3, 2, 5)
# Every so many-th game is held out, to see how well the weights judge games that they were not learned from.
HELD_OUT: Final = 10
# In the match against the round before.
MATCH_PLAYOUTS: Final = 64

# A game: its number, the features of all positions, and the shares of the victory.
Noted = tuple[int, bytes, tuple[float, ...]]


@dataclass(frozen=True)
class Round:
    """The games of one round; without weights of an outlook they are greedy's."""

    type: GameType
    weights: Weights
    seed: int
    playouts: int
    horizon: int

    def note(self, first: int, last: int) -> Iterator[Noted]:
        """Play a range of games and note their positions."""
        guide = make_guide(self.weights)
        for number in range(first, last):
            players = PLAYERS[number % len(PLAYERS)]
            table = self.type.new_table(players, FastChance.branch(self.seed, 8 * number))
            streams = [FastChance.branch(self.seed, 8 * number + 1 + seat) for seat in range(players)]
            policies = [self.policy(self.weights, stream) for stream in streams]
            notes = noted_game(table, policies, guide, self.type.max_rounds)
            if table.over:
                yield number, array("f", notes).tobytes(), tuple(table.payoffs())

    def policy(self, weights: Weights, stream: FastChance) -> Policy:
        guide = make_guide(weights)
        return Search(stream, guide, self.playouts, self.horizon) if weights.outlook else Greedy(stream, guide)

    def duel(self, other: Weights, first: int, last: int) -> Iterator[float]:
        """The share of the victories of these weights in games for two, each deal from both seats."""
        won = 0.0
        for number in range(first, last):
            table = self.type.new_table(2, FastChance.branch(self.seed, 1 << 24 | number // 2))
            mine = number % 2
            policies = []
            for seat in (0, 1):
                stream = FastChance.branch(self.seed, 1 << 25 | 2 * number + seat)
                policies.append(self.policy(self.weights if seat == mine else other, stream))
            play_policies(table, policies, self.type.max_rounds)
            won += table.payoffs()[mine] if table.over else 0.5
        yield won


def train(
    type: GameType,
    out: Path,
    start: Weights,
    *,
    seed: int = 1,
    rounds: int = 2,
    games: int = 4000,
    playouts: int = 32,
    horizon: int = 2,
    match: int = 400,
    processes: int = 1,
    progress: Callable[[str], None] = lambda _: None,
    cluster: str | None = None,
) -> Weights:
    """Learn the outlook of a game and write it to a file. An interrupted training continues where it stopped."""
    parameters = {"seed": seed, "rounds": rounds, "games": games, "playouts": playouts, "horizon": horizon}
    command = shlex.join(["worldgates", "train", type.id, *(f"--{name}={value}" for name, value in parameters.items())])
    folder = out.with_name(out.name + ".training")
    _begin(folder, command)
    names = make_guide(start).feature_names()
    # Earlier trainings have no part in the result, tunings have.
    tuned = tuple(made for made in start.made if not made.command.startswith("worldgates train"))
    # Without an outlook, so that the first games are greedy's.
    best = Weights(type.id, start.numbers)
    said = []
    for number in range(rounds + 1):
        plan = Round(type, best, (seed << 8) + number, playouts, horizon)
        played = partial(in_processes, processes=processes, cluster=cluster)
        examples, held_out = _examples(plan, folder / f"round-{number}", games, len(names), played, progress, number)
        guess = [best.outlook.get(name, 0.0) for name in names]
        weights = fit(examples, guess)
        found = Weights(type.id, start.numbers, dict(zip(names, weights, strict=True)))
        text = (
            f"round {number}: {examples.positions} positions, log loss on other games "
            f"{loss(held_out, weights):.4f}, before {loss(held_out, guess):.4f}"
        )
        if best.outlook:
            against = Round(type, found, (seed << 8) + number, MATCH_PLAYOUTS, horizon)
            chunks = [(first, min(first + CHUNK, match)) for first in range(0, match, CHUNK)]
            rate = sum(in_processes(partial(Round.duel, against, best), chunks, processes, cluster)) / match
            _, low, high = interval(rate * match, match)
            text += f"; wins {rate:.1%} [{low:.1%}, {high:.1%}] of {match} games against the round before"
        progress(text)
        said.append(text)
        best = found
        made = Made(command, seed, datetime.now(UTC).date().isoformat(), "; ".join(said))
        written = Weights(type.id, start.numbers, found.outlook, type.edition, (*tuned, made))
        write_weights(out, written)
    shutil.rmtree(folder)
    return written


def _begin(folder: Path, command: str) -> None:
    note = folder / "command.txt"
    if note.exists():
        if (found := note.read_text(encoding="utf-8").strip()) != command:
            raise FormatError(f"it belongs to another training ({found}): delete it to begin anew", str(folder))
        return
    folder.mkdir(parents=True, exist_ok=True)
    note.write_text(command + "\n", encoding="utf-8")


def _examples(
    plan: Round,
    folder: Path,
    games: int,
    width: int,
    work: Callable[..., Iterator[tuple[tuple[int, int], list[Noted]]]],
    progress: Callable[[str], None],
    number: int,
) -> tuple[Examples, Examples]:
    """The examples of a round, and those that are held out; games that are in the folder already are not played."""
    folder.mkdir(exist_ok=True)
    chunks = [(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    missing = [chunk for chunk in chunks if not _file(folder, chunk).exists()]
    played = games - sum(last - first for first, last in missing)
    for chunk, noted in work(partial(_noted_chunk, plan), missing):
        new = _file(folder, chunk).with_suffix(".new")
        new.write_bytes(msgspec.msgpack.encode(noted))
        new.rename(_file(folder, chunk))
        played += chunk[1] - chunk[0]
        progress(f"round {number}: {played} of {games} games")
    learned, held_out = Examples(width), Examples(width)
    for chunk in chunks:
        for game, notes, shares in msgspec.msgpack.decode(_file(folder, chunk).read_bytes(), type=list[Noted]):
            features = array("f", notes)
            (held_out if game % HELD_OUT == 0 else learned).add(features.tolist(), list(shares))
    return learned, held_out


def _file(folder: Path, chunk: tuple[int, int]) -> Path:
    return folder / f"{chunk[0]:07}.notes"


def _noted_chunk(plan: Round, first: int, last: int) -> Iterator[tuple[tuple[int, int], list[Noted]]]:
    yield (first, last), list(plan.note(first, last))
