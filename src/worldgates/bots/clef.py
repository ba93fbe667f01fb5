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

from worldgates.clef.cards import BAD_ENCOUNTER, CHARACTER, DISCOVERIES, KEYS, NO_CARD, NO_KEY, OBJECT, Discovery
from worldgates.clef.table import (
    ACCEPT,
    ACTION,
    ANSWER,
    CHOOSE,
    DISCARD,
    DRAW,
    EFFECT,
    FROM_HAND,
    GO_HOME,
    HAND_LIMIT,
    IN_RETURN,
    MIDDLE,
    OFFER,
    PICK,
    PLACES,
    REACT,
    REVEAL,
    TRAVEL,
    ClefTable,
    Seat,
    barter_of,
    card_of,
    cards_played,
    doing,
    pick_of,
    place_of,
    played,
    seat_of,
    shares_side,
    touches,
    trade_of,
    way,
)

_KINDS_OF_KEYS: Final[i64] = len(KEYS)
# A character needs at most this many keys of a kind, with the way home, and a pile has at most eight cards.
_COPIES: Final[i64] = 4
HOME: Final = 1000.0
_EMPTY: Final[vec[float]] = vec[float]()
# A game of so many times the patience of a bot is a deadlock.
_ENDLESS: Final = 3.0


# All numbers of the valuation: values in turns saved or lost, and probabilities. `worldgates tune` finds better ones
# for the levels above easy.
NUMBERS: Final[dict[str, float]] = {
    # The longest wait for a key; the wait for each copy of a key that a world's pile does not have; the cost of a key
    # that is unknown because the world is closed, and of revealing the character; and the share that each further key
    # adds to the longest wait.
    "not_here": 45.0,
    "elsewhere": 25.0,
    "closed": 1.5,
    "to_reveal": 0.5,
    "together": 0.4,
    # How much bad encounters in a pile lengthen the wait.
    "slowed": 0.8,
    # How much each opponent in a world lengthens it, because they draw there too and may block the way.
    "crowd": 0.25,
    # The cost of moving to a world over a side, over a corner, or further: keys, actions, encounters left behind.
    "side": 1.3,
    "corner": 2.2,
    "far": 3.4,
    # A full hand without a way home costs an action before the next draw.
    "full": 0.6,
    # The value of cards in hand besides their key: what they may prevent or bring later.
    "hold_stop": 0.3,
    "hold_cancel": 0.25,
    "hold_object": 0.12,
    "hold_encounter": 0.08,
    # The base value of drawing, of passing (a whole turn: several times that), of moving, and of playing a card for
    # its effect.
    "drawing": 0.7,
    "passing": -1.6,
    "whole_turn": 3.0,
    "moving": 0.5,
    "playing": 0.15,
    # The worst that a bad encounter is taken for: else a bot would rather wait forever than draw it.
    "worst": 2.5,
    # The weight of a possible harm, of harm to others, and of taking what another needs.
    "fear": 0.8,
    "spite": 1.6,
    "robbed": 0.8,
    # Trades: the least probability that one is made, the least gain, the probability that somebody wants a key that is
    # only on their way home, that an unknown card is a useful one, and that others guess what a player wants whose
    # reader is not revealed.
    "plausible": 0.25,
    "worthwhile": 0.05,
    "on_the_way": 0.25,
    "useful": 0.25,
    "guessed": 0.5,
    # Random noise: two bots that wait for each other would wait forever. In long games it rises and falls, so that
    # a deadlock is broken and play stays sensible; in the same rhythm it becomes attractive to leave a world.
    "whim": 0.25,
    "patience": 12.0,
    "period": 8.0,
    "impatience": 0.12,
    "wanderlust": 0.15,
}


