"""Events: what happened at a table, one struct per kind.

Names are in the past tense, so that they differ from the actions. `clause` is the rule behind an event, for players who
ask why something happened.

    >>> TookBack(seat=1, pearl="3*").to_json()
    '{"event":"take_back","seat":1,"pearl":"3*"}'
"""

from __future__ import annotations

from typing import ClassVar, Literal, Self

import msgspec

from worldgates.core import shapes
from worldgates.molthar.pearls import PearlName


class Event(shapes.Event, frozen=True):
    """The base of every event of Molthar."""

    clause: ClassVar[str]


class SetUp(Event, frozen=True, tag="set_up"):
    """The table was set up: the starting player was drawn, and these cards are face up."""

    clause: ClassVar[str] = "M4"
    starting_seat: int
    pearls: tuple[PearlName, ...]
    characters: tuple[str, ...]


class TurnBegan(Event, frozen=True, tag="turn"):
    """A seat's turn began."""

    clause: ClassVar[str] = "M5"
    seat: int
    actions: int
    round: int


class Took(Event, frozen=True, tag="take"):
    """A seat took a pearl from a face-up place, or from the pile, in which case only the seat sees which."""

    clause: ClassVar[str] = "M6"
    secret: ClassVar[tuple[str, ...]] = ("pearl",)
    seat: int
    source: int | Literal["pile"] = msgspec.field(name="from")
    pearl: PearlName | None = None

    def public(self) -> Self:
        return super().public() if self.source == "pile" else self


class PearlRevealed(Event, frozen=True, tag="reveal_pearl"):
    """A pearl was turned up on a face-up place."""

    clause: ClassVar[str] = "M6"
    place: int
    pearl: PearlName


class CharacterRevealed(Event, frozen=True, tag="reveal_character"):
    """A character was turned up on a face-up place."""

    clause: ClassVar[str] = "M8"
    place: int
    character: str


class Refreshed(Event, frozen=True, tag="refresh"):
    """A seat replaced the face-up pearls; these went to the discard pile."""

    clause: ClassVar[str] = "M7"
    seat: int
    pearls: tuple[PearlName, ...]


class CharactersExchanged(Event, frozen=True, tag="swap_symbol"):
    """A swap symbol was turned up: these face-up characters went to the discard pile."""

    clause: ClassVar[str] = "M10"
    characters: tuple[str, ...]


class Shuffled(Event, frozen=True, tag="shuffle"):
    """A discard pile was shuffled into a new pile."""

    clause: ClassVar[str] = "M3"
    pile: Literal["pearls", "characters"]


class CharacterDiscarded(Event, frozen=True, tag="discard_character"):
    """A seat discarded a character of its full portal to place another."""

    clause: ClassVar[str] = "M8"
    seat: int
    slot: int
    character: str


class Placed(Event, frozen=True, tag="place"):
    """A seat placed a character on its portal."""

    clause: ClassVar[str] = "M8"
    seat: int
    source: int | Literal["pile"] = msgspec.field(name="from")
    slot: int
    character: str


class Activated(Event, frozen=True, tag="activate"):
    """A seat activated a character on the portal of `owner` with these hand pearls and diamonds (their faces)."""

    clause: ClassVar[str] = "M9"
    seat: int
    owner: int
    slot: int
    character: str
    spend: tuple[PearlName, ...]
    diamonds: tuple[str, ...]


class TwelveReached(Event, frozen=True, tag="twelve"):
    """A seat was the first to reach the points that end the game."""

    clause: ClassVar[str] = "M22"
    seat: int
    points: int


class DiamondReceived(Event, frozen=True, tag="diamond"):
    """A seat received a diamond; seats that had looked at the top of the pile know its face."""

    clause: ClassVar[str] = "M18"
    secret: ClassVar[tuple[str, ...]] = ("character",)
    seat: int
    character: str | None = None


class NoDiamond(Event, frozen=True, tag="no_diamond"):
    """There was no diamond left for a seat."""

    clause: ClassVar[str] = "M3"
    seat: int


