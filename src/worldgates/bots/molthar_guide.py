"""Molthar's guide for searches: greedy's values, and each seat's chance to win from a learned utility."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.bots.guide import Guide
from worldgates.bots.molthar import CARDS, Taste, Valuation
from worldgates.core.chance import Chance
from worldgates.core.table import Table
from worldgates.molthar.cards import (
    CAN_PEEK,
    CAN_REDRAW,
    CAN_SWAP,
    CAN_TRADE_TWO,
    DIAMONDS_LOWER,
    NO_CHARACTER,
    ONES_AS_EIGHT,
    THREES_AS_ANYTHING,
)
from worldgates.molthar.pearls import count, size
from worldgates.molthar.table import ACTIVATE, POINTS_TO_END, MoltharTable, doing

# A seat's features, in this order in a row.
FEATURES: Final = (
    "points",
    "promises",
    "diamonds",
    "pearls",
    "pictured",
    "wild",
    "hand_limit",
    "more_actions",
    "threes",
    "ones",
    "trade_two",
    "small_abilities",
    "on_portal",
    "on_turn",
    "pace",
    "order",
    "twelve",
    "ready",
    "near",
    "ready_beyond_8",
    "wisps_in_danger",
    "market",
    "best_pearl",
    "portal_points",
    "beyond_8",
    "ready_on_turn",
    "can_reach_twelve",
    "can_reach_twelve_on_turn",
    "most_of_a_value",
    "high_pearls",
)
_WIDTH: Final[i64] = len(FEATURES)
# Each feature counts plain, times the part of the game that is left, and once the end is known.
_GROUPS: Final[i64] = 3
_NEARLY: Final = 8.0


@final
class MoltharGuide(Guide):
    def __init__(self, taste: Taste, weights: list[float]) -> None:
        """`weights` are as many as `feature_names`, or none for a guide without an outlook."""
        self.trust = 0.06
        self.doubt = 16.0
        self.reads_hidden = False
        self.mine = Valuation(taste)
        self.sights: list[Valuation] = [Valuation(taste) for _ in range(5)]
        self.row: vec[float] = vec[float]([0.0] * int(_WIDTH))
        self.weights: vec[float] = vec[float](weights)
        self.mixed: vec[float] = vec[float]([0.0] * int(_WIDTH))

    # Values.

    def values(self, world: Table, chance: Chance) -> vec[float]:
        assert isinstance(world, MoltharTable)
        mine = self.mine
        mine.look(world, world.turn)
        actions = world.actions()
        values = vec[float](capacity=len(actions))
        for action in actions:
            values = append(values, mine.value(action, chance, -1e9))
        return values

    def pick(self, world: Table, chance: Chance) -> i64:
        assert isinstance(world, MoltharTable)
        mine = self.mine
        mine.look(world, world.turn)
        actions = world.actions()
        best: i64 = 0
        top = -1e9
        # From the last one: activations come last, and what is worth less than one need not be valued exactly.
        index = i64(len(actions)) - 1
        while index >= 0:
            value = mine.value(actions[index], chance, top)
            if value >= top:
                top = value
                best = index
            index -= 1
        return best

    def turn(self, world: Table) -> i64:
        assert isinstance(world, MoltharTable)
        return world.turn

    def group(self, world: Table, action: i64) -> i64:  # noqa: ARG002
        return action & 0xFFF if doing(action) == ACTIVATE else action

    # Outlook.

    def feature_names(self) -> list[str]:
        names = list(FEATURES)
        return names + [f"{name}_left" for name in names] + [f"{name}_end" for name in names]

    def features(self, world: Table) -> vec[float]:
        assert isinstance(world, MoltharTable)
        self.look_around(world)
        all_features = vec[float](capacity=world.players * _WIDTH * _GROUPS)
        for number in range(world.players):
            sight = self.sights[number]
            self.describe(world, number)
            end = 1.0 if sight.ending else 0.0
            for each in self.row:
                all_features = append(all_features, each)
            for each in self.row:
                all_features = append(all_features, each * sight.game_left)
            for each in self.row:
                all_features = append(all_features, each * end)
        return all_features

    def utilities(self, world: Table) -> vec[float]:
        assert isinstance(world, MoltharTable)
        self.look_around(world)
        weights, mixed, row = self.weights, self.mixed, self.row
        left = self.sights[0].game_left
        ending = self.sights[0].ending
        for each in range(_WIDTH):
            mixed[each] = weights[each] + left * weights[_WIDTH + each]
        if ending:
            for each in range(_WIDTH):
                mixed[each] += weights[2 * _WIDTH + each]
        utilities = vec[float](capacity=world.players)
        for number in range(world.players):
            self.describe(world, number)
            total = 0.0
            for each in range(_WIDTH):
                total += mixed[each] * row[each]
            utilities = append(utilities, total)
        return utilities

    def look_around(self, world: MoltharTable) -> None:
        for number in range(world.players):
            self.sights[number].look(world, number)

    def danger(self, world: MoltharTable, number: i64, kind: i64) -> float:
        """How likely a neighbour activates a wisp on a portal."""
        risk = 0.0
        players = world.players
        for step in range(i64(2)):
            if step == 1 and players == 2:
                break
            other = self.sights[(number + 1) % players if step == 0 else (number + players - 1) % players]
            other.examine(other.rest, kind, other.hand, other.held)
            if other.rest.short == 0:
                risk += 1.0
            elif other.rest.short == 1:
                risk += 0.4
        return risk

    def describe(self, world: MoltharTable, number: i64) -> None:
        """Write the features of a seat into the row."""
        sight = self.sights[number]
        seat = world.seats[number]
        row = self.row
        points = float(seat.points)
        on_turn = number == world.turn
        mine = 1.0 if on_turn else 0.0
        hand = sight.hand
        on_portal = 0.0
        portal_points = 0.0
        risk = 0.0
        for slot in range(i64(2)):
            kind = seat.portal(slot)
            if kind != NO_CHARACTER:
                on_portal += 1.0
                portal_points += CARDS.points[kind]
                if CARDS.wisps[kind]:
                    risk += self.danger(world, number, kind)
        ready = 0.0
        near = 0.0
        if sight.first != NO_CHARACTER:
            if sight.first_short == 0:
                ready = CARDS.points[sight.first]
            elif sight.first_short == 1:
                near = CARDS.points[sight.first]
            if sight.second != NO_CHARACTER:
                if sight.second_short == 0:
                    ready += CARDS.points[sight.second]
                elif sight.second_short == 1:
                    near += CARDS.points[sight.second]
        market = 0.0
        pearl = 0.0
        if on_turn:
            for place in range(i64(2)):
                found = sight.face_up(place)
                if found.kind != NO_CHARACTER:
                    market = max(market, sight.promise(found.kind, found.short, sight.budget))
            if not sight.knows_gains:
                sight.find_gains()
            for face_up in world.face_up_pearls:
                if face_up:
                    pearl = max(pearl, sight.gains[face_up - 1 & 7])
        most: i64 = 0
        high: i64 = 0
        for value in range(i64(1), i64(9)):
            here = count(hand, value)
            if here > most:
                most = here
            if value >= 6:
                high += here
        powers = seat.powers
        small = 0.0
        if powers & CAN_SWAP:
            small += 1.0
        if powers & (CAN_PEEK | CAN_REDRAW):
            small += 0.5
        if powers & DIAMONDS_LOWER:
            small += 0.5
        twelve = float(POINTS_TO_END)
        reach = 1.0 if points + ready >= twelve else 0.0
        row[0] = points
        row[1] = sight.promises
        row[2] = float(sight.held)
        row[3] = float(min(size(hand), seat.hand_limit))
        row[4] = float(size(seat.pictured))
        row[5] = float(seat.wild)
        row[6] = float(seat.hand_limit - 5)
        row[7] = float(seat.actions - 3)
        row[8] = 1.0 if powers & THREES_AS_ANYTHING else 0.0
        row[9] = 1.0 if powers & ONES_AS_EIGHT else 0.0
        row[10] = 1.0 if powers & CAN_TRADE_TWO else 0.0
        row[11] = small
        row[12] = on_portal
        row[13] = mine
        row[14] = (float(world.actions_left) if on_turn else float(seat.bonus)) / 3.0
        row[15] = float((number - world.starting_seat + world.players) % world.players) / float(world.players - 1)
        row[16] = 1.0 if points >= twelve else 0.0
        row[17] = ready
        row[18] = near
        row[19] = max(0.0, points + ready - _NEARLY)
        row[20] = risk
        row[21] = market
        row[22] = pearl
        row[23] = portal_points
        row[24] = max(0.0, points - _NEARLY)
        row[25] = mine * ready
        row[26] = reach
        row[27] = mine * reach
        row[28] = float(most)
        row[29] = float(high)


def make(numbers: dict[str, float], outlook: dict[str, float]) -> MoltharGuide:
    """A guide with these numbers of the valuation and weights of the outlook, by name."""
    guide = MoltharGuide(Taste(numbers), [])
    guide.weights = vec[float]([outlook.get(name, 0.0) for name in guide.feature_names()])
    return guide
