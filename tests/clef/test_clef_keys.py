"""Keys and ways: K8 to K12."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from clef_build import ALL_WORLDS, NOBODY, Action, at_worlds, cards_of_tests, effect, go_home, seat, seen, travel

from worldgates.clef.cards import KEYS, OBJECT

# An object for each key: it serves in every world.
FIVE = ["torque", "herbier", "epieu", "chaudron", "gateau_du_lion"]
KEY_OF = {
    "torque": "magie",
    "herbier": "connaissance",
    "epieu": "combat",
    "chaudron": "mort",
    "gateau_du_lion": "amour",
}
# What each way out of each world costs, as the worlds lie in `clef_build`.
WAYS: dict[str, dict[str, list[str]]] = {
    "gaulois": {"chasse": ["mort"], "miroir": ["connaissance"]},
    "chasse": {
        "gaulois": ["amour"],
        "clairiere": ["magie"],
        "miroir": ["amour", "connaissance"],
        "milieu": ["connaissance", "magie"],
    },
    "clairiere": {"chasse": ["combat"], "milieu": ["connaissance"]},
    "miroir": {
        "gaulois": ["amour"],
        "crypte": ["magie"],
        "chasse": ["amour", "connaissance"],
        "multivers": ["connaissance", "magie"],
    },
    "milieu": {
        "clairiere": ["connaissance"],
        "conan": ["combat"],
        "chasse": ["connaissance", "mort"],
        "multivers": ["combat", "mort"],
    },
    "crypte": {"miroir": ["mort"], "multivers": ["mort"]},
    "multivers": {
        "crypte": ["magie"],
        "conan": ["mort"],
        "miroir": ["connaissance", "magie"],
        "milieu": ["connaissance", "mort"],
    },
    "conan": {"milieu": ["mort"], "multivers": ["combat"]},
}
# Home for the Dreamer, who needs amour, connaissance and mort: with the keys of the side or the corner.
HOME = {
    "chasse": ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron"],
    "miroir": ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron"],
    "milieu": ["gateau_du_lion", "herbier", "chaudron", "elixir_de_dragon"],
    "multivers": ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron"],
    "gaulois": ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron", "elixir_de_dragon"],
    "clairiere": ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron", "epieu"],
    "crypte": ["gateau_du_lion", "herbier", "chaudron", "elixir_de_dragon", "cotte_du_roi_mort"],
    "conan": ["gateau_du_lion", "herbier", "chaudron", "elixir_de_dragon", "epieu"],
}


def keys_in(action: Action) -> list[str]:
    keys = action["keys"]
    assert isinstance(keys, list)
    return keys


# K8


@pytest.mark.clause("K8")
def test_there_are_five_kinds_of_keys() -> None:
    assert KEYS == ("magie", "connaissance", "combat", "mort", "amour")
    cards = cards_of_tests()
    on_sides = {KEYS[key] for world in cards.worlds[1:] for key in world.keys}
    on_discoveries = {KEYS[card.key] for card in cards.discoveries if card.key >= 0}
    assert on_sides == on_discoveries == set(KEYS)


# K9


@pytest.mark.clause("K9")
@pytest.mark.parametrize("world", WAYS)
def test_a_side_costs_its_key_and_a_corner_the_keys_of_its_two_sides(world: str) -> None:
    table = at_worlds(seat(world, hand=FIVE), seat(world), face_up=ALL_WORLDS)
    ways: dict[str, list[list[str]]] = {}
    for action in table.legal("travel"):
        ways.setdefault(str(action["to"]), []).append(sorted(KEY_OF[card] for card in keys_in(action)))
    assert ways == {there: [keys] for there, keys in WAYS[world].items()}


@pytest.mark.clause("K9")
@pytest.mark.parametrize(("world", "there"), [(world, there) for world, ways in WAYS.items() for there in ways])
def test_who_pays_stands_in_the_world_over_that_side_or_corner(world: str, there: str) -> None:
    paid = [card for card in FIVE if KEY_OF[card] in WAYS[world][there]]
    table = at_worlds(seat(world, hand=FIVE), seat(world), face_up=ALL_WORLDS)
    table.play(travel(there, *paid))
    assert table.world(0) == there
    assert table.world(1) == world
    assert table.hand(0) == [card for card in FIVE if card not in paid]
    assert table.actions_left == 1


@pytest.mark.clause("K9")
@pytest.mark.parametrize(("world", "there"), [(world, there) for world, ways in WAYS.items() for there in ways])
def test_without_one_of_the_keys_there_is_no_way(world: str, there: str) -> None:
    for missing in WAYS[world][there]:
        hand = [card for card in FIVE if KEY_OF[card] != missing]
        table = at_worlds(seat(world, hand=hand), seat(world), face_up=ALL_WORLDS)
        assert [action for action in table.legal("travel") if action["to"] == there] == []


@pytest.mark.clause("K9")
def test_nobody_pays_more_than_it_costs() -> None:
    table = at_worlds(seat("gaulois", hand=["chaudron", "torque"]), seat(), face_up=["chasse"])
    assert table.refused(travel("chasse", "chaudron", "torque"))
    assert table.refused(travel("chasse"))
    assert table.may(travel("chasse", "chaudron"))


@pytest.mark.clause("K9")
def test_a_corner_whose_sides_show_the_same_key_costs_it_twice() -> None:
    worlds = [["gaulois", "chasse", "clairiere"], ["miroir", "kernault", "milieu"], ["multivers", "crypte", "conan"]]
    # Crypte shows mort at the top and on the right: upper right lies Middle-earth.
    table = at_worlds(seat("crypte", hand=["chaudron"]), seat("crypte"), worlds=worlds, face_up=ALL_WORLDS)
    assert "milieu" not in [action["to"] for action in table.legal("travel")]
    table = at_worlds(
        seat("crypte", hand=["chaudron", "elixir_de_dragon"]), seat("crypte"), worlds=worlds, face_up=ALL_WORLDS
    )
    table.play(travel("milieu", "chaudron", "elixir_de_dragon"))
    assert table.world(0) == "milieu"


@pytest.mark.clause("K9")
def test_every_choice_of_cards_that_pays_is_open() -> None:
    table = at_worlds(seat("gaulois", hand=["chaudron", "torque", "elixir_de_dragon"]), seat(), face_up=["chasse"])
    assert table.legal("travel") == [travel("chasse", "chaudron"), travel("chasse", "elixir_de_dragon")]


# K10


@pytest.mark.clause("K10")
def test_a_world_is_turned_face_up_when_a_pawn_first_enters_it() -> None:
    table = at_worlds(seat("gaulois", hand=["chaudron"]), seat())
    assert table.face_up == ["gaulois", "kernault"]
    events = table.play(travel(1, "chaudron"))
    assert table.face_up == ["gaulois", "chasse", "kernault"]
    assert seen(events, 1, "open_world") == [{"event": "open_world", "place": 1, "world": "chasse"}]


@pytest.mark.clause("K10")
def test_it_stays_face_up_and_is_not_turned_again() -> None:
    table = at_worlds(seat("gaulois", hand=["chaudron", "gateau_du_lion"]), seat("clairiere", hand=["epieu"]))
    table.play(travel(1, "chaudron"), travel("gaulois", "gateau_du_lion"))
    assert table.face_up == ["gaulois", "chasse", "clairiere", "kernault"]
    events = table.play(travel("chasse", "epieu"))
    assert seen(events, 0, "open_world") == []
    assert table.face_up == ["gaulois", "chasse", "clairiere", "kernault"]


@pytest.mark.clause("K10")
def test_who_is_sent_into_a_world_turns_it_face_up_too() -> None:
    table = at_worlds(seat("gaulois", hand=["esus"]), seat())
    table.play(effect("esus", seat=1, world=3))
    assert table.face_up == ["gaulois", "miroir", "kernault"]


# K11


@pytest.mark.clause("K11", "K27")
@pytest.mark.parametrize("world", HOME)
def test_home_costs_the_keys_of_the_way_and_the_three_of_the_character_and_wins(world: str) -> None:
    hand = HOME[world]
    assert len(hand) == (4 if world in ("chasse", "miroir", "milieu", "multivers") else 5)
    table = at_worlds(seat(world, hand=hand, character="reveur"), seat("gaulois"))
    assert table.legal("go_home") == [go_home(*hand)]
    table.play(go_home(*hand))
    assert table.over
    assert table.world(0) == "kernault"
    assert table.ranking == [[0], [1]]


@pytest.mark.clause("K11")
@pytest.mark.parametrize("world", HOME)
def test_one_wrong_or_missing_key_bars_the_way_home(world: str) -> None:
    for number in range(len(HOME[world])):
        for instead in ([], ["torque"]):
            hand = HOME[world][:number] + instead + HOME[world][number + 1 :]
            table = at_worlds(seat(world, hand=hand, character="reveur"), seat("gaulois"))
            assert table.legal("go_home") == []
            assert table.refused(go_home(*hand))


@pytest.mark.clause("K11", "K12")
def test_another_character_needs_other_keys() -> None:
    hand = ["torque", "herbier", "epieu", "chaudron"]
    for reader in cards_of_tests().readers:
        needed = sorted([*(KEYS[key] for key in reader.needs), "connaissance"])
        table = at_worlds(seat("chasse", hand=hand, character=reader.id), seat("gaulois"))
        fits = needed == ["combat", "connaissance", "magie", "mort"]
        assert bool(table.legal("go_home")) is fits
        assert fits is (reader.id == "conteur")


@pytest.mark.clause("K11")
def test_from_kernault_nobody_starts_and_no_effect_leads_there() -> None:
    table = at_worlds(seat("chasse", hand=["cape_du_comte", "carte_ancienne", "epieu"]), seat("chasse"))
    assert all(action.get("world") != "kernault" for action in table.legal("effect"))
    assert all(action["to"] != "kernault" for action in table.legal("travel"))


@pytest.mark.clause("K11", "K20")
def test_the_key_of_the_character_counts_on_the_way_home() -> None:
    # From Middle-earth home: mort, which is the Goth's own key, and connaissance, combat, amour.
    table = at_worlds(
        seat("milieu", hand=["epieu", "herbier", "gateau_du_lion"], character="gothique", revealed=True), seat()
    )
    assert table.legal("go_home") == [go_home("epieu", "herbier", "gateau_du_lion", "character")]
    events = table.play(go_home("epieu", "herbier", "gateau_du_lion", "character"))
    assert table.ranking == [[0], [1]]
    # The key of the door comes first, then those that the Goth needs, each with the card that paid it.
    assert seen(events, NOBODY, "over")[0]["keys"] == [
        {"key": "mort", "card": "character"},
        {"key": "connaissance", "card": "herbier"},
        {"key": "combat", "card": "epieu"},
        {"key": "amour", "card": "gateau_du_lion"},
    ]


@pytest.mark.clause("K11", "E3")
@pytest.mark.parametrize("world", HOME)
def test_the_end_says_which_card_paid_each_key_of_the_way_home(world: str) -> None:
    for hand in permutations(HOME[world]):
        table = at_worlds(seat(world, hand=list(hand), character="reveur"), seat("gaulois"))
        before = table.view(0)["explain"]["home"]
        (over,) = seen(table.play(go_home(*hand)), NOBODY, "over")
        assert [step["key"] for step in over["keys"]] == [step["key"] for step in before["steps"]]
        assert sorted(step["card"] for step in over["keys"]) == sorted(hand)


@pytest.mark.clause("K11", "E3")
def test_a_card_that_opens_several_keys_pays_one_that_no_other_card_opens() -> None:
    opens = {card.id: card.opens for card in cards_of_tests().discoveries}
    several = [
        card.id for card in cards_of_tests().discoveries if card.kind == OBJECT and bin(card.opens).count("1") > 1
    ]
    paid = 0
    for world, hand in HOME.items():
        for number, other in product(range(len(hand)), several):
            mixed = [*hand[:number], other, *hand[number + 1 :]]
            table = at_worlds(seat(world, hand=mixed, character="reveur"), seat("gaulois"))
            if table.legal("go_home"):
                paid += 1
                (over,) = seen(table.play(go_home(*mixed)), NOBODY, "over")
                assert sorted(step["card"] for step in over["keys"]) == sorted(mixed)
                assert all(opens[step["card"]] >> KEYS.index(step["key"]) & 1 for step in over["keys"])
    assert paid


# K12


@pytest.mark.clause("K12")
def test_a_character_has_a_key_of_its_own_and_shows_three_it_needs() -> None:
    for reader in cards_of_tests().readers:
        assert KEYS[reader.key]
        assert len(reader.needs) == 3
        assert all(0 <= need < 5 for need in reader.needs)
