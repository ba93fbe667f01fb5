"""What a builder may extend in plain Python, also where the engine is compiled: tables, streams of chance, policies."""

from __future__ import annotations

from importlib import import_module

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from worldgates.bots.playout import play_policies, playout
from worldgates.bots.policy import Policy
from worldgates.core.chance import Chance, FastChance
from worldgates.core.table import OVER, SPECTATOR, RuleError, Table
from worldgates.molthar.table import MoltharTable


class Countdown(Table):
    """A game in a few lines: whoever takes the last of ten matches wins; one to three are taken at a time."""

    def __init__(self, players: int, chance: Chance) -> None:
        super().__init__(players, chance)
        self.matches = 10
        self.winner = -1
        self.push_decision(0, 0, 0)

    def _compute_legal(self) -> vec[i64]:
        return vec[i64]([] if self.over else list(range(1, min(3, self.matches) + 1)))

    def _apply(self, action: i64) -> None:
        seat = self.to_act
        self.matches -= int(action)
        self.pop_decision()
        if self.matches:
            self.push_decision(0, (seat + 1) % self.players, 0)
        else:
            self.winner = int(seat)

    def copy(self) -> Countdown:
        twin = Countdown(int(self.players), self.chance.copy())
        self.copy_into(twin)
        twin.matches, twin.winner = self.matches, self.winner
        return twin

    def imagine(self, seat: i64, chance: Chance) -> Countdown:  # noqa: ARG002
        world = self.copy()
        world.chance = chance
        return world

    def payoffs(self) -> list[float]:
        self.check_over()
        return [float(seat == self.winner) for seat in range(int(self.players))]

    def ranking(self) -> list[list[int]]:
        return [[self.winner], [seat for seat in range(int(self.players)) if seat != self.winner]]


class LastMatch(Policy):
    """Leaves a multiple of four, if that is possible."""

    def choose(self, world: Table) -> i64:
        assert isinstance(world, Countdown)
        return world.matches % 4 or 1


class Constant(Chance):
    """A stream that always gives the same word."""

    def __init__(self, value: int) -> None:
        self.value = value
        self.words = 0

    def word(self) -> i64:
        self.words += 1
        return self.value

    def copy(self) -> Constant:
        return Constant(self.value)


class Echo(Chance):
    """The words of a fast stream, through a plain subclass."""

    def __init__(self, seed: int) -> None:
        self.stream = FastChance.seeded(seed)

    def word(self) -> i64:
        return self.stream.word()

    def copy(self) -> Echo:
        twin = Echo(0)
        twin.stream = self.stream.copy()
        return twin


def test_a_table_in_plain_python_is_played_by_the_engine_s_loops() -> None:
    table = Countdown(2, FastChance.seeded(1))
    assert list(table.legal()) == [1, 2, 3]
    with pytest.raises(RuleError):
        table.play(4)
    table.play(3)
    assert (table.matches, table.to_act) == (7, 1)
    twin = table.copy()
    playout(twin, FastChance.seeded(2), 1000, 1000)
    assert (twin.over, twin.to_act, sum(twin.payoffs())) == (True, OVER, 1.0)
    assert table.matches == 7


def test_a_policy_in_plain_python_plays() -> None:
    table = Countdown(2, FastChance.seeded(1))
    chance = FastChance.seeded(3)
    assert play_policies(table, [LastMatch(chance), LastMatch(chance)], 1000) > 3
    assert table.payoffs() == [1.0, 0.0]


def test_a_stream_in_plain_python_deals_a_game() -> None:
    chance = Constant(0x7FFFFFFF)
    table = MoltharTable.new(2, chance=chance)
    assert chance.words > 50
    assert table.starting_seat == 0
    table.play(table.legal()[0])


def test_a_stream_in_plain_python_gives_the_same_game_as_the_engine_s_own() -> None:
    for seed in range(5):
        one, other = MoltharTable.new(3, seed=seed), MoltharTable.new(3, chance=Echo(seed))
        while not one.over:
            assert list(one.legal()) == list(other.legal())
            action = one.legal()[seed % len(one.legal())]
            one.play(action)
            other.play(action)
            if one.round > 6:
                break


@pytest.mark.parametrize("name", ["molthar", "clef"])
def test_both_games_have_the_same_constructor_and_the_same_spectator(name: str) -> None:
    table = import_module(f"worldgates.{name}").Table.new(players=3, seed=7, starting_seat=1)
    assert (table.players, table.starting_seat) == (3, 1)
    assert table.imagine(SPECTATOR, FastChance.seeded(1)).players == 3
    with pytest.raises(RuleError, match="there is no seat 3"):
        table.imagine(3, FastChance.seeded(1))
    with pytest.raises(RuleError, match="there is no seat 5"):
        import_module(f"worldgates.{name}").Table.new(players=3, seed=7, starting_seat=5)
