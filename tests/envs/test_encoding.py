"""Observations and action numbers: nothing that a seat may not know, nothing that it knows is lost, all invertible."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from worldgates.core.chance import FastChance
from worldgates.core.table import Table
from worldgates.envs.spec import GameSpec
from worldgates.envs.vector import VectorEnv
from worldgates.lab.bench import is_compiled
from worldgates.molthar import Activate
from worldgates.molthar.view import View as MoltharView

# A million decisions on the compiled engine; plain Python takes too long for as many.
DECISIONS = 1_000_000 if is_compiled() else 4_000
GAMES_TO_WALK = 3 if is_compiled() else 1
EVERY = [(game, players) for game in ("molthar", "clef") for players in (2, 3, 4, 5)]


def walk(spec: GameSpec, games: int) -> Any:
    """All tables of random games."""
    chance = FastChance.seeded(1)
    for number in range(games):
        table = spec.deal(7, number)
        while not table.over and not spec.too_long(table):
            yield table
            table.play_listed(chance.below(len(table.actions())))


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_an_imagined_twin_gives_the_same_observation_and_mask(game: str, players: int) -> None:
    spec, chance = GameSpec(game, players, max_rounds=80), FastChance.seeded(2)
    for number, table in enumerate(walk(spec, GAMES_TO_WALK)):
        # The deciding seat at every decision, the others in turn.
        for seat in {int(table.to_act), number % players}:
            twin = table.imagine(seat, chance)
            assert spec.row(twin, seat).tobytes() == spec.row(table, seat).tobytes()
            if seat == table.to_act:
                assert np.array_equal(spec.mask(twin, seat), spec.mask(table, seat))


def test_the_twins_of_the_test_above_differ_in_what_the_seat_may_not_know() -> None:
    spec, chance = GameSpec("molthar", 2), FastChance.seeded(2)
    differing = 0
    for table in walk(spec, 1):
        other = 1 - int(table.to_act)
        twin = table.imagine(int(table.to_act), chance)
        differing += spec.row(twin, other).tobytes() != spec.row(table, other).tobytes()
    assert differing > 20


def plain_view(spec: GameSpec, table: Table, seat: int) -> str:
    """The view of a seat as far as the order of things in it matters for the game."""
    view = spec.type.view(table, spec.names, seat)
    fields: dict[str, Any] = {"explain": None}
    if isinstance(view, MoltharView):
        players = tuple(
            replace(
                player, activated=tuple(sorted(player.activated)), diamonds=tuple(sorted(map(str, player.diamonds)))
            )
            for player in view.players
        )
        pearls = replace(view.pearls, discard=tuple(sorted(view.pearls.discard, key=str)))
        characters = replace(view.characters, discard=tuple(sorted(view.characters.discard)))
        fields |= {"players": players, "pearls": pearls, "characters": characters}
    else:
        players = tuple(replace(player, hand=tuple(sorted(player.hand))) for player in view.players)  # type: ignore[attr-defined]
        fields |= {"players": players}
    return replace(view, **fields).to_json()


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_two_views_that_differ_give_two_observations(game: str) -> None:
    spec = GameSpec(game, 3, max_rounds=60)
    seen: dict[bytes, str] = {}
    for table in walk(spec, 1):
        for seat in range(3):
            # Seats are relative in an observation.
            row, view = bytes([seat]) + spec.row(table, seat).tobytes(), plain_view(spec, table, seat)
            assert seen.setdefault(row, view) == view
    assert len(seen) > 100


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_every_number_leads_back_to_its_action(game: str, players: int) -> None:
    env = VectorEnv(GameSpec(game, players), games=64, seed=players)
    decisions = 0
    while decisions < DECISIONS / len(EVERY):
        step = env.step_random()
        decisions += env.games
        numbers, starts = env.legal()
        # As many different numbers as legal actions.
        assert step.masks.sum() == len(numbers) == starts[-1]
        assert env.batch.lost() == 0


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_every_number_of_an_observation_is_in_its_range(game: str, players: int) -> None:
    spec = GameSpec(game, players)
    env = VectorEnv(spec, games=64, seed=3)
    highest = np.concatenate([np.full(part.size, part.high) for part in spec.parts])
    assert len(highest) == spec.size
    for _ in range(300 if is_compiled() else 20):
        observations = env.step_random().observations
        too_high = [part.name for part in spec.parts if (env.named(observations)[part.name] > part.high).any()]
        assert too_high == []


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_every_number_of_the_action_space_says_something_else(game: str, players: int) -> None:
    encoder = GameSpec(game, players).encoder
    said = [encoder.describe(number) for number in range(encoder.actions)]
    assert len(set(said)) == len(said)


def test_the_description_of_an_activation_names_what_is_spent() -> None:
    spec = GameSpec("molthar", 2)
    found = 0
    for table in walk(spec, 2):
        for number, action in zip(spec.encoder.legal(table), spec.type.legal(table), strict=True):
            if isinstance(action, Activate):
                whose = "" if action.seat == table.to_act else "seat +1 "
                spent = " ".join(map(str, action.spend)) or "nothing"
                assert spec.encoder.describe(number) == f"activate {whose}slot {action.slot}, spend {spent}"
                found += 1
    assert found > 5


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_features_are_between_0_and_1_with_one_for_each_choice(game: str) -> None:
    env = VectorEnv(GameSpec(game, 2), games=8)
    features = env.features(env.step_random().observations)
    assert features.shape == (8, env.game_spec.number_of_features)
    assert features.min() == 0
    assert features.max() == 1
    choices = sum(part.size for part in env.game_spec.parts if part.choice)
    counts = sum(part.size for part in env.game_spec.parts if not part.choice)
    assert (features[:, counts:].sum(axis=1) == choices).all()
