"""`simulate` and `match`: paired deals, every kind of bot, verdicts, intervals, and nothing left running."""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import worldgates as wg
from worldgates.bots.playout import play_policies
from worldgates.core.chance import FastChance
from worldgates.core.gametype import Watcher
from worldgates.lab import simulate as lab
from worldgates.lab.rows import Row
from worldgates.lab.simulate import divided, make_plan, play_games, run
from worldgates.lab.statistics import interval, paired_interval
from worldgates.molthar import GAME, Activate

PROGRAM = [sys.executable, "-P", "-m", "worldgates"]


class Thrifty(wg.Bot):
    """The bot of the README, with a liking for doing something now and then."""

    def choose(self, turn: wg.Turn) -> wg.Action:
        ready = [action for action in turn.actions if isinstance(action, Activate)]
        return min(ready, key=lambda action: len(action.spend), default=turn.rng.choice(turn.actions))


class Faulty(wg.Bot):
    """Plays at random until, in some games, it does what it must not."""

    def __init__(self, fault: str, often: float = 0.01) -> None:
        self.fault = fault
        self.often = often

    @property
    def name(self) -> str:
        return f"faulty {self.fault}"

    def new_game(self) -> None:
        if self.fault == "new_game":
            raise RuntimeError("I was not ready")

    def choose(self, turn: wg.Turn) -> Any:
        if turn.rng.random() < self.often:
            if self.fault == "crash":
                raise RuntimeError("I am lost")
            if self.fault == "leave":
                sys.exit("goodbye")
            if self.fault == "garbage":
                return ["?"]
            if self.fault == "slow":
                time.sleep(0.03)
            if self.fault == "kill":
                os._exit(7)
        return turn.rng.choice(turn.actions)


def without_time(results: wg.Results) -> dict[str, Any]:
    return {key: value for key, value in results.to_dict().items() if key != "seconds"}


# Paired deals.


class Watching(wg.Bot):
    """Remembers what it was shown first in each game."""

    def __init__(self, seen: list[tuple[str, Any]]) -> None:
        self.seen = seen
        self.is_new = False

    def new_game(self) -> None:
        self.is_new = True

    def choose(self, turn: wg.Turn) -> wg.Action:
        if self.is_new:
            self.is_new = False
            self.seen.append((turn.players[turn.seat], turn.seat))
        return turn.actions[0]


