"""What each player may know: K29."""

from __future__ import annotations

import random

import pytest
from clef_build import (
    NOBODY,
    WORLDS,
    Action,
    LaidWorlds,
    accept,
    answer,
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
    reveal,
    seat,
    seen,
    travel,
    what,
)

from worldgates.core.formats import FormatError

# What is public


@pytest.mark.clause("K29")
@pytest.mark.parametrize("observer", [0, 1, 2, NOBODY])
def test_everybody_sees_open_worlds_pawns_revealed_characters_and_numbers(observer: int) -> None:
    table = at_worlds(
        seat("gaulois", hand=["epona", "torque"], character="reveur", revealed=True),
        seat("conan", hand=["barbare"], character="gothique", key_spent=True),
        seat("gaulois", turns_to_miss=1, shielded=True),
        face_up=["milieu"],
        turn=1,
        actions=1,
        drawn=True,
        starting_seat=2,
        round=4,
        reveal_while_paying=True,
        max_rounds=9,
    )
    view = table.view(observer)
    assert view["worlds"] == [["gaulois", None, None], [None, "kernault", "milieu"], [None, None, "conan"]]
    players = view["players"]
    assert [player["place"] for player in players] == [0, 8, 0]
    assert [player["hand_size"] for player in players] == [2, 1, 0]
    assert [player["revealed"] for player in players] == [True, True, False]
    assert [player["key_spent"] for player in players] == [False, True, False]
    assert [player["character"] for player in players[:2]] == ["reveur", "gothique"]
    assert [player["turns_to_miss"] for player in players] == [0, 0, 1]
    assert [player["shielded"] for player in players] == [False, False, True]
    assert {world: len(pile) for world, pile in view["piles"].items()} == {
        "gaulois": 6,
        "chasse": 8,
        "clairiere": 8,
        "miroir": 8,
        "milieu": 8,
        "crypte": 8,
        "multivers": 8,
        "conan": 7,
    }
    assert view["turn"] == {"seat": 1, "actions_left": 1, "drawn": True, "offered": False}
    assert (view["first_seat"], view["round"]) == (2, 4)
    assert view["options"] == {"reveal_while_paying": True, "max_rounds": 9}
    assert view["decision"] == {"seat": 1, "what": "action"}


@pytest.mark.clause("K29")
@pytest.mark.parametrize("observer", [0, 1, 2, NOBODY])
def test_every_card_played_is_seen_by_all_and_then_lies_known_under_its_pile(observer: int) -> None:
    table = at_worlds(seat("gaulois", hand=["herbier", "ogmios"]), seat("chasse"), seat("clairiere"))
    events = table.play(effect("ogmios", seat=1))
    assert seen(events, observer, "effect") == [{"event": "effect", "seat": 0, "cards": ["ogmios"], "target": 1}]
    assert table.known_pile(observer, "gaulois")[-1] == "ogmios"
    events = table.play(travel(3, "herbier"))
    assert seen(events, observer, "travel") == [{"event": "travel", "seat": 0, "cards": ["herbier"], "place": 3}]
    assert table.known_pile(observer, "gaulois")[-2:] == ["ogmios", "herbier"]


@pytest.mark.clause("K29")
@pytest.mark.parametrize("observer", [0, 1, 2, NOBODY])
def test_the_cards_played_lie_open_while_reactions_are_possible(observer: int) -> None:
    table = at_worlds(
        seat("chasse", hand=["herbier", "torque"], character="reveur", revealed=True),
        seat("chasse", hand=["boussole_affolee"]),
        seat("conan"),
    )
    table.play(travel(5, "herbier", "character"))
    assert table.view(observer)["played"] == {"do": "travel", "to": 5, "keys": ["herbier", "character"]}
    assert table.known(observer, 0) == (["herbier", "torque"] if observer == 0 else ["herbier"])
    table.play(react("boussole_affolee", against="herbier"))
    assert "played" not in table.view(observer)
    assert table.known_pile(observer, "chasse")[-2:] == ["herbier", "boussole_affolee"]


