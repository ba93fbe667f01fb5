"""The end: M22 and M23."""

from __future__ import annotations

import pytest
from molthar_build import LaidTable, Side, activate, as_json, at_table, refresh, seat, take, what

from worldgates.molthar import GAME

# Eleven points, and a goblin about to bring the twelfth.
ALMOST_THERE = seat(hand=[4, 4], portal=["goblin"], activated=["lion", "fairy_godmother", "cerberus"])


def turns_to_come(table: LaidTable) -> list[int]:
    """Whose turns there are until the game is over."""
    turns = []
    while not table.over:
        turns.append(table.turn)
        table.rest_of_turn()
    return turns


# M22


@pytest.mark.clause("M22")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_with_12_points_the_round_is_finished_and_then_everybody_has_one_more_turn(players: int) -> None:
    for starting in range(players):
        for trigger in range(players):
            seats = [ALMOST_THERE if number == trigger else seat() for number in range(players)]
            table = at_table(*seats, turn=trigger, starting_seat=starting, actions=1)
            table.play(activate([4, 4], seat=trigger))
            assert table.points(trigger) == 12
            rest_of_round = [(trigger + 1 + n) % players for n in range((starting - trigger - 1) % players)]
            last_turns = [(starting + n) % players for n in range(players)]
            assert turns_to_come(table) == rest_of_round + last_turns


@pytest.mark.clause("M22")
def test_11_points_do_not_end_the_game() -> None:
    table = at_table(seat(activated=["lion", "fairy_godmother", "cerberus"]), seat())
    for _ in range(12):
        table.rest_of_turn()
    assert not table.over
    assert not table.position.final_round


@pytest.mark.clause("M22")
def test_more_than_12_points_end_it_as_well() -> None:
    table = at_table(seat(hand=[8] * 4, portal=["lion"], activated=["fairy_godmother"] * 2), seat(), actions=1)
    table.play(activate([8, 8, 8, 8]))
    assert table.points(0) == 13
    assert turns_to_come(table) == [1, 0, 1]


@pytest.mark.clause("M22")
def test_the_points_of_one_player_count_and_not_those_of_all() -> None:
    table = at_table(seat(activated=["lion", "fairy_godmother"]), seat(activated=["giant", "giant"]))
    for _ in range(6):
        table.rest_of_turn()
    assert not table.over


@pytest.mark.clause("M22")
def test_the_turn_in_which_the_twelfth_point_comes_is_played_to_its_end() -> None:
    table = at_table(ALMOST_THERE, seat(), actions=3)
    events = table.play(activate([4, 4]))
    assert "twelve" in what(events)
    assert (table.turn, table.actions_left) == (0, 2)
    table.play(refresh(), refresh())
    assert table.turn == 1


@pytest.mark.clause("M22")
def test_the_last_turns_begin_with_the_starting_player() -> None:
    table = at_table(seat(), ALMOST_THERE, seat(), turn=1, starting_seat=0, actions=1)
    table.play(activate([4, 4], seat=1))
    assert (table.turn, table.position.final_round) == (2, False)
    events = table.rest_of_turn()
    assert "final_round" in what(events)
    assert (table.turn, table.position.final_round) == (0, True)
    table.rest_of_turn()
    table.rest_of_turn()
    assert (table.turn, table.position.final_round) == (2, True)
    table.rest_of_turn()
    assert table.over


@pytest.mark.clause("M22")
def test_12_points_in_the_last_turns_do_not_prolong_the_game() -> None:
    table = at_table(
        seat(activated=["giant"] * 2 + ["tweedle"] * 2),
        ALMOST_THERE,
        seat(),
        turn=1,
        actions=1,
        final_round=True,
    )
    table.play(activate([4, 4], seat=1))
    assert turns_to_come(table) == [2]


@pytest.mark.clause("M22")
def test_the_last_turns_are_whole_turns() -> None:
    table = at_table(
        seat(),
        seat(activated=["giant"] * 2 + ["tweedle"] * 2 + ["red_riding_hood"], bonus=1, hand=[3, 3, 4, 4, 5]),
        starting_seat=0,
        actions=1,
        final_round=True,
    )
    table.play(refresh())
    assert (table.turn, table.actions_left) == (1, 5)
    table.play(*[take("pile")] * 5)
    assert table.decision == "discard"
    while table.decision == "discard":
        table.play(table.legal()[0])
    assert table.over
    assert len(table.hand(1)) == 5


@pytest.mark.clause("M22")
def test_when_the_game_is_over_nothing_can_be_done() -> None:
    table = at_table(seat(activated=["lion"]), seat(), turn=1, actions=1, final_round=True)
    events = table.play(refresh())
    assert what(events)[-1] == "over"
    assert table.over
    assert table.legal() == []
    assert table.refusal(refresh()) == "M22"
    assert table.view(0)["decision"] == {"seat": None, "what": "over"}


# M23


def result(*seats: Side) -> tuple[list[float], list[list[int]]]:
    """The parts in the victory and the ranking of a game that ends with these seats."""
    table = at_table(*seats, turn=len(seats) - 1, actions=1, final_round=True)
    table.play(refresh())
    assert table.over
    assert as_json(GAME.outcome(table.table)) == {key: table.view(0)[key] for key in ("payoffs", "ranking")}
    return table.table.payoffs(), table.table.ranking()


@pytest.mark.clause("M23")
def test_most_points_win() -> None:
    payoffs, ranking = result(
        seat(activated=["giant"], diamonds=5),
        seat(activated=["lion"]),
        seat(activated=["fairy_godmother"], hand=[8] * 5),
    )
    assert payoffs == [0, 1, 0]
    assert ranking == [[1], [2], [0]]


@pytest.mark.clause("M23")
def test_tied_players_compare_diamonds() -> None:
    payoffs, ranking = result(
        seat(activated=["giant"], diamonds=1),
        seat(activated=["giant"], diamonds=2),
        seat(activated=["hansel_and_gretel"], diamonds=5),
    )
    assert payoffs == [0, 1, 0]
    assert ranking == [[1], [0], [2]]


@pytest.mark.clause("M23")
@pytest.mark.parametrize("diamonds", [0, 2])
def test_players_still_tied_share_the_victory(diamonds: int) -> None:
    payoffs, ranking = result(
        seat(activated=["giant"], diamonds=diamonds),
        seat(activated=["goblin"], diamonds=3),
        seat(activated=["goblin", "hansel_and_gretel"], diamonds=diamonds, hand=[4, 4], portal=["lion"]),
    )
    assert payoffs == [0.5, 0, 0.5]
    assert ranking == [[0, 2], [1]]


@pytest.mark.clause("M23")
def test_even_all_players_may_share_the_victory() -> None:
    payoffs, ranking = result(*[seat()] * 5)
    assert payoffs == pytest.approx([0.2] * 5)
    assert ranking == [[0, 1, 2, 3, 4]]


@pytest.mark.clause("M23", "M22")
def test_whoever_ended_the_game_need_not_win_it() -> None:
    table = at_table(ALMOST_THERE, seat(hand=[7] * 4, portal=["fairy_godmother"], activated=["giant"] * 3), actions=1)
    table.play(activate([4, 4]))
    table.play(activate([7, 7, 7, 7], seat=1))
    turns_to_come(table)
    assert (table.points(0), table.points(1)) == (12, 13)
    assert table.table.payoffs() == [0, 1]
