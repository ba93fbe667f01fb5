"""Material and set-up: M1 to M4."""

from __future__ import annotations

from collections import Counter

import pytest
from molthar_build import (
    ALL_CHARACTERS,
    Pearl,
    activate,
    all_characters_but,
    all_pearls_but,
    at_table,
    banish,
    discard,
    new_game,
    peek,
    place,
    redraw,
    refresh,
    rob,
    rob_pearl,
    seat,
    swap,
    take,
    take_back,
    trade_two,
    what,
)

from worldgates.core.formats import FormatError
from worldgates.core.table import RuleError
from worldgates.molthar.table import MoltharTable


def value(pearl: Pearl) -> int:
    return int(str(pearl).rstrip("*"))


# M1


@pytest.mark.clause("M1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_people_can_play(players: int) -> None:
    assert len(new_game(players, seed=1).position.players) == players


@pytest.mark.clause("M1")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_fewer_or_more_people_cannot_play(players: int) -> None:
    with pytest.raises(RuleError) as refused:
        MoltharTable.new(players)
    assert refused.value.clause == "M1"
    with pytest.raises(FormatError):
        at_table(*[seat()] * players)


@pytest.mark.clause("M1")
def test_there_are_seven_pearls_of_each_value_from_1_to_8() -> None:
    table = new_game(2, seed=1)
    pearls = [pearl for pearl in table.pearls + table.pearl_pile if pearl is not None]
    assert Counter(map(value, pearls)) == dict.fromkeys(range(1, 9), 7)


@pytest.mark.clause("M1")
def test_one_3_one_4_and_one_5_carry_the_swap_symbol() -> None:
    table = new_game(2, seed=1)
    assert sorted(str(pearl) for pearl in table.pearls + table.pearl_pile if isinstance(pearl, str)) == [
        "3*",
        "4*",
        "5*",
    ]


@pytest.mark.clause("M1")
def test_pearls_are_named_by_their_value_symbol_or_not() -> None:
    table = at_table(seat(hand=[3, "3*", 3, "4*", 5, 8], portal=["dwarf_3"]), seat(), actions=1)
    assert table.payments() == {(3, 3): 0}
    table.play(refresh())
    assert table.legal() == [discard(3), discard(4), discard(5), discard(8)]


@pytest.mark.clause("M1")
def test_the_only_pearl_of_its_value_leaves_with_its_symbol() -> None:
    table = at_table(seat(hand=[3, "4*", 5, 6, 7, 8]), seat(), actions=1)
    table.play(refresh(), discard(4))
    assert table.hand(0) == [3, 5, 6, 7, 8]
    assert table.pearl_discard[0] == "4*"


@pytest.mark.clause("M1")
def test_chance_decides_which_of_three_equal_pearls_is_discarded() -> None:
    left_with_symbol = 0
    for seed in range(300):
        table = at_table(seat(hand=[3, 3, "3*", 6, 7, 8]), seat(), actions=1, seed=seed)
        table.play(refresh(), discard(3))
        left_with_symbol += table.pearl_discard[0] == "3*"
    assert 70 < left_with_symbol < 130


@pytest.mark.clause("M1")
def test_chance_decides_which_equal_pearls_are_paid() -> None:
    paid_with_symbol = 0
    for seed in range(300):
        table = at_table(seat(hand=[4, 4, "4*"], portal=["goblin"]), seat(), seed=seed)
        table.play(activate([4, 4]))
        paid_with_symbol += "4*" in table.pearl_discard
        assert len(table.hand(0)) == 1
    assert 170 < paid_with_symbol < 230


@pytest.mark.clause("M1")
def test_chance_decides_which_of_two_equal_pearls_is_stolen() -> None:
    stolen_with_symbol = 0
    for seed in range(300):
        table = at_table(seat(hand=[5, 6, 7], portal=["pixie"]), seat(hand=[4, "4*"]), seed=seed)
        table.play(activate([5, 6, 7]), rob(1), rob_pearl(4))
        stolen_with_symbol += table.hand(0) == ["4*"]
        assert sorted(map(str, table.hand(0) + table.hand(1))) == ["4", "4*"]
    assert 110 < stolen_with_symbol < 190


@pytest.mark.clause("M1", "M19")
def test_chance_decides_which_of_two_equal_pearls_is_taken_back() -> None:
    back_with_symbol = 0
    for seed in range(300):
        table = at_table(seat(hand=[3, "3*", 5], portal=["puss_in_boots"], diamonds=1), seat(), seed=seed)
        table.play(activate([3, 3, 5], diamonds=1), take_back(3))
        back_with_symbol += table.hand(0) == ["3*"]
        assert sorted(map(str, table.hand(0) + table.pearl_discard)) == ["3", "3*", "5"]
    assert 110 < back_with_symbol < 190


# M2


@pytest.mark.clause("M2")
def test_there_are_54_character_cards() -> None:
    table = new_game(2, seed=1)
    cards = [character for character in table.characters + table.character_pile if character is not None]
    assert len(cards) == 54
    assert Counter(cards) == Counter(ALL_CHARACTERS)


@pytest.mark.clause("M2", "M18")
@pytest.mark.parametrize("character", sorted(set(ALL_CHARACTERS)))
def test_every_character_card_can_be_a_diamond(character: str) -> None:
    giver, hand = ("snow_white", [2]) if character != "snow_white" else ("odd_halfling", [1, 1, 1])
    table = at_table(
        seat(hand=hand, portal=[giver]), seat(), characters=["gnome", "tweedle"], character_pile=[character]
    )
    table.play(activate(hand))
    assert table.diamonds(0) == [character]


# M3


@pytest.mark.clause("M3")
def test_pearls_and_characters_have_separate_discard_piles() -> None:
    table = at_table(seat(portal=["giant", "lion"]), seat(), pearls=[1, 1, 2, 2], characters=["goblin", "gnome"])
    table.play(refresh(), place(0, discard=1))
    assert sorted(map(str, table.pearl_discard)) == ["1", "1", "2", "2"]
    assert table.character_discard == ["lion"]


@pytest.mark.clause("M3")
def test_an_empty_pearl_pile_is_refilled_by_its_discard_pile_when_a_pearl_is_needed() -> None:
    discarded: list[Pearl] = all_pearls_but(1, 2, 7, 8)
    table = at_table(seat(), seat(), pearl_discard=discarded)
    events = table.play(take("pile"))
    assert what(events)[0] == "shuffle"
    assert len(table.hand(0)) == 1
    assert table.pearl_discard == []
    assert Counter(table.hand(0) + table.pearl_pile) == Counter(discarded)


@pytest.mark.clause("M3")
def test_an_empty_pearl_pile_is_left_alone_while_no_pearl_is_needed() -> None:
    discarded = all_pearls_but(1, 2, 7, 8, 6)
    table = at_table(seat(), seat(), pearl_pile=[6], pearl_discard=discarded)
    table.play(take("pile"))
    assert table.hand(0) == [6]
    assert table.pearl_pile == []
    assert table.pearl_discard == discarded


@pytest.mark.clause("M3")
def test_the_discarded_pearls_are_shuffled() -> None:
    discarded = all_pearls_but(1, 2, 7, 8)
    orders = set()
    for seed in range(10):
        table = at_table(seat(), seat(), pearl_discard=discarded, seed=seed)
        table.play(take("pile"))
        orders.add(tuple(map(str, table.hand(0) + table.pearl_pile)))
    assert len(orders) == 10
    assert tuple(map(str, discarded)) not in orders
    assert tuple(map(str, reversed(discarded))) not in orders


@pytest.mark.clause("M3")
def test_in_the_middle_of_a_refresh_the_pile_is_refilled_with_the_pearls_just_discarded() -> None:
    in_hand = all_pearls_but(1, 2, 7, 8, 6)
    table = at_table(seat(), seat(hand=in_hand), pearl_pile=[6])
    table.play(refresh())
    assert table.pearls[0] == 6
    assert len(table.pearl_pile) == 1
    assert Counter(map(str, [*table.pearls, *table.pearl_pile])) == Counter(["1", "2", "6", "7", "8"])


@pytest.mark.clause("M3", "M7")
def test_a_refresh_discards_all_four_pearls_before_it_lays_new_ones() -> None:
    laid_first = set()
    for seed in range(30):
        table = at_table(seat(), seat(hand=all_pearls_but(1, 2, 7, 8)), pearls=[1, 2, 7, 8], seed=seed)
        table.play(refresh())
        laid_first.add(table.pearls[0])
    assert laid_first == {1, 2, 7, 8}


@pytest.mark.clause("M3", "M10")
def test_a_swap_symbol_discards_both_characters_before_it_lays_new_ones() -> None:
    laid = set()
    for seed in range(10):
        elsewhere = all_characters_but("goblin", "lion")
        table = at_table(seat(), seat(diamonds=elsewhere), characters=["goblin", "lion"], pearl_pile=["3*"], seed=seed)
        table.play(take(0))
        laid.add(tuple(table.characters))
    assert laid == {("goblin", "lion"), ("lion", "goblin")}


@pytest.mark.clause("M3")
def test_an_empty_character_pile_is_refilled_by_its_discard_pile_when_a_character_is_needed() -> None:
    discarded = all_characters_but("goblin", "cerberus")
    table = at_table(seat(), seat(), character_discard=discarded)
    events = table.play(place("pile"))
    assert what(events)[0] == "shuffle"
    assert table.character_discard == []
    assert Counter([*table.portal(0), *table.character_pile]) == Counter([*discarded, None])


@pytest.mark.clause("M3")
def test_an_empty_character_pile_is_left_alone_while_no_character_is_needed() -> None:
    discarded = all_characters_but("goblin", "cerberus", "lion")
    table = at_table(seat(), seat(), character_pile=["lion"], character_discard=discarded)
    table.play(place(0))
    assert table.characters == ["lion", "cerberus"]
    assert table.character_pile == []
    assert table.character_discard == discarded


@pytest.mark.clause("M3")
def test_the_discarded_characters_are_shuffled() -> None:
    discarded = all_characters_but("goblin", "cerberus")
    orders = set()
    for seed in range(10):
        table = at_table(seat(), seat(), character_discard=discarded, seed=seed)
        table.play(place("pile"))
        orders.add((table.portal(0)[0], *table.character_pile))
    assert len(orders) == 10
    assert tuple(discarded) not in orders
    assert tuple(reversed(discarded)) not in orders


@pytest.mark.clause("M3", "M20")
def test_a_look_at_an_empty_character_pile_refills_it() -> None:
    discarded = all_characters_but("goblin", "cerberus", "wizard")
    table = at_table(seat(activated=["wizard"]), seat(), character_discard=discarded)
    table.play(peek())
    assert table.character_discard == []
    assert len(table.character_pile) == len(discarded)
    assert table.top(0) == table.character_pile[0]


@pytest.mark.clause("M3")
def test_a_pearl_place_stays_open_while_there_is_no_pearl() -> None:
    table = at_table(seat(), seat(hand=all_pearls_but(1, 2, 7, 8)))
    table.play(take(1))
    assert table.pearls == [1, None, 7, 8]
    assert table.legal("take") == [take(0), take(2), take(3)]
    assert table.refusal(take(1)) == "M6"
    assert table.refusal(take("pile")) == "M6"


@pytest.mark.clause("M3", "M7")
def test_a_refresh_with_an_open_place_lays_what_there_is() -> None:
    table = at_table(seat(), seat(hand=all_pearls_but(1, 2, 7)), pearls=[1, None, 2, 7])
    table.play(refresh())
    assert sorted(pearl for pearl in table.pearls[:3] if isinstance(pearl, int)) == [1, 2, 7]
    assert table.pearls[3] is None


@pytest.mark.clause("M3", "M7")
def test_without_any_pearl_on_the_table_there_is_no_refresh() -> None:
    table = at_table(seat(), seat(hand=all_pearls_but()), pearls=[None] * 4)
    assert table.kinds() == {"place"}
    assert table.refusal(refresh()) == "M7"


@pytest.mark.clause("M3", "M11")
def test_a_pearl_discarded_at_the_end_of_a_turn_fills_the_open_place_first() -> None:
    others = all_pearls_but(1, 2, 3, 4, 5, 6, 7, 7, 8)
    table = at_table(seat(hand=[1, 2, 3, 4, 5, 6]), seat(hand=others), pearls=[7, 7, 8, None], actions=1)
    table.play(place("pile"), discard(4))
    assert table.pearls == [7, 7, 8, 4]
    assert table.pearl_discard == []


@pytest.mark.clause("M3", "M10")
def test_a_symbol_that_fills_an_open_place_exchanges_the_characters() -> None:
    others = all_pearls_but(1, 2, 3, "4*", 5, 6, 7, 7, 8)
    table = at_table(
        seat(hand=[1, 2, 3, "4*", 5, 6]),
        seat(hand=others),
        pearls=[7, None, 7, 8],
        character_pile=["giant", "lion", "gnome"],
        actions=1,
    )
    table.play(place("pile"), discard(4))
    assert table.pearls == [7, "4*", 7, 8]
    assert table.characters == ["lion", "gnome"]


@pytest.mark.clause("M3", "M9")
def test_spent_pearls_fill_the_open_places_first() -> None:
    others = all_pearls_but(6, 6, 1, 2)
    table = at_table(seat(hand=[6, 6], portal=["goblin"]), seat(hand=others), pearls=[1, None, None, 2])
    table.play(activate([6, 6]))
    assert table.pearls == [1, 6, 6, 2]
    assert table.pearl_discard == []
    assert table.pearl_pile == []


@pytest.mark.clause("M3", "M19")
@pytest.mark.parametrize(
    ("character", "spend", "decision"), [("pixie", [5, 6, 7], "rob"), ("medusa", [1, 2, 4], "banish")]
)
def test_spent_pearls_fill_the_open_places_before_a_red_ability_is_aimed(
    character: str, spend: list[int], decision: str
) -> None:
    others = all_pearls_but(*spend, 8, 8)
    table = at_table(
        seat(hand=spend, portal=[character]), seat(hand=others, portal=["lion"]), pearls=[8, None, None, 8]
    )
    table.play(activate(spend))
    assert table.decision == decision
    assert None not in table.pearls


@pytest.mark.clause("M3", "M19")
def test_any_pearl_just_spent_can_be_taken_back_and_the_others_fill_the_open_places() -> None:
    others = all_pearls_but(3, 4, 5, 1, 2)
    table = at_table(seat(hand=[3, 4, 5], portal=["puss_in_boots"]), seat(hand=others), pearls=[1, None, None, 2])
    table.play(activate([3, 4, 5]))
    assert table.legal() == [take_back(3), take_back(4), take_back(5)]
    table.play(take_back(4))
    assert sorted(pearl for pearl in table.pearls if isinstance(pearl, int)) == [1, 2, 3, 5]


@pytest.mark.clause("M3", "M20")
def test_a_traded_2_fills_the_open_place() -> None:
    others = all_pearls_but(2, 1, 7, 8)
    table = at_table(seat(hand=[2], activated=["snow_white"]), seat(hand=others), pearls=[1, 7, 8, None])
    table.play(trade_two())
    assert table.pearls == [1, 7, 8, 2]


@pytest.mark.clause("M3", "M20")
def test_a_redrawn_hand_fills_the_open_places_first_and_what_cannot_be_drawn_is_not_drawn() -> None:
    others = all_pearls_but(6, 7, 8, 1, 2)
    table = at_table(seat(hand=[6, 7, 8], activated=["death"]), seat(hand=others), pearls=[1, None, None, 2], actions=1)
    table.play(place(0), redraw())
    assert None not in table.pearls
    assert len(table.hand(0)) == 1
    assert sorted(pearl for pearl in table.pearls + table.hand(0) if isinstance(pearl, int)) == [1, 2, 6, 7, 8]


@pytest.mark.clause("M3")
def test_a_character_place_stays_open_while_there_is_no_character() -> None:
    elsewhere = all_characters_but("goblin", "cerberus")
    table = at_table(seat(), seat(diamonds=elsewhere))
    table.play(place(0))
    assert table.characters == [None, "cerberus"]
    assert table.legal("place") == [place(1)]
    assert table.refusal(place(0)) == "M8"
    assert table.refusal(place("pile")) == "M8"


@pytest.mark.clause("M3", "M8")
def test_a_character_discarded_from_a_portal_fills_the_open_place_first() -> None:
    elsewhere = all_characters_but("goblin", "giant", "lion")
    table = at_table(seat(portal=["giant", "lion"]), seat(diamonds=elsewhere), characters=["goblin", None])
    table.play(place(0, discard=1))
    assert table.portal(0) == ["giant", "goblin"]
    assert table.characters == [None, "lion"]
    assert table.character_discard == []


@pytest.mark.clause("M3", "M8")
def test_a_discarded_character_that_fills_an_open_place_is_not_there_to_be_drawn() -> None:
    elsewhere = all_characters_but("goblin", "giant", "lion")
    table = at_table(seat(portal=["giant", "lion"]), seat(diamonds=elsewhere), characters=["goblin", None])
    assert table.legal("place") == [place(0, discard=0), place(0, discard=1)]


@pytest.mark.clause("M3", "M19")
def test_a_banished_character_fills_the_open_place() -> None:
    elsewhere = all_characters_but("goblin", "medusa", "lion")
    table = at_table(
        seat(hand=[1, 2, 4], portal=["medusa"]),
        seat(portal=["lion"], diamonds=elsewhere),
        characters=["goblin", None],
    )
    table.play(activate([1, 2, 4]), banish(1, 0))
    assert table.characters == ["goblin", "lion"]
    assert table.character_discard == []


@pytest.mark.clause("M3", "M15", "M18")
def test_a_spent_diamond_fills_the_open_place_before_a_diamond_is_received() -> None:
    elsewhere = all_characters_but("goblin", "gnome", "lion")
    table = at_table(
        seat(hand=[5, 5, 5, 6], portal=["gnome"], diamonds=["lion"]),
        seat(diamonds=elsewhere),
        characters=["goblin", None],
    )
    events = table.play(activate([5, 5, 5, 6], diamonds=1))
    assert table.characters == ["goblin", "lion"]
    assert table.diamonds(0) == []
    assert "no_diamond" in what(events)


@pytest.mark.clause("M3", "M15", "M18")
def test_a_spent_diamond_may_be_received_again() -> None:
    elsewhere = all_characters_but("goblin", "cerberus", "gnome", "lion")
    table = at_table(
        seat(hand=[5, 5, 5, 6], portal=["gnome"], diamonds=["lion"]),
        seat(diamonds=elsewhere),
    )
    table.play(activate([5, 5, 5, 6], diamonds=1))
    assert table.diamonds(0) == ["lion"]
    assert table.character_discard == []


@pytest.mark.clause("M3", "M18")
def test_a_diamond_due_is_not_received_if_there_is_none() -> None:
    elsewhere = all_characters_but("goblin", "cerberus", "unicorn", "lion")
    table = at_table(seat(hand=[1, 2, 3, 4], portal=["unicorn"]), seat(diamonds=elsewhere), character_pile=["lion"])
    events = table.play(activate([1, 2, 3, 4]))
    assert table.diamonds(0) == ["lion"]
    assert what(events)[-2:] == ["diamond", "no_diamond"]
    assert table.points(0) == 1


@pytest.mark.clause("M3", "M10")
def test_a_swap_symbol_lays_as_many_characters_as_there_are() -> None:
    elsewhere = all_characters_but("goblin")
    table = at_table(seat(), seat(diamonds=elsewhere), characters=[None, "goblin"], pearl_pile=["3*"])
    table.play(take(0))
    assert table.characters == ["goblin", None]


@pytest.mark.clause("M3", "M20")
def test_an_open_place_cannot_be_swapped_with() -> None:
    elsewhere = all_characters_but("goblin", "mad_hatter", "lion")
    table = at_table(
        seat(portal=["lion"], activated=["mad_hatter"]), seat(diamonds=elsewhere), characters=[None, "goblin"]
    )
    assert table.legal("swap") == [swap(0, 1)]


# M4


@pytest.mark.clause("M4")
@pytest.mark.parametrize("players", [2, 5])
def test_four_pearls_and_two_characters_lie_face_up_and_the_players_have_nothing(players: int) -> None:
    table = new_game(players, seed=3)
    assert (len(table.pearls), None in table.pearls) == (4, False)
    assert (len(table.characters), None in table.characters) == (2, False)
    assert (len(table.pearl_pile), table.pearl_discard) == (52, [])
    assert (len(table.character_pile), table.character_discard) == (52, [])
    for player in table.position.players:
        assert (player.hand, player.portal, player.activated, player.diamonds) == ((), (None, None), (), ())


@pytest.mark.clause("M4")
def test_both_kinds_of_cards_are_shuffled() -> None:
    tables = [new_game(2, seed) for seed in range(10)]
    assert len({tuple(map(str, [*table.pearls, *table.pearl_pile])) for table in tables}) == 10
    assert len({tuple(map(str, [*table.characters, *table.character_pile])) for table in tables}) == 10


@pytest.mark.clause("M4", "M10")
def test_swap_symbols_do_nothing_during_set_up() -> None:
    with_symbol = 0
    for seed in range(50):
        table = new_game(2, seed)
        with_symbol += any(isinstance(pearl, str) for pearl in table.pearls)
        assert table.character_discard == []
        assert len(table.character_pile) == 52
    assert with_symbol > 0


@pytest.mark.clause("M4")
def test_the_starting_player_is_drawn_by_lot() -> None:
    drawn = Counter(int(MoltharTable.new(3, seed).starting_seat) for seed in range(300))
    assert all(70 < drawn[seat] < 130 for seat in range(3))


@pytest.mark.clause("M4")
def test_the_starting_player_begins_and_keeps_the_mark_and_play_goes_clockwise() -> None:
    table = new_game(4, seed=5, starting_seat=2)
    turns = []
    for _ in range(9):
        assert table.position.starting_seat == 2
        turns.append(table.turn)
        table.rest_of_turn()
    assert turns == [2, 3, 0, 1, 2, 3, 0, 1, 2]
