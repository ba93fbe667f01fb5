"""Helpers for tests of the terminal: they play through pipes and pseudo-terminals, as a person would."""

from __future__ import annotations

import fcntl
import json
import os
import re
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

DRIVER = """
import json, sys
from pathlib import Path
from worldgates.terminal.play import play
if sys.stdin.isatty():
    import fcntl, termios
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
arguments = json.loads(sys.argv[1])
for key in ("save", "resume", "cards"):
    if key in arguments:
        arguments[key] = Path(arguments[key])
sys.exit(play(**arguments))
"""
REPLAY_DRIVER = """
import json, sys
from pathlib import Path
from worldgates.terminal.replay import replay
sys.exit(replay(json.loads(Path(sys.argv[1]).read_bytes()), **json.loads(sys.argv[2])))
"""
ALWAYS_THE_FIRST = "1\n" * 1200
COLOUR = re.compile("\x1b\\[[0-9;]*m")
# The end of any prompt.
PROMPT = re.compile(r"(> |: |\(y/n\) )\Z")


def command(**arguments: object) -> list[str]:
    arguments.setdefault("language", "en")
    return [sys.executable, "-c", DRIVER, json.dumps(arguments)]


def environment(**changes: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return {**kept, "TERM": "xterm-256color", "PYTHONUTF8": "1", **changes}


def piped(lines: str, folder: Path, env: dict[str, str] | None = None, /, **arguments: object) -> str:
    """Everything that a game prints whose input is a pipe."""
    done = subprocess.run(
        command(**arguments),
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=environment(**(env or {})),
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


class Terminal:
    """A game at a terminal of its own."""

    def __init__(self, folder: Path, columns: int = 80, env: dict[str, str] | None = None, **arguments: object) -> None:
        self.end, other = os.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        self.process = subprocess.Popen(
            command(**arguments),
            stdin=other,
            stdout=other,
            stderr=other,
            start_new_session=True,
            cwd=folder,
            env=environment(**(env or {})),
        )
        os.close(other)
        self.shown = ""

    def _read(self) -> bool:
        """Read what there is; false at the end."""
        ready, _, _ = select.select([self.end], [], [], 20)
        assert ready, f"nothing more after {self.shown[-300:]!r}"
        try:
            more = os.read(self.end, 65536)
        except OSError:
            return False
        self.shown += more.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(more)

    def until_asked(self) -> str:
        """What is shown up to the next prompt."""
        start = len(self.shown)
        while not PROMPT.search(self.shown, start):
            assert self._read(), f"it ended: {self.shown[-300:]!r}"
        return self.shown[start:]

    def until(self, text: str) -> None:
        """Wait until a text is shown."""
        while text not in self.shown:
            assert self._read(), f"it ended: {self.shown[-300:]!r}"

    def type(self, text: str) -> str:
        os.write(self.end, f"{text}\n".encode())
        return self.until_asked()

    def finish(self) -> int:
        while self._read():
            pass
        return self.process.wait(timeout=20)


def content(file: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(file.read_bytes())
    return loaded


class Replay:
    """A replay at a terminal of its own."""

    def __init__(self, record: Path, **arguments: object) -> None:
        self.end, other = os.openpty()
        arguments = {"language": "en", "step": True, "plain": True, **arguments}
        self.process = subprocess.Popen(
            [sys.executable, "-c", REPLAY_DRIVER, str(record), json.dumps(arguments)],
            stdin=other,
            stdout=other,
            stderr=other,
        )
        os.close(other)
        self.unread = ""

    def until_asked(self) -> tuple[int, str]:
        """The number of the step that the next prompt names, and what was shown before it."""
        while not (prompt := re.search(r"Step (\d+) of \d+: \Z", self.unread)):
            ready, _, _ = select.select([self.end], [], [], 20)
            assert ready, self.unread[-300:]
            self.unread += os.read(self.end, 65536).decode().replace("\r\n", "\n")
        shown, self.unread = self.unread, ""
        return int(prompt[1]), shown

    def type(self, text: str) -> tuple[int, str]:
        os.write(self.end, f"{text}\n".encode())
        return self.until_asked()
