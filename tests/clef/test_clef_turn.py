"""A turn: K18 to K20, K22, K23."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from clef_build import (
    CARDS,
    NOBODY,
    Action,
    LaidWorlds,
    accept,
    at_worlds,
    discard,
    draw,
    effect,
    go_home,
    pass_turn,
    react,
    reveal,
    seat,
    seen,
    travel,
    what,
)

from worldgates.clef.cardset import load
from worldgates.core.formats import FormatError

# Two actions


@pytest.mark.clause("K23")
def test_a_turn_has_two_actions_then_the_next_player_has_two() -> None:
    table = at_worlds(seat("gaulois", hand=["torque", "chaudron"]), seat(), seat())
    assert (table.turn, table.actions_left) == (0, 2)
    table.play(discard("torque"))
    assert (table.turn, table.actions_left) == (0, 1)
    events = table.play(discard("chaudron"))
    assert (table.turn, table.actions_left, table.to_act) == (1, 2, 1)
    assert seen(events, NOBODY, "turn") == [{"event": "turn", "seat": 1, "actions": 2, "round": 1}]


@pytest.mark.clause("K23")
@pytest.mark.parametrize(
    "action",
    [
        draw(),
        discard("torque"),
        reveal(),
        travel("chasse", "chaudron"),
        effect("torque"),
        effect("ogmios", seat=2),
    ],
    ids=["draw", "discard", "reveal", "travel", "shield", "summon"],
)
def test_each_action_is_one_of_the_two(action: Action) -> None:
    table = at_worlds(
        seat("gaulois", hand=["torque", "chaudron", "ogmios"]), seat(), seat("chasse"), piles={"gaulois": ["epona"]}
    )
    table.play(action)
    assert (table.turn, table.actions_left) == (0, 1)


@pytest.mark.clause("K23")
@pytest.mark.parametrize(
    "actions",
    [
        [discard("torque"), discard("chaudron")],
        [travel("chasse", "chaudron"), travel("gaulois", "gateau_du_lion")],
        [effect("torque"), effect("livre_a_l_envers", seat=1)],
    ],
    ids=["discard", "travel", "effect"],
)
def test_any_action_but_drawing_may_be_done_twice_in_a_turn(actions: list[Action]) -> None:
    table = at_worlds(
        seat("gaulois", hand=["torque", "chaudron", "gateau_du_lion", "livre_a_l_envers"]),
        seat(hand=["herbier"]),
        face_up=["chasse"],
    )
    table.play(*actions)
    assert table.turn == 1


# K18


@pytest.mark.clause("K18")
def test_the_top_card_of_the_pile_of_ones_world_is_drawn() -> None:
    table = at_worlds(
        seat("chasse", hand=["torque"]), seat(), piles={"chasse": ["cor", "veneur"], "gaulois": ["epona"]}
    )
    pile = table.pile("chasse")
    table.play(draw())
    assert table.hand(0) == ["torque", "cor"]
    assert table.pile("chasse") == pile[1:]
    assert table.pile("gaulois")[0] == "epona"


@pytest.mark.clause("K18")
def test_one_draws_once_a_turn() -> None:
    table = at_worlds(seat("gaulois"), seat(), piles={"gaulois": ["epona", "ogmios", "esus"]})
    assert table.may(draw())
    table.play(draw())
    assert not table.may(draw())
    assert table.refused(draw())
    table.play(pass_turn())
    assert table.may(draw())


@pytest.mark.clause("K18")
def test_not_even_in_another_world() -> None:
    table = at_worlds(
        seat("gaulois", hand=["chaudron"]), seat(), piles={"gaulois": ["brume_des_tertres"], "chasse": ["cor"]}
    )
    table.play(draw())
    assert table.world(0) != "gaulois"
    assert table.refused(draw())


@pytest.mark.clause("K18")
def test_in_the_next_turn_one_draws_again() -> None:
    table = at_worlds(seat("gaulois"), seat("chasse"), piles={"gaulois": ["epona", "ogmios"]})
    table.play(draw(), pass_turn(), pass_turn(), draw())
    assert table.hand(0) == ["epona", "ogmios"]


@pytest.mark.clause("K18")
@pytest.mark.parametrize("revealed", [False, True])
def test_with_five_cards_one_cannot_draw_the_character_not_counted(revealed: bool) -> None:
    hand = ["torque", "chaudron", "epona", "ogmios", "esus"]
    table = at_worlds(seat("gaulois", hand=hand, revealed=revealed), seat())
    assert not table.may(draw())
    assert table.refused(draw())
    table.play(discard("esus"))
    assert table.may(draw())
    table = at_worlds(seat("gaulois", hand=hand[:4], revealed=revealed), seat(), piles={"gaulois": ["esus"]})
    table.play(draw())
    assert len(table.hand(0)) == 5


@pytest.mark.clause("K18")
def test_no_hand_holds_six_cards() -> None:
    with pytest.raises(FormatError, match="K18"):
        at_worlds(seat("gaulois", hand=["torque", "chaudron", "epona", "ogmios", "esus", "herbier"]), seat())


@pytest.mark.clause("K18")
def test_from_an_empty_pile_one_cannot_draw(tmp_path: Path) -> None:
    # In the set of the tests a pile always keeps its bad encounters; in this one Gaulois has none.
    folder = tmp_path / "harmless"
    shutil.copytree(CARDS, folder)
    file = folder / "discoveries.toml"
    harmless, changed = re.subn(
        r'world = "gaulois"\nkind = "MR"\nattack = "(\w+)"\neffect = .*',
        r'world = "gaulois"\nkind = "O"\nkey = "\1"\neffect = { id = "jump" }',
        file.read_text(encoding="utf-8"),
    )
    assert changed == 2
    file.write_text(harmless, encoding="utf-8")
    hands = (["esus", "epona", "ogmios", "torque"], ["ambactes", "chaudron", "taranis", "brume_des_tertres"])
    table = at_worlds(seat("gaulois", hand=hands[0]), seat("gaulois", hand=hands[1]), cards=load(folder))
    assert table.pile("gaulois") == []
    assert table.refused(draw())
    table.play(discard("torque"))
    assert table.pile("gaulois") == ["torque"]
    table.play(draw())
    assert table.hand(0) == ["esus", "epona", "ogmios", "torque"]


@pytest.mark.clause("K18")
def test_cards_drawn_by_an_effect_are_not_the_draw_of_the_turn() -> None:
    table = at_worlds(seat("gaulois", hand=["gateau_du_lion"]), seat(), piles={"gaulois": ["epona", "ogmios", "esus"]})
    table.play(effect("gateau_du_lion"))
    assert table.hand(0) == ["epona", "ogmios"]
    table.play(draw())
    assert table.hand(0) == ["epona", "ogmios", "esus"]


@pytest.mark.clause("K18")
def test_after_the_draw_of_the_turn_an_effect_still_draws() -> None:
    table = at_worlds(seat("gaulois", hand=["gateau_du_lion"]), seat(), piles={"gaulois": ["epona", "ogmios", "esus"]})
    table.play(draw(), effect("gateau_du_lion"))
    assert table.hand(0) == ["epona", "ogmios", "esus"]


@pytest.mark.clause("K18")
def test_a_bad_encounter_was_the_draw_of_the_turn_too() -> None:
    table = at_worlds(seat("chasse"), seat(), piles={"chasse": ["bal_des_damnes", "cor"]})
    table.play(draw())
    assert table.actions_left == 1
    assert table.refused(draw())


# K19


@pytest.mark.clause("K19")
@pytest.mark.parametrize("card", ["herbier", "epona", "torque"])
def test_any_card_of_the_hand_may_be_discarded_under_the_pile_of_ones_world(card: str) -> None:
    hand = ["herbier", "epona", "torque"]
    table = at_worlds(seat("gaulois", hand=hand), seat())
    pile = table.pile("gaulois")
    assert table.legal("discard") == [discard(each) for each in hand]
    table.play(discard(card))
    assert table.hand(0) == [each for each in hand if each != card]
    assert table.pile("gaulois") == [*pile, card]


@pytest.mark.clause("K19")
def test_nobody_discards_a_card_they_do_not_hold() -> None:
    table = at_worlds(seat("gaulois", hand=["epona"]), seat(hand=["torque"]))
    assert table.refused(discard("torque"))
    assert table.refused(discard("herbier"))
    assert at_worlds(seat(), seat()).legal("discard") == []


@pytest.mark.clause("K19", "K29")
def test_only_the_player_sees_what_is_discarded() -> None:
    table = at_worlds(seat("gaulois", hand=["herbier", "epona"]), seat())
    events = table.play(discard("epona"))
    said = {"event": "discard", "seat": 0, "world": "gaulois"}
    assert seen(events, 0, "discard") == [{**said, "card": "epona"}]
    assert table.known_pile(0, "gaulois")[-1] == "epona"
    for observer in (1, NOBODY):
        assert seen(events, observer, "discard") == [said]
        assert table.known_pile(observer, "gaulois")[-1] is None
        assert len(table.known_pile(observer, "gaulois")) == len(table.pile("gaulois"))


@pytest.mark.clause("K19")
def test_nobody_can_react_to_a_discard() -> None:
    table = at_worlds(seat("gaulois", hand=["esus"]), seat(hand=["ambactes"]))
    table.play(discard("esus"))
    assert (table.to_act, table.decision) == (0, "action")


# K20


@pytest.mark.clause("K20")
def test_a_character_is_revealed_by_an_action_and_stays_face_up() -> None:
    table = at_worlds(seat("gaulois", character="gothique"), seat())
    assert table.view(1)["players"][0]["character"] is None
    events = table.play(reveal())
    assert seen(events, NOBODY, "reveal") == [{"event": "reveal", "seat": 0, "character": "gothique"}]
    assert (table.revealed(0), table.key_spent(0), table.actions_left) == (True, False, 1)
    assert table.view(1)["players"][0]["character"] == "gothique"
    assert table.refused(reveal())
    table.play(pass_turn(), pass_turn())
    assert table.revealed(0)
    assert table.refused(reveal())


@pytest.mark.clause("K20")
def test_only_a_revealed_character_lends_its_key() -> None:
    table = at_worlds(seat("gaulois", character="gothique"), seat(), face_up=["chasse"])
    assert table.legal("travel") == []
    assert table.refused(travel("chasse", "character"))
    table.play(reveal())
    assert table.legal("travel") == [travel("chasse", "character")]
    table.play(travel("chasse", "character"))
    assert table.world(0) == "chasse"
    assert (table.revealed(0), table.key_spent(0)) == (True, True)


@pytest.mark.clause("K20")
def test_the_key_of_a_character_serves_once() -> None:
    table = at_worlds(seat("gaulois", character="gothique", revealed=True), seat("conan"))
    table.play(travel(1, "character"))
    spent = at_worlds(seat("gaulois", character="gothique", key_spent=True), seat("conan"))
    assert spent.legal("travel") == []
    assert spent.refused(travel(1, "character"))
    assert spent.refused(reveal())
    assert table.key_spent(0)


@pytest.mark.clause("K20")
def test_the_key_waits_for_any_later_payment() -> None:
    table = at_worlds(seat("gaulois", character="gothique"), seat("conan"))
    table.play(reveal(), pass_turn(), pass_turn(), pass_turn(), pass_turn(), travel(1, "character"))
    assert table.world(0) == "chasse"


@pytest.mark.clause("K20")
def test_the_key_of_a_character_is_its_own_one_and_pays_beside_cards() -> None:
    # Out of La Chasse to Middle-earth: connaissance and magie.
    table = at_worlds(seat("chasse", hand=["herbier"], character="reveur", revealed=True), seat())
    assert table.legal("travel") == [travel(2, "character"), travel(5, "herbier", "character")]
    table.play(travel(5, "herbier", "character"))
    assert table.world(0) == "milieu"
    assert table.key_spent(0)


@pytest.mark.clause("K20")
def test_who_pays_with_cards_keeps_the_key_of_the_character() -> None:
    table = at_worlds(
        seat("gaulois", hand=["chaudron"], character="gothique", revealed=True), seat("conan"), face_up=["chasse"]
    )
    assert table.legal("travel") == [travel("chasse", "chaudron"), travel("chasse", "character")]
    table.play(travel("chasse", "chaudron"))
    assert not table.key_spent(0)


@pytest.mark.clause("K20")
def test_with_reveal_while_paying_there_is_no_action_reveal() -> None:
    table = at_worlds(seat("gaulois"), seat(), reveal_while_paying=True)
    assert table.legal("reveal") == []
    assert table.refused(reveal())


@pytest.mark.clause("K20")
def test_with_reveal_while_paying_revealing_is_part_of_the_payment_and_costs_no_action() -> None:
    table = at_worlds(seat("gaulois", character="gothique"), seat("conan"), reveal_while_paying=True)
    assert table.legal("travel") == [travel(1, "character")]
    events = table.play(travel(1, "character"))
    assert table.world(0) == "chasse"
    assert (table.revealed(0), table.key_spent(0), table.actions_left) == (True, True, 1)
    assert what(events) == ["reveal", "travel", "open_world", "move"]
    # The key of La Chasse's side to Gaulois is amour; the Goth's, mort, is spent anyway.
    assert table.legal("travel") == []


@pytest.mark.clause("K20")
def test_with_reveal_while_paying_a_payment_of_cards_alone_reveals_nothing() -> None:
    table = at_worlds(seat("gaulois", hand=["chaudron"], character="gothique"), seat("conan"), reveal_while_paying=True)
    table.play(travel(1, "chaudron"))
    assert (table.revealed(0), table.key_spent(0)) == (False, False)


@pytest.mark.clause("K20", "K25")
def test_with_reveal_while_paying_a_cancelled_payment_leaves_the_character_revealed_and_its_key_unspent() -> None:
    table = at_worlds(
        seat("chasse", hand=["herbier"], character="reveur"),
        seat("chasse", hand=["boussole_affolee"]),
        reveal_while_paying=True,
    )
    table.play(travel(5, "herbier", "character"), react("boussole_affolee", against="herbier"))
    assert table.world(0) == "chasse"
    assert (table.revealed(0), table.key_spent(0)) == (True, False)
    assert table.legal("travel") == [travel(2, "character")]


@pytest.mark.clause("K20", "K11")
def test_with_reveal_while_paying_one_may_go_home_with_an_unrevealed_character() -> None:
    hand = ["epieu", "herbier", "gateau_du_lion"]
    table = at_worlds(seat("milieu", hand=hand, character="gothique"), seat(), reveal_while_paying=True)
    table.play(go_home(*hand, "character"))
    assert table.ranking == [[0], [1]]
    assert table.revealed(0)


@pytest.mark.clause("K20")
def test_a_key_that_was_spent_is_no_key_with_reveal_while_paying_either() -> None:
    table = at_worlds(seat("gaulois", character="gothique", key_spent=True), seat("conan"), reveal_while_paying=True)
    assert table.legal("travel") == []


# K22


@pytest.mark.clause("K22")
def test_an_effect_is_played_from_the_hand_and_shown_to_all() -> None:
    table = at_worlds(seat("gaulois", hand=["torque"]), seat())
    events = table.play(effect("torque"))
    assert seen(events, NOBODY, "effect") == [{"event": "effect", "seat": 0, "cards": ["torque"]}]
    assert table.hand(0) == []


@pytest.mark.clause("K22")
@pytest.mark.parametrize("card", ["ambactes", "passe_partout", "filet_du_belluaire"])
def test_defences_and_wild_keys_are_no_actions(card: str) -> None:
    table = at_worlds(seat("gaulois", hand=[card]), seat())
    assert table.legal("effect") == []
    assert table.refused(effect(card))


@pytest.mark.clause("K22")
@pytest.mark.parametrize("hand", [["cor", "epieu"], ["epieu", "torque", "cor"]])
def test_the_horn_and_the_spear_are_played_together_as_one_action(hand: list[str]) -> None:
    table = at_worlds(seat("gaulois", hand=hand), seat("miroir"), piles={"conan": ["barbare", "elixir_de_dragon"]})
    pair = [card for card in hand if card != "torque"]
    both = [action for action in table.legal("effect") if action["cards"] == pair]
    assert [action["world"] for action in both] == [1, 2, "miroir", 5, 6, 7, 8]
    table.play(effect(*pair, world=8))
    assert table.world(0) == "conan"
    assert table.hand(0) == [*(["torque"] if "torque" in hand else []), "barbare", "elixir_de_dragon"]
    assert table.pile("gaulois")[-2:] == pair
    assert table.actions_left == 1


@pytest.mark.clause("K22")
def test_the_pair_is_listed_once_and_needs_both() -> None:
    table = at_worlds(seat("gaulois", hand=["cor", "epieu"]), seat("conan"))
    assert len(table.legal("effect")) == len({str(action) for action in table.legal("effect")}) == 7
    alone = at_worlds(seat("gaulois", hand=["cor"]), seat("conan", hand=["epieu"]))
    assert alone.legal("effect") == []
    assert alone.refused(effect("cor", "epieu", world=1))


@pytest.mark.clause("K22")
def test_other_cards_are_not_played_together() -> None:
    table = at_worlds(seat("gaulois", hand=["torque", "cape_du_comte"]), seat())
    assert table.refused(effect("torque", "cape_du_comte", world=1))


# K23


@pytest.mark.clause("K23")
def test_travel_takes_one_or_two_keys_and_home_four_or_five() -> None:
    hand = ["torque", "herbier", "epieu", "chaudron", "gateau_du_lion"]
    for world in ("chasse", "gaulois"):
        table = at_worlds(seat(world, hand=hand, character="conteur"), seat("conan"))
        for action in table.legal("travel", "go_home"):
            keys = action["keys"]
            assert isinstance(keys, list)
            assert len(keys) in ((1, 2) if action["do"] == "travel" else (4, 5))


@pytest.mark.clause("K23")
@pytest.mark.parametrize("actions", [1, 2])
def test_who_passes_gives_up_what_is_left_of_the_turn(actions: int) -> None:
    table = at_worlds(seat("gaulois"), seat(), actions=actions)
    events = table.play(pass_turn())
    assert what(events) == ["pass", "turn"]
    assert (table.turn, table.actions_left) == (1, 2)


@pytest.mark.clause("K23")
def test_passing_is_always_possible() -> None:
    assert at_worlds(seat("gaulois"), seat()).may(pass_turn())
    assert at_worlds(seat("gaulois"), seat(), actions=1, drawn=True).may(pass_turn())


@pytest.mark.clause("K23")
def test_nobody_plays_out_of_turn_or_with_the_cards_of_others() -> None:
    table = at_worlds(seat("gaulois", hand=["torque"]), seat(hand=["chaudron"]), face_up=["chasse"])
    assert table.to_act == 0
    assert table.refused(travel("chasse", "chaudron"))
    assert table.refused(accept())
    assert table.refused(react(None))


# Positions that cannot be


@pytest.mark.parametrize(
    ("pending", "key"),
    [
        ({"decision": "react", "seats": [0], "bad_encounter": "cor"}, "pending.bad_encounter"),
        ({"decision": "react", "seats": [1], "bad_encounter": "taranis"}, "pending.seats"),
        ({"decision": "react", "seats": [0]}, "pending"),
        ({"decision": "react", "seats": [1, 1], "played": effect("torque")}, "pending.seats"),
        ({"decision": "react", "seats": [0], "played": effect("torque")}, "pending.seats"),
        ({"decision": "action", "played": effect("torque")}, "pending.played"),
        ({"decision": "action", "bad_encounter": "taranis"}, "pending"),
        ({"decision": "action", "seats": [0]}, "pending.seats"),
        ({"decision": "pick", "seats": [0, 0], "seen": 2, "to": "top"}, "pending.seats"),
        ({"decision": "pick", "seats": [1], "seen": 2, "to": "top"}, "pending.seats"),
        ({"decision": "pick", "seats": [0], "victim": 0}, "pending.victim"),
        ({"decision": "pick", "seats": [0], "victim": 2}, "pending.victim"),
        ({"decision": "pick", "seats": [0], "seen": 60, "to": "hand"}, "pending.seen"),
        ({"decision": "discard", "seats": [1], "left": 1}, "pending.seats"),
        ({"decision": "answer", "seats": [1, 1], "offered": "torque"}, "pending.seats"),
        ({"decision": "answer", "seats": [0], "offered": "torque"}, "pending.seats"),
        ({"decision": "answer", "seats": [2], "offered": "torque"}, "pending.seats"),
        ({"decision": "answer", "seats": [1], "offered": "cor"}, "pending.offered"),
        ({"decision": "accept", "seats": [1], "offered": "torque", "answered": "cor"}, "pending.seats"),
        ({"decision": "accept", "seats": [0], "offered": "torque", "answered": "epieu"}, "pending.answered"),
        ({"decision": "choose_character", "seats": [0]}, "pending.seats"),
        ({"decision": "choose_character", "seats": []}, "pending"),
        ({"decision": "over", "winner": 1}, "players[1].world"),
    ],
)
def test_a_decision_that_nobody_can_be_asked_is_refused(pending: dict[str, object], key: str) -> None:
    table = at_worlds(
        seat("gaulois", hand=["torque", "epona"]), seat("gaulois", hand=["cor"]), seat("conan", hand=["epieu"])
    )
    position = table.written()
    # What is in no hand lies in the piles again, but for the bad encounter.
    position = {name: part for name, part in position.items() if name not in ("piles", "knows", "pending")}
    with pytest.raises(FormatError) as error:
        LaidWorlds.load({**position, "pending": pending})
    assert error.value.key == key


def test_nobody_but_the_winner_is_in_kernault_and_a_turn_has_actions() -> None:
    with pytest.raises(FormatError, match="K27"):
        at_worlds(seat("kernault"), seat())
    table = at_worlds(seat(), seat())
    position = table.written()
    turn = {"seat": 0, "actions_left": 0, "drawn": False}
    with pytest.raises(FormatError, match="no action is left"):
        LaidWorlds.load({**position, "turn": turn, "pending": {"decision": "action"}})
