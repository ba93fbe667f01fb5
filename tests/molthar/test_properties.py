"""What holds at every moment of every game of Molthar, whatever is played.

Games are played at random, with a liking for activations: such games are short, and use what characters can do.
Everything is asked through positions, views and events, as others see them.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from molthar_build import as_json, what

from worldgates.core import formats
from worldgates.core.chance import FairChance, FastChance
from worldgates.core.record import RECORD_VERSION
from worldgates.core.shapes import Event
from worldgates.core.streams import seeded
from worldgates.core.table import SPECTATOR, JournalEntry, RuleError
from worldgates.molthar import (
    GAME,
    Activate,
    AnyAction,
    Discard,
    Options,
    Peek,
    Place,
    Position,
    Record,
    Refresh,
    Table,
    Take,
    TurnBegan,
    TwelveReached,
)
from worldgates.molthar.table import ACTIVATE, doing

NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve"]
ALL_PEARLS: Counter[int | str] = Counter({value: 6 if 3 <= value <= 5 else 7 for value in range(1, 9)})
ALL_PEARLS.update(["3*", "4*", "5*"])
ALL_CHARACTERS = Counter({card.id: card.copies for card in GAME.cards("en")})
KINDS_OF_GAMES = [(players, waits) for players in (2, 3, 4, 5) for waits in (False, True)]
MOST_DECISIONS = 20_000

each_kind_of_game = pytest.mark.parametrize(("players", "waits"), KINDS_OF_GAMES)
some_examples = settings(max_examples=25, deadline=None, derandomize=True, database=None)


# Games.


def any_action(chance: random.Random, table: Table) -> int:
    legal = table.legal()
    return legal[chance.randrange(len(legal))]


def lively_action(chance: random.Random, table: Table) -> int:
    """Any action, but mostly one that activates a character where that is possible."""
    activations = [action for action in table.legal() if doing(action) == ACTIVATE]
    return chance.choice(activations) if activations and chance.random() < 0.8 else any_action(chance, table)


def moments(players: int, waits: bool, seed: int, every: int = 1) -> Iterator[Table]:
    """The table of a lively game at each moment, or at every so many; never to be played at, only to be copied."""
    table = Table.new(players, seed, wisp_owner_waits=waits)
    chance = random.Random(seed)
    decisions = 0
    while not table.over:
        if decisions % every == 0:
            yield table
        table.play(lively_action(chance, table))
        decisions += 1
        assert decisions < MOST_DECISIONS
    yield table


def table_after(players: int, waits: bool, seed: int, decisions: int) -> Table:
    """A lively game after so many decisions."""
    table = Table.new(players, seed, wisp_owner_waits=waits)
    chance = random.Random(seed)
    for _ in range(decisions):
        if not table.over:
            table.play(lively_action(chance, table))
    return table


def laden_table(players: int, waits: bool, seed: int) -> Table:
    """A table at which everybody has many characters already: more abilities than a game ever brings together."""
    chance = random.Random(seed)
    turn = chance.randrange(players)
    able = ["mad_hatter", "wizard", "death", "snow_white"]
    pearls = chance.sample(list(ALL_PEARLS.elements()), 56)
    others = list((ALL_CHARACTERS - Counter(able)).elements())
    characters = chance.sample(others, len(others))
    seats: list[dict[str, Any]] = [
        {
            "name": NAMES[seat],
            "hand": [pearls.pop() for _ in range(chance.randint(0, 7))],
            "portal": [characters.pop() for _ in range(2)],
            "activated": [characters.pop() for _ in range(chance.randint(2, 22 // players))],
            "diamonds": chance.randint(0, 2),
            "bonus": chance.randint(0, 1),
        }
        for seat in range(players)
    ]
    # Each of these is with the player to move, or somebody else, or still to come.
    for character in able:
        seat = chance.choice([turn, turn, chance.randrange(players), None])
        if seat is not None:
            seats[seat]["activated"].append(character)
    table, _ = GAME.read_position(
        Position.from_dict(
            {
                "game": "molthar",
                "options": {"wisp_owner_waits": waits},
                "players": seats,
                "pearls": {"market": pearls[:4], "discard": pearls[4 : chance.randint(4, len(pearls))]},
                "characters": {"market": characters[:2], "discard": characters[2 : chance.randint(2, 12)]},
                "turn": {"seat": turn, "actions_left": chance.randint(1, 4)},
                "starting_seat": chance.randrange(players),
                "seed": seed,
            }
        )
    )
    return table


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table in the middle of some game."""
    players, waits, seed = draw(st.integers(2, 5)), draw(st.booleans()), draw(st.integers(0, 2**63 - 1))
    if draw(st.booleans()):
        table = laden_table(players, waits, seed)
    else:
        table = table_after(players, waits, seed, draw(st.integers(0, 250)))
    for choice in draw(st.lists(st.integers(0, 60), max_size=20)):
        if not table.over:
            table.play(table.legal()[choice % len(table.legal())])
    return table


def position(table: Table) -> dict[str, Any]:
    written: dict[str, Any] = as_json(GAME.write_position(table, NAMES[: table.players], None))
    return written


def whole(table: Table) -> bytes:
    """All there is to a table."""
    return formats.write(GAME.write_position(table, NAMES[: table.players], None))


def read(text: bytes) -> Table:
    table, names = GAME.read_position(Position.from_json(text))
    assert names == NAMES[: table.players]
    return table


def view(table: Table, seat: int) -> dict[str, Any]:
    seen: dict[str, Any] = as_json(GAME.view(table, NAMES[: table.players], seat))
    return seen


def imagined_by(table: Table, seat: int, seed: int) -> Table:
    """What a seat, or a spectator, imagines."""
    return table.imagine(seat, FastChance.seeded(seed))


