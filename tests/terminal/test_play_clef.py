"""La clef des mondes in the terminal: whole games, what is on the screen, and what must not be."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from terminal_build import ALWAYS_THE_FIRST, COLOUR, Replay, Terminal, content, piped

from worldgates import Game, load
from worldgates.api.game import begin
from worldgates.bots import Policy, decide
from worldgates.bots.ladder import make_policy
from worldgates.clef import GAME, GoHome, React, Travel
from worldgates.clef import cardset as shipped_cards
from worldgates.clef.explain import Way
from worldgates.clef.view import View
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.rulebook import clauses
from worldgates.core.table import SPECTATOR
from worldgates.core.text import LANGUAGES
from worldgates.terminal.clef import ClefDrawing
from worldgates.terminal.clef_map import NARROWEST_MAP
from worldgates.terminal.drawing import drawing
from worldgates.terminal.play import new_match
from worldgates.terminal.replay import replay
from worldgates.terminal.saves import Match
from worldgates.terminal.screen import Screen, TextPage

CARDS = Path(shipped_cards.__file__).parent / "data"
IDS = [card.id for card in GAME.cards("en")]
# Ids that no language writes as a word of its own.
ODD_IDS = re.compile("|".join(rf"\b{re.escape(card)}\b" for card in IDS if "_" in card))
MAP_SIGNS = re.compile("[─-╿■-◿·←-⇿…|]")


def assert_no_id(shown: str) -> None:
    found = ODD_IDS.search(shown)
    assert found is None, shown[max(0, found.start() - 200) : found.end() + 200]


def assert_fits(shown: str, columns: int) -> None:
    for line in shown.splitlines():
        # Paths are meant to be copied whole.
        if "game.json" not in line:
            assert cell_len(line) <= columns, line


def policy(level: str, seed: int) -> Policy:
    return make_policy(level, "clef", FastChance.seeded(seed))


@cache
def interrupted(what: str) -> str:
    """A saved game at a moment at which the person has to decide this."""
    for seed in range(200):
        match = new_match(GAME, 3, ["random", "random"], "en", seed, "Ada", None)
        game, person = match.game, policy("random", seed)
        for _ in range(150):
            if game.over:
                break
            if game.seat == 0 and game.decision == what:
                return match.saved().to_json()
            seat = game.seat or 0
            table = game.table
            game.play_number(decide(person, table) if seat == 0 else match.opponents[seat - 1].decide(table))
    raise AssertionError(what)


# A whole game.


@pytest.mark.parametrize(
    ("seats", "plain", "language", "columns"),
    [
        (2, False, "en", 80),
        (5, True, "fr", 80),
        (3, False, "it", 96),
        (5, False, "fr", 60),
        (2, True, "it", 60),
        (4, True, "en", 80),
    ],
)
def test_a_game_goes_to_its_end(tmp_path: Path, seats: int, plain: bool, language: str, columns: int) -> None:
    file = tmp_path / "game.json"
    arguments = {"game": "clef", "seats": seats, "plain": plain, "language": language, "seed": 5}
    shown = piped(ALWAYS_THE_FIRST, tmp_path, {"COLUMNS": str(columns)}, **arguments, save=str(file))
    record = content(file)
    assert load(record).over
    ending = shown[shown.rindex("1. ") :]
    assert all(f"{name} (" in ending for name in record["players"])
    assert f"worldgates replay {file}" in ending
    assert_no_id(shown)
    assert_fits(shown, columns)
    assert (MAP_SIGNS.search(shown) is None) == plain
    if plain:
        assert re.search(r"\S {2,}\S", shown) is None


def test_a_draw_is_nobodys_victory(tmp_path: Path) -> None:
    shown = piped(ALWAYS_THE_FIRST, tmp_path, game="clef", seed=1, options={"max_rounds": 1})
    assert "Nobody got home." in shown
    assert "the game is a draw." in " ".join(shown.split())
    assert "You have won" not in shown


# Leaving and going on.


def test_a_game_saved_and_resumed_ends_as_if_it_had_never_been_left(tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    piped(ALWAYS_THE_FIRST, tmp_path, game="clef", seats=3, seed=3, save=str(one))
    shown = piped("1\n" * 9 + "q\n", tmp_path, game="clef", seats=3, seed=3, save=str(other))
    assert f"worldgates play --resume {other}" in shown
    piped("1\n" * 4 + "q\n", tmp_path, resume=str(other))
    piped(ALWAYS_THE_FIRST, tmp_path, resume=str(other), save=str(other))
    assert content(other) == content(one)


@pytest.mark.parametrize("what", ["choose_character", "react", "answer", "accept", "pick", "discard"])
def test_a_game_can_be_left_in_the_middle_of_anything(tmp_path: Path, what: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(interrupted(what))
    before = content(file)
    shown = piped("? 1\nt\nd\nq\n", tmp_path, resume=str(file))
    assert content(file) == before
    assert_no_id(shown)
    game = Match.load(before).game
    assert GAME.text("en").question(game.view(0)) in " ".join(shown.split())
    again = [piped("1\n" * 20 + "q!\n", tmp_path, resume=str(file)) for _ in range(2)]
    assert again[0] == again[1]
    assert again[0].count("\n> ") == 21
    assert content(file) == before


def test_a_saved_game_is_called_after_its_game(tmp_path: Path) -> None:
    shown = piped("1\n", tmp_path, game="clef", seed=7)
    (file,) = tmp_path.glob("worldgates-clef-*.json")
    assert f"worldgates play --resume {file.name}" in shown


# Other cards.


def test_a_game_with_other_cards_goes_on_only_with_them(tmp_path: Path) -> None:
    folder, file = tmp_path / "my cards", tmp_path / "game.json"
    shutil.copytree(CARDS, folder)
    worlds = (folder / "worlds.toml").read_text(encoding="utf-8")
    (folder / "worlds.toml").write_text(worlds.replace('top = "combat"', 'top = "mort"', 1), encoding="utf-8")
    shown = piped("1\n1\nq\n", tmp_path, game="clef", seed=7, cards=str(folder), save=str(file))
    assert f"worldgates play --resume {file} --cards '{folder}'" in shown
    with pytest.raises(FormatError, match="give the folder of the cards it was played with"):
        Match.load(content(file))
    with pytest.raises(FormatError, match="give the folder of the cards it was played with"):
        replay(content(file), language="en", step=False)
    piped(ALWAYS_THE_FIRST, tmp_path, resume=str(file), cards=str(folder), save=str(file))
    assert load(content(file), cards=folder).over


def test_the_same_cards_elsewhere_are_the_same_cards(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    shutil.copytree(CARDS, folder)
    lines = "1\n" * 20 + "q!\n"
    shown = [piped(lines, tmp_path, game="clef", seed=7, **argument) for argument in ({"cards": str(folder)}, {})]
    with_them, without = (text[text.index("Type a number to choose") :] for text in shown)
    assert with_them == without


# What one can ask.


def answers(folder: Path, questions: list[str], **arguments: object) -> list[str]:
    """What is answered to each question, in one line."""
    shown = piped(
        "1\n" + "".join(f"?{question}\n" for question in questions) + "q!\n", folder, game="clef", seed=7, **arguments
    )
    return [" ".join(part.split()) for part in shown.split("\n> ")[2:-1]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", ["esus", "crypte", "reveur", "jabberwock"])
def test_a_card_is_explained_by_any_of_its_names(tmp_path: Path, language: str, card: str) -> None:
    lines = GAME.text(language).explain(card)
    expected = " ".join(" ".join(f"{line} ({clause})" if clause else line for line, clause in lines).split())
    asked = [f" {GAME.text(other).card(card)}" for other in LANGUAGES]
    for answer in answers(tmp_path, asked, language=language):
        assert expected in answer


def test_a_question_is_answered(tmp_path: Path) -> None:
    expected = {
        "k9": "K9 · What a way costs",
        " E14": "E14 · Shield yourself",
        " kx2": "KX2 · Esus and Ambactes",
        " flux compensator": "No card and no rule is called flux compensator",
        " 99": "There is no choice 99.",
        " 1": "K18 · Draw",
        "": "? kernault explain a card",
    }
    for part, answer in zip(expected.values(), answers(tmp_path, list(expected)), strict=True):
        assert part in answer


def test_every_choice_can_be_explained() -> None:
    view_of = drawing(GAME, "en")
    found: set[str] = set()
    for game in games():
        while not game.over:
            view = game.view(game.seat)
            for choice in view_of.choices(game.legal_actions, view):
                found.add(view_of.clause(choice.action, view))
                assert all(view_of.text.explain(card) for card in view_of.cards_in(choice.action, view))
            game.play_number(decide(policy("random", len(game.actions)), game.table))
    assert len(found) > 20
    assert found <= set(clauses("clef", "en"))


def games() -> list[Game]:
    return [begin(GAME, seats, seed, {"max_rounds": 25}) for seed, seats in enumerate((2, 3, 4, 5))]


# The choices.


def test_every_legal_action_can_be_chosen_in_groups_and_going_home_comes_first() -> None:
    view_of = drawing(GAME, "en")
    homes = 0
    for game in games():
        bot = policy("greedy", 3)
        while not game.over:
            choices = view_of.choices(game.legal_actions, game.view(game.seat))
            assert Counter(choice.action for choice in choices) == Counter(game.legal_actions)
            assert len(choices) == len(game.table.legal())
            go_home = [isinstance(choice.action, GoHome) for choice in choices]
            if any(go_home):
                homes += 1
                assert go_home[0]
            groups = [choice.group for choice in choices]
            began = [group for place, group in enumerate(groups) if place == 0 or groups[place - 1] != group]
            assert len(began) == len(set(began))
            game.play_number(decide(bot, game.table))
    assert homes


def test_payments_that_spare_objects_come_first() -> None:
    view_of = drawing(GAME, "en")
    assert isinstance(view_of, ClefDrawing)
    several = 0
    for game in games():
        bot = policy("random", 3)
        while not game.over:
            prices: dict[Any, list[int]] = {}
            for choice in view_of.choices(game.legal_actions, game.view(game.seat)):
                if isinstance(choice.action, Travel):
                    keys = choice.action.keys
                    objects = sum(key == "character" or view_of.discoveries[key].kind == "O" for key in keys)
                    prices.setdefault(choice.action.to, []).append(objects)
            assert all(price == sorted(price) for price in prices.values())
            several += any(len(price) > 1 for price in prices.values())
            game.play_number(decide(bot, game.table))
    assert several


def ticked(view_of: ClefDrawing, view: View) -> dict[str, bool]:
    """The ways on the screen and the way home, each with whether all its boxes are ticked."""
    page = TextPage(96)
    view_of.table(page, view, [player.name for player in view.players])
    found: dict[str, bool] = {}
    for line in page.text[page.text.rindex("Ways out") :].splitlines():
        boxes = set(re.findall(r"\[(.)\]", line))
        if boxes and (way := re.search(r"  [↖↑↗←→↙↓↘] (.+)$", line)):
            found[way[1]] = boxes == {"x"}
        elif "Way home" in line:
            found["home"] = boxes == {"x"}
    return found


def test_the_way_home_is_ticked_where_the_rules_let_one_go_home() -> None:
    """The boxes on the screen and the list of legal actions agree."""
    view_of = drawing(GAME, "en")
    assert isinstance(view_of, ClefDrawing)
    seen = set()
    for game in games():
        bot = policy("greedy", 8)
        while not game.over:
            if game.decision == "action":
                view, legal = game.view(game.seat), game.legal_actions
                can = any(isinstance(action, GoHome) for action in legal)
                shown = ticked(view_of, view)
                assert shown.pop("home") == can
                reached = [view_of.place_of(view, action.to) for action in legal if isinstance(action, Travel)]
                ways: tuple[Way, ...] = view.explain.ways
                assert shown == {view_of.door(view, way.place): way.place in reached for way in ways}
                seen.add(can)
            game.play_number(decide(bot, game.table))
    assert seen == {True, False}


# How it looks.


@pytest.mark.parametrize("columns", [40, NARROWEST_MAP, 80, 120])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_fits_the_screen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    view_of, screen = drawing(GAME, language), Screen(plain=False)
    game = begin(GAME, ["Ada", "A" * 20, "Bo", "Cy Young", "Di"], 4, {"max_rounds": 40})
    bot = policy("greedy", 3)
    drawn: Counter[str] = Counter()
    while not game.over:
        # The first three of each kind of decision, and then some more.
        if len(game.actions) % 10 == 0 or drawn[game.decision] < 3:
            drawn[game.decision] += 1
            view = game.view(game.seat)
            view_of.table(screen, view, game.players)
            view_of.reminder(screen, view)
            view_of.piles(screen, view)
        game.play_number(decide(bot, game.table))
    view_of.ending(screen, game.view(0), game.players)
    shown = COLOUR.sub("", capsys.readouterr().out)
    assert_no_id(shown)
    assert_fits(shown, min(columns, 96))
    # The edges of the cards stand in columns.
    for line in shown.splitlines():
        if re.match(r" *[╭┌]", line):
            assert cell_len(line.strip()) == 3 * min(31, min(columns, 96) // 3)


def test_the_map_shows_worlds_keys_doors_and_pawns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    view_of, game = drawing(GAME, "en"), begin(GAME, ["Ada", "Bo", "Cy", "Di"], 7)
    assert isinstance(view_of, ClefDrawing)
    view = game.view()
    view_of.table(Screen(plain=False), view, game.players)
    shown = COLOUR.sub("", capsys.readouterr().out)
    text = GAME.text("en")
    for place in range(9):
        world = view.worlds[place // 3][place % 3]
        if world is None:
            assert shown.count(f"closed door {place}") == 1
        elif place != 4:
            for key in view_of.worlds[world].keys:
                assert text.key(str(key)) in shown
    assert "Kernault" in shown
    assert "● Ada, Cy" in shown
    assert "● Bo, Di" in shown
    assert not game.over


@pytest.mark.parametrize("plain", [False, True])
def test_a_hand_says_what_its_cards_can_cancel(capsys: pytest.CaptureFixture[str], plain: bool) -> None:
    view_of, seen = drawing(GAME, "en"), 0
    assert isinstance(view_of, ClefDrawing)
    for game in games():
        while not game.over:
            view = game.view(game.seat)
            reactions = [view_of.text.reaction(card) for card in view_of.me(view).hand]
            if game.decision == "action" and any(reactions):
                view_of.table(Screen(plain), view, game.players)
                shown = " ".join(COLOUR.sub("", capsys.readouterr().out).split())
                assert all(reaction in shown for reaction in reactions)
                seen += 1
            game.play_number(decide(policy("greedy", len(game.actions)), game.table))
    assert seen > 20


def test_a_terminal_without_such_letters_gets_a_map_too(tmp_path: Path) -> None:
    terminal = Terminal(
        tmp_path, env={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}, game="clef", seed=11, language="fr"
    )
    shown = terminal.until_asked()
    assert shown.isascii()
    assert "# Kernault" in COLOUR.sub("", shown)
    assert "####" not in COLOUR.sub("", shown)
    os.write(terminal.end, b"q!\n")
    assert terminal.finish() == 0


def test_keys_have_colours_and_never_colours_alone(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, game="clef", seed=11)
    shown = terminal.until_asked()
    assert re.search("\x1b\\[[0-9;]*3[0-9]", shown)
    os.write(terminal.end, b"q!\n")
    assert terminal.finish() == 0
    plain = piped("q!\n", tmp_path, game="clef", seed=11)
    assert [line for line in COLOUR.sub("", shown).splitlines()[:40] if "↑" in line] == [
        line for line in plain.splitlines()[:40] if "↑" in line
    ]


# What must not be shown.


def test_no_secret_of_a_bot_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = piped(ALWAYS_THE_FIRST, tmp_path, game="clef", seats=4, seed=2, plain=True, save=str(file))
    game = load(content(file))
    text, names = GAME.text("en"), game.players
    line, secrets = " ".join(shown.split()), 0
    assert game.journal
    for entry in game.journal:
        seen = text.event(entry.seen_by(0), names, 0)
        assert " ".join(seen.split()) in line
        if (whole := text.event(entry.event, names, 0)) != seen:
            secrets += 1
            assert whole not in line
    assert secrets > 5


@pytest.mark.parametrize("what", ["action", "react", "answer", "accept", "pick", "discard"])
def test_worlds_that_differ_only_in_what_is_hidden_look_the_same(tmp_path: Path, what: str) -> None:
    saved = json.loads(interrupted(what))
    game = Match.load(saved).game
    shown, positions = set(), set()
    for seed in range(3):
        imagined = game.imagine(0, seed)
        positions.add(imagined.position.to_json())
        file = tmp_path / f"{seed}.json"
        file.write_text(json.dumps({**saved, "record": imagined.record.to_dict()}))
        shown.add(piped("t\nd\nl\nh\n? 1\nq!\n", tmp_path, resume=str(file)))
    assert len(positions) == 3
    assert len(shown) == 1


# Replaying.


@cache
def recorded() -> Game:
    """A game in which somebody let a window for reactions pass."""
    for seed in range(100):
        game = begin(GAME, ["Ada", "Bo", "Cy"], seed, {"max_rounds": 30})
        bot = policy("random", seed)
        while not game.over:
            game.play_number(decide(bot, game.table))
        if React(card=None) in game.actions[:-9]:
            return game
    raise AssertionError


@pytest.mark.parametrize("seat", [None, 1, "open"])
@pytest.mark.parametrize("plain", [True, False])
def test_a_game_is_narrated_again(capsys: pytest.CaptureFixture[str], seat: int | str | None, plain: bool) -> None:
    all_open, who = seat == "open", seat if isinstance(seat, int) else None
    replay(recorded().record.to_dict(), language="en", seat=who, all_open=all_open, step=False, plain=plain)
    shown = capsys.readouterr().out
    line, place = " ".join(COLOUR.sub("", shown).split()), 0
    assert recorded().journal
    for entry in recorded().journal:
        seen = entry.event if all_open else entry.seen_by(SPECTATOR if who is None else who)
        sentence = " ".join(GAME.text("en").event(seen, ["Ada", "Bo", "Cy"]).split())
        place = line.find(sentence, place)
        assert place >= 0, sentence
        place += len(sentence)
    assert_no_id(shown)


def test_a_reaction_is_no_step_of_a_replay(tmp_path: Path) -> None:
    """A step of its own would tell that somebody was asked to react, also where they did not (K29)."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(recorded().record.to_dict()))
    actions = recorded().actions
    reactions = [index for index, action in enumerate(actions) if isinstance(action, React)]
    silent = actions.index(React(card=None))
    terminal = Replay(file)
    _, shown = terminal.until_asked()
    assert f" of {len(actions) - len(reactions)}:" in shown
    before = silent - 1 - sum(index < silent for index in reactions)
    assert terminal.type(str(before))[0] == before
    # The card to which nobody reacted, and what came of it.
    step, shown = terminal.type("")
    assert step == before + 1
    assert len(shown.splitlines()) > 2
    # Back again, both are undone.
    assert terminal.type("b")[0] == before
    assert terminal.type("")[1] == shown
    os.write(terminal.end, b"q\n")
    assert terminal.process.wait(timeout=20) == 0
