"""Playing in the terminal: driven through pipes and pseudo-terminals, as a person would."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from terminal_build import ALWAYS_THE_FIRST, COLOUR, Terminal, command, content, piped

from worldgates import load
from worldgates.api.game import actions_of, begin, begin_record, play_recorded, read_record
from worldgates.bots import decide
from worldgates.bots.ladder import make_policy
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.core.text import LANGUAGES
from worldgates.molthar import GAME, Activate
from worldgates.terminal.drawing import drawing
from worldgates.terminal.play import new_match, play
from worldgates.terminal.saves import Match


def the_save(folder: Path) -> Path:
    (file,) = folder.glob("worldgates-molthar-*.json")
    return file


# A whole game.


@pytest.mark.parametrize(
    ("seats", "plain", "language"), [(2, False, "en"), (3, True, "fr"), (5, False, "it")], ids=["2", "3", "5"]
)
def test_a_game_goes_to_its_end_and_is_kept_as_a_record(tmp_path: Path, seats: int, plain: bool, language: str) -> None:
    shown = piped(
        ALWAYS_THE_FIRST,
        tmp_path,
        seats=seats,
        plain=plain,
        language=language,
        seed=5,
        save=str(tmp_path / "game.json"),
    )
    record = content(tmp_path / "game.json")
    assert record["result"]["payoffs"]
    assert len(record["players"]) == seats
    assert load(record).over
    ending = shown[shown.rindex("1. ") :]
    assert all(f"{name} (" in ending for name in record["players"])
    assert f"worldgates replay {tmp_path / 'game.json'}" in ending


def test_in_a_pipe_a_finished_game_is_not_kept_unasked(tmp_path: Path) -> None:
    piped(ALWAYS_THE_FIRST, tmp_path, seed=5)
    assert list(tmp_path.iterdir()) == []


def test_at_a_terminal_a_finished_game_is_kept_if_one_says_yes(tmp_path: Path) -> None:
    whole, file = tmp_path / "whole.json", tmp_path / "game.json"
    piped(ALWAYS_THE_FIRST, tmp_path, seed=5, save=str(whole))
    type, record = read_record(content(whole), Games())
    game = begin_record(type, record)
    mine = 0
    for index in range(len(actions_of(record))):
        mine += game.seat == 0
        play_recorded(game, record, index)
    piped("1\n" * (mine - 1) + "q\n", tmp_path, seed=5, save=str(file))
    terminal = Terminal(tmp_path, resume=str(file))
    terminal.until_asked()
    assert "Keep a record of this game? (y/n)" in terminal.type("1")
    assert "Type y for yes" in terminal.type("perhaps")
    os.write(terminal.end, b"y\n")
    assert terminal.finish() == 0
    assert content(file) == content(whole)


# Leaving and going on.


def test_a_game_saved_and_resumed_ends_as_if_it_had_never_been_left(tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    piped(ALWAYS_THE_FIRST, tmp_path, bots=["random", "greedy"], seed=3, save=str(one))
    shown = piped("1\n" * 17 + "q\n", tmp_path, bots=["random", "greedy"], seed=3, save=str(other))
    assert f"worldgates play --resume {other}" in shown
    piped("1\n" * 8 + "q\n", tmp_path, resume=str(other))
    last = piped(ALWAYS_THE_FIRST, tmp_path, resume=str(other))
    assert "The game goes on." in last
    # Without --save nothing is kept of the end, unless one says so: what counts is how it ended.
    assert content(other)["worldgates_save"] == 1
    piped(ALWAYS_THE_FIRST, tmp_path, resume=str(other), save=str(other))
    assert content(other) == content(one)


def test_the_same_seed_is_the_same_game_and_without_one_each_is_new(tmp_path: Path) -> None:
    again = [piped("1\n" * 9 + "q!\n", tmp_path, seed=seed) for seed in (4, 4, None, None)]
    assert again[0] == again[1]
    assert again[2] != again[3]
    assert list(tmp_path.iterdir()) == []


def test_the_end_of_the_input_saves(tmp_path: Path) -> None:
    shown = piped("1\n1\n", tmp_path, seed=7)
    file = the_save(tmp_path)
    assert f"worldgates play --resume {file.name}" in shown
    assert content(file)["record"]["seed"] == 7
    assert content(file)["seats"][0] == {"human": True}
    assert content(file)["seats"][1]["bot"] == "easy"


def test_a_seed_of_ones_own_is_secret_until_the_game_is_saved(tmp_path: Path) -> None:
    shown = piped("1\nt\nl\nq\n", tmp_path)
    seed = content(the_save(tmp_path))["record"]["seed"]
    assert re.fullmatch("[0-9a-f]{64}", seed)
    assert seed not in shown


def test_control_c_and_control_d_save(tmp_path: Path) -> None:
    for name, key in (("c", b"\x03"), ("d", b"\x04")):
        folder = tmp_path / name
        folder.mkdir()
        terminal = Terminal(folder, seed=11)
        terminal.until_asked()
        terminal.type("1")
        os.write(terminal.end, key)
        assert terminal.finish() == 0
        assert "The game is saved in" in terminal.shown
        assert "Traceback" not in terminal.shown
        assert load(content(the_save(folder))["record"]).actions


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_end_saves(tmp_path: Path, number: signal.Signals) -> None:
    terminal = Terminal(tmp_path, seed=11)
    terminal.until_asked()
    terminal.process.send_signal(number)
    assert terminal.finish() == 0
    assert content(the_save(tmp_path))["worldgates_save"] == 1


def test_a_lost_connection_saves(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, seed=11)
    terminal.until_asked()
    os.close(terminal.end)
    assert terminal.process.wait(timeout=20) == 0
    assert content(the_save(tmp_path))["worldgates_save"] == 1


def test_a_reader_who_goes_away_leaves_a_saved_game(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command(seed=7), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    )
    assert process.stdin
    assert process.stdout
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write(b"1\n" * 100)
    process.stdin.close()
    assert process.wait(timeout=20) == 0
    assert process.stderr
    assert process.stderr.read() == b""
    process.stderr.close()
    assert content(the_save(tmp_path))["worldgates_save"] == 1


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ada")
    with pytest.raises(FormatError, match=r"save: .* exists already"):
        play(language="en", save=other)
    with pytest.raises(FormatError, match="save: there is no folder"):
        play(language="en", save=tmp_path / "nowhere" / "game.json")
    # A file that appears while the game is on is left alone too.
    process = subprocess.Popen(
        command(seed=7, save="game.json"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert process.stdout
    process.stdout.readline()
    (tmp_path / "game.json").write_text("mine")
    process.communicate("q\n", timeout=20)
    assert (tmp_path / "game.json").read_text() == "mine"
    assert content(the_save(tmp_path))["worldgates_save"] == 1
    assert other.read_text() == "Dear Ada"
    assert len(list(tmp_path.iterdir())) == 3


def test_a_game_that_cannot_be_saved_goes_on(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, env={"HOME": str(tmp_path / "gone")}, seed=11)
    terminal.until_asked()
    tmp_path.rmdir()
    assert "cannot be saved" in terminal.type("q")
    assert "Your turn: 2 actions left" in COLOUR.sub("", terminal.type("1"))
    os.write(terminal.end, b"q!\n")
    assert terminal.finish() == 0


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"worldgates_save": 2}, "worldgates_save"),
        ({"worldgates_save": None}, "worldgates_save"),
        ({"extra": 1}, "extra"),
        ({"seats": []}, "seats"),
        ({"seats": [{"bot": "greedy"}, {"human": True}]}, "seats[0]"),
        ({"seats": [{"human": True}, {"human": True}]}, "seats[1]"),
        ({"seats": [{"human": True}, {"bot": "greedy"}]}, "seats[1].stream"),
        (
            {"seats": [{"human": True}, {"bot": "greedy", "stream": {"stream": "fast", "words": [1]}}]},
            "seats[1].stream",
        ),
        ({"seats": [{"human": True}, {"bot": "psychic"}]}, "seats[1]"),
        ({"record": {}}, "record"),
        ({"record": 3}, "record"),
    ],
)
def test_a_damaged_file_is_refused_with_the_key_at_fault(tmp_path: Path, change: dict[str, object], key: str) -> None:
    good = new_match(GAME, None, None, "en", 7, None, None).saved().to_dict()
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**good, **change}))
    with pytest.raises(FormatError) as error:
        play(language="en", resume=file)
    assert error.value.key.startswith(key)


def test_a_damaged_record_is_refused_with_the_key_at_fault(tmp_path: Path) -> None:
    good = new_match(GAME, None, None, "en", 7, None, None).saved().to_dict()
    file = tmp_path / "game.json"
    faults: list[tuple[dict[str, object], str]] = [
        ({"actions": [{"do": "fly"}]}, "record.actions[0]"),
        ({"actions": [{"do": "redraw"}]}, "record.actions[0]"),
        ({"seed": -1}, "record.seed"),
        ({"game": "chess"}, "record.game"),
    ]
    for change, key in faults:
        record: dict[str, object] = {**good["record"], **change}
        file.write_text(json.dumps({**good, "record": record}))
        with pytest.raises(FormatError) as error:
            play(language="en", resume=file)
        assert error.value.key.startswith(key)
    file.write_text("{")
    with pytest.raises(FormatError, match="not JSON") as error:
        play(language="en", resume=file)
    assert error.value.key == str(file)
    with pytest.raises(FormatError, match=r"resume: .*nothing\.json cannot be read"):
        play(language="en", resume=tmp_path / "nothing.json")
    file.write_text(json.dumps(good["record"]))
    with pytest.raises(FormatError, match="the record of a game and not a saved game"):
        play(language="en", resume=file)


def test_what_a_saved_game_began_with_stays(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(new_match(GAME, None, None, "en", 7, None, None).saved().to_dict()))
    arguments: list[dict[str, Any]] = [
        {"seats": 3},
        {"bots": ["random"]},
        {"seed": 8},
        {"name": "Ada"},
        {"options": {"wisp_owner_waits": False}},
    ]
    for argument in arguments:
        with pytest.raises(FormatError, match="goes on as it began") as error:
            play(language="en", resume=file, **argument)
        assert error.value.key == next(iter(argument))


# Who plays.


def bots_of(match: Match) -> list[str]:
    return [opponent.named for opponent in match.opponents]


def test_seats_are_filled_with_easy_bots() -> None:
    assert bots_of(new_match(GAME, None, None, "en", 7, None, None)) == ["easy"]
    assert bots_of(new_match(GAME, 4, ["random"], "en", 7, None, None)) == ["random", "easy", "easy"]
    assert bots_of(new_match(GAME, None, ["random", "greedy"], "en", 7, None, None)) == ["random", "greedy"]


def test_arguments_that_do_not_fit_are_refused_with_a_reason() -> None:
    with pytest.raises(FormatError, match="bots: at 2 seats there is room for 1 beside you, got 2 bots"):
        new_match(GAME, 2, ["greedy", "greedy"], "en", 7, None, None)
    with pytest.raises(FormatError, match="bots: there is no bot 'psychic'"):
        new_match(GAME, None, ["psychic"], "en", 7, None, None)
    with pytest.raises(FormatError, match="seats: expected 2 to 5 players"):
        new_match(GAME, 6, None, "en", 7, None, None)
    with pytest.raises(FormatError, match="options"):
        new_match(GAME, None, None, "en", 7, None, {"cheat": True})


def test_names_at_the_table_differ_and_cannot_upset_a_terminal() -> None:
    names = new_match(GAME, 5, None, "en", 7, "  bruno ", None).game.players
    assert names == ("bruno", "Clea", "Dario", "Elsa", "Fabio")
    odd = new_match(GAME, 2, None, "en", 7, "\x1b[2Jeve\nil", None).game.players[0]
    assert all(letter.isprintable() for letter in odd)
    assert new_match(GAME, 2, None, "en", 7, " ", None).game.players[0] == "Player"


# What one can ask.


def answers(folder: Path, questions: list[str], **arguments: object) -> list[str]:
    """What is answered to each question, in one line."""
    shown = piped("".join(f"?{question}\n" for question in questions) + "q!\n", folder, seed=7, **arguments)
    return [" ".join(part.split()) for part in shown.split("\n> ")[1:-1]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_explained_by_any_of_its_names(tmp_path: Path, language: str) -> None:
    lines = GAME.text(language).explain("unicorn")
    expected = " ".join(" ".join(f"{line} ({clause})" if clause else line for line, clause in lines).split())
    asked = ["unicorn", *(GAME.text(other).card("unicorn") for other in LANGUAGES), " UNICOR"]
    for answer in answers(tmp_path, asked, language=language):
        assert expected in answer


def test_a_question_is_answered(tmp_path: Path) -> None:
    expected = {
        "m14": "M14 · Pictured pearls",
        " MX1": "M18",
        " dwarf": "Which one? Dwarf of 1, Dwarf of 2",
        " wisp": "Costs: 4 4 4 or 5 5 5",
        " HÄNSEL": "Hansel and Gretel",
        " boots": "Puss in Boots",
        " hand limit": "M11 · End of turn",
        " used up": "M3 · Draw and discard piles",
        " flux compensator": "No card and no rule is called flux compensator",
        " 99": "There is no choice 99.",
        " 7": "M8 · Place a character",
        " !": "No card and no rule",
        "": "? goblin explain a card",
    }
    for part, answer in zip(expected.values(), answers(tmp_path, list(expected)), strict=True):
        assert part in answer


def test_a_choice_is_explained_with_its_cards_and_its_clause(tmp_path: Path) -> None:
    choices, explained, _ = piped("? 7\nq!\n", tmp_path, seed=7).split("\n> ")
    name = re.search(r"   7  Place (.+) on your portal", choices)
    assert name
    assert f"{name[1]} Costs:" in " ".join(explained.split())
    assert "M8 · Place a character" in explained


def test_other_commands(tmp_path: Path) -> None:
    shown = piped("t\nl\nl 3\nl 0\nr\n\nfoo\n0\n99\n²\nl x\nq!\n", tmp_path, seed=7)
    parts = shown.split("\n> ")
    assert "Face-up" not in parts[1]
    assert "Characters" in parts[1]
    assert "The game begins. Bruno has the first turn. (M4)" in parts[2]
    assert parts[3].count("\n") == 3
    assert parts[4] == "l 0"
    assert "M24" in parts[5]
    assert parts[6].count("Your turn: 3 actions left") == 1
    for wrong in parts[7:12]:
        assert re.search(r"Type a number from 1 to \d+, or \? for help\.", wrong)
        assert wrong.count("\n") == 1
    assert parts[12].strip() == "q!"


def test_a_hint_is_what_a_strong_bot_would_do(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, seed=11)
    terminal.until_asked()
    for _ in range(8):
        number = re.search(r"A strong bot would choose (\d+): ", COLOUR.sub("", terminal.type("h")))
        assert number
        again = re.search(r"A strong bot would choose (\d+): ", COLOUR.sub("", terminal.type("h")))
        assert again
        assert number[1] == again[1]
        terminal.type(number[1])
    os.write(terminal.end, b"q!\n")
    assert terminal.finish() == 0


# How it looks.


def test_a_plain_game_can_be_read_aloud(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, seed=11, plain=True)
    terminal.until_asked()
    for line in ("t", "?", "? M20", "? 1", "r", "l", "h", "1", "7", "8", "1", "4"):
        terminal.type(line)
    os.write(terminal.end, b"q\n")
    assert terminal.finish() == 0
    assert "\x1b" not in terminal.shown
    assert re.search("[─-╿■-◿·→…|]", terminal.shown) is None
    assert re.search(r"\S {2,}\S", terminal.shown) is None


@pytest.mark.parametrize("change", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_can_be_switched_off(tmp_path: Path, change: dict[str, str]) -> None:
    for env, coloured in (({}, True), (change, False)):
        terminal = Terminal(tmp_path, env=env, seed=11)
        shown = terminal.until_asked()
        assert (re.search("\x1b\\[[0-9;]*(3|9)[0-9]", shown) is not None) == coloured
        os.write(terminal.end, b"q!\n")
        assert terminal.finish() == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [60, 80])
def test_lines_are_broken_between_words(tmp_path: Path, language: str, columns: int) -> None:
    lines = "?\n? M20\nr\n" + "1\n" * 30 + "t\nl\nq!\n"
    shown = piped(lines, tmp_path, {"COLUMNS": str(columns)}, seed=11, seats=5, language=language)
    for line in shown.splitlines():
        assert len(line) <= columns


def test_letters_that_the_terminal_does_not_have_do_no_harm(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, env={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}, seed=11, language="fr")
    assert terminal.until_asked().isascii()
    assert "-- Manche" in COLOUR.sub("", terminal.shown)
    os.write(terminal.end, b"\xff\xfe\n")
    assert "Traceback" not in terminal.until_asked()
    os.write(terminal.end, b"q!\n")
    assert terminal.finish() == 0


def test_bots_think_for_a_moment_only_where_somebody_watches(tmp_path: Path) -> None:
    began = time.monotonic()
    piped("1\n" * 40 + "q!\n", tmp_path, seed=7, seats=5)
    assert time.monotonic() - began < 8


# What must not be shown.


def test_no_secret_of_a_bot_is_shown(tmp_path: Path) -> None:
    shown = piped(ALWAYS_THE_FIRST, tmp_path, seats=3, seed=2, plain=True, save=str(tmp_path / "game.json"))
    game = load(content(tmp_path / "game.json"))
    text, names = GAME.text("en"), game.players
    secrets = 0
    assert game.journal
    for entry in game.journal:
        seen = text.event(entry.seen_by(0), names, 0)
        assert seen in shown.replace("\n", " ")
        if (whole := text.event(entry.event, names, 0)) != seen:
            secrets += 1
            assert whole not in shown
    assert secrets > 10


def test_worlds_that_differ_only_in_what_is_hidden_look_the_same(tmp_path: Path) -> None:
    match = new_match(GAME, 3, None, "en", 6, "Ada", None)
    game = match.game
    while game.round < 4 or game.seat != 0:
        seat = game.seat or 0
        game.play_number(game.table.legal()[0] if seat == 0 else match.opponents[seat - 1].decide(game.table))
    shown, positions = set(), set()
    for seed in range(4):
        imagined = game.imagine(0, seed)
        positions.add(imagined.position.to_json())
        file = tmp_path / f"{seed}.json"
        file.write_text(json.dumps({**match.saved().to_dict(), "record": imagined.record.to_dict()}))
        shown.add(piped("t\nl\nh\n? 1\nq!\n", tmp_path, resume=str(file)))
    assert len(positions) == 4
    assert len(shown) == 1


# The choices.


def test_every_legal_action_can_be_chosen_and_the_cheapest_payment_comes_first() -> None:
    view_of = drawing(GAME, "en")
    payments = 0
    for seed in range(4):
        game = begin(GAME, 3, seed)
        policy = make_policy("greedy", "molthar", FastChance.seeded(seed))
        while not game.over:
            choices = view_of.choices(game.legal_actions, game.view(game.seat))
            assert Counter(choice.action for choice in choices) == Counter(game.legal_actions)
            assert len(choices) == len(game.table.legal())
            prices: dict[tuple[int, int], list[tuple[int, int]]] = {}
            for choice in choices:
                if isinstance(choice.action, Activate):
                    where = (choice.action.seat, choice.action.slot)
                    prices.setdefault(where, []).append((len(choice.action.spend), choice.action.diamonds))
            assert all(listed == sorted(listed) for listed in prices.values())
            payments += sum(len(listed) > 1 for listed in prices.values())
            game.play_number(decide(policy, game.table))
    assert payments > 10


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    script = "from worldgates.terminal.play import play; play(seed=3, language='en')"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", script],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"1\n1\n")
    process.stdin.flush()
    # The third question is out: two decisions have been made.
    asked = b""
    while asked.count(b"\n> ") < 3:
        asked += os.read(process.stdout.fileno(), 4096)
    process.kill()
    process.wait(10)
    (file,) = tmp_path.iterdir()
    record = json.loads(file.read_bytes())["record"]
    assert [action["do"] for action in record["actions"]][-2:] == ["take", "take"]


def test_leaving_without_saving_leaves_no_file(tmp_path: Path) -> None:
    script = "from worldgates.terminal.play import play; play(seed=3, language='en')"
    subprocess.run([sys.executable, "-P", "-c", script], cwd=tmp_path, input=b"1\n1\nq!\n", check=True, timeout=60)
    assert list(tmp_path.iterdir()) == []
