from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from worldgates.clef.cards import BAD_ENCOUNTER, NO_KEY
from worldgates.clef.cardset import shipped
from worldgates.core.formats import FormatError
from worldgates.lab.balance import Balance, measure
from worldgates.lab.bench import is_compiled
from worldgates.lab.criteria import Bounds
from worldgates.lab.document import check_document, marks, write_document
from worldgates.lab.sheets import sheets
from worldgates.lab.simulate import Tally, make_plan, play_games

BEGIN, END = marks("balance")

COMMAND = [sys.executable, "-P", "-m", "worldgates", "balance"]


def write(balance: Balance, file: Path) -> None:
    write_document(file, "balance", "Balance", balance.command, sheets(balance))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=200)


# What the watcher counts.


@pytest.fixture(scope="module")
def tally() -> Tally:
    games = 60
    return play_games(make_plan("clef", ("greedy",) * 3, games, 5), 0, games)


def test_every_game_has_one_winner_with_a_seat_a_turn_and_a_character(tally: Tally) -> None:
    assert tally.total("won_as").total() == tally.finished > 0
    assert sum(tally.seat_wins) == sum(tally.turn_wins) == sum(tally.wins) == tally.finished
    assert tally.total("chosen").total() == 3 * tally.games
    for character, wins in tally.total("won_as").items():
        assert wins <= tally.total("chosen")[character]


def test_counts_of_play_add_up(tally: Tally) -> None:
    trades, actions = tally.total("trades"), tally.total("actions")
    # A refused offer is no action (K21).
    assert trades["offered"] >= trades["answered"] >= trades["made"] == actions["trade"] > 0
    assert actions["go_home"] >= tally.finished
    assert actions["effect"] == tally.total("effects").total()
    assert actions.total() < tally.decisions
    drawn, met = tally.total("drawn"), tally.total("met")
    # Cards drawn by an effect count too, so that there are more than actions to draw.
    assert drawn.total() >= actions["draw"]
    for world in drawn:
        assert tally.total("turns_lost")[world] + tally.total("thrown")[world] <= met[world] <= drawn[world]


def test_a_bad_encounter_is_used_when_it_is_carried_out(tally: Tally) -> None:
    used = tally.total("used")
    throwing: dict[str, list[str]] = {}
    for card in shipped().discoveries:
        if card.kind == BAD_ENCOUNTER and card.effect.id == "thrown":
            throwing.setdefault(shipped().worlds[card.world].id, []).append(card.id)
    for world, cards in throwing.items():
        assert sum(used[card] for card in cards) == tally.total("thrown")[world] <= tally.total("met")[world]
    assert tally.total("thrown").total() > 0


def test_reactions_are_counted_by_what_they_do(tally: Tally) -> None:
    reactions = tally.total("reactions")
    assert set(reactions) <= {"cancel", "stop", "defend", "decline"}
    assert reactions["defend"] > 0
    assert reactions["cancel"] + reactions["stop"] > 0


def test_the_counts_of_molthar_are_those_of_its_characters() -> None:
    tally = play_games(make_plan("molthar", ("greedy", "random"), 10, 1), 0, 10)
    assert set(tally.counts) == {"activated"}
    assert sum(tally.seat_wins) == sum(tally.turn_wins) == 10


# The shipped cards.


@pytest.mark.clause("K17")
def test_worlds_have_different_numbers_of_bad_encounters() -> None:
    counts = Counter(card.world for card in shipped().discoveries if card.kind == BAD_ENCOUNTER)
    assert set(counts) == set(range(1, 9))
    assert len(set(counts.values())) >= 3


@pytest.mark.clause("K24")
def test_every_attack_can_be_answered() -> None:
    attacks = {card.attack for card in shipped().discoveries if card.kind == BAD_ENCOUNTER}
    reactions = [card.reaction for card in shipped().discoveries if card.reaction is not None]
    assert attacks <= {reaction.key for reaction in reactions if reaction.defends}


def test_nobody_is_trapped_in_a_corner() -> None:
    # From a corner two sides that meet lead on: the pile there holds a key for one of them, wherever the world lies.
    for world in shipped().worlds[1:]:
        keys = {card.key for card in shipped().discoveries if card.world == world.number} - {NO_KEY}
        for side in range(4):
            assert keys & {world.keys[side], world.keys[(side + 1) % 4]}, (world.id, side)


@pytest.mark.clause("EG12")
def test_defences_are_many_and_mostly_on_cards_with_another_key() -> None:
    defences = [card for card in shipped().discoveries if card.reaction is not None and card.reaction.defends]
    assert len(defences) >= 10
    other = [card for card in defences if card.reaction is not None and card.reaction.key != card.key]
    assert len(other) > 0.7 * len(defences)


def test_thefts_are_few_and_rare_effects_have_a_card() -> None:
    effects = Counter(card.effect.id for card in shipped().discoveries)
    assert effects["steal"] <= 6
    assert all(effects[rare] for rare in ("peek", "look_hand", "shield", "unmask", "swap", "visit", "barter"))


# The report.


