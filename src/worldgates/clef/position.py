"""Positions: a whole table as JSON, secrets and all.

Written in full a position holds everything needed to go on exactly as the game would have. A position written by hand
may leave out what it does not care about: cards that are nowhere else lie in the pile of their world, shuffled with
`seed`.
"""

from __future__ import annotations

from itertools import chain
from typing import Final, Literal

import msgspec
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from worldgates.clef import actions
from worldgates.clef import table as rules
from worldgates.clef.actions import card_numbers
from worldgates.clef.cards import BAD_ENCOUNTER, DISCOVERIES, KERNAULT, NO_CARD, OBJECT, CardSet, bit
from worldgates.clef.knowledge import Knowledge
from worldgates.clef.table import ClefTable, Seat
from worldgates.clef.view import DECISIONS, pick_to_object
from worldgates.core import formats
from worldgates.core.chance import Chance
from worldgates.core.formats import FormatError, Strict
from worldgates.core.piles import Pile
from worldgates.core.streams import read_stream, seeded, write_stream

MOST_ROUNDS: Final = 1_000_000
# Of a number that counts up as long as a game lasts.
LARGEST: Final = 1_000_000_000


class Options(Strict):
    reveal_while_paying: bool = False
    max_rounds: int | None = None


class PlayerForm(Strict):
    world: str
    name: str = ""
    character: str | None = None
    revealed: bool = False
    key_spent: bool = False
    hand: list[str] = []
    turns_to_miss: int = 0
    shielded: bool = False
    dealt: list[str] = []
    aside: str | None = None


class TurnForm(Strict):
    seat: int
    actions_left: int
    drawn: bool = False


class PendingForm(Strict):
    """The decision that waits, those who are asked, the next one first, and what it is about.

    A `react` to what was `played` is one of K25; without it, to a `bad_encounter`, one of K24.
    """

    decision: Literal["choose_character", "action", "react", "answer", "accept", "pick", "discard", "over"]
    seats: list[int] = []
    played: dict[str, object] | None = None
    bad_encounter: str | None = None
    # A trade: the cards offered and answered (K21).
    offered: str | None = None
    answered: str | None = None
    # A pick: of so many cards seen on the pile, or of the hand of a seat (EG8).
    seen: int | None = None
    to: Literal["hand", "top"] | None = None
    victim: int | None = None
    # How many cards are still to be discarded (E17).
    left: int | None = None
    winner: int | None = None


class GroupForm(Strict):
    """Cards that a seat cannot tell apart, and what each of them may be; each other, if nothing is said of it."""

    cards: list[str]
    may_be: list[str] = []


class KnowsForm(Strict):
    seat: int | None
    known: list[str]
    groups: list[GroupForm]


class PositionForm(Strict):
    game: Literal["clef"]
    worlds: list[list[str]]
    players: list[PlayerForm]
    turn: TurnForm
    face_up: list[str] = []
    # The name of the card set; if nothing is said of it, the one in use.
    cards: str | None = None
    options: Options = msgspec.field(default_factory=Options)
    piles: dict[str, list[str] | None] = {}
    starting_seat: int = msgspec.field(default=0, name="first_seat")
    round: int = 1
    seed: int | str | None = None
    pending: PendingForm | None = None
    knows: list[KnowsForm] | None = None
    chance: object = None


# Writing.


