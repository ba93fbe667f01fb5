"""Bots: what they are shown, and what becomes of those that crash, lie or are slow."""

from __future__ import annotations

import os
import pickle
import shlex
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from lively import choose

import worldgates as wg
from worldgates.api.bot import ask, turn_at
from worldgates.api.process import ProcessBot
from worldgates.bots.ladder import BOTS, LadderBot, bot_named
from worldgates.core.chance import FastChance
from worldgates.molthar import EndTurn, Take

each_game = pytest.mark.parametrize("name", ["molthar", "clef"])


def turn_of(game: wg.Game, seed: int = 1, seconds: float | None = None) -> wg.Turn:
    return turn_at(game.type, game.table, game.players, seed, seconds)


def moments(name: str, players: int, every: int = 9) -> Iterator[wg.Game]:
    """A lively game, at some of its decisions."""
    game = wg.new(name, players, seed=players, options={"max_rounds": 10} if name == "clef" else None)
    chance = FastChance.seeded(players)
    while not game.over and len(game.actions) < 150:
        if len(game.actions) % every == 0:
            yield game
        game.play(choose(game, chance))


class First(wg.Bot):
    def choose(self, turn: wg.Turn) -> wg.Action:
        return turn.actions[0]


# What a bot is shown.


@each_game
@pytest.mark.parametrize("players", [2, 4])
def test_a_turn_shows_what_the_seat_may_know(name: str, players: int) -> None:
    for game in moments(name, players):
        turn = turn_of(game)
        assert turn.game == name
        assert turn.seat == game.seat
        assert turn.decision == game.decision
        assert turn.players == game.players
        assert turn.view == game.view(game.seat)
        assert turn.actions == game.legal_actions
        assert str(len(turn.actions)) in repr(turn)


def digest(turn: wg.Turn) -> list[Any]:
    """Everything that can be got out of a turn."""
    imagined = turn.imagine(2)
    after = [world.after(turn.actions[-1]) for world in imagined]
    return [
        turn.view,
        turn.actions,
        turn.rng.random(),
        [world.position for world in (*imagined, *after, *turn.imagine())],
        [world.events(everything=True) for world in after],
        turn.decision,
        repr(turn),
    ]


@each_game
@pytest.mark.parametrize("players", [2, 3, 5])
def test_nothing_in_a_turn_depends_on_hidden_cards(name: str, players: int) -> None:
    different = 0
    for number, game in enumerate(moments(name, players)):
        twin = game.imagine(game.seat, seed=1000 + number)
        different += twin.position != game.position
        assert digest(turn_of(twin, number)) == digest(turn_of(game, number))
    assert different > 3


@each_game
def test_imagined_games_differ_from_each_other_and_from_the_real_one(name: str) -> None:
    game = next(islice(moments(name, 3), 4, None))
    turn = turn_of(game)
    one, two = turn.imagine(2)
    (three,) = turn.imagine()
    assert one.view(turn.seat) == two.view(turn.seat) == three.view(turn.seat) == game.view(game.seat)
    assert len({world.position for world in (one, two, three, game)}) == 4


def test_the_randomness_of_a_turn_follows_from_its_seed() -> None:
    game = wg.new("molthar", seed=1)
    assert turn_of(game, 5).rng.random() == turn_of(game, 5).rng.random() != turn_of(game, 6).rng.random()


# Bots in this process.


def test_a_bot_is_a_class_with_a_method() -> None:
    bot = First()
    assert bot.name == "First"
    assert "First" in repr(bot)
    game = wg.new("molthar", seed=7)
    assert ask(bot, turn_of(game)) == game.table.legal()[0]
    with pytest.raises(NotImplementedError, match="choose"):
        wg.Bot().choose(turn_of(game))


class Crashing(wg.Bot):
    def choose(self, turn: wg.Turn) -> wg.Action:  # noqa: ARG002
        raise ZeroDivisionError("no seven")


class Leaving(wg.Bot):
    def choose(self, turn: wg.Turn) -> wg.Action:  # noqa: ARG002
        sys.exit(3)


class Illegal(wg.Bot):
    def choose(self, turn: wg.Turn) -> wg.Action:  # noqa: ARG002
        return EndTurn()


class OtherGame(wg.Bot):
    def choose(self, turn: wg.Turn) -> wg.Action:  # noqa: ARG002
        from worldgates.clef import Draw

        return Draw()


