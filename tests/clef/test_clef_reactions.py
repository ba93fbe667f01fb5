"""Reactions and missed turns: K24 to K26."""

from __future__ import annotations

import pytest
from clef_build import (
    NOBODY,
    Action,
    LaidWorlds,
    at_worlds,
    discard,
    draw,
    effect,
    go_home,
    offer,
    pass_turn,
    react,
    reveal,
    seat,
    seen,
    travel,
    what,
)

# K24


def hit(*hand: str, shielded: bool = False) -> LaidWorlds:
    """In Gaulois, about to meet the Wrath of Taranis, who attacks with combat."""
    return at_worlds(
        seat("gaulois", hand=list(hand), shielded=shielded),
        seat("gaulois", hand=["gateau_du_lion"]),
        piles={"gaulois": ["taranis"]},
    )


@pytest.mark.clause("K24")
@pytest.mark.parametrize("defence", ["ambactes", "cotte_du_roi_mort"])
def test_a_defence_of_the_attack_s_symbol_counters_a_bad_encounter(defence: str) -> None:
    table = hit("torque", defence)
    events = table.play(draw())
    assert what(events) == ["meet"]
    assert (table.to_act, table.decision) == (0, "react")
    assert table.legal() == [react(defence), react(None)]
    events = table.play(react(defence))
    assert seen(events, NOBODY, "cancel") == [{"event": "cancel", "seat": 0, "card": defence, "against": "taranis"}]
    assert table.hand(0) == ["torque"]
    assert table.pile("gaulois")[-2:] == ["taranis", defence]


@pytest.mark.clause("K24")
def test_a_defence_is_no_action() -> None:
    table = hit("torque", "ambactes")
    table.play(draw(), react("ambactes"))
    assert (table.turn, table.actions_left, table.decision) == (0, 1, "action")


@pytest.mark.clause("K24")
def test_who_declines_is_hit() -> None:
    table = hit("ambactes")
    events = table.play(draw(), react(None))
    assert what(events) == ["meet", "lose"]
    assert table.hand(0) == []
    assert table.pile("gaulois")[-2:] == ["ambactes", "taranis"]
    assert (table.turn, table.actions_left, table.decision) == (0, 1, "action")


@pytest.mark.clause("K24")
@pytest.mark.parametrize("card", ["epee_vorpale", "esus", "roi_des_elfes"])
def test_another_symbol_or_another_card_does_not_help(card: str) -> None:
    if card == "roi_des_elfes":
        table = at_worlds(seat("clairiere", hand=[card]), seat(), piles={"clairiere": ["feu_follet"]})
        table.play(draw())
        assert table.world(0) != "clairiere"
        return
    table = hit(card)
    events = table.play(draw())
    assert what(events) == ["meet", "lose"]
    assert table.decision == "action"


@pytest.mark.clause("K24")
def test_a_net_does_not_stop_a_bad_encounter_from_throwing_its_player_out() -> None:
    table = at_worlds(seat("chasse", hand=["filet_du_belluaire"]), seat("chasse"), piles={"chasse": ["meute_hurlante"]})
    table.play(draw())
    assert table.world(0) == "multivers"


@pytest.mark.clause("K24")
def test_only_the_one_who_is_hit_may_counter_it() -> None:
    table = at_worlds(
        seat("gaulois", hand=["torque"]), seat("gaulois", hand=["ambactes"]), piles={"gaulois": ["taranis"]}
    )
    table.play(draw())
    assert table.hand(0) == []
    assert table.hand(1) == ["ambactes"]
    assert table.decision == "action"


@pytest.mark.clause("K24")
def test_a_countered_missed_turn_costs_nothing() -> None:
    table = at_worlds(seat("chasse", hand=["veneur"]), seat(), piles={"chasse": ["ankou"]})
    table.play(draw(), react("veneur"))
    assert (table.turn, table.actions_left, table.turns_to_miss(0)) == (0, 1, 0)


