"""Balance reports: what wins is found where it was planted, and nothing is found where there is nothing."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.lab.page import html, text
from worldgates.lab.plots import NARROW, WIDE, Point, dots, histogram
from worldgates.lab.report import Influence, Rate, Report, ReportPlan, _influences, games_of, make_report, variant
from worldgates.lab.simulate import Tally
from worldgates.lab.statistics import count_interval


@pytest.fixture(scope="module")
def report() -> Report:
    plan = ReportPlan(game="molthar", bot="easy", games=40, seats=[2, 3], versus="no-wisp-owner-waits")
    return make_report(plan, command="made so", processes=1)


def test_a_report_has_both_sides_and_every_number_of_players(report: Report) -> None:
    assert [side.label for side in report.sides] == ["as shipped", "no wisp owner waits"]
    for side in report.sides:
        assert set(side.seats) == {2, 3}
        for number, played in side.seats.items():
            assert played.games == sum(played.rounds.values()) == 40
            assert sum(rate.value for rate in played.by_seat) == pytest.approx(1, abs=1e-3)
            assert len(played.by_turn) == number
            assert sum(rate.value for rate in played.halftime.values()) == pytest.approx(1, abs=1e-3)
            assert set(played.influences) == {"taken", "activated"}
    assert {each.seats for each in report.differences} == {2, 3}


def test_taken_cards_are_at_least_the_used_ones(report: Report) -> None:
    """Who activates a character has placed it, or it is a wisp of another (M21)."""
    for played in report.sides[0].seats.values():
        for use in played.uses:
            assert use.used.value <= use.taken.value or use.id.startswith("wisp")


def test_the_same_seed_gives_the_same_report_for_any_number_of_processes() -> None:
    plan = ReportPlan(game="molthar", bot="easy", games=30, seats=[2], seed=5)
    one, two = (make_report(plan, processes=processes) for processes in (1, 2))
    assert one == two
    assert one != make_report(dataclasses.replace(plan, seed=6), processes=1)


def test_la_clef_has_readers_worlds_and_cards() -> None:
    made = make_report(ReportPlan(game="clef", bot="easy", games=6, seats=[2]), processes=1)
    played = made.sides[0].seats[2]
    assert set(played.influences) == {"chosen", "taken", "used", "drawn"}
    assert sum(each.seats for each in played.influences["chosen"]) == 2 * (played.games - played.unfinished)
    assert len(played.uses) == 64
    assert sum(rate.value for rate in played.contacts.values()) == pytest.approx(played.all_contacts.value, abs=1e-3)
    assert played.all_contacts.value > 0


# Planted influences.


def shares(won: int, lost: int) -> Counter[float]:
    return Counter({1.0: won, 0.0: lost})


def test_a_strong_card_is_clear_and_an_ordinary_one_is_not() -> None:
    planted = {"strong": shares(700, 300), "weak": shares(300, 700)}
    planted |= {f"plain-{number}": shares(500, 500) for number in range(20)}
    found = {each.id: each for each in _influences("used", planted, 2, str)}
    assert [id for id, each in found.items() if each.clear] == ["strong", "weak"]
    assert found["strong"].wins.low > 0.5 > found["weak"].wins.high


def test_among_many_comparisons_few_false_ones_are_clear() -> None:
    """Coins of the same strength: with the correction at most one report in twenty names any (here 200 reports)."""
    from random import Random

    chance, named = Random(7), 0
    for _ in range(200):
        flips = {}
        for thing in range(30):
            won = sum(chance.random() < 0.5 for _ in range(200))
            flips[str(thing)] = shares(won, 200 - won)
        named += any(each.clear for each in _influences("chosen", flips, 2, str))
    assert named <= 22


def test_a_card_that_nobody_uses_is_dead() -> None:
    tally = Tally(2, games=100)
    tally.counts = {
        "taken": [Counter({"goblin": 90, "lion": 100}), Counter()],
        "activated": [Counter({"goblin": 80, "lion": 3}), Counter()],
        "halftime": [Counter({"behind": 100}), Counter()],
    }
    dead = {use.id for use in games_of(Games().get("molthar"), tally).uses if use.dead}
    assert "goblin" not in dead
    assert "lion" in dead, "taken, and hardly ever used"
    assert "giant" in dead, "never used"


def test_a_few_games_do_not_show_that_a_card_is_dead(report: Report) -> None:
    few = games_of(Games().get("molthar"), Tally(2, games=8))
    assert not few.dead
    side = replace(report.sides[0], seats={2: few})
    assert "Dead cards: too few games to say." in html(replace(report, sides=(side,), differences=()))


# Its forms.


def test_the_page_needs_nothing_from_elsewhere(report: Report) -> None:
    page = html(report)
    assert not re.search(r"""(src|href)=["'](?!#)|@import|url\(""", page)
    assert page.count("<svg") >= 2 * (1 + 1 + 2)
    assert page.count('<div class="wide"><svg') == page.count('<div class="narrow"><svg') == page.count("<svg") / 2
    assert "made so" in page
    assert "Side by side" in page
    for name in ("seat 1", "plays second", "Goblin", "winners behind at half-time", "Dead cards", "Comebacks", "rob"):
        assert name in page


