"""Reactions and cards that stand for other keys: E1, E2, E3."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clef_build import (
    CARDS,
    NOBODY,
    Action,
    LaidWorlds,
    answer,
    at_worlds,
    draw,
    effect,
    go_home,
    offer,
    pass_turn,
    react,
    seat,
    seen,
    travel,
    what,
)

from worldgates.clef.cards import CardSet
from worldgates.clef.cardset import load

# The Crypt beside Kernault, and gates for a combat key wherever they are needed.
CRYPT_ON_TOP = [["gaulois", "crypte", "clairiere"], ["miroir", "kernault", "milieu"], ["chasse", "multivers", "conan"]]


def cards_where(folder: Path, **effects: str) -> CardSet:
    """The set of the tests, some of its cards with another effect."""
    for file in CARDS.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        for card, other in effects.items():
            text = re.sub(rf'(id = "{card}"\n(?:.+\n)*?effect = ).*', rf"\1{other}", text, count=1)
        (folder / file.name).write_text(text, encoding="utf-8")
    return load(folder, "other")


# E1 (a): a bad encounter


@pytest.mark.clause("E1", "K24")
def test_a_defence_of_the_attacks_symbol_keeps_a_bad_encounter_from_having_an_effect() -> None:
    table = at_worlds(seat(hand=["cor", "ambactes", "cotte_du_roi_mort"]), seat(), piles={"gaulois": ["taranis"]})
    events = table.play(draw())
    assert what(events) == ["meet"]
    assert (table.decision, table.to_act) == ("react", 0)
    assert table.legal() == [react("ambactes"), react("cotte_du_roi_mort"), react(None)]
    events = table.play(react("cotte_du_roi_mort"))
    assert table.hand(0) == ["cor", "ambactes"]
    assert table.pile("gaulois")[-2:] == ["taranis", "cotte_du_roi_mort"]
    assert (table.decision, table.turn, table.actions_left) == ("action", 0, 1)
    for observer in (0, 1, NOBODY):
        assert seen(events, observer, "cancel") == [
            {"event": "cancel", "seat": 0, "card": "cotte_du_roi_mort", "against": "taranis"}
        ]
        assert table.known_pile(observer, "gaulois")[-2:] == ["taranis", "cotte_du_roi_mort"]


@pytest.mark.clause("E1", "K24")
def test_who_declines_is_hit() -> None:
    table = at_worlds(seat(hand=["ambactes"]), seat(), piles={"gaulois": ["taranis"]})
    table.play(draw(), react(None))
    assert table.hand(0) == []
    assert table.pile("gaulois")[-2:] == ["ambactes", "taranis"]


@pytest.mark.clause("E1")
@pytest.mark.parametrize(
    ("hand", "others"),
    [
        (["epee_vorpale", "chapelet_d_ail", "torque", "esus"], []),
        ([], ["ambactes"]),
        (["filet_du_belluaire"], ["cotte_du_roi_mort"]),
    ],
    ids=["another symbol", "another player's", "no defence"],
)
def test_without_a_defence_of_the_symbol_nobody_is_asked(hand: list[str], others: list[str]) -> None:
    table = at_worlds(seat(hand=hand), seat(hand=others), piles={"gaulois": ["taranis"]})
    table.play(draw())
    assert table.decision == "action"
    assert len(table.hand(0)) == max(0, len(hand) - 1)


@pytest.mark.clause("E1")
def test_each_symbol_counters_the_attack_of_its_own(tmp_path: Path) -> None:
    cards = cards_where(tmp_path, ambactes='{ id = "cancel", symbol = "magie" }')
    for bad, asked in (("taranis", "action"), ("brume_des_tertres", "react")):
        table = at_worlds(seat(hand=["ambactes"]), seat(), piles={"gaulois": [bad]}, cards=cards)
        table.play(draw())
        assert table.decision == asked


@pytest.mark.clause("E1")
def test_an_object_that_defends_goes_under_the_pile_here_after_the_encounter() -> None:
    table = at_worlds(seat("multivers", ["boussole_affolee"]), seat(), piles={"multivers": ["paradoxe"]})
    table.play(draw(), react("boussole_affolee"))
    assert table.world(0) == "multivers"
    assert table.pile("multivers")[-2:] == ["paradoxe", "boussole_affolee"]


# E1 (b): a card of another player


@pytest.mark.clause("E1", "K25")
def test_a_card_played_for_its_effect_is_cancelled() -> None:
    table = at_worlds(seat(hand=["cor", "esus"]), seat(hand=["ambactes", "herbier"]))
    events = table.play(effect("esus", seat=1, world=1), react("ambactes", "esus"))
    assert what(events) == ["effect", "cancel"]
    assert seen(events, NOBODY, "cancel") == [{"event": "cancel", "seat": 1, "card": "ambactes", "against": "esus"}]
    assert table.world(1) == "gaulois"
    assert (table.hand(0), table.hand(1)) == (["cor"], ["herbier"])
    assert table.pile("gaulois")[-2:] == ["esus", "ambactes"]
    assert (table.turn, table.actions_left) == (0, 1)


@pytest.mark.clause("E1", "K25")
def test_of_several_keys_only_the_one_hit_is_lost_and_the_others_return_to_the_hand() -> None:
    hand = ["passe_partout", "herbier", "chaudron", "cor"]
    table = at_worlds(seat("miroir", hand), seat("miroir", ["boussole_affolee"]))
    table.play(go_home(*hand))
    assert table.legal() == [react("boussole_affolee", "herbier"), react(None)]
    table.play(react("boussole_affolee", "herbier"))
    assert table.hand(0) == ["passe_partout", "chaudron", "cor"]
    assert table.pile("miroir")[-2:] == ["herbier", "boussole_affolee"]
    assert (table.world(0), table.over, table.actions_left) == ("miroir", False, 1)


@pytest.mark.clause("E1")
def test_of_two_cards_of_the_symbol_the_one_named_is_lost() -> None:
    for hit, kept in (("cape_du_comte", "elixir_de_dragon"), ("elixir_de_dragon", "cape_du_comte")):
        table = at_worlds(
            seat("crypte", ["cape_du_comte", "elixir_de_dragon"]),
            seat("crypte", ["chapelet_d_ail"]),
            worlds=[
                ["gaulois", "chasse", "clairiere"],
                ["crypte", "kernault", "milieu"],
                ["miroir", "multivers", "conan"],
            ],
        )
        table.play(travel(1, "cape_du_comte", "elixir_de_dragon"), react("chapelet_d_ail", hit))
        assert table.hand(0) == [kept]
        assert table.pile("crypte")[-2:] == [hit, "chapelet_d_ail"]
        assert table.world(0) == "crypte"


@pytest.mark.clause("E1", "K25")
def test_a_characters_key_played_with_it_is_not_spent_and_cannot_be_cancelled() -> None:
    # The Dreamer's own key is magic.
    table = at_worlds(
        seat("clairiere", ["epieu"], revealed=True),
        seat("clairiere", ["cotte_du_roi_mort", "epee_vorpale"]),
        worlds=[["gaulois", "chasse", "miroir"], ["milieu", "kernault", "clairiere"], ["crypte", "multivers", "conan"]],
    )
    assert table.legal("travel") == [
        travel(1, "epieu", "character"),
        travel(2, "character"),
    ]
    table.play(travel(1, "epieu", "character"))
    assert table.legal() == [react("cotte_du_roi_mort", "epieu"), react(None)]
    table.play(react("cotte_du_roi_mort", "epieu"))
    assert (table.hand(0), table.revealed(0), table.key_spent(0)) == ([], True, False)
    table.play(travel(2, "character"))
    assert (table.world(0), table.key_spent(0)) == ("miroir", True)


@pytest.mark.clause("E1")
def test_a_character_revealed_while_paying_stays_revealed_with_its_key_unspent() -> None:
    table = at_worlds(
        seat("clairiere", ["epieu"]),
        seat("clairiere", ["cotte_du_roi_mort"]),
        worlds=[["gaulois", "chasse", "miroir"], ["milieu", "kernault", "clairiere"], ["crypte", "multivers", "conan"]],
        reveal_while_paying=True,
    )
    table.play(travel(1, "epieu", "character"), react("cotte_du_roi_mort", "epieu"))
    assert (table.revealed(0), table.key_spent(0)) == (True, False)


@pytest.mark.clause("E1")
def test_only_players_here_can_cancel_and_only_a_card_with_the_symbol() -> None:
    table = at_worlds(
        seat("chasse", ["cor"]),
        seat(hand=["ambactes"]),
        seat("chasse", ["epee_vorpale"]),
        seat("clairiere", ["ondine"]),
    )
    table.play(effect("cor", seat=1))
    assert (table.decision, table.world(1)) == ("action", "chasse")


@pytest.mark.clause("E1", "E2")
@pytest.mark.parametrize("card", ["ambactes", "filet_du_belluaire", "epee_vorpale"])
def test_a_reaction_is_never_an_action(card: str) -> None:
    table = at_worlds(seat(hand=[card]), seat(hand=["cor"]))
    assert table.legal("effect", "react") == []
    assert table.refused(effect(card))
    assert table.refused(react(card))


@pytest.mark.clause("E1", "E2")
def test_a_reaction_is_still_a_key_and_can_be_cancelled_as_one() -> None:
    table = at_worlds(seat("milieu", ["cotte_du_roi_mort"]), seat("milieu", ["chapelet_d_ail"]), worlds=CRYPT_ON_TOP)
    assert table.legal("travel") == []
    table = at_worlds(seat("conan", ["cotte_du_roi_mort"]), seat("conan", ["chapelet_d_ail"]))
    assert table.legal("travel") == [travel(5, "cotte_du_roi_mort")]
    table.play(travel(5, "cotte_du_roi_mort"), react("chapelet_d_ail", "cotte_du_roi_mort"))
    assert table.pile("conan")[-2:] == ["cotte_du_roi_mort", "chapelet_d_ail"]


@pytest.mark.clause("E1")
def test_one_cannot_cancel_ones_own_card_nor_react_to_a_reaction() -> None:
    table = at_worlds(
        seat(hand=["esus", "cotte_du_roi_mort", "amulette_de_jade"]),
        seat(hand=["ambactes"]),
        seat("gaulois", ["torque"]),
    )
    table.play(effect("esus", seat=1, world=1))
    assert table.to_act == 1
    table.play(react("ambactes", "esus"))
    assert table.decision == "action"


# E2: the effect stop_move


@pytest.mark.clause("E2")
def test_a_traveller_is_held_back_and_the_keys_return_to_the_hand() -> None:
    table = at_worlds(
        seat("chasse", ["cor", "grand_cerf", "livre_a_l_envers"]), seat("chasse", ["herbier", "filet_du_belluaire"])
    )
    table.play(travel(3, "cor", "livre_a_l_envers"))
    assert table.legal() == [react("filet_du_belluaire"), react(None)]
    before = table.pile("chasse")
    events = table.play(react("filet_du_belluaire"))
    assert what(events) == ["stop"]
    assert table.world(0) == "chasse"
    assert table.hand(0) == ["cor", "grand_cerf", "livre_a_l_envers"]
    assert table.hand(1) == ["herbier"]
    assert table.pile("chasse") == [*before, "filet_du_belluaire"]
    assert (table.decision, table.turn, table.actions_left) == ("action", 0, 1)


@pytest.mark.clause("E2")
def test_who_goes_home_is_held_back_and_the_characters_key_is_not_spent() -> None:
    # The Dreamer needs love, knowledge and death, and has magic: the way home from the Otherworld's left.
    table = at_worlds(
        seat("gaulois", ["cor", "herbier", "chaudron"], revealed=True),
        seat("gaulois", ["filet_du_belluaire"]),
        worlds=[["miroir", "chasse", "clairiere"], ["conan", "kernault", "gaulois"], ["crypte", "multivers", "milieu"]],
    )
    table.play(go_home("cor", "herbier", "chaudron", "character"))
    table.play(react("filet_du_belluaire"))
    assert (table.world(0), table.over, table.key_spent(0)) == ("gaulois", False, False)
    assert table.hand(0) == ["cor", "herbier", "chaudron"]
    # The second action of the turn does not help, the next turn does.
    assert table.refused(go_home("cor", "herbier", "chaudron", "character"))
    table.play(pass_turn(), pass_turn(), go_home("cor", "herbier", "chaudron", "character"))
    assert table.over
    assert table.ranking == [[0], [1]]


@pytest.mark.clause("E2")
def test_who_was_stopped_cannot_leave_by_any_action_of_their_own_in_that_turn() -> None:
    hand = ["cor", "epieu", "cape_du_comte", "carte_ancienne", "gateau_du_lion"]
    table = at_worlds(seat("chasse", hand), seat("chasse", ["filet_du_belluaire", "torque"]), face_up=["milieu"])
    leaving = [action for action in table.legal("travel", "effect") if "world" in action or "to" in action]
    assert {len(action.get("cards", [])) for action in leaving} == {0, 1, 2}  # type: ignore[arg-type]
    table.play(travel(0, "gateau_du_lion"), react("filet_du_belluaire"))
    for observer in (0, 1, -1):
        assert [player["held"] for player in table.view(observer)["players"]] == [True, False]
    # Others can still be driven out; everything that moves their own pawn is refused.
    left = [action for action in table.legal("travel", "effect") if "world" in action or "to" in action]
    assert {action.get("seat") for action in left} == {1}
    for action in leaving:
        assert table.refused(action) == ("seat" not in action)
    assert {"discard", "pass", "reveal", "offer", "effect"} <= table.kinds()
    table.play(pass_turn(), pass_turn())
    assert [player["held"] for player in table.view(0)["players"]] == [False, False]
    assert [action for action in table.legal("travel", "effect") if "world" in action or "to" in action] == leaving


@pytest.mark.clause("E2")
def test_a_missed_turn_ends_being_held_too() -> None:
    held = at_worlds(seat("chasse", ["cor"], turns_to_miss=1, held=True), seat("chasse"), turn=1, actions=1)
    assert held.player(0).held
    held.play(pass_turn())
    assert (held.turn, held.player(0).held, held.turns_to_miss(0)) == (1, False, 0)


@pytest.mark.clause("E2")
def test_others_move_who_is_held_and_a_bad_encounter_throws_them_out() -> None:
    driven = at_worlds(seat("chasse", ["epieu"]), seat("chasse", held=True), face_up=["gaulois"])
    driven.play(effect("epieu", seat=1, world="gaulois"))
    assert (driven.world(1), driven.player(1).held) == ("gaulois", False)
    thrown = at_worlds(
        seat("chasse", ["cor", "torque"], held=True), seat("chasse"), piles={"chasse": ["meute_hurlante"]}
    )
    assert thrown.legal("travel") == []
    thrown.play(draw())
    assert (thrown.world(0), thrown.player(0).held) == ("multivers", False)
    assert thrown.legal("travel")


@pytest.mark.clause("E2", "EG11")
def test_a_position_says_who_is_held() -> None:
    table = at_worlds(seat("chasse", ["cor"]), seat("chasse", ["filet_du_belluaire"]))
    table.play(travel(0, "cor"), react("filet_du_belluaire"))
    again = LaidWorlds.load(table.written())
    assert again.position == table.position
    assert again.player(0).held
    assert again.legal("travel") == []
    # Left out, it is false.
    assert not at_worlds(seat("chasse"), seat("chasse")).player(0).held


@pytest.mark.clause("E2")
@pytest.mark.parametrize(("card", "target"), [("cape_du_comte", 1), ("carte_ancienne", "milieu")])
def test_free_travel_and_jump_are_stopped_and_their_card_returns_to_the_hand(card: str, target: str | int) -> None:
    table = at_worlds(seat("clairiere", [card]), seat("clairiere", ["roi_des_elfes", "torque"]), face_up=["milieu"])
    table.play(effect(card, world=target))
    assert react("roi_des_elfes") in table.legal()
    table.play(react("roi_des_elfes"))
    assert (table.hand(0), table.hand(1), table.world(0)) == ([card], ["torque"], "clairiere")
    assert table.pile("clairiere")[-1] == "roi_des_elfes"
    assert table.actions_left == 1


@pytest.mark.clause("E2")
def test_no_other_effect_can_be_stopped() -> None:
    net = ["filet_du_belluaire"]
    for here, hand, action in (
        ("gaulois", ["epieu"], effect("epieu", seat=1, world=1)),
        ("gaulois", ["cor"], effect("cor", seat=2)),
        ("gaulois", ["torque"], effect("torque")),
        ("gaulois", ["cor", "epieu"], effect("cor", "epieu", world=3)),
        ("gaulois", ["rosee_de_verite"], effect("rosee_de_verite", seat=1)),
    ):
        table = at_worlds(seat(here, hand), seat(here, net), seat("chasse"), piles={"miroir": ["cavalier_blanc"]})
        table.play(_named(action, table.legal()))
        assert (table.decision, table.turn, table.hand(1)) == ("action", 0, net)


def _named(action: Action, legal: list[Action]) -> Action:
    """The action with its closed or open world named as it is now."""
    return action if action in legal else {**action, "world": "chasse"}


@pytest.mark.clause("E2")
def test_only_players_here_can_stop_somebody_and_not_from_elsewhere() -> None:
    table = at_worlds(
        seat(hand=["cape_du_comte"]), seat("chasse", ["filet_du_belluaire"]), seat("clairiere", ["roi_des_elfes"])
    )
    table.play(effect("cape_du_comte", world="chasse"))
    assert (table.decision, table.world(0)) == ("action", "chasse")


@pytest.mark.clause("E2")
def test_a_bad_encounter_that_throws_one_out_cannot_be_stopped() -> None:
    table = at_worlds(
        seat("clairiere", ["filet_du_belluaire"]),
        seat("clairiere", ["roi_des_elfes"]),
        piles={"clairiere": ["feu_follet"]},
    )
    table.play(draw())
    assert (table.decision, table.world(0) != "clairiere") == ("action", True)


@pytest.mark.clause("E2")
def test_the_card_that_stops_is_open_to_all() -> None:
    table = at_worlds(seat(hand=["cape_du_comte"]), seat(hand=["filet_du_belluaire", "cor"]), seat("conan"))
    events = table.play(effect("cape_du_comte", world=1), react("filet_du_belluaire"))
    for observer in (0, 2, NOBODY):
        assert seen(events, observer, "stop") == [
            {"event": "stop", "seat": 1, "card": "filet_du_belluaire", "victim": 0}
        ]
        assert table.known_pile(observer, "gaulois")[-1] == "filet_du_belluaire"
        assert table.known(observer, 0) == ["cape_du_comte"]


# E3: the effect wild


@pytest.mark.clause("E3")
def test_a_wild_card_stands_for_any_one_of_its_keys_in_a_payment() -> None:
    # The Otherworld in the middle row's left: top combat, right mort (Kernault), bottom connaissance.
    worlds = [["miroir", "chasse", "clairiere"], ["gaulois", "kernault", "conan"], ["crypte", "multivers", "milieu"]]
    table = at_worlds(seat("gaulois", ["passe_partout"]), seat("conan"), worlds=worlds)
    assert table.legal("travel") == [travel(0, "passe_partout"), travel(6, "passe_partout")]
    table.play(travel(6, "passe_partout"))
    assert table.world(0) == "crypte"
    assert table.pile("gaulois")[-1] == "passe_partout"


@pytest.mark.clause("E3")
def test_a_wild_card_stands_for_no_other_than_its_keys() -> None:
    # The hazel wand is magic or love; the Hunt has combat on top, magic right, knowledge below, love left.
    table = at_worlds(seat("chasse", ["baguette_de_coudrier"]), seat("conan"))
    assert table.legal("travel") == [travel(0, "baguette_de_coudrier"), travel(2, "baguette_de_coudrier")]


@pytest.mark.clause("E3")
def test_each_card_of_a_payment_is_matched_with_one_key() -> None:
    # Out of the Hunt over the lower left corner: knowledge and love.
    table = at_worlds(seat("chasse", ["baguette_de_coudrier", "cor", "herbier"]), seat("conan"))
    corner = [action for action in table.legal("travel") if action["to"] == 3]
    assert corner == [travel(3, "baguette_de_coudrier", "herbier"), travel(3, "cor", "herbier")]
    table = at_worlds(seat("chasse", ["passe_partout", "baguette_de_coudrier"]), seat("conan"))
    corner = [action for action in table.legal("travel") if action["to"] in (3, 5)]
    assert corner == [
        travel(3, "passe_partout", "baguette_de_coudrier"),
        travel(5, "passe_partout", "baguette_de_coudrier"),
    ]


@pytest.mark.clause("E3")
def test_a_matching_is_found_even_if_the_first_card_could_pay_what_only_the_second_can() -> None:
    # Home from the Looking-Glass: knowledge for the side; love, knowledge, death for the Dreamer.
    hand = ["passe_partout", "chaudron", "baguette_de_coudrier", "herbier"]
    table = at_worlds(seat("miroir", hand), seat("conan"))
    assert table.legal("go_home") == [go_home(*hand)]
    table = at_worlds(seat("miroir", ["chaudron", "baguette_de_coudrier", "epieu", "herbier"]), seat("conan"))
    assert table.legal("go_home") == []


@pytest.mark.clause("E3", "K14")
def test_a_wild_encounter_opens_every_way_out_of_its_own_world() -> None:
    # Over a side; the corners cost two keys.
    table = at_worlds(seat("miroir", ["humpty_dumpty"]), seat("conan"))
    assert table.legal("travel") == [travel(0, "humpty_dumpty"), travel(6, "humpty_dumpty")]


@pytest.mark.clause("E3")
def test_a_wild_card_is_never_an_action() -> None:
    table = at_worlds(seat(hand=["passe_partout", "baguette_de_coudrier"]), seat(hand=["cor"]))
    assert table.legal("effect") == []


@pytest.mark.clause("E3", "E1")
def test_a_wild_card_is_cancelled_by_its_printed_key_only() -> None:
    table = at_worlds(
        seat(hand=["passe_partout"]), seat(hand=["chapelet_d_ail", "boussole_affolee"]), seat(hand=["epee_vorpale"])
    )
    # Played for death.
    table.play(travel(1, "passe_partout"))
    assert (table.to_act, table.legal()) == (2, [react("epee_vorpale", "passe_partout"), react(None)])


@pytest.mark.clause("E3", "E17")
def test_a_wild_card_is_lost_by_its_printed_key_only() -> None:
    hand = ["passe_partout", "cor", "baguette_de_coudrier"]
    table = at_worlds(seat("crypte", hand), seat(), piles={"crypte": ["fiancee_pale"]})
    table.play(draw())
    assert table.hand(0) == ["passe_partout", "baguette_de_coudrier"]
    table = at_worlds(seat("conan", hand), seat(), piles={"conan": ["sorcier_serpent"]})
    table.play(draw())
    assert table.hand(0) == ["cor"]


@pytest.mark.clause("E3", "K21")
def test_a_wild_card_is_traded_by_its_printed_key() -> None:
    table = at_worlds(seat(hand=["passe_partout"]), seat(hand=["baguette_de_coudrier"]))
    events = table.play(offer(1, "passe_partout"), answer("baguette_de_coudrier"))
    assert what(events) == ["offer", "answer"]
    assert [
        (event["kind"], event["key"]) for event in seen(events, NOBODY, "offer") + seen(events, NOBODY, "answer")
    ] == [("O", "magie")] * 2
