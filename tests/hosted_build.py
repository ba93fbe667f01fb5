"""Real PostgreSQL and real NATS for tests: processes of their own, with their data in a temporary folder."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest

PATIENCE = 30


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for_port(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, f"{process.args!r} ended"
        with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), 1)):
            return
        time.sleep(0.02)
    raise AssertionError(f"{process.args!r} does not answer")


def programs() -> Path:
    """The folder with the programs of PostgreSQL; the test is skipped if there is none."""
    found = shutil.which("initdb") or max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), default=None)
    if found is None:
        pytest.skip("there is no PostgreSQL here (Debian's package: postgresql)")
    return Path(found).parent


class Postgres:
    """A cluster of its own."""

    def __init__(self) -> None:
        self._programs = programs()
        self._folder = Path(tempfile.mkdtemp(prefix="worldgates-postgres-"))
        self._as: dict[str, str] = {}
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root. Its package has made a user.
            try:
                account = pwd.getpwnam("postgres")
            except KeyError:
                pytest.skip("PostgreSQL needs a user other than root")
            os.chown(self._folder, account.pw_uid, account.pw_gid)
            self._as = {"user": "postgres", "group": "postgres"}
        self._data = self._folder / "data"
        command = [self._programs / "initdb", "-D", self._data, "-U", "club", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run([*command, "--locale=C"], check=True, capture_output=True, cwd=self._folder, **self._as)  # type: ignore[call-overload]
        self.port = free_port()
        self.start()

    def start(self) -> None:
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            # A test kills processes, not the machine.
            "fsync": "off",
            "max_connections": 50,
            "log_min_messages": "fatal",
        }
        command = [str(self._programs / "postgres"), "-D", str(self._data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        self._process: subprocess.Popen[bytes] = subprocess.Popen(  # type: ignore[call-overload]
            command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self._as
        )
        wait_for_port(self.port, self._process)
        end = time.monotonic() + PATIENCE
        while True:
            # It answers before it has started.
            try:
                psycopg.connect(self.url).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < end
                time.sleep(0.05)

    @property
    def url(self) -> str:
        return f"postgresql://club@127.0.0.1:{self.port}/postgres"

    def stop(self) -> None:
        # Immediately, as in a crash: nobody is waited for.
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


class Nats:
    """A NATS server of its own."""

    def __init__(self, *options: str) -> None:
        self._options = options
        # Debian has it in a folder that is not on everybody's path.
        self._program = shutil.which("nats-server", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if self._program is None:
            pytest.skip("there is no NATS here (Debian's package: nats-server)")
        self.port = free_port()
        self.start()

    def start(self) -> None:
        command = [str(self._program), "-a", "127.0.0.1", "-p", str(self.port), *self._options]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_port(self.port, self._process)

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)

    close = stop
