"""Looking back at games, and looking on: replays are what was told, statistics are what was won, delays are kept."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import pytest
from lively import choose
from server_build import BOT, FRIEND, ME, Person, Server

from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.core.table import SPECTATOR
from worldgates.core.text import LANGUAGES
from worldgates.server.projection import sentence
from worldgates.server.protocol import Friend, Sentence
from worldgates.server.replays import MAX_STEPS, ReplayRequest, replay
from worldgates.server.room import Room
from worldgates.server.statistics import Finished, statistics
from worldgates.server.table import Ended, GameTable, Played, SeatEnded, Sit, TableConfig


def played(game: str, players: int, seed: int) -> tuple[Room, list[list[Sentence]]]:
    """A whole game at a table, and what an onlooker and each seat were told at every step."""
    options: dict[str, object] = {"max_rounds": 12} if game == "clef" else {}
    config = TableConfig(
        game, [Friend()] * players, f"{seed:064x}", "host", options=options, rules=Games().get(game).rules
    )
    room = Room(GameTable("id", "ROSE-1000", config, Games().get(game)), None, 0, 0)  # type: ignore[arg-type]
    for number in range(players):
        room.table.apply(Sit(number, f"visitor {number}", f"P{number}", number, 0.0))
    found, chance = room.table.game, FastChance.seeded(seed)
    assert found is not None
    language = LANGUAGES[seed % 3]
    seats = [None, *range(players)]
    reported: list[list[Sentence]] = [[] for _ in seats]

    def tell() -> None:
        events = room.table.events()
        for sentences, seat in zip(reported, seats, strict=True):
            sentences += [sentence(found, seat, language, n, events[n]) for n in range(len(sentences), len(events))]

    tell()
    while room.table.to_act is not None:
        room.table.apply(Played(room.table.to_act, choose(found, chance), 0.0))
        tell()
    return room, reported


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_fifty_replays_tell_what_was_told(game: str) -> None:
    """For both games that makes a hundred: sentence by sentence, from every seat, in three languages."""
    for seed in range(50):
        players = 2 + seed % 4
        room, reported = played(game, players, seed)
        assert room.table.game is not None
        record = msgspec.json.decode(msgspec.json.encode(room.table.record()))
        language = LANGUAGES[seed % 3]
        for seat in (SPECTATOR, seed % players):
            ask = ReplayRequest(record, None if seat == SPECTATOR else seat, language=language)  # type: ignore[arg-type]
            steps = replay(ask).steps
            assert [sentence for step in steps for sentence in step.sentences] == reported[seat + 1]
            assert steps[-1].view == room.table.game.view(None if seat == SPECTATOR else seat)
            assert all(step.sentences for step in steps[1:])


def test_a_replay_with_open_cards_shows_every_hand() -> None:
    room, _ = played("molthar", 3, 1)
    assert room.table.game is not None
    record = room.table.record().to_dict()
    shown = replay(ReplayRequest(record, open=True))
    assert len(shown.steps) == len(room.table.game.actions) + 1
    assert not [player for step in shown.steps for player in step.view.players if hides(player)]
    closed = replay(ReplayRequest(record))
    assert [player for step in closed.steps for player in step.view.players if hides(player)]


def test_a_replay_from_a_seat_hides_what_it_did_not_see() -> None:
    room, _ = played("molthar", 2, 3)
    steps = replay(ReplayRequest(room.table.record().to_dict(), seat=0)).steps[:-1]
    assert not [step for step in steps if hides(step.view.players[0])]
    assert [step for step in steps if hides(step.view.players[1])]


def hides(player: Any) -> bool:
    return bool(len(player.hand) < player.hand_size)


def test_records_that_cannot_be_replayed_are_refused_with_a_reason() -> None:
    room, _ = played("molthar", 2, 1)
    record = room.table.record().to_dict()
    with pytest.raises(FormatError, match="there is no seat 2"):
        replay(ReplayRequest(record, seat=2))
    with pytest.raises(FormatError, match="at most"):
        replay(ReplayRequest({**record, "actions": [{"do": "refresh"}] * (MAX_STEPS + 1)}))
    with pytest.raises(FormatError, match=r"actions\[0\]"):
        replay(ReplayRequest({**record, "actions": [{"do": "redraw"}]}))
    with pytest.raises(FormatError, match="not a record"):
        replay(ReplayRequest({}))


# Statistics.


def finished(game: str, payoffs: list[float], at: float, mine: int = 0, scores: list[int] | None = None) -> Finished:
    order = sorted(range(len(payoffs)), key=lambda seat: -payoffs[seat])
    seats = [SeatEnded(f"P{seat}", 0, "person" if seat < 2 else "bot") for seat in range(len(payoffs))]
    return Finished(f"t{at}", game, Ended(10, seats, payoffs, [[seat] for seat in order], scores or [], [], at), [mine])


def test_statistics_count_games_by_players_and_opponents() -> None:
    games = [
        finished("molthar", [1.0, 0.0], 1.0, scores=[14, 9]),
        finished("molthar", [0.5, 0.5, 0.0], 2.0, scores=[12, 12, 3]),
        finished("molthar", [0.0, 0.0, 1.0], 3.0, scores=[4, 6, 13]),
        finished("clef", [1.0, 0.0], 4.0),
        finished("clef", [1.0, 0.0], 5.0),
    ]
    clef, molthar = statistics(games)
    assert (molthar.all.played, molthar.all.won) == (3, 1.5)
    assert {number: (tally.played, tally.won) for number, tally in molthar.by_players.items()} == {
        "2": (1, 1.0),
        "3": (2, 0.5),
    }
    assert (molthar.mean_score, molthar.best_score, molthar.mean_rounds) == (10.0, 14, 10.0)
    assert (molthar.streak, molthar.longest_streak) == (0, 1)
    assert [(last.place, last.of, last.score) for last in molthar.last] == [(2, 3, 4), (1, 3, 12), (1, 2, 14)]
    assert (clef.streak, clef.longest_streak, clef.mean_score) == (2, 2, None)
    assert clef.against_people.played == 2
    assert clef.against_bots.played == 0


def test_who_sat_on_several_seats_has_not_won() -> None:
    both = finished("molthar", [1.0, 0.0], 1.0)
    both.mine.append(1)
    assert statistics([both]) == []


def test_finished_games_are_listed_counted_and_shared(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        id = ada.set_table(ME, FRIEND, first=0)["id"]
        bo.ask("POST", f"/api/tables/{id}/join", {})
        page = bo.page(id)
        page.send(type="resign", seat=1)
        while page.state["status"] == "playing":
            page.read()
        (mine,) = ada.ask("GET", "/api/me")["tables"]
        assert (mine["status"], mine["won"]) == ("over", True)
        (his,) = bo.ask("GET", "/api/me")["tables"]
        assert (his["status"], his["won"]) == ("over", False)
        assert ada.ask("GET", "/api/me/statistics")[0]["all"] == {"played": 1, "won": 1.0}
        # Whoever has the link sees how it ended, and the record.
        guest = Person(server)
        assert guest.page(id).state["ranking"] == [[0], [1]]
        record = guest.ask("GET", f"/api/tables/{id}/record")
        assert record["resigned"] == [1]
        commitment = page.welcome["commitment"]
        verdict = guest.ask("POST", "/api/verify", {"record": record, "commitment": commitment, "language": "fr"})
        assert verdict["honest"]
        forged = guest.ask("POST", "/api/verify", {"record": {**record, "seed": "00" * 32}})
        assert not forged["honest"]
        assert next(finding["about"] for finding in forged["findings"] if not finding["good"]) == "seed"


# Looking on, with a delay.


def test_who_looks_on_sees_the_table_later(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        id = ada.set_table(ME, BOT, first=0, delay=2)["id"]
        page, watching = ada.page(id), Person(server, "Eve").page(id)
        assert watching.welcome["delay"] == 2
        # As yet there is nothing to see.
        assert (watching.state["status"], watching.state["view"]) == ("waiting", None)
        began = monotonic()
        while page.state["number"] < 3:
            if page.wait_for_turn():
                page.play()
        number = page.state["number"]
        seen: list[tuple[int, float]] = []
        while watching.state["number"] < number:
            state = watching.until("state")
            seen.append((state["number"], monotonic() - began))
            assert state["asked"] is None
            assert not any(seat["running"] for seat in state["seats"])
        assert seen[-1][1] >= 1.9
        early = [at for shown, at in seen if shown >= 1]
        assert min(early) >= 1.9
        assert watching.state["view"] is not None
        # Its players see it at once.
        assert page.state["number"] >= number
