"""Every kind of effect and of action of La clef des mondes, done through the page; the server's records tell whether.

Bots play until the moment comes, at a table that is then laid for somebody with a browser.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from browser_build import Action, Condition, GameMoment, HurriedServer, Outcome, View, Visits, moments
from browser_clef import CARDS, ClefPlayer
from playwright.sync_api import Page

from worldgates.clef.effects import EFFECTS

pytestmark = pytest.mark.xdist_group("browser clef effects")


def effect_of(card: str) -> dict[str, Any]:
    return dict(CARDS[card]["effect"])


def reaction_of(card: str) -> dict[str, Any]:
    """What a card does in reaction: what stands beside its effect, or the effect itself."""
    return dict(CARDS[card].get("reaction", CARDS[card])["effect"])


def plays(effect: str) -> Condition:
    """Somebody plays a single card for its effect."""
    return lambda _, action: (
        action["do"] == "effect" and len(action["cards"]) == 1 and effect_of(action["cards"][0])["id"] == effect
    )


def does(what: str, condition: Condition = lambda *_: True) -> Condition:
    return lambda view, action: action["do"] == what and condition(view, action)


def reacts(effect: str, to: str) -> Condition:
    """Somebody reacts with a card to a bad encounter, or to what another player plays."""
    return does(
        "react",
        lambda view, action: action["card"] is not None and reaction_of(action["card"])["id"] == effect and to in view,
    )


def meets(effect: str) -> Outcome:
    """A card is drawn that has its effect at once, and nothing stops it."""
    return lambda action, events: (
        action["do"] == "draw"
        and any(event["event"] == "meet" and effect_of(event["card"])["id"] == effect for event in events)
    )


def has_keys(view: View, action: Action) -> bool:
    return len(action["keys"]) > 1 and "decision" in view


WISHES: dict[str, Condition] = {
    **{name: plays(name) for name in ("look_hand", "search", "peek", "draw", "free_travel", "jump", "banish")},
    **{name: plays(name) for name in ("steal", "swap", "shield", "summon", "visit", "barter", "unmask")},
    "wild_ride": does("effect", lambda _, action: len(action["cards"]) == 2),
    "wild": does("travel", lambda _, action: any(
        key != "character" and effect_of(key)["id"] == "wild" for key in action["keys"]
    )),
    "cancel a card": reacts("cancel", "played"),
    "cancel a bad encounter": reacts("cancel", "bad_encounter"),
    "stop_move": reacts("stop_move", "played"),
    "let it be": does("react", lambda _, action: action["card"] is None),
    "pick for the hand": does("pick", lambda view, action: action["card"] is not None
                              and view["decision"].get("to") == "hand"),
    "pick none": does("pick", lambda _, action: action["card"] is None),
    "pick for the top": does("pick", lambda view, _: view["decision"].get("to") == "top"),
    "pick a card to steal": does("pick", lambda view, _: "victim" in view["decision"]),
    "choose": does("choose_character"),
    "pass": does("pass"),
    "discard": does("discard", lambda view, _: view["decision"]["what"] == "action"),
    "reveal": does("reveal"),
    "travel over a corner": does("travel", has_keys),
    "pay with the reader": does("travel", lambda _, action: "character" in action["keys"]),
    "go home": does("go_home"),
    "offer": does("offer"),
    "answer": does("answer", lambda _, action: action["card"] is not None),
    "refuse to answer": does("answer", lambda _, action: action["card"] is None),
    "accept": does("accept", lambda _, action: bool(action["yes"])),
    "refuse": does("accept", lambda _, action: not action["yes"]),
}  # fmt: skip
BAD = {name: meets(name) for name in ("lose", "miss_turn", "thrown", "show_hand")}


@cache
def found() -> dict[str, GameMoment]:
    # To lose a card of one's choice asks for it.
    losing: dict[str, Condition] = {
        "lose by choice": does("discard", lambda view, _: view["decision"]["what"] == "discard")
    }
    return moments({**WISHES, **losing}, of="clef", outcomes=BAD)


NAMES = [*WISHES, *BAD, "lose by choice"]


class Table:
    """A table laid at a moment, with somebody before it."""

    def __init__(self, server: HurriedServer, visits: Visits, moment: GameMoment) -> None:
        context = visits.somebody()
        self.server, self.moment = server, moment
        self.id = server.lay(moment, context)
        self.page: Page = context.new_page()
        self.page.goto(f"{server.address}/t/{self.id}")
        self.player = ClefPlayer(self.page, "Ada")
        self.player.wait()
        self.before = len(server.entries(self.id))

    def done(self) -> list[Action]:
        """What was played at Ada's seat since the table was laid."""
        self.page.wait_for_function("() => !document.querySelector('.busy')")
        entries = self.server.entries(self.id)[self.before :]
        return [entry["action"] for entry in entries if entry["type"] == "play" and entry["seat"] == 0]


At = Callable[[str], Table]


@pytest.fixture
def at(server: HurriedServer, visits: Visits) -> At:
    return lambda name: Table(server, visits, found()[name])


def test_every_kind_of_effect_is_tried() -> None:
    """E1 to E20, each by its own test below."""
    tried = {name.split(" a ")[0] for name in NAMES}
    assert EFFECTS.keys() - tried == set()


@pytest.mark.parametrize("name", NAMES)
def test_everything_can_be_done(name: str, at: At) -> None:
    table = at(name)
    table.player.do(table.moment.action)
    assert table.done()[0] == table.moment.action