@final
class Weights:
    """The numbers as the valuation uses them."""

    def __init__(self, numbers: dict[str, float]) -> None:
        """Numbers that are missing keep their default."""
        n = {**NUMBERS, **numbers}
        self.not_here: float = n["not_here"]
        self.elsewhere: float = n["elsewhere"]
        self.closed: float = n["closed"]
        self.to_reveal: float = n["to_reveal"]
        self.together: float = n["together"]
        self.slowed: float = n["slowed"]
        self.crowd: float = n["crowd"]
        self.side: float = n["side"]
        self.corner: float = n["corner"]
        self.far: float = n["far"]
        self.full: float = n["full"]
        self.hold_stop: float = n["hold_stop"]
        self.hold_cancel: float = n["hold_cancel"]
        self.hold_object: float = n["hold_object"]
        self.hold_encounter: float = n["hold_encounter"]
        self.drawing: float = n["drawing"]
        self.passing: float = n["passing"]
        self.whole_turn: float = n["whole_turn"]
        self.moving: float = n["moving"]
        self.playing: float = n["playing"]
        self.worst: float = n["worst"]
        self.fear: float = n["fear"]
        self.spite: float = n["spite"]
        self.robbed: float = n["robbed"]
        self.plausible: float = n["plausible"]
        self.worthwhile: float = n["worthwhile"]
        self.on_the_way: float = n["on_the_way"]
        self.useful: float = n["useful"]
        self.guessed: float = n["guessed"]
        self.whim: float = n["whim"]
        self.patience: float = n["patience"]
        self.period: float = n["period"]
        self.impatience: float = n["impatience"]
        self.wanderlust: float = n["wanderlust"]

    def restless(self, round: i64) -> float:
        """The rounds since the rhythm of a long game began anew: 0 in a short game, and always less than a period."""
        late = float(round) - self.patience
        while late >= self.period:
            late -= self.period
        return max(0.0, late)


# Whether the character's key can be used at once, only after revealing, or no longer.
_READY: Final[i64] = 0
_HIDDEN: Final[i64] = 1
_SPENT: Final[i64] = 2


def _harm(card: Discovery) -> float:
    """The expected cost of a bad encounter, in turns, before it is drawn."""
    effect = card.effect
    if effect.id == "miss_turn":
        return 1.5
    if effect.id == "lose":
        return 0.8 * float(effect.n) if effect.n else 0.6
    return 0.8 if effect.id == "thrown" else 0.1


