"""Paying: M13 to M16."""

from __future__ import annotations

import pytest
from molthar_build import activate, at_table, refresh, seat, take, trade_two

Payments = dict[tuple[int, ...], int]


def payments(character: str, hand: list[int], *, activated: tuple[str, ...] = (), diamonds: int = 0) -> Payments:
    """The ways to pay for a character: the hand pearls spent, and with how many diamonds."""
    owner = seat(hand=hand, portal=[character], activated=activated, diamonds=diamonds)
    return at_table(owner, seat(), characters=["tweedle", "gnome"], pearls=[2, 6, 7, 8]).payments()


# M13

GIVEN_VALUES = {
    "snow_white": [2],
    "phoenix": [1, 2],
    "death": [1, 8],
    "dwarf_1": [1, 1],
    "dwarf_2": [2, 2],
    "dwarf_3": [3, 3],
    "dwarf_4": [4, 4],
    "dwarf_5": [5, 5],
    "dwarf_6": [6, 6],
    "dwarf_7": [7, 7],
    "hansel_and_gretel": [8, 8],
    "puss_in_boots": [3, 4, 5],
    "pixie": [5, 6, 7],
    "amazon": [3, 5, 7],
    "fire_imp": [3, 3, 3],
    "unicorn": [1, 2, 3, 4],
    "odd_golem": [1, 3, 5, 7],
    "even_golem": [2, 4, 6, 8],
    "giant": [6, 6, 8, 8],
    "tweedle": [7, 7, 8, 8],
    "dragon": [1, 1, 1, 1],
    "fairy_godmother": [7, 7, 7, 7],
    "lion": [8, 8, 8, 8],
    "red_riding_hood": [4, 5, 6, 7, 8],
}


@pytest.mark.clause("M13")
@pytest.mark.parametrize("character", GIVEN_VALUES)
def test_given_values(character: str) -> None:
    cost = GIVEN_VALUES[character]
    assert payments(character, cost) == {tuple(cost): 0}
    everything = [value for value in range(1, 9) for _ in range(5)]
    assert payments(character, everything) == {tuple(cost): 0}
    for missing in set(cost):
        others = [value for value in everything if value != missing]
        assert payments(character, others + [missing] * (cost.count(missing) - 1)) == {}


@pytest.mark.clause("M13")
@pytest.mark.parametrize("value", range(1, 9))
def test_a_pair_and_three_and_four_of_a_kind_are_of_any_value(value: int) -> None:
    other = value % 8 + 1
    for character, number in (("goblin", 2), ("cerberus", 3), ("treefolk", 4)):
        assert payments(character, [value] * number) == {(value,) * number: 0}
        assert payments(character, [value] * (number - 1) + [other]) == {}