@pytest.mark.clause("K29")
@pytest.mark.parametrize("observer", [1, 2, NOBODY])
def test_shown_cards_that_return_to_the_hand_stay_known(observer: int) -> None:
    table = at_worlds(
        seat("clairiere", hand=["epieu", "torque"]), seat("clairiere", hand=["roi_des_elfes"]), seat("conan")
    )
    table.play(travel(1, "epieu"), react("roi_des_elfes"))
    assert table.known(observer, 0) == ["epieu"]
    assert table.known_pile(observer, "clairiere")[-1] == "roi_des_elfes"


@pytest.mark.clause("K29")
@pytest.mark.parametrize("observer", [0, 1, NOBODY])
def test_a_bad_encounter_and_what_it_makes_one_lose_are_public(observer: int) -> None:
    table = at_worlds(seat("gaulois", hand=["torque"]), seat(), piles={"gaulois": ["taranis"]})
    events = table.play(draw())
    assert seen(events, observer, "draw") == []
    assert seen(events, observer, "meet") == [{"event": "meet", "seat": 0, "card": "taranis"}]
    assert seen(events, observer, "lose") == [{"event": "lose", "seat": 0, "card": "torque"}]
    assert table.known_pile(observer, "gaulois")[-2:] == ["torque", "taranis"]


@pytest.mark.clause("K29")
@pytest.mark.parametrize("observer", [0, 1, NOBODY])
def test_a_defence_and_the_bad_encounter_it_counters_are_public(observer: int) -> None:
    table = at_worlds(seat("gaulois", hand=["ambactes"]), seat(), piles={"gaulois": ["taranis"]})
    table.play(draw(), react("ambactes"))
    assert table.known_pile(observer, "gaulois")[-2:] == ["taranis", "ambactes"]


@pytest.mark.clause("K29")
def test_a_known_card_stays_known_when_it_is_drawn_unseen() -> None:
    table = at_worlds(
        seat("gaulois", hand=["torque", "sablier_renverse", "ogmios", "esus"]),
        seat("gaulois", hand=["chaudron", "ambactes", "epona"]),
        piles={"gaulois": ["taranis", "brume_des_tertres"]},
    )
    # All but the two bad encounters are in hands: what goes under the pile is soon on top.
    table.play(effect("torque"), draw(), pass_turn(), effect("sablier_renverse"), draw())
    assert table.pile("gaulois")[0] == "torque"
    table.play(draw())
    assert table.hand(1) == ["chaudron", "ambactes", "epona", "torque"]
    for observer in (0, NOBODY):
        assert table.known(observer, 1) == ["torque"]


# What is hidden


@pytest.mark.clause("K29")
def test_hands_are_hidden_from_all_others() -> None:
    table = at_worlds(seat("gaulois", hand=["torque", "epona"]), seat("gaulois", hand=["chaudron"]), seat("conan"))
    assert table.known(0, 0) == ["torque", "epona"]
    for observer in (1, 2, NOBODY):
        assert table.known(observer, 0) == []
        assert "torque" not in str(table.view(observer))
    for observer in (0, 2, NOBODY):
        assert table.known(observer, 1) == []


@pytest.mark.clause("K29")
def test_unrevealed_characters_are_hidden_from_all_others() -> None:
    table = at_worlds(seat(character="gothique"), seat(character="roliste"))
    assert [player["character"] for player in table.view(0)["players"]] == ["gothique", None]
    assert [player["character"] for player in table.view(1)["players"]] == [None, "roliste"]
    assert [player["character"] for player in table.view(NOBODY)["players"]] == [None, None]
    table.play(reveal())
    assert [player["character"] for player in table.view(NOBODY)["players"]] == ["gothique", None]


@pytest.mark.clause("K29")
@pytest.mark.parametrize("observer", [0, 1, NOBODY])
def test_face_down_worlds_are_hidden_until_somebody_enters(observer: int) -> None:
    table = at_worlds(seat("gaulois", hand=["chaudron"]), seat("gaulois"))
    assert table.view(observer)["worlds"] == [["gaulois", None, None], [None, "kernault", None], [None] * 3]
    table.play(travel(1, "chaudron"))
    assert table.view(observer)["worlds"][0] == ["gaulois", "chasse", None]


