"""Card sets: three TOML files in a folder, read, checked, counted and described. What they hold: docs/card-sets.md.

The files themselves are read in cardset_file.py, their entries in cardset_reader.py; cardset_check.py looks at the set
as a whole.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec

from worldgates.clef.cards import BAD_ENCOUNTER, ENCOUNTER, KEYS, KINDS, NO_CARD, NO_KEY, OBJECT, CardSet
from worldgates.clef.cardset_check import check_ways, warnings, ways_home
from worldgates.clef.cardset_file import CardSetError, Fault, place_of
from worldgates.clef.cardset_reader import CARDS_OF_A_WORLD, CardSetReader

SHIPPED: Final = Path(__file__).parent / "data"


class Check(msgspec.Struct, frozen=True):
    """What there is to say of a set: faults, and what may be a slip; without faults, its cards."""

    cards: CardSet | None
    faults: list[Fault]
    warnings: list[Fault]


def _read(folder: Path) -> CardSetReader:
    found = CardSetReader(folder)
    if not found.faults:
        check_ways(found)
    found.faults.sort(key=place_of)
    return found


def check(folder: Path) -> Check:
    """A folder's set with all there is to say of it, file by file and line by line."""
    found = _read(folder)
    if found.faults:
        return Check(None, found.faults, [])
    return Check(found.set(""), [], warnings(found))


def load(folder: Path, name: str = "") -> CardSet:
    """The card set of a folder, by default called as the folder; a CardSetError lists every fault."""
    found = _read(folder)
    if found.faults:
        raise CardSetError(found.faults)
    return found.set(name)


@cache
def shipped() -> CardSet:
    """The set that this project ships, reconstructed (K31)."""
    return load(SHIPPED, "reconstructed")


def fingerprint(cards: CardSet) -> str:
    """Eight digits that stay while the texts of a set change, and change with anything that matters for play."""

    def key(number: int) -> str | None:
        return None if number == NO_KEY else KEYS[number]

    facts = {
        "worlds": [[world.id, [key(side) for side in world.keys]] for world in cards.worlds],
        "readers": [[reader.id, key(reader.key), [key(need) for need in reader.needs]] for reader in cards.readers],
        "discoveries": [
            {
                "id": card.id,
                "world": cards.worlds[card.world].id,
                "kind": KINDS[card.kind],
                "key": key(card.key),
                "attack": key(card.attack),
                "effect": card.effect.id,
                # The keys that a wild card stands for are the same in any order.
                "parameters": {
                    name: sorted(value) if isinstance(value, list) else value
                    for name, value in card.effect.parameters.items()
                },
                "pair": None if card.partner == NO_CARD else [cards.discoveries[card.partner].id, card.together.id],
            }
            for card in cards.discoveries
        ],
    }
    return blake2b(msgspec.json.encode(facts, order="sorted"), digest_size=4).hexdigest()


class Summary(msgspec.Struct, frozen=True):
    """What a set has of everything, in numbers."""

    name: str
    fingerprint: str
    worlds: int
    readers: int
    # By kind, by key, by symbol.
    cards: dict[str, int]
    keys: dict[str, int]
    defences: dict[str, int]
    # By world, and for each reader the ways home that can be paid.
    bad_encounters: dict[str, int]
    ways_home: dict[str, int]


def summary(cards: CardSet) -> Summary:
    kinds = Counter(KINDS[card.kind] for card in cards.discoveries)
    keys = Counter(KEYS[card.key] for card in cards.discoveries if card.key != NO_KEY)
    defences = Counter(KEYS[card.effect.key] for card in cards.discoveries if card.effect.defends)
    outside = cards.worlds[1:]
    bad = Counter(cards.worlds[card.world].id for card in cards.discoveries if card.kind == BAD_ENCOUNTER)
    return Summary(
        name=cards.name,
        fingerprint=fingerprint(cards),
        worlds=len(cards.worlds),
        readers=len(cards.readers),
        cards={kind: kinds[kind] for kind in KINDS},
        keys={key: keys[key] for key in KEYS},
        defences={key: defences[key] for key in KEYS},
        bad_encounters={world.id: bad[world.id] for world in outside},
        ways_home={
            reader.id: sum(sum(ways_home(reader, world, cards.discoveries)) for world in outside)
            for reader in cards.readers
        },
    )


def describe(found: Check) -> list[str]:
    """What there is to say of a set, line by line."""
    if found.cards is None:
        number = len(found.faults)
        return [*map(str, found.faults), f"{number} faults." if number > 1 else "1 fault."]
    cards, numbers = found.cards, summary(found.cards)

    def listed(counts: dict[str, int]) -> str:
        return ", ".join(f"{name} {count}" for name, count in counts.items())

    kinds = Counter(card.kind for card in cards.discoveries)
    return [
        *(f"Warning: {warning}" for warning in found.warnings),
        f"{cards.name} is in order: {len(cards.worlds)} worlds, {len(cards.readers)} readers, "
        f"{len(cards.discoveries)} discovery cards; fingerprint {numbers.fingerprint}.",
        f"Cards: {kinds[ENCOUNTER]} encounters, {kinds[OBJECT]} objects, {kinds[BAD_ENCOUNTER]} bad encounters.",
        f"Keys: {listed(numbers.keys)}.",
        f"Defences: {listed(numbers.defences)}.",
        f"Bad encounters among the {CARDS_OF_A_WORLD} cards of each world: {listed(numbers.bad_encounters)}.",
    ]
