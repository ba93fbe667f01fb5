"""Search over imagined worlds: what the levels above easy do.

The actions that greedy values highest are the candidates. Each is tried in worlds that its seat cannot tell from the
real one, and played on by greedy for a few turns; the guide's outlook judges where that leads. The worse half of the
candidates is dropped after each stage (sequential halving), so that most playouts go to those that are hard to tell
apart. All candidates meet the same worlds with the same chance (common random numbers). Until there are many
playouts, greedy's own opinion counts too (`trust` and `doubt`).

The work is counted in playouts, never in time: a level is equally strong on every machine, and the same seed gives
the same choice.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.bots.guide import SURE, Guide
from worldgates.bots.policy import Policy
from worldgates.core.chance import Chance, FastChance
from worldgates.core.table import OVER, Table

# A playout ends after so many decisions even if no turn ends.
_LONGEST: Final[i64] = 400
# The most ways to pay for the same thing among the candidates.
_PAYMENTS: Final[i64] = 2
# The choice is clear when the best candidate leads by so many standard errors, judged after each so many worlds.
_CLEAR: Final = 3.5
_CHECK: Final[i64] = 16


@final
class Candidate:
    """An action of a searched position, with what the search found."""

    def __init__(self, index: i64, action: i64, value: float, players: i64) -> None:
        # Its index in the list of legal actions.
        self.index = index
        self.action = action
        # Greedy's value.
        self.value = value
        # The number of imagined worlds in which it was played, and the sum of every seat's outlook there.
        self.worlds: i64 = 0
        self.sums: vec[float] = vec[float]([0.0] * int(players))
        # Compared with the candidate that led the stage, world by world: the sum of the differences and their squares.
        self.behind: float = 0.0
        self.squares: float = 0.0
        self.compared: i64 = 0
        # The expected share of the victory of the deciding seat, with greedy's opinion as far as it counts.
        self.score: float = 0.0

    def chances(self) -> list[float]:
        """Each seat's expected share of the victory after this action."""
        return [each / float(max(self.worlds, i64(1))) for each in self.sums]


