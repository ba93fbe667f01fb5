"""Paying with keys: which cards can pay which of the due keys (K9, K11, E3).

This is the only place where cards are matched with keys: rules, explanations, reasons and the validation of card sets
use it. (The greedy bot estimates how soon a key is found, which is another question.) An item is a card or a
character's own key. `opens` has for each item the keys that it can count as, one bit per key; `due` lists the keys to
pay, and an item pays one of them.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

# A matching is one integer: for each due key seven bits with the index of its item plus one, or 0.


def _augment(opens: vec[i64], due: vec[i64], paid: i64, key: i64, tried: i64) -> i64:
    """Augment the matching by one more key, reassigning other keys' items where necessary; -1 if that is impossible.

    `tried` has a bit for each key whose item is already being reassigned.
    """
    wanted = i64(1) << due[key]
    for item in range(i64(len(opens))):
        if not opens[item] & wanted:
            continue
        owner = _owner(paid, item, i64(len(due)))
        if owner < 0:
            return paid & ~(i64(127) << 7 * key) | item + 1 << 7 * key
        if not tried >> owner & 1:
            moved = _augment(opens, due, paid, owner, tried | i64(1) << owner)
            if moved >= 0:
                return moved & ~(i64(127) << 7 * key) | item + 1 << 7 * key
    return -1


def _owner(paid: i64, item: i64, keys: i64) -> i64:
    """The key that an item pays; -1 if it pays none."""
    for key in range(keys):
        if paid >> 7 * key & 127 == item + 1:
            return key
    return -1


def matching(opens: vec[i64], due: vec[i64]) -> vec[i64]:
    """For each due key the item that pays it, or -1: as many keys as possible, earlier ones before later ones."""
    paid: i64 = 0
    for key in range(i64(len(due))):
        more = _augment(opens, due, paid, key, i64(1) << key)
        if more >= 0:
            paid = more
    items = vec[i64](capacity=i64(len(due)))
    for key in range(i64(len(due))):
        items = append(items, (paid >> 7 * key & 127) - 1)
    return items


def can_pay(opens: vec[i64], due: vec[i64]) -> bool:
    """Whether the items can pay all due keys."""
    paid: i64 = 0
    for key in range(i64(len(due))):
        paid = _augment(opens, due, paid, key, i64(1) << key)
        if paid < 0:
            return False
    return True


def still_due(opens: vec[i64], due: vec[i64]) -> vec[i64]:
    """The keys that stay unpaid. If the items do not suffice, keys that come first are paid first."""
    left = vec[i64]()
    items = matching(opens, due)
    for key in range(i64(len(due))):
        if items[key] < 0:
            left = append(left, due[key])
    return left


def payments(opens: vec[i64], due: vec[i64]) -> vec[i64]:
    """Every set of items, one bit per item, that pays the due keys exactly."""
    found = vec[i64]()
    # Most ways cannot be paid at all, which is quick to check.
    if not can_pay(opens, due):
        return found
    chosen = opens[:]
    for index in range(i64(len(chosen))):
        chosen[index] = 0
    return _choose(opens, chosen, due, 0, 0, 0, found)


def _choose(
    opens: vec[i64], chosen: vec[i64], due: vec[i64], start: i64, items: i64, number: i64, found: vec[i64]
) -> vec[i64]:
    """Add items to the chosen ones until there are enough. `chosen` is `opens` with 0 for all other items."""
    if number == len(due):
        return append(found, items) if can_pay(chosen, due) else found
    for index in range(start, i64(len(opens)) - (i64(len(due)) - number) + 1):
        chosen[index] = opens[index]
        found = _choose(opens, chosen, due, index + 1, items | i64(1) << index, number + 1, found)
        chosen[index] = 0
    return found