@pytest.mark.clause("K24")
def test_a_bad_encounter_drawn_by_an_effect_may_be_countered_too() -> None:
    table = at_worlds(
        seat("gaulois", hand=["gateau_du_lion", "ambactes"]), seat("conan"), piles={"gaulois": ["taranis", "epona"]}
    )
    table.play(effect("gateau_du_lion"), react("ambactes"))
    # It has ended the drawing all the same.
    assert table.hand(0) == []
    assert table.pile("gaulois")[-3:] == ["gateau_du_lion", "taranis", "ambactes"]
    assert (table.turn, table.actions_left) == (0, 1)


@pytest.mark.clause("K24")
def test_a_bad_encounter_met_after_the_wild_ride_may_be_countered() -> None:
    table = at_worlds(
        seat("gaulois", hand=["cor", "epieu", "cotte_du_roi_mort"]), seat(), piles={"conan": ["dragon_rouge"]}
    )
    table.play(effect("cor", "epieu", world=8))
    assert (table.to_act, table.decision) == (0, "react")
    table.play(react("cotte_du_roi_mort"))
    assert table.pile("conan")[-2:] == ["dragon_rouge", "cotte_du_roi_mort"]
    assert table.hand(0) == []


@pytest.mark.clause("K24")
def test_behind_a_shield_no_defence_is_asked() -> None:
    table = hit("torque", "ambactes", shielded=True)
    events = table.play(draw())
    assert what(events) == ["meet", "unharmed"]
    assert table.decision == "action"
    assert table.hand(0) == ["torque", "ambactes"]
    assert table.pile("gaulois")[-1] == "taranis"


@pytest.mark.clause("K24")
def test_a_defence_against_a_bad_encounter_cannot_be_reacted_to() -> None:
    # The Mail carries mort, which the Garlic of the other would cancel.
    table = at_worlds(
        seat("gaulois", hand=["cotte_du_roi_mort", "torque"]),
        seat("gaulois", hand=["chapelet_d_ail"]),
        piles={"gaulois": ["taranis"]},
    )
    table.play(draw(), react("cotte_du_roi_mort"))
    assert table.decision == "action"
    assert table.hand(0) == ["torque"]


# K25


@pytest.mark.clause("K25")
def test_a_card_played_for_its_effect_is_cancelled_and_both_go_under_the_pile() -> None:
    table = at_worlds(seat("gaulois", hand=["esus", "torque"]), seat("gaulois", hand=["chaudron", "ambactes"]))
    events = table.play(effect("esus", seat=1, world=3))
    assert (table.to_act, table.decision) == (1, "react")
    assert table.legal() == [react("ambactes", against="esus"), react(None)]
    assert table.hand(0) == ["esus", "torque"]
    events = table.play(react("ambactes", against="esus"))
    assert seen(events, NOBODY, "cancel") == [{"event": "cancel", "seat": 1, "card": "ambactes", "against": "esus"}]
    assert table.world(1) == "gaulois"
    assert table.hand(0) == ["torque"]
    assert table.hand(1) == ["chaudron"]
    assert table.pile("gaulois")[-2:] == ["esus", "ambactes"]


@pytest.mark.clause("K25")
def test_who_wanted_to_move_stays_and_the_action_is_spent() -> None:
    table = at_worlds(seat("clairiere", hand=["epieu", "lutin"]), seat("clairiere", hand=["cotte_du_roi_mort"]))
    events = table.play(travel(1, "epieu"), react("cotte_du_roi_mort", against="epieu"))
    assert "move" not in what(events)
    assert table.world(0) == "clairiere"
    assert table.face_up == ["clairiere", "kernault"]
    assert table.hand(0) == ["lutin"]
    assert table.pile("clairiere")[-2:] == ["epieu", "cotte_du_roi_mort"]
    assert (table.turn, table.actions_left) == (0, 1)


@pytest.mark.clause("K25")
def test_cancelled_as_second_action_the_turn_is_over() -> None:
    table = at_worlds(seat("gaulois", hand=["esus"]), seat("gaulois", hand=["ambactes"]), actions=1)
    table.play(effect("esus", seat=1, world=3), react("ambactes", against="esus"))
    assert (table.turn, table.actions_left) == (1, 2)


