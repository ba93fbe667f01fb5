"""The guide of La clef des mondes for searches: greedy's values, and each seat's chance to win, as learned."""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.bots.clef import HOME, Valuation, Weights
from worldgates.bots.guide import Guide, highest
from worldgates.clef.cards import KEYS, OBJECT
from worldgates.clef.table import ACTION, HAND_LIMIT, OFFER, ClefTable, Seat, doing
from worldgates.core.chance import Chance
from worldgates.core.table import Table

# A seat's features, in this order in a row.
FEATURES: Final = (
    "turns",
    "turns_up_to_2",
    "turns_up_to_5",
    "near",
    "nearer",
    "ready",
    "ready_on_turn",
    "ready_behind",
    "nearer_on_turn",
    "nearer_behind",
    "actions",
    "missing_here",
    "missing_one_here",
    "missing_two_here",
    "objects",
    "encounters",
    "defences",
    "full",
    "turns_to_miss",
    "revealed",
    "key_spent",
    "company",
    "ready_in_company",
    "ready_before_defences",
    "nearer_before_defences",
    "guards_the_leader",
    "world_closed",
    "order",
    "held",
    "shielded",
)
_WIDTH: Final[i64] = len(FEATURES)
_KINDS_OF_KEYS: Final[i64] = len(KEYS)


