"""What the rules make of a position for one seat: what each way costs, which of its cards pay it, what is missing.

Everything here comes from what the seat itself may know: its hand, its character, and the worlds that are face up.
"""

from __future__ import annotations

from typing import Literal

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from worldgates.clef import table as rules
from worldgates.clef.actions import OWN_KEY, Door, door
from worldgates.clef.cards import KEYS, OBJECT
from worldgates.clef.payment import matching
from worldgates.clef.table import ClefTable, Seat
from worldgates.core.shapes import Shape

# Why something cannot pay here: an encounter of another world (K14), a key that is spent, or one of a character that
# has to be revealed first (K20).
Hindrance = Literal["other_world", "spent", "unrevealed"]


class Coin(Shape, frozen=True, omit_defaults=True):
    """A card of the hand, or the character's own key (`"character"`), and the keys that it can stand for (E3)."""

    card: str
    opens: tuple[str, ...]
    # Why it cannot pay here; absent if it can.
    hindered: Hindrance | None = None


class Step(Shape, frozen=True):
    """A key that is due, and the card that would pay it, or None if it is missing."""

    key: str
    card: str | None


class Way(Shape, frozen=True, omit_defaults=True):
    """A way from a place to another beside it: the keys it costs, each with the card that would pay it.

    As many keys as possible are paid, each with a card of its own. The first `edge` keys are those of the side or
    corner (K9); on the way home the character's needs follow (K11).
    """

    origin: int
    place: int
    to: Door
    steps: tuple[Step, ...]
    edge: int
    missing: tuple[str, ...]
    # The key of the own character, if one more key could be paid once the character is revealed (K20).
    reveal_helps: str | None = None

    @property
    def payable(self) -> bool:
        return not self.missing

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys due."""
        return tuple(step.key for step in self.steps)

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that would pay."""
        return tuple(step.card for step in self.steps if step.card is not None)


class Explain(Shape, frozen=True, omit_defaults=True):
    """What a seat can pay with, where it can go from its world, and how far it is from home."""

    purse: tuple[Coin, ...]
    # The ways out of the world where the pawn stands, without the way home.
    ways: tuple[Way, ...]
    # The way home from there; absent until a character is chosen and once the pawn is home.
    home: Way | None = None
    # The way home from every other face-up world, with the cards that one could still have there: encounters of the
    # world where the pawn stands now stay behind (K14).
    plans: tuple[Way, ...] = ()


def explain(table: ClefTable, number: int) -> Explain:
    """What the rules make of the position for a seat."""
    seat = table.seats[number]
    plans: list[Way] = []
    if seat.reader >= 0 and seat.place != rules.MIDDLE:
        for place in range(rules.PLACES):
            if place not in (rules.MIDDLE, seat.place) and table.face_up >> place & 1:
                plans.append(way_between(table, seat, place, rules.MIDDLE))
    return Explain(purse(table, seat), ways_out(table, seat), way_home(table, seat), tuple(plans))


def purse(table: ClefTable, seat: Seat) -> tuple[Coin, ...]:
    """What a seat has to pay with, and why some of it cannot pay here."""
    here = table.worlds[seat.place]
    coins: list[Coin] = []
    for each in seat.hand:
        card = table.cards.discoveries[int(each)]
        elsewhere = card.kind != OBJECT and card.world != here
        coins.append(Coin(card.id, _keys(card.opens), "other_world" if elsewhere else None))
    if seat.reader >= 0:
        hindered: Hindrance | None = None
        if seat.key_spent:
            hindered = "spent"
        elif not seat.revealed and not table.reveal_while_paying:
            hindered = "unrevealed"
        coins.append(Coin(OWN_KEY, (KEYS[table.cards.readers[seat.reader].key],), hindered))
    return tuple(coins)


def ways_out(table: ClefTable, seat: Seat) -> tuple[Way, ...]:
    """The ways from the world of a seat to those around it, in the order of their places, without the way home."""
    here = seat.place
    if here == rules.MIDDLE:
        return ()
    return tuple(
        way_between(table, seat, here, place)
        for place in range(rules.PLACES)
        if place not in (here, rules.MIDDLE) and rules.touches(here, place)
    )


def way_home(table: ClefTable, seat: Seat) -> Way | None:
    """The way home of a seat; None before it has a character, and once it is home."""
    if seat.reader < 0 or seat.place == rules.MIDDLE:
        return None
    return way_between(table, seat, int(seat.place), rules.MIDDLE)


def way_between(table: ClefTable, seat: Seat, origin: int, place: int) -> Way:
    """The way from a face-up world to a place beside it, with what a seat could pay if its pawn stood there."""
    there = seat if origin == seat.place else _moved(table, seat, origin)
    due = table.keys_due(there, place)
    items, opens = table.purse(there)
    paid = matching(opens, due)
    steps = []
    for key, item in zip(due, paid, strict=True):
        steps.append(Step(KEYS[key], None if item < 0 else _item(table, items[item])))
    missing = tuple(step.key for step in steps if step.card is None)
    helps: str | None = None
    if missing and place == rules.MIDDLE and not seat.revealed and not table.reveal_while_paying:
        own = table.cards.readers[seat.reader].key
        if sum(item >= 0 for item in matching(append(opens, i64(1) << own), due)) > len(steps) - len(missing):
            helps = KEYS[own]
    edge = len(table.keys_of_way(origin, *rules.way(origin, place)))
    return Way(int(origin), int(place), door(table, place), tuple(steps), int(edge), missing, helps)


def _moved(table: ClefTable, seat: Seat, place: int) -> Seat:
    """The seat as it would be at another place: encounters of the world that it leaves stay there (K14)."""
    moved = seat.copy()
    hand = vec[u8]()
    for each in seat.hand:
        if table.cards.discoveries[int(each)].kind == OBJECT:
            hand = append(hand, each)
    moved.hand = hand
    moved.place = place
    return moved


def _item(table: ClefTable, item: int) -> str:
    discoveries = table.cards.discoveries
    return discoveries[item].id if item < len(discoveries) else OWN_KEY


def _keys(opens: int) -> tuple[str, ...]:
    return tuple(key for number, key in enumerate(KEYS) if opens >> number & 1)
