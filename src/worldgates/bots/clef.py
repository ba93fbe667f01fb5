"""The greedy bot for La clef des mondes: it looks no further than its own turn.

It has a plan: the world from which it will go home, the one for which the fewest keys are missing and the way is
shortest. Every action is valued by what it does to that plan; other players are hindered where that costs little.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from worldgates.bots.bot import Bot
from worldgates.clef.cards import CHARACTER, NO_CARD, OBJECT
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
    TRAVEL,
    ClefTable,
    Seat,
    card_of,
    cards_played,
    doing,
    place_of,
    played,
    seat_of,
    touches,
    way,
)
from worldgates.core.table import Table

_HOME: Final = 1000.0
# What a missing key, a step of the way and a card in hand count.
_KEY: Final = 1.0
_STEP: Final = 0.85
_CARD: Final = 0.12
_UNKNOWN_KEY: Final = 0.75
_WHIM: Final = 0.25


class Greedy(Bot):
    def choose(self, world: Table) -> i64:
        assert isinstance(world, ClefTable)
        actions = world.actions()
        best = actions[0]
        if len(actions) == 1:
            return best
        moment = _Moment(world)
        highest = -1e9
        for action in actions:
            # A little whim: two bots that each wait for the other would wait forever.
            value = moment.value(action) + _WHIM * float(self.chance.below(100)) / 100.0
            if value > highest:
                highest = value
                best = action
        return best


class _Moment:
    """What the bot makes of the moment at which it is asked."""

    def __init__(self, world: ClefTable) -> None:
        self.world = world
        self.seat: i64 = world.to_act
        self.me: Seat = world.seats[world.to_act]
        self.now: float = 0.0
        self.here: float = 0.0
        if self.me.reader >= 0:
            self.now = self.worth(self.me.place, self.me.hand, self.has_key())
            self.here = self.outlook(self.me.place, self.me.hand, self.has_key())

    def has_key(self) -> bool:
        """Whether the key of the character can still be used without more ado."""
        return not self.me.key_spent and (self.me.revealed or self.world.reveal_while_paying)

    # The plan.

    def lacking(self, exit: i64, place: i64, hand: vec[u8], own_key: bool) -> float:
        """How many keys are missing to go home from a place, standing at another with this hand."""
        world = self.world
        needed = vec[i64]()
        for need in world.cards.readers[self.me.reader].needs:
            needed = append(needed, need)
        unknown = 0.0
        rows, columns = way(exit, MIDDLE)
        if world.face_up >> exit & 1:
            for key in world.keys_of_way(exit, rows, columns):
                needed = append(needed, key)
        else:
            unknown = _UNKNOWN_KEY * float(rows * rows + columns * columns)
        opens = vec[i64]()
        for each in hand:
            card = world.cards.discoveries[i64(each)]
            if card.kind == OBJECT or exit == place:
                opens = append(opens, card.opens)
        if own_key:
            opens = append(opens, i64(1) << world.cards.readers[self.me.reader].key)
        return float(_unmatched(needed, opens)) + unknown

    def worth(self, place: i64, hand: vec[u8], own_key: bool) -> float:
        """How good it is to stand at a place with this hand."""
        best = -1e9
        for exit in range(PLACES):
            if exit == MIDDLE:
                continue
            steps = 0.0 if exit == place else 1.0 if touches(exit, place) else 2.0
            best = max(best, -_KEY * self.lacking(exit, place, hand, own_key) - _STEP * steps)
        return best + _CARD * float(len(hand))

    def prospect(self, place: i64, hand: vec[u8], own_key: bool, stands: float) -> float:
        """What a card drawn at a place brings on average; closed worlds promise a little."""
        if not self.world.face_up >> place & 1:
            return 0.35
        pile = self.world.piles[self.world.worlds[place]]
        if pile.size() == 0:
            return 0.0
        total = 0.0
        for depth in range(pile.size()):
            card = pile.at(depth)
            if self.world.cards.discoveries[card].opens == 0:
                total -= 0.45
            else:
                gained = self.worth(place, append(hand[:], u8(card)), own_key) - stands
                total += gained if gained > 0.0 else 0.0
        return total / float(pile.size())

    def outlook(self, place: i64, hand: vec[u8], own_key: bool) -> float:
        """How good it is to stand somewhere, and what may be found there."""
        stands = self.worth(place, hand, own_key)
        return stands + 1.6 * self.prospect(place, hand, own_key, stands)

    def without(self, hand: vec[u8], gone: i64) -> vec[u8]:
        kept = vec[u8]()
        for card in hand:
            if i64(card) != gone:
                kept = append(kept, card)
        return kept

    def after_playing(self, action: i64) -> vec[u8]:
        hand = self.me.hand
        for number in range(cards_played(action)):
            hand = self.without(hand, played(action, number))
        return hand

    def moved(self, place: i64, hand: vec[u8], own_key: bool) -> float:
        """What it is worth to go to a place: the encounters of this world stay behind."""
        kept = vec[u8]()
        for card in hand:
            if self.world.cards.discoveries[i64(card)].kind == OBJECT:
                kept = append(kept, card)
        return self.outlook(place, kept, own_key) - self.here

    # Values.

    def value(self, action: i64) -> float:
        do = doing(action)
        if do == CHOOSE:
            return self.value_of_reader(card_of(action))
        if do == DRAW:
            return 0.3 + self.prospect(self.me.place, self.me.hand, self.has_key(), self.now)
        if do == DISCARD:
            return self.value_of_discard(card_of(action))
        if do == GO_HOME:
            return _HOME
        if do == TRAVEL:
            own_key = self.has_key()
            for number in range(cards_played(action)):
                if played(action, number) == CHARACTER:
                    own_key = False
            return self.moved(place_of(action), self.after_playing(action), own_key) - 0.05
        if do == EFFECT:
            return self.value_of_effect(action)
        if do == REVEAL:
            return self.worth(self.me.place, self.me.hand, True) - self.now - 0.3
        if do == OFFER:
            return self.value_of_offer(card_of(action))
        if do == ANSWER:
            return self.value_of_answer(card_of(action))
        if do == ACCEPT:
            return self.value_of_accepting(seat_of(action) == 1)
        if do == REACT:
            return self.value_of_reaction(action)
        if do == PICK:
            return 0.0 if card_of(action) == NO_CARD else self.with_card(card_of(action))
        # To sit still brings nobody home.
        return -0.4

    def value_of_reader(self, reader: i64) -> float:
        """Keys that many cards carry are the easier ones to find."""
        easy = 0.0
        for need in self.world.cards.readers[reader].needs:
            for card in self.world.cards.discoveries:
                if card.opens >> need & 1:
                    easy += 1.0
        return easy

    def with_card(self, card: i64) -> float:
        """What one more card is worth."""
        if self.world.cards.discoveries[card].opens == 0:
            return -0.5
        return self.worth(self.me.place, append(self.me.hand[:], u8(card)), self.has_key()) - self.now

    def value_of_discard(self, card: i64) -> float:
        lost = self.worth(self.me.place, self.without(self.me.hand, card), self.has_key()) - self.now
        if self.world.asked() != ACTION:
            return lost
        # Only to be able to draw again.
        return lost + 0.2 if len(self.me.hand) == HAND_LIMIT and not self.world.drawn else lost - 0.6

    def value_of_effect(self, action: i64) -> float:
        world = self.world
        hand = self.after_playing(action)
        staying = self.worth(self.me.place, hand, self.has_key()) - self.now
        if cards_played(action) == 2:
            return self.moved(place_of(action), hand, self.has_key()) + 0.7
        effect = world.cards.discoveries[played(action, 0)].effect
        room = float(HAND_LIMIT) - float(len(hand))
        if effect.id == "draw":
            return staying + 0.33 * min(float(effect.n), room)
        if effect.id == "search":
            return staying + (0.3 + 0.06 * float(effect.n) if room > 0 else 0.0)
        if effect.id in ("free_travel", "jump"):
            return self.moved(place_of(action), hand, self.has_key())
        if effect.id == "steal":
            return staying + (0.85 if effect.how == "choice" else 0.6)
        if effect.id == "swap":
            given = self.worth(self.me.place, self.without(hand, card_of(action)), self.has_key()) - self.now
            return given + 0.45
        if effect.id in ("banish", "summon"):
            # Who holds many cards may be about to go home.
            return staying + 0.13 * float(len(world.seats[seat_of(action)].hand))
        if effect.id == "shield":
            return staying + (0.9 if -self.now < 1.5 else 0.1)
        if effect.id == "unmask":
            return staying + 0.2
        return staying + 0.05

    # Trading.

    def value_of_offer(self, card: i64) -> float:
        """A card that the plan does not need may bring one that it does."""
        return 0.1 + self.worth(self.me.place, self.without(self.me.hand, card), self.has_key()) - self.now

    def key_worth(self, hand: vec[u8], like: i64) -> float:
        """What a hand is worth with a card like this one in it."""
        return self.worth(self.me.place, append(hand[:], u8(like)), self.has_key())

    def value_of_answer(self, card: i64) -> float:
        if card == NO_CARD:
            return 0.05
        offered = self.world.asked_about() & 127
        return self.key_worth(self.without(self.me.hand, card), offered) - self.now

    def value_of_accepting(self, yes: bool) -> float:
        if not yes:
            return 0.0
        offered, answered = self.world.asked_about() & 127, self.world.asked_about() >> 7 & 127
        return self.key_worth(self.without(self.me.hand, offered), answered) - self.now

    # Reacting.

    def value_of_reaction(self, action: i64) -> float:
        card = card_of(action)
        if card == NO_CARD:
            return 0.0
        lost = self.worth(self.me.place, self.without(self.me.hand, card), self.has_key()) - self.now
        waiting = self.world.waiting
        if waiting < 0:
            return lost + 0.9
        if doing(waiting) == GO_HOME:
            return _HOME
        if doing(waiting) == TRAVEL:
            return lost + 0.35
        return lost + (0.8 if seat_of(waiting) == self.seat else 0.3)


def _unmatched(needed: vec[i64], opens: vec[i64]) -> i64:
    """How many of the needed keys cannot be matched, each with a card of its own."""
    best: i64 = _match(needed, opens, 0, 0)
    return len(needed) - best


def _match(needed: vec[i64], opens: vec[i64], first: i64, used: i64) -> i64:
    """The most keys from the first on that the unused cards open."""
    if first == len(needed):
        return 0
    most = _match(needed, opens, first + 1, used)
    if most == len(needed) - first:
        return most
    for index in range(i64(len(opens))):
        if not used >> index & 1 and opens[index] >> needed[first] & 1:
            most = max(most, 1 + _match(needed, opens, first + 1, used | i64(1) << index))
            if most == len(needed) - first:
                break
    return most
