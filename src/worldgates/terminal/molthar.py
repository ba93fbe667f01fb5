"""The table of Molthar on the screen: aligned for the eye, or a fact a line where the screen is plain."""

from __future__ import annotations

from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text

from worldgates.core.games import Game
from worldgates.molthar.table import POINTS_TO_END
from worldgates.terminal.drawing import Drawing
from worldgates.terminal.screen import Screen, pad

_ABILITIES: Final = ("swap", "peek", "trade_two", "redraw")
_ORDER: Final = ("take", "refresh", "place", "activate", *_ABILITIES)
# The colours of the printed cards. Blue itself can hardly be read on a black screen.
_COLOURS: Final = {"green": "green", "red": "red", "blue": "cyan"}
# Room for five pearls, and for the word at the head of the column.
_NARROWEST_COLUMN: Final = 10


class MoltharDrawing(Drawing):
    def __init__(self, game: Game, language: str) -> None:
        super().__init__(game, language)
        self.cards: dict[str, dict[str, Any]] = {str(card["id"]): card for card in game.cards(language)}
        names = [card["name"] for card in self.cards.values()]
        # The two wisps have one name.
        self.namesakes = {card for card in self.cards if names.count(self.cards[card]["name"]) > 1}

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
        """What a character gives when it is activated, beside its ability."""
        facts = self.cards[card]
        gains = [self.words.count("{n} point", "{n} points", facts["points"])]
        if facts["diamonds"]:
            gains.append(self.words.count("{n} diamond", "{n} diamonds", facts["diamonds"]))
        return ", ".join(gains)

    def called(self, card: str) -> Text:
        """A character's name, in the colour of the card."""
        return Text(self.cards[card]["name"], _COLOURS[self.cards[card]["colour"]])

    def pearls_pictured(self, activated: list[str]) -> list[str]:
        """The pearls pictured on activated characters (M14)."""
        abilities = [str(self.cards[card]["ability"]) for card in activated]
        return sorted(ability.split()[1] for ability in abilities if ability.startswith("pictured "))

    def lasting(self, activated: list[str]) -> list[str]:
        """Those of the activated characters that can do something all game, beside showing a pearl (M20)."""
        return [card for card in activated if self.cards[card]["colour"] == "blue" and not self.pearls_pictured([card])]

    def standing(self, view: dict[str, Any]) -> str:
        """How far the game has come."""
        tr = self.words.translate
        values = {"round": view["round"], "player": view["players"][view["starting_seat"]]["name"]}
        if view["final_round"]:
            return tr("Round {round}, the last one. {player} began it.", **values)
        if max(player["points"] for player in view["players"]) >= POINTS_TO_END:
            return tr("Round {round}. {player} began it. After it comes the last one.", **values)
        return tr("Round {round}. {player} began it.", **values)

    def belongings(self, player: dict[str, Any]) -> list[str]:
        """What a player has beside cards that can be read."""
        count, bonus = self.words.count, player["bonus"]
        facts = [
            count("{n} point", "{n} points", player["points"]),
            count("{n} diamond", "{n} diamonds", len(player["diamonds"])),
        ]
        if bonus:
            facts.append(count("{n} more action in the next turn", "{n} more actions in the next turn", bonus))
        return facts

    def hand(self, player: dict[str, Any], joint: str) -> str:
        """The pearls in a hand: those that are known, and how many are not. The swap symbol does nothing there."""
        known = joint.join(str(pearl).rstrip("*") for pearl in player["hand"])
        unseen = player["hand_size"] - len(player["hand"])
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

    def table(self, screen: Screen, view: dict[str, Any], labels: list[str], compact: bool = False) -> None:
        if screen.plain:
            self._read_out(screen, view, labels, compact)
        else:
            self._lay_out(screen, view, labels, compact)

    def _around(self, view: dict[str, Any]) -> list[int]:
        """The seats clockwise, the one that looks last: it sits on this side of the table."""
        first = 0 if view["seat"] is None else view["seat"] + 1
        players = len(view["players"])
        return [(first + step) % players for step in range(players)]

    def _lay_out(self, screen: Screen, view: dict[str, Any], labels: list[str], compact: bool) -> None:
        tr = self.words.translate
        rows = _Rows(self, screen, view)
        screen.line()
        screen.line(self.standing(view), "dim", indent=2)
        # What one needs to decide lies nearest: the middle of the table, then one's own side of it.
        around = self._around(view)
        for seat in around[:-1]:
            self._side(rows, screen, view, seat, labels[seat], compact)
        screen.line()
        market = Text("   ").join(Text(str(pearl or "-"), "bold") for pearl in view["pearls"]["market"])
        left = tr("{number} in the pile", number=view["pearls"]["draw"])
        rows.row(tr("Pearls"), Text.assemble(market, (f"   ({left})", "dim")))
        if any(str(pearl).endswith("*") for pearl in view["pearls"]["market"]):
            rows.row("", Text(self._swap_symbol(), "dim"))
        self._face_up(rows, view, abilities=not compact)
        self._side(rows, screen, view, around[-1], labels[around[-1]], compact)

    def _side(self, rows: _Rows, screen: Screen, view: dict[str, Any], seat: int, label: str, compact: bool) -> None:
        """A player's side of the table."""
        player = view["players"][seat]
        screen.line()
        screen.line(Text.assemble((label, "bold"), "   ", ", ".join(self.belongings(player))), indent=2, hang=4)
        self._belonging(rows, player, is_me=seat == view["seat"], abilities=not compact)

    def _face_up(self, rows: _Rows, view: dict[str, Any], abilities: bool) -> None:
        tr, characters = self.words.translate, view["characters"]
        rows.headings()
        rows.cards(tr("Characters"), [card for card in characters["market"] if card], abilities)
        if characters["top"]:
            rows.cards(tr("Next"), [characters["top"]], abilities)

    def _belonging(self, rows: _Rows, player: dict[str, Any], is_me: bool, abilities: bool) -> None:
        """The cards of a player; only one's own say what they can do."""
        tr = self.words.translate
        if portal := [card for card in player["portal"] if card]:
            rows.cards(tr("Portal"), portal, abilities and is_me)
        elif is_me:
            rows.row(tr("Portal"), Text(tr("empty")))
        if player["activated"]:
            rows.row(tr("Activated"), Text(", ".join(self.text.card(card) for card in player["activated"])))
        if abilities and is_me:
            for card in self.lasting(player["activated"]):
                rows.ability(card)
        self._pearls(rows, player, is_me)

    def _pearls(self, rows: _Rows, player: dict[str, Any], is_me: bool) -> None:
        """What a player can pay with: pictured pearls and those in hand."""
        tr = self.words.translate
        if pictured := self.pearls_pictured(player["activated"]):
            values = Text("  ".join(pictured), "bold")
            if is_me:
                once = tr("once in every activation")
                values.append(f"   ({once})", "not bold dim")
            rows.row(tr("Pictured"), values)
        if player["hand_size"] or is_me:
            hand = Text(self.hand(player, "  "), "bold" if player["hand"] else "")
            if is_me and player["hand_size"] >= player["hand_limit"]:
                limit = tr("limit {limit}", limit=player["hand_limit"])
                hand.append(f"   ({limit})", "not bold dim")
            rows.row(tr("Hand"), hand)

    def _swap_symbol(self) -> str:
        return self.words.translate("* swap symbol: when it is turned up, both face-up characters are replaced")

    def _read_out(self, screen: Screen, view: dict[str, Any], labels: list[str], compact: bool) -> None:
        tr = self.words.translate
        screen.line()
        screen.line(self.standing(view))
        pearls = ", ".join(str(pearl) for pearl in view["pearls"]["market"] if pearl)
        screen.line(tr("Face-up pearls: {pearls}", pearls=pearls))
        if "*" in pearls:
            screen.line(self._swap_symbol())
        screen.line(tr("Pearls in the pile: {number}", number=view["pearls"]["draw"]))
        for card in view["characters"]["market"]:
            if card:
                self._read_card(
                    screen, tr("Face-up character: {character}", character=self.text.card(card)), card, compact
                )
        if top := view["characters"]["top"]:
            self._read_card(screen, tr("On top of the pile: {character}", character=self.text.card(top)), top, compact)
        for seat in self._around(view):
            self._read_player(screen, view["players"][seat], labels[seat], compact)

    def _read_player(self, screen: Screen, player: dict[str, Any], label: str, compact: bool) -> None:
        tr = self.words.translate
        screen.line()
        screen.line(label)
        for fact in self.belongings(player):
            screen.line(fact)
        for card in player["portal"]:
            if card:
                self._read_card(screen, tr("On the portal: {character}", character=self.text.card(card)), card, compact)
        if player["activated"]:
            names = ", ".join(self.text.card(card) for card in player["activated"])
            screen.line(tr("Activated: {characters}", characters=names))
        if pictured := self.pearls_pictured(player["activated"]):
            values = [tr("any value") if value == "?" else value for value in pictured]
            screen.line(tr("Pictured pearls: {pearls}", pearls=", ".join(values)))
        self._read_hand(screen, player)
        screen.line(tr("Hand limit: {limit}", limit=player["hand_limit"]))

    def _read_card(self, screen: Screen, name: str, card: str, compact: bool) -> None:
        """A character with what it costs and gives, and unless it has to be short with what it can do."""
        screen.line(name)
        for line, _ in self.text.explain(card)[1 : 3 if compact else None]:
            screen.line(line)

    def _read_hand(self, screen: Screen, player: dict[str, Any]) -> None:
        screen.line(self.words.translate("Hand: {pearls}", pearls=self.hand(player, ", ")))

    def reminder(self, screen: Screen, view: dict[str, Any]) -> None:
        tr, me = self.words.translate, view["players"][view["seat"]]
        is_action = view["decision"]["what"] == "action"
        if screen.plain:
            for card in view["characters"]["market"] if is_action else []:
                if card:
                    screen.line(tr("Face-up character: {character}", character=self.text.card(card)))
                    screen.line(self.text.explain(card)[1][0])
            for card in me["portal"]:
                if card:
                    screen.line(tr("On the portal: {character}", character=self.text.card(card)))
                    screen.line(self.text.explain(card)[1][0])
            self._read_hand(screen, me)
            return
        rows = _Rows(self, screen, view)
        screen.line()
        if is_action:
            self._face_up(rows, view, abilities=False)
        if portal := [card for card in me["portal"] if card]:
            rows.cards(tr("Portal"), portal, abilities=False)
        if me["diamonds"]:
            rows.row(tr("Diamonds"), Text(str(len(me["diamonds"])), "bold"))
        self._pearls(rows, me, is_me=True)

    def piles(self, screen: Screen, view: dict[str, Any]) -> None:
        tr, pearls, characters = self.words.translate, view["pearls"], view["characters"]
        screen.line(tr("Pearls in the pile: {number}", number=pearls["draw"]))
        gone = ", ".join(str(pearl) for pearl in pearls["discard"])
        screen.line(tr("Discarded pearls, the last one first: {pearls}", pearls=gone or "-"))
        screen.line(tr("Characters in the pile: {number}", number=characters["draw"]))
        names = ", ".join(self.text.card(card) for card in characters["discard"])
        screen.line(tr("Discarded characters, the last one first: {characters}", characters=names or "-"))

    def ending(self, screen: Screen, view: dict[str, Any], labels: list[str]) -> None:
        tr = self.words.translate
        for place, seats in enumerate(view["ranking"]):
            rank = 1 + sum(len(before) for before in view["ranking"][:place])
            for seat in seats:
                player = view["players"][seat]
                points = self.words.count("{n} point", "{n} points", player["points"])
                diamonds = self.words.count("{n} diamond", "{n} diamonds", len(player["diamonds"]))
                line = tr(
                    "{rank}. {player}: {points}, {diamonds}",
                    rank=rank,
                    player=labels[seat],
                    points=points,
                    diamonds=diamonds,
                )
                screen.line(line, "bold", indent=0 if screen.plain else 2)
                worth = [
                    tr("{character}: {points}", character=self.text.card(card), points=self.cards[card]["points"])
                    for card in player["activated"]
                ]
                if screen.plain:
                    for each in worth:
                        screen.line(each)
                elif worth:
                    screen.line(", ".join(worth), indent=5)

    # The choices.

    def group(self, action: dict[str, Any]) -> str:
        tr = self.words.translate
        headings = {
            "take": tr("Pearls"),
            "refresh": tr("Pearls"),
            "place": tr("Place a character"),
            "activate": tr("Activate a character"),
            **dict.fromkeys(_ABILITIES, tr("Abilities (they cost no action)")),
        }
        return headings.get(action["do"], "")

    def rank(self, action: dict[str, Any], view: dict[str, Any]) -> tuple[int, ...]:
        do = action["do"]
        order = _ORDER.index(do) if do in _ORDER else len(_ORDER)
        if do != "activate":
            return (order,)
        # One's own before a neighbour's, and the cheapest payment first.
        spend, diamonds = action["spend"], action["diamonds"]
        return (order, action["seat"] != view["seat"], action["slot"], len(spend), diamonds, *spend)

    def cards_in(self, action: dict[str, Any], view: dict[str, Any]) -> list[str]:
        mine = view["players"][view["seat"]]["portal"]
        market = view["characters"]["market"]
        cards: list[str] = []
        match action["do"]:
            case "place":
                if action["from"] != "pile":
                    cards.append(market[action["from"]])
                elif view["characters"]["top"]:
                    cards.append(view["characters"]["top"])
                if "discard" in action:
                    cards.append(mine[action["discard"]])
            case "swap":
                cards += [market[action["with"]], mine[action["slot"]]]
            case "activate" | "banish":
                cards.append(view["players"][action["seat"]]["portal"][action["slot"]])
        return cards

    def note(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        tr, cards = self.words.translate, self.cards_in(action, view)
        notes = [
            tr("the {character} for {cost}", character=self.text.card(card), cost=self.cards[card]["cost"])
            for card in cards
            if card in self.namesakes
        ]
        if action["do"] == "activate":
            notes.append(tr("gives {gains}", gains=self.gains(cards[0])))
        return "; ".join(notes)

    def clause(self, action: dict[str, Any], view: dict[str, Any]) -> str:  # noqa: ARG002
        # Ending a turn is no event of its own: M11 speaks of it.
        return "M11" if action["do"] == "end_turn" else self.text.clause({"event": action["do"]})

    def is_remarkable(self, event: dict[str, object]) -> bool:
        return event["event"] in ("twelve", "final_round", "over")


class _Rows:
    """Rows of a table laid out for the eye: a label, and what belongs to it in columns of the same width."""

    def __init__(self, drawing: MoltharDrawing, screen: Screen, view: dict[str, Any]) -> None:
        self.drawing = drawing
        self.screen = screen
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
        shown = [*view["characters"]["market"], view["characters"]["top"]]
        for player in view["players"]:
            shown += player["portal"]
        facts = [drawing.cards[card] for card in shown if card]
        costs = [cell_len(tr("costs")), *(cell_len(fact["cost"]) for fact in facts)]
        gains = max((cell_len(drawing.gains(fact["id"])) for fact in facts), default=0)
        self.label = max(cell_len(label) for label in labels) + 2
        self.name = max((cell_len(fact["name"]) for fact in facts), default=0) + 2
        # A cost too long for the screen sticks out of its column rather than making it wide for all.
        room = max(_NARROWEST_COLUMN, screen.width - 4 - self.label - self.name - gains - 2)
        self.cost = max((cost for cost in costs if cost <= room), default=0) + 2

    def row(self, label: str, value: Text) -> None:
        self.screen.line(pad(Text(label, "dim"), self.label) + value, indent=4, hang=self.label)

    def headings(self) -> None:
        tr = self.drawing.words.translate
        self.row("", Text(" " * self.name) + pad(Text(tr("costs"), "dim"), self.cost) + Text(tr("gives"), "dim"))

    def cards(self, label: str, cards: list[str], abilities: bool) -> None:
        """Characters, each with what it costs and gives; below it what it can do."""
        for card in cards:
            facts = self.drawing.cards[card]
            cost, gains = pad(facts["cost"], max(self.cost, cell_len(facts["cost"]) + 2)), self.drawing.gains(card)
            head = pad(Text(label, "dim"), self.label) + pad(self.drawing.called(card), self.name) + cost
            hang = self.label + self.name
            if 4 + cell_len(head.plain) + cell_len(gains) <= self.screen.width:
                self.screen.line(head + Text(gains), indent=4)
            else:
                self.screen.line(head, indent=4, hang=hang)
                self.screen.line(gains, indent=4 + hang)
            if abilities and facts["text"]:
                self.ability(card)
            label = ""

    def ability(self, card: str) -> None:
        self.screen.line(self.drawing.cards[card]["text"], "dim", indent=4 + self.label + 2)


DRAWING = MoltharDrawing
