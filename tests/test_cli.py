"""The command line as a user meets it: real processes, real files."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from worldgates import __version__
from worldgates.lab.bench import is_compiled


def run(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "worldgates", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
    )


def output(*arguments: str, stdin: str = "") -> Any:
    done = run(*arguments, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_version_says_whether_the_engine_is_compiled() -> None:
    kind = "compiled engine" if is_compiled() else "engine in plain Python"
    shown = run("--version").stdout
    assert shown.startswith(f"worldgates {__version__} ({kind}")
    assert shown.endswith(f", Python {platform.python_version()})\n")
    assert "plain Python" in run("--version", WORLDGATES_PURE="1").stdout


@pytest.mark.parametrize(
    "command",
    [
        "",
        "play",
        "new",
        "legal",
        "apply",
        "view",
        "cards",
        "replay",
        "verify",
        "engine",
        "simulate",
        "match",
        "balance",
        "bench",
        "serve",
        "backup",
        "restore",
    ],
)
def test_help_has_an_example(command: str) -> None:
    done = run(*([command] if command else []), "--help")
    assert done.returncode == 0
    assert "Example" in done.stdout
    assert f"worldgates {command}".strip() in done.stdout


def test_positions_go_from_command_to_command_through_pipes(tmp_path: Path) -> None:
    start = run("new", "molthar", "--seats", "3", "--seed", "7").stdout
    legal = output("legal", "-", stdin=start)
    assert legal["decision"] == "action"
    file = tmp_path / "start.json"
    file.write_text(start, encoding="utf-8")
    after = output("apply", str(file), json.dumps(legal["actions"][0]))
    assert after["turn"]["actions_left"] == 2
    same = output("apply", str(file), "-", stdin=json.dumps(legal["actions"][0]))
    assert {**same, "seed": None} == {**after, "seed": None}
    view = output("view", "-", "--seat", str(legal["seat"]), stdin=json.dumps(after))
    assert len(view["players"][legal["seat"]]["hand"]) == 1
    assert output("view", str(file))["seat"] is None


def test_the_fair_stream_is_chosen_by_hexadecimal_digits() -> None:
    secret = "00112233445566778899aabbccddeeff"
    position = output("new", "--seed", f"0x{secret}")
    assert position["chance"] == {"stream": "fair", "seed": secret, "drawn": position["chance"]["drawn"]}
    assert position == output("new", "--seed", f"0x{secret}")


def test_cards_in_three_languages() -> None:
    names = {lang: output("cards", "molthar", "--json", "--lang", lang)[12]["name"] for lang in ("en", "fr", "it")}
    assert names == {"en": "Unicorn", "fr": "Licorne", "it": "Unicorno"}
    assert len(output("cards", "--json")) == 40
    assert "Licorne" in run("cards", "--lang", "fr").stdout
    assert "Licorne" in run("cards", LC_ALL="fr_FR.UTF-8").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fly"], "there is no command 'fly'"),
        (["new", "chess"], "molthar"),
        (["new", "--seats", "6"], "2 to 5"),
        (["new", "--seats", "x"], "--seats"),
        (["new", "--seed", "-4"], "--seed"),
        (["new", "--seed", "0x12"], "hexadecimal"),
        (["new", "--frob"], "--frob"),
        (["legal", "no-such-file.json"], "no-such-file.json: No such file or directory"),
        (["legal", "-"], "not JSON"),
        (["legal"], "--file"),
        (["apply", "-", "-"], "only one"),
        (["cards", "--lang", "de"], "--lang"),
        (["simulate", "--players", "greedy"], "2 to 5"),
        (["simulate"], "--players"),
        (["test"], "./worldgates test"),
        (["play", "--resume", "no-such-file.json"], "no-such-file.json"),
        (["play", "--bots", "genius"], "genius"),
        (["play", "--bots", "no_such_module:Bot"], "there is no module no_such_module"),
        (["simulate", "--players", "greedy", "genius"], "genius"),
        (["view", "-", "--seat", "9"], "not JSON"),
        (["new", "molthar", "--max-rounds", "3"], "--max-rounds: molthar has no such option"),
        (["new", "clef", "--wisp-owner-waits"], "--wisp-owner-waits: clef has no such option"),
        (["new", "molthar", "--cards", "."], "--cards"),
        (["replay", "no-such-file.json"], "no-such-file.json"),
        (["league", "molthar", "--bots", "easy", "--games", "10"], "at least two different bots"),
    ],
)
def test_an_error_is_one_line_that_says_what_is_wrong(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_faulty_position_is_explained_with_its_key() -> None:
    position = output("new", "--seed", "7")
    position["players"][0]["hand"] = [1, 9]
    done = run("legal", "-", stdin=json.dumps(position))
    assert done.returncode == 2
    assert "players[0].hand[1]: expected a pearl" in done.stderr


def test_a_seat_that_does_not_exist_is_refused() -> None:
    position = run("new", "--seed", "7").stdout
    done = run("view", "-", "--seat", "9", stdin=position)
    assert done.returncode == 2
    assert done.stderr == "worldgates: --seat: expected a seat from 0 to 1, or none for a spectator, got 9\n"


def test_the_options_of_the_games_reach_the_table() -> None:
    assert output("new", "molthar")["options"] == {"wisp_owner_waits": True}
    assert output("new", "molthar", "--wisp-owner-waits")["options"] == {"wisp_owner_waits": True}
    assert output("new", "molthar", "--no-wisp-owner-waits")["options"] == {"wisp_owner_waits": False}
    found = output("new", "clef", "--reveal-while-paying", "--max-rounds", "9")
    assert found["options"] == {"reveal_while_paying": True, "max_rounds": 9}


def test_a_saved_game_can_stand_where_a_record_is_asked_for() -> None:
    saved = Path(__file__).parent / "records" / "molthar-saved.json"
    assert output("view", str(saved))["players"][0]["name"] == "Ada"
    assert "decisions were played again" in run("verify", str(saved)).stdout


def test_bots_come_as_levels_classes_and_programs(tmp_path: Path) -> None:
    source = (
        "import worldgates as wg\nclass Last(wg.Bot):\n    def choose(self, turn):\n        return turn.actions[-1]\n"
    )
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    program = tmp_path / "other.py"
    program.write_text("for _ in open(0):\n    print('{\"choice\": 0}', flush=True)\n", encoding="utf-8")
    process = f"cmd:{sys.executable} -S {program}"
    arguments = ("--games", "2", "--max-rounds", "3", "--json", "--players", "random", f"{file}:Last", process)
    found = output("simulate", "molthar", *arguments)
    assert found["players"] == ["random", "Last", process]
    assert found["verdicts"] == []
    assert output("simulate", "--json", "--games", "1", "--players", "random,random")["games"] == 1


def bots_in(folder: Path, body: str) -> str:
    file = folder / "mine.py"
    source = f"import os, worldgates as wg\nclass Mine(wg.Bot):\n    def choose(self, turn):\n        {body}\n"
    file.write_text(source, encoding="utf-8")
    return f"{file}:Mine"


@pytest.mark.parametrize("processes", ["1", "2"])
def test_what_a_bot_prints_does_not_mix_with_the_results(processes: str, tmp_path: Path) -> None:
    bot = bots_in(tmp_path, 'print("thinking"); return turn.actions[0]')
    arguments = ("--games", "200", "--max-rounds", "1", "--processes", processes, "--json")
    done = run("match", "molthar", bot, "random", *arguments)
    assert json.loads(done.stdout)["games"] == 200
    assert "thinking" in done.stderr


@pytest.mark.parametrize(("games", "processes"), [("400", "2"), ("2", "2"), ("2", "1")])
def test_a_bot_that_ends_its_process_is_explained_in_one_line(games: str, processes: str, tmp_path: Path) -> None:
    bot = bots_in(tmp_path, "os._exit(3)")
    done = run("match", "molthar", bot, "random", "--games", games, "--processes", processes)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert '"cmd:…"' in done.stderr


def test_an_illegal_action_is_explained_with_its_clause() -> None:
    position = run("new", "--seed", "7").stdout
    done = run("apply", "-", '{"do": "peek"}', stdin=position)
    assert done.returncode == 2
    assert "(M20)" in done.stderr


def test_a_reader_that_has_seen_enough_ends_it_quietly() -> None:
    command = f"{sys.executable} -P -m worldgates cards | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("Goblin")
    assert done.stderr == ""


def test_a_record_can_stand_where_a_position_is_asked_for() -> None:
    commands = [
        {"cmd": "new", "game": "molthar", "seed": 7},
        {"cmd": "play", "action": {"do": "take", "from": 0}},
        {"cmd": "record"},
    ]
    done = run("engine", stdin="\n".join(json.dumps(command) for command in commands))
    record = json.loads(done.stdout.splitlines()[-1])["record"]
    assert output("view", "-", stdin=json.dumps(record))["turn"]["actions_taken"] == 1
