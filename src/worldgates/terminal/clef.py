"""The table of La clef des mondes on the screen: a map of the worlds, or a fact a line where the screen is plain."""

from __future__ import annotations

import re
from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text

from worldgates.clef import effects
from worldgates.clef.cards import KEYS
from worldgates.clef.game import Clef
from worldgates.clef.table import ACTIONS, HAND_LIMIT, MIDDLE, PLACES, touches, way
from worldgates.clef.text import ClefText
from worldgates.core.games import Game
from worldgates.terminal.clef_map import FRAME, NARROWEST_MAP, Card, Square, card_width
from worldgates.terminal.drawing import Drawing
from worldgates.terminal.screen import Screen, pad, wrapped

_ORDER: Final = ("go_home", "draw", "travel", "effect", "offer", "discard", "reveal", "pass")
# Every key is written out as a word; the colour only helps the eye.
_COLOURS: Final = {"magie": "cyan", "connaissance": "yellow", "combat": "red", "mort": "green", "amour": "magenta"}
_ARROWS: Final = {
    (-1, -1): "↖",
    (-1, 0): "↑",
    (-1, 1): "↗",
    (0, -1): "←",
    (0, 1): "→",
    (1, -1): "↙",
    (1, 0): "↓",
    (1, 1): "↘",
}
_CLAUSES: Final = {
    "choose_character": "K5",
    "draw": "K18",
    "discard": "K19",
    "reveal": "K20",
    "offer": "K21",
    "answer": "K21",
    "accept": "K21",
    "travel": "K9",
    "go_home": "K11",
    "pass": "K23",
    "pick": "EG8",
    "react": "K25",
}
# Effects after which one stands in another world.
_MOVES: Final = ("free_travel", "jump", "wild_ride")
# Effects that are about the cards of another player.
_ON_HANDS: Final = ("look_hand", "steal", "swap")
_REMARKABLE: Final = ("go_home", "cancel", "stop", "meet", "miss_turn", "miss", "reveal", "over")


