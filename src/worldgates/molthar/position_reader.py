"""Reading positions: from JSON to a table of the engine, with errors that name the key."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.core.piles import Pile
from worldgates.core.positions import PositionReader, names_of
from worldgates.molthar import table as rules
from worldgates.molthar.cards import (
    BANISHES,
    BY_ID,
    CAN_PEEK,
    CAN_REDRAW,
    CAN_SWAP,
    CHARACTERS,
    NO_CHARACTER,
    ROBS,
    TAKES_BACK,
)
from worldgates.molthar.knowledge import Knowledge
from worldgates.molthar.pearls import PearlName, all_pearls, bag_of, holds, name, pearls_in, size
from worldgates.molthar.position import DECISIONS, KnownHands, PlayerPosition, Position
from worldgates.molthar.table import MoltharTable, Seat

_DECISION_NUMBERS: Final = {word: number for number, word in DECISIONS.items()}


def read_position(position: Position, where: str = "") -> tuple[MoltharTable, list[str]]:
    """The table of a position and the names of its players."""
    return _Reader(position, where).table_and_names()


class _Reader(PositionReader):
    def __init__(self, position: Position, where: str) -> None:
        super().__init__(len(position.players), where)
        self.position = position
        # The cards not yet placed, so that no card occurs too often.
        self.pearls_left = [int(pearl) for pearl in pearls_in(all_pearls())]
        self.characters_left = [kind for kind, card in enumerate(CHARACTERS) for _ in range(card.copies)]

    def pearl_number(self, value: PearlName | None, key: str) -> int:
        """The int of a pearl in its external form: its value, with a star for the symbol."""
        for pearl in (1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13):
            if value == name(pearl) and type(value) is type(name(pearl)):
                return pearl
        raise self.error(f'expected a pearl, 1 to 8 or "3*", "4*", "5*", got {value!r}', key)

    def pearl(self, value: PearlName | None, key: str) -> int:
        """Place a pearl on the table. No pearl may occur more often than in the box."""
        pearl = self.pearl_number(value, key)
        if pearl not in self.pearls_left:
            raise self.error(f"there are not that many pearls {name(pearl)} (M1)", key)
        self.pearls_left.remove(pearl)
        return pearl

    def character(self, value: str, key: str) -> int:
        if value not in BY_ID:
            raise self.error(f"there is no character {value!r}", key)
        kind = BY_ID[value]
        if kind not in self.characters_left:
            raise self.error(f"there are not that many cards {value!r} (M2)", key)
        self.characters_left.remove(kind)
        return kind

    def place(self, value: str | None, key: str) -> int:
        return NO_CHARACTER if value is None else self.character(value, key)

    def bag(self, values: tuple[PearlName, ...], key: str) -> int:
        """A bag of pearls that are already counted elsewhere."""
        pearls = [self.pearl_number(value, f"{key}[{index}]") for index, value in enumerate(values)]
        bag = sum(bag_of(pearl) for pearl in pearls)
        for pearl in set(pearls):
            if pearls.count(pearl) > (1 if pearl > 8 else 6 if 3 <= pearl <= 5 else 7):
                raise self.error(f"there are not that many pearls {name(pearl)} (M1)", key)
        return bag

    def table_and_names(self) -> tuple[MoltharTable, list[str]]:
        position = self.position
        self.number(self.players, rules.MIN_PLAYERS, rules.MAX_PLAYERS, "players")
        chance = self.chance(position.chance, position.seed)
        table = MoltharTable(self.players, chance, position.options.wisp_owner_waits)
        table.starting_seat = self.seat_number(position.starting_seat, "starting_seat")
        table.final_round = position.final_round
        table.round = self.number(position.round, 1, 1_000_000, "round")
        for index, player in enumerate(position.players):
            table.seats.append(self.seat(player, f"players[{index}]"))
        self.lay_out(table)
        self.deal_the_rest(table)
        self.turn(table)
        self.knowledge(table)
        self.pending(table)
        return table, names_of([player.name for player in position.players])

    def seat(self, player: PlayerPosition, key: str) -> Seat:
        seat = Seat()
        for index, value in enumerate(player.hand):
            seat.hand += bag_of(self.pearl(value, f"{key}.hand[{index}]"))
        if len(player.portal) != 2:
            raise self.error("expected two places, null where there is no character", f"{key}.portal")
        seat.left = self.place(player.portal[0], f"{key}.portal[0]")
        seat.right = self.place(player.portal[1], f"{key}.portal[1]")
        for index, character in enumerate(player.activated):
            seat.gain(self.character(character, f"{key}.activated[{index}]"))
        if isinstance(player.diamonds, int):
            self.number(player.diamonds, 0, 54, f"{key}.diamonds")
        else:
            for index, character in enumerate(player.diamonds):
                kind = self.character(character, f"{key}.diamonds[{index}]")
                seat.diamonds = append(seat.diamonds, i64(rules.diamond(kind, 0, 0)))
        seat.bonus = self.number(player.bonus, 0, 100, f"{key}.bonus")
        return seat

    def lay_out(self, table: MoltharTable) -> None:
        """Read the face-up cards, the discard piles and the given part of the draw piles."""
        pearls, characters = self.position.pearls, self.position.characters
        if len(pearls.market) != rules.FACE_UP_PEARLS:
            raise self.error("expected four places, null where there is no pearl", "pearls.market")
        if len(characters.market) != rules.FACE_UP_CHARACTERS:
            raise self.error("expected two places, null where there is no character", "characters.market")
        for index, value in enumerate(pearls.market):
            pearl = rules.NO_PEARL if value is None else self.pearl(value, f"pearls.market[{index}]")
            table.face_up_pearls = append(table.face_up_pearls, i64(pearl))
        for index, character in enumerate(characters.market):
            kind = self.place(character, f"characters.market[{index}]")
            table.face_up_characters = append(table.face_up_characters, i64(kind))
        table.pearl_discard = Pile.of(
            [self.pearl(value, f"pearls.discard[{index}]") for index, value in enumerate(pearls.discard)]
        )
        table.pearls = Pile.of(
            [self.pearl(value, f"pearls.draw[{index}]") for index, value in enumerate(pearls.draw or [])]
        )
        table.character_discard = Pile.of(
            [self.character(value, f"characters.discard[{i}]") for i, value in enumerate(characters.discard)]
        )
        table.characters = Pile.of(
            [self.character(value, f"characters.draw[{i}]") for i, value in enumerate(characters.draw or [])]
        )

    def deal_the_rest(self, table: MoltharTable) -> None:
        """Cards that are not placed yet become diamonds or go below the draw piles."""
        hidden = Pile.of(self.characters_left)
        if hidden.size():
            hidden.shuffle(table.chance)
        for index, (player, seat) in enumerate(zip(self.position.players, table.seats, strict=True)):
            if isinstance(player.diamonds, int):
                if player.diamonds > hidden.size():
                    raise self.error("there are not that many characters left (M2)", f"players[{index}].diamonds")
                for _ in range(player.diamonds):
                    seat.diamonds = append(seat.diamonds, i64(rules.diamond(hidden.draw(), 0, 0)))
        table.characters = Pile.of(table.characters.from_top() + hidden.from_top())
        pearls = Pile.of(self.pearls_left)
        if pearls.size():
            pearls.shuffle(table.chance)
        table.pearls = Pile.of(table.pearls.from_top() + pearls.from_top())
        if rules.NO_PEARL in table.face_up_pearls and table.pearls_to_draw():
            raise self.error("a place stays open only while there is no pearl to draw (M3)", "pearls.market")
        if NO_CHARACTER in table.face_up_characters and table.characters_to_draw():
            raise self.error("a place stays open only while there is no character to draw (M3)", "characters.market")

    def turn(self, table: MoltharTable) -> None:
        turn = self.position.turn
        table.turn = self.seat_number(turn.seat, "turn.seat")
        table.actions_left = self.number(turn.actions_left, 0, 1000, "turn.actions_left")
        table.actions_taken = self.number(turn.actions_taken, 0, 1_000_000, "turn.actions_taken")
        table.swapped, table.peeked, table.redrew = turn.swapped, turn.peeked, turn.redrew
        powers = table.seats[table.turn].powers
        for key, used, power in (
            ("swapped", turn.swapped, CAN_SWAP),
            ("peeked", turn.peeked, CAN_PEEK),
            ("redrew", turn.redrew, CAN_REDRAW),
        ):
            if used and not powers & power:
                raise self.error("no activated character allows this (M20)", f"turn.{key}")
        for index, slot in enumerate(turn.new_wisps):
            key = f"turn.new_wisps[{index}]"
            kind = table.seats[table.turn].portal(self.number(slot, 0, 1, key))
            if kind == NO_CHARACTER or not CHARACTERS[kind].is_wisp:
                raise self.error("there is no wisp on this place of the portal (M21)", key)
            table.new_wisps |= 1 << slot

    def knowledge(self, table: MoltharTable) -> None:
        """Read the knowledge of each seat; by default, a seat knows only its own hand."""
        players = len(table.seats)
        table.knowledge = Knowledge.of_nothing(players)
        knows = self.position.knows
        if knows is None:
            for holder, seat in enumerate(table.seats):
                for pearl in pearls_in(seat.hand):
                    table.knowledge.observe_hidden_draw(holder, i64(pearl))
            if not table.pearls.size():
                table.observe_empty_pile()
            return
        table.counted = not table.pearls.size()
        accounts = vec[i64]()
        possible = set()
        for index, account in enumerate(knows.hands):
            key = f"knows.hands[{index}]"
            observer = players if account.seat is None else self.seat_number(account.seat, f"{key}.seat")
            if len(account.hands) != players:
                raise self.error(f"expected a list for each of the {players} players", f"{key}.hands")
            bags = [self.bag(hand, f"{key}.hands[{holder}]") for holder, hand in enumerate(account.hands)]
            if observer < players and bags[observer] != table.seats[observer].hand:
                raise self.error("a seat knows its own hand", f"{key}.hands[{observer}]")
            if all(holds(seat.hand, bag) for seat, bag in zip(table.seats, bags, strict=True)):
                possible.add(observer)
            for entry in [observer, *bags, *self.older(account, table, bags, key)]:
                accounts = append(accounts, i64(entry))
        if possible != set(range(players + 1)):
            raise self.error("expected for each seat, and for a spectator, an account that can be true", "knows.hands")
        table.knowledge = Knowledge(players, accounts)
        table.top_known_by = self.seat_bits(knows.top, "knows.top")
        if table.top_known_by and not table.characters.size():
            raise self.error("there is no character on the pile", "knows.top")
        table.shuffles = self.number(knows.shuffles, 0, 32_000, "knows.shuffles")
        if [len(stones) for stones in knows.diamonds] != [len(seat.diamonds) for seat in table.seats]:
            raise self.error("expected an entry for each diamond of each player", "knows.diamonds")
        for holder, stones in enumerate(knows.diamonds):
            for index, stone in enumerate(stones):
                key = f"knows.diamonds[{holder}][{index}]"
                shuffle = self.number(stone.shuffle, 0, knows.shuffles, f"{key}.shuffle")
                seat = table.seats[holder]
                face = rules.face_of(seat.diamonds[index])
                seat.diamonds[index] = rules.diamond(face, self.seat_bits(stone.seats, f"{key}.seats"), shuffle)

    def older(self, account: KnownHands, table: MoltharTable, bags: list[int], key: str) -> tuple[int, int]:
        """The older unknown pearls of an account, and their number per hand, one byte per hand."""
        older, numbers = self.bag(account.older, f"{key}.older"), account.older_in or [0] * len(table.seats)
        if len(numbers) != len(table.seats) or sum(numbers) != len(account.older):
            raise self.error(
                "expected for each player how many of the older pearls their hand holds", f"{key}.older_in"
            )
        for holder, (seat, bag, number) in enumerate(zip(table.seats, bags, numbers, strict=True)):
            # A hand that contradicts an account is not checked further.
            most = max(0, size(seat.hand) - size(bag))
            self.number(number, 0, most, f"{key}.older_in[{holder}]")
        return older, sum(number << 8 * holder for holder, number in enumerate(numbers))

    def seat_bits(self, seats: tuple[int, ...], key: str) -> int:
        bits = 0
        for index, seat in enumerate(seats):
            bits |= 1 << self.seat_number(seat, f"{key}[{index}]")
        return bits

    def possible(self, table: MoltharTable, decision: int) -> None:
        """Whether a decision is possible in this turn at all."""
        seat = table.seats[table.turn]
        key = "pending.decision"
        if decision == rules.DISCARDING and size(seat.hand) <= seat.hand_limit:
            raise self.error("the hand is not above its limit (M11)", key)
        if decision in (rules.AFTER, rules.DISCARDING) and table.actions_left:
            raise self.error("there are actions left (M5)", key)
        if decision == rules.AFTER and not (table.can_trade_two() or table.can_redraw()):
            raise self.error("nothing else could be done (M20)", key)
        abilities = {
            rules.ROBBING: ROBS,
            rules.STEALING: ROBS,
            rules.BANISHING: BANISHES,
            rules.TAKING_BACK: TAKES_BACK,
        }
        red = abilities.get(decision)
        if red is not None and not (
            table.actions_taken and any(CHARACTERS[int(kind)].red == red for kind in seat.activated)
        ):
            raise self.error("no character was activated that asks for this (M19)", key)

    def pending(self, table: MoltharTable) -> None:
        """Read the pending decision; by default, the one that follows from the actions left."""
        pending = self.position.pending
        if pending is None:
            table.push_decision(rules.ACTION, table.turn, 0)
            table._advance()
            return
        if (pending.victim is None) == (pending.decision == "rob_pearl"):
            raise self.error('expected the seat that is robbed, for "rob_pearl" alone', "pending.victim")
        if (not pending.spent) == (pending.decision == "take_back"):
            raise self.error('expected the pearls just spent, for "take_back" alone', "pending.spent")
        if pending.decision == "over":
            if not table.final_round:
                raise self.error("a game ends only with the last round (M22)", "pending.decision")
            return
        decision = _DECISION_NUMBERS[pending.decision]
        self.possible(table, decision)
        detail = 0
        if decision > rules.DISCARDING:
            table.push_decision(rules.ACTION, table.turn, 0)
        if pending.victim is not None:
            detail = self.seat_number(pending.victim, "pending.victim")
            if detail == table.turn:
                raise self.error("nobody robs their own hand", "pending.victim")
        if pending.spent:
            detail = self.bag(pending.spent, "pending.spent")
            discard = sum(bag_of(pearl) for pearl in table.pearl_discard.from_top())
            if not holds(discard, detail):
                raise self.error("the pearls just spent lie on the discard pile", "pending.spent")
        table.push_decision(decision, table.turn, detail)
        if decision == rules.ACTION and (table.actions_left == 0 or not table.any_action()):
            raise self.error("no action is possible", "pending.decision")
        if not table._compute_legal():
            raise self.error("there is nothing to decide", "pending.decision")