def write_position(table: ClefTable, player_names: list[str], seed: int | str | None = None) -> dict[str, object]:
    """The whole table, in full."""
    cards, readers, worlds = table.cards.discoveries, table.cards.readers, table.cards.worlds
    ids = [worlds[world].id for world in table.worlds]

    def reader(number: int) -> str | None:
        return readers[number].id if number >= 0 else None

    return {
        "game": "clef",
        "cards": table.cards.name,
        "options": {"reveal_while_paying": table.reveal_while_paying, "max_rounds": table.max_rounds or None},
        "worlds": [ids[0:3], ids[3:6], ids[6:9]],
        "face_up": [ids[place] for place in range(rules.PLACES) if table.face_up >> place & 1],
        "players": [
            {
                "name": name,
                "world": ids[seat.place],
                "character": reader(seat.reader),
                "revealed": seat.revealed,
                "key_spent": seat.key_spent,
                "hand": table.names(seat.hand),
                "turns_to_miss": seat.turns_to_miss,
                "shielded": seat.shielded,
                "dealt": [readers[dealt].id for dealt in seat.dealt],
                "aside": reader(seat.aside),
            }
            for name, seat in zip(player_names, table.seats, strict=True)
        ],
        "piles": {world.id: [cards[card].id for card in table.piles[world.number].from_top()] for world in worlds[1:]},
        "turn": {"seat": table.turn, "actions_left": table.actions_left, "drawn": table.drawn},
        "first_seat": table.starting_seat,
        "round": table.round,
        "seed": seed,
        "pending": _write_pending(table),
        "knows": [_write_knowledge(table, observer) for observer in range(table.players + 1)],
        "chance": write_stream(table.chance),
    }


def _write_pending(table: ClefTable) -> dict[str, object]:
    decision = table.decision()
    pending: dict[str, object] = {"decision": DECISIONS[decision]}
    asked = [entry >> 4 & 15 for entry in table.stack if entry & 15 != rules.ACTION]
    if asked:
        pending["seats"] = asked[::-1]
    cards = table.cards.discoveries
    if table.waiting >= 0:
        pending["played"] = actions.to_object(table, table.waiting)
    if table.struck != NO_CARD:
        pending["bad_encounter"] = cards[table.struck].id
    if decision == rules.ANSWERING:
        pending["offered"] = cards[table.decision_detail()].id
    elif decision == rules.ACCEPTING:
        offered, answered, _ = rules.trade_of(table.decision_detail())
        pending |= {"offered": cards[offered].id, "answered": cards[answered].id}
        pending["seats"] = [table.turn]
    elif decision == rules.PICKING:
        pending |= pick_to_object(table.decision_detail())
    elif decision == rules.LOSING:
        pending["left"] = table.decision_detail()
    elif table.over and table.winner >= 0:
        pending["winner"] = table.winner
    return pending


def _cards_in(cards: CardSet, those: int) -> list[str]:
    return [card.id for number, card in enumerate(cards.discoveries) if those & bit(number)]


def _write_knowledge(table: ClefTable, observer: int) -> dict[str, object]:
    groups: dict[int, list[str]] = {}
    known = []
    for number, card in enumerate(table.cards.discoveries):
        if table.knowledge.knows(observer, number):
            known.append(card.id)
        else:
            groups.setdefault(int(table.knowledge.may_be[observer * DISCOVERIES + number]), []).append(card.id)
    return {
        "seat": None if observer == table.players else observer,
        "known": known,
        "groups": [_write_group(table.cards, ids, those) for those, ids in groups.items()],
    }


def _write_group(cards: CardSet, ids: list[str], those: int) -> dict[str, object]:
    may_be = _cards_in(cards, those)
    return {"cards": ids} if may_be == ids else {"cards": ids, "may_be": may_be}


# Reading.


def read_position(value: object, cards: CardSet, where: str = "") -> tuple[ClefTable, list[str]]:
    """The table of a position and the names of its players."""
    return _Reader(formats.read(value, PositionForm, where), cards, where).table_and_names()