class ClefDrawing(Drawing):
    def __init__(self, game: Game, language: str) -> None:
        super().__init__(game, language)
        assert isinstance(game, Clef)
        self.text: ClefText = game.text(language)
        self.cards: dict[str, dict[str, Any]] = {str(card["id"]): card for card in game.cards(language)}
        self.keys = {self.text.key(key): _COLOURS[key] for key in KEYS}
        self._key_words = re.compile(rf"\b({'|'.join(re.escape(key) for key in self.keys)})\b")
        # As part of a name the word is no key.
        self._names_with_keys = [card["name"] for card in self.cards.values() if self._key_words.search(card["name"])]

    def introduction(self) -> list[str]:
        tr = self.words.translate
        paragraphs = [
            tr(
                "You are a reader who has fallen into the worlds of books. Nine worlds lie in a square, and Kernault, "
                "where you live, is in the middle: whoever enters it first wins. Going home takes four or five keys "
                "at once: those on the edge over which you leave your world, and the three that your reader asks for."
            ),
            tr(
                "In your turn you have {actions} actions: draw a card of your world, travel by paying the keys on the "
                "edge you leave over, play a card for what it does, trade, discard, or reveal your reader, whose own "
                "key then serves once. Most cards carry a key. You hold at most {limit}.",
                actions=ACTIONS,
                limit=HAND_LIMIT,
            ),
            tr(
                "Objects travel with you; encounters stay in their world when you leave it. A bad encounter strikes "
                "as soon as it is drawn. Whoever is in the same world as you may cancel what you play with a card "
                "that fits, and you may do so to them."
            ),
        ]
        note = self.text.note()
        return [*paragraphs, note] if note else paragraphs

    def ink(self, sentence: str) -> Text:
        """A sentence with its keys in their colours."""
        text = Text(sentence)
        names = [found.span() for name in self._names_with_keys for found in re.finditer(re.escape(name), sentence)]
        for found in self._key_words.finditer(sentence):
            start, end = found.span()
            if not any(first <= start and end <= last for first, last in names):
                text.stylize(self.keys[found[0]], start, end)
        return text

    # What is on the table, in words.

    def key(self, key: str) -> Text:
        return Text(self.text.key(key), _COLOURS[key])

    def in_a_row(self, keys: list[str]) -> str:
        return ", ".join(self.text.key(key) for key in keys)

    def world_at(self, view: dict[str, Any], place: int) -> str | None:
        world: str | None = view["worlds"][place // 3][place % 3]
        return world

    def place_of(self, view: dict[str, Any], door: str | int) -> int:
        """The place of a world as an action names it (EG10)."""
        if isinstance(door, int):
            return door
        return next(place for place in range(PLACES) if self.world_at(view, place) == door)

    def door(self, view: dict[str, Any], place: int) -> str:
        """How a world is called: by its name, or as the closed door of its place (EG10)."""
        world = self.world_at(view, place)
        return self.text.card(world) if world else self.words.translate("closed door {place}", place=place)

    def ways(self, view: dict[str, Any], place: int) -> list[tuple[int, list[str]]]:
        """Where one can go from a world that lies open, and which keys its edges ask for (K9)."""
        world = self.world_at(view, place)
        keys = self.cards[world]["keys"] if world else []
        found = []
        for other in range(PLACES):
            if other != place and keys and place != MIDDLE and touches(place, other):
                rows, columns = way(place, other)
                due = [keys[0 if rows < 0 else 2]] if rows else []
                due += [keys[1 if columns > 0 else 3]] if columns else []
                found.append((other, due))
        return found

    def pawns_at(self, view: dict[str, Any], place: int) -> list[int]:
        return [seat for seat, player in enumerate(view["players"]) if player["place"] == place]

    def opens(self, card: str) -> list[str]:
        """The keys a card can stand for in a payment (K13, E3)."""
        facts = self.cards[card]
        keys: list[str] = facts["effect"]["keys"] if facts["effect"]["id"] == "wild" else [facts["key"]]
        return keys

    def purse(self, view: dict[str, Any], player: dict[str, Any]) -> list[list[str]]:
        """What a player can pay with here: for each card, and perhaps the reader, the keys it can stand for."""
        here = self.world_at(view, player["place"])
        held = [card for card in player["hand"] if self.cards[card]["kind"] == "O" or self.cards[card]["world"] == here]
        purse = [self.opens(card) for card in held]
        shows = player["revealed"] or view["options"]["reveal_while_paying"]
        if player["character"] and shows and not player["key_spent"]:
            purse.append([self.cards[player["character"]]["key"]])
        return purse

    def can_pay(self, view: dict[str, Any], player: dict[str, Any], due: list[str]) -> bool:
        return bool(due) and all(_paid(self.purse(view, player), due))

    def standing(self, view: dict[str, Any]) -> str:
        """How far the game has come."""
        first = view["players"][view["first_seat"]]["name"]
        return self.words.translate("Round {round}. {player} began it.", round=view["round"], player=first)

    def belongings(self, view: dict[str, Any], player: dict[str, Any]) -> list[str]:
        """Where a player is, with how many cards, and what holds for the player just now."""
        tr, count = self.words.translate, self.words.count
        facts = [self.door(view, player["place"]), count("{n} card", "{n} cards", player["hand_size"])]
        if player["shielded"]:
            facts.append(tr("shielded until the next turn"))
        if missed := player["turns_to_miss"]:
            facts.append(count("misses the next turn", "misses the next {n} turns", missed))
        return facts

    def reader(self, player: dict[str, Any]) -> str:
        """The character of a player: its own key, and the three it needs to go home (K12)."""
        facts = self.cards[player["character"]]
        values = {
            "reader": facts["name"],
            "key": self.text.key(facts["key"]),
            "needs": self.in_a_row(facts["needs"]),
        }
        if player["key_spent"]:
            return self.words.translate("{reader}, needs {needs}; key {key} (spent)", **values)
        if player["revealed"]:
            return self.words.translate("{reader}, needs {needs}; key {key} (ready)", **values)
        return self.words.translate("{reader}, needs {needs}; key {key} (not revealed)", **values)

    def announced(self, kind: str, key: str) -> str:
        """What is said of a card in a trade (K21)."""
        return self.words.translate("{kind}, {key}", kind=self.text.kind(kind), key=self.text.key(key))

    def held(self, card: str) -> str:
        """A card in a hand, in a few words."""
        facts = self.cards[card]
        what = self.announced(facts["kind"], facts["key"] or facts["attack"])
        return self.words.translate("{card} ({facts})", card=facts["name"], facts=what)

    def in_pile(self, cards: list[str | None]) -> str:
        """The cards of a pile from the top: those that are known, and how many lie between them."""
        parts: list[str] = []
        unknown = 0
        for card in [*cards, ""]:
            if card is None:
                unknown += 1
                continue
            if unknown:
                parts.append(self.words.count("{n} unknown", "{n} unknown", unknown))
                unknown = 0
            if card:
                parts.append(self.text.card(card))
        return ", ".join(parts)

    def hand_label(self, player: dict[str, Any]) -> str:
        """Of other hands one may know a part."""
        whole = len(player["hand"]) == player["hand_size"]
        return self.words.translate("Hand") if whole else self.words.translate("Known cards")

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
        screen.line()
        screen.line(self.standing(view), "dim", indent=2)
        if screen.width >= NARROWEST_MAP:
            Square(screen, [self._card(screen, view, place) for place in range(PLACES)]).draw()
        else:
            screen.line()
            for place in range(PLACES):
                screen.line(self.ink(self._world(view, place)), indent=2, hang=2)
        rows = _Rows(self, screen, view)
        for seat in self._around(view):
            player = view["players"][seat]
            facts = ", ".join(self.belongings(view, player))
            screen.line()
            screen.line(Text.assemble((labels[seat], "bold"), "   ", facts), indent=2, hang=4)
            if seat == view["seat"]:
                rows.mine(player, effects=not compact)
                continue
            if player["character"]:
                rows.row(self.words.translate("Reader"), self.ink(self.reader(player)))
            if player["hand"]:
                held = ", ".join(self.held(card) for card in player["hand"])
                rows.row(self.hand_label(player), self.ink(held))

    def _card(self, screen: Screen, view: dict[str, Any], place: int) -> Card:
        """What stands on the card of a world."""
        tr, world = self.words.translate, self.world_at(view, place)
        room = card_width(screen) - FRAME
        lines: list[Text] = []
        if world is None:
            return Card(self.door(view, place), [], lines, is_open=False)
        if place == MIDDLE:
            lines.append(Text(tr("home"), "dim"))
        else:
            lines.append(Text(self.words.count("{n} card", "{n} cards", len(view["piles"][world])), "dim"))
        pawns = self.pawns_at(view, place)
        if pawns:
            names = ", ".join(view["players"][seat]["name"] for seat in pawns)
            lines += [Text(line, "bold") for line in wrapped(f"{self._pawn(screen)} {names}", room)]
        keys = [] if place == MIDDLE else [self.key(key) for key in self.cards[world]["keys"]]
        return Card(self.text.card(world), keys, lines, is_open=True, is_mine=view["seat"] in pawns)

    def _pawn(self, screen: Screen) -> str:
        return "●" if screen.can_show("●") else "*"

    def _world(self, view: dict[str, Any], place: int) -> str:
        """A world in a line: who is there, and what it costs to leave it over each side."""
        tr, world = self.words.translate, self.world_at(view, place)
        if world is None:
            return tr("Place {place}: {world}, a closed door.", place=place, world=self.text.door(place))
        names = ", ".join(view["players"][seat]["name"] for seat in self.pawns_at(view, place))
        if place == MIDDLE:
            line = tr("Place {place}: {world}, home.", place=place, world=self.text.card(world))
        else:
            line = self.words.count(
                "Place {place}: {world}, {n} card in the pile. Ways out: {ways}.",
                "Place {place}: {world}, {n} cards in the pile. Ways out: {ways}.",
                len(view["piles"][world]),
                place=place,
                world=self.text.card(world),
                ways=self._ways(view, place),
            )
        return tr("{world} Here: {players}.", world=line, players=names) if names else line

    def _ways(self, view: dict[str, Any], place: int) -> str:
        """The ways out of a world over its sides; a corner costs what its two sides do (K9)."""
        ways = [(other, due) for other, due in self.ways(view, place) if len(due) == 1]
        return ", ".join(
            self.words.translate("{key} to {world}", key=self.in_a_row(due), world=self.door(view, other))
            for other, due in ways
        )

    # The table, read out.

    def _read_out(self, screen: Screen, view: dict[str, Any], labels: list[str], compact: bool) -> None:
        screen.line()
        screen.line(self.standing(view))
        for place in range(PLACES):
            screen.line(self._world(view, place))
        for seat in self._around(view):
            player = view["players"][seat]
            screen.line()
            screen.line(labels[seat])
            for fact in self.belongings(view, player):
                screen.line(fact)
            if player["character"]:
                screen.line(self.words.translate("Reader: {reader}", reader=self.reader(player)))
            if seat == view["seat"]:
                self._read_mine(screen, view, player, effects=not compact)
            elif player["hand"]:
                held = ", ".join(self.held(card) for card in player["hand"])
                screen.line(self.words.translate("{label}: {cards}", label=self.hand_label(player), cards=held))

    def _read_mine(self, screen: Screen, view: dict[str, Any], player: dict[str, Any], effects: bool) -> None:
        """What one holds, and where one can go with it."""
        self._read_hand(screen, player, effects)
        tr = self.words.translate
        for place, due in self.ways(view, player["place"]):
            if place == MIDDLE:
                continue
            values = {"world": self.door(view, place), "keys": self.in_a_row(due)}
            if self.can_pay(view, player, due):
                screen.line(tr("Way to {world}: {keys}. You have what it takes.", **values))
            else:
                screen.line(tr("Way to {world}: {keys}.", **values))
        self._read_way_home(screen, view, player)

    def _read_way_home(self, screen: Screen, view: dict[str, Any], player: dict[str, Any]) -> None:
        tr = self.words.translate
        if due := self.way_home(view, player):
            paid = _paid(self.purse(view, player), due)
            have = self.in_a_row([key for key, got in zip(due, paid, strict=True) if got])
            miss = self.in_a_row([key for key, got in zip(due, paid, strict=True) if not got])
            screen.line(tr("The way home from here: {keys}.", keys=self.in_a_row(due)))
            screen.line(tr("Of these you have: {keys}", keys=have or tr("none")))
            screen.line(tr("Of these you miss: {keys}", keys=miss or tr("none")))
            if helps := self.would_help(view, player):
                screen.line(helps)

    def _read_hand(self, screen: Screen, player: dict[str, Any], effects: bool) -> None:
        tr = self.words.translate
        if not player["hand"]:
            screen.line(tr("Hand: no cards"))
        for card in player["hand"]:
            screen.line(tr("In hand: {card}", card=self.held(card)))
            if effects:
                screen.line(self.cards[card]["text"])

    def way_home(self, view: dict[str, Any], player: dict[str, Any]) -> list[str]:
        """The keys it takes to go home from where a player stands (K11); none before a character is chosen."""
        if not player["character"]:
            return []
        for place, due in self.ways(view, player["place"]):
            if place == MIDDLE:
                return [*due, *self.cards[player["character"]]["needs"]]
        return []

    def would_help(self, view: dict[str, Any], player: dict[str, Any]) -> str:
        """That the key of the unrevealed character is one of those missing, or nothing."""
        if player["revealed"] or view["options"]["reveal_while_paying"]:
            return ""
        key, due, purse = self.cards[player["character"]]["key"], self.way_home(view, player), self.purse(view, player)
        if sum(_paid([*purse, [key]], due)) == sum(_paid(purse, due)):
            return ""
        return self.words.translate("Your reader, once revealed, gives you {key}.", key=self.text.key(key))

    # What one has to have in mind.

    def reminder(self, screen: Screen, view: dict[str, Any]) -> None:
        me, what = view["players"][view["seat"]], view["decision"]["what"]
        label, about = self._about(view)
        if screen.plain:
            for card in about:
                screen.line(self.words.translate("{label}: {cards}", label=label, cards=self.held(card)))
            if what == "action":
                screen.line(self._world(view, me["place"]))
                self._read_mine(screen, view, me, effects=True)
            elif what != "choose_character":
                self._read_hand(screen, me, effects=what != "pick")
                self._read_way_home(screen, view, me)
            return
        rows = _Rows(self, screen, view)
        screen.line()
        if about:
            rows.cards(label, about, effects=False)
        if what == "action":
            rows.here(me)
            rows.mine(me, effects=True)
        elif what != "choose_character":
            rows.hand(me, effects=what != "pick")
            rows.way_home(me)

    def _about(self, view: dict[str, Any]) -> tuple[str, list[str]]:
        """The cards to which one may react, and what they are."""
        tr, played = self.words.translate, view.get("played", {})
        if "bad_encounter" in view:
            return tr("Attack"), [view["bad_encounter"]]
        if view["decision"]["what"] != "react":
            return "", []
        if "keys" in played:
            return tr("As keys"), [card for card in played["keys"] if card != "character"]
        return tr("Played"), list(played["cards"])

    def piles(self, screen: Screen, view: dict[str, Any]) -> None:
        tr, count = self.words.translate, self.words.count
        for world, cards in view["piles"].items():
            name = self.text.card(world)
            values = {"world": name, "cards": self.in_pile(cards)}
            if any(cards):
                line = count(
                    "{world}: {n} card, from the top: {cards}",
                    "{world}: {n} cards, from the top: {cards}",
                    len(cards),
                    **values,
                )
            else:
                line = count("{world}: {n} card", "{world}: {n} cards", len(cards), **values)
            screen.line(line, hang=2)
        if view["seat"] is not None and (aside := view["players"][view["seat"]].get("aside")):
            screen.line(tr("You have put aside: {reader}", reader=self.text.card(aside)))

    def ending(self, screen: Screen, view: dict[str, Any], labels: list[str]) -> None:
        tr, indent = self.words.translate, 0 if screen.plain else 2
        if len(view["ranking"]) == 1:
            screen.line(tr("Nobody has come home."), indent=indent)
        for place, seats in enumerate(view["ranking"]):
            rank = 1 + sum(len(before) for before in view["ranking"][:place])
            for seat in seats:
                player = view["players"][seat]
                # Who has come home is in Kernault, all others where the game left them.
                facts = [self.door(view, player["place"])]
                if player["character"]:
                    facts.append(self.text.card(player["character"]))
                facts.append(self.words.count("{n} card", "{n} cards", player["hand_size"]))
                values = {"rank": rank, "player": labels[seat], "facts": ", ".join(facts)}
                screen.line(tr("{rank}. {player}: {facts}", **values), "bold", indent=indent, hang=3)
                further = indent + (0 if screen.plain else 3)
                if player["hand"]:
                    held = ", ".join(self.held(card) for card in player["hand"])
                    sentence = tr("{label}: {cards}", label=self.hand_label(player), cards=held)
                    screen.line(self.ink(sentence), indent=further, hang=2)

    # The choices.

    def group(self, action: dict[str, Any]) -> str:
        tr = self.words.translate
        headings = {
            "go_home": tr("Go home"),
            "draw": tr("Draw"),
            "travel": tr("Travel"),
            "effect": tr("Play a card for what it does"),
            "offer": tr("Trade"),
            "discard": tr("Discard"),
            "reveal": tr("Other"),
            "pass": tr("Other"),
        }
        return headings.get(action["do"], "")

    def rank(self, action: dict[str, Any], view: dict[str, Any]) -> tuple[int, ...]:
        do = action["do"]
        order = _ORDER.index(do) if do in _ORDER else len(_ORDER)
        if do != "travel":
            return (order,)
        # The payment first that costs least: encounters stay behind anyway, and what stands for several keys is dear.
        keys = action["keys"]
        objects = sum(key == "character" or self.cards[key]["kind"] == "O" for key in keys)
        several = sum(key == "character" or len(self.opens(key)) > 1 for key in keys)
        return (order, self.place_of(view, action["to"]), objects, several)

    def cards_in(self, action: dict[str, Any], view: dict[str, Any]) -> list[str]:
        me = view["players"][view["seat"]]
        named = [*action.get("cards", []), *action.get("keys", [])]
        named += [action[what] for what in ("card", "against", "character", "to", "world") if what in action]
        return [me["character"] if name == "character" else name for name in named if isinstance(name, str)]

    def note(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        notes = [self._note(action, view)]
        door = action.get("to", action.get("world"))
        if isinstance(door, int):
            # As it is written on the map.
            notes.insert(0, self.door(view, door))
        return "; ".join(note for note in notes if note)

    def _note(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        tr, count, me = self.words.translate, self.words.count, view["players"][view["seat"]]
        match action["do"]:
            case "choose_character":
                facts = self.cards[action["character"]]
                key, needs = self.text.key(facts["key"]), self.in_a_row(facts["needs"])
                return tr("key {key}, needs {needs}", key=key, needs=needs)
            case "draw":
                pile = view["piles"][self.world_at(view, me["place"])]
                if pile[0]:
                    card = self.text.card(pile[0])
                    if self.cards[pile[0]]["kind"] == "MR":
                        effect = self.cards[pile[0]]["text"]
                        return tr("on top lies {card}, a bad encounter: {effect}", card=card, effect=effect)
                    return tr("on top lies {card}", card=card)
                return tr("{number} in the pile", number=len(pile))
            case "travel":
                return self._left_behind(view, action["keys"])
            case "effect":
                effect = self._effect(action)
                if effect in _MOVES:
                    return self._left_behind(view, action["cards"])
                if effect in _ON_HANDS:
                    other = view["players"][action["seat"]]
                    return count(
                        "{player} holds {n} card", "{player} holds {n} cards", other["hand_size"], player=other["name"]
                    )
            case "reveal":
                return tr("its key {key} then serves once", key=self.text.key(self.cards[me["character"]]["key"]))
            case "offer":
                return self.announced(self.cards[action["card"]]["kind"], self.cards[action["card"]]["key"])
            case "pick" if action["card"]:
                return self._in_short(action["card"])
        return ""

    def _left_behind(self, view: dict[str, Any], spent: list[str]) -> str:
        """Which encounters one loses by leaving, beside those one pays with (K14)."""
        hand = view["players"][view["seat"]]["hand"]
        left = [card for card in hand if self.cards[card]["kind"] == "R" and card not in spent]
        if not left:
            return ""
        return self.words.translate("you leave behind {cards}", cards=", ".join(self.text.card(card) for card in left))

    def _in_short(self, card: str) -> str:
        """What a card is and does."""
        facts = self.cards[card]
        if not facts["key"]:
            return self.words.translate("{kind}: {effect}", kind=self.text.kind(facts["kind"]), effect=facts["text"])
        what = self.announced(facts["kind"], facts["key"])
        return self.words.translate("{kind}: {effect}", kind=what, effect=facts["text"])

    def _effect(self, action: dict[str, Any]) -> str:
        """The id of the effect that an action plays."""
        first = self.cards[action["cards"][0]]
        return str((first["pair"] if len(action["cards"]) > 1 else first["effect"])["id"])

    def clause(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        do = action["do"]
        if do == "discard" and view["decision"]["what"] == "discard":
            return "E17"
        if do == "react" and "bad_encounter" in view:
            return "K24"
        if do == "effect":
            return effects.CLAUSES[self._effect(action)]
        if do == "react" and action["card"]:
            return effects.CLAUSES[str(self.cards[action["card"]]["effect"]["id"])]
        return _CLAUSES[do]

    def is_remarkable(self, event: dict[str, object]) -> bool:
        return event["event"] in _REMARKABLE


class _Rows:
    """Rows laid out for the eye: a label, and what belongs to it in columns of the same width."""

    def __init__(self, drawing: ClefDrawing, screen: Screen, view: dict[str, Any]) -> None:
        self.drawing = drawing
        self.screen = screen
        self.view = view
        tr = drawing.words.translate
        labels = (
            tr("Reader"),
            tr("Hand"),
            tr("Known cards"),
            tr("Ways out"),
            tr("Way home"),
            tr("Here"),
            tr("Played"),
            tr("As keys"),
            tr("Attack"),
        )
        self.label = max(cell_len(label) for label in labels) + 2

    def row(self, label: str, value: Text) -> None:
        self.screen.line(pad(Text(label, "dim"), self.label) + value, indent=4, hang=self.label)

    def here(self, player: dict[str, Any]) -> None:
        """Where a player is, and with whom."""
        drawing, seats = self.drawing, self.drawing.pawns_at(self.view, player["place"])
        names = [self.view["players"][seat]["name"] for seat in seats if seat != self.view["seat"]]
        world = drawing.door(self.view, player["place"])
        if names:
            world = drawing.words.translate("{world}, with {players}", world=world, players=", ".join(names))
        self.row(drawing.words.translate("Here"), Text(world))

    def mine(self, player: dict[str, Any], effects: bool) -> None:
        """What one holds, and where one can go with it."""
        if player["character"]:
            self.row(self.drawing.words.translate("Reader"), self.drawing.ink(self.drawing.reader(player)))
        self.hand(player, effects)
        self.ways(player)

    def hand(self, player: dict[str, Any], effects: bool) -> None:
        tr = self.drawing.words.translate
        if player["hand"]:
            self.cards(tr("Hand"), player["hand"], effects)
        else:
            self.row(tr("Hand"), Text(tr("empty")))

    def cards(self, label: str, cards: list[str], effects: bool) -> None:
        """Cards, each with its key and kind; below it what it does, where that matters."""
        drawing = self.drawing
        facts = [drawing.cards[card] for card in cards]
        name = max(cell_len(fact["name"]) for fact in facts) + 2
        # A bad encounter carries no key, but the symbol of its attack.
        keys = [drawing.key(fact["key"] or fact["attack"]) for fact in facts]
        key = max(cell_len(each.plain) for each in keys) + 2
        for fact, carried in zip(facts, keys, strict=True):
            line = pad(Text(fact["name"], "bold"), name) + pad(carried, key)
            self.row(label, line + Text(drawing.text.kind(fact["kind"])))
            if effects:
                self.screen.line(_dim(drawing.ink(fact["text"])), indent=4 + self.label + 2)
                if fact.get("pair", {}).get("with") in cards:
                    self.screen.line(_dim(drawing.ink(drawing.text.pair(fact["id"]))), indent=4 + self.label + 2)
            label = ""

    def ways(self, player: dict[str, Any]) -> None:
        """Where one can go, and which keys one has for it."""
        drawing, tr, screen = self.drawing, self.drawing.words.translate, self.screen
        purse = drawing.purse(self.view, player)
        label = tr("Ways out")
        ways = [entry for entry in drawing.ways(self.view, player["place"]) if entry[0] != MIDDLE]
        priced = []
        for place, due in ways:
            arrow = _ARROWS[way(player["place"], place)]
            world = f"{arrow} " * screen.can_show(arrow) + drawing.door(self.view, place)
            # No-break spaces, so that a name, an arrow and the number of a door stay together.
            whole = world.replace(" ", "\xa0") if screen.width >= NARROWEST_MAP else world
            priced.append((self._priced(purse, due), whole))
        price = max((cell_len(keys.plain) for keys, _ in priced), default=0) + 2
        longest = max((cell_len(world) for _, world in priced), default=0)
        # Where the screen is too narrow for columns, a world goes below its keys.
        in_columns = 4 + self.label + price + longest <= screen.width
        for keys, world in priced:
            line = (pad(keys, price) if in_columns else keys + Text("  ")) + Text(world)
            screen.line(pad(Text(label, "dim"), self.label) + line, indent=4, hang=self.label + 2)
            label = ""
        self.way_home(player)

    def way_home(self, player: dict[str, Any]) -> None:
        drawing = self.drawing
        if due := drawing.way_home(self.view, player):
            purse = drawing.purse(self.view, player)
            self.row(drawing.words.translate("Way home"), self._priced(purse, due))
            if helps := drawing.would_help(self.view, player):
                self.row("", _dim(drawing.ink(helps)))

    def _priced(self, purse: list[list[str]], due: list[str]) -> Text:
        """The keys due, each with a box that is ticked if one has it."""
        boxes = [
            # No-break spaces, so that a box stays with its word.
            Text.assemble(("[x]\xa0" if got else "[\xa0]\xa0", "bold" if got else "dim"), self.drawing.key(key))
            for key, got in zip(due, _paid(purse, due), strict=True)
        ]
        return Text("  ").join(boxes)


def _dim(text: Text) -> Text:
    """The text, less bright."""
    text.style = "dim"
    return text


def _paid(purse: list[list[str]], due: list[str]) -> list[bool]:
    """Which of the keys due can be paid, as many as possible, each with another card of the purse (E3).

    >>> _paid([["magie", "amour"], ["amour"]], ["amour", "magie", "mort"])
    [True, True, False]
    """
    serves: dict[int, int] = {}

    def find(key: int, tried: set[int]) -> bool:
        for card, opens in enumerate(purse):
            if due[key] in opens and card not in tried:
                tried.add(card)
                if card not in serves or find(serves[card], tried):
                    serves[card] = key
                    return True
        return False

    for key in range(len(due)):
        find(key, set())
    return [key in serves.values() for key in range(len(due))]


DRAWING = ClefDrawing
