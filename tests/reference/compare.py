"""How fast the compiled engine is beside the hand-written C: both in turns, the median of the ratios.

python tests/reference/compare.py [repeats]
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from worldgates.lab.bench import is_compiled

SOURCE = Path(__file__).with_name("molthar.c")
GAMES = {2: 4000, 5: 1600}

# The same games as `molthar bench`: random play, all actions listed at every decision. CPU time, so that other work on
# the machine disturbs less.
OURS = """
import json, sys, time
from worldgates.bots.playout import playout
from worldgates.core.chance import FastChance
from worldgates.molthar import Table
players, games = int(sys.argv[1]), int(sys.argv[2])
chance, decisions, start = FastChance.seeded(1), 0, time.process_time()
for number in range(games):
    decisions += playout(Table.new(players, 1 + number), chance, 100_000, 500)
print(json.dumps(decisions / (time.process_time() - start)))
"""


def theirs(program: Path, players: int) -> float:
    """Decisions of the C program in a second of CPU time."""
    timed = ["bash", "-c", f'TIMEFORMAT="%U"; time "{program}" bench {players} {GAMES[players]} 1']
    done = subprocess.run(timed, capture_output=True, text=True, check=True)
    decisions: int = json.loads(done.stdout)["decisions"]
    return decisions / float(done.stderr)


def ours(players: int) -> float:
    command = [sys.executable, "-P", "-c", OURS, str(players), str(GAMES[players])]
    found: float = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return found


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if compiler is None or not is_compiled():
        sys.exit("This needs a C compiler and the compiled engine.")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "molthar"
        subprocess.run([compiler, "-O3", "-std=c11", "-o", str(program), str(SOURCE)], check=True)
        for players in GAMES:
            pairs = [(theirs(program, players), ours(players)) for _ in range(repeats)]
            c, compiled = median(c for c, _ in pairs), median(compiled for _, compiled in pairs)
            share = median(compiled / c for c, compiled in pairs)
            print(f"{players} players: C {c:,.0f}, compiled {compiled:,.0f} decisions a second, {share:.0%} of C")


if __name__ == "__main__":
    main()
