"""Lighthouse gives every kind of page full marks for accessibility, best practices and SEO.

Lighthouse is too large (185 MB) to be among the client's packages. These tests run the one in `web/node_modules`, or on
PATH, and are skipped where there is none: `cd web && npm install --no-save lighthouse`.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_build import HurriedServer
from browser_fixtures import BROWSERS, QUIET
from playwright.sync_api import BrowserContext, sync_playwright
from server_build import ME, Person

pytestmark = pytest.mark.xdist_group("browser lighthouse")

WEB = Path(__file__).parents[2] / "web"
CATEGORIES = ("accessibility", "best-practices", "seo")
GAMES = ("molthar", "clef")
GREEDY = {"kind": "bot", "level": "greedy"}


@pytest.fixture(scope="module")
def lighthouse() -> str:
    program = shutil.which("lighthouse", path=WEB / "node_modules" / ".bin") or shutil.which("lighthouse")
    if program is None:
        pytest.skip("no Lighthouse: cd web && npm install --no-save lighthouse")
    return program


@pytest.fixture(scope="module")
def ada(server: HurriedServer) -> Person:
    return Person(server, "Ada")


@pytest.fixture(scope="module")
def port(
    tmp_path_factory: pytest.TempPathFactory, lighthouse: str, server: HurriedServer, ada: Person
) -> Iterator[int]:
    """A browser in which Ada is known, and the port by which Lighthouse drives it."""
    assert lighthouse
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is on PATH")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with sync_playwright() as playwright:
        context: BrowserContext = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"),
            executable_path=program,
            args=[*QUIET, f"--remote-debugging-port={port}"],
            locale="en",
        )
        name, value = ada.cookie.split("=", 1)
        context.add_cookies([{"name": name, "value": value, "url": server.address}])
        yield port
        context.close()


def played_out(ada: Person) -> str:
    """The replay of a short game that bots have played to its end."""
    table = str(ada.set_table(ME, GREEDY)["id"])
    page = ada.page(table)
    page.send(type="replace", seat=0, bot=True)
    page.send(type="skip")
    while page.state["status"] == "playing":
        page.read()
    page.close()
    return f"/replay/{table}"


def address_of(kind: str, ada: Person) -> str:
    what, _, game = kind.partition(" ")
    match what:
        case "table":
            return f"/t/{ada.set_table(ME, GREEDY, game=game)['id']}"
        case "lesson":
            return f"/t/{ada.set_table(ME, ME, game=game, lesson=1)['id']}"
        case "rules" | "cards":
            return f"/{what}/{game}"
        case "replay":
            return played_out(ada)
        case "statistics" | "credits":
            return f"/{what}"
    return "/"


@pytest.mark.parametrize(
    "kind",
    [
        "lobby",
        *(f"{what} {game}" for what in ("table", "lesson", "rules", "cards") for game in GAMES),
        "replay",
        "statistics",
        "credits",
    ],
)
def test_full_marks(kind: str, lighthouse: str, port: int, server: HurriedServer, ada: Person) -> None:
    done = subprocess.run(
        [
            lighthouse,
            server.address + address_of(kind, ada),
            f"--port={port}",
            f"--only-categories={','.join(CATEGORIES)}",
            "--disable-storage-reset",
            # Search engines shall not find tables: their addresses are invitations.
            *(["--skip-audits=is-crawlable"] if kind.startswith(("table", "lesson")) else []),
            "--output=json",
            "--quiet",
            "--max-wait-for-load=20000",
        ],
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    marks = {name: report["categories"][name]["score"] for name in CATEGORIES}
    faults = [
        (audit["id"], audit["title"], audit.get("details", {}).get("items", [])[:3])
        for audit in report["audits"].values()
        if audit["score"] is not None and audit["score"] < 1 and audit["scoreDisplayMode"] != "informative"
    ]
    assert marks == dict.fromkeys(CATEGORIES, 1.0), faults
