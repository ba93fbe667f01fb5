"""An analysis from a viewpoint: nothing in it depends on cards that the viewer did not see, unless all are open."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import worldgates as wg
from worldgates.analysis.seen import SeenAnalysis, view_analysis
from worldgates.core.shapes import Action
from worldgates.server.replays import ReplayRequest, replay

QUICK = "search:8"


def twins(name: str, viewer: int | None, seed: int) -> Iterator[tuple[wg.Game[Any], wg.Game[Any]]]:
    """Pairs of short games that a viewer cannot tell apart: the same actions from a moment and from its twin."""
    game, chance = wg.new(name, players=3, seed=seed), random.Random(seed)
    while not game.over and game.round < 12:
        twin = game.imagine(viewer, seed=seed)
        pair = [wg.Game(game.type, each.table.copy(), game.players) for each in (game, twin)]
        for each in pair:
            each.table.journal = []
        for _ in range(6):
            action = next((each for each in shuffled(pair[0], chance) if alike(pair, each, viewer)), None)
            if action is None:
                break
            for each in pair:
                each.play(action)
        if len(pair[0].actions) >= 2 and pair[0].open_view() != pair[1].open_view():
            yield pair[0], pair[1]
        for _ in range(9):
            if not game.over:
                game.play(chance.choice(game.legal_actions))


def shuffled(game: wg.Game[Any], chance: random.Random) -> list[Action]:
    return chance.sample(game.legal_actions, len(game.legal_actions))


def alike(pair: list[wg.Game[Any]], action: Action, viewer: int | None) -> bool:
    """Whether an action is legal in both games and looks the same to the viewer."""
    if action not in pair[1].legal_actions:
        return False
    one, other = (each.after(action) for each in pair)
    return one.view(viewer) == other.view(viewer) and one.events(viewer) == other.events(viewer)


def seen(game: wg.Game[Any], viewer: int | None, *, all_open: bool = False) -> SeenAnalysis:
    analysis = wg.analyse(game, QUICK)
    return view_analysis(game.type, game.record, analysis, viewer, all_open=all_open, language="en")


@pytest.mark.parametrize("name", ["molthar", "clef"])
@pytest.mark.parametrize("viewer", [0, None])
def test_what_a_viewer_sees_is_the_same_in_a_twin(name: str, viewer: int | None) -> None:
    pairs = differ = judged = 0
    for seed in range(20):
        for one, other in twins(name, viewer, seed):
            first, second = seen(one, viewer), seen(other, viewer)
            assert first == second
            pairs += 1
            judged += len(first.decisions)
            differ += seen(one, viewer, all_open=True) != seen(other, viewer, all_open=True)
        if pairs >= 8 and differ:
            break
    # The test could tell: with all cards open, the twins differ.
    assert pairs >= 4
    assert differ
    assert (judged > 0) == (viewer is not None)


@pytest.mark.parametrize("name", ["molthar", "clef"])
def test_the_steps_are_those_of_a_replay(name: str) -> None:
    game, chance = wg.new(name, players=["Ada", "Bo", "Cleo"], seed=5), random.Random(5)
    while not game.over and len(game.actions) < 60:
        game.play(chance.choice(game.legal_actions))
    analysis, record = wg.analyse(game, QUICK), game.record.to_dict()
    for seat, all_open in ((None, False), (1, False), (None, True)):
        found = view_analysis(game.type, game.record, analysis, seat, all_open=all_open, language="fr")
        steps = replay(ReplayRequest(record, seat, open=all_open)).steps
        assert len(found.steps) == len(steps)
        for each in found.decisions:
            assert all_open or each.seat == seat
            if all_open:
                assert steps[each.step].seat == each.seat
        assert all(0 < moment < len(steps) for moment in found.key_moments)