def test_markdown_has_the_same_figures(report: Report) -> None:
    written = text(report)
    rate = report.sides[0].seats[2].by_seat[0]
    assert f"| seat 1 | {100 * rate.value:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})" in written
    assert msgspec.json.decode(report.to_json(), type=Report) == report


def test_a_name_cannot_break_the_page(report: Report) -> None:
    assert "<script>" not in html(replace(report, title="<script>alert(1)</script>"))


def test_a_histogram_shows_shares() -> None:
    drawn = histogram("Length", [{3: 30, 4: 70}, {3: 50, 4: 50}], ["a", "b"], "rounds")
    heights = [float(height) for height in re.findall(r'height="([\d.]+)" fill="#[0-9a-f]+"><title>', drawn)]
    # The axis ends at 80 %, the next round number.
    assert heights == pytest.approx([2.5 * share for share in (30, 70, 50, 50)], abs=0.1)


def test_a_plot_for_phones_is_narrow_and_shows_the_same() -> None:
    rows = [(f"a card with the long name {number}", [Point(50.0, 40.0, 60.0)]) for number in range(20)]
    wide, narrow = (dots("Wins", rows, axis="%", layout=layout) for layout in (WIDE, NARROW))
    assert int(re.findall(r'width="(\d+)"', narrow)[0]) <= 390 < int(re.findall(r'width="(\d+)"', wide)[0])
    for drawn in (wide, narrow):
        assert drawn.count("<circle") == 20
        assert all(f">{label}</text>" in drawn for label, _ in rows)
        # In a long plot the numbers of the axis are below it and above it.
        assert drawn.count(">50</text>") == 2


def test_what_one_seat_did_does_not_fill_the_plot(report: Report) -> None:
    played = report.sides[0].seats[2]
    made = [
        Influence(id=id, name=id, seats=seats, wins=Rate(0.5, 0.4, 0.6), expected=0.5, p=1.0)
        for id, seats in (("often", 100), ("rarely", 1))
    ]
    side = replace(report.sides[0], seats={2: replace(played, influences={"activated": tuple(made)})})
    page = html(replace(report, sides=(side,), differences=()))
    assert "<title>often: 50 (40 to 60)</title>" in page
    assert "<title>rarely: " not in page
    assert "without 1 of few seats" in page
    assert "<td>rarely</td>" in page


def test_cards_of_the_same_name_are_told_apart(report: Report) -> None:
    names = [use.name for use in report.sides[0].seats[2].uses]
    assert len(set(names)) == len(names)
    assert "Will-o'-the-Wisp (3 3 3 or 6 6 6)" in names


def test_the_page_says_first_what_is_clear(report: Report) -> None:
    played = report.sides[0].seats[2]
    even, strong = Rate(0.5, 0.4, 0.6), Rate(0.9, 0.8, 0.95)
    weak = Rate(0.1, 0.05, 0.2)
    assert played.unfair([even, even]) == []
    assert played.unfair([strong, weak]) == [0, 1]
    planted = replace(played, by_turn=(strong, weak), influences={"used": ()})
    said = html(replace(report, sides=(replace(report.sides[0], seats={2: planted}),), differences=()))
    assert "Order of turns: the first wins more than its fair share, 90.0 % (80.0 to 95.0)" in said


def test_the_rarest_things_have_an_interval_too() -> None:
    assert count_interval(0, 100)[:2] == (0.0, 0.0)
    assert 0.03 < count_interval(0, 100)[2] < 0.04
    value, low, high = count_interval(100, 50)
    assert (value, round(low, 2), round(high, 2)) == (2.0, 1.64, 2.43)


def test_versus_is_a_folder_or_an_option(tmp_path: Path) -> None:
    assert variant("molthar", None, {}, "no-wisp-owner-waits") == (None, {"wisp_owner_waits": False})
    assert variant("clef", None, {}, "reveal-while-paying") == (None, {"reveal_while_paying": True})
    assert variant("clef", None, {}, str(tmp_path)) == (tmp_path, {})
    with pytest.raises(FormatError, match="wisp-owner-waits"):
        variant("molthar", None, {}, "no-such-option")


def test_the_command_writes_each_form(tmp_path: Path) -> None:
    for name in ("out.html", "out.json"):
        command = [sys.executable, "-P", "-m", "worldgates", "balance", "molthar", "--bots", "random", "--games", "10"]
        command += ["--seats", "2", "--processes", "1", "--report", name]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
    assert "--bots random --games 10" in (tmp_path / "out.html").read_text(encoding="utf-8")
    assert msgspec.json.decode((tmp_path / "out.json").read_bytes(), type=Report).games == 10