@pytest.mark.clause("K29")
def test_a_closed_world_is_named_by_its_place_and_an_open_one_by_its_id() -> None:
    table = at_worlds(seat("gaulois", hand=["chaudron", "herbier", "cape_du_comte"]), seat("chasse"))
    ways = {str(action["keys"]): action["to"] for action in table.legal("travel") if action["keys"] != ["chaudron"]}
    assert ways == {"['herbier']": 3, "['cape_du_comte']": "chasse"}
    assert [action["world"] for action in table.legal("effect") if action["cards"] == ["cape_du_comte"]] == [
        "chasse",
        3,
    ]
    for wrong in (travel("miroir", "herbier"), travel(1, "chaudron"), travel("atlantis", "herbier"), travel(9)):
        with pytest.raises(FormatError):
            table.play(wrong)
    table.play(travel(3, "herbier"))
    assert table.world(0) == "miroir"


@pytest.mark.clause("K29")
def test_a_card_drawn_is_seen_by_its_player_alone() -> None:
    table = at_worlds(seat("gaulois"), seat(), piles={"gaulois": ["epona"]})
    events = table.play(draw())
    said = {"event": "draw", "seat": 0, "world": "gaulois"}
    assert seen(events, 0, "draw") == [{**said, "card": "epona"}]
    assert table.known(0, 0) == ["epona"]
    for observer in (1, NOBODY):
        assert seen(events, observer, "draw") == [said]
        assert table.known(observer, 0) == []
        assert table.view(observer)["players"][0]["hand_size"] == 1


@pytest.mark.clause("K29")
def test_encounters_left_behind_are_face_down_but_counted() -> None:
    table = at_worlds(seat("gaulois", hand=["epona", "chaudron", "ogmios", "torque"]), seat("gaulois"))
    events = table.play(travel(1, "chaudron"))
    said = {"event": "left_behind", "seat": 0, "world": "gaulois", "number": 2}
    assert seen(events, 0, "left_behind") == [{**said, "cards": ["epona", "ogmios"]}]
    assert table.known_pile(0, "gaulois")[-3:] == ["chaudron", "epona", "ogmios"]
    for observer in (1, NOBODY):
        assert seen(events, observer, "left_behind") == [said]
        assert table.known_pile(observer, "gaulois")[-3:] == ["chaudron", None, None]
        assert table.known(observer, 0) == []


@pytest.mark.clause("K29")
def test_not_even_who_has_seen_the_hand_knows_in_which_order_encounters_were_left_behind() -> None:
    table = at_worlds(
        seat("gaulois", hand=["livre_a_l_envers"]), seat("gaulois", hand=["epona", "chaudron", "ogmios"]), seat("conan")
    )
    table.play(effect("livre_a_l_envers", seat=1), pass_turn(), travel(1, "chaudron"))
    assert table.known_pile(1, "gaulois")[-3:] == ["chaudron", "epona", "ogmios"]
    assert table.known_pile(0, "gaulois")[-3:] == ["chaudron", None, None]


@pytest.mark.clause("K29")
def test_everybody_knows_that_what_is_left_behind_are_encounters_of_that_world() -> None:
    table = at_worlds(seat("gaulois", hand=["epona", "chaudron"]), seat("gaulois"))
    table.play(travel(1, "chaudron"))
    knows = table.position.knows
    assert knows is not None
    for each in (knows[1], knows[2]):
        left = next(group for group in each.groups if "epona" in group.cards)
        assert sorted(left.may_be) == ["ambactes", "epona", "esus", "ogmios"]


@pytest.mark.clause("K29")
def test_what_one_keeps_when_leaving_is_no_encounter_of_that_world() -> None:
    table = at_worlds(seat("gaulois", hand=["epona", "chaudron", "torque"]), seat("gaulois"))
    table.play(travel(1, "chaudron"))
    knows = table.position.knows
    assert knows is not None
    kept = next(group for group in knows[1].groups if "torque" in group.cards)
    assert not {"ambactes", "epona", "esus", "ogmios", "taranis", "brume_des_tertres"} & set(kept.may_be)


