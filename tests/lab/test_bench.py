from __future__ import annotations

import json
import subprocess
import sys

from worldgates.lab.bench import MEASURES, is_compiled


def test_the_benchmark_measures_everything_it_promises() -> None:
    command = [sys.executable, "-P", "-m", "worldgates", "bench", "--json", "--repeats", "1", "--seconds", "0.02"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=200)
    found = json.loads(done.stdout)
    kinds = {"compiled", "uncompiled"} if is_compiled() else {"uncompiled"}
    assert set(found["molthar"]) == {"2", "5"}
    for figures in found["molthar"].values():
        assert set(figures) == kinds
        for kind in kinds:
            assert set(figures[kind]) == set(MEASURES)
            assert all(figure > 0 for figure in figures[kind].values())
        if "compiled" in kinds:
            assert figures["compiled"]["decisions_per_s"] > figures["uncompiled"]["decisions_per_s"]
    if "compiled" in kinds:
        # What researchers are promised (docs/environments.md has what is measured); it is counted in processor time.
        assert found["molthar"]["2"]["compiled"]["env_decisions_per_s"] >= 150_000
