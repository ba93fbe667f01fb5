"""Paying: all the ways to put a combination together (M13 to M16).

Each bag that meets a requirement is supplied value by value: from pictured pearls, from a `?`, from the hand as it is,
from the hand with a diamond, from a 3 that counts as anything, from a 1 that counts as 8. Two payments differ if they
spend different hand pearls; of those that spend the same, only the one with the fewest diamonds is kept (M15).

A `Reckoner` explains what a purse can pay: `shortfall` returns what a character still lacks, `work_out` what each pearl
of a payment counts as.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from worldgates.molthar.cards import DIAMONDS_LOWER, ONES_AS_EIGHT, THREES_AS_ANYTHING, Character
from worldgates.molthar.pearls import EMPTY, VALUES, count, lowest, missing, one, size

# The bit offsets of an activation's payment (see `encode` in table.py).
DIAMONDS: Final[i64] = 12
SPEND: Final[i64] = 20

# How a hand pearl counts in a payment: as it is, as another value by an ability (M16), or with a diamond (M15).
AS_IT_IS: Final[i64] = 0
BY_ABILITY: Final[i64] = 1
WITH_DIAMOND: Final[i64] = 2
# More pearls than any requirement needs.
_MANY: Final[i64] = 99


@final
class Purse:
    """What a player can pay with, and the list of actions to which payments are appended."""

    def __init__(self, hand: i64, pictured: i64, wild: i64, diamonds: i64, powers: i64, actions: vec[i64]) -> None:
        self.hand = hand & VALUES
        self.pictured = pictured
        self.wild = wild
        self.diamonds = diamonds
        self.threes = powers & THREES_AS_ANYTHING != 0
        self.ones = powers & ONES_AS_EIGHT != 0
        self.lower = powers & DIAMONDS_LOWER != 0
        self.actions = actions
        # The action that is being paid for, and the index of its first payment in the list.
        self.action: i64 = 0
        self.first: i64 = 0

    def pay_for(self, character: Character, action: i64) -> None:
        """Append one action for each way to pay for a character."""
        diamonds = self.diamonds - character.asks_diamonds
        if diamonds < 0:
            return
        flexible = self.wild + self.changeable(self.hand, diamonds)
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

    def changeable(self, pearls: i64, diamonds: i64) -> i64:
        """The most of these hand pearls that can count as another value."""
        if self.threes:
            diamonds += count(pearls, 3)
        if self.ones:
            diamonds += count(pearls, 1)
        return diamonds

    def pay_as_it_is(self, character: Character, action: i64) -> None:
        """With hand pearls alone there is at most one way to pay each bag."""
        action |= character.asks_diamonds << DIAMONDS
        for bag in character.bags:
            if missing(bag, self.hand) == 0:
                self.actions = append(self.actions, action | bag << SPEND)

    def note(self, spend: i64, price: i64) -> None:
        """Add a payment, unless the same hand pearls pay with fewer diamonds (M15)."""
        action = self.action | price << DIAMONDS | spend << SPEND
        for index in range(self.first, i64(len(self.actions))):
            other = self.actions[index]
            if other >> SPEND == spend:
                if action < other:
                    self.actions[index] = action
                return
        self.actions = append(self.actions, action)

    def supply(self, bag: i64, value: i64, hand: i64, wild: i64, diamonds: i64, spend: i64, price: i64) -> None:
        """Supply what the bag needs of this value and of all higher ones."""
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
        """Supply `wanted` pearls of a value from the hand, then continue with the next value."""
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
        """Supply `wanted` pearls of a value with hand pearls of other values, then continue with the next value."""
        threes: i64 = count(hand, 3) if self.threes and value != 3 else 0
        ones: i64 = count(hand, 1) if self.ones and value == 8 else 0
        # If 3s count as anything, a diamond on a 3 is never cheaper (M15), and never combined with it (M16).
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


@final
class Reckoner:
    """Explains what a purse can pay: what a character still lacks, and how a payment works."""

    def __init__(self, purse: Purse) -> None:
        self.purse = purse
        # The best result of `shortfall` so far: the bag of missing pearls and its size.
        self.lacking: i64 = EMPTY
        self.fewest: i64 = _MANY
        # The result of `work_out`: each hand pearl (its value, what it counts as, how: 4 bits each), the pictured
        # pearls used, and the values that a `?` counts as.
        self.uses: vec[i64] = vec[i64]()
        self.served: i64 = EMPTY
        self.served_wild: i64 = EMPTY

    def shortfall(self, character: Character) -> i64:
        """The fewest pearls that are still missing for a character, if it lacks no diamonds.

        Ties go to the shortest, then the first combination.
        """
        diamonds = self.purse.diamonds - character.asks_diamonds
        if diamonds < 0:
            diamonds = 0
        flexible = self.purse.wild + self.purse.changeable(self.purse.hand, diamonds)
        have = self.purse.hand + self.purse.pictured
        self.fewest = _MANY
        self.lacking = EMPTY
        for bag in character.bags_by_size:
            if size(missing(bag, have)) - flexible < self.fewest:
                self.lack(bag, self.purse.hand, self.purse.pictured, self.purse.wild, diamonds, EMPTY, 0)
        return self.lacking

    def lack(self, bag: i64, hand: i64, pictured: i64, wild: i64, diamonds: i64, lacking: i64, number: i64) -> None:
        """Try every way to supply a bag, and keep the one that lacks the fewest pearls."""
        if number >= self.fewest:
            return
        if bag == EMPTY:
            self.fewest = number
            self.lacking = lacking
            return
        value = lowest(bag)
        rest = bag - one(value)
        if count(pictured, value) > 0:
            # A pictured pearl has no other use.
            self.lack(rest, hand, pictured - one(value), wild, diamonds, lacking, number)
            return
        if count(hand, value) > 0:
            self.lack(rest, hand - one(value), pictured, wild, diamonds, lacking, number)
        if self.purse.ones and value == 8 and count(hand, 1) > 0:
            self.lack(rest, hand - one(1), pictured, wild, diamonds, lacking, number)
        if self.purse.threes and value != 3 and count(hand, 3) > 0:
            self.lack(rest, hand - one(3), pictured, wild, diamonds, lacking, number)
        if wild > 0:
            self.lack(rest, hand, pictured, wild - 1, diamonds, lacking, number)
        if diamonds > 0 and value > 1 and count(hand, value - 1) > 0:
            self.lack(rest, hand - one(value - 1), pictured, wild, diamonds - 1, lacking, number)
        if diamonds > 0 and self.purse.lower and value < 8 and count(hand, value + 1) > 0:
            self.lack(rest, hand - one(value + 1), pictured, wild, diamonds - 1, lacking, number)
        self.lack(rest, hand, pictured, wild, diamonds, lacking + one(value), number + 1)

    def work_out(self, character: Character, spend: i64, price: i64) -> bool:
        """Find how hand pearls and diamonds pay for a character, and store it in `uses`, `served` and `served_wild`."""
        diamonds = price - character.asks_diamonds
        number = size(spend)
        others = size(self.purse.pictured) + self.purse.wild
        flexible = self.purse.changeable(spend, diamonds)
        for bag in character.bags:
            if not number <= size(bag) <= number + others or size(missing(spend, bag)) > flexible:
                continue
            self.uses = vec[i64]()
            if self.assign(spend, bag, diamonds):
                return True
        return False

    def assign(self, spend: i64, bag: i64, diamonds: i64) -> bool:
        """Assign each hand pearl to a value of the bag, using up all the diamonds."""
        if spend == EMPTY:
            self.served_wild = missing(bag, self.purse.pictured)
            self.served = bag - self.served_wild
            return diamonds == 0 and size(self.served_wild) <= self.purse.wild
        pearl = lowest(spend)
        rest = spend - one(pearl)
        if self.use(pearl, pearl, AS_IT_IS, rest, bag, diamonds):
            return True
        if self.purse.ones and pearl == 1 and self.use(pearl, 8, BY_ABILITY, rest, bag, diamonds):
            return True
        if self.purse.threes and pearl == 3:
            for value in range(i64(1), i64(9)):
                if value != 3 and self.use(pearl, value, BY_ABILITY, rest, bag, diamonds):
                    return True
        if diamonds > 0:
            if pearl < 8 and self.use(pearl, pearl + 1, WITH_DIAMOND, rest, bag, diamonds - 1):
                return True
            if self.purse.lower and pearl > 1 and self.use(pearl, pearl - 1, WITH_DIAMOND, rest, bag, diamonds - 1):
                return True
        return False

    def use(self, pearl: i64, value: i64, how: i64, spend: i64, bag: i64, diamonds: i64) -> bool:
        """Assign a hand pearl to a value, then the rest."""
        if count(bag, value) == 0:
            return False
        self.uses = append(self.uses, pearl | value << 4 | how << 8)
        if self.assign(spend, bag - one(value), diamonds):
            return True
        self.uses, _ = pop(self.uses)
        return False
