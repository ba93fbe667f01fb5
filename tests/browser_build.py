"""Games played through the page: a server whose bots hurry, tables laid at any moment of a game, and a player.

A player knows only what the page says: regions, buttons, their names, and whether they can be pressed.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page
from server_build import Server

from worldgates.api.game import begin
from worldgates.bots.ladder import make_policy
from worldgates.bots.policy import decide
from worldgates.core import shapes
from worldgates.core.chance import FastChance
from worldgates.core.formats import read
from worldgates.core.gametype import Games
from worldgates.server.api import COOKIE
from worldgates.server.database import FILE
from worldgates.server.protocol import BotSeat, Friend, Here, Me, SeatRequest
from worldgates.server.registry import visitor_id
from worldgates.server.table import Played, Sit, TableConfig, write_config, write_entry

# Actions, events and views as the page reads them.
Action = dict[str, Any]
Event = dict[str, Any]
View = dict[str, Any]
FRIENDS = ("Bea", "Cleo")


class HurriedServer(Server):
    """A server whose bots do not pause. Started again it is where it was, at the same address."""

    def __init__(self, folder: Path, reaction: float = 0.5, settings: str = "", bots: Sequence[str] = ()) -> None:
        self.folder = folder
        super().__init__(folder, pause=0.01, reaction=reaction, settings=settings, bots=bots)

    def __enter__(self) -> HurriedServer:
        return self

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    def _database(self) -> sqlite3.Connection:
        return sqlite3.connect(self.folder / FILE, timeout=10, isolation_level=None)

    def lay(self, moment: GameMoment, context: BrowserContext, *friends: BrowserContext, language: str = "en") -> str:
        """A table at this moment of its game; its id. Ada sits at the browser of the first context, her friends at
        those that follow, and whoever else is no bot beside her."""
        id, now = secrets.token_hex(8), time.time()
        tokens = [secrets.token_hex(16) for _ in (context, *friends)]
        visitors = [visitor_id(token) for token in tokens]
        for each, token in zip((context, *friends), tokens, strict=True):
            each.add_cookies([{"name": COOKIE, "value": token, "url": self.address}])
        come = iter(zip(visitors[1:], FRIENDS, strict=False))
        persons: dict[int, tuple[str, str]] = {}
        for seat, request in enumerate(moment.seats):
            if isinstance(request, Friend):
                persons[seat] = next(come)
            elif not isinstance(request, BotSeat):
                persons[seat] = (visitors[0], request.name if isinstance(request, Here) else "Ada")
        found = Games().get(moment.game)
        config = TableConfig(
            moment.game, moment.seats, moment.seed, visitors[0], found.edition, found.rules, starting_seat=0
        )
        entries = [write_entry(Sit(seat, visitor, name, seat, now)) for seat, (visitor, name) in persons.items()]
        for seat, action in moment.played:
            played: shapes.Action = read(action, found.action_type)
            entries.append(write_entry(Played(seat, played, now, seat not in persons)))
        with closing(self._database()) as database:
            database.execute("BEGIN IMMEDIATE")
            database.executemany(
                "INSERT INTO visitors (id, name, colour, language, seen) VALUES (?, ?, 0, ?, ?)",
                [(visitor, name, language, now) for visitor, name in {**dict(persons.values())}.items()],
            )
            row = (id, f"TEST-{id}", write_config(config).decode(), "playing", now, now)
            database.execute(
                "INSERT INTO tables (id, code, setting, status, began, changed) VALUES (?, ?, ?, ?, ?, ?)", row
            )
            sitting = [(id, seat, visitor) for seat, (visitor, _) in persons.items()]
            database.executemany("INSERT INTO seats VALUES (?, ?, ?)", sitting)
            rows = [(id, number, entry.decode(), now) for number, entry in enumerate(entries)]
            database.executemany("INSERT INTO entries (table_id, number, entry, at) VALUES (?, ?, ?, ?)", rows)
            database.execute("COMMIT")
        return id

    def setting(self, table: str) -> dict[str, Any]:
        """What a table was set for, as it is kept."""
        with closing(self._database()) as database:
            [(setting,)] = database.execute("SELECT setting FROM tables WHERE id = ?", (table,))
            return dict(msgspec.json.decode(setting))

    def over(self, table: str) -> bool:
        with closing(self._database()) as database:
            [(status,)] = database.execute("SELECT status FROM tables WHERE id = ?", (table,))
            return bool(status == "over")

    def entries(self, table: str) -> list[Action]:
        """What was done at a table, as it is kept."""
        with closing(self._database()) as database:
            rows = database.execute("SELECT entry FROM entries WHERE table_id = ? ORDER BY number", (table,))
            return [msgspec.json.decode(entry) for (entry,) in rows]


class Visits:
    """Pages of this test. What their consoles complain of fails it."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        # What the console may say where a test takes away the server or the network.
        self.expected: tuple[str, ...] = ()

    def somebody(self, width: int = 1440, height: int = 900, confirm: str = "never", **more: object) -> BrowserContext:
        """A browser of somebody who was never here, but for one setting: whether moves are confirmed."""
        settings = {"reduced_motion": "reduce", "locale": "en", "color_scheme": "dark", **more}
        context = self.browser.new_context(viewport={"width": width, "height": height}, **settings)  # type: ignore[arg-type]
        context.set_default_timeout(15_000)
        context.add_init_script(f"if (location.host) localStorage['worldgates.confirm'] ??= '{confirm}'")
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.contexts.append(context)
        return context

    def phone(self, width: int = 390, height: int = 844, confirm: str = "never", **more: object) -> BrowserContext:
        return self.somebody(width, height, confirm, has_touch=True, is_mobile=True, **more)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.expected):
            self.complaints.append(message.text)


