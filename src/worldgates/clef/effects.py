"""The effects of the cards, E1 to E22: one class each.

A new effect needs a class, here or anywhere else (`register` adds it), its sentences (effects_text.py), and a clause in
the rules. The `kind` of its class has all its properties.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from worldgates.clef.cards import (
    AS_ACTION,
    AS_PAIR,
    AS_REACTION,
    CHARACTER,
    IN_PAYMENT,
    ON_DRAWING,
    PARAMETERS,
    Effect,
    EffectKind,
)
from worldgates.clef.events import (
    CardCancelled,
    CardsSwapped,
    HandSeen,
    HandShown,
    MoveStopped,
    NothingLost,
    PileSearched,
    ShieldRaised,
    TurnLost,
)
from worldgates.clef.table import (
    FROM_HAND,
    IN_RETURN,
    LOSING,
    MIDDLE,
    NO_PLACE,
    NO_SEAT,
    PICKING,
    PLACES,
    REACT,
    TO_HAND,
    TO_TOP,
    ClefTable,
    a_barter,
    a_pick,
    card_of,
    cards_played,
    encode,
    place_of,
    played,
    seat_of,
    shares_side,
    touches,
    with_card,
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


def _emit_look(table: ClefTable, victim: i64) -> None:
    hand = tuple(table.names(table.seats[victim].hand))
    seen = HandSeen(seat=int(table.turn), victim=int(victim), cards=hand)
    table.emit(seen, i64(1) << table.turn | i64(1) << victim)


@final
class Cancel(Effect):
    """E1. Bad encounters are countered where they are drawn: see `defences` of the table (K24)."""

    kind: ClassVar[EffectKind] = EffectKind(
        "cancel",
        AS_REACTION,
        "E1",
        "a defence: cancels every card of a symbol, and bad encounters with that attack",
        parameters={"symbol": "key"},
        defends=True,
    )

    def list_reactions(self, table: Table, card: i64, action: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        for number in range(cards_played(action)):
            hit = played(action, number)
            if hit != CHARACTER and clef.cards.discoveries[hit].key == self.key:
                found = append(found, with_card(encode(REACT, NO_SEAT, NO_PLACE, card), hit))
        return found

    def react(self, table: Table, seat: i64, action: i64) -> None:
        clef = _clef(table)
        hit = played(action, 0)
        if clef.journal is not None:
            cards = clef.cards.discoveries
            clef.emit(CardCancelled(seat=int(seat), card=cards[card_of(action)].id, against=cards[hit].id))
        clef.spend(clef.turn, hit)


@final
class StopMove(Effect):
    """E2"""

    kind: ClassVar[EffectKind] = EffectKind(
        "stop_move", AS_REACTION, "E2", "holds back another player who leaves this world"
    )

    def list_reactions(self, table: Table, card: i64, action: i64) -> vec[i64]:
        if _clef(table).moves_the_player(action):
            return append(vec[i64](), encode(REACT, NO_SEAT, NO_PLACE, card))
        return vec[i64]()

    def react(self, table: Table, seat: i64, action: i64) -> None:
        clef = _clef(table)
        if clef.journal is not None:
            card = clef.cards.discoveries[card_of(action)].id
            clef.emit(MoveStopped(seat=int(seat), card=card, victim=int(clef.turn)))
        clef.seats[clef.turn].held = True


@final
class Wild(Effect):
    """E3. Implemented in the keys that the card opens."""

    kind: ClassVar[EffectKind] = EffectKind(
        "wild",
        IN_PAYMENT,
        "E3",
        "stands for any one of several keys, its own among them",
        parameters={"keys": "keys"},
    )


@final
class LookHand(Effect):
    """E4"""

    kind: ClassVar[EffectKind] = EffectKind(
        "look_hand",
        AS_ACTION,
        "E4",
        "look at a player's hand",
        parameters={"where": "here anywhere"},
        targets=("seat",),
        on_hand=True,
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        for seat in _others(clef, not self.wide, holding=True):
            found = append(found, with_seat(cards, seat))
        return found

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.observe_hand(clef.turn, seat_of(action))
        if clef.journal is not None:
            _emit_look(clef, seat_of(action))


def _without_target(table: Table, cards: i64) -> vec[i64]:
    """An effect that only needs a card in this world's pile (E5, E6, E7)."""
    clef = _clef(table)
    if clef.piles[clef.world_of(clef.turn)].size():
        return append(vec[i64](), cards)
    return vec[i64]()


