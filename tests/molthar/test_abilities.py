"""Red and blue abilities: M19 and M20."""

from __future__ import annotations

import pytest
from molthar_build import (
    NOBODY,
    Action,
    activate,
    all_characters_but,
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
    seen,
    swap,
    take,
    take_back,
    trade_two,
    what,
)

# M19: three more actions


@pytest.mark.clause("M19")
@pytest.mark.parametrize(("character", "spend"), [("odd_golem", [1, 3, 5, 7]), ("even_golem", [2, 4, 6, 8])])
def test_a_golem_gives_three_more_actions_this_turn_and_no_other(character: str, spend: list[int]) -> None:
    table = at_table(seat(hand=spend, portal=[character]), seat(), actions=1)
    table.play(activate(spend))
    assert (table.turn, table.actions_left) == (0, 3)
    table.play(refresh(), refresh(), refresh())
    assert (table.turn, table.actions_left) == (1, 3)
    table.play(refresh(), refresh(), refresh())
    assert (table.turn, table.actions_left) == (0, 3)


@pytest.mark.clause("M19")
def test_the_actions_of_two_golems_add_up() -> None:
    table = at_table(seat(hand=[1, 3, 5, 7, 2, 4, 6, 8], portal=["odd_golem", "even_golem"]), seat())
    table.play(activate([1, 3, 5, 7]), activate([2, 4, 6, 8], slot=1))
    assert table.actions_left == 7


# M19: one more action for the next player


@pytest.mark.clause("M19")
def test_the_wraith_gives_the_next_player_one_more_action_in_their_next_turn() -> None:
    table = at_table(seat(hand=[3, 3, 8, 8], portal=["wraith"]), seat(), seat(), actions=1)
    table.play(activate([3, 3, 8, 8]))
    assert (table.turn, table.actions_left) == (1, 4)
    turns = []
    for _ in range(4):
        table.rest_of_turn()
        turns.append((table.turn, table.actions_left))
    assert turns == [(2, 3), (0, 3), (1, 3), (2, 3)]


@pytest.mark.clause("M19")
def test_the_player_after_the_last_seat_is_the_first() -> None:
    table = at_table(seat(), seat(), seat(hand=[3, 3, 8, 8], portal=["wraith"]), turn=2, actions=1)
    table.play(activate([3, 3, 8, 8], seat=2))
    assert (table.turn, table.actions_left) == (0, 4)


@pytest.mark.clause("M19")
def test_bonus_actions_add_up() -> None:
    table = at_table(
        seat(hand=[3, 3, 8, 8], portal=["wraith"]), seat(bonus=1, activated=["red_riding_hood"]), actions=1
    )
    table.play(activate([3, 3, 8, 8]))
    assert (table.turn, table.actions_left) == (1, 6)
    table.rest_of_turn()
    table.rest_of_turn()
    assert (table.turn, table.actions_left) == (1, 4)


@pytest.mark.clause("M19", "M22")
def test_the_bonus_action_is_lost_if_the_next_player_has_no_turn_left() -> None:
    table = at_table(
        seat(activated=["lion", "fairy_godmother", "giant"]),
        seat(hand=[3, 3, 8, 8], portal=["wraith"]),
        turn=1,
        actions=1,
        final_round=True,
    )
    table.play(activate([3, 3, 8, 8], seat=1))
    assert table.over
    assert table.points(1) == 2


# M19: look at a hand and take a pearl


@pytest.mark.clause("M19")
def test_the_pixie_looks_at_an_opponents_hand_and_takes_a_pearl_from_it() -> None:
    table = at_table(seat(hand=[5, 6, 7, 8], portal=["pixie"]), seat(hand=[1, 4, 4]), seat(hand=[2]))
    table.play(activate([5, 6, 7]))
    assert table.decision == "rob"
    assert table.legal() == [rob(1), rob(2)]
    assert table.hand(1) == [1, 4, 4]
    events = table.play(rob(1))
    assert table.decision == "rob_pearl"
    assert seen(events, 0, "rob")[0]["hand"] == [1, 4, 4]
    assert table.legal() == [rob_pearl(1), rob_pearl(4)]
    table.play(rob_pearl(4))
    assert table.hand(0) == [4, 8]
    assert table.hand(1) == [1, 4]
    assert (table.decision, table.turn, table.actions_left) == ("action", 0, 2)


