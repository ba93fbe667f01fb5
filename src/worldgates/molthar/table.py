"""Portals of Molthar: the rules, clause by clause.

Sources: the printed rulebooks in French, English and Italian; docs/rules/molthar.md has our own wording, with rulings
on what they leave open. The id of a clause is next to the code that implements it.
Deviations: none. The option `wisp_owner_waits` chooses between two readings of M21.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from worldgates.core.chance import Chance, FastChance
from worldgates.core.piles import Pile
from worldgates.core.table import OVER, RuleError, Table
from worldgates.molthar.cards import (
    BANISHES,
    BONUS_FOR_THE_NEXT,
    CAN_PEEK,
    CAN_REDRAW,
    CAN_SWAP,
    CAN_TRADE_TWO,
    CHARACTERS,
    NO_CHARACTER,
    ROBS,
    TAKES_BACK,
    THREE_MORE_ACTIONS,
    WISPS,
)
from worldgates.molthar.events import (
    ActionsGained,
    Activated,
    Banished,
    BonusGained,
    CharacterDiscarded,
    CharacterRevealed,
    CharactersExchanged,
    DiamondReceived,
    Discarded,
    Drew,
    FinalRoundBegan,
    GameOver,
    NoDiamond,
    NoTarget,
    PearlRevealed,
    PearlRobbed,
    Peeked,
    Placed,
    Redrew,
    Refreshed,
    Robbed,
    SetUp,
    Shuffled,
    Swapped,
    Took,
    TookBack,
    TradedTwo,
    TurnBegan,
    TwelveReached,
)
from worldgates.molthar.knowledge import Knowledge
from worldgates.molthar.payment import DIAMONDS, SPEND, Purse
from worldgates.molthar.pearls import (
    EMPTY,
    FIRST_SYMBOL,
    PearlName,
    all_pearls,
    bag_of,
    count,
    holds,
    name,
    names,
    pearls_in,
    size,
)

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
ACTIONS: Final[i64] = 3
HAND_LIMIT: Final[i64] = 5
POINTS_TO_END: Final[i64] = 12
FACE_UP_PEARLS: Final[i64] = 4
FACE_UP_CHARACTERS: Final[i64] = 2
NO_PEARL: Final[i64] = 0

# Decisions. The first three follow each other in every turn; the others are pushed on top of the first.
ACTION: Final[i64] = 0
AFTER: Final[i64] = 1
DISCARDING: Final[i64] = 2
ROBBING: Final[i64] = 3
STEALING: Final[i64] = 4
BANISHING: Final[i64] = 5
TAKING_BACK: Final[i64] = 6

# Actions: the kind in the lowest four bits, then two small numbers, the diamonds and the pearls spent.
TAKE: Final[i64] = 0
REFRESH: Final[i64] = 1
PLACE: Final[i64] = 2
ACTIVATE: Final[i64] = 3
TRADE_TWO: Final[i64] = 4
SWAP: Final[i64] = 5
PEEK: Final[i64] = 6
REDRAW: Final[i64] = 7
END_TURN: Final[i64] = 8
DISCARD: Final[i64] = 9
ROB: Final[i64] = 10
ROB_PEARL: Final[i64] = 11
BANISH: Final[i64] = 12
TAKE_BACK: Final[i64] = 13
PEARL_PILE: Final[i64] = 4
CHARACTER_PILE: Final[i64] = 2
NO_SLOT: Final[i64] = 2


def encode(do: i64, first: i64 = 0, second: i64 = 0, diamonds: i64 = 0, spend: i64 = EMPTY) -> i64:
    return do | first << 4 | second << 8 | diamonds << DIAMONDS | spend << SPEND


def doing(action: i64) -> i64:
    return action & 15


def first_of(action: i64) -> i64:
    return action >> 4 & 15


def second_of(action: i64) -> i64:
    return action >> 8 & 15


def diamonds_of(action: i64) -> i64:
    return action >> DIAMONDS & 255


def spend_of(action: i64) -> i64:
    return action >> SPEND


# A diamond: the character on its face, one bit per seat that knows it, and the shuffle it came from (M18, M24).


def diamond(character: i64, knowers: i64, shuffle: i64) -> i64:
    return character | knowers << 8 | shuffle << 16


def face_of(stone: i64) -> i64:
    return stone & 255


def knowers_of(stone: i64) -> i64:
    return stone >> 8 & 255


def shuffle_of(stone: i64) -> i64:
    return stone >> 16


@final
class Seat:
    """A player's side of the table."""

    def __init__(self) -> None:
        self.hand: i64 = EMPTY
        self.left: i64 = NO_CHARACTER
        self.right: i64 = NO_CHARACTER
        # The oldest one comes first.
        self.diamonds: vec[i64] = vec[i64]()
        self.activated: vec[u8] = vec[u8]()
        # Extra actions from a Wraith for the next turn (M19).
        self.bonus: i64 = 0
        # The combined effect of the activated characters.
        self.points: i64 = 0
        self.pictured: i64 = EMPTY
        self.wild: i64 = 0
        self.powers: i64 = 0
        self.hand_limit: i64 = HAND_LIMIT
        self.actions: i64 = ACTIONS

    def copy(self) -> Seat:
        twin = Seat()
        twin.hand = self.hand
        twin.left = self.left
        twin.right = self.right
        if len(self.diamonds):
            twin.diamonds = self.diamonds[:]
        if len(self.activated):
            twin.activated = self.activated[:]
        twin.bonus = self.bonus
        twin.points = self.points
        twin.pictured = self.pictured
        twin.wild = self.wild
        twin.powers = self.powers
        twin.hand_limit = self.hand_limit
        twin.actions = self.actions
        return twin

    def portal(self, slot: i64) -> i64:
        """The character on a slot of the portal."""
        return self.left if slot == 0 else self.right

    def is_full(self) -> bool:
        """Whether both slots of the portal are taken."""
        return self.left != NO_CHARACTER and self.right != NO_CHARACTER

    def lay(self, slot: i64, character: i64) -> None:
        if slot == 0:
            self.left = character
        else:
            self.right = character

    def purse(self, actions: vec[i64]) -> Purse:
        """What the player can pay with; payments are appended to the list of actions."""
        return Purse(self.hand, self.pictured, self.wild, len(self.diamonds), self.powers, actions)

    def gain(self, kind: i64) -> None:
        """Put an activated character beside the portal; its permanent effects apply at once (M17, M20)."""
        character = CHARACTERS[kind]
        self.activated = append(self.activated, u8(kind))
        self.points += character.points
        self.pictured += character.pictured
        self.wild += character.wild
        self.powers |= character.power
        self.hand_limit += character.hand_limit
        self.actions += character.more_actions


