"""A real server for a test: another process, a database in a folder, and pages that talk to it."""

from __future__ import annotations

import json
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]
PATIENCE = 20

ME = {"kind": "me"}
FRIEND = {"kind": "friend"}
BOT = {"kind": "bot", "level": "random"}


class Server:
    """A server over the data in a folder; it can be killed and started again."""

    def __init__(
        self,
        folder: Path,
        pause: float = 1.1,
        reaction: float = 0.3,
        settings: str = "",
        cards: Path | None = None,
        bots: Sequence[str] = (),
        options: Sequence[str] = (),
    ) -> None:
        folder.mkdir(exist_ok=True)
        # More settings begin with those of tables; others follow under their own headings.
        (folder / "worldgates.toml").write_text(
            f"[tables]\npause = {pause}\nreaction = {reaction}\naway = 0\n{settings}\n"
        )
        self._command = [sys.executable, "-P", "-m", "worldgates", "serve", "--no-browser", "--data", str(folder)]
        self._command += options
        if cards is not None:
            self._command += ["--cards", str(cards)]
        self.bots = tuple(bots)
        self.port = 0
        self.start()

    def start(self) -> None:
        """Begin, or begin again at the same address."""
        command = [*self._command, "--port", str(self.port)]
        if self.bots:
            command += ["--bots", *self.bots]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://([^:]+):(\d+)", self.process.stdout.readline())
        assert found
        self.host, self.port = found[1], int(found[2])

    def kill(self) -> str:
        """kill -9; what it had complained of until then."""
        self.process.send_signal(signal.SIGKILL)
        _, complaints = self.process.communicate(timeout=PATIENCE)
        return complaints

    def stop(self) -> str:
        """Ctrl-C; what it had to complain of."""
        self.process.send_signal(signal.SIGINT)
        _, complaints = self.process.communicate(timeout=PATIENCE)
        return complaints

    def metrics(self) -> str:
        """What Prometheus reads."""
        connection = HTTPConnection(self.host, self.port, timeout=PATIENCE)
        connection.request("GET", "/metrics")
        return connection.getresponse().read().decode()

    def memory(self) -> int:
        """Bytes of memory in use, where the system tells."""
        found = Path(f"/proc/{self.process.pid}/statm")
        return int(found.read_text().split()[1]) * resource.getpagesize() if found.exists() else 0

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()


class Person:
    """Somebody with a browser: a cookie, and a name."""

    def __init__(self, server: Server, name: str = "", language: str = "en") -> None:
        self.server = server
        self.cookie = ""
        if not name:
            # Somebody who has only opened the link.
            return
        self.ask("PUT", "/api/me", {"name": name, "colour": 1, "language": language})

    def ask(self, method: str, path: str, body: object = None, expected: int | tuple[int, ...] | None = None) -> Any:
        connection = HTTPConnection(self.server.host, self.server.port, timeout=PATIENCE)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        content = response.read()
        connection.close()
        if cookie := response.getheader("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        usual = 201 if method == "POST" and path == "/api/tables" else 200
        assert response.status in (expected if isinstance(expected, tuple) else (expected or usual,)), content
        return json.loads(content)

    def set_table(self, *seats: Message, game: str = "molthar", **more: object) -> Message:
        table: Message = self.ask("POST", "/api/tables", {"game": game, "seats": list(seats), **more})
        return table

    def page(self, table: str, **hello: object) -> Page:
        return Page(self, table, hello)


class Page:
    """A page that looks at a table."""

    def __init__(self, person: Person, table: str, hello: Message) -> None:
        server = person.server
        self.socket: ClientConnection = connect(
            f"ws://{server.host}:{server.port}/api/tables/{table}/play",
            additional_headers={"Cookie": person.cookie} if person.cookie else {},
            max_queue=None,
            legacy=True,
        )
        self.received: list[str] = []
        self.send(type="hello", **{"v": 1, **hello})
        self.welcome = self.read()
        self.state: Message = self.welcome.get("state", {})

    def send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def read(self, patience: float = PATIENCE) -> Message:
        text = self.socket.recv(patience)
        assert isinstance(text, str)
        self.received.append(text)
        message: Message = json.loads(text)
        if message["type"] == "state":
            self.state = message
        return message

    def until(self, what: str) -> Message:
        """The next message of a kind."""
        while True:
            message = self.read()
            if message["type"] == what:
                return message

    def wait_for_turn(self) -> bool:
        """Read on until this page is asked something new; whether the game still goes on."""
        if self.state["asked"] is None and self.state["status"] == "playing":
            self.send(type="skip")
        while self.state["asked"] is None and self.state["status"] == "playing":
            self.read()
        return bool(self.state["status"] == "playing")

    def play(self, choice: int = 0) -> Message:
        """Make a choice, and wait until it is confirmed."""
        state = self.state
        choices = state["asked"]["choices"]
        action = choices[choice % len(choices)]["action"]
        self.send(type="play", number=state["number"], seat=state["asked"]["seat"], action=action)
        while True:
            message = self.read()
            if message["type"] == "refused":
                return message
            # An answer at a moment for reactions is confirmed by not being asked any more.
            if message["type"] == "state" and (message["number"] > state["number"] or not message["asked"]):
                return message

    def listen(self, seconds: float) -> None:
        """Read what is there, and what comes until nothing has come for so long."""
        with suppress(TimeoutError):
            while True:
                self.read(seconds)

    def catch_up(self, number: int) -> None:
        """Read on until this page shows the table after so many moves."""
        while self.state["number"] < number:
            self.read()

    def close(self) -> None:
        self.socket.close()
