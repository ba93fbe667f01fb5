"""The files for hosts: what compose.yaml starts works, started here as the same processes without containers."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml  # type: ignore[import-untyped]
from hosted_build import Nats, Postgres
from server_build import BOT, ME, Person

from worldgates.server.settings import load

pytestmark = pytest.mark.xdist_group("hosted")
HOSTING = Path(__file__).parents[2] / "hosting"
PASSWORD = "not-a-secret"


def compose() -> dict[str, Any]:
    text = (HOSTING / "compose.yaml").read_text("utf-8")
    found: dict[str, Any] = yaml.safe_load(text.replace("${WORLDGATES_PASSWORD}", PASSWORD))
    return found


def entrypoint() -> list[str]:
    found = re.search(r"^ENTRYPOINT (\[.*\])$", (HOSTING / "Containerfile").read_text("utf-8"), re.MULTILINE)
    assert found
    words: list[str] = json.loads(found[1])
    return words


class Started:
    """A server as the container starts it, but with a port, a folder and addresses of this machine."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        folder.mkdir()
        shutil.copy(HOSTING / "worldgates.toml", folder)
        here = {"0.0.0.0": "127.0.0.1", "8666": "0", "/data": str(folder)}
        program, *options = entrypoint()
        command = [sys.executable, "-P", "-m", program, *(here.get(word, word) for word in options)]
        self.process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r"http://([^:]+):(\d+)", self.process.stdout.readline())
        assert found
        self.host, self.port = found[1], int(found[2])

    def get(self, path: str, host: str) -> int:
        connection = HTTPConnection(self.host, self.port, timeout=20)
        connection.request("GET", path, headers={"Host": host})
        return connection.getresponse().status


@pytest.mark.timeout(120)
def test_what_the_compose_file_starts_plays(tmp_path: Path) -> None:
    services = compose()["services"]
    postgres, nats = Postgres(), Nats(*services["nats"]["command"])
    user = services["postgres"]["environment"]
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {user['POSTGRES_USER']} LOGIN".encode())
        connection.execute(f"CREATE DATABASE {user['POSTGRES_DB']} OWNER {user['POSTGRES_USER']}".encode())
    places = {"@postgres/": f"@127.0.0.1:{postgres.port}/", "@nats:4222": f"@127.0.0.1:{nats.port}"}
    running = []
    try:
        for name in ("one", "two"):
            environment = services[name]["environment"]
            for place, here in places.items():
                environment = {key: value.replace(place, here) for key, value in environment.items()}
            running.append(Started(tmp_path / name, environment))
        caddy = (HOSTING / "Caddyfile").read_text("utf-8")
        for server, name in zip(running, ("one", "two"), strict=True):
            # As Caddy asks for their health, and as it passes requests on.
            assert f"{name}:8666" in caddy
            assert server.get("/readyz", f"{name}:8666") == 200
            assert server.get("/", "play.example.org") == 200
            assert server.get("/", "other.example.org") == 421
        ada = Person(running[0], "Ada")  # type: ignore[arg-type]
        table = ada.set_table(ME, BOT, first=0)["id"]
        ada.server = running[1]  # type: ignore[assignment]
        page = ada.page(table)
        assert page.wait_for_turn()
        assert page.play()["type"] == "state"
        # As compose stops them: the tables go to the other, and the last one stops in order, too.
        for server in running:
            server.process.send_signal(signal.SIGTERM)
            server.process.communicate(timeout=20)
            assert server.process.returncode in (0, -signal.SIGTERM)
    finally:
        for server in running:
            server.process.kill()
            server.process.wait()
        postgres.close()
        nats.close()


def test_a_server_alone_loads_nothing_of_what_many_need() -> None:
    script = (
        "import sys, worldgates.server.serve; print({'psycopg', 'nats'} & {name.split('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_the_settings_of_the_containers_can_be_read() -> None:
    settings = load(HOSTING)
    assert settings.hosts == ["one", "two"]
    # The name of the database and of the bus come from the environment.
    assert {"WORLDGATES_DATABASE", "WORLDGATES_BUS"} == set(compose()["services"]["one"]["environment"])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_the_unit_gives_the_server_no_rights() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=30", "--no-pager"]
    done = subprocess.run([*command, str(HOSTING / "worldgates.service")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
