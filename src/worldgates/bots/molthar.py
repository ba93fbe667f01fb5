"""The greedy bot for Molthar: it looks no further than its own turn.

The value of an action is what it changes: points and abilities gained for sure, and the promise of the characters on
the portal, which grows as fewer pearls are missing. The bot pays with the pearls that it needs least.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from worldgates.bots.policy import Policy
from worldgates.core.table import Table
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
from worldgates.molthar.pearls import EMPTY, LANE, VALUES, bag_of, count, missing, one, size
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

# The share of a character's value that counts, by the number of missing pearls.
_NEARNESS: Final = [0.92, 0.62, 0.4, 0.24, 0.14, 0.07, 0.03]
_SURE: Final = 1.3
_DIAMOND: Final = 0.85
_PEARL: Final = 0.05
_UNSEEN_CHARACTER: Final = 0.55


class Greedy(Policy):
    def choose(self, world: Table) -> i64:
        assert isinstance(world, MoltharTable)
        actions = world.actions()
        best = actions[0]
        if len(actions) == 1:
            return best
        turn = _Turn(world)
        highest = -1e9
        for action in actions:
            value = turn.value(action, self)
            if value > highest:
                highest = value
                best = action
        return best


class _Turn:
    """The bot's evaluation of the position in which it decides."""

    def __init__(self, world: MoltharTable) -> None:
        self.world = world
        self.me: Seat = world.seats[world.turn]
        self.hand: i64 = self.me.hand & VALUES
        self.diamonds: i64 = len(self.me.diamonds)
        # The part of the hand that `pearls_short` leaves for other characters.
        self.rest: i64 = self.hand
        most: i64 = 0
        for seat in world.seats:
            most = max(most, seat.points)
        # A permanent ability is worth more the longer the game will last.
        self.game_left: float = 0.0 if world.final_round else max(0.1, 1.0 - float(most) / float(POINTS_TO_END))
        self.now: float = self.worth(self.hand, self.me.left, self.me.right, self.diamonds)
        # The value of one more pearl, by value; computed on first use.
        self.gains: list[float] = []

    def gain(self, character: Character) -> float:
        """The value of activating a character."""
        value = float(character.points) + _DIAMOND * float(character.diamonds)
        lasting = 0.0
        if character.pictured:
            lasting = 2.2 if character.pictured == one(8) else 1.8
        lasting += 3.0 * float(character.wild) + 0.7 * float(character.hand_limit) + 3.5 * float(character.more_actions)
        power = character.power
        if power == THREES_AS_ANYTHING:
            lasting += 1.4
        elif power == ONES_AS_EIGHT:
            lasting += 1.0
        elif power == DIAMONDS_LOWER:
            lasting += 0.5
        elif power == CAN_TRADE_TWO:
            lasting += 1.6
        elif power == CAN_SWAP:
            lasting += 0.8
        elif power in (CAN_PEEK, CAN_REDRAW):
            lasting += 0.4
        red = character.red
        if red == THREE_MORE_ACTIONS:
            value += 1.2
        elif red == BONUS_FOR_THE_NEXT:
            value -= 0.3
        elif red in (ROBS, BANISHES):
            value += 0.7
        elif red == TAKES_BACK:
            value += 0.3
        return value + lasting * self.game_left

    def pearls_short(self, character: Character, hand: i64, diamonds: i64) -> i64:
        """The approximate number of missing pearls for a character; `rest` gets the unneeded part of the hand."""
        me = self.me
        spare_diamonds = diamonds - character.asks_diamonds
        fewest: i64 = 7
        for bag in character.bags:
            lacking = missing(bag, hand + me.pictured)
            short = size(lacking)
            if short - me.wild >= fewest and spare_diamonds <= 0 and not me.powers:
                continue
            if short > 0:
                spare = missing(hand, bag)
                if me.powers & THREES_AS_ANYTHING:
                    short -= count(spare, 3)
                if me.powers & ONES_AS_EIGHT:
                    short -= min(count(spare, 1), count(lacking, 8))
                if spare_diamonds > 0:
                    raised = spare << LANE & VALUES
                    short -= min(spare_diamonds, size(lacking) - size(missing(lacking, raised)))
                short -= me.wild
            if short < fewest:
                fewest = short if short > 0 else 0
                self.rest = missing(hand, bag)
        return fewest + (2 if spare_diamonds < 0 else 0)

    def promise(self, kind: i64, hand: i64, diamonds: i64) -> float:
        """The value of a character on the portal at present."""
        if kind == NO_CHARACTER:
            return 0.0
        character = CHARACTERS[kind]
        short = min(self.pearls_short(character, hand, diamonds), 6)
        if self.world.final_round and short + 1 > self.world.actions_left:
            return 0.0
        value = self.gain(character) * _NEARNESS[short]
        # A wisp may be gone before the next turn.
        return 0.75 * value if character.is_wisp else value

    def worth(self, hand: i64, left: i64, right: i64, diamonds: i64) -> float:
        """The value of a player's side of the table, besides activated characters."""
        pearls = min(size(hand), self.me.hand_limit)
        # A pearl pays for one character only: the second is paid from what the first leaves.
        promises = self.promise(left, hand, diamonds)
        if right != NO_CHARACTER:
            if left != NO_CHARACTER:
                promises += self.promise(right, self.rest, diamonds)
                right_first = self.promise(right, hand, diamonds)
                promises = max(promises, right_first + self.promise(left, self.rest, diamonds))
            else:
                promises = self.promise(right, hand, diamonds)
        return promises + _DIAMOND * float(diamonds) + _PEARL * float(pearls)

    def with_hand(self, hand: i64) -> float:
        return self.worth(hand, self.me.left, self.me.right, self.diamonds)

    def pearl_gain(self, value: i64) -> float:
        """The value of one more pearl of a given value."""
        if not self.gains:
            for each in range(i64(1), i64(9)):
                self.gains.append(self.with_hand(self.hand + one(each)) - self.now)
        return self.gains[value - 1]

    def value(self, action: i64, policy: Policy) -> float:
        do = doing(action)
        first = first_of(action)
        if do == TAKE:
            if first == PEARL_PILE:
                self.pearl_gain(1)
                return sum(self.gains) / 8
            pearl = bag_of(self.world.face_up_pearls[first])
            return self.with_hand(self.hand + (pearl & VALUES)) - self.now
        if do == REFRESH:
            return self.value_of_refresh()
        if do == PLACE:
            return self.value_of_placing(first, second_of(action))
        if do == ACTIVATE:
            return self.value_of_activating(action)
        if do == TRADE_TWO:
            return self.worth(self.hand - one(2), self.me.left, self.me.right, self.diamonds + 1) - self.now
        if do == SWAP:
            return self.value_of_swap(first, second_of(action))
        if do == PEEK:
            # It costs nothing, so it comes first.
            return 100.0
        if do == REDRAW:
            return self.value_of_redraw(policy)
        if do == DISCARD:
            return self.with_hand(self.hand - one(first))
        if do == ROB:
            return self.threat(first) + 0.3 * float(size(self.world.seats[first].hand))
        if do in (ROB_PEARL, TAKE_BACK):
            return self.with_hand(self.hand + one(first))
        if do == BANISH:
            kind = self.world.seats[first].portal(second_of(action))
            return self.threat(first) + self.gain(CHARACTERS[kind])
        return 0.0

    def threat(self, seat: i64) -> float:
        return 0.5 * float(self.world.seats[seat].points)

    def value_of_refresh(self) -> float:
        """The value of four new pearls, if another action follows that can take the best of them."""
        if self.world.actions_left < 2:
            return -1.0
        self.pearl_gain(1)
        at_hand = 0.0
        for pearl in self.world.face_up_pearls:
            if pearl:
                at_hand = max(at_hand, self.gains[(pearl - 1) & 7])
        ordered = sorted(self.gains)
        # The best of four pearls drawn at random.
        expected = 0.0
        for place in range(8):
            expected += ordered[place] * (((place + 1) / 8) ** 4 - (place / 8) ** 4)
        return 0.5 * (expected - at_hand) - 0.2

    def value_of_placing(self, source: i64, discard: i64) -> float:
        left, right = self.me.left, self.me.right
        if discard == 0 or (discard == NO_SLOT and left == NO_CHARACTER):
            left = NO_CHARACTER
        else:
            right = NO_CHARACTER
        kind = NO_CHARACTER if source == CHARACTER_PILE else self.world.face_up_characters[source]
        if source == CHARACTER_PILE and self.world.top_known_by >> self.world.turn & 1:
            kind = self.world.characters.top()
        value = 0.0
        if kind == NO_CHARACTER:
            value = 0.0 if self.world.final_round else _UNSEEN_CHARACTER
        elif left == NO_CHARACTER:
            left = kind
        else:
            right = kind
        return value + self.worth(self.hand, left, right, self.diamonds) - self.now

    def value_of_activating(self, action: i64) -> float:
        owner, slot, me = first_of(action), second_of(action), self.me
        kind = self.world.seats[owner].portal(slot)
        left, right, extra = me.left, me.right, 0.0
        if owner != self.world.turn:
            extra = 1.0
        elif slot == 0:
            left = NO_CHARACTER
        else:
            right = NO_CHARACTER
        after = self.worth(self.hand - spend_of(action), left, right, self.diamonds - diamonds_of(action))
        return _SURE * self.gain(CHARACTERS[kind]) + 0.5 + extra + after - self.now

    def value_of_swap(self, slot: i64, place: i64) -> float:
        """It costs no action: it comes first if it is an improvement, and is skipped otherwise."""
        kind = self.world.face_up_characters[place]
        left = kind if slot == 0 else self.me.left
        right = kind if slot == 1 else self.me.right
        better = self.worth(self.hand, left, right, self.diamonds) - self.now
        return 50.0 + better if better > 0.15 else -1.0

    def value_of_redraw(self, policy: Policy) -> float:
        """Compares a sample of random hands with the current one."""
        number = size(self.hand)
        expected = 0.0
        for _ in range(8):
            hand: i64 = EMPTY
            for _ in range(number):
                hand += one(policy.chance.below(8) + 1)
            expected += self.with_hand(hand) / 8
        return expected - self.now - 0.1
