"""The examples in README.md, docs/library.md and docstrings do what they show, on the engine that is installed.

A compiled module has no docstrings; theirs are tried with the plain engine.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from worldgates.lab.bench import is_compiled

ROOT = Path(__file__).parents[1]
RUN_THEM = """
import doctest, importlib, pkgutil, sys
import worldgates
failed = tried = 0
for page in sys.argv[1:]:
    found = doctest.testfile(page, module_relative=False)
    failed, tried = failed + found.failed, tried + found.attempted
for module in [worldgates, *pkgutil.walk_packages(worldgates.__path__, "worldgates.")]:
    name = "worldgates" if module is worldgates else module.name
    if not name.endswith("__main__"):
        found = doctest.testmod(importlib.import_module(name))
        failed, tried = failed + found.failed, tried + found.attempted
print(tried)
sys.exit(failed > 0)
"""


def run_examples(**environment: str) -> tuple[int, str]:
    pages = [str(ROOT / "README.md"), str(ROOT / "docs" / "library.md")]
    done = subprocess.run(
        [sys.executable, "-P", "-c", RUN_THEM, *pages],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return int(done.stdout.split()[-1]), done.stdout


def test_every_example_shows_what_happens() -> None:
    tried, _ = run_examples()
    # README, guide, front door, api, lab and the packages of the games are never compiled.
    assert tried >= 75


@pytest.mark.skipif(not is_compiled(), reason="the test above has tried them all")
def test_every_example_of_compiled_modules_shows_what_happens() -> None:
    tried, _ = run_examples(WORLDGATES_PURE="1")
    assert tried >= 77
