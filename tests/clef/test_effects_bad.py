"""Bad encounters: E17 to E20."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clef_build import ALL_WORLDS, CARDS, NOBODY, at_worlds, discard, draw, effect, pass_turn, react, seat, seen, what

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


# E17: the effect lose


@pytest.mark.clause("E17")
@pytest.mark.parametrize(("n", "hand"), [(1, 3), (2, 3), (3, 3), (4, 3), (2, 1)])
def test_cards_of_ones_choice_are_discarded_one_after_the_other(tmp_path: Path, n: int, hand: int) -> None:
    cards = cards_where(tmp_path, taranis=f'{{ id = "lose", how = "choice", n = {n} }}')
    mine = ["cor", "esus", "herbier"][:hand]
    table = at_worlds(seat(hand=mine), seat(), piles={"gaulois": ["taranis"]}, cards=cards)
    table.play(draw())
    lost = []
    while table.decision == "discard":
        assert (table.to_act, table.legal()) == (0, [discard(card) for card in mine])
        lost.append(mine.pop())
        events = table.play(discard(lost[-1]))
        for observer in (0, 1, NOBODY):
            assert seen(events, observer, "lose") == [{"event": "lose", "seat": 0, "card": lost[-1]}]
    assert len(lost) == min(n, hand)
    assert table.hand(0) == mine
    assert table.pile("gaulois")[-len(lost) - 1 :] == [*lost, "taranis"]
    assert (table.decision, table.turn, table.actions_left) == ("action", 0, 1)
    assert table.known_pile(1, "gaulois")[-len(lost) - 1 :] == [*lost, "taranis"]


@pytest.mark.clause("E17")
@pytest.mark.parametrize(("n", "hand"), [(1, 3), (2, 3), (4, 3), (2, 1)])
def test_so_many_cards_are_lost_at_random(tmp_path: Path, n: int, hand: int) -> None:
    cards = cards_where(tmp_path, taranis=f'{{ id = "lose", how = "random", n = {n} }}')
    mine = ["cor", "esus", "herbier"][:hand]
    table = at_worlds(seat(hand=mine), seat(), piles={"gaulois": ["taranis"]}, cards=cards)
    events = table.play(draw())
    assert table.decision == "action"
    lost = [str(event["card"]) for event in seen(events, NOBODY, "lose")]
    assert len(lost) == len(set(lost)) == min(n, hand)
    assert table.hand(0) == [card for card in mine if card not in lost]
    assert table.pile("gaulois")[-len(lost) - 1 :] == [*lost, "taranis"]


@pytest.mark.clause("E17")
@pytest.mark.parametrize(
    ("key", "lost"),
    [
        ("magie", ["torque", "epona", "baguette_de_coudrier"]),
        ("combat", []),
        ("amour", ["cor"]),
        ("connaissance", []),
    ],
)
def test_all_cards_with_the_key_are_lost_in_hand_order(tmp_path: Path, key: str, lost: list[str]) -> None:
    cards = cards_where(tmp_path, taranis=f'{{ id = "lose", how = "key", key = "{key}" }}')
    hand = ["torque", "cor", "epona", "baguette_de_coudrier"]
    table = at_worlds(seat(hand=hand), seat(), piles={"gaulois": ["taranis"]}, cards=cards)
    events = table.play(draw())
    assert table.hand(0) == [card for card in hand if card not in lost]
    assert table.pile("gaulois")[-len(lost) - 1 :] == [*lost, "taranis"]
    for observer in (0, 1, NOBODY):
        assert [event["card"] for event in seen(events, observer, "lose")] == lost


@pytest.mark.clause("E17")
@pytest.mark.parametrize("how", ['"choice", n = 2', '"random", n = 2', '"key", key = "magie"'])
def test_without_cards_nothing_happens(tmp_path: Path, how: str) -> None:
    cards = cards_where(tmp_path, taranis=f'{{ id = "lose", how = {how} }}')
    table = at_worlds(seat(), seat(hand=["torque"]), piles={"gaulois": ["taranis"]}, cards=cards)
    events = table.play(draw())
    assert what(events) == ["meet", "nothing_lost"]
    assert (table.decision, table.turn, table.actions_left) == ("action", 0, 1)
    assert (table.hand(1), table.pile("gaulois")[-1]) == (["torque"], "taranis")


@pytest.mark.clause("E17", "K14", "K15")
def test_lost_cards_go_where_encounters_and_objects_go() -> None:
    table = at_worlds(seat("conan", ["cor", "barbare"]), seat(), piles={"conan": ["dragon_rouge"]})
    twin = table.copy()
    table.play(draw(), discard("cor"))
    assert table.pile("conan")[-2:] == ["cor", "dragon_rouge"]
    assert "cor" not in table.pile("chasse")
    twin.play(draw(), discard("barbare"))
    assert twin.pile("conan")[-2:] == ["barbare", "dragon_rouge"]


@pytest.mark.clause("E17")
def test_the_shipped_bad_encounters_take_what_they_say() -> None:
    hand = ["cor", "torque", "herbier", "chaudron"]
    for world, bad, left in (
        ("crypte", "comte", 2),
        ("milieu", "ombre_du_nord", 3),
        ("crypte", "fiancee_pale", 3),
        ("conan", "sorcier_serpent", 3),
        ("gaulois", "taranis", 3),
        ("miroir", "jabberwock", 3),
    ):
        table = at_worlds(seat(world, hand), seat("clairiere"), piles={world: [bad]})
        table.play(draw())
        assert len(table.hand(0)) == left


@pytest.mark.clause("E17", "EG7")
def test_a_lost_card_that_was_hidden_is_open_and_the_rest_of_the_hand_stays_hidden() -> None:
    table = at_worlds(seat("conan", ["cor", "epieu"]), seat("conan"), piles={"conan": ["dragon_rouge"]})
    table.play(draw(), discard("cor"))
    assert table.known(1, 0) == []
    assert table.known_pile(1, "conan")[-2:] == ["cor", "dragon_rouge"]


# E18: the effect miss_turn


@pytest.mark.clause("E18", "K26")
@pytest.mark.parametrize("actions", [2, 1])
def test_the_rest_of_this_turn_and_the_whole_next_turn_are_lost(actions: int) -> None:
    table = at_worlds(seat("chasse"), seat(), piles={"chasse": ["ankou"]}, actions=actions)
    table.play(draw())
    assert (table.turn, table.actions_left, table.turns_to_miss(0)) == (1, 2, 1)
    events = table.play(pass_turn())
    assert (table.turn, table.actions_left, table.turns_to_miss(0)) == (1, 2, 0)
    assert seen(events, NOBODY, "miss") == [{"event": "miss", "seat": 0}]
    table.play(pass_turn())
    assert (table.turn, table.actions_left) == (0, 2)


@pytest.mark.clause("E18")
def test_only_who_drew_it_misses_a_turn() -> None:
    table = at_worlds(seat("chasse"), seat("chasse"), seat("chasse"), piles={"chasse": ["ankou"]})
    table.play(draw())
    assert [table.turns_to_miss(number) for number in range(3)] == [1, 0, 0]
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        table.play(pass_turn())
    assert turns == [1, 2, 1, 2]
    assert table.turn == 0


@pytest.mark.clause("E18", "E1")
def test_a_turn_is_kept_by_a_defence() -> None:
    table = at_worlds(seat("chasse", ["veneur"]), seat(), piles={"chasse": ["ankou"]})
    table.play(draw(), react("veneur"))
    assert (table.turn, table.actions_left, table.turns_to_miss(0)) == (0, 1, 0)
    assert table.pile("chasse")[-2:] == ["ankou", "veneur"]


@pytest.mark.clause("E18")
def test_everybody_sees_who_has_to_miss_a_turn() -> None:
    table = at_worlds(seat("chasse"), seat(), piles={"chasse": ["ankou"]})
    table.play(draw())
    assert [player["turns_to_miss"] for player in table.view(NOBODY)["players"]] == [1, 0]


# E19: the effect thrown


@pytest.mark.clause("E19")
@pytest.mark.parametrize("place", [0, 1, 2, 3, 5, 6, 7, 8])
def test_one_is_thrown_to_the_world_opposite_over_kernault(place: int) -> None:
    worlds = [world for world in ALL_WORLDS if world not in ("multivers", "kernault")]
    laid = _lay(worlds, place)
    table = at_worlds(
        seat("multivers", ["cor", "passeur"]),
        seat(laid[8 - place]),
        worlds=[laid[0:3], laid[3:6], laid[6:9]],
        piles={"multivers": ["paradoxe"]},
    )
    table.play(draw())
    assert (table.place(0), table.world(0)) == (8 - place, laid[8 - place])
    assert table.pile("multivers")[-2:] == ["passeur", "paradoxe"]
    assert (table.hand(0), table.turn, table.actions_left) == (["cor"], 0, 1)


def _lay(worlds: list[str], place: int) -> list[str]:
    """The worlds around Kernault with the Multiverse at a place."""
    around = iter(worlds)
    return ["kernault" if at == 4 else "multivers" if at == place else next(around) for at in range(9)]


@pytest.mark.clause("E19")
@pytest.mark.parametrize("to", ["conan", "gaulois", "miroir"])
def test_one_is_thrown_to_the_world_named_wherever_it_lies(tmp_path: Path, to: str) -> None:
    cards = cards_where(tmp_path, faille=f'{{ id = "thrown", to = "{to}" }}')
    table = at_worlds(seat("multivers"), seat("clairiere"), piles={"multivers": ["faille"]}, cards=cards)
    events = table.play(draw())
    assert table.world(0) == to
    assert table.pile("multivers")[-1] == "faille"
    assert to in table.face_up
    assert what(events) == ["meet", "open_world", "move"]
    assert seen(events, 1, "open_world") == [{"event": "open_world", "place": table.place(0), "world": to}]


@pytest.mark.clause("E19")
@pytest.mark.parametrize(
    ("here", "bad", "near"), [("gaulois", "brume_des_tertres", {1, 3}), ("clairiere", "feu_follet", {1, 5})]
)
def test_one_is_thrown_to_a_random_world_that_shares_a_side(here: str, bad: str, near: set[int]) -> None:
    places = set()
    for seed in range(30):
        table = at_worlds(seat(here), seat("conan"), piles={here: [bad]}, seed=seed)
        table.play(draw())
        places.add(table.place(0))
    assert places == near


@pytest.mark.clause("E19", "EG4")
def test_nobody_is_thrown_into_kernault() -> None:
    worlds = [["chasse", "gaulois", "clairiere"], ["miroir", "kernault", "milieu"], ["crypte", "multivers", "conan"]]
    places = set()
    for seed in range(30):
        table = at_worlds(seat(), seat("conan"), piles={"gaulois": ["brume_des_tertres"]}, seed=seed, worlds=worlds)
        table.play(draw())
        places.add(table.place(0))
    assert places == {0, 2}


@pytest.mark.clause("E19")
def test_actions_left_are_played_there() -> None:
    table = at_worlds(
        seat("multivers", ["gateau_du_lion"]),
        seat(),
        piles={"multivers": ["faille"], "conan": ["barbare", "necromancienne"]},
    )
    table.play(draw())
    assert "draw" not in table.kinds()
    table.play(effect("gateau_du_lion"))
    assert table.hand(0) == ["barbare", "necromancienne"]


@pytest.mark.clause("E19", "E7")
def test_who_is_thrown_while_drawing_several_draws_no_more() -> None:
    table = at_worlds(
        seat("multivers", ["gateau_du_lion"]), seat(), piles={"multivers": ["faille"], "conan": ["barbare"]}
    )
    table.play(effect("gateau_du_lion"))
    assert (table.world(0), table.hand(0)) == ("conan", [])
    assert table.pile("multivers")[-2:] == ["gateau_du_lion", "faille"]


# E20: the effect show_hand


@pytest.mark.clause("E20")
def test_every_player_sees_the_hand_and_nothing_moves() -> None:
    table = at_worlds(
        seat("conan", ["cor", "barbare", "herbier"]),
        seat("gaulois", ["torque"]),
        seat("conan"),
        piles={"conan": ["idole_aux_cent_yeux"]},
    )
    events = table.play(draw())
    assert table.hand(0) == ["cor", "barbare", "herbier"]
    for observer in (1, 2, NOBODY):
        assert seen(events, observer, "show_hand") == [
            {"event": "show_hand", "seat": 0, "cards": ["cor", "barbare", "herbier"]}
        ]
        assert table.known(observer, 0) == ["barbare", "cor", "herbier"]
        assert table.known(observer, 1) == (["torque"] if observer == 1 else [])
    assert table.world(0) == "conan"
    assert table.pile("conan")[-1] == "idole_aux_cent_yeux"
    assert (table.decision, table.turn, table.actions_left) == ("action", 0, 1)


@pytest.mark.clause("E20")
def test_the_hand_is_seen_now_and_not_what_is_drawn_later() -> None:
    table = at_worlds(
        seat("conan", ["elixir_de_dragon", "cor"]), seat(), piles={"conan": ["idole_aux_cent_yeux", "barbare"]}
    )
    table.play(draw(), effect("elixir_de_dragon"))
    assert "barbare" in table.hand(0)
    assert table.known(1, 0) == ["cor"]


@pytest.mark.clause("E20", "E1")
def test_a_hand_is_kept_hidden_by_a_defence() -> None:
    table = at_worlds(seat("conan", ["boussole_affolee", "cor"]), seat(), piles={"conan": ["idole_aux_cent_yeux"]})
    table.play(draw(), react("boussole_affolee"))
    assert table.known(1, 0) == []
    assert table.pile("conan")[-2:] == ["idole_aux_cent_yeux", "boussole_affolee"]


# What all of them share.


@pytest.mark.clause("K16", "EG7")
@pytest.mark.parametrize(
    ("world", "bad"),
    [("gaulois", "taranis"), ("chasse", "ankou"), ("conan", "idole_aux_cent_yeux"), ("multivers", "faille")],
)
def test_a_bad_encounter_drawn_is_seen_by_all_and_known_under_the_pile(world: str, bad: str) -> None:
    table = at_worlds(seat(world), seat("clairiere"), piles={world: [bad]})
    events = table.play(draw())
    for observer in (0, 1, NOBODY):
        assert seen(events, observer, "meet") == [{"event": "meet", "seat": 0, "card": bad}]
        assert table.known_pile(observer, world)[-1] == bad
