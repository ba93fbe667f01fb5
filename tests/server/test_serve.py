"""Starting the server: what it says, where it listens, and that one folder has one server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from time import sleep

import pytest

from worldgates.server.database import IN_USE
from worldgates.server.serve import address, code, is_open

WORLDGATES = [sys.executable, "-P", "-m", "worldgates"]


def start(*arguments: str, language: str = "en") -> subprocess.Popen[str]:
    environment = {**os.environ, "LC_ALL": f"{language}.UTF-8"}
    return subprocess.Popen([*WORLDGATES, *arguments], stdout=subprocess.PIPE, text=True, env=environment)


def said(process: subprocess.Popen[str], last: str) -> list[str]:
    """What the server says, up to the line that begins with `last`."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        # Under root it also warns of that; the folder of the games may be called so too.
        if "root" not in line or line.startswith(last):
            lines.append(line.rstrip("\n"))
        if line.startswith(last):
            break
    return lines


def test_without_a_command_the_browsers_table_is_served(tmp_path: Path) -> None:
    with start("--no-browser", "--port", "0", "--data", str(tmp_path)) as server:
        first, hint, kept = said(server, "Games are saved")
        host, _, port = first.rpartition("http://")[2].partition(":")
        connection = HTTPConnection(host, int(port))
        connection.request("GET", "/")
        assert b"<title>" in connection.getresponse().read()
        assert host == "127.0.0.1"
        assert "--host 0.0.0.0" in hint
        assert str(tmp_path) in kept
        server.send_signal(signal.SIGINT)
        assert server.wait(20) == 130


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root is warned")
def test_root_is_told_that_it_need_not_be_root(tmp_path: Path) -> None:
    with start("--no-browser", "--port", "0", "--data", str(tmp_path)) as server:
        assert server.stdout is not None
        assert any("running as root" in line for line in iter(server.stdout.readline, "") if "Games" not in line)
        server.kill()


@pytest.mark.parametrize("between", [0.0, 0.05, 0.3])
def test_ctrl_c_twice_stops_it_as_quietly_as_once(between: float, tmp_path: Path) -> None:
    command = [*WORLDGATES, "--no-browser", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        said(server, "Games are saved")
        sleep(0.3)
        for _ in range(2):
            server.send_signal(signal.SIGINT)
            sleep(between)
        _, errors = server.communicate(timeout=20)
    assert (server.returncode, errors) == (130, "")
    assert not (tmp_path / IN_USE).exists(), "it has ended in order"


def test_for_the_network_it_shows_a_code_and_speaks_the_users_language(tmp_path: Path) -> None:
    arguments = ("--host", "0.0.0.0", "--port", "0", "--no-browser", "--data", str(tmp_path))
    with start("serve", *arguments, language="fr_FR") as server:
        first, how, *drawn, kept = said(server, "Les parties")
        assert first.startswith("Worldgates est à l’adresse http://")
        assert how.endswith("code\u00a0:")
        assert "Ctrl-C" in kept
        assert drawn == code(first.rpartition(" ")[2], coloured=False).split("\n")
        server.kill()


def test_a_second_start_points_to_the_first(tmp_path: Path) -> None:
    data = ("--no-browser", "--data", str(tmp_path))
    with start("--port", "0", *data) as server:
        url = said(server, "Games")[0].rpartition(" ")[2]
        again = subprocess.run([*WORLDGATES, *data], capture_output=True, text=True, check=False)
        assert (again.returncode, again.stdout) == (0, f"Worldgates is already running: {url}\n")
        elsewhere = subprocess.run([*WORLDGATES, "--port", "0", *data], capture_output=True, text=True, check=False)
        assert elsewhere.returncode == 2
        assert "--data" in elsewhere.stderr
        assert url in elsewhere.stderr
        server.kill()
        server.wait()
    # Killed, it holds the folder no longer.
    with start("--port", "0", *data) as server:
        assert said(server, "Games")
        server.kill()


def test_a_port_in_use_is_refused_with_its_name(tmp_path: Path) -> None:
    with start("--port", "0", "--no-browser", "--data", str(tmp_path / "one")) as server:
        port = said(server, "Games")[0].rpartition(":")[2]
        arguments = ["--port", port, "--no-browser", "--data", str(tmp_path / "two")]
        other = subprocess.run([*WORLDGATES, *arguments], capture_output=True, text=True, check=False)
        assert other.returncode == 2
        assert f"127.0.0.1:{port}" in other.stderr
        server.kill()


def test_an_address_is_one_that_can_be_typed() -> None:
    assert address("127.0.0.1", 8666) == "http://127.0.0.1:8666"
    assert address("::1", 80) == "http://[::1]:80"
    assert address("0.0.0.0", 80) != "http://0.0.0.0:80"
    assert not is_open("127.0.0.1")
    assert not is_open("localhost")
    assert is_open("0.0.0.0")
