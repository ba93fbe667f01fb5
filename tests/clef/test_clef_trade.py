"""Trade: K21."""

from __future__ import annotations

import pytest
from clef_build import (
    NOBODY,
    LaidWorlds,
    accept,
    answer,
    at_worlds,
    draw,
    offer,
    pass_turn,
    seat,
    seen,
    what,
)

from worldgates.core.formats import FormatError


def three() -> LaidWorlds:
    """Two who could trade in Gaulois, and a third who looks on."""
    return at_worlds(
        seat("gaulois", hand=["epona", "torque"]),
        seat("gaulois", hand=["herbier", "chaudron", "esus"]),
        seat("gaulois", hand=["cor"]),
    )


@pytest.mark.clause("K21")
def test_one_card_is_traded_for_one_in_three_decisions() -> None:
    table = three()
    table.play(offer(1, "torque"))
    assert (table.to_act, table.decision) == (1, "answer")
    assert table.legal() == [answer("herbier"), answer("chaudron"), answer("esus"), answer(None)]
    table.play(answer("chaudron"))
    assert (table.to_act, table.decision) == (0, "accept")
    assert table.legal() == [accept(True), accept(False)]
    events = table.play(accept())
    assert what(events) == ["trade"]
    assert table.hand(0) == ["epona", "chaudron"]
    assert table.hand(1) == ["herbier", "torque", "esus"]
    assert table.hand(2) == ["cor"]
    assert (table.turn, table.to_act, table.actions_left, table.decision) == (0, 0, 1, "action")


@pytest.mark.clause("K21")
def test_the_other_may_refuse_and_the_action_comes_back() -> None:
    table = three()
    events = table.play(offer(1, "torque"))
    assert table.actions_left == 1
    events += table.play(answer(None))
    assert what(events) == ["offer", "refuse"]
    assert seen(events, NOBODY, "refuse") == [{"event": "refuse", "seat": 1}]
    assert table.hand(0) == ["epona", "torque"]
    assert table.hand(1) == ["herbier", "chaudron", "esus"]
    assert (table.turn, table.actions_left, table.decision) == (0, 2, "action")


@pytest.mark.clause("K21")
def test_the_active_player_may_refuse_the_answer_and_the_action_comes_back() -> None:
    table = three()
    events = table.play(offer(1, "torque"), answer("esus"), accept(False))
    assert what(events) == ["offer", "answer", "refuse"]
    assert seen(events, NOBODY, "refuse") == [{"event": "refuse", "seat": 0}]
    assert table.hand(0) == ["epona", "torque"]
    assert table.hand(1) == ["herbier", "chaudron", "esus"]
    assert (table.turn, table.actions_left, table.decision) == (0, 2, "action")


@pytest.mark.clause("K21")
@pytest.mark.parametrize("answers", [[answer(None)], [answer("esus"), accept(False)], [answer("esus"), accept(True)]])
def test_as_second_action_only_a_trade_that_is_made_ends_the_turn(answers: list[dict[str, object]]) -> None:
    table = three()
    table.play(draw(), offer(1, "torque"), *answers)
    made = answers[-1] == accept(True)
    assert (table.turn, table.actions_left) == ((1, 2) if made else (0, 1))


@pytest.mark.clause("K21")
@pytest.mark.parametrize("answers", [[answer(None)], [answer("esus"), accept(False)], [answer("esus"), accept(True)]])
def test_one_offer_is_made_in_a_turn_however_it_ends(answers: list[dict[str, object]]) -> None:
    table = three()
    assert table.view(2)["turn"]["offered"] is False
    table.play(offer(1, "epona"), *answers)
    for observer in (0, 1, NOBODY):
        assert table.view(observer)["turn"]["offered"] is True
    assert table.legal("offer") == []
    assert table.refused(offer(2, "torque"))
    # Whoever comes next may make one again.
    table.play(pass_turn())
    assert table.view(NOBODY)["turn"]["offered"] is False
    assert table.legal("offer")


@pytest.mark.clause("K21")
def test_a_position_says_whether_an_offer_was_made() -> None:
    table = three()
    table.play(offer(1, "torque"), answer(None))
    again = LaidWorlds.load(table.written())
    assert again.position == table.position
    assert again.legal("offer") == []
    waiting = three()
    waiting.play(offer(1, "torque"))
    position = waiting.written()
    position["turn"] = {"seat": 0, "actions_left": 1}
    with pytest.raises(FormatError, match=r"turn\.offered: an offer was made in this turn"):
        LaidWorlds.load(position)


@pytest.mark.clause("K21")
def test_a_trade_is_offered_only_in_the_same_world() -> None:
    table = at_worlds(seat("gaulois", hand=["torque"]), seat("chasse", hand=["cor"]), seat("gaulois", hand=["epona"]))
    assert table.legal("offer") == [offer(2, "torque")]
    assert table.refused(offer(1, "torque"))


