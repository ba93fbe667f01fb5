"""Tables of Molthar laid out for a test: it says what matters, the rest is dealt.

    >>> table = at_table(seat(hand=[6, 6, 8, 8], portal=["giant", None]), seat())
    >>> events = table.play(activate([6, 6, 8, 8]))
    >>> table.activated(0)
    ['giant']

Unless a test says otherwise pearls 1, 2, 7, 8 and the characters goblin, cerberus lie face up, the seat 0 has three
actions before it, and the pearls with a swap symbol lie at the bottom of the pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from worldgates.core import formats
from worldgates.core.chance import FastChance
from worldgates.core.shapes import Action as Action
from worldgates.core.shapes import Shape
from worldgates.core.table import SPECTATOR, JournalEntry, RuleError
from worldgates.molthar import (
    GAME,
    Activate,
    Banish,
    CharactersPosition,
    Discard,
    EndTurn,
    Options,
    PearlsPosition,
    Peek,
    Place,
    PlayerPosition,
    Position,
    Redraw,
    Refresh,
    Rob,
    RobPearl,
    Swap,
    Table,
    Take,
    TakeBack,
    TradeTwo,
    TurnPosition,
)
from worldgates.molthar.cards import CHARACTERS

Pearl = int | str
Side = PlayerPosition

NOBODY = SPECTATOR
ALL_PEARLS: list[Pearl] = [*(value for _ in range(6) for value in range(1, 9)), 1, 2, 6, 7, 8, "3*", "4*", "5*"]
ALL_CHARACTERS: list[str] = [character.id for character in CHARACTERS for _ in range(character.copies)]


def all_pearls_but(*pearls: Pearl) -> list[Pearl]:
    """All other pearls, those with a symbol last."""
    gone = Counter(pearls)
    return [pearl for pearl in ALL_PEARLS if not _strike_out(gone, pearl)]


def all_characters_but(*characters: str) -> list[str]:
    """All other characters."""
    gone = Counter(characters)
    return [character for character in ALL_CHARACTERS if not _strike_out(gone, character)]


def _strike_out(gone: Counter[Any], card: Pearl) -> bool:
    gone[card] -= 1
    return gone[card] >= 0


# Actions, in the words of the rules.


def take(source: int | Literal["pile"]) -> Action:
    return Take(source)


def refresh() -> Action:
    return Refresh()


def place(source: int | Literal["pile"], discard: int | None = None) -> Action:
    return Place(source, discard)


def activate(spend: Sequence[int], diamonds: int = 0, *, seat: int = 0, slot: int = 0) -> Action:
    return Activate(seat, slot, tuple(spend), diamonds)


def trade_two() -> Action:
    return TradeTwo()


def swap(slot: int, face_up: int) -> Action:
    return Swap(slot, face_up)


def peek() -> Action:
    return Peek()


def redraw() -> Action:
    return Redraw()


def end_turn() -> Action:
    return EndTurn()


def discard(pearl: int) -> Action:
    return Discard(pearl)


def rob(seat: int) -> Action:
    return Rob(seat)


def rob_pearl(pearl: int) -> Action:
    return RobPearl(pearl)


def banish(seat: int, slot: int) -> Action:
    return Banish(seat, slot)


def take_back(pearl: int) -> Action:
    return TakeBack(pearl)


# The table.


def seat(
    hand: Sequence[Pearl] = (),
    portal: Sequence[str | None] = (),
    activated: Sequence[str] = (),
    diamonds: int | Sequence[str] = 0,
    bonus: int = 0,
) -> Side:
    """A player's side of the table."""
    return PlayerPosition(
        hand=tuple(hand),
        portal=(*portal, None, None)[:2],
        activated=tuple(activated),
        diamonds=diamonds if isinstance(diamonds, int) else tuple(diamonds),
        bonus=bonus,
    )


def at_table(
    *seats: Side,
    pearls: Sequence[Pearl | None] = (1, 2, 7, 8),
    pearl_pile: Sequence[Pearl] = (),
    pearl_discard: Sequence[Pearl] = (),
    characters: Sequence[str | None] = ("goblin", "cerberus"),
    character_pile: Sequence[str] = (),
    character_discard: Sequence[str] = (),
    turn: int = 0,
    actions: int = 3,
    taken: int = 0,
    starting_seat: int = 0,
    final_round: bool = False,
    wisp_owner_waits: bool = False,
    seed: int = 7,
) -> LaidTable:
    """The table of a position; the piles are named from the top, and cards that are nowhere else lie below."""
    in_hands = [pearl for player in seats for pearl in player.hand]
    face_up = [pearl for pearl in pearls if pearl is not None]
    below = all_pearls_but(*in_hands, *face_up, *pearl_pile, *pearl_discard)
    position = Position(
        options=Options(wisp_owner_waits),
        players=seats,
        pearls=PearlsPosition(tuple(pearls), (*pearl_pile, *below), tuple(pearl_discard)),
        characters=CharactersPosition(tuple(characters), tuple(character_pile), tuple(character_discard)),
        starting_seat=starting_seat,
        turn=TurnPosition(turn, actions, taken),
        final_round=final_round,
        seed=seed,
    )
    return laid(Position.from_json(position.to_json()))


def laid(position: Position) -> LaidTable:
    """The table of a position."""
    return LaidTable(*GAME.read_position(position))


