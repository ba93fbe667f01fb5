"""Effects that are actions: E4 to E16."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from clef_build import (
    CARDS,
    NOBODY,
    Action,
    LaidWorlds,
    Side,
    accept,
    answer,
    at_worlds,
    draw,
    effect,
    offer,
    pass_turn,
    pick,
    react,
    seat,
    seen,
    travel,
    what,
)

from worldgates.clef.cards import CardSet
from worldgates.clef.cardset import load


def cards_where(folder: Path, **effects: str) -> CardSet:
    """The set of the tests, some of its cards with another effect."""
    for file in CARDS.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        for card, other in effects.items():
            text = re.sub(rf'(id = "{card}"\n(?:.+\n)*?effect = ).*', rf"\1{other}", text, count=1)
        (folder / file.name).write_text(text, encoding="utf-8")
    return load(folder, "other")


# E4: the effect look_hand


@pytest.mark.clause("E4")
def test_a_hand_here_or_anywhere_can_be_looked_at_if_there_is_a_card_in_it() -> None:
    others = [seat("chasse"), seat("chasse", ["cor"]), seat("conan", ["epieu"]), seat("chasse", ["torque"])]
    table = at_worlds(seat("chasse", ["grand_cerf", "livre_a_l_envers"]), *others)
    assert table.legal("effect") == [
        effect("grand_cerf", seat=2),
        effect("grand_cerf", seat=4),
        effect("livre_a_l_envers", seat=2),
        effect("livre_a_l_envers", seat=3),
        effect("livre_a_l_envers", seat=4),
    ]
    for action in (effect("grand_cerf", seat=0), effect("grand_cerf", seat=3), effect("livre_a_l_envers", seat=1)):
        assert table.refused(action)


@pytest.mark.clause("E4")
def test_who_looks_sees_the_hand_and_nobody_else_does() -> None:
    table = at_worlds(seat(hand=["livre_a_l_envers"]), seat("conan", ["cor", "barbare"]), seat("conan"))
    events = table.play(effect("livre_a_l_envers", seat=1))
    assert seen(events, 0, "look") == [{"event": "look", "seat": 0, "victim": 1, "cards": ["cor", "barbare"]}]
    assert table.known(0, 1) == ["barbare", "cor"]
    for observer in (2, NOBODY):
        assert seen(events, observer, "look") == [{"event": "look", "seat": 0, "victim": 1}]
        assert table.known(observer, 1) == []
    assert table.known(1, 0) == []
    assert table.hand(1) == ["cor", "barbare"]
    assert (table.decision, table.actions_left) == ("action", 1)


@pytest.mark.clause("E4")
def test_a_hand_is_seen_as_it_is_now_and_not_as_it_will_be() -> None:
    table = at_worlds(
        seat("chasse", ["grand_cerf"]), seat("chasse", ["cor"]), piles={"chasse": ["levrier_blanc", "epieu"]}
    )
    table.play(effect("grand_cerf", seat=1), pass_turn(), draw())
    assert table.hand(1) == ["cor", "levrier_blanc"]
    assert table.known(0, 1) == ["cor"]


# E5: the effect search


@pytest.mark.clause("E5")
def test_a_search_shows_the_top_cards_and_one_that_is_no_bad_encounter_is_picked() -> None:
    table = at_worlds(
        seat(hand=["cor", "chaudron"]), seat(), piles={"gaulois": ["taranis", "esus", "epona", "ogmios", "ambactes"]}
    )
    assert table.legal("effect") == [effect("chaudron")]
    table.play(effect("chaudron"))
    assert table.legal() == [pick("esus"), pick("epona"), pick(None)]
    below = table.pile("gaulois")[3:]
    table.play(pick("esus"))
    assert table.hand(0) == ["cor", "esus"]
    assert table.pile("gaulois") == [*below, "taranis", "epona"]
    assert (table.decision, table.actions_left) == ("action", 1)


@pytest.mark.clause("E5")
def test_bad_encounters_seen_do_nothing() -> None:
    table = at_worlds(
        seat("crypte", ["fossoyeur", "cor"]), seat(), piles={"crypte": ["comte", "goule", "caveau_scelle"]}
    )
    events = table.play(effect("fossoyeur"))
    assert "meet" not in what(events)
    events = table.play(pick(None))
    assert what(events) == ["pick"]
    assert seen(events, 1, "pick") == [{"event": "pick", "seat": 0, "to": "hand", "picked": False}]
    assert table.hand(0) == ["cor"]
    assert (table.turns_to_miss(0), table.actions_left) == (0, 1)


@pytest.mark.clause("E5")
def test_nothing_need_be_picked_and_all_go_under_the_pile_in_their_order() -> None:
    table = at_worlds(seat(hand=["chaudron"]), seat(), piles={"gaulois": ["esus", "taranis", "epona"]})
    table.play(effect("chaudron"))
    below = table.pile("gaulois")[3:]
    table.play(pick(None))
    assert table.pile("gaulois") == [*below, "esus", "taranis", "epona"]
    assert table.hand(0) == []


@pytest.mark.clause("E5")
@pytest.mark.parametrize(("n", "shown"), [(1, 1), (2, 2), (4, 4), (6, 6), (8, 7)])
def test_a_search_shows_as_many_cards_as_it_says_or_all_if_there_are_fewer(tmp_path: Path, n: int, shown: int) -> None:
    cards = cards_where(tmp_path, epona=f'{{ id = "search", n = {n} }}')
    # Six lie in the pile, and Epona comes under it.
    pile = ["esus", "ambactes", "ogmios", "torque", "taranis", "brume_des_tertres"]
    table = at_worlds(seat(hand=["epona"]), seat("conan", ["chaudron"]), piles={"gaulois": pile}, cards=cards)
    assert table.pile("gaulois") == pile
    events = table.play(effect("epona"))
    assert seen(events, 0, "search")[0]["cards"] == [*pile, "epona"][:shown]
    assert seen(events, 1, "search") == [{"event": "search", "seat": 0, "number": shown, "to": "hand"}]
    taken = [pick(card) for card in [*pile, "epona"][:shown] if card not in ("taranis", "brume_des_tertres")]
    assert table.legal() == [*taken, pick(None)]


@pytest.mark.clause("E5")
def test_a_search_looks_at_the_pile_here() -> None:
    table = at_worlds(seat("conan", ["chaudron"]), seat(), piles={"conan": ["barbare"], "gaulois": ["esus"]})
    table.play(effect("chaudron"))
    assert pick("barbare") in table.legal()
    assert table.refused(pick("esus"))


# E6: the effect peek


@pytest.mark.clause("E6")
def test_a_peek_lays_one_card_of_any_kind_on_top_and_the_others_under_the_pile() -> None:
    table = at_worlds(
        seat("miroir", ["reine_blanche", "cor"]),
        seat("conan"),
        piles={"miroir": ["humpty_dumpty", "jabberwock", "cavalier_blanc", "reine_rouge", "gateau_du_lion"]},
    )
    assert table.legal("effect") == [effect("reine_blanche")]
    table.play(effect("reine_blanche"))
    assert table.legal() == [pick("humpty_dumpty"), pick("jabberwock"), pick("cavalier_blanc"), pick("reine_rouge")]
    assert table.refused(pick(None))
    below = table.pile("miroir")[4:]
    events = table.play(pick("jabberwock"))
    assert what(events) == ["pick"]
    assert table.pile("miroir") == ["jabberwock", *below, "humpty_dumpty", "cavalier_blanc", "reine_rouge"]
    assert table.hand(0) == ["cor"]


@pytest.mark.clause("E6")
@pytest.mark.parametrize(("n", "shown"), [(1, 1), (3, 3), (7, 7), (8, 8)])
def test_a_peek_shows_as_many_cards_as_it_says(tmp_path: Path, n: int, shown: int) -> None:
    cards = cards_where(tmp_path, epona=f'{{ id = "peek", n = {n} }}')
    table = at_worlds(seat(hand=["epona"]), seat(), cards=cards)
    pile = [*table.pile("gaulois"), "epona"]
    table.play(effect("epona"))
    assert table.legal() == [pick(card) for card in pile[:shown]]
    table.play(pick(pile[shown - 1]))
    assert table.pile("gaulois") == [pile[shown - 1], *pile[shown:], *pile[: shown - 1]]


@pytest.mark.clause("E6")
def test_who_peeks_alone_knows_where_the_cards_lie() -> None:
    table = at_worlds(
        seat("miroir", ["herbier"]), seat("miroir"), piles={"miroir": ["humpty_dumpty", "jabberwock", "cavalier_blanc"]}
    )
    table.play(effect("herbier"))
    fourth = table.pile("miroir")[3]
    table.play(pick("jabberwock"))
    assert table.known_pile(0, "miroir")[0] == "jabberwock"
    assert table.known_pile(0, "miroir")[-4:] == ["herbier", "humpty_dumpty", "cavalier_blanc", fourth]
    for observer in (1, NOBODY):
        known = table.known_pile(observer, "miroir")
        assert [card for card in known if card] == ["herbier"]


# E7: the effect draw


@pytest.mark.clause("E7")
def test_cards_are_drawn_here_one_after_the_other_and_are_not_the_draw_of_the_turn() -> None:
    table = at_worlds(
        seat("milieu", ["cor", "miche_du_voyageur"]),
        seat(),
        piles={"milieu": ["eclaireur", "dame_des_bois", "vieux_magicien"]},
    )
    assert table.legal("effect") == [effect("miche_du_voyageur")]
    events = table.play(effect("miche_du_voyageur"))
    assert what(events) == ["effect", "draw", "draw"]
    assert table.hand(0) == ["cor", "eclaireur", "dame_des_bois"]
    table.play(draw())
    assert table.hand(0) == ["cor", "eclaireur", "dame_des_bois", "vieux_magicien"]


@pytest.mark.clause("E7", "K18")
def test_an_effect_draws_after_the_draw_of_the_turn_too() -> None:
    table = at_worlds(
        seat("milieu", ["gateau_du_lion"]), seat(), piles={"milieu": ["eclaireur", "dame_des_bois"]}, drawn=True
    )
    assert "draw" not in table.kinds()
    table.play(effect("gateau_du_lion"))
    assert table.hand(0) == ["eclaireur", "dame_des_bois"]


@pytest.mark.clause("E7")
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_an_effect_draws_as_many_as_it_says(tmp_path: Path, n: int) -> None:
    cards = cards_where(tmp_path, chaudron=f'{{ id = "draw", n = {n} }}')
    pile = ["eclaireur", "dame_des_bois", "vieux_magicien", "carte_ancienne", "miche_du_voyageur"]
    table = at_worlds(seat("milieu", ["chaudron"]), seat(), piles={"milieu": pile}, cards=cards)
    table.play(effect("chaudron"))
    assert table.hand(0) == pile[:n]


@pytest.mark.clause("E7", "K16")
def test_a_bad_encounter_is_carried_out_and_ends_the_drawing() -> None:
    table = at_worlds(
        seat("crypte", ["gateau_du_lion", "cor"]), seat(), piles={"crypte": ["caveau_scelle", "fossoyeur"]}
    )
    events = table.play(effect("gateau_du_lion"))
    assert what(events)[:2] == ["effect", "meet"]
    assert table.hand(0) == ["cor"]
    assert table.pile("crypte")[0] == "fossoyeur"
    assert table.pile("crypte")[-2:] == ["gateau_du_lion", "caveau_scelle"]
    assert (table.turn, table.turns_to_miss(0)) == (1, 1)


@pytest.mark.clause("E7", "K24")
def test_a_bad_encounter_that_is_countered_ends_the_drawing_too() -> None:
    table = at_worlds(
        seat("crypte", ["gateau_du_lion", "boussole_affolee"]), seat(), piles={"crypte": ["caveau_scelle", "fossoyeur"]}
    )
    table.play(effect("gateau_du_lion"), react("boussole_affolee"))
    assert table.hand(0) == []
    assert table.pile("crypte")[0] == "fossoyeur"
    assert table.pile("crypte")[-3:] == ["gateau_du_lion", "caveau_scelle", "boussole_affolee"]
    assert (table.turn, table.actions_left, table.decision) == (0, 1, "action")


@pytest.mark.clause("E7")
def test_a_bad_encounter_as_second_card_leaves_the_first_in_hand() -> None:
    table = at_worlds(seat("conan", ["gateau_du_lion"]), seat(), piles={"conan": ["barbare", "idole_aux_cent_yeux"]})
    table.play(effect("gateau_du_lion"))
    assert table.hand(0) == ["barbare"]
    assert table.known(1, 0) == ["barbare"]


@pytest.mark.clause("E7", "EG2")
def test_from_a_short_pile_the_card_just_played_may_come_back_and_an_empty_pile_ends_it(tmp_path: Path) -> None:
    cards_where(tmp_path, ogmios='{ id = "draw", n = 5 }')
    file = tmp_path / "discoveries.toml"
    text = file.read_text(encoding="utf-8")
    for bad in ("taranis", "brume_des_tertres"):
        text = re.sub(
            rf'(id = "{bad}"\nworld = "gaulois"\nkind = )"MR"\nattack(.+\neffect = ).*',
            r'\1"O"\nkey\2{ id = "jump" }',
            text,
        )
    file.write_text(text, encoding="utf-8")
    table = at_worlds(
        seat(hand=["ogmios"]),
        seat(hand=["esus", "ambactes", "epona"]),
        piles={"conan": ["torque", "chaudron", "taranis"]},
        cards=load(tmp_path, "other"),
    )
    assert table.pile("gaulois") == ["brume_des_tertres"]
    table.play(effect("ogmios"))
    assert table.hand(0) == ["brume_des_tertres", "ogmios"]
    assert table.pile("gaulois") == []
    assert (table.decision, table.actions_left) == ("action", 1)


@pytest.mark.clause("E7", "EG5")
def test_with_a_hand_that_is_full_again_no_card_is_drawn() -> None:
    # The card played makes room for one.
    hand = ["cor", "epieu", "herbier", "gateau_du_lion"]
    table = at_worlds(seat("milieu", hand), seat(), piles={"milieu": ["eclaireur", "dame_des_bois", "troll_du_pont"]})
    table.play(effect("gateau_du_lion"))
    assert table.hand(0) == ["cor", "epieu", "herbier", "eclaireur", "dame_des_bois"]
    assert table.pile("milieu")[0] == "troll_du_pont"


# E8: the effect free_travel


@pytest.mark.clause("E8")
@pytest.mark.parametrize(
    ("here", "sides", "corners"),
    [("gaulois", [1, 3], []), ("chasse", [0, 2], [3, 5]), ("miroir", [0, 6], [1, 7]), ("conan", [5, 7], [])],
)
def test_one_travels_without_keys_over_a_side_or_over_any(
    tmp_path: Path, here: str, sides: list[int], corners: list[int]
) -> None:
    cards = cards_where(tmp_path, torque='{ id = "free_travel", over = "side" }')
    table = at_worlds(seat(here, ["torque", "cape_du_comte"]), seat(here), cards=cards)
    assert table.legal("effect") == [
        *(effect("torque", world=place) for place in sides),
        *(effect("cape_du_comte", world=place) for place in sorted(sides + corners)),
    ]


@pytest.mark.clause("E8")
def test_the_traveller_goes_there_without_keys_and_turns_the_world_up() -> None:
    table = at_worlds(seat("miroir", ["cavalier_blanc", "cor"], revealed=True), seat())
    events = table.play(effect("cavalier_blanc", world=7))
    assert (table.world(0), table.hand(0), table.key_spent(0)) == ("multivers", ["cor"], False)
    assert what(events) == ["effect", "open_world", "move"]
    assert "multivers" in table.face_up
    assert table.world(1) == "gaulois"


# E9: the effect jump


@pytest.mark.clause("E9")
def test_one_jumps_to_any_other_world_that_lies_face_up() -> None:
    table = at_worlds(
        seat("multivers", ["passeur", "carte_ancienne"]), seat("gaulois"), face_up=["clairiere", "conan", "kernault"]
    )
    worlds = ["gaulois", "clairiere", "conan"]
    assert table.legal("effect") == [
        effect(card, world=world) for card in ("passeur", "carte_ancienne") for world in worlds
    ]
    table.play(effect("passeur", world="clairiere"))
    assert table.world(0) == "clairiere"
    assert table.pile("multivers")[-1] == "passeur"
    assert table.hand(0) == ["carte_ancienne"]


@pytest.mark.clause("E9", "EG1")
def test_with_no_other_open_world_there_is_nowhere_to_jump() -> None:
    table = at_worlds(seat("multivers", ["passeur"]), seat("multivers"))
    assert table.legal("effect") == []
    assert table.legal("travel") == [travel(6, "passeur")]


# E10: the effect banish


@pytest.mark.clause("E10")
def test_another_player_here_is_sent_over_a_side() -> None:
    table = at_worlds(seat("chasse", ["epieu"]), seat("chasse"), seat("gaulois"), seat("chasse"), face_up=["gaulois"])
    assert table.legal("effect") == [
        effect("epieu", seat=1, world="gaulois"),
        effect("epieu", seat=1, world=2),
        effect("epieu", seat=3, world="gaulois"),
        effect("epieu", seat=3, world=2),
    ]
    for action in (
        effect("epieu", seat=0, world=2),
        effect("epieu", seat=2, world=2),
        effect("epieu", seat=1, world=3),
        effect("epieu", seat=1, world="kernault"),
        effect("epieu", seat=1, world="chasse"),
    ):
        assert table.refused(action)
    table.play(effect("epieu", seat=3, world=2))
    assert [table.world(number) for number in range(4)] == ["chasse", "chasse", "gaulois", "clairiere"]
    assert (table.turn, table.actions_left) == (0, 1)


@pytest.mark.clause("E10")
def test_who_is_banished_needs_no_card_in_hand_and_plays_on_from_there() -> None:
    table = at_worlds(seat(hand=["esus"]), seat(), piles={"miroir": ["cavalier_blanc"]})
    table.play(effect("esus", seat=1, world=3), pass_turn(), draw())
    assert (table.world(1), table.hand(1)) == ("miroir", ["cavalier_blanc"])


# E11: the effect steal


@pytest.mark.clause("E11")
def test_one_steals_from_another_player_here_with_a_card() -> None:
    others = [seat("conan"), seat("conan", ["cor"]), seat("gaulois", ["epieu"]), seat("conan", ["torque"])]
    table = at_worlds(seat("conan", ["barbare"]), *others)
    assert table.legal("effect") == [effect("barbare", seat=2), effect("barbare", seat=4)]
    table = at_worlds(
        seat("chasse", ["levrier_blanc"]), seat("chasse"), seat("chasse", ["cor"]), seat("gaulois", ["epieu"])
    )
    assert table.legal("effect") == [effect("levrier_blanc", seat=2)]


@pytest.mark.clause("E11")
def test_a_card_stolen_at_random_comes_last_into_the_hand() -> None:
    table = at_worlds(seat("chasse", ["herbier", "levrier_blanc"]), seat("chasse", ["cor"]))
    events = table.play(effect("levrier_blanc", seat=1))
    assert what(events) == ["effect", "steal"]
    assert (table.hand(0), table.hand(1)) == (["herbier", "cor"], [])
    assert (table.decision, table.actions_left) == ("action", 1)


@pytest.mark.clause("E11")
def test_every_card_can_be_stolen_at_random() -> None:
    hand = ["cor", "epieu", "torque"]
    tables = [at_worlds(seat("chasse", ["levrier_blanc"]), seat("chasse", hand), seed=seed) for seed in range(30)]
    for table in tables:
        table.play(effect("levrier_blanc", seat=1))
    assert {table.hand(0)[0] for table in tables} == set(hand)


@pytest.mark.clause("E11")
def test_with_a_choice_one_sees_the_hand_and_has_to_pick() -> None:
    table = at_worlds(
        seat("conan", ["barbare"]), seat("conan", ["cor", "necromancienne", "torque"]), seat("conan", ["herbier"])
    )
    events = table.play(effect("barbare", seat=1))
    assert what(events) == ["effect", "look"]
    assert seen(events, 0, "look")[0]["cards"] == ["cor", "necromancienne", "torque"]
    assert "cards" not in seen(events, 2, "look")[0]
    assert table.known(0, 1) == ["cor", "necromancienne", "torque"]
    assert (table.known(2, 1), table.known(NOBODY, 1)) == ([], [])
    assert (table.decision, table.to_act) == ("pick", 0)
    assert table.legal() == [pick("cor"), pick("necromancienne"), pick("torque")]
    assert table.refused(pick(None))
    assert table.refused(pick("herbier"))
    events = table.play(pick("necromancienne"))
    assert (table.hand(0), table.hand(1)) == (["necromancienne"], ["cor", "torque"])
    assert table.known(0, 1) == ["cor", "torque"]
    assert table.known(1, 0) == ["necromancienne"]
    assert seen(events, 1, "steal")[0]["card"] == "necromancienne"
    for observer in (2, NOBODY):
        assert seen(events, observer, "steal") == [{"event": "steal", "seat": 0, "victim": 1}]
        assert (table.known(observer, 0), table.known(observer, 1)) == ([], [])


# E12: the effect swap


@pytest.mark.clause("E12")
def test_a_swap_names_a_player_here_with_a_card_and_another_card_of_ones_own_hand() -> None:
    table = at_worlds(
        seat("clairiere", ["cor", "lutin", "reine_des_fees"]),
        seat("clairiere"),
        seat("clairiere", ["torque"]),
        seat("conan", ["epieu"]),
        seat("clairiere", ["herbier"]),
    )
    assert [action for action in table.legal("effect") if action["cards"] == ["lutin"]] == [
        effect("lutin", seat=2, card="cor"),
        effect("lutin", seat=2, card="reine_des_fees"),
        effect("lutin", seat=4, card="cor"),
        effect("lutin", seat=4, card="reine_des_fees"),
    ]
    for action in (
        effect("lutin", seat=2, card="lutin"),
        effect("lutin", seat=2, card="torque"),
        effect("lutin", seat=2),
    ):
        assert table.refused(action)


@pytest.mark.clause("E12", "EG1")
def test_without_another_card_there_is_nothing_to_swap() -> None:
    table = at_worlds(seat("clairiere", ["lutin"]), seat("clairiere", ["torque"]))
    assert table.legal("effect") == []
    assert table.may(offer(1, "lutin"))


@pytest.mark.clause("E12")
def test_each_card_takes_the_place_of_the_other_in_the_hand() -> None:
    table = at_worlds(
        seat("clairiere", ["cor", "reine_des_fees", "lutin", "epieu"]),
        seat("clairiere", ["torque", "herbier", "chaudron"]),
    )
    table.play(effect("lutin", seat=1, card="reine_des_fees"))
    got = table.hand(0)[1]
    assert got in ("torque", "herbier", "chaudron")
    assert table.hand(0) == ["cor", got, "epieu"]
    place = ["torque", "herbier", "chaudron"].index(got)
    theirs = ["torque", "herbier", "chaudron"]
    theirs[place] = "reine_des_fees"
    assert table.hand(1) == theirs
    assert table.pile("clairiere")[-1] == "lutin"


# E13: the effect unmask


@pytest.mark.clause("E13")
def test_a_character_not_yet_revealed_is_unmasked_here_or_anywhere() -> None:
    others = [seat("multivers"), seat("gaulois"), seat("multivers", revealed=True), seat("multivers")]
    table = at_worlds(seat("multivers", ["autre_vous", "rosee_de_verite"]), *others)
    assert table.legal("effect") == [
        effect("autre_vous", seat=1),
        effect("autre_vous", seat=2),
        effect("autre_vous", seat=4),
        effect("rosee_de_verite", seat=1),
        effect("rosee_de_verite", seat=4),
    ]


@pytest.mark.clause("E13", "EG7")
def test_it_is_turned_face_up_for_good_and_its_key_counts_as_spent() -> None:
    table = at_worlds(seat("multivers", ["autre_vous"]), seat("gaulois", character="conteur"), seat())
    assert table.view(2)["players"][1]["character"] is None
    events = table.play(effect("autre_vous", seat=1))
    assert (table.revealed(1), table.key_spent(1)) == (True, True)
    assert (table.revealed(0), table.key_spent(0)) == (False, False)
    for observer in (0, 2, NOBODY):
        assert seen(events, observer, "reveal") == [{"event": "reveal", "seat": 1, "character": "conteur"}]
        unmasked = table.view(observer)["players"][1]
        assert (unmasked["character"], unmasked["revealed"], unmasked["key_spent"]) == ("conteur", True, True)
    table.play(pass_turn())
    assert "reveal" not in table.kinds()
    assert table.legal("travel") == []


# E14: the effect shield


def shielded_table(attacker: list[str], here: str, hand: list[str], shielded: bool) -> LaidWorlds:
    return at_worlds(
        seat(here, attacker),
        seat(here, hand, shielded=shielded),
        seat("chasse" if here != "chasse" else "gaulois", shielded=shielded),
    )


@pytest.mark.clause("E14")
def test_a_shield_needs_no_target_and_is_public() -> None:
    table = at_worlds(seat(hand=["torque", "cor"]), seat("conan"))
    assert table.legal("effect") == [effect("torque")]
    events = table.play(effect("torque"))
    assert [table.shielded(0), table.shielded(1)] == [True, False]
    for observer in (0, 1, NOBODY):
        assert seen(events, observer, "shield") == [{"event": "shield", "seat": 0}]
        assert [player["shielded"] for player in table.view(observer)["players"]] == [True, False]
    assert table.pile("gaulois")[-1] == "torque"


@pytest.mark.clause("E14")
def test_no_second_shield_while_one_has_one() -> None:
    table = at_worlds(seat(hand=["torque", "sablier_renverse"]), seat("conan"))
    table.play(effect("torque"))
    assert table.legal("effect") == []
    assert table.refused(effect("sablier_renverse"))
    assert table.may(travel(1, "sablier_renverse"))


@pytest.mark.clause("E14")
@pytest.mark.parametrize(
    ("here", "card"),
    [
        ("gaulois", "livre_a_l_envers"),
        ("chasse", "grand_cerf"),
        ("gaulois", "epieu"),
        ("gaulois", "cor"),
        ("chasse", "levrier_blanc"),
        ("conan", "barbare"),
        ("clairiere", "lutin"),
        ("multivers", "autre_vous"),
        ("gaulois", "rosee_de_verite"),
    ],
)
def test_who_is_shielded_is_no_target_of_another_players_effect(here: str, card: str) -> None:
    def targets(shielded: bool) -> list[Action]:
        table = shielded_table([card, "chapelet_d_ail"], here, ["herbier"], shielded)
        return [action for action in table.legal("effect") if action["cards"] == [card]]

    assert targets(False)
    assert targets(True) == []


@pytest.mark.clause("E14")
def test_one_players_shield_does_not_cover_another() -> None:
    table = at_worlds(seat(hand=["epieu"]), seat(shielded=True), seat())
    assert table.legal("effect") == [effect("epieu", seat=2, world=1), effect("epieu", seat=2, world=3)]


@pytest.mark.clause("E14")
@pytest.mark.parametrize(
    "action", [effect("esus", seat=1, world=1), travel(1, "sablier_renverse"), effect("epona", world=1)]
)
def test_no_one_may_react_to_what_the_shielded_play(action: Action) -> None:
    def decision(shielded: bool) -> str:
        table = at_worlds(
            seat(hand=["esus", "epona", "sablier_renverse"], shielded=shielded),
            seat(hand=["ambactes", "filet_du_belluaire", "epee_vorpale"]),
        )
        table.play(action)
        return table.decision

    assert (decision(False), decision(True)) == ("react", "action")


@pytest.mark.clause("E14")
def test_the_card_that_gives_the_shield_can_still_be_cancelled() -> None:
    table = at_worlds(seat(hand=["torque"]), seat(hand=["epee_vorpale"]))
    table.play(effect("torque"))
    assert table.decision == "react"
    table.play(react("epee_vorpale", "torque"))
    assert not table.shielded(0)


@pytest.mark.clause("E14")
def test_who_is_shielded_may_react_to_others() -> None:
    table = at_worlds(seat(hand=["esus"]), seat(hand=["ambactes"], shielded=True), seat())
    table.play(effect("esus", seat=2, world=1))
    assert (table.decision, table.to_act) == ("react", 1)


@pytest.mark.clause("E14", "K16")
@pytest.mark.parametrize("hand", [["cor"], ["cor", "ambactes"]], ids=["no defence", "a defence"])
def test_bad_encounters_drawn_behind_a_shield_have_no_effect_and_no_defence_is_asked(hand: list[str]) -> None:
    table = at_worlds(seat(hand=hand, shielded=True), seat(), piles={"gaulois": ["taranis"]})
    events = table.play(draw())
    assert what(events) == ["meet", "unharmed"]
    assert table.hand(0) == hand
    assert table.pile("gaulois")[-1] == "taranis"
    assert (table.decision, table.actions_left) == ("action", 1)
    assert table.known_pile(1, "gaulois")[-1] == "taranis"


@pytest.mark.clause("E14", "E18", "E19")
@pytest.mark.parametrize("bad", ["ankou", "bal_des_damnes", "meute_hurlante"])
def test_behind_a_shield_one_is_neither_thrown_nor_stopped_nor_seen(bad: str) -> None:
    table = at_worlds(seat("chasse", ["cor"], shielded=True), seat(), piles={"chasse": [bad]})
    table.play(draw())
    assert (table.turn, table.actions_left, table.turns_to_miss(0), table.world(0)) == (0, 1, 0, "chasse")
    assert table.known(1, 0) == []


@pytest.mark.clause("E14", "E7")
def test_a_bad_encounter_behind_a_shield_still_ends_a_drawing() -> None:
    table = at_worlds(
        seat("conan", ["elixir_de_dragon"], shielded=True), seat(), piles={"conan": ["dragon_rouge", "barbare"]}
    )
    table.play(effect("elixir_de_dragon"))
    assert table.hand(0) == []
    assert table.pile("conan")[0] == "barbare"


@pytest.mark.clause("E14")
def test_a_shield_lasts_until_its_players_next_turn_begins() -> None:
    table = at_worlds(seat(hand=["torque"]), seat(), seat())
    table.play(effect("torque"))
    shields = [table.shielded(0)]
    for _ in range(3):
        table.play(pass_turn())
        shields.append(table.shielded(0))
    assert table.turn == 0
    assert shields == [True, True, True, False]


@pytest.mark.clause("E14", "K26")
def test_a_missed_turn_ends_a_shield_too() -> None:
    table = at_worlds(seat(hand=["torque"], turns_to_miss=1), seat())
    table.play(effect("torque"), pass_turn())
    assert (table.turn, table.shielded(0)) == (1, True)
    table.play(pass_turn())
    assert (table.turn, table.shielded(0), table.turns_to_miss(0)) == (1, False, 0)


@pytest.mark.clause("E14", "K21")
def test_trades_go_on_as_usual_with_the_shielded() -> None:
    table = at_worlds(seat(hand=["cor"], shielded=True), seat(hand=["herbier"], shielded=True))
    table.play(offer(1, "cor"), answer("herbier"), accept())
    assert (table.hand(0), table.hand(1)) == (["herbier"], ["cor"])


# E15: the effect summon


@pytest.mark.clause("E15")
def test_a_player_in_a_world_beside_or_over_a_corner_is_summoned() -> None:
    others = [seat("miroir"), seat("clairiere"), seat("chasse"), seat("multivers")]
    table = at_worlds(seat("chasse", ["cor"]), *others)
    assert table.legal("effect") == [effect("cor", seat=1), effect("cor", seat=2)]
    table.play(effect("cor", seat=1))
    assert [table.world(number) for number in range(5)] == ["chasse", "chasse", "clairiere", "chasse", "multivers"]
    assert table.legal("effect") == []


@pytest.mark.clause("E15", "EG1")
@pytest.mark.parametrize(("there", "near"), [("gaulois", True), ("conan", False), ("crypte", False), ("milieu", True)])
def test_who_is_too_far_away_is_not_summoned(there: str, near: bool) -> None:
    table = at_worlds(seat("chasse", ["cor"]), seat(there))
    assert table.legal("effect") == ([effect("cor", seat=1)] if near else [])


@pytest.mark.clause("E15")
def test_who_is_summoned_keeps_actions_and_objects_and_plays_on_here() -> None:
    table = at_worlds(seat("chasse", ["cor"]), seat(hand=["herbier"]), piles={"chasse": ["veneur"]})
    table.play(effect("cor", seat=1), pass_turn(), draw())
    assert table.hand(1) == ["herbier", "veneur"]


# E16: the effect wild_ride


RIDERS: list[Any] = [["cor", "epieu"], ["epieu", "cor"]]


def ride(table: LaidWorlds) -> list[Action]:
    return [action for action in table.legal("effect") if len(_cards(action)) == 2]


def _cards(action: Action) -> list[object]:
    cards = action["cards"]
    assert isinstance(cards, list)
    return cards


@pytest.mark.clause("E16", "K22")
@pytest.mark.parametrize("pair", RIDERS)
def test_horn_and_spear_carry_one_to_any_other_world_open_or_closed(pair: list[str]) -> None:
    table = at_worlds(seat("chasse", [pair[0], "herbier", pair[1]]), seat("conan"))
    assert ride(table) == [effect(*pair, world=world) for world in (0, 2, 3, 5, 6, 7, "conan")]
    for wrong in ("kernault", "chasse"):
        assert table.refused(effect(*pair, world=wrong))


@pytest.mark.clause("E16")
@pytest.mark.parametrize("pair", RIDERS)
def test_both_go_under_the_pile_of_the_world_left_in_hand_order(pair: list[str]) -> None:
    table = at_worlds(
        seat("chasse", [pair[0], "grand_cerf", "herbier", pair[1]]),
        seat(),
        piles={"crypte": ["fossoyeur", "cape_du_comte", "comte"]},
    )
    table.play(effect(*reversed(pair), world=6))
    assert table.pile("chasse")[-3:] == [*pair, "grand_cerf"]
    assert table.world(0) == "crypte"
    assert table.hand(0) == ["herbier", "fossoyeur", "cape_du_comte"]
    assert table.pile("crypte")[0] == "comte"
    assert table.actions_left == 1


@pytest.mark.clause("E16")
def test_one_of_the_two_alone_makes_no_ride() -> None:
    for hand, other in ((["cor"], ["epieu"]), (["epieu"], ["cor"])):
        table = at_worlds(seat("chasse", hand), seat("chasse", other), seat())
        assert ride(table) == []
        assert table.refused(effect("cor", "epieu", world=2))


@pytest.mark.clause("E16")
def test_nobody_may_react_to_the_two_cards() -> None:
    table = at_worlds(
        seat("chasse", ["cor", "epieu"]),
        seat("chasse", ["cotte_du_roi_mort", "filet_du_belluaire"]),
        piles={"miroir": ["cavalier_blanc", "humpty_dumpty"]},
    )
    table.play(effect("cor", "epieu", world=3))
    assert (table.decision, table.to_act, table.world(0)) == ("action", 0, "miroir")


@pytest.mark.clause("E16", "E7")
def test_the_drawing_there_ends_as_any_other_and_a_bad_encounter_can_be_countered() -> None:
    table = at_worlds(
        seat("chasse", ["cor", "epieu", "chapelet_d_ail"]), seat(), piles={"crypte": ["goule", "fossoyeur"]}
    )
    table.play(effect("cor", "epieu", world=6))
    assert table.legal() == [react("chapelet_d_ail"), react(None)]
    table.play(react("chapelet_d_ail"))
    assert table.hand(0) == []
    assert table.pile("crypte")[0] == "fossoyeur"
    assert table.pile("crypte")[-2:] == ["goule", "chapelet_d_ail"]


@pytest.mark.clause("E16", "EG5")
def test_after_a_ride_one_has_no_more_than_five_cards() -> None:
    table = at_worlds(
        seat("chasse", ["cor", "epieu", "herbier", "torque", "chaudron"]),
        seat(),
        piles={"crypte": ["fossoyeur", "cape_du_comte", "chasseuse_de_vampires"]},
    )
    table.play(effect("cor", "epieu", world=6))
    assert len(table.hand(0)) == 5


@pytest.mark.clause("E16")
def test_the_two_cards_and_the_way_are_seen_by_all() -> None:
    table = at_worlds(seat("chasse", ["cor", "epieu"]), seat(), piles={"crypte": ["fossoyeur", "cape_du_comte"]})
    events = table.play(effect("cor", "epieu", world=6))
    assert what(events) == ["effect", "open_world", "move", "draw", "draw"]
    assert seen(events, NOBODY, "effect") == [{"event": "effect", "seat": 0, "cards": ["cor", "epieu"], "place": 6}]
    assert table.known_pile(1, "chasse")[-2:] == ["cor", "epieu"]
    assert table.known(1, 0) == []


@pytest.mark.clause("E16")
def test_both_keep_their_own_effects() -> None:
    table = at_worlds(seat("chasse", ["cor", "epieu"]), seat("chasse"), seat())
    single = [action for action in table.legal("effect") if len(_cards(action)) == 1]
    assert single == [
        effect("cor", seat=2),
        effect("epieu", seat=1, world="gaulois"),
        effect("epieu", seat=1, world=2),
    ]


# What all of them share.


@pytest.mark.clause("EG1", "EG2")
@pytest.mark.parametrize(
    ("me", "other", "action"),
    [
        (seat("chasse", ["grand_cerf"]), seat("chasse", ["cor"]), effect("grand_cerf", seat=1)),
        (seat("clairiere", ["reine_des_fees"]), seat(), effect("reine_des_fees")),
        (seat("gaulois", ["esus"]), seat(), effect("esus", seat=1, world=1)),
        (seat("clairiere", ["lutin", "cor"]), seat("clairiere", ["herbier"]), effect("lutin", seat=1, card="cor")),
        (seat("multivers", ["autre_vous"]), seat(), effect("autre_vous", seat=1)),
        (seat("gaulois", ["torque"]), seat(), effect("torque")),
        (seat("gaulois", ["ogmios"]), seat("chasse"), effect("ogmios", seat=1)),
    ],
)
def test_after_an_effect_the_turn_goes_on_with_one_action_less(me: Side, other: Side, action: Action) -> None:
    table = at_worlds(me, other, piles={"clairiere": ["ondine", "roi_des_elfes"]})
    assert action in table.legal()
    table.play(action)
    assert (table.decision, table.to_act, table.turn, table.actions_left) == ("action", 0, 0, 1)
    table.play(pass_turn())
    assert table.turn == 1
