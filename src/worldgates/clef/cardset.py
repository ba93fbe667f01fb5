"""Card sets: three TOML files in a folder, loaded, validated, counted and described. Their format: docs/card-sets.md.

cardset_file.py reads the files, cardset_reader.py their entries, and cardset_check.py validates the set as a whole.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec

from worldgates.clef.cards import BAD_ENCOUNTER, ENCOUNTER, KEYS, KINDS, NO_CARD, NO_KEY, OBJECT, CardSet, Discovery
from worldgates.clef.cardset_check import check_ways, warnings, ways_home
from worldgates.clef.cardset_file import CardSetError, Fault, place_of
from worldgates.clef.cardset_reader import CARDS_OF_A_WORLD, CardSetReader

SHIPPED: Final = Path(__file__).parent / "data"


class Check(msgspec.Struct, frozen=True):
    """The result of checking a set: errors, or its cards and warnings about possible mistakes."""

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
    """Check the set in a folder; errors and warnings are sorted by file and line."""
    found = _read(folder)
    if found.faults:
        return Check(None, found.faults, [])
    return Check(found.set(""), [], warnings(found))


def load(folder: Path, name: str = "") -> CardSet:
    """The card set in a folder, by default named after the folder; raises a CardSetError that lists all errors."""
    found = _read(folder)
    if found.faults:
        raise CardSetError(found.faults)
    return found.set(name)


@cache
def shipped() -> CardSet:
    """The set that this project ships, reconstructed (K31)."""
    return load(SHIPPED, "reconstructed")


def fingerprint(cards: CardSet) -> str:
    """A hash of eight digits that changes with everything that matters for play, but not with texts."""

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
                # The order of a wild card's keys does not matter.
                "parameters": {
                    name: sorted(value) if isinstance(value, list) else value
                    for name, value in card.effect.parameters.items()
                },
                # Only if there is one beside the effect, so that older sets keep their fingerprint.
                **_reaction(card),
                "pair": None if card.partner == NO_CARD else [cards.discoveries[card.partner].id, card.together.id],
            }
            for card in cards.discoveries
        ],
    }
    return blake2b(msgspec.json.encode(facts, order="sorted"), digest_size=4).hexdigest()


def _reaction(card: Discovery) -> dict[str, object]:
    if card.reaction is None or card.reaction is card.effect:
        return {}
    return {"reaction": card.reaction.id, "reaction_parameters": dict(card.reaction.parameters)}


class Summary(msgspec.Struct, frozen=True):
    """Statistics of a set."""

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
    reactions = [card.reaction for card in cards.discoveries if card.reaction is not None]
    defences = Counter(KEYS[reaction.key] for reaction in reactions if reaction.defends)
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
    """The report on a set, line by line."""
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
