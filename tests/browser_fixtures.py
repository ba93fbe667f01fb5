"""A browser for tests that play through the page; they are skipped where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    # Imported where they are used: most tests need none of this.
    from browser_build import HurriedServer, Visits
    from playwright.sync_api import Browser

WHOLE_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# The first has no windows and no notifications, and takes little more than half the processor time of the others.
BROWSERS = ("chromium-headless-shell", *WHOLE_BROWSERS)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine is late now and then: what fails in it fails if it does so three times. It is
    reported."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=2))


# A module at a time: while Playwright runs, no test in the same process could run a loop of its own.
@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    names = getattr(request.module, "BROWSERS", BROWSERS)
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        pytest.skip(f"no browser: none of {', '.join(names)} is on PATH")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HurriedServer]:
    from browser_build import HurriedServer

    with HurriedServer(tmp_path_factory.mktemp("server")) as server:
        yield server
        assert server.stop() == ""


@pytest.fixture
def visits(browser: Browser) -> Iterator[Visits]:
    from browser_build import Visits

    visits = Visits(browser)
    yield visits
    for context in visits.contexts:
        context.close()
    assert visits.complaints == []
