"""Experiments that can be trusted: sequential tests, kept games, one row per game, games played again."""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import worldgates as wg
from worldgates.core.formats import FormatError
from worldgates.lab import rows as row_files
from worldgates.lab.simulate import Plan, make_plan, matched, play_game
from worldgates.lab.statistics import SequentialTest, elo, elo_interval, expected, holm, paired_interval

PROGRAM = [sys.executable, "-P", "-m", "worldgates"]


def without_time(results: wg.Results) -> dict[str, Any]:
    return {key: value for key, value in results.to_dict().items() if key != "seconds"}


class Coin(random.Random):
    """Two coins of known strength: the first wins a game with a known probability, in deals of two games."""

    def deal(self, rate: float) -> float:
        return sum(self.random() < rate for _ in range(2)) / 2


# Statistics against known distributions.


@pytest.mark.parametrize(("difference", "rate"), [(0, 0.5), (100, 0.640065), (-200, 0.240253)])
def test_elo_and_rate_are_inverse(difference: float, rate: float) -> None:
    assert expected(difference) == pytest.approx(rate, abs=1e-6)
    assert elo(rate) == pytest.approx(difference, abs=1e-3)


def test_elo_of_a_fair_share_is_zero_at_every_number_of_players() -> None:
    assert [round(elo(1 / players, players), 6) for players in (2, 3, 4, 5)] == [0, 0, 0, 0]
    assert elo(1.0) == 2000
    assert elo_interval((0.5, 0.4, 0.6), 2) == (0.0, -70.4, 70.4)


def test_intervals_of_coins_cover_the_true_rate_in_95_of_100_matches() -> None:
    chance, covered, times = Coin(5), 0, 4000
    for _ in range(times):
        shares = [chance.deal(0.6) for _ in range(100)]
        _, low, high = paired_interval(2 * sum(shares), sum(share**2 for share in shares), 200, 2)
        covered += low <= 0.6 <= high
    assert 0.935 <= covered / times <= 0.965


@pytest.mark.parametrize(("difference", "wrong"), [(0, "accepted"), (40, "rejected")])
def test_a_sequential_test_errs_no_more_often_than_promised(difference: float, wrong: str) -> None:
    chance, errors, times = Coin(7), 0, 400
    for _ in range(times):
        test = SequentialTest(0, 40)
        while test.verdict == "open":
            test.add(chance.deal(expected(difference)))
        errors += test.verdict == wrong
    # 5 % are promised; the chance to see over 8 % of 400 is below 1 %.
    assert errors / times <= 0.08


def test_a_sequential_test_decides_early_where_the_difference_is_large() -> None:
    chance, test = Coin(1), SequentialTest(0, 30)
    while test.verdict == "open":
        test.add(chance.deal(0.9))
    assert test.verdict == "accepted"
    assert test.deals < 100
    assert "stronger by at least about 30 Elo" in test.state().sentence()


def test_corrected_p_values() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]


# The sequential test in a match.


def test_a_match_stops_when_the_test_is_decided_whatever_the_number_of_processes() -> None:
    found = [
        wg.match("molthar", ["greedy", "random"], games=2000, seed=3, sprt=(0, 100), processes=number)
        for number in (1, 2, 4)
    ]
    assert without_time(found[0]) == without_time(found[1]) == without_time(found[2])
    assert found[0].sprt is not None
    assert found[0].sprt.verdict == "accepted"
    assert found[0].games == 2 * found[0].sprt.deals < 400
    assert not found[0].interrupted
    assert "Sequential test (0 to 100 Elo" in found[0].table()


def test_a_sequential_test_is_for_two_bots() -> None:
    with pytest.raises(FormatError, match="two bots"):
        wg.match("molthar", ["random"] * 3, games=3, sprt=(0, 30))
    with pytest.raises(FormatError, match="smaller one first"):
        wg.match("molthar", ["random"] * 2, games=3, sprt=(30, 0))


# Kept games.


def test_a_kept_match_goes_on_after_any_cut_and_ends_the_same(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    whole = wg.match("molthar", ["greedy", "random", "random"], games=60, seed=2, save=file, processes=1)
    data = file.read_bytes()
    lines = data.splitlines(keepends=True)
    assert len(lines) == 61
    head, games = lines[0], lines[1:]
    shuffled = games[:]
    random.Random(1).shuffle(shuffled)
    for cut in (head, head + b"".join(games[:20]) + games[20][:9], head + b"".join(shuffled[:41]), data):
        file.write_bytes(cut)
        again = wg.match("molthar", ["greedy", "random", "random"], games=60, seed=2, resume=file, processes=2)
        assert without_time(again) == without_time(whole)
        _, rows, _ = row_files.read(file)
        assert {row.number for row in rows} == set(range(60))


def test_only_missing_games_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept.jsonl"
    wg.match("molthar", ["random", "random"], games=20, save=file, processes=1)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:11]))
    played: list[int] = []

    def watched(plan: Plan, number: int) -> Any:
        played.append(number)
        return play_game(plan, number)

    monkeypatch.setattr("worldgates.lab.simulate.play_game", watched)
    wg.match("molthar", ["random", "random"], games=20, resume=file, processes=1)
    assert played == list(range(10, 20))


