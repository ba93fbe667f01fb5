"""Reading positions: turns one into a table, with errors that name the key.

A position written by hand may omit irrelevant parts: cards that are nowhere else are in the pile of their world,
shuffled with `seed`.
"""

from __future__ import annotations

from itertools import chain
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from worldgates.clef import table as rules
from worldgates.clef.actions import Playable, card_numbers, encode
from worldgates.clef.cards import BAD_ENCOUNTER, DISCOVERIES, KERNAULT, NO_CARD, OBJECT, CardSet, bit
from worldgates.clef.knowledge import Knowledge
from worldgates.clef.position import Knows, Pending, Player, Position
from worldgates.clef.table import ClefTable, Seat
from worldgates.clef.view import DECISIONS
from worldgates.core.piles import Pile
from worldgates.core.positions import PositionReader, names_of

MOST_ROUNDS: Final = 1_000_000
# The limit of numbers that grow during a game.
LARGEST: Final = 1_000_000_000


def read_position(position: Position, cards: CardSet, where: str = "") -> tuple[ClefTable, list[str]]:
    """The table of a position and the names of its players."""
    return _Reader(position, cards, where).table_and_names()


class _Reader(PositionReader):
    def __init__(self, position: Position, cards: CardSet, where: str) -> None:
        super().__init__(len(position.players), where)
        self.position = position
        self.cards = cards
        self.numbers = card_numbers(cards)
        self.reader_numbers = {reader.id: number for number, reader in enumerate(cards.readers)}
        self.world_numbers = {world.id: world.number for world in cards.worlds}
        self.cards_left = set(range(DISCOVERIES))
        self.readers_left = set(self.reader_numbers.values())

    def known_card(self, id: str, key: str) -> int:
        if id not in self.numbers:
            raise self.error(f"there is no card {id!r} in this set", key)
        return self.numbers[id]

    def card(self, id: str, key: str) -> int:
        """Place a card: each occurs only once."""
        card = self.known_card(id, key)
        if card not in self.cards_left:
            raise self.error(f"the card {id!r} is there twice", key)
        self.cards_left.remove(card)
        return card

    def reader(self, id: str, key: str) -> int:
        if id not in self.reader_numbers:
            raise self.error(f"there is no character {id!r} in this set", key)
        reader = self.reader_numbers[id]
        if reader not in self.readers_left:
            raise self.error(f"the character {id!r} is there twice", key)
        self.readers_left.remove(reader)
        return reader

    def world(self, id: str, key: str) -> int:
        if id not in self.world_numbers:
            raise self.error(f"there is no world {id!r}", key)
        return self.world_numbers[id]

    def table_and_names(self) -> tuple[ClefTable, list[str]]:
        position = self.position
        if position.cards not in (None, self.cards.name):
            raise self.error(f"this position is for the card set {position.cards!r}, not {self.cards.name!r}", "cards")
        self.number(len(position.players), rules.MIN_PLAYERS, rules.MAX_PLAYERS, "players")
        rounds = position.options.max_rounds
        if rounds is not None:
            self.number(rounds, 1, MOST_ROUNDS, "options.max_rounds")
        chance = self.chance(position.chance, position.seed)
        table = ClefTable(self.players, chance, self.cards, position.options.reveal_while_paying, rounds or 0)
        table.starting_seat = self.seat_number(position.starting_seat, "first_seat")
        table.round = self.number(position.round, 1, LARGEST, "round")
        self.worlds(table)
        winner = (
            position.pending.winner if position.pending is not None and position.pending.decision == "over" else None
        )
        for index, player in enumerate(position.players):
            table.seats.append(self.seat(table, player, f"players[{index}]"))
            if (table.seats[index].place == rules.MIDDLE) != (index == winner):
                raise self.error("the one who has won is in Kernault, and nobody else (K27)", f"players[{index}].world")
        self.piles(table)
        table.turn = self.seat_number(position.turn.seat, "turn.seat")
        table.actions_left = self.number(position.turn.actions_left, 0, 2, "turn.actions_left")
        table.drawn = position.turn.drawn
        table.offered = position.turn.offered
        self.knowledge(table)
        self.pending(table)
        if table.decision() == rules.CHOOSING and table.turn != table.starting_seat:
            raise self.error("until all have chosen a character this is the first seat (K5)", "turn.seat")
        return table, names_of([player.name for player in position.players])

    def worlds(self, table: ClefTable) -> None:
        rows = self.position.worlds
        if len(rows) != 3 or any(len(row) != 3 for row in rows):
            raise self.error("expected three rows of three worlds (K3)", "worlds")
        laid = [self.world(id, f"worlds[{place // 3}][{place % 3}]") for place, id in enumerate(chain(*rows))]
        if sorted(laid) != list(range(rules.PLACES)):
            raise self.error("expected each world once (K3)", "worlds")
        if laid[rules.MIDDLE] != KERNAULT:
            raise self.error("Kernault lies in the middle (K3)", "worlds[1][1]")
        table.worlds = vec[i64]([i64(world) for world in laid])
        table.face_up = i64(1) << rules.MIDDLE
        for index, id in enumerate(self.position.face_up):
            table.face_up |= 1 << laid.index(self.world(id, f"face_up[{index}]"))

    def seat(self, table: ClefTable, player: Player, key: str) -> Seat:
        seat = Seat()
        seat.place = list(table.worlds).index(self.world(player.world, f"{key}.world"))
        table.face_up |= 1 << seat.place
        for index, id in enumerate(player.hand):
            card = self.card(id, f"{key}.hand[{index}]")
            discovery = self.cards.discoveries[card]
            if discovery.kind == BAD_ENCOUNTER:
                raise self.error("a bad encounter is never in a hand (K16)", f"{key}.hand[{index}]")
            if discovery.kind != OBJECT and discovery.world != table.worlds[seat.place]:
                raise self.error("an encounter is held only in its own world (K14)", f"{key}.hand[{index}]")
            seat.hand = append(seat.hand, u8(card))
        if len(player.hand) > rules.HAND_LIMIT:
            raise self.error("a hand holds at most five cards (K18)", f"{key}.hand")
        if player.character is not None:
            seat.reader = self.reader(player.character, f"{key}.character")
        for index, id in enumerate(player.dealt):
            seat.dealt = append(seat.dealt, i64(self.reader(id, f"{key}.dealt[{index}]")))
        if len(player.dealt) != (0 if player.character is not None else 2):
            raise self.error("expected two characters to choose from, until one is chosen (K5)", f"{key}.dealt")
        if player.aside is not None and player.character is None:
            raise self.error("a character is put aside when another is chosen (K5)", f"{key}.aside")
        if player.aside is not None:
            seat.aside = self.reader(player.aside, f"{key}.aside")
        seat.revealed, seat.key_spent = player.revealed, player.key_spent
        seat.shielded, seat.held = player.shielded, player.held
        if seat.revealed and seat.reader < 0:
            raise self.error("there is no character yet to be revealed (K20)", f"{key}.revealed")
        if seat.key_spent and not seat.revealed:
            raise self.error("a key is spent only by a revealed character (K20)", f"{key}.key_spent")
        seat.turns_to_miss = self.number(player.turns_to_miss, 0, LARGEST, f"{key}.turns_to_miss")
        return seat

    def piles(self, table: ClefTable) -> None:
        for id in self.position.piles:
            if self.world(id, f"piles.{id}") == KERNAULT:
                raise self.error("Kernault has no pile (K4)", f"piles.{id}")
        listed = {
            self.world_numbers[id]: [self.card(card, f"piles.{id}[{index}]") for index, card in enumerate(pile or ())]
            for id, pile in self.position.piles.items()
        }
        if self.position.pending is not None and self.position.pending.bad_encounter is not None:
            table.struck = self.card(self.position.pending.bad_encounter, "pending.bad_encounter")
            if self.cards.discoveries[table.struck].kind != BAD_ENCOUNTER:
                raise self.error("this is no bad encounter (K16)", "pending.bad_encounter")
        for world in range(rules.PLACES):
            hidden = Pile.of(sorted(card for card in self.cards_left if self.cards.discoveries[card].world == world))
            if hidden.size():
                hidden.shuffle(table.chance)
            table.piles.append(Pile.of(listed.get(world, []) + hidden.from_top()))
            for card in listed.get(world, []):
                discovery = self.cards.discoveries[card]
                if discovery.kind != OBJECT and discovery.world != world:
                    raise self.error(
                        f"{discovery.id!r} lies only in the pile of its own world (K14)",
                        f"piles.{self.cards.worlds[world].id}",
                    )

    def knowledge(self, table: ClefTable) -> None:
        """Read the knowledge of each seat; by default, a seat knows only its own hand."""
        players = len(table.seats)
        may_be = vec[i64]([i64(those) for those in self.unseen(table) * (players + 1)])
        table.knowledge = Knowledge(players, may_be)
        if self.position.knows is None:
            for number in range(players):
                table.observe_hand(number, number)
            if table.struck != NO_CARD:
                table.knowledge.observe_by_all(table.struck)
            return
        observers = [players if knows.seat is None else knows.seat for knows in self.position.knows]
        if sorted(observers) != list(range(players + 1)):
            raise self.error("expected one entry for each seat and one for a spectator", "knows")
        for index, (observer, knows) in enumerate(zip(observers, self.position.knows, strict=True)):
            self.knows(table, knows, observer, f"knows[{index}]")
        for number, seat in enumerate(table.seats):
            for each in seat.hand:
                if not table.knowledge.knows(number, int(each)):
                    raise self.error("a seat knows its own hand", "knows")

    def unseen(self, table: ClefTable) -> list[int]:
        """The candidates of each card for an observer who sees only its place: of that world, or objects (K14, K15)."""
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

    def knows(self, table: ClefTable, knows: Knows, observer: int, key: str) -> None:
        start = observer * DISCOVERIES
        covered = set()
        for index, id in enumerate(knows.known):
            card = self.known_card(id, f"{key}.known[{index}]")
            table.knowledge.observe(observer, card)
            covered.add(card)
        for index, group in enumerate(knows.groups):
            those = 0
            for id in group.may_be or group.cards:
                those |= bit(self.known_card(id, f"{key}.groups[{index}].may_be"))
            for id in group.cards:
                card = self.known_card(id, f"{key}.groups[{index}].cards")
                if not those & bit(card):
                    raise self.error("a card may always be itself", f"{key}.groups[{index}].may_be")
                table.knowledge.may_be[start + card] = those
                covered.add(card)
        if len(covered) != DISCOVERIES:
            raise self.error("expected each card of the set once", key)

    def pending(self, table: ClefTable) -> None:
        """Read the pending decision; by default, the choice of characters or an action."""
        pending = self.position.pending
        if pending is None:
            if any(seat.reader < 0 for seat in table.seats):
                raise self.error("expected the decision that waits", "pending")
            table.push_decision(rules.ACTION, table.turn, 0)
            table._advance()
            return
        if pending.played is not None and pending.decision != "react":
            raise self.error("only a reaction is about what was played", "pending.played")
        if table.struck != NO_CARD and (pending.decision not in ("react", "discard") or pending.played is not None):
            raise self.error("a bad encounter is countered, or takes cards; else it lies under its pile", "pending")
        if pending.decision == "over":
            table.winner = -1 if pending.winner is None else self.seat_number(pending.winner, "pending.winner")
            return
        if pending.decision != "choose_character":
            if any(seat.reader < 0 for seat in table.seats):
                raise self.error("characters have to be chosen first (K5)", "pending.decision")
            table.push_decision(rules.ACTION, table.turn, 0)
        if pending.decision == "action" and table.actions_left == 0:
            raise self.error("no action is left in this turn", "turn.actions_left")
        if pending.played is not None:
            table.waiting = self.played(table, pending.played)
        decision = {word: number for number, word in DECISIONS.items()}[pending.decision]
        if pending.decision == "react":
            decision = rules.REACTING if pending.played is not None else rules.DEFENDING
        for index, seat in enumerate(pending.seats):
            self.seat_number(seat, f"pending.seats[{index}]")
        if not self.can_be_asked(table, decision, pending.seats):
            raise self.error("expected those who can be asked this, each once", "pending.seats")
        detail = self.detail(table, decision, pending)
        for seat in reversed(pending.seats):
            table.push_decision(decision, seat, detail)
        self.trades(table, decision, detail)
        if not table._compute_legal():
            raise self.error("there is nothing to decide", "pending")

    def trades(self, table: ClefTable, decision: int, detail: int) -> None:
        """What everybody has heard of cards that are to change hands, unless the position says what each seat knows."""
        if decision in (rules.ANSWERING, rules.ACCEPTING) and not table.offered:
            raise self.error("an offer was made in this turn (K21)", "turn.offered")
        if self.position.knows is not None:
            return
        if decision == rules.ANSWERING:
            table.announce(table.turn, detail)
        elif decision == rules.ACCEPTING:
            offered, answered, other = rules.trade_of(detail)
            table.announce(table.turn, offered)
            table.announce(other, answered)
        elif table.waiting >= 0:
            table.observe_given(table.waiting)
        elif decision == rules.PICKING and rules.pick_of(detail)[0] == rules.IN_RETURN:
            other, given = rules.barter_of(rules.pick_of(detail)[1])
            table.observe_given(rules.encode(rules.EFFECT, other, rules.NO_PLACE, given))

    def can_be_asked(self, table: ClefTable, decision: int, seats: tuple[int, ...]) -> bool:
        """Whether these seats, in this order, can have the decision."""
        here = [
            other
            for step in range(1, table.players)
            if table.seats[other := (table.turn + step) % table.players].place == table.seats[table.turn].place
        ]
        if decision == rules.ACTION:
            return not seats
        if decision == rules.CHOOSING:
            # The players who have not chosen yet, the starting player first.
            order = [(table.starting_seat + step) % table.players for step in range(table.players)]
            return seats == tuple(seat for seat in order if table.seats[seat].reader < 0)
        if decision == rules.REACTING:
            return bool(seats) and seats == tuple(other for other in here if other in seats)
        if decision == rules.ANSWERING:
            return len(seats) == 1 and seats[0] in here
        return seats == (table.turn,)

    def played(self, table: ClefTable, played: Playable) -> int:
        action = encode(table, played, self.key("pending.played"))
        if action not in table._compute_legal():
            raise self.error("this could not have been played", "pending.played")
        return action

    def detail(self, table: ClefTable, decision: int, pending: Pending) -> int:
        """The details of a decision, as the table stores them."""
        if decision == rules.DEFENDING and table.struck == NO_CARD:
            raise self.error("expected what was played, or a bad encounter", "pending")
        if decision == rules.ANSWERING:
            return self.held(table, pending.offered, table.turn, "pending.offered")
        if decision == rules.ACCEPTING:
            offered = self.held(table, pending.offered, table.turn, "pending.offered")
            for other in range(table.players):
                if other != table.turn and table.seats[other].place == table.seats[table.turn].place:
                    answered = self.known_card(pending.answered or "", "pending.answered")
                    if table.seats[other].holds(answered):
                        return rules.a_trade(offered, answered, other)
            raise self.error("expected a card of another player in the same world (K21)", "pending.answered")
        if decision == rules.PICKING:
            full = len(table.seats[table.turn].hand) >= rules.HAND_LIMIT
            if full and pending.to != "top" and pending.given is None:
                raise self.error("a hand of five takes no card (EG5)", "pending")
            if pending.victim is not None:
                return self.pick_from_hand(table, pending)
            size = table.piles[table.world_of(table.turn)].size()
            seen = self.number(pending.seen or 0, 1, size, "pending.seen")
            return rules.a_pick(rules.TO_TOP if pending.to == "top" else rules.TO_HAND, seen)
        if decision == rules.LOSING:
            return self.number(pending.left or 0, 1, DISCOVERIES, "pending.left")
        return 0

    def pick_from_hand(self, table: ClefTable, pending: Pending) -> int:
        victim = self.seat_number(pending.victim or 0, "pending.victim")
        here, there = table.seats[table.turn].place, table.seats[victim].place
        if victim == table.turn or not len(table.seats[victim].hand):
            raise self.error("expected another player who holds a card (E11, E22)", "pending.victim")
        if pending.given is None:
            if there != here:
                raise self.error("expected another player here who holds a card (E11)", "pending.victim")
            return rules.a_pick(rules.FROM_HAND, victim)
        if not rules.touches(here, there):
            raise self.error("expected a player here or in a neighbouring world (E22)", "pending.victim")
        given = self.held(table, pending.given, table.turn, "pending.given")
        if not table.can_change_hands(victim, given):
            raise self.error("between two worlds only objects change hands (E22)", "pending.given")
        return rules.a_pick(rules.IN_RETURN, rules.a_barter(victim, given))

    def held(self, table: ClefTable, id: str | None, seat: int, key: str) -> int:
        card = self.known_card(id or "", key)
        if not table.seats[seat].holds(card):
            raise self.error(f"this card is not in the hand of seat {seat}", key)
        return card