@pytest.mark.parametrize("game", ["molthar", "clef"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_deal_is_played_with_each_rotation_of_the_seats(
    game: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals: list[tuple[Any, list[str]]] = []
    names = [f"bot {number}" for number in range(players)]

    def watched(plan: lab.Plan, number: int) -> tuple[Row, Watcher]:
        table = plan.type.new_table(players, FastChance.seeded(plan.seed_of(number)), plan.options)
        seats = [names[(seat - number) % players] for seat in range(players)]
        deals.append((plan.type.write_position(table, [""] * players), seats))
        return play(plan, number)

    play = lab.play_game
    monkeypatch.setattr(lab, "play_game", watched)
    results = wg.match(game, ["random"] * players, games=2 * players + 1, seed=3, processes=1, max_rounds=2)
    # Rounded up to whole deals.
    assert results.games == 3 * players
    for deal in range(3):
        played = deals[deal * players : (deal + 1) * players]
        assert len({position for position, _ in played}) == 1
        for seat in range(players):
            assert sorted(seats[seat] for _, seats in played) == names
    assert len({position for position, _ in deals}) == 3


def test_bots_sit_where_the_rotation_says() -> None:
    seen: list[tuple[str, Any]] = []

    class Ada(Watching):
        pass

    class Bo(Watching):
        pass

    wg.match("molthar", [Ada(seen), Bo(seen)], games=4, processes=1, max_rounds=2)
    assert Counter(seen) == {("Ada", 0): 2, ("Ada", 1): 2, ("Bo", 0): 2, ("Bo", 1): 2}


def test_equal_bots_split_every_deal() -> None:
    # What a bot's chance is depends on the deal and the seat: equal bots play the games of a deal the same way.
    results = wg.match("molthar", [Thrifty(), Thrifty()], games=8, seed=1, processes=1)
    assert results.wins == (4.0, 4.0)


# The same results, however they are come by.


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_the_number_of_processes_does_not_matter(game: str) -> None:
    # Short games, which may end unfinished.
    matches: list[tuple[list[wg.Bot | str], int, int]] = [
        (["greedy", "random"], 20, 12),
        ([Thrifty(), "random", Faulty("crash")], 15, 5),
    ]
    for bots, games, rounds in matches:
        one, two = (
            without_time(wg.match(game, bots, games=games, seed=4, max_rounds=rounds, processes=number))
            for number in (1, 2)
        )
        assert one == two
    one, two = (
        without_time(wg.simulate(game, [Thrifty(), "greedy"], games=5, max_rounds=8, processes=number))
        for number in (1, 2)
    )
    assert one == two


@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("games", [1, 7, 60, 61, 1000])
def test_chunks_cover_all_games_in_whole_deals(players: int, games: int, paired: bool) -> None:
    plan = make_plan("molthar", ["random"] * players, games, 1, paired=paired)
    for processes in (1, 2, 7):
        chunks, needed = divided(plan, processes)
        listed = list(chunks)
        assert 1 <= needed <= min(processes, len(listed))
        assert [first for first, _ in listed] == [0, *(last for _, last in listed[:-1])]
        assert listed[-1][1] == plan.games
        assert all(first % players == 0 for first, _ in listed)


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_random_bots_use_the_compiled_loop_and_play_the_same_games(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast: list[int] = []

    def watched(*arguments: Any) -> int:
        fast.append(1)
        return play_policies(*arguments)

    monkeypatch.setattr(lab, "play_policies", watched)
    plan = make_plan(game, ["random"] * 3, 12, 5)
    by_loop = play_games(plan, 0, 12)
    assert len(fast) == 12

    class Stepping(Watcher):
        def watch(self, table: Any, action: int) -> None:
            pass

    monkeypatch.setattr(plan.type.__class__, "watcher", lambda _, players: Stepping(players))
    counting = make_plan(game, ["random"] * 3, 12, 5, counts=True)
    assert play_games(counting, 0, 12) == by_loop
    assert len(fast) == 12


def test_counts_are_kept_where_somebody_studies_them() -> None:
    assert wg.simulate("molthar", ["random", "random"], games=2, processes=1).counts == {}
    assert "activated" in wg.simulate("molthar", ["random", "random"], games=2, processes=1, counts=True).counts
    assert "activated" in wg.simulate("molthar", ["greedy", "random"], games=2, processes=1).counts


# Every kind of bot.


def test_a_class_defined_in_a_test_plays_on_all_cores() -> None:
    class Local(wg.Bot):
        def choose(self, turn: wg.Turn) -> wg.Action:
            return turn.rng.choice(turn.actions)

    results = wg.match("molthar", [Local(), "greedy"], games=8, processes=2)
    assert results.players == ("Local", "greedy")
    assert results.verdicts == ()
    assert sum(results.wins) == 8


def test_a_class_of_a_program_plays_on_all_cores(tmp_path: Path) -> None:
    program = """
    import worldgates as wg
    class Mine(wg.Bot):
        def choose(self, turn):
            return turn.rng.choice(turn.actions)
    if __name__ == "__main__":
        results = wg.match("molthar", [Mine(), "random"], games=8, seed=1, processes=2)
        print(results.players, sum(results.wins))
    """
    file = tmp_path / "mine.py"
    file.write_text(textwrap.dedent(program), encoding="utf-8")
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "('Mine', 'random') 8.0\n"


PROCESS = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"choice": 0 if len(sys.argv) < 2 else len(json.loads(line)["legal"]) - 1}), flush=True)
"""


def test_modules_files_and_other_programs_play_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        "import worldgates as wg\nclass Last(wg.Bot):\n    def choose(self, turn):\n        return turn.actions[-1]\n"
    )
    (tmp_path / "some_bots.py").write_text(source, encoding="utf-8")
    (tmp_path / "process.py").write_text(PROCESS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    program = f"cmd:{sys.executable} -S process.py last"
    # The same choices, so that the results are the same whoever makes them.
    bots = ["some_bots:Last", f"{tmp_path / 'some_bots.py'}:Last", program]
    found = [
        wg.match("molthar", [bot, "random"], games=6, seed=2, processes=number) for bot in bots for number in (1, 2)
    ]
    assert len({results.wins for results in found}) == 1
    assert [results.players[0] for results in found] == ["Last"] * 4 + [program] * 2
    assert all(results.verdicts == () for results in found)


# Bots at fault.


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("crash", "it crashed with RuntimeError: I am lost"),
        ("leave", "it crashed with SystemExit: goodbye"),
        ("garbage", "it chose ['?'], which is not a legal action here"),
        ("new_game", "its new_game crashed with RuntimeError: I was not ready"),
    ],
)
def test_a_faulty_bot_loses_the_game_and_the_results_say_why(fault: str, said: str, processes: int) -> None:
    results = wg.match("molthar", ["random", Faulty(fault)], games=12, seed=3, processes=processes)
    assert results.games == 12
    assert results.unfinished == 0
    (verdict,) = results.verdicts
    assert (verdict.player, verdict.name, verdict.reason) == (1, f"faulty {fault}", said)
    assert verdict.games > 0
    assert results.wins[1] <= 12 - verdict.games
    assert sum(results.wins) == 12
    assert said in " ".join(results.table().split())


def test_a_slow_bot_loses_only_if_there_is_a_limit() -> None:
    slow = Faulty("slow")
    assert wg.match("molthar", [slow, "random"], games=2, seed=1, processes=1).verdicts == ()
    (verdict, *_) = wg.match("molthar", [slow, "random"], games=2, seed=1, processes=1, seconds=0.02).verdicts
    assert "the limit is 0.02 s" in verdict.reason


def test_a_bot_that_ends_its_process_is_reported_and_nobody_waits_for_it() -> None:
    with pytest.raises(Exception, match="a bot must have ended it"):
        wg.match("molthar", [Faulty("kill"), "random"], games=20, processes=2)


def test_an_error_of_a_worker_comes_to_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise LookupError("the rules are broken")

    monkeypatch.setattr(lab, "play_game", broken)
    with pytest.raises(LookupError, match="the rules are broken"):
        wg.match("molthar", ["random", "random"], games=20, processes=2)


STUBBORN = """
import os, sys, time, json
open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
for line in sys.stdin:
    if len(sys.argv) > 2: time.sleep(300)
    print(json.dumps({"choice": 0}), flush=True)
time.sleep(300)
"""


def pids_in(file: Path) -> list[int]:
    return [int(line) for line in file.read_text().split()]


def is_gone(pid: int) -> bool:
    for _ in range(60):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("processes", [1, 2])
def test_the_processes_of_bots_end_with_the_match(processes: int, tmp_path: Path) -> None:
    (tmp_path / "stubborn.py").write_text(STUBBORN, encoding="utf-8")
    file = tmp_path / "pids"
    bot = f"cmd:{sys.executable} -S {tmp_path / 'stubborn.py'} {file}"
    results = wg.match("molthar", [bot, "random"], games=8, seed=1, seconds=60, processes=processes)
    assert results.verdicts == ()
    assert len(pids_in(file)) == processes
    assert all(is_gone(pid) for pid in pids_in(file))


def test_a_silent_process_loses_at_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("worldgates.api.process.SECONDS_TO_START", 0.3)
    (tmp_path / "stubborn.py").write_text(STUBBORN, encoding="utf-8")
    bot = f"cmd:{sys.executable} -S {tmp_path / 'stubborn.py'} {tmp_path / 'pids'} silent"
    results = wg.match("molthar", [bot, "random"], games=2, seconds=0.1, processes=1)
    assert results.wins == (0.0, 2.0)
    assert "it gave no answer within 0.3 s" in results.verdicts[0].reason
    assert all(is_gone(pid) for pid in pids_in(tmp_path / "pids"))


def test_ctrl_c_keeps_what_was_played_and_ends_every_process(tmp_path: Path) -> None:
    (tmp_path / "stubborn.py").write_text(STUBBORN, encoding="utf-8")
    file = tmp_path / "pids"
    bot = f"cmd:{sys.executable} -S {tmp_path / 'stubborn.py'} {shlex.quote(str(file))}"
    process = subprocess.Popen(
        [*PROGRAM, "match", "molthar", "random", bot, "--games", "1000000", "--json", "--processes", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    for _ in range(200):
        time.sleep(0.1)
        if file.exists() and len(pids_in(file)) == 2:
            break
    time.sleep(4)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    found = json.loads(out)
    assert process.returncode == 130
    assert found["interrupted"]
    assert 0 < found["games"] < 1_000_000
    assert found["games"] % 2 == 0
    assert "Traceback" not in err
    assert all(is_gone(pid) for pid in pids_in(file))
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


# Intervals.


def test_the_interval_of_paired_deals_covers_the_true_rate() -> None:
    """Deals in which luck decides much: who wins one game of a deal often loses the other."""
    chance = random.Random(1)
    strength, covered, narrower, times = 0.6, 0, 0, 500
    for _ in range(times):
        wins, squares, deals = 0.0, 0.0, 150
        for _ in range(deals):
            # In most deals the better hand wins, whoever holds it.
            share = 0.5 if chance.random() < 0.6 else sum(chance.random() < 0.75 for _ in range(2)) / 2
            wins += 2 * share
            squares += share * share
        _, low, high = paired_interval(wins, squares, 2 * deals, 2)
        covered += low <= strength <= high
        _, plain_low, plain_high = interval(wins, 2 * deals)
        narrower += high - low < plain_high - plain_low
    assert 0.92 <= covered / times <= 0.98
    assert narrower == times


def test_the_interval_of_single_games_covers_the_true_rate() -> None:
    chance = random.Random(2)
    covered, times = 0, 1000
    for _ in range(times):
        _, low, high = interval(sum(chance.random() < 0.3 for _ in range(100)), 100)
        covered += low <= 0.3 <= high
    assert 0.92 <= covered / times <= 0.98


@pytest.mark.parametrize(("wins", "squares"), [(0.0, 0.0), (20.0, 10.0), (10.0, 2.5)])
def test_deals_that_all_ended_alike_have_the_interval_of_single_games(wins: float, squares: float) -> None:
    assert paired_interval(wins, squares, 20, 2) == interval(wins, 20)


def test_one_deal_says_little() -> None:
    rate, low, high = paired_interval(2.0, 1.0, 2, 2)
    assert rate == 1.0
    assert low < 0.5 < high


# What comes out.


def test_results_are_a_value_with_a_table_and_json() -> None:
    results = wg.match("molthar", ["greedy", Thrifty()], games=10, seed=1, processes=1)
    assert wg.Results.from_json(results.to_json()) == results
    found = json.loads(results.to_json())
    promised = ("game", "players", "games", "seed", "wins", "win_rate", "rounds", "decisions_mean", "unfinished")
    assert set(promised) <= set(found)
    assert set(found["rounds"]) == {"mean", "p50", "p95"}
    table = results.table()
    assert repr(table) == str(table)
    assert "Portals of Molthar: 5 deals, 10 games, seed 1" in table
    assert "1 greedy" in table
    assert "2 Thrifty" in table
    assert "95 % interval" in table
    assert "points" in table
    assert "points" not in wg.match("clef", ["random", "random"], games=2, max_rounds=3, processes=1).table()
    assert "Unfinished: 2" in wg.match("clef", ["random", "random"], games=2, max_rounds=3, processes=1).table()


def test_options_and_cards_reach_the_tables() -> None:
    cards = Path(__file__).parents[1] / "clef_cards"
    plan = make_plan("clef", ["random", "random"], 4, 1, {"max_rounds": 2}, cards)
    assert plan.type.cards_folder == cards
    tally = run(plan, processes=1)
    assert set(tally.rounds) == {2}
    assert tally.unfinished == 0
    assert tally.wins == [2.0, 2.0]
    assert GAME.max_rounds == make_plan("molthar", ["random", "random"], 4, 1).max_rounds


# The command.


def test_the_command_prints_a_table_or_json() -> None:
    arguments = [*PROGRAM, "match", "molthar", "greedy", "random", "--games", "5", "--seed", "2", "--processes", "1"]
    shown = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=True).stdout
    assert "3 deals, 6 games, seed 2" in shown
    found = json.loads(subprocess.run([*arguments, "--json"], capture_output=True, timeout=60, check=True).stdout)
    assert found["paired"]
    assert found["games"] == 6
    assert found["players"] == ["greedy", "random"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "GAME"),
        (["molthar"], "2 to 5 players, got 0"),
        (["molthar", "greedy"], "2 to 5 players, got 1"),
        (["molthar", "greedy", "genius"], "genius"),
        (["molthar", "greedy", "no_such_module:Bot"], "there is no module no_such_module"),
        (["molthar", "greedy", "no_such_file.py:Bot"], "there is no file"),
        (["molthar", "greedy", "random", "--games", "0"], "games"),
        (["molthar", "greedy", "random", "--seconds", "0"], "seconds"),
        (["molthar", "greedy", "random", "--reveal-while-paying"], "--reveal-while-paying: molthar has no such option"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_line(arguments: list[str], said: str) -> None:
    done = subprocess.run([*PROGRAM, "match", *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
