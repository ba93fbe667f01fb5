"""The analysis on the replay page: curve, mistakes, switch, playing on; and the sentence at the end of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from browser_build import HurriedServer, Visits
from browser_checks import Looks
from playwright.sync_api import BrowserContext, Locator, Page, expect
from server_build import ME, Person

pytestmark = pytest.mark.xdist_group("browser analysis")

RANDOM = {"kind": "bot", "level": "random"}
PATIENCE = 120_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HurriedServer]:
    with HurriedServer(tmp_path_factory.mktemp("analysis"), settings='analysis_level = "search:8"') as server:
        yield server
        assert server.stop() == ""


@pytest.fixture(scope="module")
def played(server: HurriedServer) -> tuple[Person, str]:
    """A game that a bot has played for Ada against a poor one, with moves that were mistakes."""
    ada = Person(server, "Ada")
    table = ada.set_table(ME, RANDOM)["id"]
    page = ada.page(table)
    page.send(type="replace", seat=0, bot=True)
    page.send(type="skip")
    while page.state["status"] == "playing":
        page.read()
    page.close()
    return ada, table


def at(context: BrowserContext, person: Person, server: HurriedServer) -> Page:
    name, value = person.cookie.split("=", 1)
    context.add_cookies([{"name": name, "value": value, "url": server.address}])
    return context.new_page()


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment of the game")


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Analysis")


def look_at(page: Page, name: str) -> None:
    """What axe says of the page; and a picture, if one is wanted."""
    looks = Looks("analysis")
    looks.look(page, name)
    assert looks.faults == []


def found(person: Person, table: str, query: str) -> dict[str, Any]:
    """What the server says, when the analysis is done."""
    id = person.ask("POST", "/api/analyses", {"table": table})["id"]
    analysis: dict[str, Any] = person.ask("GET", f"/api/analyses/{id}?{query}")["analysis"]
    return analysis


def test_curve_mistakes_switch_and_playing_on(
    server: HurriedServer, visits: Visits, played: tuple[Person, str]
) -> None:
    ada, table = played
    page = at(visits.somebody(), ada, server)
    page.goto(f"{server.address}/replay/{table}")
    # One's own game opens from one's own seat.
    expect(page.get_by_label("Seen by")).to_have_value("0")
    page.get_by_role("button", name="Analyse").click()
    expect(panel(page).get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("img", name="Chance to win")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Chance to win, from what was public")).to_be_visible()
    expect(panel(page).get_by_text("Only your own decisions are judged here")).to_be_visible()
    # A link leads to where it was decided.
    own = found(ada, table, "seat=0")
    expect(panel(page)).to_contain_text(own["decided_text"])
    panel(page).get_by_role("button", name="Show this moment").click()
    expect(slider(page)).to_have_value(str(own["decided"]))
    # With all cards open, everybody is judged.
    panel(page).get_by_role("switch", name="With all cards open").check()
    expect(page.get_by_label("Seen by")).to_have_value("open")
    expect(page.get_by_text("Chance to win, with all cards open")).to_be_visible(timeout=PATIENCE)
    all_open = found(ada, table, "open=1")
    for each in all_open["accuracy"]:
        expect(panel(page).get_by_text(f"{each['accuracy'] * 100:.0f} %".replace(" ", "\u00a0")).first).to_be_visible()
    wrong = [each for each in all_open["decisions"] if each.get("kind")]
    assert wrong, "a random bot makes mistakes"
    worst = max(wrong, key=lambda each: (each["loss"], -each["step"]))
    listed = panel(page).get_by_role("list", name="The largest mistakes").get_by_role("button")
    listed.first.click()
    expect(slider(page)).to_have_value(str(worst["step"]))
    expect(panel(page)).to_contain_text(f"Better was: {worst['best_text']}. {worst['why']}")
    look_at(page, "desktop")
    # The chronicle and the curve are marked.
    marked = {each["step"] for each in wrong}
    expect(
        page.get_by_role("list", name="Chronicle").get_by_role("img", name=re.compile("Mistake|Slip"))
    ).to_have_count(len(marked))
    expect(page.get_by_role("button", name=re.compile("^(Mistake|Slip)$"))).to_have_count(len(marked))
    later = sorted(step for step in marked if step > worst["step"])
    panel(page).get_by_role("button", name="Next mistake").click()
    expect(slider(page)).to_have_value(str(later[0] if later else min(marked)))
    key = all_open["key_moments"][0]
    panel(page).get_by_role("button", name=re.compile(f", step {key}$")).click()
    expect(slider(page)).to_have_value(str(key))
    # Playing on against bots of a level, at one's own seat.
    panel(page).get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    expect(dialog).to_contain_text("You play as Ada")
    dialog.get_by_label("Strength of the bots").select_option("easy")
    dialog.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/*")
    new = ada.page(page.url.rpartition("/")[2])
    assert [seat["level"] for seat in new.state["seats"]] == ["", "easy"]
    assert new.state["seat"] == 0


def test_a_stranger_sees_it_with_all_cards_open_and_the_work_can_be_stopped(
    server: HurriedServer, visits: Visits, played: tuple[Person, str]
) -> None:
    _, table = played
    page = visits.somebody(locale="fr").new_page()
    page.goto(f"{server.address}/replay/{table}")
    page.get_by_role("button", name="Analyser").click()
    expect(page.get_by_text("Chances de gagner, toutes cartes ouvertes")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("region", name="Analyse").get_by_role("switch").uncheck()
    expect(page.get_by_text("Chances de gagner, d’après ce qui était public")).to_be_visible()
    expect(page.get_by_role("list", name="Les plus grosses erreurs")).to_have_count(0)
    page.get_by_role("button", name="Fermer l’analyse").click()
    expect(page.get_by_role("region", name="Analyse", exact=True)).to_have_count(0)
    expect(page.get_by_role("button", name="Analyser")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_on_a_phone_nothing_is_cut(
    server: HurriedServer, visits: Visits, played: tuple[Person, str], size: tuple[int, int]
) -> None:
    ada, table = played
    page = at(visits.phone(*size), ada, server)
    page.goto(f"{server.address}/replay/{table}")
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("img", name="Chance to win")).to_be_visible(timeout=PATIENCE)
    panel(page).get_by_role("switch", name="With all cards open").check()
    expect(page.get_by_text("Chance to win, with all cards open")).to_be_visible()
    panel(page).get_by_role("button", name="Next mistake").click()
    expect(panel(page).get_by_text("Better was:")).to_be_visible()
    look_at(page, f"phone-{size[0]}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for wanted in (
        slider(page),
        page.get_by_role("img", name="Chance to win"),
        page.get_by_role("button", name="One step on"),
        page.get_by_label("Seen by"),
    ):
        box = wanted.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1]
    # The panel scrolls, and nothing in it is wider than it.
    assert panel(page).evaluate("(panel) => panel.scrollWidth <= panel.clientWidth")
    panel(page).get_by_role("button", name="Play on from here").scroll_into_view_if_needed()
    expect(panel(page).get_by_role("button", name="Play on from here")).to_be_in_viewport()
    # The table keeps a part of the screen.
    assert page.get_by_role("main").evaluate("(main) => main.clientHeight") >= 0.15 * size[1]


def test_the_end_of_a_game_says_where_it_was_decided(
    server: HurriedServer, visits: Visits, played: tuple[Person, str]
) -> None:
    ada, table = played
    page = at(visits.somebody(), ada, server)
    page.goto(f"{server.address}/t/{table}")
    dialog = page.get_by_role("dialog")
    link = dialog.get_by_role("link", name="Show this moment")
    expect(link).to_be_visible(timeout=PATIENCE)
    own = found(ada, table, "seat=0")
    expect(dialog).to_contain_text(own["decided_text"])
    link.click()
    page.wait_for_url(f"**/replay/{table}#{own['decided_log']}")
    expect(slider(page)).to_have_value(str(own["decided"]))
