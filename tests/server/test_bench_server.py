"""`worldgates bench server` measures what it promises, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path


def test_the_benchmark_of_the_server_measures_every_move_and_cleans_up(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "worldgates", "bench", "server", "--json"]
    small = ["--tables", "4", "--sockets", "10", "--seconds", "2"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run([*command, *small], capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["tables"], found["sockets"]) == (4, 10)
    assert found["moves"] >= 4
    assert 0 < found["p50_ms"] <= found["p99_ms"] <= found["max_ms"] < 2000
    assert found["moves_per_s"] > 0
    assert found["cpu_s_per_1000_moves"] >= 0
    assert list(tmp_path.iterdir()) == []
