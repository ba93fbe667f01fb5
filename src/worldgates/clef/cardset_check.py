"""Validates a card set as a whole: whether keys are available and everybody can come home; warns of likely mistakes."""

from __future__ import annotations

from collections.abc import Iterator

from librt.vecs import vec
from mypy_extensions import i64

from worldgates.clef.cards import BAD_ENCOUNTER, ENCOUNTER, KEYS, NO_KEY, OBJECT, SIDES, Discovery, Reader, World
from worldgates.clef.cardset_file import Fault, place_of
from worldgates.clef.cardset_reader import CardSetReader
from worldgates.clef.payment import can_pay
from worldgates.core.text import LANGUAGES


def check_ways(read: CardSetReader) -> None:
    """Every key is available where it opens a way, and every character can come home from somewhere (K11)."""
    outside = read.worlds[1:]
    for number, reader in enumerate(read.readers):
        if not any(any(ways_home(reader, world, read.cards)) for world in outside):
            message = "with the cards of this set there is no way home for this reader (K11, K14, K15): "
            needs = ", ".join(KEYS[need] for need in reader.needs)
            message += f"there are never enough of {needs} in one hand, with a key of the world left"
            read.reader_file.fault(number, "needs", message)
    for key, name in enumerate(KEYS):
        if not any(card.opens >> key & 1 and _serves(read, card, key) for card in read.cards):
            message = f"the key {name!r} cannot be had: no object carries it, nor an encounter in whose world "
            read.card_file.last(message + "it opens a way (K13, K14)")


def _serves(read: CardSetReader, card: Discovery, key: int) -> bool:
    """Whether a card's key opens a way where the card can be played: an encounter's only in its world (K14)."""
    world = read.worlds[card.world]
    if card.kind == OBJECT or key in world.keys:
        return True
    return any(key in reader.needs and any(ways_home(reader, world, read.cards)) for reader in read.readers)


def warnings(read: CardSetReader) -> list[Fault]:
    """Warnings: what is valid, but may be a typing mistake."""
    found = []
    numbers = {entry["id"]: number for number, entry in enumerate(read.world_file.entries)}
    for world in read.worlds[1:]:
        usable = usable_in(world, read.cards)
        for side, name in enumerate(SIDES):
            if world.keys[side] != NO_KEY and not any(card.opens >> world.keys[side] & 1 for card in usable):
                key = KEYS[world.keys[side]]
                message = f"no card opens this side: no object carries {key!r}, nor does an encounter of this world"
                found.append(read.world_file.remark(numbers[world.id], ("keys", name), message))
        reactions = [card.reaction for card in usable if card.reaction is not None]
        defences = {reaction.key for reaction in reactions if reaction.defends}
        for number, card in enumerate(read.cards):
            if card.world == world.number and card.kind == BAD_ENCOUNTER and card.attack not in defences:
                message = "no defence answers this attack: no object cancels it, nor an encounter of this world"
                found.append(read.card_file.remark(number, ("attack",), message))
    for file, names in (
        (read.world_file, [entry["name"] for entry in read.world_file.entries]),
        (read.reader_file, [reader.names for reader in read.readers]),
        (read.card_file, [card.names for card in read.cards]),
    ):
        for language in LANGUAGES:
            seen: dict[str, int] = {}
            for number, texts in enumerate(names):
                before = seen.setdefault(texts[language], number)
                if before != number:
                    message = f"the same name as {file.entries[before]['id']!r}, line {file.line(before, 'name')}"
                    found.append(file.remark(number, ("name", language), message))
    return sorted(found, key=place_of)


def usable_in(world: World, cards: list[Discovery]) -> list[Discovery]:
    """The cards that can be played in a world: all objects and its own encounters (K14, K15)."""
    return [card for card in cards if card.kind == OBJECT or (card.kind == ENCOUNTER and card.world == world.number)]


def ways_home(reader: Reader, world: World, cards: list[Discovery]) -> Iterator[bool]:
    """Whether the way home can be paid, for each of a world's eight places around Kernault (K11).

    Four or five keys are due, and a hand has five cards besides the character's own key, so its size always suffices.
    """
    opens = [card.opens for card in usable_in(world, cards)] + [1 << reader.key]
    for side in range(4):
        over_the_side = [*reader.needs, world.keys[side]]
        yield _can_pay(opens, over_the_side)
        yield _can_pay(opens, [*over_the_side, world.keys[(side + 1) % 4]])


def _can_pay(opens: list[int], due: list[int]) -> bool:
    # A side without a key is no way out (K9).
    return NO_KEY not in due and can_pay(vec[i64]([i64(keys) for keys in opens]), vec[i64]([i64(key) for key in due]))
