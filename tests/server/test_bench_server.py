"""`worldgates bench server` measures what it promises, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(("pace", "least"), [("4", 4), ("0", 60)])
def test_the_benchmark_of_the_server_measures_every_move_and_cleans_up(pace: str, least: int, tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "worldgates", "bench", "server", "--json"]
    small = ["--tables", "4", "--sockets", "10", "--seconds", "2", "--pace", pace]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run([*command, *small], capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["tables"], found["sockets"]) == (4, 10)
    assert found["moves"] >= least
    assert 0 < found["p50_ms"] <= found["p99_ms"] <= found["max_ms"] < 2000
    assert found["moves_per_s"] > 0
    assert found["cpu_s_per_1000_moves"] >= 0
    # Each move is sent to two or three pages, a state of some kilobytes each.
    assert found["bytes_sent_per_move"] > 2_000
    assert 0 < found["bytes_received_per_move"] < 1_000
    assert list(tmp_path.iterdir()) == []


@pytest.mark.xdist_group("hosted")
def test_servers_that_share_their_tables_are_measured_and_what_each_part_costs(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "worldgates", "bench", "server", "--json", "--processes", "1", "2"]
    small = ["--tables", "4", "--sockets", "10", "--seconds", "2"]
    done = subprocess.run([*command, *small], capture_output=True, text=True, timeout=100, cwd=tmp_path)
    if "there is no" in done.stderr or "other than root" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    alone, two = json.loads(done.stdout)
    assert (alone["processes"], two["processes"]) == (1, 2)
    for found in (alone, two):
        assert found["moves"] >= 4
        assert 0 < found["p50_ms"] <= found["p99_ms"] < 5000
        assert {f"{part}cpu_s_per_1000_moves" for part in ("", "database_", "bus_", "pages_")} <= set(found)