@pytest.mark.clause("M13")
@pytest.mark.parametrize(
    ("character", "hand", "ways"),
    [
        # A pair, three or four of a kind: each value that is there often enough.
        ("goblin", [1, 1, 4, 4, 4, 7], [(1, 1), (4, 4)]),
        ("cerberus", [2, 2, 2, 5, 5, 8, 8, 8], [(2, 2, 2), (8, 8, 8)]),
        ("treefolk", [2, 2, 2, 2, 5, 5, 5, 5, 8], [(2, 2, 2, 2), (5, 5, 5, 5)]),
        # Two pairs.
        ("wraith", [3, 3, 8, 8, 8], [(3, 3, 8, 8)]),
        ("wraith", [1, 1, 3, 3, 8, 8], [(1, 1, 3, 3), (1, 1, 8, 8), (3, 3, 8, 8)]),
        ("wraith", [3, 3, 3, 8], []),
        # A pair and two 6s.
        ("gnome", [3, 3, 6, 6], [(3, 3, 6, 6)]),
        ("gnome", [6, 6, 8, 8], [(6, 6, 8, 8)]),
        ("gnome", [3, 4, 6, 6], []),
        ("gnome", [3, 3, 6], []),
        ("gnome", [3, 3, 4, 4], []),
        # Exactly three cards with a given sum.
        ("medusa", [1, 1, 2, 2, 3, 3, 4, 5, 6], [(1, 1, 5), (1, 2, 4), (1, 3, 3), (2, 2, 3)]),
        ("medusa", [3, 4], []),
        ("medusa", [1, 6], []),
        ("medusa", [1, 1, 1, 4], []),
        ("eternal_boy", [1, 1, 8], [(1, 1, 8)]),
        ("eternal_boy", [2, 3, 4, 5], [(2, 3, 5)]),
        ("eternal_boy", [2, 8], []),
        ("barbarian", [4, 5, 6, 6, 7, 7, 8, 8], [(4, 8, 8), (5, 7, 8), (6, 6, 8), (6, 7, 7)]),
        ("barbarian", [5, 5, 5, 5], []),
        # Any number of cards with a given sum.
        ("winged_monkey", [2, 8], [(2, 8)]),
        ("winged_monkey", [1, 2, 3, 4], [(1, 2, 3, 4)]),
        ("winged_monkey", [1, 1, 1, 1, 1, 1, 1, 3], [(1, 1, 1, 1, 1, 1, 1, 3)]),
        ("winged_monkey", [2, 3, 5, 5, 7], [(2, 3, 5), (3, 7), (5, 5)]),
        ("winged_monkey", [7, 8], []),
        # Three even or three odd values.
        ("even_halfling", [2, 4, 8], [(2, 4, 8)]),
        ("even_halfling", [2, 2, 6, 7], [(2, 2, 6)]),
        ("even_halfling", [6, 6, 6], [(6, 6, 6)]),
        ("even_halfling", [2, 4, 5, 7], []),
        ("odd_halfling", [1, 5, 7], [(1, 5, 7)]),
        ("odd_halfling", [3, 3, 4, 7], [(3, 3, 7)]),
        ("odd_halfling", [1, 3, 4, 6], []),
        # Three or five consecutive values.
        ("wizard", [1, 2, 3, 4, 6, 7, 8], [(1, 2, 3), (2, 3, 4), (6, 7, 8)]),
        ("wizard", [7, 8, 1], []),
        ("wizard", [3, 3, 4, 6], []),
        ("mad_hatter", [1, 2, 3, 4, 5, 6], [(1, 2, 3, 4, 5), (2, 3, 4, 5, 6)]),
        ("mad_hatter", [4, 5, 6, 7, 8], [(4, 5, 6, 7, 8)]),
        ("mad_hatter", [5, 6, 7, 8, 1], []),
        # One triple or another.
        ("wisp_3_6", [3, 3, 3, 6, 6, 6], [(3, 3, 3), (6, 6, 6)]),
        ("wisp_3_6", [3, 3, 6, 6, 4, 4, 4], []),
        ("wisp_4_5", [4, 4, 4, 5, 5, 5], [(4, 4, 4), (5, 5, 5)]),
        ("wisp_4_5", [3, 3, 3, 4, 5, 5], []),
    ],
)
def test_combinations(character: str, hand: list[int], ways: list[tuple[int, ...]]) -> None:
    assert payments(character, hand) == dict.fromkeys(ways, 0)


@pytest.mark.clause("M13")
def test_four_of_a_kind_is_two_pairs() -> None:
    assert payments("wraith", [5, 5, 5, 5]) == {(5, 5, 5, 5): 0}


@pytest.mark.clause("M13")
def test_the_pair_beside_two_6s_may_be_6s() -> None:
    assert payments("gnome", [6, 6, 6, 6]) == {(6, 6, 6, 6): 0}


@pytest.mark.clause("M13", "M15")
def test_given_values_and_a_diamond() -> None:
    assert payments("pirate_captain", [2, 2, 2]) == {}
    assert payments("pirate_captain", [2, 2, 2], diamonds=1) == {(2, 2, 2): 1}
    assert payments("pirate_captain", [2, 2, 2], diamonds=3) == {(2, 2, 2): 1}
    assert payments("pirate_captain", [2, 2], diamonds=3) == {}


