"""Several servers with one PostgreSQL and one NATS: any takes any socket, one owns a table, and if it dies, stops or is
stopped, another goes on."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec
import pytest
from hosted_build import Nats, Postgres
from server_build import BOT, FRIEND, ME, Page, Person, Server

from worldgates.server.database import connect

pytestmark = pytest.mark.xdist_group("hosted")
PATIENCE = 20.0


class Club:
    """Servers that share their tables."""

    def __init__(self, folder: Path, postgres: Postgres, nats: Nats, number: int, **settings: Any) -> None:
        self.database = f"{postgres.url}?schema=club_{folder.name.lower().replace('-', '_')[-30:]}"
        options = ("--database", self.database, "--bus", nats.url)
        self.servers = [Server(folder / f"s{n}", options=options, **settings) for n in range(number)]

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        db = connect(self.database)
        db.begin()
        try:
            return [tuple(row) for row in db.execute(statement).fetchall()]
        finally:
            db.rollback()
            db.close()

    def owner(self, table: str) -> tuple[str, int]:
        (found,) = self.rows(f"SELECT owner, epoch FROM tables WHERE id = '{table}'")
        return found[0], found[1]

    def close(self) -> None:
        for server in self.servers:
            server.process.send_signal(signal.SIGCONT)
            server.process.kill()
            server.process.communicate()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    running = Postgres()
    yield running
    running.close()


@pytest.fixture(scope="module")
def nats() -> Iterator[Nats]:
    running = Nats()
    yield running
    running.close()


@pytest.fixture
def club(tmp_path: Path, postgres: Postgres, nats: Nats) -> Iterator[Club]:
    club = Club(tmp_path, postgres, nats, 2, pause=0.05)
    yield club
    club.close()


def at(person: Person, server: Server) -> Person:
    """The same person, at another server."""
    other = Person(server)
    other.cookie = person.cookie
    return other


def play_on(page: Page, moves: int) -> None:
    for _ in range(moves):
        if not page.wait_for_turn():
            return
        said = page.play()
        assert said["type"] == "state", said


def read_until(page: Page, number: int) -> None:
    while page.state["number"] < number:
        message = page.read()
        if message["type"] == "welcome":
            page.state = message["state"]


def test_any_server_takes_any_page_and_one_owns_the_table(club: Club) -> None:
    one, two = club.servers
    ada, bo = Person(one, "Ada"), Person(two, "Bo")
    table = ada.set_table(ME, FRIEND, BOT, public=True)
    # Lists, codes and seats are the same everywhere.
    assert [each["id"] for each in bo.ask("GET", "/api/tables")] == [table["id"]]
    assert bo.ask("GET", f"/api/codes/{table['code']}")["id"] == table["id"]
    assert bo.ask("POST", f"/api/tables/{table['id']}/join", {})["seat"] == 1
    assert bo.ask("GET", "/api/tables/none", expected=404)
    pages = [ada.page(table["id"]), bo.page(table["id"])]
    # Each sees that the other is there.
    pages[0].catch_up(0)
    pages[1].listen(0.3)
    assert [seat["present"] for seat in pages[1].state["seats"]] == [True, True, True]
    for _ in range(12):
        for page in pages:
            page.listen(0.1)
            if page.state["asked"] is not None:
                assert page.play()["type"] == "state"
    assert pages[0].state["number"] > 4
    pages[0].send(type="chat", text="hello")
    assert pages[1].until("chat")["line"]["text"] == "hello"
    # No hand of one is in a message to the other: what each sees is as if there were one server.
    for page in pages:
        mine = page.state["seats"]
        assert [seat["mine"] for seat in mine] == [page is pages[0], page is pages[1], False]
    # A page that goes is seen to have gone.
    pages[0].close()
    end = monotonic() + PATIENCE
    while pages[1].state["seats"][0]["present"] and monotonic() < end:
        pages[1].listen(0.1)
    assert not pages[1].state["seats"][0]["present"]
    assert club.owner(table["id"])[1] == 1, "nobody has taken it from its first owner"
    assert [server.stop() for server in club.servers] == ["", ""]


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_when_the_owner_is_killed_the_table_goes_on_elsewhere_within_five_seconds(club: Club, game: str) -> None:
    one, two = club.servers
    ada = Person(one, "Ada")
    table = ada.set_table(ME, BOT, BOT, game=game)["id"]
    page = at(ada, two).page(table)
    play_on(page, 3)
    page.wait_for_turn()
    number, choice = page.state["number"], page.state["asked"]["choices"][0]["action"]
    first, epoch = club.owner(table)
    assert epoch == 1
    one.kill()
    began = monotonic()
    page.send(type="play", number=number, seat=0, action=choice)
    read_until(page, number + 1)
    assert monotonic() - began < 5
    # The other server has it. It may have taken it twice: once because it was due, and again for the page.
    owner, epoch = club.owner(table)
    assert owner != first
    assert epoch in (2, 3)
    # It was played once.
    written = club.rows(f"SELECT entry FROM entries WHERE table_id = '{table}' AND epoch > 1 ORDER BY number")
    entries = [msgspec.json.decode(entry) for (entry,) in written]
    assert [entry["action"] for entry in entries if entry["type"] == "play" and not entry["bot"]] == [choice]
    play_on(page, 2)
    assert two.stop() == "", "it kept its lease"


def test_bots_go_on_without_anybody_when_their_server_is_killed(club: Club) -> None:
    one, two = club.servers
    ada = Person(one, "Ada")
    # A game that bots play to its end, after its person has resigned.
    table = ada.set_table(ME, *[BOT] * 4)["id"]
    page = ada.page(table)
    page.send(type="resign", seat=0)
    while not page.state["seats"][0]["resigned"]:
        page.read()
    one.kill()
    end = monotonic() + 40
    while monotonic() < end:
        ((status, epoch),) = club.rows(f"SELECT status, epoch FROM tables WHERE id = '{table}'")
        if status == "over":
            break
        sleep(0.2)
    assert (status, epoch) == ("over", 2)
    # Each entry was written by the first owner or by the second, and none between those of the other.
    epochs = [epoch for (epoch,) in club.rows(f"SELECT epoch FROM entries WHERE table_id = '{table}' ORDER BY number")]
    assert epochs == sorted(epochs)
    assert set(epochs) == {1, 2}
    assert at(ada, two).ask("GET", f"/api/tables/{table}/record")["actions"]


def test_a_server_that_was_stopped_for_long_cannot_write_when_it_wakes(club: Club) -> None:
    one, two = club.servers
    ada = Person(one, "Ada")
    table = ada.set_table(ME, BOT, first=0)["id"]
    here, there = ada.page(table), at(ada, two).page(table)
    here.wait_for_turn()
    number, choices = here.state["number"], here.state["asked"]["choices"]
    one.process.send_signal(signal.SIGSTOP)
    # The page at the stopped server plays, and hears nothing; then the other one plays.
    here.send(type="play", number=number, seat=0, action=choices[0]["action"])
    began = monotonic()
    there.catch_up(number)
    there.send(type="play", number=number, seat=0, action=choices[-1]["action"])
    read_until(there, number + 1)
    assert monotonic() - began < 6
    play_on(there, 2)
    before = there.state["number"]
    one.process.send_signal(signal.SIGCONT)
    # It wakes, and what it was asked to do comes too late. Its page sees the table as it is.
    end = monotonic() + PATIENCE
    while here.state["number"] < before and monotonic() < end:
        message = here.read()
        if message["type"] == "welcome":
            here.state = message["state"]
    assert here.state["number"] >= before
    epochs = club.rows(f"SELECT epoch, number FROM entries WHERE table_id = '{table}' ORDER BY number")
    assert [epoch for epoch, _ in epochs] == sorted(epoch for epoch, _ in epochs)
    # Both play on at the same table.
    play_on(here, 2)
    read_until(there, here.state["number"])


def test_a_server_that_stops_in_order_hands_its_tables_over(club: Club) -> None:
    one, two = club.servers
    ada = Person(one, "Ada")
    table = ada.set_table(ME, BOT, first=0)["id"]
    page = at(ada, two).page(table)
    play_on(page, 1)
    page.wait_for_turn()
    number, choice = page.state["number"], page.state["asked"]["choices"][0]["action"]
    one.process.send_signal(signal.SIGTERM)
    _, said = one.process.communicate(timeout=PATIENCE)
    assert said == ""
    began = monotonic()
    page.send(type="play", number=number, seat=0, action=choice)
    read_until(page, number + 1)
    # The lease was given back: nobody waits until it runs out.
    assert monotonic() - began < 2
    play_on(page, 2)
    assert two.stop() == ""


def test_a_database_and_a_bus_that_go_away_come_back(club: Club, postgres: Postgres, nats: Nats) -> None:
    one, two = club.servers
    ada = Person(one, "Ada")
    table = ada.set_table(ME, BOT, first=0)["id"]
    page = at(ada, two).page(table)
    for service in (postgres, nats):
        play_on(page, 2)
        page.wait_for_turn()
        number, choice = page.state["number"], page.state["asked"]["choices"][0]["action"]
        service.stop()
        page.send(type="play", number=number, seat=0, action=choice)
        sleep(0.5)
        service.start()
        end = monotonic() + 15
        while page.state["number"] == number:
            assert monotonic() < end
            try:
                message = page.read(3)
            except TimeoutError:
                page.send(type="look", seat=0)
                continue
            except Exception:
                # It was disconnected, as a server that can do nothing should do.
                page = at(ada, two).page(table)
                continue
            if message["type"] == "welcome":
                page.state = message["state"]
            if message["type"] == "refused" and message["code"] != "stale":
                # Nothing was written; the player tries again.
                sleep(0.3)
                page.send(type="play", number=number, seat=0, action=choice)
    play_on(page, 2)


def test_a_server_without_a_lease_is_not_ready(club: Club, nats: Nats) -> None:
    one = Person(club.servers[0])
    assert one.ask("GET", "/readyz")["status"] == "ok"
    nats.stop()
    end = monotonic() + PATIENCE
    while "status" in one.ask("GET", "/readyz", expected=(200, 503)):
        assert monotonic() < end
        sleep(0.2)
    nats.start()
    while "status" not in one.ask("GET", "/readyz", expected=(200, 503)):
        assert monotonic() < end
        sleep(0.2)


def test_limits_hold_for_all_servers_together(club: Club) -> None:
    ada = Person(club.servers[0], "Ada")
    statuses = []
    for number in range(30):
        person = at(ada, club.servers[number % 2])
        table = person.ask(
            "POST", "/api/tables", {"game": "molthar", "seats": [FRIEND, FRIEND]}, expected=(201, 409, 429)
        )
        statuses.append("id" in table)
        sleep(0.02)
    # A burst of 20 tables, however many servers there are; a few more come in the time that it takes. Each server by
    # itself would have allowed its half of all.
    assert 20 <= sum(statuses) <= 25
    misses = [
        at(ada, club.servers[number % 2]).ask("GET", "/api/codes/ROSE-1", expected=(404, 429))["error"]
        for number in range(20)
    ]
    assert sum("code" in text for text in misses) <= 12


def test_an_analysis_is_found_whichever_server_is_asked(tmp_path: Path, postgres: Postgres, nats: Nats) -> None:
    club = Club(tmp_path, postgres, nats, 2, pause=0, settings='analysis_level = "search:8"')
    try:
        one, two = club.servers
        ada = Person(one, "Ada")
        table = ada.set_table(ME, {"kind": "bot", "level": "easy"})["id"]
        page = ada.page(table)
        page.send(type="replace", seat=0, bot=True)
        page.send(type="skip")
        while page.state["status"] == "playing":
            page.read()
        there = at(ada, two)
        begun = ada.ask("POST", "/api/analyses", {"table": table})
        heard = []
        while "analysis" not in (found := there.ask("GET", f"/api/analyses/{begun['id']}?open=1")):
            heard.append(found["done"])
            assert len(heard) < 600
            sleep(0.1)
        assert heard == sorted(heard)
        assert len(set(heard)) > 0, "it could be followed from the other server"
        assert found == ada.ask("GET", f"/api/analyses/{begun['id']}?open=1")
        assert there.ask("GET", f"/api/analyses/{begun['id']}?seat=7", expected=422)["key"] == "seat"
        # The server that computes it is gone: it is not found, and is kept with its game.
        one.kill()
        there.ask("GET", f"/api/analyses/{begun['id']}", expected=404)
        again = there.ask("POST", "/api/analyses", {"table": table})
        assert again["done"] == again["of"]
        assert there.ask("GET", f"/api/analyses/{again['id']}?open=1")["analysis"] == found["analysis"]
    finally:
        club.close()


def test_two_clubs_on_one_database_and_one_bus_never_see_each_other(
    tmp_path: Path, postgres: Postgres, nats: Nats
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    clubs = [Club(tmp_path / name, postgres, nats, 1, pause=0.05) for name in "ab"]
    try:
        ada = Person(clubs[0].servers[0], "Ada")
        table = ada.set_table(ME, FRIEND, public=True)
        stranger = at(ada, clubs[1].servers[0])
        assert stranger.ask("GET", "/api/me") is None
        assert stranger.ask("GET", "/api/tables") == []
        stranger.ask("GET", f"/api/tables/{table['id']}", expected=404)
        stranger.ask("GET", f"/api/codes/{table['code']}", expected=404)
    finally:
        for club in clubs:
            club.close()
