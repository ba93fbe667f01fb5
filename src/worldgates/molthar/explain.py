"""What the rules derive from a position for one seat: what characters still lack, and how each payment works.

It reads only public information and the seat's own, nothing that the seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from librt.vecs import vec
from mypy_extensions import i64

from worldgates.core.shapes import Shape
from worldgates.molthar import table as rules
from worldgates.molthar.actions import Activate, decode
from worldgates.molthar.cards import CHARACTERS, NO_CHARACTER
from worldgates.molthar.payment import Reckoner
from worldgates.molthar.pearls import values_in
from worldgates.molthar.table import MoltharTable

How = Literal["as_it_is", "ability", "diamond"]

# By the constants of payment.py.
_HOW: Final[tuple[How, ...]] = ("as_it_is", "ability", "diamond")


class CharacterExplain(Shape, frozen=True, omit_defaults=True):
    """What the seat still needs for a character.

    `missing` are the values of the pearls that the nearest combination still lacks, `diamonds` is the number of further
    diamonds that the character itself costs. Face-up characters have a place; those on a portal have the portal's seat
    and the slot.
    """

    character: str
    missing: tuple[int, ...]
    diamonds: int
    place: int | None = None
    seat: int | None = None
    slot: int | None = None


class PearlUse(Shape, frozen=True):
    """A hand pearl in a payment: its value, the value that it counts as, and why."""

    pearl: int
    value: int
    how: How


class PaymentExplain(Shape, frozen=True):
    """How a legal activation is paid: what each hand pearl counts as, and which pictured pearls are used.

    `pictured` are the values of the pictured pearls used, `wild` the values that a `?` counts as. Diamonds of the
    action that change no pearl are part of the character's cost.
    """

    action: Activate
    uses: tuple[PearlUse, ...]
    pictured: tuple[int, ...]
    wild: tuple[int, ...]


class Explain(Shape, frozen=True):
    """What the rules derive from a position for one seat. Payments are listed while it is the seat's turn to act."""

    characters: tuple[CharacterExplain, ...]
    payments: tuple[PaymentExplain, ...]


def explain(table: MoltharTable, seat: int) -> Explain:
    """The derived values of a table for a seat."""
    reckoner = Reckoner(table.seats[seat].purse(vec[i64]()))
    return Explain(tuple(_characters(table, seat, reckoner)), _payments(table, seat, reckoner))


def _characters(table: MoltharTable, seat: int, reckoner: Reckoner) -> Iterator[CharacterExplain]:
    """The face-up characters, those on the seat's portal, and the wisps of its neighbours (M9, M21)."""
    for place, kind in enumerate(table.face_up_characters):
        if kind != NO_CHARACTER:
            missing, diamonds = _lacks(reckoner, kind)
            yield CharacterExplain(CHARACTERS[kind].id, missing, diamonds, place=place)
    owners = dict.fromkeys((seat, int(table.left_of(seat)), int(table.right_of(seat))))
    for owner in owners:
        for slot in (0, 1):
            kind = table.seats[owner].portal(slot)
            if kind != NO_CHARACTER and (owner == seat or CHARACTERS[kind].is_wisp):
                missing, diamonds = _lacks(reckoner, kind)
                yield CharacterExplain(CHARACTERS[kind].id, missing, diamonds, seat=owner, slot=slot)


def _lacks(reckoner: Reckoner, kind: int) -> tuple[tuple[int, ...], int]:
    character = CHARACTERS[kind]
    diamonds = max(0, int(character.asks_diamonds - reckoner.purse.diamonds))
    return values_in(reckoner.shortfall(character)), diamonds


def _payments(table: MoltharTable, seat: int, reckoner: Reckoner) -> tuple[PaymentExplain, ...]:
    if table.to_act != seat:
        return ()
    activations = [action for action in table.actions() if rules.doing(action) == rules.ACTIVATE]
    return tuple(_payment(table, reckoner, action) for action in activations)


def _payment(table: MoltharTable, reckoner: Reckoner, action: int) -> PaymentExplain:
    kind = table.seats[rules.first_of(action)].portal(rules.second_of(action))
    found = reckoner.work_out(CHARACTERS[kind], rules.spend_of(action), rules.diamonds_of(action))
    assert found, f"no way to pay for {decode(action)}"
    built = decode(action)
    assert isinstance(built, Activate)
    uses = tuple(PearlUse(use & 15, use >> 4 & 15, _HOW[use >> 8]) for use in map(int, reckoner.uses))
    return PaymentExplain(built, uses, values_in(reckoner.served), values_in(reckoner.served_wild))
