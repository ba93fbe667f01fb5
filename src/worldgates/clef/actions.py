"""Actions: their structs, and the ints that encode them inside the engine.

A face-up world is named by its id, a face-down one by its place, 0 to 8 (EG10), so both directions need the table.

    >>> from worldgates.clef import Travel
    >>> Travel(to="chasse", keys=("chaudron", "character")).to_json()
    '{"do":"travel","to":"chasse","keys":["chaudron","character"]}'
"""

from __future__ import annotations

from typing import Final, Literal

from worldgates.clef import table as rules
from worldgates.clef.cards import CHARACTER, NO_CARD, CardSet
from worldgates.clef.effects import with_place, with_seat, with_target_card
from worldgates.clef.table import ClefTable
from worldgates.core import shapes
from worldgates.core.formats import FormatError

SeatNumber = Literal[0, 1, 2, 3, 4]
# A world: its id, or its place while it is face down (EG10).
Door = str | int
# Among the keys of a payment: the character's own (K20).
OWN_KEY: Final = "character"


class ChooseCharacter(shapes.Action, frozen=True, tag="choose_character"):
    """Keep one of the two characters (K5)."""

    character: str


class Draw(shapes.Action, frozen=True, tag="draw"):
    """Draw a card of the world where the pawn stands (K18)."""


class Discard(shapes.Action, frozen=True, tag="discard"):
    """Put a card under the pile (K19), or lose it (E17)."""

    card: str


class Travel(shapes.Action, frozen=True, tag="travel"):
    """Travel to a world, paying with cards and perhaps the character's key, `"character"` (K9)."""

    to: Door
    keys: tuple[str, ...]


class GoHome(shapes.Action, frozen=True, tag="go_home"):
    """Go home to Kernault (K11)."""

    keys: tuple[str, ...]


class PlayEffect(shapes.Action, frozen=True, tag="effect", omit_defaults=True):
    """Play a card, or two that belong together, for the effect, with its targets (K22, EG1)."""

    cards: tuple[str, ...]
    seat: SeatNumber | None = None
    world: Door | None = None
    card: str | None = None


class Reveal(shapes.Action, frozen=True, tag="reveal"):
    """Reveal the player's own character (K20)."""


class Offer(shapes.Action, frozen=True, tag="offer"):
    """Offer a card to a player in the same world (K21)."""

    seat: SeatNumber
    card: str


class Answer(shapes.Action, frozen=True, tag="answer"):
    """Answer an offer with a card; None refuses (K21)."""

    card: str | None


class Accept(shapes.Action, frozen=True, tag="accept"):
    """Accept the answer to an offer, or refuse it (K21)."""

    yes: bool


class React(shapes.Action, frozen=True, tag="react", omit_defaults=True):
    """React with a card, `against` the card that it cancels, if it cancels one; None lets it happen (K24, K25)."""

    card: str | None
    against: str | None = None


class Pick(shapes.Action, frozen=True, tag="pick"):
    """Pick a card; None if the player takes none (EG8)."""

    card: str | None


class Pass(shapes.Action, frozen=True, tag="pass"):
    """Give up the rest of the turn (K23)."""


AnyAction = (
    ChooseCharacter
    | Draw
    | Discard
    | Travel
    | GoHome
    | PlayEffect
    | Reveal
    | Offer
    | Answer
    | Accept
    | React
    | Pick
    | Pass
)

# Actions that wait for reactions after they are played (K25).
Playable = Travel | GoHome | PlayEffect


def door(table: ClefTable, place: int) -> Door:
    """The name of a world in actions: its id if it is face up, else its place (EG10)."""
    return table.world_name(place) or place


def card_numbers(cards: CardSet) -> dict[str, int]:
    return {card.id: number for number, card in enumerate(cards.discoveries)}


def decode(table: ClefTable, action: int) -> AnyAction:
    """Decode an action of this table into its struct."""
    do = rules.doing(action)
    if do in (rules.TRAVEL, rules.GO_HOME, rules.EFFECT):
        return decode_played(table, action)
    number = rules.card_of(action)
    card = table.cards.discoveries[number].id if number < CHARACTER else None
    match do:
        case rules.CHOOSE:
            return ChooseCharacter(table.cards.readers[number].id)
        case rules.DRAW:
            return Draw()
        case rules.DISCARD:
            return Discard(card or "")
        case rules.REVEAL:
            return Reveal()
        case rules.OFFER:
            return Offer(_seat(action), card or "")
        case rules.ANSWER:
            return Answer(card)
        case rules.ACCEPT:
            return Accept(rules.seat_of(action) == 1)
        case rules.REACT:
            hit = rules.played(action, 0) if rules.cards_played(action) else NO_CARD
            return React(card, None if hit == NO_CARD else table.cards.discoveries[hit].id)
        case rules.PICK:
            return Pick(card)
    return Pass()


