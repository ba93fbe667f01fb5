"""Hints: the action, its chance, and a reason that the position bears out."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import worldgates as wg
from worldgates.analysis.hint import Hint, why
from worldgates.api.bot import turn_at
from worldgates.clef import Pass
from worldgates.clef.cardlist import DiscoveryCard
from worldgates.clef.text import ClefText
from worldgates.core.gametype import Games
from worldgates.molthar import Activate, Take

PROGRAM = [sys.executable, "-P", "-m", "worldgates"]
QUICK = "search:24"
KEYS = {"magie": "magic", "connaissance": "knowledge", "combat": "combat", "mort": "death", "amour": "love"}


def moments(name: str, seeds: int, steps: int = 200) -> Iterator[wg.Game[Any]]:
    """Games of random play, before every decision."""
    for seed in range(seeds):
        game = wg.new(name, players=["Ada", "Bruno", "Chiara"], seed=seed)
        chance = random.Random(seed)
        for _ in range(steps):
            if game.over:
                break
            yield game
            game.play(chance.choice(game.legal_actions))


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("name", ["molthar", "clef"])
def test_every_kind_of_action_has_a_reason(name: str, language: str) -> None:
    kinds = set()
    for game in moments(name, 4):
        turn = turn_at(game.type, game.table, game.players, 1)
        by_kind = {type(action): action for action in turn.actions}
        for kind, action in by_kind.items():
            sentence = why(game.type, turn._table, game.players, action, language)
            assert re.fullmatch(r"[A-ZÀ-Ý«].*\.", sentence), (action, sentence)
            assert "{" not in sentence
            kinds.add(kind)
    assert len(kinds) >= {"molthar": 7, "clef": 9}[name]


def test_what_a_pearl_is_said_to_pay_for_is_payable_then() -> None:
    """The reason is compared with the rules after the action, on the real table."""
    promised = closer = 0
    for game in moments("molthar", 12):
        seat = game.seat
        turn = turn_at(game.type, game.table, game.players, 1)
        for action in turn.actions:
            if not isinstance(action, Take) or action.source == "pile":
                continue
            sentence = why(game.type, turn._table, game.players, action, "en")
            # There may be two of a kind, one's own and a neighbour's wisp.
            after: dict[str, list[tuple[int, ...]]] = {}
            for each in game.after(action).view(seat).explain.characters:
                if each.place is None:
                    after.setdefault(game.type.text("en").card(each.character), []).append(each.missing)
            if found := re.match(r"Then you can pay for (.*): ", sentence):
                assert () in after[found[1]]
                promised += 1
            elif found := re.match(r"Then (.*) needs only ([\d, ]+) more: ", sentence):
                assert found[2] in [", ".join(map(str, missing)) for missing in after[found[1]]]
                closer += 1
    assert promised > 3
    assert closer > 20


def test_what_a_pile_is_said_to_hold_is_missing_on_the_way_home() -> None:
    said = 0
    for game in moments("clef", 12):
        if game.decision != "action":
            continue
        turn = turn_at(game.type, game.table, game.players, 1)
        for action in turn.actions:
            if type(action).__name__ != "Draw":
                continue
            sentence = why(game.type, turn._table, game.players, action, "en")
            home = turn.view.explain.home
            # From a world whose side towards Kernault has no key there is no way home.
            missing = {f"a {KEYS[key]} key" for key in home.missing} if home else set()
            if found := re.match(r"Your way home lacks (.*), and the pile here may hold it\.", sentence):
                assert found[1] in missing
                said += 1
    assert said > 20


def test_passing_is_explained_by_a_bad_card_that_is_known_to_be_next() -> None:
    kinds = {card.id: card.kind for card in Games().get("clef").cards("en") if isinstance(card, DiscoveryCard)}
    bad = 0
    for game in moments("clef", 40, 120):
        if game.decision != "action":
            continue
        turn = turn_at(game.type, game.table, game.players, 1)
        view = turn.view
        place = view.players[view.seat].place
        top = view.piles[view.worlds[place // 3][place % 3]][:1]
        known = bool(top) and top[0] is not None and kinds[top[0]] == "MR" and not view.turn.drawn
        sentence = why(game.type, turn._table, game.players, Pass(), "en")
        assert sentence.startswith("The next card here would be a bad encounter: ") == known
        bad += known
    assert bad > 5


@pytest.mark.parametrize(("number", "said"), [(1, "a death key"), (2, "2 death keys")])
def test_keys_of_one_kind_are_counted(number: int, said: str) -> None:
    text = Games().get("clef").text("en")
    assert isinstance(text, ClefText)
    assert text.a_key("mort", number) == said


@pytest.mark.parametrize("name", ["molthar", "clef"])
def test_a_hint_is_the_same_at_an_imagined_twin(name: str) -> None:
    """Nothing in it depends on what the seat cannot know."""
    for number, game in enumerate(moments(name, 3)):
        if number % 9 or len(game.legal_actions) < 2:
            continue
        twin = game.imagine(game.seat, seed=number)
        assert wg.hint(game, QUICK, seed=number) == wg.hint(twin, QUICK, seed=number)


def test_chances_and_the_next_best_action() -> None:
    game = wg.new("molthar", players=["Ada", "Bo"], seed=7)
    hint = wg.hint(game, QUICK)
    assert hint.action in game.legal_actions
    assert hint.next_action in game.legal_actions
    assert hint.action != hint.next_action
    assert hint.chance is not None
    assert 0 < hint.chance < 1
    assert hint.playouts > 0
    easy = wg.hint(game, "easy")
    assert easy.chance is None
    assert easy.why


def test_actions_that_the_search_cannot_tell_apart_are_said_to_be_as_good() -> None:
    action = wg.new("molthar", players=["Ada", "Bo"], seed=7).legal_actions[0]
    nothing = Hint(action=action, text="Draw", why="Because.", next_action=action, next_text="Pass", playouts=80)
    clear = replace(nothing, chance=0.41, next_chance=0.32)
    assert clear.compared() == "Chance to win: 41%; with the next best, “Pass”: 32% (80 imagined games)."
    even = replace(nothing, chance=0.31, next_chance=0.32)
    assert even.compared() == "Chance to win: 31%. “Pass” is about as good (80 imagined games)."
    assert "31\xa0%" in even.compared("fr")
    assert nothing.compared() == ""


def test_a_hint_never_wastes_the_last_action_of_the_game() -> None:
    """Final round, last action, a character with points can be paid: it is activated."""
    checked = 0
    for seed in range(60):
        game = wg.new("molthar", players=3, seed=seed)
        while not game.over:
            seat = game.seat
            assert seat is not None
            view = game.view(seat)
            ends = view.final_round and view.turn.actions_left == 1 and game.decision == "action"
            paying = [action for action in game.legal_actions if isinstance(action, Activate)]
            gaining = [action for action in paying if game.after(action).scores[seat] > game.scores[seat]]
            if ends and gaining:
                hint = wg.hint(game, QUICK)
                assert isinstance(hint.action, Activate)
                assert game.after(hint.action).scores[seat] > game.scores[seat]
                checked += 1
            game.play(wg.hint(game, "easy").action)
        if checked >= 5:
            return
    pytest.fail(f"only {checked} last actions")


def test_the_command_prints_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(wg.new("molthar", players=["Ada", "Bo"], seed=7).position.to_json(), encoding="utf-8")
    command = [*PROGRAM, "hint", str(file), "--level", QUICK, "--lang", "en"]
    found = json.loads(subprocess.run([*command, "--json"], capture_output=True, check=True).stdout)
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert found["why"] in shown
    assert "Chance to win: " in shown
    wrong = subprocess.run([*PROGRAM, "hint", str(file), "--level", "genius"], capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "genius" in wrong.stderr
