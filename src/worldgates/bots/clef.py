"""The greedy bot for La clef des mondes: it looks no further than its own turn.

It estimates, for every world, how many turns it would take to go home from there (the missing keys, how long it takes
to draw them, and the way there), and plans for the best one. The value of an action is the number of turns that it
saves, plus those that it costs opponents who can be hindered.

It sees only an imagined table. For cards that it cannot know (piles, closed worlds) it uses averages.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from worldgates.bots.policy import Policy
from worldgates.clef.cards import BAD_ENCOUNTER, CHARACTER, KEYS, NO_CARD, OBJECT, Discovery
from worldgates.clef.table import (
    ACCEPT,
    ACTION,
    ANSWER,
    CHOOSE,
    DISCARD,
    DRAW,
    EFFECT,
    GO_HOME,
    HAND_LIMIT,
    MIDDLE,
    OFFER,
    PICK,
    PLACES,
    REACT,
    REVEAL,
    TO_TOP,
    TRAVEL,
    ClefTable,
    Seat,
    card_of,
    cards_played,
    doing,
    place_of,
    played,
    seat_of,
    shares_side,
    touches,
    way,
)
from worldgates.core.chance import Chance
from worldgates.core.table import Table

_KINDS_OF_KEYS: Final[i64] = len(KEYS)
_HOME: Final = 1000.0

# All values are in turns saved or lost, tuned by experiment.

# The cost of a key that is in no pile of the world, of one that is unknown because the world is closed, and of
# revealing the character; and the share that each further key adds to the longest wait.
_NOT_HERE: Final = 10.0
_CLOSED: Final = 1.5
_TO_REVEAL: Final = 0.5
_TOGETHER: Final = 0.4
# How much bad encounters in a pile lengthen the wait.
_SLOWED: Final = 0.8
# How much each opponent in a world lengthens it, because they draw there too and may block the way.
_CROWD: Final = 0.1
# The cost of moving to a world over a side, over a corner, or further: keys, actions, encounters left behind.
_SIDE: Final = 1.3
_CORNER: Final = 2.2
_FAR: Final = 3.4
# A full hand without a way home costs an action before the next draw.
_FULL: Final = 0.6
# The value of cards in hand besides their key: what they may prevent or bring later.
_HOLD_STOP: Final = 0.3
_HOLD_CANCEL: Final = 0.25
_HOLD_OBJECT: Final = 0.2
_HOLD_ENCOUNTER: Final = 0.08
# The base value of drawing, passing, moving, and playing a card for its effect.
_DRAWING: Final = 0.7
_PASSING: Final = -0.8
_RESTLESS: Final = 0.6
_SETTLED: Final[i64] = 6
_MOVING: Final = -0.1
_PLAYING: Final = 0.15
# The weight of a possible harm, and of harm to others.
_FEAR: Final = 0.8
_SPITE: Final = 1.25
# The probability that an offer is accepted, and the minimum gain of a trade.
_WANTED: Final = 0.35
_WORTHWHILE: Final = 0.05

# Random noise: two bots that wait for each other would wait forever. It grows in long games.
_WHIM: Final = 0.25
_PATIENCE: Final[i64] = 15
_IMPATIENCE: Final = 0.04

# Whether the character's key can be used at once, only after revealing, or no longer.
_READY: Final[i64] = 0
_HIDDEN: Final[i64] = 1
_SPENT: Final[i64] = 2


class Greedy(Policy):
    def choose(self, world: Table) -> i64:
        assert isinstance(world, ClefTable)
        actions = world.actions()
        best = actions[0]
        if len(actions) == 1:
            return best
        moment = _Moment(world)
        whim = _WHIM + _IMPATIENCE * float(max(i64(0), world.round - _PATIENCE))
        highest = -1e9
        for action in actions:
            value = moment.value(action) + whim * _part(self.chance)
            if value > highest:
                highest = value
                best = action
        return best


def _part(chance: Chance) -> float:
    return float(chance.below(1000)) / 1000.0


def _hold(card: Discovery) -> float:
    """The value of a card in hand besides its key."""
    id = card.effect.id
    if id == "stop_move":
        return _HOLD_STOP
    if id == "cancel":
        return _HOLD_CANCEL
    return _HOLD_OBJECT if card.kind == OBJECT else _HOLD_ENCOUNTER


def _harm(card: Discovery) -> float:
    """The expected cost of a bad encounter, in turns, before it is drawn."""
    effect = card.effect
    if effect.id == "miss_turn":
        return 1.5
    if effect.id == "lose":
        return 0.8 * float(effect.n) if effect.n else 0.6
    return 0.8 if effect.id == "thrown" else 0.1


@final
class _Moment:
    """The bot's evaluation of the position in which it decides."""

    def __init__(self, world: ClefTable) -> None:
        self.world = world
        self.seat: i64 = world.to_act
        self.me: Seat = world.seats[world.to_act]
        # For each place: the keys of the way home, four bits per kind, or their number if they are unknown.
        self.due: vec[i64] = vec[i64](capacity=9)
        self.closed: vec[i64] = vec[i64](capacity=9)
        # For each place and kind of key: the expected number of turns to draw it there.
        self.waits: vec[float] = vec[float](capacity=45)
        self.survey()
        # The value of each card in this world's pile.
        self.gains: vec[float] = vec[float]()
        self.others: float = float(world.players - 1)
        self.now: float = 0.0
        if self.me.reader >= 0:
            self.now = self.worth(self.me.hand)

    # The plan.

    def survey(self) -> None:
        """Evaluate the map: ways home, and the expected time to draw a key in each world."""
        world = self.world
        closed_size = 0.0
        closed_slow = 0.0
        closed_worlds = 0.0
        closed_found = vec[float]([0.0] * 5)
        found = vec[float]([0.0] * 45)
        sizes = vec[float]([0.0] * 9)
        slow = vec[float]([0.0] * 9)
        for place in range(PLACES):
            is_open = world.face_up >> place & 1 != 0
            rows, columns = way(place, MIDDLE)
            due: i64 = 0
            if is_open and place != MIDDLE:
                for key in world.keys_of_way(place, rows, columns):
                    due += i64(1) << 4 * key
            self.due = append(self.due, due)
            self.closed = append(self.closed, 0 if is_open else rows * rows + columns * columns)
            if place == MIDDLE:
                continue
            pile = world.piles[world.worlds[place]]
            sizes[place] = float(pile.size())
            for depth in range(pile.size()):
                card = world.cards.discoveries[pile.at(depth)]
                if card.kind == BAD_ENCOUNTER:
                    slow[place] += _harm(card)
                else:
                    opens = card.opens
                    for kind in range(_KINDS_OF_KEYS):
                        if opens >> kind & 1:
                            found[place * 5 + kind] += 1.0
            if not is_open:
                # The places of the closed worlds are unknown: they all get the same value.
                closed_worlds += 1.0
                closed_size += sizes[place]
                closed_slow += slow[place]
                for kind in range(_KINDS_OF_KEYS):
                    closed_found[kind] += found[place * 5 + kind]
        for place in range(PLACES):
            is_open = world.face_up >> place & 1 != 0
            size = sizes[place] if is_open else closed_size / closed_worlds
            harm = slow[place] if is_open else closed_slow / closed_worlds
            delay = 1.0 + _SLOWED * harm / max(size, 1.0)
            for other in range(world.players):
                if other != self.seat and world.seats[other].place == place:
                    delay += _CROWD
            for kind in range(_KINDS_OF_KEYS):
                number = found[place * 5 + kind] if is_open else closed_found[kind] / closed_worlds
                wait = delay * (size + 1.0) / (number + 1.0) if number > 0.0 else _NOT_HERE
                self.waits = append(self.waits, min(wait, _NOT_HERE))

    def key_of(self, seat: Seat) -> i64:
        if seat.key_spent:
            return _SPENT
        return _READY if seat.revealed or self.world.reveal_while_paying else _HIDDEN

    def turns(self, seat: Seat, place: i64, hand: vec[u8], key: i64) -> float:
        """The estimated number of turns for a player at a place with this hand to come home."""
        world = self.world
        here = world.worlds[place]
        reader = world.cards.readers[seat.reader]
        needs: i64 = 0
        for need in reader.needs:
            needs += i64(1) << 4 * need
        # Cards with one key, and cards with several: objects work everywhere, encounters only here.
        objects: i64 = 0
        all_cards: i64 = 0
        wilds = vec[i64]()
        for each in hand:
            card = world.cards.discoveries[i64(each)]
            if card.kind != OBJECT and card.world != here:
                continue
            if card.effect.id == "wild":
                wilds = append(wilds, card.opens if card.kind == OBJECT else card.opens | 32)
                continue
            all_cards += i64(1) << 4 * card.key
            if card.kind == OBJECT:
                objects += i64(1) << 4 * card.key
        if key == _READY:
            all_cards += i64(1) << 4 * reader.key
            objects += i64(1) << 4 * reader.key
        full = len(hand) >= HAND_LIMIT
        best = 1e9
        for exit in range(PLACES):
            if exit == MIDDLE:
                continue
            if exit == place:
                total = 0.0
                held = all_cards
            else:
                total = _SIDE if shares_side(place, exit) else _CORNER if touches(place, exit) else _FAR
                held = objects
            total += _CLOSED * float(self.closed[exit])
            if total >= best:
                continue
            due = needs + self.due[exit]
            lacking: i64 = 0
            for kind in range(_KINDS_OF_KEYS):
                short = (due >> 4 * kind & 15) - (held >> 4 * kind & 15)
                if short > 0:
                    lacking += short << 4 * kind
            for opens in wilds:
                if lacking and (exit == place or not opens & 32):
                    lacking = self.filled(lacking, opens, exit)
            if key == _HIDDEN and lacking >> 4 * reader.key & 15:
                lacking -= i64(1) << 4 * reader.key
                total += _TO_REVEAL
            if lacking:
                total += self.wait(lacking, exit)
                if full:
                    total += _FULL
            best = min(best, total)
        return best

    def filled(self, lacking: i64, opens: i64, exit: i64) -> i64:
        """The keys still missing after a card with several keys has served as the one that is hardest to find."""
        hardest: i64 = -1
        longest = 0.0
        for kind in range(_KINDS_OF_KEYS):
            if opens >> kind & 1 and lacking >> 4 * kind & 15 and self.waits[exit * 5 + kind] > longest:
                longest = self.waits[exit * 5 + kind]
                hardest = kind
        return lacking - (i64(1) << 4 * hardest) if hardest >= 0 else lacking

    def wait(self, lacking: i64, exit: i64) -> float:
        """The time to find these keys in a world; they are drawn for in parallel."""
        longest = 0.0
        total = 0.0
        for kind in range(_KINDS_OF_KEYS):
            short = lacking >> 4 * kind & 15
            if short:
                wait = self.waits[exit * 5 + kind]
                longest = max(longest, wait)
                total += wait * float(short)
        return longest + _TOGETHER * (total - longest)

    def worth_at(self, place: i64, hand: vec[u8], key: i64) -> float:
        """The value of being at a place with this hand: few turns from home, with useful cards."""
        held = 0.0
        for card in hand:
            held += _hold(self.world.cards.discoveries[i64(card)])
        return held - self.turns(self.me, place, hand, key)

    def worth(self, hand: vec[u8]) -> float:
        return self.worth_at(self.me.place, hand, self.key_of(self.me))

    def gain(self, card: i64) -> float:
        """The value of one more card; negative for a bad encounter."""
        discovery = self.world.cards.discoveries[card]
        if discovery.kind == BAD_ENCOUNTER:
            return -_FEAR * self.harm_of(card) * (0.5 if self.can_counter(discovery) else 1.0)
        return self.worth(append(self.me.hand[:], u8(card))) - self.now

    def loss(self, card: i64) -> float:
        """The loss of value of the hand without a card."""
        return self.now - self.worth(_without(self.me.hand, card))

    def can_counter(self, bad: Discovery) -> bool:
        for mine in self.me.hand:
            effect = self.world.cards.discoveries[i64(mine)].effect
            if effect.id == "cancel" and effect.key == bad.attack:
                return True
        return False

    def harm_of(self, bad: i64) -> float:
        """The cost of a bad encounter now, in turns."""
        effect = self.world.cards.discoveries[bad].effect
        hand = self.me.hand
        if effect.id == "miss_turn":
            return 1.0 + 0.5 * float(self.world.actions_left)
        if effect.id == "lose":
            if len(hand) == 0:
                return 0.0
            total, least = 0.0, 1e9
            for mine in hand:
                if effect.how == "key" and self.world.cards.discoveries[i64(mine)].key != effect.key:
                    continue
                lost = self.loss(i64(mine))
                total += lost
                least = min(least, lost)
            if effect.how == "key":
                return total
            return float(effect.n) * (total / float(len(hand)) if effect.how == "random" else least)
        if effect.id == "thrown":
            here = self.me.place
            if effect.how == "opposite":
                return -self.moved(8 - here, hand, self.key_of(self.me))
            if effect.how == "neighbour":
                total, number = 0.0, 0.0
                for place in range(PLACES):
                    if place != MIDDLE and shares_side(here, place):
                        total -= self.moved(place, hand, self.key_of(self.me))
                        number += 1.0
                return total / number
            return 1.0
        return 0.1

    def gains_here(self) -> None:
        """The value of each card that may be drawn here, in ascending order."""
        if len(self.gains):
            return
        pile = self.world.piles[self.world.worlds[self.me.place]]
        for depth in range(pile.size()):
            gain = self.gain(pile.at(depth))
            self.gains = append(self.gains, gain)
            at = i64(len(self.gains)) - 1
            while at > 0 and self.gains[at - 1] > gain:
                self.gains[at] = self.gains[at - 1]
                at -= 1
            self.gains[at] = gain

    def drawing(self) -> float:
        """The value of the next card: exact if it is known, else the average."""
        pile = self.world.piles[self.world.worlds[self.me.place]]
        if pile.size() == 0:
            return 0.0
        if self.world.knowledge.knows(self.seat, pile.top()):
            return self.gain(pile.top())
        self.gains_here()
        total = 0.0
        for gain in self.gains:
            total += gain
        return total / float(len(self.gains))

    def best_of(self, number: i64) -> float:
        """The expected value of the best of several cards from this world's pile."""
        self.gains_here()
        size = i64(len(self.gains))
        if size == 0:
            return 0.0
        number = min(number, size)
        # The card at an index is the best of them if all others have lower indices.
        expected, left = 0.0, 1.0
        for step in range(size):
            place = size - 1 - step
            chance = min(1.0, float(number) / float(place + 1))
            expected += left * chance * self.gains[place]
            left *= 1.0 - chance
        return expected

    def moved(self, place: i64, hand: vec[u8], key: i64) -> float:
        """The value of moving to a place: the encounters of this world are left behind."""
        kept = vec[u8]()
        for card in hand:
            if self.world.cards.discoveries[i64(card)].kind == OBJECT:
                kept = append(kept, card)
        return self.worth_at(place, kept, key) - self.now

    # Opponents.

    def from_home(self, number: i64) -> float:
        """The estimated distance of an opponent from home; their hand is a guess."""
        other = self.world.seats[number]
        return self.turns(other, other.place, other.hand, self.key_of(other))

    def hindered(self, number: i64, place: i64) -> float:
        """The value of moving an opponent to a place."""
        other = self.world.seats[number]
        kept = vec[u8]()
        here = self.world.worlds[other.place]
        for each in other.hand:
            card = self.world.cards.discoveries[i64(each)]
            if card.kind == OBJECT or card.world != here:
                kept = append(kept, each)
        before = self.from_home(number)
        lost = self.turns(other, place, kept, self.key_of(other)) - before
        return lost * self.danger(before)

    def danger(self, turns: float) -> float:
        """The weight of a turn lost by an opponent at this distance from home."""
        near = 1.0 if turns < 2.5 else 0.6 if turns < 5.0 else 0.35
        return _SPITE * near / self.others

    # Values.

    def value(self, action: i64) -> float:
        do = doing(action)
        if do == CHOOSE:
            return self.value_of_reader(card_of(action))
        if do == DRAW:
            return _DRAWING + self.drawing()
        if do == DISCARD:
            return self.value_of_discard(card_of(action))
        if do == GO_HOME:
            return _HOME
        if do == TRAVEL:
            key = self.key_of(self.me)
            for number in range(cards_played(action)):
                if played(action, number) == CHARACTER:
                    key = _SPENT
            return self.moved(place_of(action), self.after_playing(action), key) + _MOVING
        if do == EFFECT:
            return self.value_of_effect(action)
        if do == REVEAL:
            return self.worth_at(self.me.place, self.me.hand, _READY) - self.now - 0.05
        if do == OFFER:
            return self.value_of_offer(seat_of(action), card_of(action))
        if do == ANSWER:
            return self.value_of_answer(card_of(action))
        if do == ACCEPT:
            return self.value_of_accepting(seat_of(action) == 1)
        if do == REACT:
            return self.value_of_reaction(action)
        if do == PICK:
            return self.value_of_pick(card_of(action))
        # Waiting brings nobody home, least of all for a whole turn, and loses value the longer the game lasts: a bot
        # that waits in vain has to move.
        if self.world.actions_left == 1:
            return _PASSING
        return 3.0 * _PASSING - _RESTLESS * float(max(i64(0), self.world.round - _SETTLED))

    def after_playing(self, action: i64) -> vec[u8]:
        hand = self.me.hand
        for number in range(cards_played(action)):
            hand = _without(hand, played(action, number))
        return hand

    def value_of_reader(self, reader: i64) -> float:
        """The character with the shorter way home from where the pawn stands."""
        before = self.me.reader
        self.me.reader = reader
        turns = self.turns(self.me, self.me.place, self.me.hand, _HIDDEN)
        self.me.reader = before
        return -0.1 * turns

    def value_of_discard(self, card: i64) -> float:
        lost = self.loss(card)
        if self.world.decision() != ACTION:
            return -lost
        # Only useful for making room to draw.
        if len(self.me.hand) < HAND_LIMIT or self.world.drawn or self.world.actions_left < 2:
            return -lost - 1.5
        return 0.2 - lost + max(0.0, self.best_of(1))

    def value_of_pick(self, card: i64) -> float:
        if card == NO_CARD:
            return 0.0
        if self.world.decision_detail() & 3 == TO_TOP or self.world.cards.discoveries[card].kind != BAD_ENCOUNTER:
            return self.gain(card)
        return -1.0

    def value_of_effect(self, action: i64) -> float:
        world = self.world
        key = self.key_of(self.me)
        hand = self.after_playing(action)
        if cards_played(action) == 2:
            return self.moved(place_of(action), hand, key) + 0.9
        effect = world.cards.discoveries[played(action, 0)].effect
        staying = self.worth(hand) - self.now
        id = effect.id
        if id in ("free_travel", "jump"):
            return self.moved(place_of(action), hand, key) + _MOVING
        if staying < -2.5:
            # The key is worth more than any of these effects.
            return staying
        if id == "draw":
            room = min(effect.n, HAND_LIMIT - i64(len(hand)))
            return staying + _PLAYING + 0.85 * float(room) * max(0.0, self.best_of(1))
        if id == "search":
            return staying + _PLAYING + self.best_of(effect.n)
        if id == "peek":
            better = self.best_of(effect.n) - self.best_of(1)
            can_draw = not world.drawn and world.actions_left == 2
            return staying + (_PLAYING + better if can_draw else 0.5 * better)
        if id == "shield":
            return self.value_of_shield(hand, staying)
        target = seat_of(action)
        if id == "steal":
            return staying + self.value_of_stealing(target, effect.how == "choice")
        if id == "swap":
            given = self.worth(_without(hand, card_of(action))) - self.now
            return given + self.value_of_stealing(target, choice=False) - 0.2
        if id == "banish":
            return staying + self.hindered(target, place_of(action))
        if id == "summon":
            return staying + self.hindered(target, self.me.place)
        if id == "unmask":
            return staying + (1.0 + self.others) * 0.5 * self.danger(self.from_home(target))
        # look_hand
        unknown = 0.0
        for card in world.seats[target].hand:
            if not world.knowledge.knows(self.seat, i64(card)):
                unknown += 0.1
        return staying + unknown

    def company(self) -> float:
        """The number of cards with which others here might react."""
        cards = 0.0
        for number in range(self.world.players):
            if number != self.seat and self.world.seats[number].place == self.me.place:
                cards += float(len(self.world.seats[number].hand))
        return cards

    def value_of_shield(self, hand: vec[u8], staying: float) -> float:
        world = self.world
        company = self.company()
        home = self.turns(self.me, self.me.place, hand, self.key_of(self.me))
        if world.actions_left == 2 and home == 0.0 and company > 0.0:
            # Nobody can stop a shielded player from going home.
            return _HOME + 1.0
        safe = 0.05 * company
        if world.actions_left == 2 and not world.drawn and len(hand) < HAND_LIMIT:
            self.gains_here()
            for gain in self.gains:
                if gain < 0.0:
                    safe -= gain / float(len(self.gains))
        return staying + safe + (0.3 if home < 1.0 else 0.0)

    def value_of_stealing(self, target: i64, choice: bool) -> float:
        """The value of taking a card from an opponent: the gain, and their loss; their hand is a guess."""
        other = self.world.seats[target]
        total, most = 0.0, 0.0
        for card in other.hand:
            gained = max(0.1, self.gain(i64(card)))
            total += gained
            most = max(most, gained)
        hurt = self.danger(self.from_home(target))
        mean = total / float(len(other.hand))
        return 0.8 * hurt + (0.5 * (most + mean) if choice else mean)

    # Trading: a card that the plan does not need may bring one that it does.

    def value_of_offer(self, target: i64, card: i64) -> float:
        other = self.world.seats[target]
        without = _without(self.me.hand, card)
        if self.now - self.worth(without) > 0.6:
            return -1.0
        most, total = 0.0, 0.0
        for theirs in other.hand:
            gained = self.worth(append(without[:], theirs)) - self.now
            most = max(most, gained)
            total += max(0.0, gained)
        if most <= 0.0:
            return -0.4
        # Their hand is a guess.
        return self.wanted(target, card) * 0.5 * (most + total / float(len(other.hand))) - 0.05

    def wanted(self, number: i64, card: i64) -> float:
        """The probability that an opponent has a use for a card."""
        other = self.world.seats[number]
        if not other.revealed:
            return _WANTED
        for need in self.world.cards.readers[other.reader].needs:
            if self.world.cards.discoveries[card].opens >> need & 1:
                return 1.3 * _WANTED
        return 0.5 * _WANTED

    def traded(self, given: i64, got: i64) -> float:
        return self.worth(append(_without(self.me.hand, given), u8(got))) - self.now

    def value_of_answer(self, card: i64) -> float:
        if card == NO_CARD:
            return _WORTHWHILE
        gained = self.traded(card, self.world.decision_detail() & 127)
        return gained * self.wanted(self.world.turn, card) / _WANTED if gained > 0.0 else gained

    def value_of_accepting(self, yes: bool) -> float:
        if not yes:
            return _WORTHWHILE
        return self.traded(self.world.decision_detail() & 127, self.world.decision_detail() >> 7 & 127)

    # Reacting.

    def value_of_reaction(self, action: i64) -> float:
        card = card_of(action)
        if card == NO_CARD:
            return 0.0
        world = self.world
        cost = self.loss(card)
        waiting = world.waiting
        if waiting < 0:
            return self.harm_of(world.struck) - cost
        if doing(waiting) == GO_HOME:
            return _HOME - cost
        # They lose the card and the action.
        hurt = 1.5 * self.danger(self.from_home(world.turn))
        if cards_played(action) == 0:
            # A player who is stopped keeps their keys.
            hurt *= 0.5
        if doing(waiting) == EFFECT and seat_of(waiting) == self.seat:
            hurt += self.aimed_at_me(waiting)
        return hurt - cost

    def aimed_at_me(self, action: i64) -> float:
        """The cost of an effect that targets the bot."""
        effect = self.world.cards.discoveries[played(action, 0)].effect
        key = self.key_of(self.me)
        if effect.id == "banish":
            return -self.moved(place_of(action), self.me.hand, key)
        if effect.id in ("steal", "swap"):
            total = 0.0
            for mine in self.me.hand:
                total += self.loss(i64(mine))
            share = total / float(len(self.me.hand))
            return 0.5 * share if effect.id == "swap" else share
        if effect.id == "unmask":
            return self.now - self.worth_at(self.me.place, self.me.hand, _SPENT)
        return 0.1


def _without(hand: vec[u8], gone: i64) -> vec[u8]:
    kept = vec[u8](capacity=5)
    for card in hand:
        if i64(card) != gone:
            kept = append(kept, card)
    return kept
