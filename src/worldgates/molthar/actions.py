"""Actions: one struct per kind, and the ints that encode them inside the engine.

>>> decode(encode(Place(source=1, discard=0)))
Place(source=1, discard=0)
>>> Activate(seat=0, slot=1, spend=(6, 6, 8, 8)).to_json()
'{"do":"activate","seat":0,"slot":1,"spend":[6,6,8,8],"diamonds":0}'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal

import msgspec

from worldgates.core import formats, shapes
from worldgates.core.formats import FormatError
from worldgates.molthar import table as rules
from worldgates.molthar.pearls import PEARLS_OF_A_VALUE, one, values_in

# JSON accepts only the possible values; for type checkers they are plain numbers, so that code may compute them.
if TYPE_CHECKING:
    Slot = int
    SeatNumber = int
    PearlValue = int
    PearlSource = int | Literal["pile"]
    CharacterSource = int | Literal["pile"]
else:
    Slot = Literal[0, 1]
    SeatNumber = Literal[0, 1, 2, 3, 4]
    PearlValue = Literal[1, 2, 3, 4, 5, 6, 7, 8]
    PearlSource = Literal[0, 1, 2, 3, "pile"]
    CharacterSource = Literal[0, 1, "pile"]


class Action(shapes.Action, frozen=True):
    """The base of every action of Molthar: the clause of the rules that governs it."""

    clause: ClassVar[str]


class Take(Action, frozen=True, tag="take"):
    """Take the pearl on a face-up place, or the top one of the pile."""

    clause: ClassVar[str] = "M6"
    source: PearlSource = msgspec.field(name="from")


class Refresh(Action, frozen=True, tag="refresh"):
    """Replace the face-up pearls."""

    clause: ClassVar[str] = "M7"


class Place(Action, frozen=True, tag="place", omit_defaults=True):
    """Place a face-up character, or the top one of the pile; on a full portal discard the one on a slot first."""

    clause: ClassVar[str] = "M8"
    source: CharacterSource = msgspec.field(name="from")
    discard: Slot | None = None


class Activate(Action, frozen=True, tag="activate"):
    """Activate the character on a slot of a seat's portal with these hand pearls, in ascending order, and diamonds."""

    clause: ClassVar[str] = "M9"
    seat: SeatNumber
    slot: Slot
    spend: tuple[int, ...]
    diamonds: int = 0


class TradeTwo(Action, frozen=True, tag="trade_two"):
    """Discard a 2 for a diamond."""

    clause: ClassVar[str] = "M20"


class Swap(Action, frozen=True, tag="swap"):
    """Swap the character on a slot of the seat's portal with a face-up one."""

    clause: ClassVar[str] = "M20"
    slot: Slot
    market: Slot = msgspec.field(name="with")


class Peek(Action, frozen=True, tag="peek"):
    """Look at the top character of the pile."""

    clause: ClassVar[str] = "M20"


class Redraw(Action, frozen=True, tag="redraw"):
    """Discard the whole hand and draw as many pearls."""

    clause: ClassVar[str] = "M20"


class EndTurn(Action, frozen=True, tag="end_turn"):
    """Do nothing more after the last action."""

    clause: ClassVar[str] = "M11"


class Discard(Action, frozen=True, tag="discard"):
    """Discard a pearl, down to the hand limit."""

    clause: ClassVar[str] = "M11"
    pearl: PearlValue


class Rob(Action, frozen=True, tag="rob"):
    """Look at the hand of an opponent, to take a pearl from it."""

    clause: ClassVar[str] = "M19"
    seat: SeatNumber


class RobPearl(Action, frozen=True, tag="rob_pearl"):
    """Take a pearl from the hand looked at."""

    clause: ClassVar[str] = "M19"
    pearl: PearlValue


class Banish(Action, frozen=True, tag="banish"):
    """Discard a character from the portal of an opponent."""

    clause: ClassVar[str] = "M19"
    seat: SeatNumber
    slot: Slot


class TakeBack(Action, frozen=True, tag="take_back"):
    """Take back one of the pearls just spent."""

    clause: ClassVar[str] = "M19"
    pearl: PearlValue


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

