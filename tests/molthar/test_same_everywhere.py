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

GAMES = 40


def play_and_digest(players: int, seed: int, waits: bool) -> tuple[int, str]:
    """Play a game and put everything into a digest: actions, legal lists, events, positions, views, worlds, record."""
    from worldgates.core import formats
    from worldgates.core.chance import FastChance
    from worldgates.core.session import Session
    from worldgates.core.table import SPECTATOR
    from worldgates.molthar import GAME
    from worldgates.molthar.table import ACTIVATE, MoltharTable, doing

    # Every fourth game is one of the fair stream.
    session = Session.new(GAME, players, f"{seed:064x}" if seed % 4 == 3 else seed, {"wisp_owner_waits": waits})
    chance = FastChance.seeded(seed)
    digest = hashlib.blake2b(digest_size=16)
    decisions = 0
    while not session.table.over:
        assert isinstance(session.table, MoltharTable)
        legal = list(session.table.legal())
        digest.update(formats.write(session.legal()))
        digest.update(repr(legal).encode())
        activations = [action for action in legal if doing(action) == ACTIVATE]
        choices = activations if activations and chance.below(5) else legal
        for event in session.play(choices[chance.below(len(choices))]):
            digest.update(formats.write([event.whole(), *(event.seen_by(seat) for seat in range(-1, players))]))
        if decisions % 6 == 0:
            digest.update(formats.write(session.position()))
            digest.update(formats.write([session.view(seat) for seat in (*range(players), SPECTATOR)]))
            world = session.table.imagine(decisions % players, FastChance.seeded(decisions))
            digest.update(formats.write(GAME.write_position(world, session.player_names, None)))
        decisions += 1
    digest.update(formats.write(session.position()))
    digest.update(formats.write(session.record()))
    return decisions, digest.hexdigest()


def main() -> None:
    from worldgates.molthar import table

    print("plain" if table.__file__.endswith(".py") else "compiled")
    for seed in range(GAMES):
        players = 2 + seed % 4
        decisions, digest = play_and_digest(players, seed, seed % 3 == 0)
        print(f"seed {seed}, {players} players: {decisions} decisions, {digest}")


def process(pure: bool, hash_seed: str) -> subprocess.Popen[str]:
    environment = {key: value for key, value in os.environ.items() if key != "WORLDGATES_PURE"}
    environment["PYTHONHASHSEED"] = hash_seed
    if pure:
        environment["WORLDGATES_PURE"] = "1"
    return subprocess.Popen(
        [sys.executable, "-P", str(Path(__file__))], env=environment, stdout=subprocess.PIPE, text=True
    )


def test_games_are_the_same_compiled_and_uncompiled_and_with_any_hash_seed() -> None:
    processes = [process(False, "0"), process(True, "1"), process(False, "4294967295")]
    engines, games = [], []
    for running in processes:
        output, _ = running.communicate(timeout=200)
        assert running.returncode == 0
        engine, *lines = output.splitlines()
        engines.append(engine)
        games.append(lines)
    assert len(games[0]) == GAMES
    for number, same in enumerate(zip(*games, strict=True)):
        assert len(set(same)) == 1, f"game {number} differs between the engines {engines}"
    assert engines[1] == "plain"
    if engines[0] == "plain":
        warnings.warn("the installed engine is not compiled: this compared the plain one with itself", stacklevel=1)


if __name__ == "__main__":
    main()