class Garbage(wg.Bot):
    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, turn: wg.Turn) -> wg.Action:  # noqa: ARG002
        return self.answer  # type: ignore[return-value]


class Nasty:
    """An answer that resists being looked at."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __hash__(self) -> int:
        raise RuntimeError

    def __repr__(self) -> str:
        raise RuntimeError


class Slow(wg.Bot):
    def choose(self, turn: wg.Turn) -> wg.Action:
        time.sleep(0.05)
        return turn.actions[0]


@pytest.mark.parametrize(
    ("bot", "seconds", "said"),
    [
        (Crashing(), None, "it crashed with ZeroDivisionError: no seven"),
        (Leaving(), None, "it crashed with SystemExit: 3"),
        (wg.Bot(), None, "it crashed with NotImplementedError"),
        (Illegal(), None, "it chose EndTurn(), which is not a legal action here"),
        (OtherGame(), None, "it chose Draw(), which is not a legal action here"),
        (Garbage(None), None, "it chose None"),
        (Garbage(3), None, "it chose 3"),
        (Garbage({"do": "take", "from": 0}), None, "it chose {'do': 'take', 'from': 0}"),
        (Garbage(Take(source=77)), None, "it chose Take(source=77)"),
        (Garbage("x" * 10_000), None, "…, which is not a legal action here"),
        (Garbage(Nasty()), None, "it chose a Nasty"),
        (Slow(), 0.01, "s, the limit is 0.01 s"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, wg.Bot) else "",
)
def test_a_bot_that_gives_no_legal_action_gets_a_verdict(bot: wg.Bot, seconds: float | None, said: str) -> None:
    game = wg.new("molthar", seed=7)
    with pytest.raises(wg.BotError) as caught:
        ask(bot, turn_of(game, seconds=seconds))
    assert said in caught.value.reason
    assert caught.value.bot == bot.name
    assert len(caught.value.reason) < 400


class Ahead(First):
    """Plays on at the table of its turn."""

    def choose(self, turn: wg.Turn) -> wg.Action:
        first = turn.actions[0]
        for _ in range(9):
            turn._table.play(turn._table.legal()[0])
        return first


class Forger(wg.Bot):
    """Adds an action to those that are legal."""

    def choose(self, turn: wg.Turn) -> wg.Action:
        turn.actions = (*turn.actions, EndTurn())
        return turn.actions[-1]


class Boasting(Slow):
    """Claims to keep to the time by itself."""

    keeps_time = True


class Patient(Slow):
    """Gives itself more time."""

    def choose(self, turn: wg.Turn) -> wg.Action:
        turn.seconds = None
        return super().choose(turn)


def test_a_bot_that_changes_its_turn_gains_nothing_and_harms_nobody() -> None:
    game = wg.new("molthar", seed=7)
    assert ask(Ahead(), turn_of(game)) == game.table.legal()[0]
    with pytest.raises(wg.BotError, match="EndTurn"):
        ask(Forger(), turn_of(game))
    with pytest.raises(wg.BotError, match=r"limit is 0\.01 s"):
        ask(Patient(), turn_of(game, seconds=0.01))
    with pytest.raises(wg.BotError, match=r"limit is 0\.01 s"):
        ask(Boasting(), turn_of(game, seconds=0.01))
    assert game == wg.new("molthar", seed=7)


@each_game
def test_a_turn_can_be_given_to_another_process(name: str) -> None:
    for game in moments(name, 3):
        turn = turn_of(game, seconds=2.0)
        turn.imagine(3)
        twin = pickle.loads(pickle.dumps(turn))
        assert (twin.seat, twin.seconds, twin.players) == (turn.seat, turn.seconds, turn.players)
        assert digest(twin) == digest(turn)


def test_a_bot_within_its_limit_is_fine() -> None:
    game = wg.new("molthar", seed=7)
    assert ask(Slow(), turn_of(game, seconds=5.0)) == game.table.legal()[0]


# Bots by name.


def test_the_bots_of_the_ladder_are_bots_too() -> None:
    for name in BOTS:
        bot = bot_named(name)
        assert bot.name == name
        for game in (wg.new("molthar", seed=7), wg.new("clef", seed=7)):
            assert ask(bot, turn_of(game)) in game.table.legal()


def test_a_game_that_is_over_has_no_turn() -> None:
    game = wg.new("clef", 2, seed=1, options={"max_rounds": 1})
    while not game.over:
        game.play(game.legal_actions[-1])
    with pytest.raises(wg.RuleError, match="over"):
        turn_of(game)


def test_an_object_is_taken_as_it_is() -> None:
    bot = First()
    assert bot_named(bot) is bot


def test_a_module_or_a_file_and_its_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
    import worldgates as wg
    class Last(wg.Bot):
        def choose(self, turn):
            return turn.actions[-1]
    READY = Last()
    NUMBER = 7
    class Needy(wg.Bot):
        def __init__(self, friend):
            pass
    """
    # A file of this name must not stand in for the module of the standard library.
    file = tmp_path / "random.py"
    file.write_text(textwrap.dedent(source), encoding="utf-8")
    (tmp_path / "bots_of_mine.py").write_text(textwrap.dedent(source), encoding="utf-8")
    (tmp_path / "broken_bots.py").write_text("1 / 0", encoding="utf-8")
    (tmp_path / "leaving_bots.py").write_text("raise SystemExit", encoding="utf-8")
    (tmp_path / "needing_bots.py").write_text("import no_such_module", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    game = wg.new("molthar", seed=7)
    for name in (f"{file}:Last", "random.py:Last", "random.py:READY", "bots_of_mine:Last", "bots_of_mine.py:READY"):
        bot = bot_named(name)
        assert bot.name == "Last"
        assert ask(bot, turn_of(game)) == game.table.legal()[-1]
    import random

    assert random.random() < 1
    for name, said in [
        ("bots_of_mine:Nobody", "there is no Nobody in bots_of_mine"),
        ("bots_of_mine:NUMBER", "is no bot"),
        ("bots_of_mine:Needy", "cannot be made: TypeError"),
        ("nowhere_to_be_found:Bot", "there is no module nowhere_to_be_found"),
        ("nowhere.py:Bot", "there is no file"),
        ("broken_bots:Bot", "cannot be imported: ZeroDivisionError"),
        ("broken_bots.py:Bot", "cannot be imported: ZeroDivisionError"),
        ("broken_bots.py:Bot", "cannot be imported: ZeroDivisionError"),
        ("leaving_bots.py:Bot", "cannot be imported: SystemExit"),
        ("needing_bots:Bot", "cannot be imported: No module named 'no_such_module'"),
        ("genius", "there is no bot 'genius'"),
        ("", "there is no bot ''"),
        (":", "there is no bot ':'"),
    ]:
        with pytest.raises(wg.FormatError, match="players: ") as caught:
            bot_named(name, "players")
        assert said in caught.value.message


@pytest.mark.parametrize("given", [First, 7, None, ["greedy"]])
def test_what_is_neither_a_bot_nor_a_name_is_refused(given: Any) -> None:
    with pytest.raises(wg.FormatError, match="expected a name or an object"):
        bot_named(given)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(wg.FormatError, match="hard, expert, random, search:N"):
        LadderBot("genius")


# Bots in other processes.


def command(body: str) -> str:
    """The command of a small Python program that answers questions."""
    program = f"import json, os, sys, time\nfor line in sys.stdin:\n{textwrap.indent(textwrap.dedent(body), '    ')}"
    return f"{sys.executable} -S -c {shlex.quote(program)}"


FIRST = 'print(json.dumps({"choice": 0}), flush=True)'


@each_game
def test_a_process_is_asked_in_json_lines(name: str) -> None:
    body = """
    asked = json.loads(line)
    assert set(asked) == {"view", "legal", "seat", "seconds"}, asked.keys()
    assert asked["view"]["seat"] == asked["seat"]
    print(json.dumps({"action": asked["legal"][-1], "why": "it is the last"}), flush=True)
    """
    bot = bot_named(f"cmd:{command(body)}")
    try:
        game = wg.new(name, 2, seed=3)
        for _ in range(8):
            assert ask(bot, turn_of(game)) == game.table.legal()[-1]
            game.play(game.legal_actions[0])
    finally:
        bot.close()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('print(json.dumps({"choice": 10_000}), flush=True)', "it chose number 10000, and there are"),
        ('print(json.dumps({"choice": -1}), flush=True)', "it chose number -1"),
        ('print(json.dumps({"choice": "0"}), flush=True)', "its answer cannot be read (choice: expected int"),
        ('print("hello", flush=True)', "its answer cannot be read (this is not JSON"),
        ('print("{}", flush=True)', 'its answer has neither "action" nor "choice": {}'),
        ('print("[" * 100_000, flush=True)', "nested too deeply"),
        ('print(json.dumps({"action": {"do": "fly"}}), flush=True)', "action.do"),
        ('print(json.dumps({"action": {"do": "redraw"}}), flush=True)', "it chose Redraw(), which is not a legal"),
        ("sys.exit(4)", "its process ended with exit code 4"),
        ('raise ValueError("no idea")', "its process ended with exit code 1: ValueError: no idea"),
        ("os.close(1); time.sleep(60)", "its process ended, or closed its output"),
    ],
)
def test_a_process_that_gives_no_legal_action_gets_a_verdict(body: str, said: str) -> None:
    bot = ProcessBot(command(body))
    with pytest.raises(wg.BotError) as caught:
        ask(bot, turn_of(wg.new("molthar", seed=7)))
    bot.close()
    assert said in caught.value.reason


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "no command"),
        ("python 'mybot.py", "cannot be read: No closing quotation"),
        ("no-such-program-anywhere", "cannot be started: No such file"),
    ],
)
def test_a_process_that_cannot_be_started_gets_a_verdict(words: str, said: str) -> None:
    with pytest.raises(wg.BotError, match=said):
        ask(bot_named(f"cmd:{words}"), turn_of(wg.new("molthar", seed=7)))