def new_game(players: int, seed: int, starting_seat: int | None = None) -> LaidTable:
    """A new game, dealt from a seed."""
    names = [f"Player {number + 1}" for number in range(players)]
    return LaidTable(GAME.new_table(players, FastChance.seeded(seed), starting_seat=starting_seat), names)


def as_json(value: Shape) -> Any:
    """What the JSON of a value parses to."""
    return formats.parse(value.to_json())


class LaidTable:
    """A table that is played at with structs and read like the position it is."""

    def __init__(self, table: Table, player_names: list[str]) -> None:
        self.table = table
        self.player_names = player_names
        self.table.journal = []

    def play(self, *actions: Action) -> list[JournalEntry]:
        """Play actions one after the other, and say all that happened."""
        journal = self.table.journal
        assert journal is not None
        before = len(journal)
        for action in actions:
            number = GAME.encode(self.table, action)
            if number not in self.table.legal():
                raise GAME.why_not(self.table, number)
            self.table.play(number)
        return journal[before:]

    def rest_of_turn(self) -> list[JournalEntry]:
        """Play the turn to its end with nothing but refreshes."""
        events: list[JournalEntry] = []
        turn = self.turn
        while not self.over and self.turn == turn:
            choices = (action for action in (refresh(), end_turn()) if self.may(action))
            events += self.play(next(choices, self.legal()[0]))
        return events

    def legal(self, *kinds: str) -> list[Action]:
        """The legal actions, all or those of some kinds."""
        return [action for action in GAME.legal(self.table) if not kinds or tag(action) in kinds]

    def may(self, action: Action) -> bool:
        return action in self.legal()

    def kinds(self) -> set[str]:
        """What kinds of actions are legal."""
        return {tag(action) for action in self.legal()}

    def refusal(self, action: Action) -> str:
        """The clause that stands against an action."""
        before = self.position
        try:
            self.play(action)
        except RuleError as error:
            assert self.position == before
            return error.clause
        raise AssertionError(f"{action} is legal")

    def payments(self, slot: int = 0, *, seat: int = 0) -> dict[tuple[int, ...], int]:
        """The ways to pay for a character on a portal: the hand pearls spent, and the diamonds that go with them."""
        found: dict[tuple[int, ...], int] = {}
        for action in self.legal("activate"):
            assert isinstance(action, Activate)
            if (action.seat, action.slot) == (seat, slot):
                assert action.spend not in found
                found[action.spend] = action.diamonds
        return found

    # What lies on the table.

    @property
    def position(self) -> Position:
        written = GAME.write_position(self.table, self.player_names)
        assert Position.from_json(written.to_json()) == written
        return written

    def player(self, seat: int) -> PlayerPosition:
        return self.position.players[seat]

    def hand(self, seat: int) -> list[Pearl]:
        return list(self.player(seat).hand)

    def portal(self, seat: int) -> list[str | None]:
        return list(self.player(seat).portal)

    def activated(self, seat: int) -> list[str]:
        return list(self.player(seat).activated)

    def diamonds(self, seat: int) -> list[str]:
        """The faces of the diamonds, the one received first first."""
        faces = self.player(seat).diamonds
        assert isinstance(faces, tuple)
        return list(faces)

    def points(self, seat: int) -> int:
        return GAME.scores(self.table)[seat]

    @property
    def pearls(self) -> list[Pearl | None]:
        return list(self.position.pearls.market)

    @property
    def pearl_pile(self) -> list[Pearl]:
        return list(self.position.pearls.draw or ())

    @property
    def pearl_discard(self) -> list[Pearl]:
        return list(self.position.pearls.discard)

    @property
    def characters(self) -> list[str | None]:
        return list(self.position.characters.market)

    @property
    def character_pile(self) -> list[str]:
        return list(self.position.characters.draw or ())

    @property
    def character_discard(self) -> list[str]:
        return list(self.position.characters.discard)

    # The turn.

    @property
    def turn(self) -> int:
        return self.position.turn.seat

    @property
    def actions_left(self) -> int:
        return self.position.turn.actions_left

    @property
    def decision(self) -> str:
        return GAME.decision(self.table)

    @property
    def over(self) -> bool:
        return self.table.over

    # What a seat, or nobody in particular, may know.

    def view(self, observer: int) -> dict[str, Any]:
        seen: dict[str, Any] = as_json(GAME.view(self.table, self.player_names, observer))
        return seen

    def known(self, observer: int, holder: int) -> list[Pearl]:
        """The pearls of a hand that an observer is sure of."""
        hand: list[Pearl] = self.view(observer)["players"][holder]["hand"]
        return hand

    def faces(self, observer: int, holder: int) -> list[str | None]:
        """The diamonds of a player as an observer sees them."""
        faces: list[str | None] = self.view(observer)["players"][holder]["diamonds"]
        return faces

    def top(self, observer: int) -> str | None:
        """The top character of the pile, if the observer knows it."""
        top: str | None = self.view(observer)["characters"]["top"]
        return top


def tag(shape: Shape) -> str:
    """The word for the kind of an action or event in its JSON."""
    return str(shape.__struct_config__.tag)


def what(events: list[JournalEntry]) -> list[str]:
    """What kinds of things happened, in their order."""
    return [tag(entry.event) for entry in events]


def seen(events: list[JournalEntry], observer: int, kind: str) -> list[dict[str, object]]:
    """The events of a kind as an observer sees them, as JSON."""
    return [as_json(entry.seen_by(observer)) for entry in events if tag(entry.event) == kind]
