"""Somebody who plays Portals of Molthar through the page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from browser_build import Button, Player


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
    pay: str
    discard: str


WORDS = {
    "en": Words(
        "Characters", "Pearls", "Pearl", "Pearl pile", "can be paid", "activated", "empty", "All ways to pay",
        "End turn", "Pay", "Discard",
    ),
    "fr": Words(
        "Personnages", "Perles", "Perle", "Pioche des perles", "peut être payé", "activé", "libre",
        "Toutes les façons de payer", "Finir le tour", "Payer", "Défausser",
    ),
    "it": Words(
        "Personaggi", "Perle", "Perla", "Pila delle perle", "si può pagare", "attivato", "vuoto",
        "Tutti i modi di pagare", "Fine del turno", "Paga", "Scarta",
    ),
}  # fmt: skip


class MoltharPlayer(Player):
    @property
    def words(self) -> Words:
        return WORDS[self.language]

    def move(self) -> None:
        """One decision, as somebody would make it who wants to win and thinks little."""
        words, read = self.words, self.read()
        ready = [button for button in read if button.ready]
        cards = [card for card in ready if ", " in card.name and not card.name.endswith(words.activated)]
        own = [button for button in read if button.region == self.name]
        for card in cards:
            if card.region not in (words.characters, words.pearls) and card.name.endswith(f". {words.payable}"):
                return self._activate(card)
        chosen = [button for button in ready if button.name == words.discard]
        if chosen:
            return self._press(chosen[0])
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
        self.press(self.main.get_by_role("button", name=re.compile(f"^{self.words.pay}"), disabled=False))


def _price(card: Button) -> int:
    """How dear a character is: roughly, the pearls it names; what names none asks for a few that are alike."""
    cost = card.name.split(", ")[1]
    return len(re.findall(r"\d", cost)) or 2


def _short(name: str) -> list[str]:
    """Which pearls the page says are missing for a character."""
    found = re.search(r": ([^:]*)$", name)
    return re.findall(r"\d", found[1]) if found and not re.search(r"\d [a-z]", found[1]) else []
