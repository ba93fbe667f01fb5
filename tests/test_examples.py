"""The examples run as printed, on the engine that is installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"


def run(*words: str, folder: Path = ROOT) -> str:
    done = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_ten_line_bot_plays_a_match() -> None:
    printed = run("examples/thrifty.py")
    assert "1 Thrifty" in printed
    assert "95 % interval" in printed
    source = (EXAMPLES / "thrifty.py").read_text(encoding="utf-8")
    assert len(source[source.index("import") : source.index("if __name__")].strip().splitlines()) <= 10


def test_the_bot_is_named_from_another_folder(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "thrifty.py", tmp_path / "mybots.py")
    command = ["-m", "worldgates", "match", "molthar", "mybots:Thrifty", "random", "--games", "20", "--json"]
    results: dict[str, Any] = json.loads(run(*command, folder=tmp_path))
    assert results["players"] == ["Thrifty", "random"]
    assert results["games"] == 20
    assert results["verdicts"] == []


def test_a_position_is_analysed() -> None:
    lines = run("examples/analyse.py").splitlines()
    assert "Ada" in "\n".join(lines)
    chances = [line for line in lines if line.lstrip()[:1].isdigit() and "%  " in line]
    assert len(chances) >= 5
    assert lines[-1].endswith("(M20)")


def test_three_bots_hold_a_tournament() -> None:
    printed = run("examples/tournament.py")
    assert printed.count(" beats ") == 3
    assert "3 random" in printed


def test_a_network_learns() -> None:
    """A few seconds, in which it learns little: what it learns in minutes is in docs/environments.md."""
    assert len((EXAMPLES / "learn.py").read_text(encoding="utf-8").splitlines()) <= 80
    learned, easy, both = run("examples/learn.py", "--minutes", "0.05", "--games", "4").splitlines()
    assert learned.startswith("learned: ")
    assert easy.startswith("easy: 1.0000 of the games won")
    assert re.fullmatch(r"learned needs -?\d+\.\d\d ± \d+\.\d\d rounds fewer than easy \(95 %\)", both)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_bot_in_javascript_plays() -> None:
    command = [
        "-m",
        "worldgates",
        "match",
        "molthar",
        "random",
        "cmd:node examples/first.mjs",
        "--games",
        "10",
        "--json",
    ]
    results: dict[str, Any] = json.loads(run(*command))
    assert results["verdicts"] == []
    assert results["games"] == 10


@pytest.mark.parametrize(("name", "shown"), [("tour", "Thrifty"), ("study", "easy begins")])
def test_every_cell_of_the_notebook_runs(name: str, shown: str) -> None:
    if name == "study":
        pytest.importorskip("polars")
    notebook: dict[str, Any] = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 6
    # The last expression of a cell is what a notebook shows.
    script = (
        "import ast, sys, json\n"
        "space = {}\n"
        "for cell in json.load(sys.stdin):\n"
        "    *body, last = ast.parse(cell).body\n"
        "    exec(compile(ast.Module(body, []), 'cell', 'exec'), space)\n"
        "    shown = eval(compile(ast.Expression(last.value), 'cell', 'eval'), space)\n"
        "    print(getattr(shown, '_repr_html_', shown.__repr__)())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=json.dumps(cells), capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "<svg" in done.stdout
    assert shown in done.stdout