class _Reader:
    def __init__(self, form: PositionForm, cards: CardSet, where: str) -> None:
        self.form = form
        self.cards = cards
        self.where = where
        self.numbers = card_numbers(cards)
        self.reader_numbers = {reader.id: number for number, reader in enumerate(cards.readers)}
        self.world_numbers = {world.id: world.number for world in cards.worlds}
        self.cards_left = set(range(DISCOVERIES))
        self.readers_left = set(self.reader_numbers.values())

    def fault(self, message: str, key: str) -> FormatError:
        return FormatError(message, f"{self.where}.{key}" if self.where else key)

    def number(self, value: int, least: int, most: int, key: str) -> int:
        if not least <= value <= most:
            raise self.fault(f"expected a number from {least} to {most}, got {value}", key)
        return value

    def seat_number(self, value: int, key: str) -> int:
        return self.number(value, 0, len(self.form.players) - 1, key)

    def known_card(self, id: str, key: str) -> int:
        if id not in self.numbers:
            raise self.fault(f"there is no card {id!r} in this set", key)
        return self.numbers[id]

    def card(self, id: str, key: str) -> int:
        """A card that lies somewhere: each is there only once."""
        card = self.known_card(id, key)
        if card not in self.cards_left:
            raise self.fault(f"the card {id!r} is there twice", key)
        self.cards_left.remove(card)
        return card

    def reader(self, id: str, key: str) -> int:
        if id not in self.reader_numbers:
            raise self.fault(f"there is no character {id!r} in this set", key)
        reader = self.reader_numbers[id]
        if reader not in self.readers_left:
            raise self.fault(f"the character {id!r} is there twice", key)
        self.readers_left.remove(reader)
        return reader

    def world(self, id: str, key: str) -> int:
        if id not in self.world_numbers:
            raise self.fault(f"there is no world {id!r}", key)
        return self.world_numbers[id]

    def table_and_names(self) -> tuple[ClefTable, list[str]]:
        form = self.form
        if form.cards not in (None, self.cards.name):
            raise self.fault(f"this position is for the card set {form.cards!r}, not {self.cards.name!r}", "cards")
        self.number(len(form.players), rules.MIN_PLAYERS, rules.MAX_PLAYERS, "players")
        rounds = form.options.max_rounds
        if rounds is not None:
            self.number(rounds, 1, MOST_ROUNDS, "options.max_rounds")
        table = ClefTable(len(form.players), self.chance(), self.cards, form.options.reveal_while_paying, rounds or 0)
        table.starting_seat = self.seat_number(form.starting_seat, "first_seat")
        table.round = self.number(form.round, 1, LARGEST, "round")
        self.worlds(table)
        winner = form.pending.winner if form.pending is not None and form.pending.decision == "over" else None
        for index, player in enumerate(form.players):
            table.seats.append(self.seat(table, player, f"players[{index}]"))
            if (table.seats[index].place == rules.MIDDLE) != (index == winner):
                raise self.fault("the one who has won is in Kernault, and nobody else (K27)", f"players[{index}].world")
        self.characters(table)
        self.piles(table)
        table.turn = self.seat_number(form.turn.seat, "turn.seat")
        table.actions_left = self.number(form.turn.actions_left, 0, 2, "turn.actions_left")
        table.drawn = form.turn.drawn
        self.knowledge(table)
        self.pending(table)
        return table, [player.name or f"Player {seat + 1}" for seat, player in enumerate(form.players)]

    def chance(self) -> Chance:
        if self.form.chance is not None:
            return read_stream(self.form.chance, f"{self.where}.chance" if self.where else "chance")
        return seeded(0 if self.form.seed is None else self.form.seed, f"{self.where}.seed" if self.where else "seed")

    def worlds(self, table: ClefTable) -> None:
        rows = self.form.worlds
        if len(rows) != 3 or any(len(row) != 3 for row in rows):
            raise self.fault("expected three rows of three worlds (K3)", "worlds")
        laid = [self.world(id, f"worlds[{place // 3}][{place % 3}]") for place, id in enumerate(chain(*rows))]
        if sorted(laid) != list(range(rules.PLACES)):
            raise self.fault("expected each world once (K3)", "worlds")
        if laid[rules.MIDDLE] != KERNAULT:
            raise self.fault("Kernault lies in the middle (K3)", "worlds[1][1]")
        table.worlds = vec[i64]([i64(world) for world in laid])
        table.face_up = i64(1) << rules.MIDDLE
        for index, id in enumerate(self.form.face_up):
            table.face_up |= 1 << laid.index(self.world(id, f"face_up[{index}]"))

    def seat(self, table: ClefTable, player: PlayerForm, key: str) -> Seat:
        seat = Seat()
        seat.place = list(table.worlds).index(self.world(player.world, f"{key}.world"))
        table.face_up |= 1 << seat.place
        for index, id in enumerate(player.hand):
            card = self.card(id, f"{key}.hand[{index}]")
            discovery = self.cards.discoveries[card]
            if discovery.kind == BAD_ENCOUNTER:
                raise self.fault("a bad encounter is never in a hand (K16)", f"{key}.hand[{index}]")
            if discovery.kind != OBJECT and discovery.world != table.worlds[seat.place]:
                raise self.fault("an encounter is held only in its own world (K14)", f"{key}.hand[{index}]")
            seat.hand = append(seat.hand, u8(card))
        if len(player.hand) > rules.HAND_LIMIT:
            raise self.fault("a hand holds at most five cards (K18)", f"{key}.hand")
        if player.character is not None:
            seat.reader = self.reader(player.character, f"{key}.character")
        for index, id in enumerate(player.dealt):
            seat.dealt = append(seat.dealt, i64(self.reader(id, f"{key}.dealt[{index}]")))
        if len(player.dealt) != (0 if player.character is not None else 2):
            raise self.fault("expected two characters to choose from, until one is chosen (K5)", f"{key}.dealt")
        if player.aside is not None and player.character is None:
            raise self.fault("a character is put aside when another is chosen (K5)", f"{key}.aside")
        if player.aside is not None:
            seat.aside = self.reader(player.aside, f"{key}.aside")
        seat.revealed, seat.key_spent, seat.shielded = player.revealed, player.key_spent, player.shielded
        if seat.revealed and seat.reader < 0:
            raise self.fault("there is no character yet to be revealed (K20)", f"{key}.revealed")
        if seat.key_spent and not seat.revealed:
            raise self.fault("a key is spent only by a revealed character (K20)", f"{key}.key_spent")
        seat.turns_to_miss = self.number(player.turns_to_miss, 0, LARGEST, f"{key}.turns_to_miss")
        return seat

    def characters(self, table: ClefTable) -> None:
        """A character put aside that nobody names is any of those left (K5)."""
        for seat in table.seats:
            if seat.reader >= 0 and seat.aside < 0:
                seat.aside = min(self.readers_left)
                self.readers_left.remove(seat.aside)

    def piles(self, table: ClefTable) -> None:
        for id in self.form.piles:
            if self.world(id, f"piles.{id}") == KERNAULT:
                raise self.fault("Kernault has no pile (K4)", f"piles.{id}")
        listed = {
            self.world_numbers[id]: [self.card(card, f"piles.{id}[{index}]") for index, card in enumerate(pile or [])]
            for id, pile in self.form.piles.items()
        }
        if self.form.pending is not None and self.form.pending.bad_encounter is not None:
            table.struck = self.card(self.form.pending.bad_encounter, "pending.bad_encounter")
            if self.cards.discoveries[table.struck].kind != BAD_ENCOUNTER:
                raise self.fault("this is no bad encounter (K16)", "pending.bad_encounter")
        for world in range(rules.PLACES):
            hidden = Pile.of(sorted(card for card in self.cards_left if self.cards.discoveries[card].world == world))
            if hidden.size():
                hidden.shuffle(table.chance)
            table.piles.append(Pile.of(listed.get(world, []) + hidden.from_top()))
            for card in listed.get(world, []):
                discovery = self.cards.discoveries[card]
                if discovery.kind != OBJECT and discovery.world != world:
                    raise self.fault(
                        f"{discovery.id!r} lies only in the pile of its own world (K14)",
                        f"piles.{self.cards.worlds[world].id}",
                    )

    def knowledge(self, table: ClefTable) -> None:
        """What each seat knows; if nothing is said of it, its own hand alone."""
        players = len(table.seats)
        may_be = vec[i64]([i64(those) for those in self.unseen(table) * (players + 1)])
        table.knowledge = Knowledge(players, may_be)
        if self.form.knows is None:
            for number in range(players):
                table.observe_hand(number, number)
            if table.struck != NO_CARD:
                table.knowledge.observe_by_all(table.struck)
            return
        observers = [players if knows.seat is None else knows.seat for knows in self.form.knows]
        if sorted(observers) != list(range(players + 1)):
            raise self.fault("expected one entry for each seat and one for a spectator", "knows")
        for index, (observer, knows) in enumerate(zip(observers, self.form.knows, strict=True)):
            self.knows(table, knows, observer, f"knows[{index}]")
        for number, seat in enumerate(table.seats):
            for each in seat.hand:
                if not table.knowledge.knows(number, int(each)):
                    raise self.fault("a seat knows its own hand", "knows")

    def unseen(self, table: ClefTable) -> list[int]:
        """For each card what it may be for one who sees only where it lies: of that world, or an object (K14, K15)."""
        cards = self.cards
        objects = sum(bit(number) for number, card in enumerate(cards.discoveries) if card.kind == OBJECT)
        those = [0] * DISCOVERIES
        for world, pile in enumerate(table.piles):
            for card in pile.from_top():
                those[card] = cards.of_world[world] | objects
        for number, seat in enumerate(table.seats):
            for each in seat.hand:
                those[int(each)] = cards.encounters_of[table.world_of(number)] | objects
        if table.struck != NO_CARD:
            those[table.struck] = bit(table.struck)
        return those

    def knows(self, table: ClefTable, knows: KnowsForm, observer: int, key: str) -> None:
        start = observer * DISCOVERIES
        told = set()
        for index, id in enumerate(knows.known):
            card = self.known_card(id, f"{key}.known[{index}]")
            table.knowledge.observe(observer, card)
            told.add(card)
        for index, group in enumerate(knows.groups):
            those = 0
            for id in group.may_be or group.cards:
                those |= bit(self.known_card(id, f"{key}.groups[{index}].may_be"))
            for id in group.cards:
                card = self.known_card(id, f"{key}.groups[{index}].cards")
                if not those & bit(card):
                    raise self.fault("a card may always be itself", f"{key}.groups[{index}].may_be")
                table.knowledge.may_be[start + card] = those
                told.add(card)
        if len(told) != DISCOVERIES:
            raise self.fault("expected each card of the set once", key)

    def pending(self, table: ClefTable) -> None:
        """The decision that waits; if nothing is said of it, the choice of characters or an action."""
        pending = self.form.pending
        if pending is None:
            if any(seat.reader < 0 for seat in table.seats):
                raise self.fault("expected the decision that waits", "pending")
            table.push_decision(rules.ACTION, table.turn, 0)
            table._advance()
            return
        if pending.played is not None and pending.decision != "react":
            raise self.fault("only a reaction is about what was played", "pending.played")
        if table.struck != NO_CARD and (pending.decision not in ("react", "discard") or pending.played is not None):
            raise self.fault("a bad encounter is countered, or takes cards; else it lies under its pile", "pending")
        if pending.decision == "over":
            table.winner = -1 if pending.winner is None else self.seat_number(pending.winner, "pending.winner")
            return
        if pending.decision != "choose_character":
            if any(seat.reader < 0 for seat in table.seats):
                raise self.fault("characters have to be chosen first (K5)", "pending.decision")
            table.push_decision(rules.ACTION, table.turn, 0)
        if pending.decision == "action" and table.actions_left == 0:
            raise self.fault("no action is left in this turn", "turn.actions_left")
        if pending.played is not None:
            table.waiting = self.played(table, pending.played)
        decision = {word: number for number, word in DECISIONS.items()}[pending.decision]
        if pending.decision == "react":
            decision = rules.REACTING if pending.played is not None else rules.DEFENDING
        for index, seat in enumerate(pending.seats):
            self.seat_number(seat, f"pending.seats[{index}]")
        if not self.can_be_asked(table, decision, pending.seats):
            raise self.fault("expected those who can be asked this, each once", "pending.seats")
        detail = self.detail(table, decision, pending)
        for seat in reversed(pending.seats):
            table.push_decision(decision, seat, detail)
        if not table._compute_legal():
            raise self.fault("there is nothing to decide", "pending")

    def can_be_asked(self, table: ClefTable, decision: int, seats: list[int]) -> bool:
        """Whether a decision can be up to these seats, the next one first."""
        here = [
            other
            for step in range(1, table.players)
            if table.seats[other := (table.turn + step) % table.players].place == table.seats[table.turn].place
        ]
        if decision == rules.ACTION:
            return not seats
        if decision == rules.CHOOSING:
            # Whoever has not chosen yet, the first player first.
            order = [(table.starting_seat + step) % table.players for step in range(table.players)]
            return seats == [seat for seat in order if table.seats[seat].reader < 0]
        if decision == rules.REACTING:
            return bool(seats) and seats == [other for other in here if other in seats]
        if decision == rules.ANSWERING:
            return len(seats) == 1 and seats[0] in here
        return seats == [table.turn]

    def played(self, table: ClefTable, value: dict[str, object]) -> int:
        key = f"{self.where}.pending.played" if self.where else "pending.played"
        action = actions.from_object(table, value, key)
        if action not in table._compute_legal():
            raise self.fault("this could not have been played", "pending.played")
        return action

    def detail(self, table: ClefTable, decision: int, pending: PendingForm) -> int:
        """What a decision is about, as the table remembers it."""
        if decision == rules.DEFENDING and table.struck == NO_CARD:
            raise self.fault("expected what was played, or a bad encounter", "pending")
        if decision == rules.ANSWERING:
            return self.held(table, pending.offered, table.turn, "pending.offered")
        if decision == rules.ACCEPTING:
            offered = self.held(table, pending.offered, table.turn, "pending.offered")
            for other in range(table.players):
                if other != table.turn and table.seats[other].place == table.seats[table.turn].place:
                    answered = self.known_card(pending.answered or "", "pending.answered")
                    if table.seats[other].holds(answered):
                        return rules.a_trade(offered, answered, other)
            raise self.fault("expected a card of another player in the same world (K21)", "pending.answered")
        if decision == rules.PICKING:
            full = len(table.seats[table.turn].hand) >= rules.HAND_LIMIT
            if full and pending.to != "top":
                raise self.fault("a hand of five takes no card (EG5)", "pending")
            if pending.victim is not None:
                victim = self.seat_number(pending.victim, "pending.victim")
                here = table.seats[table.turn].place
                if victim == table.turn or table.seats[victim].place != here or not len(table.seats[victim].hand):
                    raise self.fault("expected another player here who holds a card (E11)", "pending.victim")
                return rules.a_pick(rules.FROM_HAND, victim)
            size = table.piles[table.world_of(table.turn)].size()
            seen = self.number(pending.seen or 0, 1, size, "pending.seen")
            return rules.a_pick(rules.TO_TOP if pending.to == "top" else rules.TO_HAND, seen)
        if decision == rules.LOSING:
            return self.number(pending.left or 0, 1, DISCOVERIES, "pending.left")
        return 0

    def held(self, table: ClefTable, id: str | None, seat: int, key: str) -> int:
        card = self.known_card(id or "", key)
        if not table.seats[seat].holds(card):
            raise self.fault(f"this card is not in the hand of seat {seat}", key)
        return card