def test_a_silent_process_is_ended_at_the_limit_and_started_again() -> None:
    body = """
    time.sleep(0 if b'"seconds":7' in line.encode() else 60)
    print(json.dumps({"choice": 0}), flush=True)
    """
    bot = ProcessBot(command(body))
    game = wg.new("molthar", seed=7)
    assert ask(bot, turn_of(game, seconds=7.0)) == game.table.legal()[0]
    start = time.perf_counter()
    with pytest.raises(wg.BotError, match=r"no answer within 0.2 s"):
        ask(bot, turn_of(game, seconds=0.2))
    assert time.perf_counter() - start < 2
    assert ask(bot, turn_of(game, seconds=7.0)) == game.table.legal()[0]
    bot.close()


def test_a_process_that_never_stops_talking_does_no_harm() -> None:
    program = f"{sys.executable} -S -c {shlex.quote('while True: print(chr(123) + chr(125))')}"
    bot = ProcessBot(program)
    with pytest.raises(wg.BotError, match="neither"):
        ask(bot, turn_of(wg.new("molthar", seed=7)))
    time.sleep(0.2)
    program_of = bot._program
    assert program_of is not None
    assert program_of._answers.qsize() <= 101
    bot.close()


def test_a_process_that_does_not_read_cannot_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("worldgates.api.process.SECONDS_TO_START", 0.5)
    bot = ProcessBot(f"{sys.executable} -S -c {shlex.quote('import time; time.sleep(60)')}")
    turn = turn_of(wg.new("molthar", seed=7), seconds=0.3)
    # More than fits into a pipe.
    turn.__dict__["actions"] = turn.actions * 20_000
    start = time.perf_counter()
    with pytest.raises(wg.BotError, match="no answer"):
        ask(bot, turn)
    assert time.perf_counter() - start < 5
    assert bot._program is None


