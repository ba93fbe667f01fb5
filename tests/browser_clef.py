"""Somebody who plays La clef des mondes through the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from browser_build import Action, Player
from playwright.sync_api import Locator

from worldgates.core.gametype import Games


@dataclass(frozen=True)
class Words:
    """What the page calls things, in a language."""

    draw: str
    reveal: str
    play: str
    pass_: str
    winner: str


WORDS = {
    "en": Words("Draw", "Reveal", "Play", "Pass", "got home and wins"),
    "fr": Words("Piocher", "Révéler", "Jouer", "Passer", "est de retour et gagne"),
    "it": Words("Pesca", "Rivela", "Gioca", "Passa", "è a casa e vince"),
}


CARDS: dict[str, dict[str, Any]] = {
    str(card["id"]): card for card in (each.to_dict() for each in Games().get("clef").cards("en"))
}


@dataclass
class ClefPlayer(Player):
    # Who sits at the table, by their seats.
    names: tuple[str, ...] = ("Ada", "Bruno", "Clea")

    @property
    def words(self) -> Words:
        return WORDS[self.language]

    @property
    def hand(self) -> Locator:
        """The cards of the hand that can be pressed."""
        return self.main.locator(".hand .cards [data-card].legal")

    @property
    def worlds(self) -> Locator:
        return self.main.locator("[data-tile].legal")

    @property
    def confirm(self) -> Locator:
        return self.main.locator("[data-onward].big:enabled")

    def named(self, name: str) -> Locator:
        return self.main.get_by_role("button", name=name, exact=True, disabled=False)

    @property
    def question(self) -> Locator:
        """What is asked of this player, other than which action to take."""
        return self.main.locator(".question")

    @property
    def answers(self) -> Locator:
        return self.main.locator(".answers")

    def move(self) -> None:
        home = self.main.locator('[data-tile="4"].legal')
        if self.question.count():
            self._answer()
        elif home.count():
            self.press(home)
            self.press(self.confirm)
        elif self.named(self.words.draw).count():
            self.press(self.named(self.words.draw))
        elif self._picks_a_card_to_play():
            self._play()
        else:
            # Somewhere else each time.
            worlds = self.worlds.nth(self.moves % max(1, self.worlds.count()))
            reveal, pass_ = self.named(self.words.reveal), self.named(self.words.pass_)
            button = next((button for button in (reveal, worlds, pass_) if button.count()), None)
            if button is None:
                # Something is just being told.
                self.page.wait_for_timeout(100)
            else:
                self.press(button)
                self.press(self.confirm)

    def _picks_a_card_to_play(self) -> bool:
        """Try one card of the hand, another one each time."""
        count = self.hand.count()
        if count == 0:
            return False
        card = self.hand.nth(self.moves % count)
        self.press(card)
        if self.named(self.words.play).count():
            return True
        self.press(card)
        return False

    def _play(self) -> None:
        """Play the card that was picked, at whatever it can be aimed at."""
        self.press(self.named(self.words.play).first)
        for target in (self.main.locator(".rival.target > .over"), self.worlds, self.hand):
            if self.main.locator("[data-onward].big:disabled").count() and target.count():
                self.press(target.first)
        if self.confirm.count():
            self.press(self.confirm)

    def _answer(self) -> None:
        kind = (self.question.get_attribute("class") or "").split()[1]
        buttons = self.answers.locator("button:enabled")
        if kind in ("choose", "pick", "lose", "trade"):
            cards = self.question.locator("[data-card].legal") if kind in ("choose", "pick") else self.hand
            if cards.count():
                self.press(cards.first)
        # What comes last agrees, or reacts.
        self.press(buttons.last)

    # Doing something in particular, at a page in English.

    @property
    def _whole_hand(self) -> Locator:
        return self.main.get_by_role("group", name="Your hand")

    def _click(self, name: str | re.Pattern[str]) -> None:
        exact = isinstance(name, str)
        self.press(self.main.get_by_role("button", name=name, exact=exact, disabled=False).first)

    def _card(self, id: str, within: Locator | None = None) -> Locator:
        if id == "character":
            return self._whole_hand.get_by_role("button", name="Own key:")
        return (within or self._whole_hand).get_by_role("button", name=re.compile(f"^{re.escape(CARDS[id]['name'])}, "))

    def _world(self, door: str | int) -> None:
        """A world by its name, or a closed door by its place."""
        if isinstance(door, int):
            self.main.locator(f'[data-tile="{door}"]').click()
        else:
            self._click(re.compile(f"^{re.escape(CARDS[door]['name'])}, "))

    def _pay(self, keys: list[str]) -> None:
        """Choose these cards to pay with, instead of those that the page proposes."""
        for key in keys:
            if "sel" not in (self._card(key).get_attribute("class") or "").split():
                self._card(key).click()

    def do(self, action: Action) -> None:
        """This action, by all that has to be pressed for it."""
        question, answers = self.question, self.answers
        match action["do"]:
            case "choose_character":
                question.get_by_role(
                    "button", name=re.compile(f"^{re.escape(CARDS[action['character']]['name'])}\\. ")
                ).click()
                self._click(re.compile("^Keep "))
            case "draw":
                self._click("Draw")
            case "reveal" | "pass":
                self._click(action["do"].capitalize())
                self.confirm.click()
            case "discard":
                self._card(action["card"]).click()
                if question.count():
                    self.confirm.click()
                else:
                    self._click("Discard")
            case "travel" | "go_home":
                self._world(action.get("to", "kernault"))
                self._pay(action["keys"])
                self.confirm.click()
            case "effect":
                self._effect(action)
            case "offer":
                self._click("Trade")
                name = self.names[action["seat"]]
                partner = question.get_by_role("group", name="With whom?").get_by_role("button", name=name)
                if partner.get_attribute("aria-pressed") != "true":
                    partner.click()
                self._card(action["card"]).click()
                answers.get_by_role("button", name="Offer", exact=True).click()
            case "answer" if action["card"]:
                self._card(action["card"]).click()
                answers.get_by_role("button", name="Offer", exact=True).click()
            case "answer":
                answers.get_by_role("button", name="Refuse", exact=True).click()
            case "accept":
                answers.get_by_role("button", name="Accept" if action["yes"] else "Refuse", exact=True).click()
            case "react" if action["card"]:
                self._card(action["card"]).click()
                against = CARDS[action["against"]]["name"] if "against" in action else ""
                buttons = answers.locator("[data-onward]")
                (buttons.filter(has_text=against) if buttons.count() > 1 else buttons).click()
            case "react":
                answers.get_by_role("button", name="Let it pass", exact=True).click()
            case "pick" if action["card"]:
                self._card(action["card"], question).click()
                answers.locator("button").last.click()
            case "pick":
                answers.get_by_role("button", name="Take none", exact=True).click()

    def _effect(self, action: Action) -> None:
        first, *more = action["cards"]
        self._card(first).click()
        self._click(f"Play with {CARDS[more[0]]['name']}" if more else "Play")
        targets = {key: action[key] for key in ("seat", "world", "card") if key in action}
        for kind, target in targets.items():
            if not self.confirm.count():
                self._aim(kind, target)
        if targets:
            self.confirm.click()

    def _aim(self, kind: str, target: str | int) -> None:
        if kind == "seat":
            rival = self.region(self.names[int(target)])
            rival.locator(".over").click()
        elif kind == "world":
            self._world(target)
        else:
            self._card(str(target)).click()
