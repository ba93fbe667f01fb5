"""What the rules derive from a position for one seat: the cost of each way, the cards that pay it, the missing keys.

Everything here comes from what the seat may know: its hand, its character, the face-up worlds, and the cards that it
has seen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.clef import table as rules
from worldgates.clef.actions import OWN_KEY, Door, door
from worldgates.clef.cards import BAD_ENCOUNTER, CHARACTER, DISCOVERIES, KEYS, OBJECT, CardSet, Discovery
from worldgates.clef.keys import Key, Step, keys_of
from worldgates.clef.knowledge import ALL
from worldgates.clef.payment import matching, still_due
from worldgates.clef.table import ClefTable, Seat
from worldgates.core.shapes import Shape

# The items that can pay, and the keys that each of them opens, one bit per key.
Items = tuple[vec[i64], vec[i64]]

# Why an item cannot pay here: an encounter of another world (K14), a spent key, or the key of a character that must be
# revealed first (K20).
Hindrance = Literal["other_world", "spent", "unrevealed"]


class Coin(Shape, frozen=True, omit_defaults=True):
    """A card in hand, or the character's own key (`"character"`), and the keys that it can count as (E3)."""

    card: str
    opens: tuple[Key, ...]
    # Why it cannot pay here; absent if it can.
    hindered: Hindrance | None = None