@pytest.mark.clause("K25")
def test_who_may_react_may_decline() -> None:
    table = at_worlds(seat("gaulois", hand=["esus"]), seat("gaulois", hand=["ambactes", "torque"]))
    table.play(effect("esus", seat=1, world=3), react(None))
    assert table.world(1) == "miroir"
    assert table.pile("gaulois")[-2:] == ["esus", "ambactes"]


@pytest.mark.clause("K25")
def test_only_a_player_in_the_same_world_reacts() -> None:
    table = at_worlds(seat("gaulois", hand=["chaudron"]), seat("chasse", hand=["veneur"]))
    table.play(travel("chasse", "chaudron"))
    assert table.decision == "action"
    assert table.world(0) == "chasse"


@pytest.mark.clause("K25")
def test_nobody_reacts_to_their_own_card() -> None:
    table = at_worlds(seat("gaulois", hand=["esus", "ambactes"]), seat("gaulois"))
    table.play(effect("esus", seat=1, world=3))
    assert table.world(1) == "miroir"


@pytest.mark.clause("K25")
def test_only_the_key_on_the_card_counts_not_what_a_wild_card_stands_for() -> None:
    # Out of Gaulois to the right: mort, paid with the Skeleton Key, which carries magie.
    table = at_worlds(
        seat("gaulois", hand=["passe_partout"]),
        seat("gaulois", hand=["chapelet_d_ail"]),
        seat("gaulois", hand=["epee_vorpale"]),
    )
    table.play(travel(1, "passe_partout"))
    assert (table.to_act, table.decision) == (2, "react")
    table.play(react("epee_vorpale", against="passe_partout"))
    assert table.world(0) == "gaulois"
    assert table.pile("gaulois")[-2:] == ["passe_partout", "epee_vorpale"]


@pytest.mark.clause("K25")
def test_of_several_cards_only_the_cancelled_one_is_lost_and_the_others_return() -> None:
    hand = ["herbier", "lutin", "gateau_du_lion", "livre_a_l_envers", "chaudron"]
    table = at_worlds(
        seat("clairiere", hand=hand, character="reveur"),
        seat("clairiere", hand=["boussole_affolee", "chapelet_d_ail", "cotte_du_roi_mort"]),
    )
    table.play(go_home(*hand))
    assert table.legal() == [
        react("boussole_affolee", against="herbier"),
        react("boussole_affolee", against="livre_a_l_envers"),
        react("chapelet_d_ail", against="chaudron"),
        react("cotte_du_roi_mort", against="lutin"),
        react(None),
    ]
    table.play(react("boussole_affolee", against="livre_a_l_envers"))
    assert not table.over
    assert table.hand(0) == ["herbier", "lutin", "gateau_du_lion", "chaudron"]
    assert table.pile("clairiere")[-2:] == ["livre_a_l_envers", "boussole_affolee"]
    assert table.hand(1) == ["chapelet_d_ail", "cotte_du_roi_mort"]


@pytest.mark.clause("K25")
def test_nobody_reacts_with_a_card_that_does_not_fit() -> None:
    table = at_worlds(seat("gaulois", hand=["esus"]), seat("gaulois", hand=["ambactes", "epee_vorpale", "torque"]))
    table.play(effect("esus", seat=1, world=3))
    assert table.refused(react("epee_vorpale", against="esus"))
    assert table.refused(react("torque", against="esus"))
    assert table.refused(react("ambactes"))
    assert table.refused(react("ambactes", against="torque"))
    assert table.refused(pass_turn())


def magic_in_milieu(turn: int = 2) -> LaidWorlds:
    """Seat 2 can play the Torc (magie); all others could cancel magie."""
    hands = [["epee_vorpale"], ["amulette_de_jade"], ["torque"], ["vieux_magicien"]]
    return at_worlds(*(seat("milieu", hand=hand) for hand in hands), turn=turn)


