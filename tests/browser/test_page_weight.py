"""How much a page loads: few requests, few bytes, and on the next visit nothing that has not changed."""

from __future__ import annotations

from typing import Any

import pytest
from browser_build import HurriedServer, Visits, moments
from playwright.sync_api import Page

pytestmark = pytest.mark.xdist_group("browser weight")

MOST_REQUESTS = 20
MOST_BYTES = 300_000


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
