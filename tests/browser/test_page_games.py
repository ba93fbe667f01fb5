"""Whole games through the page: alone, with a friend elsewhere, at one screen, with five, in other languages."""

from __future__ import annotations

import re

import pytest
from browser_build import (
    READY,
    HurriedServer,
    Player,
    Visits,
    come_back_at_the_end,
    leave_it_to_a_bot,
    moments,
    near_the_end,
    play_together,
    set_table,
)
from browser_molthar import MoltharPlayer
from playwright.sync_api import Page, expect

from worldgates.server.protocol import Here

pytestmark = pytest.mark.xdist_group("browser games")

# Seconds in which bots play a game to its end, on a busy machine.
BOTS_FINISH = 100


def check_result(page: Page, players: int) -> None:
    """On the last screen the points of each player are those of the characters below the name."""
    places = page.get_by_role("dialog").get_by_role("listitem").filter(has=page.get_by_role("img", name="point"))
    expect(places).to_have_count(players)
    totals = []
    for place in places.all():
        each = [int(points) for points in re.findall(r'button "[^"]*: (\d+) points?"', place.aria_snapshot())]
        total = place.get_by_role("img", name="point").get_attribute("aria-label") or ""
        totals.append(int(total.split()[0]))
        assert sum(each) == totals[-1]
    assert totals == sorted(totals, reverse=True)
    assert totals[0] >= 12


def test_alone_against_a_bot_in_two_clicks(server: HurriedServer, visits: Visits) -> None:
    page = visits.somebody().new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Play bots now").first.click()
    page.get_by_role("button", name="Play", exact=True).click()
    player = MoltharPlayer(page, "Wanderer")
    player.play_on()
    check_result(page, 3)
    # And once more, at a new table.
    before = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != before)
    player.play_on(3)


def test_five_at_the_table(server: HurriedServer, visits: Visits) -> None:
    page = visits.somebody().new_page()
    page.goto(server.address)
    set_table(page, "Ada", "A bot", "A bot", "A bot", "A bot")
    player = MoltharPlayer(page, "Ada")
    player.play_on(10)
    leave_it_to_a_bot(player)
    player.wait(BOTS_FINISH)
    check_result(page, 5)


def test_two_browsers_and_a_link(server: HurriedServer, visits: Visits) -> None:
    host, guest = visits.somebody().new_page(), visits.somebody().new_page()
    host.goto(server.address)
    set_table(host, "Ada", "A friend, by link")
    guest.goto(host.get_by_role("textbox", name="Send your friends this link").input_value())
    guest.get_by_label("Your name").fill("Bea")
    guest.get_by_role("button", name="Sit down").click()
    ada, bea = MoltharPlayer(host, "Ada"), MoltharPlayer(guest, "Bea")
    play_together(ada, bea, most=16)
    leave_it_to_a_bot(bea)
    ada.play_on(6)
    guest.get_by_role("button", name="Take the seat back").first.click()
    play_together(ada, bea, most=ada.moves + bea.moves + 8)
    come_back_at_the_end(server, ada, bea)
    check_result(host, 2)
    check_result(guest, 2)


def test_two_browsers_and_a_code(server: HurriedServer, visits: Visits) -> None:
    host, guest = visits.somebody().new_page(), visits.somebody().new_page()
    host.goto(server.address)
    set_table(host, "Ada", "A friend, by link")
    code = host.get_by_text(re.compile(r"^[A-Z]+-\d{4}$")).inner_text()
    guest.goto(server.address)
    guest.get_by_label("Have a code from a friend?").fill(code.lower())
    guest.get_by_role("button", name="Enter").click()
    guest.get_by_label("Your name").fill("Bea")
    guest.get_by_role("button", name="Sit down").click()
    ada, bea = MoltharPlayer(host, "Ada"), MoltharPlayer(guest, "Bea")
    play_together(ada, bea, most=12)
    assert ada.moves >= 3
    assert bea.moves >= 3


def play_at_one_screen(page: Page, most: int) -> tuple[Player, int]:
    """Play so many moves, or to the end, and see that with the curtain down nobody's hand is on the page."""
    player, hands, falls = MoltharPlayer(page, ""), page.get_by_role("group", name="Your hand", include_hidden=True), 0
    for _ in range(most):
        page.wait_for_function(READY)
        if page.get_by_role("dialog", name="Pass the screen to").count():
            falls += 1
            expect(hands).to_have_count(0)
            expect(page.locator("[inert] main")).to_have_count(1)
        player.wait()
        if player.over:
            break
        expect(hands).to_have_count(1)
        player.move()
    return player, falls


def test_at_one_screen_nobody_sees_another_hand(server: HurriedServer, visits: Visits) -> None:
    page = visits.somebody().new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Set up").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Ada")
    dialog.get_by_label("Name at seat 2").fill("Bea")
    dialog.get_by_role("button", name="Open the table").click()
    _, falls = play_at_one_screen(page, 10)
    assert falls >= 3


def test_a_game_at_one_screen_to_its_end(server: HurriedServer, visits: Visits) -> None:
    late = moments({"late": lambda view, _: view["players"][0]["points"] >= 11}, Here("Bea"))["late"]
    context = visits.somebody()
    page = context.new_page()
    page.goto(f"{server.address}/t/{server.lay(late, context)}")
    player, falls = play_at_one_screen(page, 200)
    assert player.over
    assert falls >= 2
    check_result(page, 2)


def test_a_game_in_french_that_goes_on_in_italian(server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody(locale="fr-FR")
    page = context.new_page()
    page.goto(server.address)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="Jouer contre des robots").first.click()
    page.get_by_role("button", name="Jouer", exact=True).click()
    player = MoltharPlayer(page, "Nomade", "fr")
    player.play_on(12)
    player.wait()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Réglages").click()
    page.get_by_role("radio", name="Italiano").check(force=True)
    page.get_by_role("dialog").get_by_role("button", name="Chiudi").click()
    player.language = "it"
    expect(page.get_by_role("region", name="Personaggi")).to_be_visible()
    expect(page.get_by_role("tabpanel")).not_to_contain_text("est posé")
    player.play_on(6)
    page.goto(f"{server.address}/t/{server.lay(near_the_end('molthar'), context, language='it')}")
    player = MoltharPlayer(page, "Ada", "it")
    player.play_on()
    assert player.over
    expect(page.get_by_role("dialog").get_by_role("img", name=re.compile(r"^\d+ punt[io]$"))).to_have_count(3)