@pytest.mark.clause("M19")
def test_any_opponent_with_a_hand_can_be_robbed_and_nobody_else() -> None:
    table = at_table(
        seat(hand=[1]), seat(hand=[5, 6, 7, 8], portal=["pixie"]), seat(), seat(hand=[2]), seat(hand=[3]), turn=1
    )
    table.play(activate([5, 6, 7], seat=1))
    assert table.legal() == [rob(0), rob(3), rob(4)]
    assert table.refusal(rob(1)) == "M19"
    assert table.refusal(rob(2)) == "M19"


@pytest.mark.clause("M19")
@pytest.mark.parametrize("action", [take(0), refresh(), place(0), end_turn()])
def test_robbing_is_not_optional(action: Action) -> None:
    table = at_table(seat(hand=[5, 6, 7], portal=["pixie"]), seat(hand=[2]))
    table.play(activate([5, 6, 7]))
    assert table.refusal(action) == "M19"
    table.play(rob(1))
    assert table.refusal(action) == "M19"


@pytest.mark.clause("M19")
def test_if_nobody_has_a_hand_nobody_is_robbed() -> None:
    table = at_table(seat(hand=[5, 6, 7, 8], portal=["pixie"]), seat(), seat())
    events = table.play(activate([5, 6, 7]))
    assert what(events)[-1] == "no_target"
    assert (table.decision, table.actions_left) == ("action", 2)
    assert table.points(0) == 1


@pytest.mark.clause("M19", "M11")
def test_a_robbery_with_the_last_action_may_lead_over_the_hand_limit() -> None:
    table = at_table(
        seat(hand=[1, 1, 2, 2, 3, 5, 6, 7], portal=["pixie"]), seat(hand=[8]), actions=1, pearls=[1, 2, 7, 8]
    )
    table.play(activate([5, 6, 7]), rob(1), rob_pearl(8))
    assert table.decision == "discard"
    table.play(discard(8))
    assert table.turn == 1


# M19: take back


@pytest.mark.clause("M19")
@pytest.mark.parametrize("pearl", [3, 4, 5])
def test_one_of_the_hand_pearls_just_spent_is_taken_back(pearl: int) -> None:
    table = at_table(seat(hand=[3, 4, 5, 8], portal=["puss_in_boots"]), seat(), pearl_discard=[3, 6])
    table.play(activate([3, 4, 5]))
    assert table.decision == "take_back"
    assert table.legal() == [take_back(3), take_back(4), take_back(5)]
    table.play(take_back(pearl))
    assert table.hand(0) == [pearl, 8]
    assert sorted(map(str, table.pearl_discard)) == sorted(
        map(str, [3, 6, *(value for value in (3, 4, 5) if value != pearl)])
    )
    assert (table.decision, table.actions_left) == ("action", 2)


@pytest.mark.clause("M19")
def test_the_very_pearl_that_was_spent_comes_back() -> None:
    table = at_table(seat(hand=["3*", 4, 5], portal=["puss_in_boots"]), seat(), pearl_discard=[3, 3])
    table.play(activate([3, 4, 5]), take_back(3))
    assert table.hand(0) == ["3*"]
    table = at_table(seat(hand=[3, 4, 5], portal=["puss_in_boots"]), seat(), pearl_discard=[6, 3])
    table.play(activate([3, 4, 5]), take_back(3))
    assert table.pearl_discard[-2:] == [6, 3]


