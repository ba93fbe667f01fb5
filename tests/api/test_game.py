"""The front door as a user of the library meets it: new, load, Game."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lively import choose

import worldgates as wg
from worldgates import clef, molthar
from worldgates.core.chance import FastChance

NAMES = ("molthar", "clef")
CARDS = Path(__file__).parents[1] / "clef_cards"
each_game = pytest.mark.parametrize("name", NAMES)


def played(name: str, moves: int, players: int = 3, seed: int | str = 7, **settings: Any) -> wg.Game:
    """A lively game after some moves."""
    game = wg.new(name, [f"P{seat}" for seat in range(players)], seed, **settings)
    chance = FastChance.seeded(moves)
    while not game.over and len(game.actions) < moves:
        game.play(choose(game, chance))
    return game


def ended(name: str) -> wg.Game:
    return played(name, 100_000, options={"max_rounds": 6} if name == "clef" else None)


# Beginning.


@each_game
def test_a_new_game_asks_somebody_for_something(name: str) -> None:
    game = wg.new(name, ["Ada", "Bo"], seed=7)
    assert game.name == name
    assert game.players == ("Ada", "Bo")
    assert game.seat in (0, 1)
    assert game.decision in ("action", "choose_character")
    assert game.legal_actions
    assert not game.over
    assert game.outcome is None
    assert game.round == 1
    assert game.actions == ()


@each_game
def test_a_player_without_a_name_is_called_by_number(name: str) -> None:
    game = wg.new(name, ["Ada", ""], seed=7)
    assert game.players == ("Ada", "Player 2")
    assert wg.load(game.position) == wg.load(game.record) == game


@each_game
def test_the_same_seed_deals_the_same_game(name: str) -> None:
    assert wg.new(name, 3, seed=7) == wg.new(name, 3, seed=7)
    assert wg.new(name, 3, seed=7) != wg.new(name, 3, seed=8)
    fair = "0123456789abcdef" * 4
    assert wg.new(name, 3, seed=fair) == wg.new(name, 3, seed=fair)


def test_options_are_a_struct_or_a_dict() -> None:
    as_struct = wg.new("molthar", options=molthar.Options(wisp_owner_waits=True))
    assert as_struct.options == wg.new("molthar", options={"wisp_owner_waits": True}).options
    assert wg.new("clef", options={"max_rounds": 5}).options == clef.Options(max_rounds=5)


@each_game
def test_the_starting_seat_can_be_given(name: str) -> None:
    for seat in range(3):
        game = wg.new(name, 3, seed=1, starting_seat=seat)
        assert game.seat == seat
        assert wg.load(game.record) == game


@pytest.mark.parametrize(
    ("make", "key", "said"),
    [
        (lambda: wg.new("chess"), "game", "molthar, clef"),
        (lambda: wg.new("molthar", 1), "players", "2 to 5"),
        (lambda: wg.new("molthar", ["A"] * 6), "players", "2 to 5"),
        (lambda: wg.new("molthar", "Ada"), "players", "list of their names"),
        (lambda: wg.new("molthar", [1, 2]), "players", "strings"),  # type: ignore[list-item]
        (lambda: wg.new("molthar", None), "players", "got None"),  # type: ignore[call-overload]
        (lambda: wg.new("molthar", seed=-1), "seed", "whole number"),
        (lambda: wg.new("molthar", seed=None), "seed", "whole number"),  # type: ignore[call-overload]
        (lambda: wg.new("molthar", seed=1.5), "seed", "whole number"),  # type: ignore[call-overload]
        (lambda: wg.new("molthar", seed="xyz"), "seed", "hexadecimal"),
        (lambda: wg.new("molthar", options=3), "options", "got int"),  # type: ignore[call-overload]
        (lambda: wg.new("molthar", options={"speed": 1}), "options.speed", "no such key"),
        (lambda: wg.new("molthar", options={"wisp_owner_waits": 1}), "options.wisp_owner_waits", "bool"),
        (lambda: wg.new("molthar", options=clef.Options()), "options", "not options of molthar"),
        (lambda: wg.new("clef", options={"max_rounds": 0}), "options.max_rounds", "1 to"),
        (lambda: wg.new("molthar", starting_seat=2), "starting_seat", "0 to 1"),
        (lambda: wg.new("molthar", starting_seat="0"), "starting_seat", "0 to 1"),  # type: ignore[call-overload]
        (lambda: wg.new("clef", cards="no-such-folder"), "--cards", "no folder"),
        (lambda: wg.load("no-such-file.json"), "no-such-file.json", "cannot be read"),
        (lambda: wg.load(""), "source", "cannot be read"),
        (lambda: wg.load("a\0b"), "a\0b", "cannot be read"),
        (lambda: wg.load(None), "source", "the path of a file, got None"),  # type: ignore[arg-type]
        (lambda: wg.load([]), "source", "the path of a file, got []"),  # type: ignore[arg-type]
        (lambda: wg.load("{"), "", "not JSON"),
        (lambda: wg.load("{}"), "game", "neither a position nor a record"),
        (lambda: wg.load(b"[]"), "game", "neither a position nor a record"),
        (lambda: wg.load({"game": "chess"}), "game", "molthar, clef"),
        (lambda: wg.load({"game": "molthar", "players": 3}), "players", "expected array"),
        (lambda: wg.load({"worldgates": 1, "game": "molthar"}), "players", "missing"),
        (lambda: wg.load({"worldgates": 2, "game": "molthar", "new": 1}), "worldgates", "expected 1"),
        (
            lambda: wg.load({"worldgates": 1, "game": "molthar", "players": ["A", "B"], "actions": []}),
            "seed",
            "missing",
        ),
        (
            lambda: wg.load(
                {"worldgates": 1, "game": "molthar", "players": ["A", "B"], "seed": 1, "actions": [{"do": "fly"}]}
            ),
            "actions[0].do",
            "take, refresh",
        ),
        (
            lambda: wg.load(
                {"worldgates": 1, "game": "molthar", "players": ["A", "B"], "seed": 1, "actions": [{"do": "redraw"}]}
            ),
            "actions[0]",
            "not legal here",
        ),
        (lambda: wg.new("molthar").view(2), "seat", "0 to 1"),
        (lambda: wg.new("molthar").view(-1), "seat", "0 to 1"),
        (lambda: wg.new("molthar").events(7), "seat", "0 to 1"),
        (lambda: wg.new("molthar").imagine(2), "seat", "0 to 1"),
        (lambda: wg.new("molthar").play({"do": "take", "from": 9}), "action.from", "0, 1, 2, 3, pile"),
        (lambda: wg.new("molthar").play({"do": "take", "of": 9}), "action.of", "no such key"),
        (lambda: wg.new("molthar").play(0), "action", "such as one of legal_actions"),  # type: ignore[arg-type]
        (lambda: wg.new("clef").why_not("pass"), "action", "got 'pass'"),  # type: ignore[arg-type]
        (lambda: wg.new("molthar").view(-1), "seat", "or none for a spectator"),
    ],
)
def test_bad_input_is_refused_by_its_key(make: Callable[[], object], key: str, said: str) -> None:
    with pytest.raises(wg.FormatError) as caught:
        make()
    assert caught.value.key == key
    assert said in caught.value.message


# Playing.


@each_game
def test_every_legal_action_can_be_played_as_struct_and_as_dict(name: str) -> None:
    for moves in range(0, 60, 7):
        game = played(name, moves)
        for action in game.legal_actions:
            one, two = game.after(action), game.after(action.to_dict())
            assert one == two
            assert one.actions[-1] == action
            assert game.why_not(action) is None


@each_game
def test_actions_views_and_events_are_values(name: str) -> None:
    game, twin = played(name, 30), played(name, 30)
    assert set(game.legal_actions) == set(twin.legal_actions)
    assert game.view(1) == twin.view(1)
    assert hash(game.view(1)) == hash(twin.view(1))
    assert game.events(1) == twin.events(1)
    for action in game.legal_actions:
        assert type(action).from_json(action.to_json()) == action
        with pytest.raises(AttributeError):
            action.seat = 1  # type: ignore[attr-defined]


@each_game
def test_undo_takes_back_everything_down_to_the_beginning(name: str) -> None:
    game = wg.new(name, 3, seed=5)
    chance = FastChance.seeded(5)
    before = [(game.position, game.events(everything=True), game.legal_actions)]
    while not game.over and len(game.actions) < 50:
        game.play(choose(game, chance))
        before.append((game.position, game.events(everything=True), game.legal_actions))
    before.pop()
    while before:
        last = game.actions[-1]
        assert game.undo() == last
        assert (game.position, game.events(everything=True), game.legal_actions) == before.pop()
    with pytest.raises(wg.RuleError, match="nothing to undo"):
        game.undo()
    assert game == wg.new(name, 3, seed=5)


@each_game
def test_a_game_goes_on_the_same_after_undo(name: str) -> None:
    game = played(name, 25)
    action = game.legal_actions[0]
    first = game.play(action)
    position = game.position
    game.undo()
    assert game.play(action) == first
    assert game.position == position


@each_game
def test_after_leaves_the_game_as_it_is(name: str) -> None:
    game = played(name, 12)
    position, events = game.position, game.events(everything=True)
    later = game.after(game.legal_actions[-1])
    assert len(later.actions) == 13
    assert (game.position, game.events(everything=True)) == (position, events)


def test_an_illegal_action_has_its_reason_and_clause_and_changes_nothing() -> None:
    game = wg.new("molthar", ["Ada", "Bo"], seed=7)
    position = game.position
    reason = game.why_not(molthar.Redraw())
    assert isinstance(reason, wg.RuleError)
    assert reason.clause.startswith("M")
    with pytest.raises(wg.RuleError) as caught:
        game.play(molthar.Redraw())
    assert str(caught.value) == str(reason) == f"{reason.message} ({reason.clause})"
    assert game.position == position
    assert game.actions == ()
    away = wg.new("clef", 2, seed=7)
    assert away.why_not(clef.Draw()) is not None


@each_game
def test_a_game_that_is_over_has_an_outcome_and_nothing_to_do(name: str) -> None:
    game = ended(name)
    assert game.over
    assert game.seat is None
    assert game.decision == "over"
    assert game.legal_actions == ()
    outcome = game.outcome
    assert outcome is not None
    assert sum(outcome.payoffs) == pytest.approx(1.0)
    assert sorted(seat for place in outcome.ranking for seat in place) == [0, 1, 2]
    assert outcome.payoffs[outcome.winners[0]] > 0
    with pytest.raises(wg.RuleError, match="over"):
        game.play(game.actions[0])
    assert "over" in repr(game)


# What a seat may know.


@each_game
def test_views_and_events_hide_what_others_know(name: str) -> None:
    game = played(name, 40)
    everything = game.events(everything=True)
    for seat in range(3):
        assert len(game.events(seat)) == len(everything)
        assert game.view(seat).seat == seat
    assert game.view().seat is None
    assert [event.public() for event in everything] == list(game.events())
    assert game.events(0) != game.events(1)
    assert game.events() != everything


@each_game
def test_an_imagined_game_looks_the_same_to_its_seat_and_can_be_played_on(name: str) -> None:
    game = played(name, 40)
    position = game.position
    for seat in (0, 1, 2, None):
        imagined = game.imagine(seat, seed=3)
        assert imagined.view(seat) == game.view(seat)
        assert imagined == game.imagine(seat, seed=3)
        assert imagined.seat == game.seat
        assert wg.load(imagined.record) == imagined
        chance = FastChance.seeded(1)
        for _ in range(10):
            imagined.play(choose(imagined, chance))
    assert game.imagine(0, seed=3) != game.imagine(0, seed=4)
    assert game.position == position


@each_game
def test_the_open_view_shows_every_hand(name: str) -> None:
    game = played(name, 40)
    shown = game.open_view()
    assert [player.hand for player in shown.players] == [game.view(seat).players[seat].hand for seat in range(3)]


# Writing it down.


def forms(value: wg.Record | wg.Position, file: Path) -> list[Any]:
    """A value in every form that `load` reads."""
    file.write_text(value.to_json(), encoding="utf-8")
    text = value.to_json()
    return [value, value.to_dict(), text, text.encode(), f"\n {text}", file, str(file)]


@each_game
@pytest.mark.parametrize("moves", [0, 1, 33, 100_000])
def test_positions_and_records_load_from_every_form(name: str, moves: int, tmp_path: Path) -> None:
    game = ended(name) if moves == 100_000 else played(name, moves)
    for form in forms(game.position, tmp_path / "position.json"):
        loaded = wg.load(form)
        assert loaded == game
        assert loaded.position == game.position
    for form in forms(game.record, tmp_path / "record.json"):
        loaded = wg.load(form)
        assert loaded == game
        assert loaded.record == game.record
        assert loaded.events(1) == game.events(1)
    game.save(tmp_path / "saved.json")
    assert wg.load(tmp_path / "saved.json") == game


@each_game
def test_a_loaded_game_goes_on_exactly_as_the_first_would(name: str) -> None:
    game = played(name, 20)
    loaded = wg.load(game.position.to_json())
    chance = random.Random(1)
    for _ in range(40):
        if game.over:
            break
        number = chance.randrange(len(game.legal_actions))
        assert game.play(game.legal_actions[number]) == loaded.play(loaded.legal_actions[number])
    assert game == loaded
    assert wg.load(loaded.record) == game


def test_a_game_with_other_cards_goes_with_its_folder() -> None:
    game = played("clef", 20, cards=CARDS)
    assert game != played("clef", 20)
    assert wg.load(game.record, cards=CARDS) == game
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(wg.FormatError, match="give the folder"):
        wg.load(game.record)


@each_game
def test_equality_is_that_of_the_position_the_players_and_the_chance_to_come(name: str) -> None:
    game = played(name, 10)
    assert game == played(name, 10)
    assert game != played(name, 11)
    assert game != game.imagine(0, seed=1)
    other = wg.load({**game.position.to_dict(), "players": renamed(game)})
    assert game != other
    assert game != "a game"
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def renamed(game: wg.Game) -> list[dict[str, Any]]:
    players: list[dict[str, Any]] = game.position.to_dict()["players"]
    return [{**player, "name": f"Dr {player['name']}"} for player in players]


@each_game
@pytest.mark.parametrize("way", ["copy", "copy.copy", "copy.deepcopy", "pickle"])
def test_a_copy_is_equal_and_independent(name: str, way: str) -> None:
    make: dict[str, Callable[[wg.Game], wg.Game]] = {
        "copy": lambda game: game.copy(),
        "copy.copy": copy.copy,
        "copy.deepcopy": copy.deepcopy,
        "pickle": lambda game: pickle.loads(pickle.dumps(game)),
    }
    game = played(name, 20)
    record, twin = game.record, make[way](game)
    assert twin == game
    assert twin.record == game.record
    assert twin.events(everything=True) == game.events(everything=True)
    # Each undoes and goes on for itself, although both come from the same past.
    for _ in range(3):
        twin.undo()
    chance = FastChance.seeded(99)
    for _ in range(6):
        twin.play(choose(twin, chance))
    assert game.record == record
    undone = [game.undo() for _ in range(5)]
    for action in reversed(undone):
        game.play(action)
    assert game.record == record
    assert game == played(name, 20)


def test_the_json_of_a_game_is_the_one_of_the_formats() -> None:
    game = wg.new("molthar", ["Ada", "Bo"], seed=7)
    position = json.loads(game.position.to_json())
    assert list(position)[:3] == ["game", "options", "players"]
    record = json.loads(game.record.to_json())
    assert record["worldgates"] == 1
    assert record["seed"] == 7
    assert "position" not in record
    assert game.legal_actions[0].to_json() == '{"do":"take","from":0}'


@pytest.mark.parametrize(
    "error", [wg.RuleError("no", "M1"), wg.RuleError("no"), wg.FormatError("no", "seat"), wg.BotError("hard", "no")]
)
def test_an_error_from_another_process_arrives_whole(error: Exception) -> None:
    twin = pickle.loads(pickle.dumps(error))
    assert (type(twin), str(twin)) == (type(error), str(error))
    for name in ("message", "clause", "key", "bot", "reason"):
        assert getattr(twin, name, None) == getattr(error, name, None)


@each_game
def test_a_type_of_game_is_pickled_by_its_name(name: str) -> None:
    type = wg.new(name).type
    assert pickle.loads(pickle.dumps(type)) is copy.deepcopy(type) is type
