"""The effects of the cards, E1 to E20: each once, as a class, with what it needs to be read, said and done.

A new effect is a class here with a row in the table at the end, its sentences in text.py, and a clause in the rules.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from worldgates.clef.cards import (
    AS_ACTION,
    AS_PAIR,
    AS_REACTION,
    IN_PAYMENT,
    ON_DRAWING,
    Effect,
)
from worldgates.clef.table import (
    FROM_HAND,
    LOSING,
    MIDDLE,
    PICKING,
    PLACES,
    TO_HAND,
    TO_TOP,
    ClefTable,
    a_pick,
    card_of,
    place_of,
    played,
    seat_of,
    shares_side,
    touches,
)
from worldgates.core.table import Table


def _clef(table: Table) -> ClefTable:
    assert isinstance(table, ClefTable)
    return table


def with_seat(action: i64, seat: i64) -> i64:
    return action & ~(i64(7) << 4) | seat << 4


def with_place(action: i64, place: i64) -> i64:
    return action & ~(i64(15) << 7) | place << 7


def with_target_card(action: i64, card: i64) -> i64:
    return action & ~(i64(127) << 11) | card << 11


def _others(table: ClefTable, here: bool, holding: bool) -> vec[i64]:
    """The other players that can be a target: here or anywhere, with a card if that is needed, not shielded (E14)."""
    found = vec[i64]()
    me = table.seats[table.turn]
    for seat in range(table.players):
        other = table.seats[seat]
        if seat == table.turn or other.shielded or (here and other.place != me.place):
            continue
        if not holding or len(other.hand):
            found = append(found, seat)
    return found


@final
class Cancel(Effect):
    """E1. Kept where reactions are (K24, K25): `list_reactions` and `list_defences` of the table."""


@final
class StopMove(Effect):
    """E2. Kept where reactions are: `list_reactions` of the table."""


@final
class Wild(Effect):
    """E3. Kept in what the card opens."""


@final
class LookHand(Effect):
    """E4"""

    def list_targets(self, table: Table, cards: i64) -> None:
        clef = _clef(table)
        for seat in _others(clef, not self.wide, holding=True):
            clef.add_legal(with_seat(cards, seat))

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.observe_hand(clef.turn, seat_of(action))
        if clef.journal is not None:
            hand = clef.names(clef.seats[seat_of(action)].hand)
            facts: dict[str, object] = {"seat": int(clef.turn), "victim": int(seat_of(action))}
            clef.emit("look", facts, {"cards": hand}, 1 << clef.turn | 1 << seat_of(action))


def _list_without_target(table: Table, cards: i64) -> None:
    """An effect that needs nothing but a card in the pile here (E5, E6, E7)."""
    clef = _clef(table)
    if clef.piles[clef.world_of(clef.turn)].size():
        clef.add_legal(cards)


def _look_at_pile(table: Table, number: i64, what: i64) -> None:
    """See the top cards of the pile here, then pick (E5, E6)."""
    clef = _clef(table)
    pile = clef.piles[clef.world_of(clef.turn)]
    number = min(number, pile.size())
    seen = vec[u8]()
    for depth in range(number):
        card = pile.at(pile.size() - 1 - depth)
        clef.knowledge.observe(clef.turn, card)
        seen = append(seen, u8(card))
    if clef.journal is not None:
        to = "hand" if what == TO_HAND else "top"
        facts: dict[str, object] = {"seat": int(clef.turn), "number": int(number), "to": to}
        clef.emit("search", facts, {"cards": clef.names(seen)}, 1 << clef.turn)
    clef.push_decision(PICKING, clef.turn, a_pick(what, number))


@final
class Search(Effect):
    """E5"""

    def list_targets(self, table: Table, cards: i64) -> None:
        _list_without_target(table, cards)

    def happen(self, table: Table, action: i64) -> None:
        _look_at_pile(table, self.n, TO_HAND)


@final
class Peek(Effect):
    """E6"""

    def list_targets(self, table: Table, cards: i64) -> None:
        _list_without_target(table, cards)

    def happen(self, table: Table, action: i64) -> None:
        _look_at_pile(table, self.n, TO_TOP)


@final
class Draw(Effect):
    """E7"""

    def list_targets(self, table: Table, cards: i64) -> None:
        _list_without_target(table, cards)

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.draw_several(clef.turn, self.n)


@final
class FreeTravel(Effect):
    """E8"""

    def list_targets(self, table: Table, cards: i64) -> None:
        clef = _clef(table)
        here = clef.seats[clef.turn].place
        for place in range(PLACES):
            near = touches(here, place) if self.wide else shares_side(here, place)
            if place not in (MIDDLE, here) and near:
                clef.add_legal(with_place(cards, place))

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.move(clef.turn, place_of(action))


@final
class Jump(Effect):
    """E9"""

    def list_targets(self, table: Table, cards: i64) -> None:
        clef = _clef(table)
        for place in range(PLACES):
            if place not in (MIDDLE, clef.seats[clef.turn].place) and clef.face_up >> place & 1:
                clef.add_legal(with_place(cards, place))

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.move(clef.turn, place_of(action))


@final
class Banish(Effect):
    """E10"""

    def list_targets(self, table: Table, cards: i64) -> None:
        clef = _clef(table)
        here = clef.seats[clef.turn].place
        for seat in _others(clef, True, holding=False):
            for place in range(PLACES):
                if place != MIDDLE and shares_side(here, place):
                    clef.add_legal(with_place(with_seat(cards, seat), place))

    def happen(self, table: Table, action: i64) -> None:
        _clef(table).move(seat_of(action), place_of(action))


@final
class Steal(Effect):
    """E11"""

    def list_targets(self, table: Table, cards: i64) -> None:
        clef = _clef(table)
        for seat in _others(clef, True, holding=True):
            clef.add_legal(with_seat(cards, seat))

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        victim = seat_of(action)
        hand = clef.seats[victim].hand
        if self.how == "random":
            clef.steal(clef.turn, victim, i64(hand[clef.chance.below(len(hand))]))
            return
        clef.observe_hand(clef.turn, victim)
        if clef.journal is not None:
            facts: dict[str, object] = {"seat": int(clef.turn), "victim": int(victim)}
            clef.emit("look", facts, {"cards": clef.names(hand)}, 1 << clef.turn | 1 << victim)
        clef.push_decision(PICKING, clef.turn, a_pick(FROM_HAND, victim))


@final
class Swap(Effect):
    """E12"""

    def list_targets(self, table: Table, cards: i64) -> None:
        clef = _clef(table)
        for seat in _others(clef, True, holding=True):
            for card in clef.seats[clef.turn].hand:
                if i64(card) != played(cards, 0):
                    clef.add_legal(with_target_card(with_seat(cards, seat), i64(card)))

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        other, given = seat_of(action), card_of(action)
        both = i64(1) << clef.turn | i64(1) << other
        hand = clef.seats[other].hand
        got = i64(hand[clef.chance.below(len(hand))])
        clef.knowledge.merge_candidates(clef.seats[clef.turn].hand, both)
        clef.knowledge.merge_candidates(hand, both)
        clef.change_places(clef.turn, given, other, got)
        if clef.journal is not None:
            facts: dict[str, object] = {"seat": int(clef.turn), "with": int(other)}
            cards = clef.cards.discoveries
            clef.emit("swap", facts, {"gave": cards[given].id, "got": cards[got].id}, both)


@final
class Unmask(Effect):
    """E13"""

    def list_targets(self, table: Table, cards: i64) -> None:
        clef = _clef(table)
        for seat in _others(clef, not self.wide, holding=False):
            if not clef.seats[seat].revealed:
                clef.add_legal(with_seat(cards, seat))

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.reveal(seat_of(action), clef.turn)
        clef.seats[seat_of(action)].key_spent = True


@final
class Shield(Effect):
    """E14"""

    def list_targets(self, table: Table, cards: i64) -> None:
        clef = _clef(table)
        if not clef.seats[clef.turn].shielded:
            clef.add_legal(cards)

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.seats[clef.turn].shielded = True
        if clef.journal is not None:
            clef.emit("shield", {"seat": int(clef.turn)})


@final
class Summon(Effect):
    """E15"""

    def list_targets(self, table: Table, cards: i64) -> None:
        clef = _clef(table)
        here = clef.seats[clef.turn].place
        for seat in _others(clef, False, holding=False):
            there = clef.seats[seat].place
            if there != here and touches(here, there):
                clef.add_legal(with_seat(cards, seat))

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.move(seat_of(action), clef.seats[clef.turn].place)


@final
class WildRide(Effect):
    """E16"""

    def list_targets(self, table: Table, cards: i64) -> None:
        clef = _clef(table)
        for place in range(PLACES):
            if place not in (MIDDLE, clef.seats[clef.turn].place):
                clef.add_legal(with_place(cards, place))

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.move(clef.turn, place_of(action))
        clef.draw_several(clef.turn, 2)


@final
class Lose(Effect):
    """E17"""

    def strike(self, table: Table, card: i64) -> None:
        clef = _clef(table)
        seat = clef.seats[clef.turn]
        hand = len(seat.hand)
        if self.how == "choice":
            if len(seat.hand):
                clef.push_decision(LOSING, clef.turn, self.n)
        elif self.how == "random":
            for _ in range(self.n):
                if len(seat.hand):
                    clef.lose_card(clef.turn, i64(seat.hand[clef.chance.below(len(seat.hand))]))
        else:
            for each in seat.hand[:]:
                if clef.cards.discoveries[i64(each)].key == self.key:
                    clef.lose_card(clef.turn, i64(each))
        nothing = len(seat.hand) == hand and (self.how != "choice" or hand == 0)
        if nothing and clef.journal is not None:
            clef.emit("nothing_lost", {"seat": int(clef.turn)})


@final
class MissTurn(Effect):
    """E18"""

    def strike(self, table: Table, card: i64) -> None:
        clef = _clef(table)
        clef.actions_left = 0
        clef.seats[clef.turn].turns_to_miss += 1
        if clef.journal is not None:
            clef.emit("miss_turn", {"seat": int(clef.turn)})


@final
class Thrown(Effect):
    """E19"""

    def strike(self, table: Table, card: i64) -> None:
        clef = _clef(table)
        here = clef.seats[clef.turn].place
        if self.how == "opposite":
            clef.move(clef.turn, 8 - here)
        elif self.how == "neighbour":
            near = vec[i64]()
            for place in range(PLACES):
                if place != MIDDLE and shares_side(here, place):
                    near = append(near, place)
            clef.move(clef.turn, near[clef.chance.below(len(near))])
        else:
            there = clef.place_of_world(self.to)
            if there != here:
                clef.move(clef.turn, there)


@final
class ShowHand(Effect):
    """E20"""

    def strike(self, table: Table, card: i64) -> None:
        clef = _clef(table)
        hand = clef.seats[clef.turn].hand
        for each in hand:
            clef.knowledge.observe_by_all(i64(each))
        if clef.journal is not None:
            clef.emit("show_hand", {"seat": int(clef.turn), "cards": clef.names(hand)})


# All effects by their id: the class, when it comes into play, the clause, and what each of its parameters may be.
_EFFECTS: Final[dict[str, tuple[type[Effect], int, str, dict[str, str]]]] = {
    "cancel": (Cancel, AS_REACTION, "E1", {"symbol": "key"}),
    "stop_move": (StopMove, AS_REACTION, "E2", {}),
    "wild": (Wild, IN_PAYMENT, "E3", {"keys": "keys"}),
    "look_hand": (LookHand, AS_ACTION, "E4", {"where": "here anywhere"}),
    "search": (Search, AS_ACTION, "E5", {"n": "number"}),
    "peek": (Peek, AS_ACTION, "E6", {"n": "number"}),
    "draw": (Draw, AS_ACTION, "E7", {"n": "number"}),
    "free_travel": (FreeTravel, AS_ACTION, "E8", {"over": "side any"}),
    "jump": (Jump, AS_ACTION, "E9", {}),
    "banish": (Banish, AS_ACTION, "E10", {}),
    "steal": (Steal, AS_ACTION, "E11", {"how": "random choice"}),
    "swap": (Swap, AS_ACTION, "E12", {}),
    "unmask": (Unmask, AS_ACTION, "E13", {"where": "here anywhere"}),
    "shield": (Shield, AS_ACTION, "E14", {}),
    "summon": (Summon, AS_ACTION, "E15", {}),
    "wild_ride": (WildRide, AS_PAIR, "E16", {}),
    "lose": (Lose, ON_DRAWING, "E17", {"how": "choice random key"}),
    "miss_turn": (MissTurn, ON_DRAWING, "E18", {}),
    "thrown": (Thrown, ON_DRAWING, "E19", {"to": "world"}),
    "show_hand": (ShowHand, ON_DRAWING, "E20", {}),
}

CLAUSES: Final = {id: clause for id, (_, _, clause, _) in _EFFECTS.items()}
PARAMETERS: Final = {id: parameters for id, (_, _, _, parameters) in _EFFECTS.items()}


def make(id: str) -> Effect:
    """The effect of an id, its parameters still to be filled in."""
    kind, when, _, _ = _EFFECTS[id]
    return kind(id, when)
