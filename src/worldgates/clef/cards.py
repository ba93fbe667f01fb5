"""The cards of La clef des mondes as the rules use them: worlds, readers, discoveries, and the base of effects.

A card set is data (`cardset.py` loads and validates it). All cards of a set differ, so a number identifies a card.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from worldgates.core.table import Table

# The five kinds of keys (K8).
KEYS: Final = ("magie", "connaissance", "combat", "mort", "amour")
NO_KEY: Final[i64] = -1

# The sides of a world, clockwise (K9).
TOP: Final[i64] = 0
RIGHT: Final[i64] = 1
BOTTOM: Final[i64] = 2
LEFT: Final[i64] = 3
SIDES: Final = ("top", "right", "bottom", "left")

# Kinds of discovery cards (K14, K15, K16).
ENCOUNTER: Final[i64] = 0
OBJECT: Final[i64] = 1
BAD_ENCOUNTER: Final[i64] = 2
KINDS: Final = ("R", "O", "MR")

DISCOVERIES: Final = 64
WORLDS: Final = 9
READERS: Final = 10
KERNAULT: Final[i64] = 0
NO_CARD: Final[i64] = 127
CHARACTER: Final[i64] = 64

# When an effect applies.
AS_ACTION: Final[i64] = 0
AS_REACTION: Final[i64] = 1
IN_PAYMENT: Final[i64] = 2
ON_DRAWING: Final[i64] = 3
AS_PAIR: Final[i64] = 4
WHEN: Final = ("action", "reaction", "payment", "drawing", "pair")

# The parameters of effects. The type of each is a word: `number`, `key`, `keys`, `world`, or a list of choices,
# separated by spaces.
PARAMETERS: Final = ("symbol", "keys", "where", "n", "over", "how", "key", "to")


@final
class EffectKind:
    """The properties of an effect besides what it does. Each effect class has one."""

    def __init__(
        self,
        id: str,
        when: int,
        clause: str,
        about: str,
        *,
        parameters: dict[str, str] | None = None,
        variants: dict[str, dict[str, str]] | None = None,
        targets: tuple[str, ...] = (),
        moves_player: bool = False,
        on_hand: bool = False,
        defends: bool = False,
    ) -> None:
        self.id = id
        self.when = when
        # The clause of the rules, and a short description of the effect for authors of card sets.
        self.clause = clause
        self.about = about
        self.parameters: dict[str, str] = {} if parameters is None else parameters
        # Further parameters that depend on `how`.
        self.variants: dict[str, dict[str, str]] = {} if variants is None else variants
        # The targets that an action names besides the card: `seat`, `world`, `card`.
        self.targets = targets
        # Whether it moves its own player's pawn, and whether it involves another player's cards.
        self.moves_player = moves_player
        self.on_hand = on_hand
        # Whether it counters cards with its symbol: a card that was played, or a bad encounter (K24, K25).
        self.defends = defends

    def parameters_for(self, how: object) -> dict[str, str]:
        """The parameters for a given `how`."""
        if not self.variants:
            return self.parameters
        more = self.variants.get(how) if isinstance(how, str) else None
        if more is None:
            more = next(iter(self.variants.values()))
        return {**self.parameters, **more}


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """The effect of a card, with that card's parameters. Each effect is a class of its own.

    A class sets `kind` and overrides the methods that its `when` needs: `list_targets` and `happen` (as an action, as a
    pair), `list_reactions` and `react` (as a reaction), `strike` (on drawing).
    """

    kind: ClassVar[EffectKind]

    def __init__(self, kind: EffectKind) -> None:
        self.id = kind.id
        self.when: i64 = kind.when
        self.clause = kind.clause
        self.targets = kind.targets
        self.moves_player = kind.moves_player
        self.on_hand = kind.on_hand
        self.defends = kind.defends
        self.n: i64 = 0
        self.key: i64 = NO_KEY
        # The keys that a card counts as in a payment, one bit per key; 0 for its own key alone.
        self.keys: i64 = 0
        # `where = "anywhere"`, `over = "any"`.
        self.wide = False
        self.how = ""
        # The world of `to`; -1 for "opposite" and "neighbour".
        self.to: i64 = -1
        # As the card set has them, for texts.
        self.parameters: dict[str, str | int | list[str]] = {}

    def list_targets(self, table: Table, cards: i64) -> vec[i64]:
        """One action per target; `cards` is the action without a target."""
        raise NotImplementedError

    def happen(self, table: Table, action: i64) -> None:
        """Carry out the effect, after the cards have gone under their piles."""
        raise NotImplementedError

    def strike(self, table: Table, card: i64) -> None:
        """Carry out a bad encounter on the player who drew it."""
        raise NotImplementedError

    def list_reactions(self, table: Table, card: i64, action: i64) -> vec[i64]:
        """The ways to play this effect's card in reaction to an action (K25)."""
        raise NotImplementedError

    def react(self, table: Table, seat: i64, action: i64) -> None:
        """Carry out a seat's reaction to what was played; the card itself goes under its pile afterwards."""
        raise NotImplementedError


