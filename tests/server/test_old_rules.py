"""Tables of games that were begun under older rules: the server ends them with a note, and does not replay them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from server_build import ME, Person, Server

from worldgates.server.database import FILE


def begun_under_rules_1(folder: Path, id: str) -> None:
    """Change a stored table as if version 0.1 had written it."""
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        (setting,) = database.execute("SELECT setting FROM tables WHERE id = ?", (id,)).fetchone()
        config = json.loads(setting)
        assert config.pop("rules") == 2
        config["edition"] = "reconstructed-4abb07ef"
        database.execute("UPDATE tables SET setting = ? WHERE id = ?", (json.dumps(config), id))


def test_a_table_of_clef_begun_under_rules_1_is_ended_with_a_note(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        id = ada.set_table(ME, {"kind": "bot"}, game="clef")["id"]
        page = ada.page(id)
        page.wait_for_turn()
        page.play(0)
        server.kill()
        begun_under_rules_1(tmp_path / "data", id)
        server.start()
        for _ in range(2):
            page = ada.page(id)
            assert page.state["status"] == "abandoned"
            (line,) = [line["text"] for line in page.welcome["chat"]]
            assert "begun under older rules" in line
        # It no longer counts as a running game, and new ones are begun under the present rules.
        assert [table["status"] for table in ada.ask("GET", "/api/me")["tables"]] in ([], ["abandoned"])
        assert ada.page(ada.set_table(ME, {"kind": "bot"}, game="clef")["id"]).state["status"] == "playing"
