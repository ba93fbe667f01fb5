"""Games over days: the time of a decision, and how people who are away hear that it is their turn."""

from __future__ import annotations

import hashlib
import hmac
import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from lively import choose
from mail_build import Post, link
from server_build import BOT, FRIEND, ME, Person, Server

from worldgates.core.chance import FastChance
from worldgates.core.gametype import Games
from worldgates.server.protocol import BotSeat, Clock, Friend
from worldgates.server.table import GameTable, Played, Sit, TableConfig, Undone

SLOW = {"hours": 24}
TITLE = Games().get("molthar").text("fr").title()
SECRET = "a secret of the host"
PATIENCE = 10


class Hook:
    """A place that messages are posted to; for a while it may be out of order."""

    def __init__(self, port: int = 0) -> None:
        self.got: list[tuple[dict[str, Any], str]] = []
        self.broken = False
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if not hook.broken:
                    hook.got.append((json.loads(body), self.headers["X-Worldgates-Signature"]))
                    digest = hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
                    assert self.headers["X-Worldgates-Signature"] == f"sha256={digest}"
                self.send_response(503 if hook.broken else 204)
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        self.server = HTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/turn"

    def wait(self, number: int) -> list[dict[str, Any]]:
        for _ in range(PATIENCE * 50):
            if len(self.got) >= number:
                break
            sleep(0.02)
        return [body for body, _ in self.got]


@contextmanager
def hosted(folder: Path, hook: Hook | None = None, post: Post | None = None) -> Iterator[Server]:
    lines = ["[notify]"]
    if hook:
        lines += [f'webhook = "{hook.url}"', f'webhook_secret = "{SECRET}"']
    if post:
        lines.append(post.settings)
    with Server(folder, pause=0, settings="\n".join(lines)) as server:
        yield server


def counts(server: Server, line: str) -> bool:
    """Whether the metrics have a line, at the latest after a moment: a notice counts when it has been answered."""
    for _ in range(PATIENCE * 50):
        if line in server.metrics():
            return True
        sleep(0.02)
    return False


def test_who_is_away_is_told_once_by_webhook(tmp_path: Path) -> None:
    hook = Hook()
    with hosted(tmp_path / "data", hook) as server:
        ada, bo = Person(server, "Ada"), Person(server, "Bo", "fr")
        id = ada.set_table(ME, FRIEND, first=0, clock=SLOW)["id"]
        page = ada.page(id)
        bo.ask("POST", f"/api/tables/{id}/join", {})
        # Ada is here: nobody need tell her. When her turn is over, Bo is told.
        page.until("state")
        while page.state["asked"]:
            page.play(0)
        (body,) = hook.wait(1)
        url = f"http://{server.host}:{server.port}/t/{id}"
        turn = {"player": "Bo", "language": "fr", "game": "molthar", "title": TITLE, "table": id, "url": url}
        assert body == {"type": "your_turn", "turn": turn}
        assert counts(server, 'worldgates_notices_total{outcome="sent"} 1.0')
        assert bo.ask("GET", "/api/me")["tables"][0]["waits_for_me"]
        assert bo.ask("GET", "/api/me")["tables"][0]["slow"]
        page.close()
        server.kill()
        server.start()
        sleep(0.5)
        # Started again, the server does not repeat itself.
        assert len(hook.got) == 1
        # At a table without such a clock nobody is told.
        fast = ada.set_table(ME, FRIEND, first=1)["id"]
        bo.ask("POST", f"/api/tables/{fast}/join", {})
        sleep(0.5)
        assert len(hook.got) == 1


def test_what_could_not_be_told_is_told_after_a_restart(tmp_path: Path) -> None:
    hook = Hook()
    hook.broken = True
    with hosted(tmp_path / "data", hook) as server:
        ada = Person(server, "Ada")
        ada.set_table(ME, BOT, first=0, clock=SLOW)
        sleep(0.7)
        assert counts(server, 'worldgates_notices_total{outcome="failed"} 1.0')
        server.kill()
        assert hook.got == []
        hook.broken = False
        # Tried again after a minute, or when that is over: here the minute is let pass on disk.
        with sqlite3.connect(tmp_path / "data" / "worldgates.sqlite3") as database:
            ((tries,),) = database.execute("SELECT tries FROM notices").fetchall()
            assert tries == 1
            database.execute("UPDATE notices SET due = 0")
        server.start()
        assert hook.wait(1)[0]["turn"]["player"] == "Ada"


