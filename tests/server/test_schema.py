"""The protocol as it is described (docs/protocol.md, OpenAPI, JSON schema) is the protocol as it is spoken."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest
import schemathesis
from hypothesis import Phase, given, settings
from hypothesis.strategies import booleans, one_of
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.result import Ok
from server_build import BOT, FRIEND, ME, Person, Server
from starlette.routing import Route

from worldgates.api.loading import new
from worldgates.core.gametype import NAMES
from worldgates.server import protocol
from worldgates.server.app import make_app
from worldgates.server.database import FILE
from worldgates.server.errors import RejectionCode
from worldgates.server.routes import ROUTES, document
from worldgates.server.schema import ERRORS, socket_schema
from worldgates.server.settings import ServerSettings

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
NEGATIVE = schemathesis.GenerationMode.NEGATIVE
FROM_BROWSER, TO_BROWSER = get_args(protocol.FromBrowser), get_args(protocol.ToBrowser)
DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("schema") / "data", pause=0) as running:
        yield running
        assert running.stop() == ""


def validator(schema: dict[str, Any], whole: dict[str, Any]) -> Any:
    return jsonschema_rs.validator_for({**whole, **schema})


def test_every_route_is_described_and_everything_described_is_a_route(tmp_path: Path) -> None:
    app = make_app(tmp_path, ServerSettings())
    routes = {
        (method.lower(), route.path)
        for route in app.routes
        if isinstance(route, Route) and route.path.startswith(("/api/", "/healthz")) and "{path:path}" not in route.path
        for method in route.methods or ()
        if method != "HEAD"
    }
    assert routes == {(each.method.lower(), each.path) for each in ROUTES}


def test_answers_are_as_they_are_described(tmp_path: Path) -> None:
    # Mail goes nowhere: the port is of the kind that nobody listens at.
    nowhere = '[notify]\nsmtp = "smtp://127.0.0.1:1"\nmail_from = "games@example.org"'
    with Server(tmp_path / "data", pause=0, settings=f"most = 10\n{nowhere}") as server:
        _check_answers(server, tmp_path / "data" / FILE)
        complaints = server.stop().splitlines()
    assert complaints.pop() == "worldgates: mail not sent: [Errno 111] Connection refused"
    assert set(complaints) == {"worldgates: nothing can be written: database is locked"}


def exhaust(person: Person, method: str, path: str, body: object = None) -> None:
    """Ask, as somebody unknown if they were, until it is too often."""
    cookie = person.cookie
    for _ in range(500):
        person.cookie = cookie
        answer = person.ask(method, path, body, expected=(200, 404, 409, 429))
        if isinstance(answer, dict) and "Too many" in answer.get("error", ""):
            return
    raise AssertionError(path)


def _check_answers(server: Server, database: Path) -> None:
    """Every answer that is described, good or bad, is given once."""
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    assert ada.ask("GET", "/api/openapi.json") == document()
    assert ada.ask("GET", "/api/socket.json") == socket_schema()
    checked = set()

    def check(
        person: Person, method: str, path: str, body: object = None, status: int = 200, query: str = "", **names: str
    ) -> Any:
        answer = person.ask(method.upper(), path.format(**names) + query, body, expected=status)
        responses = document()["paths"][path][method]["responses"]
        schema = responses[str(status)]["content"]["application/json"]["schema"]
        validator(schema, {"components": document()["components"]}).validate(answer)
        checked.add((method, path, status))
        return answer

    # First with a database that nobody can use.
    cy = Person(server, "Cy")
    names = {"id": cy.set_table(ME, FRIEND)["id"], "code": "ROSE-1000"}
    bodies = {"/api/me": {"name": "Ada"}, "/api/tables": {"game": "molthar", "seats": [ME, FRIEND]}}
    bodies["/api/analyses"] = {"table": names["id"]}
    bodies["/api/play-on"] = {"table": names["id"], "seat": 0, "step": 0}
    with closing(sqlite3.connect(database, isolation_level=None)) as other, ThreadPoolExecutor(20) as threads:
        other.execute("BEGIN IMMEDIATE")
        stored = [each for each in ROUTES if 503 in each.errors]
        assert len(stored) > 10
        for answer in threads.map(
            lambda each: check(
                cy, each.method.lower(), each.path, bodies.get(each.path, {}) if each.body else None, 503, **names
            ),
            stored,
        ):
            assert answer["key"] == "disk"
        other.execute("ROLLBACK")
    check(ada, "get", "/api/about")
    check(ada, "get", "/api/openapi.json")
    check(ada, "get", "/api/socket.json")
    for game in NAMES:
        check(ada, "get", "/api/games/{game}/cards", game=game)
        check(ada, "get", "/api/games/{game}/rules", game=game)
    check(ada, "get", "/api/games/{game}/cards", status=422, game="chess")
    check(ada, "get", "/api/games/{game}/rules", status=422, game="chess")
    check(ada, "put", "/api/me", {"name": "Ada"})
    check(ada, "put", "/api/me", {"name": " "}, 422)
    check(ada, "put", "/api/me", {"name": "A" * 20_000}, 413)
    request = {"game": "molthar", "seats": [ME, FRIEND], "public": True}
    check(Person(server), "post", "/api/tables", request, 401)
    check(ada, "post", "/api/tables", {**request, "seats": [ME]}, 422)
    check(ada, "post", "/api/tables", {**request, "name": "A" * 20_000}, 413)
    table = check(ada, "post", "/api/tables", request, 201)
    assert table["id"] in [each["id"] for each in check(bo, "get", "/api/tables")]
    check(bo, "get", "/api/tables/{id}", id=table["id"])
    check(bo, "get", "/api/tables/{id}", status=404, id="nowhere")
    check(bo, "get", "/api/codes/{code}", code=table["code"])
    check(bo, "get", "/api/codes/{code}", status=404, code="nothing")
    join = "/api/tables/{id}/join"
    check(Person(server), "post", join, {}, 401, id=table["id"])
    check(bo, "post", join, {}, 404, id="nowhere")
    check(bo, "post", join, {"seat": "1"}, 422, id=table["id"])
    check(bo, "post", join, {"seat": "1" * 20_000}, 413, id=table["id"])
    assert check(bo, "post", join, {}, id=table["id"])["seat"] == 1
    check(Person(server, "Eve"), "post", join, {}, 409, id=table["id"])
    assert check(Person(server), "get", "/api/me") is None
    assert check(bo, "get", "/api/me")["tables"]
    assert check(bo, "get", "/api/me/tables")
    assert check(bo, "get", "/api/me/tables", query="?before=5") == []
    check(bo, "get", "/api/me/tables", status=422, query="?before=yesterday")
    check(Person(server), "get", "/api/me/tables", status=401)
    record = "/api/tables/{id}/record"
    check(bo, "get", record, status=404, id="nowhere")
    check(bo, "get", record, status=409, id=table["id"])
    played = {"table": table["id"], "seat": 0, "step": 0}
    check(bo, "post", "/api/analyses", {"table": table["id"]}, 409)
    check(bo, "post", "/api/play-on", played, 409)
    page = bo.page(table["id"])
    page.send(type="resign", seat=1)
    page.until("state")
    check(bo, "get", record, id=table["id"])
    game = bo.ask("GET", f"/api/tables/{table['id']}/record")
    for path in ("/api/replay", "/api/verify"):
        check(bo, "post", path, {"record": game, "language": "it"})
        check(bo, "post", path, {"record": [game]}, 422)
        check(bo, "post", path, {"record": {"made_by": "A" * 1_000_000}}, 413)
        exhaust(bo, "POST", path, {"record": game})
        check(bo, "post", path, {"record": game}, 429)
    _check_analyses(check, server, bo, played, game)
    assert check(bo, "get", "/api/me/statistics")[0]["all"] == {"played": 1, "won": 0.0}
    check(Person(server), "get", "/api/me/statistics", status=401)
    check(ada, "get", "/api/me/mail")
    check(Person(server), "get", "/api/me/mail", status=401)
    check(Person(server), "put", "/api/me/mail", {"email": ""}, 401)
    check(ada, "put", "/api/me/mail", {"email": ""})
    check(ada, "put", "/api/me/mail", {"email": "ada"}, 422)
    check(ada, "put", "/api/me/mail", {"email": "a" * 20_000}, 413)
    check(ada, "put", "/api/me/mail", {"email": "ada@example.org"}, 502)
    exhaust(ada, "PUT", "/api/me/mail", {"email": ""})
    check(ada, "put", "/api/me/mail", {"email": ""}, 429)
    check(ada, "get", "/healthz")
    exhaust(bo, "GET", "/api/codes/NOTHING")
    check(bo, "get", "/api/codes/{code}", status=429, code="nothing")
    for _ in range(10):
        check(ada, "post", "/api/tables", request, 201)
    check(ada, "post", "/api/tables", request, 409)
    exhaust(ada, "POST", "/api/tables", request)
    check(ada, "post", "/api/tables", request, 429)
    exhaust(Person(server), "PUT", "/api/me", {"name": "Many"})
    check(Person(server), "put", "/api/me", {"name": "More"}, 429)
    described = {(each.method.lower(), each.path, status) for each in ROUTES for status in (each.status, *each.errors)}
    assert checked == described
    assert "error" in bo.ask("GET", "/api/nowhere", expected=404)
    assert "error" in bo.ask("POST", "/api/nowhere", {}, expected=404)


def _check_analyses(
    check: Callable[..., Any], server: Server, bo: Person, played: dict[str, Any], game: dict[str, Any]
) -> None:
    """The answers about the analysis of a game that is over, and about playing on from it."""
    analyses, analysis, play_on = "/api/analyses", "/api/analyses/{id}", "/api/play-on"
    for path, more in ((analyses, {}), (play_on, {"seat": 0, "step": 0})):
        check(bo, "post", path, {"record": [game], **more}, 422)
        check(bo, "post", path, {"record": {"made_by": "A" * 1_000_000}, **more}, 413)
        check(bo, "post", path, {"table": "nowhere", **more}, 404)
    id = check(bo, "post", analyses, {"table": played["table"]})["id"]
    while "analysis" not in check(bo, "get", analysis, id=id, query="?open=1"):
        sleep(0.2)
    check(bo, "get", analysis, status=422, id=id, query="?seat=2")
    check(bo, "get", analysis, status=404, id="nothing")
    exhaust(bo, "GET", f"/api/analyses/{id}")
    check(bo, "get", analysis, status=429, id=id)
    exhaust(bo, "POST", analyses, {"table": played["table"]})
    check(bo, "post", analyses, {"table": played["table"]}, 429)
    check(Person(server), "post", play_on, played, 401)
    check(bo, "post", play_on, played, 201)
    exhaust(bo, "POST", play_on, {**played, "table": "nowhere"})
    check(bo, "post", play_on, played, 429)


@pytest.mark.parametrize("game", NAMES)
def test_what_a_socket_says_is_as_it_is_described(server: Server, game: str) -> None:
    schema = socket_schema()
    sent, received = (validator(schema["$defs"][kind], schema) for kind in ("FromBrowser", "ToBrowser"))
    ada = Person(server, "Ada")
    page = ada.page(ada.set_table(ME, BOT, BOT, game=game, first=0, clock={"minutes": 5})["id"])
    messages: list[dict[str, Any]] = [
        {"type": "chat", "text": "Hello"},
        {"type": "speak", "language": "fr"},
        {"type": "look", "seat": None},
        {"type": "look", "seat": 0},
        {"type": "hint", "seat": 0},
        {"type": "undo", "number": 0, "seat": 1},
        {"type": "skip"},
        {"type": "replace", "seat": 0, "bot": True},
        {"type": "replace", "seat": 0, "bot": False},
        {"type": "resign", "seat": 0},
        {"type": "abandon"},
        {"type": "rematch"},
    ]
    page.wait_for_turn()
    page.play()
    for message in messages:
        sent.validate(message)
        page.send(**message)
    # The answer to the undo, after that to the hint, which may take its time.
    page.until("refused")
    page.listen(0.5)
    kinds = {msgspec.json.decode(text)["type"] for text in page.received}
    assert kinds >= {"welcome", "state", "chat", "refused"}
    for text in page.received:
        received.validate(msgspec.json.decode(text))
    assert not sent.is_valid({"type": "play"})
    assert not received.is_valid({"type": "state"})


def test_random_requests_are_answered_as_described(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        table = ada.set_table(ME, FRIEND)["id"]
        schema = schemathesis.openapi.from_url(f"http://{server.host}:{server.port}/api/openapi.json")
        statuses = set()

        def try_out(operation: Any) -> None:
            @settings(max_examples=20, derandomize=True, deadline=None, database=None, phases=[Phase.generate])
            @given(one_of(operation.as_strategy(), operation.as_strategy(generation_mode=NEGATIVE)), booleans())
            def send(case: schemathesis.Case[Any], finds_the_table: bool) -> None:
                if finds_the_table and "id" in case.path_parameters:
                    case.path_parameters["id"] = table
                response = case.call(headers={"Cookie": ada.cookie})
                statuses.add(response.status_code)
                case.validate_response(response, checks=CHECKS)

            send()

        for operation in schema.get_all_operations():
            assert isinstance(operation, Ok)
            try_out(operation.ok())
        assert statuses >= {200, 404, 409, 422}
        assert server.stop() == ""


# The document.


def examples() -> list[tuple[str, str]]:
    """Each JSON block of the document, with the words before it that say what it is."""
    return re.findall(r"<!-- (\w+) -->\n```json\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize(("kind", "text"), examples())
def test_an_example_of_the_document_is_such_a_message(kind: str, text: str) -> None:
    form, message = getattr(protocol, kind), msgspec.json.decode(text)
    # Views are shortened in the examples.
    state = message.get("state", message)
    if "view" in state:
        state["view"] = new("molthar", 2).view(0).to_dict()
    schema = socket_schema()
    if kind in schema["$defs"]:
        validator(schema["$defs"][kind], schema).validate(message)
    elif any(kind == getattr(each, "__name__", "") for each in (*FROM_BROWSER, *TO_BROWSER)):
        validator(schema["$defs"][f"{kind}_Action_"], schema).validate(message)
    else:
        assert msgspec.convert(message, form) is not None
    # Nothing in the example is unknown to the message.
    assert set(message) <= {*(field.encode_name for field in msgspec.structs.fields(form)), "type"}


def test_the_document_shows_every_message_every_code_and_every_route() -> None:
    text = DOCUMENT.read_text("utf-8")
    shown = {kind for kind, _ in examples()}
    for union in (protocol.FromBrowser, protocol.ToBrowser):
        assert {each.__name__ for each in union.__args__} <= shown
    codes = get_args(RejectionCode)
    assert len(codes) > 5
    assert all(f"| `{code}` |" in text for code in codes)
    for status in ERRORS:
        assert f"| {status} |" in text
    for each in ROUTES:
        assert f"`{each.method.upper()} {each.path}`" in text