@final
class Valuation:
    """The bot's evaluation of the position in which it decides."""

    def __init__(self, world: ClefTable, weights: Weights) -> None:
        self.world = world
        self.weights = weights
        self.seat: i64 = world.to_act
        self.me: Seat = world.seats[world.to_act]
        # For each place: the keys of the way home, four bits per kind, -1 where there is none (K9), and their number if
        # they are unknown.
        self.due: vec[i64] = vec[i64](capacity=9)
        self.closed: vec[i64] = vec[i64](capacity=9)
        # For each place, kind of key and copy: the expected number of turns to draw it there.
        self.waits: vec[float] = vec[float](capacity=180)
        self.survey()
        # The value of each unknown card in this world's pile, in ascending order, and the hand for which it was found.
        self.gains: vec[float] = vec[float]()
        self.gains_for: i64 = -1
        self.others: float = float(world.players - 1)
        self.now: float = 0.0
        if self.me.reader >= 0:
            self.now = self.worth(self.me.hand)

    # The plan.

    def survey(self) -> None:
        """Evaluate the map: ways home, and the expected time to draw each copy of a key in each world."""
        world = self.world
        closed_size = 0.0
        closed_slow = 0.0
        closed_worlds = 0.0
        closed_found = vec[float]([0.0] * 5)
        for place in range(PLACES):
            is_open = world.face_up >> place & 1 != 0
            rows, columns = way(place, MIDDLE)
            due: i64 = 0
            no_way = place == MIDDLE
            if is_open and place != MIDDLE:
                for key in world.keys_of_way(place, rows, columns):
                    if key == NO_KEY:
                        no_way = True
                    else:
                        due += i64(1) << 4 * key
            self.due = append(self.due, -1 if no_way else due)
            self.closed = append(self.closed, 0 if is_open else rows * rows + columns * columns)
            if not is_open:
                # The places of the closed worlds are unknown: they all get the same value.
                closed_worlds += 1.0
                pile = world.piles[world.worlds[place]]
                closed_size += float(pile.size())
                for depth in range(pile.size()):
                    card = world.cards.discoveries[pile.at(depth)]
                    if card.kind == BAD_ENCOUNTER:
                        closed_slow += _harm(card)
                    for kind in range(_KINDS_OF_KEYS):
                        if card.opens >> kind & 1:
                            closed_found[kind] += 1.0
        for place in range(PLACES):
            if place == MIDDLE:
                self.append_waits(_EMPTY, _EMPTY, 0.0, 1.0)
            elif world.face_up >> place & 1:
                self.survey_open(place)
            else:
                found = vec[float](capacity=5)
                for kind in range(_KINDS_OF_KEYS):
                    found = append(found, closed_found[kind] / closed_worlds)
                size = closed_size / closed_worlds
                self.append_waits(found, _EMPTY, size, self.delay(place, closed_slow / closed_worlds, size))

    def survey_open(self, place: i64) -> None:
        """The waits in an open world: cards that the bot has seen lie where they lie, the others anywhere else."""
        world = self.world
        pile = world.piles[world.worlds[place]]
        found = vec[float]([0.0] * 5)
        # The places of known copies from the top, for each kind of key; 0 for none.
        known = vec[float]([0.0] * 20)
        unknown = 0.0
        slow = 0.0
        for depth in range(pile.size()):
            number = pile.at(pile.size() - 1 - depth)
            card = world.cards.discoveries[number]
            seen = world.knowledge.knows(self.seat, number)
            if not seen:
                unknown += 1.0
            if card.kind == BAD_ENCOUNTER:
                slow += _harm(card)
                continue
            for kind in range(_KINDS_OF_KEYS):
                if not card.opens >> kind & 1:
                    continue
                if not seen:
                    found[kind] += 1.0
                    continue
                for copy in range(_COPIES):
                    if known[kind * _COPIES + copy] == 0.0:
                        known[kind * _COPIES + copy] = float(depth + 1)
                        break
        self.append_waits(found, known, unknown, self.delay(place, slow, float(pile.size())))

    def delay(self, place: i64, slow: float, size: float) -> float:
        """How much longer it takes to draw the cards of a world, because of bad encounters and others there."""
        delay = 1.0 + self.weights.slowed * slow / max(size, 1.0)
        for other in range(self.world.players):
            if other != self.seat and self.world.seats[other].place == place:
                delay += self.weights.crowd
        return delay

    def append_waits(self, found: vec[float], known: vec[float], unknown: float, delay: float) -> None:
        """For each kind of key, the turns until its first, second, … copy is drawn.

        `found` has the number of copies among the unknown cards, which are mostly above the known ones.
        """
        longest = self.weights.not_here
        for kind in range(_KINDS_OF_KEYS):
            number = found[kind] if len(found) else 0.0
            step = (unknown + 1.0) / (number + 1.0)
            guess = step
            at: i64 = 0
            before = 0.0
            for _ in range(_COPIES):
                there = known[kind * _COPIES + at] if len(known) and at < _COPIES else 0.0
                wait = before + self.weights.elsewhere
                if number > 0.0 and (there == 0.0 or guess <= there):
                    wait = guess
                    guess += step
                    number -= 1.0
                elif there > 0.0:
                    wait = there
                    at += 1
                before = wait
                self.waits = append(self.waits, min(delay * wait, longest))

    def key_of(self, seat: Seat) -> i64:
        if seat.key_spent:
            return _SPENT
        return _READY if seat.revealed or self.world.reveal_while_paying else _HIDDEN

    def turns(self, seat: Seat, place: i64, hand: vec[u8], key: i64) -> float:
        """The estimated number of turns for a player at a place with this hand to come home."""
        world, weights = self.world, self.weights
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
            if card.effect.keys:
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
            if self.due[exit] < 0:
                continue
            if exit == place:
                total = 0.0
                held = all_cards
            else:
                total = self.cost_of_way(place, exit)
                held = objects
            total += weights.closed * float(self.closed[exit])
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
                total += weights.to_reveal
            if lacking:
                total += self.wait(lacking, exit)
                if full:
                    total += weights.full
            best = min(best, total)
        return best

    def cost_of_way(self, place: i64, exit: i64) -> float:
        weights = self.weights
        return weights.side if shares_side(place, exit) else weights.corner if touches(place, exit) else weights.far

    def wait_for(self, exit: i64, kind: i64, copies: i64) -> float:
        """The time to draw so many cards with a key in a world."""
        return self.waits[(exit * _KINDS_OF_KEYS + kind) * _COPIES + min(copies, _COPIES) - 1]

    def filled(self, lacking: i64, opens: i64, exit: i64) -> i64:
        """The keys still missing after a card with several keys has served as the one that is hardest to find."""
        hardest: i64 = -1
        longest = 0.0
        for kind in range(_KINDS_OF_KEYS):
            short = lacking >> 4 * kind & 15
            if opens >> kind & 1 and short:
                wait = self.wait_for(exit, kind, short)
                if wait > longest:
                    longest = wait
                    hardest = kind
        return lacking - (i64(1) << 4 * hardest) if hardest >= 0 else lacking

    def wait(self, lacking: i64, exit: i64) -> float:
        """The time to find these keys in a world; they are drawn for in parallel."""
        longest = 0.0
        total = 0.0
        for kind in range(_KINDS_OF_KEYS):
            short = lacking >> 4 * kind & 15
            if short:
                wait = self.wait_for(exit, kind, short)
                longest = max(longest, wait)
                total += wait + (float(short) - 1.0) * self.wait_for(exit, kind, 1)
        return longest + self.weights.together * (total - longest)

    def worth_at(self, place: i64, hand: vec[u8], key: i64) -> float:
        """The value of being at a place with this hand: few turns from home, with useful cards."""
        held = 0.0
        for card in hand:
            held += self.hold(self.world.cards.discoveries[i64(card)])
        return held - self.turns(self.me, place, hand, key)

    def hold(self, card: Discovery) -> float:
        """The value of a card in hand besides its key."""
        weights = self.weights
        value = weights.hold_object if card.kind == OBJECT else weights.hold_encounter
        reaction = card.reaction
        if reaction is not None:
            more = weights.hold_cancel if reaction.defends else weights.hold_stop
            value = max(value, more) if reaction is card.effect else value + 0.5 * more
        return value

    def worth(self, hand: vec[u8]) -> float:
        return self.worth_at(self.me.place, hand, self.key_of(self.me))

    def gain(self, card: i64) -> float:
        return self.gain_for(card, self.me.hand, self.now)

    def gain_for(self, card: i64, hand: vec[u8], before: float) -> float:
        """The value of one more card for a hand of the value `before`; negative for a bad encounter."""
        discovery = self.world.cards.discoveries[card]
        if discovery.kind == BAD_ENCOUNTER:
            return -self.weights.fear * self.harm_of(card) * (0.5 if self.can_counter(discovery) else 1.0)
        return self.worth(append(hand[:], u8(card))) - before

    def loss(self, card: i64) -> float:
        """The loss of value of the hand without a card."""
        return self.now - self.worth(_without(self.me.hand, card))

    def can_counter(self, bad: Discovery) -> bool:
        for mine in self.me.hand:
            reaction = self.world.cards.discoveries[i64(mine)].reaction
            if reaction is not None and reaction.defends and reaction.key == bad.attack:
                return True
        return False

    def harm_of(self, bad: i64) -> float:
        return min(self.weights.worst, self.harm(bad))

    def harm(self, bad: i64) -> float:
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

    def gains_here(self, hand: vec[u8], before: float) -> None:
        """The value of each unknown card in this world's pile for a hand, in ascending order."""
        cards: i64 = 0
        for each in hand:
            cards = cards << 6 | i64(each)
        cards = cards << 3 | i64(len(hand))
        if self.gains_for == cards:
            return
        self.gains_for = cards
        self.gains = vec[float]()
        pile = self.world.piles[self.world.worlds[self.me.place]]
        for depth in range(pile.size()):
            if self.world.knowledge.knows(self.seat, pile.at(depth)):
                continue
            gain = self.gain_for(pile.at(depth), hand, before)
            self.gains = append(self.gains, gain)
            at = i64(len(self.gains)) - 1
            while at > 0 and self.gains[at - 1] > gain:
                self.gains[at] = self.gains[at - 1]
                at -= 1
            self.gains[at] = gain

    def average(self) -> float:
        """The mean value of the unknown cards in this world's pile."""
        total = 0.0
        for gain in self.gains:
            total += gain
        return total / float(len(self.gains)) if len(self.gains) else 0.0

    def drawing(self, number: i64, hand: vec[u8], before: float) -> float:
        """The value of the next cards of this world's pile: exact where they are known, else the average."""
        self.gains_here(hand, before)
        pile = self.world.piles[self.world.worlds[self.me.place]]
        total, likely = 0.0, 1.0
        for depth in range(min(number, pile.size())):
            card = pile.at(pile.size() - 1 - depth)
            if self.world.knowledge.knows(self.seat, card):
                gain = self.gain_for(card, hand, before)
                total += likely * gain
                if self.world.cards.discoveries[card].kind == BAD_ENCOUNTER:
                    return total
            else:
                total += likely * self.average()
                # A bad encounter ends it.
                likely *= 0.85
        return total

    def best_of(self, number: i64, hand: vec[u8], before: float) -> float:
        """The expected value of the best of the next cards of this world's pile; taking none is worth nothing."""
        self.gains_here(hand, before)
        pile = self.world.piles[self.world.worlds[self.me.place]]
        best, unknown = 0.0, 0.0
        for depth in range(min(number, pile.size())):
            card = pile.at(pile.size() - 1 - depth)
            if self.world.knowledge.knows(self.seat, card):
                best = max(best, self.gain_for(card, hand, before))
            else:
                unknown += 1.0
        # The unknown card at an index is the best of them if all others have lower indices.
        expected, left = 0.0, 1.0
        size = i64(len(self.gains))
        for step in range(size):
            place = size - 1 - step
            chance = min(1.0, unknown / float(place + 1))
            expected += left * chance * max(best, self.gains[place])
            left *= 1.0 - chance
        return expected + left * best

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
        return self.weights.spite * near / self.others

    # Values.

    def value(self, action: i64) -> float:
        do = doing(action)
        if do == CHOOSE:
            return self.value_of_reader(card_of(action))
        if do == DRAW:
            return self.weights.drawing + self.drawing(1, self.me.hand, self.now)
        if do == DISCARD:
            return self.value_of_discard(card_of(action))
        if do == GO_HOME:
            return HOME
        if do == TRAVEL:
            key = self.key_of(self.me)
            for number in range(cards_played(action)):
                if played(action, number) == CHARACTER:
                    key = _SPENT
            return self.left(place_of(action), self.after_playing(action), key)
        if do == EFFECT:
            return self.value_of_effect(action)
        if do == REVEAL:
            return self.worth_at(self.me.place, self.me.hand, _READY) - self.now - 0.05
        if do == OFFER:
            return self.value_of_offer(action, 0.0)
        if do == ANSWER:
            return self.value_of_answer(card_of(action))
        if do == ACCEPT:
            return self.value_of_accepting(seat_of(action) == 1)
        if do == REACT:
            return self.value_of_reaction(action)
        if do == PICK:
            return self.value_of_pick(card_of(action))
        # Waiting brings nobody home, least of all for a whole turn.
        passing = self.weights.passing
        return passing if self.world.actions_left == 1 else self.weights.whole_turn * passing

    def left(self, place: i64, hand: vec[u8], key: i64) -> float:
        """The value of leaving this world by an action; in a long game it becomes attractive now and then."""
        weights = self.weights
        value = self.moved(place, hand, key)
        if float(self.world.round) > _ENDLESS * weights.patience:
            # Nothing in hand is worth staying for: else players who each keep what another needs would wait forever.
            value = max(value, -weights.worst)
        return value + weights.moving + weights.wanderlust * weights.restless(self.world.round)

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
        return 0.2 - lost + max(0.0, self.drawing(1, _without(self.me.hand, card), self.now - lost))

    def value_of_pick(self, card: i64) -> float:
        if card == NO_CARD:
            return 0.0
        what, number = pick_of(self.world.decision_detail())
        if what == IN_RETURN:
            other, given = barter_of(number)
            return self.traded(given, card) + self.robbing(other, card)
        if what == FROM_HAND:
            return self.gain(card) + self.robbing(number, card)
        return self.gain(card)

    def value_of_effect(self, action: i64) -> float:
        world = self.world
        key = self.key_of(self.me)
        hand = self.after_playing(action)
        if cards_played(action) == 2:
            return self.left(place_of(action), hand, key) + 1.0
        effect = world.cards.discoveries[played(action, 0)].effect
        after = self.worth(hand)
        staying = after - self.now
        id = effect.id
        if id in ("free_travel", "jump"):
            return self.left(place_of(action), hand, key)
        if id == "visit":
            there = world.seats[seat_of(action)].place
            return self.left(there, hand, key) + self.taking_there(seat_of(action), hand)
        if staying < -2.5:
            # The key is worth more than any of these effects.
            return staying
        if id == "draw":
            room = min(effect.n, HAND_LIMIT - i64(len(hand)))
            return staying + self.weights.playing + max(0.0, self.drawing(room, hand, after))
        if id == "search":
            return staying + self.weights.playing + self.best_of(effect.n, hand, after)
        if id == "peek":
            better = self.best_of(effect.n, hand, after) - max(0.0, self.drawing(1, hand, after))
            can_draw = not world.drawn and world.actions_left == 2
            return staying + (self.weights.playing + better if can_draw else 0.5 * better)
        if id == "shield":
            return self.value_of_shield(hand, staying)
        target = seat_of(action)
        if id == "steal":
            return staying + self.value_of_stealing(target, effect.how == "choice")
        if id == "swap":
            given = self.worth(_without(hand, card_of(action))) - self.now
            return given + self.value_of_stealing(target, choice=False) - 0.2
        if id == "barter":
            return staying + self.value_of_barter(target, card_of(action), hand)
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
            return HOME + 1.0
        safe = 0.05 * company
        if world.actions_left == 2 and not world.drawn and len(hand) < HAND_LIMIT:
            self.gains_here(hand, self.now + staying)
            for gain in self.gains:
                if gain < 0.0:
                    safe -= gain / float(len(self.gains))
        return staying + safe + (0.3 if home < 1.0 else 0.0)

    def robbing(self, target: i64, card: i64) -> float:
        """The value of what an opponent loses with a card."""
        other = self.world.seats[target]
        before = self.from_home(target)
        after = self.turns(other, other.place, _without(other.hand, card), self.key_of(other))
        return self.weights.robbed * max(0.0, after - before) * self.danger(before)

    def value_of_stealing(self, target: i64, choice: bool) -> float:
        """The value of taking a card from an opponent: the gain, and their loss; their hand is a guess."""
        other = self.world.seats[target]
        total, most = 0.0, 0.0
        for card in other.hand:
            gained = max(0.1, self.gain(i64(card))) + self.robbing(target, i64(card))
            total += gained
            most = max(most, gained)
        mean = total / float(len(other.hand))
        return 0.5 * (most + mean) if choice else mean

    def taking_there(self, target: i64, hand: vec[u8]) -> float:
        """The value of a card at random from an opponent in another world, where the bot then stands (E21)."""
        other = self.world.seats[target]
        kept = vec[u8]()
        for card in hand:
            if self.world.cards.discoveries[i64(card)].kind == OBJECT:
                kept = append(kept, card)
        key = self.key_of(self.me)
        before = self.worth_at(other.place, kept, key)
        total = 0.0
        for card in other.hand:
            gained = self.worth_at(other.place, append(kept[:], card), key) - before
            total += max(0.1, gained) + self.robbing(target, i64(card))
        return total / float(len(other.hand))

    def value_of_barter(self, target: i64, given: i64, hand: vec[u8]) -> float:
        """The value of exchanging a card for the best of an opponent's, whose hand is a guess (E22)."""
        before = self.worth(hand)
        without = _without(hand, given)
        most, total, number = 0.0, 0.0, 0.0
        for card in self.world.seats[target].hand:
            if not self.world.can_change_hands(target, i64(card)):
                continue
            gained = self.worth(append(without[:], card)) - before + self.robbing(target, i64(card))
            most = max(most, gained)
            total += max(0.0, gained)
            number += 1.0
        return 0.5 * (most + total / number) if number > 0.0 else 0.0

    # Trading: a card that the plan does not need may bring one that it does.

    def value_of_offer(self, action: i64, otherwise: float) -> float:
        """How much better an offer is than the best other action, in expectation; 0 or less for a vain one.

        The same card is never offered twice: once its kind and key are public, everybody knows that it can be had.
        """
        world = self.world
        target, card = seat_of(action), card_of(action)
        public = world.knowledge.may_be[world.players * DISCOVERIES + card]
        if public & ~world.cards_like(card) == 0:
            return 0.0
        discovery = world.cards.discoveries[card]
        wanted = self.wanted(target, discovery.opens, 0)
        if wanted < self.weights.plausible:
            return 0.0
        without = _without(self.me.hand, card)
        most, none = 0.0, 1.0
        for each in world.seats[target].hand:
            gained = self.worth(append(without[:], each)) - self.now
            known = world.knowledge.knows(self.seat, i64(each))
            if gained > 0.1:
                most = max(most, gained)
            elif known:
                continue
            # They keep what they want themselves; an unknown card is a guess, whatever it is in the imagined world.
            spare = 1.0 - self.wanted(target, world.cards.discoveries[i64(each)].opens, discovery.opens)
            none *= 1.0 - spare * (1.0 if known else self.weights.useful)
        likely = wanted * (1.0 - none)
        if not self.me.revealed:
            likely *= self.weights.guessed
        if likely < self.weights.plausible:
            return 0.0
        # A trade that is made takes the place of another action: the last one, or the one after the best.
        instead = max(0.0, otherwise if world.actions_left == 1 else 0.2)
        return likely * (most - instead)

    def wanted(self, number: i64, opens: i64, given: i64) -> float:
        """The probability that an opponent has a use for a card with these keys, one bit per key.

        It is the share of all readers that they may be, without those who need a key that they give away.
        """
        world = self.world
        other = world.seats[number]
        seen: i64 = 0
        if self.me.reader >= 0:
            seen |= i64(1) << self.me.reader
        if self.me.aside >= 0:
            seen |= i64(1) << self.me.aside
        for seat in world.seats:
            if seat.revealed:
                seen |= i64(1) << seat.reader
        way_home = self.due[other.place]
        wanting, possible = 0.0, 0.0
        for reader in range(i64(len(world.cards.readers))):
            if reader != other.reader if other.revealed else seen >> reader & 1:
                continue
            needed: i64 = 0
            for need in world.cards.readers[reader].needs:
                needed |= i64(1) << need
            if needed & given:
                continue
            possible += 1.0
            if needed & opens:
                wanting += 1.0
                continue
            for kind in range(_KINDS_OF_KEYS):
                if opens >> kind & 1 and way_home > 0 and way_home >> 4 * kind & 15:
                    wanting += self.weights.on_the_way
                    break
        return wanting / possible if possible > 0.0 else 0.0

    def traded(self, given: i64, got: i64) -> float:
        return self.worth(append(_without(self.me.hand, given), u8(got))) - self.now

    def value_of_answer(self, card: i64) -> float:
        if card == NO_CARD:
            return self.weights.worthwhile
        offered = self.world.decision_detail() & 127
        gained = self.traded(card, offered)
        cards = self.world.cards.discoveries
        # Of several cards the one that they most likely want: who offers a key is taken not to need it.
        wanted = self.wanted(self.world.turn, cards[card].opens, cards[offered].opens)
        return gained * (0.2 + wanted) if gained > 0.0 else gained

    def value_of_accepting(self, yes: bool) -> float:
        if not yes:
            return self.weights.worthwhile
        given, got, _ = trade_of(self.world.decision_detail())
        return self.traded(given, got)

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
            return HOME - cost
        # They lose the action, and the card or their way out for this turn (E1, E2).
        hurt = 1.5 * self.danger(self.from_home(world.turn))
        if doing(waiting) == EFFECT and seat_of(waiting) == self.seat:
            hurt += self.aimed_at_me(waiting)
        return hurt - cost

    def aimed_at_me(self, action: i64) -> float:
        """The cost of an effect that targets the bot."""
        effect = self.world.cards.discoveries[played(action, 0)].effect
        key = self.key_of(self.me)
        if effect.id == "banish":
            return -self.moved(place_of(action), self.me.hand, key)
        if effect.id in ("steal", "swap", "barter", "visit"):
            total = 0.0
            for mine in self.me.hand:
                total += self.loss(i64(mine))
            share = total / float(len(self.me.hand))
            return 0.5 * share if effect.id in ("swap", "barter") else share
        if effect.id == "unmask":
            return self.now - self.worth_at(self.me.place, self.me.hand, _SPENT)
        return 0.1


def _without(hand: vec[u8], gone: i64) -> vec[u8]:
    kept = vec[u8](capacity=5)
    for card in hand:
        if i64(card) != gone:
            kept = append(kept, card)
    return kept