@pytest.mark.skipif(sys.platform == "win32", reason="processes have no groups there")
@pytest.mark.parametrize("way", ["close", "forgotten", "exit"])
def test_no_process_is_left_behind(way: str, tmp_path: Path) -> None:
    # The bot starts another process, which ignores that its input has ended.
    pids = tmp_path / "pids"
    body = f"""
    import subprocess
    child = subprocess.Popen(["sleep", "300"])
    open({str(pids)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
    print(json.dumps({{"choice": 0}}), flush=True)
    time.sleep(300)
    """
    program = f"""
import worldgates as wg
from worldgates.api.bot import ask, turn_at
from worldgates.api.process import ProcessBot
bot = ProcessBot({command(body)!r})
game = wg.new("molthar", seed=7)
ask(bot, turn_at(game.type, game.table, game.players, 1))
"""
    ending = {
        "close": "bot.close()\nimport os; os._exit(0)",
        "forgotten": "del bot\nimport os; os._exit(0)",
        "exit": "",
    }
    subprocess.run([sys.executable, "-P", "-c", program + ending[way]], check=True, timeout=60)
    for pid in map(int, pids.read_text().split()):
        assert is_gone(pid), f"process {pid} is left"


def is_gone(pid: int) -> bool:
    for _ in range(50):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        status = Path(f"/proc/{pid}/stat")
        # A zombie has ended; whoever started it has not looked yet.
        if status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False