@pytest.mark.clause("K21")
def test_only_a_player_who_holds_a_card_can_be_offered_a_trade() -> None:
    table = at_worlds(seat("gaulois", hand=["torque"]), seat("gaulois"), seat("gaulois", hand=["epona"]))
    assert table.legal("offer") == [offer(2, "torque")]
    assert table.refused(offer(1, "torque"))


@pytest.mark.clause("K21")
def test_nobody_trades_with_themselves_or_without_a_card() -> None:
    table = three()
    assert [action["seat"] for action in table.legal("offer")] == [1, 1, 2, 2]
    assert table.refused(offer(0, "torque"))
    assert table.refused(offer(1, "cor"))
    assert at_worlds(seat("gaulois"), seat(hand=["torque"])).legal("offer") == []


@pytest.mark.clause("K21")
def test_nobody_answers_with_a_card_they_do_not_hold() -> None:
    table = three()
    table.play(offer(1, "torque"))
    assert table.refused(answer("epona"))
    assert table.refused(answer("torque"))
    assert table.refused(answer("cor"))
    assert table.refused(pass_turn())


@pytest.mark.clause("K21", "K29")
def test_each_says_key_and_kind_of_the_card_and_nothing_else() -> None:
    table = three()
    events = table.play(offer(1, "epona"))
    said = {"event": "offer", "seat": 0, "to": 1, "kind": "R", "key": "magie"}
    assert seen(events, 0, "offer") == [{**said, "card": "epona"}]
    for observer in (1, 2, NOBODY):
        assert seen(events, observer, "offer") == [said]
        assert table.view(observer)["decision"] == {
            "seat": 1,
            "what": "answer",
            "with": 0,
            "offered": {"kind": "R", "key": "magie"},
        }
    events = table.play(answer("chaudron"))
    said = {"event": "answer", "seat": 1, "kind": "O", "key": "mort"}
    assert seen(events, 1, "answer") == [{**said, "card": "chaudron"}]
    for observer in (0, 2, NOBODY):
        assert seen(events, observer, "answer") == [said]
        # Which card it is each sees of their own alone.
        own: dict[str, object] = {"card": "epona"} if observer == 0 else {}
        assert table.view(observer)["decision"] == {
            "seat": 0,
            "what": "accept",
            "with": 1,
            "offered": {"kind": "R", "key": "magie", **own},
            "answered": {"kind": "O", "key": "mort"},
        }


@pytest.mark.clause("K21")
def test_a_wild_card_is_announced_with_its_printed_key() -> None:
    table = at_worlds(seat("gaulois", hand=["passe_partout"]), seat(hand=["torque"]))
    events = table.play(offer(1, "passe_partout"))
    assert seen(events, 1, "offer") == [{"event": "offer", "seat": 0, "to": 1, "kind": "O", "key": "magie"}]


@pytest.mark.clause("K21", "K29")
def test_the_two_know_what_they_gave_and_got_and_the_others_only_that_they_traded() -> None:
    table = at_worlds(
        seat("gaulois", hand=["torque", "chaudron"]), seat(hand=["herbier", "gateau_du_lion"]), seat(hand=["cor"])
    )
    events = table.play(offer(1, "torque"), answer("herbier"), accept())
    traded = {"event": "trade", "seat": 0, "with": 1}
    for trader in (0, 1):
        assert seen(events, trader, "trade") == [{**traded, "gave": "torque", "got": "herbier"}]
    for observer in (2, NOBODY):
        assert seen(events, observer, "trade") == [traded]
        assert table.known(observer, 0) == []
        assert table.known(observer, 1) == []
    assert table.known(0, 1) == ["torque"]
    assert table.known(1, 0) == ["herbier"]
    assert table.known(0, 0) == ["herbier", "chaudron"]
    assert table.known(1, 1) == ["torque", "gateau_du_lion"]


@pytest.mark.clause("K21", "K29")
def test_what_is_announced_may_be_enough_to_know_the_card() -> None:
    # Of the encounters of Gaulois only Epona carries magie.
    table = three()
    table.play(offer(1, "epona"), answer(None))
    for observer in (1, 2, NOBODY):
        assert table.known(observer, 0) == ["epona"]


@pytest.mark.clause("K21")
def test_a_trade_cannot_be_reacted_to() -> None:
    table = at_worlds(
        seat("gaulois", hand=["esus"]), seat(hand=["ambactes", "torque"]), seat(hand=["cotte_du_roi_mort"])
    )
    table.play(offer(1, "esus"))
    assert (table.to_act, table.decision) == (1, "answer")
    table.play(answer("torque"))
    assert (table.to_act, table.decision) == (0, "accept")
    table.play(accept())
    assert table.decision == "action"
    assert table.hand(1) == ["ambactes", "esus"]


@pytest.mark.clause("K21")
def test_a_shield_or_a_missed_turn_does_not_keep_anyone_from_trading() -> None:
    table = at_worlds(
        seat("gaulois", hand=["torque"]), seat(hand=["epona"], shielded=True), seat(hand=["cor"], turns_to_miss=1)
    )
    assert table.legal("offer") == [offer(1, "torque"), offer(2, "torque")]
