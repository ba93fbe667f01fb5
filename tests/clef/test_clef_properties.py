"""What holds at every moment of every game of La clef des mondes, whatever is played.

Games are played at random, with a liking for effects, reactions and ways: so that everything cards can do happens.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations

import pytest
from clef_build import from_object, read_json, tag, to_object

from worldgates.clef import table as rules
from worldgates.clef.cards import DISCOVERIES, NO_CARD, bit
from worldgates.clef.cardset import shipped
from worldgates.clef.position import Position, write_position
from worldgates.clef.table import ClefTable
from worldgates.clef.view import View, decision_of, view
from worldgates.core import formats
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.table import SPECTATOR, JournalEntry, RuleError

NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve"]
KINDS_OF_GAMES = [(players, reveals) for players in (2, 3, 4, 5) for reveals in (False, True)]
ROUNDS = 20
MOST_DECISIONS = 5000
DULL = (rules.PASS, rules.DISCARD)

each_kind_of_game = pytest.mark.parametrize(("players", "reveals"), KINDS_OF_GAMES)


# Games.


def new_table(
    players: int, reveals: bool, seed: int, max_rounds: int | None = ROUNDS, journal: bool = False
) -> ClefTable:
    return ClefTable.new(
        players,
        seed,
        reveal_while_paying=reveals,
        max_rounds=max_rounds,
        journal=journal,
    )


def lively_action(chance: FastChance, table: ClefTable) -> int:
    """Any action, but seldom a dull one; mostly a reaction where one can react."""
    legal = list(table.legal())
    lively = [action for action in legal if rules.doing(action) not in DULL and rules.card_of(action) >= 0]
    if table.decision() in (rules.REACTING, rules.DEFENDING):
        lively = legal[:-1]
    effects = [action for action in lively if rules.doing(action) == rules.EFFECT]
    choices = legal
    if effects and chance.below(2):
        choices = effects
    elif lively and chance.below(8):
        choices = lively
    return choices[chance.below(len(choices))]


def moments(
    players: int, reveals: bool, seed: int, every: int = 1, max_rounds: int | None = ROUNDS
) -> Iterator[ClefTable]:
    """The table of a lively game at each moment, or at every so many; never to be played at, only to be copied."""
    table = new_table(players, reveals, seed, max_rounds)
    chance = FastChance.seeded(seed)
    decisions = 0
    while not table.over:
        if decisions % every == 0:
            yield table
        table.play(lively_action(chance, table))
        decisions += 1
        assert decisions < MOST_DECISIONS
    yield table


def position(table: ClefTable) -> Position:
    return write_position(table, NAMES[: table.players])


def whole(table: ClefTable) -> bytes:
    """All there is to a table."""
    return formats.write(position(table))


def read(text: bytes) -> ClefTable:
    table, names = read_json(formats.parse(text), shipped())
    assert names == NAMES[: table.players]
    return table


def seen_by(table: ClefTable, seat: int) -> View:
    return view(table, NAMES[: table.players], seat)


def observers(table: ClefTable) -> list[int]:
    return [*range(table.players), SPECTATOR]


def imagined_by(table: ClefTable, seat: int, seed: int) -> ClefTable:
    """What a seat, or a spectator, imagines."""
    return table.imagine(seat, FastChance.seeded(seed))


def played(table: ClefTable, action: int) -> list[JournalEntry]:
    """Play an action and say what happened."""
    before = table.journal
    table.journal = []
    table.play(action)
    events, table.journal = table.journal, before
    assert events is not None
    return events


def slots(table: ClefTable) -> list[int]:
    """Every card in its place: hands in their order, piles from the top, a bad encounter that is being carried out."""
    cards = [int(card) for seat in table.seats for card in seat.hand]
    cards += [card for pile in table.piles for card in pile.from_top()]
    return cards if table.struck == NO_CARD else [*cards, int(table.struck)]


def every_card_is_there_once(table: ClefTable) -> bool:
    return sorted(slots(table)) == list(range(DISCOVERIES))


def may_be(table: ClefTable, seat: int, card: int) -> int:
    observer = table.players if seat == SPECTATOR else seat
    return int(table.knowledge.may_be[observer * DISCOVERIES + card])


def all_knowledge_is_true(table: ClefTable) -> bool:
    """For everybody each card may be what it is."""
    return all(may_be(table, seat, card) & int(bit(card)) for seat in observers(table) for card in range(DISCOVERIES))


def all_know_their_hands(table: ClefTable) -> bool:
    return all(
        table.knowledge.knows(number, int(card)) for number, seat in enumerate(table.seats) for card in seat.hand
    )


# Cards.


@pytest.mark.clause("K1", "K14", "K15", "K16")
@each_kind_of_game
def test_every_card_is_somewhere_exactly_once_and_where_it_may_be(players: int, reveals: bool) -> None:
    cards = shipped()
    for seed in range(3):
        for table in moments(players, reveals, seed):
            assert every_card_is_there_once(table)
            for seat in table.seats:
                assert len(seat.hand) <= rules.HAND_LIMIT
                for card in seat.hand:
                    discovery = cards.discoveries[int(card)]
                    # An encounter is held in its own world, a bad one by nobody.
                    assert discovery.kind == 1 or (discovery.kind == 0 and discovery.world == table.worlds[seat.place])
            for world, pile in enumerate(table.piles):
                for card in pile.from_top():
                    assert cards.discoveries[card].kind == 1 or cards.discoveries[card].world == world


def test_lively_games_do_all_that_can_be_done() -> None:
    effects: Counter[str] = Counter()
    decisions: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for players, reveals in KINDS_OF_GAMES:
        for seed in range(12, 20):
            table = new_table(players, reveals, seed)
            chance = FastChance.seeded(seed)
            while not table.over:
                decisions[decision_of(table)] += 1
                action = lively_action(chance, table)
                if rules.doing(action) == rules.EFFECT:
                    card = shipped().discoveries[rules.played(action, 0)]
                    effects[card.together.id if rules.cards_played(action) == 2 else card.effect.id] += 1
                events.update(tag(entry) for entry in played(table, action))
    assert decisions.total() > 5000
    assert set(decisions) == {"choose_character", "action", "react", "answer", "accept", "pick", "discard"}
    assert min(decisions.values()) > 10
    assert len(effects) == 15
    assert {"stop", "cancel", "lose", "miss", "show_hand", "unharmed", "steal", "swap", "left_behind"} <= set(events)


# What is legal.


@each_kind_of_game
def test_there_is_always_something_to_do_and_each_listed_action_can_be_played(players: int, reveals: bool) -> None:
    for table in moments(players, reveals, 10 + players, every=5):
        legal = list(table.legal())
        assert len(set(legal)) == len(legal)
        assert bool(legal) != table.over
        before = whole(table)
        for action in legal:
            after = table.copy()
            after.play(action)
            assert after.over or len(after.legal())
            assert every_card_is_there_once(after)
        assert whole(table) == before
        assert list(table.legal()) == legal


@cache
def actions_of_all_kinds() -> list[int]:
    """Actions of every kind, as they are legal at some moment of some game."""
    found: dict[int, set[int]] = {}
    for players in (2, 5):
        for seed in range(2):
            for table in moments(players, False, seed):
                for action in table.legal():
                    found.setdefault(rules.doing(action), set()).add(action)
    assert len(found) >= 12
    return [action for do in sorted(found) for action in sorted(found[do])[:40]]


def refused(table: ClefTable, action: int) -> None:
    """See that an action is refused and that nothing changes."""
    before, legal = whole(table), list(table.legal())
    with pytest.raises(RuleError):
        table.play(action)
    assert whole(table) == before
    assert list(table.legal()) == legal


@each_kind_of_game
def test_an_action_that_is_not_listed_is_refused_and_changes_nothing(players: int, reveals: bool) -> None:
    elsewhere = actions_of_all_kinds()
    chance = random.Random(players)
    for table in moments(players, reveals, 20 + players, every=20):
        legal = set(table.legal())
        near = {action ^ 1 << chance.randrange(56) for action in sorted(legal)[:6]}
        anywhere = {chance.getrandbits(62), -chance.getrandbits(62), chance.getrandbits(24), 13, 15}
        edges = {-1, 2**63 - 1, -(2**63), 2**31, 2**32}
        others = set(chance.sample(elsewhere, 8))
        for action in sorted((near | anywhere | edges | others) - legal):
            refused(table, action)


@each_kind_of_game
def test_actions_and_their_objects_convert_into_each_other_without_loss(players: int, reveals: bool) -> None:
    for table in moments(players, reveals, 30 + players, every=3):
        objects = [to_object(table, action) for action in table.legal()]
        from_json = formats.parse(formats.write(objects))
        assert isinstance(from_json, list)
        assert from_json == objects
        assert [from_object(table, thing) for thing in from_json] == list(table.legal())
        assert len({formats.write(thing) for thing in objects}) == len(objects)


@pytest.mark.parametrize(
    "thing",
    [
        {"do": "fly"},
        {"do": "draw", "card": "esus"},
        {"do": "discard"},
        {"do": "discard", "card": "nobody"},
        {"do": "discard", "card": None},
        {"do": "effect", "cards": ["esus", "esus"]},
        {"do": "effect", "cards": ["character"]},
        {"do": "effect", "cards": ["esus"], "seat": 5},
        {"do": "effect", "cards": ["esus"], "world": 9},
        {"do": "effect", "cards": ["esus"], "world": "nowhere"},
        {"do": "effect", "cards": ["esus"] * 6},
        {"do": "choose_character", "character": "esus"},
        {"do": "accept", "yes": 1},
        {"do": "react"},
        [],
        None,
    ],
)
def test_what_is_no_action_is_refused_before_it_is_played(thing: object) -> None:
    table = next(table for table in moments(3, False, 1) if table.decision() == rules.ACTION)
    with pytest.raises(FormatError, match="action"):
        from_object(table, thing)


# Copies and positions.


@each_kind_of_game
def test_a_copy_goes_its_own_way(players: int, reveals: bool) -> None:
    for table in moments(players, reveals, 40 + players, every=15):
        before = whole(table)
        twin, other = table.copy(), table.copy()
        chance = FastChance.seeded(1)
        for _ in range(12):
            if not twin.over:
                twin.play(lively_action(chance, twin))
        assert whole(table) == before
        assert whole(other) == before
        chance = FastChance.seeded(1)
        for _ in range(12):
            if not other.over:
                other.play(lively_action(chance, other))
        assert whole(other) == whole(twin)
        assert whole(table) == before


@pytest.mark.clause("EG11")
@each_kind_of_game
def test_a_position_survives_json_and_goes_on_as_the_game_would_have(players: int, reveals: bool) -> None:
    for table in moments(players, reveals, 50 + players, every=12):
        text = whole(table)
        again, twin = read(text), table.copy()
        assert whole(again) == text
        chance = FastChance.seeded(2)
        for _ in range(15):
            assert list(again.legal()) == list(twin.legal())
            assert [seen_by(again, seat) for seat in observers(again)] == [
                seen_by(twin, seat) for seat in observers(twin)
            ]
            if twin.over:
                break
            action = lively_action(chance, twin)
            events, twins = played(again, action), played(twin, action)
            assert [(entry.event, entry.audience) for entry in events] == [
                (entry.event, entry.audience) for entry in twins
            ]
        assert whole(again) == whole(twin)


# What each seat knows.


@pytest.mark.clause("K29", "EG7")
@each_kind_of_game
def test_what_each_seat_knows_is_always_true_and_its_own_hand_is_known(players: int, reveals: bool) -> None:
    for seed in range(60, 62):
        for table in moments(players, reveals, seed):
            assert all_knowledge_is_true(table)
            assert all_know_their_hands(table)


@pytest.mark.clause("K29", "EG7", "EG10")
@each_kind_of_game
def test_what_a_seat_cannot_know_changes_neither_its_view_nor_what_it_may_do(players: int, reveals: bool) -> None:
    for seed, table in enumerate(moments(players, reveals, 70 + players, every=8)):
        if table.over:
            # Everybody lays down their cards.
            continue
        for seat in observers(table):
            world = imagined_by(table, seat, seed)
            assert seen_by(world, seat) == seen_by(table, seat)
            if table.to_act == seat:
                legal = [to_object(table, action) for action in table.legal()]
                assert [to_object(world, action) for action in world._compute_legal()] == legal


@pytest.mark.clause("K29", "EG7")
@each_kind_of_game
def test_what_a_seat_imagines_contradicts_nothing_that_it_knows(players: int, reveals: bool) -> None:
    for seed, table in enumerate(moments(players, reveals, 80 + players, every=8)):
        before = whole(table)
        for seat in observers(table):
            world = imagined_by(table, seat, seed)
            assert every_card_is_there_once(world)
            for true, imagined in places(table, world, seat):
                # In which order others hold their cards nobody knows.
                assert any(
                    all(may_be(table, seat, card) & int(bit(there)) for card, there in zip(true, order, strict=True))
                    for order in permutations(imagined)
                )
            assert read(whole(world)).players == players
            assert all_knowledge_is_true(world)
            assert all_know_their_hands(world)
            assert_worlds_and_readers_fit(table, world, seat)
        assert whole(table) == before


def places(table: ClefTable, world: ClefTable, seat: int) -> Iterator[tuple[list[int], list[int]]]:
    """The cards of two tables by place: each of a pile and of the seat's own hand, and other hands whole."""
    for pile, other in zip(table.piles, world.piles, strict=True):
        for card, imagined in zip(pile.from_top(), other.from_top(), strict=True):
            yield [card], [imagined]
    for number, (here, there) in enumerate(zip(table.seats, world.seats, strict=True)):
        if number == seat:
            for card, imagined in zip(here.hand, there.hand, strict=True):
                yield [int(card)], [int(imagined)]
        else:
            yield [int(card) for card in here.hand], [int(card) for card in there.hand]