@final
class World:
    def __init__(self, id: str, number: i64) -> None:
        self.id = id
        self.number = number
        # The key on each side, clockwise from the top; a side without one is no way out (K9), and Kernault has none.
        self.keys: vec[i64] = vec[i64]([NO_KEY, NO_KEY, NO_KEY, NO_KEY])
        self.names: dict[str, str] = {}


@final
class Reader:
    """A character (K12)."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.key: i64 = NO_KEY
        self.needs: vec[i64] = vec[i64]()
        self.names: dict[str, str] = {}
        self.presentations: dict[str, str] = {}


@final
class Discovery:
    def __init__(self, id: str, effect: Effect) -> None:
        self.id = id
        self.world: i64 = 0
        self.kind: i64 = OBJECT
        self.key: i64 = NO_KEY
        self.attack: i64 = NO_KEY
        self.effect = effect
        # What it can be played for in reaction to others: its effect, or a reaction beside it (EG12).
        self.reaction: Effect | None = effect if effect.when == AS_REACTION else None
        # The keys that it can count as in a payment, one bit per key (K13, E3).
        self.opens: i64 = 0
        # The card that it can be played together with, and their joint effect (K22).
        self.partner: i64 = NO_CARD
        self.together: Effect = effect
        self.names: dict[str, str] = {}
        self.flavours: dict[str, str] = {}


@final
class CardSet:
    """All cards of a game."""

    def __init__(self, name: str, worlds: list[World], readers: list[Reader], discoveries: list[Discovery]) -> None:
        self.name = name
        self.worlds = worlds
        self.readers = readers
        self.discoveries = discoveries
        # Sets of cards as bit fields: those of each world, its encounters, bad ones, objects (see `bit`).
        self.of_world: vec[i64] = vec[i64]()
        self.encounters_of: vec[i64] = vec[i64]()
        self.bad: i64 = 0
        self.objects: i64 = 0
        for world in range(i64(len(worlds))):
            cards: i64 = 0
            encounters: i64 = 0
            for number in range(i64(len(discoveries))):
                card = discoveries[number]
                if card.world == world:
                    cards |= bit(number)
                    if card.kind == ENCOUNTER:
                        encounters |= bit(number)
                    if card.kind == BAD_ENCOUNTER:
                        self.bad |= bit(number)
                    if card.kind == OBJECT:
                        self.objects |= bit(number)
            self.of_world = append(self.of_world, cards)
            self.encounters_of = append(self.encounters_of, encounters)

    def like(self, kind: i64, key: i64) -> i64:
        """The cards of a kind with a key, one bit per card: what an announced trade reveals (K21)."""
        cards: i64 = 0
        for number in range(i64(len(self.discoveries))):
            card = self.discoveries[number]
            if card.kind == kind and card.key == key:
                cards |= bit(number)
        return cards


# A set of cards is one integer, one bit per card. (A lookup, not a shift: mypyc compiles a shifted literal to a 32-bit
# C int. The last one is negative, so that the number is the same compiled and uncompiled.)
_BITS: Final[vec[i64]] = vec[i64]([2**number for number in range(63)] + [-(2**63)])


def bit(card: i64) -> i64:
    return _BITS[card]
