"""Portals of Molthar as numbers: what a seat knows (M24), and the action space.

An activation is numbered by its slot and the values of the hand pearls that it spends: of payments that spend the
same, only the one with the fewest diamonds is legal (M15), so these say everything.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from worldgates.core.table import OVER, Table
from worldgates.envs.encoder import Encoder, Part, clear, put
from worldgates.molthar.cards import CARDS, CHARACTERS, KINDS, NO_CHARACTER
from worldgates.molthar.payment import Reckoner
from worldgates.molthar.pearls import (
    EMPTY,
    FIRST_SYMBOL,
    PEARLS_OF_A_VALUE,
    count,
    one,
    size,
)
from worldgates.molthar.table import (
    ACTIVATE,
    BANISH,
    CHARACTER_PILE,
    DISCARD,
    END_TURN,
    FACE_UP_CHARACTERS,
    NO_SLOT,
    PEARL_PILE,
    PEEK,
    PLACE,
    REDRAW,
    REFRESH,
    ROB,
    ROB_PEARL,
    STEALING,
    SWAP,
    TAKE,
    TAKE_BACK,
    TAKING_BACK,
    TRADE_TWO,
    MoltharTable,
    doing,
    encode,
    face_of,
    first_of,
    knowers_of,
    second_of,
    shuffle_of,
    spend_of,
)

# The columns of a bag of pearls: its numbers of each value, 1 to 8, then whether it has the 3, 4 and 5 with a symbol.
BAG: Final[i64] = 11
PEARLS: Final = "1 to 8, then the 3, the 4 and the 5 with the swap symbol, which count among their values too"
DECISIONS: Final = ("action", "after", "discard", "rob", "rob_pearl", "banish", "take_back", "over")


def spends(bag: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every set of hand pearls that can be spent on a bag: pictured pearls and `?` may serve for some of it, diamonds
    and abilities change others (M14 to M16)."""
    found: set[tuple[int, ...]] = {()}
    for value in bag:
        can_be = {value, 3, max(1, value - 1), min(8, value + 1)}
        if value == 8:
            can_be.add(1)
        found |= {tuple(sorted((*spent, pearl))) for spent in found for pearl in can_be}
    return {spent for spent in found if all(spent.count(pearl) <= PEARLS_OF_A_VALUE for pearl in spent)}


def all_spends(wisps: bool) -> list[tuple[int, ...]]:
    """The spends of all characters, or of the wisps alone, the shortest first."""
    found: set[tuple[int, ...]] = set()
    for character in CHARACTERS:
        if character.is_wisp or not wisps:
            for bag in character.requirement.bags():
                found |= spends(bag)
    return sorted(found, key=lambda spent: (len(spent), spent))


def put_bag(row: vec[u8], at: i64, bag: i64) -> i64:
    for value in range(i64(1), i64(9)):
        row[at] = u8(count(bag, value))
        at += 1
    for symbol in range(i64(3)):
        row[at] = u8(bag >> FIRST_SYMBOL + symbol & 1)
        at += 1
    return at


def put_more(row: vec[u8], at: i64, bag: i64) -> i64:
    """Raise the numbers of a bag to those of another where it has more."""
    for value in range(i64(1), i64(9)):
        if i64(row[at]) < count(bag, value):
            row[at] = u8(count(bag, value))
        at += 1
    for symbol in range(i64(3)):
        if bag >> FIRST_SYMBOL + symbol & 1:
            row[at] = 1
        at += 1
    return at


def kind_or_none(kind: i64) -> i64:
    """A character as a choice: 0 for none, else its number in the card list plus 1."""
    return 0 if kind == NO_CHARACTER else kind + 1


