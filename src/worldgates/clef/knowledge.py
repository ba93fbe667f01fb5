"""What each seat knows about the discovery cards, with a perfect memory (K29).

All cards differ. For each seat, and for a spectator, every card on the table has a set of candidates: the cards that it
may be according to that seat's knowledge. A known card has itself as its only candidate. The set moves with the card.
If a seat cannot know which of several cards was moved, they share their candidates.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from worldgates.clef.cards import DISCOVERIES, CardSet, bit
from worldgates.core.chance import Chance

# The set of all cards.
ALL: Final[i64] = -1


@final
class Knowledge:
    def __init__(self, players: i64, may_be: vec[i64]) -> None:
        self.players = players
        # 64 sets per seat, then 64 for a spectator.
        self.may_be = may_be

    @staticmethod
    def at_start(players: i64, cards: CardSet) -> Knowledge:
        """At the start each card may be any of its world (K4)."""
        may_be = vec[i64](capacity=(players + 1) * DISCOVERIES)
        for _ in range(players + 1):
            for card in cards.discoveries:
                may_be = append(may_be, cards.of_world[card.world])
        return Knowledge(players, may_be)

    def copy(self) -> Knowledge:
        return Knowledge(self.players, self.may_be[:])

    def knows(self, observer: i64, card: i64) -> bool:
        return self.may_be[observer * DISCOVERIES + card] == bit(card)

    def observe(self, observer: i64, card: i64) -> None:
        """The observer sees a card, so no other can be it."""
        start = observer * DISCOVERIES
        if self.may_be[start + card] == bit(card):
            return
        others = ~bit(card)
        for each in range(i64(DISCOVERIES)):
            self.may_be[start + each] &= others
        self.may_be[start + card] = bit(card)

    def observe_by_all(self, card: i64) -> None:
        for observer in range(self.players + 1):
            self.observe(observer, card)

    def merge_candidates(self, cards: vec[u8], knowers: i64) -> None:
        """For all but the knowers (one bit per seat) these cards are from now on indistinguishable."""
        if len(cards) < 2:
            return
        for observer in range(self.players + 1):
            if knowers >> observer & 1:
                continue
            start = observer * DISCOVERIES
            together: i64 = 0
            for card in cards:
                together |= self.may_be[start + i64(card)]
            for card in cards:
                self.may_be[start + i64(card)] = together

    def restrict(self, card: i64, those: i64, knowers: i64) -> None:
        """All but the knowers learn that the card is one of those."""
        for observer in range(self.players + 1):
            if not knowers >> observer & 1:
                self.narrow(observer, card, self.may_be[observer * DISCOVERIES + card] & those)

    def narrow(self, observer: i64, card: i64, may_be: i64) -> None:
        """Set the candidates of a card; if only one is left the card is known."""
        if may_be == bit(card):
            self.observe(observer, card)
        else:
            self.may_be[observer * DISCOVERIES + card] = may_be

    def split_off(self, cards: vec[u8], gone: i64, of_gone: i64, of_kept: i64, knowers: i64) -> None:
        """Some of these cards (`gone`, one bit per card) leave the others, face down.

        All but the knowers see how many, and know what the cards that leave and those that stay can be.
        """
        for observer in range(self.players + 1):
            if not knowers >> observer & 1:
                self._split_for(observer, cards, gone, of_gone, of_kept)

    def observe_announcement(self, cards: vec[u8], card: i64, those: i64, knowers: i64) -> None:
        """All but the knowers hear that one of these cards is one of those; it stays where it is."""
        for observer in range(self.players + 1):
            if knowers >> observer & 1:
                continue
            known_before = False
            for each in cards:
                known_before = known_before or self.may_be[observer * DISCOVERIES + i64(each)] & ~those == 0
            # An observer who already knows of such a card learns nothing.
            if not known_before:
                self._split_for(observer, cards, bit(card), those, ALL)

    def _split_for(self, observer: i64, cards: vec[u8], gone: i64, of_gone: i64, of_kept: i64) -> None:
        """Merge the candidates of the cards that may or may not have left, as far as the observer can tell."""
        start = observer * DISCOVERIES
        together: i64 = 0
        either: i64 = 0
        may_go: i64 = 0
        may_stay: i64 = 0
        went: i64 = 0
        for each in cards:
            card = i64(each)
            may_be = self.may_be[start + card]
            goes, stays = may_be & of_gone != 0, may_be & of_kept != 0
            may_go += 1 if goes else 0
            may_stay += 1 if stays else 0
            went += 1 if gone & bit(card) else 0
            if goes and stays:
                together |= may_be
                either |= bit(card)
        if may_go == went or may_stay == i64(len(cards)) - went:
            either = 0
        for each in cards:
            card = i64(each)
            can_be = together if either & bit(card) else self.may_be[start + card]
            self.narrow(observer, card, can_be & (of_gone if gone & bit(card) else of_kept))

    def dealt_again(self, observer: i64, places: vec[u8], chance: Chance) -> vec[u8]:
        """For each card a candidate, chosen at random; each candidate is used once.

        The cards are given in the order of their places on the table and matched in a random order, so that the result
        depends on nothing that the observer does not know.
        """
        start = observer * DISCOVERIES
        order = vec[u8](capacity=DISCOVERIES)
        turns = vec[u8](capacity=DISCOVERIES)
        for number in range(i64(DISCOVERIES)):
            order = append(order, u8(number))
            turns = append(turns, u8(number))
        chance.shuffle(order)
        chance.shuffle(turns)
        matching = _Matching(self.may_be[start : start + DISCOVERIES], order)
        for turn in turns:
            if i64(turn) < i64(len(places)):
                matching.tried = 0
                matching.place(i64(places[i64(turn)]))
        return matching.becomes

    def imagined(self, observer: i64, becomes: vec[u8], hands: vec[u8]) -> Knowledge:
        """The knowledge of all seats if each card were its candidate in `becomes`; `hands` has each card's holder.

        The observer keeps its knowledge. Every other seat gets only public knowledge, and its own hand.
        """
        world = Knowledge(self.players, self.may_be[:])
        for seat in range(self.players + 1):
            source = (observer if seat == observer else self.players) * DISCOVERIES
            for card in range(i64(DISCOVERIES)):
                new = i64(becomes[card])
                mine = seat < self.players and i64(hands[card]) == seat
                # The observer may know more than is public: its imagined cards must be possible for all.
                world.may_be[seat * DISCOVERIES + new] = bit(new) if mine else self.may_be[source + card] | bit(new)
        return world


@final
class _Matching:
    """Finds a candidate for each card by bipartite matching, reassigning earlier ones where necessary."""

    def __init__(self, may_be: vec[i64], order: vec[u8]) -> None:
        self.may_be = may_be
        self.order = order
        self.becomes: vec[u8] = vec[u8]([255] * DISCOVERIES)
        self.taken_by: vec[u8] = vec[u8]([255] * DISCOVERIES)
        self.taken: i64 = 0
        self.tried: i64 = 0

    def place(self, card: i64) -> bool:
        free = self.may_be[card] & ~self.taken
        if free:
            for each in self.order:
                new = i64(each)
                if free & bit(new):
                    self.take(card, new)
                    return True
        for each in self.order:
            new = i64(each)
            if self.may_be[card] & ~self.tried & bit(new):
                self.tried |= bit(new)
                if self.place(i64(self.taken_by[new])):
                    self.take(card, new)
                    return True
        return False

    def take(self, card: i64, new: i64) -> None:
        self.becomes[card] = u8(new)
        self.taken_by[new] = u8(card)
        self.taken |= bit(new)
