"""La clef des mondes: the rules, clause by clause.

Source: the printed rulebook (French); docs/rules/clef.md has our own wording, with rulings on what it leaves open and
the effects of the reconstructed cards. The id of a clause is next to the code that implements it; the effects E1 to E22
are in effects.py.
Deviations: none. The options `reveal_while_paying` (K20) and `max_rounds` (K28) fill gaps of the book.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from worldgates.clef.cards import (
    AS_ACTION,
    BAD_ENCOUNTER,
    CHARACTER,
    DISCOVERIES,
    ENCOUNTER,
    KERNAULT,
    KEYS,
    KINDS,
    NO_CARD,
    NO_KEY,
    OBJECT,
    CardSet,
    bit,
)
from worldgates.clef.events import (
    BadEncounterMet,
    CardCancelled,
    CardDiscarded,
    CardDrawn,
    CardLost,
    CardPicked,
    CardsSwapped,
    CardStolen,
    CardsTraded,
    CharacterChosen,
    CharacterRevealed,
    EffectPlayed,
    GameOver,
    GoHomePlayed,
    LeftBehind,
    Passed,
    PawnMoved,
    SetUp,
    TradeAnswered,
    TradeOffered,
    TradeRefused,
    TravelPlayed,
    TurnBegan,
    TurnMissed,
    Unharmed,
    WorldOpened,
)
from worldgates.clef.keys import Step
from worldgates.clef.knowledge import ALL, Knowledge
from worldgates.clef.payment import matching, payments
from worldgates.core.chance import Chance, FastChance
from worldgates.core.piles import Pile
from worldgates.core.shapes import Event
from worldgates.core.table import OVER, RuleError, Table

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
ACTIONS: Final[i64] = 2
HAND_LIMIT: Final[i64] = 5
PLACES: Final[i64] = 9
MIDDLE: Final[i64] = 4
NO_PLACE: Final[i64] = 15
NO_SEAT: Final[i64] = 7

# Decisions.
CHOOSING: Final[i64] = 0
ACTION: Final[i64] = 1
REACTING: Final[i64] = 2
DEFENDING: Final[i64] = 3
ANSWERING: Final[i64] = 4
ACCEPTING: Final[i64] = 5
PICKING: Final[i64] = 6
LOSING: Final[i64] = 7

# Actions: the kind in four bits, a seat in three, a place in four, a named card in seven, then the number of cards
# played and those cards, seven bits each, in the order of the hand, the character last.
CHOOSE: Final[i64] = 0
DRAW: Final[i64] = 1
DISCARD: Final[i64] = 2
TRAVEL: Final[i64] = 3
GO_HOME: Final[i64] = 4
EFFECT: Final[i64] = 5
REVEAL: Final[i64] = 6
OFFER: Final[i64] = 7
ANSWER: Final[i64] = 8
ACCEPT: Final[i64] = 9
REACT: Final[i64] = 10
PICK: Final[i64] = 11
PASS: Final[i64] = 12


def encode(do: i64, seat: i64 = NO_SEAT, place: i64 = NO_PLACE, card: i64 = NO_CARD) -> i64:
    return do | seat << 4 | place << 7 | card << 11


def with_card(action: i64, card: i64) -> i64:
    """The action with one more card played."""
    number = action >> 18 & 7
    return action + (i64(1) << 18) | card << 21 + 7 * number


def pay_with(action: i64, items: vec[i64], chosen: i64) -> i64:
    """The action with the chosen items played, one bit per item."""
    for index in range(i64(len(items))):
        if chosen >> index & 1:
            action = with_card(action, items[index])
    return action


def doing(action: i64) -> i64:
    return action & 15


def seat_of(action: i64) -> i64:
    return action >> 4 & 7


def place_of(action: i64) -> i64:
    return action >> 7 & 15


def card_of(action: i64) -> i64:
    return action >> 11 & 127


def cards_played(action: i64) -> i64:
    """The number of cards that an action plays, including the character."""
    return action >> 18 & 7


def played(action: i64, number: i64) -> i64:
    return action >> 21 + 7 * number & 127


def a_trade(offered: i64, answered: i64, other: i64) -> i64:
    """The detail of an ACCEPTING decision: the two cards, and the seat that answered."""
    return offered | answered << 7 | other << 14


def trade_of(detail: i64) -> tuple[i64, i64, i64]:
    return detail & 127, detail >> 7 & 127, detail >> 14


# The kinds of a PICKING decision: a card from a hand, or one from the pile, for the hand or for the top; a card from a
# hand in return for one's own (E22).
FROM_HAND: Final[i64] = 0
TO_HAND: Final[i64] = 1
TO_TOP: Final[i64] = 2
IN_RETURN: Final[i64] = 3


def a_pick(what: i64, number: i64) -> i64:
    """The detail of a PICKING decision: its kind, and the seat whose hand it is or the number of cards seen.

    In return for a card, it is the seat and that card: see `a_barter`.
    """
    return what | number << 2


def a_barter(other: i64, given: i64) -> i64:
    return other | given << 3


def barter_of(number: i64) -> tuple[i64, i64]:
    """The seat whose hand it is, and the card that is given in return."""
    return number & 7, number >> 3


def pick_of(detail: i64) -> tuple[i64, i64]:
    return detail & 3, detail >> 2


def way(place: i64, other: i64) -> tuple[i64, i64]:
    """The vector from a place to another: rows down and columns to the right."""
    return other // 3 - place // 3, other % 3 - place % 3


def touches(place: i64, other: i64) -> bool:
    """Whether two places share a side or a corner."""
    rows, columns = way(place, other)
    return -1 <= rows <= 1 and -1 <= columns <= 1


def shares_side(place: i64, other: i64) -> bool:
    rows, columns = way(place, other)
    return rows * rows + columns * columns == 1


@final
class Seat:
    """A player and their character."""

    def __init__(self) -> None:
        self.place: i64 = MIDDLE
        self.reader: i64 = -1
        # The two characters to choose from, until one is chosen (K5).
        self.dealt: vec[i64] = vec[i64]()
        self.aside: i64 = -1
        self.revealed = False
        self.key_spent = False
        self.hand: vec[u8] = vec[u8]()
        self.turns_to_miss: i64 = 0
        self.shielded = False
        # Whether the player was stopped and may not leave this world before their next turn (E2).
        self.held = False

    def copy(self) -> Seat:
        twin = Seat()
        twin.place = self.place
        twin.reader = self.reader
        if len(self.dealt):
            twin.dealt = self.dealt[:]
        twin.aside = self.aside
        twin.revealed = self.revealed
        twin.key_spent = self.key_spent
        twin.hand = self.hand[:]
        twin.turns_to_miss = self.turns_to_miss
        twin.shielded = self.shielded
        twin.held = self.held
        return twin

    def holds(self, card: i64) -> bool:
        return any(i64(mine) == card for mine in self.hand)

    def give_up(self, card: i64) -> i64:
        """Remove a card from the hand; returns its index."""
        for place in range(i64(len(self.hand))):
            if i64(self.hand[place]) == card:
                self.hand, _ = pop(self.hand, place)
                return place
        raise RuleError("this card is not in the hand")


@final
class ClefTable(Table):
    """The state of a game of La clef des mondes."""

    def __init__(
        self, players: i64, chance: Chance, cards: CardSet, reveal_while_paying: bool, max_rounds: i64
    ) -> None:
        super().__init__(players, chance)
        self.cards = cards
        self.reveal_while_paying = reveal_while_paying
        # 0: none (K28).
        self.max_rounds = max_rounds
        self.seats: list[Seat] = []
        # The world at each place (K3), and which are face up, one bit per place (K10).
        self.worlds: vec[i64] = vec[i64]()
        self.face_up: i64 = 0
        # The pile of each world by its number; Kernault's stays empty (K4).
        self.piles: list[Pile] = []
        self.knowledge = Knowledge(players, vec[i64]())
        self.starting_seat: i64 = 0
        self.winner: i64 = -1
        # The turn.
        self.turn: i64 = 0
        self.actions_left: i64 = 0
        self.drawn = False
        # Whether an offer was made in this turn (K21).
        self.offered = False
        # The action that waits for reactions (K25), and the bad encounter that is being carried out (K16).
        self.waiting: i64 = -1
        self.struck: i64 = NO_CARD

    @staticmethod
    def new(
        players: int = 2,
        seed: int = 0,
        *,
        chance: Chance | None = None,
        cards: CardSet | None = None,
        reveal_while_paying: bool = False,
        max_rounds: int | None = None,
        starting_seat: int | None = None,
        journal: bool = False,
    ) -> ClefTable:
        """A new game: with a seed for the fast stream, or with any other stream; with the shipped cards, or others."""
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise RuleError(f"La clef des mondes is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}", "K1")
        if starting_seat is not None and not 0 <= starting_seat < players:
            raise RuleError(f"there is no seat {starting_seat} with {players} players", "K7")
        if cards is None:
            # Imported here, because the module that loads card sets needs the rules itself.
            from worldgates.clef.cardset import shipped

            cards = shipped()
        stream = FastChance.seeded(seed) if chance is None else chance
        table = ClefTable(players, stream, cards, reveal_while_paying, max_rounds or 0)
        if journal:
            table.journal = []
        table.set_up(-1 if starting_seat is None else starting_seat)
        return table

    def set_up(self, starting_seat: i64) -> None:
        """Lay out worlds, piles, characters and pawns (K3 to K7)."""
        cards = self.cards
        around = vec[u8]()
        for world in range(i64(1), PLACES):
            around = append(around, u8(world))
        self.chance.shuffle(around)
        for place in range(PLACES):
            if place == MIDDLE:
                self.worlds = append(self.worlds, KERNAULT)
            else:
                around, world_there = pop(around)
                self.worlds = append(self.worlds, i64(world_there))
        self.face_up = i64(1) << MIDDLE
        for _ in range(PLACES):
            self.piles.append(Pile())
        for card in range(i64(DISCOVERIES)):
            self.piles[cards.discoveries[card].world].put(card)
        for world in range(i64(1), PLACES):
            self.piles[world].shuffle(self.chance)
        self.knowledge = Knowledge.at_start(self.players, cards)
        readers = vec[u8]()
        for reader in range(i64(len(cards.readers))):
            readers = append(readers, u8(reader))
        self.chance.shuffle(readers)
        # One of the four worlds next to Kernault, and the one opposite (K6).
        start = self.chance.below(4) * 2 + 1
        for number in range(self.players):
            seat = Seat()
            for _ in range(2):
                readers, dealt = pop(readers)
                seat.dealt = append(seat.dealt, i64(dealt))
            seat.place = start if self.players <= 3 or number % 2 == 0 else 8 - start
            self.face_up |= i64(1) << seat.place
            self.seats.append(seat)
        self.starting_seat = starting_seat if starting_seat >= 0 else self.chance.below(self.players)
        self.turn = self.starting_seat
        if self.journal is not None:
            self.emit(
                SetUp(
                    starting_seat=int(self.starting_seat),
                    worlds=tuple([self.world_name(place) for place in range(PLACES)]),
                    places=tuple([int(seat.place) for seat in self.seats]),
                )
            )
        # Each player chooses in secret, the starting player first (K5).
        for step in range(self.players, 0, -1):
            self.push_decision(CHOOSING, (self.starting_seat + step - 1) % self.players, 0)

    def copy(self) -> ClefTable:
        twin = ClefTable(self.players, self.chance.copy(), self.cards, self.reveal_while_paying, self.max_rounds)
        self.copy_into(twin)
        for seat in self.seats:
            twin.seats.append(seat.copy())
        twin.worlds = self.worlds[:]
        twin.face_up = self.face_up
        for pile in self.piles:
            twin.piles.append(pile.copy())
        twin.knowledge = self.knowledge.copy()
        twin.starting_seat = self.starting_seat
        twin.winner = self.winner
        twin.turn = self.turn
        twin.actions_left = self.actions_left
        twin.drawn = self.drawn
        twin.offered = self.offered
        twin.waiting = self.waiting
        twin.struck = self.struck
        return twin

    # Places.

    def world_of(self, seat: i64) -> i64:
        """The world in which a pawn stands."""
        return self.worlds[self.seats[seat].place]

    def world_name(self, place: i64) -> str | None:
        """The id of the world at a place, if it is face up (EG10)."""
        return self.cards.worlds[self.worlds[place]].id if self.face_up >> place & 1 else None

    def place_of_world(self, world: i64) -> i64:
        for place in range(PLACES):
            if self.worlds[place] == world:
                return place
        raise RuleError("there is no such world")

    def names(self, cards: vec[u8]) -> list[str]:
        return [self.cards.discoveries[i64(card)].id for card in cards]

    # Cards between hands and piles.

    def put_under(self, card: i64, world: i64) -> None:
        self.piles[world].put_under(card)

    def pile_for(self, seat: i64, card: i64) -> i64:
        """The world under whose pile a card goes when a seat plays or loses it (K14, K15)."""
        discovery = self.cards.discoveries[card]
        return self.world_of(seat) if discovery.kind == OBJECT else discovery.world

    def spend(self, seat: i64, card: i64) -> None:
        """A card that everybody has seen goes from a hand under its pile."""
        world = self.pile_for(seat, card)
        self.seats[seat].give_up(card)
        self.put_under(card, world)

    def receive(self, seat: i64, card: i64) -> None:
        self.seats[seat].hand = append(self.seats[seat].hand, u8(card))

    def observe_hand(self, observer: i64, seat: i64) -> None:
        for card in self.seats[seat].hand:
            self.knowledge.observe(observer, i64(card))

    def draw_here(self, seat: i64) -> bool:
        """Draw the top card of the pile here (K18). Returns false for a bad encounter, which is carried out (K16)."""
        world = self.world_of(seat)
        card = self.piles[world].draw()
        if self.cards.discoveries[card].kind == BAD_ENCOUNTER:
            self.meet(seat, card)
            return False
        knowledge = self.knowledge
        knowledge.observe(seat, card)
        knowledge.restrict(card, ~self.cards.bad, i64(1) << seat)
        self.receive(seat, card)
        if self.journal is not None:
            drawn = CardDrawn(seat=int(seat), world=self.cards.worlds[world].id, card=self.cards.discoveries[card].id)
            self.emit(drawn, i64(1) << seat)
        return True

    def draw_several(self, seat: i64, number: i64) -> None:
        """Draw up to a number of cards here (E7); the hand limit, an empty pile or a bad encounter stops it."""
        for _ in range(number):
            if len(self.seats[seat].hand) >= HAND_LIMIT or self.piles[self.world_of(seat)].size() == 0:
                return
            if not self.draw_here(seat):
                return

    def move(self, seat: i64, place: i64) -> None:
        """A pawn leaves its world for another (EG4, K10, K14)."""
        mover = self.seats[seat]
        world = self.worlds[mover.place]
        encounters = self.cards.encounters_of[world]
        kept = vec[u8]()
        left = vec[u8]()
        gone: i64 = 0
        for card in mover.hand:
            if encounters & bit(i64(card)):
                left = append(left, card)
                gone |= bit(i64(card))
            else:
                kept = append(kept, card)
        # Everybody sees how many are left behind, and knows that they are encounters of that world. Only their player
        # sees in which order they go under the pile.
        self.knowledge.split_off(mover.hand, gone, encounters, ~encounters, i64(1) << seat)
        self.knowledge.merge_candidates(left, i64(1) << seat)
        mover.hand = kept
        for card in left:
            self.put_under(i64(card), world)
        came_from = mover.place
        mover.place = place
        mover.held = False
        opened = not self.face_up >> place & 1
        self.face_up |= i64(1) << place
        if self.journal is not None:
            if len(left):
                behind = LeftBehind(
                    seat=int(seat),
                    world=self.cards.worlds[world].id,
                    number=len(left),
                    cards=tuple(self.names(left)),
                )
                self.emit(behind, i64(1) << seat)
            world_id = self.cards.worlds[self.worlds[place]].id
            if opened:
                self.emit(WorldOpened(place=int(place), world=world_id))
            self.emit(PawnMoved(seat=int(seat), origin=int(came_from), place=int(place), world=world_id))

    # What is legal.

    def _compute_legal(self) -> vec[i64]:
        found = vec[i64](capacity=32)
        if self.to_act == OVER:
            return found
        decision = self.decision()
        seat = self.seats[self.to_act]
        if decision == CHOOSING:
            for reader in seat.dealt:
                found = append(found, encode(CHOOSE, NO_SEAT, NO_PLACE, reader))
        elif decision == ACTION:
            found = self._turn_actions(found)
        elif decision == REACTING:
            found = append(self.reactions(self.to_act, self.waiting), encode(REACT))
        elif decision == DEFENDING:
            found = append(self.defences(self.to_act, self.struck), encode(REACT))
        elif decision == ANSWERING:
            for card in seat.hand:
                found = append(found, encode(ANSWER, NO_SEAT, NO_PLACE, i64(card)))
            found = append(found, encode(ANSWER))
        elif decision == ACCEPTING:
            found = append(found, encode(ACCEPT, 1))
            found = append(found, encode(ACCEPT, 0))
        elif decision == PICKING:
            found = self.picks()
        else:
            for card in seat.hand:
                found = append(found, encode(DISCARD, NO_SEAT, NO_PLACE, i64(card)))
        return found

    def _turn_actions(self, found: vec[i64]) -> vec[i64]:
        """Append the actions of a turn to those found so far."""
        seat = self.seats[self.turn]
        # K18
        if self.can_draw():
            found = append(found, encode(DRAW))
        # K19
        for mine in seat.hand:
            found = append(found, encode(DISCARD, NO_SEAT, NO_PLACE, i64(mine)))
        # K23
        if not seat.held:
            found = self._ways(seat, found)
        # K22
        for each in seat.hand:
            card = i64(each)
            discovery = self.cards.discoveries[card]
            if discovery.effect.when == AS_ACTION and not (seat.held and discovery.effect.moves_player):
                for alone in discovery.effect.list_targets(self, with_card(encode(EFFECT), card)):
                    found = append(found, alone)
            partner = discovery.partner
            if partner == NO_CARD or (seat.held and discovery.together.moves_player):
                continue
            if seat.holds(partner) and self.comes_first(seat, card, partner):
                both = with_card(with_card(encode(EFFECT), card), partner)
                for together in discovery.together.list_targets(self, both):
                    found = append(found, together)
        # K20
        if not seat.revealed and not self.reveal_while_paying:
            found = append(found, encode(REVEAL))
        # K21
        for other in range(self.players):
            if self.offered:
                break
            if other != self.turn and self.seats[other].place == seat.place and len(self.seats[other].hand):
                for card_offered in seat.hand:
                    found = append(found, encode(OFFER, other, NO_PLACE, i64(card_offered)))
        return append(found, encode(PASS))

    def _ways(self, seat: Seat, found: vec[i64]) -> vec[i64]:
        """Append every way to pay for leaving the world (K9, K11)."""
        items, opens = self.purse(seat)
        for place in range(PLACES):
            if place == seat.place or not touches(seat.place, place):
                continue
            # A way over a side costs at least one key, any other way two.
            if len(opens) < (1 if shares_side(seat.place, place) else 2) or not self.is_way(seat.place, place):
                continue
            action = encode(GO_HOME) if place == MIDDLE else encode(TRAVEL, NO_SEAT, place)
            for chosen in payments(opens, self.keys_due(seat, seat.place, place)):
                found = append(found, pay_with(action, items, chosen))
        return found

    def can_draw(self) -> bool:
        """Drawing is possible once per turn, below the hand limit, from a non-empty pile (K18)."""
        seat = self.seats[self.turn]
        return not self.drawn and len(seat.hand) < HAND_LIMIT and self.piles[self.worlds[seat.place]].size() > 0

    def comes_first(self, seat: Seat, card: i64, other: i64) -> bool:
        """Whether one card comes before another in a hand."""
        for mine in seat.hand:
            if i64(mine) == card:
                return True
            if i64(mine) == other:
                return False
        return False

    def keys_of_way(self, place: i64, rows: i64, columns: i64) -> vec[i64]:
        """The keys for leaving a world that way: those of a side, or of the two that meet in a corner (K9)."""
        keys = self.cards.worlds[self.worlds[place]].keys
        due = vec[i64](capacity=5)
        if rows:
            due = append(due, keys[0 if rows < 0 else 2])
        if columns:
            due = append(due, keys[1 if columns > 0 else 3])
        return due

    def is_way(self, origin: i64, place: i64) -> bool:
        """Whether a world can be left that way: there is none over a side without a key, nor over its corners (K9)."""
        rows, columns = way(origin, place)
        return all(key != NO_KEY for key in self.keys_of_way(origin, rows, columns))

    def keys_due(self, seat: Seat, origin: i64, place: i64) -> vec[i64]:
        """The keys that a seat owes for the way to an adjacent place; home also costs its character's needs (K11)."""
        rows, columns = way(origin, place)
        due = self.keys_of_way(origin, rows, columns)
        if place == MIDDLE and seat.reader >= 0:
            for need in self.cards.readers[seat.reader].needs:
                due = append(due, need)
        return due

    def purse(self, seat: Seat) -> tuple[vec[i64], vec[i64]]:
        """The items that a seat can pay with, and the keys that each can count as, one bit per key."""
        items = vec[i64](capacity=6)
        opens = vec[i64](capacity=6)
        here = self.worlds[seat.place]
        for each in seat.hand:
            card = self.cards.discoveries[i64(each)]
            # K14
            if card.kind == OBJECT or card.world == here:
                items = append(items, i64(each))
                opens = append(opens, card.opens)
        # K20
        if seat.reader >= 0 and not seat.key_spent and (seat.revealed or self.reveal_while_paying):
            items = append(items, CHARACTER)
            opens = append(opens, i64(1) << self.cards.readers[seat.reader].key)
        return items, opens

    def reactions(self, seat: i64, action: i64) -> vec[i64]:
        """The ways in which a seat can react to what was played (K25, E1, E2)."""
        found = vec[i64]()
        for each in self.seats[seat].hand:
            reaction = self.cards.discoveries[i64(each)].reaction
            if reaction is not None:
                for way_to_react in reaction.list_reactions(self, i64(each), action):
                    found = append(found, way_to_react)
        return found

    def moves_the_player(self, action: i64) -> bool:
        """Whether an action moves its own player, so that it can be stopped (E2)."""
        if doing(action) != EFFECT:
            return True
        return cards_played(action) == 1 and self.cards.discoveries[played(action, 0)].effect.moves_player

    def defences(self, seat: i64, bad: i64) -> vec[i64]:
        """The ways in which the player who drew a bad encounter can counter it (K24)."""
        found = vec[i64]()
        for each in self.seats[seat].hand:
            reaction = self.cards.discoveries[i64(each)].reaction
            if reaction is not None and reaction.defends and reaction.key == self.cards.discoveries[bad].attack:
                found = append(found, encode(REACT, NO_SEAT, NO_PLACE, i64(each)))
        return found

    def picks(self) -> vec[i64]:
        """The possible picks (EG8): the cards seen on the pile, or those of the hand looked at."""
        found = vec[i64]()
        what, number = pick_of(self.decision_detail())
        if what == FROM_HAND:
            for card in self.seats[number].hand:
                found = append(found, encode(PICK, NO_SEAT, NO_PLACE, i64(card)))
            return found
        if what == IN_RETURN:
            other, _ = barter_of(number)
            for card in self.seats[other].hand:
                if self.can_change_hands(other, i64(card)):
                    found = append(found, encode(PICK, NO_SEAT, NO_PLACE, i64(card)))
            return append(found, encode(PICK))
        pile = self.piles[self.world_of(self.turn)]
        for depth in range(number):
            card_seen = pile.at(pile.size() - 1 - depth)
            if what == TO_TOP or self.cards.discoveries[card_seen].kind != BAD_ENCOUNTER:
                found = append(found, encode(PICK, NO_SEAT, NO_PLACE, card_seen))
        if what == TO_HAND:
            found = append(found, encode(PICK))
        return found

    # Actions.

    def _apply(self, action: i64) -> None:
        do = doing(action)
        decision = self.decision()
        if decision == ACTION:
            self.actions_left -= 1
        if do == CHOOSE:
            self.choose(card_of(action))
        elif do == DRAW:
            self.drawn = True
            self.draw_here(self.turn)
        elif do == DISCARD:
            if decision == LOSING:
                self.lose_chosen(card_of(action))
            else:
                self.discard(card_of(action))
        elif do in (TRAVEL, GO_HOME, EFFECT):
            self.show(action)
        elif do == REVEAL:
            self.reveal(self.turn, self.turn)
        elif do == OFFER:
            self.offered = True
            self.offer(seat_of(action), card_of(action))
        elif do == ANSWER:
            self.answer(card_of(action))
        elif do == ACCEPT:
            self.accept(seat_of(action) == 1)
        elif do == REACT:
            if decision == DEFENDING:
                self.defend(card_of(action))
            else:
                self.react(action)
        elif do == PICK:
            self.pick(card_of(action))
        else:
            self.actions_left = 0
            if self.journal is not None:
                self.emit(Passed(seat=int(self.turn)))
        self._advance()

    def choose(self, reader: i64) -> None:
        """Keep one of the two characters in secret (K5)."""
        number = self.to_act
        seat = self.seats[number]
        seat.reader = reader
        seat.aside = seat.dealt[1] if seat.dealt[0] == reader else seat.dealt[0]
        seat.dealt = vec[i64]()
        self.pop_decision()
        if self.journal is not None:
            chosen = CharacterChosen(seat=int(number), character=self.cards.readers[reader].id)
            self.emit(chosen, i64(1) << number)
        if self.to_act == OVER:
            self.begin_turn(self.starting_seat)

    def discard(self, card: i64) -> None:
        """Put a card under the pile of the seat's world, unseen (K19)."""
        seat = self.seats[self.turn]
        self.knowledge.merge_candidates(seat.hand, i64(1) << self.turn)
        seat.give_up(card)
        world = self.worlds[seat.place]
        self.put_under(card, world)
        if self.journal is not None:
            discarded = CardDiscarded(
                seat=int(self.turn), world=self.cards.worlds[world].id, card=self.cards.discoveries[card].id
            )
            self.emit(discarded, i64(1) << self.turn)

    def reveal(self, seat: i64, by: i64) -> None:
        """Turn a character face up (K20), the player's own or another's (E13)."""
        self.seats[seat].revealed = True
        if self.journal is not None:
            reader = self.cards.readers[self.seats[seat].reader].id
            self.emit(CharacterRevealed(seat=int(seat), character=reader, by=None if by == seat else int(by)))

    # Playing cards, and reactions to them.

    def show(self, action: i64) -> None:
        """Play cards: everybody sees them, and seats that can react decide whether to (EG2, K25)."""
        seat = self.seats[self.turn]
        cards: list[str] = []
        for number in range(cards_played(action)):
            card = played(action, number)
            if card == CHARACTER:
                if not seat.revealed:
                    self.reveal(self.turn, self.turn)
                cards.append("character")
            else:
                self.knowledge.observe_by_all(card)
                cards.append(self.cards.discoveries[card].id)
        if self.journal is not None:
            self.emit(self.played_event(action, tuple(cards)))
        self.observe_given(action)
        self.waiting = action
        if seat.shielded or (doing(action) == EFFECT and cards_played(action) == 2):
            return
        # The nearest seat clockwise decides first, so its decision is pushed last.
        for step in range(self.players - 1, 0, -1):
            other = (self.turn + step) % self.players
            if self.seats[other].place == seat.place and self.can_react(other, action):
                self.push_decision(REACTING, other, 0)

    def observe_given(self, action: i64) -> None:
        """A card that is to be given to a player in another world is an object, and everybody knows it (E22)."""
        given = card_of(action)
        if given == NO_CARD or self.seats[seat_of(action)].place == self.seats[self.turn].place:
            return
        others = vec[u8]()
        for card in self.seats[self.turn].hand:
            if cards_played(action) == 0 or i64(card) != played(action, 0):
                others = append(others, card)
        self.knowledge.observe_announcement(others, given, self.cards.objects, i64(1) << self.turn)

    def played_event(self, action: i64, cards: tuple[str, ...]) -> Event:
        """What everybody sees of the cards played."""
        seat, place = int(self.turn), place_of(action)
        if doing(action) == GO_HOME:
            return GoHomePlayed(seat=seat, cards=cards)
        world = None if place == NO_PLACE else self.world_name(place)
        if doing(action) == TRAVEL:
            return TravelPlayed(seat=seat, cards=cards, place=int(place), world=world)
        return EffectPlayed(
            seat=seat,
            cards=cards,
            place=None if place == NO_PLACE else int(place),
            world=world,
            target=None if seat_of(action) == NO_SEAT else int(seat_of(action)),
        )

    def can_react(self, seat: i64, action: i64) -> bool:
        return len(self.reactions(seat, action)) > 0

    def react(self, action: i64) -> None:
        card = card_of(action)
        seat = self.to_act
        self.pop_decision()
        if card == NO_CARD:
            return
        # The first reaction ends it.
        while self.decision() == REACTING:
            self.pop_decision()
        self.knowledge.observe_by_all(card)
        reaction = self.cards.discoveries[card].reaction
        assert reaction is not None
        reaction.react(self, seat, action)
        self.spend(seat, card)
        self.waiting = -1

    def resolve(self) -> None:
        """Nobody reacted: the cards go under their piles, then the action takes effect (EG2)."""
        action = self.waiting
        self.waiting = -1
        seat = self.seats[self.turn]
        do = doing(action)
        for number in range(cards_played(action)):
            card = played(action, number)
            if card == CHARACTER:
                seat.key_spent = True
            else:
                self.spend(self.turn, card)
        if do == TRAVEL:
            self.move(self.turn, place_of(action))
        elif do == GO_HOME:
            keys = () if self.journal is None else self.keys_shown(action)
            self.move(self.turn, MIDDLE)
            self.winner = self.turn
            self.finish(keys)
        elif cards_played(action) == 2:
            self.cards.discoveries[played(action, 0)].together.happen(self, action)
        else:
            self.cards.discoveries[played(action, 0)].effect.happen(self, action)

    def keys_shown(self, action: i64) -> tuple[Step, ...]:
        """The keys of the way home, each with the card that pays it, while the pawn is still at the door (K11)."""
        seat = self.seats[self.turn]
        names: list[str] = []
        opens = vec[i64](capacity=6)
        for number in range(cards_played(action)):
            card = played(action, number)
            if card == CHARACTER:
                names.append("character")
                opens = append(opens, i64(1) << self.cards.readers[seat.reader].key)
            else:
                names.append(self.cards.discoveries[card].id)
                opens = append(opens, self.cards.discoveries[card].opens)
        due = self.keys_due(seat, seat.place, MIDDLE)
        return tuple([Step(KEYS[key], names[item]) for key, item in zip(due, matching(opens, due), strict=True)])

    # Trade.

    def offer(self, other: i64, card: i64) -> None:
        """Offer a card to a player in the same world, announcing its key and kind (K21)."""
        self.announce(self.turn, card)
        if self.journal is not None:
            discovery = self.cards.discoveries[card]
            offered = TradeOffered(
                seat=int(self.turn),
                to=int(other),
                kind=KINDS[discovery.kind],
                key=KEYS[discovery.key],
                card=discovery.id,
            )
            self.emit(offered, i64(1) << self.turn)
        self.push_decision(ANSWERING, other, card)

    def announce(self, seat: i64, card: i64) -> None:
        """Everybody hears that one card of the hand is of this kind and has this key."""
        self.knowledge.observe_announcement(self.seats[seat].hand, card, self.cards_like(card), i64(1) << seat)

    def cards_like(self, card: i64) -> i64:
        """The cards with the same announcement, one bit per card."""
        discovery = self.cards.discoveries[card]
        like = self.cards.like(discovery.kind, discovery.key)
        return like & self.cards.of_world[discovery.world] if discovery.kind == ENCOUNTER else like

    def answer(self, card: i64) -> None:
        """Answer an offer with a card, or refuse (K21)."""
        offered = self.decision_detail()
        seat = self.to_act
        self.pop_decision()
        if card == NO_CARD:
            self.refuse(seat)
            return
        self.announce(seat, card)
        if self.journal is not None:
            discovery = self.cards.discoveries[card]
            answered = TradeAnswered(
                seat=int(seat), kind=KINDS[discovery.kind], key=KEYS[discovery.key], card=discovery.id
            )
            self.emit(answered, i64(1) << seat)
        self.push_decision(ACCEPTING, self.turn, a_trade(offered, card, seat))

    def accept(self, yes: bool) -> None:
        offered, card, other = trade_of(self.decision_detail())
        self.pop_decision()
        if not yes:
            self.refuse(self.turn)
            return
        # The others know only what was announced of the two cards.
        both = i64(1) << self.turn | i64(1) << other
        self.knowledge.split_off(self.seats[self.turn].hand, bit(offered), self.cards_like(offered), ALL, both)
        self.knowledge.split_off(self.seats[other].hand, bit(card), self.cards_like(card), ALL, both)
        self.change_places(self.turn, offered, other, card)
        if self.journal is not None:
            traded = CardsTraded(
                seat=int(self.turn),
                other=int(other),
                gave=self.cards.discoveries[offered].id,
                got=self.cards.discoveries[card].id,
            )
            self.emit(traded, both)

    def refuse(self, seat: i64) -> None:
        """A trade that comes to nothing costs no action (K21)."""
        self.actions_left += 1
        if self.journal is not None:
            self.emit(TradeRefused(seat=int(seat)))

    def change_places(self, seat: i64, card: i64, other: i64, other_card: i64) -> None:
        """Two cards change hands, each into the place of the other; both players see both."""
        mine, theirs = self.seats[seat], self.seats[other]
        for place in range(i64(len(mine.hand))):
            if i64(mine.hand[place]) == card:
                mine.hand[place] = u8(other_card)
                break
        for place in range(i64(len(theirs.hand))):
            if i64(theirs.hand[place]) == other_card:
                theirs.hand[place] = u8(card)
                break
        for observer in (seat, other):
            self.knowledge.observe(observer, card)
            self.knowledge.observe(observer, other_card)

    # Bad encounters.

    def meet(self, seat: i64, card: i64) -> None:
        """A bad encounter was drawn: it can be countered, otherwise it is carried out (K16, K24)."""
        self.knowledge.observe_by_all(card)
        self.struck = card
        if self.journal is not None:
            self.emit(BadEncounterMet(seat=int(seat), card=self.cards.discoveries[card].id))
        if self.seats[seat].shielded:
            if self.journal is not None:
                self.emit(Unharmed(seat=int(seat)))
            return
        if len(self.defences(seat, card)):
            self.push_decision(DEFENDING, seat, 0)
        else:
            self.cards.discoveries[card].effect.strike(self, card)

    def defend(self, card: i64) -> None:
        seat = self.to_act
        self.pop_decision()
        struck = self.struck
        if card == NO_CARD:
            self.cards.discoveries[struck].effect.strike(self, struck)
            return
        self.knowledge.observe_by_all(card)
        if self.journal is not None:
            against = self.cards.discoveries[struck].id
            self.emit(CardCancelled(seat=int(seat), card=self.cards.discoveries[card].id, against=against))
        # The encounter goes under its pile first, then the defence (E1).
        self.put_under(struck, self.cards.discoveries[struck].world)
        self.struck = NO_CARD
        self.spend(seat, card)

    def lose_card(self, seat: i64, card: i64) -> None:
        """A card is lost, and everybody sees it (E17)."""
        self.knowledge.observe_by_all(card)
        self.spend(seat, card)
        if self.journal is not None:
            self.emit(CardLost(seat=int(seat), card=self.cards.discoveries[card].id))

    def lose_chosen(self, card: i64) -> None:
        left = self.decision_detail()
        self.pop_decision()
        self.lose_card(self.turn, card)
        if left > 1 and len(self.seats[self.turn].hand):
            self.push_decision(LOSING, self.turn, left - 1)

    # Picking (EG8).

    def pick(self, card: i64) -> None:
        what, number = pick_of(self.decision_detail())
        seat = self.turn
        self.pop_decision()
        if what == FROM_HAND:
            self.steal(seat, number, card)
            return
        if what == IN_RETURN:
            self.barter(seat, number, card)
            return
        world = self.world_of(seat)
        pile = self.piles[world]
        seen = vec[u8]()
        for _ in range(number):
            seen = append(seen, u8(pile.draw()))
        # The others cannot tell which of them was picked, but they see if none was taken.
        if card != NO_CARD:
            can_be = ~self.cards.bad if what == TO_HAND else ALL
            self.knowledge.split_off(seen, bit(card), can_be, ALL, i64(1) << seat)
        for each in seen:
            if i64(each) != card:
                self.put_under(i64(each), world)
        if card != NO_CARD:
            if what == TO_HAND:
                self.receive(seat, card)
            else:
                pile.put(card)
        if self.journal is not None:
            picked = CardPicked(
                seat=int(seat),
                to="hand" if what == TO_HAND else "top",
                picked=card != NO_CARD,
                card=None if card == NO_CARD else self.cards.discoveries[card].id,
            )
            self.emit(picked, i64(1) << seat)

    def steal(self, seat: i64, victim: i64, card: i64) -> None:
        """A card goes from one hand into another; only the two players see which (EG7)."""
        both = i64(1) << seat | i64(1) << victim
        self.knowledge.merge_candidates(self.seats[victim].hand, both)
        self.knowledge.observe(seat, card)
        self.seats[victim].give_up(card)
        self.receive(seat, card)
        if self.journal is not None:
            stolen = CardStolen(seat=int(seat), victim=int(victim), card=self.cards.discoveries[card].id)
            self.emit(stolen, both)

    def can_change_hands(self, other: i64, card: i64) -> bool:
        """Whether the active player and another can barter a card: between two worlds only objects (E22)."""
        here = self.seats[other].place == self.seats[self.turn].place
        return here or self.cards.discoveries[card].kind == OBJECT

    def barter(self, seat: i64, detail: i64, got: i64) -> None:
        """A card goes to another player in return for the one that was picked; none was picked: both stay (E22)."""
        other, given = barter_of(detail)
        if got == NO_CARD:
            if self.journal is not None:
                self.emit(CardPicked(seat=int(seat), to="hand", picked=False))
            return
        both = i64(1) << seat | i64(1) << other
        can_be = ALL if self.seats[other].place == self.seats[seat].place else self.cards.objects
        self.knowledge.split_off(self.seats[seat].hand, bit(given), can_be, ALL, both)
        self.knowledge.split_off(self.seats[other].hand, bit(got), can_be, ALL, both)
        self.change_places(seat, given, other, got)
        if self.journal is not None:
            cards = self.cards.discoveries
            swapped = CardsSwapped(seat=int(seat), other=int(other), gave=cards[given].id, got=cards[got].id)
            self.emit(swapped, both)

    # The course of a turn.

    def begin_turn(self, seat: i64) -> None:
        """Start the turn of the next player who does not have to miss theirs (K26)."""
        while True:
            player = self.seats[seat]
            # E14, E2
            player.shielded = False
            player.held = False
            if player.turns_to_miss == 0:
                break
            player.turns_to_miss -= 1
            if self.journal is not None:
                self.emit(TurnMissed(seat=int(seat)))
            seat = self.after(seat)
            if seat < 0:
                return
        self.turn = seat
        self.actions_left = ACTIONS
        self.drawn = False
        self.offered = False
        self.push_decision(ACTION, seat, 0)
        if self.journal is not None:
            self.emit(TurnBegan(seat=int(seat), actions=int(ACTIONS), round=int(self.round)))

    def after(self, seat: i64) -> i64:
        """The seat whose turn comes after this one; -1 if the game ends with the round (K28)."""
        seat = (seat + 1) % self.players
        if seat == self.starting_seat:
            if 0 < self.max_rounds <= self.round:
                self.finish()
                return -1
            self.round += 1
        return seat

    def _advance(self) -> None:
        """Advance to the next decision."""
        if self.to_act == OVER or self.decision() != ACTION:
            return
        if self.waiting >= 0:
            self.resolve()
            if self.to_act == OVER or self.decision() != ACTION:
                return
        if self.struck != NO_CARD:
            # A bad encounter goes under its own pile after its effect (EG2).
            card = self.struck
            self.struck = NO_CARD
            self.put_under(card, self.cards.discoveries[card].world)
        if self.actions_left == 0:
            self.pop_decision()
            seat = self.after(self.turn)
            if seat >= 0:
                self.begin_turn(seat)

    def finish(self, keys: tuple[Step, ...] = ()) -> None:
        """End the game (K27, K28); `keys` are those of the way home."""
        while len(self.stack):
            self.pop_decision()
        self.to_act = OVER
        if self.journal is not None:
            self.emit(GameOver(ranking=tuple([tuple(seats) for seats in self.ranking()]), keys=keys))

    # Result.

    def ranking(self) -> list[list[int]]:
        if self.winner < 0:
            return [list(range(self.players))]
        return [[int(self.winner)], [seat for seat in range(self.players) if seat != self.winner]]

    def payoffs(self) -> list[float]:
        """The whole victory for the player who came home; a draw is shared by all (K27, K28)."""
        self.check_over()
        if self.winner < 0:
            return [1.0 / float(self.players)] * self.players
        return [1.0 if seat == self.winner else 0.0 for seat in range(self.players)]

    def imagine(self, seat: i64, chance: Chance) -> ClefTable:
        """A copy in which everything the seat cannot know is dealt again, consistently with its knowledge (K29)."""
        return imagining.imagine(self, seat, chance)


# Imported here, because the module needs the rules itself.
from worldgates.clef import imagine as imagining  # noqa: E402
