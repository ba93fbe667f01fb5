"""What a seat may see of a table (M24), built only from what it knows."""

from __future__ import annotations

from collections.abc import Sequence

from worldgates.core import shapes
from worldgates.core.shapes import Shape
from worldgates.core.table import SPECTATOR
from worldgates.molthar import table as rules
from worldgates.molthar.cards import CHARACTERS
from worldgates.molthar.explain import Explain, explain
from worldgates.molthar.pearls import PearlName, name, names, size
from worldgates.molthar.position import Decision, Options, TurnPosition, character_id, decision_of
from worldgates.molthar.table import MoltharTable, Seat


class PlayerView(Shape, frozen=True):
    """A player's side of the table as a seat sees it.

    `hand` is the whole hand for its owner; of another hand it has the pearls that are certainly in it. `diamonds` has
    the face of each diamond, oldest first, or null if the seat does not know it.
    """

    name: str
    hand_size: int
    hand: tuple[PearlName, ...]
    hand_limit: int
    portal: tuple[str | None, str | None]
    activated: tuple[str, ...]
    points: int
    diamonds: tuple[str | None, ...]
    bonus: int


class PearlsView(Shape, frozen=True):
    """The face-up pearls, the size of the pile, and the discard pile from the top."""

    market: tuple[PearlName | None, ...]
    draw: int
    discard: tuple[PearlName, ...]


class CharactersView(Shape, frozen=True):
    """The face-up characters, the size of the pile, its top card if the seat knows it, and the discard pile."""

    market: tuple[str | None, ...]
    draw: int
    top: str | None
    discard: tuple[str, ...]


class DecisionView(Shape, frozen=True, omit_defaults=True):
    """The deciding seat (null when the game is over), its decision, and for `rob_pearl` the seat being robbed."""

    seat: int | None
    what: Decision
    victim: int | None = None


class View(shapes.View, frozen=True, tag="molthar"):
    """The table as a seat sees it, or as a spectator does, whose `seat` is null and who gets no `explain`."""

    options: Options
    seat: int | None
    players: tuple[PlayerView, ...]
    pearls: PearlsView
    characters: CharactersView
    starting_seat: int
    turn: TurnPosition
    round: int
    final_round: bool
    decision: DecisionView
    payoffs: tuple[float, ...] | None = None
    ranking: tuple[tuple[int, ...], ...] | None = None
    explain: Explain | None = None


def view(table: MoltharTable, player_names: Sequence[str], seat: int = SPECTATOR) -> View:
    """The view of a seat or a spectator."""
    knows_top = seat != SPECTATOR and bool(table.top_known_by >> seat & 1)
    return View(
        options=Options(table.wisp_owner_waits),
        seat=None if seat == SPECTATOR else int(seat),
        players=tuple(
            _player(table, player, number, place, seat)
            for number, (player, place) in enumerate(zip(player_names, table.seats, strict=True))
        ),
        pearls=PearlsView(
            market=tuple(name(pearl) if pearl else None for pearl in table.face_up_pearls),
            draw=int(table.pearls.size()),
            discard=tuple(name(pearl) for pearl in table.pearl_discard.from_top()),
        ),
        characters=CharactersView(
            market=tuple(character_id(kind) for kind in table.face_up_characters),
            draw=int(table.characters.size()),
            top=character_id(table.characters.top()) if knows_top else None,
            discard=tuple(CHARACTERS[kind].id for kind in table.character_discard.from_top()),
        ),
        starting_seat=int(table.starting_seat),
        turn=TurnPosition.of(table),
        round=int(table.round),
        final_round=table.final_round,
        decision=DecisionView(
            seat=None if table.over else int(table.to_act),
            what=decision_of(table),
            victim=int(table.decision_detail()) if table.decision() == rules.STEALING else None,
        ),
        payoffs=tuple(table.payoffs()) if table.over else None,
        ranking=tuple(tuple(seats) for seats in table.ranking()) if table.over else None,
        explain=None if seat == SPECTATOR else explain(table, seat),
    )


def _player(table: MoltharTable, player: str, number: int, place: Seat, seat: int) -> PlayerView:
    return PlayerView(
        name=player,
        hand_size=int(size(place.hand)),
        hand=names(table.knowledge.surely(table.observer(seat), number)),
        hand_limit=int(place.hand_limit),
        portal=(character_id(place.left), character_id(place.right)),
        activated=tuple(CHARACTERS[kind].id for kind in place.activated),
        points=int(place.points),
        diamonds=tuple(
            CHARACTERS[rules.face_of(stone)].id if seat != SPECTATOR and rules.knowers_of(stone) >> seat & 1 else None
            for stone in place.diamonds
        ),
        bonus=int(place.bonus),
    )
