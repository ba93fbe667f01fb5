"""What the rules make of a position for a seat, against a solver that tries everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

import pytest
from clef_build import LaidWorlds, at_worlds, cards_of_tests, seat
from librt.vecs import vec
from mypy_extensions import i64

from worldgates.clef import table as rules
from worldgates.clef.actions import GoHome, Travel, decode
from worldgates.clef.cards import KEYS, NO_KEY
from worldgates.clef.explain import Coin, Explain, Way, explain
from worldgates.clef.payment import can_pay, matching, payments, still_due
from worldgates.clef.table import ClefTable
from worldgates.clef.view import view
from worldgates.core.chance import FastChance
from worldgates.core.table import SPECTATOR

Opens = Sequence[int]


def numbers(values: Sequence[int]) -> vec[i64]:
    return vec[i64]([i64(value) for value in values])


def most_paid(opens: Opens, due: Sequence[int]) -> set[tuple[int, ...]]:
    """Every largest set of keys due that some items pay, each with one of its own: all ways are tried."""
    best: set[tuple[int, ...]] = {()}
    # Items that pay nothing fill the rest.
    items = [*opens, *[0] * len(due)]
    for order in permutations(range(len(items)), len(due)):
        paid = tuple(key for key, item in enumerate(order) if items[item] >> due[key] & 1)
        if len(paid) > len(next(iter(best))):
            best = {paid}
        elif len(paid) == len(next(iter(best))):
            best.add(paid)
    return best


def small_cases() -> Iterator[tuple[list[int], list[int]]]:
    """Purses and prices: all small ones with three keys, and larger ones by chance."""
    for number, size in product(range(3), range(1, 4)):
        for opens in product(range(8), repeat=number):
            for due in product(range(3), repeat=size):
                yield list(opens), list(due)
    chance = FastChance.seeded(3)
    for _ in range(60):
        items = chance.below(5)
        purse = [1 << chance.below(5) | (1 << chance.below(5)) * chance.below(2) for _ in range(items)]
        yield [int(item) for item in purse], [int(chance.below(5)) for _ in range(chance.below(3) + 1)]


def test_a_matching_pays_as_many_keys_as_possible_and_earlier_ones_first() -> None:
    for opens, due in small_cases():
        paid_by = list(matching(numbers(opens), numbers(due)))
        used = [item for item in paid_by if item >= 0]
        assert len(set(used)) == len(used)
        assert all(opens[item] >> key & 1 for item, key in zip(paid_by, due, strict=True) if item >= 0)
        paid = tuple(key for key, item in enumerate(paid_by) if item >= 0)
        assert paid == min(most_paid(opens, due)), (opens, due)
        left = [key for key, item in zip(due, paid_by, strict=True) if item < 0]
        assert list(still_due(numbers(opens), numbers(due))) == left
        assert can_pay(numbers(opens), numbers(due)) == (len(paid) == len(due))


def test_payments_are_all_sets_that_pay_exactly_and_each_once() -> None:
    chance = FastChance.seeded(5)
    for _ in range(150):
        opens = [1 << chance.below(4) | (1 << chance.below(4)) * chance.below(2) for _ in range(chance.below(7))]
        due = [int(chance.below(4)) for _ in range(chance.below(4) + 1)]
        expected = set()
        for order in permutations(range(len(opens)), len(due)):
            if all(opens[item] >> key & 1 for item, key in zip(order, due, strict=True)):
                expected.add(sum(1 << item for item in order))
        found = list(payments(numbers(opens), numbers(due)))
        assert len(set(found)) == len(found)
        assert set(found) == expected


def test_many_items_are_matched_quickly() -> None:
    """As many as a whole card set has, and one key that none of them opens."""
    opens = [1 << number % 4 for number in range(65)]
    assert list(matching(numbers(opens), numbers([0, 0, 1, 4, 3]))) == [4, 0, 1, -1, 3]


# At the table.


def tables() -> Iterator[ClefTable]:
    for players, reveals in product((2, 4), (False, True)):
        for seed in range(3):
            table = ClefTable.new(players, seed, reveal_while_paying=reveals, max_rounds=15)
            chance = FastChance.seeded(seed)
            while not table.over:
                legal = list(table.legal())
                # Discards and passes leave nothing to explain.
                lively = [each for each in legal if rules.doing(each) not in (rules.DISCARD, rules.PASS)] or legal
                table.play(lively[chance.below(len(lively))])
                if chance.below(4) == 0:
                    yield table


def solved(table: ClefTable, number: int, way: Way) -> None:
    """See that a way is explained as trying everything explains it."""
    player = table.seats[number]
    items = {coin.card: coin.opens for coin in explain(table, number).purse if coin.hindered is None}
    if way.origin != player.place:
        objects = {card.id for card in table.cards.discoveries if card.kind == 1}
        items = {card: opens for card, opens in items.items() if card in objects or card == "character"}
    assert len(set(way.cards)) == len(way.cards)
    assert all(step.key in items[step.card] for step in way.steps if step.card is not None)
    opens = [sum(1 << KEYS.index(key) for key in keys) for keys in items.values()]
    due = [KEYS.index(key) for key in way.keys]
    paid = tuple(index for index, step in enumerate(way.steps) if step.card is not None)
    assert paid == min(most_paid(opens, due))
    assert way.missing == tuple(step.key for step in way.steps if step.card is None)
    assert way.payable == (not way.missing)


def sides_towards(keys: vec[i64], origin: int, place: int) -> list[i64]:
    """The keys of the one or two sides of a world that lead from its place to another."""
    row, column = place // 3 - origin // 3, place % 3 - origin % 3
    sides = [keys[0 if row < 0 else 2]] if row else []
    return sides + ([keys[1 if column > 0 else 3]] if column else [])


def test_each_way_costs_what_its_sides_show_and_is_paid_as_well_as_possible() -> None:
    ways = homes = plans = 0
    for table in tables():
        for number, player in enumerate(table.seats):
            found = explain(table, number)
            if player.place == rules.MIDDLE:
                assert (found.ways, found.home, found.plans) == ((), None, ())
                continue
            here = table.cards.worlds[table.worlds[player.place]].keys
            around = [place for place in range(9) if place != player.place and rules.touches(player.place, place)]
            # A side without a key is no way out, nor are its two corners (K9).
            passable = [place for place in around if NO_KEY not in sides_towards(here, player.place, place)]
            assert [way.place for way in found.ways] == [place for place in passable if place != 4]
            assert (found.home is not None) == (4 in passable and player.reader >= 0)
            needs = [] if player.reader < 0 else [KEYS[need] for need in table.cards.readers[player.reader].needs]
            for way in [*found.ways, *([found.home] if found.home else []), *found.plans]:
                keys = table.cards.worlds[table.worlds[way.origin]].keys
                sides = sides_towards(keys, way.origin, way.place)
                assert list(way.keys) == [KEYS[key] for key in sides] + (needs if way.place == 4 else [])
                assert way.edge == len(sides)
                assert way.to == (table.world_name(way.place) or way.place)
                if ways + homes + plans < 1500:
                    solved(table, number, way)
            ways += len(found.ways)
            homes += found.home is not None
            plans += len(found.plans)
            assert all(table.face_up >> way.origin & 1 and way.origin != player.place for way in found.plans)
    assert min(ways, homes, plans) > 100


def test_a_way_is_payable_exactly_if_the_rules_let_it_be_paid() -> None:
    payable = 0
    for table in tables():
        if table.decision() != rules.ACTION:
            continue
        found = explain(table, int(table.to_act))
        actions = [decode(table, action) for action in table.legal()]
        travels = {action.to for action in actions if isinstance(action, Travel)}
        assert {way.to for way in found.ways if way.payable} == travels
        home = [action for action in actions if isinstance(action, GoHome)]
        assert (found.home is not None and found.home.payable) == bool(home)
        payable += len(travels)
        for way in found.ways:
            if way.payable:
                # The cards shown are one of the payments.
                paid = [set(action.keys) for action in actions if isinstance(action, Travel) and action.to == way.to]
                assert set(way.cards) in paid
    assert payable > 50


def test_the_purse_says_why_something_cannot_pay() -> None:
    hidden = at_worlds(seat(hand=["esus", "baguette_de_coudrier"], character="reveur"), seat())
    spent = at_worlds(seat(character="reveur", key_spent=True), seat())
    shown = at_worlds(seat(character="reveur", revealed=True), seat())
    paying = at_worlds(seat(character="reveur"), seat(), reveal_while_paying=True)
    own = KEYS[next(reader.key for reader in cards_of_tests().readers if reader.id == "reveur")]
    assert purse(hidden) == (
        Coin("esus", (key_of("esus"),)),
        Coin("baguette_de_coudrier", ("magie", "amour")),
        Coin("character", (own,), "unrevealed"),
    )
    assert purse(spent) == (Coin("character", (own,), "spent"),)
    assert purse(shown) == purse(paying) == (Coin("character", (own,)),)
    # A table on which an encounter is held elsewhere cannot come about; if it did, it could not pay.
    hidden.table.seats[0].place = 1
    assert purse(hidden)[0].hindered == "other_world"
    assert "esus" not in [card for way in explain(hidden.table, 0).ways for card in way.cards]


def purse(table: LaidWorlds) -> tuple[Coin, ...]:
    return explain(table.table, 0).purse


def key_of(card: str) -> str:
    return next(KEYS[each.key] for each in cards_of_tests().discoveries if each.id == card)


def test_a_hidden_character_whose_key_is_missing_helps_once_revealed() -> None:
    cards = cards_of_tests()
    for reader in cards.readers:
        table = at_worlds(seat("miroir", character=reader.id), seat())
        home = explain(table.table, 0).home
        assert home is not None
        needed = reader.key in [KEYS.index(key) for key in home.keys]
        assert home.reveal_helps == (KEYS[reader.key] if needed else None)
        table = at_worlds(seat("miroir", character=reader.id, revealed=True), seat())
        home = explain(table.table, 0).home
        assert home is not None
        assert home.reveal_helps is None
        assert ("character" in home.cards) == needed


def test_plans_leave_the_encounters_of_this_world_behind() -> None:
    table = at_worlds(seat("gaulois", ["esus", "torque"]), seat("conan"), face_up=["chasse"])
    plans = explain(table.table, 0).plans
    assert [plan.origin for plan in plans] == [1, 8]
    assert all(plan.place == 4 and "esus" not in plan.cards for plan in plans)
    assert all(len(plan.steps) == plan.edge + 3 for plan in plans)


def _chosen(seed: int) -> ClefTable:
    """A table for two whose readers are chosen."""
    table = ClefTable.new(2, seed)
    while table.decision() == rules.CHOOSING:
        table.play(next(iter(table.legal())))
    return table


def _drawn(table: ClefTable) -> ClefTable:
    copy = table.copy()
    copy.play(next(move for move in copy.legal() if rules.doing(move) == rules.DRAW))
    return copy


def test_a_pile_may_give_every_card_of_its_world_that_is_not_known_to_be_elsewhere() -> None:
    """A drawn card is one less for who drew it; for all that the others know it may still be there."""
    table = next(each for each in map(_chosen, range(20)) if _drawn(each).seats[each.to_act].hand)
    [start] = explain(table, 0).contents
    world = next(each.number for each in table.cards.worlds if each.id == start.world)
    native = [card for card in table.cards.discoveries if card.world == world]
    assert sorted(start.keys) == sorted(KEYS[card.key] for card in native if card.kind != 2)
    assert start.bad == sum(card.kind == 2 for card in native)
    drawer = int(table.to_act)
    table = _drawn(table)
    [card] = [table.cards.discoveries[int(each)] for each in table.seats[drawer].hand]
    [mine], [theirs] = explain(table, drawer).contents, explain(table, 1 - drawer).contents
    assert sorted([*mine.keys, KEYS[card.key]]) == sorted(theirs.keys)
    assert (mine.bad, theirs.keys) == (start.bad, start.keys)


def test_contents_are_the_cards_that_imagined_tables_put_there() -> None:
    """No imagined pile holds another card of its world, and over many of them every listed one turns up."""
    table = next(each for each in tables() if each.round > 2 and each.decision() == rules.ACTION)
    number = int(table.to_act)
    for contents in explain(table, number).contents:
        world = next(each.number for each in table.cards.worlds if each.id == contents.world)
        seen: set[int] = set()
        for seed in range(60):
            imagined = table.imagine(number, FastChance.seeded(seed))
            seen |= {card for card in imagined.piles[world].from_top() if table.cards.discoveries[card].world == world}
        found = [table.cards.discoveries[card] for card in seen]
        assert sum(card.kind == 2 for card in found) == contents.bad
        assert sorted(KEYS[card.key] for card in found if card.kind != 2) == sorted(contents.keys)


@pytest.mark.clause("K21")
def test_a_trade_says_what_would_be_missing_afterwards() -> None:
    ada = seat("gaulois", ["torque", "chaudron"], character="reveur")
    table = at_worlds(ada, seat("gaulois", ["herbier"]))
    found = explain(table.table, 0)
    assert found.home is not None
    assert [each.gives for each in found.trades] == ["torque", "chaudron"]
    paid = {step.card: step.key for step in found.home.steps if step.card}
    for each in found.trades:
        lost = [paid[each.gives]] if each.gives in paid else []
        assert sorted(each.missing) == sorted([*found.home.missing, *lost])
    assert explain(table.table, 1).trades == ()
    # Bo is offered a card, and of his own he could give one.
    table.play(next(action for action in table.legal("offer")))
    offered = view(table.table, ["Ada", "Bo"], 1).decision.offered
    [trade] = explain(table.table, 1).trades
    before = explain(table.table, 1).home
    assert offered is not None
    assert before is not None
    assert trade.gives == "herbier"
    assert (offered.key in trade.missing) <= (offered.key in before.missing)
    assert explain(table.table, 0).trades == ()


@pytest.mark.clause("K5")
def test_dealt_readers_say_what_they_would_need_from_the_starting_world() -> None:
    table = ClefTable.new(3, 7)
    number = int(table.to_act)
    plans = explain(table, number).readers
    assert [plan.character for plan in plans] == [table.cards.readers[dealt].id for dealt in table.seats[number].dealt]
    for plan in plans:
        reader = next(each for each in table.cards.readers if each.id == plan.character)
        assert plan.home.keys[plan.home.edge :] == tuple(KEYS[need] for need in reader.needs)
        assert plan.home.origin == table.seats[number].place
    while table.decision() == rules.CHOOSING:
        table.play(next(iter(table.legal())))
    assert all(explain(table, each).readers == () for each in range(3))


@pytest.mark.clause("K29")
def test_views_explain_only_to_seats_and_only_what_they_know() -> None:
    checked = 0
    for table in tables():
        names = [f"P{number}" for number in range(table.players)]
        assert view(table, names, SPECTATOR).explain is None
        for number in range(table.players):
            seen = view(table, names, number)
            assert isinstance(seen.explain, Explain)
            imagined = table.imagine(number, FastChance.seeded(checked))
            assert explain(imagined, number) == seen.explain
            checked += 1
    assert checked > 200


def test_when_a_game_is_over_everybody_sees_how_far_the_others_were_from_home() -> None:
    hand = ["passe_partout", "herbier", "chaudron", "cor"]
    table = at_worlds(seat("miroir", hand), seat("gaulois", ["torque"]))
    assert all(player.way_home is None for player in view(table.table, ["Ada", "Bo"], 1).players)
    table.play(next(action for action in table.legal("go_home")))
    for observer in (0, 1, SPECTATOR):
        ada, bo = view(table.table, ["Ada", "Bo"], observer).players
        assert ada.way_home is None
        assert bo.way_home is not None
        assert (bo.way_home.origin, bo.way_home.place) == (0, 4)
