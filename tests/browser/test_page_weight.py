"""How much a page loads: few requests, few bytes, and on the next visit nothing that has not changed. And how little of
it is drawn anew when a pearl is taken."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from browser_build import HurriedServer, Visits, moments
from playwright.sync_api import Page

pytestmark = pytest.mark.xdist_group("browser weight")

MOST_REQUESTS = 20
MOST_BYTES = 300_000
# In elements, because milliseconds would tell how busy the machine is.
MOST_STYLED = {"desktop": 220, "phone": 150}
MOST_ELEMENTS = {"desktop": 1500, "phone": 900}
# Until the pearls have landed and nothing moves any more.
LANDED_MS = 2000


class Traffic:
    """The requests of a page with their sizes on the wire, and how long each answer may be kept."""

    def __init__(self, page: Page) -> None:
        self.addresses: dict[str, str] = {}
        self.kept: dict[str, str] = {}
        self.bytes = 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._finished)

    def _sent(self, event: dict[str, Any]) -> None:
        if event["request"]["url"].startswith("http"):
            self.addresses[event["requestId"]] = event["request"]["url"]

    def _answered(self, event: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in event["response"]["headers"].items()}
        self.kept[event["response"]["url"]] = headers.get("cache-control", "")

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.addresses:
            self.bytes += int(event["encodedDataLength"])


@pytest.mark.parametrize("of", ["molthar", "clef"])
def test_a_table_needs_few_requests(of: str, server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody()
    table = server.lay(moments({"first": lambda view, _: view["round"] > 0}, of=of)["first"], context)
    page = context.new_page()
    traffic = Traffic(page)
    page.goto(f"{server.address}/t/{table}", wait_until="networkidle")
    page.get_by_role("main").get_by_role("button").first.wait_for()
    addresses = list(traffic.addresses.values())
    assert len(addresses) <= MOST_REQUESTS, addresses
    assert traffic.bytes <= MOST_BYTES, traffic.bytes
    # The names of built files change with their content.
    built = [address for address in addresses if "/assets/" in address]
    assert built
    assert all("max-age=31536000" in traffic.kept[address] for address in built), traffic.kept


def test_the_first_page_is_light(server: HurriedServer, visits: Visits) -> None:
    page = visits.somebody().new_page()
    traffic = Traffic(page)
    page.goto(server.address, wait_until="networkidle")
    page.get_by_role("button", name="Open a table").first.wait_for()
    assert len(traffic.addresses) <= MOST_REQUESTS, list(traffic.addresses.values())
    assert traffic.bytes <= MOST_BYTES, traffic.bytes


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_taking_a_pearl_styles_few_elements(screen: str, server: HurriedServer, visits: Visits) -> None:
    def in_the_middle(view: dict[str, Any], action: dict[str, Any]) -> bool:
        hand = view["players"][0]["hand"]
        return view["round"] >= 6 and action["do"] == "take" and view["turn"]["actions_left"] == 3 and len(hand) <= 3

    context = (visits.somebody if screen == "desktop" else visits.phone)(reduced_motion="no-preference")
    page = context.new_page()
    page.goto(f"{server.address}/t/{server.lay(moments({'pearl': in_the_middle})['pearl'], context)}")
    hand = page.get_by_role("region", name="Ada").get_by_role("button", name=re.compile(r"^Pearl \d"))
    pearl = page.get_by_role("region", name="Pearls").get_by_role("button", name="Pearl ").nth(1)
    pearl.wait_for()
    # The page is at rest when its drawings have become bitmaps.
    page.wait_for_function(
        """() => [...document.querySelectorAll('.pic')].every(
            (drawing) => getComputedStyle(drawing).backgroundImage.includes('image/png'))""",
        timeout=60_000,
    )
    assert page.locator("*").count() <= MOST_ELEMENTS[screen]
    had, box = hand.count(), pearl.bounding_box()
    assert box
    visits.browser.start_tracing(page=page, categories=["devtools.timeline"])
    # No locator: what Playwright asks the page before it clicks would count.
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(LANDED_MS)
    trace = json.loads(visits.browser.stop_tracing())["traceEvents"]
    assert hand.count() == had + 1
    styled = [event["args"].get("elementCount", 0) for event in trace if event["name"] == "UpdateLayoutTree"]
    assert 0 < sum(styled) <= MOST_STYLED[screen], styled
