"""A table of La clef des mondes: the nine worlds, and beside them the players."""

from __future__ import annotations

from typing import Final

from worldgates.clef.actions import PlayEffect
from worldgates.clef.cardlist import DiscoveryCard, ReaderCard, WorldCard
from worldgates.clef.table import ACTIONS, HAND_LIMIT
from worldgates.clef.text import ClefText
from worldgates.clef.view import PlayerView, View
from worldgates.core.chronicle import turn_of
from worldgates.core.gametype import GameType
from worldgates.pictures import clef_cards as cards
from worldgates.pictures.drawing import (
    GOLD,
    WIDTH,
    at,
    candles,
    cards_of,
    disc,
    letters,
    name,
    paint,
    picture,
    rect,
    text,
    title,
)
from worldgates.pictures.layout import GAP, MARGIN, Box, around_the_table, bottom, cells

_INK, _SECOND, _FAINT = "#f1e2c2", "#cdb68c", "#b59d74"
_PANEL, _EDGE = "#38230f", "#7a5526"
_HEADER = 50.0
_WORLD, _DRAWER = 130.0, 34.0
_BOARD: Final = Box(MARGIN, _HEADER, 3 * _WORLD + 28, 3 * (_WORLD + _DRAWER) + 28)


class ClefPicture:
    """The context for drawing a view of La clef des mondes."""

    def __init__(self, view: View, type: GameType, language: str) -> None:
        self.view = view
        self.letters = letters([player.name for player in view.players])
        words = type.text(language)
        assert isinstance(words, ClefText)
        self.text = words
        self.words = words.words
        listed = cards_of(type, language)
        self.worlds = {card.id: card for card in listed if isinstance(card, WorldCard)}
        self.readers = {card.id: card for card in listed if isinstance(card, ReaderCard)}
        self.discoveries = {card.id: card for card in listed if isinstance(card, DiscoveryCard)}

    def svg(self) -> str:
        view, players = self.view, len(self.view.players)
        note = self.text.note()
        height = _BOARD.y + _BOARD.h + (24 if note else MARGIN)
        left = _BOARD.x + _BOARD.w + GAP
        each = (_BOARD.h - GAP * (players - 1)) / players
        shapes = [
            rect(0, 0, WIDTH, height, "#1a0f07", r=10),
            self._header(),
            self._board(),
            *(
                self._player(seat, Box(left, _BOARD.y + place * (each + GAP), WIDTH - MARGIN - left, each))
                for place, seat in enumerate(around_the_table(players, view.seat))
            ),
        ]
        if note:
            shapes.append(text(WIDTH / 2, height - 9, note, 10, _FAINT, WIDTH - 2 * MARGIN, anchor="middle"))
        description = " ".join([self._turn(), *(self._summary(player) for player in view.players), note])
        return picture(height, self.text.title(), description, "".join(shapes), cards.SYMBOLS, cards.PAINTS)

    # Texts.

    def _standing(self) -> str:
        view = self.view
        first = view.players[view.starting_seat].name
        return self.words.translate("Round {round}. {player} began it.", round=view.round, player=first)

    def _turn(self) -> str:
        """Whose turn it is, or who has won."""
        tr, view = self.words.translate, self.view
        if view.decision.what != "over":
            return turn_of(self.words, view.players[view.turn.seat].name, view.turn.actions_left, view.round)
        winners = self._winners()
        if len(winners) == 1:
            return tr("{player} has come home and wins.", player=view.players[winners[0]].name)
        return tr("Nobody got home.")

    def _winners(self) -> list[int]:
        return [seat for seat, share in enumerate(self.view.payoffs or ()) if share == 1]

    def _summary(self, player: PlayerView) -> str:
        cards = self.words.count("{n} card", "{n} cards", player.hand_size)
        return f"{player.name}: {self._place(player.place)}, {cards}."

    def _place(self, place: int) -> str:
        world = self.view.world_at(place)
        return self.text.place(place) if world is None else self.text.card(world)

    def _waiting(self) -> str:
        """The cards that wait for reactions, and the bad encounter being carried out."""
        view = self.view
        names = [self.text.card(card) for card in view.played.cards] if isinstance(view.played, PlayEffect) else []
        if view.bad_encounter is not None:
            names.append(self.text.card(view.bad_encounter))
        if not names:
            return ""
        label = self.words.translate("Played")
        return self.words.translate("{label}: {cards}", label=label, cards=", ".join(names))

    # The header: the game, its progress, and whose turn it is.

    def _header(self) -> str:
        view = self.view
        right = WIDTH - MARGIN - 4
        shapes = [
            rect(0, 0, WIDTH, _HEADER, "none"),
            text(MARGIN + 4, 22, self.text.title(), 17, GOLD, 330, face="name"),
            text(MARGIN + 4, 40, self._standing(), 12, _SECOND, 400),
        ]
        if view.decision.what == "over":
            return at(0, 0, *shapes, text(right, 31, self._turn(), 16, _INK, 440, face="name", anchor="end"))
        # Before the first turn each player chooses a character (K5).
        playing = view.decision.what != "choose_character"
        lit = view.turn.actions_left
        out = max(0, int(ACTIONS) - lit) if playing else 0
        edge, waiting = right - (lit + out) * 20 - 10, self._waiting()
        chooser = view.turn.seat if playing or view.decision.seat is None else view.decision.seat
        player = view.players[chooser].name
        shapes.append(text(edge, 22 if waiting else 32, player, 18, _INK, 280, face="name", anchor="end", smallest=11))
        shapes.append(text(edge, 41, waiting, 12, _SECOND, 380, anchor="end"))
        return at(0, 0, *shapes, candles(right, 6, 36, lit, out))

    # The worlds.

    def _board(self) -> str:
        shapes = [rect(0, 0, _BOARD.w, _BOARD.h, "#2b1809", r=9, stroke=paint("brass"), line=1.5)]
        for place in range(9):
            row, column = divmod(place, 3)
            shapes.append(self._cell(place, 8 + column * (_WORLD + 6), 8 + row * (_WORLD + _DRAWER + 6)))
        return at(_BOARD.x, _BOARD.y, *shapes)

    def _cell(self, place: int, x: float, y: float) -> str:
        world = self.view.world_at(place)
        if world is None:
            return cards.door(x, y + _DRAWER / 2, _WORLD)
        here = [seat for seat, player in enumerate(self.view.players) if player.place == place]
        shapes = [cards.world(self.worlds[world], x, y, _WORLD, self.text)]
        r = 11.0 if len(here) < 4 else 9.0
        for number, seat in enumerate(here):
            offset = (number - (len(here) - 1) / 2) * (2 * r + 2)
            shapes.append(disc(x + _WORLD / 2 + offset, y + _WORLD * 0.36, r, self.letters[seat], seat))
        if world in self.view.piles:
            shapes.append(self._pile(self.view.piles[world], Box(x, y + _WORLD + 1, _WORLD, _DRAWER - 2)))
        return "".join(shapes)

    def _pile(self, pile: tuple[str | None, ...], box: Box) -> str:
        """A pile from the top: known cards as their keys, the others as backs, and the number of cards."""
        tip = self.words.translate("{number} in the pile", number=len(pile))
        known = ", ".join(self.text.card(card) if card else "?" for card in pile)
        shapes = [
            rect(0, 0, box.w, box.h, "#1d0f06", r=5, stroke="#5a3b17", line=0.8),
            title(f"{tip}: {known}"),
            text(box.w - 6, box.h / 2 + 4.5, str(len(pile)), 12, _INK, 22, face="bold", anchor="end"),
        ]
        places = cells(len(pile), Box(5, 5, box.w - 34, box.h - 10), 1.4, 13, 1)
        lower = (box.h - 5 - bottom(places)) / 2 if places else 0
        for card, (x, top, w, h) in zip(pile, places, strict=True):
            y = top + lower
            if card is None:
                shapes.append(cards.back(x, y, w, h))
                continue
            facts = self.discoveries[card]
            bad = facts.kind == "MR"
            sign = facts.attack if bad else facts.key
            shapes.append(rect(x, y, w, h, "#7d1c1a" if bad else "#f0e2c0", r=1.5))
            if sign is not None:
                shapes.append(cards.key(sign, x + w * 0.06, y + h * 0.19, w * 0.88, self.text))
        return at(box.x, box.y, *shapes)

    # The players.

    def _player(self, seat: int, box: Box) -> str:
        tr, view, player = self.words.translate, self.view, self.view.players[seat]
        chosen = seat == view.decision.seat or (view.decision.what == "over" and seat in self._winners())
        pad, top = 9.0, 30.0
        me = tr("{player} (you)", player=player.name) if seat == view.seat else player.name
        shapes = [
            rect(0, 0, box.w, box.h, _PANEL, r=9, stroke=GOLD if chosen else _EDGE, line=2.5 if chosen else 1),
            disc(pad + 11, 17, 10, self.letters[seat], seat),
            name(pad + 28, 17, me, 14, _INK, 172),
            text(box.w - pad, 21, self._facts(player), 10.5, _SECOND, box.w - 2 * pad - 210, anchor="end"),
        ]
        low = box.h - top - pad + 1
        # If there is little height the character is drawn in landscape.
        w, h = (104.0, low) if low < 110 else (92.0, 120.0)
        x = pad
        for reader in self._readers(player):
            if reader is None:
                shapes.append(cards.back(x, top, w, h))
            else:
                facts, spent, shown = self.readers[reader], player.key_spent, player.revealed
                shapes.append(cards.reader(facts, x, top, w, h, self.text, spent=spent, shown=shown))
            x += w + 6
        hand = Box(x + 2, top, box.w - pad - x - 2, low)
        places = cells(max(int(HAND_LIMIT), player.hand_size), hand, 0.9 if low < 72 else 1.3, 92, 4)
        for card, (left, y, wide, high) in zip(player.hand, places, strict=False):
            shapes.append(cards.discovery(self.discoveries[card], left, y, wide, high, self.text))
        for left, y, wide, high in places[len(player.hand) : player.hand_size]:
            shapes.append(cards.back(left, y, wide, high))
        shapes += [cards.empty_place(*place) for place in places[player.hand_size :]]
        return at(box.x, box.y, *shapes)

    def _readers(self, player: PlayerView) -> tuple[str | None, ...]:
        """The character of a player, the two to choose from, or an unknown one."""
        if player.character is not None:
            return (player.character,)
        return player.dealt or (None,)

    def _facts(self, player: PlayerView) -> str:
        """A player's place, and their current conditions."""
        facts = [self._place(player.place)]
        if player.shielded:
            facts.append(self.words.translate("shielded until the next turn"))
        if missed := player.turns_to_miss:
            facts.append(self.words.count("misses the next turn", "misses the next {n} turns", missed))
        return " · ".join(facts)


def draw(view: View, type: GameType, language: str) -> str:
    """A table of La clef des mondes."""
    return ClefPicture(view, type, language).svg()
