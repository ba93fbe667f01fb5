"""Tunes the numbers of greedy's valuation, one at a time, by games of greedy against greedy.

A number is changed by a quarter of its size. The change is kept if it wins two duels; if neither direction does, the
next step for that number is half as long. Both players play every deal from both seats, so that where two sets of
numbers play alike the luck cancels out, and small gains show. The result depends only on the seed and the parameters.
"""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final, TypeVar

from worldgates.bots.guide import Greedy, Guide
from worldgates.bots.playout import play_policies
from worldgates.bots.policy import Policy
from worldgates.bots.weights import Made, Weights, make_guide, write_weights
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import GameType
from worldgates.core.shapes import Shape
from worldgates.lab import workers
from worldgates.lab.train_loop import open_game

T = TypeVar("T")

CHUNK: Final = 200
FIRST_STEP: Final = 0.25
SMALLEST_STEP: Final = 0.03
# The win rate that the first duel asks for, and the one that both together ask for.
PROMISING: Final = 0.506
KEPT: Final = 0.504


class State(Shape, frozen=True):
    """How far a tuning has come: everything that it needs to continue."""

    command: str
    numbers: dict[str, float]
    steps: dict[str, float]
    passes: int = 0
    done: tuple[str, ...] = ()
    duels: int = 0
    kept: int = 0


@dataclass(frozen=True)
class Duel:
    """Games for two between greedy with one set of numbers and greedy with another."""

    type: GameType
    weights: tuple[Weights, Weights]
    seed: int

    def play(self, first: int, last: int) -> Iterator[float]:
        """The share of the victories of the first set of numbers in a range of games."""
        guides = [make_guide(weights) for weights in self.weights]
        yield sum(self._game(guides, number) for number in range(first, last))

    def _game(self, guides: list[Guide], number: int) -> float:
        table = self.type.new_table(2, FastChance.branch(self.seed, number // 2))
        mine = number % 2
        seated = guides if mine == 0 else guides[::-1]
        if seated[0].reads_hidden:
            policies: list[Policy] = [
                Greedy(FastChance.branch(self.seed + 1, 2 * number + seat), guide) for seat, guide in enumerate(seated)
            ]
            play_policies(table, policies, self.type.max_rounds)
        else:
            open_game(table, seated, self.type.max_rounds)
        return table.payoffs()[mine] if table.over else 0.5


def duel(
    type: GameType,
    weights: tuple[Weights, Weights],
    seed: int,
    games: int,
    processes: int = 1,
    cluster: str | None = None,
) -> float:
    """The win rate of the first weights."""
    play = partial(Duel.play, Duel(type, weights, seed))
    chunks = [(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    return sum(in_processes(play, chunks, processes, cluster)) / games


def in_processes(
    play: Callable[[int, int], Iterator[T]], chunks: list[tuple[int, int]], processes: int, cluster: str | None = None
) -> Iterator[T]:
    """The results of all chunks, in any order; on a Ray cluster, if there is one."""
    if cluster is not None:
        from worldgates.lab.cluster import work

        yield from work(cluster, play, chunks)
        return
    context = workers.context(()) if processes > 1 else None
    if context is None:
        for chunk in chunks:
            yield from play(*chunk)
        return
    yield from workers.work(context, min(processes, len(chunks)), play, chunks, ())


def tune(
    type: GameType,
    out: Path,
    start: Weights,
    *,
    seed: int = 1,
    passes: int = 2,
    games: int = 2500,
    processes: int = 1,
    progress: Callable[[str], None] = lambda _: None,
    cluster: str | None = None,
) -> Weights:
    """Tune the numbers of a game and write them to a file. An interrupted tuning continues where it stopped."""
    command = shlex.join(
        ["worldgates", "tune", type.id, "--seed", str(seed), "--passes", str(passes), "--games", str(games)]
    )
    file = out.with_name(out.name + ".tuning")
    state = _begin(file, command, type, start)
    while state.passes < passes:
        names = sorted(state.numbers)
        random.Random(f"{seed} {state.passes}").shuffle(names)
        for name in names:
            if name not in state.done:
                state = _attempt(type, state, name, seed, games, processes, cluster)
                progress(f"pass {state.passes + 1} of {passes}, {len(state.done)} of {len(names)} numbers, {name}")
                file.write_text(state.to_json() + "\n", encoding="utf-8")
        state = State(command, state.numbers, state.steps, state.passes + 1, (), state.duels, state.kept)
        file.write_text(state.to_json() + "\n", encoding="utf-8")
    before = Weights(type.id, start.numbers, {}, start.cards)
    after = Weights(type.id, state.numbers, {}, start.cards)
    rate = duel(type, (after, before), (seed + 1) << 20, 2 * games, processes, cluster)
    result = f"{state.kept} changes; wins {rate:.1%} of {2 * games} games against the numbers before"
    progress(result)
    made = Made(command, seed, datetime.now(UTC).date().isoformat(), result)
    found = Weights(type.id, state.numbers, start.outlook, type.edition, (*start.made, made))
    write_weights(out, found)
    file.unlink()
    return found


def _begin(file: Path, command: str, type: GameType, start: Weights) -> State:
    defaults: dict[str, float] = import_module(f"worldgates.bots.{type.id}").NUMBERS
    numbers = {name: start.numbers.get(name, value) for name, value in defaults.items()}
    if file.exists():
        state = State.from_json(file.read_bytes())
        if state.command != command or set(state.numbers) != set(numbers):
            raise FormatError(f"it belongs to another tuning ({state.command}): delete it to begin anew", str(file))
        return state
    return State(
        command, numbers, {name: max(FIRST_STEP * abs(value), SMALLEST_STEP) for name, value in numbers.items()}
    )


def _attempt(
    type: GameType, state: State, name: str, seed: int, games: int, processes: int, cluster: str | None
) -> State:
    """Try a number higher, then lower."""
    best = Weights(type.id, state.numbers)
    duels = state.duels
    step = state.steps[name]
    for signed in (step, -step):
        other = Weights(type.id, {**state.numbers, name: round(state.numbers[name] + signed, 4)})
        rate = 0.0
        for attempt in (1, 2):
            duels += 1
            rate += duel(type, (other, best), (seed << 20) + duels, games, processes, cluster)
            if rate / attempt < (PROMISING if attempt == 1 else KEPT):
                break
        else:
            return State(
                state.command, other.numbers, state.steps, state.passes, (*state.done, name), duels, state.kept + 1
            )
    steps = {**state.steps, name: step / 2}
    return State(state.command, state.numbers, steps, state.passes, (*state.done, name), duels, state.kept)