def assert_worlds_and_readers_fit(table: ClefTable, world: ClefTable, seat: int) -> None:
    assert sorted(world.worlds) == sorted(table.worlds)
    for place in range(rules.PLACES):
        if table.face_up >> place & 1:
            assert world.worlds[place] == table.worlds[place]
    readers: list[int] = []
    for number, (there, here) in enumerate(zip(world.seats, table.seats, strict=True)):
        if number == seat:
            assert (there.reader, there.aside, list(there.dealt)) == (here.reader, here.aside, list(here.dealt))
        if here.revealed:
            assert there.reader == here.reader
        readers += [reader for reader in (there.reader, there.aside, *there.dealt) if reader >= 0]
    assert len(set(readers)) == len(readers) == 2 * table.players


@pytest.mark.clause("K29")
@each_kind_of_game
def test_an_imagined_game_can_be_played_on(players: int, reveals: bool) -> None:
    for seed, table in enumerate(moments(players, reveals, 90 + players, every=4)):
        if table.over:
            continue
        world = imagined_by(table, seed % players, seed)
        chance = FastChance.seeded(seed)
        for _ in range(8):
            if not world.over:
                world.play(lively_action(chance, world))
                assert every_card_is_there_once(world)
                assert all_knowledge_is_true(world)


@pytest.mark.clause("K29", "EG7")
def test_what_is_imagined_varies() -> None:
    """Of cards that a seat cannot tell from each other each is imagined in each place."""
    table = next(table for table in moments(3, False, 5) if table.decision() == rules.ACTION and table.round == 3)
    seat = int(table.turn)
    true = slots(table)
    found: dict[int, set[int]] = {place: set() for place in range(DISCOVERIES)}
    for seed in range(120):
        for place, card in enumerate(slots(imagined_by(table, seat, seed))):
            found[place].add(card)
    for place, card in enumerate(true):
        may = may_be(table, seat, card)
        assert len(found[place]) >= min(2, may.bit_count() if may >= 0 else 2), place


