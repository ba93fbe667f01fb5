"""The end: K27, K28."""

from __future__ import annotations

import pytest
from clef_build import (
    NOBODY,
    at_worlds,
    discard,
    draw,
    go_home,
    new_game,
    pass_turn,
    react,
    seat,
    seen,
    what,
)

HOME = ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron"]

# K27


@pytest.mark.clause("K27")
def test_the_game_ends_the_moment_a_pawn_enters_kernault_and_its_player_wins() -> None:
    table = at_worlds(seat("gaulois"), seat("chasse", hand=HOME, character="reveur"), seat("conan"), turn=1)
    events = table.play(go_home(*HOME))
    assert what(events) == ["go_home", "move", "over"]
    assert table.over
    assert table.decision == "over"
    assert table.legal() == []
    assert table.ranking == [[1], [0, 2]]
    assert table.payoffs == [0.0, 1.0, 0.0]
    (over,) = seen(events, NOBODY, "over")
    assert {name: over[name] for name in ("event", "ranking")} == {"event": "over", "ranking": [[1], [0, 2]]}
    assert table.view(NOBODY)["ranking"] == [[1], [0, 2]]
    assert table.view(0)["payoffs"] == [0.0, 1.0, 0.0]


@pytest.mark.clause("K27")
def test_not_even_a_second_action_is_played_after_it() -> None:
    table = at_worlds(seat("chasse", hand=[*HOME, "torque"], character="reveur"), seat("gaulois"))
    assert table.actions_left == 2
    table.play(go_home(*HOME))
    assert table.over
    assert table.refused(pass_turn())


@pytest.mark.clause("K27")
def test_nobody_has_won_before_the_reactions_are_over() -> None:
    table = at_worlds(
        seat("chasse", hand=HOME, character="reveur"), seat("chasse", hand=["boussole_affolee", "filet_du_belluaire"])
    )
    table.play(go_home(*HOME))
    assert not table.over
    assert table.to_act == 1
    table.play(react(None))
    assert table.over
    assert table.ranking == [[0], [1]]


@pytest.mark.clause("K27")
def test_the_cards_that_paid_the_way_home_lie_under_the_pile_of_the_world_left() -> None:
    table = at_worlds(seat("chasse", hand=HOME, character="reveur"), seat("gaulois"))
    table.play(go_home(*HOME))
    assert table.pile("chasse")[-4:] == HOME


@pytest.mark.clause("K27")
def test_a_pawn_may_stay_in_a_world_as_long_as_its_player_likes() -> None:
    table = at_worlds(seat("gaulois", hand=["torque"]), seat("chasse"))
    for _ in range(50):
        table.play(pass_turn(), pass_turn())
    assert table.world(0) == "gaulois"
    assert table.hand(0) == ["torque"]
    assert table.turn == 0


# K28


@pytest.mark.clause("K28")
def test_after_max_rounds_the_game_is_a_draw() -> None:
    table = at_worlds(seat(), seat(), seat(), seat(), max_rounds=2)
    table.play(*[pass_turn()] * 7)
    assert (table.over, table.turn, table.round) == (False, 3, 2)
    events = table.play(pass_turn())
    assert table.over
    assert what(events) == ["pass", "over"]
    assert table.ranking == [[0, 1, 2, 3]]
    assert table.payoffs == [0.25] * 4
    assert table.legal() == []


@pytest.mark.clause("K28")
@pytest.mark.parametrize("starting_seat", [0, 1, 2])
def test_a_round_ends_before_the_first_player_s_turn(starting_seat: int) -> None:
    table = at_worlds(seat(), seat(), seat(), turn=starting_seat, starting_seat=starting_seat, max_rounds=1)
    table.play(pass_turn(), pass_turn())
    assert not table.over
    table.play(pass_turn())
    assert table.over


@pytest.mark.clause("K28")
def test_the_last_player_plays_the_last_turn_in_full() -> None:
    table = at_worlds(seat(), seat(hand=["torque", "chaudron"]), turn=1, max_rounds=1)
    table.play(discard("torque"))
    assert not table.over
    table.play(discard("chaudron"))
    assert table.over


@pytest.mark.clause("K28")
def test_a_missed_turn_counts_in_its_round() -> None:
    table = at_worlds(seat(), seat(turns_to_miss=1), max_rounds=1)
    table.play(pass_turn())
    assert table.over
    assert table.payoffs == [0.5, 0.5]


@pytest.mark.clause("K28")
def test_a_missed_turn_met_in_the_last_turn_ends_nothing_early() -> None:
    table = at_worlds(seat("chasse"), seat(), piles={"chasse": ["ankou"]}, max_rounds=1)
    table.play(draw())
    assert (table.over, table.turn) == (False, 1)


@pytest.mark.clause("K28", "K27")
def test_who_comes_home_in_the_last_turn_wins() -> None:
    table = at_worlds(seat(), seat("chasse", hand=HOME, character="reveur"), turn=1, actions=1, max_rounds=1)
    table.play(go_home(*HOME))
    assert table.ranking == [[1], [0]]
    assert table.payoffs == [0.0, 1.0]


@pytest.mark.clause("K28")
def test_without_the_option_a_game_goes_on() -> None:
    table = at_worlds(seat(), seat())
    assert table.position.options.max_rounds is None
    for _ in range(250):
        table.play(pass_turn(), pass_turn())
    assert (table.over, table.round) == (False, 251)


@pytest.mark.clause("K28")
def test_a_new_game_counts_its_rounds_from_the_first_player() -> None:
    table = new_game(3, starting_seat=1, max_rounds=2)
    while table.decision == "choose_character":
        table.play(table.legal()[0])
    assert (table.turn, table.round) == (1, 1)
    table.play(*[pass_turn()] * 3)
    assert (table.turn, table.round) == (1, 2)
    table.play(*[pass_turn()] * 3)
    assert table.over
