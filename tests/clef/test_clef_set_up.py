"""Material and set-up: K1 to K7."""

from __future__ import annotations

from collections import Counter

import pytest
from clef_build import ALL_WORLDS, NOBODY, LaidWorlds, cards_of_tests, choose, new_game, seen

from worldgates.clef.table import ClefTable
from worldgates.core.table import RuleError

SEEDS = range(40)
BESIDE_KERNAULT = {1, 3, 5, 7}


def choose_all(table: LaidWorlds) -> None:
    while table.decision == "choose_character":
        table.play(table.legal()[0])


# K1


@pytest.mark.clause("K1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_players_sit_down(players: int) -> None:
    table = new_game(players)
    assert len(table.position.players) == players
    choose_all(table)
    assert table.decision == "action"


@pytest.mark.clause("K1")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_fewer_or_more_cannot_play(players: int) -> None:
    with pytest.raises(RuleError) as refusal:
        ClefTable.new(players, 7, cards=cards_of_tests())
    assert refusal.value.clause == "K1"


@pytest.mark.clause("K1")
def test_there_are_nine_worlds_ten_characters_and_eight_discoveries_for_each_world_but_kernault() -> None:
    cards = cards_of_tests()
    assert len(cards.worlds) == 9
    assert len(cards.readers) == 10
    assert len(cards.discoveries) == 64
    around = [world.id for world in cards.worlds if world.id != "kernault"]
    assert Counter(cards.worlds[card.world].id for card in cards.discoveries) == dict.fromkeys(around, 8)


# K2


@pytest.mark.clause("K2")
def test_the_worlds_have_the_names_of_the_book() -> None:
    assert [world.names["fr"] for world in cards_of_tests().worlds] == [
        "Kernault",
        "L'Autre monde gaulois",
        "La Chasse merveilleuse",
        "La Clairière aux fées",
        "De l'autre côté du miroir",
        "La Terre du Milieu",
        "La Crypte de l'effroi",
        "À travers le multivers",
        "Conan et dragons",
    ]


# K3


@pytest.mark.clause("K3")
@pytest.mark.parametrize("seed", range(10))
def test_kernault_lies_in_the_middle_and_each_other_world_somewhere_around_it(seed: int) -> None:
    worlds = new_game(2, seed).position.worlds
    assert [len(row) for row in worlds] == [3, 3, 3]
    assert worlds[1][1] == "kernault"
    assert sorted(world for row in worlds for world in row) == sorted(ALL_WORLDS)


@pytest.mark.clause("K3")
def test_every_world_may_lie_at_every_place_around() -> None:
    seen_there: dict[int, set[str]] = {}
    for seed in range(200):
        laid = [world for row in new_game(2, seed).position.worlds for world in row]
        for place, world in enumerate(laid):
            seen_there.setdefault(place, set()).add(world)
    others = set(ALL_WORLDS) - {"kernault"}
    assert seen_there == {place: {"kernault"} if place == 4 else others for place in range(9)}


@pytest.mark.clause("K3")
def test_at_the_start_all_worlds_lie_face_down_but_kernault_and_where_pawns_stand() -> None:
    for players, open_worlds in ((2, 2), (3, 2), (4, 3), (5, 3)):
        table = new_game(players)
        standing = {table.world(seat) for seat in range(players)}
        assert set(table.face_up) == {"kernault"} | standing
        assert len(table.face_up) == open_worlds


# K4


@pytest.mark.clause("K4")
def test_each_world_has_a_pile_of_its_own_cards_and_kernault_has_none() -> None:
    cards = cards_of_tests()
    table = new_game(5)
    for world in cards.worlds[1:]:
        own = sorted(card.id for card in cards.discoveries if card.world == world.number)
        assert sorted(table.pile(world.id)) == own
    assert set(table.position.piles) == set(ALL_WORLDS) - {"kernault"}
    assert [table.hand(seat) for seat in range(5)] == [[]] * 5


@pytest.mark.clause("K4")
def test_the_piles_are_shuffled() -> None:
    for world in set(ALL_WORLDS) - {"kernault"}:
        tops = {new_game(2, seed).pile(world)[0] for seed in range(100)}
        assert len(tops) == 8


@pytest.mark.clause("K4")
@pytest.mark.parametrize("observer", [0, 1, NOBODY])
def test_the_piles_lie_face_down(observer: int) -> None:
    table = new_game(2)
    for world in set(ALL_WORLDS) - {"kernault"}:
        assert table.known_pile(observer, world) == [None] * 8


# K5


@pytest.mark.clause("K5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_is_dealt_two_characters_and_nobody_the_same(players: int) -> None:
    table = new_game(players)
    dealt = [character for player in table.position.players for character in player.dealt]
    assert [len(player.dealt) for player in table.position.players] == [2] * players
    assert len(set(dealt)) == 2 * players


@pytest.mark.clause("K5")
def test_any_character_may_be_dealt() -> None:
    dealt = {character for seed in SEEDS for character in new_game(2, seed).player(0).dealt}
    assert dealt == {reader.id for reader in cards_of_tests().readers}


@pytest.mark.clause("K5")
@pytest.mark.parametrize("kept", [0, 1])
def test_one_is_kept_and_the_other_put_aside(kept: int) -> None:
    table = new_game(3, starting_seat=0)
    dealt = table.player(0).dealt
    assert table.legal() == [choose(character) for character in dealt]
    table.play(choose(dealt[kept]))
    assert table.character(0) == dealt[kept]
    assert table.player(0).aside == dealt[1 - kept]
    assert table.player(0).dealt == ()
    assert not table.revealed(0)


@pytest.mark.clause("K5")
def test_nobody_keeps_a_character_that_was_not_dealt_to_them() -> None:
    table = new_game(2, starting_seat=0)
    for character in table.player(1).dealt:
        assert table.refused(choose(character))


@pytest.mark.clause("K5")
def test_all_choose_one_after_the_other_from_the_first_player_and_then_play_begins() -> None:
    table = new_game(4, starting_seat=2)
    asked = []
    while table.decision == "choose_character":
        asked.append(table.to_act)
        table.play(table.legal()[1])
    assert asked == [2, 3, 0, 1]
    assert (table.turn, table.to_act, table.actions_left, table.decision) == (2, 2, 2, "action")


@pytest.mark.clause("K5", "K29")
def test_what_is_dealt_and_kept_is_secret() -> None:
    table = new_game(2, starting_seat=0)
    dealt = table.player(0).dealt
    assert table.view(0)["players"][0]["dealt"] == list(dealt)
    assert "dealt" not in table.view(0)["players"][1]
    for observer in (1, NOBODY):
        assert "dealt" not in table.view(observer)["players"][0]
    events = table.play(choose(dealt[0]))
    assert seen(events, 0, "choose") == [{"event": "choose", "seat": 0, "character": dealt[0]}]
    for observer in (1, NOBODY):
        assert seen(events, observer, "choose") == [{"event": "choose", "seat": 0}]
        assert table.view(observer)["players"][0]["character"] is None
        assert dealt[0] not in str(table.view(observer))
        assert dealt[1] not in str(table.view(observer))


# K6


@pytest.mark.clause("K6")
@pytest.mark.parametrize("players", [2, 3])
def test_two_or_three_pawns_start_on_one_world_that_shares_a_side_with_kernault(players: int) -> None:
    starts = set()
    for seed in SEEDS:
        table = new_game(players, seed)
        places = {table.place(seat) for seat in range(players)}
        assert len(places) == 1
        starts |= places
    assert starts == BESIDE_KERNAULT


@pytest.mark.clause("K6")
@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("starting_seat", [0, 1])
def test_with_four_or_five_the_second_and_fourth_start_opposite_whoever_begins(
    players: int, starting_seat: int
) -> None:
    starts = set()
    for seed in SEEDS:
        table = new_game(players, seed, starting_seat=starting_seat)
        start = table.place(0)
        starts.add(start)
        assert [table.place(seat) for seat in range(players)] == [start, 8 - start, start, 8 - start, start][:players]
    assert starts == BESIDE_KERNAULT


@pytest.mark.clause("K6")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_worlds_of_the_start_are_turned_face_up(players: int) -> None:
    table = new_game(players)
    assert {table.world(seat) for seat in range(players)} <= set(table.face_up)


# K7


@pytest.mark.clause("K7")
@pytest.mark.parametrize("starting_seat", [0, 1, 2, 3, 4])
def test_the_host_may_name_the_first_player(starting_seat: int) -> None:
    table = new_game(5, starting_seat=starting_seat)
    choose_all(table)
    assert table.position.starting_seat == starting_seat
    assert table.turn == starting_seat


@pytest.mark.clause("K7")
def test_else_the_first_player_is_drawn_by_lot() -> None:
    assert {new_game(5, seed).position.starting_seat for seed in SEEDS} == {0, 1, 2, 3, 4}


@pytest.mark.clause("K7")
def test_play_goes_clockwise() -> None:
    table = new_game(4, starting_seat=2)
    choose_all(table)
    turns = []
    for _ in range(6):
        turns.append(table.turn)
        table.play({"do": "pass"})
    assert turns == [2, 3, 0, 1, 2, 3]