@pytest.mark.clause("M19", "M15")
def test_a_pearl_that_a_diamond_changed_comes_back_as_it_is() -> None:
    table = at_table(seat(hand=[2, 4, 5], portal=["puss_in_boots"], diamonds=["lion"]), seat())
    table.play(activate([2, 4, 5], diamonds=1))
    assert table.legal() == [take_back(2), take_back(4), take_back(5)]
    table.play(take_back(2))
    assert table.hand(0) == [2]
    assert table.diamonds(0) == []
    assert table.character_discard == ["lion"]


@pytest.mark.clause("M19", "M14")
def test_a_pictured_pearl_cannot_be_taken_back() -> None:
    table = at_table(seat(hand=[3, 4], portal=["puss_in_boots"], activated=["dwarf_5"]), seat())
    table.play(activate([3, 4]))
    assert table.legal() == [take_back(3), take_back(4)]
    assert table.refusal(take_back(5)) == "M19"


@pytest.mark.clause("M19")
def test_taking_back_is_not_optional() -> None:
    table = at_table(seat(hand=[3, 4, 5], portal=["puss_in_boots"]), seat())
    table.play(activate([3, 4, 5]))
    assert table.refusal(take(0)) == "M19"


@pytest.mark.clause("M19", "M14")
def test_nothing_is_taken_back_if_all_was_paid_with_pictured_pearls() -> None:
    table = at_table(seat(portal=["puss_in_boots"], activated=["dwarf_3", "dwarf_4", "dragon"]), seat())
    events = table.play(activate([]))
    assert what(events)[-1] == "no_target"
    assert (table.decision, table.hand(0), table.actions_left) == ("action", [], 2)


# M19: discard an opponent's character


@pytest.mark.clause("M19")
@pytest.mark.parametrize(("owner", "slot"), [(0, 1), (2, 0), (2, 1), (4, 0)])
def test_the_medusa_discards_a_character_from_an_opponents_portal(owner: int, slot: int) -> None:
    table = at_table(
        seat(portal=[None, "lion"]),
        seat(hand=[1, 2, 4], portal=["medusa", "goblin"]),
        seat(portal=["giant", "wisp_3_6"]),
        seat(),
        seat(portal=["unicorn"], activated=["wizard"]),
        turn=1,
    )
    before = [table.portal(seat) for seat in range(5)]
    table.play(activate([1, 2, 4], seat=1))
    assert table.decision == "banish"
    assert table.legal() == [banish(0, 1), banish(2, 0), banish(2, 1), banish(4, 0)]
    table.play(banish(owner, slot))
    assert table.character_discard == [before[owner][slot]]
    before[1][0] = None
    before[owner][slot] = None
    assert [table.portal(seat) for seat in range(5)] == before
    assert (table.decision, table.turn, table.actions_left) == ("action", 1, 2)


@pytest.mark.clause("M19")
def test_ones_own_characters_cannot_be_banished() -> None:
    table = at_table(seat(hand=[1, 2, 4], portal=["medusa", "lion"]), seat(portal=["giant"]))
    table.play(activate([1, 2, 4]))
    assert table.refusal(banish(0, 1)) == "M19"
    assert table.refusal(banish(1, 1)) == "M19"


@pytest.mark.clause("M19")
def test_banishing_is_not_optional() -> None:
    table = at_table(seat(hand=[1, 2, 4], portal=["medusa"]), seat(portal=["giant"]))
    table.play(activate([1, 2, 4]))
    assert table.kinds() == {"banish"}
    assert table.refusal(refresh()) == "M19"


@pytest.mark.clause("M19")
def test_with_empty_portals_around_nobody_is_banished() -> None:
    table = at_table(seat(hand=[1, 2, 4], portal=["medusa", "lion"]), seat(activated=["giant"]), seat())
    events = table.play(activate([1, 2, 4]))
    assert what(events)[-1] == "no_target"
    assert (table.decision, table.portal(0), table.actions_left) == ("action", [None, "lion"], 2)


@pytest.mark.clause("M19")
def test_red_abilities_happen_once() -> None:
    table = at_table(
        seat(activated=["pixie", "medusa", "puss_in_boots", "wraith", "odd_golem"], hand=[4, 4], portal=["goblin"]),
        seat(hand=[1], portal=["lion"]),
    )
    assert table.actions_left == 3
    table.play(activate([4, 4]))
    assert (table.decision, table.actions_left) == ("action", 2)
    table.rest_of_turn()
    assert (table.turn, table.actions_left) == (1, 3)