@pytest.mark.clause("K29")
def test_after_a_discard_nobody_else_knows_which_of_the_known_cards_it_was() -> None:
    table = at_worlds(seat("gaulois", hand=["livre_a_l_envers"]), seat("gaulois", hand=["torque", "epona"]), seat())
    table.play(effect("livre_a_l_envers", seat=1))
    assert table.known(0, 1) == ["epona", "torque"]
    assert table.known(2, 1) == []
    table.play(pass_turn(), discard("epona"))
    assert table.known(0, 1) == []
    assert table.known_pile(0, "gaulois")[-1] is None
    assert table.known_pile(1, "gaulois")[-1] == "epona"


@pytest.mark.clause("K29")
def test_the_only_card_of_a_known_hand_is_known_when_it_is_discarded() -> None:
    table = at_worlds(seat("gaulois", hand=["livre_a_l_envers"]), seat("gaulois", hand=["torque"]), seat())
    table.play(effect("livre_a_l_envers", seat=1), pass_turn(), discard("torque"))
    assert table.known_pile(0, "gaulois")[-1] == "torque"
    assert table.known_pile(2, "gaulois")[-1] is None


@pytest.mark.clause("K29")
def test_who_puts_a_card_under_a_pile_knows_it() -> None:
    table = at_worlds(seat("gaulois", hand=["chaudron"]), seat(), piles={"gaulois": ["epona", "taranis", "ogmios"]})
    table.play(effect("chaudron"), pick("ogmios"))
    assert table.known_pile(0, "gaulois")[-3:] == ["chaudron", "epona", "taranis"]
    assert table.known_pile(1, "gaulois")[-3:] == ["chaudron", None, None]


@pytest.mark.clause("K29")
def test_once_seen_a_hand_is_remembered_while_its_player_moves_with_all_of_it() -> None:
    table = at_worlds(
        seat("conan", hand=["livre_a_l_envers"]), seat("gaulois", hand=["chaudron", "torque", "epieu"]), seat("conan")
    )
    table.play(effect("livre_a_l_envers", seat=1), pass_turn(), travel(1, "chaudron"))
    assert table.hand(1) == ["torque", "epieu"]
    assert table.known(0, 1) == ["epieu", "torque"]


@pytest.mark.clause("K29", "K21")
def test_once_seen_a_hand_is_remembered_when_a_trade_comes_to_nothing() -> None:
    table = at_worlds(
        seat("gaulois", hand=["livre_a_l_envers"]),
        seat("gaulois", hand=["torque", "epee_vorpale"]),
        seat("gaulois", hand=["cor"]),
    )
    table.play(effect("livre_a_l_envers", seat=1), pass_turn(), offer(2, "torque"), answer(None))
    assert table.hand(1) == ["torque", "epee_vorpale"]
    assert table.known(0, 1) == ["epee_vorpale", "torque"]


# Who is asked to react


def asked_for_magic() -> LaidWorlds:
    """Seat 0 can play the Torc; seats 1 and 3 could cancel it, seat 2 could not."""
    hands = [["torque"], ["epee_vorpale"], ["livre_a_l_envers"], ["amulette_de_jade"]]
    return at_worlds(*(seat("milieu", hand=hand) for hand in hands))


@pytest.mark.clause("K29", "K25")
def test_who_is_asked_to_react_is_nobody_else_s_business() -> None:
    table = asked_for_magic()
    table.play(effect("torque"))
    assert table.view(1)["decision"] == {"seat": 1, "what": "react"}
    for observer in (0, 2, 3, NOBODY):
        assert table.view(observer)["decision"] == {"seat": None, "what": "react"}


@pytest.mark.clause("K29", "K25")
def test_nobody_else_sees_that_somebody_has_declined() -> None:
    table = asked_for_magic()
    table.play(effect("torque"))
    before = {observer: table.view(observer) for observer in (0, 2, NOBODY)}
    events = table.play(react(None))
    assert table.to_act == 3
    assert events == []
    assert {observer: table.view(observer) for observer in (0, 2, NOBODY)} == before
    assert table.view(3)["decision"] == {"seat": 3, "what": "react"}
    events = table.play(react(None))
    assert what(events) == ["shield"]


@pytest.mark.clause("K29", "K24")
def test_who_is_asked_to_counter_a_bad_encounter_is_hidden_too() -> None:
    table = at_worlds(seat("gaulois", hand=["ambactes"]), seat("gaulois"), piles={"gaulois": ["taranis"]})
    table.play(draw())
    assert table.view(0)["decision"] == {"seat": 0, "what": "react"}
    for observer in (1, NOBODY):
        assert table.view(observer)["decision"] == {"seat": None, "what": "react"}
        assert table.view(observer)["bad_encounter"] == "taranis"


