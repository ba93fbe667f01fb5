"""What holds for all effects: EG1 to EG11."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from clef_build import (
    ALL_WORLDS,
    CARDS,
    NOBODY,
    Action,
    LaidWorlds,
    Side,
    at_worlds,
    discard,
    draw,
    effect,
    go_home,
    new_game,
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
from worldgates.core.formats import FormatError


def cards_where(folder: Path, **effects: str) -> CardSet:
    """The set of the tests, some of its cards with another effect."""
    for file in CARDS.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        for card, other in effects.items():
            text = re.sub(rf'(id = "{card}"\n(?:.+\n)*?effect = ).*', rf"\1{other}", text, count=1)
        (folder / file.name).write_text(text, encoding="utf-8")
    return load(folder, "other")


def chance_of(table: LaidWorlds, *below: int) -> list[int]:
    """The numbers that chance will give next."""
    chance = table.table.chance.copy()
    return [int(chance.below(n)) for n in below]


# EG1: an effect as an action


@pytest.mark.clause("EG1")
def test_an_effect_is_one_of_the_two_actions() -> None:
    table = at_worlds(seat(hand=["torque", "ogmios"]), seat("chasse"))
    table.play(effect("torque"))
    assert (table.turn, table.actions_left) == (0, 1)
    table.play(effect("ogmios", seat=1))
    assert (table.turn, table.actions_left) == (1, 2)


@pytest.mark.clause("EG1")
def test_every_card_is_listed_with_every_target_once() -> None:
    table = at_worlds(seat(hand=["epieu", "torque", "esus"]), seat(), seat("conan"), seat(), face_up=["miroir"])
    assert table.legal("effect") == [
        effect("epieu", seat=1, world=1),
        effect("epieu", seat=1, world="miroir"),
        effect("epieu", seat=3, world=1),
        effect("epieu", seat=3, world="miroir"),
        effect("torque"),
        effect("esus", seat=1, world=1),
        effect("esus", seat=1, world="miroir"),
        effect("esus", seat=3, world=1),
        effect("esus", seat=3, world="miroir"),
    ]


@pytest.mark.clause("EG1")
@pytest.mark.parametrize(
    "action",
    [
        effect("esus"),
        effect("esus", seat=1),
        effect("esus", world=1),
        effect("esus", seat=1, world=1, card="torque"),
        effect("torque", seat=1),
        effect("torque", world=1),
        effect("esus", "torque", seat=1, world=1),
        effect("cor", seat=1),
    ],
)
def test_all_targets_and_no_others_are_named_when_it_is_played(action: Action) -> None:
    table = at_worlds(seat(hand=["esus", "torque"]), seat())
    assert table.refused(action)


@pytest.mark.clause("EG1")
def test_without_a_target_a_card_is_still_a_key() -> None:
    table = at_worlds(seat(hand=["ogmios"]), seat("conan"))
    assert table.legal("effect") == []
    assert table.legal("travel") == [travel(3, "ogmios")]
    table.play(travel(3, "ogmios"))
    assert table.world(0) == "miroir"


@pytest.mark.clause("EG1")
def test_cards_of_other_kinds_than_action_are_never_played_for_their_effect() -> None:
    hand = ["epee_vorpale", "filet_du_belluaire", "passe_partout", "baguette_de_coudrier", "ambactes"]
    assert at_worlds(seat(hand=hand), seat(hand=["cor"])).legal("effect") == []


def empty_pile(folder: Path, n_cards: list[str]) -> LaidWorlds:
    """A glade whose cards are all elsewhere but some; its bad encounter is an object in this set."""
    cards_where(folder)
    file = folder / "discoveries.toml"
    text = file.read_text(encoding="utf-8")
    text = re.sub(
        r'(id = "feu_follet"\nworld = "clairiere"\nkind = )"MR"\nattack(.+\neffect = ).*',
        r'\1"O"\nkey\2{ id = "jump" }',
        text,
    )
    file.write_text(text, encoding="utf-8")
    away = [card for card in ("baguette_de_coudrier", "rosee_de_verite", "feu_follet") if card not in n_cards]
    return at_worlds(
        seat("clairiere", ["gateau_du_lion", "chaudron", "herbier"]),
        seat("clairiere", ["roi_des_elfes", "reine_des_fees", "lutin", "ondine"]),
        piles={"conan": away, "clairiere": n_cards},
        cards=load(folder, "other"),
    )


@pytest.mark.clause("EG1", "E5", "E6", "E7")
def test_without_a_card_in_the_pile_it_needs_an_effect_cannot_be_played(tmp_path: Path) -> None:
    table = empty_pile(tmp_path, [])
    assert table.pile("clairiere") == []
    assert table.legal("effect") == []
    assert "draw" not in table.kinds()
    assert [action["keys"] for action in table.legal("travel") if action["to"] == 5] == [["herbier"]]


@pytest.mark.clause("EG1", "E5", "E6", "E7")
def test_one_card_in_the_pile_is_enough(tmp_path: Path) -> None:
    table = empty_pile(tmp_path, ["rosee_de_verite"])
    assert table.legal("effect") == [effect("gateau_du_lion"), effect("chaudron"), effect("herbier")]


# EG2: the order of things


@pytest.mark.clause("EG2")
def test_the_action_is_spent_and_the_card_shown_before_those_who_can_react_are_asked() -> None:
    table = at_worlds(seat(hand=["cor", "esus"]), seat(hand=["ambactes"]), seat())
    events = table.play(effect("esus", seat=2, world=1))
    assert (table.decision, table.to_act, table.turn, table.actions_left) == ("react", 1, 0, 1)
    assert what(events) == ["effect"]
    assert table.hand(0) == ["cor", "esus"]
    assert table.place(2) == 0
    for observer in (0, 1, 2, NOBODY):
        assert table.view(observer)["played"] == {"do": "effect", "cards": ["esus"], "seat": 2, "world": 1}
        assert "esus" in table.known(observer, 0)
        assert seen(events, observer, "effect") == [
            {"event": "effect", "seat": 0, "cards": ["esus"], "place": 1, "target": 2}
        ]
    table.play(react(None))
    assert table.hand(0) == ["cor"]
    assert table.pile("gaulois")[-1] == "esus"
    assert table.world(2) == "chasse"
    assert "played" not in table.view(1)


@pytest.mark.clause("EG2", "EG4")
def test_the_cards_go_under_the_pile_before_the_pawn_moves_and_what_is_left_behind_comes_after() -> None:
    table = at_worlds(seat(hand=["ambactes", "cape_du_comte", "ogmios", "torque"]), seat("conan"))
    table.play(effect("cape_du_comte", world=1))
    assert table.pile("gaulois")[-3:] == ["cape_du_comte", "ambactes", "ogmios"]
    assert table.hand(0) == ["torque"]
    assert "cape_du_comte" not in table.pile("chasse")


@pytest.mark.clause("EG2")
def test_an_encounter_goes_under_its_own_pile() -> None:
    table = at_worlds(seat(hand=["epona"]), seat("conan"))
    table.play(effect("epona", world=3))
    assert table.pile("gaulois")[-1] == "epona"


@pytest.mark.clause("EG2")
@pytest.mark.parametrize("hand", [["cor", "livre_a_l_envers", "grand_cerf"], ["livre_a_l_envers", "grand_cerf", "cor"]])
def test_cards_paid_go_under_the_pile_in_hand_order_before_the_pawn_moves(hand: list[str]) -> None:
    table = at_worlds(seat("chasse", hand), seat("conan"))
    paid = [card for card in hand if card != "grand_cerf"]
    assert travel(3, *paid) in table.legal()
    table.play(travel(3, *reversed(paid)))
    assert table.pile("chasse")[-3:] == [*paid, "grand_cerf"]


@pytest.mark.clause("EG2")
def test_the_effect_finds_the_played_card_already_under_the_pile(tmp_path: Path) -> None:
    cards = cards_where(tmp_path, chaudron='{ id = "search", n = 8 }')
    table = at_worlds(
        seat(hand=["chaudron"]),
        seat(hand=["esus", "ambactes", "epona", "ogmios"]),
        piles={"conan": ["torque"]},
        cards=cards,
    )
    assert sorted(table.pile("gaulois")) == ["brume_des_tertres", "taranis"]
    table.play(effect("chaudron"))
    assert table.legal() == [pick("chaudron"), pick(None)]


@pytest.mark.clause("EG2")
def test_a_bad_encounter_first_strikes_and_then_goes_under_its_own_pile() -> None:
    table = at_worlds(seat(hand=["cor"]), seat("conan"), piles={"gaulois": ["taranis"]})
    table.play(draw())
    assert table.pile("gaulois")[-2:] == ["cor", "taranis"]
    table = at_worlds(seat(hand=["cor", "esus", "epona"]), seat("conan"), piles={"gaulois": ["brume_des_tertres"]})
    table.play(draw())
    assert table.pile("gaulois")[-3:] == ["esus", "epona", "brume_des_tertres"]
    assert table.world(0) != "gaulois"
    assert table.hand(0) == ["cor"]


@pytest.mark.clause("EG2", "EG8")
def test_a_bad_encounter_lies_in_no_pile_while_a_choice_is_made() -> None:
    table = at_worlds(seat("milieu", ["cor", "eclaireur"]), seat("conan"), piles={"milieu": ["troll_du_pont"]})
    table.play(draw())
    assert table.bad_encounter == "troll_du_pont"
    assert "troll_du_pont" not in table.pile("milieu")
    for observer in (0, 1, NOBODY):
        assert table.view(observer)["bad_encounter"] == "troll_du_pont"
    table.play(discard("cor"))
    assert table.bad_encounter is None
    assert table.pile("milieu")[-2:] == ["cor", "troll_du_pont"]
    assert "bad_encounter" not in table.view(1)


# EG3: of cancelled


@pytest.mark.clause("EG3")
def test_a_cancelled_card_goes_under_the_pile_then_the_defence_and_nothing_happens() -> None:
    table = at_worlds(
        seat("clairiere", ["cor", "reine_des_fees"]), seat("clairiere", ["epee_vorpale", "herbier"]), seat("clairiere")
    )
    before = table.pile("clairiere")
    events = table.play(effect("reine_des_fees"))
    assert what(events) == ["effect"]
    assert table.pile("clairiere") == before
    events = table.play(react("epee_vorpale", "reine_des_fees"))
    assert what(events) == ["cancel"]
    assert table.pile("clairiere") == [*before, "reine_des_fees", "epee_vorpale"]
    assert (table.hand(0), table.hand(1)) == (["cor"], ["herbier"])
    assert (table.decision, table.turn, table.actions_left) == ("action", 0, 1)


@pytest.mark.clause("EG3")
def test_nothing_is_seen_before_the_reactions_are_over() -> None:
    table = at_worlds(seat(hand=["chaudron"]), seat(hand=["chapelet_d_ail"]))
    unknown: list[str | None] = [None] * len(table.pile("gaulois"))
    events = table.play(effect("chaudron"))
    assert (what(events), table.decision) == (["effect"], "react")
    assert table.known_pile(0, "gaulois") == unknown
    table.play(react("chapelet_d_ail", "chaudron"))
    assert table.known_pile(0, "gaulois") == [*unknown, "chaudron", "chapelet_d_ail"]
    assert table.decision == "action"


@pytest.mark.clause("EG3")
def test_no_hand_is_seen_before_the_reactions_are_over() -> None:
    table = at_worlds(seat("conan", ["barbare"]), seat("conan", ["cotte_du_roi_mort", "cor"]))
    table.play(effect("barbare", seat=1))
    assert (table.decision, table.known(0, 1)) == ("react", [])
    table.play(react("cotte_du_roi_mort", "barbare"))
    assert (table.decision, table.known(0, 1), table.hand(1)) == ("action", [], ["cor"])


@pytest.mark.clause("EG3")
def test_no_chance_is_used_before_the_reactions_are_over() -> None:
    table = at_worlds(seat("chasse", ["levrier_blanc"]), seat("chasse", ["cotte_du_roi_mort", "cor"]))
    before = chance_of(table, 1000)
    table.play(effect("levrier_blanc", seat=1))
    assert chance_of(table, 1000) == before
    table.play(react("cotte_du_roi_mort", "levrier_blanc"))
    assert chance_of(table, 1000) == before
    assert (table.hand(0), table.hand(1)) == ([], ["cor"])


# EG4: leaving a world


def leaving() -> list[Any]:
    """Ways out of the Gaulish Otherworld: hands of the seats 0 and 1, the top of the pile, what seat 0 or 1 plays."""
    stays = seat("clairiere")
    return [
        pytest.param(
            seat(hand=["ogmios", "sablier_renverse", "esus"]), stays, [travel(1, "sablier_renverse")], id="travel"
        ),
        pytest.param(seat(hand=["ogmios", "epona", "esus"]), stays, [effect("epona", world=1)], id="own effect"),
        pytest.param(
            seat(hand=["ogmios", "carte_ancienne", "esus"]),
            stays,
            [effect("carte_ancienne", world="clairiere")],
            id="jump",
        ),
        pytest.param(
            seat(hand=["ogmios", "cor", "esus", "epieu"]), stays, [effect("cor", "epieu", world=8)], id="ride"
        ),
        pytest.param(seat(hand=["ogmios", "esus"]), stays, [draw()], id="bad encounter"),
        pytest.param(
            seat(hand=["ogmios", "esus"]),
            seat(hand=["epieu"]),
            [pass_turn(), effect("epieu", seat=0, world=1)],
            id="banished",
        ),
        pytest.param(
            seat(hand=["ogmios", "esus"]), seat("chasse", ["cor"]), [pass_turn(), effect("cor", seat=0)], id="summoned"
        ),
    ]


@pytest.mark.clause("EG4", "K14")
@pytest.mark.parametrize(("mover", "other", "actions"), leaving())
def test_whoever_leaves_a_world_puts_its_encounters_under_its_pile_in_hand_order(
    mover: Side, other: Side, actions: list[Action]
) -> None:
    table = at_worlds(mover, other, piles={"gaulois": ["brume_des_tertres"], "conan": ["dragon_rouge"]})
    events = table.play(*actions)
    assert table.world(0) != "gaulois"
    left = [card for card in table.pile("gaulois") if card in ("ogmios", "esus")]
    assert left == ["ogmios", "esus"]
    pile = [card for card in table.pile("gaulois") if card != "brume_des_tertres"]
    assert pile[-2:] == ["ogmios", "esus"]
    assert not {"ogmios", "esus"} & set(table.hand(0))
    (mine,) = seen(events, 0, "left_behind")
    assert mine["cards"] == ["ogmios", "esus"]
    for observer in (1, NOBODY):
        assert seen(events, observer, "left_behind") == [
            {"event": "left_behind", "seat": 0, "world": "gaulois", "number": 2}
        ]


@pytest.mark.clause("EG4", "K10")
@pytest.mark.parametrize(("mover", "other", "actions"), leaving())
def test_whoever_enters_a_closed_world_turns_it_up(mover: Side, other: Side, actions: list[Action]) -> None:
    table = at_worlds(mover, other, piles={"gaulois": ["brume_des_tertres"], "conan": ["dragon_rouge"]})
    before = set(table.face_up)
    events = table.play(*actions)
    new = table.world(0)
    assert set(table.face_up) == before | {new}
    opened = seen(events, NOBODY, "open_world")
    assert opened == ([] if new in before else [{"event": "open_world", "place": table.place(0), "world": new}])
    assert seen(events, NOBODY, "move")[-1]["world"] == new


@pytest.mark.clause("EG4")
def test_objects_and_encounters_of_nobody_else_stay_in_hand() -> None:
    table = at_worlds(seat(hand=["cor", "esus", "herbier"]), seat(hand=["epieu", "epona"]))
    table.play(pass_turn(), effect("epieu", seat=0, world=3))
    assert table.hand(0) == ["cor", "herbier"]
    assert table.hand(1) == ["epona"]


@pytest.mark.clause("EG4")
@pytest.mark.parametrize("here", ["chasse", "miroir", "milieu", "multivers", "gaulois", "conan"])
def test_no_effect_leads_into_kernault_or_to_where_one_stands(here: str) -> None:
    hand = ["cape_du_comte", "carte_ancienne", "cor", "epieu"]
    table = at_worlds(seat(here, hand), seat(here), seat("clairiere"), face_up=ALL_WORLDS)
    worlds = {action["world"] for action in table.legal("effect") if "world" in action}
    assert worlds == set(ALL_WORLDS) - {"kernault", here}


@pytest.mark.clause("EG4")
@pytest.mark.parametrize("action", [effect("esus", seat=1, world=1), effect("epieu", seat=1, world=3)])
def test_a_pawn_moved_by_somebody_else_pays_nothing_and_draws_nothing(action: Action) -> None:
    table = at_worlds(seat(hand=["esus", "epieu"]), seat(hand=["herbier"], revealed=True))
    sizes = {world: len(table.pile(world)) for world in ("chasse", "miroir")}
    table.play(action)
    assert table.hand(1) == ["herbier"]
    assert {world: len(table.pile(world)) for world in sizes} == sizes
    assert not table.key_spent(1)
    assert (table.turn, table.actions_left, table.decision) == (0, 1, "action")


# EG5: five cards at most


@pytest.mark.clause("EG5", "E7")
def test_drawing_stops_at_a_hand_of_five() -> None:
    table = at_worlds(
        seat("milieu", ["gateau_du_lion", "cor", "epieu", "herbier", "torque"]),
        seat(),
        piles={"milieu": ["eclaireur", "vieux_magicien"]},
    )
    table.play(effect("gateau_du_lion"))
    assert table.hand(0) == ["cor", "epieu", "herbier", "torque", "eclaireur"]
    assert table.pile("milieu")[0] == "vieux_magicien"


@pytest.mark.clause("EG5")
@pytest.mark.parametrize(("card", "more"), [("chaudron", [pick("eclaireur")]), ("levrier_blanc", []), ("lutin", [])])
def test_no_effect_takes_a_hand_above_five(card: str, more: list[Action]) -> None:
    here = {"chaudron": "milieu", "levrier_blanc": "chasse", "lutin": "clairiere"}[card]
    table = at_worlds(
        seat(here, [card, "cor", "epieu", "herbier", "torque"]),
        seat(here, ["gateau_du_lion"]),
        piles={"milieu": ["eclaireur"]},
    )
    action = next(action for action in table.legal("effect") if action["cards"] == [card])
    table.play(action, *more)
    assert len(table.hand(0)) == (5 if card != "lutin" else 4)


# EG6: of chance


@pytest.mark.clause("EG6", "E11")
@pytest.mark.parametrize("seed", range(6))
def test_a_card_at_random_is_one_number_into_the_hand_in_its_order(seed: int) -> None:
    hand = ["cor", "epieu", "herbier", "torque", "grand_cerf"]
    table = at_worlds(seat("chasse", ["levrier_blanc"]), seat("chasse", hand), seed=seed)
    (index, then) = chance_of(table, 5, 1000)
    table.play(effect("levrier_blanc", seat=1))
    assert table.hand(0) == [hand[index]]
    assert table.hand(1) == hand[:index] + hand[index + 1 :]
    assert chance_of(table, 1000) == [then]


@pytest.mark.clause("EG6", "E12")
@pytest.mark.parametrize("seed", range(6))
def test_a_card_to_swap_is_one_number_into_the_hand_in_its_order(seed: int) -> None:
    hand = ["cor", "epieu", "herbier", "torque"]
    table = at_worlds(seat("clairiere", ["lutin", "chaudron"]), seat("clairiere", hand), seed=seed)
    (index, then) = chance_of(table, 4, 1000)
    table.play(effect("lutin", seat=1, card="chaudron"))
    assert table.hand(0) == [hand[index]]
    assert table.hand(1) == [*hand[:index], "chaudron", *hand[index + 1 :]]
    assert chance_of(table, 1000) == [then]


@pytest.mark.clause("EG6", "E17")
@pytest.mark.parametrize("seed", range(6))
def test_cards_lost_at_random_are_one_number_each_into_what_is_left_of_the_hand(seed: int) -> None:
    hand = ["cor", "epieu", "herbier", "torque"]
    table = at_worlds(seat("crypte", hand), seat(), piles={"crypte": ["comte"]}, seed=seed)
    (first, second, then) = chance_of(table, 4, 3, 1000)
    rest = list(hand)
    lost = [rest.pop(first), rest.pop(second)]
    table.play(draw())
    assert table.hand(0) == rest
    assert table.pile("crypte")[-3:] == [*lost, "comte"]
    assert chance_of(table, 1000) == [then]


@pytest.mark.clause("EG6", "E19")
@pytest.mark.parametrize("seed", range(8))
def test_a_random_world_is_one_number_into_worlds_in_reading_order(seed: int) -> None:
    table = at_worlds(seat("clairiere"), seat(), piles={"clairiere": ["feu_follet"]}, seed=seed)
    (index, then) = chance_of(table, 2, 1000)
    table.play(draw())
    assert table.place(0) == [1, 5][index]
    assert chance_of(table, 1000) == [then]


# EG7: who sees what


@pytest.mark.clause("EG7")
def test_played_cards_targets_and_results_are_public() -> None:
    table = at_worlds(seat(hand=["esus"]), seat(), seat("conan"))
    events = table.play(effect("esus", seat=1, world=3))
    for observer in (0, 1, 2, NOBODY):
        assert seen(events, observer, "effect") == [
            {"event": "effect", "seat": 0, "cards": ["esus"], "place": 3, "target": 1}
        ]
        assert seen(events, observer, "move") == [
            {"event": "move", "seat": 1, "from": 0, "place": 3, "world": "miroir"}
        ]
        assert table.view(observer)["players"][1]["place"] == 3
        assert table.known_pile(observer, "gaulois")[-1] == "esus"


@pytest.mark.clause("EG7", "E7")
def test_a_card_drawn_is_known_to_its_player_alone() -> None:
    table = at_worlds(
        seat("milieu", ["gateau_du_lion"]), seat("milieu"), piles={"milieu": ["eclaireur", "dame_des_bois"]}
    )
    events = table.play(effect("gateau_du_lion"))
    assert [event["card"] for event in seen(events, 0, "draw")] == ["eclaireur", "dame_des_bois"]
    for observer in (1, NOBODY):
        assert seen(events, observer, "draw") == [{"event": "draw", "seat": 0, "world": "milieu"}] * 2
        assert table.known(observer, 0) == []
        assert table.view(observer)["players"][0]["hand_size"] == 2


@pytest.mark.clause("EG7", "E11")
def test_a_stolen_card_is_known_to_the_two_players_alone() -> None:
    table = at_worlds(seat("chasse", ["levrier_blanc"]), seat("chasse", ["cor", "herbier"]), seat("chasse"))
    events = table.play(effect("levrier_blanc", seat=1))
    stolen = table.hand(0)[0]
    for observer in (0, 1):
        assert seen(events, observer, "steal")[0]["card"] == stolen
        assert table.known(observer, 0) == [stolen]
    for observer in (2, NOBODY):
        assert seen(events, observer, "steal") == [{"event": "steal", "seat": 0, "victim": 1}]
        assert table.known(observer, 0) == []
    assert table.known(0, 1) == []


@pytest.mark.clause("EG7", "E11")
def test_others_remember_of_a_hand_robbed_at_random_only_what_they_can_be_sure_of() -> None:
    table = at_worlds(
        seat("chasse", ["levrier_blanc"]),
        seat("chasse", ["cor", "herbier"]),
        seat("chasse", ["grand_cerf"]),
        turn=2,
    )
    table.play(effect("grand_cerf", seat=1))
    assert table.known(2, 1) == ["cor", "herbier"]
    table.play(pass_turn(), effect("levrier_blanc", seat=1))
    assert (table.known(2, 0), table.known(2, 1)) == ([], [])
    found = {(tuple(world.hand(0)), tuple(world.hand(1))) for seed in range(40) if (world := table.imagine(2, seed))}
    assert found == {(("cor",), ("herbier",)), (("herbier",), ("cor",))}


@pytest.mark.clause("EG7", "E12")
def test_swapped_cards_are_known_to_the_two_players_alone() -> None:
    table = at_worlds(
        seat("clairiere", ["lutin", "cor", "torque"]), seat("clairiere", ["herbier"]), seat("clairiere", ["epieu"])
    )
    events = table.play(effect("lutin", seat=1, card="cor"))
    for observer in (0, 1):
        (swap,) = seen(events, observer, "swap")
        assert (swap["gave"], swap["got"]) == ("cor", "herbier")
        assert table.known(observer, 1) == ["cor"]
        assert "herbier" in table.known(observer, 0)
    for observer in (2, NOBODY):
        assert seen(events, observer, "swap") == [{"event": "swap", "seat": 0, "with": 1}]
        assert seen(events, observer, "effect") == [{"event": "effect", "seat": 0, "cards": ["lutin"], "target": 1}]
        assert (table.known(observer, 0), table.known(observer, 1)) == ([], [])
    assert table.known(1, 0) == ["herbier"]


@pytest.mark.clause("EG7", "E12")
def test_who_has_seen_a_hand_cannot_tell_which_card_was_given_from_it() -> None:
    table = at_worlds(
        seat("clairiere", ["lutin", "cor", "torque"]),
        seat("clairiere", ["herbier", "epieu"]),
        seat("clairiere", ["livre_a_l_envers"]),
        turn=2,
    )
    table.play(effect("livre_a_l_envers", seat=0))
    assert table.known(2, 0) == ["cor", "lutin", "torque"]
    table.play(pass_turn(), effect("lutin", seat=1, card="cor"))
    assert (table.known(2, 0), table.known(2, 1)) == ([], [])


@pytest.mark.clause("EG7", "E12")
def test_who_has_seen_the_other_hand_cannot_tell_which_card_came_from_it() -> None:
    table = at_worlds(
        seat("clairiere", ["lutin", "cor"]),
        seat("clairiere", ["herbier", "epieu"]),
        seat("clairiere", ["livre_a_l_envers"]),
        turn=2,
    )
    table.play(effect("livre_a_l_envers", seat=1))
    assert table.known(2, 1) == ["epieu", "herbier"]
    table.play(pass_turn(), effect("lutin", seat=1, card="cor"))
    assert (table.known(2, 0), table.known(2, 1)) == ([], [])


@pytest.mark.clause("EG7", "E12")
def test_the_card_to_be_given_is_hidden_while_others_may_react() -> None:
    table = at_worlds(
        seat("clairiere", ["lutin", "cor", "torque"]),
        seat("clairiere", ["herbier"]),
        seat("clairiere", ["cotte_du_roi_mort"]),
    )
    events = table.play(effect("lutin", seat=1, card="cor"))
    assert (table.decision, table.to_act) == ("react", 2)
    for observer in (1, 2, NOBODY):
        assert "cor" not in str([event.seen_by(observer) for event in events])
        assert table.known(observer, 0) == ["lutin"]
        assert "'cor'" not in str(table.view(observer))


@pytest.mark.clause("EG7", "E12")
@pytest.mark.parametrize("observer", [1, 2])
def test_who_cannot_know_the_card_to_be_given_imagines_one_that_is_there(observer: int) -> None:
    table = at_worlds(
        seat("clairiere", ["lutin", "cor", "torque"]),
        seat("clairiere", ["herbier"]),
        seat("clairiere", ["cotte_du_roi_mort"]),
    )
    table.play(effect("lutin", seat=1, card="cor"))
    for seed in range(20):
        world = table.imagine(observer, seed)
        hand = world.hand(0)
        # Seat 2 lets it happen; that no card is lost or there twice is seen to by every play.
        world.play(react(None))
        (given,) = world.hand(1)
        assert given in hand
        assert given not in world.hand(0)


@pytest.mark.clause("EG7", "EG8")
@pytest.mark.parametrize(("card", "here"), [("chaudron", "gaulois"), ("reine_blanche", "miroir")])
def test_others_imagine_one_who_picks_as_knowing_the_cards_looked_at(card: str, here: str) -> None:
    table = at_worlds(seat(here, [card]), seat(here))
    table.play(effect(card))
    for seed in range(5):
        world = table.imagine(1, seed)
        assert None not in world.known_pile(0, here)[:3]


@pytest.mark.clause("EG7", "E5")
def test_cards_searched_are_seen_by_one_and_numbers_by_all() -> None:
    table = at_worlds(
        seat(hand=["chaudron"]), seat(), seat("conan"), piles={"gaulois": ["esus", "taranis", "epona", "ogmios"]}
    )
    events = table.play(effect("chaudron"))
    assert seen(events, 0, "search")[0]["cards"] == ["esus", "taranis", "epona"]
    assert table.known_pile(0, "gaulois")[:4] == ["esus", "taranis", "epona", None]
    for observer in (1, 2, NOBODY):
        assert seen(events, observer, "search") == [{"event": "search", "seat": 0, "number": 3, "to": "hand"}]
        assert table.known_pile(observer, "gaulois")[:4] == [None] * 4
    events = table.play(pick("epona"))
    assert seen(events, 0, "pick")[0]["card"] == "epona"
    assert table.known_pile(0, "gaulois")[-3:] == ["chaudron", "esus", "taranis"]
    for observer in (1, 2, NOBODY):
        assert seen(events, observer, "pick") == [{"event": "pick", "seat": 0, "to": "hand", "picked": True}]
        assert table.known(observer, 0) == []
        assert table.known_pile(observer, "gaulois")[-3:] == ["chaudron", None, None]


@pytest.mark.clause("EG7", "E6")
def test_what_is_picked_to_lie_on_top_is_known_to_one_alone() -> None:
    table = at_worlds(
        seat("miroir", ["reine_blanche"]), seat("miroir"), piles={"miroir": ["jabberwock", "reine_rouge"]}
    )
    table.play(effect("reine_blanche"))
    events = table.play(pick("reine_rouge"))
    assert seen(events, 0, "pick")[0]["card"] == "reine_rouge"
    assert table.known_pile(0, "miroir")[0] == "reine_rouge"
    for observer in (1, NOBODY):
        assert "card" not in seen(events, observer, "pick")[0]
        assert table.known_pile(observer, "miroir")[0] is None


@pytest.mark.clause("EG7", "E4")
def test_who_has_seen_a_hand_remembers_it() -> None:
    table = at_worlds(seat("chasse", ["grand_cerf"]), seat("chasse", ["cor", "epieu", "veneur"]), seat())
    table.play(effect("grand_cerf", seat=1), pass_turn(), pass_turn(), pass_turn())
    assert table.known(0, 1) == ["cor", "epieu", "veneur"]
    for seed in range(5):
        assert sorted(table.imagine(0, seed).hand(1)) == ["cor", "epieu", "veneur"]


@pytest.mark.clause("EG7", "EG4")
def test_who_has_seen_a_card_in_a_hand_remembers_it_when_its_player_moves_and_leaves_nothing_behind() -> None:
    """Everybody sees that no card leaves the hand."""
    table = at_worlds(
        seat("chasse", ["grand_cerf"]),
        seat("chasse", ["cor", "carte_ancienne"]),
        seat("conan"),
        piles={"chasse": ["epieu"]},
    )
    table.play(effect("grand_cerf", seat=1), pass_turn(), draw(), effect("carte_ancienne", world="conan"))
    assert table.hand(1) == ["cor", "epieu"]
    assert table.known(0, 1) == ["cor"]
    for seed in range(20):
        assert "cor" in table.imagine(0, seed).hand(1)


@pytest.mark.clause("EG7", "EG4")
def test_who_has_seen_an_object_in_a_hand_remembers_it_when_encounters_are_left_behind() -> None:
    table = at_worlds(
        seat("chasse", ["grand_cerf"]),
        seat("chasse", ["cor", "carte_ancienne"]),
        seat("conan"),
        piles={"chasse": ["levrier_blanc"]},
    )
    table.play(effect("grand_cerf", seat=1), pass_turn(), draw(), effect("carte_ancienne", world="conan"))
    assert table.hand(1) == ["cor"]
    assert table.known(0, 1) == ["cor"]
    for seed in range(20):
        assert table.imagine(0, seed).hand(1) == ["cor"]


@pytest.mark.clause("EG7", "E5")
def test_who_knows_the_top_of_a_pile_remembers_it_when_a_search_takes_nothing() -> None:
    """That nothing was taken is seen by all, and so the others went under the pile in the order in which they lay."""
    table = at_worlds(
        seat(hand=["chaudron"]),
        seat(hand=["herbier"]),
        turn=1,
        piles={"gaulois": ["esus", "epona", "ogmios", "ambactes", "taranis"]},
    )
    table.play(effect("herbier"), pick("ambactes"), pass_turn())
    table.play(effect("chaudron"), pick(None))
    assert table.pile("gaulois")[-3:] == ["ambactes", "taranis", table.pile("gaulois")[-1]]
    assert table.known_pile(1, "gaulois")[-3] == "ambactes"


# EG8: choices inside an effect


@pytest.mark.clause("EG8")
def test_a_pick_is_made_before_anything_else_goes_on() -> None:
    table = at_worlds(seat(hand=["chaudron", "cor"]), seat(), piles={"gaulois": ["esus", "taranis", "epona"]})
    table.play(effect("chaudron"))
    assert (table.decision, table.to_act) == ("pick", 0)
    assert table.legal() == [pick("esus"), pick("epona"), pick(None)]
    for action in (draw(), pass_turn(), discard("cor"), pick("taranis"), pick("ogmios"), pick("cor")):
        assert table.refused(action)
    for observer in (0, 1, NOBODY):
        assert table.view(observer)["decision"] == {"seat": 0, "what": "pick", "seen": 3, "to": "hand"}


@pytest.mark.clause("EG8")
def test_as_the_last_action_a_pick_is_made_before_the_turn_ends() -> None:
    table = at_worlds(seat(hand=["chaudron"]), seat(), actions=1, piles={"gaulois": ["esus"]})
    table.play(effect("chaudron"))
    assert (table.decision, table.to_act, table.turn) == ("pick", 0, 0)
    table.play(pick("esus"))
    assert (table.decision, table.turn, table.actions_left) == ("action", 1, 2)
    assert table.hand(0) == ["esus"]


@pytest.mark.clause("EG8", "E17")
def test_a_forced_discard_is_made_before_anything_else_goes_on() -> None:
    table = at_worlds(seat("conan", ["cor", "barbare"]), seat(), piles={"conan": ["dragon_rouge"]}, actions=1)
    table.play(draw())
    assert (table.decision, table.to_act, table.turn) == ("discard", 0, 0)
    assert table.legal() == [discard("cor"), discard("barbare")]
    for action in (pass_turn(), discard("herbier"), pick("cor"), react(None)):
        assert table.refused(action)
    for observer in (0, 1, NOBODY):
        assert table.view(observer)["decision"] == {"seat": 0, "what": "discard", "left": 1}
    table.play(discard("barbare"))
    assert (table.decision, table.turn) == ("action", 1)


# EG9: of reactions


@pytest.mark.clause("EG9")
def test_only_who_holds_a_card_that_fits_is_asked_and_may_always_decline() -> None:
    table = at_worlds(
        seat(hand=["esus"]),
        seat(hand=["torque", "epee_vorpale"]),
        seat(hand=["cor", "ambactes"]),
        seat("chasse", ["cotte_du_roi_mort"]),
    )
    table.play(effect("esus", seat=1, world="chasse"))
    assert table.to_act == 2
    assert table.legal() == [react("ambactes", "esus"), react(None)]
    for action in (react("ambactes"), react("cor", "esus"), react("cor"), react(None, "esus"), pass_turn()):
        assert table.refused(action)
    table.play(react(None))
    assert (table.decision, table.to_act, table.hand(2)) == ("action", 0, ["cor", "ambactes"])


@pytest.mark.clause("EG9")
def test_a_cancel_names_each_played_card_it_can_hit() -> None:
    table = at_worlds(
        seat("crypte", ["sablier_renverse", "elixir_de_dragon", "cor"]),
        seat("crypte", ["chapelet_d_ail"]),
        worlds=[["gaulois", "chasse", "clairiere"], ["crypte", "kernault", "milieu"], ["miroir", "multivers", "conan"]],
    )
    table.play(travel(1, "sablier_renverse", "elixir_de_dragon"))
    assert table.legal() == [
        react("chapelet_d_ail", "sablier_renverse"),
        react("chapelet_d_ail", "elixir_de_dragon"),
        react(None),
    ]


@pytest.mark.clause("EG9", "K25")
def test_those_who_can_react_are_asked_clockwise_and_the_first_to_react_ends_it() -> None:
    def played() -> LaidWorlds:
        return at_worlds(
            seat(hand=["cotte_du_roi_mort"]), seat(hand=["esus"]), seat(), seat(hand=["ambactes"]), seat(), turn=1
        )

    table = played()
    table.play(effect("esus", seat=2, world=1))
    assert table.to_act == 3
    table.play(react("ambactes", "esus"))
    assert (table.decision, table.to_act, table.hand(0)) == ("action", 1, ["cotte_du_roi_mort"])
    table = played()
    table.play(effect("esus", seat=2, world=1), react(None))
    assert (table.decision, table.to_act) == ("react", 0)
    table.play(react("cotte_du_roi_mort", "esus"))
    assert table.world(2) == "gaulois"
    table = played()
    table.play(effect("esus", seat=2, world=1), react(None), react(None))
    assert (table.decision, table.to_act, table.world(2)) == ("action", 1, "chasse")


@pytest.mark.clause("EG9", "K29")
def test_who_is_asked_to_react_is_seen_by_nobody_else() -> None:
    table = at_worlds(seat(hand=["esus"]), seat(hand=["ambactes"]), seat())
    table.play(effect("esus", seat=2, world=1))
    assert table.view(1)["decision"] == {"seat": 1, "what": "react"}
    for observer in (0, 2, NOBODY):
        assert table.view(observer)["decision"] == {"seat": None, "what": "react"}


@pytest.mark.clause("EG9", "E1")
def test_a_defence_against_a_bad_encounter_names_no_card_it_hits() -> None:
    table = at_worlds(seat(hand=["ambactes"]), seat(), piles={"gaulois": ["taranis"]})
    table.play(draw())
    assert table.legal() == [react("ambactes"), react(None)]
    assert table.refused(react("ambactes", "taranis"))


# EG10: of doors


@pytest.mark.clause("EG10")
def test_an_open_world_is_named_by_its_id_and_a_closed_one_by_its_place() -> None:
    table = at_worlds(seat("chasse", ["cor", "epieu"]), seat(), face_up=["conan"])
    worlds = [action["world"] for action in table.legal("effect") if action["cards"] == ["cor", "epieu"]]
    assert worlds == ["gaulois", 2, 3, 5, 6, 7, "conan"]


@pytest.mark.clause("EG10")
def test_places_are_counted_in_reading_order() -> None:
    table = at_worlds(seat("chasse", ["cor", "epieu", "carte_ancienne"]), seat())
    for place in (0, 2, 3, 5, 6, 7, 8):
        twin = table.copy()
        action = effect("cor", "epieu", world="gaulois" if place == 0 else place)
        twin.play(action)
        assert (twin.place(0), twin.world(0)) == (place, ALL_WORLDS[place])
    for wrong in (
        effect("cor", "epieu", world="conan"),
        effect("cor", "epieu", world=0),
        effect("cor", "epieu", world=9),
    ):
        with pytest.raises(FormatError, match=r"action\.world"):
            table.play(wrong)
    with pytest.raises(FormatError, match=r"action\.to"):
        table.play(travel("clairiere", "cor"))


@pytest.mark.clause("EG10")
def test_what_lies_behind_closed_doors_changes_nothing_that_can_be_done_or_seen() -> None:
    hand = ["cor", "epieu", "cape_du_comte", "grand_cerf"]
    other = [["multivers", "chasse", "crypte"], ["conan", "kernault", "gaulois"], ["milieu", "clairiere", "miroir"]]
    piles: dict[str, list[str]] = {world: [] for world in ALL_WORLDS if world != "kernault"}
    first = at_worlds(seat("chasse", hand), seat("chasse", ["torque"]), piles=piles)
    second = at_worlds(seat("chasse", hand), seat("chasse", ["torque"]), piles=piles, worlds=other)
    assert first.legal() == second.legal()
    for observer in (0, 1, NOBODY):
        assert first.view(observer) == second.view(observer)
    assert {type(action["world"]) for action in first.legal("effect") if "world" in action} == {int}


# EG11: a position in full


@pytest.mark.clause("EG11")
def test_a_full_position_holds_shields_rounds_and_the_pending_decision() -> None:
    table = at_worlds(
        seat(hand=["torque", "esus"]), seat(hand=["ambactes"]), turn=0, round=3, starting_seat=1, max_rounds=9
    )
    table.play(effect("torque"))
    at: dict[str, Any] = table.written()
    assert [player["shielded"] for player in at["players"]] == [True, False]
    assert [player["dealt"] for player in at["players"]] == [[], []]
    assert (at["round"], at["pending"]) == (3, {"decision": "action"})


@pytest.mark.clause("EG11")
def test_a_full_position_holds_the_two_characters_until_one_is_chosen() -> None:
    table = new_game(3)
    dealt = [table.player(number).dealt for number in range(3)]
    assert [len(characters) for characters in dealt] == [2, 2, 2]
    first = table.to_act
    again = LaidWorlds.load(table.written())
    assert again.written() == table.written()
    again.play({"do": "choose_character", "character": dealt[first][1]})
    assert (again.player(first).dealt, again.character(first)) == ((), dealt[first][1])


def pending() -> list[Any]:
    """Tables with a decision inside an effect, and what is decided."""
    react_table = at_worlds(seat(hand=["esus", "cor"]), seat(hand=["ambactes"]), seat(hand=["cotte_du_roi_mort"]))
    react_table.play(effect("esus", seat=1, world=1))
    defence = at_worlds(seat(hand=["ambactes", "cor"]), seat(), piles={"gaulois": ["taranis"]})
    defence.play(draw())
    searching = at_worlds(seat(hand=["chaudron", "cor"]), seat(), actions=1)
    searching.play(effect("chaudron"))
    peeking = at_worlds(seat("miroir", ["reine_blanche"]), seat())
    peeking.play(effect("reine_blanche"))
    stealing = at_worlds(seat("conan", ["barbare"]), seat("conan", ["cor", "epieu"]))
    stealing.play(effect("barbare", seat=1))
    losing = at_worlds(seat("conan", ["cor", "barbare"]), seat(), piles={"conan": ["dragon_rouge"]})
    losing.play(draw())
    going = at_worlds(
        seat("milieu", ["carte_ancienne"], revealed=True), seat("milieu", ["boussole_affolee"]), face_up=["conan"]
    )
    going.play(effect("carte_ancienne", world="conan"))
    swapping = at_worlds(seat("clairiere", ["lutin", "cor"]), seat("clairiere", ["cotte_du_roi_mort"]))
    swapping.play(effect("lutin", seat=1, card="cor"))
    tables = [react_table, defence, searching, peeking, stealing, losing, going, swapping]
    names = ["react", "defence", "search", "peek", "steal", "lose", "stop", "swap"]
    return [pytest.param(table, id=name) for table, name in zip(tables, names, strict=True)]


@pytest.mark.clause("EG11")
@pytest.mark.parametrize("table", pending())
def test_a_position_in_the_middle_of_an_effect_can_be_put_aside_and_taken_up_again(table: LaidWorlds) -> None:
    again = LaidWorlds.load(table.written())
    assert again.written() == table.written()
    assert again.legal() == table.legal()
    for action in table.legal():
        one, other = table.copy(), LaidWorlds.load(table.written())
        events = [(entry.event, entry.audience) for entry in one.play(action)]
        assert [(entry.event, entry.audience) for entry in other.play(action)] == events
        assert one.written() == other.written()


@pytest.mark.clause("EG11", "EG9")
def test_a_way_home_is_not_walked_while_others_may_react() -> None:
    hand = ["passe_partout", "herbier", "chaudron", "cor"]
    table = at_worlds(seat("miroir", hand), seat("miroir", ["epee_vorpale"]))
    action = next(action for action in table.legal("go_home"))
    assert sorted(str(key) for key in _keys(action)) == sorted(hand)
    table.play(go_home(*hand))
    assert (table.decision, table.over) == ("react", False)
    assert LaidWorlds.load(table.written()).written() == table.written()
    assert table.may(react("epee_vorpale", "passe_partout"))
    table.play(react(None))
    assert (table.over, table.ranking) == (True, [[0], [1]])


def _keys(action: Action) -> list[object]:
    keys = action["keys"]
    assert isinstance(keys, list)
    return keys


@pytest.mark.clause("EG9", "K21")
def test_an_offer_is_nothing_to_react_to() -> None:
    table = at_worlds(seat(hand=["esus"]), seat(hand=["ambactes"]))
    table.play(offer(1, "esus"))
    assert (table.decision, table.to_act) == ("answer", 1)
