"""Games played through the page: a server whose bots hurry, tables laid at any moment of a game, and a player.

A player knows only what the page says: regions, buttons, their names, and whether they can be pressed.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page
from server_build import Server

from worldgates.bots import make_bot
from worldgates.core.chance import FastChance
from worldgates.core.games import game
from worldgates.core.session import Session
from worldgates.server.app import COOKIE
from worldgates.server.house import visitor_id
from worldgates.server.protocol import BotSeat, Here, Me, SeatWish
from worldgates.server.store import FILE
from worldgates.server.table import Played, Setting, Sit, write_entry, write_setting

Action = dict[str, Any]


class HurriedServer(Server):
    """A server whose bots do not pause. Started again it is where it was, at the same address."""

    def __init__(self, folder: Path, reaction: float = 0.5, settings: str = "") -> None:
        self.folder = folder
        super().__init__(folder, pause=0.01, reaction=reaction, settings=settings)

    def __enter__(self) -> HurriedServer:
        return self

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    def _database(self) -> sqlite3.Connection:
        return sqlite3.connect(self.folder / FILE, timeout=10, isolation_level=None)

    def lay(self, moment: Moment, context: BrowserContext, name: str = "Ada") -> str:
        """A table at this moment of its game, with the visitor of a context at all seats that are no bot's; its id."""
        token, id, now = secrets.token_hex(16), secrets.token_hex(8), time.time()
        visitor = visitor_id(token)
        context.add_cookies([{"name": COOKIE, "value": token, "url": self.address}])
        setting = Setting("molthar", moment.seats, moment.seed, visitor, first=0)
        persons = {
            seat: wish.name if isinstance(wish, Here) else name
            for seat, wish in enumerate(moment.seats)
            if not isinstance(wish, BotSeat)
        }
        entries = [write_entry(Sit(seat, visitor, who, seat, now)) for seat, who in persons.items()]
        entries += [write_entry(Played(seat, action, now, seat not in persons)) for seat, action in moment.played]
        with closing(self._database()) as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute(
                "INSERT INTO visitors (id, name, colour, language, seen) VALUES (?, ?, 0, 'en', ?)",
                (visitor, name, now),
            )
            row = (id, f"TEST-{id}", write_setting(setting).decode(), "playing", now, now)
            database.execute(
                "INSERT INTO tables (id, code, setting, status, began, changed) VALUES (?, ?, ?, ?, ?, ?)", row
            )
            database.executemany("INSERT INTO seats VALUES (?, ?, ?)", [(id, seat, visitor) for seat in persons])
            rows = [(id, number, entry.decode(), now) for number, entry in enumerate(entries)]
            database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
            database.execute("COMMIT")
        return id

    def setting(self, table: str) -> dict[str, Any]:
        """What a table was set for, as it is kept."""
        with closing(self._database()) as database:
            [(setting,)] = database.execute("SELECT setting FROM tables WHERE id = ?", (table,))
            return dict(msgspec.json.decode(setting))

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

    def somebody(self, width: int = 1440, height: int = 900, **more: object) -> BrowserContext:
        """A browser of somebody who was never here."""
        settings = {"reduced_motion": "reduce", "locale": "en", "color_scheme": "dark", **more}
        context = self.browser.new_context(viewport={"width": width, "height": height}, **settings)  # type: ignore[arg-type]
        context.set_default_timeout(15_000)
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.contexts.append(context)
        return context

    def phone(self, width: int = 390, height: int = 844, **more: object) -> BrowserContext:
        return self.somebody(width, height, has_touch=True, is_mobile=True, **more)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.expected):
            self.complaints.append(message.text)


# Moments of games.


@dataclass(frozen=True)
class Moment:
    """A game up to a decision of seat 0, and the action that is wanted there."""

    seats: list[SeatWish]
    seed: str
    played: list[tuple[int, Action]]
    action: Action


Wish = Callable[[dict[str, Any], Action], bool]
MOST_GAMES = 400


def moments(wishes: dict[str, Wish], *others: SeatWish) -> dict[str, Moment]:
    """For each wish the first moment, in games of bots, at which seat 0 may do what is wished for."""
    molthar = game("molthar")
    seats: list[SeatWish] = [Me(), *(others or (BotSeat("greedy"), BotSeat("greedy")))]
    players = len(seats)
    found: dict[str, Moment] = {}
    for number in range(MOST_GAMES):
        if len(found) == len(wishes):
            break
        seed = f"{number:064x}"
        session = Session.new(molthar, players, seed, starting_seat=0)
        bots = [make_bot("greedy", "molthar", FastChance.seeded(number * players + seat)) for seat in range(players)]
        played: list[tuple[int, Action]] = []
        while not session.table.over:
            seat = session.table.to_act
            if seat == 0:
                view = session.view(0)
                for action in session.legal():
                    for name, wish in wishes.items():
                        if name not in found and wish(view, action):
                            found[name] = Moment(seats, seed, list(played), action)
            choice = bots[seat].choose(session.table.imagine(seat, bots[seat].chance))
            played.append((seat, molthar.action_to_object(session.table, choice)))
            session.play(choice)
    assert set(found) == set(wishes), f"in {MOST_GAMES} games never: {set(wishes) - set(found)}"
    return found