def observers(table: Table) -> list[int]:
    return [*range(table.players), SPECTATOR]


def played(table: Table, action: int) -> list[JournalEntry]:
    """Play an action and say what happened."""
    before = table.journal
    table.journal = []
    table.play(action)
    events, table.journal = table.journal, before
    assert events is not None
    return events


# Cards.


def cards(table: Table) -> tuple[Counter[int | str], Counter[str]]:
    """All pearls and all characters, wherever they are."""
    at = position(table)
    pearls: Counter[int | str] = Counter()
    characters: Counter[str] = Counter()
    for pile in ("market", "draw", "discard"):
        pearls.update(pearl for pearl in at["pearls"][pile] if pearl is not None)
        characters.update(character for character in at["characters"][pile] if character is not None)
    for player in at["players"]:
        pearls.update(player["hand"])
        characters.update(character for character in player["portal"] if character is not None)
        characters.update(player["activated"])
        characters.update(player["diamonds"])
    return pearls, characters


def every_card_is_there_once(table: Table) -> bool:
    return cards(table) == (ALL_PEARLS, ALL_CHARACTERS)


@pytest.mark.clause("M1", "M2")
@each_kind_of_game
def test_every_card_is_somewhere_exactly_once_after_every_action(players: int, waits: bool) -> None:
    for seed in range(2):
        for table in moments(players, waits, seed):
            assert every_card_is_there_once(table)


# What is legal.


@pytest.mark.clause("M5")
@each_kind_of_game
def test_there_is_always_something_to_do_and_each_listed_action_can_be_played(players: int, waits: bool) -> None:
    for table in moments(players, waits, 10 + players):
        legal = list(table.legal())
        assert len(set(legal)) == len(legal)
        assert bool(legal) != table.over
        before = whole(table)
        for action in legal:
            table.copy().play(action)
        assert whole(table) == before
        assert list(table.legal()) == legal


@some_examples
@given(tables())
def test_each_listed_action_leads_to_a_whole_table_where_somebody_can_do_something(table: Table) -> None:
    for action in table.legal():
        after = table.copy()
        after.play(action)
        assert every_card_is_there_once(after)
        assert after.over or len(after.legal())


def actions_of_all_phases() -> list[int]:
    """Actions of every kind, as they are legal at some moment of some game."""
    found: dict[int, set[int]] = {}
    for players in (2, 5):
        for seed in range(3):
            for table in moments(players, False, seed):
                for action in table.legal():
                    found.setdefault(doing(action), set()).add(action)
    assert len(found) == 14
    return [action for do in sorted(found) for action in sorted(found[do])[:40]]


def refused(table: Table, action: int) -> None:
    """See that an action is refused, by the table and by a session, and that nothing changes."""
    before, legal = whole(table), list(table.legal())
    with pytest.raises(RuleError):
        table.play(action)
    assert whole(table) == before
    assert list(table.legal()) == legal
    if not table.over:
        why_not = GAME.why_not(table, action)
        assert why_not.clause.startswith("M"), why_not
    assert whole(table) == before


@each_kind_of_game
def test_an_action_that_is_not_listed_is_refused_and_changes_nothing(players: int, waits: bool) -> None:
    elsewhere = actions_of_all_phases()
    chance = random.Random(players)
    for table in moments(players, waits, 20 + players, every=5):
        legal = set(table.legal())
        near = {action ^ 1 << bit for action in legal for bit in chance.sample(range(62), 3)}
        anywhere = {chance.getrandbits(63), -chance.getrandbits(63), chance.getrandbits(24), 14, 15}
        edges = {-1, 2**63 - 1, -(2**63), 2**31, 2**32}
        others = set(chance.sample(elsewhere, 10))
        for action in sorted((near | anywhere | edges | others) - legal):
            refused(table, action)


@some_examples
@given(tables(), st.integers(-(2**63), 2**63 - 1))
def test_a_number_that_is_no_action_is_refused(table: Table, number: int) -> None:
    if number not in list(table.legal()):
        refused(table, number)


@pytest.mark.parametrize("number", [2**63, 2**64, 2**64 + 1, 2**70, -(2**63) - 1, -(2**64), -(2**200)])
def test_a_number_too_large_for_any_action_is_refused(number: int) -> None:
    table = table_after(3, False, 4, 60)
    before = whole(table)
    # The compiled engine has no place for such a number and says so before the rules can.
    with pytest.raises((RuleError, TypeError, OverflowError)):
        table.play(number)
    assert whole(table) == before


def test_what_is_not_legal_is_refused_with_the_clause_that_is_against_it() -> None:
    game = Recorded.new(3, 5)
    elsewhere = actions_of_all_phases()
    chance = random.Random(5)
    while not game.table.over:
        record, at = game.record(), whole(game.table)
        for action in set(chance.sample(elsewhere, 5)) - set(game.table.legal()):
            with pytest.raises(RuleError, match=r"\(M\d+\)$"):
                game.play(action)
        assert game.record() == record
        assert whole(game.table) == at
        game.play(lively_action(chance, game.table))


@each_kind_of_game
def test_actions_and_their_structs_convert_into_each_other_without_loss(players: int, waits: bool) -> None:
    for table in moments(players, waits, 30 + players):
        actions = GAME.legal(table)
        from_json = msgspec.json.decode(formats.write(actions), type=list[AnyAction])
        assert [GAME.encode(table, action) for action in from_json] == list(table.legal())
        assert from_json == actions
        assert len({formats.write(action) for action in actions}) == len(actions)
        assert len(set(actions)) == len(actions)


# Copies.


@each_kind_of_game
def test_a_copy_never_changes_while_the_game_goes_on(players: int, waits: bool) -> None:
    kept = [(table.copy(), whole(table), list(table.legal())) for table in moments(players, waits, 40 + players, 7)]
    for copy, before, legal in kept:
        assert whole(copy) == before
        assert list(copy.legal()) == legal


