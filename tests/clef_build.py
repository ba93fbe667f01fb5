"""Tables of La clef des mondes laid out for a test: it says what matters, the rest is dealt.

    >>> table = at_worlds(seat("gaulois", hand=["esus"]), seat("gaulois", hand=["ambactes"]))
    >>> events = table.play(effect("esus", seat=1, world=1), react("ambactes", against="esus"))
    >>> table.pile("gaulois")[-2:]
    ['esus', 'ambactes']

Unless a test says otherwise the worlds lie like this, closed but for Kernault and those where somebody stands:

    gaulois   chasse      clairiere        0  1  2
    miroir    KERNAULT    milieu           3  4  5
    crypte    multivers   conan            6  7  8

Seat 0 has two actions before it, each has another character (reveur, erudite, gothique, conteur, roliste), and cards
that are nowhere else lie shuffled in the pile of their world, below those that the test names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from worldgates.clef.actions import AnyAction, decode, encode
from worldgates.clef.cards import NO_CARD, CardSet
from worldgates.clef.cardset import load
from worldgates.clef.position import Player, Position, write_position
from worldgates.clef.position_reader import read_position
from worldgates.clef.table import ClefTable
from worldgates.clef.view import decision_of, view
from worldgates.core import formats
from worldgates.core.chance import FastChance
from worldgates.core.table import SPECTATOR, JournalEntry, RuleError

# A set of their own, so that the shipped one can be tuned without a change to the tests of the rules.
CARDS: Final = Path(__file__).parent / "clef_cards"

Action = dict[str, object]
Side = dict[str, Any]


@cache
def cards_of_tests() -> CardSet:
    return load(CARDS, "reconstructed")


NOBODY = SPECTATOR
WORLDS: list[list[str]] = [
    ["gaulois", "chasse", "clairiere"],
    ["miroir", "kernault", "milieu"],
    ["crypte", "multivers", "conan"],
]
ALL_WORLDS: list[str] = [world for row in WORLDS for world in row]
CHARACTERS = ("reveur", "erudite", "gothique", "conteur", "roliste")


def to_object(table: ClefTable, action: int) -> Action:
    """An action of a table as JSON."""
    value = formats.parse(decode(table, action).to_json())
    assert isinstance(value, dict)
    return value


def from_object(table: ClefTable, value: object, where: str = "action") -> int:
    """The action of a table that JSON stands for."""
    action: AnyAction = formats.read(value, AnyAction, where)  # type: ignore[arg-type]
    return encode(table, action, where)


def read_json(value: object, cards: CardSet, where: str = "") -> tuple[ClefTable, list[str]]:
    """The table and the names of a position as parsed JSON."""
    return read_position(formats.read(value, Position, where), cards, where)


# Actions, in the words of the rules.


def choose(character: str) -> Action:
    return {"do": "choose_character", "character": character}


def draw() -> Action:
    return {"do": "draw"}


def discard(card: str) -> Action:
    return {"do": "discard", "card": card}


def travel(to: str | int, *keys: str) -> Action:
    """Travel to a world: its id if it lies face up, else its place. The key "character" is the character's own."""
    return {"do": "travel", "to": to, "keys": list(keys)}


def go_home(*keys: str) -> Action:
    return {"do": "go_home", "keys": list(keys)}


def effect(*cards: str, seat: int | None = None, world: str | int | None = None, card: str | None = None) -> Action:
    """Play a card, or two, for the effect, with its targets."""
    action: Action = {"do": "effect", "cards": list(cards)}
    targets = {"seat": seat, "world": world, "card": card}
    return {**action, **{target: named for target, named in targets.items() if named is not None}}


def reveal() -> Action:
    return {"do": "reveal"}


def offer(seat: int, card: str) -> Action:
    return {"do": "offer", "seat": seat, "card": card}


def answer(card: str | None) -> Action:
    return {"do": "answer", "card": card}


def accept(yes: bool = True) -> Action:
    return {"do": "accept", "yes": yes}


def react(card: str | None, against: str | None = None) -> Action:
    """React with a card or decline; `against` names the played card that is cancelled."""
    action: Action = {"do": "react", "card": card}
    return action if against is None else {**action, "against": against}


def pick(card: str | None) -> Action:
    return {"do": "pick", "card": card}


def pass_turn() -> Action:
    return {"do": "pass"}


# The table.