# Two games that a seat cannot tell apart look the same to it.


@pytest.mark.clause("K29")
def test_a_view_does_not_depend_on_what_the_seat_may_not_know() -> None:
    other = [["gaulois", "conan", "crypte"], ["milieu", "kernault", "miroir"], ["clairiere", "chasse", "multivers"]]
    one = at_worlds(
        seat("gaulois", hand=["esus"], character="reveur", aside="conteur"),
        seat("gaulois", hand=["epona", "torque"], character="erudite"),
        seed=1,
    )
    two = at_worlds(
        seat("gaulois", hand=["esus"], character="reveur", aside="conteur"),
        seat("gaulois", hand=["chaudron", "ogmios"], character="gothique"),
        worlds=other,
        seed=2,
    )
    assert one.view(0) == two.view(0)
    assert one.view(1) != two.view(1)


ALIKE: list[tuple[str, list[str], list[Action], list[str], list[Action]]] = [
    ("draw", ["epona"], [draw()], ["ogmios"], [draw()]),
    ("discard", ["epona", "torque"], [discard("torque")], ["ogmios", "chaudron"], [discard("ogmios")]),
    (
        "left behind",
        ["herbier", "epona", "torque"],
        [travel(3, "herbier")],
        ["herbier", "chaudron", "ogmios"],
        [travel(3, "herbier")],
    ),
    (
        "offer",
        ["torque"],
        [offer(2, "torque"), answer(None)],
        ["passe_partout"],
        [offer(2, "passe_partout"), answer(None)],
    ),
    (
        "trade",
        ["torque"],
        [offer(2, "torque"), answer("cor"), accept()],
        ["passe_partout"],
        [offer(2, "passe_partout"), answer("cor"), accept()],
    ),
    (
        "search",
        ["chaudron", "epona"],
        [effect("chaudron"), pick("ambactes")],
        ["chaudron", "ogmios"],
        [effect("chaudron"), pick("esus")],
    ),
]


@pytest.mark.clause("K29")
@pytest.mark.parametrize(
    ("hand", "actions", "other_hand", "other_actions"), [pair[1:] for pair in ALIKE], ids=[pair[0] for pair in ALIKE]
)
@pytest.mark.parametrize("observer", [0, NOBODY])
def test_what_is_done_unseen_looks_the_same_whichever_card_it_was(
    observer: int, hand: list[str], actions: list[Action], other_hand: list[str], other_actions: list[Action]
) -> None:
    def game(hand: list[str], top: list[str]) -> LaidWorlds:
        # The piles are as high in both games.
        in_multivers = "torque" if "passe_partout" in hand else "passe_partout"
        return at_worlds(
            seat("gaulois"),
            seat("gaulois", hand=hand, character="erudite"),
            seat("gaulois", hand=["cor", "epieu"]),
            piles={"gaulois": top, "multivers": [in_multivers]},
            turn=1,
        )

    one, two = game(hand, ["esus", "ambactes"]), game(other_hand, ["ambactes", "esus"])
    assert one.view(observer) == two.view(observer)
    events, other_events = one.play(*actions), two.play(*other_actions)
    assert [event.seen_by(observer) for event in events] == [event.seen_by(observer) for event in other_events]
    assert one.view(observer) == two.view(observer)


# Imagining


def random_moments(players: int, seed: int, rounds: int) -> list[LaidWorlds]:
    """The moments of a game in which everybody plays at random."""
    chance = random.Random(seed)
    table = new_game(players, seed, max_rounds=rounds)
    moments = []
    while not table.over:
        moments.append(table.copy())
        table.play(chance.choice(table.legal()))
    return [*moments, table.copy()]