@each_kind_of_game
def test_the_game_never_changes_while_copies_of_it_go_on(players: int, waits: bool) -> None:
    for table in moments(players, waits, 50 + players, every=40):
        before = whole(table)
        for seed in range(3):
            copy, chance = table.copy(), random.Random(seed)
            while not copy.over:
                copy.play(any_action(chance, copy))
        assert whole(table) == before


@some_examples
@given(tables(), st.integers(0, 1000))
def test_the_same_continuation_gives_the_same_game(table: Table, seed: int) -> None:
    copies = [table.copy(), table.copy(), table.copy().copy()]
    chance = random.Random(seed)
    for _ in range(60):
        assert len({whole(copy) for copy in copies}) == 1
        if copies[0].over:
            break
        action = lively_action(chance, copies[0])
        for copy in copies:
            copy.play(action)


# The end.


@pytest.mark.clause("M22", "M23")
@pytest.mark.parametrize("play", [any_action, lively_action])
@each_kind_of_game
def test_games_end_one_round_after_the_one_in_which_somebody_reached_twelve(
    players: int, waits: bool, play: Callable[[random.Random, Table], int]
) -> None:
    for seed in range(3):
        table = Table.new(players, seed, wisp_owner_waits=waits, journal=True)
        chance = random.Random(seed)
        decisions = 0
        while not table.over:
            table.play(play(chance, table))
            decisions += 1
            assert decisions < MOST_DECISIONS
        assert list(table.legal()) == []
        assert table.journal is not None
        events = [entry.event for entry in table.journal]
        turns = [event.seat for event in events if isinstance(event, TurnBegan)]
        twelve = next(number for number, event in enumerate(events) if isinstance(event, TwelveReached))
        rounds = sum(isinstance(event, TurnBegan) for event in events[:twelve]) - 1
        assert len(turns) == (rounds // players + 2) * players
        assert turns == [(turns[0] + number) % players for number in range(len(turns))]
        assert max(GAME.scores(table)) >= 12
        assert sum(table.payoffs()) == pytest.approx(1)
        assert sorted(seat for group in table.ranking() for seat in group) == list(range(players))
        refused(table, 0)


# Positions.


def go_on_alike(table: Table, other: Table, chance: random.Random, decisions: int) -> None:
    """See that two tables go on alike: same choices, same events, same positions."""
    for _ in range(decisions):
        assert list(table.legal()) == list(other.legal())
        if table.over:
            return
        action = lively_action(chance, table)
        events = [entry.event for entry in played(table, action)]
        assert [entry.event for entry in played(other, action)] == events
        assert whole(table) == whole(other)


@each_kind_of_game
def test_a_position_survives_a_round_trip_through_json_and_goes_on_alike(players: int, waits: bool) -> None:
    for number, table in enumerate(moments(players, waits, 60 + players, every=4)):
        text = whole(table)
        other = read(text)
        assert whole(other) == text
        assert [view(other, seat) for seat in observers(other)] == [view(table, seat) for seat in observers(table)]
        go_on_alike(table.copy(), other, random.Random(number), 12)


@some_examples
@given(tables(), st.integers(0, 1000))
def test_any_position_survives_a_round_trip_through_json_and_goes_on_alike(table: Table, seed: int) -> None:
    other = read(whole(table))
    assert whole(other) == whole(table)
    go_on_alike(table, other, random.Random(seed), 50)


def test_a_position_of_a_fair_table_goes_on_with_the_same_secret_stream() -> None:
    table = Table.new(3, chance=FairChance(bytes(range(32))))
    chance = random.Random(3)
    for _ in range(15):
        for _ in range(10):
            table.play(lively_action(chance, table))
        go_on_alike(table.copy(), read(whole(table)), random.Random(0), 80)


# Journals and records.


@each_kind_of_game
def test_a_game_is_the_same_with_and_without_a_journal(players: int, waits: bool) -> None:
    kept = Table.new(players, 70, wisp_owner_waits=waits, journal=True)
    chance = random.Random(70)
    for table in moments(players, waits, 70):
        assert whole(table) == whole(kept)
        if not kept.over:
            kept.play(lively_action(chance, kept))


class Recorded:
    """A game with the record of how it began and what was played."""

    def __init__(self, table: Table, beginning: Record) -> None:
        self.table = table
        self.table.journal = self.table.journal or []
        self.beginning = beginning
        self.actions: list[AnyAction] = []

    @staticmethod
    def new(
        players: int, seed: int | str, options: Options | None = None, starting_seat: int | None = None
    ) -> Recorded:
        beginning = Record(
            worldgates=RECORD_VERSION,
            players=tuple(NAMES[:players]),
            seed=seed,
            options=options or Options(),
            starting_seat=starting_seat,
            actions=(),
        )
        return Recorded.begin(beginning)

    @staticmethod
    def load(position: Position) -> Recorded:
        names = tuple(player.name for player in position.players)
        return Recorded.begin(Record(worldgates=RECORD_VERSION, players=names, position=position, actions=()))

    @staticmethod
    def begin(record: Record) -> Recorded:
        if record.position is not None:
            table, names = GAME.read_position(record.position)
            assert tuple(names) == record.players
        else:
            assert record.seed is not None
            chance = seeded(record.seed)
            table = GAME.new_table(len(record.players), chance, record.options, record.starting_seat, journal=True)
        return Recorded(table, msgspec.structs.replace(record, actions=(), result=None))

    @staticmethod
    def replay(record: Record) -> Recorded:
        game = Recorded.begin(record)
        for action in record.actions:
            game.play(GAME.encode(game.table, action))
        return game

    def play(self, action: int) -> None:
        if action not in self.table.legal():
            raise GAME.why_not(self.table, action)
        self.actions.append(GAME.decode(self.table, action))
        self.table.play(action)

    def play_to_the_end(self, chance: random.Random) -> None:
        while not self.table.over:
            self.play(lively_action(chance, self.table))

    def record(self) -> Record:
        result = GAME.outcome(self.table) if self.table.over else None
        return msgspec.structs.replace(self.beginning, actions=tuple(self.actions), result=result)

    def events(self) -> list[Event]:
        assert self.table.journal is not None
        return [entry.event for entry in self.table.journal]


@pytest.mark.parametrize("seed", [0, 7, 2**63 - 1, "00" * 16, "0123456789abcdef" * 4])
@each_kind_of_game
def test_a_record_played_again_gives_the_same_record(players: int, waits: bool, seed: int | str) -> None:
    starting_seat = None if waits else players - 1
    game = Recorded.new(players, seed, Options(waits), starting_seat)
    game.play_to_the_end(random.Random(80))
    record = game.record()
    again = Recorded.replay(Record.from_json(record.to_json()))
    assert again.record() == record
    assert again.record().to_json() == record.to_json()
    assert whole(again.table) == whole(game.table)
    assert again.events() == game.events()


def test_a_record_that_begins_from_a_position_played_again_gives_the_same_record() -> None:
    for players in (2, 3, 4, 5):
        game = Recorded.load(Position.from_json(whole(table_after(players, True, players, 100))))
        game.play_to_the_end(random.Random(players))
        record = game.record()
        assert Recorded.replay(Record.from_json(record.to_json())).record() == record


# What a seat may know (M24).


def known_pearls(seen: dict[str, Any], holder: int) -> Counter[int | str]:
    return Counter(seen["players"][holder]["hand"])


def hands(table: Table) -> list[Counter[int | str]]:
    return [Counter(player["hand"]) for player in position(table)["players"]]


@pytest.mark.clause("M24")
@each_kind_of_game
def test_what_a_seat_is_sure_of_is_true_and_its_own_hand_is_known_to_it(players: int, waits: bool) -> None:
    for table in moments(players, waits, 90 + players, every=2):
        truth = hands(table)
        for seat in observers(table):
            seen = view(table, seat)
            for holder in range(players):
                assert known_pearls(seen, holder) <= truth[holder]
                assert seen["players"][holder]["hand_size"] == truth[holder].total()
            if seat != SPECTATOR:
                assert known_pearls(seen, seat) == truth[seat]


@pytest.mark.clause("M24")
@each_kind_of_game
def test_tables_that_differ_in_what_a_seat_cannot_know_look_the_same_to_it(players: int, waits: bool) -> None:
    for number, table in enumerate(moments(players, waits, 100 + players, every=3)):
        before = whole(table)
        for seat in observers(table):
            world = imagined_by(table, seat, number)
            assert every_card_is_there_once(world)
            assert formats.write(view(world, seat)) == formats.write(view(table, seat))
            # What everybody sees is the same in all worlds.
            assert formats.write(view(world, SPECTATOR)) == formats.write(view(table, SPECTATOR))
            if table.to_act == seat:
                assert list(world.legal()) == list(table.legal())
            # Whoever is asked something after the last action has something left to do, in every world.
            assert GAME.decision(world) != "after" or len(world.legal()) > 1
            # Reading a position checks that each seat and a spectator have an account of the hands that is true.
            assert whole(read(whole(world))) == whole(world)
        assert whole(table) == before


@some_examples
@given(tables(), st.integers(0, 2**64 - 1))
def test_imagined_worlds_can_be_played_to_their_end(table: Table, seed: int) -> None:
    for seat in observers(table):
        world = imagined_by(table, seat, seed)
        chance = random.Random(seed)
        while not world.over:
            world.play(lively_action(chance, world))
        assert every_card_is_there_once(world)


@pytest.mark.clause("M24")
@each_kind_of_game
def test_a_world_imagined_within_an_imagined_world_looks_the_same_to_both_seats(players: int, waits: bool) -> None:
    for number, table in enumerate(moments(players, waits, 110 + players, every=17)):
        for seat in range(players):
            world = imagined_by(table, seat, number)
            for other in observers(table):
                again = imagined_by(world, other, number + 1)
                assert view(again, other) == view(world, other)
                assert every_card_is_there_once(again)


def test_a_position_can_be_read_after_a_wisp_was_placed_and_activated_in_one_turn() -> None:
    table, _ = GAME.read_position(
        Position.from_dict(
            {
                "game": "molthar",
                "players": [{"name": "Ada", "hand": [3, 3, 3]}, {"name": "Bo"}],
                "pearls": {"market": [1, 2, 7, 8]},
                "characters": {"market": ["wisp_3_6", "goblin"]},
                "turn": {"seat": 0, "actions_left": 3},
            }
        )
    )
    table.play(GAME.encode(table, Place(0)))
    table.play(GAME.encode(table, Activate(0, 0, (3, 3, 3))))
    assert whole(read(whole(table))) == whole(table)


# What happens tells a seat no more than it may know.

# Events that turn up what was hidden: the pile, a pearl's symbol, the face of a diamond, a hand looked at.
TURNS_UP = {
    "reveal_pearl",
    "reveal_character",
    "discard",
    "activate",
    "redraw",
    "trade_two",
    "take_back",
    "place",
}
# What only the seat that does it, or has it done to it, sees.
TURNS_UP_FOR_ONE = {"take", "draw", "peek", "rob", "rob_pearl"}


def accounts_of(table: Table, seat: int) -> set[bytes]:
    """What a seat remembers of the hands."""
    accounts = position(table)["knows"]["hands"]
    return {formats.write(account) for account in accounts if account["seat"] == (None if seat < 0 else seat)}


def apart_from_order(seen: dict[str, Any]) -> dict[str, Any]:
    """A view in which discarded pearls have no order: which of several equal ones came first is up to chance."""
    return {**seen, "pearls": {**seen["pearls"], "discard": Counter(seen["pearls"]["discard"])}}


def may_trade_twos(table: Table, seat: int) -> bool:
    """Whether a seat has Snow White: after the last action it is asked about her only with a 2 in hand."""
    return "snow_white" in position(table)["players"][seat]["activated"]


def compare_with_what_is_imagined(table: Table, number: int) -> int:
    """Play the same on a table and on those that somebody cannot tell from it; returns how often that looked alike."""
    alike = 0
    for seat in observers(table):
        world = imagined_by(table, seat, number)
        world.chance = table.chance.copy()
        shared = sorted(set(table.legal()) & set(world.legal()))
        for action in random.Random(number).sample(shared, min(4, len(shared))):
            here, there = table.copy(), world.copy()
            here.play(action)
            if seat != table.turn and (may_trade_twos(table, table.turn) or may_trade_twos(here, table.turn)):
                continue
            here = table.copy()
            seen_here = [as_json(event.seen_by(seat)) for event in played(here, action)]
            seen_there = [as_json(event.seen_by(seat)) for event in played(there, action)]
            if seen_here == seen_there:
                alike += 1
                assert apart_from_order(view(here, seat)) == apart_from_order(view(there, seat))
                assert accounts_of(here, seat) == accounts_of(there, seat)
                if here.to_act == seat:
                    assert list(here.legal()) == list(there.legal())
                continue
            first, other = next(
                pair for pair in zip([*seen_here, {}], [*seen_there, {}], strict=False) if pair[0] != pair[1]
            )
            may_turn_up = TURNS_UP | TURNS_UP_FOR_ONE if table.turn == seat else TURNS_UP
            assert first.get("event") == other.get("event"), (seat, action, first, other)
            assert first.get("event") in may_turn_up, (seat, action, first, other)
    return alike


@pytest.mark.clause("M24")
@each_kind_of_game
def test_what_a_seat_sees_happen_depends_on_nothing_that_it_does_not_see(players: int, waits: bool) -> None:
    """Play the same on a table and on one that a seat cannot tell from it.

    As long as the seat sees the same happen it must go on seeing the same table. Where it sees something else happen
    that has to be something that turned up.
    """
    alike = 0
    for number, table in enumerate(moments(players, waits, 120 + players, every=3)):
        alike += compare_with_what_is_imagined(table, number)
    assert alike > 50


@pytest.mark.clause("M24")
@pytest.mark.parametrize("seed", [80057, 80063, 80127])
def test_what_a_seat_remembers_does_not_depend_on_how_much_others_have_to_remember(seed: int) -> None:
    for number, table in enumerate(moments(3, True, seed, every=3)):
        compare_with_what_is_imagined(table, number)


@pytest.mark.clause("M24")
def test_who_is_asked_after_the_last_action_because_of_snow_white_alone_is_known_to_hold_a_two() -> None:
    position = {
        "game": "molthar",
        "players": [{"name": "Ada", "hand": [3], "activated": ["snow_white"]}, {"name": "Bo"}],
        "pearls": {"market": [1, 3, 5, 8], "draw": [2]},
        "characters": {"market": ["goblin", "unicorn"]},
        "turn": {"seat": 0, "actions_left": 1, "actions_taken": 2},
    }
    table, _ = GAME.read_position(Position.from_dict(position))
    played(table, GAME.encode(table, Take("pile")))
    assert view(table, 1)["decision"] == {"seat": 0, "what": "after"}
    assert view(table, 1)["players"][0]["hand"] == [2]
    for seed in range(20):
        assert 2 in hands(table.imagine(1, FastChance.seeded(seed)))[0]
    # Death gives another reason to ask: then it tells nothing.
    position["players"] = [{"name": "Ada", "hand": [3], "activated": ["snow_white", "death"]}, {"name": "Bo"}]
    table, _ = GAME.read_position(Position.from_dict(position))
    played(table, GAME.encode(table, Take("pile")))
    assert view(table, 1)["players"][0]["hand"] == []


# All of that once more, where everybody has many characters.


@each_kind_of_game
def test_all_of_this_holds_at_tables_full_of_abilities(players: int, waits: bool) -> None:
    happened: Counter[str] = Counter()
    for seed in range(12):
        table = laden_table(players, waits, 1000 * players + seed)
        chance = random.Random(seed)
        for step in range(20):
            if table.over:
                break
            assert every_card_is_there_once(table)
            legal = list(table.legal())
            assert legal
            assert len(set(legal)) == len(legal)
            other = read(whole(table))
            assert whole(other) == whole(table)
            go_on_alike(table.copy(), other, random.Random(step), 6)
            for seat in observers(table):
                world = imagined_by(table, seat, step)
                assert view(world, seat) == view(table, seat)
                assert table.to_act != seat or list(world.legal()) == legal
                assert whole(read(whole(world))) == whole(world)
            if step % 4 == 0:
                compare_with_what_is_imagined(table, step)
            abilities = [action for action in legal if doing(action) > ACTIVATE]
            action = chance.choice(abilities) if abilities and step % 2 else lively_action(chance, table)
            happened.update(what(played(table, action)))
    assert {"activate", "peek", "swap", "redraw"} <= set(happened)


# What is possible, written out: the hands that fit all a seat has seen.

Hand = tuple[str, ...]
Hands = tuple[Hand, ...]


def sorted_hand(pearls: Any) -> Hand:
    return tuple(sorted(str(pearl) for pearl in pearls))


def without(hand: Hand, pearl: str) -> Hand:
    rest = list(hand)
    rest.remove(pearl)
    return tuple(rest)


def choices(pool: Hand, number: int) -> Iterator[Hand]:
    """Every way to choose so many pearls of a sorted pool."""
    if number == 0:
        yield ()
        return
    for place, pearl in enumerate(pool):
        if place == 0 or pearl != pool[place - 1]:
            yield from ((pearl, *more) for more in choices(pool[place + 1 :], number - 1))


def all_deals(pool: Counter[str], sizes: list[int]) -> Iterator[Hands]:
    """Every way to deal so many pearls of a pool to each hand."""
    if not sizes:
        yield ()
        return
    for hand in choices(tuple(sorted(pool.elements())), sizes[0]):
        yield from ((hand, *others) for others in all_deals(pool - Counter(hand), sizes[1:]))


class Possible:
    """All that the hands may be for an observer who knew no other hand at first and has seen everything since."""

    def __init__(self, table: Table, seat: int) -> None:
        at = position(table)
        self.seat = seat
        self.market = Counter(str(pearl) for pearl in at["pearls"]["market"] if pearl)
        self.discard = Counter(str(pearl) for pearl in at["pearls"]["discard"])
        own = [sorted_hand(at["players"][seat]["hand"])] if seat != SPECTATOR else []
        sizes = [len(player["hand"]) for player in at["players"]]
        others = sizes if seat == SPECTATOR else sizes[:seat] + sizes[seat + 1 :]
        place = 0 if seat == SPECTATOR else seat
        pool = self.hidden() - Counter(own[0] if own else ())
        self.hands = {(*deal[:place], *own, *deal[place:]) for deal in all_deals(pool, others)}

    def hidden(self) -> Counter[str]:
        return Counter({str(pearl): number for pearl, number in ALL_PEARLS.items()}) - self.market - self.discard

    def pile(self, hands: Hands) -> Counter[str]:
        return self.hidden() - Counter(pearl for hand in hands for pearl in hand)

    def change(self, how: Callable[[Hands], Iterable[Hands]]) -> None:
        self.hands = {after for before in self.hands for after in how(before)}

    def observe_draw(self, holder: int, pearl: str) -> None:
        self.change(lambda hands: [with_hand(hands, holder, (*hands[holder], pearl))])

    def observe_discard(self, holder: int, pearl: str) -> None:
        self.change(
            lambda hands: [with_hand(hands, holder, without(hands[holder], pearl))] if pearl in hands[holder] else []
        )
        self.discard[pearl] += 1

    def drawn(self, holder: int, pearl: str | None) -> None:
        """A pearl of the pile goes into a hand; None: it may be any of them."""
        self.change(
            lambda hands: [
                with_hand(hands, holder, (*hands[holder], drawn))
                for drawn in self.pile(hands)
                if pearl in (None, drawn)
            ]
        )

    def observe_theft(self, thief: int, victim: int, pearl: str | None) -> None:
        self.change(
            lambda hands: [
                with_hand(with_hand(hands, victim, without(hands[victim], gone)), thief, (*hands[thief], gone))
                for gone in set(hands[victim])
                if pearl in (None, gone)
            ]
        )

    def observe(self, event: dict[str, Any]) -> None:
        who, pearl = event.get("seat", -1), str(event["pearl"]) if "pearl" in event else None
        match event["event"]:
            case "take" if event["from"] == "pile":
                self.drawn(who, pearl)
            case "take" | "take_back":
                assert pearl is not None
                (self.market if event["event"] == "take" else self.discard)[pearl] -= 1
                self.observe_draw(who, pearl)
            case "refresh":
                self.market.subtract(str(gone) for gone in event["pearls"])
                self.discard.update(str(gone) for gone in event["pearls"])
            case "shuffle" if event["pile"] == "pearls":
                self.change(lambda hands: [hands] if not self.pile(hands).total() else [])
                self.discard.clear()
            case "draw":
                for index in range(event["number"]):
                    self.drawn(who, str(event["pearls"][index]) if "pearls" in event else None)
            case "reveal_pearl":
                assert pearl is not None
                self.change(lambda hands: [hands] if self.pile(hands)[pearl] else [])
                self.market[pearl] += 1
            case "discard" | "trade_two":
                assert pearl is not None
                self.observe_discard(who, pearl)
            case "activate" | "redraw":
                for gone in event["spend" if event["event"] == "activate" else "pearls"]:
                    self.observe_discard(who, str(gone))
            case "rob" if "hand" in event:
                hand = sorted_hand(event["hand"])
                self.change(lambda hands: [hands] if hands[event["victim"]] == hand else [])
            case "rob_pearl":
                self.observe_theft(who, event["victim"], pearl)

    def notices(self, view: dict[str, Any]) -> None:
        """Who is asked after the last action has something left to do: without Death that is a 2 to trade."""
        seat = view["decision"]["seat"]
        if view["decision"]["what"] == "after" and "death" not in view["players"][seat]["activated"]:
            self.change(lambda hands: [hands] if "2" in hands[seat] else [])


def with_hand(hands: Hands, holder: int, hand: Hand) -> Hands:
    return (*hands[:holder], tuple(sorted(hand)), *hands[holder + 1 :])


Account = tuple[list[Hand], Counter[str], list[int]]


def remembered(table: Table, seat: int) -> list[Account]:
    """What a seat, or a spectator, remembers of the hands: in one way, or in several that may be true.

    The pearls that are surely in each hand; those that lie unknown in hands since the pile last ran out; how many of
    these each hand holds.
    """
    return [
        (
            [sorted_hand(hand) for hand in account["hands"]],
            Counter(str(pearl) for pearl in account.get("older", [])),
            account.get("older_in") or [0] * table.players,
        )
        for account in position(table)["knows"]["hands"]
        if account["seat"] == (None if seat == SPECTATOR else seat)
    ]


def fits(account: Account, hands: Hands) -> bool:
    """Whether hands are such as an account says."""
    known, older, older_in = account
    rest = [Counter(hand) - Counter(part) for hand, part in zip(hands, known, strict=True)]
    sizes = [len(hand) - len(part) for hand, part in zip(hands, known, strict=True)]
    return [part.total() for part in rest] == sizes and any(
        all(Counter(part) <= left for part, left in zip(deal, rest, strict=True)) for deal in all_deals(older, older_in)
    )


def can_be_imagined(table: Table, seat: int) -> set[Hands]:
    """Every way to fill up what a seat, or a spectator, remembers of the hands."""
    at = position(table)
    open_pearls = Counter(str(pearl) for pile in ("market", "discard") for pearl in at["pearls"][pile] if pearl)
    hidden = Counter({str(pearl): number for pearl, number in ALL_PEARLS.items()}) - open_pearls
    sizes = [len(player["hand"]) for player in at["players"]]
    found: set[Hands] = set()
    for known, older, older_in in remembered(table, seat):
        newer_in = [size - len(hand) - number for size, hand, number in zip(sizes, known, older_in, strict=True)]
        placed = older + Counter(pearl for hand in known for pearl in hand)
        if placed <= hidden:
            for old in all_deals(older, older_in):
                for new in all_deals(hidden - placed, newer_in):
                    found.add(tuple(tuple(sorted(sum(parts, ()))) for parts in zip(known, old, new, strict=True)))
    return found


def table_with_few_hidden_pearls(chance: random.Random, players: int) -> Table:
    """Ada can rob twice with pictured pearls alone, and hardly any pearls are hidden: all possibilities are few."""
    few: list[int | str] = [2, 2, 3, 3, "3*", 4, "4*", 6, 6, 8]
    hidden = chance.sample(few, 2 * players + 3)
    others = list((ALL_PEARLS - Counter(hidden)).elements())
    chance.shuffle(others)
    activated = [["dwarf_5", "dwarf_6", "dwarf_7"], ["snow_white"], ["death"], []]
    portals = [["pixie", "pixie"], ["goblin", "puss_in_boots"], ["wraith", None], [None, None]]
    table, _ = GAME.read_position(
        Position.from_dict(
            {
                "game": "molthar",
                "players": [
                    {
                        "name": NAMES[seat],
                        "hand": hidden[2 * seat : 2 * seat + 2],
                        "portal": portals[seat],
                        "activated": activated[seat],
                    }
                    for seat in range(players)
                ],
                "pearls": {"market": others[:4], "draw": hidden[2 * players :], "discard": others[4:]},
                "characters": {"market": ["medusa", "dwarf_4"]},
                "turn": {"seat": chance.randrange(players), "actions_left": 3},
                "seed": chance.getrandbits(32),
            }
        )
    )
    return table


@pytest.mark.clause("M24")
@pytest.mark.parametrize("players", [2, 3])
def test_a_seat_can_imagine_just_the_hands_that_fit_all_it_has_seen(players: int) -> None:
    happened: Counter[str] = Counter()
    for seed in range(20):
        chance = random.Random(seed)
        table = table_with_few_hidden_pearls(chance, players)
        minds = [Possible(table, seat) for seat in observers(table)]
        shuffled = False
        for _ in range(14):
            events = played(table, lively_action(chance, table))
            kinds = set(what(events))
            if {"redraw", "shuffle"} <= kinds:
                # How much of the new hand was drawn before the shuffle is not told.
                break
            happened.update(kinds)
            shuffled |= "shuffle" in kinds
            truth = tuple(sorted_hand(hand.elements()) for hand in hands(table))
            for mind in minds:
                for event in events:
                    mind.observe(as_json(event.seen_by(mind.seat)))
                mind.notices(view(table, mind.seat))
                assert truth in mind.hands
                accounts = remembered(table, mind.seat)
                assert all(any(fits(account, possible) for account in accounts) for possible in mind.hands)
                # With several unknown hands a seat may, after a shuffle, imagine more than is possible.
                if not shuffled or (players == 2 and mind.seat != SPECTATOR):
                    assert can_be_imagined(table, mind.seat) == mind.hands
            # Who has too many possibilities before them is left out from here on.
            minds = [mind for mind in minds if len(mind.hands) < 500]
    assert happened["rob_pearl"] > 5
    assert happened["shuffle"] > 2


# What a seat imagines is one of the possibilities, each as likely as the others.


def evenly_spread(found: Counter[Any], expected: dict[Any, float]) -> bool:
    """A chi-square test: whether counts are as far from what is expected as chance makes them."""
    assert set(found) <= set(expected)
    total, weight = found.total(), sum(expected.values())
    wanted = {key: total * part / weight for key, part in expected.items()}
    distance: float = sum((found[key] - number) ** 2 / number for key, number in wanted.items())
    freedom = len(expected) - 1
    return distance < freedom + 4 * math.sqrt(2 * freedom)


def middle_of_a_game() -> Table:
    """Three players; Ada has looked at the top character and knows two pearls of Bo's hand, who has drawn two more."""
    table, _ = GAME.read_position(
        Position.from_dict(
            {
                "game": "molthar",
                "players": [
                    {"name": "Ada", "hand": [1, 2], "activated": ["wizard"], "diamonds": 2},
                    {"name": "Bo", "portal": ["lion", None], "diamonds": 1},
                    {"name": "Cleo", "hand": [4, 4, "4*", 8]},
                ],
                "pearls": {"market": [5, 6, 7, 8], "discard": [1, 1, 2, 3]},
                "characters": {"market": ["goblin", "unicorn"]},
                "turn": {"seat": 1, "actions_left": 4},
                "seed": 3,
            }
        )
    )
    for action in (
        *[Take(0), Take("pile")] * 2,
        *[Take("pile")] * 3,
        *[Discard(4)] * 2,
        Peek(),
    ):
        table.play(GAME.encode(table, action))
    return table


@pytest.mark.clause("M24")
def test_what_a_seat_cannot_know_takes_every_value_as_often_as_chance_would_have_it() -> None:
    table = middle_of_a_game()
    at, seen = position(table), view(table, 0)
    known = known_pearls(seen, 1)
    assert known.total() == 2
    hidden = Counter(at["pearls"]["draw"]) + (Counter(at["players"][1]["hand"]) - known)
    hidden += Counter(at["players"][2]["hand"]) - known_pearls(seen, 2)
    faces = Counter(at["characters"]["draw"][1:])
    for player in at["players"]:
        faces.update(player["diamonds"])
    found: dict[str, Counter[int | str]] = {}
    for seed in range(3000):
        world = position(imagined_by(table, 0, seed))
        assert world["players"][0]["hand"] == at["players"][0]["hand"]
        assert world["characters"]["draw"][0] == at["characters"]["draw"][0]
        found.setdefault("hand of Bo", Counter()).update(Counter(world["players"][1]["hand"]) - known)
        found.setdefault("hand of Cleo", Counter()).update(Counter(world["players"][2]["hand"]))
        for place in (0, 1, -1):
            found.setdefault(f"pearl {place} of the pile", Counter())[world["pearls"]["draw"][place]] += 1
        for place in (1, 2, -1):
            found.setdefault(f"character {place} of the pile", Counter())[world["characters"]["draw"][place]] += 1
        for seat, stone in ((0, 0), (0, 1), (1, 0)):
            found.setdefault(f"diamond {stone} of {seat}", Counter())[world["players"][seat]["diamonds"][stone]] += 1
    for where, counts in found.items():
        of = faces if "character" in where or "diamond" in where else hidden
        assert evenly_spread(counts, dict(of)), where


@pytest.mark.clause("M24")
def test_with_few_cards_unknown_every_possibility_is_imagined_the_true_one_among_them() -> None:
    used = ["goblin", "unicorn", "lion", "dragon", "giant"]
    others = list((ALL_CHARACTERS - Counter(used)).elements())
    unknown: list[int | str] = [1, 2, "3*", 8]
    table, _ = GAME.read_position(
        Position.from_dict(
            {
                "game": "molthar",
                "players": [
                    {"name": "Ada", "hand": [7], "diamonds": ["lion"]},
                    {"name": "Bo", "hand": [1, "3*"], "diamonds": ["dragon"]},
                ],
                "pearls": {
                    "market": [7, 7, 7, 7],
                    "draw": [8, 2],
                    "discard": list((ALL_PEARLS - Counter([7] * 5) - Counter(unknown)).elements()),
                },
                "characters": {"market": ["goblin", "unicorn"], "draw": ["giant"], "discard": others},
                "turn": {"seat": 0, "actions_left": 3},
            }
        )
    )
    deals: Counter[tuple[Hand, Hand]] = Counter()
    faces: Counter[tuple[str, str, str]] = Counter()
    for seed in range(1200):
        world = position(imagined_by(table, 0, seed))
        deals[sorted_hand(world["players"][1]["hand"]), tuple(str(p) for p in world["pearls"]["draw"])] += 1
        ada, bo = world["players"]
        faces[ada["diamonds"][0], bo["diamonds"][0], world["characters"]["draw"][0]] += 1
    assert deals[("1", "3*"), ("8", "2")]
    assert faces["lion", "dragon", "giant"]
    assert evenly_spread(
        deals,
        {(sorted_hand(order[:2]), tuple(str(pearl) for pearl in order[2:])): 1 for order in permutations(unknown)},
    )
    assert evenly_spread(faces, dict.fromkeys(permutations(["lion", "dragon", "giant"]), 1))


@pytest.mark.clause("M24")
@each_kind_of_game
def test_what_is_imagined_depends_on_nothing_that_is_hidden(players: int, waits: bool) -> None:
    for number, table in enumerate(moments(players, waits, 40 + players, every=9)):
        for seat in range(players):
            twin = imagined_by(table, seat, number)
            assert whole(imagined_by(table, seat, 77)) == whole(imagined_by(twin, seat, 77))


@pytest.mark.clause("M24")
def test_pearls_that_lay_in_hands_when_the_pile_ran_out_are_imagined_there_and_not_in_the_new_pile() -> None:
    rest = ALL_PEARLS - Counter([1, 1, 8, 8, 8, 7, 1, 2, 3, 4, 6])
    table, _ = GAME.read_position(
        Position.from_dict(
            {
                "game": "molthar",
                "players": [{"hand": [1, 1]}, {"hand": [8, 8]}, {"hand": [7, 8]}],
                "pearls": {"market": [1, 2, 3, 4], "draw": [6], "discard": list(rest.elements())},
                "characters": {"market": ["goblin", "unicorn"]},
                "turn": {"seat": 0, "actions_left": 3},
            }
        )
    )
    for _ in range(2):
        table.play(GAME.encode(table, Take("pile")))
    # An 8 is surely in each of the two hands; where the 7 and the third 8 lie is open.
    assert [view(table, 0)["players"][seat]["hand"] for seat in (1, 2)] == [[8], [8]]
    worlds = [hands(imagined_by(table, 0, seed)) for seed in range(60)]
    seen = {(tuple(sorted(world[1].elements())), tuple(sorted(world[2].elements()))) for world in worlds}
    assert seen == {((8, 8), (7, 8)), ((7, 8), (8, 8))}
    # One of them spends the 7: that was an older pearl, and then all is known.
    table.play(GAME.encode(table, Refresh()))
    assert read(whole(table)).legal()[:] == table.legal()
