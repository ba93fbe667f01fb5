"""The hand of a seat in the middle of an action, while everything else is shown as it was before.

In a reaction window (K25) the table stands still as it was before the action. But who draws a bad encounter may have
played and drawn cards in the same action, and defends with what is in the hand now.
"""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import append, vec
from mypy_extensions import u8

from worldgates.clef.events import (
    CardCancelled,
    CardDiscarded,
    CardDrawn,
    CardLost,
    CardPicked,
    CardsSwapped,
    CardStolen,
    CardsTraded,
    EffectPlayed,
    GoHomePlayed,
    LeftBehind,
    MoveStopped,
    TravelPlayed,
)
from worldgates.clef.table import ClefTable
from worldgates.core.shapes import Event


def with_present_hand(table: ClefTable, seat: int, events: Sequence[Event]) -> ClefTable:
    """A copy of a table in which a seat holds what it holds after these events."""
    numbers = {card.id: number for number, card in enumerate(table.cards.discoveries)}
    hand = table.names(table.seats[seat].hand)
    for event in events:
        lost, won = _changes(event, seat)
        hand = [card for card in hand if card not in lost] + [card for card in won if card is not None]
    twin = table.copy()
    held = vec[u8]()
    for card in hand:
        held = append(held, u8(numbers[card]))
    twin.seats[seat].hand = held
    return twin


def _changes(event: Event, seat: int) -> tuple[tuple[str | None, ...], tuple[str | None, ...]]:
    """The cards that leave a hand with an event, and those that come into it."""
    match event:
        case TravelPlayed() | GoHomePlayed() | EffectPlayed() if event.seat == seat:
            return event.cards, ()
        case CardDiscarded() | CardLost() | CardCancelled() | MoveStopped() if event.seat == seat:
            return (event.card,), ()
        case LeftBehind() if event.seat == seat:
            return event.cards or (), ()
        case CardDrawn() if event.seat == seat:
            return (), (event.card,)
        case CardPicked() if event.seat == seat and event.to == "hand":
            return (), (event.card,)
        case CardStolen() if seat in (event.seat, event.victim):
            return ((), (event.card,)) if event.seat == seat else ((event.card,), ())
        case CardsTraded() | CardsSwapped() if seat in (event.seat, event.other):
            given, taken = (event.gave,), (event.got,)
            return (given, taken) if event.seat == seat else (taken, given)
        case _:
            return (), ()
