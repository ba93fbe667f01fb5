"""What the rules derive from a position for one seat: the cost of each way, the cards that pay it, the missing keys.

Everything here comes from what the seat may know: its hand, its character, and the face-up worlds.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.clef import table as rules
from worldgates.clef.actions import OWN_KEY, Door, door
from worldgates.clef.cards import CHARACTER, KEYS, OBJECT
from worldgates.clef.payment import matching, still_due
from worldgates.clef.table import ClefTable, Seat
from worldgates.core.shapes import Shape

# The items that can pay, and the keys that each of them opens, one bit per key.
Items = tuple[vec[i64], vec[i64]]

# A kind of key (K8), enumerated for the schema and the client's types.
Key = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(KEYS)})]

# Why an item cannot pay here: an encounter of another world (K14), a spent key, or the key of a character that must be
# revealed first (K20).
Hindrance = Literal["other_world", "spent", "unrevealed"]


class Coin(Shape, frozen=True, omit_defaults=True):
    """A card in hand, or the character's own key (`"character"`), and the keys that it can count as (E3)."""

    card: str
    opens: tuple[Key, ...]
    # Why it cannot pay here; absent if it can.
    hindered: Hindrance | None = None


class Step(Shape, frozen=True):
    """A due key, and the card that would pay it, or None if it is missing."""

    key: Key
    card: str | None


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


class Explain(Shape, frozen=True, omit_defaults=True):
    """What a seat can pay with, where it can go from its world, and how far it is from home."""

    purse: tuple[Coin, ...]
    # The ways out of the pawn's world, except the way home.
    ways: tuple[Way, ...]
    # The way home from there; absent until a character is chosen and once the pawn is home.
    home: Way | None = None
    # The way home from every other face-up world, with the cards that the seat would still have there: encounters of
    # the pawn's current world are left behind (K14).
    plans: tuple[Way, ...] = ()


def explain(table: ClefTable, number: int) -> Explain:
    """The derived values of a position for a seat."""
    seat = table.seats[number]
    here = int(seat.place)
    if here == rules.MIDDLE:
        return Explain(purse(table, seat), ())
    items = table.purse(seat)
    ways = tuple(
        _way(table, seat, here, place, items)
        for place in range(rules.PLACES)
        if place not in (here, rules.MIDDLE) and rules.touches(here, place)
    )
    if seat.reader < 0:
        return Explain(purse(table, seat), ways)
    kept = _kept(table, items)
    plans = tuple(
        _way(table, seat, place, rules.MIDDLE, kept)
        for place in range(rules.PLACES)
        if place not in (here, rules.MIDDLE) and table.face_up >> place & 1
    )
    return Explain(purse(table, seat), ways, _way(table, seat, here, rules.MIDDLE, items), plans)


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
    """The way home of a seat; None before it has a character, and once it is home."""
    if seat.reader < 0 or seat.place == rules.MIDDLE:
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


def keys_of(opens: int) -> tuple[Key, ...]:
    """The keys in a bit field with one bit per key."""
    return tuple(KEYS[number] for number in range(len(KEYS)) if opens >> number & 1)
