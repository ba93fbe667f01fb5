"""The examples in README.md and in docstrings do what they show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

RUN_THEM = """
import doctest, importlib, pkgutil, sys
import worldgates
failed, tried = doctest.testfile(sys.argv[1], module_relative=False)
for module in pkgutil.walk_packages(worldgates.__path__, "worldgates."):
    if not module.name.endswith("__main__"):
        found = doctest.testmod(importlib.import_module(module.name))
        failed, tried = failed + found.failed, tried + found.attempted
print(tried)
sys.exit(failed > 0)
"""


def test_every_example_shows_what_happens() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    done = subprocess.run(
        [sys.executable, "-P", "-c", RUN_THEM, str(readme)],
        env={**os.environ, "WORLDGATES_PURE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout
    assert int(done.stdout) >= 15
