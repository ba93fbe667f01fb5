"""What all tests share: the marker that names the clauses of the rules a test keeps, a browser, and the client."""

import pytest

pytest_plugins = ["browser_fixtures", "client_fixtures"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rules pages that the test checks")
