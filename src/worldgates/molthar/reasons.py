"""Why an action is not legal, in a sentence with its clause."""

from __future__ import annotations

from worldgates.core.table import RuleError
from worldgates.molthar import table as rules
from worldgates.molthar.cards import (
    CAN_PEEK,
    CAN_REDRAW,
    CAN_SWAP,
    CAN_TRADE_TWO,
    CHARACTERS,
    NO_CHARACTER,
)
from worldgates.molthar.pearls import count, missing, values_in
from worldgates.molthar.table import MoltharTable

_ABILITIES = {
    rules.TRADE_TWO: (CAN_TRADE_TWO, "no activated character lets you trade a 2 for a diamond"),
    rules.SWAP: (CAN_SWAP, "no activated character lets you swap"),
    rules.PEEK: (CAN_PEEK, "no activated character lets you look at the pile"),
    rules.REDRAW: (CAN_REDRAW, "no activated character lets you draw your hand anew"),
}
_DECISIONS_OF = {
    rules.DISCARD: rules.DISCARDING,
    rules.ROB: rules.ROBBING,
    rules.ROB_PEARL: rules.STEALING,
    rules.BANISH: rules.BANISHING,
    rules.TAKE_BACK: rules.TAKING_BACK,
}
_ASKED = {
    rules.ACTION: "an action is due now",
    rules.AFTER: "the actions of this turn are used up",
    rules.DISCARDING: "pearls have to be discarded down to the hand limit now",
    rules.ROBBING: "an opponent has to be chosen now, whose hand to look at",
    rules.STEALING: "a pearl of the hand looked at has to be taken now",
    rules.BANISHING: "a character of an opponent's portal has to be discarded now",
    rules.TAKING_BACK: "one of the pearls just spent has to be taken back now",
}
_ASKED_CLAUSE = {rules.ACTION: "M5", rules.AFTER: "M5", rules.DISCARDING: "M11"}


def why_not(table: MoltharTable, action: int) -> RuleError:
    """The reason why an action is illegal."""
    if table.over:
        return RuleError("the game is over", "M22")
    do, asked = rules.doing(action), table.decision()
    wrong_moment = RuleError(_ASKED[asked], _ASKED_CLAUSE.get(asked, "M19"))
    if do in _DECISIONS_OF:
        if asked != _DECISIONS_OF[do]:
            return wrong_moment
        return _no_such_target(table, do, rules.first_of(action))
    if asked not in (rules.ACTION, rules.AFTER):
        return wrong_moment
    if do in _ABILITIES:
        return _ability_refused(table, do, action)
    if do == rules.END_TURN:
        return RuleError("all actions of a turn are taken", "M5")
    if asked != rules.ACTION:
        return wrong_moment
    if do == rules.ACTIVATE:
        return _activation_refused(table, action)
    if do == rules.PLACE:
        return _placing_refused(table, action)
    return RuleError("there is no such pearl to take", "M6" if do == rules.TAKE else "M7")


def _no_such_target(table: MoltharTable, do: int, first: int) -> RuleError:
    if do == rules.DISCARD:
        return RuleError(f"there is no pearl {first} in your hand", "M11")
    if do == rules.ROB_PEARL:
        return RuleError(f"there is no pearl {first} in that hand", "M19")
    if do == rules.TAKE_BACK:
        return RuleError(f"no pearl {first} was just spent", "M19")
    if first == table.turn or first >= table.players:
        return RuleError("this has to be an opponent", "M19")
    if do == rules.ROB:
        return RuleError("that hand is empty", "M19")
    return RuleError("there is no character on that place", "M19")


def _ability_refused(table: MoltharTable, do: int, action: int) -> RuleError:
    seat = table.seats[table.turn]
    power, without = _ABILITIES[do]
    if not seat.powers & power:
        return RuleError(without, "M20")
    used = {rules.SWAP: table.swapped, rules.PEEK: table.peeked, rules.REDRAW: table.redrew}
    if used.get(do):
        return RuleError("this was already used this turn", "M20")
    if do == rules.TRADE_TWO:
        if not count(seat.hand, 2):
            return RuleError("there is no 2 in your hand", "M20")
        return RuleError("there is no diamond to be had", "M20")
    if do == rules.REDRAW:
        if table.decision() == rules.ACTION:
            return RuleError("this comes after the last action", "M20")
        return RuleError("your hand is empty", "M20")
    if table.actions_taken or table.decision() == rules.AFTER:
        return RuleError("this comes before the first action", "M20")
    if do == rules.SWAP and seat.portal(rules.first_of(action)) == NO_CHARACTER:
        return RuleError("there is no character on that place of your portal", "M20")
    return RuleError("there is no such character", "M20")


def _placing_refused(table: MoltharTable, action: int) -> RuleError:
    seat = table.seats[table.turn]
    full = seat.is_full()
    if full and rules.second_of(action) == rules.NO_SLOT:
        return RuleError("your portal is full: say which character to discard", "M8")
    if not full and rules.second_of(action) != rules.NO_SLOT:
        return RuleError("your portal has a free place: nothing is discarded", "M8")
    return RuleError("there is no such character to place", "M8")


def _activation_refused(table: MoltharTable, action: int) -> RuleError:
    owner, slot = rules.first_of(action), rules.second_of(action)
    if owner >= table.players:
        return RuleError(f"there is no seat {owner}", "M9")
    kind = table.seats[owner].portal(slot)
    if kind == NO_CHARACTER:
        return RuleError("there is no character on that place", "M9")
    if owner != table.turn:
        if not CHARACTERS[kind].is_wisp:
            return RuleError("only a Will-o'-the-Wisp can be activated on another portal", "M21")
        if owner not in (table.left_of(table.turn), table.right_of(table.turn)):
            return RuleError("only neighbours can activate a Will-o'-the-Wisp", "M21")
    elif table.must_wait(slot):
        return RuleError("the owner of a Will-o'-the-Wisp waits until their next turn", "M21")
    seat = table.seats[table.turn]
    spend, diamonds = rules.spend_of(action), rules.diamonds_of(action)
    lacking = missing(spend, seat.hand)
    if lacking:
        short = ", ".join(map(str, values_in(lacking)))
        return RuleError(f"these pearls are not in your hand: {short}", "M9")
    if diamonds > len(seat.diamonds):
        return RuleError(f"{diamonds} diamonds are more than the {len(seat.diamonds)} you have", "M15")
    for listed in table.legal():
        same = rules.doing(listed) == rules.ACTIVATE and rules.spend_of(listed) == spend
        if same and (rules.first_of(listed), rules.second_of(listed)) == (owner, slot):
            fewest = rules.diamonds_of(listed)
            return RuleError(f"these pearls are paid with {fewest} diamonds, not {diamonds}", "M15")
    return RuleError(f"this does not make up {str(CHARACTERS[kind].requirement)!r}", "M13")
