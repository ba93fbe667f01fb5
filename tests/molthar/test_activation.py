"""What activation gives: M17 and M18, and what every card says."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from molthar_build import NOBODY, activate, at_table, seat, seen

from worldgates.molthar.cards import CHARACTERS


class Card(NamedTuple):
    """How many there are, pearls (and diamonds) that pay for it, the points and the diamonds it gives."""

    copies: int
    pearls: list[int]
    points: int
    diamonds: int = 0
    price: int = 0


CARDS = {
    "goblin": Card(3, [4, 4], 1),
    "cerberus": Card(2, [2, 2, 2], 2),
    "treefolk": Card(1, [7, 7, 7, 7], 3),
    "lion": Card(1, [8, 8, 8, 8], 5),
    "fairy_godmother": Card(2, [7, 7, 7, 7], 4),
    "giant": Card(3, [6, 6, 8, 8], 3),
    "tweedle": Card(2, [7, 7, 8, 8], 3, diamonds=1),
    "hansel_and_gretel": Card(2, [8, 8], 2),
    "gnome": Card(2, [3, 3, 6, 6], 2, diamonds=1),
    "odd_halfling": Card(1, [1, 1, 7], 1, diamonds=1),
    "even_halfling": Card(1, [2, 4, 8], 1, diamonds=1),
    "barbarian": Card(1, [5, 7, 8], 2),
    "unicorn": Card(1, [1, 2, 3, 4], 1, diamonds=2),
    "pirate_captain": Card(1, [2, 2, 2], 3, price=1),
    "wisp_3_6": Card(1, [3, 3, 3], 3),
    "wisp_4_5": Card(1, [5, 5, 5], 3),
    "puss_in_boots": Card(1, [3, 4, 5], 1),
    "wraith": Card(1, [3, 3, 8, 8], 2),
    "odd_golem": Card(1, [1, 3, 5, 7], 2),
    "even_golem": Card(1, [2, 4, 6, 8], 2),
    "pixie": Card(2, [5, 6, 7], 1),
    "medusa": Card(2, [1, 2, 4], 1),
    "dwarf_1": Card(1, [1, 1], 1),
    "dwarf_2": Card(1, [2, 2], 1),
    "dwarf_3": Card(1, [3, 3], 1),
    "dwarf_4": Card(1, [4, 4], 1),
    "dwarf_5": Card(1, [5, 5], 1),
    "dwarf_6": Card(1, [6, 6], 1),
    "dwarf_7": Card(1, [7, 7], 1),
    "phoenix": Card(2, [1, 2], 0),
    "dragon": Card(1, [1, 1, 1, 1], 0),
    "fire_imp": Card(1, [3, 3, 3], 1),
    "eternal_boy": Card(1, [1, 1, 8], 1),
    "winged_monkey": Card(3, [1, 1, 3, 5], 1),
    "red_riding_hood": Card(1, [4, 5, 6, 7, 8], 1),
    "amazon": Card(1, [3, 5, 7], 1, diamonds=1),
    "snow_white": Card(1, [2], 0, diamonds=1),
    "mad_hatter": Card(1, [3, 4, 5, 6, 7], 2),
    "wizard": Card(1, [2, 3, 4], 1),
    "death": Card(1, [1, 8], 1),
}


@pytest.mark.clause("M2")
def test_there_are_40_kinds_of_characters_some_of_them_several_times() -> None:
    assert {character.id: character.copies for character in CHARACTERS} == {
        id: card.copies for id, card in CARDS.items()
    }


@pytest.mark.clause("M9", "M13", "M17", "M18")
@pytest.mark.parametrize("character", CARDS)
def test_each_character_gives_the_points_and_diamonds_printed_on_it(character: str) -> None:
    card = CARDS[character]
    table = at_table(seat(hand=card.pearls, portal=[character], diamonds=card.price), seat())
    table.play(activate(card.pearls, diamonds=card.price))
    assert table.activated(0) == [character]
    assert table.points(0) == card.points
    assert len(table.diamonds(0)) == card.diamonds


@pytest.mark.clause("M17")
def test_points_add_up() -> None:
    table = at_table(seat(activated=["lion", "giant", "phoenix", "goblin", "goblin"]), seat(activated=["wraith"]))
    assert (table.points(0), table.points(1)) == (10, 2)


@pytest.mark.clause("M17")
def test_points_do_not_count_on_the_portal_nor_as_a_diamond() -> None:
    table = at_table(seat(portal=["lion", "giant"], diamonds=["tweedle"]), seat())
    assert table.points(0) == 0


@pytest.mark.clause("M17")
def test_points_count_for_the_rest_of_the_game() -> None:
    table = at_table(seat(hand=[8, 8], portal=["hansel_and_gretel"]), seat())
    table.play(activate([8, 8]))
    for _ in range(8):
        table.rest_of_turn()
        assert table.points(0) == 2
        assert table.activated(0) == ["hansel_and_gretel"]


@pytest.mark.clause("M18")
def test_each_diamond_is_the_top_character_of_the_pile_laid_beside_those_there_are() -> None:
    table = at_table(
        seat(hand=[1, 2, 3, 4], portal=["unicorn"], diamonds=["wizard"]),
        seat(),
        characters=["goblin", "cerberus"],
        character_pile=["lion", "giant", "gnome"],
    )
    table.play(activate([1, 2, 3, 4]))
    assert table.diamonds(0) == ["wizard", "lion", "giant"]
    assert table.character_pile[0] == "gnome"
    assert table.characters == ["goblin", "cerberus"]


@pytest.mark.clause("M18", "M24")
def test_nobody_sees_the_face_of_a_diamond() -> None:
    table = at_table(seat(hand=[2], portal=["snow_white"]), seat(), seat(), character_pile=["lion"])
    events = table.play(activate([2]))
    for observer in (0, 1, 2, NOBODY):
        assert table.faces(observer, 0) == [None]
        assert seen(events, observer, "diamond") == [{"event": "diamond", "seat": 0}]


@pytest.mark.clause("M18", "M3")
def test_diamonds_come_after_the_price_is_paid() -> None:
    table = at_table(
        seat(hand=[5, 5, 5, 6], portal=["gnome"], diamonds=["lion", "giant"]), seat(), character_pile=["wizard"]
    )
    table.play(activate([5, 5, 5, 6], diamonds=1))
    assert table.diamonds(0) == ["giant", "wizard"]
    assert table.character_discard == ["lion"]
