"""Imagined tables: everything that a seat cannot know is dealt again, and everything that it knows is kept (K29)."""

from __future__ import annotations

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from worldgates.clef.cards import DISCOVERIES, NO_CARD, bit
from worldgates.clef.knowledge import ALL
from worldgates.clef.table import (
    ACCEPTING,
    ANSWERING,
    FROM_HAND,
    IN_RETURN,
    PICKING,
    PLACES,
    REACTING,
    ClefTable,
    a_barter,
    a_pick,
    a_trade,
    barter_of,
    card_of,
    pick_of,
    played,
    seat_of,
    trade_of,
)
from worldgates.core.chance import Chance


def imagine(table: ClefTable, seat: i64, chance: Chance) -> ClefTable:
    """A copy in which everything the seat cannot know is dealt again, consistently with its knowledge (K29)."""
    observer = table.observer(seat)
    world = table.copy()
    world.chance = chance
    becomes = table.knowledge.dealt_again(observer, _places_of_cards(table, observer), chance)
    holders = vec[u8]([255] * DISCOVERIES)
    for number in range(table.players):
        hand = _hand_as_known(table, number, observer)
        for place in range(i64(len(hand))):
            holders[i64(hand[place])] = u8(number)
            hand[place] = becomes[i64(hand[place])]
        if number != observer:
            chance.shuffle(hand)
        world.seats[number].hand = hand
    for pile in world.piles:
        for place in range(pile.size()):
            pile.cards[place] = becomes[pile.at(place)]
    world.knowledge = table.knowledge.imagined(observer, becomes, holders)
    _imagine_offer(table, world, observer, chance)
    _imagine_swap(table, world, observer, chance)
    _imagine_pick(world, observer, chance)
    _imagine_worlds(table, world, chance)
    _imagine_readers(table, world, observer, chance)
    _imagine_reactions(table, world, observer)
    if world.to_act != observer:
        world._legal_valid = False
    return world


def _hand_as_known(table: ClefTable, seat: i64, observer: i64) -> vec[u8]:
    """A copy of a hand: the observer's own in its order, another's in an order that reveals nothing."""
    hand = table.seats[seat].hand[:]
    if seat == observer:
        return hand
    start = observer * DISCOVERIES
    may_be = table.knowledge.may_be
    for place in range(i64(1), i64(len(hand))):
        back = place
        while back > 0 and may_be[start + i64(hand[back])] < may_be[start + i64(hand[back - 1])]:
            hand[back], hand[back - 1] = hand[back - 1], hand[back]
            back -= 1
    return hand


def _places_of_cards(table: ClefTable, observer: i64) -> vec[u8]:
    """All cards in the order of their places: piles from the bottom, hands, the bad encounter being carried out."""
    places = vec[u8](capacity=DISCOVERIES)
    for pile in table.piles:
        for card in pile.cards:
            places = append(places, card)
    for seat in range(table.players):
        for mine in _hand_as_known(table, seat, observer):
            places = append(places, mine)
    if table.struck != NO_CARD:
        places = append(places, u8(table.struck))
    return places


def _imagine_offer(table: ClefTable, world: ClefTable, observer: i64, chance: Chance) -> None:
    """The others know only the kind and key of the cards in a trade (K21)."""
    detail = table.decision_detail() if len(table.stack) else i64(0)
    if table.decision() == ANSWERING:
        world.pop_decision()
        offered = _imagine_card(world, table.turn, detail, table.cards_like(detail), observer, chance)
        world.push_decision(ANSWERING, table.to_act, offered)
    elif table.decision() == ACCEPTING:
        offered, card, other = trade_of(detail)
        world.pop_decision()
        offered = _imagine_card(world, table.turn, offered, table.cards_like(offered), observer, chance)
        card = _imagine_card(world, other, card, table.cards_like(card), observer, chance)
        world.push_decision(ACCEPTING, table.to_act, a_trade(offered, card, other))


def _imagine_swap(table: ClefTable, world: ClefTable, observer: i64, chance: Chance) -> None:
    """Only its player knows the card to be given until it changes hands (EG7)."""
    given = card_of(table.waiting) if table.waiting >= 0 else NO_CARD
    if given != NO_CARD:
        others = ~bit(played(table.waiting, 0)) & _to_be_given(table, seat_of(table.waiting))
        card = _imagine_card(world, table.turn, given, others, observer, chance)
        world.waiting = table.waiting ^ given << 11 ^ card << 11


