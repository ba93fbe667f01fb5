"""Whole games of La clef des mondes through the page: alone, with a friend elsewhere, with five, in other languages."""

from __future__ import annotations

import pytest
from browser_build import (
    HurriedServer,
    Visits,
    come_back_at_the_end,
    gate,
    moments,
    near_the_end,
    play_together,
    set_table,
)
from browser_checks import MISSED, Keys, check_for_fingers, tap
from browser_clef import ClefPlayer
from playwright.sync_api import Page, expect

from worldgates.server.protocol import BotSeat

pytestmark = pytest.mark.xdist_group("browser clef games")


def check_result(page: Page, players: int, winner: str = "home in round") -> None:
    """The last screen has everybody's keys for the way home; one is home, or after the last round nobody."""
    dialog = page.get_by_role("dialog")
    places = dialog.locator("section[aria-labelledby=end-far] li")
    expect(places).to_have_count(players)
    nobody = dialog.get_by_text("Nobody got home").count()
    expect(places.filter(has_text=winner)).to_have_count(0 if nobody else 1)
    if not nobody:
        expect(places.first).to_contain_text(winner)
        # The keys that turned, each with the card that paid it (K11).
        turned = dialog.locator("section[aria-labelledby=end-keys] li b").all_inner_texts()
        assert len(turned) in (4, 5)
        assert all(turned)


def test_alone_against_bots(server: HurriedServer, visits: Visits) -> None:
    page = visits.somebody().new_page()
    page.goto(server.address)
    gate(page, "clef").get_by_role("button", name="Play bots now").click()
    page.get_by_role("button", name="Play", exact=True).click()
    player = ClefPlayer(page, "Wanderer")
    player.play_on(15)
    player.wait()
    come_back_at_the_end(server, player)
    check_result(page, 3)
    assert player.moves > 10


def test_five_at_the_table(server: HurriedServer, visits: Visits) -> None:
    page = visits.somebody().new_page()
    page.goto(server.address)
    set_table(page, "Ada", "A bot", "A bot", "A bot", "A bot", of="clef", rounds=30)
    player = ClefPlayer(page, "Ada")
    player.play_on(10)
    player.wait()
    come_back_at_the_end(server, player)
    check_result(page, 5)


def test_two_browsers_and_a_link(server: HurriedServer, visits: Visits) -> None:
    """With friends the table stands still for everybody who might react, until it is over or they have answered."""
    host, guest = visits.somebody().new_page(), visits.somebody().new_page()
    host.goto(server.address)
    set_table(host, "Ada", "A friend, by link", of="clef", rounds=30)
    guest.goto(host.get_by_role("textbox", name="Send your friends this link").input_value())
    guest.get_by_label("Your name").fill("Bea")
    guest.get_by_role("button", name="Sit down").click()
    ada, bea = ClefPlayer(host, "Ada"), ClefPlayer(guest, "Bea")
    play_together(ada, bea, most=24)
    assert min(ada.moves, bea.moves) > 6
    come_back_at_the_end(server, ada, bea)
    for player in (ada, bea):
        check_result(player.page, 2)


def test_a_game_in_french_that_goes_on_in_italian(server: HurriedServer, visits: Visits) -> None:
    begins = moments({"begins": lambda *_: True}, of="clef")["begins"]
    context = visits.somebody(locale="fr-FR")
    page = context.new_page()
    page.goto(f"{server.address}/t/{server.lay(begins, context, language='fr')}")
    player = ClefPlayer(page, "Ada", "fr")
    player.play_on(10)
    player.wait()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Réglages").click()
    page.get_by_role("radio", name="Italiano").check(force=True)
    page.get_by_role("dialog").get_by_role("button", name="Chiudi").click()
    player.language = "it"
    expect(page.get_by_role("group", name="La tua mano")).to_be_visible()
    expect(page.get_by_role("tabpanel")).not_to_contain_text("pioche")
    player.play_on(10)
    player.wait()
    come_back_at_the_end(server, player)
    check_result(page, 3, "a casa nel giro")


def test_a_phone(server: HurriedServer, visits: Visits) -> None:
    context = visits.phone()
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Play bots now").first.wait_for()
    assert page.evaluate(MISSED) == []
    gate(page, "clef").get_by_role("button", name="Play bots now").tap()
    page.get_by_role("button", name="Play", exact=True).tap()
    ClefPlayer(page, "Wanderer", press=tap, before_each=check_for_fingers).play_on(12)
    page.goto(f"{server.address}/t/{server.lay(near_the_end('clef'), context)}")
    player = ClefPlayer(page, "Ada", press=tap, before_each=check_for_fingers)
    player.play_on()
    check_for_fingers(player)


def test_the_smallest_phone_late_in_a_game_of_five(server: HurriedServer, visits: Visits) -> None:
    late = moments({"late": lambda view, _: view["round"] >= 6}, *[BotSeat("greedy")] * 4, of="clef")["late"]
    context = visits.phone(360, 740)
    page = context.new_page()
    page.goto(f"{server.address}/t/{server.lay(late, context)}")
    player = ClefPlayer(page, "Ada", press=tap, before_each=check_for_fingers)
    player.play_on(12)
    page.goto(f"{server.address}/t/{server.lay(near_the_end('clef', 4), context)}")
    player.play_on()
    check_for_fingers(player)


def test_keyboard_alone(server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody()
    page = context.new_page()
    page.goto(server.address)
    keys = Keys(page)
    keys.press(gate(page, "clef").get_by_role("button", name="Play bots now"))
    keys.press(page.get_by_role("button", name="Play", exact=True))
    ClefPlayer(page, "Wanderer", press=keys.press).play_on(10)
    page.goto(f"{server.address}/t/{server.lay(near_the_end('clef'), context)}")
    player = ClefPlayer(page, "Ada", press=keys.press)
    player.play_on()
    assert player.over
    keys.press(page.get_by_role("button", name="View the final table"))
    assert keys.most < 60
