"""`worldgates engine`, driven as another program would drive it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import worldgates as wg
from worldgates.api.engine import Engine

NEW = {"cmd": "new", "game": "molthar", "seats": 3, "seed": 7, "options": {}}


def ask(engine: Engine, command: object) -> dict[str, Any]:
    return engine.answer(json.dumps(command).encode()).to_dict()


def started() -> Engine:
    engine = Engine()
    assert ask(engine, NEW) == {"ok": True}
    return engine


def state(engine: Engine) -> str:
    return json.dumps([ask(engine, {"cmd": what}) for what in ("position", "record", "legal")])


def test_a_whole_game_over_pipes() -> None:
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "worldgates", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def send(command: object) -> dict[str, Any]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(command).encode() + b"\n")
        process.stdin.flush()
        answer: dict[str, Any] = json.loads(process.stdout.readline())
        return answer

    assert send({**NEW, "seats": 2}) == {"ok": True}
    steps = 0
    while "over" not in (legal := send({"cmd": "legal"})):
        assert set(legal) == {"seat", "decision", "actions"}
        # Activations come last in the list: they bring the game to its end.
        activations = [action for action in legal["actions"] if action["do"] == "activate"]
        action = activations[0] if activations else legal["actions"][steps % len(legal["actions"])]
        answer = send({"cmd": "play", "action": action})
        # Ending a turn with too many pearls in hand leads to the question which to discard; nothing has happened yet.
        assert answer["events"] or action["do"] == "end_turn"
        steps += 1
    assert sum(legal["payoffs"]) == 1.0
    assert sorted(seat for place in legal["ranking"] for seat in place) == [0, 1]
    record = send({"cmd": "record"})["record"]
    assert len(record["actions"]) == steps
    assert wg.load(record).record.to_dict() == record
    assert send({"cmd": "play", "action": {"do": "refresh"}})["error"] == "the game is over (M22)"
    process.stdin.close()
    assert process.wait(10) == 0


def test_a_loaded_position_is_written_as_it_was_read() -> None:
    engine = started()
    for _ in range(30):
        ask(engine, {"cmd": "play", "action": ask(engine, {"cmd": "legal"})["actions"][-1]})
    position = ask(engine, {"cmd": "position"})["position"]
    other = Engine()
    assert ask(other, {"cmd": "load", "position": position}) == {"ok": True}
    assert ask(other, {"cmd": "position"})["position"] == position


def test_a_view_has_neither_seed_nor_actions_nor_another_hand() -> None:
    engine = started()
    seat = ask(engine, {"cmd": "legal"})["seat"]
    ask(engine, {"cmd": "play", "action": {"do": "take", "from": "pile"}})
    for observer in (None, *range(3)):
        view = ask(engine, {"cmd": "view", "seat": observer})["view"]
        text = json.dumps(view)
        assert "seed" not in text
        assert "actions" not in view
        assert "chance" not in view
        hand = view["players"][seat]["hand"]
        assert len(hand) == (1 if observer == seat else 0)


def test_an_imagined_position_keeps_the_view_of_its_seat() -> None:
    engine = started()
    for _ in range(40):
        actions = ask(engine, {"cmd": "legal"})["actions"]
        ask(engine, {"cmd": "play", "action": actions[min(4, len(actions) - 1)]})
    imagined = ask(engine, {"cmd": "imagine", "seat": 1, "seed": 3})["position"]
    other = Engine()
    ask(other, {"cmd": "load", "position": imagined})
    assert ask(other, {"cmd": "view", "seat": 1}) == ask(engine, {"cmd": "view", "seat": 1})
    again = ask(engine, {"cmd": "imagine", "seat": 1, "seed": 3})["position"]
    assert again == imagined
    assert ask(engine, {"cmd": "imagine", "seat": 1, "seed": 4})["position"] != imagined


FAULTY = [
    (b"", "this is not JSON"),
    (b"{", "this is not JSON"),
    (b"\xff\xfe\x00", "this is not JSON"),
    (b'{"cmd": "play", "action": {"do": "ta', "this is not JSON"),
    (b"[" * 100_000, "nested too deeply"),
    (b'{"cmd":' + b'{"a":' * 5_000 + b"1" + b"}" * 5_001, "nested too deeply"),
    (b"null", "expected object"),
    (b"[1, 2]", "expected object"),
    (b"{}", "missing"),
    (b'{"cmd": 3}', "expected str"),
    (b'{"cmd": "fly"}', "expected one of new, load, legal, play, view, position, imagine, record"),
    (b'{"cmd": "legal", "seat": 1}', "no such key"),
    (b'{"cmd": "new"}', "missing"),
    (b'{"cmd": "new", "game": "chess"}', "expected one of"),
    (b'{"cmd": "new", "game": "molthar", "seats": 1}', "2 to 5"),
    (b'{"cmd": "new", "game": "molthar", "seats": 6}', "2 to 5"),
    (b'{"cmd": "new", "game": "molthar", "seats": 1e400}', "out of range"),
    (b'{"cmd": "new", "game": "molthar", "seats": 2.5}', "expected int"),
    (b'{"cmd": "new", "game": "molthar", "seats": true}', "expected int"),
    (b'{"cmd": "new", "game": "molthar", "seats": ' + b"9" * 4_000 + b"}", "2 to 5"),
    (b'{"cmd": "new", "game": "molthar", "seed": -1}', "whole number"),
    (b'{"cmd": "new", "game": "molthar", "seed": 18446744073709551616}', "whole number"),
    (b'{"cmd": "new", "game": "molthar", "seed": "xyz"}', "hexadecimal"),
    (b'{"cmd": "new", "game": "molthar", "options": {"wisp_owner_waits": 1}}', "expected bool"),
    (b'{"cmd": "new", "game": "molthar", "options": {"speed": 1}}', "no such key"),
    (b'{"cmd": "new", "game": "molthar", "seats": 2, "names": ["a"]}', "expected 2 names"),
    (b'{"cmd": "new", "game": "molthar", "starting_seat": 2}', "expected a seat"),
    (b'{"cmd": "load"}', "missing"),
    (b'{"cmd": "load", "position": {"game": "molthar"}}', "missing"),
    (b'{"cmd": "play", "action": {"do": "fly"}}', "expected one of take, refresh"),
    (b'{"cmd": "play", "action": {"do": "take", "from": 4}}', "expected one of 0, 1, 2, 3, pile"),
    (b'{"cmd": "play", "action": {"do": "take", "from": -1}}', "expected one of"),
    (b'{"cmd": "play", "action": {"do": "take", "from": 99999999999999999999}}', "expected one of"),
    (b'{"cmd": "play", "action": {"do": "take", "from": 0, "with": 1}}', "no such key"),
    (b'{"cmd": "play", "action": {"do": "take"}}', "missing"),
    (b'{"cmd": "play", "action": {"do": "swap", "slot": 0, "with": 0}}', "(M20)"),
    (b'{"cmd": "play", "action": {"do": "discard", "pearl": 1}}', "(M5)"),
    (b'{"cmd": "play", "action": {"do": "activate", "seat": 0, "slot": 0, "spend": [9], "diamonds": 0}}', "1 to 8"),
    (
        b'{"cmd": "play", "action": {"do": "activate", "seat": 0, "slot": 0, "spend": [2, 1], "diamonds": 0}}',
        "ascending",
    ),
    (b'{"cmd": "play", "action": {"do": "activate", "seat": 0, "slot": 0, "spend": [], "diamonds": -1}}', "0 to 54"),
    (b'{"cmd": "play", "action": {"do": "activate", "seat": 4, "slot": 0, "spend": [], "diamonds": 0}}', "no seat 4"),
    (b'{"cmd": "view", "seat": 3}', "expected a seat from 0 to 2"),
    (b'{"cmd": "view", "seat": -1}', "expected a seat from 0 to 2"),
    (b'{"cmd": "view", "seat": "1"}', "expected int"),
    (b'{"cmd": "imagine"}', "missing"),
    (b'{"cmd": "imagine", "seat": 0, "seed": -5}', "whole number"),
]


@pytest.mark.parametrize(("line", "said"), FAULTY, ids=range(len(FAULTY)))
def test_a_faulty_line_gets_a_clear_error_and_changes_nothing(line: bytes, said: str) -> None:
    engine = started()
    before = state(engine)
    answer = engine.answer(line).to_dict()
    assert set(answer) == {"error", "key"}
    assert said in str(answer["error"])
    assert state(engine) == before


def test_before_a_game_there_is_an_error_that_says_what_to_send() -> None:
    for command in ("legal", "view", "position", "record"):
        assert 'send "new" or "load" first' in ask(Engine(), {"cmd": command})["error"]


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=8), parts, max_size=3),
    max_leaves=8,
)
KEYS = ["cmd", "game", "seats", "seed", "options", "position", "action", "seat", "do", "from", "players", "x"]
VALUES = ["new", "load", "legal", "play", "view", "imagine", "molthar", "take", "activate", "pile", 0, 1, -1, 2**70]


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), st.sampled_from(VALUES) | anything, max_size=5))
def test_whatever_is_sent_is_answered(command: dict[str, object]) -> None:
    engine = started()
    before = state(engine)
    answer = ask(engine, command)
    if "error" in answer:
        assert isinstance(answer["error"], str)
        assert state(engine) == before


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60))
def test_garbage_is_answered(line: bytes) -> None:
    assert "error" in started().answer(line).to_dict()


def mutated(value: object, path: list[int], new: object) -> object:
    """A copy of a JSON value with one part of it replaced."""
    if not path or not isinstance(value, dict | list) or not value:
        return new
    keys = list(value) if isinstance(value, dict) else range(len(value))
    key = keys[path[0] % len(keys)]
    if isinstance(value, dict):
        return {**value, key: mutated(value[key], path[1:], new)}
    assert isinstance(key, int)
    return [*value[:key], mutated(value[key], path[1:], new), *value[key + 1 :]]


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(
    st.integers(0, 60),
    st.lists(st.integers(0, 60), min_size=1, max_size=5),
    anything | st.sampled_from([0, -1, 99, 2**70, None, [], {}, "3*", "giant", ["giant"], True]),
)
def test_a_position_with_a_part_replaced_is_refused_or_playable(moves: int, path: list[int], new: object) -> None:
    engine = started()
    for number in range(moves):
        actions = ask(engine, {"cmd": "legal"})["actions"]
        ask(engine, {"cmd": "play", "action": actions[(number * 7) % len(actions)]})
    position = mutated(ask(engine, {"cmd": "position"})["position"], path, new)
    before = state(engine)
    answer = ask(engine, {"cmd": "load", "position": position})
    if "error" in answer:
        assert state(engine) == before
        return
    for number in range(20):
        legal = ask(engine, {"cmd": "legal"})
        if "over" in legal:
            break
        ask(engine, {"cmd": "view", "seat": legal["seat"]})
        assert "error" not in ask(engine, {"cmd": "imagine", "seat": 0, "seed": number})
        action = legal["actions"][number % len(legal["actions"])]
        assert "events" in ask(engine, {"cmd": "play", "action": action})