@pytest.mark.clause("M13")
def test_exactly_the_combination_is_paid_and_nothing_on_top() -> None:
    table = at_table(seat(hand=[1, 6, 6, 8, 8], portal=["giant"], diamonds=1), seat())
    assert table.payments() == {(6, 6, 8, 8): 0}
    assert table.refusal(activate([1, 6, 6, 8, 8])) == "M13"
    assert table.refusal(activate([6, 6, 8])) == "M13"
    assert table.refusal(activate([6, 6, 8, 8], diamonds=1)) == "M15"


# M14


@pytest.mark.clause("M14")
@pytest.mark.parametrize(
    ("character", "value"), [*((f"dwarf_{value}", value) for value in range(1, 8)), ("phoenix", 8)]
)
def test_a_pictured_pearl_serves_as_if_from_the_hand(character: str, value: int) -> None:
    assert payments("goblin", [value], activated=(character,)) == {(value,): 0}
    assert payments("goblin", [value % 8 + 1], activated=(character,)) == {}


@pytest.mark.clause("M14")
def test_a_pictured_pearl_serves_once_in_each_activation() -> None:
    assert payments("cerberus", [5], activated=("dwarf_5",)) == {}
    table = at_table(seat(hand=[5, 5], portal=["goblin", "goblin"], activated=["dwarf_5"]), seat())
    table.play(activate([5]), activate([5], slot=1))
    assert table.activated(0) == ["dwarf_5", "goblin", "goblin"]


@pytest.mark.clause("M14")
def test_two_characters_with_the_same_pictured_pearl_serve_both() -> None:
    assert payments("lion", [8, 8], activated=("phoenix", "phoenix")) == {(8, 8): 0}


@pytest.mark.clause("M14")
def test_a_pictured_pearl_need_not_be_used() -> None:
    assert payments("goblin", [5, 5], activated=("dwarf_5",)) == {(5,): 0, (5, 5): 0}


@pytest.mark.clause("M14")
def test_a_pictured_pearl_is_never_discarded() -> None:
    table = at_table(seat(hand=[5], portal=["goblin"], activated=["dwarf_5"]), seat())
    table.play(activate([5]))
    assert table.pearl_discard == [5]
    assert table.activated(0) == ["dwarf_5", "goblin"]


@pytest.mark.clause("M14")
@pytest.mark.parametrize("value", range(1, 9))
def test_a_question_mark_is_any_value_from_1_to_8(value: int) -> None:
    assert payments("goblin", [value], activated=("dragon",)) == {(value,): 0}


@pytest.mark.clause("M14")
def test_a_question_mark_serves_once_in_each_activation() -> None:
    assert payments("cerberus", [5], activated=("dragon",)) == {}
    assert payments("cerberus", [5, 5], activated=("dragon",)) == {(5, 5): 0}


@pytest.mark.clause("M14")
def test_a_question_mark_is_never_9_nor_0() -> None:
    assert payments("winged_monkey", [1], activated=("dragon",)) == {}
    assert payments("medusa", [3, 4], activated=("dragon",)) == {}


@pytest.mark.clause("M14")
def test_a_combination_may_be_paid_wholly_with_pictured_pearls() -> None:
    table = at_table(seat(hand=[4], portal=["pixie"], activated=["dwarf_5", "dwarf_6", "dwarf_7"]), seat())
    assert table.payments() == {(): 0}
    table.play(activate([]))
    assert table.hand(0) == [4]
    assert table.pearl_discard == []
    assert table.points(0) == 4


@pytest.mark.clause("M14", "M20")
def test_a_pictured_pearl_counts_from_the_moment_of_activation() -> None:
    table = at_table(seat(hand=[5, 5, 5], portal=["dwarf_5", "goblin"]), seat())
    assert table.payments(1) == {(5, 5): 0}
    table.play(activate([5, 5]))
    assert table.payments(1) == {(5,): 0}


