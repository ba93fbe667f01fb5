"""Lessons: real games that begin in a position set by hand, whose decisions are explained, and that can be left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from server_build import ME, Person, Server

from worldgates.api.game import from_position
from worldgates.core.gametype import Games
from worldgates.core.lesson import LEARNER, Lesson
from worldgates.core.text import LANGUAGES
from worldgates.server.protocol import BotSeat, Friend, SeatRequest
from worldgates.server.table import GameTable, Played, Rewound, Sit, TableConfig

GAMES = ("molthar", "clef")
CHAPTERS = [(name, number) for name in GAMES for number in range(1, len(Games().get(name).lessons()) + 1)]


def chapter(name: str, number: int) -> Lesson[Any, Any]:
    return Games().get(name).lessons()[number - 1]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_two_chapters_with_choices(name: str) -> None:
    lessons = Games().get(name).lessons()
    assert len(lessons) == 2, "the cards have changed: lessons have to be made for these"
    for lesson in lessons:
        assert sum(bool(step.wrong) for step in lesson.steps) >= 2


@pytest.mark.parametrize(("name", "number"), CHAPTERS)
def test_a_lesson_is_a_game_by_the_rules(name: str, number: int) -> None:
    """Every step is legal, and so is every wrong answer; the guide has a text for each decision of the learner."""
    lesson = chapter(name, number)
    game = from_position(Games().get(name), lesson.position)
    mine = 0
    for step in lesson.steps:
        assert bool(step.topic) == (game.seat == LEARNER)
        mine += game.seat == LEARNER
        for wrong in step.wrong:
            assert wrong.action != step.action
            assert wrong.action in game.legal_actions
            assert wrong.target
        game.play(step.action)
    # Five minutes, at ten to twenty seconds a decision.
    assert 8 <= mine <= 25


@pytest.mark.parametrize(("name", "number"), CHAPTERS)
def test_what_a_guide_says_is_short_and_said_in_three_languages(name: str, number: int) -> None:
    game, lesson = Games().get(name), chapter(name, number)
    topics = [step.topic for step in lesson.steps if step.topic]
    assert len(topics) == len(set(topics))
    reasons = [wrong.reason for step in lesson.steps for wrong in step.wrong]
    for topic in [*topics, *reasons, lesson.end]:
        said = [game.text(language).lesson(topic) for language in LANGUAGES]
        assert len(set(said)) == 3
        assert max(len(text) for text in said) < 240
        for text in said:
            # Two sentences at most, besides a question; and the same things to do and pearls in each language.
            sentences = text.partition("\n")[2] or text
            assert sum(sentences.count(end) for end in (". ", "! ", "? ")) <= 1, text
            assert text.count("**") == said[0].count("**")
            assert sorted(sign for sign in text if sign in "①②③④⑤⑥⑦⑧") == sorted(
                sign for sign in said[0] if sign in "①②③④⑤⑥⑦⑧"
            )
    for step in lesson.steps:
        if step.wrong:
            assert "?\n" in game.text("en").lesson(step.topic), "a choice is a question"


def test_other_cards_have_no_lesson(tmp_path: Path) -> None:
    cards = Path(__file__).parents[1] / "clef_cards"
    assert Games(cards).get("clef").lessons() == ()
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        ada.ask("POST", "/api/tables", {"game": "molthar", "seats": [ME, ME], "lesson": 3}, expected=409)


@pytest.mark.parametrize(
    ("name", "number", "language"),
    [(name, number, ("en", "fr", "it")[place % 3]) for place, (name, number) in enumerate(CHAPTERS)],
)
def test_a_lesson_is_played_to_its_end(tmp_path: Path, name: str, number: int, language: str) -> None:
    lesson, text = chapter(name, number), Games().get(name).text(language)
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada", language)
        page = ada.page(ada.set_table(ME, ME, game=name, lesson=number)["id"], language=language)
        decisions = 0
        while (guide := page.state["guide"]) and guide["step"] < guide["of"]:
            if not page.wait_for_turn():
                break
            guide = page.state["guide"]
            assert guide["step"] == decisions
            assert guide["text"]
            choices = [choice["action"] for choice in page.state["asked"]["choices"]]
            assert guide["action"] in choices
            assert all(wrong["action"] in choices and wrong["reason"] for wrong in guide["wrong"])
            if guide["wrong"]:
                assert page.play(choices.index(guide["wrong"][0]["action"]))["code"] == "not_now"
            assert page.play(choices.index(guide["action"]))["type"] == "state"
            decisions += 1
            while page.state["status"] == "playing" and not page.state["asked"]:
                page.read()
        assert page.state["guide"]["text"] == text.lesson(lesson.end)
        assert not page.state["guide"]["action"]
        if page.state["status"] == "over":
            assert page.state["payoffs"][LEARNER] == 1.0
            assert ada.ask("GET", "/api/me/statistics") == []
        else:
            page.play(0)


def test_the_learner_can_go_back_a_step(tmp_path: Path) -> None:
    """The deal is the same again, the log follows, and nobody goes back before the first step."""
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        page = ada.page(ada.set_table(ME, ME, lesson=1)["id"])
        first, states = page.state["guide"]["text"], []
        page.send(type="back", number=page.state["number"])
        assert page.until("refused")["code"] == "not_now"
        for _ in range(4):
            page.wait_for_turn()
            states.append(page.state)
            choices = [choice["action"] for choice in page.state["asked"]["choices"]]
            page.play(choices.index(page.state["guide"]["action"]))
        # The fourth decision comes after a turn of the bot.
        for before in (states[3], states[2]):
            page.send(type="back", number=page.state["number"])
            number = page.state["number"]
            while page.state["number"] == number or not page.state["asked"]:
                page.read()
            assert page.state["number"] > number
            assert page.state["view"] == before["view"]
            assert page.state["guide"] == before["guide"]
            assert page.state["kept"] + len(page.state["sentences"]) == before["kept"] + len(before["sentences"])
        server.kill()
        server.start()
        again = ada.page(page.welcome["id"])
        assert again.state["view"] == states[2]["view"]
        assert first != again.state["guide"]["text"]


def test_the_guide_can_be_left(tmp_path: Path) -> None:
    with Server(tmp_path / "data", pause=0) as server:
        ada = Person(server, "Ada")
        id = ada.set_table(ME, ME, lesson=1)["id"]
        page = ada.page(id)
        assert page.state["guide"]["action"] == {"do": "place", "from": 0}
        page.send(type="free")
        while page.state["guide"]:
            page.read()
        assert page.play(0)["type"] == "state"
        server.kill()
        server.start()
        assert ada.page(id).state["guide"] is None


def lesson_table(name: str, number: int = 1) -> GameTable:
    game = Games().get(name)
    seats: list[SeatRequest] = [Friend(), *(BotSeat() for _ in chapter(name, number).position.players[1:])]
    config = TableConfig(
        name, seats, "00" * 32, "", edition=game.edition, rules=game.rules, lesson=True, chapter=number
    )
    table = GameTable("", "", config, game)
    table.apply(Sit(0, "ada", "Ada", 0, 1.0))
    return table


def test_a_game_that_left_its_lesson_has_no_guide() -> None:
    table, lesson = lesson_table("molthar"), chapter("molthar", 1)
    assert table.lesson_step == lesson.steps[0]
    assert table.game is not None
    other = next(action for action in table.game.legal_actions if action != lesson.steps[0].action)
    table.apply(Played(0, other, 2.0, True))
    assert table.lesson is None
    assert table.lesson_step is None


@pytest.mark.parametrize(("name", "number"), CHAPTERS)
def test_going_back_through_a_whole_lesson(name: str, number: int) -> None:
    """From the last decision to the first, also where others had to react."""
    table, lesson = lesson_table(name, number), chapter(name, number)
    assert table.game is not None
    views = []
    # A game that is over cannot go back.
    last = max(number for number, step in enumerate(lesson.steps) if step.topic)
    for step in lesson.steps[:last]:
        if table.game.seat == LEARNER:
            views.append(table.game.view(LEARNER))
        assert table.game.seat is not None
        table.apply(Played(table.game.seat, step.action, 2.0, True))
    while views:
        assert table.can_rewind()
        table.apply(Rewound(3.0))
        assert table.game.view(LEARNER) == views.pop()
    assert not table.can_rewind()


def test_a_lesson_of_the_first_version_goes_on_without_a_guide() -> None:
    game = Games().get("molthar")
    table = GameTable("", "", TableConfig("molthar", [Friend(), BotSeat()], "00" * 32, "", lesson=True), game)
    table.apply(Sit(0, "ada", "Ada", 0, 1.0))
    assert table.status == "playing"
    assert table.lesson is None
