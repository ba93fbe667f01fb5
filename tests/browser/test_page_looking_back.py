"""Pages that look back and look on: replays, the check of a deal, statistics, and a table on a big screen."""

from __future__ import annotations

import json
import re
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from browser_build import HurriedServer, Visits, near_the_end
from playwright.sync_api import BrowserContext, Locator, Page, expect
from server_build import FRIEND, ME, Person

pytestmark = pytest.mark.xdist_group("browser looking back")

GREEDY = {"kind": "bot", "level": "greedy"}


@cache
def played_out(server: HurriedServer, game: str, bots: int) -> tuple[Person, str]:
    """A game that bots have played to its end, one of them for Ada: her only one. It is only looked at."""
    ada = Person(server, "Ada")
    table = ada.set_table(ME, *[GREEDY] * bots, game=game)["id"]
    page = ada.page(table)
    page.send(type="replace", seat=0, bot=True)
    page.send(type="skip")
    while page.state["status"] == "playing":
        page.read()
    page.close()
    assert page.state["status"] == "over"
    return ada, table


def at(context: BrowserContext, person: Person, server: HurriedServer) -> Page:
    """A page in the browser of somebody known."""
    name, value = person.cookie.split("=", 1)
    context.add_cookies([{"name": name, "value": value, "url": server.address}])
    return context.new_page()


@cache
def steps(person: Person, table: str, **look: object) -> list[dict[str, Any]]:
    """What the server says of every step."""
    record = person.ask("GET", f"/api/tables/{table}/record")
    for _ in range(60):
        answer = person.ask("POST", "/api/replay", {"record": record, **look}, expected=(200, 429))
        if "steps" in answer:
            found: list[dict[str, Any]] = answer["steps"]
            return found
        # So many replays in a row are more than anybody looks at: the server asks to wait.
        time.sleep(1)
    raise AssertionError(answer)


def texts(step: dict[str, Any]) -> str:
    return " ".join(sentence["text"] for sentence in step["sentences"])


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment of the game")


def now_told(page: Page) -> Locator:
    """What the page says of the step it shows."""
    return page.get_by_role("complementary").get_by_role("status")


# Replays.


# What the page says at every step: the slider's value, the sentences, and how many lines of the log are marked.
STEP_THROUGH = """
async (count) => {
  const slider = document.querySelector("input[type=range]");
  const told = document.querySelector("aside [role=status]");
  const shown = [];
  for (let i = 0; i < count; i++) {
    shown.push([slider.value, told.textContent, document.querySelectorAll("[aria-current=step]").length]);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await new Promise((done) => requestAnimationFrame(done));
  }
  return shown;
}
"""


@pytest.mark.parametrize("game", ["molthar", "clef"])
def test_a_link_shows_every_step_with_the_log(server: HurriedServer, visits: Visits, game: str) -> None:
    ada, table = played_out(server, game, 2)
    expected = steps(ada, table)
    page = visits.somebody().new_page()
    page.goto(f"{server.address}/replay/{table}")
    slider(page).wait_for()
    expect(slider(page)).to_have_attribute("max", str(len(expected) - 1))
    shown = page.evaluate(STEP_THROUGH, len(expected))
    for number, (step, (value, reported, marked)) in enumerate(zip(expected, shown, strict=True)):
        assert value == str(number)
        assert " ".join(reported.split()) == " ".join(texts(step).split())
        assert marked == len(step["sentences"])
    page.get_by_role("button", name="Result").click()
    record = ada.ask("GET", f"/api/tables/{table}/record")
    winner = record["players"][record["result"]["ranking"][0][0]]
    expect(page.get_by_role("dialog", name="Result")).to_contain_text(winner)