# Moments of games.


@dataclass(frozen=True)
class GameMoment:
    """A game up to a decision of seat 0, and the action that is wanted there."""

    game: str
    seats: list[SeatRequest]
    seed: str
    played: list[tuple[int, Action]]
    action: Action


Condition = Callable[[View, Action], bool]
# What is wished for of what a bot at seat 0 does: by what came of it.
Outcome = Callable[[Action, list[Event]], bool]
MOST_GAMES = 400


def moments(
    conditions: dict[str, Condition],
    *others: SeatRequest,
    of: str = "molthar",
    outcomes: dict[str, Outcome] | None = None,
    first: int = 0,
) -> dict[str, GameMoment]:
    """For each wish the first moment, in games of bots from the first one on, at which seat 0 may do what is wished."""
    type, results = Games().get(of), outcomes or {}
    seats: list[SeatRequest] = [Me(), *(others or (BotSeat("greedy"), BotSeat("greedy")))]
    players = len(seats)
    wanted = {*conditions, *results}
    found: dict[str, GameMoment] = {}
    for number in range(first, first + MOST_GAMES):
        if len(found) == len(wanted):
            break
        seed = f"{number:064x}"
        game = begin(type, players, seed, starting_seat=0)
        bots = [make_policy("greedy", of, FastChance.seeded(number * players + seat)) for seat in range(players)]
        played: list[tuple[int, Action]] = []
        while (seat := game.seat) is not None:
            if seat == 0 and not found.keys() >= conditions.keys():
                view = game.view(0).to_dict()
                for action in [legal.to_dict() for legal in game.legal_actions]:
                    for name, condition in conditions.items():
                        if name not in found and condition(view, action):
                            found[name] = GameMoment(of, seats, seed, list(played), action)
            events = [entry.event.to_dict() for entry in game.play_number(int(decide(bots[seat], game.table)))]
            game.forget()
            action = game.actions[-1].to_dict()
            for name, outcome in results.items():
                if seat == 0 and name not in found and outcome(action, events):
                    found[name] = GameMoment(of, seats, seed, list(played), action)
            played.append((seat, action))
    assert found.keys() == wanted, f"in {MOST_GAMES} games never: {wanted - found.keys()}"
    return found


@cache
def near_the_end(of: str, bots: int = 2) -> GameMoment:
    """A turn of the last round; in La clef des mondes one in which seat 0 goes home, and nobody can stop that."""
    others = [BotSeat("greedy")] * bots
    if of == "molthar":
        return moments({"end": lambda view, _: view["final_round"]}, *others)["end"]
    home: Outcome = lambda _, events: [each["event"] for each in events] == ["go_home", "move", "over"]  # noqa: E731
    return moments({}, *others, of=of, outcomes={"end": home})["end"]


# A player.


AGAIN = {"en": "Play again", "fr": "Rejouer", "it": "Gioca ancora"}

READ = """
(table) => {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const said = (element) => element.getAttribute("aria-label") ?? element.innerText.trim();
  const shown = [...table.querySelectorAll("button")].map((button, number) => ({ button, number }));
  return shown.filter(({ button }) => seen(button)).map(({ button, number }) => ({
    number,
    name: said(button),
    region: button.closest("section[aria-label], dialog[aria-label]")?.getAttribute("aria-label") ?? "",
    ready: !button.disabled && button.getAttribute("aria-disabled") !== "true",
  }));
}
"""

