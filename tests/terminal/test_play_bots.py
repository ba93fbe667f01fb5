"""Bots from outside in the terminal: Python classes, other programs, and bots that fail."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest
from terminal_build import ALWAYS_THE_FIRST, Terminal, content, piped

import worldgates as wg
from worldgates.bots import LadderBot
from worldgates.core.formats import FormatError
from worldgates.molthar import GAME
from worldgates.terminal.play import new_match, play
from worldgates.terminal.saves import Match

BOTS = """
import time
import worldgates as wg

class Last(wg.Bot):
    def choose(self, turn):
        return turn.actions[-1]

class Crashing(wg.Bot):
    def choose(self, turn):
        raise KeyError("pearl")

class Lying(wg.Bot):
    def choose(self, turn):
        return "everything"

class Endless(wg.Bot):
    def choose(self, turn):
        print("thinking", flush=True)
        while True:
            time.sleep(0.01)

class Unwilling(wg.Bot):
    def new_game(self):
        raise ValueError("not today")
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"choice": len(question["legal"]) - 1}), flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(BOTS)
    (tmp_path / "program.py").write_text(PROGRAM)
    return tmp_path


def program(folder: Path) -> str:
    return f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(folder / 'program.py'))}"


class Last(wg.Bot):
    def choose(self, turn: wg.Turn) -> wg.Action:
        return turn.actions[-1]


@pytest.mark.parametrize("kind", ["module", "file", "program"])
def test_a_bot_from_outside_plays(folder: Path, kind: str) -> None:
    bot = {"module": "mine:Last", "file": f"{folder / 'mine.py'}:Last", "program": program(folder)}[kind]
    shown = piped("1\n" * 60 + "q\n", folder, seats=2, bots=[bot], seed=5, save=str(folder / "game.json"))
    record = content(folder / "game.json")["record"]
    assert f"Bruno ({'Last' if kind != 'program' else bot})" in " ".join(shown.split())
    assert "failed" not in shown
    game, decisions = wg.new("molthar", record["players"], record["seed"]), 0
    for action in wg.load(record).actions:
        if game.seat == 1:
            decisions += 1
            assert action == game.legal_actions[-1]
        game.play(action)
    assert decisions > 20


def test_a_bot_can_be_an_object() -> None:
    match = new_match(GAME, None, [Last(), LadderBot("random")], "en", 5, None, None)
    assert [opponent.named for opponent in match.opponents] == [f"{__name__}:Last", "random"]
    table = match.game.table
    match.game.play_number(table.legal()[0])
    while match.game.seat != 1:
        match.game.play_number(table.legal()[0])
    assert match.opponents[0].decide(table) == table.legal()[-1]


@pytest.mark.parametrize(
    ("bot", "name", "reason"),
    [
        ("mine:Crashing", "Crashing", "it crashed with KeyError: 'pearl'"),
        ("mine:Lying", "Lying", "it chose 'everything', which is not a legal action here"),
        ("cmd:no-such-program", "cmd:no-such-program", "it cannot be started"),
    ],
)
@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_for_a_bot_that_fails_the_easy_one_decides_and_the_game_goes_on(
    folder: Path, game: str, bot: str, name: str, reason: str
) -> None:
    file = folder / "game.json"
    arguments = {"game": game, "bots": [bot], "seed": 5, "options": {"max_rounds": 9} if game == "clef" else {}}
    shown = " ".join(piped(ALWAYS_THE_FIRST, folder, **arguments, save=str(file)).split())
    assert f"Bot Bruno ({name}) failed: {reason}" in shown
    assert "; the easy bot plays this decision for it." in shown
    record = content(file)
    assert wg.load(record).over
    # One line for every decision of the bot.
    replayed, decisions = wg.new(game, record["players"], record["seed"], options=record.get("options")), 0
    for action in record["actions"]:
        decisions += replayed.seat == 1
        replayed.play(action)
    assert shown.count("the easy bot plays this decision for it") == decisions


def test_a_bot_that_cannot_begin_is_refused_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    bot = f"{folder / 'mine.py'}:Unwilling"
    refused = "bots: Unwilling cannot begin a game: its new_game crashed with ValueError: not today"
    with pytest.raises(FormatError, match=refused):
        play(language="en", bots=[bot])
    with pytest.raises(FormatError, match=r"bots: there is no Nobody in .*mine\.py"):
        play(language="en", bots=[f"{folder / 'mine.py'}:Nobody"])


def test_the_person_can_leave_while_a_bot_thinks(folder: Path) -> None:
    # With this seed the bot is the starting player.
    terminal = Terminal(folder, bots=["mine:Endless"], seed=7, plain=True, save="game.json")
    terminal.until("thinking")
    os.write(terminal.end, b"\x03")
    assert terminal.finish() == 0
    assert "The game is saved in game.json" in terminal.shown
    assert content(folder / "game.json")["seats"][1]["bot"] == "mine:Endless"


# A file from somebody else must not start programs.


def test_a_saved_game_starts_bots_from_outside_only_if_they_are_named_again(folder: Path) -> None:
    file, bot = folder / "game.json", program(folder)
    shown = piped("1\n1\nq\n", folder, bots=[bot], seed=5, save=str(file))
    flag = f"--bots {shlex.join([bot])}"
    assert flag in shown
    saved = content(file)
    with pytest.raises(
        FormatError, match="bots: this game runs bots from outside the ladder: name them again"
    ) as error:
        Match.load(saved)
    assert bot in str(error.value)
    with pytest.raises(FormatError, match="bots: a saved game goes on as it began"):
        Match.load(saved, bots=["mine:Last"])
    again = piped("1\nq\n", folder, resume=str(file), bots=[bot])
    assert "The game goes on." in again
    assert flag in again
    assert len(content(file)["record"]["actions"]) > len(saved["record"]["actions"])