@pytest.mark.clause("M14")
def test_a_character_on_the_portal_does_not_serve_with_its_pictured_pearl() -> None:
    table = at_table(seat(hand=[5], portal=["dwarf_5", "goblin"]), seat(activated=["dragon"]))
    assert table.legal("activate") == []


@pytest.mark.clause("M14", "M15")
def test_diamonds_do_not_change_a_pictured_pearl() -> None:
    assert payments("goblin", [6], activated=("dwarf_5",), diamonds=2) == {}
    assert payments("goblin", [4], activated=("dwarf_5", "amazon"), diamonds=2) == {(4,): 1}
    assert payments("goblin", [3], activated=("dwarf_5", "amazon"), diamonds=2) == {}


@pytest.mark.clause("M14", "M16")
def test_abilities_about_pearls_in_the_hand_do_not_apply_to_pictured_pearls() -> None:
    assert payments("goblin", [7], activated=("dwarf_3", "fire_imp")) == {}
    assert payments("goblin", [8], activated=("dwarf_1", "eternal_boy")) == {}


@pytest.mark.clause("M14", "M20")
def test_a_pictured_2_cannot_be_traded() -> None:
    table = at_table(seat(hand=[3], activated=["dwarf_2", "snow_white"]), seat())
    assert table.refusal(trade_two()) == "M20"


@pytest.mark.clause("M14", "M11")
def test_pictured_pearls_do_not_count_for_the_hand_limit() -> None:
    table = at_table(seat(hand=[3, 4, 4, 5], activated=["dwarf_1", "dwarf_2", "dragon"]), seat(), actions=1)
    table.play(take(0))
    assert table.turn == 1


# M15


@pytest.mark.clause("M15")
@pytest.mark.parametrize("value", range(1, 8))
def test_a_diamond_raises_a_pearl_by_1(value: int) -> None:
    assert payments("goblin", [value, value + 1], diamonds=1) == {(value, value + 1): 1}
    assert payments("goblin", [value, value + 1]) == {}


@pytest.mark.clause("M15")
def test_each_pearl_takes_at_most_one_diamond() -> None:
    assert payments("goblin", [3, 5], diamonds=4) == {}
    assert payments("goblin", [3, 5], activated=("amazon",), diamonds=4) == {(3, 5): 2}
    assert payments("goblin", [3, 6], activated=("amazon",), diamonds=4) == {}


@pytest.mark.clause("M15")
def test_each_pearl_needs_a_diamond_of_its_own() -> None:
    assert payments("giant", [5, 5, 7, 7], diamonds=3) == {}
    assert payments("giant", [5, 5, 7, 7], diamonds=4) == {(5, 5, 7, 7): 4}


@pytest.mark.clause("M15")
def test_a_pearl_never_becomes_a_9() -> None:
    assert payments("barbarian", [8], activated=("phoenix", "dwarf_3"), diamonds=1) == {}
    assert payments("winged_monkey", [8], activated=("dwarf_1",), diamonds=1) == {}


@pytest.mark.clause("M15")
def test_without_the_amazon_a_diamond_does_not_lower() -> None:
    assert payments("hansel_and_gretel", [7, 7], diamonds=2) == {(7, 7): 2}
    assert payments("dwarf_6", [7, 7], diamonds=2) == {}


@pytest.mark.clause("M15", "M20")
@pytest.mark.parametrize("value", range(1, 8))
def test_with_the_amazon_a_diamond_may_lower_a_pearl_by_1_instead(value: int) -> None:
    assert payments(f"dwarf_{value}", [value + 1, value], activated=("amazon",), diamonds=1) == {(value, value + 1): 1}
    assert payments("hansel_and_gretel", [7, 8], activated=("amazon",), diamonds=1) == {(7, 8): 1}


