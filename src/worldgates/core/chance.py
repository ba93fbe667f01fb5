"""Chance: the random streams behind every shuffle and every draw.

A table draws from its own stream and from nothing else. `FastChance` is for simulation: the same seed gives the same
numbers in every process, compiled or not. `FairChance` is for tables of people: its numbers come from BLAKE2b keyed
with a secret seed, so that nobody can predict the next card from the cards seen so far, and anybody who learns the
seed afterwards can verify them all.

    >>> FastChance.seeded(7).below(6) == FastChance.seeded(7).below(6)
    True
"""

from __future__ import annotations

import hashlib
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

_WORD: Final[i64] = 0xFFFFFFFF
_WORDS_IN_A_BLOCK: Final[i64] = 16


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """A stream of 32-bit random words, with the operations that a card table needs."""

    def word(self) -> i64:
        """The next number of the stream, 0 to 2**32 - 1."""
        raise NotImplementedError

    def copy(self) -> Chance:
        """An independent copy of the stream in the same state."""
        raise NotImplementedError

    def below(self, n: i64) -> i64:
        """A uniformly distributed number from 0 to n - 1."""
        product = self.word() * n
        low = product & _WORD
        if low < n:
            # Rejection sampling: the few words that would bias the result are discarded.
            threshold = (_WORD + 1 - n) % n
            while low < threshold:
                product = self.word() * n
                low = product & _WORD
        return product >> 32

    def shuffle(self, cards: vec[u8]) -> None:
        """Shuffle the cards; every order is equally likely."""
        for last in range(i64(len(cards)) - 1, 0, -1):
            other = self.below(last + 1)
            card = cards[last]
            cards[last] = cards[other]
            cards[other] = card


@final
class FastChance(Chance):
    """The stream for simulation: sfc32, whose whole state is four words."""

    def __init__(self, a: i64, b: i64, c: i64, counter: i64) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter

    @staticmethod
    def seeded(seed: int) -> FastChance:
        """The stream of a seed: an integer from 0 to 2**64 - 1."""
        if not 0 <= seed < 1 << 64:
            raise ValueError("a seed is a whole number from 0 to 2**64 - 1")
        return FastChance.branch(seed, 0)

    @staticmethod
    def branch(seed: int, number: int) -> FastChance:
        """One of many independent streams of a seed; number 0 is the seed's own."""
        chance = FastChance(seed & 0xFFFFFFFF, seed >> 32, number, 1)
        for _ in range(16):
            chance.word()
        return chance

    def word(self) -> i64:
        mixed = (self.a + self.b + self.counter) & _WORD
        self.counter = (self.counter + 1) & _WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & _WORD
        self.c = ((((self.c << 21) & _WORD) | (self.c >> 11)) + mixed) & _WORD
        return mixed

    # Repeated from `Chance` because mypyc calls methods of a final class directly: simulation spends much of its time
    # here.

    def below(self, n: i64) -> i64:
        product = self.word() * n
        low = product & _WORD
        if low < n:
            threshold = (_WORD + 1 - n) % n
            while low < threshold:
                product = self.word() * n
                low = product & _WORD
        return product >> 32

    def shuffle(self, cards: vec[u8]) -> None:
        for last in range(i64(len(cards)) - 1, 0, -1):
            other = self.below(last + 1)
            card = cards[last]
            cards[last] = cards[other]
            cards[other] = card

    def copy(self) -> FastChance:
        return FastChance(self.a, self.b, self.c, self.counter)


@final
class FairChance(Chance):
    """The stream for tables of people. `drawn` counts the words drawn so far."""

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        if not 16 <= len(seed) <= 64:
            raise ValueError("a secret seed has 16 to 64 bytes")
        self.seed = seed
        self.drawn: i64 = drawn
        self.block = b""

    def word(self) -> i64:
        place = self.drawn % _WORDS_IN_A_BLOCK
        if place == 0 or not self.block:
            number = int(self.drawn // _WORDS_IN_A_BLOCK).to_bytes(8, "little")
            self.block = hashlib.blake2b(number, key=self.seed, person=b"worldgates deal").digest()
        self.drawn += 1
        return int.from_bytes(self.block[4 * place : 4 * place + 4], "little")

    def copy(self) -> FairChance:
        twin = FairChance(self.seed, self.drawn)
        twin.block = self.block
        return twin


def commitment(seed: bytes) -> str:
    """The commitment to publish before the game: it binds the table to the seed and reveals nothing about it."""
    return hashlib.blake2b(seed, digest_size=32, person=b"worldgates seed").hexdigest()