@pytest.mark.clause("K29")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_imagined_table_looks_the_same_and_holds_every_card_once(players: int) -> None:
    for number, table in enumerate(random_moments(players, seed=players, rounds=8)):
        for observer in range(players):
            imagined = table.imagine(observer, number)
            assert imagined.view(observer) == table.view(observer)
            assert imagined.cards_on_the_table() == table.cards_on_the_table()
            assert imagined.hand(observer) == table.hand(observer) == table.known(observer, observer)
            if table.decision != "react" or table.to_act == observer:
                assert imagined.to_act == table.to_act
                assert table.to_act != observer or imagined.legal() == table.legal()


@pytest.mark.clause("K29")
@pytest.mark.parametrize("players", [2, 5])
def test_an_imagined_table_is_one_that_the_rules_allow(players: int) -> None:
    for number, table in enumerate(random_moments(players, seed=10 + players, rounds=5)):
        written = table.imagine(number % players, number).written()
        assert LaidWorlds.load(written).written() == written


@pytest.mark.clause("K29")
def test_imagining_deals_hands_and_piles_again() -> None:
    table = at_worlds(
        seat("gaulois", hand=["epona"]), seat("gaulois", hand=["torque", "ogmios"]), piles={"chasse": ["cor"]}
    )
    imagined = [table.imagine(0, number) for number in range(20)]
    assert {tuple(each.hand(0)) for each in imagined} == {("epona",)}
    assert len({tuple(each.hand(1)) for each in imagined}) > 5
    assert len({tuple(each.pile("conan")) for each in imagined}) > 5
    assert {each.pile("chasse")[0] for each in imagined} != {"cor"}


@pytest.mark.clause("K29", "K14")
def test_imagining_gives_nobody_an_encounter_of_another_world() -> None:
    table = at_worlds(
        seat("gaulois", hand=["epona"]), seat("chasse", hand=["torque", "epieu"]), piles={"conan": ["cor"]}
    )
    imagined = [table.imagine(0, number) for number in range(20)]
    assert len({tuple(each.hand(1)) for each in imagined}) > 5
    for each in imagined:
        # A position with an encounter elsewhere than in its own world is refused.
        LaidWorlds.load(each.written())


@pytest.mark.clause("K29")
def test_imagining_lays_closed_worlds_again_and_leaves_open_ones() -> None:
    table = at_worlds(seat("gaulois"), seat("conan"))
    laid = [table.imagine(0, number).position.worlds for number in range(20)]
    assert {(rows[0][0], rows[1][1], rows[2][2]) for rows in laid} == {("gaulois", "kernault", "conan")}
    assert len({str(rows) for rows in laid}) > 10
    assert {rows[0][1] for rows in laid} >= {WORLDS[0][1], WORLDS[0][2], WORLDS[1][0]}


@pytest.mark.clause("K29")
def test_imagining_deals_hidden_characters_again_and_keeps_seen_ones() -> None:
    table = at_worlds(seat(character="reveur"), seat(character="gothique"), seat(character="conteur", revealed=True))
    imagined = [table.imagine(0, number) for number in range(30)]
    assert {each.character(0) for each in imagined} == {"reveur"}
    assert {each.player(0).aside for each in imagined} == {table.player(0).aside}
    assert {each.character(2) for each in imagined} == {"conteur"}
    others = {each.character(1) for each in imagined}
    assert len(others) > 3
    assert not others & {"reveur", "conteur", table.player(0).aside}


@pytest.mark.clause("K29", "K5")
def test_imagining_deals_the_characters_of_others_again_while_they_choose() -> None:
    table = new_game(3, starting_seat=0)
    imagined = [table.imagine(0, number) for number in range(20)]
    assert {tuple(each.player(0).dealt) for each in imagined} == {tuple(table.player(0).dealt)}
    assert len({tuple(each.player(1).dealt) for each in imagined}) > 5


@pytest.mark.clause("K29")
def test_imagining_keeps_the_cards_whose_places_are_known() -> None:
    table = at_worlds(
        seat("gaulois", hand=["livre_a_l_envers", "epona"]), seat("gaulois", hand=["torque"]), seat("conan")
    )
    table.play(effect("livre_a_l_envers", seat=1), discard("epona"))
    for number in range(20):
        imagined = table.imagine(0, number)
        assert imagined.hand(1) == ["torque"]
        assert imagined.pile("gaulois")[-2:] == ["livre_a_l_envers", "epona"]