@pytest.mark.clause("K25")
def test_those_who_can_react_are_asked_clockwise_from_the_active_player() -> None:
    table = magic_in_milieu()
    table.play(effect("torque"))
    asked = []
    while table.decision == "react":
        asked.append(table.to_act)
        table.play(react(None))
    assert asked == [3, 0, 1]
    assert table.shielded(2)
    assert (table.turn, table.actions_left) == (2, 1)


@pytest.mark.clause("K25")
def test_the_first_to_react_ends_it() -> None:
    table = magic_in_milieu()
    table.play(effect("torque"), react(None), react("epee_vorpale", against="torque"))
    assert (table.to_act, table.decision) == (2, "action")
    assert not table.shielded(2)
    assert table.hand(1) == ["amulette_de_jade"]
    assert table.hand(3) == ["vieux_magicien"]
    assert table.pile("milieu")[-2:] == ["torque", "epee_vorpale"]


@pytest.mark.clause("K25")
def test_only_who_can_react_is_asked() -> None:
    table = at_worlds(
        seat("gaulois", hand=["epee_vorpale"]),
        seat("gaulois", hand=["esus"]),
        seat("gaulois", hand=["torque", "boussole_affolee"]),
        seat("chasse", hand=["cotte_du_roi_mort"]),
        seat("gaulois", hand=["ambactes"]),
        turn=1,
    )
    table.play(effect("esus", seat=0, world=3))
    assert (table.to_act, table.decision) == (4, "react")
    table.play(react(None))
    assert table.decision == "action"
    assert table.world(0) == "miroir"


@pytest.mark.clause("K25")
def test_if_nobody_can_react_it_happens_at_once() -> None:
    table = at_worlds(seat("gaulois", hand=["esus"]), seat("gaulois", hand=["torque"]))
    table.play(effect("esus", seat=1, world=3))
    assert table.decision == "action"
    assert table.world(1) == "miroir"


@pytest.mark.clause("K25")
def test_a_reaction_cannot_be_reacted_to() -> None:
    # The Mail carries mort: the Garlic cancels mort, but not in reaction to a reaction.
    table = at_worlds(
        seat("clairiere", hand=["epieu", "chapelet_d_ail"]),
        seat("clairiere", hand=["cotte_du_roi_mort"]),
        seat("clairiere"),
    )
    table.play(travel(1, "epieu"), react("cotte_du_roi_mort", against="epieu"))
    assert (table.to_act, table.decision) == (0, "action")
    assert table.world(0) == "clairiere"
    assert table.hand(0) == ["chapelet_d_ail"]


@pytest.mark.clause("K25")
def test_the_key_of_a_revealed_character_cannot_be_cancelled() -> None:
    table = at_worlds(seat("gaulois", character="gothique", revealed=True), seat("gaulois", hand=["chapelet_d_ail"]))
    table.play(travel(1, "character"))
    assert table.decision == "action"
    assert table.world(0) == "chasse"


@pytest.mark.clause("K25")
def test_beside_the_key_of_a_character_only_the_card_can_be_cancelled_and_the_key_is_not_spent() -> None:
    table = at_worlds(
        seat("chasse", hand=["herbier"], character="reveur", revealed=True),
        seat("chasse", hand=["boussole_affolee", "epee_vorpale"]),
    )
    table.play(travel(5, "herbier", "character"))
    assert table.legal() == [react("boussole_affolee", against="herbier"), react(None)]
    table.play(react("boussole_affolee", against="herbier"))
    assert table.world(0) == "chasse"
    assert not table.key_spent(0)
    assert table.hand(0) == []


@pytest.mark.clause("K25")
def test_revealing_drawing_and_passing_cannot_be_reacted_to() -> None:
    table = at_worlds(
        seat("gaulois", character="gothique"),
        seat("gaulois", hand=["chapelet_d_ail", "epee_vorpale", "ambactes"]),
        piles={"gaulois": ["epona"]},
    )
    for action in (reveal(), draw()):
        table.play(action)
        assert table.decision == "action"