_MOST_DIAMONDS: Final = 54
_PLAIN: Final[dict[int, AnyAction]] = {
    rules.REFRESH: Refresh(),
    rules.TRADE_TWO: TradeTwo(),
    rules.PEEK: Peek(),
    rules.REDRAW: Redraw(),
    rules.END_TURN: EndTurn(),
}
_OF_A_PEARL: Final[dict[int, type[Discard | RobPearl | TakeBack]]] = {
    rules.DISCARD: Discard,
    rules.ROB_PEARL: RobPearl,
    rules.TAKE_BACK: TakeBack,
}


def decode(action: int) -> AnyAction:
    """Decode an action of the engine into its struct."""
    do, first, second = int(rules.doing(action)), int(rules.first_of(action)), int(rules.second_of(action))
    if do in _PLAIN:
        return _PLAIN[do]
    if do in _OF_A_PEARL:
        return _OF_A_PEARL[do](first)
    if do == rules.TAKE:
        return Take("pile" if first == rules.PEARL_PILE else first)
    if do == rules.PLACE:
        source: CharacterSource = "pile" if first == rules.CHARACTER_PILE else first
        return Place(source, None if second == rules.NO_SLOT else second)
    if do == rules.SWAP:
        return Swap(first, second)
    if do == rules.ROB:
        return Rob(first)
    if do == rules.BANISH:
        return Banish(first, second)
    return Activate(first, second, values_in(rules.spend_of(action)), int(rules.diamonds_of(action)))


def encode(action: shapes.Action, where: str = "action") -> int:
    """Encode a struct as an action of the engine, whether or not it is legal anywhere.

    A struct with impossible values, or one of another game, raises a FormatError.
    """
    if not isinstance(action, Action):
        raise FormatError(f"expected an action of Molthar, got {action!r}", where)
    checked: AnyAction = formats.read(action.to_dict(), AnyAction, where)  # type: ignore[arg-type]
    return int(_encode(checked, where))


def _encode(action: AnyAction, where: str) -> int:
    match action:
        case Take(source):
            return rules.encode(rules.TAKE, rules.PEARL_PILE if source == "pile" else source)
        case Refresh():
            return rules.encode(rules.REFRESH)
        case Place(source, discard):
            slot = rules.NO_SLOT if discard is None else discard
            return rules.encode(rules.PLACE, rules.CHARACTER_PILE if source == "pile" else source, slot)
        case Activate(seat, slot, spend, diamonds):
            bag = _bag(spend, where)
            if not 0 <= diamonds <= _MOST_DIAMONDS:
                raise FormatError(
                    f"expected a number of diamonds, 0 to {_MOST_DIAMONDS}, got {diamonds}", f"{where}.diamonds"
                )
            return rules.encode(rules.ACTIVATE, seat, slot, diamonds, bag)
        case TradeTwo():
            return rules.encode(rules.TRADE_TWO)
        case Swap(slot, market):
            return rules.encode(rules.SWAP, slot, market)
        case Peek():
            return rules.encode(rules.PEEK)
        case Redraw():
            return rules.encode(rules.REDRAW)
        case EndTurn():
            return rules.encode(rules.END_TURN)
        case Discard(pearl):
            return rules.encode(rules.DISCARD, pearl)
        case Rob(seat):
            return rules.encode(rules.ROB, seat)
        case RobPearl(pearl):
            return rules.encode(rules.ROB_PEARL, pearl)
        case Banish(seat, slot):
            return rules.encode(rules.BANISH, seat, slot)
        case TakeBack(pearl):
            return rules.encode(rules.TAKE_BACK, pearl)


def _bag(spend: tuple[int, ...], where: str) -> int:
    """The bag of pearls that an activation spends."""
    bag = 0
    for index, value in enumerate(spend):
        if not 1 <= value <= 8:
            raise FormatError(f"expected a pearl's value, 1 to 8, got {value}", f"{where}.spend[{index}]")
        if index and value < spend[index - 1]:
            raise FormatError("expected the pearls in ascending order", f"{where}.spend")
        if spend.count(value) > PEARLS_OF_A_VALUE:
            raise FormatError(f"there are only seven pearls of value {value} (M1)", f"{where}.spend")
        bag += one(value)
    return bag