def _look_at_pile(table: Table, number: i64, what: i64) -> None:
    """See the top cards of this world's pile, then pick (E5, E6)."""
    clef = _clef(table)
    pile = clef.piles[clef.world_of(clef.turn)]
    number = min(number, pile.size())
    seen = vec[u8]()
    for depth in range(number):
        card = pile.at(pile.size() - 1 - depth)
        clef.knowledge.observe(clef.turn, card)
        seen = append(seen, u8(card))
    if clef.journal is not None:
        searched = PileSearched(
            seat=int(clef.turn),
            number=int(number),
            to="hand" if what == TO_HAND else "top",
            cards=tuple(clef.names(seen)),
        )
        clef.emit(searched, i64(1) << clef.turn)
    clef.push_decision(PICKING, clef.turn, a_pick(what, number))


@final
class Search(Effect):
    """E5"""

    kind: ClassVar[EffectKind] = EffectKind(
        "search",
        AS_ACTION,
        "E5",
        "look at the top n cards of the pile and take one",
        parameters={"n": "number"},
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        return _without_target(table, cards)

    def happen(self, table: Table, action: i64) -> None:
        _look_at_pile(table, self.n, TO_HAND)


@final
class Peek(Effect):
    """E6"""

    kind: ClassVar[EffectKind] = EffectKind(
        "peek",
        AS_ACTION,
        "E6",
        "look at the top n cards of the pile and put one on top",
        parameters={"n": "number"},
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        return _without_target(table, cards)

    def happen(self, table: Table, action: i64) -> None:
        _look_at_pile(table, self.n, TO_TOP)


@final
class Draw(Effect):
    """E7"""

    kind: ClassVar[EffectKind] = EffectKind("draw", AS_ACTION, "E7", "draw n cards", parameters={"n": "number"})

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        return _without_target(table, cards)

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.draw_several(clef.turn, self.n)


@final
class FreeTravel(Effect):
    """E8"""

    kind: ClassVar[EffectKind] = EffectKind(
        "free_travel",
        AS_ACTION,
        "E8",
        "go to a neighbouring world without keys",
        parameters={"over": "side any"},
        targets=("world",),
        moves_player=True,
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        here = clef.seats[clef.turn].place
        for place in range(PLACES):
            near = touches(here, place) if self.wide else shares_side(here, place)
            if place not in (MIDDLE, here) and near:
                found = append(found, with_place(cards, place))
        return found

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.move(clef.turn, place_of(action))


@final
class Jump(Effect):
    """E9"""

    kind: ClassVar[EffectKind] = EffectKind(
        "jump",
        AS_ACTION,
        "E9",
        "go to any face-up world without keys",
        targets=("world",),
        moves_player=True,
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        for place in range(PLACES):
            if place not in (MIDDLE, clef.seats[clef.turn].place) and clef.face_up >> place & 1:
                found = append(found, with_place(cards, place))
        return found

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.move(clef.turn, place_of(action))


@final
class Banish(Effect):
    """E10"""

    kind: ClassVar[EffectKind] = EffectKind(
        "banish",
        AS_ACTION,
        "E10",
        "send a player of this world to a neighbouring one",
        targets=("seat", "world"),
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        here = clef.seats[clef.turn].place
        for seat in _others(clef, True, holding=False):
            for place in range(PLACES):
                if place != MIDDLE and shares_side(here, place):
                    found = append(found, with_place(with_seat(cards, seat), place))
        return found

    def happen(self, table: Table, action: i64) -> None:
        _clef(table).move(seat_of(action), place_of(action))


@final
class Steal(Effect):
    """E11"""

    kind: ClassVar[EffectKind] = EffectKind(
        "steal",
        AS_ACTION,
        "E11",
        "take a card of a player of this world",
        parameters={"how": "random choice"},
        targets=("seat",),
        on_hand=True,
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        for seat in _others(clef, True, holding=True):
            found = append(found, with_seat(cards, seat))
        return found

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        victim = seat_of(action)
        hand = clef.seats[victim].hand
        if self.how == "random":
            clef.steal(clef.turn, victim, i64(hand[clef.chance.below(len(hand))]))
            return
        clef.observe_hand(clef.turn, victim)
        if clef.journal is not None:
            _emit_look(clef, victim)
        clef.push_decision(PICKING, clef.turn, a_pick(FROM_HAND, victim))


@final
class Swap(Effect):
    """E12"""

    kind: ClassVar[EffectKind] = EffectKind(
        "swap",
        AS_ACTION,
        "E12",
        "give a card and get one at random from a player of this world",
        targets=("seat", "card"),
        on_hand=True,
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        for seat in _others(clef, True, holding=True):
            for card in clef.seats[clef.turn].hand:
                if i64(card) != played(cards, 0):
                    found = append(found, with_target_card(with_seat(cards, seat), i64(card)))
        return found

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
            cards = clef.cards.discoveries
            swapped = CardsSwapped(seat=int(clef.turn), other=int(other), gave=cards[given].id, got=cards[got].id)
            clef.emit(swapped, both)


@final
class Unmask(Effect):
    """E13"""

    kind: ClassVar[EffectKind] = EffectKind(
        "unmask",
        AS_ACTION,
        "E13",
        "turn up the character of a player",
        parameters={"where": "here anywhere"},
        targets=("seat",),
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        for seat in _others(clef, not self.wide, holding=False):
            if not clef.seats[seat].revealed:
                found = append(found, with_seat(cards, seat))
        return found

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.reveal(seat_of(action), clef.turn)
        clef.seats[seat_of(action)].key_spent = True


@final
class Shield(Effect):
    """E14"""

    kind: ClassVar[EffectKind] = EffectKind(
        "shield", AS_ACTION, "E14", "nothing can be done to you until your next turn"
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        if not clef.seats[clef.turn].shielded:
            found = append(found, cards)
        return found

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.seats[clef.turn].shielded = True
        if clef.journal is not None:
            clef.emit(ShieldRaised(seat=int(clef.turn)))


@final
class Summon(Effect):
    """E15"""

    kind: ClassVar[EffectKind] = EffectKind(
        "summon",
        AS_ACTION,
        "E15",
        "call a player here from a neighbouring world",
        targets=("seat",),
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        here = clef.seats[clef.turn].place
        for seat in _others(clef, False, holding=False):
            there = clef.seats[seat].place
            if there != here and touches(here, there):
                found = append(found, with_seat(cards, seat))
        return found

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.move(seat_of(action), clef.seats[clef.turn].place)


@final
class WildRide(Effect):
    """E16"""

    kind: ClassVar[EffectKind] = EffectKind(
        "wild_ride",
        AS_PAIR,
        "E16",
        "go to any world without keys and draw two cards there",
        targets=("world",),
        moves_player=True,
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        for place in range(PLACES):
            if place not in (MIDDLE, clef.seats[clef.turn].place):
                found = append(found, with_place(cards, place))
        return found

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        clef.move(clef.turn, place_of(action))
        clef.draw_several(clef.turn, 2)


@final
class Lose(Effect):
    """E17"""

    kind: ClassVar[EffectKind] = EffectKind(
        "lose",
        ON_DRAWING,
        "E17",
        "lose n cards of your choice, n at random, or all with a key",
        parameters={"how": "choice random key"},
        variants={"choice": {"n": "number"}, "random": {"n": "number"}, "key": {"key": "key"}},
    )

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
            clef.emit(NothingLost(seat=int(clef.turn)))


@final
class MissTurn(Effect):
    """E18"""

    kind: ClassVar[EffectKind] = EffectKind(
        "miss_turn", ON_DRAWING, "E18", "the rest of this turn and the next turn are lost"
    )

    def strike(self, table: Table, card: i64) -> None:
        clef = _clef(table)
        clef.actions_left = 0
        clef.seats[clef.turn].turns_to_miss += 1
        if clef.journal is not None:
            clef.emit(TurnLost(seat=int(clef.turn)))


@final
class Thrown(Effect):
    """E19"""

    kind: ClassVar[EffectKind] = EffectKind(
        "thrown",
        ON_DRAWING,
        "E19",
        "your pawn goes to another world",
        parameters={"to": "world"},
        moves_player=True,
    )

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

    kind: ClassVar[EffectKind] = EffectKind("show_hand", ON_DRAWING, "E20", "everybody sees your hand")

    def strike(self, table: Table, card: i64) -> None:
        clef = _clef(table)
        hand = clef.seats[clef.turn].hand
        for each in hand:
            clef.knowledge.observe_by_all(i64(each))
        if clef.journal is not None:
            clef.emit(HandShown(seat=int(clef.turn), cards=tuple(clef.names(hand))))


@final
class Visit(Effect):
    """E21"""

    kind: ClassVar[EffectKind] = EffectKind(
        "visit",
        AS_ACTION,
        "E21",
        "go without keys to a player in another world and take a card of theirs at random",
        targets=("seat",),
        moves_player=True,
        on_hand=True,
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        here = clef.seats[clef.turn].place
        for seat in _others(clef, False, holding=True):
            if clef.seats[seat].place != here:
                found = append(found, with_seat(cards, seat))
        return found

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        host = seat_of(action)
        clef.move(clef.turn, clef.seats[host].place)
        hand = clef.seats[host].hand
        clef.steal(clef.turn, host, i64(hand[clef.chance.below(len(hand))]))


@final
class Barter(Effect):
    """E22"""

    kind: ClassVar[EffectKind] = EffectKind(
        "barter",
        AS_ACTION,
        "E22",
        "see the hand of a player here or in a neighbouring world and exchange a card",
        targets=("seat", "card"),
        on_hand=True,
    )

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        clef = _clef(table)
        found = vec[i64]()
        here = clef.seats[clef.turn].place
        for seat in _others(clef, False, holding=True):
            if not touches(here, clef.seats[seat].place):
                continue
            for each in clef.seats[clef.turn].hand:
                card = i64(each)
                if card != played(cards, 0) and clef.can_change_hands(seat, card):
                    found = append(found, with_target_card(with_seat(cards, seat), card))
        return found

    def happen(self, table: Table, action: i64) -> None:
        clef = _clef(table)
        other = seat_of(action)
        clef.observe_hand(clef.turn, other)
        if clef.journal is not None:
            _emit_look(clef, other)
        clef.push_decision(PICKING, clef.turn, a_pick(IN_RETURN, a_barter(other, card_of(action))))


# All effects by their id.
EFFECTS: Final[dict[str, type[Effect]]] = {}


def register(effect: type[Effect]) -> type[Effect]:
    """Register a class of effects, so that cards can name it. It can be used as a decorator."""
    kind = effect.kind
    if kind.id in EFFECTS:
        raise ValueError(f"there is an effect {kind.id!r} already")
    for name in [*kind.parameters, *[name for more in kind.variants.values() for name in more]]:
        if name not in PARAMETERS:
            raise ValueError(f"a parameter is one of {', '.join(PARAMETERS)}, not {name!r}")
    EFFECTS[kind.id] = effect
    return effect


def make(id: str) -> Effect:
    """A new effect by its id, before its parameters are filled in."""
    effect = EFFECTS[id]
    return effect(effect.kind)


for _effect in (
    Cancel,
    StopMove,
    Wild,
    LookHand,
    Search,
    Peek,
    Draw,
    FreeTravel,
    Jump,
    Banish,
    Steal,
    Swap,
    Unmask,
    Shield,
    Summon,
    Visit,
    Barter,
    WildRide,
    Lose,
    MissTurn,
    Thrown,
    ShowHand,
):
    register(_effect)
