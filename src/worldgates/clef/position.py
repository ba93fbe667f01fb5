"""Positions: the complete state of a table, secrets included, and how it is written.

A complete position contains everything that is needed to continue exactly as the game would have. A position written
by hand may omit irrelevant parts (position_reader.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from worldgates.clef import table as rules
from worldgates.clef.actions import AnyAction, Playable, decode_played
from worldgates.clef.cards import DISCOVERIES, NO_CARD, CardSet, bit
from worldgates.clef.table import ClefTable, Seat
from worldgates.clef.view import DECISIONS, DecisionWord, Options, Turn, options_of, pick_facts
from worldgates.core import record, shapes
from worldgates.core.shapes import Shape
from worldgates.core.streams import Stream, write_stream


class Player(Shape, frozen=True, kw_only=True):
    """A player of a position. Until a character is chosen, `dealt` has two to choose from (K5)."""

    name: str = ""
    world: str
    character: str | None = None
    revealed: bool = False
    key_spent: bool = False
    hand: tuple[str, ...] = ()
    turns_to_miss: int = 0
    shielded: bool = False
    # Stopped, and not to leave this world before the next turn (E2).
    held: bool = False
    dealt: tuple[str, ...] = ()
    aside: str | None = None


class Pending(Shape, frozen=True, omit_defaults=True):
    """The pending decision, its seats in the order in which they decide, and its details.

    A `react` with `played` is a reaction to a card (K25); without it, a reaction to a `bad_encounter` (K24).
    """

    decision: DecisionWord
    seats: tuple[int, ...] = ()
    played: Playable | None = None
    bad_encounter: str | None = None
    # A trade: the cards offered and answered (K21).
    offered: str | None = None
    answered: str | None = None
    # A pick: the number of cards seen on the pile, or the seat whose hand it is; the card given in return (EG8, E22).
    seen: int | None = None
    to: Literal["hand", "top"] | None = None
    victim: int | None = None
    given: str | None = None
    # The number of cards still to be discarded (E17).
    left: int | None = None
    winner: int | None = None


class Group(Shape, frozen=True, omit_defaults=True):
    """Cards that a seat cannot tell apart, and what each of them may be: each other, if `may_be` is omitted."""

    cards: tuple[str, ...]
    may_be: tuple[str, ...] = ()


class Knows(Shape, frozen=True):
    """What a seat, or a spectator (None), knows about the cards."""

    seat: int | None
    known: tuple[str, ...]
    groups: tuple[Group, ...]


class Position(shapes.Position, frozen=True, kw_only=True, tag="clef"):
    """The complete state of a table of La clef des mondes."""

    # The name of the card set; by default, the current one.
    cards: str | None = None
    options: Options = Options()
    worlds: tuple[tuple[str, ...], ...]
    face_up: tuple[str, ...] = ()
    players: tuple[Player, ...]
    # From the top. Cards that are nowhere else are below, shuffled.
    piles: dict[str, tuple[str, ...] | None] = {}
    turn: Turn
    starting_seat: int = msgspec.field(default=0, name="first_seat")
    round: int = 1
    seed: int | str | None = None
    pending: Pending | None = None
    knows: tuple[Knows, ...] | None = None
    chance: Stream | None = None

    def __hash__(self) -> int:
        return hash(self.to_json())


class Record(record.Record, frozen=True, kw_only=True, tag="clef"):
    """A record of a game of La clef des mondes."""

    actions: tuple[AnyAction, ...]
    options: Options = Options()
    position: Position | None = None


def write_position(table: ClefTable, player_names: Sequence[str], seed: int | str | None = None) -> Position:
    """The complete position of a table."""
    cards, worlds = table.cards.discoveries, table.cards.worlds
    ids = [worlds[world].id for world in table.worlds]
    return Position(
        cards=table.cards.name,
        options=options_of(table),
        worlds=(tuple(ids[0:3]), tuple(ids[3:6]), tuple(ids[6:9])),
        face_up=tuple(ids[place] for place in range(rules.PLACES) if table.face_up >> place & 1),
        players=tuple(
            _write_player(table, name, seat, ids[seat.place])
            for name, seat in zip(player_names, table.seats, strict=True)
        ),
        piles={
            world.id: tuple(cards[card].id for card in table.piles[world.number].from_top()) for world in worlds[1:]
        },
        turn=Turn(int(table.turn), int(table.actions_left), table.drawn, table.offered),
        starting_seat=int(table.starting_seat),
        round=int(table.round),
        seed=seed,
        pending=_write_pending(table),
        knows=tuple(_write_knowledge(table, observer) for observer in range(table.players + 1)),
        chance=write_stream(table.chance),
    )


def _write_player(table: ClefTable, name: str, seat: Seat, world: str) -> Player:
    readers = table.cards.readers
    return Player(
        name=name,
        world=world,
        character=readers[seat.reader].id if seat.reader >= 0 else None,
        revealed=seat.revealed,
        key_spent=seat.key_spent,
        hand=tuple(table.names(seat.hand)),
        turns_to_miss=int(seat.turns_to_miss),
        shielded=seat.shielded,
        held=seat.held,
        dealt=tuple(readers[dealt].id for dealt in seat.dealt),
        aside=readers[seat.aside].id if seat.aside >= 0 else None,
    )


def _write_pending(table: ClefTable) -> Pending:
    decision = table.decision()
    detail = 0 if table.over else int(table.decision_detail())
    cards = table.cards.discoveries
    offered = answered = victim = seen = to = given = left = None
    if decision == rules.ANSWERING:
        offered = cards[detail].id
    elif decision == rules.ACCEPTING:
        offered, answered = (cards[card].id for card in rules.trade_of(detail)[:2])
    elif decision == rules.PICKING:
        victim, seen, to, given = pick_facts(table, detail)
    elif decision == rules.LOSING:
        left = detail
    asked = [int(entry >> 4 & 15) for entry in table.stack if entry & 15 != rules.ACTION]
    return Pending(
        decision=DECISIONS[decision],
        seats=tuple(reversed(asked)),
        played=None if table.waiting < 0 else decode_played(table, table.waiting),
        bad_encounter=None if table.struck == NO_CARD else cards[table.struck].id,
        offered=offered,
        answered=answered,
        seen=seen,
        to=to,
        victim=victim,
        given=given,
        left=left,
        winner=int(table.winner) if table.over and table.winner >= 0 else None,
    )


def _cards_in(cards: CardSet, those: int) -> tuple[str, ...]:
    return tuple(card.id for number, card in enumerate(cards.discoveries) if those & bit(number))


def _write_knowledge(table: ClefTable, observer: int) -> Knows:
    groups: dict[int, list[str]] = {}
    known = []
    for number, card in enumerate(table.cards.discoveries):
        if table.knowledge.knows(observer, number):
            known.append(card.id)
        else:
            groups.setdefault(int(table.knowledge.may_be[observer * DISCOVERIES + number]), []).append(card.id)
    return Knows(
        seat=None if observer == table.players else observer,
        known=tuple(known),
        groups=tuple(_write_group(table.cards, tuple(ids), those) for those, ids in groups.items()),
    )


def _write_group(cards: CardSet, ids: tuple[str, ...], those: int) -> Group:
    may_be = _cards_in(cards, those)
    return Group(ids) if may_be == ids else Group(ids, may_be)
