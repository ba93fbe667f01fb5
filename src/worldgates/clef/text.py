"""La clef des mondes in words: cards, actions, questions and events, in the language of the reader."""

from __future__ import annotations

from typing import Any, Final

from worldgates.clef.cards import CardSet, Effect
from worldgates.core.games import GameText
from worldgates.core.text import Words, words

# The clause behind each kind of event, for whoever asks why something happened.
CLAUSES: Final = {
    "set_up": "K3",
    "choose": "K5",
    "turn": "K18",
    "draw": "K18",
    "discard": "K19",
    "reveal": "K20",
    "offer": "K21",
    "answer": "K21",
    "refuse": "K21",
    "trade": "K21",
    "effect": "K22",
    "travel": "K23",
    "go_home": "K11",
    "pass": "K23",
    "move": "EG4",
    "open_world": "K10",
    "left_behind": "K14",
    "stop": "E2",
    "cancel": "K25",
    "meet": "K16",
    "unharmed": "E14",
    "lose": "E17",
    "miss_turn": "E18",
    "miss": "K26",
    "show_hand": "E20",
    "search": "E5",
    "pick": "EG8",
    "look": "E4",
    "steal": "E11",
    "swap": "E12",
    "shield": "E14",
    "over": "K27",
}


class ClefText(GameText):
    def __init__(self, language: str, card_set: CardSet) -> None:
        self.words: Words = words(language)
        self.language = language
        self.names: dict[str, str] = {}
        for world in card_set.worlds:
            self.names[world.id] = world.names[language]
        for reader in card_set.readers:
            self.names[reader.id] = reader.names[language]
        for card in card_set.discoveries:
            self.names[card.id] = card.names[language]

    def title(self) -> str:
        return "La clef des mondes"

    def card(self, card: str) -> str:
        return self.names[card]

    def key(self, key: str) -> str:
        return key

    def kind(self, kind: str) -> str:
        return kind

    def effect(self, effect: Effect) -> str:
        return effect.id

    def explain(self, card: str) -> list[tuple[str, str]]:
        return [(self.card(card), "")]

    def action(self, action: dict[str, Any], view: dict[str, Any]) -> str:  # noqa: ARG002
        return str(action)

    def question(self, view: dict[str, Any]) -> str:
        return str(view["decision"]["what"])

    def clause(self, event: dict[str, object]) -> str:
        return CLAUSES[str(event["event"])]

    def event(self, event: dict[str, Any], player_names: list[str]) -> str:  # noqa: ARG002
        return str(event)
