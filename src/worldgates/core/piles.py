"""A pile of cards: small integers in order, the top card last."""

from __future__ import annotations

from typing import final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from worldgates.core.chance import Chance


@final
class Pile:
    def __init__(self) -> None:
        # Appending to a vec may overwrite what an alias of it sees, so this one is never shared.
        self.cards: vec[u8] = vec[u8]()

    def size(self) -> i64:
        return len(self.cards)

    def put(self, card: i64) -> None:
        """Put a card on top."""
        self.cards = append(self.cards, u8(card))

    def put_under(self, card: i64) -> None:
        """Put a card at the bottom."""
        cards = vec[u8](capacity=i64(len(self.cards)) + 1)
        cards = append(cards, u8(card))
        for each in self.cards:
            cards = append(cards, each)
        self.cards = cards

    def draw(self) -> i64:
        """Take the top card."""
        self.cards, card = pop(self.cards)
        return i64(card)

    def top(self) -> i64:
        return i64(self.cards[len(self.cards) - 1])

    def at(self, place: i64) -> i64:
        """The card at an index, counted from the bottom."""
        return i64(self.cards[place])

    def take(self, place: i64) -> i64:
        """Remove the card at an index, counted from the bottom."""
        self.cards, card = pop(self.cards, place)
        return i64(card)

    def shuffle(self, chance: Chance) -> None:
        chance.shuffle(self.cards)

    def copy(self) -> Pile:
        twin = Pile()
        twin.cards = self.cards[:]
        return twin

    def from_top(self) -> list[int]:
        """All cards, from the top."""
        cards = [int(card) for card in self.cards]
        cards.reverse()
        return cards

    @staticmethod
    def of(from_top: list[int]) -> Pile:
        """The pile of these cards, given from the top."""
        pile = Pile()
        for card in reversed(from_top):
            pile.put(card)
        return pile
