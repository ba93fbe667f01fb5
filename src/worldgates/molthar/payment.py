"""Paying: all the ways to put a combination together (M13 to M16).

Each bag that meets a requirement is supplied value by value: from pictured pearls, from a `?`, from the hand as it is,
from the hand with a diamond, from a 3 that counts as anything, from a 1 that counts as 8. Two payments differ by the
hand pearls they spend; of those that spend the same, the one with the fewest diamonds stays (M15).
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.molthar.cards import DIAMONDS_LOWER, ONES_AS_EIGHT, THREES_AS_ANYTHING, Character
from worldgates.molthar.pearls import EMPTY, VALUES, count, missing, one, size

# Where an activation keeps what it spends (see `encode` in table.py).
DIAMONDS: Final[i64] = 12
SPEND: Final[i64] = 20


@final
class Purse:
    """What a player can pay with, and the list of actions to which the payments go."""

    def __init__(self, hand: i64, pictured: i64, wild: i64, diamonds: i64, powers: i64, actions: vec[i64]) -> None:
        self.hand = hand & VALUES
        self.pictured = pictured
        self.wild = wild
        self.diamonds = diamonds
        self.threes = powers & THREES_AS_ANYTHING != 0
        self.ones = powers & ONES_AS_EIGHT != 0
        self.lower = powers & DIAMONDS_LOWER != 0
        self.actions = actions
        # The action that is being paid for, and where its payments begin in the list.
        self.action: i64 = 0
        self.first: i64 = 0

    def pay_for(self, character: Character, action: i64) -> None:
        """Add to the list an action for each way to pay for a character."""
        diamonds = self.diamonds - character.asks_diamonds
        if diamonds < 0:
            return
        # How many pearls can be something other than they are.
        flexible = self.wild + diamonds
        if self.threes:
            flexible += count(self.hand, 3)
        if self.ones:
            flexible += count(self.hand, 1)
        if flexible == 0 and self.pictured == EMPTY:
            self.pay_as_it_is(character, action)
            return
        self.action = action
        self.first = len(self.actions)
        have = self.hand + self.pictured
        for bag in character.bags:
            lacking = missing(bag, have)
            if lacking == 0 or size(lacking) <= flexible:
                self.supply(bag, 1, self.hand, self.wild, diamonds, EMPTY, character.asks_diamonds)

    def pay_as_it_is(self, character: Character, action: i64) -> None:
        """With nothing but a hand there is one way at most to pay each bag."""
        action |= character.asks_diamonds << DIAMONDS
        for bag in character.bags:
            if missing(bag, self.hand) == 0:
                self.actions = append(self.actions, action | bag << SPEND)

    def note(self, spend: i64, price: i64) -> None:
        """Remember a way to pay, unless the same hand pearls do it with fewer diamonds (M15)."""
        action = self.action | price << DIAMONDS | spend << SPEND
        for index in range(self.first, i64(len(self.actions))):
            other = self.actions[index]
            if other >> SPEND == spend:
                if action < other:
                    self.actions[index] = action
                return
        self.actions = append(self.actions, action)

    def supply(self, bag: i64, value: i64, hand: i64, wild: i64, diamonds: i64, spend: i64, price: i64) -> None:
        """Supply what the bag asks for of this value and of all higher ones."""
        while value <= 8 and count(bag, value) == 0:
            value += 1
        if value > 8:
            self.note(spend, price)
            return
        wanted = count(bag, value)
        for pictured in range(min(wanted, count(self.pictured, value)) + 1):
            for wilds in range(min(wanted - pictured, wild) + 1):
                self.from_hand(bag, value, wanted - pictured - wilds, hand, wild - wilds, diamonds, spend, price)

    def from_hand(
        self, bag: i64, value: i64, wanted: i64, hand: i64, wild: i64, diamonds: i64, spend: i64, price: i64
    ) -> None:
        """Supply `wanted` pearls of a value from the hand, then go on with the next value."""
        unchanged = min(wanted, count(hand, value))
        if unchanged == wanted:
            pearls = wanted * one(value)
            self.supply(bag, value + 1, hand - pearls, wild, diamonds, spend + pearls, price)
            unchanged -= 1
        if diamonds > 0 or (self.threes and value != 3) or (self.ones and value == 8):
            for as_it_is in range(unchanged + 1):
                pearls = as_it_is * one(value)
                self.changed(bag, value, wanted - as_it_is, hand - pearls, wild, diamonds, spend + pearls, price)

    def changed(
        self, bag: i64, value: i64, wanted: i64, hand: i64, wild: i64, diamonds: i64, spend: i64, price: i64
    ) -> None:
        """Supply `wanted` pearls of a value with hand pearls of other values, then go on with the next value."""
        threes: i64 = count(hand, 3) if self.threes and value != 3 else 0
        ones: i64 = count(hand, 1) if self.ones and value == 8 else 0
        # Where 3s count as anything a diamond on a 3 is never the cheaper way (M15), and never added to it (M16).
        raised: i64 = count(hand, value - 1) if value > 1 and not (self.threes and value == 4) else 0
        lowered: i64 = count(hand, value + 1) if self.lower and value < 8 and not (self.threes and value == 2) else 0
        for as_three in range(min(threes, wanted) + 1):
            for as_one in range(min(ones, wanted - as_three) + 1):
                paid = wanted - as_three - as_one
                if paid > diamonds:
                    continue
                least_up = paid - lowered if paid > lowered else i64(0)
                for up in range(least_up, min(raised, paid) + 1):
                    pearls = as_three * one(3) + as_one * one(1)
                    if up > 0:
                        pearls += up * one(value - 1)
                    if paid > up:
                        pearls += (paid - up) * one(value + 1)
                    self.supply(bag, value + 1, hand - pearls, wild, diamonds - paid, spend + pearls, price + paid)
