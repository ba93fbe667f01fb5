"""The built client that is committed is what its source builds into, and its source has no faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from client_fixtures import ROOT, Client

BUILT = ROOT / "src" / "worldgates" / "static"

pytestmark = pytest.mark.xdist_group("client")


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("script", ["check", "lint", "test"])
def test_the_source_has_no_faults(client: Client, script: str) -> None:
    """svelte-check; eslint and prettier; the tests that need no browser."""
    checked = client.run("npm", "run", script)
    assert checked.returncode == 0, checked.stdout[-3000:]


def test_what_is_committed_is_what_the_source_builds_into(client: Client, tmp_path: Path) -> None:
    built = client.run("npm", "run", "build", "--", "--outDir", str(tmp_path / "built"))
    assert built.returncode == 0, built.stdout[-3000:]
    new, old = files(tmp_path / "built"), files(BUILT)
    different = sorted(name for name in {*new, *old} if new.get(name) != old.get(name))
    assert not different, (
        f"src/worldgates/static is not what web/ builds into: {different}. "
        "Run `npm ci` and `npm run build` in web/ and commit it."
    )