def seat(
    world: str = "gaulois",
    hand: Sequence[str] = (),
    character: str | None = None,
    *,
    revealed: bool = False,
    key_spent: bool = False,
    turns_to_miss: int = 0,
    shielded: bool = False,
    held: bool = False,
    aside: str | None = None,
) -> Side:
    """A player, and the world in which the pawn stands. Whose key is spent is revealed."""
    return {
        "world": world,
        "hand": list(hand),
        "character": character,
        "revealed": revealed or key_spent,
        "key_spent": key_spent,
        "turns_to_miss": turns_to_miss,
        "shielded": shielded,
        "held": held,
        "aside": aside,
    }


def at_worlds(
    *seats: Side,
    piles: Mapping[str, Sequence[str]] | None = None,
    face_up: Sequence[str] = (),
    worlds: Sequence[Sequence[str]] = WORLDS,
    turn: int = 0,
    actions: int = 2,
    drawn: bool = False,
    offered: bool = False,
    starting_seat: int = 0,
    round: int = 1,
    reveal_while_paying: bool = False,
    max_rounds: int | None = None,
    seed: int = 7,
    cards: CardSet | None = None,
) -> LaidWorlds:
    """The table of a position; piles are named from the top, and cards that are nowhere else lie below."""
    named = {player["character"] for player in seats}
    free = [character for character in CHARACTERS if character not in named]
    # Each has the character of their own seat, if nobody else was given it.
    own = [character if character in free else None for character in CHARACTERS[: len(seats)]]
    spare = [character for character in free if character not in own]
    players = []
    for player, usual in zip(seats, own, strict=True):
        character = player["character"] or usual or spare.pop()
        players.append({**player, "character": character})
    position: dict[str, object] = {
        "game": "clef",
        "cards": (cards or cards_of_tests()).name,
        "options": {"reveal_while_paying": reveal_while_paying, "max_rounds": max_rounds},
        "worlds": [list(row) for row in worlds],
        "face_up": list(face_up),
        "players": players,
        "piles": {world: list(pile) for world, pile in (piles or {}).items()},
        "turn": {"seat": turn, "actions_left": actions, "drawn": drawn, "offered": offered},
        "first_seat": starting_seat,
        "round": round,
        "seed": seed,
    }
    return LaidWorlds.load(position, cards)


def new_game(
    players: int,
    seed: int = 7,
    *,
    starting_seat: int | None = None,
    reveal_while_paying: bool = False,
    max_rounds: int | None = None,
) -> LaidWorlds:
    """A game that has just been set up: everybody has two characters to choose from."""
    table = ClefTable.new(
        players,
        seed,
        cards=cards_of_tests(),
        reveal_while_paying=reveal_while_paying,
        max_rounds=max_rounds,
        starting_seat=starting_seat,
        journal=True,
    )
    return LaidWorlds(table, [f"Player {number + 1}" for number in range(players)])


