"""A table of Molthar: the market as an open book, and the players around it."""

from __future__ import annotations

from collections.abc import Mapping

from worldgates.core.chronicle import turn_of
from worldgates.core.gametype import GameType
from worldgates.molthar.table import POINTS_TO_END
from worldgates.molthar.text import CharacterCard, MoltharText
from worldgates.molthar.view import PlayerView, View
from worldgates.pictures import molthar_cards as cards
from worldgates.pictures.drawing import (
    GOLD,
    WIDTH,
    at,
    candles,
    cards_of,
    disc,
    letters,
    name,
    picture,
    rect,
    seal,
    text,
    title,
    use,
)
from worldgates.pictures.layout import GAP, MARGIN, Box, around_the_table, bottom, cells, two_columns

_INK, _SECOND, _FAINT = "#f3e8cf", "#c6bda6", "#a39c8d"
_PANEL, _EDGE = "#1d2547", "#46507f"
_BOOK_INK = "#6d1f1c"
_HEADER, _MARKET, _PANEL_HEIGHT = 50, 238, 166


class MoltharPicture:
    """The context for drawing a view of Molthar."""

    def __init__(self, view: View, type: GameType, language: str) -> None:
        self.view = view
        self.letters = letters([player.name for player in view.players])
        words = type.text(language)
        assert isinstance(words, MoltharText)
        self.text = words
        self.words = words.words
        self.cards: Mapping[str, CharacterCard] = {
            card.id: card for card in cards_of(type, language) if isinstance(card, CharacterCard)
        }

    def svg(self) -> str:
        view = self.view
        panels = two_columns(len(view.players), _HEADER + _MARKET + GAP, _PANEL_HEIGHT)
        height = bottom(panels) + MARGIN
        seats = around_the_table(len(view.players), view.seat)
        shapes = [
            rect(0, 0, WIDTH, height, "#0d1226", r=10),
            self._header(),
            self._book(Box(MARGIN, _HEADER, WIDTH - 2 * MARGIN, _MARKET)),
            *(self._player(seat, box) for seat, box in zip(seats, panels, strict=True)),
        ]
        description = " ".join([self._turn(), *(self._summary(player) for player in view.players)])
        return picture(height, self.text.title(), description, "".join(shapes), cards.SYMBOLS, cards.PAINTS)

    # Texts.

    def _standing(self) -> str:
        """The progress of the game."""
        tr, view = self.words.translate, self.view
        values = {"round": view.round, "player": view.players[view.starting_seat].name}
        if view.final_round:
            return tr("Round {round}, the last one. {player} began it.", **values)
        if max(player.points for player in view.players) >= POINTS_TO_END:
            return tr("Round {round}. {player} began it. After it comes the last one.", **values)
        return tr("Round {round}. {player} began it.", **values)

    def _turn(self) -> str:
        """Whose turn it is, or who has won."""
        tr, count, view = self.words.translate, self.words.count, self.view
        if view.ranking is None:
            return turn_of(self.words, view.players[view.turn.seat].name, view.turn.actions_left, view.round)
        first = [view.players[seat] for seat in view.ranking[0]]
        if len(first) > 1:
            return tr("{players} share the victory.", players=", ".join(player.name for player in first))
        return count(
            "{player} wins with {n} point.", "{player} wins with {n} points.", first[0].points, player=first[0].name
        )

    def _summary(self, player: PlayerView) -> str:
        points = self.words.count("{n} point", "{n} points", player.points)
        diamonds = self.words.count("{n} diamond", "{n} diamonds", len(player.diamonds))
        return f"{player.name}: {points}, {diamonds}."

    # The header: the game, its progress, and whose turn it is.

    def _header(self) -> str:
        view, turn = self.view, self.view.turn
        shapes = [
            rect(0, 0, WIDTH, _HEADER, "none"),
            text(MARGIN + 4, 22, self.text.title(), 17, GOLD, 330, face="name"),
            text(MARGIN + 4, 40, self._standing(), 12, _SECOND, 400),
        ]
        if view.ranking is not None:
            shapes.append(text(WIDTH - MARGIN - 4, 31, self._turn(), 16, _INK, 440, face="name", anchor="end"))
            return at(0, 0, *shapes)
        right = WIDTH - MARGIN - 4
        lit, out = min(turn.actions_left, 9), min(turn.actions_taken, 9)
        room = (lit + out) * 20
        player = text(
            right - room - 10, 32, view.players[turn.seat].name, 18, _INK, 280, face="name", anchor="end", smallest=11
        )
        return at(0, 0, *shapes, player, candles(right, 6, 36, lit, out))

    # The market.

    def _book(self, box: Box) -> str:
        tr, view = self.words.translate, self.view
        middle = 472
        shapes = [
            rect(0, 0, box.w, box.h, "#3d2609", r=9),
            rect(5, 5, box.w - 10, box.h - 10, "#dcc691", r=6, stroke="#9a6a22"),
            rect(middle - 3, 5, 6, box.h - 10, "#b3955a", extra=' opacity=".55"'),
            text(20, 28, tr("Characters"), 15, _BOOK_INK, 300, face="name"),
            text(middle + 18, 28, tr("Pearls"), 15, _BOOK_INK, 300, face="name"),
            self._character_pile(18, 38),
            self._discarded_characters(18, 198),
        ]
        for place, card in enumerate(view.characters.market):
            x = 114 + place * 178
            if card is not None:
                shapes.append(cards.character(self.cards[card], x, 38, 170, 190, self.text, spoken=True))
        gap, w = 8.0, 66.0
        h = w * 1.4
        shapes.append(self._pile("pearl", middle + 18, 40, w, h, view.pearls.draw))
        for place, pearl in enumerate(view.pearls.market):
            if pearl is not None:
                shapes.append(cards.pearl_card(pearl, middle + 18 + (place + 1) * (w + gap), 40, w, h))
        shapes.append(self._discarded_pearls(Box(middle + 18, 146, 5 * w + 4 * gap, 80)))
        return at(box.x, box.y, *shapes)

    def _character_pile(self, x: float, y: float) -> str:
        """The character pile, with its top card if that is known."""
        top, draw = self.view.characters.top, self.view.characters.draw
        if top is None:
            return self._pile("character", x, y, 88, 123, draw)
        card = cards.character(self.cards[top], x, y, 88, 123, self.text, spoken=False)
        note = text(x, y + 140, self.words.translate("Next"), 11, "#33210f", 52)
        return card + note + self._count(x + 72, y + 127, draw)

    def _pile(self, kind: str, x: float, y: float, w: float, h: float, size: int) -> str:
        name = self.words.translate("{number} in the pile", number=size)
        back = (
            cards.back(kind, x, y, w, h)
            if size
            else rect(x, y, w, h, "none", r=6, stroke="#9a6a22", extra=' stroke-dasharray="4 3"')
        )
        return f"<g>{title(name)}{back}{self._count(x + w / 2, y + h - 24, size)}</g>"

    def _count(self, x: float, y: float, size: int) -> str:
        """The number of cards in a pile, on a small plate."""
        plate = rect(-15, 0, 30, 17, "#0b0d18", r=8.5, stroke=GOLD, line=0.8)
        return at(x, y, plate, text(0, 12.5, str(size), 11, _INK, 26, face="bold", anchor="middle"))

    def _discarded_characters(self, x: float, y: float) -> str:
        tr, gone = self.words.translate, self.view.characters.discard
        names = ", ".join(self.text.card(card) for card in gone)
        label = title(tr("Discarded characters, the last one first: {characters}", characters=names or "-"))
        return f'<g opacity=".75">{label}{use("cards", x + 12, y, 28)}{self._count(x + 58, y + 5, len(gone))}</g>'

    def _discarded_pearls(self, box: Box) -> str:
        """The discarded pearls, the last one first."""
        tr, view = self.words.translate, self.view
        gone = view.pearls.discard
        names = ", ".join(str(pearl) for pearl in gone)
        label = title(tr("Discarded pearls, the last one first: {pearls}", pearls=names or "-"))
        places = cells(len(gone), Box(0, 8, box.w, box.h - 10), 1, 22)
        beads = "".join(cards.bead(pearl, x, y, w) for pearl, (x, y, w, _) in zip(gone, places, strict=True))
        line = rect(0, 0, box.w, 1, "#9a6a22", extra=' opacity=".6"')
        return at(box.x, box.y, label, line, f'<g opacity=".6">{beads}</g>')

    # The players.

    def _player(self, seat: int, box: Box) -> str:
        tr, view, player = self.words.translate, self.view, self.view.players[seat]
        won = view.ranking is not None and seat in view.ranking[0]
        chosen = seat == view.decision.seat or won
        w, h, pad = box.w, box.h, 10.0
        card_w, card_h = 96.0, 146.0
        left = w - 2 * card_w - 6 - 2 * pad - 8
        stats = min(left, 400) - 80
        me = tr("{player} (you)", player=player.name) if seat == view.seat else player.name
        shapes = [
            rect(0, 0, w, h, _PANEL, r=9, stroke=GOLD if chosen else _EDGE, line=2.5 if chosen else 1),
            disc(pad + 14, pad + 14, 13, self.letters[seat], seat),
            name(pad + 34, pad + 14, me, 16, _INK, stats - 40),
            seal(pad + stats, pad - 2, 32, player.points),
            f"<g>{title(tr('Diamonds'))}{use('gem', pad + stats + 38, pad + 5, 19)}</g>",
            text(pad + stats + 60, pad + 20, str(len(player.diamonds)), 15, _INK, 22, face="bold"),
            self._hand(player, Box(pad, pad + 36, min(left, 400), 28)),
            self._activated(player, Box(pad, pad + 72, left, h - 2 * pad - 72)),
        ]
        for place, card in enumerate(player.portal):
            x, y = w - pad - (2 - place) * card_w - (1 - place) * 6, (h - card_h) / 2
            shapes.append(
                cards.empty_place(x, y, card_w, card_h)
                if card is None
                else cards.character(self.cards[card], x, y, card_w, card_h, self.text, spoken=False)
            )
        return at(box.x, box.y, *shapes)

    def _hand(self, player: PlayerView, box: Box) -> str:
        """The known pearls of a hand, then the backs of the others, and the hand limit."""
        tr = self.words.translate
        note = f"{player.hand_size}/{player.hand_limit}"
        bonus = 42.0 if player.bonus else 0.0
        room = Box(box.x, box.y, box.w - 34 - bonus, box.h)
        places = cells(player.hand_size, room, 1, 28)
        shapes = [title(f"{tr('Hand')}: {tr('limit {limit}', limit=player.hand_limit)}")]
        for pearl, (x, y, w, _) in zip(player.hand, places, strict=False):
            shapes.append(cards.bead(pearl, x, y, w))
        for x, y, w, h in places[len(player.hand) :]:
            shapes.append(cards.back("pearl", x + w * 0.15, y, w * 0.7, h))
        right = box.x + box.w
        shapes.append(text(right, box.y + 19, note, 12, _FAINT, 32, anchor="end"))
        if player.bonus:
            more = self.words.count(
                "{n} more action in the next turn", "{n} more actions in the next turn", player.bonus
            )
            mark = text(right - 48, box.y + 19, f"+{player.bonus}", 12, _INK, 20, face="bold", anchor="end")
            shapes.append(f"<g>{title(more)}{mark}{use('candle-lit', right - 48, box.y, 14, 26)}</g>")
        return f"<g>{''.join(shapes)}</g>"

    def _activated(self, player: PlayerView, box: Box) -> str:
        """The activated characters; equal ones share a medal."""
        kinds = list(dict.fromkeys(player.activated))
        places = cells(len(kinds), box, 1.05, 42 if box.w < 300 else 60, gap=4)
        return "".join(
            cards.medal(self.cards[kind], player.activated.count(kind), x, y, w, h, self.text)
            for kind, (x, y, w, h) in zip(kinds, places, strict=True)
        )


def draw(view: View, type: GameType, language: str) -> str:
    """A table of Molthar."""
    return MoltharPicture(view, type, language).svg()
