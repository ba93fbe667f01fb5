"""Help: explains a card, a rule or a choice."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from rich.text import Text

from worldgates.core.rulebook import Clause, clauses, overview
from worldgates.core.shapes import View
from worldgates.core.text import LANGUAGES
from worldgates.pictures.turns import PLAYERS, turn_view
from worldgates.terminal.drawing import Choice, Drawing
from worldgates.terminal.screen import Page

# A shorter word matches a card only at the beginning of its whole name.
_LETTERS_OF_A_WORD = 4


def normal(text: str) -> str:
    """Words normalized for comparison: lower case without accents, separated by single spaces.

    >>> normal("Will-o'-the-Wisp"), normal("ÉLÉGANTE  Fée"), normal("puss_in_boots")
    ('will o the wisp', 'elegante fee', 'puss in boots')
    """
    apart = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    letters = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[^\W_]+", letters))


class Help:
    def __init__(self, page: Page, drawing: Drawing[Any]) -> None:
        self.page = page
        self.drawing = drawing
        self.words = drawing.words
        game = drawing.game
        self.clauses = clauses(game.id, self.words.language)
        self.cards = drawing.card_ids
        texts = [game.text(language) for language in LANGUAGES]
        self.names = {card: {normal(card), *(normal(text.card(card)) for text in texts)} for card in self.cards}

    def commands(self, lines: list[tuple[str, str]]) -> None:
        """List the commands, then how to ask for help."""
        tr = self.words.translate
        search = tr("words")
        card, clause = self.drawing.text.card(self.cards[0]), next(iter(self.clauses))
        asking = [
            (f"? {card.lower()}", tr("explain a card")),
            (f"? {clause}", tr("show a rule")),
            (f"? {search}", tr("find the rules that speak of it")),
            ("r", tr("the goal, a turn in short, and the list of all rules")),
        ]
        for command, meaning in [*lines, *asking]:
            if self.page.plain:
                self.page.line(tr("{command}: {meaning}", command=command, meaning=meaning))
            else:
                self.page.line(Text.assemble((command.ljust(14), "bold"), meaning), indent=2, hang=14)

    def look_up(self, query: str, choices: list[Choice], view: View) -> None:
        """Answer a question: the number of a choice, the id of a clause, the name of a card, or some words."""
        tr = self.words.translate
        if re.fullmatch(r"[0-9]{1,6}", query):
            number = int(query)
            if 1 <= number <= len(choices):
                self._choice(choices[number - 1], view)
            else:
                self.page.line(tr("There is no choice {number}.", number=number))
        elif query.upper() in self.clauses:
            self._clause(self.clauses[query.upper()])
        elif cards := self.find_cards(query):
            if len({self.drawing.text.card(card) for card in cards}) == 1:
                for card in cards:
                    self._card(card)
            else:
                names = ", ".join(self.drawing.text.card(card) for card in cards)
                self.page.line(tr("Which one? {names}", names=names))
        elif found := self.find_clauses(query):
            if len(found) == 1:
                self._clause(found[0])
            else:
                self.page.line(tr("These rules speak of it:"))
                self._titles(found)
        else:
            self.page.line(tr("No card and no rule is called {words}, and no rule speaks of it.", words=query))

    def rules(self) -> None:
        """The goal and a turn in short, with the table of the rules pages' picture, and all clauses by their titles."""
        goal, turn = overview(self.drawing.game.id, self.words.language)
        self.page.line(goal.title, "bold")
        self._text(goal)
        self.page.line(turn.title, "bold")
        self.drawing.table(self.page, turn_view(self.drawing.game), PLAYERS)
        self._text(turn)
        section = ""
        for clause in self.clauses.values():
            if clause.section != section:
                section = clause.section
                self.page.line(section, "bold")
            self._titles([clause])

    def find_cards(self, query: str) -> list[str]:
        """The cards with this name in any language, else those whose name, or else a word of it, has this prefix."""
        asked = normal(query)
        if not asked:
            return []
        called = [card for card in self.cards if asked in self.names[card]]
        begin = [card for card in self.cards if any(name.startswith(asked) for name in self.names[card])]
        inside = [card for card in self.cards if any(f" {asked}" in name for name in self.names[card])]
        return called or begin or (inside if len(asked) >= _LETTERS_OF_A_WORD else [])

    def find_clauses(self, query: str) -> list[Clause]:
        """The clauses that contain all the words."""
        asked = normal(query).split()
        return [
            clause
            for clause in self.clauses.values()
            if asked and all(word in normal(f"{clause.title} {clause.text}") for word in asked)
        ]

    def _choice(self, choice: Choice, view: View) -> None:
        self.page.line(choice.words, "bold")
        for card in self.drawing.cards_in(choice.action, view):
            self._card(card)
        self._clause(self.clauses[self.drawing.clause(choice.action, view)])

    def _card(self, card: str) -> None:
        (name, _), *lines = self.drawing.text.explain(card)
        self.page.line(name, "bold")
        for line, clause in lines:
            self.page.line(Text.assemble(line, (f" ({clause})" if clause else "", "dim")), indent=2, hang=2)

    def _clause(self, clause: Clause) -> None:
        self.page.line(self._title(clause), "bold")
        self._text(clause)
        for line in self.drawing.text.cards_of_clause(clause.id):
            self._item(Text(line))

    def _text(self, clause: Clause) -> None:
        for text, is_item in _blocks(clause.text):
            self._item(text) if is_item else self.page.line(text, indent=2)

    def _item(self, text: Text) -> None:
        dash = "" if self.page.plain else "- "
        self.page.line(Text(dash) + text, indent=2, hang=len(dash))

    def _titles(self, found: list[Clause]) -> None:
        for clause in found:
            self.page.line(self._title(clause), indent=2, hang=2)

    def _title(self, clause: Clause) -> str:
        return f"{clause.id}: {clause.title}" if self.page.plain else f"{clause.id} · {clause.title}"


def _blocks(markdown: str) -> list[tuple[Text, bool]]:
    """The paragraphs and list items of a clause, each with whether it is an item."""
    blocks: list[tuple[Text, bool]] = []
    for part in re.split(r"\n\s*\n|\n(?=- )", markdown):
        line = " ".join(part.split())
        blocks.append((_emphasised(line.removeprefix("- ")), line.startswith("- ")))
    return blocks


def _emphasised(markdown: str) -> Text:
    """A line of Markdown with bold and italic styles applied."""
    text = Text()
    for piece in re.split(r"(\*\*.+?\*\*|\*.+?\*)", markdown):
        inner = piece.strip("*") if len(piece) > 2 and piece.startswith("*") else piece
        text.append(inner, "bold" if piece.startswith("**") else "italic" if inner != piece else "")
    return text
