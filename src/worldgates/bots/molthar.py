"""How a bot values actions in Molthar, looking no further than its own turn.

The value of an action is what it changes: points and abilities gained for sure, and the promise of the characters on
the portal, which grows as fewer pearls are missing. The bot pays with the pearls that it needs least. Once the end of
the game is known, it counts only what it can still do in the actions that it has left.

The numbers are data (`NUMBERS`, by name). A search asks for these values several times in every playout, so this is
written for speed: tables by kind of character, no objects, and one pass for all eight pearls.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.core.chance import Chance, FastChance
from worldgates.molthar.cards import (
    BANISHES,
    BONUS_FOR_THE_NEXT,
    CAN_PEEK,
    CAN_REDRAW,
    CAN_SWAP,
    CAN_TRADE_TWO,
    CHARACTERS,
    DIAMONDS_LOWER,
    NO_CHARACTER,
    ONES_AS_EIGHT,
    ROBS,
    TAKES_BACK,
    THREE_MORE_ACTIONS,
    THREES_AS_ANYTHING,
    Character,
)
from worldgates.molthar.pearls import EMPTY, LANE, VALUES, count, missing, one, size
from worldgates.molthar.table import (
    ACTIVATE,
    BANISH,
    CHARACTER_PILE,
    DISCARD,
    NO_SLOT,
    PEARL_PILE,
    PEEK,
    PLACE,
    POINTS_TO_END,
    REDRAW,
    REFRESH,
    ROB,
    ROB_PEARL,
    SWAP,
    TAKE,
    TAKE_BACK,
    TRADE_TWO,
    MoltharTable,
    Seat,
    diamonds_of,
    doing,
    first_of,
    second_of,
    spend_of,
)

# The numbers of the valuation, in points; `worldgates tune` finds better ones for the levels above easy.
NUMBERS: Final[dict[str, float]] = {
    # The share of a character's value that counts, by the number of missing pearls.
    "nearness_0": 0.92,
    "nearness_1": 0.62,
    "nearness_2": 0.4,
    "nearness_3": 0.24,
    "nearness_4": 0.14,
    "nearness_5": 0.07,
    "nearness_6": 0.03,
    # How much more an activated character counts than a promised one, and the value of activating at all.
    "sure": 1.3,
    "activation": 0.5,
    # A neighbour's wisp.
    "foreign": 1.0,
    "diamond": 0.85,
    # The share of the second character on the portal, and of a wisp, which may be gone before the next turn.
    "second": 1.0,
    "wisp": 0.75,
    # An unseen character from the pile.
    "unseen": 0.55,
    # Permanent abilities at the start of a game.
    "pictured": 1.8,
    "pictured_8": 2.2,
    "wild": 3.0,
    "hand_limit": 0.7,
    "more_actions": 3.5,
    "threes": 1.4,
    "ones": 1.0,
    "lower": 0.5,
    "trade_two": 1.6,
    "swap": 0.8,
    "peek": 0.4,
    # Red abilities.
    "three_actions": 1.2,
    "bonus_for_next": -0.3,
    "robbery": 0.7,
    "take_back": 0.3,
    # New face-up pearls: the share of the expected improvement that counts, and the cost.
    "refresh": 0.5,
    "refresh_cost": 0.2,
    # The least part of the game that is left until the final round.
    "floor": 0.1,
    # Once the end is known: a diamond, and the share of a pearl's own value.
    "end_diamond": 0.15,
    "end_pearl": 0.2,
    # A pearl in hand, besides what it pays for.
    "pearl_1": 0.05,
    "pearl_2": 0.05,
    "pearl_3": 0.05,
    "pearl_4": 0.05,
    "pearl_5": 0.05,
    "pearl_6": 0.05,
    "pearl_7": 0.05,
    "pearl_8": 0.05,
}

_NO_END: Final[i64] = 99
# The lowest bit of every lane of a bag.
_LOW: Final[i64] = 0x842108421 & VALUES
# More pearls than this are never worth waiting for.
_LONGEST: Final[i64] = 5
_FAR: Final[i64] = 6
# A character that has not been examined yet.
_UNKNOWN: Final[i64] = -1
# The probability that the best of four random pearls is among the lowest n of eight.
_BEST_OF_FOUR: Final[vec[float]] = vec[float]([(n / 8) * (n / 8) * (n / 8) * (n / 8) for n in range(9)])
# What `PEEK` and an improving `SWAP` are worth: they cost no action, so they come first.
_FIRST: Final = 100.0
_SOON: Final = 50.0


@final
class Cards:
    """The characters by kind, as flat tables."""

    def __init__(self) -> None:
        # The bags that meet the requirement of kind k are bags[starts[k]] to bags[starts[k + 1] - 1].
        self.bags: vec[i64] = vec[i64]()
        self.starts: vec[i64] = vec[i64]([0])
        self.asks: vec[i64] = vec[i64]()
        self.points: vec[float] = vec[float]()
        self.wisps: vec[i64] = vec[i64]()
        # The actions that activating one gives at once.
        self.actions: vec[i64] = vec[i64]()
        for character in CHARACTERS:
            for bag in character.bags_by_size:
                if size(bag) <= _LONGEST:
                    self.bags = append(self.bags, bag)
            self.starts = append(self.starts, i64(len(self.bags)))
            self.asks = append(self.asks, character.asks_diamonds)
            self.points = append(self.points, float(character.points))
            self.wisps = append(self.wisps, i64(1) if character.is_wisp else i64(0))
            more: i64 = 3 if character.red == THREE_MORE_ACTIONS else 0
            self.actions = append(self.actions, more + character.more_actions)


CARDS: Final = Cards()


@final
class Taste:
    """The numbers as the valuation uses them, with tables by kind of character."""

    def __init__(self, numbers: dict[str, float]) -> None:
        """Numbers that are missing keep their default."""
        n = {**NUMBERS, **numbers}
        self.nearness: vec[float] = vec[float]([n[f"nearness_{short}"] for short in range(7)])
        self.pearls: vec[float] = vec[float]([n[f"pearl_{value}"] for value in range(1, 9)])
        self.sure: float = n["sure"]
        self.activation: float = n["activation"]
        self.foreign: float = n["foreign"]
        self.diamond: float = n["diamond"]
        self.second: float = n["second"]
        self.wisp: float = n["wisp"]
        self.unseen: float = n["unseen"]
        self.refresh: float = n["refresh"]
        self.refresh_cost: float = n["refresh_cost"]
        self.floor: float = n["floor"]
        self.end_diamond: float = n["end_diamond"]
        self.end_pearl: float = n["end_pearl"]
        # By kind: the value without diamonds and permanent abilities, the permanent abilities, and the diamonds.
        self.at_once: vec[float] = vec[float]()
        self.lasting: vec[float] = vec[float]()
        self.diamonds: vec[float] = vec[float]()
        for character in CHARACTERS:
            self.at_once = append(self.at_once, float(character.points) + _red(character, n))
            self.lasting = append(self.lasting, _blue(character, n))
            self.diamonds = append(self.diamonds, float(character.diamonds))


def _red(character: Character, n: dict[str, float]) -> float:
    red = character.red
    if red == THREE_MORE_ACTIONS:
        return n["three_actions"]
    if red == BONUS_FOR_THE_NEXT:
        return n["bonus_for_next"]
    if red in (ROBS, BANISHES):
        return n["robbery"]
    return n["take_back"] if red == TAKES_BACK else 0.0


def _blue(character: Character, n: dict[str, float]) -> float:
    if character.pictured:
        return n["pictured_8"] if character.pictured == one(8) else n["pictured"]
    if character.wild:
        return n["wild"]
    if character.hand_limit:
        return n["hand_limit"]
    if character.more_actions:
        return n["more_actions"]
    power = character.power
    if power == THREES_AS_ANYTHING:
        return n["threes"]
    if power == ONES_AS_EIGHT:
        return n["ones"]
    if power == DIAMONDS_LOWER:
        return n["lower"]
    if power == CAN_TRADE_TWO:
        return n["trade_two"]
    if power == CAN_SWAP:
        return n["swap"]
    return n["peek"] if power in (CAN_PEEK, CAN_REDRAW) else 0.0


@final
class Outlay:
    """What a character lacks: how many pearls, which values would help (one bit per lane), and the unneeded hand."""

    def __init__(self) -> None:
        self.kind: i64 = NO_CHARACTER
        self.short: i64 = 0
        self.mask: i64 = 0
        self.rest: i64 = 0


@final
class Valuation:
    """A seat's judgement of a moment. `look` begins; one object serves for many moments."""

    def __init__(self, taste: Taste) -> None:
        self.taste = taste
        self.cards = CARDS
        self.nearness: vec[float] = taste.nearness
        # The moment.
        self.world = MoltharTable(2, FastChance(0, 0, 0, 0))
        self.me = Seat()
        self.number: i64 = 0
        self.hand: i64 = 0
        self.held: i64 = 0
        self.pictured: i64 = 0
        self.wild: i64 = 0
        self.powers: i64 = 0
        self.limit: i64 = 0
        self.plain = True
        # Whether it is known when the game ends, how many actions the seat has until then, and whether this is its
        # last turn.
        self.ending = False
        self.budget: i64 = _NO_END
        self.last_turn = False
        self.game_left: float = 0.0
        self.diamond: float = 0.0
        self.pearl_share: float = 1.0
        # The characters on the portal and the face-up ones, each with the whole hand; and space for others.
        self.at_left = Outlay()
        self.at_right = Outlay()
        self.up_0 = Outlay()
        self.up_1 = Outlay()
        self.top = Outlay()
        self.rest = Outlay()
        self.here_1 = Outlay()
        self.here_2 = Outlay()
        # The latest plan: two characters in the order in which they are paid for, with what each then lacks.
        self.kind_1: i64 = NO_CHARACTER
        self.kind_2: i64 = NO_CHARACTER
        self.short_1: i64 = 0
        self.short_2: i64 = 0
        self.mask_1: i64 = 0
        self.mask_2: i64 = 0
        # The plan for the portal as it is, and the value of it all.
        self.first: i64 = NO_CHARACTER
        self.second: i64 = NO_CHARACTER
        self.first_short: i64 = 0
        self.second_short: i64 = 0
        self.first_mask: i64 = 0
        self.second_mask: i64 = 0
        self.promises: float = 0.0
        self.now: float = 0.0
        # The value of taking a pearl, by value; computed on first use.
        self.gains: vec[float] = vec[float]([0.0] * 8)
        self.sorted: vec[float] = vec[float]([0.0] * 8)
        self.knows_gains = False

    def look(self, world: MoltharTable, number: i64) -> None:
        """Judge the moment for a seat."""
        taste = self.taste
        self.world = world
        me = world.seats[number]
        self.me = me
        self.number = number
        self.hand = me.hand & VALUES
        self.held = len(me.diamonds)
        self.pictured = me.pictured
        self.wild = me.wild
        self.powers = me.powers
        self.limit = me.hand_limit
        self.plain = me.wild == 0 and me.powers & (THREES_AS_ANYTHING | ONES_AS_EIGHT) == 0
        most: i64 = 0
        for seat in world.seats:
            if seat.points > most:
                most = seat.points
        self.ending = world.final_round or most >= POINTS_TO_END
        self.budget = self.actions_to_come() if self.ending else _NO_END
        self.last_turn = world.final_round and number == world.turn
        # A permanent ability is worth more the longer the game will last.
        self.game_left = 0.0
        if not world.final_round:
            self.game_left = max(taste.floor, 1.0 - float(most) / float(POINTS_TO_END))
        self.diamond = taste.diamond
        self.pearl_share = 1.0
        if self.ending:
            self.diamond = taste.end_diamond
            # A pearl that is taken now can only pay for something if two more actions follow.
            self.pearl_share = taste.end_pearl if self.budget > 2 else 0.0
        left, right = me.left, me.right
        if self.last_turn and world.new_wisps:
            # A wisp that came this turn cannot be activated any more (M21).
            if world.must_wait(0):
                left = NO_CHARACTER
            if world.must_wait(1):
                right = NO_CHARACTER
        self.examine(self.at_left, left, self.hand, self.held)
        self.examine(self.at_right, right, self.hand, self.held)
        self.promises = self.plan(self.at_left, self.at_right, self.held, self.budget)
        self.first = self.kind_1
        self.second = self.kind_2
        self.first_short = self.short_1
        self.second_short = self.short_2
        self.first_mask = self.mask_1
        self.second_mask = self.mask_2
        self.now = self.promises + self.belongings(self.hand, self.held)
        self.knows_gains = False
        self.up_0.kind = _UNKNOWN
        self.up_1.kind = _UNKNOWN

    def actions_to_come(self) -> i64:
        """The actions of the seat until the end of the game, when that is known."""
        world = self.world
        me = self.me
        bonus = me.bonus
        actions: i64 = 0
        if self.number == world.turn:
            actions = world.actions_left
        else:
            start, players = world.starting_seat, world.players
            if (self.number - start + players) % players > (world.turn - start + players) % players:
                actions = me.actions + bonus
                bonus = 0
        if not world.final_round:
            actions += me.actions + bonus
        return actions

    # What a character lacks.

    def examine(self, found: Outlay, kind: i64, hand: i64, diamonds: i64) -> None:
        """Find out approximately what a character lacks."""
        found.kind = kind
        if kind == NO_CHARACTER:
            return
        cards = self.cards
        bags = cards.bags
        pictured = self.pictured
        have = hand + pictured
        spare = diamonds - cards.asks[kind]
        plain = self.plain and spare <= 0
        fewest: i64 = 7
        mask: i64 = 0
        best: i64 = 0
        for at in range(cards.starts[kind], cards.starts[kind + 1]):
            bag = bags[at]
            lacking = missing(bag, have)
            if lacking == 0:
                fewest = 0
                best = bag
                mask = 0
                break
            short = size(lacking)
            values = (lacking | lacking >> 1 | lacking >> 2) & _LOW
            if not plain:
                unneeded = missing(hand, bag)
                whole = short
                if self.powers & THREES_AS_ANYTHING:
                    short -= count(unneeded, 3)
                    values |= 1 << 2 * LANE
                if self.powers & ONES_AS_EIGHT and count(lacking, 8):
                    short -= min(count(unneeded, 1), count(lacking, 8))
                    values |= 1
                if spare > 0:
                    used = min(spare, whole - size(missing(lacking, unneeded << LANE & VALUES)))
                    short -= used
                    if used < spare:
                        values |= values >> LANE
                short -= self.wild
                if short <= 0:
                    fewest = 0
                    best = bag
                    mask = 0
                    break
            if short < fewest:
                fewest = short
                best = bag
                mask = values
            elif short == fewest:
                mask |= values
        found.rest = missing(hand, missing(best, pictured)) if pictured else missing(hand, best)
        found.mask = mask
        found.short = fewest if spare >= 0 else fewest + 2

    # What things are worth.

    def gain(self, kind: i64) -> float:
        """The value of activating a character."""
        taste = self.taste
        return taste.at_once[kind] + taste.diamonds[kind] * self.diamond + taste.lasting[kind] * self.game_left

    def promise(self, kind: i64, short: i64, budget: i64) -> float:
        """The value of a character on the portal that lacks some pearls: none if it cannot be activated any more."""
        if short >= budget:
            return 0.0
        if short > _FAR:
            short = _FAR
        value = self.gain(kind) * self.nearness[short]
        return value * self.taste.wisp if self.cards.wisps[kind] else value

    def pair(self, kind_1: i64, short_1: i64, kind_2: i64, short_2: i64, budget: i64) -> float:
        """The promise of two characters, the first of them paid first."""
        if kind_1 == NO_CHARACTER:
            return 0.0
        value = self.promise(kind_1, short_1, budget)
        if kind_2 != NO_CHARACTER:
            if budget < _NO_END and short_1 < budget:
                budget -= short_1 + 1
            value += self.taste.second * self.promise(kind_2, short_2, budget)
        return value

    def plan(self, this: Outlay, other: Outlay, diamonds: i64, budget: i64) -> float:
        """The promise of two characters in the better order: a pearl pays for one only, so the second is paid from
        what the first leaves."""
        if this.kind == NO_CHARACTER:
            this, other = other, this
        self.kind_1 = this.kind
        self.kind_2 = other.kind
        self.short_1 = this.short
        self.mask_1 = this.mask
        self.short_2 = 0
        self.mask_2 = 0
        if other.kind == NO_CHARACTER:
            return self.pair(this.kind, this.short, NO_CHARACTER, 0, budget)
        rest = self.rest
        self.examine(rest, other.kind, this.rest, diamonds)
        self.short_2 = rest.short
        self.mask_2 = rest.mask
        value = self.pair(this.kind, this.short, other.kind, rest.short, budget)
        if self.pair(other.kind, other.short, this.kind, this.short, budget) <= value:
            # Even with all pearls for both, the other order is no better.
            return value
        self.examine(rest, this.kind, other.rest, diamonds)
        flipped = self.pair(other.kind, other.short, this.kind, rest.short, budget)
        if flipped > value:
            value = flipped
            self.kind_1 = other.kind
            self.kind_2 = this.kind
            self.short_1 = other.short
            self.mask_1 = other.mask
            self.short_2 = rest.short
            self.mask_2 = rest.mask
        return value

    def most(self, this: Outlay, other: Outlay, budget: i64) -> float:
        """A quick upper bound of `plan`."""
        first = 0.0 if this.kind == NO_CHARACTER else self.promise(this.kind, this.short, budget)
        second = 0.0 if other.kind == NO_CHARACTER else self.promise(other.kind, other.short, budget)
        share = max(1.0, self.taste.second)
        return share * (first + second)

    def belongings(self, hand: i64, diamonds: i64) -> float:
        """The value of diamonds and pearls by themselves."""
        total = 0.0
        if self.pearl_share > 0.0:
            pearls = self.taste.pearls
            number: i64 = 0
            at: i64 = 0
            left = hand
            while left:
                here = left & 31
                if here:
                    number += here
                    total += float(here) * pearls[at]
                left >>= LANE
                at += 1
            if number > self.limit:
                total = total * float(self.limit) / float(number)
            total *= self.pearl_share
        return total + self.diamond * float(diamonds)

    def worth(self, hand: i64, left: i64, right: i64, diamonds: i64, budget: i64) -> float:
        """The value of a player's side of the table, besides activated characters."""
        this, other = self.here_1, self.here_2
        self.examine(this, left, hand, diamonds)
        self.examine(other, right, hand, diamonds)
        return self.plan(this, other, diamonds, budget) + self.belongings(hand, diamonds)

    def with_hand(self, hand: i64) -> float:
        return self.worth(hand, self.at_left.kind, self.at_right.kind, self.held, self.budget)

    def after(self) -> i64:
        """The actions left after the next one."""
        return self.budget - 1 if self.ending else _NO_END

    def find_gains(self) -> None:
        """The value of taking a pearl, for each of the eight values."""
        self.knows_gains = True
        budget = self.after()
        first, second = self.first, self.second
        none = self.pair(first, self.first_short, second, self.second_short, budget)
        with_1 = none
        with_2 = none
        if self.first_mask:
            with_1 = self.pair(first, self.first_short - 1, second, self.second_short, budget)
        if self.second_mask and second != NO_CHARACTER:
            with_2 = self.pair(first, self.first_short, second, self.second_short - 1, budget)
        share = self.pearl_share if size(self.hand) < self.limit else 0.0
        gains = self.gains
        pearls = self.taste.pearls
        lane: i64 = 0
        for value in range(i64(8)):
            best = none
            if self.first_mask >> lane & 1 and with_1 > best:
                best = with_1
            if self.second_mask >> lane & 1 and with_2 > best:
                best = with_2
            gains[value] = best - self.promises + share * pearls[value]
            lane += LANE

    # The value of each action.

    def value(self, action: i64, chance: Chance, bar: float) -> float:
        """The value of an action: exact if it is `bar` or more, else anything lower."""
        do = doing(action)
        first = first_of(action)
        world = self.world
        if do == TAKE:
            if not self.knows_gains:
                self.find_gains()
            if first == PEARL_PILE:
                return self.mean_gain()
            return self.gains[world.face_up_pearls[first] - 1 & 7]
        if do == REFRESH:
            return self.value_of_refresh()
        if do == PLACE:
            return self.value_of_placing(first, second_of(action), bar)
        if do == ACTIVATE:
            return self.value_of_activating(action)
        if do == TRADE_TWO:
            after = self.worth(self.hand - one(2), self.at_left.kind, self.at_right.kind, self.held + 1, self.budget)
            return after - self.now
        if do == SWAP:
            return self.value_of_swap(first, second_of(action))
        if do == PEEK:
            return _FIRST
        if do == REDRAW:
            return self.value_of_redraw(chance)
        if do == DISCARD:
            return self.with_hand(self.hand - one(first))
        if do == ROB:
            return self.threat(first) + 0.3 * float(size(world.seats[first].hand))
        if do in (ROB_PEARL, TAKE_BACK):
            return self.with_hand(self.hand + one(first))
        if do == BANISH:
            return self.threat(first) + self.gain(world.seats[first].portal(second_of(action)))
        return 0.0

    def threat(self, seat: i64) -> float:
        return 0.5 * float(self.world.seats[seat].points)

    def mean_gain(self) -> float:
        total = 0.0
        for each in self.gains:
            total += each
        return total / 8.0

    def value_of_refresh(self) -> float:
        """The value of four new pearls, if another action follows that can take the best of them."""
        if self.world.actions_left < 2:
            return -1.0
        if not self.knows_gains:
            self.find_gains()
        gains, ordered = self.gains, self.sorted
        at_hand = 0.0
        for pearl in self.world.face_up_pearls:
            if pearl:
                gain = gains[pearl - 1 & 7]
                if gain > at_hand:
                    at_hand = gain
        for index in range(i64(8)):
            gain = gains[index]
            at = index
            while at > 0 and ordered[at - 1] > gain:
                ordered[at] = ordered[at - 1]
                at -= 1
            ordered[at] = gain
        expected = 0.0
        for index in range(i64(8)):
            expected += ordered[index] * (_BEST_OF_FOUR[index + 1] - _BEST_OF_FOUR[index])
        return self.taste.refresh * (expected - at_hand) - self.taste.refresh_cost

    def face_up(self, place: i64) -> Outlay:
        """A face-up character with the whole hand."""
        found = self.up_0 if place == 0 else self.up_1
        if found.kind == _UNKNOWN:
            self.examine(found, self.world.face_up_characters[place], self.hand, self.held)
        return found

    def value_of_placing(self, source: i64, discard: i64, bar: float) -> float:
        world = self.world
        budget = self.after()
        if discard == NO_SLOT:
            kept = self.at_left if self.me.left != NO_CHARACTER else self.at_right
        else:
            kept = self.at_right if discard == 0 else self.at_left
        value = self.belongings(self.hand, self.held) - self.now
        if source == CHARACTER_PILE:
            if not world.top_known_by >> world.turn & 1:
                if not self.ending:
                    value += self.taste.unseen
                elif budget > 2:
                    value += 0.5 * self.taste.unseen
                return value + self.pair(kept.kind, kept.short, NO_CHARACTER, 0, budget)
            found = self.top
            self.examine(found, world.characters.top(), self.hand, self.held)
        else:
            found = self.face_up(source)
        if self.last_turn and world.wisp_owner_waits and self.cards.wisps[found.kind]:
            # It could not be activated before the end (M21).
            return value + self.pair(kept.kind, kept.short, NO_CHARACTER, 0, budget)
        most = value + self.most(kept, found, budget)
        if most < bar:
            return most
        return value + self.plan(kept, found, self.held, budget)

    def value_of_activating(self, action: i64) -> float:
        owner, slot = first_of(action), second_of(action)
        kind = self.world.seats[owner].portal(slot)
        taste = self.taste
        value = taste.sure * self.gain(kind)
        budget = self.after()
        if self.ending:
            budget += self.cards.actions[kind]
        # At the very end, an activation that gains nothing is worth nothing.
        if budget > 0 or value > 0.0:
            value += taste.activation
        kept = self.here_1
        left, right = self.at_left.kind, self.at_right.kind
        if owner != self.number:
            value += taste.foreign
        elif slot == 0:
            left = NO_CHARACTER
        else:
            right = NO_CHARACTER
        hand = self.hand - spend_of(action)
        diamonds = self.held - diamonds_of(action)
        if left == NO_CHARACTER or right == NO_CHARACTER:
            self.examine(kept, right if left == NO_CHARACTER else left, hand, diamonds)
            after = self.pair(kept.kind, kept.short, NO_CHARACTER, 0, budget)
            after += self.belongings(hand, diamonds)
        else:
            after = self.worth(hand, left, right, diamonds, budget)
        return value + after - self.now

    def value_of_swap(self, slot: i64, place: i64) -> float:
        """It costs no action: it comes first if it is an improvement, and is skipped otherwise."""
        world = self.world
        kind = world.face_up_characters[place]
        if self.last_turn and world.wisp_owner_waits and self.cards.wisps[kind]:
            return -1.0
        left = kind if slot == 0 else self.at_left.kind
        right = kind if slot == 1 else self.at_right.kind
        better = self.worth(self.hand, left, right, self.held, self.budget) - self.now
        return _SOON + better if better > 0.15 else -1.0

    def value_of_redraw(self, chance: Chance) -> float:
        """Compares a sample of random hands with the current one."""
        number = size(self.hand)
        expected = 0.0
        for _ in range(i64(8)):
            hand: i64 = EMPTY
            for _ in range(number):
                hand += one(chance.below(8) + 1)
            expected += self.with_hand(hand) / 8.0
        return expected - self.now - 0.1