def test_mail_goes_only_to_addresses_whose_owners_agreed(tmp_path: Path) -> None:
    post = Post()
    with hosted(tmp_path / "data", post=post) as server:
        ada = Person(server, "Ada", "it")
        assert ada.ask("GET", "/api/me/mail") == {"offered": True, "email": "", "confirmed": False}
        assert not ada.ask("PUT", "/api/me/mail", {"email": "ada@example.org"})["confirmed"]
        ((to, question),) = post.wait(1)
        assert to == "ada@example.org"
        assert question["From"] == "games@example.org"
        assert "possiamo scriverti" in question["Subject"]
        ada.set_table(ME, BOT, first=0, clock=SLOW)
        sleep(0.5)
        assert len(post.mails) == 1
        yes = link(question, server)
        assert visit(ada, yes) == "/?mail=on"
        assert ada.ask("GET", "/api/me/mail")["confirmed"]
        id = ada.set_table(ME, BOT, first=0, clock=SLOW)["id"]
        to, turn = post.wait(2)[1]
        assert to == "ada@example.org"
        assert turn["Subject"].startswith("Tocca a te")
        text = turn.get_content()
        assert f"/t/{id}" in text
        stop = str(turn["List-Unsubscribe"]).strip("<>").partition(f":{server.port}")[2]
        assert stop in text
        assert visit(ada, stop) == "/?mail=off"
        assert ada.ask("GET", "/api/me/mail") == {"offered": True, "email": "", "confirmed": False}
        ada.set_table(ME, BOT, first=0, clock=SLOW)
        sleep(0.5)
        assert len(post.mails) == 2
        assert "no longer valid" in ada.ask("GET", stop, expected=404)["error"]


def visit(person: Person, path: str) -> str:
    connection = HTTPConnection(person.server.host, person.server.port)
    connection.request("GET", path)
    response = connection.getresponse()
    assert response.status == 303
    return str(response.getheader("Location"))


def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        ada = Person(server, "Ada")
        assert not ada.ask("GET", "/api/me/mail")["offered"]
        assert "no mails" in ada.ask("PUT", "/api/me/mail", {"email": "ada@example.org"}, expected=422)["error"]


# The clock of a game over days.


def test_undo_gives_no_time() -> None:
    config = TableConfig(
        "molthar", [Friend(), Friend()], f"{28:064x}", "host", starting_seat=0, clock=Clock(minutes=1, seconds=600)
    )
    table = GameTable("id", "ROSE-1000", config, Games().get("molthar"))
    for seat in range(2):
        table.apply(Sit(seat, f"visitor {seat}", f"P{seat}", seat, 1000.0))
    assert table.game is not None
    chance = FastChance.seeded(28)
    # Up to an action of seat 0 that reveals nothing.
    while table.why_no_undo(0):
        assert table.to_act is not None
        before = (table.seconds_left(0, 1000.0), table.seats[0].decisions, table.game.position)
        table.apply(Played(table.to_act, choose(table.game, chance), 1000.0 if table.number < 8 else 1030.0))
    left, decisions, position = before
    assert left is not None
    assert table.seconds_left(0, 1030.0) == left - 30 + 600
    table.apply(Undone(0, 1030.0))
    assert table.seconds_left(0, 1030.0) == left - 30
    assert table.seats[0].decisions == decisions
    assert table.game.position == position


def slow_table(hours: int) -> GameTable:
    config = TableConfig(
        "molthar", [Friend(), Friend(), BotSeat()], "00" * 32, "host", starting_seat=0, clock=Clock(hours=hours)
    )
    table = GameTable("id", "ROSE-1000", config, Games().get("molthar"))
    for seat in range(2):
        table.apply(Sit(seat, f"visitor {seat}", f"P{seat}", seat, 1000.0))
    return table


def test_each_decision_has_its_own_time() -> None:
    table = slow_table(24)
    assert table.seconds_left(0, 1000.0) == 86400
    assert table.seconds_left(0, 4600.0) == 86400 - 3600
    # Who is not asked loses nothing.
    assert table.seconds_left(1, 4600.0) == 86400
    assert table.seconds_left(2, 4600.0) is None


def test_whose_time_is_up_is_played_for_until_they_come_back(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        id = ada.set_table(ME, FRIEND, first=0, clock=SLOW)["id"]
        bo.ask("POST", f"/api/tables/{id}/join", {})
        server.kill()
        # A day goes by.
        with sqlite3.connect(tmp_path / "data" / "worldgates.sqlite3") as database:
            for number, entry in database.execute("SELECT number, entry FROM entries").fetchall():
                older = json.loads(entry)
                older["at"] -= 90_000
                database.execute("UPDATE entries SET entry = ? WHERE number = ?", (json.dumps(older), number))
        server.start()
        page = bo.page(id)
        while not page.state["asked"]:
            page.read()
        assert [seat["replaced"] for seat in page.state["seats"]] == [True, False]
        back = ada.page(id)
        back.send(type="replace", seat=0, bot=False)
        while back.state["seats"][0]["replaced"]:
            back.read()


@pytest.mark.parametrize("clock", [{}, {"minutes": 0}, {"minutes": 5, "hours": 5}, {"hours": 1000}])
def test_a_clock_has_either_minutes_or_hours(tmp_path: Path, clock: dict[str, int]) -> None:
    with Server(tmp_path / "data") as server:
        body = {"game": "molthar", "seats": [ME, BOT], "clock": clock}
        assert "clock" in Person(server, "Ada").ask("POST", "/api/tables", body, expected=422)["key"]