@final
class MoltharEncoder(Encoder):
    def __init__(self, players: i64) -> None:
        super().__init__(players)
        self._list_parts(int(players))
        self.spends: list[tuple[int, ...]] = all_spends(False)
        self.wisp_spends: list[tuple[int, ...]] = all_spends(True)
        self.spend_numbers: dict[i64, i64] = {_bag(spent): number for number, spent in enumerate(self.spends)}
        self.wisp_numbers: dict[i64, i64] = {_bag(spent): number for number, spent in enumerate(self.wisp_spends)}
        others = int(players) - 1
        self.take = self.add_group("take", 5, "place 0 to 3 of the face-up pearls, 4 the pile")
        self.refresh = self.add_group("refresh", 1, "replace the face-up pearls")
        self.place = self.add_group(
            "place",
            9,
            "3 · source + discard; source 0 and 1 face up, 2 the pile; discard 0 or 1 the slot, 2 none",
        )
        self.trade_two = self.add_group("trade_two", 1, "discard a 2 for a diamond")
        self.swap = self.add_group("swap", 4, "2 · slot + place of the face-up character")
        self.peek = self.add_group("peek", 1, "look at the top character")
        self.redraw = self.add_group("redraw", 1, "draw the hand anew")
        self.end_turn = self.add_group("end_turn", 1, "do nothing more after the last action")
        self.discard = self.add_group("discard", 8, "value - 1")
        self.rob_pearl = self.add_group("rob_pearl", 8, "value - 1")
        self.take_back = self.add_group("take_back", 8, "value - 1")
        self.rob = self.add_group("rob", others, "seat - 1")
        self.banish = self.add_group("banish", 2 * others, "2 · (seat - 1) + slot")
        self.activate = self.add_group("activate", 2 * len(self.spends), f"{len(self.spends)} · slot + spend")
        # With two players the neighbours on both sides are the same.
        neighbours = min(2, others)
        self.activate_wisp = self.add_group(
            "activate_wisp",
            2 * neighbours * len(self.wisp_spends),
            f"{len(self.wisp_spends)} · (2 · neighbour + slot) + spend; neighbour 0 plays next, 1 played before",
        )

    def _list_parts(self, players: int) -> None:
        each = (players,)
        bags = (players, 11)
        add = self.add_part
        add(Part("hands", bags, 7, f"pearls that are certainly in each hand: {PEARLS}"))
        add(
            Part(
                "possible",
                bags,
                7,
                "the same, but the most that are known to be there in any account of what happened (after a "
                "robbery that the seat saw from outside there are several)",
            )
        )
        add(
            Part(
                "older",
                (11,),
                7,
                "unknown pearls that were in hands when the pearl pile last ran out, and still are",
            )
        )
        add(Part("older_sizes", each, 56, "how many of those each hand has"))
        add(Part("hand_sizes", each, 56, "pearls in each hand"))
        add(Part("hand_limits", each, 8, "pearls that each seat may keep at the end of its turn"))
        add(
            Part(
                "portals",
                (players, 2),
                KINDS,
                "the character on each slot: 0 none, else its number in the card list plus 1",
                True,
            )
        )
        add(Part("activated", (players, KINDS), 9, "activated characters of each kind"))
        add(Part("points", each, 255, "power points"))
        add(Part("diamonds", each, CARDS, "diamonds"))
        add(Part("old_diamonds", each, CARDS, "diamonds from before the last shuffle of the characters"))
        add(Part("diamond_faces", (players, KINDS), 9, "diamonds whose face the seat knows, by kind"))
        add(Part("bonus", each, 9, "more actions in the next turn, from Wraiths"))
        add(
            Part(
                "face_up_pearls",
                (4,),
                11,
                "0 none, 1 to 8 the value, 9 to 11 the 3, 4 and 5 with the swap symbol",
                True,
            )
        )
        add(Part("pearl_pile", (1,), 56, "pearls in the pile"))
        add(Part("pearl_discard", (11,), 7, "pearls in the discard pile"))
        add(Part("face_up_characters", (2,), KINDS, "as in portals", True))
        add(Part("character_pile", (1,), CARDS, "characters in the pile"))
        add(
            Part(
                "top_character",
                (1,),
                KINDS,
                "the top character of the pile if the seat knows it, as in portals",
                True,
            )
        )
        add(Part("character_discard", (KINDS,), 9, "discarded characters of each kind"))
        add(
            Part(
                "missing",
                (4, 9),
                10,
                "what the seat lacks for the face-up characters and those on its portal: pearls of each "
                "value in the nearest combination, then diamonds",
            )
        )
        add(Part("decision", (1,), len(DECISIONS) - 1, ", ".join(DECISIONS), True))
        add(Part("deciding", (1,), players, f"the seat that decides; {players} when the game is over", True))
        add(Part("turn", (1,), players - 1, "the seat whose turn it is", True))
        add(Part("victim", (1,), players, f"the seat that is being robbed; {players} for none", True))
        add(Part("spent", (11,), 7, "pearls of which one may be taken back"))
        add(Part("actions_left", (1,), 255, "actions left in this turn"))
        add(Part("actions_taken", (1,), 255, "actions taken in this turn"))
        add(Part("used", (3,), 1, "whether swap, peek and redraw were used in this turn"))
        add(
            Part(
                "new_wisps",
                (2,),
                1,
                "whether a wisp came to this slot of the portal of the seat whose turn it is, in this turn",
            )
        )
        add(Part("starting", (1,), players - 1, "the seat that had the first turn", True))
        add(Part("round", (1,), 255, "the round, from 1; 255 for later ones too"))
        add(Part("final_round", (1,), 1, "whether this is the last round"))
        add(Part("wisp_owner_waits", (1,), 1, "the option of the game"))

    def observe(self, table: Table, seat: i64, row: vec[u8], start: i64) -> None:
        assert isinstance(table, MoltharTable)
        players = self.players
        know = i64(1) << seat
        at = self._put_knowledge(table, seat, row, start)
        first = at
        # What belongs to each seat, part after part.
        clear(row, first, players * (8 + 2 * KINDS))
        sizes = first
        limits = sizes + players
        portals = limits + players
        activated = portals + 2 * players
        points = activated + KINDS * players
        diamonds = points + players
        old = diamonds + players
        faces = old + players
        bonus = faces + KINDS * players
        for relative in range(players):
            owner = seat + relative
            if owner >= players:
                owner -= players
            place = table.seats[owner]
            put(row, sizes + relative, size(place.hand))
            put(row, limits + relative, place.hand_limit)
            put(row, portals + 2 * relative, kind_or_none(place.left))
            put(row, portals + 2 * relative + 1, kind_or_none(place.right))
            for each in place.activated:
                row[activated + KINDS * relative + i64(each)] += 1
            put(row, points + relative, place.points)
            put(row, diamonds + relative, i64(len(place.diamonds)))
            for stone in place.diamonds:
                if shuffle_of(stone) != table.shuffles:
                    row[old + relative] += 1
                if knowers_of(stone) & know:
                    row[faces + KINDS * relative + face_of(stone)] += 1
            put(row, bonus + relative, place.bonus)
        at = bonus + players
        for pearl in table.face_up_pearls:
            at = put(row, at, pearl if pearl <= 8 else pearl - 2)
        at = put(row, at, table.pearls.size())
        clear(row, at, BAG)
        for index in range(table.pearl_discard.size()):
            pearl = table.pearl_discard.at(index)
            if pearl > 8:
                row[at + pearl - 3] += 1
                pearl -= 8
            row[at + pearl - 1] += 1
        at += BAG
        for kind in table.face_up_characters:
            at = put(row, at, kind_or_none(kind))
        at = put(row, at, table.characters.size())
        at = put(row, at, table.characters.top() + 1 if table.top_known_by & know else i64(0))
        clear(row, at, KINDS)
        for index in range(table.character_discard.size()):
            row[at + table.character_discard.at(index)] += 1
        at = self._put_missing(table, seat, row, at + KINDS)
        self._put_turn(table, seat, row, at)

    def _put_knowledge(self, table: MoltharTable, seat: i64, row: vec[u8], at: i64) -> i64:
        """What the seat knows about the hands."""
        players = self.players
        knowledge = table.knowledge
        possible = at + BAG * players
        # Nearly always a seat has one account.
        account: i64 = -1
        several = False
        for each in range(knowledge.number()):
            if knowledge.observer(each) == seat:
                several = account >= 0
                if several:
                    break
                account = each
        for relative in range(players):
            owner = (seat + relative) % players
            sure = knowledge.surely(seat, owner) if several else knowledge.bag(account, owner)
            put_bag(row, at + BAG * relative, sure)
            put_bag(row, possible + BAG * relative, sure)
        at = possible + BAG * players
        older = knowledge.older(account)
        put_bag(row, at, older)
        for relative in range(players):
            put(row, at + BAG + relative, knowledge.older_in(account, (seat + relative) % players))
        if several:
            self._put_accounts(table, seat, row, possible, at)
        return at + BAG + players

    def _put_accounts(self, table: MoltharTable, seat: i64, row: vec[u8], possible: i64, at: i64) -> None:
        """With several accounts, the most of each pearl that any of them has."""
        knowledge = table.knowledge
        for account in range(knowledge.number()):
            if knowledge.observer(account) != seat:
                continue
            put_more(row, at, knowledge.older(account))
            for relative in range(self.players):
                owner = (seat + relative) % self.players
                put_more(row, possible + BAG * relative, knowledge.bag(account, owner))
                if i64(row[at + BAG + relative]) < knowledge.older_in(account, owner):
                    row[at + BAG + relative] = u8(knowledge.older_in(account, owner))

    def _put_missing(self, table: MoltharTable, seat: i64, row: vec[u8], at: i64) -> i64:
        reckoner = Reckoner(table.seats[seat].purse(vec[i64]()))
        for place in range(FACE_UP_CHARACTERS):
            at = _put_lacking(reckoner, table.face_up_characters[place], row, at)
        for slot in range(i64(2)):
            at = _put_lacking(reckoner, table.seats[seat].portal(slot), row, at)
        return at

    def _put_turn(self, table: MoltharTable, seat: i64, row: vec[u8], at: i64) -> None:
        players = self.players
        decision = table.decision()
        at = put(row, at, i64(len(DECISIONS) - 1) if decision < 0 else decision)
        at = put(row, at, players if table.to_act == OVER else self.relative(table.to_act, seat))
        at = put(row, at, self.relative(table.turn, seat))
        at = put(row, at, self.relative(table.decision_detail(), seat) if decision == STEALING else players)
        at = put_bag(row, at, table.decision_detail() if decision == TAKING_BACK else EMPTY)
        at = put(row, at, table.actions_left)
        at = put(row, at, table.actions_taken)
        at = put(row, at, 1 if table.swapped else 0)
        at = put(row, at, 1 if table.peeked else 0)
        at = put(row, at, 1 if table.redrew else 0)
        at = put(row, at, table.new_wisps & 1)
        at = put(row, at, table.new_wisps >> 1 & 1)
        at = put(row, at, self.relative(table.starting_seat, seat))
        at = put(row, at, table.round)
        at = put(row, at, 1 if table.final_round else 0)
        put(row, at, 1 if table.wisp_owner_waits else 0)

    def relative(self, seat: i64, observer: i64) -> i64:
        return seat - observer if seat >= observer else seat - observer + self.players

    # The action space.

    def number(self, table: Table, action: i64) -> i64:
        do = doing(action)
        first = first_of(action)
        second = second_of(action)
        if do == TAKE:
            return self.take + first
        if do == REFRESH:
            return self.refresh
        if do == PLACE:
            return self.place + 3 * first + second
        if do == ACTIVATE:
            return self._number_of_activation(self.relative(first, table.to_act), second, spend_of(action))
        if do == TRADE_TWO:
            return self.trade_two
        if do == SWAP:
            return self.swap + 2 * first + second
        if do == PEEK:
            return self.peek
        if do == REDRAW:
            return self.redraw
        if do == END_TURN:
            return self.end_turn
        if do == DISCARD:
            return self.discard + first - 1
        if do == ROB_PEARL:
            return self.rob_pearl + first - 1
        if do == TAKE_BACK:
            return self.take_back + first - 1
        if do == ROB:
            return self.rob + self.relative(first, table.to_act) - 1
        return self.banish + 2 * (self.relative(first, table.to_act) - 1) + second

    def _number_of_activation(self, relative: i64, slot: i64, spend: i64) -> i64:
        if relative == 0:
            return self.activate + slot * i64(len(self.spends)) + self.spend_numbers[spend]
        neighbour: i64 = 0 if relative == 1 else 1
        return self.activate_wisp + (2 * neighbour + slot) * i64(len(self.wisp_spends)) + self.wisp_numbers[spend]

    def action(self, table: Table, number: i64) -> i64:
        assert isinstance(table, MoltharTable)
        group = self.group_of(number)
        rest = number - group.start
        name = group.name
        if name == "take":
            return encode(TAKE, rest)
        if name == "refresh":
            return encode(REFRESH)
        if name == "place":
            return encode(PLACE, rest // 3, rest % 3)
        if name == "trade_two":
            return encode(TRADE_TWO)
        if name == "swap":
            return encode(SWAP, rest // 2, rest % 2)
        if name == "peek":
            return encode(PEEK)
        if name == "redraw":
            return encode(REDRAW)
        if name == "end_turn":
            return encode(END_TURN)
        if name == "discard":
            return encode(DISCARD, rest + 1)
        if name == "rob_pearl":
            return encode(ROB_PEARL, rest + 1)
        if name == "take_back":
            return encode(TAKE_BACK, rest + 1)
        if name == "rob":
            return encode(ROB, (table.to_act + rest + 1) % self.players)
        if name == "banish":
            return encode(BANISH, (table.to_act + rest // 2 + 1) % self.players, rest % 2)
        if name == "activate":
            slot, spend = rest // i64(len(self.spends)), rest % i64(len(self.spends))
            return self._activation(table, table.to_act, slot, _bag(self.spends[spend]))
        portal, spend = rest // i64(len(self.wisp_spends)), rest % i64(len(self.wisp_spends))
        neighbour = table.left_of(table.to_act) if portal < 2 else table.right_of(table.to_act)
        return self._activation(table, neighbour, portal % 2, _bag(self.wisp_spends[spend]))

    def _activation(self, table: MoltharTable, owner: i64, slot: i64, spend: i64) -> i64:
        """The activation that spends these pearls, with the fewest diamonds that it takes (M15)."""
        action = encode(ACTIVATE, owner, slot, 0, spend)
        kind = table.seats[owner].portal(slot)
        if kind != NO_CHARACTER:
            purse = table.seats[table.to_act].purse(vec[i64]())
            purse.pay_for(CHARACTERS[kind], encode(ACTIVATE, owner, slot))
            for payment in purse.actions:
                if spend_of(payment) == spend:
                    return payment
        return action

    def describe(self, number: i64) -> str:
        group = self.group_of(number)
        rest = int(number) - group.start
        name = group.name
        if name == "take":
            return f"take {rest if rest < PEARL_PILE else 'pile'}"
        if name == "place":
            source, discard = rest // 3, rest % 3
            gone = "" if discard == NO_SLOT else f", discard slot {discard}"
            return f"place {source if source < CHARACTER_PILE else 'pile'}{gone}"
        if name == "swap":
            return f"swap slot {rest // 2} with {rest % 2}"
        if name in ("discard", "rob_pearl", "take_back"):
            return f"{name} {rest + 1}"
        if name == "rob":
            return f"rob seat +{rest + 1}"
        if name == "banish":
            return f"banish seat +{rest // 2 + 1} slot {rest % 2}"
        if name == "activate":
            return f"activate slot {rest // len(self.spends)}, spend {_text(self.spends[rest % len(self.spends)])}"
        if name == "activate_wisp":
            portal, spend = rest // len(self.wisp_spends), rest % len(self.wisp_spends)
            owner = 1 if portal < 2 else int(self.players) - 1
            return f"activate seat +{owner} slot {portal % 2}, spend {_text(self.wisp_spends[spend])}"
        return name


def _bag(values: tuple[int, ...]) -> i64:
    bag: i64 = EMPTY
    for value in values:
        bag += one(value)
    return bag


def _text(values: tuple[int, ...]) -> str:
    return " ".join([str(value) for value in values]) or "nothing"


def _put_lacking(reckoner: Reckoner, kind: i64, row: vec[u8], at: i64) -> i64:
    clear(row, at, 9)
    if kind != NO_CHARACTER:
        character = CHARACTERS[kind]
        lacking = reckoner.shortfall(character)
        for value in range(i64(1), i64(9)):
            row[at + value - 1] = u8(count(lacking, value))
        if character.asks_diamonds > reckoner.purse.diamonds:
            row[at + 8] = u8(character.asks_diamonds - reckoner.purse.diamonds)
    return at + 9
