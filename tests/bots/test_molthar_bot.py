"""The greedy bot for Molthar: what it does when the end of the game is known."""

from __future__ import annotations

from worldgates.bots.ladder import make_policy
from worldgates.bots.policy import decide
from worldgates.core.chance import FastChance
from worldgates.molthar import GAME, Activate, Table
from worldgates.molthar.cards import CHARACTERS


def improves(table: Table, action: Activate) -> bool:
    """Whether an activation gains points, or leaves more diamonds than before, which break ties."""
    character = CHARACTERS[table.seats[action.seat].portal(action.slot)]
    return character.points > 0 or character.diamonds > action.diamonds


def test_at_its_last_action_it_activates_whatever_counts() -> None:
    possible = 0
    for seed in range(300):
        table = Table.new(3, seed, wisp_owner_waits=seed % 2 == 0)
        bots = [make_policy("greedy", "molthar", FastChance.branch(seed, 1 + number)) for number in range(3)]
        while not table.over:
            action = decide(bots[table.to_act], table)
            if table.final_round and table.actions_left == 1 and table.decision() == 0:
                legal = [each for each in GAME.legal(table) if isinstance(each, Activate) and improves(table, each)]
                if legal:
                    possible += 1
                    assert GAME.decode(table, action) in legal, (seed, legal)
            table.play(action)
    assert possible > 150
