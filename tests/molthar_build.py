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
from worldgates.core.session import Session
from worldgates.core.table import SPECTATOR, Event, RuleError
from worldgates.molthar.cards import CHARACTERS
from worldgates.molthar.position import PlayerForm, PositionForm

Pearl = int | str
Action = dict[str, object]
Side = dict[str, Any]

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


def take(place: int | Literal["pile"]) -> Action:
    return {"do": "take", "from": place}


def refresh() -> Action:
    return {"do": "refresh"}


def place(source: int | Literal["pile"], discard: int | None = None) -> Action:
    action: Action = {"do": "place", "from": source}
    return action if discard is None else {**action, "discard": discard}


def activate(spend: Sequence[int], diamonds: int = 0, *, seat: int = 0, slot: int = 0) -> Action:
    return {"do": "activate", "seat": seat, "slot": slot, "spend": list(spend), "diamonds": diamonds}


def trade_two() -> Action:
    return {"do": "trade_two"}


def swap(slot: int, face_up: int) -> Action:
    return {"do": "swap", "slot": slot, "with": face_up}


def peek() -> Action:
    return {"do": "peek"}


def redraw() -> Action:
    return {"do": "redraw"}


def end_turn() -> Action:
    return {"do": "end_turn"}


def discard(pearl: int) -> Action:
    return {"do": "discard", "pearl": pearl}


def rob(seat: int) -> Action:
    return {"do": "rob", "seat": seat}


def rob_pearl(pearl: int) -> Action:
    return {"do": "rob_pearl", "pearl": pearl}


def banish(seat: int, slot: int) -> Action:
    return {"do": "banish", "seat": seat, "slot": slot}


def take_back(pearl: int) -> Action:
    return {"do": "take_back", "pearl": pearl}


# The table.


def seat(
    hand: Sequence[Pearl] = (),
    portal: Sequence[str | None] = (),
    activated: Sequence[str] = (),
    diamonds: int | Sequence[str] = 0,
    bonus: int = 0,
) -> Side:
    """A player's side of the table."""
    return {
        "hand": list(hand),
        "portal": [*portal, None, None][:2],
        "activated": list(activated),
        "diamonds": diamonds if isinstance(diamonds, int) else list(diamonds),
        "bonus": bonus,
    }


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
    in_hands = [pearl for player in seats for pearl in player["hand"]]
    face_up = [pearl for pearl in pearls if pearl is not None]
    below = all_pearls_but(*in_hands, *face_up, *pearl_pile, *pearl_discard)
    position: dict[str, object] = {
        "game": "molthar",
        "options": {"wisp_owner_waits": wisp_owner_waits},
        "players": list(seats),
        "pearls": {"market": list(pearls), "draw": [*pearl_pile, *below], "discard": list(pearl_discard)},
        "characters": {
            "market": list(characters),
            "draw": list(character_pile),
            "discard": list(character_discard),
        },
        "starting_seat": starting_seat,
        "turn": {"seat": turn, "actions_left": actions, "actions_taken": taken},
        "final_round": final_round,
        "seed": seed,
    }
    return LaidTable(Session.load(formats.parse(formats.write(position))))


class LaidTable:
    """A table that is played at with JSON objects and read like the position it is."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def play(self, *actions: Action) -> list[Event]:
        """Play actions one after the other, and say all that happened."""
        events: list[Event] = []
        for action in actions:
            events += self.session.play(self.session.action(action))
        return events

    def rest_of_turn(self) -> list[Event]:
        """Play the turn to its end with nothing but refreshes."""
        events: list[Event] = []
        turn = self.turn
        while not self.over and self.turn == turn:
            choices = (action for action in (refresh(), end_turn()) if self.may(action))
            events += self.play(next(choices, self.legal()[0]))
        return events

    def legal(self, *kinds: str) -> list[Action]:
        """The legal actions, all or those of some kinds."""
        return [action for action in self.session.legal() if not kinds or action["do"] in kinds]

    def may(self, action: Action) -> bool:
        return action in self.legal()

    def kinds(self) -> set[str]:
        """What kinds of actions are legal."""
        return {str(action["do"]) for action in self.legal()}

    def refusal(self, action: Action) -> str:
        """The clause that stands against an action."""
        before = self.session.position()
        try:
            self.play(action)
        except RuleError as error:
            assert self.session.position() == before
            return error.clause
        raise AssertionError(f"{action} is legal")

    def payments(self, slot: int = 0, *, seat: int = 0) -> dict[tuple[int, ...], int]:
        """The ways to pay for a character on a portal: the hand pearls spent, and the diamonds that go with them."""
        found: dict[tuple[int, ...], int] = {}
        for action in self.legal("activate"):
            if (action["seat"], action["slot"]) == (seat, slot):
                spend, diamonds = action["spend"], action["diamonds"]
                assert isinstance(spend, list)
                assert isinstance(diamonds, int)
                assert tuple(spend) not in found
                found[tuple(spend)] = diamonds
        return found

    # What lies on the table.

    @property
    def position(self) -> PositionForm:
        return formats.read(formats.parse(formats.write(self.session.position())), PositionForm)

    def player(self, seat: int) -> PlayerForm:
        return self.position.players[seat]

    def hand(self, seat: int) -> list[Pearl]:
        return self.player(seat).hand

    def portal(self, seat: int) -> list[str | None]:
        return self.player(seat).portal

    def activated(self, seat: int) -> list[str]:
        return self.player(seat).activated

    def diamonds(self, seat: int) -> list[str]:
        """The faces of the diamonds, the one received first first."""
        faces = self.player(seat).diamonds
        assert isinstance(faces, list)
        return faces

    def points(self, seat: int) -> int:
        return self.session.game.scores(self.session.table)[seat]

    @property
    def pearls(self) -> list[Pearl | None]:
        return self.position.pearls.market

    @property
    def pearl_pile(self) -> list[Pearl]:
        return self.position.pearls.draw or []

    @property
    def pearl_discard(self) -> list[Pearl]:
        return self.position.pearls.discard

    @property
    def characters(self) -> list[str | None]:
        return self.position.characters.market

    @property
    def character_pile(self) -> list[str]:
        return self.position.characters.draw or []

    @property
    def character_discard(self) -> list[str]:
        return self.position.characters.discard

    # The turn.

    @property
    def turn(self) -> int:
        return self.position.turn.seat

    @property
    def actions_left(self) -> int:
        return self.position.turn.actions_left

    @property
    def decision(self) -> str:
        return self.session.game.decision(self.session.table)

    @property
    def over(self) -> bool:
        return self.session.table.over

    # What a seat, or nobody in particular, may know.

    def view(self, observer: int) -> dict[str, Any]:
        seen = formats.parse(formats.write(self.session.view(observer)))
        assert isinstance(seen, dict)
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


def what(events: list[Event]) -> list[str]:
    """What kinds of things happened, in their order."""
    return [event.what for event in events]


def seen(events: list[Event], observer: int, kind: str) -> list[dict[str, object]]:
    """The events of a kind as an observer sees them."""
    return [event.seen_by(observer) for event in events if event.what == kind]
