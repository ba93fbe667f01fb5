"""Before the game: the host fills seats, removes people and begins; and the choice that all make at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from server_build import BOT, FRIEND, ME, Message, Page, Person, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("waiting") / "data", pause=0, settings="most_bots = 6") as running:
        yield running
        assert running.stop() == ""


def kinds(page: Page) -> list[str]:
    return [seat["kind"] for seat in page.state["seats"]]


def until(page: Page, *wanted: str) -> None:
    while kinds(page) != list(wanted):
        page.read()


def refusal(page: Page) -> str:
    code: str = page.until("refused")["code"]
    return code


def test_the_host_fills_a_seat_with_a_bot_frees_it_and_begins(server: Server) -> None:
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    id = ada.set_table(ME, FRIEND, FRIEND)["id"]
    hers, his = ada.page(id), bo.page(id)
    assert (hers.state["hosting"], his.state["hosting"]) == (True, False)
    hers.send(type="fill", seat=1, level="random")
    until(hers, "person", "bot", "open")
    assert hers.state["seats"][1]["level"] == "random"
    until(his, "person", "bot", "open")
    hers.send(type="remove", seat=1)
    until(hers, "person", "open", "open")
    hers.send(type="start", level="greedy")
    until(hers, "person", "bot", "bot")
    assert hers.state["status"] == "playing"
    assert len({seat["name"] for seat in hers.state["seats"]}) == 3
    hers.send(type="fill", seat=1)
    assert refusal(hers) == "not_now"


def test_only_the_host_changes_the_table_and_only_what_is_possible(server: Server) -> None:
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    id = ada.set_table(ME, FRIEND, FRIEND)["id"]
    bo.ask("POST", f"/api/tables/{id}/join", {})
    hers, his = ada.page(id), bo.page(id)
    for message in ({"type": "fill", "seat": 2}, {"type": "start"}, {"type": "remove", "seat": 0}):
        his.send(**message)
        assert refusal(his) == "not_yours"
    his.send(type="rename", name="Mine")
    assert refusal(his) == "not_yours"
    for message, code in (
        ({"type": "fill", "seat": 1}, "not_now"),
        ({"type": "fill", "seat": 2, "level": "nobody"}, "format"),
        ({"type": "remove", "seat": 2}, "not_now"),
        ({"type": "remove", "seat": 4}, "format"),
    ):
        hers.send(**message)
        assert refusal(hers) == code
    # More bots than one visitor may have.
    ada.set_table(ME, BOT, BOT, BOT)
    ada.set_table(ME, BOT, BOT, BOT)
    hers.send(type="start")
    assert refusal(hers) == "not_now"


def test_who_is_removed_hears_of_it_and_stays_away_and_who_leaves_may_come_back(server: Server) -> None:
    ada, bo, cy = (Person(server, name) for name in ("Ada", "Bo", "Cy"))
    id = ada.set_table(ME, FRIEND, FRIEND)["id"]
    for person in (bo, cy):
        # Three seats would begin the game: Cy leaves again before Bo comes.
        person.ask("POST", f"/api/tables/{id}/join", {"seat": 1})
        page = person.page(id)
        if person is cy:
            break
        page.send(type="remove", seat=1)
        while page.state["seats"][1]["kind"] != "open":
            page.read()
        assert person.ask("GET", "/api/me")["tables"] == []
    hers = ada.page(id)
    hers.send(type="remove", seat=1)
    notice = page.until("notice")
    assert (notice["code"], notice["seat"]) == ("removed", 1)
    while page.state["seat"] is not None:
        page.read()
    assert cy.ask("POST", f"/api/tables/{id}/join", {}, expected=409)["key"] == "not_yours"
    assert cy.ask("GET", "/api/me")["tables"] == []
    bo.ask("POST", f"/api/tables/{id}/join", {})


def test_a_table_gets_another_name_and_another_speed(server: Server) -> None:
    ada = Person(server, "Ada")
    id = ada.set_table(ME, BOT, bot_speed="slow")["id"]
    page = ada.page(id)
    assert page.state["bot_speed"] == "slow"
    page.send(type="speed", speed="fast")
    while page.state["bot_speed"] != "fast":
        page.read()
    page.send(type="rename", name="Friday")
    assert page.until("welcome")["name"] == "Friday"
    summary = ada.ask("GET", f"/api/tables/{id}")
    assert (summary["name"], summary["host"]) == ("Friday", "Ada")


# The choice that all make at the same time.


def choosing(server: Server, *seats: Message) -> tuple[str, list[Person], list[Page]]:
    people = [Person(server, name) for name in ("Ada", "Bo", "Cy")]
    id = people[0].set_table(ME, FRIEND, FRIEND, *seats, game="clef")["id"]
    for person in people[1:]:
        person.ask("POST", f"/api/tables/{id}/join", {})
    return id, people, [person.page(id) for person in people]


@pytest.mark.clause("K5")
def test_all_choose_their_reader_at_once_and_in_secret(server: Server) -> None:
    _, _, pages = choosing(server, BOT)
    number = pages[0].state["number"]
    chosen = []
    for page in pages:
        asked, decision = page.state["asked"], page.state["view"]["decision"]
        assert decision == {"seat": page.state["seat"], "what": "choose_character"}
        assert len(asked["choices"]) == 2
        chosen.append(asked["choices"][0]["action"])
    # The last first: nobody has to wait for the others.
    for page, action in reversed(list(zip(pages, chosen, strict=True))):
        page.send(type="play", number=number, seat=page.state["seat"], action=action)
        if page is not pages[0]:
            while page.state["asked"] is not None:
                page.read()
            page.send(type="play", number=number, seat=page.state["seat"], action=action)
            assert refusal(page) == "not_now"
    for page in pages:
        while page.state["number"] == number:
            page.read()
    # Until then others saw that they had decided, and not what.
    for page, action in zip(pages, chosen, strict=True):
        others = [each for each in pages if each is not page]
        early = [text for each in others for text in each.received if f'"number":{number},' in text]
        assert not [text for text in early if f'"{action["character"]}"' in text]
    assert any('"decided":true' in text for text in pages[0].received)


@pytest.mark.clause("K5")
def test_a_choice_survives_a_kill(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        id, people, pages = choosing(server)
        number = pages[2].state["number"]
        action = pages[2].state["asked"]["choices"][1]["action"]
        pages[2].send(type="play", number=number, seat=2, action=action)
        while pages[2].state["asked"] is not None:
            pages[2].read()
        server.kill()
        server.start()
        pages = [person.page(id) for person in people]
        assert [page.state["asked"] is not None for page in pages] == [True, True, False]
        assert [seat["decided"] for seat in pages[0].state["seats"]] == [False, False, True]
        for page in pages[:2]:
            page.play()
        for page in pages:
            while page.state["number"] == number:
                page.read()
        assert pages[2].state["view"]["players"][2]["character"] == action["character"]
        assert server.stop() == ""
