"""Every legal action of La clef des mondes can be put together on the page, step by step."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from client_fixtures import ROOT, Client

pytestmark = pytest.mark.xdist_group("client")


def test_every_legal_action_can_be_put_together(client: Client, tmp_path: Path) -> None:
    states = tmp_path / "states.jsonl"
    subprocess.run([sys.executable, "-P", str(ROOT / "web/harness/clef_states.py"), "30", str(states)], check=True)
    assert len(states.read_text("utf-8").splitlines()) > 500
    done = client.run("node", "harness/clef_reach.mjs", str(states))
    assert done.returncode == 0, done.stdout
