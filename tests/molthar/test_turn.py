"""A turn: M5 to M12."""

from __future__ import annotations

from itertools import permutations

import pytest
from molthar_build import (
    Action,
    Pearl,
    activate,
    all_characters_but,
    all_pearls_but,
    at_table,
    banish,
    discard,
    end_turn,
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

# M5

FOUR_ACTIONS = {"take": take(0), "refresh": refresh(), "place": place("pile"), "activate": activate([4, 4])}


@pytest.mark.clause("M5")
@pytest.mark.parametrize("order", list(permutations(FOUR_ACTIONS, 3)), ids="-".join)
def test_a_turn_has_three_actions_in_any_order(order: tuple[str, ...]) -> None:
    table = at_table(seat(hand=[4, 4], portal=["goblin"]), seat())
    for number, action in enumerate(order):
        assert (table.turn, table.actions_left) == (0, 3 - number)
        table.play(FOUR_ACTIONS[action])
    assert (table.turn, table.actions_left) == (1, 3)


@pytest.mark.clause("M5")
@pytest.mark.parametrize(
    "actions",
    [
        [take(0), take(0), take(0)],
        [take("pile"), take("pile"), take("pile")],
        [refresh(), refresh(), refresh()],
        [place("pile"), place("pile"), place("pile", discard=0)],
    ],
    ids=["take", "take unseen", "refresh", "place"],
)
def test_the_same_action_may_be_taken_three_times(actions: list[Action]) -> None:
    table = at_table(seat(), seat())
    table.play(*actions)
    assert table.turn == 1


@pytest.mark.clause("M5")
def test_two_characters_may_be_activated_in_one_turn() -> None:
    table = at_table(seat(hand=[4, 4, 8, 8], portal=["goblin", "hansel_and_gretel"]), seat())
    table.play(activate([4, 4]), activate([8, 8], slot=1))
    assert table.activated(0) == ["goblin", "hansel_and_gretel"]


@pytest.mark.clause("M5")
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_there_is_no_passing(taken: int) -> None:
    table = at_table(seat(hand=[2], activated=["snow_white", "death"]), seat(), actions=3 - taken, taken=taken)
    assert not table.may(end_turn())
    assert table.refusal(end_turn()) == "M5"


@pytest.mark.clause("M5")
def test_only_after_the_last_action_can_no_more_actions_be_taken() -> None:
    table = at_table(seat(hand=[2, 4, 4], portal=["goblin"], activated=["snow_white"]), seat(), actions=1)
    table.play(refresh())
    assert table.legal() == [trade_two(), end_turn()]
    assert {table.refusal(action) for action in (take(0), refresh(), place(0), activate([4, 4]))} == {"M5"}


@pytest.mark.clause("M5")
def test_a_turn_ends_early_if_no_action_at_all_is_possible() -> None:
    elsewhere = all_characters_but("goblin", "dwarf_5", "dragon")
    table = at_table(
        seat(portal=["goblin"], activated=["dwarf_5", "dragon"]),
        seat(hand=all_pearls_but(), diamonds=elsewhere),
        seat(),
        pearls=[None] * 4,
        characters=[None] * 2,
    )
    assert table.legal() == [activate([])]
    table.play(activate([]))
    assert table.turn == 1
    assert table.decision == "discard"


@pytest.mark.clause("M5")
@pytest.mark.parametrize("possible", ["take", "place", "activate"])
def test_while_one_action_is_possible_the_turn_goes_on(possible: str) -> None:
    pearl = [6] if possible == "take" else []
    character = ["gnome"] if possible == "place" else []
    portal = ["goblin"] if possible == "activate" else []
    elsewhere = all_characters_but("dwarf_5", "dragon", *character, *portal)
    table = at_table(
        seat(portal=portal, activated=["dwarf_5", "dragon"]),
        seat(hand=all_pearls_but(*pearl), diamonds=elsewhere),
        pearls=[*pearl, None, None, None, None][:4],
        characters=[*character, None, None][:2],
    )
    assert (table.turn, table.decision) == (0, "action")
    assert possible in table.kinds()


# M6


@pytest.mark.clause("M6")
@pytest.mark.parametrize("chosen", [0, 1, 2, 3])
def test_one_of_the_four_face_up_pearls_is_taken_and_replaced_at_once(chosen: int) -> None:
    pearls: list[Pearl | None] = [1, 2, 7, 8]
    table = at_table(seat(hand=[4]), seat(), pearls=pearls, pearl_pile=[6, 5])
    table.play(take(chosen))
    assert table.hand(0) == sorted([4, (1, 2, 7, 8)[chosen]])
    pearls[chosen] = 6
    assert table.pearls == pearls
    assert table.pearl_pile[0] == 5


@pytest.mark.clause("M6")
def test_the_top_pearl_of_the_pile_is_taken_unseen() -> None:
    table = at_table(seat(), seat(), pearl_pile=[6, 5])
    table.play(take("pile"))
    assert table.hand(0) == [6]
    assert table.pearls == [1, 2, 7, 8]
    assert table.pearl_pile[0] == 5


@pytest.mark.clause("M6")
def test_two_equal_face_up_pearls_are_two_choices() -> None:
    table = at_table(seat(), seat(), pearls=[1, 1, 7, 8])
    assert table.legal("take") == [take(0), take(1), take(2), take(3), take("pile")]


# M7


@pytest.mark.clause("M7")
def test_a_refresh_discards_the_four_face_up_pearls_and_lays_four_new_ones() -> None:
    table = at_table(seat(), seat(), pearls=[1, 2, 7, 8], pearl_pile=[3, 4, 5, 6, 8], pearl_discard=[1])
    table.play(refresh())
    assert table.pearls == [3, 4, 5, 6]
    assert table.pearl_pile[0] == 8
    assert sorted(map(str, table.pearl_discard)) == ["1", "1", "2", "7", "8"]
    assert table.pearl_discard[-1] == 1
    assert table.hand(0) == []


# M8


@pytest.mark.clause("M8")
@pytest.mark.parametrize("chosen", [0, 1])
def test_a_face_up_character_is_placed_and_replaced_in_the_same_place(chosen: int) -> None:
    table = at_table(seat(), seat(), characters=["giant", "gnome"], character_pile=["lion", "unicorn"])
    table.play(place(chosen))
    assert table.portal(0) == [("giant", "gnome")[chosen], None]
    assert table.characters == [["lion", "gnome"], ["giant", "lion"]][chosen]
    assert table.character_pile[0] == "unicorn"


@pytest.mark.clause("M8")
def test_the_top_character_of_the_pile_is_placed() -> None:
    table = at_table(seat(), seat(), characters=["giant", "gnome"], character_pile=["lion", "unicorn"])
    table.play(place("pile"))
    assert table.portal(0) == ["lion", None]
    assert table.characters == ["giant", "gnome"]
    assert table.character_pile[0] == "unicorn"


@pytest.mark.clause("M8")
@pytest.mark.parametrize("kept", [0, 1])
def test_a_portal_holds_two_and_characters_on_it_stay_where_they_are(kept: int) -> None:
    portal = ["giant", None] if kept == 0 else [None, "giant"]
    table = at_table(seat(portal=portal), seat(), character_pile=["lion"])
    assert table.legal("place") == [place(0), place(1), place("pile")]
    table.play(place("pile"))
    assert table.portal(0) == (["giant", "lion"] if kept == 0 else ["lion", "giant"])
    assert table.character_discard == []


@pytest.mark.clause("M8")
def test_with_a_free_place_nothing_is_discarded() -> None:
    table = at_table(seat(portal=["giant"]), seat())
    assert table.refusal(place(0, discard=0)) == "M8"


@pytest.mark.clause("M8")
def test_with_a_full_portal_one_of_the_two_has_to_be_discarded() -> None:
    table = at_table(seat(portal=["giant", "lion"]), seat())
    assert table.legal("place") == [place(source, discard=slot) for source in (0, 1, "pile") for slot in (0, 1)]
    assert table.refusal(place(0)) == "M8"


@pytest.mark.clause("M8")
@pytest.mark.parametrize("slot", [0, 1])
def test_the_new_character_takes_the_place_of_the_discarded_one(slot: int) -> None:
    table = at_table(seat(portal=["giant", "lion"]), seat(), characters=["gnome", "goblin"])
    table.play(place(0, discard=slot))
    assert table.portal(0) == [["gnome", "lion"], ["giant", "gnome"]][slot]
    assert table.character_discard == [["giant"], ["lion"]][slot]


@pytest.mark.clause("M8")
def test_the_character_to_discard_is_chosen_before_the_new_one_is_seen() -> None:
    table = at_table(seat(portal=["giant", "lion"]), seat(), character_pile=["gnome"])
    events = table.play(place("pile", discard=0))
    assert what(events) == ["discard_character", "place"]
    assert table.portal(0) == ["gnome", "lion"]


@pytest.mark.clause("M8", "M3")
def test_the_discarded_character_lies_in_the_discard_pile_before_the_new_one_is_drawn() -> None:
    elsewhere = all_characters_but("goblin", "cerberus", "giant", "lion")
    table = at_table(seat(portal=["giant", "lion"]), seat(diamonds=elsewhere))
    table.play(place("pile", discard=0))
    assert table.portal(0) == ["giant", "lion"]


# M9


@pytest.mark.clause("M9")
def test_an_activated_character_is_paid_turned_and_laid_beside_the_portal() -> None:
    table = at_table(
        seat(hand=[1, 6, 6, 8, 8], portal=["lion", "giant"], activated=["goblin"]), seat(), pearl_discard=[3]
    )
    table.play(activate([6, 6, 8, 8], slot=1))
    assert table.portal(0) == ["lion", None]
    assert table.activated(0) == ["goblin", "giant"]
    assert table.hand(0) == [1]
    assert sorted(map(str, table.pearl_discard)) == ["3", "6", "6", "8", "8"]
    assert table.points(0) == 4
    assert table.actions_left == 2


@pytest.mark.clause("M9")
def test_a_character_that_cannot_be_paid_cannot_be_activated() -> None:
    table = at_table(seat(hand=[6, 6, 8], portal=["giant"]), seat())
    assert table.legal("activate") == []
    assert table.refusal(activate([6, 6, 8, 8])) == "M9"
    assert table.refusal(activate([6, 6, 8])) == "M13"


@pytest.mark.clause("M9")
def test_a_character_is_activated_from_the_portal_alone() -> None:
    table = at_table(seat(hand=[4, 4], activated=["goblin"]), seat(portal=["goblin"]), characters=["goblin", "gnome"])
    assert table.legal("activate") == []
    assert table.refusal(activate([4, 4])) == "M9"


# M10


@pytest.mark.clause("M10")
@pytest.mark.parametrize("symbol", ["3*", "4*", "5*"])
def test_a_symbol_turned_up_in_place_of_a_taken_pearl_exchanges_both_characters(symbol: Pearl) -> None:
    table = at_table(
        seat(), seat(), pearl_pile=[symbol], characters=["giant", "gnome"], character_pile=["lion", "unicorn", "pixie"]
    )
    table.play(take(2))
    assert table.pearls == [1, 2, symbol, 8]
    assert table.characters == ["lion", "unicorn"]
    assert sorted(table.character_discard) == ["giant", "gnome"]
    assert table.character_pile[0] == "pixie"


@pytest.mark.clause("M10")
def test_a_pearl_without_symbol_exchanges_nothing() -> None:
    table = at_table(seat(), seat(), pearl_pile=[3, 4, 5, 3, 4], characters=["giant", "gnome"])
    table.play(take(0), refresh())
    assert table.characters == ["giant", "gnome"]
    assert table.character_discard == []


@pytest.mark.clause("M10", "M7")
def test_one_symbol_in_a_refresh_exchanges_the_characters_once() -> None:
    table = at_table(
        seat(), seat(), pearl_pile=[1, 1, "4*", 2], characters=["giant", "gnome"], character_pile=["lion", "unicorn"]
    )
    table.play(refresh())
    assert table.characters == ["lion", "unicorn"]
    assert len(table.character_discard) == 2


@pytest.mark.clause("M10", "M7")
@pytest.mark.parametrize(
    ("pile", "times"), [([1, "3*", 2, "5*"], 2), (["3*", "4*", 2, 2], 2), (["5*", "4*", 1, "3*"], 3)]
)
def test_several_symbols_in_one_refresh_exchange_the_characters_as_often(pile: list[Pearl], times: int) -> None:
    new = ["lion", "unicorn", "pixie", "barbarian", "wraith", "wizard"]
    table = at_table(seat(), seat(), pearl_pile=pile, characters=["giant", "gnome"], character_pile=new)
    events = table.play(refresh())
    assert what(events).count("swap_symbol") == times
    assert table.characters == new[2 * times - 2 : 2 * times]
    assert sorted(table.character_discard) == sorted(["giant", "gnome", *new[: 2 * times - 2]])


@pytest.mark.clause("M10")
def test_a_symbol_drawn_unseen_into_a_hand_exchanges_nothing() -> None:
    table = at_table(seat(), seat(), pearl_pile=["3*"], characters=["giant", "gnome"])
    table.play(take("pile"))
    assert table.hand(0) == ["3*"]
    assert table.characters == ["giant", "gnome"]


@pytest.mark.clause("M10")
def test_a_symbol_taken_from_the_face_up_pearls_exchanges_nothing() -> None:
    table = at_table(seat(), seat(), pearls=["3*", 2, 7, 8], pearl_pile=[1], characters=["giant", "gnome"])
    table.play(take(0))
    assert table.characters == ["giant", "gnome"]


@pytest.mark.clause("M10", "M20")
def test_a_symbol_redrawn_into_a_hand_exchanges_nothing() -> None:
    table = at_table(
        seat(hand=[6, "5*"], activated=["death"]),
        seat(),
        actions=1,
        pearls=[1, 2, 7, 8],
        pearl_pile=[1, "3*", "4*"],
        characters=["giant", "gnome"],
    )
    table.play(take(0), redraw())
    assert table.characters == ["giant", "gnome"]


@pytest.mark.clause("M10")
def test_a_symbol_that_is_discarded_or_taken_back_exchanges_nothing() -> None:
    table = at_table(seat(hand=["3*", 4, 5], portal=["puss_in_boots"]), seat(), characters=["giant", "gnome"])
    table.play(activate([3, 4, 5]), take_back(3))
    assert table.hand(0) == ["3*"]
    assert table.characters == ["giant", "gnome"]


# M11


@pytest.mark.clause("M11")
def test_five_pearls_may_be_kept() -> None:
    table = at_table(seat(hand=[3, 3, 4, 4]), seat(), actions=1)
    table.play(take(0))
    assert table.turn == 1
    assert table.hand(0) == [1, 3, 3, 4, 4]


@pytest.mark.clause("M11")
def test_after_the_last_action_pearls_of_ones_choice_are_discarded_down_to_five() -> None:
    table = at_table(seat(hand=[3, 3, 4, 5, 6, 7]), seat(), actions=1)
    table.play(take(3))
    assert (table.turn, table.decision) == (0, "discard")
    assert table.legal() == [discard(3), discard(4), discard(5), discard(6), discard(7), discard(8)]
    table.play(discard(7))
    assert table.legal() == [discard(3), discard(4), discard(5), discard(6), discard(8)]
    table.play(discard(3))
    assert table.turn == 1
    assert table.hand(0) == [3, 4, 5, 6, 8]
    assert table.pearl_discard == [3, 7]


@pytest.mark.clause("M11")
def test_while_discarding_nothing_else_can_be_done() -> None:
    table = at_table(seat(hand=[3, 3, 4, 5, 6, 7]), seat(), actions=1)
    table.play(refresh())
    assert table.kinds() == {"discard"}
    assert table.refusal(take(0)) == "M11"
    assert table.refusal(end_turn()) == "M11"
    assert table.refusal(discard(8)) == "M11"


@pytest.mark.clause("M11")
def test_in_the_middle_of_a_turn_there_is_no_limit() -> None:
    table = at_table(seat(hand=[3, 3, 4, 4, 5]), seat())
    table.play(take(0), take(1))
    assert len(table.hand(0)) == 7
    assert table.decision == "action"
    assert table.refusal(discard(3)) == "M5"


@pytest.mark.clause("M11")
def test_other_players_discard_nothing() -> None:
    table = at_table(seat(), seat(hand=[3, 3, 4, 4, 5, 5]), seat(), actions=1)
    table.play(take(0))
    assert (table.turn, table.decision) == (1, "action")


# M12


@pytest.mark.clause("M12")
def test_blue_abilities_cost_no_action() -> None:
    table = at_table(
        seat(hand=[2, 6], portal=["lion"], activated=["snow_white", "mad_hatter", "wizard", "death"]), seat()
    )
    for action in (trade_two(), swap(0, 0), peek()):
        table.play(action)
        assert (table.actions_left, table.position.turn.actions_taken) == (3, 0)
    table.play(refresh(), refresh(), refresh())
    table.play(redraw())
    assert (table.turn, table.position.turn.actions_taken) == (1, 0)


@pytest.mark.clause("M12")
@pytest.mark.parametrize(
    ("character", "spend", "choices"),
    [
        ("pixie", [5, 6, 7], [rob(1), rob_pearl(4)]),
        ("medusa", [1, 2, 4], [banish(1, 0)]),
        ("puss_in_boots", [3, 4, 5], [take_back(5)]),
        ("wraith", [1, 1, 2, 2], []),
    ],
)
def test_red_abilities_cost_no_action_beyond_the_activation(
    character: str, spend: list[int], choices: list[Action]
) -> None:
    table = at_table(seat(hand=spend, portal=[character]), seat(hand=[4], portal=["lion"]))
    table.play(activate(spend))
    assert (table.actions_left, table.position.turn.actions_taken) == (2, 1)
    table.play(*choices)
    assert (table.actions_left, table.position.turn.actions_taken) == (2, 1)
    assert table.decision == "action"
