"""The worked examples of the books: MX1 to MX5."""

from __future__ import annotations

import pytest
from molthar_build import activate, at_table, seat


@pytest.mark.clause("MX1")
def test_the_unicorn_gives_1_point_and_2_diamonds() -> None:
    table = at_table(seat(hand=[1, 2, 3, 4], portal=["unicorn"]), seat())
    table.play(activate([1, 2, 3, 4]))
    assert table.points(0) == 1
    assert len(table.diamonds(0)) == 2


@pytest.mark.clause("MX2")
def test_the_giant_asks_for_two_6s_and_two_8s() -> None:
    table = at_table(seat(hand=[6, 6, 8, 8], portal=["giant"]), seat())
    assert table.payments() == {(6, 6, 8, 8): 0}
    table.play(activate([6, 6, 8, 8]))
    assert sorted(map(str, table.pearl_discard)) == ["6", "6", "8", "8"]
    assert table.hand(0) == []
    assert table.points(0) == 3


@pytest.mark.clause("MX3")
def test_little_red_riding_hood_with_three_pearls_from_hand_the_dwarfs_5_and_the_dragons_question_mark() -> None:
    table = at_table(seat(hand=[4, 7, 8], portal=["red_riding_hood"], activated=["dwarf_5", "dragon"]), seat())
    assert table.payments() == {(4, 7, 8): 0}
    table.play(activate([4, 7, 8]))
    assert table.activated(0) == ["dwarf_5", "dragon", "red_riding_hood"]
    assert sorted(map(str, table.pearl_discard)) == ["4", "7", "8"]
    assert table.hand(0) == []


@pytest.mark.clause("MX4")
@pytest.mark.parametrize(("value", "dwarf"), [(3, "dwarf_4"), (4, "dwarf_5")], ids=["English, Italian", "French"])
def test_with_a_diamond_a_3_becomes_a_4_and_a_4_a_5(value: int, dwarf: str) -> None:
    table = at_table(seat(hand=[value, value + 1], portal=[dwarf], diamonds=1), seat())
    assert table.payments() == {(value, value + 1): 1}
    table.play(activate([value, value + 1], diamonds=1))
    assert table.activated(0) == [dwarf]
    assert table.diamonds(0) == []


@pytest.mark.clause("MX4")
def test_an_8_never_becomes_a_9() -> None:
    table = at_table(seat(hand=[8], portal=["winged_monkey"], activated=["dwarf_1"], diamonds=1), seat())
    assert table.payments() == {}


TWELVE_COMBINATIONS: list[tuple[str, list[int], int]] = [
    # Two 1s.
    ("dwarf_1", [1, 1], 0),
    # A 5, a 6 and a 7.
    ("pixie", [5, 6, 7], 0),
    ("pixie", [5, 5, 7], 1),
    # Two, three or four of a kind.
    ("goblin", [4, 4], 0),
    ("cerberus", [2, 2, 2], 0),
    ("treefolk", [7, 7, 7, 7], 0),
    # Two pairs.
    ("wraith", [3, 3, 8, 8], 0),
    ("wraith", [5, 5, 5, 5], 0),
    # Three cards with the sum 7.
    ("medusa", [1, 2, 4], 0),
    # Any number of cards with the sum 10.
    ("winged_monkey", [2, 8], 0),
    ("winged_monkey", [1, 1, 3, 5], 0),
    # Three 4s or three 5s.
    ("wisp_4_5", [5, 5, 5], 0),
    ("wisp_4_5", [4, 4, 5], 2),
    # Three 2s and a diamond.
    ("pirate_captain", [2, 2, 2], 1),
    ("pirate_captain", [1, 2, 2], 2),
    # Three even values.
    ("even_halfling", [2, 4, 8], 0),
    ("even_halfling", [6, 6, 6], 0),
    # Three odd values.
    ("odd_halfling", [1, 1, 7], 0),
    # Any pair and two 6s.
    ("gnome", [3, 3, 6, 6], 0),
    ("gnome", [6, 6, 6, 6], 0),
    # Three or five consecutive values.
    ("wizard", [2, 3, 4], 0),
    ("mad_hatter", [3, 4, 5, 6, 7], 0),
]


@pytest.mark.clause("MX5")
@pytest.mark.parametrize(("character", "pearls", "diamonds"), TWELVE_COMBINATIONS)
def test_the_twelve_combinations(character: str, pearls: list[int], diamonds: int) -> None:
    table = at_table(seat(hand=pearls, portal=[character], diamonds=diamonds), seat())
    assert table.payments()[tuple(pearls)] == diamonds
    table.play(activate(pearls, diamonds))
    assert table.activated(0) == [character]
    assert len(table.pearl_discard) == len(pearls)


@pytest.mark.clause("MX5")
def test_a_3_and_a_4_are_not_three_cards_with_the_sum_7() -> None:
    assert at_table(seat(hand=[3, 4], portal=["medusa"]), seat()).payments() == {}