@pytest.mark.skipif(not is_compiled(), reason="takes too long uncompiled")
def test_the_shipped_cards_are_balanced() -> None:
    # Few games, so bounds somewhat wider than those of docs/balance.md, which has the figures of many.
    bounds = Bounds(
        0.5,
        (9, 14),
        longest=2.9,
        idle_percent=21.0,
        pass_percent=11.0,
        contacts=(2.2, 2.2, 1.8),
        moves=(2.6, 2.2, 2.0),
        reactions=(1.1, 1.4, 1.6),
        trades_percent=33.0,
        worlds_entered=5.9,
        seat=(0.75, 1.3),
        character=(0.5, 1.6),
    )
    results = measure("clef", 400, [2, 3, 4, 5], 7, bounds=bounds)
    assert results.holds, [criterion for criterion in results.criteria if not criterion.holds]
    assert len(results.criteria) == 4 * 15 + 1


@pytest.mark.parametrize(
    ("bounds", "criterion"),
    [
        (Bounds(idle_percent=0.0), "turns of draw and pass"),
        (Bounds(pass_percent=0.0), "passes among actions"),
        (Bounds(contacts=(99.0, 99.0, 99.0)), "contacts per player"),
        (Bounds(moves=(99.0, 99.0, 99.0)), "moves by keys per player"),
        (Bounds(reactions=(99.0, 99.0, 99.0)), "reactions per game"),
        (Bounds(trades_percent=101.0), "trades made of offered"),
        (Bounds(worlds_entered=9.0), "worlds entered"),
        (Bounds(longest=0.5), "95 % of rounds"),
        (Bounds(unfinished_percent=-1.0), "unfinished against random"),
    ],
)
def test_each_criterion_can_fail(bounds: Bounds, criterion: str) -> None:
    (found,) = [each for each in measure("clef", 6, [3], 1, 1, bounds=bounds).criteria if each.criterion == criterion]
    assert not found.holds


def test_a_turn_counts_as_idle_only_if_it_is_nothing_but_draw_and_pass(tally: Tally) -> None:
    turns, actions = tally.total("turns"), tally.total("actions")
    assert 0 < turns["idle"] <= min(actions["draw"], actions["pass"])
    assert turns["idle"] < turns["all"] <= actions.total()
    contacts, reactions = tally.total("contacts"), tally.total("reactions")
    assert contacts["trade"] == tally.total("trades")["made"]
    assert contacts["defend"] == reactions["defend"]
    assert tally.total("moves")["keys"] <= actions["travel"]
    assert 3 * tally.games <= tally.total("entered").total() <= 8 * tally.games


def test_a_criterion_that_does_not_hold_is_told() -> None:
    results = measure("clef", 4, [2], 1, processes=1, bounds=Bounds(median_rounds=(1, 1)))
    (failed,) = [each for each in results.criteria if each.criterion == "median of rounds"]
    assert not failed.holds
    assert failed.wanted == "1 to 1"
    assert not results.holds


def test_a_table_has_a_cell_for_every_heading() -> None:
    for game in ("clef", "molthar"):
        for sheet in sheets(measure(game, 4, [2, 3], 1, processes=1)):
            assert sheet.rows
            assert all(len(row) == len(sheet.heading) for row in sheet.rows)


def test_the_command_says_by_its_exit_code_whether_all_holds() -> None:
    done = run("clef", "--games", "4", "--seats", "3", "2", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == (0 if found["holds"] else 1)
    assert list(found["seats"]) == ["2", "3"]
    assert run("clef", "--games", "4", "--seats", "3", "2", "--json", "--processes", "1").stdout == done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("clef", "--seats", "6"), "expected 2 to 5 players, got 6"),
        (("clef", "--games", "0"), "games"),
        (("clef", "--seed", "-1"), "seed"),
        (("clef", "--write", "nowhere/balance.md"), "expected a file in a folder that exists"),
        (("chess",), "chess"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_line(arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_help_has_an_example() -> None:
    assert "worldgates balance clef --games 2000" in run("--help").stdout


def test_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    file = tmp_path / "balance.md"
    process = subprocess.Popen(
        [*COMMAND, "clef", "--json", "--games", "1000000", "--write", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(6)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(out)["interrupted"]
    assert "Traceback" not in err
    assert not file.exists()


# The document.


def test_the_document_keeps_what_people_wrote_around_the_figures(tmp_path: Path) -> None:
    results = measure("clef", 4, [2], 1, processes=1)
    file = tmp_path / "balance.md"
    write(results, file)
    first = file.read_text(encoding="utf-8")
    assert "./worldgates balance clef --games 4 --seats 2 --seed 1 --write" in first
    file.write_text(f"before\n{first}\nafter\n", encoding="utf-8")
    write(measure("clef", 4, [2], 2, processes=1), file)
    second = file.read_text(encoding="utf-8")
    assert second.startswith("before\n")
    assert second.endswith("\nafter\n")
    assert "--seed 2" in second
    assert "--seed 1" not in second


@pytest.mark.parametrize("text", ["", BEGIN, END, f"{END}\n{BEGIN}", f"{BEGIN}\n{END}\n{END}"])
def test_a_document_without_a_place_for_the_figures_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "balance.md"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match="lacks the two lines"):
        check_document(file, "balance")
