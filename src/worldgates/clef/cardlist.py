"""The list of all cards of a set, with their data and texts, for reference."""

from __future__ import annotations

from typing import Literal

import msgspec

from worldgates.clef.cards import KEYS, KINDS, WHEN, CardSet, Discovery, Effect
from worldgates.clef.events import Kind
from worldgates.clef.keys import Key, keys_of
from worldgates.clef.text import ClefText
from worldgates.core.shapes import Shape

When = Literal["action", "reaction", "payment", "drawing", "pair"]
Target = Literal["seat", "world", "card"]


class EffectFacts(Shape, frozen=True, omit_defaults=True):
    """The effect of a card: its id, its parameters as in the card set, and its properties."""

    id: str
    # When it applies, and the clause of the rules.
    when: When
    clause: str
    # The targets that an action names besides the card.
    targets: tuple[Target, ...] = ()
    # Whether it moves its own player's pawn; whether it involves another player's cards; whether it counters cards
    # with its symbol.
    moves_player: bool = False
    on_hand: bool = False
    defends: bool = False
    # Parameters.
    symbol: Key | None = None
    keys: tuple[Key, ...] | None = None
    where: str | None = None
    n: int | None = None
    over: str | None = None
    how: str | None = None
    key: Key | None = None
    to: str | None = None


class PairFacts(Shape, frozen=True):
    """The effect of a card together with another one (K22)."""

    other: str = msgspec.field(name="with")
    id: str
    effect: EffectFacts
    text: str


class ReactionFacts(Shape, frozen=True):
    """The reaction that a card carries beside its effect (EG12)."""

    effect: EffectFacts
    text: str


class _Card(Shape, frozen=True, tag_field="type", omit_defaults=True):
    id: str
    set: str
    name: str


class WorldCard(_Card, frozen=True, tag="world"):
    """A world and the key on each side, clockwise from the top; Kernault has none, another world may lack some (K9)."""

    keys: tuple[Key | None, ...]


class ReaderCard(_Card, frozen=True, tag="character"):
    """A character: its own key, and those it needs to go home (K12)."""

    key: Key
    needs: tuple[Key, ...]
    flavour: str


class DiscoveryCard(_Card, frozen=True, tag="discovery"):
    """A discovery: a bad encounter has an attack, every other card a key (K13, K16)."""

    world: str
    kind: Kind
    key: Key | None
    attack: Key | None
    # The keys that it can count as in a payment (E3).
    opens: tuple[Key, ...]
    effect: EffectFacts
    # The effect in words.
    text: str
    flavour: str
    pair: PairFacts | None = None
    reaction: ReactionFacts | None = None


AnyCard = WorldCard | ReaderCard | DiscoveryCard


def list_cards(cards: CardSet, text: ClefText) -> list[AnyCard]:
    """Worlds, characters and discoveries, each with the name of its set (K31)."""
    listed: list[AnyCard] = []
    for world in cards.worlds:
        keys: tuple[Key | None, ...] = tuple(KEYS[key] if key >= 0 else None for key in world.keys)
        listed.append(WorldCard(id=world.id, set=cards.name, name=text.card(world.id), keys=keys))
    for reader in cards.readers:
        listed.append(
            ReaderCard(
                id=reader.id,
                set=cards.name,
                name=text.card(reader.id),
                key=KEYS[reader.key],
                needs=tuple(KEYS[need] for need in reader.needs),
                flavour=reader.presentations[text.language],
            )
        )
    listed += [_discovery(cards, text, card) for card in cards.discoveries]
    return listed


def _discovery(cards: CardSet, text: ClefText, card: Discovery) -> DiscoveryCard:
    pair: PairFacts | None = None
    if card.together is not card.effect:
        partner = cards.discoveries[card.partner].id
        pair = PairFacts(partner, card.together.id, effect_facts(card.together), text.effect(card.together))
    reaction: ReactionFacts | None = None
    if card.reaction is not None and card.reaction is not card.effect:
        reaction = ReactionFacts(effect_facts(card.reaction), text.effect(card.reaction))
    return DiscoveryCard(
        id=card.id,
        set=cards.name,
        name=text.card(card.id),
        world=cards.worlds[card.world].id,
        kind=KINDS[card.kind],
        key=KEYS[card.key] if card.key >= 0 else None,
        attack=KEYS[card.attack] if card.attack >= 0 else None,
        opens=keys_of(card.opens),
        effect=effect_facts(card.effect),
        text=text.effect(card.effect),
        flavour=card.flavours[text.language],
        pair=pair,
        reaction=reaction,
    )


def effect_facts(effect: Effect) -> EffectFacts:
    """An effect in its external form."""
    facts = {
        **effect.parameters,
        "id": effect.id,
        "when": WHEN[effect.when],
        "clause": effect.clause,
        "targets": effect.targets,
        "moves_player": effect.moves_player,
        "on_hand": effect.on_hand,
        "defends": effect.defends,
    }
    return msgspec.convert(facts, EffectFacts)
