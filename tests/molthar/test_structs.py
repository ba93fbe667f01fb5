"""The structs of Molthar: values with equality, hash and repr, and one JSON form that is both written and read."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from molthar_build import as_json, tag

import worldgates.molthar as molthar
from worldgates.core import formats, shapes
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.shapes import Shape
from worldgates.core.streams import FairStream, FastStream
from worldgates.core.table import SPECTATOR, JournalEntry
from worldgates.molthar import (
    GAME,
    Activate,
    AnyAction,
    AnyEvent,
    Banish,
    CharacterCard,
    Discard,
    EndTurn,
    NoDiamond,
    NoTarget,
    Options,
    Peek,
    Place,
    Position,
    Record,
    Redraw,
    Refresh,
    Rob,
    RobPearl,
    Swap,
    Table,
    Take,
    TakeBack,
    Took,
    TradeTwo,
    View,
)
from worldgates.molthar.cards import CHARACTERS
from worldgates.molthar.requirements import parse_ability, parse_requirement
from worldgates.molthar.table import ACTIVATE, doing

NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve"]
PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


def lively_game(players: int, seed: int) -> Iterator[Table]:
    """The table of a game with many activations, at each moment."""
    table, chance = Table.new(players, seed, journal=True), random.Random(seed)
    while not table.over:
        yield table
        legal = list(table.legal())
        activations = [action for action in legal if doing(action) == ACTIVATE]
        table.play(chance.choice(activations if activations and chance.random() < 0.8 else legal))
    yield table


def is_a_value(shape: Shape) -> None:
    """See that a struct is equal to itself read from its JSON, hashable, and printed as the call that makes it."""
    kind = type(shape)
    assert kind.from_json(shape.to_json()) == shape
    assert hash(kind.from_json(shape.to_json())) == hash(shape)
    assert as_json(kind.from_dict(as_json(shape))) == as_json(shape)
    structs = {name: value for name, value in vars(molthar).items() if isinstance(value, type)}
    assert eval(repr(shape), {**structs, "FastStream": FastStream, "FairStream": FairStream}) == shape


# Actions.

ACTIONS: list[tuple[AnyAction, str]] = [
    (Take(source=2), '{"do":"take","from":2}'),
    (Take(source="pile"), '{"do":"take","from":"pile"}'),
    (Refresh(), '{"do":"refresh"}'),
    (Place(source=1), '{"do":"place","from":1}'),
    (Place(source="pile", discard=0), '{"do":"place","from":"pile","discard":0}'),
    (
        Activate(seat=4, slot=1, spend=(6, 6, 8)),
        '{"do":"activate","seat":4,"slot":1,"spend":[6,6,8],"diamonds":0}',
    ),
    (
        Activate(seat=0, slot=0, spend=(), diamonds=2),
        '{"do":"activate","seat":0,"slot":0,"spend":[],"diamonds":2}',
    ),
    (TradeTwo(), '{"do":"trade_two"}'),
    (Swap(slot=0, market=1), '{"do":"swap","slot":0,"with":1}'),
    (Peek(), '{"do":"peek"}'),
    (Redraw(), '{"do":"redraw"}'),
    (EndTurn(), '{"do":"end_turn"}'),
    (Discard(pearl=8), '{"do":"discard","pearl":8}'),
    (Rob(seat=3), '{"do":"rob","seat":3}'),
    (RobPearl(pearl=1), '{"do":"rob_pearl","pearl":1}'),
    (Banish(seat=2, slot=1), '{"do":"banish","seat":2,"slot":1}'),
    (TakeBack(pearl=5), '{"do":"take_back","pearl":5}'),
]


def test_the_list_of_actions_has_every_kind() -> None:
    assert {type(action) for action, _ in ACTIONS} == set(get_args(AnyAction))


@pytest.mark.parametrize(("action", "json"), ACTIONS, ids=[json for _, json in ACTIONS])
def test_an_action_is_a_value_with_one_json_form(action: AnyAction, json: str) -> None:
    assert action.to_json() == json
    assert formats.read(formats.parse(json), AnyAction) == action  # type: ignore[arg-type]
    is_a_value(action)
    table = Table.new(5, 1)
    assert GAME.decode(table, GAME.encode(table, action)) == action


def test_different_actions_are_different() -> None:
    actions = [action for action, _ in ACTIONS]
    assert len(set(actions)) == len(actions)
    assert len({GAME.encode(Table.new(5, 1), action) for action in actions}) == len(actions)


class Elsewhere(shapes.Action, frozen=True, tag="take"):
    """An action of another game, with a word that Molthar has too."""

    source: int = msgspec.field(name="from")


@pytest.mark.parametrize(
    ("action", "key"),
    [
        (Take(source=4), "action.from"),
        (Take(source="top"), "action.from"),  # type: ignore[arg-type]
        (Place(source=2), "action.from"),
        (Place(source=0, discard=2), "action.discard"),
        (Activate(seat=5, slot=0, spend=()), "action.seat"),
        (Activate(seat=0, slot=2, spend=()), "action.slot"),
        (Activate(seat=0, slot=0, spend=(9,)), "action.spend[0]"),
        (Activate(seat=0, slot=0, spend=(2, 1)), "action.spend"),
        (Activate(seat=0, slot=0, spend=(1,) * 8), "action.spend"),
        (Activate(seat=0, slot=0, spend=(), diamonds=-1), "action.diamonds"),
        (Activate(seat=0, slot=0, spend=(), diamonds=55), "action.diamonds"),
        (Discard(pearl=0), "action.pearl"),
        (Rob(seat=-1), "action.seat"),
        (Elsewhere(0), "action"),
    ],
)
def test_an_action_that_cannot_be_is_a_format_error_that_names_the_key(action: shapes.Action, key: str) -> None:
    with pytest.raises(FormatError) as caught:
        GAME.encode(Table.new(2, 1), action)
    assert caught.value.key == key


@pytest.mark.parametrize(
    "json", ['{"do":"fly"}', '{"do":"take"}', '{"do":"refresh","pearl":1}', '{"do":"take","from":9}']
)
def test_json_that_is_no_action_is_a_format_error(json: str) -> None:
    with pytest.raises(FormatError):
        formats.read(formats.parse(json), AnyAction)  # type: ignore[arg-type]


# Events.


def events_of_games() -> list[JournalEntry]:
    entries: list[JournalEntry] = []
    for seed in range(12):
        for table in lively_game(2 + seed % 4, seed):
            if table.over:
                entries += table.journal or []
    return entries


def test_events_are_values_and_their_public_form_has_no_secret() -> None:
    entries = events_of_games()
    # These come up in few games.
    entries += [JournalEntry(NoDiamond(seat=1), 0), JournalEntry(NoTarget(seat=0), 0)]
    assert {type(entry.event) for entry in entries} == set(get_args(AnyEvent))
    for entry in entries[::-7]:
        for seat in (0, 1, SPECTATOR):
            is_a_value(entry.seen_by(seat))
    for entry in entries:
        public = as_json(entry.seen_by(SPECTATOR))
        hidden = set(as_json(entry.event)) - set(public)
        assert hidden <= set(entry.event.secret)
        if isinstance(entry.event, Took) and entry.event.source != "pile":
            assert not hidden
        elif entry.event.secret:
            assert hidden == set(entry.event.secret)


def test_every_event_says_what_happened() -> None:
    for kind in get_args(AnyEvent):
        assert kind.__doc__
        assert kind.clause.startswith("M")


def compact(value: object) -> str:
    """A JSON value as the golden playthroughs write it."""
    if isinstance(value, list):
        return "[" + " ".join(compact(part) for part in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {compact(part)}" for key, part in value.items()) + "}"
    return str(value)


def recorded(text: str) -> list[str]:
    """The events of a golden playthrough as everybody sees them, in order."""
    return [line.strip() for line in text.splitlines() if line.startswith("    {event: ")]


def played(text: str) -> list[str]:
    """The actions of a golden playthrough."""
    return [line.split(" plays ", 1)[1] for line in text.splitlines() if " plays {" in line]


@pytest.mark.parametrize(
    ("file", "players", "seed", "waits"),
    [("molthar-2.txt", 2, 469, False), ("molthar-3.txt", 3, 1896, True), ("molthar-5.txt", 5, 4189, False)],
)
def test_the_events_of_the_golden_games_are_written_as_ever(file: str, players: int, seed: int, waits: bool) -> None:
    text = (PLAYTHROUGHS / file).read_text(encoding="utf-8")
    table = GAME.new_table(players, FastChance.seeded(seed), Options(waits), journal=True)
    for line in played(text):
        table.play(next(number for number in table.legal() if compact(as_json(GAME.decode(table, number))) == line))
    assert table.over
    assert table.journal is not None
    assert [compact(as_json(entry.seen_by(SPECTATOR))) for entry in table.journal] == recorded(text)
    secrets = [
        compact({key: fact for key, fact in as_json(entry.seen_by(seat)).items() if key not in public})
        for entry in table.journal
        for public in [as_json(entry.seen_by(SPECTATOR))]
        for seat in range(players)
        if set(as_json(entry.seen_by(seat))) > set(public)
    ]
    assert secrets == [
        line.split(" sees ", 1)[1] for line in text.splitlines() if line.startswith("      ") and " sees {" in line
    ]


# Views, positions, records, cards.


def test_views_and_positions_are_values() -> None:
    for seed in range(4):
        players = 2 + seed
        for number, table in enumerate(lively_game(players, seed)):
            if number % 9 and not table.over:
                continue
            for seat in (0, 1, SPECTATOR):
                is_a_value(GAME.view(table, NAMES[:players], seat))
            is_a_value(GAME.write_position(table, NAMES[:players], seed))


def test_a_record_is_a_value() -> None:
    table = Table.new(2, 3)
    actions = (Take(source=0), Take(source="pile"), Refresh())
    is_a_value(Record(worldgates=1, players=("Ada", "Bo"), seed=3, options=Options(), actions=actions))
    position = GAME.write_position(table, ["Ada", "Bo"], 3)
    whole = Record(worldgates=1, players=("Ada", "Bo"), position=position, actions=actions)
    is_a_value(whole)
    assert as_json(whole)["game"] == "molthar"


def test_an_open_view_shows_each_hand_as_its_owner_sees_it() -> None:
    for table in lively_game(3, 5):
        own = [GAME.view(table, NAMES[:3], seat) for seat in range(3)]
        seen = GAME.open_view(GAME.view(table, NAMES[:3], SPECTATOR), own)
        assert isinstance(seen, View)
        assert seen.seat is None
        assert seen.explain is None
        position = GAME.write_position(table, NAMES[:3])
        assert [player.hand for player in seen.players] == [player.hand for player in position.players]


def test_what_reveals_something_cannot_be_undone() -> None:
    for entry in events_of_games():
        event: Any = entry.event
        expected = tag(event) in {
            *("reveal_pearl", "reveal_character", "swap_symbol", "shuffle"),
            *("diamond", "rob", "rob_pearl", "peek", "redraw", "draw"),
        }
        assert GAME.reveals(event) == (expected or getattr(event, "source", None) == "pile")


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_cards_are_values(language: str) -> None:
    cards = GAME.cards(language)
    assert [card.id for card in cards] == [character.id for character in CHARACTERS]
    for card in cards:
        assert isinstance(card, CharacterCard)
        is_a_value(card)
        assert card.cost
        assert bool(card.text) == (card.ability is not None)


def test_requirements_and_abilities_are_written_in_the_words_they_are_read_from() -> None:
    for character in CHARACTERS:
        assert parse_requirement(str(character.requirement)) == character.requirement
        assert parse_ability("" if character.ability is None else str(character.ability)) == character.ability


@pytest.mark.parametrize(
    "text", ["", "pairs", "9", "run of 9", "3 3 or", "three cards sum 0", "pair + 9", "2 + diamonds"]
)
def test_words_that_are_no_requirement_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="unknown kind"):
        parse_requirement(text)


@pytest.mark.parametrize("text", ["pictured", "pictured 9", "pictured ?1", "fly", "Peek"])
def test_words_that_are_no_ability_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="unknown"):
        parse_ability(text)


def test_a_position_written_by_hand_may_be_short() -> None:
    position = Position.from_dict(
        {
            "game": "molthar",
            "players": [{"hand": [1]}, {}],
            "pearls": {"market": [1, 2, 3, 4]},
            "characters": {"market": ["goblin", "lion"]},
            "turn": {"seat": 0, "actions_left": 3},
        }
    )
    is_a_value(position)
    table, names = GAME.read_position(position)
    assert names == ["Player 1", "Player 2"]
    assert GAME.write_position(table, names).players[0].hand == (1,)