# M20: a 2 for a diamond


@pytest.mark.clause("M20")
def test_a_2_is_discarded_for_a_diamond() -> None:
    table = at_table(
        seat(hand=[2, 6], activated=["snow_white"], diamonds=["gnome"]), seat(), character_pile=["lion", "giant"]
    )
    table.play(trade_two())
    assert table.hand(0) == [6]
    assert table.pearl_discard == [2]
    assert table.diamonds(0) == ["gnome", "lion"]
    assert table.character_pile[0] == "giant"


@pytest.mark.clause("M20")
def test_as_many_2s_as_one_likes_are_traded_at_any_time_in_the_turn() -> None:
    table = at_table(seat(hand=[2, 2, 2, 2, 2, 6], activated=["snow_white"]), seat())
    table.play(trade_two(), trade_two(), take("pile"), trade_two(), refresh(), take("pile"))
    assert table.decision == "after"
    assert table.legal() == [trade_two(), end_turn()]
    table.play(trade_two(), trade_two())
    assert table.turn == 1
    assert len(table.diamonds(0)) == 5


@pytest.mark.clause("M20")
def test_only_a_2_is_traded() -> None:
    table = at_table(seat(hand=[1, 3, 8], activated=["snow_white"]), seat())
    assert table.refusal(trade_two()) == "M20"


@pytest.mark.clause("M20")
def test_without_the_ability_no_2_is_traded() -> None:
    table = at_table(seat(hand=[2], portal=["snow_white"]), seat())
    assert table.refusal(trade_two()) == "M20"


@pytest.mark.clause("M20")
def test_2s_are_traded_in_ones_own_turn_alone() -> None:
    table = at_table(seat(hand=[2], activated=["snow_white"]), seat(hand=[2]), turn=1)
    assert table.refusal(trade_two()) == "M20"


@pytest.mark.clause("M20")
def test_2s_are_traded_from_the_moment_of_activation() -> None:
    table = at_table(seat(hand=[2, 2], portal=["snow_white"]), seat(), actions=1)
    table.play(activate([2]))
    assert table.legal() == [trade_two(), end_turn()]
    table.play(trade_two())
    assert len(table.diamonds(0)) == 2
    assert table.turn == 1


@pytest.mark.clause("M20", "M11")
def test_once_the_discarding_has_begun_no_2_is_traded() -> None:
    table = at_table(seat(hand=[2, 2, 3, 4, 5, 6, 7], activated=["snow_white"]), seat(), actions=1)
    table.play(refresh(), end_turn())
    assert table.kinds() == {"discard"}
    assert table.refusal(trade_two()) == "M11"
    table.play(discard(7))
    assert table.kinds() == {"discard"}


@pytest.mark.clause("M20", "M11")
def test_trading_2s_after_the_last_action_may_save_other_pearls_from_the_limit() -> None:
    table = at_table(seat(hand=[2, 3, 4, 5, 6, 7], activated=["snow_white"]), seat(), actions=1)
    table.play(refresh(), trade_two())
    assert table.turn == 1
    assert table.hand(0) == [3, 4, 5, 6, 7]


@pytest.mark.clause("M20", "M3")
def test_no_2_is_traded_if_no_diamond_is_to_be_had() -> None:
    elsewhere = all_characters_but("goblin", "cerberus", "snow_white")
    table = at_table(seat(hand=[2], activated=["snow_white"]), seat(diamonds=elsewhere))
    assert table.refusal(trade_two()) == "M20"
    table = at_table(seat(hand=[2], activated=["snow_white"]), seat(diamonds=elsewhere[1:]))
    table.play(trade_two())
    assert table.diamonds(0) == elsewhere[:1]


