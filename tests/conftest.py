"""What all tests share: the marker that names the clauses of the rules a test keeps, a browser, and the client."""

import os

import pytest

# The launcher says with it how it was called, and messages repeat it: here the program has its own name.
os.environ.pop("WORLDGATES_COMMAND", None)

pytest_plugins = ["browser_fixtures", "client_fixtures"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rules pages that the test checks")
    config.addinivalue_line("markers", "browser: plays through the page in a real browser; left out by --fast")
    config.addinivalue_line("markers", "slow: takes more than a few seconds; left out by --fast")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker("browser")
