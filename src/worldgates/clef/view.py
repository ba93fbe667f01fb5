"""What a seat may see of a table (K29), built only from what it knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from worldgates.clef import table as rules
from worldgates.clef.actions import Playable, PlayEffect, decode_played
from worldgates.clef.cards import KEYS, KINDS, NO_CARD
from worldgates.clef.events import Kind
from worldgates.clef.explain import Explain, Way, explain, way_home
from worldgates.clef.keys import Key
from worldgates.clef.table import ClefTable, Seat
from worldgates.core import shapes
from worldgates.core.shapes import Shape
from worldgates.core.table import OVER, SPECTATOR

DecisionWord = Literal["choose_character", "action", "react", "answer", "accept", "pick", "discard", "over"]

DECISIONS: Final[dict[int, DecisionWord]] = {
    rules.CHOOSING: "choose_character",
    rules.ACTION: "action",
    rules.REACTING: "react",
    rules.DEFENDING: "react",
    rules.ANSWERING: "answer",
    rules.ACCEPTING: "accept",
    rules.PICKING: "pick",
    rules.LOSING: "discard",
    OVER: "over",
}


class Options(shapes.Options, frozen=True):
    """The options of the game, which fill gaps of the book (K20, K28)."""

    reveal_while_paying: bool = False
    max_rounds: int | None = None


class Turn(Shape, frozen=True):
    """The current turn, and what is left of it."""

    seat: int
    actions_left: int
    drawn: bool = False
    # Whether the one offer of the turn was made (K21).
    offered: bool = False


class Announced(Shape, frozen=True, omit_defaults=True):
    """What was announced of a card in a trade (K21); its own player knows which card it is."""

    kind: Kind
    key: Key
    card: str | None = None


class Decision(Shape, frozen=True, omit_defaults=True):
    """The deciding seat and its decision. `seat` is None when it is secret (K29) and when the game is over."""

    seat: int | None
    what: DecisionWord
    # A trade: the other player, and the cards (K21).
    other: int | None = msgspec.field(default=None, name="with")
    offered: Announced | None = None
    answered: Announced | None = None
    # A pick: from the hand of a victim, or from the cards seen on the pile, for the hand or the top (EG8).
    victim: int | None = None
    seen: int | None = None
    to: Literal["hand", "top"] | None = None
    # The card that is given in return for the pick; only the player who picks knows it (E22).
    given: str | None = None
    # The number of cards still to be lost, including this one (E17).
    left: int | None = None


class PlayerView(Shape, frozen=True, omit_defaults=True):
    """A player as a seat sees it."""

    name: str
    place: int
    hand_size: int
    # The viewer's own hand in full, in its order; of another hand, the cards that are certainly in it.
    hand: tuple[str, ...]
    character: str | None
    revealed: bool
    key_spent: bool
    turns_to_miss: int
    shielded: bool
    # Stopped, and not to leave this world before the next turn (E2).
    held: bool
    # Only the viewer's own.
    aside: str | None = None
    dealt: tuple[str, ...] | None = None
    # How far the player was from home, when the game is over.
    way_home: Way | None = None


class View(shapes.View, frozen=True, tag="clef"):
    """The table as a seat, or a spectator (`seat` is None), sees it."""

    cards: str
    options: Options
    seat: int | None
    # Three rows of three; None where a world is face down.
    worlds: tuple[tuple[str | None, ...], ...]
    players: tuple[PlayerView, ...]
    # From the top; None where the card is not known.
    piles: dict[str, tuple[str | None, ...]]
    turn: Turn
    starting_seat: int = msgspec.field(name="first_seat")
    round: int
    decision: Decision
    # The action that waits for reactions; only its player sees the card to be given in a swap (EG7).
    played: Playable | None = None
    bad_encounter: str | None = None
    payoffs: tuple[float, ...] | None = None
    ranking: tuple[tuple[int, ...], ...] | None = None
    # The values that the rules derive for this seat; absent for spectators.
    explain: Explain | None = None

    def __hash__(self) -> int:
        return hash(self.to_json())

    def world_at(self, place: int) -> str | None:
        """The id of the world at a place, if it is face up."""
        return self.worlds[place // 3][place % 3]


def decision_of(table: ClefTable) -> DecisionWord:
    """The kind of decision, in a word."""
    return DECISIONS[table.decision()]


def asks_in_secret(table: ClefTable) -> bool:
    """Whether a reaction window is open, which does not reveal who decides (K29)."""
    return table.decision() in (rules.REACTING, rules.DEFENDING)


def options_of(table: ClefTable) -> Options:
    return Options(table.reveal_while_paying, int(table.max_rounds) or None)


def view(table: ClefTable, player_names: Sequence[str], seat: int = SPECTATOR) -> View:
    """The view of a seat or a spectator."""
    observer = table.observer(seat)
    return View(
        cards=table.cards.name,
        options=options_of(table),
        seat=None if seat == SPECTATOR else int(seat),
        worlds=tuple(tuple(table.world_name(3 * row + column) for column in range(3)) for row in range(3)),
        players=tuple(
            _player(table, name, number, place, observer)
            for number, (name, place) in enumerate(zip(player_names, table.seats, strict=True))
        ),
        piles=_piles(table, observer),
        turn=Turn(int(table.turn), int(table.actions_left), table.drawn, table.offered),
        starting_seat=int(table.starting_seat),
        round=int(table.round),
        decision=_decision(table, seat),
        played=None if table.waiting < 0 else shown(decode_played(table, table.waiting), seat == table.turn),
        bad_encounter=None if table.struck == NO_CARD else table.cards.discoveries[table.struck].id,
        payoffs=tuple(table.payoffs()) if table.over else None,
        ranking=tuple(tuple(seats) for seats in table.ranking()) if table.over else None,
        explain=None if seat == SPECTATOR else explain(table, seat),
    )


def _piles(table: ClefTable, observer: int) -> dict[str, tuple[str | None, ...]]:
    """The cards of each pile that an observer knows. A server does this for every page: no call for each card."""
    discoveries, knows, piles = table.cards.discoveries, table.knowledge.knows, table.piles
    return {
        world.id: tuple(
            [discoveries[card].id if knows(observer, card) else None for card in piles[world.number].from_top()]
        )
        for world in table.cards.worlds[1:]
    }


def shown(played: Playable, mine: bool) -> Playable:
    """The visible part of cards that are played; only its player sees the card to be given in a swap (EG7)."""
    if isinstance(played, PlayEffect) and not mine:
        return msgspec.structs.replace(played, card=None)
    return played


def _known(table: ClefTable, observer: int, card: int) -> str | None:
    return table.cards.discoveries[card].id if table.knowledge.knows(observer, card) else None


def _decision(table: ClefTable, seat: int) -> Decision:
    """The deciding seat and its decision. It is secret who can react (K29)."""
    asked: int | None = None if table.over else int(table.to_act)
    if asks_in_secret(table) and asked != seat:
        asked = None
    what, detail = decision_of(table), 0 if table.over else int(table.decision_detail())
    match table.decision():
        case rules.ANSWERING:
            offered = _announced(table, detail, seat == table.turn)
            return Decision(asked, what, other=int(table.turn), offered=offered)
        case rules.ACCEPTING:
            given, answered, other = rules.trade_of(detail)
            return Decision(
                asked,
                what,
                other=int(other),
                offered=_announced(table, given, seat == table.turn),
                answered=_announced(table, answered, seat == other),
            )
        case rules.PICKING:
            victim, seen, to, in_return = pick_facts(table, detail)
            own = in_return if seat == table.turn else None
            return Decision(asked, what, victim=victim, seen=seen, to=to, given=own)
        case rules.LOSING:
            return Decision(asked, what, left=detail)
    return Decision(asked, what)


def _announced(table: ClefTable, card: int, mine: bool) -> Announced:
    """What was announced of a card (K21); its own player knows which it is."""
    discovery = table.cards.discoveries[card]
    return Announced(KINDS[discovery.kind], KEYS[discovery.key], discovery.id if mine else None)


def pick_facts(
    table: ClefTable, detail: int
) -> tuple[int | None, int | None, Literal["hand", "top"] | None, str | None]:
    """The source of a pick: the hand of a victim, or cards on the pile, for the hand or the top (EG8).

    The last of them is the card that is given in return (E22).
    """
    what, number = rules.pick_of(detail)
    if what == rules.FROM_HAND:
        return int(number), None, None, None
    if what == rules.IN_RETURN:
        other, given = rules.barter_of(number)
        return int(other), None, None, table.cards.discoveries[given].id
    return None, int(number), "hand" if what == rules.TO_HAND else "top", None


def _player(table: ClefTable, name: str, number: int, place: Seat, observer: int) -> PlayerView:
    mine = number == observer
    # When the game is over everybody shows their cards.
    shows = mine or table.over
    known = table.names(place.hand) if shows else [_known(table, observer, int(card)) for card in place.hand]
    readers = table.cards.readers
    return PlayerView(
        name=name,
        place=int(place.place),
        hand_size=len(place.hand),
        hand=tuple(table.names(place.hand)) if mine else tuple(sorted(card for card in known if card)),
        character=readers[place.reader].id if place.reader >= 0 and (shows or place.revealed) else None,
        revealed=place.revealed,
        key_spent=place.key_spent,
        turns_to_miss=int(place.turns_to_miss),
        shielded=place.shielded,
        held=place.held,
        aside=readers[place.aside].id if mine and place.aside >= 0 else None,
        dealt=tuple(readers[dealt].id for dealt in place.dealt) if mine and len(place.dealt) else None,
        way_home=way_home(table, place) if table.over else None,
    )