@pytest.mark.clause("K25")
def test_the_two_cards_of_the_wild_ride_cannot_be_reacted_to() -> None:
    table = at_worlds(
        seat("gaulois", hand=["cor", "epieu"]),
        seat("gaulois", hand=["ambactes", "filet_du_belluaire"]),
        piles={"conan": ["barbare", "elixir_de_dragon"]},
    )
    table.play(effect("cor", "epieu", world=8))
    assert table.world(0) == "conan"


@pytest.mark.clause("K25")
def test_nobody_reacts_to_what_is_played_behind_a_shield() -> None:
    table = at_worlds(
        seat("gaulois", hand=["chaudron"], shielded=True),
        seat("gaulois", hand=["chapelet_d_ail", "filet_du_belluaire"]),
    )
    table.play(travel(1, "chaudron"))
    assert table.decision == "action"
    assert table.world(0) == "chasse"


@pytest.mark.clause("K25")
def test_alone_the_horn_and_the_spear_can_be_cancelled() -> None:
    table = at_worlds(seat("gaulois", hand=["cor", "epieu"]), seat("gaulois", hand=["ambactes"]))
    table.play(effect("epieu", seat=1, world=3), react("ambactes", against="epieu"))
    assert table.world(1) == "gaulois"
    assert table.hand(0) == ["cor"]


@pytest.mark.clause("K25")
def test_who_has_to_miss_a_turn_may_still_react() -> None:
    table = at_worlds(seat("gaulois", hand=["esus"]), seat("gaulois", hand=["ambactes"], turns_to_miss=1))
    table.play(effect("esus", seat=1, world=3))
    assert (table.to_act, table.decision) == (1, "react")


# K26


@pytest.mark.clause("K26")
@pytest.mark.parametrize("before", [[], [discard("cor")]], ids=["first action", "second action"])
def test_a_missed_turn_costs_what_is_left_of_this_one_and_both_actions_of_the_next(before: list[Action]) -> None:
    table = at_worlds(seat("chasse", hand=["cor"]), seat(), seat(), piles={"chasse": ["ankou"]})
    table.play(*before, draw())
    assert (table.turn, table.actions_left) == (1, 2)
    assert table.turns_to_miss(0) == 1
    events = table.play(pass_turn(), pass_turn())
    assert seen(events, NOBODY, "miss") == [{"event": "miss", "seat": 0}]
    assert (table.turn, table.actions_left) == (1, 2)
    assert table.turns_to_miss(0) == 0
    table.play(pass_turn(), pass_turn())
    assert (table.turn, table.actions_left) == (0, 2)
    assert table.may(draw())


@pytest.mark.clause("K26")
def test_one_drawn_by_an_effect_as_first_action_costs_the_second_too() -> None:
    table = at_worlds(seat("chasse", hand=["gateau_du_lion"]), seat(), piles={"chasse": ["ankou"]})
    table.play(effect("gateau_du_lion"))
    assert (table.turn, table.turns_to_miss(0)) == (1, 1)


@pytest.mark.clause("K26")
def test_two_players_may_miss_their_turns_one_after_the_other() -> None:
    table = at_worlds(seat(), seat(turns_to_miss=1), seat(turns_to_miss=2))
    events = table.play(pass_turn())
    assert seen(events, NOBODY, "miss") == [{"event": "miss", "seat": 1}, {"event": "miss", "seat": 2}]
    assert (table.turn, table.round) == (0, 2)
    events = table.play(pass_turn(), pass_turn())
    assert what(events) == ["pass", "turn", "pass", "miss", "turn"]
    assert (table.turn, table.round) == (0, 3)


@pytest.mark.clause("K26")
def test_who_misses_a_turn_can_still_be_offered_a_trade_and_keeps_the_hand() -> None:
    table = at_worlds(seat(hand=["torque"]), seat(hand=["chaudron"], turns_to_miss=1))
    assert table.may(offer(1, "torque"))
    table.play(pass_turn())
    assert table.hand(1) == ["chaudron"]