# Somebody at this page is asked, or the game is over, or the screen goes to somebody else.
READY = """
() => !document.querySelector(".busy") && (
  document.title.startsWith("●") && document.querySelector("main section button")
  || document.querySelector("dialog[open] footer a[href='/'], [role=dialog][aria-modal=true]"))
"""


@dataclass(frozen=True)
class Button:
    # Which of the buttons of the table it is, in the order of the page.
    number: int
    name: str
    region: str
    ready: bool


@dataclass
class Player:
    """Somebody who reads the page and presses what can be pressed: with a mouse, a finger or the keyboard."""

    page: Page
    name: str
    language: str = "en"
    press: Callable[[Locator], None] = lambda button: button.click()
    before_each: Callable[[Player], None] = lambda _: None
    moves: int = 0

    @property
    def main(self) -> Locator:
        return self.page.get_by_role("main")

    @property
    def over(self) -> bool:
        return self.page.get_by_role("dialog").get_by_role("button", name=AGAIN[self.language], exact=True).count() > 0

    def region(self, name: str) -> Locator:
        return self.main.get_by_role("region", name=name, exact=True)

    def button(self, region: str, name: str | re.Pattern[str]) -> Locator:
        exact = isinstance(name, str)
        return self.region(region).get_by_role("button", name=name, exact=exact, disabled=False)

    def wait(self, seconds: int = 15) -> None:
        """Until this player is asked something, or the game is over."""
        self.page.wait_for_function(READY, timeout=seconds * 1000)
        curtain = self.page.get_by_role("button", name="I am ")
        if curtain.count():
            self.name = curtain.inner_text().removeprefix("I am ")
            self.press(curtain)
            self.page.wait_for_function(READY)

    def read(self) -> list[Button]:
        return [Button(**button) for button in self.main.evaluate(READ)]

    @property
    def asked(self) -> bool:
        return bool(self.page.evaluate(READY))

    def play_on(self, most: int = 400) -> None:
        """Play to the end of the game, or for so many moves."""
        for _ in range(most):
            self.wait()
            if self.over:
                return
            self.before_each(self)
            self.moves += 1
            self.move()
        assert most < 400, "the game does not end"

    def move(self) -> None:
        """One decision, as somebody would make it who wants to win and thinks little."""
        raise NotImplementedError

    def _press(self, button: Button) -> None:
        self.press(self.main.locator("button").nth(button.number))


def play_together(*players: Player, most: int = 400) -> None:
    """Play to the end, or for so many moves, whoever is asked."""
    while not all(player.over for player in players):
        for player in players:
            if player.asked and not player.over:
                if sum(player.moves for player in players) == most:
                    return
                player.moves += 1
                player.move()


TITLES = {"molthar": "Portals of Molthar", "clef": "La clef des mondes"}


def gate(page: Page, of: str) -> Locator:
    """The gate to a game, in the lobby."""
    return page.get_by_role("region", name=TITLES[of], exact=True)


def set_table(page: Page, name: str, *seats: str, of: str = "molthar", rounds: int = 0) -> None:
    """Set a table from the lobby: for oneself, and others of these kinds; for so many rounds at most, if any."""
    gate(page, of).get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("button", name="Remove seat 3").click()
    for number, kind in enumerate(seats, start=2):
        if number > 2:
            dialog.get_by_role("button", name="Add a seat").click()
        dialog.get_by_role("combobox", name=f"Seat {number}", exact=True).select_option(kind)
    if rounds:
        dialog.get_by_role("spinbutton").fill(str(rounds))
    dialog.get_by_role("button", name="Open the table").click()


TAKES_OVER = {"en": "Let a bot play for me", "it": "Fai giocare un bot per me"}


def leave_it_to_a_bot(player: Player) -> None:
    """Let a bot play on, unless the game is over before."""
    if not player.over:
        player.page.get_by_role("button", name="Menu").click()
        player.page.get_by_role("button", name=TAKES_OVER[player.language]).click()


def come_back_at_the_end(server: HurriedServer, *players: Player, seconds: int = 100) -> None:
    """Let bots play to the end, and look at the table again then: a page that draws every move of theirs takes its
    time, and other tests look at that."""
    tables = {player.page.url.rpartition("/")[2] for player in players}
    for player in players:
        leave_it_to_a_bot(player)
        player.page.goto("about:blank")
    for table in tables:
        deadline = time.monotonic() + seconds
        while not server.over(table):
            assert time.monotonic() < deadline, "bots do not finish"
            time.sleep(0.1)
    for player in players:
        player.page.go_back()
        player.wait()
