"""The search: the same everywhere, honest about what it found, and stronger than what it builds on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import worldgates as wg
from worldgates.api.bot import turn_at
from worldgates.bots.candidates import outlook, search_turn
from worldgates.bots.ladder import make_policy, make_search
from worldgates.bots.levels import Work
from worldgates.bots.policy import decide
from worldgates.bots.search import Search
from worldgates.bots.weights import Weights, make_guide, read_weights, shipped_weights
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import NAMES, Games

CHOICES = """
from worldgates.bots.ladder import make_search
from worldgates.bots.levels import Work
from worldgates.bots.policy import decide
from worldgates.core import table as engine
from worldgates.core.chance import FastChance
from worldgates.core.gametype import NAMES, Games
print("plain" if engine.__file__.endswith(".py") else "compiled")
for name in NAMES:
    for seed in range(3):
        table = Games().get(name).new_table(2 + seed, FastChance.seeded(seed))
        policy = make_search(Games().get(name), Work(16, 4, 24), FastChance.seeded(9))
        for step in range(8):
            action = decide(policy, table)
            print(name, seed, action, policy.chance.word())
            table.play(action)
"""


def choices(pure: bool) -> list[str]:
    environment = {key: value for key, value in os.environ.items() if key != "WORLDGATES_PURE"}
    if pure:
        environment["WORLDGATES_PURE"] = "1"
    done = subprocess.run([sys.executable, "-c", CHOICES], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.slow
def test_choices_are_the_same_compiled_or_not() -> None:
    first, *plain = choices(pure=True)
    assert first == "plain"
    assert choices(pure=False)[1:] == plain


@pytest.mark.parametrize("game", NAMES)
def test_games_are_the_same_whatever_the_number_of_processes(game: str) -> None:
    results = [
        wg.match(game, ["search:8", "easy"], games=8, seed=3, max_rounds=10, processes=number) for number in (1, 3)
    ]
    assert results[0].wins == results[1].wins
    assert results[0].rounds == results[1].rounds


@pytest.mark.parametrize("game", NAMES)
def test_a_search_does_the_work_of_its_level(game: str) -> None:
    type = Games().get(game)
    for players in (2, 3, 5):
        search = make_search(type, Work(40, 2, 100), FastChance.seeded(1))
        table = type.new_table(players, FastChance.seeded(2))
        while len(table.actions()) < 3:
            table.play_listed(0)
        search.search(table.imagine(table.to_act, FastChance.seeded(3)), True)
        most = 40 if players == 2 else 100
        assert most * 2 // 3 <= search.played <= most


@pytest.mark.parametrize("game", NAMES)
def test_a_search_says_what_it_found(game: str) -> None:
    for seed in range(4):
        begun = wg.new(game, players=2 + seed % 3, seed=seed)
        policy = make_policy("easy", game, FastChance.seeded(seed))
        for _ in range(12 * seed):
            if not begun.over:
                begun.play_number(decide(policy, begun.table))
        assert not begun.over
        if len(begun.legal_actions) == 1:
            continue
        turn = turn_at(begun.type, begun.table, begun.players, seed=5)
        found = search_turn(turn, "search:60")
        assert found[0].action in begun.legal_actions
        assert len({each.action for each in found}) == len(found)
        for each in found:
            assert len(each.chances) == len(begun.players)
            assert each.worlds == 0 or sum(each.chances) == pytest.approx(1.0)
        # The choice is that of the bot of this name.
        policy = make_policy("search:60", begun.type, FastChance.seeded(5))
        assert begun.type.decode(turn._table, policy.choose(turn._table)) == found[0].action
        every = search_turn(turn, "search:60", thorough=True)
        assert {each.action for each in every} == set(begun.legal_actions)
        assert all(each.worlds > 0 for each in every)
        assert sum(outlook(begun.type, turn._table)) == pytest.approx(1.0)


def test_only_levels_that_search_can_be_asked_what_they_found() -> None:
    begun = wg.new("molthar", seed=1)
    with pytest.raises(FormatError, match="medium, hard, expert or search:N"):
        search_turn(turn_at(begun.type, begun.table, begun.players, seed=5), "easy")


@pytest.mark.parametrize(("game", "level"), [*((game, "") for game in NAMES), ("molthar", "medium")])
def test_the_shipped_weights_say_how_they_were_made(game: str, level: str) -> None:
    weights = shipped_weights(game, level)
    assert weights.game == game
    assert set(weights.outlook) == set(make_guide(weights).feature_names())
    assert weights.cards == Games().get(game).edition
    assert any(made.command.startswith(f"worldgates train {game}") for made in weights.made)
    for made in weights.made:
        assert made.seed >= 0
        assert made.date >= "2026"


def test_a_level_uses_its_own_weights_if_it_has_some() -> None:
    assert shipped_weights("molthar", "medium") != shipped_weights("molthar")
    assert shipped_weights("molthar", "hard") == shipped_weights("molthar")
    table = Games().get("molthar").new_table(2, FastChance.seeded(1))
    table.seats[0].points = 3  # type: ignore[attr-defined]
    for level in ("medium", "hard"):
        policy = make_policy(level, "molthar", FastChance.seeded(1))
        assert isinstance(policy, Search)
        expected = make_guide(shipped_weights("molthar", level)).outlook(table)
        assert list(policy.guide.outlook(table)) == list(expected)


def test_weights_of_another_game_or_none_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    with pytest.raises(FormatError, match="cannot be read"):
        read_weights(file, "clef")
    file.write_text(Weights("molthar").to_json())
    with pytest.raises(FormatError, match="is for molthar"):
        read_weights(file, "clef")
    file.write_text("{}")
    with pytest.raises(FormatError, match="does not contain weights"):
        read_weights(file, "clef")