class Way(Shape, frozen=True, omit_defaults=True):
    """A way from a place to an adjacent one: the keys that it costs, each with the card that would pay it.

    As many keys as possible are paid, each with a different card. The first `edge` keys are those of the side or
    corner (K9); on the way home the character's needs follow (K11).
    """

    origin: int
    place: int
    to: Door
    steps: tuple[Step, ...]
    edge: int
    missing: tuple[Key, ...]
    # The own character's key, if revealing the character would pay one more key (K20).
    reveal_helps: Key | None = None

    @property
    def payable(self) -> bool:
        return not self.missing

    @property
    def keys(self) -> tuple[Key, ...]:
        """All keys due."""
        return tuple(step.key for step in self.steps)

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that would pay."""
        return tuple(step.card for step in self.steps if step.card is not None)


class Contents(Shape, frozen=True):
    """What the pile of a face-up world may still give: its own cards that the seat does not know to be elsewhere, and
    cards of other worlds that it knows to be there."""

    world: str
    # The number of bad encounters, and the keys of the other cards, one per card in the order of the keys.
    bad: int
    keys: tuple[Key, ...]


class TradeEffect(Shape, frozen=True):
    """The keys that would be missing on the way home without a card, and with the one announced in exchange (K21)."""

    gives: str
    missing: tuple[Key, ...]


class ReaderPlan(Shape, frozen=True):
    """The way home that a dealt character would have from the starting world (K5, K11)."""

    character: str
    home: Way


class Explain(Shape, frozen=True, omit_defaults=True):
    """What a seat can pay with, where it can go from its world, how far it is from home, and what the piles hold."""

    purse: tuple[Coin, ...]
    # The ways out of the pawn's world, except the way home.
    ways: tuple[Way, ...]
    # The way home from there; absent until a character is chosen, once the pawn is home, and where there is none (K9).
    home: Way | None = None
    # The way home from every other face-up world, with the cards that the seat would still have there: encounters of
    # the pawn's current world are left behind (K14).
    plans: tuple[Way, ...] = ()
    # The pile of every face-up world.
    contents: tuple[Contents, ...] = ()
    # Each card that the seat could give while it decides on an action or a trade.
    trades: tuple[TradeEffect, ...] = ()
    # The dealt characters, until one is chosen.
    readers: tuple[ReaderPlan, ...] = ()


def explain(table: ClefTable, number: int) -> Explain:
    """The derived values of a position for a seat."""
    seat = table.seats[number]
    here = int(seat.place)
    found = contents(table, number)
    if here == rules.MIDDLE:
        return Explain(purse(table, seat), (), contents=found)
    items = table.purse(seat)
    ways = tuple(
        _way(table, seat, here, place, items)
        for place in range(rules.PLACES)
        if place not in (here, rules.MIDDLE) and rules.touches(here, place) and table.is_way(here, place)
    )
    if seat.reader < 0:
        return Explain(purse(table, seat), ways, contents=found, readers=_reader_plans(table, seat))
    kept = _kept(table, items)
    plans = tuple(
        _way(table, seat, place, rules.MIDDLE, kept)
        for place in range(rules.PLACES)
        if place not in (here, rules.MIDDLE) and table.face_up >> place & 1 and table.is_way(place, rules.MIDDLE)
    )
    home = _way(table, seat, here, rules.MIDDLE, items) if table.is_way(here, rules.MIDDLE) else None
    return Explain(purse(table, seat), ways, home, plans, found, _trades(table, number))


def contents(table: ClefTable, number: int) -> tuple[Contents, ...]:
    """What the pile of each face-up world may still hold, for all that a seat knows (K29)."""
    observer, own = table.observer(number), table.cards.of_world
    # A server does this for every page after every move.
    knows, may_be_at = table.knowledge.knows, table.knowledge.may_be
    found: list[Contents] = []
    for place in range(rules.PLACES):
        if place == rules.MIDDLE or not table.face_up >> place & 1:
            continue
        world = table.worlds[place]
        may_be = 0
        for card in table.piles[world].from_top():
            those = ALL if knows(observer, card) else own[world]
            may_be |= int(may_be_at[observer * DISCOVERIES + card] & those)
        found.append(_contents_of(table.cards, int(world), may_be))
    return tuple(found)


@lru_cache(maxsize=10_000)
def _contents_of(cards: CardSet, world: int, may_be: int) -> Contents:
    """The pile of a world in which these cards may be, one bit per card. It changes only when somebody learns more."""
    those = [card for number, card in enumerate(cards.discoveries) if may_be >> number & 1]
    keys = sorted(int(card.key) for card in those if card.kind != BAD_ENCOUNTER)
    bad = sum(card.kind == BAD_ENCOUNTER for card in those)
    return Contents(cards.worlds[world].id, bad, tuple(KEYS[key] for key in keys))


def _trades(table: ClefTable, number: int) -> tuple[TradeEffect, ...]:
    """What giving each card would do to the way home, while the seat decides on an action or a trade (K21)."""
    decision = table.decision()
    if table.over or table.to_act != number or decision not in (rules.ACTION, rules.ANSWERING, rules.ACCEPTING):
        return ()
    seat = table.seats[number]
    if not table.is_way(seat.place, rules.MIDDLE):
        return ()
    gives = [int(card) for card in seat.hand]
    gets: Discovery | None = None
    if decision == rules.ANSWERING:
        gets = table.cards.discoveries[table.decision_detail()]
    elif decision == rules.ACCEPTING:
        offered, answered, _ = rules.trade_of(table.decision_detail())
        gives, gets = [int(offered)], table.cards.discoveries[answered]
    due = table.keys_due(seat, seat.place, rules.MIDDLE)
    items, opens = table.purse(seat)
    effects: list[TradeEffect] = []
    for given in gives:
        left = vec[i64]()
        for item, each in zip(items, opens, strict=True):
            if item != given:
                left = append(left, each)
        # Of the other card only its announced key is certain; an encounter pays in its own world only (K14).
        if gets is not None and (gets.kind == OBJECT or gets.world == table.worlds[seat.place]):
            left = append(left, i64(1) << gets.key)
        missing = tuple(KEYS[key] for key in still_due(left, due))
        effects.append(TradeEffect(table.cards.discoveries[given].id, missing))
    return tuple(effects)


def _reader_plans(table: ClefTable, seat: Seat) -> tuple[ReaderPlan, ...]:
    """The way home of each dealt character: nothing is paid yet. None where there is no way home (K9)."""
    if not table.is_way(seat.place, rules.MIDDLE):
        return ()
    edge = [KEYS[key] for key in table.keys_due(seat, seat.place, rules.MIDDLE)]
    plans: list[ReaderPlan] = []
    for dealt in seat.dealt:
        reader = table.cards.readers[dealt]
        due = (*edge, *(KEYS[key] for key in reader.needs))
        steps = tuple(Step(key, None) for key in due)
        home = Way(int(seat.place), int(rules.MIDDLE), door(table, rules.MIDDLE), steps, len(edge), due)
        plans.append(ReaderPlan(reader.id, home))
    return tuple(plans)


def purse(table: ClefTable, seat: Seat) -> tuple[Coin, ...]:
    """The items that a seat can pay with, and why some of them cannot pay here."""
    here = table.worlds[seat.place]
    coins: list[Coin] = []
    for each in seat.hand:
        card = table.cards.discoveries[int(each)]
        elsewhere = card.kind != OBJECT and card.world != here
        coins.append(Coin(card.id, keys_of(card.opens), "other_world" if elsewhere else None))
    if seat.reader >= 0:
        hindered: Hindrance | None = None
        if seat.key_spent:
            hindered = "spent"
        elif not seat.revealed and not table.reveal_while_paying:
            hindered = "unrevealed"
        coins.append(Coin(OWN_KEY, (KEYS[table.cards.readers[seat.reader].key],), hindered))
    return tuple(coins)


def way_home(table: ClefTable, seat: Seat) -> Way | None:
    """The way home of a seat; None before it has a character, once it is home, and from where there is none (K9)."""
    if seat.reader < 0 or seat.place == rules.MIDDLE or not table.is_way(seat.place, rules.MIDDLE):
        return None
    return _way(table, seat, int(seat.place), rules.MIDDLE, table.purse(seat))


def _way(table: ClefTable, seat: Seat, origin: int, place: int, items: Items) -> Way:
    """The way from a face-up world to an adjacent place, with what a seat could pay there."""
    cards, opens = items
    due = table.keys_due(seat, origin, place)
    steps = tuple(
        Step(KEYS[key], None if item < 0 else _item(table, cards[item]))
        for key, item in zip(due, matching(opens, due), strict=True)
    )
    missing = tuple(step.key for step in steps if step.card is None)
    helps: Key | None = None
    if missing and place == rules.MIDDLE and not seat.revealed and not table.reveal_while_paying:
        own = table.cards.readers[seat.reader].key
        if len(still_due(append(opens[:], i64(1) << own), due)) < len(missing):
            helps = KEYS[own]
    edge = len(due) - (len(table.cards.readers[seat.reader].needs) if place == rules.MIDDLE else 0)
    return Way(origin, int(place), door(table, place), steps, edge, missing, helps)


def _kept(table: ClefTable, items: Items) -> Items:
    """The items left in any other world: encounters of this one are left behind (K14)."""
    kept, keys = vec[i64](), vec[i64]()
    for item, opens in zip(*items, strict=True):
        if item == CHARACTER or table.cards.discoveries[item].kind == OBJECT:
            kept, keys = append(kept, item), append(keys, opens)
    return kept, keys


def _item(table: ClefTable, item: int) -> str:
    return OWN_KEY if item == CHARACTER else table.cards.discoveries[item].id