# A player.


@dataclass(frozen=True)
class Words:
    """What the page calls things, in a language."""

    characters: str
    pearls: str
    pearl: str
    pearl_pile: str
    payable: str
    activated: str
    empty: str
    ways: str
    end_turn: str
    again: str


WORDS = {
    "en": Words(
        "Characters", "Pearls", "Pearl", "Pearl pile", "can be paid", "activated", "empty place", "All ways to pay",
        "End turn", "Play again",
    ),
    "fr": Words(
        "Personnages", "Perles", "Perle", "Pioche des perles", "peut être payé", "activé", "place libre",
        "Toutes les façons de payer", "Finir le tour", "Rejouer",
    ),
    "it": Words(
        "Personaggi", "Perle", "Perla", "Mazzo delle perle", "si può pagare", "attivato", "posto libero",
        "Tutti i modi di pagare", "Fine del turno", "Gioca ancora",
    ),
}  # fmt: skip

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
    def words(self) -> Words:
        return WORDS[self.language]

    @property
    def main(self) -> Locator:
        return self.page.get_by_role("main")

    @property
    def over(self) -> bool:
        return self.page.get_by_role("dialog").get_by_role("button", name=self.words.again, exact=True).count() > 0

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
            self.move()
        assert most < 400, "the game does not end"

    def move(self) -> None:
        """One decision, as somebody would make it who wants to win and thinks little."""
        words, read = self.words, self.read()
        self.moves += 1
        ready = [button for button in read if button.ready]
        cards = [card for card in ready if ", " in card.name and not card.name.endswith(words.activated)]
        own = [button for button in read if button.region == self.name]
        for card in cards:
            if card.region not in (words.characters, words.pearls) and card.name.endswith(words.payable):
                return self._activate(card)
        portal = [card for card in own if re.search(r"\.$", card.name) and ", " in card.name]
        hand = [card for card in own if re.fullmatch(rf"{words.pearl} \d\D*", card.name)]
        market = [card for card in cards if card.region == words.characters and "." in card.name]
        pearls = [card for card in ready if card.region == words.pearls and card.name.startswith(words.pearl + " ")]
        if market and len(portal) < 2:
            return self._press(min(market, key=_price))
        if market and len(hand) >= 5:
            self._press(min(market, key=_price))
            return self._press(max(portal, key=_price))
        if pearls:
            short = {digit for card in portal for digit in _short(card.name)}
            wanted = [pearl for pearl in pearls if re.findall(r"\d", pearl.name)[0] in short]
            return self._press((wanted or pearls)[0])
        # A question: what answers it lies before the player, or is a character of somebody else.
        mine = [button for button in ready if button.region in (self.name, "")]
        answers = [button for button in mine if not button.name.endswith(words.activated)]
        theirs = [card for card in cards if card.region not in (words.characters, words.pearls, self.name)]
        return self._press(([b for b in answers if b.name == words.end_turn] or answers or theirs)[0])

    def _activate(self, card: Button) -> None:
        self._press(card)
        ways = self.main.get_by_role("group", name=self.words.ways, exact=True).get_by_role("button")
        self.press(ways.first)

    def _press(self, button: Button) -> None:
        self.press(self.main.locator("button").nth(button.number))


def _price(card: Button) -> int:
    """How dear a character is: roughly, the pearls it names; what names none asks for a few that are alike."""
    cost = card.name.split(", ")[1]
    return len(re.findall(r"\d", cost)) or 2


def _short(name: str) -> list[str]:
    """Which pearls the page says are missing for a character."""
    found = re.search(r": ([^:]*)$", name)
    return re.findall(r"\d", found[1]) if found and not re.search(r"\d [a-z]", found[1]) else []


def play_together(*players: Player, most: int = 400) -> None:
    """Play to the end, or for so many moves, whoever is asked."""
    while not all(player.over for player in players):
        for player in players:
            if player.asked and not player.over:
                if sum(player.moves for player in players) == most:
                    return
                player.move()