@pytest.mark.clause("M20", "M3")
def test_a_2_is_traded_for_a_diamond_from_the_refilled_pile() -> None:
    discarded = all_characters_but("goblin", "cerberus", "snow_white")
    table = at_table(seat(hand=[2], activated=["snow_white"]), seat(), character_discard=discarded)
    table.play(trade_two())
    assert len(table.diamonds(0)) == 1
    assert len(table.character_pile) == len(discarded) - 1


@pytest.mark.clause("M20")
def test_trading_a_2_does_not_end_the_time_before_the_first_action() -> None:
    table = at_table(seat(hand=[2], portal=["lion"], activated=["snow_white", "mad_hatter", "wizard"]), seat())
    table.play(trade_two())
    assert {"swap", "peek"} < table.kinds()


# M20: the hand limit


@pytest.mark.clause("M20", "M11")
@pytest.mark.parametrize("monkeys", [0, 1, 2, 3])
def test_each_winged_monkey_raises_the_hand_limit_by_1(monkeys: int) -> None:
    hand = [1, 2, 3, 4, 5, 6, 7, 8][: 5 + monkeys]
    table = at_table(seat(hand=hand, activated=["winged_monkey"] * monkeys), seat(hand=[]), actions=1)
    table.play(refresh())
    assert table.turn == 1
    table = at_table(seat(hand=[1, *hand], activated=["winged_monkey"] * monkeys), seat(), actions=1)
    table.play(refresh())
    assert (table.turn, table.decision) == (0, "discard")
    table.play(discard(1))
    assert (table.turn, table.hand(0)) == (1, hand)


@pytest.mark.clause("M20", "M11")
def test_the_hand_limit_rises_from_the_moment_of_activation() -> None:
    table = at_table(seat(hand=[2, 8, 1, 3, 4, 5, 6, 7], portal=["winged_monkey"]), seat(), actions=1)
    table.play(activate([2, 8]))
    assert (table.turn, len(table.hand(0))) == (1, 6)


# M20: one more action


@pytest.mark.clause("M20")
def test_little_red_riding_hood_gives_one_more_action_in_this_turn_and_in_every_one() -> None:
    table = at_table(seat(hand=[4, 5, 6, 7, 8], portal=["red_riding_hood"]), seat(), actions=1)
    table.play(activate([4, 5, 6, 7, 8]))
    assert (table.turn, table.actions_left) == (0, 1)
    table.play(refresh())
    turns = []
    for _ in range(4):
        turns.append((table.turn, table.actions_left))
        table.rest_of_turn()
    assert turns == [(1, 3), (0, 4), (1, 3), (0, 4)]


# M20: before the first action


@pytest.mark.clause("M20")
@pytest.mark.parametrize("slot", [0, 1])
@pytest.mark.parametrize("face_up", [0, 1])
def test_a_character_of_the_portal_is_swapped_with_a_face_up_one(slot: int, face_up: int) -> None:
    portal: list[str | None] = ["lion", "giant"]
    characters: list[str | None] = ["gnome", "unicorn"]
    table = at_table(seat(portal=portal, activated=["mad_hatter"]), seat(), characters=characters)
    table.play(swap(slot, face_up))
    portal[slot], characters[face_up] = characters[face_up], portal[slot]
    assert table.portal(0) == portal
    assert table.characters == characters
    assert table.character_discard == []


@pytest.mark.clause("M20")
def test_a_swap_needs_a_character_on_the_portal() -> None:
    table = at_table(seat(portal=[None, "giant"], activated=["mad_hatter"]), seat())
    assert table.legal("swap") == [swap(1, 0), swap(1, 1)]
    assert table.refusal(swap(0, 0)) == "M20"


@pytest.mark.clause("M20")
def test_one_swaps_once_a_turn() -> None:
    table = at_table(seat(portal=["lion", "giant"], activated=["mad_hatter"]), seat())
    table.play(swap(0, 0))
    assert table.refusal(swap(1, 1)) == "M20"
    table.rest_of_turn()
    table.rest_of_turn()
    assert table.may(swap(1, 1))


