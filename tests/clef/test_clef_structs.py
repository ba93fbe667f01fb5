"""The structs of La clef des mondes: equal, hashable, printable, and the same after JSON and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest
from clef_build import at_worlds, seat

from worldgates import clef
from worldgates.clef import GAME, Options, Position, Record, View
from worldgates.clef.actions import Accept, AnyAction, Draw, Pass, PlayEffect, React, Reveal, Travel
from worldgates.clef.cardlist import AnyCard
from worldgates.clef.events import AnyEvent, CardDrawn, CardsTraded
from worldgates.clef.table import ClefTable
from worldgates.core import formats
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.lesson import Lesson
from worldgates.core.record import RECORD_VERSION
from worldgates.core.shapes import Action, Event, Shape
from worldgates.core.table import SPECTATOR

NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve"]


def games() -> Iterator[ClefTable]:
    """Lively games at every moment, with a journal."""
    for number in range(8):
        options = Options(reveal_while_paying=number % 2 == 1, max_rounds=15)
        table = GAME.new_table(2 + number % 4, FastChance.seeded(number), options, journal=True)
        chance = FastChance.seeded(number)
        while True:
            yield table
            if table.over:
                break
            legal = GAME.legal(table)
            lively = [action for action in legal if not isinstance(action, Pass | clef.Discard)]
            playing = [action for action in legal if isinstance(action, PlayEffect | React | clef.GoHome)]
            choices = playing if playing and chance.below(2) else lively or legal
            table.play(GAME.encode(table, choices[chance.below(len(choices))]))


def same(value: Shape, kind: object = None) -> None:
    """See that a value is the same after JSON and back, alone or as one of several kinds."""
    again = type(value).from_json(value.to_json())
    assert again == value
    assert hash(again) == hash(value)
    assert repr(again) == repr(value)
    assert again.to_json() == value.to_json()
    assert type(value).from_dict(value.to_dict()) == value
    if kind is not None:
        assert formats.read(formats.parse(value.to_json()), kind) == value  # type: ignore[arg-type]


def test_actions_events_views_and_positions_survive_json_and_can_be_hashed() -> None:
    hand = ["passe_partout", "herbier", "chaudron", "cor"]
    near = at_worlds(seat("miroir", hand), seat("miroir"))
    actions: set[Action] = set(GAME.legal(near.table))
    # Some that are rare, and all that happen.
    events: set[Event] = {
        clef.GoHomePlayed(0, ("cor", "character")),
        clef.NothingLost(1),
        clef.HandShown(0, ("cor", "epieu")),
        clef.CardsSwapped(0, 1, "cor", "epieu"),
        clef.MoveStopped(0, "roi_des_elfes", 1),
        clef.Unharmed(1),
    }
    for number, table in enumerate(games()):
        names = NAMES[: table.players]
        found = GAME.legal(table)
        assert len(set(found)) == len(found)
        assert [GAME.encode(table, action) for action in found] == list(table.legal())
        actions.update(found)
        if number % 7 == 0 or table.over:
            for observer in [*range(table.players), SPECTATOR]:
                seen = GAME.view(table, names, observer)
                same(seen)
                assert GAME.view(table, names, observer) == seen
            position = GAME.write_position(table, names, 5)
            same(position)
            again, read_names = GAME.read_position(Position.from_json(position.to_json()))
            assert read_names == names
            assert GAME.write_position(again, names, 5) == position
        if table.over:
            assert table.journal is not None
            for entry in table.journal:
                events.update((entry.event, entry.event.public()))
    for action in actions:
        same(action, AnyAction)
    for event in events:
        same(event, AnyEvent)
    assert {type(action) for action in actions} == set(get_args(AnyAction))
    assert {type(event) for event in events} == set(get_args(AnyEvent))


def test_cards_options_lesson_and_records_survive_json_and_can_be_hashed() -> None:
    for language in ("en", "fr", "it"):
        cards = GAME.cards(language)
        assert len({card.id for card in cards}) == len(set(cards)) == 83
        for card in cards:
            same(card, AnyCard)
    same(Options(reveal_while_paying=True, max_rounds=7))
    for lesson in GAME.lessons():
        assert msgspec.json.decode(lesson.to_json(), type=Lesson[Position, AnyAction]) == lesson
    table = GAME.new_table(2, FastChance.seeded(1))
    actions = (GAME.decode(table, table.legal()[0]),)
    position = GAME.write_position(table, ["Ada", "Bo"])
    for record in (
        Record(worldgates=RECORD_VERSION, players=("Ada", "Bo"), seed=7, actions=actions, cards=GAME.edition),
        Record(worldgates=RECORD_VERSION, players=("Ada", "Bo"), position=position, actions=()),
        Record(
            worldgates=RECORD_VERSION, players=("Ada", "Bo"), seed="ab" * 16, options=Options(True, 9), actions=actions
        ),
    ):
        same(record)
        assert formats.parse(record.to_json())["game"] == "clef"  # type: ignore[index]


def test_every_struct_of_the_package_is_frozen_and_refuses_keys_it_does_not_know() -> None:
    structs = [
        each for each in map(clef.__dict__.get, clef.__all__) if isinstance(each, type) and issubclass(each, Shape)
    ]
    assert len(structs) > 60
    for struct in structs:
        assert struct.__struct_config__.frozen, struct
        assert struct.__struct_config__.forbid_unknown_fields, struct
        assert struct.__doc__, struct
        for field in msgspec.structs.fields(struct):
            # Whatever is in a struct can be hashed; the piles of views and positions are hashed as JSON.
            assert "list[" not in str(field.type), (struct, field.name)
            assert "dict[" not in str(field.type) or struct in (View, Position), (struct, field.name)


def test_the_json_is_that_of_the_formats() -> None:
    assert Draw().to_json() == '{"do":"draw"}'
    assert React(None).to_json() == '{"do":"react","card":null}'
    assert React("ambactes", "esus").to_json() == '{"do":"react","card":"ambactes","against":"esus"}'
    assert Travel(3, ("herbier", "character")).to_json() == '{"do":"travel","to":3,"keys":["herbier","character"]}'
    assert PlayEffect(("esus",), 1, 3).to_json() == '{"do":"effect","cards":["esus"],"seat":1,"world":3}'
    assert repr(PlayEffect(("esus",), seat=1)) == "PlayEffect(cards=('esus',), seat=1)"
    assert CardDrawn(0, "chasse", "cor").public() == CardDrawn(0, "chasse")
    traded = CardsTraded(seat=0, other=1, gave="cor", got="epieu")
    assert traded.to_json() == '{"event":"trade","seat":0,"with":1,"gave":"cor","got":"epieu"}'
    assert traded.public().to_json() == '{"event":"trade","seat":0,"with":1}'


class Elsewhere(Action, frozen=True, tag="elsewhere"):
    """An action of another game."""


def test_an_action_of_another_game_is_refused() -> None:
    table = GAME.new_table(2, FastChance.seeded(1))
    with pytest.raises(FormatError, match="action: Elsewhere is no action of La clef des mondes"):
        GAME.encode(table, Elsewhere())
    with pytest.raises(FormatError, match="there is no card 'nobody'"):
        GAME.encode(table, clef.Discard("nobody"))
    assert GAME.encode(table, Reveal()) != GAME.encode(table, Accept(yes=True))


def test_the_options_of_a_table() -> None:
    for options in (Options(), Options(True), Options(max_rounds=3)):
        table = GAME.new_table(3, FastChance.seeded(1), options)
        assert GAME.options_of(table) == options
        assert GAME.view(table, NAMES[:3], 0).options == options
    for rounds in (0, -1, 1_000_001):
        with pytest.raises(FormatError, match=r"options\.max_rounds: expected a number from 1 to 1000000"):
            GAME.check_options(Options(max_rounds=rounds))


def test_a_window_for_reactions_shows_what_is_played_and_not_who_is_asked() -> None:
    table = at_worlds(seat("clairiere", ["lutin", "cor"]), seat("clairiere", ["torque"]), seat("conan"))
    before = [GAME.view(table.table, NAMES[:3], observer) for observer in (0, 1, 2)]
    action = PlayEffect(("lutin",), seat=1, card="cor")
    event = clef.EffectPlayed(seat=0, cards=("lutin",), target=1)
    assert GAME.may_react(table.table, event) == [1]
    mine, asked, other = (
        GAME.view_in_window(each, event, action, asked=number == 1) for number, each in enumerate(before)
    )
    assert mine.played == action
    assert asked.played == other.played == PlayEffect(("lutin",), seat=1)
    assert [each.decision.seat for each in (mine, asked, other)] == [None, 1, None]
    assert {each.decision.what for each in (mine, asked, other)} == {"react"}
    met = clef.BadEncounterMet(seat=0, card="taranis")
    assert GAME.may_react(table.table, met) == [0]
    assert GAME.view_in_window(before[0], met, Draw(), asked=True).bad_encounter == "taranis"
    assert GAME.may_react(table.table, clef.Passed(seat=0)) == []


def test_an_open_view_shows_each_seat_as_it_sees_itself() -> None:
    table = at_worlds(seat(hand=["esus", "torque"]), seat(hand=["ambactes"]))
    own = [GAME.view(table.table, NAMES[:2], number) for number in range(2)]
    opened = GAME.open_view(GAME.view(table.table, NAMES[:2], SPECTATOR), own)
    assert opened.seat is None
    assert [player.hand for player in opened.players] == [("esus", "torque"), ("ambactes",)]
    assert opened.explain is None