@pytest.mark.clause("M15")
def test_a_pearl_never_becomes_a_0() -> None:
    assert payments("medusa", [1], activated=("amazon", "dwarf_3", "dwarf_4"), diamonds=1) == {}
    assert payments("barbarian", [1], activated=("amazon", "phoenix", "phoenix", "dwarf_4"), diamonds=1) == {(): 0}


@pytest.mark.clause("M15")
def test_the_diamond_received_first_goes_to_the_character_discard_pile() -> None:
    table = at_table(
        seat(hand=[3, 4], portal=["goblin"], diamonds=["lion", "giant", "unicorn"]), seat(), character_discard=["pixie"]
    )
    table.play(activate([3, 4], diamonds=1))
    assert table.diamonds(0) == ["giant", "unicorn"]
    assert table.character_discard == ["lion", "pixie"]


@pytest.mark.clause("M15")
def test_a_diamond_that_is_part_of_a_combination_is_spent_as_well() -> None:
    table = at_table(seat(hand=[1, 2, 2], portal=["pirate_captain"], diamonds=["lion", "giant", "unicorn"]), seat())
    assert table.payments() == {(1, 2, 2): 2}
    table.play(activate([1, 2, 2], diamonds=2))
    assert table.diamonds(0) == ["unicorn"]
    assert sorted(table.character_discard) == ["giant", "lion"]


@pytest.mark.clause("M15")
def test_diamonds_of_others_and_diamonds_still_to_come_do_not_help() -> None:
    table = at_table(seat(hand=[1, 2, 3, 3], portal=["unicorn"]), seat(diamonds=2))
    assert table.payments() == {}
    assert table.refusal(activate([1, 2, 3, 3], diamonds=1)) == "M15"


@pytest.mark.clause("M15")
def test_diamonds_are_not_spent_where_the_pearls_fit() -> None:
    table = at_table(seat(hand=[4, 4], portal=["goblin"], diamonds=2), seat())
    assert table.payments() == {(4, 4): 0}
    assert table.refusal(activate([4, 4], diamonds=2)) == "M15"


@pytest.mark.clause("M15")
@pytest.mark.parametrize(
    ("character", "hand", "activated", "diamonds", "ways"),
    [
        ("goblin", [4, 4, 5], (), 2, {(4, 4): 0, (4, 5): 1}),
        ("cerberus", [4, 5, 5], (), 3, {(4, 5, 5): 1}),
        ("cerberus", [4, 5, 5], ("amazon",), 3, {(4, 5, 5): 1}),
        ("cerberus", [4, 4, 5], ("amazon",), 3, {(4, 4, 5): 1}),
        ("wisp_4_5", [4, 4, 4], (), 3, {(4, 4, 4): 0}),
        ("winged_monkey", [4, 5], (), 2, {(4, 5): 1}),
        ("wraith", [3, 4, 4, 4], (), 4, {(3, 4, 4, 4): 1}),
        ("wizard", [4, 4, 5], (), 3, {(4, 4, 5): 2}),
        ("wizard", [4, 4, 6], (), 3, {(4, 4, 6): 1}),
        ("goblin", [4, 5], ("dragon",), 2, {(4,): 0, (5,): 0, (4, 5): 1}),
        ("goblin", [4, 6], ("dwarf_5", "amazon"), 2, {(4,): 1, (6,): 1, (4, 6): 2}),
        ("hansel_and_gretel", [7], ("dragon", "phoenix"), 2, {(): 0, (7,): 1}),
    ],
)
def test_of_several_ways_to_pay_with_the_same_hand_pearls_the_one_with_fewest_diamonds_exists(
    character: str, hand: list[int], activated: tuple[str, ...], diamonds: int, ways: Payments
) -> None:
    assert payments(character, hand, activated=activated, diamonds=diamonds) == ways


# M16


