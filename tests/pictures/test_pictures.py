"""Pictures of a table: sound SVG, drawn from a view alone, with everything in its place."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import msgspec
import pytest
from picture_boxes import SVG, canvas, labels, misplaced, parse

import worldgates as wg
from worldgates.clef import GAME as CLEF
from worldgates.clef.cardlist import DiscoveryCard, ReaderCard, WorldCard
from worldgates.core.shapes import View
from worldgates.core.text import LANGUAGES
from worldgates.molthar import GAME as MOLTHAR
from worldgates.pictures import svg
from worldgates.pictures.drawing import GOLD
from worldgates.pictures.fonts import ELLIPSIS, width

GAMES = ("molthar", "clef")
TABLES = [(name, players) for name in GAMES for players in (2, 3, 4, 5)]
NAMES = ("Ada", "Bruno", "Chiara di Montefeltro", "Dario", "Elsa")
# What is worth doing brings more onto the table than chance alone.
WORTH_DOING = ("activate", "go_home", "choose_character", "reveal", "place", "draw")
REPLACE: Any = msgspec.structs.replace


@cache
def game_at(name: str, players: int, steps: int, seed: int = 5) -> wg.Game:
    """A game after some steps, or at its end."""
    game, chance = wg.new(name, players=NAMES[:players], seed=seed), random.Random(seed)
    for _ in range(steps):
        if game.over:
            break
        actions = game.legal_actions
        good = [action for action in actions if action.to_dict()["do"] in WORTH_DOING]
        game.play(chance.choice(good if good and chance.random() < 0.5 else actions))
    return game


def view_of(name: str, players: int, steps: int = 60) -> Any:
    return game_at(name, players, steps).open_view()


def changed(view: Any, **players: Any) -> Any:
    """A view in which something is different for all players."""
    return REPLACE(view, players=tuple(REPLACE(player, **players) for player in view.players))


def type_of(view: View) -> Any:
    return MOLTHAR if isinstance(view, MOLTHAR.view_type) else CLEF


def words_on(picture: str) -> list[str]:
    return [label.words for label in labels(parse(picture))]


# Sound SVG.


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_stands_alone(name: str) -> None:
    picture = svg(view_of(name, 3), type_of(view_of(name, 3)))
    root = parse(picture)
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    references = re.findall(r'href="([^"]*)"|url\(([^)]*)\)', picture)
    assert len(references) > 20
    assert {(one or other).removeprefix("#") for one, other in references} <= set(ids)
    assert all((one or other).startswith("#") for one, other in references)
    assert picture.count("http") == 1  # the name space
    assert not {element.tag for element in root.iter()} & {f"{SVG}{tag}" for tag in ("script", "style", "image", "a")}


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_defined_that_is_not_drawn(name: str) -> None:
    picture = svg(view_of(name, 2), type_of(view_of(name, 2)))
    defined = [element.attrib["id"] for element in parse(picture).findall(f"{SVG}defs/*")]
    assert [one for one in defined if f"#{one}" not in picture] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_has_a_name_and_a_description(name: str) -> None:
    game = game_at(name, 3, 60)
    root = parse(svg(game.view(), game.type, "fr"))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert title.text == game.type.text("fr").title()
    assert all(player in (description.text or "") for player in NAMES[:3])
    assert root.attrib["aria-labelledby"] == f"{title.attrib['id']} {description.attrib['id']}"


def test_pictures_on_one_page_share_no_ids() -> None:
    pictures = [svg(view_of(name, players), type_of(view_of(name, players))) for name, players in TABLES]
    seen: set[str] = set()
    for picture in pictures:
        ids = set(re.findall(r' id="([^"]+)"', picture))
        assert not ids & seen
        seen |= ids


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_follows_from_its_view(name: str) -> None:
    view = view_of(name, 4)
    again = type(view).from_json(view.to_json())
    assert svg(view, type_of(view)) == svg(again, type_of(view))


def test_there_is_no_picture_of_another_view() -> None:
    class Other(View, frozen=True, tag="other"):
        pass

    with pytest.raises(TypeError, match="no picture"):
        svg(Other(), MOLTHAR)


def test_a_notebook_shows_the_open_table() -> None:
    game = game_at("clef", 2, 30)
    assert game._repr_html_() == svg(game.open_view(), game.type)
    assert game.to_svg(seat=1, language="it") == svg(game.view(1), game.type, "it")


HOSTILE = (
    "<script>alert(1)</script>",
    '"><image href="http://example.org/x"/>',
    "]]> &amp; &#0; '",
    "\0\x07\x1b[31m\ud800\ufffe",
    "\u202etxet",
    "a" + "\u0301" * 50,
    "",
    "   ",
    "W" * 300,
    "🐉" * 40,
    "漢字かな" * 20,
    "$\\frac{1}{2}$",
)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("hostile", HOSTILE, ids=ascii)
def test_a_hostile_name_is_only_a_name(name: str, hostile: str) -> None:
    view = changed(view_of(name, 5), name=hostile)
    picture = svg(view, type_of(view))
    plain = svg(view_of(name, 5), type_of(view))
    tags = {element.tag for element in parse(picture).iter()}
    assert tags <= {element.tag for element in parse(plain).iter()}
    assert misplaced(picture) == []
    assert "\u202e" not in picture
    assert "\u0301" * 3 not in picture


# From a view and nothing else.


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("steps", [5, 60, 150])
def test_hidden_cards_do_not_show(name: str, players: int, steps: int) -> None:
    game = game_at(name, players, steps)
    for seat in (*range(players), None):
        shown = svg(game.view(seat), game.type)
        for seed in range(3):
            twin = game.imagine(seat, seed)
            assert svg(twin.view(seat), twin.type) == shown


@pytest.mark.parametrize("name", GAMES)
def test_a_twin_is_another_table(name: str) -> None:
    """So that the test above can fail: with open hands the twin of a table looks different."""
    different = 0
    # At some moments a seat knows nearly everything.
    for moment in (20, 30, 40, 50):
        game = game_at(name, 4, moment)
        twins = {svg(game.imagine(0, seed).open_view(), game.type) for seed in range(1, 5)}
        different += bool(twins - {svg(game.open_view(), game.type)})
    assert different > 0


@pytest.mark.parametrize("name", GAMES)
def test_unknown_cards_of_a_hand_are_backs(name: str) -> None:
    view = view_of(name, 2)
    unknown = changed(view, hand=(), hand_size=4)
    backs = {"molthar": "back-pearl", "clef": "lock"}[name]
    none = changed(view, hand=(), hand_size=0)
    assert count(svg(unknown, type_of(view)), backs) - count(svg(none, type_of(view)), backs) == 8


def count(picture: str, name: str) -> int:
    """How often a symbol or a gradient is drawn on the picture itself."""
    drawn = picture.partition("</defs>")[2]
    return len(re.findall(rf"#wg\w+-{name}\b(?!-)", drawn))


# What it shows.


def test_candles_are_the_actions_of_the_turn() -> None:
    view = wg.new("molthar", players=2, seed=3).view()
    turn = REPLACE(view.turn, actions_left=2, actions_taken=1)
    picture = svg(REPLACE(view, turn=turn), MOLTHAR)
    cards = sum(count(picture, f"candle-{state}") for state in ("lit", "out"))
    base = svg(REPLACE(view, turn=REPLACE(turn, actions_left=0, actions_taken=0)), MOLTHAR)
    assert cards - sum(count(base, f"candle-{state}") for state in ("lit", "out")) == 3
    assert count(picture, "candle-out") == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_seat_that_decides_stands_out(name: str) -> None:
    view = view_of(name, 4)
    for seat in range(4):
        chosen = REPLACE(view, decision=REPLACE(view.decision, seat=seat))
        root = parse(svg(chosen, type_of(view)))
        framed = [
            group
            for group in root.iter(f"{SVG}g")
            if len(group) and group[0].tag == f"{SVG}rect" and group[0].attrib.get("stroke-width") == "2.5"
        ]
        assert len(framed) == 1
        assert framed[0][0].attrib["stroke"] == GOLD
        drawn = " ".join(framed[0].itertext())
        assert all(part in drawn for part in NAMES[seat].split())


def test_the_last_round_and_the_victory_are_told() -> None:
    game = game_at("molthar", 2, 5000)
    assert game.over
    view = game.view()
    words = " ".join(words_on(svg(view, MOLTHAR)))
    assert "the last one" in words
    assert "wins with" in words or "share the victory" in words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("payoffs", "framed"), [((0.0, 1.0), 1), ((0.5, 0.5), 0)])
def test_who_came_home_is_told(payoffs: tuple[float, ...], framed: int, language: str) -> None:
    view = view_of("clef", 2)
    over = REPLACE(view, decision=REPLACE(view.decision, seat=None, what="over"), payoffs=payoffs)
    picture = svg(over, CLEF, language)
    tr = CLEF.text(language).words.translate
    reported = tr("{player} has come home and wins.", player="Bruno") if framed else tr("Nobody got home.")
    assert reported in words_on(picture)
    assert misplaced(picture) == []
    assert picture.count('stroke-width="2.5"') == framed


def test_market_pearls_and_the_swap_symbol() -> None:
    view = wg.new("molthar", players=2, seed=3).view()
    plain = REPLACE(view, pearls=REPLACE(view.pearls, market=(1, 2, 8, None), discard=()))
    marked = REPLACE(view, pearls=REPLACE(view.pearls, market=(1, 2, 8, "5*"), discard=()))
    assert count(svg(marked, MOLTHAR), "card-5") == count(svg(plain, MOLTHAR), "card-5") + 1
    assert count(svg(marked, MOLTHAR), "swap") == count(svg(plain, MOLTHAR), "swap") + 1


def test_a_known_top_character_lies_on_the_pile() -> None:
    view = wg.new("molthar", players=2, seed=3).view(0)
    known = REPLACE(view, characters=REPLACE(view.characters, top="unicorn"))
    assert "Unicorn" in words_on(svg(known, MOLTHAR))


def test_closed_worlds_are_doors() -> None:
    game = wg.new("clef", players=2, seed=3)
    view = game.view()
    closed = sum(world is None for row in view.worlds for world in row)
    assert closed > 0
    opened = REPLACE(view, worlds=tuple(tuple(world or "conan" for world in row) for row in view.worlds), piles={})
    hidden = REPLACE(view, piles={})
    assert count(svg(hidden, CLEF), "lock") - count(svg(opened, CLEF), "lock") == closed


def test_players_with_one_initial_have_numbers() -> None:
    words = words_on(svg(wg.new("clef", players=3, seed=3).view(), CLEF))
    assert {"1", "2", "3"} <= set(words)
    assert "P" not in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reconstruction_is_told(language: str) -> None:
    view = view_of("clef", 2)
    assert CLEF.text(language).note() in words_on(svg(view, CLEF, language))


# Everything in its place.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("steps", [0, 40, 200, 5000])
def test_everything_has_its_place(name: str, players: int, language: str, steps: int) -> None:
    game = game_at(name, players, steps)
    for view in (game.open_view(), game.view(0), game.view()):
        picture = svg(view, game.type, language)
        assert misplaced(picture) == []
        assert canvas(parse(picture)).right == 900


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 5])
def test_every_character_fits_and_is_whole(players: int, language: str) -> None:
    view = view_of("molthar", players)
    for card in MOLTHAR.cards(language):
        characters = REPLACE(view.characters, market=(card.id, card.id), top=card.id)
        shown = changed(
            REPLACE(view, characters=characters), name="Ada", portal=(card.id, card.id), activated=(card.id,) * 3
        )
        picture = svg(shown, MOLTHAR, language)
        assert misplaced(picture) == []
        words = words_on(picture)
        assert [word for word in words if word.endswith(ELLIPSIS) and word != "+…"] == []
        assert card.text in " ".join(words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_discovery_and_reader_fits_and_is_whole(players: int, language: str) -> None:
    view = view_of("clef", players)
    cards = CLEF.cards(language)
    discoveries = [card.id for card in cards if isinstance(card, DiscoveryCard)]
    readers = [card.id for card in cards if isinstance(card, ReaderCard)]
    for first in range(0, len(discoveries), 5):
        hand = tuple(discoveries[first : first + 5])
        reader = readers[first // 5 % len(readers)]
        shown = changed(
            view, name="Ada", hand=hand, hand_size=len(hand), character=reader, shielded=False, turns_to_miss=0
        )
        picture = svg(shown, CLEF, language)
        assert misplaced(picture) == []
        assert [word for word in words_on(picture) if word.endswith(ELLIPSIS)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_world_fits_and_is_whole(language: str) -> None:
    view = view_of("clef", 2)
    worlds = [card for card in CLEF.cards(language) if isinstance(card, WorldCard)]
    names = [world.id for world in worlds]
    shown = REPLACE(view, worlds=(tuple(names[:3]), tuple(names[3:6]), tuple(names[6:])))
    picture = svg(changed(shown, place=4), CLEF, language)
    assert misplaced(picture) == []
    words = " ".join(words_on(picture))
    assert all(world.name in words for world in worlds)


def test_a_crowded_table_of_molthar_fits() -> None:
    """All pearls in the discard pile, long hands, all characters activated."""
    view = view_of("molthar", 5)
    activated = tuple(card.id for card in MOLTHAR.cards("en")) * 2
    crowded = changed(
        view,
        hand=tuple(range(1, 9)) * 2,
        hand_size=20,
        activated=activated,
        bonus=3,
        points=99,
        diamonds=("goblin",) * 12,
    )
    crowded = REPLACE(
        crowded,
        pearls=REPLACE(view.pearls, discard=tuple(range(1, 9)) * 7),
        turn=REPLACE(view.turn, actions_left=9, actions_taken=9),
    )
    assert misplaced(svg(crowded, MOLTHAR, "fr")) == []


def test_a_crowded_table_of_clef_fits() -> None:
    """Everybody in one world, and more cards than a hand may hold."""
    view = view_of("clef", 5)
    hand = tuple(card.id for card in CLEF.cards("fr") if isinstance(card, DiscoveryCard))[:8]
    piles = dict.fromkeys(view.piles, (None,) * 20)
    crowded = REPLACE(changed(view, place=4, hand=hand, hand_size=10, shielded=True, turns_to_miss=3), piles=piles)
    assert misplaced(svg(crowded, CLEF, "fr")) == []


def test_the_check_sees_a_text_that_leaves_its_box() -> None:
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><g><rect x="0" y="0" width="30" height="30"/>'
        '<text x="2" y="20" font-size="10">far too long</text><text x="2" y="22" font-size="10">b</text></g></svg>'
    )
    assert len(misplaced(picture)) == 2
    assert width("far too long", 10) > 30
