"""What takes two in La clef des mondes, in two browsers: a trade, a card cancelled, a bad encounter countered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from browser_build import Action, GameMoment, HurriedServer, Visits, moments
from browser_clef import CARDS, ClefPlayer
from playwright.sync_api import expect

from worldgates.server.protocol import Friend

pytestmark = pytest.mark.xdist_group("browser clef effects")

# Seconds for reactions: enough to press a button on a busy machine.
REACTION = 4


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HurriedServer]:
    with HurriedServer(tmp_path_factory.mktemp("patient"), reaction=REACTION) as server:
        yield server
        assert server.stop() == ""


@cache
def found() -> dict[str, GameMoment]:
    """Moments of seat 0 in games for two, the last of them right after somebody did what can be reacted to."""
    return moments(
        {
            "offer": lambda _, action: action["do"] == "offer",
            "cancel": lambda view, action: action["do"] == "react" and "against" in action and "played" in view,
            "counter": lambda view, action: (
                action["do"] == "react" and action["card"] is not None and "bad_encounter" in view
            ),
        },
        Friend(),
        of="clef",
    )


class Two:
    """A table with Ada and Bea, each before a browser of her own."""

    def __init__(self, server: HurriedServer, visits: Visits, moment: GameMoment) -> None:
        here, there = visits.somebody(), visits.somebody()
        self.server, self.id = server, server.lay(moment, here, there)
        names = ("Ada", "Bea")
        self.ada, self.bea = (
            ClefPlayer(c.new_page(), n, names=names) for c, n in zip((here, there), names, strict=True)
        )
        for player in (self.ada, self.bea):
            player.page.goto(f"{server.address}/t/{self.id}")
            player.main.get_by_role("group", name="Your hand").wait_for()
        self.before = len(server.entries(self.id))

    def entries(self) -> list[tuple[str, int, Action]]:
        """What was played and answered since the table was laid."""
        entries = self.server.entries(self.id)[self.before :]
        return [
            (entry["type"], entry["seat"], entry["action"]) for entry in entries if entry["type"] in ("play", "answer")
        ]


def up_to_last(moment: GameMoment) -> tuple[GameMoment, int, Action]:
    """The moment before the last action, with that action and whose it was."""
    *played, (seat, action) = moment.played
    return replace(moment, played=played), seat, action


def test_a_trade_in_three_steps(server: HurriedServer, visits: Visits) -> None:
    moment = found()["offer"]
    two = Two(server, visits, moment)
    two.ada.do(moment.action)
    # Bea hears which kind of card it is and which key it bears, and not its name.
    two.bea.wait()
    scene = two.bea.main.locator("section.question.trade")
    offered = CARDS[moment.action["card"]]
    expect(scene).to_contain_text("key: ")
    expect(scene).not_to_contain_text(offered["name"])
    given = two.bea.hand.first.get_attribute("data-move")
    two.bea.do({"do": "answer", "card": given})
    two.ada.wait()
    expect(two.ada.main.locator("section.question.trade")).not_to_contain_text(CARDS[str(given)]["name"])
    two.ada.do({"do": "accept", "yes": True})
    # Each holds what was the other's.
    expect(two.ada.main.locator(f'.hand [data-move="{given}"]')).to_have_count(1)
    expect(two.bea.main.locator(f'.hand [data-move="{offered["id"]}"]')).to_have_count(1)
    assert two.entries() == [
        ("play", 0, moment.action),
        ("play", 1, {"do": "answer", "card": given}),
        ("play", 0, {"do": "accept", "yes": True}),
    ]


def test_a_card_is_cancelled_from_another_browser(server: HurriedServer, visits: Visits) -> None:
    moment = found()["cancel"]
    before, seat, action = up_to_last(moment)
    assert seat == 1
    two = Two(server, visits, before)
    two.bea.do(action)
    # Bea is not told that Ada can react, only that there is a moment for it.
    expect(two.bea.main.locator("section.waits")).to_contain_text("The moment for reactions")
    two.ada.wait()
    cancelled = (
        two.bea.page.get_by_role("tabpanel")
        .get_by_role("listitem")
        .filter(has_text=CARDS[moment.action["card"]]["name"])
    )
    # It may have been played before.
    earlier = cancelled.count()
    two.ada.do(moment.action)
    expect(cancelled.nth(earlier)).to_be_visible(timeout=(REACTION + 10) * 1000)
    assert two.entries()[:3] == [("play", 1, action), ("answer", 0, moment.action), ("play", 0, moment.action)]


def test_a_bad_encounter_is_countered(server: HurriedServer, visits: Visits) -> None:
    moment = found()["counter"]
    before, seat, action = up_to_last(moment)
    assert (seat, action) == (0, {"do": "draw"})
    two = Two(server, visits, before)
    two.ada.do(action)
    scene = two.ada.main.locator("section.question.react")
    expect(scene).to_contain_text("You meet")
    two.ada.wait()
    two.ada.do(moment.action)
    # What would have happened did not; both read it.
    for player in (two.ada, two.bea):
        reported = player.page.get_by_role("tabpanel").get_by_role("listitem")
        expect(reported.filter(has_text=CARDS[moment.action["card"]]["name"]).last).to_be_visible(timeout=15_000)
    assert ("play", 0, moment.action) in two.entries()


def test_who_cannot_react_is_asked_all_the_same(server: HurriedServer, visits: Visits) -> None:
    """Otherwise Ada could tell, from whether she has to wait, what Bea holds."""
    moment = moments(
        {
            "alone": lambda view, action: (
                action["do"] == "effect"
                and view["players"][1]["hand_size"] > 0
                and view["players"][0]["place"] == view["players"][1]["place"]
            )
        },
        Friend(),
        of="clef",
    )["alone"]
    two = Two(server, visits, moment)
    two.ada.do(moment.action)
    expect(two.bea.answers.get_by_role("button", name="Let it pass", exact=True)).to_be_visible()
    expect(two.bea.answers.locator("button")).to_have_count(1)
    expect(two.ada.main.locator("section.waits")).to_contain_text("The moment for reactions")