def _imagine_card(world: ClefTable, seat: i64, card: i64, those: i64, observer: i64, chance: Chance) -> i64:
    """A card of an imagined hand, chosen among those that it may be; the observer's own card is known."""
    if seat == observer:
        return card
    fitting = vec[i64]()
    for each in world.seats[seat].hand:
        if those & bit(i64(each)):
            fitting = append(fitting, i64(each))
    return fitting[chance.below(len(fitting))]


def _to_be_given(table: ClefTable, other: i64) -> i64:
    """The cards that may be given to another player: objects only, if it is in another world (E22)."""
    return ALL if table.seats[other].place == table.seats[table.turn].place else table.cards.objects


def _imagine_pick(world: ClefTable, observer: i64, chance: Chance) -> None:
    """The player who picks has seen the cards to pick from (EG8); only they know the card that is given in return."""
    if world.decision() != PICKING:
        return
    what, number = pick_of(world.decision_detail())
    if what == FROM_HAND:
        world.observe_hand(world.turn, number)
        return
    if what == IN_RETURN:
        other, given = barter_of(number)
        world.observe_hand(world.turn, other)
        card = _imagine_card(world, world.turn, given, _to_be_given(world, other), observer, chance)
        world.pop_decision()
        world.push_decision(PICKING, world.turn, a_pick(IN_RETURN, a_barter(other, card)))
        return
    pile = world.piles[world.world_of(world.turn)]
    for depth in range(number):
        world.knowledge.observe(world.turn, pile.at(pile.size() - 1 - depth))


def _imagine_reactions(table: ClefTable, world: ClefTable, observer: i64) -> None:
    """The seats that decide on a reaction are those that could react with their imagined hands (K29).

    The observer knows its own part: it decides now, later, or has decided before. If nobody could react, a reaction is
    still pending, and some seat passes.
    """
    if table.decision() != REACTING:
        return
    later = False
    while world.decision() == REACTING:
        later = later or world.to_act == observer
        world.pop_decision()
    now = table.to_act == observer
    here = table.seats[table.turn].place
    before = observer not in (table.turn, table.players) and not later and table.seats[observer].place == here
    before = before and table.can_react(observer, table.waiting)
    own = (observer - table.turn) % table.players
    somebody = observer
    # The nearest seat clockwise decides first, so its decision is pushed last.
    for step in range(table.players - 1, 0, -1):
        other = (table.turn + step) % table.players
        if table.seats[other].place != here:
            continue
        if other == observer:
            if later:
                world.push_decision(REACTING, observer, 0)
        elif step > own or not (now or before):
            somebody = other
            if world.can_react(other, world.waiting):
                world.push_decision(REACTING, other, 0)
    if not now and (world.decision() != REACTING or world.to_act == observer):
        world.push_decision(REACTING, somebody, 0)


def _imagine_worlds(table: ClefTable, world: ClefTable, chance: Chance) -> None:
    """Face-down worlds may trade places."""
    hidden = vec[u8]()
    for place in range(PLACES):
        if not table.face_up >> place & 1:
            hidden = append(hidden, u8(table.worlds[place]))
    hidden = vec[u8](sorted(hidden))
    chance.shuffle(hidden)
    for place in range(PLACES):
        if not table.face_up >> place & 1:
            hidden, there = pop(hidden)
            world.worlds[place] = i64(there)


def _imagine_readers(table: ClefTable, world: ClefTable, observer: i64, chance: Chance) -> None:
    """Others' characters that are hidden or put aside may be any that the observer has not seen."""
    seen: i64 = 0
    for number in range(table.players):
        seat = table.seats[number]
        if number == observer:
            for reader in seat.dealt:
                seen |= i64(1) << reader
            if seat.reader >= 0:
                seen |= i64(1) << seat.reader
            if seat.aside >= 0:
                seen |= i64(1) << seat.aside
        elif seat.revealed:
            seen |= i64(1) << seat.reader
    hidden = vec[u8]()
    for reader in range(i64(len(table.cards.readers))):
        if not seen >> reader & 1:
            hidden = append(hidden, u8(reader))
    chance.shuffle(hidden)
    for number in range(table.players):
        if number == observer:
            continue
        seat = world.seats[number]
        for place in range(i64(len(seat.dealt))):
            hidden, dealt = pop(hidden)
            seat.dealt[place] = i64(dealt)
        if seat.reader >= 0:
            if not seat.revealed:
                hidden, chosen = pop(hidden)
                seat.reader = i64(chosen)
            if seat.aside >= 0:
                hidden, aside = pop(hidden)
                seat.aside = i64(aside)
