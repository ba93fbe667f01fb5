"""What each player may know: M24."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from molthar_build import (
    NOBODY,
    LaidTable,
    Pearl,
    Side,
    activate,
    all_characters_but,
    all_pearls_but,
    at_table,
    banish,
    discard,
    laid,
    peek,
    place,
    redraw,
    refresh,
    rob,
    rob_pearl,
    seat,
    seen,
    swap,
    tag,
    take,
    take_back,
    trade_two,
)

from worldgates.core.chance import FastChance
from worldgates.molthar import GAME
from worldgates.molthar.knowledge import Knowledge
from worldgates.molthar.pearls import names

# What is public


@pytest.mark.clause("M24")
@pytest.mark.parametrize("observer", [0, 1, 2, NOBODY])
def test_everybody_sees_market_discard_piles_portals_activated_characters_and_numbers(observer: int) -> None:
    table = at_table(
        seat(hand=[1, 2, 3], portal=["giant", None], activated=["lion"], diamonds=2),
        seat(hand=[4, 4], portal=["wisp_3_6", "wizard"], activated=["winged_monkey", "goblin"], bonus=1),
        seat(),
        pearls=[1, 2, "3*", 8],
        pearl_discard=[6, 6, 7],
        characters=["gnome", "unicorn"],
        character_discard=["pixie", "medusa"],
        starting_seat=2,
        actions=2,
        taken=1,
        final_round=True,
        wisp_owner_waits=True,
    )
    view = table.view(observer)
    assert view["pearls"] == {"market": [1, 2, "3*", 8], "draw": len(table.pearl_pile), "discard": [6, 6, 7]}
    assert view["characters"] == {
        "market": ["gnome", "unicorn"],
        "draw": len(table.character_pile),
        "top": None,
        "discard": ["pixie", "medusa"],
    }
    players = view["players"]
    assert [player["hand_size"] for player in players] == [3, 2, 0]
    assert [player["portal"] for player in players] == [["giant", None], ["wisp_3_6", "wizard"], [None, None]]
    assert [player["activated"] for player in players] == [["lion"], ["winged_monkey", "goblin"], []]
    assert [player["points"] for player in players] == [5, 2, 0]
    assert [player["diamonds"] for player in players] == [[None, None], [], []]
    assert [player["hand_limit"] for player in players] == [5, 6, 5]
    assert [player["bonus"] for player in players] == [0, 1, 0]
    assert view["turn"] == {
        "seat": 0,
        "actions_left": 2,
        "actions_taken": 1,
        "swapped": False,
        "peeked": False,
        "redrew": False,
        "new_wisps": [],
    }
    assert view["decision"] == {"seat": 0, "what": "action"}
    assert (view["starting_seat"], view["final_round"], view["options"]) == (2, True, {"wisp_owner_waits": True})


@pytest.mark.clause("M24")
@pytest.mark.parametrize("observer", [0, 1, NOBODY])
def test_everybody_sees_what_was_used_this_turn_and_what_is_decided(observer: int) -> None:
    table = at_table(
        seat(hand=[5, 6, 7], portal=["gnome", "pixie"], activated=["mad_hatter", "wizard", "death", "snow_white"]),
        seat(hand=[4, 4]),
        characters=["wisp_3_6", "goblin"],
        pearls=[2, 2, 7, 8],
        actions=2,
    )
    table.play(swap(0, 0), peek())
    turn = table.view(observer)["turn"]
    assert (turn["swapped"], turn["peeked"], turn["redrew"], turn["new_wisps"]) == (True, True, False, [0])
    table.play(activate([5, 6, 7], slot=1))
    assert table.view(observer)["decision"] == {"seat": 0, "what": "rob"}
    table.play(rob(1))
    assert table.view(observer)["decision"] == {"seat": 0, "what": "rob_pearl", "victim": 1}
    table.play(rob_pearl(4), take(0))
    assert table.view(observer)["decision"] == {"seat": 0, "what": "after"}
    table.play(trade_two(), redraw())
    assert table.view(observer)["turn"]["seat"] == 1


@pytest.mark.clause("M24")
@pytest.mark.parametrize("observer", [0, 1, NOBODY])
def test_a_view_holds_neither_piles_nor_hands_of_others_nor_chance(observer: int) -> None:
    table = at_table(seat(hand=[3, 6, 6]), seat(hand=[4, 5, 5]), seed=12345)
    view = table.view(observer)
    for seat_ in (0, 1):
        assert view["players"][seat_]["hand"] == (table.hand(seat_) if observer == seat_ else [])
    assert not {"seed", "chance", "knows", "legal"} & set(view)
    assert isinstance(view["pearls"]["draw"], int)
    assert isinstance(view["characters"]["draw"], int)


# Pearls that go into a hand


@pytest.mark.clause("M24", "M6")
def test_everybody_knows_a_face_up_pearl_that_was_taken() -> None:
    table = at_table(seat(), seat(), seat(), pearls=["4*", 2, 7, 8])
    events = table.play(take(0))
    for observer in (0, 1, 2, NOBODY):
        assert table.known(observer, 0) == ["4*"]
        assert seen(events, observer, "take") == [{"event": "take", "seat": 0, "from": 0, "pearl": "4*"}]


@pytest.mark.clause("M24", "M6")
def test_only_the_owner_knows_a_pearl_drawn_unseen() -> None:
    table = at_table(seat(), seat(), seat(), pearl_pile=[6])
    events = table.play(take("pile"))
    assert table.known(0, 0) == [6]
    assert seen(events, 0, "take")[0]["pearl"] == 6
    for observer in (1, 2, NOBODY):
        assert table.known(observer, 0) == []
        assert table.view(observer)["players"][0]["hand_size"] == 1
        assert seen(events, observer, "take") == [{"event": "take", "seat": 0, "from": "pile"}]


@pytest.mark.clause("M24", "M19")
def test_everybody_knows_a_pearl_that_was_taken_back() -> None:
    table = at_table(seat(hand=[3, 4, 5], portal=["puss_in_boots"]), seat())
    table.play(activate([3, 4, 5]))
    events = table.play(take_back(4))
    for observer in (0, 1, NOBODY):
        assert table.known(observer, 0) == [4]
        assert seen(events, observer, "take_back")[0]["pearl"] == 4


@pytest.mark.clause("M24")
def test_pearls_seen_going_into_a_hand_are_remembered_all_game() -> None:
    table = at_table(seat(), seat(), pearls=[5, 6, 7, 8], pearl_pile=[1, 2, 3, 4])
    table.play(take(1), take("pile"), take(3))
    for _ in range(4):
        assert table.known(1, 0) == [6, 8]
        assert table.known(NOBODY, 0) == [6, 8]
        table.rest_of_turn()


# Pearls that leave a hand


@pytest.mark.clause("M24", "M11")
def test_a_known_pearl_that_is_discarded_is_known_no_more() -> None:
    table = at_table(seat(hand=[3, 3, 4, 4, 5]), seat(), pearls=[6, 7, 8, 8], actions=2)
    table.play(take(0), take(1))
    assert table.known(1, 0) == [6, 7]
    events = table.play(discard(6))
    for observer in (1, NOBODY):
        assert table.known(observer, 0) == [7]
        assert seen(events, observer, "discard")[0]["pearl"] == 6
    table.play(discard(3))
    for observer in (1, NOBODY):
        assert table.known(observer, 0) == [7]
    assert table.known(0, 0) == [3, 4, 4, 5, 7]


@pytest.mark.clause("M24", "M9")
def test_known_pearls_that_are_spent_are_known_no_more() -> None:
    table = at_table(seat(hand=[6, 7, 8], portal=["hansel_and_gretel", "dwarf_7"]), seat(), pearls=[8, 7, 1, 2])
    table.play(take(0), activate([8, 8]))
    assert table.known(1, 0) == []
    assert table.known(0, 0) == [6, 7]


@pytest.mark.clause("M24")
def test_an_unknown_pearl_that_leaves_shows_nothing_of_those_that_stay() -> None:
    table = at_table(seat(hand=[2, 6]), seat(hand=[2], portal=["snow_white"]), pearls=[8, 7, 1, 2], actions=1)
    table.play(take(0))
    table.play(activate([2], seat=1))
    assert table.known(1, 0) == [8]
    assert table.known(0, 1) == []


@pytest.mark.clause("M24", "M1")
def test_a_known_pearl_without_symbol_stays_known_when_the_one_with_the_symbol_leaves() -> None:
    left_with_symbol = 0
    for seed in range(20):
        table = at_table(
            seat(hand=["5*", 1, 1, 2, 2]), seat(), pearls=[5, 7, 8, 8], actions=1, seed=seed, pearl_pile=[6]
        )
        table.play(take(0), discard(5))
        if table.pearl_discard == ["5*"]:
            left_with_symbol += 1
            assert table.known(1, 0) == [5]
        else:
            assert table.known(1, 0) == []
    assert 0 < left_with_symbol < 20


@pytest.mark.clause("M24", "M20")
def test_a_traded_2_leaves_the_hand_for_all_to_see() -> None:
    table = at_table(seat(hand=[6], activated=["snow_white"]), seat(), pearls=[2, 7, 8, 8], pearl_pile=[1])
    table.play(take(0))
    assert table.known(1, 0) == [2]
    table.play(trade_two())
    for observer in (1, NOBODY):
        assert table.known(observer, 0) == []
        assert table.faces(observer, 0) == [None]
    assert table.known(0, 0) == [6]
    assert table.faces(0, 0) == [None]


@pytest.mark.clause("M24", "M20")
def test_of_a_redrawn_hand_only_the_owner_knows_anything() -> None:
    table = at_table(
        seat(hand=[3], activated=["death"]), seat(), seat(), actions=1, pearls=[6, 7, 8, 8], pearl_pile=[1, 4, 5]
    )
    table.play(take(0))
    assert table.known(1, 0) == [6]
    events = table.play(redraw())
    assert table.known(0, 0) == [4, 5]
    assert seen(events, 0, "draw")[0]["pearls"] == [4, 5]
    for observer in (1, 2, NOBODY):
        assert table.known(observer, 0) == []
        assert seen(events, observer, "draw") == [{"event": "draw", "seat": 0, "number": 2}]
        assert seen(events, observer, "redraw")[0]["pearls"] == [3, 6]


# What happens to characters


@pytest.mark.clause("M24", "M8")
def test_everybody_sees_which_character_is_placed_and_which_discarded() -> None:
    table = at_table(seat(portal=["giant", "gnome"]), seat(), character_pile=["lion"])
    events = table.play(place("pile", discard=1))
    for observer in (0, 1, NOBODY):
        assert table.view(observer)["players"][0]["portal"] == ["giant", "lion"]
        assert table.view(observer)["characters"]["discard"] == ["gnome"]
        assert seen(events, observer, "place")[0]["character"] == "lion"
        assert seen(events, observer, "discard_character")[0]["character"] == "gnome"


@pytest.mark.clause("M24", "M19")
def test_everybody_sees_which_character_is_banished() -> None:
    table = at_table(seat(hand=[1, 2, 4], portal=["medusa"]), seat(portal=["lion"]), seat())
    events = table.play(activate([1, 2, 4]), banish(1, 0))
    for observer in (0, 1, 2, NOBODY):
        assert seen(events, observer, "banish")[0]["character"] == "lion"
        assert table.view(observer)["characters"]["discard"] == ["lion"]


@pytest.mark.clause("M24", "M20")
def test_everybody_sees_a_swap() -> None:
    table = at_table(seat(portal=["lion"], activated=["mad_hatter"]), seat(), characters=["gnome", "giant"])
    events = table.play(swap(0, 1))
    for observer in (0, 1, NOBODY):
        assert seen(events, observer, "swap")[0]["got"] == "giant"
        assert table.view(observer)["characters"]["market"] == ["gnome", "lion"]


@pytest.mark.clause("M24", "M20")
def test_only_who_looked_at_the_top_character_knows_it() -> None:
    table = at_table(seat(activated=["wizard"]), seat(), seat(), character_pile=["lion"])
    assert table.top(0) is None
    table.play(peek())
    assert table.top(0) == "lion"
    for observer in (1, 2, NOBODY):
        assert table.top(observer) is None


@pytest.mark.clause("M24", "M20")
def test_the_top_character_stays_known_while_it_lies_there() -> None:
    table = at_table(seat(activated=["wizard", "mad_hatter"], portal=["giant"]), seat(), character_pile=["lion"])
    table.play(peek(), swap(0, 0))
    for _ in range(4):
        assert table.top(0) == "lion"
        assert table.top(1) is None
        table.rest_of_turn()


@pytest.mark.clause("M24")
@pytest.mark.parametrize("way", ["from the pile", "face up", "swap symbol", "diamond"])
def test_the_character_below_the_one_looked_at_is_unknown(way: str) -> None:
    table = at_table(
        seat(hand=[2], activated=["wizard", "snow_white"]),
        seat(),
        character_pile=["lion", "giant", "gnome"],
        pearl_pile=["3*"],
    )
    table.play(peek())
    table.play(
        {"from the pile": place("pile"), "face up": place(0), "swap symbol": take(0), "diamond": trade_two()}[way]
    )
    assert table.top(0) is None


@pytest.mark.clause("M24", "M3")
def test_a_shuffle_hides_what_was_seen_of_the_character_pile() -> None:
    discarded = all_characters_but("goblin", "cerberus", "wizard", "lion")
    table = at_table(seat(activated=["wizard"]), seat(), character_pile=["lion"], character_discard=discarded)
    table.play(peek(), place("pile"), place("pile"))
    assert table.top(0) is None


@pytest.mark.clause("M24", "M18")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_character_looked_at_that_becomes_a_diamond_is_known_to_who_looked(owner: int) -> None:
    table = at_table(
        seat(hand=[2], portal=["snow_white"], activated=["wizard"], diamonds=1),
        seat(hand=[1, 1, 1], portal=["odd_halfling"], diamonds=1),
        seat(),
        character_pile=["lion", "giant"],
        characters=["goblin", "cerberus"],
    )
    table.play(peek())
    if owner == 0:
        events = table.play(activate([2]))
    else:
        table.rest_of_turn()
        events = table.play(activate([1, 1, 1], seat=1))
    assert table.faces(0, owner) == [None, "lion"]
    assert seen(events, 0, "diamond")[0]["character"] == "lion"
    for observer in (1, 2, NOBODY):
        assert table.faces(observer, owner) == [None, None]
        assert seen(events, observer, "diamond") == [{"event": "diamond", "seat": owner}]


@pytest.mark.clause("M24", "M15")
def test_a_spent_diamond_shows_its_face() -> None:
    table = at_table(seat(hand=[3, 4], portal=["goblin"], diamonds=["lion", "giant"]), seat())
    events = table.play(activate([3, 4], diamonds=1))
    for observer in (0, 1, NOBODY):
        assert seen(events, observer, "activate")[0]["diamonds"] == ["lion"]
        assert table.view(observer)["characters"]["discard"] == ["lion"]
        assert table.faces(observer, 0) == [None]


@pytest.mark.clause("M24", "M15")
def test_knowledge_of_a_diamond_stays_with_that_diamond() -> None:
    table = at_table(
        seat(hand=[2, 3, 4], portal=["goblin"], activated=["wizard", "snow_white"], diamonds=["gnome"]),
        seat(),
        character_pile=["lion", "giant"],
    )
    table.play(peek(), trade_two())
    assert table.faces(0, 0) == [None, "lion"]
    table.play(activate([3, 4], diamonds=1))
    assert table.faces(0, 0) == ["lion"]
    assert table.faces(1, 0) == [None]


# Robbery

THIEF, VICTIM, THIRD = 0, 1, 2


def robbery(stolen: int) -> LaidTable:
    """The thief looks at 1 4 8 and takes one of them; nobody else knew any of these pearls."""
    table = at_table(seat(hand=[3, 5, 6, 7], portal=["pixie"]), seat(hand=[1, 4, 8]), seat(hand=[2]))
    table.play(activate([5, 6, 7]), rob(VICTIM), rob_pearl(stolen))
    return table


@pytest.mark.clause("M24", "M19")
def test_only_thief_and_victim_see_the_hand_that_is_looked_at() -> None:
    table = at_table(seat(hand=[5, 6, 7], portal=["pixie"]), seat(hand=[1, 4, 8]), seat(hand=[2]))
    events = table.play(activate([5, 6, 7]), rob(VICTIM))
    assert [table.known(observer, VICTIM) for observer in (THIEF, VICTIM, THIRD, NOBODY)] == [
        [1, 4, 8],
        [1, 4, 8],
        [],
        [],
    ]
    assert table.known(THIEF, THIRD) == []
    assert seen(events, THIEF, "rob")[0]["hand"] == [1, 4, 8]
    for observer in (THIRD, NOBODY):
        assert seen(events, observer, "rob") == [{"event": "rob", "seat": THIEF, "victim": VICTIM}]


@pytest.mark.clause("M24", "M19")
def test_a_stolen_pearl_is_known_to_thief_and_victim_alone() -> None:
    table = robbery(4)
    assert [table.known(observer, THIEF) for observer in (THIEF, VICTIM, THIRD, NOBODY)] == [[3, 4], [4], [], []]
    assert [table.known(observer, VICTIM) for observer in (THIEF, VICTIM, THIRD, NOBODY)] == [[1, 8], [1, 8], [], []]
    for observer in (THIEF, VICTIM, THIRD, NOBODY):
        assert [player["hand_size"] for player in table.view(observer)["players"]] == [2, 2, 1]


@pytest.mark.clause("M24", "M19")
def test_only_thief_and_victim_are_told_which_pearl_was_stolen() -> None:
    table = at_table(seat(hand=[5, 6, 7], portal=["pixie"]), seat(hand=[1, 4, 8]), seat(hand=[2]))
    events = table.play(activate([5, 6, 7]), rob(VICTIM), rob_pearl(4))
    for observer in (THIEF, VICTIM):
        assert seen(events, observer, "rob_pearl")[0]["pearl"] == 4
    for observer in (THIRD, NOBODY):
        assert seen(events, observer, "rob_pearl") == [{"event": "rob_pearl", "seat": THIEF, "victim": VICTIM}]


@pytest.mark.clause("M24")
def test_a_hand_looked_at_is_known_until_it_changes() -> None:
    table = robbery(4)
    table.rest_of_turn()
    assert table.known(THIEF, VICTIM) == [1, 8]
    table.play(take("pile"))
    assert table.known(THIEF, VICTIM) == [1, 8]
    assert table.view(THIEF)["players"][VICTIM]["hand_size"] == 3
    market = table.pearls[0]
    table.play(take(0))
    assert Counter(table.known(THIEF, VICTIM)) == Counter([1, 8, market])


@pytest.mark.clause("M24")
def test_of_a_hand_looked_at_what_leaves_it_is_known_no_more() -> None:
    table = at_table(
        seat(hand=[5, 6, 7], portal=["pixie"]), seat(hand=[1, 4, 8, 8], portal=["hansel_and_gretel"]), actions=1
    )
    table.play(activate([5, 6, 7]), rob(1), rob_pearl(4))
    table.play(activate([8, 8], seat=1))
    assert table.known(0, 1) == [1]
    assert table.known(NOBODY, 1) == []


@pytest.mark.clause("M24")
def test_the_victim_knows_the_stolen_pearl_until_it_leaves_the_thiefs_hand() -> None:
    table = at_table(seat(hand=[2, 5, 6, 7], portal=["pixie", "hansel_and_gretel"]), seat(hand=[8, 1]), pearls=[8] * 4)
    table.play(activate([5, 6, 7]), rob(1), rob_pearl(8), take(0))
    assert table.known(1, 0) == [8, 8]
    table.play(activate([8, 8], slot=1))
    assert table.known(1, 0) == []


def robbery_of_known_pearls(stolen: int) -> LaidTable:
    """The victim, seat 1, holds a 2 and an 8 that all saw it take; seat 2 steals one of them, seat 0 looks on."""
    table = at_table(
        seat(),
        seat(portal=["snow_white"]),
        seat(hand=[5, 6, 7], portal=["pixie"]),
        pearls=[2, 8, 1, 1],
        turn=1,
        actions=2,
    )
    table.play(take(0), take(1))
    assert table.known(0, 1) == [2, 8]
    table.play(activate([5, 6, 7], seat=2), rob(1), rob_pearl(stolen))
    return table


@pytest.mark.clause("M24")
def test_a_robbery_seen_from_outside_leaves_open_which_pearl_changed_hands() -> None:
    table = robbery_of_known_pearls(8)
    for observer in (0, NOBODY):
        assert (table.known(observer, 1), table.known(observer, 2)) == ([], [])
    assert (table.known(1, 1), table.known(1, 2)) == ([2], [8])
    assert (table.known(2, 1), table.known(2, 2)) == ([2], [8])


@pytest.mark.clause("M24")
def test_what_the_victim_shows_later_tells_which_pearl_was_stolen() -> None:
    table = robbery_of_known_pearls(8)
    table.rest_of_turn()
    table.rest_of_turn()
    table.play(activate([2], seat=1))
    for observer in (0, NOBODY):
        assert (table.known(observer, 1), table.known(observer, 2)) == ([], [8])


@pytest.mark.clause("M24")
def test_what_the_thief_shows_later_tells_which_pearl_the_victim_kept() -> None:
    table = at_table(
        seat(),
        seat(),
        seat(hand=[5, 6, 7], portal=["pixie", "snow_white"]),
        pearls=[2, 8, 1, 1],
        turn=1,
        actions=2,
    )
    table.play(take(0), take(1))
    table.play(activate([5, 6, 7], seat=2), rob(1), rob_pearl(2))
    assert table.known(0, 1) == []
    table.play(activate([2], seat=2, slot=1))
    for observer in (0, NOBODY):
        assert (table.known(observer, 1), table.known(observer, 2)) == ([8], [])


@pytest.mark.clause("M24")
def test_a_look_at_the_victims_hand_tells_what_another_stole_from_it() -> None:
    table = at_table(
        seat(hand=[5, 6, 7], portal=["pixie"]),
        seat(),
        seat(hand=[5, 6, 7], portal=["pixie"]),
        pearls=[2, 8, 1, 1],
        turn=1,
        actions=2,
    )
    table.play(take(0), take(1))
    table.play(activate([5, 6, 7], seat=2), rob(1), rob_pearl(8))
    table.rest_of_turn()
    assert table.known(0, 2) == []
    table.play(activate([5, 6, 7]), rob(1))
    assert (table.known(0, 1), table.known(0, 2)) == ([2], [8])
    assert (table.known(NOBODY, 1), table.known(NOBODY, 2)) == ([], [])


def unknown_pearl_stolen(*beside: Pearl) -> LaidTable:
    """Seat 1 takes the 3 with the symbol for all to see and holds a 6 beside others; seat 2 steals the 6.

    The last pearl of the pile is turned up meanwhile. It is the turn of seat 0, who saw it all from outside.
    """
    table = at_table(
        seat(hand=[5, 6, 7], portal=["pixie"]),
        seat(hand=[6, *beside], portal=["snow_white"], activated=["amazon"], diamonds=1),
        seat(hand=[5, 6, 7], portal=["pixie"]),
        pearls=["3*", 8, 1, 1],
        pearl_pile=[1],
        pearl_discard=all_pearls_but(5, 6, 7, 6, *beside, 5, 6, 7, "3*", 8, 1, 1, 1),
        turn=1,
        actions=1,
    )
    table.play(take(0))
    table.play(activate([5, 6, 7], seat=2), rob(1), rob_pearl(6), place("pile"), place("pile"))
    assert (table.known(0, 1), table.known(0, 2)) == ([], [])
    return table


@pytest.mark.clause("M24", "M3")
def test_counting_tells_what_another_stole() -> None:
    table = unknown_pearl_stolen()
    table.play(place(0), place(0, discard=1), place(0, discard=1))
    assert table.known(0, 2) == []
    table.play(activate([3], diamonds=1, seat=1))
    assert table.known(0, 2) == [6]


def imagined(table: LaidTable, observer: int, seed: int) -> LaidTable:
    """The table as an observer may imagine it; loading it sees that no card is there twice."""
    world = table.table.imagine(observer, FastChance.seeded(seed))
    return laid(GAME.write_position(world, table.player_names, seed))


@pytest.mark.clause("M24")
def test_nobody_imagines_a_pearl_stolen_that_the_victim_still_has() -> None:
    table = unknown_pearl_stolen(7)
    assert {tuple(imagined(table, 0, seed).hand(2)) for seed in range(40)} == {("3*",), (6,), (7,)}
    table.play(activate([5, 6, 7]), rob(1))
    for seed in range(40):
        world = imagined(table, 0, seed)
        assert world.hand(1) == ["3*", 7]
        assert world.hand(2) != ["3*"]


@pytest.mark.clause("M24")
def test_nobody_imagines_in_a_hand_what_lies_in_the_discard_pile() -> None:
    table = unknown_pearl_stolen(7)
    table.play(place(0), place(0, discard=1), place(0, discard=1))
    table.play(activate([3], diamonds=1, seat=1))
    assert table.pearl_discard[0] == "3*"
    for seed in range(40):
        assert imagined(table, 0, seed).hand(2) != ["3*"]


@pytest.mark.clause("M24")
def test_if_all_pearls_of_a_known_hand_are_equal_everybody_knows_what_was_stolen() -> None:
    table = at_table(seat(), seat(), seat(hand=[5, 6, 7], portal=["pixie"]), pearls=[8, 8, 1, 1], turn=1, actions=2)
    table.play(take(0), take(1))
    table.play(activate([5, 6, 7], seat=2), rob(1), rob_pearl(8))
    for observer in (0, 1, 2, NOBODY):
        assert (table.known(observer, 1), table.known(observer, 2)) == ([8], [8])


@pytest.mark.clause("M24")
def test_if_an_unknown_pearl_may_have_been_stolen_nothing_is_sure() -> None:
    table = at_table(
        seat(), seat(hand=[4]), seat(hand=[5, 6, 7], portal=["pixie"]), pearls=[8, 8, 1, 1], turn=1, actions=2
    )
    table.play(take(0), take(1))
    table.play(activate([5, 6, 7], seat=2), rob(1), rob_pearl(4))
    for observer in (0, NOBODY):
        assert (table.known(observer, 1), table.known(observer, 2)) == ([8], [])


@pytest.mark.clause("M24")
def test_a_symbol_that_shows_up_elsewhere_was_not_stolen() -> None:
    """Unlikely to lie so at a table: the pearl comes back from the discard pile while the thief still has a hand."""
    knowledge = Knowledge.of_nothing(3)
    with_symbol, six = 3 + 8, 6
    knowledge.observe_draw(VICTIM, with_symbol)
    knowledge.observe_hidden_draw(VICTIM, six)
    knowledge.observe_theft(THIEF, VICTIM, six, hand_size=2)
    knowledge.observe_discard(VICTIM, with_symbol, hand_size=1)
    knowledge.observe_draw(THIEF, with_symbol)
    assert names(knowledge.surely(THIRD, THIEF)) == ("3*",)
    assert names(knowledge.surely(THIRD, VICTIM)) == ()


@pytest.mark.clause("M24")
def test_among_two_players_a_spectator_does_not_see_what_was_stolen() -> None:
    table = at_table(seat(hand=[5, 6, 7], portal=["pixie"]), seat(hand=[1, 4]))
    table.play(activate([5, 6, 7]), rob(1), rob_pearl(4))
    assert [table.known(observer, 0) for observer in (0, 1, NOBODY)] == [[4], [4], []]
    assert [table.known(observer, 1) for observer in (0, 1, NOBODY)] == [[1], [1], []]


# Counting


def last_pearl_drawn(*seats: Side) -> LaidTable:
    """One pearl is left in the pile; it goes unseen into the hand of seat 0."""
    hands: list[Pearl] = [pearl for side in seats for pearl in side.hand]
    table = at_table(*seats, pearls=[1, 1, 2, 2], pearl_pile=[8], pearl_discard=all_pearls_but(1, 1, 2, 2, 8, *hands))
    table.play(take("pile"))
    assert table.pearl_pile == []
    return table


@pytest.mark.clause("M24", "M3")
def test_when_the_pearl_pile_has_run_out_two_players_know_each_others_hand_by_counting() -> None:
    table = last_pearl_drawn(seat(hand=[6, 7]), seat(hand=[3, "4*"]))
    table.play(refresh())
    assert len(table.pearl_pile) > 0
    assert table.known(0, 1) == [3, "4*"]
    assert table.known(1, 0) == [6, 7, 8]
    assert (table.known(NOBODY, 0), table.known(NOBODY, 1)) == ([], [])


@pytest.mark.clause("M24", "M3")
def test_after_the_new_shuffle_pearls_drawn_unseen_are_hidden_again() -> None:
    table = last_pearl_drawn(seat(hand=[6, 7]), seat(hand=[3, "4*"]))
    table.play(take("pile"))
    assert table.known(1, 0) == [6, 7, 8]
    assert len(table.hand(0)) == 4
    table.play(take("pile"))
    table.play(take("pile"), refresh(), refresh())
    assert table.known(0, 1) == [3, "4*"]
    assert table.known(1, 0) == [6, 7, 8]


@pytest.mark.clause("M24", "M3")
def test_with_two_unknown_hands_counting_does_not_help() -> None:
    table = last_pearl_drawn(seat(hand=[6]), seat(hand=[3]), seat(hand=[4]))
    table.play(refresh())
    assert (table.known(0, 1), table.known(0, 2)) == ([], [])
    assert (table.known(1, 0), table.known(1, 2)) == ([], [])


@pytest.mark.clause("M24", "M3")
def test_counting_helps_where_one_hand_alone_is_not_wholly_known() -> None:
    table = last_pearl_drawn(seat(hand=[6]), seat(hand=[3]), seat())
    table.play(refresh())
    assert (table.known(0, 1), table.known(1, 0)) == ([3], [6, 8])
    assert (table.known(2, 0), table.known(2, 1)) == ([], [])


@pytest.mark.clause("M24", "M3")
def test_a_spectator_knows_the_only_hand_there_is_by_counting() -> None:
    table = last_pearl_drawn(seat(hand=[6]), seat())
    table.play(refresh())
    assert table.known(NOBODY, 0) == [6, 8]
    assert table.known(1, 0) == [6, 8]


# What a seat may imagine


def random_game(players: int, seed: int, decisions: int) -> list[LaidTable]:
    """A game at every fifth of its decisions, with much activation and robbery."""
    choose = random.Random(seed)
    table = at_table(
        *[
            seat(hand=[5, 6], portal=["pixie"] if number < 2 else [], activated=activated, diamonds=1)
            for number, activated in zip(
                range(players), [["wizard", "snow_white"], ["death"], ["dragon"], [], []], strict=False
            )
        ],
        seed=seed,
    )
    moments = []
    for number in range(decisions):
        if table.over:
            break
        wanted = [action for action in table.legal() if tag(action) not in ("take", "refresh", "place", "end_turn")]
        legal = wanted if wanted and choose.random() < 0.5 else table.legal()
        table.play(choose.choice(legal))
        if number % 5 == 0:
            moments.append(laid(table.position))
    return moments


@pytest.mark.clause("M24")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_is_known_of_a_hand_is_in_it(players: int) -> None:
    for table in random_game(players, seed=players, decisions=250):
        for observer in [*range(players), NOBODY]:
            for holder in range(players):
                known = Counter(table.known(observer, holder))
                assert known <= Counter(table.hand(holder))
                assert observer != holder or known == Counter(table.hand(holder))


@pytest.mark.clause("M24")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_seat_imagines_only_what_looks_the_same_to_it(players: int) -> None:
    for number, table in enumerate(random_game(players, seed=players + 10, decisions=250)):
        for observer in range(players):
            assert imagined(table, observer, seed=number).view(observer) == table.view(observer)


@pytest.mark.clause("M24")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_in_what_a_seat_imagines_the_others_know_nothing_false(players: int) -> None:
    for number, table in enumerate(random_game(players, seed=players + 20, decisions=250)):
        world = imagined(table, number % players, seed=number)
        for observer in [*range(players), NOBODY]:
            for holder in range(players):
                assert Counter(world.known(observer, holder)) <= Counter(world.hand(holder))


@pytest.mark.clause("M24", "M19")
def test_in_the_middle_of_a_robbery_everybody_imagines_a_thief_who_sees_the_hand() -> None:
    table = at_table(seat(hand=[5, 6, 7], portal=["pixie"]), seat(hand=[1, 4, 8]), seat(hand=[2]))
    table.play(activate([5, 6, 7]), rob(VICTIM))
    for observer in (THIEF, VICTIM, THIRD):
        world = imagined(table, observer, seed=3)
        assert (world.hand(VICTIM) == [1, 4, 8]) is (observer != THIRD)
        assert world.known(THIEF, VICTIM) == world.hand(VICTIM)
        assert len(world.legal()) == len(set(world.hand(VICTIM)))


@pytest.mark.clause("M24")
def test_a_seat_imagines_everything_that_it_does_not_know() -> None:
    table = at_table(
        seat(hand=[1, 2], activated=["wizard"], diamonds=["lion"]),
        seat(hand=[3, 4], diamonds=["giant"]),
        pearls=[6, 6, 7, 7],
        character_pile=["gnome", "unicorn"],
    )
    table.play(peek(), take(0))
    hands, pearl_piles, tops, character_piles, own_faces, other_faces = set(), set(), set(), set(), set(), set()
    for seed in range(20):
        world = imagined(table, 0, seed)
        assert world.hand(0) == [1, 2, 6]
        hands.add(str(world.hand(1)))
        pearl_piles.add(str(world.pearl_pile))
        tops.add(world.character_pile[0])
        character_piles.add(str(world.character_pile))
        own_faces.add(str(world.diamonds(0)))
        other_faces.add(str(world.diamonds(1)))
    assert tops == {"gnome"}
    assert all(len(found) > 10 for found in (hands, pearl_piles, character_piles, own_faces, other_faces))


@pytest.mark.clause("M24", "M18")
def test_a_diamond_is_imagined_among_the_cards_it_was_shuffled_with() -> None:
    elsewhere = all_characters_but("goblin", "cerberus", "snow_white", "gnome", "lion", "giant", "unicorn")
    table = at_table(
        seat(hand=[2], activated=["snow_white"], diamonds=["gnome"]),
        seat(activated=elsewhere),
        character_discard=["lion", "giant", "unicorn"],
    )
    table.play(trade_two())
    faces = [imagined(table, 1, seed).diamonds(0) for seed in range(30)]
    assert {old for old, _ in faces} == {"gnome"}
    assert {new for _, new in faces} == {"lion", "giant", "unicorn"}
