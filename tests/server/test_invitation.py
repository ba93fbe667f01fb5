"""What a messenger shows of the link to a table."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest
from server_build import BOT, FRIEND, ME, PATIENCE, Person, Server

from worldgates.core.gametype import NAMES, Games
from worldgates.server import invitation


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("invitation") / "data", pause=0) as running:
        yield running
        assert running.stop() == ""


def get(server: Server, path: str) -> tuple[str, bytes]:
    connection = HTTPConnection(server.host, server.port, timeout=PATIENCE)
    connection.request("GET", path)
    response = connection.getresponse()
    assert response.status == 200
    return response.getheader("Content-Type") or "", response.read()


def tags(server: Server, id: str) -> dict[str, str]:
    _, page = get(server, f"/t/{id}")
    head = page.decode().partition("</head>")[0]
    found = re.findall(r'<meta property="([^"]+)" content="([^"]*)" />', head)
    return {name: html.unescape(value) for name, value in found}


def test_the_invitation_says_which_game_whose_table_and_how_long(server: Server) -> None:
    ada = Person(server, 'Ada "<b>"')
    id = ada.set_table(ME, FRIEND, FRIEND, BOT, name="Thursday")["id"]
    found = tags(server, id)
    assert found["og:title"] == 'Ada "<b>" invites you to Portals of Molthar'
    assert found["og:description"] == "Thursday · 4 players · 2 seats are free · About 50 minutes"
    assert found["og:url"].endswith(f"/t/{id}")
    kind, picture = get(server, re.sub(r"^https?://[^/]+", "", found["og:image"]))
    assert (kind, picture[:4]) == ("image/png", b"\x89PNG")


def test_the_invitation_speaks_the_language_of_the_host(server: Server) -> None:
    zoe = Person(server, "Zoé", language="fr")
    id = zoe.set_table(ME, FRIEND, game="clef", clock={"hours": 24})["id"]
    found = tags(server, id)
    assert found["og:title"] == "Zoé vous invite à La clef des mondes"
    assert found["og:description"] == "2 joueurs · Une place est libre · 24 heures par décision"


def test_no_table_no_invitation(server: Server) -> None:
    assert tags(server, "nowhere") == {}


@pytest.mark.skipif(invitation.renderer() is None, reason="resvg_py is not installed: worldgates[hosted] has it")
@pytest.mark.parametrize("game", NAMES)
def test_the_picture_is_drawn_from_a_game(game: str) -> None:
    picture = invitation.preview(Games().get(game), 3, "it")
    assert picture is not None
    assert picture[:4] == b"\x89PNG"
    assert len(picture) > 20_000