@final
class ClefGuide(Guide):
    def __init__(self, numbers: Weights, weights: list[float]) -> None:
        """`weights` are as many as `feature_names`."""
        self.trust = 0.05
        self.doubt = 40.0
        self.reads_hidden = True
        self.numbers = numbers
        self.weights: vec[float] = vec[float](weights)

    # Values.

    def values(self, world: Table, chance: Chance) -> vec[float]:
        return self.judge(world, chance, 0.0)

    def pick(self, world: Table, chance: Chance) -> i64:
        """With a whim: two bots that wait for each other would wait forever."""
        numbers = self.numbers
        return highest(self.judge(world, chance, numbers.whim + numbers.impatience * numbers.restless(world.round)))

    def judge(self, world: Table, chance: Chance, whim: float) -> vec[float]:
        """The value of each action, plus a random part of a whim."""
        assert isinstance(world, ClefTable)
        moment = Valuation(world, self.numbers)
        actions = world.actions()
        values = vec[float](capacity=len(actions))
        top = -1e9
        offers = False
        for action in actions:
            value = 0.0
            if doing(action) == OFFER:
                offers = True
            else:
                value = moment.value(action)
                if whim > 0.0:
                    value += whim * _part(chance)
                top = max(top, value)
            values = append(values, value)
        if offers:
            # A refused offer costs nothing (K21), so a good one comes before everything but the way home.
            welcome = world.decision() == ACTION and not world.offered and top <= 0.5 * HOME
            for index in range(i64(len(actions))):
                if doing(actions[index]) == OFFER:
                    value = -1.0
                    if welcome:
                        value = moment.value_of_offer(actions[index], top)
                    values[index] = top + (value if value > 0.0 else value - 1.0)
        return values

    def turn(self, world: Table) -> i64:
        assert isinstance(world, ClefTable)
        return world.turn

    # Outlook.

    def feature_names(self) -> list[str]:
        return list(FEATURES)

    def features(self, world: Table) -> vec[float]:
        assert isinstance(world, ClefTable)
        players = world.players
        moment = Valuation(world, self.numbers)
        rows = vec[float](capacity=players * _WIDTH)
        turns = vec[float](capacity=players)
        defences = vec[float](capacity=players)
        for number in range(players):
            seat = world.seats[number]
            turns = append(turns, moment.from_home(number) if seat.reader >= 0 else 8.0)
            held = 0.0
            for each in seat.hand:
                if world.cards.discoveries[i64(each)].reaction is not None:
                    held += 1.0
            defences = append(defences, held)
        for number in range(players):
            seat = world.seats[number]
            away = turns[number]
            mine = 1.0 if number == world.turn else 0.0
            behind = float((number - world.turn + players) % players) / float(players)
            objects = 0.0
            for each in seat.hand:
                if world.cards.discoveries[i64(each)].kind == OBJECT:
                    objects += 1.0
            company = 0.0
            against = 0.0
            guards = 0.0
            for other in range(players):
                if other != number and world.seats[other].place == seat.place:
                    company += 1.0
                    against += defences[other]
                    guards += math.exp(-turns[other])
            ready = 1.0 if away <= 0.001 else 0.0
            nearer = math.exp(-away)
            missing = self.missing_here(world, moment, seat)
            rows = append(rows, away)
            rows = append(rows, min(away, 2.0))
            rows = append(rows, min(away, 5.0))
            rows = append(rows, math.exp(-away / 3.0))
            rows = append(rows, nearer)
            rows = append(rows, ready)
            rows = append(rows, ready * mine)
            rows = append(rows, ready * behind)
            rows = append(rows, nearer * mine)
            rows = append(rows, nearer * behind)
            rows = append(rows, mine * float(world.actions_left))
            rows = append(rows, missing)
            rows = append(rows, 1.0 if missing == 1.0 else 0.0)
            rows = append(rows, 1.0 if missing == 2.0 else 0.0)
            rows = append(rows, objects)
            rows = append(rows, float(len(seat.hand)) - objects)
            rows = append(rows, defences[number])
            rows = append(rows, 1.0 if len(seat.hand) >= HAND_LIMIT else 0.0)
            rows = append(rows, float(seat.turns_to_miss))
            rows = append(rows, 1.0 if seat.revealed else 0.0)
            rows = append(rows, 1.0 if seat.key_spent else 0.0)
            rows = append(rows, company)
            rows = append(rows, ready * company)
            rows = append(rows, ready * against)
            rows = append(rows, nearer * against)
            rows = append(rows, guards * min(1.0, defences[number]))
            rows = append(rows, 0.0 if world.face_up >> seat.place & 1 else 1.0)
            rows = append(rows, behind)
            rows = append(rows, 1.0 if seat.held else 0.0)
            rows = append(rows, 1.0 if seat.shielded else 0.0)
        return rows

    def missing_here(self, world: ClefTable, moment: Valuation, seat: Seat) -> float:
        """The number of keys that a seat lacks to go home from its world; the way counts as closed ones do."""
        if seat.reader < 0:
            return 6.0
        reader = world.cards.readers[seat.reader]
        due = moment.due[seat.place]
        if due < 0:
            return 6.0
        for need in reader.needs:
            due += i64(1) << 4 * need
        here = world.worlds[seat.place]
        wilds: i64 = 0
        for each in seat.hand:
            card = world.cards.discoveries[i64(each)]
            if card.kind != OBJECT and card.world != here:
                continue
            if card.effect.id == "wild":
                wilds += 1
            elif due >> 4 * card.key & 15:
                due -= i64(1) << 4 * card.key
        if not seat.key_spent and due >> 4 * reader.key & 15:
            due -= i64(1) << 4 * reader.key
        missing = moment.closed[seat.place]
        for kind in range(_KINDS_OF_KEYS):
            missing += due >> 4 * kind & 15
        return float(max(missing - wilds, i64(0)))

    def utilities(self, world: Table) -> vec[float]:
        features = self.features(world)
        weights = self.weights
        utilities = vec[float](capacity=world.players)
        at: i64 = 0
        for _ in range(world.players):
            total = 0.0
            for each in range(_WIDTH):
                total += weights[each] * features[at + each]
            at += _WIDTH
            utilities = append(utilities, total)
        return utilities


def _part(chance: Chance) -> float:
    return float(chance.below(1000)) / 1000.0


def make(numbers: dict[str, float], outlook: dict[str, float]) -> ClefGuide:
    """A guide with these numbers of the valuation and weights of the outlook, by name."""
    guide = ClefGuide(Weights(numbers), [])
    guide.weights = vec[float]([outlook.get(name, 0.0) for name in guide.feature_names()])
    return guide
