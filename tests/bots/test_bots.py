from __future__ import annotations

from collections import Counter

import pytest

from worldgates.bots.ladder import BOTS, bot_named, make_policy
from worldgates.bots.policy import decide
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import NAMES, Games
from worldgates.lab.simulate import make_plan, play_games
from worldgates.molthar import GAME, Table


def test_greedy_wins_more_than_95_percent_against_random() -> None:
    tally = play_games(make_plan("molthar", ("greedy", "random"), 400, 1), 0, 400)
    assert tally.unfinished == 0
    assert tally.wins[0] / tally.games > 0.95


def test_greedy_uses_every_kind_of_action() -> None:
    used: Counter[type] = Counter()
    for seed in range(150):
        table = Table.new(3, seed)
        policies = [make_policy("greedy", "molthar", FastChance.branch(seed, 1 + seat)) for seat in range(3)]
        while not table.over:
            action = decide(policies[table.to_act], table)
            used[type(GAME.decode(table, action))] += 1
            table.play(action)
    assert len(used) == 14, used


# How many decisions of each bot are compared: a level does the same work for each, however strong it is.
COMPARED = {"beginner": 500, "easy": 500, "random": 500, "search:16": 120, "medium": 24, "hard": 8, "expert": 2}


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("name", COMPARED)
@pytest.mark.parametrize("players", [2, 4])
def test_a_bot_decides_the_same_whatever_it_cannot_see(game: str, name: str, players: int) -> None:
    most = COMPARED[name] // (1 if players == 2 else 2)
    asked = 0
    for seed in range(12):
        table = Games().get(game).new_table(players, FastChance.seeded(seed))
        going_on = FastChance.branch(seed, 9)
        in_this_game = 0
        while not table.over and asked < most and in_this_game <= most // 6:
            actions = table.legal()
            # Few decisions are spread over the whole of a game.
            if len(actions) > 1 and going_on.below(1 + 120 // most) == 0:
                other = table.imagine(table.to_act, FastChance.branch(seed, 10))
                other.chance = FastChance.branch(seed, 11)
                one_choice = decide(make_policy(name, game, FastChance.branch(asked, 1)), table)
                # The bot draws the same chance: all that differs is hidden from it.
                other_choice = decide(make_policy(name, game, FastChance.branch(asked, 1)), other)
                assert one_choice == other_choice
                asked += 1
                in_this_game += 1
            table.play(actions[going_on.below(len(actions))])
    assert asked >= min(most, 200)


def test_every_bot_of_the_ladder_is_compared() -> None:
    assert set(BOTS) < set(COMPARED)


def test_greedy_is_the_former_name_of_easy() -> None:
    for seed in range(3):
        table = Table.new(2, seed)
        choices = {decide(make_policy(name, "molthar", FastChance.seeded(1)), table) for name in ("greedy", "easy")}
        assert len(choices) == 1
    assert bot_named("greedy").name == "greedy"


@pytest.mark.parametrize("name", ["search:0", "search:", "search:many", "search:-5", "search:1000001"])
def test_a_search_has_a_sensible_number_of_playouts(name: str) -> None:
    with pytest.raises(FormatError):
        bot_named(name)


def test_an_unknown_bot_is_refused_with_the_list_of_those_there_are() -> None:
    with pytest.raises(FormatError, match="hard, expert, random, search:N"):
        bot_named("genius")