def test_keys_lead_through_a_game(server: HurriedServer, visits: Visits) -> None:
    ada, table = played_out(server, "molthar", 1)
    expected = steps(ada, table)
    turns = [i for i, step in enumerate(expected) if any(s["event"]["event"] == "turn" for s in step["sentences"])]
    last = len(expected) - 1
    page = visits.somebody().new_page()
    page.goto(f"{server.address}/replay/{table}")
    expect(slider(page)).to_have_value("0")
    for key, value in [
        ("PageDown", turns[1]), ("PageDown", turns[2]), ("ArrowLeft", turns[2] - 1), ("PageUp", turns[1]),
        ("End", last), ("ArrowRight", last), ("Home", 0), ("ArrowLeft", 0),
    ]:  # fmt: skip
        page.keyboard.press(key)
        expect(slider(page)).to_have_value(str(value))
    # It plays by itself, and stops.
    page.get_by_label("Speed").select_option(value="4")
    page.get_by_role("main").focus()
    page.keyboard.press("Space")
    expect(slider(page)).to_have_value("3")
    page.keyboard.press("Space")
    stopped = slider(page).input_value()
    page.wait_for_timeout(1500)
    expect(slider(page)).to_have_value(stopped)
    # A sentence leads to its moment.
    number = len(expected) // 2
    reported = sum(len(step["sentences"]) for step in expected[:number])
    page.get_by_role("list", name="Chronicle").get_by_role("button").nth(reported).click()
    expect(now_told(page)).to_have_text(texts(expected[number]))


def test_a_moment_through_other_eyes(server: HurriedServer, visits: Visits) -> None:
    ada, table = played_out(server, "molthar", 2)
    # The server works on one record at a time: all that is expected is asked for before the page asks.
    watched = steps(ada, table)
    by_seat = [steps(ada, table, seat=seat) for seat in range(3)]
    all_open, all_open_italian = steps(ada, table, open=True), steps(ada, table, open=True, language="it")
    # Nobody is told of a card that is taken unseen, but whoever took it.
    drawn = next(
        i for i, (step, opened) in enumerate(zip(watched, all_open, strict=True))
        if i > len(watched) // 2 and texts(step) != texts(opened)
    )  # fmt: skip
    page = visits.somebody().new_page()
    page.goto(f"{server.address}/replay/{table}")
    slider(page).fill(str(drawn))
    spectator = watched[drawn]
    expect(now_told(page)).to_have_text(texts(spectator))
    expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
    for seat, name in enumerate(("Ada", "Bruno", "Clea")):
        page.get_by_label("Seen by").select_option(name)
        step = by_seat[seat][drawn]
        hand = page.get_by_role("group", name="Your hand")
        expect(hand.get_by_role("button")).to_have_count(step["view"]["players"][seat]["hand_size"])
        expect(now_told(page)).to_have_text(texts(step))
    page.get_by_label("Seen by").select_option("all cards open")
    expect(now_told(page)).to_have_text(texts(all_open[drawn]))
    # In another language it is the same moment.
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Italiano").check()
    page.keyboard.press("Escape")
    expect(now_told(page)).to_have_text(texts(all_open_italian[drawn]))
    expect(page.get_by_role("slider", name="Momento della partita")).to_have_value(str(drawn))


def test_two_at_home_open_a_replay_at_once(server: HurriedServer, visits: Visits) -> None:
    """The server works on one record at a time for each network: the page of the second asks again by itself."""
    _, table = played_out(server, "molthar", 1)
    page = visits.somebody().new_page()
    visits.expected = ("429",)
    refused = json.dumps({"error": "Too many requests. Please wait a moment.", "key": ""})
    page.route("**/api/replay", lambda route: route.fulfill(status=429, body=refused), times=2)
    page.goto(f"{server.address}/replay/{table}")
    expect(slider(page)).to_be_visible()


