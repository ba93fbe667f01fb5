"""The table of Molthar on the screen: in aligned columns, or one fact per line on a plain page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from worldgates.core.gametype import GameType
from worldgates.core.shapes import Action, Event
from worldgates.molthar.actions import Action as MoltharAction
from worldgates.molthar.actions import (
    Activate,
    Banish,
    Peek,
    Place,
    Redraw,
    Refresh,
    Swap,
    Take,
    TradeTwo,
)
from worldgates.molthar.events import FinalRoundBegan, GameOver, TurnBegan, TwelveReached
from worldgates.molthar.table import POINTS_TO_END
from worldgates.molthar.text import CharacterCard
from worldgates.molthar.view import PlayerView, View
from worldgates.terminal.drawing import Drawing, around, ranks
from worldgates.terminal.screen import Page, pad

_ABILITIES: Final = (Swap, Peek, TradeTwo, Redraw)
_ORDER: Final = (Take, Refresh, Place, Activate, *_ABILITIES)
# The colours of the printed cards. Pure blue is hardly legible on a black screen.
_COLOURS: Final = {"green": "green", "red": "red", "blue": "cyan"}
# Wide enough for five pearls, and for the heading of the column.
_NARROWEST_COLUMN: Final = 10


class MoltharDrawing(Drawing[View]):
    def __init__(self, game: GameType, language: str) -> None:
        super().__init__(game, language)
        self.cards: dict[str, CharacterCard] = {}
        for card in game.cards(language):
            assert isinstance(card, CharacterCard)
            self.cards[card.id] = card
        names = [card.name for card in self.cards.values()]
        # The two wisps have the same name.
        self.namesakes = {card.id for card in self.cards.values() if names.count(card.name) > 1}

    @property
    def card_ids(self) -> list[str]:
        return list(self.cards)

    def introduction(self) -> list[str]:
        tr = self.words.translate
        return [
            tr(
                "Take pearls, place characters on your portal, and activate them by paying the pearls they ask for: "
                "that gives you points, diamonds and abilities. In your turn you have three actions."
            ),
            tr(
                "When somebody has {points} points, the round is played to its end, then a last one is played. "
                "Whoever has the most points then wins. A diamond, when you pay, raises one of your pearls by 1.",
                points=POINTS_TO_END,
            ),
        ]

    # What is on the table, in words.

    def gains(self, card: str) -> str:
        """What a character gives when it is activated, besides its ability."""
        facts = self.cards[card]
        gains = [self.words.count("{n} point", "{n} points", facts.points)]
        if facts.diamonds:
            gains.append(self.words.count("{n} diamond", "{n} diamonds", facts.diamonds))
        return ", ".join(gains)

    def called(self, card: str) -> Text:
        """A character's name, in the colour of the card."""
        return Text(self.cards[card].name, _COLOURS[self.cards[card].colour])

    def pearls_pictured(self, activated: Sequence[str]) -> list[str]:
        """The pearls pictured on activated characters (M14)."""
        abilities = [self.cards[card].ability for card in activated]
        return sorted(str(ability.value or "?") for ability in abilities if ability is not None and ability.is_pictured)

    def lasting(self, activated: Sequence[str]) -> list[str]:
        """The activated characters with a permanent ability, other than pictured pearls (M20)."""
        return [card for card in activated if self._is_lasting(self.cards[card])]

    def _is_lasting(self, card: CharacterCard) -> bool:
        return card.colour == "blue" and card.ability is not None and not card.ability.is_pictured

    def standing(self, view: View) -> str:
        """The progress of the game."""
        tr = self.words.translate
        values = {"round": view.round, "player": view.players[view.starting_seat].name}
        if view.final_round:
            return tr("Round {round}, the last one. {player} began it.", **values)
        if max(player.points for player in view.players) >= POINTS_TO_END:
            return tr("Round {round}. {player} began it. After it comes the last one.", **values)
        return tr("Round {round}. {player} began it.", **values)

    def belongings(self, player: PlayerView) -> list[str]:
        """A player's possessions other than cards with text."""
        count, bonus = self.words.count, player.bonus
        facts = [
            count("{n} point", "{n} points", player.points),
            count("{n} diamond", "{n} diamonds", len(player.diamonds)),
        ]
        if bonus:
            facts.append(count("{n} more action in the next turn", "{n} more actions in the next turn", bonus))
        return facts

    def hand(self, player: PlayerView, joint: str) -> str:
        """The pearls in a hand: the known ones, and the number of unknown ones. The swap symbol has no effect there."""
        known = joint.join(str(pearl).rstrip("*") for pearl in player.hand)
        unseen = player.hand_size - len(player.hand)
        if unseen and known and joint.isspace():
            return joint.join([known, *["?"] * unseen])
        if unseen and known:
            return self.words.count(
                "{pearls} and {n} unseen pearl", "{pearls} and {n} unseen pearls", unseen, pearls=known
            )
        if unseen:
            return self.words.count("{n} unseen pearl", "{n} unseen pearls", unseen)
        return known or self.words.translate("no pearls")

    # The table.

    def table(self, page: Page, view: View, labels: Sequence[str], compact: bool = False) -> None:
        if page.plain:
            self._read_out(page, view, labels, compact)
        else:
            self._lay_out(page, view, labels, compact)

    def _lay_out(self, page: Page, view: View, labels: Sequence[str], compact: bool) -> None:
        tr = self.words.translate
        rows = _Rows(self, page, view)
        page.line()
        page.line(self.standing(view), "dim", indent=2)
        # What the viewer needs to decide comes last: the middle of the table, then the viewer's own side.
        seats = around(view.seat, len(view.players))
        for seat in seats[:-1]:
            self._side(rows, page, view, seat, labels[seat], compact)
        page.line()
        market = Text("   ").join(Text(str(pearl or "-"), "bold") for pearl in view.pearls.market)
        left = tr("{number} in the pile", number=view.pearls.draw)
        rows.row(tr("Pearls"), Text.assemble(market, (f"   ({left})", "dim")))
        if any(str(pearl).endswith("*") for pearl in view.pearls.market):
            rows.row("", Text(self._swap_symbol(), "dim"))
        self._face_up(rows, view, abilities=not compact)
        self._side(rows, page, view, seats[-1], labels[seats[-1]], compact)

    def _side(self, rows: _Rows, page: Page, view: View, seat: int, label: str, compact: bool) -> None:
        """A player's side of the table."""
        player = view.players[seat]
        page.line()
        page.line(Text.assemble((label, "bold"), "   ", ", ".join(self.belongings(player))), indent=2, hang=4)
        self._belonging(rows, player, is_me=seat == view.seat, abilities=not compact)

    def _face_up(self, rows: _Rows, view: View, abilities: bool) -> None:
        tr, characters = self.words.translate, view.characters
        rows.headings()
        rows.cards(tr("Characters"), [card for card in characters.market if card], abilities)
        if characters.top:
            rows.cards(tr("Next"), [characters.top], abilities)

    def _belonging(self, rows: _Rows, player: PlayerView, is_me: bool, abilities: bool) -> None:
        """The cards of a player; only the viewer's own show their abilities."""
        tr = self.words.translate
        if portal := [card for card in player.portal if card]:
            rows.cards(tr("Portal"), portal, abilities and is_me)
        elif is_me:
            rows.row(tr("Portal"), Text(tr("empty")))
        if player.activated:
            rows.row(tr("Activated"), Text(", ".join(self.text.card(card) for card in player.activated)))
        if abilities and is_me:
            for card in self.lasting(player.activated):
                rows.ability(card)
        self._pearls(rows, player, is_me)

    def _pearls(self, rows: _Rows, player: PlayerView, is_me: bool) -> None:
        """What a player can pay with: pictured pearls and those in hand."""
        tr = self.words.translate
        if pictured := self.pearls_pictured(player.activated):
            values = Text("  ".join(pictured), "bold")
            if is_me:
                once = tr("once in every activation")
                values.append(f"   ({once})", "not bold dim")
            rows.row(tr("Pictured"), values)
        if player.hand_size or is_me:
            hand = Text(self.hand(player, "  "), "bold" if player.hand else "")
            if is_me and player.hand_size >= player.hand_limit:
                limit = tr("limit {limit}", limit=player.hand_limit)
                hand.append(f"   ({limit})", "not bold dim")
            rows.row(tr("Hand"), hand)

    def _swap_symbol(self) -> str:
        return self.words.translate("* swap symbol: when it is turned up, both face-up characters are replaced")

    def _read_out(self, page: Page, view: View, labels: Sequence[str], compact: bool) -> None:
        tr = self.words.translate
        page.line()
        page.line(self.standing(view))
        pearls = ", ".join(str(pearl) for pearl in view.pearls.market if pearl)
        page.line(tr("Face-up pearls: {pearls}", pearls=pearls))
        if "*" in pearls:
            page.line(self._swap_symbol())
        page.line(tr("Pearls in the pile: {number}", number=view.pearls.draw))
        for card in view.characters.market:
            if card:
                self._read_card(
                    page, tr("Face-up character: {character}", character=self.text.card(card)), card, compact
                )
        if top := view.characters.top:
            self._read_card(page, tr("On top of the pile: {character}", character=self.text.card(top)), top, compact)
        for seat in around(view.seat, len(view.players)):
            self._read_player(page, view.players[seat], labels[seat], compact)

    def _read_player(self, page: Page, player: PlayerView, label: str, compact: bool) -> None:
        tr = self.words.translate
        page.line()
        page.line(label)
        for fact in self.belongings(player):
            page.line(fact)
        for card in player.portal:
            if card:
                self._read_card(page, tr("On the portal: {character}", character=self.text.card(card)), card, compact)
        if player.activated:
            names = ", ".join(self.text.card(card) for card in player.activated)
            page.line(tr("Activated: {characters}", characters=names))
        if pictured := self.pearls_pictured(player.activated):
            values = [tr("any value") if value == "?" else value for value in pictured]
            page.line(tr("Pictured pearls: {pearls}", pearls=", ".join(values)))
        self._read_hand(page, player)
        page.line(tr("Hand limit: {limit}", limit=player.hand_limit))

    def _read_card(self, page: Page, name: str, card: str, compact: bool) -> None:
        """A character with its cost and gains, and with its ability unless it has to be short."""
        page.line(name)
        for line, _ in self.text.explain(card)[1 : 3 if compact else None]:
            page.line(line)

    def _read_hand(self, page: Page, player: PlayerView) -> None:
        page.line(self.words.translate("Hand: {pearls}", pearls=self.hand(player, ", ")))

    def reminder(self, page: Page, view: View) -> None:
        tr, me = self.words.translate, self._me(view)
        is_action = view.decision.what == "action"
        if page.plain:
            for card in view.characters.market if is_action else []:
                if card:
                    page.line(tr("Face-up character: {character}", character=self.text.card(card)))
                    page.line(self.text.explain(card)[1][0])
            for card in me.portal:
                if card:
                    page.line(tr("On the portal: {character}", character=self.text.card(card)))
                    page.line(self.text.explain(card)[1][0])
            self._read_hand(page, me)
            return
        rows = _Rows(self, page, view)
        page.line()
        if is_action:
            self._face_up(rows, view, abilities=False)
        if portal := [card for card in me.portal if card]:
            rows.cards(tr("Portal"), portal, abilities=False)
        if me.diamonds:
            rows.row(tr("Diamonds"), Text(str(len(me.diamonds)), "bold"))
        self._pearls(rows, me, is_me=True)

    def piles(self, page: Page, view: View) -> None:
        tr, pearls, characters = self.words.translate, view.pearls, view.characters
        page.line(tr("Pearls in the pile: {number}", number=pearls.draw))
        gone = ", ".join(str(pearl) for pearl in pearls.discard)
        page.line(tr("Discarded pearls, the last one first: {pearls}", pearls=gone or "-"))
        page.line(tr("Characters in the pile: {number}", number=characters.draw))
        names = ", ".join(self.text.card(card) for card in characters.discard)
        page.line(tr("Discarded characters, the last one first: {characters}", characters=names or "-"))

    def ending(self, page: Page, view: View, labels: Sequence[str]) -> None:
        tr = self.words.translate
        for rank, seat in ranks(view.ranking):
            player = view.players[seat]
            points = self.words.count("{n} point", "{n} points", player.points)
            diamonds = self.words.count("{n} diamond", "{n} diamonds", len(player.diamonds))
            line = tr(
                "{rank}. {player}: {points}, {diamonds}",
                rank=rank,
                player=labels[seat],
                points=points,
                diamonds=diamonds,
            )
            page.line(line, "bold", indent=0 if page.plain else 2)
            worth = [
                tr("{character}: {points}", character=self.text.card(card), points=self.cards[card].points)
                for card in player.activated
            ]
            if page.plain:
                for each in worth:
                    page.line(each)
            elif worth:
                page.line(", ".join(worth), indent=5)

    # The choices.

    def group(self, action: Action) -> str:
        tr = self.words.translate
        match action:
            case Take() | Refresh():
                return tr("Pearls")
            case Place():
                return tr("Place a character")
            case Activate():
                return tr("Activate a character")
            case Swap() | Peek() | TradeTwo() | Redraw():
                return tr("Abilities (they cost no action)")
        return ""

    def rank(self, action: Action, view: View) -> tuple[int, ...]:
        order = next((number for number, kind in enumerate(_ORDER) if isinstance(action, kind)), len(_ORDER))
        if not isinstance(action, Activate):
            return (order,)
        # The viewer's own before a neighbour's, and the cheapest payment first.
        return (order, action.seat != view.seat, action.slot, len(action.spend), action.diamonds, *action.spend)

    def cards_in(self, action: Action, view: View) -> list[str]:
        cards: list[str | None] = []
        match action:
            case Place(source, discard):
                cards.append(view.characters.top if source == "pile" else view.characters.market[source])
                if discard is not None:
                    cards.append(self._me(view).portal[discard])
            case Swap(slot, market):
                cards += [view.characters.market[market], self._me(view).portal[slot]]
            case Activate(seat, slot) | Banish(seat, slot):
                cards.append(view.players[seat].portal[slot])
        return [card for card in cards if card is not None]

    def _me(self, view: View) -> PlayerView:
        """The viewer's own side; only deciding seats have choices."""
        assert view.seat is not None
        return view.players[view.seat]

    def note(self, action: Action, view: View) -> str:
        tr, cards = self.words.translate, self.cards_in(action, view)
        notes = [
            tr("the {character} for {cost}", character=self.text.card(card), cost=self.cards[card].cost)
            for card in cards
            if card in self.namesakes
        ]
        if isinstance(action, Activate):
            notes.append(tr("gives {gains}", gains=self.gains(cards[0])))
        return "; ".join(notes)

    def clause(self, action: Action, view: View) -> str:  # noqa: ARG002
        assert isinstance(action, MoltharAction)
        return action.clause

    def turn_begun(self, event: Event) -> int | None:
        return event.seat if isinstance(event, TurnBegan) else None

    def is_remarkable(self, event: Event) -> bool:
        return isinstance(event, TwelveReached | FinalRoundBegan | GameOver)


