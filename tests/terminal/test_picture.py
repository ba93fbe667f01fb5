"""The table as plain text: `print(game)`."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

import worldgates as wg
from worldgates.bots import decide
from worldgates.bots.ladder import make_policy
from worldgates.core.chance import FastChance
from worldgates.core.text import LANGUAGES
from worldgates.terminal.picture import table_text

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")


def in_the_middle(game: str, players: int, actions: int = 60) -> wg.Game:
    """A game in which every player holds something that others do not know."""
    for seed in range(100):
        begun = wg.new(game, players=NAMES[:players], seed=seed)
        policy = make_policy("greedy", game, FastChance.seeded(seed))
        for _ in range(actions):
            if not begun.over:
                begun.play_number(decide(policy, begun.table))
        hands = [begun.view(seat).players[seat].hand for seat in range(players)]
        hidden = [len(player.hand) < player.hand_size for player in begun.view().players]
        if not begun.over and all(hands) and all(hidden):
            return begun
    raise AssertionError(game)


def hands(game: wg.Game) -> list[list[str]]:
    """What each hand looks like on the page: pearls, or names of cards."""
    text = game.type.text("en")
    own = [game.view(seat).players[seat].hand for seat in range(len(game.players))]
    if game.name == "molthar":
        return [["  ".join(str(pearl).rstrip("*") for pearl in hand)] for hand in own]
    return [[text.card(card) for card in hand] for hand in own]


def rows(text: str) -> str:
    """The text in one line, so that wrapped names are found."""
    return " ".join(text.split())


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("game", ["molthar", "clef"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_text_is_plain_and_fits(game: str, players: int, language: str, width: int) -> None:
    table = in_the_middle(game, players)
    for seat in (None, *range(players)):
        shown = table.to_text(seat, language, width)
        assert all(name in shown for name in NAMES[:players])
        assert all(cell_len(line) <= width and line == line.rstrip() for line in shown.splitlines())
        assert all(letter.isprintable() for letter in shown.replace("\n", ""))
        assert "\xa0" not in shown


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_without_a_seat_all_hands_are_open(game: str, players: int) -> None:
    table = in_the_middle(game, players)
    assert str(table) == table.to_text() == table_text(table, table.open_view(), "en", 80)
    for hand in hands(table):
        assert all(" ".join(card.split()) in rows(str(table)) for card in hand)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_with_a_seat_nothing_hidden_is_shown(game: str, players: int) -> None:
    """Games that differ only in what a seat cannot know look the same to it, and not to somebody who sees all hands."""
    table, different = in_the_middle(game, players), False
    for seat in range(players):
        imagined = [table.imagine(seat, seed) for seed in range(8)]
        assert {each.to_text(seat) for each in imagined} == {table.to_text(seat)}
        different |= len({str(each) for each in imagined}) > 1
        assert all(" ".join(card.split()) in rows(table.to_text(seat)) for card in hands(table)[seat])
    assert different


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_a_spectator_sees_no_hand(game: str) -> None:
    table = in_the_middle(game, 2)
    shown = {table_text(each, each.view(), "en", 80) for each in [table.imagine(None, seed) for seed in range(8)]}
    assert shown == {table_text(table, table.view(), "en", 80)}


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_a_finished_game_can_be_printed(game: str) -> None:
    table = wg.new(game, players=NAMES[:2], seed=3)
    policy = make_policy("greedy", game, FastChance.seeded(3))
    while not table.over:
        table.play_number(decide(policy, table.table))
    assert all(name in str(table) for name in NAMES[:2])
