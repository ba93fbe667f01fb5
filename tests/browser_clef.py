"""Somebody who plays La clef des mondes through the page."""

from __future__ import annotations

from dataclasses import dataclass

from browser_build import Player
from playwright.sync_api import Locator


@dataclass(frozen=True)
class Words:
    """What the page calls things, in a language."""

    draw: str
    reveal: str
    play: str
    pass_: str
    winner: str


WORDS = {
    "en": Words("Draw", "Reveal", "Play", "Pass", "is home and wins"),
    "fr": Words("Piocher", "Se révéler", "Jouer", "Passer", "est de retour et gagne"),
    "it": Words("Pesca", "Rivelati", "Gioca", "Passa", "è a casa e vince"),
}


class ClefPlayer(Player):
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

    def move(self) -> None:
        scene = self.main.locator("section.scene.asked")
        if scene.count():
            return self._answer(scene)
        home = self.main.locator('[data-tile="4"].legal')
        if home.count():
            self.press(home)
            return self.press(self.confirm)
        if self.named(self.words.draw).count():
            return self.press(self.named(self.words.draw))
        for number in range(self.hand.count()):
            self.press(self.hand.nth(number))
            if self.named(self.words.play).count():
                return self._play()
            self.press(self.hand.nth(number))
        if self.named(self.words.reveal).count():
            self.press(self.named(self.words.reveal))
        elif self.worlds.count():
            # Somewhere else each time.
            self.press(self.worlds.nth(self.moves % self.worlds.count()))
        else:
            self.press(self.named(self.words.pass_))
        self.press(self.confirm)

    def _play(self) -> None:
        """Play the card that was picked, at whatever it can be aimed at."""
        number = self.page.locator("[data-tile]").count()
        self.press(self.named(self.words.play).first)
        for _ in range(number):
            if self.over or not self._drafting:
                return
            if self.confirm.count():
                return self.press(self.confirm)
            targets = [self.main.locator(".rival.target > .over"), self.worlds, self.hand]
            self.press(next(target for target in targets if target.count()).first)

    @property
    def _drafting(self) -> bool:
        """Whether something is begun and not done: then there is a button that would do it."""
        return self.main.locator("[data-onward].big").count() > 0

    def _answer(self, scene: Locator) -> None:
        kind = (scene.get_attribute("class") or "").split()[1]
        buttons = scene.locator(".acts button:enabled")
        if kind == "lose":
            self.press(self.hand.first)
            return self.press(self.confirm)
        if kind == "react":
            return self.press(buttons.first)
        cards = scene.locator("[data-card].legal") if kind in ("choose", "pick") else self.hand
        if cards.count():
            self.press(cards.first)
        self.press(buttons.last)
