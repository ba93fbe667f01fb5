"""Every legal action of La clef des mondes can be put together on the page, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from client_fixtures import Client

import worldgates as wg
from worldgates.clef import GoHome
from worldgates.core import formats

pytestmark = pytest.mark.xdist_group("client")

GAMES = 20
MOST_DECISIONS = 200
KINDS = {
    "accept",
    "answer",
    "choose_character",
    "discard",
    "draw",
    "effect",
    "go_home",
    "offer",
    "pass",
    "pick",
    "react",
    "reveal",
    "travel",
}


def near_home() -> wg.Game[Any]:
    """A game in which somebody can go home: it is played by bots until then."""
    game = wg.new("clef", players=["Ada", "Bo"], seed=3)
    while not any(isinstance(action, GoHome) for action in game.legal_actions):
        game.play(wg.hint(game, "easy").action)
    return game


def decision(game: wg.Game[Any]) -> bytes:
    """What the seat that decides sees, and what it may do."""
    choices = [{"action": each, "text": ""} for each in game.legal_actions]
    return formats.write({"view": game.view(game.seat), "choices": choices})


def decisions(seed: int) -> Iterator[bytes]:
    """Each decision of a game that is played at random."""
    random = Random(seed)
    options = {"reveal_while_paying": seed % 5 == 0}
    game = wg.new("clef", players=["Ada", "Bo", "Cleo", "Dan", "Eve"][: 2 + seed % 4], seed=seed, options=options)
    for _ in range(MOST_DECISIONS):
        if game.over:
            return
        yield decision(game)
        game.play(random.choice(game.legal_actions))


def test_every_legal_action_can_be_put_together(client: Client, tmp_path: Path) -> None:
    lines = [decision(near_home()), *(line for seed in range(1, GAMES + 1) for line in decisions(seed))]
    assert len(lines) > 2000
    states = tmp_path / "states.jsonl"
    states.write_bytes(b"\n".join(lines))
    done = client.run("node", "harness/clef_reach.mjs", str(states))
    assert done.returncode == 0, done.stdout
    reached = done.stdout.splitlines()[-1].split()
    assert set(reached) == KINDS
