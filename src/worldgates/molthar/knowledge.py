"""What each seat knows of the hands, with a perfect memory (M24).

An account says of every hand which pearls are surely in it. Each seat, and a spectator, usually has one account; to
see a pearl go into a hand adds it there, to see one leave takes it away (if no such pearl was known, one of the
unknown ones left). A robbery seen from outside leaves several accounts, one for each pearl that may have been taken,
until what happens later rules them out. A seat's account of its own hand is the hand itself.

When the draw pile runs out, everything that is not open lies in hands: a seat to which only one hand is not wholly
known then knows that one too.
"""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.molthar.pearls import EMPTY, SYMBOLS, bag_of, common, count, holds, one, pearls_in, size


@final
class Knowledge:
    def __init__(self, players: i64, accounts: vec[i64]) -> None:
        self.players = players
        # One after the other: whose account, then a bag for each hand. A spectator counts as one more seat.
        self.accounts = accounts

    @staticmethod
    def of_nothing(players: i64) -> Knowledge:
        """What is known while all hands are empty."""
        accounts = vec[i64](capacity=(players + 1) * (players + 1))
        for observer in range(players + 1):
            accounts = append(accounts, observer)
            for _ in range(players):
                accounts = append(accounts, EMPTY)
        return Knowledge(players, accounts)

    def copy(self) -> Knowledge:
        return Knowledge(self.players, self.accounts[:])

    def number(self) -> i64:
        """How many accounts there are, of all seats together."""
        return i64(len(self.accounts)) // (self.players + 1)

    def observer(self, account: i64) -> i64:
        return self.accounts[account * (self.players + 1)]

    def bag(self, account: i64, holder: i64) -> i64:
        return self.accounts[account * (self.players + 1) + 1 + holder]

    def surely(self, observer: i64, holder: i64) -> i64:
        """The pearls that the observer (the number of players: a spectator) knows to be in a hand."""
        known: i64 = -1
        for account in range(self.number()):
            if self.observer(account) == observer:
                bag = self.bag(account, holder)
                known = bag if known == -1 else common(known, bag)
        return known

    # What happens to hands.

    def comes(self, holder: i64, pearl: i64) -> None:
        """Everybody sees a pearl go into a hand."""
        if pearl > 8:
            self.is_elsewhere(pearl, -1)
        bag = bag_of(pearl)
        place = holder + 1
        while place < i64(len(self.accounts)):
            self.accounts[place] = self.accounts[place] + bag
            place += self.players + 1

    def comes_unseen(self, holder: i64, pearl: i64) -> None:
        """A pearl goes into a hand, and only its owner sees which."""
        if pearl > 8:
            self.is_elsewhere(pearl, holder)
        for account in range(self.number()):
            if self.observer(account) == holder:
                place = account * (self.players + 1) + 1 + holder
                self.accounts[place] = self.accounts[place] + bag_of(pearl)

    def is_elsewhere(self, pearl: i64, observer: i64) -> None:
        """The observer (-1: everybody) sees a pearl with symbol: accounts that place it in a hand are refuted."""
        if self.number() == self.players + 1:
            return
        symbol = bag_of(pearl) & SYMBOLS
        for account in range(self.number()):
            if observer in (-1, self.observer(account)):
                for holder in range(self.players):
                    if self.bag(account, holder) & symbol:
                        self.accounts[account * (self.players + 1) + 1 + holder] = -1
        self.tidy()

    def goes(self, holder: i64, pearl: i64, hand_size: i64) -> None:
        """Everybody sees a pearl leave a hand that had so many before."""
        bag = bag_of(pearl)
        place = holder + 1
        refuted = False
        while place < i64(len(self.accounts)):
            known = self.accounts[place]
            if holds(known, bag):
                self.accounts[place] = known - bag
            elif size(known) == hand_size:
                self.accounts[place] = -1
                refuted = True
            place += self.players + 1
        if refuted:
            self.tidy()

    def shows(self, holder: i64, value: i64, hand_size: i64) -> None:
        """Everybody can tell that there is a pearl of this value, without symbol, in a hand of so many."""
        refuted = False
        for account in range(self.number()):
            known = self.bag(account, holder)
            if count(known, value):
                continue
            refuted = refuted or size(known) == hand_size
            place = account * (self.players + 1) + 1 + holder
            self.accounts[place] = -1 if size(known) == hand_size else known + one(value)
        if refuted:
            self.tidy()

    def looks(self, observer: i64, holder: i64, hand: i64) -> None:
        """A seat looks at a hand."""
        for account in range(self.number()):
            if self.observer(account) == observer:
                place = account * (self.players + 1) + 1 + holder
                self.accounts[place] = hand if holds(hand, self.accounts[place]) else -1
        self.tidy()

    def stolen(self, thief: i64, victim: i64, pearl: i64, hand_size: i64) -> None:
        """A pearl goes from a hand that had so many to another; thief and victim alone see which."""
        before = self.accounts[:]
        width = self.players + 1
        self.accounts = vec[i64]()
        for start in range(0, i64(len(before)), width):
            observer = before[start]
            known = before[start + 1 + victim]
            if observer in (thief, victim):
                self._moved(before, start, thief, victim, bag_of(pearl))
                continue
            last: i64 = 0
            for may_be in pearls_in(known):
                if may_be != last:
                    last = i64(may_be)
                    self._moved(before, start, thief, victim, bag_of(last))
            if size(known) < hand_size:
                self._moved(before, start, thief, victim, EMPTY)
        self.tidy()

    def _moved(self, before: vec[i64], start: i64, thief: i64, victim: i64, bag: i64) -> None:
        for place in range(self.players + 1):
            entry = before[start + place]
            if place == victim + 1:
                entry -= bag
            elif place == thief + 1:
                entry += bag
            self.accounts = append(self.accounts, entry)

    def pile_ran_out(self, hands: i64, sizes: vec[i64]) -> None:
        """The draw pile is empty: together the hands hold just this bag."""
        refuted = False
        for account in range(self.number()):
            known: i64 = EMPTY
            unsure: i64 = -1
            several = False
            for holder in range(self.players):
                bag = self.bag(account, holder)
                known += bag
                if size(bag) < sizes[holder]:
                    several = unsure != -1
                    unsure = holder
                    if several:
                        break
            if several:
                continue
            place = account * (self.players + 1) + 1 + (unsure if unsure != -1 else i64(0))
            if not holds(hands, known):
                self.accounts[place] = -1
                refuted = True
            elif unsure != -1:
                self.accounts[place] = self.accounts[place] + hands - known
        if refuted:
            self.tidy()

    def tidy(self) -> None:
        """Strike out accounts that are refuted, hold a symbol twice, or repeat another one of the same seat."""
        before = self.accounts
        width = self.players + 1
        self.accounts = vec[i64](capacity=i64(len(before)))
        for start in range(0, i64(len(before)), width):
            keep = True
            symbols: i64 = 0
            for place in range(1, width):
                bag = before[start + place]
                if bag == -1 or symbols & bag:
                    keep = False
                symbols |= bag & SYMBOLS
            for other in range(0, i64(len(self.accounts)), width):
                same = True
                for place in range(width):
                    if self.accounts[other + place] != before[start + place]:
                        same = False
                        break
                if same:
                    keep = False
                    break
            if keep:
                for place in range(width):
                    self.accounts = append(self.accounts, before[start + place])

    def imagined(self, observer: i64, hands: vec[i64]) -> Knowledge:
        """What everybody would know if these were the hands, one way to fill in what the observer knows.

        The observer keeps what it knows. Of the others it may only assume what everybody knows, and their own hand.
        """
        width = self.players + 1
        world = Knowledge(self.players, vec[i64]())
        for seat in range(width):
            for start in range(0, i64(len(self.accounts)), width):
                source = self.accounts[start]
                if source != (observer if seat == observer else self.players):
                    continue
                if seat not in (observer, self.players) and not holds(hands[seat], self.accounts[start + 1 + seat]):
                    continue
                world.accounts = append(world.accounts, seat)
                for holder in range(self.players):
                    bag = hands[holder] if holder == seat else self.accounts[start + 1 + holder]
                    world.accounts = append(world.accounts, bag)
        world.tidy()
        return world
