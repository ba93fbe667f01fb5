"""Many games at once: one compiled call plays an action in each of them and encodes what the next seats see.

The results are vecs that NumPy reads without copying; each call overwrites them. A finished game is followed by a new
one in the same call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.strings import read_i64_le
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from worldgates.core.chance import Chance
from worldgates.core.table import OVER, Table
from worldgates.envs.encoder import Encoder

# How a step left a game.
RUNNING: Final[i64] = 0
TERMINATED: Final[i64] = 1
TRUNCATED: Final[i64] = 2


@final
class Batch:
    def __init__(self, encoder: Encoder, games: int, deal: Callable[[int], Table], max_rounds: int) -> None:
        """`deal` gives the table of a game by its number; a game longer than `max_rounds` is truncated."""
        self.encoder = encoder
        self.games: i64 = games
        self.deal = deal
        self.max_rounds: i64 = max_rounds
        self.dealt = 0
        self.tables: list[Table] = []
        size, actions, players = int(encoder.size), int(encoder.actions), int(encoder.players)
        self.observations: vec[u8] = vec[u8]([u8(0)] * (games * size))
        self.masks: vec[u8] = vec[u8]([u8(0)] * (games * actions))
        self.seats: vec[u8] = vec[u8]([u8(0)] * games)
        self.status: vec[u8] = vec[u8]([u8(0)] * games)
        self.rewards: vec[float] = vec[float]([0.0] * (games * players))
        # The numbers of the legal actions of all games, and where those of each game begin.
        self.numbers: vec[i64] = vec[i64]()
        self.starts: vec[i64] = vec[i64]([0] * (games + 1))
        # The index of the chosen action in each game's list.
        self.chosen: vec[i64] = vec[i64]([0] * games)

    def reset(self) -> None:
        """Begin new games in all places, with the numbers from 0 on."""
        self.tables = []
        self.dealt = 0
        for _ in range(int(self.games)):
            self.tables.append(self._new_table())
        for index in range(i64(len(self.status))):
            self.status[index] = u8(RUNNING)
        for index in range(i64(len(self.rewards))):
            self.rewards[index] = 0.0
        self._encode()

    def _new_table(self) -> Table:
        self.dealt += 1
        return self.deal(self.dealt - 1)

    def step(self, actions: bytes) -> None:
        """Play the action with a number, a little-endian 64-bit integer, in each game."""
        if len(actions) != 8 * self.games:
            raise ValueError(f"expected one action for each of the {int(self.games)} games")
        for game in range(self.games):
            self.chosen[game] = self._index(game, read_i64_le(actions, 8 * game))
        self._play()

    def step_random(self, chance: Chance) -> None:
        """Play a legal action in each game, drawn by lot."""
        for game in range(self.games):
            self.chosen[game] = chance.below(self.starts[game + 1] - self.starts[game])
        self._play()

    def _index(self, game: i64, number: i64) -> i64:
        first = self.starts[game]
        for index in range(first, self.starts[game + 1]):
            if self.numbers[index] == number:
                return index - first
        raise ValueError(f"game {int(game)}: action {int(number)} is not legal now")

    def _play(self) -> None:
        players = self.encoder.players
        for game in range(self.games):
            table = self.tables[game]
            if i64(self.status[game]) != RUNNING:
                self.status[game] = u8(RUNNING)
                for seat in range(players):
                    self.rewards[game * players + seat] = 0.0
            table.play_listed(self.chosen[game])
            if table.to_act == OVER:
                self._end(game, table.payoffs(), TERMINATED)
            elif table.round > self.max_rounds:
                self._end(game, [1.0 / float(players)] * int(players), TRUNCATED)
        self._encode()

    def _end(self, game: i64, payoffs: list[float], status: i64) -> None:
        for seat in range(self.encoder.players):
            self.rewards[game * self.encoder.players + seat] = payoffs[seat]
        self.status[game] = u8(status)
        self.tables[game] = self._new_table()

    def _encode(self) -> None:
        """Observations, masks and legal actions of the deciding seats."""
        encoder = self.encoder
        size, actions = encoder.size, encoder.actions
        masks = self.masks
        for game in range(self.games):
            for index in range(self.starts[game], self.starts[game + 1]):
                masks[game * actions + self.numbers[index]] = 0
        numbers = vec[i64](capacity=16 * self.games)
        for game in range(self.games):
            table = self.tables[game]
            self.starts[game] = i64(len(numbers))
            for action in table.actions():
                number = encoder.number(table, action)
                numbers = append(numbers, number)
                masks[game * actions + number] = 1
            self.seats[game] = u8(table.to_act)
            encoder.observe(table, table.to_act, self.observations, game * size)
        self.starts[self.games] = i64(len(numbers))
        self.numbers = numbers

    def afterstates(self, chance: Chance) -> vec[u8]:
        """What each deciding seat would observe right after each of its legal actions, in the order of `numbers`.

        Every action is tried in an imagined world of its own: what the seat cannot know is dealt again.
        """
        encoder = self.encoder
        size = encoder.size
        rows = vec[u8](capacity=size * i64(len(self.numbers)))
        for _ in range(size * i64(len(self.numbers))):
            rows = append(rows, 0)
        at: i64 = 0
        for game in range(self.games):
            table = self.tables[game]
            for index in range(self.starts[game + 1] - self.starts[game]):
                world = table.imagine(table.to_act, chance)
                world.play_listed(index)
                encoder.observe(world, table.to_act, rows, at)
                at += size
        return rows

    def lost(self) -> int:
        """How many legal actions are not the action of their number: 0, or the encoding is broken."""
        wrong: i64 = 0
        for game in range(self.games):
            table = self.tables[game]
            for index in range(self.starts[game], self.starts[game + 1]):
                if self.encoder.action(table, self.numbers[index]) != table.actions()[index - self.starts[game]]:
                    wrong += 1
        return wrong
