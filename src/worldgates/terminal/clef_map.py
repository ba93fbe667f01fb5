"""The square of worlds in text: each world is a card with the keys of its four sides on its edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from worldgates.clef.cards import BOTTOM, LEFT, RIGHT, TOP
from worldgates.clef.table import MIDDLE
from worldgates.terminal.screen import Page, pad, shortened, wrapped

# Below this width the words do not fit on the cards.
NARROWEST_MAP: Final = 60
_WIDEST_CARD: Final = 31
# The width of the borders: an edge and a space on either side.
FRAME: Final = 4
_LINES_OF_A_NAME: Final = 2


@dataclass(frozen=True)
class Edges:
    """The characters for the edges of a card: corners clockwise from the upper left, then across and down."""

    corners: str
    across: str
    down: str


_OPEN: Final = Edges("╭╮╯╰", "─", "│")
_CLOSED: Final = Edges("┌┐┘└", "╌", "╎")
_HOME: Final = Edges("╔╗╝╚", "═", "║")
_ARROWS: Final = "↑→↓←"
# For terminals that support only ASCII.
_BARE_OPEN: Final = Edges("++++", "-", "|")
_BARE_CLOSED: Final = Edges("....", ".", ":")
_BARE_HOME: Final = Edges("####", "=", "#")
_BARE_ARROWS: Final = "^>v<"


@dataclass(frozen=True)
class Card:
    """The content of a world's card: the key of each side clockwise from the top, and lines in the middle."""

    name: str
    keys: list[Text]
    lines: list[Text]
    is_open: bool
    is_mine: bool = False


def beyond(place: int) -> list[tuple[int, int]]:
    """The sides of a place that border on another one, with that place, in the order of the places.

    >>> beyond(0), beyond(4)
    ([(1, 1), (2, 3)], [(0, 1), (3, 3), (1, 5), (2, 7)])
    """
    row, column = divmod(place, 3)
    sides = [(TOP, row - 1, column), (LEFT, row, column - 1), (RIGHT, row, column + 1), (BOTTOM, row + 1, column)]
    return [(int(side), 3 * down + right) for side, down, right in sides if 0 <= down < 3 and 0 <= right < 3]


def card_width(page: Page) -> int:
    return min(_WIDEST_CARD, page.width // 3)


class Square:
    """Nine cards, three in a row, as wide as the page allows."""

    def __init__(self, page: Page, cards: list[Card]) -> None:
        self.page = page
        self.cards = cards
        self.width = card_width(page)
        self.margin = min(2, page.width - 3 * self.width)
        signs = "".join(f"{edges.corners}{edges.across}{edges.down}" for edges in (_OPEN, _CLOSED, _HOME)) + _ARROWS
        self.bare = not page.can_show(signs)
        self.arrows = _BARE_ARROWS if self.bare else _ARROWS

    def draw(self) -> None:
        for row in range(3):
            places = range(3 * row, 3 * row + 3)
            # All names take the same height, so that the keys of the left and right edges are on one line.
            names = [self._name(place) for place in places]
            room = max(len(name) for name in names)
            middles = [self._middle(place, name, room) for place, name in zip(places, names, strict=True)]
            height = max(len(middle) for middle in middles)
            for place, middle in zip(places, middles, strict=True):
                middle += [self._line(Text(), place) for _ in range(height - len(middle))]
            for parts in ([self._edge(place, TOP) for place in places], *zip(*middles, strict=True)):
                self.page.line(Text("").join(parts), indent=self.margin)
            self.page.line(Text("").join(self._edge(place, BOTTOM) for place in places), indent=self.margin)

    def _edges(self, place: int) -> Edges:
        if place == MIDDLE:
            return _BARE_HOME if self.bare else _HOME
        if self.cards[place].is_open:
            return _BARE_OPEN if self.bare else _OPEN
        return _BARE_CLOSED if self.bare else _CLOSED

    def _style(self, place: int) -> str:
        return "bold" if place == MIDDLE or self.cards[place].is_mine else "dim"

    def _name(self, place: int) -> list[Text]:
        """A world's name, wrapped into as many lines as needed, up to the available height."""
        room = self.width - FRAME
        lines = wrapped(self.cards[place].name, room)
        if len(lines) > _LINES_OF_A_NAME:
            rest = " ".join(lines[_LINES_OF_A_NAME - 1 :])
            lines[_LINES_OF_A_NAME - 1 :] = [shortened(rest, room)]
        return [Text(line, "bold" if self.cards[place].is_open else "dim") for line in lines]

    def _middle(self, place: int, name: list[Text], room: int) -> list[Text]:
        """The lines between the upper and the lower edge."""
        card = self.cards[place]
        lines = [self._line(line, place) for line in name]
        if card.keys:
            lines += [self._line(Text(), place) for _ in range(room - len(name))]
            lines += self._sides(place)
        return lines + [self._line(line, place) for line in card.lines]

    def _edge(self, place: int, side: int) -> Text:
        """The upper or lower edge, with its key in the middle."""
        card, edges, style = self.cards[place], self._edges(place), self._style(place)
        first, last = (edges.corners[0], edges.corners[1]) if side == TOP else (edges.corners[3], edges.corners[2])
        if not card.keys or not card.keys[side]:
            return Text(first + edges.across * (self.width - 2) + last, style)
        word = Text.assemble(" ", (self.arrows[side], style), " ", card.keys[side], " ")
        rest = self.width - 2 - cell_len(word.plain)
        before = rest // 2
        return Text.assemble(
            (first + edges.across * before, style), word, (edges.across * (rest - before) + last, style)
        )

    def _sides(self, place: int) -> list[Text]:
        """The keys of the left and right edges: on one line if they fit. A side without a key is no way out (K9)."""
        style, keys = self._style(place), self.cards[place].keys
        left, right = keys[LEFT], keys[RIGHT]
        space = self.width - FRAME - cell_len(left.plain) - cell_len(right.plain)
        edge = Text(self._edges(place).down, style)
        to_left = Text(self.arrows[LEFT], style) if left else edge
        to_right = Text(self.arrows[RIGHT], style) if right else edge
        if space > 1:
            return [Text.assemble(to_left, " ", left, " " * space, right, " ", to_right)]
        return [
            Text.assemble(pad(Text.assemble(to_left, " ", left), self.width - 1), edge),
            Text.assemble(edge, " " * (self.width - 3 - cell_len(right.plain)), right, " ", to_right),
        ]

    def _line(self, text: Text, place: int) -> Text:
        edge = Text(self._edges(place).down, self._style(place))
        return Text.assemble(edge, " ", pad(text, self.width - FRAME), " ", edge)