def test_a_link_to_a_moment(server: HurriedServer, visits: Visits) -> None:
    ada, table = played_out(server, "clef", 1)
    expected = steps(ada, table)
    context = visits.somebody(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{server.address}/replay/{table}")
    expect(slider(page)).to_have_value("0")
    slider(page).fill("7")
    page.get_by_role("button", name="Copy the link to this moment").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    page.goto("about:blank")
    other = visits.somebody().new_page()
    page.goto(server.address)
    other.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(now_told(other)).to_have_text(texts(expected[7]))


def test_on_a_phone(server: HurriedServer, visits: Visits) -> None:
    ada, table = played_out(server, "molthar", 1)
    expected = steps(ada, table)
    page = visits.phone(width=360, height=640).new_page()
    page.goto(f"{server.address}/replay/{table}")
    page.get_by_role("button", name="One step on").tap()
    page.get_by_role("button", name="One step on").tap()
    expect(page.locator("section.tick").get_by_role("status")).to_have_text(texts(expected[2]))
    page.get_by_role("button", name="Chronicle").tap()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Round 1: .*'s turn")).first.tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(slider(page)).to_have_value("0")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_that_is_not_over_has_no_replay(server: HurriedServer, visits: Visits) -> None:
    ada = Person(server, "Ada")
    table = ada.set_table(ME, GREEDY, first=0)["id"]
    page = visits.somebody().new_page()
    page.goto(f"{server.address}/replay/{table}")
    expect(page.get_by_role("heading", name="This game is not over yet")).to_be_visible()
    page.get_by_role("link", name="Watch").click()
    expect(page.get_by_role("region", name="Characters")).to_be_visible()
    visits.expected = ("404",)
    page.goto(f"{server.address}/replay/nosuchtable")
    expect(page.get_by_role("heading", name="There is no such game")).to_be_visible()


# Records from disk.


def test_a_record_goes_to_disk_and_comes_back(server: HurriedServer, visits: Visits, tmp_path: Path) -> None:
    ada, table = played_out(server, "clef", 2)
    expected = steps(ada, table)
    page = visits.somebody(accept_downloads=True).new_page()
    page.goto(f"{server.address}/replay/{table}")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    assert json.loads(file.read_text()) == ada.ask("GET", f"/api/tables/{table}/record")
    page.goto(f"{server.address}/replay")
    page.get_by_label("Choose a file…").set_input_files(file)
    expect(slider(page)).to_have_attribute("max", str(len(expected) - 1))
    page.keyboard.press("End")
    expect(now_told(page)).to_have_text(texts(expected[-1]))


def test_what_is_no_record_is_said_to_be_none(server: HurriedServer, visits: Visits, tmp_path: Path) -> None:
    ada, table = played_out(server, "molthar", 1)
    record = ada.ask("GET", f"/api/tables/{table}/record")
    page = visits.somebody().new_page()
    visits.expected = ("422",)
    page.goto(f"{server.address}/replay")
    for content, complaint in [
        (b"\x89PNG", "it isn’t JSON"),
        (b"[1, 2]", "This record can’t be shown"),
        (b'{"cards": []}', "This record can’t be shown: this is not a record of a game"),
        (json.dumps({**record, "actions": record["actions"][1:]}).encode(), "This record can’t be shown"),
        (b" " * 1_000_001, "too large"),
    ]:
        file = tmp_path / "file.json"
        file.write_bytes(content)
        page.get_by_label("Choose a file…").set_input_files(file)
        expect(page.get_by_role("alert")).to_contain_text(complaint)
    # Dropped onto the page, a real one is laid out.
    dropped = page.evaluate_handle(
        "(text) => { const data = new DataTransfer(); data.items.add(new File([text], 'game.json')); return data; }",
        json.dumps(record),
    )
    page.dispatch_event("main", "drop", {"dataTransfer": dropped})
    expect(slider(page)).to_be_visible()


# The deal.


def test_a_deal_is_checked_against_what_was_noted_before(server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody()
    table = server.lay(near_the_end("molthar"), context)
    page = context.new_page()
    page.goto(f"{server.address}/t/{table}")
    page.get_by_role("button", name="Menu").click()
    bound = Person(server).page(table).welcome["commitment"]
    expect(page.get_by_text(f"Fair-deal code: {bound[:6]}…")).to_be_visible()
    page.get_by_role("button", name="What is this?").click()
    expect(page.get_by_text(bound, exact=True)).to_be_visible()
    page.get_by_role("button", name="Let a bot play for me").click()
    ending = page.get_by_role("dialog")
    ending.get_by_text("Was the deal fair?").click(timeout=100_000)
    expect(ending.get_by_text("noted by this browser")).to_be_visible()
    ending.get_by_role("button", name="Check the deal").click()
    expect(ending.get_by_text("The deal was fair.")).to_be_visible()
    expect(ending.get_by_role("img", name="In order", exact=True)).to_have_count(3)
    # Had another commitment been published before the game, it would show.
    page.evaluate(
        "([table, other]) => localStorage.setItem('worldgates.bound', JSON.stringify([[table, other]]))",
        [table, "0" * 64],
    )
    page.goto(f"{server.address}/replay/{table}")
    page.get_by_role("button", name="Was the deal fair?").click()
    page.get_by_role("button", name="Check the deal").click()
    expect(page.get_by_text("Something is wrong with this record.")).to_be_visible()
    expect(page.get_by_role("img", name="Not in order")).to_have_count(1)
    expect(page.get_by_text("The commitment in the record is not the one that was noted")).to_be_visible()


def test_a_forged_record_from_disk(server: HurriedServer, visits: Visits, tmp_path: Path) -> None:
    ada, table = played_out(server, "molthar", 1)
    record = ada.ask("GET", f"/api/tables/{table}/record")
    file = tmp_path / "forged.json"
    file.write_text(json.dumps({**record, "commitment": "ab" * 32}))
    page = visits.somebody().new_page()
    page.goto(f"{server.address}/replay")
    page.get_by_label("Choose a file…").set_input_files(file)
    page.get_by_role("button", name="Was the deal fair?").click()
    page.get_by_role("button", name="Check the deal").click()
    expect(page.get_by_text("The seed does not fit the commitment")).to_be_visible()


# Statistics.


def test_statistics_of_my_games(server: HurriedServer, visits: Visits) -> None:
    ada, table = played_out(server, "molthar", 2)
    found = ada.ask("GET", "/api/me/statistics")[0]
    page = at(visits.somebody(), ada, server)
    page.goto(server.address)
    page.get_by_role("link", name="My statistics").click()
    game = page.get_by_role("region", name="Portals of Molthar")
    last = found["last"][0]
    for name, value in [("game", 1), ("won", f"{found['all']['won']:g}"), ("best score", last["score"])]:
        term = game.locator("dl div").filter(has=page.get_by_text(re.compile(f"^{name}")))
        expect(term.locator("dd")).to_have_text(str(value))
    expect(game.get_by_role("row", name="3 players")).to_contain_text(f"{found['all']['won']:g} of 1")
    link = game.get_by_role("link", name="Ada, Bruno, Clea")
    expect(link).to_contain_text(f"of 3 · {last['score']} points")
    link.click()
    page.wait_for_url(f"**/replay/{table}")
    expect(slider(page)).to_be_visible()


def test_statistics_of_somebody_new(server: HurriedServer, visits: Visits) -> None:
    page = visits.somebody(locale="fr").new_page()
    page.goto(f"{server.address}/statistics")
    expect(page.get_by_role("heading", name="Aucune partie finie")).to_be_visible()
    page.get_by_role("link", name=re.compile("^À l.accueil$")).click()
    expect(page.get_by_role("heading", name="Quelle porte ce soir")).to_be_visible()


# Looking on.


def test_the_big_screen_waits_follows_and_ends(server: HurriedServer, visits: Visits) -> None:
    ada, bea = Person(server, "Ada"), Person(server, "Bea")
    table = ada.set_table(ME, FRIEND, first=0)
    page = at(visits.somebody(1920, 1080), ada, server)
    page.goto(f"{server.address}/tv/{table['id']}")
    expect(page.get_by_text(table["code"])).to_be_visible()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    expect(page.get_by_role("heading", name="One seat is free")).to_be_visible()
    bea.ask("POST", f"/api/tables/{table['id']}/join", {"seat": None})
    expect(page.get_by_text("Ada’s turn")).to_be_visible()
    playing = ada.page(table["id"])
    said = playing.play()["sentences"][0]["text"]
    # Ada is told "You took …", everybody else "Ada took …".
    expect(page.get_by_role("contentinfo")).to_contain_text(f"Ada {said.split()[1]}")
    # Large, whole, and still.
    assert page.evaluate("getComputedStyle(document.documentElement).zoom") > "1.3"
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(page.get_by_role("main").get_by_role("region", name="Characters")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('main')).cursor") == "none"
    for _ in range(3):
        page.keyboard.press("Tab")
        assert not page.evaluate("document.querySelector('main').contains(document.activeElement)")
    assert page.evaluate("[...document.querySelectorAll('main button')].every((button) => button.closest('[inert]'))")
    eve = Person(server, "Eve").page(table["id"])
    expect(page.get_by_text("1 watching")).to_be_attached()
    eve.close()
    playing.send(type="resign", seat=0)
    expect(page.get_by_role("heading", name="Bea wins")).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_url(f"**/t/{table['id']}")
    assert page.evaluate("document.documentElement.style.zoom") == ""


# Everything that is ever written onto the page, also what is there for a moment only.
REMEMBER = """
window.written = new Set();
const keep = (node) => {
  written.add(node.textContent);
  for (const each of node.querySelectorAll?.("[aria-label], [title]") ?? [])
    written.add(each.getAttribute("aria-label")).add(each.getAttribute("title"));
  written.add(node.getAttribute?.("aria-label"));
};
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) [target, ...addedNodes].forEach(keep);
}).observe(document, {childList: true, subtree: true, characterData: true, attributeFilter: ["aria-label", "title"]});
"""


def found(page: Page, names: list[str]) -> list[str]:
    """Those of these names that were ever to be seen on this page."""
    return [name for name in names if page.evaluate("(name) => [...written].some((t) => t?.includes(name))", name)]


def test_the_big_screen_of_somebody_who_plays_has_no_secrets(server: HurriedServer, visits: Visits) -> None:
    ada = Person(server, "Ada")
    table = ada.set_table(ME, GREEDY, game="clef", first=0)["id"]
    asked = ada.page(table)
    assert asked.wait_for_turn()
    cards = {card["id"]: card["name"] for card in ada.ask("GET", "/api/games/clef/cards")}
    readers = [cards[choice["action"]["character"]] for choice in asked.state["asked"]["choices"]]
    assert len(readers) == 2
    page = at(visits.somebody(), ada, server)
    page.add_init_script(REMEMBER)
    page.goto(f"{server.address}/t/{table}")
    expect(page.get_by_text(readers[0]).first).to_be_visible()
    assert set(readers) <= set(found(page, readers))
    page.goto(f"{server.address}/tv/{table}")
    expect(page.get_by_role("main")).to_contain_text("Kernault")
    asked.play()
    assert asked.wait_for_turn()
    asked.play([choice["action"]["do"] for choice in asked.state["asked"]["choices"]].index("draw"))
    expect(page.get_by_role("contentinfo")).to_contain_text("Ada")
    known = Person(server).page(table).state["view"]["players"][0]["hand"]
    hand = [card for card in asked.state["view"]["players"][0]["hand"] if card not in known]
    # And after the connection was lost.
    server.stop()
    visits.expected = ("WebSocket", "Failed to load")
    expect(page.get_by_text("Connection lost")).to_be_visible()
    server.start()
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    page.wait_for_timeout(500)
    assert found(page, ["Kernault"]) == ["Kernault"]
    assert found(page, [*readers, *(cards[card] for card in hand)]) == []


def test_who_looks_on_later_is_told_so(server: HurriedServer, visits: Visits) -> None:
    ada = Person(server, "Ada")
    table = ada.set_table(ME, GREEDY, first=0, delay=2)["id"]
    page = visits.somebody().new_page()
    page.goto(f"{server.address}/t/{table}")
    expect(page.get_by_text("You see this table 2 seconds after its players.")).to_be_visible()
    page.goto(f"{server.address}/tv/{table}")
    expect(page.get_by_text("shown 2 seconds late")).to_be_visible()
    mine = at(visits.somebody(), ada, server)
    mine.goto(f"{server.address}/t/{table}")
    expect(mine.get_by_role("region", name="Characters")).to_be_visible()
    expect(mine.get_by_text("You see this table")).to_have_count(0)
