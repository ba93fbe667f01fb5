"""Actions as others write them: small JSON objects, and the ints they stand for inside the engine."""

from __future__ import annotations

from typing import Literal

import msgspec

from worldgates.core import formats
from worldgates.core.formats import FormatError
from worldgates.molthar import table as rules
from worldgates.molthar.pearls import one, pearls_in


class _Action(formats.Strict, tag_field="do"):
    pass


class Take(_Action, tag="take"):
    from_: Literal[0, 1, 2, 3, "pile"] = msgspec.field(name="from")


class Refresh(_Action, tag="refresh"):
    pass


class Place(_Action, tag="place"):
    from_: Literal[0, 1, "pile"] = msgspec.field(name="from")
    discard: Literal[0, 1] | msgspec.UnsetType = msgspec.UNSET


class Activate(_Action, tag="activate"):
    seat: Literal[0, 1, 2, 3, 4]
    slot: Literal[0, 1]
    spend: list[int]
    diamonds: int


class TradeTwo(_Action, tag="trade_two"):
    pass


class Swap(_Action, tag="swap"):
    slot: Literal[0, 1]
    with_: Literal[0, 1] = msgspec.field(name="with")


class Peek(_Action, tag="peek"):
    pass


class Redraw(_Action, tag="redraw"):
    pass


class EndTurn(_Action, tag="end_turn"):
    pass


class Discard(_Action, tag="discard"):
    pearl: Literal[1, 2, 3, 4, 5, 6, 7, 8]


class Rob(_Action, tag="rob"):
    seat: Literal[0, 1, 2, 3, 4]


class RobPearl(_Action, tag="rob_pearl"):
    pearl: Literal[1, 2, 3, 4, 5, 6, 7, 8]


class Banish(_Action, tag="banish"):
    seat: Literal[0, 1, 2, 3, 4]
    slot: Literal[0, 1]


class TakeBack(_Action, tag="take_back"):
    pearl: Literal[1, 2, 3, 4, 5, 6, 7, 8]


AnyAction = (
    Take
    | Refresh
    | Place
    | Activate
    | TradeTwo
    | Swap
    | Peek
    | Redraw
    | EndTurn
    | Discard
    | Rob
    | RobPearl
    | Banish
    | TakeBack
)

_PLAIN = {
    rules.REFRESH: "refresh",
    rules.TRADE_TWO: "trade_two",
    rules.PEEK: "peek",
    rules.REDRAW: "redraw",
    rules.END_TURN: "end_turn",
}
_OF_A_PEARL = {rules.DISCARD: "discard", rules.ROB_PEARL: "rob_pearl", rules.TAKE_BACK: "take_back"}


def to_object(action: int) -> dict[str, object]:
    """An action as others write it.

    >>> to_object(rules.encode(rules.TAKE, rules.PEARL_PILE))
    {'do': 'take', 'from': 'pile'}
    """
    do, first, second = rules.doing(action), rules.first_of(action), rules.second_of(action)
    if do in _PLAIN:
        return {"do": _PLAIN[do]}
    if do in _OF_A_PEARL:
        return {"do": _OF_A_PEARL[do], "pearl": first}
    if do == rules.TAKE:
        return {"do": "take", "from": "pile" if first == rules.PEARL_PILE else first}
    if do == rules.PLACE:
        place: dict[str, object] = {"do": "place", "from": "pile" if first == rules.CHARACTER_PILE else first}
        if second != rules.NO_SLOT:
            place["discard"] = second
        return place
    if do == rules.SWAP:
        return {"do": "swap", "slot": first, "with": second}
    if do == rules.ROB:
        return {"do": "rob", "seat": first}
    if do == rules.BANISH:
        return {"do": "banish", "seat": first, "slot": second}
    return {
        "do": "activate",
        "seat": first,
        "slot": second,
        "spend": [int(pearl) for pearl in pearls_in(rules.spend_of(action))],
        "diamonds": rules.diamonds_of(action),
    }


def from_object(value: object, where: str = "action") -> int:
    """The action that an object stands for, whether or not it is legal anywhere.

    >>> to_object(from_object({"do": "place", "from": 1, "discard": 0}))
    {'do': 'place', 'from': 1, 'discard': 0}
    """
    action: AnyAction = formats.read(value, AnyAction, where)  # type: ignore[arg-type]
    match action:
        case Take():
            return rules.encode(rules.TAKE, rules.PEARL_PILE if action.from_ == "pile" else action.from_)
        case Refresh():
            return rules.encode(rules.REFRESH)
        case Place():
            source = rules.CHARACTER_PILE if action.from_ == "pile" else action.from_
            slot = rules.NO_SLOT if action.discard is msgspec.UNSET else action.discard
            return rules.encode(rules.PLACE, source, slot)
        case Activate():
            return rules.encode(rules.ACTIVATE, action.seat, action.slot, *_price(action, where))
        case TradeTwo():
            return rules.encode(rules.TRADE_TWO)
        case Swap():
            return rules.encode(rules.SWAP, action.slot, action.with_)
        case Peek():
            return rules.encode(rules.PEEK)
        case Redraw():
            return rules.encode(rules.REDRAW)
        case EndTurn():
            return rules.encode(rules.END_TURN)
        case Discard():
            return rules.encode(rules.DISCARD, action.pearl)
        case Rob():
            return rules.encode(rules.ROB, action.seat)
        case RobPearl():
            return rules.encode(rules.ROB_PEARL, action.pearl)
        case Banish():
            return rules.encode(rules.BANISH, action.seat, action.slot)
        case TakeBack():
            return rules.encode(rules.TAKE_BACK, action.pearl)


def _price(action: Activate, where: str) -> tuple[int, int]:
    """The diamonds and the bag of pearls that an activation spends."""
    bag = 0
    for index, value in enumerate(action.spend):
        if not 1 <= value <= 8:
            raise FormatError(f"expected a pearl's value, 1 to 8, got {value}", f"{where}.spend[{index}]")
        if index and value < action.spend[index - 1]:
            raise FormatError("expected the pearls in ascending order", f"{where}.spend")
        if action.spend.count(value) > 7:
            raise FormatError(f"there are only seven pearls of value {value} (M1)", f"{where}.spend")
        bag += one(value)
    if not 0 <= action.diamonds <= 54:
        raise FormatError(f"expected a number of diamonds, 0 to 54, got {action.diamonds}", f"{where}.diamonds")
    return action.diamonds, bag
