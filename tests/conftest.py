"""What all tests share: the marker that names the clauses of the rules a test keeps, a browser, and the client."""

import os
import signal
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

# The launcher says with it how it was called, and messages repeat it: here the program has its own name.
os.environ.pop("WORLDGATES_COMMAND", None)

# A shell lets what it runs in the background ignore Ctrl-C, nohup the end of a terminal, and child processes inherit
# that: here they must not.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Modules whose tests start servers and other processes, or play very many games: `--fast` leaves them out.
SLOW = {
    "analysis/test_analyse.py",
    "analysis/test_hints.py",
    "analysis/test_seen.py",
    "clef/test_cards_command.py",
    "envs/test_encoding.py",
    "envs/test_environments.py",
    "envs/test_openspiel.py",
    "lab/test_balance.py",
    "lab/test_bench.py",
    "lab/test_experiments.py",
    "lab/test_league.py",
    "lab/test_match.py",
    "lab/test_simulate.py",
    "lab/test_train.py",
    "molthar/test_properties.py",
    "server/test_away.py",
    "server/test_bench_server.py",
    "server/test_faults.py",
    "server/test_host_bots.py",
    "server/test_hosting.py",
    "server/test_hosting_files.py",
    "server/test_kills.py",
    "server/test_leaks.py",
    "server/test_lessons.py",
    "server/test_looking_back.py",
    "server/test_moments.py",
    "server/test_protocol.py",
    "server/test_schema.py",
    "server/test_serve.py",
    "server/test_shared.py",
    "server/test_stores.py",
    "server/test_tables.py",
    "server/test_timing.py",
    "terminal/test_play.py",
    "terminal/test_play_bots.py",
    "terminal/test_play_clef.py",
    "test_cli.py",
    "test_doctests.py",
    "test_examples.py",
    "test_install.py",
    "test_launcher.py",
    "test_printing.py",
    "test_same_everywhere.py",
    "web/test_build.py",
    "web/test_reach.py",
}

pytest_plugins = ["browser_fixtures", "client_fixtures"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rules pages that the test checks")
    config.addinivalue_line("markers", "browser: plays through the page in a real browser; left out by --fast")
    config.addinivalue_line("markers", "slow: takes more than a few seconds; left out by --fast")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        module = item.path.relative_to(TESTS)
        if module.parts[0] == "browser":
            item.add_marker("browser")
        if module.as_posix() in SLOW:
            item.add_marker("slow")
    # At the end only quick tests are left, so that no worker waits long for the others.
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