@pytest.mark.clause("M20")
def test_one_looks_at_the_top_of_the_character_pile_once_a_turn() -> None:
    table = at_table(seat(activated=["wizard"]), seat(), seat(), character_pile=["lion"])
    events = table.play(peek())
    assert seen(events, 0, "peek")[0]["character"] == "lion"
    for observer in (1, 2, NOBODY):
        assert seen(events, observer, "peek") == [{"event": "peek", "seat": 0}]
    assert table.character_pile[0] == "lion"
    assert table.refusal(peek()) == "M20"
    for _ in range(3):
        table.rest_of_turn()
    assert table.may(peek())


@pytest.mark.clause("M20")
@pytest.mark.parametrize("first", [take(0), take("pile"), refresh(), place(0), activate([4, 4], slot=1)])
def test_after_the_first_action_there_is_no_swap_and_no_look(first: Action) -> None:
    table = at_table(
        seat(hand=[4, 4], portal=["lion", "goblin"], activated=["mad_hatter", "wizard"]),
        seat(),
        characters=["gnome", "giant"],
    )
    assert {"swap", "peek"} < table.kinds()
    table.play(place(0, discard=0) if first == place(0) else first)
    assert not {"swap", "peek"} & table.kinds()
    assert table.refusal(swap(0, 0)) == "M20"
    assert table.refusal(peek()) == "M20"


@pytest.mark.clause("M20")
@pytest.mark.parametrize("order", [[swap(0, 0), peek()], [peek(), swap(0, 0)]], ids=["swap first", "look first"])
def test_a_swap_and_a_look_do_not_end_the_time_before_the_first_action(order: list[Action]) -> None:
    table = at_table(seat(portal=["lion"], activated=["mad_hatter", "wizard"]), seat())
    table.play(*order)
    assert table.position.turn.actions_taken == 0
    assert not {"swap", "peek"} & table.kinds()


@pytest.mark.clause("M20")
@pytest.mark.parametrize(("character", "spend"), [("mad_hatter", [3, 4, 5, 6, 7]), ("wizard", [3, 4, 5])])
def test_a_character_just_activated_serves_before_the_first_action_of_the_next_turn(
    character: str, spend: list[int]
) -> None:
    ability = "swap" if character == "mad_hatter" else "peek"
    table = at_table(seat(hand=spend, portal=[character, "lion"]), seat())
    table.play(activate(spend))
    assert ability not in table.kinds()
    table.rest_of_turn()
    assert ability not in table.kinds()
    table.rest_of_turn()
    assert ability in table.kinds()


@pytest.mark.clause("M20")
def test_there_is_no_look_if_there_is_no_character_to_draw() -> None:
    elsewhere = all_characters_but("goblin", "cerberus", "wizard")
    table = at_table(seat(activated=["wizard"]), seat(diamonds=elsewhere))
    assert table.refusal(peek()) == "M20"


@pytest.mark.clause("M20")
def test_without_the_abilities_there_is_no_swap_and_no_look() -> None:
    table = at_table(seat(portal=["mad_hatter", "wizard"]), seat())
    assert table.refusal(swap(0, 0)) == "M20"
    assert table.refusal(peek()) == "M20"


# M20: after the last action


@pytest.mark.clause("M20")
def test_after_the_last_action_the_whole_hand_is_discarded_and_as_many_pearls_drawn() -> None:
    table = at_table(
        seat(hand=[3, 4, 6], activated=["death"]), seat(), actions=1, pearls=[1, 2, 7, 8], pearl_pile=[5, 5, 6, 7, 7, 8]
    )
    table.play(take(0))
    assert table.decision == "after"
    assert table.legal() == [redraw(), end_turn()]
    table.play(redraw())
    assert table.hand(0) == [5, 6, 7, 7]
    assert table.pearls == [5, 2, 7, 8]
    assert table.pearl_pile[0] == 8
    assert sorted(map(str, table.pearl_discard)) == ["1", "3", "4", "6"]
    assert table.turn == 1


