"""The same seed gives the same game in every process: compiled or not, whatever the seed of Python's hashes.

Run as a program, this file plays some games and prints a line for each: its number of decisions and a digest of
everything that could be seen of it.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from lively import choose

from worldgates.api.game import begin
from worldgates.core import formats, table
from worldgates.core.chance import FastChance
from worldgates.core.gametype import NAMES, Games, GameType

GAMES = {"molthar": 40, "clef": 24}
# Of every third game, and of the others.
OPTIONS: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "molthar": ({"wisp_owner_waits": True}, {}),
    "clef": ({"reveal_while_paying": True, "max_rounds": 12}, {"max_rounds": 12}),
}


def play_and_digest(type: GameType, players: int, seed: int, options: dict[str, object]) -> tuple[int, str]:
    """Play a game and put everything into a digest: actions, legal lists, events, positions, views, worlds, record."""
    # Every fourth game is one of the fair stream.
    game = begin(type, players, f"{seed:064x}" if seed % 4 == 3 else seed, options)
    chance = FastChance.seeded(seed)
    digest = hashlib.blake2b(digest_size=16)
    decisions = 0
    while not game.over:
        digest.update(formats.write(game.legal_actions))
        digest.update(repr(list(game.table.legal())).encode())
        for entry in game.play_number(game.number_of(choose(game, chance))):
            digest.update(formats.write([entry.event, *(entry.seen_by(seat) for seat in range(-1, players))]))
        if decisions % 6 == 0:
            digest.update(formats.write(game.position))
            digest.update(formats.write([game.view(seat) for seat in (*range(players), None)]))
            digest.update(formats.write(game.imagine(decisions % players, decisions).position))
        decisions += 1
    digest.update(formats.write(game.position))
    digest.update(formats.write(game.record))
    return decisions, digest.hexdigest()


def main(name: str) -> None:
    print("plain" if table.__file__.endswith(".py") else "compiled")
    for seed in range(GAMES[name]):
        players = 2 + seed % 4
        options = OPTIONS[name][min(seed % 3, 1)]
        decisions, digest = play_and_digest(Games().get(name), players, seed, options)
        print(f"seed {seed}, {players} players: {decisions} decisions, {digest}")


def process(name: str, pure: bool, hash_seed: str) -> subprocess.Popen[str]:
    environment = {key: value for key, value in os.environ.items() if key != "WORLDGATES_PURE"}
    environment["PYTHONHASHSEED"] = hash_seed
    if pure:
        environment["WORLDGATES_PURE"] = "1"
    return subprocess.Popen(
        [sys.executable, str(Path(__file__)), name], env=environment, stdout=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("name", NAMES)
def test_games_are_the_same_compiled_and_uncompiled_and_with_any_hash_seed(name: str) -> None:
    processes = [process(name, False, "0"), process(name, True, "1"), process(name, False, "4294967295")]
    engines, games = [], []
    try:
        for running in processes:
            output, _ = running.communicate(timeout=200)
            assert running.returncode == 0
            engine, *lines = output.splitlines()
            engines.append(engine)
            games.append(lines)
    finally:
        for running in processes:
            running.kill()
    assert len(games[0]) == GAMES[name]
    for number, same in enumerate(zip(*games, strict=True)):
        assert len(set(same)) == 1, f"game {number} differs between the engines {engines}"
    assert engines[1] == "plain"
    if engines[0] == "plain":
        warnings.warn("the installed engine is not compiled: this compared the plain one with itself", stacklevel=1)


if __name__ == "__main__":
    main(sys.argv[1])