class _Rows:
    """Table rows for a terminal: a label, and values in columns of equal width."""

    def __init__(self, drawing: MoltharDrawing, page: Page, view: View) -> None:
        self.drawing = drawing
        self.page = page
        tr = drawing.words.translate
        labels = (
            tr("Characters"),
            tr("Next"),
            tr("Portal"),
            tr("Activated"),
            tr("Diamonds"),
            tr("Pictured"),
            tr("Hand"),
        )
        shown = [*view.characters.market, view.characters.top]
        for player in view.players:
            shown += player.portal
        facts = [drawing.cards[card] for card in shown if card]
        costs = [cell_len(tr("costs")), *(cell_len(fact.cost) for fact in facts)]
        gains = max((cell_len(drawing.gains(fact.id)) for fact in facts), default=0)
        self.label = max(cell_len(label) for label in labels) + 2
        self.name = max((cell_len(fact.name) for fact in facts), default=0) + 2
        # Without room for columns, cost and gains go below the name.
        self.in_columns = page.width - 4 - self.label - self.name >= 2 * _NARROWEST_COLUMN
        # A very long cost overflows its column instead of widening it for all rows.
        room = max(_NARROWEST_COLUMN, page.width - 4 - self.label - self.name - gains - 2)
        self.cost = max((cost for cost in costs if cost <= room), default=0) + 2

    def row(self, label: str, value: Text) -> None:
        self.page.line(pad(Text(label, "dim"), self.label) + value, indent=4, hang=self.label)

    def headings(self) -> None:
        if not self.in_columns:
            return
        tr = self.drawing.words.translate
        self.row("", Text(" " * self.name) + pad(Text(tr("costs"), "dim"), self.cost) + Text(tr("gives"), "dim"))

    def cards(self, label: str, cards: list[str], abilities: bool) -> None:
        """Characters, each with its cost and gains, and below it its ability."""
        for card in cards:
            facts = self.drawing.cards[card]
            cost, gains = pad(facts.cost, max(self.cost, cell_len(facts.cost) + 2)), self.drawing.gains(card)
            head = pad(Text(label, "dim"), self.label) + pad(self.drawing.called(card), self.name) + cost
            hang = self.label + self.name
            if not self.in_columns:
                self.row(label, self.drawing.called(card))
                self.page.line(f"{facts.cost}: {gains}", indent=4 + self.label + 2)
            elif 4 + cell_len(head.plain) + cell_len(gains) <= self.page.width:
                self.page.line(head + Text(gains), indent=4)
            else:
                self.page.line(head, indent=4, hang=hang)
                self.page.line(gains, indent=4 + hang)
            if abilities and facts.text:
                self.ability(card)
            label = ""

    def ability(self, card: str) -> None:
        self.page.line(self.drawing.cards[card].text, "dim", indent=4 + self.label + 2)


DRAWING = MoltharDrawing
