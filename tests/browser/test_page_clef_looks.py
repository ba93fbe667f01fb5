"""How the table of La clef des mondes looks: axe finds no serious fault in any state."""

from __future__ import annotations

from functools import cache

import pytest
from browser_build import Action, Condition, GameMoment, HurriedServer, View, Visits, moments, near_the_end
from browser_checks import Looks, take_picture
from browser_clef import CARDS, ClefPlayer
from playwright.sync_api import expect

from worldgates.server.protocol import BotSeat

pytestmark = pytest.mark.xdist_group("browser clef looks")

# What is asked at each moment; before it is done, the page is looked at.
ASKED: dict[str, Condition] = {
    "1 reader": lambda _, action: action["do"] == "choose_character",
    "2 own turn": lambda view, action: action["do"] == "travel" and view["round"] > 3,
    "5 answer to a trade": lambda _, action: action["do"] == "answer",
    "6 agreement": lambda _, action: action["do"] == "accept",
    "7 reaction": lambda view, action: action["do"] == "react" and "against" in action and "played" in view,
    "8 bad encounter": lambda view, action: action["do"] == "react" and "bad_encounter" in view,
    "9 picking": lambda view, action: action["do"] == "pick" and view["decision"].get("to") == "hand",
}
# The worlds that glow, but cannot be touched in their middle.
COVERED = """() => [...document.querySelectorAll('[data-tile].legal')].flatMap(tile => {
    const {left, top, width, height} = tile.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return tile.contains(found) ? [] : [tile.ariaLabel]
})"""
# What is wider than the form that it is in.
OUT_OF_FORM = """form => [...form.querySelectorAll('*')].flatMap(part =>
    part.getBoundingClientRect().right > form.getBoundingClientRect().right + 1 ? [part.outerHTML.slice(0, 80)] : [])"""


@cache
def found() -> dict[str, GameMoment]:
    return moments(ASKED, of="clef")


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_every_state(screen: str, server: HurriedServer, visits: Visits) -> None:
    visit = visits.phone if screen == "phone" else visits.somebody
    looks, context = Looks(f"clef-{screen}"), visit()
    page = context.new_page()
    player = ClefPlayer(page, "Ada")
    for name in ASKED:
        page.goto(f"{server.address}/t/{server.lay(found()[name], context)}")
        player.wait()
        looks.look(page, name)
        if name == "2 own turn":
            player.worlds.first.click()
            looks.look(page, "3 paying")
            page.keyboard.press("Escape")
    end = near_the_end("clef")
    page.goto(f"{server.address}/t/{server.lay(end, context)}")
    player.wait()
    player.do(end.action)
    player.wait()
    assert player.over
    looks.look(page, "end")
    assert looks.faults == []


def test_five_at_a_small_screen(server: HurriedServer, visits: Visits) -> None:
    late = moments({"late": lambda view, _: view["round"] > 4}, *[BotSeat()] * 4, of="clef")["late"]
    looks = Looks("clef-five")
    for name, context in (("laptop", visits.somebody(1280, 720)), ("phone", visits.phone(360, 740))):
        page = context.new_page()
        page.goto(f"{server.address}/t/{server.lay(late, context)}")
        ClefPlayer(page, "Ada").wait()
        looks.look(page, name)
    assert looks.faults == []


def has_reaction(card: str) -> bool:
    return "reaction" in CARDS.get(card, {})


def test_a_card_tells_its_effect_and_its_reaction(server: HurriedServer, visits: Visits) -> None:
    def condition(view: View, action: Action) -> bool:
        return action["do"] == "draw" and any(map(has_reaction, view["players"][0]["hand"]))

    moment = moments({"reaction": condition}, of="clef")["reaction"]
    for language in ("en", "fr"):
        context = visits.somebody(1280, 800, locale=language)
        page = context.new_page()
        page.goto(f"{server.address}/t/{server.lay(moment, context, language=language)}")
        ClefPlayer(page, "Ada", language=language).wait()
        said = {"en": "In reaction:", "fr": "En réaction"}[language]
        cards = page.locator(".hand .cards [data-card]").filter(has=page.locator(".re"))
        expect(cards).not_to_have_count(0)
        for card in cards.all():
            assert said in (card.get_attribute("aria-label") or "")
            card.hover()
            panel = page.locator(".look")
            expect(panel.locator(".brief .re")).to_be_visible()
            expect(panel.locator(".brief .re")).to_contain_text(said)
            take_picture(page, f"clef-reaction-{language}", "hover")
            assert panel.locator(".inside").evaluate("box => box.scrollHeight - box.clientHeight") <= 1


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_the_panel_of_a_card_leaves_the_worlds_free(
    size: tuple[int, int], server: HurriedServer, visits: Visits
) -> None:
    def pays(*rows: int) -> Condition:
        """A card of the hand helps to pay for ways to worlds of all these rows."""

        def condition(view: View, action: Action) -> bool:
            ways = [way for way in view.get("explain", {}).get("ways", []) if not way.get("missing")]
            helps = [
                {way["place"] // 3 for way in ways if card in (step.get("card") for step in way["steps"])}
                for card in view["players"][0]["hand"]
            ]
            return action["do"] == "travel" and any(each >= set(rows) for each in helps)

        return condition

    found = moments({"top": pays(0), "bottom": pays(2), "both": pays(0, 2)}, of="clef")
    context = visits.phone(*size)
    page = context.new_page()
    seen = 0
    for name, moment in found.items():
        page.goto(f"{server.address}/t/{server.lay(moment, context)}")
        ClefPlayer(page, "Ada").wait()
        hand = page.locator(".hand .cards [data-card]")
        expect(hand).not_to_have_count(0)
        for number in range(hand.count()):
            hand.nth(number).click()
            page.locator(".look.chosen").wait_for()
            covered = page.evaluate(COVERED)
            take_picture(page, f"clef-panel-{size[0]}", f"{name} {number}")
            seen += page.locator("[data-tile].legal").count()
            assert covered == [], name
            page.locator(".look .shut").click()
    assert seen


def test_the_form_stays_in_its_gate(server: HurriedServer, visits: Visits) -> None:
    for width, height in ((390, 844), (360, 640), (1280, 800)):
        visit = visits.phone if width < 700 else visits.somebody
        page = visit(width, height, locale="fr").new_page()
        page.goto(server.address)
        page.get_by_role("button", name="Jouer contre des robots").or_(
            page.locator(".gate.clef .btn.quiet")
        ).last.click()
        form = page.locator(".gate.clef form")
        form.wait_for()
        out = form.evaluate(OUT_OF_FORM)
        take_picture(page, "lobby-form", str(width))
        assert out == [], (width, out)
