"""Positions: the complete state of a table as JSON, secrets included.

A complete position contains everything that is needed to continue exactly as the game would have. A position written
by hand may omit irrelevant parts: cards that are nowhere else are in the draw piles, shuffled with `seed`.
`position_reader.py` turns a position into a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from worldgates.core import shapes
from worldgates.core.shapes import Shape
from worldgates.core.streams import Stream, write_stream
from worldgates.core.table import OVER
from worldgates.molthar import table as rules
from worldgates.molthar.cards import CHARACTERS, NO_CHARACTER
from worldgates.molthar.knowledge import Knowledge
from worldgates.molthar.pearls import PearlName, name, names
from worldgates.molthar.table import MoltharTable

Decision = Literal["action", "after", "discard", "rob", "rob_pearl", "banish", "take_back", "over"]


class Options(shapes.Options, frozen=True):
    """The options of Molthar: whether the owner of a Will-o'-the-Wisp waits until their next turn (M21)."""

    wisp_owner_waits: bool = True


class PlayerPosition(Shape, frozen=True):
    """A player's side of the table. Diamonds are given by their faces, oldest first, or as a number."""

    name: str = ""
    hand: tuple[PearlName, ...] = ()
    portal: tuple[str | None, ...] = (None, None)
    activated: tuple[str, ...] = ()
    diamonds: int | tuple[str, ...] = 0
    bonus: int = 0


class PearlsPosition(Shape, frozen=True):
    """The face-up pearls, and the piles from the top."""

    market: tuple[PearlName | None, ...]
    draw: tuple[PearlName, ...] | None = None
    discard: tuple[PearlName, ...] = ()


class CharactersPosition(Shape, frozen=True):
    """The face-up characters, and the piles from the top."""

    market: tuple[str | None, ...]
    draw: tuple[str, ...] | None = None
    discard: tuple[str, ...] = ()


class TurnPosition(Shape, frozen=True):
    """The current turn, and what has happened in it. `new_wisps` are the slots to which a wisp came (M21)."""

    seat: int
    actions_left: int
    actions_taken: int = 0
    swapped: bool = False
    peeked: bool = False
    redrew: bool = False
    new_wisps: tuple[int, ...] = ()

    @classmethod
    def of(cls, table: MoltharTable) -> TurnPosition:
        """The turn at a table."""
        return cls(
            seat=int(table.turn),
            actions_left=int(table.actions_left),
            actions_taken=int(table.actions_taken),
            swapped=table.swapped,
            peeked=table.peeked,
            redrew=table.redrew,
            new_wisps=tuple(slot for slot in (0, 1) if table.new_wisps >> slot & 1),
        )


class PendingPosition(Shape, frozen=True, omit_defaults=True):
    """The pending decision, with the seat that is robbed for `rob_pearl` and the pearls spent for `take_back`."""

    decision: Decision
    victim: int | None = None
    spent: tuple[PearlName, ...] = ()


class KnownHands(Shape, frozen=True, omit_defaults=True):
    """Pearls that a seat (or a spectator, null) may know to be in each hand.

    `older` are pearls that have been in some hands since the pile last ran out, `older_in` their number per hand.
    """

    seat: int | None
    hands: tuple[tuple[PearlName, ...], ...]
    older: tuple[PearlName, ...] = ()
    older_in: tuple[int, ...] = ()


class KnownDiamond(Shape, frozen=True):
    """The seats that know the face of a diamond, and the shuffle of the pile it came from."""

    seats: tuple[int, ...]
    shuffle: int


class KnowledgePosition(Shape, frozen=True):
    """What each seat knows: of hands, the top of the character pile, and diamonds (M24)."""

    hands: tuple[KnownHands, ...]
    top: tuple[int, ...]
    shuffles: int
    diamonds: tuple[tuple[KnownDiamond, ...], ...]


