"""First games with a guide: real games whose decisions are shown, and which can be left at any time."""

from __future__ import annotations

from pathlib import Path

import pytest
from server_build import ME, Person, Server

from worldgates.api.game import begin
from worldgates.core.gametype import NAMES, Games
from worldgates.core.lesson import LEARNER
from worldgates.core.text import LANGUAGES
from worldgates.server.protocol import BotSeat, Friend, SeatRequest
from worldgates.server.table import GameTable, Played, Sit, TableConfig


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_a_game_by_the_rules(name: str) -> None:
    game = Games().get(name)
    lesson = game.lesson()
    assert lesson is not None, "the cards have changed: a lesson has to be made for these"
    played = begin(game, lesson.players, lesson.seed, starting_seat=lesson.starting_seat)
    mine = 0
    for step in lesson.steps:
        assert not step.topic or played.seat == LEARNER
        mine += played.seat == LEARNER
        played.play(step.action)
    # Five minutes, at ten to twenty seconds a decision.
    assert 12 <= mine <= 25


@pytest.mark.parametrize("name", NAMES)
def test_what_a_guide_says_is_said_in_three_languages(name: str) -> None:
    game = Games().get(name)
    lesson = game.lesson()
    assert lesson is not None
    topics = [step.topic for step in lesson.steps if step.topic]
    assert len(topics) == len(set(topics)) >= 10
    for topic in [*topics, "end"]:
        said = [game.text(language).lesson(topic) for language in LANGUAGES]
        assert len(set(said)) == 3
        assert max(len(text) for text in said) < 300


def test_other_cards_have_no_lesson() -> None:
    cards = Path(__file__).parents[1] / "clef_cards"
    assert Games(cards).get("clef").lesson() is None


@pytest.mark.parametrize(("name", "language"), [("molthar", "fr"), ("clef", "it")])
def test_a_lesson_is_played_to_its_end(tmp_path: Path, name: str, language: str) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada", language)
        page = ada.page(ada.set_table(ME, ME, game=name, lesson=True)["id"], language=language)
        heard, decisions = [], 0
        while (guide := page.state["guide"]) and guide["step"] < guide["of"]:
            if not page.wait_for_turn():
                break
            guide = page.state["guide"]
            assert guide["step"] == decisions
            heard.append(guide["text"])
            choices = [choice["action"] for choice in page.state["asked"]["choices"]]
            assert guide["action"] in choices
            if len(choices) > 1 and decisions == 0:
                other = next(number for number, action in enumerate(choices) if action != guide["action"])
                assert page.play(other)["code"] == "not_now"
            assert page.play(choices.index(guide["action"]))["type"] == "state"
            decisions += 1
            while page.state["status"] == "playing" and not page.state["asked"]:
                page.read()
        assert page.state["guide"]["text"] == Games().get(name).text(language).lesson("end")
        assert len([text for text in heard if text]) >= 10
        # The lesson of La clef des mondes ends at home, that of Molthar in the middle of the game.
        assert page.state["status"] == ("over" if name == "clef" else "playing")
        if name == "clef":
            assert page.state["payoffs"][LEARNER] == 1.0
            assert ada.ask("GET", "/api/me/statistics") == []
        else:
            page.play(0)


def test_the_guide_can_be_left(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        id = ada.set_table(ME, ME, lesson=True)["id"]
        page = ada.page(id)
        assert page.state["guide"]["action"] == {"do": "place", "from": 0}
        page.send(type="free")
        while page.state["guide"]:
            page.read()
        assert page.play(0)["type"] == "state"
        server.kill()
        server.start()
        assert ada.page(id).state["guide"] is None


def test_a_game_that_left_its_lesson_has_no_guide() -> None:
    game = Games().get("clef")
    lesson = game.lesson()
    assert lesson is not None
    seats: list[SeatRequest] = [Friend(), BotSeat(), BotSeat()]
    config = TableConfig(
        "clef", seats, lesson.seed, "", starting_seat=lesson.starting_seat, edition=game.edition, lesson=True
    )
    table = GameTable("", "", config, game)
    table.apply(Sit(0, "ada", "Ada", 0, 1.0))
    assert table.lesson_step == lesson.steps[0]
    other = next(action for action in table.game.legal_actions if action != lesson.steps[0].action)  # type: ignore[union-attr]
    table.apply(Played(0, other, 2.0, True))
    assert table.lesson is None
    assert table.lesson_step is None
