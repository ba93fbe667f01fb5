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


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("players", [2, 4])
def test_a_bot_decides_the_same_whatever_it_cannot_see(game: str, name: str, players: int) -> None:
    asked = 0
    for seed in range(6):
        table = Games().get(game).new_table(players, FastChance.seeded(seed))
        going_on = FastChance.branch(seed, 9)
        while not table.over and asked < 3_000:
            actions = table.legal()
            if len(actions) > 1:
                other = table.imagine(table.to_act, FastChance.branch(seed, 10))
                other.chance = FastChance.branch(seed, 11)
                one_choice = decide(make_policy(name, game, FastChance.branch(asked, 1)), table)
                # The bot draws the same chance: all that differs is hidden from it.
                other_choice = decide(make_policy(name, game, FastChance.branch(asked, 1)), other)
                assert one_choice == other_choice
                asked += 1
            table.play(actions[going_on.below(len(actions))])
    assert asked > 500


def test_an_unknown_bot_is_refused_with_the_list_of_those_there_are() -> None:
    with pytest.raises(FormatError, match="greedy, random"):
        bot_named("genius")
