"""The events of La clef des mondes: one struct per kind.

Cards, characters and worlds are named by their ids, places by their numbers 0 to 8. A field in `secret` is None for
everybody outside the event's audience.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from worldgates.clef.keys import Step
from worldgates.core.shapes import Event

Kind = Literal["R", "O", "MR"]


class SetUp(Event, frozen=True, tag="set_up"):
    """Worlds and pawns are laid out; a face-down world is None (K3, K6)."""

    starting_seat: int = msgspec.field(name="first_seat")
    worlds: tuple[str | None, ...]
    places: tuple[int, ...]


class CharacterChosen(Event, frozen=True, tag="choose"):
    """A player keeps a character in secret (K5)."""

    secret: ClassVar[tuple[str, ...]] = ("character",)

    seat: int
    character: str | None = None


class TurnBegan(Event, frozen=True, tag="turn"):
    """A turn begins (K18)."""

    seat: int
    actions: int
    round: int


class TurnMissed(Event, frozen=True, tag="miss"):
    """A player misses a turn (K26)."""

    seat: int


class CardDrawn(Event, frozen=True, tag="draw"):
    """A player draws a card (K18)."""

    secret: ClassVar[tuple[str, ...]] = ("card",)

    seat: int
    world: str
    card: str | None = None


class CardDiscarded(Event, frozen=True, tag="discard"):
    """A player puts a card under the pile, unseen (K19)."""

    secret: ClassVar[tuple[str, ...]] = ("card",)

    seat: int
    world: str
    card: str | None = None


class CharacterRevealed(Event, frozen=True, tag="reveal"):
    """A character is turned face up (K20); `by` is the player who unmasked it (E13)."""

    seat: int
    character: str
    by: int | None = None


class TravelPlayed(Event, frozen=True, tag="travel"):
    """A player shows the keys of a way; `world` is set if the world at the place is face up (K23)."""

    seat: int
    cards: tuple[str, ...]
    place: int
    world: str | None = None


class GoHomePlayed(Event, frozen=True, tag="go_home"):
    """A player shows the keys of the way home (K11)."""

    seat: int
    cards: tuple[str, ...]


class EffectPlayed(Event, frozen=True, tag="effect"):
    """A player shows a card, or two, for an effect, with its targets (K22)."""

    seat: int
    cards: tuple[str, ...]
    place: int | None = None
    world: str | None = None
    target: int | None = None


class CardCancelled(Event, frozen=True, tag="cancel"):
    """A player cancels a card, or counters a bad encounter (K24, K25)."""

    seat: int
    card: str
    against: str


class MoveStopped(Event, frozen=True, tag="stop"):
    """A player stops the move of another (E2)."""

    seat: int
    card: str
    victim: int


class LeftBehind(Event, frozen=True, tag="left_behind"):
    """Encounters stay in the world that their player leaves (K14)."""

    secret: ClassVar[tuple[str, ...]] = ("cards",)

    seat: int
    world: str
    number: int
    cards: tuple[str, ...] | None = None


class WorldOpened(Event, frozen=True, tag="open_world"):
    """A world is turned face up (K10)."""

    place: int
    world: str


class PawnMoved(Event, frozen=True, tag="move"):
    """A pawn goes from one place to another (EG4)."""

    seat: int
    origin: int = msgspec.field(name="from")
    place: int
    world: str


class TradeOffered(Event, frozen=True, tag="offer"):
    """A player offers a card to another, announcing its kind and key (K21)."""

    secret: ClassVar[tuple[str, ...]] = ("card",)

    seat: int
    to: int
    kind: Kind
    key: str
    card: str | None = None


class TradeAnswered(Event, frozen=True, tag="answer"):
    """A player offers a card in return, announcing its kind and key (K21)."""

    secret: ClassVar[tuple[str, ...]] = ("card",)

    seat: int
    kind: Kind
    key: str
    card: str | None = None


class TradeRefused(Event, frozen=True, tag="refuse"):
    """A player refuses a trade (K21)."""

    seat: int


class CardsTraded(Event, frozen=True, tag="trade"):
    """Two players trade a card for a card (K21)."""

    secret: ClassVar[tuple[str, ...]] = ("gave", "got")

    seat: int
    other: int = msgspec.field(name="with")
    gave: str | None = None
    got: str | None = None


class CardsSwapped(Event, frozen=True, tag="swap"):
    """A player gives a card and gets one at random (E12)."""

    secret: ClassVar[tuple[str, ...]] = ("gave", "got")

    seat: int
    other: int = msgspec.field(name="with")
    gave: str | None = None
    got: str | None = None


class HandSeen(Event, frozen=True, tag="look"):
    """A player looks at the hand of another (E4, E11)."""

    secret: ClassVar[tuple[str, ...]] = ("cards",)

    seat: int
    victim: int
    cards: tuple[str, ...] | None = None


class CardStolen(Event, frozen=True, tag="steal"):
    """A player takes a card of another (E11)."""

    secret: ClassVar[tuple[str, ...]] = ("card",)

    seat: int
    victim: int
    card: str | None = None


class PileSearched(Event, frozen=True, tag="search"):
    """A player looks at the top cards of a pile, to pick one for the hand or the top (E5, E6)."""

    secret: ClassVar[tuple[str, ...]] = ("cards",)

    seat: int
    number: int
    to: Literal["hand", "top"]
    cards: tuple[str, ...] | None = None


class CardPicked(Event, frozen=True, tag="pick"):
    """A player has picked one of the cards seen on the pile, or none (EG8)."""

    secret: ClassVar[tuple[str, ...]] = ("card",)

    seat: int
    to: Literal["hand", "top"]
    picked: bool
    card: str | None = None


class ShieldRaised(Event, frozen=True, tag="shield"):
    """A player is shielded until the next turn (E14)."""

    seat: int


class BadEncounterMet(Event, frozen=True, tag="meet"):
    """A player draws a bad encounter (K16)."""

    seat: int
    card: str


class Unharmed(Event, frozen=True, tag="unharmed"):
    """A shield keeps a bad encounter off (E14)."""

    seat: int


class CardLost(Event, frozen=True, tag="lose"):
    """A player loses a card (E17)."""

    seat: int
    card: str


class NothingLost(Event, frozen=True, tag="nothing_lost"):
    """A player has nothing to lose (E17)."""

    seat: int


class TurnLost(Event, frozen=True, tag="miss_turn"):
    """A player loses the rest of this turn and the next one (E18)."""

    seat: int


class HandShown(Event, frozen=True, tag="show_hand"):
    """A player shows the whole hand to everybody (E20)."""

    seat: int
    cards: tuple[str, ...]


class Passed(Event, frozen=True, tag="pass"):
    """A player gives up the rest of the turn (K23)."""

    seat: int


class GameOver(Event, frozen=True, tag="over"):
    """The game is over (K27, K28); `keys` has the keys that opened the way home: the door's, then the character's."""

    ranking: tuple[tuple[int, ...], ...]
    keys: tuple[Step, ...] = ()


AnyEvent = (
    SetUp
    | CharacterChosen
    | TurnBegan
    | TurnMissed
    | CardDrawn
    | CardDiscarded
    | CharacterRevealed
    | TravelPlayed
    | GoHomePlayed
    | EffectPlayed
    | CardCancelled
    | MoveStopped
    | LeftBehind
    | WorldOpened
    | PawnMoved
    | TradeOffered
    | TradeAnswered
    | TradeRefused
    | CardsTraded
    | CardsSwapped
    | HandSeen
    | CardStolen
    | PileSearched
    | CardPicked
    | ShieldRaised
    | BadEncounterMet
    | Unharmed
    | CardLost
    | NothingLost
    | TurnLost
    | HandShown
    | Passed
    | GameOver
)
