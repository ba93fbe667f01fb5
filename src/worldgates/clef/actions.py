"""Actions as others write them: small JSON objects, and the ints they stand for inside the engine.

A world that lies face up is named by its id, a closed one by its place, 0 to 8 (EG10): so both ways need the table.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from worldgates.clef import table as rules
from worldgates.clef.cards import CHARACTER, NO_CARD, CardSet
from worldgates.clef.effects import with_place, with_seat, with_target_card
from worldgates.clef.table import ClefTable
from worldgates.core import formats
from worldgates.core.formats import FormatError

SeatNumber = Literal[0, 1, 2, 3, 4]
Door = str | int


class _Action(formats.Strict, tag_field="do"):
    pass


class ChooseCharacter(_Action, tag="choose_character"):
    character: str


class Draw(_Action, tag="draw"):
    pass


class Discard(_Action, tag="discard"):
    card: str


class Travel(_Action, tag="travel"):
    to: Door
    keys: list[str]


class GoHome(_Action, tag="go_home"):
    keys: list[str]


class PlayEffect(_Action, tag="effect"):
    cards: list[str]
    seat: SeatNumber | msgspec.UnsetType = msgspec.UNSET
    world: Door | msgspec.UnsetType = msgspec.UNSET
    card: str | msgspec.UnsetType = msgspec.UNSET


class Reveal(_Action, tag="reveal"):
    pass


class Offer(_Action, tag="offer"):
    seat: SeatNumber
    card: str


class Answer(_Action, tag="answer"):
    card: str | None


class Accept(_Action, tag="accept"):
    yes: bool


class React(_Action, tag="react"):
    card: str | None
    against: str | msgspec.UnsetType = msgspec.UNSET


class Pick(_Action, tag="pick"):
    card: str | None


class Pass(_Action, tag="pass"):
    pass


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

_PLAIN = {rules.DRAW: "draw", rules.REVEAL: "reveal", rules.PASS: "pass"}
_OF_A_CARD = {rules.DISCARD: "discard", rules.ANSWER: "answer", rules.PICK: "pick"}


def door(table: ClefTable, place: int) -> Door:
    """How a world is named: by its id if it lies face up, else by its place (EG10)."""
    return table.world_name(place) or place


def to_object(table: ClefTable, action: int) -> dict[str, object]:
    """An action as others write it."""
    do = rules.doing(action)
    cards = table.cards.discoveries

    def name(card: int) -> str | None:
        return None if card == NO_CARD else "character" if card == CHARACTER else cards[card].id

    played = [name(rules.played(action, number)) for number in range(rules.cards_played(action))]
    if do in _PLAIN:
        return {"do": _PLAIN[do]}
    if do in _OF_A_CARD:
        return {"do": _OF_A_CARD[do], "card": name(rules.card_of(action))}
    if do == rules.CHOOSE:
        return {"do": "choose_character", "character": table.cards.readers[rules.card_of(action)].id}
    if do == rules.TRAVEL:
        return {"do": "travel", "to": door(table, rules.place_of(action)), "keys": played}
    if do == rules.GO_HOME:
        return {"do": "go_home", "keys": played}
    if do == rules.OFFER:
        return {"do": "offer", "seat": rules.seat_of(action), "card": name(rules.card_of(action))}
    if do == rules.ACCEPT:
        return {"do": "accept", "yes": rules.seat_of(action) == 1}
    if do == rules.REACT:
        react: dict[str, object] = {"do": "react", "card": name(rules.card_of(action))}
        if played:
            react["against"] = played[0]
        return react
    effect: dict[str, object] = {"do": "effect", "cards": played}
    if rules.seat_of(action) != rules.NO_SEAT:
        effect["seat"] = rules.seat_of(action)
    if rules.place_of(action) != rules.NO_PLACE:
        effect["world"] = door(table, rules.place_of(action))
    if rules.card_of(action) != NO_CARD:
        effect["card"] = name(rules.card_of(action))
    return effect


class _Names:
    """The numbers behind the names in an action."""

    def __init__(self, table: ClefTable, where: str) -> None:
        self.table = table
        self.where = where

    def card(self, name: str | None, key: str) -> int:
        if name is None:
            return NO_CARD
        numbers = card_numbers(self.table.cards)
        if name not in numbers:
            raise FormatError(f"there is no card {name!r} in this set", f"{self.where}.{key}")
        return numbers[name]

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

    def play(self, action: int, names: list[str], key: str) -> int:
        """The action with cards played: each once, in the order in which they lie in the hand, the character last."""
        if len(names) > 5:
            raise FormatError("expected at most five", f"{self.where}.{key}")
        cards = []
        for index, name in enumerate(names):
            is_key = name == "character" and key == "keys"
            cards.append(CHARACTER if is_key else self.card(name, f"{key}[{index}]"))
        if len(set(cards)) < len(cards):
            raise FormatError("expected each card once", f"{self.where}.{key}")
        seat = self.table.seats[max(0, self.table.to_act)]
        order = {int(card): place for place, card in enumerate(seat.hand)}
        for card in sorted(cards, key=lambda card: order.get(card, card)):
            action = rules.with_card(action, card)
        return action


def card_numbers(cards: CardSet) -> dict[str, int]:
    return {card.id: number for number, card in enumerate(cards.discoveries)}


def from_object(table: ClefTable, value: object, where: str = "action") -> int:
    """The action that an object stands for at this table, whether or not it is legal."""
    action: AnyAction = formats.read(value, AnyAction, where)  # type: ignore[arg-type]
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
            return rules.encode(rules.DISCARD, card=names.card(action.card, "card"))
        case Travel():
            return names.play(rules.encode(rules.TRAVEL, place=names.place(action.to, "to")), action.keys, "keys")
        case GoHome():
            return names.play(rules.encode(rules.GO_HOME), action.keys, "keys")
        case PlayEffect():
            return _effect(names, action)
        case Reveal():
            return rules.encode(rules.REVEAL)
        case Offer():
            return rules.encode(rules.OFFER, action.seat, card=names.card(action.card, "card"))
        case Answer():
            return rules.encode(rules.ANSWER, card=names.card(action.card, "card"))
        case Accept():
            return rules.encode(rules.ACCEPT, 1 if action.yes else 0)
        case React():
            react = rules.encode(rules.REACT, card=names.card(action.card, "card"))
            if action.against is msgspec.UNSET:
                return react
            return rules.with_card(react, names.card(action.against, "against"))
        case Pick():
            return rules.encode(rules.PICK, card=names.card(action.card, "card"))
        case Pass():
            return rules.encode(rules.PASS)


def _effect(names: _Names, action: PlayEffect) -> int:
    effect = names.play(rules.encode(rules.EFFECT), action.cards, "cards")
    if action.seat is not msgspec.UNSET:
        effect = with_seat(effect, action.seat)
    if action.world is not msgspec.UNSET:
        effect = with_place(effect, names.place(action.world, "world"))
    if action.card is not msgspec.UNSET:
        effect = with_target_card(effect, names.card(action.card, "card"))
    return effect
