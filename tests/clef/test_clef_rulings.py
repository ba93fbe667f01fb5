"""Rulings that positions and card sets bring out: sides without a key (K9), first turn and characters aside (K5)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clef_build import CARDS, LaidWorlds, at_worlds, choose, go_home, new_game, seat, travel

from worldgates.bots.ladder import make_policy
from worldgates.bots.policy import decide
from worldgates.clef.cards import CardSet
from worldgates.clef.cardset import check, load
from worldgates.clef.text import ClefText
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError


def set_with(folder: Path, world: str, side: str, key: str) -> Path:
    """The set of the tests, with another key on a side of a world."""
    for file in CARDS.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        if file.name == "worlds.toml":
            text = re.sub(rf'(id = "{world}"\n(?:.+\n)*?keys = .*{side} = )"\w+"', rf'\g<1>"{key}"', text, count=1)
        (folder / file.name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def closed(tmp_path: Path) -> CardSet:
    """The Gaulish Otherworld has no key on its right side."""
    return load(set_with(tmp_path, "gaulois", "right", "none"))


# K9

# The Otherworld above Kernault, and to its left.
ABOVE = [["miroir", "gaulois", "clairiere"], ["chasse", "kernault", "milieu"], ["crypte", "multivers", "conan"]]
LEFT = [["miroir", "chasse", "clairiere"], ["gaulois", "kernault", "milieu"], ["crypte", "multivers", "conan"]]
HAND = ["torque", "epieu", "chaudron", "herbier", "cor"]


@pytest.mark.clause("K9")
def test_a_side_without_a_key_is_no_way_out_nor_are_its_two_corners(closed: CardSet) -> None:
    everywhere = {action["to"] for action in at_worlds(seat("gaulois", HAND), seat(), worlds=ABOVE).legal("travel")}
    table = at_worlds(seat("gaulois", HAND), seat(), worlds=ABOVE, cards=closed)
    # Place 2 is to the right, 5 over the lower right corner; 0 and 3 are on the left, and home is below.
    assert everywhere == {0, 2, 3, 5}
    assert {action["to"] for action in table.legal("travel")} == {0, 3}
    for way_out in (travel(2, "chaudron"), travel(5, "chaudron", "herbier")):
        assert table.refused(way_out)
    ways = table.view(0)["explain"]["ways"]
    assert {way["place"] for way in ways} == {0, 3}


@pytest.mark.clause("K9", "K11")
def test_there_is_no_way_home_over_a_side_without_a_key(closed: CardSet) -> None:
    # The Dreamer needs love, knowledge and death; from the left the right side faces Kernault.
    hand = ["cor", "herbier", "chaudron", "elixir_de_dragon"]
    table = at_worlds(seat("gaulois", hand, "reveur"), seat(), worlds=LEFT, cards=closed)
    open_way = at_worlds(seat("gaulois", hand, "reveur"), seat(), worlds=LEFT)
    assert open_way.legal("go_home")
    assert table.legal("go_home") == []
    assert table.refused(go_home(*hand))
    assert "home" not in table.view(0)["explain"]
    # A bot plays on from there.
    for number in range(5):
        assert decide(make_policy("greedy", "clef", FastChance.branch(number, 1)), table.table) in table.table.legal()


@pytest.mark.clause("K9", "K31")
def test_a_card_set_says_where_a_world_has_no_key(tmp_path: Path, closed: CardSet) -> None:
    assert [world.id for world in closed.worlds[1:] if -1 in list(world.keys)] == ["gaulois"]
    text = ClefText("en", closed)
    assert ("Keys of its sides: top combat, right none, bottom knowledge, left magic", "K9") in text.explain("gaulois")
    assert check(tmp_path).faults == []
    for side in ("top", "bottom", "left"):
        text_of_file = (tmp_path / "worlds.toml").read_text(encoding="utf-8")
        changed = re.sub(rf'(id = "gaulois"\n(?:.+\n)*?keys = .*{side} = )"\w+"', r'\g<1>"none"', text_of_file, count=1)
        (tmp_path / "worlds.toml").write_text(changed, encoding="utf-8")
    (fault,) = check(tmp_path).faults
    assert "nobody could leave this world" in str(fault)


# K5, K7


@pytest.mark.clause("K5", "K7")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_turn_is_the_first_seats_from_the_start(first: int) -> None:
    table = new_game(3, starting_seat=first)
    for _ in range(3):
        assert table.position.turn.seat == first
        assert all(table.view(observer)["turn"]["seat"] == first for observer in (0, 1, 2, -1))
        table.play(table.legal()[0])
    assert (table.turn, table.decision) == (first, "action")


@pytest.mark.clause("K5")
def test_a_position_with_another_turn_before_all_have_chosen_is_refused() -> None:
    table = new_game(2, starting_seat=1)
    position = table.written()
    assert LaidWorlds.load(position).position == table.position
    position["turn"] = {"seat": 0, "actions_left": 0}
    with pytest.raises(FormatError, match=r"turn\.seat: until all have chosen a character this is the first seat"):
        LaidWorlds.load(position)


@pytest.mark.clause("K5", "K29")
def test_a_position_without_what_was_put_aside_leaves_it_unknown() -> None:
    table = at_worlds(seat(character="reveur"), seat(character="gothique", aside="conteur"))
    assert (table.player(0).aside, table.player(1).aside) == (None, "conteur")
    # What one seat sees does not depend on the others' hidden characters.
    other = at_worlds(seat(character="reveur"), seat(character="erudite", aside="roliste"))
    assert table.view(0)["players"][0] == other.view(0)["players"][0]
    assert table.view(0)["players"][0].get("aside") is None
    for guess in range(20):
        imagined = table.imagine(1, guess)
        assert imagined.player(0).aside is None
        assert imagined.character(0) not in ("gothique", "conteur")
        assert table.imagine(0, guess).player(1).aside not in (None, "reveur")
    assert LaidWorlds.load(table.written()).position == table.position


@pytest.mark.clause("K5")
def test_who_chooses_knows_what_was_put_aside() -> None:
    table = new_game(2, starting_seat=0)
    kept, aside = table.position.players[0].dealt
    table.play(choose(kept))
    assert table.view(0)["players"][0]["aside"] == aside