class ActionsGained(Event, frozen=True, tag="more_actions"):
    """A seat gained actions in its turn."""

    clause: ClassVar[str] = "M19"
    seat: int
    actions: int


class BonusGained(Event, frozen=True, tag="bonus"):
    """A seat has one more action in its next turn."""

    clause: ClassVar[str] = "M19"
    seat: int


class NoTarget(Event, frozen=True, tag="no_target"):
    """The ability of a character did nothing, because there was nothing to choose from."""

    clause: ClassVar[str] = "M19"
    seat: int


class Robbed(Event, frozen=True, tag="rob"):
    """A seat looked at the hand of another, to take a pearl from it."""

    clause: ClassVar[str] = "M19"
    secret: ClassVar[tuple[str, ...]] = ("hand",)
    seat: int
    victim: int
    hand: tuple[PearlName, ...] | None = None


class PearlRobbed(Event, frozen=True, tag="rob_pearl"):
    """A seat took a pearl from the hand it had looked at."""

    clause: ClassVar[str] = "M19"
    secret: ClassVar[tuple[str, ...]] = ("pearl",)
    seat: int
    victim: int
    pearl: PearlName | None = None


class TookBack(Event, frozen=True, tag="take_back"):
    """A seat took back one of the pearls it had just spent."""

    clause: ClassVar[str] = "M19"
    seat: int
    pearl: PearlName


class Banished(Event, frozen=True, tag="banish"):
    """A seat discarded a character from the portal of another."""

    clause: ClassVar[str] = "M19"
    seat: int
    victim: int
    slot: int
    character: str


class TradedTwo(Event, frozen=True, tag="trade_two"):
    """A seat discarded a 2 for a diamond."""

    clause: ClassVar[str] = "M20"
    seat: int
    pearl: PearlName


class Swapped(Event, frozen=True, tag="swap"):
    """A seat swapped a character of its portal with a face-up one."""

    clause: ClassVar[str] = "M20"
    seat: int
    slot: int
    market: int = msgspec.field(name="with")
    gave: str
    got: str


class Peeked(Event, frozen=True, tag="peek"):
    """A seat looked at the top character of the pile."""

    clause: ClassVar[str] = "M20"
    secret: ClassVar[tuple[str, ...]] = ("character",)
    seat: int
    character: str | None = None


class Redrew(Event, frozen=True, tag="redraw"):
    """A seat discarded its whole hand, to draw as many pearls."""

    clause: ClassVar[str] = "M20"
    seat: int
    pearls: tuple[PearlName, ...]


class Drew(Event, frozen=True, tag="draw"):
    """A seat drew pearls for the hand it had discarded."""

    clause: ClassVar[str] = "M20"
    secret: ClassVar[tuple[str, ...]] = ("pearls",)
    seat: int
    number: int
    pearls: tuple[PearlName, ...] | None = None


class Discarded(Event, frozen=True, tag="discard"):
    """A seat discarded a pearl, down to its hand limit."""

    clause: ClassVar[str] = "M11"
    seat: int
    pearl: PearlName


class FinalRoundBegan(Event, frozen=True, tag="final_round"):
    """The last round began."""

    clause: ClassVar[str] = "M22"


class GameOver(Event, frozen=True, tag="over"):
    """The game ended."""

    clause: ClassVar[str] = "M23"
    ranking: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]


AnyEvent = (
    SetUp
    | TurnBegan
    | Took
    | PearlRevealed
    | CharacterRevealed
    | Refreshed
    | CharactersExchanged
    | Shuffled
    | CharacterDiscarded
    | Placed
    | Activated
    | TwelveReached
    | DiamondReceived
    | NoDiamond
    | ActionsGained
    | BonusGained
    | NoTarget
    | Robbed
    | PearlRobbed
    | TookBack
    | Banished
    | TradedTwo
    | Swapped
    | Peeked
    | Redrew
    | Drew
    | Discarded
    | FinalRoundBegan
    | GameOver
)
