"""Replaying in the terminal: the whole game as text, and step by step at a pseudo-terminal."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from terminal_build import Replay

from worldgates import Game, load
from worldgates.api.game import begin, begin_record, play_recorded, read_record
from worldgates.bots import decide
from worldgates.bots.ladder import make_policy
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.core.table import SPECTATOR
from worldgates.molthar import GAME, TurnBegan
from worldgates.terminal.opponents import Opponent
from worldgates.terminal.replay import replay
from worldgates.terminal.saves import Match

NAMES = ["Ada", "Bo", "Cy"]


@cache
def recorded() -> Game:
    """A game of three greedy bots."""
    game = begin(GAME, NAMES, 9)
    policy = make_policy("greedy", "molthar", FastChance.seeded(9))
    while not game.over:
        game.play_number(decide(policy, game.table))
    assert game.journal
    return game


def record_of(game: Game) -> dict[str, Any]:
    """The record as parsed JSON."""
    return game.record.to_dict()


def in_a_line(text: str) -> str:
    return " ".join(text.split())


def assert_narrated_once_in_order(shown: str, sentences: list[str]) -> None:
    """That all the sentences stand there, one after the other, and none of them once more."""
    line, place = in_a_line(shown), 0
    for sentence in sentences:
        found = line.find(in_a_line(sentence), place)
        assert found >= 0, sentence
        place = found + len(in_a_line(sentence))
    for sentence in set(sentences):
        if sum(sentence in other for other in set(sentences)) == 1:
            assert line.count(in_a_line(sentence)) == sentences.count(sentence), sentence


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("plain", [True, False])
def test_every_event_is_narrated_once(capsys: pytest.CaptureFixture[str], language: str, plain: bool) -> None:
    assert replay(record_of(recorded()), language=language, step=False, plain=plain) == 0
    text = GAME.text(language)
    narrated = [text.event(entry.seen_by(SPECTATOR), NAMES) for entry in recorded().journal]
    shown = capsys.readouterr().out
    assert_narrated_once_in_order(shown, narrated)
    assert shown.rindex("1. ") > shown.rindex(narrated[-1])


@pytest.mark.parametrize("seat", [None, 1, "open"])
def test_it_is_narrated_as_a_seat_saw_it_or_with_all_cards_open(
    capsys: pytest.CaptureFixture[str], seat: int | str | None
) -> None:
    all_open = seat == "open"
    who = seat if isinstance(seat, int) else None
    replay(record_of(recorded()), language="en", seat=who, all_open=all_open, step=False, plain=True)
    shown, text = capsys.readouterr().out, GAME.text("en")
    as_seen = [
        text.event(entry.event if all_open else entry.seen_by(SPECTATOR if who is None else who), NAMES)
        for entry in recorded().journal
    ]
    assert_narrated_once_in_order(shown, as_seen)
    assert ("unseen pearl" in shown) != all_open


def test_the_table_is_shown_at_the_start_of_each_turn(capsys: pytest.CaptureFixture[str]) -> None:
    replay(record_of(recorded()), language="en", step=False, plain=True)
    turns = sum(isinstance(entry.event, TurnBegan) for entry in recorded().journal)
    assert capsys.readouterr().out.count("Face-up pearls: ") == turns


def test_a_saved_game_and_a_game_broken_off_are_shown_too(capsys: pytest.CaptureFixture[str]) -> None:
    record = {**record_of(recorded()), "result": None}
    record["actions"] = record_of(recorded())["actions"][:9]
    game = load(record)
    bots = [Opponent("greedy", GAME, NAMES, FastChance.seeded(seed), "bot") for seed in (1, 2)]
    for value in (record, Match(game, bots).saved().to_dict()):
        replay(value, language="en", step=False)
        assert "Here the record ends; the game is not over yet." in capsys.readouterr().out


def test_faults_are_found_before_anything_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of(recorded())
    with pytest.raises(FormatError, match="seat: expected a seat from 0 to 2, got 3"):
        replay(record, language="en", seat=3, step=False)
    with pytest.raises(FormatError, match="seed: this key is missing"):
        replay({key: value for key, value in record.items() if key != "seed"}, language="en", step=False)
    with pytest.raises(FormatError, match=r"actions\[1\]"):
        replay({**record, "actions": [{"do": "refresh"}, {"do": "fly"}]}, language="en", step=False)
    assert capsys.readouterr().out == ""


def test_step_by_step(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    record = record_of(recorded())
    file.write_text(json.dumps(record))
    last = len(record["actions"])
    terminal = Replay(file)
    step, shown = terminal.until_asked()
    assert step == 0
    assert "The game begins." in shown
    type, form = read_record(record, Games())
    game = begin_record(type, form)
    text = GAME.text("en")
    for index in range(5):
        step, shown = terminal.type("")
        assert step == index + 1
        narrated = [text.event(entry.seen_by(SPECTATOR), NAMES) for entry in play_recorded(game, form, index)]
        assert_narrated_once_in_order(shown, narrated)
    assert terminal.type("b")[0] == 4
    assert terminal.type("10")[0] == 14
    assert "Costs: 1 2 3 4 (M13)" in terminal.type("? unicorn")[1]
    assert "M5: Three actions" in terminal.type("? m5")[1]
    assert "There is no choice 1." in terminal.type("? 1")[1]
    assert "go back one step" in terminal.type("?")[1]
    assert "(M5)" in terminal.type("l")[1]
    assert "Face-up pearls" in terminal.type("t")[1]
    assert "Enter goes one step forward" in terminal.type("0")[1]
    step, shown = terminal.type("9999")
    assert step == last
    assert "The game took" in shown
    assert terminal.type("")[0] == last
    assert terminal.type("b")[0] == last - 1
    os.write(terminal.end, b"q\n")
    assert terminal.process.wait(timeout=20) == 0


def test_one_cannot_go_back_behind_the_beginning(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record_of(recorded())))
    terminal = Replay(file)
    terminal.until_asked()
    step, shown = terminal.type("b")
    assert step == 0
    assert "This is the beginning." in shown
    os.write(terminal.end, b"\x04")
    assert terminal.process.wait(timeout=20) == 0