@pytest.mark.clause("K29", "K21")
@pytest.mark.parametrize("number", range(10))
def test_in_an_imagined_trade_the_card_offered_changes_hands(number: int) -> None:
    table = at_worlds(seat("gaulois", hand=["torque", "chaudron"]), seat("gaulois", hand=["herbier", "cor"]))
    table.play(offer(1, "torque"))
    imagined = table.imagine(1, number)
    before = imagined.hand(0)
    imagined.play(answer("herbier"), accept())
    (given,) = set(before) - set(imagined.hand(0))
    assert "herbier" in imagined.hand(0)
    assert given in imagined.hand(1)
    table.play(answer("herbier"))
    imagined = table.imagine(0, number)
    before = imagined.hand(1)
    imagined.play(accept())
    (given,) = set(before) - set(imagined.hand(1))
    assert "torque" in imagined.hand(1)
    assert given in imagined.hand(0)


@pytest.mark.clause("K29", "K19")
def test_a_card_once_seen_is_imagined_only_where_it_can_have_gone() -> None:
    table = at_worlds(
        seat("gaulois", hand=["livre_a_l_envers"]),
        seat("gaulois", hand=["epona"]),
        piles={"gaulois": ["torque", "esus", "ogmios", "chaudron"]},
    )
    table.play(effect("livre_a_l_envers", seat=1), pass_turn(), draw(), discard("epona"))
    found = set()
    for number in range(200):
        imagined = table.imagine(0, number)
        assert "epona" in (*imagined.hand(1), imagined.pile("gaulois")[-1])
        found.add("epona" in imagined.hand(1))
    assert found == {True, False}


@pytest.mark.clause("K29", "K21")
@pytest.mark.parametrize("offered", ["torque", "epee_vorpale"])
def test_who_knows_a_card_like_the_one_offered_imagines_an_offer_that_fits_what_was_said(offered: str) -> None:
    table = at_worlds(
        seat("gaulois", hand=["livre_a_l_envers", "epona"]),
        seat("gaulois", hand=["torque"]),
        seat("gaulois"),
        piles={"gaulois": ["epee_vorpale"]},
    )
    table.play(effect("livre_a_l_envers", seat=1), pass_turn(), draw(), offer(0, offered))
    found = set()
    for number in range(60):
        imagined = table.imagine(0, number)
        assert imagined.view(0) == table.view(0)
        LaidWorlds.load(imagined.written())
        imagined.play(answer("epona"), accept())
        found.update(imagined.hand(0))
    # The known one, or another that it may be.
    assert "torque" in found
    assert len(found) > 1


@pytest.mark.clause("K29")
def test_in_an_imagined_search_of_another_its_player_knows_the_card_picked() -> None:
    table = at_worlds(seat("gaulois", hand=["chaudron"]), seat("gaulois"))
    table.play(effect("chaudron"))
    imagined = table.imagine(1)
    picks = [action for action in imagined.legal("pick") if action["card"] is not None]
    imagined.play(picks[0])
    assert imagined.hand(0) == [picks[0]["card"]]
    assert imagined.known(0, 0) == imagined.hand(0)


@pytest.mark.clause("K29", "K25")
def test_imagining_does_not_tell_who_else_is_asked_to_react() -> None:
    def asked(last: str) -> set[tuple[int, ...]]:
        table = at_worlds(
            seat("milieu", hand=["torque"]),
            seat("milieu", hand=["vieux_magicien"]),
            seat("milieu", hand=["herbier", "cor", "epieu", "chaudron", last]),
        )
        table.play(effect("torque"))
        found = set()
        for number in range(100):
            pending = table.imagine(1, number).position.pending
            assert pending is not None
            found.add(tuple(pending.seats))
        return found

    # Seat 1 is asked first and cannot know whether seat 2 holds the Vorpal Sword.
    assert asked("epee_vorpale") == asked("livre_a_l_envers")


@pytest.mark.clause("K29")
def test_playing_on_at_an_imagined_table_leaves_the_real_one_alone() -> None:
    hand = ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron"]
    table = at_worlds(seat("chasse", hand=hand, character="reveur"), seat())
    before = table.written()
    imagined = table.imagine(0)
    imagined.play(go_home(*hand))
    assert imagined.over
    assert table.written() == before
