"""Tables over real sockets: whole games, who may do what, and what happens when the server is killed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from server_build import BOT, FRIEND, ME, Person, Server
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from worldgates.api.loading import load
from worldgates.cli import INTERRUPTED
from worldgates.core.gametype import NAMES
from worldgates.server import room, sentences


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data") as running:
        yield running


@pytest.mark.parametrize("game", NAMES)
def test_a_whole_game_against_bots_and_its_record(server: Server, game: str) -> None:
    ada = Person(server, "Ada")
    options = {"max_rounds": 6} if game == "clef" else {}
    table = ada.set_table(ME, BOT, game=game, options=options)
    page = ada.page(table["id"])
    ada.ask("GET", f"/api/tables/{table['id']}/record", expected=409)
    turns = 0
    while page.wait_for_turn():
        # What is last on the list is often the strongest.
        assert page.play(-1 if turns % 3 else turns)["type"] == "state"
        turns += 1
        if turns > 150:
            page.send(type="resign", seat=0)
            page.until("state")
    assert page.state["status"] == "over"
    assert sum(page.state["payoffs"]) == pytest.approx(1)
    assert len(page.state["seed"]) == 64
    record = ada.ask("GET", f"/api/tables/{table['id']}/record")
    replayed = load(record)
    assert [action.to_dict() for action in replayed.actions] == record["actions"]


def test_a_move_that_is_sent_twice_is_played_once(server: Server) -> None:
    ada = Person(server, "Ada")
    table = ada.set_table(ME, BOT, first=0)
    page = ada.page(table["id"])
    number, action = page.state["number"], page.state["asked"]["choices"][0]["action"]
    for _ in range(2):
        page.send(type="play", number=number, seat=0, action=action)
    assert page.until("state")["number"] == number + 1
    assert page.until("refused")["code"] == "stale"
    assert page.state["number"] == number + 1


def test_two_people_meet_by_link_and_by_code(server: Server) -> None:
    ada, bo = Person(server, "Ada"), Person(server, "Bo", "fr")
    table = ada.set_table(ME, FRIEND, first=0)
    assert table["status"] == "waiting"
    hers = ada.page(table["id"])
    assert bo.ask("GET", f"/api/codes/{table['code'].lower()}")["id"] == table["id"]
    assert bo.ask("POST", f"/api/tables/{table['id']}/join", {})["seat"] == 1
    his = bo.page(table["id"], language="fr")
    assert hers.until("state")["status"] == "playing"
    hers.wait_for_turn()
    hers.play()
    his.catch_up(1)
    assert any("Ada a pris " in sentence["text"] for sentence in his.state["sentences"])
    his.send(type="chat", text="Bonjour <b>!</b>")
    assert hers.until("chat")["line"]["text"] == "Bonjour <b>!</b>"


def test_a_seat_is_opened_by_its_own_token_alone(server: Server) -> None:
    ada, eve = Person(server, "Ada"), Person(server, "Eve")
    table = ada.set_table(ME, BOT, first=0)
    ada.page(table["id"])
    page = eve.page(table["id"], seat=0)
    assert page.state["seat"] is None
    assert page.state["asked"] is None
    for message in (
        {"type": "play", "number": 0, "seat": 0, "action": {"do": "refresh"}},
        {"type": "undo", "number": 0, "seat": 0},
        {"type": "look", "seat": 0},
        {"type": "hint", "seat": 0},
        {"type": "resign", "seat": 0},
        {"type": "replace", "seat": 0, "bot": True},
    ):
        page.send(**message)
        assert page.until("refused")["code"] == "not_yours"
    page.send(type="abandon")
    assert page.until("refused")["code"] == "not_now"
    for type in ("skip", "rematch"):
        page.send(type=type)
        assert page.until("refused")["code"] == "not_yours"


def test_whoever_has_no_token_owns_no_seat_not_even_that_of_a_bot(server: Server) -> None:
    ada = Person(server, "Ada")
    table = ada.set_table(ME, BOT, first=1)
    page = Person(server).page(table["id"], seat=1)
    assert page.state["seat"] is None
    assert not any(seat["mine"] for seat in page.state["seats"])
    for message in (
        {"type": "look", "seat": 1},
        {"type": "play", "number": 0, "seat": 1, "action": {"do": "refresh"}},
        {"type": "hint", "seat": 1},
        {"type": "resign", "seat": 1},
    ):
        page.send(**message)
        assert page.until("refused")["code"] == "not_yours"


def test_who_looks_on_is_named_to_all_once(server: Server) -> None:
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    table = ada.set_table(ME, BOT, first=0)
    page = ada.page(table["id"])
    assert page.state["watching"] == []
    for _ in range(2):
        bo.page(table["id"])
        assert page.until("state")["watching"] == ["Bo"]
    Person(server).page(table["id"])
    assert page.until("state")["watching"] == ["", "Bo"]


def test_nothing_hidden_is_sent_to_an_opponent_or_a_spectator(server: Server) -> None:
    ada, bo, eve = Person(server, "Ada"), Person(server, "Bo"), Person(server, "Eve")
    table = ada.set_table(ME, FRIEND, first=0)
    bo.ask("POST", f"/api/tables/{table['id']}/join", {})
    hers, his, watching = ada.page(table["id"]), bo.page(table["id"]), eve.page(table["id"])
    pearls = []
    for _ in range(12):
        mover = hers if hers.state["asked"] else his
        assert mover.state["asked"], "somebody decides"
        hidden = [c for c in mover.state["asked"]["choices"] if c["action"] == {"do": "take", "from": "pile"}]
        choice = mover.state["asked"]["choices"].index(hidden[0]) if hidden else 0
        mover.play(choice)
        pearls += [s["event"].get("pearl") for s in mover.state["sentences"] if s["event"]["event"] == "take"]
        for page in {hers, his, watching} - {mover}:
            page.catch_up(mover.state["number"])
            for sentence in page.state["sentences"]:
                if sentence["event"]["event"] == "take" and sentence["event"]["from"] == "pile":
                    assert "pearl" not in sentence["event"]
    assert any(pearls)
    secret = {"seed", "knows", "chance"}
    for page in (hers, his, watching):
        for text in page.received:
            message = json.loads(text)
            state = message.get("state", message)
            assert state["seed"] is None
            assert not secret & set(state["view"])
            for number, player in enumerate(state["view"]["players"]):
                # All pearls came from the pile: who holds them sees all of them, the others none.
                shown = player["hand_size"] if number == state["seat"] else 0
                assert len(player["hand"]) == shown


def test_what_cannot_be_read_is_answered_and_changes_nothing(server: Server) -> None:
    ada = Person(server, "Ada")
    table = ada.set_table(ME, BOT, first=0)
    page = ada.page(table["id"])
    for text in (
        "",
        "hello",
        "[]",
        "{}",
        '{"type": "fly"}',
        '{"type": "play"}',
        '{"type": "chat", "text": ""}',
        "9" * 20_000,
    ):
        page.socket.send(text)
        assert page.until("refused")["code"] == "format"
    page.send(type="play", number=0, seat=0, action={"do": "dance"})
    assert "action.do: expected one of take, " in page.until("refused")["text"]
    page.send(type="play", number=0, seat=0, action={"do": "take", "from": 9})
    assert page.until("refused")["code"] == "format"
    page.send(type="play", number=0, seat=0, action={"do": "end_turn"})
    assert page.until("refused")["code"] == "rules"
    page.send(type="play", number=0, seat=4, action={"do": "refresh"})
    assert page.until("refused")["code"] == "format"
    assert page.play()["number"] == 1
    ada.ask("POST", "/api/tables", {"game": "chess", "seats": [ME, BOT]}, expected=422)
    ada.ask("POST", "/api/tables", {"game": "molthar", "seats": [BOT, BOT]}, expected=422)
    ada.ask("GET", "/api/tables/nowhere", expected=404)


def test_a_refusal_is_told_in_the_language_of_its_reader(server: Server) -> None:
    ada, bo = Person(server, "Ada"), Person(server, "Bo", "it")
    table = ada.set_table(ME, BOT, first=0)
    page = bo.page(table["id"], language="it")
    page.send(type="resign", seat=0)
    assert page.until("refused")["text"] == "Questo non è il tuo posto."


def test_every_refusal_of_the_server_is_known_to_the_catalogues() -> None:
    folder = Path(str(room.__file__)).parent
    source = "".join(file.read_text("utf-8") for file in folder.glob("*.py") if file.name != "sentences.py")
    raised = set(re.findall(r'(?:RejectedError\("\w+", |HTTPException\(\d+, |text = )"([^"]+)"', source))
    known = set(sentences._all(str))
    assert raised
    assert raised <= known
    # Nothing is kept that is not said any more.
    assert {text for text in known if f'"{text}"' not in source} <= {sentences.NOT_WRITTEN}


def test_a_request_is_refused_in_the_language_of_the_page(server: Server) -> None:
    connection = HTTPConnection(server.host, server.port)
    connection.request("GET", "/api/tables/nowhere", headers={"Accept-Language": "de-DE, fr-FR;q=0.8, en;q=0.5"})
    assert json.loads(connection.getresponse().read())["error"] == "Cette table n’existe pas."


def test_names_and_chat_are_freed_of_signs_that_only_confuse(server: Server) -> None:
    ada = Person(server, "A\u202eda\n\u0007 of  Rome 👨\u200d👩\u200d👧")
    assert ada.ask("GET", "/api/me")["name"] == "Ada of Rome 👨\u200d👩\u200d👧"
    assert "name" in ada.ask("PUT", "/api/me", {"name": "\u202e\u200b"}, expected=422)["key"]
    page = ada.page(ada.set_table(ME, BOT)["id"])
    page.send(type="chat", text="  hello\u202e \u0000 there ")
    assert page.until("chat")["line"]["text"] == "hello there"


def test_who_has_no_name_says_nothing(server: Server) -> None:
    table = Person(server, "Ada").set_table(ME, BOT)
    guest = Person(server).page(table["id"])
    guest.send(type="chat", text="hello")
    assert guest.until("refused")["text"] == "Enter your name first."


def test_everybody_has_a_colour_of_their_own(server: Server) -> None:
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    table = ada.set_table(ME, BOT, FRIEND, BOT)
    bo.ask("POST", f"/api/tables/{table['id']}/join", {})
    seats = ada.page(table["id"]).state["seats"]
    assert len({seat["colour"] for seat in seats}) == 4
    # Ada came first, and keeps the one she likes.
    assert seats[0]["colour"] == 1


def test_another_site_cannot_play_for_its_visitor(server: Server) -> None:
    ada = Person(server, "Ada")
    table = ada.set_table(ME, BOT)
    with pytest.raises(InvalidStatus):
        connect(
            f"ws://{server.host}:{server.port}/api/tables/{table['id']}/play",
            additional_headers={"Cookie": ada.cookie},
            origin=Origin("http://evil.example"),
        )


def test_undo_takes_back_what_showed_nothing(server: Server) -> None:
    ada = Person(server, "Ada")
    table = ada.set_table(ME, {"kind": "here", "name": "Bo"}, game="clef", first=0)
    page = ada.page(table["id"], seat=0)
    # To choose a character in secret shows nothing, but is known to nobody else either: it stays.
    page.play()
    assert not page.state["can_undo"]
    page.send(type="undo", number=page.state["number"], seat=0)
    assert page.until("refused")["code"] == "not_now"


def test_a_killed_server_has_lost_nothing_that_was_confirmed(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        ada = Person(server, "Ada")
        tables = [ada.set_table(ME, BOT, BOT)["id"] for _ in range(5)]
        for kill in range(4):
            confirmed = {}
            for number, table in enumerate(tables):
                page = ada.page(table)
                for step in range(2 + kill):
                    if page.wait_for_turn():
                        assert page.play(step + number)["type"] == "state"
                confirmed[table] = (page.state["number"], page.state["view"]["players"][0]["hand"])
            server.kill()
            server.start()
            for table, (number, _) in confirmed.items():
                assert ada.page(table).state["number"] >= number
        # And it goes on.
        page = ada.page(tables[0])
        assert page.wait_for_turn()
        assert page.play()["type"] == "state"
        assert "Traceback" not in server.stop()


def test_ctrl_c_ends_it_at_once(server: Server) -> None:
    Person(server, "Ada").page(Person(server, "Bo").set_table(ME, BOT)["id"])
    assert server.stop() == ""
    assert server.process.returncode == INTERRUPTED


# What somebody might try.


def test_who_has_resigned_neither_plays_nor_takes_back(server: Server) -> None:
    ada, bo, cy = Person(server, "Ada"), Person(server, "Bo"), Person(server, "Cy")
    id = ada.set_table(ME, FRIEND, FRIEND, first=0)["id"]
    for person in (bo, cy):
        person.ask("POST", f"/api/tables/{id}/join", {})
    page = ada.page(id)
    page.send(type="resign", seat=0)
    while not page.state["seats"][0]["resigned"]:
        page.read()
    for message in ({"type": "play", "action": {"do": "take", "from": 0}}, {"type": "undo"}):
        page.send(**message, number=page.state["number"], seat=0)
        assert page.until("refused")["code"] in ("not_now", "stale")
    page.send(type="hint", seat=0)
    assert page.until("refused")["code"] == "not_now"
    assert not page.state["can_undo"]


def test_nobody_takes_the_game_of_others_away(server: Server) -> None:
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    id = ada.set_table(ME, FRIEND, first=0, clock={"hours": 24})["id"]
    bo.ask("POST", f"/api/tables/{id}/join", {})
    page = ada.page(id)
    # Being away is usual in a game over days.
    page.send(type="replace", seat=1, bot=True)
    assert page.until("refused")["code"] == "not_yours"
    page.send(type="abandon")
    assert page.until("refused")["code"] == "not_yours"


def test_a_token_that_was_not_given_is_none(server: Server) -> None:
    eve = Person(server)
    eve.cookie = "worldgates=a"
    eve.ask("PUT", "/api/me", {"name": "Eve"})
    assert eve.cookie != "worldgates=a"


def test_a_code_is_found_as_it_was_said(server: Server) -> None:
    ada = Person(server, "Ada")
    table = ada.set_table(ME, FRIEND)
    word, number = table["code"].split("-")
    for said in (f"{word}{number}", f"{word.lower()}%20{number}", f"%20{word}-{number}%20"):
        assert ada.ask("GET", f"/api/codes/{said}")["id"] == table["id"]


def test_nobody_sits_down_at_an_abandoned_table(server: Server) -> None:
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    id = ada.set_table(ME, FRIEND)["id"]
    page = ada.page(id)
    page.send(type="abandon")
    while page.state["status"] != "abandoned":
        page.read()
    bo.ask("POST", f"/api/tables/{id}/join", {}, expected=409)


def test_private_tables_do_not_crowd_out_open_ones(server: Server) -> None:
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    public = ada.set_table(ME, FRIEND, public=True)["id"]
    for _ in range(15):
        bo.set_table(ME, FRIEND, name='"public":true')
    assert [table["id"] for table in bo.ask("GET", "/api/tables")] == [public]
