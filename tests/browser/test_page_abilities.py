"""Everything that can be done at the table, done through the page; the server's records tell whether it was.

Bots play until the moment comes, at a table that is then laid for somebody with a browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from browser_build import Action, Condition, GameMoment, HurriedServer, View, Visits, moments
from browser_molthar import MoltharPlayer
from playwright.sync_api import Page, expect

from worldgates.core.gametype import Games

pytestmark = pytest.mark.xdist_group("browser abilities")

CARDS: dict[str, dict[str, Any]] = {
    str(card["id"]): card for card in (each.to_dict() for each in Games().get("molthar").cards("en"))
}


def does(what: str, **more: object) -> Condition:
    return lambda _, action: action["do"] == what and all(action.get(key) == value for key, value in more.items())


def activated(view: View, action: Action) -> str | None:
    """The character that an action activates."""
    if action["do"] != "activate":
        return None
    return str(view["players"][action["seat"]]["portal"][action["slot"]])


def ability_of(character: str) -> str:
    ability = CARDS[character]["ability"]
    return str(ability["kind"]) if ability else ""


def activates(ability: str) -> Condition:
    def condition(view: View, action: Action) -> bool:
        character = activated(view, action)
        return character is not None and ability_of(character) == ability

    return condition


def pays(view: View, action: Action, ability: str) -> list[int] | None:
    """The pearls that an activation asks for, if they are named and somebody with this ability pays."""
    character = activated(view, action)
    if character is None or CARDS[character]["requirement"]["kind"] != "exact":
        return None
    own = [ability_of(id) for id in view["players"][0]["activated"]]
    return list(CARDS[character]["requirement"]["values"]) if ability in own or not ability else None


def with_threes(view: View, action: Action) -> bool:
    asked = pays(view, action, "threes as anything")
    return asked is not None and 3 in action["spend"] and 3 not in asked


def with_ones(view: View, action: Action) -> bool:
    asked = pays(view, action, "ones as eight")
    return asked is not None and 1 in action["spend"] and 1 not in asked


def with_a_pictured_pearl(view: View, action: Action) -> bool:
    asked = pays(view, action, "")
    return asked is not None and len(action["spend"]) < len(asked)


def with_a_diamond(view: View, action: Action) -> bool:
    asked = pays(view, action, "")
    return asked is not None and action["diamonds"] == 1 and sum(action["spend"]) + 1 == sum(asked)


def with_a_diamond_downwards(view: View, action: Action) -> bool:
    asked = pays(view, action, "diamonds lower")
    return asked is not None and action["diamonds"] == 1 and sum(action["spend"]) - 1 == sum(asked)


WISHES: dict[str, Condition] = {
    "take": does("take", **{"from": 2}),
    "take unseen": does("take", **{"from": "pile"}),
    "refresh": does("refresh"),
    "place": lambda _, action: action["do"] == "place" and action["from"] == 1 and "discard" not in action,
    "place unseen": lambda _, action: action["do"] == "place" and action["from"] == "pile" and "discard" not in action,
    "place for another": does("place", **{"from": 0, "discard": 1}),
    "activate": lambda view, action: (
        action["do"] == "activate" and action["seat"] == 0 and pays(view, action, "") == action["spend"]
        and view["turn"]["actions_left"] > 1
    ),
    "activate a neighbour's wisp": lambda view, action: activates("wisp")(view, action) and action["seat"] != 0,
    "three more actions": activates("three more actions"),
    "bonus for the next": activates("bonus for the next"),
    "threes as anything": with_threes,
    "ones as eight": with_ones,
    "pictured pearl": with_a_pictured_pearl,
    "diamond": with_a_diamond,
    "diamond downwards": with_a_diamond_downwards,
    "trade two": does("trade_two"),
    "swap": does("swap", slot=1, **{"with": 0}),
    "peek": does("peek"),
    "redraw": does("redraw"),
    "end turn": does("end_turn"),
    "discard": does("discard"),
    "rob": does("rob", seat=2),
    "rob a pearl": does("rob_pearl"),
    "banish": does("banish", seat=2),
    "take back": does("take_back"),
    "one more action": lambda view, action: (
        "red_riding_hood" in view["players"][0]["activated"] and view["turn"]["actions_taken"] == 0 and bool(action)
    ),
    "hand limit": lambda view, action: (
        view["players"][0]["hand_limit"] == 6 and view["players"][0]["hand_size"] == 5 and action["do"] == "take"
        and view["turn"]["actions_left"] == 1
    ),
}  # fmt: skip


@cache
def found() -> dict[str, GameMoment]:
    return moments(WISHES)


class Table:
    """A table laid at a moment, with somebody before it who does what the moment is about."""

    def __init__(self, server: HurriedServer, visits: Visits, moment: GameMoment) -> None:
        context = visits.somebody()
        self.server, self.moment = server, moment
        self.id = server.lay(moment, context)
        self.page: Page = context.new_page()
        self.page.goto(f"{server.address}/t/{self.id}")
        self.player = MoltharPlayer(self.page, "Ada")
        self.player.wait()
        self.before = len(server.entries(self.id))

    def press(self, name: str) -> None:
        self.player.main.get_by_role("button", name=name, exact=True, disabled=False).first.click()

    def portal(self, seat: int, slot: int) -> None:
        """The character on a place of a portal; the places are in the order of the page."""
        name = ["Ada", "Bruno", "Clea"][seat]
        place = self.player.region(name).locator(f'[data-place="portal:{seat}:{slot}"]')
        place.get_by_role("button", disabled=False).first.click()

    def market(self, region: str, number: int | str) -> None:
        """A face-up card, or the top of the pile."""
        if number == "pile":
            self.player.button(region, re.compile("^(Character|Pearl) pile")).click()
        else:
            self.player.button(region, re.compile(r"^Pearl \d|^(?!Character pile).*, costs ")).nth(int(number)).click()

    def pearl(self, value: int) -> None:
        """A pearl before Ada that can be pressed: of her hand, or of those she chooses from."""
        self.player.button("Ada", re.compile(rf"^Pearl {value}\b")).first.click()

    def compose(self, spend: list[int]) -> None:
        """Pay with these pearls, one by one."""
        hand = self.player.region("Ada").get_by_role("group", name="Your hand")
        chosen = hand.get_by_role("button", pressed=True)
        while chosen.count():
            chosen.first.click()
        for value in spend:
            hand.get_by_role("button", name=re.compile(rf"^Pearl {value}\b"), pressed=False).first.click()
        self.player.region("Ada").get_by_role("button", name=re.compile("^Pay")).click()

    def do(self, action: Action) -> None:
        match action["do"]:
            case "take":
                self.market("Pearls", action["from"])
            case "place":
                self.market("Characters", action["from"])
                if "discard" in action:
                    self.portal(0, action["discard"])
            case "activate":
                self.portal(action["seat"], action["slot"])
                self.compose(action["spend"])
            case "swap":
                self.press("Swap a character")
                self.portal(0, action["slot"])
                self.market("Characters", action["with"])
            case "banish":
                self.portal(action["seat"], action["slot"])
            case "rob":
                self.player.region(["Ada", "Bruno", "Clea"][action["seat"]]).get_by_role(
                    "button", name="whose hand do you look at"
                ).click()
            case "discard":
                self.pearl(action["pearl"])
                self.press(f"Discard {action['pearl']}")
            case "rob_pearl" | "take_back":
                self.pearl(action["pearl"])
            case what:
                self.press(BUTTONS[what])

    def done(self) -> list[Action]:
        """What was written since the table was laid."""
        self.page.wait_for_function("() => !document.querySelector('.busy')")
        return self.server.entries(self.id)[self.before :]


BUTTONS = {
    "refresh": "Refresh the four pearls",
    "trade_two": "Discard a 2 for a diamond",
    "peek": "Look at the top character",
    "redraw": "Discard your hand and draw as many",
    "end_turn": "End turn",
}


At = Callable[[str], Table]


@pytest.fixture
def at(server: HurriedServer, visits: Visits) -> At:
    return lambda name: Table(server, visits, found()[name])


@pytest.mark.parametrize("name", WISHES)
def test_everything_can_be_done(name: str, at: At) -> None:
    table = at(name)
    action = table.moment.action
    table.do(action)
    first = table.done()[0]
    assert (first["type"], first["seat"], first["action"]) == ("play", 0, action)


def test_more_actions_are_counted(at: At) -> None:
    table = at("one more action")
    expect(table.page.get_by_role("img", name="4 actions left")).to_be_visible()
    table = at("three more actions")
    before = int((table.page.get_by_role("img", name="left").get_attribute("aria-label", timeout=1000) or "")[0])
    table.do(table.moment.action)
    expect(table.page.get_by_role("img", name=f"{before - 1 + 3} actions left")).to_be_visible()
    table = at("bonus for the next")
    table.do(table.moment.action)
    expect(table.player.region("Bruno")).to_contain_text("+1 action next turn")


def test_a_larger_hand_is_kept(at: At) -> None:
    table = at("hand limit")
    table.do(table.moment.action)
    expect(table.player.main.get_by_role("group", name="Your hand: 6 of 6 pearls")).to_be_visible()
    assert "discard" not in [entry["action"]["do"] for entry in table.done() if entry["seat"] == 0]


def test_who_peeks_sees_the_top_character(at: At) -> None:
    table = at("peek")
    expect(table.player.main.get_by_role("button", name="Only you know")).to_have_count(0)
    table.do(table.moment.action)
    expect(table.player.main.get_by_role("button", name="Only you know")).to_have_count(1)


def test_an_activation_is_taken_back(at: At) -> None:
    table = at("activate")
    hand = table.page.get_by_role("group", name="Your hand")
    before = hand.aria_snapshot()
    table.do(table.moment.action)
    expect(table.page.get_by_role("button", name="Undo", exact=True)).to_be_enabled()
    table.page.get_by_role("button", name="Undo", exact=True).click()
    expect(table.page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    assert [entry["type"] for entry in table.done()] == ["play", "undo"]
    assert hand.aria_snapshot() == before


def test_the_cheapest_way_is_chosen_at_once(at: At) -> None:
    table = at("activate")
    table.portal(0, table.moment.action["slot"])
    ways = table.page.get_by_role("radiogroup", name="All ways to pay").get_by_role("radio")
    expect(ways.first).to_be_checked()
    table.player.main.get_by_role("button", name=re.compile("^Pay")).click()
    assert table.done()[0]["action"]["do"] == "activate"


def test_a_hint_is_given_and_done(at: At) -> None:
    table = at("activate")
    table.page.get_by_role("button", name="Hint", exact=True).click()
    expect(table.page.get_by_role("status", name="Hint").get_by_role("button", name="Do it")).to_be_visible()
    table.page.get_by_role("button", name="Do it").click()
    expect(table.page.get_by_role("button", name="Do it")).to_have_count(0)
    assert table.done()[0]["type"] == "play"


def test_what_cannot_be_done_says_why(at: At) -> None:
    table = at("place for another")
    short = table.player.region("Ada").get_by_role("button", name=" missing.")
    name = short.first.get_attribute("aria-label") or ""
    short.first.click(force=True)
    expect(table.player.main.get_by_role("status").filter(has_text=name.rsplit(". ", 1)[1])).to_be_visible()
    assert table.done() == []