@final
class Search(Policy):
    def __init__(
        self, chance: Chance, guide: Guide, playouts: int, horizon: int, crowd: int = 0, width: int = 8
    ) -> None:
        """`horizon` is the number of turns that a playout lasts, but everybody has one; `width` that of candidates.

        `crowd` is the number of playouts with three or more players; 0 for the same as with two.
        """
        super().__init__(chance)
        self.guide = guide
        self.playouts: i64 = playouts
        self.horizon: i64 = horizon
        self.width: i64 = width
        self.crowd: i64 = crowd or playouts
        # The number of playouts so far.
        self.played: i64 = 0

    def choose(self, world: Table) -> i64:
        actions = world.actions()
        if len(actions) == 1:
            return actions[0]
        return self.search(world, False)[0].action

    def search(self, world: Table, thorough: bool) -> list[Candidate]:
        """The candidates, from the best to the worst; every legal action is one if `thorough`.

        `thorough` also tries every candidate in a share of the worlds and does not stop early: for an analysis.
        """
        found = self.candidates(world, i64(len(world.actions())) if thorough else self.width)
        if thorough:
            self.halve(world, found, False)
        elif len(found) > 1 and found[0].value - found[1].value < SURE:
            self.halve(world, found, True)
        return found

    def candidates(self, world: Table, width: i64) -> list[Candidate]:
        """The actions with the highest values, from the highest; of those that differ in payment only the best two."""
        guide = self.guide
        actions = world.actions()
        values = guide.values(world, self.chance)
        number = i64(len(actions))
        order = vec[i64](capacity=number)
        for index in range(number):
            at = index
            order = append(order, index)
            while at > 0 and values[order[at - 1]] < values[index]:
                order[at] = order[at - 1]
                at -= 1
            order[at] = index
        found: list[Candidate] = []
        groups = vec[i64](capacity=number)
        for index in order:
            group = guide.group(world, actions[index])
            same: i64 = 0
            for each in groups:
                if each == group:
                    same += 1
            if i64(len(found)) < width and (same < _PAYMENTS or width == number):
                groups = append(groups, group)
                found.append(Candidate(index, actions[index], values[index], world.players))
        return found

    def halve(self, world: Table, found: list[Candidate], early: bool) -> None:
        """Try the candidates stage by stage, and order them by what came out."""
        seat = world.to_act
        alive = i64(len(found))
        stages: i64 = 0
        while alive > 1:
            alive = (alive + 1) // 2
            stages += 1
        alive = i64(len(found))
        playouts = self.playouts if world.players == 2 else self.crowd
        share = playouts // max(stages, i64(1))
        for stage in range(max(stages, i64(1))):
            times = max(share // alive, i64(1))
            for number in range(times):
                self.try_in_a_world(world, found, alive, seat)
                if early and (number + 1) % _CHECK == 0 and self.is_clear(found, alive, seat):
                    alive = 1
                    break
            self.rank(found, i64(0), alive, seat)
            for at in range(alive):
                found[at].behind = 0.0
                found[at].squares = 0.0
                found[at].compared = 0
            if stage + 1 < stages:
                alive = (alive + 1) // 2
            if alive < 2:
                break
        # Those that were dropped keep their places behind the others, whatever little luck they had.

    def try_in_a_world(self, world: Table, found: list[Candidate], alive: i64, seat: i64) -> None:
        """Play each of the first candidates in one imagined world, with the same chance for all."""
        chance = self.chance
        imagined = world.imagine(seat, chance)
        turn = self.guide.turn(world)
        a, b, c = chance.word(), chance.word(), chance.word()
        lead = 0.0
        for at in range(alive):
            candidate = found[at]
            copy = imagined.copy() if at + 1 < alive else imagined
            own = FastChance(a, b, c, 1)
            copy.chance = own
            copy.play_listed(candidate.index)
            outlook = self.playout(copy, turn, own)
            sums = candidate.sums
            for each in range(i64(len(sums))):
                sums[each] += outlook[each]
            candidate.worlds += 1
            if at == 0:
                lead = outlook[seat]
            else:
                behind = lead - outlook[seat]
                candidate.behind += behind
                candidate.squares += behind * behind
                candidate.compared += 1

    def playout(self, world: Table, turn: i64, chance: Chance) -> vec[float]:
        """Each seat's outlook after the horizon, or the result of the game."""
        guide = self.guide
        self.played += 1
        changes: i64 = 0
        horizon = max(self.horizon, world.players)
        for _ in range(_LONGEST):
            if world.to_act == OVER:
                break
            now = guide.turn(world)
            if now != turn:
                turn = now
                changes += 1
                if changes >= horizon:
                    break
            if len(world.actions()) == 1:
                world.play_listed(0)
            else:
                world.play_listed(guide.pick(world, chance))
        return guide.outlook(world)

    def is_clear(self, found: list[Candidate], alive: i64, seat: i64) -> bool:
        """Whether the candidate that led the stage is better than all others beyond reasonable doubt."""
        first = found[0]
        self.judge(first, seat)
        for at in range(i64(1), alive):
            other = found[at]
            self.judge(other, seat)
            number = float(other.compared)
            mean = other.behind / number
            variance = other.squares / number - mean * mean
            error = math.sqrt(max(variance, 1e-9) / number)
            if mean < _CLEAR * error or other.score >= first.score:
                return False
        return True

    def judge(self, candidate: Candidate, seat: i64) -> None:
        number = float(max(candidate.worlds, i64(1)))
        guide = self.guide
        opinion = guide.trust * candidate.value * guide.doubt / (guide.doubt + number)
        candidate.score = candidate.sums[seat] / number + opinion

    def rank(self, found: list[Candidate], first: i64, last: i64, seat: i64) -> None:
        """Order some of the candidates by their scores; equal ones keep their order."""
        for index in range(first, last):
            candidate = found[index]
            self.judge(candidate, seat)
            at = index
            while at > first and found[at - 1].score < candidate.score:
                found[at] = found[at - 1]
                at -= 1
            found[at] = candidate
