"""The page as an app: installed, without a network, after an update, and telling people that a game waits for them."""

from __future__ import annotations

import pytest
from browser_build import HurriedServer, Visits
from browser_fixtures import WHOLE_BROWSERS
from mail_build import Post, link
from playwright.sync_api import BrowserContext, Page, expect
from server_build import BOT, FRIEND, ME, Person

from worldgates.server.api import COOKIE

pytestmark = pytest.mark.xdist_group("browser app")

BROWSERS = WHOLE_BROWSERS  # others have no notifications

# A page that can be told to be out of sight, and that remembers when the browser was asked for permission.
AWAY = """
Object.defineProperty(document, "hidden", { get: () => Boolean(globalThis.away) });
globalThis.asked = 0;
const ask = Notification.requestPermission.bind(Notification);
Notification.requestPermission = () => { globalThis.asked++; return ask(); };
"""
NOTICES = """
async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body, tag, data }) => [title, body, tag, data.path]);
}
"""
MY_TURN = "() => document.title.startsWith('●')"
KEPT = """
async () => (await (await caches.open("worldgates-1")).keys()).map((each) => new URL(each.url).pathname)
"""
MEASURE = """
async (src) => {
  const image = new Image();
  image.src = src;
  await image.decode();
  return [image.naturalWidth, image.naturalHeight];
}
"""


def known(context: BrowserContext, server: HurriedServer, name: str = "Ada") -> Person:
    """Somebody who was here before, and a browser of theirs."""
    person = Person(server, name)
    context.add_cookies([{"name": COOKIE, "value": person.cookie.split("=", 1)[1], "url": server.address}])
    return person


def notices(page: Page, seconds: float = 10) -> list[list[str]]:
    """The notifications of the page, as soon as there are some."""
    found: list[list[str]] = []
    for _ in range(int(seconds * 10)):
        if found := page.evaluate(NOTICES):
            break
        page.wait_for_timeout(100)
    return found