class Position(shapes.Position, frozen=True, kw_only=True, tag="molthar"):
    """The complete state of a table."""

    # Positions written before 0.2 may leave the option out, and mean that the owner does not wait.
    options: Options = Options(wisp_owner_waits=False)
    players: tuple[PlayerPosition, ...]
    pearls: PearlsPosition
    characters: CharactersPosition
    starting_seat: int = 0
    turn: TurnPosition
    round: int = 1
    final_round: bool = False
    seed: int | str | None = None
    pending: PendingPosition | None = None
    knows: KnowledgePosition | None = None
    chance: Stream | None = None


DECISIONS: Final[dict[int, Decision]] = {
    rules.ACTION: "action",
    rules.AFTER: "after",
    rules.DISCARDING: "discard",
    rules.ROBBING: "rob",
    rules.STEALING: "rob_pearl",
    rules.BANISHING: "banish",
    rules.TAKING_BACK: "take_back",
    OVER: "over",
}


def decision_of(table: MoltharTable) -> Decision:
    """The kind of decision, in a word."""
    return DECISIONS[table.decision()]


def character_id(kind: int) -> str | None:
    """The character on a place, if there is one."""
    return None if kind == NO_CHARACTER else CHARACTERS[kind].id


def write_position(table: MoltharTable, player_names: Sequence[str], seed: int | str | None = None) -> Position:
    """The complete position of a table."""
    decision = table.decision()
    return Position(
        options=Options(table.wisp_owner_waits),
        players=tuple(
            PlayerPosition(
                name=player,
                hand=names(seat.hand),
                portal=(character_id(seat.left), character_id(seat.right)),
                activated=tuple(CHARACTERS[kind].id for kind in seat.activated),
                diamonds=tuple(CHARACTERS[rules.face_of(stone)].id for stone in seat.diamonds),
                bonus=int(seat.bonus),
            )
            for player, seat in zip(player_names, table.seats, strict=True)
        ),
        pearls=PearlsPosition(
            market=tuple(name(pearl) if pearl else None for pearl in table.face_up_pearls),
            draw=tuple(name(pearl) for pearl in table.pearls.from_top()),
            discard=tuple(name(pearl) for pearl in table.pearl_discard.from_top()),
        ),
        characters=CharactersPosition(
            market=tuple(character_id(kind) for kind in table.face_up_characters),
            draw=tuple(CHARACTERS[kind].id for kind in table.characters.from_top()),
            discard=tuple(CHARACTERS[kind].id for kind in table.character_discard.from_top()),
        ),
        starting_seat=int(table.starting_seat),
        turn=TurnPosition.of(table),
        round=int(table.round),
        final_round=table.final_round,
        seed=seed,
        pending=PendingPosition(
            decision=decision_of(table),
            victim=int(table.decision_detail()) if decision == rules.STEALING else None,
            spent=names(table.decision_detail()) if decision == rules.TAKING_BACK else (),
        ),
        knows=_knowledge(table),
        chance=write_stream(table.chance),
    )


def _seats_in(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(8) if bits >> seat & 1)


def _known_hands(known: Knowledge, account: int) -> KnownHands:
    observer, players = known.observer(account), range(known.players)
    older = names(known.older(account))
    return KnownHands(
        seat=None if observer == known.players else int(observer),
        hands=tuple(names(known.bag(account, holder)) for holder in players),
        older=older,
        older_in=tuple(int(known.older_in(account, holder)) for holder in players) if older else (),
    )


def _knowledge(table: MoltharTable) -> KnowledgePosition:
    known = table.knowledge
    return KnowledgePosition(
        hands=tuple(_known_hands(known, account) for account in range(known.number())),
        top=_seats_in(table.top_known_by),
        shuffles=int(table.shuffles),
        diamonds=tuple(
            tuple(
                KnownDiamond(_seats_in(rules.knowers_of(stone)), int(rules.shuffle_of(stone)))
                for stone in seat.diamonds
            )
            for seat in table.seats
        ),
    )
