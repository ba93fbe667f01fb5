"""Will-o'-the-Wisp: M21."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from molthar_build import LaidTable, activate, at_table, place, refresh, seat, swap

from worldgates.api.game import begin
from worldgates.api.loading import load
from worldgates.molthar import GAME, Options, Position


def wisp_at_seat_0(players: int, turn: int, *, wisp_owner_waits: bool = False) -> LaidTable:
    """A wisp on the portal of seat 0, and 6 6 6 in the hands of its owner and of the seat whose turn it is."""
    portals: list[list[str | None]] = [[None, "wisp_3_6"], *[[]] * (players - 1)]
    seats = [seat([6, 6, 6] if number in (0, turn) else [], portal) for number, portal in enumerate(portals)]
    return at_table(*seats, turn=turn, wisp_owner_waits=wisp_owner_waits)


@pytest.mark.clause("M21")
@pytest.mark.parametrize(
    ("players", "neighbours"), [(2, {1}), (3, {1, 2}), (4, {1, 3}), (5, {1, 4})], ids=["2", "3", "4", "5"]
)
@pytest.mark.parametrize("wisp_owner_waits", [False, True])
def test_the_neighbours_to_the_left_and_to_the_right_may_activate_a_wisp(
    players: int, neighbours: set[int], wisp_owner_waits: bool
) -> None:
    for other in range(1, players):
        table = wisp_at_seat_0(players, turn=other, wisp_owner_waits=wisp_owner_waits)
        if other in neighbours:
            assert table.legal("activate") == [activate([6, 6, 6], slot=1)]
        else:
            assert table.legal("activate") == []
            assert table.refusal(activate([6, 6, 6], slot=1)) == "M21"


@pytest.mark.clause("M21")
@pytest.mark.parametrize("owner", range(5))
def test_neighbours_sit_side_by_side_around_the_whole_table(owner: int) -> None:
    for other in range(5):
        seats = [
            seat(hand=[5, 5, 5] if number == other else [], portal=["wisp_4_5"] if number == owner else [])
            for number in range(5)
        ]
        table = at_table(*seats, turn=other)
        near = abs(owner - other) in (0, 1, 4)
        assert table.legal("activate") == ([activate([5, 5, 5], seat=owner)] if near else [])


@pytest.mark.clause("M21")
def test_whoever_activates_a_wisp_gets_it_and_its_three_points() -> None:
    table = wisp_at_seat_0(3, turn=2)
    table.play(activate([6, 6, 6], slot=1))
    assert table.portal(0) == [None, None]
    assert (table.activated(0), table.activated(2)) == ([], ["wisp_3_6"])
    assert (table.points(0), table.points(2)) == (0, 3)
    assert (table.hand(0), table.hand(2)) == ([6, 6, 6], [])
    assert table.pearl_discard == [6, 6, 6]


@pytest.mark.clause("M21")
def test_activating_a_neighbours_wisp_is_an_action() -> None:
    table = wisp_at_seat_0(2, turn=1)
    table.play(activate([6, 6, 6], slot=1))
    assert (table.turn, table.actions_left) == (1, 2)


@pytest.mark.clause("M21")
def test_neighbours_activate_a_wisp_in_their_own_turns_alone() -> None:
    table = at_table(seat(portal=["wisp_3_6"]), seat(hand=[6, 6, 6]))
    assert table.legal("activate") == []


@pytest.mark.clause("M21")
def test_a_neighbour_pays_as_usual_with_what_is_their_own() -> None:
    table = at_table(
        seat(hand=[6, 6, 6], portal=["wisp_3_6"], activated=["dwarf_3"], diamonds=["lion"]),
        seat(hand=[5, 6], activated=["dwarf_6"], diamonds=["giant"]),
        turn=1,
    )
    assert table.payments() == {(5, 6): 1}
    table.play(activate([5, 6], diamonds=1))
    assert (table.diamonds(0), table.diamonds(1)) == (["lion"], [])
    assert table.character_discard == ["giant"]
    assert table.points(1) == 4


@pytest.mark.clause("M21")
def test_a_neighbour_who_cannot_pay_cannot_activate() -> None:
    table = at_table(seat(hand=[6, 6, 6], portal=["wisp_3_6"]), seat(hand=[5, 6, 6]), turn=1)
    assert table.legal("activate") == []
    assert table.refusal(activate([5, 6, 6])) == "M13"


@pytest.mark.clause("M21")
def test_both_wisps_of_a_neighbour_are_within_reach() -> None:
    table = at_table(seat(portal=["wisp_3_6", "wisp_4_5"]), seat(hand=[3, 3, 3, 4, 4, 4]), turn=1)
    assert table.legal("activate") == [activate([3, 3, 3], slot=0), activate([4, 4, 4], slot=1)]


@pytest.mark.clause("M21")
def test_no_other_character_of_a_neighbour_can_be_activated() -> None:
    table = at_table(seat(portal=["goblin", "cerberus"]), seat(hand=[6, 6, 6]), turn=1, characters=["lion", "gnome"])
    assert table.legal("activate") == []
    assert table.refusal(activate([6, 6])) == "M21"


@pytest.mark.clause("M21")
def test_a_wisp_beside_the_portal_is_out_of_reach() -> None:
    table = at_table(seat(activated=["wisp_3_6"]), seat(hand=[6, 6, 6]), turn=1)
    assert table.legal("activate") == []


@pytest.mark.clause("M21")
@pytest.mark.parametrize("wisp_owner_waits", [False, True])
def test_the_owner_may_activate_a_wisp_that_lay_there_before(wisp_owner_waits: bool) -> None:
    table = wisp_at_seat_0(3, turn=0, wisp_owner_waits=wisp_owner_waits)
    table.play(activate([6, 6, 6], slot=1))
    assert (table.activated(0), table.points(0)) == (["wisp_3_6"], 3)


@pytest.mark.clause("M21", "M8")
@pytest.mark.parametrize("source", [0, "pile"])
@pytest.mark.parametrize("wisp_owner_waits", [False, True])
def test_the_owner_activates_a_wisp_just_placed_unless_the_owner_waits(
    source: int | Literal["pile"], wisp_owner_waits: bool
) -> None:
    table = at_table(
        seat(hand=[6, 6, 6]),
        seat(hand=[3, 3, 3]),
        characters=["wisp_3_6", "goblin"] if source == 0 else ["gnome", "goblin"],
        character_pile=["giant"] if source == 0 else ["wisp_3_6"],
        wisp_owner_waits=wisp_owner_waits,
    )
    table.play(place(source))
    assert table.may(activate([6, 6, 6])) is not wisp_owner_waits
    if wisp_owner_waits:
        assert table.refusal(activate([6, 6, 6])) == "M21"
    table.rest_of_turn()
    assert table.may(activate([3, 3, 3]))
    table.rest_of_turn()
    assert table.may(activate([6, 6, 6]))


@pytest.mark.clause("M21", "M20")
@pytest.mark.parametrize("wisp_owner_waits", [False, True])
def test_the_owner_activates_a_wisp_that_came_by_a_swap_unless_the_owner_waits(wisp_owner_waits: bool) -> None:
    table = at_table(
        seat(hand=[6, 6, 6], portal=["goblin", "lion"], activated=["mad_hatter"]),
        seat(),
        characters=["gnome", "wisp_3_6"],
        wisp_owner_waits=wisp_owner_waits,
    )
    table.play(swap(1, 1))
    assert table.portal(0) == ["goblin", "wisp_3_6"]
    assert table.may(activate([6, 6, 6], slot=1)) is not wisp_owner_waits
    table.rest_of_turn()
    table.rest_of_turn()
    assert table.may(activate([6, 6, 6], slot=1))


@pytest.mark.clause("M21")
def test_the_owner_waits_for_a_wisp_that_took_the_place_of_a_discarded_character() -> None:
    table = at_table(
        seat(hand=[6, 6, 6], portal=["goblin", "lion"]),
        seat(),
        characters=["gnome", "wisp_3_6"],
        wisp_owner_waits=True,
    )
    table.play(place(1, discard=1))
    assert table.legal("activate") == [activate([6, 6], slot=0)]


@pytest.mark.clause("M21")
def test_the_owner_who_waits_for_one_wisp_may_activate_everything_else() -> None:
    table = at_table(
        seat(hand=[6, 6, 6], portal=["wisp_3_6"]),
        seat(portal=["goblin"]),
        characters=["wisp_4_5", "giant"],
        wisp_owner_waits=True,
    )
    table.play(place(0))
    assert table.legal("activate") == [activate([6, 6, 6])]
    table = at_table(seat(hand=[6, 6, 6]), seat(), characters=["wisp_4_5", "cerberus"], wisp_owner_waits=True)
    table.play(place(1))
    assert table.legal("activate") == [activate([6, 6, 6])]


@pytest.mark.clause("M21")
def test_a_character_that_takes_the_place_of_a_new_wisp_need_not_wait() -> None:
    table = at_table(
        seat(hand=[6, 6, 6], portal=["giant"]),
        seat(),
        characters=["wisp_3_6", "cerberus"],
        wisp_owner_waits=True,
    )
    table.play(place(0))
    assert table.legal("activate") == []
    table.play(place(1, discard=1))
    assert table.legal("activate") == [activate([6, 6, 6], slot=1)]


@pytest.mark.clause("M21")
def test_the_owner_waits_through_all_actions_of_the_turn() -> None:
    table = at_table(
        seat(hand=[2, 4, 6, 6, 6, 6, 8], portal=["even_golem"]),
        seat(),
        characters=["wisp_3_6", "giant"],
        wisp_owner_waits=True,
    )
    table.play(place(0), activate([2, 4, 6, 8]))
    for _ in range(4):
        assert not table.may(activate([6, 6, 6], slot=1))
        table.play(refresh())
    assert table.turn == 1


@pytest.mark.clause("M21")
def test_the_owner_waits_unless_the_table_plays_otherwise() -> None:
    """Two books of three say so. A position of before 0.2, which leaves the option out, keeps its reading."""
    assert GAME.options_type() == Options(wisp_owner_waits=True)
    assert begin(GAME, ["Ada", "Bo"], 7).options == Options(wisp_owner_waits=True)
    assert begin(GAME, ["Ada", "Bo"], 7, {"wisp_owner_waits": False}).options == Options(wisp_owner_waits=False)
    old = {**at_table(seat(), seat()).position.to_dict()}
    del old["options"]
    assert Position.from_dict(old).options == Options(wisp_owner_waits=False)


@pytest.mark.clause("M21")
@pytest.mark.parametrize("file", ["molthar-whole.json", "molthar-from-short-position.json"])
def test_a_game_of_before_keeps_the_reading_it_was_begun_with(file: str) -> None:
    record = Path(__file__).parent.parent / "records" / file
    game = load(record)
    assert game.over
    assert game.options == Options(wisp_owner_waits=False)