def controlled(page: Page, server: HurriedServer) -> None:
    """A visit that the service worker serves: the second."""
    page.goto(server.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.reload()
    page.get_by_role("heading", level=1).wait_for()
    assert page.evaluate("navigator.serviceWorker.controller !== null")


def test_the_manifest_and_its_icons(server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody()
    page = context.new_page()
    page.goto(server.address)
    manifest = context.new_cdp_session(page).send("Page.getAppManifest")
    assert manifest["url"] == f"{server.address}/manifest.webmanifest"
    assert manifest["errors"] == []
    icons = page.evaluate("fetch('/manifest.webmanifest').then((it) => it.json()).then((it) => it.icons)")
    sizes = {}
    for icon in icons:
        width, height = page.evaluate(MEASURE, icon["src"])
        assert icon["sizes"] in ("any", f"{width}x{height}")
        sizes[icon["sizes"]] = width
    assert sizes["192x192"] == 192
    assert sizes["512x512"] == 512


def test_the_page_is_installed(server: HurriedServer, visits: Visits) -> None:
    page = visits.somebody().new_page()
    page.goto(server.address)
    install = page.get_by_role("button", name="Install as an app")
    page.get_by_role("heading", level=1).wait_for()
    expect(install).to_have_count(0)
    # The browser offers it when it sees fit: here, now.
    page.evaluate(
        "dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }),"
        " { prompt: async () => { globalThis.prompted = true } }))"
    )
    install.click()
    expect(install).to_have_count(0)
    assert page.evaluate("globalThis.prompted")


@pytest.mark.parametrize(
    ("language", "closed", "again"),
    [
        ("en", "The gates are closed", "Try again"),
        ("fr", "Les portes sont fermées", "Réessayer"),
        ("it", "Le porte sono chiuse", "Riprova"),
    ],
)
def test_without_a_server_there_is_a_page_that_says_so(
    language: str, closed: str, again: str, tmp_path_factory: pytest.TempPathFactory, visits: Visits
) -> None:
    visits.expected = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")
    with HurriedServer(tmp_path_factory.mktemp("mortal")) as server:
        page = visits.somebody(locale=language).new_page()
        controlled(page, server)
        title = page.get_by_role("heading", level=1).inner_text()
        server.kill()
        page.goto(f"{server.address}/rules/molthar")
        expect(page.get_by_role("heading")).to_have_text([closed])
        expect(page.locator("img")).to_have_js_property("complete", True)
        assert page.evaluate("document.querySelector('img').naturalWidth") > 0
        server.start()
        page.get_by_role("link", name=again).click()
        page.get_by_role("heading", level=1).wait_for()
        page.goto(server.address)
        expect(page.get_by_role("heading", level=1)).to_have_text(title)


def test_files_are_kept_and_answers_are_not(server: HurriedServer, visits: Visits) -> None:
    page = visits.somebody().new_page()
    controlled(page, server)
    found = page.evaluate(KEPT)
    assert any(path.startswith("/assets/") and path.endswith(".js") for path in found)
    rest = {path for path in found if not path.startswith("/assets/")}
    assert rest == {"/offline.html", "/offline.js", "/icons/icon.svg"}
    # What is kept comes from there.
    page.reload()
    page.get_by_role("heading", level=1).wait_for()
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').filter((it) => it.name.includes('/assets/'))"
        ".map((it) => it.transferSize)"
    )
    assert sizes
    assert not any(sizes)


def test_a_new_version_is_announced(server: HurriedServer, visits: Visits) -> None:
    page = visits.somebody().new_page()
    page.clock.install()
    page.goto(server.address)
    page.get_by_role("heading", level=1).wait_for()
    banner = page.get_by_role("status").filter(has_text="There is a new version of Worldgates.")
    page.clock.fast_forward("11:00")
    page.wait_for_load_state("networkidle")
    expect(banner).to_have_count(0)
    # The server is another: its page names other files.
    other = '<!doctype html><script type="module" src="/assets/index-another.js"></script>'
    page.route(
        f"{server.address}/",
        lambda route: (
            route.fulfill(body=other, content_type="text/html")
            if route.request.resource_type == "fetch"
            else route.continue_()
        ),
    )
    page.clock.fast_forward("11:00")
    expect(banner).to_be_visible()
    with page.expect_navigation():
        banner.get_by_role("button", name="Reload").click()
    page.get_by_role("heading", level=1).wait_for()
    expect(banner).to_have_count(0)


def begin_with_a_friend(server: HurriedServer, ada: Person, name: str = "") -> tuple[str, Person]:
    """A table of Ada's at which her friend begins."""
    table = ada.set_table(ME, FRIEND, first=1, name=name)["id"]
    bea = Person(server, "Bea")
    bea.ask("POST", f"/api/tables/{table}/join", {})
    return table, bea


def play_a_turn(person: Person, table: str) -> None:
    page = person.page(table)
    while page.state["asked"]:
        page.play()
    page.close()


def test_a_notification_when_it_is_ones_turn(server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody()
    context.add_init_script(AWAY)
    context.grant_permissions(["notifications"], origin=server.address)
    ada = known(context, server)
    table, bea = begin_with_a_friend(server, ada, "Thursday")
    page = context.new_page()
    page.goto(f"{server.address}/t/{table}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Turn notifications").get_by_role("radio", name="On").check(force=True)
    # Before its worker is there a page notifies by itself, which cannot be read here.
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.keyboard.press("Escape")
    page.evaluate("away = true")
    play_a_turn(bea, table)
    page.wait_for_function(MY_TURN)
    assert notices(page) == [["It’s your turn", "“Thursday” is waiting for you.", table, f"/t/{table}"]]


def test_the_lobby_hears_of_other_tables(server: HurriedServer, visits: Visits) -> None:
    """A minute later, out of sight, with a notification; and the number of games is on the page's sign."""
    context = visits.somebody()
    context.add_init_script(AWAY)
    context.grant_permissions(["notifications"], origin=server.address)
    ada = known(context, server)
    table, bea = begin_with_a_friend(server, ada)
    page = context.new_page()
    page.clock.install()
    page.goto(server.address)
    expect(page).to_have_title("Worldgates")
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    plain = page.locator("link[rel=icon]").get_attribute("href")
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_role("group", name="Turn notifications").get_by_role("radio", name="On").check(force=True)
    # Before its worker is there a page notifies by itself, which cannot be read here.
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.keyboard.press("Escape")
    page.evaluate("away = true")
    play_a_turn(bea, table)
    page.clock.fast_forward("01:01")
    expect(page).to_have_title("(1) Worldgates")
    assert page.locator("link[rel=icon]").get_attribute("href") != plain
    assert notices(page) == [["It’s your turn", "A game of Worldgates is waiting for you.", table, f"/t/{table}"]]
    row = page.get_by_role("listitem").filter(has_text="your turn")
    row.get_by_role("link", name="Return").click()
    page.wait_for_function(MY_TURN)


def test_nothing_is_asked_or_said_unless_one_wants_it(server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody()
    context.add_init_script(AWAY)
    ada = known(context, server)
    table, bea = begin_with_a_friend(server, ada)
    page = context.new_page()
    page.goto(f"{server.address}/t/{table}")
    page.evaluate("away = true")
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    play_a_turn(bea, table)
    page.wait_for_function(MY_TURN)
    assert notices(page, 1) == []
    assert page.evaluate("asked") == 0
    page.evaluate("away = false")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("group", name="Turn notifications").get_by_role("radio", name="Off")).to_be_checked()


def test_games_that_wait_come_first(server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody()
    ada = known(context, server)
    for name in ("Monday", "Tuesday"):
        ada.set_table(ME, BOT, first=0, name=name, clock={"hours": 48})
    begin_with_a_friend(server, ada, "Wednesday")
    page = context.new_page()
    page.goto(server.address)
    expect(page).to_have_title("(2) Worldgates")
    rows = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Return"))
    expect(rows).to_contain_text(["day", "day", "Wednesday"])
    expect(rows.nth(0)).to_contain_text("over days")
    rows.nth(0).get_by_role("link").click()
    expect(page.get_by_text("Ada 2 days")).to_be_visible()
    # Of the other one this page tells in its title when it has nothing else to tell.
    page.goto(f"{server.address}/t/{begin_with_a_friend(server, ada)[0]}")
    expect(page).to_have_title("(2) Portals of Molthar")


def test_a_table_over_days_that_is_seen_later(server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody()
    ada = known(context, server)
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Open a table").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Clock").select_option("3 days for each decision")
    dialog.get_by_label("Spectators see the game").select_option("5 minutes late")
    dialog.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="The table is ready").wait_for()
    [table] = ada.ask("GET", "/api/me")["tables"]
    assert table["slow"]
    assert server.setting(table["id"])["clock"]["hours"] == 72
    assert server.setting(table["id"])["delay"] == 300


def test_the_waiting_room(server: HurriedServer, visits: Visits) -> None:
    """Friends can talk before the game, and hear that a link to this machine is good on this machine alone."""
    context = visits.somebody()
    ada = known(context, server)
    table = ada.set_table(ME, FRIEND)["id"]
    page, guest = context.new_page(), visits.somebody().new_page()
    page.goto(f"{server.address}/t/{table}")
    expect(page.get_by_text("./worldgates --host 0.0.0.0")).to_be_visible()
    known(guest.context, server, "Bea")
    guest.goto(f"{server.address}/t/{table}")
    guest.get_by_role("textbox", name="Say something…").fill("Is this seat free?")
    guest.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Chat").first).to_contain_text("Bea Is this seat free?")


def test_mails_are_wanted_or_not(tmp_path_factory: pytest.TempPathFactory, visits: Visits) -> None:
    """Somebody gives an address in the settings, agrees in the mail, and takes it back."""
    post = Post()
    with HurriedServer(tmp_path_factory.mktemp("mail"), settings=f"[notify]\n{post.settings}") as server:
        context = visits.somebody()
        known(context, server)
        page = context.new_page()
        page.goto(server.address)
        settings = page.get_by_role("button", name="Settings", exact=True)
        settings.click()
        page.get_by_role("textbox", name="By e-mail too").fill("ada@example.org")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Open the link in the e-mail")).to_be_visible()
        [(to, mail)] = post.wait(1)
        assert to == "ada@example.org"
        page.goto(server.address + link(mail, server))
        expect(page.get_by_role("status").filter(has_text="We’ll e-mail you")).to_be_visible()
        assert page.url == f"{server.address}/"
        settings.click()
        expect(page.get_by_text("We’ll e-mail this address")).to_be_visible()
        page.get_by_role("textbox", name="By e-mail too").fill("")
        page.get_by_role("dialog").get_by_role("button", name="Save").first.click()
        expect(page.get_by_text("Enter an address")).to_be_visible()


def test_where_no_mails_are_sent_none_are_offered(server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody()
    known(context, server)
    page = context.new_page()
    page.goto(f"{server.address}/?mail=off")
    expect(page.get_by_role("status").filter(has_text="any more e-mails")).to_be_visible()
    with page.expect_response("**/api/me/mail"):
        page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_role("group", name="Turn notifications").get_by_role("radio", name="Off").wait_for(state="attached")
    expect(page.get_by_role("textbox", name="By e-mail too")).to_have_count(0)
