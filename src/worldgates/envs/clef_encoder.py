"""La clef des mondes as numbers: what a seat knows (K29), and the action space of a card set.

A card is named by its number in the card set. A payment is named by the slots of the hand that it uses, where the
cards of a hand are sorted by their numbers: naming the cards would need millions of numbers.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from worldgates.clef.cards import (
    AS_ACTION,
    CHARACTER,
    DISCOVERIES,
    KEYS,
    KINDS,
    NO_CARD,
    CardSet,
    Effect,
    bit,
)
from worldgates.clef.table import (
    ACCEPT,
    ACCEPTING,
    ANSWER,
    ANSWERING,
    CHOOSE,
    DEFENDING,
    DISCARD,
    DRAW,
    EFFECT,
    FROM_HAND,
    GO_HOME,
    HAND_LIMIT,
    IN_RETURN,
    LOSING,
    MIDDLE,
    NO_PLACE,
    NO_SEAT,
    OFFER,
    PASS,
    PICK,
    PICKING,
    PLACES,
    REACT,
    REACTING,
    REVEAL,
    TO_HAND,
    TRAVEL,
    ClefTable,
    barter_of,
    card_of,
    cards_played,
    doing,
    encode,
    pick_of,
    place_of,
    played,
    seat_of,
    trade_of,
    with_card,
)
from worldgates.core.table import OVER, Table
from worldgates.envs.encoder import Encoder, EncodingError, Part, clear, put

CARDS: Final[i64] = DISCOVERIES
PILES: Final[i64] = 8
# The items of a payment: the slots of the hand, then the character's key.
ITEMS: Final[i64] = HAND_LIMIT + 1
DECISIONS: Final = ("choose", "action", "react", "answer", "accept", "pick", "discard", "over")
# By the constants of the rules.
_DECISIONS: Final[vec[i64]] = vec[i64]([0, 1, 2, 2, 3, 4, 5, 6])
CARD: Final = "0 none or unknown, else the number of the card plus 1"
# The targets that an effect names.
SEAT: Final[i64] = 1
PLACE: Final[i64] = 2
TARGET: Final[i64] = 4


def _targets(effect: Effect) -> i64:
    found: i64 = 0
    for name in effect.targets:
        found |= SEAT if name == "seat" else PLACE if name == "world" else TARGET
    return found


def card_or_none(card: i64) -> i64:
    return 0 if card == NO_CARD else card + 1


@final
class ClefEncoder(Encoder):
    def __init__(self, players: i64, cards: CardSet) -> None:
        super().__init__(players)
        self.cards = cards
        self.readers: i64 = len(cards.readers)
        self._list_parts(int(players))
        others = int(players) - 1
        # The sets of one or two items, one bit per item, and the number of each set among them (-1 for larger ones).
        self.pairs: vec[i64] = vec[i64]()
        self.pair_numbers: vec[i64] = vec[i64]([-1] * 64)
        for items in range(i64(1), i64(1) << ITEMS):
            if _number_of_bits(items) <= 2:
                self.pair_numbers[items] = i64(len(self.pairs))
                self.pairs = append(self.pairs, items)
        self.choose = self.add_group("choose", int(self.readers), "the number of the character")
        self.draw = self.add_group("draw", 1, "draw a card")
        self.discard = self.add_group("discard", DISCOVERIES, "card")
        self.travel = self.add_group(
            "travel",
            8 * len(self.pairs),
            f"{len(self.pairs)} · place + payment of one or two items; Kernault's place is left out",
        )
        self.go_home = self.add_group("go_home", 64, "payment: one bit per item")
        # Where the effects of each card begin, those of each pair (at its lower card), and what they name; -1 for none.
        self.alone: vec[i64] = vec[i64]([-1] * DISCOVERIES)
        self.together: vec[i64] = vec[i64]([-1] * DISCOVERIES)
        self.alone_targets: vec[i64] = vec[i64]([0] * DISCOVERIES)
        self.together_targets: vec[i64] = vec[i64]([0] * DISCOVERIES)
        self.effect = self.add_group("effect", self._list_effects(), "see the table of effects")
        self.reveal = self.add_group("reveal", 1, "reveal the character")
        self.offer = self.add_group("offer", others * DISCOVERIES, "64 · (seat - 1) + card")
        self.answer = self.add_group("answer", DISCOVERIES + 1, "card, 64 to refuse")
        self.accept = self.add_group("accept", 2, "0 no, 1 yes")
        # The reaction number of each card; -1 for a card that is no reaction.
        self.reactions: vec[i64] = vec[i64]([-1] * DISCOVERIES)
        self.reacting: vec[i64] = vec[i64]()
        for card in range(CARDS):
            if cards.discoveries[card].reaction is not None:
                self.reactions[card] = i64(len(self.reacting))
                self.reacting = append(self.reacting, card)
        self.react = self.add_group(
            "react",
            int(7 * i64(len(self.reacting)) + 1),
            "7 · reaction + hit: 0 for none, else the place of the card that it hits among those played, plus 1; "
            "the last number lets it happen",
        )
        self.pick = self.add_group("pick", DISCOVERIES + 1, "card, 64 for none")
        self.passing = self.add_group("pass", 1, "give up the rest of the turn")

    def _list_effects(self) -> int:
        """Number the effects that can be played as an action, and their targets."""
        size: i64 = 0
        start = self.actions
        for card in range(CARDS):
            discovery = self.cards.discoveries[card]
            if discovery.effect.when == AS_ACTION:
                self.alone[card] = start + size
                self.alone_targets[card] = _targets(discovery.effect)
                size += self._number_of_targets(self.alone_targets[card])
            if discovery.partner != NO_CARD and card < discovery.partner:
                self.together[card] = start + size
                self.together_targets[card] = _targets(discovery.together)
                size += self._number_of_targets(self.together_targets[card])
        return int(size)

    def _number_of_targets(self, targets: i64) -> i64:
        number: i64 = 1
        if targets & SEAT:
            number *= self.players - 1
        if targets & PLACE:
            number *= PLACES
        if targets & TARGET:
            number *= CARDS
        return number

    def _list_parts(self, players: int) -> None:
        each = (players,)
        readers = int(self.readers)
        add = self.add_part
        add(
            Part(
                "worlds",
                (9,),
                9,
                "the world at each place: 0 face down, else its number in the card set plus 1",
                True,
            )
        )
        add(Part("places", each, 8, "where each pawn stands", True))
        add(Part("hand_sizes", each, 64, "cards in each hand"))
        add(Part("characters", each, readers, "the character of each seat: 0 unknown, else its number plus 1", True))
        add(Part("aside", (1,), readers, "the character that the seat put aside, as in characters", True))
        add(Part("dealt", (2,), readers, "the characters that the seat chooses from, as in characters", True))
        add(Part("revealed", each, 1, "whether the character is revealed"))
        add(Part("key_spent", each, 1, "whether its key is spent"))
        add(Part("turns_to_miss", each, 255, "turns to miss"))
        add(Part("shielded", each, 1, "whether nothing can be done to the seat"))
        add(Part("held", each, 1, "whether the seat may not leave its world in this turn"))
        add(Part("pile_sizes", (8,), 64, "cards in the pile of each world"))
        add(
            Part(
                "where",
                (DISCOVERIES, 9 + players),
                2,
                "for each card and each place: 0 it is not there, 1 it may be there, 2 it certainly is; the "
                "places are the piles of the worlds 1 to 8, the hands, the bad encounter on the table",
            )
        )
        add(
            Part(
                "candidates",
                (DISCOVERIES, 8),
                255,
                "for each place of a card, one bit per card that it may be, eight in a byte, the lowest "
                "first; the places are the piles from the top, world after world, then the hands, then the "
                "bad encounter. Cards of a hand are sorted by these bits, read as a signed 64-bit number",
            )
        )
        add(Part("decision", (1,), len(DECISIONS) - 1, ", ".join(DECISIONS), True))
        add(Part("deciding", (1,), players, f"the seat that decides; {players} for none, or if that is secret", True))
        add(Part("turn", (1,), players - 1, "the seat whose turn it is", True))
        add(Part("starting", (1,), players - 1, "the seat that had the first turn", True))
        add(Part("actions_left", (1,), 255, "actions left in this turn"))
        add(Part("drawn", (1,), 1, "whether the seat has drawn in this turn"))
        add(Part("offered", (1,), 1, "whether it has made its offer"))
        add(Part("round", (1,), 255, "the round, from 1; 255 for later ones too"))
        add(Part("trade_with", (1,), players, f"the other seat of a trade; {players} for none", True))
        add(
            Part(
                "trade_kinds",
                (2,),
                len(KINDS),
                f"the kind of the card offered, and of the one in return: 0 none, then {', '.join(KINDS)}",
                True,
            )
        )
        add(Part("trade_keys", (2,), len(KEYS), f"their keys: 0 none, then {', '.join(KEYS)}", True))
        add(Part("trade_cards", (2,), DISCOVERIES, f"which cards they are, for those who put them there: {CARD}", True))
        add(Part("victim", (1,), players, f"the seat from whose hand a card is picked; {players} for none", True))
        add(Part("seen", (1,), 64, "cards of the pile to pick from"))
        add(Part("pick_to", (1,), 2, "where the card from the pile goes: 0 no such pick, 1 hand, 2 top", True))
        add(Part("given", (1,), DISCOVERIES, f"the card that the seat gives in return for its pick: {CARD}", True))
        add(Part("to_lose", (1,), 255, "cards still to be lost"))
        add(
            Part(
                "played",
                (1,),
                3,
                "what was played and waits for reactions: 0 nothing, 1 travel, 2 the way home, 3 an effect",
                True,
            )
        )
        add(
            Part(
                "played_cards",
                (6,),
                DISCOVERIES + 1,
                "the cards played: 0 none, else the number plus 1, 65 the character's key",
                True,
            )
        )
        add(Part("played_seat", (1,), players, f"the seat that the effect names; {players} for none", True))
        add(Part("played_place", (1,), 9, "the place that it names; 9 for none", True))
        add(
            Part(
                "played_given",
                (1,),
                DISCOVERIES,
                f"the card that it gives, for the seat that plays it: {CARD}",
                True,
            )
        )
        add(Part("bad_encounter", (1,), DISCOVERIES, f"the bad encounter that was drawn: {CARD}", True))
        add(Part("reveal_while_paying", (1,), 1, "the option of the game"))

    def relative(self, seat: i64, observer: i64) -> i64:
        return seat - observer if seat >= observer else seat - observer + self.players

    def observe(self, table: Table, seat: i64, row: vec[u8], start: i64) -> None:
        assert isinstance(table, ClefTable)
        players = self.players
        at = start
        for place in range(PLACES):
            at = put(row, at, table.worlds[place] + 1 if table.face_up >> place & 1 else i64(0))
        me = table.seats[seat]
        places = at
        sizes = places + players
        characters = sizes + players
        at = put(row, characters + players, me.aside + 1)
        for index in range(i64(2)):
            at = put(row, at, me.dealt[index] + 1 if i64(len(me.dealt)) > index else i64(0))
        revealed = at
        for relative in range(players):
            owner = (seat + relative) % players
            other = table.seats[owner]
            put(row, places + relative, other.place)
            put(row, sizes + relative, i64(len(other.hand)))
            put(row, characters + relative, other.reader + 1 if owner == seat or other.revealed else i64(0))
            put(row, revealed + relative, 1 if other.revealed else 0)
            put(row, revealed + players + relative, 1 if other.key_spent else 0)
            put(row, revealed + 2 * players + relative, other.turns_to_miss)
            put(row, revealed + 3 * players + relative, 1 if other.shielded else 0)
            put(row, revealed + 4 * players + relative, 1 if other.held else 0)
        at = revealed + 5 * players
        for world in range(i64(1), PLACES):
            at = put(row, at, table.piles[world].size())
        at = self._put_cards(table, seat, row, at)
        at = self._put_turn(table, seat, row, at)
        self._put_played(table, seat, row, at)

    def _put_cards(self, table: ClefTable, seat: i64, row: vec[u8], at: i64) -> i64:
        """Where each card may be, and what each card on the table may be."""
        columns = PILES + self.players + 1
        candidates = at + CARDS * columns
        may_be = table.knowledge.may_be
        mine = seat * CARDS
        line = candidates
        for column in range(columns):
            found: i64 = 0
            sure: i64 = 0
            if column < PILES:
                pile = table.piles[column + 1]
                for depth in range(pile.size()):
                    card = pile.at(pile.size() - 1 - depth)
                    one = may_be[mine + card]
                    found |= one
                    sure |= one if one == bit(card) else i64(0)
                    line = _put_set(row, line, one)
            elif column < columns - 1:
                hand = table.seats[(seat + column - PILES) % self.players].hand
                sets = vec[i64](capacity=i64(len(hand)) + 1)
                for held in hand:
                    one = may_be[mine + i64(held)]
                    found |= one
                    sure |= one if one == bit(i64(held)) else i64(0)
                    sets = append(sets, one)
                for one in _sorted(sets):
                    line = _put_set(row, line, one)
            elif table.struck != NO_CARD:
                found = sure = bit(table.struck)
                line = _put_set(row, line, found)
            for card_number in range(CARDS):
                each = bit(card_number)
                row[at + card_number * columns + column] = 0 if not found & each else 2 if sure & each else 1
        return candidates + CARDS * 8

    def _put_turn(self, table: ClefTable, seat: i64, row: vec[u8], at: i64) -> i64:
        players = self.players
        decision = table.decision()
        detail = table.decision_detail() if decision >= 0 else i64(0)
        secret = decision in (REACTING, DEFENDING) and table.to_act != seat
        at = put(row, at, _DECISIONS[decision] if decision >= 0 else i64(len(DECISIONS)) - 1)
        at = put(row, at, players if secret or table.to_act == OVER else self.relative(table.to_act, seat))
        at = put(row, at, self.relative(table.turn, seat))
        at = put(row, at, self.relative(table.starting_seat, seat))
        at = put(row, at, table.actions_left)
        at = put(row, at, 1 if table.drawn else 0)
        at = put(row, at, 1 if table.offered else 0)
        at = put(row, at, table.round)
        offered = NO_CARD
        answered = NO_CARD
        other = NO_SEAT
        answers = NO_SEAT
        if decision == ANSWERING:
            offered = detail
            other = table.turn
        elif decision == ACCEPTING:
            offered, answered, answers = trade_of(detail)
            other = answers
        at = put(row, at, players if other == NO_SEAT else self.relative(other, seat))
        at = self._put_announced(row, at, offered, answered, seat == table.turn, seat == answers)
        victim = NO_SEAT
        seen: i64 = 0
        goes: i64 = 0
        given = NO_CARD
        if decision == PICKING:
            what, number = pick_of(detail)
            if what == FROM_HAND:
                victim = number
            elif what == IN_RETURN:
                victim, given = barter_of(number)
            else:
                seen = number
                goes = 1 if what == TO_HAND else 2
        at = put(row, at, players if victim == NO_SEAT else self.relative(victim, seat))
        at = put(row, at, seen)
        at = put(row, at, goes)
        at = put(row, at, card_or_none(given) if seat == table.turn else i64(0))
        return put(row, at, detail if decision == LOSING else i64(0))

    def _put_announced(self, row: vec[u8], at: i64, offered: i64, answered: i64, mine: bool, theirs: bool) -> i64:
        """The two cards of a trade: their kinds, their keys, and which they are."""
        for card in (offered, answered):
            at = put(row, at, 0 if card == NO_CARD else self.cards.discoveries[card].kind + 1)
        for card in (offered, answered):
            at = put(row, at, 0 if card == NO_CARD else self.cards.discoveries[card].key + 1)
        at = put(row, at, card_or_none(offered) if mine else i64(0))
        return put(row, at, card_or_none(answered) if theirs else i64(0))

    def _put_played(self, table: ClefTable, seat: i64, row: vec[u8], at: i64) -> None:
        action = table.waiting
        clear(row, at, 7)
        target = self.players
        place = PLACES
        given = NO_CARD
        if action >= 0:
            put(row, at, 1 if doing(action) == TRAVEL else 2 if doing(action) == GO_HOME else 3)
            for index in range(cards_played(action)):
                put(row, at + 1 + index, played(action, index) + 1)
            target = self.players if seat_of(action) == NO_SEAT else self.relative(seat_of(action), seat)
            place = PLACES if place_of(action) == NO_PLACE else place_of(action)
            given = card_of(action) if seat == table.turn else NO_CARD
        at = put(row, at + 7, target)
        at = put(row, at, place)
        at = put(row, at, card_or_none(given))
        at = put(row, at, card_or_none(table.struck))
        put(row, at, 1 if table.reveal_while_paying else 0)

    # The action space.

    def number(self, table: Table, action: i64) -> i64:
        assert isinstance(table, ClefTable)
        do = doing(action)
        card = card_of(action)
        if do == CHOOSE:
            return self.choose + card
        if do == DRAW:
            return self.draw
        if do == DISCARD:
            return self.discard + card
        if do == TRAVEL:
            payment = self.pair_numbers[self._items(table, action)]
            if payment < 0:
                raise EncodingError("a way between worlds is paid with more than two cards")
            place = place_of(action)
            return self.travel + (place if place < MIDDLE else place - 1) * i64(len(self.pairs)) + payment
        if do == GO_HOME:
            return self.go_home + self._items(table, action)
        if do == EFFECT:
            return self._number_of_effect(table, action)
        if do == REVEAL:
            return self.reveal
        if do == OFFER:
            return self.offer + CARDS * (self.relative(seat_of(action), table.to_act) - 1) + card
        if do == ANSWER:
            return self.answer + (CARDS if card == NO_CARD else card)
        if do == ACCEPT:
            return self.accept + seat_of(action)
        if do == REACT:
            return self._number_of_reaction(table, action)
        if do == PICK:
            return self.pick + (CARDS if card == NO_CARD else card)
        return self.passing

    def _items(self, table: ClefTable, action: i64) -> i64:
        """The items of a payment, one bit per slot of the sorted hand, and one for the character."""
        hand = table.seats[table.to_act].hand
        if i64(len(hand)) > HAND_LIMIT:
            raise EncodingError(f"a hand has more than {int(HAND_LIMIT)} cards")
        items: i64 = 0
        for index in range(cards_played(action)):
            card = played(action, index)
            slot = HAND_LIMIT
            if card != CHARACTER:
                slot = 0
                for other in hand:
                    if i64(other) < card:
                        slot += 1
            items |= i64(1) << slot
        return items

    def _pay(self, table: ClefTable, action: i64, items: i64) -> i64:
        """An action with the cards of a payment, in the order of the hand."""
        hand = table.seats[table.to_act].hand
        for card in hand:
            slot: i64 = 0
            for other in hand:
                if other < card:
                    slot += 1
            if items >> slot & 1:
                action = with_card(action, i64(card))
                items &= ~(i64(1) << slot)
        if items >> HAND_LIMIT & 1:
            action = with_card(action, CHARACTER)
            items &= ~(i64(1) << HAND_LIMIT)
        if items:
            raise EncodingError("this payment names a slot of the hand without a card")
        return action

    def _number_of_effect(self, table: ClefTable, action: i64) -> i64:
        card = played(action, 0)
        number: i64 = 0
        targets: i64 = 0
        if cards_played(action) == 2:
            card = min(card, played(action, 1))
            number = self.together[card]
            targets = self.together_targets[card]
        else:
            number = self.alone[card]
            targets = self.alone_targets[card]
        target: i64 = 0
        if targets & SEAT:
            target = self.relative(seat_of(action), table.to_act) - 1
        if targets & PLACE:
            target = target * PLACES + place_of(action)
        if targets & TARGET:
            target = target * CARDS + card_of(action)
        return number + target

    def _effect(self, table: ClefTable, number: i64) -> i64:
        """The action of a number of the effects."""
        card: i64 = 0
        pair = False
        start: i64 = -1
        for each in range(CARDS):
            if start < self.alone[each] <= number:
                card, pair, start = each, False, self.alone[each]
            if start < self.together[each] <= number:
                card, pair, start = each, True, self.together[each]
        targets = self.together_targets[card] if pair else self.alone_targets[card]
        rest = number - start
        target = NO_CARD
        place = NO_PLACE
        seat = NO_SEAT
        if targets & TARGET:
            target, rest = rest % CARDS, rest // CARDS
        if targets & PLACE:
            place, rest = rest % PLACES, rest // PLACES
        if targets & SEAT:
            seat = (table.to_act + rest + 1) % self.players
        action = encode(EFFECT, seat, place, target)
        if not pair:
            return with_card(action, card)
        partner = self.cards.discoveries[card].partner
        if table.comes_first(table.seats[table.to_act], partner, card):
            return with_card(with_card(action, partner), card)
        return with_card(with_card(action, card), partner)

    def _number_of_reaction(self, table: ClefTable, action: i64) -> i64:
        card = card_of(action)
        if card == NO_CARD:
            return self.react + 7 * i64(len(self.reacting))
        hit: i64 = 0
        if cards_played(action):
            while hit < cards_played(table.waiting) and played(table.waiting, hit) != played(action, 0):
                hit += 1
            hit += 1
        return self.react + 7 * self.reactions[card] + hit

    def action(self, table: Table, number: i64) -> i64:
        assert isinstance(table, ClefTable)
        group = self.group_of(number)
        rest = number - group.start
        card = NO_CARD if rest == CARDS else rest
        name = group.name
        if name == "choose":
            return encode(CHOOSE, NO_SEAT, NO_PLACE, rest)
        if name == "draw":
            return encode(DRAW)
        if name == "discard":
            return encode(DISCARD, NO_SEAT, NO_PLACE, rest)
        if name == "travel":
            place, payment = rest // i64(len(self.pairs)), rest % i64(len(self.pairs))
            place = place if place < MIDDLE else place + 1
            return self._pay(table, encode(TRAVEL, NO_SEAT, place), self.pairs[payment])
        if name == "go_home":
            return self._pay(table, encode(GO_HOME), rest)
        if name == "effect":
            return self._effect(table, number)
        if name == "reveal":
            return encode(REVEAL)
        if name == "offer":
            return encode(OFFER, (table.to_act + rest // CARDS + 1) % self.players, NO_PLACE, rest % CARDS)
        if name == "answer":
            return encode(ANSWER, NO_SEAT, NO_PLACE, card)
        if name == "accept":
            return encode(ACCEPT, rest)
        if name == "react":
            if rest == 7 * i64(len(self.reacting)):
                return encode(REACT)
            reaction = encode(REACT, NO_SEAT, NO_PLACE, self.reacting[rest // 7])
            hit = rest % 7
            if hit == 0:
                return reaction
            if table.waiting < 0 or hit > cards_played(table.waiting):
                raise EncodingError("this reaction names a card that was not played")
            return with_card(reaction, played(table.waiting, hit - 1))
        if name == "pick":
            return encode(PICK, NO_SEAT, NO_PLACE, card)
        return encode(PASS)

    def describe(self, number: i64) -> str:
        group = self.group_of(number)
        rest = int(number) - group.start
        name = group.name
        if name == "choose":
            return f"choose {self.cards.readers[rest].id}"
        if name in ("discard", "answer", "pick"):
            return f"{name} {self._name(rest) if rest < DISCOVERIES else 'none'}"
        if name == "travel":
            place, payment = rest // len(self.pairs), rest % len(self.pairs)
            return f"travel to place {place if place < MIDDLE else place + 1}, pay {_item_text(self.pairs[payment])}"
        if name == "go_home":
            return f"go home, pay {_item_text(rest)}"
        if name == "offer":
            return f"offer seat +{rest // DISCOVERIES + 1} {self._name(rest % DISCOVERIES)}"
        if name == "accept":
            return "accept" if rest else "refuse"
        if name == "react":
            if rest == 7 * len(self.reacting):
                return "let it happen"
            against = f" against card {rest % 7} of those played" if rest % 7 else ""
            return f"react with {self._name(self.reacting[rest // 7])}{against}"
        if name == "effect":
            return self._describe_effect(int(number))
        return name

    def _name(self, card: i64) -> str:
        return self.cards.discoveries[card].id

    def _describe_effect(self, number: int) -> str:
        """An effect with its targets, by counting through those of its card."""
        for card in range(CARDS):
            for pair in (False, True):
                start = self.together[card] if pair else self.alone[card]
                targets = self.together_targets[card] if pair else self.alone_targets[card]
                if not 0 <= start <= number < start + self._number_of_targets(targets):
                    continue
                rest = number - int(start)
                words = [f"play {self._name(card)}"]
                if pair:
                    words.append(f"and {self._name(self.cards.discoveries[card].partner)}")
                found: list[str] = []
                if targets & TARGET:
                    found.append(f"card {self._name(rest % DISCOVERIES)}")
                    rest //= DISCOVERIES
                if targets & PLACE:
                    found.append(f"place {rest % 9}")
                    rest //= 9
                if targets & SEAT:
                    found.append(f"seat +{rest + 1}")
                found.reverse()
                return " ".join([*words, *found])
        raise EncodingError(f"there is no effect with the number {number}")


def _number_of_bits(items: i64) -> i64:
    number: i64 = 0
    while items:
        items &= items - 1
        number += 1
    return number


def _item_text(items: i64) -> str:
    names = [f"slot {slot}" for slot in range(int(HAND_LIMIT)) if items >> slot & 1]
    if items >> HAND_LIMIT & 1:
        names.append("character")
    return " and ".join(names) or "nothing"


def _put_set(row: vec[u8], at: i64, cards: i64) -> i64:
    """Write a set of cards, one bit per card, in eight bytes."""
    for _ in range(i64(8)):
        row[at] = u8(cards & 255)
        cards >>= 8
        at += 1
    return at


def _sorted(sets: vec[i64]) -> vec[i64]:
    for index in range(i64(1), i64(len(sets))):
        back = index
        while back > 0 and sets[back] < sets[back - 1]:
            sets[back], sets[back - 1] = sets[back - 1], sets[back]
            back -= 1
    return sets
