"""What each seat knows about the hands, with a perfect memory (M24).

An account lists for every hand the pearls that are certainly in it. Each seat, and a spectator, usually has one
account. A pearl that visibly enters a hand is added there, and one that visibly leaves is removed (if no such pearl was
known, an unknown one has left). A robbery seen from outside splits an account into several, one per pearl that may have
been taken, until later events refute them. A seat's account of its own hand is the hand itself.

When the draw pile runs out, every pearl that is not face up is in a hand. A seat for which only one hand is not fully
known then knows that one too. If there are several, it knows at least which pearls they hold together. Those are the
older pearls: an account stores them, and how many each hand holds, while newer ones come from the new pile, until a
pearl appears that may have been either.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.molthar.pearls import (
    EMPTY,
    PEARLS_OF_A_VALUE,
    SYMBOLS,
    bag_of,
    common,
    count,
    holds,
    one,
    pearls_in,
    plain,
    size,
)

# The origin of an unknown pearl that turned out to be a given one.
_NEWER: Final[i64] = 0
_OLDER: Final[i64] = 1
_EITHER: Final[i64] = 2
_REFUTED: Final[i64] = 3

# One older pearl in the hand of each seat: an int holds the counts, one byte per hand.
_ONE_IN: Final[vec[i64]] = vec[i64]([256**holder for holder in range(6)])


@final
class Knowledge:
    """The accounts of all seats and of a spectator."""

    def __init__(self, players: i64, accounts: vec[i64]) -> None:
        self.players = players
        # A flat list of records: the observer, one bag per hand, the bag of older pearls, and their number per
        # hand. A spectator counts as one more seat.
        self.accounts = accounts
        self.width = players + 3

    @staticmethod
    def of_nothing(players: i64) -> Knowledge:
        """The knowledge while all hands are empty."""
        accounts = vec[i64](capacity=(players + 1) * (players + 3))
        for observer in range(players + 1):
            accounts = append(accounts, observer)
            for _ in range(players + 2):
                accounts = append(accounts, EMPTY)
        return Knowledge(players, accounts)

    def copy(self) -> Knowledge:
        return Knowledge(self.players, self.accounts[:])

    def number(self) -> i64:
        """The number of accounts of all seats together."""
        # Loops count accounts, because a range with a variable step is slow when compiled.
        return i64(len(self.accounts)) // self.width

    def is_split(self) -> bool:
        """Whether any seat has several accounts."""
        return i64(len(self.accounts)) > (self.players + 1) * self.width

    def observer(self, account: i64) -> i64:
        return self.accounts[account * self.width]

    def bag(self, account: i64, holder: i64) -> i64:
        return self.accounts[account * self.width + 1 + holder]

    def older(self, account: i64) -> i64:
        """The pearls that were already in hands, unknown, when the pile last ran out, and still are."""
        return self.accounts[account * self.width + 1 + self.players]

    def older_in(self, account: i64, holder: i64) -> i64:
        """The number of older pearls in a hand."""
        return self.accounts[account * self.width + 2 + self.players] >> 8 * holder & 255

    def surely(self, observer: i64, holder: i64) -> i64:
        """The pearls that the observer (the number of players for a spectator) knows to be in a hand."""
        known: i64 = -1
        for account in range(self.number()):
            if self.observer(account) == observer:
                bag = self.bag(account, holder)
                known = bag if known == -1 else common(known, bag)
        return known

    # What happens to hands.

    def observe_draw(self, holder: i64, pearl: i64) -> None:
        """A pearl goes into a hand, and everybody sees which."""
        if pearl > 8:
            self.refute_symbol(pearl, -1)
        bag = bag_of(pearl)
        place = holder + 1
        while place < i64(len(self.accounts)):
            self.accounts[place] = self.accounts[place] + bag
            place += self.width

    def observe_hidden_draw(self, holder: i64, pearl: i64) -> None:
        """A pearl goes into a hand, and only its owner sees which."""
        if pearl > 8:
            self.refute_symbol(pearl, holder)
        for account in range(self.number()):
            if self.observer(account) == holder:
                place = account * self.width + 1 + holder
                self.accounts[place] = self.accounts[place] + bag_of(pearl)

    def refute_symbol(self, pearl: i64, observer: i64) -> None:
        """The observer (-1 for everybody) sees a pearl with a symbol: accounts that place it in a hand are refuted."""
        symbol = bag_of(pearl) & SYMBOLS
        refuted = False
        for account in range(self.number()):
            if observer in (-1, self.observer(account)):
                # The last bag is the one of older pearls.
                for holder in range(self.players + 1):
                    if self.bag(account, holder) & symbol:
                        self.accounts[account * self.width + 1 + holder] = -1
                        refuted = True
        if refuted:
            self.prune()

    def observe_discard(self, holder: i64, pearl: i64, hand_size: i64) -> None:
        """Everybody sees a pearl leave a hand, which had `hand_size` pearls before."""
        bag = bag_of(pearl)
        changed = False
        was_known = False
        was_unknown = False
        for account in range(self.number()):
            start = account * self.width
            known = self.accounts[start + 1 + holder]
            if holds(known, bag):
                self.accounts[start + 1 + holder] = known - bag
                was_known = True
            else:
                was_unknown = True
                if self.resolve_unknown(start, holder, bag, hand_size - size(known)):
                    changed = True
        # Accounts become equal only if some of them knew the pearl and others did not.
        if changed or (was_known and was_unknown and self.is_split()):
            self.prune()

    def observe_value(self, holder: i64, value: i64, hand_size: i64) -> None:
        """Everybody can infer that a hand of `hand_size` holds a pearl of this value, without symbol."""
        bag = one(value)
        changed = False
        for account in range(self.number()):
            start = account * self.width
            known = self.accounts[start + 1 + holder]
            if not count(known, value):
                changed = self.resolve_unknown(start, holder, bag, hand_size - size(known)) or changed
        for account in range(self.number()):
            start = account * self.width
            known = self.accounts[start + 1 + holder]
            if known != -1 and not count(known, value):
                self.accounts[start + 1 + holder] = known + bag
        if changed or self.is_split():
            self.prune()

    def resolve_unknown(self, start: i64, holder: i64, bag: i64, unknown: i64) -> bool:
        """One of the `unknown` pearls in a hand turns out to be this one; returns whether accounts must be pruned."""
        origin = self.origin(start, holder, bag, unknown)
        if origin == _NEWER:
            return False
        if origin == _REFUTED:
            self.accounts[start + 1 + holder] = -1
            return True
        if origin == _EITHER:
            # One account per origin would be exact, but soon far too many: from here on all unknown pearls count alike.
            self.accounts[start + 1 + self.players] = EMPTY
            self.accounts[start + 2 + self.players] = 0
        else:
            self.accounts[start + 1 + self.players] -= bag
            self.accounts[start + 2 + self.players] -= _ONE_IN[holder]
        return False

    def origin(self, start: i64, holder: i64, bag: i64, unknown: i64) -> i64:
        """The origin, according to an account, of one of the `unknown` pearls of a hand."""
        if unknown == 0:
            return _REFUTED
        older = self.accounts[start + 2 + self.players] >> 8 * holder & 255
        if older == 0:
            return _NEWER
        among = holds(self.accounts[start + 1 + self.players], bag)
        if older == unknown:
            return _OLDER if among else _REFUTED
        return _EITHER if among else _NEWER

    def observe_hand(self, observer: i64, holder: i64, hand: i64) -> None:
        """A seat looks at a hand."""
        for account in range(self.number()):
            if self.observer(account) != observer:
                continue
            start = account * self.width
            known = self.accounts[start + 1 + holder]
            if not holds(hand, known):
                self.accounts[start + 1 + holder] = -1
                continue
            self.accounts[start + 1 + holder] = hand
            older = self.older_in(account, holder)
            if older == size(hand) - size(known) and holds(self.older(account), hand - known):
                self.accounts[start + 1 + self.players] -= hand - known
                self.accounts[start + 2 + self.players] -= older * _ONE_IN[holder]
            elif older:
                # It is uncertain which of them are older: from here on all unknown pearls count alike.
                self.accounts[start + 1 + self.players] = EMPTY
                self.accounts[start + 2 + self.players] = 0
        self.prune()

    def observe_theft(self, thief: i64, victim: i64, pearl: i64, hand_size: i64) -> None:
        """A pearl goes from a hand of `hand_size` to another; only thief and victim see which."""
        before = self.accounts[:]
        self.accounts = vec[i64]()
        for account in range(i64(len(before)) // self.width):
            start = account * self.width
            observer = before[start]
            known = before[start + 1 + victim]
            if observer in (thief, victim):
                self.moved(before, start, thief, victim, bag_of(pearl), 0)
                continue
            last: i64 = 0
            for may_be in pearls_in(known):
                if may_be != last:
                    last = i64(may_be)
                    self.moved(before, start, thief, victim, bag_of(last), 0)
            older = before[start + 2 + self.players] >> 8 * victim & 255
            if older:
                self.moved(before, start, thief, victim, EMPTY, 1)
            if size(known) + older < hand_size:
                self.moved(before, start, thief, victim, EMPTY, 0)
        self.prune()

    def moved(self, before: vec[i64], start: i64, thief: i64, victim: i64, bag: i64, older: i64) -> None:
        """Add an account in which a known pearl, or an older unknown one, went from hand to hand."""
        place = i64(len(self.accounts))
        for entry in range(self.width):
            self.accounts = append(self.accounts, before[start + entry])
        self.accounts[place + 1 + victim] -= bag
        self.accounts[place + 1 + thief] += bag
        self.accounts[place + 2 + self.players] += older * (_ONE_IN[thief] - _ONE_IN[victim])

    def observe_empty_pile(self, hands: i64, sizes: vec[i64]) -> None:
        """The draw pile is empty: the hands together hold exactly this bag."""
        refuted = False
        for account in range(self.number()):
            start = account * self.width
            known: i64 = EMPTY
            unsure: i64 = 0
            for holder in range(self.players):
                bag = self.bag(account, holder)
                known += bag
                if size(bag) < sizes[holder]:
                    unsure += 1
            if not holds(hands, known):
                self.accounts[start + 1] = -1
                refuted = True
                continue
            if unsure:
                self.assign_unknown(start, hands - known, sizes)
        if refuted or self.is_split():
            self.prune()

    def assign_unknown(self, start: i64, rest: i64, sizes: vec[i64]) -> None:
        """Assign an account's unknown pearls: some are certain to be in one hand, the others become older pearls."""
        total = size(rest)
        older = rest
        counts: i64 = 0
        for holder in range(self.players):
            known = self.accounts[start + 1 + holder]
            unknown = sizes[holder] - size(known)
            if unknown == 0:
                continue
            # At most this many can be in other hands; the surplus is here.
            elsewhere = total - unknown
            sure = rest if elsewhere == 0 else EMPTY
            if 0 < elsewhere < PEARLS_OF_A_VALUE:
                for value in range(i64(1), i64(9)):
                    more = count(plain(rest), value) - elsewhere
                    if more > 0:
                        sure += more * one(value)
            self.accounts[start + 1 + holder] = known + sure
            older -= sure
            counts += (unknown - size(sure)) * _ONE_IN[holder]
        self.accounts[start + 1 + self.players] = older
        self.accounts[start + 2 + self.players] = counts

    def prune(self) -> None:
        """Remove accounts that are refuted, contain a symbol twice, or duplicate another one of the same seat."""
        before = self.accounts
        width = self.width
        self.accounts = vec[i64](capacity=i64(len(before)))
        for account in range(i64(len(before)) // width):
            start = account * width
            keep = True
            symbols: i64 = 0
            for place in range(1, width - 1):
                bag = before[start + place]
                if bag == -1 or symbols & bag:
                    keep = False
                symbols |= bag & SYMBOLS
            for earlier in range(self.number()):
                same = True
                other = earlier * width
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
        """The knowledge of all seats if these were the hands, one way to complete what the observer knows.

        The observer keeps its knowledge. Every other seat gets only public knowledge, and its own hand.
        """
        world = Knowledge(self.players, vec[i64]())
        for seat in range(self.players + 1):
            for account in range(self.number()):
                start = account * self.width
                source = self.accounts[start]
                if source != (observer if seat == observer else self.players):
                    continue
                if seat not in (observer, self.players) and not holds(hands[seat], self.accounts[start + 1 + seat]):
                    continue
                world.accounts = append(world.accounts, seat)
                for holder in range(self.players):
                    bag = hands[holder] if holder == seat else self.accounts[start + 1 + holder]
                    world.accounts = append(world.accounts, bag)
                whole = seat in (observer, self.players)
                world.accounts = append(world.accounts, self.accounts[start + 1 + self.players] if whole else EMPTY)
                world.accounts = append(world.accounts, self.accounts[start + 2 + self.players] if whole else i64(0))
        world.prune()
        return world