def decode_played(table: ClefTable, action: int) -> Playable:
    """Decode an action that plays cards."""
    cards = tuple(_item(table, rules.played(action, number)) for number in range(rules.cards_played(action)))
    if rules.doing(action) == rules.TRAVEL:
        return Travel(door(table, rules.place_of(action)), cards)
    if rules.doing(action) == rules.GO_HOME:
        return GoHome(cards)
    place, given = rules.place_of(action), rules.card_of(action)
    return PlayEffect(
        cards,
        seat=None if rules.seat_of(action) == rules.NO_SEAT else _seat(action),
        world=None if place == rules.NO_PLACE else door(table, place),
        card=None if given == NO_CARD else table.cards.discoveries[given].id,
    )


def _item(table: ClefTable, card: int) -> str:
    return OWN_KEY if card == CHARACTER else table.cards.discoveries[card].id


def _seat(action: int) -> SeatNumber:
    seats: tuple[SeatNumber, ...] = (0, 1, 2, 3, 4)
    return seats[rules.seat_of(action)]


class _Names:
    """Converts the names in an action to numbers."""

    def __init__(self, table: ClefTable, where: str) -> None:
        self.table = table
        self.where = where

    def card(self, name: str | None, key: str = "card") -> int:
        if name is None:
            return NO_CARD
        for number, card in enumerate(self.table.cards.discoveries):
            if card.id == name:
                return number
        raise FormatError(f"there is no card {name!r} in this set", f"{self.where}.{key}")

    def place(self, name: Door, key: str) -> int:
        if isinstance(name, int):
            if not 0 <= name < rules.PLACES:
                raise FormatError(f"expected a place from 0 to 8, got {name}", f"{self.where}.{key}")
            if self.table.world_name(name) is not None:
                raise FormatError("this world lies face up: it is named by its id (EG10)", f"{self.where}.{key}")
            return name
        for place in range(rules.PLACES):
            if self.table.world_name(place) == name:
                return place
        raise FormatError(f"there is no face-up world {name!r} (EG10)", f"{self.where}.{key}")

    def play(self, action: int, names: tuple[str, ...], key: str) -> int:
        """The action with these cards played: each once, in the order of the hand, the character last."""
        if len(names) > 5:
            raise FormatError("expected at most five", f"{self.where}.{key}")
        cards = []
        for index, name in enumerate(names):
            is_key = name == OWN_KEY and key == "keys"
            cards.append(CHARACTER if is_key else self.card(name, f"{key}[{index}]"))
        if len(set(cards)) < len(cards):
            raise FormatError("expected each card once", f"{self.where}.{key}")
        seat = self.table.seats[max(0, self.table.to_act)]
        order = {int(card): place for place, card in enumerate(seat.hand)}
        for card in sorted(cards, key=lambda card: order.get(card, card)):
            action = rules.with_card(action, card)
        return action

    def effect(self, action: PlayEffect) -> int:
        effect = self.play(rules.encode(rules.EFFECT), action.cards, "cards")
        if action.seat is not None:
            effect = with_seat(effect, action.seat)
        if action.world is not None:
            effect = with_place(effect, self.place(action.world, "world"))
        return effect if action.card is None else with_target_card(effect, self.card(action.card))


def encode(table: ClefTable, action: shapes.Action, where: str = "action") -> int:
    """Encode an action as this table's int, whether or not it is legal."""
    names = _Names(table, where)
    match action:
        case ChooseCharacter():
            for number, reader in enumerate(table.cards.readers):
                if reader.id == action.character:
                    return rules.encode(rules.CHOOSE, card=number)
            raise FormatError(f"there is no character {action.character!r} in this set", f"{where}.character")
        case Draw():
            return rules.encode(rules.DRAW)
        case Discard():
            return rules.encode(rules.DISCARD, card=names.card(action.card))
        case Travel():
            return names.play(rules.encode(rules.TRAVEL, place=names.place(action.to, "to")), action.keys, "keys")
        case GoHome():
            return names.play(rules.encode(rules.GO_HOME), action.keys, "keys")
        case PlayEffect():
            return names.effect(action)
        case Reveal():
            return rules.encode(rules.REVEAL)
        case Offer():
            return rules.encode(rules.OFFER, action.seat, card=names.card(action.card))
        case Answer():
            return rules.encode(rules.ANSWER, card=names.card(action.card))
        case Accept():
            return rules.encode(rules.ACCEPT, 1 if action.yes else 0)
        case React():
            react = rules.encode(rules.REACT, card=names.card(action.card))
            return react if action.against is None else rules.with_card(react, names.card(action.against, "against"))
        case Pick():
            return rules.encode(rules.PICK, card=names.card(action.card))
        case Pass():
            return rules.encode(rules.PASS)
    raise FormatError(f"{type(action).__name__} is no action of La clef des mondes", where)
