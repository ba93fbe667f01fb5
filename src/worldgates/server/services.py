"""PostgreSQL and NATS as processes of this one, with their data in a temporary folder: for benchmarks and tests."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from worldgates.core.formats import FormatError
from worldgates.server.database import connect

# Seconds until a service must answer, or be gone.
PATIENCE: Final = 30


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = monotonic() + PATIENCE
    while monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} ended")
        with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), 1)):
            return
        sleep(0.02)
    raise RuntimeError(f"{process.args!r} does not answer")


class Postgres:
    """A cluster of its own. Raises a FormatError if there is no PostgreSQL here."""

    def __init__(self, durable: bool = True) -> None:
        """Without `durable`, what it confirms does not survive the machine, only its processes."""
        found = shutil.which("initdb") or max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), default=None)
        if found is None:
            raise FormatError("there is no PostgreSQL here (Debian's package: postgresql)", "--processes")
        self._programs = Path(found).parent
        self._durable = durable
        self._folder = Path(tempfile.mkdtemp(prefix="worldgates-postgres-"))
        self._as = _other_user(self._folder)
        self._data = self._folder / "data"
        command = [str(self._programs / "initdb"), "-D", str(self._data), "-U", "club", "-A", "trust", "-E", "UTF8"]
        command += ["--no-sync", "--locale=C"]
        subprocess.run(command, check=True, capture_output=True, cwd=self._folder, **self._as)
        self.port = free_port()
        self.start()

    def start(self) -> None:
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "on" if self._durable else "off",
            "max_connections": 50,
            "log_min_messages": "fatal",
        }
        command = [str(self._programs / "postgres"), "-D", str(self._data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        self.process: subprocess.Popen[bytes] = subprocess.Popen(
            command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self._as
        )
        _wait_for(self.port, self.process)
        end = monotonic() + PATIENCE
        while True:
            # It answers before it has started.
            db = connect(self.url)
            try:
                db.begin()
                return
            except Exception:
                if monotonic() > end:
                    raise
                sleep(0.05)
            finally:
                db.close()

    @property
    def url(self) -> str:
        return f"postgresql://club@127.0.0.1:{self.port}/postgres"

    def stop(self) -> None:
        # Immediately, as in a crash: nobody is waited for.
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(PATIENCE)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


def _other_user(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root. Its package has made a user, who gets the folder."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return {}
    import pwd

    try:
        account = pwd.getpwnam("postgres")
    except KeyError:
        raise FormatError("PostgreSQL needs a user other than root", "--processes") from None
    os.chown(folder, account.pw_uid, account.pw_gid)
    return {"user": "postgres", "group": "postgres"}


class Nats:
    """A NATS server of its own. Raises a FormatError if there is none here."""

    def __init__(self, *options: str) -> None:
        self._options = options
        # Debian has it in a folder that is not on everybody's path.
        self._program = shutil.which("nats-server", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin")
        if self._program is None:
            raise FormatError("there is no NATS here (Debian's package: nats-server)", "--processes")
        self.port = free_port()
        self.start()

    def start(self) -> None:
        command = [str(self._program), "-a", "127.0.0.1", "-p", str(self.port), *self._options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _wait_for(self.port, self.process)

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)

    close = stop


def cpu(processes: Iterable[int]) -> float:
    """Seconds of processor time that these processes and their children have used, where the system tells."""
    ticks, wanted = 0, set(processes)
    for folder in Path("/proc").glob("[0-9]*") if sys.platform == "linux" else ():
        with suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(folder.name) in wanted:
                # Also of children that have ended.
                ticks += sum(int(field) for field in fields[11:15])
            elif int(fields[1]) in wanted:
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


def memory(process: int) -> int:
    """Bytes of memory that a process has in use, where the system tells."""
    with suppress(OSError):
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0