@pytest.mark.clause("K29", "EG10")
def test_closed_worlds_and_hidden_characters_vary() -> None:
    table = next(table for table in moments(3, False, 5) if table.decision() == rules.ACTION)
    seat = int(table.turn)
    worlds, readers = set(), set()
    for seed in range(100):
        world = imagined_by(table, seat, seed)
        worlds.add(tuple(world.worlds))
        readers.add(tuple((there.reader, there.aside) for there in world.seats))
    assert len(worlds) > 50
    assert len(readers) > 50


@pytest.mark.clause("K29", "EG7")
@each_kind_of_game
def test_no_view_holds_a_card_that_its_seat_does_not_know(players: int, reveals: bool) -> None:
    for table in moments(players, reveals, 100 + players, every=8):
        for seat in observers(table):
            if table.over:
                continue
            observer = players if seat == SPECTATOR else seat
            seen = seen_by(table, seat)
            for number, player in enumerate(seen.players):
                hand = table.seats[number].hand
                assert player.hand_size == len(hand)
                sure = [
                    shipped().discoveries[int(card)].id for card in hand if table.knowledge.knows(observer, int(card))
                ]
                assert sorted(player.hand) == sorted(sure)
            for world in shipped().worlds[1:]:
                for card, id in zip(table.piles[world.number].from_top(), seen.piles[world.id], strict=True):
                    known = table.knowledge.knows(observer, card)
                    assert id == (shipped().discoveries[card].id if known else None)


# The end.


@pytest.mark.clause("K28")
@each_kind_of_game
def test_games_end_with_the_last_round(players: int, reveals: bool) -> None:
    drawn = 0
    for seed in range(3):
        *_, last = moments(players, reveals, seed, max_rounds=4)
        assert last.over
        assert list(last.legal()) == []
        assert last.round <= 4
        assert abs(sum(last.payoffs()) - 1) < 1e-9
        assert sorted(seat for part in last.ranking() for seat in part) == list(range(players))
        drawn += last.winner < 0
    assert drawn