class LaidWorlds:
    """A table that is played at with JSON objects and read like the position it is."""

    def __init__(self, table: ClefTable, player_names: list[str]) -> None:
        self.table = table
        self.player_names = player_names
        if self.table.journal is None:
            self.table.journal = []

    @staticmethod
    def load(position: object, cards: CardSet | None = None) -> LaidWorlds:
        """The table of a position, which is written as JSON and read again."""
        return LaidWorlds(*read_json(formats.parse(formats.write(position)), cards or cards_of_tests()))

    def play(self, *actions: Action) -> list[JournalEntry]:
        """Play actions one after the other, and say all that happened; an illegal one raises a RuleError."""
        journal = self.table.journal
        assert journal is not None
        before = len(journal)
        for action in actions:
            self.table.play(from_object(self.table, action))
            assert self.cards_on_the_table() == sorted(card.id for card in self.table.cards.discoveries)
        return journal[before:]

    def legal(self, *kinds: str) -> list[Action]:
        """The legal actions, all or those of some kinds."""
        actions = [to_object(self.table, action) for action in self.table.legal()]
        return [action for action in actions if not kinds or action["do"] in kinds]

    def may(self, action: Action) -> bool:
        return action in self.legal()

    def kinds(self) -> set[str]:
        """What kinds of actions are legal."""
        return {str(action["do"]) for action in self.legal()}

    def refused(self, action: Action) -> bool:
        """Whether the rules refuse an action. A refused one changes nothing, a legal one is not played."""
        number = from_object(self.table, action)
        if number in list(self.table.legal()):
            return False
        before = self.position
        try:
            self.table.play(number)
        except RuleError:
            assert self.position == before
            return True
        return False

    def cards_on_the_table(self) -> list[str]:
        """Every discovery card in hands and piles, and the bad encounter that is being carried out, sorted."""
        table = self.table
        cards = [card for number in range(table.players) for card in table.names(table.seats[number].hand)]
        cards += [table.cards.discoveries[card].id for pile in table.piles for card in pile.from_top()]
        if table.struck != NO_CARD:
            cards.append(table.cards.discoveries[table.struck].id)
        return sorted(cards)

    def copy(self) -> LaidWorlds:
        return LaidWorlds(self.table.copy(), self.player_names)

    def imagine(self, observer: int, seed: int = 1) -> LaidWorlds:
        """A table that might be this one, for all the observer knows."""
        return LaidWorlds(self.table.imagine(observer, FastChance.seeded(seed)), self.player_names)

    # What lies on the table.

    def written(self) -> dict[str, object]:
        """The position in full, as JSON."""
        value = formats.parse(formats.write(write_position(self.table, self.player_names)))
        assert isinstance(value, dict)
        return value

    @property
    def position(self) -> Position:
        return Position.from_dict(self.written())

    def player(self, seat: int) -> Player:
        return self.position.players[seat]

    def hand(self, seat: int) -> list[str]:
        return self.table.names(self.table.seats[seat].hand)

    def pile(self, world: str) -> list[str]:
        """The pile of a world from the top."""
        return list(self.position.piles[world] or ())

    def world(self, seat: int) -> str:
        """The world in which a pawn stands."""
        return self.player(seat).world

    def place(self, seat: int) -> int:
        """The place where a pawn stands, 0 to 8."""
        return int(self.table.seats[seat].place)

    @property
    def face_up(self) -> list[str]:
        """The worlds that lie face up, in reading order."""
        return list(self.position.face_up)

    def character(self, seat: int) -> str | None:
        return self.player(seat).character

    def revealed(self, seat: int) -> bool:
        return self.player(seat).revealed

    def key_spent(self, seat: int) -> bool:
        return self.player(seat).key_spent

    def turns_to_miss(self, seat: int) -> int:
        return self.player(seat).turns_to_miss

    def shielded(self, seat: int) -> bool:
        return self.player(seat).shielded

    @property
    def bad_encounter(self) -> str | None:
        """The bad encounter that is being carried out."""
        pending = self.position.pending
        return pending.bad_encounter if pending else None

    # The turn.

    @property
    def turn(self) -> int:
        return int(self.table.turn)

    @property
    def actions_left(self) -> int:
        return int(self.table.actions_left)

    @property
    def round(self) -> int:
        return int(self.table.round)

    @property
    def to_act(self) -> int:
        """The seat that decides."""
        return int(self.table.to_act)

    @property
    def decision(self) -> str:
        """What it decides: action, react, answer, accept, pick, discard, choose_character, over."""
        return decision_of(self.table)

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def ranking(self) -> list[list[int]]:
        return self.table.ranking()

    @property
    def payoffs(self) -> list[float]:
        return self.table.payoffs()

    # What a seat, or nobody in particular, may know.

    def view(self, observer: int) -> dict[str, Any]:
        seen = formats.parse(formats.write(view(self.table, self.player_names, observer)))
        assert isinstance(seen, dict)
        return seen

    def known(self, observer: int, holder: int) -> list[str]:
        """The cards of a hand that an observer is sure of."""
        hand: list[str] = self.view(observer)["players"][holder]["hand"]
        return hand

    def known_pile(self, observer: int, world: str) -> list[str | None]:
        """A pile from the top as an observer knows it; None where it does not."""
        pile: list[str | None] = self.view(observer)["piles"][world]
        return pile


def tag(entry: JournalEntry) -> str:
    """The word for the kind of an event."""
    return str(type(entry.event).__struct_config__.tag)


def what(events: list[JournalEntry]) -> list[str]:
    """What kinds of things happened, in their order."""
    return [tag(entry) for entry in events]


def seen(events: list[JournalEntry], observer: int, kind: str) -> list[dict[str, Any]]:
    """The events of a kind as an observer sees them, as JSON."""
    found = [formats.parse(entry.seen_by(observer).to_json()) for entry in events if tag(entry) == kind]
    assert all(isinstance(event, dict) for event in found)
    return found  # type: ignore[return-value]
