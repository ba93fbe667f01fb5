"""The table around the board: chronicle, digest, confirmations, settings, keys and chat."""

from __future__ import annotations

from functools import cache

import pytest
from browser_build import GameMoment, HurriedServer, Visits, moments
from playwright.sync_api import Locator, Page, expect

from worldgates.server.protocol import BotSeat, Friend

pytestmark = pytest.mark.xdist_group("browser table")

AT_END = "box => box.scrollHeight - box.scrollTop - box.clientHeight < 2"
# The oldest turns fold, and before the browser tells that the list moved, a long one comes.
FOLD = """box => new Promise(done => {
    const turns = [...box.querySelectorAll('section')]
    for (const turn of turns.slice(0, -1)) turn.style.display = 'none'
    turns.at(-1).style.minHeight = box.clientHeight + 50 + 'px'
    requestAnimationFrame(() => setTimeout(() => {
        turns.at(-1).style.paddingBottom = '300px'
        done()
    }))
})"""
UNFOLD = "box => box.querySelectorAll('section').forEach(turn => turn.removeAttribute('style'))"
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"
NEW = "Since your last turn"


@cache
def turn() -> GameMoment:
    """The beginning of a turn, late enough for a long chronicle; the second seat is a friend's."""
    return moments(
        {
            "turn": lambda view, action: (
                view["round"] > 5 and action["do"] == "refresh" and view["turn"]["actions_left"] > 2
            )
        },
        Friend(),
        BotSeat("greedy"),
    )["turn"]


def refresh(page: Page) -> Locator:
    return page.locator('[data-place="refresh"] button, button[data-place="refresh"]').first


def actions_left(page: Page) -> str:
    return page.get_by_role("complementary").get_by_role("img").first.get_attribute("aria-label") or ""


def test_nothing_happens_by_accident(server: HurriedServer, visits: Visits) -> None:
    context, friend = visits.somebody(confirm="risky"), visits.somebody()
    page = context.new_page()
    page.goto(f"{server.address}/t/{server.lay(turn(), context, friend)}")
    log = page.get_by_role("tabpanel", name="Chronicle")
    digest = page.get_by_role("region", name=NEW)
    expect(digest.get_by_role("listitem")).to_have_count(2)

    # The chronicle shows its end, whatever resizes, until its reader scrolls away.
    assert log.evaluate(AT_END)
    page.set_viewport_size({"width": 1440, "height": 700})
    page.wait_for_function(f"() => ({AT_END})(document.querySelector('[role=tabpanel]'))")
    digest.get_by_role("button", name="Close").click()
    page.wait_for_function(f"() => ({AT_END})(document.querySelector('[role=tabpanel]'))")
    # Lines fold above and come below: the list gets shorter, so the browser itself scrolls up.
    log.evaluate(FOLD)
    page.evaluate(TWO_FRAMES)
    assert log.evaluate(AT_END)
    expect(page.get_by_role("button", name="To the newest")).to_have_count(0)
    log.evaluate(UNFOLD)
    log.hover()
    page.mouse.wheel(0, -300)
    page.get_by_role("button", name="To the newest").wait_for()
    page.set_viewport_size({"width": 1440, "height": 900})
    assert not log.evaluate(AT_END)
    page.get_by_role("button", name="To the newest").click()
    page.wait_for_function(f"() => ({AT_END})(document.querySelector('[role=tabpanel]'))")
    expect(log.get_by_role("heading", name="Round 6 · You").or_(log.get_by_role("heading").last)).to_have_count(1)
    # The rule behind a sentence shows only to whoever looks for it.
    line = log.get_by_role("listitem").last
    clause = line.get_by_role("button", name="Rule ")
    page.mouse.move(5, 5)
    expect(clause).to_have_css("opacity", "0")
    line.hover()
    expect(clause).to_have_css("opacity", "1")

    # A risky move is confirmed first, and the question does not cover one's hand.
    had = actions_left(page)
    refresh(page).click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("can’t be undone")
    hand = page.locator('[data-place="hand:0"]').bounding_box()
    asked = question.bounding_box()
    assert hand
    assert asked
    assert asked["y"] + asked["height"] <= hand["y"] or asked["y"] >= hand["y"] + hand["height"]
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    assert actions_left(page) == had
    refresh(page).click()
    question.get_by_role("button", name="Confirm").click()
    page.wait_for_function("had => !document.body.innerText.includes(had)", arg=had)
    # What was revealed can’t be undone, and the button says so.
    undo = page.get_by_role("complementary").get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)
    expect(page.locator(".toast")).not_to_be_empty()

    # Keys: the overlay lists them; a message does not take the chronicle away.
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Undo")
    page.keyboard.press("Escape")
    page.get_by_role("textbox", name="Say something…").fill("Hello?")
    page.keyboard.press("Enter")
    expect(log).to_be_visible()

    # Whoever wants no questions gets none.
    page.keyboard.press("m")
    expect(page.get_by_role("textbox", name="Say something…")).to_have_value("m")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    never = page.get_by_role("group", name="Confirm moves").get_by_role("radio", name="Never")
    never.check(force=True)
    page.keyboard.press("Escape")
    had = actions_left(page)
    refresh(page).click()
    page.wait_for_function("had => !document.body.innerText.includes(had)", arg=had)
    expect(question).to_have_count(0)


def test_news_on_a_phone(server: HurriedServer, visits: Visits) -> None:
    context, friend = visits.phone(), visits.somebody()
    table = server.lay(turn(), context, friend)
    page, other = context.new_page(), friend.new_page()
    page.goto(f"{server.address}/t/{table}")
    other.goto(f"{server.address}/t/{table}")
    # The line above the board tells what the others did; it unfolds over the market and leaves the hand free.
    ticker = page.locator(".tick").get_by_role("button").first
    ticker.tap()
    digest = page.get_by_role("region", name=NEW)
    expect(digest.get_by_role("listitem")).to_have_count(2)
    hand, sheet = page.locator('[data-place="hand:0"]').bounding_box(), digest.bounding_box()
    assert hand
    assert sheet
    assert sheet["y"] + sheet["height"] <= hand["y"]
    page.get_by_role("button", name="To my turn").tap()
    expect(digest).to_have_count(0)
    # What somebody says is shown, and counted where it can be read.
    other.get_by_role("textbox", name="Say something…").fill("Good luck!")
    other.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Good luck!")
    page.get_by_role("button", name="Chat, 1 new message").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Good luck!")
