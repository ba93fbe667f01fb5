"""The worked examples of the book: KX1 to KX4."""

from __future__ import annotations

import pytest
from clef_build import Action, at_worlds, draw, go_home, pass_turn, react, seat, travel, what

from worldgates.clef.cards import KEYS

# La Chasse merveilleuse below Kernault: left, right and both upper corners lead to other worlds.
CHASSE_BELOW = [["gaulois", "multivers", "clairiere"], ["miroir", "kernault", "milieu"], ["crypte", "chasse", "conan"]]
# To the left of Kernault: the top does.
CHASSE_LEFT = [["gaulois", "miroir", "clairiere"], ["chasse", "kernault", "milieu"], ["crypte", "multivers", "conan"]]
GAULOIS_LEFT = [["miroir", "chasse", "clairiere"], ["gaulois", "kernault", "milieu"], ["crypte", "multivers", "conan"]]

FIVE = ["torque", "herbier", "epieu", "chaudron", "gateau_du_lion"]


@pytest.mark.clause("KX1")
@pytest.mark.parametrize(
    ("worlds", "place", "keys"),
    [
        (CHASSE_BELOW, 6, ["left"]),
        (CHASSE_BELOW, 8, ["right"]),
        (CHASSE_LEFT, 0, ["top"]),
        (CHASSE_BELOW, 3, ["top", "left"]),
        (CHASSE_BELOW, 5, ["top", "right"]),
    ],
    ids=["left", "right", "top", "upper left", "upper right"],
)
def test_leaving_la_chasse_costs_what_its_sides_and_corners_show(
    worlds: list[list[str]], place: int, keys: list[str]
) -> None:
    shown = {"top": "epieu", "right": "torque", "left": "gateau_du_lion"}
    table = at_worlds(seat("chasse", hand=FIVE), seat("chasse"), worlds=worlds)
    chasse = next(world for world in table.table.cards.worlds if world.id == "chasse")
    assert [KEYS[key] for key in chasse.keys] == ["combat", "magie", "connaissance", "amour"]
    due = [card for card in FIVE if card in {shown[side] for side in keys}]
    assert [action for action in table.legal("travel") if action["to"] == place] == [travel(place, *due)]
    table.play(travel(place, *due))
    assert table.place(0) == place
    assert table.pile("chasse")[-len(due) :] == due


@pytest.mark.clause("KX2")
def test_esus_as_a_key_is_cancelled_by_ambactes() -> None:
    table = at_worlds(
        seat("gaulois", hand=["esus"]), seat("gaulois", hand=["ambactes"]), worlds=GAULOIS_LEFT, face_up=["miroir"]
    )
    events = table.play(travel("miroir", "esus"), react("ambactes", against="esus"))
    assert what(events) == ["travel", "cancel"]
    assert table.world(0) == table.world(1) == "gaulois"
    assert table.hand(0) == table.hand(1) == []
    assert table.pile("gaulois")[-2:] == ["esus", "ambactes"]
    assert (table.turn, table.actions_left) == (0, 1)


@pytest.mark.clause("KX3")
def test_a_bad_encounter_as_first_action_costs_the_second_and_the_next_two() -> None:
    table = at_worlds(seat("chasse"), seat(), piles={"chasse": ["ankou"]})
    played: list[int] = []
    table.play(draw())
    for _ in range(4):
        played.append(table.turn)
        table.play(pass_turn())
    assert played == [1, 1, 0, 1]


@pytest.mark.clause("KX4")
@pytest.mark.parametrize(
    ("world", "hand", "action", "keys"),
    [
        ("chasse", ["torque"], travel(2, "torque"), 1),
        ("chasse", ["torque", "herbier"], travel(5, "torque", "herbier"), 2),
        (
            "chasse",
            ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron"],
            go_home("gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron"),
            4,
        ),
        (
            "gaulois",
            ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron", "elixir_de_dragon"],
            go_home("gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron", "elixir_de_dragon"),
            5,
        ),
    ],
    ids=["side", "corner", "home over a side", "home over a corner"],
)
def test_one_key_over_a_side_two_over_a_corner_four_and_five_home(
    world: str, hand: list[str], action: Action, keys: int
) -> None:
    table = at_worlds(seat(world, hand=hand, character="reveur"), seat("crypte"))
    assert table.may(action)
    table.play(action)
    assert table.hand(0) == []
    assert table.pile(world)[-keys:] == hand