@pytest.mark.clause("M20")
def test_redrawing_is_optional() -> None:
    table = at_table(seat(hand=[3, 4, 6], activated=["death"]), seat(), actions=1)
    table.play(refresh(), end_turn())
    assert (table.turn, table.hand(0)) == (1, [3, 4, 6])


@pytest.mark.clause("M20")
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_before_the_last_action_is_done_nothing_is_redrawn(taken: int) -> None:
    table = at_table(seat(hand=[3], activated=["death"]), seat(), actions=3 - taken, taken=taken)
    assert table.refusal(redraw()) == "M20"


@pytest.mark.clause("M20")
def test_one_redraws_once_a_turn() -> None:
    table = at_table(
        seat(hand=[3, 4], activated=["death", "snow_white"]), seat(), actions=1, pearl_pile=[5, 5, 6, 7, 2, 8]
    )
    table.play(refresh(), redraw())
    assert table.hand(0) == [2, 8]
    assert table.legal() == [trade_two(), end_turn()]
    assert table.refusal(redraw()) == "M20"
    table.play(end_turn())
    table.rest_of_turn()
    table.play(refresh(), refresh(), refresh())
    assert table.may(redraw())


@pytest.mark.clause("M20", "M11")
def test_the_hand_is_redrawn_before_it_is_reduced_to_the_limit() -> None:
    table = at_table(
        seat(hand=[3, 3, 3, 4, 4, 4, 6], activated=["death"]),
        seat(),
        actions=1,
        pearls=[1, 1, 2, 2],
        pearl_pile=[5, 5, 5, 5, 7, 7, 7, 8, 8, 8, 8],
    )
    table.play(refresh(), redraw())
    assert table.hand(0) == [7, 7, 7, 8, 8, 8, 8]
    assert table.decision == "discard"
    table.play(discard(7), discard(7))
    assert (table.turn, len(table.hand(0))) == (1, 5)


@pytest.mark.clause("M20", "M11")
def test_once_the_discarding_has_begun_nothing_is_redrawn() -> None:
    table = at_table(seat(hand=[3, 3, 3, 4, 4, 4, 6], activated=["death"]), seat(), actions=1)
    table.play(refresh(), end_turn())
    assert table.refusal(redraw()) == "M11"


@pytest.mark.clause("M20")
def test_an_empty_hand_is_not_redrawn() -> None:
    table = at_table(seat(activated=["death", "dwarf_5"]), seat(), actions=1)
    table.play(refresh())
    assert table.turn == 1


@pytest.mark.clause("M20")
def test_one_redraws_in_the_very_turn_of_the_activation() -> None:
    table = at_table(seat(hand=[1, 4, 8], portal=["death"]), seat(), actions=1)
    table.play(activate([1, 8]))
    assert table.legal() == [redraw(), end_turn()]


@pytest.mark.clause("M20")
def test_a_2_may_be_traded_before_and_after_redrawing() -> None:
    table = at_table(
        seat(hand=[2, 3], activated=["death", "snow_white"]), seat(), actions=1, pearl_pile=[5, 5, 6, 7, 2, 8]
    )
    table.play(refresh(), trade_two(), redraw())
    assert table.hand(0) == [2]
    table.play(trade_two())
    assert (table.turn, len(table.diamonds(0))) == (1, 2)


@pytest.mark.clause("M20")
def test_blue_abilities_last_all_game() -> None:
    table = at_table(
        seat(
            hand=[1, 3, 8],
            portal=["hansel_and_gretel"],
            activated=["fire_imp", "eternal_boy", "winged_monkey", "red_riding_hood", "mad_hatter", "wizard"],
        ),
        seat(),
        actions=4,
    )
    for _ in range(5):
        assert table.actions_left == 4
        assert table.payments() == {(1, 3): 0, (1, 8): 0, (3, 8): 0}
        assert {"swap", "peek"} < table.kinds()
        assert table.view(0)["players"][0]["hand_limit"] == 6
        table.rest_of_turn()
        table.rest_of_turn()