def test_a_file_of_another_match_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    wg.match("molthar", ["random", "random"], games=4, save=file, processes=1)
    with pytest.raises(FormatError, match="bots, seed differ"):
        wg.match("molthar", ["greedy", "random"], games=4, seed=2, resume=file)
    with pytest.raises(FormatError, match="exists"):
        wg.match("molthar", ["random", "random"], games=4, save=file)
    (tmp_path / "other").write_text("{}\n")
    with pytest.raises(FormatError, match="not a kept experiment"):
        wg.match("molthar", ["random", "random"], games=4, resume=tmp_path / "other")
    lines = file.read_text().splitlines()
    (tmp_path / "damaged").write_text("\n".join([*lines[:2], "garbage", *lines[3:]]) + "\n")
    with pytest.raises(FormatError, match="line 3 is damaged"):
        wg.match("molthar", ["random", "random"], games=4, resume=tmp_path / "damaged")
    with pytest.raises(FormatError, match="cannot be read"):
        wg.match("molthar", ["random", "random"], games=4, resume=tmp_path / "none")


def test_two_processes_do_not_write_into_one_file(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    wg.match("molthar", ["random", "random"], games=4, save=file, processes=1)
    header, rows, _ = row_files.read(file)
    before = file.read_bytes()
    with row_files.RowFile(file, header, resume=True) as kept:
        assert kept.rows == rows
        refused = subprocess.run([*PROGRAM, "match", "--resume", str(file)], capture_output=True, text=True)
        assert refused.returncode == 2
        assert "kept.jsonl is in use" in refused.stderr
    assert file.read_bytes() == before
    assert subprocess.run([*PROGRAM, "match", "--resume", str(file)], capture_output=True).returncode == 0


def test_a_killed_match_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    command = [*PROGRAM, "match", "clef", "greedy", "random", "--games", "400", "--save", str(file)]
    process = subprocess.Popen([*command, "--processes", "2"], start_new_session=True, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not file.exists() or file.read_bytes().count(b"\n") < 20):
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    before = file.read_bytes()
    before = before[: before.rfind(b"\n") + 1]
    assert before.count(b"\n") >= 20
    shown = subprocess.run([*PROGRAM, "match", "--resume", str(file), "--json"], capture_output=True, check=True)
    found = json.loads(shown.stdout)
    assert file.read_bytes().startswith(before)
    again = wg.match("clef", ["greedy", "random"], games=400)
    assert {**found, "seconds": 0} == {**again.to_dict(), "seconds": 0}


# One row per game.


def test_rows_as_csv_have_everything_that_the_results_have(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    results = wg.match("molthar", ["greedy", "random"], games=10, seed=4, rows=file, processes=1)
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [int(row["number"]) for row in rows] == list(range(10))
    assert sum(float(row["player_1_share"]) for row in rows) == results.wins[0]
    assert sum(int(row["player_2_points"]) for row in rows) / 10 == pytest.approx(results.points_mean[1], abs=1e-3)
    assert {row["player_1_bot"] for row in rows} == {"greedy"}
    assert [int(row["player_1_seat"]) for row in rows] == [0, 1] * 5


@pytest.mark.parametrize("library", ["polars", "pandas"])
def test_results_are_a_frame(library: str, tmp_path: Path) -> None:
    frames = pytest.importorskip(library)
    kept = tmp_path / "kept.jsonl"
    results = wg.match("molthar", ["greedy", "random"], games=10, seed=4, save=kept, processes=1)
    frame = wg.results(kept, library)
    assert isinstance(frame, frames.DataFrame)
    assert len(frame) == 10
    assert frame["player_1_share"].sum() == results.wins[0]


def test_parquet_and_csv_hold_the_same(tmp_path: Path) -> None:
    frames = pytest.importorskip("polars")
    for ending in ("csv", "parquet"):
        wg.match("molthar", ["greedy", "random"], games=4, rows=tmp_path / f"games.{ending}", processes=1)
    one, other = (wg.results(tmp_path / f"games.{ending}", "polars") for ending in ("csv", "parquet"))
    assert one.select("number", "player_1_share", "rounds").equals(other.select("number", "player_1_share", "rounds"))
    assert frames.DataFrame is type(one)


def test_a_file_of_rows_needs_a_known_ending(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"ends in \.csv or \.parquet"):
        wg.match("molthar", ["random", "random"], games=2, rows=tmp_path / "games.txt")


# Games played again.


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_every_game_can_be_opened_by_its_number(game: str, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    plan = make_plan(game, ["greedy", "random"], 6, 5, paired=True, counts=False)
    matched(plan, 1, lambda _: None, save=file)
    _, rows, _ = row_files.read(file)
    command = [*PROGRAM, "match", game, "greedy", "random", "--games", "6", "--seed", "5", "--record", "3"]
    shown = subprocess.run(command, capture_output=True, check=True).stdout
    loaded = wg.load(shown)
    (row,) = [row for row in rows if row.number == 3]
    assert loaded.round == row.rounds
    assert len(loaded.actions) == row.decisions
    assert loaded.outcome is not None
    assert [loaded.outcome.payoffs[seat] for seat in range(2)] == [row.shares[player] for player in row.seats]
    assert loaded.players == ("2 random", "1 greedy")


def test_a_game_that_the_match_does_not_have() -> None:
    command = [*PROGRAM, "match", "molthar", "greedy", "random", "--games", "6", "--record", "6"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "from 0 to 5, got 6" in done.stderr