@final
class MoltharTable(Table):
    """The state of a game of Portals of Molthar.

    >>> table = MoltharTable.new(players=2, seed=7)
    >>> table.play(table.legal()[0])
    """

    def __init__(self, players: i64, chance: Chance, wisp_owner_waits: bool = True) -> None:
        super().__init__(players, chance)
        self.wisp_owner_waits = wisp_owner_waits
        self.seats: list[Seat] = []
        self.pearls = Pile()
        self.pearl_discard = Pile()
        self.characters = Pile()
        self.character_discard = Pile()
        self.face_up_pearls: vec[i64] = vec[i64]()
        self.face_up_characters: vec[i64] = vec[i64]()
        self.knowledge = Knowledge(players, vec[i64]())
        # Whether the knowledge was updated since the pearl pile ran out. With an empty pile, decisions start only then.
        self.counted = False
        # The seats that know the top character of the pile, one bit per seat, and the number of shuffles so far (M24).
        self.top_known_by: i64 = 0
        self.shuffles: i64 = 0
        self.starting_seat: i64 = 0
        self.final_round = False
        # The turn.
        self.turn: i64 = 0
        self.actions_left: i64 = 0
        self.actions_taken: i64 = 0
        self.swapped = False
        self.peeked = False
        self.redrew = False
        # Slots of the portal to which a wisp came this turn, one bit per slot (M21).
        self.new_wisps: i64 = 0

    @staticmethod
    def new(
        players: int = 2,
        seed: int = 0,
        *,
        chance: Chance | None = None,
        wisp_owner_waits: bool = True,
        starting_seat: int | None = None,
        journal: bool = False,
    ) -> MoltharTable:
        """A new game: with a seed for the fast stream, or with any other stream."""
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise RuleError(f"Molthar is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}", "M1")
        if starting_seat is not None and not 0 <= starting_seat < players:
            raise RuleError(f"there is no seat {starting_seat} with {players} players", "M4")
        table = MoltharTable(players, FastChance.seeded(seed) if chance is None else chance, wisp_owner_waits)
        if journal:
            table.journal = []
        table.set_up(-1 if starting_seat is None else starting_seat)
        return table

    def set_up(self, starting_seat: i64) -> None:
        """Shuffle, turn up the face-up cards, draw the starting player by lot (M1, M2, M4)."""
        for _ in range(self.players):
            self.seats.append(Seat())
        self.knowledge = Knowledge.of_nothing(self.players)
        for pearl in pearls_in(all_pearls()):
            self.pearls.put(i64(pearl))
        for kind in range(i64(len(CHARACTERS))):
            for _ in range(CHARACTERS[kind].copies):
                self.characters.put(kind)
        self.pearls.shuffle(self.chance)
        self.characters.shuffle(self.chance)
        for _ in range(FACE_UP_PEARLS):
            self.face_up_pearls = append(self.face_up_pearls, self.pearls.draw())
        for _ in range(FACE_UP_CHARACTERS):
            self.face_up_characters = append(self.face_up_characters, self.characters.draw())
        self.starting_seat = starting_seat if starting_seat >= 0 else self.chance.below(self.players)
        if self.journal is not None:
            pearls = tuple([name(pearl) for pearl in self.face_up_pearls])
            characters = tuple([CHARACTERS[kind].id for kind in self.face_up_characters])
            self.emit(SetUp(int(self.starting_seat), pearls, characters))
        self.begin_turn(self.starting_seat)

    def copy(self) -> MoltharTable:
        twin = MoltharTable(self.players, self.chance.copy(), self.wisp_owner_waits)
        self.copy_into(twin)
        for seat in self.seats:
            twin.seats.append(seat.copy())
        twin.pearls = self.pearls.copy()
        twin.pearl_discard = self.pearl_discard.copy()
        twin.characters = self.characters.copy()
        twin.character_discard = self.character_discard.copy()
        twin.face_up_pearls = self.face_up_pearls[:]
        twin.face_up_characters = self.face_up_characters[:]
        twin.knowledge = self.knowledge.copy()
        twin.counted = self.counted
        twin.top_known_by = self.top_known_by
        twin.shuffles = self.shuffles
        twin.starting_seat = self.starting_seat
        twin.final_round = self.final_round
        twin.turn = self.turn
        twin.actions_left = self.actions_left
        twin.actions_taken = self.actions_taken
        twin.swapped = self.swapped
        twin.peeked = self.peeked
        twin.redrew = self.redrew
        twin.new_wisps = self.new_wisps
        return twin

    # Cards between piles, face-up places and hands.

    def pearls_to_draw(self) -> i64:
        return self.pearls.size() + self.pearl_discard.size()

    def characters_to_draw(self) -> i64:
        return self.characters.size() + self.character_discard.size()

    def draw_pearl(self) -> i64:
        """The top pearl; an empty pile is refilled from its discard pile first (M3)."""
        if self.pearls.size() == 0:
            if not self.counted:
                self.observe_empty_pile()
            self.counted = False
            empty = self.pearls
            self.pearls = self.pearl_discard
            self.pearl_discard = empty
            self.pearls.shuffle(self.chance)
            if self.journal is not None:
                self.emit(Shuffled("pearls"))
        return self.pearls.draw()

    def ready_character(self) -> bool:
        """Refill the character pile if it is empty (M3); returns false if there is no character to draw."""
        if self.characters.size() == 0:
            if self.character_discard.size() == 0:
                return False
            empty = self.characters
            self.characters = self.character_discard
            self.character_discard = empty
            self.characters.shuffle(self.chance)
            self.shuffles += 1
            self.top_known_by = 0
            if self.journal is not None:
                self.emit(Shuffled("characters"))
        return True

    def draw_character(self) -> i64:
        """Draw the top character of a non-empty pile."""
        self.top_known_by = 0
        return self.characters.draw()

    def observe_empty_pile(self) -> None:
        """The pearl pile ran out: every pearl that is not face up is in a hand (M24)."""
        hands: i64 = EMPTY
        sizes = vec[i64](capacity=self.players)
        for seat in self.seats:
            hands += seat.hand
            sizes = append(sizes, size(seat.hand))
        self.knowledge.observe_empty_pile(hands, sizes)
        self.counted = True

    def lay_pearl(self, place: i64) -> None:
        """Turn a pearl face up, if there is one; its swap symbol takes effect at once (M3, M6, M10)."""
        if self.pearls_to_draw() == 0:
            self.face_up_pearls[place] = NO_PEARL
            return
        pearl = self.draw_pearl()
        self.face_up_pearls[place] = pearl
        if self.journal is not None:
            self.emit(PearlRevealed(int(place), name(pearl)))
        if pearl > 8:
            self.exchange_characters()

    def lay_character(self, place: i64) -> None:
        """Turn a character face up, if there is one (M3, M8)."""
        if not self.ready_character():
            self.face_up_characters[place] = NO_CHARACTER
            return
        kind = self.draw_character()
        self.face_up_characters[place] = kind
        if self.journal is not None:
            self.emit(CharacterRevealed(int(place), CHARACTERS[kind].id))

    def exchange_characters(self) -> None:
        """The swap symbol: two new characters replace the face-up ones (M10)."""
        if self.journal is not None:
            gone = [CHARACTERS[kind].id for kind in self.face_up_characters if kind != NO_CHARACTER]
            self.emit(CharactersExchanged(tuple(gone)))
        for place in range(FACE_UP_CHARACTERS):
            kind = self.face_up_characters[place]
            if kind != NO_CHARACTER:
                self.character_discard.put(kind)
                self.face_up_characters[place] = NO_CHARACTER
        for place in range(FACE_UP_CHARACTERS):
            self.lay_character(place)

    def fill_open_pearls(self) -> None:
        """Fill places that stayed empty for lack of pearls as soon as there is one (M3)."""
        for place in range(FACE_UP_PEARLS):
            if self.face_up_pearls[place] == NO_PEARL and self.pearls_to_draw() > 0:
                self.lay_pearl(place)

    def discard_character(self, kind: i64) -> None:
        """Put a character on the discard pile; a face-up place that stayed empty is filled first (M3)."""
        self.character_discard.put(kind)
        for place in range(FACE_UP_CHARACTERS):
            if self.face_up_characters[place] == NO_CHARACTER and self.characters_to_draw() > 0:
                self.lay_character(place)

    def one_of(self, bag: i64, value: i64) -> i64:
        """A pearl of a value from a bag. Among equals, chance decides whether it is the one with the symbol (M1)."""
        if 3 <= value <= 5 and bag >> FIRST_SYMBOL + value - 3 & 1:
            number = count(bag, value)
            if number == 1 or self.chance.below(number) == 0:
                return value + 8
        return value

    def leaves_hand(self, owner: i64, value: i64) -> i64:
        """Remove a pearl of a value from a hand."""
        seat = self.seats[owner]
        pearl = self.one_of(seat.hand, value)
        seat.hand -= bag_of(pearl)
        return pearl

    def discard_pearl(self, owner: i64, value: i64) -> i64:
        """A pearl goes from a hand to the discard pile, and everybody sees it."""
        hand_size = size(self.seats[owner].hand)
        pearl = self.leaves_hand(owner, value)
        self.knowledge.observe_discard(owner, pearl, hand_size)
        self.pearl_discard.put(pearl)
        return pearl

    def draw_unseen(self, owner: i64) -> i64:
        """The top pearl goes into a hand, and only its owner sees it."""
        pearl = self.draw_pearl()
        self.seats[owner].hand += bag_of(pearl)
        self.knowledge.observe_hidden_draw(owner, pearl)
        return pearl

    def receive_diamond(self, owner: i64) -> None:
        """The top character of the pile becomes a diamond, unseen (M18), if there is one (M3)."""
        if not self.ready_character():
            if self.journal is not None:
                self.emit(NoDiamond(int(owner)))
            return
        knowers = self.top_known_by
        kind = self.draw_character()
        seat = self.seats[owner]
        seat.diamonds = append(seat.diamonds, diamond(kind, knowers, self.shuffles))
        if self.journal is not None:
            self.emit(DiamondReceived(int(owner), CHARACTERS[kind].id), knowers)

    def spend_diamonds(self, owner: i64, number: i64) -> None:
        """The oldest diamonds go to the discard pile, face up (M15)."""
        seat = self.seats[owner]
        for _ in range(number):
            seat.diamonds, stone = pop(seat.diamonds, 0)
            self.discard_character(face_of(stone))

    # What is legal.

    def _compute_legal(self) -> vec[i64]:
        actions = vec[i64](capacity=32)
        if self.to_act == OVER:
            return actions
        decision = self.decision()
        if decision == ACTION:
            return self._list_turn_actions(actions)
        if decision == AFTER:
            return self.list_after_last_action(actions)
        if decision == DISCARDING:
            return _list_values(actions, DISCARD, self.seats[self.turn].hand)
        if decision == STEALING:
            return _list_values(actions, ROB_PEARL, self.seats[self.decision_detail()].hand)
        if decision == TAKING_BACK:
            return _list_values(actions, TAKE_BACK, self.decision_detail())
        for seat in range(self.players):
            if seat == self.turn:
                continue
            if decision == ROBBING:
                if self.seats[seat].hand != EMPTY:
                    actions = append(actions, encode(ROB, seat))
            else:
                for slot in range(i64(2)):
                    if self.seats[seat].portal(slot) != NO_CHARACTER:
                        actions = append(actions, encode(BANISH, seat, slot))
        return actions

    def _list_turn_actions(self, actions: vec[i64]) -> vec[i64]:
        seat = self.seats[self.turn]
        # M6
        any_pearl = False
        for place in range(FACE_UP_PEARLS):
            if self.face_up_pearls[place] != NO_PEARL:
                any_pearl = True
                actions = append(actions, encode(TAKE, place))
        if self.pearls_to_draw() > 0:
            any_pearl = True
            actions = append(actions, encode(TAKE, PEARL_PILE))
        # M7
        if any_pearl:
            actions = append(actions, encode(REFRESH))
        # M8
        full = seat.is_full()
        for source in range(CHARACTER_PILE + 1):
            if self.can_place(source, full):
                if full:
                    actions = append(actions, encode(PLACE, source, 0))
                    actions = append(actions, encode(PLACE, source, 1))
                else:
                    actions = append(actions, encode(PLACE, source, NO_SLOT))
        actions = self.list_activations(actions)
        # M20
        if self.can_trade_two():
            actions = append(actions, encode(TRADE_TWO))
        if self.actions_taken == 0:
            if seat.powers & CAN_SWAP and not self.swapped:
                for slot in range(i64(2)):
                    for place in range(FACE_UP_CHARACTERS):
                        if seat.portal(slot) != NO_CHARACTER and self.face_up_characters[place] != NO_CHARACTER:
                            actions = append(actions, encode(SWAP, slot, place))
            if seat.powers & CAN_PEEK and not self.peeked and self.characters_to_draw() > 0:
                actions = append(actions, encode(PEEK))
        return actions

    def can_place(self, source: i64, full: bool) -> bool:
        if source != CHARACTER_PILE:
            return self.face_up_characters[source] != NO_CHARACTER
        # With a full portal the discarded character may be the only one left to draw (M8, M3).
        return self.characters_to_draw() > 0 or (
            full and self.face_up_characters[0] != NO_CHARACTER and self.face_up_characters[1] != NO_CHARACTER
        )

    def can_trade_two(self) -> bool:
        """Exchange a 2 for a diamond, if there is a diamond left (M20)."""
        seat = self.seats[self.turn]
        return seat.powers & CAN_TRADE_TWO != 0 and count(seat.hand, 2) > 0 and self.characters_to_draw() > 0

    def can_redraw(self) -> bool:
        """Exchange the hand for as many new pearls, once per turn, if there is a hand (M20)."""
        seat = self.seats[self.turn]
        return seat.powers & CAN_REDRAW != 0 and not self.redrew and seat.hand != EMPTY

    def list_after_last_action(self, actions: vec[i64]) -> vec[i64]:
        if self.can_trade_two():
            actions = append(actions, encode(TRADE_TWO))
        if self.can_redraw():
            actions = append(actions, encode(REDRAW))
        return append(actions, encode(END_TURN))

    def list_activations(self, actions: vec[i64]) -> vec[i64]:
        """Every character that can be activated now, with every way to pay for it (M9, M21)."""
        me = self.seats[self.turn]
        purse = me.purse(actions)
        for slot in range(i64(2)):
            kind = me.portal(slot)
            if kind != NO_CHARACTER and not self.must_wait(slot):
                purse.pay_for(CHARACTERS[kind], encode(ACTIVATE, self.turn, slot))
        left = self.left_of(self.turn)
        right = self.right_of(self.turn)
        self.list_wisps(purse, left)
        if right != left:
            self.list_wisps(purse, right)
        return purse.actions

    def must_wait(self, slot: i64) -> bool:
        """Whether the character on a slot is a wisp that its owner may not activate before their next turn (M21)."""
        return self.wisp_owner_waits and self.new_wisps >> slot & 1 != 0

    def left_of(self, seat: i64) -> i64:
        """The neighbour who plays after a seat."""
        return seat + 1 if seat + 1 < self.players else i64(0)

    def right_of(self, seat: i64) -> i64:
        """The neighbour who plays before a seat."""
        return seat - 1 if seat > 0 else self.players - 1

    def list_wisps(self, purse: Purse, neighbour: i64) -> None:
        """The wisps on a neighbour's portal (M21)."""
        seat = self.seats[neighbour]
        for slot in range(i64(2)):
            kind = seat.portal(slot)
            if kind != NO_CHARACTER and WISPS >> kind & 1:
                purse.pay_for(CHARACTERS[kind], encode(ACTIVATE, neighbour, slot))

    # Actions.

    def _apply(self, action: i64) -> None:
        do = doing(action)
        first = first_of(action)
        second = second_of(action)
        if do <= ACTIVATE:
            # An action of the turn is spent before the choices inside it.
            self.actions_left -= 1
            self.actions_taken += 1
        if do == TAKE:
            self.take(first)
        elif do == REFRESH:
            self.refresh()
        elif do == PLACE:
            self.place(first, second)
        elif do == ACTIVATE:
            self.activate(first, second, spend_of(action), diamonds_of(action))
        elif do == TRADE_TWO:
            self.trade_two()
        elif do == SWAP:
            self.swap(first, second)
        elif do == PEEK:
            self.peek()
        elif do == REDRAW:
            self.redraw()
        elif do == END_TURN:
            self.replace_decision(DISCARDING)
        elif do == DISCARD:
            pearl = self.discard_pearl(self.turn, first)
            if self.journal is not None:
                self.emit(Discarded(int(self.turn), name(pearl)))
            self.fill_open_pearls()
        elif do == ROB:
            self.rob(first)
        elif do == ROB_PEARL:
            self.rob_pearl(first)
        elif do == BANISH:
            self.banish(first, second)
        elif do == TAKE_BACK:
            self.take_back(first)
        if self.pearls.size() == 0 and (not self.counted or self.knowledge.is_split()):
            self.observe_empty_pile()
        self._advance()

    def take(self, place: i64) -> None:
        """Take a pearl (M6)."""
        if place == PEARL_PILE:
            pearl = self.draw_unseen(self.turn)
            if self.journal is not None:
                self.emit(Took(int(self.turn), "pile", name(pearl)), 1 << self.turn)
            return
        pearl = self.face_up_pearls[place]
        self.seats[self.turn].hand += bag_of(pearl)
        self.knowledge.observe_draw(self.turn, pearl)
        if self.journal is not None:
            self.emit(Took(int(self.turn), int(place), name(pearl)))
        self.face_up_pearls[place] = NO_PEARL
        self.lay_pearl(place)

    def refresh(self) -> None:
        """Replace the face-up pearls (M7)."""
        if self.journal is not None:
            gone = [name(pearl) for pearl in self.face_up_pearls if pearl != NO_PEARL]
            self.emit(Refreshed(int(self.turn), tuple(gone)))
        for place in range(FACE_UP_PEARLS):
            pearl = self.face_up_pearls[place]
            if pearl != NO_PEARL:
                self.pearl_discard.put(pearl)
                self.face_up_pearls[place] = NO_PEARL
        for place in range(FACE_UP_PEARLS):
            self.lay_pearl(place)

    def place(self, source: i64, discard: i64) -> None:
        """Place a character on the portal, first discarding one if it is full (M8)."""
        seat = self.seats[self.turn]
        slot = discard
        if discard == NO_SLOT:
            slot = 0 if seat.left == NO_CHARACTER else 1
        else:
            gone = seat.portal(slot)
            seat.lay(slot, NO_CHARACTER)
            if self.journal is not None:
                self.emit(CharacterDiscarded(int(self.turn), int(slot), CHARACTERS[gone].id))
            self.discard_character(gone)
        if source == CHARACTER_PILE:
            self.ready_character()
            kind = self.draw_character()
        else:
            kind = self.face_up_characters[source]
            self.face_up_characters[source] = NO_CHARACTER
        seat.lay(slot, kind)
        self.note_wisp(slot, kind)
        if self.journal is not None:
            if source == CHARACTER_PILE:
                self.emit(Placed(int(self.turn), "pile", int(slot), CHARACTERS[kind].id))
            else:
                self.emit(Placed(int(self.turn), int(source), int(slot), CHARACTERS[kind].id))
        if source != CHARACTER_PILE:
            self.lay_character(source)

    def note_wisp(self, slot: i64, kind: i64) -> None:
        """Note whether the card that came to a slot of the portal this turn is a wisp (M21)."""
        self.new_wisps &= ~(i64(1) << slot)
        if WISPS >> kind & 1:
            self.new_wisps |= i64(1) << slot

    def activate(self, owner: i64, slot: i64, spend: i64, diamonds: i64) -> None:
        """Pay for a character and receive what it gives (M9, M15, M17, M18, M19)."""
        kind = self.seats[owner].portal(slot)
        self.seats[owner].lay(slot, NO_CHARACTER)
        spent: i64 = EMPTY
        for value in range(i64(1), i64(9)):
            for _ in range(count(spend, value)):
                spent += bag_of(self.discard_pearl(self.turn, value))
        if self.journal is not None:
            stones = self.seats[self.turn].diamonds[:diamonds]
            faces = tuple([CHARACTERS[face_of(stone)].id for stone in stones])
            character = CHARACTERS[kind].id
            self.emit(Activated(int(self.turn), int(owner), int(slot), character, names(spent), faces))
        if owner == self.turn:
            self.new_wisps &= ~(i64(1) << slot)
        if CHARACTERS[kind].red != TAKES_BACK:
            self.fill_open_pearls()
        self.spend_diamonds(self.turn, diamonds)
        self.seats[self.turn].gain(kind)
        if self.journal is not None and self.points_to_end_reached() == 1:
            points = self.seats[self.turn].points
            if points >= POINTS_TO_END > points - CHARACTERS[kind].points:
                self.emit(TwelveReached(int(self.turn), int(points)))
        for _ in range(CHARACTERS[kind].diamonds):
            self.receive_diamond(self.turn)
        if CHARACTERS[kind].more_actions:
            self.more_actions(CHARACTERS[kind].more_actions)
        self.red_ability(CHARACTERS[kind].red, spent)

    def more_actions(self, number: i64) -> None:
        self.actions_left += number
        if self.journal is not None:
            self.emit(ActionsGained(int(self.turn), int(number)))

    def red_ability(self, red: i64, spent: i64) -> None:
        """Effects that happen once, at once; nothing happens without a target (M19)."""
        if red == THREE_MORE_ACTIONS:
            self.more_actions(3)
        elif red == BONUS_FOR_THE_NEXT:
            after = (self.turn + 1) % self.players
            self.seats[after].bonus += 1
            if self.journal is not None:
                self.emit(BonusGained(int(after)))
        elif red == TAKES_BACK:
            # Empty places are filled only after a pearl has been taken back: until then the spent pearls stay there.
            if spent != EMPTY:
                self.push_decision(TAKING_BACK, self.turn, spent)
            else:
                self.nothing_happens()
        elif red in (ROBS, BANISHES):
            self.push_decision(ROBBING if red == ROBS else BANISHING, self.turn, 0)
            if len(self._compute_legal()) == 0:
                self.pop_decision()
                self.nothing_happens()

    def nothing_happens(self) -> None:
        if self.journal is not None:
            self.emit(NoTarget(int(self.turn)))

    def rob(self, victim: i64) -> None:
        """Look at an opponent's hand (M19, M24)."""
        hand = self.seats[victim].hand
        self.pop_decision()
        self.push_decision(STEALING, self.turn, victim)
        self.knowledge.observe_hand(self.turn, victim, hand)
        if self.journal is not None:
            self.emit(Robbed(int(self.turn), int(victim), names(hand)), 1 << self.turn | 1 << victim)

    def rob_pearl(self, value: i64) -> None:
        """Take a pearl from the hand looked at (M19, M24)."""
        victim = self.decision_detail()
        self.pop_decision()
        hand_size = size(self.seats[victim].hand)
        pearl = self.leaves_hand(victim, value)
        self.seats[self.turn].hand += bag_of(pearl)
        self.knowledge.observe_theft(self.turn, victim, pearl, hand_size)
        if self.journal is not None:
            self.emit(PearlRobbed(int(self.turn), int(victim), name(pearl)), 1 << self.turn | 1 << victim)

    def take_back(self, value: i64) -> None:
        """Take back one of the pearls just spent (M19), which are on top of the discard pile."""
        spent = self.decision_detail()
        self.pop_decision()
        pearl = self.one_of(spent, value)
        place = self.pearl_discard.size() - 1
        while self.pearl_discard.at(place) != pearl:
            place -= 1
        self.pearl_discard.take(place)
        self.seats[self.turn].hand += bag_of(pearl)
        self.knowledge.observe_draw(self.turn, pearl)
        if self.journal is not None:
            self.emit(TookBack(int(self.turn), name(pearl)))
        self.fill_open_pearls()

    def banish(self, victim: i64, slot: i64) -> None:
        """Discard a character from an opponent's portal (M19)."""
        kind = self.seats[victim].portal(slot)
        self.pop_decision()
        self.seats[victim].lay(slot, NO_CHARACTER)
        if self.journal is not None:
            self.emit(Banished(int(self.turn), int(victim), int(slot), CHARACTERS[kind].id))
        self.discard_character(kind)

    def trade_two(self) -> None:
        """Discard a 2 for a diamond (M20)."""
        pearl = self.discard_pearl(self.turn, 2)
        if self.journal is not None:
            self.emit(TradedTwo(int(self.turn), name(pearl)))
        self.fill_open_pearls()
        self.receive_diamond(self.turn)

    def swap(self, slot: i64, place: i64) -> None:
        """Swap a character of the portal with a face-up one (M20)."""
        seat = self.seats[self.turn]
        gave = seat.portal(slot)
        got = self.face_up_characters[place]
        seat.lay(slot, got)
        self.note_wisp(slot, got)
        self.face_up_characters[place] = gave
        self.swapped = True
        if self.journal is not None:
            self.emit(Swapped(int(self.turn), int(slot), int(place), CHARACTERS[gave].id, CHARACTERS[got].id))

    def peek(self) -> None:
        """Look at the top character of the pile (M20)."""
        self.ready_character()
        self.top_known_by |= i64(1) << self.turn
        self.peeked = True
        if self.journal is not None:
            self.emit(Peeked(int(self.turn), CHARACTERS[self.characters.top()].id), 1 << self.turn)

    def redraw(self) -> None:
        """Discard the whole hand and draw as many (M20)."""
        seat = self.seats[self.turn]
        number = size(seat.hand)
        hand = seat.hand
        for value in range(i64(1), i64(9)):
            for _ in range(count(seat.hand, value)):
                self.discard_pearl(self.turn, value)
        self.redrew = True
        if self.journal is not None:
            self.emit(Redrew(int(self.turn), names(hand)))
        self.fill_open_pearls()
        drawn: list[PearlName] = []
        for _ in range(number):
            if self.pearls_to_draw() > 0:
                drawn.append(name(self.draw_unseen(self.turn)))
        if self.journal is not None:
            self.emit(Drew(int(self.turn), len(drawn), tuple(drawn)), 1 << self.turn)

    # The course of a turn.

    def begin_turn(self, seat: i64) -> None:
        self.turn = seat
        # M5, M19, M20
        self.actions_left = self.seats[seat].actions + self.seats[seat].bonus
        self.seats[seat].bonus = 0
        self.actions_taken = 0
        self.swapped = False
        self.peeked = False
        self.redrew = False
        self.new_wisps = 0
        self.push_decision(ACTION, seat, 0)
        if self.journal is not None:
            self.emit(TurnBegan(int(seat), int(self.actions_left), int(self.round)))

    def any_action(self) -> bool:
        """Whether at least one of the four actions is possible (M5)."""
        for place in range(FACE_UP_PEARLS):
            if self.face_up_pearls[place] != NO_PEARL:
                return True
        if self.pearls_to_draw() > 0:
            return True
        return any(doing(action) <= ACTIVATE for action in self._list_turn_actions(vec[i64]()))

    def _advance(self) -> None:
        """Advance to the next decision (M5, M11, M20)."""
        while True:
            decision = self.decision()
            if decision == ACTION:
                if self.actions_left > 0 and self.any_action():
                    return
                self.actions_left = 0
                self.replace_decision(AFTER)
            elif decision == AFTER:
                if self.can_redraw():
                    return
                if self.can_trade_two():
                    # Everybody sees that the seat has something left to do, and it can only be this.
                    self.knowledge.observe_value(self.turn, 2, size(self.seats[self.turn].hand))
                    return
                self.replace_decision(DISCARDING)
            elif decision == DISCARDING:
                if size(self.seats[self.turn].hand) > self.seats[self.turn].hand_limit:
                    return
                self.end_turn()
                if self.to_act == OVER:
                    return
            else:
                return

    def points_to_end_reached(self) -> i64:
        """The number of players who have reached the points that end the game (M22)."""
        reached: i64 = 0
        for seat in self.seats:
            if seat.points >= POINTS_TO_END:
                reached += 1
        return reached

    def end_turn(self) -> None:
        """Start the next player's turn, or end the game (M22)."""
        self.pop_decision()
        after = (self.turn + 1) % self.players
        if after == self.starting_seat:
            if self.final_round:
                if self.journal is not None:
                    ranking = tuple([tuple(seats) for seats in self.ranking()])
                    self.emit(GameOver(ranking, tuple([int(seat.points) for seat in self.seats])))
                return
            self.final_round = self.points_to_end_reached() > 0
            self.round += 1
            if self.final_round and self.journal is not None:
                self.emit(FinalRoundBegan())
        self.begin_turn(after)

    # Result.

    def ranking(self) -> list[list[int]]:
        """By points, then by diamonds; tied players share a rank (M23)."""
        groups: dict[tuple[int, int], list[int]] = {}
        for number, seat in enumerate(self.seats):
            groups.setdefault((-int(seat.points), -len(seat.diamonds)), []).append(number)
        return [groups[key] for key in sorted(groups)]

    def payoffs(self) -> list[float]:
        """Those in first place share the victory (M23)."""
        self.check_over()
        winners = self.ranking()[0]
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]

    # Imagined tables.

    def imagine(self, seat: i64, chance: Chance) -> MoltharTable:
        """A copy in which everything the seat cannot know is dealt again, consistently with its knowledge (M24)."""
        observer = self.observer(seat)
        world = self.copy()
        world.chance = chance
        self.imagine_hands(world, observer, chance)
        self.imagine_characters(world, observer, chance)
        if world.to_act != seat:
            # Another seat's legal actions may differ.
            world._legal_valid = False
        return world

    def imagine_hands(self, world: MoltharTable, observer: i64, chance: Chance) -> None:
        hidden = all_pearls()
        for pearl in self.face_up_pearls:
            if pearl != NO_PEARL:
                hidden -= bag_of(pearl)
        for place in range(self.pearl_discard.size()):
            hidden -= bag_of(self.pearl_discard.at(place))
        # Choose one of the observer's accounts that is consistent with the visible cards.
        possible = vec[i64]()
        for account in range(self.knowledge.number()):
            if self.knowledge.observer(account) == observer and holds(hidden, self.in_hands(account)):
                possible = append(possible, account)
        account = possible[chance.below(len(possible))] if len(possible) > 1 else possible[0]
        # Older unknown pearls (see `Knowledge`) go to the hands that hold them; newer ones come from the pile.
        older = pearls_in(self.knowledge.older(account))
        pool = pearls_in(hidden - self.in_hands(account))
        chance.shuffle(older)
        chance.shuffle(pool)
        hands = vec[i64](capacity=self.players)
        for holder in range(self.players):
            hand = self.knowledge.bag(account, holder)
            for _ in range(self.knowledge.older_in(account, holder)):
                older, unknown = pop(older)
                hand += bag_of(i64(unknown))
            for _ in range(size(self.seats[holder].hand) - size(hand)):
                pool, unknown = pop(pool)
                hand += bag_of(i64(unknown))
            hands = append(hands, hand)
            world.seats[holder].hand = hand
        world.pearls.cards = pool
        world.knowledge = self.knowledge.imagined(observer, hands)
        if self.decision() == STEALING:
            world.knowledge.observe_hand(self.turn, self.decision_detail(), hands[self.decision_detail()])

    def in_hands(self, account: i64) -> i64:
        """The pearls that an account places in hands, whether in a certain one or in any."""
        known = self.knowledge.older(account)
        for holder in range(self.players):
            known += self.knowledge.bag(account, holder)
        return known

    def imagine_characters(self, world: MoltharTable, observer: i64, chance: Chance) -> None:
        """The pile and the faces of diamonds: cards of the same shuffle may trade places."""
        know = i64(1) << observer
        for shuffle in range(self.shuffles + 1):
            hidden = vec[u8]()
            current = shuffle == self.shuffles
            for seat in self.seats:
                for stone in seat.diamonds:
                    if shuffle_of(stone) == shuffle and not knowers_of(stone) & know:
                        hidden = append(hidden, u8(face_of(stone)))
            top = self.characters.size() - 1
            last = top if self.top_known_by & know else top + 1
            if current:
                for place in range(last):
                    hidden = append(hidden, u8(self.characters.at(place)))
            if len(hidden) < 2:
                continue
            # Sorted first, so that nobody can invert the shuffle and find the real places.
            hidden = vec[u8](sorted(hidden))
            chance.shuffle(hidden)
            for seat in world.seats:
                for index in range(i64(len(seat.diamonds))):
                    stone = seat.diamonds[index]
                    if shuffle_of(stone) == shuffle and not knowers_of(stone) & know:
                        hidden, kind = pop(hidden)
                        seat.diamonds[index] = diamond(i64(kind), knowers_of(stone), shuffle)
            if current:
                for place in range(last):
                    world.characters.cards[place] = hidden[place]


def _list_values(actions: vec[i64], do: i64, bag: i64) -> vec[i64]:
    """One action for each value in a bag."""
    for value in range(i64(1), i64(9)):
        if count(bag, value) > 0:
            actions = append(actions, encode(do, value))
    return actions
