"""Discovery cards: K13 to K17, K30, K31."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from clef_build import (
    ALL_WORLDS,
    CARDS,
    Action,
    LaidWorlds,
    at_worlds,
    discard,
    draw,
    effect,
    go_home,
    pass_turn,
    pick,
    react,
    seat,
    seen,
    travel,
    what,
)

from worldgates.clef.cards import BAD_ENCOUNTER, ENCOUNTER, KEYS, KINDS, OBJECT, Discovery
from worldgates.clef.cardset import load, shipped
from worldgates.clef.cardset_file import CardSetError
from worldgates.core.formats import FormatError


def card(id: str) -> Discovery:
    return next(card for card in shipped().discoveries if card.id == id)


# K13


@pytest.mark.clause("K13")
def test_every_card_carries_one_key_except_bad_encounters() -> None:
    for discovery in shipped().discoveries:
        if discovery.kind == BAD_ENCOUNTER:
            assert discovery.key == -1
            assert discovery.opens == 0
            assert 0 <= discovery.attack < 5
        else:
            assert 0 <= discovery.key < 5
            assert discovery.attack == -1


@pytest.mark.clause("K13")
def test_a_card_opens_only_the_way_of_its_key() -> None:
    # Out of Gaulois: mort to the right, connaissance downwards.
    for id, ways in {"chaudron": [1], "herbier": [3], "torque": [], "epieu": [], "cor": []}.items():
        table = at_worlds(seat("gaulois", hand=[id]), seat())
        assert [action["to"] for action in table.legal("travel")] == ways


# K14


@pytest.mark.clause("K14")
def test_an_encounter_played_as_a_key_goes_under_the_pile_of_its_world() -> None:
    table = at_worlds(seat("gaulois", hand=["ogmios", "torque"]), seat("clairiere"))
    table.play(travel(3, "ogmios"))
    assert table.pile("gaulois")[-1] == "ogmios"
    assert table.hand(0) == ["torque"]


@pytest.mark.clause("K14")
def test_an_encounter_played_for_its_effect_goes_under_the_pile_of_its_world() -> None:
    table = at_worlds(seat("gaulois", hand=["ogmios", "torque"]), seat("chasse"))
    table.play(effect("ogmios", seat=1))
    assert table.pile("gaulois")[-1] == "ogmios"
    assert table.hand(0) == ["torque"]


@pytest.mark.clause("K14")
def test_an_encounter_that_an_effect_makes_one_lose_goes_under_the_pile_of_its_world() -> None:
    table = at_worlds(seat("milieu", hand=["eclaireur"]), seat(), piles={"milieu": ["troll_du_pont"]})
    table.play(draw(), discard("eclaireur"))
    assert table.pile("milieu")[-2:] == ["eclaireur", "troll_du_pont"]


@pytest.mark.clause("K14")
def test_an_encounter_is_only_held_and_lies_only_in_its_own_world() -> None:
    with pytest.raises(FormatError, match="K14"):
        at_worlds(seat("chasse", hand=["esus"]), seat())
    with pytest.raises(FormatError, match="K14"):
        at_worlds(seat(), seat(), piles={"chasse": ["esus"]})


@pytest.mark.clause("K14")
@pytest.mark.parametrize("way", ["travel", "free_travel", "jump", "wild_ride", "thrown"])
def test_who_leaves_a_world_leaves_its_encounters_under_its_pile(way: str) -> None:
    extra = {
        "travel": ["chaudron"],
        "free_travel": ["cape_du_comte"],
        "jump": ["carte_ancienne"],
        "wild_ride": ["cor", "epieu"],
        "thrown": [],
    }
    actions: dict[str, list[Action]] = {
        "travel": [travel(1, "chaudron")],
        "free_travel": [effect("cape_du_comte", world=1)],
        "jump": [effect("carte_ancienne", world="conan")],
        "wild_ride": [effect("cor", "epieu", world="conan")],
        "thrown": [draw()],
    }
    hand = ["epona", "torque", "ambactes", *extra[way]]
    table = at_worlds(seat("gaulois", hand=hand), seat("conan"), piles={"gaulois": ["brume_des_tertres"]})
    events = table.play(*actions[way])
    assert table.world(0) != "gaulois"
    assert table.hand(0)[0] == "torque"
    assert "epona" not in table.hand(0)
    assert "ambactes" not in table.hand(0)
    under = [id for id in table.pile("gaulois") if id not in extra[way]]
    if way == "thrown":
        assert under[-3:] == ["epona", "ambactes", "brume_des_tertres"]
    else:
        assert under[-2:] == ["epona", "ambactes"]
    assert seen(events, 0, "left_behind") == [
        {"event": "left_behind", "seat": 0, "world": "gaulois", "number": 2, "cards": ["epona", "ambactes"]}
    ]


@pytest.mark.clause("K14")
def test_who_goes_home_leaves_the_encounters_too() -> None:
    hand = ["eclaireur", "gateau_du_lion", "herbier", "chaudron", "elixir_de_dragon"]
    table = at_worlds(seat("milieu", hand=hand, character="reveur"), seat("conan"))
    table.play(go_home(*hand[1:]))
    assert table.hand(0) == []
    assert table.pile("milieu")[-1] == "eclaireur"


@pytest.mark.clause("K14")
def test_who_is_sent_away_leaves_the_encounters_too() -> None:
    table = at_worlds(seat("gaulois", hand=["esus"]), seat("gaulois", hand=["torque", "epona", "ogmios"]))
    table.play(effect("esus", seat=1, world=3))
    assert table.world(1) == "miroir"
    assert table.hand(1) == ["torque"]
    assert table.pile("gaulois")[-3:] == ["esus", "epona", "ogmios"]


@pytest.mark.clause("K14")
def test_who_is_called_away_leaves_the_encounters_too() -> None:
    table = at_worlds(seat("gaulois", hand=["ogmios"]), seat("chasse", hand=["veneur", "torque"]))
    table.play(effect("ogmios", seat=1))
    assert table.world(1) == "gaulois"
    assert table.hand(1) == ["torque"]
    assert table.pile("chasse")[-1] == "veneur"


@pytest.mark.clause("K14")
def test_paid_cards_go_under_the_pile_before_the_encounters_left_behind() -> None:
    table = at_worlds(seat("gaulois", hand=["epona", "chaudron", "ambactes"]), seat("conan"))
    table.play(travel(1, "chaudron"))
    assert table.pile("gaulois")[-3:] == ["chaudron", "epona", "ambactes"]


@pytest.mark.clause("K14")
def test_several_paid_cards_go_under_their_piles_in_the_order_of_the_hand() -> None:
    table = at_worlds(seat("chasse", hand=["grand_cerf", "gateau_du_lion", "herbier"]), seat("conan"))
    table.play(travel(5, "herbier", "grand_cerf"))
    assert table.pile("chasse")[-2:] == ["grand_cerf", "herbier"]
    table = at_worlds(seat("chasse", hand=["herbier", "grand_cerf"]), seat("conan"))
    table.play(travel(5, "grand_cerf", "herbier"))
    assert table.pile("chasse")[-2:] == ["herbier", "grand_cerf"]


# K15


@pytest.mark.clause("K15")
@pytest.mark.parametrize("world", [world for world in ALL_WORLDS if world != "kernault"])
def test_an_object_is_played_anywhere_and_goes_under_the_pile_there(world: str) -> None:
    there = "gaulois" if world != "gaulois" else "conan"
    table = at_worlds(seat(world, hand=["torque"]), seat(there))
    table.play(effect("torque"))
    assert table.shielded(0)
    assert table.pile(world)[-1] == "torque"


@pytest.mark.clause("K15")
def test_an_object_paid_for_a_move_stays_in_the_world_one_leaves() -> None:
    table = at_worlds(seat("clairiere", hand=["epieu"]), seat("gaulois"))
    table.play(travel(1, "epieu"))
    assert table.world(0) == "chasse"
    assert table.pile("clairiere")[-1] == "epieu"


@pytest.mark.clause("K15")
def test_an_object_whose_effect_moves_its_player_stays_in_the_world_one_leaves() -> None:
    table = at_worlds(seat("clairiere", hand=["cape_du_comte"]), seat("gaulois"))
    table.play(effect("cape_du_comte", world=1))
    assert table.world(0) == "chasse"
    assert table.pile("clairiere")[-1] == "cape_du_comte"


@pytest.mark.clause("K15")
def test_an_object_that_an_effect_makes_one_lose_goes_under_the_pile_of_the_world_one_stands_in() -> None:
    table = at_worlds(seat("conan", hand=["torque"]), seat(), piles={"conan": ["dragon_rouge"]})
    table.play(draw(), discard("torque"))
    assert table.pile("conan")[-2:] == ["torque", "dragon_rouge"]


@pytest.mark.clause("K15")
def test_objects_wander_from_world_to_world() -> None:
    table = at_worlds(seat("gaulois", hand=["herbier", "torque"]), seat("conan"))
    table.play(travel(3, "herbier"), discard("torque"))
    assert table.pile("gaulois")[-1] == "herbier"
    assert table.pile("miroir")[-1] == "torque"


@pytest.mark.clause("K15")
def test_an_object_that_has_wandered_is_drawn_where_it_lies() -> None:
    table = at_worlds(seat("gaulois"), seat(), piles={"gaulois": ["herbier"]})
    table.play(draw())
    assert table.hand(0) == ["herbier"]


# K16


@pytest.mark.clause("K16")
def test_a_bad_encounter_is_carried_out_at_once_by_the_one_who_drew_it_and_never_held() -> None:
    table = at_worlds(
        seat("gaulois", hand=["torque"]), seat(hand=["chaudron"]), piles={"gaulois": ["taranis", "epona"]}
    )
    events = table.play(draw())
    assert what(events) == ["meet", "lose"]
    assert table.hand(0) == []
    assert table.hand(1) == ["chaudron"]
    assert table.pile("gaulois")[0] == "epona"
    assert table.pile("gaulois")[-1] == "taranis"
    assert table.bad_encounter is None
    assert (table.turn, table.actions_left) == (0, 1)


@pytest.mark.clause("K16")
def test_it_goes_under_its_own_pile_after_what_it_did_wherever_the_pawn_is_then() -> None:
    table = at_worlds(seat("chasse", hand=["veneur"]), seat(), piles={"chasse": ["bal_des_damnes", "meute_hurlante"]})
    table.play(draw(), pass_turn(), pass_turn(), draw(), react(None))
    assert table.world(0) == "multivers"
    assert table.pile("chasse")[-3:] == ["bal_des_damnes", "veneur", "meute_hurlante"]


@pytest.mark.clause("K16")
def test_while_it_is_carried_out_it_lies_in_no_pile() -> None:
    table = at_worlds(seat("milieu", hand=["torque"]), seat(), piles={"milieu": ["troll_du_pont"]})
    table.play(draw())
    assert table.bad_encounter == "troll_du_pont"
    assert "troll_du_pont" not in table.pile("milieu")
    assert table.view(1)["bad_encounter"] == "troll_du_pont"


@pytest.mark.clause("K16")
def test_one_drawn_by_an_effect_is_carried_out_too() -> None:
    table = at_worlds(
        seat("gaulois", hand=["gateau_du_lion", "chaudron"]), seat(), piles={"gaulois": ["taranis", "epona"]}
    )
    events = table.play(effect("gateau_du_lion"))
    assert "meet" in what(events)
    assert table.hand(0) == []
    assert table.pile("gaulois")[0] == "epona"


@pytest.mark.clause("K16")
def test_one_that_is_only_looked_at_does_nothing() -> None:
    table = at_worlds(
        seat("gaulois", hand=["chaudron", "torque"]), seat(), piles={"gaulois": ["taranis", "epona", "ogmios"]}
    )
    table.play(effect("chaudron"))
    assert table.legal() == [pick("epona"), pick("ogmios"), pick(None)]
    table.play(pick(None))
    assert table.hand(0) == ["torque"]


@pytest.mark.clause("K16")
def test_a_bad_encounter_is_never_in_a_hand() -> None:
    with pytest.raises(FormatError, match="K16"):
        at_worlds(seat("gaulois", hand=["taranis"]), seat())


# K17


@pytest.mark.clause("K17")
def test_the_mix_of_kinds_and_effects_differs_from_world_to_world_and_so_does_the_danger() -> None:
    kinds: dict[int, Counter[str]] = {}
    effects: dict[int, frozenset[str]] = {}
    for discovery in shipped().discoveries:
        kinds.setdefault(discovery.world, Counter())[KINDS[discovery.kind]] += 1
        effects[discovery.world] = effects.get(discovery.world, frozenset()) | {discovery.effect.id}
    assert len({tuple(sorted(mix.items())) for mix in kinds.values()}) >= 3
    assert len(set(effects.values())) == 8
    assert len({mix["MR"] for mix in kinds.values()}) >= 3


# K30


@pytest.mark.clause("K30")
def test_the_horn_and_the_spear_can_be_played_together() -> None:
    cor, epieu = card("cor"), card("epieu")
    assert (cor.names["fr"], epieu.names["fr"]) == ("Le Cor", "L’Épieu")
    cards = shipped().discoveries
    assert cards[cor.partner] is epieu
    assert cards[epieu.partner] is cor


@pytest.mark.clause("K30")
def test_ambactes_is_a_defence_of_the_same_world_against_the_symbol_of_esus() -> None:
    esus, ambactes = card("esus"), card("ambactes")
    assert (esus.names["fr"], ambactes.names["fr"]) == ("Esus", "Ambactes")
    assert shipped().worlds[esus.world].id == shipped().worlds[ambactes.world].id == "gaulois"
    assert ambactes.reaction is not None
    assert (ambactes.reaction.id, ambactes.reaction.key) == ("cancel", esus.key)


@pytest.mark.clause("K30")
@pytest.mark.parametrize("stops", [True, False])
def test_the_king_of_the_elves_stops_another_from_travelling_out_of_the_same_world(stops: bool) -> None:
    table = at_worlds(seat("clairiere", hand=["epieu", "lutin"]), seat("clairiere", hand=["roi_des_elfes"]))
    table.play(travel(1, "epieu"))
    assert (table.to_act, table.decision) == (1, "react")
    assert table.legal() == [react("roi_des_elfes"), react(None)]
    table.play(react("roi_des_elfes" if stops else None))
    if stops:
        assert table.world(0) == "clairiere"
        assert table.hand(0) == ["epieu", "lutin"]
        assert table.pile("clairiere")[-1] == "roi_des_elfes"
        assert table.hand(1) == []
    else:
        assert table.world(0) == "chasse"
        assert table.hand(1) == ["roi_des_elfes"]
    assert (table.turn, table.actions_left) == (0, 1)


@pytest.mark.clause("K30")
def test_the_king_of_the_elves_stops_the_way_home() -> None:
    hand = ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron", "epieu"]
    table = at_worlds(
        seat("clairiere", hand=hand, character="reveur"), seat("clairiere", hand=["roi_des_elfes"]), actions=1
    )
    table.play(go_home(*hand), react("roi_des_elfes"))
    assert not table.over
    assert table.world(0) == "clairiere"
    assert table.hand(0) == hand
    assert table.turn == 1


@pytest.mark.clause("K30")
def test_the_king_of_the_elves_stops_nobody_elsewhere_and_nothing_but_moves() -> None:
    table = at_worlds(seat("chasse", hand=["torque"]), seat("clairiere", hand=["roi_des_elfes"]))
    table.play(travel("clairiere", "torque"))
    assert table.world(0) == "clairiere"
    table = at_worlds(seat("clairiere", hand=["torque"]), seat("clairiere", hand=["roi_des_elfes"]))
    table.play(effect("torque"))
    assert table.shielded(0)


@pytest.mark.clause("K30")
def test_defences_and_bad_encounters_that_make_one_miss_a_turn_exist() -> None:
    defences = [card for card in shipped().discoveries if card.reaction is not None and card.reaction.defends]
    assert len(defences) >= 10
    # Most of them carry another key, and are an action too.
    assert sum(card.reaction is not None and card.reaction.key != card.key for card in defences) > len(defences) / 2
    assert all(card.effect is not card.reaction for card in defences)
    effects = Counter(discovery.effect.id for discovery in shipped().discoveries)
    assert effects["miss_turn"] >= 1
    assert {discovery.kind for discovery in shipped().discoveries if discovery.effect.id == "miss_turn"} == {
        BAD_ENCOUNTER
    }


@pytest.mark.clause("K30")
def test_in_la_chasse_left_right_and_top_show_three_keys() -> None:
    chasse = next(world for world in shipped().worlds if world.id == "chasse")
    top, right, _, left = (KEYS[key] for key in chasse.keys)
    assert len({top, right, left}) == 3


@pytest.mark.clause("K30")
def test_every_kind_has_encounters_objects_and_defences_to_answer_each_attack() -> None:
    cards = shipped().discoveries
    attacks = {discovery.attack for discovery in cards if discovery.kind == BAD_ENCOUNTER}
    symbols = {card.reaction.key for card in cards if card.reaction is not None and card.reaction.defends}
    assert attacks <= symbols
    assert {discovery.kind for discovery in cards} == {ENCOUNTER, OBJECT, BAD_ENCOUNTER}


# K31


@pytest.mark.clause("K31")
def test_the_shipped_set_says_that_it_is_reconstructed() -> None:
    assert shipped().name == "reconstructed"
    table = at_worlds(seat(), seat())
    assert table.position.cards == "reconstructed"
    assert table.view(0)["cards"] == "reconstructed"


def typed_in(folder: Path, old: str, new: str) -> Path:
    """The files of the tests in a folder of one's own, with one thing changed."""
    mine = folder / "printed"
    shutil.copytree(CARDS, mine)
    for file in mine.glob("*.toml"):
        file.write_text(file.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    return mine


@pytest.mark.clause("K31")
def test_an_owner_of_the_printed_game_can_type_in_the_cards_and_play_with_them(tmp_path: Path) -> None:
    folder = typed_in(
        tmp_path,
        'id = "esus"\nworld = "gaulois"\nkind = "R"\nkey = "combat"',
        'id = "teutates"\nworld = "gaulois"\nkind = "R"\nkey = "connaissance"',
    )
    printed = load(folder)
    assert printed.name == "printed"
    table = at_worlds(seat("gaulois", hand=["teutates"]), seat("conan"), cards=printed)
    assert table.position.cards == "printed"
    table.play(travel(3, "teutates"))
    assert table.pile("gaulois")[-1] == "teutates"


@pytest.mark.clause("K31")
def test_a_position_of_another_set_is_refused() -> None:
    position = at_worlds(seat(), seat()).written()
    with pytest.raises(FormatError, match="card set"):
        LaidWorlds.load({**position, "cards": "printed"})


@pytest.mark.clause("K31")
@pytest.mark.parametrize(
    ("old", "new", "file", "said"),
    [
        ('key = "combat"', 'key = "sword"', "discoveries.toml", "expected one of magie"),
        ('attack = "combat"', 'key = "combat"', "discoveries.toml", "K13"),
        ('needs = ["amour", "connaissance", "mort"]', 'needs = ["amour"]', "readers.toml", "K12"),
        ('id = "esus"\nworld = "gaulois"', 'id = "esus"\nworld = "chasse"', "discoveries.toml", "K1"),
        ('effect = { id = "banish" }', 'effect = { id = "dance" }', "discoveries.toml", "banish"),
        ('keys = { top = "combat", right', "keys = { right", "worlds.toml", "K9"),
        ('pair = { with = "epieu"', 'pair = { with = "torque"', "discoveries.toml", "epieu"),
    ],
)
def test_the_checker_names_the_file_and_line_of_a_fault(
    tmp_path: Path, old: str, new: str, file: str, said: str
) -> None:
    with pytest.raises(CardSetError) as error:
        load(typed_in(tmp_path, old, new))
    assert f"{file}, line " in str(error.value)
    assert said in str(error.value)