@pytest.mark.clause("M16", "M20")
@pytest.mark.parametrize("value", range(1, 9))
def test_3s_count_as_any_value_from_1_to_8(value: int) -> None:
    cost = [value, value]
    character = "hansel_and_gretel" if value == 8 else f"dwarf_{value}"
    assert payments(character, [3, 3], activated=("fire_imp",)) == {(3, 3): 0}
    if value != 3:
        assert payments(character, [3, 3]) == {}
        assert payments(character, [3, value], activated=("fire_imp",)) == {tuple(sorted([3, value])): 0}
        assert payments(character, [value, *cost], activated=("fire_imp",)) == {tuple(cost): 0}


@pytest.mark.clause("M16")
def test_a_3_that_may_be_anything_is_never_9_nor_0() -> None:
    assert payments("winged_monkey", [1, 3], activated=("fire_imp",)) == {}
    assert payments("medusa", [3], activated=("fire_imp", "dwarf_3", "dwarf_4")) == {}


@pytest.mark.clause("M16", "M20")
def test_1s_may_count_as_8() -> None:
    assert payments("hansel_and_gretel", [1, 8], activated=("eternal_boy",)) == {(1, 8): 0}
    assert payments("lion", [1, 1, 1, 8], activated=("eternal_boy",)) == {(1, 1, 1, 8): 0}
    assert payments("hansel_and_gretel", [1, 8]) == {}
    assert payments("dwarf_7", [1, 7], activated=("eternal_boy",)) == {}


@pytest.mark.clause("M16", "M20")
def test_1s_may_still_count_as_1() -> None:
    assert payments("dwarf_1", [1, 1], activated=("eternal_boy",)) == {(1, 1): 0}
    assert payments("death", [1, 1], activated=("eternal_boy",)) == {(1, 1): 0}
    assert payments("dwarf_1", [1, 8], activated=("eternal_boy",)) == {}


@pytest.mark.clause("M16")
def test_a_2_raised_to_3_or_a_4_lowered_to_3_is_not_anything() -> None:
    assert payments("hansel_and_gretel", [2, 8], activated=("fire_imp",), diamonds=2) == {}
    assert payments("hansel_and_gretel", [4, 8], activated=("fire_imp", "amazon"), diamonds=2) == {}
    assert payments("dwarf_3", [2, 4], activated=("fire_imp", "amazon"), diamonds=2) == {(2, 4): 2}


@pytest.mark.clause("M16")
def test_a_2_lowered_to_1_is_not_8() -> None:
    assert payments("hansel_and_gretel", [2, 8], activated=("eternal_boy", "amazon"), diamonds=2) == {}


@pytest.mark.clause("M16")
def test_a_1_that_counts_as_8_is_not_lowered_to_7() -> None:
    assert payments("dwarf_7", [1, 7], activated=("eternal_boy", "amazon"), diamonds=2) == {}


@pytest.mark.clause("M16", "M15")
def test_a_3_that_counts_as_anything_needs_no_diamond() -> None:
    assert payments("dwarf_4", [3, 4], activated=("fire_imp",), diamonds=1) == {(3, 4): 0}
    assert payments("dwarf_2", [2, 3], activated=("fire_imp", "amazon"), diamonds=1) == {(2, 3): 0}


@pytest.mark.clause("M16")
def test_a_1_may_be_raised_though_1s_may_count_as_8() -> None:
    assert payments("snow_white", [1], activated=("eternal_boy",), diamonds=1) == {(1,): 1}


@pytest.mark.clause("M16", "M20")
def test_3s_count_as_anything_at_once_and_all_game_and_for_their_owner_alone() -> None:
    table = at_table(
        seat(hand=[3, 3, 3, 3, 8], portal=["fire_imp", "hansel_and_gretel"]),
        seat(hand=[3, 8], portal=["hansel_and_gretel"]),
        actions=2,
    )
    assert table.payments(1) == {}
    table.play(activate([3, 3, 3]))
    assert table.payments(1) == {(3, 8): 0}
    table.play(refresh())
    assert table.turn == 1
    assert table.payments(0, seat=1) == {}
    table.rest_of_turn()
    assert table.payments(1) == {(3, 8): 0}
