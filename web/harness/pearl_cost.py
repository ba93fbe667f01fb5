"""What taking a pearl costs the main thread of a page: this client against that of an older checkout.

    .venv/bin/python web/harness/pearl_cost.py OLDER [--rounds 6] [--players 3] [--trace FOLDER]

OLDER is a checkout, with its `.venv`, of the commit to compare with; each client is served by the server of its own
checkout. Both are at the same moment of the same game, are asked in turn in one run with animations on, and medians are
compared. The times are processor time of the main thread, which a busy machine changes little.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright

HERE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HERE / "tests"))

PARTS = ("TaskDuration", "RecalcStyleDuration", "LayoutDuration", "ScriptDuration")
COUNTS = ("RecalcStyleCount", "LayoutCount", "Nodes")
SCREENS = {"desktop": (1440, 900), "phone": (390, 844)}
CATEGORIES = ("devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "blink", "cc", "v8")
# Until the page has come to rest, and drawn its bitmaps, on a busy machine too; and for the whole flight of a pearl.
REST, WATCHED = 20.0, 3.0
SERVE = r"""
import json, sys
sys.path.insert(0, "tests")
from pathlib import Path
from browser_build import HurriedServer, Moment
from worldgates.server.protocol import BotSeat, Me

class Kept:
    def add_cookies(self, cookies):
        self.cookies = cookies

with HurriedServer(Path(sys.argv[1])) as server:
    moment = json.loads(sys.stdin.readline())
    players, seed, played = moment["players"], moment["seed"], moment["played"]
    seats = [Me(), *[BotSeat("greedy")] * (players - 1)]
    for _ in sys.stdin:
        kept = Kept()
        table = server.lay(Moment("molthar", seats, seed, [tuple(each) for each in played], {}), kept)
        print(json.dumps([f"{server.address}/t/{table}", kept.cookies]), flush=True)
"""
Tables = Iterator[tuple[str, list[Any]]]


def middle_of_a_game(players: int) -> dict[str, Any]:
    """The first turn of seat 0 from round 6 on that can begin with two pearls."""
    from browser_build import moments

    from worldgates.server.protocol import BotSeat

    def wanted(view: dict[str, Any], action: dict[str, Any]) -> bool:
        me = view["players"][0]
        return bool(
            view["round"] >= 6 and action["do"] == "take" and view["turn"]["actions_left"] == 3 and len(me["hand"]) <= 3
        )

    found = moments({"pearl": wanted}, *[BotSeat("greedy")] * (players - 1))["pearl"]
    return {"players": players, "seed": found.seed, "played": found.played}


@contextmanager
def tables(checkout: Path, moment: dict[str, Any]) -> Iterator[Tables]:
    """A server of a checkout, and a table at that moment each time one is asked for."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(checkout / ".venv/bin/python"), "-c", SERVE, folder]
        process = subprocess.Popen(command, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin
        assert process.stdout

        def lay() -> Tables:
            assert process.stdin
            assert process.stdout
            while True:
                process.stdin.write("\n")
                process.stdin.flush()
                yield tuple(json.loads(process.stdout.readline()))

        process.stdin.write(json.dumps(moment) + "\n")
        yield lay()
        process.stdin.close()
        process.wait()


def take_pearls(browser: Browser, laid: Tables, screen: str, costs: dict[str, list[float]], trace: Path | None) -> None:
    """Two pearls are taken and measured."""
    width, height = SCREENS[screen]
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if screen == "phone" else {}
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en", color_scheme="dark", **touch
    )
    context.add_init_script("if (location.host) localStorage['worldgates.confirm'] ??= 'never'")
    address, cookies = next(laid)
    context.add_cookies(cookies)
    page = context.new_page()
    page.goto(address)
    page.wait_for_function("() => document.title.startsWith('●')", timeout=60_000)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    hand = page.get_by_role("region", name="Ada").get_by_role("button", name=re.compile(r"^Pearl \d"))
    time.sleep(REST)
    had = hand.count()
    for number in (0, 1):
        pearl = page.get_by_role("region", name="Pearls").get_by_role("button", name="Pearl ").nth(1 + number)
        box = pearl.bounding_box()
        assert box
        if trace and not number:
            browser.start_tracing(page=page, path=trace, categories=list(CATEGORIES))
        before = metrics(session)
        # No locator: what Playwright asks the page before it clicks would count.
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        time.sleep(WATCHED)
        after = metrics(session)
        if trace and not number:
            browser.stop_tracing()
        for name in (*PARTS, *COUNTS):
            costs.setdefault(name, []).append(after[name] - (0 if name == "Nodes" else before[name]))
    assert hand.count() == had + 2, f"{address}: {had} pearls, then {hand.count()}"
    context.close()


def metrics(session: CDPSession) -> dict[str, float]:
    return {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("older", type=Path)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--screens", nargs="*", default=list(SCREENS))
    parser.add_argument("--trace", type=Path, help="put a trace of the first pearl of each client here")
    options = parser.parse_args()
    moment = middle_of_a_game(options.players)
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        clients = {"old": options.older, "new": HERE}
        laid = {name: stack.enter_context(tables(checkout, moment)) for name, checkout in clients.items()}
        for screen in options.screens:
            costs: dict[str, dict[str, list[float]]] = {name: {} for name in clients}
            for number in range(options.rounds):
                for name in clients:
                    trace = options.trace / f"{screen}-{name}.json" if options.trace and not number else None
                    take_pearls(browser, laid[name], screen, costs[name], trace)
            print(f"{screen}, {options.players} players, medians of {2 * options.rounds} pearls, old and new")
            for part in PARTS:
                was, now = (1000 * statistics.median(costs[name][part]) for name in clients)
                print(f"  {part:20} {was:8.1f} ms {now:8.1f} ms   {now / was:.2f}")
            for count in COUNTS:
                was, now = (statistics.median(costs[name][count]) for name in clients)
                print(f"  {count:20} {was:8.0f}    {now:8.0f}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
