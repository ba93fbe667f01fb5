"""The engine against a second one: the same rules written in C from the rules text alone (`reference/`).

Random games are written down decision by decision, who decides and what is legal, and the reference plays them again.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from worldgates.core.table import SPECTATOR
from worldgates.molthar import GAME, Table
from worldgates.molthar.table import ACTIVATE, doing

SOURCE = Path(__file__).parent / "reference" / "molthar.c"
GAMES = 300


def compiler() -> list[str]:
    """The C compiler to use; nothing if there is none."""
    for command in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        words = command.split()
        if words and shutil.which(words[0]):
            return words
    return []


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not SOURCE.exists():
        pytest.skip(f"there is no {SOURCE.name}")
    if not compiler():
        pytest.skip("there is no C compiler")
    program = tmp_path_factory.mktemp("reference") / "molthar"
    command = [*compiler(), "-O2", "-std=c11", "-DCHECK", "-o", str(program), str(SOURCE)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return program


def written_down(seed: int) -> Iterator[str]:
    """A random game, line by line. Odd seeds like activations; every third game begins with a given seat."""
    chance = random.Random(seed)
    players = 2 + seed % 4
    waits = chance.random() < 0.5
    start = chance.randrange(players) if seed % 3 == 0 else None
    # The seeds of games use all 64 bits.
    deal = chance.getrandbits(64) if seed % 5 else seed
    table = Table.new(players, deal, wisp_owner_waits=waits, starting_seat=start)
    yield f"game {players} {deal} {int(waits)} {-1 if start is None else start}"
    while not table.over:
        legal = list(table.legal())
        yield f"state {table.to_act} {len(legal)} {' '.join(map(str, legal))}"
        activations = [action for action in legal if doing(action) == ACTIVATE]
        action = chance.choice(activations if seed % 2 and activations and chance.random() < 0.8 else legal)
        yield f"play {action}"
        table.play(action)
    players_at_the_end = GAME.view(table, [""] * players, SPECTATOR).players
    points = [player.points for player in players_at_the_end]
    diamonds = [len(player.diamonds) for player in players_at_the_end]
    yield f"over {' '.join(map(str, points + diamonds))}"


@pytest.mark.slow
def test_the_reference_in_c_allows_the_same_and_ends_the_same(reference: Path, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    with games.open("w", encoding="ascii", newline="\n") as file:
        for seed in range(GAMES):
            file.writelines(f"{line}\n" for line in written_down(seed))
    with games.open("rb") as file:
        result = subprocess.run([reference, "check"], stdin=file, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"{GAMES} games" in result.stdout


def test_the_reference_notices_a_difference(reference: Path) -> None:
    lines = list(written_down(1))
    place = next(number for number, line in enumerate(lines) if line.startswith("state") and number > 100)
    words = lines[place].split()
    shorter = " ".join([*words[:2], str(int(words[2]) - 1), *words[3:-1]])
    text = "\n".join([*lines[:place], shorter, *lines[place + 1 :]])
    result = subprocess.run([reference, "check"], input=text, capture_output=True, text=True, check=False)
    assert result.returncode == 1, result.stdout + result.stderr
